package shapegen

import "math"

// lengths calls f for every number of b that is a length, and replaces it.
func (b *Body3) lengths(f func(float64) float64) {
	b.Radius, b.Height, b.Offset, b.Rounding = f(b.Radius), f(b.Height), f(b.Offset), f(b.Rounding)
	pts := make([][3]float64, len(b.Points))
	for i, p := range b.Points {
		pts[i] = [3]float64{f(p[0]), f(p[1]), f(p[2])}
	}
	if b.Points != nil {
		b.Points = pts
	}
	for k := range b.P {
		b.P[k] = f(b.P[k])
		if !b.Half() {
			b.Size[k] = f(b.Size[k])
		}
	}
}

// lengths does the same in two dimensions.
func (b *Body2) lengths(f func(float64) float64) {
	b.Radius, b.Height, b.Offset, b.Rounding = f(b.Radius), f(b.Height), f(b.Offset), f(b.Rounding)
	pts := make([][2]float64, len(b.Points))
	for i, p := range b.Points {
		pts[i] = [2]float64{f(p[0]), f(p[1])}
	}
	if b.Points != nil {
		b.Points = pts
	}
	for k := range b.P {
		b.P[k] = f(b.P[k])
		if !b.Half() {
			b.Size[k] = f(b.Size[k])
		}
	}
}

// power returns a function that multiplies by 2^k, and clears ok where the product is rounded or
// out of range.
func power(k int, ok *bool) func(float64) float64 {
	*ok = true
	return func(v float64) float64 {
		r := math.Ldexp(v, k)
		if math.Ldexp(r, -k) != v || math.Abs(r) > 1e100 || r != 0 && math.Abs(r) < 0x1p-1000 {
			*ok = false
		}
		return r
	}
}

// Scaled returns the pair with all lengths times 2^k, and whether that is exact and in range.
func (p Pair3) Scaled(k int) (Pair3, bool) {
	var ok bool
	f := power(k, &ok)
	p.A.lengths(f)
	p.B.lengths(f)
	return p, ok
}

// Scaled returns the pair with all lengths times 2^k, and whether that is exact and in range.
func (p Pair2) Scaled(k int) (Pair2, bool) {
	var ok bool
	f := power(k, &ok)
	p.A.lengths(f)
	p.B.lengths(f)
	return p, ok
}

// shift returns a number that can be added to a and b without rounding, not zero if it can be
// found.
func (s source) shift(a, b float64) float64 {
	low := math.Inf(1)
	for _, v := range []float64{a, b} {
		if v != 0 {
			low = min(low, lowestBit(v))
		}
	}
	if math.IsInf(low, 1) {
		low = 1
	}
	for range 40 {
		t := float64(math.Ldexp(math.Floor(float64(s.signed()*0x1p53)), -s.IntN(53)) * low)
		t = math.Floor(t/low) * low
		if t != 0 && exactSum(a, t) && exactSum(b, t) {
			return t
		}
	}
	return 0
}

// lowestBit returns the value of the last bit of v that is set.
func lowestBit(v float64) float64 {
	_, e := math.Frexp(v)
	for bit := math.Ldexp(1, e-53); ; bit *= 2 {
		if q := v / bit; math.Floor(q/2)*2 != q || bit > math.Abs(v) {
			return bit
		}
	}
}

// exactSum reports whether a + b is not rounded.
func exactSum(a, b float64) bool {
	s := a + b
	t := s - a
	return (a-(s-t))+(b-t) == 0 && math.Abs(s) < 1e99
}

// Shifted returns the pair moved by a vector that adds without rounding, and whether there is one.
func (g *Gen3) Shifted(p Pair3) (Pair3, bool) {
	ok := false
	for k := range p.A.P {
		t := g.src.shift(p.A.P[k], p.B.P[k])
		p.A.P[k] += t
		p.B.P[k] += t
		ok = ok || t != 0
	}
	return p, ok
}

// Shifted returns the pair moved by a vector that adds without rounding, and whether there is one.
func (g *Gen2) Shifted(p Pair2) (Pair2, bool) {
	ok := false
	for k := range p.A.P {
		t := g.src.shift(p.A.P[k], p.B.P[k])
		p.A.P[k] += t
		p.B.P[k] += t
		ok = ok || t != 0
	}
	return p, ok
}

