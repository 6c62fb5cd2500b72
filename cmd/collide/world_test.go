package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/schemas"
)

// fourBoxes is a world of the plane: 0 and 1 share a corner, 2 is a point on the side of 1, 3 is
// apart; in frame 1 box 3 covers all.
const fourBoxes = `{"world":1,"dim":2,"boxes":4,"frames":2}
{"frame":0,"min":[[0,0],[1,1],[2,1.5],[5,5]],"max":[[1,1],[2,2],[2,1.5],[6,6]]}

{"frame":1,"min":[[0,0],[1,1],[2,1.5],[-1,-1]],"max":[[1,1],[2,2],[2,1.5],[6,6]]}
`

func TestWorld(t *testing.T) {
	got := execute(fourBoxes+`{"id":"r","query":"region","min":[0.5,0.5],"max":[1,1]}
{"id":"n","query":"nearest","point":[5,2],"k":9}
{"id":"y","query":"ray","origin":[0,0],"direction":[1,1],"max":5}
{"id":"none","query":"ray","origin":[0,0],"direction":[0,-1]}
{"query":"nearest","point":[0,0],"k":0}
`, "world")
	want := `{"frame":0,"pairs":[[0,1],[1,2]]}
{"frame":1,"pairs":[[0,1],[0,3],[1,2],[1,3],[2,3]]}
{"id":"r","ids":[0,1]}
{"id":"n","ids":[1,3,2,0],"distances":[3,3,3.0413812651491097,4.123105625617661]}
{"id":"y","ids":[0,1,3]}
{"id":"none","ids":[0]}
{"id":null,"ids":[],"distances":[]}
`
	if got.stdout != want || got.stderr != "" || got.status != statusOK {
		t.Errorf("status %d, %s\n%s", got.status, got.stderr, got.stdout)
	}
	answer, input := schemas.Compile(t, "world-answer"), schemas.Compile(t, "world")
	for line := range strings.SplitSeq(strings.TrimSpace(got.stdout), "\n") {
		if err := schemas.Validate(t, answer, line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	for line := range strings.Lines(strings.ReplaceAll(fourBoxes, "\n\n", "\n")) {
		if err := schemas.Validate(t, input, line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	// SHA-256 of 0, 1, 1, 2 as little-endian uint32.
	hashed := execute(fourBoxes, "world", "--hash")
	if !strings.HasPrefix(hashed.stdout,
		`{"frame":0,"count":2,"sha256":"f75a605a1fcbaea023eb618377547dbff016670bd1b0aeafce56232d837e0d71"}`) {
		t.Errorf("%s", hashed.stdout)
	}
}

// threeShapes is a world of the plane: a ball that rests on a box, and a ball that comes nearer.
const threeShapes = `{"world":1,"dim":2,"shapes":[{"type":"box","size":[2,2]},{"type":"circle","radius":1},{"type":"circle","radius":1}],"frames":2}
{"frame":0,"poses":[{},{"p":[0,2]},{"p":[9,2]}]}
{"frame":1,"poses":[{},{"p":[0,2]},{"p":[1.5,2]}]}
{"id":"r","query":"region","min":[0.9,0.9],"max":[2,2]}
{"id":"n","query":"nearest","point":[0,1],"k":3}
`

func TestWorldShapes(t *testing.T) {
	got := execute(threeShapes, "world", "--manifold")
	answer, input := schemas.Compile(t, "world-answer"), schemas.Compile(t, "world")
	lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
	for i, want := range []string{
		`{"frame":0,"pairs":[{"a":0,"b":1,"relation":"touching","distance":0,`,
		`{"frame":1,"pairs":[{"a":0,"b":1,"relation":"touching","distance":0,`,
		`{"id":"r","ids":[0,1]}`, `{"id":"n","ids":[0,1,2],"distances":[0,0,8.0`,
	} {
		if got.status != statusOK || len(lines) != 4 || !strings.HasPrefix(lines[i], want) {
			t.Fatalf("status %d, %s\n%s", got.status, got.stderr, got.stdout)
		}
	}
	if strings.Count(lines[1], `"manifold":[{`) != 2 {
		t.Errorf("%s", lines[1])
	}
	for _, line := range lines {
		if err := schemas.Validate(t, answer, line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	for line := range strings.Lines(threeShapes) {
		if err := schemas.Validate(t, input, line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// touchingBoxes is a world in which two boxes share a side, a flat one lies on another, and two
// flat ones are the same.
const touchingBoxes = `{"world":1,"dim":3,"boxes":4,"frames":1}
{"frame":0,"min":[[0,0,0],[1,0.5,0],[2,0,0],[2,0,0]],"max":[[1,1,1],[2,2,2],[2,1,1],[2,1,1]]}
`

// --fail-on makes the status 1 for what a pair is, and never hides that a line is wrong.
func TestWorldFailOn(t *testing.T) {
	bad := threeShapes + "{}\n"
	for _, c := range []struct {
		in, words string
		status    int
	}{
		{threeShapes, "touching", statusFound},
		{threeShapes, "overlapping", statusFound},
		{threeShapes, "undecided", statusOK},
		{threeShapes, "meeting", statusFound},
		{fourBoxes, "meeting", statusFound},
		{fourBoxes, "touching", statusFound},
		{fourBoxes, "overlapping", statusFound}, // in frame 1 alone, a point in a box among them
		{touchingBoxes, "touching", statusFound},
		{touchingBoxes, "overlapping", statusOK},
		{touchingBoxes, "undecided", statusOK},
		{bad, "touching", statusSomeBad},
		{fourBoxes, "boxes", statusBad},
	} {
		if got := execute(c.in, "world", "--fail-on", c.words); got.status != c.status {
			t.Errorf("%s: status %d, want %d: %s", c.words, got.status, c.status, got.stderr)
		}
	}
}

func TestWorldCSV(t *testing.T) {
	for _, c := range []struct {
		in   string
		args []string
		want []string // the beginnings of the rows
	}{
		{threeShapes, nil, []string{
			"id,frame,a,b,relation,distance,", ",0,0,1,touching,0,", ",1,0,1,touching,0,", ",1,1,2,overlapping,-0.5,",
			"r,,0,,,,,", "r,,1,,,,,", "n,,0,,,0,", "n,,1,,,0,", "n,,2,,,8.0",
		}},
		{fourBoxes + "{}\n", nil, []string{
			"id,frame,a,b,relation,distance,", ",0,0,1,,,", ",0,1,2,,,", ",1,0,1,,", ",1,0,3,,", ",1,1,2,,", ",1,1,3,,", ",1,2,3,,",
			",,,,,,",
		}},
		{fourBoxes, []string{"--hash"}, []string{
			"id,frame,a,b,count,sha256,relation,", ",0,,,2,f75a605a1fcbaea0", ",1,,,5,",
		}},
	} {
		got := execute(c.in, append([]string{"world", "--format", "csv"}, c.args...)...)
		rows, err := csv.NewReader(strings.NewReader(got.stdout)).ReadAll() // all of one length
		lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
		if err != nil || len(rows) != len(c.want) {
			t.Fatalf("%v, %d rows, %s\n%s", err, len(rows), got.stderr, got.stdout)
		}
		for i, want := range c.want {
			if !strings.HasPrefix(lines[i], want) {
				t.Errorf("%s, want %s", lines[i], want)
			}
		}
	}
	if got := execute("", "world", "--format", "csv", "--manifold"); got.status != statusBad {
		t.Error("a table of manifolds is promised")
	}
}

// Each line that is wrong gets an error that names the place, and what follows is answered.
func TestWorldErrors(t *testing.T) {
	got := execute(`{"world":1,"dim":3,"boxes":2,"frames":8}
{"frame":0,"min":[[0,0,0],[1,1,1]],"max":[[1,1,1],[2,0,2]]}
{"frame":7,"min":[[0,0,0],[1,1,1]],"max":[[1,1,1],[2,2,2]]}
{"frame":2,"min":[[0,0,0]],"max":[[1,1,1],[2,2,2]]}
{"frame":3,"min":[[0,0,0],[1,1]],"max":[[1,1,1],[2,2,2]]}
{"frame":4,"min":[[0,0,0],[1,1,"NaN"]],"max":[[1,1,1],[2,2,1e101]]}
{"id":"early","query":"region","min":[0,0,0],"max":[1,1,1]}
{"frame":5,"max":[[1,1,1],[2,2,2]],"mix":[]}
{"frame":6
`+strings.Repeat(" ", 150)+`{}
{"id":"late","query":"region","min":[0,0,0],"max":[1,1,1]}
{"id":"a","query":"circle"}
{"id":"b"}
{"id":"c","query":"ray","origin":[0,0,0],"direction":[0,0,0]}
{"id":"d","query":"ray","origin":[0,0,0],"direction":[0,0,1],"max":-1}
{"id":"e","query":"nearest","point":[0,0],"k":1.5}
{"id":"f","query":"nearest","point":[0,0,0],"k":1,"max":3}
{"id":"g","query":"region","min":[0,2,0],"max":[1,1,1]}
`, "world", "--max-line", "100")
	want := [][3]string{
		{"0", "negative-size", "max[1][1]"},
		{"1", "bad-option", "frame"},
		{"2", "wrong-dimension", "min"},
		{"3", "wrong-dimension", "min[1]"},
		{"4", "not-finite", "min[1][2]"},
		{`"early"`, "missing-field", ""},
		{"5", "unknown-field", "mix"},
		{"6", "syntax", ""},
		{"7", "too-long", ""},
		{`"late"`, "missing-field", ""},
		{`"a"`, "unknown-type", "query"},
		{`"b"`, "missing-field", "query"},
		{`"c"`, "zero-direction", "direction"},
		{`"d"`, "bad-option", "max"},
		{`"e"`, "wrong-dimension", "point"},
		{`"f"`, "unknown-field", "max"},
		{`"g"`, "negative-size", "max[1]"},
	}
	lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
	if len(lines) != len(want) || got.status != statusSomeBad {
		t.Fatalf("status %d, %s, %d lines:\n%s", got.status, got.stderr, len(lines), got.stdout)
	}
	answer := schemas.Compile(t, "world-answer")
	for i, line := range lines {
		var a struct {
			Frame, ID json.RawMessage
			Line      int
			Error     struct{ Code, Path, Message string }
		}
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		name := string(a.Frame) + string(a.ID)
		if w := want[i]; name != w[0] || a.Error.Code != w[1] || a.Error.Path != w[2] || a.Error.Message == "" && w[1] != "not-finite" || a.Line != i+2 {
			t.Errorf("%s, want %v on line %d", line, w, i+2)
		}
		if err := schemas.Validate(t, answer, line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// Without a first line, or a last frame, nothing can be right.
func TestWorldNoWorld(t *testing.T) {
	for in, want := range map[string]string{
		"":                                     "empty",
		`{"frame":0,"min":[],"max":[]}` + "\n": "line 1: frame: unknown-field",
		"\n" + `{"world":2,"dim":3,"boxes":0,"frames":1}` + "\n":                            "line 2: world: unsupported-version",
		`{"world":1,"dim":4,"boxes":0,"frames":1}` + "\n":                                   "line 1: dim: wrong-dimension",
		`{"world":1,"dim":3,"boxes":-1,"frames":1}` + "\n":                                  "line 1: boxes: negative-size",
		`{"world":1,"dim":3,"boxes":1e9,"frames":1}` + "\n":                                 "line 1: boxes: too-large",
		`{"world":1,"dim":3,"boxes":1,"frames":1.5}` + "\n":                                 "line 1: frames: wrong-type",
		`{"world":1,"dim":3,"boxes":0,"frames":2}` + "\n" + `{"frame":0,"min":[],"max":[]}`: "frame: missing-field",
	} {
		if got := execute(in, "world"); got.status != statusBad || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: status %d, %s", in, got.status, got.stderr)
		}
		// of a file, its name stands in front
		name := file(t, "world.ndjson", in)
		want = strings.Replace(": "+want, ": line ", ":", 1)
		if got := execute("", "world", name); got.status != statusBad || !strings.Contains(got.stderr, name+want) {
			t.Errorf("%s in a file: status %d, %s", in, got.status, got.stderr)
		}
	}
	if got := execute("", "world", "a", "b"); got.status != statusBad {
		t.Error("two files are taken")
	}
	if got := execute("", "world", "--max-line", "0"); got.status != statusBad {
		t.Error("--max-line 0 is taken")
	}
	if got := execute("", "world", filepath.Join(t.TempDir(), "none")); got.status != statusBad {
		t.Error("a file that is not there is read")
	}
}

// Memory does not grow with the number of frames, of boxes or of shapes.
func TestWorldMemory(t *testing.T) {
	peak := func(frames int, boxes bool) uint64 {
		name := filepath.Join(t.TempDir(), "world.ndjson")
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if boxes {
			fmt.Fprintf(f, `{"world":1,"dim":2,"boxes":200,"frames":%d}`+"\n", frames)
		} else {
			ball := `,{"type":"circle","radius":1}`
			fmt.Fprintf(f, `{"world":1,"dim":2,"shapes":[%s],"frames":%d}`+"\n", strings.Repeat(ball, 200)[1:], frames)
		}
		var lo, hi, at strings.Builder
		for i := range 200 {
			fmt.Fprintf(&at, `,{"p":[%d,0]}`, 3*i)
			fmt.Fprintf(&lo, ",[%d,0]", i)
			fmt.Fprintf(&hi, ",[%d.5,1]", i)
		}
		for k := range frames {
			if !boxes {
				fmt.Fprintf(f, `{"frame":%d,"poses":[%s]}`+"\n", k, at.String()[1:])
				continue
			}
			fmt.Fprintf(f, `{"frame":%d,"min":[%s],"max":[%s]}`+"\n", k, lo.String()[1:], hi.String()[1:])
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		if got := execute("", "world", "--hash", name); got.status != statusOK {
			t.Fatal(got.stderr)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		return after.HeapSys - min(before.HeapSys, after.HeapSys)
	}
	for _, boxes := range []bool{true, false} {
		peak(10, boxes)
		if grown := peak(3000, boxes); grown > 32<<20 {
			t.Errorf("the heap has grown by %d bytes for 3000 frames", grown)
		}
	}
}

// The picture of a world shows the last frame, or the one that is asked for, and what happened
// since the frame before.
func TestWorldPicture(t *testing.T) {
	folder := t.TempDir()
	input := filepath.Join(folder, "run.ndjson")
	if err := os.WriteFile(input, []byte(fourBoxes), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		in   string
		args []string
		want string // the subtitle
	}{
		{input, nil, "frame 1: 2D, 4 bodies, 5 pairs in contact, 3 began, 0 ended"},
		{input, []string{"--picture-frame", "0"}, "frame 0: 2D, 4 bodies, 2 pairs in contact, 2 began, 0 ended"},
		{"-", nil, "frame 1: 2D, 3 bodies, 2 pairs in contact, 1 began, 0 ended"},
	} {
		out := filepath.Join(folder, "world.svg")
		got := execute(threeShapes, append([]string{"world", "--picture", out, c.in}, c.args...)...)
		svg, err := os.ReadFile(out)
		if err != nil || got.status != statusOK || !strings.Contains(string(svg), c.want) {
			t.Errorf("%v, status %d, %s: no %q", err, got.status, got.stderr, c.want)
		}
	}
	png := filepath.Join(folder, "world.png")
	got := execute("", "world", "--picture", png, input)
	if text, err := os.ReadFile(png); err != nil || got.status != statusOK || !strings.HasPrefix(string(text), "\x89PNG") {
		t.Errorf("%v, status %d, %s", err, got.status, got.stderr)
	}
	many := `{"world":1,"dim":2,"boxes":5001,"frames":1}` + "\n" + `{"frame":0,"min":[` + strings.Repeat(",[0,0]", 5001)[1:] +
		`],"max":[` + strings.Repeat(",[0,0]", 5001)[1:] + "]}\n"
	for _, c := range []struct {
		in   string
		args []string
		want string
	}{
		{fourBoxes, []string{"--picture", "a.gif"}, "--picture must end in .svg or .png"},
		{fourBoxes, []string{"--picture", png, "--picture-frame", "7"}, "frame 7 cannot be drawn: it is missing"},
		{fourBoxes, []string{"--picture-frame", "0"}, "--picture-frame goes with --picture\n"},
		{many, []string{"--picture", png, "--hash"}, "up to 5000 bodies"},
		{"", []string{"--picture", input, input}, "--picture must end"},
	} {
		if got := execute(c.in, append([]string{"world"}, c.args...)...); got.status != statusBad || !strings.Contains(got.stderr, c.want) {
			t.Errorf("%v: status %d, %s", c.args, got.status, got.stderr)
		}
	}
}
