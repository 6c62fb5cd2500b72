package bvh

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestMoveAllKeepsTheLast: of an item that is there twice in a call of MoveAll the last box counts,
// whichever of them lie beyond the grid, have no end, or are where the item was.
func TestMoveAllKeepsTheLast(t *testing.T) {
	t.Run("2D", moveAllKeepsTheLast[[4]float64])
	t.Run("3D", moveAllKeepsTheLast[[6]float64])
}

func moveAllKeepsTheLast[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(81, 1))
	for round := range 300 {
		n := 40 + rng.IntN(60)
		w := &brute[B]{make([]B, n), make([]bool, n), make([]bool, n)}
		draw := func(i int) B {
			b := wildBox[B](rng, "wide", i)
			h := len(b) / 2
			switch rng.IntN(6) {
			case 0: // beyond the grid
				b[0], b[h] = b[0]+1e6, b[h]+1e6
			case 1: // of a half-space
				b[h] = math.Inf(1)
			case 2:
				return w.boxes[i]
			}
			return b
		}
		for i := range n {
			w.set(i, wildBox[B](rng, "wide", i))
			if rng.IntN(8) == 0 {
				w.boxes[i] = draw(i)
			}
		}
		var d Dynamic[B]
		if round%3 == 0 {
			d.Fatten(0.25)
		}
		d.Build(w.boxes)
		for range 4 {
			d.Settle()
			clear(w.moved)
			var items []int32
			var boxes []B
			for range n / 4 {
				i := rng.IntN(n / 3)
				items, boxes = append(items, int32(i)), append(boxes, draw(i))
				w.set(i, boxes[len(boxes)-1])
			}
			d.MoveAll(items, boxes)
			checkDynamic(t, &d, w)
			for i := range n {
				if *d.Box(i) != w.boxes[i] {
					t.Fatalf("item %d of %v: %v, want %v", i, items, *d.Box(i), w.boxes[i])
				}
			}
			if got, want := sorted(d.AppendMovedPairs(nil)), w.pairs(true); !slices.Equal(got, want) {
				t.Fatalf("moved pairs %v, want %v", got, want)
			}
		}
	}
}

// TestMoveAllOfEachTree: after a move of many items the nodes say what lies below them, in trees
// whose children lie before their parents in memory, behind them, in any order, and among nodes
// that what was removed left behind.
func TestMoveAllOfEachTree(t *testing.T) {
	t.Run("2D", moveAllOfEachTree[[4]float64])
	t.Run("3D", moveAllOfEachTree[[6]float64])
}

func moveAllOfEachTree[B Box](t *testing.T) {
	const n = 600
	for _, made := range []string{"built", "refined", "inserted", "thinned", "thinned late"} {
		rng := rand.New(rand.NewPCG(81, 3))
		w := &brute[B]{make([]B, n), make([]bool, n), make([]bool, n)}
		var d Dynamic[B]
		for i := range n {
			w.set(i, wildBox[B](rng, "everyday", i))
			if made == "inserted" {
				d.Insert(i, &w.boxes[i])
			}
		}
		if made != "inserted" {
			d.fine = made == "refined"
			d.Build(w.boxes)
		}
		if made != "thinned late" { // there all that is removed has moved
			d.Settle()
			clear(w.moved)
		}
		for i := range n {
			if made[0] == 't' && i/4%3 > 0 {
				d.Remove(i)
				w.has[i], w.moved[i] = false, false
			}
		}
		for range 20 {
			var items []int32
			var boxes []B
			for i := range n {
				if b := w.boxes[i]; w.has[i] && rng.IntN(4) == 0 {
					for k := range len(b) / 2 {
						by := 0.1 * (rng.Float64() - 0.5)
						b[k], b[len(b)/2+k] = b[k]+by, b[len(b)/2+k]+by
					}
					w.set(i, b)
					items, boxes = append(items, int32(i)), append(boxes, b)
				}
			}
			d.MoveAll(items, boxes)
			checkDynamic(t, &d, w)
			if got, want := sorted(d.AppendMovedPairs(nil)), w.pairs(true); !slices.Equal(got, want) {
				t.Fatalf("%s: %d moved pairs, want %d", made, len(got), len(want))
			}
		}
	}
}

