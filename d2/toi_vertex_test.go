package d2_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/oracle"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// threePoints are a vertex and the ends of an edge that move.
type threePoints struct{ start, end [3]d2.Vec }

func (m *threePoints) ask(t testing.TB, q *d2.Query) d2.Impact {
	t.Helper()
	got, err := q.VertexEdgeImpact(m.start, m.end)
	if err != nil {
		t.Fatalf("%+v: %v", *m, err)
	}
	return got
}

// truth returns the first time of contact, nil for none.
func (m *threePoints) truth() *big.Float {
	var s, e [4][3]float64
	for i := range 3 {
		s[i], e[i] = [3]float64{m.start[i].X, m.start[i].Y}, [3]float64{m.end[i].X, m.end[i].Y}
	}
	return oracle.NewMoving(s, e).VertexEdge()
}

// check holds an answer to the truth, field by field.
func (m *threePoints) check(got d2.Impact, truth *big.Float) error {
	if got.PartA != -1 || got.PartB != -1 || got.Status != collide.Exact || got.Separation != 0 || got.Iterations < 0 {
		return fmt.Errorf("not the fields of an exact answer: %+v", got)
	}
	if truth == nil {
		if got.Verdict != collide.Miss || got.T != 0 || got.Lower != 0 || got.Upper != 0 {
			return fmt.Errorf("no contact, %+v", got)
		}
		return nil
	}
	if got.Verdict != collide.Hit {
		return fmt.Errorf("contact at %v, %v", truth, got.Verdict)
	}
	if got.Iterations < 1 {
		return fmt.Errorf("contact found at none of %d times", got.Iterations)
	}
	if !(0 <= got.Lower && got.Lower <= got.T && got.T <= got.Upper && got.Upper <= 1) {
		return fmt.Errorf("%v in [%v, %v]", got.T, got.Lower, got.Upper)
	}
	if !(got.Upper-got.Lower <= 0x1p-36) {
		return fmt.Errorf("the bracket is %g wide", got.Upper-got.Lower)
	}
	// The truth is known within 2^-300.
	slack := new(big.Float).SetPrec(500).SetMantExp(big.NewFloat(1), -299)
	below := new(big.Float).SetPrec(2000).Sub(truth, big.NewFloat(got.Lower))
	above := new(big.Float).SetPrec(2000).Sub(big.NewFloat(got.Upper), truth)
	if below.Add(below, slack).Sign() < 0 || above.Add(above, slack).Sign() < 0 {
		return fmt.Errorf("contact at %.20g is outside [%v, %v]", truth, got.Lower, got.Upper)
	}
	return nil
}

// latticeMotion draws points of a small lattice, so that every way to be degenerate comes up: edges
// without length, common points, motions along a line, points at rest.
func latticeMotion(r *rand.Rand) (m threePoints) {
	most := 1 + r.IntN(4)
	number := func() float64 { return float64(r.IntN(2*most+1) - most) }
	line := r.IntN(4) == 0
	vec := func() d2.Vec {
		v := d2.Vec{X: number(), Y: number()}
		if line {
			v.Y = v.X
		}
		return v
	}
	for i := range 3 {
		m.start[i], m.end[i] = vec(), vec()
		switch r.IntN(6) {
		case 0:
			m.end[i] = m.start[i]
		case 1:
			m.start[i] = m.start[r.IntN(3)]
		case 2:
			m.end[i] = m.end[r.IntN(3)]
		}
	}
	return m
}

// aimedMotion draws points that meet within a few ulps of an end of the edge or of the time, or
// anywhere.
func aimedMotion(r *rand.Rand) (m threePoints) {
	vec := func() d2.Vec { return d2.Vec{X: 2*r.Float64() - 1, Y: 2*r.Float64() - 1} }
	speed := []float64{1e-3, 0.3, 1, 100}[r.IntN(4)]
	for i := range 3 {
		m.start[i] = vec()
		m.end[i] = m.start[i].Add(vec().Scale(speed))
	}
	at := []float64{0, 1, 0.5, r.Float64(), r.Float64(), 1e-17}[r.IntN(6)]
	x := r.Float64()
	if r.IntN(3) == 0 {
		x = float64(r.IntN(2))
	}
	place := func(i int) d2.Vec { return m.start[i].Scale(1 - at).Add(m.end[i].Scale(at)) }
	// The vertex goes where it makes contact at that time, give or take rounding.
	target := place(1).Add(place(2).Sub(place(1)).Scale(x))
	if at > 0.25 {
		m.end[0] = m.start[0].Add(target.Sub(m.start[0]).Scale(1 / at))
	} else {
		m.start[0] = m.end[0].Add(target.Sub(m.end[0]).Scale(1 / (1 - at)))
	}
	if r.IntN(4) == 0 {
		m.end[r.IntN(3)] = vec()
	}
	return m
}

