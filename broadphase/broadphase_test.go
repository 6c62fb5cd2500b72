package broadphase_test

import (
	"errors"
	"iter"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/broadphase"
)

var inf = math.Inf(1)

// lattice returns n boxes whose coordinates are small integers, with points, equal boxes, and some
// infinite sides: everything is decided by equality.
func lattice(rng *rand.Rand, n int) []broadphase.Box3 {
	boxes := make([]broadphase.Box3, n)
	for i := range boxes {
		for k := range 3 {
			c, e := float64(rng.IntN(20)), float64(rng.IntN(3))
			boxes[i][k], boxes[i][k+3] = c, c+e
			if rng.IntN(60) == 0 {
				boxes[i][k] = -inf
			}
			if rng.IntN(60) == 0 {
				boxes[i][k+3] = inf
			}
		}
	}
	return boxes
}

// spaced returns n boxes of which each meets about two others.
func spaced(rng *rand.Rand, n int) []broadphase.Box3 {
	boxes := make([]broadphase.Box3, n)
	side := math.Cbrt(float64(n))
	for i := range boxes {
		for k := range 3 {
			c, e := rng.Float64()*side, 0.2+0.8*rng.Float64()
			boxes[i][k], boxes[i][k+3] = c, c+e
		}
	}
	return boxes
}

func flat(boxes []broadphase.Box3) []broadphase.Box2 {
	out := make([]broadphase.Box2, len(boxes))
	for i, b := range boxes {
		out[i] = broadphase.Box2{b[0], b[1], b[3], b[4]}
	}
	return out
}

func TestPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 50, 700} {
		boxes := lattice(rng, n)
		testPairs[broadphase.Box3, broadphase.Vec3](t, boxes)
		testPairs[broadphase.Box2, broadphase.Vec2](t, flat(boxes))
	}
}

func testPairs[B broadphase.Box, V broadphase.Vec](t *testing.T, boxes []B) {
	want := broadphase.Brute(nil, boxes)
	if got := broadphase.Sweep(nil, boxes); !slices.Equal(got, want) {
		t.Fatalf("sweep: %d pairs of %d boxes, want %d", len(got), len(boxes), len(want))
	}
	var tree broadphase.Tree[B, V]
	if err := tree.Build(boxes); err != nil {
		t.Fatal(err)
	}
	first := []broadphase.Pair{{9, 9}}
	if got := tree.AppendPairs(first); !slices.Equal(got[1:], want) || got[0] != first[0] {
		t.Fatalf("%d pairs of %d boxes, want %d", len(got)-1, len(boxes), len(want))
	}
	if got := tree.AppendMovedPairs(nil); !slices.Equal(got, want) {
		t.Fatalf("%d moved pairs after Build, want %d", len(got), len(want))
	}
	for name, pairs := range map[string]iter.Seq2[int, int]{"Pairs": tree.Pairs(), "MovedPairs": tree.MovedPairs()} {
		var seq []broadphase.Pair
		for a, b := range pairs {
			seq = append(seq, broadphase.Pair{int32(a), int32(b)})
		}
		if !slices.Equal(seq, want) {
			t.Fatal(name, "yields others")
		}
	}
	with := tree.AppendPairsWith(nil, &tree)
	if len(with) != 2*len(want)+len(boxes) {
		t.Fatalf("%d pairs with itself, want %d", len(with), 2*len(want)+len(boxes))
	}
	for _, p := range want {
		if _, ok := slices.BinarySearchFunc(with, p, func(a, b broadphase.Pair) int { return slices.Compare(a[:], b[:]) }); !ok {
			t.Fatal("no pair", p)
		}
	}
}

