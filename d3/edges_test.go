package d3_test

import (
	"context"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/edges"
)

// edgeBodies are bodies that are hard, but whole.
func edgeBodies(t *testing.T) (list []any) {
	t.Helper()
	corners := []d3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}
	faces := [][3]int{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}
	shapes := []d3.Shape{
		d3.Sphere{},
		d3.Sphere{Radius: 1},
		d3.Sphere{Radius: 1e-280},
		d3.Sphere{Radius: 1e100},
		d3.Box{},
		d3.Box{Size: d3.Vec{X: 1}},
		d3.Box{Size: d3.Vec{X: 2, Y: 1, Z: 1}},
		d3.Capsule{},
		d3.Capsule{Height: 1, Radius: 0.5},
		d3.Ellipsoid{},
		d3.Ellipsoid{Radii: d3.Vec{X: 1}},
		d3.Ellipsoid{Radii: d3.Vec{X: 2, Y: 1}},
		d3.HalfSpace{Normal: d3.Vec{Z: 1}},
		d3.Cylinder{},
		d3.Cylinder{Radius: 1},
		d3.Cylinder{Height: 1},
		d3.Cylinder{Radius: 1, Height: 1},
		d3.Cone{},
		d3.Cone{Radius: 1},
		d3.Cone{Height: 1},
		d3.Cone{Radius: 1, Height: 1},
		d3.Rounded{Core: d3.Box{}, R: 0},
		d3.Rounded{Core: d3.Ellipsoid{Radii: d3.Vec{X: 1}}, R: 1},
		must(d3.NewHull(corners[:1]))(t), must(d3.NewHull(corners[:2]))(t), must(d3.NewHull(corners))(t),
		must(d3.NewHeightField(1, 1, [][]float64{{0, 1}, {0, 0}, {1, 2}}))(t),
		must(d3.NewMesh(corners, faces[:1], d3.MeshOptions{}))(t),
		must(d3.NewMesh(corners, faces, d3.MeshOptions{Solid: true}))(t),
		userBox{d3.Vec{X: 1, Y: 0.5, Z: 1}},
	}
	shapes = append(shapes,
		must(d3.NewCompound([]d3.Part{{Shape: d3.Sphere{}}}))(t),
		must(d3.NewCompound([]d3.Part{{Shape: shapes[5]}, {Shape: shapes[12]}, {Shape: shapes[26]}, {Shape: shapes[28]}}))(t))
	for _, s := range shapes {
		list = append(list, must(d3.Place(s, d3.Pose{}))(t), must(d3.Place(s, d3.Pose{Pos: d3.Vec{X: 0.5}}))(t))
	}
	list = append(list, must(d3.Place(d3.Sphere{Radius: 1}, d3.Pose{Pos: d3.Vec{X: 1e100, Y: -1e100, Z: 1}}))(t))
	return list
}

// TestEdges: nothing that is exported panics, whatever it is called with.
func TestEdges(t *testing.T) {
	pool := append(edgeBodies(t), (*d3.Cache)(nil),
		must(d3.NewRay(d3.Vec{X: -3}, d3.Vec{X: 1}, math.Inf(1)))(t),
		must(d3.NewSweep(d3.Vec{X: -3}, 1, d3.SweepOptions{}))(t),
		must(d3.NewSweep(d3.Vec{X: -3}, 1, d3.SweepOptions{Deepening: true}))(t),
		must(d3.NewMotion(d3.Vec{X: -3}, d3.Vec{Z: 1}, d3.Vec{}))(t),
		must(d3.NewMotionTo(d3.Pose{}, d3.Pose{Pos: d3.Vec{X: 1}}, collide.Slerp))(t),
		must(d3.NewHull([]d3.Vec{{}, {X: 1}, {Y: 1}}))(t),
		context.Background(), cancelled(),
		must(d3.NewRPY(1, 2, 3))(t))
	edges.Run(t, &edges.Package{
		Calls:  400,
		Panics: map[string]bool{"Compound.Part": true, "Compound.Poses": true},
		Pool:   pool,
		Funcs: map[string]any{
			"CastRay": d3.CastRay, "CastShape": d3.CastShape, "ClosestPoint": d3.ClosestPoint,
			"Collide": d3.Collide, "CollideAll": d3.CollideAll, "Contains": d3.Contains,
			"ConvexPosition": d3.ConvexPosition, "Decompose": d3.Decompose, "Distance": d3.Distance,
			"DistanceAll": d3.DistanceAll, "DistanceWithin": d3.DistanceWithin,
			"EdgeEdgeImpact": d3.EdgeEdgeImpact, "HullOf": d3.HullOf[struct{ X, Y, Z float64 }],
			"InspectMesh": d3.InspectMesh, "MinkowskiDifference": d3.MinkowskiDifference,
			"MinkowskiSum": d3.MinkowskiSum, "MinkowskiTable": d3.MinkowskiTable,
			"NewAxisAngle": d3.NewAxisAngle, "NewAxisAngleDegrees": d3.NewAxisAngleDegrees,
			"NewCompound": d3.NewCompound, "NewFromTo": d3.NewFromTo,
			"NewHeightField": d3.NewHeightField, "NewHull": d3.NewHull, "NewLookAt": d3.NewLookAt,
			"NewMatrix": d3.NewMatrix, "NewMesh": d3.NewMesh, "NewMotion": d3.NewMotion,
			"NewMotionTo": d3.NewMotionTo, "NewQuat": d3.NewQuat, "NewQuery": d3.NewQuery,
			"NewRPY": d3.NewRPY, "NewRPYDegrees": d3.NewRPYDegrees, "NewRay": d3.NewRay,
			"NewSweep": d3.NewSweep, "Overlap": d3.Overlap, "Place": d3.Place, "Relate": d3.Relate,
			"RelateAll": d3.RelateAll, "RelateMargin": d3.RelateMargin, "RestoreHull": d3.RestoreHull,
			"SAT": d3.SAT, "TimeOfImpact": d3.TimeOfImpact, "Touch": d3.Touch,
			"VertexFaceImpact": d3.VertexFaceImpact, "Within": d3.Within,
		},
		Types: []any{
			d3.AABB{},
			d3.Box{},
			d3.Cache{},
			d3.Capsule{},
			d3.Closest{},
			d3.Compound{},
			d3.Cone{},
			d3.Contact{},
			d3.Cull(0),
			d3.Cylinder{},
			d3.DecomposeOptions{},
			d3.Ellipsoid{},
			d3.HalfSpace{},
			d3.HeightField{},
			d3.Hull{},
			d3.Impact{},
			d3.Manifold{},
			d3.ManifoldPoint{},
			d3.Mesh{},
			d3.MeshReport{},
			d3.Motion{},
			d3.Object{},
			d3.Options{},
			d3.Pose{},
			d3.Query{},
			d3.Ray{},
			d3.RayHit{},
			d3.Rot{},
			d3.Rounded{},
			d3.ShapeHit{},
			d3.Sphere{},
			d3.Step{},
			d3.Sweep{},
			d3.Trace{},
			d3.Vec{},
		},
	})
}

// cancelled returns a context that is done.
func cancelled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
