package main

import (
	"fmt"
	"strings"
)

// ownPage writes what this library is held against of its own; nothing if nothing was measured.
func (p *page) ownPage(cells []cell) {
	p.own = map[[3]string]*cell{}
	for i := range cells {
		if c := &cells[i]; c.Query == ownQuery {
			p.own[[3]string{c.Workload, c.Program, c.Variant}] = c
		}
	}
	if len(p.own) == 0 {
		return
	}
	p.text.WriteString("## Ours against ours\n\n")
	if p.o.base != "" {
		p.paragraph("Old is the commit " + p.o.base + " of this repository, built and run in turns with the present " +
			"state. It has no `Touch` with this meaning.")
	}
	p.frames()
	p.growth()
	p.tails()
	p.streams()
}

// least returns our time in a cell of this part, 0 where there is none.
func (p *page) least(work, program, variant string) float64 {
	if c := p.own[[3]string{work, program, variant}]; c != nil {
		return c.least()
	}
	return 0
}

// over writes a cell of a table: x, and its ratio to y in bold; what is missing is left out.
func (p *page) over(x, y float64) {
	switch {
	case x == 0:
		p.text.WriteString(" |")
	case y == 0:
		fmt.Fprintf(&p.text, " %.0f |", x)
	default:
		fmt.Fprintf(&p.text, " **%.2f** %.0f |", x/y, x)
	}
}

// headRow writes the first two lines of a table.
func (p *page) headRow(words ...string) {
	fmt.Fprintf(&p.text, "| %s |\n|%s\n", strings.Join(words, " | "), strings.Repeat("---|", len(words)))
}

// frames writes the table of bodies that move.
func (p *page) frames() {
	p.paragraph(`From frame to frame: 20 pairs over 100 frames, in each of which both bodies turn by so many
		radians and one moves by that share of its size; apart by 2 % of it, 10 % deep, or half in each other. A cell is
		the time with a Cache over that without one, in bold, and the time with it. The last columns are the time
		with a Cache over that of the old state without one.`)
	p.headRow("pair", "step", "Distance", "Relate", "Touch", "Distance, old", "Relate, old")
	for _, mode := range []string{"apart", "shallow", "deep"} {
		for _, kinds := range p.kinds {
			for _, step := range []string{"0.001", "0.01", "0.1"} {
				work := kinds + "." + mode + "-" + step
				if p.least(work, own, "distance") == 0 {
					continue
				}
				fmt.Fprintf(&p.text, "| %s, %s | %s |", kinds, mode, step)
				for _, v := range []string{"distance", "relate", "touch"} {
					p.over(p.least(work, own, v+"-cache"), p.least(work, own, v))
				}
				for _, v := range []string{"distance", "relate"} {
					if y := p.least(work, base, v); y > 0 {
						fmt.Fprintf(&p.text, " **%.2f** |", p.least(work, own, v+"-cache")/y)
					} else {
						p.text.WriteString(" |")
					}
				}
				p.text.WriteByte('\n')
			}
		}
	}
	p.text.WriteByte('\n')
}

// growth writes the table of hulls of many sizes.
func (p *page) growth() {
	p.paragraph(`Growth: hulls near each other, by their corners. A cell is the ratio to the time for 32 corners,
		in bold, and the time; Place and Move are those of both bodies of a pair.`)
	p.headRow("corners", "Distance", "Relate", "Place", "Move", "Move over Distance", "Distance, old")
	for n := 8; n <= 8192; n *= 2 {
		work := fmt.Sprintf("hull%d.growth", n)
		if p.least(work, own, "distance") == 0 {
			continue
		}
		fmt.Fprintf(&p.text, "| %d |", n)
		for _, v := range []string{"distance", "relate", "place", "move"} {
			p.over(p.least(work, own, v), p.least("hull32.growth", own, v))
		}
		fmt.Fprintf(&p.text, " %.2f |", p.least(work, own, "move")/2/p.least(work, own, "distance"))
		p.over(p.least(work, base, "distance"), p.least("hull32.growth", base, "distance"))
		p.text.WriteByte('\n')
	}
	p.text.WriteByte('\n')
}

// tails writes the table of pairs about to touch.
func (p *page) tails() {
	p.paragraph(`About to touch: Relate of pairs within 1e-15 to 1e-6 of touching, against the mean of Relate of
		pairs near each other: that of this state, and of the old one. The quantiles are over pairs, the least time of
		each by itself, so that they hold no mood of the machine.`)
	p.headRow("pair", "near, mean", "touch, mean", "touch, p99", "mean over old near", "p99 over old near")
	for _, kinds := range p.kinds {
		near, touch := p.least(kinds+".near", own, "relate"), p.least(kinds+".touch", own, "relate")
		each := p.own[[3]string{kinds + ".touch", own, "each-relate"}]
		if near == 0 || touch == 0 || each == nil || len(each.Times) < 2 {
			continue
		}
		fmt.Fprintf(&p.text, "| %s | %.0f | **%.1f** %.0f | **%.1f** %.0f |",
			kinds, near, touch/near, touch, each.Times[1]/near, each.Times[1])
		if old := p.least(kinds+".near", base, "relate"); old > 0 {
			fmt.Fprintf(&p.text, " %.1f | %.1f |\n", touch/old, each.Times[1]/old)
		} else {
			p.text.WriteString(" | |\n")
		}
	}
	p.text.WriteByte('\n')
}

// streams writes the table of the command and of batches.
func (p *page) streams() {
	p.paragraph(`The command and a batch: processor time of ` + "`collide query`" + ` for a line that holds two bodies,
		or names two shapes of a line before, less that of the same pair as a call of the library with both bodies placed
		anew; and the share that DistanceAll on two processors reaches of the joint throughput of two queries that run at
		the same moment.`)
	p.headRow("lines", "us a line", "library, us", "us a line over library", "of names, us", "over library", "batch")
	for _, name := range streams {
		work := "stream " + name
		line, place, ask := p.least(work, own, "lines"), p.least(work, own, "place"), p.least(work, own, "distance")
		if line == 0 {
			continue
		}
		share := p.own[[3]string{work, own, "batch"}].at(0.5)
		named := p.least(work, own, "named")
		fmt.Fprintf(&p.text, "| %s | %.2f | %.2f | **%.2f** | %.2f | **%.2f** | %.2f |\n", name, line/1000, (place+ask)/1000,
			(line-place-ask)/1000, named/1000, (named-place-ask)/1000, share)
	}
	p.text.WriteByte('\n')
}
