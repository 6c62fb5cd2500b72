package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide/d2"
	world2 "github.com/collide-go/collide/d2/world"
	"github.com/collide-go/collide/d3"
	world3 "github.com/collide-go/collide/d3/world"
	"github.com/collide-go/collide/internal/testkit/golden"
	"github.com/collide-go/collide/internal/testkit/schemas"
)

// journalFrames is how many frames the journals of these tests have.
const journalFrames = 6

// recordedPlane returns the journal of a disc that rolls over a floor into a wall. In the frame
// bad, if there is one, the disc is moved behind the journal's back.
func recordedPlane(t *testing.T, bad int) string {
	t.Helper()
	w, err := world2.New[string](world2.Options{})
	fatal(t, err)
	var out bytes.Buffer
	r := world2.NewRecorder(w, world2.Codec[string]{})
	fatal(t, r.Start(&out))
	add := func(s d2.Shape, x, y float64, b world2.Body) world2.Handle {
		o, err := d2.Place(s, d2.Pose{Pos: d2.Vec{X: x, Y: y}})
		fatal(t, err)
		h, err := r.Add(&o, "", b)
		fatal(t, err)
		return h
	}
	add(d2.HalfSpace{Normal: d2.Vec{Y: 1}}, 0, 0, world2.Body{Kind: world2.Static})
	add(d2.Box{Size: d2.Vec{X: 1, Y: 4}}, 5, 1, world2.Body{Kind: world2.Static})
	disc := add(d2.Circle{Radius: 1}, 0, 1, world2.Body{})
	add(d2.Circle{Radius: 1}, 0, 1.5, world2.Body{Filter: world2.Filter{Category: 2, Mask: 2}})
	for frame := range journalFrames {
		fatal(t, r.Move(disc, d2.Pose{Pos: d2.Vec{X: float64(frame), Y: 1}}))
		r.AppendNearest(nil, w.Object(disc), 2, world2.Who{})
		if frame == bad {
			fatal(t, w.Move(disc, d2.Pose{Pos: d2.Vec{X: 0, Y: 7}}))
		}
		r.Step(world2.StepOptions{})
	}
	fatal(t, r.Stop())
	return out.String()
}

// recordedSpace is a journal of space, whose calls end without a step.
func recordedSpace(t *testing.T) string {
	t.Helper()
	w, err := world3.New[int](world3.Options{Margin: 0.5})
	fatal(t, err)
	var out bytes.Buffer
	r := world3.NewRecorder(w, world3.Codec[int]{})
	fatal(t, r.Start(&out))
	for x := range 3 {
		o, err := d3.Place(d3.Sphere{Radius: 1}, d3.Pose{Pos: d3.Vec{X: 1.5 * float64(x)}})
		fatal(t, err)
		_, err = r.Add(&o, x, world3.Body{})
		fatal(t, err)
	}
	r.Step(world3.StepOptions{})
	for h := range w.Bodies() {
		fatal(t, r.Remove(h))
	}
	fatal(t, r.Stop())
	return out.String()
}

