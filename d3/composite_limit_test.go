package d3_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// limitPair is two bodies of parts, and the queries that are compared about them.
type limitPair struct {
	t           *testing.T
	a, b        *d3.Object
	x, y        *namedBody
	full, q     *d3.Query // without a limit, and with one
	size        float64
	turn, most  int
	cut, whole  int // answers with the status Limit, and the others
	unsure, had int // relations and verdicts that are left open, and those that are not
}

// fail reports what is wrong with got, which is want without a limit.
func (p *limitPair) fail(what string, got, want any) {
	p.t.Fatalf("turn %d, at most %d, %s: %+v, without a limit %+v\n%T at %+v, %T at %+v", p.turn, p.most, what, got, want,
		p.x.shape, p.a.Pose(), p.y.shape, p.b.Pose())
}

// relation checks a relation: it is that without a limit, or open.
func (p *limitPair) relation(what string, got, want collide.Relation) {
	if p.had++; got == collide.Undecided && want != collide.Undecided {
		p.unsure++
	} else if got != want && want != collide.Undecided {
		p.fail(what, got, want)
	}
}

// contact checks every field of an answer.
func (p *limitPair) contact(what string, got, want d3.Contact) {
	p.relation(what, got.Relation, want.Relation)
	if got == want {
		p.whole++
		return
	}
	if p.cut++; got.Status != collide.Limit {
		p.fail(what+" has another status", got, want)
	}
	if !(got.Lower <= want.Upper && want.Lower <= got.Upper && got.Lower <= got.Distance && got.Distance <= got.Upper) {
		p.fail(what+" has a wrong bracket", got, want)
	}
	if got.Relation == collide.Undecided && !(got.Lower <= 0) || got.Relation == collide.Apart && !(got.Lower > 0) {
		p.fail(what+" contradicts its bracket", got, want)
	}
	tol := 1e-9 * p.size
	if d := got.PointB.Sub(got.PointA).Sub(got.Normal.Scale(got.Distance)).Len(); d > tol {
		p.fail(what+" has points off the normal", got, want)
	}
	x, _, _ := p.x.named(p.t, p.a, got.PartA, got.TriangleA)
	y, _, _ := p.y.named(p.t, p.b, got.PartB, got.TriangleB)
	for _, on := range []struct {
		piece        *d3.Object
		whole        *d3.Object
		point, local d3.Vec
	}{{x, p.a, got.PointA, got.LocalA}, {y, p.b, got.PointB, got.LocalB}} {
		if d := must(d3.ClosestPoint(on.piece, on.point))(p.t).Distance; math.Abs(d) > tol {
			p.fail(what+fmt.Sprintf(" has a point %g off its piece", d), got, want)
		}
		if d := on.whole.Pose().Apply(on.local).Sub(on.point).Len(); d > tol {
			p.fail(what+" has a local point elsewhere", got, want)
		}
	}
}

// times checks the verdict and the times of a cast or a motion.
func (p *limitPair) times(what string, got, want collide.Verdict, t, lower, upper, least, most float64, limit bool) {
	if p.had++; got == collide.Unsure && want != collide.Unsure {
		p.unsure++
	}
	text := fmt.Sprintf("%v %v in %v to %v, without a limit %v in %v to %v", got, t, lower, upper, want, least, most)
	switch {
	case !limit:
		p.fail(what+" is another one without the status limit", text, "")
	case got == collide.Miss, want == collide.Miss && got != collide.Unsure,
		want == collide.Graze && got == collide.Graze && !(lower <= most && least <= upper):
		p.fail(what+" has a wrong verdict", text, "")
	case want != collide.Miss && !(lower <= most && least <= upper), !(lower <= t && t <= upper):
		p.fail(what+" has wrong times", text, "")
	}
}

