package d3

import (
	"cmp"
	"math"
	"slices"

	"github.com/collide-go/collide/internal/exact"
)

// MeshReport is what InspectMesh finds. Vertices and triangles are told by their numbers as given.
// Every list is in the order of its first triangle, or vertex.
type MeshReport struct {
	Points     int            // the number of different vertices
	Unused     []int          // vertices that no triangle names
	Degenerate []int          // triangles with two equal corners; nothing below speaks of them
	Flat       []int          // triangles with three different corners on one line
	Duplicates [][2]int       // a triangle with the corners of an earlier one, in either order: the earlier, the later
	Open       []MeshEdge     // edges of one triangle
	Many       []MeshEdge     // edges of more than two triangles
	Turned     []MeshEdge     // edges of two triangles that pass them in one direction: one of them is turned round
	Crossings  []MeshCrossing // pairs that meet elsewhere than in what they share, flat ones left out; see Searched
	Searched   int            // Crossings has all pairs whose first triangle is below it
	Closed     bool           // each edge is passed as often in one direction as in the other
	Parts      []MeshPart     // sets of triangles that hang together, if by a corner
}

// MeshEdge is an edge of a mesh with the triangles that have it, in order. From and To are its ends
// as the first of them passes it.
type MeshEdge struct {
	From, To  Vec
	Triangles []int
}

// MeshPart is a set of triangles that hang together.
type MeshPart struct {
	Triangle int     // its first one
	Count    int     // how many there are
	Box      AABB    // of their corners
	Closed   bool    // each edge is passed as often in one direction as in the other
	Area     float64 // of all triangles, rounded: 0 where it is below the least double
	// Volume is negative where the triangles are turned inside, rounded; of open parts 0. One below
	// the least double is that, with its sign: of parts smaller than some 1e-108.
	Volume float64
}

// InspectMesh tells what is wrong with a set of triangles, whose corners are vertices by their
// numbers from 0, counter-clockwise seen from outside. Vertices with equal coordinates are one.
//
// All lists are exact, with no tolerance. Nothing of what they tell keeps NewMesh from making a
// surface; a solid needs Closed.
//
// The error is collide.ErrNotFinite or collide.ErrOutOfRange for a coordinate, and
// collide.ErrBadMesh for a number that no vertex has, and for no triangles but degenerate ones.
// Index is that of the vertex or the triangle.
//
// There may be as many Crossings as pairs, and pairs whose boxes meet. The search for them ends
// with 100 000, and when its work, counted in boxes and pairs, is above 2^26 + 1024 n: Searched
// tells.
//
// Cost: n log n, and that search; neither equal triangles nor those around one edge or one corner
// take more.
func InspectMesh(vertices []Vec, triangles [][3]int) (*MeshReport, error) {
	t, err := newTriMesh(vertices, triangles)
	if err != nil {
		return nil, err
	}
	r := &MeshReport{Points: len(t.points), Closed: t.open < 0, Searched: len(triangles)}
	used := make([]bool, len(vertices))
	next := int32(0)
	for i, f := range triangles {
		for _, v := range f {
			used[v] = true
		}
		if int(next) == len(t.tris) || t.id(next) != int32(i) {
			r.Degenerate = append(r.Degenerate, i)
			continue
		}
		if a, b, c := t.corners(next); exact.Collinear3D(array(a), array(b), array(c)) {
			r.Flat = append(r.Flat, i)
		}
		next++
	}
	for i, u := range used {
		if !u {
			r.Unused = append(r.Unused, i)
		}
	}
	first := r.addDuplicates(t)
	r.addEdges(t)
	r.addParts(t)
	r.addCrossings(t, first, crossWork+crossWorkOne*len(t.tris))
	return r, nil
}

