package d2

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/testkit/raced"
)

// proofPairs draw pairs whose depth the axis test finds.
var proofPairs = []struct {
	name string
	draw func(t *testing.T, r *rand.Rand) (a, b Convex)
}{
	{"polygons", func(t *testing.T, r *rand.Rand) (a, b Convex) {
		return mustHull(t, onCircle(r, 9+r.IntN(60))), mustHull(t, onCircle(r, 9+r.IntN(60)))
	}},
	{"many", func(t *testing.T, r *rand.Rand) (a, b Convex) {
		return mustHull(t, onCircle(r, 150)), mustHull(t, onCircle(r, 90+r.IntN(200)))
	}},
	{"equal", func(t *testing.T, r *rand.Rand) (a, b Convex) {
		h := mustHull(t, onCircle(r, 30))
		return h, h
	}},
	{"regular", func(t *testing.T, r *rand.Rand) (a, b Convex) { return regular(t, 24), regular(t, 36) }},
	{"box", func(t *testing.T, r *rand.Rand) (a, b Convex) {
		return mustHull(t, onCircle(r, 30)), Box{Size: Vec{0.5 + r.Float64(), 0.5 + r.Float64()}}
	}},
	{"sliver", func(t *testing.T, r *rand.Rand) (a, b Convex) {
		p := onCircle(r, 24)
		for i := range p {
			p[i].Y *= 1e-7
		}
		return mustHull(t, p), mustHull(t, onCircle(r, 24))
	}},
	{"rounded", func(t *testing.T, r *rand.Rand) (a, b Convex) {
		return Rounded{Core: mustHull(t, onCircle(r, 12)), R: 0.1}, mustHull(t, onCircle(r, 40))
	}},
}

// regular returns the polygon of n corners on the unit circle, whose edges tie.
func regular(t *testing.T, n int) *Hull {
	p := make([]Vec, n)
	for i := range p {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		p[i] = Vec{c, s}
	}
	return mustHull(t, p)
}

// pick returns less in short mode.
func pick(short, full int) int {
	if testing.Short() {
		return short
	}
	return full
}

// drift moves b a little, or not at all, or a lot.
func drift(t *testing.T, r *rand.Rand, b *Object, size float64) {
	step := math.Pow(10, -1.5-4*r.Float64())
	switch r.IntN(20) {
	case 0:
		step = 0
	case 1:
		step = 1e-15
	case 2:
		step = 0.5
	}
	turn, err := NewAngle(step * r.NormFloat64())
	if err != nil {
		t.Fatal(err)
	}
	s, c := math.Sincos(7 * r.Float64())
	p := b.pose.Pos.Add(Vec{c, s}.Scale(step * size))
	if p.Len() > size {
		p = p.Scale(0.5)
	}
	if err := b.Move(Pose{p, turn.Mul(b.pose.Rot)}); err != nil {
		t.Fatal(err)
	}
}

