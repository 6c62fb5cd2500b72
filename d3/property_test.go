package d3_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/audit"
)

// The properties have the numbers of the project's list of twenty-five. Each holds for every pair
// of shapes, so no expected value is needed. T is 256 * 2^-53 * L, for curved shapes at least 1e-9
// L, and L is the larger extent plus the distance. A failure prints the pair as a line for `collide
// query`, with the seed and the index that made it.

// run is one random pair and the answer about it.
type run struct {
	gen    *generator
	pair   pair
	a, b   object
	scene  *audit.Scene
	answer audit.Contact
}

// tolerance returns T.
func (r *run) tolerance() float64 { return tolerance(r.scene, &r.answer) }

// tolerance returns T, or the width of the bracket where the iteration limit left it wider.
func tolerance(s *audit.Scene, c *audit.Contact) float64 {
	t := s.Tolerance(c.Distance)
	if c.Status == collide.Limit {
		t = max(t, c.Upper-c.Lower)
	}
	return t
}

// solve answers about another pair.
func solve(p *pair) (audit.Contact, *audit.Scene, error) {
	a, b, err := p.Place()
	if err != nil {
		return audit.Contact{}, nil, fmt.Errorf("%w: %v", err, p)
	}
	return auditContact(distance(&a, &b)), auditOf(p), nil
}

// forEach draws n pairs and calls check on the answer about each. It fails when the pairs are too
// tame: a share of overlapping ones outside 30 to 70 %, or a relation never seen.
func forEach(t *testing.T, seed uint64, n int, tune func(*generator), check func(*run) error) {
	t.Helper()
	g := newGenerator(seed)
	if tune != nil {
		tune(g)
	}
	if testing.Short() {
		n = n/4 + 50
	}
	seen := map[collide.Relation]int{}
	faults := 0
	for i := range n {
		r := run{gen: g, pair: g.Pair()}
		start := time.Now()
		var err error
		if r.a, r.b, err = r.pair.Place(); err == nil {
			r.scene = auditOf(&r.pair)
			r.answer = auditContact(distance(&r.a, &r.b))
			seen[r.answer.Relation]++
			err = check(&r)
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Fatalf("seed %d, pair %d: %v\n%v\n%+v", seed, i, d, r.pair, r.answer)
		}
		if err == nil {
			continue
		}
		if faults++; faults <= 3 {
			t.Errorf("seed %d, pair %d: %v\n%v\n%+v", seed, i, err, r.pair, r.answer)
		}
	}
	if faults > 3 {
		t.Errorf("seed %d: %d of %d pairs fail", seed, faults, n)
	}
	if share := float64(seen[collide.Overlapping]) / float64(n); share < 0.3 || share > 0.7 {
		t.Errorf("seed %d: %.0f %% of the pairs overlap: the test is too tame", seed, 100*share)
	}
	if seen[collide.Apart] == 0 || seen[collide.Touching] == 0 {
		t.Errorf("seed %d: not every relation was seen: %v", seed, seen)
	}
}

// Filters of the pairs.
func polytopes(g *generator) { g.Only = polytopeKinds }

func bounded(g *generator) { g.NoHalf = true }

func polytopesOnly(g *generator) { g.Only, g.NoHalf = polytopeKinds, true }

// sameBits compares two answers; the points in the world only where world is set.
func sameBits(want, got audit.Contact, world bool) error {
	if !world {
		want.PointA, want.PointB = got.PointA, got.PointB
	}
	if want != got {
		return fmt.Errorf("not the same bits:\n%+v\n%+v", want, got)
	}
	return nil
}

// within compares two signed distances.
func within(what string, got, want, tol float64) error {
	if !(math.Abs(got-want) <= tol) {
		return fmt.Errorf("%s: %v, want %v: off by %.3g of the tolerance %.3g", what, got, want, math.Abs(got-want)/tol, tol)
	}
	return nil
}

