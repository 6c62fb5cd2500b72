package d2_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// vec, shift and turned write points and poses shortly.
func vec(x, y float64) d2.Vec { return d2.Vec{X: x, Y: y} }

func shift(x, y float64) d2.Pose { return d2.Pose{Pos: vec(x, y)} }

func turned(t *testing.T, x, y, c, s float64) d2.Pose {
	return d2.Pose{Pos: vec(x, y), Rot: must(d2.NewCosSin(c, s))(t)}
}

func TestDistanceInClosedForm(t *testing.T) {
	square, segment := d2.Box{Size: vec(2, 2)}, d2.Capsule{Height: 2}
	triangle := must(d2.NewPolygon([]d2.Vec{{}, {X: 4}, {Y: 3}}))(t)
	h := math.Sqrt2 / 2
	for _, c := range []struct {
		name   string
		a, b   d2.Shape
		pa, pb d2.Pose
		want   float64
		normal d2.Vec
	}{
		{"circles apart", d2.Circle{Radius: 1}, d2.Circle{Radius: 2}, shift(0, 0), shift(3, 4), 2, vec(0.6, 0.8)},
		{"circles overlapping", d2.Circle{Radius: 3}, d2.Circle{Radius: 4}, shift(0, 0), shift(-3, 4), -2, vec(-0.6, 0.8)},
		{"a circle and a capsule's side", d2.Capsule{Height: 6, Radius: 1}, d2.Circle{Radius: 1}, shift(0, 0), shift(2, 5), 3, vec(0, 1)},
		{"a circle and a capsule's end", d2.Capsule{Height: 6, Radius: 1}, d2.Circle{Radius: 1}, shift(0, 0), shift(6, 4), 3, vec(0.6, 0.8)},
		{"turned capsules", d2.Capsule{Height: 6, Radius: 1}, d2.Capsule{Height: 6, Radius: 1}, shift(0, 0), turned(t, 8, 0, 0, 1), 3, vec(1, 0)},
		{"crossing segments: the way out leads past the nearer end", segment, segment, shift(0, 0), turned(t, 0.25, 0, 0, 1), -0.75, vec(1, 0)},
		{"a point in a box", square, d2.Circle{}, shift(0, 0), shift(0.25, 0.5), -0.5, vec(0, 1)},
		{"a circle off a box's corner", square, d2.Circle{Radius: 1}, shift(0, 0), shift(4, 5), 4, vec(0.6, 0.8)},
		{"boxes side by side", square, square, shift(0, 0), shift(3, 0.5), 1, vec(1, 0)},
		{"a box on its corner", square, square, shift(0, 0), turned(t, 4, 0, 0.6, 0.8), 4 - 1 - 1.4, vec(1, 0)},
		{"a deep box", square, square, shift(0, 0), shift(0.5, 0.25), -1.5, vec(1, 0)},
		{"the hypotenuse of a triangle", triangle, d2.Circle{}, shift(0, 0), shift(5, 5.25), (3*5 + 4*5.25 - 12) / 5, vec(0.6, 0.8)},
		{"a segment in one line with another", segment, segment, shift(0, 0), shift(5, 0), 3, vec(1, 0)},
		{"an ellipse by its long axis", d2.Ellipse{Radii: vec(3, 1)}, d2.Circle{Radius: 1}, shift(0, 0), shift(7, 0), 3, vec(1, 0)},
		{"an ellipse over a box", d2.Ellipse{Radii: vec(3, 1)}, square, shift(0, 0), shift(0, -1.5), -0.5, vec(0, -1)},
		{"a half-space under a box on its corner", d2.HalfSpace{Normal: vec(0, 2), Offset: 2}, square, shift(0, 0), turned(t, 7, 4, 0.6, 0.8), 1.6, vec(0, 1)},
		{"a half-space turned by its pose", d2.HalfSpace{Normal: vec(1, 0)}, d2.Circle{Radius: 1}, turned(t, 0, 1, 0, 1), shift(5, 4), 2, vec(0, 1)},
		{"an ellipse in a half-space", d2.HalfSpace{Normal: vec(3, 4)}, d2.Ellipse{Radii: vec(4, 3)}, shift(0, 0), shift(0, 0), -math.Sqrt(2.4*2.4 + 2.4*2.4), vec(0.6, 0.8)},
		{"a rounded box's corner", d2.Rounded{Core: square, R: 0.5}, d2.Circle{}, shift(0, 0), shift(2, 2), math.Sqrt2 - 0.5, vec(h, h)},
	} {
		a, b := must(d2.Place(c.a, c.pa))(t), must(d2.Place(c.b, c.pb))(t)
		got := d2.Distance(&a, &b)
		want := c.want
		tol := 1e-14
		if got.Status == collide.Converged {
			tol = got.Upper - got.Lower
		}
		if math.Abs(got.Distance-want) > tol || got.Lower > want+1e-15 || got.Upper < want-1e-15 {
			t.Errorf("%s: %v in [%v, %v], want %v", c.name, got.Distance, got.Lower, got.Upper, want)
		}
		if off := got.Normal.Sub(c.normal).Len(); off > 1e-7 {
			t.Errorf("%s: normal %v, want %v", c.name, got.Normal, c.normal)
		}
		wantRelation := collide.Apart
		if want < 0 {
			wantRelation = collide.Overlapping
		}
		if r := d2.Relate(&a, &b); r != wantRelation || got.Relation != r || d2.Overlap(&a, &b) != (want < 0) {
			t.Errorf("%s: %v and %v, want %v", c.name, got.Relation, r, wantRelation)
		}
		checkContact(t, got)
	}
}

