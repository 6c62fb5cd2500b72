package scene_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/scene"
)

const (
	ball2 = `{"shape":{"type":"circle","radius":1}}`
	ball3 = `{"shape":{"type":"sphere","radius":1}}`
)

// fault is a text that must be refused, and how.
type fault struct {
	why  string
	dim  int
	body string // of an object: {"shape":..,"pose":..} without the braces
	path string // below the object
	code string
}

// bodyFaults holds a row for every rule about shapes and poses.
var bodyFaults = []fault{
	{"a material between two", 2, `"shape":{"type":"chain","points":[[0,0],[1,0],[2,0]],"materials":[1,1.5]}`, "shape.materials[1]", "out-of-range"},
	{"a material below -1", 2, `"shape":{"type":"grid","cell":[1,1],"rows":[[1]],"materials":[-2]}`, "shape.materials[0]", "out-of-range"},
	{"no list of materials", 2, `"shape":{"type":"grid","cell":[1,1],"rows":[[1]],"materials":7}`, "shape.materials", "wrong-type"},
	{"too few materials", 2, `"shape":{"type":"grid","cell":[1,1],"rows":[[1,1]],"materials":[7]}`, "shape.materials", "bad-mesh"},
	{"too many materials", 3, `"shape":{"type":"height-field","spacing":[1,1],"heights":[[1,1],[1,1]],"materials":[7,7,7]}`, "shape.materials", "bad-mesh"},
	{"materials beside a file", 3, `"shape":{"type":"mesh","file":"tet.obj","materials":[7]}`, "shape.materials", "conflicting-fields"},
	{"materials of a ball", 3, `"shape":{"type":"sphere","radius":1,"materials":[7]}`, "shape.materials", "unknown-field"},
	{"NaN for a number", 3, `"shape":{"type":"sphere","radius":"NaN"}`, "shape.radius", "not-finite"},
	{"Infinity for a number", 3, `"shape":{"type":"sphere","radius":"Infinity"}`, "shape.radius", "not-finite"},
	{"-Infinity in a vector", 3, `"shape":{"type":"box","size":[1,1,"-Infinity"]}`, "shape.size[2]", "not-finite"},
	{"NaN in a point", 2, `"shape":{"type":"polygon","points":[[0,0],[1,0],["NaN",1]]}`, "shape.points[2][0]", "not-finite"},
	{"NaN in a pose", 3, `"shape":{"type":"sphere","radius":1},"pose":{"p":[0,"NaN",0]}`, "pose.p[1]", "not-finite"},
	{"NaN in a quaternion", 3, `"shape":{"type":"sphere","radius":1},"pose":{"q":[0,0,0,"NaN"]}`, "pose.q[3]", "not-finite"},
	{"any other string for a number", 3, `"shape":{"type":"sphere","radius":"nan"}`, "shape.radius", "wrong-type"},
	{"a number as a string", 3, `"shape":{"type":"sphere","radius":"1"}`, "shape.radius", "wrong-type"},
	{"above the doubles", 3, `"shape":{"type":"sphere","radius":1e400}`, "shape.radius", "out-of-range"},
	{"below the doubles", 3, `"shape":{"type":"sphere","radius":-1e400}`, "shape.radius", "out-of-range"},
	{"above 1e100", 3, `"shape":{"type":"sphere","radius":1.0000001e100}`, "shape.radius", "out-of-range"},
	{"a position above 1e100", 2, `"shape":{"type":"circle","radius":1},"pose":{"p":[-2e100,0]}`, "pose.p[0]", "out-of-range"},

	{"unknown key of a shape", 3, `"shape":{"type":"sphere","radius":1,"size":[1,1,1]}`, "shape.size", "unknown-field"},
	{"keys are case-sensitive", 3, `"shape":{"type":"sphere","Radius":1}`, "shape.Radius", "unknown-field"},
	{"so is type", 3, `"shape":{"Type":"sphere","radius":1}`, "shape.type", "missing-field"},
	{"unknown key of a pose", 3, `"shape":{"type":"sphere","radius":1},"pose":{"pos":[0,0,0]}`, "pose.pos", "unknown-field"},
	{"unknown key of a body", 3, `"shape":{"type":"sphere","radius":1},"color":"red"`, "color", "unknown-field"},
	{"a half-space has no rounding", 3, `"shape":{"type":"half-space","normal":[0,0,1],"offset":0,"rounding":0}`, "shape.rounding", "unknown-field"},
	{"a key that is no word is quoted", 3, `"shape":{"type":"sphere","radius":1,"a b":1}`, `shape["a b"]`, "unknown-field"},
	{"repeated key", 3, `"shape":{"type":"sphere","radius":1,"radius":1}`, "shape.radius", "duplicate-field"},
	{"repeated type", 3, `"shape":{"type":"sphere","radius":1,"type":"sphere"}`, "shape.type", "duplicate-field"},
	{"repeated key of a pose", 2, `"shape":{"type":"circle","radius":1},"pose":{"p":[0,0],"p":[0,0]}`, "pose.p", "duplicate-field"},

	{"no shape", 3, `"pose":{"p":[0,0,0]}`, "shape", "missing-field"},
	{"no type", 3, `"shape":{"radius":1}`, "shape.type", "missing-field"},
	{"no radius", 3, `"shape":{"type":"sphere"}`, "shape.radius", "missing-field"},
	{"no height", 2, `"shape":{"type":"capsule","radius":1}`, "shape.height", "missing-field"},
	{"no size", 2, `"shape":{"type":"box"}`, "shape.size", "missing-field"},
	{"no radii", 3, `"shape":{"type":"ellipsoid"}`, "shape.radii", "missing-field"},
	{"no points", 2, `"shape":{"type":"hull"}`, "shape.points", "missing-field"},
	{"neither points nor file", 3, `"shape":{"type":"hull"}`, "shape.points", "missing-field"},
	{"no offset", 3, `"shape":{"type":"half-space","normal":[0,0,1]}`, "shape.offset", "missing-field"},

	{"null for a shape", 3, `"shape":null`, "shape", "wrong-type"},
	{"null for a number", 3, `"shape":{"type":"sphere","radius":null}`, "shape.radius", "wrong-type"},
	{"null for an optional value", 3, `"shape":{"type":"sphere","radius":1,"rounding":null}`, "shape.rounding", "wrong-type"},
	{"null for a pose", 3, `"shape":{"type":"sphere","radius":1},"pose":null`, "pose", "wrong-type"},
	{"a boolean for a number", 3, `"shape":{"type":"sphere","radius":true}`, "shape.radius", "wrong-type"},
	{"a list for a number", 3, `"shape":{"type":"sphere","radius":[1]}`, "shape.radius", "wrong-type"},
	{"a number for a list", 3, `"shape":{"type":"box","size":1}`, "shape.size", "wrong-type"},
	{"a mapping for a list", 3, `"shape":{"type":"box","size":{}}`, "shape.size", "wrong-type"},
	{"a list for a shape", 3, `"shape":[]`, "shape", "wrong-type"},
	{"a list for a pose", 3, `"shape":{"type":"sphere","radius":1},"pose":[0,0,0]`, "pose", "wrong-type"},
	{"a number for a type", 3, `"shape":{"type":1}`, "shape.type", "wrong-type"},
	{"a number for a point", 2, `"shape":{"type":"hull","points":[[0,0],1]}`, "shape.points[1]", "wrong-type"},
	{"a number for the points", 3, `"shape":{"type":"hull","points":1}`, "shape.points", "wrong-type"},
	{"a number for a file", 3, `"shape":{"type":"hull","file":1}`, "shape.file", "wrong-type"},

	{"no such shape", 3, `"shape":{"type":"torus","radius":1}`, "shape.type", "unknown-type"},
	{"types are case-sensitive", 3, `"shape":{"type":"Sphere","radius":1}`, "shape.type", "unknown-type"},
	{"a shape of 2D in 3D", 3, `"shape":{"type":"circle","radius":1}`, "shape.type", "unknown-type"},
	{"a shape of 3D in 2D", 2, `"shape":{"type":"cylinder","radius":1,"height":1}`, "shape.type", "unknown-type"},
	{"a compound in a compound", 3, `"shape":{"type":"compound","parts":[{"shape":{"type":"compound","parts":[]}}]}`, "shape.parts[0].shape.parts", "empty"},
	{"a compound without parts", 3, `"shape":{"type":"compound","parts":[]}`, "shape.parts", "empty"},
	{"a compound without the key", 2, `"shape":{"type":"compound"}`, "shape.parts", "missing-field"},
	{"a mapping for the parts", 2, `"shape":{"type":"compound","parts":{}}`, "shape.parts", "wrong-type"},
	{"a shape for a part", 2, `"shape":{"type":"compound","parts":[{"shape":{"type":"circle","radius":1},"type":"circle"}]}`, "shape.parts[0].type", "unknown-field"},
	{"a number for a part", 2, `"shape":{"type":"compound","parts":[{"shape":{"type":"circle","radius":1}},3]}`, "shape.parts[1]", "wrong-type"},
	{"no shape in a part", 3, `"shape":{"type":"compound","parts":[{"pose":{}}]}`, "shape.parts[0].shape", "missing-field"},
	{"negative radius of a part", 3, `"shape":{"type":"compound","parts":[{"shape":{"type":"sphere","radius":1}},{"shape":{"type":"sphere","radius":-1}}]}`, "shape.parts[1].shape.radius", "negative-size"},
	{"negative radius of a part in 2D", 2, `"shape":{"type":"compound","parts":[{"shape":{"type":"circle","radius":-1}}]}`, "shape.parts[0].shape.radius", "negative-size"},
	{"a part of the other dimension", 2, `"shape":{"type":"compound","parts":[{"shape":{"type":"sphere","radius":1}}]}`, "shape.parts[0].shape.type", "unknown-type"},
	{"a pose of a part", 3, `"shape":{"type":"compound","parts":[{"shape":{"type":"sphere","radius":1},"pose":{"q":[0,0,0,0]}}]}`, "shape.parts[0].pose.q", "zero-quaternion"},
	{"a compound has no rounding", 3, `"shape":{"type":"compound","parts":[{"shape":{"type":"sphere","radius":1}}],"rounding":1}`, "shape.rounding", "unknown-field"},
	{sumFault, 2, `"shape":{"type":"compound","parts":[{"shape":{"type":"circle","radius":1},"pose":{"p":[9e99,0]}}]},"pose":{"p":[9e99,0]}`, "shape.parts[0].pose.p[0]", "out-of-range"},
	{"a pose of a compound", 2, `"shape":{"type":"compound","parts":[{"shape":{"type":"circle","radius":1}}]},"pose":{"p":[1e101,0]}`, "pose.p[0]", "out-of-range"},

	{"two rotations in 3D", 3, `"shape":{"type":"sphere","radius":1},"pose":{"q":[0,0,0,1],"rpy":[0,0,0]}`, "pose.rpy", "conflicting-fields"},
	{"two rotations in 3D, the others", 3, `"shape":{"type":"sphere","radius":1},"pose":{"axis_angle":[0,0,1,0],"rpy":[0,0,0]}`, "pose.axis_angle", "conflicting-fields"},
	{"two rotations in 2D", 2, `"shape":{"type":"circle","radius":1},"pose":{"angle":0,"cos_sin":[1,0]}`, "pose.cos_sin", "conflicting-fields"},
	{"radians and degrees", 3, `"shape":{"type":"sphere","radius":1},"pose":{"rpy":[0,0,0],"rpy_deg":[0,0,0]}`, "pose.rpy_deg", "conflicting-fields"},
	{"an axis in radians and in degrees", 3, `"shape":{"type":"sphere","radius":1},"pose":{"axis_angle":[0,0,1,0],"axis_angle_deg":[0,0,1,0]}`, "pose.axis_angle_deg", "conflicting-fields"},
	{"radians and degrees in 2D", 2, `"shape":{"type":"circle","radius":1},"pose":{"angle":0,"angle_deg":0}`, "pose.angle_deg", "conflicting-fields"},
	{"a turn about nothing", 3, `"shape":{"type":"sphere","radius":1},"pose":{"axis_angle_deg":[0,0,0,90]}`, "pose.axis_angle_deg", "zero-quaternion"},
	{"degrees in 2D", 2, `"shape":{"type":"circle","radius":1},"pose":{"rpy_deg":[0,0,0]}`, "pose.rpy_deg", "wrong-dimension"},
	{"degrees of 2D in 3D", 3, `"shape":{"type":"sphere","radius":1},"pose":{"angle_deg":0}`, "pose.angle_deg", "wrong-dimension"},
	{"NaN degrees", 3, `"shape":{"type":"sphere","radius":1},"pose":{"rpy_deg":[0,"NaN",0]}`, "pose.rpy_deg[1]", "not-finite"},
	{"points and a file", 3, `"shape":{"type":"hull","points":[[0,0,0]],"file":"a.stl"}`, "shape.file", "conflicting-fields"},
	{"points and a scale", 3, `"shape":{"type":"hull","points":[[0,0,0]],"scale":[1,1,1]}`, "shape.scale", "conflicting-fields"},

	{"a size of 2D in 3D", 3, `"shape":{"type":"box","size":[1,1]}`, "shape.size", "wrong-dimension"},
	{"a size of 3D in 2D", 2, `"shape":{"type":"box","size":[1,1,1]}`, "shape.size", "wrong-dimension"},
	{"a point of 3D in 2D", 2, `"shape":{"type":"polygon","points":[[0,0],[1,0],[0,1,0]]}`, "shape.points[2]", "wrong-dimension"},
	{"a point of 2D in 3D", 3, `"shape":{"type":"hull","points":[[0,0]]}`, "shape.points[0]", "wrong-dimension"},
	{"a position of 2D in 3D", 3, `"shape":{"type":"sphere","radius":1},"pose":{"p":[0,0]}`, "pose.p", "wrong-dimension"},
	{"an angle in 3D", 3, `"shape":{"type":"sphere","radius":1},"pose":{"angle":0}`, "pose.angle", "wrong-dimension"},
	{"a quaternion in 2D", 2, `"shape":{"type":"circle","radius":1},"pose":{"q":[0,0,0,1]}`, "pose.q", "wrong-dimension"},
	{"a quaternion of three", 3, `"shape":{"type":"sphere","radius":1},"pose":{"q":[0,0,0]}`, "pose.q", "wrong-dimension"},
	{"angles of four", 3, `"shape":{"type":"sphere","radius":1},"pose":{"rpy":[0,0,0,0]}`, "pose.rpy", "wrong-dimension"},
	{"a mesh in 2D", 2, `"shape":{"type":"hull","file":"a.stl"}`, "shape.file", "wrong-dimension"},

	{"negative radius", 3, `"shape":{"type":"sphere","radius":-1}`, "shape.radius", "negative-size"},
	{"negative extent", 3, `"shape":{"type":"box","size":[1,-1.2,1]}`, "shape.size[1]", "negative-size"},
	{"negative extent in 2D", 2, `"shape":{"type":"box","size":[-1,1]}`, "shape.size[0]", "negative-size"},
	{"negative height", 3, `"shape":{"type":"cone","radius":1,"height":-1e-300}`, "shape.height", "negative-size"},
	{"negative height in 2D", 2, `"shape":{"type":"capsule","radius":1,"height":-1}`, "shape.height", "negative-size"},
	{"negative semi-axis", 3, `"shape":{"type":"ellipsoid","radii":[1,1,-1]}`, "shape.radii[2]", "negative-size"},
	{"negative rounding", 3, `"shape":{"type":"box","size":[1,1,1],"rounding":-1}`, "shape.rounding", "negative-size"},
	{"negative rounding in 2D", 2, `"shape":{"type":"hull","points":[[0,0]],"rounding":-1}`, "shape.rounding", "negative-size"},
	{"negative extent of a rounded box", 3, `"shape":{"type":"box","size":[1,1,-1],"rounding":1}`, "shape.size[2]", "negative-size"},
	{"no points in the list", 3, `"shape":{"type":"hull","points":[]}`, "shape.points", "empty"},
	{"no points in the list in 2D", 2, `"shape":{"type":"polygon","points":[]}`, "shape.points", "empty"},
	{"half-space without a direction", 3, `"shape":{"type":"half-space","normal":[0,0,0],"offset":1}`, "shape.normal", "zero-normal"},
	{"half-plane without a direction", 2, `"shape":{"type":"half-space","normal":[0,-0],"offset":1}`, "shape.normal", "zero-normal"},
	{"polygon without area", 2, `"shape":{"type":"polygon","points":[[0,0],[1,1],[2,2]]}`, "shape.points", "degenerate"},
	{"bow-tie", 2, `"shape":{"type":"polygon","points":[[0,0],[1,1],[1,0],[0,1]]}`, "shape.points", "not-convex"},
	{"zero quaternion", 3, `"shape":{"type":"sphere","radius":1},"pose":{"q":[0,0,0,0]}`, "pose.q", "zero-quaternion"},
	{"long quaternion", 3, `"shape":{"type":"sphere","radius":1},"pose":{"q":[0,0,0,1.01]}`, "pose.q", "not-unit-quaternion"},
	{"long cosine and sine", 2, `"shape":{"type":"circle","radius":1},"pose":{"cos_sin":[1,0.1]}`, "pose.cos_sin", "not-unit"},

	{"missing file", 3, `"shape":{"type":"hull","file":"missing.stl"}`, "shape.file", "file"},
	{"a file with wrong contents", 3, `"shape":{"type":"hull","file":"bad.stl"}`, "shape.file", "bad-mesh"},
	{"a scale of zero", 3, `"shape":{"type":"hull","file":"bad.stl","scale":[1,0,1]}`, "shape.scale[1]", "out-of-range"},
	{"a single number as a scale", 3, `"shape":{"type":"hull","file":"bad.stl","scale":2}`, "shape.scale", "wrong-type"},
}

