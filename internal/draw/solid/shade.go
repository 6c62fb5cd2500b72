package solid

import (
	"image"
	"image/color"
	"math"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/draw"
)

// Solid is a surface to be shaded.
type Solid struct {
	Mesh   *Mesh
	Role   draw.Role
	Ghost  bool // half seen through: what lies behind shows
	Buried bool // shows faintly through whatever is in front of it
}

// The samples of a shaded picture: 2 by 2 to a pixel, 2 by 2 pixels to a unit of the page, or one
// where that would be more than mostPixels.
const (
	samplesPerPixel = 2
	mostPixels      = 1 << 23
	edgeReach       = 2  // samples to either side of an edge that are dark
	bandRows        = 64 // pixels
)

// Solids shades surfaces into the frame: lit from the upper left, hidden parts removed by a
// z-buffer, with dark lines where a body, a crease or the line in which two bodies meet ends a
// surface. Bodies with the roles Hit and Near show faintly through those of other roles in front of
// them, and buried ones through all. The background stays clear.
//
// Cost: about 0.05 us for each sample where there is something to see, sixteen to a square unit of
// the page, four on pages of more than 1448 by 1448, and memory for a band of them. Source:
// [Catmull74].
func (v *View) Solids(solids []Solid) {
	size := v.Frame.Max.Sub(v.Frame.Min)
	density := 2.0
	if size.X*size.Y*4 > mostPixels {
		density = 1
	}
	w, h := int(math.Floor(size.X*density)), int(math.Floor(size.Y*density))
	if w <= 0 || h <= 0 || len(solids) == 0 {
		return
	}
	r := &shading{solids: solids, img: image.NewNRGBA(image.Rect(0, 0, w, h))}
	for i := range solids {
		r.shapes = append(r.shapes, v.project(solids[i].Mesh, v.Frame.Min, density*samplesPerPixel))
		r.colours = append(r.colours, bodyColour(solids[i].Role))
	}
	for i := range r.layers {
		r.layers[i] = newLayer(w*samplesPerPixel, 0, bandRows*samplesPerPixel+2*edgeReach)
	}
	for top := 0; top < h; top += bandRows {
		r.band(top, min(bandRows, h-top))
	}
	covered := d2.Vec{X: float64(w), Y: float64(h)}.Scale(1 / density)
	v.Page.Image(r.img, d2.AABB{Min: v.Frame.Min, Max: v.Frame.Min.Add(covered)})
}

// shading is the state of Solids.
type shading struct {
	solids  []Solid
	shapes  []projected
	colours [][3]float64 // of the solids, fully lit
	img     *image.NRGBA
	layers  [4]*layer // of the band: what is opaque, half seen through, marked, buried
}

// band shades some rows of the picture.
func (r *shading) band(top, rows int) {
	for _, l := range r.layers {
		l.reset(top*samplesPerPixel-edgeReach, rows*samplesPerPixel+2*edgeReach)
	}
	opaque, ghosts, marked, buried := r.layers[0], r.layers[1], r.layers[2], r.layers[3]
	for i := range r.solids {
		s, p, id := &r.solids[i], &r.shapes[i], int32(i+1)
		switch {
		case s.Ghost:
			ghosts.add(p, id)
		case s.Buried:
			buried.add(p, id)
			opaque.add(p, id)
		case s.Role == draw.Hit || s.Role == draw.Near:
			marked.add(p, id)
			opaque.add(p, id)
		default:
			opaque.add(p, id)
		}
	}
	from := max(min(opaque.from, ghosts.from)-edgeReach, 0) / samplesPerPixel
	to := min((max(opaque.to, ghosts.to)+edgeReach)/samplesPerPixel+1, r.img.Rect.Dx())
	for y := top; y < top+rows; y++ {
		for x := from; x < to; x++ {
			var sum [4]float64
			for dy := range samplesPerPixel {
				for dx := range samplesPerPixel {
					c := r.sample(x*samplesPerPixel+dx, y*samplesPerPixel+dy)
					for k := range sum {
						sum[k] += c[k]
					}
				}
			}
			r.img.SetNRGBA(x, y, straight(sum))
		}
	}
}

// straight returns the mean of the premultiplied samples summed.
func straight(sum [4]float64) color.NRGBA {
	a := sum[3]
	if a == 0 {
		return color.NRGBA{}
	}
	level := func(x float64) uint8 { return uint8(math.Round(min(x, 1) * 255)) }
	return color.NRGBA{
		R: level(sum[0] / a), G: level(sum[1] / a), B: level(sum[2] / a),
		A: level(a / (samplesPerPixel * samplesPerPixel)),
	}
}

