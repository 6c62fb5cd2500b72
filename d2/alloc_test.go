package d2_test

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// TestMain lets garbage pile up to about 600 MB: the integers that tests compare with are garbage
// at once. Collecting it whenever it was as much as what is in use took a fifth of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(1000)
	debug.SetMemoryLimit(600 << 20)
	m.Run()
}

// noCollection keeps the garbage collector from running until the test ends. A collection empties
// the pool, and its own goroutines allocate: AllocsPerRun counts what the whole process does.
func noCollection(t *testing.T) {
	t.Helper()
	runtime.GC() // ends one that is under way
	percent := debug.SetGCPercent(-1)
	t.Cleanup(func() { debug.SetGCPercent(percent) })
}

// namedPair is a pair of bodies with a name.
type namedPair struct {
	name string
	pair [2]d2.Object
}

// touching returns pairs that touch exactly: all coordinates are small dyadic numbers.
func touching(tb testing.TB) []namedPair {
	at := func(x, y float64) d2.Pose { return d2.Pose{Pos: d2.Vec{X: x, Y: y}} }
	box := d2.Box{Size: d2.Vec{X: 2, Y: 2}}
	diamond := must(d2.NewPolygon([]d2.Vec{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}}))(tb)
	segment := must(d2.NewHull([]d2.Vec{{X: 1}, {X: -1}}))(tb)
	point := must(d2.NewHull([]d2.Vec{{}}))(tb)
	dyadic := dyadicHull(tb, 32)
	var pairs []namedPair
	for _, c := range []struct {
		name string
		a, b d2.Shape
		pose d2.Pose // of b
	}{
		{"box-box edge on edge", box, box, at(2, 0.5)},
		{"box-box corner on corner", box, box, at(2, 2)},
		{"box-diamond corner on edge", box, diamond, at(2, 0)},
		{"diamond-diamond edge on edge", diamond, diamond, at(1.25, 0.75)},
		{"hull32-hull32 corner on corner", dyadic, dyadic, at(0, 4)},
		{"segment-segment end on end", segment, segment, at(2, 0)},
		{"segment-segment in one line", segment, segment, at(1, 0)},
		{"segment-point", segment, point, at(0.5, 0)},
		{"diamond-point on the edge", diamond, point, at(0.5, 0.5)},
		{"box-circle", box, d2.Circle{Radius: 0.5}, at(1.5, 0.25)},
		{"capsule-box", d2.Capsule{Height: 2, Radius: 0.5}, box, at(0, 1.5)},
		{"half-space under box", d2.HalfSpace{Normal: d2.Vec{Y: 1}}, box, at(0, 1)},
		{"half-space under capsule", d2.HalfSpace{Normal: d2.Vec{Y: 2}}, d2.Capsule{Height: 2, Radius: 1}, at(0, 1)},
		{"rounded box on rounded diamond", d2.Rounded{Core: box, R: 0.25}, d2.Rounded{Core: diamond, R: 0.5}, at(2.75, 0)},
		{"ellipse-ellipse", d2.Ellipse{Radii: d2.Vec{X: 1, Y: 2}}, d2.Ellipse{Radii: d2.Vec{X: 2, Y: 1}}, at(3, 0)},
		{"ellipse-circle", d2.Ellipse{Radii: d2.Vec{X: 1, Y: 2}}, d2.Circle{Radius: 0.25}, at(0, 2.25)},
		{"ellipse-box", d2.Ellipse{Radii: d2.Vec{X: 1, Y: 2}}, box, at(2, 0.25)},
		{"circle-circle", d2.Circle{Radius: 1}, d2.Circle{Radius: 0.5}, at(0, 1.5)},
	} {
		pairs = append(pairs, namedPair{c.name, [2]d2.Object{must(d2.Place(c.a, at(0, 0)))(tb), must(d2.Place(c.b, c.pose))(tb)}})
	}
	return pairs
}

