package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// moving returns the motion of NewMotion.
func moving(t testing.TB, linear, angular, center d3.Vec) *d3.Motion {
	t.Helper()
	m, err := d3.NewMotion(linear, angular, center)
	if err != nil {
		t.Fatal(err)
	}
	return &m
}

// impactOf returns the answer about two shapes.
func impactOf(t testing.TB, a *d3.Object, ma *d3.Motion, b *d3.Object, mb *d3.Motion, opt d3.ImpactOptions) d3.Impact {
	t.Helper()
	out, err := d3.TimeOfImpact(a, ma, b, mb, opt)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestImpactKnown compares with times that are known in closed form.
func TestImpactKnown(t *testing.T) {
	at := func(x, y, z float64) d3.Pose { return d3.Pose{Pos: d3.Vec{X: x, Y: y, Z: z}} }
	rest := &d3.Motion{}
	box := d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}
	ball := d3.Sphere{Radius: 1}
	floor := d3.HalfSpace{Normal: d3.Vec{Z: 1}}
	go1 := moving(t, d3.Vec{X: -4}, d3.Vec{}, d3.Vec{})
	for _, c := range []struct {
		name   string
		a, b   d3.Shape
		pose   d3.Pose // of b
		ma, mb *d3.Motion
		want   float64 // negative: a miss
	}{
		{"ball to box", box, ball, at(4, 0, 0), rest, go1, 0.5},
		{"ball and box that touch at the end", box, ball, at(6, 0, 0), rest, go1, 1},
		{"ball and box that do not quite touch at the end", box, ball, at(6+0x1p-40, 0, 0), rest, go1, -1},
		{"box to box, face to face at the end", box, box, at(6, 0.5, 0.25), rest, go1, 1},
		{"boxes that touch at the start", box, box, at(2, 0, 0), rest, moving(t, d3.Vec{X: 1}, d3.Vec{}, d3.Vec{}), 0},
		{"boxes that overlap", box, box, at(1, 0, 0), rest, rest, 0},
		{"boxes at rest", box, box, at(3, 0, 0), rest, rest, -1},
		{"boxes that move as one", box, box, at(3, 0, 0), moving(t, d3.Vec{X: 3}, d3.Vec{Z: 2}, d3.Vec{}), moving(t, d3.Vec{X: 3}, d3.Vec{Z: 2}, d3.Vec{X: -3}), -1},
		{"a tumbling ball", box, ball, at(4, 0, 0), rest, moving(t, d3.Vec{X: -4}, d3.Vec{X: 30, Y: 70, Z: 1}, d3.Vec{}), 0.5},
		{"ball to the floor", floor, ball, at(0, 0, 3), rest, moving(t, d3.Vec{Z: -4}, d3.Vec{}, d3.Vec{}), 0.5},
		{"the floor to a ball", ball, floor, at(0, 0, -3), rest, moving(t, d3.Vec{Z: 4}, d3.Vec{}, d3.Vec{}), 0.5},
		{"a corner turned down to the floor", floor, box, at(0, 0, 1.25), rest, moving(t, d3.Vec{}, d3.Vec{X: 1}, d3.Vec{}), math.Acos(1.25/math.Sqrt2) - 0},
		{"floor and ceiling", floor, d3.HalfSpace{Normal: d3.Vec{Z: -1}}, at(0, 0, 2), rest, moving(t, d3.Vec{Z: -4}, d3.Vec{}, d3.Vec{}), 0.5},
		{"floor and ceiling that tilt", floor, d3.HalfSpace{Normal: d3.Vec{Z: -1}}, at(0, 0, 2), rest, moving(t, d3.Vec{}, d3.Vec{X: 0.5}, d3.Vec{}), 0},
		{"floor and ceiling that turn as one", floor, d3.HalfSpace{Normal: d3.Vec{Z: -1}}, at(0, 0, 2), moving(t, d3.Vec{}, d3.Vec{X: 0.5}, d3.Vec{}), moving(t, d3.Vec{}, d3.Vec{X: 0.5}, d3.Vec{Z: -2}), -1},
	} {
		a, b := placeOrFail(t, c.a, d3.Pose{}), placeOrFail(t, c.b, c.pose)
		out := impactOf(t, a, c.ma, b, c.mb, d3.ImpactOptions{})
		if c.name == "a corner turned down to the floor" { // it turns the other way round first
			c.want = math.Pi/4 - math.Acos(1.25/math.Sqrt2)
		}
		switch {
		case c.want < 0 && out.Verdict != collide.Miss:
			t.Errorf("%s: %+v, want a miss", c.name, out)
		case c.want >= 0 && (out.Verdict != collide.Hit || !(out.Lower <= c.want+1e-14) || !(out.Upper >= c.want-1e-14) || !(out.Upper-out.Lower < 1e-8)):
			t.Errorf("%s: %+v, want %v", c.name, out, c.want)
		}
	}
	// An ulp is too little to tell at a time at which no pose is exact, and no contact is claimed.
	a, b := placeOrFail(t, box, d3.Pose{}), placeOrFail(t, ball, at(math.Nextafter(6, 7), 0, 0))
	if out := impactOf(t, a, rest, b, go1, d3.ImpactOptions{}); out.Verdict == collide.Hit || out.Verdict == collide.Unsure && out.Lower < 1-1e-13 {
		t.Errorf("an ulp apart: %+v", out)
	}
}

