package bvh

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"
)

// The tests run for both kinds of boxes: each is a generic function, called from its Test.

// wild are the kinds of boxes that dynamic trees are tried on, those that Place can make included.
var wild = append(slices.Clone(kinds), "wide", "huge", "tiny", "nested", "far", "fractal")

// wildBox returns a box of a kind, the i-th.
func wildBox[B Box](rng *rand.Rand, kind string, i int) B {
	if slices.Contains(kinds, kind) && kind != "growing" {
		return random[B](rng, kind, 1)[0]
	}
	var b B
	h := len(b) / 2
	for k := range h {
		c, e := rng.Float64()*10, rng.Float64()
		switch kind {
		case "wide": // few long ones among short ones
			e = math.Ldexp(e, rng.IntN(3)*rng.IntN(6))
		case "growing":
			c, e = math.Ldexp(1+c, i%400), math.Ldexp(e, i%400)
		case "huge":
			c, e = (rng.Float64()-0.5)*2e150, rng.Float64()*1e150
			if rng.IntN(2) == 0 {
				c, e = rng.Float64(), rng.Float64()
			}
		case "tiny":
			c, e = math.Ldexp(float64(rng.IntN(8)), -1074), math.Ldexp(float64(rng.IntN(3)), -1074)
		case "nested":
			e = 1 / float64(1+i)
			c = -e / 2
		case "far": // two dense places, far apart
			c, e = float64(rng.IntN(2))*1e9+rng.Float64(), rng.Float64()*0.1
		case "fractal": // dense places within dense places
			c, e = math.Ldexp(rng.Float64(), -rng.IntN(300))+float64(rng.IntN(2))*1e12, math.Ldexp(rng.Float64(), -rng.IntN(300))
		}
		b[k], b[h+k] = c, c+e
	}
	return b
}

// brute is the world that a dynamic tree is compared with.
type brute[B Box] struct {
	boxes []B
	has   []bool
	moved []bool
}

func (w *brute[B]) set(i int, b B) { w.boxes[i], w.has[i], w.moved[i] = b, true, true }

// meets reports whether two boxes have a point in common, by interval arithmetic on each axis.
func meets[B Box](a, b *B) bool {
	h := len(*a) / 2
	for k := range h {
		if max((*a)[k], (*b)[k]) > min((*a)[h+k], (*b)[h+k]) {
			return false
		}
	}
	return true
}

// pairs returns the pairs that meet, of which one at least moved if moved says so.
func (w *brute[B]) pairs(moved bool) (out []Couple) {
	for i := range w.boxes {
		for j := i + 1; j < len(w.boxes); j++ {
			if w.has[i] && w.has[j] && (!moved || w.moved[i] || w.moved[j]) && meets(&w.boxes[i], &w.boxes[j]) {
				out = append(out, Couple{int32(i), int32(j)})
			}
		}
	}
	return out
}

