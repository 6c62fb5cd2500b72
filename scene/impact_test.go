package scene_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

// far2 and far3 are the entries of a body beside ball2 and ball3.
const (
	far2 = `"shape":{"type":"box","size":[1,1]},"pose":{"p":[9,0]}`
	far3 = `"shape":{"type":"box","size":[1,1,1]},"pose":{"p":[9,0,0]}`
)

// motionFaults holds a row for every rule of motions: an entry of a body, of the dimension.
var motionFaults = []struct {
	why    string
	dim    int
	motion string
	path   string
	code   string
}{
	{"a list", 3, `[1,2,3]`, "", "wrong-type"},
	{"null", 3, `null`, "", "wrong-type"},
	{"an unknown key", 3, `{"speed":1}`, "speed", "unknown-field"},
	{"a key twice", 3, `{"linear":[1,0,0],"linear":[1,0,0]}`, "linear", "duplicate-field"},
	{"a velocity of the plane", 3, `{"linear":[1,0]}`, "linear", "wrong-dimension"},
	{"a velocity of space", 2, `{"linear":[1,0,0]}`, "linear", "wrong-dimension"},
	{"an axis in the plane", 2, `{"angular":[0,0,1]}`, "angular", "wrong-type"},
	{"a number in space", 3, `{"angular":1}`, "angular", "wrong-type"},
	{"a velocity too large", 3, `{"linear":[1,0,2e100]}`, "linear[2]", "out-of-range"},
	{"NaN", 2, `{"angular":"NaN"}`, "angular", "not-finite"},
	{"a center of space", 2, `{"center":[0,0,0]}`, "center", "wrong-dimension"},
	{"a velocity and a pose", 3, `{"linear":[1,0,0],"to":{}}`, "linear", "conflicting-fields"},
	{"a turn and a pose", 2, `{"to":{},"angular":1}`, "angular", "conflicting-fields"},
	{"a center and a pose", 2, `{"to":{},"center":[0,0]}`, "center", "conflicting-fields"},
	{"a path to nowhere", 3, `{"linear":[1,0,0],"path":"slerp"}`, "path", "unknown-field"},
	{"no such path", 3, `{"to":{},"path":"spline"}`, "path", "unknown-type"},
	{"a path that is no word", 3, `{"to":{},"path":1}`, "path", "wrong-type"},
	{"a fault of the pose", 3, `{"to":{"q":[0,0,0,0]}}`, "to.q", "zero-quaternion"},
	{"a pose of the plane", 3, `{"to":{"angle":1}}`, "to.angle", "wrong-dimension"},
	{"half a turn", 3, `{"to":{"q":[1,0,0,0]}}`, "to", "ambiguous-motion"},
	{"half a turn by screw", 3, `{"to":{"q":[0,0.6,0.8,0]},"path":"screw"}`, "to", "ambiguous-motion"},
	{"half a turn in the plane", 2, `{"to":{"cos_sin":[-1,0]}}`, "to", "ambiguous-motion"},
}

