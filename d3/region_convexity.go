package d3

// ConvexPosition returns the index of the first point that is not a corner of the convex hull of
// all, or that repeats an earlier one; -1 where there is none, so that the points are in convex
// position. Every decision is an exact sign, with no tolerance.
//
// The errors are those of NewHull.
//
// Cost: that of NewHull.
func ConvexPosition(points []Vec) (int, error) {
	h, err := NewHull(points)
	if err != nil {
		return -1, err
	}
	corners := make(map[Vec]bool, len(h.points))
	for _, p := range h.points {
		corners[p] = true
	}
	for i, p := range points {
		if p = p.clean(); !corners[p] {
			return i, nil
		}
		delete(corners, p)
	}
	return -1, nil
}
