package d2

// AABB is an axis-aligned box, Min <= Max in each coordinate.
type AABB struct{ Min, Max Vec }
