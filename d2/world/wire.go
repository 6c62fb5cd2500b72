package world

import (
	"math"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/wire"
)

// hullBytes is what a point of a hull takes in memory, about, with what is made beside it.
const hullBytes = 200

// bit returns a byte with a bit, or 0.
func bit(on bool, b byte) byte {
	if on {
		return b
	}
	return 0
}

// The bits of a body.
const (
	bodyLive byte = 1 << iota
	bodyStatic
	bodySensor
	bodyFast
	bodyTravels // it is not where it was after the last Step
	bodyFilter  // it has a filter
	bodyBits
)

// anyFilter is the filter of a body that touches all.
var anyFilter = Filter{}.set()

// flags returns the bits of b.
func (b *body) flags() byte {
	return bit(b.live, bodyLive) | bit(b.kind == Static, bodyStatic) | bit(b.sensor, bodySensor) |
		bit(b.fast, bodyFast) | bit(b.travels, bodyTravels) | bit(b.filter != anyFilter, bodyFilter)
}

// appendPoints appends a list of points.
func appendPoints(b []byte, points []d2.Vec) []byte {
	b = wire.AppendUint(b, uint64(len(points)))
	for _, p := range points {
		b = appendVec(b, p)
	}
	return b
}

// readPoints reads the points of a hull.
func readPoints(r *wire.Reader) []d2.Vec { return readVertices(r, hullBytes+vecBytes, "a hull") }

// readVertices reads a list of points, each of which may take some bytes of memory for what is
// named.
func readVertices(r *wire.Reader, each int64, what string) (points []d2.Vec) {
	at := r.Offset()
	for range r.Uint(math.MaxInt32, "the number of points") {
		if !r.Spend(at, each, what) {
			return nil
		}
		points = append(points, readVec(r, "a point"))
		if r.Err() != nil {
			return nil
		}
	}
	return points
}

// appendMaterials appends the materials of edges or triangles.
func appendMaterials(b []byte, list []int32) []byte {
	for _, m := range list {
		b = wire.AppendInt(b, int64(m))
	}
	return b
}

// readMaterials reads n materials.
func readMaterials(r *wire.Reader, n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(r.Int("a material"))
	}
	return list
}
