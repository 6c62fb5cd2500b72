package explain_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/scene"
)

// courseShapes are the shapes of TestCourseSteps, by dimension.
var courseShapes = map[int][]string{
	2: {
		`{"type":"box","size":[2,1]}`, `{"type":"circle","radius":0.7}`, `{"type":"capsule","radius":0.2,"height":2}`,
		`{"type":"polygon","points":[[0,0],[2,0],[1,1.5]]}`,
		`{"type":"compound","parts":[{"shape":{"type":"box","size":[2,0.5]}},{"shape":{"type":"circle","radius":0.6},"pose":{"p":[0,1]}}]}`,
	},
	3: {
		`{"type":"box","size":[2,1,0.5]}`, `{"type":"sphere","radius":0.7}`, `{"type":"capsule","radius":0.2,"height":2}`,
		`{"type":"cylinder","radius":0.5,"height":1}`, `{"type":"hull","points":[[0,0,0],[2,0,0],[0,1,0],[0,0,1.5]]}`,
		`{"type":"compound","parts":[{"shape":{"type":"box","size":[2,0.5,1]}},{"shape":{"type":"sphere","radius":0.6},"pose":{"p":[0,1,0]}}]}`,
	},
}

// courseLine draws a ray, a point, a shape that is cast or two bodies that move.
func courseLine(rng *rand.Rand, dim int, kind string) string {
	list := func(size float64) string {
		var s strings.Builder
		s.WriteString("[")
		for i := range dim {
			if i > 0 {
				s.WriteString(",")
			}
			s.WriteString(fmt.Sprint(math.Round(1000*size*(2*rng.Float64()-1)) / 1000))
		}
		return s.String() + "]"
	}
	shape := func() string { return courseShapes[dim][rng.IntN(len(courseShapes[dim]))] }
	far := fmt.Sprintf(`{"p":[-6,%.3f%s]}`, 2*rng.Float64()-1, map[int]string{2: "", 3: ",0.2"}[dim])
	way := fmt.Sprintf(`[%.3f,%.3f%s]`, 8+4*rng.Float64(), rng.Float64()-0.5, map[int]string{2: "", 3: ",0.1"}[dim])
	switch kind {
	case "ray":
		from := fmt.Sprintf(`[-6,%.3f%s]`, 0.6*rng.Float64()-0.3, map[int]string{2: "", 3: ",0.2"}[dim])
		return fmt.Sprintf(`{"cast":"ray","dim":%d,"a":{"shape":%s,"pose":{"p":%s}},"origin":%s,"direction":%s}`,
			dim, shape(), list(0.5), from, way)
	case "point":
		return fmt.Sprintf(`{"cast":"point","dim":%d,"a":{"shape":%s,"pose":{"p":%s}},"point":%s}`,
			dim, shape(), list(0.5), list(0.9))
	case "shape":
		return fmt.Sprintf(`{"cast":"shape","dim":%d,"a":{"shape":%s,"pose":{"p":%s}},"b":{"shape":%s,"pose":%s},"translation":%s}`,
			dim, shape(), list(0.5), shape(), far, way)
	}
	spin := fmt.Sprintf("%.3f", 6*rng.Float64()-3)
	if dim == 3 {
		spin = list(3)
	}
	return fmt.Sprintf(`{"dim":%d,"a":{"shape":%s,"pose":{"p":%s}},"b":{"shape":%s,"pose":%s,"motion":{"linear":%s,"angular":%s}}}`,
		dim, shape(), list(0.5), shape(), far, way, spin)
}

