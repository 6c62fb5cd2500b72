package scene_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/beside"
	"github.com/collide-go/collide/scene"
)

// TestPairCR: lines that end with CR alone are one line, and told how to end.
func TestPairCR(t *testing.T) {
	line := []byte(`{"id":"k"}` + "\r" + `{"id":"l"}` + "\r")
	_, err := scene.NewDecoder(scene.Options{}).Pair(t.Context(), line)
	if err == nil || !strings.Contains(err.Error(), "end it with a line feed") {
		t.Error(err)
	}
}

func TestPairFaults(t *testing.T) {
	b3 := `"a":` + ball3 + `,"b":` + ball3
	deep := strings.Repeat("[", 100000)
	rows := []struct {
		why, line, path, code string
		id                    string // that the pair must carry; "-" for none
	}{
		{"empty line", ``, "", "syntax", "-"},
		{"blank line", "  \n", "", "syntax", "-"},
		{"text after the value", `{"id":"k","dim":3,` + b3 + `} x`, "", "syntax", "k"},
		{"two values, a carriage return between", `{"id":"k","dim":3,` + b3 + "}\r{}", "", "syntax", "k"},
		{"two values", `{"id":"k","dim":3,` + b3 + `}{}`, "", "syntax", "k"},
		{"comma after the last entry", `{"id":"k","dim":3,` + b3 + `,}`, "", "syntax", "k"},
		{"comma after the last element", `{"id":"k","dim":3,"a":[1,]}`, "", "syntax", "k"},
		{"truncated", `{"id":"k","dim":3,"a":{"shape"`, "", "syntax", "k"},
		{"truncated in the id", `{"id":"k`, "", "syntax", "-"},
		{"single quotes", `{'id':"k"}`, "", "syntax", "-"},
		{"key without quotes", `{id:"k"}`, "", "syntax", "-"},
		{"comment", `{"id":"k"} // x`, "", "syntax", "k"},
		{"no colon", `{"id" "k"}`, "", "syntax", "-"},
		{"invalid UTF-8", "{\"id\":\"k\",\"dim\":3,\"\xff\":1}", "", "syntax", "-"},
		{"half of a surrogate pair", `{"id":"\ud800","dim":3}`, "", "syntax", "-"},
		{"two high halves", `{"id":"\ud800\ud800","dim":3}`, "", "syntax", "-"},
		{"low half alone", `{"id":"\udc00","dim":3}`, "", "syntax", "-"},
		{"unknown escape", `{"id":"\x","dim":3}`, "", "syntax", "-"},
		{"escape cut short", `{"id":"\u12","dim":3}`, "", "syntax", "-"},
		{"control character in a string", "{\"id\":\"a\tb\",\"dim\":3}", "", "syntax", "-"},
		{"number with a zero in front", `{"id":"k","dim":03}`, "", "syntax", "k"},
		{"number with a plus", `{"id":"k","dim":+3}`, "", "syntax", "k"},
		{"number that ends with a point", `{"id":"k","dim":3.}`, "", "syntax", "k"},
		{"number that begins with a point", `{"id":"k","dim":.3}`, "", "syntax", "k"},
		{"exponent without digits", `{"id":"k","dim":3e}`, "", "syntax", "k"},
		{"hexadecimal number", `{"id":"k","dim":0x3}`, "", "syntax", "k"},
		{"NaN without quotes", `{"id":"k","dim":NaN}`, "", "syntax", "k"},
		{"half a word", `{"id":"k","dim":nul}`, "", "syntax", "k"},
		{"a word that goes on", `{"id":"k","dim":nullx}`, "", "syntax", "k"},
		{"nested too deep", deep, "", "too-large", "-"},
		{"nested too deep inside", `{"id":"k","dim":` + deep, "", "too-large", "k"},
		{"a byte order mark", "\ufeff{}", "", "syntax", "-"},

		{"not a mapping", `[1]`, "", "wrong-type", "-"},
		{"null", `null`, "", "wrong-type", "-"},
		{"a string", `"x"`, "", "wrong-type", "-"},
		{"nothing in it", `{}`, "dim", "missing-field", "-"},
		{"no dim", `{"id":"k",` + b3 + `}`, "dim", "missing-field", "k"},
		{"no a", `{"id":"k","dim":3,"b":` + ball3 + `}`, "a", "missing-field", "k"},
		{"no b", `{"id":"k","dim":3,"a":` + ball3 + `}`, "b", "missing-field", "k"},
		{"unknown key", `{"id":"k","dim":3,` + b3 + `,"c":1}`, "c", "unknown-field", "k"},
		{"key of the other case", `{"ID":"k","dim":3,` + b3 + `}`, "ID", "unknown-field", "-"},
		{"empty key", `{"":"k","dim":3,` + b3 + `}`, `[""]`, "unknown-field", "-"},
		{"repeated key", `{"id":"k","dim":3,"dim":3,` + b3 + `}`, "dim", "duplicate-field", "k"},
		{"repeated key, spelt with an escape", `{"id":"k","dim":3,"d\u0069m":3,` + b3 + `}`, "dim", "duplicate-field", "k"},
		{"two ids are none", `{"id":"k","dim":3,"id":"k",` + b3 + `}`, "id", "duplicate-field", "-"},
		{"a number for an id", `{"id":7,"dim":3,` + b3 + `}`, "id", "wrong-type", "-"},
		{"null for an id", `{"id":null,"dim":3,` + b3 + `}`, "id", "wrong-type", "-"},
		{"a string for dim", `{"id":"k","dim":"3",` + b3 + `}`, "dim", "wrong-type", "k"},
		{"four dimensions", `{"id":"k","dim":4,` + b3 + `}`, "dim", "wrong-dimension", "k"},
		{"two and a half", `{"id":"k","dim":2.5,` + b3 + `}`, "dim", "wrong-dimension", "k"},
		{"null for a body", `{"id":"k","dim":3,"a":null,"b":` + ball3 + `}`, "a", "wrong-type", "k"},
		{"shapes of 3D in 2D", `{"id":"k","dim":2,` + b3 + `}`, "a.shape.type", "unknown-type", "k"},
	}
	for _, r := range rows {
		t.Run(r.why, func(t *testing.T) {
			p, err := scene.DecodePair(context.Background(), []byte(r.line), scene.Options{})
			checkError(t, err, 1, r.path, r.code)
			if id := p.ID; p.HasID && id != r.id || !p.HasID && (r.id != "-" || id != "") {
				t.Errorf("id %q %v, want %q", id, p.HasID, r.id)
			}
		})
	}
}

