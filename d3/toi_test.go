package d3_test

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// anyMotion returns a motion of a body at pose that goes about by shift, turning by up to spin.
func anyMotion(t testing.TB, rng *rand.Rand, pose d3.Pose, shift d3.Vec, spin float64) d3.Motion {
	t.Helper()
	v := func(s float64) d3.Vec {
		return d3.Vec{X: s * (rng.Float64() - 0.5), Y: s * (rng.Float64() - 0.5), Z: s * (rng.Float64() - 0.5)}
	}
	var m d3.Motion
	var err error
	switch k := rng.IntN(8); k {
	case 0:
		m, err = d3.NewMotion(shift, d3.Vec{}, d3.Vec{})
	case 1, 2:
		m, err = d3.NewMotionTo(pose, d3.Pose{Pos: pose.Pos.Add(shift), Rot: anyRot(rng)}, collide.Path(k-1))
	case 3:
		m, err = d3.NewMotion(shift, v(2*spin), v(2))
	default:
		m, err = d3.NewMotion(shift, v(2*spin), d3.Vec{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// movedTo returns o where it is at the time t.
func movedTo(t testing.TB, o *d3.Object, m *d3.Motion, at, duration float64) *d3.Object {
	t.Helper()
	x := *o
	if err := x.Move(m.At(o.Pose(), at, duration)); err != nil {
		t.Fatal(err)
	}
	return &x
}

// impactSlack is how far the rounded poses of At and coordinates may spoil a distance.
func impactSlack(a, b *d3.Object) float64 {
	size := 1e-12
	for _, o := range []*d3.Object{a, b} {
		if s := o.AABB().Size(); !math.IsInf(s.X, 0) {
			size += 1e-12 * (s.Len() + o.AABB().Center().Len())
		}
	}
	return size
}

// checkImpact holds an answer to what it claims: at times before Lower, or all for a miss, the
// bodies are apart, at Upper they are in contact, and normal and points are those of T.
func checkImpact(
	t *testing.T, rng *rand.Rand, a *d3.Object, ma *d3.Motion, b *d3.Object, mb *d3.Motion, opt d3.ImpactOptions, out d3.Impact,
) {
	t.Helper()
	duration := opt.Duration
	if duration == 0 {
		duration = 1
	}
	var q d3.Query
	gap := func(at float64) (d3.Contact, float64) {
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
			t.Fatalf("%+v: in contact at %v already: %+v\n%+v %+v\n%+v %+v\n%+v", out, at, ct, a.Shape(), a.Pose(), b.Shape(), b.Pose(), []d3.Motion{*ma, *mb})
		}
	}
	if out.Verdict == collide.Miss {
		if out.T != 0 || out.Lower != 0 || out.Upper != 0 || out.Normal != (d3.Vec{}) {
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
func checkOnBody(t *testing.T, out d3.Impact, who string, o *d3.Object, part int, p d3.Vec, slack float64) {
	t.Helper()
	if c, ok := o.Shape().(*d3.Compound); ok {
		if part < 0 || part >= c.Len() {
			t.Fatalf("%+v: part %d of %s", out, part, who)
		}
		o = worldParts(t, o)[part]
	} else if part != -1 {
		t.Fatalf("%+v: part %d of %s, which has none", out, part, who)
	}
	cl, err := d3.ClosestPoint(o, p)
	if err != nil {
		t.Fatal(err)
	}
	if !(math.Abs(cl.Distance) <= 1e-9+slack) {
		t.Fatalf("%+v: the point of %s is %v from its boundary\n%+v %+v", out, who, cl.Distance, o.Shape(), o.Pose())
	}
}

// impactPair draws two bodies that fly past or into each other.
func impactPair(t *testing.T, rng *rand.Rand, spin float64) (a, b *d3.Object, ma, mb d3.Motion) {
	shape := func() d3.Shape {
		if rng.IntN(8) == 0 {
			return mustCompound(t, randomParts(rng, 1+rng.IntN(5), 1, anyShape))
		}
		return anyShape(rng)
	}
	a, b = placeOrFail(t, shape(), anyPose(rng, 1)), placeOrFail(t, shape(), anyPose(rng, 8))
	if rng.IntN(8) == 0 {
		a = placeOrFail(t, d3.HalfSpace{Normal: d3.Vec{X: rng.Float64() - 0.5, Y: rng.Float64(), Z: 1}}, anyPose(rng, 1))
	}
	to := a.Pose().Pos.Sub(b.Pose().Pos).Scale(2 * rng.Float64())
	ma = anyMotion(t, rng, a.Pose(), d3.Vec{X: rng.Float64() - 0.5}, spin)
	mb = anyMotion(t, rng, b.Pose(), to, spin)
	return a, b, ma, mb
}

// TestTimeOfImpact holds answers about all kinds of shapes and motions to what they claim.
func TestTimeOfImpact(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 9))
	n := 1500
	if testing.Short() {
		n = 300
	}
	counts := map[collide.Verdict]int{}
	var q d3.Query // that of all pairs, to see that none leaves anything behind
	for i := range n {
		spin := []float64{0, 1, 5, 40}[i%4]
		a, b, ma, mb := impactPair(t, rng, spin)
		opt := d3.ImpactOptions{Duration: []float64{0, 1, 0.3, 7}[rng.IntN(4)]}
		out, err := q.TimeOfImpact(a, &ma, b, &mb, opt)
		if err != nil {
			t.Fatal(err)
		}
		if fresh, _ := new(d3.Query).TimeOfImpact(a, &ma, b, &mb, opt); fresh != out {
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
		back.Normal = d3.Vec{X: 0 - back.Normal.X, Y: 0 - back.Normal.Y, Z: 0 - back.Normal.Z}
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

// bigMotionVec is a vector of large floats.
type bigMotionVec [3]*big.Float

// motionReference returns where the body point b is at the time t, to 200 bits: the series of the
// exponential of t [w], applied to R (b - c).
func motionReference(pose d3.Pose, v, w, c, b d3.Vec, t float64) (out [3]*big.Float) {
	const prec = 600
	num := func(x float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }
	mul := func(a, b *big.Float) *big.Float { return num(0).Mul(a, b) }
	turn := func(x bigMotionVec) bigMotionVec {
		qx, qy, qz, qw := pose.Rot.Quat()
		u := bigMotionVec{num(qx), num(qy), num(qz)}
		n := num(0)
		for _, k := range []float64{qx, qy, qz, qw} {
			n.Add(n, mul(num(k), num(k)))
		}
		y := bigCross(u, x)
		z := bigCross(u, y)
		var r bigMotionVec
		for i := range 3 {
			s := num(0).Add(mul(num(qw), y[i]), z[i])
			r[i] = num(0).Add(x[i], num(0).Quo(mul(num(2), s), n))
		}
		return r
	}
	cc := [3]float64{c.X, c.Y, c.Z}
	var rel, center bigMotionVec
	for i, k := range [3]float64{b.X, b.Y, b.Z} {
		rel[i], center[i] = num(0).Sub(num(k), num(cc[i])), num(cc[i])
	}
	rel, center = turn(rel), turn(center)
	tw := bigMotionVec{mul(num(w.X), num(t)), mul(num(w.Y), num(t)), mul(num(w.Z), num(t))}
	sum, term := rel, rel
	for k := 1; k < 400; k++ {
		term = bigCross(tw, term)
		for i := range 3 {
			term[i] = num(0).Quo(term[i], num(float64(k)))
			sum[i] = num(0).Add(sum[i], term[i])
		}
	}
	for i, x := range [3][2]float64{{pose.Pos.X, v.X}, {pose.Pos.Y, v.Y}, {pose.Pos.Z, v.Z}} {
		s := num(0).Add(num(x[0]), mul(num(x[1]), num(t)))
		out[i] = s.Add(s, center[i]).Add(s, sum[i])
	}
	return out
}

// bigCross returns the vector product.
func bigCross(a, b bigMotionVec) (out bigMotionVec) {
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		p := new(big.Float).Mul(a[j], b[k])
		out[i] = p.Sub(p, new(big.Float).Mul(a[k], b[j]))
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
		v, w, c, b := anyPose(rng, far).Pos, anyPose(rng, 60).Pos, anyPose(rng, 3).Pos, anyPose(rng, 3).Pos
		m, err := d3.NewMotion(v, w, c)
		if err != nil {
			t.Fatal(err)
		}
		at := rng.Float64()
		got := m.At(pose, at, 1)
		x := got.Apply(b)
		want := motionReference(pose, v, w, c, b, at)
		allowed := 0x1p-53 * (128*b.Sub(c).Len() + 4*(math.Abs(got.Pos.X)+math.Abs(got.Pos.Y)+math.Abs(got.Pos.Z)) + 64*b.Len())
		for i, k := range [3]float64{x.X, x.Y, x.Z} {
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
	to, err := d3.NewMotionTo(d3.Pose{}, d3.Pose{Pos: d3.Vec{X: 8}}, collide.Slerp)
	if err != nil {
		t.Fatal(err)
	}
	v, err := d3.NewMotion(d3.Vec{X: 2}, d3.Vec{Z: 1}, d3.Vec{})
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
		if x := to.At(d3.Pose{}, c.t, c.duration).Pos.X; x != c.share {
			t.Errorf("%v of %v: at %v of the way between poses, want %v", c.t, c.duration, x, c.share)
		}
		if x := v.At(d3.Pose{}, c.t, c.duration).Pos.X; !(math.Abs(x-c.way) <= 1e-15*c.way) {
			t.Errorf("%v of %v: at %v by velocities, want %v", c.t, c.duration, x, c.way)
		}
	}
}

// TestPosesMeetAtTheEnd: bodies on their ways between poses that touch at the very end, or all but,
// are told apart by the bodies as they lie there, each by its own shape, whichever is named first.
// Where both had begun elsewhere than they were placed, and were put in the other order, one stood
// for both.
func TestPosesMeetAtTheEnd(t *testing.T) {
	small, large := d3.Shape(d3.Sphere{Radius: 1}), d3.Shape(d3.Sphere{Radius: 2}) // which turn, and reach no farther
	row := must(d3.NewCompound([]d3.Part{{Shape: small}, {Shape: d3.Sphere{Radius: 0.5}}}))(t)
	way := func(from, to, turn float64) *d3.Motion {
		m := must(d3.NewMotionTo(d3.Pose{Pos: d3.Vec{X: from}, Rot: must(d3.NewRPY(0, 0, turn))(t)}, d3.Pose{Pos: d3.Vec{X: to}}, collide.Slerp))(t)
		return &m
	}
	for _, pair := range [][2]d3.Shape{{small, large}, {large, small}, {row, large}, {large, row}} {
		for k := range 40 {
			gap := []float64{0, 0x1p-51, 0x1p-50, 0x1p-20}[k%4]
			from := 0.1 + float64(0.37*float64(k))
			a, b := must(d3.Place(pair[0], d3.Pose{}))(t), must(d3.Place(pair[1], d3.Pose{}))(t)
			im, err := d3.TimeOfImpact(&a, way(4+from, 3+gap, float64(k%3)), &b, way(-from, 0, float64(k%5)), d3.ImpactOptions{})
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
			small, _ := d3.NewAxisAngle(d3.Vec{X: 1, Y: rng.Float64(), Z: rng.Float64()}, math.Pow(10, -16*rng.Float64()))
			q.Rot = small.Mul(p.Rot)
		}
		duration := math.Pow(10, 4*rng.Float64()-2)
		slerp, err := d3.NewMotionTo(p, q, collide.Slerp)
		if err != nil {
			t.Fatal(err)
		}
		screw, err := d3.NewMotionTo(p, q, collide.Screw)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []d3.Motion{slerp, screw} {
			if m.At(d3.Pose{}, 0, duration) != p || m.At(d3.Pose{}, duration, duration) != q || m.At(d3.Pose{}, 2*duration, duration) != q {
				t.Fatalf("ends of %+v", m)
			}
			near := m.At(d3.Pose{}, duration*(1-0x1p-52), duration)
			for _, x := range []d3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}} {
				if d := near.Apply(x).Dist(q.Apply(x)); d > 1e-13 {
					t.Fatalf("%+v: off by %v shortly before the end", m, d)
				}
			}
		}
		half := slerp.At(d3.Pose{}, duration/2, duration)
		want, _ := p.Lerp(q, 0.5)
		if half.Pos.Dist(want.Pos) > 1e-13 || half.Apply(d3.Vec{X: 1}).Dist(want.Apply(d3.Vec{X: 1})) > 1e-13 {
			t.Fatalf("half way %v, want %v", half, want)
		}
		// The screw from p to half way and that from there to q are one motion.
		mid := screw.At(d3.Pose{}, duration/2, duration)
		step := mid.Mul(p.Inverse())
		for _, x := range []d3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}} {
			if d := step.Apply(mid.Apply(x)).Dist(q.Apply(x)); d > 1e-12 {
				t.Fatalf("twice half the screw is off by %v: %v to %v", d, p, q)
			}
		}
	}
	half, _ := d3.NewQuat(1, 0, 0, 0)
	if _, err := d3.NewMotionTo(d3.Pose{}, d3.Pose{Rot: half}, collide.Slerp); !errors.Is(err, collide.ErrAmbiguousMotion) {
		t.Error(err)
	}
	nearly, _ := d3.NewQuat(1, 0, 0, 5e-324)
	if _, err := d3.NewMotionTo(d3.Pose{}, d3.Pose{Rot: nearly}, collide.Screw); err != nil {
		t.Error(err)
	}
	if _, err := d3.NewMotionTo(d3.Pose{}, d3.Pose{}, 2); !errors.Is(err, collide.ErrBadOption) {
		t.Error(err)
	}
	var e *collide.Error
	if _, err := d3.NewMotion(d3.Vec{}, d3.Vec{Z: math.NaN()}, d3.Vec{}); !errors.As(err, &e) || e.Path != "angular.z" {
		t.Error(err)
	}
	var o d3.Object
	var m d3.Motion
	for _, d := range []float64{-1, math.NaN(), math.Inf(1), 1e-300} {
		if _, err := d3.TimeOfImpact(&o, &m, &o, &m, d3.ImpactOptions{Duration: d}); !errors.Is(err, collide.ErrBadOption) {
			t.Errorf("duration %v: %v", d, err)
		}
	}
}

// TestImpactIsAboutItsTime: a ball passes another one at no distance, which is no proof of contact,
// and then meets a wall, which is. The answer is a hit between the two times, and all of it that is
// about the time T, the normal, the points and the parts, is about the first.
func TestImpactIsAboutItsTime(t *testing.T) {
	ball, wall := d3.Sphere{Radius: 1}, d3.Box{Size: d3.Vec{X: 4, Y: 8, Z: 8}}
	for first := range 2 {
		parts := []d3.Part{{Shape: ball}, {Shape: ball}}
		parts[1-first] = d3.Part{Shape: wall, Pose: d3.Pose{Pos: d3.Vec{X: 4}}}
		a := placeOrFail(t, mustCompound(t, parts), d3.Pose{})
		b := placeOrFail(t, ball, d3.Pose{Pos: d3.Vec{X: -4, Y: 2}})
		m := moving(t, d3.Vec{X: 8}, d3.Vec{}, d3.Vec{})
		out := impactOf(t, a, &d3.Motion{}, b, m, d3.ImpactOptions{})
		if out.Verdict != collide.Hit || out.T > 0.5 || out.T < 0.5-1e-4 || out.Upper < 0.625 || out.Upper > 0.625+1e-6 {
			t.Fatalf("ball %d: %+v", first, out)
		}
		back := impactOf(t, b, m, a, &d3.Motion{}, d3.ImpactOptions{})
		if back.PartB != out.PartA || back.Normal != out.Normal.Scale(-1).Add(d3.Vec{}) || back.Lower != out.Lower || back.Upper != out.Upper {
			t.Errorf("%+v, and swapped %+v", out, back)
		}
		at := d3.Vec{Y: 1}
		if out.PartA != first || out.PointA.Sub(at).Len() > 1e-3 || out.PointB.Sub(at).Len() > 1e-3 ||
			out.Normal.Sub(at).Len() > 1e-3 {
			t.Errorf("ball %d: %+v", first, out)
		}
	}
}

// TestCompoundWhirls: a compound that whirls comes to an end. Two of its leaves whose bounds creep
// waited for each other, each by a billionth of the time: at 1e9 radians for minutes.
func TestCompoundWhirls(t *testing.T) {
	corners := []d3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}
	mesh := must(d3.NewMesh(corners, [][3]int{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}, d3.MeshOptions{Solid: true}))(t)
	a := must(d3.Place(d3.Box{}, d3.Pose{Pos: d3.Vec{X: 0.5}}))(t)
	b := must(d3.Place(must(d3.NewCompound([]d3.Part{{Shape: mesh}}))(t), d3.Pose{Pos: d3.Vec{X: 0.5}}))(t)
	ma := must(d3.NewMotionTo(d3.Pose{}, d3.Pose{Pos: d3.Vec{X: 1}}, collide.Slerp))(t)
	for _, turn := range []float64{1e9, 1e20, 1e100} {
		mb := must(d3.NewMotion(d3.Vec{}, d3.Vec{X: turn, Y: 0.5}, d3.Vec{}))(t)
		i, err := d3.TimeOfImpact(&a, &ma, &b, &mb, d3.ImpactOptions{Deepening: true})
		if err != nil || i.Verdict == collide.Miss || !(i.Lower > 0.4 && i.Lower < 0.6) {
			t.Errorf("%v rad: %v, apart until %v, %v", turn, i.Verdict, i.Lower, err)
		}
	}
}

// TestTurnsBeyondCounting: turns by up to 1e200 radians. The matrices of such were none, of numbers
// as large as the angle is uncertain, and a polygon or polytope that grows with them never ended.
func TestTurnsBeyondCounting(t *testing.T) {
	shape := d3.Rounded{Core: d3.Ellipsoid{Radii: d3.Vec{X: 3, Y: 1e-150, Z: 1}}, R: 1e-150}
	a, b := must(d3.Place(shape, d3.Pose{}))(t), must(d3.Place(d3.Box{Size: d3.Vec{Y: 2}}, d3.Pose{}))(t)
	for _, turn := range []float64{1e-90, 1e-80, 1e-16, 1, 1e100} {
		m := must(d3.NewMotion(d3.Vec{X: 1e-16}, d3.Vec{Z: turn}, d3.Vec{X: 1e-16}))(t)
		for _, deep := range []bool{false, true} {
			o := d3.ImpactOptions{Duration: 1e100, Deepening: deep}
			q := must(d3.NewQuery(d3.Options{MaxIterations: 64}))(t)
			i, err := q.TimeOfImpact(&a, &m, &b, &m, o)
			if err != nil || deep == (i.Verdict == collide.Hit && i.T == 0) || !(i.Lower <= i.Upper) {
				t.Errorf("by %v, deepening %v: %+v, %v", turn, deep, i, err)
			}
		}
		p := m.At(a.Pose(), 1e100, 1e100)
		if _, err := d3.Place(shape, d3.Pose{Rot: p.Rot}); err != nil {
			t.Errorf("by %v: %+v, %v", turn, p, err)
		}
	}
}