// TestProofFollows: along long ways, with jumps and stops, the answer from a proof has the bits of
// that from nothing, where the cores overlap, and no edge is less deep than a proof says. Many
// answers come from a proof.
func TestProofFollows(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(10, 7))
	var q, cold, toucher Query
	for _, kind := range proofPairs {
		deep, followed := 0, 0
		for range pick(10, 60) {
			x, y := kind.draw(t, r)
			a := mustPlace(t, x, Pose{Pos: Vec{r.Float64(), r.Float64()}, Rot: randomRot(r)})
			b := mustPlace(t, y, Pose{Pos: a.pose.Pos, Rot: randomRot(r)})
			if kind.name == "regular" {
				a, b = mustPlace(t, x, Pose{}), mustPlace(t, y, Pose{})
			}
			var own, twin, other Cache
			for step := range 200 {
				drift(t, r, b, a.radius+b.radius)
				want := cold.Distance(a, b, nil)
				got := q.Distance(a, b, &own)
				if got.Lower > want.Upper || want.Lower > got.Upper || got.Relation != want.Relation {
					t.Fatalf("%s, %v at %+v and %v at %+v, step %d:\n%+v, from nothing\n%+v", kind.name, x, a.pose, y, b.pose, step, got, want)
				}
				if want.Upper < 0 {
					deep++
					if p := &own.proof; p.block > 0 && p.moved > 0 && q.sat.a.t == p.ta {
						followed++
						if got.Iterations = want.Iterations; got != want && kind.name != "rounded" {
							t.Fatalf("%s, step %d: %+v, from nothing %+v", kind.name, step, got, want)
						}
						checkProof(t, fmt.Sprint(kind.name, ", step ", step), &q.sat, p)
					}
				}
				rel, mf := toucher.Touch(a, b, &other)
				if r, m := cold.Touch(a, b, nil); rel != r || mf != m && want.Upper < 0 && kind.name != "rounded" {
					t.Fatalf("%s, step %d: Touch %v %+v, from nothing %v %+v", kind.name, step, rel, mf, r, m)
				}
				back := q.Distance(b, a, &twin)
				if back.swap(); back.Lower != got.Lower || own != twin {
					t.Fatalf("%s, step %d: %+v, swapped %+v", kind.name, step, got, back)
				}
			}
		}
		if followed*6 < deep {
			t.Errorf("%s: %d of %d answers are from a proof", kind.name, followed, deep)
		}
	}
}

// checkProof holds each edge against the depth that the proof says.
func checkProof(t *testing.T, what string, s *satRun, p *proof) {
	t.Helper()
	n, size := len(s.x.edges), int(p.block)
	first := (n + size - 1) / size
	for i := range n + len(s.y.edges) {
		block, depth := i/size, 0.0
		if i < n {
			depth = s.a.depth(&s.x.edges[i], &s.y)
		} else {
			block, depth = first+(i-n)/size, s.b.depth(&s.y.edges[i-n], &s.x)
		}
		if p.key[block] > p.limit(depth) {
			t.Fatalf("%s: edge %d has the depth %v, its block the key %v after %v", what, i, depth, p.key[block], p.moved)
		}
	}
}

// TestProofOfAnother: a Cache with the proof of another pair, or of the same elsewhere, changes
// nothing.
func TestProofOfAnother(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 8))
	var q Query
	for range pick(200, 2000) {
		a := mustPlace(t, mustHull(t, onCircle(r, 20)), Pose{})
		b := mustPlace(t, mustHull(t, onCircle(r, 20)), Pose{Pos: Vec{0.2 * r.Float64(), 0}})
		var c Cache
		for range 3 {
			q.Distance(a, b, &c)
		}
		if c.proof.block == 0 {
			continue
		}
		side := 1 + r.Float64()
		box := mustPlace(t, Box{Size: Vec{side, side}}, Pose{})
		for range 3 {
			q.Distance(a, box, &c)
		}
		small := mustPlace(t, Box{Size: Vec{side, side - 0.2}}, Pose{})
		for i, pair := range [][2]*Object{{a, small}, {small, b}, {a, b}, {b, a}, {b, b}, {a, box}} {
			near, shift := *pair[1], 0.01*r.Float64()
			if i == 0 {
				shift = 0 // or the pair might be in another order
			}
			if err := near.Move(Pose{Vec{shift, 0}, near.pose.Rot}); err != nil {
				t.Fatal(err)
			}
			stale := c
			want, got := q.Distance(pair[0], &near, nil), q.Distance(pair[0], &near, &stale)
			if got.Iterations = want.Iterations; got != want && want.Upper < 0 {
				t.Fatalf("%v and %v: %+v, from nothing %+v", pair[0].Shape(), near.Shape(), got, want)
			}
		}
	}
}

