package scene

import (
	"fmt"
	"slices"

	"github.com/collide-go/collide/d2"
)

// convex2 returns the shape at node i, which is no compound, and whether it is one.
func (d *Decoder) convex2(i int32) (d2.Shape, bool) {
	since := d.tree.here()
	typ, f := d.tree.openShape(i, 2)
	var core d2.Convex
	switch typ {
	case "circle":
		core = d2.Circle{Radius: f.size("radius")}
	case "box":
		core = d2.Box{Size: f.sizes2("size")}
	case "capsule":
		core = d2.Capsule{Height: f.size("height"), Radius: f.size("radius")}
	case "ellipse":
		core = d2.Ellipse{Radii: f.sizes2("radii")}
	case "hull":
		for _, k := range []string{"file", "scale", "units"} {
			f.otherDimension(k, "a hull of the plane has points")
		}
		core = d.hull2(&f)
	case "polygon":
		core = d.polygon(&f)
	}
	var s d2.Shape = core
	switch {
	case typ == "half-space":
		s = d2.HalfSpace{Normal: f.vec2("normal"), Offset: f.number("offset")}
	case typ == "chain":
		s = d.chain(&f)
	case typ == "grid":
		s = d.grid(&f)
	case f.get("rounding") != 0:
		s = d2.Rounded{Core: core, R: f.size("rounding")}
	}
	return s, d.tree.clean(since)
}

// vec2 returns the vector of a key.
func (f *fields) vec2(key string) d2.Vec {
	var x [2]float64
	f.numbers(key, x[:])
	return d2.Vec{X: x[0], Y: x[1]}
}

// sizes2 returns the vector of a key, of numbers that are not negative.
func (f *fields) sizes2(key string) d2.Vec {
	var x [2]float64
	f.sizes(key, x[:])
	return d2.Vec{X: x[0], Y: x[1]}
}

// hull2 returns the hull of given points.
func (d *Decoder) hull2(f *fields) d2.Convex {
	if f.ok {
		f.need("points", "a hull needs points")
	}
	points := d.vecs2(f)
	if !f.ok {
		return nil
	}
	h, err := d2.NewHull(points)
	if err != nil {
		f.fail(d.tree.refused(err, f.i))
	}
	return h
}

// polygon returns the polygon of given corners.
func (d *Decoder) polygon(f *fields) d2.Convex {
	points := d.vecs2(f)
	if !f.ok {
		return nil
	}
	p, err := d2.NewPolygon(points)
	if err != nil {
		e := d.tree.refused(err, f.i)
		if c, err := d2.CheckConvex(points); err == nil && c.Corner >= 0 {
			e.Message = notConvex(&c)
		}
		f.fail(e)
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
	c := f.list("points", "a list of points")
	if c == 0 {
		f.ok = false
		return nil
	}
	since := d.tree.here()
	points := d.points(c)
	d.tree.under(since, "points")
	f.ok = f.ok && d.tree.clean(since)
	return points
}

// points returns the points of the list at node i, in a slice that the next call overwrites.
func (d *Decoder) points(i int32) []d2.Vec {
	t := &d.tree
	if !d.spend(i) {
		return nil
	}
	d.points2 = slices.Grow(d.points2[:0], int(t.nodes[i].n))
	d.eachPoint(i, 2, func(x []float64) { d.points2 = append(d.points2, d2.Vec{X: x[0], Y: x[1]}) })
	return d.points2
}

// pose2 returns the pose at node i, the identity for 0.
func (d *Decoder) pose2(i int32) d2.Pose {
	var p d2.Pose
	if i == 0 {
		return p
	}
	f := d.tree.openOwn(i, keysPose2, ownPose2)
	for _, k := range keysPose2[ownPose2:] {
		f.otherDimension(k, "a rotation in the plane is angle, angle_deg or cos_sin")
	}
	f.atMostOne("angle", "angle_deg", "cos_sin")
	p.Pos = f.vec2("p")
	angle, degrees, cs := f.number("angle"), f.number("angle_deg"), f.vec2("cos_sin")
	var err error
	switch {
	case !f.ok:
	case f.get("angle") != 0:
		f.radians("angle", "angle_deg", angle)
		p.Rot, err = d2.NewAngle(angle)
		f.rotation("angle", err)
	case f.get("angle_deg") != 0:
		p.Rot, err = d2.NewAngleDegrees(degrees)
		f.rotation("angle_deg", err)
	case f.get("cos_sin") != 0:
		p.Rot, err = d2.NewCosSin(cs.X, cs.Y)
		f.rotation("cos_sin", err)
	}
	return p
}