// checkDynamic checks what every dynamic tree keeps to.
func checkDynamic[B Box](t *testing.T, d *Dynamic[B], w *brute[B]) {
	t.Helper()
	seen, nodes, blocks := 0, 0, 0
	var walk func(k, up int32) (moved uint8)
	walk = func(k, up int32) (moved uint8) {
		n := &d.nodes[k]
		if nodes++; d.parent(k) != up {
			t.Fatalf("node %d: parent %d, want %d", k, d.parent(k), up)
		}
		if n.n == 0 {
			if n.down%2 != 0 {
				t.Fatalf("children at %d", n.down)
			}
			moved = walk(n.down, k) | walk(n.down+1, k)
			l, r := &d.nodes[n.down], &d.nodes[n.down+1]
			if n.span != join[B](l.span, r.span) || n.tall != 1+max(l.tall, r.tall) {
				t.Fatalf("node %d: %+v over %+v and %+v", k, n, l, r)
			}
		} else {
			b, h := &d.blocks[n.down], &d.heads[n.down]
			if blocks++; h.up != k || n.tall != 0 {
				t.Fatalf("block of leaf %d lies below %d", k, h.up)
			}
			s := b.spans[0]
			for j := range n.n {
				i := b.items[j]
				seen++
				if !w.has[i] || d.place[i] != n.down*room+j || !holds[B](b.spans[j], spanOf(&d.grid, &w.boxes[i])) ||
					d.fat == 0 && b.spans[j] != spanOf(&d.grid, &w.boxes[i]) {
					t.Fatalf("item %d: %v", i, d.place[i])
				}
				if h.exact>>j&1 == 1 && (d.fat > 0 || d.grid.bent || !onGrid(&d.grid, &w.boxes[i], b.spans[j])) {
					t.Fatalf("item %d is not exact", i)
				}
				if m := h.moved>>j&1 == 1; m != w.moved[i] {
					t.Fatalf("item %d: moved %v", i, m)
				} else if m {
					moved = 1
				}
				s = join[B](s, b.spans[j])
				checkBent(t, d, w.boxes[i], b.spans[j])
			}
			if s != n.span || h.moved>>n.n != 0 || h.exact>>n.n != 0 {
				t.Fatalf("leaf %d: %+v", k, n)
			}
		}
		if moved > n.moved {
			t.Fatalf("node %d has moved items below, and does not say so", k)
		}
		return n.moved
	}
	for r := range int32(2) {
		if d.count[r] > 0 {
			walk(r, none)
		}
	}
	want := 0
	for i, h := range w.has {
		if h {
			want++
		}
		if h != d.Has(i) {
			t.Fatalf("item %d: %v", i, d.Has(i))
		}
	}
	if seen != want || d.Len() != want {
		t.Fatalf("%d items, %d in Len, want %d", seen, d.Len(), want)
	}
	if d.Len() > 0 {
		free, empty := 0, 0
		for k := d.free; k != none; k = d.nodes[k].up {
			free += 2
		}
		for k := d.empty; k != none; k = d.heads[k].up {
			empty++
		}
		both := 0
		if d.count[0] == 0 || d.count[1] == 0 {
			both = 1
		}
		if nodes+free+both != len(d.nodes) || blocks+empty != len(d.blocks) {
			t.Fatalf("%d nodes of %d and %d free, %d blocks of %d and %d", nodes, len(d.nodes), free, blocks, len(d.blocks), empty)
		}
	}
}

// checkBent checks that what a span of a bent grid stands for holds the box.
func checkBent[B Box](t *testing.T, d *Dynamic[B], b B, s span) {
	t.Helper()
	if !d.grid.bent {
		return
	}
	bentGrids++
	around := boxOf[B](&d.grid, s)
	if all := union(&around, &b); all != around {
		t.Fatalf("the span of %v is %v", b, around)
	}
}

// bentGrids counts how often checkBent found a bent grid.
var bentGrids int

func sorted(c []Couple) []Couple {
	slices.SortFunc(c, func(a, b Couple) int {
		if a[0] != b[0] {
			return int(a[0] - b[0])
		}
		return int(a[1] - b[1])
	})
	return c
}

