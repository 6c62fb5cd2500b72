package d3

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// everyCrossing returns what cross says about all pairs, one after the other, in order; TestCross
// proves cross.
func everyCrossing(t *triMesh) (all []MeshCrossing) {
	flat := func(i int32) bool {
		a, b, c := t.corners(i)
		n := ratCross(ratSub(ratVecOf(b), ratVecOf(a)), ratSub(ratVecOf(c), ratVecOf(a)))
		return ratDot(n, n).Sign() == 0
	}
	for i := range int32(len(t.tris)) {
		for j := i + 1; int(j) < len(t.tris); j++ {
			if at, coplanar, ok := t.cross(i, j); ok && !flat(i) && !flat(j) {
				all = append(all, MeshCrossing{int(t.id(i)), int(t.id(j)), at, coplanar})
			}
		}
	}
	return all
}

// crowdedMesh returns triangles of few lattice points, many of them equal, around one edge, around
// one corner, or with nothing in common.
func crowdedMesh(r *rand.Rand, n int) (p []Vec, f [][3]int) {
	side := 2 + r.IntN(5)
	high := r.IntN(4)
	for range 4 + r.IntN(60) {
		p = append(p, Vec{float64(r.IntN(side)), float64(r.IntN(side)), float64(r.IntN(side) * min(high, 1))})
	}
	for range n {
		x := [3]int{r.IntN(len(p)), r.IntN(len(p)), r.IntN(len(p))}
		switch r.IntN(4) {
		case 0:
			x[r.IntN(3)] = 0
		case 1:
			x[0], x[1] = 0, 1
		case 2:
			if len(f) > 0 {
				x = f[r.IntN(len(f))]
			}
		}
		f = append(f, x)
	}
	return p, f
}

// TestCrossingsOfCrowds: the search misses no pair of what it was made for.
func TestCrossingsOfCrowds(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(57, 58))
	found, shared := 0, 0
	for k := range 40 {
		p, f := crowdedMesh(r, 20+r.IntN(180))
		m, err := newTriMesh(p, f)
		if err != nil {
			continue
		}
		got, err := InspectMesh(p, f)
		if err != nil {
			t.Fatal(err)
		}
		if want := everyCrossing(m); !slices.Equal(got.Crossings, want) {
			t.Fatalf("mesh %d: %d crossings, want %d", k, len(got.Crossings), len(want))
		}
		if got.Searched != len(f) {
			t.Errorf("mesh %d: searched to %d of %d", k, got.Searched, len(f))
		}
		found += len(got.Crossings)
		shared += len(got.Duplicates)
	}
	if found < 10_000 || shared < 500 {
		t.Errorf("too tame: %d crossings, %d equal triangles", found, shared)
	}
}

// TestCrossingsCut: where the search ends early, what it tells of is right and all there is below
// Searched, whether the work or the list was too long, and with equal triangles too.
func TestCrossingsCut(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(59, 60))
	cut := 0
	for range 40 {
		p, f := crowdedMesh(r, 200)
		m, err := newTriMesh(p, f)
		if err != nil {
			continue
		}
		want := everyCrossing(m)
		var rep MeshReport
		rep.addCrossings(m, rep.addDuplicates(m), 1000+r.IntN(200_000))
		if rep.Searched < len(f)/2 {
			cut++
		}
		if len(rep.Crossings) > len(want) || !slices.Equal(rep.Crossings, want[:len(rep.Crossings)]) {
			t.Fatal("a crossing is wrong or left out")
		}
		if n := len(rep.Crossings); n < len(want) && want[n].A < rep.Searched {
			t.Errorf("%v is left out, below %d", want[n], rep.Searched)
		}
	}
	if cut < 10 {
		t.Errorf("too tame: %d of 40 were cut", cut)
	}
	p := crowdCases(660)["in one plane"] // some 109 000 crossings
	rep, err := InspectMesh(p, byThrees(p))
	if err != nil {
		t.Fatal(err)
	}
	if last := rep.Crossings[len(rep.Crossings)-1]; len(rep.Crossings) != mostCrossings || rep.Searched != last.A {
		t.Errorf("%d crossings, searched to %d, the last %v", len(rep.Crossings), rep.Searched, last)
	}
}

// byThrees returns the triangles of which p has the corners, three by three.
func byThrees(p []Vec) [][3]int {
	f := make([][3]int, len(p)/3)
	for i := range f {
		f[i] = [3]int{3 * i, 3*i + 1, 3*i + 2}
	}
	return f
}

// crowdCases are n triangles that all of their boxes meet, most of which do not cross.
func crowdCases(n int) map[string][]Vec {
	around := func(k int) Vec {
		s, c := math.Sincos(2 * math.Pi * float64(k%n) / float64(n))
		return Vec{c, s, 0}
	}
	cases := map[string][]Vec{}
	for k := range n {
		h := float64(k) / float64(n)
		x := around(k)
		add := func(name string, a, b, c Vec) { cases[name] = append(cases[name], a, b, c) }
		add("equal", Vec{}, Vec{1, 0, 0}, Vec{0, 1, 0})
		add("around an edge", Vec{}, Vec{0, 0, 1}, Vec{x.X, x.Y, 0.5})
		add("around a corner", Vec{}, x, around(k+1))
		add("around a corner, a cone", Vec{0, 0, 1}, x, around(k+1))
		add("in one plane", Vec{h, h, 0}, Vec{1 + h, 0, 0}, Vec{0, 1 + h, 0})
		add("leaning on each other", Vec{0, 0, h}, Vec{1, 0, 1 + h}, Vec{0, 1, 1 + h})
		add("strips", Vec{h, 0, 0}, Vec{1 + h, 1, 0}, Vec{1 + h + 0.25/float64(n), 1, 0})
	}
	return cases
}

// TestCrossingsWork: twice as many triangles around one edge, around one corner, or on each other
// take some twice as much work, not four times, and what does take more ends early and says so.
func TestCrossingsWork(t *testing.T) {
	t.Parallel()
	const most = 1 << 24
	work := func(p []Vec) (each float64, searched int) {
		m := mustTriMesh(t, p, byThrees(p))
		c := crossFinder{t: m, boxes: m.boxes(), left: most}
		for i, k := range new(MeshReport).addDuplicates(m) {
			if int32(i) == k {
				c.list = append(c.list, k)
			}
		}
		c.find()
		return float64(most-c.left) / float64(len(m.tris)), int(c.done)
	}
	small, large := crowdCases(2000), crowdCases(4000)
	for name := range small {
		a, _ := work(small[name])
		b, n := work(large[name])
		t.Logf("%s: %.1f, %.1f for each triangle", name, a, b)
		switch name {
		case "in one plane", "leaning on each other", "strips":
			if n == 4000 || n == 0 {
				t.Errorf("%s: searched to %d", name, n)
			}
		default:
			if b > 1.5*a || n != 4000 {
				t.Errorf("%s: %.1f for each of 2000 triangles, %.1f of 4000; searched to %d", name, a, b, n)
			}
		}
	}
	p, f := bumpy(rand.New(rand.NewPCG(55, 56)), 100, Vec{}, 1)
	q := make([]Vec, 0, 3*len(f))
	for _, x := range f {
		q = append(q, p[x[0]], p[x[1]], p[x[2]])
	}
	if each, _ := work(q); each > crossWorkOne/2 {
		t.Errorf("%.1f for each triangle of a surface", each)
	}
}
