package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// The short ways to spheres, boxes and capsules: the same closed forms with cruder error bounds and
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
// size and speed.
func quickly(size, speed float64) bool {
	return size < quickRange && speed < quickRange && speed > 1/quickRange
}

// verdict returns what the span tells for certain about the ray up to limit; Unsure for a doubt,
// also about whether it starts inside.
func (s *quickSpan) verdict(limit float64) collide.Verdict {
	lo, hi, end := s.in-s.errIn, s.in+s.errIn, s.out+s.errOut
	if lo > end || lo > limit || end < 0 {
		return collide.Miss
	}
	end = s.out - s.errOut
	if lo > 0 && hi < end && hi < limit || hi < 0 && 0 < end && 0 < limit {
		return collide.Hit
	}
	return collide.Unsure
}

// loose reports whether the exit from a body of the size extent may be farther off than the long
// way leaves it, at speed.
func (s *quickSpan) loose(extent, speed float64) bool {
	return s.errOut > float64(looseExit*s.out) && s.errOut > float64(looseExit*(s.out+extent/speed))
}

// wide reports whether the ray enters farther off than the long way leaves it: by more than most
// across what it meets, toward which it goes by the speed given. Parts are not asked that: their
// whole compound would go the long way.
func (s *quickSpan) wide(toward, most float64) bool {
	return float64(s.errIn*math.Abs(toward)) > most
}

// quickBall returns where the line w + t d is in the ball of radius r about the origin, within err,
// for w within ew and d within ed; size and speed are at least |w| and |d|, inv is 1/d.d. miss and
// ok tell whether it misses, and whether either is certain.
//
// At tm the line is off by ew + |tm| ed, and by what rounding does to m, some roundings of |w|, as
// |tm d| <= |w|: e is twice that, for the nearest point. docs/math/ray.md.
func quickBall(w, d Vec, ew, ed, size, speed, inv, r float64) (in, out, err float64, miss, ok bool) {
	tm := -float64(w.Dot(d) * inv)
	m := w.Add(d.Scale(tm))
	mm, rr := m.Len2(), float64(r*r)
	e := float64(2*(ew+float64(math.Abs(tm)*ed))) + float64(rayBall*unit*size)
	h := rr - mm
	if h <= 0 {
		return 0, 0, 0, true, -h > float64(e*(float64(2*size)+e))+float64(raySquare*unit*(mm+rr))
	}
	eh := float64(e*(float64(2*r)+e)) + float64(raySquare*unit*rr)
	if !(h > 2*eh) {
		return 0, 0, 0, false, false
	}
	half := math.Sqrt(h * inv)
	off := float64((float64(e*speed)+float64(3*ed*r))*inv) + float64(half*(eh/h))
	err = float64(off*(1+0x1p-40)) + float64(rayRoot*unit*(half+math.Abs(tm)))
	return tm - half, tm + half, err, false, true
}

// sphere is set for spheres.
func (s *quickSpan) sphere(o *Object, w, d Vec, ew, ed, limit float64) collide.Verdict {
	size, speed := big1(w), big1(d)
	if !quickly(size, speed) {
		return collide.Unsure
	}
	in, out, err, miss, ok := quickBall(w, d, float64(unit*size)+ew, ed, size, speed, 1/d.Len2(), o.margin)
	s.in, s.out, s.errIn, s.errOut, s.id = in, out, err, err, 0
	switch {
	case !ok:
		return collide.Unsure
	case miss:
		return collide.Miss
	}
	v := s.verdict(limit)
	if v == collide.Hit && !(float64(err*speed) <= float64(1e-10*o.margin)) {
		return collide.Unsure
	}
	return v
}

// unitOf returns the unit vector along n, whose length is r within 1e-9 of itself.
func unitOf(n Vec, r float64) Vec {
	return unitAgain(n.Scale(1 / r)).clean()
}

// quickFrame is a ray in the frame of a box.
type quickFrame struct {
	at, by [3]float64
	ew     float64 // what at is off by
}

// strip returns the middle, and half the length, of the part of the line at + t/inv that is in the
// strip of the half width h, and the magnitude of inv.
func strip(at, inv, h float64) (mid, half, a float64) {
	a = math.Abs(inv)
	return -float64(at * inv), float64(h * a), a
}

// stripError returns how far off the ends are, at most at a t of most, for at within ew and 1/inv
// within ed.
func stripError(most, a, ew, ed float64) float64 {
	return float64((ew+float64(most*ed))*a*(1+0x1p-16)) + float64(rayStrip*unit*most)
}

