package picture

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/scene"
)

// whatMoves are bodies of every kind, by dimension. The last two of each are without end, and rest.
var whatMoves = map[int][]string{
	2: {
		`{"type":"box","size":[2,1]}`, `{"type":"circle","radius":0.7}`,
		`{"type":"chain","points":[[-1,0],[0,0.3],[1,0]]}`,
		`{"type":"chain","points":[[-1,0],[0,0.3],[1,0]],"sided":"left"}`,
		`{"type":"grid","cell":[0.5,0.5],"rows":[[1,0,1],[1,1,1]]}`,
		`{"type":"compound","parts":[{"shape":{"type":"circle","radius":0.6}},
			{"shape":{"type":"compound","parts":[{"shape":{"type":"chain","points":[[-1,0],[1,0]]},"pose":{"p":[0,1]}}]}}]}`,
		`{"type":"half-space","normal":[0,1],"offset":0.1}`,
		`{"type":"compound","parts":[{"shape":{"type":"half-space","normal":[0,1],"offset":0}},
			{"shape":{"type":"box","size":[1,1]}}]}`,
	},
	3: {
		`{"type":"box","size":[2,1,0.5]}`, `{"type":"ellipsoid","radii":[1,0.7,0.4]}`,
		`{"type":"mesh","vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],"triangles":[[0,2,1],[0,1,3],[1,2,3]]}`,
		`{"type":"mesh","solid":true,"vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],
			"triangles":[[0,2,1],[0,1,3],[1,2,3],[2,0,3]]}`,
		`{"type":"height-field","spacing":[1,1],"heights":[[0,0.2],[0.1,0]]}`,
		`{"type":"compound","parts":[{"shape":{"type":"sphere","radius":0.6}},{"shape":{"type":"compound","parts":[
			{"shape":{"type":"height-field","spacing":[1,1],"heights":[[0,0.2],[0.1,0]]},"pose":{"p":[0,0,1]}}]}}]}`,
		`{"type":"half-space","normal":[0,0,1],"offset":0.1}`,
		`{"type":"compound","parts":[{"shape":{"type":"half-space","normal":[0,0,1],"offset":0}},
			{"shape":{"type":"box","size":[1,1,1]}}]}`,
	},
}

// A picture of a ray, a cast and a motion is drawn of bodies of every kind, also of compounds with
// surfaces and half-spaces in them, and shows the first of two that meet.
func TestCoursesOfEveryKind(t *testing.T) {
	raced.Skip(t)
	for dim, shapes := range whatMoves {
		zero := strings.TrimSuffix(strings.Repeat("0,", dim), ",")
		far := "0.1" + strings.Repeat(",0.1", dim-2) + ",5"
		down := strings.Repeat("0,", dim-1) + "-9"
		for i, a := range shapes {
			drawCourse(t, fmt.Sprintf(`{"cast":"ray","dim":%d,"a":{"shape":%s,"pose":{"p":[%s]}},"origin":[%s],"direction":[%s]}`,
				dim, a, zero, far, down))
			for k, b := range shapes[:len(shapes)-2] {
				if testing.Short() && k != i%(len(shapes)-2) {
					continue
				}
				bodies := fmt.Sprintf(`"dim":%d,"a":{"shape":%s,"pose":{"p":[%s]}},"b":{"shape":%s,"pose":{"p":[%s]}`, dim, a, zero, b, far)
				drawCourse(t, fmt.Sprintf(`{"cast":"shape",%s},"translation":[%s]}`, bodies, down))
				if (i+k)%2 == 0 {
					drawCourse(t, fmt.Sprintf(`{%s,"motion":{"linear":[%s]}}}`, bodies, down))
				}
			}
		}
	}
}

// drawCourse draws what a line asks for.
func drawCourse(t *testing.T, line string) {
	t.Helper()
	line = strings.Join(strings.Fields(line), " ")
	d := scene.NewDecoder(scene.Options{})
	var c *explain.Course
	var err error
	if strings.Contains(line, `"cast"`) {
		var k scene.Cast
		if k, err = d.Cast(context.Background(), []byte(line)); err == nil {
			c, err = explain.Cast(k, explain.Options{})
		}
	} else {
		var m scene.Impact
		if m, err = d.Impact(context.Background(), []byte(line)); err == nil {
			c, err = explain.Impact(m, explain.Options{})
		}
	}
	if err != nil {
		t.Errorf("%s: %v", line, err)
		return
	}
	if err := CourseHTML(io.Discard, c); err != nil {
		t.Errorf("%s: %v", line, err)
	}
	if s := svgOf(t, Course(c).page); len(s) > 1<<20 ||
		!strings.Contains(s, ".f-a{") && !strings.Contains(s, ".s-a{") && !strings.Contains(s, "<image") {
		t.Errorf("%s: a picture of %d bytes", line, len(s))
	}
}

// A picture of a pair is drawn of bodies of every kind: of surfaces it shows the triangles that
// decide.
func TestPairsOfEveryKind(t *testing.T) {
	raced.Skip(t)
	d := scene.NewDecoder(scene.Options{})
	for dim, shapes := range whatMoves {
		at := "0.1" + strings.Repeat(",0.1", dim-2) + ",5"
		for i, a := range shapes {
			b := shapes[(i+1)%(len(shapes)-2)]
			line := fmt.Sprintf(`{"dim":%d,"a":{"shape":%s},"b":{"shape":%s,"pose":{"p":[%s]}}}`, dim, a, b, at)
			p, err := d.Pair(context.Background(), []byte(strings.Join(strings.Fields(line), " ")))
			if err != nil {
				t.Fatal(err)
			}
			r, err := explain.Pair(p, explain.Options{})
			if errors.Is(err, explain.ErrNoEdge) && strings.Contains(line, "sided") {
				continue // A lies on the other side
			} else if err != nil {
				t.Errorf("%s: %v", line, err)
				continue
			}
			if err := HTML(io.Discard, r); err != nil {
				t.Errorf("%s: %v", line, err)
			}
			if s := svgOf(t, Report(r).page); len(s) > 1<<20 {
				t.Errorf("%s: a picture of %d bytes", line, len(s))
			}
		}
	}
}

// TestCourseOfSurface: of a surface that is crossed there is no lower bound, and the curve of the
// upper one stays in its frame.
func TestCourseOfSurface(t *testing.T) {
	line := `{"cast":"shape","dim":3,"a":{"shape":{"type":"height-field","spacing":[1,1],"heights":[[0,0,0],[0,1,0],[0,0,0]]}},"b":{"shape":{"type":"sphere","radius":0.3},"pose":{"p":[1,1,4]}},"translation":[0.1,0.2,-6]}`
	k, err := scene.NewDecoder(scene.Options{}).Cast(t.Context(), []byte(line))
	if err != nil {
		t.Fatal(err)
	}
	c, err := explain.Cast(k, explain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := newCourseFigure(c).graph(d2.AABB{Max: d2.Vec{X: 100, Y: 100}})
	least := 0.0
	for _, s := range c.Samples {
		least = min(least, s.Upper)
		if !(g.low <= s.Upper && s.Upper <= g.high) {
			t.Errorf("%v at %v is outside of %v to %v", s.Upper, s.T, g.low, g.high)
		}
	}
	if least > -0.2 || g.low < -1 {
		t.Errorf("the least is %v, the plot begins at %v", least, g.low)
	}
}
