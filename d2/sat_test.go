package d2_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

var cullModes = []d2.Cull{d2.CullNone, d2.CullSlab, d2.CullDepth}

// satOf answers by SAT with a culling mode.
func satOf(q *d2.Query, a, b *d2.Object, cull d2.Cull) (d2.Contact, d2.SATStats, error) {
	return q.SAT(a, b, d2.SATOptions{Cull: cull}, nil)
}

// TestSATAgrees holds SAT against Distance, the audit and the exact oracle, on random pairs of polytopes.
func TestSATAgrees(t *testing.T) {
	q := must(d2.NewQuery(d2.Options{}))(t)
	general := 0
	forEach(t, 1301, 6000, polytopesOnly, func(r *run) error {
		ct, st, err := q.SAT(&r.a, &r.b, d2.SATOptions{}, nil)
		if err != nil {
			return err
		}
		c := auditContact(ct)
		if st.Tested == 0 {
			general++
		}
		if c.Relation != r.answer.Relation || c.Lower > r.answer.Upper || r.answer.Lower > c.Upper {
			return fmt.Errorf("SAT says %+v", c)
		}
		if err := r.scene.Check(&c); err != nil {
			return fmt.Errorf("%w: %+v", err, c)
		}
		if err := checkStats(r, &ct, &st); err != nil {
			return fmt.Errorf("%w: %+v, %+v", err, ct, st)
		}
		return againstOracle(&r.pair, &c)
	})
	if general > 3000 {
		t.Errorf("%d pairs had no edge tested", general)
	}
}

// checkStats checks the statistics of SAT for one pair.
func checkStats(r *run, ct *d2.Contact, st *d2.SATStats) error {
	switch {
	case st.Axis != ct.Normal:
		return errors.New("the axis is not the normal")
	case st.Separated != (ct.Lower > 0):
		return errors.New("separated or not")
	case st.Skipped != 0:
		return errors.New("skipped without culling")
	}
	return nil
}

// TestSATModes: every way to cull, and a trace, gives the same bits, and SATRelate the same relation as SAT, with a true separating axis.
func TestSATModes(t *testing.T) {
	q := must(d2.NewQuery(d2.Options{}))(t)
	traced := must(d2.NewQuery(d2.Options{Trace: &d2.Trace{}}))(t)
	skipped := map[d2.Cull]int{}
	forEach(t, 1302, 6000, polytopesOnly, func(r *run) error {
		want, plain, err := satOf(q, &r.a, &r.b, d2.CullNone)
		if err != nil {
			return err
		}
		if got, st, _ := satOf(traced, &r.a, &r.b, d2.CullNone); got != want || st != plain {
			return fmt.Errorf("with a trace %+v, %+v; without %+v, %+v", got, st, want, plain)
		}
		for _, cull := range cullModes {
			got, st, _ := satOf(q, &r.a, &r.b, cull)
			if got != want || st.Axis != plain.Axis || st.Tested+st.Skipped != plain.Tested {
				return fmt.Errorf("%v: %+v, %+v; want %+v, %+v", cull, got, st, want, plain)
			}
			rel, st, err := q.SATRelate(&r.a, &r.b, d2.SATOptions{Cull: cull}, nil)
			if err != nil || rel != want.Relation {
				return fmt.Errorf("%v: SATRelate says %v, %w", cull, rel, err)
			}
			skipped[cull] += st.Skipped
			n := [3]float64{st.Axis.X, st.Axis.Y}
			if st.Separated && (rel != collide.Apart || !(r.scene.Separation(n) > 0)) || !st.Separated && n != [3]float64{} {
				return fmt.Errorf("%v: %v, axis %v separates by %v", cull, rel, n, r.scene.Separation(n))
			}
			if back, _, _ := q.SATRelate(&r.b, &r.a, d2.SATOptions{Cull: cull}, nil); back != rel {
				return fmt.Errorf("%v: swapped, SATRelate says %v", cull, back)
			}
		}
		return nil
	})
	if skipped[d2.CullSlab] == 0 || skipped[d2.CullDepth] == 0 {
		t.Errorf("nothing was skipped: %v", skipped)
	}
}