// checkAnswers compares all searches with brute force.
func checkAnswers[B Box](t *testing.T, d *Dynamic[B], w *brute[B], rng *rand.Rand, kind string) {
	t.Helper()
	if got, want := sorted(d.AppendPairs(nil)), w.pairs(false); !slices.Equal(got, want) {
		t.Fatalf("pairs %v, want %v", got, want)
	}
	if got, want := sorted(d.AppendMovedPairs(nil)), w.pairs(true); !slices.Equal(got, want) {
		t.Fatalf("moved pairs %v, want %v", got, want)
	}
	for _, moved := range []bool{false, true} {
		var all []Couple
		d.EachPair(moved, func(i, j int32) bool { all = append(all, Couple{i, j}); return true })
		if want := w.pairs(moved); !slices.Equal(sorted(all), want) {
			t.Fatalf("each pair %v, want %v", all, want)
		}
		if n := len(all); n > 0 {
			stop := 1 + rng.IntN(n)
			n = 0
			if d.EachPair(moved, func(_, _ int32) bool { n++; return n < stop }) || n != stop {
				t.Fatalf("%d pairs before the end at %d", n, stop)
			}
		}
	}
	for range 3 {
		box := wildBox[B](rng, kind, rng.IntN(100))
		var got, want []int32
		d.Within(&box, func(i int32) bool { got = append(got, i); return true })
		for i := range w.boxes {
			if w.has[i] && meets(&w.boxes[i], &box) {
				want = append(want, int32(i))
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Fatalf("within %v: %v, want %v", box, got, want)
		}
		checkNearest(t, d, w, box, 1+rng.IntN(5))
		for k := range len(box) / 2 {
			if math.IsInf(box[k], 0) {
				box[k] = 0
			}
			if math.IsInf(box[len(box)/2+k], 0) {
				box[len(box)/2+k] = box[k] + 1
			}
			if box[k] > box[len(box)/2+k] {
				box[k] = box[len(box)/2+k]
			}
		}
		checkSweep(t, d, w, box, rng)
	}
}

// checkNearest compares the k nearest items.
func checkNearest[B Box](t *testing.T, d *Dynamic[B], w *brute[B], box B, k int) {
	t.Helper()
	type near struct {
		gap2 float64
		item int32
	}
	less := func(l []near) func(i, j int) bool {
		return func(i, j int) bool { return l[i].gap2 < l[j].gap2 || l[i].gap2 == l[j].gap2 && l[i].item < l[j].item }
	}
	var got, want []near
	d.Nearest(&box, inf, func(i int32, g float64) float64 {
		got = append(got, near{g, i})
		sort.Slice(got, less(got))
		if len(got) < k {
			return inf
		}
		got = got[:k]
		return got[k-1].gap2
	})
	for i := range w.boxes {
		if w.has[i] {
			want = append(want, near{Gap2(&box, &w.boxes[i]), int32(i)})
		}
	}
	sort.Slice(want, less(want))
	if want = want[:min(k, len(want))]; !slices.Equal(got, want) {
		t.Fatalf("nearest %d of %v: %v, want %v", k, box, got, want)
	}
}

// checkSweep compares the items that a moving box meets.
func checkSweep[B Box](t *testing.T, d *Dynamic[B], w *brute[B], box B, rng *rand.Rand) {
	t.Helper()
	var dir [3]float64
	size := 1.0
	for k := range len(box) {
		size = max(size, min(math.Abs(box[k]), 1e100))
	}
	for k := range len(box) / 2 {
		dir[k] = float64(rng.IntN(5)-2) * size * rng.Float64()
		if rng.IntN(3) == 0 {
			dir[k] = 0
		}
		if rng.IntN(2) == 0 {
			box[len(box)/2+k] = box[k]
		}
	}
	limit := []float64{1, 2, inf, 1e-3, 0}[rng.IntN(5)]
	got := map[int32]float64{}
	d.Sweep(&box, dir, limit, func(i int32, from float64) float64 {
		if _, twice := got[i]; twice {
			t.Fatalf("item %d twice", i)
		}
		got[i] = from
		return limit
	})
	first, least := inf, inf
	for _, from := range got {
		first = min(first, from)
	}
	for i := range w.boxes {
		from := math.NaN()
		if w.has[i] {
			from = enters(&w.boxes[i], &box, &dir, limit)
		}
		g, ok := got[int32(i)]
		if !ok && from <= limit && !passes(&w.boxes[i], &box, &dir, limit) {
			continue // missed by rounding alone, and not found
		}
		if ok != (from <= limit) || ok && g != from {
			t.Fatalf("sweep of %v along %v up to %v: item %d %v at %v, want %v", box, dir, limit, i, w.boxes[i], g, from)
		}
	}
	d.Sweep(&box, dir, limit, func(_ int32, from float64) float64 {
		least = min(least, from)
		return least
	})
	if first != least {
		t.Fatalf("first hit at %v, want %v", least, first)
	}
}

// passes reports whether the moving box m meets b, up to limit, in rational numbers.
func passes[B Box](b, m *B, dir *[3]float64, limit float64) bool {
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	from, to := new(big.Rat), rat(min(limit, math.MaxFloat64))
	h := len(*b) / 2
	for k := range h {
		var ends [2]*big.Rat // nil for an infinite one
		for e, x := range [2][2]float64{{(*b)[k], (*m)[h+k]}, {(*b)[h+k], (*m)[k]}} {
			if !math.IsInf(x[0], 0) {
				ends[e] = new(big.Rat).Sub(rat(x[0]), rat(x[1]))
			}
		}
		if dir[k] == 0 {
			if ends[0] != nil && ends[0].Sign() > 0 || ends[1] != nil && ends[1].Sign() < 0 {
				return false
			}
			continue
		}
		for _, e := range ends {
			if e != nil {
				e.Quo(e, rat(dir[k]))
			}
		}
		if dir[k] < 0 {
			ends[0], ends[1] = ends[1], ends[0]
		}
		if ends[0] != nil && ends[0].Cmp(from) > 0 {
			from = ends[0]
		}
		if ends[1] != nil && ends[1].Cmp(to) < 0 {
			to = ends[1]
		}
	}
	return from.Cmp(to) <= 0
}

// TestDynamicCalls makes random calls and compares every answer with brute force.
func TestDynamicCalls(t *testing.T) {
	for _, kind := range wild {
		t.Run("2/"+kind, func(t *testing.T) { testCalls[[4]float64](t, kind) })
		t.Run("3/"+kind, func(t *testing.T) { testCalls[[6]float64](t, kind) })
	}
	if bentGrids < 1000 {
		t.Errorf("%d boxes seen on bent grids", bentGrids)
	}
}

func testCalls[B Box](t *testing.T, kind string) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(3, seed))
		size := []int{1, 3, 10, 60, 150, 60}[seed]
		d := new(Dynamic[B])
		if seed == 5 {
			d.Fatten(0.2)
		}
		calls(t, rng, kind, size, 60, func() int { return rng.IntN(100) }, d)
	}
}

