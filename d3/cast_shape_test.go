package d3_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/decided"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// drawWay draws a way for B: at A, past A, along an edge, along an axis, short and long, so that
// the bodies often pass at no distance. The pair is moved so that it starts before the contact.
func drawWay(g *generator, p *pair) (way [3]float64, most float64) {
	size := max(p.A.Extent(), p.B.Extent(), 1e-30)
	dim := len(p.A.P)
	unit := math.Exp2(math.Round(math.Log2(size)))
	switch g.IntN(5) {
	case 0:
		d := g.Direction()
		for i := range dim {
			way[i] = d[i] * size
		}
	case 1: // the way from centre to centre
		ca, cb := p.A.Center(), p.B.Center()
		for i := range dim {
			way[i] = ca[i] - cb[i]
		}
	case 2: // along an edge
		if c := p.A.Corners(); len(c) > 1 {
			var e [3]float64
			q := c[1+g.IntN(len(c)-1)]
			for i := range dim {
				e[i] = q[i] - c[0][i]
			}
			way = p.A.Turn(e)
		}
	default:
		for i := range dim {
			way[i] = float64(g.IntN(9)-4) * unit / 4
		}
		if g.IntN(2) == 0 {
			keep := g.IntN(dim)
			for i := range dim {
				if i != keep {
					way[i] = 0
				}
			}
		}
	}
	if dim == 2 {
		way[2] = 0
	}
	back := []float64{0, 0, 0.25, 1, 1, 2, 4}[g.IntN(7)]
	*p = moveB(*p, way, -back)
	most = []float64{0, 1, back, 2 * back, 2*back + 1, 0.5}[g.IntN(6)]
	if g.IntN(8) == 0 {
		k := math.Exp2(float64(g.IntN(200) - 100))
		most /= k
		for i := range way {
			way[i] *= k
		}
	}
	return way, most
}

// latticeCast draws bodies and a way of few bits, so that many pass each other at no distance: face
// on face, edge on edge, corner on corner; flat bodies and equal ones among them.
func latticeCast(g *generator) (p pair, way [3]float64, most, skin float64) {
	p = pair{A: latticeBody(g), B: latticeBody(g)}
	if g.IntN(8) == 0 {
		at := p.B.P
		p.B = p.A
		p.B.P = at
	}
	dim := len(p.A.P)
	for i := range dim {
		if g.IntN(3) > 0 {
			way[i] = float64(g.IntN(9) - 4)
		}
		p.B.P[i] = float64(g.IntN(17)-8) / 2
	}
	if g.IntN(2) == 0 { // side by side along an axis, and past each other
		k := g.IntN(dim)
		way[k] = 0
		p.B.P[k] += top(&p.A, k, 1) + top(&p.B, k, -1)
	}
	most = []float64{0.5, 1, 1, 2, 4}[g.IntN(5)]
	if g.IntN(6) == 0 {
		skin = float64(1+g.IntN(3)) / 4
	}
	return p, way, most, skin
}

// top returns how far a body reaches along an axis of the world, or against it.
func top(b *body, axis int, sign float64) float64 {
	most := math.Inf(-1)
	for _, c := range b.Corners() {
		v := b.Turn(place3(c[:]))
		most = max(most, sign*(v[axis]+b.P[axis]))
	}
	for _, r := range b.Margins() {
		most += r
	}
	return most
}

// allowedLoose is how many hits may have a normal or points that fit the time to less than
// rounding: where bodies lie in line to far below it, doubles cannot tell which corner of them is
// hit, though the time is exact. docs/limits.md.
func allowedLoose(count map[collide.Verdict]int) int { return 1 + count[collide.Hit]/500 }

