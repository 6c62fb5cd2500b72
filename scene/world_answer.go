package scene

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"

	"github.com/collide-go/collide/broadphase"
)

// WorldAnswer is the answer to a frame or to a query of a World.
type WorldAnswer struct {
	Frame int    // the number of the frame, -1 for a query
	ID    string // of a query
	HasID bool
	Line  int // of the input; written with an error only

	// Of a frame: the pairs of bodies in contact, by their numbers, sorted. Of shapes there is an
	// answer for each of them: they touch, overlap or are undecided.
	Pairs   []broadphase.Pair
	Answers []Answer

	IDs  []int32           // of a region or a ray: the bodies, ascending
	Near []broadphase.Near // of nearest: by distance and then by number

	Err *Error // instead of all the above but Frame, ID and Line; nil for none

	dim     int
	nearest bool
}

// reset makes a the answer to the line of a number, about a frame.
func (a *WorldAnswer) reset(frame, line, dim int) {
	clear(a.Answers)
	*a = WorldAnswer{Frame: frame, Line: line, Pairs: a.Pairs[:0], Answers: a.Answers[:0], dim: dim}
}

// AppendJSON appends the answer line, without a line end; with hash, that of a frame has the number
// of its pairs and their SHA-256, each number a little-endian uint32, in place of the pairs.
func (a *WorldAnswer) AppendJSON(dst []byte, hash bool) []byte {
	if a.Frame < 0 {
		dst = appendID(dst, a.ID, a.HasID)
	} else {
		dst = strconv.AppendInt(append(dst, `{"frame":`...), int64(a.Frame), 10)
	}
	switch {
	case a.Err != nil:
		return a.Err.appendTo(dst, a.Line)
	case a.Frame < 0:
		return append(a.appendIDs(dst), '}')
	case hash:
		dst = strconv.AppendInt(append(dst, `,"count":`...), int64(len(a.Pairs)), 10)
		return append(append(append(dst, `,"sha256":"`...), a.Hash()...), `"}`...)
	}
	dst = append(dst, `,"pairs":[`...)
	for i, p := range a.Pairs {
		if i > 0 {
			dst = append(dst, ',')
		}
		if i >= len(a.Answers) {
			dst = strconv.AppendInt(append(dst, '['), int64(p[0]), 10)
			dst = append(strconv.AppendInt(append(dst, ','), int64(p[1]), 10), ']')
			continue
		}
		dst = strconv.AppendInt(append(dst, `{"a":`...), int64(p[0]), 10)
		dst = strconv.AppendInt(append(dst, `,"b":`...), int64(p[1]), 10)
		dst = append(a.Answers[i].AppendFields(append(dst, ',')), '}')
	}
	return append(dst, "]}"...)
}

// appendIDs appends the answer to a query.
func (a *WorldAnswer) appendIDs(dst []byte) []byte {
	dst = append(dst, `,"ids":[`...)
	for i, id := range a.IDs {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(id), 10)
	}
	for i, n := range a.Near {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(n.ID), 10)
	}
	if dst = append(dst, ']'); !a.nearest {
		return dst
	}
	dst = append(dst, `,"distances":[`...)
	for i, n := range a.Near {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendNumber(dst, n.Distance)
	}
	return append(dst, ']')
}

// Hash returns the SHA-256 of the pairs, each two little-endian uint32, in hexadecimal.
func (a *WorldAnswer) Hash() string {
	h := sha256.New()
	var b [1024]byte
	for pairs := a.Pairs; len(pairs) > 0; {
		n := min(len(pairs), len(b)/8)
		for i, p := range pairs[:n] {
			binary.LittleEndian.PutUint32(b[8*i:], uint32(p[0]))
			binary.LittleEndian.PutUint32(b[8*i+4:], uint32(p[1]))
		}
		h.Write(b[:8*n])
		pairs = pairs[n:]
	}
	return hex.EncodeToString(h.Sum(nil))
}
