package d2

import "math"

// What is known about a point and the parts of a compound while they are asked about.

// partsNear is what is known about a point and the parts of a compound after some of them, in the
// compound's frame.
type partsNear struct {
	best         footing // of the least distance, where it has one
	solved       Closest // of the least distance, where it has none
	dist         float64
	lower, upper float64 // the least of all parts
	part         int32
	asked        int
	slot         *slot
	near         []partBound // where alike is set: those not farther than all before by more than that
	alike        float64     // parts that differ by less may be in another order as pairs
}

// partBound is a part with a lower bound of its distance.
type partBound struct {
	lower float64
	part  int32
}

// start begins a query; s is for leaves that are made.
func (u *partsNear) start(s *slot) {
	u.lower, u.upper, u.part, u.asked, u.slot = math.Inf(1), math.Inf(1), -1, 0, s
	u.near, u.alike = u.near[:0], 0
}

// bound takes the bounds of part i into account.
func (u *partsNear) bound(lower, upper float64, i int32) {
	u.lower, u.upper = min(u.lower, lower), min(u.upper, upper)
	if u.alike > 0 && lower <= u.upper+u.alike {
		u.near = append(u.near, partBound{lower, i})
	}
}

// add asks about the point x, known to off, and part i of c.
func (u *partsNear) add(s *solver, at *pointWork, c *union, i int32, x Vec, off float64) {
	l := &c.leaf(i, u.slot).placement
	o := &l.body
	u.asked++
	if l.shift != 0 || l.turn != 0 {
		off += l.slackTo(at.object(x))
	}
	var f footing
	if f.find(o, x) {
		r := o.margin
		off += f.err + float64(marginPad*unit*(r+math.Abs(f.high))) + 0x1p-1060
		u.bound(f.low-r-off, f.high-r+off, i)
		if u.better(f.low-r, i) {
			u.best = f
		}
		return
	}
	var cl Closest
	at.solve(s, o, x, &cl)
	u.bound(cl.Lower-off, cl.Upper+off, i)
	if u.better(cl.Distance, i) {
		u.solved, u.best.turns = cl, -1
	}
}

// better reports whether the distance d of part i is the least so far, and keeps it: of equal ones
// that of the first part.
func (u *partsNear) better(d float64, i int32) bool {
	if u.part >= 0 && (d > u.dist || d == u.dist && i > u.part) {
		return false
	}
	u.dist, u.part = d, i
	return true
}
