package tasks

import (
	"fmt"

	"github.com/collide-go/collide/d2"
)

// Task2 is a question in the plane, with the fields that its kind needs.
type Task2 struct {
	A, B       d2.Object
	Ray        d2.Ray
	Sweep      d2.Sweep
	MA, MB     d2.Motion
	Most       float64 // of t, with its end
	Point      d2.Vec
	Start, End [3]d2.Vec
}

func (r *words) vec2() d2.Vec { return d2.Vec{X: r.number(), Y: r.number()} }

func (r *words) pose2() d2.Pose {
	p := r.vec2()
	c, n := r.number(), r.number()
	return d2.Pose{Pos: p, Rot: check[d2.Rot](r)(d2.NewCosSin(c, n))}
}

func (w *Work) shape2(name string, r *words) any {
	switch name {
	case "circle":
		return d2.Circle{Radius: r.number()}
	case "capsule":
		return d2.Capsule{Height: 2 * r.number(), Radius: r.number()}
	case "box":
		return d2.Box{Size: r.vec2().Scale(2)}
	case "polygon":
		points := make([]d2.Vec, r.count())
		for i := range points {
			points[i] = r.vec2()
		}
		return check[*d2.Polygon](r)(d2.NewPolygon(points))
	case "compound":
		parts := make([]d2.Part, r.count())
		for i := range parts {
			parts[i] = d2.Part{Shape: w.find2(r), Pose: r.pose2()}
		}
		return check[*d2.Compound](r)(d2.NewCompound(parts))
	}
	r.fail("unknown shape %q", name)
	return d2.Circle{}
}

// find2 returns the shape that the next word names.
func (w *Work) find2(r *words) d2.Shape {
	s, ok := w.shapes[r.word()].(d2.Shape)
	if !ok {
		r.fail("unknown shape")
		return d2.Circle{}
	}
	return s
}

func (w *Work) object2(r *words) d2.Object {
	s := w.find2(r)
	return check[d2.Object](r)(d2.Place(s, r.pose2()))
}

func (w *Work) task2(kind string, r *words) (t Task2) {
	switch kind {
	case "ray":
		t.A = w.object2(r)
		t.Ray = check[d2.Ray](r)(d2.NewRay(r.vec2(), r.vec2(), r.most(&t.Most)))
	case "point":
		t.A = w.object2(r)
		t.Point = r.vec2()
	case "sweep":
		t.A, t.B = w.object2(r), w.object2(r)
		t.Sweep = check[d2.Sweep](r)(d2.NewSweep(r.vec2(), r.most(&t.Most), d2.SweepOptions{}))
	case "motion":
		t.A = w.object2(r)
		t.MA = check[d2.Motion](r)(d2.NewMotion(r.vec2(), r.number(), r.vec2()))
		t.B = w.object2(r)
		t.MB = check[d2.Motion](r)(d2.NewMotion(r.vec2(), r.number(), r.vec2()))
		r.most(&t.Most)
	case "vertices":
		t.Most = 1
		r.word()
		for _, p := range [2]*[3]d2.Vec{&t.Start, &t.End} {
			for i := range p {
				p[i] = r.vec2()
			}
		}
	default:
		r.err = fmt.Errorf("unknown record %q", kind)
	}
	return t
}