// queries asks everything about the pair.
func (p *limitPair) queries(way d3.Vec, turn float64) {
	a, b := p.a, p.b
	ct := p.full.Distance(a, b, nil)
	p.contact("Distance", p.q.Distance(a, b, nil), ct)
	got, _ := p.q.Collide(a, b, nil)
	want, _ := p.full.Collide(a, b, nil)
	p.contact("Collide", got, want)
	p.relation("Relate", p.q.Relate(a, b, nil), p.full.Relate(a, b, nil))
	rel, mf := p.q.Touch(a, b, nil)
	if p.relation("Touch", rel, p.full.Relate(a, b, nil)); rel == collide.Undecided && got.Distance > 0 && mf.N > 0 {
		p.fail("Touch has points of parts apart", mf, got)
	}
	if !p.q.Overlap(a, b, nil) && p.full.Relate(a, b, nil) != collide.Apart {
		p.fail("Overlap", false, true)
	}
	for _, d := range []float64{0, ct.Distance, ct.Distance + p.size/8, ct.Distance - p.size/8} {
		if !(math.Abs(d) <= 1e300) {
			continue
		}
		p.relation("RelateMargin", must(p.q.RelateMargin(a, b, d, nil))(p.t), must(p.full.RelateMargin(a, b, d, nil))(p.t))
		in := must(p.q.DistanceWithin(a, b, max(d, 0), nil))(p.t)
		if !(in.Lower <= ct.Upper && ct.Lower <= in.Upper) {
			p.fail(fmt.Sprintf("DistanceWithin %g", d), in, ct)
		}
	}
	for _, deepening := range []bool{false, true} {
		sw := must(d3.NewSweep(way, 4, d3.SweepOptions{Deepening: deepening}))(p.t)
		if h, ref := p.q.CastShape(a, b, &sw), p.full.CastShape(a, b, &sw); h != ref {
			p.times("CastShape", h.Verdict, ref.Verdict, h.T, h.Lower, h.Upper, ref.Lower, ref.Upper, h.Status == collide.Limit)
		}
		p.impact(way, turn, deepening)
	}
}

// impact asks when b, which moves and turns, meets a.
func (p *limitPair) impact(way d3.Vec, turn float64, deepening bool) {
	still := must(d3.NewMotion(d3.Vec{}, d3.Vec{}, d3.Vec{}))(p.t)
	moves := must(d3.NewMotion(way, d3.Vec{Z: turn}, d3.Vec{}))(p.t)
	opt := d3.ImpactOptions{Deepening: deepening}
	out := must(p.q.TimeOfImpact(p.a, &still, p.b, &moves, opt))(p.t)
	ref := must(p.full.TimeOfImpact(p.a, &still, p.b, &moves, opt))(p.t)
	if out == ref {
		return
	}
	p.times("TimeOfImpact", out.Verdict, ref.Verdict, out.T, out.Lower, out.Upper, ref.Lower, ref.Upper, out.Status == collide.Limit)
	if out.Verdict != collide.Unsure {
		return
	}
	at := must(d3.Place(p.b.Shape(), moves.At(p.b.Pose(), out.T, 1)))(p.t)
	if ct := p.full.Distance(p.a, &at, nil); ct.Lower > out.Separation+1e-9*p.size {
		p.fail(fmt.Sprintf("at %g the bodies are farther apart than Separation says", out.T), out, ct)
	}
}

// ground adds a half-space to a compound.
func (l *namedDraw) ground(b *namedBody) {
	c, ok := b.shape.(*d3.Compound)
	if !ok {
		return
	}
	plane := d3.Part{Shape: d3.HalfSpace{Normal: d3.Vec{X: l.co(1), Y: l.co(1), Z: l.unit}, Offset: -l.size(4) * l.unit}}
	parts := []d3.Part{plane}
	for i := range c.Len() {
		parts = append(parts, c.Part(i))
	}
	for i := range b.pieces {
		b.pieces[i].part++
	}
	b.pieces = append(b.pieces, namedPiece{0, -1, plane})
	b.shape = mustCompound(l.t, parts)
}

