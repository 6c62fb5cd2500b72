package twin

import (
	"fmt"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// liftedPair is a pair of the plane and the same in space.
type liftedPair struct {
	plane      shapegen.Pair2
	a2, b2     d2.Object
	a3, b3     d3.Object
	size, away float64 // of both bodies, and how far they are from each other at most
}

// liftedPairs calls f for n pairs, and fails where more than a few of them differ.
func liftedPairs(t *testing.T, seed uint64, n int, f func(g *shapegen.Gen2, p *liftedPair) (verdict collide.Verdict, err error)) {
	t.Helper()
	g := shapegen.New2(seed)
	g.Offset = 0
	seen := map[collide.Verdict]int{}
	for i := range n {
		p := liftedPair{plane: g.Pair()}
		p.size = p.plane.A.Extent() + p.plane.B.Extent()
		if !(p.size > 0 && p.size < 1e9) {
			p.size = 1 // a half-space
		}
		d, far := g.Direction(), 2*p.size*g.Float64()
		for k := range p.plane.B.P { // not in contact at the start, mostly
			p.plane.B.P[k] += d[k] * far
		}
		height := 2 * (p.plane.A.Extent() + p.plane.B.Extent())
		space := shapegen.Pair3{A: lift(&p.plane.A, height), B: lift(&p.plane.B, height)}
		var err error
		if p.a2, p.b2, err = p.plane.Place(); err != nil {
			t.Fatal(err)
		}
		if p.a3, p.b3, err = space.Place(); err != nil {
			t.Fatal(err)
		}
		p.away = p.b2.Pose().Pos.Dist(p.a2.Pose().Pos) + p.size
		verdict, err := f(g, &p)
		seen[verdict]++
		if err != nil {
			t.Errorf("pair %d: %v\n%v\n%v", i, err, p.plane, space)
		}
	}
	t.Log(seen)
	if min(seen[collide.Hit], seen[collide.Miss]) < n/6 {
		t.Errorf("the draws are one-sided: %v", seen)
	}
}

// way draws a velocity that leads B about to A.
func (p *liftedPair) way(g *shapegen.Gen2) d2.Vec {
	v := p.a2.Pose().Pos.Sub(p.b2.Pose().Pos)
	d := g.Direction()
	return v.Add(d2.Vec{X: d[0], Y: d[1]}.Scale(1.5 * p.size * g.Float64())).Scale(2 * g.Float64())
}

// upright returns the vector of space in the plane.
func upright(v d2.Vec) d3.Vec { return d3.Vec{X: v.X, Y: v.Y} }

// timed is what answers in time have in common.
type timed struct {
	verdict      collide.Verdict
	lower, upper float64
}

// sameTimes tells what differs between both answers by more than tol: a graze may be a miss or a
// hit in the other.
func sameTimes(x, y timed, tol float64) error {
	sure := func(v collide.Verdict) bool { return v == collide.Hit || v == collide.Miss }
	if !sure(x.verdict) || !sure(y.verdict) {
		return nil
	}
	if x.verdict != y.verdict {
		return fmt.Errorf("%v in the plane, %v in space", x, y)
	}
	if x.verdict == collide.Hit && !(x.lower <= y.upper+tol && y.lower <= x.upper+tol) {
		return fmt.Errorf("%v in the plane, %v in space, tolerance %v", x, y, tol)
	}
	return nil
}

// TestLiftedSweeps: bodies that are pushed along the plane meet when those of space do.
func TestLiftedSweeps(t *testing.T) {
	liftedPairs(t, 12, 2000, func(g *shapegen.Gen2, p *liftedPair) (collide.Verdict, error) {
		v := p.way(g)
		s2, err2 := d2.NewSweep(v, 1, d2.SweepOptions{})
		s3, err3 := d3.NewSweep(upright(v), 1, d3.SweepOptions{})
		if err2 != nil || err3 != nil {
			return 0, fmt.Errorf("%w, %w", err2, err3)
		}
		h2, h3 := d2.CastShape(&p.a2, &p.b2, &s2), d3.CastShape(&p.a3, &p.b3, &s3)
		cos := max(-h2.Normal.Dot(v)/v.Len(), 1e-4)
		if h2.Verdict == collide.Hit && (cos < 1e-3 || h2.Lower == 0) || h2.Verdict != h3.Verdict && nearlyPast(p, v) {
			return h2.Verdict, nil
		}
		tol := 1e-13 * p.away / (v.Len() * cos)
		return h2.Verdict, sameTimes(timed{h2.Verdict, h2.Lower, h2.Upper}, timed{h3.Verdict, h3.Lower, h3.Upper}, tol)
	})
}

// nearlyPast reports whether B grown or shrunk a little has another verdict: it comes by so near
// that turning a cosine and a sine into a quaternion may decide.
func nearlyPast(p *liftedPair, v d2.Vec) bool {
	grown, err := d2.NewSweep(v, 1, d2.SweepOptions{Skin: 1e-7 * p.away})
	if err != nil {
		return false
	}
	exact, _ := d2.NewSweep(v, 1, d2.SweepOptions{})
	a, b := d2.CastShape(&p.a2, &p.b2, &grown), d2.CastShape(&p.a2, &p.b2, &exact)
	return a.Verdict != b.Verdict
}

// TestLiftedImpacts: bodies that move and turn in the plane meet when those of space do.
func TestLiftedImpacts(t *testing.T) {
	liftedPairs(t, 13, 1000, func(g *shapegen.Gen2, p *liftedPair) (collide.Verdict, error) {
		v := p.way(g)
		w := [2]float64{4 * (g.Float64() - 0.5), 4 * (g.Float64() - 0.5)}
		var out timed
		ma2, err1 := d2.NewMotion(d2.Vec{}, w[0], d2.Vec{})
		mb2, err2 := d2.NewMotion(v, w[1], d2.Vec{})
		ma3, err3 := d3.NewMotion(d3.Vec{}, d3.Vec{Z: w[0]}, d3.Vec{})
		mb3, err4 := d3.NewMotion(upright(v), d3.Vec{Z: w[1]}, d3.Vec{})
		if err1 != nil || err2 != nil || err3 != nil || err4 != nil {
			return 0, fmt.Errorf("%w, %w, %w, %w", err1, err2, err3, err4)
		}
		h2, err := d2.TimeOfImpact(&p.a2, &ma2, &p.b2, &mb2, d2.ImpactOptions{})
		if err != nil {
			return 0, err
		}
		h3, err := d3.TimeOfImpact(&p.a3, &ma3, &p.b3, &mb3, d3.ImpactOptions{})
		if err != nil {
			return 0, err
		}
		out = timed{h2.Verdict, h2.Lower, h2.Upper}
		other := timed{h3.Verdict, h3.Lower, h3.Upper}
		// How fast the bodies close in tells what the rounding of poses does to the time.
		tol := 1e-12
		if h2.Verdict == collide.Hit {
			tol += math.Sqrt(max(h2.Upper-h2.Lower, h3.Upper-h3.Lower)) * 1e-2
		}
		return h2.Verdict, sameTimes(out, other, tol)
	})
}
