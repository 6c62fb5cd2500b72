package explain

import (
	"math"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// vec is a vector of either dimension; in 2D the third number is zero.
type vec = [3]float64

// solverStep is a step of a Trace of either dimension, in the solvers' frame, with the way from there to the world.
type solverStep struct {
	Step // all but the fields below, which wait for their conversion

	scale     float64
	swapped   bool
	end       bool // it is an end that took no turn
	direction vec
	a, b, w   vec
	simplex   []vec
	vertices  []vec
	faces     [][3]int32
	origin    vec           // of the frame, in the world
	turn      func(vec) vec // from the frame's axes to the world's
}

// of2 returns the vector v of the plane.
func of2(v d2.Vec) vec { return vec{v.X, v.Y, 0} }

// of3 returns the vector v of space.
func of3(v d3.Vec) vec { return vec{v.X, v.Y, v.Z} }

// from2 returns a step of a 2D trace.
func from2(s *d2.Step) solverStep {
	out := solverStep{
		Step:  Step{Algorithm: s.Stage.String(), Region: regionOf2(s.Region), Axis: axisOf2(s.Axis), RangeA: s.RangeA, RangeB: s.RangeB, Lower: s.Lower, Upper: s.Upper, Exit: exitOf2(s)},
		scale: s.Scale, swapped: s.Swapped, end: s.Direction == d2.Vec{},
		direction: of2(s.Direction), a: of2(s.A), b: of2(s.B), w: of2(s.W), origin: of2(s.Frame.Pos),
		turn: func(v vec) vec { return of2(s.Frame.Rot.Apply(d2.Vec{X: v[0], Y: v[1]})) },
	}
	for _, v := range s.Simplex[:s.Size] {
		out.simplex = append(out.simplex, of2(v))
	}
	for _, v := range s.Vertices {
		out.vertices = append(out.vertices, of2(v))
	}
	return out
}

// regionOf2 returns the words for a region of a 2D trace, with the vertices counted from 1.
func regionOf2(r collide.Region) string {
	var v []Vertex
	for _, i := range r.Vertices[:r.N] {
		v = append(v, Vertex{Number: int(i) + 1})
	}
	if r.N == 3 {
		return inside
	}
	return region(v)
}

// axisOf2 returns the words for an axis of a 2D trace.
func axisOf2(a collide.Axis) string {
	switch a.Source {
	case collide.AxisFaceA:
		return "edge " + strconv.Itoa(int(a.A)) + " of A"
	case collide.AxisFaceB:
		return "edge " + strconv.Itoa(int(a.B)) + " of B"
	case collide.AxisCached:
		return "axis of the last query"
	case collide.AxisNearest:
		return "between the nearest points"
	default:
		return ""
	}
}

// exitOf2 returns the words for the end of a step of a 2D trace.
func exitOf2(s *d2.Step) string {
	if s.Stage == collide.StageEPA && s.Exit == collide.ExitLimit {
		return collide.Limit.String()
	}
	return s.Exit.String()
}

// from3 returns a step of a 3D trace.
func from3(s *d3.Step) solverStep {
	out := solverStep{
		Step:  Step{Algorithm: s.Algorithm, Region: s.Region, Axis: s.Axis, RangeA: s.RangeA, RangeB: s.RangeB, Lower: s.Lower, Upper: s.Upper, Exit: s.Exit},
		scale: s.Scale, swapped: s.Swapped, end: s.Direction == d3.Vec{},
		direction: of3(s.Direction), a: of3(s.A), b: of3(s.B), w: of3(s.W), faces: s.Faces, origin: of3(s.Frame.Pos),
		turn: func(v vec) vec { return of3(s.Frame.Rot.Apply(d3.Vec{X: v[0], Y: v[1], Z: v[2]})) },
	}
	for _, v := range s.Simplex[:s.Size] {
		out.simplex = append(out.simplex, of3(v))
	}
	for _, v := range s.Vertices {
		out.vertices = append(out.vertices, of3(v))
	}
	return out
}

// numbers gives each point of C its number. A point is known by its coordinates in the solvers' frame, which are the same wherever
// it comes up again.
type numbers map[vec]int

// vertex returns the vertex at w, with the sign that the order of the pair asks for.
func (n numbers) vertex(s *solverStep, w vec) Vertex {
	number, known := n[w]
	if !known {
		number = len(n) + 1
		n[w] = number
	}
	return Vertex{Number: number, At: s.toward(w, 1/s.scale)}
}

// vertices is vertex for a list.
func (n numbers) vertices(s *solverStep, list []vec) []Vertex {
	var out []Vertex
	for _, w := range list {
		out = append(out, n.vertex(s, w))
	}
	return out
}

// toward returns the vector v of the solvers' C, times a factor, in the world's axes and for A - B in the caller's order.
func (s *solverStep) toward(v vec, factor float64) vec {
	if s.swapped {
		factor = -factor
	}
	return scaled(s.turn(scaled(v, factor)), 1)
}

// place returns the point v of the solvers' frame in the world.
func (s *solverStep) place(v vec) vec {
	v = s.turn(scaled(v, 1/s.scale))
	return vec{v[0] + s.origin[0] + 0, v[1] + s.origin[1] + 0, v[2] + s.origin[2] + 0}
}

// scaled returns v times f, without negative zeros.
func scaled(v vec, f float64) vec {
	return vec{float64(f*v[0]) + 0, float64(f*v[1]) + 0, float64(f*v[2]) + 0}
}

// unit returns the direction of v with length 1; v may be of any length but zero.
func unit(v vec) vec {
	big := max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2]))
	if big == 0 {
		return vec{}
	}
	_, e := math.Frexp(big)
	for i := range v {
		v[i] = math.Ldexp(v[i], -e)
	}
	return scaled(v, 1/math.Sqrt(dot(v, v)))
}