// Whatever a query with Options.MaxPairs tells holds: brackets hold the distance, relations and
// verdicts are those without the limit or left open, points lie on the pieces that are named, and
// what differs from the answer without the limit says so. About bodies of few pairs of parts the
// answer is that without a limit.
func TestMaxPairs(t *testing.T) {
	cut, whole, unsure, had := 0, 0, 0, 0
	for turn := range 150 {
		l := &namedDraw{rand.New(rand.NewPCG(29, uint64(turn))), t, []float64{1, 0.1, 1. / 3, 1e-6}[turn%4]}
		draw := []func() *namedBody{l.mesh, l.height, l.solid, l.compound}
		x, y := draw[l.IntN(4)](), draw[l.IntN(4)]()
		size := placeOrFail(t, x.shape, d3.Pose{}).AABB().Size().Len() + placeOrFail(t, y.shape, d3.Pose{}).AABB().Size().Len()
		for _, z := range []*namedBody{x, y} {
			if l.IntN(4) == 0 {
				l.ground(z)
			}
		}
		a := must(d3.Place(x.shape, d3.Pose{Pos: l.vec(3), Rot: l.rot()}))(t)
		b := must(d3.Place(y.shape, d3.Pose{Pos: l.vec(5), Rot: l.rot()}))(t)
		p := &limitPair{t: t, a: &a, b: &b, x: x, y: y, full: must(d3.NewQuery(d3.Options{}))(t), turn: turn}
		p.size = size + a.Pose().Pos.Len() + b.Pose().Pos.Len()
		way, spin := l.vec(4), float64(l.IntN(3)-1)
		for _, n := range []int{1, 2, 3, 5, 9, 20, 1 << 30} {
			p.most = n
			p.q = must(d3.NewQuery(d3.Options{MaxPairs: n}))(t)
			p.a, p.b, p.x, p.y = p.b, p.a, p.y, p.x
			p.queries(way, spin)
			if n == 1<<30 && p.cut+p.unsure > 0 {
				p.fail("a limit that is not reached changes answers", p.cut, p.unsure)
			}
			cut, whole, unsure, had = cut+p.cut, whole+p.whole, unsure+p.unsure, had+p.had
			p.cut, p.whole, p.unsure, p.had = 0, 0, 0, 0
		}
	}
	if cut < 1000 || whole < 300 || unsure < 1000 || unsure > had/2 {
		t.Errorf("%d answers end at the limit, %d do not; %d of %d relations and verdicts are open", cut, whole, unsure, had)
	}
}

// needles returns n long triangles side by side, along x or else along y, at the height z.
func needles(t *testing.T, n int, along bool, z float64) *d3.Object {
	var v []d3.Vec
	var f [][3]int
	for k := range n {
		at, long := float64(k-n/2), float64(2*n)
		for _, p := range []d3.Vec{{X: -long, Y: at, Z: z}, {X: long, Y: at, Z: z}, {Y: at + 0.1, Z: z}} {
			if !along {
				p.X, p.Y = p.Y, p.X
			}
			v = append(v, p)
		}
		f = append(f, [3]int{3 * k, 3*k + 1, 3*k + 2})
	}
	return placeOrFail(t, must(d3.NewMesh(v, f, d3.MeshOptions{}))(t), d3.Pose{})
}

