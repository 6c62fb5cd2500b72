package scene_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

// lineFault is a line, and what is wrong with it.
type lineFault struct {
	why, line, path, code string
}

// castFaults holds a row for every rule of cast lines.
var castFaults = []lineFault{
	{"no kind", `{"dim":3,"a":` + ball3 + `,"origin":[0,0,9],"direction":[0,0,1]}`, "cast", "missing-field"},
	{"no such kind", `{"cast":"beam","dim":3,"a":` + ball3 + `}`, "cast", "unknown-type"},
	{"a kind that is no word", `{"cast":1,"dim":3,"a":` + ball3 + `}`, "cast", "wrong-type"},
	{"no mapping", `[]`, "", "wrong-type"},
	{"no dimension", `{"cast":"ray","a":` + ball3 + `,"origin":[0,0,9],"direction":[0,0,1]}`, "dim", "missing-field"},
	{"no such dimension", `{"cast":"point","dim":4,"a":` + ball3 + `,"point":[0,0,9]}`, "dim", "wrong-dimension"},
	{"no body", `{"cast":"ray","dim":3,"origin":[0,0,9],"direction":[0,0,1]}`, "a", "missing-field"},
	{"a fault in a body", `{"cast":"ray","dim":3,"a":{"shape":{"type":"sphere","radius":-1}},"origin":[0,0,9],"direction":[0,0,1]}`, "a.shape.radius", "negative-size"},
	{"a body has no motion", `{"cast":"point","dim":3,"a":{"shape":{"type":"sphere","radius":1},"motion":{}},"point":[0,0,9]}`, "a.motion", "unknown-field"},
	{"an id that is no string", `{"id":7,"cast":"point","dim":3,"a":` + ball3 + `,"point":[0,0,9]}`, "id", "wrong-type"},

	{"a ray without origin", `{"cast":"ray","dim":3,"a":` + ball3 + `,"direction":[0,0,1]}`, "origin", "missing-field"},
	{"a ray without direction", `{"cast":"ray","dim":3,"a":` + ball3 + `,"origin":[0,0,9]}`, "direction", "missing-field"},
	{"a ray to a point", `{"cast":"ray","dim":3,"a":` + ball3 + `,"origin":[0,0,9],"direction":[0,0,1],"point":[0,0,1]}`, "point", "unknown-field"},
	{"a ray that deepens", `{"cast":"ray","dim":3,"a":` + ball3 + `,"origin":[0,0,9],"direction":[0,0,1],"deepening":true}`, "deepening", "unknown-field"},
	{"a ray with b", `{"cast":"ray","dim":3,"a":` + ball3 + `,"b":` + ball3 + `,"origin":[0,0,9],"direction":[0,0,1]}`, "b", "unknown-field"},
	{"an origin of the plane", `{"cast":"ray","dim":3,"a":` + ball3 + `,"origin":[0,9],"direction":[0,0,1]}`, "origin", "wrong-dimension"},
	{"a direction of space", `{"cast":"ray","dim":2,"a":` + ball2 + `,"origin":[0,9],"direction":[0,0,1]}`, "direction", "wrong-dimension"},
	{"no direction", `{"cast":"ray","dim":3,"a":` + ball3 + `,"origin":[0,0,9],"direction":[0,0,0]}`, "direction", "zero-direction"},
	{"no direction, in the plane", `{"cast":"ray","dim":2,"a":` + ball2 + `,"origin":[0,9],"direction":[0,-0.0]}`, "direction", "zero-direction"},
	{"a direction that is NaN", `{"cast":"ray","dim":3,"a":` + ball3 + `,"origin":[0,0,9],"direction":[0,"NaN",0]}`, "direction[1]", "not-finite"},
	{"an origin too far", `{"cast":"ray","dim":3,"a":` + ball3 + `,"origin":[0,0,1e101],"direction":[0,0,1]}`, "origin[2]", "out-of-range"},
	{"a negative end", `{"cast":"ray","dim":3,"a":` + ball3 + `,"origin":[0,0,9],"direction":[0,0,1],"max":-1}`, "max", "bad-option"},
	{"an end at infinity", `{"cast":"ray","dim":3,"a":` + ball3 + `,"origin":[0,0,9],"direction":[0,0,1],"max":"Infinity"}`, "max", "not-finite"},
	{"an end that is null", `{"cast":"ray","dim":3,"a":` + ball3 + `,"origin":[0,0,9],"direction":[0,0,1],"max":null}`, "max", "wrong-type"},

	{"no point", `{"cast":"point","dim":2,"a":` + ball2 + `}`, "point", "missing-field"},
	{"a point of space", `{"cast":"point","dim":2,"a":` + ball2 + `,"point":[1,2,3]}`, "point", "wrong-dimension"},
	{"a point with an end", `{"cast":"point","dim":2,"a":` + ball2 + `,"point":[1,2],"max":1}`, "max", "unknown-field"},

	{"no second body", `{"cast":"shape","dim":2,"a":` + ball2 + `,"translation":[1,2]}`, "b", "missing-field"},
	{"no translation", `{"cast":"shape","dim":2,"a":` + ball2 + `,"b":` + ball2 + `}`, "translation", "missing-field"},
	{"a shape with a direction", `{"cast":"shape","dim":2,"a":` + ball2 + `,"b":` + ball2 + `,"translation":[1,2],"direction":[1,2]}`, "direction", "unknown-field"},
	{"a translation of space", `{"cast":"shape","dim":2,"a":` + ball2 + `,"b":` + ball2 + `,"translation":[1,2,3]}`, "translation", "wrong-dimension"},
	{"a negative max", `{"cast":"shape","dim":2,"a":` + ball2 + `,"b":` + ball2 + `,"translation":[1,2],"max":-1e-300}`, "max", "bad-option"},
	{"deepening that is no boolean", `{"cast":"shape","dim":2,"a":` + ball2 + `,"b":` + ball2 + `,"translation":[1,2],"deepening":1}`, "deepening", "wrong-type"},
	{"a key twice", `{"cast":"shape","dim":2,"dim":2,"a":` + ball2 + `,"b":` + ball2 + `,"translation":[1,2]}`, "dim", "duplicate-field"},
}

