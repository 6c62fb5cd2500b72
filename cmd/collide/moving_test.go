package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/collide-go/collide/internal/testkit/schemas"
)

const (
	moving = `version: 1
dim: 2
units: m
duration: 2
objects:
  - {name: wall, shape: {type: box, size: [0.2, 4]}}
  - {name: "=ball", shape: {type: circle, radius: 0.1}, pose: {p: [-5, 0]}, motion: {linear: [40, 0]}}
  - {name: far, shape: {type: circle, radius: 0.1}, pose: {p: [-5, 8]}}
`
	logged = `{"time":10,"poses":{"=ball":{"p":[-5,0]}}}
{"time":11,"poses":{"=ball":{"p":[5,0]},"far":{"p":[-5,9]}}}
{"time":12,"poses":{"far":{"p":[5,0]}}}
`
)

// row is a pair of a scene that moves, or of a log.
type row struct {
	A, B, Result, Relation string
	T, Lower, Upper        *float64
	Distance               *float64
	DistanceLower          *float64 `json:"distance_lower"`
	DistanceUpper          *float64 `json:"distance_upper"`
}

// rows returns the pairs of a JSON document or of lines.
func rows(t *testing.T, text string) []row {
	t.Helper()
	var doc struct{ Pairs []row }
	if err := json.Unmarshal([]byte(text), &doc); err == nil && doc.Pairs != nil {
		return doc.Pairs
	}
	var list []row
	for line := range strings.Lines(text) {
		var r row
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		list = append(list, r)
	}
	return list
}

