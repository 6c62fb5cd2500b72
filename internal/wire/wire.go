// Package wire writes and reads the binary form of worlds: whole numbers of as many bytes as they
// need, doubles as their bits, and a checksum behind each section. A reader trusts nothing: it
// takes no memory beyond a limit, never panics, and its errors name the byte.
package wire

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
)

// The codes of an Error.
var (
	ErrFormat    = errors.New("bad-format")          // no file of this kind
	ErrVersion   = errors.New("unsupported-version") // of a later version
	ErrDamaged   = errors.New("damaged")             // the checksum is another one, or a number cannot be
	ErrTruncated = errors.New("truncated")           // the file ends too early
	ErrTooLarge  = errors.New("too-large")           // more than the limit of memory allows
)

// Error says what is wrong with a file, where, and what to do.
type Error struct {
	Code    error // one of the sentinels
	Offset  int64 // of the byte, from 0
	Message string
	Err     error // the cause: of the reader, of a shape that was refused; nil where there is none
}

// Error returns "byte OFFSET: CODE: MESSAGE".
func (e *Error) Error() string {
	s := fmt.Sprintf("byte %d: %v: %s", e.Offset, e.Code, e.Message)
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the code and the cause.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Code}
	}
	return []error{e.Code, e.Err}
}

// AppendUint appends a whole number.
func AppendUint(b []byte, x uint64) []byte { return binary.AppendUvarint(b, x) }

// AppendInt appends a whole number of either sign.
func AppendInt(b []byte, x int64) []byte { return binary.AppendVarint(b, x) }

// AppendFloat appends the bits of a double.
func AppendFloat(b []byte, x float64) []byte {
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
}

// AppendBytes appends the length of p, and p.
func AppendBytes(b, p []byte) []byte { return append(AppendUint(b, uint64(len(p))), p...) }

// Writer writes to a stream. Errors are kept: the first one comes back from Flush.
type Writer struct {
	w   *bufio.Writer
	sum uint32
	err error
	buf [4]byte
}

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: bufio.NewWriterSize(w, 1<<16)} }

// Write writes p, which counts for the checksum. It returns no error: Flush does.
func (w *Writer) Write(p []byte) {
	if w.err != nil {
		return
	}
	w.sum = crc32.Update(w.sum, crc32.IEEETable, p)
	_, w.err = w.w.Write(p)
}

// Seal ends a section: it writes the checksum of all that came since the last one.
func (w *Writer) Seal() {
	if w.err != nil {
		return
	}
	binary.LittleEndian.PutUint32(w.buf[:], w.sum)
	w.sum = 0
	_, w.err = w.w.Write(w.buf[:])
}

// Fail makes err the error of w where it has none.
func (w *Writer) Fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// Err returns the first error.
func (w *Writer) Err() error { return w.err }

// Flush hands what is held to the stream, and returns the first error.
func (w *Writer) Flush() error {
	if w.err == nil {
		w.err = w.w.Flush()
	}
	return w.err
}

// Reader reads what a Writer wrote. After the first error, which Err tells, all numbers are 0.
//
//  1. block[at:end] was read from the stream and not yet told of; block[0] is the byte base of it.
//  2. sum is the checksum of all since the last one, but for block[counted:at].
type Reader struct {
	r       io.Reader
	block   []byte
	base    int64
	at, end int
	counted int
	sum     uint32
	left    int64 // bytes of memory that may still be taken
	limit   int64
	err     error
	broken  error // of the stream
	any     bool  // checksums are not compared
	text    []byte

	keeping bool
	from    int    // block[from:at] is to be kept
	kept    []byte // what was read before
	seals   []int  // the places in it where a checksum stood
}

// NewReader returns a Reader of r, by which what is read may take limit bytes of memory. It reads r
// in blocks, perhaps beyond what is asked for.
func NewReader(r io.Reader, limit int64) *Reader {
	return &Reader{r: r, block: make([]byte, max(16, min(limit, 1<<16))), left: limit, limit: limit}
}

// TakeAnySum makes r take any checksum for right: tests change files behind their beginning.
func (r *Reader) TakeAnySum() { r.any = true }

// Err returns the first error, an *Error.
func (r *Reader) Err() error { return r.err }

// Offset returns how many bytes were read.
func (r *Reader) Offset() int64 { return r.base + int64(r.at) }

// have makes at least n bytes of the block ready, at most its length, and reports whether the
// stream has them.
func (r *Reader) have(n int) bool {
	if r.end-r.at >= n {
		return true
	}
	r.count()
	r.keep()
	r.from = 0
	r.base += int64(r.at)
	r.end = copy(r.block, r.block[r.at:r.end])
	r.at, r.counted = 0, 0
	for tries := 0; r.end < n && r.broken == nil; tries++ {
		k, err := r.r.Read(r.block[r.end:])
		r.end += k
		if r.broken = err; err == nil && k == 0 && tries > 100 {
			r.broken = io.ErrNoProgress
		}
		if k > 0 {
			tries = 0
		}
	}
	return r.end >= n
}

