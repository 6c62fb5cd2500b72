package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// tiles returns parts whose tops lie in one plane, side by side: boxes, or surfaces of a few
// triangles.
func tiles(t *testing.T, meshes bool) (parts []d3.Part) {
	t.Helper()
	for i := range 3 {
		for j := range 2 {
			at := d3.Pose{Pos: d3.Vec{X: float64(i), Y: float64(j), Z: -0.5}}
			var s d3.Shape = d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}
			if meshes {
				v, tr, _ := gridOf(3, 3, 0.5, func(x, y float64) float64 { return 0.5 })
				for k := range v {
					v[k] = v[k].Sub(d3.Vec{X: 0.5, Y: 0.5})
				}
				s = must(d3.NewMesh(v, tr, d3.MeshOptions{}))(t)
			}
			parts = append(parts, d3.Part{Shape: s, Pose: at})
		}
	}
	return parts
}

// aboutZ returns a rotation about Z.
func aboutZ(t *testing.T, rng *rand.Rand) d3.Rot {
	t.Helper()
	angle := 2 * math.Pi * rng.Float64()
	return must(d3.NewQuat(0, 0, math.Sin(angle/2), math.Cos(angle/2)))(t)
}

// A body that slides over the seams of parts whose tops lie in one plane gets the normal of that
// plane, and no other: not that of a side where the next part is.
func TestJoinedPartsSlide(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 1))
	joined := must(d3.NewQuery(d3.Options{Joined: true}))(t)
	plain := must(d3.NewQuery(d3.Options{}))(t)
	turns := 400
	if testing.Short() {
		turns = 100
	}
	for _, meshes := range []bool{false, true} {
		ghosts, count := 0, 0
		floor := mustCompound(t, tiles(t, meshes))
		for turn := range turns {
			for k, s := range sliders(t) {
				at := anyPose(rng, 4)
				if turn%2 == 0 {
					at = d3.Pose{}
				}
				a := placeOrFail(t, floor, at)
				pose := d3.Pose{Rot: aboutZ(t, rng)}
				if k == 4 {
					continue // a corner may be nearer to the seam than it is deep
				}
				// close to a seam, the lowest point at a depth below the tops
				low := placeOrFail(t, s, pose).AABB()
				depth := 0.02 * rng.Float64()
				pose.Pos = d3.Vec{X: 0.5 - low.Min.X + 0.05*(rng.Float64()-0.5), Y: 0.9 * rng.Float64(), Z: -low.Min.Z - depth}
				b := placeOrFail(t, s, at.Mul(pose))
				up := at.Rot.Apply(d3.Vec{Z: 1})
				n := 0
				for _, x := range manifoldsOf(joined, a, b) {
					if n++; x.mf.Normal.Sub(up).Len() > 1e-9 {
						t.Fatalf("meshes %v, slider %d, turn %d: normal %v, want %v", meshes, k, turn, x.mf.Normal, up)
					}
				}
				if rel := joined.Relate(a, b, nil); n == 0 && rel != collide.Apart {
					t.Fatalf("meshes %v, slider %d, turn %d: %v without a manifold", meshes, k, turn, rel)
				}
				count += n
				for _, x := range manifoldsOf(joined, b, a) {
					if x.mf.Normal.Add(up).Len() > 1e-9 {
						t.Fatalf("meshes %v, slider %d, turn %d: swapped normal %v, want %v", meshes, k, turn, x.mf.Normal, up.Neg())
					}
				}
				for _, x := range manifoldsOf(plain, a, b) {
					if x.mf.Normal.Sub(up).Len() > 1e-9 {
						ghosts++
					}
				}
			}
		}
		t.Log(meshes, ghosts, count)
		if ghosts < turns/10 || count < turns {
			t.Errorf("meshes %v: a tame sample, %d ghosts, %d manifolds", meshes, ghosts, count)
		}
	}
}

// A wall that stands on the floor, a step up and parts with a gap keep what they tell.
func TestJoinedPartsKeepWalls(t *testing.T) {
	q := must(d3.NewQuery(d3.Options{Joined: true}))(t)
	wall := d3.Part{Shape: d3.Box{Size: d3.Vec{X: 1, Y: 4, Z: 3}}, Pose: d3.Pose{Pos: d3.Vec{X: 3, Y: 0.5, Z: 1}}}
	a := placeOrFail(t, mustCompound(t, append(tiles(t, false), wall)), d3.Pose{})
	for _, depth := range []d3.Vec{{X: 0.01, Z: 0.02}, {X: 0.02, Z: 0.01}, {X: 0.01, Z: 0.01}} {
		b := placeOrFail(t, d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}, d3.Pose{Pos: d3.Vec{X: 2 + depth.X, Y: 0.3, Z: 0.5 - depth.Z}})
		up, back := 0, 0
		for _, x := range manifoldsOf(q, a, b) {
			switch n := x.mf.Normal; {
			case math.Abs(n.Z-1) < 1e-9:
				up++
			case math.Abs(n.X+1) < 1e-9:
				back++
			default:
				t.Errorf("depth %v: normal %v", depth, n)
			}
		}
		if up == 0 || back == 0 {
			t.Errorf("depth %v: %d manifolds of the floor, %d of the wall", depth, up, back)
		}
	}
}

// Manifolds of joined parts allocate nothing once the work space has grown.
func TestJoinedPartsAllocations(t *testing.T) {
	q := must(d3.NewQuery(d3.Options{Joined: true}))(t)
	a := placeOrFail(t, mustCompound(t, tiles(t, false)), d3.Pose{})
	b := placeOrFail(t, d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}, d3.Pose{Pos: d3.Vec{X: 1.01, Y: 0.5, Z: 0.49}})
	n := 0
	if got := testing.AllocsPerRun(20, func() {
		for range q.Manifolds(a, b, nil) {
			n++
		}
	}); got != 0 || n == 0 {
		t.Errorf("%v allocations, %d manifolds", got, n)
	}
}
