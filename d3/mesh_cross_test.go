package d3

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/internal/testkit/raced"
)

// ratClip cuts the convex polygon (a point, a segment) to where n.x >= c, or = c.
func ratClip(poly []ratVec, n ratVec, c *big.Rat, equal bool) (out []ratVec) {
	value := func(v ratVec) *big.Rat { return new(big.Rat).Sub(ratDot(n, v), c) }
	for i, v := range poly {
		w := poly[(i+1)%len(poly)]
		x, y := value(v), value(w)
		if x.Sign() == 0 || x.Sign() > 0 && !equal {
			out = append(out, v)
		}
		if x.Sign()*y.Sign() < 0 {
			t := new(big.Rat).Quo(x, new(big.Rat).Sub(x, y))
			var at ratVec
			for k := range 3 {
				at[k] = new(big.Rat).Add(v[k], new(big.Rat).Mul(t, new(big.Rat).Sub(w[k], v[k])))
			}
			out = append(out, at)
		}
	}
	return out
}

// ratCommon returns corners of the common part of two triangles that are not flat.
func ratCommon(p, q [3]Vec) []ratVec {
	poly := []ratVec{ratVecOf(p[0]), ratVecOf(p[1]), ratVecOf(p[2])}
	a, b, c := ratVecOf(q[0]), ratVecOf(q[1]), ratVecOf(q[2])
	n := ratCross(ratSub(b, a), ratSub(c, a))
	poly = ratClip(poly, n, ratDot(n, a), true)
	for _, e := range [3][2]ratVec{{a, b}, {b, c}, {c, a}} {
		if len(poly) == 0 {
			return nil
		}
		in := ratCross(n, ratSub(e[1], e[0]))
		poly = ratClip(poly, in, ratDot(in, e[0]), false)
	}
	return poly
}

// bruteCross reports whether the triangles have a common point that is of no corner or edge that
// they share.
func bruteCross(m *triMesh, i, j int32) bool {
	a, b, c := m.corners(i)
	d, e, f := m.corners(j)
	var both []ratVec
	for _, v := range m.tris[i] {
		if slices.Contains(m.tris[j][:], v) {
			both = append(both, ratVecOf(m.points[v]))
		}
	}
	if len(both) == 3 {
		return false
	}
	for _, x := range ratCommon([3]Vec{a, b, c}, [3]Vec{d, e, f}) {
		switch len(both) {
		case 0:
			return true
		case 1:
			if v := ratSub(x, both[0]); ratDot(v, v).Sign() != 0 {
				return true
			}
		case 2:
			if v := ratCross(ratSub(x, both[0]), ratSub(both[1], both[0])); ratDot(v, v).Sign() != 0 {
				return true
			}
		}
	}
	return false
}

// inOnePlane reports whether the first two triangles of m lie in one plane.
func inOnePlane(m *triMesh) bool {
	a, b, c := m.corners(0)
	n := ratCross(ratSub(ratVecOf(b), ratVecOf(a)), ratSub(ratVecOf(c), ratVecOf(a)))
	d, e, f := m.corners(1)
	for _, v := range []Vec{d, e, f} {
		if ratDot(n, ratSub(ratVecOf(v), ratVecOf(a))).Sign() != 0 {
			return false
		}
	}
	return true
}

// TestCross compares with the common parts in rationals, for triangles of few lattice points.
func TestCross(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(51, 52))
	seen := map[[2]bool]int{}
	n := 20000
	if testing.Short() {
		n = 3000
	}
	for range n {
		side := 2 + r.IntN(5)
		p := make([]Vec, 6)
		high := r.IntN(2)
		for i := range p {
			p[i] = Vec{float64(r.IntN(side)), float64(r.IntN(side)), float64(r.IntN(side) * high)}
		}
		m, err := newTriMesh(p, [][3]int{{0, 1, 2}, {3, 4, 5}})
		if err != nil || len(m.tris) < 2 {
			continue
		}
		flat := false
		for i := range m.tris {
			a, b, c := m.corners(int32(i))
			n := ratCross(ratSub(ratVecOf(b), ratVecOf(a)), ratSub(ratVecOf(c), ratVecOf(a)))
			flat = flat || ratDot(n, n).Sign() == 0
		}
		if flat {
			continue
		}
		at, inPlane, ok := m.cross(0, 1)
		coplanar := inOnePlane(m)
		if ok && inPlane != coplanar {
			t.Fatalf("%v: in one plane %v, want %v", p, inPlane, coplanar)
		}
		if want := bruteCross(m, 0, 1); ok != want {
			t.Fatalf("%v: %v, want %v", p, ok, want)
		}
		if _, _, back := m.cross(1, 0); back != ok {
			t.Fatalf("%v: the other way round %v", p, back)
		}
		seen[[2]bool{ok, coplanar}]++
		for i := range m.tris {
			if a, b, c := m.corners(int32(i)); ok && distanceTo(t, a, b, c, at) > 1e-14 {
				t.Fatalf("%v: %v is not on triangle %d", p, at, i)
			}
		}
	}
	for _, ok := range []bool{false, true} {
		for _, coplanar := range []bool{false, true} {
			if seen[[2]bool{ok, coplanar}] < n/100 {
				t.Errorf("too tame: %v", seen)
			}
		}
	}
	t.Log(seen)
}

// distanceTo is the distance of a point and a triangle.
func distanceTo(t *testing.T, a, b, c, at Vec) float64 {
	t.Helper()
	h, err := NewHull([]Vec{a, b, c})
	if err != nil {
		t.Fatal(err)
	}
	x, err := Place(h, Pose{})
	if err != nil {
		t.Fatal(err)
	}
	y, err := Place(Sphere{}, Pose{Pos: at})
	if err != nil {
		t.Fatal(err)
	}
	return Distance(&x, &y).Distance
}

// TestCrossings: two cubes that cross have what is expected, far fewer pairs than all; one that was
// made well has none.
func TestCrossings(t *testing.T) {
	p, f := bumpy(rand.New(rand.NewPCG(53, 54)), 12, Vec{}, 1)
	if r, err := InspectMesh(p, f); err != nil || len(r.Crossings) != 0 {
		t.Fatal(err, r.Crossings)
	}
	p, f = cubeMesh(Vec{}, Vec{2, 2, 2})
	q, g := cubeMesh(Vec{1, 0.5, 0.5}, Vec{3, 1.5, 1.5})
	p, f = joined(p, f, q, g)
	r, err := InspectMesh(p, f)
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	m := mustTriMesh(t, p, f)
	for i := range m.tris {
		for j := range i {
			if bruteCross(m, int32(j), int32(i)) {
				want++
			}
		}
	}
	if len(r.Crossings) != want || want == 0 {
		t.Errorf("%d crossings, want %d", len(r.Crossings), want)
	}
	for _, c := range r.Crossings {
		if c.A >= 12 || c.B < 12 || c.Coplanar || c.At.X != 2 {
			t.Errorf("%+v", c)
		}
	}
}

// BenchmarkInspect is a sphere of a hundred thousand triangles.
func BenchmarkInspect(b *testing.B) {
	p, f := bumpy(rand.New(rand.NewPCG(55, 56)), 160, Vec{}, 1)
	for i := range p {
		p[i] = p[i].Unit()
	}
	for b.Loop() {
		if _, err := InspectMesh(p, f); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(f)), "triangles")
}
