package d3_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// tipBody is a body as it rests on a plane across z: turned, and with its lowest points from its
// origin, all whole.
type tipBody struct {
	shape   d3.Convex
	turn    [4]int
	down    [3]float64 // a lowest point
	beside  [3]float64 // another one less the first one, with even coordinates; 0 if there is none
	widened float64    // the radius of the disc about down on which it stands, or 0
}

// drawTipBody draws one of a kind. Bodies that lean do so by an angle with whole sine and cosine.
func drawTipBody(r *rand.Rand, kind string) (b tipBody) {
	triples := [...][3]float64{{3, 4, 5}, {5, 12, 13}, {0, 1, 1}, {8, 15, 17}}
	e := triples[r.IntN(len(triples))]
	s, w := float64(1+r.IntN(2)), float64(1+r.IntN(12))*float64(1-2*r.IntN(2))
	if kind == "a cylinder that lies" {
		s, w = 1, e[2]
	}
	long := w*w + s*s*e[2]*e[2]
	cos, sin := w*w-s*s*e[2]*e[2], 2*s*w // of the turn about e, times long, the latter over e[2], too
	axis := [3]float64{sin * e[1], -sin * e[0], cos}
	flat := math.Abs(sin) * e[2]
	b.turn = [4]int{int(s * e[0]), int(s * e[1]), 0, int(w)}
	// The sizes, in units of long e[2].
	radius, half := float64(1+r.IntN(20)), float64(1+r.IntN(20))
	along := func(f float64) (p [3]float64) { // of the axis
		for i := range 3 {
			p[i] = f * e[2] * axis[i]
		}
		return p
	}
	rim := func(end float64) { // from there it goes on along (z.axis) axis - z
		b.down = along(end)
		for i := range 2 {
			b.down[i] += radius * cos * axis[i] / math.Abs(sin)
		}
		b.down[2] -= radius * e[2] * flat
	}
	end := math.Copysign(half, -cos)
	cone := func() { b.shape = d3.Cone{Radius: radius * long * e[2], Height: 2 * half * long * e[2]} }
	cylinder := func() { b.shape = d3.Cylinder{Radius: radius * long * e[2], Height: 2 * half * long * e[2]} }
	again := func() tipBody { return drawTipBody(r, kind) }
	if cos == 0 && strings.HasSuffix(kind, " leans") {
		return again()
	}
	switch kind {
	case "a cylinder that leans":
		cylinder()
		rim(end)
	case "a disc that leans":
		half, end = 0, 0
		cylinder()
		rim(end)
	case "a rod that leans":
		radius = 0
		cylinder()
		rim(end)
	case "a cylinder that lies":
		cylinder()
		b.down = along(half)
		b.beside = along(-2 * half)
		b.down[2] = -radius * long * e[2]
	case "a cone on its rim":
		cone()
		if cos < 0 && -2*half*cos >= radius*flat {
			return again()
		}
		rim(-half)
	case "a cone on its apex":
		cone()
		if -2*half*cos <= radius*flat {
			return again()
		}
		b.down = along(half)
	case "a cone on its side":
		if cos >= 0 || flat+-cos > 1000 {
			return again()
		}
		radius, half = -2*cos, flat
		cone()
		rim(-half)
		apex := along(half)
		for i := range 2 {
			b.beside[i] = apex[i] - b.down[i]
		}
	case "a cone that stands":
		radius, half = radius*10, half*10
		b.shape = d3.Cone{Radius: radius, Height: 2 * half}
		b.turn, b.down, b.widened = [4]int{}, [3]float64{0, 0, -half}, radius
	default:
		panic(kind)
	}
	return b
}

// drawOnCap draws a body that rests on the cap of a cylinder or cone, inside the rim or on it.
func drawOnCap(r *rand.Rand, kind string, onRim bool) (g tangents) {
	b := drawTipBody(r, kind)
	w := []struct{ x, y, l float64 }{{3, 4, 5}, {-12, 5, 13}, {0, -1, 1}, {-8, -15, 17}}[r.IntN(4)]
	k, half := float64(20*(1+r.IntN(100))), float64(1+r.IntN(1000))
	radius := k * w.l
	g.a, g.n = d3.Cylinder{Radius: radius, Height: 2 * half}, [3]float64{0, 0, 1}
	if r.IntN(2) == 0 {
		g.a, g.turnA = d3.Cone{Radius: radius, Height: 2 * half}, [4]int{1, 0, 0, 0}
	}
	at := [3]float64{0, 0, half}
	switch f := []float64{0, 0.5, 1}[r.IntN(3)]; {
	case onRim && b.widened > 0:
		g.b = b.shape
		k2 := float64(1 + r.IntN(100))
		cone := b.shape.(d3.Cone)
		cone.Radius = k2 * w.l
		b.shape, k = cone, k+k2
		fallthrough
	case onRim:
		g.n, g.graze = [3]float64{w.x, w.y, 0}, true
		at[0], at[1] = k*w.x, k*w.y
		if b.beside != ([3]float64{}) { // all of it is beyond the line across n
			if b.beside[0]*w.x+b.beside[1]*w.y < 0 {
				f = 1
			} else {
				f = 0
			}
			at[0], at[1] = at[0]-f*b.beside[0], at[1]-f*b.beside[1]
		}
	default: // a point of it is inside
		part := 0.6 * (radius + b.widened)
		at[0], at[1] = math.Trunc(part*(2*r.Float64()-1))-f*b.beside[0], math.Trunc(part*(2*r.Float64()-1))-f*b.beside[1]
	}
	for i := range 3 {
		g.at[i] = at[i] - b.down[i]
	}
	g.b, g.turnB = b.shape, b.turn
	g.grow(r, [3]float64{0, 0, 1})
	return g
}

