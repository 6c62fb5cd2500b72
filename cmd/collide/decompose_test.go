package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/schemas"
)

// corner is a bracket: a square of 4 less its quarter, 1 high.
const corner = `v 0 0 0
v 4 0 0
v 4 2 0
v 2 2 0
v 2 4 0
v 0 4 0
v 0 0 1
v 4 0 1
v 4 2 1
v 2 2 1
v 2 4 1
v 0 4 1
f 1 4 3 2
f 1 6 5 4
f 7 8 9 10
f 7 10 11 12
f 1 2 8 7
f 2 3 9 8
f 3 4 10 9
f 4 5 11 10
f 5 6 12 11
f 6 1 7 12
`

// TestDecomposeFlags refuses lengths and counts that make no sense, before the file is read.
func TestDecomposeFlags(t *testing.T) {
	path := file(t, "corner.obj", corner)
	for args, want := range map[string]string{
		"--concavity -1": "0 or more", "--concavity 5mm": "a number is wanted, without a unit", "--concavity NaN": "finite",
		"--max-parts -1": "0 or more", "--max-corners 3": "0 or at least 4",
	} {
		got := execute("", append([]string{"decompose", path}, strings.Fields(args)...)...)
		if got.status != statusBad || got.stdout != "" || !strings.Contains(got.stderr, want) ||
			!strings.Contains(got.stderr, "collide decompose --help") {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// TestDecomposeMesh cuts a bracket into its two arms: nothing reaches out of it, and what is
// printed is what the schema says.
func TestDecomposeMesh(t *testing.T) {
	path := file(t, "corner.obj", corner)
	got := execute("", "decompose", path, "--concavity", "0.05")
	if got.status != statusOK || got.stderr != "" {
		t.Fatalf("%+v", got)
	}
	if err := schemas.Validate(t, schemas.Compile(t, "decomposition"), got.stdout); err != nil {
		t.Error(err)
	}
	var doc struct {
		Parts []struct {
			Type   string
			Points [][3]float64
		}
		Concavity float64
		AtLeast   int `json:"at_least"`
	}
	if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Parts) != 2 || doc.AtLeast != 2 || !(doc.Concavity >= 0 && doc.Concavity <= 0.05) {
		t.Errorf("%d parts, at least %d, that reach %g", len(doc.Parts), doc.AtLeast, doc.Concavity)
	}
	for _, p := range doc.Parts {
		for _, v := range p.Points {
			if v[0] > 2.06 && v[1] > 2.06 {
				t.Errorf("%v is not in the bracket", v)
			}
		}
	}
	if one := execute("", "decompose", path, "--max-parts", "1"); one.status != statusOK || strings.Count(one.stdout, `"hull"`) != 1 {
		t.Errorf("%+v", one)
	}
	open := file(t, "open.obj", strings.TrimSuffix(corner, "f 6 1 7 12\n"))
	if got := execute("", "decompose", open); got.status != statusBad || !strings.Contains(got.stderr, "open.obj: triangles[") ||
		!strings.Contains(got.stderr, "not-closed") {
		t.Errorf("%+v", got)
	}
}