// Shapes with one centre have depth, a normal of length 1 and the same answer each time.
func TestConcentricShapes(t *testing.T) {
	triangle := must(d2.NewPolygon([]d2.Vec{{}, {X: 1}, {Y: 1}}))(t)
	for _, c := range []struct {
		name string
		s    d2.Convex
		want float64
	}{
		{"circles", d2.Circle{Radius: 1e-30}, -2e-30},
		{"capsules", d2.Capsule{Height: 2, Radius: 1}, -2},
		{"boxes", d2.Box{Size: vec(2, 3)}, -2},
		{"triangles", triangle, -math.Sqrt2 / 2},
		{"round ellipses", d2.Ellipse{Radii: vec(2, 2)}, -4},
		{"ellipses", d2.Ellipse{Radii: vec(2, 1)}, -2},
	} {
		o := must(d2.Place(c.s, turned(t, 3, 4, 0.6, 0.8)))(t)
		got := d2.Distance(&o, &o)
		checkContact(t, got)
		if math.Abs(got.Distance-c.want) > 1e-8*-c.want || got.Relation != collide.Overlapping || got != d2.Distance(&o, &o) {
			t.Errorf("%s: %+v, want depth %v", c.name, got, -c.want)
		}
	}
	for _, s := range []d2.Shape{d2.Circle{}, d2.Capsule{Height: 1}, must(d2.NewHull([]d2.Vec{{X: 1, Y: 2}}))(t)} {
		o := must(d2.Place(s, turned(t, 3, 4, 0.6, 0.8)))(t)
		if got := d2.Distance(&o, &o); got.Relation != collide.Touching || got.Distance != 0 {
			t.Errorf("%#v with itself: %+v", s, got)
		}
	}
}

// The zero Object is a point at the origin.
func TestZeroObject(t *testing.T) {
	var zero, other d2.Object
	point := must(d2.Place(d2.Circle{}, d2.Pose{}))(t)
	for _, s := range []d2.Shape{d2.Circle{Radius: 1}, d2.Box{Size: vec(1, 2)}, d2.Ellipse{Radii: vec(1, 2)}, d2.HalfSpace{Normal: vec(1, 0)}} {
		for _, p := range []d2.Pose{shift(3, 4), shift(0, 0), shift(-3, 0.25)} {
			o := must(d2.Place(s, p))(t)
			if got, want := d2.Distance(&zero, &o), d2.Distance(&point, &o); got != want {
				t.Errorf("%#v at %v: %+v, want %+v", s, p, got, want)
			}
			if got, want := d2.Relate(&o, &zero), d2.Relate(&o, &point); got != want {
				t.Errorf("%#v at %v: %v, want %v", s, p, got, want)
			}
		}
	}
	if got := d2.Distance(&zero, &other); got.Relation != collide.Touching {
		t.Errorf("two zero Objects: %+v", got)
	}
}

