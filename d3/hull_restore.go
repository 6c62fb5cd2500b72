package d3

import (
	"fmt"
	"math"
	"slices"

	"github.com/collide-go/collide"
)

// RestoreHull returns the hull that Vertices and Faces of another one tell of: the same hull, bit
// for bit, with its faces and edges numbered as they were. (NewHull of the vertices alone gives the
// same set of points, whose faces may be numbered otherwise, as the points that were no vertices
// are gone.) The slices are not kept.
//
// Errors: those of NewHull; collide.ErrNotConvex, with the Path "vertices" for one that is not
// extreme, and with the Path "faces" and the number of a face as Index where the faces are not
// those of this hull.
//
// Cost: that of NewHull.
func RestoreHull(vertices []Vec, faces [][3]int) (*Hull, error) {
	if err := checkPoints(vertices); err != nil {
		return nil, err
	}
	h, facets := hullOf(vertices)
	if len(h.points) != len(vertices) {
		return nil, &collide.Error{Code: collide.ErrNotConvex, Path: "vertices", Index: -1, Value: math.NaN()}
	}
	if h.dim < 2 {
		facets = facets[:1:1]
		if len(faces) > 0 {
			return nil, badFace(0)
		}
	} else if i := arrange(facets, faces); i >= 0 {
		return nil, badFace(i)
	}
	h.finish(facets)
	return h, nil
}

// badFace returns the error that face i is not one of the hull.
func badFace(i int) error {
	return &collide.Error{Code: collide.ErrNotConvex, Path: fmt.Sprintf("faces[%d]", i), Index: i, Value: math.NaN()}
}

// arrange puts the facets into the order of the faces, each beginning with the corner that its
// faces tell, so that cutting them gives these faces. It returns the number of a face that no order
// gives, else -1.
func arrange(facets [][]int32, faces [][3]int) int {
	type corner struct{ facet, at int }
	leaving := make(map[[2]int32]corner, 3*len(facets))
	for f, polygon := range facets {
		for i, a := range polygon {
			leaving[[2]int32{a, polygon[(i+1)%len(polygon)]}] = corner{f, i}
		}
	}
	order := make([][]int32, 0, len(facets))
	used := make([]bool, len(facets))
	var cut [][3]int32
	for k := 0; k < len(faces); k += len(cut) {
		c, ok := leaving[[2]int32{int32(faces[k][0]), int32(faces[k][1])}]
		if !ok || used[c.facet] {
			return k
		}
		used[c.facet] = true
		polygon := facets[c.facet]
		polygon = slices.Concat(polygon[c.at:], polygon[:c.at])
		cut = appendTriangles(cut[:0], polygon)
		for i, t := range cut {
			if k+i == len(faces) || faces[k+i] != [3]int{int(t[0]), int(t[1]), int(t[2])} {
				return min(k+i, len(faces)-1)
			}
		}
		order = append(order, polygon)
	}
	if len(order) < len(facets) {
		return len(faces)
	}
	copy(facets, order)
	return -1
}
