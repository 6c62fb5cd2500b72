package d3

import (
	"context"
	"slices"
	"testing"
)

// TestHalves: a solid that is all but convex is two parts, on either side of a plane, and the two
// hold the bound and the solid. Three bars that cross are not: no plane is found, and the long way
// finds four parts.
func TestHalves(t *testing.T) {
	spindle := revolved("spindle", []float64{0, 1, 0.95, 1, 0}, []float64{-1, -1, 0.1, 1, 1}, nil, 12)
	spindle.c = 0.01
	bent := revolved("bent", []float64{0, 0.5, 0.5, 0.5, 0.5, 0}, []float64{-1, -1, 0, 0.02, 1, 1}, nil, 12)
	bent.c = 0.01
	for i, p := range bent.points {
		bent.points[i] = p.Add(Vec{X: 0.1 * p.Z * p.Z})
	}
	meshes := solidMeshes()
	for _, row := range []struct {
		m    solidMesh
		want bool
	}{{meshes[0], true}, {spindle, true}, {bent, true}, {meshes[1], false}} {
		table, err := newTriMesh(row.m.points, row.m.tris)
		if err != nil {
			t.Fatal(err)
		}
		o := DecomposeOptions{Concavity: row.m.c}
		d := newDecomposer(context.Background(), table, o)
		_, up := d.reach.reach(d.whole, d.limit, d.limit)
		lots, err := d.halves(d.limit, slices.Clone(d.reach.worse))
		if err != nil || up <= d.limit || (lots != nil) != row.want || row.want && len(lots) != 2 {
			t.Fatalf("%s: %d lots, error %v; the hull reaches %v", row.m.name, len(lots), err, up)
		}
		if !row.want {
			continue
		}
		out, err := Decompose(context.Background(), row.m.points, row.m.tris, o)
		if err != nil || len(out.Parts) != 2 || out.AtLeast != 2 || out.Concavity > row.m.c {
			t.Fatalf("%s: %v, %v", row.m.name, out, err)
		}
		row.m.checkCover(t, out)
		row.m.checkReach(t, out)
	}
}
