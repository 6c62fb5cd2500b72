package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// The short ways to circles, boxes and capsules: the same closed forms with cruder error bounds and
// without the work space, for rays about which these leave no doubt. The others go the long way.
// docs/math/ray.md derives the bounds.

// quickSpan is where a ray is in a body: from in to out, within errIn and errOut. It enters by the
// constraint id, numbered as the pieces are.
//
// The methods that set it take the ray w + t d, t up to limit, about the position of the body o and
// in the axes that it is placed in: w is within ew and a rounding of the true one, d within ed.
type quickSpan struct {
	in, out, errIn, errOut float64
	id                     int32
}

// quickly reports whether no product of squares underflows or overflows for a ray of the lengths
// size and speed and a body whose least length is r.
func quickly(size, speed, r float64) bool {
	return size < quickRange && speed < quickRange && speed > 1/quickRange && r > 1/quickRange
}

// set sets s to where the ray is in o, if there is a short way to it, and returns what that tells.
func (s *quickSpan) set(o *Object, w, d Vec, ew, ed, limit float64) collide.Verdict {
	switch {
	case o.kind == kindPoint && o.margin > 0:
		return s.circle(o, w, d, ew, ed, limit)
	case o.kind == kindBox && o.margin == 0:
		var f quickFrame
		return s.box(o, w, d, ew, ed, limit, &f)
	case o.kind == kindSegment && o.margin > 0:
		return s.capsule(o, w, d, ew, ed, limit)
	case o.kind == kindHull && o.margin == 0 && o.hull.dim == 2:
		var x hullWalk
		return s.hull(o, w, d, ew, ed, limit, &x)
	}
	return collide.Unsure
}

// verdict returns what the span tells for certain about the ray up to limit; Unsure for a doubt.
// The exit must be known within loose.
func (s *quickSpan) verdict(limit, loose float64) collide.Verdict {
	switch {
	case s.in-s.errIn > min(s.out+s.errOut, limit) || s.out+s.errOut < 0:
		return collide.Miss
	case max(s.in+s.errIn, 0) < min(s.out-s.errOut, limit) && (s.in > s.errIn || s.in < -s.errIn) && s.errOut <= loose:
		return collide.Hit
	}
	return collide.Unsure
}

// fill sets h to the answer about a ray that hits in s.
func (s *quickSpan) fill(r *Ray, h *RayHit) {
	*h = RayHit{Verdict: collide.Hit, Part: -1, Status: collide.Exact, Iterations: 1, HasExit: true}
	if s.in > 0 {
		h.Lower, h.Upper = s.in-s.errIn, min(s.in+s.errIn, r.max)
		h.T = min(s.in, h.Upper)
	}
	h.Exit = max(min(s.out, r.max), h.T)
	h.Point = r.origin.Add(r.direction.Scale(h.T)).clean()
}

// quick sets h to the answer about r and o if there is a short way to it.
func (c *rayCast) quick(o *Object, r *Ray, h *RayHit) bool {
	switch {
	case o.kind == kindPoint && o.margin > 0:
		return quickCircle(o, r, h)
	case o.kind == kindBox && o.margin == 0:
		return quickBox(o, r, h)
	case o.kind == kindSegment && o.margin > 0:
		return quickCapsule(o, r, h)
	case o.kind == kindHull && o.margin == 0 && o.hull.dim == 2:
		return quickHull(o, r, h)
	}
	return false
}

// miss sets h to a miss.
func (h *RayHit) miss() {
	*h = RayHit{Verdict: collide.Miss, Part: -1, Status: collide.Exact, Iterations: 1}
}