// The pairs that are said to touch do: both the relation and the distance say so, in either order.
func TestTouchingPairsTouch(t *testing.T) {
	pairs := touching(t)
	for i := range pairs {
		a, b := &pairs[i].pair[0], &pairs[i].pair[1]
		if got := d2.Relate(a, b); got != collide.Touching {
			t.Errorf("%s: Relate says %v", pairs[i].name, got)
		}
		if got := d2.Relate(b, a); got != collide.Touching {
			t.Errorf("%s, swapped: Relate says %v", pairs[i].name, got)
		}
		if c := d2.Distance(a, b); c.Relation != collide.Touching || c.Distance != 0 || c.Lower != 0 || c.Upper != 0 {
			t.Errorf("%s: Distance says %v, %v in [%v, %v]", pairs[i].name, c.Relation, c.Distance, c.Lower, c.Upper)
		}
	}
}

// dyadicHull returns a hull of at most n corners with exact coordinates; (0, 2) and (0, -2) are two
// of them.
func dyadicHull(tb testing.TB, n int) *d2.Hull {
	s := newSample(5)
	points := []d2.Vec{{Y: 2}, {Y: -2}}
	for len(points) < n {
		v := s.direction()
		points = append(points, d2.Vec{X: math.Floor(v.X*256) / 128, Y: math.Floor(v.Y*240) / 128})
	}
	return must(d2.NewHull(points))(tb)
}

// degenerate are shapes without area, and a user's shape.
func degenerate(tb testing.TB) []maker {
	of := func(name string, shape d2.Convex) maker {
		return maker{name, func(testing.TB, sample) d2.Convex { return shape }}
	}
	return []maker{
		of("point", d2.Circle{}),
		of("segment", d2.Capsule{Height: 2}),
		of("flat box", d2.Box{Size: d2.Vec{X: 1}}),
		of("flat ellipse", d2.Ellipse{Radii: d2.Vec{X: 1}}),
		of("flat hull", must(d2.NewHull([]d2.Vec{{X: 1}, {Y: 1}}))(tb)),
		of("user", userBox{d2.Vec{X: 1, Y: 0.5}}),
	}
}

// userBox is a shape as users write them: a box with these half extents.
type userBox struct{ half d2.Vec }

func (userBox) Margin() float64 { return 0 }

func (u userBox) Support(dir d2.Vec) d2.Vec {
	return d2.Vec{X: math.Copysign(u.half.X, dir.X), Y: math.Copysign(u.half.Y, dir.Y)}
}

// allocPairs returns pairs of all kinds of shapes in all regimes, and pairs that touch exactly.
func allocPairs(tb testing.TB) []namedPair {
	pairs := touching(tb)
	s := newSample(3)
	kinds := append(append([]maker{}, makers...), degenerate(tb)...)
	all := append(append([]regime{}, regimes...), regime{"touch", func(sample) float64 { return 0 }})
	ground := must(d2.Place(d2.HalfSpace{Normal: d2.Vec{X: 3, Y: 4}, Offset: 1}, d2.Pose{}))(tb)
	for i, first := range kinds {
		for _, second := range kinds[i:] {
			for _, r := range all {
				p := s.pair(tb, first.make(tb, s), second.make(tb, s), r.gap(s))
				pairs = append(pairs, namedPair{fmt.Sprintf("%s-%s %s", first.name, second.name, r.name), p})
			}
		}
		pairs = append(pairs, namedPair{"half-space-" + first.name, [2]d2.Object{ground, pairs[len(pairs)-1].pair[0]}})
	}
	for _, r := range all {
		pairs = append(pairs, namedPair{"hull512-hull512 " + r.name, s.pair(tb, s.hull(tb, 512), s.hull(tb, 512), r.gap(s))})
	}
	return pairs
}

