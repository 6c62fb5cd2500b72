package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/golden"
	"github.com/collide-go/collide/internal/testkit/schemas"
)

// courses is the file of lines that docs/casts.md explains.
const courses = "../../examples/casts/casts.ndjson"

// courseDoc is what explain says of a ray, a shape that is cast or bodies that move.
type courseDoc struct {
	Kind           string
	Steps, Samples []struct {
		T, Lower, Upper float64
		Until           *float64
	}
	Answer json.RawMessage
}

// commandOf returns the command that answers a line.
func commandOf(line string) string {
	switch {
	case strings.Contains(line, `"cast":`):
		return "cast"
	case strings.Contains(line, `"motion":`):
		return "toi"
	}
	return "query"
}

// What is explained of a line is of its schema, ends with the answer to the line, bit for bit, and
// agrees with it on the way.
func TestExplainCourses(t *testing.T) {
	text, err := os.ReadFile(courses)
	if err != nil {
		t.Fatal(err)
	}
	s := schemas.Compile(t, "explain")
	shapes, kinds := "", map[string]int{}
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, `{"shapes":`) {
			shapes += line
			continue
		}
		var id struct{ ID string }
		if err := json.Unmarshal([]byte(line), &id); err != nil {
			t.Fatal(err)
		}
		got := execute("", "explain", "--format", "json", "--pair", id.ID, courses)
		if got.status != statusOK || got.stderr != "" {
			t.Fatalf("%s: status %d, %s", id.ID, got.status, got.stderr)
		}
		if err := schemas.Validate(t, s, got.stdout); err != nil {
			t.Errorf("%s: %v", id.ID, err)
		}
		var c courseDoc
		if err := json.Unmarshal([]byte(got.stdout), &c); err != nil {
			t.Fatal(err)
		}
		answer := execute(shapes+line, commandOf(line)).stdout
		if string(c.Answer) != strings.TrimSpace(answer) {
			t.Errorf("%s: the answer is\n%s\nwant\n%s", id.ID, c.Answer, answer)
		}
		if kinds[c.Kind]++; c.Kind != "" {
			checkCourse(t, id.ID, &c)
		}
	}
	if kinds["ray"] < 1 || kinds["shape"] < 1 || kinds["motion"] < 2 || kinds[""] < 1 {
		t.Errorf("%v", kinds)
	}
}

// checkCourse holds what is told of a course against its answer.
func checkCourse(t *testing.T, id string, c *courseDoc) {
	t.Helper()
	var a struct {
		Result          string
		T, Lower, Upper *float64
	}
	if err := json.Unmarshal(c.Answer, &a); err != nil {
		t.Fatal(err)
	}
	apart, known := math.Inf(1), math.Inf(1) // up to here, and until then in contact
	if a.Lower != nil {
		apart, known = *a.Lower, *a.Upper
	}
	for i, m := range c.Samples {
		if m.T < apart && m.Upper < 0 {
			t.Errorf("%s: at %v the distance is at most %v, and they are apart up to %v", id, m.T, m.Upper, apart)
		}
		if i > 0 && m.T <= c.Samples[i-1].T || !(m.Lower <= m.Upper) {
			t.Errorf("%s: samples %d and before: %+v", id, i, m)
		}
	}
	for i, m := range c.Steps {
		if m.Until == nil || *m.Until < m.T && m.Lower > 0 || *m.Until > known || i > 0 && m.T < c.Steps[i-1].T {
			t.Errorf("%s: step %d: %+v", id, i, m)
		}
	}
	if len(c.Steps) == 0 && c.Kind != "shape" {
		t.Errorf("%s: no steps", id)
	}
}

// The tables for people are those of testdata.
func TestExplainCourseTables(t *testing.T) {
	for _, id := range []string{"ray", "point", "rod", "crate"} {
		got := execute("", "explain", "--pair", id, courses)
		if got.status != statusOK {
			t.Fatalf("%s: %s", id, got.stderr)
		}
		golden.Compare(t, "course-"+id+".table", got.stdout)
	}
}

