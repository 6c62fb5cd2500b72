package d3_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// The pairs below touch exactly by construction: of vectors with whole coordinates and whole
// lengths one is the place on an ellipsoid, in units of its radii, and one its normal there.

// wholes are vectors with whole coordinates and lengths.
var wholes = [...][4]float64{{1, 2, 2, 3}, {2, 3, 6, 7}, {1, 4, 8, 9}, {4, 4, 7, 9}, {2, 6, 9, 11}, {6, 6, 7, 11}, {3, 4, 12, 13}, {2, 5, 14, 15}}

// drawWhole returns one of them, its coordinates in any order and with any signs.
func drawWhole(r *rand.Rand) (v [3]float64, length float64) {
	w := wholes[r.IntN(len(wholes))]
	r.Shuffle(3, func(i, j int) { w[i], w[j] = w[j], w[i] })
	for i := range v {
		v[i] = w[i] * float64(1-2*r.IntN(2))
	}
	return v, w[3]
}

// tangentEllipsoid draws an ellipsoid about the origin that has the normal n at the point y of its
// surface. All numbers are whole multiples of unit, which the length of n divides.
func tangentEllipsoid(r *rand.Rand, n [3]float64, unit float64) (radii d3.Vec, y [3]float64) {
	p, length := drawWhole(r)
	var a [3]float64
	k := float64(1 + r.IntN(5))
	scale := 1.0
	for i := range 3 {
		p[i] = math.Copysign(p[i], n[i])
		scale *= math.Abs(n[i])
	}
	for i := range 3 { // the normal at the place with the coordinates p in radii is p/a
		a[i] = math.Abs(p[i]) * (scale / math.Abs(n[i])) * length * unit * k
		y[i] = a[i] * p[i] / length
	}
	return d3.Vec{X: a[0], Y: a[1], Z: a[2]}, y
}

// tangents is a pair that touches, or of which the distance is the margin: b, at at, lies beyond
// the plane across n through a point of a, or that far beyond it.
type tangents struct {
	a, b   d3.Shape
	at     [3]float64
	n      [3]float64
	margin float64
	open   bool // it may be left undecided
	graze  bool // moved back along n it touches still

	turnA, turnB [4]int // turns of the bodies about their own origins; zero for none
}

// drawTangents draws an ellipsoid and a body of some kind that touches it.
func drawTangents(t *testing.T, r *rand.Rand) (g tangents, kind string) {
	n, length := drawWhole(r)
	a, y := tangentEllipsoid(r, n, length)
	g.a, g.n = d3.Ellipsoid{Radii: a}, n
	plus := func(p [3]float64, f float64, v [3]float64) (s [3]float64) {
		for i := range 3 {
			s[i] = p[i] + f*v[i]
		}
		return s
	}
	u, v := [3]float64{-n[1], n[0], 0}, [3]float64{0, -n[2], n[1]} // across n
	hull := func(p ...[3]float64) d3.Shape {
		var list []d3.Vec
		for _, q := range p {
			list = append(list, d3.Vec{X: q[0], Y: q[1], Z: q[2]})
		}
		return must(d3.NewHull(list))(t)
	}
	far := float64(1 + r.IntN(1000))
	switch r.IntN(6) {
	case 0:
		b, z := tangentEllipsoid(r, n, length)
		g.b, g.at = d3.Ellipsoid{Radii: b}, plus(y, 1, z)
		return g, "ellipsoid"
	case 1:
		ball := float64(1+r.IntN(1000)) * length
		g.b, g.at = d3.Sphere{Radius: ball}, plus(y, ball/length, n)
		switch r.IntN(4) {
		case 0: // a part of the radius on either side
			g.a, g.b = d3.Rounded{Core: d3.Ellipsoid{Radii: a}, R: ball / 2}, d3.Sphere{Radius: ball / 2}
		case 1: // a part of the radius left to the margin
			g.b, g.margin = d3.Sphere{Radius: ball / 4}, 0.75*ball
		case 2: // and taken back
			g.b, g.margin = d3.Sphere{Radius: 2 * ball}, -ball
		}
		return g, "ball"
	case 2:
		g.b, g.at = hull([3]float64{}, plus(n, far, u), plus(n, far, v), plus(n, -far, u)), y
		return g, "vertex"
	case 3:
		g.b, g.at = hull(plus([3]float64{}, far, u), plus([3]float64{}, -2, u), plus(n, far, v), plus(n, -far, v)), y
		return g, "edge"
	case 4:
		g.b = hull(plus([3]float64{}, far, u), plus([3]float64{}, far, v),
			plus(plus([3]float64{}, -1, u), -1, v), plus(n, far, u))
		g.at = y
		return g, "face"
	}
	g.b, g.at = d3.Sphere{}, y
	return g, "point"
}