// The error of a line has the place of what is wrong first, and its message all else, up to a few.
func TestPairNamesAllFaults(t *testing.T) {
	for _, c := range []struct{ line, path, message string }{
		{
			`{"id":"k","dim":2,"a":{"shape":{"type":"box","size":[1,1]},"pose":{"pos":[0,0]}},"b":{"shape":{"type":"circle","r":1}}}`,
			"a.pose.pos",
			"did you mean p? Known here: p, angle, angle_deg, cos_sin; also b.shape.r: unknown-field: did you mean radius? " +
				"Known here: type, radius, rounding",
		},
		{
			`{"dim":2,"a":{"shape":{"type":"circle","radius":-1}},"b":{"shape":{"type":"circle","radius":-2}}}`,
			"a.shape.radius", "-1; also b.shape.radius: negative-size: -2",
		},
		{
			`{"dim":2,"u":0,"v":0,"w":0,"x":0,"y":0,"z":0}`,
			"u", "known here: id, dim, a, b; also v: unknown-field: known here: id, dim, a, b; " +
				"also w: unknown-field: known here: id, dim, a, b; also x: unknown-field: known here: id, dim, a, b; and more",
		},
	} {
		_, err := scene.DecodePair(t.Context(), []byte(c.line), scene.Options{})
		var e *scene.Error
		if !errors.As(err, &e) || e.Path != c.path || e.Message != c.message {
			t.Errorf("%s\ngot  %v\nwant %s: %s", c.line, err, c.path, c.message)
		}
	}
}

func TestPairTooLong(t *testing.T) {
	line := []byte(`{"dim":3,"a":` + ball3 + `,"b":` + ball3 + `}`)
	if _, err := scene.DecodePair(context.Background(), line, scene.Options{MaxBytes: len(line)}); err != nil {
		t.Error(err)
	}
	_, err := scene.DecodePair(context.Background(), line, scene.Options{MaxBytes: len(line) - 1})
	checkError(t, err, 1, "", "too-long")
}

