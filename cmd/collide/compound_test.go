package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/scene"
)

// fullAnswer is an answer line with its numbers.
type fullAnswer struct {
	ID                     string
	Relation, Status       string
	Distance, Lower, Upper float64
	Normal                 []float64
	PointA                 []float64 `json:"point_a"`
	PointB                 []float64 `json:"point_b"`
	LocalA                 []float64 `json:"local_a"`
	LocalB                 []float64 `json:"local_b"`
	Error                  *scene.Error
}

// ask answers one pair line.
func ask(t *testing.T, line string) fullAnswer {
	t.Helper()
	got := execute(line+"\n", "query")
	var a fullAnswer
	if err := json.Unmarshal([]byte(got.stdout), &a); err != nil || a.Error != nil {
		t.Fatalf("%v\n%s\n%s", err, line, got.stdout)
	}
	return a
}

// compound is the shape with the given parts.
func compound(parts ...string) string {
	return `{"type":"compound","parts":[` + strings.Join(parts, ",") + `]}`
}

// at is a body: a shape at a pose.
func at(shape, pose string) string { return `{"shape":` + shape + `,"pose":` + pose + `}` }

// box2 is a rectangle at a place.
func box2(w, h, x, y float64) string {
	return at(fmt.Sprintf(`{"type":"box","size":[%v,%v]}`, w, h), fmt.Sprintf(`{"p":[%v,%v]}`, x, y))
}

// ell is an L of two bars: 4 x 1 along X with its middle at the origin, and 1 x 4 standing on its
// right end.
var ell = compound(box2(4, 1, 0, 0), box2(1, 4, 1.5, 1.5))

// TestCompoundByHand has answers that can be worked out by hand.
func TestCompoundByHand(t *testing.T) {
	root := math.Sqrt2
	for _, c := range []struct {
		name                   string
		a, b                   string
		relation               string
		distance, lower, upper float64
	}{
		{"above the foot", at(ell, "{}"), box2(1, 1, -1, 1.5), "apart", 0.5, 0.5, 0.5},
		{"in the corner, nearer the bar", at(ell, "{}"), box2(1, 1, 0.25, 1.5), "apart", 0.25, 0.25, 0.25},
		{"between both", at(ell, "{}"), box2(1, 1, 0.5, 1), "touching", 0, 0, 0},
		{"on the foot", at(ell, "{}"), box2(1, 1, -1, 1), "touching", 0, 0, 0},
		// The hull of the L has a slanted side through (-2, 1/2) and (1, 7/2).
		{"in the foot", at(ell, "{}"), box2(1, 1, -1, 0.75), "overlapping", -0.25, -1.75 / root, -0.25},
		{"two of them, back to back", at(ell, "{}"), at(ell, `{"p":[4,0],"cos_sin":[-1,0]}`), "touching", 0, 0, 0},
		{"two of them, one inside the other's corner", at(ell, "{}"), at(ell, `{"p":[0,3.5],"cos_sin":[-1,0]}`), "overlapping", -0.5, -1.5 / root, -0.5},
		{"a plane", at(ell, "{}"), at(`{"type":"half-space","normal":[0,1],"offset":-0.25}`, "{}"), "overlapping", -0.25, -0.25, -0.25},
		{"a plane under both bars", at(ell, `{"cos_sin":[0,1]}`), at(`{"type":"half-space","normal":[0,2],"offset":6}`, "{}"), "overlapping", -5, -5, -5},
		{"a plane apart", at(ell, "{}"), at(`{"type":"half-space","normal":[0,1],"offset":-1.5}`, "{}"), "apart", 1, 1, 1},
		{
			"discs of different size", at(compound(at(`{"type":"circle","radius":1}`, "{}"), at(`{"type":"circle","radius":2}`, `{"p":[6,0]}`)), "{}"),
			at(`{"type":"circle","radius":1}`, `{"p":[0,1.5]}`), "overlapping", -0.5,
			// The common tangent above: its normal has X = -1/6 and is 1 from the first centre.
			1.5*math.Sqrt(35)/6 - 2, -0.5,
		},
		{
			"a part that is a half-space", at(compound(at(`{"type":"half-space","normal":[0,1],"offset":0}`, "{}"), box2(2, 2, 0, 1)), "{}"),
			box2(2, 2, 8, 0.5), "overlapping", -0.5, -2.5, -0.5,
		},
		{
			"an ellipse on a part", at(compound(at(`{"type":"ellipse","radii":[2,1]}`, "{}"), box2(1, 1, 8, 0)), "{}"),
			at(`{"type":"ellipse","radii":[1,2]}`, `{"p":[3,0]}`), "touching", 0, 0, 0,
		},
		{
			"undecided", at(compound(at(`{"type":"ellipse","radii":[2,1]}`, "{}"), box2(1, 1, 8, 0)), "{}"),
			at(`{"type":"capsule","height":2,"radius":1}`, `{"p":[4,0]}`), "undecided", 0, -3 * root, 0,
		},
	} {
		for _, swap := range []bool{false, true} {
			a, b := c.a, c.b
			if swap {
				a, b = b, a
			}
			got := ask(t, `{"dim":2,"a":`+a+`,"b":`+b+`}`)
			if c.relation == "undecided" { // the slanted side is not worked out
				if got.Relation != c.relation || !(got.Lower < -0.5 && got.Lower > -4) || !(got.Upper >= 0 && got.Upper < 1e-8) {
					t.Errorf("%s: %+v", c.name, got)
				}
				continue
			}
			if got.Relation != c.relation || math.Abs(got.Distance-c.distance) > 1e-13 ||
				math.Abs(got.Lower-c.lower) > 1e-8 || math.Abs(got.Upper-c.upper) > 1e-13 {
				t.Errorf("%s (swapped %v): %+v, want %s %v in [%v, %v]", c.name, swap, got, c.relation, c.distance, c.lower, c.upper)
			}
			if c.relation == "overlapping" && (got.Lower > c.lower+1e-15 || got.Upper < c.upper-1e-15) {
				t.Errorf("%s: [%v, %v] does not hold [%v, %v]", c.name, got.Lower, got.Upper, c.lower, c.upper)
			}
		}
	}
}

