package draw

import (
	"image"
	"math"

	"github.com/collide-go/collide/d2"
	"golang.org/x/image/vector"
)

// Label is a note of one or more lines about a point of the page.
type Label struct {
	At    d2.Vec   // the point
	Lines []string // the first is bold when Box is set
	Role  Role     // of the text and the box; None means Ink
	Size  float64  // of the letters; 0 means 12
	Box   bool     // drawn in a box; else letters with a rim of paper
	Near  bool     // left out rather than put where it needs a line to its point
}

// Labels puts notes where there is room: inside the frame, none over another, none over what is to be avoided, with a
// thin line to the point where the note is not right beside it. Add the notes in the order of their importance.
type Labels struct {
	page    *Page
	frame   d2.AABB
	weights image.Alpha // how much is lost where a note covers a cell
	sums    []int       // of the weights above and left of a cell
	taken   []d2.AABB   // what no note may cover
	lines   []outline   // from the notes to their points
	list    []Label
}

// cell is the size of the squares, in page units, in which Labels remembers what is where.
const cell = 4

// Labels returns an empty set of notes for a frame.
func (p *Page) Labels(frame d2.AABB) *Labels {
	size := image.Rect(0, 0, int(math.Ceil(p.Size.X/cell)), int(math.Ceil(p.Size.Y/cell)))
	return &Labels{page: p, frame: frame, weights: *image.NewAlpha(size)}
}

// Avoid keeps the notes off a rectangle.
func (l *Labels) Avoid(r d2.AABB) { l.taken = append(l.taken, r) }

// AvoidLine keeps the notes off the surroundings of a segment.
func (l *Labels) AvoidLine(from, to d2.Vec) {
	n := math.Ceil(min(to.Sub(from).Len(), 4000) / 10)
	for i := 0.0; i <= n; i++ {
		v := from.Add(to.Sub(from).Scale(i / max(n, 1)))
		l.Avoid(square(v, 4))
	}
}

// square returns the square about v with the given half side.
func square(v d2.Vec, h float64) d2.AABB {
	return d2.AABB{Min: d2.Vec{X: v.X - h, Y: v.Y - h}, Max: d2.Vec{X: v.X + h, Y: v.Y + h}}
}

// Weigh says that it is a pity to cover the inside of a path: weight 0 is none, 255 is the most.
func (l *Labels) Weigh(h *Path, weight uint8) {
	var vec vector.Rasterizer
	box := l.weights.Rect
	room := d2.AABB{Max: d2.Vec{X: float64(box.Dx()), Y: float64(box.Dy())}}
	vec.Reset(box.Dx(), box.Dy())
	for _, o := range h.flatten() {
		if !finite(o.p...) {
			continue
		}
		small := make([]d2.Vec, len(o.p))
		for i, v := range o.p {
			small[i] = v.Scale(1.0 / cell)
		}
		for i, v := range clipPolygon(small, room) {
			if i == 0 {
				vec.MoveTo(float32(v.X), float32(v.Y))
			} else {
				vec.LineTo(float32(v.X), float32(v.Y))
			}
		}
		vec.ClosePath()
	}
	mask := image.NewAlpha(box)
	vec.Draw(mask, box, image.Opaque, image.Point{})
	for i, m := range mask.Pix {
		if m > 127 {
			l.weights.Pix[i] = max(l.weights.Pix[i], weight)
		}
	}
	l.sums = nil
}

// Add adds a note; Draw draws it.
func (l *Labels) Add(n Label) {
	if len(n.Lines) > 0 && finite(n.At) {
		l.list = append(l.list, n)
	}
}

// Draw places and draws the notes added, and returns how many of those without Near found no room.
func (l *Labels) Draw() (left int) {
	for i := range l.list {
		n := &l.list[i]
		if n.Box {
			l.Avoid(square(n.At, 5))
		}
	}
	type placed struct {
		n   *Label
		box d2.AABB
	}
	var done []placed
	for i := range l.list {
		n := &l.list[i]
		box, ok := l.place(n)
		switch {
		case ok:
			l.taken = append(l.taken, box)
			l.lines = append(l.lines, outline{p: []d2.Vec{n.At, nearest(box, n.At)}})
			done = append(done, placed{n, box})
		case !n.Near:
			left++
		}
	}
	for _, d := range done { // the lines first, so that none crosses a note
		d.n.leader(l.page, d.box)
	}
	for _, d := range done {
		d.n.draw(l.page, d.box)
	}
	l.list = nil
	return left
}