// Every format of check says when pairs of a scene that moves meet, and is of its schema.
func TestCheckMoving(t *testing.T) {
	path := file(t, "moving.yaml", moving)
	s := schemas.Compile(t, "check")
	for _, format := range []string{"json", "ndjson"} {
		got := execute("", "check", "--all", "--format", format, path)
		list := rows(t, got.stdout)
		if got.status != statusFound || len(list) != 3 {
			t.Fatalf("%s: status %d, %d pairs", format, got.status, len(list))
		}
		r := list[0]
		if r.A != "wall" || r.B != "=ball" || r.Result != "hit" || r.Relation != "apart" || math.Abs(*r.T-0.12) > 1e-9 ||
			!(*r.Lower <= 0.12 && 0.12 <= *r.Upper && *r.DistanceLower <= 4.8 && 4.8 <= *r.DistanceUpper) {
			t.Errorf("%s: %s", format, got.stdout)
		}
		if m := list[1]; m.Result != "miss" || m.T != nil || m.Lower != nil || m.Upper != nil || m.Distance == nil {
			t.Errorf("%s: %s", format, got.stdout)
		}
		lines := []string{got.stdout}
		if format == "ndjson" {
			lines = strings.Split(strings.TrimSpace(got.stdout), "\n")
		}
		for _, line := range lines {
			if err := schemas.Validate(t, s, line); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
	for args, status := range map[string]int{
		"--fail-on hit":             statusFound,
		"--fail-on touch,overlap":   statusOK,
		"--fail-on empty,undecided": statusOK,
	} {
		if got := execute("", append(append([]string{"check"}, strings.Fields(args)...), path)...); got.status != status {
			t.Errorf("%s: status %d", args, got.status)
		}
	}
	table := execute("", "check", path).stdout
	for _, part := range []string{"moving until 2", "result", "0.120000", "1 meeting later, 2 clear"} {
		if !strings.Contains(table, part) {
			t.Errorf("no %q in\n%s", part, table)
		}
	}
}

// In a table of scenes of both kinds each kind has its head.
func TestCheckMovingCSV(t *testing.T) {
	a := file(t, "moving.yaml", moving)
	b := file(t, "still.yaml", strings.ReplaceAll(strings.ReplaceAll(moving, ", motion: {linear: [40, 0]}", ""), "duration: 2\n", ""))
	got := execute("", "check", "--all", "--format", "csv", a, a, b, a)
	in := csv.NewReader(strings.NewReader(got.stdout))
	in.FieldsPerRecord = -1
	records, err := in.ReadAll()
	if err != nil || len(records) != 3*4+3 {
		t.Fatalf("%v, %d records", err, len(records))
	}
	var head []string
	for i, r := range records {
		if r[0] == "scene" {
			head = r
			continue
		}
		if len(r) != len(head) {
			t.Fatalf("record %d has %d columns, its head %d", i, len(r), len(head))
		}
		for k, c := range r {
			if strings.HasPrefix(c, "=") {
				t.Errorf("%s is a formula: %q", head[k], c)
			}
		}
	}
	if len(records[0]) != len(records[7])+4 {
		t.Errorf("%v\n%v", records[0], records[7])
	}
}

// Every format of check says when pairs first meet in a log, and is of its schema.
func TestCheckFramesCommand(t *testing.T) {
	path, log := file(t, "scene.yaml", moving), file(t, "log.ndjson", logged)
	s := schemas.Compile(t, "check")
	for _, format := range []string{"json", "ndjson"} {
		got := execute(logged, "check", "--all", "--frames", "-", "--format", format, path)
		list := rows(t, got.stdout)
		if got.status != statusFound || len(list) != 3 {
			t.Fatalf("%s: status %d, %d pairs: %s", format, got.status, len(list), got.stderr)
		}
		for i, want := range []struct {
			b string
			t float64
		}{{"=ball", 10.48}, {"far", 12 - 0.2/math.Hypot(10, 9)}} {
			r := list[i]
			if r.Result != "hit" || r.B != want.b || !(*r.Lower <= *r.T && *r.T <= *r.Upper) || math.Abs(*r.T-want.t) > 1e-8 {
				t.Errorf("%s: %+v, want %+v", format, r, want)
			}
		}
		if r := list[2]; r.A != "wall" || r.B != "far" || r.Result != "miss" || r.T != nil {
			t.Errorf("%s: %+v", format, r)
		}
		lines := []string{got.stdout}
		if format == "ndjson" {
			lines = strings.Split(strings.TrimSpace(got.stdout), "\n")
		}
		for _, line := range lines {
			if err := schemas.Validate(t, s, line); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
	got := execute("", "check", "--frames", log, "--format", "csv", path)
	records, err := csv.NewReader(strings.NewReader(got.stdout)).ReadAll()
	if err != nil || len(records) != 3 || records[1][1] != "'=ball" {
		t.Errorf("%v\n%s", err, got.stdout)
	}
	if got := execute("", "check", "--frames", log, path); !strings.Contains(got.stdout, "3 pairs checked: 2 meet") || !strings.Contains(got.stdout, "10.480") {
		t.Errorf("%s", got.stdout)
	}
	for args, want := range map[string]struct {
		status int
		stderr string
	}{
		"--fail-on undecided --frames " + log + " " + path: {statusOK, ""},
		"--fail-on hit --frames " + log + " " + path:       {statusFound, ""},
		"--frames " + log + " " + path + " " + path:        {statusBad, "one scene"},
		"--frames - -":                                 {statusBad, "standard input"},
		"--frames no/such/log " + path:                 {statusBad, "no/such/log"},
		"--picture x.svg --frames " + log + " " + path: {statusBad, "--picture"},
		"--frames " + path + " " + path:                {statusBad, "syntax"},
		"--tolerance -1 --frames " + log + " " + path:  {statusBad, "tolerance"},
		"--frames " + log + " no/such/scene":           {statusBad, "no/such/scene"},
		"--max-bytes 60 --frames " + log + " " + path:  {statusBad, "too-long"},
	} {
		got := execute("", append([]string{"check"}, strings.Fields(args)...)...)
		if got.status != want.status || !strings.Contains(got.stderr, want.stderr) || want.stderr == "" && got.stderr != "" {
			t.Errorf("%s: status %d, %s", args, got.status, got.stderr)
		}
	}
}

// Memory does not grow with the log.
func TestCheckFramesMemory(t *testing.T) {
	path := file(t, "scene.yaml", moving)
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var most atomic.Uint64
	log, out := io.Pipe()
	go func() {
		pad := strings.Repeat(" ", 20_000)
		for i := range 8000 {
			fmt.Fprintf(out, `{"time":%d,"poses":{"far":{"p":[%d,9]}%s}}`+"\n", i, i%7, pad)
			if i%100 == 99 {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most.Store(max(most.Load(), m.HeapAlloc))
			}
		}
		out.Close()
	}()
	if status := run(t.Context(), []string{"check", "--frames", "-", path}, log, io.Discard, io.Discard); status != statusOK {
		t.Errorf("status %d", status)
	}
	if limit := 2*before.HeapAlloc + 64<<20; most.Load() > limit || most.Load() == 0 {
		t.Errorf("%d MiB in use, %d before", most.Load()>>20, before.HeapAlloc>>20)
	}
}
