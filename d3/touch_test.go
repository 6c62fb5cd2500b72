package d3_test

import (
	"fmt"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// hidden is a shape of which the library sees its support map alone.
type hidden struct{ core d3.Convex }

func (h hidden) Margin() float64 { return h.core.Margin() }

func (h hidden) Support(dir d3.Vec) d3.Vec { return h.core.Support(dir) }

// touchBody returns the body of a pair as it is, or the same as a user's shape or as a compound of
// two parts, and the kind of what it returns.
func touchBody(t *testing.T, b *shapegen.Body3, way int) (d3.Object, string) {
	t.Helper()
	shape, pose := must(b.Shape())(t), must(b.Pose())(t)
	kind := b.Kind
	if b.Rounded {
		kind = "rounded"
	}
	if core, ok := shape.(d3.Convex); ok && way == 1 {
		shape, kind = hidden{core}, "user"
	} else if ok && way == 2 {
		parts := []d3.Part{{Shape: shape}, {Shape: shape, Pose: d3.Pose{Pos: d3.Vec{X: b.Extent()}}}}
		shape, kind = must(d3.NewCompound(parts))(t), "compound"
	}
	return must(d3.Place(shape, pose))(t), kind
}

// usedContact and usedManifold are answers full of old numbers.
func usedContact() d3.Contact {
	old := d3.Vec{X: 7, Y: 8, Z: 9}
	return d3.Contact{
		Distance: 7, Lower: 7, Upper: 7, Relation: collide.Undecided, Normal: old, PointA: old, PointB: old,
		LocalA: old, LocalB: old, Status: collide.Limit, Iterations: 7, PartA: 7, PartB: 7, TriangleA: 7, TriangleB: 7,
	}
}

func usedManifold() d3.Manifold {
	old := d3.Vec{X: 7, Y: 8, Z: 9}
	mf := d3.Manifold{Normal: old, N: 4}
	for i := range mf.Points {
		mf.Points[i] = d3.ManifoldPoint{PointA: old, PointB: old, LocalA: old, LocalB: old, Distance: 7, ID: 7}
	}
	return mf
}

// touchIntoIsTouch holds TouchInto, with c and into a Manifold full of old numbers, to what Touch
// answered: the relation, all bits of the points in use, and what it left in its Cache.
func touchIntoIsTouch(
	q *d3.Query, a, b *d3.Object, c, after *d3.Cache, rel collide.Relation, want *d3.Manifold,
) error {
	into := usedManifold()
	got := q.TouchInto(&into, a, b, c)
	for i := into.N; i < len(into.Points); i++ {
		into.Points[i] = d3.ManifoldPoint{}
	}
	if got != rel || into != *want || c != nil && *c != *after {
		return fmt.Errorf("into a manifold in use touch says %v,\n%+v\nbut %v,\n%+v", got, into, rel, *want)
	}
	return nil
}

// distanceIntoIsDistance holds DistanceInto, with the content of c and into a Contact full of old
// numbers, to Distance.
func distanceIntoIsDistance(q *d3.Query, a, b *d3.Object, c *d3.Cache) error {
	into := usedContact()
	var first, second *d3.Cache
	if c != nil {
		x, y := *c, *c
		first, second = &x, &y
	}
	want := q.Distance(a, b, first)
	if q.DistanceInto(&into, a, b, second); into != want || c != nil && *first != *second {
		return fmt.Errorf("into a contact in use distance says\n%+v\nbut\n%+v", into, want)
	}
	return nil
}

// collideIntoIsCollide holds CollideInto, with c and into answers full of old numbers, to what
// Collide answered: all bits of the contact and of the points in use, and what it left in its
// Cache. The contact is that of Distance.
func collideIntoIsCollide(
	q *d3.Query, a, b *d3.Object, c, after *d3.Cache, ct *d3.Contact, mf *d3.Manifold,
) error {
	var fresh *d3.Cache
	if c != nil {
		x := *c
		fresh = &x
	}
	if alone := q.Distance(a, b, fresh); alone != *ct {
		return fmt.Errorf("distance says\n%+v\nbut collide\n%+v", alone, *ct)
	}
	contact, into := usedContact(), usedManifold()
	q.CollideInto(&contact, &into, a, b, c)
	for i := into.N; i < len(into.Points); i++ {
		into.Points[i] = d3.ManifoldPoint{}
	}
	if contact != *ct || into != *mf || c != nil && *c != *after {
		return fmt.Errorf("into answers in use collide says\n%+v,\n%+v\nbut\n%+v,\n%+v", contact, into, *ct, *mf)
	}
	return nil
}

// touchIsCollide holds Touch to Collide: the same relation, the same bits of the manifold, and an
// empty manifold where the bodies are apart. Of curved shapes that Collide leaves undecided Touch
// may know the relation, as Relate may. Both begin with the content of the Cache; keep tells that
// it goes on with what Collide left there, else with what Touch did.
func touchIsCollide(q *d3.Query, a, b *d3.Object, c *d3.Cache, keep bool) (collide.Relation, error) {
	var first, second *d3.Cache
	if c != nil {
		x, y := *c, *c
		first, second = &x, &y
	}
	if err := distanceIntoIsDistance(q, a, b, c); err != nil {
		return collide.Undecided, err
	}
	ct, mf := q.Collide(a, b, first)
	third, fourth := second, second
	if second != nil {
		x, y := *second, *second
		third, fourth = &x, &y
	}
	if err := collideIntoIsCollide(q, a, b, fourth, first, &ct, &mf); err != nil {
		return ct.Relation, err
	}
	rel, got := q.Touch(a, b, second)
	if err := touchIntoIsTouch(q, a, b, third, second, rel, &got); err != nil {
		return rel, err
	}
	if c != nil && keep {
		*c = *first
	} else if c != nil {
		*c = *second
	}
	switch {
	case rel != ct.Relation && (ct.Relation != collide.Undecided || rel != q.Relate(a, b, nil)):
		return rel, fmt.Errorf("touch says %v, collide %v", rel, ct.Relation)
	case rel == collide.Apart && got != (d3.Manifold{}):
		return rel, fmt.Errorf("apart, with the manifold %+v", got)
	case rel != collide.Apart && got != mf:
		return rel, fmt.Errorf("touch has the manifold\n%+v\ncollide\n%+v", got, mf)
	}
	return rel, nil
}

// TestTouchIsCollide: pairs of all kinds, random and hard ones, in both orders of the arguments,
// with no Cache, with that of another pair and with that of the same pair.
func TestTouchIsCollide(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	queries := map[collide.Algorithm]*d3.Query{}
	for _, alg := range []collide.Algorithm{collide.Auto, collide.SAT} {
		queries[alg] = must(d3.NewQuery(d3.Options{Algorithm: alg}))(t)
	}
	n := 3500
	if testing.Short() {
		n = 2500
	}
	g := shapegen.New3(51)
	kinds, relations := map[string]int{}, map[collide.Relation]int{}
	foreign := map[collide.Algorithm]*d3.Cache{collide.Auto: {}, collide.SAT: {}}
	faults := 0
	for i := range n {
		p := g.Pair()
		if i%3 == 2 {
			p = g.Hard(shapegen.Hard3[i/3%len(shapegen.Hard3)])
		}
		way := max(i%15-6, 0)
		a, kindA := touchBody(t, &p.A, way%3)
		b, kindB := touchBody(t, &p.B, way/3)
		kinds[min(kindA, kindB)+" "+max(kindA, kindB)]++
		for alg, q := range queries {
			own := new(d3.Cache)
			for name, c := range map[string]*d3.Cache{"no cache": nil, "foreign cache": foreign[alg], "own cache": own} {
				for k, pair := range [][2]*d3.Object{{&a, &b}, {&b, &a}, {&a, &b}} {
					rel, err := touchIsCollide(q, pair[0], pair[1], c, k == 0)
					if err == nil {
						relations[rel]++
						continue
					}
					if faults++; faults <= 3 {
						t.Errorf("pair %d, %s %s, %v, %s, call %d: %v\n%v", i, kindA, kindB, alg, name, k, err, p)
					}
				}
			}
		}
	}
	all := []string{"sphere", "capsule", "cylinder", "cone", "box", "hull", "ellipsoid", "rounded", "half-space", "user", "compound"}
	for i, x := range all {
		for _, y := range all[i:] {
			if k := min(x, y) + " " + max(x, y); kinds[k] == 0 && k != "half-space half-space" {
				t.Errorf("no pair %s", k)
			}
		}
	}
	if relations[collide.Touching] < n/50 || relations[collide.Overlapping] < n || relations[collide.Apart] < n {
		t.Errorf("%v", relations)
	}
	if faults > 0 {
		t.Errorf("%d faults", faults)
	}
}

// TestNeedleInPlane: two triangles in one plane touch, of which one is a needle and a billion times
// as large as the other. Its weights were those of doubles, and the witness lay beside the lesser
// one by half of its size.
func TestNeedleInPlane(t *testing.T) {
	const big = 1 << 30
	long := []d3.Vec{{X: 2 * big, Y: big}, {Y: big, Z: 3 * big}, {X: big + 1, Y: big, Z: 1.5 * big}}
	short := []d3.Vec{{Y: 3}, {X: 2, Y: 3, Z: 1}, {X: 3, Y: 3, Z: 1}}
	a := placeOrFail(t, must(d3.NewHull(long))(t), d3.Pose{Pos: d3.Vec{Y: 1.5 * big, Z: big / 2}})
	b := placeOrFail(t, must(d3.NewHull(short))(t), d3.Pose{Pos: d3.Vec{X: big/2 - 1.5, Y: 2.5*big - 3, Z: 2.75*big - 3}})
	ct := d3.Distance(a, b)
	if ct.Relation != collide.Touching {
		t.Fatalf("%+v", ct)
	}
	// The lesser one lies between x = 2z and x = 3z, and below z = 1.
	const off = 1e-15 * big
	if p := ct.LocalB; p.Y != 3 || p.Z > 1+off || p.Z < -off || p.X < 2*p.Z-off || p.X > 3*p.Z+off {
		t.Errorf("the witness %v lies beside its triangle", p)
	}
}
