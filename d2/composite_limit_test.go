package d2_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// limitPair is two bodies of parts, and the queries that are compared about them.
type limitPair struct {
	t           *testing.T
	a, b        *d2.Object
	x, y        *namedBody
	full, q     *d2.Query // without a limit, and with one
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
func (p *limitPair) contact(what string, got, want d2.Contact) {
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
	if got.TriangleA+got.TriangleB+got.PartA+got.PartB == -4 { // no pair counts, of those looked at
		return
	}
	if d := got.PointB.Sub(got.PointA).Sub(got.Normal.Scale(got.Distance)).Len(); d > tol {
		p.fail(what+" has points off the normal", got, want)
	}
	x, _, _ := p.x.named(p.t, p.a, got.PartA, got.TriangleA)
	y, _, _ := p.y.named(p.t, p.b, got.PartB, got.TriangleB)
	for _, on := range []struct {
		piece        *d2.Object
		whole        *d2.Object
		point, local d2.Vec
	}{{x, p.a, got.PointA, got.LocalA}, {y, p.b, got.PointB, got.LocalB}} {
		if d := must(d2.ClosestPoint(on.piece, on.point))(p.t).Distance; math.Abs(d) > tol {
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
func (p *limitPair) queries(way d2.Vec, turn float64) {
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
		sw := must(d2.NewSweep(way, 4, d2.SweepOptions{Deepening: deepening}))(p.t)
		if h, ref := p.q.CastShape(a, b, &sw), p.full.CastShape(a, b, &sw); h != ref {
			p.times("CastShape", h.Verdict, ref.Verdict, h.T, h.Lower, h.Upper, ref.Lower, ref.Upper, h.Status == collide.Limit)
		}
		p.impact(way, turn, deepening)
	}
}

// sided reports whether b is a chain with one side.
func sided(b *namedBody) bool {
	c, ok := b.shape.(*d2.Chain)
	return ok && c.OneSided()
}

// impact asks when b, which moves and turns, meets a.
func (p *limitPair) impact(way d2.Vec, turn float64, deepening bool) {
	still := must(d2.NewMotion(d2.Vec{}, 0, d2.Vec{}))(p.t)
	moves := must(d2.NewMotion(way, turn, d2.Vec{}))(p.t)
	opt := d2.ImpactOptions{Deepening: deepening}
	out := must(p.q.TimeOfImpact(p.a, &still, p.b, &moves, opt))(p.t)
	ref := must(p.full.TimeOfImpact(p.a, &still, p.b, &moves, opt))(p.t)
	if out == ref {
		return
	}
	p.times("TimeOfImpact", out.Verdict, ref.Verdict, out.T, out.Lower, out.Upper, ref.Lower, ref.Upper, out.Status == collide.Limit)
	if out.Verdict != collide.Unsure || sided(p.x) || sided(p.y) { // other edges may count then
		return
	}
	at := must(d2.Place(p.b.Shape(), moves.At(p.b.Pose(), out.T, 1)))(p.t)
	if ct := p.full.Distance(p.a, &at, nil); ct.Lower > out.Separation+1e-9*p.size {
		p.fail(fmt.Sprintf("at %g the bodies are farther apart than Separation says", out.T), out, ct)
	}
}

// oneSided draws a chain of edges with one side.
func (l *namedDraw) oneSided() *namedBody {
	b := l.chain()
	c := b.shape.(*d2.Chain)
	b.shape = must(d2.NewChain(c.Points(), d2.ChainOptions{Closed: c.Closed(), OneSided: true}))(l.t)
	return b
}

// ground adds a half-space to a compound.
func (l *namedDraw) ground(b *namedBody) {
	c, ok := b.shape.(*d2.Compound)
	if !ok {
		return
	}
	plane := d2.Part{Shape: d2.HalfSpace{Normal: d2.Vec{X: l.vec(1).X, Y: l.unit}, Offset: -l.size(4) * l.unit}}
	parts := []d2.Part{plane}
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
	for turn := range 300 {
		l := &namedDraw{rand.New(rand.NewPCG(29, uint64(turn))), t, []float64{1, 0.1, 1. / 3, 1e-6}[turn%4]}
		draw := []func() *namedBody{l.chain, l.grid, l.oneSided, l.compound}
		x, y := draw[l.IntN(4)](), draw[l.IntN(4)]()
		size := placeOrFail(t, x.shape, d2.Pose{}).AABB().Size().Len() + placeOrFail(t, y.shape, d2.Pose{}).AABB().Size().Len()
		for _, z := range []*namedBody{x, y} {
			if l.IntN(4) == 0 {
				l.ground(z)
			}
		}
		a := must(d2.Place(x.shape, d2.Pose{Pos: l.vec(3), Rot: l.rot()}))(t)
		b := must(d2.Place(y.shape, d2.Pose{Pos: l.vec(5), Rot: l.rot()}))(t)
		p := &limitPair{t: t, a: &a, b: &b, x: x, y: y, full: must(d2.NewQuery(d2.Options{}))(t), turn: turn}
		p.size = size + a.Pose().Pos.Len() + b.Pose().Pos.Len()
		way, spin := l.vec(4), float64(l.IntN(3)-1)
		for _, n := range []int{1, 2, 3, 5, 9, 20, 1 << 30} {
			p.most = n
			p.q = must(d2.NewQuery(d2.Options{MaxPairs: n}))(t)
			p.a, p.b, p.x, p.y = p.b, p.a, p.y, p.x
			p.queries(way, spin)
			if n == 1<<30 && p.cut+p.unsure > 0 {
				p.fail("a limit that is not reached changes answers", p.cut, p.unsure)
			}
			cut, whole, unsure, had = cut+p.cut, whole+p.whole, unsure+p.unsure, had+p.had
			p.cut, p.whole, p.unsure, p.had = 0, 0, 0, 0
		}
	}
	if cut < 500 || whole < 500 || unsure < 1000 || unsure > had/2 {
		t.Errorf("%d answers end at the limit, %d do not; %d of %d relations and verdicts are open", cut, whole, unsure, had)
	}
}

// Where all pairs of parts are as near as any other, work and memory are those of the pairs that
// are looked at, and the bracket is as good: the hulls tell that no other pair is nearer.
func TestMaxPairsOfOnePlace(t *testing.T) {
	const most = 1000
	var parts [2][]d2.Part
	for range 300 {
		parts[0] = append(parts[0], d2.Part{Shape: d2.Circle{Radius: 1}})
		parts[1] = append(parts[1], d2.Part{Shape: d2.Box{Size: d2.Vec{X: 2, Y: 2}}})
	}
	a := placeOrFail(t, mustCompound(t, parts[0]), d2.Pose{})
	b := placeOrFail(t, mustCompound(t, parts[1]), d2.Pose{Pos: d2.Vec{X: 5, Y: 1}})
	q := must(d2.NewQuery(d2.Options{MaxPairs: most}))(t)
	ct := q.Distance(a, b, nil)
	if ct.Status != collide.Limit || ct.Relation != collide.Apart || !(ct.Lower <= 3 && 3 <= ct.Upper) ||
		ct.Upper-ct.Lower > 1e-8 {
		t.Errorf("%+v", ct)
	}
	if looked, places := q.Waiting(); looked > most || places > 50*most {
		t.Errorf("%d pairs were looked at, %d waited", looked, places)
	}
}

// A body that grazes another is no miss of what was not looked at, and no more than undecided.
func TestMaxPairsAfterGraze(t *testing.T) {
	box := d2.Box{Size: d2.Vec{X: 2, Y: 2}}
	var a, b []d2.Part
	for k := range 3 {
		a = append(a, d2.Part{Shape: box, Pose: d2.Pose{Pos: d2.Vec{Y: float64(10 * k)}}})
	}
	b = append(b, d2.Part{Shape: box, Pose: d2.Pose{Pos: d2.Vec{X: 5, Y: 2}}}) // slides along the first one
	b = append(b, d2.Part{Shape: box, Pose: d2.Pose{Pos: d2.Vec{X: 5, Y: 10}}})
	oa, ob := placeOrFail(t, mustCompound(t, a), d2.Pose{}), placeOrFail(t, mustCompound(t, b), d2.Pose{})
	sw := must(d2.NewSweep(d2.Vec{X: -1}, 10, d2.SweepOptions{}))(t)
	for most, want := range map[int]collide.Verdict{1: collide.Unsure, 2: collide.Hit, 0: collide.Hit} {
		q := must(d2.NewQuery(d2.Options{MaxPairs: most}))(t)
		if h := q.CastShape(oa, ob, &sw); h.Verdict != want || (h.Status == collide.Limit) != (most == 1) ||
			!(h.Lower <= 3 && 3 <= h.Upper) {
			t.Errorf("at most %d: %+v, want %v", most, h, want)
		}
	}
}

// Manifolds knows no limit, and a body without parts none either.
func TestMaxPairsOfManifolds(t *testing.T) {
	q, full := must(d2.NewQuery(d2.Options{MaxPairs: 1}))(t), must(d2.NewQuery(d2.Options{}))(t)
	some := 0
	for turn := range 60 {
		l := &namedDraw{rand.New(rand.NewPCG(30, uint64(turn))), t, 1}
		a := must(d2.Place(l.body(true).shape, d2.Pose{Pos: l.vec(2), Rot: l.rot()}))(t)
		b := must(d2.Place(l.body(true).shape, d2.Pose{Pos: l.vec(2), Rot: l.rot()}))(t)
		var got, want []d2.Manifold
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
		c := must(d2.Place(l.convex().shape, d2.Pose{Pos: l.vec(2), Rot: l.rot()}))(t)
		if got, want := q.Distance(&a, &c, nil), full.Distance(&a, &c, nil); got != want {
			t.Fatalf("turn %d: %v, without a limit %v", turn, got, want)
		}
	}
	if some < 50 {
		t.Errorf("%d manifolds", some)
	}
	if _, err := d2.NewQuery(d2.Options{MaxPairs: -1}); err == nil {
		t.Error("a limit below zero is taken")
	}
}
