package bvh

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// answer is what a search hands out: an item or a pair of items, and its bound.
type answer struct {
	i, j  int32
	bound float64
}

// again is a search of each kind that may be started anew. Start is given the number of a world,
// which is a pair of trees with several items a leaf.
type again struct {
	start func(world int)
	next  func(limit float64) (answer, bool)
}

// searches returns a fresh search of each kind over the trees of the worlds.
func searches[B Box](as, bs []*Tree[B], ats [][3]float64) map[string]again {
	var (
		within  Within[B]
		pairs   Pairs[B]
		along   Along[B]
		beside  Along[B] // a ray across one axis
		closest Closest[B]
		nearest Nearest[B]
		soonest Soonest[B]
		around  Around[B]
		tree    *Tree[B]
		zero    B
		at      [3]float64
	)
	gap := func(b *B) float64 {
		var p B
		for k := range len(p) {
			p[k] = at[k%(len(p)/2)]
		}
		return boxGap(b, &p, [3]float64{})
	}
	moved := func(n, m *B, from float64) float64 { // the second tree comes from afar
		far := *m
		for k := range len(far) {
			far[k] += 9
		}
		return max(from, min(meetTime(n, &far, [3]float64{-at[0], -at[1], -at[2]}), 100))
	}
	world := func(w int) (*Tree[B], *Tree[B]) { at = ats[w]; return as[w], bs[w] }
	return map[string]again{
		"within": {func(w int) { a, _ := world(w); within.Start(a, &zero) }, func(float64) (answer, bool) {
			i, ok := within.Next()
			return answer{i, 0, 0}, ok
		}},
		"pairs": {func(w int) { a, b := world(w); pairs.Start(a, b, &identity, at, 0, 3) }, func(float64) (answer, bool) {
			i, j, ok := pairs.Next()
			return answer{i, j, 0}, ok
		}},
		"along": {func(w int) { a, _ := world(w); along.Start(a, [3]float64{-1, -1, -1}, at, inf) }, func(limit float64) (answer, bool) {
			i, from, ok := along.Next(limit)
			return answer{i, 0, from}, ok
		}},
		"beside": {func(w int) {
			a, _ := world(w)
			beside.Start(a, [3]float64{2, -1, -1}, [3]float64{0, at[1], at[2]}, inf)
		}, func(limit float64) (answer, bool) {
			i, from, ok := beside.Next(limit)
			return answer{i, 0, from}, ok
		}},
		"closest": {func(w int) { a, b := world(w); closest.Start(a, b, &identity, at, 0) }, func(limit float64) (answer, bool) {
			i, j, bound, ok := closest.Next(limit)
			return answer{i, j, bound}, ok
		}},
		"nearest": {func(w int) { a, _ := world(w); nearest.Start(a, gap) }, func(limit float64) (answer, bool) {
			i, bound, ok := nearest.Next(limit, gap)
			return answer{i, 0, bound}, ok
		}},
		"soonest": {func(w int) { a, b := world(w); soonest.Start(a, b, 0) }, func(limit float64) (answer, bool) {
			i, j, bound, ok := soonest.Next(limit, moved)
			return answer{i, j, bound}, ok
		}},
		"around": {func(w int) { tree, _ = world(w); around.Start(wideOf(tree), &at) }, func(limit float64) (answer, bool) {
			i, ok := around.Next(limit)
			if !ok {
				return answer{}, false
			}
			return answer{i, 0, gap(tree.leafBox(i)) - 1e-12}, true
		}},
	}
}

