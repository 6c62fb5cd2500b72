package d2_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// ground is a surface of edges for bodies to slide over.
type ground struct {
	name  string
	shape d2.Shape
	solid bool // with the normals outside
	left  bool // bodies may be deep in it
	edges [][2]d2.Vec
}

// normal returns the unit normal of edge i, to the left of it.
func (g *ground) normal(i int) d2.Vec {
	e := g.edges[i][1].Sub(g.edges[i][0]).Unit()
	return d2.Vec{X: -e.Y, Y: e.X}
}

// legal returns what is wrong with n as a normal at the place p of the surface.
func (g *ground) legal(n, p d2.Vec, size float64) error {
	off := 1e-9 * size
	var of, ends []d2.Vec
	for i, e := range g.edges {
		d := e[1].Sub(e[0])
		t := max(0, min(p.Sub(e[0]).Dot(d)/d.Len2(), 1))
		if e[0].Add(d.Scale(t)).Sub(p).Len() > off {
			continue
		}
		of = append(of, g.normal(i))
		for k, q := range e { // the end of a chain has all normals that lead off it
			count := 0
			for _, f := range g.edges {
				if f[0] == q || f[1] == q {
					count++
				}
			}
			if q.Sub(p).Len() <= off && count == 1 {
				ends = append(ends, d.Unit().Scale(float64(2*k-1)))
			}
		}
	}
	if len(of) == 0 {
		return fmt.Errorf("%v is on no edge", p)
	}
	if coneHolds(n, append(ends, of...)) {
		return nil
	}
	for i := range of {
		of[i] = of[i].Neg()
	}
	if !g.solid && coneHolds(n, append(ends, of...)) {
		return nil
	}
	return fmt.Errorf("the normal %v is none at %v: %v", n, p, of)
}

// coneHolds reports whether n is a non-negative combination of the vectors, to 1e-9.
func coneHolds(n d2.Vec, of []d2.Vec) bool {
	cross := func(a, b d2.Vec) float64 { return a.X*b.Y - a.Y*b.X }
	for i, a := range of {
		if a.Dot(n) > 0 && math.Abs(cross(a, n)) <= 1e-9 {
			return true
		}
		for _, b := range of[:i] {
			if det := cross(a, b); math.Abs(det) > 1e-12 && cross(n, b)/det >= -1e-9 && cross(a, n)/det >= -1e-9 {
				return true
			}
		}
	}
	return false
}

