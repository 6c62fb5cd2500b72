package oracle_test

import (
	"bufio"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/beside"
	"github.com/collide-go/collide/internal/testkit/oracle"
)

// box returns the corners of a box.
func box(x, y, z float64) [][3]float64 {
	var out [][3]float64
	for i := range 8 {
		c := [3]float64{x / 2, y / 2, z / 2}
		for k := range c {
			if i>>k&1 == 1 {
				c[k] = -c[k]
			}
		}
		out = append(out, c)
	}
	return out
}

func rect(x, y float64) [][2]float64 {
	return [][2]float64{{x / 2, y / 2}, {-x / 2, y / 2}, {-x / 2, -y / 2}, {x / 2, -y / 2}}
}

var (
	id3  = [4]float64{0, 0, 0, 1}
	id2  = [2]float64{1, 0}
	half = math.Sqrt(0.5)
)

func TestSolve3(t *testing.T) {
	cube := box(1, 1, 1)
	rows := []struct {
		what string
		a, b oracle.Body3
		rel  collide.Relation
		sd   float64
	}{
		{
			"two points",
			oracle.Body3{Points: [][3]float64{{0, 0, 0}}, Q: id3},
			oracle.Body3{Points: [][3]float64{{0, 0, 0}}, Q: id3, P: [3]float64{3, 4, 12}},
			collide.Apart, 13,
		},
		{
			"spheres with equal centres",
			oracle.Body3{Points: [][3]float64{{0, 0, 0}}, Q: id3, Margins: []float64{1}},
			oracle.Body3{Points: [][3]float64{{0, 0, 0}}, Q: id3, Margins: []float64{0.5, 0.25}},
			collide.Overlapping, -1.75,
		},
		{
			"points that coincide",
			oracle.Body3{Points: [][3]float64{{1, 0, 0}}, Q: id3},
			oracle.Body3{Points: [][3]float64{{0, 1, 0}}, Q: id3, P: [3]float64{1, -1, 0}},
			collide.Touching, 0,
		},
		{
			"cubes face to face",
			oracle.Body3{Points: cube, Q: id3},
			oracle.Body3{Points: cube, Q: id3, P: [3]float64{1, 0.25, 0.125}},
			collide.Touching, 0,
		},
		{
			"cubes an ulp apart",
			oracle.Body3{Points: cube, Q: id3},
			oracle.Body3{Points: cube, Q: id3, P: [3]float64{1 + 0x1p-52, 0.25, 0.125}},
			collide.Apart, 0x1p-52,
		},
		{
			"cubes that overlap by an ulp",
			oracle.Body3{Points: cube, Q: id3},
			oracle.Body3{Points: cube, Q: id3, P: [3]float64{1 - 0x1p-53, 0.25, 0.125}},
			collide.Overlapping, -0x1p-53,
		},
		{
			"a cube turned by 45 degrees about z: edge to face; the quaternion's length does not matter",
			oracle.Body3{Points: cube, Q: id3},
			oracle.Body3{Points: cube, Q: [4]float64{0, 0, math.Sqrt2 - 1, 1}, P: [3]float64{2, 0, 0}},
			collide.Apart, 1.5 - half,
		},
		{
			"a segment through a cube",
			oracle.Body3{Points: [][3]float64{{0, 0, 2}, {0, 0, -2}}, Q: id3},
			oracle.Body3{Points: cube, Q: id3, P: [3]float64{0.25, 0, 0}},
			collide.Overlapping, -0.25,
		},
		{
			"crossed segments",
			oracle.Body3{Points: [][3]float64{{0, 0, 1}, {0, 0, -1}}, Q: id3},
			oracle.Body3{Points: [][3]float64{{0, 1, 0}, {0, -1, 0}}, Q: id3},
			collide.Touching, 0,
		},
		{
			"crossed capsules, and 0.1 + 0.2 is not 0.3",
			oracle.Body3{Points: [][3]float64{{0, 0, 1}, {0, 0, -1}}, Q: id3, Margins: []float64{0.1}},
			oracle.Body3{Points: [][3]float64{{0, 1, 0}, {0, -1, 0}}, Q: id3, P: [3]float64{0.30000000000000004, 0, 0}, Margins: []float64{0.2}},
			collide.Apart, 2.7755575615628914e-17,
		},
		{
			"a square in the middle plane of a cube",
			oracle.Body3{Points: box(1, 1, 0), Q: id3},
			oracle.Body3{Points: cube, Q: id3},
			collide.Overlapping, -0.5,
		},
		{
			"squares in one plane",
			oracle.Body3{Points: box(1, 1, 0), Q: id3},
			oracle.Body3{Points: box(1, 1, 0), Q: id3, P: [3]float64{0.5, 0, 0}},
			collide.Touching, 0,
		},
		{
			"edge against edge: the normal is no facet's",
			oracle.Body3{Points: box(1, 1, 1), Q: [4]float64{0, 0, math.Sqrt2 - 1, 1}},
			oracle.Body3{Points: box(1, 1, 1), Q: [4]float64{0, math.Sqrt2 - 1, 0, 1}, P: [3]float64{1.25, 0, 0}},
			collide.Overlapping, 1.25 - math.Sqrt2,
		},
		{
			"far from the origin with a tiny unit",
			oracle.Body3{Points: box(0x1p-90, 0x1p-90, 0x1p-90), Q: id3, P: [3]float64{0x1p-60, 0, 0}},
			oracle.Body3{Points: box(0x1p-90, 0x1p-90, 0x1p-90), Q: id3, P: [3]float64{0x1p-60, 0x1p-89, 0}},
			collide.Apart, 0x1p-90,
		},
		{
			"a cube on a half-space with a long normal",
			oracle.Body3{Half: true, Normal: [3]float64{0, 0, 8}, Offset: 4, Q: id3, P: [3]float64{0, 0, 1}},
			oracle.Body3{Points: cube, Q: id3, P: [3]float64{0, 0, 2}},
			collide.Touching, 0,
		},
		{
			"a sphere in a turned half-space",
			oracle.Body3{Points: [][3]float64{{0, 0, 0}}, Q: id3, P: [3]float64{1, 0, 0}, Margins: []float64{1}},
			oracle.Body3{Half: true, Normal: [3]float64{0, 0, 2}, Offset: 3, Q: [4]float64{0.5, 0.5, 0.5, 0.5}},
			collide.Overlapping, -1.5,
		},
	}
	for _, r := range rows {
		check(t, r.what, oracle.Solve3(&r.a, &r.b), r.rel, r.sd)
		check(t, r.what+", swapped", oracle.Solve3(&r.b, &r.a), r.rel, r.sd)
	}
}

