package shapegen

import (
	"fmt"
	"strings"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/oracle"
)

// Body2 is a shape and its pose as plain numbers, named as in pair lines.
type Body2 struct {
	Kind           string // the word that files use
	Radius, Height float64
	Size           [2]float64 // a box's size, an ellipse's radii, a half-space's normal
	Offset         float64
	Points         [][2]float64
	Rounded        bool // wrapped in d2.Rounded
	Rounding       float64
	P              [2]float64
	CS             [2]float64 // cosine and sine
}

// Shape returns the shape.
func (b *Body2) Shape() (d2.Shape, error) {
	var s d2.Convex
	switch b.Kind {
	case "circle":
		s = d2.Circle{Radius: b.Radius}
	case "capsule":
		s = d2.Capsule{Height: b.Height, Radius: b.Radius}
	case "box":
		s = d2.Box{Size: d2.Vec{X: b.Size[0], Y: b.Size[1]}}
	case "ellipse":
		s = d2.Ellipse{Radii: d2.Vec{X: b.Size[0], Y: b.Size[1]}}
	case "half-space":
		return d2.HalfSpace{Normal: d2.Vec{X: b.Size[0], Y: b.Size[1]}, Offset: b.Offset}, nil
	case "hull", "polygon":
		pts := make([]d2.Vec, len(b.Points))
		for i, p := range b.Points {
			pts[i] = d2.Vec{X: p[0], Y: p[1]}
		}
		if b.Kind == "hull" {
			h, err := d2.NewHull(pts)
			if err != nil {
				return nil, err
			}
			s = h
			break
		}
		h, err := d2.NewPolygon(pts)
		if err != nil {
			return nil, err
		}
		s = h
	default:
		return nil, fmt.Errorf("shapegen: no kind %q", b.Kind)
	}
	if b.Rounded {
		return d2.Rounded{Core: s, R: b.Rounding}, nil
	}
	return s, nil
}

// Pose returns the pose.
func (b *Body2) Pose() (d2.Pose, error) {
	r, err := d2.NewCosSin(b.CS[0], b.CS[1])
	return d2.Pose{Pos: d2.Vec{X: b.P[0], Y: b.P[1]}, Rot: r}, err
}

// Place returns the placed shape.
func (b *Body2) Place() (d2.Object, error) {
	s, err := b.Shape()
	if err != nil {
		return d2.Object{}, err
	}
	p, err := b.Pose()
	if err != nil {
		return d2.Object{}, err
	}
	return d2.Place(s, p)
}

// Half reports whether b is a half-space.
func (b *Body2) Half() bool { return b.Kind == "half-space" }

// Curved reports whether the core of b is neither a polytope nor a half-space.
func (b *Body2) Curved() bool { return b.Kind == "ellipse" }

// Corners returns points whose hull is the core, in the frame of b; nil for curved cores and
// half-spaces.
func (b *Body2) Corners() [][2]float64 {
	switch b.Kind {
	case "circle":
		return [][2]float64{{}}
	case "capsule":
		return [][2]float64{{b.Height / 2, 0}, {-b.Height / 2, 0}}
	case "hull", "polygon":
		return b.Points
	case "box":
		x, y := b.Size[0]/2, b.Size[1]/2
		return [][2]float64{{x, y}, {-x, y}, {-x, -y}, {x, -y}}
	}
	return nil
}

// corners returns the corners with a third coordinate.
func (b *Body2) corners() []vector {
	var out []vector
	for _, c := range b.Corners() {
		out = append(out, vector{c[0], c[1]})
	}
	return out
}

// Margins returns the radii by which the core is grown.
func (b *Body2) Margins() []float64 {
	var m []float64
	if b.Kind == "circle" || b.Kind == "capsule" {
		m = append(m, b.Radius)
	}
	if b.Rounded {
		m = append(m, b.Rounding)
	}
	return m
}

