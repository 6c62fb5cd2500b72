package d3_test

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
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
	pair [2]d3.Object
}

// touching returns pairs that touch exactly: all coordinates are small dyadic numbers.
func touching(tb testing.TB) []namedPair {
	at := func(x, y, z float64) d3.Pose { return d3.Pose{Pos: d3.Vec{X: x, Y: y, Z: z}} }
	lying := func(x, y, z float64) d3.Pose { // along y
		return d3.Pose{Pos: d3.Vec{X: x, Y: y, Z: z}, Rot: must(d3.NewQuat(math.Sqrt2/2, 0, 0, math.Sqrt2/2))(tb)}
	}
	box := d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}
	octahedron := must(d3.NewHull([]d3.Vec{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}}))(tb)
	square := must(d3.NewHull([]d3.Vec{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}}))(tb)
	point := must(d3.NewHull([]d3.Vec{{}}))(tb)
	dyadic := dyadicHull(tb, 32)
	var pairs []namedPair
	for _, c := range []struct {
		name string
		a, b d3.Shape
		pose d3.Pose // of b
	}{
		{"box-box face on face", box, box, at(2, 0.5, 0.25)},
		{"box-box edge on edge", box, box, at(2, 2, 0.5)},
		{"box-box corner on corner", box, box, at(2, 2, 2)},
		{"box-octahedron corner on face", box, octahedron, at(2, 0, 0)},
		{"octahedron-octahedron face on face", octahedron, octahedron, at(0.75, 0.75, 0.5)},
		{"hull32-hull32 corner on corner", dyadic, dyadic, at(0, 0, 4)},
		{"square-square flat in one plane", square, square, at(1, 1, 0)},
		{"square-point on the edge", square, point, at(0.5, 0.5, 0)},
		{"box-sphere", box, d3.Sphere{Radius: 0.5}, at(1.5, 0, 0.25)},
		{"capsule-box", d3.Capsule{Height: 2, Radius: 0.5}, box, at(1.5, 0, 0)},
		{"cylinder on box", d3.Cylinder{Radius: 1, Height: 2}, box, at(0, 0, -2)},
		{"cylinder beside box", d3.Cylinder{Radius: 1, Height: 2}, box, at(2, 0.5, 0.25)},
		{"cylinder, its rim on a box's edge", d3.Cylinder{Radius: 1, Height: 2}, box, at(2, 0.5, 2)},
		{"cylinder-sphere", d3.Cylinder{Radius: 1, Height: 2}, d3.Sphere{Radius: 1}, at(2, 0, 0.25)},
		{"cylinder-cylinder parallel", d3.Cylinder{Radius: 1, Height: 2}, d3.Cylinder{Radius: 2, Height: 2}, at(3, 0, 0.5)},
		{"cylinder-cylinder crossed", d3.Cylinder{Radius: 1, Height: 2}, d3.Cylinder{Radius: 1, Height: 4}, lying(2, 0.5, 0.25)},
		{"cylinder lying on a cap", d3.Cylinder{Radius: 1, Height: 2}, d3.Cylinder{Radius: 1, Height: 4}, lying(0.25, 0.5, 2)},
		{"ellipsoid on a cap", d3.Cylinder{Radius: 1, Height: 2}, d3.Ellipsoid{Radii: d3.Vec{X: 2, Y: 1, Z: 1}}, at(0.5, 0, 2)},
		{"cone on a cap", d3.Cylinder{Radius: 1, Height: 2}, d3.Cone{Radius: 1, Height: 2}, at(0.5, 0, 2)},
		{"cone-sphere", d3.Cone{Radius: 3, Height: 4}, d3.Sphere{Radius: 5}, at(5.5, 0, 3)},
		{"cone on box", d3.Cone{Radius: 1, Height: 2}, box, at(0.5, 0, -2)},
		{"half-space under box", d3.HalfSpace{Normal: d3.Vec{Z: 1}}, box, at(0, 0, 1)},
		{"half-space under cylinder", d3.HalfSpace{Normal: d3.Vec{Z: 2}}, d3.Cylinder{Radius: 1, Height: 2}, at(0, 0, 1)},
		{"rounded box on rounded hull", d3.Rounded{Core: box, R: 0.25}, d3.Rounded{Core: octahedron, R: 0.5}, at(2.75, 0, 0)},
		{"ellipsoid-ellipsoid", d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 2, Z: 0.5}}, d3.Ellipsoid{Radii: d3.Vec{X: 2, Y: 1, Z: 1}}, at(3, 0, 0)},
		{
			"ellipsoid-ellipsoid turned",
			d3.Ellipsoid{Radii: d3.Vec{X: 100, Y: 50, Z: 25}},
			d3.Ellipsoid{Radii: d3.Vec{X: 1800, Y: 700, Z: 300}}, // (840, 880, 0) is farthest along X after the turn by 3 k + 4
			d3.Pose{Pos: d3.Vec{X: 940, Y: 880}, Rot: must(d3.NewQuat(0, 0, 3*0x33333p-20, 4*0x33333p-20))(tb)},
		},
		{"ellipsoid-sphere", d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 2, Z: 0.5}}, d3.Sphere{Radius: 0.25}, at(0, 2.25, 0)},
		{"ellipsoid-box", d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 2, Z: 0.5}}, box, at(2, 0.25, 0.75)},
		{"sphere-sphere", d3.Sphere{Radius: 1}, d3.Sphere{Radius: 0.5}, at(0, 1.5, 0)},
	} {
		pairs = append(pairs, namedPair{c.name, [2]d3.Object{must(d3.Place(c.a, at(0, 0, 0)))(tb), must(d3.Place(c.b, c.pose))(tb)}})
	}
	return pairs
}

