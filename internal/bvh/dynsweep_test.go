package bvh

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// rayWorlds are boxes that a tree cuts well, badly, and not at all, by name.
var rayWorlds = []struct {
	name string
	box  func(rng *rand.Rand, c [3]float64) (half [3]float64, at [3]float64)
}{
	{"alike", func(rng *rand.Rand, c [3]float64) (half, at [3]float64) {
		for k := range 3 {
			half[k] = 0.1 + 0.4*rng.Float64()
		}
		return half, c
	}},
	{"rods", func(rng *rand.Rand, c [3]float64) (half, at [3]float64) {
		half = [3]float64{0.02, 0.02, 0.02}
		half[rng.IntN(3)] = 2
		return half, c
	}},
	{"sizes", func(rng *rand.Rand, c [3]float64) (half, at [3]float64) {
		for k := range 3 {
			half[k] = 0.1 * math.Exp(3*rng.NormFloat64())
		}
		return half, c
	}},
	{"city", func(rng *rand.Rand, c [3]float64) (half, at [3]float64) {
		return [3]float64{0.1, 0.1, 0.1 * rng.ExpFloat64()}, [3]float64{c[0], c[1], 0}
	}},
	{"lattice", func(_ *rand.Rand, c [3]float64) (half, at [3]float64) { // faces in line, many boxes twice
		return [3]float64{0.5, 0.5, 0.5}, [3]float64{math.Floor(c[0]), math.Floor(c[1]), math.Floor(c[2])}
	}},
	{"points", func(_ *rand.Rand, c [3]float64) (half, at [3]float64) {
		return half, [3]float64{math.Floor(c[0]), math.Floor(c[1]), math.Floor(c[2])}
	}},
	{"thin", func(rng *rand.Rand, c [3]float64) (half, at [3]float64) { // rates far from each other
		return [3]float64{0.1 * rng.Float64(), 0.01, 0.01}, thin(c)
	}},
}

// thin maps a cube to a world that is 20 000 times longer than wide.
func thin(c [3]float64) [3]float64 { return [3]float64{400 * c[0], 0.02 * c[1], 0.02 * c[2]} }

// What a ray in whole numbers finds is what the way of doubles finds, and each box itself says: in
// trees as they are built, and after boxes moved, came and went, whose nodes turned since.
func TestSweepInWholeNumbers(t *testing.T) {
	for _, w := range rayWorlds {
		rng := rand.New(rand.NewPCG(71, 1))
		var d Dynamic[[6]float64]
		side := 12.0
		draw := func() (b [6]float64) {
			half, at := w.box(rng, [3]float64{rng.Float64() * side, rng.Float64() * side, rng.Float64() * side})
			for k := range 3 {
				b[k], b[k+3] = at[k]-half[k], at[k]+half[k]
			}
			return b
		}
		boxes := make([][6]float64, 2000)
		for i := range boxes {
			boxes[i] = draw()
		}
		d.Build(boxes)
		fixed := 0
		for round := range 4 {
			for range 150 {
				fixed += checkWholeNumbers(t, w.name, &d, rng, side)
			}
			for range 300 << round {
				i := rng.IntN(len(boxes))
				b := draw()
				d.Remove(i)
				d.Insert(i, &b)
				if j := rng.IntN(len(boxes)); rng.IntN(2) == 0 {
					b = draw()
					d.Move(j, &b)
				}
			}
		}
		if fixed < 400 {
			t.Errorf("%s: only %d of 600 rays in whole numbers", w.name, fixed)
		}
	}
}

