package draw

import (
	"math"
	"strconv"
	"strings"

	"github.com/collide-go/collide/d2"
)

// gridLines is about how many lines a grid has along the longer side.
const gridLines = 10

// Grid draws a grid over the frame in round steps, the lines x = 0 and y = 0 with arrows and names,
// and numbers at the left and the bottom, inside the frame. Far from the origin its numbers count
// from a round one, which stands beside them. It returns the boxes of the numbers.
func (c *Canvas) Grid() []d2.AABB {
	in := c.Frame.Max.Sub(c.Frame.Min)
	step := RoundStep(max(in.X, in.Y) / c.Scale / gridLines)
	xs, ys := c.ticks(step, 0), c.ticks(step, 1)
	for _, t := range xs.list {
		c.Page.Line(d2.Vec{X: t.at, Y: c.Frame.Min.Y}, d2.Vec{X: t.at, Y: c.Frame.Max.Y}, Style{Stroke: Grid, Width: 1})
	}
	for _, t := range ys.list {
		c.Page.Line(d2.Vec{X: c.Frame.Min.X, Y: t.at}, d2.Vec{X: c.Frame.Max.X, Y: t.at}, Style{Stroke: Grid, Width: 1})
	}
	c.axes()
	return c.numbers(xs, ys)
}

// axes draws the axes that cross the frame.
func (c *Canvas) axes() {
	zero := c.Point(d2.Vec{})
	s := Style{Stroke: Axis, Width: 1.25}
	f := c.Frame
	if zero.Y > f.Min.Y && zero.Y < f.Max.Y {
		c.Page.Arrow(d2.Vec{X: f.Min.X, Y: zero.Y}, d2.Vec{X: f.Max.X, Y: zero.Y}, s)
		y := zero.Y - 7
		if y-12 < f.Min.Y {
			y = zero.Y + 15
		}
		c.Page.Text(d2.Vec{X: f.Max.X - 4, Y: y}, "x", Font{Role: Axis, Anchor: Right})
	}
	if zero.X > f.Min.X && zero.X < f.Max.X {
		c.Page.Arrow(d2.Vec{X: zero.X, Y: f.Max.Y}, d2.Vec{X: zero.X, Y: f.Min.Y}, s)
		at, anchor := d2.Vec{X: zero.X + 8, Y: f.Min.Y + 11}, Left
		if at.X+16 > f.Max.X {
			at.X, anchor = zero.X-8, Right
		}
		c.Page.Text(at, "y", Font{Role: Axis, Anchor: anchor})
	}
}

// numbers writes the numbers of the ticks inside the frame, leaving out what does not fit and
// putting aside what an axis would cross, and returns their boxes.
func (c *Canvas) numbers(xs, ys ticks) (boxes []d2.AABB) {
	font := Font{Role: Muted, Size: 10}
	f, zero := c.Frame, c.Point(d2.Vec{})
	free, foot := f.Min.X+4, f.Max.Y-4
	if zero.Y > foot-12 && zero.Y < f.Max.Y {
		foot = zero.Y - 4
	}
	font.Anchor = Center
	for _, t := range xs.list {
		at := d2.Vec{X: t.at, Y: foot}
		b := TextBox(at, t.label, font)
		if b.Min.X-1 < zero.X && zero.X < b.Max.X+1 { // right of the axis
			at.X += zero.X + 3 - b.Min.X
			b = TextBox(at, t.label, font)
		}
		if b.Min.X >= free && b.Max.X <= f.Max.X-4 {
			c.Page.Text(at, t.label, font)
			boxes = append(boxes, b)
			free = b.Max.X + 6
		}
	}
	if xs.base != "" {
		c.Page.Text(d2.Vec{X: f.Max.X - 4, Y: f.Max.Y - 18}, "x "+xs.base, Font{Role: Muted, Size: 10, Anchor: Right})
	}
	font.Anchor = MidLeft
	left := f.Min.X + 4
	for _, t := range ys.list {
		if b := TextBox(d2.Vec{X: f.Min.X + 4}, t.label, font); zero.X > f.Min.X && zero.X < b.Max.X+1 {
			left = zero.X + 4
		}
	}
	for _, t := range ys.list {
		if t.at > f.Min.Y+24 && t.at < f.Max.Y-20 && (t.label != "0" || ys.base != "") {
			c.Page.Text(d2.Vec{X: left, Y: t.at}, t.label, font)
			boxes = append(boxes, TextBox(d2.Vec{X: left, Y: t.at}, t.label, font))
		}
	}
	if ys.base != "" {
		c.Page.Text(d2.Vec{X: f.Min.X + 4, Y: f.Min.Y + 4}, "y "+ys.base, Font{Role: Muted, Size: 10, Anchor: TopLeft})
	}
	return boxes
}

