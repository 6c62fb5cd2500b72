package d3_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// TestRestingOnHalfSpace: every shape rests on a plane exactly, and a step of 2^-44 or 2^-26 above
// or below it. The normal (3, 0, 4) has length 5, so tilted planes have exact distances too.
func TestRestingOnHalfSpace(t *testing.T) {
	const k = 25.0
	up, tilted := d3.HalfSpace{Normal: d3.Vec{Z: 25}}, d3.HalfSpace{Normal: d3.Vec{X: 3, Z: 4}}
	wedge := []d3.Vec{{X: 25 * k, Y: 5, Z: 25 * k}, {X: -25 * k, Z: -25 * k}, {X: 0, Y: 9, Z: 0}, {X: 3 * k, Y: -7, Z: 20 * k}}
	flat := d3.Vec{X: 15 * k, Z: 20 * k} // 25 k above the tilted plane
	rest := func(d float64) d3.Vec { return flat.Scale(d / (25 * k)) }
	rows := []struct {
		what  string
		plane d3.HalfSpace
		shape d3.Convex
		p     d3.Vec
		q     [4]int
	}{
		{"a point", up, d3.Sphere{}, d3.Vec{X: 75, Y: 25}, [4]int{0, 0, 0, 1}},
		{"a sphere", up, d3.Sphere{Radius: 25}, d3.Vec{X: 75, Z: 25}, [4]int{0, 0, 0, 1}},
		{"a box", up, d3.Box{Size: d3.Vec{X: 50, Y: 75, Z: 50}}, d3.Vec{Z: 25}, [4]int{0, 0, 0, 1}},
		{"a cylinder", up, d3.Cylinder{Radius: 25, Height: 50}, d3.Vec{Z: 25}, [4]int{0, 0, 0, 1}},
		{"a cylinder on its side", up, d3.Cylinder{Radius: 25, Height: 50}, d3.Vec{Z: 25}, [4]int{1, 1, 1, 1}},
		{"a cone on its base", up, d3.Cone{Radius: 25, Height: 50}, d3.Vec{Z: 25}, [4]int{0, 0, 0, 1}},
		{"a cone on its tip", up, d3.Cone{Radius: 25, Height: 50}, d3.Vec{Z: 25}, [4]int{1, 0, 0, 0}},
		{"a cone on its side edge", up, d3.Cone{Radius: 25, Height: 50}, d3.Vec{Z: 25}, [4]int{1, 1, 1, 1}},
		{"an ellipsoid", up, d3.Ellipsoid{Radii: d3.Vec{X: 75, Y: 1, Z: 25}}, d3.Vec{Z: 25}, [4]int{0, 0, 0, 1}},
		{"a sphere on a tilted plane", tilted, d3.Sphere{Radius: 25 * k}, flat, [4]int{0, 0, 0, 1}},
		{"a box with its face on a tilted plane", tilted, d3.Box{Size: d3.Vec{X: 7, Y: 9, Z: 50 * k}}, flat, [4]int{0, 1, 0, 3}},
		{"a cylinder with its cap on a tilted plane", tilted, d3.Cylinder{Radius: 7, Height: 50 * k}, flat, [4]int{0, 1, 0, 3}},
		{"a cone with its base on a tilted plane", tilted, d3.Cone{Radius: 7, Height: 50 * k}, flat, [4]int{0, 1, 0, 3}},
		{"an ellipsoid square to a tilted plane", tilted, d3.Ellipsoid{Radii: d3.Vec{X: 7, Y: 3, Z: 25 * k}}, flat, [4]int{0, 1, 0, 3}},
		{"a box on an edge", tilted, d3.Box{Size: d3.Vec{X: 50 * k, Y: 9, Z: 50 * k}}, rest(35 * k), [4]int{0, 0, 0, 1}},
		{"a cylinder on its rim", tilted, d3.Cylinder{Radius: 25 * k, Height: 50 * k}, rest(35 * k), [4]int{0, 0, 0, 1}},
		{"a cone on its rim", tilted, d3.Cone{Radius: 25 * k, Height: 50 * k}, rest(35 * k), [4]int{0, 0, 0, 1}},
		{"a slanted ellipsoid", tilted, d3.Ellipsoid{Radii: d3.Vec{X: 200 * k, Y: 3, Z: 62.5 * k}}, rest(130 * k), [4]int{0, 0, 0, 1}},
		{"a capsule", tilted, d3.Capsule{Height: 50 * k, Radius: 5 * k}, rest(25 * k), [4]int{0, 0, 0, 1}},
		{"a rounded cylinder on its rim", tilted, d3.Rounded{Core: d3.Rounded{Core: d3.Cylinder{Radius: 25 * k, Height: 50 * k}, R: 10 * k}, R: 5 * k}, rest(50 * k), [4]int{0, 0, 0, 1}},
		{"a rounded ellipsoid", tilted, d3.Rounded{Core: d3.Ellipsoid{Radii: d3.Vec{X: 200 * k, Y: 3, Z: 62.5 * k}}, R: 20 * k}, rest(150 * k), [4]int{0, 0, 0, 1}},
		{"a hull on a vertex", tilted, must(d3.NewHull(wedge))(t), rest(35 * k), [4]int{0, 0, 0, 1}},
		{"a plane with an offset", d3.HalfSpace{Normal: d3.Vec{X: 3, Z: 4}, Offset: 125 * k}, d3.Sphere{Radius: 25 * k}, rest(50 * k), [4]int{0, 0, 0, 1}},
		{"a plane with a tiny normal", d3.HalfSpace{Normal: d3.Vec{X: 3 * 0x1p-900, Z: 4 * 0x1p-900}, Offset: 125 * k * 0x1p-900}, d3.Sphere{Radius: 25 * k}, rest(50 * k), [4]int{0, 0, 0, 1}},
		{"a user's shape", tilted, userBall{25 * k}, flat, [4]int{0, 1, 0, 3}},
	}
	tested := 0
	for _, r := range rows {
		for _, m := range motions {
			if m.power != 0 { // scaling has its own property test
				continue
			}
			plane, _ := solid{}.moved(m)
			for _, step := range []float64{0, 0x1p-44, -0x1p-44, 0x1p-26, -0x1p-26} {
				n := r.plane.Normal.Scale(1 / r.plane.Normal.Len())
				n = d3.Vec{X: math.Round(n.X * 25), Y: math.Round(n.Y * 25), Z: math.Round(n.Z * 25)}
				p := r.p.Add(n.Scale(25 * step))
				if p.Sub(r.p) != n.Scale(25*step) {
					continue
				}
				body, ok := solid{}.turned(r.q[0], r.q[1], r.q[2], r.q[3]).at(p.X, p.Y, p.Z).moved(m)
				if !ok {
					continue
				}
				want := []collide.Relation{collide.Overlapping, collide.Touching, collide.Apart}[1+sign(step)]
				if _, isBall := r.shape.(userBall); isBall && step == 0 && m.q != [4]int{0, 0, 0, 1} {
					continue // what its Support returns for a turned direction is rounded
				}
				tested++
				a, b := plane.placeAs(t, r.plane), body.placeAs(t, r.shape)
				if related(t, fmt.Sprintf("%s, %+v, step %v", r.what, m, step), a, b, want); t.Failed() {
					t.FailNow()
				}
			}
		}
	}
	if tested < 800 {
		t.Errorf("only %d pairs were exact", tested)
	}
}