// ask is what the tests of lines ask of an Answerer.
type ask func(s *scene.Answerer, ctx context.Context, dst, line []byte, number int) ([]byte, bool)

// testLineFaults holds a reader and its schemas to a table of faults, and the answers to those of
// the other schema.
func testLineFaults(t *testing.T, faults []lineFault, ask ask, in, out string, beyond map[string]bool) {
	t.Helper()
	read, written := compile(t, in), compile(t, out)
	s, err := scene.NewAnswerer(scene.Options{}, scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		text, ok := ask(s, t.Context(), nil, []byte(f.line), 7)
		var a struct {
			Line  int
			Error struct{ Code, Path, Message string }
		}
		if err := json.Unmarshal(text, &a); err != nil {
			t.Fatal(err)
		}
		if ok || a.Line != 7 || a.Error.Code != f.code || a.Error.Path != f.path {
			t.Errorf("%s: %s", f.why, text)
		}
		if valid(t, read, f.line) != (beyond[f.code] || beyondSchema[f.code]) {
			t.Errorf("%s (%s): the schema says %v", f.why, f.code, valid(t, read, f.line))
		}
		if !valid(t, written, string(text)) {
			t.Errorf("%s: not of the schema of answers: %s", f.why, text)
		}
	}
}

func TestCastFaults(t *testing.T) {
	testLineFaults(t, castFaults, (*scene.Answerer).AppendCast, "cast", "cast-answer", map[string]bool{"zero-direction": true})
}

// castLines are cast lines of all kinds.
var castLines = []string{
	`{"id":"ray","cast":"ray","dim":3,"a":` + ball3 + `,"origin":[-3,0,0],"direction":[2,0,0]}`,
	`{"id":"short","cast":"ray","dim":3,"a":` + ball3 + `,"origin":[-3,0,0],"direction":[2,0,0],"max":0.5}`,
	`{"id":"past","cast":"ray","dim":2,"a":` + ball2 + `,"origin":[-3,5],"direction":[2,0],"max":1e100}`,
	`{"cast":"ray","dim":2,"a":` + ball2 + `,"origin":[0,0],"direction":[2,0]}`,
	`{"id":"out","cast":"point","dim":2,"a":` + ball2 + `,"point":[5,0]}`,
	`{"id":"in","cast":"point","dim":3,"a":` + ball3 + `,"point":[0,0,0.5]}`,
	`{"id":"sweep","cast":"shape","dim":3,"a":` + ball3 + `,"b":{"shape":{"type":"sphere","radius":1},"pose":{"p":[9,0,0]}},"translation":[-10,0,0]}`,
	`{"id":"away","cast":"shape","dim":2,"a":` + ball2 + `,"b":{"shape":{"type":"circle","radius":1},"pose":{"p":[9,0]}},"translation":[10,0],"max":0.5,"deepening":true}`,
	`{"id":"parts","cast":"ray","dim":2,"a":{"shape":{"type":"compound","parts":[{"shape":{"type":"circle","radius":1},"pose":{"p":[9,0]}},{"shape":{"type":"circle","radius":1}}]}},"origin":[-3,0],"direction":[1,0]}`,
}

