package d3_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/beside"
	"github.com/collide-go/collide/internal/testkit/oracle"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// fourPoints are four points that move.
type fourPoints struct {
	start, end [4]d3.Vec
	edges      bool
}

func (m *fourPoints) ask(t testing.TB, q *d3.Query) d3.Impact {
	t.Helper()
	ask := q.VertexFaceImpact
	if m.edges {
		ask = q.EdgeEdgeImpact
	}
	got, err := ask(m.start, m.end)
	if err != nil {
		t.Fatalf("%+v: %v", *m, err)
	}
	return got
}

// truth returns the first time of contact, nil for none.
func (m *fourPoints) truth() *big.Float {
	var s, e [4][3]float64
	for i := range 4 {
		s[i], e[i] = [3]float64{m.start[i].X, m.start[i].Y, m.start[i].Z}, [3]float64{m.end[i].X, m.end[i].Y, m.end[i].Z}
	}
	o := oracle.NewMoving(s, e)
	if m.edges {
		return o.EdgeEdge()
	}
	return o.VertexFace()
}

// check holds an answer to the truth, field by field.
func (m *fourPoints) check(got d3.Impact, truth *big.Float) error {
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

// latticeMotion draws points of a small lattice, so that every way to be degenerate comes up: flat
// figures, common points, motions in a plane or along a line, points at rest.
func latticeMotion(r *rand.Rand) (m fourPoints) {
	most := 1 + r.IntN(4)
	number := func() float64 { return float64(r.IntN(2*most+1) - most) }
	dim := r.IntN(5) // 0: on a line; 1: in a plane
	vec := func() d3.Vec {
		v := d3.Vec{X: number(), Y: number(), Z: number()}
		if dim < 2 {
			v.Z = 0
		}
		if dim == 0 {
			v.Y = v.X
		}
		return v
	}
	for i := range 4 {
		m.start[i], m.end[i] = vec(), vec()
		switch r.IntN(6) {
		case 0:
			m.end[i] = m.start[i]
		case 1:
			k := r.IntN(4)
			m.start[i] = m.start[k]
		case 2:
			k := r.IntN(4)
			m.end[i] = m.end[k]
		}
	}
	m.edges = r.IntN(2) == 0
	return m
}

// aimedMotion draws points that meet within a few ulps of the rim, or of an end of the time, or
// anywhere.
func aimedMotion(r *rand.Rand) (m fourPoints) {
	number := func() float64 { return 2*r.Float64() - 1 }
	vec := func() d3.Vec { return d3.Vec{X: number(), Y: number(), Z: number()} }
	speed := []float64{1e-3, 0.3, 1, 100}[r.IntN(4)]
	for i := range 4 {
		m.start[i] = vec()
		m.end[i] = m.start[i].Add(vec().Scale(speed))
	}
	m.edges = r.IntN(2) == 0
	at := []float64{0, 1, 0.5, r.Float64(), r.Float64(), 1e-17}[r.IntN(6)]
	x, y := r.Float64(), r.Float64()
	if !m.edges && x+y > 1 {
		x, y = 1-x, 1-y
	}
	if r.IntN(3) == 0 {
		x = float64(r.IntN(2))
		if x == 1 && !m.edges {
			y = 0
		}
	}
	place := func(i int) d3.Vec { return m.start[i].Scale(1 - at).Add(m.end[i].Scale(at)) }
	// The last point goes where it makes contact at that time, give or take rounding.
	i := 0
	target := place(1).Add(place(2).Sub(place(1)).Scale(x)).Add(place(3).Sub(place(1)).Scale(y))
	if m.edges {
		i = 3
		on := place(0).Add(place(1).Sub(place(0)).Scale(x))
		y = 0.1 + 0.9*y
		target = place(2).Add(on.Sub(place(2)).Scale(1 / y))
	}
	if at > 0.25 {
		m.end[i] = m.start[i].Add(target.Sub(m.start[i]).Scale(1 / at))
	} else {
		m.start[i] = m.end[i].Add(target.Sub(m.end[i]).Scale(1 / (1 - at)))
	}
	if r.IntN(4) == 0 {
		m.end[r.IntN(4)] = vec()
	}
	return m
}

// variants returns the same question in other words, and whether the time runs backwards.
func (m *fourPoints) variants() (all []fourPoints, back []bool) {
	for _, order := range [][4]int{{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 2, 1, 3}, {0, 1, 3, 2}, {0, 3, 2, 1}, {1, 0, 2, 3}, {2, 3, 0, 1}, {3, 2, 0, 1}} {
		if !m.edges && order[0] != 0 || m.edges && (order[0]/2 != order[1]/2) {
			continue
		}
		v := *m
		for i, k := range order {
			v.start[i], v.end[i] = m.start[k], m.end[k]
		}
		all, back = append(all, v), append(back, false)
	}
	turned := *m
	turned.start, turned.end = m.end, m.start
	return append(all, turned), append(back, true)
}

// Every field of the answers is what numbers of 4096 bits say, however the points are ordered, and
// forwards and backwards in time.
func TestMovingVertices(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	n := 1200
	if testing.Short() {
		n = 300
	}
	var q d3.Query
	for _, family := range []struct {
		name string
		draw func(*rand.Rand) fourPoints
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
func TestMovingVerticesScaled(t *testing.T) {
	var q d3.Query
	r := rand.New(rand.NewPCG(9, 2))
	for range 500 {
		m := aimedMotion(r)
		if r.IntN(2) == 0 {
			m = latticeMotion(r)
		}
		one := m.ask(t, &q)
		for _, k := range []int{-200, -3, 60, 320} {
			s := m
			for i := range 4 {
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

// A vertex 1e100 away and 1e-320 off the rim: the verdict turns with the last bit, and takes no
// more than some milliseconds.
func TestMovingVerticesOfAllMagnitudes(t *testing.T) {
	const least = 5e-324
	for _, c := range []struct {
		y   float64
		hit bool
	}{{least, true}, {0, true}, {-least, false}} {
		m := fourPoints{
			start: [4]d3.Vec{{X: 1, Y: c.y, Z: 1e100}, {}, {X: 1e100}, {Y: 1e100}},
			end:   [4]d3.Vec{{X: 1, Y: c.y, Z: -least}, {}, {X: 1e100}, {Y: 1e100}},
		}
		begin := time.Now()
		got := m.ask(t, new(d3.Query))
		if spent := time.Since(begin); spent > 2*time.Second {
			t.Errorf("%v for one query", spent)
		}
		if (got.Verdict == collide.Hit) != c.hit || c.hit && !(got.Lower > 1-0x1p-52 && got.Upper == 1) {
			t.Errorf("y %g: %+v", c.y, got)
		}
	}
}

// A vertex that grazes a turning triangle: its height over the plane is e - (2t - 1)^2. Two roots
// may differ by less than doubles can tell, or be one, or none.
func TestMovingVerticesGrazing(t *testing.T) {
	for _, e := range []float64{0, 0x1p-70, -0x1p-70, 0x1p-1000, -0x1p-1000, 0.25, -0.25} {
		m := fourPoints{
			start: [4]d3.Vec{{X: -1, Z: e}, {X: -4, Y: -4, Z: 4}, {X: 4, Y: -4, Z: -4}, {Y: 4}},
			end:   [4]d3.Vec{{X: 1, Z: e}, {X: -4, Y: -4, Z: -4}, {X: 4, Y: -4, Z: 4}, {Y: 4}},
		}
		got := m.ask(t, new(d3.Query))
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

func TestMovingVerticesRefuse(t *testing.T) {
	for _, c := range []struct {
		x    float64
		code error
	}{{math.NaN(), collide.ErrNotFinite}, {math.Inf(-1), collide.ErrNotFinite}, {2e100, collide.ErrOutOfRange}} {
		for _, edges := range []bool{false, true} {
			var start, end [4]d3.Vec
			ask := d3.VertexFaceImpact
			if edges {
				ask = d3.EdgeEdgeImpact
			}
			for path, put := range map[string]*float64{"start[2].y": &start[2].Y, "end[3].z": &end[3].Z} {
				*put = c.x
				got, err := ask(start, end)
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
}

// No call allocates once the work space has grown, in doubles or in integers.
func TestMovingVerticesAllocateNothing(t *testing.T) {
	noCollection(t)
	r := rand.New(rand.NewPCG(9, 3))
	var all []fourPoints
	for range 100 {
		all = append(all, latticeMotion(r), aimedMotion(r))
	}
	var q d3.Query
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

// movingCase is a line of the shared cases.
type movingCase struct {
	Line struct {
		ID, Toi    string
		Start, End [4][3]float64
	}
	Truth struct {
		Result string
		T      []float64
		Width  float64
	}
}

// movingCases reads the cases that come with the benchmark of the field, where they are there.
func movingCases(tb testing.TB) (cases []movingCase) {
	tb.Helper()
	for _, name := range []string{"vertices-shared.jsonl", "benchmark/ccd-queries.jsonl"} {
		f, err := os.Open(beside.Path(tb, "next", "toi", filepath.FromSlash(name)))
		if err != nil {
			tb.Fatal(err)
		}
		defer f.Close()
		s := bufio.NewScanner(f)
		s.Buffer(nil, 1<<20)
		for s.Scan() {
			var c movingCase
			if err := json.Unmarshal(s.Bytes(), &c); err != nil {
				tb.Fatal(err)
			}
			cases = append(cases, c)
		}
	}
	if len(cases) < 5000 {
		tb.Fatalf("%d cases only", len(cases))
	}
	return cases
}

func (c *movingCase) motion() (m fourPoints) {
	for i := range 4 {
		s, e := c.Line.Start[i], c.Line.End[i]
		m.start[i], m.end[i] = d3.Vec{X: s[0], Y: s[1], Z: s[2]}, d3.Vec{X: e[0], Y: e[1], Z: e[2]}
	}
	m.edges = c.Line.Toi == "edge-edge"
	return m
}

// The queries of the field's benchmark, and cases with proved times, have the verdicts that are
// known.
func TestMovingVerticesBenchmark(t *testing.T) {
	var q d3.Query
	for _, c := range movingCases(t) {
		m := c.motion()
		got := m.ask(t, &q)
		if got.Verdict.String() != c.Truth.Result {
			t.Errorf("%s: %v, not %v", c.Line.ID, got.Verdict, c.Truth.Result)
		}
		if len(c.Truth.T) == 2 && (got.Lower > c.Truth.T[1] || got.Upper < c.Truth.T[0]) {
			t.Errorf("%s: [%v, %v] is apart from %v", c.Line.ID, got.Lower, got.Upper, c.Truth.T)
		}
	}
}

// BenchmarkMovingVertices asks the queries of the field's benchmark, one after the other, and tells
// the median over the queries of the least time that each takes.
func BenchmarkMovingVertices(b *testing.B) {
	var all []fourPoints
	for _, c := range movingCases(b) {
		all = append(all, c.motion())
	}
	var q d3.Query
	least := make([]time.Duration, len(all))
	for i := range all {
		least[i] = time.Hour
		for range 7 {
			start := time.Now()
			all[i].ask(b, &q)
			least[i] = min(least[i], time.Since(start))
		}
	}
	slices.Sort(least)
	i := 0
	for b.Loop() {
		all[i%len(all)].ask(b, &q)
		i++
	}
	b.ReportMetric(float64(least[len(least)/2]), "p50-ns")
	b.ReportMetric(float64(least[len(least)*99/100]), "p99-ns")
}

// FuzzMovingVertices asks about any four points that move.
func FuzzMovingVertices(f *testing.F) {
	f.Add([]byte{}, false)
	r := rand.New(rand.NewPCG(9, 4))
	for range 8 {
		seed := make([]byte, 24)
		for i := range seed {
			seed[i] = byte(r.IntN(112))
		}
		f.Add(seed, r.IntN(2) == 0)
	}
	f.Fuzz(func(t *testing.T, data []byte, edges bool) {
		in := input{data}
		m := fourPoints{edges: edges}
		lattice := true
		for i := range 4 {
			m.start[i], m.end[i] = in.vec(), in.vec()
			for _, v := range [2]d3.Vec{m.start[i], m.end[i]} {
				for _, x := range [3]float64{v.X, v.Y, v.Z} {
					if !(math.Abs(x) <= collide.MaxMagnitude) {
						if _, err := d3.VertexFaceImpact(m.start, m.end); err == nil {
							t.Errorf("%v is taken", x)
						}
						return
					}
					lattice = lattice && x == math.Round(4*x)/4 && math.Abs(x) < 100
				}
			}
		}
		var q d3.Query
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
