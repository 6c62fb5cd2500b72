package collide

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// Relation tells how two closed sets lie to each other. Touching counts as intersecting.
type Relation uint8

// The relations. The zero value is Undecided, so that an answer nobody filled in claims nothing.
const (
	Undecided   Relation = iota // the bracket holds zero and no exact path exists for the pair
	Apart                       // no common point
	Touching                    // common points, but no common interior point
	Overlapping                 // common interior points
)

// String returns the word that files use for r.
func (r Relation) String() string {
	switch r {
	case Apart:
		return "apart"
	case Touching:
		return "touching"
	case Overlapping:
		return "overlapping"
	case Undecided:
	}
	return "undecided"
}

// Status tells how a query ended. The bracket of the answer is certified whatever the status is.
type Status uint8

// The ways a query can end.
const (
	Exact      Status = iota // a closed form or the exact path gave the answer
	Converged                // the bracket is as narrow as asked for
	Rounding                 // as narrow as doubles go
	Limit                    // a limit of the options ended it; the bracket is wider than asked for
	BadSupport               // a user's Support broke its contract; nothing is known
)

// String returns the word that files use for s.
func (s Status) String() string {
	switch s {
	case Exact:
		return "exact"
	case Converged:
		return "converged"
	case Rounding:
		return "rounding"
	case Limit:
		return "limit"
	case BadSupport:
	}
	return "bad-support"
}

// The sentinels that errors.Is finds in an *Error. The text of each is the code that files use.
var (
	ErrNotFinite         = errors.New("not-finite")
	ErrOutOfRange        = errors.New("out-of-range")
	ErrEmpty             = errors.New("empty")
	ErrWrongDimension    = errors.New("wrong-dimension")
	ErrNegativeSize      = errors.New("negative-size")
	ErrZeroNormal        = errors.New("zero-normal")
	ErrDegenerate        = errors.New("degenerate")
	ErrNotConvex         = errors.New("not-convex")
	ErrNotSimple         = errors.New("not-simple")
	ErrZeroQuaternion    = errors.New("zero-quaternion")
	ErrNotUnitQuaternion = errors.New("not-unit-quaternion")
	ErrNotUnit           = errors.New("not-unit")
	ErrNilShape          = errors.New("nil-shape")
	ErrBadOption         = errors.New("bad-option")
	ErrNotPolytope       = errors.New("not-polytope")
	ErrZeroDirection     = errors.New("zero-direction")
	ErrAmbiguousMotion   = errors.New("ambiguous-motion")
	ErrBadMesh           = errors.New("bad-mesh")
	ErrNotClosed         = errors.New("not-closed")
	ErrInsideOut         = errors.New("inside-out")
	ErrTooLarge          = errors.New("too-large")
)

// MaxMagnitude is the largest magnitude of any number in a shape or pose.
const MaxMagnitude = 1e100

// MinSize is the least size that is not zero: of radii, heights, extents, roundings, and of the
// larger extent of a hull or polygon. Rounding to the least double, 4.9e-324, is then far below
// that of doubles of this size, also where a corner is multiplied by a direction as short as 2^-53.
// Coordinates and positions may have any magnitude up to MaxMagnitude.
const MinSize = 1e-280

// Error says which argument was refused and why. errors.Is finds its Code, one of the sentinels.
type Error struct {
	Code  error   // one of the sentinels of this package
	Path  string  // the argument, as in "radius", "points[2].y" or "core.size.x"
	Index int     // the element of a slice argument that is wrong, -1 where there is none
	Value float64 // the number that was refused; NaN too where no single number is to blame
	Note  string  // what else tells the place, in words; mostly empty
}

// Error returns "path: code: value: note", without the parts that do not apply.
func (e *Error) Error() string {
	s := fmt.Sprint(e.Code)
	if e.Path != "" {
		s = e.Path + ": " + s
	}
	if e.hasValue() {
		s += ": " + strconv.FormatFloat(e.Value, 'g', -1, 64)
	}
	if e.Note != "" {
		s += ": " + e.Note
	}
	return s
}

// Unwrap returns the sentinel.
func (e *Error) Unwrap() error { return e.Code }

// hasValue reports whether the code speaks of one number, and there is one.
func (e *Error) hasValue() bool {
	switch e.Code {
	case ErrNotFinite, ErrOutOfRange, ErrNegativeSize, ErrZeroQuaternion, ErrNotUnitQuaternion, ErrNotUnit, ErrBadOption:
		return true
	case ErrBadMesh, ErrTooLarge:
		return !math.IsNaN(e.Value)
	}
	return false
}
