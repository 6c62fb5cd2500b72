package scene_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide/scene"
)

// Every mistake of an object is told in one run.
func TestEveryMistake(t *testing.T) {
	const text = `version: 2
dim: 3
color: red
objects:
  - name: a
    shape: {type: box, size: [1, -2, -3], rounding: 1m, bogus: 1}
    pose: {p: [5, .nan, .inf], q: [0, 0, 0, 2]}
  - name: b
    shape: {type: box, size: [1, 1, 1]}
    pose: {q: [0, 0, 0, 2]}
  - shape: {type: capsule}
    group: 3
  - name: d
    shape: {type: hull, points: [[0, 0, 0], [1, 2], [1, x, 3], 7]}
  - name: e
    shape: {type: compound, parts: [{shape: {type: sphere}}, {pose: {}}, {shape: {type: sphere, radius: -1}}]}
`
	want := []string{
		"1: version: unsupported-version", "3: color: unknown-field",
		"6: objects[0].shape.size[1]: negative-size: -2", "6: objects[0].shape.size[2]: negative-size: -3",
		"6: objects[0].shape.rounding: wrong-type", "6: objects[0].shape.bogus: unknown-field",
		"7: objects[0].pose.p[1]: not-finite", "7: objects[0].pose.p[2]: not-finite",
		"10: objects[1].pose.q: not-unit-quaternion", "11: objects[2].name: missing-field",
		"11: objects[2].shape.radius: missing-field: a capsule needs radius and height", "11: objects[2].shape.height: missing-field",
		"12: objects[2].group: wrong-type",
		"14: objects[3].shape.points[1]: wrong-dimension", "14: objects[3].shape.points[2][1]: wrong-type", "14: objects[3].shape.points[3]: wrong-type",
		"16: objects[4].shape.parts[0].shape.radius: missing-field", "16: objects[4].shape.parts[1].shape: missing-field",
		"16: objects[4].shape.parts[2].shape.radius: negative-size",
	}
	_, err := scene.Decode(context.Background(), strings.NewReader(text), "s.yaml", scene.Options{})
	var list scene.ErrorList
	if !errors.As(err, &list) {
		t.Fatal(err)
	}
	for _, w := range want {
		n := strings.Count(err.Error(), "s.yaml:"+w)
		if n != 1 {
			t.Errorf("%d times %s", n, w)
		}
	}
	if len(list) != len(want) {
		t.Errorf("%d errors, want %d:\n%v", len(list), len(want), err)
	}
	for i := 1; i < len(list); i++ {
		if list[i].Line < list[i-1].Line {
			t.Errorf("line %d after line %d", list[i].Line, list[i-1].Line)
		}
	}
}

