package main

import (
	"bytes"
	"io"
)

// readBytes is the least space offered to a Read, and the size of the buffer while lines are short.
const readBytes = 64 << 10

// lineReader splits a stream into lines without ever holding more than one line above the limit. It
// tells apart what is at hand from what needs another Read, so that its user can act before it
// blocks.
type lineReader struct {
	r          io.Reader
	max        int // length of the longest line allowed, without its end
	buf        []byte
	start, end int // buf[start:end] is read, but not yet handed out
	scanned    int // no line end in buf[start:scanned]
	skipping   bool
	number     int // of the line handed out last, from 1
	err        error
}

// newLineReader returns a reader of the lines of r.
func newLineReader(r io.Reader, limit int) *lineReader {
	return &lineReader{r: r, max: limit, buf: make([]byte, readBytes)}
}

// next returns the next line that is at hand, without its end; ok is false if none is. Of a line
// above the limit it returns tooLong, once and as soon as that is certain. The line is valid until
// fill.
func (l *lineReader) next() (line []byte, tooLong, ok bool) {
	for {
		i := bytes.IndexByte(l.buf[l.scanned:l.end], '\n')
		if i < 0 {
			return l.partial()
		}
		line = l.buf[l.start : l.scanned+i]
		l.scanned += i + 1
		l.start = l.scanned
		if l.skipping {
			l.skipping = false
			continue
		}
		return l.hand(line)
	}
}

// partial deals with a line whose end has not been read.
func (l *lineReader) partial() (line []byte, tooLong, ok bool) {
	l.scanned = l.end
	switch line = l.buf[l.start:l.end]; {
	case l.skipping:
		l.start = l.end
		return nil, false, false
	case len(line) > l.max+1: // one byte more could be the CR of a line end
		l.start, l.skipping = l.end, true
		l.number++
		return nil, true, true
	case l.err == io.EOF && len(line) > 0:
		l.start = l.end
		return l.hand(line)
	}
	return nil, false, false
}

// hand counts a line and checks its length.
func (l *lineReader) hand(line []byte) ([]byte, bool, bool) {
	l.number++
	line = bytes.TrimSuffix(line, []byte("\r"))
	if len(line) > l.max {
		return nil, true, true
	}
	return line, false, true
}

// handOver returns a line that next has returned, for good: its buffer is the caller's, and what is
// behind it is copied to another.
func (l *lineReader) handOver(line []byte) []byte {
	rest := l.buf[l.start:l.end]
	l.buf = make([]byte, max(len(rest), readBytes))
	copy(l.buf, rest)
	l.scanned -= l.start
	l.start, l.end = 0, len(rest)
	return line
}

// fill reads once; false means that the stream is at its end or broken, which err tells.
func (l *lineReader) fill() bool {
	if l.err != nil {
		return false
	}
	l.makeRoom()
	for range 100 {
		n, err := l.r.Read(l.buf[l.end:])
		l.end += n
		l.err = err
		if n > 0 || err == io.EOF {
			return true // at the end, a last line without an end may be left
		}
		if err != nil {
			return false
		}
	}
	l.err = io.ErrNoProgress
	return false
}

// makeRoom moves what is held to the front, gives back the room of a long line that is gone, and
// grows the buffer of a line that fills it.
func (l *lineReader) makeRoom() {
	held := l.buf[l.start:l.end]
	switch {
	case len(held) == 0 && len(l.buf) > readBytes:
		l.buf = make([]byte, readBytes)
	case len(held) == len(l.buf):
		l.buf = make([]byte, min(2*len(l.buf), max(l.max+2, readBytes)))
		copy(l.buf, held)
	default:
		copy(l.buf, held)
	}
	l.scanned -= l.start
	l.start, l.end = 0, len(held)
}
