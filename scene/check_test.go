package scene_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

// randomScene returns a scene of small bodies, some of them compounds, with a half-space, groups,
// and pairs to ignore.
func randomScene(t *testing.T, rng *rand.Rand, dim, n int) *scene.Scene {
	t.Helper()
	numbers := func(spread float64) string {
		var s []string
		for range dim {
			s = append(s, fmt.Sprint(spread*rng.Float64()))
		}
		return "[" + strings.Join(s, ",") + "]"
	}
	ball := map[int]string{2: "circle", 3: "sphere"}[dim]
	var list []string
	for i := range n {
		shape := fmt.Sprintf(`{"type":%q,"radius":%v}`, ball, rng.Float64())
		switch {
		case i == 0:
			shape = fmt.Sprintf(`{"type":"half-space","normal":%s,"offset":0.5}`, numbers(1))
		case rng.IntN(3) == 0:
			shape = `{"type":"box","size":` + numbers(2) + `}`
		case rng.IntN(3) == 0:
			shape = fmt.Sprintf(`{"type":"compound","parts":[{"shape":%s},{"shape":%s,"pose":{"p":%s}}]}`, shape, shape, numbers(2))
		}
		group := ""
		if g := rng.IntN(6); g < 2 {
			group = fmt.Sprintf(`,"group":"g%d"`, g)
		}
		list = append(list, fmt.Sprintf(`{"name":"o%d","shape":%s,"pose":{"p":%s}%s}`, i, shape, numbers(9), group))
	}
	var ignore []string
	for range n {
		if i, j := rng.IntN(n), rng.IntN(n); i != j {
			ignore = append(ignore, fmt.Sprintf(`["o%d","o%d"]`, i, j))
		}
	}
	text := fmt.Sprintf(`{"version":1,"dim":%d,"clearance":%v,"objects":[%s],"ignore":[%s]}`,
		dim, []float64{0, 0.3, 2}[rng.IntN(3)], strings.Join(list, ","), strings.Join(ignore, ","))
	s, err := scene.Decode(context.Background(), strings.NewReader(text), "s.json", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Check finds, whatever the workers, the pairs of Pairs that are not clear, each with the answer of
// d2 or d3 about it; with All every pair.
func TestCheck(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	count := map[scene.Verdict]int{}
	for k := range 60 {
		s := randomScene(t, rng, 2+k%2, 1+rng.IntN(30))
		all, err := s.Check(t.Context(), scene.CheckOptions{All: true, Workers: 3})
		if err != nil || len(all) != s.CountPairs() {
			t.Fatalf("%v, %d pairs of %d", err, len(all), s.CountPairs())
		}
		answers := map[[2]int]scene.Answer{}
		for i, j := range s.Pairs() {
			if a, b := &s.Objects[i], &s.Objects[j]; s.Dim == 2 {
				answers[[2]int{i, j}] = scene.AnswerOf(d2.Distance(&a.O2, &b.O2))
			} else {
				answers[[2]int{i, j}] = scene.AnswerOf(d3.Distance(&a.O3, &b.O3))
			}
		}
		var want []scene.Found
		for i, f := range all {
			if !reflect.DeepEqual(f.Answer, answers[[2]int{f.A, f.B}]) || f.Verdict != verdictOf(&f.Answer, s.Clearance) {
				t.Fatalf("%+v, want %+v", f, answers[[2]int{f.A, f.B}])
			}
			if p := all[max(i-1, 0)]; i > 0 && !(p.Answer.Distance < f.Answer.Distance || p.Answer.Distance == f.Answer.Distance && (p.A < f.A || p.A == f.A && p.B < f.B)) {
				t.Fatalf("%+v before %+v", p, f)
			}
			if count[f.Verdict]++; f.Verdict != scene.Clear {
				want = append(want, f)
			}
		}
		for workers := range 4 {
			if got, err := s.Check(t.Context(), scene.CheckOptions{Workers: workers}); err != nil || len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
				t.Fatalf("%v, %d pairs, want %d", err, len(got), len(want))
			}
		}
	}
	if count[scene.Clear] < 1000 || count[scene.Near] < 100 || count[scene.Overlap] < 100 {
		t.Errorf("%v", count)
	}
}

// verdictOf is what the constants of Verdict say.
func verdictOf(a *scene.Answer, clearance float64) scene.Verdict {
	if a.Relation == collide.Apart {
		if a.Lower < clearance {
			return scene.Near
		}
		return scene.Clear
	}
	return map[collide.Relation]scene.Verdict{collide.Touching: scene.Touch, collide.Overlapping: scene.Overlap}[a.Relation]
}

// Boxes that prove a pair clear must not hide one that is not.
func TestCheckBoxes(t *testing.T) {
	up := math.Nextafter
	for _, c := range []struct {
		name      string
		size, at  float64 // of the box A about the origin, and where B of size 1 begins
		clearance float64
		want      scene.Verdict
		found     bool
	}{
		{"touch", 2, 1, 0, scene.Touch, true},
		{"the smallest gap", 2, up(1, 2), 0, scene.Clear, false},
		{"a gap just below the clearance", 2, 1.5, up(0.5, 1), scene.Near, true},
		{"a larger one", 2, 1.6, 0.5, scene.Clear, false},
		{"a clearance that the rounded gap reaches, the true one not", 0.2, 1e17, 1e17 - 0.05, scene.Near, true},
	} {
		a, err := d2.Place(d2.Box{Size: d2.Vec{X: c.size, Y: 1}}, d2.Pose{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := d2.Place(d2.Box{Size: d2.Vec{Y: 1}}, d2.Pose{Pos: d2.Vec{X: c.at}})
		if err != nil {
			t.Fatal(err)
		}
		s := scene.Scene{Dim: 2, Clearance: c.clearance, Objects: []scene.Object{{Name: "a", Body: scene.Body2(a)}, {Name: "b", Body: scene.Body2(b)}}}
		got, err := s.Check(t.Context(), scene.CheckOptions{})
		if err != nil || len(got) > 0 != c.found || len(got) > 0 && got[0].Verdict != c.want {
			t.Errorf("%s: %v, %+v", c.name, err, got)
		}
	}
}

// What cannot be checked is an error, and nothing panics.
func TestCheckErrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(43, 44))
	s := randomScene(t, rng, 2, 9)
	for _, o := range []scene.QueryOptions{{Tolerance: -1}, {MaxIterations: -1}, {Algorithm: 9}} {
		if _, err := s.Check(t.Context(), scene.CheckOptions{Query: o}); !errors.Is(err, collide.ErrBadOption) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	if _, err := s.Check(ctx, scene.CheckOptions{}); !errors.Is(err, why) {
		t.Errorf("%v", err)
	}
	s.Ignore = append(s.Ignore, [2]int{3, 3}, [2]int{-1, 2}, [2]int{2, 99})
	all, err := s.Check(t.Context(), scene.CheckOptions{All: true})
	if err != nil || len(all) != s.CountPairs() {
		t.Errorf("%v, %d of %d", err, len(all), s.CountPairs())
	}
	s.Clearance = math.NaN()
	if _, err := s.Check(t.Context(), scene.CheckOptions{}); !errors.Is(err, collide.ErrBadOption) {
		t.Errorf("%v", err)
	}
	mixed := scene.Scene{Objects: []scene.Object{{Body: scene.Body2(d2.Object{})}, {Body: scene.Body3(d3.Object{})}, {}}}
	found, err := mixed.Check(t.Context(), scene.CheckOptions{})
	if err != nil || len(found) != 3 || !errors.Is(found[0].Answer.Err, collide.ErrWrongDimension) || found[0].Verdict != scene.Undecided {
		t.Errorf("%v, %+v", err, found)
	}
}

// A scene of which more pairs are to be found than are allowed is refused, one with as many is not,
// by any number of workers.
func TestCheckTooMany(t *testing.T) {
	var text strings.Builder
	text.WriteString("version: 1\ndim: 2\nobjects:\n")
	for i := range 5 { // four circles in one place, and one apart: 6 pairs of 10
		fmt.Fprintf(&text, "  - {name: o%d, shape: {type: circle, radius: 1}, pose: {p: [%d, 0]}}\n", i, i/4*9)
	}
	s, err := scene.Decode(t.Context(), strings.NewReader(text.String()), "s.yaml", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		all         bool
		most, found int // 0: refused
	}{{false, 6, 6}, {false, 5, 0}, {true, 10, 10}, {true, 9, 0}, {false, 0, 6}} {
		for workers := 1; workers <= 3; workers++ {
			found, err := s.Check(t.Context(), scene.CheckOptions{All: c.all, MaxFound: c.most, Workers: workers})
			if len(found) != c.found || (c.found == 0) != errors.Is(err, scene.ErrTooLarge) {
				t.Errorf("%+v: %d found, %v", c, len(found), err)
			}
		}
	}
}
