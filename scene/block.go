package scene

import (
	"math"
	"strconv"

	"github.com/collide-go/collide"
)

// A block is a list of numbers, or of lists of numbers, as JSON text. It is read without nodes,
// which would take ten times the memory of the points of a hull. Nothing here says what is wrong:
// where a block cannot be read, its nodes are made, and those who read nodes know.
type block struct {
	s   string
	pos int
}

// space skips white space and returns the byte after it, 0 at the end.
func (b *block) space() byte {
	for ; b.pos < len(b.s); b.pos++ {
		if c := b.s[b.pos]; c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return c
		}
	}
	return 0
}

// skip goes to the end of the list that begins here, of numbers or of lists up to the depth, and
// returns how many elements it has.
func (b *block) skip(depth int) (n int, ok bool) {
	b.pos++
	if b.space() == ']' {
		b.pos++
		return 0, true
	}
	for {
		switch c := b.space(); {
		case c == '[' && depth > 1:
			if _, ok = b.skip(depth - 1); !ok {
				return 0, false
			}
		case b.word() == "":
			return 0, false
		}
		n++
		switch b.space() {
		case ']':
			b.pos++
			return n, true
		case ',':
			b.pos++
		default:
			return 0, false
		}
	}
}

// word skips a number and returns it, "" for none.
func (b *block) word() string {
	start := b.pos
	b.one("-")
	if !b.one("0") && !b.digits() {
		return ""
	}
	if b.one(".") && !b.digits() {
		return ""
	}
	if b.one("eE") {
		b.one("+-")
		if !b.digits() {
			return ""
		}
	}
	return b.s[start:b.pos]
}

// one skips a byte if it is among those given.
func (b *block) one(of string) bool {
	for i := range len(of) {
		if b.pos < len(b.s) && b.s[b.pos] == of[i] {
			b.pos++
			return true
		}
	}
	return false
}

// digits skips digits and reports whether there was one.
func (b *block) digits() bool {
	start := b.pos
	for b.pos < len(b.s) && b.s[b.pos] >= '0' && b.s[b.pos] <= '9' {
		b.pos++
	}
	return b.pos > start
}

// list reads the list that begins here into dst. It fails unless there are as many numbers, all in
// range.
func (b *block) list(dst []float64) bool {
	b.space()
	if !b.one("[") {
		return false
	}
	for k := range dst {
		if k > 0 && (b.space() != ',' || !b.one(",")) {
			return false
		}
		b.space()
		x, err := strconv.ParseFloat(b.word(), 64)
		if err != nil || !(math.Abs(x) <= collide.MaxMagnitude) {
			return false
		}
		dst[k] = x + 0 // no -0
	}
	b.space()
	return b.one("]")
}
