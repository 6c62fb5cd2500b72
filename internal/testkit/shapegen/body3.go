package shapegen

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/oracle"
)

// Body3 is a shape and its pose as plain numbers, named as in pair lines.
type Body3 struct {
	Kind           string // the word that files use
	Radius, Height float64
	Size           [3]float64 // a box's size, an ellipsoid's radii, a half-space's normal
	Offset         float64
	Points         [][3]float64
	Rounded        bool // wrapped in d3.Rounded
	Rounding       float64
	P              [3]float64
	Q              [4]float64 // x, y, z, w
}

// Shape returns the shape.
func (b *Body3) Shape() (d3.Shape, error) {
	var s d3.Convex
	switch b.Kind {
	case "sphere":
		s = d3.Sphere{Radius: b.Radius}
	case "capsule":
		s = d3.Capsule{Height: b.Height, Radius: b.Radius}
	case "box":
		s = d3.Box{Size: d3.Vec{X: b.Size[0], Y: b.Size[1], Z: b.Size[2]}}
	case "cylinder":
		s = d3.Cylinder{Radius: b.Radius, Height: b.Height}
	case "cone":
		s = d3.Cone{Radius: b.Radius, Height: b.Height}
	case "ellipsoid":
		s = d3.Ellipsoid{Radii: d3.Vec{X: b.Size[0], Y: b.Size[1], Z: b.Size[2]}}
	case "half-space":
		return d3.HalfSpace{Normal: d3.Vec{X: b.Size[0], Y: b.Size[1], Z: b.Size[2]}, Offset: b.Offset}, nil
	case "hull":
		pts := make([]d3.Vec, len(b.Points))
		for i, p := range b.Points {
			pts[i] = d3.Vec{X: p[0], Y: p[1], Z: p[2]}
		}
		h, err := d3.NewHull(pts)
		if err != nil {
			return nil, err
		}
		s = h
	default:
		return nil, fmt.Errorf("shapegen: no kind %q", b.Kind)
	}
	if b.Rounded {
		return d3.Rounded{Core: s, R: b.Rounding}, nil
	}
	return s, nil
}

// Pose returns the pose.
func (b *Body3) Pose() (d3.Pose, error) {
	r, err := d3.NewQuat(b.Q[0], b.Q[1], b.Q[2], b.Q[3])
	return d3.Pose{Pos: d3.Vec{X: b.P[0], Y: b.P[1], Z: b.P[2]}, Rot: r}, err
}

// Place returns the placed shape.
func (b *Body3) Place() (d3.Object, error) {
	s, err := b.Shape()
	if err != nil {
		return d3.Object{}, err
	}
	p, err := b.Pose()
	if err != nil {
		return d3.Object{}, err
	}
	return d3.Place(s, p)
}

// Half reports whether b is a half-space.
func (b *Body3) Half() bool { return b.Kind == "half-space" }

// Curved reports whether the core of b is neither a polytope nor a half-space.
func (b *Body3) Curved() bool {
	return b.Kind == "cylinder" || b.Kind == "cone" || b.Kind == "ellipsoid"
}

// Corners returns points whose hull is the core, in the frame of b; nil for curved cores and
// half-spaces.
func (b *Body3) Corners() [][3]float64 {
	switch b.Kind {
	case "sphere":
		return [][3]float64{{}}
	case "capsule":
		return [][3]float64{{0, 0, b.Height / 2}, {0, 0, -b.Height / 2}}
	case "hull":
		return b.Points
	case "box":
		var out [][3]float64
		for i := range 8 {
			c := scale(b.Size, 0.5)
			for k := range c {
				if i>>k&1 == 1 {
					c[k] = -c[k]
				}
			}
			out = append(out, c)
		}
		return out
	}
	return nil
}

// Margins returns the radii by which the core is grown.
func (b *Body3) Margins() []float64 {
	var m []float64
	if b.Kind == "sphere" || b.Kind == "capsule" {
		m = append(m, b.Radius)
	}
	if b.Rounded {
		m = append(m, b.Rounding)
	}
	return m
}

// Oracle returns what the oracle needs; false for curved cores.
func (b *Body3) Oracle() (*oracle.Body3, bool) {
	o := &oracle.Body3{Points: b.Corners(), Q: b.Q, P: b.P, Margins: b.Margins()}
	if b.Half() {
		o.Half, o.Normal, o.Offset = true, b.Size, b.Offset
	}
	return o, !b.Curved()
}

// Extent returns the largest side of the box around the shape in its own frame; 0 for a half-space.
func (b *Body3) Extent() float64 {
	var e float64
	switch b.Kind {
	case "cylinder", "cone":
		e = max(2*b.Radius, b.Height)
	case "ellipsoid":
		e = 2 * max(b.Size[0], b.Size[1], b.Size[2])
	default:
		lo, hi := bounds(b.Corners())
		d := sub(hi, lo)
		e = max(d[0], d[1], d[2])
	}
	for _, r := range b.Margins() {
		e += 2 * r
	}
	return e
}