// TestCompoundInSpace checks frames: the local points are in the frames of the compounds.
func TestCompoundInSpace(t *testing.T) {
	a := at(compound(at(`{"type":"sphere","radius":1}`, `{"p":[5,0,0]}`), at(`{"type":"cylinder","radius":1,"height":2}`, `{"p":[-5,0,0]}`)), `{"p":[10,20,30],"q":[0,0,0.7071067811865476,0.7071067811865476]}`)
	b := at(compound(at(`{"type":"box","size":[2,2,2]}`, `{"p":[0,0,7]}`)), `{"p":[10,29,23]}`)
	got := ask(t, `{"id":"x","dim":3,"a":`+a+`,"b":`+b+`}`)
	want := fullAnswer{Relation: "apart", Distance: 2, Normal: []float64{0, 1, 0}, PointA: []float64{10, 26, 30}, PointB: []float64{10, 28, 30}, LocalA: []float64{6, 0, 0}, LocalB: []float64{0, -1, 7}}
	if got.Relation != want.Relation || math.Abs(got.Distance-2) > 1e-14 || got.Lower > 2 || got.Upper < 2 {
		t.Errorf("%+v", got)
	}
	for i, v := range [][2][]float64{{got.Normal, want.Normal}, {got.PointA, want.PointA}, {got.PointB, want.PointB}, {got.LocalA, want.LocalA}, {got.LocalB, want.LocalB}} {
		for k := range v[0] {
			if math.Abs(v[0][k]-v[1][k]) > 1e-13 {
				t.Errorf("vector %d: %v, want %v", i, v[0], v[1])
			}
		}
	}
}

