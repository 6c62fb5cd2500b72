package d3_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// ground is a surface of triangles for bodies to slide over, seen from above.
type ground struct {
	name  string
	shape d3.Shape
	solid bool
	v     []d3.Vec
	t     [][3]int
	n     []d3.Vec // the unit normals of the triangles
	open  map[[2]int]bool
	left  bool // it lies where X is negative
}

// newGround returns the triangles as a surface.
func newGround(name string, shape d3.Shape, v []d3.Vec, t [][3]int) *ground {
	g := &ground{name: name, shape: shape, v: v, t: t, open: map[[2]int]bool{}}
	for _, f := range t {
		g.n = append(g.n, v[f[1]].Sub(v[f[0]]).Cross(v[f[2]].Sub(v[f[0]])).Unit())
		for k := range 3 {
			a, b := f[k], f[(k+1)%3]
			key := [2]int{min(a, b), max(a, b)}
			if _, twice := g.open[key]; twice {
				g.open[key] = false
			} else {
				g.open[key] = true
			}
		}
	}
	return g
}

// grid returns the vertices and triangles of a height field.
func gridOf(w, h int, d float64, height func(x, y float64) float64) (v []d3.Vec, t [][3]int, rows [][]float64) {
	for j := range h {
		row := make([]float64, w)
		for i := range w {
			x, y := float64(i)*d, float64(j)*d
			row[i] = height(x, y)
			v = append(v, d3.Vec{X: x, Y: y, Z: row[i]})
			if i+1 < w && j+1 < h {
				k := j*w + i
				t = append(t, [3]int{k, k + 1, k + w + 1}, [3]int{k, k + w + 1, k + w})
			}
		}
		rows = append(rows, row)
	}
	return v, t, rows
}

// triangles returns the triangles that have p of the surface, within off.
func (g *ground) triangles(p d3.Vec, off float64) (list []int) {
	for i, f := range g.t {
		a, b, c := g.v[f[0]], g.v[f[1]], g.v[f[2]]
		if math.Abs(g.n[i].Dot(p.Sub(a))) > off {
			continue
		}
		in := func(a, b d3.Vec) bool {
			return g.n[i].Cross(b.Sub(a).Unit()).Dot(p.Sub(a)) >= -off
		}
		if in(a, b) && in(b, c) && in(c, a) {
			list = append(list, i)
		}
	}
	return list
}

// coneHolds reports whether n is a non-negative combination of the vectors, to 1e-9.
func coneHolds(n d3.Vec, of []d3.Vec) bool {
	const off = 1e-9
	for i, a := range of {
		if n.Dot(a) > 0 && n.Cross(a).Len() <= off {
			return true
		}
		for j, b := range of[:i] {
			c := a.Cross(b)
			if l := c.Len(); l > 1e-12 {
				c = c.Scale(1 / l)
				x, y := n.Cross(b).Dot(c), a.Cross(n).Dot(c)
				if math.Abs(n.Dot(c)) <= off && x >= -off && y >= -off {
					return true
				}
			}
			for _, d := range of[:j] {
				det := a.Cross(b).Dot(d)
				if math.Abs(det) < 1e-12 {
					continue
				}
				if n.Cross(b).Dot(d)/det >= -off && a.Cross(n).Dot(d)/det >= -off && a.Cross(b).Dot(n)/det >= -off {
					return true
				}
			}
		}
	}
	return false
}

