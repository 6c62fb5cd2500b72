package picture

import (
	"cmp"
	"slices"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
)

// The sizes of a page of explain, in page units.
const (
	pageWidth  = 800
	pageMargin = 14
	viewHeight = 300
	panelCount = 12 // the most steps that are shown, each in a panel
	chartCount = 34 // the most axes that are shown, each in a row
)

// Report returns a picture of a report that explain.Pair gave: the two shapes, beside them the
// Minkowski difference A - B of the cores with the outline that the margins add, a legend, and
// below a panel for each step. SAT in space has a row for each axis instead. Of many steps the
// middle ones are left out, and the page says how many. 3D reports are seen from a direction in
// which the normal is seen well; the difference of curved shapes is made of samples of their
// support points, and the page says so.
//
// The page is 800 wide and as high as the steps need. Lengths are in the caller's unit, places in
// the world frame.
//
// Cost: about 1 ms in the plane, up to half a second in space, most of it for shading.
func Report(r *explain.Report) *Picture { return &Picture{newFigure(r).page()} }

// page is Report for a figure.
func (f *figure) page() *draw.Page {
	legend := f.legend()
	rows := legendRows(legend, pageWidth-2*pageMargin)
	facts := f.facts(pageWidth - 2*pageMargin)
	chart, shown := f.shown()
	top := float64(38 + 18*len(facts))
	charts := top + viewHeight + 70 + float64(20*len(rows))
	panels := charts + chartHeight(chart)
	const columns = 3
	cell := d2.Vec{X: (pageWidth - 2*pageMargin - 2*12) / columns}
	lines := 0
	for _, i := range shown {
		if i >= 0 {
			lines = max(lines, len(f.words(i, cell.X, draw.Font{Size: 12.5})))
		}
	}
	cell.Y = float64(246 + 17*lines)
	height := panels + float64(cell.Y*float64((len(shown)+columns-1)/columns)) + 4
	p := draw.NewPage(pageWidth, height)
	p.Title = f.title()
	p.Text(d2.Vec{X: pageMargin, Y: 27}, shorten(f.title(), pageWidth-2*pageMargin, draw.Font{Size: 18, Bold: true}),
		draw.Font{Size: 18, Bold: true})
	for i, s := range facts {
		p.Text(d2.Vec{X: pageMargin, Y: float64(48 + 18*i)}, s, draw.Font{Size: 13})
	}
	w := (pageWidth - 2*pageMargin - 12) / 2.0
	for i := range 2 {
		left := pageMargin + float64(float64(i)*(w+12))
		f.view(p, i, left, top, w)
	}
	y := top + viewHeight + 58
	f.drawLegend(p, rows, d2.Vec{X: pageMargin, Y: y})
	f.chart(p, chart, d2.Vec{X: pageMargin, Y: charts})
	for k, i := range shown {
		at := d2.Vec{X: pageMargin + float64(float64(k%columns)*(cell.X+12)), Y: panels + float64(float64(k/columns)*cell.Y)}
		f.panel(p, i, at, cell.X)
	}
	return p
}

// view draws the heading and one of the two large views: the shapes, or the difference.
func (f *figure) view(p *draw.Page, which int, left, top, width float64) {
	p.Text(d2.Vec{X: left, Y: top + 14}, [2]string{"The shapes", "The difference A − B" + f.ofCores()}[which],
		draw.Font{Size: 14, Bold: true})
	gutter := 44.0
	if f.space {
		gutter = 0
	}
	box := d2.AABB{Min: d2.Vec{X: left + gutter, Y: top + 24}, Max: d2.Vec{X: left + width, Y: top + 24 + viewHeight}}
	if f.space {
		box.Max.Y -= scaleHeight
	}
	v := newPlot(p, f.eye, box, [2]d2.AABB{f.shapesBox(), f.differenceBox()}[which])
	shift := f.from
	if which == 1 {
		shift = d3.Vec{}
	}
	v.furnish(f.space, shift)
	if which == 0 {
		if f.space {
			f.shadePair(&v)
		} else {
			f.drawPair(&v)
			f.drawCulling(&v)
		}
		f.drawAnswer(&v, f.hidden)
		f.letters(&v)
		return
	}
	if f.space {
		f.shadeDifference(&v)
	} else {
		f.drawDifference(&v)
		for _, c := range f.cornerTable() {
			v.Dot(v.At(c), 3, draw.Difference)
		}
	}
	f.drawGoal(&v)
	v.cross(v.At(d3.Vec{}))
}