// TestImpactOnArc: a ball on a screw goes a quarter of a circle, from (-10, 0, 0) to (0, -10, 0),
// while the straight line between these passes by what it meets: a ball on the arc, whichever of
// the two is the first, and a floor whose origin is far aside. Bounds of bodies whose pivots move
// on straight lines say nothing of it. Balls ahead of it and behind on the arc are never met.
func TestImpactOnArc(t *testing.T) {
	ball := placeOrFail(t, d3.Sphere{Radius: 1}, d3.Pose{})
	quarter := func(c, s, radius float64) *d3.Motion {
		from := must(d3.NewMatrix([3][3]float64{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}))(t)
		to := must(d3.NewMatrix([3][3]float64{{-s, -c, 0}, {c, -s, 0}, {0, 0, 1}}))(t)
		at := func(c, s float64) d3.Vec { return d3.Vec{X: float64(c * radius), Y: float64(s * radius)} }
		m := must(d3.NewMotionTo(d3.Pose{Pos: at(c, s), Rot: from}, d3.Pose{Pos: at(-s, c), Rot: to}, collide.Screw))(t)
		return &m
	}
	q := 10 * math.Sqrt(0.5)
	meet := 2 * math.Asin(0.1) // the angle between two balls on the arc that touch
	type row struct {
		name string
		b    *d3.Object
		mb   *d3.Motion
		want float64
	}
	for _, side := range []float64{-1, 1} { // the body on the arc comes first in canonical order, or second
		waits := placeOrFail(t, d3.Sphere{Radius: 1}, d3.Pose{Pos: d3.Vec{X: side * q, Y: side * q}})
		floor := placeOrFail(t, d3.HalfSpace{Normal: d3.Vec{Y: -side}}, d3.Pose{Pos: d3.Vec{X: -100 * side, Y: 6 * side}})
		for _, c := range []row{
			{"a ball on the arc", waits, &d3.Motion{}, 0.5 - meet/(math.Pi/2)},
			{"a floor aside", floor, &d3.Motion{}, math.Asin(0.5) / (math.Pi / 2)},
			{"a ball behind", ball, quarter(0, -side, 10), -1},
			{"a ball ahead", ball, quarter(0, side, 10), -1},
		} {
			a, ma, b, mb := ball, quarter(side, 0, 10), c.b, c.mb
			for range 2 {
				out := impactOf(t, a, ma, b, mb, d3.ImpactOptions{})
				switch {
				case c.want < 0 && out.Verdict != collide.Miss:
					t.Errorf("%s: %+v, want a miss", c.name, out)
				case c.want >= 0 && (out.Verdict != collide.Hit || !(out.Lower <= c.want+1e-14) || !(out.Upper >= c.want-1e-14)):
					t.Errorf("%s: %+v, want %v", c.name, out, c.want)
				}
				a, ma, b, mb = b, mb, a, ma
			}
		}
	}
}

// TestImpactGraze: a corner that passes a plate at a distance g proves a miss or a hit as long as g
// is above rounding, whatever the tolerance.
func TestImpactGraze(t *testing.T) {
	plate := d3.Box{Size: d3.Vec{X: 20, Y: 1, Z: 2}}
	for _, tolerance := range []float64{0, 1e-3} {
		q, _ := d3.NewQuery(d3.Options{Tolerance: tolerance})
		for k := 3; k <= 40; k++ {
			for _, w := range []float64{1.1, -0.9, 1.5} {
				for _, g := range []float64{math.Ldexp(1, -k), -math.Ldexp(1, -k)} {
					a := placeOrFail(t, d3.Box{Size: d3.Vec{X: 6, Y: 8, Z: 1}}, d3.Pose{})
					b := placeOrFail(t, plate, d3.Pose{Pos: d3.Vec{Y: 5.5 + g}})
					out, err := q.TimeOfImpact(a, moving(t, d3.Vec{}, d3.Vec{Z: w}, d3.Vec{}), b, &d3.Motion{}, d3.ImpactOptions{})
					if err != nil {
						t.Fatal(err)
					}
					want := collide.Miss
					if g < 0 {
						want = collide.Hit
					}
					if out.Verdict != want {
						t.Errorf("2^-%d, %v: %+v, want %v", k, w, out, want)
					}
				}
			}
		}
	}
}

// TestImpactRod: a thin rod that spins fast is not let through a wall as thin, and the windscreen
// that it wipes is clear of it where it is.
func TestImpactRod(t *testing.T) {
	rod := d3.Box{Size: d3.Vec{X: 2, Y: 1e-3, Z: 1e-3}}
	for _, w := range []float64{10, 100, 1000, -3000} {
		a := placeOrFail(t, rod, d3.Pose{})
		spin := moving(t, d3.Vec{}, d3.Vec{Z: w}, d3.Vec{})
		for _, c := range []struct {
			y    float64
			want collide.Verdict
		}{{0.999, collide.Hit}, {1.01, collide.Miss}} {
			peg := placeOrFail(t, d3.Box{Size: d3.Vec{X: 1e-3, Y: 1e-3, Z: 1}}, d3.Pose{Pos: d3.Vec{Y: c.y}})
			out := impactOf(t, a, spin, peg, &d3.Motion{}, d3.ImpactOptions{})
			if out.Verdict != c.want {
				t.Errorf("%v turns a unit of time, peg at %v: %+v", w, c.y, out)
			}
			if quarter := math.Pi / 2 / math.Abs(w); c.want == collide.Hit && math.Abs(out.T-quarter) > 0.01*quarter {
				t.Errorf("%v: at %v, want about %v", w, out.T, quarter)
			}
		}
		wall := placeOrFail(t, d3.Box{Size: d3.Vec{X: 9, Y: 1e-6, Z: 9}}, d3.Pose{Pos: d3.Vec{Y: 5}})
		fly := moving(t, d3.Vec{Y: 1e4}, d3.Vec{Z: w}, d3.Vec{})
		if out := impactOf(t, a, fly, wall, &d3.Motion{}, d3.ImpactOptions{}); out.Verdict != collide.Hit || out.T > 5e-4 {
			t.Errorf("through the wall: %+v", out)
		}
	}
}

