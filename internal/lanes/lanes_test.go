package lanes

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// number draws a number of those that tell expressions apart: small integers, which make ties, and
// others of many sizes.
func number(r *rand.Rand) float64 {
	if r.IntN(2) == 0 {
		return float64(r.IntN(7) - 3)
	}
	return math.Ldexp(r.Float64()*2-1, r.IntN(60)-30)
}

// keyOf is the definition of a key: of the distances outward from the faces along each axis.
func keyOf(out []float64, place int64) int64 { return wholeKey(out)&^KeyPlace | place }

// wholeKey is keyOf before the place replaces its last bits.
func wholeKey(out []float64) int64 {
	deep, square := math.Inf(1), 0.0
	for _, d := range out {
		deep = min(deep, -d)
		if d > 0 {
			square += float64(d * d)
		}
	}
	key := int64(math.Float64bits(square))
	if deep > 0 {
		key = -int64(math.Float64bits(deep))
	}
	return key
}

// least2 returns the two least keys, KeyFar where there are fewer.
func least2(keys []int64) [2]int64 {
	keys = append(keys, KeyFar, KeyFar)
	slices.Sort(keys)
	return [2]int64{keys[0], keys[1]}
}

// TestVectorsAgree holds Nearest, by vectors where the processor has them, and plain Go to the
// definition of the keys, bit for bit, for every number of boxes and from every one on.
func TestVectorsAgree(t *testing.T) {
	t.Logf("vectors: %v", vectors)
	r := rand.New(rand.NewPCG(20261126, 1))
	vec := func() (v [3]float64) {
		for i := range v {
			v[i] = number(r)
		}
		return v
	}
	const count = 21
	b2, b3 := MakeBoxes2(count), MakeBoxes3(count)
	var turned [count][2]float64
	var rows [count][3][3]float64
	var at, half [count][3]float64
	for range 3000 {
		for i := range count {
			at[i], half[i], turned[i] = vec(), vec(), [2]float64{number(r), number(r)}
			for k := range half[i] {
				half[i][k] = math.Abs(half[i][k])
			}
			rows[i] = [3][3]float64{vec(), vec(), vec()}
			b2.Set(i, [2]float64(at[i][:2]), turned[i][0], turned[i][1], [2]float64(half[i][:2]))
			b3.Set(i, at[i], &rows[i], half[i])
		}
		x, n := vec(), r.IntN(Width+1)
		first, place := r.IntN(count-n+1), int64(r.IntN(1<<8-Width))
		var keys2, keys3 []int64
		for i := first; i < first+n; i++ {
			p := [3]float64{x[0] - at[i][0], x[1] - at[i][1], x[2] - at[i][2]}
			c, s, m, h := turned[i][0], turned[i][1], &rows[i], half[i]
			u, v := float64(c*p[0])+float64(s*p[1]), float64(c*p[1])-float64(s*p[0])
			keys2 = append(keys2, keyOf([]float64{math.Abs(u) - h[0], math.Abs(v) - h[1]}, place+int64(i-first)))
			var out [3]float64
			for k := range out {
				out[k] = math.Abs(float64(m[0][k]*p[0])+float64(m[1][k]*p[1])+float64(m[2][k]*p[2])) - h[k]
			}
			keys3 = append(keys3, keyOf(out[:], place+int64(i-first)))
		}
		var got [4][2]int64
		got[0][0], got[0][1] = b2.Nearest(x[0], x[1], first, n, place)
		got[1][0], got[1][1] = b2.nearest(x[0], x[1], first, n, place)
		got[2][0], got[2][1] = b3.Nearest(&x, first, n, place)
		got[3][0], got[3][1] = b3.nearest(&x, first, n, place)
		if two, three := least2(keys2), least2(keys3); got != [4][2]int64{two, two, three, three} {
			t.Fatalf("%x; the definition gives %x and %x", got, two, three)
		}
	}
}

// TestBeyondTheTable: a look that would leave the table, or is too wide, is a fault of the caller.
func TestBeyondTheTable(t *testing.T) {
	b := MakeBoxes2(5)
	for _, look := range [][2]int{{0, 9}, {0, -1}, {5, 1}, {-1, 1}, {2, 4}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d boxes from %d on: no panic", look[1], look[0])
				}
			}()
			b.Nearest(0, 0, look[0], look[1], 0)
		}()
	}
}

// BenchmarkBoxes times a look at eight boxes.
func BenchmarkBoxes(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	t2, t3 := MakeBoxes2(Width), MakeBoxes3(Width)
	for i := range Width {
		t2.Set(i, [2]float64{r.Float64(), r.Float64()}, 0.6, 0.8, [2]float64{0.1, 0.2})
		t3.Set(i, [3]float64{r.Float64(), r.Float64(), r.Float64()},
			&[3][3]float64{{1, 0, 0}, {0, 0.6, 0.8}, {0, -0.8, 0.6}}, [3]float64{0.1, 0.2, 0.3})
	}
	x := [3]float64{0.5, 0.4, 0.3}
	var sum int64
	run := func(name string, f func() (least, next int64)) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				least, next := f()
				sum += least + next
			}
		})
	}
	run("2/vectors", func() (least, next int64) { return t2.Nearest(x[0], x[1], 0, Width, 0) })
	run("2/plain", func() (least, next int64) { return t2.nearest(x[0], x[1], 0, Width, 0) })
	run("3/vectors", func() (least, next int64) { return t3.Nearest(&x, 0, Width, 0) })
	run("3/plain", func() (least, next int64) { return t3.nearest(&x, 0, Width, 0) })
}
