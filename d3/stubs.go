package d3

import "math"

// Margin returns 0.
func (h *Hull) Margin() float64 { return 0 }

// Support returns a vertex.
func (h *Hull) Support(Vec) Vec { return Vec{} }

// NewHull returns the convex hull of the points.
func NewHull(points []Vec) (*Hull, error) { return nil, nil }

// support returns the number of the vertex farthest along d.
func (h *Hull) support(d Vec, _ int32) int32 {
	best, at := math.Inf(-1), int32(0)
	for i := range h.local {
		if x := h.local[i].Dot(d); x > best {
			best, at = x, int32(i)
		}
	}
	return at
}
