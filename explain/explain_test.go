package explain_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/decided"
	"github.com/collide-go/collide/scene"
)

// decoded returns the pair of a pair line.
func decoded(t testing.TB, line string) scene.Pair {
	t.Helper()
	p, err := scene.DecodePair(context.Background(), []byte(line), scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// report returns what explain says about a pair.
func report(t testing.TB, p scene.Pair, o explain.Options) *explain.Report {
	t.Helper()
	r, err := explain.Pair(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// place2 and place3 put a shape at a pose.
func place2(t testing.TB, s d2.Shape, p d2.Pose) d2.Object {
	t.Helper()
	o, err := d2.Place(s, p)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func place3(t testing.TB, s d3.Shape, p d3.Pose) d3.Object {
	t.Helper()
	o, err := d3.Place(s, p)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// samples returns pairs of both dimensions, apart and overlapping, in both orders, turned and far
// from the origin.
func samples(t testing.TB) []scene.Pair {
	t.Helper()
	quat, err := d3.NewQuat(0.6, 0, 0, 0.8)
	if err != nil {
		t.Fatal(err)
	}
	turn, err := d2.NewCosSin(0.6, 0.8)
	if err != nil {
		t.Fatal(err)
	}
	hull, err := d3.NewHull([]d3.Vec{{X: 1}, {X: -1, Y: 1}, {Y: -1, Z: 0.5}, {Z: 2}, {X: 0.5, Y: 0.5, Z: -1}})
	if err != nil {
		t.Fatal(err)
	}
	var out []scene.Pair
	for _, far := range []float64{0, 1000} {
		for _, gap := range []float64{0.25, 1.5, 2, 6} {
			for _, s := range [][2]d2.Shape{
				{d2.Box{Size: d2.Vec{X: 2, Y: 3}}, d2.Ellipse{Radii: d2.Vec{X: 1, Y: 2}}},
				{d2.Rounded{Core: d2.Box{Size: d2.Vec{X: 1, Y: 1}}, R: 0.25}, d2.Box{Size: d2.Vec{X: 3, Y: 1}}},
				{d2.Circle{Radius: 1}, d2.Capsule{Height: 2, Radius: 0.5}},
				{d2.HalfSpace{Normal: d2.Vec{X: 3, Y: 4}, Offset: 2}, d2.Box{Size: d2.Vec{X: 1, Y: 2}}},
			} {
				a := place2(t, s[0], d2.Pose{Pos: d2.Vec{X: far, Y: 1}})
				b := place2(t, s[1], d2.Pose{Pos: d2.Vec{X: far + gap, Y: 1.5}, Rot: turn})
				out = append(out, scene.Pair{Dim: 2, A: scene.Body2(a), B: scene.Body2(b)}, scene.Pair{Dim: 2, A: scene.Body2(b), B: scene.Body2(a)})
			}
			for _, s := range [][2]d3.Shape{
				{d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 1}}, d3.Cylinder{Radius: 1, Height: 2}},
				{hull, d3.Rounded{Core: d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 3}}, R: 0.25}},
				{d3.Sphere{Radius: 1}, d3.Box{Size: d3.Vec{X: 1, Y: 2, Z: 3}}},
				{d3.HalfSpace{Normal: d3.Vec{X: 3, Y: 4}, Offset: 2}, d3.Cone{Radius: 1, Height: 2}},
				{d3.Cylinder{Radius: 1, Height: 2}, d3.Cylinder{Radius: 1, Height: 2}},
			} {
				a := place3(t, s[0], d3.Pose{Pos: d3.Vec{X: far, Y: 1}})
				b := place3(t, s[1], d3.Pose{Pos: d3.Vec{X: far + gap, Y: 1.5, Z: 0.5}, Rot: quat})
				out = append(out, scene.Pair{Dim: 3, A: scene.Body3(a), B: scene.Body3(b)}, scene.Pair{Dim: 3, A: scene.Body3(b), B: scene.Body3(a)})
			}
		}
	}
	return out
}

// TestStepsAreOfThisPair: in every step the point of A less that of B is W, the direction is a unit
// vector along which W is as far as any point of the polytope or simplex shown, the same point
// always has the same number, and the bounds close on the answer less the margins.
func TestStepsAreOfThisPair(t *testing.T) {
	seen := map[collide.Stage]int{}
	for i, p := range samples(t) {
		for _, algorithm := range []explain.Algorithm{explain.Auto, explain.GJK, explain.EPA} {
			r := report(t, p, explain.Options{Algorithm: algorithm})
			where := map[int][3]float64{}
			for k, s := range r.Steps {
				seen[s.Stage]++
				for _, v := range append(append(append([]explain.Vertex{s.W}, s.Simplex...), s.Vertices...), s.Kept...) {
					if at, known := where[v.Number]; known && at != v.At && v.Number > 0 {
						t.Fatalf("pair %d, %s, step %d: vertex %d at %v and %v", i, algorithm, k, v.Number, at, v.At)
					}
					where[v.Number] = v.At
				}
				if !s.HasPoints {
					continue
				}
				checkPoints(t, p, &s)
				if t.Failed() {
					t.Fatalf("pair %d, %s, step %d: %+v", i, algorithm, k, s)
				}
			}
			checkEnd(t, r)
			if t.Failed() {
				t.Fatalf("pair %d, %s", i, algorithm)
			}
		}
	}
	for _, a := range []collide.Stage{collide.StageGJK, collide.StageEPA, collide.StageClosed} {
		if seen[a] == 0 {
			t.Errorf("no step of %v", a)
		}
	}
}

// checkPoints checks A, B, W and the direction of a step.
func checkPoints(t *testing.T, p scene.Pair, s *explain.Step) {
	t.Helper()
	const tolerance = 1e-11 // world coordinates are up to 1000
	length := 0.0
	for i := range 3 {
		length += s.Direction[i] * s.Direction[i]
		if d := s.A[i] - s.B[i] - s.W.At[i]; !(math.Abs(d) < tolerance) {
			t.Errorf("A - B is off W by %v", d)
		}
	}
	if !(math.Abs(length-1) < 1e-12) {
		t.Errorf("the direction has length %v", math.Sqrt(length))
	}
	reach := func(v [3]float64) float64 {
		return s.Direction[0]*v[0] + s.Direction[1]*v[1] + s.Direction[2]*v[2]
	}
	for i, x := range boxes(p) { // of the shapes, which hold the cores
		if s.A[i] < x[0]-tolerance || s.A[i] > x[1]+tolerance || s.B[i] < x[2]-tolerance || s.B[i] > x[3]+tolerance {
			t.Errorf("a point outside its body: %v, %v", s.A, s.B)
		}
	}
	if s.Stage == collide.StageClosed {
		return
	}
	for _, v := range append(append([]explain.Vertex(nil), s.Simplex...), s.Vertices...) {
		if reach(v.At) > reach(s.W.At)+tolerance {
			t.Errorf("vertex %d is farther than W", v.Number)
		}
	}
}

// boxes returns for each axis the range of A's box and of B's.
func boxes(p scene.Pair) [][4]float64 {
	if p.Dim == 2 {
		a, b := p.A.O2.AABB(), p.B.O2.AABB()
		return [][4]float64{{a.Min.X, a.Max.X, b.Min.X, b.Max.X}, {a.Min.Y, a.Max.Y, b.Min.Y, b.Max.Y}}
	}
	a, b := p.A.O3.AABB(), p.B.O3.AABB()
	return [][4]float64{{a.Min.X, a.Max.X, b.Min.X, b.Max.X}, {a.Min.Y, a.Max.Y, b.Min.Y, b.Max.Y}, {a.Min.Z, a.Max.Z, b.Min.Z, b.Max.Z}}
}

// checkEnd checks that the last step says why the algorithm ended, and that its bounds hold the
// answer.
func checkEnd(t *testing.T, r *explain.Report) {
	t.Helper()
	if len(r.Steps) == 0 {
		t.Error("no steps")
		return
	}
	s := &r.Steps[len(r.Steps)-1]
	if s.Exit == collide.ExitNone {
		t.Error("the last step does not say why it ended")
	}
	core := r.Answer.Distance + r.Margin
	switch {
	case !s.HasBounds:
	case s.Stage == collide.StageEPA:
		core = -core
		fallthrough
	case s.Stage != collide.StageExact:
		if !(s.Lower-1e-8 <= core && core <= s.Upper+1e-8) && s.Exit != collide.ExitContains {
			t.Errorf("%v is not within %v and %v", core, s.Lower, s.Upper)
		}
	}
}

// TestSATShadows: the intervals of each step are those of the bodies' corners, and the answer has a
// bracket in common with Distance.
func TestSATShadows(t *testing.T) {
	ran := 0
	for i, p := range samples(t) {
		r := report(t, p, explain.Options{Algorithm: explain.SAT})
		if r.Tested == 0 {
			unserved(t, p, r)
			continue
		}
		ran++
		auto := report(t, p, explain.Options{})
		if r.Answer.Relation != auto.Answer.Relation || r.Answer.Lower > auto.Answer.Upper || r.Answer.Upper < auto.Answer.Lower {
			t.Errorf("pair %d: SAT says %+v, Distance %+v", i, r.Answer, auto.Answer)
		}
		var a, b [][3]float64
		if p.Dim == 2 {
			a, b = corners2(&p.A.O2), corners2(&p.B.O2)
		} else {
			a, b = corners3(&p.A.O3), corners3(&p.B.O3)
		}
		for k, s := range r.Steps {
			if s.Stage != collide.StageSAT || s.Direction == [3]float64{} {
				continue
			}
			for _, c := range []struct {
				corners [][3]float64
				got     [2]float64
			}{{a, s.RangeA}, {b, s.RangeB}} {
				lo, hi := math.Inf(1), math.Inf(-1)
				for _, x := range c.corners {
					d := s.Direction[0]*x[0] + s.Direction[1]*x[1] + s.Direction[2]*x[2]
					lo, hi = min(lo, d), max(hi, d)
				}
				if !(math.Abs(lo-c.got[0]) < 1e-11 && math.Abs(hi-c.got[1]) < 1e-11) {
					t.Errorf("pair %d, step %d: %v covers %v to %v, not %v", i, k, s.Axis, lo, hi, c.got)
				}
			}
			if gap := s.RangeB[0] - s.RangeA[1]; !s.Best && !(s.Lower < gap+1e-11 && s.Lower > gap-1e-10) {
				t.Errorf("pair %d, step %d: the bound is %v, the gap %v", i, k, s.Lower, gap)
			}
		}
	}
	if ran < 20 {
		t.Errorf("%d pairs", ran)
	}
}

// unserved checks the report of SAT about a pair that it cannot serve: it says so, and goes on as
// Distance does.
func unserved(t *testing.T, p scene.Pair, r *explain.Report) {
	t.Helper()
	auto := report(t, p, explain.Options{})
	if r.Steps[0].Exit != collide.ExitUnserved && r.Steps[0].Stage != collide.StageClosed || !reflect.DeepEqual(r.Answer, auto.Answer) {
		t.Errorf("SAT begins with %+v and answers %+v, Distance %+v", r.Steps[0], r.Answer, auto.Answer)
	}
}

// TestBestAxis: what is taken up again as the best axis is an axis of the same run, with the least
// gap or overlap of it. Where squares touch, SAT runs twice, and the last axis of the second run is
// none of the first.
func TestBestAxis(t *testing.T) {
	pairs := append(samples(t),
		decoded(t, `{"dim":2,"a":{"shape":{"type":"polygon","points":[[0,0],[4,0],[4,4],[0,4]]}},"b":{"shape":{"type":"polygon","points":[[4,4],[7,5],[5,7]]}}}`))
	marked := 0
	for i, p := range pairs {
		r := report(t, p, explain.Options{Algorithm: explain.SAT})
		from := 0
		for k := range r.Steps {
			if k > 0 && (r.Steps[k-1].Exit != collide.ExitNone || r.Steps[k-1].Stage != r.Steps[k].Stage) {
				from = k
			}
			if s := &r.Steps[k]; s.Best {
				marked++
				for _, e := range r.Steps[from:k] {
					if e.RangeB[0]-e.RangeA[1] > s.RangeB[0]-s.RangeA[1]+1e-9 {
						t.Errorf("pair %d, step %d: a gap of %v is called best, step with %v before it", i, k+1, s.RangeB[0]-s.RangeA[1], e.RangeB[0]-e.RangeA[1])
					}
				}
			}
		}
	}
	if marked < 10 {
		t.Errorf("%d axes marked", marked)
	}
}

// corners2 returns the corners of the core of a box or segment in the world.
func corners2(o *d2.Object) [][3]float64 {
	shape := o.Shape()
	if r, ok := shape.(d2.Rounded); ok {
		shape = r.Core
	}
	h := d2.Vec{}
	switch s := shape.(type) {
	case d2.Box:
		h = s.Size.Scale(0.5)
	case d2.Capsule:
		h.X = s.Height / 2
	}
	var out [][3]float64
	for _, c := range []d2.Vec{{X: h.X, Y: h.Y}, {X: -h.X, Y: h.Y}, {X: h.X, Y: -h.Y}, {X: -h.X, Y: -h.Y}} {
		v := o.Pose().Apply(c)
		out = append(out, [3]float64{v.X, v.Y})
	}
	return out
}

// corners3 is corners2 in space, for hulls too.
func corners3(o *d3.Object) [][3]float64 {
	shape := o.Shape()
	if r, ok := shape.(d3.Rounded); ok {
		shape = r.Core
	}
	var list []d3.Vec
	switch s := shape.(type) {
	case *d3.Hull:
		list = s.Vertices()
	case d3.Sphere:
		list = []d3.Vec{{}}
	case d3.Box:
		for i := range 8 {
			f := func(bit int) float64 { return float64(i>>bit&1) - 0.5 }
			list = append(list, d3.Vec{X: f(0) * s.Size.X, Y: f(1) * s.Size.Y, Z: f(2) * s.Size.Z})
		}
	}
	var out [][3]float64
	for _, c := range list {
		v := o.Pose().Apply(c)
		out = append(out, [3]float64{v.X, v.Y, v.Z})
	}
	return out
}

// TestAnswerIsThatOfDistance: bit for bit, whatever is recorded.
func TestAnswerIsThatOfDistance(t *testing.T) {
	for i, p := range samples(t) {
		want := scene.Answer{}
		if p.Dim == 2 {
			want = scene.AnswerOf(d2.Distance(&p.A.O2, &p.B.O2))
		} else {
			want = scene.AnswerOf(d3.Distance(&p.A.O3, &p.B.O3))
		}
		want.ID, want.HasID, p.ID, p.HasID = "x", true, "x", true
		if r := report(t, p, explain.Options{}); !reflect.DeepEqual(r.Answer, want) {
			t.Errorf("pair %d: %+v, want %+v", i, r.Answer, want)
		}
	}
}

// TestRefused: what cannot be explained gets the error that says so.
func TestRefused(t *testing.T) {
	ball := `{"shape":{"type":"sphere","radius":1}}`
	box := `{"shape":{"type":"box","size":[1,1]}}`
	for _, c := range []struct {
		what, line string
		o          explain.Options
		want       error
	}{
		{"an unknown algorithm", `{"dim":3,"a":` + ball + `,"b":` + ball + `}`, explain.Options{Algorithm: 9}, collide.ErrBadOption},
		{"a bad tolerance", `{"dim":3,"a":` + ball + `,"b":` + ball + `}`, explain.Options{Tolerance: -1}, collide.ErrBadOption},
		{"the same in 2D", `{"dim":2,"a":` + box + `,"b":` + box + `}`, explain.Options{MaxIterations: -1}, collide.ErrBadOption},
		{"the walk is of the plane", `{"dim":3,"a":` + ball + `,"b":` + ball + `}`, explain.Options{Algorithm: explain.Walk}, collide.ErrWrongDimension},
		{"and of polygons", `{"dim":2,"a":` + box + `,"b":{"shape":{"type":"circle","radius":1}}}`, explain.Options{Algorithm: explain.Walk}, collide.ErrNotPolytope},
		{"of both", `{"dim":2,"a":{"shape":{"type":"ellipse","radii":[1,2]}},"b":` + box + `}`, explain.Options{Algorithm: explain.Walk}, collide.ErrNotPolytope},
		{"not grown ones", `{"dim":2,"a":` + box + `,"b":{"shape":{"type":"box","size":[1,1],"rounding":0.5}}}`, explain.Options{Algorithm: explain.Walk}, collide.ErrNotPolytope},
		{"a start that is no number", `{"dim":2,"a":` + box + `,"b":` + box + `}`, explain.Options{Algorithm: explain.Walk, Start: [2]float64{math.NaN(), 1}}, collide.ErrBadOption},
		{"an unknown tie rule", `{"dim":2,"a":` + box + `,"b":` + box + `}`, explain.Options{Algorithm: explain.Walk, Ties: 2}, collide.ErrBadOption},
	} {
		if _, err := explain.Pair(decoded(t, c.line), c.o); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.what, err, c.want)
		}
	}
	if _, err := explain.Pair(scene.Pair{}, explain.Options{}); !errors.Is(err, collide.ErrWrongDimension) {
		t.Errorf("no pair: %v", err)
	}
}

