package d3_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// drawCrossedCylinders draws two cylinders that touch where their axes cross, between their ends or
// at an end of one or of both, grown or not.
func drawCrossedCylinders(r *rand.Rand) (g tangents, kind string) {
	c := drawOnCylinder(r)
	for c.rim {
		c = drawOnCylinder(r)
	}
	sign := func() float64 { return float64(1 - 2*r.IntN(2)) }
	n, length := c.n, c.length
	// The second one's axis is turned about n: where the quaternion is (s n, w), along
	// (2 s w n_y, -2 s w n_x, w^2 - s^2 n^2) from the first one's.
	s, w := float64(1+r.IntN(3)), sign()*float64(1+r.IntN(20))
	axis := [3]float64{2 * s * w * n[1], -2 * s * w * n[0], w*w - s*s*length*length}
	long := w*w + s*s*length*length
	radius, slide := float64(1+r.IntN(60)), sign()*float64(r.IntN(4))
	half := long * (3 + float64(1+r.IntN(5)))
	kind = "between the ends"
	if r.IntN(3) == 0 {
		kind, half = "at an end", long*max(slide, -slide, 1)
		slide = sign() * half / long
		if r.IntN(2) == 0 {
			c.z, kind = sign()*c.half, "at both ends"
		}
	}
	g.a, g.b = d3.Cylinder{Radius: c.radius, Height: 2 * c.half}, d3.Cylinder{Radius: radius * length, Height: 2 * half}
	g.n, g.turnB = n, [4]int{int(s * n[0]), int(s * n[1]), 0, int(w)}
	out := radius
	switch r.IntN(3) {
	case 0:
		m := float64(1 + r.IntN(50))
		g.b, out, kind = d3.Rounded{Core: g.b.(d3.Convex), R: m * length}, out+m, kind+", grown"
	case 1: // a part left to the margin
		g.margin, out = 3*length, out+3
	}
	for i := range 3 {
		g.at[i] = slide*axis[i] + out*n[i]
	}
	g.at[0], g.at[1], g.at[2] = g.at[0]+c.across[0], g.at[1]+c.across[1], g.at[2]+c.z
	return g, kind
}

// TestCrossedCylindersTouchExactly is TestEllipsoidsTouchExactly for cylinders of which the axes
// cross.
func TestCrossedCylindersTouchExactly(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 11))
	rounds := 2000
	if testing.Short() {
		rounds = 300
	}
	seen := map[string]int{}
	q := must(d3.NewQuery(d3.Options{}))(t)
	for range rounds {
		g, kind := drawCrossedCylinders(r)
		g.check(t, q, r, kind, seen)
	}
	for _, kind := range []string{"between the ends", "at an end", "at both ends"} {
		for _, grown := range []string{"", ", grown"} {
			for _, rel := range []collide.Relation{collide.Touching, collide.Apart, collide.Overlapping} {
				if seen[kind+grown+rel.String()] < rounds/60 {
					t.Errorf("%s, %v: %d pairs alone", kind+grown, rel, seen[kind+grown+rel.String()])
				}
			}
		}
	}
}

// TestCylindersBeyondAnEnd: where the axes as lines are nearest beyond an end, cylinders may be
// apart though the lines with their radii overlap, and nothing is said that is not so.
func TestCylindersBeyondAnEnd(t *testing.T) {
	lies := must(d3.NewQuat(math.Sqrt2/2, 0, 0, math.Sqrt2/2))(t) // along y
	for _, c := range []struct {
		at   d3.Vec
		want collide.Relation
	}{
		{d3.Vec{X: 2, Y: 4 + 0x1p-40}, collide.Apart},  // the caps are beside
		{d3.Vec{X: 0.5, Y: 0, Z: 3}, collide.Touching}, // lies on the cap
		{d3.Vec{X: 1.5, Y: 4}, collide.Apart},          // the lines are 1.5 apart
		{d3.Vec{X: 1.5, Y: 3.5}, collide.Overlapping},
	} {
		a := placeOrFail(t, d3.Cylinder{Radius: 1, Height: 4}, d3.Pose{})
		b := placeOrFail(t, d3.Cylinder{Radius: 1, Height: 6}, d3.Pose{Pos: c.at, Rot: lies})
		for _, p := range [][2]*d3.Object{{a, b}, {b, a}} {
			if got := d3.Relate(p[0], p[1]); got != c.want {
				t.Errorf("at %v: %v, not %v", c.at, got, c.want)
			}
		}
	}
}

// TestCylindersJustBeyondAnEnd: a cap that ends just before the axes cross leaves room beside the
// other cylinder, though the lines with their radii overlap, and so would capsules.
func TestCylindersJustBeyondAnEnd(t *testing.T) {
	lies := must(d3.NewQuat(math.Sqrt2/2, 0, 0, math.Sqrt2/2))(t) // along y
	a := placeOrFail(t, d3.Cylinder{Radius: 1, Height: 4}, d3.Pose{})
	for _, c := range []struct {
		beyond float64
		want   []collide.Relation
	}{
		{0, []collide.Relation{collide.Overlapping}},
		{0x1.bp-25, []collide.Relation{collide.Apart, collide.Undecided}},
	} {
		for _, x := range []float64{2 - 0x1p-50, 0x1p-50 - 2} { // either body comes first
			b := placeOrFail(t, d3.Cylinder{Radius: 1, Height: 6}, d3.Pose{Pos: d3.Vec{X: x, Y: 3 + c.beyond}, Rot: lies})
			for _, p := range [][2]*d3.Object{{a, b}, {b, a}} {
				if got := d3.Relate(p[0], p[1]); !slices.Contains(c.want, got) {
					t.Errorf("%v beyond the end: %v, not %v", c.beyond, got, c.want)
				}
			}
		}
	}
}
