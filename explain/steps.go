package explain

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// vec is a vector of either dimension; in 2D the third number is zero.
type vec = [3]float64

// solverStep is a step of a Trace of either dimension, in the solvers' frame, with the way from
// there to the world.
type solverStep struct {
	Step // all but the fields below, which wait for their conversion

	scale     float64
	swapped   bool
	region    collide.Region
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
func from2(s *d2.Step) *solverStep {
	out := &solverStep{
		Step: Step{
			Stage: s.Stage, Exit: s.Exit, Axis: s.Axis, RangeA: s.RangeA, RangeB: s.RangeB, Lower: s.Lower,
			Upper: s.Upper,
		},
		region: s.Region, scale: s.Scale, swapped: s.Swapped,
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

// from3 returns a step of a 3D trace.
func from3(s *d3.Step) *solverStep {
	out := &solverStep{
		Step: Step{
			Stage: s.Stage, Exit: s.Exit, Axis: s.Axis, RangeA: s.RangeA, RangeB: s.RangeB, Lower: s.Lower,
			Upper: s.Upper,
		},
		region: s.Region, scale: s.Scale, swapped: s.Swapped,
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

// numbers gives each point of C its number. A point is known by its coordinates in the solvers'
// frame, which are the same wherever it comes up again.
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

// toward returns the vector v of the solvers' C, times a factor, in the world's axes and for A - B
// in the caller's order.
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
	out.Simplex = n.vertices(s, s.simplex)
	out.Vertices = n.vertices(s, s.vertices)
	for _, f := range s.faces {
		out.Faces = append(out.Faces, [3]int{int(f[0]), int(f[1]), int(f[2])})
	}
	end := s.direction == vec{} // an end that took no turn
	out.HasBounds = !end || s.Stage == collide.StageExact
	switch {
	case end:
	case s.Stage == collide.StageSAT:
		out.Direction = unit(s.toward(s.direction, 1))
		s.ranges(&out)
		return out
	default:
		search := 1.0
		if s.Stage == collide.StageGJK {
			search = -1 // GJK looks from the nearest point of the simplex toward the origin
		}
		out.Direction = unit(s.toward(s.direction, search))
		out.HasPoints = true
		out.A, out.B = s.place(s.a), s.place(s.b)
		if s.swapped {
			out.A, out.B = out.B, out.A
		}
		out.W = n.vertex(s, s.w)
	}
	out.Kept = s.kept(&out)
	return out
}

// kept returns the vertices of the region of a step.
func (s *solverStep) kept(out *Step) []Vertex {
	if s.Stage == collide.StageEPA {
		return out.Simplex
	}
	var kept []Vertex
	for _, i := range s.region.Vertices[:s.region.N] {
		if v := out.W; int(i) < len(out.Simplex) {
			kept = append(kept, out.Simplex[i])
		} else if v.Number > 0 {
			kept = append(kept, v)
		}
	}
	return kept
}

// ranges sets the intervals of a SAT step, measured from the world's origin along the axis from the
// caller's A to B.
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

// exchanged returns an axis for the bodies in the other order.
func exchanged(a collide.Axis) collide.Axis {
	a.A, a.B = a.B, a.A
	switch a.Source {
	case collide.AxisFaceA:
		a.Source = collide.AxisFaceB
	case collide.AxisFaceB:
		a.Source = collide.AxisFaceA
	default:
	}
	return a
}