// TestWalkAgreesWithRelate: on small integers, where every kind of contact is common, turned by
// 3-4-5 or not, for every start and tie rule.
func TestWalkAgreesWithRelate(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	turn, err := d2.NewCosSin(0.6, 0.8)
	if err != nil {
		t.Fatal(err)
	}
	body := func() d2.Object {
		var points []d2.Vec
		for range 1 + rng.IntN(6) {
			points = append(points, d2.Vec{X: float64(rng.IntN(9) - 4), Y: float64(rng.IntN(9) - 4)})
		}
		h, err := d2.NewHull(points)
		if err != nil {
			t.Fatal(err)
		}
		shape := []d2.Shape{h, d2.Box{Size: d2.Vec{X: float64(rng.IntN(4)), Y: float64(rng.IntN(4))}}, d2.Capsule{Height: float64(rng.IntN(5))}}[rng.IntN(8)/6*(1+rng.IntN(2))]
		p := d2.Pose{Pos: d2.Vec{X: float64(rng.IntN(9) - 4), Y: float64(rng.IntN(9) - 4)}}
		if rng.IntN(4) == 0 {
			p.Rot = turn
		}
		return place2(t, shape, p)
	}
	count := map[collide.Relation]int{}
	for i := range 4000 {
		p := scene.Pair{Dim: 2, A: scene.Body2(body()), B: scene.Body2(body())}
		want := d2.Relate(&p.A.O2, &p.B.O2)
		count[want]++
		o := explain.Options{Algorithm: explain.Walk, Start: [2]float64{float64(rng.IntN(5) - 2), float64(rng.IntN(5) - 2)}, Ties: explain.Tie(rng.IntN(2))}
		r := report(t, p, o)
		last := &r.Steps[len(r.Steps)-1]
		if last.Exit != decided.Exit(want) || r.Answer.Relation != want {
			t.Fatalf("pair %d: the walk says %v, Relate %v: %+v", i, last.Exit, want, r.Steps)
		}
		for k, s := range r.Steps {
			if k < len(r.Steps)-1 && s.Exit != collide.ExitNone || len(r.Steps) > 40 {
				t.Fatalf("pair %d: %+v", i, r.Steps)
			}
		}
	}
	if count[collide.Apart] < 500 || count[collide.Touching] < 100 || count[collide.Overlapping] < 500 {
		t.Errorf("not much of a test: %v", count)
	}
}

