package d3

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/internal/testkit/raced"
)

// dentedMesh returns the hull of n points drawn on the unit sphere, with dents where two triangles
// meet: the edge between them is turned. No two dents touch. c is a little less than how deep the
// least of them is.
func dentedMesh(seed uint64, n, dents int) (m solidMesh) {
	rng := rand.New(rand.NewPCG(seed, 41))
	for len(m.points) < n {
		p := Vec{rng.Float64() - 0.5, rng.Float64() - 0.5, rng.Float64() - 0.5}
		if l := p.Len(); l > 0.1 {
			m.points = append(m.points, p.Scale(1/l))
		}
	}
	h := newChunk(m.points)
	m.points, m.c = h.points, 0.0095
	for _, f := range h.faces {
		m.tris = append(m.tris, [3]int{int(f[0]), int(f[1]), int(f[2])})
	}
	used := map[int]bool{}
	for i := 0; dents > 0 && i < len(m.tris); i++ {
		for j := range i {
			s, t := &m.tris[i], &m.tris[j]
			for k := range 9 {
				a, b, c, d := s[k/3], s[(k/3+1)%3], s[(k/3+2)%3], t[(k%3+2)%3]
				if t[k%3] != b || t[(k%3+1)%3] != a || dents == 0 ||
					slices.ContainsFunc([]int{a, b, c, d}, func(v int) bool { return used[v] }) {
					continue
				}
				deep := 0.0
				for i := range 65 {
					p := m.points[a].Lerp(m.points[b], float64(i)/64)
					x := newSurfaceTri(m.points[a], m.points[d], m.points[c])
					y := newSurfaceTri(m.points[d], m.points[b], m.points[c])
					deep = max(deep, min(x.closest(p).Sub(p).Len(), y.closest(p).Sub(p).Len()))
				}
				if deep < 0.01 || deep > 0.012 {
					continue
				}
				dents--
				*s, *t = [3]int{a, d, c}, [3]int{d, b, c}
				used[a], used[b], used[c], used[d] = true, true, true, true
			}
		}
	}
	return m
}

// TestDented: a solid that is convex but for dents is two parts, on either side of a plane through
// all of them, which hold the solid and reach no farther than allowed. One dent has such a plane;
// of more dents that one part would hold by a little, some do.
func TestDented(t *testing.T) {
	t.Parallel()
	var found [3]int
	for i := range found {
		for seed := range uint64(12) {
			m := dentedMesh(seed, 100, i+1)
			table, err := newTriMesh(m.points, m.tris)
			if err != nil {
				t.Fatal(err)
			}
			d := newDecomposer(context.Background(), table, DecomposeOptions{Concavity: m.c})
			d.carve = carver{s: d.s, tick: d.tick}
			low, _ := d.reach.reach(d.whole, d.limit, d.limit)
			worse := slices.Clone(d.reach.worse)
			lots, err := d.dented(d.limit, &worse)
			if err != nil || low <= d.limit || lots != nil && len(lots) != 2 {
				t.Fatalf("%d dents, seed %d: %d lots, error %v; the hull reaches %v", i+1, seed, len(lots), err, low)
			}
			if lots == nil {
				continue
			}
			found[i]++
			out := &Decomposition{}
			for _, l := range lots {
				h, up, err := d.finish(l)
				if err != nil || up > m.c {
					t.Fatalf("%d dents, seed %d: a part reaches %v, error %v", i+1, seed, up, err)
				}
				out.Parts, out.Reaches = append(out.Parts, h), append(out.Reaches, up)
				out.Concavity = max(out.Concavity, up)
			}
			m.checkCover(t, out)
			if seed == 3 {
				m.checkReach(t, out)
			}
		}
	}
	if found[0] != 12 || found[1] < 6 || found[2] < 2 {
		t.Errorf("%v of 12 solids of 1, 2 and 3 dents are two parts", found)
	}
}

// TestDecomposeDented: a solid with one dent is two parts by the plane through it, whichever way
// the dent goes.
func TestDecomposeDented(t *testing.T) {
	for seed := range uint64(12) {
		m := dentedMesh(seed, 100, 1)
		d, err := Decompose(context.Background(), m.points, m.tris, DecomposeOptions{Concavity: m.c})
		if err != nil || len(d.Parts) != 2 || d.AtLeast != 2 || d.Concavity > m.c {
			t.Fatalf("seed %d: %v, %v", seed, d, err)
		}
		m.checkCover(t, d)
	}
}

// TestSlant: the plots on both sides of a plane hold all points of the solid on their side, and
// nothing beyond it.
func TestSlant(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 15))
	for _, m := range solidMeshes() {
		d, _ := cellWork(t, &m)
		points := solidPoints(d.s, rng, 400)
		slack := float64(64*regionCut*unit*d.s.big) + float64(0x1p-29*d.s.size)
		for range 40 {
			n := Vec{rng.Float64() - 0.5, rng.Float64() - 0.5, rng.Float64() - 0.5}
			p := points[rng.IntN(len(points))]
			if rng.IntN(4) == 0 { // triangles lie in the plane
				f := &d.s.tris[rng.IntN(len(d.s.tris))]
				n, p = f.normal, f.a
			}
			n = n.Scale(1 / n.Len())
			at := n.Dot(p)
			l, r := d.carve.slant(n, at)
			for i, x := range [2]*plot{l, r} {
				sign := float64(1 - 2*i)
				for _, q := range points {
					h := float64(sign * (n.Dot(q) - at))
					if x.hull.solid() && h <= 0 && !x.hull.holds([]Vec{q}, x.slip+d.s.up) {
						t.Fatalf("%s: %v is %v below the plane across %v, and not held", m.name, q, h, n)
					}
				}
				for _, q := range x.hull.points {
					if h := float64(sign * (n.Dot(q) - at)); h > slack {
						t.Fatalf("%s: %v of the plot is %v above the plane across %v", m.name, q, h, n)
					}
				}
			}
		}
	}
}
