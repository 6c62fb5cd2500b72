package solid

import (
	"math"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
)

// sample is what a layer has at one point of the picture.
type sample struct {
	depth  float64 // toward the viewer
	id     int32   // of the solid, from 1; 0 is nothing
	normal [3]int8 // right, up, toward the viewer; times 127
}

// layer is a z-buffer for some rows of the picture: of the surfaces seen at a sample, it keeps the
// nearest.
type layer struct {
	width, rows int
	top         int // the first row
	from, to    int // the columns that hold something, from <= x < to
	samples     []sample
}

// newLayer returns an empty layer of the given rows.
func newLayer(width, top, rows int) *layer {
	return &layer{width: width, rows: rows, top: top, from: width, samples: make([]sample, width*rows)}
}

// reset empties a layer and puts it at other rows, no more than it has had.
func (l *layer) reset(top, rows int) {
	l.top, l.rows, l.from, l.to = top, rows, l.width, 0
	clear(l.samples)
}

// at returns the sample at column x and row y of the picture, nil outside.
func (l *layer) at(x, y int) *sample {
	y -= l.top
	if x < 0 || x >= l.width || y < 0 || y >= l.rows {
		return nil
	}
	return &l.samples[y*l.width+x]
}

// projected is a mesh in samples of the picture: X to the right, Y down, Z toward the viewer, all
// in one unit, and normals to the right, up and toward the viewer.
type projected struct {
	points, normals []d3.Vec
	faces           [][3]int
	lines           [][2]int
	box             d2.AABB
	some            bool
}

// Layer is what a view shows of solids, at some samples to a page unit: which of them is nearest
// where.
type Layer struct {
	*layer
	Density float64
	view    *View
}

// Layer returns an empty layer of the frame of a view.
func (v *View) Layer(density float64) *Layer {
	size := v.Frame.Max.Sub(v.Frame.Min).Scale(density)
	count := func(x float64) int { return max(int(math.Ceil(x-1e-9)), 0) }
	return &Layer{newLayer(count(size.X), 0, count(size.Y)), density, v}
}

// Clear takes all solids out of the layer.
func (l *Layer) Clear() { l.reset(0, l.rows) }

// Add adds a solid with a number from 1, and returns its box on the page.
func (l *Layer) Add(m *Mesh, id int) d2.AABB {
	p := l.view.project(m, l.view.Frame.Min, l.Density)
	l.add(&p, int32(id))
	at := func(v d2.Vec) d2.Vec { return l.view.Frame.Min.Add(v.Scale(1 / l.Density)) }
	return d2.AABB{Min: at(p.box.Min), Max: at(p.box.Max)}
}

// ID returns the number of the solid that is seen at a page point, 0 for none; false outside the
// frame.
func (l *Layer) ID(at d2.Vec) (int, bool) {
	if !draw.Contains(l.view.Frame, at, 0) {
		return 0, false
	}
	at = at.Sub(l.view.Frame.Min).Scale(l.Density)
	t := l.at(int(at.X), int(at.Y))
	if t == nil {
		return 0, false
	}
	return int(t.id), true
}

// Hides reports whether a point of space lies behind a solid, by more than the samples can tell.
func (l *Layer) Hides(p d3.Vec) bool {
	q := l.view.Deep(p)
	at := d2.Vec{X: q.X, Y: q.Y}
	if !draw.Contains(l.view.Frame, at, 0) {
		return false
	}
	at = at.Sub(l.view.Frame.Min).Scale(l.Density)
	t := l.at(int(at.X), int(at.Y))
	const slack = 3 // samples: surfaces are steep
	return t != nil && t.id != 0 && t.depth > float64(q.Z*l.Density)+slack
}

// CoveredBy reports whether the layer shows something, and whether over all of that another layer
// of the view shows the solid with the number.
func (l *Layer) CoveredBy(other *Layer, id int) bool {
	some := false
	for k := range l.samples {
		if l.samples[k].id != 0 {
			if some = true; other.samples[k].id != int32(id) {
				return false
			}
		}
	}
	return some
}

// Counts returns how many samples show each number below n.
func (l *Layer) Counts(n int) []int {
	list := make([]int, n)
	for _, t := range l.samples {
		list[t.id]++
	}
	return list
}