// worlds returns some pairs of trees with several items a leaf. The first two have items, of the
// others but one of them has, or none.
func worlds[B Box](rng *rand.Rand) (as, bs []*Tree[B], ats [][3]float64) {
	for w := range 5 {
		var a, b Tree[B]
		if w < 3 {
			a.BuildLeaves(random[B](rng, "lattice", 20+rng.IntN(20)), 5)
		}
		if w < 2 || w == 3 {
			b.BuildLeaves(random[B](rng, "lattice", 20+rng.IntN(20)), 5)
		}
		as, bs = append(as, &a), append(bs, &b)
		ats = append(ats, [3]float64{1 + 2*rng.Float64(), 1 + 2*rng.Float64(), 1 + 2*rng.Float64()})
	}
	return as, bs, ats
}

// TestStartForgets: a search that is started anew answers as a fresh one does, wherever the one
// before was broken off: among the items of a leaf too.
func TestStartForgets(t *testing.T) {
	testStartForgets[[4]float64](t)
	testStartForgets[[6]float64](t)
}

func testStartForgets[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1))
	for turn := range 40 {
		as, bs, ats := worlds[B](rng)
		for kind := range searches(as, bs, ats) {
			used := searches(as, bs, ats)[kind]
			for range 6 {
				w := rng.IntN(len(as))
				fresh := searches(as, bs, ats)[kind]
				used.start(w)
				fresh.start(w)
				stop := 1 + rng.IntN(60)
				for k := range stop {
					got, more := used.next(9)
					want, ok := fresh.next(9)
					if got != want || more != ok {
						t.Fatalf("%s, turn %d: answer %d is %v, %v, of a fresh search %v, %v", kind, turn, k, got, more, want, ok)
					}
					if !ok { // and it stays at the end
						_, one := used.next(9)
						if _, two := used.next(9); one || two {
							t.Fatalf("%s, turn %d: an answer after the last", kind, turn)
						}
						break
					}
				}
			}
		}
	}
}

// TestLimitFalls: a limit that falls while the items of a leaf are handed out holds for the rest of
// them, and what is within the least limit is found. What is in the order of bounds stays there.
func TestLimitFalls(t *testing.T) {
	testLimitFalls[[4]float64](t)
	testLimitFalls[[6]float64](t)
}

func testLimitFalls[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 2))
	kinds := []string{"along", "beside", "closest", "nearest", "soonest", "around"}
	for turn := range 60 {
		as, bs, ats := worlds[B](rng)
		for _, kind := range kinds {
			name := fmt.Sprintf("%s, turn %d", kind, turn)
			w := rng.IntN(2)
			all := searches(as, bs, ats)[kind]
			all.start(w)
			var every []answer
			for x, ok := all.next(9); ok; x, ok = all.next(9) {
				every = append(every, x)
			}
			if len(every) == 0 {
				continue
			}
			s := searches(as, bs, ats)[kind]
			s.start(w)
			limit, last := 9.0, -inf
			var got []answer
			for {
				x, ok := s.next(limit)
				if !ok {
					break
				}
				if x.bound > limit {
					t.Fatalf("%s: the bound %v is above the limit %v", name, x.bound, limit)
				}
				if (kind == "nearest" || kind == "soonest") && x.bound < last {
					t.Fatalf("%s: the bound %v after %v", name, x.bound, last)
				}
				got, last = append(got, x), x.bound
				if rng.IntN(4) == 0 { // to what was there, or a little less
					limit = min(limit, every[rng.IntN(len(every))].bound-float64(rng.IntN(2))*1e-9)
				}
			}
			for _, x := range every {
				same := func(y answer) bool { return x.i == y.i && x.j == y.j }
				if kind != "around" && x.bound <= limit && !slices.ContainsFunc(got, same) {
					t.Fatalf("%s: %v is within the limit %v", name, x, limit)
				}
			}
		}
	}
}

// TestTowardHolds: how far two boxes are apart along the direction of a search is never above what
// it is in 300 bits, wherever they are and whichever is larger.
func TestTowardHolds(t *testing.T) {
	testTowardHolds[[4]float64](t)
	testTowardHolds[[6]float64](t)
}

