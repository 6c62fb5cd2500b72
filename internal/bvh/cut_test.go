package bvh

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/lanes"
)

// cut makes the turned boxes of the triangles anew, with a turn of their own, and cut boxes.
func (l triangles) cut(rng *rand.Rand, tree *Tree[[6]float64], x *Turned) {
	turn := [4]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
	x.Fit(tree, func(item int32, list [][3]float64) [][3]float64 { return append(list, l[item][:]...) },
		func(int32) [4]float64 { return turn })
}

// A cut box holds the corners of all that is below it, and along each of its directions no more but
// for single precision.
func TestCutBoxesHold(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 1))
	for _, kind := range triangleKinds {
		for _, n := range []int{1, 2, 7, 100, 400} {
			list := drawTriangles(rng, kind, n)
			tree, x := list.tree(1 + rng.IntN(4))
			if x.cuts != nil {
				t.Fatal("a surface has cut boxes")
			}
			list.cut(rng, tree, x)
			for _, s := range slots(tree) {
				for k := range 2*lanes.CutMiddle + 1 {
					most := -inf
					for _, item := range below(tree, s) {
						for _, p := range list[item] {
							far := 0.0
							for i, d := range [3]int{k%3 - 1, k/3%3 - 1, k/9 - 1} {
								far += float64(d) * ((p[i] - x.origin[i]) / x.unit)
							}
							most = max(most, far)
						}
					}
					if got := float64(x.cuts[s][k]); got < most || got > most+0x1p-21 {
						t.Fatalf("%s, %d: box %d reaches %v along %d, what is in it %v", kind, n, s, got, k, most)
					}
				}
			}
		}
	}
}

// No bound of two cut boxes is greater than the distance of two points in them, and of many that
// are apart it is nearly that.
func TestCutBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 2))
	tight := 0
	for turn := range 300 {
		kind := triangleKinds[turn%len(triangleKinds)]
		one, two := drawTriangles(rng, kind, 1+rng.IntN(20)), drawTriangles(rng, kind, 1+rng.IntN(20))
		a, x := one.tree(1)
		b, y := two.tree(1)
		one.cut(rng, a, x)
		two.cut(rng, b, y)
		far := math.Ldexp(1, rng.IntN(6))
		rot, at := drawTurn(rng), [3]float64{far * rng.NormFloat64(), far * rng.NormFloat64(), far * rng.NormFloat64()}
		var s Closest[[6]float64]
		s.StartTurned(a, b, x, y, &rot, at, 0)
		if x.cuts == nil || y.cuts == nil {
			t.Fatal("no cut boxes")
		}
		s.turned.second.Within(inf, s.turned.pad)
		check := func(i, j int32, bound float64) {
			least := inf
			for _, p := range below(a, i) {
				for _, q := range below(b, j) {
					for k := range 9 {
						least = min(least, far3(one[p][k/3], place(&rot, at, two[q][k%3])))
					}
				}
			}
			if bound > least {
				t.Fatalf("%s %d: the bound %v of the distance %v", kind, turn, bound, least)
			}
			if bound > 0.9*least {
				tight++
			}
		}
		for _, i := range slots(a) {
			for _, j := range slots(b) {
				k, h := a.kid(i), b.kid(j)
				if k >= 0 {
					l, r := entry{-inf, 2 * k, j}, entry{-inf, 2*k + 1, j}
					s.turned.cutFirst(&l, &r)
					check(l.a, l.b, l.bound)
					check(r.a, r.b, r.bound)
				}
				if h >= 0 {
					l, r := entry{-inf, i, 2 * h}, entry{-inf, i, 2*h + 1}
					s.turned.cutSecond(&l, &r)
					check(l.a, l.b, l.bound)
					check(r.a, r.b, r.bound)
				}
				if k < 0 && h < 0 {
					check(i, j, s.turned.ofLeaves(entry{-inf, i, j}))
				}
				if k >= 0 && h >= 0 {
					s.queue, s.under = s.queue[:0], s.under[:0]
					l, r := s.cutBoth(entry{-inf, i, j}, inf)
					for _, e := range append(append([]entry{l, r}, s.under...), s.queue...) {
						check(e.a, e.b, e.bound)
					}
				}
			}
		}
	}
	if tight < 10000 {
		t.Errorf("%d bounds are near the distance", tight)
	}
}

// Boxes with one middle have no line between them.
func TestCutBoxesAboutOnePoint(t *testing.T) {
	list := triangles{{{-1, 0, 0}, {1, 0, 0}, {0, 0, 0}}, {{0, -1, 0}, {0, 1, 0}, {0, 0, 0}}}
	tree, x := list.tree(1)
	list.cut(rand.New(rand.NewPCG(20, 3)), tree, x)
	var s Closest[[6]float64]
	s.StartTurned(tree, tree, x, x, &[3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, [3]float64{}, 0)
	s.turned.second.Within(inf, s.turned.pad)
	if got := s.turned.ofRoots(); !math.IsInf(got, -1) {
		t.Errorf("a bound of %v", got)
	}
	if got := s.turned.ofLeaves(entry{-inf, 2 * tree.kid(0), 2*tree.kid(0) + 1}); got > 0 {
		t.Errorf("lines that cross are %v apart", got)
	}
}

// A search without turned boxes does not see those of the one before.
func TestStartForgetsCuts(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 4))
	list := drawTriangles(rng, "everyday", 20)
	tree, x := list.tree(1)
	list.cut(rng, tree, x)
	rot, at := drawTurn(rng), [3]float64{20, 0, 0}
	var used, fresh Closest[[6]float64]
	used.StartTurned(tree, tree, x, x, &rot, at, 0)
	if used.Next(inf); !used.cut {
		t.Fatal("no cut boxes")
	}
	used.Start(tree, tree, &rot, at, 0)
	fresh.Start(tree, tree, &rot, at, 0)
	for {
		i, j, bound, ok := used.Next(inf)
		k, l, want, more := fresh.Next(inf)
		if i != k || j != l || bound != want || ok != more {
			t.Fatalf("%d, %d at %v, %v, want %d, %d at %v, %v", i, j, bound, ok, k, l, want, more)
		}
		if !ok {
			break
		}
	}
}