// Where all pairs of parts are as near as any other, work and memory are those of the pairs that
// are looked at, and the bracket is as good: the hulls tell that no other pair is nearer.
func TestMaxPairsOfNeedles(t *testing.T) {
	const most = 1000
	a, b := needles(t, 400, true, 0), needles(t, 400, false, 1)
	var parts [2][]d3.Part
	for k := range 200 {
		x := d3.Vec{X: float64(k - 100), Z: 2}
		y := d3.Vec{Y: float64(k - 100)}
		turn := must(d3.NewAxisAngle(d3.Vec{X: 1}, math.Pi/2))(t)
		other := must(d3.NewAxisAngle(d3.Vec{Y: 1}, math.Pi/2))(t)
		rod := d3.Cylinder{Radius: 0.25, Height: 400}
		parts[0] = append(parts[0], d3.Part{Shape: rod, Pose: d3.Pose{Pos: x, Rot: turn}})
		parts[1] = append(parts[1], d3.Part{Shape: rod, Pose: d3.Pose{Pos: y, Rot: other}})
	}
	for _, c := range []struct {
		a, b *d3.Object
		want float64
	}{{a, b, 1}, {
		placeOrFail(t, mustCompound(t, parts[0]), d3.Pose{}), placeOrFail(t, mustCompound(t, parts[1]), d3.Pose{}), 1.5,
	}} {
		q := must(d3.NewQuery(d3.Options{MaxPairs: most}))(t)
		ct := q.Distance(c.a, c.b, nil)
		if ct.Status != collide.Limit || ct.Relation != collide.Apart || !(ct.Lower <= c.want && c.want <= ct.Upper) ||
			ct.Upper-ct.Lower > 1e-8 {
			t.Errorf("%v: %+v", c.want, ct)
		}
		if looked, places := q.Waiting(); looked > most+2 || places > 50*most {
			t.Errorf("%d pairs were looked at, %d waited", looked, places)
		}
		if rel := q.Relate(c.a, c.b, nil); rel != collide.Apart {
			t.Errorf("bodies whose hulls are apart are %v", rel)
		}
	}
}

// A body that grazes another is no miss of what was not looked at, and no more than undecided.
func TestMaxPairsAfterGraze(t *testing.T) {
	box := d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}
	var a, b []d3.Part
	for k := range 3 {
		a = append(a, d3.Part{Shape: box, Pose: d3.Pose{Pos: d3.Vec{Z: float64(10 * k)}}})
	}
	b = append(b, d3.Part{Shape: box, Pose: d3.Pose{Pos: d3.Vec{X: 5, Y: 2}}}) // slides along the first one
	b = append(b, d3.Part{Shape: box, Pose: d3.Pose{Pos: d3.Vec{X: 5, Z: 10}}})
	oa, ob := placeOrFail(t, mustCompound(t, a), d3.Pose{}), placeOrFail(t, mustCompound(t, b), d3.Pose{})
	sw := must(d3.NewSweep(d3.Vec{X: -1}, 10, d3.SweepOptions{}))(t)
	for most, want := range map[int]collide.Verdict{1: collide.Unsure, 2: collide.Hit, 0: collide.Hit} {
		q := must(d3.NewQuery(d3.Options{MaxPairs: most}))(t)
		if h := q.CastShape(oa, ob, &sw); h.Verdict != want || (h.Status == collide.Limit) != (most == 1) ||
			!(h.Lower <= 3 && 3 <= h.Upper) {
			t.Errorf("at most %d: %+v, want %v", most, h, want)
		}
	}
}

// Manifolds knows no limit, and a body without parts none either.
func TestMaxPairsOfManifolds(t *testing.T) {
	q, full := must(d3.NewQuery(d3.Options{MaxPairs: 1}))(t), must(d3.NewQuery(d3.Options{}))(t)
	some := 0
	for turn := range 60 {
		l := &namedDraw{rand.New(rand.NewPCG(30, uint64(turn))), t, 1}
		a := must(d3.Place(l.body(true).shape, d3.Pose{Pos: l.vec(2), Rot: l.rot()}))(t)
		b := must(d3.Place(l.body(true).shape, d3.Pose{Pos: l.vec(2), Rot: l.rot()}))(t)
		var got, want []d3.Manifold
		for _, mf := range q.Manifolds(&a, &b, nil) {
			got = append(got, mf)
		}
		for _, mf := range full.Manifolds(&a, &b, nil) {
			want = append(want, mf)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("turn %d: %v, without a limit %v", turn, got, want)
		}
		some += len(got)
		c := must(d3.Place(l.convex().shape, d3.Pose{Pos: l.vec(2), Rot: l.rot()}))(t)
		if got, want := q.Distance(&a, &c, nil), full.Distance(&a, &c, nil); got != want {
			t.Fatalf("turn %d: %v, without a limit %v", turn, got, want)
		}
	}
	if some < 50 {
		t.Errorf("%d manifolds", some)
	}
	if _, err := d3.NewQuery(d3.Options{MaxPairs: -1}); err == nil {
		t.Error("a limit below zero is taken")
	}
}
