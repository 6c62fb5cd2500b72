package bvh

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/internal/testkit/climb"
)

// triangles are the items of trees with turned boxes.
type triangles [][3][3]float64

// drawTriangles returns n triangles of a kind, each hard in its own way.
func drawTriangles(rng *rand.Rand, kind string, n int) (list triangles) {
	for range n {
		var t [3][3]float64
		c := [3]float64{4 * rng.Float64(), 4 * rng.Float64(), 4 * rng.Float64()}
		for i := range t {
			p := &t[i]
			switch kind {
			case "everyday":
				*p = [3]float64{c[0] + rng.Float64(), c[1] + rng.Float64(), c[2] + rng.Float64()}
			case "patch": // of a smooth surface
				x, y := c[0]+0.1*rng.Float64(), c[1]+0.1*rng.Float64()
				*p = [3]float64{x, y, x + 2*y + 0.01*x*y}
			case "lattice":
				*p = [3]float64{float64(rng.IntN(4)), float64(rng.IntN(4)), float64(rng.IntN(4))}
			case "slivers":
				x := c[0] + rng.Float64()
				*p = [3]float64{x, 2 * x, 3*x + 0x1p-40*rng.Float64()}
			case "far": // from the origin
				*p = [3]float64{1e9 + c[0] + rng.Float64(), 1e9 + c[1], c[2] - 1e9}
			case "sizes":
				s := math.Ldexp(1, rng.IntN(40)-39)
				*p = [3]float64{c[0]*s + s*rng.Float64(), c[1] * s, s * rng.Float64()}
			}
		}
		list = append(list, t)
	}
	return list
}

var triangleKinds = []string{"everyday", "patch", "lattice", "slivers", "far", "sizes"}

// tree returns the tree of the triangles and its turned boxes.
func (l triangles) tree(leaf int) (tree *Tree[[6]float64], x *Turned) {
	boxes := make([][6]float64, len(l))
	for i, t := range l {
		boxes[i] = [6]float64{inf, inf, inf, -inf, -inf, -inf}
		for _, p := range t {
			b := [6]float64{p[0], p[1], p[2], p[0], p[1], p[2]}
			extend(&boxes[i], &b)
		}
	}
	tree, x = new(Tree[[6]float64]), new(Turned)
	tree.BuildLeaves(boxes, leaf)
	x.Fit(tree, func(item int32, list [][3]float64) [][3]float64 { return append(list, l[item][:]...) }, nil)
	return tree, x
}

// below returns the items below a slot.
func below(tree *Tree[[6]float64], slot int32) []int32 {
	k := tree.kid(slot)
	if k < 0 {
		return tree.run(k)
	}
	return append(append([]int32{}, below(tree, 2*k)...), below(tree, 2*k+1)...)
}

// slotOf returns the slot of the leaf that holds an item.
func (t *Tree[B]) slotOf(item int32) int32 {
	for i := range t.nodes {
		for side, k := range t.nodes[i].kid {
			if k < 0 && slices.Contains(t.run(k), item) {
				return int32(2*i + side)
			}
		}
	}
	return none
}

// slots returns the slots of all boxes.
func slots(tree *Tree[[6]float64]) (list []int32) {
	list = []int32{0}
	for i := 0; i < len(list); i++ {
		if k := tree.kid(list[i]); k >= 0 {
			list = append(list, 2*k, 2*k+1)
		}
	}
	return list
}

// A turned box holds the corners of all that is below it, and has no more surface than the box
// along the axes, but for single precision.
func TestTurnedBoxesHold(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, kind := range triangleKinds {
		for _, n := range []int{1, 2, 7, 100} {
			list := drawTriangles(rng, kind, n)
			tree, x := list.tree(4)
			for _, s := range slots(tree) {
				b := &x.boxes[s]
				for _, item := range below(tree, s) {
					for _, p := range list[item] {
						if !x.holds(s, &p) {
							t.Fatalf("%s, %d: box %d does not hold %v of item %d", kind, n, s, p, item)
						}
					}
				}
				half := [3]float64{float64(b.H[0]) * x.unit, float64(b.H[1]) * x.unit, float64(b.H[2]) * x.unit}
				got := half[0]*half[1] + half[1]*half[2] + half[2]*half[0]
				eps := 0x1p-18 * x.unit
				if o := tree.box(s); !(got <= 0.25*surface(o)*(1+0x1p-18)+eps*(extent(o)+eps)) {
					t.Fatalf("%s, %d: box %d has the surface %v, straight %v", kind, n, s, 4*got, surface(o))
				}
			}
		}
	}
}

// holds reports whether the box in a slot holds p.
func (t *Turned) holds(slot int32, p *[3]float64) bool {
	b := &t.boxes[slot]
	m := b.Axes()
	var v [3]float64
	for k := range 3 {
		v[k] = (p[k]-t.origin[k])/t.unit - float64(b.C[k])
	}
	for k := range 3 {
		if !(math.Abs(dot3(&m[k], &v))/math.Sqrt(dot3(&m[k], &m[k])) <= float64(b.H[k])) {
			return false
		}
	}
	return true
}

