package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/beside"
	"github.com/collide-go/collide/internal/testkit/golden"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// boxLine is a pair line of two squares with sides of 2, their centres x apart.
func boxLine(id string, x float64) string {
	return fmt.Sprintf(`{"id":%q,"dim":2,"a":{"shape":{"type":"box","size":[2,2]}},"b":{"shape":{"type":"box","size":[2,2]},"pose":{"p":[%v,1]}}}`+"\n", id, x)
}

func TestExplain(t *testing.T) {
	one := file(t, "one.json", boxLine("x", 1))
	hulls := file(t, "hulls.json", `{"dim":3,"a":{"shape":{"type":"hull","points":[[0,0,0],[3,0,0],[0,3,0],[0,0,3],[3,3,3]]}},`+
		`"b":{"shape":{"type":"hull","points":[[0,0,0],[3,0,1],[0,3,0],[1,0,3]]},"pose":{"p":[1,0.5,0.25]}}}`)
	broken := file(t, "broken.json", strings.ReplaceAll(boxLine("x", 1), ",", ",\n "))
	many := file(t, "many.ndjson", boxLine("x", 1)+"\n"+boxLine("y", 4)+boxLine("z", 2)+boxLine("z", 3))
	bad := file(t, "bad.ndjson", boxLine("x", 1)+"\n"+strings.Replace(boxLine("y", 4), "[2,2]", "[2,-2]", 1))
	cell := file(t, "cell.yaml", twoBalls(1.5)+"  - {name: 'a,b', shape: {type: sphere, radius: 1}}\n")
	balls := file(t, "balls.yaml", twoBalls(1.5))
	for _, c := range []struct {
		name           string
		args           string
		status         int
		stdout, stderr string // parts of the streams; "" means nothing there
	}{
		{"a pair line", one, 0, "Answer: overlapping", ""},
		{"a pair line over many lines", broken, 0, "Answer: overlapping", ""},
		{"one of many", "--pair y " + many, 0, "Answer: apart", ""},
		{"none of many", many, 2, "", "4 lines: choose one by its id, with --pair ID: x, y, z, z"},
		{"an id that is not there", "--pair w " + many, 2, "", `no line has the id "w"; there are x, y, z, z`},
		{"an id that is there twice", "--pair z " + many, 2, "", "lines 4 and 5 both"},
		{"a bad line, with its number", "--pair y " + bad, 2, "", ":3: a.shape.size[1]: negative-size"},
		{"a scene of one pair", balls, 0, "A is left: sphere", ""},
		{"two of a scene", "--pair right,left " + cell, 0, "A is right: sphere, radius 1, at (1.5, 0, 0)\nB is left: sphere", ""},
		{"a name with a comma", "--pair a,b,left " + cell, 0, "A is a,b: sphere", ""},
		{"a scene of several", cell, 2, "", "3 objects: choose two of them, with --pair A,B: left, right, a,b"},
		{"an object that is not there", "--pair left,middle " + cell, 2, "", `no object is called "middle"; there are a,b, left, right`},
		{"a slip", "--pair left,rihgt " + cell, 2, "", `no object is called "rihgt"; did you mean "right"?`},
		{"one object twice", "--pair left,left " + cell, 2, "", "two different names"},
		{"no scene", file(t, "no.yaml", "version: 2\n"), 2, "", "unsupported-version"},
		{"the walk", "--algorithm walk --start 0,1 " + one, 0, "Walk: does A - B hold the origin?", ""},
		{"the walk of balls", "--algorithm walk " + balls, 2, "", "the walk takes polygons"},
		{"ties", "--algorithm walk --ties last " + one, 0, "overlapping: ", ""},
		{"a start without a walk", "--start 0,1 " + one, 2, "", "--start goes with --algorithm walk"},
		{"a start of one number", "--algorithm walk --start 1 " + one, 2, "", "two numbers"},
		{"a start that is none", "--algorithm walk --start 0,0 " + one, 2, "", "a direction"},
		{"NaN", "--algorithm walk --start NaN,0 " + one, 2, "", "a direction"},
		{"an unknown algorithm", "--algorithm guess " + one, 2, "", "auto, gjk, epa, sat, walk"},
		{"an unknown format", "--format csv " + one, 2, "", "table, json"},
		{"an unknown rule", "--algorithm walk --ties never " + one, 2, "", "first, last"},
		{"sat", "--algorithm sat " + one, 0, "no separating axis", ""},
		{"the depth of hulls by arcs", hulls, 0, "arcs: along all other directions", ""},
		{"sat with culling", "--algorithm sat --cull depth " + one, 0, "left out", ""},
		{"culling for the yes-or-no question", "--algorithm sat --cull slab " + one, 0, "the depth takes all axes", ""},
		{"culling without sat", "--cull depth " + one, 2, "", "--cull goes with --algorithm sat"},
		{"an unknown culling", "--algorithm sat --cull all " + one, 2, "", "none, slab, depth"},
		{"gjk alone", "--algorithm gjk " + one, 0, "the depth in the answer took EPA", ""},
		{"epa of shapes apart", "--algorithm epa --pair y " + many, 0, "GJK alone answers", ""},
		{"epa where a formula would do", "--algorithm epa " + balls, 0, "GJK alone answers", ""},
		{"a bad tolerance", "--tolerance -1 " + one, 2, "", "0 or more"},
		{"a picture of no kind", "--picture steps.gif " + one, 2, "", ".svg, .png or .html"},
		{"a picture nowhere", "--picture no/such/folder/steps.svg " + one, 2, "", "no/such/folder/steps.svg"},
		{"no file", "", 2, "", "one file"},
		{"no such file", "no/such/file.json", 2, "", "no/such/file.json"},
	} {
		got := execute("", append([]string{"explain"}, strings.Fields(c.args)...)...)
		ok := got.status == c.status
		for _, s := range [][2]string{{got.stdout, c.stdout}, {got.stderr, c.stderr}} {
			if s[1] == "" {
				ok = ok && s[0] == ""
			} else {
				ok = ok && strings.Contains(s[0], s[1])
			}
		}
		if !ok {
			t.Errorf("%s: collide explain %s: status %d, want %d\nstdout: %s\nstderr: %s", c.name, c.args, got.status, c.status, got.stdout, got.stderr)
		}
	}
}