// checkWholeNumbers compares both ways, and returns 1 if a ray can go in whole numbers.
func checkWholeNumbers(t *testing.T, name string, d *Dynamic[[6]float64], rng *rand.Rand, side float64) int {
	t.Helper()
	var box [6]float64
	var dir [3]float64
	for k := range 3 {
		from, to := rng.Float64()*side, rng.Float64()*side
		if rng.IntN(3) == 0 {
			from, to = math.Floor(from), math.Floor(to)+0.5 // along faces and corners of the lattice
		}
		box[k], box[k+3], dir[k] = from, from, to-from
		if rng.IntN(4) == 0 {
			box[k+3] += rng.Float64()
		}
	}
	if name == "thin" {
		lo, hi := thin([3]float64(box[:3])), thin([3]float64(box[3:]))
		box, dir = [6]float64(append(lo[:], hi[:]...)), thin(dir)
	}
	limit := []float64{0, 0.3, 1, 3, math.Inf(1)}[rng.IntN(5)]
	var r ray
	begin(&r, d, &box, &dir)
	if aim(&r, d, &box, &dir); !r.fixed || d.count[0] == 0 {
		return 0
	}
	plain := r // in doubles, and with limit 0 no other way than before
	plain.fixed, plain.near, plain.inside = false, false, nowhere[[6]float64]()
	for _, first := range []bool{false, true} {
		var found [2][]string
		for way, r := range []*ray{&r, &plain} {
			least := math.Inf(1)
			d.sweep(0, r, &box, &dir, limit, func(i int32, from float64) float64 {
				if first && from < least {
					found[way] = found[way][:0] // the nearest alone, all of them where they are as near
				}
				least = min(least, from)
				if !first || from == least {
					found[way] = append(found[way], fmt.Sprint(i, " ", from))
				}
				if first {
					return least
				}
				return limit
			})
			slices.Sort(found[way])
		}
		if !slices.Equal(found[0], found[1]) {
			t.Fatalf("%s: %v along %v up to %v: in whole numbers %v, in doubles %v", name, box, dir, limit, found[0], found[1])
		}
	}
	return 1
}

// The spans beside a piece of the way of a ray hold all spans that the ray may be in between its
// ends, and leave out far ones.
func TestBeside(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 2))
	tests, met, beside := 0, 0, 0
	for range 2000 {
		var d Dynamic[[6]float64]
		boxes := make([][6]float64, 200)
		for i := range boxes {
			for k := range 3 {
				c, h := rng.Float64()*5, rng.Float64()*0.4
				boxes[i][k], boxes[i][k+3] = c-h, c+h
			}
		}
		d.Build(boxes)
		var box [6]float64
		var dir [3]float64
		for k := range 3 {
			from, to := rng.Float64()*9-2, rng.Float64()*9-2
			box[k], box[k+3], dir[k] = from, from+rng.Float64()*0.2, to-from
		}
		var r ray
		begin(&r, &d, &box, &dir)
		if aim(&r, &d, &box, &dir); !r.fixed {
			continue
		}
		from := r.parameter(rng.Float64())
		to := from + r.parameter(rng.Float64())
		for i := range d.blocks {
			b := &d.blocks[i]
			n := d.nodes[d.heads[i].up].n
			bits := r.beside(b, n, from, to)
			if bits>>n != 0 {
				t.Fatalf("%d places: bits %b", n, bits)
			}
			for j := range n {
				tests++
				beside += int(bits >> j & 1)
				if x, y := r.within(&b.spans[j], to); max(x, from) <= y {
					if met++; bits>>j&1 == 0 {
						t.Fatalf("%v along %v: not beside %v", box, dir, boxes[b.items[j]])
					}
					if r.beside(b, n, x, x)>>j&1 == 0 || r.beside(b, n, y, y)>>j&1 == 0 {
						t.Fatalf("%v along %v: not beside %v where it enters or leaves", box, dir, boxes[b.items[j]])
					}
				}
			}
		}
	}
	if met < 1000 || beside > tests/2 {
		t.Errorf("%d tests, %d met, %d beside: the test says little", tests, met, beside)
	}
}