// fatal ends the test on an error.
func fatal(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestReplayTable(t *testing.T) {
	path := file(t, "roll.journal", recordedPlane(t, -1))
	got := execute("", "replay", path)
	if got.status != statusOK || got.stderr != "" || !strings.Contains(got.stdout, "6 frames as recorded") ||
		!strings.HasPrefix(got.stdout, path+": a world in 2D\n") {
		t.Errorf("%+v", got)
	}
	if again := execute(recordedPlane(t, -1), "replay", "-"); again.status != statusOK ||
		strings.TrimPrefix(again.stdout, "standard input") != strings.TrimPrefix(got.stdout, path) {
		t.Errorf("from standard input: %+v", again)
	}
	got = execute("", "replay", "--events", path)
	if !strings.Contains(got.stdout, "began: body 0 and body 2, touching\n") ||
		!strings.Contains(got.stdout, "began: body 1 and body 2, overlapping\n") {
		t.Errorf("%s", got.stdout)
	}
	got = execute(recordedSpace(t), "replay", "-")
	if got.status != statusOK || !strings.Contains(got.stdout, "without a step") || !strings.Contains(got.stdout, "2 frames") {
		t.Errorf("%+v", got)
	}
	got = execute(recordedPlane(t, 4), "replay", "-")
	if got.status != statusFound || !strings.Contains(got.stdout, "\nframe 4 goes another way, in Step at byte ") ||
		!strings.Contains(got.stdout, "body 0 and body 2 ended in the journal, apart, and do not now") {
		t.Errorf("%+v", got)
	}
}

// TestReplayCut: a cut replays by itself, and differs where the whole does.
func TestReplayCut(t *testing.T) {
	got := execute(recordedPlane(t, 4), "replay", "--cut", "3-5", "-")
	if got.status != statusOK || got.stderr != "" {
		t.Fatalf("%d, %s", got.status, got.stderr)
	}
	again := execute(got.stdout, "replay", "-")
	if again.status != statusFound || !strings.Contains(again.stdout, "\nframe 1 goes another way, in Step at byte ") ||
		!strings.Contains(again.stdout, "body 0 and body 2 ended in the journal, apart, and do not now") {
		t.Errorf("%+v", again)
	}
	got = execute(recordedSpace(t), "replay", "--cut", "1", "-")
	if again := execute(got.stdout, "replay", "-"); got.status != statusOK || again.status != statusOK ||
		!strings.Contains(again.stdout, "1 frame") {
		t.Errorf("%+v, %+v", got, again)
	}
	got = execute(recordedPlane(t, 1), "replay", "--cut", "3", "-")
	if got.status != statusFound || !strings.Contains(got.stderr, "frame 1, before the cut, goes another way") {
		t.Errorf("%d, %s", got.status, got.stderr)
	}
	for _, row := range [][]string{
		{"7", "has no frame 7: it has 6 frames"},
		{"5-6", "has no frame 6: it has 6 frames"},
		{"4-3", "the lesser first"},
		{"-1", "a frame is wanted"},
		{"x", "a frame is wanted"},
		{"", "a frame is wanted"},
	} {
		got := execute(recordedPlane(t, -1), "replay", "--cut="+row[0], "-")
		if got.status != statusBad || !strings.Contains(got.stderr, row[1]) {
			t.Errorf("--cut %s: %d, %s", row[0], got.status, got.stderr)
		}
	}
	if got := execute("", "replay", "--cut", "1", "--events", "-"); got.status != statusBad {
		t.Errorf("%+v", got)
	}
}

// TestReplayPage holds the output on the page to what it says.
func TestReplayPage(t *testing.T) {
	path := file(t, "bug.journal", recordedPlane(t, 4))
	got := execute("", "replay", path)
	golden.CompareBlock(t, "../../docs/worlds.md", "replay", strings.Replace(got.stdout, path, "bug.journal", 1))
}

// TestReplayFormats: all formats tell the same, as their schema says.
func TestReplayFormats(t *testing.T) {
	whole, line := schemas.Compile(t, "replay"), schemas.Compile(t, "replay-frame")
	for name, row := range map[string]struct {
		journal string
		frames  int
		same    bool
	}{
		"as recorded":    {recordedPlane(t, -1), journalFrames, true},
		"another way":    {recordedPlane(t, 2), 3, false},
		"without a step": {recordedSpace(t), 2, true},
		"no calls":       {recordedSpace(t)[:emptyWorld(t)], 0, true},
	} {
		status := statusOK
		if !row.same {
			status = statusFound
		}
		for _, events := range []string{"--events=false", "--events"} {
			got := execute(row.journal, "replay", "--format", "json", events, "-")
			var doc struct {
				Frames []json.RawMessage
				Same   bool
			}
			if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil || got.status != status {
				t.Fatalf("%s: %v %+v", name, err, got)
			}
			if err := schemas.Validate(t, whole, got.stdout); err != nil || len(doc.Frames) != row.frames || doc.Same != row.same {
				t.Errorf("%s: %v, %d frames", name, err, len(doc.Frames))
			}
			lines := execute(row.journal, "replay", "--format", "ndjson", events, "-").stdout
			for i, text := range slices.Collect(strings.Lines(lines)) {
				text = strings.TrimSpace(text)
				if err := schemas.Validate(t, line, text); err != nil || text != string(doc.Frames[i]) {
					t.Errorf("%s: %v %s", name, err, text)
				}
			}
			table, err := csv.NewReader(strings.NewReader(execute(row.journal, "replay", "--format", "csv", events, "-").stdout)).ReadAll()
			if err != nil || len(table) < row.frames+1 || row.frames > 0 && (table[len(table)-1][12] != "") == row.same {
				t.Errorf("%s: %v %q", name, err, table)
			}
		}
	}
}

// emptyWorld returns the length of the journal of a world of space without bodies and calls.
func emptyWorld(t *testing.T) int {
	t.Helper()
	w, err := world3.New[int](world3.Options{})
	fatal(t, err)
	var out bytes.Buffer
	fatal(t, world3.NewRecorder(w, world3.Codec[int]{}).Start(&out))
	return out.Len()
}

// TestReplayScene prints frames as scenes, which check reads: what touches there is what the step
// found, filters and static bodies considered.
func TestReplayScene(t *testing.T) {
	path := file(t, "roll.journal", recordedPlane(t, -1))
	for frame, want := range map[int]string{0: "body 0,body 2", 4: "body 0,body 2 body 1,body 2"} {
		scene := execute("", "replay", "--frame", fmt.Sprint(frame), path)
		if scene.status != statusOK || scene.stderr != "" {
			t.Fatalf("%+v", scene)
		}
		got := execute(scene.stdout, "check", "--format", "csv", "-")
		rows, err := csv.NewReader(strings.NewReader(got.stdout)).ReadAll()
		fatal(t, err)
		var pairs []string
		for _, r := range rows[1:] {
			pairs = append(pairs, r[0]+","+r[1])
		}
		if len(pairs) == 2 && pairs[0] > pairs[1] {
			pairs[0], pairs[1] = pairs[1], pairs[0]
		}
		if strings.Join(pairs, " ") != want {
			t.Errorf("frame %d: %q, want %s\n%s", frame, pairs, want, scene.stdout)
		}
	}
	got := execute(recordedPlane(t, 2), "replay", "--frame", "3", "-")
	if got.status != statusFound || !strings.Contains(got.stderr, "frame 2 goes another way") || !strings.Contains(got.stdout, "objects:") {
		t.Errorf("%+v", got)
	}
}

// TestReplaySurfaces replays a ball that falls into a cup, a solid mesh, on a height field: the
// journal has both, and its frames are scenes with them.
func TestReplaySurfaces(t *testing.T) {
	w, err := world3.New[int](world3.Options{})
	fatal(t, err)
	var out bytes.Buffer
	r := world3.NewRecorder(w, world3.Codec[int]{})
	fatal(t, r.Start(&out))
	wedge, err := d3.NewMesh([]d3.Vec{{}, {X: 4}, {Y: 4}, {Z: 2}},
		[][3]int{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}, d3.MeshOptions{Solid: true})
	fatal(t, err)
	land, err := d3.NewHeightField(8, 8, [][]float64{{0, 0}, {0, 0}})
	fatal(t, err)
	var ball world3.Handle
	for _, s := range []d3.Shape{land, wedge, d3.Sphere{Radius: 0.25}} {
		o, err := d3.Place(s, d3.Pose{})
		fatal(t, err)
		ball, err = r.Add(&o, 0, world3.Body{})
		fatal(t, err)
	}
	for _, at := range []d3.Vec{{X: 1, Y: 1, Z: 3}, {X: 0.5, Y: 0.5, Z: 0.75}, {X: 6, Y: 6, Z: 0.25}} {
		fatal(t, r.Move(ball, d3.Pose{Pos: at}))
		r.Step(world3.StepOptions{})
	}
	fatal(t, r.Stop())
	path := file(t, "cup.journal", out.String())
	if got := execute("", "replay", path); got.status != statusOK || !strings.Contains(got.stdout, "3 frames as recorded") {
		t.Fatalf("%+v", got)
	}
	for frame, want := range []string{
		"body 0,body 1,touching,",
		"body 1,body 2,overlapping,body 0,body 1,touching,",
		"body 0,body 1,touching,body 0,body 2,touching,",
	} {
		scene := execute("", "replay", "--frame", fmt.Sprint(frame), path)
		got := execute(scene.stdout, "check", "--format", "csv", "-")
		rows, err := csv.NewReader(strings.NewReader(got.stdout)).ReadAll()
		if err != nil || len(rows) == 0 {
			t.Fatalf("%+v: %+v", scene, got)
		}
		var pairs strings.Builder
		for _, r := range rows[1:] {
			pairs.WriteString(r[0] + "," + r[1] + "," + r[2] + ",")
		}
		if pairs.String() != want {
			t.Errorf("frame %d: %s, want %s", frame, pairs.String(), want)
		}
	}
}

// TestReplayBad: what is no journal, and command lines that are wrong.
func TestReplayBad(t *testing.T) {
	good := recordedPlane(t, -1)
	damaged := []byte(good)
	damaged[len(good)-20] ^= 1
	for name, row := range map[string]struct {
		stdin, args, stderr string
	}{
		"no file":              {"", "replay", "replay takes a journal"},
		"two files":            {"", "replay a b", "replay takes a journal"},
		"a file that is not":   {"", "replay no/such.journal", "no/such.journal: file: no such file"},
		"a scene":              {"version: 1\n", "replay -", `standard input: byte 0: bad-format: this is no journal of a world`},
		"nothing":              {"", "replay -", `standard input: byte 0: bad-format: the input is empty; a journal`},
		"the end of a call":    {good[:len(good)-3], "replay -", "standard input: frame 5: byte "},
		"a byte that changed":  {string(damaged), "replay -", "damaged: "},
		"too large":            {good, "replay --max-memory 2000 -", "too-large: "},
		"no such frame":        {good, "replay --frame 6 -", "has no frame 6: it has 6 frames"},
		"a frame below 0":      {good, "replay --frame -1 -", "a whole number is wanted"},
		"a scene as a table":   {good, "replay --frame 1 --format csv -", "--frame prints a scene"},
		"a format that is not": {good, "replay --format yaml -", "it is one of table, json, ndjson, csv"},
	} {
		got := execute(row.stdin, strings.Fields(row.args)...)
		if got.status != statusBad || !strings.Contains(got.stderr, row.stderr) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	empty := file(t, "empty.journal", "")
	if got := execute("", "replay", empty); !strings.Contains(got.stderr, empty+": byte 0: bad-format: the input is empty; ") {
		t.Errorf("an empty file: %+v", got)
	}
	got := execute(good[:len(good)-3], "replay", "--format", "ndjson", "-")
	if n := strings.Count(got.stdout, "\n"); n != journalFrames-1 || got.status != statusBad {
		t.Errorf("%d frames before the end that is cut", n)
	}
	if status := run(t.Context(), []string{"replay", "-"}, strings.NewReader(good), full{}, full{}); status != statusBad {
		t.Errorf("a stream that is full: %d", status)
	}
}

// full is a stream that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }
