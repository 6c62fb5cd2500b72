package explain_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/testkit/beside"
	"github.com/collide-go/collide/scene"
)

// The worked examples that tutorials print, with their numbers. Every figure must come out of a
// report.

type point = [2]float64

// polygons returns the pair of two polygons.
func polygons(t testing.TB, a, b []point) scene.Pair {
	t.Helper()
	body := func(list []point) d2.Object {
		var points []d2.Vec
		for _, p := range list {
			points = append(points, d2.Vec{X: p[0], Y: p[1]})
		}
		s, err := d2.NewPolygon(points)
		if err != nil {
			t.Fatal(err)
		}
		return place2(t, s, d2.Pose{})
	}
	return scene.Pair{Dim: 2, A: scene.Body2(body(a)), B: scene.Body2(body(b))}
}

// walked returns the steps of the walk.
func walked(t testing.TB, p scene.Pair, start point, ties explain.Tie) []explain.Step {
	t.Helper()
	return report(t, p, explain.Options{Algorithm: explain.Walk, Start: start, Ties: ties}).Steps
}

// flat returns the two numbers of v that count.
func flat(v [3]float64) point { return point{v[0], v[1]} }

// numbersOf returns the numbers of vertices.
func numbersOf(list []explain.Vertex) (out []int) {
	for _, v := range list {
		out = append(out, v.Number)
	}
	return out
}

// triangles are the shapes of the well-known first example, wedges those of the second.
var (
	triangleA = []point{{0, 1}, {1, -1}, {-1, -1}}
	triangleB = []point{{0, -1}, {1, 1}, {-1, 1}}
	wedgeA    = []point{{4, 11}, {4, 5}, {9, 9}}
	wedgeB    = []point{{5, 7}, {7, 3}, {10, 2}, {12, 7}}
)

// TestTriangles: the walk from (0, 1). A published one has (0, -3) for the second point, which is
// no point of the difference.
func TestTriangles(t *testing.T) {
	got := walked(t, polygons(t, triangleA, triangleB), point{0, 1}, explain.First)
	for i, want := range []struct {
		direction, w point
		dot          float64
		kept         []int
		origin       explain.Place
		edge         [2]int
	}{
		{point{0, 1}, point{0, 2}, 2, []int{1}, explain.PlaceNone, [2]int{}},
		{point{0, -1}, point{0, -2}, 2, []int{1, 2}, explain.OnSegment, [2]int{}},
		{point{-4, 0}, point{-2, -2}, 8, []int{1, 2, 3}, explain.OnEdge, [2]int{1, 2}},
		{point{4, 0}, point{2, -2}, 8, nil, explain.PlaceNone, [2]int{}},
	} {
		s := got[i]
		if flat(s.Direction) != want.direction || flat(s.W.At) != want.w || s.Dot != want.dot || !slices.Equal(numbersOf(s.Kept), want.kept) || s.Origin != want.origin || s.Edge != want.edge {
			t.Errorf("step %d: %+v, want %+v", i+1, s, want)
		}
	}
	if a, b := flat(got[0].A), flat(got[0].B); a != (point{0, 1}) || b != (point{0, -1}) {
		t.Errorf("first points %v, %v", a, b)
	}
	if a, b := flat(got[2].A), flat(got[2].B); a != (point{-1, -1}) || b != (point{1, 1}) {
		t.Errorf("third points %v, %v", a, b)
	}
	if len(got) != 4 || got[3].Exit != collide.ExitDecidedOverlapping {
		t.Errorf("%d steps, exit %v", len(got), got[3].Exit)
	}
	if s := walked(t, polygons(t, triangleA, triangleB), point{1, 0}, explain.First)[0]; flat(s.A) != (point{1, -1}) || flat(s.B) != (point{-1, 1}) || flat(s.W.At) != (point{2, -2}) {
		t.Errorf("along (1, 0): %+v", s)
	}
}

// combinedIn returns the sums and differences that a report lists, in the order of the two lists of
// corners.
func combinedIn(t testing.TB, a, b []point) (sum, difference []point) {
	t.Helper()
	r := report(t, polygons(t, a, b), explain.Options{Algorithm: explain.Walk, Minkowski: true})
	for _, p := range a {
		for _, q := range b {
			for _, c := range r.Minkowski {
				if flat(c.PointA) == p && flat(c.PointB) == q {
					sum, difference = append(sum, flat(c.Sum)), append(difference, flat(c.Difference))
				}
			}
		}
	}
	return sum, difference
}