// calls makes n random calls among size items; pick draws the call.
func calls[B Box](t *testing.T, rng *rand.Rand, kind string, size, n int, pick func() int, d *Dynamic[B]) {
	t.Helper()
	w := &brute[B]{make([]B, size), make([]bool, size), make([]bool, size)}
	for turn := range n {
		for range 1 + rng.IntN(size) {
			i := rng.IntN(size)
			box := wildBox[B](rng, kind, rng.IntN(500))
			switch p := pick(); {
			case !w.has[i]:
				d.Insert(i, &box)
				w.set(i, box)
			case p < 25:
				d.Remove(i)
				w.has[i], w.moved[i] = false, false
			case p < 60: // a small move
				box = w.boxes[i]
				for k := range len(box) / 2 {
					if step := (rng.Float64() - 0.5) * 0.3; math.Abs(box[k]) < 1e6 {
						box[k], box[len(box)/2+k] = box[k]+step, box[len(box)/2+k]+step
					}
				}
				fallthrough
			default:
				d.Move(i, &box)
				w.set(i, box)
			}
		}
		switch p := pick(); {
		case p < 5:
			d.Rebuild()
		case p < 8:
			d.Refine()
		case p < 20:
			d.Optimize(1 + rng.IntN(10))
		case p < 50:
			d.Settle()
			clear(w.moved)
		case p < 53:
			d.Build(w.boxes)
			for i := range w.boxes {
				w.set(i, w.boxes[i])
			}
		}
		checkDynamic(t, d, w)
		if turn%4 == 0 {
			checkAnswers(t, d, w, rng, kind)
		}
	}
}

