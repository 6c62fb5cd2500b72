package scene

import (
	"fmt"

	"github.com/collide-go/collide/broadphase"
	"github.com/collide-go/collide/internal/say"
)

// The limits of pairs of a frame that hold unless WorldOptions.MaxPairs says otherwise. A pair of
// boxes takes some 100 bytes with its answer, a pair of shapes some 1500.
const (
	DefaultMaxPairs      = 16 << 20 // of boxes
	DefaultMaxShapePairs = 2 << 20  // of shapes
)

// tooManyPairs returns the error that more pairs of boxes of t meet than are allowed, nil if not:
// of a few bytes for each box they could be so many that no memory holds them.
func tooManyPairs[B broadphase.Box, V broadphase.Vec](t *broadphase.Tree[B, V], most int) *Error {
	if n := t.Len(); n*(n-1)/2 <= most {
		return nil
	}
	count := 0
	t.EachPair(func(_, _ int32) bool {
		count++
		return count <= most
	})
	if count <= most {
		return nil
	}
	return &Error{Code: ErrTooLarge, Message: fmt.Sprintf("the boxes of more than %s meet", say.Count(most, "pair"))}
}

// crowdedBoxes is the work space of check.
type crowdedBoxes[B broadphase.Box, V broadphase.Vec] struct {
	tree broadphase.Tree[B, V]
	list []B
}

// check is tooManyPairs for n boxes, of which box returns each: where they are too few to have so
// many pairs it does not look at them.
func (c *crowdedBoxes[B, V]) check(n, most int, box func(i int) B) *Error {
	if n*(n-1)/2 <= most {
		return nil
	}
	c.list = c.list[:0]
	for i := range n {
		c.list = append(c.list, box(i))
	}
	if err := c.tree.Build(c.list); err != nil { // bodies have been placed: it cannot happen
		return refusal(err)
	}
	return tooManyPairs(&c.tree, most)
}
