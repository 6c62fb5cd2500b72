package scene

import (
	"bytes"
	"hash/maphash"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// A keptShape is a shape that a line was read to have, by its text: in a place where a shape stands
// and the line goes on with this text, there stands this shape, since an object of JSON ends where
// its brace is closed. Only shapes are kept about which nothing is to be said and whose text alone
// says what they are: none of files or names.
type keptShape struct {
	text   []byte
	dim    int
	weight int // points that it takes from the limit of the line
	s2     d2.Shape
	s3     d3.Shape
}

// The bounds of what is kept: keptSets sets of keptWays shapes each, and so many bytes of their
// texts. A shape whose text is longer than a quarter of that is not kept.
const (
	keptSets  = 256 // a power of two
	keptWays  = 4
	keptBytes = 2 << 20
)

// keptShapes are the shapes that a Decoder has read last. The zero value is empty.
type keptShapes struct {
	seed  maphash.Seed
	sets  []keptSet
	bytes int // of all texts
}

// keptSet are the shapes whose texts begin in one of so many ways, the next to go in turn.
type keptSet struct {
	ways [keptWays]keptShape
	next int
}

// keyBytes is how many bytes of a text say in which set it is: the numbers of a small shape, the
// first points of a hull.
const keyBytes = 96

// set returns the set of the shape that s begins with.
func (k *keptShapes) set(s []byte) *keptSet {
	if k.sets == nil {
		k.seed, k.sets = maphash.MakeSeed(), make([]keptSet, keptSets)
	}
	s = s[:min(len(s), keyBytes)]
	if end := bytes.IndexByte(s, '}'); end >= 0 { // what is behind the shape is none of it
		s = s[:end]
	}
	return &k.sets[maphash.Bytes(k.seed, s)%keptSets]
}

// find returns the shape of the dimension that s begins with, nil if it is not kept.
func (k *keptShapes) find(s []byte, dim int) *keptShape {
	set := k.set(s)
	for i := range set.ways {
		if w := &set.ways[i]; w.dim == dim && bytes.HasPrefix(s, w.text) {
			return w
		}
	}
	return nil
}

// keep keeps a shape; it copies the text. Where there is no room, all others go.
func (k *keptShapes) keep(s *keptShape) {
	if len(s.text) > keptBytes/4 {
		return
	}
	if k.bytes+len(s.text) > keptBytes {
		k.forget()
	}
	set := k.set(s.text)
	w := &set.ways[set.next]
	set.next = (set.next + 1) % keptWays
	k.bytes += len(s.text) - len(w.text)
	text := w.text[:0]
	if cap(text) > 2*len(s.text)+keyBytes {
		text = nil // its room is not counted
	}
	*w = *s
	w.text = append(text, s.text...)
}

// forget lets go of all shapes.
func (k *keptShapes) forget() { k.sets, k.bytes = nil, 0 }
