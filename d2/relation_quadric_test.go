package d2_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// The pairs below touch exactly by construction: of vectors with whole coordinates and whole
// lengths one is the place on an ellipse, in units of its radii, and one its normal there.

// wholes are vectors with whole coordinates and lengths.
var wholes = [...][3]float64{{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {7, 24, 25}, {20, 21, 29}, {9, 40, 41}}

// drawWhole returns one of them, its coordinates in any order and with any signs.
func drawWhole(r *rand.Rand) (v [2]float64, length float64) {
	w := wholes[r.IntN(len(wholes))]
	if r.IntN(2) == 0 {
		w[0], w[1] = w[1], w[0]
	}
	for i := range v {
		v[i] = w[i] * float64(1-2*r.IntN(2))
	}
	return v, w[2]
}

// tangentEllipse draws an ellipse about the origin that has the normal n at the point y of its
// boundary. All numbers are whole multiples of unit.
func tangentEllipse(r *rand.Rand, n [2]float64, unit float64) (radii d2.Vec, y [2]float64) {
	p, length := drawWhole(r)
	var a [2]float64
	k := float64(1 + r.IntN(5))
	for i := range 2 { // the normal at the place with the coordinates p in radii is p/a
		p[i] = math.Copysign(p[i], n[i])
		a[i] = math.Abs(p[i]) * math.Abs(n[1-i]) * length * unit * k
		y[i] = a[i] * p[i] / length
	}
	return d2.Vec{X: a[0], Y: a[1]}, y
}

// tangents is a pair that touches, or of which the distance is the margin: b, at at, lies beyond
// the line across n through a point of a, or that far beyond it.
type tangents struct {
	a, b   d2.Convex
	at     [2]float64
	n      [2]float64
	margin float64
}

// drawTangents draws an ellipse and a body of some kind that touches it.
func drawTangents(t *testing.T, r *rand.Rand) (g tangents, kind string) {
	n, length := drawWhole(r)
	radii, y := tangentEllipse(r, n, length)
	g.a, g.n = d2.Ellipse{Radii: radii}, n
	plus := func(p [2]float64, f float64, v [2]float64) [2]float64 {
		return [2]float64{p[0] + f*v[0], p[1] + f*v[1]}
	}
	u := [2]float64{-n[1], n[0]} // across n
	polygon := func(p ...[2]float64) d2.Convex {
		var list []d2.Vec
		for _, q := range p {
			list = append(list, d2.Vec{X: q[0], Y: q[1]})
		}
		return must(d2.NewHull(list))(t)
	}
	far := float64(1 + r.IntN(1000))
	switch r.IntN(5) {
	case 0:
		radii, z := tangentEllipse(r, n, length)
		g.b, g.at = d2.Ellipse{Radii: radii}, plus(y, 1, z)
		return g, "ellipse"
	case 1:
		ball := float64(1+r.IntN(1000)) * length
		g.b, g.at = d2.Circle{Radius: ball}, plus(y, ball/length, n)
		switch r.IntN(4) {
		case 0: // a part of the radius on either side
			g.a, g.b = d2.Rounded{Core: g.a, R: ball / 2}, d2.Circle{Radius: ball / 2}
		case 1: // a part of the radius left to the margin
			g.b, g.margin = d2.Circle{Radius: ball / 4}, 0.75*ball
		case 2: // and taken back
			g.b, g.margin = d2.Circle{Radius: 2 * ball}, -ball
		}
		return g, "circle"
	case 2:
		g.b, g.at = polygon([2]float64{}, plus(n, far, u), plus(n, -2, u)), y
		return g, "corner"
	case 3:
		g.b, g.at = polygon(plus([2]float64{}, far, u), plus([2]float64{}, -2, u), plus(n, far, u)), y
		return g, "edge"
	}
	g.b, g.at = d2.Circle{}, y
	return g, "point"
}

// TestEllipsesTouchExactly: bodies that touch are found touching, turned, moved and scaled, in
// either order; moved along the normal by ever less they are apart or overlap. So are parts of
// compounds.
func TestEllipsesTouchExactly(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 8))
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	seen := map[string]int{}
	q := must(d2.NewQuery(d2.Options{}))(t)
	for range rounds {
		g, kind := drawTangents(t, r)
		turn := [][2]int64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}[r.IntN(4)]
		m := exactMotion{turn, [2]float64{float64(r.IntN(2001) - 1000), float64(r.IntN(2001) - 1000)}, r.IntN(40) - 20}
		for _, step := range []float64{0, 0x1p-3, 0x1p-12, 0x1p-20} {
			for sign := -1.0; sign <= 1; sign += 2 {
				at := [2]float64{g.at[0] + sign*step*g.n[0], g.at[1] + sign*step*g.n[1]}
				want := collide.Touching
				if step > 0 && sign > 0 {
					want = collide.Apart
				} else if step > 0 {
					want = collide.Overlapping
				}
				a, ok := m.place(t, g.a, [2]float64{})
				b, okB := m.place(t, g.b, at)
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
				for _, p := range [][2]*d2.Object{{a, b}, {b, a}, {pa, b}, {b, pa}}[:pairs] {
					ct := q.Distance(p[0], p[1], nil)
					rel := q.Relate(p[0], p[1], nil)
					margin := must(q.RelateMargin(p[0], p[1], math.Ldexp(g.margin, m.power), nil))(t)
					if margin != want || g.margin == 0 && (ct.Relation != want || rel != want) {
						t.Fatalf("%s, %v beside %v at %v, moved by %v: %v, %v and %v, not %v, in [%v, %v]",
							kind, g.a, g.b, at, m, ct.Relation, rel, margin, want, ct.Lower, ct.Upper)
					}
				}
			}
		}
	}
	for _, kind := range []string{"ellipse", "circle", "corner", "edge", "point"} {
		for _, rel := range []collide.Relation{collide.Touching, collide.Apart, collide.Overlapping} {
			if seen[kind+rel.String()] < rounds/20 {
				t.Errorf("%s, %v: %d pairs alone", kind, rel, seen[kind+rel.String()])
			}
		}
	}
}

