package d3_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// TestNewHeightFieldRefuses: what is no height field is refused, with the place.
func TestNewHeightFieldRefuses(t *testing.T) {
	flat := [][]float64{{0, 0}, {0, 0}}
	for _, row := range []struct {
		dx, dy  float64
		heights [][]float64
		code    error
		path    string
	}{
		{1, 1, nil, collide.ErrBadMesh, "heights"},
		{1, 1, [][]float64{{0, 0}}, collide.ErrBadMesh, "heights"},
		{1, 1, [][]float64{{0}, {0}}, collide.ErrBadMesh, "heights[0]"},
		{1, 1, [][]float64{{0, 0}, {0, 0, 0}}, collide.ErrBadMesh, "heights[1]"},
		{1, 1, [][]float64{{0, 0}, {0, math.NaN()}}, collide.ErrNotFinite, "heights[1][1]"},
		{1, 1, [][]float64{{0, -1e101}, {0, 0}}, collide.ErrOutOfRange, "heights[0][1]"},
		{0, 1, flat, collide.ErrOutOfRange, "spacing[0]"},
		{1, -1, flat, collide.ErrNegativeSize, "spacing[1]"},
		{math.Inf(1), 1, flat, collide.ErrNotFinite, "spacing[0]"},
		{1, 1e100, flat, collide.ErrOutOfRange, "spacing[1]"},
		{1, 1, slices.Repeat([][]float64{make([]float64, 1<<15)}, 1<<15), collide.ErrTooLarge, "heights"},
	} {
		_, err := d3.NewHeightField(row.dx, row.dy, row.heights)
		var e *collide.Error
		if !errors.As(err, &e) || !errors.Is(err, row.code) || e.Path != row.path {
			t.Errorf("%g, %g, %d rows: %v, want %s: %v", row.dx, row.dy, len(row.heights), err, row.path, row.code)
		}
	}
}
