package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/iotest"
	"time"
)

// echo answers a line with its number and text, and calls a line that begins with "bad" an error.
func echo(dst, line []byte, number int, tooLong bool) ([]byte, bool) {
	if tooLong {
		return fmt.Appendf(dst, "%d: too long\n", number), false
	}
	return fmt.Appendf(dst, "%d: %s\n", number, line), !bytes.HasPrefix(line, []byte("bad"))
}

// echoStream is a stream of echo in several workers.
func echoStream(maxLine int) *stream {
	return &stream{workers: 4, maxLine: maxLine, worker: func() answerer { return echo }}
}

func TestStreamLines(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		failed         int
	}{
		{"nothing in, nothing out", "", "", 0},
		{"one line", "a\n", "1: a\n", 0},
		{"the last line needs no end", "a\nb", "1: a\n2: b\n", 0},
		{"CR LF ends a line too", "a\r\nb\r\n", "1: a\n2: b\n", 0},
		{"blank lines are counted and get no answer", "\na\n \t\r\n\nb\n", "2: a\n5: b\n", 0},
		{"a bad line is answered in place", "a\nbad\nb\n", "1: a\n2: bad\n3: b\n", 1},
		{"a line of the greatest length", "12345678\nb\n", "1: 12345678\n2: b\n", 0},
		{"the same with CR LF", "12345678\r\nb\n", "1: 12345678\n2: b\n", 0},
		{"one byte more is too long, and the rest goes on", "123456789\nb\n", "1: too long\n2: b\n", 1},
		{"a longer one, its end unread", "1234567890123\nb", "1: too long\n2: b\n", 1},
		{"too long at the end", "a\n1234567890123", "1: a\n2: too long\n", 1},
		{"nine bytes at the end", "a\n123456789", "1: a\n2: too long\n", 1},
		{"two in a row", "1234567890123\n1234567890123\nb", "1: too long\n2: too long\n3: b\n", 2},
		{"too long, though blank", "             \nb\n", "1: too long\n2: b\n", 1},
	} {
		for kind, r := range map[string]io.Reader{
			"whole":        strings.NewReader(c.in),
			"byte by byte": iotest.OneByteReader(strings.NewReader(c.in)),
			"by halves":    iotest.HalfReader(strings.NewReader(c.in)),
			"data and EOF": iotest.DataErrReader(strings.NewReader(c.in)),
		} {
			var out bytes.Buffer
			failed, err := echoStream(8).run(context.Background(), r, &out)
			if err != nil || out.String() != c.want || failed != c.failed {
				t.Errorf("%s, read %s: got %q, %d failed, %v; want %q, %d failed", c.name, kind, out.String(), failed, err, c.want, c.failed)
			}
		}
	}
}

// Lines of very different cost come out in order, with more lines than may be in flight.
func TestStreamOrder(t *testing.T) {
	const lines = 20000
	var in, want bytes.Buffer
	for i := range lines {
		fmt.Fprintf(&in, "line %d\n", i)
		fmt.Fprintf(&want, "%d: line %d\n", i+1, i)
	}
	s := &stream{workers: 4, maxLine: 100, worker: func() answerer {
		r := rand.New(rand.NewPCG(1, 2))
		return func(dst, line []byte, number int, tooLong bool) ([]byte, bool) {
			if r.IntN(2000) == 0 {
				time.Sleep(time.Millisecond)
			}
			return echo(dst, line, number, tooLong)
		}
	}}
	var out bytes.Buffer
	if _, err := s.run(context.Background(), &in, &out); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(out.Bytes(), want.Bytes()) {
		t.Error("the answers are not in the order of the lines")
	}
}

// Each answer can be read before the next line is written: none waits for input.
func TestStreamAnswersWhileInputIsOpen(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan error, 1)
	go func() {
		_, err := echoStream(100).run(context.Background(), inR, outW)
		outW.Close()
		done <- err
	}()
	answers := bufio.NewReader(outR)
	for i := range 300 {
		if i == 100 { // a part of a line holds back nothing either
			fmt.Fprint(inW, "first\nsec")
			if got, _ := answers.ReadString('\n'); got != "101: first\n" {
				t.Fatalf("got %q", got)
			}
			fmt.Fprint(inW, "ond\n")
			if got, _ := answers.ReadString('\n'); got != "102: second\n" {
				t.Fatalf("got %q", got)
			}
		}
		fmt.Fprintf(inW, "x%d\n", i)
		number := i + 1
		if i >= 100 {
			number += 2
		}
		if got, err := answers.ReadString('\n'); err != nil || got != fmt.Sprintf("%d: x%d\n", number, i) {
			t.Fatalf("line %d: got %q, %v", i, got, err)
		}
	}
	inW.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A line that is too long is answered before its end has come.
func TestStreamTooLongAtOnce(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	go func() {
		_, _ = echoStream(10).run(context.Background(), inR, outW)
		outW.Close()
	}()
	fmt.Fprint(inW, "a\n0123456789ab")
	answers := bufio.NewReader(outR)
	for _, want := range []string{"1: a\n", "2: too long\n"} {
		if got, _ := answers.ReadString('\n'); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	}
	fmt.Fprint(inW, "more\nb\n")
	if got, _ := answers.ReadString('\n'); got != "3: b\n" {
		t.Fatalf("got %q", got)
	}
	inW.Close()
}

