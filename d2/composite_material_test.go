package d2_test

import (
	"errors"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// The material of what an answer is about is the one that was given for that edge or cell, also in
// compounds; other bodies have none.
func TestMaterial(t *testing.T) {
	chain := must(d2.NewChain([]d2.Vec{{}, {X: 1}, {X: 2}, {X: 3}}, d2.ChainOptions{Materials: []int32{4, 5, -6}}))(t)
	grid := must(d2.NewGrid(d2.Vec{X: 1, Y: 1}, [][]bool{{true, true, true}, {true, false, true}}, 1, 2, 3, 4, 5, 6))(t)
	plain := must(d2.NewGrid(d2.Vec{X: 1, Y: 1}, [][]bool{{true, true, true}}))(t)
	both := mustCompound(t, []d2.Part{{Shape: d2.Circle{}, Pose: d2.Pose{Pos: d2.Vec{Y: 9}}}, {Shape: chain}, {Shape: plain, Pose: d2.Pose{Pos: d2.Vec{Y: -9}}}})
	for _, row := range []struct {
		shape d2.Shape
		x     float64
		want  int32
		ok    bool
	}{
		{chain, 0.5, 4, true},
		{chain, 2.5, -6, true},
		{grid, 0.5, 4, true},
		{grid, 2.5, 6, true},
		{plain, 1.5, 0, false},
		{both, 1.5, 5, true},
		{d2.Box{Size: d2.Vec{X: 9, Y: 1}}, 1, 0, false},
	} {
		o := placeOrFail(t, row.shape, d2.Pose{})
		r := must(d2.NewRay(d2.Vec{X: row.x, Y: 8}, d2.Vec{Y: -1}, 20))(t)
		h := d2.CastRay(o, &r)
		if got, ok := o.Material(h.Part, h.Triangle); got != row.want || ok != row.ok || h.Verdict != collide.Hit {
			t.Errorf("%T at %v: %d, %v", row.shape, row.x, got, ok)
		}
		for _, bad := range [][2]int{{-1, 99}, {99, 0}, {1, -1}, {0, 0}} {
			if _, ok := o.Material(bad[0], bad[1]); ok && bad != [2]int{0, 0} {
				t.Errorf("%T has the material of part %d, triangle %d", row.shape, bad[0], bad[1])
			}
		}
	}
	if grid.Material(5) != 6 || plain.Material(0) != 0 {
		t.Error("the cells have other materials")
	}
	for _, i := range []int{-1, 6, math.MaxInt} {
		if chain.Material(i) != 0 || grid.Material(i) != 0 || plain.Material(i) != 0 {
			t.Errorf("there is no edge or cell %d, and it has a material", i)
		}
	}
	if _, err := d2.NewGrid(d2.Vec{X: 1, Y: 1}, [][]bool{{true}}, 1, 2); !errors.Is(err, collide.ErrBadMesh) {
		t.Errorf("two materials of one cell: %v", err)
	}
	zeros := placeOrFail(t, must(d2.NewGrid(d2.Vec{X: 1, Y: 1}, [][]bool{{true}}, 0))(t), d2.Pose{})
	if _, ok := zeros.Material(-1, 0); !ok {
		t.Error("zeros are no materials")
	}
}
