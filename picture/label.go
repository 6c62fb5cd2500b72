package picture

import (
	"math"
	"slices"
	"strconv"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
)

// label writes the number of a vertex beside it, away from the middle of what the step shows, and
// from what stands there: other numbers and points, the cross of the origin, the arrow of the
// search. Where all is taken it is left out.
func (p *plot) label(v vertex, t *turn) {
	var c d3.Vec
	n := 1.0 // the origin counts
	for _, s := range slices.Concat(t.Simplex, t.Vertices) {
		c, n = c.Add(s.At), n+1
	}
	own, mid := p.At(v.At), p.At(c.Scale(1/n))
	d := own.Sub(mid)
	if l := d.Len(); l > 1 {
		d = d.Scale(1 / l)
	} else {
		d = d2.Vec{X: 0.7, Y: -0.7}
	}
	dropped, far := t.dropped(), 13.0
	for _, x := range dropped {
		if p.At(x.At).Sub(own).Len() < 8 {
			far = 17 // outside of its cross
		}
	}
	best, least := d2.Vec{}, math.Inf(1)
	for i := range labelWays { // the straight way out, then more and more to the sides
		k := (i + 1) / 2
		if i%2 == 1 {
			k = labelWays - k
		}
		u := draw.UnitAt(k, labelWays)
		at := own.Add(d2.Vec{
			X: float64(d.X*u.X) - float64(d.Y*u.Y), Y: float64(d.X*u.Y) + float64(d.Y*u.X),
		}.Scale(far))
		at.X = min(max(at.X, p.Frame.Min.X+9), p.Frame.Max.X-9)
		at.Y = min(max(at.Y, p.Frame.Min.Y+9), p.Frame.Max.Y-9)
		if cost := p.covers(at, v.Number, t, dropped); cost < least {
			best, least = at, cost
		}
	}
	if math.IsInf(least, 1) {
		return
	}
	p.labels = append(p.labels, numberAt{v.Number, best})
	p.Page.Text(best, strconv.Itoa(v.Number), draw.Font{Anchor: draw.MidCenter, Bold: true})
}

// labelWays is in how many directions a place for a number is looked for.
const labelWays = 8

// numberAt is a number and its place on the page.
type numberAt struct {
	number int
	at     d2.Vec
}

// covers returns how many marks of a step the number of a vertex would cover at a point of the
// page; infinite where another number stands, and where this one stands already.
func (p *plot) covers(at d2.Vec, number int, t *turn, dropped []vertex) float64 {
	for _, l := range p.labels {
		if l.number == number || math.Abs(at.X-l.at.X) < 15 && math.Abs(at.Y-l.at.Y) < 12 {
			return math.Inf(1)
		}
	}
	cost := 0.0
	near := func(v d3.Vec, r float64) {
		if p.At(v).Sub(at).Len() < r {
			cost++
		}
	}
	near(d3.Vec{}, 12)
	for _, v := range slices.Concat(t.Simplex, t.Vertices, []vertex{t.W}) {
		near(v.At, 10)
	}
	for _, v := range dropped {
		near(v.At, 14)
	}
	if t.search != (d3.Vec{}) {
		from, to := p.shaft(t.start(), t.search, 34)
		if _, _, ok := draw.ClipLine(from, to, draw.Square(at, 7)); ok {
			cost++
		}
	}
	return cost
}