// addDuplicates sets Duplicates, and returns for each triangle the first one with its corners:
// triangles are put in the order of their corners.
func (r *MeshReport) addDuplicates(t *triMesh) []int32 {
	key := func(i int32) [3]int32 {
		f := t.tris[i]
		slices.Sort(f[:])
		return f
	}
	order := make([]int32, len(t.tris))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		a, b := key(i), key(j)
		return cmp.Or(slices.Compare(a[:], b[:]), cmp.Compare(i, j))
	})
	firsts := make([]int32, len(t.tris))
	first := 0
	for k := range order {
		if key(order[k]) != key(order[first]) {
			first = k
		}
		firsts[order[k]] = order[first]
		if k == first {
			continue
		}
		r.Duplicates = append(r.Duplicates, [2]int{int(t.id(order[first])), int(t.id(order[k]))})
	}
	slices.SortFunc(r.Duplicates, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
	return firsts
}

// addEdges sets Open, Many and Turned.
func (r *MeshReport) addEdges(t *triMesh) {
	t.edges(func(same []int32) {
		list := &r.Turned
		switch {
		case len(same) == 1:
			list = &r.Open
		case len(same) > 2:
			list = &r.Many
		case t.surplus(same) < 0:
			return
		}
		a, b := t.ends(same[0])
		e := MeshEdge{From: t.points[a], To: t.points[b]}
		for _, x := range same {
			e.Triangles = append(e.Triangles, int(t.id(x/3)))
		}
		*list = append(*list, e)
	})
	for _, list := range [][]MeshEdge{r.Open, r.Many, r.Turned} {
		slices.SortFunc(list, func(x, y MeshEdge) int {
			return cmp.Or(slices.Compare(x.Triangles, y.Triangles), compareVec(x.From, y.From), compareVec(x.To, y.To))
		})
	}
}

// addParts sets Parts.
func (r *MeshReport) addParts(t *triMesh) {
	part := make(map[int32]int, len(t.first)) // of the point that stands for a component
	group := t.groups()
	for i, f := range t.tris {
		a, b, c := t.corners(int32(i))
		k, ok := part[group[f[0]]]
		if !ok {
			k = len(r.Parts)
			part[group[f[0]]] = k
			r.Parts = append(r.Parts, MeshPart{Triangle: int(t.id(int32(i))), Box: AABB{a, a}, Closed: true})
		}
		p := &r.Parts[k]
		p.Count++
		for _, v := range [3]Vec{a, b, c} {
			p.Box = p.Box.Union(AABB{v, v})
		}
	}
	t.edges(func(same []int32) {
		if t.surplus(same) >= 0 {
			a, _ := t.ends(same[0])
			r.Parts[part[group[a]]].Closed = false
		}
	})
	for i, f := range t.tris {
		p := &r.Parts[part[group[f[0]]]]
		a, b, c := t.corners(int32(i))
		p.measure(a, b, c)
	}
	for k := range r.Parts {
		r.Parts[k].toUnit()
	}
}

// measure adds a triangle to Area and Volume, in units of a power of two near the size of the part:
// products of three lengths leave the range of doubles long before a length does.
func (p *MeshPart) measure(a, b, c Vec) {
	o, unit := p.Box.Center(), -p.unit()
	a, b, c = ldexpVec(a.Sub(o), unit), ldexpVec(b.Sub(o), unit), ldexpVec(c.Sub(o), unit)
	p.Area += float64(0.5 * crossExact(b.Sub(a), c.Sub(a)).length())
	if p.Closed {
		p.Volume += a.Dot(crossExact(b, c)) / 6
	}
}

// unit returns the exponent of the power of two above the longest side of the part.
func (p *MeshPart) unit() int {
	_, e := math.Frexp(largest(p.Box.Size()))
	return e
}

// toUnit brings Area and Volume from the units of measure to those of the vertices. A volume below
// the least double keeps its sign.
func (p *MeshPart) toUnit() {
	area, volume := p.Area, p.Volume
	p.Area, p.Volume = math.Ldexp(area, 2*p.unit()), math.Ldexp(volume, 3*p.unit())
	if p.Volume == 0 && volume != 0 {
		p.Volume = math.Copysign(math.SmallestNonzeroFloat64, volume)
	}
}