// Near contact the exact product of the poses counts: 0.1 + 0.2 is less than 1.3 - 1, as doubles
// go.
func TestCompoundRoundedPoses(t *testing.T) {
	for _, c := range []struct{ poseA, part, poseB, want string }{
		{`{"p":[0.5,0]}`, `{"p":[0.25,0]}`, `{"p":[1.75,0]}`, "touching"},
		{`{"p":[0.1,0]}`, `{"p":[0.2,0]}`, `{"p":[1.3,0]}`, "apart"},
		{`{"p":[0.1,0]}`, `{"p":[0.2,0]}`, `{"p":[1.31,0]}`, "apart"},
		{`{"p":[0.1,0]}`, `{"p":[0.2,0]}`, `{"p":[1.29,0]}`, "overlapping"},
		{`{"cos_sin":[0.6,0.8]}`, `{"cos_sin":[0.6,-0.8]}`, `{"p":[1,0]}`, "overlapping"},
		{`{"cos_sin":[0.6,0.8]}`, `{}`, `{"p":[0.6,0.8],"cos_sin":[0.6,0.8]}`, "touching"},
	} {
		shape := compound(at(`{"type":"box","size":[1,1]}`, c.part))
		got := ask(t, `{"dim":2,"a":`+at(shape, c.poseA)+`,"b":`+at(`{"type":"box","size":[1,1]}`, c.poseB)+`}`)
		if got.Relation != c.want || !(got.Lower <= got.Distance && got.Distance <= got.Upper) {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// numbers draws a list of n numbers in [lo, hi] with two decimals, as JSON.
func numbers(rng *rand.Rand, n int, lo, hi float64) string {
	s := make([]string, n)
	for i := range s {
		s[i] = fmt.Sprint(math.Round((lo+(hi-lo)*rng.Float64())*64) / 64)
	}
	return "[" + strings.Join(s, ",") + "]"
}

// drawPart draws a part of a compound; curved allows all shapes.
func drawPart(rng *rand.Rand, dim int, curved bool, spread float64) string {
	pose := `{"p":` + numbers(rng, dim, -spread, spread) + `}`
	kinds := 3
	if curved {
		kinds = 4
	}
	var shape string
	switch rng.IntN(kinds) {
	case 0:
		shape = `{"type":"box","size":` + numbers(rng, dim, 0.25, 2) + `}`
	case 1:
		shape = fmt.Sprintf(`{"type":"capsule","radius":%v,"height":%v}`, 0.25+rng.Float64(), rng.Float64())
	case 2:
		shape = `{"type":"hull","points":[`
		for i := range 3 + rng.IntN(4) {
			if i > 0 {
				shape += ","
			}
			shape += numbers(rng, dim, -1, 1)
		}
		shape += `],"rounding":0.25}`
	default:
		shape = map[int]string{2: `{"type":"ellipse","radii":`, 3: `{"type":"ellipsoid","radii":`}[dim] + numbers(rng, dim, 0.25, 1) + `}`
	}
	return at(shape, pose)
}

// TestCompoundBruteForce compares with all pairs of parts, asked one by one, and the hulls with
// many directions.
func TestCompoundBruteForce(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(11, 12))
	count := map[collide.Relation]int{}
	q, err := scene.NewQuery(scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for k := range 600 {
		dim := 2 + k%2
		curved := k%3 == 0
		body := func(n int, pose string) string {
			var parts []string
			for range n {
				parts = append(parts, drawPart(rng, dim, curved, 3))
			}
			return at(compound(parts...), pose)
		}
		a := body(1+rng.IntN(6), `{}`)
		b := body(1+rng.IntN(6), `{"p":`+numbers(rng, dim, -6, 6)+`}`)
		p, err := scene.DecodePair(context.Background(), fmt.Appendf(nil, `{"dim":%d,"a":%s,"b":%s}`, dim, a, b), scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := q.Distance(&p.A, &p.B)
		var all []scene.Answer
		for _, x := range p.A.Pieces() {
			for _, y := range p.B.Pieces() {
				all = append(all, q.Distance(&x, &y))
			}
		}
		count[got.Relation]++
		checkUnion(t, &got, all)
		swapped := q.Distance(&p.B, &p.A)
		swapped.Normal, swapped.LocalA, swapped.LocalB = negated(swapped.Normal), swapped.LocalB, swapped.LocalA
		swapped.PointA, swapped.PointB = swapped.PointB, swapped.PointA
		swapped.PartA, swapped.PartB = swapped.PartB, swapped.PartA
		if !reflect.DeepEqual(swapped, got) {
			t.Fatalf("swapped: %+v\nnot      %+v", swapped, got)
		}
		if got.Relation == collide.Overlapping {
			checkHullBound(t, &p, &got)
		}
	}
	if count[collide.Apart] < 100 || count[collide.Overlapping] < 100 {
		t.Errorf("%v", count)
	}
}

// negated returns -v, with no negative zeros.
func negated(v [3]float64) [3]float64 {
	for k := range v {
		v[k] = 0 - v[k]
	}
	return v
}

// checkUnion compares the answer about two compounds with those about all pairs of parts.
func checkUnion(t *testing.T, got *scene.Answer, all []scene.Answer) {
	t.Helper()
	best := slices.MinFunc(all, func(a, b scene.Answer) int { return int(math.Copysign(1, a.Distance-b.Distance)) })
	lower, upper := math.Inf(1), math.Inf(1)
	for _, a := range all {
		lower, upper = min(lower, a.Lower), min(upper, a.Upper)
	}
	const eps = 1e-8 // the frame of a query is that of one of the bodies: other roundings, and other steps on curved shapes
	differ := func(x, y float64) bool { return !(math.Abs(x-y) <= eps) }
	if got.Relation != best.Relation || differ(got.Distance, best.Distance) {
		t.Fatalf("%+v, want %+v", got, best)
	}
	switch {
	case got.Relation == collide.Apart && (differ(got.Lower, lower) || differ(got.Upper, upper)):
		t.Fatalf("%+v, want [%v, %v]", got, lower, upper)
	case got.Relation == collide.Overlapping && (got.Lower > lower+eps || differ(got.Upper, best.Upper)):
		t.Fatalf("%+v, want [%v, %v]", got, lower, best.Upper)
	}
}

// checkHullBound compares the lower bound of an overlap with the support values of the hulls in
// many directions, which can only be deeper than the true depth of the hulls.
func checkHullBound(t *testing.T, p *scene.Pair, got *scene.Answer) {
	t.Helper()
	a, b := p.A.Pieces(), p.B.Pieces()
	depth := math.Inf(1)
	const n = 720
	if p.Dim == 2 {
		for k := range n {
			s, c := math.Sincos(2 * math.Pi * float64(k) / n)
			d := d2.Vec{X: c, Y: s}
			h := support2(a, d) + support2(b, d.Neg())
			depth = min(depth, h)
		}
	} else {
		for k := range n {
			for l := range n / 8 {
				s, c := math.Sincos(2 * math.Pi * float64(k) / n)
				z := 2*(float64(l)+0.5)/(n/8) - 1
				r := math.Sqrt(1 - z*z)
				d := d3.Vec{X: r * c, Y: r * s, Z: z}
				depth = min(depth, support3(a, d)+support3(b, d.Neg()))
			}
		}
	}
	if got.Lower < -depth-1e-9 {
		t.Fatalf("lower %v, but the hulls are at most %v deep", got.Lower, depth)
	}
	// The directions are some 0.01 apart, and a support value of bodies of size 12 changes by that
	// much times it.
	if got.Lower > -depth+0.15 {
		t.Fatalf("lower %v, and the hulls are about %v deep", got.Lower, depth)
	}
}

// support2 returns the support value of some parts.
func support2(parts []scene.Body, d d2.Vec) float64 {
	far := math.Inf(-1)
	for _, p := range parts {
		s := p.O2.Shape().(d2.Convex)
		q := p.O2.Pose()
		far = max(far, q.Apply(s.Support(q.Rot.Inverse().Apply(d))).Dot(d)+s.Margin())
	}
	return far
}

// support3 returns the support value of some parts.
func support3(parts []scene.Body, d d3.Vec) float64 {
	far := math.Inf(-1)
	for _, p := range parts {
		s := p.O3.Shape().(d3.Convex)
		q := p.O3.Pose()
		far = max(far, q.Apply(s.Support(q.Rot.Inverse().Apply(d))).Dot(d)+s.Margin())
	}
	return far
}

// TestCheckCompound runs a scene with a compound cut from a polygon with a hole.
func TestCheckCompound(t *testing.T) {
	region := `{"points": [[0,0],[10,0],[10,10],[0,10]], "holes": [[[2,2],[8,2],[8,8],[2,8]]]}`
	cut := execute(region, "decompose", "-")
	if cut.status != 0 || cut.stderr != "" {
		t.Fatalf("%+v", cut)
	}
	for _, c := range []struct {
		x, r   float64
		status int
		want   string
	}{
		{5, 2.5, 0, "all clear"},
		{5, 2.75, 0, "all clear"},
		{5, 3, 1, "1 touching"},
		{5, 3.25, 1, "1 overlapping"},
		{1, 0.5, 1, "1 overlapping"},
		{-2, 1, 0, "all clear"},
	} {
		text := fmt.Sprintf(`{"version":1,"dim":2,"objects":[
{"name":"frame","shape":%s},
{"name":"disc","shape":{"type":"circle","radius":%v},"pose":{"p":[%v,5]}}]}`, cut.stdout, c.r, c.x)
		got := execute(text, "check", "-")
		if got.status != c.status || !strings.Contains(got.stdout, c.want) {
			t.Errorf("%+v: status %d\n%s%s", c, got.status, got.stdout, got.stderr)
		}
		// The clearance and the boxes go together: within 0.75 of the hole's side, or not.
		got = execute(text, "check", "-", "--clearance", "0.3", "--format", "json")
		if near := c.status == 1 || c.r == 2.75; (got.status == 1) != near {
			t.Errorf("%+v: status %d with a clearance\n%s", c, got.status, got.stdout)
		}
	}
}

func TestDecomposeCommand(t *testing.T) {
	for _, c := range []struct {
		in     string
		args   string
		status int
		want   string
	}{
		{"", "decompose", 2, "decompose needs one file"},
		{"", "decompose nowhere.json", 2, "nowhere.json"},
		{`{"points":[[0,0],[2,2],[2,0],[0,2]]}`, "decompose -", 2, "-:1: points[0]: not-simple: edges points[0] and points[2] cross at (1, 1)"},
		{"points: [[0, 0], [1, 0], [0, 1]]", "decompose -", 0, `"points":[[0,0],[1,0],[0,1]]`},
	} {
		got := execute(c.in, strings.Fields(c.args)...)
		if got.status != c.status || !strings.Contains(got.stdout+got.stderr, c.want) {
			t.Errorf("%q: %+v", c.args, got)
		}
	}
}

// TestCheckBracket: the compound of the example is what decompose makes of its outline, and the
// answers are those that its comments promise.
func TestCheckBracket(t *testing.T) {
	text, err := os.ReadFile("../../examples/bracket/bracket.yaml")
	if err != nil {
		t.Fatal(err)
	}
	cut := execute("", "decompose", "../../examples/bracket/region.json")
	if !strings.Contains(strings.ReplaceAll(string(text), "\n      ", "\n"), cut.stdout) {
		t.Errorf("the scene does not hold\n%s", cut.stdout)
	}
	want := map[string]float64{"bracket screw": -1.5, "bracket wall": 0, "bracket pin": 0.25, "bracket bolt": 1}
	for _, p := range checkPairs(t, "../../examples/bracket/bracket.yaml", "--all") {
		if w, ok := want[p.A+" "+p.B]; ok != (p.A == "bracket") || ok && (math.Abs(p.Distance-w) > 1e-12 || !(p.Lower <= w && w <= p.Upper)) {
			t.Errorf("%+v, want %v", p, w)
		}
	}
}