// Turned returns the pair after a random rotation about the origin and a shift by up to a few times
// its size, both rounded, and the rotation of a direction that goes with it.
func (g *Gen3) Turned(p Pair3) (Pair3, func([3]float64) [3]float64) {
	by := Body3{Q: g.turn()}
	t := scale(g.src.direction(3), float64(max(p.A.Extent(), p.B.Extent())*g.src.pick(0, 1, 10)))
	for _, b := range []*Body3{&p.A, &p.B} {
		b.Q = multiply(by.Q, b.Q)
		n := 0.0
		for _, v := range b.Q {
			n += float64(v * v)
		}
		for i := range b.Q {
			b.Q[i] /= math.Sqrt(n)
		}
		b.P = add(by.Turn(b.P), t)
	}
	return p, by.Turn
}

// Turned returns the pair after a random rotation about the origin and a shift by up to a few times
// its size, both rounded, and the rotation of a direction that goes with it.
func (g *Gen2) Turned(p Pair2) (Pair2, func([3]float64) [3]float64) {
	by := Body2{CS: g.turn()}
	t := scale(g.src.direction(2), float64(max(p.A.Extent(), p.B.Extent())*g.src.pick(0, 1, 10)))
	for _, b := range []*Body2{&p.A, &p.B} {
		b.CS = unit2(multiply2(by.CS, b.CS))
		q := add(by.Turn(vector{b.P[0], b.P[1]}), t)
		b.P = [2]float64{q[0], q[1]}
	}
	return p, by.Turn
}

// Shuffled returns points with the same hull: in another order, some repeated, with points between
// them. The points between are rounded, so a caller that needs the very same hull must check them.
func (g *Gen3) Shuffled(pts [][3]float64) (same, between [][3]float64) {
	s := g.src
	same = append(same, pts...)
	for range s.IntN(4) {
		same = append(same, pts[s.IntN(len(pts))])
	}
	s.Shuffle(len(same), func(i, j int) { same[i], same[j] = same[j], same[i] })
	for range s.IntN(4) {
		between = append(between, add(scale(pts[s.IntN(len(pts))], 0.5), scale(pts[s.IntN(len(pts))], 0.5)))
	}
	return same, between
}

// Shuffled returns points with the same hull: in another order, some repeated, with points between
// them. The points between are rounded, so a caller that needs the very same hull must check them.
func (g *Gen2) Shuffled(pts [][2]float64) (same, between [][2]float64) {
	s := g.src
	same = append(same, pts...)
	for range s.IntN(4) {
		same = append(same, pts[s.IntN(len(pts))])
	}
	s.Shuffle(len(same), func(i, j int) { same[i], same[j] = same[j], same[i] })
	for range s.IntN(4) {
		v, w := pts[s.IntN(len(pts))], pts[s.IntN(len(pts))]
		between = append(between, [2]float64{v[0]/2 + w[0]/2, v[1]/2 + w[1]/2})
	}
	return same, between
}

// IntN returns a number in [0, n) from the stream of the pairs.
func (g *Gen3) IntN(n int) int { return g.src.IntN(n) }

// IntN returns a number in [0, n) from the stream of the pairs.
func (g *Gen2) IntN(n int) int { return g.src.IntN(n) }

// Direction returns a random unit vector.
func (g *Gen3) Direction() [3]float64 { return g.src.direction(3) }

// Direction returns a random unit vector, its third coordinate zero.
func (g *Gen2) Direction() [3]float64 { return g.src.direction(2) }

// Alike reports whether two bodies at one pose may be the same set of points, perhaps in other
// words, as a sphere and an ellipsoid of equal radii: their order cannot be told from the input.
func (b *Body3) Alike(o *Body3) bool { return b.P == o.P && b.Q == o.Q && b.Extent() == o.Extent() }

// Alike reports whether two bodies at one pose may be the same set of points, perhaps in other
// words, as a circle and an ellipse of equal radii: their order cannot be told from the input.
func (b *Body2) Alike(o *Body2) bool { return b.P == o.P && b.CS == o.CS && b.Extent() == o.Extent() }

// Float64 returns a number in [0, 1) from the stream of the pairs.
func (g *Gen3) Float64() float64 { return g.src.Float64() }

// Float64 returns a number in [0, 1) from the stream of the pairs.
func (g *Gen2) Float64() float64 { return g.src.Float64() }
