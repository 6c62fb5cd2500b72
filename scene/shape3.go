package scene

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// keys3 are the shapes in 3D and their keys.
var keys3 = map[string][]string{
	"sphere":     {"type", "rounding", "radius"},
	"box":        {"type", "rounding", "size"},
	"capsule":    {"type", "rounding", "radius", "height"},
	"cylinder":   {"type", "rounding", "radius", "height"},
	"cone":       {"type", "rounding", "radius", "height"},
	"ellipsoid":  {"type", "rounding", "radii"},
	"hull":       {"type", "rounding", "points", "file", "scale"},
	"half-space": {"type", "normal", "offset"},
}

// object3 returns the shape at node shape, placed at the pose at node pose; 0 means the identity.
func (d *Decoder) object3(shape, pose int32) (d3.Object, *Error) {
	s, e := d.shape3(shape)
	if e != nil {
		return d3.Object{}, e.at("shape")
	}
	p, e := d.pose3(pose)
	if e != nil {
		return d3.Object{}, e.at("pose")
	}
	o, err := d3.Place(s, p)
	if err != nil {
		return d3.Object{}, d.tree.refused(err, shape).at("shape")
	}
	return o, nil
}

// shape3 returns the shape at node i.
func (d *Decoder) shape3(i int32) (d3.Shape, *Error) {
	typ, f := d.tree.openShape(i, keys3, keys2, "3D")
	if f.err != nil {
		return nil, f.err
	}
	var core d3.Convex
	switch typ {
	case "sphere":
		core = d3.Sphere{Radius: f.number("radius")}
	case "box":
		core = d3.Box{Size: f.vec3("size")}
	case "capsule":
		core = d3.Capsule{Height: f.number("height"), Radius: f.number("radius")}
	case "cylinder":
		core = d3.Cylinder{Radius: f.number("radius"), Height: f.number("height")}
	case "cone":
		core = d3.Cone{Radius: f.number("radius"), Height: f.number("height")}
	case "ellipsoid":
		core = d3.Ellipsoid{Radii: f.vec3("radii")}
	case "half-space":
		return d3.HalfSpace{Normal: f.vec3("normal"), Offset: f.number("offset")}, f.err
	case "hull":
		core = d.hull3(&f)
	}
	if f.err == nil && f.get("rounding") != 0 {
		core = d3.Rounded{Core: core, R: f.number("rounding")}
	}
	return core, f.err
}

// vec3 returns the vector of a key that must be there.
func (f *fields) vec3(key string) d3.Vec {
	var x [3]float64
	f.numbers(key, x[:])
	return d3.Vec{X: x[0], Y: x[1], Z: x[2]}
}

// hull3 returns the hull of given points or of a mesh file.
func (d *Decoder) hull3(f *fields) d3.Convex {
	if c := f.get("file"); c != 0 && f.err == nil {
		if f.get("points") != 0 {
			f.err = d.tree.fail(max(c, f.get("points")), ConflictingFields, "points or a file, not both").at("file")
			return nil
		}
		return d.hullFile(f, c)
	}
	if c := f.get("scale"); c != 0 && f.err == nil {
		f.err = d.tree.fail(c, ConflictingFields, "scale goes with a file").at("scale")
	}
	points := d.vecs3(f)
	if f.err != nil {
		return nil
	}
	h, err := d3.NewHull(points)
	if err != nil {
		f.err = d.tree.refused(err, f.i)
		return nil
	}
	return h
}

// hullFile returns the hull of the mesh file named at node c.
func (d *Decoder) hullFile(f *fields, c int32) d3.Convex {
	path := f.text("file")
	scale := [3]float64{1, 1, 1}
	if f.get("scale") != 0 {
		f.numbers("scale", scale[:])
	}
	for k, x := range scale {
		if x == 0 && f.err == nil {
			e := &Error{Code: collide.ErrOutOfRange.Error(), Message: "a scale is not zero", cause: collide.ErrOutOfRange}
			e.index(k).at("scale")
			e.Line = d.tree.lineOf(f.i, e.Path)
			f.err = e
		}
	}
	if f.err != nil {
		return nil
	}
	h, e := d.hullOf(path, scale)
	if e != nil {
		e.Line = d.tree.line(c)
		f.err = e.at("file")
		return nil
	}
	return h
}

// vecs3 returns the points of a hull, in a slice that the next call overwrites.
func (d *Decoder) vecs3(f *fields) []d3.Vec {
	i := f.need("points")
	if f.err != nil {
		return nil
	}
	t := &d.tree
	if t.nodes[i].kind != list {
		f.err = t.wrongType(i, "a list of points").at("points")
		return nil
	}
	d.points3 = d.points3[:0]
	for c := t.nodes[i].first; c != 0; c = t.nodes[c].next {
		var x [3]float64
		if e := t.numbers(c, x[:]); e != nil {
			f.err = e.index(len(d.points3)).at("points")
			return nil
		}
		d.points3 = append(d.points3, d3.Vec{X: x[0], Y: x[1], Z: x[2]})
	}
	return d.points3
}

// keysPose are the keys of poses of both dimensions.
var keysPose = []string{"p", "q", "rpy", "axis_angle", "angle", "cos_sin"}

// pose3 returns the pose at node i, the identity for 0.
func (d *Decoder) pose3(i int32) (d3.Pose, *Error) {
	if i == 0 {
		return d3.Pose{}, nil
	}
	f := d.tree.open(i, keysPose)
	f.otherDimension("angle", "cos_sin")
	f.atMostOne("q", "rpy", "axis_angle")
	var p d3.Pose
	if f.get("p") != 0 {
		p.Pos = f.vec3("p")
	}
	var x [4]float64
	var err error
	key := ""
	switch {
	case f.err != nil:
		return p, f.err
	case f.get("q") != 0:
		key = "q"
		if f.numbers(key, x[:]); f.err == nil {
			p.Rot, err = d3.NewQuat(x[0], x[1], x[2], x[3])
		}
	case f.get("rpy") != 0:
		key = "rpy"
		if f.numbers(key, x[:3]); f.err == nil {
			p.Rot, err = d3.NewRPY(x[0], x[1], x[2])
		}
	case f.get("axis_angle") != 0:
		key = "axis_angle"
		if f.numbers(key, x[:]); f.err == nil {
			p.Rot, err = d3.NewAxisAngle(d3.Vec{X: x[0], Y: x[1], Z: x[2]}, x[3])
		}
	}
	return p, f.rotation(key, err)
}
