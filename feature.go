package collide

// FeatureID names the features that make a manifold point. It stays the same while the same
// features touch and the point does not jump, so that an engine can carry what it knows of a point
// from one step to the next. Use it as a key, or Features where only the features matter; Swap, A
// and B read it.
//
// Bits 0 to 17 are the index of A's feature, bits 18 and 19 its FeatureKind. Bits 20 to 39 are the
// same of B. Indices of 2^18 and more lose their high bits here. How the features of each shape are
// numbered stands with ManifoldPoint in d2 and d3.
//
// Bits 40 to 63 are zero but for points that would jump without their features changing. Bits 40
// and 41 are 1 or 2 where the normal is that of A's or B's face and the point would be elsewhere
// with the other's; bits 42 to 63 then tell which face. They hold the point's place, in steps,
// where that depends on the poses so much that the points of two nearby poses are not the same in
// any useful sense. Of surfaces bits 42 to 63 also hold a number of what tells points with the same
// features apart: the face whose way out it is, the triangle of the second surface, the high bits
// of an index.
type FeatureID uint64

// FeatureKind is the kind of a feature of one body.
type FeatureKind uint8

// The kinds of features.
const (
	FeatureWhole  FeatureKind = iota // the whole surface: ellipses, ellipsoids, user's shapes, half-spaces, rims
	FeatureVertex                    // a vertex; a circle or sphere is the vertex 0
	FeatureEdge                      // an edge
	FeatureFace                      // a face, in space
)

// The layout of a FeatureID, in bits.
const (
	FeatureIndexBits  = 18                      // of the index of one body's feature
	FeatureSideBits   = FeatureIndexBits + 2    // of kind and index of one body
	FeatureOwnerShift = 2 * FeatureSideBits     // of whose face gives the normal
	FeaturePlaceShift = FeatureOwnerShift + 2   // of the place
	featureSideMask   = 1<<FeatureSideBits - 1  // one body's part
	featureIndexMask  = 1<<FeatureIndexBits - 1 // its index
)

// Feature returns one body's part of a FeatureID.
func Feature(k FeatureKind, index int32) FeatureID {
	return FeatureID(k)<<FeatureIndexBits | FeatureID(index)&featureIndexMask
}

// A returns the kind and index of A's feature.
func (id FeatureID) A() (FeatureKind, int32) { return id.side(0) }

// B returns the kind and index of B's feature.
func (id FeatureID) B() (FeatureKind, int32) { return id.side(FeatureSideBits) }

// side returns the kind and index of the feature whose part begins at a bit.
func (id FeatureID) side(shift uint) (FeatureKind, int32) {
	return FeatureKind(id >> (shift + FeatureIndexBits) & 3), int32(id >> shift & featureIndexMask)
}

// Features returns id without bits 40 to 63: the two features alone. It is the key for impulses.
// Where bodies rest a little deep in each other the normal goes back and forth between A's face and
// B's, and their points get other IDs with it, although they are where they were but for the depth
// times the angle between the faces: an engine that starts from nothing there lets stacks sway.
//
// Several points may have the same Features: those of several manifolds of two bodies, those of
// meshes, height fields, chains and grids, and, rarely, those of a body billions of times smaller
// than the other.
func (id FeatureID) Features() FeatureID { return id & (1<<FeatureOwnerShift - 1) }

// Swap returns the ID with A and B exchanged.
func (id FeatureID) Swap() FeatureID {
	owner := id >> FeatureOwnerShift & 3
	owner = owner<<1&2 | owner>>1
	return id>>FeaturePlaceShift<<FeaturePlaceShift | owner<<FeatureOwnerShift |
		id&featureSideMask<<FeatureSideBits | id>>FeatureSideBits&featureSideMask
}
