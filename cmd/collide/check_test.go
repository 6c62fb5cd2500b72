package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/beside"
	"github.com/collide-go/collide/internal/testkit/golden"
)

// twoBalls is a scene of two balls of radius 1, their centres x apart.
func twoBalls(x float64) string {
	return fmt.Sprintf(`version: 1
dim: 3
objects:
  - {name: left, shape: {type: sphere, radius: 1}}
  - {name: right, shape: {type: sphere, radius: 1}, pose: {p: [%v, 0, 0]}}
`, x)
}

func TestCheckStatus(t *testing.T) {
	for _, c := range []struct {
		name   string
		x      float64
		flags  string
		status int
		stdout string
	}{
		{"apart", 3, "", 0, "1 pair checked: all clear"},
		{"apart, and shown", 3, "--all", 0, "1.00000"},
		{"touching", 2, "", 1, "1 touching"},
		{"overlapping", 1.5, "", 1, "1 overlapping"},
		{"one centre", 0, "", 1, "1 overlapping"},
		{"nearer than the clearance", 3, "--clearance 1.5", 1, "1 nearer than 1.5"},
		{"farther than the clearance", 3, "--clearance 0.5", 0, "all clear"},
		{"farther, and shown", 3, "--clearance 0.5 --all", 0, "apart"},
		{"as many as are allowed", 3, "--all --max-found 1", 0, "1.00000"},
		{"farther by the boxes alone", 30, "--clearance 0.5", 0, "all clear"},
	} {
		got := execute(twoBalls(c.x), append(strings.Fields("check - "+c.flags), "--tolerance", "1e-9")...)
		if got.status != c.status || got.stderr != "" || !strings.Contains(got.stdout, c.stdout) {
			t.Errorf("%s: status %d, want %d with %q\n%s%s", c.name, got.status, c.status, c.stdout, got.stdout, got.stderr)
		}
	}
}

// Too many pairs that meet in a log end it, in the line where they are too many; with --all those
// of the scene are counted before it is read.
func TestCheckFramesTooMany(t *testing.T) {
	four := file(t, "four.yaml", `version: 1
dim: 3
objects:
  - {name: a, shape: {type: sphere, radius: 1}}
  - {name: b, shape: {type: sphere, radius: 1}, pose: {p: [5, 0, 0]}}
  - {name: c, shape: {type: sphere, radius: 1}, pose: {p: [10, 0, 0]}}
  - {name: d, shape: {type: sphere, radius: 1}, pose: {p: [10, 5, 0]}}
`)
	move := func(time, x int) string {
		return fmt.Sprintf("{\"time\":%d,\"poses\":{\"a\":{\"p\":[%d,0,0]}}}\n", time, x)
	}
	log := file(t, "log.ndjson", move(0, 0)+move(1, 5)+move(2, 0)+move(3, 5)+move(4, 10))
	for _, row := range []struct {
		flags, stderr string
		status        int
	}{
		{"--max-found 2", "", statusFound},
		{"--max-found 1", log + ":5: too-large: more than 1 pair to report\n", statusBad},
		{"--all --max-found 6", "", statusFound},
		{"--all --max-found 5", four + ": objects: too-large: more than 5 pairs to report\n", statusBad},
	} {
		got := execute("", append(strings.Fields("check "+four+" --frames "+log), strings.Fields(row.flags)...)...)
		if got.status != row.status || got.stderr != row.stderr {
			t.Errorf("%s: status %d\n%s%s", row.flags, got.status, got.stdout, got.stderr)
		}
	}
}

// Too many pairs end a scene, and those behind it are checked.
func TestCheckTooMany(t *testing.T) {
	three := twoBalls(1) + "  - {name: third, shape: {type: sphere, radius: 1}}\n"
	many, few := file(t, "many.yaml", three), file(t, "few.yaml", twoBalls(1))
	got := execute("", "check", "--max-found", "2", many, few)
	if got.status != statusBad || !strings.Contains(got.stdout, "1 overlapping") ||
		got.stderr != many+": objects: too-large: more than 2 pairs to report\n" {
		t.Errorf("status %d\n%s%s", got.status, got.stdout, got.stderr)
	}
	if got := execute(fourBoxes, "world", "--max-pairs", "4"); got.status != statusSomeBad || strings.Count(got.stdout, "too-large") != 1 {
		t.Errorf("status %d\n%s%s", got.status, got.stdout, got.stderr)
	}
}

// Where no lower bound is known, the bracket is open, and reports tell the upper bound.
func TestCheckOpen(t *testing.T) {
	s := `{"version":1,"dim":3,"objects":[
		{"name":"floor","shape":{"type":"mesh","vertices":[[0,0,0],[4,0,0],[0,4,0]],"triangles":[[0,1,2]]}},
		{"name":"ball","shape":{"type":"sphere","radius":1},"pose":{"p":[1,1,0.5]}}]}`
	page := filepath.Join(t.TempDir(), "page.html")
	got := execute(s, "check", "--html", page, "-")
	text, err := os.ReadFile(page)
	if err != nil || !strings.Contains(got.stdout, "-0.5000000     open") || strings.Contains(string(text), "e+308") ||
		!strings.Contains(string(text), "proved to be at most -0.4999") {
		t.Errorf("%v\n%s%s", err, got.stdout, text)
	}
}

