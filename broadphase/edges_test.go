package broadphase_test

import (
	"testing"

	"github.com/collide-go/collide/broadphase"
	"github.com/collide-go/collide/internal/testkit/edges"
)

// TestEdges: nothing that is exported panics, whatever it is called with.
func TestEdges(t *testing.T) {
	edges.Run(t, &edges.Package{
		Calls: 500,
		Pool:  []any{broadphase.Box2{}, broadphase.Box2{0, 0, 1, 1}},
		Fresh: []any{func() *broadphase.Tree2 {
			full := new(broadphase.Tree2)
			for i := range 20 {
				x := float64(i)
				if err := full.Insert(i, broadphase.Box2{x, 0, x + 2, 1}); err != nil {
					t.Fatal(err)
				}
			}
			return full
		}},
		Funcs: map[string]any{"Brute": broadphase.Brute[broadphase.Box2], "Sweep": broadphase.Sweep[broadphase.Box2]},
		Types: []any{&broadphase.Tree2{}},
	})
}