// The pairs that are said to touch do: both the relation and the distance say so, in either order.
func TestTouchingPairsTouch(t *testing.T) {
	pairs := touching(t)
	for i := range pairs {
		a, b := &pairs[i].pair[0], &pairs[i].pair[1]
		if got := d3.Relate(a, b); got != collide.Touching {
			t.Errorf("%s: Relate says %v", pairs[i].name, got)
		}
		if got := d3.Relate(b, a); got != collide.Touching {
			t.Errorf("%s, swapped: Relate says %v", pairs[i].name, got)
		}
		if c := d3.Distance(a, b); c.Relation != collide.Touching || c.Distance != 0 || c.Lower != 0 || c.Upper != 0 {
			t.Errorf("%s: Distance says %v, %v in [%v, %v]", pairs[i].name, c.Relation, c.Distance, c.Lower, c.Upper)
		}
	}
}

// dyadicHull returns a hull of n corners with exact coordinates; (0, 0, 2) and (0, 0, -2) are two
// of them.
func dyadicHull(tb testing.TB, n int) *d3.Hull {
	s := newSample(5)
	points := []d3.Vec{{Z: 2}, {Z: -2}}
	for len(points) < n {
		v := s.direction()
		points = append(points, d3.Vec{X: math.Floor(v.X*256) / 128, Y: math.Floor(v.Y*256) / 128, Z: math.Floor(v.Z*240) / 128})
	}
	return must(d3.NewHull(points))(tb)
}

// degenerate are shapes without volume, and a user's shape.
func degenerate(tb testing.TB) []maker {
	of := func(name string, shape d3.Convex) maker {
		return maker{name, func(testing.TB, sample) d3.Convex { return shape }}
	}
	return []maker{
		of("point", d3.Sphere{}),
		of("segment", d3.Capsule{Height: 2}),
		of("plate", d3.Box{Size: d3.Vec{X: 1, Y: 2}}),
		of("disc", d3.Cylinder{Radius: 1}),
		of("spike", d3.Cone{Height: 2}),
		of("flat ellipsoid", d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 0.5}}),
		of("flat hull", must(d3.NewHull([]d3.Vec{{X: 1}, {Y: 1}, {X: -1, Z: 1}}))(tb)),
		of("user", userBox{d3.Vec{X: 1, Y: 0.5, Z: 0.25}}),
	}
}