// TestPairShapes decodes every shape and looks at what was placed.
func TestPairShapes(t *testing.T) {
	rows := []struct {
		dim   int
		shape string
		want  any
	}{
		{3, `{"type":"sphere","radius":0.1}`, d3.Sphere{Radius: 0.1}},
		{3, `{"type":"box","size":[1,2,0]}`, d3.Box{Size: d3.Vec{X: 1, Y: 2}}},
		{3, `{"type":"capsule","radius":1,"height":2e-1}`, d3.Capsule{Radius: 1, Height: 0.2}},
		{3, `{"height":2E+1,"radius":1,"type":"cylinder"}`, d3.Cylinder{Radius: 1, Height: 20}},
		{3, `{"type":"cone","radius":1,"height":2}`, d3.Cone{Radius: 1, Height: 2}},
		{3, `{"type":"ellipsoid","radii":[1,2,3]}`, d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 2, Z: 3}}},
		{3, `{"type":"half-space","normal":[0,0,2],"offset":-1}`, d3.HalfSpace{Normal: d3.Vec{Z: 2}, Offset: -1}},
		{3, `{"type":"cone","radius":1,"height":2,"rounding":0.5}`, d3.Rounded{Core: d3.Cone{Radius: 1, Height: 2}, R: 0.5}},
		{3, `{"type":"s\u0070here","radius":1e-280}`, d3.Sphere{Radius: 1e-280}},
		{3, `{"type":"sphere","radius":1e-400}`, d3.Sphere{}},
		{3, `{"type":"sphere","radius":-0}`, d3.Sphere{}},
		{3, `{"type":"sphere","radius":1e100}`, d3.Sphere{Radius: 1e100}},
		{3, `{"type":"sphere","radius":0.333333333333333314829616256247390992939472198486328125}`, d3.Sphere{Radius: 1.0 / 3}},
		{2, `{"type":"circle","radius":1}`, d2.Circle{Radius: 1}},
		{2, `{"type":"box","size":[1,2]}`, d2.Box{Size: d2.Vec{X: 1, Y: 2}}},
		{2, `{"type":"capsule","radius":1,"height":2}`, d2.Capsule{Radius: 1, Height: 2}},
		{2, `{"type":"ellipse","radii":[1,2]}`, d2.Ellipse{Radii: d2.Vec{X: 1, Y: 2}}},
		{2, `{"type":"half-space","normal":[0,2],"offset":-1}`, d2.HalfSpace{Normal: d2.Vec{Y: 2}, Offset: -1}},
		{2, `{"type":"circle","radius":1,"rounding":0.5}`, d2.Rounded{Core: d2.Circle{Radius: 1}, R: 0.5}},
	}
	for _, r := range rows {
		t.Run(r.shape, func(t *testing.T) {
			ball := map[int]string{2: ball2, 3: ball3}[r.dim]
			p, err := scene.DecodePair(context.Background(), fmt.Appendf(nil, " {\"dim\" : %d, \"a\":{\"shape\":%s}, \"b\":%s}\r\n", r.dim, r.shape, ball), scene.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got any = p.A.O3.Shape()
			if r.dim == 2 {
				got = p.A.O2.Shape()
			}
			if got != r.want || p.Dim != r.dim || p.HasID {
				t.Errorf("got %#v in %dD, want %#v", got, p.Dim, r.want)
			}
		})
	}
}

