package d3

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// TestManyEqualFaces holds the width promised for polytopes to hulls of points of one sphere,
// concentric, where EPA takes thousands of turns. The truth comes from the overlay of both Gauss
// maps, which shares nothing with EPA.
func TestManyEqualFaces(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	counts := []int{2000, 20000}
	if testing.Short() {
		counts = []int{8000}
	}
	r := rand.New(rand.NewPCG(7, 20))
	for _, n := range counts {
		h := mustHull(t, onSphere(r, n))
		for _, rot := range []Rot{{}, randomRot(r)} {
			a, b := mustPlace(t, h, Pose{}), mustPlace(t, Rounded{h, 0.5}, Pose{Rot: rot})
			depth := overlayDepth(a, b) + 0.5
			for _, alg := range []collide.Algorithm{collide.Auto, collide.GJK} {
				q, err := NewQuery(Options{Algorithm: alg})
				if err != nil {
					t.Fatal(err)
				}
				name := fmt.Sprintf("%d points, turned by %v, %v", n, rot, alg)
				c := q.Distance(a, b, nil)
				width := 256 * unit * max(a.extent, b.extent) // their centres are one point
				if c.Status == collide.Limit || !(c.Upper-c.Lower <= width) {
					t.Errorf("%s: status %v after %d turns, width %g, not %g", name, c.Status, c.Iterations, c.Upper-c.Lower, width)
				}
				if -depth < c.Lower-16*unit || -depth > c.Upper+16*unit {
					t.Errorf("%s: depth %v, bracket [%v, %v]", name, depth, c.Lower, c.Upper)
				}
			}
		}
	}
}

// gaussArc is an edge of a solid hull in the world's axes: from p along e, between faces with the
// normals u and v.
type gaussArc struct{ p, e, u, v Vec }

// gaussMap returns the face normals of the hull of o, each with a corner of its face, and its
// edges, times sign.
func gaussMap(o *Object, sign float64) (faces [][2]Vec, arcs []gaussArc) {
	h := o.hull
	world := func(i int32) Vec { return o.pose.Rot.Apply(h.points[i]).Add(o.pose.Pos).Scale(sign) }
	normal := map[[2]int32]Vec{}
	for _, f := range h.faces {
		p := world(f[0])
		n := world(f[1]).Sub(p).Cross(world(f[2]).Sub(p)).Scale(sign)
		n = n.Scale(1 / n.Len())
		faces = append(faces, [2]Vec{n, p})
		for i := range f {
			normal[[2]int32{f[i], f[(i+1)%3]}] = n
		}
	}
	for _, f := range h.faces {
		for i := range f {
			if u, v := f[i], f[(i+1)%3]; u < v {
				p := world(u)
				arcs = append(arcs, gaussArc{p, world(v).Sub(p), normal[[2]int32{u, v}], normal[[2]int32{v, u}]})
			}
		}
	}
	return faces, arcs
}

// overlayDepth returns the least support value of the difference of two solid hulls: over the
// normals of the faces of both, and over the normals of pairs of edges whose arcs on the sphere of
// directions cross. Rounding aside it is exact.
func overlayDepth(a, b *Object) float64 {
	facesA, arcsA := gaussMap(a, 1)
	facesB, arcsB := gaussMap(b, -1)
	least := math.Inf(1)
	height := func(o *Object, n Vec, sign float64) float64 { // of sign o, along n
		own := o.pose.Rot.Inverse().Apply(n.Scale(sign))
		return own.Dot(o.hull.points[o.hull.support(own, -1)]) + sign*n.Dot(o.pose.Pos)
	}
	for _, f := range facesA {
		least = min(least, f[0].Dot(f[1])+height(b, f[0], -1))
	}
	for _, f := range facesB {
		least = min(least, f[0].Dot(f[1])+height(a, f[0], 1))
	}
	longest := 0.0
	for _, x := range append(append([]gaussArc{}, arcsA...), arcsB...) {
		longest = max(longest, x.u.Sub(x.v).Len())
	}
	cell := func(v Vec) [3]int {
		return [3]int{int(math.Floor(v.X / longest)), int(math.Floor(v.Y / longest)), int(math.Floor(v.Z / longest))}
	}
	grid := map[[3]int][]*gaussArc{}
	for i := range arcsB {
		k := cell(arcsB[i].u.Add(arcsB[i].v).Scale(0.5))
		grid[k] = append(grid[k], &arcsB[i])
	}
	for i := range arcsA {
		x := &arcsA[i]
		k := cell(x.u.Add(x.v).Scale(0.5))
		for j := range 27 {
			for _, y := range grid[[3]int{k[0] + j%3 - 1, k[1] + j/3%3 - 1, k[2] + j/9 - 1}] {
				if x.crosses(y) {
					n := x.e.Cross(y.e)
					n = n.Scale(math.Copysign(1/n.Len(), n.Dot(x.u)))
					least = min(least, n.Dot(x.p.Add(y.p)))
				}
			}
		}
	}
	return least
}

// crosses reports whether the arcs x and y, both short, cross: each has the ends of the other on
// both its sides.
func (x *gaussArc) crosses(y *gaussArc) bool {
	return x.e.Dot(y.u)*x.e.Dot(y.v) < 0 && y.e.Dot(x.u)*y.e.Dot(x.v) < 0
}

// TestManyEqualFacesHonoursALimit: a limit that was asked for ends EPA there, whatever the shapes.
func TestManyEqualFacesHonoursALimit(t *testing.T) {
	h := mustHull(t, onSphere(rand.New(rand.NewPCG(7, 21)), 3000))
	a, b := mustPlace(t, h, Pose{}), mustPlace(t, h, Pose{Rot: Rot{0, 0, 0.6, 0.8}})
	q, err := NewQuery(Options{MaxIterations: 100})
	if err != nil {
		t.Fatal(err)
	}
	c := q.Distance(a, b, nil)
	depth := overlayDepth(a, b)
	if c.Status != collide.Limit || c.Iterations != 100 || !(c.Lower <= -depth && -depth <= c.Upper) {
		t.Errorf("depth %v: %+v", depth, c)
	}
}