// TestExplainPicture writes each kind of picture, beside the table.
func TestExplainPicture(t *testing.T) {
	pair := file(t, "pair.json", boxLine("x", 1))
	for ending, begins := range map[string]string{".svg": "<svg ", ".PNG": "\x89PNG", ".html": "<!DOCTYPE html>"} {
		name := filepath.Join(t.TempDir(), "steps"+ending)
		got := execute("", "explain", "--algorithm", "epa", "--picture", name, pair)
		text, err := os.ReadFile(name)
		if err != nil || !strings.HasPrefix(strings.ToUpper(string(text)), strings.ToUpper(begins)) {
			t.Errorf("%s begins %.20q, %v", ending, text, err)
		}
		if got.status != statusOK || got.stderr != "" || !strings.Contains(got.stdout, "Answer: overlapping") {
			t.Errorf("%s: %+v", ending, got)
		}
	}
}

// sameAsQuery checks that explain ends in the very bytes that query answers, for each pair line,
// and that its last step names a reason. Lines that query refuses are refused with the same code.
// It returns how many were answered.
func sameAsQuery(t *testing.T, lines []string) int {
	t.Helper()
	want := strings.Split(execute(strings.Join(lines, "\n"), "query").stdout, "\n")
	good := 0
	for i, line := range lines {
		got := execute(line, "explain", "--format", "json", "-")
		if got.status != statusOK {
			var a answer
			if err := json.Unmarshal([]byte(want[i]), &a); err != nil || a.Error == nil || !strings.Contains(got.stderr, a.Error.Code) {
				t.Errorf("%.200s: explain says %s, query %s", line, got.stderr, want[i])
			}
			continue
		}
		good++
		if tail := "\n],\"answer\":" + want[i] + "}\n"; !strings.HasSuffix(got.stdout, tail) {
			t.Errorf("%.200s: explain ends %s, query %s", line, got.stdout[max(0, len(got.stdout)-500):], want[i])
		}
		var r struct {
			Steps []struct {
				Exit, Reason string
				Lower, Upper *float64
			}
		}
		if err := json.Unmarshal([]byte(got.stdout), &r); err != nil {
			t.Fatalf("%.200s: %v", line, err)
		}
		if n := len(r.Steps); n == 0 || r.Steps[n-1].Exit == "" || r.Steps[n-1].Reason == "" {
			t.Errorf("%.200s: no step says why it ended", line)
		}
		if table := execute(line, "explain", "-"); table.status != statusOK || !strings.Contains(table.stdout, "\nAnswer: ") {
			t.Errorf("%.200s: no table: %s", line, table.stderr)
		}
	}
	return good
}

