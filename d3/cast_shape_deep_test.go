package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// With Deepening a body that rests in another, slides along it or leaves it does not hit; one that
// goes deeper hits at once. Which it is, is told by the signed distance at times along the way.
func TestCastShapeDeepening(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	n := 1500
	if testing.Short() {
		n = 400
	}
	count := map[collide.Verdict]int{}
	for _, seed := range []uint64{51, 52} {
		g := newGenerator(seed)
		g.Unit, g.Offset = 1, 0
		for i := range n {
			p := g.Pair()
			way, most := drawWay(g, &p)
			if seed == 52 {
				p, way, most, _ = latticeCast(g)
			}
			if !legal(way) || vectorOf(way).Len()*most > 100 {
				continue
			}
			a, b, err := p.Place()
			if err != nil {
				t.Fatal(err)
			}
			s := newSweep(t, way, most, sweepOpt{Deepening: true})
			plain := newSweep(t, way, most, sweepOpt{})
			h, k := castShape(&a, &b, &s), castShape(&a, &b, &plain)
			count[h.Verdict]++
			start := distance(&a, &b)
			size := p.A.Extent() + p.B.Extent()
			tol := 1e-8 * (size + vectorOf(way).Len()*most)
			least, lowest := math.Inf(1), math.Inf(1)
			var from float64
			for step := range 129 + 40 {
				time := most * float64(step) / 128
				if step > 128 { // it may dip for a short time after the start
					time = most * math.Exp2(float64(128-step)/2)
				}
				_, o, _ := new(moveB(p, way, time)).Place()
				c := distance(&a, &o)
				lowest = min(lowest, c.Lower)
				if c.Upper < least {
					least, from = c.Upper, time
				}
			}
			deeper := least < min(0, start.Lower)-tol
			name := func() string { return p.Line("") }
			switch {
			case deeper && h.Verdict != collide.Hit && (h.Verdict != collide.Unsure || !p.A.Curved() && !p.B.Curved()):
				t.Fatalf("%d/%d: %v deep at %v, at the start %v: %+v: way %v max %v\n%s", seed, i, least, from, start.Distance, h, way, most, name())
			case h.Verdict == collide.Hit && start.Relation == collide.Apart && (h.T != k.T || h.Lower != k.Lower):
				t.Fatalf("%d/%d: %+v, without deepening %+v\n%s", seed, i, h, k, name())
			case h.Verdict == collide.Hit && start.Upper < 0 && h.Upper != 0:
				t.Fatalf("%d/%d: deep at the start and %+v\n%s", seed, i, h, name())
			case h.Verdict == collide.Hit && h.Upper == 0:
				// It goes deeper at once: half way to the end of the bracket that says so.
				if !(lowest < min(0, start.Upper)) {
					t.Fatalf("%d/%d: no deeper than %v on the way, %v at the start: %+v: way %v max %v\n%s", seed, i, least, start, h, way, most, name())
				}
			case h.Verdict == collide.Graze:
				t.Fatalf("%d/%d: a graze with deepening", seed, i)
			}
		}
	}
	t.Log(count)
	if count[collide.Hit] < n/5 || count[collide.Miss] < n/5 || count[collide.Unsure] > n/5 {
		t.Errorf("the draws are one-sided: %v", count)
	}
}

// A flat face that a curved body touches, rests on or grazes: with Deepening all of that is
// decided. Within the tolerance of touching it is a miss; what goes deeper, by 1e-7 of the size and
// more, is a hit.
func TestCastShapeDeepeningCurved(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 8))
	count := map[collide.Verdict]int{}
	shapes := []d3.Shape{
		d3.Box{Size: d3.Vec{X: 2, Y: 2}},
		d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 1}},
		d3.Capsule{Height: 2},
		d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 0.5}},
		d3.Cylinder{Radius: 1},
		d3.Cone{Radius: 1, Height: 1},
	}
	n := 2000
	if testing.Short() {
		n = 300
	}
	for i := range n {
		z := []float64{0.5, 1, 1.5, 0.25, 0.75}[rng.IntN(5)]
		if rng.IntN(2) == 0 { // a little deeper, or not as deep
			z += math.Ldexp(float64(rng.IntN(3)-1), -rng.IntN(50))
		}
		a := placeOrFail(t, shapes[i%len(shapes)], d3.Pose{})
		b := placeOrFail(t, d3.Ellipsoid{Radii: d3.Vec{X: 0.75, Y: 1, Z: 0.5}}, d3.Pose{Pos: d3.Vec{X: float64(rng.IntN(9)-4) / 4, Z: z}})
		if rng.IntN(2) == 0 {
			a, b = b, a
		}
		v, most := d3.Vec{X: float64(rng.IntN(5) - 2), Y: float64(rng.IntN(3)-1) / 4, Z: float64(rng.IntN(5)-2) / 2}, float64(rng.IntN(3))
		s, err := d3.NewSweep(v, most, d3.SweepOptions{Deepening: true})
		if err != nil {
			t.Fatal(err)
		}
		h := d3.CastShape(a, b, &s)
		count[h.Verdict]++
		start := d3.Distance(a, b)
		limit, least := min(0, start.Distance), math.Inf(1)
		for k := range 257 {
			o := *b
			p := b.Pose()
			p.Pos = p.Pos.Add(v.Scale(most * float64(k) / 256))
			if err := o.Move(p); err != nil {
				t.Fatal(err)
			}
			least = min(least, d3.Distance(a, &o).Distance)
		}
		switch {
		case h.Verdict != collide.Hit && h.Verdict != collide.Miss, h.Verdict == collide.Miss && least < limit-1e-7:
		case h.Verdict == collide.Hit && !(h.Lower <= h.T && h.T <= h.Upper && h.Upper <= most):
		default:
			continue
		}
		t.Errorf("%d: %T %T at %v by %v to %v: %+v, the start %v, the least %v", i, a.Shape(), b.Shape(),
			b.Pose().Pos.Sub(a.Pose().Pos), v, most,
			h, start.Distance, least)
	}
	if t.Log(count); count[collide.Hit] < n/10 || count[collide.Miss] < n/10 {
		t.Error("the draws are one-sided")
	}
}