// The clearance flag replaces that of the scene, 0 included.
func TestCheckClearance(t *testing.T) {
	s := "clearance: 1.5\n" + twoBalls(3)
	for flags, status := range map[string]int{"": 1, "--clearance 0": 0, "--clearance 0.5": 0, "--clearance 1.25": 1} {
		if got := execute(s, strings.Fields("check - "+flags)...); got.status != status {
			t.Errorf("%q: status %d, want %d\n%s%s", flags, got.status, status, got.stdout, got.stderr)
		}
	}
}

func TestCheckErrors(t *testing.T) {
	good, touching := file(t, "good.yaml", twoBalls(3)), file(t, "touching.yaml", twoBalls(2))
	bad := file(t, "bad.yaml", `version: 1
dim: 3
objects:
  - name: ball
    shape: {type: sphere, radius: 1}
  - name: box
    shape: {type: box, size: [-1.2, 1, 1]}
`)
	planes := file(t, "planes.yaml", `version: 1
dim: 2
objects:
  - {name: floor, shape: {type: half-space, normal: [0, 1], offset: 0}}
  - {name: wall, shape: {type: half-space, normal: [1, 0], offset: 0}}
`)
	for _, c := range []struct {
		name, files    string
		status         int
		stdout, stderr []string
	}{
		{"a bad size, by file, line and path", bad, 2, nil, []string{bad + ":7: objects[1].shape.size[0]: negative-size"}},
		{"two half-spaces, which overlap without bound", planes, 1, []string{"floor", "wall", "1 overlapping"}, nil},
		{"a bad scene among others: the others are checked, and bad wins", good + " " + bad + " " + touching, 2, []string{"all clear", "1 touching"}, []string{":7:"}},
		{"the worst of several", good + " " + touching + " " + good, 1, []string{"1 touching"}, nil},
	} {
		got := execute("", append([]string{"check"}, strings.Fields(c.files)...)...)
		ok := got.status == c.status && (len(c.stdout) > 0) == (got.stdout != "") && (len(c.stderr) > 0) == (got.stderr != "")
		for _, s := range c.stdout {
			ok = ok && strings.Contains(got.stdout, s)
		}
		for _, s := range c.stderr {
			ok = ok && strings.Contains(got.stderr, s)
		}
		if !ok {
			t.Errorf("%s: status %d\nstdout: %s\nstderr: %s", c.name, got.status, got.stdout, got.stderr)
		}
	}
}

// The cell of the README: its table is kept, and so is what its comments promise.
func TestCheckCell(t *testing.T) {
	t.Chdir("../..")
	const cell = "examples/cell/cell.yaml"
	got := execute("", "check", cell)
	if got.status != statusFound || got.stderr != "" {
		t.Errorf("status %d, stderr %q", got.status, got.stderr)
	}
	t.Chdir("cmd/collide")
	golden.Compare(t, "cell.table", got.stdout)
	t.Chdir("../..")

	want := map[string]float64{"mast forearm": -0.01, "stop finger_left": -0.004, "bin gripper": 0.006}
	pairs := checkPairs(t, cell)
	if len(pairs) != len(want) {
		t.Errorf("%d pairs are reported, want %d", len(pairs), len(want))
	}
	for _, p := range pairs {
		w, ok := want[p.A+" "+p.B]
		if !ok || math.Abs(p.Distance-w) > 1e-9 || !(p.Lower <= p.Distance && p.Distance <= p.Upper) {
			t.Errorf("%s and %s: %v in [%v, %v], want %v", p.A, p.B, p.Distance, p.Lower, p.Upper, w)
		}
	}

	golden.CompareBlock(t, "README.md", "text", got.stdout)
}

// pair is a pair of the JSON output.
type pair struct {
	A, B, Relation         string
	Distance, Lower, Upper float64
	Normal                 []float64
}

// checkPairs returns the pairs that check reports of a scene.
func checkPairs(t *testing.T, args ...string) []pair {
	t.Helper()
	got := execute("", append([]string{"check", "--format", "json"}, args...)...)
	var doc struct{ Pairs []pair }
	if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil {
		t.Fatalf("%v\n%s%s", err, got.stdout, got.stderr)
	}
	return doc.Pairs
}