// dot returns the inner product.
func dot(v, w vec) float64 {
	return float64(v[0]*w[0]) + float64(v[1]*w[1]) + float64(v[2]*w[2])
}

// convert returns s for a reader: in the world, in the caller's unit and order.
func (n numbers) convert(s *solverStep) Step {
	out := s.Step
	inv := 1 / s.scale
	out.Lower, out.Upper = float64(s.Lower*inv)+0, float64(s.Upper*inv)+0
	out.Of = of[s.Algorithm]
	out.Reason = reasons[s.Algorithm+": "+s.Exit]
	out.Simplex = n.vertices(s, s.simplex)
	out.Vertices = n.vertices(s, s.vertices)
	for _, f := range s.faces {
		out.Faces = append(out.Faces, [3]int{int(f[0]), int(f[1]), int(f[2])})
	}
	out.HasBounds = !s.end || s.Algorithm == "exact"
	if s.end {
		out.Region, out.Kept = named(s.Region, out.Simplex)
		return out
	}
	search := 1.0
	if s.Algorithm == "gjk" {
		search = -1 // GJK looks from the nearest point of the simplex toward the origin
	}
	out.Direction = unit(s.toward(s.direction, search))
	if s.Algorithm == "sat" {
		s.ranges(&out)
		return out
	}
	out.HasPoints = true
	out.A, out.B = s.place(s.a), s.place(s.b)
	if s.swapped {
		out.A, out.B = out.B, out.A
	}
	out.W = n.vertex(s, s.w)
	out.Region, out.Kept = named(s.Region, append(out.Simplex[:len(out.Simplex):len(out.Simplex)], out.W))
	if s.Algorithm == "epa" {
		out.Region, out.Kept = region(out.Simplex), out.Simplex
	}
	return out
}

// ranges sets the intervals of a SAT step, measured from the world's origin along the axis from the caller's A to B.
func (s *solverStep) ranges(out *Step) {
	at := dot(out.Direction, s.origin)
	convert := func(r [2]float64) [2]float64 {
		lo, hi := r[0]/s.scale, r[1]/s.scale
		if s.swapped {
			lo, hi = -hi, -lo
		}
		return [2]float64{lo + at + 0, hi + at + 0}
	}
	out.RangeA, out.RangeB = convert(s.RangeA), convert(s.RangeB)
	if s.swapped {
		out.RangeA, out.RangeB = out.RangeB, out.RangeA
		out.Axis = exchanged(out.Axis)
	}
}

// exchanged returns the name of an axis for the bodies in the other order.
func exchanged(axis string) string {
	axis = strings.NewReplacer(" of A", " of B", " of B", " of A").Replace(axis)
	if b, a, pair := strings.Cut(axis, " x "); pair {
		return a + " x " + b
	}
	return axis
}

// named returns the region of a trace, which counts the vertices of the list from 1, by their own numbers, and the vertices.
func named(r string, list []Vertex) (string, []Vertex) {
	if r == "" {
		return "", nil
	}
	if r == inside {
		return r, list
	}
	_, places, _ := strings.Cut(r, " ")
	var kept []Vertex
	for p := range strings.SplitSeq(places, "-") {
		if i, err := strconv.Atoi(p); err == nil && i <= len(list) {
			kept = append(kept, list[i-1])
		}
	}
	return region(kept), kept
}

// inside is the region of a simplex around the origin.
const inside = "inside"

// region returns the words for one to three vertices.
func region(v []Vertex) string {
	if len(v) == 0 || len(v) > 3 {
		return ""
	}
	names := make([]string, len(v))
	for i, x := range v {
		names[i] = strconv.Itoa(x.Number)
	}
	return [...]string{"vertex ", "edge ", "face "}[len(v)-1] + strings.Join(names, "-")
}