// quickBall returns where the line w + t d is in the disc of radius r about the origin, within err,
// for w within ew and d within ed; size and speed are at least |w| and |d|, inv is 1/d.d. miss and
// ok tell whether it misses, and whether either is certain.
//
// The point m nearest the centre is off by e = 2 (ew + |tm| ed + 16u |w|), as |tm d| <= |w|, and t
// by that over |d| and by 2 ed/|d| of itself. See num.Line.Round.
func quickBall(w, d Vec, ew, ed, size, speed, inv, r float64) (in, out, err float64, miss, ok bool) {
	tm := -float64(w.Dot(d) * inv)
	m := w.Add(d.Scale(tm))
	mm, rr := m.Len2(), float64(r*r)
	turn := float64(2 * ed)
	e := float64(2*ew) + float64(40*unit*size) + float64(turn*math.Abs(tm))
	h := rr - mm
	if h <= 0 {
		return 0, 0, 0, true, -h > float64(e*(float64(2*size)+e))+float64(16*unit*(mm+rr))
	}
	eh := float64(e*(float64(2*r)+e)) + float64(16*unit*rr)
	if !(h > 2*eh) {
		return 0, 0, 0, false, false
	}
	half := math.Sqrt(h * inv)
	off := float64((e+float64(turn*(half+math.Abs(tm))))*speed*inv) + float64(half*(eh/h))
	err = float64(off*(1+0x1p-40)) + float64(32*unit*(half+math.Abs(tm)))
	return tm - half, tm + half, err, false, true
}

// circle is set for circles.
func (s *quickSpan) circle(o *Object, w, d Vec, ew, ed, limit float64) collide.Verdict {
	size, speed := big1(w), big1(d)
	if !quickly(size, speed, o.margin) || o.margins != nil {
		return collide.Unsure
	}
	in, out, err, miss, ok := quickBall(w, d, float64(unit*size)+ew, ed, size, speed, 1/d.Len2(), o.margin)
	switch {
	case !ok:
		return collide.Unsure
	case miss:
		return collide.Miss
	}
	*s = quickSpan{in: in, out: out, errIn: err, errOut: err}
	v := s.verdict(limit, math.Inf(1))
	if v == collide.Hit && !(float64(s.errIn*speed) <= float64(1e-10*o.margin)) {
		return collide.Unsure
	}
	return v
}

// quickCircle is quick for circles.
func quickCircle(o *Object, r *Ray, h *RayHit) bool {
	w, d := r.origin.Sub(o.pose.Pos), r.direction
	var s quickSpan
	switch s.circle(o, w, d, 0, 0, r.max) {
	case collide.Miss:
		h.miss()
		return true
	case collide.Hit:
	default:
		return false
	}
	s.fill(r, h)
	if s.in > 0 {
		h.Normal = unitOf(w.Add(d.Scale(s.in)), o.margin)
		h.Feature = collide.Feature(collide.FeatureVertex, 0)
	}
	return true
}

// unitOf returns the unit vector along n, whose length is r within 1e-9 of itself.
func unitOf(n Vec, r float64) Vec {
	n = n.Scale(1 / r)
	return n.Scale(1.5 - float64(n.Len2()/2)).clean()
}

// quickFrame is a ray in the frame of a box, which it enters across axis.
type quickFrame struct {
	at, by, half [2]float64
	ew           float64 // what at is off by
	axis         int
}

