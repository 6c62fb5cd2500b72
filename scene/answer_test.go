package scene_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

func TestAnswerLines(t *testing.T) {
	a3 := scene.AnswerOf(d3.Contact{
		PartA: -1, PartB: -1, TriangleA: -1, TriangleB: -1,
		Distance: -0.5, Lower: -0.5000000000000001, Upper: -0.5, Relation: collide.Overlapping, Normal: d3.Vec{Z: -1},
		PointA: d3.Vec{X: math.Copysign(0, -1), Y: 1e300}, PointB: d3.Vec{X: 5e-324}, LocalA: d3.Vec{Y: 1.0 / 3}, LocalB: d3.Vec{Z: 1e21},
		Status: collide.Converged, Iterations: 7,
	})
	a3.ID, a3.HasID = "a \"b\"\\\n\t\r\x01\u007f\u00e9\U0001f600\xff", true
	a2 := scene.AnswerOf(d2.Contact{PartA: -1, PartB: -1, TriangleA: -1, TriangleB: -1, Relation: collide.Touching, Normal: d2.Vec{X: 1}, LocalB: d2.Vec{Y: -2}})
	rows := []struct {
		why  string
		a    scene.Answer
		want string
	}{
		{"3D", a3, `{"id":"a \"b\"\\\n\t\r\u0001\u007f` + "\u00e9\U0001f600\ufffd" + `","relation":"overlapping","distance":-0.5,"lower":-0.5000000000000001,"upper":-0.5,"normal":[0,0,-1],"point_a":[0,1e+300,0],"point_b":[5e-324,0,0],"local_a":[0,0.3333333333333333,0],"local_b":[0,0,1e+21],"status":"converged","iterations":7}`},
		{"2D, without an id", a2, `{"id":null,"relation":"touching","distance":0,"lower":0,"upper":0,"normal":[1,0],"point_a":[0,0],"point_b":[0,0],"local_a":[0,0],"local_b":[0,-2],"status":"exact","iterations":0}`},
		{"an error", scene.Answer{ID: "k", HasID: true, Line: 12, Err: &scene.Error{Line: 1, Path: "b.shape.points[2]", Code: collide.ErrNotConvex, Message: "a \"corner\""}}, `{"id":"k","line":12,"error":{"code":"not-convex","path":"b.shape.points[2]","message":"a \"corner\""}}`},
		{"an error without an id", scene.Answer{Err: &scene.Error{Line: 3, Code: scene.ErrSyntax}}, `{"id":null,"line":3,"error":{"code":"syntax","path":"","message":""}}`},
	}
	for _, r := range rows {
		got := string(r.a.AppendJSON([]byte("> ")))
		if got != "> "+r.want {
			t.Errorf("%s:\ngot  %s\nwant %s", r.why, got[2:], r.want)
		}
		if !json.Valid([]byte(got[2:])) {
			t.Errorf("%s: not JSON: %s", r.why, got)
		}
	}
}

func TestNumbersReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100000 {
		x := math.Float64frombits(r.Uint64())
		if math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		s := string(scene.AppendNumber(nil, x))
		if y, err := strconv.ParseFloat(s, 64); err != nil || math.Float64bits(y) != math.Float64bits(x) || !json.Valid([]byte(s)) {
			t.Fatalf("%x became %s", x, s)
		}
	}
	for x, want := range map[float64]string{math.Inf(1): `"Infinity"`, math.Inf(-1): `"-Infinity"`, math.Copysign(0, -1): "0", math.MaxFloat64: "1.7976931348623157e+308"} {
		if got := string(scene.AppendNumber(nil, x)); got != want {
			t.Errorf("%v became %s", x, got)
		}
	}
	if got := string(scene.AppendNumber(nil, math.NaN())); got != `"NaN"` {
		t.Errorf("NaN became %s", got)
	}
}

func TestAnswerAllocatesNothing(t *testing.T) {
	a := scene.AnswerOf(d3.Contact{PartA: -1, PartB: -1, TriangleA: -1, TriangleB: -1, Distance: 1.0 / 3, Normal: d3.Vec{X: 1}, PointA: d3.Vec{X: 0.1, Y: 0.2, Z: 0.3}})
	a.ID, a.HasID = "id\n", true
	bad := scene.Answer{Err: &scene.Error{Code: scene.ErrSyntax, Message: "column 1: x"}}
	buf := make([]byte, 0, 4096)
	if n := testing.AllocsPerRun(100, func() { buf = bad.AppendJSON(a.AppendJSON(buf[:0])) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkAnswer(b *testing.B) {
	a := scene.AnswerOf(d3.Contact{PartA: -1, PartB: -1, TriangleA: -1, TriangleB: -1, Distance: 1.0 / 3, Lower: 1.0 / 3, Upper: 1.0 / 3, Normal: d3.Vec{X: 0.6, Y: 0.8}, PointA: d3.Vec{X: 0.1234567, Y: 0.2345678, Z: 0.3}})
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf = a.AppendJSON(buf[:0])
	}
}

// What a function returns can be written at once.
func TestAnswerIsAValue(t *testing.T) {
	if got := string(scene.AnswerOf(d2.Contact{PartA: -1, PartB: -1, TriangleA: -1, TriangleB: -1}).AppendJSON(nil)); !strings.HasPrefix(got, `{"id":null,"relation":"undecided"`) {
		t.Error(got)
	}
}