func sign(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// userBall is a box by Support, of half size r.
type userBall struct{ r float64 }

func (userBall) Margin() float64 { return 0 }

func (u userBall) Support(d d3.Vec) d3.Vec {
	return d3.Vec{X: math.Copysign(u.r, d.X), Y: math.Copysign(u.r, d.Y), Z: math.Copysign(u.r, d.Z)}
}

// TestSlabs: two half-spaces with opposite normals, of any lengths and turned, lie exactly as far
// from each other as their planes, down to the last bit; a normal that is off by one bit makes the
// overlap unbounded.
func TestSlabs(t *testing.T) {
	tested := 0
	for _, q := range [][4]float64{{0, 0, 0, 1}, {1, 1, 1, 1}, {1, 0, 0, 0}, {0.6, 0, 0, 0.8}, {0.1, 0.2, 0.3, 0.9}} {
		l := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
		rot := must(d3.NewQuat(q[0]/l, q[1]/l, q[2]/l, q[3]/l))(t)
		for _, row := range []struct {
			n      d3.Vec
			length float64
		}{{d3.Vec{Z: 1}, 1}, {d3.Vec{X: 3, Z: 4}, 5}, {d3.Vec{X: 3 * 0x1p-900, Y: 4 * 0x1p-900}, 5 * 0x1p-900}, {d3.Vec{X: 1, Y: 2, Z: 3}, math.Sqrt(14)}} {
			n := row.n
			for _, k := range []float64{1, 0.25, 3} {
				for _, gap := range []float64{0, 5, -5, 0x1p-40, -0x1p-40, 0x1p-300, -0x1p-300} {
					offset := -gap * k * row.length
					if gap != 0 && math.Abs(offset) < 0x1p-1022 {
						continue
					}
					a := must(d3.Place(d3.HalfSpace{Normal: n}, d3.Pose{Rot: rot}))(t)
					b := must(d3.Place(d3.HalfSpace{Normal: n.Scale(-k), Offset: offset}, d3.Pose{Rot: rot}))(t)
					want := []collide.Relation{collide.Overlapping, collide.Touching, collide.Apart}[1+sign(gap)]
					if c := d3.Distance(&a, &b); math.Abs(c.Distance-gap) > 2e-15*math.Abs(gap) || c.Status != collide.Exact {
						t.Errorf("%v turned by %v, %v times, gap %v: %+v", n, q, k, gap, c)
					}
					checkHalfSpaces(t, &a, &b, want, true)
					tested++
				}
				a := must(d3.Place(d3.HalfSpace{Normal: n, Offset: -1}, d3.Pose{Rot: rot}))(t)
				off := n.Scale(-k)
				off.X = math.Nextafter(off.X, 1)
				b := must(d3.Place(d3.HalfSpace{Normal: off, Offset: -1}, d3.Pose{Rot: rot}))(t)
				checkUnbounded(t, &a, &b, false)
			}
		}
	}
	if tested < 380 {
		t.Errorf("%d pairs", tested)
	}
}

// TestUnboundedOverlap: all other pairs of half-spaces overlap without bound, whatever their
// offsets and lengths.
func TestUnboundedOverlap(t *testing.T) {
	rot := must(d3.NewQuat(0.6, 0, 0, 0.8))(t)
	for _, h := range []d3.HalfSpace{
		{Normal: d3.Vec{X: 1}},
		{Normal: d3.Vec{X: 2}, Offset: 5},
		{Normal: d3.Vec{Y: 1}, Offset: -7},
		{Normal: d3.Vec{X: -1, Y: 1e-9}},
		{Normal: d3.Vec{X: -1, Z: 1e-200}, Offset: -1},
		{Normal: d3.Vec{X: 1e-300}, Offset: -1e100},
		{Normal: d3.Vec{Y: -1e100, Z: 1}, Offset: 1e100},
		{Normal: d3.Vec{X: 1, Y: 1, Z: 1}, Offset: 1e-300},
	} {
		for _, p := range []d3.Pose{{}, {Pos: d3.Vec{X: 3, Y: -1e9, Z: 2}}, {Rot: rot, Pos: d3.Vec{Z: 1e100}}} {
			a := must(d3.Place(d3.HalfSpace{Normal: d3.Vec{X: 1}, Offset: -2}, d3.Pose{}))(t)
			b := must(d3.Place(h, p))(t)
			n, m := p.Rot.Apply(h.Normal).Scale(1/max(math.Abs(h.Normal.X), math.Abs(h.Normal.Y), math.Abs(h.Normal.Z))), d3.Vec{X: 1}
			checkUnbounded(t, &a, &b, h.Offset > -1e99 && (n.Dot(m) > 0 || n.Cross(m).Len() > 0.1)) // beyond 2^1000 nothing is reached
		}
	}
}

// checkUnbounded checks the answer about half-spaces that overlap without bound.
func checkUnbounded(t *testing.T, a, b *d3.Object, near bool) {
	t.Helper()
	c := d3.Distance(a, b)
	if c.Lower != -math.MaxFloat64 || c.Upper != 0 || c.Distance != 0 || c.Status != collide.Rounding || c.MTV() != (d3.Vec{}) {
		t.Errorf("%v and %v: %+v", a.Shape(), b.Shape(), c)
	}
	checkHalfSpaces(t, a, b, collide.Overlapping, near)
}

// checkHalfSpaces checks all fields but the distance, every other way to ask, and the order of the
// arguments. near tells that doubles reach a common point: planes that are nearly parallel meet far
// away, at a place that a bit of a normal moves by more than all lengths of the pair.
func checkHalfSpaces(t *testing.T, a, b *d3.Object, want collide.Relation, near bool) {
	t.Helper()
	c := d3.Distance(a, b)
	checkContact(t, c)
	back := d3.Distance(b, a)
	if c.Relation != want || d3.Relate(a, b) != want || d3.Relate(b, a) != want || d3.Overlap(a, b) != (want != collide.Apart) {
		t.Errorf("%v and %v: %v, Relate %v, want %v", a.Shape(), b.Shape(), c.Relation, d3.Relate(a, b), want)
	}
	checkSwap(t, c, back)
	ct, mf := d3.Collide(a, b)
	if ct != c || mf.N != 1 || mf.Points[0].PointA != c.PointA || mf.Points[0].PointB != c.PointB {
		t.Errorf("%v and %v: %+v with %+v", a.Shape(), b.Shape(), ct, mf)
	}
	if !near {
		return
	}
	// Neither point lies beyond its half-space, in its own frame.
	for _, p := range []struct {
		o *d3.Object
		x d3.Vec
	}{{a, c.LocalA}, {b, c.LocalB}} {
		h := p.o.Shape().(d3.HalfSpace)
		size := math.Abs(h.Normal.X*p.x.X) + math.Abs(h.Normal.Y*p.x.Y) + math.Abs(h.Normal.Z*p.x.Z) + math.Abs(h.Offset)
		room := size*1e-13 + h.Normal.Len()*1e-13*(a.Pose().Pos.Len()+b.Pose().Pos.Len()+math.Abs(c.Distance))
		if over := h.Normal.Dot(p.x) - h.Offset; over > room {
			t.Errorf("%v: the point %v is %v beyond, of %v", h, p.x, over, size)
		}
	}
}

// TestHalfSpaceFields: the numbers of one answer that can be worked out by hand.
func TestHalfSpaceFields(t *testing.T) {
	floor := must(d3.Place(d3.HalfSpace{Normal: d3.Vec{Z: 2}, Offset: 2}, d3.Pose{Pos: d3.Vec{X: 10}}))(t) // z <= 1
	ball := must(d3.Place(d3.Sphere{Radius: 1}, d3.Pose{Pos: d3.Vec{X: 3, Y: 4, Z: 5}}))(t)
	c := d3.Distance(&floor, &ball)
	if c.Distance != 3 || c.Normal != (d3.Vec{Z: 1}) || c.PointA != (d3.Vec{X: 3, Y: 4, Z: 1}) || c.PointB != (d3.Vec{X: 3, Y: 4, Z: 4}) ||
		c.LocalA != (d3.Vec{X: -7, Y: 4, Z: 1}) || c.LocalB != (d3.Vec{Z: -1}) || c.Status != collide.Exact {
		t.Errorf("%+v", c)
	}
	if d := d3.Distance(&ball, &floor); d.Normal != (d3.Vec{Z: -1}) || d.PointA != c.PointB || d.LocalB != c.LocalA {
		t.Errorf("swapped: %+v", d)
	}
}

// TestHalfSpaceNextToZero: offsets and normals next to zero, of which a quotient is a double.
func TestHalfSpaceNextToZero(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 34))
	for range 2000 {
		n := math.Ldexp(1+rng.Float64(), -300-rng.IntN(600))
		offset := math.Ldexp(rng.Float64()-0.5, -900-rng.IntN(170))
		h := must(d3.Place(d3.HalfSpace{Normal: d3.Vec{X: 3 * n, Y: 4 * n}, Offset: offset}, d3.Pose{}))(t)
		point := must(d3.Place(d3.Sphere{}, d3.Pose{}))(t)
		length := new(big.Float).SetPrec(200).Mul(big.NewFloat(5), big.NewFloat(n)) // to the rounding of 3 n
		want, _ := new(big.Float).SetPrec(200).Quo(big.NewFloat(-offset), length).Float64()
		ct := d3.Distance(&point, &h)
		if slack := math.Abs(want) * 0x1p-50; !(ct.Lower <= want+slack && want-slack <= ct.Upper) {
			t.Fatalf("normal %v, offset %v: [%v, %v], want %v", 5*n, offset, ct.Lower, ct.Upper, want)
		}
	}
}