// TestHistory holds every answer to the boxes and their ids.
func TestHistory(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	boxes := spaced(rng, 6000)
	var a, b, c, d, e broadphase.Tree3
	if err := errors.Join(a.Build(boxes), c.Fatten(0.1), c.Build(boxes), d.Build(boxes), e.Build(spaced(rng, 900))); err != nil {
		t.Fatal(err)
	}
	b.SetWorkers(3)
	d.Refine()
	if e.Clear(); e.AppendIDs(nil) != nil || e.AppendPairs(nil) != nil {
		t.Fatal("Clear leaves boxes")
	}
	for n, i := range rng.Perm(len(boxes)) {
		if err := errors.Join(b.Insert(i, boxes[rng.IntN(len(boxes))]), b.Move(i, boxes[i]), e.Insert(i, boxes[i])); err != nil {
			t.Fatal(err)
		}
		if n == len(boxes)/2 {
			e.Rebuild()
		}
		e.Optimize(1)
	}
	want := broadphase.Sweep(nil, boxes)
	for i, tree := range []*broadphase.Tree3{&a, &b, &c, &d, &e} {
		if got := tree.AppendPairs(nil); !slices.Equal(got, want) {
			t.Fatalf("tree %d: %d pairs, want %d", i, len(got), len(want))
		}
		for k := range 50 {
			box := boxes[k]
			origin, dir := broadphase.Vec3{box[0], box[1], box[2]}, broadphase.Vec3{1, 2, 0.5}
			var within []int32
			for id := range tree.Within(box) {
				within = append(within, int32(id))
			}
			if !slices.Equal(within, a.AppendWithin(nil, box)) ||
				!slices.Equal(tree.AppendAlong(nil, origin, dir, 3), a.AppendAlong(nil, origin, dir, 3)) ||
				!slices.Equal(tree.AppendNearest(nil, origin, 9), a.AppendNearest(nil, origin, 9)) ||
				!slices.Equal(tree.AppendSwept(nil, box, dir, 3), a.AppendSwept(nil, box, dir, 3)) {
				t.Fatalf("tree %d answers otherwise", i)
			}
		}
	}
}

// TestMoved holds the pairs of moved boxes to those of all, and to the work of any number of
// goroutines.
func TestMoved(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	boxes := spaced(rng, 9000)
	var one, many, each broadphase.Tree3
	many.SetWorkers(4)
	if err := errors.Join(one.Build(boxes), many.Build(boxes), each.Build(boxes)); err != nil {
		t.Fatal(err)
	}
	for _, share := range []int{0, 10, 900, 5000} {
		one.Settle()
		many.Settle()
		each.Settle()
		var ids []int32
		var to []broadphase.Box3
		moved := map[int32]bool{}
		for _, i := range rng.Perm(len(boxes))[:share] {
			for k := range 6 {
				boxes[i][k] += 0.3 * rng.Float64()
				boxes[i][k] = max(boxes[i][k], boxes[i][k%3])
			}
			ids, to, moved[int32(i)] = append(ids, int32(i)), append(to, boxes[i]), true
		}
		if err := errors.Join(one.MoveAll(ids, to), many.MoveAll(ids, to)); err != nil {
			t.Fatal(err)
		}
		if err := each.MoveEach(ids, func(i int) broadphase.Box3 { return to[i] }); err != nil {
			t.Fatal(err)
		}
		var want []broadphase.Pair
		for _, p := range broadphase.Sweep(nil, boxes) {
			if moved[p[0]] || moved[p[1]] {
				want = append(want, p)
			}
		}
		if got := one.AppendMovedPairs(nil); !slices.Equal(got, want) {
			t.Fatalf("%d moved: %d pairs, want %d", share, len(got), len(want))
		}
		if got := each.AppendMovedPairs(nil); !slices.Equal(got, want) {
			t.Fatalf("%d moved one by one: %d pairs, want %d", share, len(got), len(want))
		}
		if got := many.AppendMovedPairs(nil); !slices.Equal(got, want) {
			t.Fatalf("%d moved, by goroutines: %d pairs, want %d", share, len(got), len(want))
		}
		slices.Sort(ids)
		if got := one.AppendMoved(nil); !slices.Equal(got, ids) {
			t.Fatalf("%d moved, %d told", share, len(got))
		}
		if n := one.CountMoved(); n != share {
			t.Fatalf("%d moved, counted %d", share, n)
		}
	}
}