// variants returns the same question in other words, and whether the time runs backwards.
func (m *threePoints) variants() (all []threePoints, back []bool) {
	swapped := threePoints{
		[3]d2.Vec{m.start[0], m.start[2], m.start[1]},
		[3]d2.Vec{m.end[0], m.end[2], m.end[1]},
	}
	return []threePoints{*m, swapped, {m.end, m.start}}, []bool{false, false, true}
}

// Every field of the answers is what numbers of 4096 bits say, however the points are ordered, and
// forwards and backwards in time.
func TestMovingVertex(t *testing.T) {
	raced.Skip(t)
	n := 2000
	if testing.Short() {
		n = 500
	}
	var q d2.Query
	for _, family := range []struct {
		name string
		draw func(*rand.Rand) threePoints
	}{{"lattice", latticeMotion}, {"aimed", aimedMotion}} {
		t.Run(family.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(9, 1))
			hits, within, faults := 0, 0, 0
			for range n {
				m := family.draw(r)
				truth := m.truth()
				if truth != nil {
					hits++
					if truth.Sign() > 0 {
						within++
					}
				}
				all, back := m.variants()
				for i := range all {
					got := all[i].ask(t, &q)
					var err error
					if !back[i] {
						err = all[i].check(got, truth)
					} else if (got.Verdict == collide.Hit) != (truth != nil) {
						err = fmt.Errorf("%v backwards in time", got.Verdict)
					}
					if err != nil {
						if faults++; faults < 4 {
							t.Errorf("%+v: %v", all[i], err)
						}
					}
				}
			}
			if share := float64(hits) / float64(n); share < 0.3 || share > 0.8 {
				t.Errorf("%.0f %% hit: the test is too tame", 100*share)
			}
			if share := float64(within) / float64(n); share < 0.1 {
				t.Errorf("%.0f %% meet on the way: the test is too tame", 100*share)
			}
		})
	}
}

// Lengths may be of any magnitude: the answer is the same but for the width of the bracket, and
// where the stage in doubles takes both, it has the same bits.
func TestMovingVertexScaled(t *testing.T) {
	var q d2.Query
	r := rand.New(rand.NewPCG(9, 2))
	for range 500 {
		m := aimedMotion(r)
		if r.IntN(2) == 0 {
			m = latticeMotion(r)
		}
		one := m.ask(t, &q)
		for _, k := range []int{-200, -3, 60, 320} {
			s := m
			for i := range 3 {
				s.start[i], s.end[i] = m.start[i].Scale(math.Ldexp(1, k)), m.end[i].Scale(math.Ldexp(1, k))
			}
			got := s.ask(t, &q)
			if k > -100 && k < 100 && got != one {
				t.Fatalf("%+v times 2^%d: %+v, not %+v", m, k, got, one)
			}
			if got.Verdict != one.Verdict || got.Lower > one.Upper || got.Upper < one.Lower {
				t.Fatalf("%+v times 2^%d: %+v, not %+v", m, k, got, one)
			}
		}
	}
}

// A vertex that comes from 1e100 away and passes an edge 5e-324 from its end: the verdict turns
// with the last bit, and takes no more than some milliseconds.
func TestMovingVertexOfAllMagnitudes(t *testing.T) {
	const least = 5e-324
	for _, c := range []struct {
		x   float64
		hit bool
	}{{least, true}, {0, true}, {-least, false}} {
		m := threePoints{
			start: [3]d2.Vec{{X: c.x, Y: 1e100}, {}, {X: 1e100}},
			end:   [3]d2.Vec{{X: c.x, Y: -least}, {}, {X: 1e100}},
		}
		begin := time.Now()
		got := m.ask(t, new(d2.Query))
		if spent := time.Since(begin); spent > 2*time.Second {
			t.Errorf("%v for one query", spent)
		}
		if (got.Verdict == collide.Hit) != c.hit || c.hit && !(got.Lower > 1-0x1p-52 && got.Upper == 1) {
			t.Errorf("x %g: %+v", c.x, got)
		}
	}
}

