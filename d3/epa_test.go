package d3

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
)

// checkPolytope fails unless the live faces of e are a closed surface, convex exactly, without area
// zero, of Euler characteristic 2, with every live face in the list of keys unless it is too far
// away.
func checkPolytope(t *testing.T, what string, e *epa) {
	t.Helper()
	used := map[int32]bool{}
	faces, next := 0, map[[2]int32]int32{}
	for i := range e.faces {
		f := &e.faces[i]
		if f.dead {
			continue
		}
		faces++
		for k := range 3 {
			used[f.v[k]] = true
			edge := [2]int32{f.v[k], f.v[(k+1)%3]}
			if _, twice := next[edge]; twice {
				t.Fatalf("%s: edge %v twice in the same direction", what, edge)
			}
			next[edge] = int32(i)
		}
	}
	for edge, i := range next {
		j, ok := next[[2]int32{edge[1], edge[0]}]
		if !ok {
			t.Fatalf("%s: edge %v has one face", what, edge)
		}
		f := &e.faces[i]
		k := slices.Index(f.v[:], edge[0])
		if side := f.adj[k]; side.face() != j || e.faces[j].v[side.edge()] != edge[1] {
			t.Fatalf("%s: face %d says %d lies across %v, it is one of %d", what, i, side, edge, j)
		}
	}
	if len(used)-len(next)/2+faces != 2 {
		t.Fatalf("%s: %d vertices, %d edges, %d faces", what, len(used), len(next)/2, faces)
	}
	for i := range e.faces {
		f := &e.faces[i]
		if f.dead {
			continue
		}
		a, b, c := e.verts[f.v[0]].g, e.verts[f.v[1]].g, e.verts[f.v[2]].g
		n := exact.Cross3(b.sub(a), c.sub(a))
		if n == [3]exact.Int128{} {
			t.Fatalf("%s: face %d has no area", what, i)
		}
		for v := range used {
			if exact.Dot3(n, e.verts[v].g.sub(a)).Sign() > 0 {
				t.Fatalf("%s: vertex %d is above face %d", what, v, i)
			}
		}
		if exact.Dot3(n, a).Sign() < 0 {
			t.Fatalf("%s: the origin is above face %d", what, i)
		}
		checkPlane(t, what, f, [3]gridPoint{a, b, c})
	}
	checkKeys(t, what, e)
}

// checkPlane fails unless normal and distance of f are within its errN, judged by exact integers
// turned to doubles at the end.
func checkPlane(t *testing.T, what string, f *epaFace, g [3]gridPoint) {
	t.Helper()
	n := exact.Cross3(g[1].sub(g[0]), g[2].sub(g[0]))
	want := direction(n[0].Wide(), n[1].Wide(), n[2].Wide())
	want = want.Scale(1 / want.Len())
	if f.n == (Vec{}) {
		if f.errN < 1 {
			t.Fatalf("%s: no normal, error %v", what, f.errN)
		}
		return
	}
	if d := f.n.Sub(want).Len(); d > f.errN+4*unit {
		t.Fatalf("%s: normal off by %v, promised %v", what, d, f.errN)
	}
	if d := math.Abs(f.d - want.Dot(gridVector(g[0]))); d > float64(f.errN/2)+4*unit {
		t.Fatalf("%s: plane off by %v, promised %v", what, d, float64(f.errN/2))
	}
}

// checkKeys fails unless every live face that may be nearest has its key, and no dead one has any.
func checkKeys(t *testing.T, what string, e *epa) {
	t.Helper()
	for i := range e.faces {
		f, k := &e.faces[i], e.keys.At(int32(i))
		if f.dead && !math.IsInf(k, 1) {
			t.Fatalf("%s: dead face %d has the key %v", what, i, k)
		}
		if low := f.d - float64(f.errN/2); !f.dead && k != low && !(low > e.best && math.IsInf(k, 1)) {
			t.Fatalf("%s: face %d at %v has the key %v, best %v", what, i, low, k, e.best)
		}
	}
}