// TestHalfSpaceBeyondDoubles: of a plane farther off than doubles reach the bracket is open there.
func TestHalfSpaceBeyondDoubles(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 36))
	open := 0
	for range 2000 {
		n := math.Ldexp(1+rng.Float64(), -600-rng.IntN(390))
		offset := math.Ldexp(rng.Float64()-0.5, 333-rng.IntN(20))
		length := new(big.Float).SetPrec(200).Mul(big.NewFloat(5), big.NewFloat(n)) // to the rounding of 3 n
		want := new(big.Float).SetPrec(200).Quo(big.NewFloat(-offset), length)
		slack := new(big.Float).Mul(new(big.Float).Abs(want), big.NewFloat(0x1p-50))
		above, below := new(big.Float).Add(want, slack), new(big.Float).Sub(want, slack)
		far := must(d3.Place(d3.HalfSpace{Normal: d3.Vec{X: 3 * n, Y: 4 * n}, Offset: offset}, d3.Pose{}))(t)
		for _, o := range []d3.Object{must(d3.Place(d3.Sphere{Radius: 1}, d3.Pose{}))(t), must(d3.Place(d3.HalfSpace{Normal: d3.Vec{X: -3 * n, Y: -4 * n}}, d3.Pose{}))(t)} {
			ct := d3.Distance(&o, &far)
			lower, upper := big.NewFloat(ct.Lower), big.NewFloat(ct.Upper)
			if !(ct.Lower == -math.MaxFloat64 || lower.Cmp(above) <= 0) || !(ct.Upper == math.MaxFloat64 || upper.Cmp(below) >= 0) ||
				!(ct.Lower <= ct.Distance && ct.Distance <= ct.Upper) {
				t.Fatalf("normal %v, offset %v: %+v, want %v", 5*n, offset, ct, want)
			}
			if ct.Lower == -math.MaxFloat64 || ct.Upper == math.MaxFloat64 {
				open++
				if ct.Status != collide.Rounding || want.MantExp(nil) < 1000 {
					t.Fatalf("normal %v, offset %v: %+v", 5*n, offset, ct)
				}
			}
		}
	}
	if open < 500 || open > 3500 {
		t.Errorf("%d brackets open", open)
	}
}
