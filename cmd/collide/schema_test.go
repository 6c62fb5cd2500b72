package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/schemas"
	"github.com/collide-go/collide/schema"
	"go.yaml.in/yaml/v4"
)

// What the command writes is what its schemas say.
func TestOutputIsOfItsSchema(t *testing.T) {
	cells, err := filepath.Glob("../../examples/*/*.yaml")
	if err != nil || len(cells) < 3 {
		t.Fatalf("%v %v", cells, err)
	}
	check, answer, explain := schemas.Compile(t, "check"), schemas.Compile(t, "answer"), schemas.Compile(t, "explain")
	for _, c := range cells {
		if err := schemas.Validate(t, check, execute("", "check", "--all", "--format", "json", c).stdout); err != nil {
			t.Errorf("%s: %v", c, err)
		}
		for line := range strings.Lines(execute("", "check", "--all", "--format", "ndjson", c, cells[0]).stdout) {
			if err := schemas.Validate(t, check, line); err != nil {
				t.Fatalf("%s: %v", c, err)
			}
		}
	}
	lines := ballPair("a", 3) + ballPair("b", 1) + "{\n" + strings.Replace(ballPair("c", 3), `"radius":1`, `"radius":-1`, 1) +
		`{"dim":2,"a":{"shape":{"type":"circle","radius":1}},"b":{"shape":{"type":"box","size":[2,2]},"pose":{"p":[0,5]}}}` + "\n"
	n := 0
	for line := range strings.Lines(execute(lines, "query").stdout) {
		n++
		if err := schemas.Validate(t, answer, line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	if n != 5 {
		t.Errorf("%d answers", n)
	}
	for _, args := range []string{
		"triangles.json --algorithm walk --minkowski", "squares.ndjson --pair touching", "squares.ndjson --pair overlapping --algorithm sat",
		"pentagons.ndjson --pair apart --algorithm gjk", "boxes.ndjson --pair turned --algorithm epa", "wedges.json",
	} {
		f := strings.Fields(args)
		got := execute("", append([]string{"explain", "--format", "json", filepath.Join("../../examples/tutorial", f[0])}, f[1:]...)...)
		if got.status == statusBad {
			t.Fatalf("%s: %s", args, got.stderr)
		}
		if err := schemas.Validate(t, explain, got.stdout); err != nil {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// The examples are what the schemas of the input say, and name them.
func TestExamplesAreOfTheirSchema(t *testing.T) {
	scenes, _ := filepath.Glob("../../examples/*/*.yaml")
	pairs, _ := filepath.Glob("../../examples/tutorial/*json")
	scene, pair := schemas.Compile(t, "scene"), schemas.Compile(t, "pair")
	for _, name := range scenes {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(text), "# yaml-language-server: $schema=https://github.com/collide-go/collide/raw/main/schema/scene.schema.json\n") {
			t.Errorf("%s names no schema", name)
		}
		var v any
		if err := yaml.Load(text, &v); err != nil {
			t.Fatal(err)
		}
		if err := scene.Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range pairs {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if filepath.Ext(name) == ".json" {
				line = string(text)
			}
			if err := schemas.Validate(t, pair, line); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if len(scenes) < 3 || len(pairs) < 5 {
		t.Errorf("%d scenes, %d files of pairs", len(scenes), len(pairs))
	}
}

func TestSchemaCommand(t *testing.T) {
	if got := execute("", "schema"); got.stdout != strings.Join(schema.Names(), "\n")+"\n" || got.status != statusOK {
		t.Errorf("the list: %v", got)
	}
	for _, n := range schema.Names() {
		if want, _ := schema.Get(n); execute("", "schema", n).stdout != string(want) {
			t.Errorf("%s is not printed", n)
		}
	}
	if got := execute("", "schema", "pear"); got.status != statusBad || !strings.Contains(got.stderr, "there are answer") {
		t.Errorf("an unknown name: %v", got)
	}
}

// TestSchemasAreNamed: the help and the page on formats name every schema.
func TestSchemasAreNamed(t *testing.T) {
	page, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(page), "`collide schema NAME`")
	list, _, _ = strings.Cut(list, "An editor")
	help := execute("", "help", "schema").stdout
	for _, name := range schema.Names() {
		if !strings.Contains(list, "`"+name+"`") {
			t.Errorf("docs/formats.md does not name the schema %s", name)
		}
		if !regexp.MustCompile(`[\s(]` + name + `[\s,)]`).MatchString(help) {
			t.Errorf("collide help schema does not name %s", name)
		}
	}
}

// A page for each command, with its flags.
func TestMan(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man")
	if got := execute("", "man", dir); got.status != statusOK || got.stdout != "" {
		t.Fatalf("%v", got)
	}
	for name, want := range map[string]string{"collide": "SEE ALSO", "collide-check": "--fail-on", "collide-query": "--max-line", "collide-world": "--hash", "collide-explain": "--algorithm", "collide-schema": "collide schema", "collide-shapes": "height-field", "collide-files": ".3mf"} {
		text, err := os.ReadFile(filepath.Join(dir, name+".1"))
		if err != nil || !strings.Contains(strings.ReplaceAll(string(text), "\\", ""), want) || !strings.HasPrefix(string(text), ".") {
			t.Errorf("%s: %v\n%.300s", name, err, text)
		}
	}
	again := filepath.Join(t.TempDir(), "again")
	execute("", "man", again)
	for _, d := range []string{dir, again} {
		text, err := os.ReadFile(filepath.Join(d, "collide-check.1"))
		if err != nil || strings.Contains(string(text), "Auto generated") || strings.Contains(string(text), fmt.Sprint(os.Getpid())) {
			t.Errorf("a page with a date: %v", err)
		}
	}
	if got := execute("", "man"); got.status != statusBad {
		t.Errorf("no folder: %v", got)
	}
}

// The topics name every shape and key of the schema, and every format of files.
func TestTopics(t *testing.T) {
	var shapes struct {
		Defs map[string]struct {
			Properties map[string]struct {
				Enum  []any
				AnyOf []struct{ Enum []any }
			}
		} `json:"$defs"`
	}
	var inspect struct {
		Properties map[string]struct{ Enum []string }
	}
	for name, into := range map[string]any{"shapes": &shapes, "inspect": &inspect} {
		text, err := schema.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, into); err != nil {
			t.Fatal(err)
		}
	}
	got := execute("", "help", "shapes")
	words := strings.FieldsFunc(got.stdout, func(r rune) bool { return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz-_", r) })
	count := 0
	for _, def := range []string{"shape2", "shape3"} {
		for key, p := range shapes.Defs[def].Properties {
			names := []any{key}
			if key == "type" {
				if names = p.Enum; len(names) == 0 && len(p.AnyOf) > 0 {
					names = p.AnyOf[0].Enum
				}
			}
			for _, n := range names {
				if count++; !slices.Contains(words, fmt.Sprint(n)) {
					t.Errorf("help shapes does not name %v", n)
				}
			}
		}
	}
	if got.status != statusOK || count < 50 {
		t.Errorf("%d names, %v", count, got)
	}
	got = execute("", "help", "files")
	for _, n := range inspect.Properties["format"].Enum {
		if !strings.Contains(got.stdout, "."+n) {
			t.Errorf("help files does not name %s", n)
		}
	}
}