// TestCastShapeDeepensSmall: compounds of any cores, as small as squares of lengths are none, go
// deeper when compounds of size one do.
func TestCastShapeDeepensSmall(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	f := func() float64 { return 0.1 + rng.Float64() }
	hits := 0
	for i := range 1000 {
		small := []float64{0x1p-505, 0x1p-530, 0x1p-540, 0x1p-900}[i%4]
		x, y := d3.Vec{X: f(), Y: f(), Z: f()}, d3.Vec{X: f(), Y: f(), Z: f()}
		at, from, in := anyPose(rng, 2), anyPose(rng, 2), anyPose(rng, 1)
		var out [2]d3.ShapeHit
		for k, scale := range []float64{1, small} {
			move := func(p d3.Pose) d3.Pose { return d3.Pose{Pos: p.Pos.Scale(scale), Rot: p.Rot} }
			a := mustCompound(t, []d3.Part{
				{Shape: smallShape(t, i/4, x.Scale(scale), y.Scale(scale))},
				{Shape: smallShape(t, i/40, y.Scale(scale), x.Scale(scale)), Pose: move(in)},
			})
			b := smallShape(t, i/16, y.Scale(scale), x.Scale(scale))
			s := must(d3.NewSweep(d3.Vec{X: 0.3, Z: -3}.Scale(scale), 1, d3.SweepOptions{Deepening: i%3 > 0}))(t)
			out[k] = d3.CastShape(placeOrFail(t, a, move(at)), placeOrFail(t, b, move(from)), &s)
		}
		if o, s := &out[0], &out[1]; o.Verdict != s.Verdict || !(math.Abs(o.T-s.T) <= 1e-7) {
			t.Errorf("%d: small %+v, of size one %+v", i, *s, *o)
		}
		if out[0].Verdict == collide.Hit && out[0].T > 0 {
			hits++
		}
	}
	if hits < 100 {
		t.Errorf("only %d hits", hits)
	}
}

// TestCastShapeDeepeningFlat: the difference of two flat bodies side by side, or of one and a
// point, has no inner point, so that the signed distance of what crosses it is never below 0: a
// miss, as it is for polytopes. Of curved ones it was a hit. A disc on edge goes deep in them.
func TestCastShapeDeepeningFlat(t *testing.T) {
	hull := must(d3.NewHull([]d3.Vec{{X: -1, Y: -1}, {X: 1, Y: -1}, {Y: 1}}))(t)
	bar := must(d3.NewHull([]d3.Vec{{Y: -0.25}, {Y: 0.25}}))(t)
	edge := d3.Pose{Rot: must(d3.NewAxisAngle(d3.Vec{X: 1}, 1.25))(t)}
	disc := must(d3.NewCompound([]d3.Part{{Shape: d3.Cylinder{Radius: 0.25}, Pose: edge}}))(t)
	turned := must(d3.NewAxisAngle(d3.Vec{X: 1, Y: 2, Z: 3}, 0.7))(t)
	for _, r := range []d3.Rot{{}, turned} {
		way := r.Apply(d3.Vec{X: 0.1, Z: -2})
		s := must(d3.NewSweep(way, 1, sweepOpt{Deepening: true}))(t)
		for _, c := range []struct {
			moving d3.Shape
			want   collide.Verdict
		}{
			{d3.Sphere{}, collide.Miss},
			{bar, collide.Miss},
			{d3.Cylinder{Radius: 0.25}, collide.Miss},
			{d3.Ellipsoid{Radii: d3.Vec{X: 0.25, Y: 0.125}}, collide.Miss},
			{userBox{d3.Vec{X: 0.25, Y: 0.125}}, collide.Miss},
			{d3.Sphere{Radius: 0.125}, collide.Hit},
			{disc, collide.Hit},
		} {
			for _, flat := range []d3.Shape{
				hull,
				d3.Box{Size: d3.Vec{X: 2, Y: 2}},
				d3.Cylinder{Radius: 1},
				d3.Cone{Radius: 1},
				d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 1}},
				d3.Rounded{Core: d3.Cylinder{Radius: 1}},
				userBox{d3.Vec{X: 1, Y: 1}},
			} {
				for _, z := range []float64{1, 0} { // it starts apart, or in contact
					a := placeOrFail(t, flat, d3.Pose{Rot: r})
					b := placeOrFail(t, c.moving, d3.Pose{Rot: r, Pos: r.Apply(d3.Vec{X: 0.1, Y: 0.1, Z: z})})
					if z == 0 && c.want == collide.Hit {
						continue
					}
					if h := d3.CastShape(a, b, &s); h.Verdict != c.want {
						t.Errorf("%T at %T from %v, turned %v: %+v", c.moving, flat, z, r != (d3.Rot{}), h)
					}
				}
			}
		}
	}
}