// TestImpactScales: sizes and places far from everyday ones change the answer by no more than they
// must.
func TestImpactScales(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 200 {
		a, b := placeOrFail(t, anyShape(rng), anyPose(rng, 1)), placeOrFail(t, anyShape(rng), anyPose(rng, 8))
		v := a.Pose().Pos.Sub(b.Pose().Pos).Scale(1.5)
		w, u := anyPose(rng, 4).Pos, anyPose(rng, 4).Pos
		out := impactOf(t, a, moving(t, d3.Vec{}, w, d3.Vec{}), b, moving(t, v, u, d3.Vec{}), d3.ImpactOptions{})
		// Twice as fast: half the time.
		fast := impactOf(t, a, moving(t, d3.Vec{}, w.Scale(2), d3.Vec{}), b, moving(t, v.Scale(2), u.Scale(2), d3.Vec{}), d3.ImpactOptions{Duration: 0.5})
		if fast.Verdict != out.Verdict || fast.Lower != out.Lower/2 || fast.Upper != out.Upper/2 {
			t.Fatalf("twice as fast: %+v\n%+v", fast, out)
		}
		// Far away, and all in flight.
		away := d3.Vec{X: 0x1p40, Y: -0x1p39, Z: 0x1p40}
		near := func(x, y float64) bool { return math.Abs(x-y) < 1e-9+1e-2*(x+y)*0 || out.Verdict == collide.Miss }
		move := func(o *d3.Object) *d3.Object {
			p := o.Pose()
			p.Pos = d3.Vec{X: math.Ldexp(math.Round(math.Ldexp(p.Pos.X, 10)), -10), Y: math.Ldexp(math.Round(math.Ldexp(p.Pos.Y, 10)), -10), Z: math.Ldexp(math.Round(math.Ldexp(p.Pos.Z, 10)), -10)}
			return placeOrFail(t, o.Shape(), p)
		}
		a, b = move(a), move(b)
		out = impactOf(t, a, moving(t, d3.Vec{}, w, d3.Vec{}), b, moving(t, v, u, d3.Vec{}), d3.ImpactOptions{})
		shift := func(o *d3.Object) *d3.Object {
			p := o.Pose()
			p.Pos = p.Pos.Add(away)
			return placeOrFail(t, o.Shape(), p)
		}
		fly := d3.Vec{X: 0x1p30, Z: 0x1p31}
		far := impactOf(t, shift(a), moving(t, fly, w, d3.Vec{}), shift(b), moving(t, v.Add(fly), u, d3.Vec{}), d3.ImpactOptions{})
		if far.Verdict != out.Verdict || !near(far.Lower, out.Lower) || !near(far.Upper, out.Upper) {
			if math.Abs(far.Lower-out.Lower) > 1e-5 {
				t.Fatalf("far away: %+v\n%+v", far, out)
			}
		}
	}
	// A grain against a planet.
	grain := placeOrFail(t, d3.Box{Size: d3.Vec{X: 1e-6, Y: 1e-6, Z: 1e-6}}, d3.Pose{Pos: d3.Vec{Z: 2e6}})
	planet := placeOrFail(t, d3.Sphere{Radius: 1e6}, d3.Pose{})
	out := impactOf(t, planet, moving(t, d3.Vec{}, d3.Vec{Z: 1}, d3.Vec{}), grain, moving(t, d3.Vec{Z: -2e6}, d3.Vec{X: 7}, d3.Vec{}), d3.ImpactOptions{})
	if out.Verdict != collide.Hit || math.Abs(out.T-0.5) > 1e-8 {
		t.Errorf("%+v", out)
	}
}

// TestImpactSmall: bodies of every kind of core, near the least size that is allowed and where
// squares of their lengths begin to be none, take the steps of bodies of size one.
func TestImpactSmall(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for i := range 1200 {
		small := []float64{0x1p-505, 0x1p-530, 0x1p-540, 0x1p-900}[i%4]
		size, other := anyPose(rng, 1).Pos, anyPose(rng, 1).Pos
		size, other = d3.Vec{X: math.Abs(size.X), Y: math.Abs(size.Y), Z: math.Abs(size.Z)}, d3.Vec{X: math.Abs(other.X), Y: math.Abs(other.Y), Z: math.Abs(other.Z)}
		pa, pb := anyPose(rng, 1), anyPose(rng, 8)
		v := pa.Pos.Sub(pb.Pos).Scale(2 * rng.Float64())
		w, u := anyPose(rng, 8).Pos, anyPose(rng, 8).Pos
		var out [2]d3.Impact
		for k, scale := range []float64{1, small} {
			qa, qb := pa, pb
			qa.Pos, qb.Pos = pa.Pos.Scale(scale), pb.Pos.Scale(scale)
			a, b := placeOrFail(t, smallShape(t, i/4, size.Scale(scale), other.Scale(scale)), qa), placeOrFail(t, smallShape(t, i/40, other.Scale(scale), size.Scale(scale)), qb)
			out[k] = impactOf(t, a, moving(t, d3.Vec{}, w, d3.Vec{}), b, moving(t, v.Scale(scale), u, d3.Vec{}), d3.ImpactOptions{})
		}
		if o, s := &out[0], &out[1]; o.Verdict != s.Verdict || math.Abs(o.Lower-s.Lower) > 1e-7 || s.Iterations > 2*o.Iterations+8 {
			t.Errorf("%d: small %+v, of size one %+v", i, *s, *o)
		}
	}
}