// TestMoveEach refuses boxes, and moves the others.
func TestMoveEach(t *testing.T) {
	boxes := spaced(rand.New(rand.NewPCG(3, 5)), 300)
	for _, n := range []int{5, 200} {
		var tree broadphase.Tree3
		if err := tree.Build(boxes); err != nil {
			t.Fatal(err)
		}
		ids := make([]int32, n)
		for i := range ids {
			ids[i] = int32(i)
		}
		calls := 0
		err := tree.MoveEach(ids, func(i int) broadphase.Box3 {
			calls++
			b := boxes[i+50]
			if i == 2 || i == 4 {
				b[0] = math.NaN()
			}
			return b
		})
		var e *collide.Error
		if !errors.As(err, &e) || e.Code != collide.ErrNotFinite || e.Path != "boxes[2].min[0]" || calls != n {
			t.Errorf("%d boxes: %v after %d calls", n, err, calls)
		}
		for i := range boxes {
			want := boxes[i]
			if i < n && i != 2 && i != 4 {
				want = boxes[i+50]
			}
			if tree.Box(i) != want {
				t.Errorf("%d boxes: box %d is %v, want %v", n, i, tree.Box(i), want)
			}
		}
		if err := tree.MoveEach([]int32{1, 300}, nil); !errors.As(err, &e) || e.Code != collide.ErrBadOption {
			t.Errorf("an id that is not there: %v", err)
		}
	}
}

// TestAppendIDs holds the ids of a tree to be all, each once, and mostly near the one before.
func TestAppendIDs(t *testing.T) {
	boxes := spaced(rand.New(rand.NewPCG(3, 6)), 5000)
	var tree broadphase.Tree3
	if err := tree.Build(boxes); err != nil {
		t.Fatal(err)
	}
	tree.Remove(17)
	ids := tree.AppendIDs([]int32{-1})[1:]
	apart := 0.0
	for k := 1; k < len(ids); k++ {
		a, b := boxes[ids[k-1]], boxes[ids[k]]
		apart += max(a[0]-b[3], b[0]-a[3], a[1]-b[4], b[1]-a[4], a[2]-b[5], b[2]-a[5], 0)
	}
	// the world is 17 long, the mean of the greatest of three distances 10
	if mean := apart / float64(len(ids)); mean > 1.5 {
		t.Errorf("ids in a row are %.2f apart", mean)
	}
	slices.Sort(ids)
	for k, id := range ids {
		want := k
		if k >= 17 {
			want++
		}
		if int(id) != want {
			t.Fatalf("id %d in place of %d", id, want)
		}
	}
	if len(ids) != 4999 {
		t.Errorf("%d ids", len(ids))
	}
}

// TestNear holds the brackets of distances to exact ones.
func TestNear(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	for range 2000 {
		scale := math.Ldexp(1, rng.IntN(1900)-1300)
		if scale > 1e140 {
			continue
		}
		var tree broadphase.Tree3
		var b broadphase.Box3
		var p broadphase.Vec3
		for k := range 3 {
			b[k] = (rng.Float64() - 0.5) * scale
			b[k+3] = b[k] + rng.Float64()*scale
			p[k] = (rng.Float64() - 0.5) * 4 * scale
		}
		if err := tree.Insert(3, b); err != nil {
			t.Fatal(err)
		}
		near := tree.AppendNearest(nil, p, 2)
		if len(near) != 1 || near[0].ID != 3 {
			t.Fatal(near)
		}
		sum := new(big.Float).SetPrec(5000)
		for k := range 3 {
			g := new(big.Float).SetPrec(5000)
			x := func(v float64) *big.Float { return new(big.Float).SetPrec(5000).SetFloat64(v) }
			switch {
			case p[k] < b[k]:
				g.Sub(x(b[k]), x(p[k]))
			case p[k] > b[k+3]:
				g.Sub(x(p[k]), x(b[k+3]))
			}
			sum.Add(sum, g.Mul(g, g))
		}
		square := func(v float64) *big.Float {
			x := new(big.Float).SetPrec(5000).SetFloat64(v)
			return x.Mul(x, x)
		}
		n := near[0]
		if square(n.Lower).Cmp(sum) > 0 || square(n.Upper).Cmp(sum) < 0 || n.Distance < n.Lower || n.Distance > n.Upper {
			t.Fatalf("%v from %v: %v", p, b, n)
		}
		if n.Upper-n.Lower > 0x1p-48*n.Distance && n.Distance > 1e-290 {
			t.Fatalf("%v from %v: %v is wide", p, b, n)
		}
	}
}

