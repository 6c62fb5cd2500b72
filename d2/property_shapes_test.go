package d2_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/audit"
	"github.com/collide-go/collide/internal/testkit/oracle"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// What the property tests of the two dimensions have under the same name.
type (
	generator = shapegen.Gen2
	pair      = shapegen.Pair2
	body      = shapegen.Body2
	object    = d2.Object
	query     = d2.Query
	options   = d2.Options
	cache     = d2.Cache
)

var (
	newGenerator  = shapegen.New2
	polytopeKinds = shapegen.Polytopes2
	auditOf       = audit.Of2
	auditContact  = audit.Contact2
	distance      = d2.Distance
	relate        = d2.Relate
	overlap       = d2.Overlap
)

func newQuery(t *testing.T, o options) *query {
	t.Helper()
	q, err := d2.NewQuery(o)
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
	o.CS, o.P = [2]float64{1, 0}, [2]float64{}
	return oracle.Solve2(o, &oracle.Body2{Points: [][2]float64{{x[0], x[1]}}, CS: o.CS}).Lo
}

// sameHull returns other points with the same hull.
func sameHull(g *generator, pts [][2]float64) [][2]float64 {
	id := [2]float64{1, 0}
	same, between := g.Shuffled(pts)
	hull := &oracle.Body2{Points: pts, CS: id}
	for _, x := range between {
		if oracle.Solve2(hull, &oracle.Body2{Points: [][2]float64{x}, CS: id}).Relation != collide.Apart {
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
	"a box's corners", "a circle as a capsule", "a circle as an ellipse", "a capsule as a rounded segment",
	"a polygon from the other side", "a polygon's corners",
}

// descriptions lists the pairs that p can also be written as, changing A or B.
func descriptions(p *pair) []description {
	var out []description
	for i, b := range []body{p.A, p.B} {
		put := func(name string, c body, bits bool) {
			q := *p
			*[]*body{&q.A, &q.B}[i] = c
			out = append(out, description{name: name, pair: q, bits: bits})
		}
		c := b
		switch {
		case b.Kind == "box" && b.Size == [2]float64{}:
			c.Kind = "circle"
			put("a point as a circle", c, false)
		case b.Kind == "box":
			c.Kind, c.Points = "hull", b.Corners()
			put("a box's corners", c, false)
		case b.Kind == "circle":
			c.Kind, c.Height = "capsule", 0
			put("a circle as a capsule", c, false)
			c = b
			c.Kind, c.Size = "ellipse", [2]float64{b.Radius, b.Radius}
			put("a circle as an ellipse", c, false)
		case b.Kind == "capsule" && !b.Rounded:
			c.Kind, c.Points, c.Rounded, c.Rounding = "hull", b.Corners(), true, b.Radius
			put("a capsule as a rounded segment", c, false)
		case b.Kind == "polygon":
			c.Points = slices.Clone(b.Points)
			slices.Reverse(c.Points)
			put("a polygon from the other side", c, true)
			c = b
			c.Kind = "hull"
			put("a polygon's corners", c, false)
		}
	}
	return out
}

// extremes lists bodies at the ends of what is accepted.
func extremes() []body {
	id := [2]float64{1, 0}
	const big, tiny = 1e100, collide.MinSize
	return []body{
		{Kind: "circle", CS: id},
		{Kind: "circle", Radius: big, CS: id, P: [2]float64{big, -big}},
		{Kind: "circle", Radius: tiny, CS: id},
		{Kind: "capsule", Radius: tiny, Height: big, CS: id},
		{Kind: "box", CS: id, P: [2]float64{-big, -big}},
		{Kind: "box", Size: [2]float64{big, tiny}, CS: id},
		{Kind: "box", Size: [2]float64{1, 1}, CS: [2]float64{0.6, 0.8}},
		{Kind: "ellipse", CS: id},
		{Kind: "ellipse", Size: [2]float64{big, tiny}, CS: id},
		{Kind: "ellipse", Size: [2]float64{0, 1}, CS: id, Rounded: true},
		{Kind: "hull", Points: [][2]float64{{big, big}, {-big, -big}}, CS: id},
		{Kind: "hull", Points: [][2]float64{{tiny, 0}, {0, tiny}, {}}, CS: id},
		{Kind: "hull", Points: [][2]float64{{1, 1}, {1, 1}}, CS: id, Rounded: true, Rounding: big},
		{Kind: "polygon", Points: [][2]float64{{tiny, 0}, {0, tiny}, {}}, CS: id},
		{Kind: "polygon", Points: [][2]float64{{big, 0}, {0, big}, {-big, -big}}, CS: id},
		{Kind: "half-space", Size: [2]float64{0, tiny}, Offset: 2 * tiny, CS: id},
		{Kind: "half-space", Size: [2]float64{big, 0}, Offset: -tiny, CS: id},
		{Kind: "half-space", Size: [2]float64{1, big}, CS: id},
	}
}

// refusal is an input that must be refused.
type refusal struct {
	what  string
	shape d2.Shape // what came with the error
	err   error
	code  error
}

func isCode(err, code error) bool {
	var e *collide.Error
	return errors.Is(err, code) && errors.As(err, &e)
}

// valueOf returns the shape of an object that is not the zero one.
func valueOf(o *object) d2.Shape {
	var zero object
	if o.Shape() == zero.Shape() {
		return nil
	}
	return o.Shape()
}

// refused lists bad inputs with what became of them.
func refused() []refusal {
	place := func(what string, s d2.Shape, code error) refusal {
		o, err := d2.Place(s, d2.Pose{})
		return refusal{what, valueOf(&o), err, code}
	}
	at := func(what string, p d2.Vec, code error) refusal {
		o, err := d2.Place(d2.Circle{Radius: 1}, d2.Pose{Pos: p})
		return refusal{what, valueOf(&o), err, code}
	}
	rot := func(what string, c, sn float64, code error) refusal {
		_, err := d2.NewCosSin(c, sn)
		return refusal{what, nil, err, code}
	}
	polygon := func(what string, code error, pts ...d2.Vec) refusal {
		p, err := d2.NewPolygon(pts)
		if p != nil {
			return refusal{what, p, err, code}
		}
		return refusal{what, nil, err, code}
	}
	hull := func(what string, code error, pts ...d2.Vec) refusal {
		h, err := d2.NewHull(pts)
		if h != nil {
			return refusal{what, h, err, code}
		}
		return refusal{what, nil, err, code}
	}
	option := func(what string, o d2.Options) refusal {
		_, err := d2.NewQuery(o)
		return refusal{what, nil, err, collide.ErrBadOption}
	}
	nan, inf := math.NaN(), math.Inf(1)
	var noHull *d2.Hull
	_, angle := d2.NewAngle(nan)
	return []refusal{
		place("a radius that is no number", d2.Circle{Radius: nan}, collide.ErrNotFinite),
		place("an infinite height", d2.Capsule{Radius: 1, Height: inf}, collide.ErrNotFinite),
		place("a rounding that is no number", d2.Rounded{Core: d2.Circle{}, R: nan}, collide.ErrNotFinite),
		place("an infinite offset", d2.HalfSpace{Normal: d2.Vec{X: 1}, Offset: -inf}, collide.ErrNotFinite),
		place("a radius above 1e100", d2.Ellipse{Radii: d2.Vec{X: 1.1e100, Y: 1}}, collide.ErrOutOfRange),
		place("a size below zero", d2.Box{Size: d2.Vec{X: 1, Y: -1}}, collide.ErrNegativeSize),
		place("a rounding below zero", d2.Rounded{Core: d2.Box{}, R: -1e-300}, collide.ErrNegativeSize),
		place("a normal of zero", d2.HalfSpace{Offset: 1}, collide.ErrZeroNormal),
		place("nil", nil, collide.ErrNilShape),
		place("a nil hull", noHull, collide.ErrNilShape),
		place("a hull that no constructor made", &d2.Hull{}, collide.ErrNilShape),
		place("a polygon that no constructor made", &d2.Polygon{}, collide.ErrNilShape),
		place("rounded nothing", d2.Rounded{R: 1}, collide.ErrNilShape),
		at("a position that is no number", d2.Vec{Y: nan}, collide.ErrNotFinite),
		at("a position above 1e100", d2.Vec{Y: -2e100}, collide.ErrOutOfRange),
		{"an angle that is no number", nil, angle, collide.ErrNotFinite},
		rot("cosine and sine of zero", 0, 0, collide.ErrNotUnit),
		rot("a long pair", 0, 1.002, collide.ErrNotUnit),
		rot("a cosine that is no number", nan, 1, collide.ErrNotFinite),
		hull("no points", collide.ErrEmpty),
		hull("a point that is no number", collide.ErrNotFinite, d2.Vec{}, d2.Vec{X: inf}),
		hull("a point above 1e100", collide.ErrOutOfRange, d2.Vec{Y: 1e101}),
		polygon("no corners", collide.ErrEmpty),
		polygon("two corners", collide.ErrDegenerate, d2.Vec{}, d2.Vec{X: 1}, d2.Vec{}),
		polygon("corners in a line", collide.ErrDegenerate, d2.Vec{}, d2.Vec{X: 1, Y: 1}, d2.Vec{X: 3, Y: 3}),
		polygon("a reflex corner", collide.ErrNotConvex, d2.Vec{}, d2.Vec{X: 4}, d2.Vec{X: 1, Y: 1}, d2.Vec{Y: 4}),
		polygon("a bow-tie", collide.ErrNotConvex, d2.Vec{}, d2.Vec{X: 1, Y: 1}, d2.Vec{X: 1}, d2.Vec{Y: 1}),
		option("a tolerance below zero", d2.Options{Tolerance: -1}),
		option("a tolerance that is no number", d2.Options{Tolerance: nan}),
		option("a limit below zero", d2.Options{MaxIterations: -1}),
	}
}
