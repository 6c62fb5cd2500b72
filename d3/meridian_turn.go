package d3

import "math"

// fan is a sector to both sides of the half circle through d, by angle.
type fan struct {
	d               [2]float64
	cos, sin, angle float64
}

// turns is chords with sectors about one half circle each, along with which the points move.
func (s *sweep) turns(q *Query) (inner float64, ok bool) {
	inner = math.Inf(1)
	n := 0
	for _, d := range [4][2]float64{{0, -1}, {-1, 0}, {0, 1}, {1, 0}} {
		s.fans[n] = fan{d, math.Sqrt2 / 2, math.Sqrt2 / 2, math.Pi / 4}
		n++
	}
	for n > 0 {
		n--
		t := s.fans[n]
		if s.calls >= maxCalls || q.turns >= q.limit || n+2 > len(s.fans) {
			return 0, false
		}
		s.half(t.d)
		q.turns++
		if b := s.moved(&t); b >= s.best-s.tol {
			inner = min(inner, b)
			continue
		}
		// The middles of both halves lie half the angle to either side.
		c := math.Sqrt((1 + t.cos) / 2)
		half := fan{cos: c, sin: t.sin / (2 * c), angle: t.angle / 2}
		for i, y := range [2]float64{half.sin, -half.sin} {
			half.d = [2]float64{float64(t.d[0]*c) - float64(t.d[1]*y), float64(t.d[1]*c) + float64(t.d[0]*y)}
			s.fans[n+i] = half
		}
		n += 2
	}
	return inner - pad, true
}

// move returns how p moves when the half circle turns by t: by sin t * v + (1 - cos t) q.
func (s *sweep) move(p *vertex) (v, q Vec) {
	x := &s.axis
	v, q = x.a.move(p.a, x.u)
	vb, qb := x.b.move(p.a.Sub(p.w).Sub(s.m.t), x.u) // B's point about its centre
	center := turning{g: x.u, stay: true}
	vt, qt := center.move(s.m.t, x.u)
	return v.Sub(vb).Sub(vt), q.Sub(qb).Sub(qt)
}

// move is the part of one core's point p, about the core's centre.
//
// A core of revolution about w has the support value of n for S n too, where S turns about w. So the value along R n, where R turns about u by t, is
// that along S'R n, and S'R, with S' the turn back about w by t, is the identity and the vector product with
//
//	g sin t - (u x g) (1 - cos t),  g = u - w
//
// and at most g^2 t^2/2, and for the part of g along u, at most g^2/2, which goes with t, not with sin t: g^2 t^3/12. A point that stays has along R n the
// value of its turned back self along n.
func (t *turning) move(p, u Vec) (v, q Vec) {
	if t.stay {
		return p.Cross(u), u.Scale(p.Dot(u)).Sub(p)
	}
	return p.Cross(t.g), p.Cross(u.Cross(t.g)).Neg()
}

// zone is a part of a half circle about the normal of an arc's edge on which the origin has its foot: for its normals that foot stands for the support points.
type zone struct {
	arc            int
	foot           meridianPoint
	ax, az, bx, bz float64 // the normals at its ends
}

// maxZones is how many zones a half circle has at most: one for each of its least depths.
const maxZones = 4

// moved returns a lower bound of the support values in t, from the arcs of its half circle. Any point of C will do for any part of the half circle: at each angle
// its value is a sinusoid, least at the ends of the part. In a zone that is the foot of the origin, and elsewhere one end of the arc's edge up to the middle
// normal and the other beyond.
func (s *sweep) moved(t *fan) float64 {
	low := math.Inf(1)
	zones := s.zones[:0]
	for i := range s.count {
		if len(zones) == maxZones {
			break
		}
		var z zone
		if s.arcs[i].zone(t, &z) {
			z.arc = i
			zones = append(zones, z)
			low = min(low, z.foot.least(z.ax, z.az, t), z.foot.least(z.bx, z.bz, t))
		}
	}
	for i := range s.count {
		low = min(low, s.arcs[i].moved(i, zones, t))
	}
	slack, rest := s.axis.a.slack+s.axis.b.slack, 0.0
	for _, k := range [2]*turning{&s.axis.a, &s.axis.b} {
		if !k.stay {
			rest += k.rest
		}
	}
	return max(low-float64((float64(rest*t.angle)+slack)*t.angle), 0)
}