// legal returns what is wrong with n as a normal at the place p of the surface.
func (g *ground) legal(n, p d3.Vec, size float64) error {
	list := g.triangles(p, 1e-9*size)
	if len(list) == 0 {
		return fmt.Errorf("%v is on no triangle", p)
	}
	var of []d3.Vec
	for _, i := range list {
		of = append(of, g.n[i])
		f := g.t[i]
		for k := range 3 {
			a, b := g.v[f[k]], g.v[f[(k+1)%3]]
			e := b.Sub(a).Unit()
			d := p.Sub(a)
			if g.open[[2]int{min(f[k], f[(k+1)%3]), max(f[k], f[(k+1)%3])}] && d.Sub(e.Scale(d.Dot(e))).Len() <= 1e-9*size {
				of = append(of, e.Cross(g.n[i])) // out of the border
				if d.Len() <= 1e-9*size {
					of = append(of, e.Neg())
				}
				if p.Sub(b).Len() <= 1e-9*size {
					of = append(of, e)
				}
			}
		}
	}
	if coneHolds(n, of) {
		return nil
	}
	if !g.solid {
		for i := range of[:len(list)] {
			of[i] = of[i].Neg()
		}
		for i := range list {
			of[i] = g.n[list[i]].Neg()
		}
		if coneHolds(n, of) {
			return nil
		}
	}
	return fmt.Errorf("the normal %v is none of the triangles %v at %v (normals %v)", n, list, p, of)
}

// check holds a manifold of the ground at pose at and the body b to its meaning; flip tells that
// the ground is its B.
func (g *ground) check(q *d3.Query, a, b *d3.Object, mf *d3.Manifold, size float64) error {
	if mf.N == 0 {
		return fmt.Errorf("no points")
	}
	n := a.Pose().Inverse().Rot.Apply(mf.Normal)
	ids := map[collide.FeatureID]bool{}
	for _, p := range mf.Points[:mf.N] {
		if ids[p.ID] {
			return fmt.Errorf("the ID %x twice", p.ID)
		}
		ids[p.ID] = true
		if err := g.legal(n, p.LocalA, size); err != nil {
			return err
		}
		if off := p.PointB.Sub(p.PointA).Sub(mf.Normal.Scale(p.Distance)).Len(); off > 1e-12*size {
			return fmt.Errorf("the points are not Distance apart, by %v", off)
		}
		cl, _ := q.ClosestPoint(b, p.PointB)
		if off := math.Abs(cl.Distance); off > 3e-9*size {
			return fmt.Errorf("PointB is %v off its body", off)
		}
		if off := a.Pose().Apply(p.LocalA).Sub(p.PointA).Len(); off > 1e-12*size {
			return fmt.Errorf("LocalA is %v off PointA", off)
		}
		if off := b.Pose().Apply(p.LocalB).Sub(p.PointB).Len(); off > 3e-9*size {
			return fmt.Errorf("LocalB is %v off PointB", off)
		}
	}
	return nil
}

// grounds returns surfaces to slide over, about 3 wide.
func grounds(t *testing.T) (list []*ground) {
	t.Helper()
	for _, f := range []struct {
		name   string
		height func(x, y float64) float64
	}{
		{"flat", func(x, y float64) float64 { return 0 }},
		{"tilted", func(x, y float64) float64 { return 0.3*x - 0.17*y }},
		{"hill", func(x, y float64) float64 { return -0.15 * ((x-1.5)*(x-1.5) + (y-1.5)*(y-1.5)) }},
		{"bowl", func(x, y float64) float64 { return 0.15 * ((x-1.5)*(x-1.5) + (y-1.5)*(y-1.5)) }},
		{"waves", func(x, y float64) float64 { return math.Round(64*0.1*math.Sin(3*x)*math.Cos(2*y)) / 64 }},
	} {
		v, tr, rows := gridOf(16, 16, 0.2, f.height)
		m := must(d3.NewMesh(v, tr, d3.MeshOptions{}))(t)
		list = append(list, newGround(f.name+" mesh", m, v, tr))
		h := must(d3.NewHeightField(0.2, 0.2, rows))(t)
		list = append(list, newGround(f.name+" field", h, v, tr))
		v, tr = slab(16, v, tr)
		m = must(d3.NewMesh(v, tr, d3.MeshOptions{Solid: true}))(t)
		m = must(m.Scaled(d3.Vec{X: -1, Y: 1, Z: 1}))(t)
		g := newGround(f.name+" solid, mirrored", m, m.Vertices(), m.Triangles())
		g.solid, g.left = true, true
		list = append(list, g)
	}
	return list
}