// endless is a reader that yields the same line again and again, and counts them.
type endless struct {
	line  string
	lines atomic.Int64
}

func (e *endless) Read(p []byte) (int, error) {
	n := 0
	for len(p)-n >= len(e.line) {
		n += copy(p[n:], e.line)
		e.lines.Add(1)
	}
	return n, nil
}

// While one line takes its time, the others are answered ahead of it, but not without bound.
func TestStreamSlowLine(t *testing.T) {
	release := make(chan struct{})
	var answered atomic.Int64
	s := &stream{workers: 4, maxLine: 100, worker: func() answerer {
		return func(dst, line []byte, number int, tooLong bool) ([]byte, bool) {
			if number == 1 {
				<-release
			}
			answered.Add(1)
			return echo(dst, line, number, tooLong)
		}
	}}
	in := &endless{line: "abcdefghi\n"}
	outR, outW := io.Pipe()
	done := make(chan error, 1)
	go func() {
		_, err := s.run(context.Background(), in, outW)
		done <- err
	}()
	window := int64(windowPerWorker * s.workers * batchLines)
	for answered.Load() < window-batchLines { // all but the batch of the slow line
		runtime.Gosched()
	}
	before := in.lines.Load()
	time.Sleep(20 * time.Millisecond)
	if n := in.lines.Load(); n != before || n > window+2*readBytes/10 {
		t.Errorf("%d lines read behind a slow one, then %d: the window is %d lines", before, n, window)
	}
	close(release)
	answers := bufio.NewReader(outR)
	for i := range 1000 {
		if got, err := answers.ReadString('\n'); err != nil || got != fmt.Sprintf("%d: abcdefghi\n", i+1) {
			t.Fatalf("answer %d: %q, %v", i+1, got, err)
		}
	}
	outR.Close()
	if err := <-done; !brokenPipe(err) {
		t.Errorf("got %v, want that of a closed pipe", err)
	}
}

// Memory does not grow with the stream, whatever the lengths of its lines.
func TestStreamMemory(t *testing.T) {
	s := &stream{workers: 2, maxLine: 4 << 20, worker: func() answerer {
		return func(dst, _ []byte, _ int, tooLong bool) ([]byte, bool) { return append(dst, "ok\n"...), !tooLong }
	}}
	for _, c := range []struct {
		name   string
		line   string
		lines  int64
		failed int
	}{
		{"200 MiB of short lines", strings.Repeat("x", 1023) + "\n", 200 << 10, 0},
		{"200 MiB of lines of 1 MiB", strings.Repeat("x", 1<<20-1) + "\n", 200, 0},
		{"200 MiB in lines that are too long", strings.Repeat("x", 20<<20-1) + "\n", 10, 10},
	} {
		var before runtime.MemStats // what other tests left
		runtime.GC()
		runtime.ReadMemStats(&before)
		var most atomic.Uint64
		in := &repeat{line: c.line, left: c.lines, each: func() {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most.Store(max(most.Load(), m.HeapAlloc))
		}}
		failed, err := s.run(context.Background(), in, io.Discard)
		if err != nil || failed != c.failed {
			t.Errorf("%s: %d failed, %v", c.name, failed, err)
		}
		// The collector lets a heap grow to twice what is live, and what others left is live.
		if limit := 2*before.HeapAlloc + 100<<20; most.Load() > limit {
			t.Errorf("%s: %d MiB in use, %d before", c.name, most.Load()>>20, before.HeapAlloc>>20)
		}
	}
}

// repeat yields a line so many times, and calls each now and then.
type repeat struct {
	line string
	at   int
	left int64
	read int
	each func()
}

func (r *repeat) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.line[r.at:])
	r.at += n
	if r.at == len(r.line) {
		r.at = 0
		r.left--
	}
	if r.read += n; r.read > 4<<20 {
		r.read = 0
		r.each()
	}
	return n, nil
}

// What was read before an error is answered; a line cut short by it is not.
func TestStreamReadError(t *testing.T) {
	broken := errors.New("broken")
	var out bytes.Buffer
	_, err := echoStream(100).run(context.Background(), io.MultiReader(strings.NewReader("a\nb\nhalf of"), iotest.ErrReader(broken)), &out)
	if !errors.Is(err, broken) || out.String() != "1: a\n2: b\n" {
		t.Errorf("got %q, %v", out.String(), err)
	}
}

// brokenWriter takes some writes, and then none.
type brokenWriter struct {
	left int
	err  error
}

func (w *brokenWriter) Write(p []byte) (int, error) {
	if w.left--; w.left < 0 {
		return 0, w.err
	}
	return len(p), nil
}

// A writer that breaks ends the run, though the input never ends.
func TestStreamWriteError(t *testing.T) {
	_, err := echoStream(100).run(context.Background(), &endless{line: "a\n"}, &brokenWriter{left: 3, err: syscall.EPIPE})
	if !brokenPipe(err) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkStream(b *testing.B) {
	line := strings.Repeat("x", 299) + "\n"
	s := &stream{workers: runtime.GOMAXPROCS(0), maxLine: 1 << 20, worker: func() answerer { return echo }}
	b.SetBytes(int64(len(line)))
	if _, err := s.run(context.Background(), &repeat{line: line, left: int64(b.N), each: func() {}}, io.Discard); err != nil {
		b.Fatal(err)
	}
}
