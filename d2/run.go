package d2

import "github.com/collide-go/collide/internal/num"

const (
	curvedTurns   = 4096    // the default limit of turns for curved cores, and what GJK may take for polytopes
	maxVertices   = 1 << 20 // what EPA keeps at most, so that its memory has a bound
	traceVertices = 4096    // turns of EPA are recorded up to so many: each lists them all
)

// run is one query at work: what it may spend and what was spent, the difference C of the cores
// that it is about, and the simplex of GJK in C. The algorithms take a run and keep nothing between
// queries but work space.
type run struct {
	tolerance  float64 // of curved shapes: Options.Tolerance
	iterations int     // Options.MaxIterations
	maxPairs   int     // Options.MaxPairs, 0 for any number
	limit      int     // of turns, for the pair under way
	turns      int
	trace      *Trace

	m      minkowski
	s      simplex
	leap   leap    // of Newton's method, in the float loop
	foot   Vec     // the point of C nearest the origin that separated found last
	radius float64 // the sum of both margins and inner discs, in the solvers' unit
}

// leap is what a run knows of Newton's method.
type leap struct {
	turns, next int // the turns of the float loop so far, and after which to try
	d           Vec // the direction that separates cores as near as newtonNear, else zero
}

// newtonFirst is the turn of GJK after which Newton's method is tried first; then each time they
// have doubled.
const newtonFirst = 4

// allowance returns the width that the bracket of the cores may have.
func (r *run) allowance() num.Allowance {
	rel := bracketUnits * unit
	if r.m.curved {
		rel = max(rel, r.tolerance)
	}
	return num.Allowance{Rel: rel, Size: r.m.size, Radius: r.radius, Error: float64(2 * r.marginError())}
}

// marginError is num.MarginError of the pair.
func (r *run) marginError() float64 { return num.MarginError(r.m.a.inner > 0 || r.m.b.inner > 0) }

// marginSlack bounds what rounding does where the margins are taken off the distance d of the
// cores.
func (r *run) marginSlack(d float64) float64 { return num.Slack(r.radius, d, r.marginError()) }

// An outcome is how far a stage has come.
type outcome uint8

const (
	open   outcome = iota // the next stage goes on
	solved                // the answer is there
	apart                 // the shapes are surely apart, and that was all to find out
)

// turnLimit returns how many turns GJK and EPA together may take for the pair. Curved cores may ask
// for any number. Between polytopes EPA takes one for each corner of C that it meets, and ends by
// itself; only its memory has a bound.
func (r *run) turnLimit() int {
	switch {
	case r.iterations != 0:
		return r.iterations
	case r.m.curved:
		return curvedTurns
	}
	return curvedTurns + maxVertices
}

// defaults fills in what is zero.
func (r *run) defaults() {
	if r.tolerance == 0 {
		r.tolerance = 1e-9
	}
}
