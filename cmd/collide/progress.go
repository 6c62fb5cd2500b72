package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/collide-go/collide/internal/say"
)

// progressDelay is how long work may take before progress is shown.
const progressDelay = time.Second

// progress shows on one line how far long work has come. A nil progress shows nothing.
type progress struct {
	w       io.Writer
	noun    string
	total   int64 // of done; 0: unknown
	done    atomic.Int64
	read    func() (part, whole int64) // unless nil: how much of the input has been read
	what    atomic.Pointer[string]     // what is being done; nil for the count alone
	quit    chan struct{}
	stopped sync.WaitGroup
}

// startProgress shows progress on standard error, if that is a terminal, from a second on, until
// stop.
func (a *app) startProgress(noun string, total int) *progress {
	if !terminal(a.stderr) {
		return nil
	}
	p := newProgress(a.stderr, noun, total)
	p.start(progressDelay)
	return p
}

// newProgress returns a progress that shows nothing yet.
func newProgress(w io.Writer, noun string, total int) *progress {
	return &progress{w: w, noun: noun, total: int64(total), quit: make(chan struct{})}
}

// start shows p from delay on, until stop.
func (p *progress) start(delay time.Duration) {
	p.stopped.Go(func() { p.show(delay) })
}

// add counts n more as done.
func (p *progress) add(n int) {
	if p != nil {
		p.done.Add(int64(n))
	}
}

// now says what is being done.
func (p *progress) now(what string) {
	if p != nil {
		p.what.Store(&what)
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
		fmt.Fprintf(p.w, "\r%s\x1b[K", p.line()) // a display that cannot be written is no reason to stop the work
		select {
		case <-p.quit:
			fmt.Fprint(p.w, "\r\x1b[K")
			return
		case <-tick.C:
		}
	}
}

// line returns what to show.
func (p *progress) line() string {
	done := p.done.Load()
	switch {
	case p.what.Load() != nil:
		return say.Printable(*p.what.Load())
	case p.total > 0:
		return fmt.Sprintf("%d of %d %s, %d %%", done, p.total, p.noun, 100*done/p.total)
	case p.read != nil:
		part, whole := p.read()
		return fmt.Sprintf("%d %s, %d %% of the file", done, p.noun, 100*part/max(whole, 1))
	}
	return fmt.Sprintf("%d %s", done, p.noun)
}

// share makes p show how much of a file has been read, if r is one of known size, and returns the
// reader to use.
func (p *progress) share(r io.Reader) io.Reader {
	f, ok := r.(*os.File)
	if !ok {
		return r
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return r
	}
	c := &countedReader{r: r}
	p.read = func() (int64, int64) { return c.n.Load(), info.Size() }
	return c
}

// countedReader counts the bytes read.
type countedReader struct {
	r io.Reader
	n atomic.Int64
}

func (c *countedReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n.Add(int64(n))
	return n, err
}