// TestMinkowski: all nine sums and differences; (0, -3) is not among them.
func TestMinkowski(t *testing.T) {
	sum, difference := combinedIn(t, triangleA, triangleB)
	if want := []point{{0, 0}, {1, 2}, {-1, 2}, {1, -2}, {2, 0}, {0, 0}, {-1, -2}, {0, 0}, {-2, 0}}; !slices.Equal(sum, want) {
		t.Errorf("sums %v, want %v", sum, want)
	}
	if want := []point{{0, 2}, {-1, 0}, {1, 0}, {1, 0}, {0, -2}, {2, -2}, {-1, 0}, {-2, -2}, {0, -2}}; !slices.Equal(difference, want) {
		t.Errorf("differences %v, want %v", difference, want)
	}
}

// TestWedges: supports, both ways round where two vertices are farthest, and the walk from (1, -1).
func TestWedges(t *testing.T) {
	p := polygons(t, wedgeA, wedgeB)
	for _, want := range []struct {
		start        point // the step is the one along direction
		ties         explain.Tie
		step         int
		direction, w point
		a, b         point
	}{
		{point{1, 0}, explain.First, 0, point{1, 0}, point{4, 2}, point{9, 9}, point{5, 7}},
		{point{1, 0}, explain.First, 1, point{-1, 0}, point{-8, -2}, point{4, 5}, point{12, 7}},
		{point{1, 0}, explain.Last, 1, point{-1, 0}, point{-8, 4}, point{4, 11}, point{12, 7}},
		{point{0, 1}, explain.First, 0, point{0, 1}, point{-6, 9}, point{4, 11}, point{10, 2}},
		{point{0, 1}, explain.First, 1, point{0, -1}, point{-1, -2}, point{4, 5}, point{5, 7}},
		{point{0, 1}, explain.Last, 1, point{0, -1}, point{-8, -2}, point{4, 5}, point{12, 7}},
		{point{1, -1}, explain.First, 0, point{1, -1}, point{4, 2}, point{9, 9}, point{5, 7}},
	} {
		s := walked(t, p, want.start, want.ties)[want.step]
		if flat(s.Direction) != want.direction || flat(s.W.At) != want.w || flat(s.A) != want.a || flat(s.B) != want.b {
			t.Errorf("%+v: %+v", want, s)
		}
	}
	steps := walked(t, p, point{1, -1}, explain.First)
	if got := triangle(steps[2]); !slices.Equal(got, []point{{-8, -2}, {-6, 9}, {4, 2}}) || steps[2].Origin != explain.BeyondEdge || steps[2].Edge != [2]int{1, 3} {
		t.Errorf("the first triangle is %v, the origin %v of %v", got, steps[2].Origin, steps[2].Edge)
	}
	if got := triangle(steps[3]); !slices.Equal(got, []point{{-8, -2}, {-1, -2}, {4, 2}}) || steps[3].Exit != collide.ExitDecidedOverlapping {
		t.Errorf("the second triangle is %v, exit %v", got, steps[3].Exit)
	}
}

// triangle returns the corners of the triangle that a step of the walk makes, sorted.
func triangle(s explain.Step) []point {
	var out []point
	for _, v := range append(slices.Clone(s.Simplex), s.W) {
		out = append(out, flat(v.At))
	}
	slices.SortFunc(out, func(p, q point) int { return slices.Compare(p[:], q[:]) })
	return out
}

// TestSquares: overlapping by 1; and touching in a corner that B repeats. Touching is no overlap,
// nor is it apart.
func TestSquares(t *testing.T) {
	square := []point{{0, 0}, {3, 0}, {3, 3}, {0, 3}}
	p := polygons(t, square, []point{{2, 2}, {5, 2}, {5, 5}, {2, 5}})
	if a := report(t, p, explain.Options{}).Answer; a.Relation != collide.Overlapping || !near(a.Distance, -1) || a.Lower > -1 || a.Upper < -1 {
		t.Errorf("%+v", a)
	}
	p = polygons(t, square, []point{{3, 3}, {5, 3}, {3, 5}, {3, 5}})
	r := report(t, p, explain.Options{})
	if last := r.Steps[len(r.Steps)-1]; r.Answer.Relation != collide.Touching || r.Answer.Distance != 0 || last.Exit != collide.ExitDecidedTouching {
		t.Errorf("%+v, exit %v", r.Answer, last.Exit)
	}
	if steps := walked(t, p, point{1, 0}, explain.First); steps[len(steps)-1].Exit != collide.ExitDecidedTouching {
		t.Errorf("the walk ends %+v", steps[len(steps)-1])
	}
}

