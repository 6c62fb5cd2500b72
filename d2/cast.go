package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Sweep is a straight motion of a body without rotation: by t translation for 0 <= t <= max. The
// zero Sweep is a body at rest.
type Sweep struct {
	translation Vec
	max         float64
	skin        float64
	deepening   bool
}

// SweepOptions say what counts as contact of a Sweep. The zero value means closed sets.
type SweepOptions struct {
	Skin      float64 // bodies as near as this are in contact
	Deepening bool    // only contact that goes deeper than at the start counts: see CastShape
}

// NewSweep returns the sweep by t translation, world frame, for 0 <= t <= limit.
//
// Errors: collide.ErrNotFinite and collide.ErrOutOfRange for translation and the skin,
// collide.ErrNegativeSize for the skin, and collide.ErrBadOption for a limit that is negative or
// not finite.
func NewSweep(translation Vec, limit float64, opt SweepOptions) (Sweep, error) {
	if err := checkVec("translation", translation); err != nil {
		return Sweep{}, err
	}
	if !(limit >= 0) || math.IsInf(limit, 1) {
		return Sweep{}, &collide.Error{Code: collide.ErrBadOption, Path: "max", Index: -1, Value: limit}
	}
	if err := num.CheckSize("skin", opt.Skin); err != nil {
		return Sweep{}, err
	}
	return Sweep{translation, limit + 0, opt.Skin + 0, opt.Deepening}, nil // -0 would come back as a time
}

// Translation returns the translation of s, world frame, of which t counts the multiples.
func (s *Sweep) Translation() Vec { return s.translation }

// Limit returns the greatest t of s.
func (s *Sweep) Limit() float64 { return s.max }

// Skin returns the distance within which s takes bodies to be in contact.
func (s *Sweep) Skin() float64 { return s.skin }

// Deepening reports whether only contact that goes deeper than at the start counts.
func (s *Sweep) Deepening() bool { return s.deepening }

// ShapeHit is the answer about a shape A at rest and a shape B that is swept.
//
// Verdict is the relation of A and all that B sweeps; with a skin, of A grown by it. T is the least
// t in contact, 0 where B starts in contact; the true one lies in [Lower, Upper]. A miss has no T.
// Where the verdict is unsure there is no contact before Lower.
type ShapeHit struct {
	Verdict              collide.Verdict
	T, Lower, Upper      float64
	Normal               Vec // unit, out of A toward B at the first contact, world frame
	PointA, PointB       Vec // the points of contact at T, world frame
	PartA, PartB         int // of compounds; -1 for other bodies
	TriangleA, TriangleB int // the edge of a chain, the cell of a grid; -1 for other bodies
	Status               collide.Status
	Iterations           int
}

// A castEnd is how the walk of a cast ended.
type castEnd uint8

const (
	castOpen  castEnd = iota // there is no contact before lo; what hi and room say
	castMiss                 // there is no contact
	castStart                // the bodies overlap at the start
)
