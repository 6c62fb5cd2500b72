package main

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/audit"
)

// Rays and points against bodies of facets, and pairs of such bodies, each answer compared with
// rationals: the same for both dimensions.

// figure is a body exactly: the facets of its boundary, and what is inside of it.
type figure struct {
	kind   string
	own    [][]xyz          // in its frame: segments or triangles
	names  map[int][][]xyz  // what answers call by number, in its frame; nil where they do not
	move   func(xyz) rvec   // from its frame to the world
	facets [][]rvec         // own in the world
	called map[int][][]rvec // names in the world
	pieces [][]plane        // closed convex sets whose union is the body; none of a surface
	shell  bool             // rays that meet it hit it
	parts  bool             // brackets inside are those of parts and of the hull
	reach  float64          // how far its points are from the origin of its frame
	far    float64          // how far that is from the world's origin
	text   func() string    // the body for people
	ray    func(o, d xyz, limit float64) (rayTold, error)
	near   func(p xyz) (nearTold, error)
}

// rayTold is an answer about a ray.
type rayTold struct {
	timed
	hasExit       bool
	normal, point xyz
	triangle      int
}

// nearTold is an answer about a point.
type nearTold struct {
	nearest
	local    xyz
	triangle int
}

// settle makes the exact facets, where all else is set.
func (f *figure) settle(pos xyz) {
	take := func(list []xyz) (at []rvec) {
		for _, v := range list {
			at = append(at, f.move(v))
			f.reach = max(f.reach, length(v))
		}
		return at
	}
	for _, v := range f.own {
		f.facets = append(f.facets, take(v))
	}
	if f.names != nil {
		f.called = map[int][][]rvec{}
	}
	for i, list := range f.names {
		for _, v := range list {
			f.called[i] = append(f.called[i], take(v))
		}
	}
	f.far = length(pos)
}

// named returns the facets that an answer names by i: all of a body whose facets have no numbers.
func (f *figure) named(i int) ([][]rvec, error) {
	if f.names == nil {
		if i != -1 {
			return nil, fmt.Errorf("a number %d of a body without", i)
		}
		return f.facets, nil
	}
	list := f.called[i]
	if len(list) == 0 {
		return nil, fmt.Errorf("no facet %d", i)
	}
	return list, nil
}

// square returns the least squared distance of p from some facets.
func square(p rvec, facets [][]rvec) *big.Rat {
	var least *big.Rat
	for _, g := range facets {
		if s := pointFacet(p, g); least == nil || s.Cmp(least) < 0 {
			least = s
		}
	}
	return least
}

// side returns -1 for an inner point, 0 for one of the boundary, 1 for one outside.
func (f *figure) side(p rvec) int {
	in := slices.ContainsFunc(f.pieces, func(list []plane) bool {
		return !slices.ContainsFunc(list, func(h plane) bool { return h.side(p) > 0 })
	})
	switch {
	case !in && len(f.pieces) > 0:
		return 1
	case square(p, f.facets).Sign() == 0:
		return 0
	case in:
		return -1
	}
	return 1
}

// enters reports whether a point of o + t d, 0 <= t <= limit, is an inner point; limit is nil for
// none. Between two places where the line meets the boundary, or leaves it, all points are alike.
func (f *figure) enters(o, d rvec, limit *big.Rat) bool {
	if len(f.pieces) == 0 {
		return false
	}
	at := []*big.Rat{new(big.Rat)}
	for _, g := range f.facets {
		if first, last, ok := lineHits(o, d, g); ok {
			at = append(at, first, last)
		}
	}
	at = slices.DeleteFunc(at, func(t *big.Rat) bool { return t.Sign() < 0 || limit != nil && t.Cmp(limit) > 0 })
	if limit != nil {
		at = append(at, limit)
	}
	slices.SortFunc(at, (*big.Rat).Cmp)
	for i, t := range at {
		if i == 0 || t.Cmp(at[i-1]) != 0 {
			next := t
			if i > 0 {
				next = new(big.Rat).Add(t, at[i-1])
				next.Quo(next, big.NewRat(2, 1))
			}
			if f.side(o.along(next, d)) < 0 {
				return true
			}
		}
	}
	return false
}

// meets returns the least t at which o + t d, 0 <= t <= limit, is in some facets; nil for none.
func meets(o, d rvec, limit *big.Rat, facets [][]rvec) (t *big.Rat) {
	for _, g := range facets {
		first, last, ok := lineHits(o, d, g)
		if !ok || last.Sign() < 0 || limit != nil && first.Cmp(limit) > 0 {
			continue
		}
		if first.Sign() < 0 {
			first = new(big.Rat)
		}
		if t == nil || first.Cmp(t) < 0 {
			t = first
		}
	}
	return t
}