// againstOracle compares an answer with the exact one, for polytopes and half-spaces.
func againstOracle(p *pair, c *audit.Contact) error {
	want, ok := p.Oracle()
	if !ok {
		return nil
	}
	if c.Relation != want.Relation {
		return fmt.Errorf("%v, exactly it is %v", c.Relation, want)
	}
	if want.Hi < c.Lower || want.Lo > c.Upper {
		return fmt.Errorf("[%v, %v] misses the truth, which is %v", c.Lower, c.Upper, want)
	}
	return nil
}

func TestProperty01Bracket(t *testing.T) {
	status := map[collide.Status]int{}
	forEach(t, 101, 3000, nil, func(r *run) error {
		c := &r.answer
		status[c.Status]++
		if !(c.Lower <= c.Upper) {
			return fmt.Errorf("[%v, %v] is empty", c.Lower, c.Upper)
		}
		if w := c.Upper - c.Lower; !(w <= r.tolerance()) {
			return fmt.Errorf("the bracket is %.3g T wide", w/r.tolerance())
		}
		return nil
	})
	if status[collide.Exact] == 0 || status[collide.Converged]+status[collide.Rounding] == 0 {
		t.Errorf("not every status was seen: %v", status)
	}
}

func TestProperty01BracketHoldsTheTruth(t *testing.T) {
	forEach(t, 102, 2000, polytopes, func(r *run) error { return againstOracle(&r.pair, &r.answer) })
}

func TestProperty02Rebuild(t *testing.T) {
	forEach(t, 201, 6000, nil, func(r *run) error { return r.scene.Check(&r.answer) })
}

func TestProperty03Swap(t *testing.T) {
	forEach(t, 301, 5000, nil, func(r *run) error {
		if r.pair.A.Alike(&r.pair.B) {
			return nil // no order to be told
		}
		got := auditContact(distance(&r.b, &r.a))
		return sameBits(r.answer.Swapped(), got, true)
	})
}

func TestProperty04RigidMotion(t *testing.T) {
	forEach(t, 401, 3000, nil, func(r *run) error {
		moved, turn := r.gen.Turned(r.pair)
		c, s, err := solve(&moved)
		if err != nil {
			return err
		}
		// Rounding a pose costs 16 u per unit of its coordinates; so does turning a point far out
		// in its frame.
		p := 16 * 0x1p-53 * max(s.Reach(), r.scene.Reach())
		if err := within("the moved pair", c.Distance, r.answer.Distance, r.tolerance()+tolerance(s, &c)+p); err != nil {
			return fmt.Errorf("%w\n%v", err, moved)
		}
		sd := r.answer.Distance
		if sd <= 0 {
			return nil // the normal of an overlap need not be unique
		}
		want := turn(r.answer.Normal)
		var off float64
		for k := range want {
			off += (c.Normal[k] - want[k]) * (c.Normal[k] - want[k])
		}
		tol := r.tolerance() + tolerance(s, &c) + p
		return within("the moved normal", math.Sqrt(off), 0, 4*math.Sqrt(tol/max(sd, tol)))
	})
}

func TestProperty05PowerOfTwo(t *testing.T) {
	tried := 0
	forEach(t, 501, 4000, nil, func(r *run) error {
		k := r.gen.IntN(601) - 300
		scaled, ok := r.pair.Scaled(k)
		if !ok {
			return nil // out of the range of doubles or of the library
		}
		tried++
		got, _, err := solve(&scaled)
		if err != nil {
			return err
		}
		want := r.answer
		for _, f := range []*float64{&want.Distance, &want.Lower, &want.Upper} {
			*f = math.Ldexp(*f, k)
		}
		for _, v := range []*[3]float64{&want.PointA, &want.PointB, &want.LocalA, &want.LocalB} {
			for i := range v {
				v[i] = math.Ldexp(v[i], k)
				if v[i] != 0 && math.Abs(v[i]) < 0x1p-1000 || math.Abs(want.Distance) < 0x1p-1000 && want.Distance != 0 {
					return nil // rounded on the way
				}
			}
		}
		if err := sameBits(want, got, true); err != nil {
			return fmt.Errorf("times 2^%d: %w", k, err)
		}
		return nil
	})
	if tried < 300 {
		t.Errorf("only %d pairs could be scaled", tried)
	}
}

