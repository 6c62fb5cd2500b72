package picture

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/scene"
)

// The cores drawn are those that the steps are about: each support point found is where the drawn
// difference of the cores ends along the step's direction, no vertex lies outside, and the margins
// are the report's.
func TestCoresOfSteps(t *testing.T) {
	raced.Skip(t)
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
	p, err := scene.DecodePair(t.Context(), []byte(line), scene.Options{})
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

// drawHulls draws two hulls of up to five corners, near each other.
func drawHulls(t *testing.T, rng *rand.Rand) scene.Pair {
	t.Helper()
	number := func() float64 { return math.Round(80*rng.Float64()-40) / 8 }
	var text [2]string
	for i := range text {
		text[i] = "["
		for range 5 {
			text[i] += fmt.Sprintf("[%v,%v],", number(), number())
		}
		text[i] = text[i][:len(text[i])-1] + "]"
	}
	line := `{"dim":2,"a":{"shape":{"type":"hull","points":` + text[0] + `}},"b":{"shape":{"type":"hull","points":` + text[1] + `},"pose":{"p":[4,1]}}}`
	p, err := scene.DecodePair(t.Context(), []byte(line), scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The region drawn for a step of GJK holds the origin, and the points in it are nearest to the part
// of the simplex that the step keeps.
func TestRegions(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(7, 8))
	seen := map[int]int{}
	for range 300 {
		p := drawHulls(t, rng)
		for _, algorithm := range []explain.Algorithm{explain.GJK, explain.Walk} {
			r, err := explain.Pair(p, explain.Options{Algorithm: algorithm})
			if err != nil {
				t.Fatal(err)
			}
			f := newFigure(r)
			page := draw.NewPage(200, 200)
			for i := range f.steps {
				plot, _ := f.stepPlot(page, &f.steps[i], page.Bounds())
				if area := f.regionOf(&plot, &f.steps[i]); len(area) > 0 {
					seen[len(f.steps[i].Kept)]++
					checkRegion(t, area, &f.steps[i], rng)
				}
			}
		}
	}
	if seen[1] < 3 || seen[2] < 100 || seen[3] < 50 {
		t.Errorf("regions of parts with so many corners: %v", seen)
	}
}

// checkRegion checks that the origin is in a convex area, and that random points of it are nearest
// to what the step keeps.
func checkRegion(t *testing.T, area []d3.Vec, s *turn, rng *rand.Rand) {
	t.Helper()
	for i, p := range area {
		q := area[(i+1)%len(area)]
		if turned := p.Cross(q).Z * areaSign(area); turned < -1e-9 {
			t.Errorf("the origin is outside the region %v of %v", area, s.Kept)
			return
		}
	}
	if s.Stage != collide.StageGJK {
		return
	}
	kept, all := places(vertices(s.Kept)), append(places(s.Simplex), s.W.At)
	for range 20 {
		var x d3.Vec
		sum := 0.0
		for _, p := range area {
			w := rng.Float64()
			x, sum = x.Add(p.Scale(w)), sum+w
		}
		x = x.Scale(1 / sum)
		if d, e := distanceTo(x, all), distanceTo(x, kept); e > d+1e-9 {
			t.Errorf("%v of the region is %v from the simplex and %v from %v", x, d, e, s.Kept)
		}
	}
}

// areaSign returns 1 for corners in counter-clockwise order, else -1.
func areaSign(p []d3.Vec) float64 {
	sum := 0.0
	for i := range p {
		sum += p[i].Cross(p[(i+1)%len(p)]).Z
	}
	return math.Copysign(1, sum)
}

// distanceTo returns the distance of x from the hull of up to three points.
func distanceTo(x d3.Vec, p []d3.Vec) float64 {
	h, err := d3.NewHull(p)
	if err != nil {
		return math.NaN()
	}
	a, err1 := d3.Place(h, d3.Pose{})
	b, err2 := d3.Place(d3.Sphere{}, d3.Pose{Pos: x})
	if err1 != nil || err2 != nil {
		return math.NaN()
	}
	return max(d3.Distance(&a, &b).Distance, 0)
}

// TestNumbersOfVertices holds that every number in the picture of a step stands once, clear of the
// others, and nearly always of the arrow and of the crosses of what is dropped.
func TestNumbersOfVertices(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 8))
	all, covered := 0, 0
	for turn := range 150 {
		p := drawHulls(t, rng)
		r, err := explain.Pair(p, explain.Options{Algorithm: explain.EPA})
		if err != nil {
			t.Fatal(err)
		}
		f := newFigure(r)
		page := draw.NewPage(260, 200)
		for i := range f.steps {
			step := &f.steps[i]
			plot, _ := f.stepPlot(page, step, page.Bounds())
			f.drawStep(&plot, step)
			for k, l := range plot.labels {
				for _, o := range plot.labels[:k] {
					if d := l.at.Sub(o.at); l.number == o.number || math.Abs(d.X) < 15 && math.Abs(d.Y) < 12 {
						t.Fatalf("pair %d, step %d: the numbers %v and %v", turn, i+1, l, o)
					}
				}
				all++
				bad := false
				for _, v := range step.dropped() {
					bad = bad || plot.At(v.At).Sub(l.at).Len() < 10
				}
				if from, to := plot.shaft(step.start(), step.search, 34); step.search != (d3.Vec{}) {
					_, _, crossed := draw.ClipLine(from, to, draw.Square(l.at, 5))
					bad = bad || crossed
				}
				if bad {
					covered++
				}
			}
		}
	}
	if all < 1000 || covered > all/100 {
		t.Errorf("%d of %d numbers under an arrow or a cross", covered, all)
	}
}

