package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// plainFeature returns the kind and number of the feature of h along d at its vertex k, by a look
// at the sines of all faces and edges there.
func plainFeature(h *Hull, scale float64, d Vec, k int32) (collide.FeatureKind, int32) {
	f := h.faceTable()
	best, at := -1.0, int32(-1)
	for _, i := range f.around.of(k) {
		if t := f.normal[i].Dot(d); t > best && !f.thin[i] {
			best, at = t, i
		}
	}
	if best > 0 && 1-float64(best*best) <= maxSlope*maxSlope {
		return collide.FeatureFace, at
	}
	best, at = 2, -1
	for _, i := range f.meet.of(k) {
		e := h.local[f.ends[i][1]].Sub(h.local[f.ends[i][0]]).Scale(scale)
		if t := math.Abs(e.Dot(d)) / e.Len(); t < best {
			best, at = t, i
		}
	}
	if !(best <= maxSlope) {
		return collide.FeatureVertex, k
	}
	return collide.FeatureEdge, at
}

// TestHullFeature holds the feature of a hull to the plain search, along directions drawn anyhow,
// normals, and directions beside the greatest slope of a face and of an edge.
func TestHullFeature(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(31, 14))
	var by [8]int
	for turn := range 20000 {
		h := arcHull(t, r, turn%4)
		f := h.faceTable()
		n := f.normal[r.IntN(len(f.normal))]
		e := edgeDir(h, f.ends[turn%len(f.ends)][0], f.ends[turn%len(f.ends)][1])
		across, _ := e.across()
		d := onSphere(r, 1)[0]
		sine := maxSlope + float64(r.IntN(9)-4)*0x1p-52
		switch turn / 4 % 5 {
		case 0:
			d = n
		case 1:
			side, _ := n.across()
			d = n.Scale(math.Sqrt(1 - sine*sine)).Add(side.Scale(sine))
		case 2:
			d = across.Scale(math.Sqrt(1 - sine*sine)).Add(e.Scale(sine))
		case 3:
			d = across
		}
		b := body{hint: -1, scale: []float64{1, 0x1p-20, 0x1p-300}[r.IntN(3)]}
		b.kind, b.hull = kindHull, h
		var s span
		s.begin(d, Vec{}, Vec{}, Vec{}, 0)
		s.hull(&b)
		kind, at := plainFeature(h, b.scale, d, b.hint)
		if by[kind]++; s.kind != kind || s.index != at {
			t.Fatalf("turn %d: %v %d along %v, by all sines %v %d", turn, s.kind, s.index, d, kind, at)
		}
	}
	for _, kind := range []collide.FeatureKind{collide.FeatureFace, collide.FeatureEdge, collide.FeatureVertex} {
		if by[kind] < 1000 {
			t.Errorf("%d of kind %v", by[kind], kind)
		}
	}
}