// A pair of a scene that moves is explained as a motion, unless an algorithm is asked for; what
// cannot be explained is refused in words.
func TestExplainCourseFlags(t *testing.T) {
	path := file(t, "moving.yaml", moving)
	dir := t.TempDir()
	lines := file(t, "lines.ndjson", `{"shapes":{"ball":{"type":"circle","radius":1}}}
{"id":"p","cast":"point","dim":2,"a":{"shape":"ball"},"point":[3,0]}
{"id":"v","toi":"edge-edge","start":[[0,0,0],[1,0,0],[0,0,1],[0,1,1]],"end":[[0,0,0],[1,0,0],[0,0,1],[0,1,1]]}
{"id":"q","dim":2,"a":{"shape":"ball"},"b":{"shape":"ball","pose":{"p":[3,0]}}}
{"id":"r","cast":"ray","dim":2,"a":{"shape":"ball"},"origin":[-3,0],"direction":[1,0]}
{"id":"bad","cast":"ray","dim":2,"a":{"shape":"bell"},"origin":[-3,0],"direction":[1,0]}
`)
	for _, c := range []struct {
		args   []string
		status int
		part   string
	}{
		{[]string{"--pair", "wall,=ball", path}, statusOK, "2D motion"},
		{[]string{"--pair", "wall,=ball", "--algorithm", "gjk", path}, statusOK, "GJK"},
		{[]string{"--pair", "wall,far", path}, statusOK, "A is wall: box"},
		{[]string{"--pair", "q", lines}, statusOK, "Answer: apart"},
		{[]string{"--pair", "r", lines}, statusOK, "2D ray"},
		{[]string{"--pair", "r", "--algorithm", "gjk", lines}, statusBad, "--algorithm goes with pairs"},
		{[]string{"--pair", "p", lines}, statusOK, "Answer: outside"},
		{[]string{"--pair", "p", "--algorithm", "gjk", lines}, statusOK, "GJK"},
		{[]string{"--pair", "v", lines}, statusBad, "points that move are not"},
		{[]string{"--pair", "bad", lines}, statusBad, "unknown-name"},
		{[]string{"--pair", "none", lines}, statusBad, "none"},
		{[]string{lines}, statusBad, "--pair ID"},
	} {
		got := execute("", append([]string{"explain"}, c.args...)...)
		if got.status != c.status || !strings.Contains(got.stdout+got.stderr, c.part) {
			t.Errorf("%v: status %d\n%s%s", c.args, got.status, got.stdout, got.stderr)
		}
	}
	for _, name := range []string{"x.svg", "x.png", "x.html"} {
		out := filepath.Join(dir, name)
		for _, id := range []string{"r", "p"} {
			if got := execute("", "explain", "--pair", id, "--picture", out, lines); got.status != statusOK {
				t.Fatalf("%s of %s: %s", name, id, got.stderr)
			}
			if info, err := os.Stat(out); err != nil || info.Size() < 1000 {
				t.Errorf("%s of %s: %v", name, id, err)
			}
			if err := os.Remove(out); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// The page of a course has for each step one group in either view and its numbers, and the answer
// after them, for lines with steps and for those without.
func TestExplainCoursePages(t *testing.T) {
	dir := t.TempDir()
	for _, id := range []string{"ray", "barrel", "past", "rod", "crate", "roll"} {
		out := filepath.Join(dir, id+".html")
		if got := execute("", "explain", "--pair", id, "--picture", out, courses); got.status != statusOK {
			t.Fatalf("%s: %s", id, got.stderr)
		}
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		page := string(text)
		_, data, _ := strings.Cut(page, `id="data">`)
		data, _, _ = strings.Cut(data, "</script>")
		var d struct {
			Steps []struct {
				Name, Lower, Upper string
				Rows               [][2]string
			}
		}
		if err := json.Unmarshal([]byte(data), &d); err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		var c courseDoc
		got := execute("", "explain", "--format", "json", "--pair", id, courses)
		if err := json.Unmarshal([]byte(got.stdout), &c); err != nil {
			t.Fatal(err)
		}
		want := len(c.Steps)
		if want == 0 {
			want = (len(c.Samples) + 15) / 16
		}
		if len(d.Steps) != want+1 || !strings.HasPrefix(d.Steps[want].Name, "The answer: ") {
			t.Errorf("%s: %d steps on the page, %d in the course", id, len(d.Steps), want)
		}
		for k := range d.Steps {
			if n := strings.Count(page, fmt.Sprintf(`class="step n%d"`, k+1)); n != 2 {
				t.Errorf("%s: %d groups for step %d", id, n, k+1)
			}
			if k < len(c.Steps) && (d.Steps[k].Rows[1][1] != inFull(c.Steps[k].Lower) || d.Steps[k].Rows[2][1] != inFull(c.Steps[k].Upper)) {
				t.Errorf("%s: step %d says %v, the course %+v", id, k+1, d.Steps[k].Rows, c.Steps[k])
			}
		}
	}
}

// inFull writes a number as pages do.
func inFull(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
