package explain_test

import (
	"testing"

	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/testkit/edges"
	"github.com/collide-go/collide/internal/testkit/edges/scenes"
)

// TestEdges: nothing that is exported panics, whatever it is called with.
func TestEdges(t *testing.T) {
	edges.Run(t, &edges.Package{
		Calls: 400,
		Pool:  scenes.Pool(t),
		Funcs: map[string]any{
			"Algorithms": explain.Algorithms, "Cast": explain.Cast, "Corners": explain.Corners, "Impact": explain.Impact,
			"Pair": explain.Pair, "Point": explain.Point,
		},
		Types: []any{explain.Algorithm(0), explain.Course{}, explain.Options{}, explain.Report{}},
	})
}