// The axis of a node cuts its children apart, in a tree just built: the lower one comes first or
// second as it says. Without a good axis rays are right all the same, and slow.
func TestAxisOfBuiltTree(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 3))
	boxes := make([][6]float64, 5000)
	for i := range boxes {
		for k := range 3 {
			c := rng.Float64() * 40
			boxes[i][k], boxes[i][k+3] = c-0.01, c+0.01
		}
	}
	var d Dynamic[[6]float64]
	d.Build(boxes)
	apart, all := 0, 0
	for k := range d.nodes {
		n := &d.nodes[k]
		if k == 1 || n.n > 0 {
			continue
		}
		if n.axis&3 > 2 || n.axis > 31 {
			t.Fatalf("axis %d", n.axis)
		}
		for c := n.down; c < n.down+2; c++ {
			if v := &d.nodes[c]; v.n == 0 && v.axis&loose != slack[[6]float64](n.span, v.span, n.axis) {
				t.Fatalf("node %d is loose or not, its axis says %d", c, v.axis)
			}
		}
		low, high := n.down+int32(n.axis>>turnedBit&1), n.down+1-int32(n.axis>>turnedBit&1)
		w := 21 * uint(n.axis&3)
		all++
		if d.nodes[low].hi>>w&(1<<20-1) < d.nodes[high].lo>>w&(1<<20-1) {
			apart++
		}
	}
	if all < 500 || apart < all*9/10 {
		t.Errorf("%d of %d nodes are cut apart", apart, all)
	}
}

// What a ray in whole numbers enters, it enters where the plain function says, to the bit; lattice
// boxes and rays between their corners make many ties.
func TestEntersInWholeNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 4))
	hits, fixed := 0, 0
	for range 3000 {
		var d Dynamic[[6]float64]
		boxes := make([][6]float64, 30)
		scale := math.Ldexp(1, rng.IntN(400)-200)
		place := func() float64 {
			if rng.IntN(2) == 0 {
				return float64(rng.IntN(5)) * scale
			}
			return float64(4 * rng.Float64() * scale)
		}
		for i := range boxes {
			for k := range 3 {
				x, y := place(), place()
				boxes[i][k], boxes[i][k+3] = min(x, y), max(x, y)
			}
		}
		d.Build(boxes)
		var box [6]float64
		var dir [3]float64
		for k := range 3 {
			x, y := place(), place()
			box[k], box[k+3], dir[k] = min(x, y), max(x, y), place()-place()
			if rng.IntN(2) == 0 {
				box[k+3] = box[k]
			}
		}
		var r ray
		begin(&r, &d, &box, &dir)
		if aim(&r, &d, &box, &dir); !r.fixed {
			continue
		}
		fixed++
		limit := []float64{0, 0.5, 1, math.Inf(1)}[rng.IntN(4)]
		for i := range boxes {
			want, got := enters(&boxes[i], &box, &dir, limit), entersFixed(&r, &boxes[i], &box, limit)
			if math.Float64bits(want) != math.Float64bits(got) && (want == want || got == got) {
				t.Fatalf("%v along %v up to %v enters %v at %v, want %v", box, dir, limit, boxes[i], got, want)
			}
			if got <= limit {
				hits++
			}
			if deep[[6]float64](d.span(&boxes[i]), r.inside) && want != 0 {
				t.Fatalf("%v starts in %v and enters it at %v", box, boxes[i], want)
			}
		}
	}
	if fixed < 1000 || hits < 1000 {
		t.Errorf("%d rays in whole numbers, %d hits", fixed, hits)
	}
}

// A ray is so steep that it enters at 0, by rounding, what lies beside its start: that is found
// with limit 0 whatever the grid, though the spans do not meet.
func TestStartBesideBox(t *testing.T) {
	t.Run("2D", startBesideBox[[4]float64])
	t.Run("3D", startBesideBox[[6]float64])
}

