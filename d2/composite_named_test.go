package d2_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// A namedBody is a body, and the pieces of it that answers name.
type namedBody struct {
	shape  d2.Shape
	pieces []namedPiece
	full   bool // the pieces are no surface: bodies may be deep in them
}

// namedPiece is what an answer names by part and triangle, in the frame of the body.
type namedPiece struct {
	part, triangle int
	d2.Part
}

// namedDraw draws bodies with corners on a lattice.
type namedDraw struct {
	*rand.Rand
	t    testing.TB
	unit float64
}

func (l *namedDraw) size(n int) float64 { return float64(1+l.IntN(n)) * l.unit }

func (l *namedDraw) vec(n int) d2.Vec {
	return d2.Vec{X: float64(l.IntN(2*n+1)-n) * l.unit, Y: float64(l.IntN(2*n+1)-n) * l.unit}
}

func (l *namedDraw) rot() d2.Rot {
	switch l.IntN(4) {
	case 0:
		return must(d2.NewCosSin(0, 1))(l.t)
	case 1:
		return must(d2.NewCosSin(0.6, 0.8))(l.t)
	}
	return d2.Rot{}
}

// scale is mostly 1, else a billion or its inverse.
func (l *namedDraw) scale() float64 {
	if l.IntN(5) > 0 {
		return 1
	}
	return []float64{1e9, 1e-9}[l.IntN(2)]
}

func (l *namedDraw) hull(p ...d2.Vec) *d2.Hull { return must(d2.NewHull(p))(l.t) }

func (l *namedDraw) grid() *namedBody {
	c := d2.Vec{X: l.size(2), Y: l.size(2)}
	g, rows := drawGrid(l.t, l.Rand, c)
	b := &namedBody{shape: g, full: true}
	for j, row := range rows {
		for i, on := range row {
			x, y := float64(float64(i)*c.X), float64(float64(j)*c.Y)
			far := d2.Vec{X: float64(float64(i+1) * c.X), Y: float64(float64(j+1) * c.Y)}
			if on {
				h := l.hull(d2.Vec{X: x, Y: y}, d2.Vec{X: far.X, Y: y}, far, d2.Vec{X: x, Y: far.Y})
				b.pieces = append(b.pieces, namedPiece{-1, j*len(row) + i, d2.Part{Shape: h}})
			}
		}
	}
	return b
}

func (l *namedDraw) chain() *namedBody {
	points := []d2.Vec{l.vec(3)}
	for range 1 + l.IntN(8) {
		next := l.vec(3)
		if l.IntN(2) == 0 {
			next = points[len(points)-1].Add(l.vec(1))
		}
		points = append(points, next)
	}
	points = append(points, points[0].Add(d2.Vec{X: 4 * l.unit}))
	opt := d2.ChainOptions{Closed: l.IntN(2) == 0}
	b := &namedBody{shape: must(d2.NewChain(points, opt))(l.t)}
	for i, p := range points {
		if q := points[(i+1)%len(points)]; q != p && (opt.Closed || i+1 < len(points)) {
			b.pieces = append(b.pieces, namedPiece{-1, i, d2.Part{Shape: l.hull(p, q)}})
		}
	}
	return b
}

// convex draws a body without parts.
func (l *namedDraw) convex() *namedBody {
	box := d2.Box{Size: d2.Vec{X: 2 * l.size(2), Y: 2 * l.size(2)}}
	var s d2.Shape = box
	switch l.IntN(8) {
	case 0:
		s = d2.Circle{}
	case 1:
		s = d2.Circle{Radius: l.size(2)}
	case 2:
		s = d2.Capsule{Height: l.size(3), Radius: l.unit / 2}
	case 3, 4:
		s = l.hull(l.vec(2), l.vec(2), l.vec(2), l.vec(2))
	case 5:
		s = d2.Rounded{Core: box, R: l.unit / 2}
	case 6:
		s = d2.Ellipse{Radii: d2.Vec{X: l.size(2), Y: l.size(3)}}
	}
	return &namedBody{shape: s, pieces: []namedPiece{{-1, -1, d2.Part{Shape: s}}}}
}

