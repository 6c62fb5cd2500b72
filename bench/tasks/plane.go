package tasks

import "github.com/collide-go/collide/d2"

// Task2 is a question in the plane.
type Task2 = Task[d2.Vec, d2.Object, d2.Ray, d2.Sweep, d2.Motion]

var plane = maker[d2.Vec, d2.Object, d2.Ray, d2.Sweep, d2.Motion]{
	vec:    (*words).vec2,
	object: func(w *Work, r *words) d2.Object { return check(d2.Place(find[d2.Shape](w, r), r.pose2()))(r) },
	ray:    d2.NewRay,
	sweep: func(along d2.Vec, most float64) (d2.Sweep, error) {
		return d2.NewSweep(along, most, d2.SweepOptions{})
	},
	motion:  func(r *words) d2.Motion { return check(d2.NewMotion(r.vec2(), r.number(), r.vec2()))(r) },
	corners: 3,
}

func (r *words) vec2() d2.Vec { return d2.Vec{X: r.number(), Y: r.number()} }

func (r *words) pose2() d2.Pose {
	p := r.vec2()
	return d2.Pose{Pos: p, Rot: check(d2.NewCosSin(r.number(), r.number()))(r)}
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
		return check(d2.NewPolygon(list(r, r.vec2)))(r)
	case "compound":
		part := func() d2.Part { return d2.Part{Shape: find[d2.Shape](w, r), Pose: r.pose2()} }
		return check(d2.NewCompound(list(r, part)))(r)
	}
	r.fail("unknown shape %q", name)
	return nil
}
