package d3

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// Boxes, segments, points and hulls of box corners that only quarter turns turn are intervals in
// each axis: their signed distance is exact in rationals, at any magnitude.

// boxBody is such a body: Place's arguments, and its exact box in the world without the margin.
type boxBody struct {
	shape  Shape
	pose   Pose
	lo, hi [3]*big.Rat
	margin float64
}

// tinyLength returns a size about the least, or zero; even ones are multiples of it, so that many
// pairs touch.
func tinyLength(r *rand.Rand, even bool) float64 {
	if even {
		return collide.MinSize * float64(r.IntN(4))
	}
	switch r.IntN(6) {
	case 0:
		return 0
	case 1:
		return collide.MinSize
	case 2:
		return math.Ldexp(collide.MinSize*(1+r.Float64()), r.IntN(60))
	case 3:
		return math.Ldexp(1+r.Float64(), r.IntN(1000)-990)
	}
	return collide.MinSize * (1 + 3*r.Float64())
}

// tinyNumber returns a coordinate of any small magnitude, from the least double on.
func tinyNumber(r *rand.Rand, even bool) float64 {
	if even {
		return collide.MinSize * float64(r.IntN(9)-4) / 2
	}
	x := math.Ldexp(r.Float64()-0.5, -r.IntN(80))
	switch r.IntN(5) {
	case 0:
		return float64(r.IntN(9)-4) * math.SmallestNonzeroFloat64
	case 1:
		return collide.MinSize * float64(r.IntN(9)-4) / 2
	case 2:
		return math.Ldexp(x, -995)
	case 3:
		return math.Ldexp(r.Float64()-0.5, -r.IntN(1074))
	}
	return collide.MinSize * x
}

// randomBoxBody returns a body of lengths and coordinates near the end of the range of doubles.
func randomBoxBody(t *testing.T, r *rand.Rand, even bool) boxBody {
	t.Helper()
	half, middle := [3]*big.Rat{}, [3]*big.Rat{}
	size := Vec{tinyLength(r, even), tinyLength(r, even), tinyLength(r, even)}
	s := boxBody{}
	exactly := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	for i, x := range [3]float64{size.X, size.Y, size.Z} {
		half[i], middle[i] = exactly(x), new(big.Rat)
		half[i].Quo(half[i], exactly(2))
	}
	s.shape = Box{size}
	if r.IntN(3) == 0 {
		lo := [3]float64{tinyNumber(r, even), tinyNumber(r, even), tinyNumber(r, even)}
		hi := [3]float64{lo[0] + size.X, lo[1] + size.Y, lo[2] + size.Z}
		var points []Vec
		for i := range 8 {
			pick := func(k int) float64 { return [2]float64{lo[k], hi[k]}[i>>k&1] }
			points = append(points, Vec{pick(0), pick(1), pick(2)})
		}
		s.shape = mustHull(t, points)
		for i := range 3 {
			half[i].Sub(exactly(hi[i]), exactly(lo[i])).Quo(half[i], exactly(2))
			middle[i].Add(exactly(hi[i]), exactly(lo[i])).Quo(middle[i], exactly(2))
		}
	}
	if r.IntN(2) == 0 {
		s.margin = tinyLength(r, even)
		s.shape = Rounded{s.shape.(Convex), s.margin}
	}
	s.pose.Pos = Vec{tinyNumber(r, even), tinyNumber(r, even), tinyNumber(r, even)}
	s.pose.Rot = [4]Rot{{}, {0.5, 0.5, 0.5, 0.5}, {0, 1, 0, 0}, {0.5, -0.5, 0.5, 0.5}}[r.IntN(4)]
	axes, _ := s.pose.Rot.axes()
	for i, row := range [3]Vec{axes.x, axes.y, axes.z} {
		c, h := exactly([3]float64{s.pose.Pos.X, s.pose.Pos.Y, s.pose.Pos.Z}[i]), new(big.Rat)
		for j, x := range [3]float64{row.X, row.Y, row.Z} { // 0, 1 or -1
			c.Add(c, new(big.Rat).Mul(exactly(x), middle[j]))
			h.Add(h, new(big.Rat).Mul(exactly(math.Abs(x)), half[j]))
		}
		s.lo[i], s.hi[i] = new(big.Rat).Sub(c, h), new(big.Rat).Add(c, h)
	}
	return s
}

