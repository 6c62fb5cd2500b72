package schema_test

import (
	"testing"

	"github.com/collide-go/collide/internal/testkit/edges"
	"github.com/collide-go/collide/schema"
)

// TestEdges: nothing that is exported panics, whatever it is called with.
func TestEdges(t *testing.T) {
	edges.Run(t, &edges.Package{
		Calls: 20,
		Funcs: map[string]any{"Get": schema.Get, "Names": schema.Names},
	})
}
