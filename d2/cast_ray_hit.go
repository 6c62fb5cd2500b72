package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// Ray is the points origin + t direction for 0 <= t <= max. The zero Ray is the point at the
// world's origin.
type Ray struct {
	origin, direction Vec
	max               float64
}

// NewRay returns the ray from origin along direction, both in the world frame. direction need not
// be unit: t counts in its lengths. limit is the greatest t; it may be infinite: a ray without end,
// which ends before the greatest double, as t is one.
//
// Errors: collide.ErrNotFinite and collide.ErrOutOfRange for origin and direction,
// collide.ErrZeroDirection, and collide.ErrBadOption for a limit that is negative or NaN.
func NewRay(origin, direction Vec, limit float64) (Ray, error) {
	if err := checkVec("origin", origin); err != nil {
		return Ray{}, err
	}
	if err := checkVec("direction", direction); err != nil {
		return Ray{}, err
	}
	if direction == (Vec{}) {
		return Ray{}, &collide.Error{Code: collide.ErrZeroDirection, Path: "direction", Index: -1}
	}
	if !(limit >= 0) {
		return Ray{}, &collide.Error{Code: collide.ErrBadOption, Path: "max", Index: -1, Value: limit}
	}
	return Ray{origin, direction, limit + 0}, nil // -0 would come back as a time
}

// Origin returns the point of r at t = 0, world frame.
func (r *Ray) Origin() Vec { return r.origin }

// Direction returns the direction of r, world frame, in whose lengths t counts.
func (r *Ray) Direction() Vec { return r.direction }

// Limit returns the greatest t of r, which may be infinite.
func (r *Ray) Limit() float64 { return r.max }

// At returns origin + t direction, rounded.
func (r *Ray) At(t float64) Vec { return r.origin.Add(r.direction.Scale(t)).clean() }

// RayHit is the answer about a ray and a shape A.
//
// Verdict is the relation of A and all points of the ray, as closed sets: a Hit has a point in A's
// interior, a Graze only touches. It is exact for polytopes, rounded or not, half-spaces, and
// ellipses that are not rounded. At a Chain any contact is a Hit.
//
// T is the least t in contact, 0 where the ray starts in A; the true one lies in [Lower, Upper],
// rounding included. A miss has no T: all numbers are 0. Where the verdict is Unsure there is no
// contact before Lower, and T, Lower and Upper tell the contact that could not be told from a miss
// or a graze.
type RayHit struct {
	Verdict         collide.Verdict
	T, Lower, Upper float64

	// Exit is the greatest t in contact, at most the ray's limit. HasExit is false for a miss, for
	// a ray without end that never leaves A, for bodies of parts, and for an Unsure verdict.
	Exit    float64
	HasExit bool

	// Normal is a unit normal out of A at the first contact, world frame: at an edge or a vertex
	// any of those there are. It is zero for a miss, and where the ray's line is in A before the
	// origin: the origin is inside, or on the surface with the ray leaving or sliding along it.
	Normal Vec
	Point  Vec // origin + T direction, world frame

	// Feature is the edge or vertex that is hit, read by A(), numbered as
	// ManifoldPoint says: of a point within rounding of an edge or a vertex, that one. It is zero
	// where Normal is.
	Feature    collide.FeatureID
	Part       int // of a compound; -1 for other bodies
	Triangle   int // the edge of a chain, the cell of a grid; -1 for other bodies
	Status     collide.Status
	Iterations int
}

// cutShort ends a ray without end, of which h is the answer with an infinite Upper, before the
// greatest double: contact may come later than that, and does where Lower is there.
func (h *RayHit) cutShort() {
	if h.Lower == math.MaxFloat64 {
		*h = RayHit{Verdict: collide.Miss, Part: -1, Triangle: -1, Status: h.Status, Iterations: h.Iterations}
		return
	}
	h.Verdict, h.Upper = collide.Unsure, math.MaxFloat64
	h.Exit, h.HasExit, h.Normal, h.Feature = 0, false, Vec{}, 0
}