// Each step of a course says what is true of the bodies at its time: its bounds hold the signed
// distance of the pair of parts that the answer is about, which is that of the bodies where there
// are no parts, its points are as far apart as that along the normal, and until the time that it
// names nothing meets.
func TestCourseSteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 13))
	decode := scene.NewDecoder(scene.Options{})
	n := 150
	if testing.Short() {
		n = 40
	}
	stepped := map[string]int{}
	for i := range 6 * n {
		dim, kind := 2+i%2, []string{"shape", "ray", "motion"}[i/2%3]
		line := courseLine(rng, dim, kind)
		var c *explain.Course
		if kind != "motion" {
			k, err := decode.Cast(context.Background(), []byte(line))
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			if c, err = explain.Cast(k, explain.Options{}); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
		} else {
			m, err := decode.Impact(context.Background(), []byte(line))
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			if c, err = explain.Impact(m, explain.Options{}); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
		}
		checkSteps(t, line, c)
		if len(c.Steps) > 0 {
			parts := ""
			if bytes.Contains([]byte(line), []byte("compound")) {
				parts = " of parts"
			}
			stepped[fmt.Sprint(dim, kind, parts)]++
		}
	}
	t.Log(stepped)
	if len(stepped) != 12 {
		t.Errorf("steps of %v", stepped)
	}
}

// checkSteps is TestCourseSteps for a course.
func checkSteps(t *testing.T, line string, c *explain.Course) {
	t.Helper()
	q, err := scene.NewQuery(scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_, first, known := c.Times()
	if c.Verdict() == collide.Miss {
		first, known = c.Last(), math.Inf(1)
	}
	if c.Cast != nil && c.Cast.Kind == scene.CastRay { // the steps, not the ray's own, may prove more than it does
		first = known
	}
	for i := range c.Steps {
		m := &c.Steps[i]
		a, b, err := c.At(m.T)
		if err != nil {
			t.Fatal(err)
		}
		parts := len(a.Pieces())*len(b.Pieces()) > 1
		const slack = 1e-8 // that of a motion's tolerance, and of times rounded
		d := q.Distance(&a, &b)
		if m.Upper < d.Lower-slack || !parts && m.Lower > d.Upper+slack || !(m.Lower <= m.Upper) {
			t.Fatalf("%s\nstep %d: %+v\nthe distance is %v to %v", line, i, *m, d.Lower, d.Upper)
		}
		along := 0.0
		for k := range c.Dim {
			along += m.Normal[k] * (m.PointB[k] - m.PointA[k])
		}
		if along < m.Lower-slack || along > m.Upper+slack {
			t.Fatalf("%s\nstep %d: %+v\nthe points are %v apart along the normal", line, i, *m, along)
		}
		if m.Until > known || c.Verdict() == collide.Hit && m.Exit == collide.ExitNone && m.Until > first+1e-12 {
			t.Fatalf("%s\nstep %d: %+v\nproved apart until %v, and they meet at %v", line, i, *m, m.Until, first)
		}
	}
}

// What is told of a point is its answer, bit for bit, and that about the point as a body, which
// agrees with it. A cast of another kind is refused.
func TestPoint(t *testing.T) {
	rng := rand.New(rand.NewPCG(29, 11))
	decode := scene.NewDecoder(scene.Options{})
	q, err := scene.NewQuery(scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[collide.Relation]int{}
	for i := range 400 {
		line := courseLine(rng, 2+i%2, "point")
		c, err := decode.Cast(context.Background(), []byte(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		r, err := explain.Point(c, explain.Options{})
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		want := q.Cast(&c)
		if got, want := string(r.Point.AppendJSON(nil)), string(want.AppendJSON(nil)); got != want {
			t.Errorf("%s\n%s\nthe answer is\n%s", line, got, want)
		}
		if a := &r.Answer; a.Lower > want.Upper || want.Lower > a.Upper || a.Relation != want.Relation || len(r.Steps) == 0 {
			t.Errorf("%s\n%+v\nas a body, in %d steps: %+v", line, want, len(r.Steps), *a)
		}
		seen[want.Relation]++
	}
	if seen[collide.Apart] < 50 || seen[collide.Overlapping] < 50 {
		t.Errorf("%v", seen)
	}
	c, err := decode.Cast(context.Background(), []byte(courseLine(rng, 2, "ray")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := explain.Point(c, explain.Options{}); !errors.Is(err, collide.ErrBadOption) {
		t.Errorf("a ray: %v", err)
	}
}