// grow runs the growth of EPA from the pair's first tetrahedron for a number of steps, checking the
// polytope after every one up to 40 and then ever more seldom, and returns how many vertices it had
// in the end.
func grow(t *testing.T, what string, a, b *Object, steps int) int {
	t.Helper()
	q := newQuery()
	q.setUp(a, b)
	m, e := &q.m, &q.epa
	if q.gjkOnly() != collide.ExitContains {
		t.Fatalf("%s: the cores do not overlap", what)
	}
	if _, flat := q.inflate(); flat {
		t.Fatalf("%s: flat", what)
	}
	e.best = math.Inf(1)
	e.begin(&q.s)
	checkPolytope(t, what, e)
	for n := range steps {
		// Any face will do for growing; the nearest as in solve, then the last one, to reach odd
		// corners.
		i := e.closest()
		if n%3 == 2 {
			i = int32(len(e.faces) - 1)
		}
		f := &e.faces[i]
		var p epaVertex
		m.support(f.n, &p.vertex)
		p.g = toGrid(p.w)
		if f.dead || e.det(f, p.g) <= 0 {
			if n%3 == 1 {
				break
			}
			continue
		}
		e.add(i, &p)
		if !e.faces[i].dead {
			t.Fatalf("%s: the face that was grown is alive", what)
		}
		if n < pick(5, 20) || n%199 == 0 {
			checkPolytope(t, what, e)
		}
	}
	checkPolytope(t, what, e)
	return len(e.verts)
}

// ball is a sphere as a user would write it: EPA cannot end on it early.
type ball struct{ center, radii Vec }

func (ball) Margin() float64 { return 0 }

func (b ball) Support(d Vec) Vec {
	d = d.normal()
	e := Vec{d.X * b.radii.X, d.Y * b.radii.Y, d.Z * b.radii.Z}
	l := e.Len()
	return b.center.Add(Vec{b.radii.X * (e.X / l), b.radii.Y * (e.Y / l), b.radii.Z * (e.Z / l)})
}

func mustPlace(t testing.TB, s Shape, p Pose) *Object {
	t.Helper()
	o, err := Place(s, p)
	if err != nil {
		t.Fatal(err)
	}
	return &o
}