// checkPoints checks normal and points of a hit after the start: the points lie on the bodies and
// the skin's length apart along the normal, beyond which nothing of A reaches.
func checkPoints(t *testing.T, p *pair, h *shapeHit, way [3]float64, skin, size float64) error {
	t.Helper()
	speed := vectorOf(way).Len()
	world := vectorOf(place3(p.A.P[:])).Len() + vectorOf(place3(p.B.P[:])).Len()
	tol := 1e-12*size + 1e-14*world + 4*speed*(h.Upper-h.Lower)
	if tol > size/8 {
		return nil
	}
	if l := h.Normal.Len(); math.Abs(l-1) > 1e-15 {
		t.Fatalf("normal of length %v", l)
	}
	if d := h.PointB.Sub(h.PointA).Sub(h.Normal.Scale(skin)).Len(); !(d <= tol) {
		t.Fatalf("points are %v from the skin along the normal: %+v\n%s", d, h, p.Line(""))
	}
	round := skin
	for _, m := range append(p.A.Margins(), p.B.Margins()...) {
		round += m
	}
	start := h.PointB.Sub(vectorOf(way).Scale(h.T))
	for _, x := range []struct {
		of body
		at vector
		up float64
	}{{p.A, h.PointA, 1}, {p.B, start, -1}} {
		o, err := x.of.Place()
		if err != nil {
			t.Fatal(err)
		}
		if d := distance(&o, pointAt(t, x.at)).Distance; !(math.Abs(d) <= tol) {
			return fmt.Errorf("a point is %v from its body, tolerance %v: %+v, way %v, skin %v\n%s", d, tol, h, way, skin, p.Line(""))
		}
		for _, c := range x.of.Corners() { // nothing reaches beyond the point along the normal
			margin := 0.0
			for _, m := range x.of.Margins() {
				margin += m
			}
			at := vectorOf(x.of.Turn(place3(c[:]))).Add(vectorOf(place3(x.of.P[:]))).Sub(x.at)
			// The normal of rounded bodies is that of two points as near as the radii.
			lean := 64 * 0x1p-53 * size * (size / max(round, 1e-15*size))
			if round == 0 {
				lean = 0
			}
			if r := x.up*at.Dot(h.Normal) + margin; !(r <= tol+lean+4e-16*margin) && h.Upper-h.Lower < 1e-12*h.Upper {
				return fmt.Errorf("a corner reaches %v beyond the plane of contact: %+v, way %v, skin %v\n%s", r, h, way, skin, p.Line(""))
			}
		}
	}
	return nil
}

// place3 returns a position with three coordinates.
func place3(p []float64) (v [3]float64) {
	copy(v[:], p)
	return v
}

// legal reports whether all coordinates of the way are what NewSweep takes.
func legal(way [3]float64) bool {
	for _, x := range way {
		if math.IsNaN(x) || math.Abs(x) > collide.MaxMagnitude {
			return false
		}
	}
	return true
}

