package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// A table is as narrow as it is told, in any width that leaves room for relation, names and
// distance.
func TestTableFits(t *testing.T) {
	cell := filepath.Join("..", "..", "examples", "cell", "cell.yaml")
	whole := execute("", "check", cell).stdout
	for _, columns := range []int{200, 98, 80, 60, 50, 45} {
		t.Setenv("COLUMNS", fmt.Sprint(columns))
		got := execute("", "check", cell).stdout
		if columns >= 98 && got != whole {
			t.Errorf("%d columns:\n%s", columns, got)
		}
		table, _, _ := strings.Cut(got[strings.Index(got, "relation"):], "\n\n")
		for line := range strings.Lines(table) {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > columns {
				t.Errorf("%d columns: %s", columns, line)
			}
		}
		for _, w := range []string{"relation", "overlapping", "-0.0100000", "mast"} {
			if !strings.Contains(table, w) {
				t.Errorf("%d columns: no %s in\n%s", columns, w, table)
			}
		}
		if columns == 50 && !strings.Contains(table, "(no room for normal, bracket, at)") {
			t.Errorf("what is left out is not said:\n%s", table)
		}
	}
	long := strings.ReplaceAll(twoBalls(1), "left", "a_name_that_is_longer_than_what_a_narrow_terminal_has")
	t.Setenv("COLUMNS", "50")
	if got := execute(long, "check", "-").stdout; !strings.Contains(got, "a_name_that") || !strings.Contains(got, "\u2026") {
		t.Errorf("a long name:\n%s", got)
	}
}

// Colours come when asked for, and not by themselves where there is no terminal.
func TestColor(t *testing.T) {
	const red = "\x1b[31moverlapping\x1b[0m"
	plain := execute(twoBalls(1), "check", "-").stdout
	for flag, want := range map[string]bool{"auto": false, "always": true, "never": false} {
		got := execute(twoBalls(1), "check", "--color", flag, "-").stdout
		if strings.Contains(got, red) != want || strings.NewReplacer(red, "overlapping").Replace(got) != plain {
			t.Errorf("--color %s:\n%s", flag, got)
		}
	}
	if got := execute(twoBalls(1), "check", "--color", "always", "--format", "csv", "-").stdout; strings.Contains(got, "\x1b") {
		t.Errorf("colours in CSV: %q", got)
	}
}

// Every command tells by its status that what it wrote was not taken.
func TestFullDevice(t *testing.T) {
	for _, args := range []string{"help", "--help", "check --help", "completion bash", "version", "query", "check -", "schema", "schema scene"} {
		var stderr bytes.Buffer
		full := &brokenWriter{err: errors.New("no space left on device")}
		in := twoBalls(3)
		if args == "query" {
			in = ballPair("a", 3)
		}
		if status := run(context.Background(), strings.Fields(args), strings.NewReader(in), full, &stderr); status != statusBad || !strings.Contains(stderr.String(), "no space left") {
			t.Errorf("%s: status %d, %q", args, status, stderr.String())
		}
	}
}

// Numbers of flags are refused in plain words.
func TestFlagWords(t *testing.T) {
	for args, want := range map[string]string{
		"check --clearance 5mm -":     `"5mm" for "--clearance" flag: a number is wanted, without a unit: it is in the unit of the scene`,
		"check --clearance near -":    `"near" for "--clearance" flag: a number is wanted`,
		"check --clearance -1 -":      "a finite number is wanted, 0 or more",
		"check --max-iterations 1.5":  "a whole number is wanted, 0 or more",
		"query --max-line 64M":        "a whole number is wanted, 1 or more",
		"check --format xml -":        "it is one of table, json, ndjson, csv",
		"check --fail-on collision -": `--fail-on must be touch, overlap, hit, near, undecided, empty or gone, not "collision"`,
		"query --base no/such/folder": "no/such/folder",
	} {
		got := execute("", strings.Fields(args)...)
		if got.status != statusBad || !strings.Contains(got.stderr, want) || strings.Contains(got.stderr, "strconv") {
			t.Errorf("%s: status %d, %s", args, got.status, got.stderr)
		}
	}
}