// Places returns for each of n solids the visible page point nearest the middle of those visible;
// NaN where none is.
func (l *Layer) Places(n int) []d2.Vec {
	sum, count := make([]d2.Vec, n), make([]float64, n)
	each := func(f func(i int, at d2.Vec)) {
		for k, t := range l.samples {
			if t.id > 0 {
				f(int(t.id-1), d2.Vec{X: float64(k%l.width) + 0.5, Y: float64(k/l.width) + 0.5})
			}
		}
	}
	each(func(i int, at d2.Vec) { sum[i], count[i] = sum[i].Add(at), count[i]+1 })
	best, least := make([]d2.Vec, n), make([]float64, n)
	for i := range best {
		best[i], least[i] = d2.Vec{X: math.NaN()}, math.Inf(1)
		if count[i] > 0 {
			sum[i] = sum[i].Scale(1 / count[i])
		}
	}
	each(func(i int, at d2.Vec) {
		if d := at.Sub(sum[i]).Len2(); d < least[i] {
			best[i], least[i] = at, d
		}
	})
	for i := range best {
		best[i] = l.view.Frame.Min.Add(best[i].Scale(1 / l.Density))
	}
	return best
}

// project returns a mesh as the view shows it, with the origin at the page point at and so many
// samples to a page unit.
func (v *View) project(m *Mesh, at d2.Vec, density float64) projected {
	p := projected{faces: m.Faces, lines: m.Lines}
	p.points = make([]d3.Vec, len(m.Points))
	p.normals = make([]d3.Vec, len(m.Points))
	for i, q := range m.Points {
		q = v.Deep(q)
		q = d3.Vec{X: float64((q.X - at.X) * density), Y: float64((q.Y - at.Y) * density), Z: float64(q.Z * density)}
		if !draw.Finite(d2.Vec{X: q.X, Y: q.Y}, d2.Vec{X: q.Z}) {
			return projected{}
		}
		p.points[i] = q
		n := m.Normals[i]
		p.normals[i] = d3.Vec{X: v.Right.Dot(n), Y: v.Up.Dot(n), Z: v.Back.Dot(n)}
		b := d2.AABB{Min: d2.Vec{X: q.X, Y: q.Y}, Max: d2.Vec{X: q.X, Y: q.Y}}
		if p.some {
			b = p.box.Union(b)
		}
		p.box, p.some = b, true
	}
	return p
}

// add draws a solid into the layer.
func (l *layer) add(p *projected, id int32) {
	if !p.some || p.box.Max.Y < float64(l.top)-pointHalf || p.box.Min.Y > float64(l.top+l.rows)+pointHalf {
		return
	}
	at := func(x float64) int { return int(min(max(x, 0), float64(l.width))) }
	l.from, l.to = min(l.from, at(p.box.Min.X-pointHalf)), max(l.to, at(p.box.Max.X+pointHalf+1))
	if s := p.box.Max.Sub(p.box.Min); max(s.X, s.Y) < 2*pointHalf && len(p.lines) <= 1 {
		l.thick(p.points[0], p.points[0], pointHalf, id) // too small to see
		return
	}
	for _, f := range p.faces {
		l.triangle(p, f, id)
	}
	for _, s := range p.lines {
		l.thick(p.points[s[0]], p.points[s[1]], lineHalf, id)
	}
}

// rowRange returns the samples from low to high clipped to n samples from first on; the second one
// is before the first one where there are none. Both are near the samples, however far low and high
// are from there: an int may have 32 bits.
func rowRange(low, high float64, first, n int) (int, int) {
	a, b := math.Ceil(low-0.5), math.Floor(high-0.5)
	return int(max(min(a, float64(first+n)), float64(first))), int(min(max(b, float64(first-1)), float64(first+n-1)))
}

// faceSlack is how far outside a face, in weights, a sample still counts: rounding leaves no gap
// between two faces.
const faceSlack = 1e-9

// coplanar is by how many samples a solid must be nearer than those before it: where two surfaces
// lie in one plane the first is seen, and rounding does not choose.
const coplanar = 1.0 / 1024