// cornerTable returns the differences of all corners of A and B, as tutorials list them; none where
// they are many, or in space.
func (f *figure) cornerTable() []d3.Vec {
	if f.space || len(f.difference.Corners) > 30 || len(f.difference.Corners) < 2 {
		return nil
	}
	return f.difference.Corners
}

// ofCores says, in a heading, that margins are left out.
func (f *figure) ofCores() string {
	if f.difference.Margin > 0 && f.difference.Core != nil {
		return " of the cores"
	}
	return ""
}

// furnish draws axes, or in space a scale.
func (p *plot) furnish(space bool, shift d3.Vec) {
	if space {
		p.scale()
		return
	}
	p.axes(shift)
}

// letters names the shapes, each on its side of the other.
func (f *figure) letters(p *plot) {
	dir := f.normal
	if dir == (d3.Vec{}) {
		dir = d3.Vec{X: 1}
	}
	for i, b := range []*solid.Body{&f.a, &f.b} {
		d := dir
		if i == 0 {
			d = dir.Scale(-1)
		}
		v := f.eye.See(d)
		if v.Len() < 1e-6 {
			v = d2.Vec{X: 1 - 2*float64(1-i)}
		}
		v = v.Scale(1 / v.Len())
		// beside the arrow of the normal
		if tip := p.At(f.outer()); i == 1 && b.Core != nil && p.At(b.Grown(f.eye.Raise(v))).Sub(tip).Len() < 50 {
			v = d2.Vec{X: float64(0.6*v.X) + float64(0.8*v.Y), Y: float64(0.6*v.Y) - float64(0.8*v.X)}
		}
		at := d2.Vec{X: p.Frame.Max.X, Y: p.Frame.Max.Y}
		if b.Core != nil {
			at = p.At(b.Grown(f.eye.Raise(v))).Add(d2.Vec{X: float64(13 * v.X), Y: float64(-13 * v.Y)})
		} else if f.space {
			at = p.leftmost(p.patch(b)).Sub(d2.Vec{X: 12})
		} else if f.normal != (d3.Vec{}) {
			at = p.At(b.Foot([2]d3.Vec{f.pointA, f.pointB}[i])).Add(d2.Vec{
				X: float64(40*v.X) + float64(26*v.Y),
				Y: float64(26*v.X) - float64(40*v.Y),
			})
		}
		at.X = min(max(at.X, p.Frame.Min.X+9), p.Frame.Max.X-9)
		at.Y = min(max(at.Y, p.Frame.Min.Y+9), p.Frame.Max.Y-9)
		p.Page.Text(at, string(rune('A'+i)), draw.Font{
			Size: 15, Bold: true, Role: [2]draw.Role{draw.A, draw.B}[i],
			Anchor: draw.MidCenter,
		})
	}
}

// leftmost returns the place of the leftmost of the points on the page.
func (p *plot) leftmost(pts [4]d3.Vec) d2.Vec {
	return slices.MinFunc(p.all(pts[:]), func(a, b d2.Vec) int { return cmp.Compare(a.X, b.X) })
}

// drawGoal draws what the answer is in the difference: the segment from the origin to the nearest
// point of its surface.
func (f *figure) drawGoal(p *plot) {
	if f.normal == (d3.Vec{}) {
		return
	}
	near := f.pointA.Sub(f.pointB) // the nearest point of the grown difference
	p.Line(p.At(d3.Vec{}), p.At(near), styleDistance)
	p.Dot(p.At(near), 4.5, draw.Witness)
}