// impactFaults returns a row for every rule of motion lines.
func impactFaults() []lineFault {
	list := []lineFault{
		{"no mapping", `7`, "", "wrong-type"},
		{"no dimension", `{"a":` + ball3 + `,"b":{` + far3 + `}}`, "dim", "missing-field"},
		{"no body", `{"dim":3,"a":` + ball3 + `}`, "b", "missing-field"},
		{"a fault of a body", `{"dim":3,"a":` + ball3 + `,"b":{"shape":{"type":"sphere"}}}`, "b.shape.radius", "missing-field"},
		{"no time", `{"dim":3,"duration":0,"a":` + ball3 + `,"b":{` + far3 + `}}`, "duration", "bad-option"},
		{"less than no time", `{"dim":3,"duration":-1,"a":` + ball3 + `,"b":{` + far3 + `}}`, "duration", "bad-option"},
		{"for ever", `{"dim":3,"duration":"Infinity","a":` + ball3 + `,"b":{` + far3 + `}}`, "duration", "not-finite"},
		{"deepening that is no boolean", `{"dim":3,"deepening":"yes","a":` + ball3 + `,"b":{` + far3 + `}}`, "deepening", "wrong-type"},
		{"a key of a cast", `{"dim":3,"max":1,"a":` + ball3 + `,"b":{` + far3 + `}}`, "max", "unknown-field"},
		{"a motion beside the bodies", `{"dim":3,"motion":{},"a":` + ball3 + `,"b":{` + far3 + `}}`, "motion", "unknown-field"},

		{"no such figures", `{"toi":"face-face","start":[],"end":[]}`, "toi", "unknown-type"},
		{"figures that are no word", `{"toi":[],"start":[[0,0,0],[0,0,0],[0,0,0],[0,0,0]],"end":[[0,0,0],[0,0,0],[0,0,0],[0,0,0]]}`, "toi", "wrong-type"},
		{"no start", `{"toi":"edge-edge","end":[[0,0,0],[0,0,0],[0,0,0],[0,0,0]]}`, "start", "missing-field"},
		{"three points", `{"toi":"edge-edge","start":[[0,0,0],[0,0,0],[0,0,0]],"end":[[0,0,0],[0,0,0],[0,0,0],[0,0,0]]}`, "start", "wrong-dimension"},
		{"five points", `{"toi":"edge-edge","start":[[0,0,0],[0,0,0],[0,0,0],[0,0,0]],"end":[[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0]]}`, "end", "wrong-dimension"},
		{"a point of the plane", `{"toi":"edge-edge","start":[[0,0,0],[0,0],[0,0,0],[0,0,0]],"end":[[0,0,0],[0,0,0],[0,0,0],[0,0,0]]}`, "start[1]", "wrong-dimension"},
		{"a point that is NaN", `{"toi":"edge-edge","start":[[0,0,0],[0,0,0],[0,0,0],[0,0,"NaN"]],"end":[[0,0,0],[0,0,0],[0,0,0],[0,0,0]]}`, "start[3][2]", "not-finite"},
		{"points and a duration", `{"toi":"edge-edge","duration":1,"start":[[0,0,0],[0,0,0],[0,0,0],[0,0,0]],"end":[[0,0,0],[0,0,0],[0,0,0],[0,0,0]]}`, "duration", "unknown-field"},
		{"points and a dimension", `{"toi":"edge-edge","dim":3,"start":[[0,0,0],[0,0,0],[0,0,0],[0,0,0]],"end":[[0,0,0],[0,0,0],[0,0,0],[0,0,0]]}`, "dim", "unknown-field"},
		{"a number for points", `{"toi":"edge-edge","start":1,"end":[[0,0,0],[0,0,0],[0,0,0],[0,0,0]]}`, "start", "wrong-type"},
	}
	for _, f := range motionFaults {
		ball, far := ball3, far3
		if f.dim == 2 {
			ball, far = ball2, far2
		}
		line := `{"dim":` + string(rune('0'+f.dim)) + `,"a":` + ball + `,"b":{` + far + `,"motion":` + f.motion + `}}`
		path := "b.motion"
		if f.path != "" {
			path += "." + f.path
		}
		list = append(list, lineFault{f.why, line, path, f.code})
	}
	return list
}

func TestImpactFaults(t *testing.T) {
	testLineFaults(t, impactFaults(), (*scene.Answerer).AppendImpact, "toi", "toi-answer", map[string]bool{"ambiguous-motion": true})
}

