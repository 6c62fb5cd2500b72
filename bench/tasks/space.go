package tasks

import (
	"fmt"

	"github.com/collide-go/collide/d3"
)

// Task3 is a question in space, with the fields that its kind needs.
type Task3 struct {
	A, B       d3.Object
	Ray        d3.Ray
	Sweep      d3.Sweep
	MA, MB     d3.Motion
	Most       float64 // of t, with its end
	Point      d3.Vec
	Start, End [4]d3.Vec
	Edges      bool
}

// check puts the error of a constructor down.
func check[T any](r *words) func(T, error) T {
	return func(x T, err error) T {
		if err != nil {
			r.fail("%w", err)
		}
		return x
	}
}

func (r *words) vec3() d3.Vec { return d3.Vec{X: r.number(), Y: r.number(), Z: r.number()} }

func (r *words) pose3() d3.Pose {
	p := r.vec3()
	q := [4]float64{r.number(), r.number(), r.number(), r.number()}
	return d3.Pose{Pos: p, Rot: check[d3.Rot](r)(d3.NewQuat(q[0], q[1], q[2], q[3]))}
}

func (w *Work) shape3(name string, r *words) any {
	switch name {
	case "sphere":
		return d3.Sphere{Radius: r.number()}
	case "capsule":
		return d3.Capsule{Height: 2 * r.number(), Radius: r.number()}
	case "cylinder":
		return d3.Cylinder{Height: 2 * r.number(), Radius: r.number()}
	case "box":
		return d3.Box{Size: r.vec3().Scale(2)}
	case "hull":
		points := make([]d3.Vec, r.count())
		for i := range points {
			points[i] = r.vec3()
		}
		return check[*d3.Hull](r)(d3.NewHull(points))
	case "compound":
		parts := make([]d3.Part, r.count())
		for i := range parts {
			parts[i] = d3.Part{Shape: w.find3(r), Pose: r.pose3()}
		}
		return check[*d3.Compound](r)(d3.NewCompound(parts))
	}
	r.fail("unknown shape %q", name)
	return d3.Sphere{}
}

// find3 returns the shape that the next word names.
func (w *Work) find3(r *words) d3.Shape {
	s, ok := w.shapes[r.word()].(d3.Shape)
	if !ok {
		r.fail("unknown shape")
		return d3.Sphere{}
	}
	return s
}

func (w *Work) object3(r *words) d3.Object {
	s := w.find3(r)
	return check[d3.Object](r)(d3.Place(s, r.pose3()))
}

func (w *Work) task3(kind string, r *words) (t Task3) {
	switch kind {
	case "ray":
		t.A = w.object3(r)
		t.Ray = check[d3.Ray](r)(d3.NewRay(r.vec3(), r.vec3(), r.most(&t.Most)))
	case "point":
		t.A = w.object3(r)
		t.Point = r.vec3()
	case "sweep":
		t.A, t.B = w.object3(r), w.object3(r)
		t.Sweep = check[d3.Sweep](r)(d3.NewSweep(r.vec3(), r.most(&t.Most), d3.SweepOptions{}))
	case "motion":
		t.A = w.object3(r)
		t.MA = check[d3.Motion](r)(d3.NewMotion(r.vec3(), r.vec3(), r.vec3()))
		t.B = w.object3(r)
		t.MB = check[d3.Motion](r)(d3.NewMotion(r.vec3(), r.vec3(), r.vec3()))
		r.most(&t.Most)
	case "vertices":
		t.Most = 1
		t.Edges = r.word() == "edge-edge"
		for _, p := range [2]*[4]d3.Vec{&t.Start, &t.End} {
			for i := range p {
				p[i] = r.vec3()
			}
		}
	default:
		r.err = fmt.Errorf("unknown record %q", kind)
	}
	return t
}