func startBesideBox[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 5))
	beside, apart, far := 0, 0, 0
	for range 800 {
		h := len(*new(B)) / 2
		small := rng.IntN(2) * 150
		boxes := make([]B, 3+rng.IntN(60))
		for i := range boxes {
			for k := range h {
				x := math.Ldexp(float64(rng.IntN(4)), -rng.IntN(1+small))
				boxes[i][k], boxes[i][h+k] = x, x+math.Ldexp(float64(rng.IntN(3)), -rng.IntN(1+small))
			}
		}
		var d Dynamic[B]
		d.Build(boxes)
		var box B
		var dir [3]float64
		for k := range h {
			x := boxes[rng.IntN(len(boxes))][k+h*rng.IntN(2)]
			for range rng.IntN(3) {
				x = math.Nextafter(x, float64(rng.IntN(5)-1))
			}
			box[k], box[h+k] = x, x
			dir[k] = math.Ldexp(float64(1-2*rng.IntN(2)), 1022-rng.IntN(1+small))
		}
		var r ray
		if begin(&r, &d, &box, &dir); !r.near {
			far++
			continue
		}
		for _, limit := range []float64{0, 1} {
			found := map[int32]bool{}
			d.Sweep(&box, dir, limit, func(i int32, from float64) float64 {
				found[i] = from == 0
				return from
			})
			for i := range boxes {
				want := enters(&boxes[i], &box, &dir, 0) == 0
				if found[int32(i)] != want {
					t.Fatalf("%v along %v, limit %v, box %v: found %v", box, dir, limit, boxes[i], found[int32(i)])
				}
				if want && !meets(&boxes[i], &box) {
					beside++
					if !meet[B](d.span(&boxes[i]), spanOf(&d.grid, &box)) {
						apart++
					}
				}
			}
		}
	}
	if beside < 100 || apart < 10 || far > 500 {
		t.Errorf("%d boxes beside a start, %d with spans apart, %d rays too steep", beside, apart, far)
	}
}

// What a ray starts in is visited once, though the search ends up at 0 only after that.
func TestStartOnce(t *testing.T) {
	t.Run("2D", testStartOnce[[4]float64])
	t.Run("3D", testStartOnce[[6]float64])
}

func testStartOnce[B Box](t *testing.T) {
	var boxes []B
	h := len(*new(B)) / 2
	for i := range 64 {
		var b B
		for k := range h {
			b[h+k] = 1
		}
		b[0], b[h] = float64(i), float64(i)+1.5
		boxes = append(boxes, b)
	}
	boxes[40][0] = math.Inf(-1) // the ray starts in it
	var d Dynamic[B]
	d.Build(boxes)
	if !d.dense {
		t.Fatal("the tree is not dense")
	}
	for _, dir := range [][3]float64{{1, 0, 0}, {1, 1e-3, 1e-3}} {
		var box B
		for k := range h {
			box[k], box[h+k] = 0.75, 0.75
		}
		seen := map[int32]int{}
		d.Sweep(&box, dir, 100, func(i int32, from float64) float64 {
			if seen[i]++; from > 0 {
				return 0
			}
			return 100
		})
		for i, n := range seen {
			if n > 1 {
				t.Errorf("along %v: box %d is visited %d times", dir, i, n)
			}
		}
		if seen[0] != 1 || seen[40] != 1 || len(seen) != 3 {
			t.Errorf("along %v: visited %v", dir, seen)
		}
	}
}

// In a dense tree what a ray starts in is found before the rest: each box that is met is found
// once, and of the nearest ones all, whatever moved since.
func TestDense(t *testing.T) {
	t.Run("2D", testDense[[4]float64])
	t.Run("3D", testDense[[6]float64])
}

