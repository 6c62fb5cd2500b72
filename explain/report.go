package explain

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/scene"
)

// Algorithm says which algorithm Pair explains.
type Algorithm uint8

// The algorithms.
const (
	Auto Algorithm = iota // what Distance does
	GJK                   // GJK alone: the steps up to where it ends
	EPA                   // GJK and EPA, also where Distance knows a shorter way
	// the separating axis test; for shapes that it does not serve what Distance does.
	SAT
	// the yes-or-no GJK of the tutorials, on the exact numbers; 2D, polygons, boxes, segments and
	// points without margin.
	Walk
)

// algorithms are the words for the algorithms.
var algorithms = [...]string{Auto: "auto", GJK: "gjk", EPA: "epa", SAT: "sat", Walk: "walk"}

// Algorithms returns the words for all algorithms, in their order.
func Algorithms() []string { return algorithms[:] }

// String returns the word that flags and files use for a.
func (a Algorithm) String() string {
	if int(a) < len(algorithms) {
		return algorithms[a]
	}
	return algorithms[Auto]
}

// StageWalk is the stage of the steps of Walk, beside those of a query.
const StageWalk collide.Stage = 63

// Options steer Pair, Point, Cast and Impact. The zero value means what the queries do, with their
// default options.
type Options struct {
	Algorithm     Algorithm
	Tolerance     float64    // as in the Options of d2 and d3
	MaxIterations int        // likewise
	MaxPairs      int        // likewise; all samples of a Course have so many together
	Start         [2]float64 // walk: the first direction, in world axes; zero means (1, 0)
	Ties          Tie        // walk: which of several farthest vertices is taken
	Minkowski     bool       // walk: also the sums and differences of all pairs of corners
	Cull          d2.Cull    // sat: the axes to leave out; in space CullSlab is CullNone
	A, B          string     // the names of the bodies; empty means "A" and "B"
	Units         string     // a label of lengths
}

// query returns the options of the queries that are explained.
func (o *Options) query() scene.QueryOptions {
	return scene.QueryOptions{Tolerance: o.Tolerance, MaxIterations: o.MaxIterations, MaxPairs: o.MaxPairs}
}

// Report tells how the answer about a pair came about, in values; package picture has the words.
type Report struct {
	// the bodies, in the order in which they were asked about; of compounds the parts that decide
	Pair      scene.Pair
	A, B      string    // their names
	Units     string    // a label of lengths; may be empty
	Algorithm Algorithm // as in Options
	// the sum of the radii by which the cores are grown: all stages but exact work on the cores
	Margin  float64
	Steps   []Step // in order
	Tested  int    // sat: how many axes were tested, and how many left out
	Skipped int
	// walk, if asked for: A1 and B1, A1 and B2, and so on, in the order of the corners
	Minkowski []Combined
	Notes     []Note // what a reader should know besides
	// of Distance, bit for bit that of `collide query` about the same pair; of SAT for that
	// algorithm
	Answer scene.Answer
	// of Point: the answer about it, bit for bit that of `collide cast`; else nil
	Point *scene.CastAnswer
}

// Note is something that a reader should know besides.
type Note uint8

// The notes.
const (
	NoteCullSlab Note = iota // culling by slab is for the question whether, not how deep
	// a pair with a half-space takes its closed form, whatever was asked for.
	NoteClosed
	NoteNoEPA   // the cores are apart, so that GJK answers alone
	NoteEPALeft // the depth in the answer took EPA, whose steps were not asked for
	// the steps are those of the two parts that decide, the answer is that of the whole bodies.
	NoteParts
)

// Step is one turn of an algorithm, or the end of one that took no turn. Of vectors the first Dim
// numbers count.
//
// C is the Minkowski difference A - B of the cores: all a - b with a in A and b in B. Its point W =
// A - B is the farthest along Direction, as A is farthest along it in the first body and B farthest
// against it in the second. The bodies grown by their margins are apart just when the disc (ball)
// of radius Report.Margin about the origin misses C.
type Step struct {
	Stage collide.Stage // the algorithm at work; StageWalk for Walk
	Exit  collide.Exit  // why it ended here, ExitNone where it went on
	// where the step looked; a unit vector, of walk as computed; zero where it looked nowhere. epa:
	// the outward normal of the edge or face; sat: the axis, from A to B; closed: the normal, from
	// A to B
	Direction [3]float64
	HasPoints bool // whether A, B and W are set
	// the points that were found: of the first body's core and of the second's, world frame
	A, B [3]float64
	W    Vertex // their difference, a point of C
	// gjk, walk: the vertices before the step; epa: the two ends of the edge, or the three corners
	// of the face, nearest to the origin
	Simplex []Vertex
	// gjk, walk: the part of the simplex with W that is nearest to the origin, and goes on: as many
	// as Dim + 1 where the origin is inside; epa: Simplex
	Kept []Vertex
	// epa: the polytope before the step; 2D: its ring, counter-clockwise, from the edge of the step
	// on; 3D: all vertices so far
	Vertices []Vertex
	// epa in 3D: triangles, as indices of Vertices, counter-clockwise seen from outside, that of
	// the step first
	Faces [][3]int
	Axis  collide.Axis // sat: the features that the axis comes from
	// sat: the axis is the best of those before, taken up again with the bounds that all of them
	// prove
	Best bool
	// sat: the interval that the first body's core covers along Direction, measured from the
	// world's origin
	RangeA    [2]float64
	RangeB    [2]float64 // sat: the same for the second
	HasBounds bool       // whether Lower and Upper are set
	// the lower bound that the step proved: epa of the depth of the cores, exact of the signed
	// distance, else of the signed distance of the cores
	Lower  float64
	Upper  float64 // the upper bound, +Inf where the step has none
	Dot    float64 // walk: W . Direction, rounded once
	Origin Place   // walk: where the origin lies
	Edge   [2]int  // walk: the numbers of the ends of the edge that Origin is about
}

// Place says where the origin lies to a simplex of Walk.
type Place uint8

// The places.
const (
	PlaceNone Place = iota // not yet known
	// on the line through W across the direction, which C does not cross.
	OnLine
	BesideSegment  // beside the segment of both points
	OnSegment      // on the line of both points
	BeyondEdge     // beyond an edge of the triangle
	OnEdge         // on an edge of the triangle
	InsideTriangle // inside the triangle
)

// Vertex is a point of C with a number by which tables and pictures call it: 1 for the first that
// the report mentions, and so on. The same point has the same number throughout a report. Number 0
// is no vertex.
type Vertex struct {
	Number int
	At     [3]float64
}

// Combined is a corner of A taken together with one of B.
type Combined struct {
	A, B           int        // the numbers of the corners, from 1
	PointA, PointB [3]float64 // where they are in the world
	// candidates for the corners of the Minkowski sum and difference, rounded once
	Sum, Difference [3]float64
}

// Tie is the rule of Walk for several vertices that are farthest.
type Tie uint8

// First takes the vertex that comes first in the order in which the shape was given, Last the one
// that comes last.
const (
	First Tie = iota
	Last
)
