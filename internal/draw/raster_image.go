package draw

import (
	"image"
	"image/color"
	"math"
)

// image paints a picture. Each pixel gets the mean of the picture's pixels that it covers, each of
// them counted whole or not at all.
func (r *raster) image(it *item) {
	at, size := it.at.Scale(r.scale), it.size.Scale(r.scale)
	src := it.img.Rect
	box := image.Rect(int(math.Round(at.X)), int(math.Round(at.Y)), int(math.Round(at.X+size.X)),
		int(math.Round(at.Y+size.Y)))
	for y := max(box.Min.Y, 0); y < min(box.Max.Y, r.img.Rect.Max.Y); y++ {
		y0, y1 := span(y-box.Min.Y, box.Dy(), src.Dy())
		for x := max(box.Min.X, 0); x < min(box.Max.X, r.img.Rect.Max.X); x++ {
			x0, x1 := span(x-box.Min.X, box.Dx(), src.Dx())
			over(r.img, x, y, mean(it.img, image.Rect(x0, y0, x1, y1).Add(src.Min)))
		}
	}
}

// span returns the pixels of a row of n that pixel i of m covers, at least one.
func span(i, m, n int) (from, to int) {
	from, to = i*n/m, (i+1)*n/m
	return from, max(to, from+1)
}

// mean returns the mean colour of a box of pixels, premultiplied, times its alpha.
func mean(img *image.NRGBA, box image.Rectangle) color.RGBA {
	var r, g, b, a, n uint32
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			c := img.NRGBAAt(x, y)
			w := uint32(c.A)
			r, g, b, a, n = r+uint32(c.R)*w, g+uint32(c.G)*w, b+uint32(c.B)*w, a+w, n+1
		}
	}
	part := func(s uint32) uint8 { return uint8((s + n*255/2) / (n * 255)) }
	return color.RGBA{R: part(r), G: part(g), B: part(b), A: uint8((a + n/2) / n)}
}

// over paints a premultiplied colour over a pixel.
func over(img *image.RGBA, x, y int, c color.RGBA) {
	d := img.RGBAAt(x, y)
	rest := 255 - uint32(c.A)
	mix := func(top, below uint8) uint8 { return uint8(min(uint32(top)+(uint32(below)*rest+127)/255, 255)) }
	img.SetRGBA(x, y, color.RGBA{R: mix(c.R, d.R), G: mix(c.G, d.G), B: mix(c.B, d.B), A: 255})
}
