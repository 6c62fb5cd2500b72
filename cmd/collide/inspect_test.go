package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/golden"
	"github.com/collide-go/collide/internal/testkit/schemas"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/report"
)

// broken is a box with faults: an open top, a wall turned round, a fin, a face twice, a triangle
// without area, a point left over.
const broken = `o box
v 0 0 0
v 2 0 0
v 2 3 0
v 0 3 0
v 0 0 4
v 2 0 4
v 2 3 4
v 0 3 4
f 4 3 2 1
f 1 2 6 5
f 6 7 3 2
f 3 4 8 7
f 4 1 5 8
f 4 1 5
o fin
v 2 0 9
f 2 6 9
f 2 9 9
`

// whole is a tetrahedron.
const whole = "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"

// TestInspectTable holds what people read to the page.
func TestInspectTable(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("bracket.obj", []byte(broken), 0o600); err != nil {
		t.Fatal(err)
	}
	got := execute("", "inspect", "bracket.obj")
	if got.status != statusFound || got.stderr != "" {
		t.Errorf("%+v", got)
	}
	golden.CompareBlock(t, filepath.Join(root(t), "docs/files.md"), "inspect", got.stdout)
}

// root returns the folder of the repository.
func root(t *testing.T) string {
	t.Helper()
	return repository
}

// repository is that folder, whatever the working directory of a test is.
var repository = func() string {
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	return filepath.Join(dir, "..", "..")
}()

// TestInspectJSON: what programs read is what the schema says, and has every place.
func TestInspectJSON(t *testing.T) {
	s := schemas.Compile(t, "inspect")
	for _, text := range []string{broken, whole, strings.Repeat("f 1 1 2\n", 3) + "v 0 0 0\nv 1 1 1\n"} {
		got := execute("", "inspect", "--format", "json", file(t, "a.obj", text))
		if err := schemas.Validate(t, s, got.stdout); err != nil {
			t.Errorf("%v\n%s", err, got.stdout)
		}
		var doc struct {
			Faults map[string]int
			Parts  []struct {
				Holes       []struct{ Edges []any }
				NonManifold []any `json:"non_manifold"`
				Turned      []any
				Crossing    []any
				Duplicate   []any
				Degenerate  []int
				Unused      []int
			}
		}
		if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil {
			t.Fatal(err)
		}
		sum := map[string]int{}
		for _, p := range doc.Parts {
			for _, h := range p.Holes {
				sum["open"] += len(h.Edges)
			}
			sum["non-manifold"] += len(p.NonManifold)
			sum["turned"] += len(p.Turned)
			sum["crossing"] += len(p.Crossing)
			sum["duplicate"] += len(p.Duplicate)
			sum["degenerate"] += len(p.Degenerate)
			sum["unused"] += len(p.Unused)
		}
		for f, n := range sum {
			if doc.Faults[f] != n {
				t.Errorf("%s: %d places, %d in all", f, n, doc.Faults[f])
			}
		}
	}
}

// TestInspectStatus: what makes the status, and what cannot be read.
func TestInspectStatus(t *testing.T) {
	good, bad := file(t, "good.obj", whole), file(t, "bad.obj", broken)
	torn := file(t, "torn.obj", "v 0 0\n")
	huge := file(t, "huge.obj", "v 0 0 1e150\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
	for _, row := range []struct {
		args           string
		status         int
		stdout, stderr string
	}{
		{good, 0, "no faults", ""},
		{bad, 1, "faults: ", ""},
		{good + " " + bad, 1, "no faults", ""},
		{"--fail-on inside-out " + bad, 0, "faults: ", ""},
		{"--fail-on unused,degenerate " + bad, 1, "faults: ", ""},
		{"--fail-on holes " + bad, 2, "", `--fail-on must be empty, open, `},
		{"--format csv " + bad, 2, "", "it is one of table, json"},
		{"", 2, "", "inspect needs a mesh file"},
		{torn + " " + good, 2, "no faults", torn + ":1: bad-mesh"},
		{huge, 2, "", huge + `: bad-mesh: part "": vertices[0].z: out-of-range`},
		{"no/such.obj", 2, "", "no/such.obj: file: "},
		{"--max-triangles 3 " + good, 2, "", "too-large"},
		{"--max-mesh-bytes 9 " + good, 2, "", "too-large"},
		{filepath.Dir(good), 2, "", "not a regular file"},
	} {
		got := execute("", append([]string{"inspect"}, strings.Fields(row.args)...)...)
		if got.status != row.status || !strings.Contains(got.stdout, row.stdout) || !strings.Contains(got.stderr, row.stderr) ||
			(row.stderr == "") != (got.stderr == "") {
			t.Errorf("%s: %+v", row.args, got)
		}
	}
}

// TestInspectEndsEarly: of triangles with more crossings than a report holds, it says that there
// may be more, and a build that asks for none fails.
func TestInspectEndsEarly(t *testing.T) {
	var text strings.Builder
	for k := range 450 {
		fmt.Fprintf(&text, "v %[1]d 0 0\nv %[1]d 900 0\nv 900 %[1]d 0\nf -3 -2 -1\n", k)
	}
	name := file(t, "many.obj", text.String())
	got := execute("", "inspect", "--fail-on", "crossing", name)
	for _, want := range []string{
		"at least 100000 crossing",
		"crossing   perhaps more: too many lie close together, and from triangle 404 on",
	} {
		if got.status != statusFound || !strings.Contains(got.stdout, want) {
			t.Errorf("status %d, no %q in\n%s", got.status, want, got.stdout)
		}
	}
	got = execute("", "inspect", "--format", "json", name)
	if err := schemas.Validate(t, schemas.Compile(t, "inspect"), got.stdout); err != nil {
		t.Error(err)
	}
	if !strings.Contains(got.stdout, `"searched":404`) || !strings.Contains(got.stdout, `"triangles":450`) {
		t.Errorf("%.300s", got.stdout)
	}
	none := report.Mesh{
		Model: &mesh.Model{},
		Parts: []mesh.Inspection{{Triangles: 9, Defects: d3.MeshReport{Searched: 5}}},
	}
	var table strings.Builder
	if err := report.MeshTable(&table, &none, false); err != nil || !strings.Contains(table.String(), ", perhaps crossing\n") ||
		!none.AtLeast(mesh.Crossing) || none.AtLeast(mesh.Open) {
		t.Errorf("a search that found nothing before it ended may have missed some: %v\n%s", err, &table)
	}
	none.Parts[0] = mesh.Inspection{InsideOutMore: true}
	table.Reset()
	if err := report.MeshTable(&table, &none, false); err != nil || !none.AtLeast(mesh.InsideOut) ||
		!strings.HasSuffix(table.String(), "\nfaults: 1 empty, perhaps inside-out\n") ||
		!strings.Contains(table.String(), "inside out perhaps more: too many closed pieces all but lie in each other\n") {
		t.Errorf("the search for hollows ended early: %v\n%s", err, &table)
	}
}

// Of many places the table lists some, unless all are asked for.
func TestInspectAll(t *testing.T) {
	var text strings.Builder
	text.WriteString(whole)
	for range 20 {
		text.WriteString("v 7 7 7\n")
	}
	name := file(t, "a.obj", text.String())
	if got := execute("", "inspect", name).stdout; strings.Count(got, "has no triangle") != 8 || !strings.Contains(got, "and 12 more") {
		t.Errorf("%s", got)
	}
	if got := execute("", "inspect", "--all", name).stdout; strings.Count(got, "has no triangle") != 20 {
		t.Errorf("%s", got)
	}
}