// count takes what was told of into the checksum.
func (r *Reader) count() {
	r.sum = crc32.Update(r.sum, crc32.IEEETable, r.block[r.counted:r.at])
	r.counted = r.at
}

// Fail makes it an error that something is wrong with the byte at an offset.
func (r *Reader) Fail(code error, at int64, cause error, format string, args ...any) {
	if r.err == nil {
		r.err = &Error{Code: code, Offset: at, Message: fmt.Sprintf(format, args...), Err: cause}
	}
}

// More reports whether there is another byte. The error of the stream, but for its end, becomes
// that of r.
func (r *Reader) More() bool {
	if r.err != nil {
		return false
	}
	more := r.have(1)
	if !more && r.broken != io.EOF {
		r.ended("the next call")
	}
	return more
}

// ended turns the error of the stream into that of r.
func (r *Reader) ended(what string) {
	at := r.base + int64(r.end)
	if r.broken == io.EOF || r.broken == io.ErrUnexpectedEOF {
		r.Fail(ErrTruncated, at, io.ErrUnexpectedEOF, "the file ends where %s is due: it was not written to its end", what)
		return
	}
	r.Fail(ErrTruncated, at, r.broken, "the file could not be read")
}

// zero is what numbers are read from after an error.
var zero [8]byte

// full reads n bytes, at most 8, which hold until the next call.
func (r *Reader) full(n int, what string) []byte {
	if r.err != nil {
		return zero[:n]
	}
	if r.end-r.at < n && !r.have(n) {
		r.ended(what)
		return zero[:n]
	}
	r.at += n
	return r.block[r.at-n : r.at]
}

// Byte reads a byte of at most limit.
func (r *Reader) Byte(limit byte, what string) byte {
	at := r.Offset()
	b := r.full(1, what)[0]
	if b > limit {
		r.Fail(ErrDamaged, at, nil, "%s is %d, and cannot be above %d", what, b, limit)
		return 0
	}
	return b
}

// Uint reads a whole number of at most limit.
func (r *Reader) Uint(limit uint64, what string) uint64 {
	at := r.Offset()
	x := uint64(0)
	for shift := 0; ; shift += 7 {
		b := r.full(1, what)[0]
		if shift == 63 && b > 1 {
			r.Fail(ErrDamaged, at, nil, "%s is no number", what)
			return 0
		}
		x |= uint64(b&0x7f) << shift
		if b < 0x80 {
			break
		}
	}
	if x > limit {
		r.Fail(ErrDamaged, at, nil, "%s is %d, and cannot be above %d", what, x, limit)
		return 0
	}
	return x
}

// Int reads a whole number of either sign, which fits in 32 bits.
func (r *Reader) Int(what string) int {
	x := r.Uint(math.MaxUint32, what)
	return int(int32(x>>1) ^ -int32(x&1))
}

// Float reads a finite double.
func (r *Reader) Float(what string) float64 {
	at := r.Offset()
	x := r.Number(what)
	if math.IsNaN(x) || math.IsInf(x, 0) {
		r.Fail(ErrDamaged, at, nil, "%s is not finite", what)
		return 0
	}
	return x
}

// Number reads a double of any kind.
func (r *Reader) Number(what string) float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(r.full(8, what)))
}

// Word reads eight bytes.
func (r *Reader) Word(what string) uint64 { return binary.LittleEndian.Uint64(r.full(8, what)) }

// Bytes reads bytes with their length before them. They hold until the next call.
func (r *Reader) Bytes(what string) []byte {
	at := r.Offset()
	n := r.Uint(math.MaxInt32, "the length of "+what)
	if r.err != nil || !r.Spend(at, int64(n), what) {
		return nil
	}
	if n <= uint64(len(r.block)) && r.have(int(n)) {
		r.at += int(n)
		return r.block[r.at-int(n) : r.at]
	}
	r.text = r.text[:0]
	for left := int(n); left > 0; { // as it comes: a length that is a lie takes no memory
		if !r.have(1) {
			r.ended(what)
			return nil
		}
		k := min(left, r.end-r.at)
		r.text = append(r.text, r.block[r.at:r.at+k]...)
		r.at, left = r.at+k, left-k
	}
	return r.text
}