// TestSATInvariance: swapped pairs, scaled pairs and pairs shifted exactly have the same bits.
func TestSATInvariance(t *testing.T) {
	q := must(d2.NewQuery(d2.Options{}))(t)
	forEach(t, 1303, 3000, polytopesOnly, func(r *run) error {
		ct, _, err := q.SAT(&r.a, &r.b, d2.SATOptions{}, nil)
		if err != nil {
			return err
		}
		want := auditContact(ct)
		ct, _, err = q.SAT(&r.b, &r.a, d2.SATOptions{}, nil)
		if got := auditContact(ct); !r.pair.A.Alike(&r.pair.B) && got != want.Swapped() {
			return fmt.Errorf("swapped: %w: %w", err, sameBits(want.Swapped(), got, true))
		}
		if p, ok := r.gen.Shifted(r.pair); ok {
			a, b, err := p.Place()
			if err != nil {
				return err
			}
			ct, _, err = q.SAT(&a, &b, d2.SATOptions{}, nil)
			if bits := sameBits(want, auditContact(ct), false); bits != nil || err != nil {
				return fmt.Errorf("shifted to %v, %w: %w", p, err, bits)
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
		ct, _, err = q.SAT(&a, &b, d2.SATOptions{}, nil)
		if d := math.Ldexp(want.Distance, k); err != nil || d != ct.Distance && math.Abs(d) > 0x1p-1000 || want.Normal != auditContact(ct).Normal {
			return fmt.Errorf("times 2^%d: %w, %+v, want %+v", k, err, ct, want)
		}
		return nil
	})
}

// TestSATUnsupported: shapes whose core is no polytope are refused, by the index of the argument.
func TestSATUnsupported(t *testing.T) {
	q := must(d2.NewQuery(d2.Options{}))(t)
	box := must(d2.Place(d2.Box{Size: d2.Vec{X: 1, Y: 1}}, d2.Pose{}))(t)
	for _, s := range []d2.Shape{d2.Ellipse{Radii: d2.Vec{X: 1, Y: 2}}, d2.HalfSpace{Normal: d2.Vec{X: 1}}} {
		o := must(d2.Place(s, d2.Pose{}))(t)
		for i, p := range [2][2]*d2.Object{{&o, &box}, {&box, &o}} {
			_, _, err := q.SAT(p[0], p[1], d2.SATOptions{}, nil)
			_, _, err2 := q.SATRelate(p[0], p[1], d2.SATOptions{}, nil)
			for _, err := range []error{err, err2} {
				var e *collide.Error
				if !errors.As(err, &e) || e.Code != collide.ErrUnsupportedPair || e.Index != i {
					t.Errorf("%T: %v", s, err)
				}
			}
		}
	}
}

// TestSATCache: with the last query's cache of a moving pair, a separating axis is tried first, and answers stay the same.
func TestSATCache(t *testing.T) {
	q := must(d2.NewQuery(d2.Options{}))(t)
	hex := must(d2.NewPolygon([]d2.Vec{{X: 1}, {X: 0.5, Y: 0.875}, {X: -0.5, Y: 0.875}, {X: -1}, {X: -0.5, Y: -0.875}, {X: 0.5, Y: -0.875}}))(t)
	a, b := must(d2.Place(hex, d2.Pose{}))(t), must(d2.Place(hex, d2.Pose{}))(t)
	var c d2.Cache
	first := 0
	for i := range 200 {
		x := 3 * math.Cos(float64(i)/50)
		if err := b.Move(d2.Pose{Pos: d2.Vec{X: x, Y: 1.25}}); err != nil {
			t.Fatal(err)
		}
		rel, st, err := q.SATRelate(&a, &b, d2.SATOptions{}, &c)
		if err != nil || rel != d2.Relate(&a, &b) {
			t.Fatalf("at %v: %v, %v", x, rel, err)
		}
		if st.Tested == 1 {
			first++
		}
		ct, _, _ := q.SAT(&a, &b, d2.SATOptions{}, &c)
		if want := d2.Distance(&a, &b); ct.Lower > want.Upper || want.Lower > ct.Upper {
			t.Fatalf("at %v: %+v, want %+v", x, ct, want)
		}
	}
	if first < 50 {
		t.Errorf("the cached axis answered %d times", first)
	}
}