// FuzzDynamic makes the calls that the bytes say.
func FuzzDynamic(f *testing.F) {
	for i := range len(wild) {
		f.Add(uint64(i), byte(i), byte(3*i), []byte{1, 50, 99, 7, 30})
	}
	f.Fuzz(func(t *testing.T, seed uint64, kind, size byte, picks []byte) {
		rng := rand.New(rand.NewPCG(seed, 1))
		at := 0
		pick := func() int {
			if len(picks) == 0 {
				return rng.IntN(100)
			}
			at++
			return int(picks[at%len(picks)]) % 100
		}
		k := wild[int(kind)%len(wild)]
		if kind >= 128 {
			calls(t, rng, k, 1+int(size), 20, pick, new(Dynamic[[4]float64]))
		} else {
			calls(t, rng, k, 1+int(size), 20, pick, new(Dynamic[[6]float64]))
		}
	})
}

// TestSpans holds the words of the grid to the integers they stand for.
func TestSpans(t *testing.T) {
	testSpans[[4]float64](t)
	testSpans[[6]float64](t)
}

func testSpans[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	dim := 64 / int(fieldBits[B]()+1)
	top := most[B]()
	type ints struct{ lo, hi [3]uint64 }
	draw := func() (v ints, s span) {
		for k := range dim {
			x, y := rng.Uint64N(top+1), rng.Uint64N(top+1)
			switch rng.IntN(4) {
			case 0:
				x, y = uint64(rng.IntN(4)), uint64(rng.IntN(4))
			case 1:
				x, y = top-uint64(rng.IntN(4)), top-uint64(rng.IntN(4))
			case 2:
				x = top/2 + uint64(rng.IntN(4)) - 2
				y = x + uint64(rng.IntN(3))
			}
			v.lo[k], v.hi[k] = min(x, y), max(x, y)
			s.lo |= v.lo[k] << (k * int(fieldBits[B]()+1))
			s.hi |= v.hi[k] << (k * int(fieldBits[B]()+1))
		}
		s.hi |= guards[B]()
		return v, s
	}
	var seen [3]int
	for range 100000 {
		a, s := draw()
		b, o := draw()
		wantMeet, wantDeep, wantHolds, wantOut := true, true, true, false
		u := ints{}
		x, e := [3]uint64{}, [3]uint64{1, 1, 1}
		for k := range dim {
			wantMeet = wantMeet && a.lo[k] <= b.hi[k] && b.lo[k] <= a.hi[k]
			wantDeep = wantDeep && a.lo[k] < b.hi[k] && b.lo[k] < a.hi[k]
			wantHolds = wantHolds && a.lo[k] <= b.lo[k] && b.hi[k] <= a.hi[k]
			wantOut = wantOut || a.lo[k] == 0 || a.hi[k] == top
			u.lo[k], u.hi[k] = min(a.lo[k], b.lo[k]), max(a.hi[k], b.hi[k])
			x[k], e[k] = (a.lo[k]+a.hi[k])/2, a.hi[k]-a.lo[k]+1
		}
		if meet[B](s, o) != wantMeet || full((s.hi-o.lo)&(o.hi-s.lo), guards[B]()) == 1 != wantMeet {
			t.Fatal("meet", a, b)
		}
		if deep[B](s, o) != wantDeep {
			t.Fatal("deep", a, b)
		}
		if holds[B](s, o) != wantHolds || !holds[B](s, s) || !holds[B](join[B](s, o), o) {
			t.Fatal("holds", a, b)
		}
		if outside[B](s) != wantOut {
			t.Fatal("outside", a)
		}
		for i, ok := range []bool{wantMeet, wantHolds, wantOut} {
			if ok {
				seen[i]++
			}
		}
		var want span
		for k := range dim {
			want.lo |= u.lo[k] << (k * int(fieldBits[B]()+1))
			want.hi |= u.hi[k] << (k * int(fieldBits[B]()+1))
		}
		if want.hi |= guards[B](); join[B](s, o) != want {
			t.Fatal("join", a, b)
		}
		size := e[0] + e[1]
		if dim == 3 {
			size = e[0]*e[1] + e[1]*e[2] + e[2]*e[0]
		}
		if area[B](s) != size {
			t.Fatal("area", a, area[B](s), size)
		}
		if c := centre[B](s); c != pack[B](x) {
			t.Fatal("centre", a)
		}
	}
	if slices.Min(seen[:]) < 100 {
		t.Error("cases seen:", seen)
	}
}

