package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// height returns z of the surface at u: that of the core's edge grown by the margin.
func (s *span) height(u float64) float64 {
	switch {
	case s.n == 1:
		return s.z[0] + s.r
	case s.r == 0:
		return s.z[0] + float64((u-s.u[0])*s.slope)
	}
	// The disc that reaches highest at u has its centre to the side that rises, at r times the sine of the edge's angle.
	sine := s.slope / math.Sqrt(1+float64(s.slope*s.slope))
	at := max(s.u[0], min(u+float64(s.r*sine), s.u[1]))
	x := u - at
	return s.z[0] + float64((at-s.u[0])*s.slope) + math.Sqrt(max(float64(s.r*s.r)-float64(x*x), 0))
}

// facing returns the body's part of the ID of a point where s has no ends to name: its edge where that gives the normal.
func (s *span) facing() collide.FeatureID {
	switch {
	case s.curve:
		return collide.Feature(collide.FeatureWhole, 0)
	case s.n == 1:
		return collide.Feature(collide.FeatureVertex, s.v[0])
	}
	return collide.Feature(collide.FeatureEdge, s.edge)
}

// end returns the body's part of the ID of end i.
func (s *span) end(i int) collide.FeatureID { return collide.Feature(collide.FeatureVertex, s.v[i]) }
