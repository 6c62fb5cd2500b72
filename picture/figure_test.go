package picture

import (
	"fmt"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/scene"
)

// The cores drawn are those that the steps are about: each support point found is where the drawn difference of the cores ends along
// the step's direction, no vertex lies outside, and the margins are the report's.
func TestCoresOfSteps(t *testing.T) {
	shapes := map[int][]string{
		2: {
			`{"type":"ellipse","radii":[2,0.5]}`, `{"type":"ellipse","radii":[1,1.5],"rounding":0.25}`, `{"type":"circle","radius":0.5}`,
			`{"type":"box","size":[1,2],"rounding":0.125}`, `{"type":"capsule","radius":0.25,"height":2}`,
		},
		3: {
			`{"type":"ellipsoid","radii":[2,0.5,1]}`, `{"type":"ellipsoid","radii":[1,1.5,1],"rounding":0.25}`, `{"type":"cone","radius":1,"height":2}`,
			`{"type":"box","size":[1,2,1],"rounding":0.125}`, `{"type":"cylinder","radius":0.5,"height":2}`,
		},
	}
	steps := 0
	for dim, list := range shapes {
		for i, a := range list {
			for _, b := range list[i:] {
				for _, x := range []float64{0.75, 2.5} {
					line := fmt.Sprintf(`{"dim":%d,"a":{"shape":%s},"b":{"shape":%s,"pose":{"p":[%v,0.5%s]}}}`, dim, a, b, x, map[int]string{2: "", 3: ",0.25"}[dim])
					steps += checkCores(t, line)
				}
			}
		}
	}
	if steps < 300 {
		t.Errorf("%d steps", steps)
	}
}

// checkCores checks the steps of GJK and EPA of a pair, and returns how many there are.
func checkCores(t *testing.T, line string) (steps int) {
	t.Helper()
	p, err := scene.DecodePair([]byte(line), scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := explain.Pair(p, explain.Options{Algorithm: explain.EPA})
	if err != nil {
		t.Fatal(err)
	}
	f := newFigure(r)
	if off := f.a.Margin + f.b.Margin - r.Margin; math.Abs(off) > 1e-14 {
		t.Errorf("%s: the margins drawn are off by %v", line, off)
	}
	for i := range f.steps {
		s := &f.steps[i]
		if s.Stage != collide.StageGJK && s.Stage != collide.StageEPA || !s.HasPoints {
			continue
		}
		steps++
		end := f.difference.Core(s.search).Dot(s.search)
		if off := s.W.At.Dot(s.search) - end; math.Abs(off) > 1e-9 {
			t.Errorf("%s, step %d: W is off the difference by %v", line, i+1, off)
		}
		for _, v := range append(s.Simplex, s.Vertices...) {
			if over := v.At.Dot(s.search) - end; over > 1e-9 {
				t.Errorf("%s, step %d: vertex %d is outside by %v", line, i+1, v.Number, over)
			}
		}
	}
	return steps
}
