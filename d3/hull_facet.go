package d3

import ()

// facetHull is a flat hull of three points, or the segment or point that they are, with all that it
// needs in place, so that it can be made anew without memory.
type facetHull struct {
	Hull
	points, local [3]Vec
	faces         [1][3]int32
	adjStart      [4]int32
	adj           [6]int32
}