func check(t *testing.T, what string, got oracle.Answer, rel collide.Relation, sd float64) {
	t.Helper()
	slack := 4e-16 * math.Max(1, math.Abs(sd))
	if math.Abs(sd) < 1e-9 {
		slack = 4e-16 * math.Abs(sd)
	}
	if got.Relation != rel || !(got.Lo-slack <= sd && sd <= got.Hi+slack) {
		t.Errorf("%s: got %v, want %v %v", what, got, rel, sd)
	}
	if w := got.Hi - got.Lo; w > 8*0x1p-53*math.Abs(got.Hi) {
		t.Errorf("%s: the interval is %g wide", what, w)
	}
}

func TestSolve2(t *testing.T) {
	sq := rect(1, 1)
	rows := []struct {
		what string
		a, b oracle.Body2
		rel  collide.Relation
		sd   float64
	}{
		{
			"squares side by side",
			oracle.Body2{Points: sq, CS: id2},
			oracle.Body2{Points: sq, CS: id2, P: [2]float64{1, 0.5}},
			collide.Touching, 0,
		},
		{
			"corner to corner",
			oracle.Body2{Points: sq, CS: id2},
			oracle.Body2{Points: sq, CS: id2, P: [2]float64{4, 5}},
			collide.Apart, 5,
		},
		{
			"a square in a square",
			oracle.Body2{Points: rect(4, 4), CS: [2]float64{0.6, 0.8}},
			oracle.Body2{Points: sq, CS: [2]float64{0.6, 0.8}, P: [2]float64{0.6, 0.8}},
			collide.Overlapping, -1.5,
		},
		{
			"segments in one line",
			oracle.Body2{Points: [][2]float64{{0, 0}, {2, 2}}, CS: id2},
			oracle.Body2{Points: [][2]float64{{0, 0}, {2, 2}}, CS: id2, P: [2]float64{1, 1}},
			collide.Touching, 0,
		},
		{
			"crossed segments with discs: no way out is shorter than half a diagonal",
			oracle.Body2{Points: [][2]float64{{-1, 0}, {1, 0}}, CS: id2, Margins: []float64{1}},
			oracle.Body2{Points: [][2]float64{{0, 1}, {0, -1}}, CS: id2, Margins: []float64{1}},
			collide.Overlapping, -3,
		},
		{
			"a disc under a half-plane's edge",
			oracle.Body2{Half: true, Normal: [2]float64{0, 3}, Offset: 6, CS: id2},
			oracle.Body2{Points: [][2]float64{{0, 0}}, CS: id2, P: [2]float64{0, 2.5}, Margins: []float64{0.25}},
			collide.Apart, 0.25,
		},
	}
	for _, r := range rows {
		check(t, r.what, oracle.Solve2(&r.a, &r.b), r.rel, r.sd)
		check(t, r.what+", swapped", oracle.Solve2(&r.b, &r.a), r.rel, r.sd)
	}
}

