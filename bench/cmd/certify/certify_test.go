package main

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// read returns the pairs of a workload.
func read(t *testing.T, text string) []pair {
	t.Helper()
	path := filepath.Join(t.TempDir(), "w.txt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	pairs, err := load(path)
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

// bodies are the shapes of the tests: t is a regular tetrahedron in a cube of side 2.
const bodies = `dim 3
shape t hull 4 4 1 1 1 -1 -1 1 -1 1 -1 1 -1 -1 0 1 3 0 2 1 0 3 2 1 2 3
shape b box 1 2 3
shape s sphere 1
shape c cone 1 1
`

// TestDepth: by the cross products of all edges, whose arcs are not looked at, no axis has less.
func TestDepth(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		turned := func(b *body) {
			q := [4]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
			l := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
			x, y, z, w := q[0]/l, q[1]/l, q[2]/l, q[3]/l
			b.rot = [3]vec{
				{1 - 2*(y*y+z*z), 2 * (x*y - z*w), 2 * (x*z + y*w)},
				{2 * (x*y + z*w), 1 - 2*(x*x+z*z), 2 * (y*z - x*w)},
				{2 * (x*z - y*w), 2 * (y*z + x*w), 1 - 2*(x*x+y*y)},
			}
			b.at = vec{r.Float64() - 0.5, r.Float64() - 0.5, r.Float64() - 0.5}
		}
		p := read(t, bodies+"pair t 0 0 0 0 0 0 1 b 0 0 0 0 0 0 1\n")[0]
		turned(&p.a)
		turned(&p.b)
		got, ok := p.depth(mostEdges)
		want := math.Inf(1)
		for _, side := range []*body{&p.a, &p.b} {
			for _, f := range side.planes {
				n := side.world(f.n)
				want = min(want, -p.gap(n), -p.gap(n.scale(-1)))
			}
		}
		for _, e := range p.a.edges {
			for _, f := range p.b.edges {
				n := p.a.world(e.along).cross(p.b.world(f.along))
				if l := n.length(); l > 1e-9 {
					want = min(want, -p.gap(n.scale(1/l)), -p.gap(n.scale(-1/l)))
				}
			}
		}
		if !ok || math.Abs(got-want) > 1e-12 {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

// TestWrong: answers that are right, and those that are off in one field.
func TestWrong(t *testing.T) {
	x := vec{1, 0, 0}
	for _, row := range []struct {
		name  string
		pair  string
		ours  answer
		other answer
		wrong bool
	}{
		{"apart", "pair s 0 0 0 0 0 0 1 b 3 0 0 0 0 0 1", answer{0, 1, x, vec{1}, vec{2}}, answer{hit: 0, d: 1}, false},
		{"too far", "pair s 0 0 0 0 0 0 1 b 3 0 0 0 0 0 1", answer{0, 1, x, vec{1}, vec{2}}, answer{hit: 0, d: 1.01}, true},
		{"too near", "pair s 0 0 0 0 0 0 1 b 3 0 0 0 0 0 1", answer{0, 1, x, vec{1}, vec{2}}, answer{hit: 0, d: 0.99}, true},
		{"no hit", "pair s 0 0 0 0 0 0 1 b 3 0 0 0 0 0 1", answer{0, 1, x, vec{1}, vec{2}}, answer{hit: 1, d: math.NaN()}, true},
		{"not deep", "pair b 0 0 0 0 0 0 1 b 1.5 0 0 0 0 0 1", answer{1, -0.5, x, vec{1}, vec{0.5}}, answer{hit: 1, d: -0.4}, true},
		{"too deep", "pair b 0 0 0 0 0 0 1 b 1.5 0 0 0 0 0 1", answer{1, -0.5, x, vec{1}, vec{0.5}}, answer{hit: 1, d: -0.6}, true},
		{"deep", "pair b 0 0 0 0 0 0 1 b 1.5 0 0 0 0 0 1", answer{1, -0.5, x, vec{1}, vec{0.5}}, answer{hit: 1, d: -0.5}, false},
		{"missed", "pair b 0 0 0 0 0 0 1 b 1.5 0 0 0 0 0 1", answer{1, -0.5, x, vec{1}, vec{0.5}}, answer{hit: 0, d: math.NaN()}, true},
		{"failed", "pair b 0 0 0 0 0 0 1 b 1.5 0 0 0 0 0 1", answer{1, -0.5, x, vec{1}, vec{0.5}}, answer{hit: -1}, true},
		{"our point is outside", "pair s 0 0 0 0 0 0 1 c 3 0 0 0 0 0 1", answer{0, 1, x, vec{1.5}, vec{2.5}}, answer{hit: 0, d: 1.2}, false},
	} {
		p := read(t, bodies+row.pair+"\n")[0]
		k := p.known(&row.ours, mostEdges)
		if got := k.wrong(&row.other, 1e-6); got != row.wrong {
			t.Errorf("%s: wrong %v, want %v (%+v)", row.name, got, row.wrong, k)
		}
	}
}

// TestHolds: points just inside and just outside of each kind, where its support is.
func TestHolds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	text := "dim 3\nshape 0 sphere 1\nshape 1 box 1 2 3\nshape 2 capsule 1 2\nshape 3 cylinder 1 2\nshape 4 cone 1 2\nshape 5 ellipsoid 1 2 3\n" +
		"shape 6 hull 4 4 1 1 1 -1 -1 1 -1 1 -1 1 -1 -1 0 1 3 0 2 1 0 3 2 1 2 3\n"
	for i := range 7 {
		text += "pair " + string(rune('0'+i)) + " 1 2 3 0.5 0.5 0.5 0.5 0 0 0 0 0 0 0 1\n"
	}
	for _, p := range read(t, text) {
		b := &p.a
		for range 100 {
			d := vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
			d = d.scale(1 / d.length())
			// March from the origin of the frame, which all hold, to the boundary.
			lo, hi := 0.0, 20.0
			for range 60 {
				if m := (lo + hi) / 2; b.holds(b.at.add(d.scale(m)), 0) {
					lo = m
				} else {
					hi = m
				}
			}
			for range 20 { // no direction has less reach than the boundary point
				n := vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
				if x := b.at.add(d.scale(lo)); n.dot(x) > b.most(n)+1e-9 {
					t.Fatalf("%s: a point is held that lies beyond %v", b.kind, n)
				}
			}
		}
	}
}
