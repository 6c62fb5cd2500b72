package world

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/wire"
)

// ground returns a row of ten tiles below y = 0, and a line that is level with it from there on.
func ground(t testing.TB) (tiles, line d2.Shape) {
	t.Helper()
	row := make([]bool, 10)
	for i := range row {
		row[i] = true
	}
	g, err := d2.NewGrid(d2.Vec{X: 1, Y: 1}, [][]bool{row})
	if err != nil {
		t.Fatal(err)
	}
	c, err := d2.NewChain([]d2.Vec{{X: 10}, {X: 11}, {X: 12}, {X: 13}}, d2.ChainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return g, c
}

// TestSurfaces: a ball that comes down on tiles, rolls onto a line and leaves has the events and
// the answers that it has with bodies of the same shape, and hits name the cell or edge.
func TestSurfaces(t *testing.T) {
	w, err := New[string](Options{})
	if err != nil {
		t.Fatal(err)
	}
	add := func(s d2.Shape, p d2.Vec, b Body) Handle {
		o, err := d2.Place(s, d2.Pose{Pos: p})
		if err != nil {
			t.Fatal(err)
		}
		h, err := w.Add(&o, "", b)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	g, c := ground(t)
	tiles := add(g, d2.Vec{Y: -1}, Body{Kind: Static})
	line := add(c, d2.Vec{}, Body{Kind: Static})
	ball := add(d2.Circle{Radius: 0.5}, d2.Vec{X: 3.25, Y: 2}, Body{})
	for i, row := range []struct {
		to   d2.Vec
		want map[Handle]State
	}{
		{d2.Vec{X: 3.25, Y: 1}, nil},
		{d2.Vec{X: 3.25, Y: 0.5}, map[Handle]State{tiles: Began}},
		{d2.Vec{X: 5.25, Y: 0.25}, map[Handle]State{tiles: Stays}},
		{d2.Vec{X: 11.5, Y: 0.25}, map[Handle]State{tiles: Ended, line: Began}},
		{d2.Vec{X: 11.5, Y: 1}, map[Handle]State{line: Ended}},
	} {
		if err := w.Move(ball, d2.Pose{Pos: row.to}); err != nil {
			t.Fatal(err)
		}
		w.Step(StepOptions{})
		found := 0
		for p := range w.Pairs() {
			found++
			if s, ok := row.want[p.A]; !ok || p.B != ball || p.State != s {
				t.Errorf("step %d: %+v", i, p)
			}
			if p.State == Stays && p.Relation != collide.Overlapping || p.State == Ended && p.Relation != collide.Apart {
				t.Errorf("step %d: %+v", i, p)
			}
			for c := range w.Contacts(p) {
				if c.Manifold.N == 0 || c.Manifold.Normal.Y < 1-1e-12 {
					t.Errorf("step %d: %+v", i, c)
				}
			}
		}
		if found != len(row.want) {
			t.Errorf("step %d: %d pairs", i, found)
		}
	}
	for _, row := range []struct {
		x    float64
		body Handle
		at   int
	}{{7.75, tiles, 7}, {12.25, line, 2}} {
		r, err := d2.NewRay(d2.Vec{X: row.x, Y: 4}, d2.Vec{Y: -1}, math.Inf(1))
		if err != nil {
			t.Fatal(err)
		}
		if h, ok := w.CastRay(&r, Who{}); !ok || h.Body != row.body || h.T != 4 || h.Triangle != row.at {
			t.Errorf("%+v, %v", h, ok)
		}
	}
}

// TestSurfaceFast: a fast ball does not pass through a line.
func TestSurfaceFast(t *testing.T) {
	w, err := New[int](Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, line := ground(t)
	land, err := d2.Place(line, d2.Pose{})
	if err != nil {
		t.Fatal(err)
	}
	ball, err := d2.Place(d2.Circle{Radius: 0.125}, d2.Pose{Pos: d2.Vec{X: 11.25, Y: 8}})
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
	if err := w.Move(h, d2.Pose{Pos: d2.Vec{X: 11.25, Y: -8}}); err != nil {
		t.Fatal(err)
	}
	w.Step(StepOptions{Leave: true})
	if y := w.Object(h).Pose().Pos.Y; math.Abs(y-0.125) > 1e-6 {
		t.Errorf("the ball is at %v", y)
	}
}

// badSurfaces returns surfaces that are refused.
func badSurfaces() map[string]badSurface {
	chain := func(flags byte, points ...d2.Vec) []byte { return appendPoints([]byte{shapeChain, flags}, points) }
	grid := func(dx float64, rows, wide byte, cells ...byte) []byte {
		return append(append(wire.AppendFloat(wire.AppendFloat([]byte{shapeGrid}, dx), 1), rows, wide), cells...)
	}
	return map[string]badSurface{
		"NaN":             {chain(0, d2.Vec{}, d2.Vec{X: 1, Y: math.NaN()}), 3 + vecBytes + 8, ErrDamaged},
		"too far":         {chain(0, d2.Vec{}, d2.Vec{X: 1e101}), 0, collide.ErrOutOfRange},
		"no edges":        {chain(0, d2.Vec{}, d2.Vec{}), 0, collide.ErrBadMesh},
		"no points":       {chain(chainClosed), 0, collide.ErrBadMesh},
		"what is a chain": {chain(chainBits, d2.Vec{}, d2.Vec{X: 1}), 1, ErrDamaged},
		"a negative cell": {grid(-1, 1, 1, 1), 0, collide.ErrNegativeSize},
		"no cell":         {grid(1, 2, 2, 0, 0), 0, collide.ErrBadMesh},
		"no rows":         {grid(1, 0, 5), 0, collide.ErrBadMesh},
		"empty rows":      {grid(1, 3, 0), 0, collide.ErrBadMesh},
		"cells beyond":    {grid(1, 2, 3, 1, 8), 20, ErrDamaged},
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
		"a chain":     file(shapeChain, []byte{0}, many, zeros),
		"a grid":      file(shapeGrid, make([]byte, vecBytes), []byte{1}, many, bytes.Repeat([]byte{255}, 1<<20)),
		"empty cells": file(shapeGrid, make([]byte, vecBytes), []byte{1}, many, zeros),
		"rows":        file(shapeGrid, make([]byte, vecBytes), many, zeros),
	}
}

// TestSlideStays: a box that slides over a line, and over tiles, has one manifold with its two
// corners, which stay from step to step.
func TestSlideStays(t *testing.T) {
	var points []d2.Vec
	for i := range 31 {
		points = append(points, d2.Vec{X: float64(i) / 3})
	}
	line, err := d2.NewChain(points, d2.ChainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	tiles, _ := ground(t)
	for _, row := range []struct {
		s    d2.Shape
		high float64
	}{{line, 0}, {tiles, 1}} {
		w := newWorld(t, Options{})
		add(t, w, row.s, d2.Pose{}, Body{Kind: Static})
		box := add(t, w, d2.Box{Size: d2.Vec{X: 2.5, Y: 1}}, d2.Pose{}, Body{})
		for step := range 20 {
			to := d2.Vec{X: 2 + 0.3*float64(step), Y: row.high + 0.5 - 1e-3}
			if err := w.Move(box, d2.Pose{Pos: to}); err != nil {
				t.Fatal(err)
			}
			w.Step(StepOptions{})
			pairs := 0
			for p := range w.Pairs() {
				pairs++
				if p.Manifolds != 1 || step > 0 && p.State != Stays {
					t.Errorf("%T, step %d: %+v", row.s, step, p)
				}
				for c := range w.Contacts(p) {
					if c.Manifold.N != 2 || c.Manifold.Normal != (d2.Vec{Y: 1}) || step > 0 && c.States != [2]State{Stays, Stays} {
						t.Errorf("%T, step %d: %+v", row.s, step, c)
					}
				}
				for l := range w.Lost(p) {
					t.Errorf("%T, step %d: lost %+v", row.s, step, l)
				}
			}
			if pairs != 1 {
				t.Errorf("%T, step %d: %d pairs", row.s, step, pairs)
			}
		}
	}
}

func slid(x float64) d2.Vec { return d2.Vec{X: 0.5 + x, Y: 0.4375} }

// mover returns a box of edges.
func mover(t *testing.T) d2.Shape {
	t.Helper()
	c, err := d2.NewChain([]d2.Vec{{X: -0.5, Y: -0.5}, {X: 0.5, Y: -0.5}, {X: 0.5, Y: 0.5}, {X: -0.5, Y: 0.5}}, d2.ChainOptions{Closed: true})
	must(t, err)
	return c
}

// grounds returns a floor with a wall at its end, and a compound with a step on a half-plane.
func grounds(t *testing.T) []d2.Shape {
	t.Helper()
	floor, err := d2.NewChain([]d2.Vec{{}, {X: 1}, {X: 2}, {X: 2.25, Y: 2}, {X: 3, Y: 2}, {X: 4, Y: 2}}, d2.ChainOptions{})
	must(t, err)
	step, err := d2.NewChain([]d2.Vec{{}, {X: 0.5}, {X: 1, Y: 0.125}, {X: 1.5}, {X: 2}, {X: 2.5}}, d2.ChainOptions{})
	must(t, err)
	c, err := d2.NewCompound([]d2.Part{
		{Shape: step}, {Shape: d2.HalfSpace{Normal: d2.Vec{Y: 1}, Offset: -0.03125}}, {Shape: step, Pose: d2.Pose{Pos: d2.Vec{X: 0.25}}},
	})
	must(t, err)
	return []d2.Shape{floor, c}
}

// TestDecodeLimitNested: a surface of 1800 cells counts at every depth of compounds around
// it, for each has a tree over all of them while a file is read.
func TestDecodeLimitNested(t *testing.T) {
	row := make([]bool, 1800)
	for i := range row {
		row[i] = true
	}
	grid, err := d2.NewGrid(d2.Vec{X: 1, Y: 1}, [][]bool{row})
	if err != nil {
		t.Fatal(err)
	}
	var deep d2.Shape = grid
	for depth := range maxPoses {
		c, err := d2.NewCompound([]d2.Part{{Shape: deep, Pose: d2.Pose{Pos: at(1, 0)}}})
		if err != nil {
			t.Fatal(err)
		}
		if deep = c; depth != 0 && depth != maxPoses-1 {
			continue
		}
		w := newWorld(t, Options{})
		add(t, w, deep, d2.Pose{}, Body{})
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
