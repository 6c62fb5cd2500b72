package d2_test

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// anyMotion returns a motion of a body at pose that goes about by shift, turning by up to spin.
func anyMotion(t testing.TB, rng *rand.Rand, pose d2.Pose, shift d2.Vec, spin float64) d2.Motion {
	t.Helper()
	v := func(s float64) d2.Vec { return d2.Vec{X: s * (rng.Float64() - 0.5), Y: s * (rng.Float64() - 0.5)} }
	w := 2 * spin * (rng.Float64() - 0.5)
	var m d2.Motion
	var err error
	switch k := rng.IntN(8); k {
	case 0:
		m, err = d2.NewMotion(shift, 0, d2.Vec{})
	case 1, 2:
		m, err = d2.NewMotionTo(pose, d2.Pose{Pos: pose.Pos.Add(shift), Rot: anyPose(rng, 1).Rot}, collide.Path(k-1))
	case 3:
		m, err = d2.NewMotion(shift, w, v(2))
	default:
		m, err = d2.NewMotion(shift, w, d2.Vec{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// movedTo returns o where it is at the time t.
func movedTo(t testing.TB, o *d2.Object, m *d2.Motion, at, duration float64) *d2.Object {
	t.Helper()
	x := *o
	if err := x.Move(m.At(o.Pose(), at, duration)); err != nil {
		t.Fatal(err)
	}
	return &x
}

// impactSlack is how far the rounded poses of At and coordinates may spoil a distance.
func impactSlack(a, b *d2.Object) float64 {
	size := 1e-12
	for _, o := range []*d2.Object{a, b} {
		if s := o.AABB().Size(); !math.IsInf(s.X, 0) {
			size += 1e-12 * (s.Len() + o.AABB().Center().Len())
		}
	}
	return size
}

// checkImpact holds an answer to what it claims: at times before Lower, or all for a miss, the
// bodies are apart, at Upper they are in contact, and normal and points are those of T.
func checkImpact(
	t *testing.T, rng *rand.Rand, a *d2.Object, ma *d2.Motion, b *d2.Object, mb *d2.Motion, opt d2.ImpactOptions, out d2.Impact,
) {
	t.Helper()
	duration := opt.Duration
	if duration == 0 {
		duration = 1
	}
	var q d2.Query
	gap := func(at float64) (d2.Contact, float64) {
		x, y := movedTo(t, a, ma, at, duration), movedTo(t, b, mb, at, duration)
		return q.Distance(x, y, nil), impactSlack(x, y)
	}
	end := out.Lower
	if out.Verdict == collide.Miss {
		end = duration
	}
	for k := range 64 {
		at := end * (float64(k) + rng.Float64()) / 64
		if k%4 == 0 {
			at = end * (1 - math.Pow(10, -12*rng.Float64()))
		}
		if ct, slack := gap(at); ct.Upper < -slack && end > 0 {
			t.Fatalf("%+v: in contact at %v already: %+v\n%+v %+v\n%+v %+v\n%+v", out, at, ct, a.Shape(), a.Pose(), b.Shape(), b.Pose(), []d2.Motion{*ma, *mb})
		}
	}
	if out.Verdict == collide.Miss {
		if out.T != 0 || out.Lower != 0 || out.Upper != 0 || out.Normal != (d2.Vec{}) {
			t.Fatalf("a miss with %+v", out)
		}
		return
	}
	if !(0 <= out.Lower && out.Lower <= out.T && out.T <= out.Upper && out.Upper <= duration) {
		t.Fatalf("out of order: %+v", out)
	}
	if out.Verdict == collide.Hit {
		if ct, slack := gap(out.Upper); ct.Lower > slack {
			t.Fatalf("%+v: no contact at Upper: %+v", out, ct)
		}
	}
	ct, slack := gap(out.T)
	if math.Abs(out.Normal.Len()-1) > 1e-14 {
		t.Fatalf("normal %v", out.Normal)
	}
	d := out.PointB.Sub(out.PointA)
	if across := d.Sub(out.Normal.Scale(d.Dot(out.Normal))).Len(); across > slack {
		t.Fatalf("%+v: points off the normal by %v", out, across)
	}
	if out.PartA < 0 && out.PartB < 0 && out.T > 0 && out.Status != collide.Limit && math.Abs(d.Dot(out.Normal)-ct.Distance) > 1e-9+slack {
		t.Fatalf("%+v: points %v apart, bodies %v", out, d.Dot(out.Normal), ct.Distance)
	}
	if out.Status != collide.Limit { // which also ends the search for the points
		checkOnBody(t, out, "A", movedTo(t, a, ma, out.T, duration), out.PartA, out.PointA, slack)
		checkOnBody(t, out, "B", movedTo(t, b, mb, out.T, duration), out.PartB, out.PointB, slack)
	}
	if out.Verdict == collide.Unsure && !(out.Separation >= ct.Lower-slack) {
		t.Fatalf("%+v: bodies %v apart", out, ct.Lower)
	}
}

// checkOnBody checks that the point p of an answer lies on the boundary of the body o where it is
// then, or of the part of it that the answer names.
func checkOnBody(t *testing.T, out d2.Impact, who string, o *d2.Object, part int, p d2.Vec, slack float64) {
	t.Helper()
	if c, ok := o.Shape().(*d2.Compound); ok {
		if part < 0 || part >= c.Len() {
			t.Fatalf("%+v: part %d of %s", out, part, who)
		}
		o = worldParts(t, o)[part]
	} else if part != -1 {
		t.Fatalf("%+v: part %d of %s, which has none", out, part, who)
	}
	cl, err := d2.ClosestPoint(o, p)
	if err != nil {
		t.Fatal(err)
	}
	if !(math.Abs(cl.Distance) <= 1e-9+slack) {
		t.Fatalf("%+v: the point of %s is %v from its boundary\n%+v %+v", out, who, cl.Distance, o.Shape(), o.Pose())
	}
}

// impactPair draws two bodies that fly past or into each other.
func impactPair(t *testing.T, rng *rand.Rand, spin float64) (a, b *d2.Object, ma, mb d2.Motion) {
	shape := func() d2.Shape {
		if rng.IntN(8) == 0 {
			return mustCompound(t, randomParts(rng, 1+rng.IntN(5), 1, anyShape))
		}
		return anyShape(rng)
	}
	a, b = placeOrFail(t, shape(), anyPose(rng, 1)), placeOrFail(t, shape(), anyPose(rng, 8))
	if rng.IntN(8) == 0 {
		a = placeOrFail(t, d2.HalfSpace{Normal: d2.Vec{X: rng.Float64() - 0.5, Y: 1}}, anyPose(rng, 1))
	}
	to := a.Pose().Pos.Sub(b.Pose().Pos).Scale(2 * rng.Float64())
	ma = anyMotion(t, rng, a.Pose(), d2.Vec{X: rng.Float64() - 0.5}, spin)
	mb = anyMotion(t, rng, b.Pose(), to, spin)
	return a, b, ma, mb
}

// TestTimeOfImpact holds answers about all kinds of shapes and motions to what they claim.
func TestTimeOfImpact(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	n := 1500
	if testing.Short() {
		n = 300
	}
	counts := map[collide.Verdict]int{}
	var q d2.Query // that of all pairs, to see that none leaves anything behind
	for i := range n {
		spin := []float64{0, 1, 5, 40}[i%4]
		a, b, ma, mb := impactPair(t, rng, spin)
		opt := d2.ImpactOptions{Duration: []float64{0, 1, 0.3, 7}[rng.IntN(4)]}
		out, err := q.TimeOfImpact(a, &ma, b, &mb, opt)
		if err != nil {
			t.Fatal(err)
		}
		if fresh, _ := new(d2.Query).TimeOfImpact(a, &ma, b, &mb, opt); fresh != out {
			t.Fatalf("%d: afresh\n%+v\n%+v", i, fresh, out)
		}
		counts[out.Verdict]++
		checkImpact(t, rng, a, &ma, b, &mb, opt, out)
		if out.Status == collide.Limit {
			t.Errorf("%d: limit: %+v", i, out)
		}
		if out.Verdict == collide.Hit && out.Upper-out.Lower > 1e-5*opt.Duration+1e-5 {
			t.Errorf("%d: wide: %+v", i, out)
		}
		back, err := q.TimeOfImpact(b, &mb, a, &ma, opt)
		if err != nil {
			t.Fatal(err)
		}
		back.Normal = d2.Vec{X: 0 - back.Normal.X, Y: 0 - back.Normal.Y}
		back.PointA, back.PointB, back.PartA, back.PartB = back.PointB, back.PointA, back.PartB, back.PartA
		if back != out {
			t.Fatalf("%d: exchanged\n%+v\n%+v", i, back, out)
		}
	}
	t.Log(counts)
	if counts[collide.Hit] < n/5 || counts[collide.Miss] < n/5 || counts[collide.Unsure] > n/100 {
		t.Errorf("a tame sample: %v of %d", counts, n)
	}
}

// motionReference returns where the body point b is at the time t, to 500 bits: by the series of
// the exponential of the turn, applied to R (b - c).
func motionReference(pose d2.Pose, v d2.Vec, w float64, c, b d2.Vec, t float64) (out [2]*big.Float) {
	const prec = 600
	num := func(x float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }
	mul := func(a, b *big.Float) *big.Float { return num(0).Mul(a, b) }
	cos, sin := pose.Rot.CosSin()
	turn := func(x, y *big.Float) [2]*big.Float {
		return [2]*big.Float{
			num(0).Sub(mul(num(cos), x), mul(num(sin), y)), num(0).Add(mul(num(sin), x), mul(num(cos), y)),
		}
	}
	sum := turn(num(0).Sub(num(b.X), num(c.X)), num(0).Sub(num(b.Y), num(c.Y)))
	center := turn(num(c.X), num(c.Y))
	angle, term := mul(num(w), num(t)), sum
	for k := 1; k < 400; k++ {
		f := num(0).Quo(angle, num(float64(k)))
		term = [2]*big.Float{num(0).Neg(mul(f, term[1])), mul(f, term[0])}
		sum = [2]*big.Float{num(0).Add(sum[0], term[0]), num(0).Add(sum[1], term[1])}
	}
	for i, x := range [2][2]float64{{pose.Pos.X, v.X}, {pose.Pos.Y, v.Y}} {
		s := num(0).Add(num(x[0]), mul(num(x[1]), num(t)))
		out[i] = s.Add(s, center[i]).Add(s, sum[i])
	}
	return out
}

// TestMotionAt holds At to the exact motion, within what it promises.
func TestMotionAt(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	worst := 0.0
	for range 200 {
		far := math.Pow(10, 6*rng.Float64()-3)
		pose := anyPose(rng, 10)
		v, w, c, b := anyPose(rng, far).Pos, 60*(rng.Float64()-0.5), anyPose(rng, 3).Pos, anyPose(rng, 3).Pos
		m, err := d2.NewMotion(v, w, c)
		if err != nil {
			t.Fatal(err)
		}
		at := rng.Float64()
		got := m.At(pose, at, 1)
		x := got.Apply(b)
		want := motionReference(pose, v, w, c, b, at)
		allowed := 0x1p-53 * (128*b.Sub(c).Len() + 4*(math.Abs(got.Pos.X)+math.Abs(got.Pos.Y)) + 64*b.Len())
		for i, k := range [2]float64{x.X, x.Y} {
			d, _ := new(big.Float).Sub(want[i], big.NewFloat(k)).Float64()
			worst = max(worst, math.Abs(d)/allowed)
		}
	}
	if t.Logf("off by at most %v of what is allowed", worst); worst > 1 {
		t.Errorf("off by %v of what is allowed", worst)
	}
}

// TestMotionAtAnyDuration: a pose between two stands for its share of the way at any duration, and
// one of velocities for the time, up to 1e100.
func TestMotionAtAnyDuration(t *testing.T) {
	to, err := d2.NewMotionTo(d2.Pose{}, d2.Pose{Pos: d2.Vec{X: 8}}, collide.Slerp)
	if err != nil {
		t.Fatal(err)
	}
	v, err := d2.NewMotion(d2.Vec{X: 2}, 1, d2.Vec{})
	if err != nil {
		t.Fatal(err)
	}
	inf := math.Inf(1)
	for _, c := range []struct{ t, duration, share, way float64 }{
		{1, 4, 2, 2},
		{0x1p1000, 0x1p1002, 2, 2e100},
		{math.MaxFloat64, inf, 0, 2e100},
		{inf, inf, 8, 2e100},
		{0x1p-1000, 0x1p-998, 2, 0x1p-999},
		{math.SmallestNonzeroFloat64, 4 * math.SmallestNonzeroFloat64, 2, 2 * math.SmallestNonzeroFloat64},
		{math.NaN(), 1, 0, 0},
		{1, math.NaN(), 0, 0},
	} {
		if x := to.At(d2.Pose{}, c.t, c.duration).Pos.X; x != c.share {
			t.Errorf("%v of %v: at %v of the way between poses, want %v", c.t, c.duration, x, c.share)
		}
		if x := v.At(d2.Pose{}, c.t, c.duration).Pos.X; !(math.Abs(x-c.way) <= 1e-15*c.way) {
			t.Errorf("%v of %v: at %v by velocities, want %v", c.t, c.duration, x, c.way)
		}
	}
}

// TestPosesMeetAtTheEnd: bodies on their ways between poses that touch at the very end, or all but,
// are told apart by the bodies as they lie there, each by its own shape, whichever is named first.
// Where both had begun elsewhere than they were placed, and were put in the other order, one stood
// for both.
func TestPosesMeetAtTheEnd(t *testing.T) {
	small, large := d2.Shape(d2.Circle{Radius: 1}), d2.Shape(d2.Circle{Radius: 2}) // which turn, and reach no farther
	row := must(d2.NewCompound([]d2.Part{{Shape: small}, {Shape: d2.Circle{Radius: 0.5}}}))(t)
	way := func(from, to, turn float64) *d2.Motion {
		m := must(d2.NewMotionTo(d2.Pose{Pos: d2.Vec{X: from}, Rot: must(d2.NewAngle(turn))(t)}, d2.Pose{Pos: d2.Vec{X: to}}, collide.Slerp))(t)
		return &m
	}
	for _, pair := range [][2]d2.Shape{{small, large}, {large, small}, {row, large}, {large, row}} {
		for k := range 40 {
			gap := []float64{0, 0x1p-51, 0x1p-50, 0x1p-20}[k%4]
			from := 0.1 + float64(0.37*float64(k))
			a, b := must(d2.Place(pair[0], d2.Pose{}))(t), must(d2.Place(pair[1], d2.Pose{}))(t)
			im, err := d2.TimeOfImpact(&a, way(4+from, 3+gap, float64(k%3)), &b, way(-from, 0, float64(k%5)), d2.ImpactOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if (im.Verdict == collide.Hit) != (gap == 0) || gap > 0x1p-21 && im.Verdict != collide.Miss {
				t.Errorf("%T and %T from %v, %v apart at the end: %v", pair[0], pair[1], from, gap, im.Verdict)
			}
		}
	}
}

// TestMotionEnds: a motion between poses begins and ends there exactly, the halves of the way are
// where they belong, and the errors are those that the constructors name.
func TestMotionEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 300 {
		p, q := anyPose(rng, 5), anyPose(rng, 5)
		if rng.IntN(3) == 0 { // nearly the same rotation
			small, _ := d2.NewAngle(math.Pow(10, -16*rng.Float64()))
			q.Rot = small.Mul(p.Rot)
		}
		duration := math.Pow(10, 4*rng.Float64()-2)
		slerp, err := d2.NewMotionTo(p, q, collide.Slerp)
		if err != nil {
			t.Fatal(err)
		}
		screw, err := d2.NewMotionTo(p, q, collide.Screw)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []d2.Motion{slerp, screw} {
			if m.At(d2.Pose{}, 0, duration) != p || m.At(d2.Pose{}, duration, duration) != q || m.At(d2.Pose{}, 2*duration, duration) != q {
				t.Fatalf("ends of %+v", m)
			}
			near := m.At(d2.Pose{}, duration*(1-0x1p-52), duration)
			for _, x := range []d2.Vec{{}, {X: 1}, {Y: 1}} {
				if d := near.Apply(x).Dist(q.Apply(x)); d > 1e-13 {
					t.Fatalf("%+v: off by %v shortly before the end", m, d)
				}
			}
		}
		half := slerp.At(d2.Pose{}, duration/2, duration)
		want, _ := p.Lerp(q, 0.5)
		if half.Pos.Dist(want.Pos) > 1e-13 || half.Apply(d2.Vec{X: 1}).Dist(want.Apply(d2.Vec{X: 1})) > 1e-13 {
			t.Fatalf("half way %v, want %v", half, want)
		}
		// The screw from p to half way and that from there to q are one motion.
		mid := screw.At(d2.Pose{}, duration/2, duration)
		step := mid.Mul(p.Inverse())
		for _, x := range []d2.Vec{{}, {X: 1}, {Y: 1}} {
			if d := step.Apply(mid.Apply(x)).Dist(q.Apply(x)); d > 1e-12 {
				t.Fatalf("twice half the screw is off by %v: %v to %v", d, p, q)
			}
		}
	}
	half, _ := d2.NewCosSin(-1, 0)
	if _, err := d2.NewMotionTo(d2.Pose{}, d2.Pose{Rot: half}, collide.Slerp); !errors.Is(err, collide.ErrAmbiguousMotion) {
		t.Error(err)
	}
	nearly, _ := d2.NewCosSin(-1, 5e-324)
	if _, err := d2.NewMotionTo(d2.Pose{}, d2.Pose{Rot: nearly}, collide.Screw); err != nil {
		t.Error(err)
	}
	if _, err := d2.NewMotionTo(d2.Pose{}, d2.Pose{}, 2); !errors.Is(err, collide.ErrBadOption) {
		t.Error(err)
	}
	var e *collide.Error
	if _, err := d2.NewMotion(d2.Vec{}, math.NaN(), d2.Vec{}); !errors.As(err, &e) || e.Path != "angular" {
		t.Error(err)
	}
	var o d2.Object
	var m d2.Motion
	for _, d := range []float64{-1, math.NaN(), math.Inf(1), 1e-300} {
		if _, err := d2.TimeOfImpact(&o, &m, &o, &m, d2.ImpactOptions{Duration: d}); !errors.Is(err, collide.ErrBadOption) {
			t.Errorf("duration %v: %v", d, err)
		}
	}
}

// TestImpactIsAboutItsTime: a ball passes another one at no distance, which is no proof of contact,
// and then meets a wall, which is. The answer is a hit between the two times, and all of it that is
// about the time T, the normal, the points and the parts, is about the first.
func TestImpactIsAboutItsTime(t *testing.T) {
	ball, wall := d2.Circle{Radius: 1}, d2.Box{Size: d2.Vec{X: 4, Y: 8}}
	for first := range 2 {
		parts := []d2.Part{{Shape: ball}, {Shape: ball}}
		parts[1-first] = d2.Part{Shape: wall, Pose: d2.Pose{Pos: d2.Vec{X: 4}}}
		a := placeOrFail(t, mustCompound(t, parts), d2.Pose{})
		b := placeOrFail(t, ball, d2.Pose{Pos: d2.Vec{X: -4, Y: 2}})
		m := moving(t, d2.Vec{X: 8}, 0, d2.Vec{})
		out := impactOf(t, a, &d2.Motion{}, b, m, d2.ImpactOptions{})
		if out.Verdict != collide.Hit || out.T > 0.5 || out.T < 0.5-1e-4 || out.Upper < 0.625 || out.Upper > 0.625+1e-6 {
			t.Fatalf("ball %d: %+v", first, out)
		}
		back := impactOf(t, b, m, a, &d2.Motion{}, d2.ImpactOptions{})
		if back.PartB != out.PartA || back.Normal != out.Normal.Scale(-1).Add(d2.Vec{}) || back.Lower != out.Lower || back.Upper != out.Upper {
			t.Errorf("%+v, and swapped %+v", out, back)
		}
		at := d2.Vec{Y: 1}
		if out.PartA != first || out.PointA.Sub(at).Len() > 1e-3 || out.PointB.Sub(at).Len() > 1e-3 ||
			out.Normal.Sub(at).Len() > 1e-3 {
			t.Errorf("ball %d: %+v", first, out)
		}
	}
}

// TestCompoundWhirls: a compound that whirls comes to an end. Two of its leaves whose bounds creep
// waited for each other, each by a billionth of the time: in space at 1e9 radians for minutes.
func TestCompoundWhirls(t *testing.T) {
	corners := []d2.Vec{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}}
	frame := must(d2.NewChain(corners, d2.ChainOptions{Closed: true}))(t)
	a := must(d2.Place(d2.Box{}, d2.Pose{Pos: d2.Vec{X: -3, Y: 0.5}}))(t)
	b := must(d2.Place(must(d2.NewCompound([]d2.Part{{Shape: frame}}))(t), d2.Pose{}))(t)
	ma := must(d2.NewMotion(d2.Vec{X: 6}, 0, d2.Vec{}))(t)
	for _, turn := range []float64{1e9, 1e20, 1e100} {
		mb := must(d2.NewMotion(d2.Vec{}, turn, d2.Vec{}))(t)
		i, err := d2.TimeOfImpact(&a, &ma, &b, &mb, d2.ImpactOptions{Deepening: true})
		if err != nil || i.Verdict == collide.Miss || !(i.Lower > 0.2 && i.Lower < 0.45) {
			t.Errorf("%v rad: %v, apart until %v, %v", turn, i.Verdict, i.Lower, err)
		}
	}
}

// TestTurnsBeyondCounting: turns by up to 1e200 radians. The matrices of such were none, of numbers
// as large as the angle is uncertain, and a polygon or polytope that grows with them never ended.
func TestTurnsBeyondCounting(t *testing.T) {
	shape := d2.Rounded{Core: d2.Ellipse{Radii: d2.Vec{X: 3, Y: 1e-150}}, R: 1e-150}
	a, b := must(d2.Place(shape, d2.Pose{}))(t), must(d2.Place(d2.Box{Size: d2.Vec{Y: 2}}, d2.Pose{}))(t)
	for _, turn := range []float64{1e-90, 1e-80, 1e-16, 1, 1e100} {
		m := must(d2.NewMotion(d2.Vec{X: 1e-16}, turn, d2.Vec{X: 1e-16}))(t)
		for _, deep := range []bool{false, true} {
			o := d2.ImpactOptions{Duration: 1e100, Deepening: deep}
			q := must(d2.NewQuery(d2.Options{MaxIterations: 64}))(t)
			i, err := q.TimeOfImpact(&a, &m, &b, &m, o)
			if err != nil || deep == (i.Verdict == collide.Hit && i.T == 0) || !(i.Lower <= i.Upper) {
				t.Errorf("by %v, deepening %v: %+v, %v", turn, deep, i, err)
			}
		}
		p := m.At(a.Pose(), 1e100, 1e100)
		if _, err := d2.Place(shape, d2.Pose{Rot: p.Rot}); err != nil {
			t.Errorf("by %v: %+v, %v", turn, p, err)
		}
	}
}