// userBox is a shape as users write them: a box with these half extents.
type userBox struct{ half d3.Vec }

func (userBox) Margin() float64 { return 0 }

func (u userBox) Support(dir d3.Vec) d3.Vec {
	return d3.Vec{X: math.Copysign(u.half.X, dir.X), Y: math.Copysign(u.half.Y, dir.Y), Z: math.Copysign(u.half.Z, dir.Z)}
}

// allocPairs returns pairs of all kinds of shapes in all regimes, and pairs that touch exactly.
func allocPairs(tb testing.TB) []namedPair {
	pairs := touching(tb)
	s := newSample(3)
	kinds := append(append([]maker{}, makers...), degenerate(tb)...)
	all := append(append([]regime{}, regimes...), regime{"touch", func(sample) float64 { return 0 }})
	ground := must(d3.Place(d3.HalfSpace{Normal: d3.Vec{X: 1, Y: 2, Z: 2}, Offset: 1}, d3.Pose{}))(tb)
	for i, first := range kinds {
		for _, second := range kinds[i:] {
			for _, r := range all {
				p := s.pair(tb, first.make(tb, s), second.make(tb, s), r.gap(s))
				pairs = append(pairs, namedPair{fmt.Sprintf("%s-%s %s", first.name, second.name, r.name), p})
			}
		}
		pairs = append(pairs, namedPair{"half-space-" + first.name, [2]d3.Object{ground, pairs[len(pairs)-1].pair[0]}})
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
	raced.Skip(t)
	noCollection(t)
	q := must(d3.NewQuery(d3.Options{}))(t)
	var cache d3.Cache
	var sum float64
	var hits int
	count := func(hit bool) {
		if hit {
			hits++
		}
	}
	pairs := allocPairs(t)
	var into d3.Manifold
	var contact d3.Contact
	for i := range pairs {
		a, b := &pairs[i].pair[0], &pairs[i].pair[1]
		for _, c := range []struct {
			name string
			call func()
			pool bool
		}{
			{"Query.Distance", func() { sum += q.Distance(a, b, nil).Distance }, false},
			{"Query.DistanceInto", func() { q.DistanceInto(&contact, a, b, nil); sum += contact.Distance }, false},
			{"Query.Distance with a cache", func() { sum += q.Distance(a, b, &cache).Distance }, false},
			{"Query.Relate", func() { count(q.Relate(a, b, nil) == collide.Overlapping) }, false},
			{"Query.Overlap", func() { count(q.Overlap(a, b, nil)) }, false},
			{"Query.Touch", func() { _, m := q.Touch(a, b, nil); count(m.N > 0) }, false},
			{"Query.TouchInto", func() { q.TouchInto(&into, a, b, nil); count(into.N > 0) }, false},
			{"Query.CollideInto", func() { q.CollideInto(&contact, &into, a, b, nil); count(into.N > 0) }, false},
			{"Distance", func() { sum += d3.Distance(a, b).Distance }, true},
			{"Relate", func() { count(d3.Relate(a, b) == collide.Overlapping) }, true},
			{"Overlap", func() { count(d3.Overlap(a, b)) }, true},
		} {
			if c.pool && raceEnabled {
				continue
			}
			for range 6 { // fills the cache; the counted runs start from it, and one run may still need more room than the last
				c.call()
			}
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
		o := must(d3.Place(kind.make(t, s), d3.Pose{}))(t)
		p := d3.Pose{Pos: s.direction(), Rot: s.rotation(t)}
		if n := testing.AllocsPerRun(10, func() {
			if err := o.Move(p); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: Move allocates %v times", kind.name, n)
		}
	}
}
