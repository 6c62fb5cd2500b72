package d3

import (
	"context"
	"errors"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// solidMesh is a closed mesh of a test.
type solidMesh struct {
	name   string
	points []Vec
	tris   [][3]int
	c      float64 // the concavity asked for
	most   int     // parts
}

// addBox appends a box as a component of its own, turned inside out for a hollow.
func (m *solidMesh) addBox(lo, hi Vec, hollow bool) {
	base := len(m.points)
	for i := range 8 {
		p := lo
		for k := range int8(3) {
			if i>>k&1 == 1 {
				p = p.with(k, hi.along(k))
			}
		}
		m.points = append(m.points, p)
	}
	for _, q := range [6][4]int{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		for _, t := range [2][3]int{{q[0], q[1], q[2]}, {q[0], q[2], q[3]}} {
			if hollow {
				t[1], t[2] = t[2], t[1]
			}
			m.tris = append(m.tris, [3]int{base + t[0], base + t[1], base + t[2]})
		}
	}
}

// ringMesh returns a torus of n by k quads, its circles from exact points of the unit circle.
func ringMesh(big, small float64, n, k int) (m solidMesh) {
	circle := func(i, n int) (x, y float64) { // rational points, all round
		t, flip := 2*float64(i)/float64(n/2)-1, 1.0 // -1 to 1 is a half turn, mirrored for the other
		if i >= n/2 {
			t, flip = 2*float64(i-n/2)/float64(n/2)-1, -1
		}
		return flip * (2 * t) / (1 + t*t), flip * (1 - t*t) / (1 + t*t)
	}
	for i := range n {
		x, y := circle(i, n)
		for j := range k {
			u, v := circle(j, k)
			m.points = append(m.points, Vec{x * (big + small*u), y * (big + small*u), small * v})
			a, b, c, d := i*k+j, (i+1)%n*k+j, (i+1)%n*k+(j+1)%k, i*k+(j+1)%k
			m.tris = append(m.tris, [3]int{a, b, c}, [3]int{a, c, d})
		}
	}
	return m
}

// solidMeshes returns the meshes of the tests.
func solidMeshes() []solidMesh {
	l := solidMesh{name: "L", c: 0.01, most: 2}
	l.addBox(Vec{0, 0, 0}, Vec{3, 1, 1}, false)
	l.addBox(Vec{0, 0, 0}, Vec{1, 3, 1}, false)
	jack := solidMesh{name: "jack", c: 0.01, most: 4}
	for k := range int8(3) {
		jack.addBox(Vec{-0.5, -0.5, -0.5}.with(k, -3), Vec{0.5, 0.5, 0.5}.with(k, 3), false)
	}
	hollow := solidMesh{name: "hollow", c: 0.1, most: 6}
	hollow.addBox(Vec{0, 0, 0}, Vec{4, 4, 4}, false)
	hollow.addBox(Vec{0.5, 0.5, 0.5}, Vec{3.5, 3.5, 3.5}, true)
	ring := ringMesh(2, 0.6, 24, 12)
	ring.name, ring.c, ring.most = "ring", 0.12, 10
	box := solidMesh{name: "box", c: 1e-6, most: 1}
	box.addBox(Vec{1, 2, 3}, Vec{2, 4, 6}, false)
	apart := solidMesh{name: "apart", c: 0.05, most: 2}
	apart.addBox(Vec{0, 0, 0}, Vec{1, 1, 1}, false)
	apart.addBox(Vec{3, 0.25, 0.1}, Vec{4, 1, 1}, false)
	far := ringMesh(2, 0.6, 16, 8)
	for i := range far.points {
		far.points[i] = far.points[i].Scale(0x1p40).Add(Vec{0x1p44, -0x1p43, 0x1p42})
	}
	far.name, far.c, far.most = "far", 0.2*0x1p40, 12
	return []solidMesh{l, jack, hollow, ring, box, apart, far, dumbbellMesh(), shellMesh()}
}

// revolved returns the solid that a profile about Z bounds, of radii and heights from below, in n
// steps round. Where alternate radii are given, every second step has them.
func revolved(name string, r, z, alternate []float64, n int) (m solidMesh) {
	m.name = name
	last := len(r) - 1
	m.points = append(m.points, Vec{0, 0, z[0]}, Vec{0, 0, z[last]})
	at := func(i, k int) int { return 2 + (i-1)*n + k%n }
	for i := 1; i < last; i++ {
		for k := range n {
			t, flip := 2*float64(k%(n/2))/float64(n/2)-1, 1.0
			if k >= n/2 {
				flip = -1
			}
			x, h := r[i], z[i]
			if k%2 == 1 && alternate != nil {
				h += alternate[i]
			}
			m.points = append(m.points, Vec{flip * x * (2 * t) / (1 + t*t), flip * x * (1 - t*t) / (1 + t*t), h})
		}
	}
	for k := range n {
		m.tris = append(m.tris, [3]int{0, at(1, k), at(1, k+1)}, [3]int{1, at(last-1, k+1), at(last-1, k)})
		for i := 1; i+1 < last; i++ {
			a, b, c, d := at(i, k), at(i, k+1), at(i+1, k+1), at(i+1, k)
			m.tris = append(m.tris, [3]int{a, c, b}, [3]int{a, d, c})
		}
	}
	return m
}

// dumbbellMesh returns two balls joined by a rod. The creases where it meets them go up and down:
// without planes where they begin and end there are 7 parts.
func dumbbellMesh() solidMesh {
	r := []float64{0, 0.6, 1, 0.8, 0.3, 0.3, 0.8, 1, 0.6, 0}
	z := []float64{-3, -2.8, -2, -1.4, -1, 1, 1.4, 2, 2.8, 3}
	up := []float64{0, 0, 0, 0, -0.004, 0.004, 0, 0, 0, 0}
	m := revolved("dumbbell", r, z, up, 12)
	m.c, m.most = 0.003, 5
	return m
}

// shellMesh returns a bowl: 28 parts without a sweep, 25 with plots that are not cut to fit.
func shellMesh() solidMesh {
	r := []float64{0, 0.5, 0.87, 1, 0.85, 0.74, 0.42, 0}
	z := []float64{-1, -0.87, -0.5, 0, 0, -0.42, -0.74, -0.85}
	m := revolved("bowl", r, z, nil, 16)
	m.c, m.most = 0.06, 21
	return m
}

// inHull reports exactly whether p lies in h.
func inHull(h *Hull, p Vec) bool {
	for _, f := range h.faces {
		if exact.Orient3D(array(h.points[f[0]]), array(h.points[f[1]]), array(h.points[f[2]]), array(p)) > 0 {
			return false
		}
	}
	return h.dim == 3
}

// outOf returns how far p lies out of the solid: by all triangles.
func (m *solidMesh) outOf(s *surface, p Vec) float64 {
	if w, on := s.winding(p); on || w > 0 {
		return 0
	}
	d := math.Inf(1)
	for i := range s.tris {
		d = min(d, s.tris[i].closest(p).Sub(p).Len())
	}
	return d
}

// TestDecompose: the parts hold all corners and points of the solid, and no point of theirs lies
// farther out than the bound.
func TestDecompose(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	for i, m := range solidMeshes() {
		if testing.Short() && (i == 1 || i == 3 || i == 8) {
			continue
		}
		t.Run(m.name, func(t *testing.T) {
			d, err := Decompose(context.Background(), m.points, m.tris, DecomposeOptions{Concavity: m.c})
			if err != nil {
				t.Fatal(err)
			}
			if n := len(d.Parts); n > m.most || n < d.AtLeast || len(d.Reaches) != n {
				t.Errorf("%d parts, at least %d, want at most %d", n, d.AtLeast, m.most)
			}
			if d.Concavity > m.c {
				t.Errorf("concavity %v, asked for %v", d.Concavity, m.c)
			}
			m.checkCover(t, d)
			m.checkReach(t, d)
		})
	}
}

// checkCover looks at the corners and at points of the solid, those on its surface too.
func (m *solidMesh) checkCover(t *testing.T, d *Decomposition) {
	t.Helper()
	table, err := newTriMesh(m.points, m.tris)
	if err != nil {
		t.Fatal(err)
	}
	s := newSurface(table.points, table.tris)
	rng := rand.New(rand.NewPCG(1, 2))
	points := append([]Vec(nil), m.points...)
	for range 3000 {
		u := Vec{rng.Float64(), rng.Float64(), rng.Float64()}
		side := s.box.Max.Sub(s.box.Min)
		p := s.box.Min.Add(Vec{u.X * side.X, u.Y * side.Y, u.Z * side.Z})
		if w, on := s.winding(p); on || w > 0 {
			points = append(points, p)
		}
		f := &s.tris[rng.IntN(len(s.tris))]
		// a mean of corners, rounded: only those that are still in the solid count
		q := f.a.Add(f.b.Sub(f.a).Scale(u.X * u.Y)).Add(f.c.Sub(f.a).Scale(u.X * (1 - u.Y)))
		if w, on := s.winding(q); on || w > 0 {
			points = append(points, q)
		}
	}
next:
	for _, p := range points {
		for _, h := range d.Parts {
			if inHull(h, p) {
				continue next
			}
		}
		t.Fatalf("%v lies in no part", p)
	}
}

// checkReach looks at points of the parts, inside and on faces.
func (m *solidMesh) checkReach(t *testing.T, d *Decomposition) {
	t.Helper()
	table, _ := newTriMesh(m.points, m.tris)
	s := newSurface(table.points, table.tris)
	rng := rand.New(rand.NewPCG(3, 4))
	for i, h := range d.Parts {
		if h.Dim() != 3 {
			t.Fatalf("part %d has dimension %d", i, h.Dim())
		}
		for range 1000 {
			p, sum := Vec{}, 0.0
			for range 1 + rng.IntN(4) { // corners, edges, faces, the inside
				w := rng.Float64()
				p, sum = p.Add(h.points[rng.IntN(len(h.points))].Scale(w)), sum+w
			}
			p = p.Scale(1 / sum)
			if x := m.outOf(s, p); x > d.Reaches[i]+1e-12*s.big {
				t.Fatalf("part %d: %v lies %v out, not %v", i, p, x, d.Reaches[i])
			}
		}
		if d.Reaches[i] > d.Concavity {
			t.Errorf("part %d reaches %v, the whole %v", i, d.Reaches[i], d.Concavity)
		}
	}
}

// TestDecomposeAtLeast: two parts are said to be needed just if the hull reaches too far for
// certain. The hull of the L reaches out by 1: in the middle of the notch.
func TestDecomposeAtLeast(t *testing.T) {
	m := solidMeshes()[0]
	for _, row := range []struct {
		c     float64
		least int
	}{{0.999, 2}, {1, 1}, {1.001, 1}} {
		d, err := Decompose(context.Background(), m.points, m.tris, DecomposeOptions{Concavity: row.c})
		if err != nil {
			t.Fatal(err)
		}
		if d.AtLeast != row.least {
			t.Errorf("%v: at least %d, want %d (%d parts)", row.c, d.AtLeast, row.least, len(d.Parts))
		}
	}
}

// TestDecomposeFlat: a drum whose coordinates are rounded to 32 bits is one part, however small the
// concavity that is asked for.
func TestDecomposeFlat(t *testing.T) {
	m := revolved("drum", []float64{0, 1, 1, 0}, []float64{-1, -1, 1, 1}, nil, 24)
	for i, p := range m.points {
		m.points[i] = Vec{float64(float32(p.X + 0.3*p.Z)), float64(float32(p.Y)), float64(float32(p.Z - 0.7*p.Y))}
	}
	d, err := Decompose(context.Background(), m.points, m.tris, DecomposeOptions{Concavity: 1e-16})
	if err != nil || len(d.Parts) != 1 || d.AtLeast != 1 || !(d.Concavity <= 0x1p-20) {
		t.Fatalf("%v, %v", d, err)
	}
	m.checkCover(t, d)
	m.checkReach(t, d)
}

// TestReach: the bracket of a hull's reach holds a value that is known, and is narrow. The inside
// of a hollow counts.
func TestReach(t *testing.T) {
	meshes := solidMeshes()
	for i, want := range map[int]float64{0: 1, 2: 1.5, 4: 0} {
		m := meshes[i]
		table, _ := newTriMesh(m.points, m.tris)
		s := newSurface(table.points, table.tris)
		r := reacher{s: s, stop: func() error { return nil }}
		lower, upper := r.reach(newChunk(table.points), math.MaxFloat64, 0.001)
		if !(lower <= want+1e-12 && want <= upper) || upper-lower > 0.02 {
			t.Errorf("%s: %v to %v, want %v", m.name, lower, upper, want)
		}
	}
}

// TestDecomposeBits: the same bits on every platform.
func TestDecomposeBits(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	h := fnv.New64a()
	meshes := solidMeshes()
	for _, m := range []solidMesh{meshes[0], meshes[1], meshes[2], meshes[6]} {
		d, err := Decompose(context.Background(), m.points, m.tris, DecomposeOptions{Concavity: m.c})
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range d.Parts {
			for _, v := range append(p.Vertices(), Vec{d.Reaches[i], float64(len(d.Parts)), float64(d.AtLeast)}) {
				for _, x := range array(v) {
					var b [8]byte
					for k := range b {
						b[k] = byte(math.Float64bits(x) >> (8 * k))
					}
					h.Write(b[:])
				}
			}
		}
	}
	if got, want := h.Sum64(), uint64(0xb48606071084ae18); got != want {
		t.Errorf("hash %#x, want %#x", got, want)
	}
}

// TestDecomposeRefuses: each input that is refused, by its error.
func TestDecomposeRefuses(t *testing.T) {
	good := solidMeshes()[0]
	open := good
	open.tris = open.tris[1:]
	var turned solidMesh
	turned.addBox(Vec{0, 0, 0}, Vec{1, 1, 1}, true)
	var beside solidMesh
	beside.addBox(Vec{0, 0, 0}, Vec{1, 1, 1}, false)
	beside.addBox(Vec{2, 0, 0}, Vec{3, 1, 1}, true)
	nan := good
	nan.points = append([]Vec{{math.NaN(), 0, 0}}, good.points[1:]...)
	for _, row := range []struct {
		what string
		m    solidMesh
		o    DecomposeOptions
		want error
	}{
		{"open", open, DecomposeOptions{}, collide.ErrNotClosed},
		{"turned", turned, DecomposeOptions{}, collide.ErrInsideOut},
		{"a component turned", beside, DecomposeOptions{}, collide.ErrInsideOut},
		{"not a number", nan, DecomposeOptions{}, collide.ErrNotFinite},
		{"nothing", solidMesh{}, DecomposeOptions{}, collide.ErrBadMesh},
		{"an index", solidMesh{points: good.points, tris: [][3]int{{0, 1, 99}}}, DecomposeOptions{}, collide.ErrBadMesh},
		{"negative", good, DecomposeOptions{Concavity: -1}, collide.ErrBadOption},
		{"NaN", good, DecomposeOptions{Concavity: math.NaN()}, collide.ErrBadOption},
		{"parts", good, DecomposeOptions{MaxParts: -1}, collide.ErrBadOption},
		{"corners", good, DecomposeOptions{MaxCorners: 3}, collide.ErrBadOption},
	} {
		if _, err := Decompose(context.Background(), row.m.points, row.m.tris, row.o); !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", row.what, err, row.want)
		}
	}
}

