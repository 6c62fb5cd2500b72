package main

import (
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/schemas"
)

// benchLines are pairs of both dimensions, a shape with a name, a blank line and one that is wrong.
var benchLines = `{"shapes":{"ball":{"type":"sphere","radius":1}}}` + "\n" + ballPair("a", 3) + ballPair("b", 1) + "\n" +
	`{"dim":3,"a":{"shape":"ball"},"b":{"shape":{"type":"box","size":[1,1,1]}}}` + "\n{\n" +
	`{"dim":2,"a":{"shape":{"type":"circle","radius":1}},"b":{"shape":{"type":"box","size":[2,2]},"pose":{"p":[0,5]}}}` + "\n"

// TestBench holds the rows, and what they tell, to what was asked. Times are those of the machine.
func TestBench(t *testing.T) {
	got := execute(benchLines, "bench", "--format", "json", "--seconds", "0.01", "--query", "touch,distance")
	if got.status != statusSomeBad || !strings.HasPrefix(got.stderr, "-:6: syntax: ") {
		t.Errorf("status %d, %s", got.status, got.stderr)
	}
	if err := schemas.Validate(t, schemas.Compile(t, "bench"), got.stdout); err != nil {
		t.Error(err)
	}
	var answer struct {
		Pairs   int
		Results []struct {
			Query, Start      string
			Ns, P50, P99, Max float64
			Iterations        *float64
			Allocations       float64
		}
	}
	if err := json.Unmarshal([]byte(got.stdout), &answer); err != nil || answer.Pairs != 4 || len(answer.Results) != 4 {
		t.Fatalf("%v %+v", err, answer)
	}
	for i, r := range answer.Results {
		query, start := []string{"touch", "distance"}[i/2], []string{"cold", "warm"}[i%2]
		if r.Query != query || r.Start != start || !(0 < r.P50 && r.P50 <= r.P99 && r.P99 <= r.Max && r.Ns > 0) ||
			(r.Iterations != nil) != (query == "distance") || r.Allocations > 1 {
			t.Errorf("%+v", r)
		}
	}
}

// TestBenchTables reads the other formats.
func TestBenchTables(t *testing.T) {
	got := execute(ballPair("a", 3), "bench", "--format", "csv", "--seconds", "0")
	rows, err := csv.NewReader(strings.NewReader(got.stdout)).ReadAll()
	if err != nil || len(rows) != 1+2*len(benchQueries) || !slices.Equal(rows[0], benchHead) || got.status != statusOK {
		t.Errorf("%v %v %+v", err, rows, got)
	}
	got = execute(ballPair("a", 3), "bench", "--seconds", "0", "--query", "relate")
	lines := strings.Split(got.stdout, "\n")
	if len(lines) != 6 || lines[0] != "1 pair, times in ns" || !slices.Equal(strings.Fields(lines[2]), benchHead) ||
		len(strings.Fields(lines[3])) != len(benchHead)-1 || len(lines[2]) != len(lines[4]) {
		t.Errorf("%q", lines)
	}
}

// TestBenchRefuses gives it what it cannot time.
func TestBenchRefuses(t *testing.T) {
	for _, r := range []struct {
		stdin, args, stderr string
	}{
		{"", "", "collide: -: there is no pair to ask about\n"},
		{"\n", "nofile.ndjson", "nofile.ndjson"},
		{"", "--query walk", "walk"},
		{"", "--seconds -1", "0 or more"},
		{"", "--tolerance -1", "tolerance"},
		{ballPair("a", 3), "--max-line 10", "too-long"},
		{"", "a b", "one file, not 2"},
	} {
		got := execute(r.stdin, append([]string{"bench"}, strings.Fields(r.args)...)...)
		if got.status != statusBad || !strings.Contains(got.stderr, r.stderr) || got.stdout != "" {
			t.Errorf("bench %s: %+v", r.args, got)
		}
	}
}
