// Package broadphase finds which of many boxes meet: the first question of collision detection,
// before any shape is looked at.
//
// A Tree holds axis-aligned boxes, of the plane (Tree2) or of space (Tree3), that come, move and
// go. It finds all pairs that meet, the pairs that a set of moved boxes takes part in, and what a
// box, a ray, a moving box or a point has near it. Brute and Sweep answer the first of these
// without a tree, for tests and for few boxes.
//
// Boxes are closed: those that share only a face, an edge or a corner meet. Coordinates are doubles
// and decided exactly. Sides may be infinite, as those of half-spaces are; such boxes are kept
// apart, so that they cost the others nothing.
//
// Boxes are told apart by ids of the caller, small numbers from 0 on, as of the index of a body in
// a list: a tree takes memory for all ids up to the greatest. Whether an id that was removed and
// used again means the same body is for the caller to know.
//
// What a method that appends returns is in the order of ids, or of distance and then id. It depends
// on the boxes and their ids alone, never on earlier calls, and has the same bits on every
// platform. A method that takes a function calls it as the tree finds things: the same sequence of
// calls to a tree gives the same order, and that is all it promises.
//
// A tree may be searched by any number of goroutines at once while nothing changes it. Once its
// memory has grown, no call allocates, but for iterators and for more workers than one.
//
// docs/broadphase.md has the costs.
package broadphase

import "github.com/collide-go/collide/internal/bvh"

// Box2 is a box of the plane: the least x and y, then the greatest.
type Box2 = [4]float64

// Box3 is a box of space: the least x, y and z, then the greatest.
type Box3 = [6]float64

// Vec2 is a point or a direction of the plane.
type Vec2 = [2]float64

// Vec3 is a point or a direction of space.
type Vec3 = [3]float64

// Box is a box of either dimension.
type Box interface{ [4]float64 | [6]float64 }

// Vec is a point or a direction of either dimension.
type Vec interface{ [2]float64 | [3]float64 }

// Pair is two ids, the lesser first.
type Pair = bvh.Couple
