//go:build !amd64 || purego

package d3

import "github.com/collide-go/collide"

// touchLanes tells nothing without vectors.
func (*Manifold) touchLanes(_, _ *Object) collide.Relation { return collide.Undecided }
