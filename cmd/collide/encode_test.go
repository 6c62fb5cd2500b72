package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/golden"
	"github.com/collide-go/collide/report"
	"github.com/collide-go/collide/scene"
)

// inventedReports are reports with every relation, awkward names and awkward numbers, in both
// dimensions.
func inventedReports() []*listing {
	three := &listing{&report.Check{
		Scene:   &scene.Scene{File: "dir/cell \"one\".yaml", Version: 1, Dim: 3, Units: "mm", Objects: make([]scene.Object, 9)},
		Checked: 20,
	}}
	three.Scene.Clearance = 0.1
	for i, name := range []string{"table", "a rather long name", "link,1", "line\nbreak\x1b[31m", "cone", "Ölfass", "a", "b", "c"} {
		three.Scene.Objects[i].Name = name
	}
	three.Found = []scene.Found{
		{A: 0, B: 1, Verdict: scene.Overlap, Answer: scene.Answer{
			Dim: 3, Relation: collide.Overlapping, Distance: -12.25, Lower: -12.250000000000002, Upper: -12.25, Status: collide.Converged, Iterations: 9,
			Normal: [3]float64{0.6, 0, -0.8}, PointA: [3]float64{100, 0, 1e-20}, PointB: [3]float64{92.65, 0, 9.8},
			LocalA: [3]float64{1, 2, 3}, LocalB: [3]float64{4, 5, 6},
		}},
		{A: 2, B: 3, Verdict: scene.Touch, Answer: scene.Answer{
			Dim: 3, Relation: collide.Touching, Status: collide.Exact, Normal: [3]float64{0, 0, 1}, PointA: [3]float64{-1234.5, 2, 3}, PointB: [3]float64{-1234.5, 2, 3},
		}},
		{A: 4, B: 5, Verdict: scene.Undecided, Answer: scene.Answer{
			Dim: 3, Relation: collide.Undecided, Distance: 1e-12, Lower: -3e-9, Upper: 5e-9, Status: collide.Limit, Iterations: 1024, Normal: [3]float64{-1, math.Copysign(0, -1), 0},
		}},
		{A: 6, B: 7, Verdict: scene.Near, Answer: scene.Answer{
			Dim: 3, Relation: collide.Apart, Distance: 0.09, Lower: 0.09, Upper: 0.09, Status: collide.Exact, Normal: [3]float64{1. / 3, 2. / 3, -2. / 3},
		}},
		{A: 6, B: 8, Answer: scene.Answer{
			Dim: 3, Relation: collide.Apart, Distance: 1. / 3, Lower: 0.3333333333333333, Upper: 0.33333333333333337, Status: collide.Rounding, Normal: [3]float64{0, 1, 0},
		}},
	}
	two := &listing{&report.Check{Scene: &scene.Scene{File: "flat.yaml", Version: 1, Dim: 2, Objects: make([]scene.Object, 2)}, Checked: 1}}
	two.Scene.Objects[0].Name, two.Scene.Objects[1].Name = "left", "right"
	two.Found = []scene.Found{{A: 0, B: 1, Verdict: scene.Overlap, Answer: scene.Answer{
		Dim: 2, Relation: collide.Overlapping, Distance: -0.5, Lower: -0.5, Upper: -0.5, Status: collide.Exact,
		Normal: [3]float64{1, 0}, PointA: [3]float64{1, 0}, PointB: [3]float64{0.5, 0},
	}}}
	none := &listing{&report.Check{Scene: &scene.Scene{File: "none.yaml", Version: 1, Dim: 2, Objects: make([]scene.Object, 1)}}}
	return []*listing{three, two, none}
}