// TestExplainAnswersLikeQuery: over the corpus of the repository.
func TestExplainAnswersLikeQuery(t *testing.T) {
	raced.Skip(t)
	text, err := os.ReadFile("../../tools/determinism/testdata/corpus.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if good := sameAsQuery(t, lines); good < 800 {
		t.Errorf("%d of %d pairs explained", good, len(lines))
	}
}

// TestExplainCompounds: the parts that decide are named, and the answer is that of the whole.
func TestExplainCompounds(t *testing.T) {
	angle := `{"type":"compound","parts":[{"shape":{"type":"box","size":[4,1]}},{"shape":{"type":"box","size":[1,3]},"pose":{"p":[-1.5,1]}}]}`
	bench := `{"type":"compound","parts":[{"shape":{"type":"box","size":[4,1,1]}},{"shape":{"type":"sphere","radius":1},"pose":{"p":[2,0,0]}}]}`
	lines := []string{
		`{"id":"a","dim":2,"a":{"shape":` + angle + `},"b":{"shape":{"type":"circle","radius":0.5},"pose":{"p":[-1,2]}}}`,
		`{"id":"b","dim":2,"a":{"shape":{"type":"box","size":[1,1]},"pose":{"p":[5,5]}},"b":{"shape":` + angle + `,"pose":{"angle":1}}}`,
		`{"id":"c","dim":3,"a":{"shape":` + bench + `},"b":{"shape":` + bench + `,"pose":{"p":[4.5,0,0]}}}`,
	}
	if good := sameAsQuery(t, lines); good != len(lines) {
		t.Errorf("%d of %d explained", good, len(lines))
	}
	got := execute(lines[0], "explain", "-")
	if !strings.Contains(got.stdout, "A is A (part 1): box") || !strings.Contains(got.stdout, "note: the steps are those of the two parts that decide") {
		t.Errorf("no parts named in\n%s", got.stdout)
	}
}

// TestExplainCases: over the proved cases.
func TestExplainCases(t *testing.T) {
	text, err := os.ReadFile(beside.Path(t, "cases", "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	in := bufio.NewScanner(bytes.NewReader(text))
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		var c struct {
			ID   string
			Dim  int
			A, B json.RawMessage
			PA   json.RawMessage `json:"pose_a"`
			PB   json.RawMessage `json:"pose_b"`
		}
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf(`{"id":%q,"dim":%d,"a":{"shape":%s,"pose":%s},"b":{"shape":%s,"pose":%s}}`, c.ID, c.Dim, c.A, c.PA, c.B, c.PB))
	}
	if good := sameAsQuery(t, lines); len(lines) != 272 || good < 200 {
		t.Errorf("%d of %d cases explained", good, len(lines))
	}
}

// TestExplainTable holds the tables of a scene and of a walk.
func TestExplainTable(t *testing.T) {
	got := execute("", "explain", "--pair", "mast,forearm", "../../examples/cell/cell.yaml")
	if got.status != statusOK || got.stderr != "" {
		t.Fatalf("status %d, %s", got.status, got.stderr)
	}
	golden.Compare(t, "explain.table", got.stdout)
}