// boxGaps returns the relation of the cores and, squared, their distance or depth.
func boxGaps(a, b *boxBody) (inside bool, square *big.Rat) {
	square, least := new(big.Rat), (*big.Rat)(nil)
	inside = true
	for i := range 3 {
		x, y := new(big.Rat).Sub(b.lo[i], a.hi[i]), new(big.Rat).Sub(a.lo[i], b.hi[i])
		if y.Cmp(x) > 0 {
			x = y
		}
		if x.Sign() >= 0 {
			inside = inside && x.Sign() == 0
			square.Add(square, new(big.Rat).Mul(x, x))
		}
		if least == nil || x.Cmp(least) > 0 {
			least = x
		}
	}
	if inside {
		square.Mul(least, least)
	}
	return inside, square
}

// truth is the exact signed distance of a pair: plus or minus the root of square, less margin.
type truth struct {
	inside         bool
	square, margin *big.Rat
	known          map[float64]int // what compare has said
}

// compare returns the sign of the signed distance less x. Most ways to an answer give the same x.
func (t *truth) compare(x float64) int {
	sign, ok := t.known[x]
	if !ok {
		sign = t.ask(x)
		t.known[x] = sign
	}
	return sign
}

// ask is compare in rationals.
func (t *truth) ask(x float64) int {
	y := new(big.Rat).SetFloat64(x)
	y.Add(y, t.margin) // the cores' signed distance less y
	square := new(big.Rat).Mul(y, y)
	switch {
	case t.inside && y.Sign() > 0:
		return -1
	case t.inside:
		return square.Cmp(t.square)
	case y.Sign() < 0:
		return 1
	}
	return t.square.Cmp(square)
}

// relation returns the exact relation.
func (t *truth) relation() collide.Relation {
	return [3]collide.Relation{collide.Overlapping, collide.Touching, collide.Apart}[t.compare(0)+1]
}

// TestLeastSizes holds all ways to an answer to the exact signed distance of bodies whose sizes and
// places are near the least double: the relation is right, and the bracket holds the truth.
func TestLeastSizes(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(10, 1))
	queries := map[string]*Query{}
	for name, opt := range map[string]Options{
		"auto": {}, "gjk": {Algorithm: collide.GJK}, "sat": {Algorithm: collide.SAT}, "one turn": {MaxIterations: 1},
	} {
		q, err := NewQuery(opt)
		if err != nil {
			t.Fatal(err)
		}
		queries[name] = q
	}
	n := 8000
	if testing.Short() {
		n = 1000
	}
	var foreign Cache
	count := map[collide.Relation]int{}
	for turn := range n {
		even := turn%3 == 0
		x, y := randomBoxBody(t, r, even), randomBoxBody(t, r, even)
		a, errA := Place(x.shape, x.pose)
		b, errB := Place(y.shape, y.pose)
		if errA != nil || errB != nil {
			if err := errors.Join(errA, errB); !errors.Is(err, collide.ErrOutOfRange) {
				t.Fatal(err)
			}
			continue
		}
		want := truth{
			margin: new(big.Rat).Add(new(big.Rat).SetFloat64(x.margin), new(big.Rat).SetFloat64(y.margin)), known: map[float64]int{},
		}
		want.inside, want.square = boxGaps(&x, &y)
		rel := want.relation()
		count[rel]++
		for name, q := range queries {
			warm := Cache{}
			for way, answer := range map[string]func() Contact{
				"":         func() Contact { return q.Distance(&a, &b, nil) },
				" swapped": func() Contact { return q.Distance(&b, &a, nil) },
				" foreign": func() Contact { return q.Distance(&a, &b, &foreign) },
				" warm":    func() Contact { q.Distance(&a, &b, &warm); return q.Distance(&a, &b, &warm) },
			} {
				c := answer()
				if c.Relation != rel || want.compare(c.Lower) < 0 || want.compare(c.Upper) > 0 || !(c.Lower <= c.Distance && c.Distance <= c.Upper) {
					sign := new(big.Float).SetRat(want.square)
					t.Fatalf("turn %d, %s%s: %#v %v and %#v %v:\n%v, inside %v, square %v, margin %v:\n%+v",
						turn, name, way, x.shape, x.pose, y.shape, y.pose, rel, want.inside, sign, want.margin.FloatString(340), c)
				}
			}
			touched, _ := q.Touch(&a, &b, nil)
			for _, got := range []collide.Relation{q.Relate(&a, &b, nil), q.Relate(&b, &a, &foreign), touched} {
				if got != rel {
					t.Fatalf("turn %d, %s: %#v %v and %#v %v: %v, not %v", turn, name, x.shape, x.pose, y.shape, y.pose, got, rel)
				}
			}
		}
	}
	if min(count[collide.Apart], count[collide.Touching], count[collide.Overlapping]) < n/200 {
		t.Errorf("%v", count)
	}
}

