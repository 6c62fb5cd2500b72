package main

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/golden"
	"github.com/collide-go/collide/internal/testkit/schemas"
	"github.com/collide-go/collide/scene"
)

// plant and knownPlant are the example with rules, and its baseline.
const (
	plant      = "examples/plant/plant.yaml"
	knownPlant = "examples/plant/known.json"
)

// read returns a file.
func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The example with rules says what its head says, with the baseline and without.
func TestPlant(t *testing.T) {
	t.Chdir("../..")
	got := execute("", "check", plant)
	golden.CompareBlock(t, "docs/use-cad.md", "plant", got.stdout)
	if got.status != statusFound || got.stderr != "" {
		t.Errorf("%+v", got)
	}
	got = execute("", "check", "--baseline", knownPlant, plant)
	golden.CompareBlock(t, "docs/use-cad.md", "plant-known", got.stdout)
	if got.status != statusFound || got.stderr != "" {
		t.Errorf("%+v", got)
	}
}

// A baseline of what is found makes the next check pass, whatever else is asked for.
func TestBaselineRound(t *testing.T) {
	t.Chdir("../..")
	file := filepath.Join(t.TempDir(), "new.json")
	got := execute("", "check", "--write-baseline", file, plant)
	if got.status != statusOK || !strings.Contains(got.stdout, "near") {
		t.Errorf("%+v", got)
	}
	if err := schemas.Validate(t, schemas.Compile(t, "baseline"), read(t, file)); err != nil {
		t.Error(err)
	}
	got = execute("", "check", "--baseline", file, plant)
	if got.status != statusOK || strings.Contains(got.stdout, "pipe_cold") || !strings.HasSuffix(got.stdout, ": 0 new, 3 known\n") {
		t.Errorf("%+v", got)
	}
	got = execute("", "check", "--baseline", file, "--all", plant)
	if got.status != statusOK || strings.Count(got.stdout, "\nknown ") != 95 {
		t.Errorf("%+v", got)
	}
	// what is more than it knows fails
	got = execute("", "check", "--baseline", file, "--clearance", "0.2", plant)
	if got.status != statusFound || !strings.Contains(got.stdout, "\nnew ") || strings.Contains(got.stdout, "\nknown ") {
		t.Errorf("%+v", got)
	}
	// and written over itself it keeps its notes
	text := strings.Replace(read(t, file), `}`, `,"note":"so"}`, 1)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got = execute("", "check", "--baseline", file, "--write-baseline", file, plant)
	if got.status != statusOK || read(t, file) != text {
		t.Errorf("%+v\n%s", got, read(t, file))
	}
}

// What is gone fails if that is asked for.
func TestBaselineGone(t *testing.T) {
	known := file(t, "known.json", `{"baseline":1,"dim":3,"units":"","contacts":[
		{"a":"left","b":"lost","verdict":"touch","distance":0,"lower":0,"upper":0}]}`)
	apart := twoBalls(3)
	if got := execute(apart, "check", "--baseline", known, "-"); got.status != statusOK ||
		!strings.Contains(got.stdout, "gone: left and lost, touch in the baseline\n") {
		t.Errorf("%+v", got)
	}
	if got := execute(apart, "check", "--baseline", known, "--fail-on", "gone", "-"); got.status != statusFound {
		t.Errorf("%+v", got)
	}
}

// TestBaselineFormats: all formats tell the state, as the schema says.
func TestBaselineFormats(t *testing.T) {
	t.Chdir("../..")
	s := schemas.Compile(t, "check")
	got := execute("", "check", "--format", "json", "--baseline", knownPlant, plant).stdout
	if err := schemas.Validate(t, s, got); err != nil {
		t.Error(err)
	}
	var doc struct {
		Baseline string
		Pairs    []struct {
			A, B, Baseline, Rule string
			Asked                *float64
		}
		Gone []struct{ A, B, Verdict string }
	}
	if err := json.Unmarshal([]byte(got), &doc); err != nil {
		t.Fatal(err)
	}
	var states strings.Builder
	for _, p := range doc.Pairs {
		states.WriteString(p.Baseline + " ")
		if (p.Rule != "") != (p.Asked != nil) || (p.Rule != "") != (p.B == "pipe_cold/bend") {
			t.Errorf("%+v", p)
		}
	}
	if states.String() != "worse known new " || len(doc.Gone) != 1 || doc.Gone[0].A != "base" || doc.Baseline != knownPlant {
		t.Errorf("%s, %+v, %s", states.String(), doc.Gone, doc.Baseline)
	}
	lines := strings.Split(strings.TrimSpace(execute("", "check", "--format", "ndjson", "--baseline", knownPlant, plant).stdout), "\n")
	if len(lines) != 4 || !strings.HasSuffix(lines[3], `"baseline":"gone"}`) {
		t.Errorf("%q", lines)
	}
	for _, line := range lines {
		if err := schemas.Validate(t, s, line); err != nil {
			t.Error(err)
		}
	}
	rows := strings.Split(strings.TrimSpace(execute("", "check", "--format", "csv", "--baseline", knownPlant, plant).stdout), "\n")
	if len(rows) != 5 || !strings.HasSuffix(rows[0], ",rule,asked,baseline") || !strings.HasSuffix(rows[1], ",,0.01,worse") ||
		!strings.HasSuffix(rows[3], ",pipes stay clear of walls,0.05,new") || !strings.HasPrefix(rows[4], "base,pump,,") ||
		!strings.HasSuffix(rows[4], ",gone") {
		t.Errorf("%q", rows)
	}
}

