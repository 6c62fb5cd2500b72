package bvh

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// crowds are sets of boxes that trees are built of in different ways.
func crowds(rng *rand.Rand, n int) map[string][][6]float64 {
	box := func(x, y, z, r float64) [6]float64 { return [6]float64{x - r, y - r, z - r, x + r, y + r, z + r} }
	all := map[string][][6]float64{}
	for range n {
		x, y, z := rng.Float64(), rng.Float64(), rng.Float64()
		all["uniform"] = append(all["uniform"], box(x, y, z, 0.01))
		all["equal"] = append(all["equal"], box(1, 2, 3, 1))
		few := float64(rng.IntN(3))
		all["few places"] = append(all["few places"], box(few, 0, 0, 1))
		town := 1e9 * float64(rng.IntN(2))
		all["two towns"] = append(all["two towns"], box(town+x, town+y, z, 0.01))
		mixed := box(x, y, z, math.Ldexp(0.001, rng.IntN(9)))
		if rng.IntN(50) == 0 {
			mixed[rng.IntN(3)] = math.Inf(-1)
		}
		all["mixed"] = append(all["mixed"], mixed)
		line := math.Ldexp(1, -rng.IntN(1000))
		all["halves"] = append(all["halves"], box(line, 0, 0, 0))
	}
	return all
}

// sameTree fails where two trees are not the same, place for place.
func sameTree[B Box](t *testing.T, what string, a, b *Dynamic[B]) {
	t.Helper()
	if !slices.Equal(a.nodes, b.nodes) || !slices.Equal(a.place, b.place) || len(a.blocks) != len(b.blocks) ||
		a.grid != b.grid || a.count != b.count || a.out != b.out {
		t.Fatalf("%s: the trees differ", what)
	}
	for k := range a.blocks {
		x, y := &a.blocks[k], &b.blocks[k]
		n := a.nodes[a.heads[k].up].n
		if a.heads[k] != b.heads[k] || !slices.Equal(x.items[:n], y.items[:n]) ||
			!slices.Equal(x.spans[:n], y.spans[:n]) {
			t.Fatalf("%s: block %d differs", what, k)
		}
	}
}

// Any number of goroutines builds the same tree, place for place.
func TestGang(t *testing.T) {
	const n = 3 * shared / 2
	rng := rand.New(rand.NewPCG(31, 32))
	for name, boxes := range crowds(rng, n) {
		var flat [][4]float64
		for _, b := range boxes {
			flat = append(flat, [4]float64{b[0], b[1], b[3], b[4]})
		}
		t.Run(name, func(t *testing.T) {
			testGang(t, rng, boxes)
			testGang(t, rng, flat)
		})
	}
}

// testGang compares trees of one goroutine and of several.
func testGang[B Box](t *testing.T, rng *rand.Rand, boxes []B) {
	var one, many Dynamic[B]
	many.SetWorkers(3)
	one.Build(boxes)
	many.Build(boxes)
	sameTree(t, "Build", &one, &many)
	for _, d := range []*Dynamic[B]{&one, &many} {
		d.Settle()
		for i := range len(boxes) {
			if i%5 == 0 {
				d.Remove(i)
			}
		}
	}
	many.SetWorkers(2)
	var items []int32
	for i := range boxes {
		if i%5 != 0 && i%3 != 0 {
			items = append(items, int32(i))
		}
	}
	shift := rng.Float64()
	box := func(k int) B {
		b := boxes[items[k]]
		b[0], b[len(b)/2] = b[0]+shift, b[len(b)/2]+shift
		return b
	}
	one.MoveEach(items, box)
	many.MoveShared(items, box)
	sameTree(t, "MoveShared", &one, &many)
	one.Rebuild()
	many.Rebuild()
	sameTree(t, "Rebuild", &one, &many)
}

// The leaves that are counted are those that are built, and a tree of runs of keys of any length is
// that of one pass.
func TestGangLeaves(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 34))
	for turn := range 300 {
		n := 1 + rng.IntN(300)
		var boxes [][6]float64
		for range n {
			x := math.Ldexp(rng.Float64(), -rng.IntN(1+turn%30))
			boxes = append(boxes, [6]float64{x, x, 0, x, x, 0})
		}
		var d Dynamic[[6]float64]
		d.Build(boxes)
		g := d.team()
		d.work.keys = d.work.keys[:n]
		g.tasks = append(g.tasks[:0], task{end: int32(n)})
		g.leavesOf(0)
		if want := len(d.blocks); int(g.tasks[0].leaves) != want && n > room {
			t.Fatalf("%d keys: %d leaves are counted, %d are built", n, g.tasks[0].leaves, want)
		}
	}
}

// Once its memory has grown, building a tree by several goroutines allocates nothing.
func TestGangAllocations(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 36))
	boxes := crowds(rng, 2*shared)["uniform"]
	var d Dynamic[[6]float64]
	d.SetWorkers(2)
	d.Build(boxes)
	items := d.AppendItems(nil)
	box := func(k int) [6]float64 { return boxes[items[k]] }
	if n := testing.AllocsPerRun(20, func() { d.MoveShared(items, box) }); n >= 1 {
		t.Errorf("%v allocations", n)
	}
}
