package d3_test

import (
	"errors"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// The material of what an answer is about is the one that was given for that triangle, also in
// compounds; other bodies have none.
func TestMaterial(t *testing.T) {
	corners := []d3.Vec{{}, {X: 2}, {X: 2, Y: 2}, {Y: 2}}
	triangles := [][3]int{{0, 1, 2}, {0, 2, 3}}
	mesh := must(d3.NewMesh(corners, triangles, d3.MeshOptions{Materials: []int32{4, -5}}))(t)
	field := must(d3.NewHeightField(2, 2, [][]float64{{0, 0}, {0, 0}}, 7, 8))(t)
	plain := must(d3.NewHeightField(2, 2, [][]float64{{0, 0}, {0, 0}}))(t)
	parts := []d3.Part{{Shape: d3.Sphere{}, Pose: d3.Pose{Pos: d3.Vec{Y: 9}}}, {Shape: mesh}, {Shape: plain, Pose: d3.Pose{Pos: d3.Vec{Z: -9}}}}
	both := must(d3.NewCompound(parts))(t)
	scaled := must(mesh.Scaled(d3.Vec{X: 1, Y: 1, Z: -1}))(t)
	for _, row := range []struct {
		shape d3.Shape
		x, y  float64
		want  int32
		ok    bool
	}{
		{mesh, 1.5, 0.5, 4, true},
		{mesh, 0.5, 1.5, -5, true},
		{scaled, 0.5, 1.5, -5, true},
		{field, 1.5, 0.5, 7, true},
		{field, 0.5, 1.5, 8, true},
		{plain, 1.5, 0.5, 0, false},
		{both, 0.5, 1.5, -5, true},
		{d3.Box{Size: d3.Vec{X: 9, Y: 9, Z: 1}}, 1, 1, 0, false},
	} {
		o := must(d3.Place(row.shape, d3.Pose{}))(t)
		r := must(d3.NewRay(d3.Vec{X: row.x, Y: row.y, Z: 8}, d3.Vec{Z: -1}, 20))(t)
		h := d3.CastRay(&o, &r)
		if got, ok := o.Material(h.Part, h.Triangle); got != row.want || ok != row.ok || h.Verdict != collide.Hit {
			t.Errorf("%T at %v, %v: %d, %v", row.shape, row.x, row.y, got, ok)
		}
		for _, bad := range [][2]int{{-1, 99}, {99, 0}, {1, -1}} {
			if _, ok := o.Material(bad[0], bad[1]); ok {
				t.Errorf("%T has the material of part %d, triangle %d", row.shape, bad[0], bad[1])
			}
		}
	}
	if field.Material(1) != 8 || plain.Material(0) != 0 {
		t.Error("the triangles have other materials")
	}
	for _, i := range []int{-1, 2, math.MaxInt} {
		if mesh.Material(i) != 0 || field.Material(i) != 0 || plain.Material(i) != 0 {
			t.Errorf("there is no triangle %d, and it has a material", i)
		}
	}
	if _, err := d3.NewHeightField(2, 2, [][]float64{{0, 0}, {0, 0}}, 7); !errors.Is(err, collide.ErrBadMesh) {
		t.Errorf("one material of two triangles: %v", err)
	}
	zeros := must(d3.Place(must(d3.NewMesh(corners, triangles, d3.MeshOptions{Materials: []int32{0, 0}}))(t), d3.Pose{}))(t)
	if _, ok := zeros.Material(-1, 0); !ok {
		t.Error("zeros are no materials")
	}
}
