package picture_test

import (
	"strings"
	"testing"

	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/picture"
	"github.com/collide-go/collide/scene"
)

// The table begins with what is asked about: each body with all its numbers, a few corners where
// they stand in the world, and no turn of what is round.
func TestBodyWords(t *testing.T) {
	const point = `{"shape":{"type":"hull","points":[[1,2]]}}`
	const point3 = `{"shape":{"type":"hull","points":[[1,2,3]]}}`
	for _, c := range []struct{ dim, body, other, words string }{
		{"2", `{"shape":{"type":"circle","radius":0.5},"pose":{"p":[1,0],"angle":1}}`, point, "circle, radius 0.5, at (1, 0)"},
		{"2", `{"shape":{"type":"capsule","radius":1,"height":3},"pose":{"angle":0.5}}`, point, "capsule, radius 1, height 3, at (0, 0), turned by 0.5"},
		{"2", `{"shape":{"type":"ellipse","radii":[2,1]}}`, point, "ellipse, radii (2, 1), at (0, 0)"},
		{"2", `{"shape":{"type":"box","size":[2,4],"rounding":0.25}}`, point, "rounded box, size (2, 4), rounding 0.25, at (0, 0)"},
		{"2", `{"shape":{"type":"box","size":[2,4]},"pose":{"cos_sin":[0,1]}}`, point, "box, corners (2, -1) (2, 1) (-2, 1) (-2, -1)"},
		{"2", `{"shape":{"type":"half-space","normal":[0,1],"offset":-1}}`, point, "half-space, normal (0, 1), offset -1, at (0, 0)"},
		{"3", `{"shape":{"type":"sphere","radius":2},"pose":{"rpy":[1,2,3]}}`, point3, "sphere, radius 2, at (0, 0, 0)"},
		{"3", `{"shape":{"type":"box","size":[1,2,3]},"pose":{"q":[0,0,1,0]}}`, point3, "box, size (1, 2, 3), at (0, 0, 0), turned by 3.14159 about (0, 0, 1)"},
		{"3", `{"shape":{"type":"capsule","radius":1,"height":3}}`, point3, "capsule, radius 1, height 3, at (0, 0, 0)"},
		{"3", `{"shape":{"type":"cylinder","radius":1,"height":3}}`, point3, "cylinder, radius 1, height 3, at (0, 0, 0)"},
		{"3", `{"shape":{"type":"cone","radius":1,"height":3}}`, point3, "cone, radius 1, height 3, at (0, 0, 0)"},
		{"3", `{"shape":{"type":"ellipsoid","radii":[1,2,3]}}`, point3, "ellipsoid, radii (1, 2, 3), at (0, 0, 0)"},
		{"3", `{"shape":{"type":"half-space","normal":[0,0,1],"offset":0}}`, point3, "half-space, normal (0, 0, 1), offset 0, at (0, 0, 0)"},
		{"3", `{"shape":{"type":"hull","points":[[0,0,0],[1,0,0],[0,1,0]]},"pose":{"p":[1,1,1],"q":[0,0,1,0]}}`, point3, "hull, corners (1, 1, 1) (0, 1, 1) (1, 0, 1)"},
		{"3", `{"shape":{"type":"hull","points":[[0,0,0],[1,0,0],[0,1,0]],"rounding":2}}`, point3, "rounded hull, rounding 2, at (0, 0, 0)"},
	} {
		p, err := scene.DecodePair(t.Context(), []byte(`{"dim":`+c.dim+`,"a":`+c.body+`,"b":`+c.other+`}`), scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := explain.Pair(p, explain.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := picture.WriteTable(&text, r); err != nil {
			t.Fatal(err)
		}
		if line := strings.Split(text.String(), "\n")[1]; line != "A: "+c.words {
			t.Errorf("%s\ngot  %s\nwant A: %s", c.body, line, c.words)
		}
	}
}

// Of cores that are apart it is said that they are, where the bodies overlap.
func TestCoresApart(t *testing.T) {
	const body = `{"shape":{"type":"box","size":[2,2],"rounding":0.5},"pose":{"p":[%,0]}}`
	line := `{"dim":2,"a":` + strings.Replace(body, "%", "0", 1) + `,"b":` + strings.Replace(body, "%", "2.5", 1) + `}`
	p, err := scene.DecodePair(t.Context(), []byte(line), scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for algorithm, want := range map[explain.Algorithm]string{
		explain.GJK: "\ncores apart: no point", explain.SAT: "do not overlap: the cores are apart\n",
	} {
		r, err := explain.Pair(p, explain.Options{Algorithm: algorithm})
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := picture.WriteTable(&text, r); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text.String(), want) || !strings.Contains(text.String(), "Answer: overlapping") {
			t.Errorf("%v: want %q in\n%s", algorithm, want, text.String())
		}
	}
}