// compound draws boxes side by side, or bodies of all kinds.
func (l *namedDraw) compound() *namedBody {
	b := &namedBody{full: true}
	var parts []d2.Part
	boxes := l.IntN(2) == 0
	for k := range 1 + l.IntN(9) {
		box := d2.Part{Shape: d2.Box{Size: d2.Vec{X: 2 * l.unit, Y: 2 * l.unit}}}
		of, pose := &namedBody{shape: box.Shape, pieces: []namedPiece{{-1, -1, box}}}, d2.Pose{Pos: l.vec(3)}
		if !boxes {
			pose.Rot = l.rot()
			of = l.scaled([]func() *namedBody{l.convex, l.convex, l.chain, l.grid}[l.IntN(4)])
		}
		for _, x := range of.pieces {
			b.pieces = append(b.pieces, namedPiece{k, x.triangle, d2.Part{Shape: x.Shape, Pose: pose}})
		}
		parts = append(parts, d2.Part{Shape: of.shape, Pose: pose})
	}
	b.shape = mustCompound(l.t, parts)
	return b
}

// scaled draws in another unit, now and then.
func (l *namedDraw) scaled(draw func() *namedBody) *namedBody {
	old := l.unit
	l.unit *= l.scale()
	b := draw()
	l.unit = old
	return b
}

// body draws a body of many pieces, or else a convex one.
func (l *namedDraw) body(many bool) *namedBody {
	if !many {
		return l.scaled(l.convex)
	}
	return l.scaled([]func() *namedBody{l.grid, l.grid, l.chain, l.compound}[l.IntN(4)])
}

// corner returns a corner of a piece of b, or of its box, in the frame of b.
func (l *namedDraw) corner(b *namedBody) d2.Vec {
	p := b.pieces[l.IntN(len(b.pieces))]
	if h, ok := p.Shape.(*d2.Hull); ok {
		v := h.Vertices()
		return p.Pose.Apply(v[l.IntN(len(v))])
	}
	o := must(d2.Place(p.Shape, p.Pose))(l.t)
	m := o.AABB()
	return []d2.Vec{m.Min, {X: m.Max.X, Y: m.Min.Y}, m.Max, {X: m.Min.X, Y: m.Max.Y}}[l.IntN(4)]
}

// named returns the piece of b that an answer names, placed as b is in o, its length, and all
// lengths that its place is rounded by.
func (b *namedBody) named(t testing.TB, o *d2.Object, part, triangle int) (x *d2.Object, own, size float64) {
	for _, p := range b.pieces {
		if p.part != part || p.triangle != triangle {
			continue
		}
		s := p.Shape
		if p.Pose != (d2.Pose{}) {
			s = mustCompound(t, []d2.Part{p.Part})
		}
		x := must(d2.Place(s, o.Pose()))(t)
		at := must(d2.Place(p.Shape, d2.Pose{}))(t)
		m := at.AABB()
		return &x, m.Size().Len(), o.Pose().Pos.Len() + p.Pose.Pos.Len() + m.Min.Len() + m.Max.Len()
	}
	t.Errorf("part %d, triangle %d is named, and there is none", part, triangle)
	return nil, 0, 0
}

// round reports whether the shape of o is known to a tolerance alone.
func (b *namedBody) round() bool {
	for _, p := range b.pieces {
		if _, ok := p.Shape.(d2.Ellipse); ok {
			return true
		}
	}
	return false
}