// Errors say what to do.
func TestHints(t *testing.T) {
	const ball, here = "{type: sphere, radius: 1}", "{}"
	radius := func(x string) string { return with("{type: sphere, radius: "+x+"}", here, "") }
	plane := func(shape, pose string) string { return strings.Replace(with(shape, pose, ""), "dim: 3", "dim: 2", 1) }
	for _, c := range []struct{ text, code, hint string }{
		{with("{type: sphere, raduis: 1}", here, ""), "unknown-field", "did you mean radius?"},
		{with("{type: sphere, diameter: 1}", here, ""), "unknown-field", "did you mean radius?"},
		{with("{type: box, extents: [1, 1, 1]}", here, ""), "unknown-field", "did you mean size?"},
		{with(ball, "{position: [1, 1, 1]}", ""), "unknown-field", "did you mean p?"},
		{with(ball, "{quat: [0, 0, 0, 1]}", ""), "unknown-field", "did you mean q?"},
		{with(ball, "{axis_angel: [0, 0, 1, 1]}", ""), "unknown-field", "did you mean axis_angle?"},
		{with(ball, "{zzz: 1}", ""), "unknown-field", "known here: p, q, rpy"},
		{with(ball, "[1, 2, 3]", ""), "wrong-type", "a mapping is wanted, not a list: write {p: [..]} for a place alone"},
		{plane("{type: circle, radius: 1}", "{zzz: 1}"), "unknown-field", "known here: p, angle, angle_deg, cos_sin"},
		{plane("{type: circle, radius: 1}", "{rotation: 1}"), "unknown-field", "known here: p, angle, angle_deg, cos_sin"},
		{with("{type: cube, size: [1, 1, 1]}", here, ""), "unknown-type", "did you mean box? There are sphere, box"},
		{with("{type: circle, radius: 1}", here, ""), "unknown-type", `no shape in 3D; did you mean sphere?`},
		{with("{type: Sphere, radius: 1}", here, ""), "unknown-type", "did you mean sphere?"},
		{with("{type: torus, radius: 1}", here, ""), "unknown-type", "there are sphere, box, capsule"},
		{plane("{type: sphere, radius: 1}", here), "unknown-type", "did you mean circle?"},
		{plane("{type: ellipsoid, radii: [1, 1]}", here), "unknown-type", "did you mean ellipse?"},
		{plane("{type: circle, radius: 1}", "{q: [0, 0, 0, 1]}"), "wrong-dimension", "angle, angle_deg or cos_sin"},
		{with(ball, "{angle: 1}", ""), "wrong-dimension", "rpy"},
		{radius("1m"), "wrong-type", `not the string "1m": write 1; the unit stands once, as units at the top`},
		{radius("'1'"), "wrong-type", "leave out the quotes"},
		{radius("'1,5'"), "wrong-type", "write 1.5"},
		{with(ball, "{rpy: [0, 90deg, 0]}", ""), "wrong-type", "rpy_deg"},
		{radius("0x10"), "wrong-type", "plain decimal"},
		{"version: 1\nobjects: []\n", "missing-field", "dim: missing-field: 2 or 3"},
		{"dim: 3\nobjects: []\n", "missing-field", "write version: 1"},
		{with("{type: capsule, radius: 1}", here, ""), "missing-field", "a capsule needs radius and height"},
		{with("{radius: 1}", here, ""), "missing-field", "one of sphere, box"},
		{with("{type: hull}", here, ""), "missing-field", "points, or the file of a mesh"},
		{with("{type: hull, file: a.obj}", here, ""), "file", "not allowed here; give the points"},
		{"version: 1\n\tdim: 3\n", "syntax", "a tab cannot indent YAML; use spaces"},
		{"objects:\n\t- name: a\n", "syntax", "a tab cannot indent YAML; use spaces"},
		{"", "syntax", "the file is empty"},
		{"# nothing\n\n", "syntax", "the file is empty"},
		{"version: 1\ndim: 3\nobjects: []\n---\nversion: 1\n", "syntax", "s.yaml:4: syntax: a second document begins here"},
		{with(ball, here, "- {name: finger_left, shape: "+ball+"}\nignore: [[a, finger_lift]]"), "unknown-name", `did you mean "finger_left"?`},
		{strings.Replace(plane("{type: polygon, points: [[0, 0], [1, 1], [2, 2]]}", here), "", "", 1), "degenerate", "a hull takes them"},
	} {
		_, err := scene.Decode(context.Background(), strings.NewReader(c.text), "s.yaml", scene.Options{})
		var list scene.ErrorList
		if !errors.As(err, &list) || len(list) != 1 || list[0].Code.Error() != c.code || !strings.Contains(err.Error(), c.hint) {
			t.Errorf("%q:\n%v\nwant one %s with %q", c.text, err, c.code, c.hint)
		}
	}
}

// meshLine is a pair line of a shape with these fields and a ball.
func meshLine(fields string) string {
	return `{"dim":3,"a":{"shape":{` + fields + `}},"b":` + ball3 + `}`
}

