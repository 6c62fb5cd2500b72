package draw

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/explain"
)

// figure is what the pictures of an explanation show, in the world's axes and the caller's unit, less the place from.
type figure struct {
	report     *explain.Report
	space      bool // 3D
	from       point
	a, b       body
	difference body
	meshes     [3]mesh // of a, b and the difference, in space
	normal     point   // of the answer; zero where it means nothing
	pointA     point
	pointB     point
	steps      []turn
	eye        camera
	size       float64 // of the pair, about
}

// turn is a step of an algorithm. Its points of the two shapes are less from, its ranges are those of the grown shapes along search.
type turn struct {
	explain.Step
	search point // the direction in which the step looked, a unit vector, zero if none
}

// newFigure returns the figure of a report.
func newFigure(r *explain.Report) *figure {
	f := &figure{report: r, space: r.Pair.Dim == 3, eye: front}
	w := r.Answer
	if f.space {
		f.from = from3(r.Pair.A3.Pose().Pos)
		f.a, f.b = body3(&r.Pair.A3, f.from), body3(&r.Pair.B3, f.from)
	} else {
		f.from = from2(r.Pair.A2.Pose().Pos)
		f.a, f.b = body2(&r.Pair.A2, f.from), body2(&r.Pair.B2, f.from)
	}
	f.difference = difference(&f.a, &f.b)
	if w.Status != collide.BadSupport.String() {
		f.normal, f.pointA, f.pointB = w.Normal, minus(w.PointA, f.from), minus(w.PointB, f.from)
	}
	if f.space {
		f.eye = chooseEye(f.normal)
		for i, b := range []*body{&f.a, &f.b} {
			if b.core != nil {
				f.meshes[i] = b.mesh()
			}
		}
		if d := f.difference; d.core != nil {
			d.margin = 0
			f.meshes[2] = d.mesh()
		}
	}
	f.size = f.pairBox().Size().Len()
	for _, s := range r.Steps {
		t := turn{Step: s, search: unitOf(s.Direction)}
		t.A, t.B = minus(s.A, f.from), minus(s.B, f.from)
		shift := dot(t.search, f.from)
		t.RangeA = [2]float64{s.RangeA[0] - shift - f.a.margin, s.RangeA[1] - shift + f.a.margin}
		t.RangeB = [2]float64{s.RangeB[0] - shift - f.b.margin, s.RangeB[1] - shift + f.b.margin}
		f.steps = append(f.steps, t)
	}
	return f
}

// camera looks at space from afar: right and up are where X and Y of the picture point, back towards the reader.
type camera struct{ right, up, back point }

// front is the camera of the plane.
var front = camera{point{1, 0, 0}, point{0, 1, 0}, point{0, 0, 1}}

// lookAlong returns the camera of space that looks at its origin from the direction back, with Z up.
func lookAlong(back point) camera {
	back = unitOf(back)
	right := unitOf(cross(point{0, 0, 1}, back))
	return camera{right, cross(back, right), back}
}

// chooseEye returns the camera from which the vector n is seen longest, of four from above.
func chooseEye(n point) camera {
	best, most := camera{}, -1.0
	for _, back := range []point{{0.6, -1, 0.55}, {1, 0.6, 0.55}, {-1, -0.6, 0.55}, {-0.6, 1, 0.55}} {
		c := lookAlong(back)
		if x, y := dot(n, c.right), dot(n, c.up); float64(x*x)+float64(y*y) > most+1e-9 {
			best, most = c, float64(x*x)+float64(y*y)
		}
	}
	return best
}

// see returns the place of p in the picture plane, Y up.
func (c *camera) see(p point) d2.Vec { return d2.Vec{X: dot(p, c.right), Y: dot(p, c.up)} }

// lift returns the vector of space that a vector of the picture plane stands for.
func (c *camera) lift(x, y float64) point { return plus(times(c.right, x), times(c.up, y)) }

// silhouette returns the outline of a convex set as the camera sees it.
func (c *camera) silhouette(f support, size float64) []d2.Vec {
	flat := outlineOf(func(d point) point {
		p := f(c.lift(d[0], d[1]))
		v := c.see(p)
		return point{v.X, v.Y}
	}, 3e-4*size)
	out := make([]d2.Vec, len(flat))
	for i, p := range flat {
		out[i] = d2.Vec{X: p[0], Y: p[1]}
	}
	return out
}

// reach returns the box of a convex set as the camera sees it.
func (c *camera) reach(f support) d2.AABB {
	return d2.AABB{
		Min: d2.Vec{X: c.see(f(times(c.right, -1))).X, Y: c.see(f(times(c.up, -1))).Y},
		Max: d2.Vec{X: c.see(f(c.right)).X, Y: c.see(f(c.up)).Y},
	}
}

// reachOf returns the box of points as the camera sees them.
func (c *camera) reachOf(pts ...point) d2.AABB {
	r := d2.AABB{Min: c.see(pts[0]), Max: c.see(pts[0])}
	for _, p := range pts {
		v := c.see(p)
		r = r.Union(d2.AABB{Min: v, Max: v})
	}
	return r
}

// parting returns "gap" or "overlap" and its two ends on the axis of a step. An overlap is what B has to move along the axis until it has passed
// A: more than what the intervals share where one lies in the other.
func (t *turn) parting() (word string, from, to float64) {
	a, b := t.RangeA, t.RangeB
	switch {
	case b[0] > a[1]:
		return "gap", a[1], b[0]
	case a[0] > b[1]:
		return "gap", b[1], a[0]
	}
	return "overlap", b[0], a[1]
}

// partingStyle returns the style of a gap or an overlap.
func partingStyle(word string) Style {
	if word == "gap" {
		return Style{Stroke: Clear, Width: 1.8}
	}
	return Style{Stroke: Hit, Width: 1.8}
}
