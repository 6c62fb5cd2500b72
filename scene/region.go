package scene

import (
	"errors"
	"io"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// keysRegion are the keys of a region.
var keysRegion = []string{"points", "holes"}

// Decompose returns convex polygons that fill the region that r holds: a mapping with points, the corners of the outer path, and holes, a list of such lists,
// which may be left out; JSON or YAML, as for Decode. d2.Decompose says what is allowed and what comes out.
//
// The error is an ErrorList. What d2.Decompose refuses has a code of package collide.
func Decompose(r io.Reader, name string, o Options) ([]*d2.Polygon, error) {
	data, err := readAll(r, name, o, "region")
	if err != nil {
		return nil, err
	}
	d := NewDecoder(o)
	e := d.parse(data, name)
	var outer []d2.Vec
	var holes [][]d2.Vec
	if e == nil {
		outer, holes, e = d.region()
	}
	if e == nil {
		var pieces []*d2.Polygon
		if pieces, err = d2.Decompose(outer, holes...); err == nil {
			return pieces, nil
		}
		e = d.badRegion(err)
	}
	e.File = name
	return nil, ErrorList{e}
}

// region returns the paths of the tree.
func (d *Decoder) region() (outer []d2.Vec, holes [][]d2.Vec, e *Error) {
	t := &d.tree
	f := t.open(root, keysRegion)
	outer = append(outer, d.vecs2(&f)...)
	if f.err != nil {
		return nil, nil, f.err
	}
	all := f.get("holes")
	if all == 0 {
		return outer, nil, nil
	}
	if t.nodes[all].kind != list {
		return nil, nil, t.wrongType(all, "a list of holes").at("holes")
	}
	for c := t.nodes[all].first; c != 0; c = t.nodes[c].next {
		points, e := d.points(c)
		if e != nil {
			return nil, nil, e.index(len(holes)).at("holes")
		}
		holes = append(holes, append([]d2.Vec(nil), points...))
	}
	return outer, holes, nil
}

// badRegion translates the error of d2.Decompose, which calls the outer path outer where the file says points.
func (d *Decoder) badRegion(err error) *Error {
	file := func(s string) string { return strings.ReplaceAll(s, "outer", "points") }
	var r *d2.RegionError
	if errors.As(err, &r) {
		path := file(r.Path())
		return &Error{Line: d.tree.lineOf(root, path), Path: path, Code: collide.ErrNotSimple.Error(), Message: file(r.Error()), cause: err}
	}
	e := d.tree.refused(err, root)
	e.Path = file(e.Path)
	e.Line = d.tree.lineOf(root, e.Path)
	return e
}

// AppendCompound2 appends the compound of the polygons as JSON, as the shape of an object or a body: {"type":"compound","parts":[...]}.
func AppendCompound2(dst []byte, parts []*d2.Polygon) []byte {
	dst = append(dst, `{"type":"compound","parts":[`...)
	for i, p := range parts {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, "\n"+`{"shape":{"type":"polygon","points":[`...)
		for k, v := range p.Vertices() {
			if k > 0 {
				dst = append(dst, ',')
			}
			dst = appendVec(dst, []float64{v.X, v.Y})
		}
		dst = append(dst, "]}}"...)
	}
	return append(dst, "\n]}\n"...)
}