// TestDecomposeStops: progress rises to 1, and the work ends with its context, whenever that is.
func TestDecomposeStops(t *testing.T) {
	raced.Skip(t)
	m := solidMeshes()[2]
	calls, last := 0, 0.0
	o := DecomposeOptions{Concavity: m.c, Progress: func(done float64) {
		if calls++; !(done >= last && done <= 1) {
			t.Errorf("progress %v after %v", done, last)
		}
		last = done
	}}
	if _, err := Decompose(context.Background(), m.points, m.tris, o); err != nil || last != 1 || calls < 10 {
		t.Errorf("%v, progress ended at %v after %d calls", err, last, calls)
	}
	for stop := 1; stop < calls; stop += 1 + calls/7 {
		ctx, cancel := context.WithCancel(context.Background())
		n := 0
		o.Progress = func(float64) {
			if n++; n == stop {
				cancel()
			}
		}
		if _, err := Decompose(ctx, m.points, m.tris, o); !errors.Is(err, context.Canceled) {
			t.Errorf("canceled at call %d: %v", stop, err)
		}
		cancel()
	}
}

// TestDecomposeLimits: no more parts and no more corners than asked for, with a bound that is true.
func TestDecomposeLimits(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	meshes := solidMeshes()
	list := []solidMesh{meshes[0], meshes[6]}
	if testing.Short() {
		list = list[:1]
	}
	for _, m := range list {
		for _, o := range []DecomposeOptions{
			{Concavity: m.c, MaxParts: 1}, {Concavity: m.c, MaxParts: 4}, {Concavity: m.c, MaxCorners: 12}, {MaxParts: 5, MaxCorners: 4},
		} {
			d, err := Decompose(context.Background(), m.points, m.tris, o)
			if err != nil {
				t.Fatal(err)
			}
			if o.MaxParts > 0 && len(d.Parts) > o.MaxParts {
				t.Errorf("%s %+v: %d parts", m.name, o, len(d.Parts))
			}
			for _, h := range d.Parts {
				if o.MaxCorners > 0 && len(h.points) > o.MaxCorners {
					t.Errorf("%s %+v: %d corners", m.name, o, len(h.points))
				}
			}
			m.checkCover(t, d)
			m.checkReach(t, d)
		}
	}
}