func testTowardHolds[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 4))
	var none B
	dim := len(none) / 2
	big1 := func(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }
	dot := func(x, y [3]*big.Float) *big.Float {
		s := big1(0)
		for k := range dim {
			s.Add(s, big1(0).Mul(x[k], y[k]))
		}
		return s
	}
	wide := func(x [3]float64) [3]*big.Float { return [3]*big.Float{big1(x[0]), big1(x[1]), big1(x[2])} }
	near := 0
	for range 2000 {
		exact, rot := bigRot(rng, dim)
		boxes := random[B](rng, "everyday", 2)
		for i := range boxes {
			scale := math.Ldexp(1, rng.IntN(40)-20)
			for k := range len(none) {
				boxes[i][k] = float64(boxes[i][k] * scale)
			}
		}
		var at, n [3]float64
		for k := range dim {
			at[k], n[k] = math.Ldexp(rng.NormFloat64(), rng.IntN(40)-20), rng.NormFloat64()
		}
		l := far3(n, [3]float64{})
		for k := range n {
			n[k] /= l
		}
		var a, b Tree[B]
		a.Single(boxes[0])
		b.Single(boxes[1])
		var s Closest[B]
		s.Start(&a, &b, &rot, at, 0)
		s.Toward(n)
		var back [3]*big.Float // n in the frame of b
		for k := range dim {
			back[k] = dot([3]*big.Float{exact[0][k], exact[1][k], exact[2][k]}, wide(n))
		}
		least := dot(wide(at), wide(n))
		first, second := big1(inf), big1(-inf)
		for _, p := range corners(boxes[1], dim) {
			if x := dot(wide(p), back); x.Cmp(first) < 0 {
				first = x
			}
		}
		for _, p := range corners(boxes[0], dim) {
			if x := dot(wide(p), wide(n)); x.Cmp(second) > 0 {
				second = x
			}
		}
		least.Add(least, first.Sub(first, second))
		got := s.along(&boxes[0], &boxes[1])
		if off, _ := big1(got).Sub(big1(got), least).Float64(); off > 0 {
			t.Fatalf("%v, %v at %v: %v above the gap along %v", boxes[0], boxes[1], at, off, n)
		} else if off > -2*s.rel.pad {
			near++
		}
	}
	if near < 2000 {
		t.Errorf("%d bounds are within twice the pad", near)
	}
}

// TestTowardSplits: the children of a pair of boxes have the bounds along the direction of a
// search, whichever of the two is split.
func TestTowardSplits(t *testing.T) {
	testTowardSplits[[4]float64](t)
	testTowardSplits[[6]float64](t)
}

func testTowardSplits[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 6))
	var none B
	dim := len(none) / 2
	for range 60 {
		_, rot := bigRot(rng, dim)
		var a, b Tree[B]
		a.Build(random[B](rng, "everyday", 20))
		b.Build(random[B](rng, "everyday", 20))
		var at, n [3]float64
		for k := range dim {
			at[k] = 20 * rng.NormFloat64()
			n[k] = at[k] + rng.NormFloat64()
		}
		l := far3(n, [3]float64{}) * (1 + 0x1p-50)
		for k := range n {
			n[k] /= l
		}
		var s Closest[B]
		s.Start(&a, &b, &rot, at, 0)
		s.Toward(n)
		var f fixed
		f.set(&s.rel, inf)
		check := func(list ...entry) {
			for _, e := range list {
				if want := s.along(a.box(e.a), b.box(e.b)); !(e.bound >= want-s.rel.pad) {
					t.Fatalf("%v and %v at %v: %v, and %v apart along %v", *a.box(e.a), *b.box(e.b), at, e.bound, want, n)
				}
			}
		}
		for i := range int32(2 * len(a.nodes)) {
			for j := range int32(2 * len(b.nodes)) {
				if i == 1 || j == 1 {
					continue // no box
				}
				k, h := a.kid(i), b.kid(j)
				if k >= 0 {
					l, r := entry{-inf, 2 * k, j}, entry{-inf, 2*k + 1, j}
					s.splitFirst(&f, &l, &r, inf)
					check(l, r)
				}
				if h >= 0 {
					l, r := entry{-inf, i, 2 * h}, entry{-inf, i, 2*h + 1}
					s.splitSecond(&f, &l, &r, inf)
					check(l, r)
				}
			}
		}
	}
}

