package main

import (
	"fmt"
	"math"
	"strings"
)

// line is a series of a plot: a value for each size.
type line struct {
	name   string
	values []float64
}

// colours tell series apart, also for the colour-blind ([OkabeIto08]); dashes help.
var (
	colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00"}
	dashes  = []string{"", "7 3", "2 3", "9 3 2 3", "4 4"}
)

// panel is one regime's part of a plot.
type panel struct {
	title string
	lines []line
}

// plot draws the panels side by side: the numbers of vertices in powers of two along, the values up
// to top, in powers of two where log is set.
func plot(title, unit string, panels []panel, bottom, top float64, log bool, ticks []float64) string {
	const width, height, gap, left = 230.0, 220.0, 26.0, 52.0
	var b strings.Builder
	total := left + float64(len(panels))*(width+gap)
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f 340\" "+
		"font-family=\"Helvetica,Arial,sans-serif\" font-size=\"12\">\n", total)
	b.WriteString("<style>text{fill:#222}.g{stroke:#bbb}.a{stroke:#222;fill:none}rect{fill:#fff}" +
		"@media(prefers-color-scheme:dark){text{fill:#eee}.g{stroke:#555}.a{stroke:#eee}rect{fill:#111}}</style>\n")
	fmt.Fprintf(&b, "<rect width=\"%.0f\" height=\"340\"/>\n<text x=\"%.0f\" y=\"18\" font-size=\"14\">%s</text>\n", total,
		left, title)
	up := func(v float64) float64 {
		if log {
			return 48 + height*(1-math.Log2(v/bottom)/math.Log2(top/bottom))
		}
		return 48 + height*(1-(v-bottom)/(top-bottom))
	}
	for k, p := range panels {
		x0 := left + float64(k)*(width+gap)
		at := func(n int) float64 { return x0 + width*math.Log2(float64(n)/3)/math.Log2(256.0/3) }
		fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"40\">%s</text>\n", x0, p.title)
		for _, v := range ticks {
			fmt.Fprintf(&b, "<path class=\"g\" d=\"M%.1f %.1fh%.1f\"/>\n", x0, up(v), width)
			if k == 0 {
				fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", x0-6, up(v)+4, v)
			}
		}
		for _, n := range sizes {
			if n != 6 && n != 12 {
				fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" font-size=\"10\">%d</text>\n", at(n),
					48+height+14, n)
			}
		}
		fmt.Fprintf(&b, "<path class=\"a\" d=\"M%.1f 48v%.1fh%.1f\"/>\n", x0, height, width)
		for i, l := range p.lines {
			points := make([]string, len(l.values))
			for j, v := range l.values {
				points[j] = fmt.Sprintf("%.1f,%.1f", at(sizes[j]), up(v))
			}
			fmt.Fprintf(&b, "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"%s\" stroke-dasharray=\"%s\" points=\"%s\"/>\n",
				colours[i], dashes[i], strings.Join(points, " "))
		}
	}
	fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"300\">vertices of each polygon; %s</text>\n", left, unit)
	for i, l := range panels[0].lines {
		x := left + 150*float64(i)
		fmt.Fprintf(&b, "<path stroke-width=\"2\" stroke=\"%s\" stroke-dasharray=\"%s\" d=\"M%.1f 320h30\"/>\n<text "+
			"x=\"%.1f\" y=\"324\">%s</text>\n", colours[i], dashes[i], x, x+36, l.name)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// keptPlot is the plot of the share of axes kept.
func keptPlot(cells []cell) string {
	var panels []panel
	for _, regime := range regimes {
		p := panel{title: regime}
		for _, k := range []int{1, 2, 3, 6} {
			l := line{name: modes[k].name}
			for _, c := range cells {
				if c.regime == regime {
					l.values = append(l.values, 100*float64(c.modes[k].kept)/float64(c.modes[k].axes))
				}
			}
			p.lines = append(p.lines, l)
		}
		panels = append(panels, p)
	}
	return plot("Axes that culling keeps", "axes kept, in % of all", panels, 0, 100, false, []float64{0, 25, 50, 75, 100})
}

// timePlot is the plot of times.
func timePlot(times []timed) string {
	var panels []panel
	for _, regime := range regimes {
		p := panel{title: regime}
		for k, a := range asks {
			l := line{name: a.name}
			for _, t := range times {
				if t.regime == regime {
					l.values = append(l.values, max(t.ns[k], 32))
				}
			}
			p.lines = append(p.lines, l)
		}
		panels = append(panels, p)
	}
	return plot("Time of a query", "ns, each line twice the one below", panels, 32, 16384, true,
		[]float64{32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384})
}