// ray asks about a ray at a, and whether the piece that is named alone is hit then, and there.
func (l *namedDraw) ray(a *namedBody, oa *d2.Object, from, way d2.Vec) (wrong string) {
	r, err := d2.NewRay(from, way, []float64{math.Inf(1), 2, 5}[l.IntN(3)])
	if err != nil {
		return ""
	}
	h := d2.CastRay(oa, &r)
	if h.Verdict == collide.Miss || h.Verdict == collide.Unsure {
		return ""
	}
	x, own, size := a.named(l.t, oa, h.Part, h.Triangle)
	tol := 3e-13*(size+from.Len()+h.Point.Len()) + way.Len()*(h.Upper-h.Lower)
	if a.full && tol > 0.01*own { // cells below rounding
		return ""
	}
	one := d2.CastRay(x, &r)
	if one.Verdict == collide.Miss || one.Lower > h.Upper || one.Upper < h.Lower {
		return fmt.Sprintf("%+v at %T: %+v, the piece %+v", r, a.shape, h, one)
	}
	if cl := must(d2.ClosestPoint(x, h.Point))(l.t); cl.Distance > tol || h.T > 0 && cl.Distance < -tol {
		return fmt.Sprintf("%+v at %T: %+v, the point is %g off the piece", r, a.shape, h, cl.Distance)
	}
	return ""
}

// cast asks about b that moves toward a, and whether the two pieces that are named meet then, and
// there. Of bodies that overlap at the start the points tell the way out, which is elsewhere.
func (l *namedDraw) cast(a, b *namedBody, oa, ob *d2.Object, way d2.Vec) (wrong string) {
	opt := d2.SweepOptions{Skin: []float64{0, 0, 0, l.unit / 2}[l.IntN(4)], Deepening: l.IntN(4) == 0}
	sw := must(d2.NewSweep(way, []float64{1, 4, 10}[l.IntN(3)], opt))(l.t)
	ct := d2.Distance(oa, ob)
	if opt.Deepening && (a.full || b.full || ct.Lower <= opt.Skin) {
		return ""
	}
	h := d2.CastShape(oa, ob, &sw)
	if h.Verdict == collide.Miss || h.Verdict == collide.Unsure {
		return ""
	}
	x, ownX, sx := a.named(l.t, oa, h.PartA, h.TriangleA)
	y, ownY, sy := b.named(l.t, ob, h.PartB, h.TriangleB)
	tol := 3e-13*(sx+sy+way.Len()*h.T) + way.Len()*(h.Upper-h.Lower)
	if a.full && tol > 0.01*ownX || b.full && tol > 0.01*ownY { // cells below rounding
		return ""
	}
	if one := d2.CastShape(x, y, &sw); h.T > 0 || ct.Lower >= 0 && opt.Skin == 0 || !a.full && !b.full {
		if one.Verdict == collide.Miss || one.Lower > h.Upper || one.Upper < h.Lower {
			return fmt.Sprintf("%+v: %T and %T: %+v, the pieces %+v", sw, a.shape, b.shape, h, one)
		}
	}
	if a.round() || b.round() { // their points are known to the tolerance, of sizes far apart to less
		return ""
	}
	if d := h.PointB.Sub(h.PointA).Len(); h.T > 0 && math.Abs(d-opt.Skin) > tol {
		return fmt.Sprintf("%+v: %T and %T: %+v, points %g apart", sw, a.shape, b.shape, h, d)
	}
	offA := must(d2.ClosestPoint(x, h.PointA))(l.t).Distance
	offB := must(d2.ClosestPoint(y, h.PointB.Sub(way.Scale(h.T))))(l.t).Distance
	if h.T > 0 && max(math.Abs(offA), math.Abs(offB)) > tol {
		return fmt.Sprintf("%+v: %T and %T: %+v, points %g and %g off the pieces", sw, a.shape, b.shape, h, offA, offB)
	}
	return ""
}

