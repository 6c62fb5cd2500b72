package scene_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/beside"
	"github.com/collide-go/collide/scene"
)

const cell = `# a comment
version: 1
dim: 3
units: m
clearance: 5e-3
objects:
  - name: table
    shape: {type: box, size: [1.2, 0.8, 0.05]}
    pose: {p: [0, 0, 0.7]}
    group: cell
  - name: wall
    shape:
      type: box
      size:
        - 1
        - 1e-9
        - +1.
    group: cell
  - name: link
    shape: {type: hull, file: tet.obj, scale: [1, 1, -1]}
    pose: {p: [0.1, 0, .6], rpy: [0, 1.5708, 0]}
  - name: "7"
    shape: {type: sphere, radius: 1}
ignore:
  - [link, table]
  - [table, link]
`

func TestLoad(t *testing.T) {
	path := filepath.Join(meshDir(t), "cell.yaml")
	if err := os.WriteFile(path, []byte(cell), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := scene.Load(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	if s.File != path || s.Version != 1 || s.Dim != 3 || s.Units != "m" || s.Clearance != 0.005 {
		t.Errorf("%+v", s)
	}
	var names []string
	for _, o := range s.Objects {
		names = append(names, fmt.Sprintf("%s/%s/%d", o.Name, o.Group, o.Line))
	}
	if want := []string{"table/cell/7", "wall/cell/11", "link//19", "7//22"}; !slices.Equal(names, want) {
		t.Errorf("objects %q, want %q", names, want)
	}
	if got, want := s.Objects[1].O3.Shape(), (d3.Box{Size: d3.Vec{X: 1, Y: 1e-9, Z: 1}}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if got := s.Objects[2].O3.Shape().(*d3.Hull).Support(d3.Vec{Z: -1}); got != (d3.Vec{Z: -3}) {
		t.Errorf("hull of the file: %v", got)
	}
	if !slices.Equal(s.Ignore, [][2]int{{0, 2}, {0, 2}}) {
		t.Errorf("ignore %v", s.Ignore)
	}
	if got, want := pairsOf(s), [][2]int{{0, 3}, {1, 2}, {1, 3}, {2, 3}}; !slices.Equal(got, want) || s.CountPairs() != len(want) {
		t.Errorf("pairs %v, want %v", got, want)
	}
}

// pairsOf returns the pairs of a scene.
func pairsOf(s *scene.Scene) (list [][2]int) {
	for i, j := range s.Pairs() {
		list = append(list, [2]int{i, j})
	}
	return list
}

// yamlFault is a YAML text that must be refused.
type yamlFault struct {
	why, text  string
	line       int
	path, code string
}

// with returns the scene of one object, its shape on line 4, its pose on line 5, and more behind.
func with(shape, pose, more string) string {
	return "version: 1\ndim: 3\nobjects:\n- {name: a, shape: " + shape + ",\n   pose: " + pose + "}\n" + more
}

func TestYAMLFaults(t *testing.T) {
	const ball, here = "{type: sphere, radius: 1}", "{}"
	radius := func(x string) string { return with("{type: sphere, radius: "+x+"}", here, "") }
	rows := []yamlFault{
		{"empty file", "", 1, "", "syntax"},
		{"comments alone", "# nothing\n", 1, "", "syntax"},
		{"a document with nothing in it", "---", 1, "", "wrong-type"},
		{"a word", "hello", 1, "", "wrong-type"},
		{"null", "~", 1, "", "wrong-type"},
		{"no closing bracket", "version: 1\ndim: [3\n", 3, "", "syntax"},
		{"a tab for indentation", "version: 1\n\tdim: 3\n", 2, "", "syntax"},
		{"invalid UTF-8", "version: 1\nunits: \xff\n", 2, "", "syntax"},
		{"a control character", "version: 1\n\nunits: \x01\n", 3, "", "syntax"},
		{"UTF-16", "v\x00e\x00", 1, "", "syntax"},
		{"two documents", "version: 1\n---\nversion: 1\n", 2, "", "syntax"},
		{"unknown anchor", "version: 1\ndim: *three\n", 2, "", "syntax"},
		{"an anchor inside itself", "version: 1\ndim: 3\nobjects: &o [*o]\n", 3, "", "too-large"},
		{"a list for a key", "version: 1\n? [a]\n: 1\n", 2, "", "wrong-type"},
		{"merge keys", "version: 1\ndim: 3\nobjects: []\n<<: {units: m}\n", 4, `["<<"]`, "unknown-field"},
		{"nested too deep", "version: 1\ndim: " + strings.Repeat("[", 100) + strings.Repeat("]", 100), 2, "", "too-large"},
		{"nested beyond reason", strings.Repeat("[", 100000), 1, "", "syntax"},
		{"a repeated key", "version: 1\ndim: 3\ndim: 3\nobjects: []\n", 3, "dim", "duplicate-field"},

		{".nan", radius(".nan"), 4, "objects[0].shape.radius", "not-finite"},
		{".NaN", radius(".NaN"), 4, "objects[0].shape.radius", "not-finite"},
		{".inf", radius(".inf"), 4, "objects[0].shape.radius", "not-finite"},
		{"-.Inf", radius("-.Inf"), 4, "objects[0].shape.radius", "not-finite"},
		{"NaN, quoted or not, is the string of JSON", radius("NaN"), 4, "objects[0].shape.radius", "not-finite"},
		{"above the doubles", radius("1e400"), 4, "objects[0].shape.radius", "out-of-range"},
		{"a quoted number", radius("'1'"), 4, "objects[0].shape.radius", "wrong-type"},
		{"a boolean", radius("true"), 4, "objects[0].shape.radius", "wrong-type"},
		{"yes", radius("yes"), 4, "objects[0].shape.radius", "wrong-type"},
		{"null", radius("~"), 4, "objects[0].shape.radius", "wrong-type"},
		{"nothing", radius(""), 4, "objects[0].shape.radius", "wrong-type"},
		{"a date", radius("2001-01-01"), 4, "objects[0].shape.radius", "wrong-type"},
		{"hexadecimal", radius("0x10"), 4, "objects[0].shape.radius", "wrong-type"},
		{"octal, or is it", radius("010"), 4, "objects[0].shape.radius", "wrong-type"},
		{"octal of 1.2", radius("0o10"), 4, "objects[0].shape.radius", "wrong-type"},
		{"underscores", radius("1_000"), 4, "objects[0].shape.radius", "wrong-type"},
		{"a time", radius("12:30:45"), 4, "objects[0].shape.radius", "wrong-type"},
		{"a number tagged as a string", radius("!!str 1"), 4, "objects[0].shape.radius", "wrong-type"},
		{"a tag of one's own", radius("!mine 1"), 4, "objects[0].shape.radius", "wrong-type"},
		{"two signs", radius("-+1"), 4, "objects[0].shape.radius", "wrong-type"},
		{"a lone point", radius("."), 4, "objects[0].shape.radius", "wrong-type"},
		{"binary data for a string", "version: 1\ndim: 3\nunits: !!binary aGVsbG8=\nobjects: []\n", 3, "units", "wrong-type"},
		{"a date for a string", "version: 1\ndim: 3\nunits: 2001-01-01\nobjects: []\n", 3, "units", "wrong-type"},

		{"the line of a number in a list", with("\n {type: box,\n  size: [1,\n  1,\n  -1.2]}", here, ""), 8, "objects[0].shape.size[2]", "negative-size"},
		{"the line of a key", with("{type: sphere,\n radius: 1,\n bogus:\n  1}", here, ""), 6, "objects[0].shape.bogus", "unknown-field"},
		{"the line of a pose", with(ball, "{q: [0, 0, 0, 2]}", ""), 5, "objects[0].pose.q", "not-unit-quaternion"},
		{"no version", "dim: 3\nobjects: []\n", 1, "version", "missing-field"},
		{"no dim", "\n\nversion: 1\nobjects: []\n", 3, "dim", "missing-field"},
		{"no objects", "version: 1\ndim: 3\n", 1, "objects", "missing-field"},
		{"version 2", "version: 2\ndim: 3\nobjects: []\n", 1, "version", "unsupported-version"},
		{"version 1.5", "version: 1.5\ndim: 3\nobjects: []\n", 1, "version", "unsupported-version"},
		{"version as a string", "version: '1'\ndim: 3\nobjects: []\n", 1, "version", "wrong-type"},
		{"four dimensions", "version: 1\ndim: 4\nobjects: []\n", 2, "dim", "wrong-dimension"},
		{"units as a number", "version: 1\ndim: 3\nunits: 1\nobjects: []\n", 3, "units", "wrong-type"},
		{"negative clearance", "version: 1\ndim: 3\nclearance: -1\nobjects: []\n", 3, "clearance", "negative-size"},
		{"clearance of any size", "version: 1\ndim: 3\nclearance: .inf\nobjects: []\n", 3, "clearance", "not-finite"},
		{"null for the clearance", "version: 1\ndim: 3\nclearance:\nobjects: []\n", 3, "clearance", "wrong-type"},
		{"objects as a mapping", "version: 1\ndim: 3\nobjects: {a: 1}\n", 3, "objects", "wrong-type"},
		{"an object as a string", "version: 1\ndim: 3\nobjects: [a]\n", 3, "objects[0]", "wrong-type"},
		{"no name", "version: 1\ndim: 3\nobjects:\n- shape: " + ball, 4, "objects[0].name", "missing-field"},
		{"no shape", "version: 1\ndim: 3\nobjects:\n- name: a", 4, "objects[0].shape", "missing-field"},
		{"an empty name", "version: 1\ndim: 3\nobjects:\n- name: ''\n  shape: " + ball, 4, "objects[0].name", "empty"},
		{"a number for a name", "version: 1\ndim: 3\nobjects:\n- name: 1\n  shape: " + ball, 4, "objects[0].name", "wrong-type"},
		{"a number for a group", "version: 1\ndim: 3\nobjects:\n- name: a\n  group: 1\n  shape: " + ball, 5, "objects[0].group", "wrong-type"},
		{"a name twice", with(ball, here, "- {name: b, shape: "+ball+"}\n- {name: a,\n  shape: "+ball+"}\n"), 7, "objects[2].name", "duplicate-name"},
		{"ignore as a mapping", with(ball, here, "ignore: {a: b}"), 6, "ignore", "wrong-type"},
		{"ignore null", with(ball, here, "ignore:"), 6, "ignore", "wrong-type"},
		{"ignore a name", with(ball, here, "ignore: [a]"), 6, "ignore[0]", "wrong-type"},
		{"ignore one name", with(ball, here, "ignore: [[a]]"), 6, "ignore[0]", "wrong-dimension"},
		{"ignore three names", with(ball, here, "ignore: [[a, a, a]]"), 6, "ignore[0]", "wrong-dimension"},
		{"ignore a number", with(ball, here, "ignore: [[1, a]]"), 6, "ignore[0][0]", "wrong-type"},
		{"ignore nobody", with(ball, here, "ignore:\n- [a,\n   b]"), 8, "ignore[0][1]", "unknown-name"},
		{"ignore oneself", with(ball, here, "ignore: [[a, a]]"), 6, "ignore[0]", "duplicate-name"},
	}
	for _, r := range rows {
		t.Run(r.why, func(t *testing.T) {
			s, err := scene.Decode(context.Background(), strings.NewReader(r.text), "s.yaml", scene.Options{})
			if s != nil {
				t.Error("a scene beside the error")
			}
			checkError(t, err, r.line, r.path, r.code)
			if err != nil && !strings.HasPrefix(err.Error(), fmt.Sprintf("s.yaml:%d: ", r.line)) {
				t.Errorf("file and line are missing: %v", err)
			}
		})
	}
}

func TestYAMLAccepts(t *testing.T) {
	const ball = "{type: sphere, radius: 1}"
	rows := []struct {
		why, text string
		objects   int
	}{
		{"no objects", "version: 1\ndim: 3\nobjects: []\n", 0},
		{"whole numbers of either form", "version: 1.0\ndim: 3e0\nobjects: []\n", 0},
		{"tags of the core schema", "version: !!int 1\ndim: !!float 3\nunits: !!str 1\nobjects: []\n", 0},
		{"flow style without quotes in a file of any name", "{version: 1, dim: 3, objects: []}", 0},
		{"a document with marks", "%YAML 1.2\n---\nversion: 1\ndim: 3\nobjects: []\n...\n", 0},
		{"anchors", "version: 1\ndim: 3\nobjects:\n- {name: a, shape: &s " + ball + "}\n- {name: b, shape: *s}\n", 2},
		{"an anchored name", "version: 1\ndim: 3\nobjects:\n- {name: &n a, shape: " + ball + "}\nignore: []\n", 1},
		{"names that other readers take for something else", "version: 1\ndim: 3\nobjects:\n- {name: 'null', shape: " + ball + "}\n- {name: yes, shape: " + ball + "}\n- {name: \"1\", shape: " + ball + "}\n", 3},
		{"half-spaces of one group", "version: 1\ndim: 3\nobjects:\n- {name: a, group: g, shape: {type: half-space, normal: [0,0,1], offset: 0}}\n- {name: b, group: g, shape: {type: half-space, normal: [0,1,0], offset: 0}}\n", 2},
		{"half-spaces to ignore", "version: 1\ndim: 3\nobjects:\n- {name: a, shape: {type: half-space, normal: [0,0,1], offset: 0}}\n- {name: b, shape: {type: half-space, normal: [0,1,0], offset: 0}}\nignore: [[b, a]]\n", 2},
		{"line ends of Windows", "version: 1\r\ndim: 3\r\nobjects: []\r\n", 0},
		{"a byte order mark", "\ufeffversion: 1\ndim: 3\nobjects: []\n", 0},
		{"JSON", "\n { \"version\":1,\"dim\":3,\"objects\":[]}", 0},
	}
	for _, r := range rows {
		t.Run(r.why, func(t *testing.T) {
			s, err := scene.Decode(context.Background(), strings.NewReader(r.text), "s", scene.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(s.Objects) != r.objects {
				t.Errorf("%d objects", len(s.Objects))
			}
		})
	}
}

// TestAliasBomb checks that a short text cannot expand to a long one.
func TestAliasBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("version: 1\ndim: 3\nobjects:\n- &a0 [1]\n")
	for i := range 40 {
		fmt.Fprintf(&b, "- &a%d [*a%d, *a%d, *a%d, *a%d]\n", i+1, i, i, i, i)
	}
	_, err := scene.Decode(context.Background(), strings.NewReader(b.String()), "s.yaml", scene.Options{})
	var list scene.ErrorList
	if !errors.As(err, &list) || list[0].Code != scene.ErrSyntax {
		t.Errorf("%.200v", err)
	}
}

// TestAllFaults checks that a scene reports what is wrong in each object, in order, with one run.
func TestAllFaults(t *testing.T) {
	const text = `version: 1
dim: 3
color: red
clearance: -1
objects:
  - {name: a, shape: {type: sphere, radius: .nan}}
  - {name: b, shape: {type: sphere, radius: 1}}
  - {name: c, shape: {type: torus}}
  - {name: a, shape: {type: sphere, radius: 1}}
ignore:
  - [a, b]
  - [c, d]
`
	_, err := scene.Decode(context.Background(), strings.NewReader(text), "cell.yaml", scene.Options{})
	want := `cell.yaml:3: color: unknown-field: known here: version, dim, units, clearance, duration, objects, ignore, rules
cell.yaml:4: clearance: negative-size: -1
cell.yaml:6: objects[0].shape.radius: not-finite: NaN
cell.yaml:8: objects[2].shape.type: unknown-type: "torus" is no shape in 3D; there are sphere, box, capsule, cylinder, cone, ellipsoid, hull, half-space, compound, mesh and height-field
cell.yaml:9: objects[3].name: duplicate-name: "a" is also objects[0] on line 6
cell.yaml:12: ignore[1][1]: unknown-name: no object is called "d"`
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	for _, e := range []error{collide.ErrNotFinite, collide.ErrNegativeSize} {
		if !errors.Is(err, e) {
			t.Errorf("%v is not among the errors", e)
		}
	}
}

func TestFaultsAreBounded(t *testing.T) {
	text := "version: 1\ndim: 3\nobjects: [" + strings.Repeat("1,", 1000) + "1]\n"
	_, err := scene.Decode(context.Background(), strings.NewReader(text), "s.yaml", scene.Options{})
	var list scene.ErrorList
	if !errors.As(err, &list) || len(list) != 100 {
		t.Errorf("%d errors", len(list))
	}
}

func TestSceneFiles(t *testing.T) {
	dir := t.TempDir()
	_, err := scene.Load(context.Background(), filepath.Join(dir, "missing.yaml"))
	checkError(t, err, 0, "", "file")
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v hides its cause", err)
	}
	_, err = scene.Load(context.Background(), dir)
	checkError(t, err, 0, "", "file")
	_, err = scene.Decode(context.Background(), iotest.ErrReader(io.ErrUnexpectedEOF), "-", scene.Options{})
	checkError(t, err, 0, "", "file")
	_, err = scene.Decode(context.Background(), strings.NewReader(cell), "cell.yaml", scene.Options{MaxBytes: len(cell) - 1})
	checkError(t, err, 0, "", "too-long")
}

// TestPanda loads the scene of a robot arm, where it is at hand.
func TestPanda(t *testing.T) {
	s, err := scene.Load(context.Background(), beside.Path(t, "data", "robots", "panda", "ready.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Objects) != 14 || len(s.Ignore) != 14 || s.CountPairs() != 14*13/2-3-14 {
		t.Errorf("%d objects, %d ignored, %d pairs", len(s.Objects), len(s.Ignore), s.CountPairs())
	}
}

func FuzzDecodeScene(f *testing.F) {
	f.Add([]byte(cell), "s.yaml")
	f.Add([]byte(everything2), "s.json")
	f.Add([]byte(everything3), "s.json")
	f.Add([]byte(`{"version":1,"dim":2,"objects":[{"name":"a","shape":{"type":"circle","radius":1}}],"ignore":[]}`), "s.json")
	f.Add([]byte(with("&s {type: sphere, radius: 1e-9}", "{rpy: [0, .5, 1]}", "- {name: b, shape: *s}\nignore: [[a, b]]\n")), "s")
	f.Add([]byte(with("{type: sphere, radius: 1}", "{}", "- {name: b, shape: {type: sphere, radius: 1}}\nrules:\n"+
		"- {name: r, a: '[!x]*', b: '?', clearance: 1}\n- {a: 'a\\*', b: '*b', overlap: 0}\n- {a: a, b: b, ignore: true}\n")), "s.yaml")
	dir := meshDir(f)
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		if strings.Contains(string(data), "/") {
			return // no file but those of the directory
		}
		s, err := scene.Decode(context.Background(), strings.NewReader(string(data)), name, scene.Options{Files: os.DirFS(dir)})
		if err != nil {
			var list scene.ErrorList
			if s != nil || !errors.As(err, &list) || len(list) == 0 {
				t.Fatalf("%v %#v", s, err)
			}
			lines := 1 // YAML has five line ends
			for _, r := range string(data) {
				if strings.ContainsRune("\n\r\u0085\u2028\u2029", r) {
					lines++
				}
			}
			for _, e := range list {
				if e.Code == nil || e.Line < 1 || e.Line > lines || e.File != name {
					t.Fatalf("%#v of %d lines", e, lines)
				}
			}
			return
		}
		if s.Version != 1 || s.Dim != 2 && s.Dim != 3 || !(s.Clearance >= 0) {
			t.Fatalf("%+v", s)
		}
		n := 0
		for i, j := range s.Pairs() {
			if n++; i >= j || j >= len(s.Objects) {
				t.Fatalf("pair %d, %d of %d", i, j, len(s.Objects))
			}
		}
		if n != s.CountPairs() {
			t.Fatalf("%d pairs, not %d", n, s.CountPairs())
		}
		var b bytes.Buffer
		if err := s.Encode(&b); err != nil {
			t.Fatal(err)
		}
		again, err := scene.Decode(context.Background(), &b, "s.yaml", scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := describe(again), describe(s); got != want {
			t.Fatalf("%s\nbecame\n%s", want, got)
		}
	})
}
