package bvh

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// This file measures what it costs that the tree is written once: against trees written by hand for
// one dimension, and against a tree over a box type with methods. Decision 20 tells the figures.

// box2 and box3 are boxes of structs.
type box2 struct{ minX, minY, maxX, maxY float64 }

type box3 struct{ minX, minY, minZ, maxX, maxY, maxZ float64 }

func (a *box2) overlaps(b *box2) bool {
	return a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY
}

func (a *box3) overlaps(b *box3) bool {
	return a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY && a.minZ <= b.maxZ && b.minZ <= a.maxZ
}

// handNode2 and handNode3 are the nodes of trees that know one dimension alone.
type (
	handNode2 struct {
		left, right     box2
		toLeft, toRight int32
	}
	handNode3 struct {
		left, right     box3
		toLeft, toRight int32
	}
)

// countHand2 counts the boxes that meet one, in the plane.
func countHand2(nodes []handNode2, box *box2, stack []int32) (int, []int32) {
	n := 0
	stack = append(stack[:0], 1)
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if at < 0 {
			n++
			continue
		}
		k := &nodes[at]
		if k.right.overlaps(box) {
			stack = append(stack, k.toRight)
		}
		if k.left.overlaps(box) {
			stack = append(stack, k.toLeft)
		}
	}
	return n, stack
}

// countHand3 counts the boxes that meet one, in space.
func countHand3(nodes []handNode3, box *box3, stack []int32) (int, []int32) {
	n := 0
	stack = append(stack[:0], 1)
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if at < 0 {
			n++
			continue
		}
		k := &nodes[at]
		if k.right.overlaps(box) {
			stack = append(stack, k.toRight)
		}
		if k.left.overlaps(box) {
			stack = append(stack, k.toLeft)
		}
	}
	return n, stack
}

// boxer is a box type with methods.
type boxer[T any] interface {
	*T
	overlaps(*T) bool
}

// methodNode is a node over a box type with methods.
type methodNode[T any] struct {
	left, right     T
	toLeft, toRight int32
}

// countMethods counts the boxes that meet one, for any box type with the method.
func countMethods[T any, P boxer[T]](nodes []methodNode[T], box *T, stack []int32) (int, []int32) {
	n := 0
	stack = append(stack[:0], 1)
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if at < 0 {
			n++
			continue
		}
		k := &nodes[at]
		if P(&k.right).overlaps(box) {
			stack = append(stack, k.toRight)
		}
		if P(&k.left).overlaps(box) {
			stack = append(stack, k.toLeft)
		}
	}
	return n, stack
}

// countArrays counts the boxes that meet one with the tree of this package, as the others do.
func countArrays[B Box](nodes []node[B], box *B, stack []int32) (int, []int32) {
	n := 0
	stack = append(stack[:0], 1)
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if at < 0 {
			n++
			continue
		}
		k := &nodes[at]
		if meetXY(&k.box[1], box) && meetLast(&k.box[1], box) {
			stack = append(stack, k.kid[1])
		}
		if meetXY(&k.box[0], box) && meetLast(&k.box[0], box) {
			stack = append(stack, k.kid[0])
		}
	}
	return n, stack
}

// ratios times the functions in turn, many rounds, and reports the median time of a round of each,
// in units of that of the first.
func ratios(b *testing.B, names []string, f ...func()) {
	times := make([][]float64, len(f))
	for b.Loop() {
		for i := range f {
			start := time.Now()
			f[i]()
			times[i] = append(times[i], float64(time.Since(start)))
		}
	}
	for i := range times {
		slices.Sort(times[i])
		b.ReportMetric(times[i][len(times[i])/2]/times[0][len(times[0])/2], names[i])
	}
}

