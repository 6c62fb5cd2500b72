package d2_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/audit"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// Every field of the manifolds of hard pairs is what it says: that the points lie on their bodies
// to 1e-9 of their size above all.
func TestPropertyManifoldHard(t *testing.T) {
	raced.Skip(t)
	q := must(d2.NewQuery(d2.Options{}))(t)
	n := 3000
	if testing.Short() {
		n = 500
	}
	for _, family := range shapegen.Hard2 {
		g := shapegen.New2(31)
		points, faults := 0, 0
		for i := range n {
			p := g.Hard(family)
			a, b, err := p.Place()
			if err != nil {
				t.Fatalf("%s %d: %v\n%v", family, i, err, p)
			}
			ct, mf := q.Collide(&a, &b, nil)
			c, m := audit.Contact2(ct), audit.Manifold2(&mf)
			err = audit.Of2(&p).CheckManifold(&c, &m)
			if err == nil && !p.A.Alike(&p.B) {
				err = mirrored(&mf, &b, &a)
			}
			if err != nil {
				if faults++; faults <= 3 {
					t.Errorf("%s %d: %v\n%v", family, i, err, p)
				}
			}
			points += mf.N
		}
		if points < n {
			t.Errorf("%s: only %d points", family, points)
		}
	}
}

// A margin of 1 about a core of 1e-160 squared was out of range in the core's unit: the points were
// NaN and at infinity.
func TestManifoldOfLargeMargins(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b d2.Shape
		pose d2.Pose
	}{
		{"rounded box", d2.Rounded{Core: d2.Box{Size: vec(1e-160, 1e-167)}, R: 1}, d2.Box{Size: vec(0, 1e-160)}, turned(t, 0, 0, 0, -1)},
		{"capsule", d2.Capsule{Radius: 1, Height: 1e-160}, d2.Box{Size: vec(1e-160, 1e-169)}, shift(0, 0)},
		{"capsule of 1e84 beside 1e-110", d2.Capsule{Radius: 6.622246478724102e+83, Height: 8.903686563229186e-239}, d2.Box{Size: vec(6.961135749209599e-111, 2.9480866697445294e-248)}, turned(t, 0, 0, 0, -1)},
	} {
		ct, mf := manifoldOf(t, c.a, c.b, shift(0, 0), c.pose)
		if mf.N == 0 || deepest(&mf) != ct.Distance {
			t.Errorf("%s: %d points, the deepest at %v, want %v", c.name, mf.N, deepest(&mf), ct.Distance)
		}
		r := c.a.Margin()
		for _, p := range mf.Points[:mf.N] {
			if !(math.Abs(p.LocalA.Len()/r-1) < 1e-12) || !(p.LocalB.Len() < 1e-105) || !(math.Abs(p.PointA.Len()/r-1) < 1e-12) {
				t.Errorf("%s: %+v", c.name, p)
			}
		}
	}
}

// A small rounded box of which an edge leans by 1e-9: over its lower end the point was as high as
// over the other one, since the search for the height ended where two points were as near.
func TestManifoldOfLeaningEdge(t *testing.T) {
	const r = 1.821066838139705e-08
	core := d2.Box{Size: vec(1.2273099649494797e-06, 1.7675375792217598e-05)}
	a := d2.Rounded{Core: d2.Box{Size: vec(0.0015717090437894247, 1)}, R: 0.00010630327679904777}
	_, mf := manifoldOf(t, a, d2.Rounded{Core: core, R: r}, turned(t, 0, 0, 1, -1.3141845880662603e-09),
		shift(9.825557372689822e-05, -0.34077931820645035))
	o := must(d2.Place(core, d2.Pose{}))(t)
	for _, p := range mf.Points[:mf.N] {
		if cl := must(d2.ClosestPoint(&o, p.LocalB))(t); math.Abs(cl.Distance-r) > 1e-17 {
			t.Errorf("%v is %v off its body", p.LocalB, cl.Distance-r)
		}
	}
	if mf.N != 2 {
		t.Errorf("%d points", mf.N)
	}
}

