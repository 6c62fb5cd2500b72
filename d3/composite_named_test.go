package d3_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// A namedBody is a body, and the pieces of it that answers name.
type namedBody struct {
	shape  d3.Shape
	pieces []namedPiece
	full   bool // the pieces are no surface: bodies may be deep in them
}

// namedPiece is what an answer names by part and triangle, in the frame of the body.
type namedPiece struct {
	part, triangle int
	d3.Part
}

// namedDraw draws bodies with corners on a lattice.
type namedDraw struct {
	*rand.Rand
	t    testing.TB
	unit float64
}

func (l *namedDraw) size(n int) float64 { return float64(1+l.IntN(n)) * l.unit }

func (l *namedDraw) co(n int) float64 { return float64(l.IntN(2*n+1)-n) * l.unit }

func (l *namedDraw) vec(n int) d3.Vec { return d3.Vec{X: l.co(n), Y: l.co(n), Z: l.co(n)} }

func (l *namedDraw) rot() d3.Rot {
	switch l.IntN(4) {
	case 0:
		return must(d3.NewQuat(0.5, 0.5, 0.5, 0.5))(l.t)
	case 1:
		return must(d3.NewQuat(0.6, 0, 0, 0.8))(l.t)
	}
	return d3.Rot{}
}

// scale is mostly 1, else a billion or its inverse.
func (l *namedDraw) scale() float64 {
	if l.IntN(5) > 0 {
		return 1
	}
	return []float64{1e9, 1e-9}[l.IntN(2)]
}

func (l *namedDraw) hull(p ...d3.Vec) *d3.Hull { return must(d3.NewHull(p))(l.t) }

// triangles returns the pieces of a mesh.
func (l *namedDraw) triangles(v []d3.Vec, f [][3]int) (p []namedPiece) {
	for i, c := range f {
		if a, b, c := v[c[0]], v[c[1]], v[c[2]]; a != b && b != c && c != a {
			p = append(p, namedPiece{-1, i, d3.Part{Shape: l.hull(a, b, c)}})
		}
	}
	return p
}

// mesh draws triangles with edges and corners in common.
func (l *namedDraw) mesh() *namedBody {
	v, f := []d3.Vec{{}, {X: l.unit}, {Y: l.unit}}, [][3]int{{0, 1, 2}}
	for range 3 + l.IntN(6) {
		v = append(v, l.vec(3))
		n := len(v) - 1
		f = append(f, [3]int{n, n - 1, l.IntN(n - 1)})
	}
	return &namedBody{shape: must(d3.NewMesh(v, f, d3.MeshOptions{}))(l.t), pieces: l.triangles(v, f)}
}

// solid draws a box of triangles, solid.
func (l *namedDraw) solid() *namedBody {
	var v []d3.Vec
	x, y, z := l.size(3), l.size(3), l.size(3)
	for k := range 8 {
		v = append(v, d3.Vec{X: x * float64(k&1), Y: y * float64(k>>1&1), Z: z * float64(k>>2)})
	}
	var f [][3]int
	for _, q := range [6][4]int{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		f = append(f, [3]int{q[0], q[1], q[2]}, [3]int{q[0], q[2], q[3]})
	}
	m := must(d3.NewMesh(v, f, d3.MeshOptions{Solid: true}))(l.t)
	return &namedBody{shape: m, pieces: l.triangles(v, f), full: true}
}

func (l *namedDraw) height() *namedBody {
	dx, dy := l.size(2), l.size(2)
	rows := make([][]float64, 2+l.IntN(3))
	wide, flat := 2+l.IntN(3), l.IntN(2)
	for j := range rows {
		for range wide {
			rows[j] = append(rows[j], l.co(2)*float64(flat))
		}
	}
	at := func(i, j int) d3.Vec {
		return d3.Vec{X: float64(float64(i) * dx), Y: float64(float64(j) * dy), Z: rows[j][i]}
	}
	b := &namedBody{shape: must(d3.NewHeightField(dx, dy, rows))(l.t)}
	for j := range len(rows) - 1 {
		for i := range wide - 1 {
			n := 2 * (j*(wide-1) + i)
			low, high := l.hull(at(i, j), at(i+1, j), at(i+1, j+1)), l.hull(at(i, j), at(i+1, j+1), at(i, j+1))
			b.pieces = append(b.pieces, namedPiece{-1, n, d3.Part{Shape: low}}, namedPiece{-1, n + 1, d3.Part{Shape: high}})
		}
	}
	return b
}