// TestProofOnTheWay: the depth of no edge changes by more than the step.
func TestProofOnTheWay(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 9))
	h := mustHull(t, onCircle(r, 60))
	a, b := mustPlace(t, h, Pose{Rot: randomRot(r)}), mustPlace(t, h, Pose{Rot: randomRot(r)})
	most := 0.0
	for range 2000 {
		if err := b.Move(Pose{Vec{r.Float64(), r.Float64()}, randomRot(r)}); err != nil {
			t.Fatal(err)
		}
		var run run
		var s, moved satRun
		s.place(&run, a, b)
		p := proof{rot: s.b.rot, ta: s.a.t, tb: s.b.t}
		drift(t, r, b, 1)
		moved.place(&run, a, b)
		step := moved.step(&run.m, &p)
		for i := range s.x.edges {
			way := max(math.Abs(moved.a.depth(&s.x.edges[i], &s.y)-s.a.depth(&s.x.edges[i], &s.y)),
				math.Abs(moved.b.depth(&s.y.edges[i], &s.x)-s.b.depth(&s.y.edges[i], &s.x)))
			if way > step {
				t.Fatalf("a depth changed by %v, the step is %v", way, step)
			}
			if step > 0 {
				most = max(most, way/step)
			}
		}
	}
	if most < 0.7 {
		t.Errorf("no depth changed by more than %v of the step", most)
	}
}

// TestProofBreaksTies: of edges that are as deep, the first one answers, with a proof too.
func TestProofBreaksTies(t *testing.T) {
	var p []Vec
	for i := range 9 {
		y := float64(i) / 8
		x := 4 - y*y
		p = append(p, Vec{x, y}, Vec{-x, y}, Vec{x, -y}, Vec{-x, -y})
	}
	a, b := mustPlace(t, mustHull(t, p), Pose{}), mustPlace(t, mustHull(t, p), Pose{})
	var q Query
	var c Cache
	for i := range 50 {
		if err := b.Move(Pose{Pos: Vec{X: 0.01 * float64(i)}}); err != nil {
			t.Fatal(err)
		}
		if got, want := q.Distance(a, b, &c), q.Distance(a, b, nil); got != want {
			t.Fatalf("step %d: %+v, from nothing %+v", i, got, want)
		}
	}
	if c.proof.moved == 0 {
		t.Error("no answer is from a proof")
	}
}

// TestProofOfFacets: the memory of a facet is that of another one later, so it is no name.
func TestProofOfFacets(t *testing.T) {
	var f facetHull
	f.set(&[facetCorners]Vec{{}, {1, 0}, {0, 1}}, 3)
	if _, ok := mustPlace(t, &f.Hull, Pose{}).name(); ok {
		t.Error("a facet has a name")
	}
	if _, ok := mustPlace(t, regular(t, 12), Pose{}).name(); !ok {
		t.Error("a polygon has none")
	}
}

// TestProofOfFlatBoxes: a box without width is no segment of its length, though they are the same
// points, for their corners have other numbers and a Cache may go from one to the other.
func TestProofOfFlatBoxes(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 12))
	var q, cold Query
	for range pick(60, 600) {
		a := mustPlace(t, mustHull(t, onCircle(r, 9+r.IntN(60))), Pose{Rot: randomRot(r)})
		l := math.Exp(r.NormFloat64())
		flat := mustPlace(t, Box{Vec{l, 0}}, Pose{Pos: Vec{X: 0.1 * r.Float64()}, Rot: randomRot(r)})
		line := mustPlace(t, Capsule{Height: l}, flat.pose)
		x, _ := flat.name()
		if y, _ := line.name(); x == y {
			t.Fatal("both have one name")
		}
		var c Cache
		for i := range 21 {
			b := flat
			if i%3 == 2 {
				b = line
			}
			if err := b.Move(flat.pose); err != nil {
				t.Fatal(err)
			}
			got, want := q.Distance(a, b, &c), cold.Distance(a, b, nil)
			if got.Lower > want.Upper || want.Lower > got.Upper || got.Relation != want.Relation {
				t.Fatalf("%+v, from nothing %+v", got, want)
			}
			if i%4 == 3 {
				drift(t, r, flat, 0.01)
			}
		}
	}
}