func TestProperty08Shift(t *testing.T) {
	tried := 0
	forEach(t, 801, 4000, nil, func(r *run) error {
		shifted, ok := r.gen.Shifted(r.pair)
		if !ok {
			return nil
		}
		tried++
		got, _, err := solve(&shifted)
		if err != nil {
			return err
		}
		if err := sameBits(r.answer, got, false); err != nil {
			return fmt.Errorf("shifted to %v: %w", shifted, err)
		}
		return nil
	})
	if tried < 1000 {
		t.Errorf("only %d pairs could be shifted", tried)
	}
}

func TestProperty09HullPoints(t *testing.T) {
	t.Parallel()
	tried := 0
	forEach(t, 901, 2000, polytopes, func(r *run) error {
		changed := r.pair
		done := false
		for _, b := range []*body{&changed.A, &changed.B} {
			if b.Kind == "hull" {
				b.Points = sameHull(r.gen, b.Points)
				done = true
			}
		}
		if !done {
			return nil
		}
		tried++
		c, s, err := solve(&changed)
		if err != nil {
			return err
		}
		if c.Relation != r.answer.Relation {
			return fmt.Errorf("%v becomes %v with %v", r.answer.Relation, c.Relation, changed)
		}
		if err := within("other points", c.Distance, r.answer.Distance, r.tolerance()+tolerance(s, &c)); err != nil {
			return fmt.Errorf("%w\n%v", err, changed)
		}
		return nil
	})
	if tried < 100 {
		t.Errorf("only %d pairs had a hull", tried)
	}
}

func TestProperty10OtherDescriptions(t *testing.T) {
	tried := map[string]int{}
	forEach(t, 1001, 2500, nil, func(r *run) error {
		for _, other := range descriptions(&r.pair) {
			tried[other.name]++
			c, s, err := solve(&other.pair)
			if err != nil {
				return err
			}
			if other.bits {
				if err := sameBits(r.answer, c, true); err != nil {
					return fmt.Errorf("%s: %w\n%v", other.name, err, other.pair)
				}
			}
			if s.Hard() && r.scene.Hard() && c.Relation != r.answer.Relation {
				return fmt.Errorf("%s: %v becomes %v with %v", other.name, r.answer.Relation, c.Relation, other.pair)
			}
			tol := 2 * max(r.tolerance(), tolerance(s, &c))
			if err := within(other.name, c.Distance, r.answer.Distance, tol); err != nil {
				return fmt.Errorf("%w\n%v", err, other.pair)
			}
		}
		return nil
	})
	for _, name := range descriptionNames {
		if tried[name] < 10 {
			t.Errorf("%s: tried %d times", name, tried[name])
		}
	}
}

func TestProperty12Radius(t *testing.T) {
	forEach(t, 1201, 2500, func(g *generator) { g.NoRound = true }, func(r *run) error {
		grown := r.pair
		sum := 0.0
		for _, b := range []*body{&grown.A, &grown.B} {
			if !b.Half() {
				f := []float64{0, 1e-9, 0.25, 1, 3}[r.gen.IntN(5)]
				b.Rounded, b.Rounding = true, f*max(grown.A.Extent(), grown.B.Extent())
				sum += b.Rounding
			}
		}
		c, s, err := solve(&grown)
		if err != nil {
			return err
		}
		if err := within("grown", c.Distance, r.answer.Distance-sum, 2*max(r.tolerance(), tolerance(s, &c))); err != nil {
			return fmt.Errorf("%w\n%v", err, grown)
		}
		return nil
	})
}