// A line of another kind is told whose it is, and one that goes on in the next that it does; what
// is refused of a mesh or a height field is told what it needs.
func TestHintsOfLines(t *testing.T) {
	const a = `"dim":3,"a":{"shape":{"type":"sphere","radius":1}}`
	const b = `"b":{"shape":{"type":"sphere","radius":1}`
	const flat = `"b":{"shape":{"type":"circle","radius":1}}`
	d := scene.NewDecoder(scene.Options{})
	pair := func(line string) error {
		_, err := d.Pair(context.Background(), []byte(line))
		return err
	}
	cast := func(line string) error {
		_, err := d.Cast(context.Background(), []byte(line))
		return err
	}
	toi := func(line string) error {
		_, err := d.Impact(context.Background(), []byte(line))
		return err
	}
	for _, c := range []struct {
		read       func(string) error
		line, hint string
	}{
		{pair, `{"cast":"ray",` + a + `,` + b + `}}`, "lines with cast are for 'collide cast'"},
		{pair, `{` + a + `,` + b + `,"motion":{}}}`, "known here: shape, pose; lines of bodies with a motion are for 'collide toi'"},
		{pair, `{"motion":{},` + a + `,` + b + `}}`, "known here: id, dim, a, b; motion stands in a or b, in lines for 'collide toi'"},
		{toi, `{"motion":{},` + a + `,` + b + `}}`, "known here: id, dim, duration, a, b, deepening; motion stands in a or b, in lines for 'collide toi'"},
		{pair, `{"dim":2,"a":{"type":"circle","shape":{"type":"circle","radius":1}},` + flat + `}`, "known here: shape, pose; type stands in the shape"},
		{pair, `{"dim":2,"a":{"shape":{"type":"circle","radius":1},"position":[0,0]},` + flat + `}`, "known here: shape, pose; p stands in the pose"},
		{pair, `{"dim":2,"a":{"shape":{"type":"circle","radius":1,"p":[0,0]}},` + flat + `}`, "known here: type, radius, rounding"},
		{pair, `{"id":"x","shapes":{},` + a + `,` + b + `}}`, "known here: id, dim, a, b; a line that names shapes begins with them, and has no answer"},
		{pair, `{"world":1,` + a + `,` + b + `}}`, "worlds are for 'collide world'"},
		{pair, `{"objects":[],` + a + `,` + b + `}}`, "scenes are for 'collide check'"},
		{cast, `{` + a + `,` + b + `}}`, "one of ray, point or shape; pairs are for 'collide query', motions for 'collide toi'"},
		{toi, `{"cast":"ray",` + a + `,` + b + `}}`, "lines with cast are for 'collide cast'"},
		{pair, meshLine(`"type":"mesh","vertices":[[0,0,0],[1,0,0],[0,1,0]],"triangles":[[0,1,2],[0,1,3]]`), "a.shape.triangles[1][2]: bad-mesh: there is no vertex 3; vertices count from 0"},
		{pair, meshLine(`"type":"mesh","vertices":[[0,0,0],[1,0,0]],"triangles":[[0,1,1]]`), "a.shape.triangles: bad-mesh: a mesh needs triangles of three different vertices each, by their numbers from 0"},
		{pair, meshLine(`"type":"height-field","spacing":[1,1],"heights":[[0,0]]`), "a.shape.heights: bad-mesh: a height field needs two rows or more, of two heights or more"},
		{pair, meshLine(`"type":"height-field","spacing":[0,1],"heights":[[0,0],[0,0]]`), "a.shape.spacing[0]: out-of-range: 0; it is above 0"},
		{pair, "\ufeff{" + a + `,` + b + `}}`, "a byte order mark stands here: write UTF-8 without one"},
		{pair, "\xff\xfe{\x00", "the text is in UTF-16: write it in UTF-8"},
		{pair, "\x1f\x8b\x08", "the data is packed by gzip: unpack it first"},
		{pair, `{` + a + `,`, "should stand at the end of the line; a line holds one whole value"},
	} {
		if err := c.read(c.line); err == nil || !strings.HasSuffix(err.Error(), c.hint) {
			t.Errorf("%s:\n%v\nwant %q", c.line, err, c.hint)
		}
	}
	_, err := scene.Decode(context.Background(), strings.NewReader(`{"version":1,`), "s.json", scene.Options{})
	if err == nil || !strings.HasSuffix(err.Error(), "should stand at the end of the text") {
		t.Error(err)
	}
}

// A place for anchors at the top of a scene is left alone; elsewhere keys are checked as ever.
func TestExtensions(t *testing.T) {
	text := "x-box: &box {type: box, size: [1, 1, 1]}\nversion: 1\ndim: 3\nx-2: [x, 1e400]\nobjects:\n- {name: a, shape: *box}\nx-more: {}\n"
	s, err := scene.Decode(context.Background(), strings.NewReader(text), "s.yaml", scene.Options{})
	if err != nil || len(s.Objects) != 1 {
		t.Fatal(err)
	}
	_, err = scene.Decode(context.Background(), strings.NewReader(strings.Replace(text, "name: a", "name: a, x-y: 1", 1)), "s.yaml", scene.Options{})
	checkError(t, err, 6, "objects[0].x-y", "unknown-field")
}

// notes returns the notes of a scene as text.
func notes(t *testing.T, text string, o scene.Options) string {
	t.Helper()
	s, err := scene.Decode(context.Background(), strings.NewReader(text), "s.yaml", o)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var b strings.Builder
	for _, n := range s.Notes {
		b.WriteString(n.Code + " " + n.String() + "\n")
	}
	return b.String()
}

