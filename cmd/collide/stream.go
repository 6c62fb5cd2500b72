package main

import (
	"bytes"
	"context"
	"io"
	"runtime/debug"
)

// A batch is closed at so many lines or bytes: enough that handing it over costs little, and few
// enough that one slow line keeps little else waiting.
const (
	batchLines = 64
	batchBytes = 16 << 10
)

// What may be in flight: so many batches for each worker, and so many units of long lines. A single
// line longer than all units together is let through alone.
const (
	windowPerWorker = 8
	windowUnits     = 256
	unit            = 64 << 10
)

// An answerer appends the answer to a line, with its line end, to dst; ok is false if the line got
// an error.
type answerer func(dst, line []byte, number int, tooLong bool) (out []byte, ok bool)

// stream answers a stream of lines in their order, with several workers. Memory is bounded, and no
// answer waits for input: whatever has been read is being answered while the reader blocks.
//
//	reader -> jobs -> workers
//	       -> order -> writer, which waits for each batch in turn
type stream struct {
	workers int
	maxLine int
	worker  func() answerer // called once in each worker
	wrote   func(lines int) // called after each write

	// define, unless nil, is given each line in turn, before those behind it are given to workers.
	// done says that it is answered: by nothing if ok, else by out.
	define func(line []byte, number int) (out []byte, ok, done bool)
}

// batch is a run of lines and the answers to them.
type batch struct {
	data   []byte
	lines  []lineRef
	out    []byte
	failed int
	done   chan struct{}
}

// lineRef is a line of a batch: data up to end, from the end of the line before.
type lineRef struct {
	end, number int
	tooLong     bool
	failed      bool // the data is the answer, an error
}

// pipes are the channels of one run. There are as many batches as free holds at the start, so that
// only taking a free one can block.
type pipes struct {
	free, jobs, order chan *batch
	long              chan struct{} // a token for each unit in flight
	quit              chan struct{} // closed when nobody takes the answers any more
}

// run answers the lines of in on out and returns how many got an error. The error is that of
// reading, of writing or of the context; after the latter two a goroutine that blocks in in.Read is
// left behind.
func (s *stream) run(ctx context.Context, in io.Reader, out io.Writer) (failed int, err error) {
	n := windowPerWorker * s.workers
	p := &pipes{
		free: make(chan *batch, n), jobs: make(chan *batch, n), order: make(chan *batch, n),
		long: make(chan struct{}, windowUnits), quit: make(chan struct{}),
	}
	defer close(p.quit)
	for range n {
		p.free <- &batch{done: make(chan struct{}, 1)}
	}
	for range s.workers {
		go func() {
			answer := s.worker()
			for b := range p.jobs {
				b.answer(answer)
				b.done <- struct{}{}
			}
		}()
	}
	var readErr error
	go func() {
		defer close(p.order)
		defer close(p.jobs)
		readErr = s.read(in, p)
	}()
	for {
		b, err := p.next(ctx)
		if err != nil {
			return failed, err
		}
		if b == nil {
			return failed, readErr
		}
		if _, err := out.Write(b.out); err != nil {
			return failed, err
		}
		failed += b.failed
		if s.wrote != nil {
			s.wrote(len(b.lines))
		}
		p.recycle(b)
	}
}

// next returns the next batch to write, answered, or nil after the last.
func (p *pipes) next(ctx context.Context) (*batch, error) {
	select {
	case b, ok := <-p.order:
		if !ok {
			return nil, nil
		}
		select {
		case <-b.done:
			if ctx.Err() == nil { // else the answers may be that it has ended
				return b, nil
			}
		case <-ctx.Done():
		}
	case <-ctx.Done():
	}
	return nil, context.Cause(ctx)
}

// read cuts in into batches. It hands over what it has before each Read, since that may block.
func (s *stream) read(in io.Reader, p *pipes) error {
	l := newLineReader(in, s.maxLine)
	var b *batch
	for {
		line, tooLong, ok := l.next()
		ref := lineRef{number: l.number, tooLong: tooLong}
		if ok && !tooLong {
			var none bool
			if line, ref.failed, none = s.screen(line, l.number); none {
				continue
			}
		}
		long := len(line) > 2*unit
		if ok && long && b != nil { // a long line begins a batch, so that its buffer can be handed over
			if !p.give(b) {
				return nil
			}
			b = nil
		}
		if ok && b == nil {
			if b = p.take(); b == nil {
				return nil
			}
		}
		if ok {
			if long {
				b.data = l.handOver(line)
			} else {
				b.data = append(b.data, line...)
			}
			ref.end = len(b.data)
			b.lines = append(b.lines, ref)
		}
		if b != nil && (!ok || len(b.lines) == batchLines || len(b.data) >= batchBytes) {
			if !p.give(b) {
				return nil
			}
			b = nil
		}
		if !ok && !l.fill() {
			break
		}
	}
	if l.err == io.EOF {
		return nil
	}
	return l.err
}

// screen returns what stands in a batch for a line: the line, or, where failed is set, the error
// that define has for it. none says that it needs no answer: it is blank, or define has taken it.
func (s *stream) screen(line []byte, number int) (text []byte, failed, none bool) {
	if len(bytes.Trim(line, " \t\r")) == 0 {
		return nil, false, true
	}
	if s.define == nil {
		return line, false, false
	}
	out, good, done := s.define(line, number)
	switch {
	case !done:
		return line, false, false
	case good:
		return nil, false, true
	}
	return out, true, false
}

// answer fills out.
func (b *batch) answer(f answerer) {
	start := 0
	for _, l := range b.lines {
		ok := false
		if l.failed {
			b.out = append(b.out, b.data[start:l.end]...)
		} else {
			b.out, ok = f(b.out, b.data[start:l.end], l.number, l.tooLong)
		}
		if !ok {
			b.failed++
		}
		start = l.end
	}
}

// units returns the tokens that b takes: none, unless it ends with a long line.
func (b *batch) units() int { return min(len(b.data)/unit, windowUnits) }

// take returns an empty batch, or nil after quit.
func (p *pipes) take() *batch {
	select {
	case b := <-p.free:
		return b
	case <-p.quit:
		return nil
	}
}

// give passes b on to the workers and the writer; false after quit.
func (p *pipes) give(b *batch) bool {
	for range b.units() {
		select {
		case p.long <- struct{}{}:
		case <-p.quit:
			return false
		}
	}
	alone := b.units() == windowUnits
	p.jobs <- b
	p.order <- b
	return !alone || p.settle()
}

// settle waits until all that is in flight has been written, so that a line which fills the window
// alone is not joined by the next of its kind; false after quit.
func (p *pipes) settle() bool {
	for range windowUnits {
		select {
		case p.long <- struct{}{}:
		case <-p.quit:
			return false
		}
	}
	for range windowUnits {
		<-p.long
	}
	return true
}

// recycle makes b free again, without the room that only a long line needs.
func (p *pipes) recycle(b *batch) {
	units := b.units()
	if cap(b.data) > 2*unit {
		b.data = nil
	}
	if cap(b.out) > 2*unit {
		b.out = nil
	}
	b.data, b.lines, b.out, b.failed = b.data[:0], b.lines[:0], b.out[:0], 0
	if units == windowUnits {
		debug.FreeOSMemory() // before the next long line takes as much again
	}
	for range units {
		<-p.long
	}
	p.free <- b
}