// A vertex that grazes a turning edge: its height over the line is e - (2t - 1)^2. Two roots may
// differ by less than doubles can tell, or be one, or none.
func TestMovingVertexGrazing(t *testing.T) {
	for _, e := range []float64{0, 0x1p-70, -0x1p-70, 0x1p-1000, -0x1p-1000, 0.25, -0.25} {
		m := threePoints{
			start: [3]d2.Vec{{X: -1, Y: e}, {X: -4, Y: 4}, {X: 4, Y: -4}},
			end:   [3]d2.Vec{{X: 1, Y: e}, {X: -4, Y: -4}, {X: 4, Y: 4}},
		}
		got := m.ask(t, new(d2.Query))
		if e < 0 {
			if got.Verdict != collide.Miss {
				t.Errorf("%g below: %+v", -e, got)
			}
			continue
		}
		if at := 0.5 * (1 - math.Sqrt(e)); got.Verdict != collide.Hit || got.Lower > at || got.Upper < at || got.Upper-got.Lower > 0x1p-36 {
			t.Errorf("%g above: %+v, contact at %v", e, got, at)
		}
	}
}

func TestMovingVertexRefuse(t *testing.T) {
	for _, c := range []struct {
		x    float64
		code error
	}{{math.NaN(), collide.ErrNotFinite}, {math.Inf(-1), collide.ErrNotFinite}, {2e100, collide.ErrOutOfRange}} {
		var start, end [3]d2.Vec
		for path, put := range map[string]*float64{"start[2].y": &start[2].Y, "end[1].x": &end[1].X} {
			*put = c.x
			got, err := d2.VertexEdgeImpact(start, end)
			*put = 0
			var e *collide.Error
			if !errors.As(err, &e) || !errors.Is(err, c.code) || e.Path != path {
				t.Errorf("%v at %s: %v", c.x, path, err)
			}
			if got.Verdict != collide.Unsure || got.PartA != -1 || got.PartB != -1 {
				t.Errorf("%v at %s: %+v", c.x, path, got)
			}
		}
	}
}

// No call allocates once the work space has grown, in doubles or in integers.
func TestMovingVertexAllocateNothing(t *testing.T) {
	noCollection(t)
	r := rand.New(rand.NewPCG(9, 3))
	var all []threePoints
	for range 100 {
		all = append(all, latticeMotion(r), aimedMotion(r))
	}
	var q d2.Query
	run := func() {
		for i := range all {
			all[i].ask(t, &q)
		}
	}
	run()
	if n := testing.AllocsPerRun(5, run); n != 0 && !raceEnabled {
		t.Errorf("%v allocations", n)
	}
}

// FuzzMovingVertex asks about any three points that move.
func FuzzMovingVertex(f *testing.F) {
	f.Add([]byte{})
	r := rand.New(rand.NewPCG(9, 4))
	for range 8 {
		seed := make([]byte, 12)
		for i := range seed {
			seed[i] = byte(r.IntN(112))
		}
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := input{data}
		var m threePoints
		lattice := true
		for i := range 3 {
			m.start[i], m.end[i] = in.vec(), in.vec()
			for _, v := range [2]d2.Vec{m.start[i], m.end[i]} {
				for _, x := range [2]float64{v.X, v.Y} {
					if !(math.Abs(x) <= collide.MaxMagnitude) {
						if _, err := d2.VertexEdgeImpact(m.start, m.end); err == nil {
							t.Errorf("%v is taken", x)
						}
						return
					}
					lattice = lattice && x == math.Round(4*x)/4 && math.Abs(x) < 100
				}
			}
		}
		var q d2.Query
		all, _ := m.variants()
		want := all[0].ask(t, &q).Verdict
		for i := range all {
			if got := all[i].ask(t, &q); got.Verdict != want || want != collide.Hit && want != collide.Miss {
				t.Errorf("%+v: %v, else %v", all[i], got.Verdict, want)
			}
		}
		if lattice {
			if err := m.check(m.ask(t, &q), m.truth()); err != nil {
				t.Errorf("%+v: %v", m, err)
			}
		}
	})
}