// slab returns the solid below a height field of w rows of w vertices.
func slab(w int, v []d3.Vec, t [][3]int) ([]d3.Vec, [][3]int) {
	n, top := len(v), len(t)
	for _, p := range v[:n] {
		v = append(v, d3.Vec{X: p.X, Y: p.Y, Z: -2})
	}
	for _, f := range t[:top] {
		t = append(t, [3]int{f[0] + n, f[2] + n, f[1] + n})
	}
	wall := func(a, b int) { t = append(t, [3]int{a, a + n, b}, [3]int{b, a + n, b + n}) }
	for i := range w - 1 {
		wall(i, i+1)
		wall((w-1)*w+i+1, (w-1)*w+i)
		wall((i+1)*w, i*w)
		wall(i*w+w-1, (i+1)*w+w-1)
	}
	return v, t
}

func sliders(t *testing.T) []d3.Shape {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 5))
	var p []d3.Vec
	for range 12 {
		p = append(p, d3.Vec{X: rng.Float64() - 0.5, Y: rng.Float64() - 0.5, Z: rng.Float64() - 0.5})
	}
	return []d3.Shape{
		d3.Box{Size: d3.Vec{X: 1, Y: 0.8, Z: 0.5}},
		d3.Sphere{Radius: 0.4},
		d3.Capsule{Radius: 0.2, Height: 0.7},
		d3.Cylinder{Radius: 0.4, Height: 0.6},
		must(d3.NewHull(p))(t),
		d3.Rounded{Core: d3.Box{Size: d3.Vec{X: 0.6, Y: 0.5, Z: 0.3}}, R: 0.1},
	}
}

// A body slides over surfaces, level or turned, at all depths: each normal is one of the surface
// where the points are.
func TestSlide(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	q := must(d3.NewQuery(d3.Options{}))(t)
	turns := 40
	if testing.Short() {
		turns = 15
	}
	for _, g := range grounds(t) {
		for k, s := range sliders(t) {
			faults, count := 0, 0
			for turn := range turns {
				at := anyPose(rng, 4)
				if turn%2 == 0 {
					at = d3.Pose{}
				}
				pose := anyPose(rng, 1)
				if turn%3 == 0 {
					pose.Rot = d3.Rot{}
				}
				pose.Pos = d3.Vec{X: 3 * rng.Float64(), Y: 3 * rng.Float64(), Z: 3}
				if g.left {
					pose.Pos.X *= -1
				}
				a := must(d3.Place(g.shape, at))(t)
				b := must(d3.Place(s, at.Mul(pose)))(t)
				// down along Z until it touches, about
				down := at.Rot.Apply(d3.Vec{Z: -1})
				sweep := must(d3.NewSweep(down.Scale(10), 1, d3.SweepOptions{}))(t)
				hit := q.CastShape(&a, &b, &sweep)
				if hit.Verdict == collide.Miss {
					continue
				}
				depth := math.Pow(10, -6*rng.Float64())*0.03 + 1e-6
				if turn%5 == 0 {
					depth = 0
				}
				if err := b.Move(d3.Pose{Pos: at.Mul(pose).Pos.Add(down.Scale(10*hit.T + depth)), Rot: at.Mul(pose).Rot}); err != nil {
					t.Fatal(err)
				}
				ct, mf := q.Collide(&a, &b, nil)
				if ct.Relation == collide.Apart && ct.Distance > 1e-9 {
					continue
				}
				count++
				rel, same := q.Touch(&a, &b, nil)
				if same != mf && rel != collide.Apart {
					t.Errorf("%s, slider %d, turn %d: Touch has %v, Collide %v", g.name, k, turn, same, mf)
				}
				listed := 0
				for c, m := range q.Manifolds(&a, &b, nil) {
					if listed++; listed == 1 && m != mf {
						t.Errorf("%s, slider %d, turn %d: Manifolds begins with %v, Collide %v", g.name, k, turn, m, mf)
					}
					if err := g.check(q, &a, &b, &m, 1); err != nil || c.Relation == collide.Apart {
						t.Errorf("%s, slider %d, turn %d, manifold %d: %v", g.name, k, turn, listed, err)
					}
				}
				if rel != collide.Apart && listed == 0 || listed > 1 && (g.name[:4] == "flat" || g.name[:4] == "tilt") {
					t.Errorf("%s, slider %d, turn %d: %d manifolds", g.name, k, turn, listed)
				}
				if err := g.check(q, &a, &b, &mf, 1); err != nil {
					if faults++; faults <= 3 {
						t.Errorf("%s, slider %d, turn %d, depth %v: %v", g.name, k, turn, depth, err)
					}
				}
			}
			if count < turns/2 {
				t.Errorf("%s, slider %d: only %d contacts", g.name, k, count)
			}
		}
	}
}