// Turned boxes of items with turns of their own hold the corners of all that is below them, also
// where they are too many for a turn, and a leaf is as small as its own turn makes it.
func TestTurnedBoxesOfItems(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 4))
	for _, kind := range triangleKinds {
		for _, n := range []int{1, 2, 7, 100, 400} {
			list := drawTriangles(rng, kind, n)
			tree, x := list.tree(1)
			turns := make([][4]float64, n)
			for i := range turns {
				turns[i] = [4]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			}
			x.Fit(tree, func(item int32, at [][3]float64) [][3]float64 { return append(at, list[item][:]...) },
				func(item int32) [4]float64 { return turns[item] })
			for _, s := range slots(tree) {
				items := below(tree, s)
				for _, item := range items {
					for _, p := range list[item] {
						if !x.holds(s, &p) {
							t.Fatalf("%s, %d: box %d does not hold %v of item %d", kind, n, s, p, item)
						}
					}
				}
				own, straight := single(turns[items[0]]), [4]float32{0, 0, 0, 1}
				if q := x.boxes[s].Q; len(items) == 1 && q != own && q != straight {
					t.Fatalf("%s, %d: the box of item %d has the turn %v, not %v", kind, n, items[0], q, own)
				}
			}
		}
	}
}

// place takes p to the frame of the first tree.
func place(rot *[3][3]float64, at, p [3]float64) (q [3]float64) {
	for i := range 3 {
		q[i] = rot[i][0]*p[0] + rot[i][1]*p[1] + rot[i][2]*p[2] + at[i]
	}
	return q
}

func far3(p, q [3]float64) float64 {
	return math.Sqrt((p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) + (p[2]-q[2])*(p[2]-q[2]))
}

// drawTurn returns a rotation, none or a quarter turn now and then.
func drawTurn(rng *rand.Rand) [3][3]float64 {
	switch rng.IntN(4) {
	case 0:
		return [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	case 1:
		return [3][3]float64{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}
	}
	_, near := bigRot(rng, 3)
	return near
}

// No bound of two turned boxes, along the direction of a search or not, is greater than the
// distance of two points in them.
func TestTurnedBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	tight := 0
	for turn := range 300 {
		kind := triangleKinds[turn%len(triangleKinds)]
		one, two := drawTriangles(rng, kind, 1+rng.IntN(20)), drawTriangles(rng, kind, 1+rng.IntN(20))
		a, x := one.tree(4)
		b, y := two.tree(4)
		rot, at := drawTurn(rng), [3]float64{float64(rng.IntN(7) - 3), float64(rng.IntN(7) - 3), float64(rng.IntN(7) - 3)}
		var s Closest[[6]float64]
		s.StartTurned(a, b, x, y, &rot, at, 0)
		if turn%3 > 0 {
			n := [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			l := far3(n, [3]float64{})
			s.Toward([3]float64{n[0] / l, n[1] / l, n[2] / l})
		}
		for _, i := range slots(a) {
			for _, j := range slots(b) {
				least := inf
				for _, p := range below(a, i) {
					for _, q := range below(b, j) {
						for k := range 9 {
							least = min(least, far3(one[p][k/3], place(&rot, at, two[q][k%3])))
						}
					}
				}
				limit := inf
				if turn%2 == 0 {
					limit = least
				}
				if k := a.kid(i); k >= 0 {
					l, r := entry{-inf, 2 * k, j}, entry{-inf, 2*k + 1, j}
					s.splitFirst(nil, &l, &r, limit)
					if min(l.bound, r.bound) > least {
						t.Fatalf("%s %d: first split bounds %v and %v of the distance %v", kind, turn, l.bound, r.bound, least)
					}
					if min(l.bound, r.bound) > 0.9*least {
						tight++
					}
				}
				if k := b.kid(j); k >= 0 {
					l, r := entry{-inf, i, 2 * k}, entry{-inf, i, 2*k + 1}
					s.splitSecond(nil, &l, &r, limit)
					if min(l.bound, r.bound) > least {
						t.Fatalf("%s %d: second split bounds %v and %v of the distance %v", kind, turn, l.bound, r.bound, least)
					}
				}
			}
		}
	}
	if tight < 1000 {
		t.Errorf("%d bounds are near the distance", tight)
	}
}

// A search by turned boxes finds each pair within the limit once, as one by brute force does, and
// in the order of bounds unless it is deep, also where a tree has none, or no cut boxes.
func TestTurnedSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 3))
	for turn := range 400 {
		kind := triangleKinds[turn%len(triangleKinds)]
		one, two := drawTriangles(rng, kind, 1+rng.IntN(40)), drawTriangles(rng, kind, 1+rng.IntN(40))
		a, x := one.tree(1 + rng.IntN(4))
		b, y := two.tree(1 + rng.IntN(4))
		rot, at := drawTurn(rng), [3]float64{float64(rng.IntN(7) - 3), float64(rng.IntN(7) - 3), float64(rng.IntN(7) - 3)}
		limit := rng.Float64() * 3
		how := rng.IntN(8) // which of the trees has turned boxes, and cut ones
		if how < 5 && how != 1 {
			one.cut(rng, a, x)
		}
		if how < 4 && how != 2 {
			two.cut(rng, b, y)
		}
		if how == 4 || how == 7 {
			y = nil
		}
		if how == 5 || how == 7 {
			x = nil
		}
		name := fmt.Sprintf("%s %d", kind, turn)
		var s Closest[[6]float64]
		s.StartTurned(a, b, x, y, &rot, at, 0)
		check := s.turned // has no direction, as a search without one
		if x != nil && y != nil {
			check.second.Within(inf, check.pad)
		}
		seen := map[[2]int32]bool{}
		last, first := -inf, true
		for {
			i, j, bound, ok := s.Next(limit)
			if !ok {
				break
			}
			if seen[[2]int32{i, j}] {
				t.Fatalf("%s: pair %d, %d twice", name, i, j)
			}
			seen[[2]int32{i, j}] = true
			if x != nil && y != nil {
				if tells := check.ofLeaves(entry{-inf, a.slotOf(i), b.slotOf(j)}); tells > bound+1e-5*(1+math.Abs(tells)) {
					t.Fatalf("%s: pair %d, %d with the bound %v: its turned boxes tell %v", name, i, j, bound, tells)
				}
			}
			if bound > limit || !first && last > 0 && bound < last {
				t.Fatalf("%s: bound %v after %v, limit %v", name, bound, last, limit)
			}
			if !first || bound < last {
				last = bound
			}
			first = len(seen) <= 16 // the pairs of the guess
			if first {
				last = -inf
			}
		}
		for i := range one {
			for j := range two {
				for k := range 9 {
					d := far3(one[i][k/3], place(&rot, at, two[j][k%3]))
					if d < limit && !seen[[2]int32{int32(i), int32(j)}] {
						t.Fatalf("%s: pair %d, %d at %v is not found within %v", name, i, j, d, limit)
					}
				}
			}
		}
	}
}