// Of compounds the parts that decide are explained, and the answer is that about the whole bodies.
func TestCompoundsAreExplained(t *testing.T) {
	const ell = `{"shape":{"type":"compound","parts":[{"shape":{"type":"box","size":[4,1]}},{"shape":{"type":"box","size":[1,4]},"pose":{"p":[1.5,1.5]}}]}}`
	const box = `{"shape":{"type":"box","size":[1,1]},"pose":{"p":[2.25,2]}}`
	for _, c := range []struct{ a, b, nameA, nameB string }{{ell, box, "ell (part 1)", "B"}, {box, ell, "ell", "B (part 1)"}} {
		p, err := scene.DecodePair(t.Context(), []byte(`{"id":"x","dim":2,"a":`+c.a+`,"b":`+c.b+`}`), scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := scene.AnswerOf(d2.Distance(&p.A.O2, &p.B.O2))
		want.ID, want.HasID = "x", true
		for _, algorithm := range []explain.Algorithm{explain.Auto, explain.GJK, explain.EPA, explain.Walk} {
			r := report(t, p, explain.Options{Algorithm: algorithm, A: "ell"})
			if !reflect.DeepEqual(r.Answer, want) || r.A != c.nameA || r.B != c.nameB || r.Pair.A.Parts()+r.Pair.B.Parts() > 0 ||
				!slices.Contains(r.Notes, explain.NoteParts) || len(r.Steps) == 0 {
				t.Errorf("%v: %q and %q, notes %v, answer %+v, want %+v", algorithm, r.A, r.B, r.Notes, r.Answer, want)
			}
		}
	}
}

// Of meshes, height fields, chains and grids the triangle, edge or cell that decides is explained.
func TestSurfacesAreExplained(t *testing.T) {
	const (
		chain = `{"type":"chain","points":[[-9,0],[0,0],[9,0]]}`
		grid  = `{"type":"grid","cell":[1,1],"rows":[[0,1],[1,1]]}`
		field = `{"type":"height-field","spacing":[1,1],"heights":[[0,0],[0,0]]}`
		mesh  = `{"type":"mesh","vertices":[[0,0,0],[1,0,0],[1,1,0],[0,1,0]],"triangles":[[0,1,2],[0,2,3]]}`
	)
	for _, c := range []struct {
		dim             int
		shape, at, name string
	}{
		{2, chain, "3,2", "edge 1"},
		{2, `{"type":"chain","points":[[-9,0],[0,0],[9,0]],"sided":"left"}`, "3,2", "edge 1"},
		{2, `{"type":"compound","parts":[{"shape":{"type":"circle","radius":0.1},"pose":{"p":[-30,0]}},{"shape":` + chain + `}]}`, "-3,2", "part 1, edge 0"},
		{2, grid, "0.5,3", "cell 2"},
		{2, grid, "1.5,-2", "cell 1"},
		{3, field, "0.1,0.9,2", "triangle 1"},
		{3, mesh, "0.9,0.1,2", "triangle 0"},
	} {
		ball := []string{`{"type":"circle","radius":0.25}`, `{"type":"sphere","radius":0.25}`}[c.dim-2]
		text := fmt.Sprintf(`{"id":"x","dim":%d,"a":{"shape":%s},"b":{"shape":%s,"pose":{"p":[%s]}}}`, c.dim, c.shape, ball, c.at)
		p, err := scene.DecodePair(t.Context(), []byte(text), scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := report(t, p, explain.Options{})
		if r.A != "A ("+c.name+")" || r.B != "B" || r.Pair.A.Surface() || !slices.Contains(r.Notes, explain.NoteParts) {
			t.Errorf("%s: %q and %q, notes %v", text, r.A, r.B, r.Notes)
		}
	}
	text := `{"id":"x","dim":2,"a":{"shape":{"type":"chain","points":[[0,0],[1,0]],"sided":"left"}},"b":{"shape":{"type":"circle","radius":1},"pose":{"p":[0,-3]}}}`
	p, err := scene.DecodePair(t.Context(), []byte(text), scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := explain.Pair(p, explain.Options{}); !errors.Is(err, explain.ErrNoEdge) {
		t.Errorf("a chain that is not there: %v", err)
	}
}
