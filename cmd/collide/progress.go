package main

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// progressDelay is how long work may take before progress is shown.
const progressDelay = time.Second

// progress shows on one line how far long work has come. A nil progress shows nothing.
type progress struct {
	w       io.Writer
	noun    string
	total   int64 // 0: unknown
	done    atomic.Int64
	quit    chan struct{}
	stopped sync.WaitGroup
}

// startProgress shows progress on w from delay on, until stop.
func startProgress(w io.Writer, noun string, total int, delay time.Duration) *progress {
	p := &progress{w: w, noun: noun, total: int64(total), quit: make(chan struct{})}
	p.stopped.Go(func() { p.show(delay) })
	return p
}

// add counts n more as done.
func (p *progress) add(n int) {
	if p != nil {
		p.done.Add(int64(n))
	}
}

// stop ends the display and clears its line.
func (p *progress) stop() {
	if p != nil {
		close(p.quit)
		p.stopped.Wait()
	}
}

// show rewrites the line five times a second.
func (p *progress) show(delay time.Duration) {
	wait := time.NewTimer(delay)
	defer wait.Stop()
	select {
	case <-p.quit:
		return
	case <-wait.C:
	}
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		p.line()
		select {
		case <-p.quit:
			fmt.Fprint(p.w, "\r\x1b[K")
			return
		case <-tick.C:
		}
	}
}

// line writes the line once. A display that cannot be written is no reason to stop the work.
func (p *progress) line() {
	done := p.done.Load()
	if p.total > 0 {
		fmt.Fprintf(p.w, "\r%d of %d %s, %d %%\x1b[K", done, p.total, p.noun, 100*done/p.total)
		return
	}
	fmt.Fprintf(p.w, "\r%d %s\x1b[K", done, p.noun)
}
