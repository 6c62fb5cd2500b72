package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// sunkPair is a pair of curvedShapes, an octahedron among them, that overlap by about depth, or
// about one centre where it is 0. Every third pair stands upright, so that caps and faces meet
// flat, edges lie along sides, and many directions tie.
func sunkPair(t *testing.T, rng *rand.Rand, first, second string, depth float64) (a, b *Object) {
	t.Helper()
	x, y := nearPair(t, rng, first, second, -depth)
	octahedron, err := NewHull([]Vec{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}})
	if err != nil {
		t.Fatal(err)
	}
	if first == "box" && rng.IntN(2) == 0 {
		x = *mustPlace(t, octahedron, x.Pose())
	}
	place := y.Pose()
	if depth == 0 {
		place.Pos = Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Scale(0.1)
	}
	if rng.IntN(3) == 0 {
		x, place.Rot = *mustPlace(t, x.Shape(), Pose{}), Rot{}
		if rng.IntN(2) == 0 {
			place.Pos = Vec{math.Round(4*place.Pos.X) / 4, 0, math.Round(4*place.Pos.Z) / 4}
		}
	}
	return &x, mustPlace(t, y.Shape(), place)
}

// grown prepares q for a pair and grows the polytope to its end, with discs or without, if EPA is
// what answers about it.
func grown(q *Query, a, b *Object, alone bool, k *core) bool {
	q.setUp(a, b)
	if q.gjkOnly() != collide.ExitContains || q.epa.flat(&q.run, k) {
		return false
	}
	e := &q.epa
	e.best, e.at = math.Inf(1), -1
	e.begin(&q.s)
	if e.discs.start(&q.run); alone {
		e.discs.next = math.MaxInt
	}
	return e.grow(&q.run, patience, k)
}

// reachOf is how far the vertices reach along n.
func reachOf(v []epaVertex, n Vec) float64 {
	h := math.Inf(-1)
	for i := range v {
		h = max(h, v[i].w.Dot(n))
	}
	return h
}

// TestDiscs: no support value in a disc is below what it proves, on its border the vertices of the
// polytope alone say so, and no support value outside all discs of a finished polytope is below it;
// the bracket is that of EPA alone, as narrow as asked for, and the witness
// is a point of A that belongs to the normal.
func TestDiscs(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 7))
	q := newTestQuery(t, Options{})
	used := 0
	for range 60 {
		for _, first := range curvedNames {
			for _, second := range []string{"cone", "cylinder", "ellipsoid"} {
				depth := []float64{0, 1e-3, 0.02, 0.1, 0.3}[rng.IntN(5)]
				a, b := sunkPair(t, rng, first, second, depth)
				if a, b, _ = q.order(a, b); discsHold(t, rng, q, a, b, first+" "+second) {
					used++
				}
			}
		}
	}
	if used < 250 {
		t.Errorf("%d pairs with a disc only", used)
	}
}

// TestDiscsWithoutBend: a corner sunk into the side of a cone a hair from its rim or its apex bends
// the support values one way only. Where the depth is near the tolerance that takes no bend.
func TestDiscsWithoutBend(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 17))
	q := newTestQuery(t, Options{})
	used, alone := 0, 0
	for i := range 200 {
		cone := Cone{Height: 0.5 + rng.Float64(), Radius: 0.5 + rng.Float64()}
		side := math.Hypot(cone.Height, cone.Radius)
		n := Vec{X: cone.Height / side, Z: cone.Radius / side}
		x := []float64{1e-9, 1 - 1e-9, 1e-6, 0.5}[i%4]
		p := Vec{X: cone.Radius * x, Z: cone.Height * (0.5 - x)}
		half := Vec{0.3 + rng.Float64(), 0.3 + rng.Float64(), 0.3 + rng.Float64()}
		rot, err := NewFromTo(half, n.Neg())
		if err != nil {
			t.Fatal(err)
		}
		depth := []float64{2e-9, 1e-8, 1e-3}[i%3]
		a := *mustPlace(t, cone, Pose{})
		b := *mustPlace(t, Box{half.Scale(2)}, Pose{Pos: p.Add(n.Scale(half.Len() - depth)), Rot: rot})
		x1, x2, _ := q.order(&a, &b)
		if discsHold(t, rng, q, x1, x2, "cone corner") {
			used++
		}
		q.setUp(x1, x2)
		k := &q.epa.discs
		if q.gjkOnly(); !q.leap.deep {
			continue
		}
		k.start(&q.run)
		k.set()
		if tol := 1e-10; !k.descend(tol) || !k.spread(tol) {
			continue
		}
		alone++
		o := &k.list[0]
		for range 200 { // also where no points close it in
			s := o.radius * math.Sqrt(rng.Float64())
			sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
			d := o.d.Add(o.t1.Scale(s * sin)).Add(o.t2.Scale(s * cos))
			if h := -q.m.separation(d.Scale(1 / d.Len())); h < o.low-32*unit {
				t.Fatalf("depth %v at %v: the disc proves %v, but %v away the support value is %v", depth, x, o.low, s, h)
			}
		}
	}
	if used < 100 || alone < 25 {
		t.Errorf("%d pairs with a disc only, %d by itself", used, alone)
	}
}

