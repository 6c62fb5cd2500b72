package world

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// Kind says how a body takes part in Step.
type Kind uint8

// The kinds. The zero value is Moving.
//
// A body needs no state of sleep: of two bodies that stay where they are, Step lists what it found
// before, without asking again.
const (
	Moving Kind = iota // makes pairs with all bodies
	Static             // makes pairs with moving bodies alone; it may be moved all the same
)

// check returns collide.ErrBadOption for a kind that there is not.
func (k Kind) check() error {
	if k > Static {
		return &collide.Error{Code: collide.ErrBadOption, Path: "kind", Index: -1, Value: float64(k)}
	}
	return nil
}

// Body is what Add takes beside the placed shape. The zero value is a moving body that touches all.
type Body struct {
	Filter Filter
	Kind   Kind
	Sensor bool // its pairs have no manifolds: they only begin, stay and end
	Fast   bool // Step looks for impacts on its way, so that it passes through nothing that it may touch
}

// body is a place of a World.
type body struct {
	object     d3.Object
	from       d3.Pose // at the end of the last Step, or of Add
	filter     Filter
	generation uint32
	kind       Kind
	live       bool
	sensor     bool
	fast       bool
	travels    bool // it is not at from
	own        bool // its shape may be of the user's own: a move may be refused
}

// plain reports whether b is the first body at its place, a moving one that touches all and is no
// sensor: a pair of two of those is asked about whatever else they are.
func (b *body) plain() bool {
	return b.generation == 1 && b.kind == Moving && !b.sensor && b.filter == Filter{Category: 1, Mask: Everything}
}

// meets reports whether kinds and filters let two bodies touch.
func (b *body) meets(o *body) bool {
	return (b.kind == Moving || o.kind == Moving) && b.filter.allows(&o.filter)
}