// What makes a check fail can be chosen.
func TestFailOn(t *testing.T) {
	empty := "version: 1\ndim: 3\nobjects: []\n"
	for _, c := range []struct {
		scene, failOn string
		status        int
	}{
		{twoBalls(1), "overlap", 1},
		{twoBalls(1), "touch,near", 0},
		{twoBalls(2), "overlap", 0},
		{twoBalls(2), "overlap,touch", 1},
		{"clearance: 2\n" + twoBalls(3), "overlap,touch", 0},
		{"clearance: 2\n" + twoBalls(3), "near", 1},
		{empty, "touch", 0},
		{empty, "empty", 1},
		{empty, "", 0},
		{twoBalls(3), "empty", 0},
	} {
		args := []string{"check", "-"}
		if c.failOn != "" {
			args = append(args, "--fail-on", c.failOn)
		}
		if got := execute(c.scene, args...); got.status != c.status {
			t.Errorf("--fail-on %s: status %d, want %d\n%s%s", c.failOn, got.status, c.status, got.stdout, got.stderr)
		}
	}
}

// Names that a spreadsheet would run as formulas are kept from it; numbers are as they were.
func TestFormulas(t *testing.T) {
	for _, name := range []string{"=cmd|'/c calc'!A1", "+1", "-1", "@sum(1)", "\tx"} {
		scene := strings.Replace(twoBalls(1), "name: left", "name: "+fmt.Sprintf("%q", name), 1)
		got := execute(scene, "check", "--format", "csv", "-").stdout
		if line := strings.Split(got, "\n")[1]; !strings.HasPrefix(line, "'"+name+",right,overlapping,-1,") {
			t.Errorf("%q: %s", name, line)
		}
	}
}

// A picture never takes the place of something that was read.
func TestPictureKeepsInputs(t *testing.T) {
	dir := t.TempDir()
	mesh, scene := filepath.Join(dir, "part.svg"), filepath.Join(dir, "scene.svg")
	const tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
	text := "version: 1\ndim: 3\nobjects:\n- {name: a, shape: {type: hull, file: part.svg}}\n- {name: b, shape: {type: sphere, radius: 1}}\n"
	pair := filepath.Join(dir, "pair.html")
	for path, text := range map[string]string{mesh: tetrahedron, scene: text, pair: ballPair("a", 1)} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	hard := filepath.Join(dir, "hard.svg")
	if err := os.Link(scene, hard); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"check", "--picture", scene, scene},
		{"check", "--picture", filepath.Join(dir, ".", "x", "..", "scene.svg"), scene},
		{"check", "--picture", hard, scene},
		{"check", "--picture", mesh, scene},
		{"explain", "--picture", scene, scene},
		{"explain", "--picture", mesh, scene},
		{"explain", "--picture", pair, pair},
	} {
		got := execute("", args...)
		if got.status != statusBad || !strings.Contains(got.stderr, "would overwrite an input") {
			t.Errorf("%v: status %d, %s", args, got.status, got.stderr)
		}
	}
	for path, want := range map[string]string{mesh: tetrahedron, scene: text, pair: ballPair("a", 1)} {
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s is not what it was: %v", path, err)
		}
	}
	if got := execute("", "check", "--picture", filepath.Join(dir, "new.svg"), scene); got.status != statusFound {
		t.Errorf("another file: %d %s", got.status, got.stderr)
	}
}

// Notes go to standard error, those of pair lines once a kind.
func TestNotesAreTold(t *testing.T) {
	got := execute(strings.Replace(twoBalls(3), "p: [3", "rpy: [0, 90, 0], p: [3", 1), "check", "-")
	if got.status != statusOK || !strings.Contains(got.stderr, "-:5: objects[1].pose.rpy: note: an angle of 90 radians") {
		t.Errorf("check: %d %s", got.status, got.stderr)
	}
	line := strings.Replace(ballPair("a", 3), `"p":`, `"rpy":[90,0,0],"p":`, 1)
	got = execute(ballPair("a", 3)+line+line, "query")
	if got.status != statusOK || got.stderr != "line 2: b.pose.rpy: note: an angle of 90 radians is more than a full turn; degrees go under rpy_deg\n" {
		t.Errorf("query: %d %s", got.status, got.stderr)
	}
}

