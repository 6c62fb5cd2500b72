package d3_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// manifoldOf answers about two shapes.
func manifoldOf(t *testing.T, a, b d3.Shape, pa, pb d3.Pose) (d3.Contact, d3.Manifold) {
	t.Helper()
	x, y := must(d3.Place(a, pa))(t), must(d3.Place(b, pb))(t)
	return d3.Collide(&x, &y)
}

// about returns a pose with the rotation about Z by the angle with the half-angle's cosine c and sine s.
func about(t *testing.T, x, y, z, c, s float64) d3.Pose {
	t.Helper()
	return d3.Pose{Pos: d3.Vec{X: x, Y: y, Z: z}, Rot: must(d3.NewQuat(0, 0, s, c))(t)}
}

// lying returns a pose with Z turned into X.
func lying(t *testing.T, x, y, z float64) d3.Pose {
	t.Helper()
	return d3.Pose{Pos: d3.Vec{X: x, Y: y, Z: z}, Rot: must(d3.NewQuat(0, math.Sqrt2/2, 0, math.Sqrt2/2))(t)}
}

// A known manifold: its points of A in any order, and how far B's lie along the normal.
func TestManifoldKnown(t *testing.T) {
	at := func(x, y, z float64) d3.Pose { return d3.Pose{Pos: d3.Vec{X: x, Y: y, Z: z}} }
	v := func(x, y, z float64) d3.Vec { return d3.Vec{X: x, Y: y, Z: z} }
	box := d3.Box{Size: v(2, 2, 2)}
	floor := d3.Box{Size: v(10, 10, 2)}
	var corners []d3.Vec
	for i := range 8 {
		corners = append(corners, v(float64(i&1*2-1), float64(i>>1&1*2-1), float64(i>>2*2-1)))
	}
	cube := must(d3.NewHull(corners))(t)
	square := func(h, z float64) []d3.Vec { return []d3.Vec{v(h, h, z), v(-h, h, z), v(-h, -h, z), v(h, -h, z)} }
	rim := func(r, z float64) []d3.Vec { return []d3.Vec{v(r, 0, z), v(0, r, z), v(-r, 0, z), v(0, -r, z)} }
	capsule, cylinder := d3.Capsule{Height: 2, Radius: 0.5}, d3.Cylinder{Radius: 1, Height: 2}
	ground := d3.HalfSpace{Normal: v(0, 0, 1)}
	k := math.Sqrt2 - 1 // a square of half side 1 meets itself turned by an eighth at (1, k)
	eighth := about(t, 0, 0, 2, math.Cos(math.Pi/8), math.Sin(math.Pi/8))
	ridge := math.Sqrt2
	for _, c := range []struct {
		name   string
		a, b   d3.Shape
		pa, pb d3.Pose
		gap    float64
		want   []d3.Vec
	}{
		{"box on box", box, box, at(0, 0, 0), at(0, 0, 2), 0, square(1, 1)},
		{"cube on cube", cube, cube, at(0, 0, 0), at(0, 0, 2), 0, square(1, 1)},
		{"box on cube, sunk", cube, box, at(0, 0, 0), at(0, 0, 1.75), -0.25, square(1, 1)},
		{"box above the floor", floor, box, at(0, 0, 0), at(0, 0, 2.5), 0.5, square(1, 1)},
		{"box half over", box, box, at(0, 0, 0), at(1, 1, 2), 0, []d3.Vec{v(0, 0, 1), v(1, 0, 1), v(1, 1, 1), v(0, 1, 1)}},
		{"box across a beam", d3.Box{Size: v(10, 1, 2)}, box, at(0, 0, 0), at(1, 0, 2), 0, []d3.Vec{v(0, 0.5, 1), v(2, 0.5, 1), v(2, -0.5, 1), v(0, -0.5, 1)}},
		{"box turned by an eighth", box, box, at(0, 0, 0), eighth, 0, nil},
		{"edge on edge", d3.Box{Size: v(2, 2, 2)}, box, d3.Pose{Rot: must(d3.NewQuat(math.Sin(math.Pi/8), 0, 0, math.Cos(math.Pi/8)))(t)}, d3.Pose{Pos: v(0, 0, 2*ridge), Rot: must(d3.NewQuat(0, math.Sin(math.Pi/8), 0, math.Cos(math.Pi/8)))(t)}, 0, []d3.Vec{v(0, 0, ridge)}},
		{"edge on face", floor, box, at(0, 0, 0), d3.Pose{Pos: v(0, 0, 1+ridge), Rot: must(d3.NewQuat(0, math.Sin(math.Pi/8), 0, math.Cos(math.Pi/8)))(t)}, 0, []d3.Vec{v(0, 1, 1), v(0, -1, 1)}},
		{"sphere on box", floor, d3.Sphere{Radius: 1}, at(0, 0, 0), at(1, 2, 2), 0, []d3.Vec{v(1, 2, 1)}},
		{"cylinder upright", floor, cylinder, at(0, 0, 0), at(0, 0, 2), 0, rim(1, 1)},
		{"cylinder on cylinder", cylinder, cylinder, at(0, 0, 0), at(0, 0, 2), 0, rim(1, 1)},
		{"cylinder lying", floor, cylinder, at(0, 0, 0), lying(t, 0, 0, 2), 0, []d3.Vec{v(1, 0, 1), v(-1, 0, 1)}},
		{"cone upright", floor, d3.Cone{Radius: 1, Height: 2}, at(0, 0, 0), at(0, 0, 2), 0, rim(1, 1)},
		{"capsule lying", floor, capsule, at(0, 0, 0), lying(t, 0, 0, 1.5), 0, []d3.Vec{v(1, 0, 1), v(-1, 0, 1)}},
		{"capsule upright", floor, capsule, at(0, 0, 0), at(0, 0, 2.5), 0, []d3.Vec{v(0, 0, 1)}},
		{"capsules along each other", capsule, capsule, lying(t, 0, 0, 0), lying(t, 1, 0, 1), 0, []d3.Vec{v(0, 0, 0.5), v(1, 0, 0.5)}},
		{"capsules across each other", capsule, capsule, lying(t, 0, 0, 0), d3.Pose{Pos: v(0.5, 0, 1), Rot: must(d3.NewQuat(math.Sqrt2/2, 0, 0, math.Sqrt2/2))(t)}, 0, []d3.Vec{v(0.5, 0, 0.5)}},
		{"rounded box", floor, d3.Rounded{Core: box, R: 0.5}, at(0, 0, 0), at(0, 0, 2.25), -0.25, square(1, 1)},
		{"ellipsoid", floor, d3.Ellipsoid{Radii: v(2, 1, 1)}, at(0, 0, 0), at(1, 0, 2), 0, []d3.Vec{v(1, 0, 1)}},
		{"box on the ground", ground, box, at(0, 0, 0), at(0, 0, 1), 0, square(1, 0)},
		{"cylinder on the ground", ground, cylinder, at(0, 0, 0), at(0, 0, 1), 0, rim(1, 0)},
		{"capsule over the ground", ground, capsule, at(0, 0, 0), lying(t, 0, 0, 1), 0.5, []d3.Vec{v(1, 0, 0), v(-1, 0, 0)}},
		{"sphere in the ground", ground, d3.Sphere{Radius: 1}, at(0, 0, 0), at(0, 0, 0.5), -0.5, []d3.Vec{v(0, 0, 0)}},
	} {
		ct, mf := manifoldOf(t, c.a, c.b, c.pa, c.pb)
		if c.want == nil { // alternate corners of the octagon
			for i := range 4 {
				x, y := 1.0, k
				for range i {
					x, y = -y, x
				}
				c.want = append(c.want, v(x, y, 1))
			}
			if slices.ContainsFunc(mf.Points[:mf.N], func(p d3.ManifoldPoint) bool { return near(p.PointA, v(1, -k, 1)) < 1e-9 }) {
				for i := range c.want {
					c.want[i].X, c.want[i].Y = c.want[i].Y, c.want[i].X
				}
			}
		}
		if mf.N != len(c.want) || mf.Normal != ct.Normal || near(mf.Normal, v(0, 0, 1)) > 1e-9 {
			t.Errorf("%s: %d points along %v, want %d: %+v", c.name, mf.N, mf.Normal, len(c.want), mf.Points[:mf.N])
			continue
		}
		used := 0
		for _, w := range c.want {
			for i, p := range mf.Points[:mf.N] {
				if near(p.PointA, w) < 1e-6 && near(p.PointB, w.Add(v(0, 0, c.gap))) < 1e-6 {
					used |= 1 << i
				}
			}
		}
		if used != 1<<mf.N-1 {
			t.Errorf("%s: the points are %+v, want %+v", c.name, mf.Points[:mf.N], c.want)
		}
		if d := deepest(&mf); d != ct.Distance {
			t.Errorf("%s: the deepest point has %v, the contact %v", c.name, d, ct.Distance)
		}
	}
}