// TestFirst holds First and EachAlong to the list of all hits.
func TestFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	boxes := spaced(rng, 500)
	var tree broadphase.Tree3
	if err := tree.Build(boxes); err != nil {
		t.Fatal(err)
	}
	hits := 0
	for range 300 {
		var o, d broadphase.Vec3
		for k := range 3 {
			o[k], d[k] = rng.Float64()*10-1, rng.Float64()-0.5
		}
		all := tree.AppendAlong(nil, o, d, 4)
		first, ok := tree.First(o, d, 4)
		if ok != (len(all) > 0) || ok && first != all[0] {
			t.Fatalf("%v, want %v", first, all)
		}
		if ok {
			hits++
		}
		var seq []broadphase.Hit
		for h := range tree.Along(o, d, 4) {
			seq = append(seq, h)
		}
		if !slices.Equal(seq, all) {
			t.Fatal("Along yields others")
		}
	}
	if hits < 90 || hits > 270 {
		t.Errorf("%d of 300 rays hit", hits)
	}
}

func TestErrors(t *testing.T) {
	var tree broadphase.Tree3
	nan := math.NaN()
	for _, c := range []struct {
		err  error
		code error
		path string
	}{
		{tree.Insert(-1, broadphase.Box3{}), collide.ErrBadOption, "id"},
		{tree.Insert(broadphase.MaxID+1, broadphase.Box3{}), collide.ErrBadOption, "id"},
		{tree.Insert(0, broadphase.Box3{0, nan, 0, 1, 1, 1}), collide.ErrNotFinite, "min[1]"},
		{tree.Insert(0, broadphase.Box3{0, 0, 0, 1, 1, nan}), collide.ErrNotFinite, "max[2]"},
		{tree.Insert(0, broadphase.Box3{0, 0, 0, 2e150, 1, 1}), collide.ErrOutOfRange, "max[0]"},
		{tree.Insert(0, broadphase.Box3{0, 0, 3, 1, 1, 1}), collide.ErrNegativeSize, "min[2]"},
		{tree.Insert(0, broadphase.Box3{inf, 0, 0, inf, 1, 1}), collide.ErrNegativeSize, "min[0]"},
		{tree.Insert(0, broadphase.Box3{-inf, 0, 0, -inf, 1, 1}), collide.ErrNegativeSize, "max[0]"},
		{tree.Insert(7, broadphase.Box3{-inf, 0, 0, inf, 1, 1}), nil, ""},
		{tree.Insert(7, broadphase.Box3{}), collide.ErrBadOption, "id"},
		{tree.Move(8, broadphase.Box3{}), collide.ErrBadOption, "id"},
		{tree.Move(7, broadphase.Box3{1, 0, 0, 0, 0, 0}), collide.ErrNegativeSize, "min[0]"},
		{tree.MoveAll([]int32{7}, nil), collide.ErrBadOption, "ids"},
		{tree.MoveAll([]int32{7, 6}, make([]broadphase.Box3, 2)), collide.ErrBadOption, "ids[1]"},
		{tree.MoveEach([]int32{6}, nil), collide.ErrBadOption, "ids[0]"},
		{tree.MoveShared([]int32{7, -1}, nil), collide.ErrBadOption, "ids[1]"},
		{tree.MoveAll([]int32{7, 7}, []broadphase.Box3{{}, {nan}}), collide.ErrNotFinite, "boxes[1].min[0]"},
		{tree.Build([]broadphase.Box3{{}, {}, {0, 0, 0, 0, 0, -1}}), collide.ErrNegativeSize, "boxes[2].min[2]"},
		{tree.Fatten(-1), collide.ErrBadOption, "by"},
		{tree.Fatten(nan), collide.ErrBadOption, "by"},
	} {
		if !errors.Is(c.err, c.code) || c.code != nil && !strings.HasPrefix(c.err.Error(), c.path+":") {
			t.Errorf("%v, want %v at %s", c.err, c.code, c.path)
		}
	}
	if tree.Len() != 1 || !tree.Has(7) || tree.Has(0) || tree.Box(7) != (broadphase.Box3{-inf, 0, 0, inf, 1, 1}) {
		t.Error("a refused call has changed the tree")
	}
	if tree.Remove(0) || !tree.Remove(7) || tree.Remove(7) || tree.Remove(-1) {
		t.Error("Remove")
	}
}

