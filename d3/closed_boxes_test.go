package d3

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// boxAt returns a box of a drawn size in a drawn pose at pos, now and then flat, rounded or very
// long.
func boxAt(t *testing.T, g *rand.Rand, pos Vec, size float64) Object {
	t.Helper()
	v := [4]float64{g.NormFloat64(), g.NormFloat64(), g.NormFloat64(), g.NormFloat64()}
	l := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2] + v[3]*v[3])
	rot, err := NewQuat(v[0]/l, v[1]/l, v[2]/l, v[3]/l)
	if err != nil {
		t.Fatal(err)
	}
	if g.IntN(8) == 0 {
		rot = Rot{}
	}
	box := Box{Vec{0.1 + g.Float64(), 0.1 + g.Float64(), 0.1 + g.Float64()}.Scale(size)}
	switch g.IntN(12) {
	case 0:
		box.Size.Z = 0
	case 1:
		box.Size.X *= 1000
	case 2:
		box.Size = Vec{}
	}
	shape := Shape(box)
	if g.IntN(5) == 0 {
		shape = Rounded{Core: box, R: 0.2 * size * g.Float64()}
	}
	o, err := Place(shape, Pose{Pos: pos, Rot: rot})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// onBox returns an error where x, in o's frame, is not on the surface of the box o but for tol.
func onBox(o *Object, x Vec, tol float64) error {
	if d := x.Sub(clampTo(o.half, x)).Len(); math.Abs(d-o.margin) > tol {
		return fmt.Errorf("%v is %g off the surface of %v grown by %g", x, d-o.margin, o.half, o.margin)
	}
	return nil
}

// boxesLikeGJK holds the direct form of two boxes to GJK: the brackets meet, are as narrow as is
// promised, and the points lie on the boxes, one over the other.
func boxesLikeGJK(gjk *Query, a, b *Object) error {
	ct, want := Distance(a, b), gjk.Distance(a, b, nil)
	l := max(a.extent, b.extent) + max(ct.Distance, 0)
	tol := float64(256 * unit * l)
	switch {
	case ct.Relation != want.Relation || ct.Status != collide.Exact:
		return fmt.Errorf("%v %v, GJK %v", ct.Relation, ct.Status, want.Relation)
	case !(ct.Lower <= ct.Distance && ct.Distance <= ct.Upper && ct.Upper-ct.Lower <= tol):
		return fmt.Errorf("%g in [%g, %g], L %g", ct.Distance, ct.Lower, ct.Upper, l)
	case ct.Lower > want.Upper || want.Lower > ct.Upper:
		return fmt.Errorf("[%g, %g], GJK [%g, %g]", ct.Lower, ct.Upper, want.Lower, want.Upper)
	case math.Abs(ct.Normal.Len()-1) > 4*unit:
		return fmt.Errorf("normal of length 1%+g", ct.Normal.Len()-1)
	}
	big := big1(ct.PointA) + big1(ct.PointB)
	if d := ct.PointB.Sub(ct.PointA).Sub(ct.Normal.Scale(ct.Distance)).Len(); d > 16*unit*big {
		return fmt.Errorf("the points are %g off the normal", d)
	}
	for _, x := range []struct {
		o           *Object
		world, here Vec
	}{{a, ct.PointA, ct.LocalA}, {b, ct.PointB, ct.LocalB}} {
		if err := onBox(x.o, x.here, tol); err != nil {
			return err
		}
		if d := x.o.pose.Apply(x.here).Sub(x.world).Len(); d > tol+64*unit*big {
			return fmt.Errorf("the world's point is %g beside that of the frame", d)
		}
	}
	back := Distance(b, a)
	if back.swap(); back.Normal != ct.Normal || back.PointA != ct.PointA || back.Lower != ct.Lower {
		return fmt.Errorf("%+v, the other way round %+v", ct, back)
	}
	return nil
}

// Boxes apart have by clamping what GJK finds, and most of those far from each other have it so.
func TestBoxesApart(t *testing.T) {
	g := rand.New(rand.NewPCG(2611, 1))
	gjk, err := NewQuery(Options{Algorithm: collide.GJK})
	if err != nil {
		t.Fatal(err)
	}
	tried, found, near := 0, 0, 0
	for range 20000 {
		size := math.Ldexp(1, g.IntN(60)-30)
		to := Vec{g.NormFloat64(), g.NormFloat64(), g.NormFloat64()}.Scale(size * math.Ldexp(1, g.IntN(8)-1))
		at := Vec{g.NormFloat64(), 0, g.NormFloat64()}.Scale(size * float64(g.IntN(2)) * 1000)
		a, b := boxAt(t, g, at, size), boxAt(t, g, at.Add(to), size*math.Ldexp(1, g.IntN(4)-2))
		if to.Len() > a.radius+b.radius && a.margin+b.margin == 0 {
			tried++
		}
		var f direct
		var p boxPair
		first, second, _ := gjk.order(&a, &b)
		if p.setBoxes(first, second); !f.boxes(first, second, &p) {
			continue
		}
		if found++; p.dist <= a.radius+b.radius {
			near++
		}
		if err := boxesLikeGJK(gjk, &a, &b); err != nil {
			t.Fatalf("%v\n%v %+v\n%v %+v", err, a.Shape(), a.Pose(), b.Shape(), b.Pose())
		}
	}
	if found -= near; tried < 4000 || found < tried/4*3 || near < 500 {
		t.Errorf("clamping answers %d of %d pairs far from each other, and %d near ones", found, tried, near)
	}
}

// TestAcross holds the normal of a segment that meets a box, for which products are left out that
// clearly separate less, to all six axes.
func TestAcross(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 31))
	edges := 0
	for range 20000 {
		size := math.Ldexp(1, r.IntN(60)-30)
		h := Vec{r.Float64(), r.Float64(), math.Ldexp(r.Float64(), -r.IntN(2)*r.IntN(40))}.Scale(size)
		v := onSphere(r, 1)[0]
		if r.IntN(3) == 0 { // along an edge but for little
			v = unitVec(int8(r.IntN(3))).Add(v.Scale(math.Ldexp(1, -r.IntN(60))))
			v = v.Scale(1 / v.Len())
		}
		inside := Vec{h.X * (2*r.Float64() - 1), h.Y * (2*r.Float64() - 1), h.Z * (2*r.Float64() - 1)}
		k := size * r.Float64()
		middle := inside.Add(v.Scale(k * (2*r.Float64() - 1)))
		x := Object{polytope: polytope{kind: kindBox, half: h}}
		y := Object{polytope: polytope{kind: kindSegment, half: Vec{Z: k}}}
		f, all := direct{x: &x, y: &y}, direct{x: &x, y: &y}
		f.within(middle, v)
		all.low = math.Inf(-1)
		for i := range int8(3) {
			all.offer(h, middle, v, unitVec(i).Scale(math.Copysign(1, middle.along(i))))
			if n := unitVec(i).Cross(v); n.Len2() > 1/quickRange {
				n = n.Scale(1 / n.Len())
				all.offer(h, middle, v, n.Scale(math.Copysign(1, n.Dot(middle))))
			}
		}
		if !(math.Abs(f.low-all.low) <= 0x1p-48*(size+k)) {
			t.Fatalf("a box of %v and a segment at %v along %v, %v long: %v, of all axes %v", h, middle, v, 2*k, f.low, all.low)
		}
		if f.n.X != 0 && f.n.Y != 0 || f.n.Y != 0 && f.n.Z != 0 {
			edges++
		}
	}
	if edges < 1000 {
		t.Errorf("a tame sample: %d", edges)
	}
}
