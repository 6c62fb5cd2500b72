package report_test

import (
	"testing"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/edges"
	"github.com/collide-go/collide/internal/testkit/edges/scenes"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/picture"
	"github.com/collide-go/collide/report"
	"github.com/collide-go/collide/scene"
)

// TestEdges: nothing that is exported panics, whatever it is called with.
func TestEdges(t *testing.T) {
	flat := edges.Must(mesh.New([]d3.Vec{{}, {X: 1}, {Y: 1}}, [][3]int{{0, 1, 2}}))(t)
	model := &mesh.Model{Format: mesh.OBJ, Parts: []mesh.Part{{Name: "a", Mesh: flat, At: mesh.Identity()}}}
	pool := append(scenes.Pool(t), (*picture.View)(nil), (*scene.Baseline)(nil), (*report.Log)(nil), (*scene.Rule)(nil),
		model, &report.Mesh{Model: model, Parts: edges.Must(model.Inspect())(t)})
	edges.Run(t, &edges.Package{
		Calls: 1500,
		Pool:  pool,
		Funcs: map[string]any{
			"HTML": report.HTML, "JUnit": report.JUnit, "MeshJSON": report.MeshJSON, "MeshTable": report.MeshTable,
			"NewCheck": report.NewCheck, "NewFailed": report.NewFailed, "NewFrames": report.NewFrames, "NewLog": report.NewLog,
			"SARIF": report.SARIF,
		},
		Whole:  []any{mesh.Inspection{}}, // made by package mesh
		Panics: map[string]bool{"Check.Fails": true},
		Types:  []any{report.Check{}, report.Log{}, report.Mesh{}},
	})
}
