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

// A panic of a job reaches the caller of Do, whichever goroutine it was on, with none at work any
// more, and the crew does the next job.
func TestDoPanics(t *testing.T) {
	var c Crew
	for _, workers := range []int{1, 2, 8} {
		for _, at := range []int{0, 500, 999} {
			var busy atomic.Int32
			func() {
				defer func() {
					if p := recover(); p != at || busy.Load() != 0 {
						t.Errorf("%d workers, part %d: the panic is %v, %d at work", workers, at, p, busy.Load())
					}
				}()
				c.Do(workers, 1000, func(k int) {
					busy.Add(1)
					defer busy.Add(-1)
					if k == at {
						panic(at)
					}
				})
				t.Errorf("%d workers, part %d: no panic", workers, at)
			}()
			var sum atomic.Int32
			if c.Do(workers, 100, func(k int) { sum.Add(1) }); sum.Load() != 100 {
				t.Errorf("%d workers, after part %d: %d parts of 100 are done", workers, at, sum.Load())
			}
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
