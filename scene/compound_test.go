package scene_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

// TestCompoundPoses checks where parts come to lie, and when the product of two poses counts as exact.
func TestCompoundPoses(t *testing.T) {
	const half = `[0,0,0.7071067811865476,0.7071067811865476]`
	for _, c := range []struct {
		dim         int
		pose, part  string
		want        string // of the part in the world
		shift, turn bool   // not exact
	}{
		{2, `{}`, `{}`, "{{0 0} {0 0}}", false, false},
		{2, `{"p":[1,2]}`, `{"p":[0.5,0]}`, "{{1.5 2} {0 0}}", false, false},
		{2, `{"p":[0.1,2]}`, `{"p":[0.2,0]}`, "{{0.30000000000000004 2} {0 0}}", true, false},
		{2, `{"p":[1,2],"cos_sin":[0,1]}`, `{"p":[4,5],"cos_sin":[0,1]}`, "{{-4 6} {-1 0}}", false, false},
		{2, `{"cos_sin":[0.6,0.8]}`, `{"cos_sin":[0,1]}`, "{{0 0} {-0.8 0.6}}", false, true},
		{2, `{"p":[3,4],"cos_sin":[0.6,0.8]}`, `{}`, "{{3 4} {0.6 0.8}}", false, false},
		{2, `{"cos_sin":[0.6,0.8]}`, `{"p":[5,0]}`, "{{3 4} {0.6 0.8}}", true, false},
		{3, `{"p":[1,2,3],"q":` + half + `}`, `{"p":[4,5,6]}`, "{{-4 6 9} {0 0 0.7071067811865476 0.7071067811865476}}", false, false},
		{3, `{"q":` + half + `}`, `{"p":[1e-20,1,0],"q":` + half + `}`, "{{-1 1e-20 0}", false, false},
		{3, `{"q":[0.5,0.5,0.5,0.5]}`, `{"p":[1,2,3],"q":[0.5,0.5,0.5,0.5]}`, "{{3 1 2} {0.5 0.5 0.5 -0.5}}", false, false},
		{3, `{"q":[0.6,0,0,0.8]}`, `{"p":[1,2,3],"q":[1,0,0,0]}`, "{{1 ", true, true},
	} {
		shape := map[int]string{2: `"circle"`, 3: `"sphere"`}[c.dim]
		body := fmt.Sprintf(`{"shape":{"type":"compound","parts":[{"shape":{"type":%s,"radius":1},"pose":%s}]},"pose":%s}`, shape, c.part, c.pose)
		p, err := scene.DecodePair(context.Background(), fmt.Appendf(nil, `{"dim":%d,"a":%s,"b":%s}`, c.dim, body, body), scene.Options{})
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		var got string
		var shift, turn float64
		if c.dim == 2 {
			got, shift, turn = fmt.Sprint(p.PartsA2[0].World.Pose()), p.PartsB2[0].Shift, p.PartsB2[0].Turn
		} else {
			got, shift, turn = fmt.Sprint(p.PartsA3[0].World.Pose()), p.PartsB3[0].Shift, p.PartsB3[0].Turn
		}
		if !strings.HasPrefix(got, c.want) || (shift > 0) != c.shift || (turn > 0) != c.turn {
			t.Errorf("%s in %s: %s, shift %v, turn %v, want %s", c.part, c.pose, got, shift, turn, c.want)
		}
		if shift > 2e-14 || turn > 1e-14 {
			t.Errorf("%s in %s: shift %v, turn %v", c.part, c.pose, shift, turn)
		}
	}
}

// TestCompoundHull checks the object that stands for a compound: its convex hull, by the support values.
func TestCompoundHull(t *testing.T) {
	for _, c := range []struct {
		dim                int
		parts              string
		right, up, slanted float64 // support values along X, Y and (3, 4)/5
	}{
		{2, `{"shape":{"type":"box","size":[2,2]}},{"shape":{"type":"box","size":[2,2]},"pose":{"p":[4,0]}}`, 5, 1, 3.8},
		{2, `{"shape":{"type":"circle","radius":1}},{"shape":{"type":"capsule","radius":1,"height":2},"pose":{"p":[5,0]}}`, 7, 1, 4.6},
		{2, `{"shape":{"type":"circle","radius":1}},{"shape":{"type":"box","size":[2,2],"rounding":0.5},"pose":{"p":[5,0]}}`, 6.5, 1.5, 4.9},
		{2, `{"shape":{"type":"ellipse","radii":[2,2]}},{"shape":{"type":"circle","radius":1}}`, 2, 2, 2},
		{3, `{"shape":{"type":"cylinder","radius":2,"height":2}},{"shape":{"type":"sphere","radius":1},"pose":{"p":[0,3,0]}}`, 2, 4, 3.4},
		{3, `{"shape":{"type":"box","size":[2,2,2]}},{"shape":{"type":"hull","points":[[0,5,0]]}}`, 1, 5, 4},
	} {
		line := fmt.Sprintf(`{"dim":%d,"a":{"shape":{"type":"compound","parts":[%s]}},"b":%s}`, c.dim, c.parts, map[int]string{2: ball2, 3: ball3}[c.dim])
		p, err := scene.DecodePair(context.Background(), []byte(line), scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got [3]float64
		if c.dim == 2 {
			s := p.A2.Shape().(d2.Convex)
			for i, d := range [3]d2.Vec{{X: 1e200}, {Y: 1}, {X: 0.6, Y: 0.8}} {
				v := s.Support(d)
				if i == 0 {
					d.X = 1
				}
				got[i] = v.Dot(d) + s.Margin()
			}
		} else {
			s := p.A3.Shape().(d3.Convex)
			for i, d := range [3]d3.Vec{{X: 1}, {Y: 1}, {X: 0.6, Y: 0.8}} {
				got[i] = s.Support(d).Dot(d) + s.Margin()
			}
		}
		for i, want := range [3]float64{c.right, c.up, c.slanted} {
			if math.Abs(got[i]-want) > 1e-14 {
				t.Errorf("%s: support values %v, want %v %v %v", c.parts, got, c.right, c.up, c.slanted)
			}
		}
	}
}

// Half-spaces in compounds are refused like others where two of them would meet.
func TestCompoundHalfSpaces(t *testing.T) {
	const plane2 = `{"shape":{"type":"half-space","normal":[0,1],"offset":0}}`
	const plane3 = `{"shape":{"type":"half-space","normal":[0,1,0],"offset":0}}`
	for dim, plane := range map[int]string{2: plane2, 3: plane3} {
		body := `{"shape":{"type":"compound","parts":[` + plane + `]}}`
		for _, b := range []string{body, plane} {
			_, err := scene.DecodePair(context.Background(), fmt.Appendf(nil, `{"dim":%d,"a":%s,"b":%s}`, dim, body, b), scene.Options{})
			checkError(t, err, 1, "b.shape", "unsupported-pair")
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