// impactLines are lines of all kinds.
var impactLines = []string{
	`{"id":"rest","dim":3,"a":` + ball3 + `,"b":{` + far3 + `}}`,
	`{"id":"fly","dim":3,"duration":2,"a":` + ball3 + `,"b":{` + far3 + `,"motion":{"linear":[-10,0,0]}}}`,
	`{"id":"turn","dim":3,"deepening":true,"a":` + ball3 + `,"b":{` + far3 + `,"motion":{"angular":[0,0,3],"center":[-9,1,0]}}}`,
	`{"id":"slerp","dim":3,"a":` + ball3 + `,"b":{` + far3 + `,"motion":{"to":{"q":[0,0,0.6,0.8]}}}}`,
	`{"id":"screw","dim":3,"a":` + ball3 + `,"b":{` + far3 + `,"motion":{"to":{"p":[0,9,1],"q":[0,0,0.6,0.8]},"path":"screw"}}}`,
	`{"id":"flat","dim":2,"a":{"shape":{"type":"circle","radius":1},"motion":{"linear":[1,0],"angular":2}},"b":{` + far2 + `,"motion":{"to":{"p":[0,3],"angle":1}}}}`,
	`{"id":"apart","dim":2,"a":` + ball2 + `,"b":{` + far2 + `,"motion":{"linear":[1,0]}}}`,
	`{"id":"vf","toi":"vertex-face","start":[[0,0,1],[1,0,0],[-1,1,0],[-1,-1,0]],"end":[[0,0,-1],[1,0,0],[-1,1,0],[-1,-1,0]]}`,
	`{"id":"ee","toi":"edge-edge","start":[[-1,0,1],[1,0,1],[0,-1,0],[0,1,0]],"end":[[-1,0,2],[1,0,2],[0,-1,0],[0,1,0]]}`,
}

