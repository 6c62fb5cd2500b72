package d2_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// TestRayAtThinEllipse: the normal where a ray enters leads against it, also where the body is
// thinner than the rounding of the point.
func TestRayAtThinEllipse(t *testing.T) {
	s := newSample(61)
	hits := 0
	for range 4000 {
		radii := d2.Vec{X: s.between(0.5, 2), Y: math.Ldexp(1, -40-int(s.between(0, 30)))}
		o := must(d2.Place(d2.Ellipse{Radii: radii}, d2.Pose{Pos: s.direction().Scale(3), Rot: s.rotation(t)}))(t)
		from := s.direction().Scale(s.between(4, 9))
		r := must(d2.NewRay(from, o.Pose().Pos.Add(s.direction().Scale(0.3)).Sub(from), math.Inf(1)))(t)
		h := d2.CastRay(&o, &r)
		if h.Verdict != collide.Hit || h.T == 0 {
			continue
		}
		hits++
		if along := h.Normal.Dot(r.Direction().Unit()); along > 0x1p-9 {
			t.Fatalf("radii %v: a normal along the ray by %v, %+v", radii, along, h)
		}
	}
	if hits < 400 {
		t.Fatalf("%d hits", hits)
	}
}

// TestRayNormalAtEllipse: the normal is that of the point where the ray enters, by numbers of 2000
// bits, whatever the ratios of the radii; alone, and as a part.
func TestRayNormalAtEllipse(t *testing.T) {
	s := newSample(67)
	hits, thin := 0, 0
	for range 3000 {
		a := ellipseRay(t, s)
		o := must(d2.Place(d2.Ellipse{Radii: a.radii}, a.pose))(t)
		c := must(d2.NewCompound([]d2.Part{{Shape: d2.Ellipse{Radii: a.radii}, Pose: a.pose}}))(t)
		part := must(d2.Place(c, d2.Pose{}))(t)
		truth, ok := a.normal()
		h, in := d2.CastRay(&o, &a.ray), d2.CastRay(&part, &a.ray)
		if (h.Verdict == collide.Hit) != (ok && h.T > 0) && h.T > 0 {
			t.Fatalf("%+v: %v", a, h.Verdict)
		}
		if !ok || h.Verdict != collide.Hit || h.T == 0 {
			continue
		}
		if hits++; a.radii.X < 1e-16 || a.radii.Y < 1e-16 {
			thin++
		}
		for _, n := range [2]d2.Vec{h.Normal, in.Normal} {
			if far := n.Sub(truth).Len(); far > 0x1p-26 {
				t.Fatalf("%+v: normal %v instead of %v, by %v", a, n, truth, far)
			}
		}
	}
	if hits < 1000 || thin < 300 {
		t.Fatalf("%d hits, %d of them thin", hits, thin)
	}
}

// rayAtEllipse is a ray and the place of an ellipse.
type rayAtEllipse struct {
	radii d2.Vec
	pose  d2.Pose
	cs    [2]float64
	ray   d2.Ray
}

// ellipseRay draws one that mostly hits, with radii down to 1e-20 of the others.
func ellipseRay(t *testing.T, s sample) (a rayAtEllipse) {
	t.Helper()
	radius := func() float64 {
		if s.IntN(2) == 0 {
			return math.Ldexp(s.between(0.5, 1), -int(s.between(0, 67)))
		}
		return s.between(0.5, 2)
	}
	a.radii, a.cs = d2.Vec{X: radius(), Y: radius()}, [2]float64{1, 0}
	at := s.direction()
	at = d2.Vec{X: at.X * a.radii.X, Y: at.Y * a.radii.Y}.Scale(s.between(0, 1))
	from := s.direction().Scale(s.between(3, 5))
	switch s.IntN(3) {
	case 0:
		v := s.direction()
		a.pose = d2.Pose{Pos: s.direction(), Rot: must(d2.NewCosSin(v.X, v.Y))(t)}
		a.cs[0], a.cs[1] = a.pose.Rot.CosSin()
	case 1: // along an axis, nearly
		from = d2.Vec{X: from.X * a.radii.X, Y: 5}
	}
	at = a.pose.Apply(at)
	a.ray = must(d2.NewRay(from, at.Sub(from), math.Inf(1)))(t)
	return a
}

// normal returns the normal where the ray's line enters the ellipse; ok is false if it misses it.
func (a *rayAtEllipse) normal() (n d2.Vec, ok bool) {
	quo := func(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(2000).Quo(x, y) }
	f, _ := implicitOf(&shapegen.Body2{Kind: "ellipse", CS: a.cs})
	h := [2]*big.Float{bigFloat(a.radii.X), bigFloat(a.radii.Y)}
	rows := [2][2]*big.Float{{f.c, new(big.Float).Neg(f.s)}, {f.s, f.c}}
	from, d, at := a.ray.Origin(), a.ray.Direction(), a.pose.Pos
	w := [2]*big.Float{bigSub(bigFloat(from.X), bigFloat(at.X)), bigSub(bigFloat(from.Y), bigFloat(at.Y))}
	v := [2]*big.Float{bigFloat(d.X), bigFloat(d.Y)}
	var x, y [2]*big.Float
	for i := range 2 {
		axis := [2]*big.Float{rows[0][i], rows[1][i]}
		x[i], y[i] = quo(quo(bigDot(axis, w), h[i]), f.n), quo(quo(bigDot(axis, v), h[i]), f.n)
	}
	b := bigDot(x, y)
	root := bigSub(bigMul(b, b), bigMul(bigDot(y, y), bigSub(bigDot(x, x), bigFloat(1))))
	if root.Sign() <= 0 {
		return n, false
	}
	root.Sqrt(root)
	t := quo(bigSub(root.Neg(root), b), bigDot(y, y))
	for i := range 2 {
		x[i] = quo(bigAdd(x[i], bigMul(y[i], t)), h[i])
	}
	long := new(big.Float).Sqrt(bigMul(bigDot(x, x), f.n))
	var m [2]float64
	for i := range 2 {
		m[i], _ = quo(bigDot(rows[i], x), long).Float64()
	}
	return d2.Vec{X: m[0], Y: m[1]}, true
}