// An answer line says what d2 and d3 do about the same numbers, and is of its schema.
func TestCastAnswers(t *testing.T) {
	read, written := compile(t, "cast"), compile(t, "cast-answer")
	s, err := scene.NewAnswerer(scene.Options{}, scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	d := scene.NewDecoder(scene.Options{})
	for i, line := range castLines {
		text, ok := s.AppendCast(t.Context(), nil, []byte(line), i+1)
		if !ok || !valid(t, read, line) || !valid(t, written, string(text)) {
			t.Errorf("%s: %s", line, text)
		}
		c, err := d.Cast(t.Context(), []byte(line))
		if err != nil {
			t.Fatal(err)
		}
		want := direct(t, &c)
		want.ID, want.HasID = c.ID, c.HasID
		if string(want.AppendJSON(nil)) != string(text) {
			t.Errorf("%s\n%s\nwant\n%s", line, text, want.AppendJSON(nil))
		}
	}
}

// direct returns what d2 and d3 say.
func direct(t *testing.T, c *scene.Cast) scene.CastAnswer {
	t.Helper()
	two := func(v [3]float64) d2.Vec { return d2.Vec{X: v[0], Y: v[1]} }
	three := func(v [3]float64) d3.Vec { return d3.Vec{X: v[0], Y: v[1], Z: v[2]} }
	var a scene.CastAnswer
	var err error
	switch {
	case c.Kind == scene.CastRay && c.Dim == 2:
		r, e := d2.NewRay(two(c.Origin), two(c.Direction), c.Max)
		a, err = scene.CastAnswerOf(d2.CastRay(&c.A.O2, &r)), e
	case c.Kind == scene.CastRay:
		r, e := d3.NewRay(three(c.Origin), three(c.Direction), c.Max)
		a, err = scene.CastAnswerOf(d3.CastRay(&c.A.O3, &r)), e
	case c.Kind == scene.CastPoint && c.Dim == 2:
		p, e := d2.ClosestPoint(&c.A.O2, two(c.Point))
		a, err = scene.CastAnswerOf(p), e
	case c.Kind == scene.CastPoint:
		p, e := d3.ClosestPoint(&c.A.O3, three(c.Point))
		a, err = scene.CastAnswerOf(p), e
	case c.Dim == 2:
		s, e := d2.NewSweep(two(c.Translation), c.Max, d2.SweepOptions{Deepening: c.Deepening})
		a, err = scene.CastAnswerOf(d2.CastShape(&c.A.O2, &c.B.O2, &s)), e
	default:
		s, e := d3.NewSweep(three(c.Translation), c.Max, d3.SweepOptions{Deepening: c.Deepening})
		a, err = scene.CastAnswerOf(d3.CastShape(&c.A.O3, &c.B.O3, &s)), e
	}
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Every kind of answer has the keys of the format, and null for what there is not.
func TestCastAnswerKeys(t *testing.T) {
	hit := scene.CastAnswer{
		Dim: 2, Verdict: collide.Hit, T: 2, Lower: 1, Upper: 3, Exit: 4, HasExit: true, Normal: [3]float64{-1, 0},
		Point: [3]float64{5, 6}, PointA: [3]float64{1, 2}, PointB: [3]float64{3, 4}, HasParts: true, PartA: 1, PartB: -1,
	}
	miss, inside := hit, hit
	miss.Verdict, miss.HasParts = collide.Miss, false
	inside.Normal, inside.HasExit, inside.HasParts = [3]float64{}, false, false
	point, shape := hit, hit
	point.Kind, point.Relation, point.Distance = scene.CastPoint, collide.Overlapping, -2
	shape.Kind, shape.Verdict = scene.CastShape, collide.Graze
	none := hit
	none.Err = &scene.Error{Code: scene.ErrSyntax}
	for want, a := range map[string]scene.CastAnswer{
		`{"id":null,"result":"hit","t":2,"lower":1,"upper":3,"exit":4,"normal":[-1,0],"point":[5,6],"status":"","iterations":0,"parts":[1,null]}`:            hit,
		`{"id":null,"result":"miss","t":null,"lower":null,"upper":null,"exit":null,"normal":null,"point":null,"status":"","iterations":0}`:                   miss,
		`{"id":null,"result":"hit","t":2,"lower":1,"upper":3,"exit":null,"normal":null,"point":[5,6],"status":"","iterations":0}`:                            inside,
		`{"id":null,"relation":"inside","distance":-2,"lower":1,"upper":3,"normal":[-1,0],"point":[5,6],"status":"","iterations":0,"parts":[1,null]}`:        point,
		`{"id":null,"result":"touch","t":2,"lower":1,"upper":3,"normal":[-1,0],"point_a":[1,2],"point_b":[3,4],"status":"","iterations":0,"parts":[1,null]}`: shape,
		`{"id":null,"line":0,"error":{"code":"syntax","path":"","message":""}}`:                                                                              none,
	} {
		want = strings.Replace(want, `"status":""`, `"status":"`+a.Status.String()+`"`, 1)
		if got := string(a.AppendJSON(nil)); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
}

// A program fills in a cast; what it has wrong is told, and nothing panics.
func TestCastByHand(t *testing.T) {
	q, err := scene.NewQuery(scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ball, err := d2.Place(d2.Circle{Radius: 1}, d2.Pose{})
	if err != nil {
		t.Fatal(err)
	}
	ray := scene.Cast{Dim: 2, A: scene.Body2(ball), Origin: [3]float64{-3}, Direction: [3]float64{1}, Max: 9}
	if a := q.Cast(&ray); a.Err != nil || a.Dim != 2 {
		t.Errorf("%+v", a)
	}
	for code, change := range map[error]func(c *scene.Cast){
		collide.ErrZeroDirection:  func(c *scene.Cast) { c.Direction = [3]float64{} },
		collide.ErrBadOption:      func(c *scene.Cast) { c.Max = math.NaN() },
		collide.ErrNotFinite:      func(c *scene.Cast) { c.Kind, c.Point[1] = scene.CastPoint, math.Inf(1) },
		collide.ErrWrongDimension: func(c *scene.Cast) { c.Dim = 3 },
	} {
		c := ray
		if change(&c); q.Cast(&c).Err == nil || q.Cast(&c).Err.Code != code {
			t.Errorf("%v: %+v", code, q.Cast(&c))
		}
	}
	for _, c := range []scene.Cast{{}, {Dim: 3}, {Kind: scene.CastShape, Dim: 2, A: scene.Body2(ball)}} {
		if a := q.Cast(&c); a.Err == nil || a.Err.Code != collide.ErrWrongDimension {
			t.Errorf("%+v: %+v", c, a)
		}
	}
	none := scene.Cast{Kind: 77, Dim: 2, A: scene.Body2(ball), B: scene.Body2(ball), Max: 1}
	if a := q.Cast(&none); a.Err == nil || a.Err.Code != collide.ErrBadOption || a.Err.Path != "cast" {
		t.Errorf("a kind that there is not: %+v", a)
	}
	ray.Max = math.NaN()
	if a := q.Cast(&ray); a.Err == nil || a.Err.Message != "NaN; it is 0 or more" {
		t.Errorf("max NaN: %+v", a)
	}
}

// namedLines are lines of a stream, and what comes of them: a word of the answer, or a code and the
// path.
var namedLines = []struct{ line, want string }{
	{`{"cast":"point","dim":2,"a":{"shape":"disc"},"point":[3,0]}`, "unknown-name a.shape"},
	{`{"shapes":{"disc":{"type":"circle","radius":1},"pill":{"type":"capsule","radius":1,"height":2}}}`, ""},
	{`{"cast":"point","dim":2,"a":{"shape":"disc"},"point":[3,0]}`, "point"},
	{`{"cast":"point","dim":2,"a":{"shape":"pill","pose":{"p":[1,2]}},"point":[3,0]}`, "point"},
	{`{"cast":"point","dim":3,"a":{"shape":"pill"},"point":[3,0,0]}`, "point"},
	{`{"cast":"point","dim":3,"a":{"shape":"disc"},"point":[3,0,0]}`, "wrong-dimension a.shape"},
	{`{"cast":"point","dim":2,"a":{"shape":"dics"},"point":[3,0]}`, "unknown-name a.shape"},
	{`{"shapes":{"new":{"type":"circle","radius":2},"disc":{"type":"circle","radius":1}}}`, "duplicate-name shapes.disc"},
	{`{"cast":"point","dim":2,"a":{"shape":"new"},"point":[3,0]}`, "unknown-name a.shape"}, // all of a line or nothing
	{`{"shapes":{"new":{"type":"circle","radius":2},"new":{"type":"circle","radius":1}}}`, "duplicate-name shapes.new"},
	{`{"shapes":{"new":{"type":"compound","parts":[{"shape":"disc"},{"shape":"pill","pose":{"p":[3,0]}}]}}}`, ""},
	{`{"cast":"point","dim":2,"a":{"shape":"new"},"point":[3,0]}`, "point"},
	{`{"cast":"point","dim":3,"a":{"shape":"new"},"point":[3,0,0]}`, "wrong-dimension a.shape"},
	{`{"cast":"point","dim":2,"a":{"shape":{"type":"compound","parts":[{"shape":"new"},{"shape":{"type":"box","size":[1,1]}}]}},"point":[3,0]}`, "point"},
	{` { "sha\u0070es" : {"wedge":{"type":"hull","points":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}}}`, ""},
	{`{"cast":"point","dim":3,"a":{"shape":"wedge"},"point":[3,0,0]}`, "point"},
	{`{"shapes":{"plane":{"type":"half-space","normal":[0,0,0],"offset":0}}}`, "zero-normal shapes.plane.normal"},
	{`{"shapes":{"alias":"disc"}}`, "wrong-type shapes.alias"},
	{`{"shapes":{"":{"type":"circle","radius":1}}}`, `empty shapes[""]`},
	{`{"shapes":{"a b":{"type":"circle","radius":-1}}}`, `negative-size shapes["a b"].radius`},
	{`{"shapes":{"torus":{"type":"torus"}}}`, "unknown-type shapes.torus.type"},
	{`{"shapes":{"both":{"type":"compound","parts":[{"shape":"disc"},{"shape":"wedge"}]}}}`, "wrong-dimension shapes.both.parts[0].shape"},
	{`{"shapes":{"self":{"type":"compound","parts":[{"shape":"self"}]}}}`, "unknown-name shapes.self.parts[0].shape"},
	{`{"shapes":[]}`, "wrong-type shapes"},
	{`{"shapes":{},"dim":2}`, "unknown-field dim"},
	{`{"dim":2,"shapes":{}}`, "missing-field cast"},
	{`{"shapes":{}}`, ""},
	{`{"shapes":{"x":{"type":"circle","radius":1}}`, "syntax "},
	{`{"cast":"point","dim":2,"a":{"shape":"x"},"point":[3,0]}`, "unknown-name a.shape"},
}

// Names stand for shapes from their line on, all of a line or none.
func TestNamedShapes(t *testing.T) {
	s, err := scene.NewAnswerer(scene.Options{}, scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	read := compile(t, "cast")
	for i, c := range namedLines {
		text, ok := s.AppendCast(t.Context(), nil, []byte(c.line), i+1)
		got := ""
		var a struct {
			Error *struct{ Code, Path string }
		}
		if len(text) > 0 {
			if err := json.Unmarshal(text, &a); err != nil {
				t.Fatal(err)
			}
			if got = "point"; a.Error != nil {
				got = a.Error.Code + " " + a.Error.Path
			}
		}
		if got != c.want || ok != (a.Error == nil) {
			t.Errorf("line %d: %s: %s, want %s", i+1, c.line, text, c.want)
		}
		if a.Error == nil && !valid(t, read, c.line) {
			t.Errorf("line %d: %s is not of its schema", i+1, c.line)
		}
	}
}

// What a name stands for does not depend on what was read since: lines may be answered in any
// order.
func TestNamedShapesByLine(t *testing.T) {
	shapes := scene.NewShapes(scene.Options{})
	for number, radius := range map[int]int{2: 1, 4: 2} {
		if _, err := shapes.Define(t.Context(), fmt.Appendf(nil, `{"shapes":{"r%d":{"type":"circle","radius":%d}}}`, radius, radius), number); err != nil {
			t.Fatal(err)
		}
	}
	d := scene.NewDecoder(scene.Options{Shapes: shapes})
	for _, number := range []int{5, 1, 3, 4, 2, 0} {
		d.SetLine(number)
		for radius, line := range map[int]int{1: 2, 2: 4} {
			_, err := d.Cast(t.Context(), fmt.Appendf(nil, `{"cast":"point","dim":2,"a":{"shape":"r%d"},"point":[3,0]}`, radius))
			if known := number == 0 || number > line; (err == nil) != known {
				t.Errorf("line %d, radius %d: %v", number, radius, err)
			}
		}
	}
}

// A compound of compounds of compounds is refused before it takes the memory of all its parts.
func TestNamedShapesLimits(t *testing.T) {
	o := scene.Options{MaxPoints: 10_000}
	s, err := scene.NewAnswerer(o, scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{`{"shapes":{"c0":{"type":"circle","radius":1}}}`}
	for i := range 9 {
		parts := strings.Repeat(fmt.Sprintf(`{"shape":"c%d"},`, i), 10)
		lines = append(lines, fmt.Sprintf(`{"shapes":{"c%d":{"type":"compound","parts":[%s]}}}`, i+1, strings.TrimSuffix(parts, ",")))
	}
	refused := 0
	for i, line := range lines {
		if text, ok := s.AppendCast(t.Context(), nil, []byte(line), i+1); !ok {
			refused++
			if refused == 1 && !strings.Contains(string(text), `"too-large"`) || refused > 1 && !strings.Contains(string(text), `"unknown-name"`) {
				t.Errorf("%s", text)
			}
		}
	}
	if refused < 5 {
		t.Errorf("only %d lines of %d refused", refused, len(lines))
	}
	many, err := scene.NewAnswerer(scene.Options{MaxBytes: 1000}, scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for i := range 30 {
		text, ok := many.AppendCast(t.Context(), nil, fmt.Appendf(nil, `{"shapes":{"c%d":{"type":"circle","radius":1}}}`, i), i+1)
		if !ok && strings.Contains(string(text), `"too-large"`) {
			codes = append(codes, fmt.Sprint(i))
		}
	}
	if len(codes) < 5 || len(codes) > 15 || !slices.IsSorted(codes) {
		t.Errorf("refused: %v", codes)
	}
}

// Any bytes get an answer of the schema, and the same one again.
func FuzzCast(f *testing.F) {
	for _, line := range castLines {
		f.Add([]byte(line))
	}
	for _, c := range castFaults {
		f.Add([]byte(c.line))
	}
	for _, c := range namedLines {
		f.Add([]byte(c.line))
	}
	f.Fuzz(func(t *testing.T, line []byte) { fuzzLine(t, line, (*scene.Answerer).AppendCast, "cast-answer") })
}

// fuzzLine holds the answer to a line to a schema, and to itself.
func fuzzLine(t *testing.T, line []byte, ask ask, out string) {
	t.Helper()
	var texts [2]string
	for i := range texts {
		s, err := scene.NewAnswerer(scene.Options{MaxPoints: 1000}, scene.QueryOptions{MaxIterations: 100})
		if err != nil {
			t.Fatal(err)
		}
		text, ok := ask(s, t.Context(), nil, line, 1)
		if texts[i] = string(text); ok == strings.Contains(texts[i], `"error"`) {
			t.Errorf("%v: %s", ok, text)
		}
	}
	if texts[0] != texts[1] || texts[0] == "" && !scene.IsShapes(line) {
		t.Errorf("%s\n%s", texts[0], texts[1])
	}
	if texts[0] != "" && !valid(t, compile(t, out), texts[0]) {
		t.Errorf("not of the schema: %s", texts[0])
	}
}

// The words of the kinds are those of the format.
func TestCastKinds(t *testing.T) {
	words := map[scene.CastKind]string{scene.CastRay: "ray", scene.CastPoint: "point", scene.CastShape: "shape"}
	for _, k := range slices.Sorted(maps.Keys(words)) {
		if k.String() != words[k] {
			t.Errorf("%v", k)
		}
	}
}
