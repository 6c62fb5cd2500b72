package draw

import (
	"fmt"
	"image/color"
	"strings"
)

// StyleSheet returns the rules of CSS that colour the classes of a page written with Inline.
func StyleSheet(t Theme) string {
	var all [roles]uses
	for r := range all {
		all[r] = uses{true, true, true}
	}
	return rules(t, all)
}

// uses says what a page uses a role for.
type uses struct{ fill, stroke, text bool }

// used returns what the page uses its roles for; the background always.
func (p *Page) used() [roles]uses {
	var u [roles]uses
	u[Paper].fill = true
	for i := range p.items {
		switch it := &p.items[i]; it.kind {
		case pathItem:
			u[min(it.style.Fill, roles-1)].fill = true
			u[min(it.style.Stroke, roles-1)].stroke = true
		case textItem:
			u[min(it.font.role(), roles-1)].text = true
			u[Paper].stroke = u[Paper].stroke || it.font.Halo
		default:
		}
	}
	return u
}

// rules returns the style sheet of a theme for the roles used.
func rules(t Theme, used [roles]uses) string {
	var b strings.Builder
	write := func(dark Theme) {
		for r := Paper; r < roles; r++ {
			s := shadeOf(r, dark)
			for _, x := range []struct {
				used       bool
				kind, prop string
				c          color.NRGBA
			}{{used[r].fill, "f", "fill", s.mark}, {used[r].stroke, "s", "stroke", s.mark}, {
				used[r].text, "t", "fill",
				s.text,
			}} {
				if x.used {
					fmt.Fprintf(&b, "svg.collide .%s-%s{%s:#%02x%02x%02x}\n", x.kind, r, x.prop, x.c.R, x.c.G, x.c.B)
				}
			}
		}
	}
	if t != Dark {
		write(Light)
	} else {
		write(Dark)
	}
	if t == Auto {
		b.WriteString("@media (prefers-color-scheme:dark){\n")
		write(Dark)
		b.WriteString("}\n")
	}
	return b.String()
}

// Variables returns CSS Variables with the colours of all roles, as the names of the roles.
func Variables() string {
	var b strings.Builder
	write := func(t Theme) {
		b.WriteString(":root{")
		for r := Paper; r < roles; r++ {
			c := shadeOf(r, t).mark
			fmt.Fprintf(&b, "--%s:#%02x%02x%02x;", r, c.R, c.G, c.B)
		}
		b.WriteString("}\n")
	}
	write(Light)
	b.WriteString("@media (prefers-color-scheme:dark){\n")
	write(Dark)
	b.WriteString("}\n")
	return b.String()
}
