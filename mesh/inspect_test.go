package mesh

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide/d3"
)

// boxOBJ is a box from the origin to a corner, as faces of four corners.
const boxOBJ = `v 0 0 0
v 2 0 0
v 2 3 0
v 0 3 0
v 0 0 4
v 2 0 4
v 2 3 4
v 0 3 4
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
`

// inspected returns what is found in the only part of an OBJ text.
func inspected(t *testing.T, text string) *Inspection {
	t.Helper()
	m, err := Decode(strings.NewReader(text), "a.obj", Options{})
	if err != nil {
		t.Fatal(err)
	}
	list, err := m.Inspect()
	if err != nil || len(list) != 1 {
		t.Fatal(len(list), err)
	}
	return &list[0]
}

// about reports whether two numbers differ by rounding alone.
func about(x, y float64) bool { return math.Abs(x-y) <= 1e-12*(1+math.Abs(y)) }

// counts returns how often each fault is found.
func counts(i *Inspection) map[Fault]int {
	c := map[Fault]int{}
	for _, f := range Faults() {
		if n := i.Count(f); n > 0 {
			c[f] = n
		}
	}
	return c
}

// TestInspect: the measures of a box, and each fault that is put into it.
func TestInspect(t *testing.T) {
	i := inspected(t, boxOBJ)
	if i.Points != 8 || i.Triangles != 12 || i.Box != (d3.AABB{Max: d3.Vec{X: 2, Y: 3, Z: 4}}) || !about(i.Area, 52) ||
		!about(i.Volume, 24) || i.Center != (d3.Vec{X: 1, Y: 1.5, Z: 2}) || len(counts(i)) != 0 || !i.Defects.Closed {
		t.Errorf("%+v", i)
	}
	lines := strings.Split(boxOBJ, "\n")
	turned := "f" + reversed(strings.Fields(lines[8])[1:])
	all := make([]string, 6)
	for k := range all {
		all[k] = "f" + reversed(strings.Fields(lines[8+k])[1:])
	}
	for name, row := range map[string]struct {
		text string
		want map[Fault]int
	}{
		"without a face":        {strings.Join(lines[:13], "\n"), map[Fault]int{Open: 4}},
		"a face turned round":   {strings.Replace(boxOBJ, lines[8], turned, 1), map[Fault]int{Turned: 4}},
		"all turned round":      {strings.Join(append(lines[:8:8], all...), "\n"), map[Fault]int{InsideOut: 1}},
		"a face twice":          {boxOBJ + lines[8] + "\n", map[Fault]int{Duplicate: 2, NonManifold: 5}},
		"an inner wall":         {boxOBJ + "f 1 2 7 8\n", map[Fault]int{NonManifold: 3, Open: 1, Crossing: 2}},
		"a blade through it":    {boxOBJ + "v 1 1 -1\nv 1 1 9\nv 1 2 9\nf 9 10 11\n", map[Fault]int{Open: 3, Crossing: 3}},
		"two equal corners":     {boxOBJ + "f 1 1 2\n", map[Fault]int{Degenerate: 1}},
		"a point left over":     {boxOBJ + "v 9 9 9\n", map[Fault]int{Unused: 1}},
		"corners on a line":     {boxOBJ + "v 1 0 0\nf 1 9 2\n", map[Fault]int{Flat: 1, Open: 2, NonManifold: 1}},
		"no triangle at all":    {strings.Join(lines[:8], "\n") + "\nf 1 1 2\n", map[Fault]int{Empty: 1, Degenerate: 1, Unused: 0}},
		"points with one place": {boxOBJ + "v 0 0 0\nf 9 2 6\n", map[Fault]int{Duplicate: 1, NonManifold: 3}},
	} {
		i := inspected(t, row.text)
		got := counts(i)
		for f, n := range row.want {
			if got[f] != n {
				t.Errorf("%s: %v %d times, want %d (%v)", name, f, got[f], n, got)
			}
		}
		for f := range got {
			if _, ok := row.want[f]; !ok {
				t.Errorf("%s: %v is found", name, f)
			}
		}
	}
}

// reversed returns words in the other order.
func reversed(words []string) string {
	words = slices.Clone(words)
	slices.Reverse(words)
	return " " + strings.Join(words, " ")
}

