package d3_test

import (
	"errors"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/audit"
	"github.com/collide-go/collide/internal/testkit/oracle"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// What the property tests of the two dimensions have under the same name.
type (
	generator = shapegen.Gen3
	pair      = shapegen.Pair3
	body      = shapegen.Body3
	object    = d3.Object
	query     = d3.Query
	options   = d3.Options
	cache     = d3.Cache
)

var (
	newGenerator  = shapegen.New3
	polytopeKinds = shapegen.Polytopes3
	auditOf       = audit.Of3
	auditContact  = audit.Contact3
	distance      = d3.Distance
	relate        = d3.Relate
	overlap       = d3.Overlap
)

func newQuery(t *testing.T, o options) *query {
	t.Helper()
	q, err := d3.NewQuery(o)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// moveB returns the pair with B moved by k along n.
func moveB(p pair, n [3]float64, k float64) pair {
	for i := range p.B.P {
		p.B.P[i] += n[i] * k
	}
	return p
}

// pointDistance returns the exact signed distance of a point of the body's frame.
func pointDistance(b *body, x [3]float64) float64 {
	o, _ := b.Oracle()
	o.Q, o.P = [4]float64{0, 0, 0, 1}, [3]float64{}
	return oracle.Solve3(o, &oracle.Body3{Points: [][3]float64{x}, Q: o.Q}).Lo
}

// sameHull returns other points with the same hull.
func sameHull(g *generator, pts [][3]float64) [][3]float64 {
	id := [4]float64{0, 0, 0, 1}
	same, between := g.Shuffled(pts)
	hull := &oracle.Body3{Points: pts, Q: id}
	for _, x := range between {
		if oracle.Solve3(hull, &oracle.Body3{Points: [][3]float64{x}, Q: id}).Relation != collide.Apart {
			same = append(same, x)
		}
	}
	return same
}

// description is a pair that is the same set of points in other words.
type description struct {
	name string
	pair pair
	bits bool // the answer must not change by a bit
}

var descriptionNames = []string{
	"a box's corners", "a sphere as a capsule", "a sphere as an ellipsoid", "a capsule as a rounded segment",
}

// descriptions lists the pairs that p can also be written as, changing A or B.
func descriptions(p *pair) []description {
	var out []description
	for i, b := range []body{p.A, p.B} {
		put := func(name string, c body) {
			q := *p
			*[]*body{&q.A, &q.B}[i] = c
			out = append(out, description{name: name, pair: q})
		}
		c := b
		switch {
		case b.Kind == "box" && b.Size == [3]float64{}:
			c.Kind = "sphere"
			put("a point as a sphere", c)
		case b.Kind == "box":
			c.Kind, c.Points = "hull", b.Corners()
			put("a box's corners", c)
		case b.Kind == "sphere":
			c.Kind, c.Height = "capsule", 0
			put("a sphere as a capsule", c)
			c = b
			c.Kind, c.Size = "ellipsoid", [3]float64{b.Radius, b.Radius, b.Radius}
			put("a sphere as an ellipsoid", c)
		case b.Kind == "capsule" && !b.Rounded:
			c.Kind, c.Points, c.Rounded, c.Rounding = "hull", b.Corners(), true, b.Radius
			put("a capsule as a rounded segment", c)
		case b.Kind == "hull" && len(b.Points) == 1 && !b.Rounded && b.Q == [4]float64{0, 0, 0, 1} && b.P == [3]float64{}:
			c.Kind, c.Points, c.P = "sphere", nil, b.Points[0]
			put("a point as a sphere", c)
		}
	}
	return out
}

// extremes lists bodies at the ends of what is accepted.
func extremes() []body {
	id := [4]float64{0, 0, 0, 1}
	const big, tiny = 1e100, collide.MinSize
	out := []body{
		{Kind: "sphere", Q: id},
		{Kind: "sphere", Radius: big, Q: id, P: [3]float64{big, -big, big}},
		{Kind: "sphere", Radius: tiny, Q: id},
		{Kind: "capsule", Radius: tiny, Height: big, Q: id},
		{Kind: "box", Q: id, P: [3]float64{-big, -big, -big}},
		{Kind: "box", Size: [3]float64{big, tiny, 1}, Q: id},
		{Kind: "box", Size: [3]float64{1, 1, 1}, Q: [4]float64{0.5, 0.5, 0.5, 0.5}},
		{Kind: "cylinder", Radius: big, Q: id},
		{Kind: "cylinder", Radius: 1, Height: tiny, Q: id, P: [3]float64{0, 0, 1e-200}},
		{Kind: "cone", Q: id},
		{Kind: "cone", Radius: 1e-200, Height: big, Q: id},
		{Kind: "cone", Height: 1, Q: id},
		{Kind: "ellipsoid", Q: id},
		{Kind: "ellipsoid", Size: [3]float64{big, 1, tiny}, Q: id},
		{Kind: "ellipsoid", Size: [3]float64{0, 1, 1}, Q: id, Rounded: true},
		{Kind: "hull", Points: [][3]float64{{big, big, big}, {-big, -big, -big}}, Q: id},
		{Kind: "hull", Points: [][3]float64{{tiny, 0, 0}, {0, tiny, 0}, {0, 0, tiny}, {}}, Q: id},
		{Kind: "hull", Points: [][3]float64{{1, 1, 1}, {1, 1, 1}}, Q: id, Rounded: true, Rounding: big},
		{Kind: "half-space", Size: [3]float64{0, 0, tiny}, Offset: 2 * tiny, Q: id},
		{Kind: "half-space", Size: [3]float64{big, 0, 0}, Offset: -tiny, Q: id},
		{Kind: "half-space", Size: [3]float64{1, tiny, big}, Q: id},
	}
	return out
}

// refusal is an input that must be refused.
type refusal struct {
	what  string
	shape d3.Shape // what came with the error
	err   error
	code  error
}

func isCode(err, code error) bool {
	var e *collide.Error
	return errors.Is(err, code) && errors.As(err, &e)
}

// valueOf returns the shape of an object that is not the zero one.
func valueOf(o *object) d3.Shape {
	var zero object
	if o.Shape() == zero.Shape() {
		return nil
	}
	return o.Shape()
}

// refused lists bad inputs with what became of them.
func refused() []refusal {
	place := func(what string, s d3.Shape, code error) refusal {
		o, err := d3.Place(s, d3.Pose{})
		return refusal{what, valueOf(&o), err, code}
	}
	at := func(what string, p d3.Vec, code error) refusal {
		o, err := d3.Place(d3.Sphere{Radius: 1}, d3.Pose{Pos: p})
		return refusal{what, valueOf(&o), err, code}
	}
	quat := func(what string, x, y, z, w float64, code error) refusal {
		_, err := d3.NewQuat(x, y, z, w)
		return refusal{what, nil, err, code}
	}
	hull := func(what string, code error, pts ...d3.Vec) refusal {
		h, err := d3.NewHull(pts)
		if h != nil {
			return refusal{what, h, err, code}
		}
		return refusal{what, nil, err, code}
	}
	option := func(what string, o d3.Options) refusal {
		_, err := d3.NewQuery(o)
		return refusal{what, nil, err, collide.ErrBadOption}
	}
	nan, inf := math.NaN(), math.Inf(1)
	var noHull *d3.Hull
	return []refusal{
		place("a radius that is no number", d3.Sphere{Radius: nan}, collide.ErrNotFinite),
		place("an infinite height", d3.Cone{Radius: 1, Height: inf}, collide.ErrNotFinite),
		place("a rounding that is no number", d3.Rounded{Core: d3.Sphere{}, R: nan}, collide.ErrNotFinite),
		place("an infinite offset", d3.HalfSpace{Normal: d3.Vec{X: 1}, Offset: -inf}, collide.ErrNotFinite),
		place("a radius above 1e100", d3.Cylinder{Radius: 1.1e100, Height: 1}, collide.ErrOutOfRange),
		place("a size below zero", d3.Box{Size: d3.Vec{X: 1, Y: -1, Z: 1}}, collide.ErrNegativeSize),
		place("a rounding below zero", d3.Rounded{Core: d3.Box{}, R: -1e-300}, collide.ErrNegativeSize),
		place("a normal of zero", d3.HalfSpace{Offset: 1}, collide.ErrZeroNormal),
		place("nil", nil, collide.ErrNilShape),
		place("a nil hull", noHull, collide.ErrNilShape),
		place("a hull that no constructor made", &d3.Hull{}, collide.ErrNilShape),
		place("rounded nothing", d3.Rounded{R: 1}, collide.ErrNilShape),
		at("a position that is no number", d3.Vec{Y: nan}, collide.ErrNotFinite),
		at("a position above 1e100", d3.Vec{Z: -2e100}, collide.ErrOutOfRange),
		quat("a quaternion of zero", 0, 0, 0, 0, collide.ErrZeroQuaternion),
		quat("a long quaternion", 0, 0, 0, 1.002, collide.ErrNotUnitQuaternion),
		quat("a quaternion that is no number", 0, nan, 0, 1, collide.ErrNotFinite),
		hull("no points", collide.ErrEmpty),
		hull("a point that is no number", collide.ErrNotFinite, d3.Vec{}, d3.Vec{X: inf}),
		hull("a point above 1e100", collide.ErrOutOfRange, d3.Vec{Z: 1e101}),
		option("a tolerance below zero", d3.Options{Tolerance: -1}),
		option("a tolerance that is no number", d3.Options{Tolerance: nan}),
		option("a limit below zero", d3.Options{MaxIterations: -1}),
	}
}
