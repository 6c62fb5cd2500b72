package main

import (
	"bytes"
	"fmt"
	"math"
	"strings"
)

// The plot: a column for each query, a row for each kind of pair, and in it a dot for each regime,
// on a logarithmic scale of ratios from plotLow to plotHigh.
const (
	plotLow, plotHigh = 0.01, 20.0
	plotColumn        = 250 // width of a column
	plotLabels        = 150
	plotRow           = 18
	plotTop           = 54
)

// colours are those of the regimes, which the colour blind can tell apart [OkabeIto08].
var colours = map[string]string{
	"far": "#56b4e9", "near": "#0072b2", "touch": "#009e73", "shallow": "#e69f00", "deep": "#d55e00",
}

// plot draws the ratios.
func (p *page) plot() []byte {
	b := &drawing{}
	width, height := plotLabels+plotColumn*len(queries)+20, plotTop+plotRow*len(p.kinds)+30
	b.add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d"`, width, height)
	b.add(` font-family="sans-serif" font-size="11">`)
	b.add(`<title>Our time over that of the fastest right peer</title>`)
	b.add(`<rect width="%d" height="%d" fill="white"/>`, width, height)
	for i, r := range regimes {
		x := plotLabels + 80*i
		b.add(`<circle cx="%d" cy="14" r="4" fill="%s"/><text x="%d" y="18">%s</text>`, x, colours[r], x+8, r)
	}
	for i, q := range queries {
		p.column(b, q, plotLabels+plotColumn*i)
	}
	for i, kinds := range p.kinds {
		name := strings.Replace(kinds, "2d-", "plane: ", 1)
		b.add(`<text x="%d" y="%d" text-anchor="end">%s</text>`, plotLabels-10, plotTop+plotRow*i+13, name)
	}
	b.add("</svg>")
	return b.Bytes()
}

// drawing is the text of a picture.
type drawing struct{ bytes.Buffer }

// add writes an element on a line.
func (b *drawing) add(format string, args ...any) { fmt.Fprintf(b, format+"\n", args...) }

// plotAt returns where a ratio stands in a column.
func plotAt(ratio float64) float64 {
	share := math.Log(ratio/plotLow) / math.Log(plotHigh/plotLow)
	return min(max(share, 0), 1) * (plotColumn - 20)
}

// column draws the column of a query.
func (p *page) column(b *drawing, query string, left int) {
	bottom := plotTop + plotRow*len(p.kinds)
	b.add(`<text x="%d" y="%d" font-weight="bold">%s</text>`, left, plotTop-18, query)
	for _, tick := range []float64{0.01, 0.1, 0.5, 1, 2, 10} {
		x, shade := float64(left)+plotAt(tick), "#dddddd"
		if tick == 1 {
			shade = "#666666"
		}
		b.add(`<line x1="%.1f" y1="%d" x2="%.1f" y2="%d" stroke="%s"/>`, x, plotTop, x, bottom, shade)
		b.add(`<text x="%.1f" y="%d" text-anchor="middle" fill="#444444">%g</text>`, x, bottom+14, tick)
	}
	for i, kinds := range p.kinds {
		for _, regime := range regimes {
			r := p.results[[3]string{query, kinds, regime}]
			if r.ratio() == 0 {
				continue
			}
			x, y := float64(left)+plotAt(r.ratio()), plotTop+plotRow*i+9
			b.add(`<circle cx="%.1f" cy="%d" r="4" fill="%s" fill-opacity="0.85">`, x, y, colours[regime])
			b.add(`<title>%s.%s: %.2f of %s</title></circle>`, kinds, regime, r.ratio(), r.peer.label())
		}
	}
}
