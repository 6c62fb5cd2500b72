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
