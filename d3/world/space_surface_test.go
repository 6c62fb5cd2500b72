package world

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/wire"
)

// ground returns a flat height field of ten by ten cells below z = 0.
func ground(t testing.TB) d3.Shape {
	t.Helper()
	heights := make([][]float64, 11)
	for i := range heights {
		heights[i] = make([]float64, 11)
	}
	f, err := d3.NewHeightField(1, 1, heights)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestSurfaces: a ball that comes down on a surface, rolls and leaves has the events and the
// answers that it has with a body of the same shape, and hits name the triangle.
func TestSurfaces(t *testing.T) {
	w, err := New[string](Options{})
	if err != nil {
		t.Fatal(err)
	}
	add := func(s d3.Shape, p d3.Vec, b Body) Handle {
		o, err := d3.Place(s, d3.Pose{Pos: p})
		if err != nil {
			t.Fatal(err)
		}
		h, err := w.Add(&o, "", b)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	land := add(ground(t), d3.Vec{}, Body{Kind: Static})
	ball := add(d3.Sphere{Radius: 0.5}, d3.Vec{X: 3.25, Y: 3.75, Z: 2}, Body{})
	for i, row := range []struct {
		to   d3.Vec
		pair State
		none bool
		rel  collide.Relation
	}{
		{to: d3.Vec{X: 3.25, Y: 3.75, Z: 1}, none: true},
		{to: d3.Vec{X: 3.25, Y: 3.75, Z: 0.5}, pair: Began, rel: collide.Touching},
		{to: d3.Vec{X: 5.25, Y: 3.75, Z: 0.25}, pair: Stays, rel: collide.Overlapping},
		{to: d3.Vec{X: 5.25, Y: 3.75, Z: 1}, pair: Ended, rel: collide.Apart},
	} {
		if err := w.Move(ball, d3.Pose{Pos: row.to}); err != nil {
			t.Fatal(err)
		}
		w.Step(StepOptions{})
		found := 0
		for p := range w.Pairs() {
			found++
			if p.A != land || p.B != ball || p.State != row.pair || p.Relation != row.rel {
				t.Errorf("step %d: %+v", i, p)
			}
			for c := range w.Contacts(p) {
				if c.Manifold.N == 0 || c.Manifold.Normal.Z < 1-1e-12 {
					t.Errorf("step %d: %+v", i, c)
				}
			}
		}
		if (found == 0) != row.none {
			t.Errorf("step %d: %d pairs", i, found)
		}
	}
	r, err := d3.NewRay(d3.Vec{X: 7.75, Y: 2.25, Z: 4}, d3.Vec{Z: -1}, math.Inf(1))
	if err != nil {
		t.Fatal(err)
	}
	if h, ok := w.CastRay(&r, Who{}); !ok || h.Body != land || h.T != 4 || h.Triangle != 2*(2*10+7) {
		t.Errorf("%+v, %v", h, ok)
	}
	probe := add(d3.Sphere{Radius: 0.25}, d3.Vec{X: 7.25, Y: 2.75, Z: 1}, Body{})
	near := w.AppendNearest(nil, w.Object(probe), 2, Who{})
	if len(near) == 0 || near[0].Body != land && near[len(near)-1].Body != land {
		t.Errorf("%+v", near)
	}
}

// TestSurfaceFast: a fast ball does not pass through a surface.
func TestSurfaceFast(t *testing.T) {
	w, err := New[int](Options{})
	if err != nil {
		t.Fatal(err)
	}
	land, err := d3.Place(ground(t), d3.Pose{})
	if err != nil {
		t.Fatal(err)
	}
	ball, err := d3.Place(d3.Sphere{Radius: 0.125}, d3.Pose{Pos: d3.Vec{X: 4.25, Y: 4.5, Z: 8}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Add(&land, 0, Body{Kind: Static}); err != nil {
		t.Fatal(err)
	}
	h, err := w.Add(&ball, 1, Body{Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	w.Step(StepOptions{})
	if err := w.Move(h, d3.Pose{Pos: d3.Vec{X: 4.25, Y: 4.5, Z: -8}}); err != nil {
		t.Fatal(err)
	}
	w.Step(StepOptions{Leave: true})
	if z := w.Object(h).Pose().Pos.Z; math.Abs(z-0.125) > 1e-6 {
		t.Errorf("the ball is at %v", z)
	}
}

// badSurfaces returns surfaces that are refused.
func badSurfaces() map[string]badSurface {
	points := []d3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}
	faces := [][3]int{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}
	mesh := func(flags byte, points []d3.Vec, faces ...[3]int) []byte {
		b := wire.AppendUint(appendPoints([]byte{shapeMesh, flags}, points), uint64(len(faces)))
		for _, f := range faces {
			b = append(b, byte(f[0]), byte(f[1]), byte(f[2]))
		}
		return b
	}
	turned := slices.Clone(faces)
	for i := range turned {
		turned[i][0], turned[i][1] = turned[i][1], turned[i][0]
	}
	none := slices.Clone(points)
	none[2].Y = math.NaN()
	far := slices.Clone(points)
	far[3].X = 1e101
	field := func(dx float64, rows, wide byte, heights ...float64) []byte {
		b := append(wire.AppendFloat(wire.AppendFloat([]byte{shapeHeightField}, dx), 1), rows, wide)
		for _, h := range heights {
			b = wire.AppendFloat(b, h)
		}
		return b
	}
	const corners = 3 + 4*vecBytes + 1 // of the triangles
	return map[string]badSurface{
		"NaN":              {mesh(0, none, faces...), 3 + 2*vecBytes + 8, ErrDamaged},
		"too far":          {mesh(0, far, faces...), 0, collide.ErrOutOfRange},
		"no such corner":   {mesh(0, points, faces[0], [3]int{1, 2, 4}), corners + 5, ErrDamaged},
		"not closed":       {mesh(meshSolid, points, faces[:3]...), 0, collide.ErrNotClosed},
		"inside out":       {mesh(meshSolid, points, turned...), 0, collide.ErrInsideOut},
		"no triangles":     {mesh(0, points), 0, collide.ErrBadMesh},
		"no vertices":      {mesh(0, nil, faces...), 0, collide.ErrBadMesh},
		"what is a mesh":   {mesh(meshBits, points, faces...), 1, ErrDamaged},
		"a negative space": {field(-1, 2, 2, 0, 0, 0, 0), 0, collide.ErrNegativeSize},
		"one row":          {field(1, 1, 2, 0, 0), 0, collide.ErrBadMesh},
		"an empty row":     {field(1, 2, 0), 0, collide.ErrBadMesh},
		"no height":        {field(1, 2, 2, 0, math.Inf(1), 0, 0), 19 + 8, ErrDamaged},
		"a high height":    {field(1, 2, 2, 0, 1e101, 0, 0), 0, collide.ErrOutOfRange},
	}
}

// surfaceLies returns files that promise surfaces of more than they hold, or are larger than a
// limit; they go on behind head, where one shape is due.
func surfaceLies(head []byte) map[string][]byte {
	file := func(kind byte, more ...[]byte) []byte {
		return slices.Concat(head, []byte{kind}, slices.Concat(more...))
	}
	many, zeros := wire.AppendUint(nil, 1<<30), make([]byte, 1<<20)
	return map[string][]byte{
		"a mesh":    file(shapeMesh, []byte{0}, many),
		"a solid":   file(shapeMesh, []byte{meshSolid}, many, zeros),
		"triangles": file(shapeMesh, []byte{0, 1}, make([]byte, vecBytes), many, zeros),
		"heights":   file(shapeHeightField, make([]byte, 16), []byte{2}, many, zeros),
		"rows":      file(shapeHeightField, make([]byte, 16), many, zeros),
	}
}

// TestSlideStays: a box that slides over a surface has one manifold with its four corners, which
// all stay from step to step.
func TestSlideStays(t *testing.T) {
	w := newWorld(t, Options{})
	add(t, w, ground(t), d3.Pose{}, Body{Kind: Static})
	box := add(t, w, d3.Box{Size: d3.Vec{X: 2.5, Y: 2, Z: 1}}, d3.Pose{}, Body{})
	for step := range 20 {
		to := d3.Vec{X: 2 + 0.3*float64(step), Y: 3 + 0.1*float64(step), Z: 0.5 - 1e-3}
		if err := w.Move(box, d3.Pose{Pos: to}); err != nil {
			t.Fatal(err)
		}
		w.Step(StepOptions{})
		pairs := 0
		for p := range w.Pairs() {
			pairs++
			if p.Manifolds != 1 || step > 0 && p.State != Stays {
				t.Errorf("step %d: %+v", step, p)
			}
			for c := range w.Contacts(p) {
				if c.Manifold.N != 4 || c.Manifold.Normal != (d3.Vec{Z: 1}) || step > 0 && c.States != [4]State{Stays, Stays, Stays, Stays} {
					t.Errorf("step %d: %+v", step, c)
				}
			}
			for l := range w.Lost(p) {
				t.Errorf("step %d: lost %+v", step, l)
			}
		}
		if pairs != 1 {
			t.Errorf("step %d: %d pairs", step, pairs)
		}
	}
}

// TestSurfaceSwallows: a ball that lies in a solid part of a compound, and meets none of its
// triangles, touches it.
func TestSurfaceSwallows(t *testing.T) {
	wedge, err := d3.NewMesh([]d3.Vec{{}, {X: 4}, {Y: 4}, {Z: 4}}, [][3]int{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}},
		d3.MeshOptions{Solid: true})
	must(t, err)
	both, err := d3.NewCompound([]d3.Part{{Shape: cube(1), Pose: d3.Pose{Pos: at(-5, 0)}}, {Shape: wedge}})
	must(t, err)
	w := newWorld(t, Options{})
	a := add(t, w, both, d3.Pose{}, Body{Kind: Static})
	b := add(t, w, d3.Sphere{Radius: 0.125}, d3.Pose{Pos: d3.Vec{X: 1, Y: 1, Z: 1}}, Body{})
	w.Step(StepOptions{})
	found := 0
	for p := range w.Pairs() {
		if found++; p.A != a || p.B != b || p.Relation != collide.Overlapping || p.State != Began {
			t.Errorf("%+v", p)
		}
	}
	if found != 1 {
		t.Errorf("%d pairs", found)
	}
}

func slid(x float64) d3.Vec { return d3.Vec{X: 0.5 + x, Y: 1.25, Z: 0.4375} }

// mover returns a box of triangles.
func mover(t *testing.T) d3.Shape {
	t.Helper()
	h, err := d3.NewHull(cubeAt(0.5))
	must(t, err)
	m, err := d3.NewMesh(h.Vertices(), h.Faces(), d3.MeshOptions{})
	must(t, err)
	return m
}

func cubeAt(r float64) (v []d3.Vec) {
	for i := range 8 {
		v = append(v, d3.Vec{X: r * float64(2*(i&1)-1), Y: r * float64(i&2-1), Z: r * float64(i/4*2-1)})
	}
	return v
}

// grounds returns a floor with a wall at its end, and a compound with a step on a half-space.
func grounds(t *testing.T) []d3.Shape {
	t.Helper()
	rows := make([][]float64, 4)
	for j := range rows {
		rows[j] = []float64{0, 0, 0, 2, 2}
	}
	floor, err := d3.NewHeightField(1, 1, rows)
	must(t, err)
	for j := range rows {
		rows[j] = []float64{0, 0, 0.125, 0, 0}
	}
	step, err := d3.NewHeightField(0.5, 1, rows)
	must(t, err)
	c, err := d3.NewCompound([]d3.Part{
		{Shape: step}, {Shape: d3.HalfSpace{Normal: d3.Vec{Z: 1}, Offset: -0.03125}}, {Shape: step, Pose: d3.Pose{Pos: d3.Vec{X: 0.25}}},
	})
	must(t, err)
	return []d3.Shape{floor, c}
}

// TestDecodeLimitNested: a surface of 1800 triangles counts at every depth of compounds around
// it, for each has a tree over all of them while a file is read.
func TestDecodeLimitNested(t *testing.T) {
	heights := make([][]float64, 31)
	for i := range heights {
		heights[i] = make([]float64, 31)
	}
	field, err := d3.NewHeightField(1, 1, heights)
	if err != nil {
		t.Fatal(err)
	}
	var deep d3.Shape = field
	for depth := range maxPoses {
		c, err := d3.NewCompound([]d3.Part{{Shape: deep, Pose: d3.Pose{Pos: at(1, 0)}}})
		if err != nil {
			t.Fatal(err)
		}
		if deep = c; depth != 0 && depth != maxPoses-1 {
			continue
		}
		w := newWorld(t, Options{})
		add(t, w, deep, d3.Pose{}, Body{})
		limited := numbers
		limited.MaxMemory = 4 << 20
		want := error(nil)
		if depth > 0 {
			want = ErrTooLarge
		}
		data := encoded(t, w)
		if _, err := Decode(bytes.NewReader(data), &limited); !errors.Is(err, want) {
			t.Errorf("%d deep, with a limit of %d bytes: %v", depth+1, limited.MaxMemory, err)
		}
		if _, err := Decode(bytes.NewReader(data), &numbers); err != nil {
			t.Errorf("%d deep: %v", depth+1, err)
		}
	}
}
