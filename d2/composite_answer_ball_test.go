package d2

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/pairs"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// bodyOfParts draws a body of parts for balls: boxes alone, any convex shapes, half-spaces among
// them, chains of both kinds, a grid, or compounds in one another.
func bodyOfParts(t *testing.T, r *rand.Rand, kind int) Shape {
	t.Helper()
	var parts []Part
	var points []Vec
	for range 3 + r.IntN(40) {
		v := randomPoint(r)
		pose := Pose{v.Scale(2), randomRot(r)}
		if r.IntN(3) == 0 { // on a lattice, so that several parts are as near
			pose = Pose{Pos: Vec{math.Round(v.X), math.Round(v.Y)}.Scale(2)}
		}
		points = append(points, pose.Pos)
		size := Vec{0.2 + r.Float64(), 0.2 + r.Float64()}
		var s Shape = Box{Size: size}
		if kind > 0 {
			hull := mustHull(t, []Vec{randomPoint(r), randomPoint(r), randomPoint(r), randomPoint(r), randomPoint(r)})
			s = []Shape{
				s,
				Circle{Radius: size.X},
				Capsule{Radius: size.X / 4, Height: size.Y},
				hull,
				Rounded{Core: Box{Size: size}, R: 0.1},
				Ellipse{Radii: size.Scale(0.5)},
			}[r.IntN(6)]
		}
		parts = append(parts, Part{Shape: s, Pose: pose})
	}
	switch kind {
	case 2:
		parts = append(parts, Part{Shape: HalfSpace{Normal: Vec{0.6, 0.8}, Offset: -3}})
	case 3, 4:
		c, err := NewChain(points, ChainOptions{Closed: r.IntN(2) == 0, OneSided: kind == 4})
		if err != nil {
			t.Fatal(err)
		}
		return c
	case 5:
		rows := make([][]bool, 5)
		for i := range rows {
			for range 6 {
				rows[i] = append(rows[i], r.IntN(2) == 0)
			}
		}
		rows[2][3] = true
		g, err := NewGrid(Vec{1, 0.7}, rows)
		if err != nil {
			t.Fatal(err)
		}
		return g
	case 6:
		parts = append(parts, Part{Shape: bodyOfParts(t, r, r.IntN(6)), Pose: Pose{randomPoint(r), randomRot(r)}})
	}
	c, err := NewCompound(parts)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestNearBall holds the answer about a ball and a body of parts, told by way of the centre, to
// that by pairs of parts: the same part, also of several as near, the same relation, and brackets
// with a point in common that are no wider than their rounding. Most pairs are told so.
func TestNearBall(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(31, 15))
	var q, slow Query
	q.set(Options{})
	slow.set(Options{Algorithm: collide.GJK}) // which goes by pairs
	asked, told, behind := 0, 0, 0
	for turn := range 6000 {
		kind := turn % 7
		ball := Circle{Radius: []float64{0, 1e-9, 0.1, 1, 30}[r.IntN(5)]}
		at := randomPoint(r).Scale([]float64{0, 1, 3, 30}[r.IntN(4)])
		if r.IntN(4) == 0 {
			at = Vec{math.Round(at.X), math.Round(at.Y)}
		}
		base := Pose{randomPoint(r), randomRot(r)}
		x, y := mustPlace(t, bodyOfParts(t, r, kind), base), mustPlace(t, ball, Pose{Pos: base.Apply(at)})
		if r.IntN(2) == 0 {
			x, y = y, x
		}
		got := q.Distance(x, y, nil)
		q.parts.start(x, y)
		asked++
		if q.parts.nearBall(&q.solver) {
			told++
			best := q.parts.found.Best
			q.parts.start(x, y)
			q.parts.all(&q.solver, math.Inf(1), pairs.Never, nil)
			if q.parts.found.Best != best {
				t.Fatalf("turn %d: part %d, by pairs %d", turn, best.I, q.parts.found.Best.I)
			}
			q.parts.start(x, y)
			q.parts.nearBall(&q.solver)
		}
		size := big1(at) + ball.Radius + 10
		if low, ok := q.parts.ballBehind(&q.solver); ok && got.Relation == collide.Overlapping {
			behind++
			// The hull's own bound is off by what a direction is, where that comes from the solver.
			if want := q.parts.hulls(&q.solver); math.Abs(low-want) > 1e-9*size {
				t.Fatalf("turn %d: the hull is at %v or more, by planes %v", turn, want, low)
			}
		}
		ct := slow.Distance(x, y, nil)
		if got.Relation != ct.Relation && got.Relation != collide.Undecided && ct.Relation != collide.Undecided {
			t.Fatalf("turn %d: %v, by pairs %v", turn, got.Relation, ct.Relation)
		}
		if got.Lower > ct.Upper || got.Upper < ct.Lower {
			t.Fatalf("turn %d: [%v, %v], by pairs [%v, %v]", turn, got.Lower, got.Upper, ct.Lower, ct.Upper)
		}
		if !(got.Lower <= got.Distance && got.Distance <= got.Upper) {
			t.Fatalf("turn %d: %v is not in [%v, %v]", turn, got.Distance, got.Lower, got.Upper)
		}
		if wide := float64(512 * unit * size); got.Relation == collide.Apart && got.Upper-got.Lower > (ct.Upper-ct.Lower)+wide {
			t.Fatalf("turn %d: a bracket of %v, by pairs %v", turn, got.Upper-got.Lower, ct.Upper-ct.Lower)
		}
		if tol := float64(1e-9 * size); math.Abs(got.Distance-ct.Distance) > tol {
			t.Fatalf("turn %d: %v, by pairs %v", turn, got.Distance, ct.Distance)
		}
	}
	if told < asked*7/10 { // chains of one side are asked by pairs
		t.Errorf("%d of %d told by the centre", told, asked)
	}
	if behind < 300 {
		t.Errorf("%d bounds by planes", behind)
	}
}