// smallShape returns a shape of kind i, of the size given and of that of y.
func smallShape(t testing.TB, i int, x, y d3.Vec) d3.Shape {
	switch i % 10 {
	case 0:
		return d3.Box{Size: x}
	case 1:
		return d3.Capsule{Height: x.X, Radius: y.Y}
	case 2:
		return d3.Rounded{Core: d3.Box{Size: x}, R: y.Y / 4}
	case 3:
		return d3.Cylinder{Height: x.X, Radius: y.X}
	case 4:
		return d3.Cone{Height: x.X, Radius: y.X}
	case 5:
		return must(d3.NewHull([]d3.Vec{x, y, x.Neg(), {X: y.Y, Z: x.X}}))(t)
	case 6:
		return userEllipsoid{x}
	case 7:
		return d3.Rounded{Core: d3.Ellipsoid{Radii: x}, R: y.X / 4}
	}
	return d3.Ellipsoid{Radii: x}
}

// TestImpactDeepening: a body that slides on a floor, or leaves it, does not hit; one that sinks
// into it does, when it is deeper than at the start.
func TestImpactDeepening(t *testing.T) {
	deep := d3.ImpactOptions{Deepening: true}
	slab := d3.Box{Size: d3.Vec{X: 8, Y: 8, Z: 1}}
	rest := &d3.Motion{}
	for _, ground := range []struct {
		shape d3.Shape
		top   float64
	}{
		{slab, 0.5},
		{d3.HalfSpace{Normal: d3.Vec{Z: 1}}, 0},
		{mustCompound(t, []d3.Part{{Shape: slab}, {Shape: d3.Sphere{Radius: 0.25}, Pose: d3.Pose{Pos: d3.Vec{X: -3}}}}), 0.5},
	} {
		for _, shape := range []d3.Shape{
			d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}},
			d3.Sphere{Radius: 0.5},
			d3.Cylinder{Radius: 1, Height: 1},
			mustCompound(t, []d3.Part{{Shape: d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}}, {Shape: d3.Sphere{Radius: 0.5}, Pose: d3.Pose{Pos: d3.Vec{X: 1}}}}),
		} {
			for _, sunk := range []float64{0, 1e-3, 0.125} {
				a := placeOrFail(t, ground.shape, d3.Pose{})
				b := placeOrFail(t, shape, d3.Pose{Pos: d3.Vec{Z: ground.top + 0.5 - sunk}})
				for _, c := range []struct {
					name string
					m    *d3.Motion
					want float64 // negative: a miss
				}{
					{"slides", moving(t, d3.Vec{X: 1, Y: 0.5}, d3.Vec{}, d3.Vec{}), -1},
					{"spins", moving(t, d3.Vec{X: 1, Y: 0.5}, d3.Vec{Z: 3}, d3.Vec{}), -1},
					{"leaves", moving(t, d3.Vec{Z: 1}, d3.Vec{}, d3.Vec{}), -1},
					{"rests", rest, -1},
					{"sinks", moving(t, d3.Vec{Z: -0.25}, d3.Vec{}, d3.Vec{}), 0},
				} {
					out := impactOf(t, a, rest, b, c.m, deep)
					if c.want < 0 && out.Verdict != collide.Miss || c.want >= 0 && (out.Verdict != collide.Hit || math.Abs(out.T-c.want) > 1e-6) {
						t.Errorf("%T on %T %v deep %s: %+v", shape, ground.shape, sunk, c.name, out)
					}
				}
				// It leaves, turns and comes down again: not deeper before it is as deep again.
				if _, ok := shape.(d3.Sphere); ok && sunk > 0 {
					back := moving(t, d3.Vec{X: 0.01}, d3.Vec{Y: 1}, d3.Vec{X: 0.4})
					out := impactOf(t, a, rest, b, back, d3.ImpactOptions{Deepening: true, Duration: 6})
					depth := func(at float64) float64 { return d3.Distance(a, movedTo(t, b, back, at, 6)).Distance }
					if out.Verdict == collide.Hit {
						for k := range 100 {
							if at := out.Lower * float64(k) / 100; depth(at) < depth(0)-1e-7 {
								t.Fatalf("deeper at %v than at the start: %+v", at, out)
							}
						}
						if depth(out.Upper) > depth(0) {
							t.Errorf("not deeper at %v: %+v", out.Upper, out)
						}
					}
				}
			}
		}
	}
}

// Bodies whose pivots are in one place have no axis from one to the other: a body that turns, or is
// pushed, deeper into one about the same centre hits at once, alone and as a part.
func TestImpactDeepeningAboutOneCentre(t *testing.T) {
	rest := &d3.Motion{}
	for _, c := range []struct {
		a, b d3.Shape
		m    *d3.Motion
	}{
		// The crossed bars are 2.5 deep, and deeper when one is turned.
		{d3.Box{Size: d3.Vec{X: 2, Y: 3, Z: 9}}, d3.Box{Size: d3.Vec{X: 3, Y: 2, Z: 9}}, moving(t, d3.Vec{}, d3.Vec{Z: 4}, d3.Vec{})},
		// The apex of the cone is above, so that the way out is across its slanted side.
		{
			d3.Cone{Radius: 1, Height: 2},
			d3.Box{Size: d3.Vec{X: 0.25, Y: 0.25, Z: 0.25}},
			moving(t, d3.Vec{Z: -0.25}, d3.Vec{}, d3.Vec{}),
		},
	} {
		for _, parts := range []bool{false, true} {
			a, b := placeOrFail(t, c.a, d3.Pose{}), placeOrFail(t, c.b, d3.Pose{})
			if parts {
				a = placeOrFail(t, mustCompound(t, []d3.Part{{Shape: c.a}}), d3.Pose{})
			}
			for _, out := range []d3.Impact{
				impactOf(t, a, rest, b, c.m, d3.ImpactOptions{Deepening: true}),
				impactOf(t, b, c.m, a, rest, d3.ImpactOptions{Deepening: true}),
			} {
				if out.Verdict != collide.Hit || !(out.Upper < 1e-6) {
					t.Errorf("%T, parts %v: %+v", c.a, parts, out)
				}
			}
		}
	}
}

