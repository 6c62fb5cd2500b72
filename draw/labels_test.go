package draw_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/draw"
)

// texts returns the boxes of the texts of a page.
func texts(t *testing.T, p *draw.Page) []d2.AABB {
	t.Helper()
	var list []d2.AABB
	re := regexp.MustCompile(`<text[^>]* x="([^"]*)" y="([^"]*)" font-size="([^"]*)"([^>]*)>([^<]*)<`)
	for _, m := range re.FindAllStringSubmatch(svgOf(t, p), -1) {
		var n [3]float64
		for i := range n {
			x, err := strconv.ParseFloat(m[i+1], 64)
			if err != nil {
				t.Fatal(err)
			}
			n[i] = x
		}
		list = append(list, draw.TextBox(v(n[0], n[1]), m[5], draw.Font{Size: n[2], Bold: strings.Contains(m[4], "bold")}))
	}
	return list
}

// disjoint fails unless the boxes are inside the page and apart, up to a quarter of a unit.
func disjoint(t *testing.T, p *draw.Page, list []d2.AABB) {
	t.Helper()
	for i, a := range list {
		if in, ok := a.Intersect(p.Bounds()); !ok || in.Size().Sub(a.Size()).Len() > 0.25 {
			t.Errorf("text %v is not inside the page", a)
		}
		for _, b := range list[:i] {
			in, ok := a.Intersect(b)
			// The boxes hold the room for letters such as g and for accents, so that two lines may share some of it.
			if size := in.Size(); ok && size.X > 0.25 && size.Y > 3 {
				t.Errorf("texts %v and %v overlap", a, b)
			}
		}
	}
}

// No note lies over another, sticks out, or covers what is to be avoided; some find a place, and the others are counted.
func TestLabelsDisjoint(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		p := draw.NewPage(400, 300)
		l := p.Labels(p.Bounds())
		blocked := d2.AABB{Min: v(150, 100), Max: v(250, 200)}
		l.Avoid(blocked)
		const notes = 60
		for i := range notes {
			at := v(float64(400*rnd.Float64()), float64(300*rnd.Float64()))
			l.Add(draw.Label{At: at, Lines: []string{fmt.Sprint("note ", i), "second line"}[:1+i%2], Role: draw.Hit, Box: i%2 == 0})
		}
		left := l.Draw()
		list := texts(t, p)
		if left == 0 || left > notes-15 {
			t.Errorf("%d of %d without a place", left, notes)
		}
		if n := strings.Count(svgOf(t, p), "note "); n != notes-left {
			t.Errorf("%d drawn, %d without a place", n, left)
		}
		disjoint(t, p, append(list, blocked))
	}
}

// The texts of crowded scenes do not overlap either, whatever the size of the page.
func TestScenesDisjoint(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	var bodies []draw.Body2
	var solid []draw.Body3
	for i := range 40 {
		x, y, z := float64(10*rnd.Float64()), float64(8*rnd.Float64()), float64(6*rnd.Float64())
		bodies = append(bodies, draw.Body2{Name: fmt.Sprint("body ", i), Object: place2(t, d2.Circle{Radius: 0.6}, d2.Pose{Pos: v(x, y)})})
		solid = append(solid, draw.Body3{Name: fmt.Sprint("body ", i), Object: place3(t, d3.Sphere{Radius: 0.8}, d3.Pose{Pos: d3.Vec{X: x, Y: y, Z: z}})})
	}
	var pairs []draw.Pair2
	var contacts []draw.Pair3
	for i := range bodies {
		for j := range i {
			if c := d2.Distance(bodies[i].Object, bodies[j].Object); c.Distance < 0.1 {
				pairs = append(pairs, draw.Pair2{A: i, B: j, Contact: c})
			}
			if c := d3.Distance(solid[i].Object, solid[j].Object); c.Distance < 0.1 {
				contacts = append(contacts, draw.Pair3{A: i, B: j, Contact: c})
			}
		}
	}
	for _, size := range []d2.Vec{v(320, 240), v(800, 600), v(400, 1000)} {
		opt := draw.SceneOptions{Width: size.X, Height: size.Y, Title: strings.Repeat("a long title ", 20), Subtitle: "and more", Units: "m"}
		for _, p := range []*draw.Page{draw.Scene2(bodies, pairs, opt), draw.Scene3(solid, contacts, opt)} {
			list := texts(t, p)
			if len(list) < 10 {
				t.Errorf("%v: %d texts", size, len(list))
			}
			disjoint(t, p, list)
		}
	}
}

// reds counts the pixels of bodies that touch.
func reds(p *draw.Page) int {
	img := p.Raster(1, draw.Light)
	n := 0
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if c := img.RGBAAt(x, y); c.R > 2*c.G && c.R > 100 && c.B < 100 {
				n++
			}
		}
	}
	return n
}

// The camera is put where walls do not hide the pair.
func TestCameraSeesThePair(t *testing.T) {
	for _, side := range []d3.Vec{{Y: -1}, {X: 1}, {Y: 1}, {X: -1}} {
		open := side.Neg()
		var bodies []draw.Body3
		place := func(s d3.Shape, at d3.Vec) {
			bodies = append(bodies, draw.Body3{Object: place3(t, s, d3.Pose{Pos: at})})
		}
		place(d3.Sphere{Radius: 1}, d3.Vec{})
		place(d3.Sphere{Radius: 1}, d3.Vec{Z: 1.8})
		for _, wall := range []d3.Vec{{Y: -1}, {X: 1}, {Y: 1}, {X: -1}} {
			if wall != open {
				thick := d3.Vec{X: 6, Y: 6, Z: 9}
				if wall.X != 0 {
					thick.X = 0.2
				} else {
					thick.Y = 0.2
				}
				place(d3.Box{Size: thick}, wall.Scale(2.5))
			}
		}
		pairs := []draw.Pair3{{A: 0, B: 1, Contact: d3.Distance(bodies[0].Object, bodies[1].Object)}}
		opt := draw.SceneOptions{Width: 320, Height: 240}
		if n := reds(draw.Scene3(bodies, pairs, opt)); n < 380 { // the worst of the views gives 224
			t.Errorf("open to %v: %d red pixels", open, n)
		}
		opt.Camera = &draw.Camera{Azimuth: 0, Elevation: 0}
		if open.X > 0 {
			opt.Camera.Azimuth = 180
		}
		if n := reds(draw.Scene3(bodies, pairs, opt)); n > 200 {
			t.Errorf("open to %v, seen from behind: %d red pixels", open, n)
		}
	}
}