// TestGridRises holds the map of the grid to what the tree rests on: it never falls.
func TestGridRises(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for range 20000 {
		var bounds, x [6]float64
		for k := range 3 {
			scale := math.Ldexp(1, rng.IntN(900)-450)
			bounds[k] = (rng.Float64() - 0.5) * scale
			bounds[k+3] = bounds[k] + rng.Float64()*math.Ldexp(scale, -rng.IntN(60))
		}
		var g grid
		fit(&g, &bounds)
		in := spanOf(&g, &bounds)
		if outside[[6]float64](in) {
			t.Fatalf("%v lies outside its own grid", bounds)
		}
		for k := range 3 {
			x[k] = bounds[k] + (rng.Float64()-0.5)*3*(bounds[k+3]-bounds[k])
			x[k+3] = x[k]
			for range rng.IntN(4) {
				x[k+3] = math.Nextafter(x[k+3], inf)
			}
			if rng.IntN(9) == 0 {
				x[k+3] = []float64{inf, 1e150, math.MaxFloat64}[rng.IntN(3)]
			}
		}
		s := spanOf(&g, &x)
		if !meet[[6]float64](s, s) {
			t.Fatalf("%v: %x", x, s)
		}
	}
}

// TestGridHoldsAll: the grid of a tree that is built holds all finite boxes, whichever of them
// sticks out and to whichever side: what lies beyond is tested against everything beyond.
func TestGridHoldsAll(t *testing.T) {
	testGridHoldsAll[[4]float64](t)
	testGridHoldsAll[[6]float64](t)
}

func testGridHoldsAll[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 3))
	for turn := range 600 {
		kind := []string{"everyday", "lattice", "infinite"}[turn%3]
		boxes := random[B](rng, kind, 2+rng.IntN(30))
		b := &boxes[rng.IntN(len(boxes))]
		side := rng.IntN(len(*b))
		far := math.Ldexp(1, rng.IntN(40))
		if side < len(*b)/2 {
			far = -far
		}
		(*b)[side] += far
		var d Dynamic[B]
		d.Build(boxes)
		for i := range boxes {
			if !unbounded(&boxes[i]) && outside[B](spanOf(&d.grid, &boxes[i])) {
				t.Fatalf("%s, turn %d: %v is beyond the grid, and side %d of %v sticks out", kind, turn, boxes[i], side, *b)
			}
		}
	}
}

// TestDynamicHistory holds the tree after Rebuild, and the sets of all answers, to the boxes alone.
func TestDynamicHistory(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var a, b Dynamic[[6]float64]
	boxes := make([][6]float64, 300)
	for i := range boxes {
		boxes[i] = wildBox[[6]float64](rng, "everyday", i)
		a.Insert(i, &boxes[i])
	}
	for range 1000 {
		i := rng.IntN(300)
		other := wildBox[[6]float64](rng, "wide", i)
		a.Move(i, &other)
		a.Move(i, &boxes[i])
	}
	b.Build(boxes)
	if !slices.Equal(sorted(a.AppendPairs(nil)), sorted(b.AppendPairs(nil))) {
		t.Error("other pairs")
	}
	a.Rebuild()
	for i := range a.nodes {
		a.nodes[i].moved, b.nodes[i].moved = 0, 0
	}
	if !slices.Equal(a.nodes, b.nodes) || a.grid != b.grid {
		t.Error("the same boxes, another tree")
	}
}