// TestPairHulls checks hulls and polygons by a support point, also after the work space was used
// again.
func TestPairHulls(t *testing.T) {
	d := scene.NewDecoder(scene.Options{Files: os.DirFS(meshDir(t))})
	pair := func(shape string, dim int) scene.Pair {
		ball := map[int]string{2: ball2, 3: ball3}[dim]
		p, err := d.Pair(context.Background(), fmt.Appendf(nil, `{"dim":%d,"a":{"shape":%s},"b":%s}`, dim, shape, ball))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	hull3 := pair(`{"type":"hull","points":[[0,0,0],[1,0,0],[0,5,0],[0,0,1]]}`, 3)
	hull2 := pair(`{"type":"hull","points":[[0,0],[1,0],[0,5]]}`, 2)
	poly := pair(`{"type":"polygon","points":[[0,0],[1,0],[0,4]],"rounding":1}`, 2)
	file := pair(`{"type":"hull","file":"tet.obj"}`, 3)
	mirrored := pair(`{"type":"hull","file":"tet.obj","scale":[1,-2,1]}`, 3)
	again := pair(`{"type":"hull","file":"tet.obj"}`, 3)
	pair(`{"type":"hull","points":[[9,9,9],[8,8,8],[9,7,7],[9,5,6]]}`, 3)
	pair(`{"type":"hull","points":[[9,9],[8,8],[9,7]]}`, 2)
	rows := []struct {
		why  string
		got  float64
		want float64
	}{
		{"hull in 3D", hull3.A.O3.Shape().(*d3.Hull).Support(d3.Vec{Y: 1}).Y, 5},
		{"hull in 2D", hull2.A.O2.Shape().(*d2.Hull).Support(d2.Vec{Y: 1}).Y, 5},
		{"rounded polygon", poly.A.O2.Shape().(d2.Rounded).Core.(*d2.Polygon).Support(d2.Vec{Y: 1}).Y, 4},
		{"hull of a file", file.A.O3.Shape().(*d3.Hull).Support(d3.Vec{Y: 1}).Y, 2},
		{"hull of a mirrored file", mirrored.A.O3.Shape().(*d3.Hull).Support(d3.Vec{Y: -1}).Y, -4},
	}
	for _, r := range rows {
		if r.got != r.want {
			t.Errorf("%s: %v, want %v", r.why, r.got, r.want)
		}
	}
	if file.A.O3.Shape() != again.A.O3.Shape() {
		t.Error("the hull of a file is made twice")
	}
}

// TestPairPoses checks that every way to give a rotation arrives.
func TestPairPoses(t *testing.T) {
	rot3 := func(r d3.Rot, err error) d3.Rot {
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	rot2 := func(r d2.Rot, err error) d2.Rot {
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for text, want := range map[string]d3.Pose{
		`{}`:                               {},
		`{"p":[1,2,3]}`:                    {Pos: d3.Vec{X: 1, Y: 2, Z: 3}},
		`{"q":[0.6,0,0,0.8],"p":[0,0,-0]}`: {Rot: rot3(d3.NewQuat(0.6, 0, 0, 0.8))},
		`{"rpy":[0.1,0.2,0.3]}`:            {Rot: rot3(d3.NewRPY(0.1, 0.2, 0.3))},
		`{"axis_angle":[0,0,1,0.5]}`:       {Rot: rot3(d3.NewAxisAngle(d3.Vec{Z: 1}, 0.5))},
		`{"q":[0.6,0,0,0.8000001]}`:        {Rot: rot3(d3.NewQuat(0.6, 0, 0, 0.8000001))},
	} {
		p, err := scene.DecodePair(context.Background(), []byte(`{"dim":3,"a":`+ball3+`,"b":{"shape":{"type":"sphere","radius":1},"pose":`+text+`}}`), scene.Options{})
		if err != nil || p.B.O3.Pose() != want {
			t.Errorf("%s: got %v, %v, want %v", text, p.B.O3.Pose(), err, want)
		}
	}
	for text, want := range map[string]d2.Pose{
		`{}`:                      {},
		`{"p":[1,2],"angle":0.5}`: {Pos: d2.Vec{X: 1, Y: 2}, Rot: rot2(d2.NewAngle(0.5))},
		`{"cos_sin":[0.6,0.8]}`:   {Rot: rot2(d2.NewCosSin(0.6, 0.8))},
	} {
		p, err := scene.DecodePair(context.Background(), []byte(`{"dim":2,"a":`+ball2+`,"b":{"shape":{"type":"circle","radius":1},"pose":`+text+`}}`), scene.Options{})
		if err != nil || p.B.O2.Pose() != want {
			t.Errorf("%s: got %v, %v, want %v", text, p.B.O2.Pose(), err, want)
		}
	}
}

func TestPairID(t *testing.T) {
	line := []byte(`{"id":"\u00e9\ud83d\ude00 \"\\\/\b\f\n\r\t","dim":3,"a":` + ball3 + `,"b":` + ball3 + `}`)
	p, err := scene.DecodePair(context.Background(), line, scene.Options{})
	if want := "\u00e9\U0001f600 \"\\/\b\f\n\r\t"; err != nil || p.ID != want || !p.HasID {
		t.Errorf("got %q %v, want %q", p.ID, err, want)
	}
	clear(line)
	if p.ID[0] != 0xc3 {
		t.Error("the id changed with the line")
	}
}

// TestCases decodes the proved cases: those that must be refused get their code, all others are
// accepted.
func TestCases(t *testing.T) {
	f, err := os.Open(beside.Path(t, "cases", "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := scene.NewDecoder(scene.Options{})
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	bad, good := 0, 0
	for lines.Scan() {
		var c struct {
			ID           string
			Dim          int
			A, B         json.RawMessage
			PoseA, PoseB json.RawMessage `json:"-"`
			PA           json.RawMessage `json:"pose_a"`
			PB           json.RawMessage `json:"pose_b"`
			Expect       struct{ Error string }
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		p, err := d.Pair(context.Background(), fmt.Appendf(nil, `{"id":%q,"dim":%d,"a":{"shape":%s,"pose":%s},"b":{"shape":%s,"pose":%s}}`, c.ID, c.Dim, c.A, c.PA, c.B, c.PB))
		var e *scene.Error
		switch {
		case c.Expect.Error == "" && err != nil:
			t.Errorf("%s: %v", c.ID, err)
		case c.Expect.Error != "" && (!errors.As(err, &e) || e.Code.Error() != c.Expect.Error):
			t.Errorf("%s: got %v, want %s", c.ID, err, c.Expect.Error)
		case p.ID != c.ID:
			t.Errorf("%s became %q", c.ID, p.ID)
		}
		if c.Expect.Error == "" {
			good++
		} else {
			bad++
		}
	}
	if err := lines.Err(); err != nil || good < 200 || bad < 11 {
		t.Errorf("%d good and %d bad cases, %v", good, bad, err)
	}
}

func FuzzDecodePair(f *testing.F) {
	for _, b := range bodyFaults {
		f.Add(fmt.Appendf(nil, `{"id":"k","dim":%d,"a":{%s},"b":%s}`, b.dim, b.body, map[int]string{2: ball2, 3: ball3}[b.dim]))
	}
	f.Add([]byte(`{"dim":3,"a":{"shape":{"type":"hull","points":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],"rounding":0.1},"pose":{"rpy":[1,2,3]}},"b":` + ball3 + `}`))
	d := scene.NewDecoder(scene.Options{Files: os.DirFS(f.TempDir())})
	f.Fuzz(func(t *testing.T, line []byte) {
		p, err := d.Pair(context.Background(), line)
		if err != nil {
			var e *scene.Error
			if !errors.As(err, &e) || e.Code == nil || e.Line < 1 || p.Dim != 0 {
				t.Fatalf("%q %v %#v", p.ID, p.Dim, err)
			}
			// What a lenient reader takes for JSON may be too much for this one in depth, escapes
			// and encoding only.
			if e.Code == scene.ErrSyntax && json.Valid(line) && utf8.Valid(line) && !bytes.Contains(line, []byte(`\u`)) && !strings.Contains(e.Message, "deep") {
				t.Fatalf("%q: %v", line, e)
			}
			return
		}
		if !json.Valid(line) {
			t.Fatalf("accepted, but not JSON: %q", line)
		}
		if p.Dim == 2 && p.A.O2.Shape() == nil || p.Dim == 3 && p.B.O3.Shape() == nil || p.Dim != 2 && p.Dim != 3 {
			t.Fatalf("no shape in %dD", p.Dim)
		}
	})
}

func BenchmarkPairSimple(b *testing.B) {
	line := []byte(`{"id":"17","dim":3,"a":{"shape":{"type":"box","size":[0.4123,0.5321,0.6789]},"pose":{"p":[0.1234567,0.7654321,0.1],"q":[0,0,0.6,0.8]}},"b":{"shape":{"type":"capsule","radius":0.25,"height":1.5},"pose":{"p":[1.1234567,0.7654321,0.1],"q":[0,0,0.6,0.8]}}}`)
	d := scene.NewDecoder(scene.Options{})
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := d.Pair(context.Background(), line); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPairPolygon512(b *testing.B) {
	var points strings.Builder
	for i := range 512 {
		fmt.Fprintf(&points, ",[%v,%v]", float64(i)/3, float64(i)*float64(i)/7)
	}
	line := []byte(`{"id":"17","dim":2,"a":{"shape":{"type":"polygon","points":[` + points.String()[1:] + `]}},"b":` + ball2 + `}`)
	d := scene.NewDecoder(scene.Options{})
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := d.Pair(context.Background(), line); err != nil {
			b.Fatal(err)
		}
	}
}

// TestBodiesOfPiecesRefused: what is wrong with a chain or a grid is said of it, not of a mesh.
func TestBodiesOfPiecesRefused(t *testing.T) {
	for _, c := range []struct{ shape, path, says string }{
		{`{"type":"chain","points":[[0,0],[1,0]],"materials":[1,2]}`, "a.shape.materials", "edge or cell is needed, not 2"},
		{`{"type":"grid","cell":[1,1],"rows":[[1,1]],"materials":[1,2,3]}`, "a.shape.materials", "edge or cell is needed, not 3"},
		{`{"type":"chain","points":[[1,1],[1,1]]}`, "a.shape.points", "two different points"},
		{`{"type":"grid","cell":[1,1],"rows":[[0,0]]}`, "a.shape.rows", "with a cell"},
	} {
		line := `{"dim":2,"a":{"shape":` + c.shape + `},"b":{"shape":{"type":"circle","radius":1}}}`
		_, err := scene.DecodePair(t.Context(), []byte(line), scene.Options{})
		var e *scene.Error
		if !errors.As(err, &e) || !errors.Is(err, collide.ErrBadMesh) || e.Path != c.path || !strings.Contains(e.Message, c.says) {
			t.Errorf("%s: %v", c.shape, err)
		}
	}
}
