package scene_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

// TestCompoundPoses checks where parts come to lie.
func TestCompoundPoses(t *testing.T) {
	for _, c := range []struct {
		dim        int
		pose, part string
		want       string // of the part in the world
	}{
		{2, `{}`, `{}`, "{{0 0} {0 0}}"},
		{2, `{"p":[1,2]}`, `{"p":[0.5,0]}`, "{{1.5 2} {0 0}}"},
		{2, `{"p":[0.1,2]}`, `{"p":[0.2,0]}`, "{{0.30000000000000004 2} {0 0}}"},
		{2, `{"p":[1,2],"cos_sin":[0,1]}`, `{"p":[4,5],"cos_sin":[0,1]}`, "{{-4 6} {-1 0}}"},
		{2, `{"cos_sin":[0.6,0.8]}`, `{"cos_sin":[0,1]}`, "{{0 0} {-0.8 0.6}}"},
		{2, `{"p":[3,4],"cos_sin":[0.6,0.8]}`, `{}`, "{{3 4} {0.6 0.8}}"},
		{2, `{"cos_sin":[0.6,0.8]}`, `{"p":[5,0]}`, "{{3 4} {0.6 0.8}}"},
		{3, `{"q":[0.5,0.5,0.5,0.5]}`, `{"p":[1,2,3],"q":[0.5,0.5,0.5,0.5]}`, "{{3 1 2} {0.5 0.5 0.5 -0.5}}"},
		{3, `{"q":[0.6,0,0,0.8]}`, `{"p":[1,2,3],"q":[1,0,0,0]}`, "{{1 "},
	} {
		shape := map[int]string{2: `"circle"`, 3: `"sphere"`}[c.dim]
		body := fmt.Sprintf(`{"shape":{"type":"compound","parts":[{"shape":{"type":%s,"radius":1},"pose":%s}]},"pose":%s}`, shape, c.part, c.pose)
		p, err := scene.DecodePair(context.Background(), fmt.Appendf(nil, `{"dim":%d,"a":%s,"b":%s}`, c.dim, body, body), scene.Options{})
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		var got string
		part, err := p.A.Part(0)
		if err != nil {
			t.Fatal(err)
		}
		if got = fmt.Sprint(part.O3.Pose()); c.dim == 2 {
			got = fmt.Sprint(part.O2.Pose())
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s in %s: %s, want %s", c.part, c.pose, got, c.want)
		}
	}
}

