package d3

import (
	"github.com/collide-go/collide/internal/bvh"
	"github.com/collide-go/collide/internal/pairs"
)

// What single kinds of queries about pairs of bodies with parts keep in partPair.

// partSearch is the work space of the search for pairs of parts.
type partSearch struct {
	pairs    bvh.Closest[[6]float64]
	lone     bvh.Around[[6]float64] // in place of pairs, where boxed is set: G is one small box
	boxed    bool
	reachPad float64                 // what lone needs beyond a limit
	plane    bvh.Nearest[[6]float64] // parts beside a half-space
	aim      aim
	outlines hullPair
	facets   facetPair
}

// aim is the normal of the best pair of parts so far. How far it separates two parts is a lower
// bound of their signed distance, and cheap: one number for each part. docs/math/compound.md.
type aim struct {
	n, back Vec     // from F to G, about a unit vector in F's frame; its opposite in G's
	ahead   float64 // how far G's origin is ahead of F's along n, less what rounding may do
	alone   float64 // how far G reaches against n where it is no compound
}

// nearSearch is the work space of searches for the part nearest to a point or a ball.
type nearSearch struct {
	walk   bvh.Around[[6]float64]
	bricks brickSearch
	parts  partsNear
	facets facetNear
	ball   Object    // G in the frame of F, as much of it as nearBrick needs
	work   pointWork // of parts, for balls
}

// enclosing is the work space for bodies in solids.
type enclosing struct {
	points solidWork // points and solids
	two    solidPair
	inside []enclosure
	by     holder // of a body in a solid: which one is the solid
}

// enclosure is a pair of members of F and G of which one has part of the other in its interior.
type enclosure struct {
	pairs.Pair
	by holder
}

// holder tells which one of two members has part of the other one in its interior.
type holder int8

const (
	noHolder holder = iota
	holderF         // that of F
	holderG         // that of G
	someone         // both, or one of them
)

// containParts is the work space of partPair for containment: a part that holds another one, and
// that other one.
type containParts struct {
	placed [2]placement // in the axes of the world
	slots  [2]slot
	rel    posed     // the body that may lie in the compound, in the frame of that
	moved  placement // a part of it there
	within bvh.Within[[6]float64]
}

// overSurface is the work space of manifolds of a body over a surface.
type overSurface struct {
	ground ground
	within bvh.Within[[6]float64]
	facet  facet
	others []Vec
	out    Vec     // the normal of the last manifold, in F's frame
	level  float64 // and how far the surface comes along it
}

// waysOut is the work space of the manifolds of members, two by two.
type waysOut struct {
	met  []metPair // all pairs of parts whose boxes meet
	list []way     // out of the two members that are asked about
	deep []deepPair
	seen idSet
}

// way is a normal along which two members go apart, in the frame of the surface.
type way struct {
	n     Vec
	level float64 // how far the surface comes along it
	other int32   // the part of the other body
}

// deepPair is a pair of parts that is not apart, and how deep it is.
type deepPair struct {
	pairs.Pair
	distance float64
}

// metPair is a pair of parts whose boxes meet, and the members that they are of. A pair with parts
// of -1 comes first of its members, and tells that one of these is a solid.
type metPair struct {
	pairs.Pair
	of pairs.Pair
}

// joinedWork is the work space of joined manifolds.
type joinedWork struct {
	on    bool       // Options.Joined
	asked pairs.Pair // that the last manifold is about
	kept  []joinedPair
	order []int32 // of kept, the deepest first
}

// joinedPair is a manifold of two parts, until it is known whether it is left out.
type joinedPair struct {
	pairs.Pair
	ct   Contact
	mf   Manifold
	n    Vec     // the normal, from F to G in F's frame
	f, g float64 // how far the leaves reach along it, and against it
	gone bool
}

// partCast is the work on a cast between bodies of parts: one part of each, placed in the axes of
// the world about the position of F. In doubles that is quick and does for nearly all pairs; the
// others are placed once more, and exactly, in partPair.exact.
type partCast struct {
	apart         Vec     // from the position of F to that of G
	fixed, moving Object  // the parts placed in doubles, without an AABB
	turned        mat3    // of a box that is not placed in fixed
	offG          float64 // how far the points of moving may be off, but for the twist

	posed bool // the next two are there
	f, g  posed
	part  int32 // the part of G in partPair.exact; -1 for none
}