// box is set for boxes.
func (s *quickSpan) box(
	o *Object, w, d Vec, ew, ed, limit float64, f *quickFrame,
) collide.Verdict {
	g := o.half
	size, speed := big1(w), big1(d)
	if !quickly(size, speed, min(g.X, g.Y)) {
		return collide.Unsure
	}
	if o.pose.Rot != (Rot{}) {
		w, d = o.axes().applyT(w), o.axes().applyT(d)
	}
	// Off by 16u and 1u more of their sizes, as in rayCast.enter, and by u for each sum here.
	ew += float64(24 * unit * (size + float64(2*o.radius)))
	ed += float64(16 * unit * speed)
	f.ew = ew
	f.at[0], f.at[1] = w.X, w.Y
	f.by[0], f.by[1] = d.X, d.Y
	f.half[0], f.half[1] = g.X, g.Y
	in, out, axis := math.Inf(-1), math.Inf(1), 0
	inLo, inHi, outLo, outHi := in, in, out, out
	least := float64(0x1p-20 * speed)
	for i := range 2 {
		v := f.by[i]
		if !(math.Abs(v) > least) {
			return collide.Unsure // nearly parallel to the faces
		}
		inv := 1 / v
		tc, a := -float64(f.at[i]*inv), math.Abs(inv)
		th := float64(f.half[i] * a)
		lo, hi := tc-th, tc+th
		most := math.Abs(tc) + th
		e := float64((ew+float64(most*ed))*a*(1+0x1p-16)) + float64(8*unit*most)
		if lo > in {
			in, axis = lo, i
		}
		if hi < out {
			out = hi
		}
		if x := lo - e; x > inLo {
			inLo = x
		}
		if x := lo + e; x > inHi {
			inHi = x
		}
		if x := hi - e; x < outLo {
			outLo = x
		}
		if x := hi + e; x < outHi {
			outHi = x
		}
	}
	s.in, s.out, s.errIn, s.errOut = in, out, max(inHi-in, in-inLo), max(outHi-out, out-outLo)
	if s.id = int32(2 * axis); f.by[axis] > 0 {
		s.id++
	}
	f.axis = axis
	return s.verdict(limit, float64(0x1p-36*(math.Abs(s.out)+(o.extent/speed))))
}

// quickBox is quick for boxes.
func quickBox(o *Object, r *Ray, h *RayHit) bool {
	w, d := r.origin.Sub(o.pose.Pos), r.direction
	var s quickSpan
	var f quickFrame
	switch s.box(o, w, d, 0, 0, r.max, &f) {
	case collide.Miss:
		h.miss()
		return true
	case collide.Hit:
	default:
		return false
	}
	s.fill(r, h)
	if s.in > 0 {
		f.face(o, &s, h)
	}
	return true
}

// face sets normal and feature of a box that is entered in s.
func (f *quickFrame) face(o *Object, s *quickSpan, h *RayHit) {
	axis, index := f.axis, int32(2*f.axis)
	n := Vec{o.c, o.s}
	if axis == 1 {
		n = Vec{-o.s, o.c}
	}
	if f.by[axis] > 0 {
		n, index = n.Neg(), index+1
	}
	h.Normal = n.Scale(1.5 - float64(n.Len2()/2)).clean()
	tol := float64(4*f.ew) + float64(s.errIn*math.Abs(f.by[axis]))
	other := 1 - axis
	x := f.at[other] + float64(s.in*f.by[other])
	if math.Abs(math.Abs(x)-f.half[other]) > tol {
		h.Feature = collide.Feature(collide.FeatureEdge, index)
		return
	}
	v := index & 1 << axis
	if x < 0 {
		v |= 1 << other
	}
	h.Feature = collide.Feature(collide.FeatureVertex, v)
}

