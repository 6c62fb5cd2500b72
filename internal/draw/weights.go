package draw

import (
	"image"
	"math"

	"github.com/collide-go/collide/d2"
	"golang.org/x/image/vector"
)

// cell is the size of the squares, in page units, in which Labels remembers what is where.
const cell = 4

// weights is a number from 0 to 255 for each cell of a page.
type weights struct {
	image.Alpha
	sums []int // of the weights above and left of a cell; nil until they are asked for
}

// newWeights returns weights of 0.
func newWeights(size image.Rectangle) weights { return weights{Alpha: *image.NewAlpha(size)} }

// Weigh says that it is a pity to cover the inside of a path: weight 0 is none, 255 is the most.
// Its outline counts fully.
func (l *Labels) Weigh(h *Path, weight uint8) { l.WeighBody(h, weight, 0) }

// WeighBody is Weigh for the path of a body, from 1, which is then seen there.
func (l *Labels) WeighBody(h *Path, weight uint8, body int32) {
	for i, m := range l.cover(h).Pix {
		if m > 127 {
			l.inside.Pix[i] = max(l.inside.Pix[i], weight)
			l.own(i, body)
		}
	}
	l.inside.sums, l.edges.sums = nil, nil
}

// cover returns the cells inside a path, and gives those on its outline the full weight of an edge.
func (l *Labels) cover(h *Path) *image.Alpha {
	var vec vector.Rasterizer
	box := l.inside.Rect
	room := d2.AABB{Max: d2.Vec{X: float64(box.Dx()), Y: float64(box.Dy())}}
	vec.Reset(box.Dx(), box.Dy())
	for _, o := range h.flatten() {
		if !Finite(o.p...) {
			continue
		}
		small := outline{p: make([]d2.Vec, len(o.p)), closed: o.closed}
		for i, v := range o.p {
			small.p[i] = v.Scale(1.0 / cell)
		}
		for i, v := range clipPolygon(small.p, room) {
			if i == 0 {
				vec.MoveTo(float32(v.X), float32(v.Y))
			} else {
				vec.LineTo(float32(v.X), float32(v.Y))
			}
		}
		vec.ClosePath()
		for _, line := range clipPolyline(small, room) {
			l.edges.line(line.p)
		}
	}
	mask := image.NewAlpha(box)
	vec.Draw(mask, box, image.Opaque, image.Point{})
	return mask
}

// Covered returns the mean weight of a rectangle.
func (l *Labels) Covered(r d2.AABB) float64 { return l.inside.mean(r) }

// Own notes which bodies, from 1, are seen where; 0 changes nothing. It asks for the middle of each
// cell.
func (l *Labels) Own(body func(at d2.Vec) int32) {
	for k := range l.inside.Pix {
		l.own(k, body(d2.Vec{X: float64(k%l.inside.Stride) + 0.5, Y: float64(k/l.inside.Stride) + 0.5}.Scale(cell)))
	}
}

// own notes that a body, from 1, is seen in a cell; 0 changes nothing.
func (l *Labels) own(i int, body int32) {
	if body == 0 {
		return
	}
	if l.owners == nil {
		l.owners = make([]int32, len(l.inside.Pix))
	}
	l.owners[i] = body
}

// foreign returns the part of a rectangle of the page in which other bodies than the given one are
// seen.
func (l *Labels) foreign(body int32, b d2.AABB) float64 {
	if l.owners == nil || body == 0 {
		return 0
	}
	x0, y0, x1, y1 := l.inside.cells(b)
	n := 0
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			if o := l.owners[y*l.inside.Stride+x]; o != 0 && o != body {
				n++
			}
		}
	}
	return float64(n) / max(float64((x1-x0)*(y1-y0)), 1)
}

// cells returns the columns and rows that a rectangle of the page meets, the ends left out.
func (w *weights) cells(b d2.AABB) (x0, y0, x1, y1 int) {
	at := func(v float64, n int) int { return int(min(max(math.Floor(v/cell), 0), float64(n))) }
	wide, high := w.Rect.Dx(), w.Rect.Dy()
	return at(b.Min.X, wide), at(b.Min.Y, high), at(b.Max.X+cell, wide), at(b.Max.Y+cell, high)
}

// line gives the cells along a polyline the full weight.
func (w *weights) line(p []d2.Vec) {
	for i := 1; i < len(p); i++ {
		d := p[i].Sub(p[i-1])
		n := math.Ceil(max(math.Abs(d.X), math.Abs(d.Y)) * 1.5)
		for k := 0.0; k <= n; k++ {
			v := p[i-1].Add(d.Scale(k / max(n, 1)))
			x, y := min(int(v.X), w.Rect.Dx()-1), min(int(v.Y), w.Rect.Dy()-1)
			w.Pix[y*w.Stride+x] = 255
		}
	}
}

// mean returns the mean weight of the cells that a rectangle of the page meets.
func (w *weights) mean(b d2.AABB) float64 {
	w.prepare()
	wide := w.Rect.Dx()
	x0, y0, x1, y1 := w.cells(b)
	n := (x1 - x0) * (y1 - y0)
	if n <= 0 {
		return 0
	}
	s := func(x, y int) int { return w.sums[y*(wide+1)+x] }
	return float64(s(x1, y1)-s(x0, y1)-s(x1, y0)+s(x0, y0)) / float64(n)
}

// prepare sums the weights.
func (w *weights) prepare() {
	if w.sums != nil {
		return
	}
	wide, high := w.Rect.Dx(), w.Rect.Dy()
	w.sums = make([]int, (wide+1)*(high+1))
	for y := range high {
		row := 0
		for x := range wide {
			row += int(w.Pix[y*w.Stride+x])
			w.sums[(y+1)*(wide+1)+x+1] = w.sums[y*(wide+1)+x+1] + row
		}
	}
}