// TestMovedMeetsMany: an item that moved and meets thousands of others, more than a search keeps in
// the order found, has a pair with each.
func TestMovedMeetsMany(t *testing.T) {
	const n = 30000
	rng := rand.New(rand.NewPCG(81, 2))
	boxes := make([][6]float64, n)
	for i := range boxes {
		boxes[i] = wildBox[[6]float64](rng, "everyday", i)
	}
	boxes[7] = [6]float64{-1e3, -1e3, -1e3, 1e3, 1e3, 1e3}
	var d Dynamic[[6]float64]
	d.Build(boxes)
	d.Settle()
	d.Move(7, &boxes[7])
	d.MoveAll([]int32{9}, boxes[9:10])
	var want []Couple
	for i := range int32(n) {
		for _, j := range []int32{7, 9} {
			if i != j && (i != 7 || j != 9) && meets(&boxes[i], &boxes[j]) {
				want = append(want, Couple{min(i, j), max(i, j)})
			}
		}
	}
	if got := sorted(d.AppendMovedPairs(nil)); !slices.Equal(got, sorted(want)) {
		t.Errorf("%d pairs, want %d", len(got), len(want))
	}
	if len(want) < n-1000 {
		t.Errorf("%d pairs only", len(want))
	}
}

// TestMoveAllKeepsTheTree: what drifts, bounces, and jumps now and then leaves a tree whose nodes
// are not much larger than those of one that is built of the same boxes, in one place as in two
// that lie far from each other.
func TestMoveAllKeepsTheTree(t *testing.T) {
	testKeepsTheTree[[4]float64](t)
	testKeepsTheTree[[6]float64](t)
}

func testKeepsTheTree[B Box](t *testing.T) {
	const n = 2000
	for _, towns := range []float64{0, 1e4} {
		for _, speed := range []float64{0.02, 0.5} {
			rng := rand.New(rand.NewPCG(9, 10))
			h := len(*new(B)) / 2
			side := math.Pow(n, 1/float64(h))
			boxes, speeds := make([]B, n), make([][3]float64, n)
			for i := range boxes {
				for k := range h {
					x := rng.Float64()*side + towns*float64(i%2)
					boxes[i][k], boxes[i][h+k] = x, x+0.2+rng.Float64()
					speeds[i][k] = speed * (2*rng.Float64() - 1)
				}
			}
			var tree Dynamic[B]
			tree.Build(boxes)
			worst := 0
			for frame := range 150 {
				var items []int32
				var moved []B
				for i := frame % 5; i < n; i += 5 {
					b := &boxes[i]
					jump := rng.IntN(500) == 0
					for k := range h {
						lo := towns * float64(i%2)
						by := 5 * speeds[i][k]
						if jump {
							by = lo + rng.Float64()*side - (*b)[k]
						} else if (*b)[k]+by < lo || (*b)[k]+by > lo+side {
							speeds[i][k], by = -speeds[i][k], -by
						}
						(*b)[k], (*b)[h+k] = (*b)[k]+by, (*b)[h+k]+by
					}
					items, moved = append(items, int32(i)), append(moved, *b)
				}
				tree.Settle()
				tree.MoveAll(items, moved)
				var anew Dynamic[B]
				anew.Build(boxes)
				worst = max(worst, tree.sizes().mean-anew.sizes().mean)
			}
			limit := 1 << bulkBits / 4
			if speed > 0.1 { // two sizes of a box in each call
				limit = 1 << bulkBits
			}
			if worst > limit {
				t.Errorf("%d axes, speed %v, towns %v apart: nodes are 2^%v as large as those built", h, speed, towns,
					float64(worst)/(1<<bulkBits))
			}
		}
	}
}
