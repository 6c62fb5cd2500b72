package scene_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

// manifoldLines are pairs that touch in a point, along an edge and in a face, that overlap, that
// are apart, and compounds.
var manifoldLines = []string{
	`{"id":"face","dim":3,"a":{"shape":{"type":"box","size":[2,2,2]}},"b":{"shape":{"type":"box","size":[1,1,1]},"pose":{"p":[0.25,0,1.5],"axis_angle":[0,0,1,0.3]}}}`,
	`{"id":"deep","dim":3,"a":{"shape":{"type":"box","size":[2,2,2]}},"b":{"shape":{"type":"cylinder","radius":1,"height":1},"pose":{"p":[0.2,0.1,1.4]}}}`,
	`{"id":"ball","dim":3,"a":{"shape":{"type":"sphere","radius":1}},"b":{"shape":{"type":"half-space","normal":[0,0,1],"offset":-0.5}}}`,
	`{"id":"apart","dim":3,"a":{"shape":{"type":"sphere","radius":1}},"b":{"shape":{"type":"sphere","radius":1},"pose":{"p":[3,0,0]}}}`,
	`{"id":"edge","dim":2,"a":{"shape":{"type":"box","size":[2,1]}},"b":{"shape":{"type":"box","size":[1,1]},"pose":{"p":[0.5,1]}}}`,
	`{"id":"ells","dim":2,"a":{"shape":{"type":"compound","parts":[{"shape":{"type":"box","size":[4,1]}},{"shape":{"type":"box","size":[1,4]},"pose":{"p":[1.5,1.5]}}]}},"b":{"shape":{"type":"compound","parts":[{"shape":{"type":"circle","radius":1},"pose":{"p":[0,1.25]}},{"shape":{"type":"box","size":[1,1]},"pose":{"p":[-9,0]}}]}}}`,
	`{"id":"one","dim":3,"a":{"shape":{"type":"compound","parts":[{"shape":{"type":"sphere","radius":1}},{"shape":{"type":"box","size":[1,1,1]},"pose":{"p":[0,0,-1]}}]}},"b":{"shape":{"type":"box","size":[1,1,1]},"pose":{"p":[0,0,-1.9]}}}`,
	`{"id":"walls","dim":2,"a":{"shape":{"type":"half-space","normal":[0,1],"offset":1}},"b":{"shape":{"type":"half-space","normal":[0,-1],"offset":1}}}`,
}

// manifoldLine is what an answer line with a manifold holds.
type manifoldLine struct {
	Relation string
	Distance float64
	Parts    []*int
	Manifold []struct {
		A     []float64 `json:"point_a"`
		B     []float64 `json:"point_b"`
		LA    []float64 `json:"local_a"`
		LB    []float64 `json:"local_b"`
		D     float64   `json:"distance"`
		ID    uint64    `json:"id"`
		Parts []*int
	}
}

// number returns the number of a part, -1 for null.
func number(p *int) int {
	if p == nil {
		return -1
	}
	return *p
}

// Each field of a point of a written manifold is that of the library, in its order; a pair apart
// has none, and only compounds name parts.
func TestManifoldLines(t *testing.T) {
	s, err := scene.NewAnswerer(scene.Options{}, scene.QueryOptions{Manifold: true})
	if err != nil {
		t.Fatal(err)
	}
	points := 0
	for _, line := range manifoldLines {
		p, err := scene.DecodePair(context.Background(), []byte(line), scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var want []scene.ManifoldPoint
		if p.Dim == 2 {
			v := func(v d2.Vec) [3]float64 { return [3]float64{v.X, v.Y} }
			for c, m := range new(d2.Query).Manifolds(&p.A.O2, &p.B.O2, nil) {
				for _, q := range m.Points[:m.N] {
					want = append(want, scene.ManifoldPoint{PointA: v(q.PointA), PointB: v(q.PointB), LocalA: v(q.LocalA), LocalB: v(q.LocalB), Distance: q.Distance, ID: q.ID, PartA: c.PartA, PartB: c.PartB})
				}
			}
		} else {
			v := func(v d3.Vec) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }
			for c, m := range new(d3.Query).Manifolds(&p.A.O3, &p.B.O3, nil) {
				for _, q := range m.Points[:m.N] {
					want = append(want, scene.ManifoldPoint{PointA: v(q.PointA), PointB: v(q.PointB), LocalA: v(q.LocalA), LocalB: v(q.LocalB), Distance: q.Distance, ID: q.ID, PartA: c.PartA, PartB: c.PartB})
				}
			}
		}
		text, ok := s.AppendAnswer(t.Context(), nil, []byte(line), 1)
		var got manifoldLine
		if err := json.Unmarshal(text, &got); err != nil || !ok || !bytes.Contains(text, []byte(`"manifold":[`)) {
			t.Fatalf("%v: %s", err, text)
		}
		if len(got.Manifold) != len(want) || (got.Relation == "apart") != (len(want) == 0) {
			t.Fatalf("%d points, want %d: %s", len(got.Manifold), len(want), text)
		}
		for i, g := range got.Manifold {
			w, n := want[i], p.Dim
			if !reflect.DeepEqual([][]float64{g.A, g.B, g.LA, g.LB}, [][]float64{w.PointA[:n], w.PointB[:n], w.LocalA[:n], w.LocalB[:n]}) ||
				g.D != w.Distance || collide.FeatureID(g.ID) != w.ID {
				t.Errorf("%s\npoint %d is %+v, want %+v", line, i, g, w)
			}
			if compound := p.A.Parts()+p.B.Parts() > 0; compound != (g.Parts != nil) || compound != (got.Parts != nil) ||
				compound && (number(g.Parts[0]) != w.PartA || number(g.Parts[1]) != w.PartB) {
				t.Errorf("%s\npoint %d has the parts %v", line, i, g.Parts)
			}
			points++
		}
	}
	if points < 12 {
		t.Errorf("%d points in all", points)
	}
}