// TestBoxes: side by side, face on face, and a corner edge that reaches down into a face.
func TestBoxes(t *testing.T) {
	const unturned = "[0,0,0,1]"
	for _, c := range []struct {
		at, q, relation string
		depth           float64
		normal          [3]float64
	}{
		{"[1.5,0,0]", unturned, "overlapping", 0.5, [3]float64{1, 0, 0}},
		{"[2,0,0]", unturned, "touching", 0, [3]float64{1, 0, 0}},
		{"[0,2.2,0]", "[0,0,0.3826834323650898,0.9238795325112867]", "overlapping", 1 + math.Sqrt2 - 2.2, [3]float64{0, 1, 0}},
	} {
		p := decoded(t, `{"dim":3,"a":{"shape":{"type":"box","size":[2,2,2]}},"b":{"shape":{"type":"box","size":[2,2,2]},"pose":{"p":`+c.at+`,"q":`+c.q+`}}}`)
		for _, algorithm := range []explain.Algorithm{explain.Auto, explain.EPA, explain.SAT} {
			a := report(t, p, explain.Options{Algorithm: algorithm}).Answer
			off := 0.0
			for k, x := range c.normal {
				off = max(off, math.Abs(a.Normal[k]-x))
			}
			if a.Relation.String() != c.relation || !near(a.Distance, -c.depth) || !(off < 1e-14) {
				t.Errorf("boxes at %s, %s: %+v", c.at, algorithm, a)
			}
		}
	}
}

// near reports whether x is y but for rounding.
func near(x, y float64) bool { return math.Abs(x-y) <= 1e-14*max(1, math.Abs(y)) }

// TestPublishedFigures compares each number of the published examples, which are not part of the
// repository, with a report.
func TestPublishedFigures(t *testing.T) {
	text, err := os.ReadFile(beside.Path(t, "examples", "worked-examples.json"))
	if err != nil {
		t.Fatal(err)
	}
	var f published
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	f.walks(t)
	f.boxes(t)
}

// published is what the file of examples holds.
type published struct {
	Minkowski struct {
		A, B, Sum, Difference []point

		Support struct{ A, B, Point point } `json:"support_at_1_0"`
		Overlap bool
	}
	GJK struct {
		Steps []struct {
			Direction, A, B, Support *point
			Dot                      *float64 `json:"support_dot_direction"`
			Simplex                  []point
			Origin                   string
			Overlap                  bool
		}
	} `json:"gjk_step_by_step"`
	Dyn4j struct {
		A, B     []point
		Supports []struct {
			Direction, Point point
			A, B             *point
		}
		Without []point                            `json:"triangle_without_origin"`
		With    []point                            `json:"triangle_with_origin"`
		First   struct{ Direction, Support point } `json:"first_direction_for_the_walk"`
		Overlap bool
	} `json:"gjk_dyn4j_shapes"`
	Squares map[string]struct {
		A, B     []point
		Depth    float64
		Relation string
	}
	OBB struct {
		General  int `json:"axes_general_position"`
		Identity int `json:"axes_both_identity"`
		Pairs    []struct {
			A, B struct {
				Center, Size [3]float64
				Q            [4]float64
			}
			Depth    *float64
			Normal   *[3]float64
			Relation string
		}
	} `json:"obb_sat"`
}

// walks compares the walks and their supports.
func (f *published) walks(t *testing.T) {
	m := &f.Minkowski
	if sum, difference := combinedIn(t, m.A, m.B); !slices.Equal(sum, m.Sum) || !slices.Equal(difference, m.Difference) {
		t.Errorf("sums %v, differences %v, want %v and %v", sum, difference, m.Sum, m.Difference)
	}
	p := polygons(t, m.A, m.B)
	if s := walked(t, p, point{1, 0}, explain.First)[0]; flat(s.A) != m.Support.A || flat(s.B) != m.Support.B || flat(s.W.At) != m.Support.Point {
		t.Errorf("along (1, 0): %+v, want %+v", s, m.Support)
	}
	steps, next := walked(t, p, *f.GJK.Steps[0].Direction, explain.First), 0
	for i, want := range f.GJK.Steps {
		if want.Direction != nil {
			s := steps[next]
			next++
			if flat(s.Direction) != *want.Direction || flat(s.W.At) != *want.Support || want.A != nil && (flat(s.A) != *want.A || flat(s.B) != *want.B) || want.Dot != nil && s.Dot != *want.Dot {
				t.Errorf("step %d: %+v", i, s)
			}
			continue
		}
		s := steps[next-1]
		var got []point
		for _, v := range s.Kept {
			got = append(got, flat(v.At))
		}
		on := map[string]explain.Place{"on the segment": explain.OnSegment, "inside or on the boundary of the triangle": explain.OnEdge}[want.Origin]
		if !slices.Equal(got, want.Simplex) || s.Origin != on || on == explain.PlaceNone {
			t.Errorf("step %d: the simplex is %v, the origin %v", i, got, s.Origin)
		}
	}
	if last := steps[len(steps)-1]; (last.Exit == collide.ExitDecidedOverlapping) != m.Overlap || next != 3 {
		t.Errorf("the walk ends %v", last.Exit)
	}

	d := &f.Dyn4j
	p = polygons(t, d.A, d.B)
	for _, want := range d.Supports {
		if s := walked(t, p, want.Direction, explain.First)[0]; flat(s.W.At) != want.Point || want.A != nil && flat(s.A) != *want.A || want.B != nil && flat(s.B) != *want.B {
			t.Errorf("along %v: %+v, want %v", want.Direction, s, want.Point)
		}
	}
	steps = walked(t, p, d.First.Direction, explain.First)
	if flat(steps[0].W.At) != d.First.Support {
		t.Errorf("the walk begins at %v", steps[0].W.At)
	}
	for i, want := range [][]point{d.Without, d.With} {
		slices.SortFunc(want, func(p, q point) int { return slices.Compare(p[:], q[:]) })
		if got := triangle(steps[2+i]); !slices.Equal(got, want) {
			t.Errorf("triangle %v, want %v", got, want)
		}
	}
	if exits := steps[len(steps)-1].Exit; (exits == collide.ExitDecidedOverlapping) != d.Overlap {
		t.Errorf("the walk ends %v", exits)
	}
	for what, want := range f.Squares {
		r := report(t, polygons(t, want.A, want.B), explain.Options{})
		if r.Answer.Relation.String() != want.Relation || !near(r.Answer.Distance, -want.Depth) {
			t.Errorf("%s: %+v", what, r.Answer)
		}
	}
}