// Spend reports whether n bytes of memory may be taken, for what is said at an offset.
func (r *Reader) Spend(at, n int64, what string) bool {
	if r.err != nil {
		return false
	}
	if r.left -= n; r.left < 0 {
		r.Fail(ErrTooLarge, at, nil, "%s would take more than the limit of %d bytes of memory: raise it to read on",
			what, r.limit)
		return false
	}
	return true
}

// Seal reads the checksum of all that came since the last one.
func (r *Reader) Seal(what string) {
	r.count()
	if r.keep(); r.keeping {
		r.seals = append(r.seals, len(r.kept))
	}
	at, want := r.Offset(), r.sum
	got := binary.LittleEndian.Uint32(r.full(4, "the checksum of "+what))
	r.counted, r.sum, r.from = r.at, 0, r.at
	if r.err == nil && got != want && !r.any {
		r.Fail(ErrDamaged, at, nil, "the checksum of %s is %08x, and its bytes give %08x: the file was changed", what,
			got, want)
	}
}

// Keep has r keep what is read from now on, until CopyTo.
func (r *Reader) Keep() {
	r.keeping, r.from, r.kept, r.seals = true, r.at, r.kept[:0], r.seals[:0]
}

// keep puts what was read of the block to what is kept.
func (r *Reader) keep() {
	if r.keeping {
		r.kept = append(r.kept, r.block[r.from:r.at]...)
	}
	r.from = r.at
}

// CopyTo writes what was read since Keep to w, byte for byte, but with checksums that are right
// there, and keeps no more.
func (r *Reader) CopyTo(w *Writer) {
	r.keep()
	r.keeping = false
	at := 0
	for _, seal := range r.seals {
		w.Write(r.kept[at:seal])
		w.Seal()
		at = seal
	}
	w.Write(r.kept[at:])
}

// magic is what files begin with.
const magic = "collide-world"

// Kind is what a file holds.
type Kind byte

// The kinds of files.
const (
	Snapshot Kind = 's'
	Journal  Kind = 'j'
)

// version of the format.
const version = 1

// AppendHead appends the beginning of a file about the worlds of a dimension.
func AppendHead(b []byte, k Kind, dim int) []byte {
	return append(append(b, magic...), byte(k), version, byte(dim))
}

// HeadLen is the length of the beginning.
const HeadLen = len(magic) + 3

// Dim returns the dimension of a file of kind k that begins with head, of HeadLen bytes or fewer
// where the file is shorter.
func Dim(head []byte, k Kind) (int, error) {
	name := map[Kind]string{Snapshot: "snapshot", Journal: "journal"}
	fail := func(code error, at int, format string, args ...any) (int, error) {
		return 0, &Error{Code: code, Offset: int64(at), Message: fmt.Sprintf(format, args...)}
	}
	n := min(len(head), len(magic))
	switch {
	case n == 0:
		return fail(ErrFormat, 0, "the input is empty; a %s of a world begins with %q", name[k], magic)
	case string(head[:n]) != magic[:n]:
		return fail(ErrFormat, 0, "this is no %s of a world, which begins with %q", name[k], magic)
	case len(head) < HeadLen:
		return fail(ErrTruncated, len(head), "the file ends within its first %d bytes", HeadLen)
	}
	at := len(magic)
	switch got := Kind(head[at]); {
	case got != k && name[got] != "":
		return fail(ErrFormat, at, "this is a %s of a world, and a %s is wanted", name[got], name[k])
	case got != k:
		return fail(ErrDamaged, at, "a file of a world is a snapshot or a journal, not %q", string(rune(got)))
	case head[at+1] > version || head[at+1] == 0:
		return fail(ErrVersion, at+1, "the format has version %d, and this program reads up to %d: use a later one",
			head[at+1], version)
	case head[at+2] != 2 && head[at+2] != 3:
		return fail(ErrDamaged, at+2, "the dimension is 2 or 3, not %d", head[at+2])
	}
	return int(head[at+2]), nil
}

// Head reads the beginning of a file of kind k about the worlds of a dimension.
func (r *Reader) Head(k Kind, dim int) {
	if r.err != nil {
		return
	}
	if !r.have(HeadLen) && r.broken != io.EOF {
		r.ended("the beginning")
		return
	}
	got, err := Dim(r.block[r.at:min(r.end, r.at+HeadLen)], k)
	switch {
	case err != nil:
		r.err = err
	case got != dim:
		r.Fail(ErrFormat, int64(HeadLen-1), nil, "the world has %d dimensions: package d%d/world reads it", got, got)
	default:
		r.at += HeadLen
	}
}

// Mark returns how much memory may still be taken, for Release.
func (r *Reader) Mark() int64 { return r.left }

// Release gives back the memory that was spent since Mark.
func (r *Reader) Release(mark int64) { r.left = mark }

// Refund gives back all memory that was spent.
func (r *Reader) Refund() { r.left = r.limit }
