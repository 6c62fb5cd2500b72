package d2

// facetHull is a flat hull.
type facetHull struct {
	Hull
}
