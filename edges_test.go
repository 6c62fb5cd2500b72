package collide_test

import (
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/edges"
)

// TestEdges: nothing that is exported panics, whatever it is called with.
func TestEdges(t *testing.T) {
	edges.Run(t, &edges.Package{
		Calls: 200,
		Pool:  []any{collide.ErrBadOption},
		Funcs: map[string]any{"Feature": collide.Feature},
		Types: []any{
			collide.Algorithm(0), collide.Containment(0),
			collide.Error{},
			collide.Exit(0),
			collide.FeatureID(0), collide.Path(0), collide.Relation(0), collide.Stage(0),
			collide.Status(0), collide.Verdict(0),
		},
	})
}
