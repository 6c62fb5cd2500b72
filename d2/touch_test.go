package d2_test

import (
	"fmt"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// hidden is a shape of which the library sees its support map alone.
type hidden struct{ core d2.Convex }

func (h hidden) Margin() float64 { return h.core.Margin() }

func (h hidden) Support(dir d2.Vec) d2.Vec { return h.core.Support(dir) }

// touchBody returns the body of a pair as it is, or the same as a user's shape or as a compound of
// two parts, and the kind of what it returns.
func touchBody(t *testing.T, b *shapegen.Body2, way int) (d2.Object, string) {
	t.Helper()
	shape, pose := must(b.Shape())(t), must(b.Pose())(t)
	kind := b.Kind
	if b.Rounded {
		kind = "rounded"
	}
	if core, ok := shape.(d2.Convex); ok && way == 1 {
		shape, kind = hidden{core}, "user"
	} else if ok && way == 2 {
		parts := []d2.Part{{Shape: shape}, {Shape: shape, Pose: d2.Pose{Pos: d2.Vec{X: b.Extent()}}}}
		shape, kind = must(d2.NewCompound(parts))(t), "compound"
	}
	return must(d2.Place(shape, pose))(t), kind
}

// usedContact and usedManifold are answers full of old numbers.
func usedContact() d2.Contact {
	old := d2.Vec{X: 7, Y: 8}
	return d2.Contact{
		Distance: 7, Lower: 7, Upper: 7, Relation: collide.Undecided, Normal: old, PointA: old, PointB: old,
		LocalA: old, LocalB: old, Status: collide.Limit, Iterations: 7, PartA: 7, PartB: 7, TriangleA: 7, TriangleB: 7,
	}
}

func usedManifold() d2.Manifold {
	old := d2.Vec{X: 7, Y: 8}
	mf := d2.Manifold{Normal: old, N: 2}
	for i := range mf.Points {
		mf.Points[i] = d2.ManifoldPoint{PointA: old, PointB: old, LocalA: old, LocalB: old, Distance: 7, ID: 7}
	}
	return mf
}

// touchIntoIsTouch holds TouchInto, with c and into a Manifold full of old numbers, to what Touch
// answered: the relation, all bits of the points in use, and what it left in its Cache.
func touchIntoIsTouch(
	q *d2.Query, a, b *d2.Object, c, after *d2.Cache, rel collide.Relation, want *d2.Manifold,
) error {
	into := usedManifold()
	got := q.TouchInto(&into, a, b, c)
	for i := into.N; i < len(into.Points); i++ {
		into.Points[i] = d2.ManifoldPoint{}
	}
	if got != rel || into != *want || c != nil && *c != *after {
		return fmt.Errorf("into a manifold in use touch says %v,\n%+v\nbut %v,\n%+v", got, into, rel, *want)
	}
	return nil
}

// distanceIntoIsDistance holds DistanceInto, with the content of c and into a Contact full of old
// numbers, to Distance.
func distanceIntoIsDistance(q *d2.Query, a, b *d2.Object, c *d2.Cache) error {
	into := usedContact()
	var first, second *d2.Cache
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
	q *d2.Query, a, b *d2.Object, c, after *d2.Cache, ct *d2.Contact, mf *d2.Manifold,
) error {
	var fresh *d2.Cache
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
		into.Points[i] = d2.ManifoldPoint{}
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
func touchIsCollide(q *d2.Query, a, b *d2.Object, c *d2.Cache, keep bool) (collide.Relation, error) {
	var first, second *d2.Cache
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
	case rel == collide.Apart && got != (d2.Manifold{}):
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
	queries := map[collide.Algorithm]*d2.Query{}
	for _, alg := range []collide.Algorithm{collide.Auto, collide.SAT} {
		queries[alg] = must(d2.NewQuery(d2.Options{Algorithm: alg}))(t)
	}
	n := 12000
	if testing.Short() {
		n = 4000
	}
	g := shapegen.New2(51)
	kinds, relations := map[string]int{}, map[collide.Relation]int{}
	foreign := map[collide.Algorithm]*d2.Cache{collide.Auto: {}, collide.SAT: {}}
	faults := 0
	for i := range n {
		p := g.Pair()
		if i%3 == 2 {
			p = g.Hard(shapegen.Hard2[i/3%len(shapegen.Hard2)])
		}
		way := max(i%15-6, 0)
		a, kindA := touchBody(t, &p.A, way%3)
		b, kindB := touchBody(t, &p.B, way/3)
		kinds[min(kindA, kindB)+" "+max(kindA, kindB)]++
		for alg, q := range queries {
			own := new(d2.Cache)
			for name, c := range map[string]*d2.Cache{"no cache": nil, "foreign cache": foreign[alg], "own cache": own} {
				for k, pair := range [][2]*d2.Object{{&a, &b}, {&b, &a}, {&a, &b}} {
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
	all := []string{"capsule", "circle", "box", "polygon", "hull", "ellipse", "rounded", "half-space", "user", "compound"}
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
