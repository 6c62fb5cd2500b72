package main

import (
	"encoding/json"
	"encoding/xml"
	"path/filepath"
	"strings"
	"testing"
)

// reportsOf runs a command with all reports, and returns what it wrote.
func reportsOf(t *testing.T, stdin string, args ...string) (out result, html, sarif, junit string) {
	t.Helper()
	dir := t.TempDir()
	files := []string{filepath.Join(dir, "r.html"), filepath.Join(dir, "r.sarif"), filepath.Join(dir, "r.xml")}
	out = execute(stdin, append(args, "--html", files[0], "--sarif", files[1], "--junit", files[2])...)
	html, sarif, junit = read(t, files[0]), read(t, files[1]), read(t, files[2])
	if !json.Valid([]byte(sarif)) || xml.Unmarshal([]byte(junit), new(struct{ XMLName xml.Name })) != nil {
		t.Errorf("no JSON, or no XML:\n%s\n%s", sarif, junit)
	}
	return out, html, sarif, junit
}

// The reports of a log: a finding for each pair that meets.
func TestFrameReports(t *testing.T) {
	path, log := file(t, "scene.yaml", moving), file(t, "log.ndjson", logged)
	got, html, sarif, junit := reportsOf(t, "", "check", "--frames", log, path)
	if got.status != statusFound || strings.Count(html, `<div class="finding"`) != 2 || strings.Count(sarif, `"ruleId": "hit"`) != 2 ||
		!strings.Contains(junit, `failures="2"`) {
		t.Errorf("%+v\n%s\n%s", got, sarif, junit)
	}
	if got, _, _, junit := reportsOf(t, "", "check", "--fail-on", "undecided", "--frames", log, path); got.status != statusOK ||
		!strings.Contains(junit, `failures="0"`) {
		t.Errorf("%+v\n%s", got, junit)
	}
	for args, want := range map[string]string{
		"--html " + log + " --frames " + log + " " + path:   "--html would overwrite an input",
		"--junit " + path + " --frames " + log + " " + path: "--junit would overwrite an input",
	} {
		if got := execute("", append([]string{"check"}, strings.Fields(args)...)...); got.status != statusBad || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// meeting3 is a world of three shapes, of which a pair overlaps and one touches from frame 1 on.
const meeting3 = `{"world":1,"dim":2,"shapes":[{"type":"circle","radius":1},{"type":"box","size":[2,2]},{"type":"box","size":[20,1]}],"frames":3}
{"frame":0,"poses":[{"p":[0,5]},{"p":[4,2]},{"p":[0,-0.5]}]}
{"frame":1,"poses":[{"p":[1,1.5]},{"p":[2.5,1]},{"p":[0,-0.5]}]}
{"frame":2,"poses":[{"p":[1,0.9]},{"p":[2.5,1]},{"p":[0,-0.5]}]}
`

// The reports of a world: each pair once, where it first meets, with the line of that frame. None
// fails unless --fail-on says so.
func TestWorldReports(t *testing.T) {
	path := file(t, "w.ndjson", meeting3)
	got, html, sarif, junit := reportsOf(t, "", "world", path)
	if got.status != statusOK || strings.Count(html, `<div class="finding"`) != 3 || strings.Count(html, "<svg") != 4 ||
		!strings.Contains(html, "body 1 and body 2 touch, first in frame 1.") || !strings.Contains(html, "in frame 1.</figcaption>") {
		t.Errorf("%+v\n%s", got, html)
	}
	var l struct {
		Runs []struct {
			Results []struct {
				RuleID, Level string
				Locations     []struct {
					PhysicalLocation struct{ Region struct{ StartLine int } }
				}
				Properties struct{ Frame *int }
			}
		}
	}
	if err := json.Unmarshal([]byte(sarif), &l); err != nil || len(l.Runs[0].Results) != 3 {
		t.Fatalf("%v\n%s", err, sarif)
	}
	for i, want := range []struct {
		rule        string
		frame, line int
	}{{"overlap", 1, 3}, {"touch", 1, 3}, {"overlap", 2, 4}} {
		r := l.Runs[0].Results[i]
		if r.RuleID != want.rule || r.Level != "note" || *r.Properties.Frame != want.frame ||
			r.Locations[0].PhysicalLocation.Region.StartLine != want.line {
			t.Errorf("%+v, want %+v", r, want)
		}
	}
	if !strings.Contains(junit, `tests="4" failures="0"`) {
		t.Error(junit)
	}
	got, _, sarif, junit = reportsOf(t, meeting3, "world", "--fail-on", "overlapping")
	if got.status != statusFound || !strings.Contains(junit, `tests="4" failures="2"`) || strings.Count(sarif, `"level": "error"`) < 2 {
		t.Errorf("%+v\n%s", got, junit)
	}
	for args, want := range map[string]string{
		"--html " + path + " " + path:          "--html would overwrite an input",
		"--html x.svg --picture x.svg " + path: "would write the same file",
		"--sarif x.sarif --junit x.sarif path": "would write the same file",
	} {
		if got := execute("", append([]string{"world"}, strings.Fields(args)...)...); got.status != statusBad || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// The reports of a world of boxes have pictures of the boxes.
func TestWorldReportsOfBoxes(t *testing.T) {
	const boxes = `{"world":1,"dim":3,"boxes":2,"frames":1}
{"frame":0,"min":[[0,0,0],[1,1,1]],"max":[[1,1,1],[2,2,2]]}
`
	got, html, _, junit := reportsOf(t, boxes, "world")
	if got.status != statusOK || !strings.Contains(html, "body 0 and body 1 touch") || !strings.Contains(junit, `tests="2" failures="0"`) {
		t.Errorf("%+v\n%s", got, junit)
	}
}

// The reports of a journal: the pairs that touched, and a frame that goes another way as a failure.
func TestReplayReports(t *testing.T) {
	path := file(t, "roll.journal", recordedPlane(t, -1))
	got, html, sarif, junit := reportsOf(t, "", "replay", path)
	if got.status != statusOK || !strings.Contains(html, "body 0 and body 2 touch, first in frame 0.") ||
		!strings.Contains(html, "body 1 and body 2 ") || strings.Contains(junit, "as recorded") || !strings.Contains(junit, `failures="0"`) ||
		!strings.Contains(sarif, `"executionSuccessful": true`) {
		t.Errorf("%+v\n%s\n%s", got, sarif, junit)
	}
	path = file(t, "bug.journal", recordedPlane(t, 4))
	got, html, sarif, junit = reportsOf(t, "", "replay", path)
	for kind, text := range map[string]string{"html": html, "sarif": sarif, "junit": junit} {
		if !strings.Contains(text, "frame 4 goes another way") {
			t.Errorf("%s: %+v\n%s", kind, got, text)
		}
	}
	if got.status != statusFound || !strings.Contains(junit, `failures="1"`) {
		t.Errorf("%+v\n%s", got, junit)
	}
	for args, want := range map[string]string{
		"--html " + path + " " + path:       "--html would overwrite an input",
		"--html x --junit x " + path:        "would write the same file",
		"--html x --frame 1 " + path:        "--frame prints a scene",
		"--junit no/such/dir/x.xml " + path: "cannot write",
	} {
		if got := execute("", append([]string{"replay"}, strings.Fields(args)...)...); got.status != statusBad || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}