// axes returns how many different axes SAT tests for two boxes, of which the second has the
// quaternion q.
func axes(t testing.TB, q string) int {
	t.Helper()
	p := decoded(t, `{"dim":3,"a":{"shape":{"type":"box","size":[2,2,2]}},"b":{"shape":{"type":"box","size":[2,2,2]},"pose":{"p":[1.5,0.5,0.25],"q":`+q+`}}}`)
	var different [][3]float64
	for _, s := range report(t, p, explain.Options{Algorithm: explain.SAT}).Steps {
		d := s.Direction
		same := func(e [3]float64) bool {
			return math.Abs(math.Abs(d[0]*e[0]+d[1]*e[1]+d[2]*e[2])-1) < 1e-12
		}
		if s.Stage == collide.StageSAT && d != [3]float64{} && !slices.ContainsFunc(different, same) {
			different = append(different, d)
		}
	}
	return len(different)
}

// TestBoxAxes: fifteen axes in general position, three where the boxes are parallel.
func TestBoxAxes(t *testing.T) {
	if n := axes(t, "[0.2,0.3,0.1,0.9274]"); n != 15 {
		t.Errorf("%d axes in general position", n)
	}
	if n := axes(t, "[0,0,0,1]"); n != 3 {
		t.Errorf("%d axes of parallel boxes", n)
	}
}

// boxes compares the turned boxes.
func (f *published) boxes(t *testing.T) {
	if n, m := axes(t, "[0.2,0.3,0.1,0.9274]"), axes(t, "[0,0,0,1]"); n != f.OBB.General || m != f.OBB.Identity {
		t.Errorf("%d and %d axes, want %d and %d", n, m, f.OBB.General, f.OBB.Identity)
	}
	for i, want := range f.OBB.Pairs {
		body := func(c, size [3]float64, q [4]float64) string {
			text := func(v []float64) string { out, _ := json.Marshal(v); return string(out) } // finite numbers
			return fmt.Sprintf(`{"shape":{"type":"box","size":%s},"pose":{"p":%s,"q":%s}}`, text(size[:]), text(c[:]), text(q[:]))
		}
		p := decoded(t, fmt.Sprintf(`{"dim":3,"a":%s,"b":%s}`, body(want.A.Center, want.A.Size, want.A.Q), body(want.B.Center, want.B.Size, want.B.Q)))
		for _, algorithm := range []explain.Algorithm{explain.Auto, explain.EPA, explain.SAT} {
			a := report(t, p, explain.Options{Algorithm: algorithm}).Answer
			if want.Depth != nil {
				off := 0.0
				for k, x := range *want.Normal {
					off = max(off, math.Abs(a.Normal[k]-x))
				}
				if !near(a.Distance, -*want.Depth) || a.Relation != collide.Overlapping || !(off < 1e-14) {
					t.Errorf("boxes %d, %s: %+v", i, algorithm, a)
				}
			} else if a.Relation.String() != want.Relation {
				t.Errorf("boxes %d, %s: %+v", i, algorithm, a)
			}
		}
	}
}
