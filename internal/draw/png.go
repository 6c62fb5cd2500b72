package draw

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"github.com/collide-go/collide/d2"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// PNG writes the page as PNG with the given number of pixels to a page unit, between 0.1 and 8; 0
// means 1. The picture is opaque; Auto is Light. Letters that the Go fonts lack (they have Latin,
// Greek and Cyrillic) are boxes.
//
// The error is that of w.
func (p *Page) PNG(w io.Writer, scale float64, t Theme) error {
	return png.Encode(w, p.Raster(scale, t))
}

// Raster returns the pixels that PNG writes.
func (p *Page) Raster(scale float64, t Theme) *image.RGBA {
	if scale == 0 {
		scale = 1
	}
	if !(scale > 0.1) {
		scale = 0.1
	}
	scale = min(scale, 8)
	size := image.Rect(0, 0, int(math.Ceil(p.Size.X*scale)), int(math.Ceil(p.Size.Y*scale)))
	r := &raster{img: image.NewRGBA(size), scale: scale, theme: t}
	draw.Draw(r.img, size, image.NewUniform(shadeOf(Paper, t).mark), image.Point{}, draw.Src)
	r.mask = image.NewAlpha(size)
	for i := range p.items {
		switch it := &p.items[i]; it.kind {
		case pathItem:
			r.path(it)
		case textItem:
			r.text(it)
		case imageItem:
			r.image(it)
		default:
		}
	}
	return r.img
}

// raster paints marks on an image.
type raster struct {
	img   *image.RGBA
	mask  *image.Alpha // all zero between marks
	scale float64
	theme Theme
	vec   vector.Rasterizer
	faces map[faceKey]font.Face
}

// faceKey names a font face at a size in pixels.
type faceKey struct {
	font *typeface
	size float64
}

// bounds returns the rectangle of the image.
func (r *raster) bounds() d2.AABB {
	return d2.AABB{Max: d2.Vec{X: float64(r.img.Rect.Dx()), Y: float64(r.img.Rect.Dy())}}
}

// path fills and strokes a path.
func (r *raster) path(it *item) {
	lines := it.path.Mapped(func(v d2.Vec) d2.Vec { return v.Scale(r.scale) }).flatten()
	s := &it.style
	if s.Fill != None {
		r.fill(lines, faded(shadeOf(s.Fill, r.theme).mark, s.alpha()))
	}
	if s.Stroke != None {
		dash := make([]float64, 0, len(s.Dash))
		for _, d := range s.Dash {
			dash = append(dash, d*r.scale)
		}
		width := s.width() * r.scale
		var box image.Rectangle
		for _, o := range lines {
			for _, o := range dashed(o, dash) {
				for i := 1; i < len(o.p); i++ {
					box = box.Union(r.stroke(o.p[i-1], o.p[i], width/2))
				}
			}
		}
		r.paint(box, shadeOf(s.Stroke, r.theme).mark)
	}
}

// faded returns the colour with an opacity.
func faded(c color.NRGBA, alpha float64) color.NRGBA {
	c.A = uint8(math.Round(alpha * 255))
	return c
}

// fill paints the inside of the outlines by the non-zero rule.
func (r *raster) fill(lines []outline, c color.NRGBA) {
	var clipped [][]d2.Vec
	box := image.Rectangle{}
	for _, o := range lines {
		p := clipPolygon(o.p, r.bounds())
		if len(p) < 3 {
			continue
		}
		clipped = append(clipped, p)
		for _, v := range p {
			x, y := int(math.Floor(v.X)), int(math.Floor(v.Y))
			box = box.Union(image.Rect(x, y, x+2, y+2))
		}
	}
	box = box.Intersect(r.img.Rect)
	if box.Empty() {
		return
	}
	// it works inside its bounds only, which hold all that is left of the outlines
	r.vec.Reset(box.Dx(), box.Dy())
	for _, p := range clipped {
		for i, v := range p {
			x, y := float32(v.X-float64(box.Min.X)), float32(v.Y-float64(box.Min.Y))
			if i == 0 {
				r.vec.MoveTo(x, y)
			} else {
				r.vec.LineTo(x, y)
			}
		}
		r.vec.ClosePath()
	}
	r.vec.Draw(r.img, box, image.NewUniform(c), image.Point{})
}

