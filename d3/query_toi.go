package d3

import (
	"github.com/collide-go/collide"
)

// TimeOfImpact returns when a, moving by ma, and b, moving by mb, first meet within opt.Duration: a
// checked interval. Where it says Hit, the bodies are proved apart at all times in [0, Lower) and
// proved in contact, as closed sets, at some time of at most Upper; a Miss is proved for all times
// of [0, Duration], the ends among them. Unsure is left for a graze that is nearer than rounding,
// and for a search out of steps: it proves the bodies apart in [0, Lower) alone. T is Lower, so
// that bodies moved to T are apart, but for a contact at the start, where T, Lower and Upper are 0.
//
// A body begins at its pose, or where a motion of NewMotionTo says. Upper - Lower is about what
// moving by Options.Tolerance times the larger size takes at the speed with which the bodies close
// in, 1e-9 by default; a miss is proved for any gap above rounding, whatever the tolerance, and
// for any gap at all where neither body moves as seen from the other. Normal and points are
// those at T, in the world frame. Exchanging the bodies gives the same bits with the normal
// negated and points and parts exchanged.
//
// With opt.Deepening only contact that goes deeper than at the start counts: the first time at
// which the signed distance is below min(0, its value at the start) less the tolerance. A body that
// slides on a floor, or leaves it, misses. What it means for meshes is said at CastShape.
//
// Errors: collide.ErrBadOption for a duration that is negative, or is neither 0 nor within [1e-100,
// 1e100].
//
// Cost: a step is a distance, with Deepening a depth, and the support points of one axis, about
// 1 us for bodies apart. There are three to six steps without many turns, none of which is
// skipped, and one for bodies that pass by at a distance; Options.MaxIterations bounds them, 4096
// by default. Nothing is allocated once the work space has grown. Method: docs/math/toi.md, after
// [Mirtich96] and [Catto13].
func (q *Query) TimeOfImpact(a *Object, ma *Motion, b *Object, mb *Motion, opt ImpactOptions) (out Impact, err error) {
	duration := opt.Duration
	if duration == 0 {
		duration = 1
	}
	if !(duration >= minDuration && duration <= maxDuration) {
		return Impact{}, &collide.Error{Code: collide.ErrBadOption, Path: "duration", Index: -1, Value: opt.Duration}
	}
	if q.tolerance == 0 {
		q.defaults()
	}
	if q.ofParts(a, b) {
		q.impacts.solve(&q.solver, &q.impact, &q.parts, a.placed(), ma, b.placed(), mb, duration, opt.Deepening, &out)
		return out, nil
	}
	im := &q.impact
	im.begin(a.placed(), ma, b.placed(), mb, duration)
	im.solve(&q.solver, opt.Deepening, &out)
	return out, nil
}

// TimeOfImpact is Query.TimeOfImpact with the default options.
func TimeOfImpact(a *Object, ma *Motion, b *Object, mb *Motion, opt ImpactOptions) (Impact, error) {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.TimeOfImpact(a, ma, b, mb, opt)
}