// Files outside the folder are refused, and their contents kept from the answers, until a flag
// allows them.
func TestFilesOutside(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in")
	if err := os.Mkdir(in, 0o700); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		filepath.Join(dir, "secret.obj"): "password\n", filepath.Join(dir, "tet.obj"): "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\n",
		filepath.Join(in, "s.yaml"): "version: 1\ndim: 3\nobjects:\n- {name: a, shape: {type: hull, file: ../tet.obj}}\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	line := func(file string) string {
		return fmt.Sprintf(`{"dim":3,"a":{"shape":{"type":"hull","file":%q}},"b":{"shape":{"type":"sphere","radius":1}}}`, file)
	}
	for _, c := range []struct {
		file, flags, code string
	}{
		{"../tet.obj", "", "file"},
		{"../tet.obj", "--allow-files-outside", ""},
		{filepath.Join(dir, "tet.obj"), "", "file"},
		{filepath.Join(dir, "tet.obj"), "--allow-files-outside", ""},
		{"../secret.obj", "", "file"},
		{"../secret.obj", "--allow-files-outside", "bad-mesh"},
	} {
		got := execute(line(c.file), append([]string{"query", "--base", in}, strings.Fields(c.flags)...)...)
		list := answers(t, got.stdout)
		if (list[0].Error != nil) != (c.code != "") || c.code != "" && list[0].Error.Code != c.code || strings.Contains(got.stdout, "password") {
			t.Errorf("%s %s: %s", c.file, c.flags, got.stdout)
		}
	}
	for flags, status := range map[string]int{"": statusBad, "--allow-files-outside": statusOK, "--base " + dir: statusBad} {
		if got := execute("", append([]string{"check", filepath.Join(in, "s.yaml")}, strings.Fields(flags)...)...); got.status != status {
			t.Errorf("check %s: %d %s", flags, got.status, got.stderr)
		}
	}
}

// The end of the context ends a stream that waits for input, and a check.
func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	defer w.Close()
	done := make(chan int)
	go func() { done <- run(ctx, []string{"query"}, r, io.Discard, io.Discard) }()
	fmt.Fprint(w, ballPair("a", 3))
	cancel()
	select {
	case status := <-done:
		if status != statusBad {
			t.Errorf("query: status %d", status)
		}
	case <-time.After(10 * time.Second):
		t.Error("query goes on")
	}
	var stderr bytes.Buffer
	if status := run(ctx, []string{"check", "-"}, strings.NewReader(twoBalls(1)), io.Discard, &stderr); status != statusBad {
		t.Errorf("check: status %d, %s", status, stderr.String())
	}
}

// A long line of a hull takes little more memory than what it holds: the line once as it came and
// once as text, its points, and the work space of the hull.
func TestMemoryOfALongLine(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"dim":3,"a":{"shape":{"type":"hull","points":[[0,0,0]`)
	seed := uint32(1)
	next := func() float64 {
		seed = seed*1664525 + 1013904223
		return float64(seed) / (1 << 32)
	}
	for range 200000 {
		fmt.Fprintf(&b, ",[%.9f,%.9f,%.9f]", next(), next(), next())
	}
	b.WriteString(`]}},"b":{"shape":{"type":"sphere","radius":1},"pose":{"p":[5,0,0]}}}` + "\n")
	line := b.String()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if got := execute(line, "query"); got.status != statusOK {
		t.Fatal(got.stdout)
	}
	runtime.ReadMemStats(&after)
	// All that was allocated is an upper bound of what was held at once, and does not depend on
	// when garbage is collected.
	if got, most := after.TotalAlloc-before.TotalAlloc, 8*uint64(len(line)); got > most {
		t.Errorf("%d bytes are allocated for a line of %d", got, len(line))
	}
}

// Progress shows what is being done, and how much of a file is read.
func TestProgressLines(t *testing.T) {
	p := newProgress(io.Discard, "lines", 0)
	p.add(5)
	if got := p.line(); got != "5 lines" {
		t.Error(got)
	}
	path := file(t, "in", strings.Repeat("x", 200))
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := p.share(f).Read(make([]byte, 50)); err != nil {
		t.Fatal(err)
	}
	if got := p.line(); got != "5 lines, 25 % of the file" {
		t.Error(got)
	}
	p.now("reading part\x1b.stl")
	if got := p.line(); got != `"reading part\x1b.stl"` {
		t.Error(got)
	}
}