// Reports are written about all scenes, those that cannot be read too.
func TestReports(t *testing.T) {
	dir := t.TempDir()
	good, bad := file(t, "good.yaml", twoBalls(1)), file(t, "bad.yaml", "version: 1\ndim: 7\nobjects: []\n")
	html, sarif, junit := filepath.Join(dir, "r.html"), filepath.Join(dir, "r.sarif"), filepath.Join(dir, "r.xml")
	got := execute("", "check", "--html", html, "--sarif", sarif, "--junit", junit, good, bad)
	if got.status != statusBad {
		t.Errorf("%+v", got)
	}
	for _, f := range []string{html, sarif, junit} {
		text := read(t, f)
		if !strings.Contains(text, "good.yaml") || !strings.Contains(text, "bad.yaml:2: dim: wrong-dimension") {
			t.Errorf("%s: %.1000s", f, text)
		}
	}
	if !json.Valid([]byte(read(t, sarif))) || xml.Unmarshal([]byte(read(t, junit)), new(struct{ XMLName xml.Name })) != nil {
		t.Error("no JSON, or no XML")
	}
	if !strings.Contains(read(t, html), "left – right") && !strings.Contains(read(t, html), "<svg") {
		t.Error("the page has no finding")
	}
}

// TestReportFlags: command lines that are wrong, and files that are kept.
func TestReportFlags(t *testing.T) {
	good := file(t, "good.yaml", twoBalls(1))
	dir := t.TempDir()
	known := file(t, "known.json", `{"baseline":1,"dim":3,"units":"","contacts":[]}`)
	flat := file(t, "flat.json", `{"baseline":1,"dim":2,"units":"","contacts":[]}`)
	feet := file(t, "feet.json", `{"baseline":1,"dim":3,"units":"ft","contacts":[]}`)
	torn := file(t, "torn.json", `{"baseline":1,`)
	x := filepath.Join(dir, "x")
	for _, row := range []struct{ args, stderr string }{
		{"--html " + good + " " + good, "--html would overwrite an input"},
		{"--sarif " + good + " " + good, "--sarif would overwrite an input"},
		{"--junit " + known + " --baseline " + known + " " + good, "--junit would overwrite an input"},
		{"--write-baseline " + good + " " + good, "--write-baseline would overwrite an input"},
		{"--html " + x + " --junit " + x + " " + good, "--html and --junit would write the same file"},
		{"--html " + filepath.Join(dir, "no", "x") + " " + good, "cannot write "},
		{"--baseline " + known + " --frames log " + good, "a baseline is about a scene"},
		{"--baseline " + known + " " + good + " " + good, "a baseline is about one scene, not 2"},
		{"--baseline no/such " + good, "no/such: file: no such file"},
		{"--baseline " + torn + " " + good, "torn.json:1: syntax"},
		{"--baseline " + flat + " " + good, "flat.json: dim: conflicting-fields: the baseline is of 2D, the scene of 3D"},
		{"--baseline " + feet + " " + good, `feet.json: units: conflicting-fields: the baseline is in "ft", the scene in ""`},
	} {
		got := execute("", append([]string{"check"}, strings.Fields(row.args)...)...)
		if got.status != statusBad || !strings.Contains(got.stderr, row.stderr) {
			t.Errorf("%s: %+v", row.args, got)
		}
	}
	if read(t, good) != twoBalls(1) || !strings.HasPrefix(read(t, known), `{"baseline":1`) {
		t.Error("an input has been overwritten")
	}
}

// The rules of a scene reach the table, and its notes standard error.
func TestRulesTable(t *testing.T) {
	text := twoBalls(2.5) + "rules:\n  - {a: le*, b: '*', clearance: 1}\n  - {a: nobody, b: '*', ignore: true}\n"
	got := execute(text, "check", "-")
	if got.status != statusFound || !strings.Contains(got.stdout, "le* | *") || !strings.Contains(got.stdout, "1 nearer than is asked") ||
		!strings.Contains(got.stderr, `rules[1]: note: the rule is about no pair: no object matches "nobody"`) {
		t.Errorf("%+v", got)
	}
	got = execute(twoBalls(1)+"rules:\n  - {a: left, b: right, overlap: 1.5}\n", "check", "--all", "-")
	if got.status != statusOK || !strings.Contains(got.stdout, "overlapping") || !strings.Contains(got.stdout, "all clear") {
		t.Errorf("%+v", got)
	}
	if _, err := scene.Decode(t.Context(), strings.NewReader(text), "x", scene.Options{}); err != nil {
		t.Error(err)
	}
}
