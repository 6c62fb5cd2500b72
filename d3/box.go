package d3

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// Box is a box with full extents Size, centred.
type Box struct{ Size Vec }

// Margin returns 0: the core is the whole box.
func (b Box) Margin() float64 { return 0 }

// Support returns the farthest corner; where a coordinate of dir is 0, the one on the positive
// side.
func (b Box) Support(dir Vec) Vec {
	h := b.half()
	return Vec{num.Toward(h.X, dir.X), num.Toward(h.Y, dir.Y), num.Toward(h.Z, dir.Z)}
}

// half returns the half extents.
func (b Box) half() Vec { return Vec{num.Half(b.Size.X), num.Half(b.Size.Y), num.Half(b.Size.Z)} }

// nearestOnSegment returns how far from its middle t, along v, the segment of the half length k is
// nearest to the box with the half extents h.
func nearestOnSegment(h, t, v Vec, k float64) float64 {
	lo, hi := -k, k
	below := slopeFrom(h, t, v, lo)
	if below >= 0 {
		return lo
	}
	above := slopeFrom(h, t, v, hi)
	if above <= 0 {
		return hi
	}
	// below < 0 at lo and above > 0 at hi
	for i := range 3 {
		c, d, side := t.X, v.X, h.X
		switch i {
		case 1:
			c, d, side = t.Y, v.Y, h.Y
		case 2:
			c, d, side = t.Z, v.Z, h.Z
		}
		if math.Abs(side-math.Abs(c)) >= float64(float64(k*(1+0x1p-40))*math.Abs(d)) { // beyond the ends, and rounding
			continue
		}
		for _, s := range [2]float64{(-side - c) / d, (side - c) / d} {
			if !(s > lo && s < hi) {
				continue
			}
			switch g := slopeFrom(h, t, v, s); {
			case g < 0:
				lo, below = s, g
			case g > 0:
				hi, above = s, g
			default:
				return s
			}
		}
	}
	s := lo + float64((hi-lo)*(below/(below-above)))
	if s < lo {
		return lo
	}
	if s > hi {
		return hi
	}
	return s
}

// slopeFrom returns the derivative of half the squared distance from the box, s along v from t.
func slopeFrom(h, t, v Vec, s float64) float64 {
	x := beyondBox(h.X, t.X+float64(v.X*s))
	y := beyondBox(h.Y, t.Y+float64(v.Y*s))
	z := beyondBox(h.Z, t.Z+float64(v.Z*s))
	return float64(x*v.X) + float64(y*v.Y) + float64(z*v.Z)
}

// beyondBox returns the way from the nearest number in [-h, h] to x. It does not branch.
func beyondBox(h, x float64) float64 {
	u, v := math.Float64bits(math.Abs(x)-h), math.Float64bits(x)
	return math.Float64frombits((u | v&(1<<63)) &^ uint64(int64(u)>>63))
}

// split returns the number in [-h, h] nearest to t, and the way from there to t, without a branch.
func split(h, t float64) (foot, way float64) {
	v := math.Float64bits(t)
	size := v &^ (1 << 63)
	foot = math.Float64frombits(min(size, math.Float64bits(h)) | (v ^ size))
	return foot, t - foot
}

// nearestOnAxes returns how far from their middles two segments have the points nearest to each
// other, and the squared sine between them: the one lies along Z about the origin with the half
// length h, the other has its middle at t, the direction v and the half length k. Source:
// [Ericson05], 5.1.9.
func nearestOnAxes(t, v Vec, h, k float64) (r, s, det float64) {
	det = float64(v.X*v.X) + float64(v.Y*v.Y) // seen along Z
	if det > 0 {
		r = t.Z - float64(v.Z*((float64(v.X*t.X)+float64(v.Y*t.Y))/det))
	}
	s = num.Clamp(float64(v.Z*num.Clamp(r, h))-v.Dot(t), k)
	return num.Clamp(t.Z+float64(v.Z*s), h), s, det
}

// clampTo returns the point of the box with the half extents h nearest to p.
func clampTo(h, p Vec) Vec {
	return Vec{num.Clamp(p.X, h.X), num.Clamp(p.Y, h.Y), num.Clamp(p.Z, h.Z)}
}
