package d3_test

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// drawBesideCone draws a cone and a ball or point that touches it at the apex, on the side, at the
// rim or on the base.
func drawBesideCone(r *rand.Rand) (g tangents, kind string) {
	triples := [...][3]float64{{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {20, 21, 29}, {12, 5, 13}, {4, 3, 5}}
	draw := func() [3]float64 { return triples[r.IntN(len(triples))] }
	w, c, k := draw(), draw(), float64(2*(1+r.IntN(40)))
	sign := func() float64 { return float64(1 - 2*r.IntN(2)) }
	e := [2]float64{sign() * w[0], sign() * w[1]} // across the axis, of the length w[2]
	radius, height := k*c[0]*w[2], k*c[1]*w[2]
	g.a = d3.Cone{Radius: radius, Height: height}
	apex := [3]float64{0, 0, height / 2}
	rim := [3]float64{k * c[0] * e[0], k * c[0] * e[1], -height / 2}
	var length float64
	place := []string{"apex", "side", "rim", "base"}[r.IntN(4)]
	switch place {
	case "side": // the normal is (H e, R) over the lengths
		f := float64(1 + r.IntN(int(k)-1))
		for i := range 3 {
			g.at[i] = rim[i] + f*((apex[i]-rim[i])/k)
		}
		g.n, length = [3]float64{c[1] * e[0], c[1] * e[1], c[0] * w[2]}, c[2]*w[2]
	case "base":
		g.at, g.n, length = [3]float64{0.5 * rim[0], 0.25 * rim[1], rim[2]}, [3]float64{0, 0, -1}, 1
	default: // a normal (s e, z w) of which the slope is on the right side of that of the side's
		v := draw()
		s, z := v[0], v[1]*sign()
		g.n, length = [3]float64{s * e[0], s * e[1], z * w[2]}, v[2]*w[2]
		switch beyond := z*c[1] > c[0]*s; {
		case place == "apex" && beyond:
			g.at = apex
		case place == "rim" && !beyond:
			g.at = rim
		default:
			return drawBesideCone(r)
		}
	}
	m := float64(r.IntN(3)) * float64(1+r.IntN(50))
	g.b, kind = d3.Sphere{Radius: m * length}, "ball on the "+place
	switch {
	case m == 0:
		kind = "point on the " + place
		if place == "apex" || place == "rim" { // it is moved away from the middle
			g.n = g.at
			for i := range 3 {
				g.n[i] /= k / 2
			}
		}
	case r.IntN(4) == 0:
		g.a, g.b = d3.Rounded{Core: g.a.(d3.Convex), R: m * length / 2}, d3.Sphere{Radius: m * length / 2}
	case r.IntN(4) == 0:
		g.b, g.margin = d3.Sphere{Radius: m * length / 4}, 0.75*m*length
	}
	for i := range 3 {
		g.at[i] += m * g.n[i]
	}
	return g, kind
}

// TestConesBesideBallsExactly is TestEllipsoidsTouchExactly for cones beside balls and points.
func TestConesBesideBallsExactly(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(6, 11))
	rounds := 3000
	if testing.Short() {
		rounds = 400
	}
	seen := map[string]int{}
	q := must(d3.NewQuery(d3.Options{}))(t)
	for range rounds {
		g, kind := drawBesideCone(r)
		g.check(t, q, r, kind, seen)
	}
	for _, body := range []string{"ball", "point"} {
		for _, place := range []string{"apex", "side", "rim", "base"} {
			for _, rel := range []collide.Relation{collide.Touching, collide.Apart, collide.Overlapping} {
				kind := body + " on the " + place
				if seen[kind+rel.String()] < rounds/60 {
					t.Errorf("%s, %v: %d pairs alone", kind, rel, seen[kind+rel.String()])
				}
			}
		}
	}
}