// TestImpactParts compares compounds with all pairs of their parts.
func TestImpactParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	counts := map[collide.Verdict]int{}
	for range 60 {
		pa, pb := randomParts(rng, 1+rng.IntN(12), 3, anyShape), randomParts(rng, 1+rng.IntN(12), 3, anyShape)
		if rng.IntN(4) == 0 {
			pa = append(pa, d3.Part{Shape: d3.HalfSpace{Normal: d3.Vec{Z: 1}, Offset: -4}})
		}
		a := placeOrFail(t, mustCompound(t, pa), anyPose(rng, 1))
		b := placeOrFail(t, mustCompound(t, pb), anyPose(rng, 20))
		v := a.Pose().Pos.Sub(b.Pose().Pos).Add(anyPose(rng, 12).Pos).Scale(1.5)
		wa, wb := anyPose(rng, 6).Pos, anyPose(rng, 6).Pos
		ca, cb := anyPose(rng, 2).Pos, d3.Vec{}
		ma, mb := moving(t, d3.Vec{}, wa, ca), moving(t, v, wb, cb)
		if rng.IntN(3) == 0 {
			ma, mb = moving(t, d3.Vec{}, d3.Vec{}, d3.Vec{}), moving(t, v, d3.Vec{}, d3.Vec{})
		}
		out := impactOf(t, a, ma, b, mb, d3.ImpactOptions{})
		counts[out.Verdict]++
		best := math.Inf(1)
		for i := range pa {
			for j := range pb {
				x := placeOrFail(t, mustCompound(t, pa[i:i+1]), a.Pose())
				y := placeOrFail(t, mustCompound(t, pb[j:j+1]), b.Pose())
				if one := impactOf(t, x, ma, y, mb, d3.ImpactOptions{}); one.Verdict == collide.Hit {
					best = min(best, one.Upper)
					if out.Verdict != collide.Hit || out.Lower > one.Upper {
						t.Fatalf("parts %d, %d: %+v\nbodies %+v", i, j, one, out)
					}
				}
			}
		}
		if out.Verdict == collide.Hit && (out.Upper < best-1e-6 || out.Upper > best+1e-6) {
			t.Fatalf("%+v, parts at %v", out, best)
		}
	}
	if t.Log(counts); counts[collide.Hit] < 10 || counts[collide.Miss] < 10 {
		t.Errorf("a tame sample: %v", counts)
	}
}

// TestImpactTrace: the steps say until when the bodies are apart, without a gap, and end as the
// answer does; a Query with a Trace gives the same answer.
func TestImpactTrace(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for i := range 200 {
		a, b, ma, mb := impactPair(t, rng, 5)
		trace := &d3.Trace{}
		q, _ := d3.NewQuery(d3.Options{Trace: trace})
		out, _ := q.TimeOfImpact(a, &ma, b, &mb, d3.ImpactOptions{})
		if plain := impactOf(t, a, &ma, b, &mb, d3.ImpactOptions{}); plain.Verdict != out.Verdict || math.Abs(plain.Lower-out.Lower) > 1e-9 {
			t.Fatalf("%d: %+v with a trace, %+v without", i, out, plain)
		}
		until := 0.0
		for k, s := range trace.Steps {
			if s.Stage != collide.StageImpact || s.Lower > s.Upper {
				t.Fatalf("%d: step %d: %+v", i, k, s)
			}
			if s.Exit == collide.ExitAdvanced || s.Exit == collide.ExitPassed {
				if s.Time != until || s.Until < s.Time {
					t.Fatalf("%d: step %d from %v to %v, apart until %v", i, k, s.Time, s.Until, until)
				}
				until = s.Until
			}
			if s.W != s.A.Sub(s.B) && s.W.Sub(s.A.Sub(s.B)).Len() > 0 {
				t.Fatalf("%d: W %v", i, s.W)
			}
		}
		if n := len(trace.Steps); out.Verdict == collide.Hit && out.PartA < 0 && out.PartB < 0 && out.Upper > 0 {
			if last := trace.Steps[n-1]; last.Exit != collide.ExitMet || last.Time != out.Upper || until != out.Lower {
				t.Fatalf("%d: %+v ends with %+v", i, out, last)
			}
		}
	}
}

// TestImpactAllocations: nothing is allocated once the work space has grown.
func TestImpactAllocations(t *testing.T) {
	noCollection(t)
	rng := rand.New(rand.NewPCG(8, 8))
	var q d3.Query
	for i := range 40 {
		a, b, ma, mb := impactPair(t, rng, 5)
		do := func() {
			if _, err := q.TimeOfImpact(a, &ma, b, &mb, d3.ImpactOptions{Deepening: i%2 == 1}); err != nil {
				t.Fatal(err)
			}
		}
		do()
		if n := testing.AllocsPerRun(3, do); n != 0 && !raceEnabled {
			t.Errorf("%T and %T: %v allocations", a.Shape(), b.Shape(), n)
		}
	}
}