// What is allowed, and may not be what was meant.
func TestNotes(t *testing.T) {
	const ball, two = "{type: sphere, radius: 1}", "- {name: b, shape: {type: sphere, radius: 1}}\n"
	plane := func(s string) string {
		return strings.NewReplacer("dim: 3", "dim: 2", "sphere", "circle").Replace(s)
	}
	for _, c := range []struct{ text, want string }{
		{with(ball, "{rpy: [0, 6.28, 0]}", two), ""},
		{with(ball, "{rpy: [0, -90, 0]}", two), "large-angle s.yaml:5: objects[0].pose.rpy: note: an angle of -90 radians is more than a full turn; degrees go under rpy_deg\n"},
		{with(ball, "{axis_angle: [0, 0, 90, 1]}", two), ""},
		{with(ball, "{axis_angle: [0, 0, 1, 90]}", two), "large-angle s.yaml:5: objects[0].pose.axis_angle: note: an angle of 90 radians is more than a full turn; degrees go under axis_angle_deg\n"},
		{with(ball, "{rpy_deg: [0, 720, 0]}", two), ""},
		{with(ball, "{q: [1, 0, 0, 0]}", two), "half-turn s.yaml:5: objects[0].pose.q: note: this is half a turn about X; a quaternion has w last, and the identity is [0, 0, 0, 1]\n"},
		{with(ball, "{q: [0, 1, 0, 0]}", two), ""},
		{plane(with(ball, "{angle: 7}", two)), "large-angle s.yaml:5: objects[0].pose.angle: note: an angle of 7 radians is more than a full turn; degrees go under angle_deg\n"},
		{plane(with(ball, "{angle_deg: 90}", two)), ""},
		{"version: 1\ndim: 3\nobjects: []\n", "nothing-to-check s.yaml:3: objects: note: there is no pair to check: the scene has no objects\n"},
		{with(ball, "{}", ""), "nothing-to-check s.yaml:3: objects: note: there is no pair to check: the scene has one object\n"},
		{with(ball, "{}", two+"ignore: [[a, b]]\n"), "nothing-to-check s.yaml:4: objects: note: there is no pair to check: every pair is inside a group or to be ignored\n"},
	} {
		got := notes(t, c.text, scene.Options{})
		if got != c.want && !(strings.HasPrefix(c.want, "nothing") && strings.Replace(got, ":3:", ":4:", 1) == strings.Replace(c.want, ":3:", ":4:", 1)) {
			t.Errorf("%s\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
}

// notched is an L: a bar of 4 by 1 and one of 1 by 4, 1 thick, of volume 7; its hull has
// 7 + 9/2 = 11.5.
const notched = `v 0 0 0
v 4 0 0
v 4 1 0
v 1 1 0
v 1 4 0
v 0 4 0
v 0 0 1
v 4 0 1
v 4 1 1
v 1 1 1
v 1 4 1
v 0 4 1
f 1 6 5 4
f 1 4 3 2
f 7 8 9 10
f 7 10 11 12
f 1 2 8 7
f 2 3 9 8
f 3 4 10 9
f 4 5 11 10
f 5 6 12 11
f 6 1 7 12
`

// A concave mesh is told, with both volumes; a convex one is not, in whatever unit and winding.
func TestConcaveMesh(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"l.obj": notched, "tet.obj": tetrahedron, "open.obj": strings.Replace(tetrahedron, "f 2 3 4\n", "", 1),
		"out.obj":  strings.NewReplacer("f 1 3 2", "f 1 2 3", "f 1 2 4", "f 1 4 2", "f 1 4 3", "f 1 3 4", "f 2 3 4", "f 2 4 3").Replace(tetrahedron),
		"flat.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := scene.Options{Files: os.DirFS(dir)}
	const two = "- {name: b, shape: {type: sphere, radius: 1}}\n"
	for shape, want := range map[string]string{
		"{type: hull, file: l.obj}":                                "l.obj: not convex: its volume is 7, that of its hull 11.5; the hull is checked",
		"{type: hull, file: l.obj, scale: [2, 1, -1]}":             "l.obj: not convex: its volume is 14, that of its hull 23; the hull is checked",
		"{type: hull, file: l.obj, scale: [100, 1, 1], units: cm}": "l.obj: not convex: its volume is 0.0007, that of its hull 0.00115; the hull is checked",
		"{type: hull, file: tet.obj}":                              "",
		"{type: hull, file: out.obj}":                              "",
		"{type: hull, file: flat.obj}":                             "",
		"{type: hull, file: open.obj}":                             "open.obj: the surface of the mesh is not closed, so that nothing tells whether it is convex; its hull is checked",
	} {
		got := notes(t, "units: m\n"+with(shape, "{}", two), o)
		if want == "" && got != "" || want != "" && !strings.HasSuffix(got, " s.yaml:5: objects[0].shape.file: note: "+want+"\n") {
			t.Errorf("%s:\ngot  %s\nwant %s", shape, got, want)
		}
	}
}

// A mesh in its own unit is the same as one in that of the scene.
func TestMeshUnits(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tet.obj"), []byte(tetrahedron), 0o600); err != nil {
		t.Fatal(err)
	}
	o := scene.Options{Files: os.DirFS(dir)}
	decode := func(units, shape, more string) (*scene.Scene, error) {
		return scene.Decode(context.Background(), strings.NewReader("units: "+units+"\n"+with(shape, "{}", more)), "s.yaml", o)
	}
	for _, c := range []struct {
		scene, mesh string
		x           float64 // of the corner (0, 2, 0)
	}{{"m", "mm", 0.002}, {"mm", "m", 2000}, {"m", "in", 0.0508}, {"in", "mm", 2 / 25.4}, {"ft", "in", 2. / 12}, {"m", "m", 2}} {
		s, err := decode(c.scene, "{type: hull, file: tet.obj, units: "+c.mesh+"}", "")
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Objects[0].O3.AABB().Max.Y; got < c.x*(1-1e-15) || got > c.x*(1+1e-15) {
			t.Errorf("%s in %s: %v, want %v", c.mesh, c.scene, got, c.x)
		}
	}
	for _, c := range []struct{ scene, shape, code, hint string }{
		{"m", "{type: hull, file: tet.obj, units: parsec}", "unknown-name", "there are um, mm, cm, m, km, in and ft"},
		{"barleycorn", "{type: hull, file: tet.obj, units: mm}", "conflicting-fields", `the scene is in "barleycorn"`},
		{"''", "{type: hull, file: tet.obj, units: mm}", "conflicting-fields", "the scene needs them too"},
		{"m", "{type: hull, points: [[0, 0, 0]], units: mm}", "conflicting-fields", "units goes with a file"},
	} {
		_, err := decode(c.scene, c.shape, "")
		checkError(t, err, 5, "objects[0].shape.units", c.code)
		if err == nil || !strings.Contains(err.Error(), c.hint) {
			t.Errorf("%v, want %q", err, c.hint)
		}
	}
	got := notes(t, "units: m\n"+with("{type: hull, file: tet.obj, units: mm}", "{}", "- {name: b, shape: {type: hull, file: tet.obj}}\n"), o)
	if want := "mixed-units s.yaml:7: objects[1].shape: note: \"tet.obj\" has no units, as other mesh files here have; its numbers are taken as m\n"; got != want {
		t.Errorf("got %s want %s", got, want)
	}
}

// A mesh in place of a scene is told what to do with it, whatever it holds; so is a number in place
// of one for each axis.
func TestHintsOfFiles(t *testing.T) {
	const solid = "{\"name\":\"part\",\"file\":\"part.stl\"}; 'collide inspect' tells what is in it"
	for _, c := range []struct{ name, text, hint string }{
		{"d/part.stl", "solid x\nendsolid\n", solid},
		{"d/part.stl", strings.Repeat("\x00", 84), solid},
		{"part.GLTF", `{"asset":{"version":"2.0"}}`, "'collide inspect' tells what is in it"},
		{"s.yaml", "\xfe\xff\x00v", "the text is in UTF-16: write it in UTF-8"},
		{
			"s.yaml", "version: 1\ndim: 3\nobjects: [{name: a, shape: {type: box, size: 2.50}}]",
			"a list of 3 numbers is wanted, not the number 2.50; write [2.50, 2.50, 2.50] for all axes",
		},
		{
			"s.yaml", "version: 1\ndim: 3\nobjects: [{name: a, file: a.stl, scale: 10}]",
			"not the number 10; write [10, 10, 10] for all axes",
		},
	} {
		_, err := scene.Decode(t.Context(), strings.NewReader(c.text), c.name, scene.Options{})
		if err == nil || !strings.HasSuffix(err.Error(), c.hint) {
			t.Errorf("%s: %q:\n%v\nwant %q", c.name, c.text, err, c.hint)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := scene.Decode(ctx, strings.NewReader(""), "part.stl", scene.Options{}); !errors.Is(err, scene.ErrCanceled) {
		t.Error(err)
	}
}
