package d2

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// TestLone holds the manifolds of circles and capsules beside circles, capsules, boxes and polygons
// to those that the clipper makes of the same contacts: the same point, features and parts of the
// ID; the place in it may be one step off where rounding moves the point.
func TestLone(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 4))
	q := new(Query)
	type key struct {
		kind, least kind
		placed      bool
	}
	seen := map[key]int{}
	tilt, err := NewCosSin(0.6, 0.8)
	if err != nil {
		t.Fatal(err)
	}
	for range 20000 {
		size := math.Ldexp(1, r.IntN(60)-30)
		x, y := size*r.Float64(), size*r.Float64()
		other := []Shape{
			Circle{x},
			Capsule{x, y},
			Box{Vec{x, y}},
			Box{Vec{size, size * 0x1p-12}},
			Rounded{Box{Vec{size, size}}, x},
			mustHull(t, []Vec{{-x, -y}, {x, -y}, {x, y}, {0, 2 * y}, {-x, y}}),
			Box{Vec{0, y * 0x1p-12}}, // two names for each corner
		}[r.IntN(7)]
		n := Vec{size * (2*r.Float64() - 1), size * (2*r.Float64() - 1)}
		if r.IntN(3) == 0 { // along an axis of the other body
			n.X = 0
		}
		rot := randomRot(r)
		a := mustPlace(t, other, Pose{Rot: rot})
		round := Capsule{0, size * math.Ldexp(r.Float64(), -r.IntN(12))}
		var b *Object
		if r.IntN(2) == 0 {
			b = mustPlace(t, Circle{round.Radius}, Pose{Pos: rot.Apply(n)})
		} else {
			round.Height = size * math.Ldexp(r.Float64(), -r.IntN(12))
			turn := randomRot(r)
			if r.IntN(3) == 0 { // bodies on a lattice
				n, turn = Vec{x * float64(r.IntN(9)-4) / 2, y * float64(r.IntN(9)-4) / 2}, tilt
				rot, round.Height = []Rot{{}, turn, turn.Mul(turn)}[r.IntN(3)], float64(r.IntN(5))*y
				a = mustPlace(t, other, Pose{Rot: rot})
			}
			b = mustPlace(t, round, Pose{Pos: rot.Apply(n), Rot: turn})
		}
		a, b, ct, ok := directContact(q, r, a, b)
		if !ok {
			continue
		}
		var mf, want Manifold
		if !lone(a, b, &ct, &mf) {
			continue
		}
		q.prepare(a, b)
		q.run.manifold(a, b, &ct, &want)
		p := &mf.Points[0]
		placed := p.ID>>collide.FeaturePlaceShift != 0
		seen[key{max(a.kind, b.kind), min(a.kind, b.kind), placed}]++
		off, err := samePoints(&mf, &want)
		if err != nil || off > 0x1p-40*(size+a.extent+b.extent) {
			t.Fatalf("%#v and %#v, %v apart: %v %g\n%+v\nthe clipper:\n%+v", a.Shape(), b.Shape(), b.pos.Sub(a.pos), err, off, mf, want)
		}
	}
	for _, k := range []kind{kindPoint, kindSegment, kindBox, kindHull} {
		for _, least := range []kind{kindPoint, kindSegment} {
			for _, placed := range []bool{true, false} {
				if n := seen[key{k, least, placed}]; n < 50 && least <= k {
					t.Errorf("%v and %v, placed %v: seen %d times", k, least, placed, n)
				}
			}
		}
	}
}

// directContact returns a and b, given in any order, in the canonical one, and their contact, and
// whether the direct form found it.
func directContact(q *Query, r *rand.Rand, a, b *Object) (x, y *Object, ct Contact, ok bool) {
	if r.IntN(2) == 0 {
		a, b = b, a
	}
	x, y, _ = q.order(a, b)
	q.distance(x, y, nil, &ct)
	return x, y, ct, q.bare
}