// check places the pair in many ways: turned, moved and scaled, in either order, and with bodies
// moved along the normal by ever less. It counts what it saw.
func (g *tangents) check(t *testing.T, q *d3.Query, r *rand.Rand, kind string, seen map[string]int) {
	t.Helper()
	turns := [][4]int{{0, 0, 0, 1}, {0, 0, 1, 0}, {1, 0, 0, 1}, {0, 2, 0, 1}, {1, 1, 1, 1}, {3, 0, 0, 4}, {2, 1, 2, 4}}
	m := motion{q: turns[r.IntN(len(turns))], power: r.IntN(40) - 20}
	for i := range 3 {
		m.shift[i] = float64(r.IntN(2001) - 1000)
	}
	for _, step := range []float64{0, 0x1p-3, 0x1p-12, 0x1p-20, 0x1p-28} {
		for sign := -1.0; sign <= 1; sign += 2 {
			at := g.at
			for i := range 3 {
				at[i] = 25 * 4 * (at[i] + sign*step*g.n[i]) // the quaternions' squares divide it
			}
			want := collide.Touching
			if step > 0 && sign > 0 {
				want = collide.Apart
			} else if step > 0 && !g.graze {
				want = collide.Overlapping
			}
			a, ok := exactlyPlaced(t, g.a, [3]float64{}, m, g.turnA)
			b, okB := exactlyPlaced(t, g.b, at, m, g.turnB)
			if !ok || !okB {
				continue
			}
			seen[kind+want.String()]++
			if kind == "point" {
				if cl := must(q.ClosestPoint(a, b.Pose().Pos))(t); cl.Relation != want {
					t.Fatalf("%v in %v at %v: %v, not %v", b.Pose().Pos, g.a, a.Pose(), cl.Relation, want)
				}
			}
			pa, pairs := loneCompound(t, a), 4
			if g.margin < 0 {
				pairs = 2 // depths of bodies of parts are not exact
			}
			for _, p := range [][2]*d3.Object{{a, b}, {b, a}, {pa, b}, {b, pa}}[:pairs] {
				ct := q.Distance(p[0], p[1], nil)
				rel := q.Relate(p[0], p[1], nil)
				margin := must(q.RelateMargin(p[0], p[1], math.Ldexp(100*g.margin, m.power), nil))(t)
				if g.margin == 0 && p[0] != pa && p[1] != pa {
					fieldsOfContact(t, q, &ct, p[0], p[1])
				}
				bad := func(rel collide.Relation) bool { return rel != want && !(g.open && rel == collide.Undecided) }
				if bad(margin) || g.margin == 0 && (bad(ct.Relation) || bad(rel)) {
					t.Fatalf("%s, %v beside %v at %v, moved by %v: %v, %v and %v, not %v, in [%v, %v]",
						kind, g.a, g.b, at, m, ct.Relation, rel, margin, want, ct.Lower, ct.Upper)
				}
			}
		}
	}
}