// triangle draws a face that is seen from outside: the samples whose middle it covers, edges
// included, with depth and normal linear between the corners.
func (l *layer) triangle(p *projected, f [3]int, id int32) {
	a, b, c := p.points[f[0]], p.points[f[1]], p.points[f[2]]
	x0, x1 := rowRange(min(a.X, b.X, c.X), max(a.X, b.X, c.X), 0, l.width)
	y0, y1 := rowRange(min(a.Y, b.Y, c.Y), max(a.Y, b.Y, c.Y), l.top, l.rows)
	area := cross2(b.Sub(a), c.Sub(a))
	if x0 > x1 || y0 > y1 || !(area < 0) { // else it is seen from inside: y points down
		return
	}
	inv := 1 / area
	// The weight of b at (x, y) is (x - a.X) bx + (y - a.Y) by, that of c likewise.
	bx, by := (c.Y-a.Y)*inv, (a.X-c.X)*inv
	cx, cy := (a.Y-b.Y)*inv, (b.X-a.X)*inv
	na, nb, nc := p.normals[f[0]], p.normals[f[1]], p.normals[f[2]]
	flat := na == nb && nb == nc
	if flat && na == (d3.Vec{}) {
		normal := b.Sub(a).Cross(c.Sub(a))
		na = d3.Vec{X: -normal.X, Y: normal.Y, Z: -normal.Z} // y points down
	}
	n := packed(na)
	for y := y0; y <= y1; y++ {
		dy := float64(y) + 0.5 - a.Y
		rb, rc := float64(dy*by), float64(dy*cy)
		row := l.samples[(y-l.top)*l.width:]
		for x := x0; x <= x1; x++ {
			dx := float64(x) + 0.5 - a.X
			wb, wc := float64(dx*bx)+rb, float64(dx*cx)+rc
			wa := 1 - wb - wc
			if wa < -faceSlack || wb < -faceSlack || wc < -faceSlack {
				continue
			}
			depth := float64(wa*a.Z) + float64(wb*b.Z) + float64(wc*c.Z)
			s := &row[x]
			if s.id != 0 && s.depth >= depth || s.id != 0 && s.id != id && s.depth >= depth-coplanar {
				continue
			}
			if !flat {
				n = packed(na.Scale(wa).Add(nb.Scale(wb)).Add(nc.Scale(wc)))
			}
			*s = sample{depth, id, n}
		}
	}
}

// cross2 returns the z component of the vector product.
func cross2(a, b d3.Vec) float64 { return float64(a.X*b.Y) - float64(a.Y*b.X) }

// packed returns a direction with seven bits to a component.
func packed(n d3.Vec) [3]int8 {
	n = Unit(n)
	return [3]int8{int8(math.Round(n.X * 127)), int8(math.Round(n.Y * 127)), int8(math.Round(n.Z * 127))}
}

// Half the width in samples of a shape that is a segment, and of one too small to see.
const (
	lineHalf  = 4
	pointHalf = 9
)

// thick draws a segment as the samples within half of it.
func (l *layer) thick(p, q d3.Vec, half float64, id int32) {
	room := d2.AABB{
		Min: d2.Vec{X: -half, Y: float64(l.top) - half},
		Max: d2.Vec{X: float64(l.width) + half, Y: float64(l.top+l.rows) + half},
	}
	from, d := d2.Vec{X: p.X, Y: p.Y}, d2.Vec{X: q.X - p.X, Y: q.Y - p.Y}
	a, b, ok := draw.ClipLine(from, from.Add(d), room)
	if !ok {
		return
	}
	n := math.Ceil(b.Sub(a).Len()/2) + 1
	for i := 0.0; i <= n; i++ {
		v := a.Add(b.Sub(a).Scale(i / n))
		t := 0.0
		if d.Len2() > 0 {
			t = v.Sub(from).Dot(d) / d.Len2()
		}
		x0, x1 := rowRange(v.X-half, v.X+half, 0, l.width)
		y0, y1 := rowRange(v.Y-half, v.Y+half, l.top, l.rows)
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				s := l.at(x, y)
				depth := p.Z + float64(t*(q.Z-p.Z))
				if (d2.Vec{X: float64(x) + 0.5, Y: float64(y) + 0.5}).Sub(v).Len() <= half && (s.id == 0 || s.depth < depth) {
					*s = sample{depth, id, [3]int8{0, 0, 127}}
				}
			}
		}
	}
}
