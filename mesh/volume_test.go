package mesh_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/mesh"
)

func ExampleVolume() {
	points := []d3.Vec{{}, {X: 1}, {Y: 2}, {Z: 3}}
	fmt.Println(mesh.Volume(points, [][3]int{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}))
	fmt.Println(mesh.Volume(points, [][3]int{{0, 2, 1}, {0, 1, 3}}))
	// Output:
	// 1 true
	// 0 false
}

// The volume of a ball of triangles goes to 4/3 pi; moved far away, inside out, cut into single
// triangles with points of their own, or beside another, it stays what it is; with a triangle less,
// or one the wrong way round, it is not closed.
func TestVolume(t *testing.T) {
	var points []d3.Vec
	const n = 20000
	for i := range n { // a spiral from pole to pole
		z := 1 - 2*(float64(i)+0.5)/n
		r := math.Sqrt(1 - z*z)
		s, c := math.Sincos(2.399963229728653 * float64(i))
		points = append(points, d3.Vec{X: r * c, Y: r * s, Z: z})
	}
	h, err := d3.NewHull(points)
	if err != nil {
		t.Fatal(err)
	}
	v, f := h.Vertices(), h.Faces()
	ball := 4. / 3 * math.Pi
	want := func(name string, got float64, closed bool, volume, tolerance float64) {
		t.Helper()
		if !closed || !(math.Abs(got-volume) <= tolerance) {
			t.Errorf("%s: %v %v, want %v", name, got, closed, volume)
		}
	}
	got, closed := mesh.Volume(v, f)
	want("a ball", got, closed, ball, 2e-3)
	one := got
	far := make([]d3.Vec, len(v))
	for i := range v {
		far[i] = v[i].Add(d3.Vec{X: 1 << 20})
	}
	got, closed = mesh.Volume(far, f)
	want("far away", got, closed, one, 1e-8)
	var soup []d3.Vec
	var single, wrong [][3]int
	for _, t := range f {
		single = append(single, [3]int{len(soup), len(soup) + 1, len(soup) + 2})
		soup = append(soup, v[t[0]], v[t[1]], v[t[2]])
		wrong = append(wrong, [3]int{t[0], t[2], t[1]})
	}
	got, closed = mesh.Volume(soup, single)
	want("triangles with points of their own", got, closed, one, 1e-11)
	got, closed = mesh.Volume(v, wrong)
	want("inside out", got, closed, -one, 1e-11)
	got, closed = mesh.Volume(v, slices.Concat(f, f))
	want("twice", got, closed, 2*one, 1e-11)
	for i, list := range [][][3]int{nil, f[1:], f[:1], slices.Concat(f[1:], wrong[:1]), slices.Concat(f, f[:1])} {
		if got, closed := mesh.Volume(v, list); got != 0 || closed {
			t.Errorf("open mesh %d: %v %v", i, got, closed)
		}
	}
}