// TestEllipsesTurned: the same pairs turned by any angle, where rounding leaves no touch, are apart
// or overlap where they were moved by more than it.
func TestEllipsesTurned(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 8))
	for range 500 {
		g, kind := drawTangents(t, r)
		rot := must(d2.NewAngle(7 * r.Float64()))(t)
		size := math.Hypot(g.at[0], g.at[1])
		a := placeOrFail(t, g.a, d2.Pose{Rot: rot})
		for _, want := range []collide.Relation{collide.Apart, collide.Overlapping} {
			step := math.Ldexp(size, -24-r.IntN(24)) / math.Hypot(g.n[0], g.n[1])
			if want == collide.Overlapping {
				step = -step
			}
			at := rot.Apply(d2.Vec{X: g.at[0] + step*g.n[0], Y: g.at[1] + step*g.n[1]})
			b := placeOrFail(t, g.b, d2.Pose{Pos: at, Rot: rot})
			for _, p := range [][2]*d2.Object{{a, b}, {b, a}} {
				if rel := must(d2.RelateMargin(p[0], p[1], g.margin))(t); rel != want {
					t.Fatalf("%s, %v beside %v at %v: %v, not %v", kind, g.a, g.b, b.Pose(), rel, want)
				}
			}
		}
	}
}

// loneCompound returns a compound of o alone, placed as o is: turned by a half turn, with its part
// turned back.
func loneCompound(t *testing.T, o *d2.Object) *d2.Object {
	half := must(d2.NewCosSin(-1, 0))(t)
	p := o.Pose()
	p.Rot = p.Rot.Mul(half)
	c := mustCompound(t, []d2.Part{{Shape: o.Shape(), Pose: d2.Pose{Rot: half}}})
	return placeOrFail(t, c, p)
}

// exactMotion is a turn, a shift and a scaling by a power of two.
type exactMotion struct {
	turn  [2]int64
	shift [2]float64
	power int
}

// place places a shape, scaled, at p after the motion; ok is false where a coordinate would have to
// be rounded.
func (m exactMotion) place(t *testing.T, s d2.Convex, p [2]float64) (*d2.Object, bool) {
	t.Helper()
	c, si := float64(m.turn[0]), float64(m.turn[1])
	at := [2]float64{c*p[0] - si*p[1] + m.shift[0], si*p[0] + c*p[1] + m.shift[1]}
	for i, want := range [2][2]float64{{c * p[0], -si * p[1]}, {si * p[0], c * p[1]}} {
		sum := new(big.Rat)
		for _, x := range []float64{want[0], want[1], m.shift[i]} {
			sum.Add(sum, new(big.Rat).SetFloat64(x))
		}
		if sum.Cmp(new(big.Rat).SetFloat64(at[i])) != 0 {
			return nil, false
		}
		at[i] = math.Ldexp(at[i], m.power)
	}
	f := func(x float64) float64 { return math.Ldexp(x, m.power) }
	v := func(x d2.Vec) d2.Vec { return d2.Vec{X: f(x.X), Y: f(x.Y)} }
	var scaled func(s d2.Convex) d2.Convex
	scaled = func(s d2.Convex) d2.Convex {
		switch s := s.(type) {
		case d2.Ellipse:
			return d2.Ellipse{Radii: v(s.Radii)}
		case d2.Circle:
			return d2.Circle{Radius: f(s.Radius)}
		case d2.Rounded:
			return d2.Rounded{Core: scaled(s.Core), R: f(s.R)}
		case *d2.Hull:
			var list []d2.Vec
			for _, p := range s.Vertices() {
				list = append(list, v(p))
			}
			return must(d2.NewHull(list))(t)
		}
		t.Fatal(s)
		return nil
	}
	rot := must(d2.NewCosSin(c, si))(t)
	o := must(d2.Place(scaled(s), d2.Pose{Pos: d2.Vec{X: at[0], Y: at[1]}, Rot: rot}))(t)
	return &o, true
}

// TestEllipseContains: a box with its corners on the ellipse lies in it and touches, both turned
// and moved, and grown or not; a smaller one lies inside, a larger one not.
func TestEllipseContains(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	for range 300 {
		n, length := drawWhole(r)
		radii, y := tangentEllipse(r, n, length)
		rot := must(d2.NewCosSin(0, -1))(t)
		pose := d2.Pose{Pos: d2.Vec{X: 1000, Y: -0.125}, Rot: rot}
		for i, want := range []collide.Containment{collide.Inside, collide.InsideTouching, collide.NotInside} {
			size := d2.Vec{X: math.Abs(2 * y[0]), Y: math.Abs(2 * y[1])}
			size.X += math.Ldexp(float64(i-1)*size.X, -r.IntN(30))
			var a, b d2.Convex = d2.Ellipse{Radii: radii}, d2.Box{Size: size}
			if r.IntN(2) == 0 {
				a, b = d2.Rounded{Core: a, R: 3}, d2.Rounded{Core: b, R: 3}
			}
			x, z := placeOrFail(t, a, pose), placeOrFail(t, b, pose)
			if got := d2.Contains(x, z); got != want {
				t.Fatalf("%v in %v: %v, not %v", b, a, got, want)
			}
		}
	}
}
