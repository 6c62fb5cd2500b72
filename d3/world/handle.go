package world

import (
	"fmt"
	"math"
)

// Handle names a body of one World. The zero Handle names none. A handle of a removed body is never
// used again: it is told from that of a later body in its place.
//
// Handles are compared with < for the order in which a World lists things. It is the order in which
// bodies were added where none was removed; a new body takes the lowest place that is free.
type Handle uint64

// makeHandle returns the handle of place i, whose bodies so far number generation, at least 1.
func makeHandle(i int, generation uint32) Handle { return Handle(i)<<32 | Handle(generation) }

// place returns the index of the body in the lists of the World. No list is as long as the largest
// one, which stands for all that 32 bits do not hold.
func (h Handle) place() int { return int(min(h>>32, math.MaxInt32)) }

// generation returns which of the bodies at its place h names, counted from 1; 0 for no handle.
func (h Handle) generation() uint32 { return uint32(h) }

// String returns "body PLACE", and for the second body of a place and later ones "body PLACE.N".
func (h Handle) String() string {
	switch g := h.generation(); g {
	case 0:
		return "no body"
	case 1:
		return fmt.Sprintf("body %d", h>>32)
	default:
		return fmt.Sprintf("body %d.%d", h>>32, g)
	}
}
