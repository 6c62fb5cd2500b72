package crew

import (
	"sync/atomic"
	"testing"
)

// Each part is done once, whatever the number of workers, and all are done when Do returns.
func TestDo(t *testing.T) {
	var c Crew
	for _, workers := range []int{-1, 0, 1, 2, 3, 8} {
		for _, parts := range []int{0, 1, 2, 7, 1000} {
			done := make([]atomic.Int32, parts)
			c.Do(workers, parts, func(k int) { done[k].Add(1) })
			for k := range done {
				if n := done[k].Load(); n != 1 {
					t.Fatalf("%d workers: part %d of %d was done %d times", workers, k, parts, n)
				}
			}
		}
	}
}

// One worker does the parts in order, on the goroutine of the caller.
func TestDoAlone(t *testing.T) {
	var c Crew
	var order []int
	c.Do(1, 5, func(k int) { order = append(order, k) })
	for k, x := range order {
		if k != x {
			t.Fatalf("the order is %v", order)
		}
	}
}

// The parts of n things hold each once.
func TestRange(t *testing.T) {
	for _, n := range []int{0, 1, Part - 1, Part, Part + 1, 3*Part + 5} {
		at := 0
		for k := range Parts(n) {
			first, end := Range(k, n)
			if first != at || end <= first || end-first > Part {
				t.Fatalf("part %d of %d things: %d to %d, after %d", k, n, first, end, at)
			}
			at = end
		}
		if at != n {
			t.Fatalf("the parts of %d things hold %d", n, at)
		}
	}
}

// A job that is made once costs no memory.
func TestAllocations(t *testing.T) {
	var c Crew
	var sum atomic.Int64
	job := func(k int) { sum.Add(int64(k)) }
	for range 10 {
		c.Do(2, 100, job)
	}
	if n := testing.AllocsPerRun(100, func() { c.Do(2, 100, job) }); n >= 1 {
		t.Errorf("%v allocations", n)
	}
}