// TestInterval writes bounds that five digits do not tell apart as one number.
func TestInterval(t *testing.T) {
	for _, c := range []struct {
		lower, upper float64
		stage        collide.Stage
		want         string
	}{
		{0.04, 0.0400000001, collide.StageGJK, "0.04"},
		{0.04, 0.0401, collide.StageGJK, "0.04 to 0.0401"},
		{-1, 2, collide.StageGJK, "at most 2"},
		{-1, math.Inf(1), collide.StageGJK, ""},
		{1, math.Inf(1), collide.StageGJK, "at least 1"},
		{-1e-15, 0, collide.StageEPA, "−1e−15 to 0"},
	} {
		step := turn{Step: explain.Step{Stage: c.stage, Lower: c.lower, Upper: c.upper}}
		if got := step.interval(); got != c.want {
			t.Errorf("[%v, %v]: %q, want %q", c.lower, c.upper, got, c.want)
		}
	}
}

// TestOpenBracket: where no lower bound is known, nobody reads the greatest double.
func TestOpenBracket(t *testing.T) {
	line := `{"dim":3,"a":{"shape":{"type":"mesh","vertices":[[0,0,0],[4,0,0],[0,4,0]],"triangles":[[0,1,2]]}},"b":{"shape":{"type":"sphere","radius":1},"pose":{"p":[1,1,0.5]}}}`
	p, err := scene.DecodePair(t.Context(), []byte(line), scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := explain.Pair(p, explain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	if err := WriteTable(&table, r); err != nil {
		t.Fatal(err)
	}
	facts := strings.Join(newFigure(r).sentences(), " ")
	if !strings.Contains(table.String(), "lower       none is known\n") || !strings.Contains(facts, "certainly at most −0.5;") ||
		strings.Contains(table.String()+facts, "e+308") {
		t.Errorf("%s\n%s", table.String(), facts)
	}
}

// A body too small to see beside the other is enlarged in the panels of axes, whichever of the two
// it is; others are not.
func TestLesserBodyIsSeen(t *testing.T) {
	large := map[string]string{
		"2": `{"shape":{"type":"polygon","points":[[0,0],[1000,0],[1000,1000],[0,1000]]},"pose":{}}`,
		"3": `{"shape":{"type":"box","size":[2000,2000,2000]},"pose":{}}`,
	}
	const turned = `"rpy_deg":[20,30,10]`
	for _, c := range []struct {
		dim, small string
		swapped    bool
		want       bool
	}{
		{"2", `{"shape":{"type":"polygon","points":[[1000.2,3],[1001,3.4],[1000.6,4.2]]},"pose":{}}`, false, true},
		{"2", `{"shape":{"type":"polygon","points":[[1000.2,3],[1001,3.4],[1000.6,4.2]]},"pose":{}}`, true, true},
		{"2", `{"shape":{"type":"polygon","points":[[1020,3],[1300,34],[1060,420]]},"pose":{}}`, false, false},
		{"3", `{"shape":{"type":"box","size":[2,2,2]},"pose":{"p":[1000.5,300,200],` + turned + `}}`, false, true},
		{"3", `{"shape":{"type":"box","size":[2,2,2]},"pose":{"p":[300,1200,200],` + turned + `}}`, true, true},
		{"3", `{"shape":{"type":"box","size":[400,200,200]},"pose":{"p":[1000.5,300,200],` + turned + `}}`, false, false},
	} {
		a, b := large[c.dim], c.small
		if c.swapped {
			a, b = b, a
		}
		p, err := scene.DecodePair(t.Context(), []byte(`{"dim":`+c.dim+`,"a":`+a+`,"b":`+b+`}`), scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := explain.Pair(p, explain.Options{Algorithm: explain.SAT})
		if err != nil {
			t.Fatal(err)
		}
		f := newFigure(r)
		box := d2.AABB{Max: d2.Vec{X: 250, Y: 200}}
		for i := range f.steps {
			if f.steps[i].Stage != collide.StageSAT {
				continue
			}
			whole := newPlot(draw.NewPage(250, 200), f.eye, box, f.shapesBox())
			near, times, ok := f.lesserPlot(&whole, &f.steps[i], box)
			if ok != c.want {
				t.Fatalf("%s: enlarged %v, want %v", c.small, ok, c.want)
			}
			if !ok {
				continue
			}
			if seen := f.eye.Reach(f.lesser().Grown).Size().Len() * near.Scale; seen < 3*seenLesser || times < 2 {
				t.Errorf("step %d: seen on %v units, enlarged %v times", i+1, seen, times)
			}
			if (f.lesser() == &f.a) != c.swapped {
				t.Error("the larger body is enlarged")
			}
		}
	}
}