// The turned box of a leaf is not beyond what is in it, wherever the point is, and for many leaves
// it is not much nearer.
func TestTurnedBeyond(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 4))
	tight := 0
	for turn := range 600 {
		kind := triangleKinds[turn%len(triangleKinds)]
		list := drawTriangles(rng, kind, 1+rng.IntN(40))
		tree, turned := list.tree(1 + rng.IntN(6))
		x := list[0][0]
		if turn%3 > 0 {
			size := math.Ldexp(4, -rng.IntN(50)*(turn%2))
			for k := range x {
				x[k] += size * (rng.Float64() - 0.5)
			}
		}
		var s Around[[6]float64]
		for s.Start(wideOf(tree), &x); ; {
			first, n, ok := s.NextLeaf(inf)
			if !ok {
				break
			}
			least := inf
			for _, i := range tree.Items()[first : first+n] {
				for _, p := range list[i] {
					least = min(least, far3(p, x))
				}
			}
			if s.Beyond(turned, least) {
				t.Fatalf("%s %d: a leaf is beyond %v", kind, turn, least)
			}
			if s.Beyond(turned, 0.8*least) {
				tight++
			}
		}
	}
	if tight < 1000 {
		t.Errorf("%d boxes are about as far as what is in them", tight)
	}
}

// TestTurnedPadSum holds the pad to what its comment adds up.
func TestTurnedPadSum(t *testing.T) {
	root3 := math.Sqrt(3)
	climb.Sum(t, "the matrix in the other frame: Rot, the box, products and sums", 15, 4*root3, 2*root3, 3)
	climb.Sum(t, "the product of two matrices", 35, 15*root3, 2*root3, 3)
	climb.Sum(t, "a centre along an axis: the difference, the axis, products and sums", 26, 12*root3, 2, 3)
	climb.Sum(t, "a gap: the centre, the half extents, three sums", 90, 26, 35*root3, 3)
	climb.Sum(t, "the root of three squares", turnedUnits, 90*root3, 4)
	climb.Sum(t, "a gap of cut boxes: At, its product, d in the other frame, two reaches, sums, root and quotient", turnedUnits,
		9*root3, 3, 7*root3, 4, 4, 4, 6)
}

// BenchmarkFit times the turned boxes of a patch of 10 000 triangles, for each of them.
func BenchmarkFit(b *testing.B) {
	list := drawTriangles(rand.New(rand.NewPCG(5, 4)), "patch", 10000)
	tree, x := list.tree(4)
	for b.Loop() {
		x.Fit(tree, func(item int32, at [][3]float64) [][3]float64 { return append(at, list[item][:]...) }, nil)
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N*len(list)), "ns/item")
}