// TestInspectHoles: each hole is told with its edges, where it is.
func TestInspectHoles(t *testing.T) {
	lines := strings.Split(boxOBJ, "\n")
	i := inspected(t, strings.Join(append(lines[:8:8], lines[10:14]...), "\n")) // neither bottom nor top
	if len(i.Holes) != 2 || i.Volume != 0 || !about(i.Area, 40) || i.Center != (d3.Vec{X: 1, Y: 1.5, Z: 2}) {
		t.Fatalf("%+v", i)
	}
	for k, h := range i.Holes {
		z := float64(4 * k)
		if len(h.Edges) != 4 || h.Length != 10 || h.Box != (d3.AABB{Min: d3.Vec{Z: z}, Max: d3.Vec{X: 2, Y: 3, Z: z}}) {
			t.Errorf("hole %d: %+v", k, h)
		}
	}
	i = inspected(t, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 0 0\nv 6 0 0\nv 5 1 0\nv -1 0 0\nv 0 -1 0\nf 1 2 3\nf 4 5 6\nf 1 7 8\n")
	if len(i.Holes) != 2 || len(i.Holes[0].Edges) != 6 || len(i.Holes[1].Edges) != 3 {
		t.Errorf("rims that share a corner are one: %+v", i.Holes)
	}
}

// A hollow is a piece that is turned inside, and rightly so; one beside is not.
func TestInspectHollow(t *testing.T) {
	inner := func(from d3.Vec) (m Mesh) {
		b, err := Read([]byte(boxOBJ), "a.obj")
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range b.Points {
			m.Points = append(m.Points, from.Add(p.Scale(0.25)))
		}
		for _, f := range b.Triangles {
			m.Triangles = append(m.Triangles, [3]int32{f[0] + 8, f[2] + 8, f[1] + 8})
		}
		return m
	}
	for at, want := range map[d3.Vec]int{{X: 0.5, Y: 0.5, Z: 0.5}: 0, {X: 10}: 1} {
		b, err := Read([]byte(boxOBJ), "a.obj")
		if err != nil {
			t.Fatal(err)
		}
		in := inner(at)
		m := Model{Parts: []Part{{At: Identity(), Mesh: &Mesh{
			Points: append(slices.Clone(b.Points), in.Points...), Triangles: append(slices.Clone(b.Triangles), in.Triangles...),
		}}}}
		list, err := m.Inspect()
		if err != nil || len(list[0].InsideOut) != want || !about(list[0].Volume, 24-24./64) || len(list[0].Defects.Parts) != 2 {
			t.Errorf("%v: %+v %v", at, list, err)
		}
	}
}

// The measures are those of a tetrahedron, anywhere, and instances are measured at their place.
func TestInspectMeasures(t *testing.T) {
	rng := rand.New(rand.NewPCG(81, 82))
	for range 200 {
		var p [4]d3.Vec
		far := math.Pow(10, 4*rng.Float64())
		for k := range p {
			p[k] = d3.Vec{X: far + rng.Float64(), Y: rng.Float64(), Z: rng.Float64() - far}
		}
		m := &Mesh{Points: p[:], Triangles: [][3]int32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}}
		a, b, c := p[1].Sub(p[0]), p[2].Sub(p[0]), p[3].Sub(p[0])
		volume := a.Dot(b.Cross(c)) / 6
		mid := p[0].Add(a.Add(b).Add(c).Scale(0.25))
		mirror := Identity()
		mirror.M[0][0], mirror.T = -2, d3.Vec{Y: 5}
		model := Model{Parts: []Part{{Name: "a", Mesh: m, At: Identity()}, {Name: "b", Mesh: m, At: mirror}}}
		list, err := model.Inspect()
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(volume) < 1e-3 {
			continue
		}
		slack := 1e-9 * far // of the rounding of coordinates, over a volume of a thousandth
		if math.Abs(list[0].Volume-volume) > slack || list[0].Center.Sub(mid).Len() > slack ||
			math.Abs(list[1].Volume-2*volume) > slack || list[1].Center.Sub(mirror.Apply(mid)).Len() > 2*slack {
			t.Errorf("volume %v, want %v; center %v, want %v; mirrored %v", list[0].Volume, volume, list[0].Center, mid, list[1])
		}
		if (volume < 0) != (list[0].Count(InsideOut) == 1) || list[0].Count(InsideOut) != list[1].Count(InsideOut) {
			t.Errorf("volume %v, inside out %d, mirrored %d", volume, list[0].Count(InsideOut), list[1].Count(InsideOut))
		}
	}
}

// TestInspectScaled: measures go with the size, over all sizes that a body may have, bit by bit
// where it is a power of two: of a box at 1e80 the area was infinite and the centre not a number,
// at 1e-90 the area was 0. Beyond the range of doubles they are 0, and the centre stays right.
func TestInspectScaled(t *testing.T) {
	one := inspected(t, strings.Join(strings.Split(boxOBJ, "\n")[:13], "\n"))
	whole := inspected(t, boxOBJ)
	for _, e := range []int{-1000, -660, -400, -350, -300, -200, 1, 200, 270, 300, 329} {
		m, err := Decode(strings.NewReader(boxOBJ), "a.obj", Options{})
		if err != nil {
			t.Fatal(err)
		}
		points := m.Parts[0].Mesh.Points
		for k, p := range points {
			points[k] = scaled(p, e)
		}
		open := Mesh{Points: points, Triangles: m.Parts[0].Mesh.Triangles[:10]}
		m.Parts = append(m.Parts, Part{Mesh: &open, At: Identity()})
		list, err := m.Inspect()
		if err != nil {
			t.Fatal(err)
		}
		got, hole := &list[0], &list[1]
		if got.Area != math.Ldexp(whole.Area, 2*e) || got.Volume != math.Ldexp(whole.Volume, 3*e) ||
			got.Center != scaled(whole.Center, e) {
			t.Errorf("2^%d: area %g, volume %g, center %v", e, got.Area, got.Volume, got.Center)
		}
		if hole.Area != math.Ldexp(one.Area, 2*e) || hole.Volume != 0 || hole.Center != scaled(one.Center, e) ||
			len(hole.Holes) != 1 || hole.Holes[0].Length != math.Ldexp(one.Holes[0].Length, e) {
			t.Errorf("2^%d: open: area %g, volume %g, center %v, %+v", e, hole.Area, hole.Volume, hole.Center, hole.Holes)
		}
	}
}

// What no body may have is an error that names the part.
func TestInspectRefuses(t *testing.T) {
	m := Model{Parts: []Part{{Name: "far", At: Identity(), Mesh: &Mesh{
		Points: []d3.Vec{{}, {X: 1e101}, {Y: 1}}, Triangles: [][3]int32{{0, 1, 2}},
	}}}}
	if _, err := m.Inspect(); err == nil || !strings.Contains(err.Error(), `part "far": vertices[1].x: out-of-range`) {
		t.Error(err)
	}
	empty := Model{Parts: []Part{{At: Identity(), Mesh: &Mesh{}}}}
	if list, err := empty.Inspect(); err != nil || list[0].Count(Empty) != 1 {
		t.Errorf("%v %+v", err, list)
	}
}