// TestApartBelowDoubles: two points are apart by less than the least double, as one of them is
// turned by an angle of 1e-150, and the bracket says so.
func TestApartBelowDoubles(t *testing.T) {
	rot, err := NewQuat(1e-150, 0, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	p, at := mustHull(t, []Vec{{1e-300, 1e-300, 0}}), Vec{1e-300, 1e-300, 0}
	x, y := mustPlace(t, p, Pose{at, rot}), mustPlace(t, p, Pose{Pos: at})
	for _, pair := range [2][2]*Object{{x, y}, {y, x}} {
		ct := Distance(pair[0], pair[1])
		if ct.Relation != collide.Apart || ct.Lower != 0 || !(ct.Upper > 0) || !(ct.Distance >= 0 && ct.Distance <= ct.Upper) {
			t.Errorf("%v in [%v, %v], %v", ct.Relation, ct.Lower, ct.Upper, ct.Distance)
		}
		if rel := Relate(pair[0], pair[1]); rel != ct.Relation {
			t.Errorf("Relate says %v", rel)
		}
	}
}

// TestSizesBelowTheLeastAreRefused: each size between zero and MinSize, by its name and value.
func TestSizesBelowTheLeastAreRefused(t *testing.T) {
	less := math.Nextafter(collide.MinSize, 0)
	for path, s := range map[string]Shape{
		"radius": Sphere{less}, "height": Capsule{Height: less}, "size.y": Box{Vec{1, 5e-324, 1}}, "radii.z": Ellipsoid{Vec{1, 1, less}},
		"r": Rounded{Box{Vec{1, 1, 1}}, less}, "core.size.x": Rounded{Box{Vec{less, 0, 0}}, 1},
		"points": mustHull(t, []Vec{{}, {less, 0, 0}}), "support": userPair{less},
	} {
		_, err := Place(s, Pose{})
		var e *collide.Error
		if !errors.As(err, &e) || e.Code != collide.ErrOutOfRange || e.Path != path || e.Value != less && e.Value != 5e-324 {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, s := range []Shape{
		Sphere{collide.MinSize},
		Box{Vec{collide.MinSize, 0, 1}},
		mustHull(t, []Vec{{5e-324, 0, 0}, {collide.MinSize, 5e-324, 0}}),
		mustHull(t, []Vec{{5e-324, 5e-324, 0}}),
		userPair{collide.MinSize},
		userPair{},
	} {
		if _, err := Place(s, Pose{Pos: Vec{5e-324, 0, 0}}); err != nil {
			t.Errorf("%#v: %v", s, err)
		}
	}
}

// userPair is a user's segment along X from the origin.
type userPair struct{ length float64 }

func (u userPair) Margin() float64 { return 0 }

func (u userPair) Support(d Vec) Vec {
	if d.X > 0 {
		return Vec{u.length, 0, 0}
	}
	return Vec{}
}
