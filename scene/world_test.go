package scene_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

// worldShape returns a shape of any kind as JSON, with sizes that are such that many touch.
func worldShape(rng *rand.Rand, dim int) string {
	size := func() float64 { return float64(1+rng.IntN(4)) / 4 }
	list := func(n int) string {
		s := make([]string, n)
		for i := range s {
			s[i] = fmt.Sprint(size())
		}
		return "[" + strings.Join(s, ",") + "]"
	}
	kinds := []string{
		fmt.Sprintf(`{"type":"box","size":%s}`, list(dim)), fmt.Sprintf(`{"type":"box","size":%s}`, list(dim)),
		fmt.Sprintf(`{"type":%q,"radius":%v}`, map[int]string{2: "circle", 3: "sphere"}[dim], size()),
		fmt.Sprintf(`{"type":"capsule","radius":%v,"height":%v}`, size(), size()),
		fmt.Sprintf(`{"type":"hull","points":[%s,%s,%s,%s,%s]}`, list(dim), list(dim), list(dim), list(dim), list(dim)),
		fmt.Sprintf(`{"type":%q,"radii":%s}`, map[int]string{2: "ellipse", 3: "ellipsoid"}[dim], list(dim)),
		fmt.Sprintf(`{"type":"box","size":%s,"rounding":0.125}`, list(dim)),
	}
	if dim == 3 {
		kinds = append(kinds, fmt.Sprintf(`{"type":"cylinder","radius":%v,"height":%v}`, size(), size()),
			fmt.Sprintf(`{"type":"cone","radius":%v,"height":%v}`, size(), size()))
	}
	s := kinds[rng.IntN(len(kinds))]
	if rng.IntN(4) == 0 {
		s = fmt.Sprintf(`{"type":"compound","parts":[{"shape":%s},{"shape":%s,"pose":{"p":%s}}]}`,
			s, kinds[rng.IntN(len(kinds))], list(dim))
	}
	return s
}

// worldPose returns a pose as JSON, often on a grid so that bodies touch.
func worldPose(rng *rand.Rand, dim int) string {
	p := make([]string, dim)
	for i := range p {
		x := float64(rng.IntN(17)) / 4
		if rng.IntN(3) == 0 {
			x = rng.Float64() * 4
		}
		p[i] = fmt.Sprint(x)
	}
	turn := ""
	switch rng.IntN(3) {
	case 0:
		turn = map[int]string{2: `,"angle_deg":90`, 3: `,"rpy_deg":[90,0,90]`}[dim]
	case 1:
		turn = fmt.Sprintf(map[int]string{2: `,"angle":%v`, 3: `,"rpy":[%v,1,2]`}[dim], rng.Float64())
	}
	return fmt.Sprintf(`{"p":[%s]%s}`, strings.Join(p, ","), turn)
}