// grow may round the second body, or leave a part to the margin, and lifts it along n.
func (g *tangents) grow(r *rand.Rand, n [3]float64) {
	m, length := 0.0, math.Sqrt(n[0]*n[0]+n[1]*n[1]+n[2]*n[2])
	switch r.IntN(4) {
	case 0:
		m = float64(1 + r.IntN(50))
		g.b = d3.Rounded{Core: g.b.(d3.Convex), R: m * length}
	case 1:
		m = 3
		g.margin = 3 * length
	}
	for i := range 3 {
		g.at[i] += m * n[i]
	}
}

// drawEllipsoidOnCap draws an ellipsoid that rests on a cap across a whole vector.
func drawEllipsoidOnCap(r *rand.Rand, onRim bool) (g tangents) {
	frames := [][4][3]float64{
		{{1, 2, 2}, {2, 1, -2}, {2, -2, 1}, {3}},
		{{2, 3, 6}, {3, -6, 2}, {6, 2, -3}, {7}},
		{{-2, 6, 3}, {3, -2, 6}, {6, 3, -2}, {7}},
	}
	f := frames[r.IntN(len(frames))]
	n, u, v, l := f[0], f[1], f[2], f[3][0]
	k, half := float64(50+r.IntN(1000)), float64(1+r.IntN(100))
	turn := func(sign float64) [4]int { return [4]int{int(-n[1]), int(n[0]), 0, int(n[2] + sign*l)} }
	g.a, g.turnA, g.n = d3.Cylinder{Radius: k * l, Height: 2 * half * l}, turn(1), n
	if r.IntN(2) == 0 {
		g.a, g.turnA = d3.Cone{Radius: k * l, Height: 2 * half * l}, turn(-1) // the base is on the other side
	}
	radii, y := tangentEllipsoid(r, [3]float64{-n[0], -n[1], -n[2]}, l)
	g.b = d3.Ellipsoid{Radii: radii}
	s, q := math.Trunc(0.6*k*(2*r.Float64()-1)), math.Trunc(0.6*k*(2*r.Float64()-1))
	if onRim {
		s, q, g.n, g.graze = k, 0, u, true
	}
	for i := range 3 {
		g.at[i] = half*n[i] - y[i] + s*u[i] + q*v[i]
	}
	g.grow(r, n)
	return g
}

// TestTipsOnCapsExactly is TestEllipsoidsTouchExactly for what rests on a cap with a curved
// surface. From the rim it is moved along the cap.
func TestTipsOnCapsExactly(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 12))
	rounds := 400
	if testing.Short() {
		rounds = 60
	}
	kinds := []string{
		"a cylinder that leans", "a disc that leans", "a rod that leans", "a cylinder that lies", "a cone on its rim",
		"a cone on its apex", "a cone on its side", "a cone that stands", "an ellipsoid",
	}
	seen := map[string]int{}
	q := must(d3.NewQuery(d3.Options{}))(t)
	for _, kind := range kinds {
		for _, place := range []string{"", " on the rim"} {
			for range rounds {
				var g tangents
				if kind == "an ellipsoid" {
					g = drawEllipsoidOnCap(r, place != "")
				} else {
					g = drawOnCap(r, kind, place != "")
				}
				g.check(t, q, r, kind+place, seen)
			}
			for _, rel := range []collide.Relation{collide.Touching, collide.Apart, collide.Overlapping} {
				if rel == collide.Overlapping && strings.HasSuffix(place, "rim") {
					continue
				}
				if seen[kind+place+rel.String()] < rounds/6 {
					t.Errorf("%s, %v: %d pairs alone", kind+place, rel, seen[kind+place+rel.String()])
				}
			}
		}
	}
}