// fieldsOfContact fails unless the points of a contact lie on their bodies, PointB is Distance
// along the normal from PointA, and nothing of a is beyond PointA along the normal, nor of b before
// PointB: by as much as the tolerance leaves open.
func fieldsOfContact(t *testing.T, q *d3.Query, ct *d3.Contact, a, b *d3.Object) {
	t.Helper()
	extent := func(o *d3.Object) float64 { return o.AABB().Size().Len() }
	room := 8e-9 * max(extent(a), extent(b))
	n := ct.Normal
	if math.Abs(n.Len()-1) > 1e-15 || ct.PointA.Add(n.Scale(ct.Distance)).Sub(ct.PointB).Len() > room {
		t.Fatalf("the normal %v and the distance %v do not lead from %v to %v", n, ct.Distance, ct.PointA, ct.PointB)
	}
	for _, s := range []struct {
		o    *d3.Object
		at   d3.Vec
		away d3.Vec // where nothing of o is
	}{{a, ct.PointA, n}, {b, ct.PointB, n.Neg()}} {
		if cl := must(q.ClosestPoint(s.o, s.at))(t); math.Abs(cl.Distance) > room {
			t.Fatalf("%v is %v off %v at %v", s.at, cl.Distance, s.o.Shape(), s.o.Pose())
		}
		h := placeOrFail(t, d3.HalfSpace{Normal: s.away.Neg()}, d3.Pose{Pos: s.at})
		if d := q.Distance(h, s.o, nil).Distance; d < -room {
			t.Fatalf("%v at %v reaches %v beyond %v along %v", s.o.Shape(), s.o.Pose(), -d, s.at, s.away)
		}
	}
}

// TestEllipsoidsTouchExactly: bodies that touch are found touching, turned, moved and scaled, in
// either order; moved along the normal by ever less they are apart or overlap. So are parts of
// compounds.
func TestEllipsoidsTouchExactly(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 8))
	rounds := 2000
	if testing.Short() {
		rounds = 200
	}
	seen := map[string]int{}
	q := must(d3.NewQuery(d3.Options{}))(t)
	for range rounds {
		g, kind := drawTangents(t, r)
		g.check(t, q, r, kind, seen)
	}
	for _, kind := range []string{"ellipsoid", "ball", "vertex", "edge", "face", "point"} {
		for _, rel := range []collide.Relation{collide.Touching, collide.Apart, collide.Overlapping} {
			if seen[kind+rel.String()] < rounds/20 {
				t.Errorf("%s, %v: %d pairs alone", kind, rel, seen[kind+rel.String()])
			}
		}
	}
}

// TestEllipsoidsTurned: the same pairs turned by any rotation, where rounding leaves no touch, are
// apart or overlap where they were moved by more than it.
func TestEllipsoidsTurned(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 8))
	for range 500 {
		g, kind := drawTangents(t, r)
		rot := must(d3.NewRPY(7*r.Float64(), 7*r.Float64(), 7*r.Float64()))(t)
		at, n := d3.Vec{X: g.at[0], Y: g.at[1], Z: g.at[2]}, d3.Vec{X: g.n[0], Y: g.n[1], Z: g.n[2]}
		a := placeOrFail(t, g.a, d3.Pose{Rot: rot})
		for _, want := range []collide.Relation{collide.Apart, collide.Overlapping} {
			step := math.Ldexp(at.Len(), -24-r.IntN(24)) / n.Len()
			if want == collide.Overlapping {
				step = -step
			}
			b := placeOrFail(t, g.b, d3.Pose{Pos: rot.Apply(at.Add(n.Scale(step))), Rot: rot})
			for _, p := range [][2]*d3.Object{{a, b}, {b, a}} {
				if rel := must(d3.RelateMargin(p[0], p[1], g.margin))(t); rel != want {
					t.Fatalf("%s, %v beside %v at %v: %v, not %v", kind, g.a, g.b, b.Pose(), rel, want)
				}
			}
		}
	}
}

// loneCompound returns a compound of o alone, placed as o is: turned by a half turn, with its part
// turned back.
func loneCompound(t *testing.T, o *d3.Object) *d3.Object {
	half := must(d3.NewQuat(0, 1, 0, 0))(t)
	p := o.Pose()
	p.Rot = p.Rot.Mul(half)
	c := mustCompound(t, []d3.Part{{Shape: o.Shape(), Pose: d3.Pose{Rot: half}}})
	return placeOrFail(t, c, p)
}