// check holds a manifold of the ground a and the body b to its meaning.
func (g *ground) check(q *d2.Query, a, b *d2.Object, mf *d2.Manifold, size float64) error {
	if mf.N == 0 {
		return fmt.Errorf("no points")
	}
	n := a.Pose().Inverse().Rot.Apply(mf.Normal)
	for i, p := range mf.Points[:mf.N] {
		if i > 0 && p.ID == mf.Points[0].ID {
			return fmt.Errorf("the ID %x twice", p.ID)
		}
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

// grounds returns surfaces to slide over, about 6 wide.
func grounds(t *testing.T) (list []*ground) {
	t.Helper()
	for _, f := range []struct {
		name   string
		height func(x float64) float64
	}{
		{"flat", func(x float64) float64 { return 0 }},
		{"tilted", func(x float64) float64 { return 0.3 * x }},
		{"hill", func(x float64) float64 { return -0.1 * (x - 3) * (x - 3) }},
		{"bowl", func(x float64) float64 { return 0.1 * (x - 3) * (x - 3) }},
		{"waves", func(x float64) float64 { return math.Round(64*0.2*math.Sin(3*x)) / 64 }},
		{"stairs", func(x float64) float64 { return 0.25 * math.Floor(x+1e-9) }},
	} {
		var p []d2.Vec
		g := &ground{name: f.name}
		for i := range 31 {
			p = append(p, d2.Vec{X: 0.2 * float64(i), Y: f.height(0.2 * float64(i))})
			if i > 0 {
				g.edges = append(g.edges, [2]d2.Vec{p[i-1], p[i]})
			}
		}
		g.shape = must(d2.NewChain(p, d2.ChainOptions{}))(t)
		left := &ground{name: f.name + " one-sided", solid: true, left: true, edges: g.edges}
		left.shape = must(d2.NewChain(p, d2.ChainOptions{OneSided: true}))(t)
		list = append(list, g, left)
	}
	rng := rand.New(rand.NewPCG(3, 3))
	for k := range 3 {
		rows := make([][]bool, 12)
		for j := range rows {
			for i := range 24 {
				full := j < 4
				switch {
				case k == 1:
					full = j < 4+i%5/2
				case k == 2:
					full = j < 3 || j < 6 && rng.IntN(3) > 0
				}
				rows[j] = append(rows[j], full)
			}
		}
		g := &ground{name: fmt.Sprint("grid ", k), shape: must(d2.NewGrid(d2.Vec{X: 0.25, Y: 0.25}, rows))(t), solid: true}
		at := func(i, j int) bool { return j >= 0 && j < 12 && i >= 0 && i < 24 && rows[j][i] }
		v := func(i, j int) d2.Vec { return d2.Vec{X: 0.25 * float64(i), Y: 0.25 * float64(j)} }
		for j := range rows {
			for i := range rows[j] {
				if !at(i, j) {
					continue
				}
				if !at(i, j+1) {
					g.edges = append(g.edges, [2]d2.Vec{v(i, j+1), v(i+1, j+1)})
				}
				if !at(i, j-1) {
					g.edges = append(g.edges, [2]d2.Vec{v(i+1, j), v(i, j)})
				}
				if !at(i-1, j) {
					g.edges = append(g.edges, [2]d2.Vec{v(i, j), v(i, j+1)})
				}
				if !at(i+1, j) {
					g.edges = append(g.edges, [2]d2.Vec{v(i+1, j+1), v(i+1, j)})
				}
			}
		}
		list = append(list, g)
	}
	return list
}

func sliders(t *testing.T) []d2.Shape {
	t.Helper()
	return []d2.Shape{
		d2.Box{Size: d2.Vec{X: 1, Y: 0.6}},
		d2.Circle{Radius: 0.4},
		d2.Capsule{Radius: 0.2, Height: 0.7},
		d2.Ellipse{Radii: d2.Vec{X: 0.5, Y: 0.3}},
		must(d2.NewPolygon([]d2.Vec{{X: -0.5, Y: -0.3}, {X: 0.4, Y: -0.4}, {X: 0.5, Y: 0.2}, {X: 0, Y: 0.5}}))(t),
		d2.Rounded{Core: d2.Box{Size: d2.Vec{X: 0.6, Y: 0.3}}, R: 0.1},
	}
}

// A body slides over surfaces, level or turned, at all depths: each normal is one of the surface
// where the points are.
func TestSlide(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	q := must(d2.NewQuery(d2.Options{}))(t)
	turns := 100
	if testing.Short() {
		turns = 20
	}
	for _, g := range grounds(t) {
		for k, s := range sliders(t) {
			faults, count := 0, 0
			for turn := range turns {
				angle := func() d2.Rot {
					a := 7 * rng.Float64()
					return must(d2.NewAngle(a))(t)
				}
				at := d2.Pose{Pos: d2.Vec{X: rng.Float64(), Y: rng.Float64()}, Rot: angle()}
				if turn%2 == 0 {
					at = d2.Pose{}
				}
				pose := d2.Pose{Pos: d2.Vec{X: 6 * rng.Float64(), Y: 4}}
				if turn%3 != 0 {
					pose.Rot = angle()
				}
				a := must(d2.Place(g.shape, at))(t)
				b := must(d2.Place(s, at.Mul(pose)))(t)
				down := at.Rot.Apply(d2.Vec{Y: -1})
				sweep := must(d2.NewSweep(down.Scale(10), 1, d2.SweepOptions{}))(t)
				hit := q.CastShape(&a, &b, &sweep)
				if hit.Verdict == collide.Miss {
					continue
				}
				depth := math.Pow(10, -6*rng.Float64())*0.03 + 1e-6
				if turn%5 == 0 {
					depth = 0
				}
				if g.left && turn%5 == 1 {
					depth = 0.15 * rng.Float64()
				}
				if err := b.Move(d2.Pose{Pos: at.Mul(pose).Pos.Add(down.Scale(10*hit.T + depth)), Rot: at.Mul(pose).Rot}); err != nil {
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

// Manifolds over surfaces take no memory once the work space has grown.
func TestSlideAllocations(t *testing.T) {
	q := must(d2.NewQuery(d2.Options{}))(t)
	for _, g := range grounds(t) {
		for _, s := range sliders(t) {
			a := must(d2.Place(g.shape, d2.Pose{}))(t)
			b := must(d2.Place(s, d2.Pose{Pos: d2.Vec{X: 1.5, Y: 0.75}}))(t)
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
// the manifolds are there, and each point is on the half-space or on the disc.
func TestManifoldsBesideHalfSpace(t *testing.T) {
	m := must(d2.NewChain([]d2.Vec{{}, {X: 1}}, d2.ChainOptions{}))(t)
	c := mustCompound(t, []d2.Part{{Shape: d2.Circle{Radius: 0.1}}, {Shape: d2.HalfSpace{Normal: d2.Vec{Y: 1}}}})
	a, b := placeOrFail(t, m, d2.Pose{Pos: d2.Vec{Y: -0.05}}), placeOrFail(t, c, d2.Pose{})
	for _, pair := range [][2]*d2.Object{{a, b}, {b, a}} {
		n := 0
		for _, mf := range must(d2.NewQuery(d2.Options{}))(t).Manifolds(pair[0], pair[1], nil) {
			for _, p := range mf.Points[:mf.N] {
				n++
				at := p.PointA
				if pair[0] == a {
					at = p.PointB
				}
				if off := math.Min(math.Abs(at.Y), math.Abs(at.Len()-0.1)); off > 1e-9 {
					t.Errorf("a point at %v is on neither part of the compound", at)
				}
			}
		}
		if n == 0 {
			t.Error("no points")
		}
	}
}