// worldBodies returns the shapes at the poses.
func worldBodies(t *testing.T, dim int, shapes, poses []string) []scene.Body {
	t.Helper()
	bodies := make([]scene.Body, len(shapes))
	for i := range shapes {
		line := fmt.Sprintf(`{"dim":%d,"a":{"shape":%s,"pose":%s},"b":{"shape":%s}}`, dim, shapes[i], poses[i], shapes[i])
		p, err := scene.DecodePair(t.Context(), []byte(line), scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		bodies[i] = p.A
	}
	return bodies
}

// worldLine answers a line and returns a copy of the answer, as JSON.
func worldLine(t *testing.T, w *scene.World, number int, format string, args ...any) string {
	t.Helper()
	a, _, err := w.Answer(t.Context(), fmt.Appendf(nil, format, args...), number)
	if err != nil {
		t.Fatal(err)
	}
	if a == nil {
		return ""
	}
	return string(a.AppendJSON(nil, false))
}

// TestWorldShapes compares the pairs of worlds of all kinds of shapes with the answers about all
// pairs, and queries with a look at each body, whatever the number of workers.
func TestWorldShapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	relations := map[collide.Relation]int{}
	found := 0
	for round := range 12 {
		dim, n := 2+round%2, 1+rng.IntN(40)
		shapes := make([]string, n)
		for i := range shapes {
			shapes[i] = worldShape(rng, dim)
		}
		if round%4 < 2 {
			shapes[0] = map[int]string{2: `{"type":"half-space","normal":[0,1],"offset":-0.25}`, 3: `{"type":"half-space","normal":[0,0,1],"offset":-0.25}`}[dim]
		}
		var worlds []*scene.World
		for _, workers := range []int{0, 1, 3} {
			w, err := scene.NewWorld(scene.Options{}, scene.WorldOptions{Workers: workers, Query: scene.QueryOptions{Manifold: round%3 == 0}})
			if err != nil {
				t.Fatal(err)
			}
			worlds = append(worlds, w)
			worldLine(t, w, 1, `{"world":1,"dim":%d,"shapes":[%s],"frames":3}`, dim, strings.Join(shapes, ","))
		}
		ask := func(number int, format string, args ...any) string {
			got := worldLine(t, worlds[0], number, format, args...)
			for _, w := range worlds[1:] {
				if other := worldLine(t, w, number, format, args...); other != got {
					t.Fatalf("%s\n%s", got, other)
				}
			}
			return got
		}
		q, err := scene.NewQuery(scene.QueryOptions{Manifold: round%3 == 0})
		if err != nil {
			t.Fatal(err)
		}
		var first []scene.Body
		for k := range 3 {
			poses := make([]string, n)
			for i := range poses {
				poses[i] = worldPose(rng, dim)
			}
			bodies := worldBodies(t, dim, shapes, poses)
			if k == 0 {
				first = bodies
			}
			want := ""
			for i := range bodies {
				for j := i + 1; j < n; j++ {
					a := q.Distance(&bodies[i], &bodies[j])
					if relations[a.Relation]++; a.Relation != collide.Apart {
						want += fmt.Sprintf(`,{"a":%d,"b":%d,%s}`, i, j, a.AppendFields(nil))
					}
				}
			}
			got := ask(2+k, `{"frame":%d,"poses":[%s]}`, k, strings.Join(poses, ","))
			if want = fmt.Sprintf(`{"frame":%d,"pairs":[%s]}`, k, strings.TrimPrefix(want, ",")); got != want {
				t.Fatalf("round %d:\n%s\nwant\n%s", round, got, want)
			}
		}
		for range 30 {
			found += checkWorldQueries(t, rng, dim, first, ask)
		}
	}
	if relations[collide.Touching] < 20 || relations[collide.Overlapping] < 200 || relations[collide.Apart] < 200 || found < 500 {
		t.Errorf("%v, %d found", relations, found)
	}
}