func BenchmarkOnce2(b *testing.B) {
	boxes := random[[4]float64](rand.New(rand.NewPCG(1, 2)), "everyday", 10000)
	var t Tree[[4]float64]
	t.Build(boxes)
	hand := make([]handNode2, len(t.nodes))
	meth := make([]methodNode[box2], len(t.nodes))
	for i, n := range t.nodes {
		l, r := n.box[0], n.box[1]
		x, y := box2{l[0], l[1], l[2], l[3]}, box2{r[0], r[1], r[2], r[3]}
		hand[i] = handNode2{x, y, n.kid[0], n.kid[1]}
		meth[i] = methodNode[box2]{x, y, n.kid[0], n.kid[1]}
	}
	stack := make([]int32, 0, 100)
	var sum [3]int
	b.ReportAllocs()
	ratios(b, []string{"hand", "arrays/hand", "methods/hand"}, func() {
		for i := range 200 {
			c := &hand[len(hand)-1-i].left
			var n int
			n, stack = countHand2(hand, c, stack)
			sum[0] += n
		}
	}, func() {
		for i := range 200 {
			c := &t.nodes[len(hand)-1-i].box[0]
			var n int
			n, stack = countArrays(t.nodes, c, stack)
			sum[1] += n
		}
	}, func() {
		for i := range 200 {
			c := &meth[len(hand)-1-i].left
			var n int
			n, stack = countMethods[box2, *box2](meth, c, stack)
			sum[2] += n
		}
	})
	if sum[0] != sum[1] || sum[0] != sum[2] {
		b.Error(sum)
	}
}

func BenchmarkOnce3(b *testing.B) {
	boxes := random[[6]float64](rand.New(rand.NewPCG(1, 2)), "everyday", 10000)
	var t Tree[[6]float64]
	t.Build(boxes)
	hand := make([]handNode3, len(t.nodes))
	meth := make([]methodNode[box3], len(t.nodes))
	for i, n := range t.nodes {
		l, r := n.box[0], n.box[1]
		x, y := box3{l[0], l[1], l[2], l[3], l[4], l[5]}, box3{r[0], r[1], r[2], r[3], r[4], r[5]}
		hand[i] = handNode3{x, y, n.kid[0], n.kid[1]}
		meth[i] = methodNode[box3]{x, y, n.kid[0], n.kid[1]}
	}
	stack := make([]int32, 0, 100)
	var sum [3]int
	ratios(b, []string{"hand", "arrays/hand", "methods/hand"}, func() {
		for i := range 200 {
			c := &hand[len(hand)-1-i].left
			var n int
			n, stack = countHand3(hand, c, stack)
			sum[0] += n
		}
	}, func() {
		for i := range 200 {
			c := &t.nodes[len(hand)-1-i].box[0]
			var n int
			n, stack = countArrays(t.nodes, c, stack)
			sum[1] += n
		}
	}, func() {
		for i := range 200 {
			c := &meth[len(hand)-1-i].left
			var n int
			n, stack = countMethods[box3, *box3](meth, c, stack)
			sum[2] += n
		}
	})
	if sum[0] != sum[1] || sum[0] != sum[2] {
		b.Error(sum)
	}
}

// The searches and the constructors of 1e5 boxes of space.

func many() []([6]float64) {
	boxes := random[[6]float64](rand.New(rand.NewPCG(1, 2)), "everyday", 100000)
	for i := range boxes {
		for k := range 3 {
			boxes[i][k+3] = boxes[i][k] + (boxes[i][k+3]-boxes[i][k])*0.1
		}
	}
	return boxes
}

func BenchmarkBuild(b *testing.B) {
	boxes := many()
	var t Tree[[6]float64]
	for b.Loop() {
		t.Build(boxes)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(boxes)), "ns/item")
}

func BenchmarkRefit(b *testing.B) {
	boxes := many()
	var t Tree[[6]float64]
	t.Build(boxes)
	for b.Loop() {
		t.refit(func(i int32) [6]float64 { return boxes[i] })
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(boxes)), "ns/item")
}