// box is set for boxes, of the radius given, which are placed in axes.
func (s *quickSpan) box(
	axes *mat3, half *Vec, radius float64, w, d Vec, ew, ed, limit float64, f *quickFrame,
) collide.Verdict {
	size, speed := big1(w), big1(d)
	if !quickly(size, speed) {
		return collide.Unsure
	}
	w, d = axes.applyT(w), axes.applyT(d)
	// As in rayCast.enter, and the sums here.
	ew += float64(rayBox * unit * (size + float64(2*radius)))
	lone := ed == 0
	ed += float64(rayPlace * unit * speed)
	least := float64(0x1p-20 * speed)
	if !(math.Abs(d.X) > least && math.Abs(d.Y) > least && math.Abs(d.Z) > least) {
		return collide.Unsure // nearly parallel to the faces
	}
	f.at[0], f.at[1], f.at[2], f.ew = w.X, w.Y, w.Z, ew
	f.by[0], f.by[1], f.by[2] = d.X, d.Y, d.Z
	var b boxSpan
	mid, wide, a := strip(w.X, 1/d.X, half.X)
	b.first(mid, wide, stripError(math.Abs(mid)+wide, a, ew, ed))
	mid, wide, a = strip(w.Y, 1/d.Y, half.Y)
	b.next(mid, wide, stripError(math.Abs(mid)+wide, a, ew, ed), 1)
	mid, wide, a = strip(w.Z, 1/d.Z, half.Z)
	b.next(mid, wide, stripError(math.Abs(mid)+wide, a, ew, ed), 2)
	s.id = int32(2*b.axis) + int32(1-math.Float64bits(f.by[b.axis])>>63)
	s.in, s.out, s.errIn, s.errOut = b.in, b.out, b.errIn, b.errOut
	v := s.verdict(limit)
	if v == collide.Hit && (s.loose(2*largest(*half), speed) ||
		lone && s.wide(f.by[s.id>>1], float64(rayWide*unit*size))) {
		return collide.Unsure
	}
	return v
}

// boxSpan is where a line is in the strips that were looked at: from in to out, each off by its
// error, and by which axis it enters.
type boxSpan struct {
	in, out, errIn, errOut float64
	axis                   int
}

// first begins with a strip, from mid - half to mid + half, both off by e.
func (b *boxSpan) first(mid, half, e float64) {
	b.in, b.out, b.errIn, b.errOut = mid-half, mid+half, e, e
}

// next adds the strip of an axis. Of two ends the one that surely counts tells the error, else the
// larger one is that of either.
func (b *boxSpan) next(mid, half, e float64, axis int) {
	lo, hi := mid-half, mid+half
	switch by := lo - b.in; {
	case math.Abs(by) <= b.errIn+e:
		b.errIn = wider(b.errIn, e)
	case by > 0:
		b.errIn = e
	}
	if lo > b.in {
		b.in, b.axis = lo, axis
	}
	switch by := b.out - hi; {
	case math.Abs(by) <= b.errOut+e:
		b.errOut = wider(b.errOut, e)
	case by > 0:
		b.errOut = e
	}
	if hi < b.out {
		b.out = hi
	}
}

// wider returns the larger number; in the short ways none is NaN, nor is the sign of 0 of interest.
func wider(x, y float64) float64 {
	if x > y {
		return x
	}
	return y
}

// face sets normal and feature of a box that is entered in s.
func (f *quickFrame) face(axes *mat3, half *Vec, s *quickSpan, h *RayHit) {
	x, y, z := f.at[0]+float64(s.in*f.by[0]), f.at[1]+float64(s.in*f.by[1]), f.at[2]+float64(s.in*f.by[2])
	x, y, z = math.Abs(math.Abs(x)-half.X), math.Abs(math.Abs(y)-half.Y), math.Abs(math.Abs(z)-half.Z)
	n, by, rim := Vec{axes.x.X, axes.y.X, axes.z.X}, f.by[0], min(y, z)
	switch s.id >> 1 {
	case 1:
		n, by, rim = Vec{axes.x.Y, axes.y.Y, axes.z.Y}, f.by[1], min(x, z)
	case 2:
		n, by, rim = Vec{axes.x.Z, axes.y.Z, axes.z.Z}, f.by[2], min(x, y)
	}
	h.Normal = n.Scale(math.Copysign(1.5-float64(n.Len2()/2), -by)).clean()
	if tol := float64(4*f.ew) + float64(s.errIn*math.Abs(by)); rim > tol {
		h.Feature = collide.Feature(collide.FeatureFace, s.id)
	} else {
		f.rim(half, s, tol, h)
	}
}

