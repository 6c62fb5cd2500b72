package d3

import "math"

// A box that moves among the boxes of a tree: when it meets them, rounded down. docs/math/cast.md,
// "Compounds".

// boxCast moves a box among others.
type boxCast struct {
	v    Vec // in the frame of the boxes
	last float64
	side [3]boxSide
	pad  float64 // how much the box is grown, for the skin and for rounding
}

// boxSide is what a boxCast is along one axis, seen from where the box comes.
type boxSide struct {
	front, rear float64 // of the box
	at, to      int     // the places of the sides that it meets first and last in a box of the tree
	sign        float64 // -1 where it moves against the axis, else 1
	sure        uint64  // the bit of the sign where it does not move the other way, whatever the rounding
	fast        float64 // one over the greatest speed that rounding leaves open
	slow, late  float64 // one over the least, and what is added to the time; 0 and infinite for no speed
}

// set makes x the side along axis k with the velocity v, which is off by less than off.
func (x *boxSide) set(k int, v, off float64) {
	speed := math.Abs(v)
	back := int(bit(v < 0))
	x.at, x.to = k+3*back, k+3-3*back
	x.sign, x.sure = float64(1-2*back), bit(speed >= off)<<63
	x.fast = min(1/(speed+off), math.MaxFloat64)
	if speed > 0 && speed < 0x1p-1000 {
		x.fast = 0 // the quotient may be out of range
	}
	x.slow, x.late = 0, math.Inf(1)
	if s := 1 / (speed - off); speed > off && s < math.MaxFloat64 {
		x.slow, x.late = s, math.SmallestNonzeroFloat64
	}
}

// take makes o, a part of G about the position of F, the one that moves.
func (r *boxCast) take(o *Object, f *Object) {
	at := f.axes.applyT(o.pos)
	r.side[0].take(o, f.axes.column(0), at.X, r.pad)
	r.side[1].take(o, f.axes.column(1), at.Y, r.pad)
	r.side[2].take(o, f.axes.column(2), at.Z, r.pad)
}

// take sets the sides to those of a box of o along n, at along which the centre is, grown by pad.
func (x *boxSide) take(o *Object, n Vec, at, pad float64) {
	lo, hi := o.spread(o.axes.applyT(n))
	pad += o.margin
	x.rear, x.front = at+lo-pad, at+hi+pad
	if x.sign < 0 {
		x.rear, x.front = -x.front, -x.rear
	}
}

// enter returns a time before which the box does not meet b, +Inf where it does not in its time.
// Times are rounded down, those of leaving up; docs/math/cast.md, "Compounds". No branch hangs on
// where the boxes are.
func (r *boxCast) enter(b *[6]float64) float64 {
	x, y, z := &r.side[0], &r.side[1], &r.side[2]
	from := max(0, x.enters(b), y.enters(b), z.enters(b))
	to := min(int64(math.Float64bits(r.last)), x.leaves(b), y.leaves(b), z.leaves(b))
	passed := x.past(b) | y.past(b) | z.past(b)
	if from > to {
		from = infinite
	}
	if int64(passed) < 0 {
		from = infinite
	}
	return math.Float64frombits(uint64(from))
}

// infinite is the bits of +Inf.
const infinite = 0x7ff << 52

// enters returns the bits of the time at which the box has come as far as b along the axis, as of
// integers: they order times as the times themselves, but for those below 0.
func (x *boxSide) enters(b *[6]float64) int64 {
	gap := float64(x.sign*b[x.at]) - x.front // falls to 0
	return int64(math.Float64bits(float64(float64(gap*x.fast)*(1-timePad*unit)) - math.SmallestNonzeroFloat64))
}

// leaves is enters for the time at which the box is past b.
func (x *boxSide) leaves(b *[6]float64) int64 {
	left := float64(x.sign*b[x.to]) - x.rear // falls to 0
	return int64(math.Float64bits(float64(float64(left*x.slow)*(1+timePad*unit)) + x.late))
}

// past returns a number with the sign set where the box is past b at the start, and stays there.
func (x *boxSide) past(b *[6]float64) uint64 {
	return math.Float64bits(float64(x.sign*b[x.to])-x.rear) & x.sure
}