// sample returns the premultiplied colour at a sample: what is opaque, over it the faint look of a
// marked and of a buried body behind, over it what is half seen through.
func (r *shading) sample(x, y int) [4]float64 {
	var c [4]float64
	opaque, ghosts := r.layers[0], r.layers[1]
	o, g := opaque.at(x, y), ghosts.at(x, y)
	c = r.blend(c, opaque, x, y, 1)
	for _, behind := range r.layers[2:] {
		if b := behind.at(x, y); b.id != 0 && b.id != o.id {
			c = r.blend(c, behind, x, y, 0.3)
		}
	}
	if g.id == 0 || o.id != 0 && g.depth < o.depth {
		return c
	}
	return r.blend(c, ghosts, x, y, 0.4)
}

// blend paints a layer over a colour.
func (r *shading) blend(under [4]float64, l *layer, x, y int, alpha float64) [4]float64 {
	s := l.at(x, y)
	id, dark := s.id, edge(l, x, y)
	if id == 0 && !dark {
		return under
	}
	light := 0.0
	if dark {
		if id == 0 {
			id = neighbour(l, x, y)
		}
		light, alpha = 0.32, max(alpha, 0.6)
	} else {
		light = brightness(s.normal)
	}
	c := &r.colours[id-1]
	for k := range 3 {
		under[k] = float64(under[k]*(1-alpha)) + float64(alpha*min(float64(c[k]*light), 1))
	}
	under[3] = float64(under[3]*(1-alpha)) + alpha
	return under
}

// brightness returns the light on a surface: some from everywhere, most from the upper left behind
// the viewer.
func brightness(n [3]int8) float64 {
	x, y, z := float64(n[0])/127, float64(n[1])/127, float64(n[2])/127
	lamp := float64(-0.36*x) + float64(0.64*y) + float64(0.68*z) // a unit vector
	return 0.58 + float64(0.36*max(lamp, 0)) + float64(0.10*max(z, 0))
}

// litColours are the colours of fully lit bodies that are not those of their roles.
var litColours = map[draw.Role]color.NRGBA{
	draw.Clear: {0xc9, 0xd1, 0xd9, 255}, draw.Grid: {0xdf, 0xe5, 0xea, 255}, draw.Hit: {0xea, 0x5a, 0x42, 255},
	draw.Near: {0xf7, 0xb7, 0x33, 255}, draw.A: {0x4a, 0xa3, 0xda, 255}, draw.B: {0xf0, 0xad, 0x30, 255},
	draw.Difference: {0x3d, 0xbd, 0x93, 255},
}

// Lit returns the colour of a fully lit body, the same in light and dark surroundings.
func Lit(r draw.Role) color.NRGBA {
	if c, ok := litColours[r]; ok {
		return c
	}
	return draw.Colour(r, draw.Light)
}

// bodyColour returns Lit from 0 to 1.
func bodyColour(r draw.Role) [3]float64 {
	c := Lit(r)
	return [3]float64{float64(c.R) / 255, float64(c.G) / 255, float64(c.B) / 255}
}

// edgeOffsets are where a sample looks for the end of its surface.
var edgeOffsets = [...][2]int{{edgeReach, 0}, {0, edgeReach}, {-edgeReach, 0}, {0, -edgeReach}}

// edge reports whether a surface ends near a sample: another body or none, another direction by
// more than a crease, or another part of the same body behind it.
func edge(l *layer, x, y int) bool {
	s := l.at(x, y)
	for _, o := range edgeOffsets {
		t := l.at(x+o[0], y+o[1])
		if t == nil {
			continue
		}
		if t.id != s.id || s.id != 0 && (creased(s.normal, t.normal) || torn(s, t)) {
			return true
		}
	}
	return false
}

// creased reports whether two directions differ by more than 30 degrees.
func creased(a, b [3]int8) bool {
	dot := int(a[0])*int(b[0]) + int(a[1])*int(b[1]) + int(a[2])*int(b[2])
	return dot < 13900 // cos 30 degrees, times 127 squared, less the rounding of the components
}

// torn reports whether two samples of a body differ in depth by more than a surface does that has
// their directions: one that is steep by n to 127 falls by at most 127/n for each sample. One that
// is seen from its side, with n rounded, may fall by any depth.
func torn(s, t *sample) bool {
	steep := float64(min(s.normal[2], t.normal[2]))
	if steep <= 1 {
		return false
	}
	return math.Abs(s.depth-t.depth) > 3+float64(1.5*edgeReach*127)/steep
}

// neighbour returns the nearest body that ends near an empty sample.
func neighbour(l *layer, x, y int) int32 {
	id, depth := int32(0), math.Inf(-1)
	for _, o := range edgeOffsets {
		if t := l.at(x+o[0], y+o[1]); t != nil && t.id != 0 && t.depth > depth {
			id, depth = t.id, t.depth
		}
	}
	return id
}
