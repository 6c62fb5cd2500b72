package draw

import (
	"image"
	"math"

	"github.com/collide-go/collide/d2"
)

// Label is a note of one or more lines about a point of the page.
type Label struct {
	At    d2.Vec   // the point
	Lines []string // the first is bold when Box is set
	Role  Role     // of the text and the box; None means Ink
	Box   bool     // drawn in a box; else letters with a rim of paper
	Plate bool     // on a plate of paper in place of the rim
	// left out rather than put away from its point; inside a body or beside it, not on its outline
	Near  bool
	Reach float64 // how far away Near still is; at least 14

	Owner int32 // the body that a name with Near is of; 0 for none
}

// Labels puts notes where there is room: inside the frame, none over another, none over what is to
// be avoided, with a thin line to the point where the note is not right beside it. Add the notes in
// the order of their importance.
type Labels struct {
	page   *Page
	frame  d2.AABB
	inside weights     // how much is lost where a note covers a cell
	edges  weights     // the same for outlines
	taken  taken       // what no note may cover
	lines  [][2]d2.Vec // from the notes to their points
	list   []Label
	owners []int32 // the body seen in a cell; nil for none anywhere
	boxes  int     // notes in boxes placed
}

// fewNotes is how many notes in boxes may stand far from their points; after them only short lines
// are drawn.
const fewNotes = 10

// Labels returns an empty set of notes for a frame.
func (p *Page) Labels(frame d2.AABB) *Labels {
	size := image.Rect(0, 0, int(math.Ceil(p.Size.X/cell)), int(math.Ceil(p.Size.Y/cell)))
	return &Labels{page: p, frame: frame, inside: newWeights(size), edges: newWeights(size)}
}

// Avoid keeps the notes off a rectangle.
func (l *Labels) Avoid(r d2.AABB) { l.taken.add(r) }

// AvoidLine keeps the notes off the surroundings of a segment. Without Labels it does nothing.
func (l *Labels) AvoidLine(from, to d2.Vec) {
	if l == nil {
		return
	}
	n := math.Ceil(min(to.Sub(from).Len(), 4000) / 10)
	for i := 0.0; i <= n; i++ {
		v := from.Add(to.Sub(from).Scale(i / max(n, 1)))
		l.Avoid(Square(v, 4))
	}
}

// Square returns the square about v with the given half side.
func Square(v d2.Vec, h float64) d2.AABB {
	return d2.AABB{Min: d2.Vec{X: v.X - h, Y: v.Y - h}, Max: d2.Vec{X: v.X + h, Y: v.Y + h}}
}

// Add adds a note; Draw draws it.
func (l *Labels) Add(n Label) {
	if len(n.Lines) > 0 && Finite(n.At) {
		l.list = append(l.list, n)
	}
}

// mostTries is for how many notes in boxes, and for how many others, a place is looked for: a page
// holds no more, and the time of a scene with thousands of pairs stays short.
const mostTries = 300

// Draw places and draws the notes added, and returns how many of those without Near found no room.
func (l *Labels) Draw() (left int) {
	for i := range l.list {
		if n := &l.list[i]; n.Box && i < mostTries {
			l.Avoid(Square(n.At, 5))
		}
	}
	type placed struct {
		n   *Label
		box d2.AABB
	}
	var done []placed
	tries := map[bool]int{}
	for i := range l.list {
		n := &l.list[i]
		var box d2.AABB
		ok := tries[n.Box] < mostTries
		if ok {
			tries[n.Box]++
			box, ok = l.place(n)
		}
		switch {
		case ok:
			if n.Box {
				l.boxes++
			}
			l.Avoid(box)
			if !n.Near {
				l.lines = append(l.lines, [2]d2.Vec{n.At, nearest(box, n.At)})
			}
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
	cost := 700.0
	if n.Near {
		cost = 90
	} else if l.boxes > fewNotes {
		cost = 130
	}
	rings := []float64{0, 9, 14, 20, 28, 38, 50, 65, 82, 102, 126, 155, 190, 232, 282, 340}
	if n.Box {
		rings = rings[2:]
	}
	best, found := d2.AABB{}, false
	size := n.size()
	const ways = 32
	for _, ring := range rings {
		if ring > cost || n.Near && ring > max(14, n.Reach) {
			break // farther places cost more
		}
		for i := range ways {
			u := UnitAt(i, ways)
			mid := n.At.Add(u.Scale(ring))
			if ring > 0 {
				mid = mid.Add(d2.Vec{X: float64(u.X * size.X / 2), Y: float64(u.Y * size.Y / 2)})
			} else if i > 0 {
				break
			}
			box := d2.AABB{Min: mid.Sub(size.Scale(0.5)), Max: mid.Add(size.Scale(0.5))}
			if c := l.cost(n, box, cost); c < cost {
				best, cost, found = box, c, true
			}
		}
	}
	return best, found
}

// cost returns what a note costs in a place: the length of its line, what it covers, what its line
// crosses. It is infinite where the note must not be, or where it costs more than limit.
func (l *Labels) cost(n *Label, box d2.AABB, limit float64) float64 {
	never := math.Inf(1)
	if !Contains(l.frame, box.Min, 2) || !Contains(l.frame, box.Max, 2) {
		return never
	}
	wide := d2.AABB{Min: box.Min.Sub(d2.Vec{X: 3, Y: 2}), Max: box.Max.Add(d2.Vec{X: 3, Y: 2})}
	to := nearest(box, n.At)
	sum := to.Sub(n.At).Len()
	if n.Near {
		sum += float64(6*l.edges.mean(box)) + float64(150*l.foreign(n.Owner, box))
	} else {
		sum += float64(2*l.inside.mean(box)) + l.edges.mean(box)
	}
	if sum >= limit || l.taken.overlaps(wide) {
		return never
	}
	for _, o := range l.lines {
		if _, _, ok := ClipLine(o[0], o[1], wide); ok {
			return never
		}
		if !n.Near && crosses(o[0], o[1], n.At, to) {
			sum += 400
		}
	}
	if n.Near {
		return sum
	}
	return sum + l.taken.under(n.At, to)
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
