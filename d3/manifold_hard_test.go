package d3_test

import (
	"math"
	"testing"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/audit"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// Every field of the manifolds of hard pairs is what it says: that the points lie on their bodies
// to 1e-9 of their size above all.
func TestPropertyManifoldHard(t *testing.T) {
	q := must(d3.NewQuery(d3.Options{}))(t)
	n := 3000
	if testing.Short() {
		n = 500
	}
	for _, family := range shapegen.Hard3 {
		g := shapegen.New3(31)
		points, faults := 0, 0
		for i := range n {
			p := g.Hard(family)
			a, b, err := p.Place()
			if err != nil {
				t.Fatalf("%s %d: %v\n%v", family, i, err, p)
			}
			ct, mf := q.Collide(&a, &b, nil)
			c, m := audit.Contact3(ct), audit.Manifold3(&mf)
			err = audit.Of3(&p).CheckManifold(&c, &m)
			if err == nil && !p.A.Alike(&p.B) {
				err = mirrored(&mf, &b, &a)
			}
			if err != nil {
				if faults++; faults <= 3 {
					t.Errorf("%s %d: %v\n%v", family, i, err, p)
				}
			}
			points += mf.N
		}
		if points < n {
			t.Errorf("%s: only %d points", family, points)
		}
	}
}

// The pairs that once had points on neither body, and why.
func TestManifoldPointsOnBodies(t *testing.T) {
	hull := func(p ...d3.Vec) d3.Shape { return must(d3.NewHull(p))(t) }
	v := func(x, y, z float64) d3.Vec { return d3.Vec{X: x, Y: y, Z: z} }
	quarter := must(d3.NewQuat(0, 0, 0.7071067811865476, 0.7071067811865476))(t)
	for _, c := range []struct {
		name string
		a, b d3.Shape
		pose d3.Pose
		gap  float64
	}{
		// B's edge leaves a corner of A's face along the line of A's edge, outward. The crossing of
		// two edges on one line is anywhere on it.
		{
			"edge in line with an edge, a corner in common", hull(v(0, 0, 0), v(2, -1, 2), v(0, -1, 0), v(1, 1, 2), v(-1, 1, 0), v(1, -2, 0), v(0, 2, 2), v(1, 0, 2)),
			hull(v(0, -4, 4), v(-2, -2, 2), v(0, 0, 0), v(2, -2, 2), v(0, 0, 2), v(2, -2, 4), v(4, 0, 2), v(2, 2, 0)),
			d3.Pose{Pos: v(0, 0, -2), Rot: quarter},
			0,
		},
		{"edge along an edge, each past the other's end", hull(v(0, 0, -1), v(2, -2, 2), v(0, -1, 0), v(-1, -1, 2)), hull(v(2, -2, 2), v(0, -1, 0)), d3.Pose{Pos: v(-1, -1, -1)}, math.Sqrt2},
		// A triangle so thin that its normal, found from its area, leans along it: its plane left
		// the corners by a tenth of their distance.
		{"three corners all but on a line", hull(v(0.4467485066091607, -0.27146417856856914, -0.4783008194363157), v(1.1447708309846558, -0.7635969697690006, -1.251274427470424),
			v(1.0162477575357138, -0.6729832219541658, -1.1089509797377988)), hull(v(-0.9377191859352301, 1.252321263276115, -1.4601627477602488), v(0.9766041065647425, -1.197388284364175, -0.9844101704471373),
			v(0.2433859537126714, -0.2591081534260756, -1.1666314427468232)), d3.Pose{Pos: v(0.09997146889657056, -0.6463462319815008, -0.019478865280276057)}, 0.6597792},
	} {
		ct, mf := manifoldOf(t, c.a, c.b, d3.Pose{}, c.pose)
		if math.Abs(ct.Distance-c.gap) > 1e-6 {
			t.Errorf("%s: the contact is %v off, want %v", c.name, ct.Distance, c.gap)
		}
		for _, p := range mf.Points[:mf.N] {
			for _, s := range []struct {
				shape d3.Shape
				at    d3.Vec
			}{{c.a, p.LocalA}, {c.b, p.LocalB}} {
				o, x := must(d3.Place(s.shape, d3.Pose{}))(t), must(d3.Place(d3.Sphere{}, d3.Pose{Pos: s.at}))(t)
				if off := d3.Distance(&x, &o); math.Abs(off.Distance) > 1e-14 {
					t.Errorf("%s: %v is %v off its body", c.name, s.at, off.Distance)
				}
			}
		}
	}
}