// end returns how far the turned box in a slot reaches along v from the origin of its tree's frame.
func (t *Turned) end(slot int32, v [3]float64) float64 {
	b := &t.boxes[slot]
	m := b.Axes()
	far := 0.0
	for k := range 3 {
		far += v[k]*(t.origin[k]+float64(b.C[k])*t.unit) + math.Abs(dot3(&m[k], &v))*float64(b.H[k])*t.unit
	}
	return far
}

// TestTowardTurned: a search by turned boxes that is told a direction takes the bounds along it,
// for the children of either tree, and of both at once.
func TestTowardTurned(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 5))
	told := 0
	for range 60 {
		one, two := drawTriangles(rng, "everyday", 30), drawTriangles(rng, "everyday", 30)
		a, x := one.tree(2)
		b, y := two.tree(2)
		_, rot := bigRot(rng, 3)
		at := [3]float64{6 * rng.NormFloat64(), 6 * rng.NormFloat64(), 6 * rng.NormFloat64()}
		n := [3]float64{at[0] + rng.NormFloat64(), at[1] + rng.NormFloat64(), at[2] + rng.NormFloat64()}
		l := far3(n, [3]float64{}) * (1 + 0x1p-50)
		for k := range n {
			n[k] /= l
		}
		var s, blind Closest[[6]float64]
		s.StartTurned(a, b, x, y, &rot, at, 0)
		blind.StartTurned(a, b, x, y, &rot, at, 0)
		s.Toward(n)
		back := [3]float64{ // against n, in the frame of b
			-(rot[0][0]*n[0] + rot[1][0]*n[1] + rot[2][0]*n[2]),
			-(rot[0][1]*n[0] + rot[1][1]*n[1] + rot[2][1]*n[2]),
			-(rot[0][2]*n[0] + rot[1][2]*n[1] + rot[2][2]*n[2]),
		}
		check := func(e, other entry) {
			want := dot3(&n, &at) - y.end(e.b, back) - x.end(e.a, n)
			if !(e.bound >= want-1e-5*(1+math.Abs(want))) {
				t.Fatalf("boxes %d and %d: %v, and %v apart along %v", e.a, e.b, e.bound, want, n)
			}
			if want > other.bound+1e-5*(1+math.Abs(want)) {
				told++
			}
		}
		for _, i := range slots(a) {
			for _, j := range slots(b) {
				k, h := a.kid(i), b.kid(j)
				if k >= 0 {
					l, r := entry{-inf, 2 * k, j}, entry{-inf, 2*k + 1, j}
					u, v := l, r
					s.splitFirst(nil, &l, &r, inf)
					blind.splitFirst(nil, &u, &v, inf)
					check(l, u)
					check(r, v)
				}
				if h >= 0 {
					l, r := entry{-inf, i, 2 * h}, entry{-inf, i, 2*h + 1}
					u, v := l, r
					s.splitSecond(nil, &l, &r, inf)
					blind.splitSecond(nil, &u, &v, inf)
					check(l, u)
					check(r, v)
				}
				if k >= 0 && h >= 0 {
					s.queue, s.under = s.queue[:0], s.under[:0]
					l, r := s.splitBoth(nil, entry{-inf, i, j}, inf)
					for _, e := range append(append([]entry{l, r}, s.under...), s.queue...) {
						check(e, entry{bound: inf})
					}
				}
			}
		}
	}
	if told < 1000 {
		t.Errorf("the direction tells more of %d pairs alone", told)
	}
}
