package explain

import "github.com/collide-go/collide/scene"

// The algorithms that Options.Algorithm chooses from.
const (
	Auto = "auto" // what Distance does
	GJK  = "gjk"  // GJK alone: the steps up to where it ends
	EPA  = "epa"  // GJK and EPA, also where Distance knows a shorter way
	SAT  = "sat"  // the separating axis test
	Walk = "walk" // the yes-or-no GJK of the tutorials, on the exact numbers; 2D, polygons, boxes, segments and points without margin
)

// Options steer Pair. The zero value means what Distance does, with its default options.
type Options struct {
	Algorithm     string     // one of the names above; empty means Auto
	Tolerance     float64    // as in the Options of d2 and d3
	MaxIterations int        // likewise
	Start         [2]float64 // walk: the first direction, in world axes; zero means (1, 0)
	Ties          Tie        // walk: which of several farthest vertices is taken
	Minkowski     bool       // walk: also the sums and differences of all pairs of corners
	Cull          string     // sat: the axes to leave out: "none", "slab" or "depth", as the Cull of d2 and d3; empty means none
	A, B          string     // the names of the bodies; empty means "A" and "B"
	Units         string     // a label of lengths
}

// Report tells how the answer about a pair came about.
type Report struct {
	Pair      scene.Pair // the bodies, in the order in which they were asked about: A2, B2 where Dim is 2, A3, B3 where it is 3
	A, B      string     // their names
	Units     string     // a label of lengths; may be empty
	Algorithm string     // as in Options, never empty
	Margin    float64    // the sum of the radii by which the cores are grown: GJK, EPA and closed forms work on the cores
	Steps     []Step     // in order
	Tested    int        // sat: how many axes were tested, and how many left out
	Skipped   int
	Minkowski []Combined   // walk, if asked for: A1 and B1, A1 and B2, and so on, in the order of the corners
	Notes     []string     // what a reader should know besides
	Answer    scene.Answer // of Distance, bit for bit that of `collide query` about the same pair; of SAT for that algorithm
}

// Step is one turn of an algorithm, or the end of one that took no turn. Of vectors the first Dim numbers count.
//
// C is the Minkowski difference A - B of the cores: all a - b with a in A and b in B. Its point W = A - B is the farthest along
// Direction, as A is farthest along it in the first body and B farthest against it in the second. The bodies grown by their
// margins are apart just when the disc (ball) of radius Report.Margin about the origin misses C.
type Step struct {
	Algorithm string     // "gjk", "epa", "sat", "closed", "exact" or "walk"
	Direction [3]float64 // where the step looked; a unit vector, but for walk, where it is as computed; zero where it looked nowhere. epa: the outward normal of the edge or face; sat: the axis, from A to B; closed: the normal, from A to B
	HasPoints bool       // whether A, B and W are set
	A, B      [3]float64 // the points that were found: of the first body's core and of the second's, world frame
	W         Vertex     // their difference, a point of C
	Simplex   []Vertex   // gjk, walk: the vertices before the step; epa: the two ends of the edge, or the three corners of the face, nearest to the origin
	Region    string     // gjk, walk: the part of the simplex with W that is nearest to the origin, and goes on: "vertex 2", "edge 1-3", "face 1-3-4" or "inside", by the numbers of the vertices; epa: the edge or face of Simplex; empty otherwise
	Kept      []Vertex   // gjk, walk: the vertices of Region; all of the simplex for "inside"
	Vertices  []Vertex   // epa: the polytope before the step; 2D: its ring, counter-clockwise, from the edge of the step on; 3D: all vertices so far
	Faces     [][3]int   // epa in 3D: triangles, as indices of Vertices, counter-clockwise seen from outside, that of the step first
	Axis      string     // sat: the feature or the two that the axis comes from, such as "face 3 of A"; counted from 0 in the solvers' order
	Best      bool       // sat: the axis is the best of those before, taken up again with the bounds that all of them prove
	RangeA    [2]float64 // sat: the interval that the first body's core covers along Direction, measured from the world's origin
	RangeB    [2]float64 // sat: the same for the second
	HasBounds bool       // whether Lower and Upper are set
	Lower     float64    // the lower bound that the step proved, of what Of names
	Upper     float64    // the upper bound, +Inf where the step has none
	Of        string     // what is bounded: "distance of the cores", "depth of the cores" or "signed distance"
	Dot       float64    // walk: W . Direction, rounded once
	Origin    string     // walk: where the origin lies, such as "on edge 1-2"
	Exit      string     // the word for why the algorithm ended here; empty where it goes on
	Reason    string     // the same as a sentence
}

// Vertex is a point of C with a number by which tables and pictures call it: 1 for the first that the report mentions, and so on. The
// same point has the same number throughout a report. Number 0 is no vertex.
type Vertex struct {
	Number int
	At     [3]float64
}

// Combined is a corner of A taken together with one of B.
type Combined struct {
	A, B            int        // the numbers of the corners, from 1
	PointA, PointB  [3]float64 // where they are in the world
	Sum, Difference [3]float64 // candidates for the corners of the Minkowski sum and difference, rounded once
}

// Tie is the rule of Walk for several vertices that are farthest.
type Tie uint8

// First takes the vertex that comes first in the order in which the shape was given, Last the one that comes last.
const (
	First Tie = iota
	Last
)