// TestImpactLimit: a search that runs out of steps says so, and what it claims is still true.
func TestImpactLimit(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	q, _ := d3.NewQuery(d3.Options{MaxIterations: 2})
	limits := 0
	for range 100 {
		a, b, ma, mb := impactPair(t, rng, 5)
		out, _ := q.TimeOfImpact(a, &ma, b, &mb, d3.ImpactOptions{})
		if out.Status == collide.Limit {
			limits++
		}
		checkImpact(t, rng, a, &ma, b, &mb, d3.ImpactOptions{}, out)
	}
	if limits < 20 {
		t.Errorf("%d limits", limits)
	}
}

// TestImpactShift agrees with CastShape about motions without a turn.
func TestImpactShift(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	counts := map[collide.Verdict]int{}
	for range 300 {
		a, b := placeOrFail(t, anyShape(rng), anyPose(rng, 1)), placeOrFail(t, anyShape(rng), anyPose(rng, 8))
		v := a.Pose().Pos.Sub(b.Pose().Pos).Add(anyPose(rng, 2).Pos).Scale(2 * rng.Float64())
		sweep, err := d3.NewSweep(v, 1, d3.SweepOptions{})
		if err != nil {
			t.Fatal(err)
		}
		cast := d3.CastShape(a, b, &sweep)
		out := impactOf(t, a, &d3.Motion{}, b, moving(t, v, d3.Vec{}, d3.Vec{}), d3.ImpactOptions{})
		counts[out.Verdict]++
		switch {
		case cast.Verdict == collide.Miss:
			if out.Verdict == collide.Hit {
				t.Fatalf("%+v\n%+v", out, cast)
			}
		case out.Verdict == collide.Miss:
			if cast.Verdict == collide.Hit || cast.Verdict == collide.Graze {
				t.Fatalf("%+v\n%+v", out, cast)
			}
		case cast.Verdict == collide.Hit && (out.Lower > cast.Upper || out.Upper < cast.Lower):
			t.Fatalf("%+v\n%+v", out, cast)
		}
	}
	if t.Log(counts); counts[collide.Hit] < 50 || counts[collide.Miss] < 50 {
		t.Errorf("a tame sample: %v", counts)
	}
}

// TestImpactFar: bodies that set out long before they come near meet as those do that set out late,
// and it takes no more than a step or two to tell. A body that passes by at a distance is told to
// miss in one step, however often both turn.
func TestImpactFar(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	hits, near, far := 0, 0, 0
	for range 300 {
		a, b := placeOrFail(t, anyShape(rng), anyPose(rng, 1)), placeOrFail(t, anyShape(rng), anyPose(rng, 8))
		to := a.Pose().Pos.Sub(b.Pose().Pos).Scale(0.5 + rng.Float64())
		turn := func() d3.Vec { return anyPose(rng, 40*rng.Float64()).Pos }
		arm := anyPose(rng, 1).Pos
		wa, wb := turn(), turn()
		late := impactOf(t, a, moving(t, d3.Vec{}, wa, d3.Vec{}), b, moving(t, to, wb, arm), d3.ImpactOptions{})
		early := math.Pow(10, 4*rng.Float64())
		back := func(o *d3.Object, m *d3.Motion) *d3.Object {
			x := *o
			if err := x.Move(m.At(o.Pose(), early, early)); err != nil {
				t.Fatal(err)
			}
			return &x
		}
		a = back(a, moving(t, d3.Vec{}, wa.Neg(), d3.Vec{}))
		b = back(b, moving(t, to.Neg(), wb.Neg(), arm))
		out := impactOf(t, a, moving(t, d3.Vec{}, wa, d3.Vec{}), b, moving(t, to, wb, arm), d3.ImpactOptions{Duration: early + 1})
		if late.Verdict == collide.Unsure || out.Verdict == collide.Unsure || late.Verdict == collide.Miss && out.Verdict == collide.Hit {
			continue // a graze, or met at an earlier time
		}
		slack := 1e-8 + 1e-10*early
		switch {
		case out.Verdict != late.Verdict:
			t.Fatalf("%v before: %+v, else %+v", early, out, late)
		case out.Verdict == collide.Hit && out.Upper < early:
			// Met before the others set out.
		case out.Verdict == collide.Hit && (out.Lower-early > late.Upper+slack || out.Upper-early < late.Lower-slack):
			t.Fatalf("%v before: %+v, else %+v", early, out, late)
		case out.Verdict == collide.Hit:
			hits, near, far = hits+1, near+late.Iterations, far+out.Iterations
		}
	}
	if t.Logf("%d hits, %d steps of late, %d of early", hits, near, far); hits < 50 || far > near+hits {
		t.Errorf("%d hits, %d steps of late, %d of early", hits, near, far)
	}
	rod := d3.Box{Size: d3.Vec{X: 2, Y: 0.01, Z: 0.01}}
	a, b := placeOrFail(t, rod, d3.Pose{}), placeOrFail(t, rod, d3.Pose{Pos: d3.Vec{X: -1e4, Y: 2.1}})
	out := impactOf(t, a, moving(t, d3.Vec{}, d3.Vec{X: 1e3}, d3.Vec{}), b, moving(t, d3.Vec{X: 2e4}, d3.Vec{X: 1e3}, d3.Vec{}), d3.ImpactOptions{})
	if out.Verdict != collide.Miss || out.Iterations != 1 {
		t.Errorf("past it: %+v", out)
	}
}

