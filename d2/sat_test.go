package d2_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

var cullModes = []d2.Cull{d2.CullNone, d2.CullSlab, d2.CullDepth}

// satQuery returns a Query that answers by SAT with a culling mode.
func satQuery(t *testing.T, cull d2.Cull, trace *d2.Trace) *d2.Query {
	t.Helper()
	return must(d2.NewQuery(d2.Options{Algorithm: collide.SAT, Cull: cull, Trace: trace}))(t)
}

// TestSATAgrees holds SAT against Distance, the audit and the exact oracle, on random pairs of
// polytopes.
func TestSATAgrees(t *testing.T) {
	var tr d2.Trace
	traced := satQuery(t, d2.CullNone, &tr)
	open := 0
	forEach(t, 1301, 6000, polytopesOnly, func(r *run) error {
		ct, axis := d2.SAT(&r.a, &r.b)
		tr.Reset()
		if got := traced.Distance(&r.a, &r.b, nil); got != ct {
			return fmt.Errorf("with a trace %+v, without %+v", got, ct)
		}
		if tr.Tested == 0 {
			open++
		}
		c := auditContact(ct)
		if c.Relation != r.answer.Relation || c.Lower > r.answer.Upper || r.answer.Lower > c.Upper {
			return fmt.Errorf("SAT says %+v", c)
		}
		if err := r.scene.Check(&c); err != nil {
			return fmt.Errorf("%w: %+v", err, c)
		}
		n := [3]float64{axis.X, axis.Y}
		if tr.Skipped != 0 || ct.Lower > 0 && !(r.scene.Separation(n) > 0) || ct.Upper < 0 && !(r.scene.Separation(n) < 0) {
			return fmt.Errorf("%d skipped, the axis %v separates by %v: %+v", tr.Skipped, axis, r.scene.Separation(n), ct)
		}
		return againstOracle(&r.pair, &c)
	})
	if open > 3000 {
		t.Errorf("%d pairs had no edge tested", open)
	}
}

// TestSATModes: every way to cull, with a trace or without, gives the same bits, Relate the same
// relation as Distance, and each axis is either tested or skipped, unless the AABBs are apart.
func TestSATModes(t *testing.T) {
	q := satQuery(t, d2.CullNone, nil)
	skipped := map[d2.Cull]int{}
	for _, cull := range cullModes {
		var tr d2.Trace
		bare, traced := satQuery(t, cull, nil), satQuery(t, cull, &tr)
		forEach(t, 1302, 3000, polytopesOnly, func(r *run) error {
			want := q.Distance(&r.a, &r.b, nil)
			if got := bare.Distance(&r.a, &r.b, nil); got != want {
				return fmt.Errorf("%v: %+v, want %+v", cull, got, want)
			}
			tr.Reset()
			if got := traced.Distance(&r.a, &r.b, nil); got != want {
				return fmt.Errorf("%v, with a trace: %+v, want %+v", cull, got, want)
			}
			all := tr.Tested + tr.Skipped
			skipped[cull] += tr.Skipped
			for _, by := range []*d2.Query{bare, traced} {
				tr.Reset()
				if rel, back := by.Relate(&r.a, &r.b, nil), by.Relate(&r.b, &r.a, nil); rel != want.Relation || back != rel {
					return fmt.Errorf("%v: Relate says %v, swapped %v, want %v", cull, rel, back, want.Relation)
				}
			}
			skipped[cull] += tr.Skipped
			x, y := r.a.AABB(), r.b.AABB()
			if !x.Overlaps(y) {
				all = 0 // the boxes tell
			}
			if tr.Tested+tr.Skipped != all {
				return fmt.Errorf("%v: %d tested and %d skipped of %d", cull, tr.Tested, tr.Skipped, all)
			}
			return nil
		})
	}
	if skipped[d2.CullSlab] <= skipped[d2.CullNone] || skipped[d2.CullDepth] <= skipped[d2.CullNone] {
		t.Errorf("skipped: %v", skipped)
	}
}

