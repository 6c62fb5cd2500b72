package d2_test

import (
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/edges"
)

// edgeBodies are bodies that are hard, but whole.
func edgeBodies(t *testing.T) (list []any) {
	t.Helper()
	shapes := []d2.Shape{
		d2.Circle{},
		d2.Circle{Radius: 1},
		d2.Circle{Radius: 1e-280},
		d2.Circle{Radius: 1e100},
		d2.Box{},
		d2.Box{Size: d2.Vec{X: 1}},
		d2.Box{Size: d2.Vec{X: 2, Y: 1}},
		d2.Capsule{},
		d2.Capsule{Height: 1, Radius: 0.5},
		d2.Ellipse{},
		d2.Ellipse{Radii: d2.Vec{X: 1}},
		d2.Ellipse{Radii: d2.Vec{X: 2, Y: 1}},
		d2.HalfSpace{Normal: d2.Vec{Y: 1}},
		d2.Rounded{Core: d2.Box{}, R: 0},
		d2.Rounded{Core: d2.Ellipse{Radii: d2.Vec{X: 1}}, R: 1},
		must(d2.NewHull([]d2.Vec{{}}))(t), must(d2.NewHull([]d2.Vec{{}, {X: 1}}))(t),
		must(d2.NewPolygon([]d2.Vec{{}, {X: 1}, {Y: 1}}))(t),
		must(d2.NewChain([]d2.Vec{{}, {X: 1}}, d2.ChainOptions{}))(t),
		must(d2.NewChain([]d2.Vec{{}, {X: 1}, {X: 1, Y: 1}}, d2.ChainOptions{Closed: true, OneSided: true}))(t),
		must(d2.NewGrid(d2.Vec{X: 1, Y: 1}, [][]bool{{true, false}, {true, true}}))(t),
		userBox{d2.Vec{X: 1, Y: 0.5}},
	}
	shapes = append(shapes,
		must(d2.NewCompound([]d2.Part{{Shape: d2.Circle{}}}))(t),
		must(d2.NewCompound([]d2.Part{{Shape: shapes[5]}, {Shape: shapes[12]}, {Shape: shapes[20]}, {Shape: shapes[18]}}))(t))
	for _, s := range shapes {
		list = append(list, must(d2.Place(s, d2.Pose{}))(t), must(d2.Place(s, d2.Pose{Pos: d2.Vec{X: 0.5}}))(t))
	}
	list = append(list, must(d2.Place(d2.Circle{Radius: 1}, d2.Pose{Pos: d2.Vec{X: 1e100, Y: -1e100}}))(t))
	return list
}

// TestEdges: nothing that is exported panics, whatever it is called with.
func TestEdges(t *testing.T) {
	pool := append(edgeBodies(t), (*d2.Cache)(nil),
		must(d2.NewRay(d2.Vec{X: -3}, d2.Vec{X: 1}, math.Inf(1)))(t),
		must(d2.NewSweep(d2.Vec{X: -3}, 1, d2.SweepOptions{}))(t),
		must(d2.NewSweep(d2.Vec{X: -3}, 1, d2.SweepOptions{Deepening: true}))(t),
		must(d2.NewMotion(d2.Vec{X: -3}, 1, d2.Vec{}))(t),
		must(d2.NewMotionTo(d2.Pose{}, d2.Pose{Pos: d2.Vec{X: 1}}, collide.Slerp))(t),
		must(d2.NewHull([]d2.Vec{{}, {X: 1}, {Y: 1}}))(t),
		must(d2.NewAngle(1))(t))
	edges.Run(t, &edges.Package{
		Calls:  400,
		Panics: map[string]bool{"Compound.Part": true, "Compound.Poses": true},
		Pool:   pool,
		Funcs: map[string]any{
			"CastRay": d2.CastRay, "CastShape": d2.CastShape, "CheckConvex": d2.CheckConvex,
			"ClosestPoint": d2.ClosestPoint, "Collide": d2.Collide, "CollideAll": d2.CollideAll,
			"Contains": d2.Contains, "ConvexPosition": d2.ConvexPosition, "Decompose": d2.Decompose,
			"Distance": d2.Distance, "DistanceAll": d2.DistanceAll, "DistanceWithin": d2.DistanceWithin,
			"HullOf": d2.HullOf[struct{ X, Y float64 }], "MinkowskiDifference": d2.MinkowskiDifference,
			"MinkowskiSum": d2.MinkowskiSum, "MinkowskiTable": d2.MinkowskiTable,
			"NewAngle": d2.NewAngle, "NewAngleDegrees": d2.NewAngleDegrees, "NewChain": d2.NewChain,
			"NewCompound": d2.NewCompound, "NewCosSin": d2.NewCosSin, "NewFromTo": d2.NewFromTo,
			"NewGrid": d2.NewGrid, "NewHull": d2.NewHull, "NewLookAt": d2.NewLookAt,
			"NewMatrix": d2.NewMatrix, "NewMotion": d2.NewMotion, "NewMotionTo": d2.NewMotionTo,
			"NewPolygon": d2.NewPolygon, "NewQuery": d2.NewQuery, "NewRay": d2.NewRay,
			"NewSweep": d2.NewSweep, "Overlap": d2.Overlap, "Place": d2.Place, "Relate": d2.Relate,
			"RelateAll": d2.RelateAll, "RelateMargin": d2.RelateMargin, "SAT": d2.SAT,
			"TimeOfImpact": d2.TimeOfImpact, "Touch": d2.Touch, "VertexEdgeImpact": d2.VertexEdgeImpact,
			"Within": d2.Within,
		},
		Types: []any{
			d2.AABB{},
			d2.Box{},
			d2.Cache{},
			d2.Capsule{},
			d2.Chain{},
			d2.Circle{},
			d2.Closest{},
			d2.Compound{},
			d2.Contact{},
			d2.Convexity{},
			d2.Cull(0),
			d2.Ellipse{},
			d2.Fault(0),
			d2.Grid{},
			d2.HalfSpace{},
			d2.Hull{},
			d2.Impact{},
			d2.Manifold{},
			d2.ManifoldPoint{},
			d2.Motion{},
			d2.Object{},
			d2.Options{},
			d2.Polygon{},
			d2.Pose{},
			d2.Query{},
			d2.Ray{},
			d2.RayHit{},
			d2.RegionError{},
			d2.Rot{},
			d2.Rounded{},
			d2.ShapeHit{},
			d2.Step{},
			d2.Sweep{},
			d2.Trace{},
			d2.Vec{},
		},
	})
}