// Hard pairs keep the promise about IDs too: the smaller body, moved by 1e-7 of its size, moves no
// point that keeps its ID by more than ten times that, and most points keep it. One in a hundred
// may break it: where the normal of bodies that touch in a vertex jumps while the features stay.
func TestManifoldJitterHard(t *testing.T) {
	n := 1500
	if testing.Short() {
		n = 300
	}
	for _, family := range shapegen.Hard2 {
		g, s := shapegen.New2(41), newSample(42)
		points, kept, faults := 0, 0, 0
		for i := range n {
			p := g.Hard(family)
			a, b, err := p.Place()
			if err != nil {
				t.Fatalf("%s %d: %v\n%v", family, i, err, p)
			}
			size, far := min(p.A.Extent(), p.B.Extent()), 0.0
			if size == 0 {
				size = max(p.A.Extent(), p.B.Extent())
			}
			if size <= 0x1p-40*max(p.A.Extent(), p.B.Extent()) {
				continue // no size, or one in which steps of 1e-7 are lost beside the other body
			}
			for _, o := range []*d2.Object{&a, &b} {
				far = max(far, o.Pose().Pos.Len())
			}
			_, mf := d2.Collide(&a, &b)
			o := &b
			if p.A.Extent() < p.B.Extent() {
				o = &a
			}
			pose := o.Pose()
			pose = d2.Pose{
				Pos: pose.Pos.Add(s.direction().Scale(1e-7 * size)),
				Rot: pose.Rot.Mul(must(d2.NewAngle(s.between(-1e-7, 1e-7)))(t)),
			}
			if err := o.Move(pose); err != nil {
				t.Fatal(err)
			}
			_, nf := d2.Collide(&a, &b)
			points += mf.N
			for _, p1 := range mf.Points[:mf.N] {
				for _, p2 := range nf.Points[:nf.N] {
					if p1.ID != p2.ID {
						continue
					}
					kept++
					round := 64 * 0x1p-53 * (far + p1.PointA.Len() + p1.PointB.Len())
					if d := max(near(p1.PointA, p2.PointA), near(p1.PointB, p2.PointB)); !(d <= 1e-6*size+round) {
						faults++
						t.Logf("%s %d: %x moves by %.3g sizes\n%v", family, i, p1.ID, d/size, p)
					}
				}
			}
		}
		// Fewer points say nothing about most of them. Of ledges few keep their IDs: their margins
		// are levers many sizes long.
		if family != "ledges" && (points >= 100 && kept < points/2 || faults > kept/100) {
			t.Errorf("%s: %d of %d points keep their IDs, %d of them move too far", family, kept, points, faults)
		}
	}
}

// FuzzManifold checks every field of the manifolds of hard pairs: of any family, from any seed.
func FuzzManifold(f *testing.F) {
	for i := range shapegen.Hard2 {
		f.Add(uint8(i), uint64(100+i))
	}
	f.Fuzz(func(t *testing.T, family uint8, seed uint64) {
		p := shapegen.New2(seed).Hard(shapegen.Hard2[int(family)%len(shapegen.Hard2)])
		a, b, err := p.Place()
		if err != nil {
			t.Fatalf("%v\n%v", err, p)
		}
		ct, mf := d2.Collide(&a, &b)
		c, m := audit.Contact2(ct), audit.Manifold2(&mf)
		err = audit.Of2(&p).CheckManifold(&c, &m)
		if err == nil && !p.A.Alike(&p.B) {
			err = mirrored(&mf, &b, &a)
		}
		if err != nil {
			t.Fatalf("%v\n%v", err, p)
		}
	})
}

// The points of a body lie on it beside one that is far larger, too, to 1e-9 of its own size, with
// a margin or without: rounding of the larger one put them farther beside a feature than the margin
// goes, and a normal known to less than the smaller one's angles named another vertex than theirs.
func TestManifoldOfFarSmaller(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 4000
	}
	q := must(d2.NewQuery(d2.Options{}))(t)
	rng := rand.New(rand.NewPCG(77, 1))
	g, large := shapegen.New2(91), shapegen.New2(92)
	large.Unit, large.Offset, large.NoHalf = 1, 0, true
	points, faults, many := 0, 0, 0
	for i := range n {
		p := g.Hard("mixed")
		small, other := &p.A, &p.B
		if small.Extent() > other.Extent() {
			small, other = other, small
		}
		small.Rounded, small.Rounding = i%3 > 0, small.Extent()*math.Pow(10, 2-11*rng.Float64())
		if i%2 == 0 {
			*other = large.Pair().A
		}
		if i%10 == 0 {
			other.Rounded, other.Rounding = true, other.Extent()*math.Pow(10, 2-8*rng.Float64())
		}
		a, b, err := p.Place()
		if err != nil {
			t.Fatalf("%d: %v\n%v", i, err, p)
		}
		if i%2 == 0 { // the smaller body goes to a point of the larger one
			ct := d2.Distance(&a, &b)
			by := ct.PointA.Sub(ct.PointB).Sub(ct.Normal.Scale(small.Extent() * rng.Float64() / 4))
			if small == &p.A {
				by = by.Neg()
			}
			small.P[0], small.P[1] = small.P[0]+by.X, small.P[1]+by.Y
			if a, b, err = p.Place(); err != nil {
				t.Fatalf("%d: %v\n%v", i, err, p)
			}
		}
		ct, mf := q.Collide(&a, &b, nil)
		c, m := audit.Contact2(ct), audit.Manifold2(&mf)
		if err := audit.Of2(&p).CheckManifold(&c, &m); err != nil {
			if faults++; faults <= 3 {
				t.Errorf("%d: %v\n%v", i, err, p)
			}
		}
		points += mf.N
		if mf.N > 1 {
			many++
		}
	}
	if t.Log(points, many, faults); many < n/20 {
		t.Errorf("a tame sample: %d points, %d manifolds of more than one", points, many)
	}
}