// The distance of random boxes agrees with a slow projection, and the depth of axis-parallel ones
// with the closed form.
func TestBoxes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	v := func() float64 { return rng.Float64()*2 - 1 }
	for i := range 300 {
		s, r := [3]float64{1 + v()/2, 1 + v()/2, 1 + v()/2}, [3]float64{1 + v()/2, 1 + v()/2, 1 + v()/2}
		p := [3]float64{v() * 2, v() * 2, v() * 2}
		a := oracle.Body3{Points: box(s[0], s[1], s[2]), Q: id3}
		b := oracle.Body3{Points: box(r[0], r[1], r[2]), Q: id3, P: p}
		var out2, depth float64
		depth = math.Inf(1)
		for k := range s {
			g := math.Abs(p[k]) - (s[k]+r[k])/2
			out2 += max(g, 0) * max(g, 0)
			depth = min(depth, -g)
		}
		want := -depth
		if out2 > 0 {
			want = math.Sqrt(out2)
		}
		// The same rotation of both about the origin changes nothing.
		if i%2 == 1 {
			a.Q, b.Q = [4]float64{0.5, -0.5, 0.5, 0.5}, [4]float64{0.5, -0.5, 0.5, 0.5}
			b.P = [3]float64{-p[1], -p[2], p[0]} // R(q) of that quaternion
		}
		got := oracle.Solve3(&a, &b)
		if math.Abs(got.Lo-want) > 1e-14 {
			t.Errorf("box %d: got %v, want %v", i, got, want)
		}
	}
}

type caseLine struct {
	ID    string
	Dim   int
	A, B  map[string]any
	PoseA map[string]any `json:"pose_a"`
	PoseB map[string]any `json:"pose_b"`
	How   string

	Expect struct {
		SD         *float64
		Intersects *bool
		Touching   bool
		Tol        float64
		Error      *string
	}
}