// near returns the distance of two points.
func near(p, q d3.Vec) float64 { return p.Sub(q).Len() }

// deepest returns the least distance of the points.
func deepest(mf *d3.Manifold) float64 {
	d := math.Inf(1)
	for _, p := range mf.Points[:mf.N] {
		d = min(d, p.Distance)
	}
	return d
}

func TestManifoldOfNothing(t *testing.T) {
	half := must(d3.Place(d3.HalfSpace{Normal: d3.Vec{Z: 1}}, d3.Pose{}))(t)
	if ct, mf := d3.Collide(&half, &half); mf.N != 0 || ct.Status != collide.BadSupport {
		t.Errorf("two half-spaces: %d points", mf.N)
	}
	var zero d3.Object
	if _, mf := d3.Collide(&zero, &zero); mf.N != 1 || mf.Points[0].Distance != 0 {
		t.Errorf("two points at one place: %+v", mf)
	}
}

// Property 8: the points lie on both surfaces, one over the other, the deepest one is as deep as the contact; and the
// swapped pair has the mirrored manifold. That they lie on the surfaces the distance of a point says.
func TestPropertyManifold(t *testing.T) {
	var count [5]int
	forEach(t, 2601, 6000, nil, func(r *run) error {
		ct, mf := d3.Collide(&r.a, &r.b)
		if ct != distance(&r.a, &r.b) {
			return fmt.Errorf("another contact: %+v", ct)
		}
		if mf.N == 0 || mf.Normal != ct.Normal {
			return fmt.Errorf("%d points along %v", mf.N, mf.Normal)
		}
		count[mf.N]++
		tol := r.tolerance()
		if err := within("the deepest point", deepest(&mf), ct.Distance, tol); err != nil {
			return err
		}
		for i, p := range mf.Points[:mf.N] {
			big := max(largest(p.PointA), largest(p.PointB), largest(r.a.Pose().Pos), largest(r.b.Pose().Pos))
			round := 64 * 0x1p-53 * big
			if err := within("PointB - PointA", near(p.PointB, p.PointA.Add(mf.Normal.Scale(p.Distance))), 0, 8*0x1p-53*max(big, math.Abs(p.Distance))); err != nil {
				return err
			}
			for _, s := range []struct {
				name string
				at   d3.Vec
				o    *d3.Object
			}{{"A", p.PointA, &r.a}, {"B", p.PointB, &r.b}} {
				x := must(d3.Place(d3.Sphere{}, d3.Pose{Pos: s.at}))(t)
				off := d3.Distance(&x, s.o)
				slack, in := 2*tol+round+64*0x1p-53*math.Abs(p.Distance), 0.0
				if _, ok := s.o.Shape().(d3.Rounded); ok && p.Distance > ct.Distance {
					in = s.o.Shape().Margin() / 120 // of a tilted face
				}
				if off.Lower > slack || off.Upper < -slack-in {
					return fmt.Errorf("point %d is %v beside the surface of %s, not %v\n%+v", i, off.Distance, s.name, slack, mf)
				}
			}
		}
		if r.pair.A.Alike(&r.pair.B) {
			return nil
		}
		return mirrored(&mf, &r.b, &r.a)
	})
	t.Logf("manifolds by their number of points: %v", count)
	for n := 1; n <= 4; n++ {
		if n != 3 && count[n] < 100 || count[n] == 0 {
			t.Errorf("only %d manifolds have %d points", count[n], n)
		}
	}
}

// largest returns the largest magnitude.
func largest(v d3.Vec) float64 { return max(math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z)) }

// mirrored holds the manifold of the swapped pair to mf.
func mirrored(mf *d3.Manifold, b, a *d3.Object) error {
	_, got := d3.Collide(b, a)
	want := *mf
	want.Normal = d3.Vec{X: 0 - mf.Normal.X, Y: 0 - mf.Normal.Y, Z: 0 - mf.Normal.Z}
	for i := range want.Points[:want.N] {
		p := &want.Points[i]
		p.PointA, p.PointB = p.PointB, p.PointA
		owner := p.ID >> 48 & 3
		p.ID = p.ID>>50<<50 | (owner<<1&2|owner>>1)<<48 | p.ID&0xffffff<<24 | p.ID>>24&0xffffff
	}
	if got != want {
		return fmt.Errorf("swapped: %+v, want %+v", got, want)
	}
	return nil
}