// ticks are the lines of a grid in one direction.
type ticks struct {
	list []tick
	base string // what the labels count from, or empty
}

type tick struct {
	at    float64 // on the page
	label string
}

// mostLines is how many lines of a grid there are at most in a direction.
const mostLines = 200

// ticks returns the lines of a grid at multiples of step in x (axis 0) or y (axis 1).
func (c *Canvas) ticks(step float64, axis int) ticks {
	mid, low, high := c.Center.X, c.Frame.Min.X, c.Frame.Max.X
	if axis == 1 {
		mid, low, high = c.Center.Y, c.Frame.Min.Y, c.Frame.Max.Y
	}
	half := (high - low) / 2 / c.Scale
	var t ticks
	base := 0.0
	if math.Abs(mid) > 1e5*step {
		base = float64(math.Round(mid/(10*step)) * 10 * step)
		sign := "− "
		if base < 0 {
			sign = "+ "
		}
		t.base = sign + Trimmed(math.Abs(base), Decimals(step))
	}
	off := base - mid
	first, last := math.Ceil((-half-off)/step), math.Floor((half-off)/step)
	if !(math.Abs(first) < 1e15) {
		return ticks{} // lines that doubles do not tell apart
	}
	for i := range mostLines {
		k := first + float64(i)
		if !(k <= last) {
			break
		}
		d := float64((off + float64(k*step)) * c.Scale)
		at := c.mid.X + d
		if axis == 1 {
			at = c.mid.Y - d
		}
		t.list = append(t.list, tick{at: at, label: Trimmed(k*step, Decimals(step))})
	}
	return t
}

// RoundStep returns the least of 1, 2 and 5 times a power of ten that is not below x > 0.
func RoundStep(x float64) float64 {
	if !(x > 1e-290) || x > 1e290 {
		return 1e-290
	}
	e := exponent(x)
	for _, m := range []string{"1e", "2e", "5e", "10e"} {
		if s, err := strconv.ParseFloat(m+strconv.Itoa(e), 64); err == nil && s >= x {
			return s
		}
	}
	return x
}

// exponent returns the power of ten of the first digit of x.
func exponent(x float64) int {
	_, s, _ := strings.Cut(strconv.FormatFloat(x, 'e', 16, 64), "e")
	e, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return e
}

// Decimals returns how many decimals show a multiple of a round step.
func Decimals(step float64) int { return max(-exponent(step), 0) }

// Trimmed returns x with so many decimals, or as a power of ten where that would be long; no -0.
func Trimmed(x float64, decimals int) string {
	if x == 0 {
		return "0"
	}
	if decimals > 6 || math.Abs(x) >= 1e9 {
		s := strconv.FormatFloat(x, 'e', 12, 64)
		m, e, _ := strings.Cut(s, "e")
		m = strings.TrimRight(strings.TrimRight(m, "0"), ".")
		n, err := strconv.Atoi(e)
		if err != nil {
			return s
		}
		return signed(m + "e" + strconv.Itoa(n))
	}
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(s, "-0.") == "" {
		return "0"
	}
	return signed(s)
}

// signed returns a number with the minus sign of print.
func signed(s string) string { return strings.ReplaceAll(s, "-", "−") }