func mustHull(t testing.TB, p []Vec) *Hull {
	t.Helper()
	h, err := NewHull(p)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestPolytopeStaysClosedAndConvex(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	sized := func(n int, size Vec) *Hull {
		return mustHull(t, each(onSphere(r, n), func(v Vec) Vec { return Vec{v.X * size.X, v.Y * size.Y, v.Z * size.Z} }))
	}
	for _, row := range []struct {
		what  string
		a, b  Shape
		steps int
		least int // vertices that the polytope must reach
	}{
		{"two boxes in line: every facet is coplanar triangles", Box{Vec{1, 1, 1}}, Box{Vec{1, 0.5, 2}}, 60, 8},
		{"lattice hulls: many coplanar and collinear points", mustHull(t, grid(r, 4, 4, 4)), Box{Vec{2, 2, 2}}, 60, 6},
		{"a flat hull against a box", mustHull(t, []Vec{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}), Box{Vec{1, 1, 1}}, 60, 6},
		{"a flat hull across another", mustHull(t, []Vec{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}), mustHull(t, []Vec{{0, -1, -1}, {0, 1, -1}, {0, 0, 1}}), 60, 5},
		{"a sliver of 1e-6", sized(60, Vec{1, 1e-6, 1}), sized(60, Vec{1, 1, 1e-6}), 200, 20},
		{"a needle of 1e6 in a ball", sized(60, Vec{1, 1e-6, 1e-6}), ball{Vec{}, Vec{0.3, 0.3, 0.3}}, 200, 40},
		{"plates of 1e-3 and 1e-12", Box{Vec{1, 1, 1e-3}}, sized(40, Vec{1, 1, 1e-12}), 100, 5},
		{"round hulls", sized(200, Vec{1, 1, 1}), sized(300, Vec{0.5, 1, 1}), 300, 40},
		{"a ball against a point, far from its own origin", ball{Vec{}, Vec{1, 1, 1}}, Sphere{}, 1400, 1000},
		{"an ellipsoid and a cone", Ellipsoid{Vec{1, 0.01, 2}}, Cone{1, 1}, 300, 100},
	} {
		rot := randomRot(r)
		n := grow(t, row.what, mustPlace(t, row.a, Pose{Rot: rot}), mustPlace(t, row.b, Pose{Pos: Vec{1e-4, 0, 0}, Rot: rot.Mul(Rot{1e-9, 0, 0, 1})}), row.steps)
		if n < row.least {
			t.Errorf("%s: %d vertices, want %d or more", row.what, n, row.least)
		}
	}
}

// TestWitnessIsTheFoot: on one face whose foot of the origin is known, with points of A that are an
// affine image of the face.
func TestWitnessIsTheFoot(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	for range 500 {
		var s simplex
		for i, w := range [4]Vec{{-0.25, -0.25, 0.125}, {0.25, -0.25, 0.125}, {0, 0.25, 0.125}, {0, 0, -0.25}} {
			if i < 3 {
				w = w.Add(Vec{r.Float64(), r.Float64(), r.Float64()}.Scale(0.0625))
				w = Vec{w.X + gridSnap - gridSnap, w.Y + gridSnap - gridSnap, w.Z + gridSnap - gridSnap}
			}
			s.p[i] = vertex{w: w, a: Vec{2 * w.Y, w.X - w.Z, w.Z + 1}}
		}
		s.n = 4
		var e epa
		e.best = math.Inf(1)
		e.begin(&s)
		for i := range e.faces {
			f := &e.faces[i]
			if slices.Contains(f.v[:], 3) {
				continue
			}
			foot := f.n.Scale(f.d)
			want := Vec{2 * foot.Y, foot.X - foot.Z, foot.Z + 1}
			if got := e.witness(f, 0); got.Sub(want).Len() > 64*unit {
				t.Fatalf("witness %v, want %v", got, want)
			}
		}
	}
}

// TestDepthAgainstSampledDirections: no direction may have a smaller support value than the depth's
// lower bound, and the polytope's bound must come close to the truth for bodies of many vertices.
func TestDepthAgainstSampledDirections(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 4))
	a := mustPlace(t, mustHull(t, onSphere(r, 2048)), Pose{Rot: randomRot(r)})
	b := mustPlace(t, mustHull(t, each(onSphere(r, 2048), func(v Vec) Vec { return Vec{v.X, v.Y * 0.8, v.Z} })),
		Pose{Pos: Vec{0.1, 0.2, 0.05}, Rot: randomRot(r)})
	q := newQuery()
	ct := q.Distance(a, b, nil)
	if ct.Upper-ct.Lower > 256*unit*4 || !(ct.Lower <= ct.Distance && ct.Distance <= ct.Upper) || ct.Distance > -1 {
		t.Fatalf("%+v", ct)
	}
	least := math.Inf(1)
	for i := range pick(1000, 4000) {
		n := onSphere(r, 1)[0]
		if i%2 == 0 { // near the answer, where a better one would be
			n = ct.Normal.Add(n.Scale(math.Ldexp(1, -1-r.IntN(30))))
			n = n.Scale(1 / n.Len())
		}
		h := math.Inf(-1)
		low := math.Inf(1)
		for _, p := range a.hull.points {
			h = max(h, n.Dot(a.pose.Rot.Apply(p)))
		}
		for _, p := range b.hull.points {
			low = min(low, n.Dot(b.pose.Rot.Apply(p).Add(b.pose.Pos)))
		}
		least = min(least, h-low)
	}
	if least < -ct.Upper-1e-14 {
		t.Errorf("a direction separates with %v, the answer is %v to %v", least, ct.Lower, ct.Upper)
	}
	if least > -ct.Distance+1e-6 {
		t.Errorf("the best direction near the normal separates with %v, the depth is %v", least, -ct.Distance)
	}
}
