package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// anyRay returns a ray at a cube of side size about the origin.
func anyRay(t testing.TB, rng *rand.Rand, size float64) d3.Ray {
	t.Helper()
	v := func(s float64) d3.Vec {
		return d3.Vec{X: (rng.Float64() - 0.5) * s, Y: (rng.Float64() - 0.5) * s, Z: (rng.Float64() - 0.5) * s}
	}
	from, limit := v(3*size), math.Inf(1)
	if rng.IntN(3) == 0 {
		limit = 2 * rng.Float64()
	}
	r, err := d3.NewRay(from, v(size).Sub(from), limit)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestCastRayCompound compares compounds, nested ones among them, with rays at all their parts.
func TestCastRayCompound(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(5, 6))
	hits := 0
	for range 60 {
		parts := randomParts(rng, 1+rng.IntN(30), 6, anyShape)
		if rng.IntN(2) == 0 {
			inner := mustCompound(t, randomParts(rng, 5, 3, anyShape))
			parts = append(parts, d3.Part{Shape: inner, Pose: anyPose(rng, 6)})
		}
		if rng.IntN(4) == 0 {
			parts = append(parts, d3.Part{Shape: d3.HalfSpace{Normal: d3.Vec{Z: 1}, Offset: -2}, Pose: anyPose(rng, 1)})
		}
		o := placeOrFail(t, mustCompound(t, parts), anyPose(rng, 4))
		alone := worldParts(t, o)
		for range 40 {
			r := anyRay(t, rng, 8)
			h := d3.CastRay(o, &r)
			best, part := math.Inf(1), -1
			for i, p := range alone {
				if x := d3.CastRay(p, &r); x.Verdict == collide.Hit && x.T < best {
					best, part = x.T, i
				}
			}
			if part < 0 != (h.Verdict == collide.Miss) {
				t.Fatalf("%+v, part %d is hit at %v", h, part, best)
			}
			if part < 0 {
				continue
			}
			hits++
			if h.HasExit || !(math.Abs(h.T-best) <= 1e-9*(1+best)) || h.Lower > best+1e-9 || h.Upper < best-1e-9 {
				t.Fatalf("%+v, part %d is hit at %v", h, part, best)
			}
			x := d3.CastRay(alone[h.Part], &r)
			if math.Abs(x.T-best) > 1e-9*(1+best) || x.Normal.Dist(h.Normal) > 1e-6 || x.Feature != h.Feature {
				t.Fatalf("%+v, of which the part says %+v", h, x)
			}
		}
	}
	if hits < 500 {
		t.Errorf("%d hits", hits)
	}
}

