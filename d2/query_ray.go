package d2

// CastRay is the package-level CastRay with q's options and work space.
//
// Cost and source: as for the package-level CastRay.
func (q *Query) CastRay(a *Object, r *Ray) (h RayHit) {
	q.ray.ask(&q.solver, a, r, &h) // alone here, so that h is written once, in the caller
	return h
}

// CastRayInto is CastRay that writes the answer to h: a caller with one RayHit for many rays, or
// with an array of them, saves that it is copied for each. What h held before does not count.
//
// Cost and source: as for CastRay.
func (q *Query) CastRayInto(h *RayHit, a *Object, r *Ray) {
	*h = RayHit{}
	q.ray.ask(&q.solver, a, r, h)
}

// CastRay returns where the ray r first meets a, and where it leaves a for good.
//
// Lengths are in the unit of the shapes and poses, point and normal in the world frame, parameters
// in lengths of r's direction. The bracket of t is a few hundred roundings of the lengths at hand
// wide, divided by the cosine between ray and normal; for user's shapes and rounded curved ones
// Options.Tolerance times the size, and its square root near tangency. Of a Compound it is the
// first part that is met, the least of equal ones; the verdict is a Hit if any part is hit. A flat
// body, as a segment is, has no interior: a ray that crosses it inside is a Hit, as two segments
// that cross overlap.
//
// There is no error, and no limit to how far the ray starts from a. Unsure are only rays at user's
// shapes and rounded curved ones, within rounding and tolerance of tangency.
//
// Cost: some 50 ns for boxes, circles and capsules, a few ns an edge for hulls, a few parts for
// compounds; some microseconds where only exact arithmetic tells (BenchmarkCastRay). No allocation
// once the work space has grown. Source: docs/math/ray.md; for bodies without a closed form
// [Bergen03].
func CastRay(a *Object, r *Ray) RayHit {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.CastRay(a, r)
}
