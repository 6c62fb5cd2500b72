package explain

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/decided"
	"github.com/collide-go/collide/scene"
)

// The walk is GJK as tutorials teach it, in 2D: a yes-or-no question, answered by at most three
// points of C = A - B at a time. Each turn looks for the point W of C that is farthest along a
// direction d:
//
//	first d, then -d, then across the segment of both toward the origin, then across the edge of
//	the triangle that the origin lies beyond, until nothing reaches the origin or the triangle
//	holds it.
//
// Three things are put right. The numbers are rational, so every sign is true. W . d = 0 is a case
// of its own: the origin lies on a line that C does not cross, so the bodies touch or are apart,
// which the points of C on that line decide. And where the origin is found on an edge of the
// triangle, one look across that edge tells a touch from an overlap.
//
// It ends: at each new edge, the part of C beyond that edge lies within the part beyond the last,
// and has fewer vertices.

// point is a point or direction of the plane, in rational numbers.
type point struct{ x, y *big.Rat }

// rat returns f, which is finite.
func rat(f float64) *big.Rat { return new(big.Rat).SetFloat64(f) }

func (p point) sub(q point) point {
	return point{new(big.Rat).Sub(p.x, q.x), new(big.Rat).Sub(p.y, q.y)}
}
func (p point) neg() point { return point{new(big.Rat).Neg(p.x), new(big.Rat).Neg(p.y)} }

// perp returns p turned by a quarter counter-clockwise.
func (p point) perp() point { return point{new(big.Rat).Neg(p.y), p.x} }

// dot returns the inner product.
func (p point) dot(q point) *big.Rat {
	s := new(big.Rat).Mul(p.x, q.x)
	return s.Add(s, new(big.Rat).Mul(p.y, q.y))
}

// float returns p, each coordinate rounded.
func (p point) float() vec {
	x, _ := p.x.Float64()
	y, _ := p.y.Float64()
	return vec{x, y}
}

// corner is a point w = a - b of C.
type corner struct {
	a, b, w point
	number  int
}

// walker is the state of a walk.
type walker struct {
	a, b   []point // the vertices of both bodies in the world
	last   bool    // ties go to the last of the farthest vertices, not the first
	s      []corner
	seen   []corner // all points of C so far
	report *Report
}

// walk fills in the report with the walk.
func (r *Report) walk(o Options) error {
	if r.Pair.Dim != 2 {
		return refused(collide.ErrWrongDimension, "dim", float64(r.Pair.Dim))
	}
	if o.Ties > Last {
		return refused(collide.ErrBadOption, "ties", float64(o.Ties))
	}
	start := o.Start
	if start == ([2]float64{}) {
		start[0] = 1
	}
	for _, x := range start {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return refused(collide.ErrBadOption, "start", x)
		}
	}
	w := walker{last: o.Ties == Last, report: r}
	var ok bool
	if w.a, ok = corners(&r.Pair.A.O2); !ok {
		return refused(collide.ErrNotPolytope, "a", 0)
	}
	if w.b, ok = corners(&r.Pair.B.O2); !ok {
		return refused(collide.ErrNotPolytope, "b", 0)
	}
	w.run(point{rat(start[0]), rat(start[1])})
	if o.Minkowski {
		r.Minkowski = combined(w.a, w.b)
	}
	r.Answer = scene.AnswerOf(d2.Distance(&r.Pair.A.O2, &r.Pair.B.O2))
	return nil
}

// run walks from the direction d.
//
// At the head of every turn every point of s has passed the origin along the direction in which it
// was found, so none is the origin, and the origin lies on the side of s to which d points, or on
// s.
func (w *walker) run(d point) {
	for {
		c, sign := w.look(d, d)
		switch {
		case sign < 0:
			w.end(collide.Apart)
			return
		case sign == 0:
			w.step().Origin = OnLine
			w.line(d)
			return
		}
		w.s = append(w.s, c)
		var done bool
		if d, done = w.next(d); done {
			return
		}
	}
}

// look records the step that looks along d, and returns the point of C that is farthest along the
// first of the directions, of these along d, and the sign of its product with d.
func (w *walker) look(first, d point) (corner, int) {
	c := corner{a: farthest(w.a, first, d, w.last), b: farthest(w.b, first.neg(), d.neg(), w.last)}
	c.w = c.a.sub(c.b)
	w.number(&c)
	reach := c.w.dot(d)
	x, _ := reach.Float64()
	w.report.Steps = append(w.report.Steps, Step{
		Stage: StageWalk, Direction: scaled(d.float(), 1), HasPoints: true, A: scaled(c.a.float(), 1),
		B: scaled(c.b.float(), 1),
		W: c.vertex(), Simplex: vertices(w.s), Dot: x + 0,
	})
	return c, reach.Sign()
}