// A box on a fine grid of triangles has the four corners of its face as points, under the same IDs
// as it slides.
func TestSlideCorners(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	q := must(d3.NewQuery(d3.Options{}))(t)
	rng := rand.New(rand.NewPCG(9, 9))
	steps := 60
	if testing.Short() {
		steps = 15
	}
	v, tr, rows := gridOf(41, 41, 0.1, func(x, y float64) float64 { return 0 })
	for _, s := range []d3.Shape{must(d3.NewMesh(v, tr, d3.MeshOptions{}))(t), must(d3.NewHeightField(0.1, 0.1, rows))(t)} {
		for k := range 6 {
			at := anyPose(rng, 3)
			a := must(d3.Place(s, at))(t)
			spin := must(d3.NewQuat(0, 0, math.Sin(float64(k)), math.Cos(float64(k))))(t)
			depth := []float64{1e-3, 1e-6, 0, 1e-2, 0, 1e-4}[k]
			if k == 4 { // level and in line with the grid
				at, spin = d3.Pose{}, d3.Rot{}
				a = must(d3.Place(s, at))(t)
			}
			b := must(d3.Place(d3.Box{Size: d3.Vec{X: 1, Y: 0.8, Z: 0.5}}, d3.Pose{}))(t)
			var ids [4]collide.FeatureID
			for step := range steps {
				p := d3.Pose{Pos: d3.Vec{X: 1 + 0.03125*float64(step), Y: 1 + 0.015625*float64(step), Z: 0.25 - depth}, Rot: spin}
				if err := b.Move(at.Mul(p)); err != nil {
					t.Fatal(err)
				}
				x, y := &a, &b
				if step%2 == 1 {
					x, y = y, x
				}
				ct, mf := q.Collide(x, y, nil)
				if ct.Relation == collide.Apart {
					continue // by rounding
				}
				if mf.N != 4 {
					t.Fatalf("ground %v, step %d: %d points", k, step, mf.N)
				}
				if up := at.Rot.Inverse().Apply(mf.Normal); math.Abs(math.Abs(up.Z)-1) > 1e-15 {
					t.Errorf("step %d: the normal is %v", step, up)
				}
				for i, m := range mf.Points[:4] {
					id, l := m.ID, m.LocalB
					if step%2 == 1 {
						id, l = id.Swap(), m.LocalA
					}
					if math.Abs(math.Abs(l.X)-0.5) > 1e-12 || math.Abs(math.Abs(l.Y)-0.4) > 1e-12 {
						t.Errorf("step %d: a point at %v of the box", step, l)
					}
					if math.Abs(m.Distance+depth) > 1e-14 {
						t.Errorf("step %d: a point %v off", step, m.Distance)
					}
					if step == 0 {
						ids[i] = id
					} else if !slices.Contains(ids[:], id) {
						t.Errorf("step %d: the ID %x is new", step, id)
					}
				}
			}
		}
	}
}

// Manifolds over surfaces take no memory once the work space has grown.
func TestSlideAllocations(t *testing.T) {
	q := must(d3.NewQuery(d3.Options{}))(t)
	for _, g := range grounds(t) {
		for _, s := range sliders(t) {
			a := must(d3.Place(g.shape, d3.Pose{}))(t)
			b := must(d3.Place(s, d3.Pose{Pos: d3.Vec{X: 1.5, Y: 1.25, Z: 0.1}}))(t)
			do := func() {
				q.Collide(&a, &b, nil)
				q.Touch(&b, &a, nil)
				for range q.Manifolds(&a, &b, nil) {
				}
			}
			do()
			if n := testing.AllocsPerRun(5, do); n != 0 && !raceEnabled {
				t.Errorf("%s: %v allocations", g.name, n)
			}
		}
	}
}