// within reports whether t lies in [lower, upper].
func within(lower, upper float64, t *big.Rat) bool {
	end := ratOf(upper)
	return new(big.Rat).SetFloat64(lower).Cmp(t) <= 0 && (end == nil || end.Cmp(t) >= 0)
}

// holds reports whether the bracket of a distance that is not negative holds the root of square.
func holds(lower, upper float64, square *big.Rat) bool {
	lo, hi := new(big.Rat).SetFloat64(max(lower, 0)), new(big.Rat).SetFloat64(upper)
	return upper >= 0 && lo.Mul(lo, lo).Cmp(square) <= 0 && hi.Mul(hi, hi).Cmp(square) >= 0
}

// gapBelow reports whether the root of square is at most x.
func gapBelow(square *big.Rat, x float64) bool {
	r := new(big.Rat).SetFloat64(x)
	return square.Cmp(r.Mul(r, r)) <= 0
}

// ratOf returns a limit exactly, nil for none.
func ratOf(limit float64) *big.Rat {
	if math.IsInf(limit, 1) {
		return nil
	}
	return new(big.Rat).SetFloat64(limit)
}

// checkRay holds the answer about a ray against rationals, and returns what is wrong.
func (f *figure) checkRay(h *rayTold, o, d xyz, limit float64) error {
	from, way, end := rat(o), rat(d), ratOf(limit)
	t := meets(from, way, end, f.facets)
	side := 1
	if len(f.pieces) > 0 {
		if side = f.side(from); side <= 0 {
			t = new(big.Rat)
		}
	}
	want := collide.Miss
	switch {
	case t == nil:
	case !f.shell && !f.enters(from, way, end):
		want = collide.Graze
	default:
		want = collide.Hit
	}
	if err := numbers(reflect.ValueOf(h.all), "", true); err != nil {
		return err
	}
	switch {
	case h.verdict != want:
		return fmt.Errorf("%v, exactly %v", h.verdict, want)
	case h.status == collide.Limit:
		return errors.New("limit")
	case want == collide.Miss:
		if h.t != 0 || h.low != 0 || h.high != 0 || h.normal != (xyz{}) || h.triangle != -1 || h.hasExit {
			return errors.New("a miss with numbers")
		}
		return nil
	case !(0 <= h.low && h.low <= h.t && h.t <= h.high && h.t <= limit):
		return errors.New("times out of order")
	case !within(h.low, h.high, t):
		s, _ := t.Float64()
		return fmt.Errorf("t is %v", s)
	case t.Sign() == 0 && h.t != 0:
		return errors.New("the ray starts in the body")
	case h.hasExit && f.names != nil:
		return errors.New("an exit of a body of facets")
	}
	if e := 64 * u * (length(o) + h.t*length(d)); length(along(along(o, d, h.t), h.point, -1)) > e {
		return errors.New("the point is not the one at t")
	}
	if t.Sign() == 0 {
		if side < 0 && h.normal != (xyz{}) {
			return errors.New("a normal where the origin is inside")
		}
		return nil
	}
	return f.checkFirst(h, t, o, d)
}

// checkFirst checks normal, number and width of a first contact that is not at the origin.
func (f *figure) checkFirst(h *rayTold, t *big.Rat, o, d xyz) error {
	list, err := f.named(h.triangle)
	if err != nil {
		return err
	}
	from, way := rat(o), rat(d)
	off := 64 * u * (f.reach + f.far + length(o) + h.t*length(d))
	if s := meets(from, way, nil, list); s == nil || !within(h.low, h.high, s) {
		// of a cell or a triangle beside the one that is hit first
		if !gapBelow(square(from.along(t, way), list), off) {
			return fmt.Errorf("facet %d is not hit then", h.triangle)
		}
	}
	if math.Abs(length(h.normal)-1) > 1e-14 {
		return fmt.Errorf("a normal of length %v", length(h.normal))
	}
	if s := dot(h.normal, d) / length(d); s > 1e-12 {
		return fmt.Errorf("the normal points along the ray: %v", s)
	}
	// Where the ray crosses the inside of one facet there is one normal, and the bracket is narrow.
	at := from.along(t, way)
	var one []rvec
	for _, g := range f.facets {
		if gapBelow(pointFacet(at, g), off) {
			if one != nil {
				return nil
			}
			one = g
		}
	}
	n := f.outOf(one).rounded()
	cos := math.Abs(dot(n, d)) / length(n) / length(d)
	if !(cos > 1e-6) || len(one) == 3 && thin(one) {
		return nil
	}
	if s := math.Abs(dot(n, h.normal)) / length(n); s < 1-1e-9 {
		return fmt.Errorf("the normal is not the one of the facet, %v", n)
	}
	if wide := 512 * u * (2*f.reach + f.far + length(o) + h.t*length(d)) / length(d) / cos; h.high-h.low > wide {
		return fmt.Errorf("a bracket %v wide, above %v", h.high-h.low, wide)
	}
	return nil
}

