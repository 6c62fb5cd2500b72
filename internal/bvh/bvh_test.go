package bvh

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"github.com/collide-go/collide/internal/testkit/climb"
)

// The tests run for both kinds of boxes: each is a generic function, called from its Test.

var inf = math.Inf(1)

// kinds of random boxes, each hard in its own way.
var kinds = []string{"everyday", "lattice", "equal", "points", "infinite", "growing", "line"}

// random returns n boxes of a kind.
func random[B Box](rng *rand.Rand, kind string, n int) []B {
	boxes := make([]B, n)
	for i := range boxes {
		b := &boxes[i]
		h := len(*b) / 2
		scale := math.Ldexp(1, i)
		for k := range h {
			c, e := rng.Float64()*10, rng.Float64()
			switch kind {
			case "lattice": // closed boxes that touch in faces, edges and corners
				c, e = float64(rng.IntN(6)), float64(rng.IntN(3))
			case "equal":
				c, e = 1, 2
			case "points":
				c, e = float64(rng.IntN(8)), 0
			case "growing":
				c, e = scale*(1+c), scale*e
			case "line":
				if e = 0; k > 0 {
					c = 3
				}
			}
			(*b)[k], (*b)[h+k] = c, c+e
			if kind == "infinite" && rng.IntN(8) == 0 {
				(*b)[k] = -inf
			}
			if kind == "infinite" && rng.IntN(8) == 0 {
				(*b)[h+k] = inf
			}
		}
	}
	return boxes
}

// each calls f for every kind of boxes and some numbers of them.
func each[B Box](t *testing.T, f func(t *testing.T, rng *rand.Rand, kind string, boxes []B)) {
	var b B
	for _, kind := range kinds {
		for _, n := range []int{0, 1, 2, 3, 17, 200} {
			t.Run(fmt.Sprintf("%d/%s/%d", len(b)/2, kind, n), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(7, uint64(n)))
				f(t, rng, kind, random[B](rng, kind, n))
			})
		}
	}
}

// checkTree checks what every tree keeps to.
func checkTree[B Box](t *testing.T, tree *Tree[B], boxes []B) {
	t.Helper()
	if tree.Len() != len(boxes) {
		t.Fatalf("%d items, want %d", tree.Len(), len(boxes))
	}
	if len(boxes) == 0 {
		return
	}
	items, nodes, height := 0, 1, 0
	last := int32(0)
	var walk func(slot int32, depth int)
	walk = func(slot int32, depth int) {
		box, k := *tree.box(slot), tree.kid(slot)
		if k >= 0 {
			if nodes++; k != last+1 {
				t.Fatalf("node %d after %d: nodes lie in the order of the tree", k, last)
			}
			last = k
			if box != union(tree.box(2*k), tree.box(2*k+1)) {
				t.Fatalf("slot %d: %v over %v and %v", slot, box, *tree.box(2 * k), *tree.box(2*k + 1))
			}
			walk(2*k, depth+1)
			walk(2*k+1, depth+1)
			return
		}
		height = max(height, depth)
		run := tree.run(k)
		all := boxes[run[0]]
		for _, i := range run {
			if tree.items[items] != i {
				t.Fatalf("item %d is not the next one, %d", i, tree.items[items])
			}
			items++
			extend(&all, &boxes[i])
		}
		if all != box {
			t.Fatalf("leaf %v: %v, want %v", run, box, all)
		}
	}
	walk(0, 0)
	if items != len(boxes) || nodes != len(tree.nodes) {
		t.Fatalf("%d items and %d nodes below the root, of %d and %d", items, nodes, len(boxes), len(tree.nodes))
	}
	every := slices.Clone(tree.items)
	slices.Sort(every)
	for i, item := range every {
		if item != int32(i) {
			t.Fatalf("item %d is not there once", i)
		}
	}
	if h := tree.Height(); h > deepest(len(boxes))+32 || h != height {
		t.Errorf("height %d of %d items, not %d", h, len(boxes), height)
	}
}

func TestBuild(t *testing.T) {
	each(t, testBuild[[4]float64])
	each(t, testBuild[[6]float64])
}

func testBuild[B Box](t *testing.T, _ *rand.Rand, kind string, boxes []B) {
	var tree, again Tree[B]
	tree.Build(boxes)
	checkTree(t, &tree, boxes)
	again.Build(random[B](rand.New(rand.NewPCG(1, 1)), "everyday", 50)) // memory of another tree
	again.Build(boxes)
	if !slices.Equal(tree.nodes, again.nodes) {
		t.Error("the same boxes, another tree")
	}
	if kind == "infinite" && len(boxes) == 200 {
		if k := tree.kid(0); unbounded(tree.box(2*k)) || !unbounded(tree.box(2*k+1)) {
			t.Error("infinite boxes lie among the others")
		}
	}
	for _, most := range []int{2, 3, MaxLeaf} {
		again.BuildLeaves(boxes, most)
		checkTree(t, &again, boxes)
		if again.Len() > 0 && len(again.nodes) > max(1, len(boxes)) {
			t.Errorf("%d nodes for %d items, up to %d a leaf", len(again.nodes), len(boxes), most)
		}
	}
}

func TestRefit(t *testing.T) {
	each(t, testRefit[[4]float64])
	each(t, testRefit[[6]float64])
}