// A decoded compound is the body itself, parts of parts included: any query takes it.
func TestCompoundIsTheBody(t *testing.T) {
	const ell = `{"type":"compound","parts":[{"shape":{"type":"box","size":[4,1]}},{"shape":{"type":"box","size":[1,4]},"pose":{"p":[1.5,1.5]}}]}`
	for _, a := range []string{ell, `{"type":"compound","parts":[{"shape":` + ell + `,"pose":{"p":[1,0]}}]}`} {
		p, err := scene.DecodePair(context.Background(), fmt.Appendf(nil,
			`{"dim":2,"a":{"shape":%s},"b":{"shape":{"type":"circle","radius":0.2},"pose":{"p":[0.3,1]}}}`, a), scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c, ok := p.A.O2.Shape().(*d2.Compound)
		if !ok || c.Len() != 2 || p.A.Parts() != 2 || p.B.Parts() != 0 {
			t.Fatalf("%T, %d parts", p.A.O2.Shape(), p.A.Parts())
		}
		if ct := d2.Distance(&p.A.O2, &p.B.O2); ct.Relation != collide.Apart || math.Abs(ct.Distance-0.3) > 1e-15 || ct.PartA != 0 || ct.PartB != -1 {
			t.Errorf("%+v", ct)
		}
	}
	const post = `{"type":"compound","parts":[{"shape":{"type":"box","size":[1,1,4]}},{"shape":{"type":"compound","parts":[{"shape":{"type":"sphere","radius":1}}]},"pose":{"p":[0,0,3]}}]}`
	p, err := scene.DecodePair(context.Background(), fmt.Appendf(nil, `{"dim":3,"a":{"shape":%s},"b":{"shape":{"type":"sphere","radius":1},"pose":{"p":[0,0,6]}}}`, post), scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if ct := d3.Distance(&p.A.O3, &p.B.O3); ct.Distance != 1 || ct.PartA != 1 {
		t.Errorf("%+v", ct)
	}
}

// Faults in parts of parts are told with their place.
func TestCompoundFaults(t *testing.T) {
	for parts, want := range map[string]string{
		`[]`: "a.shape.parts: empty",
		`[{"shape":{"type":"compound","parts":[{"shape":{"type":"circle","radius":1}},{"shape":{"type":"circle","radius":-1}}]}}]`: "a.shape.parts[0].shape.parts[1].shape.radius: negative-size",
		`[{"shape":{"type":"compound","parts":[]}}]`: "a.shape.parts[0].shape.parts: empty",
	} {
		_, err := scene.DecodePair(context.Background(), fmt.Appendf(nil, `{"dim":2,"a":{"shape":{"type":"compound","parts":%s}},"b":%s}`, parts, ball2), scene.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", parts, err, want)
		}
	}
}

// Two half-spaces are a pair like any other, in compounds too.
func TestCompoundHalfSpaces(t *testing.T) {
	const up = `{"type":"half-space","normal":[0,1],"offset":0}`
	const down = `{"type":"half-space","normal":[0,-1],"offset":-2}`
	for _, a := range []string{up, `{"type":"compound","parts":[{"shape":` + up + `}]}`} {
		p, err := scene.DecodePair(context.Background(), fmt.Appendf(nil, `{"dim":2,"a":{"shape":%s},"b":{"shape":%s}}`, a, down), scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if ct := d2.Distance(&p.A.O2, &p.B.O2); ct.Distance != 2 || ct.Relation != collide.Apart {
			t.Errorf("%+v", ct)
		}
	}
}

func TestDecomposeFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"points: [[0, 0], [2, 2], [2, 0], [0, 2]]\n", "r:1: points[0]: not-simple: edges points[0] and points[2] cross at (1, 1)"},
		{"points:\n - [0, 0]\n - [4, 0]\n - [0, 4]\nholes:\n - [[1, 1], [2, 1], [1, 2]]\n - [[9, 9], [10, 9], [9, 10]]\n", "r:7: holes[1]: not-simple: holes[1] lies outside points"},
		{"points:\n - [0, 0]\n - [4, 0]\n - [5, 0]\n - [4, 0]\n - [0, 4]\n", "r:4: points[2]: not-simple: points[2] is the tip of a spike at (5, 0)"},
		{"{\"points\":[[0,0],[4,0],[0,4]],\n\"holes\":[[[1,1],[2,2]]]}", "r:2: holes[0]: degenerate: the points have no area; a hull takes them"},
		{"{\"points\":[[0,0],[4,0],[0,4]],\n\"holes\":[[]]}", "r:2: holes[0]: empty: at least one point is needed"},
		{"points: [[0, 0], [1, .nan]]", "r:1: points[1][1]: not-finite: NaN"},
		{"holes: []", "r:1: points: missing-field"},
		{"points: 3", "r:1: points: wrong-type: a list of points is wanted, not the number 3"},
		{"{", "r:1: syntax: "},
	} {
		_, err := scene.Decompose(context.Background(), strings.NewReader(c.text), "r", scene.Options{})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q:\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
	if _, err := scene.Decompose(context.Background(), strings.NewReader("points: []  "), "r", scene.Options{MaxBytes: 10}); err == nil || !strings.Contains(err.Error(), "too-long: the region") {
		t.Error(err)
	}
}

func ExampleDecompose() {
	pieces, err := scene.Decompose(context.Background(), strings.NewReader(`{"points": [[0,0],[2,0],[2,1],[1,1],[1,2],[0,2]]}`), "bracket.json", scene.Options{})
	fmt.Println(len(pieces), err)
	fmt.Print(string(scene.AppendCompound2(nil, pieces)))
	// Output:
	// 2 <nil>
	// {"type":"compound","parts":[
	// {"shape":{"type":"polygon","points":[[0,0],[1,1],[1,2],[0,2]]}},
	// {"shape":{"type":"polygon","points":[[0,0],[2,0],[2,1],[1,1]]}}
	// ]}
}

func ExampleAppendCompound2() {
	p, _ := d2.NewPolygon([]d2.Vec{{}, {X: 1}, {Y: 1}})
	fmt.Printf("%s", scene.AppendCompound2(nil, []*d2.Polygon{p}))
	// Output:
	// {"type":"compound","parts":[
	// {"shape":{"type":"polygon","points":[[0,0],[1,0],[0,1]]}}
	// ]}
}

// A polygon that is not convex is told why.
func TestPolygonMessages(t *testing.T) {
	for points, want := range map[string]string{
		"[[0,0],[2,2],[2,0],[0,2]]":           "points[1]: not-convex: edges points[0] and points[2] cross at [1, 1]",
		"[[0,0],[4,0],[4,4],[2,0],[0,4]]":     "points[3]: not-convex: edges points[0] and points[2] touch at [2, 0]",
		"[[0,0],[4,0],[1,1],[0,4]]":           "points[2]: not-convex: the corner turns the wrong way; 'collide decompose' makes a compound of such a polygon",
		"[[0,0],[2,0],[3,0],[2,0],[2,2]]":     "points[2]: not-convex: the path folds back on itself here",
		"[[0,3],[2,-3],[-3,1],[3,1],[-2,-3]]": "points[3]: not-convex: the path goes round more than once: edges points[0] and points[2] meet at [0.6666666666666666, 1]",
		"[[0,0],[1,0],[2,0]]":                 "points: degenerate: the points have no area; a hull takes them",
	} {
		_, err := scene.DecodePair(context.Background(), []byte(`{"dim":2,"a":{"shape":{"type":"polygon","points":`+points+`}},"b":`+ball2+`}`), scene.Options{})
		if err == nil || err.Error() != "line 1: a.shape."+want {
			t.Errorf("%s:\ngot  %v\nwant %s", points, err, want)
		}
	}
}
