package scene_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/schemas"
	"github.com/collide-go/collide/scene"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compile returns a schema of the repository.
func compile(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	return schemas.Compile(t, strings.TrimSuffix(name, ".schema.json"))
}

// valid reports whether the schema accepts a JSON text.
func valid(t *testing.T, s *jsonschema.Schema, text string) bool {
	t.Helper()
	return schemas.Validate(t, s, text) == nil
}

// beyondSchema are the codes of what a schema cannot see: geometry, files, and keys that its parser
// has merged.
var beyondSchema = map[string]bool{
	"duplicate-field": true, "zero-normal": true, "degenerate": true, "not-convex": true, "zero-quaternion": true,
	"not-unit-quaternion": true, "not-unit": true, "file": true, "bad-mesh": true,
}

// sumFault is the fault of a sum of two numbers, each of which is right.
const sumFault = "a part beyond the range"

// TestSchema holds the schemas and the decoder together: a fault that a schema can express is one
// for both.
func TestSchema(t *testing.T) {
	pair, whole := compile(t, "pair.schema.json"), compile(t, "scene.schema.json")
	for _, f := range bodyFaults {
		ball := map[int]string{2: ball2, 3: ball3}[f.dim]
		line := fmt.Sprintf(`{"id":"k","dim":%d,"a":%s,"b":{%s}}`, f.dim, ball, f.body)
		text := fmt.Sprintf(`{"version":1,"dim":%d,"objects":[{"name":"a",%s}]}`, f.dim, f.body)
		if beyond := beyondSchema[f.code] || f.why == sumFault; valid(t, pair, line) != beyond || valid(t, whole, text) != beyond {
			t.Errorf("%s (%s): the schemas say %v and %v", f.why, f.code, valid(t, pair, line), valid(t, whole, text))
		}
	}
}

// TestSchemaAccepts gives both every shape and every form of a pose.
func TestSchemaAccepts(t *testing.T) {
	pair, whole := compile(t, "pair.schema.json"), compile(t, "scene.schema.json")
	o := scene.Options{Files: os.DirFS(meshDir(t))}
	for _, b := range []struct {
		dim  int
		body string
	}{
		{3, `"shape":{"type":"sphere","radius":0}`},
		{3, `"shape":{"type":"box","size":[1,1,1],"rounding":0.1},"pose":{}`},
		{3, `"shape":{"type":"capsule","radius":1,"height":1},"pose":{"p":[1,2,3]}`},
		{3, `"shape":{"type":"cylinder","radius":1,"height":1},"pose":{"q":[0,0,0,1]}`},
		{3, `"shape":{"type":"cone","radius":1,"height":1},"pose":{"rpy":[0,0,1]}`},
		{3, `"shape":{"type":"ellipsoid","radii":[1,0,1]},"pose":{"axis_angle":[0,0,1,1]}`},
		{3, `"shape":{"type":"sphere","radius":0},"pose":{"rpy_deg":[0,90,0]}`},
		{3, `"shape":{"type":"sphere","radius":0},"pose":{"axis_angle_deg":[0,0,1,90]}`},
		{2, `"shape":{"type":"circle","radius":0},"pose":{"angle_deg":90}`},
		{3, `"shape":{"type":"hull","points":[[0,0,0]]}`},
		{3, `"shape":{"type":"hull","file":"tet.obj","scale":[1,1,-1],"rounding":1}`},
		{3, `"shape":{"type":"half-space","normal":[0,0,1],"offset":-1}`},
		{2, `"shape":{"type":"circle","radius":1},"pose":{"p":[1,2]}`},
		{2, `"shape":{"type":"box","size":[1,1]},"pose":{"angle":1}`},
		{2, `"shape":{"type":"capsule","radius":1,"height":1},"pose":{"cos_sin":[1,0]}`},
		{2, `"shape":{"type":"ellipse","radii":[1,1]}`},
		{2, `"shape":{"type":"hull","points":[[0,0]]}`},
		{2, `"shape":{"type":"polygon","points":[[0,0],[1,0],[0,1]],"rounding":0}`},
		{2, `"shape":{"type":"half-space","normal":[0,1],"offset":1}`},
		{2, `"shape":{"type":"compound","parts":[{"shape":{"type":"polygon","points":[[0,0],[1,0],[0,1]]}},{"shape":{"type":"circle","radius":1},"pose":{"angle":1}}]},"pose":{"p":[1,1]}`},
		{3, `"shape":{"type":"compound","parts":[{"shape":{"type":"cone","radius":1,"height":1},"pose":{"q":[0,0,0,1]}},{"shape":{"type":"sphere","radius":1}}]}`},
	} {
		line := fmt.Sprintf(`{"dim":%d,"a":{%s},"b":%s}`, b.dim, b.body, map[int]string{2: ball2, 3: ball3}[b.dim])
		text := fmt.Sprintf(`{"version":1,"dim":%d,"units":"m","clearance":0,"objects":[{"name":"a","group":"g",%s}],"ignore":[]}`, b.dim, b.body)
		if _, err := scene.DecodePair(context.Background(), []byte(line), o); err != nil || !valid(t, pair, line) {
			t.Errorf("%s: %v, schema %v", line, err, valid(t, pair, line))
		}
		if _, err := scene.Decode(context.Background(), strings.NewReader(text), "s.json", o); err != nil || !valid(t, whole, text) {
			t.Errorf("%s: %v, schema %v", text, err, valid(t, whole, text))
		}
	}
}

// TestRegionSchema holds the schema of regions and its decoder together.
func TestRegionSchema(t *testing.T) {
	s := compile(t, "region.schema.json")
	for text, ok := range map[string]bool{
		`{"points":[[0,0],[1,0],[0,1]]}`:                               true,
		`{"points":[[0,0],[9,0],[0,9]],"holes":[[[1,1],[2,1],[1,2]]]}`: true,
		`{"points":[[0,0],[9,0],[0,9]],"holes":[]}`:                    true,
		`{"points":[[0,0],[9,0],[0,9]],"holes":[[]]}`:                  false,
		`{"points":[[0,0],[9,0],[0,9,0]]}`:                             false,
		`{"points":[[0,0],[9,0],[0,9]],"hole":[]}`:                     false,
		`{"points":[[0,0],[9,0],[0,9]],"holes":[[1,1],[2,1],[1,2]]}`:   false,
		`{"holes":[]}`: false,
		`{"points":[[0,0],[9,0],[0,9]],"holes":{"a":[[1,1],[2,1],[1,2]]}}`: false,
	} {
		_, err := scene.Decompose(context.Background(), strings.NewReader(text), "r.json", scene.Options{})
		if valid(t, s, text) != ok || (err == nil) != ok {
			t.Errorf("%s: schema %v, decoder %v", text, valid(t, s, text), err)
		}
	}
}