// An answer line says what d2 and d3 do about the same numbers, and is of its schema.
func TestImpactAnswers(t *testing.T) {
	read, written := compile(t, "toi"), compile(t, "toi-answer")
	s, err := scene.NewAnswerer(scene.Options{}, scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	d := scene.NewDecoder(scene.Options{})
	for i, line := range impactLines {
		text, ok := s.AppendImpact(t.Context(), nil, []byte(line), i+1)
		if !ok || !valid(t, read, line) || !valid(t, written, string(text)) {
			t.Errorf("%s: %s", line, text)
		}
		m, err := d.Impact(t.Context(), []byte(line))
		if err != nil {
			t.Fatal(err)
		}
		var want scene.ImpactAnswer
		switch {
		case m.Kind == scene.ImpactVertexFace:
			i, e := d3.VertexFaceImpact(m.Start, m.End)
			want, err = scene.ImpactAnswerOf(i), e
		case m.Kind == scene.ImpactEdgeEdge:
			i, e := d3.EdgeEdgeImpact(m.Start, m.End)
			want, err = scene.ImpactAnswerOf(i), e
		case m.Dim == 2:
			i, e := d2.TimeOfImpact(&m.A.O2, &m.MotionA.M2, &m.B.O2, &m.MotionB.M2, d2.ImpactOptions{Duration: m.Duration, Deepening: m.Deepening})
			want, err = scene.ImpactAnswerOf(i), e
		default:
			i, e := d3.TimeOfImpact(&m.A.O3, &m.MotionA.M3, &m.B.O3, &m.MotionB.M3, d3.ImpactOptions{Duration: m.Duration, Deepening: m.Deepening})
			want, err = scene.ImpactAnswerOf(i), e
		}
		want.ID, want.HasID, want.Kind = m.ID, m.HasID, m.Kind
		if got := string(want.AppendJSON(nil)); err != nil || got != string(text) {
			t.Errorf("%s\n%s\nwant\n%s, %v", line, text, got, err)
		}
	}
}

// Every kind of answer has the keys of the format, and null for what there is not.
func TestImpactAnswerKeys(t *testing.T) {
	hit := scene.ImpactAnswer{
		Dim: 2, Verdict: collide.Hit, T: 2, Lower: 1, Upper: 3, Normal: [3]float64{-1, 0}, PointA: [3]float64{1, 2},
		PointB: [3]float64{3, 4}, Separation: 7, HasParts: true, PartA: -1, PartB: 5,
	}
	miss, doubt, points := hit, hit, hit
	miss.Verdict, miss.HasParts = collide.Miss, false
	doubt.Verdict = collide.Unsure
	points.Kind, points.Dim, points.HasParts = scene.ImpactEdgeEdge, 3, false
	for want, a := range map[string]scene.ImpactAnswer{
		`{"id":null,"result":"hit","t":2,"lower":1,"upper":3,"normal":[-1,0],"point_a":[1,2],"point_b":[3,4],"status":"","iterations":0,"parts":[null,5]}`:                      hit,
		`{"id":null,"result":"miss","t":null,"lower":null,"upper":null,"normal":null,"point_a":null,"point_b":null,"status":"","iterations":0}`:                                 miss,
		`{"id":null,"result":"undecided","t":2,"lower":1,"upper":3,"normal":[-1,0],"point_a":[1,2],"point_b":[3,4],"separation":7,"status":"","iterations":0,"parts":[null,5]}`: doubt,
		`{"id":null,"result":"hit","t":2,"lower":1,"upper":3,"status":"","iterations":0}`:                                                                                       points,
	} {
		want = strings.Replace(want, `"status":""`, `"status":"`+a.Status.String()+`"`, 1)
		if got := string(a.AppendJSON(nil)); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
}

// A program fills in an impact; what it has wrong is told, and nothing panics.
func TestImpactByHand(t *testing.T) {
	q, err := scene.NewQuery(scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ball, err := d3.Place(d3.Sphere{Radius: 1}, d3.Pose{})
	if err != nil {
		t.Fatal(err)
	}
	m := scene.Impact{A: scene.Body3(ball), B: scene.Body3(ball)}
	if a := q.Impact(&m); a.Err != nil || a.Dim != 3 {
		t.Errorf("%+v", a)
	}
	bad := m
	bad.Duration = -1
	if a := q.Impact(&bad); a.Err == nil || a.Err.Code != collide.ErrBadOption || a.Err.Path != "duration" {
		t.Errorf("%+v", a)
	}
	bad = m
	bad.B = scene.Body{}
	if a := q.Impact(&bad); a.Err == nil || a.Err.Code != collide.ErrWrongDimension {
		t.Errorf("%+v", a)
	}
	bad = scene.Impact{Kind: scene.ImpactVertexFace}
	bad.End[2].Y = math.NaN()
	if a := q.Impact(&bad); a.Err == nil || a.Err.Code != collide.ErrNotFinite || a.Err.Path != "end[2][1]" {
		t.Errorf("%+v", a)
	}
	if a := q.Impact(&bad); a.Err == nil || a.Err.Message != "NaN" {
		t.Errorf("the message of NaN is %q", a.Err.Message)
	}
	bad = m
	bad.Kind = scene.ImpactEdgeEdge + 1
	if a := q.Impact(&bad); a.Err == nil || a.Err.Code != collide.ErrBadOption || a.Err.Path != "toi" {
		t.Errorf("a kind that there is not: %+v", a)
	}
}

// Any bytes get an answer of the schema, and the same one again.
func FuzzImpact(f *testing.F) {
	for _, line := range impactLines {
		f.Add([]byte(line))
	}
	for _, c := range impactFaults() {
		f.Add([]byte(c.line))
	}
	f.Fuzz(func(t *testing.T, line []byte) { fuzzLine(t, line, (*scene.Answerer).AppendImpact, "toi-answer") })
}

// The answers of lines in the order of their numbers are those in any other order.
func TestImpactOrder(t *testing.T) {
	forward, err := scene.NewAnswerer(scene.Options{}, scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	backward, err := scene.NewAnswerer(scene.Options{}, scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for i, line := range impactLines {
		text, _ := forward.AppendImpact(t.Context(), nil, []byte(line), i+1)
		want = append(want, string(text))
	}
	for i := len(impactLines) - 1; i >= 0; i-- {
		text, _ := backward.AppendImpact(t.Context(), nil, []byte(impactLines[i]), i+1)
		if string(text) != want[i] || !json.Valid(text) {
			t.Errorf("%s\n%s", text, want[i])
		}
	}
}