// The verdict about polytopes, rounded or not, and half-spaces is that of integers, and so are the
// ends of the bracket: apart before Lower, in contact at Upper.
func TestCastShapeIsExact(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	n := 3000
	if testing.Short() {
		n = 600
	}
	count := map[collide.Verdict]int{}
	wide, loose := 0, 0
	for _, seed := range []uint64{11, 12, 13} {
		g := newGenerator(seed)
		g.Only = polytopeKinds
		for i := range n {
			p := g.Pair()
			if seed == 12 {
				g.Unit, g.Offset = 1, 0
			}
			way, most := drawWay(g, &p)
			skin := 0.0
			if g.IntN(4) == 0 {
				skin = p.A.Extent() * float64(g.IntN(5)) / 8
			}
			if seed == 13 {
				p, way, most, skin = latticeCast(g)
			}
			want, ok := swept(&p, way, most, skin)
			a, b, err := p.Place()
			if !ok || err != nil || !legal(way) || skin > 0 && skin < collide.MinSize {
				continue
			}
			s := newSweep(t, way, most, sweepOpt{Skin: skin})
			h := castShape(&a, &b, &s)
			name := func() string { return p.Line("") }
			count[h.Verdict]++
			if h.Verdict != decided.Verdict(want.Relation) {
				t.Fatalf("%d/%d: verdict %v, want %v: way %v max %v skin %v: %+v\n%s", seed, i, h.Verdict, want, way, most, skin, h, name())
			}
			if h.Verdict == collide.Miss {
				if h.T != 0 || h.Lower != 0 || h.Upper != 0 || h.Normal != (vector{}) {
					t.Fatalf("%d/%d: a miss with %+v", seed, i, h)
				}
				continue
			}
			if !(0 <= h.Lower && h.Lower <= h.T && h.T <= h.Upper && h.Upper <= most) {
				t.Fatalf("%d/%d: times %+v of %v\n%s", seed, i, h, most, name())
			}
			start, _ := swept(&p, way, 0, skin)
			switch {
			case start.Relation != collide.Apart:
				if h.Upper != 0 {
					t.Fatalf("%d/%d: in contact at the start, %+v: way %v max %v skin %v\n%s", seed, i, h, way, most, skin, name())
				}
				continue
			case h.Upper == 0:
				t.Fatalf("%d/%d: not in contact at the start, %+v\n%s", seed, i, h, name())
			}
			if h.Lower > 0 {
				if x, _ := swept(&p, way, math.Nextafter(h.Lower, 0), skin); x.Relation != collide.Apart {
					t.Fatalf("%d/%d: contact before Lower: %+v: way %v max %v skin %v\n%s", seed, i, h, way, most, skin, name())
				}
			}
			if x, _ := swept(&p, way, h.Upper, skin); x.Relation == collide.Apart {
				t.Fatalf("%d/%d: no contact by Upper: %+v: way %v max %v skin %v\n%s", seed, i, h, way, most, skin, name())
			}
			speed := vectorOf(way).Len()
			size := max(p.A.Extent(), p.B.Extent()) + skin + vectorOf(p.A.Center()).Dist(vectorOf(p.B.Center())) + speed*h.T
			cos := -h.Normal.Dot(vectorOf(way)) / speed
			if err := checkPoints(t, &p, &h, way, skin, size); err != nil {
				if loose++; loose > allowedLoose(count) {
					t.Errorf("%d/%d: %d points are loose: %v", seed, i, loose, err)
				}
			}
			allowed := 1024 * 0x1p-53 * size / (speed * max(cos, 1e-6))
			if !(cos > 1e-6) { // nearly tangent
				allowed = 4 * math.Sqrt(1024*0x1p-53) * size / speed
			}
			if h.Upper-h.Lower > allowed+4e-16*h.Upper {
				wide++
				if testing.Verbose() {
					t.Logf("%d/%d: bracket %g wide, allowed %g (cos %g): %+v: way %v max %v skin %v\n%s", seed, i, h.Upper-h.Lower, allowed, cos, h, way, most, skin, name())
				}
			}
		}
	}
	t.Logf("%v, %d wide, %d loose", count, wide, loose)
	if wide > 0 {
		t.Errorf("%d brackets are wider than 1024 u (size) / (speed cos)", wide)
	}
	all := count[collide.Miss] + count[collide.Graze] + count[collide.Hit]
	if count[collide.Graze] < all/50 || count[collide.Hit] < all/5 || count[collide.Miss] < all/5 {
		t.Errorf("the draws are one-sided: %v", count)
	}
}