// Oracle returns what the oracle needs; false for curved cores.
func (b *Body2) Oracle() (*oracle.Body2, bool) {
	o := &oracle.Body2{Points: b.Corners(), CS: b.CS, P: b.P, Margins: b.Margins()}
	if b.Half() {
		o.Half, o.Normal, o.Offset = true, b.Size, b.Offset
	}
	return o, !b.Curved()
}

// Extent returns the largest side of the box around the shape in its own frame; 0 for a half-space.
func (b *Body2) Extent() float64 {
	var e float64
	if b.Kind == "ellipse" {
		e = 2 * max(b.Size[0], b.Size[1])
	} else {
		lo, hi := bounds(b.corners())
		d := sub(hi, lo)
		e = max(d[0], d[1])
	}
	for _, r := range b.Margins() {
		e += 2 * r
	}
	return e
}

// Center returns the middle of the box around the core in the frame of b.
func (b *Body2) Center() [3]float64 {
	if b.Kind != "hull" && b.Kind != "polygon" {
		return vector{}
	}
	lo, hi := bounds(b.corners())
	return add(scale(lo, 0.5), scale(hi, 0.5))
}

// Turn returns v turned by the rotation of b, rounded; the third coordinate stays zero.
func (b *Body2) Turn(v [3]float64) [3]float64 {
	c, s := b.CS[0], b.CS[1]
	return vector{float64(c*v[0]) - float64(s*v[1]), float64(s*v[0]) + float64(c*v[1])}
}

// Back returns v turned by the inverse rotation, rounded.
func (b *Body2) Back(v [3]float64) [3]float64 {
	c, s := b.CS[0], b.CS[1]
	return vector{float64(c*v[0]) + float64(s*v[1]), float64(c*v[1]) - float64(s*v[0])}
}

// json writes the body as in a pair line.
func (b *Body2) json(w *strings.Builder) {
	fmt.Fprintf(w, `{"shape":{"type":%q`, b.Kind)
	switch b.Kind {
	case "circle":
		field(w, "radius", b.Radius)
	case "capsule":
		field(w, "radius", b.Radius)
		field(w, "height", b.Height)
	case "box":
		list(w, "size", b.Size[:])
	case "ellipse":
		list(w, "radii", b.Size[:])
	case "half-space":
		list(w, "normal", b.Size[:])
		field(w, "offset", b.Offset)
	case "hull", "polygon":
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
	list(w, "cos_sin", b.CS[:])
	w.WriteString("}}")
}

// Pair2 is a pair of bodies.
type Pair2 struct{ A, B Body2 }

// Swapped returns the pair in the other order.
func (p Pair2) Swapped() Pair2 { return Pair2{p.B, p.A} }

// Curved reports whether one of the cores is curved.
func (p *Pair2) Curved() bool { return p.A.Curved() || p.B.Curved() }

// Place places both bodies.
func (p *Pair2) Place() (a, b d2.Object, err error) {
	if a, err = p.A.Place(); err != nil {
		return a, b, fmt.Errorf("a: %w", err)
	}
	if b, err = p.B.Place(); err != nil {
		return a, b, fmt.Errorf("b: %w", err)
	}
	return a, b, nil
}

// Oracle returns the exact answer; false when a core is curved.
func (p *Pair2) Oracle() (oracle.Answer, bool) {
	a, okA := p.A.Oracle()
	b, okB := p.B.Oracle()
	if !okA || !okB {
		return oracle.Answer{}, false
	}
	return oracle.Solve2(a, b), true
}

// Line returns the pair as a line for `collide query`.
func (p *Pair2) Line(id string) string {
	var w strings.Builder
	fmt.Fprintf(&w, `{"id":%q,"dim":2,"a":`, id)
	p.A.json(&w)
	w.WriteString(`,"b":`)
	p.B.json(&w)
	w.WriteString("}")
	return w.String()
}

// String returns the pair as a line.
func (p Pair2) String() string { return p.Line("pair") }