// farthest returns the vertex that is farthest along d, of these along e, and of these the first or
// the last.
func farthest(list []point, d, e point, last bool) point {
	best := list[0]
	for _, p := range list[1:] {
		c := p.dot(d).Cmp(best.dot(d))
		if c == 0 {
			c = p.dot(e).Cmp(best.dot(e))
		}
		if c > 0 || c == 0 && last {
			best = p
		}
	}
	return best
}

// number gives c the number of its point.
func (w *walker) number(c *corner) {
	for i := range w.seen {
		if o := &w.seen[i]; o.w.x.Cmp(c.w.x) == 0 && o.w.y.Cmp(c.w.y) == 0 {
			c.number = o.number
			return
		}
	}
	c.number = len(w.seen) + 1
	w.seen = append(w.seen, *c)
}

// vertex returns c as a report shows it.
func (c *corner) vertex() Vertex { return Vertex{Number: c.number, At: scaled(c.w.float(), 1)} }

// vertices is vertex for a list.
func vertices(s []corner) []Vertex {
	var out []Vertex
	for i := range s {
		out = append(out, s[i].vertex())
	}
	return out
}

// step returns the last step.
func (w *walker) step() *Step { return &w.report.Steps[len(w.report.Steps)-1] }

// keep reduces the simplex to the given points, and says in the last step that they go on.
func (w *walker) keep(s ...corner) {
	w.s = s
	w.step().Kept = vertices(s)
}

// end marks the last step as the end.
func (w *walker) end(r collide.Relation) { w.step().Exit = decided.Exit(r) }

// next returns where to look after the last point of s was found along d, and whether the walk has
// ended.
func (w *walker) next(d point) (point, bool) {
	switch len(w.s) {
	case 1:
		w.keep(w.s[0])
		return d.neg(), false
	case 2:
		old, fresh := w.s[0], w.s[1]
		n := old.w.sub(fresh.w).perp()
		side := n.dot(fresh.w).Sign()
		if side > 0 { // the origin is on the other side
			n = n.neg()
		}
		w.keep(old, fresh)
		w.step().Origin = BesideSegment
		if side == 0 {
			w.step().Origin = OnSegment
		}
		return n, false
	}
	return w.triangle()
}

// triangle does what next does, for a simplex of three points. The origin cannot lie beyond the
// edge of the two old ones, nor beyond both others.
func (w *walker) triangle() (point, bool) {
	s := [3]corner(w.s)
	onEdge, across := [2]int{}, point{}
	// two ends and the opposite vertex
	for _, e := range [3][3]int{{0, 2, 1}, {1, 2, 0}, {0, 1, 2}} {
		p, q, r := s[e[0]], s[e[1]], s[e[2]]
		n := p.w.sub(q.w).perp()
		if n.dot(r.w.sub(p.w)).Sign() > 0 {
			n = n.neg() // outward
		}
		edge := [2]int{p.number, q.number}
		switch n.dot(p.w).Sign() {
		case -1:
			w.keep(p, q)
			w.step().Origin, w.step().Edge = BeyondEdge, edge
			return n, false
		case 0:
			onEdge, across = edge, n
		}
	}
	w.keep(s[:]...)
	if onEdge == ([2]int{}) {
		w.step().Origin = InsideTriangle
		w.end(collide.Overlapping)
		return point{}, true
	}
	w.step().Origin, w.step().Edge = OnEdge, onEdge
	if _, sign := w.look(across, across); sign == 0 {
		w.end(collide.Touching)
	} else {
		w.end(collide.Overlapping)
	}
	return point{}, true
}

// line ends the walk where no point of C lies beyond the line through the origin across d: the
// bodies touch just when the points of C on that line reach to both sides of the origin.
func (w *walker) line(d point) {
	w.s = nil
	for _, e := range [2]point{d.perp(), d.perp().neg()} {
		c, sign := w.look(d, e)
		if len(w.s) == 0 || w.s[0].number != c.number {
			w.s = append(w.s, c)
		}
		if sign < 0 {
			w.end(collide.Apart)
			return
		}
	}
	w.keep(w.s...)
	w.end(collide.Touching)
}
