package d3

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// arcHull draws a solid hull of few corners: in a ball, on a lattice, so that faces and edges of
// two of them are often parallel, or a sliver.
func arcHull(t *testing.T, r *rand.Rand, kind int) *Hull {
	t.Helper()
	for {
		p := make([]Vec, 4+r.IntN(24))
		for i := range p {
			switch kind {
			case 0:
				p[i] = Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
			case 1:
				p[i] = Vec{float64(r.IntN(4)), float64(r.IntN(4)), float64(r.IntN(3))}
			case 2:
				p[i] = Vec{r.NormFloat64(), 0.01 * r.NormFloat64(), 0.3 * r.NormFloat64()}
			default:
				p[i] = Vec{float64(r.IntN(2)), float64(r.IntN(2)), float64(r.IntN(2))}
			}
		}
		if h, err := NewHull(p); err == nil && h.dim == 3 {
			return h
		}
	}
}

// scaledHull returns h s times as large.
func scaledHull(t *testing.T, h *Hull, s float64) *Hull {
	t.Helper()
	p := make([]Vec, len(h.points))
	for i := range p {
		p[i] = h.points[i].Scale(s)
	}
	return mustHull(t, p)
}

// TestArcsServe: nearly all pairs of hulls whose faces and edges are parallel are answered by arcs,
// which takes values for the same that differ by their rounding.
func TestArcsServe(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(31, 8))
	asked, served := 0, 0
	for turn := range 6000 {
		a := arcHull(t, r, 1+turn%2*2)
		rot := randomRot(r)
		move := Vec{float64(r.IntN(3)), float64(r.IntN(3)), float64(r.IntN(2))}.Scale(0.5)
		x, y := mustPlace(t, a, Pose{Rot: rot}), mustPlace(t, a, Pose{rot.Apply(move), rot})
		var s solver
		s.defaults()
		s.prepare(x, y)
		var k core
		if slow := Distance(x, y); !(slow.Upper < -1e-9) || !s.sat.arcTables(&s.m) {
			continue
		}
		if asked++; s.sat.arcs(&s.run, &k) {
			served++
		}
	}
	if asked < 4000 || served < asked*998/1000 {
		t.Errorf("%d of %d pairs by arcs", served, asked)
	}
}

// TestArcsAgreeWithEPA holds the depth by arcs to that by EPA: the brackets of both have a point in
// common, and so have the bodies moved apart by what the normal says, but for rounding.
func TestArcsAgreeWithEPA(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(31, 7))
	var slow Query
	slow.set(Options{Algorithm: collide.GJK})
	served, deep := 0, 0
	for turn := range 6000 {
		a, b := arcHull(t, r, turn%4), arcHull(t, r, turn/4%4)
		pose := Pose{Pos: Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Scale([]float64{0, 0.1, 0.5, 1}[r.IntN(4)])}
		if r.IntN(3) > 0 {
			pose.Rot = Rot{r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		}
		if turn%4 == 1 && r.IntN(2) == 0 {
			pose = Pose{Pos: Vec{float64(r.IntN(3)), float64(r.IntN(3)), float64(r.IntN(2))}}
		}
		switch turn / 16 % 8 {
		case 0, 1, 2: // one body much larger than the other
			s := []float64{1e-12, 0.1, 0.3}[r.IntN(3)]
			if pose.Pos = pose.Pos.Scale(0.3); r.IntN(2) == 0 {
				a = scaledHull(t, a, s)
			} else {
				b = scaledHull(t, b, s)
			}
		case 3:
			b = a
		}
		x, y := mustPlace(t, a, Pose{}), mustPlace(t, b, pose)
		want := slow.Distance(x, y, nil)
		if want.Relation != collide.Overlapping {
			continue
		}
		deep++
		var s solver
		s.defaults()
		s.prepare(x, y)
		var k core
		if !s.sat.arcTables(&s.m) || !s.sat.arcs(&s.run, &k) {
			continue
		}
		served++
		lower, upper := k.lower/s.m.scale, k.upper/s.m.scale
		if lower > want.Upper || upper < want.Lower {
			t.Fatalf("turn %d: [%v, %v] by arcs, [%v, %v] by EPA", turn, lower, upper, want.Lower, want.Upper)
		}
		if w := s.allowance(); !(k.upper-k.lower <= w.At(k.lower)) || !(math.Abs(k.n.Len2()-1) < 8*unit) {
			t.Fatalf("turn %d: [%v, %v] along %v", turn, k.lower, k.upper, k.n)
		}
		if d, _ := s.m.a.support(k.n); !(k.a.Dot(k.n) <= d.Dot(k.n)+64*unit && k.a.Dot(k.n) >= d.Dot(k.n)-64*unit) {
			t.Fatalf("turn %d: the witness %v is not farthest along %v", turn, k.a, k.n)
		}
	}
	if deep < 2000 || served < deep*7/10 {
		t.Errorf("%d of %d pairs that overlap by arcs", served, deep)
	}
}