// discsHold is TestDiscs for one pair, and reports whether there were discs.
func discsHold(t *testing.T, rng *rand.Rand, q *Query, a, b *Object, name string) bool {
	t.Helper()
	var k, plain core
	if !grown(q, a, b, false, &k) || q.epa.discs.n == 0 {
		return false
	}
	discs, w := q.epa.discs, q.allowance()
	for _, o := range discs.list[:discs.n] {
		for range 40 {
			s := o.radius * math.Sqrt(rng.Float64())
			sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
			d := o.d.Add(o.t1.Scale(s * sin)).Add(o.t2.Scale(s * cos))
			if h := -q.m.separation(d.Scale(1 / d.Len())); h < o.low-32*unit {
				t.Fatalf("%s: the disc proves %v, but %v away the support value is %v", name, o.low, s, h)
			}
		}
		for i := range 60 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 30)
			n := o.d.Add(o.t1.Scale(o.radius * sin)).Add(o.t2.Scale(o.radius * cos)).Unit()
			if h := reachOf(q.epa.verts, n); h < o.low-32*unit {
				t.Fatalf("%s: on the border of a disc that proves %v the points reach %v", name, o.low, h)
			}
		}
	}
	if k.status == collide.Limit {
		return true
	}
	agrees(t, rng, q, a, b, &k, w.At(0))
	if !grown(q, a, b, true, &plain) {
		return true
	}
	if k.lower > plain.upper || plain.lower > k.upper {
		t.Fatalf("%s: %v and %v at %v: [%v, %v] with discs, [%v, %v] without", name,
			a.Shape(), b.Shape(), b.Pose(), k.lower, k.upper, plain.lower, plain.upper)
	}
	return true
}

// TestDiscsSaveTurns: what they are for.
func TestDiscsSaveTurns(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 8))
	q := newTestQuery(t, Options{})
	with, alone := 0, 0
	for range 200 {
		var k core
		a, b := nearPair(t, rng, "cylinder", "cylinder", -0.05)
		if !grown(q, &a, &b, false, &k) {
			continue
		}
		with += q.turns
		if grown(q, &a, &b, true, &k) {
			alone += q.turns
		}
	}
	if 3*with > 2*alone {
		t.Errorf("%d turns with discs, %d without", with, alone)
	}
}

// TestClosedIn: points about a disc close it in, or there is a direction in it to look for more,
// however many they are, and however many corners they leave.
func TestClosedIn(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 12))
	closed, open := 0, 0
	for range 5000 {
		o := disc{d: Vec{Z: 1}, t1: Vec{X: 1}, t2: Vec{Y: 1}, low: 0.5, radius: math.Ldexp(0.5, -rng.IntN(8))}
		n, off := 3+rng.IntN(60), o.radius*(0.9+0.12*rng.Float64())
		var v []epaVertex
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * (float64(i) + rng.Float64()) / float64(n))
			level := o.low * math.Sqrt(1+o.radius*o.radius)
			v = append(v, epaVertex{vertex: vertex{w: Vec{cos, sin, level - off}}})
		}
		var c clipped
		o.around(&c)
		for i := range v {
			o.clip(&c, &v[i].w)
		}
		far, ok := o.closedIn(&c)
		for i := range 90 {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / 90)
			if h := reachOf(v, Vec{o.radius * cos, o.radius * sin, 1}.Unit()); ok && h < o.low {
				t.Fatalf("%d points, %v off: on the border they reach %v", n, off, h)
			}
		}
		if l := math.Hypot(far[0], far[1]); !ok && !(l > 0.9*o.radius && l < 2*o.radius) {
			t.Fatalf("%d points, %v off: look %v away, the radius is %v", n, off, l, o.radius)
		}
		if ok {
			closed++
		} else {
			open++
		}
	}
	if closed < 500 || open < 500 {
		t.Errorf("%d closed, %d open", closed, open)
	}
}

// TestBent: the square root is above its bound.
func TestBent(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 9))
	for range 20000 {
		l, side, far := rng.Float64(), rng.Float64()*rng.Float64(), rng.Float64()*rng.Float64()
		c := bent(l, side, far*far)
		x, y := side*(2*rng.Float64()-1), far*rng.Float64()
		if got, low := math.Sqrt((l+x)*(l+x)+y*y), l+x+c*y*y/2; got < low-8*unit {
			t.Fatalf("l %v, x %v, y %v: %v is below %v", l, x, y, got, low)
		}
	}
}

