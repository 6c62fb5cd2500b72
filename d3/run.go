package d3

import (
	"github.com/collide-go/collide/internal/num"
)

const (
	curvedTurns   = 4096    // the default limit of turns for curved cores, and what GJK may take for polytopes
	maxVertices   = 1 << 20 // what EPA keeps at most, so that its memory has a bound
	traceVertices = 4096    // turns of EPA are recorded up to so many: each lists them all
	maxFaces      = 1 << 22 // living and dead ones
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
	newt   newton  // work space of a try, and the minimum that it stands at where leap.deep says so
	foot   Vec     // the point of C nearest the origin that separated found last
	radius float64 // the sum of both margins and inner balls, in the solvers' unit
}

// leap is what a run knows of Newton's method.
type leap struct {
	turns, next int     // the turns of the float loop so far, and after which to try
	aims        bool    // Newton's method is tried first, from
	za, zb      float64 // the points of the axes that are nearest to each other
	deep        bool    // a try ended at a minimum of the support values: the cores overlap there
	moved       bool    // and put the simplex of its feet into the run, which is nearer the origin
	d           Vec     // the direction that separates cores as near as newtonNear, else zero
}

// start makes l that of a run that begins, in place: a copy of what was just stored has to wait.
func (l *leap) start() {
	l.turns, l.next, l.aims, l.za, l.zb = 0, newtonFirst, false, 0, 0
	l.deep, l.moved, l.d = false, false, Vec{}
}

// newton is the work of one try: the unit direction d from A to B, two across it, the feet on both
// cores, and w, the difference of the feet.
type newton struct {
	m         *minkowski
	d, t1, t2 Vec
	a, b      foot
	w         Vec
	most      float64 // nearer the origin than that, the feet are better than the simplex of the run
	sep       float64 // how far the last judgment separated the cores
	deep      bool    // for a minimum of the support values of cores that overlap
}

// foot is a part of a core and the point of it that may be nearest the other core.
type foot struct {
	part surfacePart
	n    int        // partVertices: how many
	id   [3]int32   // their numbers
	v    [3]Vec     // and places
	sign float64    // partRim and partCap: the end, on the axis
	x    [2]float64 // where the foot is along the free ways

	// what set makes of it for a direction
	p          Vec
	e          [2]Vec // the free ways: the foot is p with e[i] times a change of x[i] added
	free       int    // how many
	xx, xy, yy float64
}

// A surfacePart is what a core has around a point of its surface, as far as Newton's method asks:
// how the support point turns with the direction, and along which ways it is free. See "Newton's
// method" in docs/math/gjk.md.
type surfacePart uint8

// newtonFirst is the turn of GJK after which Newton's method is tried first; then each time they
// have doubled.
const newtonFirst = 5

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

// clear reports whether a separation of at least low proves that the shapes are apart, margins and
// rounding included.
func (r *run) clear(low float64) bool { return low > r.radius+float64(marginPad*unit*r.radius) }

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
