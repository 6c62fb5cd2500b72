// Package crew has goroutines share work.
package crew

import (
	"sync"
	"sync/atomic"
)

// Crew has goroutines do the parts of a job. The zero value is ready; not for copying, and for one
// job at a time.
type Crew struct {
	job   func(part int)
	parts int
	next  atomic.Int64
	wait  sync.WaitGroup
	fault atomic.Pointer[any] // what the first job that panicked did with
	hand  func()              // what each goroutine runs
}

// Most is the greatest number of workers that is of use: as many cores as a computer may have. Each
// worker has memory of its own, so that more are not made where a caller asks for them.
const Most = 1024

// Do calls job for each part from 0 to parts-1 and returns when all are done: in order on the
// caller's goroutine where workers is at most 1, else on up to so many goroutines, that of the
// caller among them, in any order.
//
// A panic of a job is one of Do, once no other goroutine is at work; some parts are not done then.
//
// A function that keeps variables is allocated where it is made: one that is made once and given
// again allocates nothing.
func (c *Crew) Do(workers, parts int, job func(part int)) {
	workers = min(workers, parts)
	if workers <= 1 {
		for k := range parts {
			job(k)
		}
		return
	}
	if c.hand == nil {
		c.hand = func() {
			defer c.wait.Done()
			c.work()
		}
	}
	c.job, c.parts = job, parts
	c.next.Store(0)
	c.wait.Add(workers - 1)
	for range workers - 1 {
		go c.hand()
	}
	c.work()
	c.wait.Wait()
	c.job = nil
	if p := c.fault.Swap(nil); p != nil {
		panic(*p)
	}
}

// work does parts until none is left, or one panics.
func (c *Crew) work() {
	defer func() {
		if p := recover(); p != nil {
			c.fail(p)
		}
	}()
	for {
		k := int(c.next.Add(1)) - 1
		if k >= c.parts {
			return
		}
		c.job(k)
	}
}

// fail keeps what a job panicked with, and leaves no part to the others.
func (c *Crew) fail(p any) {
	c.next.Store(int64(c.parts))
	c.fault.CompareAndSwap(nil, &p)
}

// Part is the number of things in a part, of work that takes some nanoseconds for each: enough to
// make the start of a part cost nothing.
const Part = 1 << 13

// Parts returns the number of parts of n things.
func Parts(n int) int { return (n + Part - 1) / Part }

// Range returns the things of a part, of n in all: from first to before end.
func Range(part, n int) (first, end int) { return part * Part, min(part*Part+Part, n) }
