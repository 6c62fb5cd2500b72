package main

import (
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

// Memory does not grow with the number of frames.
func TestWorldMemory(t *testing.T) {
	peak := func(frames int) uint64 {
		name := filepath.Join(t.TempDir(), "world.ndjson")
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(f, `{"world":1,"dim":2,"boxes":200,"frames":%d}`+"\n", frames)
		var lo, hi strings.Builder
		for i := range 200 {
			fmt.Fprintf(&lo, ",[%d,0]", i)
			fmt.Fprintf(&hi, ",[%d.5,1]", i)
		}
		for k := range frames {
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
	peak(10)
	if grown := peak(3000); grown > 32<<20 {
		t.Errorf("the heap has grown by %d bytes for 3000 frames", grown)
	}
}
