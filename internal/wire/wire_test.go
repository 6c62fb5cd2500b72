package wire

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// TestRoundTrip writes numbers of every size and reads them back, by streams that give a byte at a
// time.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var uints []uint64
	var ints []int32
	floats := []float64{0, math.Copysign(0, -1), 5e-324, math.MaxFloat64, -1.5}
	text := bytes.Repeat([]byte("abc"), 50000)
	for i := range 64 {
		uints = append(uints, 0, 1<<i, 1<<i-1, r.Uint64()>>i)
		ints = append(ints, int32(r.Uint32())>>(i%32))
	}
	var out bytes.Buffer
	w := NewWriter(&out)
	w.Write(AppendHead(nil, Snapshot, 3))
	for i, x := range uints {
		w.Write(AppendUint(nil, x))
		w.Write(AppendInt(nil, int64(ints[i%len(ints)])))
	}
	for _, x := range floats {
		w.Write(AppendFloat(nil, x))
	}
	w.Write(AppendBytes([]byte{7}, text))
	w.Seal()
	w.Write([]byte{9})
	if w.Seal(); w.Flush() != nil || w.Err() != nil {
		t.Fatal(w.Err())
	}
	size := int64(out.Len())
	p := NewReader(iotest.OneByteReader(&out), 1<<20)
	p.Head(Snapshot, 3)
	for i, x := range uints {
		if got := p.Uint(math.MaxUint64, "a number"); got != x {
			t.Fatalf("%d, want %d", got, x)
		}
		if got := p.Int("a number"); got != int(ints[i%len(ints)]) {
			t.Fatalf("%d, want %d", got, ints[i%len(ints)])
		}
	}
	for _, x := range floats {
		if got := p.Float("a number"); math.Float64bits(got) != math.Float64bits(x) {
			t.Fatalf("%g, want %g", got, x)
		}
	}
	if p.Byte(7, "a byte") != 7 || !slices.Equal(p.Bytes("a text"), text) {
		t.Fatal("another text")
	}
	p.Seal("the file")
	if !p.More() || p.Byte(9, "a byte") != 9 {
		t.Fatal(p.Err())
	}
	if p.Seal("the rest"); p.Err() != nil || p.More() || p.Offset() != size {
		t.Fatal(p.Err(), p.Offset())
	}
}

// TestRefusals: what cannot be is refused, once, with the place.
func TestRefusals(t *testing.T) {
	for name, row := range map[string]struct {
		data []byte
		read func(r *Reader)
		code error
		at   int64
	}{
		"a number that does not end": {bytes.Repeat([]byte{0xff}, 20), func(r *Reader) { r.Uint(math.MaxUint64, "it") }, ErrDamaged, 0},
		"a number above its limit":   {[]byte{1, 9}, func(r *Reader) { r.Byte(1, "it"); r.Uint(8, "it") }, ErrDamaged, 1},
		"a byte above its limit":     {[]byte{4}, func(r *Reader) { r.Byte(3, "it") }, ErrDamaged, 0},
		"no double":                  {AppendFloat(nil, math.NaN()), func(r *Reader) { r.Float("it") }, ErrDamaged, 0},
		"the end":                    {[]byte{1, 2, 3}, func(r *Reader) { r.Float("it") }, ErrTruncated, 3},
		"the end of a text":          {AppendBytes(nil, make([]byte, 40))[:20], func(r *Reader) { r.Bytes("it") }, ErrTruncated, 20},
		"a text above the limit":     {AppendUint(nil, 1<<30), func(r *Reader) { r.Bytes("it") }, ErrTooLarge, 0},
		"more than the limit in all": {nil, func(r *Reader) { r.Spend(3, 90, "it"); r.Spend(4, 20, "it") }, ErrTooLarge, 4},
		"another checksum":           {[]byte{1, 0, 0, 0, 0}, func(r *Reader) { r.Byte(1, "it"); r.Seal("it") }, ErrDamaged, 1},
		"the first of two":           {[]byte{4, 4}, func(r *Reader) { r.Byte(3, "it"); r.Float("it") }, ErrDamaged, 0},
	} {
		r := NewReader(bytes.NewReader(row.data), 100)
		row.read(r)
		var e *Error
		if err := r.Err(); !errors.As(err, &e) || !errors.Is(err, row.code) || e.Offset != row.at || r.Uint(9, "it") != 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	r := NewReader(iotest.ErrReader(io.ErrClosedPipe), 100)
	if r.More() || !errors.Is(r.Err(), io.ErrClosedPipe) || !strings.HasPrefix(r.Err().Error(), "byte 0: truncated: ") {
		t.Errorf("%v", r.Err())
	}
}

// TestHead holds the beginnings of files to what they say.
func TestHead(t *testing.T) {
	good := AppendHead(nil, Journal, 2)
	if dim, err := Dim(good, Journal); dim != 2 || err != nil || len(good) != HeadLen {
		t.Errorf("%d %v", dim, err)
	}
	change := func(i int, b byte) []byte { h := slices.Clone(good); h[len(h)-i] = b; return h }
	for name, row := range map[string]struct {
		head []byte
		code error
	}{
		"nothing":         {nil, ErrFormat},
		"another file":    {[]byte("{}"), ErrFormat},
		"the end":         {good[:9], ErrTruncated},
		"a snapshot":      {change(3, 's'), ErrFormat},
		"neither":         {change(3, 'x'), ErrDamaged},
		"a later version": {change(2, 2), ErrVersion},
		"four dimensions": {change(1, 4), ErrDamaged},
	} {
		if _, err := Dim(row.head, Journal); !errors.Is(err, row.code) {
			t.Errorf("%s: %v", name, err)
		}
		r := NewReader(bytes.NewReader(row.head), 100)
		if r.Head(Journal, 2); !errors.Is(r.Err(), row.code) {
			t.Errorf("%s: %v", name, r.Err())
		}
	}
	r := NewReader(bytes.NewReader(good), 100)
	if r.Head(Journal, 3); !errors.Is(r.Err(), ErrFormat) {
		t.Errorf("the other dimension: %v", r.Err())
	}
}

// TestSealsAreNotKept: a Reader takes no memory for checksums that nobody copies.
func TestSealsAreNotKept(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out)
	for i := range 1000 {
		w.Write(AppendUint(nil, uint64(i)))
		w.Seal()
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	r := NewReader(&out, 1<<20)
	for range 1000 {
		r.Uint(1000, "a number")
		r.Seal("a number")
	}
	if r.Err() != nil || cap(r.seals) != 0 || cap(r.kept) != 0 {
		t.Errorf("%v; %d places and %d bytes are kept", r.Err(), cap(r.seals), cap(r.kept))
	}
}