// Center returns the middle of the box around the core in the frame of b.
func (b *Body3) Center() [3]float64 {
	if b.Kind != "hull" {
		return vector{}
	}
	lo, hi := bounds(b.Points)
	return add(scale(lo, 0.5), scale(hi, 0.5))
}

// bounds returns the box around the points.
func bounds(pts []vector) (lo, hi vector) {
	for i, p := range pts {
		for k := range p {
			if i == 0 || p[k] < lo[k] {
				lo[k] = p[k]
			}
			if i == 0 || p[k] > hi[k] {
				hi[k] = p[k]
			}
		}
	}
	return lo, hi
}

// rows returns R(q)/(q.q) by rows, in floats.
func rows(q [4]float64) [3]vector {
	x, y, z, w := q[0], q[1], q[2], q[3]
	n := float64(x*x) + float64(y*y) + float64(z*z) + float64(w*w)
	mul := func(a, b float64) float64 { return float64(a*b) * 2 / n }
	return [3]vector{
		{1 - (mul(y, y) + mul(z, z)), mul(x, y) - mul(w, z), mul(x, z) + mul(w, y)},
		{mul(x, y) + mul(w, z), 1 - (mul(x, x) + mul(z, z)), mul(y, z) - mul(w, x)},
		{mul(x, z) - mul(w, y), mul(y, z) + mul(w, x), 1 - (mul(x, x) + mul(y, y))},
	}
}

// Turn returns v turned by the rotation of b, rounded.
func (b *Body3) Turn(v [3]float64) [3]float64 {
	m := rows(b.Q)
	return vector{dot(m[0], v), dot(m[1], v), dot(m[2], v)}
}

// Back returns v turned by the inverse rotation, rounded.
func (b *Body3) Back(v [3]float64) [3]float64 {
	m := rows(b.Q)
	return add(add(scale(m[0], v[0]), scale(m[1], v[1])), scale(m[2], v[2]))
}

// json writes the body as in a pair line.
func (b *Body3) json(w *strings.Builder) {
	fmt.Fprintf(w, `{"shape":{"type":%q`, b.Kind)
	switch b.Kind {
	case "sphere":
		field(w, "radius", b.Radius)
	case "capsule", "cylinder", "cone":
		field(w, "radius", b.Radius)
		field(w, "height", b.Height)
	case "box":
		list(w, "size", b.Size[:])
	case "ellipsoid":
		list(w, "radii", b.Size[:])
	case "half-space":
		list(w, "normal", b.Size[:])
		field(w, "offset", b.Offset)
	case "hull":
		w.WriteString(`,"points":[`)
		for i, p := range b.Points {
			if i > 0 {
				w.WriteByte(',')
			}
			numbers(w, p[:])
		}
		w.WriteByte(']')
	}
	if b.Rounded {
		field(w, "rounding", b.Rounding)
	}
	w.WriteString(`},"pose":{"p":`)
	numbers(w, b.P[:])
	list(w, "q", b.Q[:])
	w.WriteString("}}")
}

func field(w *strings.Builder, name string, v float64) {
	fmt.Fprintf(w, ",%q:%s", name, number(v))
}

func list(w *strings.Builder, name string, v []float64) {
	fmt.Fprintf(w, ",%q:", name)
	numbers(w, v)
}

func numbers(w *strings.Builder, v []float64) {
	w.WriteByte('[')
	for i, f := range v {
		if i > 0 {
			w.WriteByte(',')
		}
		w.WriteString(number(f))
	}
	w.WriteByte(']')
}

// number prints f so that it reads back to the same double.
func number(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// Pair3 is a pair of bodies.
type Pair3 struct{ A, B Body3 }

// Swapped returns the pair in the other order.
func (p Pair3) Swapped() Pair3 { return Pair3{p.B, p.A} }

// Curved reports whether one of the cores is curved.
func (p *Pair3) Curved() bool { return p.A.Curved() || p.B.Curved() }

// Place places both bodies.
func (p *Pair3) Place() (a, b d3.Object, err error) {
	if a, err = p.A.Place(); err != nil {
		return a, b, fmt.Errorf("a: %w", err)
	}
	if b, err = p.B.Place(); err != nil {
		return a, b, fmt.Errorf("b: %w", err)
	}
	return a, b, nil
}

// Oracle returns the exact answer; false when a core is curved.
func (p *Pair3) Oracle() (oracle.Answer, bool) {
	a, okA := p.A.Oracle()
	b, okB := p.B.Oracle()
	if !okA || !okB {
		return oracle.Answer{}, false
	}
	return oracle.Solve3(a, b), true
}

// Line returns the pair as a line for `collide query`.
func (p *Pair3) Line(id string) string {
	var w strings.Builder
	fmt.Fprintf(&w, `{"id":%q,"dim":3,"a":`, id)
	p.A.json(&w)
	w.WriteString(`,"b":`)
	p.B.json(&w)
	w.WriteString("}")
	return w.String()
}

// String returns the pair as a line.
func (p Pair3) String() string { return p.Line("pair") }