// TestCastRayCompoundExact casts rays at compounds of cubes on a grid, where the rays touch faces,
// edges and corners exactly, through poses whose product is exact.
func TestCastRayCompoundExact(t *testing.T) {
	quarter, err := d3.NewQuat(0.5, 0.5, 0.5, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	var parts []d3.Part
	for i := range 8 {
		at := d3.Vec{X: float64(4 * (i & 1)), Y: float64(4 * (i >> 1 & 1)), Z: float64(4 * (i >> 2))}
		parts = append(parts, d3.Part{Shape: d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, Pose: d3.Pose{Pos: at, Rot: quarter}})
	}
	inner := mustCompound(t, parts)
	thin, _ := d3.NewQuat(0.6, 0, 0, 0.8)
	back, _ := d3.NewQuat(-0.6, 0, 0, 0.8)
	// The turns about X undo each other, by the exact product of the matrices of the quaternions.
	o := placeOrFail(t, mustCompound(t, []d3.Part{{Shape: inner, Pose: d3.Pose{Rot: thin}}}), d3.Pose{Rot: back})
	for _, c := range []struct {
		from, dir d3.Vec
		verdict   collide.Verdict
		t         float64
		part      int
	}{
		{d3.Vec{X: -5}, d3.Vec{X: 1}, collide.Hit, 4, 0},
		{d3.Vec{X: -5, Y: 1}, d3.Vec{X: 2}, collide.Graze, 2, 0},
		{d3.Vec{X: -5, Y: 1, Z: 1}, d3.Vec{X: 1}, collide.Graze, 4, 0},
		{d3.Vec{X: -5, Y: 2}, d3.Vec{X: 1}, collide.Miss, 0, -1},
		{d3.Vec{X: -5, Y: 1, Z: 4}, d3.Vec{X: 1, Y: 0.25}, collide.Hit, 8, 7},
	} {
		r, err := d3.NewRay(c.from, c.dir, math.Inf(1))
		if err != nil {
			t.Fatal(err)
		}
		h := d3.CastRay(o, &r)
		if h.Verdict != c.verdict || math.Abs(h.T-c.t) > 1e-12 || h.Part != c.part {
			t.Errorf("from %v along %v: %+v", c.from, c.dir, h)
		}
	}
}

// userEllipsoid is an ellipsoid by its support map alone.
type userEllipsoid struct{ radii d3.Vec }

func (userEllipsoid) Margin() float64 { return 0 }

func (u userEllipsoid) Support(d d3.Vec) d3.Vec {
	v := d3.Vec{X: d.X * u.radii.X, Y: d.Y * u.radii.Y, Z: d.Z * u.radii.Z}.Unit()
	return d3.Vec{X: v.X * u.radii.X, Y: v.Y * u.radii.Y, Z: v.Z * u.radii.Z}
}

// TestCastRayIterates compares bodies without a closed form with the same bodies by theirs.
func TestCastRayIterates(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	unsure, hits := 0, 0
	for range 600 {
		x, y, z := 0.2+rng.Float64(), 0.2+rng.Float64(), 0.2+rng.Float64()
		var a, b d3.Shape
		switch rng.IntN(4) {
		case 0:
			a, b = d3.Ellipsoid{Radii: d3.Vec{X: x, Y: y, Z: z}}, userEllipsoid{d3.Vec{X: x, Y: y, Z: z}}
		case 1: // a disc of radius 0 is a point, a thin cylinder a segment
			a, b = d3.Sphere{Radius: x}, userEllipsoid{d3.Vec{X: x, Y: x, Z: x}}
		case 2:
			a = d3.Rounded{Core: d3.Capsule{Height: x, Radius: y}, R: z}
			b = d3.Rounded{Core: userSegment{x}, R: y + z}
		case 3:
			half := d3.Vec{X: x, Y: y, Z: z}
			a = d3.Rounded{Core: d3.Box{Size: half.Scale(2)}, R: 0.1}
			b = d3.Rounded{Core: userBox{half}, R: 0.1}
		}
		p := anyPose(rng, 2)
		r := anyRay(t, rng, 2)
		h, k := d3.CastRay(placeOrFail(t, a, p), &r), d3.CastRay(placeOrFail(t, b, p), &r)
		if k.Verdict == collide.Unsure {
			unsure++
			continue
		}
		if h.Verdict != k.Verdict {
			t.Fatalf("%#v at %v: %+v, by iteration %+v", b, p, h, k)
		}
		if h.Verdict == collide.Miss {
			continue
		}
		hits++
		if k.Lower > h.Upper || k.Upper < h.Lower || math.Abs(k.Exit-h.Exit) > 1e-5 || k.Normal.Dist(h.Normal) > 1e-3 {
			t.Fatalf("%#v at %v: %+v, by iteration %+v", b, p, h, k)
		}
		if speed := math.Abs(h.Normal.Dot(r.At(1).Sub(r.At(0)))); speed > 0.1 && (k.Upper-k.Lower)*speed > 1e-8 {
			t.Fatalf("%#v at %v: a bracket of %v, at the speed %v", b, p, k.Upper-k.Lower, speed)
		}
	}
	if hits < 150 || unsure > 6 {
		t.Errorf("%d hits, %d unsure", hits, unsure)
	}
}

// userSegment is a segment along Z by its support map.
type userSegment struct{ height float64 }

func (userSegment) Margin() float64 { return 0 }

func (u userSegment) Support(d d3.Vec) d3.Vec {
	if d.Z < 0 {
		return d3.Vec{Z: -u.height / 2}
	}
	return d3.Vec{Z: u.height / 2}
}

// TestCastRayScales checks that scaling all lengths, or the direction, by a power of two changes no
// bit, and that a shorter ray sees the same as far as it goes.
func TestCastRayScales(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	hits := 0
	for range 400 {
		p := anyPose(rng, 2)
		p.Rot = anyRot(rng)
		s := d3.Vec{X: 0.1 + rng.Float64(), Y: 0.1 + rng.Float64(), Z: 0.1 + rng.Float64()}
		kind, k := rng.IntN(4), math.Ldexp(1, 40-rng.IntN(80))
		scaled := func(k float64) d3.Shape {
			switch kind {
			case 0:
				return d3.Box{Size: s.Scale(k)}
			case 1:
				return d3.Sphere{Radius: s.X * k}
			case 2:
				return d3.Capsule{Height: s.X * k, Radius: s.Y * k}
			}
			return d3.Rounded{Core: d3.Box{Size: s.Scale(k)}, R: s.Z * k}
		}
		o := placeOrFail(t, scaled(1), p)
		other := placeOrFail(t, scaled(k), d3.Pose{Pos: p.Pos.Scale(k), Rot: p.Rot})
		from := d3.Vec{X: rng.Float64() - 3, Y: rng.Float64(), Z: rng.Float64()}
		dir := p.Pos.Add(d3.Vec{X: rng.Float64(), Y: rng.Float64(), Z: rng.Float64()}).Sub(from)
		r, _ := d3.NewRay(from, dir, math.Inf(1))
		h := d3.CastRay(o, &r)
		far, _ := d3.NewRay(from.Scale(k), dir.Scale(k), math.Inf(1))
		g := d3.CastRay(other, &far)
		if g.T != h.T || g.Lower != h.Lower || g.Upper != h.Upper || g.Normal != h.Normal || g.Verdict != h.Verdict {
			t.Fatalf("%+v, scaled by %v: %+v", h, k, g)
		}
		fast, _ := d3.NewRay(from, dir.Scale(k), math.Inf(1))
		g = d3.CastRay(o, &fast)
		if g.T != h.T/k || g.Lower != h.Lower/k || g.Normal != h.Normal || g.Point != h.Point && g.Point.Dist(h.Point) > 1e-14 {
			t.Fatalf("%+v, faster by %v: %+v", h, k, g)
		}
		if h.Verdict == collide.Miss {
			continue
		}
		hits++
		for _, limit := range [3]float64{h.Lower * 0.999, h.Lower*(1-0x1p-30) - 0x1p-40, h.Upper*1.0001 + 1e-9} {
			short, _ := d3.NewRay(from, dir, max(limit, 0))
			g := d3.CastRay(o, &short)
			if limit < h.Lower && h.Lower > 0 && g.Verdict != collide.Miss {
				t.Fatalf("%+v, but up to %v: %+v", h, limit, g)
			}
			if limit > h.Upper && (g.Verdict != collide.Hit && h.Exit > limit || g.Lower != h.Lower || g.Exit > limit) {
				t.Fatalf("%+v, but up to %v: %+v", h, limit, g)
			}
		}
	}
	if hits < 100 {
		t.Errorf("%d hits", hits)
	}
}

// TestCastRayExtremes casts rays from as far as there is, at bodies as small and as large as there
// are, and rays of no length.
func TestCastRayExtremes(t *testing.T) {
	inf := math.Inf(1)
	unit := placeOrFail(t, d3.Sphere{Radius: 1}, d3.Pose{})
	box := placeOrFail(t, d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Pose{})
	small := placeOrFail(t, d3.Box{Size: d3.Vec{X: collide.MinSize, Y: collide.MinSize, Z: collide.MinSize}}, d3.Pose{})
	large := placeOrFail(t, d3.Sphere{Radius: 1e100}, d3.Pose{})
	var zero d3.Object
	for i, c := range []struct {
		o         *d3.Object
		from, dir d3.Vec
		max       float64
		verdict   collide.Verdict
		t, tol    float64
	}{
		{unit, d3.Vec{X: 1e100}, d3.Vec{X: -1}, inf, collide.Hit, 1e100, 1e86},
		{unit, d3.Vec{X: 1e100, Y: 1}, d3.Vec{X: -1e-100}, inf, collide.Graze, 1e200, 1e186},
		{unit, d3.Vec{X: 1e100, Y: 1 + 0x1p-52}, d3.Vec{X: -1}, inf, collide.Miss, 0, 0},
		{box, d3.Vec{X: -1e100, Y: 1}, d3.Vec{X: 1e100}, inf, collide.Graze, 1, 1e-14},
		{box, d3.Vec{X: -3}, d3.Vec{X: 0x1p-1074}, inf, collide.Miss, 0, 0}, // it ends before the greatest double
		{box, d3.Vec{X: -3}, d3.Vec{X: 0x1p-1020}, inf, collide.Hit, 0x1p1021, 0x1p980},
		{small, d3.Vec{X: -1}, d3.Vec{X: 1}, inf, collide.Hit, 1, 1e-14},
		{small, d3.Vec{X: -1, Y: collide.MinSize}, d3.Vec{X: 1}, inf, collide.Miss, 0, 0},
		{large, d3.Vec{X: -1e100}, d3.Vec{Y: 1}, inf, collide.Graze, 0, 0},
		{large, d3.Vec{X: -1e100}, d3.Vec{X: 1}, inf, collide.Hit, 0, 0},
		{&zero, d3.Vec{X: -1}, d3.Vec{X: 1}, inf, collide.Graze, 1, 1e-14},
		{&zero, d3.Vec{X: -1}, d3.Vec{X: 1}, 0.5, collide.Miss, 0, 0},
		{unit, d3.Vec{}, d3.Vec{X: 1}, 0, collide.Hit, 0, 0},
		{unit, d3.Vec{X: 1}, d3.Vec{X: 1}, 0, collide.Graze, 0, 0},
	} {
		r, err := d3.NewRay(c.from, c.dir, c.max)
		if err != nil {
			t.Fatal(err)
		}
		h := d3.CastRay(c.o, &r)
		if h.Verdict != c.verdict || math.Abs(h.T-c.t) > c.tol || h.Lower > c.t || h.Upper < c.t {
			t.Errorf("%d: %+v", i, h)
		}
	}
	var point d3.Ray
	if h := d3.CastRay(&zero, &point); h.Verdict != collide.Graze || h.T != 0 || h.Normal != (d3.Vec{}) {
		t.Errorf("the zero Ray and the zero Object: %+v", h)
	}
	if h := d3.CastRay(unit, &point); h.Verdict != collide.Hit || h.Exit != 0 || !h.HasExit {
		t.Errorf("the zero Ray in a sphere: %+v", h)
	}
}

// TestCastRayDoesNotAllocate casts rays at bodies of all kinds, in doubles and in integers.
func TestCastRayDoesNotAllocate(t *testing.T) {
	noCollection(t)
	s := newSample(11)
	q := must(d3.NewQuery(d3.Options{}))(t)
	kinds := append(append([]maker{}, makers...), degenerate(t)...)
	met := 0
	var h d3.RayHit
	for _, kind := range kinds {
		o := must(d3.Place(kind.make(t, s), d3.Pose{Rot: s.rotation(t)}))(t)
		corner := o.AABB().Max
		for _, r := range []d3.Ray{
			must(d3.NewRay(d3.Vec{X: 3, Y: 2, Z: 1}, d3.Vec{X: -3, Y: -2, Z: -1}, math.Inf(1)))(t),
			must(d3.NewRay(d3.Vec{X: 3}, d3.Vec{X: -1}, math.Inf(1)))(t),
			must(d3.NewRay(d3.Vec{X: 1, Y: 1, Z: 1}, d3.Vec{X: 1, Y: 1, Z: 1}, 2))(t),
			must(d3.NewRay(d3.Vec{X: corner.X, Y: 4, Z: 0}, d3.Vec{Y: -1}, math.Inf(1)))(t),
		} {
			if q.CastRay(&o, &r).Verdict != collide.Miss {
				met++
			}
			if n := testing.AllocsPerRun(2, func() { q.CastRay(&o, &r); q.CastRayInto(&h, &o, &r) }); n != 0 && !raceEnabled {
				t.Errorf("%s: CastRay allocates %v times", kind.name, n)
			}
		}
	}
	if met < len(kinds) {
		t.Errorf("%d rays of %d kinds meet: the rays test nothing", met, len(kinds))
	}
}

// TestRayPastADoubt: a ray that passes a rounded ellipsoid by less than rounding, which is neither
// a miss nor a hit, and then hits a box. The contact is between the two, by the box at the latest;
// T, point and normal are those of the box. The doubt's own bracket would leave the box out.
func TestRayPastADoubt(t *testing.T) {
	round := d3.Rounded{Core: d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 0.25, Z: 0.5}}, R: 1}
	for first := range 2 {
		parts := []d3.Part{{Shape: round}, {Shape: round}}
		parts[1-first] = d3.Part{Shape: d3.Box{Size: d3.Vec{X: 2, Y: 4, Z: 4}}, Pose: d3.Pose{Pos: d3.Vec{X: 6}}}
		a := placeOrFail(t, mustCompound(t, parts), d3.Pose{})
		for _, above := range []float64{0, 0x1p-52} {
			r, err := d3.NewRay(d3.Vec{X: -5, Y: 1.25 + above}, d3.Vec{X: 1}, 20)
			if err != nil {
				t.Fatal(err)
			}
			if alone := d3.CastRay(placeOrFail(t, round, d3.Pose{}), &r); alone.Verdict != collide.Unsure {
				t.Fatalf("alone: %+v", alone)
			}
			h := d3.CastRay(a, &r)
			if h.Verdict != collide.Hit || h.Lower > 5 || h.Upper < 10 || h.Upper > 10+1e-12 || math.Abs(h.T-10) > 1e-12 ||
				h.Normal != (d3.Vec{X: -1}) || h.Part != 1-first || math.Abs(h.Point.X-5) > 1e-12 {
				t.Errorf("round part %d: %+v", first, h)
			}
		}
	}
}

// TestRayFromACurvedSurface: a ray that begins on the surface of a rounded ellipsoid, as far as
// doubles tell, and enters it has the normal of the surface there, not that of the ray.
func TestRayFromACurvedSurface(t *testing.T) {
	a := placeOrFail(t, d3.Rounded{Core: d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 0.25, Z: 0.5}}, R: 1}, d3.Pose{})
	for _, d := range []d3.Vec{{X: 1, Y: -1}, {X: -3, Y: -1}, {Y: -2}} {
		for _, off := range []float64{0, 1e-16, 2e-16} {
			r, err := d3.NewRay(d3.Vec{Y: 1.25 + off}, d, 5)
			if err != nil {
				t.Fatal(err)
			}
			h := d3.CastRay(a, &r)
			if h.Verdict != collide.Hit || h.T > 1e-8 || h.Normal.Sub(d3.Vec{Y: 1}).Len() > 1e-4 {
				t.Errorf("along %v: %+v", d, h)
			}
		}
	}
}