// turn asks about two bodies of which one comes to a corner or along a side of the other, and about
// rays that do, and returns what is wrong.
func (l *namedDraw) turn() (wrong []string) {
	a, b := l.body(true), l.body(l.IntN(3) == 0)
	if l.IntN(2) == 0 {
		a, b = b, a
	}
	oa := must(d2.Place(a.shape, d2.Pose{Pos: l.vec(3), Rot: l.rot()}))(l.t)
	in := oa.Pose()
	rot := []d2.Rot{in.Rot, l.rot()}[l.IntN(2)]
	ob := must(d2.Place(b.shape, d2.Pose{Pos: l.vec(5), Rot: rot}))(l.t)
	for k := range 3 {
		way := in.Rot.Apply(l.vec(3))
		switch {
		case k == 0:
			at := in.Apply(l.corner(a)).Sub(rot.Apply(l.corner(b)))
			must(0, ob.Move(d2.Pose{Pos: at.Sub(way.Scale(float64(l.IntN(4)))), Rot: rot}))(l.t)
		case k == 1 && l.IntN(2) == 0:
			way = in.Pos.Sub(ob.Pose().Pos)
		}
		wrong = append(wrong, l.cast(a, b, &oa, &ob, way))
		from := in.Apply(l.vec(6))
		if k > 0 {
			from = in.Apply(l.corner(a)).Sub(way.Scale(float64(l.IntN(4))))
		}
		wrong = append(wrong, l.ray(a, &oa, from, way))
	}
	return wrong
}

// What a cast or a ray names of a body of parts, an edge, a cell or a part, is one that is met in
// the bracket of the answer, where the answer has its points: also where several are met within
// rounding, along a border of two or at a corner of many, of sizes 1e9 apart.
func TestNamedIsMet(t *testing.T) {
	for turn := range 2500 {
		if turn == 0 {
			turn = 15589 // two pairs of edges within rounding, of which one is a bracket wide
		}
		l := &namedDraw{rand.New(rand.NewPCG(1, uint64(turn))), t, []float64{1, 0.1, 1. / 3, 1e-6}[turn%4]}
		for _, wrong := range l.turn() {
			if wrong != "" {
				t.Errorf("turn %d: %s", turn, wrong)
			}
		}
	}
}

// The points of contact of a part are together where it has come to, also where integers decide
// about its exact pose: a point or a segment that comes to a corner of a part, head on.
func TestCastPointsOfParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	l := &namedDraw{rng, t, 1}
	hits := 0
	for turn := range 4000 {
		l.unit = []float64{1, 0.1, 1e-6}[turn%3]
		part := d2.Part{Shape: l.hull(l.vec(2), l.vec(2)), Pose: d2.Pose{Pos: l.vec(3), Rot: l.rot()}}
		b := &namedBody{shape: mustCompound(t, []d2.Part{part}), pieces: []namedPiece{{0, -1, part}}}
		a := &namedBody{pieces: []namedPiece{{-1, -1, d2.Part{Shape: l.hull(l.vec(2), l.vec(2))}}}}
		oa := must(d2.Place(a.pieces[0].Shape, d2.Pose{Pos: l.vec(3), Rot: l.rot()}))(t)
		way, rot := l.vec(3), l.rot()
		at := oa.Pose().Apply(l.corner(a)).Sub(rot.Apply(l.corner(b))).Sub(way.Scale(float64(1 + l.IntN(4))))
		ob := must(d2.Place(b.shape, d2.Pose{Pos: at, Rot: rot}))(t)
		sw := must(d2.NewSweep(way, 10, d2.SweepOptions{}))(t)
		h := d2.CastShape(&oa, &ob, &sw)
		if h.Verdict == collide.Miss || h.T == 0 {
			continue
		}
		hits++
		if d := h.PointB.Sub(h.PointA).Len(); d > 1e-13*(at.Len()+way.Len()*h.T) {
			t.Fatalf("turn %d: %+v of %+v and %+v at %+v: %+v, points %g apart",
				turn, sw, oa.Pose(), part, ob.Pose(), h, d)
		}
	}
	if hits < 1000 {
		t.Errorf("%d hits", hits)
	}
}
