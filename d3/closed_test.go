package d3

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// TestClosedAgainstGeneral holds every closed form against the general solver: both brackets hold
// the truth, so they meet, and the normals agree where the distance fixes them.
func TestClosedAgainstGeneral(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	used := map[string]int{}
	q := newQuery()
	for range 6000 {
		size := math.Ldexp(1, r.IntN(60)-30)
		shapes := []Shape{
			Sphere{r.Float64()},
			Capsule{r.Float64(), r.Float64()},
			Box{Vec{r.Float64(), r.Float64(), r.Float64()}},
			Capsule{size, 0},
			Box{Vec{size, r.Float64(), 0}},
			Sphere{},
			Cylinder{r.Float64(), r.Float64()},
			Cone{r.Float64(), r.Float64()},
			Cylinder{size, r.Float64()},
			Cone{r.Float64(), size},
			Rounded{Cone{size, r.Float64()}, r.Float64()},
			Cylinder{r.Float64(), 0},
			Ellipsoid{Vec{r.Float64(), r.Float64(), r.Float64()}},
			Ellipsoid{Vec{size, r.Float64(), 0}},
		}
		names := []string{
			"point", "segment", "box", "segment", "box", "point", "cylinder", "cone", "cylinder", "cone", "cone", "cylinder",
			"ellipsoid", "ellipsoid",
		}
		i, j := r.IntN(6), r.IntN(len(shapes))
		if r.IntN(2) == 0 {
			i, j = j, i
		}
		rotA, rotB := randomRot(r), randomRot(r)
		switch r.IntN(4) {
		case 0: // parallel
			rotB = rotA
		case 1: // nearly parallel
			rotB = rotA.Mul(Rot{math.Ldexp(1, -20-r.IntN(40)), 0, 0, 1})
		}
		pos := onSphere(r, 1)[0].Scale(math.Ldexp(r.Float64(), 2-r.IntN(8)))
		switch r.IntN(6) {
		case 0:
			pos = Vec{}
		case 1: // along A's axis
			pos = rotA.Apply(Vec{0, 0, r.Float64() * 2})
		}
		a, b := mustPlace(t, shapes[i], Pose{Rot: rotA}), mustPlace(t, shapes[j], Pose{Pos: pos, Rot: rotB})
		q.setUp(a, b)
		var c, g core
		ok := q.closed(&c)
		if !ok {
			continue
		}
		used[names[i]+"+"+names[j]]++
		if !(c.lower <= c.dist && c.dist <= c.upper) || math.Abs(c.n.Len()-1) > 8*unit || c.status != collide.Exact || q.turns != 1 {
			t.Fatalf("%v %v at %v: %+v after %d turns", shapes[i], shapes[j], pos, c, q.turns)
		}
		q.setUp(a, b)
		q.general(&g)
		if c.lower > g.upper || g.lower > c.upper {
			t.Fatalf("%v %v at %v, %v, %v: closed [%v, %v], general [%v, %v]", shapes[i], shapes[j], pos, rotA, rotB, c.lower, c.upper, g.lower, g.upper)
		}
		// Two proofs of the distance with normals n1, n2: the true one is within sqrt(2 width/d) of
		// both.
		if d := c.lower; d > 0 {
			width := max(c.upper-c.lower, g.upper-g.lower)
			if e := c.n.Sub(g.n).Len(); e > 2*math.Sqrt(2*width/d)+16*unit {
				t.Fatalf("%v %v at %v: normal %v, general %v", shapes[i], shapes[j], pos, c.n, g.n)
			}
		}
	}
	for _, k := range []string{
		"point+point", "point+segment", "segment+point", "segment+segment", "point+box", "box+point",
		"point+cylinder", "cylinder+point", "point+cone", "cone+point", "point+ellipsoid", "ellipsoid+point",
	} {
		if used[k] < 50 {
			t.Errorf("%s: the closed form was used %d times", k, used[k])
		}
	}
	for _, k := range []string{"box+box", "segment+box"} {
		if used[k] != 0 {
			t.Errorf("%s has a closed form, and no test", k)
		}
	}
}

func TestBoxPoint(t *testing.T) {
	half := Vec{1, 2, 3}
	for _, row := range []struct {
		what  string
		x, v  Vec
		foot  Vec
		depth float64
	}{
		{"beyond a face", Vec{4, 1, -1}, Vec{3, 0, 0}, Vec{1, 1, -1}, -1},
		{"beyond an edge", Vec{-4, 6, 0}, Vec{-3, 4, 0}, Vec{-1, 2, 0}, -1},
		{"beyond a vertex", Vec{2, -4, 5}, Vec{1, -2, 2}, Vec{1, -2, 3}, -1},
		{"on a face", Vec{1, 0, 0}, Vec{1, 0, 0}, Vec{1, 0, 0}, 0},
		{"near the face -X", Vec{-0.75, 0, 0}, Vec{-1, 0, 0}, Vec{-1, 0, 0}, 0.25},
		{"near the face +Y", Vec{0, 1.5, 0}, Vec{0, 1, 0}, Vec{0, 2, 0}, 0.5},
		{"near the face -Z", Vec{0, 0, -2.75}, Vec{0, 0, -1}, Vec{0, 0, -3}, 0.25},
		{"the centre: X is the nearest", Vec{}, Vec{1, 0, 0}, Vec{1, 0, 0}, 1},
		{"a tie of X and Y goes to X", Vec{0.5, 1.5, 0}, Vec{1, 0, 0}, Vec{1, 1.5, 0}, 0.5},
		{"a tie of Y and Z goes to Y", Vec{0, 1.5, 2.5}, Vec{0, 1, 0}, Vec{0, 2, 2.5}, 0.5},
		{"a tie of all goes to X", Vec{0.5, -1.5, 2.5}, Vec{1, 0, 0}, Vec{1, -1.5, 2.5}, 0.5},
	} {
		if v, foot, depth := boxPoint(half, row.x); v != row.v || foot != row.foot || depth != row.depth {
			t.Errorf("%s: %v, foot %v, depth %v", row.what, v, foot, depth)
		}
	}
}