// A surface of few parts beside a compound of more, one of them a half-space: whatever the order,
// the manifolds are there, and each point is on the half-space or on the ball.
func TestManifoldsBesideHalfSpace(t *testing.T) {
	m := must(d3.NewMesh([]d3.Vec{{}, {X: 1}, {Y: 1}}, [][3]int{{0, 1, 2}}, d3.MeshOptions{}))(t)
	c := mustCompound(t, []d3.Part{{Shape: d3.Sphere{Radius: 0.1}}, {Shape: d3.HalfSpace{Normal: d3.Vec{Z: 1}}}})
	a, b := placeOrFail(t, m, d3.Pose{Pos: d3.Vec{Z: -0.05}}), placeOrFail(t, c, d3.Pose{})
	for _, pair := range [][2]*d3.Object{{a, b}, {b, a}} {
		n := 0
		for _, mf := range must(d3.NewQuery(d3.Options{}))(t).Manifolds(pair[0], pair[1], nil) {
			for _, p := range mf.Points[:mf.N] {
				n++
				at := p.PointA
				if pair[0] == a {
					at = p.PointB
				}
				if off := math.Min(math.Abs(at.Z), math.Abs(at.Len()-0.1)); off > 1e-9 {
					t.Errorf("a point at %v is on neither part of the compound", at)
				}
			}
		}
		if n == 0 {
			t.Error("no points")
		}
	}
}

// A needle of a mesh is not taken for the line through it: the points of manifolds lie on the mesh.
func TestManifoldsOfNeedles(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 2))
	for i := range 300 {
		thin := math.Pow(10, -9-7*rng.Float64())
		turn := must(d3.NewAxisAngle(d3.Vec{X: rng.Float64(), Y: 1, Z: rng.Float64()}, 6*rng.Float64()))(t)
		v := []d3.Vec{{}, {X: 1}, {X: 0.5, Y: thin}, {X: 2}, {X: 3}, {X: 2.5, Y: thin}}
		for k := range v {
			v[k] = turn.Apply(v[k])
		}
		a := placeOrFail(t, must(d3.NewMesh(v, [][3]int{{0, 1, 2}, {3, 4, 5}}, d3.MeshOptions{}))(t), d3.Pose{})
		r := 0.1 + rng.Float64()
		at := turn.Apply(d3.Vec{X: 3 * rng.Float64(), Z: 0.7 * r * rng.Float64()})
		b := placeOrFail(t, d3.Cylinder{Radius: r, Height: 2 * r}, d3.Pose{Pos: at, Rot: turn})
		_, mf := d3.Collide(a, b)
		for _, p := range mf.Points[:mf.N] {
			if cl := must(d3.ClosestPoint(a, p.PointA))(t); cl.Distance > 1e-9 {
				t.Errorf("draw %d: a point lies %v off the mesh", i, cl.Distance)
			}
		}
	}
}

// Manifolds of tiny meshes are those of meshes of size one, scaled: places on far thin triangles do
// not come near through squares that vanish.
func TestManifoldsOfTinyMeshes(t *testing.T) {
	f := math.Ldexp(1, -540)
	v := []d3.Vec{{}, {X: f}, {Y: -f}, {X: f, Y: 4 * f}, {X: -4 * f, Y: -f}, {X: -f, Y: 2 * f}}
	m := must(d3.NewMesh(v, [][3]int{{0, 2, 1}, {3, 4, 5}}, d3.MeshOptions{}))(t)
	a := placeOrFail(t, m, d3.Pose{})
	b := placeOrFail(t, d3.Sphere{Radius: f / 4}, d3.Pose{Pos: d3.Vec{X: 1.05 * f, Z: 0.3 * f}})
	if ct, mf := d3.Collide(a, b); mf.Normal.Sub(ct.Normal).Len() > 1e-9 {
		t.Errorf("the normal is %v, that of the contact %v", mf.Normal, ct.Normal)
	}
}
