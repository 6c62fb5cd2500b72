package collide

// Verdict tells what a cast or a motion meets. The zero value is Unsure, so that an answer nobody
// filled in claims nothing.
type Verdict uint8

// The verdicts. Bodies are closed sets, times are closed intervals.
const (
	Unsure Verdict = iota // no contact is proved, nor that there is none
	Miss                  // no contact, proved
	Graze                 // contact without a common interior point, proved
	Hit                   // contact, proved; of casts, with common interior points
)

// String returns the word that files use for v.
func (v Verdict) String() string {
	switch v {
	case Miss:
		return "miss"
	case Graze:
		return "touch"
	case Hit:
		return "hit"
	case Unsure:
	}
	return "undecided"
}

// Containment tells whether one closed set holds another. The zero value claims nothing.
type Containment uint8

// The containments of B in A.
const (
	ContainmentUndecided Containment = iota // not to be told from the bracket, and no exact path exists
	NotInside                               // a point of B is outside A
	InsideTouching                          // B is in A, and meets A's boundary
	Inside                                  // B is in A's interior
)

// String returns the words for c.
func (c Containment) String() string {
	switch c {
	case NotInside:
		return "not inside"
	case InsideTouching:
		return "inside, touching the boundary"
	case Inside:
		return "inside"
	case ContainmentUndecided:
	}
	return "undecided"
}

// Path is the way from one pose to another.
type Path uint8

// The paths. The zero value is Slerp.
const (
	Slerp Path = iota // the position on a straight line, the rotation at a constant rate the shorter way
	Screw             // a turn about a fixed axis and a shift along it, at constant rates, the shorter turn
)

// String returns the word that files use for p.
func (p Path) String() string {
	if p == Screw {
		return "screw"
	}
	return "slerp"
}
