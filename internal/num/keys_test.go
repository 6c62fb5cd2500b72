package num

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestKeyListFindsTheFirstOfTheLeast compares with a look at all, while elements come, change and
// go, over many blocks.
func TestKeyListFindsTheFirstOfTheLeast(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	var l KeyList
	var want []float64
	for n := range 20000 {
		switch k := float64(r.IntN(50)); {
		case len(want) == 0 || r.IntN(8) == 0:
			most := []float64{math.Inf(1), 25}[r.IntN(2)]
			l.AddBelow(k, most)
			if k > most {
				k = math.Inf(1)
			}
			want = append(want, k)
		default:
			i := r.IntN(len(want))
			switch r.IntN(3) {
			case 0:
				l.Set(int32(i), k)
			case 1:
				k = math.Inf(1)
				l.Set(int32(i), k)
			default:
				k = math.Inf(1)
				l.Drop(int32(i))
			}
			want[i] = k
		}
		if i := r.IntN(len(want)); l.At(int32(i)) != want[i] {
			t.Fatalf("step %d: element %d is %v, want %v", n, i, l.At(int32(i)), want[i])
		}
		least, at := math.Inf(1), -1
		for i, k := range want {
			if k < least {
				least, at = k, i
			}
		}
		if got := l.Least(); got != int32(at) {
			t.Fatalf("step %d: element %d, want %d", n, got, at)
		}
	}
	if len(want) < 10*keyBlock {
		t.Fatalf("only %d elements", len(want))
	}
	l.Reset()
	if got := l.Least(); got != -1 {
		t.Errorf("nothing left, and element %d is the least", got)
	}
}

// TestKeyListOfGroups: more elements than a block of blocks holds, with the least now in this one
// and now in that; of equal ones the first. A list that is used again has forgotten them.
func TestKeyListOfGroups(t *testing.T) {
	const group = keyBlock * keyBlock
	r := rand.New(rand.NewPCG(5, 3))
	var l KeyList
	for _, n := range []int{2*group + 3*keyBlock + 5, group + 1, 7} {
		l.Reset()
		want := make([]float64, n)
		for i := range want {
			want[i] = 10 + float64(r.IntN(3))
			l.AddBelow(want[i], math.Inf(1))
		}
		for turn := range 300 {
			i := r.IntN(n)
			want[i] = float64(r.IntN(3 + turn%10))
			l.Set(int32(i), want[i])
			if turn%5 == 0 {
				i = int(l.Least())
				want[i] = math.Inf(1)
				l.Drop(int32(i))
			}
			at := 0
			for i, k := range want {
				if k < want[at] {
					at = i
				}
			}
			if got := l.Least(); got != int32(at) {
				t.Fatalf("of %d, turn %d: element %d is the least, not %d", n, turn, at, got)
			}
		}
		for i := range want {
			l.Drop(int32(i))
		}
		if got := l.Least(); got != -1 {
			t.Errorf("of %d none is left, and element %d is the least", n, got)
		}
		for i := range want { // what Reset has to forget
			l.Set(int32(i), -1)
		}
	}
}
