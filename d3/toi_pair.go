package d3

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// pairCourse is two bodies on their way, A and B. Where one is a half-space, it is A.
type pairCourse struct {
	a, b     course
	apart    [3]num.DD // from the pivot of A to that of B at the start
	velocity [3]num.DD // of B's pivot less that of A's
	off      float64   // how far the sums of set may be off
	plain    bool      // sums in doubles do
	margin   float64   // sum of the margins
	size     float64   // larger extent
	duration float64
	level    float64 // the bodies count as apart where their signed distance is above

	t         float64
	d, d1, d2 Vec // from A's centre to B's at t, and its derivatives
}

// init sets g to a and b with their motions over the duration.
func (g *pairCourse) init(a *Object, ma *Motion, b *Object, mb *Motion, duration float64) {
	g.a.init(a, ma, duration)
	g.b.init(b, mb, duration)
	g.join(duration)
}

// join sets g to the courses in it.
func (g *pairCourse) join(duration float64) {
	g.duration = duration
	a, b := &g.a.body, &g.b.body
	off := 0.0
	for i := range 3 {
		g.apart[i] = g.b.pivot[i].Sub(g.a.pivot[i])
		g.velocity[i] = g.b.v[i].Sub(g.a.v[i])
		off += math.Abs(g.a.pivot[i].Hi) + math.Abs(g.b.pivot[i].Hi) +
			float64(duration*(math.Abs(g.a.v[i].Hi)+math.Abs(g.b.v[i].Hi)))
	}
	g.off = float64(off*wideSlip) + 0x1p-1060
	way := 0.0
	for i := range 3 {
		way += math.Abs(g.apart[i].Hi) + float64(duration*math.Abs(g.velocity[i].Hi))
	}
	g.margin = a.margin + b.margin
	g.size = max(a.extent, b.extent)
	if g.plain = way < float64(plainWay*g.size); g.plain {
		g.off += float64(plainSlip * unit * way)
	}
	g.level = 0
}

// slip bounds how far off the place of a core point of one body is in the frame of the other, where
// the centres are about d apart.
func (g *pairCourse) slip(d float64) float64 { return g.steady(d) + g.a.blur + g.b.blur }

// steady is slip for what is the same however far the bodies have turned.
func (g *pairCourse) steady(d float64) float64 {
	return g.a.slip + g.b.slip + g.off + float64(placeSlip*unit*d)
}

// set brings g to the time t.
func (g *pairCourse) set(t float64) {
	g.t = t
	g.a.set(t)
	g.b.set(t)
	rest := g.b.y.Add(g.b.way(t)).Sub(g.a.y.Add(g.a.way(t)))
	if g.plain {
		g.d = Vec{
			g.apart[0].Hi + float64(g.velocity[0].Hi*t) + rest.X,
			g.apart[1].Hi + float64(g.velocity[1].Hi*t) + rest.Y,
			g.apart[2].Hi + float64(g.velocity[2].Hi*t) + rest.Z,
		}
	} else {
		g.d = g.wide(t).Add(rest)
	}
	g.d1 = Vec{g.velocity[0].Hi, g.velocity[1].Hi, g.velocity[2].Hi}.Add(g.b.y1.Sub(g.a.y1))
	g.d2 = g.b.w.Cross(g.b.y1).Sub(g.a.w.Cross(g.a.y1))
}

// wide returns the way from A's pivot to B's at the time t, rounded once; the turns of screws
// aside.
func (g *pairCourse) wide(t float64) Vec {
	return Vec{
		g.apart[0].Add(g.velocity[0].Times(t)).Hi,
		g.apart[1].Add(g.velocity[1].Times(t)).Hi,
		g.apart[2].Add(g.velocity[2].Times(t)).Hi,
	}
}

// together reports whether two half-spaces with opposite normals keep them opposite.
func (g *pairCourse) together() bool {
	if m, n := &g.a.motion, &g.b.motion; m.posed && n.posed {
		return m.from.Rot == n.from.Rot && m.to.Rot == n.to.Rot || !g.a.turns && !g.b.turns
	}
	return g.a.w == g.b.w && g.a.motion.posed == g.b.motion.posed || !g.a.turns && !g.b.turns
}

// still reports whether neither body moves as the other sees it, exactly.
func (g *pairCourse) still() bool {
	if g.a.turns || g.b.turns || g.a.v != g.b.v {
		return false
	}
	// The velocity of a motion from pose to pose is rounded, but for 0.
	return !g.a.motion.posed && !g.b.motion.posed || g.a.v == [3]num.DD{}
}

// exactAt sets a and b to the bodies at the end, and reports whether their poses are, exactly,
// those that the motions have then.
func (g *pairCourse) exactAt(a, b *Object) bool {
	return g.a.exactAt(g.duration, a) && g.b.exactAt(g.duration, b)
}

// exactAt is that of pairCourse for one body; t is the duration.
func (c *course) exactAt(t float64, o *Object) bool {
	if c.from == nil { // a part
		return false
	}
	*o = *c.from
	p := o.pose
	switch {
	case c.motion.posed:
		p = c.motion.to
	case c.turns:
		return false
	default:
		var sure [3]bool
		v := c.motion.linear
		p.Pos.X, sure[0] = exactSum(p.Pos.X, v.X, t)
		p.Pos.Y, sure[1] = exactSum(p.Pos.Y, v.Y, t)
		p.Pos.Z, sure[2] = exactSum(p.Pos.Z, v.Z, t)
		if !(sure[0] && sure[1] && sure[2]) || checkVec("", p.Pos) != nil {
			return false
		}
	}
	o.set(p)
	return true
}

// exactSum returns p + v t, and whether that is a double without rounding.
func exactSum(p, v, t float64) (sum float64, exact bool) {
	m := num.TwoProd(v, t)
	s := num.TwoSum(p, m.Hi)
	r := num.TwoSum(s.Lo, m.Lo)
	f := num.TwoSum(s.Hi, r.Hi)
	return f.Hi, f.Lo == 0 && r.Lo == 0 && (m.Hi == 0 || math.Abs(m.Hi) > 0x1p-900)
}