// TestNearBrick holds the short way of a ball to the long one, bit for bit: over all sizes of
// tables, bodies that are far from the origin of the world, balls from points to much larger ones,
// lattices with parts as near, and a Cache.
func TestNearBrick(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(5, 27))
	var q Query
	q.set(Options{})
	told, asked, turned := 0, 0, 0
	for turn := range 3000 {
		base := Pose{randomPoint(r).Scale([]float64{0, 1, 1e6}[r.IntN(3)]), randomRot(r)}
		if r.IntN(2) == 0 {
			base.Rot = Rot{}
		}
		body := bricks(t, r, []int{1, 3, 9, 14, 60, 400}[turn%6], r.IntN(5), r.IntN(3) == 0)
		radius := []float64{0, 1e-9, 0.1, 1, 30, 1e10}[r.IntN(6)]
		at := randomPoint(r).Scale([]float64{0, 1, 3, 30}[r.IntN(4)])
		if r.IntN(4) == 0 {
			at = at.rounded()
		}
		x := mustPlace(t, body, base)
		y := mustPlace(t, Circle{Radius: radius}, Pose{base.Apply(at), randomRot(r)})
		if r.IntN(2) == 0 {
			x, y = y, x
		}
		var got, want Contact
		var c, d Cache
		if asked++; !q.parts.nearBrick(&q.solver, x, y, &c, &got) {
			continue
		}
		told++
		if got.Relation == collide.Apart && base.Rot != (Rot{}) {
			turned++
		}
		q.parts.distance(&q.solver, x, y, true, &d, &want)
		if c != d {
			t.Fatalf("turn %d: the Cache is %v, want %v", turn, c, d)
		}
		if got != want {
			t.Fatalf("turn %d: %+v, want %+v", turn, got, want)
		}
	}
	if told < asked*7/10 || turned < asked/8 {
		t.Errorf("%d of %d told, %d turned and apart", told, asked, turned)
	}
}

// TestBallApartByRounding asks about points and balls that are apart from a body of parts by less
// than the bracket is wide: the bounds of the parts beside the nearest one, which are below zero
// there, are no bounds of the answer.
func TestBallApartByRounding(t *testing.T) {
	t.Parallel()
	c, err := NewChain([]Vec{{0, 0}, {0.1, 0.1}, {0.3, 0.1}}, ChainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewGrid(Vec{0.1, 0.1}, [][]bool{{true, false}, {false, true}})
	if err != nil {
		t.Fatal(err)
	}
	apart := 0
	for _, body := range []Shape{c, g} {
		x := mustPlace(t, body, Pose{Pos: Vec{-0.30000000000000004, -0.30000000000000004}})
		for i := range 64 {
			off := Vec{float64(i % 8), float64(i / 8)}.Scale(0x1p-54)
			at := Vec{-0.20000000000000007, -0.20000000000000004}.Add(off)
			ct := Distance(x, mustPlace(t, Circle{}, Pose{Pos: at}))
			if ct.Relation != collide.Apart {
				continue
			}
			if apart++; ct.Lower < 0 || ct.Upper <= 0 || ct.Distance < ct.Lower || ct.Distance > ct.Upper {
				t.Errorf("%T and %v: apart, %v in [%v, %v]", body, at, ct.Distance, ct.Lower, ct.Upper)
			}
		}
	}
	if apart < 16 {
		t.Errorf("%d points apart", apart)
	}
}
