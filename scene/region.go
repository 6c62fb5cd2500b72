package scene

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// keysRegion are the keys of a region.
var keysRegion = []string{"points", "holes"}

// Decompose returns convex polygons that fill the region that r holds: a mapping with points, the
// corners of the outer path, and holes, a list of such lists, which may be left out; JSON or YAML,
// as for Decode. d2.Decompose says what is allowed and what comes out.
//
// The error is an ErrorList. What d2.Decompose refuses has a code of package collide. When ctx ends
// while r is read, the code is ErrCanceled.
func Decompose(ctx context.Context, r io.Reader, name string, o Options) ([]*d2.Polygon, error) {
	d := NewDecoder(o)
	e := d.read(ctx, r, name, "region")
	var outer []d2.Vec
	var holes [][]d2.Vec
	if e == nil {
		outer, holes = d.region()
	}
	var pieces []*d2.Polygon
	if e == nil && len(d.tree.errs) == 0 {
		var err error
		if pieces, err = d2.Decompose(outer, holes...); err != nil {
			e = d.badRegion(err)
		}
	}
	if err := d.failed(e, name); err != nil {
		return nil, err
	}
	return pieces, nil
}

// region returns the paths of the tree.
func (d *Decoder) region() (outer []d2.Vec, holes [][]d2.Vec) {
	t := &d.tree
	f := t.open(root, keysRegion)
	f.need("points", "the corners of the outer path")
	outer = slices.Clone(d.vecs2(&f))
	all := f.list("holes", "a list of holes")
	if all == 0 {
		return outer, nil
	}
	k := 0
	for c := t.child(all); c != 0; c = t.nodes[c].next {
		since := t.here()
		if t.nodes[c].kind != list {
			t.report(t.wrongType(c, "a list of points"))
		} else {
			holes = append(holes, slices.Clone(d.points(c)))
		}
		t.underIndex(since, k)
		t.under(since, "holes")
		k++
	}
	return outer, holes
}

// badRegion translates the error of d2.Decompose, which calls the outer path outer where the file
// says points.
func (d *Decoder) badRegion(err error) *Error {
	file := func(s string) string { return strings.ReplaceAll(s, "outer", "points") }
	var r *d2.RegionError
	if errors.As(err, &r) {
		path := file(r.Path())
		return &Error{
			Line: d.tree.lineOf(root, path), Path: path, Code: collide.ErrNotSimple,
			Message: file(r.Error()), cause: err,
		}
	}
	e := d.tree.refused(err, root)
	e.Path = file(e.Path)
	e.Line = d.tree.lineOf(root, e.Path)
	return e
}

// AppendCompound2 appends the compound of the polygons as JSON, as the shape of an object or a
// body: {"type":"compound","parts":[...]}.
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

// AppendDecomposition appends the parts of a solid as JSON, one on each line:
// {"parts":[{"type":"hull","points":[...]},...],"concavity":...,"at_least":...}.
func AppendDecomposition(dst []byte, d *d3.Decomposition) []byte {
	dst = append(dst, `{"parts":[`...)
	for i, h := range d.Parts {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, "\n"+`{"type":"hull","points":[`...)
		for k, v := range h.Vertices() {
			if k > 0 {
				dst = append(dst, ',')
			}
			dst = appendVec(dst, []float64{v.X, v.Y, v.Z})
		}
		dst = append(dst, "]}"...)
	}
	dst = append(dst, "\n],\"concavity\":"...)
	dst = append(AppendNumber(dst, d.Concavity), `,"at_least":`...)
	return append(strconv.AppendInt(dst, int64(d.AtLeast), 10), "}\n"...)
}