// meshDir returns a directory with a good and a bad mesh.
func meshDir(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"bad.stl": "solid of nothing",
		"tet.obj": "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 2 3\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// checkError compares err, which must hold exactly one *scene.Error, with what is wanted. A wanted
// path of points[...] may be about any of the points.
func checkError(t *testing.T, err error, line int, path, code string) {
	t.Helper()
	var list scene.ErrorList
	var e *scene.Error
	switch {
	case errors.As(err, &list):
		if len(list) != 1 {
			t.Errorf("%d errors: %v", len(list), err)
			return
		}
		e = list[0]
	case !errors.As(err, &e):
		t.Errorf("no error, want %s: %s", path, code)
		return
	}
	got := e.Path
	if strings.HasSuffix(path, ".points") && (code == "not-convex" || code == "degenerate") {
		got, _, _ = strings.Cut(got, "[")
		if strings.HasPrefix(e.Path, "objects[") {
			got = e.Path[:strings.Index(e.Path, "points")+len("points")]
		}
	}
	if e.Line != line || got != path || e.Code.Error() != code {
		t.Errorf("got %q\nwant line %d: %s: %s", e.Error(), line, path, code)
	}
}

func TestBodyFaultsInPairs(t *testing.T) {
	o := scene.Options{Files: os.DirFS(meshDir(t))}
	for _, f := range bodyFaults {
		t.Run(f.why, func(t *testing.T) {
			ball := ball3
			if f.dim == 2 {
				ball = ball2
			}
			p, err := scene.DecodePair(context.Background(), fmt.Appendf(nil, `{"id":"k","dim":%d,"a":%s,"b":{%s}}`, f.dim, ball, f.body), o)
			checkError(t, err, 1, "b."+f.path, f.code)
			if p.ID != "k" || !p.HasID {
				t.Errorf("the id is lost: %q %v", p.ID, p.HasID)
			}
			_, err = scene.DecodePair(context.Background(), fmt.Appendf(nil, `{"a":{%s},"b":%s,"dim":%d}`, f.body, ball, f.dim), o)
			checkError(t, err, 1, "a."+f.path, f.code)
		})
	}
}

func TestBodyFaultsInScenes(t *testing.T) {
	dir := meshDir(t)
	for _, f := range bodyFaults {
		t.Run(f.why, func(t *testing.T) {
			ball := ball3
			if f.dim == 2 {
				ball = ball2
			}
			body := strings.TrimSuffix(strings.TrimPrefix(ball, "{"), "}")
			text := fmt.Sprintf("{\n\"version\":1,\"dim\":%d,\n\"objects\":[\n{\"name\":\"x\",%s},\n{\"name\":\"y\",%s}\n]}", f.dim, body, f.body)
			for _, ext := range []string{"json", "yaml"} {
				_, err := scene.Decode(context.Background(), strings.NewReader(text), "s."+ext, scene.Options{Files: os.DirFS(dir)})
				checkError(t, err, 5, "objects[1]."+f.path, f.code)
			}
		})
	}
}

// TestSentinels checks that errors.Is finds the sentinels of package collide behind their codes.
func TestSentinels(t *testing.T) {
	sentinels := map[string]error{}
	for _, e := range []error{
		collide.ErrNotFinite, collide.ErrOutOfRange, collide.ErrEmpty, collide.ErrWrongDimension, collide.ErrNegativeSize,
		collide.ErrZeroNormal, collide.ErrDegenerate, collide.ErrNotConvex, collide.ErrZeroQuaternion,
		collide.ErrNotUnitQuaternion, collide.ErrNotUnit,
	} {
		sentinels[e.Error()] = e
	}
	seen := 0
	o := scene.Options{Files: os.DirFS(meshDir(t))}
	for _, f := range bodyFaults {
		want, ok := sentinels[f.code]
		if !ok {
			continue
		}
		seen++
		ball := map[int]string{2: ball2, 3: ball3}[f.dim]
		_, err := scene.DecodePair(context.Background(), fmt.Appendf(nil, `{"dim":%d,"a":{%s},"b":%s}`, f.dim, f.body, ball), o)
		if !errors.Is(err, want) {
			t.Errorf("%s: %v is not %v", f.why, err, want)
		}
	}
	if seen < 30 {
		t.Errorf("only %d rows have a code of package collide", seen)
	}
}