func testRefit[B Box](t *testing.T, rng *rand.Rand, kind string, boxes []B) {
	var tree Tree[B]
	tree.Build(boxes)
	moved := random[B](rng, kind, len(boxes))
	at := func(i int32) B { return moved[i] }
	for _, most := range []int{4, 1} {
		tree.BuildLeaves(boxes, most)
		tree.refit(at)
		checkTree(t, &tree, moved)
	}
	if n := testing.AllocsPerRun(5, func() { tree.refit(at) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	var s Within[B]
	for i := range moved {
		if !slices.Equal(within(&s, &tree, &moved[i]), meeting(moved, &moved[i])) {
			t.Fatalf("box %d of the moved tree: wrong items", i)
		}
	}
}

// within returns the sorted answer of a search by a box.
func within[B Box](s *Within[B], tree *Tree[B], box *B) (items []int32) {
	s.Start(tree, box)
	for i, ok := s.Next(); ok; i, ok = s.Next() {
		items = append(items, i)
	}
	slices.Sort(items)
	return items
}

// meeting returns the boxes with a point in common with box, by interval arithmetic on each axis.
func meeting[B Box](boxes []B, box *B) (items []int32) {
	for i := range boxes {
		meets := true
		h := len(*box) / 2
		for k := range h {
			meets = meets && max(boxes[i][k], (*box)[k]) <= min(boxes[i][h+k], (*box)[h+k])
		}
		if meets {
			items = append(items, int32(i))
		}
	}
	return items
}

func TestWithin(t *testing.T) {
	each(t, testWithin[[4]float64])
	each(t, testWithin[[6]float64])
}

func testWithin[B Box](t *testing.T, rng *rand.Rand, kind string, boxes []B) {
	var tree Tree[B]
	var s Within[B]
	tree.Build(boxes)
	for _, box := range append(random[B](rng, kind, 20), random[B](rng, "lattice", 20)...) {
		if got, want := within(&s, &tree, &box), meeting(boxes, &box); !slices.Equal(got, want) {
			t.Fatalf("%v: %v, want %v", box, got, want)
		}
		testAhead(t, rng, &s, &tree, boxes, &box)
	}
}

// testAhead: StartAhead finds exactly those of the items within a box whose own box reaches ahead.
func testAhead[B Box](t *testing.T, rng *rand.Rand, s *Within[B], tree *Tree[B], boxes []B, box *B) {
	t.Helper()
	dir, low := [3]float64{float64(rng.IntN(5) - 2), float64(rng.IntN(5) - 2), 1}, float64(rng.IntN(9)-4)
	var got, want []int32
	s.StartAhead(tree, box, &dir, low)
	for i, ok := s.Next(); ok; i, ok = s.Next() {
		got = append(got, i)
	}
	for _, i := range meeting(boxes, box) {
		if !(reach(&boxes[i], &dir) < low) {
			want = append(want, i)
		}
	}
	slices.Sort(got)
	if slices.Sort(want); !slices.Equal(got, want) {
		t.Fatalf("%v ahead of %v along %v: %v, want %v", box, low, dir, got, want)
	}
}

// identity is the rotation of trees with the same axes.
var identity = [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}

// boxGap returns the signed distance bound of two boxes with the same axes, b moved by at: exact
// for small integers.
func boxGap[B Box](a, b *B, at [3]float64) float64 {
	inside, squares := -inf, 0.0
	h := len(*a) / 2
	for k := range h {
		g := max((*b)[k]+at[k]-(*a)[h+k], (*a)[k]-((*b)[h+k]+at[k]))
		inside = max(inside, g)
		squares += max(g, 0) * max(g, 0)
	}
	if squares > 0 {
		return math.Sqrt(squares)
	}
	return inside
}

func TestClosest(t *testing.T) {
	each(t, testClosest[[4]float64])
	each(t, testClosest[[6]float64])
}

// Closest and Pairs find exactly the pairs within a limit, on boxes of integers that often touch.
func testClosest[B Box](t *testing.T, rng *rand.Rand, kind string, boxes []B) {
	if kind == "growing" {
		return // no integers
	}
	var a, b Tree[B]
	other := random[B](rng, "lattice", 31)
	for i := range other {
		if kind == "infinite" && i%7 == 0 {
			other[i][0] = -inf
		}
	}
	for k := range len(other[1]) / 2 { // an item that is larger than the other tree
		other[1][k], other[1][len(other[1])/2+k] = -20, 20
	}
	a.Build(boxes)
	b.Build(other)
	var s Closest[B]
	var p Pairs[B]
	for round := range 6 {
		if round == 4 {
			other = other[1:2]
			b.Build(other)
		}
		at := [3]float64{float64(rng.IntN(9) - 4), float64(rng.IntN(9) - 4), float64(rng.IntN(9) - 4)}
		limit := float64(rng.IntN(4) - 1)
		type pair struct{ i, j int32 }
		want := map[pair]float64{}
		for i := range boxes {
			for j := range other {
				if g := boxGap(&boxes[i], &other[j], at); g <= limit {
					want[pair{int32(i), int32(j)}] = g
				}
			}
		}
		s.Start(&a, &b, &identity, at, 0)
		last, found, second := -inf, 0, false
		for i, j, bnd, ok := s.Next(limit); ok; i, j, bnd, ok = s.Next(limit) {
			g := boxGap(&boxes[i], &other[j], at)
			if last > 0 && bnd < last && !second || bnd > g || bnd < g-1e-10 {
				t.Fatalf("pair %d %d at distance %v: bound %v after %v", i, j, g, bnd, last)
			}
			last, second = bnd, !second && last == -inf
			if w, ok := want[pair{i, j}]; ok && w == g {
				found++
			} else if g > limit+1e-10 {
				t.Fatalf("pair %d %d at distance %v is not within %v", i, j, g, limit)
			}
		}
		if found != len(want) {
			t.Fatalf("%d pairs, want %d", found, len(want))
		}
		p.Start(&a, &b, &identity, at, 0, limit)
		for i, j, ok := p.Next(); ok; i, j, ok = p.Next() {
			delete(want, pair{i, j})
		}
		if len(want) != 0 {
			t.Fatalf("%d pairs were not found", len(want))
		}
	}
}

func TestClosestLeast(t *testing.T) {
	each(t, testClosestLeast[[4]float64])
	each(t, testClosestLeast[[6]float64])
}

// After any number of pairs Least is a bound of all that are left within the limit.
func testClosestLeast[B Box](t *testing.T, rng *rand.Rand, kind string, boxes []B) {
	if kind != "lattice" {
		return
	}
	var a, b Tree[B]
	other := random[B](rng, kind, 23)
	a.Build(boxes)
	b.Build(other)
	var s Closest[B]
	for range 6 {
		at := [3]float64{float64(rng.IntN(9) - 4), float64(rng.IntN(9) - 4), float64(rng.IntN(9) - 4)}
		limit := []float64{0, 1, 3, inf}[rng.IntN(4)]
		left := map[[2]int32]float64{}
		for i := range boxes {
			for j := range other {
				if g := boxGap(&boxes[i], &other[j], at); g <= limit {
					left[[2]int32{int32(i), int32(j)}] = g
				}
			}
		}
		s.Start(&a, &b, &identity, at, 0)
		for turn := 0; ; turn++ {
			least := s.Least()
			for p, g := range left {
				if turn%7 == 0 && !(least <= g) {
					t.Fatalf("least %v, pair %v is at %v", least, p, g)
				}
			}
			i, j, bnd, ok := s.Next(limit)
			if !ok {
				break
			}
			if !(least <= bnd) {
				t.Fatalf("least %v, the next one is at %v", least, bnd)
			}
			delete(left, [2]int32{i, j})
		}
		if least := s.Least(); len(left) > 0 || least <= limit && least < inf {
			t.Fatalf("%d pairs are left, the least at %v, limit %v", len(left), least, limit)
		}
	}
}

// bigRot returns the matrix of a random rotation in 300 bits and its entries rounded.
func bigRot(rng *rand.Rand, dim int) (r [3][3]*big.Float, near [3][3]float64) {
	f := func(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }
	var q [4]*big.Float
	n := f(0)
	for i := range q {
		q[i] = f(rng.Float64() - 0.5)
		if dim == 2 && (i == 0 || i == 1) {
			q[i] = f(0)
		}
		n.Add(n, f(0).Mul(q[i], q[i]))
	}
	mul := func(i, j int) *big.Float { return f(0).Mul(f(2), f(0).Mul(q[i], q[j])) }
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		r[i][i] = f(0).Sub(n, f(0).Add(mul(j, j), mul(k, k)))
		r[i][j] = f(0).Sub(mul(i, j), mul(3, k))
		r[j][i] = f(0).Add(mul(i, j), mul(3, k))
	}
	for i := range 3 {
		for k := range 3 {
			r[i][k].Quo(r[i][k], n)
			near[i][k], _ = r[i][k].Float64()
		}
	}
	return r, near
}

func TestBound(t *testing.T) {
	testBound[[4]float64](t)
	testBound[[6]float64](t)
}

// TestBoundOfOpenBoxes: of boxes with one infinite side the bound is that of the other sides where
// the trees are turned alike, and not above it where one has a quarter turn: whichever side it is,
// of whichever box. A bound that is NaN would drop a pair that meets.
func TestBoundOfOpenBoxes(t *testing.T) {
	testOpenBound[[4]float64](t)
	testOpenBound[[6]float64](t)
}

func testOpenBound[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	var none B
	dim := len(none) / 2
	quarter := [3][3]float64{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}
	apart := 0
	for turn := range 4000 {
		var boxes [2]B
		var at [3]float64
		for k := range dim {
			at[k] = float64(rng.IntN(21) - 10)
			for i := range boxes {
				boxes[i][k] = float64(rng.IntN(9) - 4)
				boxes[i][dim+k] = boxes[i][k] + float64(rng.IntN(4))
			}
		}
		side := turn % (4 * dim)
		boxes[side%2][side/2] = math.Inf(side/2/dim*2 - 1)
		if rng.IntN(4) == 0 { // and another one
			boxes[rng.IntN(2)][dim+rng.IntN(dim)] = inf
		}
		rot, seen := [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, boxes[1]
		turned := rng.IntN(2) == 0
		if turned {
			rot = quarter
			seen[0], seen[dim] = -boxes[1][dim+1], -boxes[1][1]
			seen[1], seen[dim+1] = boxes[1][0], boxes[1][dim]
		}
		inside, squares := -inf, 0.0
		for k := range dim {
			g := max(seen[k]+at[k]-boxes[0][dim+k], boxes[0][k]-seen[dim+k]-at[k])
			inside, squares = max(inside, g), squares+float64(max(g, 0)*max(g, 0))
		}
		want := inside
		if inside > 0 {
			want = math.Sqrt(squares)
			apart++
		}
		var a, b Tree[B]
		a.Single(boxes[0])
		b.Single(boxes[1])
		var r relative
		relate(&r, &a, &b, &rot, at, 0)
		got := bound(&r, &boxes[0], &boxes[1], inf)
		if !(got <= want) || !turned && !(got >= want-2*r.pad) {
			t.Fatalf("%v, %v, turned %v: bound %v, not %v", boxes, at, turned, got, want)
		}
	}
	if apart < 1000 {
		t.Errorf("%d apart only", apart)
	}
}

// The bound of two boxes is never above the distance of two of their points, and it is no worse
// than the greatest separation along the axes of either.
//
// The points are brought together far from the origin, so that what is left of their distance is
// rounding, which the bound must allow for.
func testBound[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var none B
	dim := len(none) / 2
	for turn := range 4000 {
		exact, rot := bigRot(rng, dim)
		scale := math.Ldexp(1, rng.IntN(60)-30)
		boxes := random[B](rng, "everyday", 2)
		var x, y, at [3]float64
		for k := range dim {
			for i := range boxes {
				boxes[i][k] = (boxes[i][k] - 5) * scale
				boxes[i][dim+k] = boxes[i][k] + rng.Float64()*scale
			}
			x[k], y[k] = boxes[0][k+dim*rng.IntN(2)], boxes[1][k+dim*rng.IntN(2)]
		}
		var d [3]*big.Float
		for k := range dim {
			d[k] = new(big.Float).SetPrec(300).SetFloat64(x[k])
			for i := range dim {
				d[k].Sub(d[k], new(big.Float).SetPrec(300).Mul(exact[k][i], new(big.Float).SetPrec(300).SetFloat64(y[i])))
			}
			at[k], _ = d[k].Float64()
			if turn%2 == 0 { // apart, now and then far
				at[k] += (rng.Float64() - 0.5) * math.Ldexp(20*scale, rng.IntN(20)*(turn/2%2))
			}
			d[k].Sub(d[k], new(big.Float).SetFloat64(at[k]))
		}
		distance := new(big.Float).SetPrec(300)
		for k := range dim {
			distance.Add(distance, d[k].Mul(d[k], d[k]))
		}
		distance.Sqrt(distance)
		off := 0.0
		if rng.IntN(2) == 0 { // the translation is known to some digits
			off = math.Ldexp(scale, -20-rng.IntN(30))
			at[rng.IntN(dim)] += float64(off * float64(2*rng.IntN(2)-1))
		}
		var a, b Tree[B]
		a.Single(boxes[0])
		b.Single(boxes[1])
		var r relative
		relate(&r, &a, &b, &rot, at, off)
		got := bound(&r, &boxes[0], &boxes[1], math.Inf(1))
		if distance.Cmp(big.NewFloat(got)) < 0 {
			t.Fatalf("%v, %v: bound %v, distance %v", boxes, at, got, distance)
		}
		limit := got * rng.Float64()
		if low := bound(&r, &boxes[0], &boxes[1], limit); low != got && !(limit < got && limit < low) {
			t.Fatalf("%v, %v: bound %v up to %v, %v without a limit", boxes, at, low, limit, got)
		}
		want := separation(&boxes[0], &boxes[1], &rot, at)
		if math.Abs(got-want) > 2*r.pad && got < want {
			t.Fatalf("%v, %v: bound %v, separation %v, pad %v", boxes, at, got, want, r.pad)
		}
	}
}

// TestPadSum holds the pad to what its comment adds up: three gaps through two matrices, the root.
func TestPadSum(t *testing.T) {
	climb.Sum(t, "a gap along an axis of the box asked about", 20, 7, 7, 6)
	climb.Sum(t, "a gap along an axis of the fixed box", 50, 20*math.Sqrt(3), 7, 7)
	climb.Sum(t, "the root of three squares", padUnits, 50*math.Sqrt(3), 4)
}

// separation returns the greatest gap of two boxes along the axes of either, from their corners.
func separation[B Box](a, b *B, rot *[3][3]float64, at [3]float64) float64 {
	dim := len(*a) / 2
	corner := func(box *B, i int) (v [3]float64) {
		for k := range dim {
			v[k] = (*box)[k+dim*(i>>k&1)]
		}
		return v
	}
	best := -inf
	for axis := range 2 * dim {
		var n [3]float64
		if axis < dim {
			n[axis] = 1
		} else {
			for k := range dim {
				n[k] = rot[k][axis-dim]
			}
		}
		span := [2][2]float64{{inf, -inf}, {inf, -inf}}
		for i := range 1 << dim {
			p, q := corner(a, i), corner(b, i)
			u, v := 0.0, 0.0
			for k := range dim {
				s := at[k]
				for l := range dim {
					s += rot[k][l] * q[l]
				}
				u, v = u+n[k]*p[k], v+n[k]*s
			}
			span[0] = [2]float64{min(span[0][0], u), max(span[0][1], u)}
			span[1] = [2]float64{min(span[1][0], v), max(span[1][1], v)}
		}
		best = max(best, span[1][0]-span[0][1], span[0][0]-span[1][1])
	}
	return best
}

// TestLeaves holds searches of trees with several items a leaf to brute force: every item that a
// search of single items finds is found, once, and none whose leaf is not in reach.
func TestLeaves(t *testing.T) {
	each(t, testLeaves[[4]float64])
	each(t, testLeaves[[6]float64])
}

func testLeaves[B Box](t *testing.T, rng *rand.Rand, kind string, boxes []B) {
	if kind == "infinite" || kind == "growing" {
		return
	}
	var tree, other Tree[B]
	tree.BuildLeaves(boxes, 4)
	others := random[B](rng, "lattice", 31)
	other.BuildLeaves(others, 3)
	once := func(seen map[[2]int32]bool, i, j int32) {
		if seen[[2]int32{i, j}] {
			t.Fatalf("item %d, %d twice", i, j)
		}
		seen[[2]int32{i, j}] = true
	}
	for range 6 {
		at := [3]float64{float64(rng.IntN(9) - 4), float64(rng.IntN(9) - 4), float64(rng.IntN(9) - 4)}
		limit := float64(rng.IntN(4))
		seen, paired := map[[2]int32]bool{}, map[[2]int32]bool{}
		var s Closest[B]
		var p Pairs[B]
		s.Start(&tree, &other, &identity, at, 0)
		for i, j, bnd, ok := s.Next(limit); ok; i, j, bnd, ok = s.Next(limit) {
			once(seen, i, j)
			if g := boxGap(&boxes[i], &others[j], at); bnd > g || bnd > limit {
				t.Fatalf("pair %d %d at %v: bound %v, limit %v", i, j, g, bnd, limit)
			}
		}
		p.Start(&tree, &other, &identity, at, 0, limit)
		for i, j, ok := p.Next(); ok; i, j, ok = p.Next() {
			once(paired, i, j)
		}
		for i := range boxes {
			for j := range others {
				k := [2]int32{int32(i), int32(j)}
				if boxGap(&boxes[i], &others[j], at) <= limit && (!seen[k] || !paired[k]) {
					t.Fatalf("pair %v is missing: %v, %v", k, seen[k], paired[k])
				}
			}
		}
	}
	var w Within[B]
	var o Around[B]
	var r Along[B]
	for i := range others {
		box := &others[i]
		found, near, along := map[[2]int32]bool{}, map[[2]int32]bool{}, map[[2]int32]bool{}
		w.Start(&tree, box)
		for k, ok := w.Next(); ok; k, ok = w.Next() {
			once(found, k, 0)
		}
		for _, k := range meeting(boxes, box) {
			if !found[[2]int32{k, 0}] {
				t.Fatalf("item %d meets %v", k, *box)
			}
		}
		x := [3]float64{(*box)[0], (*box)[1], (*box)[len(*box)/2-1]}
		o.Start(wideOf(&tree), &x)
		for k, ok := o.Next(2 + 1e-12); ok; k, ok = o.Next(2 + 1e-12) {
			once(near, k, 0)
		}
		dir := [3]float64{float64(i%5 - 2), float64(i%3 - 1), 1}
		r.Start(&tree, x, dir, 9)
		for k, from, ok := r.Next(9); ok; k, from, ok = r.Next(9) {
			once(along, k, 0)
			if lo, hi := crossing(&boxes[k], x, dir, 9); lo <= hi && from > lo {
				t.Fatalf("item %d is entered at %v, not %v", k, lo, from)
			}
		}
		for k := range boxes {
			if lo, hi := crossing(&boxes[k], x, dir, 9); lo <= hi && !along[[2]int32{int32(k), 0}] {
				t.Fatalf("item %d is on the way from %v to %v", k, lo, hi)
			}
			var point B
			for a := range len(point) / 2 {
				point[a], point[len(point)/2+a] = x[a], x[a]
			}
			if boxGap(&boxes[k], &point, [3]float64{}) <= 2 && !near[[2]int32{int32(k), 0}] {
				t.Fatalf("item %d is near %v", k, x)
			}
		}
	}
}

func TestClosestTurned(t *testing.T) {
	testClosestTurned[[4]float64](t)
	testClosestTurned[[6]float64](t)
}

// Of trees turned against each other, Closest finds every pair within the limit, in order.
func testClosestTurned[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	var none B
	some := 0
	for range 60 {
		x, y := random[B](rng, "everyday", 60), random[B](rng, "everyday", 40)
		var a, b Tree[B]
		a.Build(x)
		b.Build(y)
		_, rot := bigRot(rng, len(none)/2)
		at := [3]float64{rng.Float64() * 5, rng.Float64() * 5, rng.Float64() * 5}
		limit := 3 * rng.Float64()
		want := map[[2]int32]bool{}
		for i := range x {
			for j := range y {
				if separation(&x[i], &y[j], &rot, at) <= limit && boundOf(&a, &b, i, j, &rot, at) <= limit {
					want[[2]int32{int32(i), int32(j)}] = true
				}
			}
		}
		some += len(want)
		var s Closest[B]
		s.Start(&a, &b, &rot, at, 0)
		last, second := -inf, false
		for i, j, bnd, ok := s.Next(limit); ok; i, j, bnd, ok = s.Next(limit) {
			if last > 0 && bnd < last && !second || bnd > boundOf(&a, &b, int(i), int(j), &rot, at)+1e-12 {
				t.Fatalf("pair %d %d: bound %v after %v", i, j, bnd, last)
			}
			last, second = bnd, !second && last == -inf
			delete(want, [2]int32{i, j})
		}
		if len(want) > 0 {
			t.Fatalf("not found: %v", want)
		}
	}
	if some < 500 {
		t.Errorf("only %d pairs within the limits", some)
	}
}

// boundOf returns the bound of the boxes of two items.
func boundOf[B Box](a, b *Tree[B], i, j int, rot *[3][3]float64, at [3]float64) float64 {
	var r relative
	relate(&r, a, b, rot, at, 0)
	return bound(&r, a.leafBox(int32(i)), b.leafBox(int32(j)), math.Inf(1))
}

// leafBox returns the box of the leaf that holds an item.
func (t *Tree[B]) leafBox(item int32) *B {
	for i := range t.nodes {
		for side, k := range t.nodes[i].kid {
			if k < 0 && slices.Contains(t.run(k), item) {
				return &t.nodes[i].box[side]
			}
		}
	}
	return nil
}

func TestNearest(t *testing.T) {
	each(t, testNearest[[4]float64])
	each(t, testNearest[[6]float64])
}

// Nearest gives items in the order of their squared distance from a point.
func testNearest[B Box](t *testing.T, rng *rand.Rand, _ string, boxes []B) {
	var tree Tree[B]
	tree.Build(boxes)
	var s Nearest[B]
	for range 5 {
		var p [3]float64
		for k := range p {
			p[k] = float64(rng.IntN(12))
		}
		bound := func(b *B) float64 {
			d := 0.0
			for k := range len(*b) / 2 {
				g := max((*b)[k]-p[k], p[k]-(*b)[len(*b)/2+k], 0)
				d += g * g
			}
			return d
		}
		var want []float64
		for i := range boxes {
			want = append(want, bound(&boxes[i]))
		}
		var got []float64
		s.Start(&tree, bound)
		for i, d, ok := s.Next(inf, bound); ok; i, d, ok = s.Next(inf, bound) {
			if d != want[i] {
				t.Fatalf("item %d: %v, want %v", i, d, want[i])
			}
			got = append(got, d)
		}
		sort.Float64s(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
		if len(want) > 3 { // a limit that falls ends the search
			s.Start(&tree, bound)
			n := 0
			for _, _, ok := s.Next(want[0], bound); ok; _, _, ok = s.Next(want[0], bound) {
				n++
			}
			if n != sort.SearchFloat64s(want, math.Nextafter(want[0], inf)) {
				t.Fatalf("%d items at the least distance, of %v", n, want)
			}
		}
	}
}

func TestAlong(t *testing.T) {
	each(t, testAlong[[4]float64])
	each(t, testAlong[[6]float64])
}

// A ray finds every box that it meets, rays along faces and edges of boxes included, and no box
// that it misses by more than rounding.
func testAlong[B Box](t *testing.T, rng *rand.Rand, kind string, boxes []B) {
	var tree Tree[B]
	tree.Build(boxes)
	var s Along[B]
	for turn := range 30 {
		var o, d [3]float64
		for k := range 3 {
			o[k], d[k] = float64(rng.IntN(9)), float64(rng.IntN(5)-2)
		}
		limit := inf
		if turn%2 == 0 {
			limit = float64(rng.IntN(4))
		}
		got := map[int32]bool{}
		s.Start(&tree, o, d, limit)
		if plain := d[0] != 0 && d[1] != 0 && (d[2] != 0 || len(*new(B)) == 4); len(boxes) > 0 && s.plain != plain {
			t.Fatalf("a ray along %v is plain: %v", d, s.plain)
		}
		for i, from, ok := s.Next(limit); ok; i, from, ok = s.Next(limit) {
			if got[i] {
				t.Fatalf("item %d twice", i)
			}
			got[i] = true
			lo, hi := crossing(&boxes[i], o, d, limit)
			if !(lo <= hi+1e-9*math.Abs(hi)) || from > lo || from < lo-1e-9*math.Abs(lo) {
				t.Fatalf("%v from %v along %v: entered at %v, should be %v to %v", boxes[i], o, d, from, lo, hi)
			}
		}
		for i := range boxes {
			if lo, hi := crossing(&boxes[i], o, d, limit); lo <= hi && !got[int32(i)] {
				t.Fatalf("%v from %v along %v is met from %v to %v (%s)", boxes[i], o, d, lo, hi, kind)
			}
		}
	}
}

// crossing returns the parameters between which a ray is in a box.
func crossing[B Box](b *B, o, d [3]float64, limit float64) (lo, hi float64) {
	lo, hi = 0, limit
	for k := range len(*b) / 2 {
		if u, v := (*b)[k]-o[k], (*b)[len(*b)/2+k]-o[k]; d[k] != 0 {
			lo, hi = max(lo, min(u/d[k], v/d[k])), min(hi, max(u/d[k], v/d[k]))
		} else if u > 0 || v < 0 {
			return inf, -inf
		}
	}
	return lo, hi
}

// Searches allocate nothing once their work space has grown.
func TestAround(t *testing.T) {
	each(t, testAround[[4]float64])
	each(t, testAround[[6]float64])
}

// Around gives the items whose boxes have a signed distance from a point or a box up to the limit,
// all of these and to rounding no others, and follows a limit that falls.
func testAround[B Box](t *testing.T, rng *rand.Rand, kind string, boxes []B) {
	size := 0.0
	for i := range boxes {
		if unbounded(&boxes[i]) {
			return
		}
		for k := range len(boxes[i]) {
			size = max(size, math.Abs(boxes[i][k]))
		}
	}
	var tree Tree[B]
	tree.Build(boxes)
	var wide Wide[B]
	wide.Collapse(&tree)
	var s Around[B]
	for turn := range 20 {
		var p, sides [3]float64
		for k := range p {
			p[k] = 12*rng.Float64() - 2
			sides[k] = float64(turn%4) * rng.Float64()
		}
		far := func(b *B) float64 {
			d, most := 0.0, math.Inf(-1)
			for k := range len(*b) / 2 {
				g := max((*b)[k]-p[k], p[k]-(*b)[len(*b)/2+k]) - 0.5*sides[k]
				most = max(most, g)
				d += max(g, 0) * max(g, 0)
			}
			if most <= 0 {
				return most
			}
			return math.Sqrt(d)
		}
		limit := 4*rng.Float64() - 1
		pad := 8 * 0x1p-53 * (size + 14)
		if kind == "lattice" && len(boxes) > 0 { // no rounding: a box as far as the limit is within it
			for k := range p {
				p[k], sides[k] = float64(rng.IntN(12)-2), float64(turn%2*2*rng.IntN(3))
			}
			limit, pad = far(&boxes[rng.IntN(len(boxes))]), 0
		}
		found := map[int32]bool{}
		s.StartBox(&wide, &p, &sides)
		for i, ok := s.Next(limit + pad); ok; i, ok = s.Next(limit + pad) {
			if found[i] {
				t.Fatalf("item %d twice", i)
			}
			found[i] = true
		}
		least := math.Inf(1)
		for i := range boxes {
			d := far(&boxes[i])
			least = min(least, d)
			if d <= limit && !found[int32(i)] || d > limit+max(2*pad, 1e-14) && found[int32(i)] {
				t.Fatalf("item %d at %v, limit %v, found: %v", i, d, limit, found[int32(i)])
			}
		}
		s.StartBox(&wide, &p, &sides)
		best := math.Inf(1)
		for i, ok := s.Next(best + pad); ok; i, ok = s.Next(best + pad) {
			best = min(best, far(&boxes[i]))
		}
		if best != least {
			t.Fatalf("the nearest is at %v, not %v", best, least)
		}
	}
}

func TestAllocations(t *testing.T) {
	boxes := random[[6]float64](rand.New(rand.NewPCG(1, 2)), "everyday", 1000)
	var tree Tree[[6]float64]
	tree.Build(boxes)
	var c Closest[[6]float64]
	var p Pairs[[6]float64]
	var n Nearest[[6]float64]
	var o Around[[6]float64]
	var w Within[[6]float64]
	var r Along[[6]float64]
	wide := wideOf(&tree)
	bound := func(b *[6]float64) float64 { return b[0] }
	if a := testing.AllocsPerRun(10, func() {
		c.Start(&tree, &tree, &identity, [3]float64{3}, 0)
		for _, _, _, ok := c.Next(0); ok; _, _, _, ok = c.Next(0) {
		}
		p.Start(&tree, &tree, &identity, [3]float64{3}, 0, 0)
		for _, _, ok := p.Next(); ok; _, _, ok = p.Next() {
		}
		n.Start(&tree, bound)
		for _, _, ok := n.Next(5, bound); ok; _, _, ok = n.Next(5, bound) {
		}
		o.Start(wide, &[3]float64{1, 2, 3})
		for _, ok := o.Next(5); ok; _, ok = o.Next(5) {
		}
		w.Start(&tree, &boxes[5])
		for _, ok := w.Next(); ok; _, ok = w.Next() {
		}
		r.Start(&tree, [3]float64{}, [3]float64{1, 1, 1}, 100)
		for _, _, ok := r.Next(100); ok; _, _, ok = r.Next(100) {
		}
	}); a != 0 {
		t.Errorf("%v allocations", a)
	}
}

// TestBuildQuality compares the cost of the tree, the sum of the surfaces of its nodes over that of
// the root, with the cost of cutting at the middle item along the longest axis.
func TestBuildQuality(t *testing.T) {
	boxes := random[[6]float64](rand.New(rand.NewPCG(1, 2)), "everyday", 20000)
	for i := range boxes { // clusters
		for k := range 6 {
			boxes[i][k] = boxes[i][k]*0.1 + float64(i%7*i%11)
		}
	}
	var tree, halves Tree[[6]float64]
	tree.Build(boxes)
	halves.items, halves.nodes = make([]int32, len(boxes)), make([]node[[6]float64], 1)
	for i := range boxes {
		halves.items[i] = int32(i)
	}
	b := builder[[6]float64]{tree: &halves, boxes: boxes, items: halves.items, most: 1, limit: -1}
	b.add(0, len(boxes), 0, 0)
	cost := func(t *Tree[[6]float64]) (c float64) {
		t.Each(func(box *[6]float64, _ int, _ bool) { c += surface(box) })
		return c / surface(t.box(0))
	}
	t.Logf("cost %.1f with %d bins, %.1f by halves; heights %d and %d", cost(&tree), bins, cost(&halves), tree.Height(), halves.Height())
	if cost(&tree) > 0.9*cost(&halves) {
		t.Errorf("the heuristic is no better than halves: %v, %v", cost(&tree), cost(&halves))
	}
}

func TestFarthest(t *testing.T) {
	each(t, testFarthest[[4]float64])
	each(t, testFarthest[[6]float64])
}

// Farthest finds the box that reaches farthest, of boxes that stand for themselves.
func testFarthest[B Box](t *testing.T, rng *rand.Rand, _ string, boxes []B) {
	var tree Tree[B]
	tree.Build(boxes)
	for range 20 {
		dir := [3]float64{float64(rng.IntN(5) - 2), float64(rng.IntN(5) - 2), float64(rng.IntN(5) - 2)}
		asked := 0
		most, item := tree.Farthest(dir, func(i int32) float64 {
			asked++
			return reach(&boxes[i], &dir)
		})
		want := -inf
		for i := range boxes {
			want = max(want, reach(&boxes[i], &dir))
		}
		if most != want || len(boxes) > 0 && most > -inf && reach(&boxes[item], &dir) != most {
			t.Fatalf("along %v: %v of item %d, want %v", dir, most, item, want)
		}
		if asked > len(boxes) {
			t.Fatalf("%d items asked of %d", asked, len(boxes))
		}
	}
}

// TestTreeSize holds trees with several items a leaf to what decision 20 says of their size.
func TestTreeSize(t *testing.T) {
	boxes := many()
	var tree Tree[[6]float64]
	size := func() float64 {
		return float64(104*cap(tree.nodes)+4*cap(tree.items)) / float64(len(boxes))
	}
	tree.BuildLeaves(boxes, 4)
	if s := size(); s < 35 || s > 45 {
		t.Errorf("%.1f bytes an item with up to 4 a leaf", s)
	}
	tree = Tree[[6]float64]{}
	tree.Build(boxes)
	if s := size(); s > 109 {
		t.Errorf("%.1f bytes an item with one a leaf", s)
	}
	tree.BuildLeaves(boxes, 6)
	wide := wideOf(&tree)
	if s := float64(208*wide.nodes.Len()+8*len(wide.leaves)) / float64(len(boxes)); s < 20 || s > 28 {
		t.Errorf("%.1f bytes an item more, collapsed, with up to 6 a leaf", s)
	}
}

// TestToward: a search along a direction drops no pair whose boxes have two points within the
// limit, whether the direction is told before the first pair or later, and does not look at trees
// that it proves farther apart than that.
func TestToward(t *testing.T) {
	testToward[[4]float64](t)
	testToward[[6]float64](t)
}

func testToward[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 6))
	var none B
	dim := len(none) / 2
	proved, kept := 0, 0
	for turn := range 900 {
		kind := []string{"everyday", "points", "lattice"}[turn%3]
		one, two := random[B](rng, kind, 1+rng.IntN(9)), random[B](rng, kind, 1+rng.IntN(9))
		_, rot := bigRot(rng, dim)
		var at, n [3]float64
		for k := range dim {
			at[k], n[k] = 24*(rng.Float64()-0.5), rng.NormFloat64()
		}
		if turn%2 == 0 { // about from one tree to the other
			n = at
		}
		l := far3(n, [3]float64{}) * (1 + 0x1p-50)
		for k := range n {
			n[k] /= l
		}
		near := func(x, y B) (least, along float64) {
			least, along = inf, inf
			for _, p := range corners(x, dim) {
				for _, q := range corners(y, dim) {
					q = place(&rot, at, q)
					least = min(least, far3(p, q))
					along = min(along, n[0]*(q[0]-p[0])+n[1]*(q[1]-p[1])+n[2]*(q[2]-p[2]))
				}
			}
			return least, along
		}
		var a, b Tree[B]
		a.Build(one)
		b.Build(two)
		_, apart := near(*a.box(0), *b.box(0))
		limit, _ := near(one[rng.IntN(len(one))], two[rng.IntN(len(two))])
		if turn%2 == 0 && apart > 0 {
			limit = apart * (0.9 + 0.2*rng.Float64())
		}
		var s Closest[B]
		s.Start(&a, &b, &rot, at, 0)
		found := map[[2]int32]bool{}
		tell := turn / 3 % 3
		for k := 0; ; k++ {
			if k == tell {
				s.Toward(n)
			}
			i, j, _, ok := s.Next(limit)
			if !ok {
				break
			}
			found[[2]int32{i, j}] = true
		}
		if tell == 0 && apart > limit+1e-9 {
			if proved++; len(found) > 0 {
				t.Fatalf("%s, turn %d: %d pairs of trees %v apart along %v, the limit is %v", kind, turn, len(found), apart, n, limit)
			}
		}
		for i, x := range one {
			for j, y := range two {
				if least, _ := near(x, y); least <= limit-1e-9 {
					if kept++; !found[[2]int32{int32(i), int32(j)}] {
						t.Fatalf("%s, turn %d: %v and %v are %v apart, the limit is %v", kind, turn, x, y, least, limit)
					}
				}
			}
		}
	}
	if proved < 50 || kept < 1000 {
		t.Errorf("%d proved apart, %d pairs within the limit", proved, kept)
	}
}

// corners returns the corners of b.
func corners[B Box](b B, dim int) (c [][3]float64) {
	for m := range 1 << dim {
		var p [3]float64
		for k := range dim {
			p[k] = b[k+dim*(m>>k&1)]
		}
		c = append(c, p)
	}
	return c
}