// TestArcsFirst: Touch, which asks the arcs of hulls of few faces before all else, gives the
// relation and the manifold that GJK and what follows it give, bit for bit, with margins and
// without, and the arcs tell both that bodies overlap and that they are apart.
func TestArcsFirst(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(31, 10))
	var q, gjk Query
	gjk.set(Options{Algorithm: collide.GJK})
	var by [apart + 1]int
	for turn := range 8000 {
		a, b := arcHull(t, r, turn%4), arcHull(t, r, turn/4%4)
		pose := Pose{randomPoint(r).Scale([]float64{0.5, 1, 2}[r.IntN(3)]), randomRot(r)}
		x, y := mustPlace(t, a, Pose{}), mustPlace(t, b, pose)
		if turn%3 == 0 {
			x = mustPlace(t, Rounded{a, 0.01}, Pose{})
		}
		if gap := Distance(x, y); gap.Relation != collide.Touching && turn%2 == 0 { // near contact
			pose.Pos = pose.Pos.Sub(gap.Normal.Scale(gap.Distance - []float64{-1e-3, -1e-12, 0, 1e-12, 1e-3}[r.IntN(5)]))
			y = mustPlace(t, b, pose)
		}
		slow := gjk.Distance(x, y, nil)
		rel, mf := q.Touch(x, y, nil)
		if rel != slow.Relation {
			t.Fatalf("turn %d: %v by arcs, %v by GJK, %v apart", turn, rel, slow.Relation, slow.Distance)
		}
		if _, want := q.Collide(x, y, nil); rel != collide.Apart && mf != want {
			t.Fatalf("turn %d: %+v by arcs, %+v by GJK", turn, mf, want)
		}
		var s solver
		s.defaults()
		s.prepare(x, y)
		var k core
		by[s.solveHulls(nil, true, &k)]++
	}
	if by[apart] < 1000 || by[solved] < 1000 {
		t.Errorf("%d apart, %d solved, %d open", by[apart], by[solved], by[open])
	}
}

// TestArcsTrace: a Trace changes no bit of the depth by arcs, and shows what was searched along:
// unit vectors, none of which overlaps less than the one chosen, which comes last.
func TestArcsTrace(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 9))
	shown := 0
	for turn := range 400 {
		a, b := arcHull(t, r, turn%4), arcHull(t, r, turn/4%4)
		x, y := mustPlace(t, a, Pose{}), mustPlace(t, b, Pose{randomPoint(r).Scale(0.2), randomRot(r)})
		var tr Trace
		plain, traced := newTestQuery(t, Options{}), newTestQuery(t, Options{Trace: &tr})
		want := plain.Distance(x, y, nil)
		if got := traced.Distance(x, y, nil); got != want {
			t.Fatalf("turn %d: %+v with a Trace, %+v without", turn, got, want)
		}
		var steps []Step
		for _, s := range tr.Steps {
			if s.Stage == collide.StageSAT {
				steps = append(steps, s)
			}
		}
		if len(steps) == 0 {
			continue
		}
		shown++
		last := steps[len(steps)-1]
		if last.Exit != collide.ExitArcs || tr.Tested != len(steps)-1 || tr.Tested == 0 || tr.Skipped < 0 {
			t.Fatalf("turn %d: %d steps, %d tested, %d skipped, the last %+v", turn, len(steps), tr.Tested, tr.Skipped, last)
		}
		for _, s := range steps {
			if l := s.Direction.Len2(); !(math.Abs(l-1) < 16*unit) || s.Lower > last.Upper {
				t.Fatalf("turn %d: a step %+v, the last %+v", turn, s, last)
			}
		}
	}
	if shown < 100 {
		t.Errorf("%d of 400 pairs by arcs", shown)
	}
}

