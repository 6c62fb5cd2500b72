package num

import "testing"

// corner is a struct too large for registers.
type corner struct{ u, v, h, eu, ev, long float64 }

// made returns a corner.
//
//go:noinline
func made(x float64) (c corner) {
	c.u, c.v, c.h, c.eu, c.ev, c.long = x, x+1, x+2, x+3, x+4, x+5
	return c
}

// set makes c what made returns.
//
//go:noinline
func (c *corner) set(x float64) {
	c.u, c.v, c.h, c.eu, c.ev, c.long = x, x+1, x+2, x+3, x+4, x+5
}

// BenchmarkStored is what it takes to have a struct in a slice: made and copied, or set in place
// (docs/decisions/0029-in-place.md).
func BenchmarkStored(b *testing.B) {
	ring := make([]corner, 8)
	b.Run("copied", func(b *testing.B) {
		x := 1.0
		for i := 0; b.Loop(); i++ {
			ring[i&7] = made(x)
			x = ring[i&7].long - 5
		}
	})
	b.Run("in place", func(b *testing.B) {
		x := 1.0
		for i := 0; b.Loop(); i++ {
			ring[i&7].set(x)
			x = ring[i&7].long - 5
		}
	})
}
