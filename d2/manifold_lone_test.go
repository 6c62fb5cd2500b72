package d2

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// TestLone holds the manifolds of circles beside circles, capsules, boxes and polygons to those
// that the clipper makes of the same contacts: the same point, features and parts of the ID; the
// place in it may be one step off where rounding moves the point.
func TestLone(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 4))
	q := new(Query)
	type key struct {
		kind   kind
		placed bool
	}
	seen := map[key]int{}
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
		}[r.IntN(6)]
		n := Vec{size * (2*r.Float64() - 1), size * (2*r.Float64() - 1)}
		if r.IntN(3) == 0 { // along an axis of the other body
			n.X = 0
		}
		rot := randomRot(r)
		a := mustPlace(t, other, Pose{Rot: rot})
		b := mustPlace(t, Circle{size * math.Ldexp(r.Float64(), -r.IntN(12))}, Pose{Pos: rot.Apply(n)})
		if r.IntN(2) == 0 {
			a, b = b, a
		}
		a, b, _ = q.order(a, b)
		var ct Contact
		if q.distance(a, b, nil, &ct); !q.bare {
			continue
		}
		var mf, want Manifold
		if !lone(a, b, &ct, &mf) {
			continue
		}
		q.prepare(a, b)
		q.run.manifold(a, b, &ct, &want)
		p, w := &mf.Points[0], &want.Points[0]
		placed := p.ID>>collide.FeaturePlaceShift != 0
		seen[key{max(a.kind, b.kind), placed}]++
		features := collide.FeatureID(1)<<collide.FeaturePlaceShift - 1
		off := p.PointA.Sub(w.PointA).Len() + p.LocalB.Sub(w.LocalB).Len()
		tol := 0x1p-40 * (size + a.extent + b.extent)
		if mf.N != 1 || want.N != 1 || mf.Normal != want.Normal || p.ID&features != w.ID&features ||
			placed != (w.ID>>collide.FeaturePlaceShift != 0) || off > tol || math.Abs(p.Distance-w.Distance) > tol {
			t.Fatalf("%#v and %#v, %v apart:\n%+v\nthe clipper:\n%+v", a.Shape(), b.Shape(), b.pos.Sub(a.pos), mf.Points[0], want.Points[0])
		}
	}
	for _, k := range []key{{kindPoint, true}, {kindPoint, false}, {kindSegment, true}, {kindSegment, false}, {kindBox, true}, {kindBox, false}, {kindHull, true}, {kindHull, false}} {
		if seen[k] < 100 {
			t.Errorf("%+v: seen %d times", k, seen[k])
		}
	}
}