// capsule is set for capsules: the line in the infinite cylinder, and in the discs at the
// ends where it enters or leaves beyond them.
//
// About the axis a, which is off by 4u with rounding, w is off by 16u |w| and d by 16u |d|, which
// moves the line by that times |t| <= 2 |w| / |d across a|.
func (s *quickSpan) capsule(o *Object, w, d Vec, ew, ed, limit float64) collide.Verdict {
	size, speed := big1(w), big1(d)
	if !quickly(size, speed, o.margin) || o.margins != nil {
		return collide.Unsure
	}
	a := Vec{o.c, o.s}
	dd, long := d.Len2(), o.half.X
	wa, da := w.Dot(a), d.Dot(a)
	across, by := w.Sub(a.Scale(wa)), d.Sub(a.Scale(da))
	uu := by.Len2()
	if !(uu > 0x1p-20*dd) {
		return collide.Unsure // nearly along the axis
	}
	inv := 1 / uu
	slope := float64(dd * inv) // at least |d| / |d across a|
	es := float64(16*unit*float64(size*(1+float64(4*slope)))) + ew
	if ed > 0 {
		// Across the axis d is within ed too; along the axis that moves the crossing by slope.
		es += float64(2 * ed * size * speed * inv)
	}
	in, out, err, miss, ok := quickBall(across, by, es, 0, size, speed, inv, o.margin)
	*s = quickSpan{in: in, out: out, errIn: err, errOut: err}
	if !ok {
		return collide.Unsure
	}
	z0, z1 := wa+float64(s.in*da), wa+float64(s.out*da)
	if !miss {
		s.errIn += float64(64 * unit * slope * (math.Abs(s.in) + math.Abs(s.out)))
		s.errIn += float64(4 * ed * speed * inv * (math.Abs(s.in) + math.Abs(s.out)))
		s.errOut = s.errIn
		near := float64(32*unit*(size+long)) + float64(s.errIn*speed) + ew +
			float64(ed*(math.Abs(s.in)+math.Abs(s.out)))
		if math.Abs(math.Abs(z0)-long) <= near || math.Abs(math.Abs(z1)-long) <= near {
			return collide.Unsure // at the rim of an end
		}
		if miss, ok = s.ends(o, w, d, ew, ed, a.Scale(long), z0, z1); !ok {
			return collide.Unsure
		}
	}
	if miss {
		return collide.Miss
	}
	switch {
	case math.Abs(z0) < long:
		s.id = 2
	case z0 > 0:
		s.id = 0
	default:
		s.id = 1
	}
	v := s.verdict(limit, float64(0x1p-36*(math.Abs(s.out)+o.extent/speed)))
	if v == collide.Hit && !(float64(s.errIn*speed) <= float64(1e-10*o.margin)) {
		return collide.Unsure
	}
	return v
}

// quickCapsule is quick for capsules.
func quickCapsule(o *Object, r *Ray, h *RayHit) bool {
	w, d := r.origin.Sub(o.pose.Pos), r.direction
	var s quickSpan
	switch s.capsule(o, w, d, 0, 0, r.max) {
	case collide.Miss:
		h.miss()
		return true
	case collide.Hit:
	default:
		return false
	}
	s.fill(r, h)
	if s.in > 0 {
		a := Vec{o.c, o.s}
		long := o.half.X
		p := w.Add(d.Scale(s.in))
		h.Normal = unitOf(p.Sub(a.Scale(max(-long, min(p.Dot(a), long)))), o.margin)
		if h.Feature = collide.Feature(collide.FeatureEdge, 0); s.id < 2 {
			h.Feature = collide.Feature(collide.FeatureVertex, s.id)
		}
	}
	return true
}

// ends replaces the ends of s, where the line is in the infinite cylinder, by those of the discs at
// the ends up and -up of the axis where they lie beyond, at the heights z0 and z1.
func (s *quickSpan) ends(o *Object, w, d Vec, ew, ed float64, up Vec, z0, z1 float64) (miss, ok bool) {
	long := o.half.X
	size, speed, inv := big1(w)+float64(2*long), big1(d), 1/d.Len2()
	for i, z := range [2]float64{z0, z1} {
		if math.Abs(z) < long {
			continue
		}
		from := w.Sub(up)
		if z < 0 {
			from = w.Add(up)
		}
		in, out, err, miss, ok := quickBall(from, d, float64(8*unit*size)+ew, ed, size, speed, inv, o.margin)
		if miss || !ok {
			// Beyond the same end on both sides there is nothing else to meet.
			return miss, ok && math.Abs(z0) > long && math.Abs(z1) > long && z0 > 0 == (z1 > 0)
		}
		if i == 0 {
			s.in, s.errIn = in, err
		} else {
			s.out, s.errOut = out, err
		}
	}
	return false, true
}