// zone sets z to the zone of g, and returns false where it has none. It is about as wide as the normal turns when the ends of the edge move.
func (g *arc) zone(t *fan, z *zone) bool {
	a, b := &g.a, &g.b
	ex, ez := b.px-a.px, b.pz-a.pz
	l2 := float64(ex*ex) + float64(ez*ez)
	f := -(float64(a.px*ex) + float64(a.pz*ez)) / l2
	if !(f > 0 && f < 1) {
		return false
	}
	mix := func(a, b float64) float64 { return a + float64(f*(b-a)) }
	z.foot = meridianPoint{
		px: mix(a.px, b.px), pz: mix(a.pz, b.pz), vx: mix(a.vx, b.vx), vz: mix(a.vz, b.vz),
		qx: mix(a.qx, b.qx), qz: mix(a.qz, b.qz),
	}
	dv := float64(g.sx*(b.vx-a.vx)) + float64(g.sz*(b.vz-a.vz))
	dq := float64(g.sx*(b.qx-a.qx)) + float64(g.sz*(b.qz-a.qz))
	w := (float64(math.Abs(dv)*t.sin) + float64(math.Abs(dq)*(1-t.cos))) / math.Sqrt(l2)
	if !(w < 0.5) {
		return false
	}
	z.ax, z.az = onHalf(g.sx-float64(w*g.sz), g.sz+float64(w*g.sx))
	z.bx, z.bz = onHalf(g.sx+float64(w*g.sz), g.sz-float64(w*g.sx))
	return true
}

// onHalf returns the unit vector along (x, z), or the end of the half circle that this passes by.
func onHalf(x, z float64) (ux, uz float64) {
	if !(x > 0) {
		return 0, math.Copysign(1, z)
	}
	l := math.Sqrt(float64(x*x) + float64(z*z))
	return x / l, z / l
}

// before reports whether the normal (x, z) comes before (ux, uz) on the way from u to -u.
func before(x, z, ux, uz float64) bool { return float64(z*ux)-float64(x*uz) > 0 }

// moved returns a lower bound of the support values along the normals of arc i outside the zones, turned by any angle of t.
func (g *arc) moved(i int, zones []zone, t *fan) float64 {
	ax, az, bx, bz := g.a.x, g.a.z, g.b.x, g.b.z
	for k := range zones {
		switch z := &zones[k]; {
		case z.arc == i:
			low := math.Inf(1)
			if before(g.a.x, g.a.z, z.ax, z.az) {
				low = g.part(g.a.x, g.a.z, z.ax, z.az, t)
			}
			if before(z.bx, z.bz, g.b.x, g.b.z) {
				low = min(low, g.part(z.bx, z.bz, g.b.x, g.b.z, t))
			}
			return low
		case before(z.bx, z.bz, ax, az) || before(bx, bz, z.ax, z.az): // apart
		case before(ax, az, z.ax, z.az):
			bx, bz = z.ax, z.az
		case before(z.bx, z.bz, bx, bz):
			ax, az = z.bx, z.bz
		default:
			return math.Inf(1)
		}
	}
	return g.part(ax, az, bx, bz, t)
}

// part is moved for the normals from (ax, az) to (bx, bz).
func (g *arc) part(ax, az, bx, bz float64, t *fan) float64 {
	low := math.Inf(1)
	if before(ax, az, g.sx, g.sz) {
		ex, ez := g.sx, g.sz
		if before(bx, bz, ex, ez) {
			ex, ez = bx, bz
		}
		low = min(g.a.least(ax, az, t), g.a.least(ex, ez, t))
	}
	if before(g.sx, g.sz, bx, bz) {
		ex, ez := g.sx, g.sz
		if before(ex, ez, ax, az) {
			ex, ez = ax, az
		}
		low = min(low, g.b.least(ex, ez, t), g.b.least(bx, bz, t))
	}
	return low
}

// least returns the least inner product of (x, z) with the moved point, at any angle of t: p.n + v sin t + q (1 - cos t), least where
// q cos t - v sin t is greatest.
func (p *meridianPoint) least(x, z float64, t *fan) float64 {
	v := math.Abs(float64(x*p.vx) + float64(z*p.vz))
	q := float64(x*p.qx) + float64(z*p.qz)
	top := float64(q*t.cos) + float64(v*t.sin)
	if q > 0 && float64(v*t.cos) <= float64(q*t.sin) {
		top = math.Sqrt(float64(v*v) + float64(q*q))
	}
	return float64(x*p.px) + float64(z*p.pz) + (q - top)
}