// odd is a user's shape that is well behaved for the eight directions that Place asks for, and
// wrong otherwise.
type odd struct {
	box  userBox
	lies func(d2.Vec) d2.Vec
}

func (odd) Margin() float64 { return 0.25 }

func (o odd) Support(dir d2.Vec) d2.Vec {
	x, y := math.Abs(dir.X), math.Abs(dir.Y)
	if max(x, y) == 1 && (x == y || min(x, y) == 0) {
		return o.box.Support(dir)
	}
	return o.lies(dir)
}

// A user's shape is answered like the same shape of the package.
func TestUserShape(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	half := vec(0.5, 1)
	for range 300 {
		pa := turned(t, rng.Float64()*4, rng.Float64()*4, 0.6, 0.8)
		user, box := must(d2.Place(userBox{half}, pa))(t), must(d2.Place(d2.Box{Size: half.Scale(2)}, pa))(t)
		b := must(d2.Place(d2.Capsule{Height: 1, Radius: rng.Float64()}, turned(t, 2, 2, 0.8, -0.6)))(t)
		got, want := d2.Distance(&user, &b), d2.Distance(&box, &b)
		if math.Abs(got.Distance-want.Distance) > 1e-8 || got.Lower > want.Upper || got.Upper < want.Lower {
			t.Fatalf("%+v, want %+v", got, want)
		}
	}
}

// A Support that returns what is not finite, or lies outside, gives undecided and the widest
// bracket; one that lies otherwise ends, too.
func TestBadSupport(t *testing.T) {
	box := userBox{vec(1, 1)}
	nan := math.NaN()
	circle := must(d2.Place(d2.Capsule{Height: 1, Radius: 0.5}, turned(t, 1.25, 0.4, 0.6, 0.8)))(t)
	floor := must(d2.Place(d2.HalfSpace{Normal: vec(3, 4)}, shift(0, 0)))(t)
	for _, c := range []struct {
		name string
		lies func(d2.Vec) d2.Vec
	}{
		{"not a number", func(d2.Vec) d2.Vec { return vec(nan, 0) }},
		{"infinite", func(d2.Vec) d2.Vec { return vec(0, math.Inf(-1)) }},
		{"outside", func(dir d2.Vec) d2.Vec { return box.Support(dir).Scale(3) }},
	} {
		o := must(d2.Place(odd{box, c.lies}, shift(0.125, 0)))(t)
		for _, other := range []*d2.Object{&circle, &floor} {
			got := d2.Distance(&o, other)
			if got.Status != collide.BadSupport || got.Lower != -math.MaxFloat64 || got.Upper != math.MaxFloat64 {
				t.Errorf("%s: %+v", c.name, got)
			}
			if r := d2.Relate(other, &o); r != collide.Undecided || !d2.Overlap(&o, other) {
				t.Errorf("%s: %v", c.name, r)
			}
		}
	}
	rng := rand.New(rand.NewPCG(13, 14))
	for _, lies := range []func(d2.Vec) d2.Vec{
		func(dir d2.Vec) d2.Vec { return box.Support(dir.Neg()) },
		func(d2.Vec) d2.Vec { return d2.Vec{} },
		func(d2.Vec) d2.Vec { return vec(rng.Float64(), rng.Float64()) },
	} {
		o := must(d2.Place(odd{box, lies}, shift(0.125, 0)))(t)
		for range 50 {
			checkContact(t, d2.Distance(&o, &circle))
			d2.Relate(&circle, &o)
			checkContact(t, d2.Distance(&floor, &o))
		}
	}
}