// TestImpactSlow: motions of the plane that once took all of the steps, with upright prisms. A
// triangle that turns fast far from its centre, for which an axis that turns with it says little; a
// hull 1e-12 in size that spins beside one of size 1; and corners that meet to within rounding,
// where each step went an ulp on.
func TestImpactSlow(t *testing.T) {
	hull := func(points ...d3.Vec) d3.Shape {
		var prism []d3.Vec
		for _, p := range points {
			prism = append(prism, d3.Vec{X: p.X, Y: p.Y, Z: p.Len()}, d3.Vec{X: p.X, Y: p.Y, Z: -p.Len()})
		}
		h, err := d3.NewHull(prism)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	turned := func(c, s float64) d3.Rot {
		w := math.Sqrt((1 + c) / 2)
		r, err := d3.NewQuat(0, 0, s/(2*w), w)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	turn := func(p d3.Pose, angle float64) *d3.Motion {
		r, err := d3.NewAxisAngle(d3.Vec{Z: 1}, angle)
		if err != nil {
			t.Fatal(err)
		}
		m, err := d3.NewMotionTo(p, d3.Pose{Pos: p.Pos, Rot: r.Mul(p.Rot)}, collide.Slerp)
		if err != nil {
			t.Fatal(err)
		}
		return &m
	}
	far := d3.Pose{Rot: turned(0, -1)}
	tiny := d3.Pose{Pos: d3.Vec{X: -0.8782857873399701, Y: 0.4781360431523671}, Rot: turned(0.573911069507586, -0.8189176297385831)}
	for _, c := range []struct {
		name     string
		a, b     d3.Shape
		pa, pb   d3.Pose
		m        *d3.Motion
		duration float64
		want     collide.Verdict
		most     int
	}{
		{
			"far from its centre", hull(d3.Vec{X: -2, Y: -1}, d3.Vec{X: -1, Y: -1}, d3.Vec{X: 2, Y: 2}),
			hull(d3.Vec{X: 1, Y: 1}, d3.Vec{X: -2, Y: -1}, d3.Vec{X: -2}, d3.Vec{X: 1, Y: -1}, d3.Vec{X: 2, Y: 2}),
			far,
			d3.Pose{Pos: d3.Vec{X: -0.5857650859583703, Y: -5.012222187428358}},
			moving(t, d3.Vec{}, d3.Vec{Z: 25.40748166242903}, d3.Vec{X: 3.9692686401784534, Y: -0.4948802502584746}), 7, collide.Miss, 900,
		},
		{
			"small beside large", hull(
				d3.Vec{X: -2.141100379428593e-12, Y: 1.0808054745957406e-12}, d3.Vec{X: -2.3959901729290256e-12, Y: 1.0808515130639549e-13},
				d3.Vec{X: 2.1853668166178535e-12, Y: 9.882424730454254e-13}, d3.Vec{X: -2.2337520695957458e-12, Y: -8.733859400529143e-13},
				d3.Vec{X: -2.35573498425936e-12, Y: -4.505152523965667e-13}, d3.Vec{X: -4.54993894912495e-13, Y: -2.3548740654858275e-12},
				d3.Vec{X: 1.1024731626562839e-12, Y: 2.1300244680115864e-12}, d3.Vec{X: -1.2578323153379804e-12, Y: 2.042133486135734e-12},
				d3.Vec{X: -2.2736543288358653e-12, Y: -7.635098569575394e-13},
			), hull(
				d3.Vec{X: -0.46872691896745594, Y: 0.8833431244059557}, d3.Vec{X: -0.9972535126499432, Y: -0.07406369898506061},
				d3.Vec{X: -0.8582419222496624, Y: -0.5132453632456941}, d3.Vec{X: 0.848475668708042, Y: -0.5292343900489092},
				d3.Vec{X: 0.7609447432365197, Y: 0.6488166903993046}, d3.Vec{X: -0.32507709141524377, Y: -0.9456875195523123},
				d3.Vec{X: -0.997867744752284, Y: 0.06526939957430144}, d3.Vec{X: -0.9781300163254425, Y: -0.2079944017592531},
			), tiny, d3.Pose{
				Pos: d3.Vec{X: 9.42801392511683e-13, Y: 3.494982081519993e-13},
				Rot: turned(0.8340343773200364, 0.5517124771548848),
			}, turn(tiny, -2.2500131550910343), 1, collide.Miss, 50,
		},
		{
			"corners within rounding", hull(d3.Vec{Y: 2}, d3.Vec{X: -2}, d3.Vec{X: 1, Y: -2}, d3.Vec{Y: -1}, d3.Vec{X: 2, Y: 2}),
			hull(d3.Vec{Y: 1}, d3.Vec{X: 1, Y: 1}, d3.Vec{X: -2}, d3.Vec{X: -1, Y: -2}, d3.Vec{X: 2, Y: -1}, d3.Vec{X: -1, Y: 2}, d3.Vec{X: -2, Y: -2}),
			d3.Pose{},
			d3.Pose{Pos: d3.Vec{X: -3, Y: -2}},
			turn(d3.Pose{}, -2.0459656844855645), 1, collide.Unsure, 100,
		},
	} {
		a, b := placeOrFail(t, c.a, c.pa), placeOrFail(t, c.b, c.pb)
		out := impactOf(t, a, c.m, b, &d3.Motion{}, d3.ImpactOptions{Duration: c.duration})
		if out.Verdict != c.want || out.Iterations > c.most {
			t.Errorf("%s: %+v, want %v", c.name, out, c.want)
		}
	}
}

// TestImpactOfSpeckAtCorner: a body that is far smaller than the tolerance, and spins, grazes a
// corner. Its own features turn with it and say nothing about the way; an axis that rests does.
func TestImpactOfSpeckAtCorner(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 26))
	most := 0
	for range 2000 {
		var points, corners []d3.Vec
		for range 7 {
			points = append(points, d3.Vec{X: 3e-16 * rng.NormFloat64(), Y: 3e-16 * rng.NormFloat64(), Z: 3e-16 * rng.NormFloat64()})
			corners = append(corners, d3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()})
		}
		a := placeOrFail(t, must(d3.NewHull(corners))(t), anyPose(rng, 0))
		dir := d3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}
		at := a.Pose().Apply(a.Shape().(*d3.Hull).Support(dir)) // a corner
		speed := d3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}
		b := placeOrFail(t, must(d3.NewHull(points))(t), d3.Pose{Pos: at.Sub(speed.Scale(0.25))})
		turn := d3.Vec{X: 60 * (rng.Float64() - 0.5), Y: 60 * (rng.Float64() - 0.5), Z: 60 * (rng.Float64() - 0.5)}
		spin := must(d3.NewMotion(speed, turn, d3.Vec{}))(t)
		out := must(d3.TimeOfImpact(a, &d3.Motion{}, b, &spin, d3.ImpactOptions{}))(t)
		if most = max(most, out.Iterations); most > 100 {
			t.Fatalf("%v at %v: %+v", points, speed, out)
		}
	}
}

