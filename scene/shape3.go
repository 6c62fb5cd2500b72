package scene

import (
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// convex3 returns the shape at node i, which is no compound, and whether it is one.
func (d *Decoder) convex3(i int32) (d3.Shape, bool) {
	since := d.tree.here()
	typ, f := d.tree.openShape(i, 3)
	var core d3.Convex
	switch typ {
	case "sphere":
		core = d3.Sphere{Radius: f.size("radius")}
	case "box":
		core = d3.Box{Size: f.sizes3("size")}
	case "capsule":
		core = d3.Capsule{Height: f.size("height"), Radius: f.size("radius")}
	case "cylinder":
		core = d3.Cylinder{Radius: f.size("radius"), Height: f.size("height")}
	case "cone":
		core = d3.Cone{Radius: f.size("radius"), Height: f.size("height")}
	case "ellipsoid":
		core = d3.Ellipsoid{Radii: f.sizes3("radii")}
	case "hull":
		core = d.hull3(&f)
	}
	var s d3.Shape = core
	switch {
	case typ == "half-space":
		s = d3.HalfSpace{Normal: f.vec3("normal"), Offset: f.number("offset")}
	case typ == "mesh":
		s = d.mesh3(&f)
	case typ == "height-field":
		s = d.heightField(&f)
	case f.get("rounding") != 0:
		s = d3.Rounded{Core: core, R: f.size("rounding")}
	}
	return s, d.tree.clean(since)
}

// vec3 returns the vector of a key.
func (f *fields) vec3(key string) d3.Vec {
	var x [3]float64
	f.numbers(key, x[:])
	return d3.Vec{X: x[0], Y: x[1], Z: x[2]}
}

// sizes3 returns the vector of a key, of numbers that are not negative.
func (f *fields) sizes3(key string) d3.Vec {
	var x [3]float64
	f.sizes(key, x[:])
	return d3.Vec{X: x[0], Y: x[1], Z: x[2]}
}

// hull3 returns the hull of given points or of a mesh file.
func (d *Decoder) hull3(f *fields) d3.Convex {
	t := &d.tree
	file, points := f.get("file"), f.get("points")
	switch {
	case file != 0 && points != 0:
		f.fail(t.fail(max(file, points), ErrConflictingFields, "points or a file, not both").at("file"))
		return nil
	case file != 0:
		return d.hullFile(f, file)
	}
	for _, k := range []string{"scale", "units"} {
		if c := f.get(k); c != 0 {
			f.fail(t.fail(c, ErrConflictingFields, k+" goes with a file").at(k))
		}
	}
	f.need("points", "a hull needs points, or the file of a mesh")
	list := d.vecs3(f)
	if !f.ok {
		return nil
	}
	h, err := d3.NewHull(list)
	if err != nil {
		f.fail(t.refused(err, f.i))
	}
	return h
}

// hullFile returns the hull of the mesh file named at node c.
func (d *Decoder) hullFile(f *fields, c int32) d3.Convex {
	key := hullKey{path: f.text("file"), scale: [3]float64{1, 1, 1}}
	f.factors(key.scale[:])
	key.unit = d.meshUnits(f)
	if !f.ok {
		return nil
	}
	h, e := d.hullOf(key)
	if e != nil {
		e.Line = d.tree.line(c)
		f.fail(e.at("file"))
		return nil
	}
	if h.note.Code != "" {
		d.tree.note(c, "file", h.note.Code, h.note.Message)
	}
	return h.hull
}

// factors fills dst from the list of the scale, if it is there: numbers that are not zero.
func (f *fields) factors(dst []float64) {
	const key = "scale"
	f.numbers(key, dst)
	for k, x := range dst {
		if x == 0 && f.ok {
			e := &Error{Code: collide.ErrOutOfRange, Message: "a scale is not zero"}
			e.index(k).at(key)
			e.Line = f.t.lineOf(f.i, e.Path)
			f.fail(e)
		}
	}
}

// vecs3 returns the points of a hull, in a slice that the next call overwrites.
func (d *Decoder) vecs3(f *fields) []d3.Vec {
	c := f.list("points", "a list of points")
	if c == 0 {
		f.ok = false
		return nil
	}
	since := d.tree.here()
	d.points3 = d.points3[:0]
	if d.spend(c) {
		d.points3 = slices.Grow(d.points3, int(d.tree.nodes[c].n))
		d.eachPoint(c, 3, func(x []float64) { d.points3 = append(d.points3, d3.Vec{X: x[0], Y: x[1], Z: x[2]}) })
	}
	d.tree.under(since, "points")
	f.ok = f.ok && d.tree.clean(since)
	return d.points3
}

// eachPoint calls f for each point of the list at node i. Where some are none it may call f too
// often.
func (d *Decoder) eachPoint(i int32, dim int, f func(x []float64)) {
	t := &d.tree
	var x [3]float64
	if text := t.nodes[i].text; text != "" {
		b := block{s: text, pos: 1}
		left := t.nodes[i].n
		for ; left > 0 && b.list(x[:dim]); left-- {
			f(x[:dim])
			b.space()
			b.pos++ // the comma or the closing bracket
		}
		if left == 0 {
			return
		}
	}
	k := 0
	for c := t.child(i); c != 0; c = t.nodes[c].next {
		since := t.here()
		if t.numbers(c, x[:dim]) {
			f(x[:dim])
		}
		t.underIndex(since, k)
		k++
	}
}

// pose3 returns the pose at node i, the identity for 0.
func (d *Decoder) pose3(i int32) d3.Pose {
	var p d3.Pose
	if i == 0 {
		return p
	}
	f := d.tree.openOwn(i, keysPose3, ownPose3)
	for _, k := range keysPose3[ownPose3:] {
		f.otherDimension(k, "a rotation in space is q, rpy or axis_angle, or rpy_deg or axis_angle_deg")
	}
	f.atMostOne("q", "rpy", "axis_angle", "rpy_deg", "axis_angle_deg")
	p.Pos = f.vec3("p")
	var q, aa, aaDeg [4]float64
	f.numbers("q", q[:])
	f.numbers("axis_angle", aa[:])
	f.numbers("axis_angle_deg", aaDeg[:])
	rpy, rpyDeg := f.vec3("rpy"), f.vec3("rpy_deg")
	var err error
	key := ""
	switch {
	case !f.ok:
	case f.get("q") != 0:
		key = "q"
		if q == [4]float64{1} {
			d.tree.note(f.get(key), key, HalfTurn,
				"this is half a turn about X; a quaternion has w last, and the identity is [0, 0, 0, 1]")
		}
		p.Rot, err = d3.NewQuat(q[0], q[1], q[2], q[3])
	case f.get("rpy") != 0:
		key = "rpy"
		f.radians(key, "rpy_deg", rpy.X, rpy.Y, rpy.Z)
		p.Rot, err = d3.NewRPY(rpy.X, rpy.Y, rpy.Z)
	case f.get("axis_angle") != 0:
		key = "axis_angle"
		f.radians(key, "axis_angle_deg", aa[3])
		p.Rot, err = d3.NewAxisAngle(d3.Vec{X: aa[0], Y: aa[1], Z: aa[2]}, aa[3])
	case f.get("rpy_deg") != 0:
		key = "rpy_deg"
		p.Rot, err = d3.NewRPYDegrees(rpyDeg.X, rpyDeg.Y, rpyDeg.Z)
	case f.get("axis_angle_deg") != 0:
		key = "axis_angle_deg"
		p.Rot, err = d3.NewAxisAngleDegrees(d3.Vec{X: aaDeg[0], Y: aaDeg[1], Z: aaDeg[2]}, aaDeg[3])
	}
	f.rotation(key, err)
	return p
}
