package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// ballPlace returns a place for a sphere beside or in a box with the half extents h: by a face, an
// edge or a corner, where sides are equally near, on a lattice, or anywhere.
func ballPlace(r *rand.Rand, h Vec, size float64) Vec {
	at := func(h float64) float64 {
		gap := size * math.Ldexp(2*r.Float64()-1, -r.IntN(50))
		switch r.IntN(5) {
		case 0:
			return float64(h*(2*r.Float64()-1)) + 0
		case 1:
			return 0
		case 2:
			return h * float64(r.IntN(9)-4) / 4
		}
		return math.Copysign(h, gap) + gap
	}
	p := Vec{at(h.X), at(h.Y), at(h.Z)}
	switch r.IntN(5) {
	case 0: // as near to two sides or three
		gap := size * r.Float64()
		p = Vec{h.X - gap, gap - h.Y, h.Z - gap*float64(r.IntN(2))}
	case 1: // by a corner
		gap := size * math.Ldexp(1, -r.IntN(10))
		p = Vec{h.X + gap*r.Float64(), -h.Y - gap*r.Float64(), h.Z + gap*r.Float64()}
	}
	return p
}

// ballPair draws a box, rounded or not, and a sphere beside or in it, of sizes alike or not.
func ballPair(t *testing.T, r *rand.Rand) (x, y *Object) {
	t.Helper()
	size := math.Ldexp(1, r.IntN(60)-30)
	edge := func() float64 {
		return size * []float64{1, 1, r.Float64(), r.Float64(), math.Ldexp(1, -r.IntN(14)), 0}[r.IntN(6)]
	}
	h := Vec{size, size, size}
	if r.IntN(3) != 0 {
		h = Vec{edge(), edge(), edge()}
	}
	pose, at := Pose{Rot: randomRot(r)}, ballPlace(r, h, size)
	if r.IntN(3) == 0 {
		pose = Pose{Pos: Vec{X: size * float64(r.IntN(5))}}
	}
	margin := size * []float64{0, r.Float64(), 1, 1, math.Ldexp(r.Float64(), -r.IntN(30)), math.Ldexp(1, r.IntN(14))}[r.IntN(6)]
	var shape Shape = Box{h.Scale(2)}
	if r.IntN(4) == 0 {
		shape = Rounded{Box{h.Scale(2)}, size * math.Ldexp(r.Float64(), -r.IntN(20))}
	}
	x = mustPlace(t, shape, pose)
	y = mustPlace(t, Sphere{margin}, Pose{Pos: pose.Pos.Add(pose.Rot.Apply(at)), Rot: randomRot(r)})
	return x, y
}

// TestTouchBall holds the manifolds of spheres and boxes that touchBall gives to those of Collide,
// bit for bit, in both orders.
func TestTouchBall(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 2))
	q := new(Query)
	type key struct {
		rel    collide.Relation
		kind   collide.FeatureKind
		placed bool
	}
	seen := map[key]int{}
	n := 100000
	if testing.Short() {
		n = 30000
	}
	for range n {
		x, y := ballPair(t, r)
		for i, pair := range [2][2]*Object{{x, y}, {y, x}} {
			rel := collide.Undecided
			got := Manifold{Normal: Vec{7, 7, 7}, N: 2}
			if x.solid {
				rel = got.touchBall(x, y, i == 0)
			}
			ct, want := q.Collide(pair[0], pair[1], nil)
			kind, _ := got.Points[0].ID.A()
			if i == 1 {
				kind, _ = got.Points[0].ID.B()
			}
			if rel == collide.Overlapping && got != want || rel != collide.Undecided && rel != ct.Relation {
				t.Fatalf("%#v %v %v %v: %v:\n%+v\nnot %v:\n%+v", x.shape, x.pose, y.shape, y.pose, rel, got, ct.Relation, want)
			}
			seen[key{rel, kind, got.Points[0].ID>>collide.FeaturePlaceShift != 0}]++
		}
	}
	for _, k := range []key{
		{collide.Undecided, 0, false},
		{collide.Apart, 0, false},
		{collide.Overlapping, collide.FeatureFace, false},
		{collide.Overlapping, collide.FeatureFace, true},
		{collide.Overlapping, collide.FeatureEdge, false},
		{collide.Overlapping, collide.FeatureEdge, true},
		{collide.Overlapping, collide.FeatureVertex, false},
		{collide.Overlapping, collide.FeatureVertex, true},
	} {
		if seen[k] < n/200 {
			t.Errorf("%+v: %d of %v", k, seen[k], seen)
		}
	}
}

// TestBallFacing holds the features that ballFacing names to those of facingAlong, and boxNames to
// both outside of leastTilt and mostTilt: along all kinds of directions, and at the limits of
// slopes.
func TestBallFacing(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 71))
	o := mustPlace(t, Box{Vec{1, 2, 3}}, Pose{})
	seen, tilted := map[collide.FeatureID]int{}, 0
	for range 200000 {
		x := []float64{0, maxSlope, aligned, r.Float64(), maxSlope / math.Sqrt2}[r.IntN(5)]
		y := []float64{0, maxSlope, aligned, r.Float64(), maxSlope / math.Sqrt2}[r.IntN(5)]
		x, y = x*(1+math.Ldexp(r.Float64(), -40-r.IntN(16))), y*(1-math.Ldexp(r.Float64(), -40-r.IntN(16)))
		d := Vec{x, y, math.Sqrt(max(0, 1-float64(x*x)-float64(y*y)))}
		for range r.IntN(3) {
			d = Vec{d.Y, -d.Z, d.X}
		}
		for k := range int8(3) {
			if r.IntN(2) == 0 {
				d = d.with(k, -d.along(k))
			}
		}
		d = d.Scale(1 / d.Len())
		id, flat := ballFacing(d)
		if want, too := o.facingAlong(d); id != want || flat != too {
			t.Fatalf("%v: %x %v, not %x %v", d, id, flat, want, too)
		}
		u, v, w := math.Float64bits(d.X), math.Float64bits(d.Y), math.Float64bits(d.Z)
		if most := greatestOf(u, v, w); most >= leastTilt && most < mostTilt {
			tilted++
		} else if seen[id]++; collide.FeatureID(boxNames[boxIndex(u, v, w)]) != id {
			t.Fatalf("%v: %x, not %x", d, boxNames[boxIndex(u, v, w)], id)
		}
	}
	if len(seen) != 6+12+8 || tilted < 1000 {
		t.Errorf("%d features, %d directions tilted", len(seen), tilted)
	}
	for _, limit := range [2]struct {
		bits uint64
		x    float64
	}{{leastTilt, math.Sqrt(1 - 2*maxSlope*maxSlope)}, {mostTilt, math.Sqrt(1 - maxSlope*maxSlope)}} {
		if off := math.Float64frombits(limit.bits) - limit.x; math.Abs(off) < 0x1p-40 || math.Abs(off) > 0x1p-20 {
			t.Errorf("%v is off by %v", limit, off)
		}
	}
}