// The points of a manifold are what their fields say: each pair of them its distance apart, each of
// the bodies' frames another name of the same place, and the deepest as deep as the bodies.
func TestManifoldMeaning(t *testing.T) {
	q, err := scene.NewQuery(scene.QueryOptions{Manifold: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range manifoldLines {
		p, err := scene.DecodePair(context.Background(), []byte(line), scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		a := q.Distance(&p.A, &p.B)
		least := math.Inf(1)
		for _, m := range a.Manifold {
			least = min(least, m.Distance)
			gap := 0.0
			for k := range 3 {
				gap += (m.PointB[k] - m.PointA[k]) * (m.PointB[k] - m.PointA[k])
			}
			if math.Abs(math.Sqrt(gap)-math.Abs(m.Distance)) > 1e-12 {
				t.Errorf("%s: %v apart: %+v", line, math.Sqrt(gap), m)
			}
			for i, b := range []*scene.Body{&p.A, &p.B} {
				local, world := [][3]float64{m.LocalA, m.LocalB}[i], [][3]float64{m.PointA, m.PointB}[i]
				v := b.O3.Pose().Apply(d3.Vec{X: local[0], Y: local[1], Z: local[2]})
				if w := b.O2.Pose().Apply(d2.Vec{X: local[0], Y: local[1]}); b.Dim == 2 {
					v = d3.Vec{X: w.X, Y: w.Y}
				}
				if d := v.Sub(d3.Vec{X: world[0], Y: world[1], Z: world[2]}); d.Len() > 1e-12 {
					t.Errorf("%s: body %d, %v in its frame is %v, not %v", line, i, local, v, world)
				}
			}
		}
		if a.Relation != collide.Apart && math.Abs(least-a.Distance) > 1e-12 {
			t.Errorf("%s: %v deep, the points %v", line, a.Distance, least)
		}
		if r := q.Relate(&p.A, &p.B); r != a.Relation || !reflect.DeepEqual(q.Manifold(&p.A, &p.B), a.Manifold) {
			t.Errorf("%s: %v, not %v", line, r, a.Relation)
		}
	}
}

// The algorithms agree: one relation, and brackets that hold one distance.
func TestQueryAlgorithms(t *testing.T) {
	for _, line := range manifoldLines {
		p, err := scene.DecodePair(context.Background(), []byte(line), scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var first scene.Answer
		for _, algorithm := range []collide.Algorithm{collide.Auto, collide.GJK, collide.SAT} {
			var t2 d2.Trace
			var t3 d3.Trace
			q, err := scene.NewQuery(scene.QueryOptions{Algorithm: algorithm, Trace2: &t2, Trace3: &t3})
			if err != nil {
				t.Fatal(err)
			}
			a := q.Distance(&p.A, &p.B)
			if algorithm == collide.Auto {
				first = a
			}
			if a.Relation != first.Relation || a.Lower > first.Upper || a.Upper < first.Lower {
				t.Errorf("%s: %v says %+v, auto %+v", line, algorithm, a, first)
			}
			if sat := t2.Tested + t3.Tested; p.ID == "face" && (sat > 0) != (algorithm == collide.SAT) && algorithm != collide.Auto {
				t.Errorf("%v tests %d axes", algorithm, sat)
			}
		}
	}
}

func ExampleAnswerer() {
	s, err := scene.NewAnswerer(scene.Options{}, scene.QueryOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, line := range []string{
		`{"id":"near","dim":2,"a":{"shape":{"type":"circle","radius":1}},"b":{"shape":{"type":"box","size":[2,2]},"pose":{"p":[3,0]}}}`,
		`{"id":"bad","dim":2,"a":{"shape":{"type":"circle","radius":-1}},"b":{"shape":{"type":"circle","radius":1}}}`,
	} {
		out, ok := s.AppendAnswer(context.Background(), nil, []byte(line), i+1)
		fmt.Println(ok, string(out))
	}
	// Output:
	// true {"id":"near","relation":"apart","distance":1,"lower":0.9999999999999895,"upper":1.0000000000000104,"normal":[1,0],"point_a":[1,0],"point_b":[2,0],"local_a":[1,0],"local_b":[-1,0],"status":"exact","iterations":1}
	// false {"id":"bad","line":2,"error":{"code":"negative-size","path":"a.shape.radius","message":"-1"}}
}

func ExampleQuery() {
	a, _ := d3.Place(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Pose{})
	b, _ := d3.Place(d3.Sphere{Radius: 1}, d3.Pose{Pos: d3.Vec{Z: 1.75}})
	q, err := scene.NewQuery(scene.QueryOptions{Manifold: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	x, y := scene.Body3(a), scene.Body3(b)
	ans := q.Distance(&x, &y)
	fmt.Println(ans.Relation, ans.Distance, len(ans.Manifold), ans.Manifold[0].PointA)
	// Output: overlapping -0.25 1 [0 0 1]
}