// TestErrorTexts shows what an error tells beside the number: what is wrong with it.
func TestErrorTexts(t *testing.T) {
	var tree broadphase.Tree2
	if err := tree.Insert(3, broadphase.Box2{}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{tree.Insert(3, broadphase.Box2{}), "id: bad-option: 3: a box has that id already; Move moves it"},
		{tree.Insert(-1, broadphase.Box2{}), "id: bad-option: -1: ids go from 0 to MaxID"},
		{tree.Move(5, broadphase.Box2{}), "id: bad-option: 5: no box has that id"},
		{tree.Move(3, broadphase.Box2{0, 2, 1, -1}), "min[1]: negative-size: 2: the box goes from 2 to -1 there"},
		{tree.MoveAll([]int32{3}, nil), "ids: bad-option: 1: there are as many boxes as ids, not 0"},
		{tree.MoveAll([]int32{3, 9}, make([]broadphase.Box2, 2)), "ids[1]: bad-option: 9: no box has that id"},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("%v, want %s", c.err, c.want)
		}
	}
}

// TestNoNumbers asks with numbers that are none: nothing is found, and nothing panics or hangs.
func TestNoNumbers(t *testing.T) {
	var tree broadphase.Tree2
	if err := tree.Build(flat(lattice(rand.New(rand.NewPCG(1, 1)), 100))); err != nil {
		t.Fatal(err)
	}
	bad := []float64{math.NaN(), inf, -inf}
	for _, x := range bad {
		n := len(tree.AppendAlong(nil, broadphase.Vec2{x, 0}, broadphase.Vec2{1, 0}, 5)) +
			len(tree.AppendAlong(nil, broadphase.Vec2{0, 0}, broadphase.Vec2{1, x}, 5)) +
			len(tree.AppendNearest(nil, broadphase.Vec2{x, 0}, 5))
		if !(x > 0) {
			n += len(tree.AppendAlong(nil, broadphase.Vec2{}, broadphase.Vec2{1, 0}, x))
		}
		if n > 0 {
			t.Errorf("%v: %d found", x, n)
		}
	}
	if n := len(tree.AppendWithin(nil, broadphase.Box2{math.NaN(), 0, 1, 1})); n > 0 {
		t.Errorf("%d found", n)
	}
}

// TestGather: the pairs are those of AppendPairs, and the same calls give the same order; a visit
// of the first few ends with them.
func TestGather(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	boxes := spaced(rng, 3000)
	var tree, twin broadphase.Tree3
	for _, m := range []*broadphase.Tree3{&tree, &twin} {
		if err := m.Build(boxes); err != nil {
			t.Fatal(err)
		}
	}
	for _, share := range []int{2, 50} { // of the boxes one in share moves
		tree.Settle()
		twin.Settle()
		for i := 0; i < len(boxes); i += share {
			b := boxes[rng.IntN(len(boxes))]
			_, _ = tree.Move(i, b), twin.Move(i, b)
		}
		for name, gather := range map[string][2]func(*broadphase.Tree3, []broadphase.Pair) []broadphase.Pair{
			"all":   {(*broadphase.Tree3).GatherPairs, (*broadphase.Tree3).AppendPairs},
			"moved": {(*broadphase.Tree3).GatherMovedPairs, (*broadphase.Tree3).AppendMovedPairs},
		} {
			got := gather[0](&tree, []broadphase.Pair{{7, 9}})
			if !slices.Equal(got, gather[0](&twin, []broadphase.Pair{{7, 9}})) {
				t.Errorf("%s, one in %d: two orders", name, share)
			}
			each := got[:1:1]
			visit := func(a, b int32) bool { each = append(each, broadphase.Pair{a, b}); return len(each) < 300 }
			if name == "all" {
				tree.EachPair(visit)
			} else {
				tree.EachMovedPair(visit)
			}
			if n := min(300, len(got)); !slices.Equal(each, got[:n]) {
				t.Errorf("%s, one in %d: other pairs are visited than gathered", name, share)
			}
			slices.SortFunc(got[1:], func(p, q broadphase.Pair) int { return slices.Compare(p[:], q[:]) })
			if !slices.Equal(got[1:], gather[1](&tree, nil)) || got[0] != (broadphase.Pair{7, 9}) {
				t.Errorf("%s, one in %d: other pairs", name, share)
			}
		}
	}
}