// TestImpactOfPartsRange: two bodies of parts on their way, at all magnitudes: the times are the
// same. Where squares of lengths underflow, no pair of parts was looked at: a miss.
func TestImpactOfPartsRange(t *testing.T) {
	var want d3.Impact
	for e := range 26 {
		s := 1.0
		if e > 0 {
			s = math.Ldexp(1, 47*(e-19)) // from 2^-846 to 2^282
		}
		parts := []d3.Part{{Shape: d3.Sphere{Radius: s}, Pose: d3.Pose{Pos: d3.Vec{X: 2 * s}}}, {Shape: d3.Box{Size: d3.Vec{X: s, Y: s, Z: s}}}}
		a := placeOrFail(t, mustCompound(t, parts), d3.Pose{})
		b := placeOrFail(t, mustCompound(t, parts), d3.Pose{Pos: d3.Vec{X: 5 * s, Y: 6 * s, Z: s}})
		m := moving(t, d3.Vec{X: -5 * s, Y: -6 * s, Z: -s}, d3.Vec{Z: 1.5}, d3.Vec{Y: s})
		got := impactOf(t, a, &d3.Motion{}, b, m, d3.ImpactOptions{})
		if e == 0 {
			want = got
		}
		if got.Verdict != collide.Hit || math.Abs(got.T-want.T) > 1e-8 || got.PartA != want.PartA || got.PartB != want.PartB {
			t.Errorf("times %v: %+v, and %+v", s, got, want)
		}
	}
}

// TestImpactAtRest: bodies that do not move as seen from each other miss where they are apart and
// hit at once where they are not, however small the gap: the relation is exact, and stays.
func TestImpactAtRest(t *testing.T) {
	ball, box := d3.Sphere{Radius: 1}, d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}
	two := must(d3.NewCompound([]d3.Part{{Shape: box}, {Shape: ball, Pose: d3.Pose{Pos: d3.Vec{Y: 3}}}}))(t)
	up := math.Nextafter(1, 2) - 1
	v := d3.Vec{X: 0.3, Y: -0.7, Z: 0.1}
	small := 0
	for _, shapes := range [][2]d3.Shape{
		{box, box},
		{box, ball},
		{ball, ball},
		{two, box},
		{box, two},
		{two, two},
		{two, ball},
		{d3.HalfSpace{Normal: d3.Vec{X: 3}, Offset: 3}, box},
	} {
		for _, gap := range []float64{-2 * up, 0, 2 * up, 4 * up, 1e-12} {
			pose := d3.Pose{Pos: d3.Vec{X: 2 + gap}}
			a, b := placeOrFail(t, shapes[0], d3.Pose{}), placeOrFail(t, shapes[1], pose)
			moving := must(d3.NewMotion(v, d3.Vec{}, d3.Vec{}))(t)
			stays := must(d3.NewMotionTo(pose, pose, collide.Screw))(t)
			for k, m := range [][2]d3.Motion{{}, {moving, moving}, {{}, stays}} {
				got, err := d3.TimeOfImpact(a, &m[0], b, &m[1], d3.ImpactOptions{Duration: 3})
				if err != nil {
					t.Fatal(err)
				}
				want := collide.Hit
				if d3.Relate(a, b) == collide.Apart {
					want = collide.Miss
					small++
				}
				if got.Verdict != want || got.T != 0 || got.Upper != 0 {
					t.Errorf("%T, %T with a gap of %v, motion %d: %+v, want a verdict of %v", shapes[0], shapes[1], gap, k, got, want)
				}
			}
		}
	}
	if small != 8*3*3 {
		t.Errorf("%d misses", small)
	}
}

// TestImpactAlmostTogether: two motions from pose to pose whose velocities are equal once rounded,
// but by which the bodies meet at the end.
func TestImpactAlmostTogether(t *testing.T) {
	const h = 0x1p-198
	from, to := d3.Pose{Pos: d3.Vec{X: h}}, d3.Pose{Pos: d3.Vec{X: 1}}
	a := placeOrFail(t, d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Pose{Pos: d3.Vec{X: -1}})
	b := placeOrFail(t, d3.Box{Size: d3.Vec{X: h, Y: 1, Z: 1}}, from)
	ma := must(d3.NewMotionTo(a.Pose(), d3.Pose{}, collide.Slerp))(t)
	mb := must(d3.NewMotionTo(from, to, collide.Slerp))(t)
	got, err := d3.TimeOfImpact(a, &ma, b, &mb, d3.ImpactOptions{Duration: 3})
	if err != nil {
		t.Fatal(err)
	}
	if got.Verdict != collide.Hit {
		t.Errorf("%+v, want a hit: they overlap at the end", got)
	}
}
