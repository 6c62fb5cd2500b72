package mesh

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// Inspection is what Inspect finds in a part of a model, in the frame and the unit of the model.
type Inspection struct {
	Name      string
	Points    int // of the mesh
	Triangles int
	// Box is that of the points, Area that of all triangles, Volume what they enclose, negative
	// where they are turned inside, and 0 unless Defects.Closed; Center is the centre of mass of
	// the solid, or of the surface where it encloses no volume. All are rounded, and an area or a
	// volume below the least double is 0: of a model smaller than some 1e-162, or 1e-108.
	Box          d3.AABB
	Area, Volume float64
	Center       d3.Vec
	Materials    []int         // how many triangles have each of Model.Materials, as far as one has any
	Defects      d3.MeshReport // exact; points and triangles by their numbers in the mesh
	Holes        []Hole        // Defects.Open, by where they hang together
	// InsideOut are the closed sets of triangles that enclose less than no volume, by their index
	// in Defects.Parts. The walls of a hollow do so rightly: those whose box lies in that of a
	// larger closed set that encloses some are left out. InsideOutMore says that the search for
	// hollows ended early, so that there may be more.
	InsideOut     []int
	InsideOutMore bool
}

// Hole is a set of edges of one triangle each that hang together: most often the rim of a hole.
type Hole struct {
	Edges  []d3.MeshEdge // in the order of their triangles
	Length float64       // of all of them, rounded
	Box    d3.AABB       // of their ends
}

// Fault is a kind of what may be wrong with a mesh.
type Fault uint8

// The faults, the gravest first.
const (
	Empty       Fault = iota // no triangle with three different corners
	Open                     // an edge of one triangle: a hole
	NonManifold              // an edge of more than two triangles
	Turned                   // two neighbours one of which is turned round
	Crossing                 // two triangles that meet elsewhere than in a corner or an edge of both
	InsideOut                // a closed set of triangles that hang together encloses less than no volume
	Duplicate                // two triangles with the same corners
	Degenerate               // a triangle with two equal corners
	Flat                     // a triangle with three corners on one line
	Unused                   // a point without a triangle
	faults
)

// Faults returns all kinds, in order.
func Faults() []Fault {
	var list []Fault
	for f := range faults {
		list = append(list, f)
	}
	return list
}

// String returns the word that flags and files use for f.
func (f Fault) String() string {
	return [...]string{
		"empty", "open", "non-manifold", "turned", "crossing", "inside-out", "duplicate", "degenerate", "flat", "unused",
	}[min(f, Unused)]
}

// Count returns how often the part has the fault.
func (i *Inspection) Count(f Fault) int {
	d := &i.Defects
	switch f {
	case Empty:
		if len(d.Parts) == 0 {
			return 1
		}
		return 0
	case Open:
		return len(d.Open)
	case NonManifold:
		return len(d.Many)
	case Turned:
		return len(d.Turned)
	case Crossing:
		return len(d.Crossings)
	case InsideOut:
		return len(i.InsideOut)
	case Duplicate:
		return len(d.Duplicates)
	case Degenerate:
		return len(d.Degenerate)
	case Flat:
		return len(d.Flat)
	default:
		return len(d.Unused)
	}
}

// AtLeast reports whether there may be more of the fault than Count says: so many triangles lie
// close together that the search for crossings ended early, d3.InspectMesh has the limit; or so
// many closed sets all but lie in each other that the one for hollows did, after looking at 2^26
// sets and branches of its tree, and 1024 more for each set.
func (i *Inspection) AtLeast(f Fault) bool {
	return f == Crossing && i.Defects.Searched < i.Triangles || f == InsideOut && i.InsideOutMore
}