func testDense[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 6))
	h := len(*new(B)) / 2
	dense, inside, outside := 0, 0, 0
	for round := range 60 {
		boxes := make([]B, 150*(3*h-5))
		for i := range boxes {
			for k := range h {
				x := float64(rng.IntN(8))
				boxes[i][k], boxes[i][h+k] = x, x+float64(rng.IntN(4))*[]float64{0.3, 1}[round%2]
			}
			if i%50 == 49 && round%5 == 0 {
				boxes[i][0] = math.Inf(-1)
			}
		}
		var d Dynamic[B]
		d.Build(boxes)
		for range 20 {
			i, k := rng.IntN(len(boxes)), rng.IntN(h)
			boxes[i][k] -= 0.25
			d.Move(i, &boxes[i])
		}
		if d.dense {
			dense++
		}
		for range 50 {
			var box B
			var dir [3]float64
			for k := range h {
				box[k] = float64(rng.IntN(10)-1) + 0.5*float64(rng.IntN(2))
				box[h+k] = box[k] + 0.2*float64(rng.IntN(2))
				dir[k] = float64(rng.IntN(5) - 2)
			}
			limit := []float64{0, 1, 3, math.Inf(1)}[rng.IntN(4)]
			want, first := []string{}, math.Inf(1)
			for i := range boxes {
				if from := enters(&boxes[i], &box, &dir, limit); from <= limit {
					want, first = append(want, fmt.Sprint(i, " ", from)), min(first, from)
				}
			}
			var got, nearest []string
			d.Sweep(&box, dir, limit, func(i int32, from float64) float64 {
				got = append(got, fmt.Sprint(i, " ", from))
				return limit
			})
			d.Sweep(&box, dir, limit, func(i int32, from float64) float64 {
				if from == first {
					nearest = append(nearest, fmt.Sprint(i, " ", from))
				}
				return from
			})
			slices.Sort(got)
			slices.Sort(want)
			slices.Sort(nearest)
			if !slices.Equal(got, want) {
				t.Fatalf("%v along %v up to %v: %v, want %v", box, dir, limit, got, want)
			}
			want = slices.DeleteFunc(want, func(s string) bool { return !strings.HasSuffix(s, fmt.Sprint(" ", first)) })
			if !slices.Equal(nearest, want) {
				t.Fatalf("%v along %v up to %v: nearest %v, want %v", box, dir, limit, nearest, want)
			}
			if first == 0 {
				inside++
			} else {
				outside++
			}
		}
	}
	if dense < 15 || dense > 45 || inside < 300 || outside < 300 {
		t.Errorf("%d of 60 trees are dense, %d rays start in boxes, %d do not", dense, inside, outside)
	}
}

// Where a ray starts in very many boxes, and the tree is tall, all of them are found once: those
// that wait are never too many.
func TestStartAmongMany(t *testing.T) {
	t.Run("2D", testStartAmongMany[[4]float64])
	t.Run("3D", testStartAmongMany[[6]float64])
}

func testStartAmongMany[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 7))
	h := len(*new(B)) / 2
	shallow, tall := 0, 0
	for _, kind := range []string{"nested", "growing", "around"} {
		const n = 6000
		boxes := make([]B, n)
		var d Dynamic[B]
		for i := range boxes {
			b := &boxes[i]
			for k := range h {
				switch {
				case kind == "nested":
					(*b)[k], (*b)[h+k] = -1-float64(i), 1+float64(i)
				case kind == "growing":
					x := math.Ldexp(1, i%450)
					(*b)[k], (*b)[h+k] = -x, 0.5*x
				default: // three of four hold the start
					(*b)[k], (*b)[h+k] = -1-rng.Float64(), 1+rng.Float64()
					if i%4 == 0 {
						(*b)[k] = 0.5
					}
				}
			}
			d.Insert(i, b)
		}
		for range 2 {
			if d.nodes[0].tall < low {
				shallow++
			} else {
				tall++
			}
			var box B
			seen := make([]int, n)
			d.Sweep(&box, [3]float64{1, 2, 3}, 1, func(i int32, from float64) float64 {
				seen[i]++
				return from
			})
			for i := range boxes {
				want := 1
				if enters(&boxes[i], &box, &[3]float64{1, 2, 3}, 0) != 0 {
					want = 0
				}
				if seen[i] != want {
					t.Fatalf("%s: box %d is visited %d times, want %d", kind, i, seen[i], want)
				}
			}
			d.Rebuild()
		}
	}
	if shallow == 0 || tall == 0 {
		t.Errorf("%d trees are shallow, %d tall", shallow, tall)
	}
}