func BenchmarkSearch(b *testing.B) {
	boxes := many()
	var t, other Tree[[6]float64]
	t.Build(boxes)
	other.Build(boxes[:1000])
	_, rot := bigRot(rand.New(rand.NewPCG(5, 6)), 3)
	b.Run("within", func(b *testing.B) {
		var s Within[[6]float64]
		i := 0
		for b.Loop() {
			s.Start(&t, &boxes[i%1000])
			for _, ok := s.Next(); ok; _, ok = s.Next() {
			}
			i++
		}
	})
	b.Run("along", func(b *testing.B) {
		var s Along[[6]float64]
		for b.Loop() {
			s.Start(&t, [3]float64{-1, 5, 5}, [3]float64{1, 0.01, 0.02}, 100)
			s.Next(100)
		}
	})
	b.Run("closest", func(b *testing.B) {
		var s Closest[[6]float64]
		for b.Loop() {
			s.Start(&t, &other, &rot, [3]float64{25, 1, 2}, 0)
			s.Next(100)
		}
	})
	b.Run("pairs", func(b *testing.B) {
		var s Pairs[[6]float64]
		n := 0
		for b.Loop() {
			s.Start(&t, &other, &rot, [3]float64{5, 1, 2}, 0, 0)
			for _, _, ok := s.Next(); ok; _, _, ok = s.Next() {
				n++
			}
		}
		b.ReportMetric(float64(n)/float64(b.N), "pairs")
	})
}

// What a dynamic tree costs, for 1e5 boxes of space of which each meets about two others.

func spaced() [][6]float64 {
	rng := rand.New(rand.NewPCG(1, 2))
	side := math.Cbrt(100000)
	boxes := make([][6]float64, 100000)
	for i := range boxes {
		for k := range 3 {
			c, h := rng.Float64()*side, 0.1+0.4*rng.Float64()
			boxes[i][k], boxes[i][k+3] = c-h, c+h
		}
	}
	return boxes
}

// perItem reports the time of a pass for each of n items.
func perItem(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/item")
}

func BenchmarkRebuild(b *testing.B) {
	var t Dynamic[[6]float64]
	t.Build(spaced())
	t.Settle()
	for b.Loop() {
		t.Rebuild()
	}
	perItem(b, t.Len())
}

func BenchmarkSelf(b *testing.B) {
	var t Dynamic[[6]float64]
	t.Build(spaced())
	var pairs []Couple
	for b.Loop() {
		pairs = t.AppendPairs(pairs[:0])
	}
	perItem(b, t.Len())
	b.ReportMetric(float64(len(pairs))/float64(t.Len()), "pairs/item")
}

func BenchmarkInsert(b *testing.B) {
	boxes := spaced()
	var t Dynamic[[6]float64]
	for b.Loop() {
		t.Reset()
		for i := range boxes {
			t.Insert(i, &boxes[i])
		}
		for i := range boxes {
			t.Remove(i)
		}
	}
	perItem(b, len(boxes))
}

func BenchmarkMove(b *testing.B) {
	boxes := spaced()
	rng := rand.New(rand.NewPCG(3, 4))
	var t Dynamic[[6]float64]
	t.Build(boxes)
	items, to := make([]int32, 10000), make([][6]float64, 10000)
	var pairs []Couple
	for b.Loop() {
		t.Settle()
		first := rng.IntN(10)
		for k := range items {
			i := 10*k + first
			items[k], to[k] = int32(i), boxes[i]
			for a := range 3 {
				d := (rng.Float64() - 0.5) * 0.12
				to[k][a], to[k][a+3] = to[k][a]+d, to[k][a+3]+d
			}
		}
		t.MoveAll(items, to)
		pairs = t.AppendMovedPairs(pairs[:0])
	}
	perItem(b, len(items))
}

func BenchmarkRays(b *testing.B) {
	boxes := spaced()
	rng := rand.New(rand.NewPCG(5, 6))
	var t Dynamic[[6]float64]
	t.Build(boxes)
	rays := make([][6]float64, 5000)
	for i := range rays {
		for k := range 3 {
			rays[i][k] = rng.Float64() * math.Cbrt(100000)
			rays[i][k+3] = rng.Float64()*math.Cbrt(100000) - rays[i][k]
		}
	}
	for b.Loop() {
		for _, r := range rays {
			box := [6]float64{r[0], r[1], r[2], r[0], r[1], r[2]}
			t.Sweep(&box, [3]float64{r[3], r[4], r[5]}, 1.5, func(_ int32, from float64) float64 { return from })
		}
	}
	perItem(b, len(rays))
}