// A cache that holds the end of another pair changes no relation and leaves the brackets true.
func TestCacheOfAnotherPair(t *testing.T) {
	s := newSample(21)
	q := must(d2.NewQuery(d2.Options{}))(t)
	var cache d2.Cache
	for i := range 1500 {
		first, second := makers[i%len(makers)], makers[(i/7)%len(makers)]
		p := s.pair(t, first.make(t, s), second.make(t, s), regimes[i%len(regimes)].gap(s))
		cold := q.Distance(&p[0], &p[1], nil)
		for range 2 { // with another pair's end, then with its own
			warm := q.Distance(&p[0], &p[1], &cache)
			checkContact(t, warm)
			if warm.Relation != cold.Relation || warm.Lower > cold.Upper || warm.Upper < cold.Lower {
				t.Fatalf("%s %s: %+v, cold %+v", first.name, second.name, warm, cold)
			}
		}
		if i%3 == 0 {
			q.Relate(&p[1], &p[0], &cache)
		}
	}
}

// With a limit of one step every answer is still true.
func TestLimit(t *testing.T) {
	s := newSample(22)
	q := must(d2.NewQuery(d2.Options{}))(t)
	limited := 0
	for i := range 600 {
		p := s.pair(t, s.hull(t, 30), makers[i%len(makers)].make(t, s), regimes[i%len(regimes)].gap(s))
		short := must(d2.NewQuery(d2.Options{MaxIterations: 1 + i%5, Algorithm: collide.GJK}))(t)
		got, want := short.Distance(&p[0], &p[1], nil), q.Distance(&p[0], &p[1], nil)
		checkContact(t, got)
		if got.Lower > want.Upper || got.Upper < want.Lower || got.Iterations > 1+i%5 {
			t.Fatalf("%+v, want %+v", got, want)
		}
		if got.Status == collide.Limit {
			limited++
		}
	}
	if limited < 50 {
		t.Fatalf("%d answers were limited", limited)
	}
}

func TestNewQueryRefuses(t *testing.T) {
	for _, c := range []struct {
		opt  d2.Options
		path string
	}{
		{d2.Options{Tolerance: -1}, "tolerance"},
		{d2.Options{Tolerance: math.NaN()}, "tolerance"},
		{d2.Options{Tolerance: math.Inf(1)}, "tolerance"},
		{d2.Options{MaxIterations: -1}, "max-iterations"},
		{d2.Options{Algorithm: collide.SAT + 1}, "algorithm"},
		{d2.Options{Cull: d2.CullDepth + 1}, "cull"},
	} {
		q, err := d2.NewQuery(c.opt)
		var e *collide.Error
		if q != nil || !errors.Is(err, collide.ErrBadOption) || !errors.As(err, &e) || e.Path != c.path {
			t.Errorf("%+v: %v, %v", c.opt, q, err)
		}
	}
}

// TestZeroValues: the zero Query, Cache, Trace and Options are ready for use, and mean the
// defaults.
func TestZeroValues(t *testing.T) {
	s := newSample(29)
	made, user := must(d2.NewQuery(d2.Options{}))(t), userBox{d2.Vec{X: 1, Y: 0.5}}
	for i := range 300 {
		p := s.pair(t, makers[i%len(makers)].make(t, s), makers[i/7%len(makers)].make(t, s), regimes[i%len(regimes)].gap(s))
		if i%10 == 0 {
			p[0] = must(d2.Place(user, d2.Pose{}))(t)
		}
		a, b := &p[0], &p[1]
		if got, want := new(d2.Query).Distance(a, b, new(d2.Cache)), made.Distance(a, b, nil); got != want {
			t.Fatalf("pair %d: %+v, want %+v", i, got, want)
		}
		if got, want := new(d2.Query).Relate(a, b, nil), made.Relate(a, b, nil); got != want {
			t.Fatalf("pair %d: %v, want %v", i, got, want)
		}
		if new(d2.Query).Overlap(a, b, nil) != made.Overlap(a, b, nil) {
			t.Fatalf("pair %d: Overlap", i)
		}
		ct, mf := new(d2.Query).Collide(a, b, nil)
		if want, points := made.Collide(a, b, nil); ct != want || mf != points {
			t.Fatalf("pair %d: %+v, %+v, want %+v, %+v", i, ct, mf, want, points)
		}
		rel, mf := new(d2.Query).Touch(a, b, nil)
		if want, points := made.Touch(a, b, nil); rel != want || mf != points {
			t.Fatalf("pair %d: %v, %+v, want %v, %+v", i, rel, mf, want, points)
		}
	}
	var zero d2.Object
	if ct, axis := d2.SAT(&zero, &zero); ct.Relation != collide.Touching || axis != ct.Normal {
		t.Errorf("SAT of two points at the origin: %+v, %v", ct, axis)
	}
}