// No query allocates once its work space has grown, the exact path included. The functions of the
// package take the work space from a pool, which the race detector empties at random: there they
// are not counted.
func TestQueriesDoNotAllocate(t *testing.T) {
	noCollection(t)
	q := must(d2.NewQuery(d2.Options{}))(t)
	satBy := func(cull d2.Cull) *d2.Query {
		return must(d2.NewQuery(d2.Options{Algorithm: collide.SAT, Cull: cull}))(t)
	}
	plain, depth, slab := satBy(d2.CullNone), satBy(d2.CullDepth), satBy(d2.CullSlab)
	var cache d2.Cache
	var sum float64
	var hits int
	count := func(hit bool) {
		if hit {
			hits++
		}
	}
	pairs := allocPairs(t)
	var into d2.Manifold
	var contact d2.Contact
	for i := range pairs {
		a, b := &pairs[i].pair[0], &pairs[i].pair[1]
		sat := func(q *d2.Query) {
			sum += q.Distance(a, b, nil).Distance
			count(q.Relate(a, b, &cache) == collide.Overlapping)
		}
		for _, c := range []struct {
			name string
			call func()
			pool bool
		}{
			{"Query.Distance", func() { sum += q.Distance(a, b, nil).Distance }, false},
			{"Query.DistanceInto", func() { q.DistanceInto(&contact, a, b, nil); sum += contact.Distance }, false},
			{"Query.Distance with a cache", func() { sum += q.Distance(a, b, &cache).Distance }, false},
			{"Query.Relate", func() { count(q.Relate(a, b, nil) == collide.Overlapping) }, false},
			{"SAT in a Query", func() { sat(plain) }, false},
			{"SAT, culled", func() { sat(depth) }, false},
			{"SAT, culled by slab", func() { sat(slab) }, false},
			{"Query.Collide", func() { _, m := q.Collide(a, b, nil); count(m.N > 0) }, false},
			{"Query.Touch", func() { _, m := q.Touch(a, b, nil); count(m.N > 0) }, false},
			{"Query.TouchInto", func() { q.TouchInto(&into, a, b, nil); count(into.N > 0) }, false},
			{"Query.CollideInto", func() { q.CollideInto(&contact, &into, a, b, nil); count(into.N > 0) }, false},
			{"SAT", func() { ct, _ := d2.SAT(a, b); sum += ct.Distance }, true},
			{"Collide", func() { _, m := d2.Collide(a, b); count(m.N > 0) }, true},
			{"Touch", func() { _, m := d2.Touch(a, b); count(m.N > 0) }, true},
			{"Query.Overlap", func() { count(q.Overlap(a, b, nil)) }, false},
			{"Distance", func() { sum += d2.Distance(a, b).Distance }, true},
			{"Relate", func() { count(d2.Relate(a, b) == collide.Overlapping) }, true},
			{"Overlap", func() { count(d2.Overlap(a, b)) }, true},
		} {
			if c.pool && raceEnabled {
				continue
			}
			c.call() // fills the cache; the warm-up of AllocsPerRun then starts from it, as the counted runs do
			if n := testing.AllocsPerRun(2, c.call); n != 0 {
				t.Errorf("%s: %s allocates %v times", pairs[i].name, c.name, n)
			}
		}
	}
	if math.IsNaN(sum) || hits == 0 {
		t.Errorf("the sum of distances is %v, %d pairs hit: the pairs test nothing", sum, hits)
	}
}

// Moving a body allocates nothing: a world moves thousands a step.
func TestMoveDoesNotAllocate(t *testing.T) {
	noCollection(t)
	s := newSample(9)
	kinds := append(append([]maker{}, makers...), degenerate(t)...)
	for _, kind := range kinds {
		o := must(d2.Place(kind.make(t, s), d2.Pose{}))(t)
		p := d2.Pose{Pos: s.direction(), Rot: s.rotation(t)}
		if n := testing.AllocsPerRun(10, func() {
			if err := o.Move(p); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: Move allocates %v times", kind.name, n)
		}
	}
}