// TestArcsMakeFewTables: hulls of many corners, and hulls far apart, are measured without the
// tables of their faces.
func TestArcsMakeFewTables(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 10))
	for _, row := range []struct {
		n     int
		at    float64
		table bool
	}{{60, 0.1, true}, {60, 3, false}, {arcCorners + 1, 0.1, false}, {4000, 0.1, false}} {
		h := mustHull(t, onSphere(r, row.n))
		if len(h.local) != row.n {
			t.Fatalf("%d corners of %d", len(h.local), row.n)
		}
		Distance(mustPlace(t, h, Pose{}), mustPlace(t, h, Pose{Pos: Vec{row.at, row.at, row.at}}))
		if got := h.table.Load() != nil; got != row.table {
			t.Errorf("%d corners, %v apart: a table %v, want %v", row.n, row.at, got, row.table)
		}
	}
}

// BenchmarkArcs times the depth of hulls of few corners by arcs and, as epa, without them: centres
// a tenth of the radius apart, and so far that the hulls overlap by about a tenth of it.
func BenchmarkArcs(b *testing.B) {
	r := rand.New(rand.NewPCG(31, 11))
	for _, n := range []int{8, 16, 32, 64} {
		for _, at := range []struct {
			name string
			dist float64
		}{{"deep", 0.1}, {"shallow", 1.5}} {
			var pairs [][2]*Object
			for len(pairs) < 200 {
				x, err := NewHull(onSphere(r, n))
				y, also := NewHull(onSphere(r, n))
				if err != nil || also != nil {
					b.Fatal(err, also)
				}
				p := atPose(x, Pose{Rot: randomRot(r)})
				q := atPose(y, Pose{onSphere(r, 1)[0].Scale(at.dist), randomRot(r)})
				if Distance(p, q).Relation == collide.Overlapping {
					pairs = append(pairs, [2]*Object{p, q})
				}
			}
			for _, way := range []collide.Algorithm{collide.Auto, collide.GJK} {
				name := map[collide.Algorithm]string{collide.Auto: "arcs", collide.GJK: "epa"}[way]
				q, err := NewQuery(Options{Algorithm: way})
				if err != nil {
					b.Fatal(err)
				}
				b.Run(fmt.Sprintf("%d/%s/%s", n, at.name, name), func(b *testing.B) {
					for range b.N {
						for i := range pairs {
							q.Distance(pairs[i][0], pairs[i][1], nil)
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(pairs)), "ns/item")
				})
			}
		}
	}
}

