// Package pairs gathers the answers about pairs of parts of two bodies, written once for both
// dimensions: which pair the answer is about, the bounds of all, and when enough is known.
package pairs

import (
	"cmp"
	"math"

	"github.com/collide-go/collide"
)

// Pair is a part of one body, I, and a part of another, J.
type Pair struct{ I, J int32 }

// Compare orders pairs by I and then J, with flip by J and then I.
func (p Pair) Compare(q Pair, flip bool) int {
	i, j := cmp.Compare(p.I, q.I), cmp.Compare(p.J, q.J)
	if flip {
		i, j = j, i
	}
	return cmp.Or(i, j)
}

// Stop says when enough is known.
type Stop uint8

// The rules, from the most patient on.
const (
	Never   Stop = iota // when all pairs are done
	Overlap             // with a pair that overlaps
	Contact             // with a pair that is not apart
)

// Found is what is known about two bodies after some pairs of their parts. Begin with Nothing.
type Found struct {
	Best         Pair    // of the least distance; of overlapping pairs alone, if there are any
	Lower, Upper float64 // the least of all pairs
	Some         bool    // a pair has been added
	Better       bool    // the last one is the best

	undecided bool // a pair is, or may be that was not asked about
	relation  collide.Relation
	distance  float64 // relation and distance of the best
	upper     float64 // its upper bound
}

// Nothing returns what is known before the first pair.
func Nothing() Found { return Found{Lower: math.Inf(1), Upper: math.Inf(1)} }

// Enough reports whether the rule says stop.
func (u *Found) Enough(stop Stop) bool {
	switch {
	case stop == Never || !u.Some:
		return false
	case u.relation == collide.Overlapping:
		return true
	}
	return stop == Contact && (u.undecided || u.relation != collide.Apart)
}

// Add takes the answer about a pair into account: its relation, its signed distance and the bounds
// of that. It sets Better. Where two pairs have one distance, one that may touch comes before one
// that is apart; of two that are apart by less than rounding the one with the lesser upper bound is
// best, so that its distance is within the bounds of all; else the lesser by Compare.
func (u *Found) Add(p Pair, rel collide.Relation, distance, lower, upper float64, flip bool) {
	overlap, had := rel == collide.Overlapping, u.relation == collide.Overlapping
	order := cmp.Compare(distance, u.distance)
	switch { // what is apart by less than rounding has the distance 0 too
	case order != 0:
	case rel != collide.Apart && u.relation == collide.Apart:
		order = -1
	case rel == collide.Apart && u.relation != collide.Apart:
		order = 1
	case rel == collide.Apart && distance == 0 && upper != u.upper:
		order = cmp.Compare(upper, u.upper)
	default:
		order = p.Compare(u.Best, flip)
	}
	u.Better = !u.Some || overlap && !had || overlap == had && order < 0
	if u.Better {
		u.Best, u.relation, u.distance, u.upper = p, rel, distance, upper
	}
	u.Some = true
	u.Lower, u.Upper = min(u.Lower, lower), min(u.Upper, upper)
	u.undecided = u.undecided || rel == collide.Undecided
}

// Rest takes into account that some pairs will not be asked about, none of which has a signed
// distance below lower.
func (u *Found) Rest(lower float64) {
	u.Lower = min(u.Lower, lower)
	u.undecided = u.undecided || !(lower > 0)
}

// Relation returns the relation of the bodies as far as the pairs tell: apart before the first.
func (u *Found) Relation() collide.Relation {
	switch {
	case u.relation != collide.Overlapping && u.undecided:
		return collide.Undecided
	case !u.Some:
		return collide.Apart
	}
	return u.relation
}