// TestCases holds the oracle against the proved cases, where the checkout has them beside it.
func TestCases(t *testing.T) {
	f, err := os.Open(beside.Path(t, "cases", "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var c caseLine
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil || c.Expect.Error != nil || c.How != "exact" || c.Expect.SD == nil {
			continue // the refused inputs hold strings in place of numbers
		}
		var got oracle.Answer
		if c.Dim == 3 {
			a, okA := body3(c.A, c.PoseA)
			b, okB := body3(c.B, c.PoseB)
			if !okA || !okB {
				continue
			}
			got = oracle.Solve3(a, b)
		} else {
			a, okA := body2(c.A, c.PoseA)
			b, okB := body2(c.B, c.PoseB)
			if !okA || !okB {
				continue
			}
			got = oracle.Solve2(a, b)
		}
		n++
		if math.Abs(got.Lo-*c.Expect.SD) > c.Expect.Tol {
			t.Errorf("%s: got %v, want %v", c.ID, got, *c.Expect.SD)
		}
		if in := c.Expect.Intersects; in != nil && *in == (got.Relation == collide.Apart) {
			t.Errorf("%s: got %v, intersects should be %v", c.ID, got, *in)
		}
		if c.Expect.Touching != (got.Relation == collide.Touching) {
			t.Errorf("%s: got %v, touching should be %v", c.ID, got, c.Expect.Touching)
		}
	}
	t.Logf("%d cases", n)
	if n < 100 {
		t.Errorf("only %d cases were read", n)
	}
}

func floats(v any) []float64 {
	var out []float64
	for _, x := range v.([]any) {
		out = append(out, x.(float64))
	}
	return out
}

func number(m map[string]any, key string) float64 {
	x, _ := m[key].(float64)
	return x
}

func body3(s, pose map[string]any) (*oracle.Body3, bool) {
	b := &oracle.Body3{Q: id3, Margins: []float64{number(s, "rounding")}}
	if p, ok := pose["p"]; ok {
		copy(b.P[:], floats(p))
	}
	if q, ok := pose["q"]; ok {
		copy(b.Q[:], floats(q))
	}
	switch s["type"] {
	case "box":
		v := floats(s["size"])
		b.Points = box(v[0], v[1], v[2])
	case "sphere":
		b.Points = [][3]float64{{}}
		b.Margins = append(b.Margins, number(s, "radius"))
	case "capsule":
		h := number(s, "height") / 2
		b.Points = [][3]float64{{0, 0, h}, {0, 0, -h}}
		b.Margins = append(b.Margins, number(s, "radius"))
	case "hull":
		for _, p := range s["points"].([]any) {
			b.Points = append(b.Points, [3]float64(floats(p)))
		}
	case "half-space":
		b.Half, b.Normal, b.Offset = true, [3]float64(floats(s["normal"])), number(s, "offset")
	default:
		return nil, false
	}
	return b, true
}

func body2(s, pose map[string]any) (*oracle.Body2, bool) {
	b := &oracle.Body2{CS: id2, Margins: []float64{number(s, "rounding")}}
	if p, ok := pose["p"]; ok {
		copy(b.P[:], floats(p))
	}
	if cs, ok := pose["cos_sin"]; ok {
		copy(b.CS[:], floats(cs))
	}
	if a := number(pose, "angle"); a != 0 {
		b.CS = [2]float64{math.Cos(a), math.Sin(a)} // an ulp off at most: the tolerance allows for it
	}
	switch s["type"] {
	case "box":
		v := floats(s["size"])
		b.Points = rect(v[0], v[1])
	case "circle":
		b.Points = [][2]float64{{}}
		b.Margins = append(b.Margins, number(s, "radius"))
	case "capsule":
		h := number(s, "height") / 2
		b.Points = [][2]float64{{h, 0}, {-h, 0}}
		b.Margins = append(b.Margins, number(s, "radius"))
	case "hull", "polygon":
		for _, p := range s["points"].([]any) {
			b.Points = append(b.Points, [2]float64(floats(p)))
		}
	case "half-space":
		b.Half, b.Normal, b.Offset = true, [2]float64(floats(s["normal"])), number(s, "offset")
	default:
		return nil, false
	}
	return b, true
}

func BenchmarkBoxes(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	v := func() float64 { return rng.Float64()*2 - 1 }
	for b.Loop() {
		x := oracle.Body3{Points: box(1, 1, 1), Q: [4]float64{v(), v(), v(), v()}}
		y := oracle.Body3{Points: box(1, 1, 1), Q: [4]float64{v(), v(), v(), v()}, P: [3]float64{v(), v(), v()}}
		oracle.Solve3(&x, &y)
	}
}

func BenchmarkHulls(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	v := func() float64 { return rng.Float64()*2 - 1 }
	for b.Loop() {
		x := oracle.Body3{Q: [4]float64{v(), v(), v(), v()}}
		y := oracle.Body3{Q: [4]float64{v(), v(), v(), v()}, P: [3]float64{v() * 2, v() * 2, v() * 2}}
		for range 16 {
			x.Points = append(x.Points, [3]float64{v(), v(), v()})
			y.Points = append(y.Points, [3]float64{v(), v(), v()})
		}
		oracle.Solve3(&x, &y)
	}
}