// TestAlgorithmsAgree: every algorithm gives the relation and a bracket that meets the others', and
// the package's functions answer as the methods of a Query do.
func TestAlgorithmsAgree(t *testing.T) {
	s := newSample(31)
	var by [3]*d2.Query
	for k := range by {
		by[k] = must(d2.NewQuery(d2.Options{Algorithm: collide.Algorithm(k)}))(t)
	}
	for i := range 1500 {
		p := s.pair(t, makers[i%len(makers)].make(t, s), makers[i/7%len(makers)].make(t, s), regimes[i%len(regimes)].gap(s))
		a, b := &p[0], &p[1]
		want := d2.Distance(a, b)
		for k, q := range by {
			got, rel := q.Distance(a, b, nil), q.Relate(a, b, nil)
			if got.Relation != want.Relation && got.Relation != collide.Undecided && want.Relation != collide.Undecided || got.Lower > want.Upper || want.Lower > got.Upper {
				t.Fatalf("pair %d by %v: %+v, want %+v", i, collide.Algorithm(k), got, want)
			}
			if rel != got.Relation && rel != collide.Undecided && got.Relation != collide.Undecided {
				t.Fatalf("pair %d by %v: Relate says %v, Distance %v", i, collide.Algorithm(k), rel, got.Relation)
			}
		}
		if ct, axis := d2.SAT(a, b); ct != by[collide.SAT].Distance(a, b, nil) || axis != ct.Normal {
			t.Fatalf("pair %d: SAT gives another contact", i)
		}
		rel, mf := d2.Touch(a, b)
		if want, points := by[collide.Auto].Touch(a, b, nil); rel != want || mf != points {
			t.Fatalf("pair %d: Touch gives %v, %+v, the method %v, %+v", i, rel, mf, want, points)
		}
	}
}

// The trace tells the steps in order, with bounds that fit the answer.
func TestTrace(t *testing.T) {
	var trace d2.Trace
	general := must(d2.NewQuery(d2.Options{Trace: &trace, Algorithm: collide.GJK}))(t)
	short := must(d2.NewQuery(d2.Options{Trace: &trace}))(t)
	s := newSample(23)
	seen := map[collide.Stage]int{}
	for i := range 200 {
		p, q := s.pair(t, s.hull(t, 12), s.hull(t, 5), regimes[i%len(regimes)].gap(s)), general
		if i%5 == 0 {
			q, p = short, s.pair(t, d2.Circle{Radius: 1}, d2.Capsule{Height: 1}, 0.5)
		}
		trace.Reset()
		c := q.Distance(&p[0], &p[1], nil)
		if len(trace.Steps) == 0 || len(trace.Steps) > c.Iterations+4 { // ends that took no turn
			t.Fatalf("%d steps, %d iterations", len(trace.Steps), c.Iterations)
		}
		for k, st := range trace.Steps {
			seen[st.Stage]++
			if st.Stage == collide.StageGJK && (k > 0 && st.Size < 1 || st.Size > 2 || k > 0 && !(st.Upper < trace.Steps[k-1].Upper)) && st.Exit != collide.ExitContains {
				t.Fatalf("step %d: %+v", k, st)
			}
			if st.Stage == collide.StageEPA && (st.Size != 2 || st.Lower > st.Upper+1e-15 || c.Distance > 0) {
				t.Fatalf("step %d: %+v", k, st)
			}
		}
	}
	if seen[collide.StageGJK] == 0 || seen[collide.StageEPA] == 0 || seen[collide.StageClosed] == 0 {
		t.Fatalf("seen %v", seen)
	}
}