// The Panda at its ready pose: four pairs, whose distances the scene's comment states as proved.
func TestCheckPanda(t *testing.T) {
	path := beside.Path(t, "data", "robots", "panda", "ready.yaml")
	want := map[string]struct {
		relation string
		distance float64
		upwards  bool // the normal of the shallowest way out
	}{
		"crate leftfinger":  {"overlapping", -0.0669669817085, true},
		"crate rightfinger": {"overlapping", -0.0669669817085, true},
		"crate hand":        {"overlapping", -0.0206800983901, true},
		"post link5":        {"apart", 0.0230447841953, false},
	}
	pairs := checkPairs(t, path)
	if len(pairs) != len(want) {
		t.Errorf("%d pairs are reported, want %d", len(pairs), len(want))
	}
	last := math.Inf(-1)
	for _, p := range pairs {
		w := want[p.A+" "+p.B]
		if p.Relation != w.relation || math.Abs(p.Distance-w.distance) > 1e-12 || !(p.Lower <= p.Distance && p.Distance <= p.Upper) {
			t.Errorf("%s and %s: %s %v in [%v, %v], want %s %v", p.A, p.B, p.Relation, p.Distance, p.Lower, p.Upper, w.relation, w.distance)
		}
		if w.upwards && math.Abs(math.Abs(p.Normal[2])-1) > 1e-12 {
			t.Errorf("%s and %s: normal %v, want along Z", p.A, p.B, p.Normal)
		}
		if p.Distance < last {
			t.Error("the pairs are not sorted by distance")
		}
		last = p.Distance
	}
}

// A grid of balls: all pairs by brute force of their centres, and the same bytes each time, though
// several workers share the pairs.
func TestCheckManyObjects(t *testing.T) {
	const n = 12
	var b strings.Builder
	b.WriteString("version: 1\ndim: 3\nclearance: 0.45\nobjects:\n")
	for i := range n {
		for j := range n {
			fmt.Fprintf(&b, "  - {name: ball%d_%d, shape: {type: sphere, radius: 0.5}, pose: {p: [%d, %d, 0]}}\n", i, j, i, j)
		}
	}
	diagonal := math.Sqrt2 - 1 // of the balls beside each other at a corner
	touching, near := 2*n*(n-1), 2*(n-1)*(n-1)
	first := execute(b.String(), "check", "-", "--format", "ndjson")
	lines := strings.Split(strings.TrimSuffix(first.stdout, "\n"), "\n")
	if len(lines) != touching+near || first.status != statusFound {
		t.Fatalf("%d pairs, want %d touching and %d near; status %d, %s", len(lines), touching, near, first.status, first.stderr)
	}
	for i, line := range lines {
		var p pair
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		want := 0.0
		if i >= touching {
			want = diagonal
		}
		if math.Abs(p.Distance-want) > 1e-15 {
			t.Fatalf("pair %d: %+v, want distance %v", i, p, want)
		}
	}
	for range 5 {
		if again := execute(b.String(), "check", "-", "--format", "ndjson"); again != first {
			t.Fatal("the output differs from run to run")
		}
	}
}

// fuzzScene is a small scene with every kind of shape in space.
const fuzzScene = `version: 1
dim: 3
objects:
  - {name: a, shape: {type: sphere, radius: 1}}
  - {name: b, shape: {type: box, size: [1, 2, 3]}, pose: {p: [5, 0, 0]}}
`

// Whatever the scene is, check ends with one of its statuses, and says why if it is bad: of others
// it says no more than notes.
func FuzzCheck(f *testing.F) {
	f.Add(fuzzScene)
	f.Add(twoBalls(2))
	f.Add("version: 1\ndim: 3\nobjects:\n  - {name: alone, shape: {type: sphere, radius: 0}}\n")
	f.Add(fuzzScene + "  - {name: c, shape: {type: compound, parts: [{shape: {type: sphere, radius: 1}, pose: {p: [1, 0, 0]}}, {shape: {type: cone, radius: 1, height: 2}}]}}\n")
	f.Fuzz(func(t *testing.T, text string) {
		got := execute(text, "check", "-")
		why := false
		for line := range strings.Lines(got.stderr) {
			why = why || !strings.Contains(line, ": note: ")
		}
		if got.status < statusOK || got.status > statusBad || (got.status == statusBad) != why {
			t.Errorf("status %d, stderr %q", got.status, got.stderr)
		}
	})
}

// The scene and the lines of docs/formats.md are taken.
func TestFormatsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	left := string(page)
	block := func(language string) string { // the next one
		_, rest, _ := strings.Cut(left, "```"+language+"\n")
		text, rest, found := strings.Cut(rest, "```")
		if !found {
			t.Fatalf("docs/formats.md has no more %s", language)
		}
		left = rest
		return text
	}
	if got := execute(block("yaml"), "check", "-"); got.status == statusBad {
		t.Errorf("the scene: %s", got.stderr)
	}
	for _, lines := range []struct {
		command string
		answers int
	}{{"query", 2}, {"query", 1}, {"cast", 3}, {"toi", 3}} {
		if got := execute(block("json"), lines.command); got.status != statusOK || strings.Count(got.stdout, "\n") != lines.answers {
			t.Errorf("the lines of %s: %s%s", lines.command, got.stdout, got.stderr)
		}
	}
}