// exactTurn is turn in rationals.
func exactTurn(q [4]int, v [3]float64) (p [3]*big.Rat) {
	n := int64(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
	for i := range 3 {
		p[i] = new(big.Rat)
		for k := range 3 {
			e := [3]float64{}
			e[k] = float64(n)
			m := new(big.Rat).SetFrac64(int64(turn(q, e)[i]), n)
			p[i].Add(p[i], m.Mul(m, new(big.Rat).SetFloat64(v[k])))
		}
	}
	return p
}

// exactlyPlaced places a shape, 100 times as large, turned by own first unless that is zero, at p
// after the motion; ok is false where a coordinate would have to be rounded.
func exactlyPlaced(t *testing.T, s d3.Shape, p [3]float64, m motion, own [4]int) (*d3.Object, bool) {
	t.Helper()
	at := turn(m.q, p)
	for i, x := range exactTurn(m.q, p) {
		x.Add(x, new(big.Rat).SetFloat64(m.shift[i]))
		at[i] += m.shift[i]
		if x.Cmp(new(big.Rat).SetFloat64(at[i])) != 0 {
			return nil, false
		}
		at[i] = math.Ldexp(at[i], m.power)
	}
	if own != ([4]int{}) {
		m.q = quatProduct(m.q, own)
	}
	k := solid{q: m.q}.quat()
	rot := must(d3.NewQuat(k[0], k[1], k[2], k[3]))(t)
	f := func(x float64) float64 { return math.Ldexp(100*x, m.power) }
	v := func(x d3.Vec) d3.Vec { return d3.Vec{X: f(x.X), Y: f(x.Y), Z: f(x.Z)} }
	var scaled func(s d3.Shape) d3.Shape
	scaled = func(s d3.Shape) d3.Shape {
		switch s := s.(type) {
		case d3.Ellipsoid:
			return d3.Ellipsoid{Radii: v(s.Radii)}
		case d3.Sphere:
			return d3.Sphere{Radius: f(s.Radius)}
		case d3.Cylinder:
			return d3.Cylinder{Radius: f(s.Radius), Height: f(s.Height)}
		case d3.Cone:
			return d3.Cone{Radius: f(s.Radius), Height: f(s.Height)}
		case d3.Rounded:
			return d3.Rounded{Core: scaled(s.Core).(d3.Convex), R: f(s.R)}
		case *d3.Hull:
			var list []d3.Vec
			for _, p := range s.Vertices() {
				list = append(list, v(p))
			}
			return must(d3.NewHull(list))(t)
		}
		t.Fatal(s)
		return nil
	}
	return placeOrFail(t, scaled(s), d3.Pose{Pos: d3.Vec{X: at[0], Y: at[1], Z: at[2]}, Rot: rot}), true
}

// TestEllipsoidContains: a box with its corners on the ellipsoid lies in it and touches, both
// turned and moved, and grown or not; a smaller one lies inside, a larger one not.
func TestEllipsoidContains(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	for range 300 {
		n, length := drawWhole(r)
		radii, y := tangentEllipsoid(r, n, length)
		rot := must(d3.NewQuat(0.5, 0.5, -0.5, 0.5))(t)
		pose := d3.Pose{Pos: d3.Vec{X: 1000, Y: -0.125}, Rot: rot}
		for i, want := range []collide.Containment{collide.Inside, collide.InsideTouching, collide.NotInside} {
			size := d3.Vec{X: math.Abs(2 * y[0]), Y: math.Abs(2 * y[1]), Z: math.Abs(2 * y[2])}
			size.X += math.Ldexp(float64(i-1)*size.X, -r.IntN(30))
			var a, b d3.Convex = d3.Ellipsoid{Radii: radii}, d3.Box{Size: size}
			if r.IntN(2) == 0 {
				a, b = d3.Rounded{Core: a, R: 3}, d3.Rounded{Core: b, R: 3}
			}
			x, z := placeOrFail(t, a, pose), placeOrFail(t, b, pose)
			if got := d3.Contains(x, z); got != want {
				t.Fatalf("%v in %v: %v, not %v", b, a, got, want)
			}
		}
	}
}
