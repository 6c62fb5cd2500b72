package scene

import (
	"fmt"

	"github.com/collide-go/collide/d2"
)

// keys2 are the shapes in 2D and their keys.
var keys2 = map[string][]string{
	"circle":     {"type", "rounding", "radius"},
	"box":        {"type", "rounding", "size"},
	"capsule":    {"type", "rounding", "radius", "height"},
	"ellipse":    {"type", "rounding", "radii"},
	"hull":       {"type", "rounding", "points", "file", "scale"},
	"polygon":    {"type", "rounding", "points"},
	"half-space": {"type", "normal", "offset"},
}

// object2 returns the shape at node shape, placed at the pose at node pose; 0 means the identity.
func (d *Decoder) object2(shape, pose int32) (d2.Object, *Error) {
	s, e := d.shape2(shape)
	if e != nil {
		return d2.Object{}, e.at("shape")
	}
	p, e := d.pose2(pose)
	if e != nil {
		return d2.Object{}, e.at("pose")
	}
	o, err := d2.Place(s, p)
	if err != nil {
		return d2.Object{}, d.tree.refused(err, shape).at("shape")
	}
	return o, nil
}

// shape2 returns the shape at node i.
func (d *Decoder) shape2(i int32) (d2.Shape, *Error) {
	typ, f := d.tree.openShape(i, keys2, keys3, "2D")
	if f.err != nil {
		return nil, f.err
	}
	var core d2.Convex
	switch typ {
	case "circle":
		core = d2.Circle{Radius: f.number("radius")}
	case "box":
		core = d2.Box{Size: f.vec2("size")}
	case "capsule":
		core = d2.Capsule{Height: f.number("height"), Radius: f.number("radius")}
	case "ellipse":
		core = d2.Ellipse{Radii: f.vec2("radii")}
	case "half-space":
		return d2.HalfSpace{Normal: f.vec2("normal"), Offset: f.number("offset")}, f.err
	case "hull":
		f.otherDimension("file", "scale")
		core = d.hull2(&f)
	case "polygon":
		core = d.polygon(&f)
	}
	if f.err == nil && f.get("rounding") != 0 {
		core = d2.Rounded{Core: core, R: f.number("rounding")}
	}
	return core, f.err
}

// vec2 returns the vector of a key that must be there.
func (f *fields) vec2(key string) d2.Vec {
	var x [2]float64
	f.numbers(key, x[:])
	return d2.Vec{X: x[0], Y: x[1]}
}

// hull2 returns the hull of given points.
func (d *Decoder) hull2(f *fields) d2.Convex {
	points := d.vecs2(f)
	if f.err != nil {
		return nil
	}
	h, err := d2.NewHull(points)
	if err != nil {
		f.err = d.tree.refused(err, f.i)
		return nil
	}
	return h
}

// polygon returns the polygon of given corners.
func (d *Decoder) polygon(f *fields) d2.Convex {
	points := d.vecs2(f)
	if f.err != nil {
		return nil
	}
	p, err := d2.NewPolygon(points)
	if err != nil {
		f.err = d.tree.refused(err, f.i)
		if c, err := d2.CheckConvex(points); err == nil && c.Corner >= 0 {
			f.err.Message = notConvex(&c)
		}
		return nil
	}
	return p
}

// notConvex says why a path is not convex.
func notConvex(c *d2.Convexity) string {
	meet := fmt.Sprintf("edges points[%d] and points[%d]", c.Edges[0], c.Edges[1])
	at := fmt.Sprintf(" at [%v, %v]", c.Point.X, c.Point.Y)
	switch c.Fault {
	case d2.FaultCrossing:
		return meet + " cross" + at
	case d2.FaultTouching:
		return meet + " touch" + at
	case d2.FaultSpike:
		return "the path folds back on itself here"
	case d2.FaultWinding:
		return "the path goes round more than once: " + meet + " meet" + at
	default:
		return "the corner turns the wrong way; 'collide decompose' makes a compound of such a polygon"
	}
}

// vecs2 returns the points of a hull or polygon, in a slice that the next call overwrites.
func (d *Decoder) vecs2(f *fields) []d2.Vec {
	i := f.need("points")
	if f.err != nil {
		return nil
	}
	points, e := d.points(i)
	if e != nil {
		f.err = e.at("points")
		return nil
	}
	return points
}

// points returns the points of the list at node i, in a slice that the next call overwrites.
func (d *Decoder) points(i int32) ([]d2.Vec, *Error) {
	t := &d.tree
	if t.nodes[i].kind != list {
		return nil, t.wrongType(i, "a list of points")
	}
	d.points2 = d.points2[:0]
	for c := t.nodes[i].first; c != 0; c = t.nodes[c].next {
		var x [2]float64
		if e := t.numbers(c, x[:]); e != nil {
			return nil, e.index(len(d.points2))
		}
		d.points2 = append(d.points2, d2.Vec{X: x[0], Y: x[1]})
	}
	return d.points2, nil
}

// pose2 returns the pose at node i, the identity for 0.
func (d *Decoder) pose2(i int32) (d2.Pose, *Error) {
	if i == 0 {
		return d2.Pose{}, nil
	}
	f := d.tree.open(i, keysPose)
	f.otherDimension("q", "rpy", "axis_angle")
	f.atMostOne("angle", "cos_sin")
	var p d2.Pose
	if f.get("p") != 0 {
		p.Pos = f.vec2("p")
	}
	var err error
	key := ""
	switch {
	case f.err != nil:
		return p, f.err
	case f.get("angle") != 0:
		key = "angle"
		if angle := f.number(key); f.err == nil {
			p.Rot, err = d2.NewAngle(angle)
		}
	case f.get("cos_sin") != 0:
		key = "cos_sin"
		var x [2]float64
		if f.numbers(key, x[:]); f.err == nil {
			p.Rot, err = d2.NewCosSin(x[0], x[1])
		}
	}
	return p, f.rotation(key, err)
}