func TestClamp1(t *testing.T) {
	for x, want := range map[float64]float64{-2: -1, -1: -1, -0.5: -0.5, 0: 0, 1: 1, 7: 1, math.Inf(1): 1, math.Inf(-1): -1} {
		if got := num.Clamp1(x); got != want {
			t.Errorf("%v: %v", x, got)
		}
	}
	if got := num.Clamp1(math.NaN()); got != 0 {
		t.Errorf("NaN: %v", got)
	}
}

// TestAxisParallelIsExact holds the relation of boxes that nothing turns against rational numbers,
// for sizes that meet exactly, or miss by an ulp, near the origin and far from it.
func TestAxisParallelIsExact(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(31, 7))
	draw := func() float64 { return math.Ldexp(float64(r.Int64N(1<<uint(r.IntN(50)+1))), r.IntN(40)-45) }
	at := func(p, g, h float64) float64 {
		x := p + g + h
		switch r.IntN(4) {
		case 0:
			x = math.Nextafter(x, math.Inf(1))
		case 1:
			x = math.Nextafter(x, math.Inf(-1))
		case 2:
			x = p - g*r.Float64()
		}
		return x
	}
	seen, open := map[collide.Relation]int{}, 0
	for range 20000 {
		p, g, h := Vec{draw(), draw(), draw()}, Vec{draw(), draw(), draw()}, Vec{draw(), draw(), draw()}
		q := Vec{at(p.X, g.X, h.X), at(p.Y, g.Y, h.Y), at(p.Z, g.Z, h.Z)}
		a, b := mustPlace(t, Box{g.Scale(2)}, Pose{Pos: p}), mustPlace(t, Box{h.Scale(2)}, Pose{Pos: q})
		got, known := axisParallel(a, b)
		if !known {
			open++
			continue
		}
		most := -1
		for _, c := range [][4]float64{{p.X, q.X, g.X, h.X}, {p.Y, q.Y, g.Y, h.Y}, {p.Z, q.Z, g.Z, h.Z}} {
			gap := new(big.Rat).SetFloat64(c[1])
			gap.Sub(gap, new(big.Rat).SetFloat64(c[0]))
			gap.Abs(gap)
			gap.Sub(gap, new(big.Rat).SetFloat64(c[2]))
			most = max(most, gap.Sub(gap, new(big.Rat).SetFloat64(c[3])).Sign())
		}
		want := [3]collide.Relation{collide.Overlapping, collide.Touching, collide.Apart}[most+1]
		if got != want {
			t.Fatalf("boxes %v at %v and %v at %v: %v, want %v", g, p, h, q, got, want)
		}
		if c := Distance(a, b); c.Relation != want {
			t.Fatalf("boxes %v at %v and %v at %v: Distance says %v, want %v", g, p, h, q, c.Relation, want)
		}
		seen[got]++
	}
	if len(seen) != 3 || open > 8000 {
		t.Errorf("relations seen: %v, left open: %d", seen, open)
	}
}

// closedHolds holds the answer c of a closed form about a ball of the margin about x and another
// body, placed at the origin, to the true signed distance: bracket, distance, the width of the
// bracket, and the witnesses on both surfaces. off is how far a point is from that of the body.
func closedHolds(t *testing.T, what string, a, b *Object, x Vec, margin float64, c Contact, truth *big.Float, off func(Vec) float64) {
	t.Helper()
	if truth.Cmp(float300(c.Lower)) < 0 || truth.Cmp(float300(c.Upper)) > 0 || c.Distance < c.Lower || c.Distance > c.Upper {
		t.Fatalf("%s at %v, margin %v: %v, answer %+v", what, x, margin, truth, c)
	}
	size := max(a.extent, b.extent) + x.Len()
	if !(c.Upper-c.Lower <= 256*unit*size) {
		t.Fatalf("%s at %v, margin %v: %g wide", what, x, margin, c.Upper-c.Lower)
	}
	onBody, onBall := c.PointA, c.PointB
	if a.kind == kindPoint {
		onBody, onBall = onBall, onBody
	}
	if o := off(onBody); math.Abs(o) > 64*unit*size || math.Abs(onBall.Sub(x).Len()-margin) > 64*unit*size {
		t.Fatalf("%s at %v, margin %v: witnesses %v, %g off the surface, and %v", what, x, margin, onBody, o, onBall)
	}
}