// thin reports whether a triangle is all but a segment.
func thin(f []rvec) bool {
	n, longest := normalOf(f).rounded(), 0.0
	for _, e := range edgesOf(f) {
		longest = max(longest, length(e[1].sub(e[0]).rounded()))
	}
	return length(n) < 1e-3*longest*longest
}

// outOf returns a normal of a facet, of a segment that in the plane.
func (f *figure) outOf(g []rvec) rvec {
	if len(g) == 2 {
		d := g[1].sub(g[0])
		return rvec{d[1], new(big.Rat).Neg(d[0]), new(big.Rat)}
	}
	return normalOf(g)
}

// dot returns the scalar product.
func dot(a, b xyz) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// checkNear holds the answer about a point against rationals, and returns what is wrong.
func (f *figure) checkNear(n *nearTold, at xyz) error {
	p := rat(at)
	gap := square(p, f.facets)
	side := f.side(p)
	want := [3]collide.Relation{collide.Overlapping, collide.Touching, collide.Apart}[side+1]
	if err := numbers(reflect.ValueOf(n.all), "", false); err != nil {
		return err
	}
	lower, upper := n.lower, n.upper
	if side < 0 {
		lower, upper = -n.upper, -n.lower
	}
	place := f.far + length(at)
	s, _ := gap.Float64()
	s = math.Sqrt(s)
	switch {
	case n.relation != want:
		return fmt.Errorf("%v, exactly %v", n.relation, want)
	case n.status == collide.Limit:
		return errors.New("limit")
	case !(n.lower <= n.distance && n.distance <= n.upper):
		return errors.New("out of order")
	case side != 0 && !holds(lower, upper, gap):
		return fmt.Errorf("the distance is %v", s)
	case side == 0 && (n.lower != 0 || n.upper != 0):
		return errors.New("a distance of a point of the boundary")
	case !(f.parts && side < 0) && n.upper-n.lower > 4*(1e-12*(f.reach+s)+256*2*u*place):
		return fmt.Errorf("a bracket %v wide", n.upper-n.lower)
	case math.Abs(length(n.normal)-1) > 1e-14:
		return fmt.Errorf("a normal of length %v", length(n.normal))
	case length(along(along(at, n.point, -1), n.normal, -n.distance)) > 16*u*(place+s+math.Abs(n.distance)):
		return errors.New("the point is not as far along the normal")
	}
	list, err := f.named(n.triangle)
	if err != nil {
		return err
	}
	if f.parts && side < 0 {
		return nil
	}
	off := 256*u*(f.reach+place+s) + (n.upper - n.lower)
	if !gapBelow(square(f.move(n.local), list), off) {
		return fmt.Errorf("the local point is not on facet %d", n.triangle)
	}
	if !gapBelow(square(p, list), max(math.Abs(n.lower), math.Abs(n.upper))) && side != 0 {
		return fmt.Errorf("facet %d is farther away", n.triangle)
	}
	return nil
}

// pairTold is what was answered about a pair.
type pairTold struct {
	ct, back  audit.Contact
	all       any
	triangles [2]int
	same      bool             // back names the same ones
	relation  collide.Relation // by Relate, of the pair swapped
}

// swapped returns what is wrong with the answer about the swapped pair. Of several pairs of facets
// that are as near the answer is about the first of A's, and a cell of a grid is in several
// rectangles. How deep surfaces are in each other means nothing.
func (t *pairTold) swapped(parts, surfaces bool) error {
	s, back := t.ct.Swapped(), t.back
	switch {
	case s == back:
		return nil
	case s.Relation == back.Relation && s.Relation == collide.Overlapping && surfaces:
		return nil
	case s.Relation != back.Relation || s.Distance != back.Distance || t.same && !parts:
		return fmt.Errorf("swapped %+v", back)
	}
	return nil
}