// place returns the cheapest free place of a note, if there is one.
func (l *Labels) place(n *Label) (d2.AABB, bool) {
	l.prepare()
	rings := []float64{0, 9, 14, 20, 28, 38, 50, 65, 82, 102, 126, 155, 190, 232, 282, 340}
	if n.Near {
		rings = rings[:4]
	}
	if n.Box {
		rings = rings[2:]
	}
	best, cost := d2.AABB{}, math.Inf(1)
	size := n.size()
	const ways = 32
	for _, ring := range rings {
		if ring > cost {
			break // farther places cost more
		}
		for i := range ways {
			u := direction(i, ways)
			mid := n.At.Add(u.Scale(ring))
			if ring > 0 {
				mid = mid.Add(d2.Vec{X: float64(u.X * size.X / 2), Y: float64(u.Y * size.Y / 2)})
			} else if i > 0 {
				break
			}
			box := d2.AABB{Min: mid.Sub(size.Scale(0.5)), Max: mid.Add(size.Scale(0.5))}
			if c := l.cost(n, box); c < cost {
				best, cost = box, c
			}
		}
	}
	return best, !math.IsInf(cost, 0)
}

// cost returns what a note costs in a place: the length of its line, what it covers, what its line crosses. It is
// infinite where the note must not be.
func (l *Labels) cost(n *Label, box d2.AABB) float64 {
	if !contains(l.frame, box.Min, 2) || !contains(l.frame, box.Max, 2) {
		return math.Inf(1)
	}
	wide := d2.AABB{Min: box.Min.Sub(d2.Vec{X: 3, Y: 2}), Max: box.Max.Add(d2.Vec{X: 3, Y: 2})}
	to := nearest(box, n.At)
	sum := to.Sub(n.At).Len() + float64(0.9*l.covered(box))
	for _, t := range l.taken {
		if t.Overlaps(wide) {
			return math.Inf(1)
		}
		if a, b, ok := clipLine(n.At, to, t); ok && a.Sub(b).Len() > 0 && !t.Contains(n.At) {
			if t.Max.X-t.Min.X > 11 {
				return math.Inf(1) // the line would run under a note
			}
			sum += 6
		}
	}
	for _, o := range l.lines {
		if crosses(o.p[0], o.p[1], n.At, to) {
			sum += 400
		}
		if _, _, ok := clipLine(o.p[0], o.p[1], wide); ok {
			return math.Inf(1)
		}
	}
	return sum
}

// crosses reports whether two segments cross.
func crosses(a, b, c, d d2.Vec) bool {
	side := func(p, q, r d2.Vec) float64 { return q.Sub(p).Cross(r.Sub(p)) }
	return side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0
}

// nearest returns the point of a box nearest v.
func nearest(b d2.AABB, v d2.Vec) d2.Vec {
	return d2.Vec{X: min(max(v.X, b.Min.X), b.Max.X), Y: min(max(v.Y, b.Min.Y), b.Max.Y)}
}

// prepare sums the weights.
func (l *Labels) prepare() {
	if l.sums != nil {
		return
	}
	w, h := l.weights.Rect.Dx(), l.weights.Rect.Dy()
	l.sums = make([]int, (w+1)*(h+1))
	for y := range h {
		row := 0
		for x := range w {
			row += int(l.weights.Pix[y*l.weights.Stride+x])
			l.sums[(y+1)*(w+1)+x+1] = l.sums[y*(w+1)+x+1] + row
		}
	}
}

// covered returns the mean weight in a box.
func (l *Labels) covered(b d2.AABB) float64 {
	w, h := l.weights.Rect.Dx(), l.weights.Rect.Dy()
	at := func(v float64, n int) int { return min(max(int(math.Floor(v/cell)), 0), n) }
	x0, y0, x1, y1 := at(b.Min.X, w), at(b.Min.Y, h), at(b.Max.X+cell, w), at(b.Max.Y+cell, h)
	n := (x1 - x0) * (y1 - y0)
	if n <= 0 {
		return 0
	}
	s := func(x, y int) int { return l.sums[y*(w+1)+x] }
	return float64(s(x1, y1)-s(x0, y1)-s(x1, y0)+s(x0, y0)) / float64(n)
}