// Inspect tells of each part of the model how large it is, and what is wrong with it.
//
// The error is that of d3.InspectMesh about a coordinate of a magnitude that no body may have, with
// the name of the part, or an *Error about an index of no point, or of a material that is not among
// those of the model. Cost: that of d3.InspectMesh for the triangles of all parts, instances
// included; memory for one part after the other.
func (m *Model) Inspect() ([]Inspection, error) {
	if err := m.checkIndices(); err != nil {
		return nil, err
	}
	if err := m.checkMaterials(); err != nil {
		return nil, err
	}
	list := make([]Inspection, len(m.Parts))
	for k := range m.Parts {
		if err := list[k].inspect(&m.Parts[k]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// checkMaterials returns the error that a triangle has a material that the model does not name.
func (m *Model) checkMaterials() error {
	for i := range m.Parts {
		for k, c := range m.Parts[i].mesh().Materials {
			if int(c) >= len(m.Materials) {
				return &Error{Name: "model", Code: ErrBadMesh, Message: fmt.Sprintf(
					"part %d: triangle %d: material %d, of %d in the model", i, k, c, len(m.Materials))}
			}
		}
	}
	return nil
}

// inspect fills i.
func (i *Inspection) inspect(p *Part) error {
	points, triangles := p.Points(), p.Triangles()
	i.Name, i.Points, i.Triangles = p.Name, len(points), len(triangles)
	for _, k := range p.mesh().Materials {
		for int(k) >= len(i.Materials) {
			i.Materials = append(i.Materials, 0)
		}
		if k >= 0 {
			i.Materials[k]++
		}
	}
	for k, x := range points {
		if box := (d3.AABB{Min: x, Max: x}); k == 0 {
			i.Box = box
		} else {
			i.Box = i.Box.Union(box)
		}
	}
	r, err := d3.InspectMesh(points, Indices(triangles))
	switch {
	case err == nil:
		i.Defects = *r
	case errors.Is(err, collide.ErrBadMesh): // no triangle is left
		i.Defects.Searched = len(triangles)
		for k := range triangles {
			i.Defects.Degenerate = append(i.Defects.Degenerate, k)
		}
	default:
		return fmt.Errorf("part %q: %w", p.Name, err)
	}
	i.measure(points, triangles)
	i.findHoles()
	i.findInsideOut(hollowWork + hollowWorkOne*len(i.Defects.Parts))
	return nil
}

// measure sets Area, Volume and Center, from sums about the centre of the box, in units of a power
// of two near its size: products of three lengths leave the range of doubles long before a length
// does.
func (i *Inspection) measure(points []d3.Vec, triangles [][3]int32) {
	o := i.Box.Center()
	unit := unitOf(i.Box)
	var byArea, byVolume d3.Vec
	var areas, volumes float64
	for _, t := range triangles {
		a, b, c := scaled(points[t[0]].Sub(o), -unit), scaled(points[t[1]].Sub(o), -unit), scaled(points[t[2]].Sub(o), -unit)
		area := float64(b.Sub(a).Cross(c.Sub(a)).Len() / 2)
		volume := a.Dot(b.Cross(c)) / 6
		sum := a.Add(b).Add(c)
		byArea, byVolume = byArea.Add(sum.Scale(area/3)), byVolume.Add(sum.Scale(volume/4))
		areas += area
		volumes += volume
	}
	i.Area = math.Ldexp(areas, 2*unit)
	i.Center = o
	switch {
	case i.Defects.Closed && volumes != 0:
		i.Center = o.Add(scaled(byVolume.Scale(1/volumes), unit))
	case areas > 0:
		i.Center = o.Add(scaled(byArea.Scale(1/areas), unit))
	}
	if i.Defects.Closed {
		i.Volume = math.Ldexp(volumes, 3*unit)
	}
}

// unitOf returns the exponent of the power of two above the longest side of a box.
func unitOf(box d3.AABB) int {
	s := box.Max.Sub(box.Min)
	_, e := math.Frexp(max(s.X, s.Y, s.Z))
	return e
}

// scaled returns v times 2^e.
func scaled(v d3.Vec, e int) d3.Vec {
	return d3.Vec{X: math.Ldexp(v.X, e), Y: math.Ldexp(v.Y, e), Z: math.Ldexp(v.Z, e)}
}

// findHoles sets Holes: open edges with a common end belong together.
func (i *Inspection) findHoles() {
	edges := i.Defects.Open
	set := make([]int, len(edges)) // of an edge, one of lower number in its hole, or itself
	root := func(k int) int {
		for set[k] != k {
			set[k] = set[set[k]]
			k = set[k]
		}
		return k
	}
	at := make(map[d3.Vec]int, len(edges)) // the edge that has come first to an end
	for k := range edges {
		set[k] = k
		for _, end := range []d3.Vec{edges[k].From, edges[k].To} {
			first, ok := at[end]
			if !ok {
				at[end] = k
				continue
			}
			a, b := root(first), root(k)
			set[max(a, b)] = min(a, b)
		}
	}
	unit := unitOf(i.Box)
	index := make(map[int]int, 1)
	for k, e := range edges {
		r := root(k)
		n, ok := index[r]
		if !ok {
			n = len(i.Holes)
			index[r] = n
			i.Holes = append(i.Holes, Hole{Box: d3.AABB{Min: e.From, Max: e.From}})
		}
		h := &i.Holes[n]
		h.Edges = append(h.Edges, e)
		h.Length += math.Ldexp(scaled(e.To.Sub(e.From), -unit).Len(), unit)
		h.Box = h.Box.Union(d3.AABB{Min: e.From, Max: e.From}).Union(d3.AABB{Min: e.To, Max: e.To})
	}
	slices.SortStableFunc(i.Holes, func(a, b Hole) int {
		return cmp.Compare(a.Edges[0].Triangles[0], b.Edges[0].Triangles[0])
	})
}
