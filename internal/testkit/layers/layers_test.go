package layers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/collide-go/collide"

// root is the directory of the module, seen from this package.
const root = "../../.."

// exports finds the export data of what a package imports.
func exports(t *testing.T, path string) types.Importer {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-export", "-json=ImportPath,Export", path)
	cmd.Dir, cmd.Stderr = root, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	files := map[string]string{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var l struct{ ImportPath, Export string }
		if err := dec.Decode(&l); err != nil {
			break
		}
		files[l.ImportPath] = l.Export
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
}

// check returns the faults of the sources, by file name.
func check(t *testing.T, table []Layer, most int, path string, sources map[string]any, imp types.Importer) (faults []string, references int) {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	names := slices.Sorted(maps.Keys(sources))
	for _, name := range names {
		f, err := parser.ParseFile(fset, name, sources[name], parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	pkg, err := (&types.Config{Importer: imp}).Check(path, fset, files, info)
	if err != nil {
		t.Fatal(err)
	}
	refs := References(fset, pkg, files, info)
	return Check(table, most, names, refs), len(refs)
}

// TestLayers holds d2, d3 and their worlds to their tables.
func TestLayers(t *testing.T) {
	for _, row := range []struct {
		dir         string
		table       []Layer
		most, least int // files in a cycle, references
	}{
		{"d2", Table, MostFiles, 1000},
		{"d3", Table, MostFiles, 1000},
		{"d2/world", WorldTable, MostWorldFiles, 500},
		{"d3/world", WorldTable, MostWorldFiles, 500},
	} {
		dir := row.dir
		names, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		sources := map[string]any{}
		for _, name := range names {
			if ok, err := build.Default.MatchFile(filepath.Split(name)); err != nil {
				t.Fatal(err)
			} else if !ok || strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			sources[filepath.Base(name)] = text
		}
		faults, references := check(t, row.table, row.most, module+"/"+dir, sources, exports(t, "./"+dir))
		for _, f := range faults {
			t.Errorf("%s: %s", dir, f)
		}
		if references < row.least {
			t.Errorf("%s: only %d references were seen", dir, references)
		}
	}
}

// TestCheckFinds: a small package for each thing that may be wrong.
func TestCheckFinds(t *testing.T) {
	table := []Layer{{1, [][]string{{"vec"}}}, {2, [][]string{{"a"}, {"b"}}}, {3, [][]string{{"top", "a_far"}}}}
	cycle := map[string]any{}
	for i := range MostFiles + 1 {
		cycle[fmt.Sprintf("a_%d.go", i)] = fmt.Sprintf("package p\n\nfunc F%d() { F%d() }\n", i, (i+1)%(MostFiles+1))
	}
	short := maps.Clone(cycle)
	delete(short, fmt.Sprintf("a_%d.go", MostFiles))
	short[fmt.Sprintf("a_%d.go", MostFiles-1)] = fmt.Sprintf("package p\n\nfunc F%d() { F0() }\n", MostFiles-1)
	good := map[string]any{
		"vec.go": "package p\n\ntype Vec struct{ x int }\n",
		"a.go":   "package p\n\nfunc (v Vec) up() int { return v.x }\n",
		"b_1.go": "package p\n\nvar one = Vec{1}\n",
		"top.go": "package p\n\nvar two = one.up()\n",
	}
	with := func(name, text string) map[string]any {
		s := maps.Clone(good)
		s[name] = "package p\n\n" + text + "\n"
		return s
	}
	for _, row := range []struct {
		what    string
		sources map[string]any
		want    []string // parts of the faults
	}{
		{"nothing wrong", good, nil},
		{"a function of a higher layer", with("vec.go", "type Vec struct{ x int }\n\nvar v = two"), []string{"uses two of top.go in layer 3"}},
		{"a method", with("vec.go", "type Vec struct{ x int }\n\nvar v = Vec{}.up()"), []string{"uses up of a.go in layer 2"}},
		{"a field of a type that a lower file holds", with("b_1.go", "var one = Vec{1}\n\ntype wrap struct{ top int }\n\nvar w wrap\n\nfunc f() int { return tip.x }"), []string{"uses tip of top.go"}},
		{"a type", with("vec.go", "type Vec struct{ x int }\n\nvar v *T"), []string{"uses T of top.go in layer 3"}},
		{"another topic", with("b_1.go", "var one = Vec{1}\n\nvar v = one.up()"), []string{"topic b uses up of topic a"}},
		{"the longest name counts", with("a_far.go", "var far = two"), nil},
		{"and the other way", with("a_far_2.go", "var far2 = two + one.up()"), nil},
		{"a file in no layer", with("lost.go", "var lost = 1"), []string{"lost.go is in no layer"}},
		{"a cycle that is too long", cycle, []string{fmt.Sprintf("%d files form a cycle", MostFiles+1)}},
		{"one that is not", short, nil},
	} {
		row.sources = maps.Clone(row.sources)
		if text, ok := row.sources["top.go"]; ok {
			row.sources["top.go"] = text.(string) + "\ntype T struct{}\n\nvar tip Vec\n"
		}
		got, _ := check(t, table, MostFiles, "p", row.sources, nil)
		if len(got) != len(row.want) {
			t.Errorf("%s: %q, want %q", row.what, got, row.want)
			continue
		}
		for i, want := range row.want {
			if !strings.Contains(got[i], want) {
				t.Errorf("%s: %q, want %q", row.what, got[i], want)
			}
		}
	}
}