// A cast of compounds is the first of the casts of their parts, whichever body has them.
func TestCastShapeOfCompoundsIsThatOfTheParts(t *testing.T) {
	g := newGenerator(21)
	g.Unit, g.Offset = 1, 0
	count := map[collide.Verdict]int{}
	for i := range 400 {
		var parts [2][]body
		most := 1.0
		var way [3]float64
		for k := range 1 + g.IntN(4) {
			p := g.Pair()
			w, _ := drawWay(g, &p)
			if way == [3]float64{} {
				way = w
			}
			_ = k
			parts[0] = append(parts[0], p.A)
			if len(parts[1]) < 3 {
				parts[1] = append(parts[1], p.B)
			}
		}
		if g.IntN(2) == 0 {
			parts[1] = parts[1][:1]
		}
		if g.IntN(2) == 0 {
			parts[0], parts[1] = parts[1], parts[0]
		}
		if !legal(way) || vectorOf(way).Len() > 1e3 {
			continue
		}
		var whole [2]object
		var single [2][]object
		for k := range parts {
			var list []part
			for _, b := range parts[k] {
				s, err := b.Shape()
				if err != nil {
					t.Fatal(err)
				}
				at, err := b.Pose()
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, part{Shape: s, Pose: at})
				o, err := b.Place()
				if err != nil {
					t.Fatal(err)
				}
				single[k] = append(single[k], o)
			}
			whole[k] = compoundOf(t, list)
		}
		s := newSweep(t, way, most, sweepOpt{Skin: float64(g.IntN(2)) / 8})
		want := collide.Miss
		lower, upper := math.Inf(1), most
		for k := range single[0] {
			for l := range single[1] {
				h := castShape(&single[0][k], &single[1][l], &s)
				if h.Verdict == collide.Miss {
					continue
				}
				lower = min(lower, h.Lower)
				if h.Verdict != collide.Unsure {
					upper = min(upper, h.Upper)
				}
				switch {
				case want == collide.Hit:
				case h.Verdict == collide.Hit, want == collide.Miss, h.Verdict == collide.Unsure:
					want = h.Verdict
				}
			}
		}
		h := castShape(&whole[0], &whole[1], &s)
		count[h.Verdict]++
		if h.Verdict != want {
			t.Fatalf("%d: verdict %v, want %v: %+v", i, h.Verdict, want, h)
		}
		if want == collide.Miss {
			continue
		}
		if h.Upper < lower || h.Lower > upper || !(h.Lower <= h.T && h.T <= h.Upper) || h.Upper-h.Lower > 4*(upper-lower)+1e-13*h.Upper {
			t.Fatalf("%d: [%v, %v], of the parts [%v, %v]: %+v", i, h.Lower, h.Upper, lower, upper, h)
		}
		if h.PartA < 0 || h.PartA >= len(parts[0]) || h.PartB < 0 || h.PartB >= len(parts[1]) {
			t.Fatalf("%d: parts %d, %d", i, h.PartA, h.PartB)
		}
		one := castShape(&single[0][h.PartA], &single[1][h.PartB], &s)
		if one.Verdict == collide.Miss || math.Abs(one.T-h.T) > 4*(one.Upper-one.Lower)+1e-13*h.T {
			t.Fatalf("%d: parts %d, %d meet at %v, the bodies at %v", i, h.PartA, h.PartB, one.T, h.T)
		}
		if d := h.PointA.Dist(one.PointA); !(d <= 1e-6) && one.Upper-one.Lower < 1e-13 && one.T > 0 && want == collide.Hit && one.Status == h.Status && one.Normal.Sub(h.Normal).Len() < 1e-9 {
			// The point may be any of a face: only its height is told.
			if x := h.PointA.Sub(one.PointA).Dot(h.Normal); !(math.Abs(x) <= 1e-9) {
				t.Fatalf("%d: points %v and %v", i, h.PointA, one.PointA)
			}
		}
	}
	t.Log(count)
	if count[collide.Hit] < 50 || count[collide.Miss] < 20 {
		t.Errorf("the draws are one-sided: %v", count)
	}
}

// A cast of compounds that are turned as a whole, and the way with them, meets at the same time.
func TestCastShapeOfTurnedCompounds(t *testing.T) {
	g := newGenerator(22)
	g.Unit, g.Offset = 1, 0
	hits, lost := 0, 0
	for i := range 2500 {
		var list [2][]part
		var way [3]float64
		for range 1 + g.IntN(4) {
			p := g.Pair()
			way, _ = drawWay(g, &p)
			for k, b := range [2]*body{&p.A, &p.B} {
				s, err := b.Shape()
				if err != nil {
					t.Fatal(err)
				}
				at, err := b.Pose()
				if err != nil {
					t.Fatal(err)
				}
				list[k] = append(list[k], part{Shape: s, Pose: at})
			}
		}
		if l := vectorOf(way).Len(); !legal(way) || !(l > 1e-3 && l < 1e3) {
			continue
		}
		if g.IntN(2) == 0 {
			list[1] = list[1][:1]
		}
		to, turn := turnedPose(t, g)
		a, b := compoundOf(t, list[0]), compoundOf(t, list[1])
		r := newSweep(t, way, 4, sweepOpt{})
		still := castShape(&a, &b, &r)
		if a.Move(to) != nil || b.Move(to) != nil {
			t.Fatal("a pose is refused")
		}
		r = newSweep(t, turn(way), 4, sweepOpt{})
		moved := castShape(&a, &b, &r)
		if still.Verdict != collide.Hit || moved.Verdict != collide.Hit || still.T == 0 {
			if still.Verdict == collide.Hit && moved.Verdict == collide.Miss && still.T > 0 {
				lost++ // one that only just hits
			}
			continue
		}
		hits++
		cos := max(-still.Normal.Dot(vectorOf(way))/vectorOf(way).Len(), 1e-6)
		room := float64(1e-11*(20+4*vectorOf(way).Len())/(cos*vectorOf(way).Len())) + 4*(still.Upper-still.Lower) + 4*(moved.Upper-moved.Lower)
		if math.Abs(still.T-moved.T) > room {
			t.Fatalf("%d: %+v turned by %v: %+v", i, still, to, moved)
		}
	}
	if hits < 100 || lost > hits/50 {
		t.Errorf("%d hits, %d lost", hits, lost)
	}
}