func TestProperty16NormalSeparates(t *testing.T) {
	forEach(t, 1601, 5000, nil, func(r *run) error {
		return within("the separation along the normal", r.scene.Separation(r.answer.Normal), r.answer.Distance, r.tolerance())
	})
}

func TestProperty17Resolve(t *testing.T) {
	tried := 0
	forEach(t, 1701, 3000, nil, func(r *run) error {
		depth := -r.answer.Distance
		if depth < 0 {
			return nil
		}
		// Rounding the new position costs 16 u per unit of its coordinates.
		d := 4*r.tolerance() + 16*0x1p-53*r.scene.Reach()
		out := moveB(r.pair, r.answer.Normal, depth+d)
		c, _, err := solve(&out)
		if err != nil {
			return err
		}
		if c.Relation != collide.Apart {
			return fmt.Errorf("moved out by the depth and a little they are %v\n%v", c.Relation, out)
		}
		if depth < d {
			return nil
		}
		tried++
		in := moveB(r.pair, r.answer.Normal, depth-d)
		if c, _, err = solve(&in); err != nil {
			return err
		}
		if c.Relation == collide.Apart {
			return fmt.Errorf("moved by a little less than the depth they are apart\n%v", in)
		}
		return nil
	})
	if tried < 200 {
		t.Errorf("only %d pairs were deep enough", tried)
	}
}

func TestProperty18NoShorterWay(t *testing.T) {
	forEach(t, 1801, 3000, nil, func(r *run) error {
		for range 64 {
			n := r.gen.Direction()
			if sep := r.scene.Separation(n); !(sep <= r.answer.Distance+r.tolerance()) {
				return fmt.Errorf("direction %v separates by %v", n, sep)
			}
		}
		return nil
	})
}

func TestProperty19Witnesses(t *testing.T) {
	forEach(t, 1901, 1500, polytopesOnly, func(r *run) error {
		for _, w := range []struct {
			name  string
			b     *body
			local [3]float64
		}{{"A", &r.pair.A, r.answer.LocalA}, {"B", &r.pair.B, r.answer.LocalB}} {
			sd := pointDistance(w.b, w.local)
			// The point is rounded in its own frame, which may have its origin far outside.
			slack := 0.0
			for _, x := range w.local {
				slack = max(slack, 2*0x1p-53*math.Abs(x))
			}
			if err := within("Local"+w.name+" from the surface", sd, 0, r.tolerance()+slack); err != nil {
				return err
			}
		}
		return nil
	})
}

func TestProperty20Samples(t *testing.T) {
	forEach(t, 2001, 2500, bounded, func(r *run) error {
		for range 16 {
			d := r.scene.Sample(r.gen.Direction, r.gen.Float64)
			if !(d >= r.answer.Lower-r.tolerance()) {
				return fmt.Errorf("two points of the bodies are %v apart", d)
			}
		}
		return nil
	})
}

func TestProperty21QueriesAgree(t *testing.T) {
	q := newQuery(t, options{})
	short := newQuery(t, options{MaxIterations: 2})
	loose := newQuery(t, options{Tolerance: 1e-3})
	status := map[collide.Status]int{}
	forEach(t, 2101, 3000, nil, func(r *run) error {
		rel := r.answer.Relation
		got := relate(&r.a, &r.b)
		if got != rel && (r.scene.Hard() || got != collide.Undecided && rel != collide.Undecided) {
			return fmt.Errorf("Relate says %v", got)
		}
		if o := overlap(&r.a, &r.b); o != (got != collide.Apart) {
			return fmt.Errorf("Overlap says %v, Relate %v", o, got)
		}
		if again := q.Relate(&r.a, &r.b, nil); again != got {
			return fmt.Errorf("Query.Relate says %v, Relate %v", again, got)
		}
		if o := q.Overlap(&r.a, &r.b, nil); o != (got != collide.Apart) {
			return fmt.Errorf("Query.Overlap says %v, Relate %v", o, got)
		}
		if err := sameBits(r.answer, auditContact(q.Distance(&r.a, &r.b, nil)), true); err != nil {
			return err
		}
		for _, o := range []*query{short, loose} {
			c := auditContact(o.Distance(&r.a, &r.b, nil))
			status[c.Status]++
			if c.Lower > r.answer.Upper || c.Upper < r.answer.Lower {
				return fmt.Errorf("brackets without a common number: %+v", c)
			}
			if c.Relation != rel && c.Relation != collide.Undecided && rel != collide.Undecided {
				return fmt.Errorf("another limit or tolerance makes it %v", c.Relation)
			}
		}
		return nil
	})
	if status[collide.Limit] == 0 {
		t.Errorf("the limit was never reached: %v", status)
	}
}

