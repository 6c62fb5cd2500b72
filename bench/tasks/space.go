package tasks

import "github.com/collide-go/collide/d3"

// Task3 is a question in space.
type Task3 = Task[d3.Vec, d3.Object, d3.Ray, d3.Sweep, d3.Motion]

var space = maker[d3.Vec, d3.Object, d3.Ray, d3.Sweep, d3.Motion]{
	vec:    (*words).vec3,
	object: func(w *Work, r *words) d3.Object { return check(d3.Place(find[d3.Shape](w, r), r.pose3()))(r) },
	ray:    d3.NewRay,
	sweep: func(along d3.Vec, most float64) (d3.Sweep, error) {
		return d3.NewSweep(along, most, d3.SweepOptions{})
	},
	motion:  func(r *words) d3.Motion { return check(d3.NewMotion(r.vec3(), r.vec3(), r.vec3()))(r) },
	corners: 4,
}

func (r *words) vec3() d3.Vec { return d3.Vec{X: r.number(), Y: r.number(), Z: r.number()} }

func (r *words) pose3() d3.Pose {
	p := r.vec3()
	return d3.Pose{Pos: p, Rot: check(d3.NewQuat(r.number(), r.number(), r.number(), r.number()))(r)}
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
		return check(d3.NewHull(list(r, r.vec3)))(r)
	case "compound":
		part := func() d3.Part { return d3.Part{Shape: find[d3.Shape](w, r), Pose: r.pose3()} }
		return check(d3.NewCompound(list(r, part)))(r)
	}
	r.fail("unknown shape %q", name)
	return nil
}