// checkWorldQueries compares a region, a ray and a nearest with a look at each body, and returns
// how many are found.
func checkWorldQueries(t *testing.T, rng *rand.Rand, dim int, bodies []scene.Body, ask func(int, string, ...any) string) int {
	t.Helper()
	point := func() (p [3]float64) {
		for i := range dim {
			p[i] = float64(rng.IntN(24)-4) / 4
		}
		return p
	}
	text := func(p [3]float64) string { b, _ := json.Marshal(p[:dim]); return string(b) }
	p, q, k := point(), point(), rng.IntN(9)
	lo, hi := p, p
	for i := range dim {
		lo[i], hi[i] = min(p[i], q[i]), max(p[i], q[i])
	}
	type near struct {
		id int
		d  float64
	}
	var region, ray []int
	var all []near
	dir := [3]float64{q[0] - p[0], q[1] - p[1], q[2] - p[2]}
	for i := range bodies {
		b := &bodies[i]
		inside, hit, d := false, false, 0.0
		if dim == 2 {
			hull, err := d2.NewHull([]d2.Vec{{X: lo[0], Y: lo[1]}, {X: hi[0], Y: lo[1]}, {X: lo[0], Y: hi[1]}, {X: hi[0], Y: hi[1]}})
			o := must(d2.Place(hull, d2.Pose{}))
			at := must(d2.Place(d2.Circle{}, d2.Pose{Pos: d2.Vec{X: p[0], Y: p[1]}}))
			inside, d = err == nil && d2.Relate(&b.O2, &o) != collide.Apart, d2.Distance(&b.O2, &at).Distance
			if r, err := d2.NewRay(d2.Vec{X: p[0], Y: p[1]}, d2.Vec{X: dir[0], Y: dir[1]}, 1.5); err == nil {
				hit = d2.CastRay(&b.O2, &r).Verdict != collide.Miss
			}
		} else {
			o := must(d3.Place(d3.Box{Size: d3.Vec{X: hi[0] - lo[0], Y: hi[1] - lo[1], Z: hi[2] - lo[2]}},
				d3.Pose{Pos: d3.Vec{X: (lo[0] + hi[0]) / 2, Y: (lo[1] + hi[1]) / 2, Z: (lo[2] + hi[2]) / 2}})) // quarters: exact
			at := must(d3.Place(d3.Sphere{}, d3.Pose{Pos: d3.Vec{X: p[0], Y: p[1], Z: p[2]}}))
			inside, d = d3.Relate(&b.O3, &o) != collide.Apart, d3.Distance(&b.O3, &at).Distance
			if r, err := d3.NewRay(d3.Vec{X: p[0], Y: p[1], Z: p[2]}, d3.Vec{X: dir[0], Y: dir[1], Z: dir[2]}, 1.5); err == nil {
				hit = d3.CastRay(&b.O3, &r).Verdict != collide.Miss
			}
		}
		if inside {
			region = append(region, i)
		}
		if hit {
			ray = append(ray, i)
		}
		all = append(all, near{i, max(d, 0)})
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Compare(a.d, b.d) })
	check := func(want []int, distances []near, format string, args ...any) {
		t.Helper()
		var got struct {
			IDs       []int
			Distances []float64
		}
		line := ask(9, format, args...)
		if err := json.Unmarshal([]byte(line), &got); err != nil || !slices.Equal(got.IDs, want) {
			t.Fatalf("%s, want %v", line, want)
		}
		for i, n := range distances {
			if got.Distances[i] != n.d {
				t.Fatalf("%s, want %v", line, distances)
			}
		}
	}
	check(region, nil, `{"id":"r","query":"region","min":%s,"max":%s}`, text(lo), text(hi))
	if dir != [3]float64{} {
		check(ray, nil, `{"id":"y","query":"ray","origin":%s,"direction":%s,"max":1.5}`, text(p), text(dir))
	}
	all = all[:min(k, len(all))]
	var ids []int
	for _, n := range all {
		ids = append(ids, n.id)
	}
	check(ids, all, `{"id":"n","query":"nearest","point":%s,"k":%d}`, text(p), k)
	return len(region) + len(ray)
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// TestWorldShapesErrors holds that what is wrong with shapes and poses is told by its place, and
// that the next frame is answered as if nothing had been.
func TestWorldShapesErrors(t *testing.T) {
	header := func(text string) error {
		w, err := scene.NewWorld(scene.Options{}, scene.WorldOptions{})
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = w.Answer(t.Context(), []byte(text), 1)
		return err
	}
	for text, want := range map[string]string{
		`{"world":1,"dim":3,"shapes":[{"type":"sphere","radius":1},{"type":"sphere","radius":-1}],"frames":1}`: "shapes[1].radius: negative-size",
		`{"world":1,"dim":2,"shapes":[{"type":"sphere","radius":1}],"frames":1}`:                               "shapes[0].type: unknown-type",
		`{"world":1,"dim":2,"shapes":[],"boxes":1,"frames":1}`:                                                 "boxes: conflicting-fields",
		`{"world":1,"dim":2,"shapes":7,"frames":1}`:                                                            "shapes: wrong-type",
		`{"world":1,"dim":2,"shapes":["a"],"frames":1}`:                                                        "shapes[0]: wrong-type",
		`{"world":1,"dim":2,"frames":1}`:                                                                       "boxes: missing-field",
		`{"world":1,"dim":3,"shapes":[{"type":"hull","file":"a.stl"}],"frames":1}`:                             "shapes[0].file: file",
	} {
		if err := header(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if _, err := scene.NewWorld(scene.Options{}, scene.WorldOptions{Query: scene.QueryOptions{Tolerance: math.NaN()}}); err == nil {
		t.Error("a tolerance that is no number is taken")
	}
	w, err := scene.NewWorld(scene.Options{}, scene.WorldOptions{})
	if err != nil {
		t.Fatal(err)
	}
	worldLine(t, w, 1, `{"world":1,"dim":2,"shapes":[{"type":"circle","radius":1},{"type":"circle","radius":1}],"frames":6}`)
	for i, c := range [][2]string{
		{`"poses":[{},{"p":[0,1e101]}]`, `"code":"out-of-range","path":"poses[1].p[1]"`},
		{`"poses":[{}]`, `"code":"wrong-dimension","path":"poses"`},
		{`"poses":[{},{"p":[2,0]}]`, `"pairs":[{"a":0,"b":1,"relation":"touching","distance":0,`},
		{`"poses":[{"q":[0,0,0,1]},{}]`, `"code":"wrong-dimension","path":"poses[0].q"`},
		{`"min":[]`, `"code":"unknown-field","path":"min"`},
		{`"poses":[{},{"p":[3,0]}]`, `"pairs":[]`},
	} {
		if got := worldLine(t, w, i+2, `{"frame":%d,%s}`, i, c[0]); !strings.Contains(got, c[1]) {
			t.Errorf("%s: %s, want %s", c[0], got, c[1])
		}
	}
	if got := worldLine(t, w, 8, `{"id":"a","query":"nearest","point":[0,0],"k":1}`); !strings.Contains(got, "no frame 0") {
		t.Errorf("%s", got)
	}
}