// rim is face for a place within tol of the rim of the face.
func (f *quickFrame) rim(half *Vec, s *quickSpan, tol float64, h *RayHit) {
	axis := s.id >> 1
	kind, index := collide.FeatureFace, s.id
	ends := [3]float64{half.X, half.Y, half.Z}
	count, free, v := 1, 0, s.id&1<<axis
	for i := range 3 {
		if int32(i) == axis {
			continue
		}
		x := f.at[i] + float64(s.in*f.by[i])
		if x < 0 {
			v |= 1 << i
		}
		if math.Abs(math.Abs(x)-ends[i]) <= tol {
			count++
		} else {
			free = i
		}
	}
	switch count {
	case 2:
		kind, index = collide.FeatureEdge, boxEdge(free, v)
	case 3:
		kind, index = collide.FeatureVertex, v
	}
	h.Feature = collide.Feature(kind, index)
}

// capsule is set for capsules: the line in the infinite cylinder, and in the balls at the
// ends where it enters or leaves beyond them.
//
// Across the axis w and d are off by rayAcross of their lengths, which moves the line by the latter
// times |t|.
func (s *quickSpan) capsule(o *Object, w, d Vec, ew, ed, limit float64) collide.Verdict {
	size, speed := big1(w), big1(d)
	if !quickly(size, speed) {
		return collide.Unsure
	}
	a := Vec{o.axes.x.Z, o.axes.y.Z, o.axes.z.Z}
	dd, long := d.Len2(), o.half.Z
	wa, da := w.Dot(a), d.Dot(a)
	across, by := w.Sub(a.Scale(wa)), d.Sub(a.Scale(da))
	uu := by.Len2()
	if !(uu > 0x1p-20*dd) {
		return collide.Unsure // nearly along the axis
	}
	ea, eb := float64(rayAcross*unit*size)+ew, float64(rayAcross*unit*speed)+ed
	in, out, err, miss, ok := quickBall(across, by, ea, eb, big1(across), big1(by), 1/uu, o.margin)
	s.in, s.out, s.errIn, s.errOut = in, out, err, err
	if !ok {
		return collide.Unsure
	}
	z0, z1 := wa+float64(in*da), wa+float64(out*da)
	if !miss {
		near := float64(rayRim*unit*(size+long)) + float64(err*speed) + ew + float64(ed*(math.Abs(in)+math.Abs(out)))
		over0, over1 := math.Abs(z0)-long, math.Abs(z1)-long
		if math.Abs(over0) <= near || math.Abs(over1) <= near {
			return collide.Unsure // at the rim of an end
		}
		if over0 >= 0 || over1 >= 0 {
			if miss, ok = s.ends(o, w, d, ew, ed, a.Scale(long), z0, z1); !ok {
				return collide.Unsure
			}
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
	v := s.verdict(limit)
	if v == collide.Hit && (s.loose(o.extent, speed) || !(float64(s.errIn*speed) <= float64(1e-10*o.margin))) {
		return collide.Unsure
	}
	return v
}

// side sets normal and feature of a capsule that is entered in s, at the point p about its centre.
func (s *quickSpan) side(o *Object, p Vec, h *RayHit) {
	a, long := Vec{o.axes.x.Z, o.axes.y.Z, o.axes.z.Z}, o.half.Z
	h.Normal = unitOf(p.Sub(a.Scale(num.Clamp(p.Dot(a), long))), o.margin)
	if h.Feature = collide.Feature(collide.FeatureEdge, 0); s.id < 2 {
		h.Feature = collide.Feature(collide.FeatureVertex, s.id)
	}
}

// ends replaces the ends of s, where the line is in the infinite cylinder, by those of the balls at
// the ends up and -up of the axis where they lie beyond, at the heights z0 and z1.
func (s *quickSpan) ends(o *Object, w, d Vec, ew, ed float64, up Vec, z0, z1 float64) (miss, ok bool) {
	long := o.half.Z
	size, speed, inv := big1(w)+float64(2*long), big1(d), 1/d.Len2()
	e := float64(rayEnd*unit*size) + ew
	if math.Abs(z0) >= long {
		in, _, err, miss, ok := quickBall(endward(w, up, z0), d, e, ed, size, speed, inv, o.margin)
		if miss || !ok {
			// Beyond the same end on both sides there is nothing else to meet.
			return miss, ok && math.Abs(z1) > long && z0 > 0 == (z1 > 0)
		}
		s.in, s.errIn = in, err
	}
	if math.Abs(z1) >= long {
		_, out, err, miss, ok := quickBall(endward(w, up, z1), d, e, ed, size, speed, inv, o.margin)
		if miss || !ok {
			return miss, ok && math.Abs(z0) > long && z0 > 0 == (z1 > 0)
		}
		s.out, s.errOut = out, err
	}
	return false, true
}

// endward returns w about the end of the axis, up or -up, that the height z is beyond.
func endward(w, up Vec, z float64) Vec {
	if z < 0 {
		return w.Add(up)
	}
	return w.Sub(up)
}