// gapOf returns the squared distance of the facets of a and b, nil where it is above upper.
func gapOf(a, b [][]rvec, upper float64) (gap *big.Rat) {
	for i := range a {
		for k := range b {
			if boxGap(a[i], b[k]) > upper {
				continue // no nearer than the bracket says
			}
			if g := facetGap(a[i], b[k]); gap == nil || g.Cmp(gap) < 0 {
				gap = g
			}
		}
	}
	return gap
}

// checkPair holds an answer about two bodies against rationals. It returns the name of what is
// wrong. The bodies overlap as the caller knows; limits reports a relation that docs/limits.md
// allows.
func checkPair(a, b *figure, told *pairTold, overlap bool,
	limits func(got, want collide.Relation) bool,
) (string, error) {
	ct := &told.ct
	if err := numbers(reflect.ValueOf(told.all), "", false); err != nil {
		return "numbers", err
	}
	if told.relation != ct.Relation {
		return "relate", fmt.Errorf("%v, and %v", ct.Relation, told.relation)
	}
	if err := told.swapped(a.parts || b.parts, len(a.pieces) == 0 || len(b.pieces) == 0); err != nil {
		return "swap", err
	}
	gap := gapOf(a.facets, b.facets, ct.Upper)
	want := collide.Apart
	switch {
	case overlap:
		want = collide.Overlapping
	case gap == nil:
		return "bracket", errors.New("all facets are farther apart")
	case gap.Sign() == 0:
		want = collide.Touching
	}
	if ct.Relation != want && !limits(ct.Relation, want) {
		return "relation", fmt.Errorf("%v, exactly it is %v", ct.Relation, want)
	}
	size := a.reach + b.reach + a.far + b.far + math.Abs(ct.Distance)
	e := along(along(ct.PointB, ct.PointA, -1), ct.Normal, -ct.Distance)
	switch {
	case !(ct.Lower <= ct.Distance && ct.Distance <= ct.Upper):
		return "bracket", errors.New("out of order")
	case want == collide.Apart && !(ct.Lower >= 0 && holds(ct.Lower, ct.Upper, gap)):
		g, _ := gap.Float64()
		return "bracket", fmt.Errorf("the distance is %v", math.Sqrt(g))
	case ct.Relation == collide.Overlapping && !(ct.Upper <= 0 && ct.Lower < 0):
		return "bracket", errors.New("a bracket of bodies that do not overlap")
	case ct.Relation == collide.Touching && (ct.Lower != 0 || ct.Upper != 0):
		return "bracket", errors.New("a distance of bodies that touch")
	case math.Abs(length(ct.Normal)-1) > 1e-14:
		return "normal", fmt.Errorf("a normal of length %v", length(ct.Normal))
	case length(e) > 16*u*size:
		return "points", fmt.Errorf("off by %v", e)
	case want == collide.Apart && ct.Upper-ct.Lower > 1024*u*size:
		return "width", fmt.Errorf("%v", ct.Upper-ct.Lower)
	}
	if ct.Relation == collide.Overlapping {
		return "", nil
	}
	return checkNames(a, b, told, 256*u*size)
}

// checkNames checks which facets an answer about bodies names that do not overlap, and that the
// points lie on them.
func checkNames(a, b *figure, told *pairTold, off float64) (string, error) {
	ct := &told.ct
	f, err := a.named(told.triangles[0])
	g, other := b.named(told.triangles[1])
	if err = errors.Join(err, other); err != nil {
		return "numbered", err
	}
	reach := ct.Upper
	if a.parts || b.parts { // a cell beside the one that is nearest, within rounding
		reach += off
	}
	if s := gapOf(f, g, reach); s == nil || !holds(ct.Lower, reach, s) {
		return "numbered", fmt.Errorf("facets %v are not the nearest", told.triangles)
	}
	for i, x := range [2]*figure{a, b} {
		list, at, p := [2][][]rvec{f, g}[i], [2]xyz{ct.LocalA, ct.LocalB}[i], [2]xyz{ct.PointA, ct.PointB}[i]
		if !gapBelow(square(x.move(at), list), off) {
			return "local", fmt.Errorf("the local point of body %d is not on it", i)
		}
		if length(along(x.move(at).rounded(), p, -1)) > off {
			return "local", fmt.Errorf("the local point of body %d is another point", i)
		}
	}
	return "", nil
}
