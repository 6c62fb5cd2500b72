// Package decided says what a sign is as a relation, and what a relation is in traces and in casts.
package decided

import "github.com/collide-go/collide"

// Relation returns the relation of two bodies whose signed distance has the sign c.
func Relation(c int) collide.Relation {
	switch {
	case c > 0:
		return collide.Apart
	case c == 0:
		return collide.Touching
	}
	return collide.Overlapping
}

// Exit returns the exit of the exact path that decided r.
func Exit(r collide.Relation) collide.Exit {
	switch r {
	case collide.Apart:
		return collide.ExitDecidedApart
	case collide.Touching:
		return collide.ExitDecidedTouching
	case collide.Overlapping:
		return collide.ExitDecidedOverlapping
	case collide.Undecided:
	}
	return collide.ExitDecidedUndecided
}

// Verdict returns the verdict for the relation of A and all that a cast sweeps.
func Verdict(r collide.Relation) collide.Verdict {
	switch r {
	case collide.Apart:
		return collide.Miss
	case collide.Touching:
		return collide.Graze
	case collide.Overlapping:
		return collide.Hit
	case collide.Undecided:
	}
	return collide.Unsure
}