// encoded returns the reports in a format.
func encoded(t *testing.T, format string, reports []*listing) string {
	t.Helper()
	var b bytes.Buffer
	enc := newEncoder(format, &b, len(reports) > 1)
	for _, r := range reports {
		if err := enc.encode(r); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestFormats(t *testing.T) {
	for _, format := range []string{"table", "json", "ndjson", "csv"} {
		golden.Compare(t, "invented."+format, encoded(t, format, inventedReports()))
	}
}

// Everything that JSON and CSV say reads back to the bits that went in.
func TestFormatsReadBack(t *testing.T) {
	for _, r := range inventedReports() {
		var doc struct {
			Version, Objects, Checked int
			Scene, Units              string
			Clearance                 float64
			Pairs                     []map[string]any
		}
		if err := json.Unmarshal([]byte(encoded(t, "json", []*listing{r})), &doc); err != nil {
			t.Fatal(err)
		}
		if doc.Version != 1 || doc.Objects != len(r.Scene.Objects) || doc.Checked != r.Checked || doc.Scene != r.Scene.File ||
			doc.Units != r.Scene.Units || doc.Clearance != r.Scene.Clearance || len(doc.Pairs) != len(r.Found) {
			t.Errorf("%s: read back %+v", r.Scene.File, doc)
		}
		lines := strings.SplitAfter(encoded(t, "ndjson", []*listing{r}), "\n")
		table, err := csv.NewReader(strings.NewReader(encoded(t, "csv", []*listing{r}))).ReadAll()
		if err != nil || len(table) != 1+len(r.Found) || len(lines) != 1+len(r.Found) {
			t.Fatalf("%s: %d lines of ndjson, csv %v, %v", r.Scene.File, len(lines), table, err)
		}
		for i := range r.Found {
			var line map[string]any
			if err := json.Unmarshal([]byte(lines[i]), &line); err != nil {
				t.Fatal(err)
			}
			checkPair(t, "json", r, &r.Found[i], doc.Pairs[i])
			checkPair(t, "ndjson", r, &r.Found[i], line)
			checkPair(t, "csv", r, &r.Found[i], columns(t, table[0], table[1+i]))
		}
	}
}

// columns returns a record of CSV in the form that JSON has.
func columns(t *testing.T, head, record []string) map[string]any {
	t.Helper()
	m := map[string]any{}
	for i, h := range head {
		name, axis, _ := strings.Cut(h, "_x")
		switch {
		case h == "a" || h == "b" || h == "relation" || h == "status":
			m[h] = record[i]
		case strings.HasSuffix(h, "_x") && axis == "":
			var v []any
			for _, s := range record[i : i+3] {
				if s != "" {
					v = append(v, parse(t, s))
				}
			}
			m[name] = v
		case !strings.HasSuffix(h, "_y") && !strings.HasSuffix(h, "_z"):
			m[h] = parse(t, record[i])
		}
	}
	return m
}

// parse returns the number that s is.
func parse(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// checkPair compares what was read with the row that was written.
func checkPair(t *testing.T, format string, r *listing, f *scene.Found, got map[string]any) {
	t.Helper()
	vec := func(v [3]float64) []any {
		var w []any
		for _, x := range v[:f.Answer.Dim] {
			w = append(w, x+0) // -0 is written as 0
		}
		return w
	}
	a := &f.Answer
	want := map[string]any{
		"a": r.a(f), "b": r.b(f), "relation": a.Relation.String(), "status": a.Status.String(), "distance": a.Distance, "lower": a.Lower, "upper": a.Upper,
		"iterations": float64(a.Iterations), "normal": vec(a.Normal), "point_a": vec(a.PointA), "point_b": vec(a.PointB),
		"local_a": vec(a.LocalA), "local_b": vec(a.LocalB),
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d fields, want %d", format, len(got), len(want))
	}
	for k, w := range want {
		g, _ := json.Marshal(got[k])
		if s, _ := json.Marshal(w); string(g) != string(s) {
			t.Errorf("%s: %s reads back as %s, not %s", format, k, g, s)
		}
	}
}

func TestNumbersOfTheTable(t *testing.T) {
	for _, c := range []struct {
		x        float64
		decimals int
		want     string
	}{
		{0, 3, "0.000"},
		{math.Copysign(0, -1), 3, "0.000"},
		{-1e-17, 3, "-1.00e-17"}, // a length keeps its size
		{-0.25, 3, "-0.250"},
		{0.0499, 3, "4.99e-02"},
		{1e100, 0, "1.000e+100"},
	} {
		if got := length(c.x, c.decimals); got != c.want {
			t.Errorf("length(%v, %d) = %q, want %q", c.x, c.decimals, got, c.want)
		}
	}
	if got := fixed(-1e-17, 2); got != "0.00" {
		t.Errorf("a coordinate that is nearly zero is %q", got)
	}
	for largest, want := range map[float64]int{0: 1, math.NaN(): 1, 0.0123: 8, 1: 6, 9.99: 6, 12345: 2, 1e7: 0, 1e100: 0, 1e-300: 12} {
		if got := decimals(largest, 7); got != want {
			t.Errorf("decimals(%v, 7) = %d, want %d", largest, got, want)
		}
	}
}