// TestSimplify: fewer corners hold the hull, and reach no farther than said.
func TestSimplify(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		points := make([]Vec, 20+rng.IntN(80))
		scale := math.Ldexp(1, rng.IntN(60)-30)
		for i := range points {
			for points[i] = (Vec{2, 0, 0}); points[i].Len2() > 1; {
				points[i] = Vec{2*rng.Float64() - 1, 2*rng.Float64() - 1, 2*rng.Float64() - 1}
			}
			points[i] = points[i].Unit().Scale(scale)
		}
		h, err := NewHull(points)
		if err != nil {
			t.Fatal(err)
		}
		n := 4 + rng.IntN(16)
		s, far, err := h.Simplify(n)
		if err != nil || len(s.points) > n {
			t.Fatalf("%d corners, want %d: %v", len(s.points), n, err)
		}
		for _, p := range h.points {
			if !inHull(s, p) {
				t.Fatalf("%v is left out", p)
			}
		}
		if far > 6*scale {
			t.Errorf("%d corners reach %v out of a ball of %v", n, far, scale)
		}
		own := newSurface(h.points, h.faces)
		for _, p := range s.points {
			if w, on := own.winding(p); !on && w <= 0 {
				if d, _, _ := own.nearest(p, math.Inf(1)); d > far {
					t.Errorf("%v is %v out, not %v", p, d, far)
				}
			}
		}
	}
	box, _ := NewHull(solidMeshes()[4].points)
	if s, far, err := box.Simplify(8); s != box || far != 0 || err != nil {
		t.Error("a box of eight corners is changed")
	}
	if s, _, err := box.Simplify(5); err != nil || len(s.points) > 5 || !inHull(s, Vec{2, 4, 6}) {
		t.Error("a box in few corners", err)
	}
	if _, _, err := box.Simplify(3); !errors.Is(err, collide.ErrBadOption) {
		t.Error(err)
	}
	flat, _ := NewHull([]Vec{{0, 0, 0}, {1, 0, 0}, {2, 1, 0}, {1, 2, 0}, {0, 1, 0}})
	if _, _, err := flat.Simplify(4); !errors.Is(err, collide.ErrDegenerate) {
		t.Error(err)
	}
	if _, _, err := new(Hull).Simplify(4); !errors.Is(err, collide.ErrNilShape) {
		t.Error(err)
	}
}

// FuzzDecompose: unions of boxes, each a component, at coordinates that often are equal.
func FuzzDecompose(f *testing.F) {
	f.Add([]byte{0, 0, 0, 3, 1, 1, 0, 0, 0, 1, 3, 1}, uint8(10))
	f.Add([]byte{0, 0, 0, 3, 3, 3, 1, 1, 1, 1, 1, 5, 2, 2, 2, 4, 4, 4}, uint8(3))
	f.Fuzz(func(t *testing.T, b []byte, c uint8) {
		m := solidMesh{c: (1 + float64(c)) / 64}
		for len(b) >= 6 && len(m.tris) < 48 {
			lo := Vec{float64(b[0]), float64(b[1]), float64(b[2])}.Scale(0.125)
			m.addBox(lo, lo.Add(Vec{1 + float64(b[3]), 1 + float64(b[4]), 1 + float64(b[5])}.Scale(0.125)), false)
			b = b[6:]
		}
		if len(m.tris) == 0 {
			return
		}
		d, err := Decompose(context.Background(), m.points, m.tris, DecomposeOptions{Concavity: m.c, MaxParts: 40})
		if err != nil {
			t.Fatal(err)
		}
		m.checkCover(t, d)
		m.checkReach(t, d)
	})
}