// TestSATInvariance: swapped pairs, scaled pairs and pairs shifted exactly have the same bits.
func TestSATInvariance(t *testing.T) {
	forEach(t, 1303, 3000, polytopesOnly, func(r *run) error {
		ct, _ := d2.SAT(&r.a, &r.b)
		want := auditContact(ct)
		ct, _ = d2.SAT(&r.b, &r.a)
		if got := auditContact(ct); !r.pair.A.Alike(&r.pair.B) && got != want.Swapped() {
			return fmt.Errorf("swapped: %w", sameBits(want.Swapped(), got, true))
		}
		if p, ok := r.gen.Shifted(r.pair); ok {
			a, b, err := p.Place()
			if err != nil {
				return err
			}
			ct, _ = d2.SAT(&a, &b)
			if bits := sameBits(want, auditContact(ct), false); bits != nil {
				return fmt.Errorf("shifted to %v: %w", p, bits)
			}
		}
		k := r.gen.IntN(601) - 300
		p, ok := r.pair.Scaled(k)
		if !ok {
			return nil
		}
		a, b, err := p.Place()
		if err != nil {
			return err
		}
		ct, _ = d2.SAT(&a, &b)
		if d := math.Ldexp(want.Distance, k); d != ct.Distance && math.Abs(d) > 0x1p-1000 || want.Normal != auditContact(ct).Normal {
			return fmt.Errorf("times 2^%d: %+v, want %+v", k, ct, want)
		}
		return nil
	})
}

// TestSATUnserved: a pair with a shape whose core is no polytope is answered as by Auto, bit for
// bit, and the trace says so.
func TestSATUnserved(t *testing.T) {
	var tr d2.Trace
	q, auto := satQuery(t, d2.CullNone, &tr), must(d2.NewQuery(d2.Options{}))(t)
	box := must(d2.Place(d2.Box{Size: d2.Vec{X: 1, Y: 1}}, d2.Pose{}))(t)
	for _, s := range []d2.Shape{d2.Ellipse{Radii: d2.Vec{X: 1, Y: 2}}, d2.HalfSpace{Normal: d2.Vec{X: 1}}, userBox{d2.Vec{X: 1, Y: 2}}} {
		o := must(d2.Place(s, d2.Pose{Pos: d2.Vec{X: 1, Y: 3}}))(t)
		for _, p := range [2][2]*d2.Object{{&o, &box}, {&box, &o}} {
			tr.Reset()
			want := auto.Distance(p[0], p[1], nil)
			if got := q.Distance(p[0], p[1], nil); got != want {
				t.Errorf("%T: %+v, want %+v", s, got, want)
			}
			if st := tr.Steps[0]; st.Stage != collide.StageSAT || st.Exit != collide.ExitUnserved || len(tr.Steps) < 2 || tr.Tested != 0 {
				t.Errorf("%T: the first step is %+v", s, st)
			}
			if ct, axis := d2.SAT(p[0], p[1]); ct != want || axis != want.Normal {
				t.Errorf("%T: SAT says %+v, %v, want %+v", s, ct, axis, want)
			}
			if rel := q.Relate(p[0], p[1], nil); rel != want.Relation {
				t.Errorf("%T: %v, want %v", s, rel, want.Relation)
			}
		}
	}
}

// TestSATCache: with the last query's cache of a moving pair, a separating axis is tried first, and
// answers stay the same.
func TestSATCache(t *testing.T) {
	var tr d2.Trace
	q := satQuery(t, d2.CullNone, &tr)
	hex := must(d2.NewPolygon([]d2.Vec{{X: 1}, {X: 0.5, Y: 0.875}, {X: -0.5, Y: 0.875}, {X: -1}, {X: -0.5, Y: -0.875}, {X: 0.5, Y: -0.875}}))(t)
	a, b := must(d2.Place(hex, d2.Pose{}))(t), must(d2.Place(hex, d2.Pose{}))(t)
	var c d2.Cache
	first := 0
	for i := range 200 {
		x := 2 * math.Cos(float64(i)/50)
		if err := b.Move(d2.Pose{Pos: d2.Vec{X: x, Y: 1.25}}); err != nil {
			t.Fatal(err)
		}
		tr.Reset()
		if rel := q.Relate(&a, &b, &c); rel != d2.Relate(&a, &b) {
			t.Fatalf("at %v: %v", x, rel)
		}
		if tr.Tested == 1 && tr.Steps[0].Axis.Source == collide.AxisCached {
			first++
		}
		ct := q.Distance(&a, &b, &c)
		if want := d2.Distance(&a, &b); ct.Lower > want.Upper || want.Lower > ct.Upper {
			t.Fatalf("at %v: %+v, want %+v", x, ct, want)
		}
	}
	if first < 50 {
		t.Errorf("the cached axis answered %d times", first)
	}
}