func TestProperty21CacheAgrees(t *testing.T) {
	q := newQuery(t, options{})
	var c cache // of the pair before: as wrong as a cache can be
	forEach(t, 2102, 3000, nil, func(r *run) error {
		for _, what := range []string{"with another pair's cache", "with its own cache"} {
			got := auditContact(q.Distance(&r.a, &r.b, &c))
			if err := r.scene.Check(&got); err != nil {
				return fmt.Errorf("%s: %w", what, err)
			}
			if err := within(what, got.Distance, r.answer.Distance, r.tolerance()+tolerance(r.scene, &got)); err != nil {
				return err
			}
			if got.Relation != r.answer.Relation && r.scene.Hard() {
				return fmt.Errorf("%s it is %v", what, got.Relation)
			}
		}
		return nil
	})
}

func TestProperty25Total(t *testing.T) {
	q := newQuery(t, options{})
	var objects []object
	for _, b := range extremes() {
		o, err := b.Place()
		if err != nil {
			t.Errorf("%+v: %v", b, err)
			continue
		}
		objects = append(objects, o)
	}
	bodies := extremes()
	if len(objects) != len(bodies) {
		return
	}
	faults := 0
	for i := range objects {
		for j := range objects {
			c := auditContact(q.Distance(&objects[i], &objects[j], nil))
			if bodies[i].Half() && bodies[j].Half() {
				continue // refused as a pair
			}
			p := pair{A: bodies[i], B: bodies[j]}
			if err := audit.Sane(&c); err != nil {
				if faults++; faults <= 5 {
					t.Errorf("%v\n%v", err, p)
				}
			}
		}
	}
	if faults > 5 {
		t.Errorf("%d pairs fail", faults)
	}
}

func TestProperty25NoAllocation(t *testing.T) {
	noCollection(t)
	q := newQuery(t, options{})
	g := newGenerator(2501)
	type placed struct{ a, b object }
	var all []placed
	var pairs []pair
	for range 300 {
		p := g.Pair()
		a, b, err := p.Place()
		if err != nil {
			t.Fatalf("%v\n%v", err, p)
		}
		all = append(all, placed{a, b})
		pairs = append(pairs, p)
	}
	for range 2 { // warm up
		for i := range all {
			q.Distance(&all[i].a, &all[i].b, nil)
		}
	}
	bad := 0
	for i := range all {
		n := testing.AllocsPerRun(3, func() {
			q.Distance(&all[i].a, &all[i].b, nil)
			q.Relate(&all[i].a, &all[i].b, nil)
		})
		if n > 0 {
			if bad++; bad <= 3 {
				t.Errorf("%v allocations per query\n%v", n, pairs[i])
			}
		}
	}
	if bad > 3 {
		t.Errorf("%d of %d pairs allocate", bad, len(all))
	}
}

func TestProperty25Refused(t *testing.T) {
	for _, r := range refused() {
		if r.err == nil {
			t.Errorf("%s: accepted", r.what)
			continue
		}
		if !isCode(r.err, r.code) {
			t.Errorf("%s: %v, want %v", r.what, r.err, r.code)
		}
		if r.shape != nil {
			t.Errorf("%s: refused, but with a value", r.what)
		}
	}
}
