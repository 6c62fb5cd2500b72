package scene

import (
	"context"
	"math"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// CastKind is what a cast line asks.
type CastKind uint8

// The kinds of casts.
const (
	CastRay   CastKind = iota // where a ray meets A
	CastPoint                 // how far a point is from A, and which point of A is nearest
	CastShape                 // when B, moved on a straight line, meets A
)

// casts are the words for the kinds.
var casts = [...]string{"ray", "point", "shape"}

// String returns the word that files use for k.
func (k CastKind) String() string { return casts[min(int(k), len(casts)-1)] }

// Cast is a decoded cast line, or one that a program fills in. In the plane third coordinates do
// not count.
type Cast struct {
	ID    string
	HasID bool
	Kind  CastKind
	Dim   int  // of the bodies and vectors
	A     Body // at rest
	B     Body // of CastShape: what moves

	Origin, Direction [3]float64 // of CastRay: the points origin + t direction
	Point             [3]float64 // of CastPoint
	Translation       [3]float64 // of CastShape: B is moved by t translation
	Max               float64    // of rays and shapes: the largest t; for rays it may be infinite
	Deepening         bool       // of CastShape: as in the SweepOptions of d2 and d3

	Notes []Note   // what is allowed, and may not be what was meant
	Files []string // the mesh files that were read, as Options.Files calls them
}

// keysCasts are the keys of a cast line by its kind.
var keysCasts = [...][]string{
	CastRay:   {"id", "cast", "dim", "a", "origin", "direction", "max"},
	CastPoint: {"id", "cast", "dim", "a", "point"},
	CastShape: {"id", "cast", "dim", "a", "b", "translation", "max", "deepening"},
}

// Cast returns the cast of a cast line: {"id":string, "cast":"ray", "dim":2 or 3, "a":{..},
// "origin":[..], "direction":[..], "max":number}, or "point", or "shape". It keeps nothing of line.
//
// The error is an *Error. The Cast then has the id alone, if it could be read.
//
// Cost: linear in the length of the line, plus that of placing the shapes.
func (d *Decoder) Cast(ctx context.Context, line []byte) (Cast, error) {
	var c Cast
	var h head
	if e := d.line(ctx, line, &h, func() { d.cast(&c) }); e != nil {
		return Cast{ID: h.id, HasID: h.hasID}, e
	}
	c.ID, c.HasID, c.Notes, c.Files = h.id, h.hasID, h.notes, h.files
	return c, nil
}

// cast fills c from the tree.
func (d *Decoder) cast(c *Cast) {
	t := &d.tree
	kind, ok := t.openWord("cast", casts[:], "pairs are for 'collide query', motions for 'collide toi'")
	if !ok {
		return
	}
	c.Kind = CastKind(kind)
	f := t.open(root, keysCasts[c.Kind])
	f.text("id")
	c.Dim = f.dim()
	c.A = d.bodyOf(&f, "a", c.Dim, "a cast has the body a, with a shape")
	vector := func(key, message string, to *[3]float64) {
		if f.need(key, message) != 0 && c.Dim != 0 {
			f.numbers(key, to[:c.Dim])
		}
	}
	c.Max = math.Inf(1)
	switch c.Kind {
	case CastRay:
		vector("origin", "a ray has an origin and a direction", &c.Origin)
		vector("direction", "a ray has an origin and a direction", &c.Direction)
	case CastPoint:
		vector("point", "the point that is asked about", &c.Point)
	case CastShape:
		c.B = d.bodyOf(&f, "b", c.Dim, "a cast of a shape has the body b that moves, with a shape")
		vector("translation", "how far b moves", &c.Translation)
		c.Max, c.Deepening = 1, f.boolean("deepening")
	}
	if f.get("max") != 0 {
		c.Max = f.number("max")
	}
	if len(t.errs) == 0 {
		if err := c.check(); err != nil {
			t.report(t.refused(err, root))
		}
	}
}

// check returns what d2 and d3 refuse in the numbers of c, nil for nothing.
func (c *Cast) check() error {
	var err error
	switch {
	case c.Kind == CastRay && c.Dim == 2:
		_, err = c.ray2()
	case c.Kind == CastRay:
		_, err = c.ray3()
	case c.Kind == CastShape && c.Dim == 2:
		_, err = c.sweep2()
	case c.Kind == CastShape:
		_, err = c.sweep3()
	}
	return err
}

func (c *Cast) ray2() (d2.Ray, error) {
	return d2.NewRay(vec2(c.Origin), vec2(c.Direction), c.Max)
}

func (c *Cast) ray3() (d3.Ray, error) {
	return d3.NewRay(vec3(c.Origin), vec3(c.Direction), c.Max)
}

func (c *Cast) sweep2() (d2.Sweep, error) {
	return d2.NewSweep(vec2(c.Translation), c.Max, d2.SweepOptions{Deepening: c.Deepening})
}

func (c *Cast) sweep3() (d3.Sweep, error) {
	return d3.NewSweep(vec3(c.Translation), c.Max, d3.SweepOptions{Deepening: c.Deepening})
}

// vec2 returns a vector of the plane.
func vec2(v [3]float64) d2.Vec { return d2.Vec{X: v[0], Y: v[1]} }

// vec3 returns a vector of space.
func vec3(v [3]float64) d3.Vec { return d3.Vec{X: v[0], Y: v[1], Z: v[2]} }
