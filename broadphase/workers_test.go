package broadphase

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/collide-go/collide"
)

// Several goroutines sort pairs as one does, of few ids and of ids far apart.
func TestSortOfWorkers(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 72))
	var s sorter
	for _, most := range []int32{2, 1000, 1 << 11, 100_000, 1 << 25, MaxID + 1} {
		list := []Pair{{9, 1}, {3, 5}}
		for range 3 * alone {
			a, b := rng.Int32N(most), rng.Int32N(most)
			list = append(list, Pair{min(a, b), max(a, b)})
		}
		want := sortPairs(slices.Clone(list), 2)
		if got := s.sort(list, 2, int(most), 3); !slices.Equal(got, want) {
			t.Errorf("ids below %d: the pairs are not in order", most)
		}
	}
}

// Any number of goroutines finds the pairs of one, also where calls are made at once.
func TestPairsOfWorkers(t *testing.T) {
	rng := rand.New(rand.NewPCG(73, 74))
	var boxes []Box3
	for range 20_000 {
		x, y, z := rng.Float64(), rng.Float64(), rng.Float64()
		boxes = append(boxes, Box3{x, y, z, x + 0.03, y + 0.03, z + 0.03})
	}
	var one, many Tree3
	many.SetWorkers(3)
	if err := errors.Join(one.Build(boxes), many.Build(boxes)); err != nil {
		t.Fatal(err)
	}
	want := one.AppendPairs(nil)
	if len(want) <= alone {
		t.Fatalf("only %d pairs", len(want))
	}
	var wait sync.WaitGroup
	for range 3 {
		wait.Go(func() {
			if got := many.AppendPairs(nil); !slices.Equal(got, want) {
				t.Errorf("%d pairs, want %d", len(got), len(want))
			}
		})
	}
	wait.Wait()
}

// MoveShared moves as MoveEach does, and its error is about the first box that is none.
func TestMoveShared(t *testing.T) {
	rng := rand.New(rand.NewPCG(75, 76))
	boxes := make([]Box2, 20_000)
	for i := range boxes {
		x, y := rng.Float64(), rng.Float64()
		boxes[i] = Box2{x, y, x, y}
	}
	var one, many Tree2
	many.SetWorkers(3)
	if err := errors.Join(one.Build(boxes), many.Build(boxes)); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{10, len(boxes)} {
		ids := make([]int32, n)
		for i := range ids {
			ids[i] = int32(i)
		}
		for _, bad := range []int{n, n / 2} {
			box := func(i int) Box2 {
				b := boxes[i]
				b[0], b[2] = b[0]+0.5, b[2]+0.5
				if i >= bad && i%2 == 0 {
					b[1] = math.NaN()
				}
				return b
			}
			got, want := many.MoveShared(ids, box), one.MoveEach(ids, box)
			if fmt.Sprint(got) != fmt.Sprint(want) || (want == nil) != (bad == n) {
				t.Errorf("%d boxes: error %v, want %v", n, got, want)
			}
			for i := range boxes {
				if one.Box(i) != many.Box(i) {
					t.Fatalf("box %d is %v, want %v", i, many.Box(i), one.Box(i))
				}
			}
		}
	}
	if err := many.MoveShared([]int32{-1}, nil); !errors.Is(err, collide.ErrBadOption) {
		t.Errorf("the error is %v", err)
	}
}