// footAt draws a foot on the core o for the unit direction d, on any of the parts that it has: also
// one that is not the farthest, of which less is true.
func footAt(rng *rand.Rand, o *body, d Vec) (f foot) {
	end := float64(2*rng.IntN(2) - 1)
	angle, far := 2*math.Pi*rng.Float64(), o.half.X*math.Sqrt(rng.Float64())
	parts := map[kind][]surfacePart{
		kindCylinder: {partRim, partSide, partCap}, kindCone: {partRim, partCap, partGenerator, partApex},
		kindEllipsoid: {partSmooth},
	}[o.kind]
	if len(parts) == 0 {
		for range 1 + rng.IntN(3) {
			_, id := o.support(Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()})
			f.add(o, id)
		}
		f.x[0] = rng.Float64()
		f.x[1] = rng.Float64() * (1 - f.x[0])
		return f
	}
	switch f.part, f.sign = parts[rng.IntN(len(parts))], end; f.part {
	case partSide:
		f.x[0] = o.half.Z * (2*rng.Float64() - 1)
	case partCap:
		f.x = [2]float64{far * math.Cos(angle), far * math.Sin(angle)}
	case partGenerator:
		f.x[0] = rng.Float64()
	case partVertices, partSmooth, partRim, partApex:
	}
	if o.kind == kindCone && f.part != partGenerator {
		f.sign = -1
	}
	return f
}

// TestBelow: the quadratic form of a foot, less the slack, is below the support values in the whole
// disc, on its border too, for each part of each core; and not far below some of them.
func TestBelow(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(31, 10))
	q := newTestQuery(t, Options{})
	seen, near := map[surfacePart]int{}, map[surfacePart]int{}
	for range 8000 {
		first, second := curvedNames[rng.IntN(5)], curvedNames[rng.IntN(5)]
		a, b := sunkPair(t, rng, first, second, 0.1)
		q.setUp(a, b)
		o := &q.m.a
		d := Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Unit()
		f := footAt(rng, o, d)
		if rng.IntN(2) == 0 && f.part == partVertices && f.n == 2 { // as at a minimum
			if across := f.v[0].Sub(f.v[1]).Cross(d); across.Len() > 0.01 {
				d = across.Unit()
			}
		}
		if rng.IntN(2) == 0 && f.part == partCap {
			d = d.Scale(0.01 * rng.Float64()).Add(Vec{Z: f.sign}).Unit()
		}
		t1, t2 := d.across()
		f.set(o, d, t1, t2)
		r := math.Ldexp(0.5, -rng.IntN(6))
		var k bending
		slack := 0.0
		f.below(o, d, t1, t2, r, &k, &slack)
		if math.IsInf(k.xx, -1) {
			continue
		}
		seen[f.part]++
		for i := range 60 {
			s := r
			if i%2 == 0 {
				s *= rng.Float64()
			}
			x, y := s*math.Cos(float64(i)*math.Pi/30), s*math.Sin(float64(i)*math.Pi/30)
			n := d.Add(t1.Scale(x)).Add(t2.Scale(y))
			p, _ := o.support(n)
			over := p.Dot(n) - f.p.Dot(n)
			low := (k.xx*x*x+2*k.xy*x*y+k.yy*y*y)/2 - slack
			if over < low-32*unit {
				t.Fatalf("%s, part %d: radius %v, at %v, %v: %v is above %v", a.Shape(), f.part, r, x, y, low, over)
			}
			if low > over/2 {
				near[f.part]++
			}
		}
	}
	for part := range partApex {
		if seen[part] < 100 || part != partGenerator && near[part] < 20 {
			t.Errorf("part %d: %d feet, %d near", part, seen[part], near[part])
		}
	}
}

// TestTraceOfDiscs: each vertex of the polytope comes up in a step, those that close a disc in too,
// and where discs settle the depth the last step has the normal and the witness points.
func TestTraceOfDiscs(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 11))
	settled, closing := 0, 0
	for range 400 {
		first, second := curvedNames[rng.IntN(5)], []string{"cone", "cylinder", "ellipsoid"}[rng.IntN(3)]
		a, b := nearPair(t, rng, first, second, -0.05-0.3*rng.Float64())
		var tr Trace
		c := newTestQuery(t, Options{Trace: &tr}).Distance(&a, &b, nil)
		vertices := 4
		for i := range tr.Steps {
			s := &tr.Steps[i]
			if s.Stage != collide.StageEPA || s.Exit == collide.ExitDisc {
				continue
			}
			if len(s.Vertices) > vertices {
				t.Fatalf("%s %s: before step %d a vertex came that no step found", first, second, i)
			}
			if vertices = len(s.Vertices) + 1; s.Size == 0 {
				closing++
			}
		}
		if s := &tr.Steps[len(tr.Steps)-1]; s.Exit == collide.ExitDisc {
			settled++
			n := s.Frame.Rot.Apply(s.Direction)
			if s.Swapped {
				n = n.Neg()
			}
			if off := n.Sub(c.Normal).Len(); off > 1e-13 || !(s.Lower <= s.Upper) {
				t.Errorf("%s %s: normal %v, the answer has %v; depth %v to %v", first, second, n, c.Normal, s.Lower, s.Upper)
			}
		}
	}
	if settled < 100 || closing < 40 {
		t.Errorf("%d traces end with discs, %d looks close them in", settled, closing)
	}
}