// TestFattenLater: what Fatten says holds from the next Rebuild on; until then the boxes of the
// tree are as large as they were, and nothing that does not meet is found.
func TestFattenLater(t *testing.T) {
	boxes := []broadphase.Box3{{0, 0, 0, 1, 1, 1}, {1.5, 0, 0, 3, 1, 1}, {50, 50, 50, 51, 51, 51}}
	var tree broadphase.Tree3
	for _, by := range []float64{1, 0, 2} {
		if err := tree.Fatten(by); err != nil {
			t.Fatal(err)
		}
		if by > 0 {
			_ = tree.Build(boxes)
		}
		_ = tree.Move(0, boxes[0])
		if got := tree.AppendPairs(nil); len(got) > 0 {
			t.Errorf("fat by %v: pairs %v", by, got)
		}
		if got := tree.AppendWithin(nil, broadphase.Box3{1.2, 0, 0, 1.3, 1, 1}); len(got) > 0 {
			t.Errorf("fat by %v: within %v", by, got)
		}
	}
}

// TestAllocations: nothing is allocated once memory has grown.
func TestAllocations(t *testing.T) {
	boxes := spaced(rand.New(rand.NewPCG(1, 1)), 3000)
	var tree broadphase.Tree3
	if err := tree.Build(boxes); err != nil {
		t.Fatal(err)
	}
	pairs := tree.AppendPairs(make([]broadphase.Pair, 0, 20000))
	ids := make([]int32, 0, 100)
	hits := make([]broadphase.Hit, 0, 100)
	near := make([]broadphase.Near, 0, 100)
	some, to := []int32{1, 2, 3}, boxes[4:7]
	k := 0
	for name, f := range map[string]func(){
		"pairs":   func() { pairs = tree.AppendPairs(pairs[:0]) },
		"gather":  func() { pairs = tree.GatherPairs(pairs[:0]); pairs = tree.GatherMovedPairs(pairs[:0]) },
		"moved":   func() { tree.Settle(); _ = tree.MoveAll(some, to); pairs = tree.AppendMovedPairs(pairs[:0]) },
		"within":  func() { ids = tree.AppendWithin(ids[:0], boxes[k%3000]) },
		"along":   func() { hits = tree.AppendAlong(hits[:0], broadphase.Vec3{}, broadphase.Vec3{1, 1, 1}, 20) },
		"first":   func() { tree.First(broadphase.Vec3{}, broadphase.Vec3{1, 1, 1}, 20) },
		"refine":  tree.Refine,
		"nearest": func() { near = tree.AppendNearest(near[:0], broadphase.Vec3{3, 3, 3}, 20) },
	} {
		if n := testing.AllocsPerRun(100, func() { k++; f() }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// TestWorkers has several goroutines gather pairs of so many boxes that they take part, also at the
// same time as others that ask the same tree: the answers are those of one, and nothing is
// allocated once lists have grown.
func TestWorkers(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 9))
	boxes := spaced(rng, 6000)
	var one, many broadphase.Tree3
	many.SetWorkers(3)
	if err := errors.Join(one.Build(boxes), many.Build(boxes)); err != nil {
		t.Fatal(err)
	}
	want := one.AppendPairs(nil)
	if len(want) < 3000 {
		t.Fatalf("only %d pairs", len(want))
	}
	prefix := []broadphase.Pair{{7, 8}}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			list := slices.Clone(prefix)
			for range 5 {
				if list = many.AppendPairs(list[:1]); list[0] != prefix[0] || !slices.Equal(list[1:], want) {
					t.Errorf("%d pairs, want %d", len(list)-1, len(want))
				}
			}
		})
	}
	wait.Wait()
	var list []broadphase.Pair
	frame := func() { list = many.AppendPairs(list[:0]) }
	for range 5 {
		frame()
	}
	if n := testing.AllocsPerRun(50, frame); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