// TestDynamicAllocations: nothing is allocated once memory has grown.
func TestDynamicAllocations(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var d Dynamic[[6]float64]
	boxes := make([][6]float64, 500)
	for i := range boxes {
		boxes[i] = wildBox[[6]float64](rng, "wide", i)
	}
	d.Build(boxes)
	pairs := d.AppendPairs(nil)
	moved := d.AppendMoved(nil)
	box := boxes[7]
	sum := 0
	for name, f := range map[string]func(){
		"rebuild": d.Rebuild,
		"pairs":   func() { pairs = d.AppendPairs(pairs[:0]) },
		"moved":   func() { pairs = d.AppendMovedPairs(pairs[:0]); moved = d.AppendMoved(moved[:0]) },
		"settle":  d.Settle,
		"update": func() {
			i := rng.IntN(len(boxes))
			d.Move(i, &boxes[rng.IntN(len(boxes))])
			d.Remove(i)
			d.Insert(i, &boxes[i])
			d.Optimize(3)
		},
		"each":    func() { d.EachPair(false, func(i, j int32) bool { sum += int(i ^ j); return true }) },
		"within":  func() { d.Within(&box, func(i int32) bool { sum += int(i); return true }) },
		"sweep":   func() { d.Sweep(&box, [3]float64{1, 2, 3}, 5, func(_ int32, from float64) float64 { return from }) },
		"nearest": func() { d.Nearest(&box, inf, func(_ int32, gap float64) float64 { return gap }) },
		"across":  func() { d.Across(&d, func(i, j int32) bool { sum += int(i ^ j); return true }) },
	} {
		f()
		if n := testing.AllocsPerRun(50, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// TestDynamicDepth inserts boxes that make trees lean, in the order that does.
func TestDynamicDepth(t *testing.T) {
	for _, kind := range []string{"line", "growing", "equal", "shrinking"} {
		t.Run(kind, func(t *testing.T) {
			var d Dynamic[[6]float64]
			for i := range 3000 {
				b := [6]float64{float64(i), 0, 0, float64(i), 0, 0}
				switch kind {
				case "growing":
					x := math.Ldexp(1, i%450)
					b = [6]float64{x, x, x, 1.5 * x, x, x}
				case "equal":
					b = [6]float64{1, 2, 3, 4, 5, 6}
				case "shrinking":
					x := math.Pow(0.99, float64(i))
					b = [6]float64{x, x, x, x, x, x}
				}
				d.Insert(i, &b)
			}
			if tall := d.nodes[0].tall; tall > tallest {
				t.Errorf("height %d", tall)
			} else {
				t.Log(fmt.Sprint("height ", tall))
			}
		})
	}
}

// TestDynamicFar: places far from each other do not make all boxes of one place look alike.
func TestDynamicFar(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	boxes := make([][6]float64, 40000)
	for i := range boxes {
		for k := range 3 {
			c := float64(i%4)*1e12 + rng.Float64()*100
			boxes[i][k], boxes[i][k+3] = c, c+0.5+rng.Float64()
		}
	}
	var d Dynamic[[6]float64]
	d.Build(boxes)
	crowd := 0
	for i := range d.blocks {
		for j := range i {
			if i-j < 50 && d.blocks[i].spans[0] == d.blocks[j].spans[0] {
				crowd++
			}
		}
	}
	if crowd > len(d.blocks)/10 {
		t.Errorf("%d blocks of %d are alike", crowd, len(d.blocks))
	}
}

// pack returns the word with these fields.
func pack[B Box](x [3]uint64) (w uint64) {
	bits := fieldBits[B]() + 1
	for k := range 64 / bits {
		w |= x[k] << (k * bits)
	}
	return w
}

// TestCurve: cells that differ in some bits only are in the order in which the bits of all axes in
// turn put them, and no key is longer than the curve says.
func TestCurve(t *testing.T) {
	testCurve[[4]float64](t)
	testCurve[[6]float64](t)
}

func testCurve[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 7))
	dim := int(64 / (fieldBits[B]() + 1))
	even, short := 0, 0
	for range 20000 {
		var cells [2][3]uint64
		var differ [3]uint64
		for k := range dim {
			differ[k] = rng.Uint64() & most[B]() >> (rng.Uint64() % uint64(fieldBits[B]()+1))
			base := rng.Uint64() & most[B]()
			for i := range cells {
				cells[i][k] = base&^differ[k] | rng.Uint64()&differ[k]
			}
		}
		c := curveOf[B](pack[B](differ))
		var keys, plain [2]*big.Int
		for i := range cells {
			n := c.key(pack[B](cells[i]))
			if bits.Len64(n) > c.bits || c.bits > 60 {
				t.Fatal(n, c)
			}
			keys[i], plain[i] = new(big.Int).SetUint64(n), new(big.Int)
			for bit := range fieldBits[B]() {
				for k := range dim {
					plain[i].SetBit(plain[i], int(bit)*dim+k, uint(cells[i][k]>>bit&1))
				}
			}
			if c.even && dim == 2 {
				plain[i].Rsh(plain[i], 2) // the curve has room for no more
			}
		}
		if keys[0].Cmp(keys[1]) != plain[0].Cmp(plain[1]) {
			t.Fatal(cells, differ, c)
		}
		if c.even {
			even++
		} else {
			short++
		}
	}
	if even < 100 || short < 1000 {
		t.Error(even, short)
	}
}

// TestBuildAlongLine: a tree of boxes along an axis has its leaves in the order of the axis,
// however many parts the work is cut into.
func TestBuildAlongLine(t *testing.T) {
	testAlongLine[[4]float64](t)
	testAlongLine[[6]float64](t)
}

func testAlongLine[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	const n = 30000
	for axis := range len(*new(B)) / 2 {
		boxes := make([]B, n)
		for i := range boxes {
			b := &boxes[i]
			h := len(*b) / 2
			for k := range h {
				(*b)[k], (*b)[h+k] = 3, 4
			}
			x := float64(n / 4 * rng.Float64())
			if i%8192 == 0 { // the first of a part
				x = n / 4
			}
			(*b)[axis], (*b)[h+axis] = x, x+1
		}
		for _, workers := range []int{1, 2} {
			var d Dynamic[B]
			d.SetWorkers(workers)
			d.Build(boxes)
			last, most, leaf := uint64(0), uint64(0), int32(none) // of the leaves before, and with this one
			for _, i := range d.AppendItems(nil) {
				if at := d.place[i] / room; at != leaf {
					last, leaf = most, at
				}
				c := centre[B](d.span(&boxes[i])) >> (uint(axis) * (fieldBits[B]() + 1)) & (1<<fieldBits[B]() - 1)
				if c < last {
					t.Fatalf("axis %d, %d workers: cell %d after %d", axis, workers, c, last)
				}
				most = max(most, c)
			}
		}
	}
}

// TestRowAstride: the nodes of a row, or a floor, of boxes that lie a little aside of each other
// are as small wherever it lies across its length.
func TestRowAstride(t *testing.T) {
	testRowAstride[[4]float64](t, 1)
	testRowAstride[[6]float64](t, 1)
	testRowAstride[[6]float64](t, 2)
}

func testRowAstride[B Box](t *testing.T, long int) {
	const n = 4096
	h := len(*new(B)) / 2
	side := []float64{0, n / 4, 64}[long]
	least, most := math.MaxInt, 0
	for at := range 64 { // a margin and a base of any 64th of the side lie in this range
		rng := rand.New(rand.NewPCG(7, 9))
		boxes := make([]B, n)
		for i := range boxes {
			b := &boxes[i]
			for k := range h {
				x := rng.Float64() * side
				if k >= long {
					x = float64(at)*side/256 + 0.2*(rng.Float64()-0.5)
				}
				(*b)[k], (*b)[h+k] = x-0.5, x+0.5
			}
		}
		var d Dynamic[B]
		d.Build(boxes)
		least, most = min(least, d.sizes().mean), max(most, d.sizes().mean)
	}
	if limit := 1 << bulkBits / 32; most-least > limit {
		t.Errorf("%d of %d axes: nodes are up to 2^%v as large as the least", long, h,
			float64(most-least)/(1<<bulkBits))
	}
}