// TestArcsFacet: of hulls apart, GJK from the facet that arcs end with gives the bracket that GJK
// gives from its own start: they have a point in common.
func TestArcsFacet(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(31, 12))
	var slow Query
	slow.set(Options{Algorithm: collide.GJK})
	asked := 0
	for turn := range 6000 {
		a, b := arcHull(t, r, turn%4), arcHull(t, r, turn/4%4)
		if turn%7 == 0 {
			a = scaledHull(t, a, []float64{1e-12, 1e-3, 0.3}[r.IntN(3)])
		}
		x, y := mustPlace(t, a, Pose{}), mustPlace(t, b, Pose{randomPoint(r).Scale(2), randomRot(r)})
		gap := slow.Distance(x, y, nil)
		if turn%2 == 0 && gap.Relation != collide.Touching { // near contact
			off := gap.Normal.Scale(gap.Distance - []float64{1e-12, 1e-6, 1e-2}[r.IntN(3)])
			y = mustPlace(t, b, Pose{y.pose.Pos.Sub(off), y.pose.Rot})
			gap = slow.Distance(x, y, nil)
		}
		var s solver
		s.defaults()
		s.prepare(x, y)
		var k core
		if gap.Relation != collide.Apart || !s.sat.arcTables(&s.m) || s.sat.arcs(&s.run, &k) || !(s.sat.arc.least < 0) {
			continue
		}
		asked++
		s.sat.arc.facet(&s.run)
		if out := s.solveGJK(nil, false, &k); out != solved {
			t.Fatalf("turn %d: %v", turn, out)
		}
		var ct Contact
		s.answer(x, y, &k, &ct)
		w := s.allowance()
		if !(ct.Lower <= gap.Upper && gap.Lower <= ct.Upper) || ct.Relation != gap.Relation || !(k.upper-k.lower <= w.At(k.lower)) {
			t.Fatalf("turn %d: %+v from the facet, %+v else", turn, ct, gap)
		}
	}
	if asked < 2000 {
		t.Errorf("%d pairs", asked)
	}
}

// TestSimpleWitness: where the witness is told by a corner over a triangle or by two edges that
// cross, the points are those that GJK finds, and no farther off the features.
func TestSimpleWitness(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(31, 13))
	asked, simple := [4]int{}, [4]int{}
	for turn := range 8000 {
		kind := turn % 4
		a, b := arcHull(t, r, kind), arcHull(t, r, kind)
		var s solver
		s.defaults()
		s.prepare(mustPlace(t, a, Pose{}), mustPlace(t, b, Pose{randomPoint(r).Scale(0.3), randomRot(r)}))
		m, k := &s.m, core{}
		if !s.sat.arcTables(m) || !s.sat.arcs(&s.run, &k) {
			continue
		}
		asked[kind]++
		w, tol := &s.sat.ties, float64(witnessTies*unit*m.reach)
		found := m.search(k.n)
		p, q, ok := Vec{}, Vec{}, w.find(m, found, tol)
		if ok {
			p, q, ok = w.simple(k.n, tol)
		}
		if !ok {
			continue
		}
		simple[kind]++
		x, y, ok := w.common(k.n, tol)
		if !ok {
			t.Fatalf("turn %d: GJK finds no witness", turn)
		}
		off := func(v Vec) float64 { return v.Sub(k.n.Scale(v.Dot(k.n))).Len() } // seen along the normal
		if off(p.Sub(q)) > tol || math.Abs(q.Sub(p).Dot(k.n)-k.dist) > tol {
			t.Fatalf("turn %d: %v and %v along %v, %v deep", turn, p, q, k.n, k.dist)
		}
		if kind == 0 && (p.Sub(x).Len() > 0x1p-30 || q.Sub(y).Len() > 0x1p-30) {
			t.Fatalf("turn %d: %v and %v, by GJK %v and %v", turn, p, q, x, y)
		}
		for _, o := range []struct {
			b *body
			p Vec
		}{{&m.a, p}, {&m.b, m.rot.applyT(q.Sub(m.t))}} {
			for _, f := range o.b.hull.faceTable().axes.faces {
				if over := f.n.Dot(o.p.Sub(o.b.vertex(f.v))); over > 2*tol {
					t.Fatalf("turn %d: a witness lies %v outside", turn, over)
				}
			}
		}
	}
	for kind := range asked {
		if asked[kind] < 40 || kind%2 == 0 && simple[kind] < asked[kind]*9/10 {
			t.Errorf("%d of %d of kind %d simply", simple[kind], asked[kind], kind)
		}
	}
}