// strokeChunk is the length of the pieces in which a line goes to the mask, so that no box of a
// slanting piece has many more pixels than the line.
const strokeChunk = 24

// stroke adds to the mask the pixels within h of the segment from a to b, round ends included: what
// a pixel gets is 1/2 minus how far its middle is outside. It returns the box that it changed.
func (r *raster) stroke(a, b d2.Vec, h float64) image.Rectangle {
	room := d2.AABB{Min: d2.Vec{X: -h - 1, Y: -h - 1}, Max: r.bounds().Max.Add(d2.Vec{X: h + 1, Y: h + 1})}
	a, b, ok := ClipLine(a, b, room)
	if !ok {
		return image.Rectangle{}
	}
	var box image.Rectangle
	d := b.Sub(a)
	n := min(math.Ceil(max(min(math.Abs(d.X), math.Abs(d.Y)), 1)/strokeChunk), 4096)
	for i := 0.0; i < n; i++ {
		box = box.Union(r.strokePiece(a.Add(d.Scale(i/n)), a.Add(d.Scale((i+1)/n)), h))
	}
	return box
}

// strokePiece is stroke for a short line, or one along the pixels.
func (r *raster) strokePiece(a, b d2.Vec, h float64) image.Rectangle {
	// A line thinner than a pixel is drawn a pixel wide and paler.
	strength := min(2*h, 1)
	h = max(h, 0.5)
	box := image.Rect(int(math.Floor(min(a.X, b.X)-h-1)), int(math.Floor(min(a.Y, b.Y)-h-1)),
		int(math.Ceil(max(a.X, b.X)+h+1)), int(math.Ceil(max(a.Y, b.Y)+h+1))).Intersect(r.img.Rect)
	d := b.Sub(a)
	l2 := d.Len2()
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row := r.mask.Pix[y*r.mask.Stride:]
		for x := box.Min.X; x < box.Max.X; x++ {
			v := d2.Vec{X: float64(x) + 0.5, Y: float64(y) + 0.5}.Sub(a)
			if l2 > 0 {
				v = v.Sub(d.Scale(min(max(v.Dot(d)/l2, 0), 1)))
			}
			if c := h + 0.5 - v.Len(); c > 0 {
				row[x] = max(row[x], uint8(math.Round(min(c, 1)*strength*255)))
			}
		}
	}
	return box
}

// paint paints through the mask, and clears it.
func (r *raster) paint(box image.Rectangle, c color.NRGBA) {
	if box.Empty() {
		return
	}
	draw.DrawMask(r.img, box, image.NewUniform(c), image.Point{}, r.mask, box.Min, draw.Over)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		clear(r.mask.Pix[y*r.mask.Stride+box.Min.X : y*r.mask.Stride+box.Max.X])
	}
}

// text sets a text.
func (r *raster) text(it *item) {
	key := faceKey{it.font.face(), it.font.size() * r.scale}
	f := r.faces[key]
	if f == nil {
		var err error
		if f, err = opentype.NewFace(key.font.font, &opentype.FaceOptions{
			Size: key.size, DPI: 72,
			Hinting: font.HintingNone,
		}); err != nil {
			return
		}
		if r.faces == nil {
			r.faces = map[faceKey]font.Face{}
		}
		r.faces[key] = f
	}
	fix := func(x float64) fixed.Int26_6 { return fixed.Int26_6(math.Round(x * r.scale * 64)) }
	set := func(x, y float64, c color.NRGBA) {
		d := font.Drawer{
			Dst: r.img, Src: image.NewUniform(c), Face: f,
			Dot: fixed.Point26_6{X: fix(it.at.X + x), Y: fix(it.at.Y + y)},
		}
		d.DrawString(it.text)
	}
	if it.font.Halo {
		for i := range 8 {
			v := UnitAt(i, 8).Scale(1.3)
			set(v.X, v.Y, shadeOf(Paper, r.theme).mark)
		}
	}
	set(0, 0, shadeOf(it.font.role(), r.theme).text)
}