// convex draws a body without parts.
func (l *namedDraw) convex() *namedBody {
	box := d3.Box{Size: d3.Vec{X: 2 * l.size(2), Y: 2 * l.size(2), Z: 2 * l.size(2)}}
	var s d3.Shape = box
	switch l.IntN(8) {
	case 0:
		s = d3.Sphere{}
	case 1:
		s = d3.Sphere{Radius: l.size(2)}
	case 2:
		s = d3.Capsule{Height: l.size(3), Radius: l.unit / 2}
	case 3, 4:
		s = l.hull(l.vec(2), l.vec(2), l.vec(2), l.vec(2), l.vec(2))
	case 5:
		s = d3.Rounded{Core: box, R: l.unit / 2}
	case 6:
		s = d3.Ellipsoid{Radii: d3.Vec{X: l.size(2), Y: l.size(3), Z: l.size(2)}}
	}
	return &namedBody{shape: s, pieces: []namedPiece{{-1, -1, d3.Part{Shape: s}}}}
}

// compound draws boxes side by side, or bodies of all kinds.
func (l *namedDraw) compound() *namedBody {
	b := &namedBody{full: true}
	var parts []d3.Part
	boxes := l.IntN(2) == 0
	for k := range 1 + l.IntN(9) {
		box := d3.Part{Shape: d3.Box{Size: d3.Vec{X: 2 * l.unit, Y: 2 * l.unit, Z: 2 * l.unit}}}
		of, pose := &namedBody{shape: box.Shape, pieces: []namedPiece{{-1, -1, box}}}, d3.Pose{Pos: l.vec(3)}
		if !boxes {
			pose.Rot = l.rot()
			of = l.scaled([]func() *namedBody{l.convex, l.convex, l.mesh, l.height, l.solid}[l.IntN(5)])
		}
		for _, x := range of.pieces {
			b.pieces = append(b.pieces, namedPiece{k, x.triangle, d3.Part{Shape: x.Shape, Pose: pose}})
		}
		parts = append(parts, d3.Part{Shape: of.shape, Pose: pose})
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
	return l.scaled([]func() *namedBody{l.mesh, l.height, l.solid, l.compound}[l.IntN(4)])
}

// corner returns a corner of a piece of b, or of its box, in the frame of b.
func (l *namedDraw) corner(b *namedBody) d3.Vec {
	p := b.pieces[l.IntN(len(b.pieces))]
	if h, ok := p.Shape.(*d3.Hull); ok {
		v := h.Vertices()
		return p.Pose.Apply(v[l.IntN(len(v))])
	}
	o := must(d3.Place(p.Shape, p.Pose))(l.t)
	m := o.AABB()
	return []d3.Vec{m.Min, {X: m.Max.X, Y: m.Min.Y, Z: m.Max.Z}, m.Max, {X: m.Min.X, Y: m.Max.Y, Z: m.Max.Z}}[l.IntN(4)]
}

// named returns the piece of b that an answer names, placed as b is in o, its length, and all
// lengths that its place is rounded by.
func (b *namedBody) named(t testing.TB, o *d3.Object, part, triangle int) (x *d3.Object, own, size float64) {
	for _, p := range b.pieces {
		if p.part != part || p.triangle != triangle {
			continue
		}
		s := p.Shape
		if p.Pose != (d3.Pose{}) {
			s = mustCompound(t, []d3.Part{p.Part})
		}
		x := must(d3.Place(s, o.Pose()))(t)
		at := must(d3.Place(p.Shape, d3.Pose{}))(t)
		m := at.AABB()
		return &x, m.Size().Len(), o.Pose().Pos.Len() + p.Pose.Pos.Len() + m.Min.Len() + m.Max.Len()
	}
	t.Errorf("part %d, triangle %d is named, and there is none", part, triangle)
	return nil, 0, 0
}

// round reports whether the shape of o is known to a tolerance alone.
func (b *namedBody) round() bool {
	for _, p := range b.pieces {
		if _, ok := p.Shape.(d3.Ellipsoid); ok {
			return true
		}
	}
	return false
}

// ray asks about a ray at a, and whether the piece that is named alone is hit then, and there.
func (l *namedDraw) ray(a *namedBody, oa *d3.Object, from, way d3.Vec) (wrong string) {
	r, err := d3.NewRay(from, way, []float64{math.Inf(1), 2, 5}[l.IntN(3)])
	if err != nil {
		return ""
	}
	h := d3.CastRay(oa, &r)
	if h.Verdict == collide.Miss || h.Verdict == collide.Unsure || a.full && h.T == 0 {
		return ""
	}
	x, own, size := a.named(l.t, oa, h.Part, h.Triangle)
	tol := 3e-13*(size+from.Len()+h.Point.Len()) + way.Len()*(h.Upper-h.Lower)
	if a.full && tol > 0.01*own { // cells below rounding
		return ""
	}
	one := d3.CastRay(x, &r)
	if one.Verdict == collide.Miss || one.Lower > h.Upper || one.Upper < h.Lower {
		return fmt.Sprintf("%+v at %T: %+v, the piece %+v", r, a.shape, h, one)
	}
	if cl := must(d3.ClosestPoint(x, h.Point))(l.t); cl.Distance > tol || h.T > 0 && cl.Distance < -tol {
		return fmt.Sprintf("%+v at %T: %+v, the point is %g off the piece", r, a.shape, h, cl.Distance)
	}
	return ""
}

// cast asks about b that moves toward a, and whether the two pieces that are named meet then, and
// there. Of bodies that overlap at the start the points tell the way out, which is elsewhere.
func (l *namedDraw) cast(a, b *namedBody, oa, ob *d3.Object, way d3.Vec) (wrong string) {
	opt := d3.SweepOptions{Skin: []float64{0, 0, 0, l.unit / 2}[l.IntN(4)], Deepening: l.IntN(4) == 0}
	sw := must(d3.NewSweep(way, []float64{1, 4, 10}[l.IntN(3)], opt))(l.t)
	ct := d3.Distance(oa, ob)
	if opt.Deepening && (a.full || b.full || ct.Lower <= opt.Skin) {
		return ""
	}
	h := d3.CastShape(oa, ob, &sw)
	if h.Verdict == collide.Miss || h.Verdict == collide.Unsure {
		return ""
	}
	x, ownX, sx := a.named(l.t, oa, h.PartA, h.TriangleA)
	y, ownY, sy := b.named(l.t, ob, h.PartB, h.TriangleB)
	tol := 3e-13*(sx+sy+way.Len()*h.T) + way.Len()*(h.Upper-h.Lower)
	if a.full && tol > 0.01*ownX || b.full && tol > 0.01*ownY { // cells below rounding
		return ""
	}
	if one := d3.CastShape(x, y, &sw); h.T > 0 || ct.Lower >= 0 && opt.Skin == 0 || !a.full && !b.full {
		if one.Verdict == collide.Miss || one.Lower > h.Upper || one.Upper < h.Lower {
			return fmt.Sprintf("%+v: %T and %T: %+v, the pieces %+v", sw, a.shape, b.shape, h, one)
		}
	}
	small, large := min(ownX, ownY), max(ownX, ownY)
	if a.round() || b.round() || 0 < small && small < 1e-6*large { // points known to less: docs/limits.md
		return ""
	}
	if d := h.PointB.Sub(h.PointA).Len(); h.T > 0 && math.Abs(d-opt.Skin) > tol {
		return fmt.Sprintf("%+v: %T and %T: %+v, points %g apart", sw, a.shape, b.shape, h, d)
	}
	offA := must(d3.ClosestPoint(x, h.PointA))(l.t).Distance
	offB := must(d3.ClosestPoint(y, h.PointB.Sub(way.Scale(h.T))))(l.t).Distance
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
	oa := must(d3.Place(a.shape, d3.Pose{Pos: l.vec(3), Rot: l.rot()}))(l.t)
	in := oa.Pose()
	rot := []d3.Rot{in.Rot, l.rot()}[l.IntN(2)]
	ob := must(d3.Place(b.shape, d3.Pose{Pos: l.vec(5), Rot: rot}))(l.t)
	for k := range 3 {
		way := in.Rot.Apply(l.vec(3))
		switch {
		case k == 0:
			at := in.Apply(l.corner(a)).Sub(rot.Apply(l.corner(b)))
			must(0, ob.Move(d3.Pose{Pos: at.Sub(way.Scale(float64(l.IntN(4)))), Rot: rot}))(l.t)
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

// What a cast or a ray names of a body of parts, a triangle or a part, is one that is met in
// the bracket of the answer, where the answer has its points: also where several are met within
// rounding, along an edge of two or at a corner of many, of sizes 1e9 apart.
func TestNamedIsMet(t *testing.T) {
	for turn := range 600 {
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
		part := d3.Part{Shape: l.hull(l.vec(2), l.vec(2)), Pose: d3.Pose{Pos: l.vec(3), Rot: l.rot()}}
		b := &namedBody{shape: mustCompound(t, []d3.Part{part}), pieces: []namedPiece{{0, -1, part}}}
		a := &namedBody{pieces: []namedPiece{{-1, -1, d3.Part{Shape: l.hull(l.vec(2), l.vec(2))}}}}
		oa := must(d3.Place(a.pieces[0].Shape, d3.Pose{Pos: l.vec(3), Rot: l.rot()}))(t)
		way, rot := l.vec(3), l.rot()
		at := oa.Pose().Apply(l.corner(a)).Sub(rot.Apply(l.corner(b))).Sub(way.Scale(float64(1 + l.IntN(4))))
		ob := must(d3.Place(b.shape, d3.Pose{Pos: at, Rot: rot}))(t)
		sw := must(d3.NewSweep(way, 10, d3.SweepOptions{}))(t)
		h := d3.CastShape(&oa, &ob, &sw)
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
