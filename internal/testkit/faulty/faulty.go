// Package faulty has a shape that breaks when it is told to, for tests of what a panic of a user's
// code does.
package faulty

import "sync/atomic"

// Shape is a ball of radius 1, of either dimension, whose Support panics with Panic once Broken is
// set.
type Shape[V interface{ Unit() V }] struct{ Broken *atomic.Bool }

// Panic is what Support panics with.
const Panic = "broken"

// Margin returns 0.
func (s Shape[V]) Margin() float64 { return 0 }

// Support returns the point of the ball farthest along dir.
func (s Shape[V]) Support(dir V) V {
	if s.Broken.Load() {
		panic(Panic)
	}
	return dir.Unit()
}
