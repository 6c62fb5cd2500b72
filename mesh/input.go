package mesh

import (
	"fmt"
	"io"
	"io/fs"
)

// source is an open file: a stream, and where the reader has them, its size and any piece of it.
type source struct {
	name string
	opt  Options // with defaults
	r    io.Reader
	at   io.ReaderAt // nil: none
	dir  string      // of the file, in Options.Files

	head    []byte   // the first bytes
	guessed bool     // nothing told the format
	named   []string // other files that were opened
	size    int64    // -1: not known
}

// newSource returns the source of a reader that stands at its beginning. The error is that the file
// is too large.
func newSource(r io.Reader, name string, o Options) (*source, error) {
	s := &source{name: name, opt: o, r: r, size: -1}
	switch f := r.(type) {
	case interface {
		Len() int
		Size() int64
	}: // bytes.Reader, strings.Reader
		if int64(f.Len()) == f.Size() {
			s.size = f.Size()
			s.at, _ = r.(io.ReaderAt)
		}
	case interface{ Stat() (fs.FileInfo, error) }:
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			s.size = info.Size()
			s.at, _ = r.(io.ReaderAt)
		}
	}
	if s.size > o.MaxBytes {
		return nil, s.tooLong()
	}
	return s, nil
}

func (s *source) tooLong() error {
	return &Error{
		Name: s.name, Offset: s.opt.MaxBytes, Code: ErrTooLarge,
		Message: fmt.Sprintf("the file has more than %d bytes", s.opt.MaxBytes),
	}
}

func (s *source) tooManyParts() error {
	return &Error{
		Name: s.name, Offset: 0, Code: ErrTooLarge, Message: fmt.Sprintf("more than %d parts", s.opt.MaxParts),
	}
}

// readAll returns the whole file.
func (s *source) readAll() ([]byte, error) {
	data := make([]byte, 0, min(max(s.size, 0), 1<<24)+512)
	for {
		if len(data) == cap(data) {
			data = append(make([]byte, 0, max(min(2*cap(data), int(s.size)+512), cap(data)+cap(data)/4)), data...)
		}
		n, err := s.r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case int64(len(data)) > s.opt.MaxBytes:
			return nil, s.tooLong()
		case err == io.EOF:
			return data, nil
		case err != nil:
			return nil, err
		}
	}
}

// bufferSize is how much of a stream is held at a time, and the longest word of a text.
const bufferSize = 1 << 16

// input reads a source from its beginning to its end.
type input struct {
	*source
	buf  []byte // of which buf[at:] is not read yet
	next int
	base int64 // where buf begins in the file
	line int   // of the next byte, from 1; 0 in a binary file
	end  bool  // the reader has no more
	err  error // what ended reading early
}

func newInput(s *source) *input {
	return &input{source: s, buf: make([]byte, 0, bufferSize)}
}

// offset returns how many bytes have been read.
func (in *input) offset() int64 { return in.base + int64(in.next) }

// more reads more of the file behind what is in the buffer, and reports whether there was more and
// room for it. What the buffer held lies elsewhere then.
func (in *input) more() bool {
	if in.next > 0 {
		n := copy(in.buf, in.buf[in.next:])
		in.base += int64(in.next)
		in.buf, in.next = in.buf[:n], 0
	}
	if in.end || in.err != nil || len(in.buf) == cap(in.buf) {
		return false
	}
	for range 100 {
		n, err := in.r.Read(in.buf[len(in.buf):cap(in.buf)])
		in.buf = in.buf[:len(in.buf)+n]
		switch {
		case in.base+int64(len(in.buf)) > in.opt.MaxBytes:
			in.err = in.tooLong()
			return false
		case err == io.EOF:
			in.end = true
		case err != nil:
			in.err = err
		}
		if n > 0 || err != nil {
			return n > 0
		}
	}
	in.err = io.ErrNoProgress
	return false
}

// peek returns the next n bytes, fewer at the end of the file; n is at most bufferSize.
func (in *input) peek(n int) []byte {
	for len(in.buf)-in.next < n {
		if !in.more() {
			break
		}
	}
	return in.buf[in.next:min(in.next+n, len(in.buf))]
}

// records returns the next records of a size, at least one and at most n, or none if there is no
// whole one any more.
func (in *input) records(size int, n int64) []byte {
	if have := len(in.buf) - in.next; have < size {
		if in.peek(size); len(in.buf)-in.next < size {
			return nil
		}
	}
	k := min(int64((len(in.buf)-in.next)/size), n)
	b := in.buf[in.next : in.next+int(k)*size]
	in.next += len(b)
	return b
}

// capacity returns for how many of n elements, each of at least so many bytes that come yet, memory
// may be taken: all where the size of the file is known and holds them. ok is false where the file
// is too short for them.
func (in *input) capacity(n int64, each int64) (c int, ok bool) {
	if in.size < 0 {
		return int(min(n, bufferSize)), true
	}
	left := in.size - in.offset()
	return int(min(n, left/each)), n <= left/each
}

// fail returns an error about the next byte.
func (in *input) fail(format string, args ...any) error {
	return in.failAt(in.line, in.offset(), format, args...)
}

// failAt returns an error about a line, or about an offset in a binary file, unless reading has
// failed before.
func (in *input) failAt(line int, offset int64, format string, args ...any) error {
	if in.err != nil {
		return in.err
	}
	if line > 0 {
		offset = -1
	}
	return &Error{Name: in.name, Line: line, Offset: offset, Code: ErrBadMesh, Message: fmt.Sprintf(format, args...)}
}

// tooMany returns the error that there are more than n of what.
func (in *input) tooMany(n int, what string) error {
	return coded(ErrTooLarge, in.fail("more than %d %s", n, what))
}
