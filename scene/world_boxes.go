package scene

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/broadphase"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// boxes is the crowd of boxes of a dimension.
type boxes[B broadphase.Box, V broadphase.Vec] struct {
	first, later broadphase.Tree[B, V]
	list         []B
	most         int // pairs of a frame
}

func newBoxes[B broadphase.Box, V broadphase.Vec](n int, o WorldOptions) *boxes[B, V] {
	w := &boxes[B, V]{list: make([]B, n), most: cmp.Or(max(o.MaxPairs, 0), DefaultMaxPairs)}
	w.first.SetWorkers(o.Workers)
	w.later.SetWorkers(o.Workers)
	return w
}

// keysBoxes are the keys of a frame of boxes.
var keysBoxes = []string{"frame", "min", "max"}

func (w *boxes[B, V]) keys() []string { return keysBoxes }

func (w *boxes[B, V]) read(d *Decoder, f *fields) {
	t := f.t
	for end, key := range keysBoxes[1:] {
		what := [2]string{"the least coordinates of the boxes", "the greatest coordinates of the boxes"}[end]
		c := f.need(key, what)
		if f.list(key, "a list of points") == 0 {
			continue
		}
		since := t.here()
		i := 0
		if n := int(t.nodes[c].n); n != len(w.list) {
			t.report(t.wrongLength(c, len(w.list)))
		} else if d.spend(c) {
			var b B
			h := len(b) / 2
			d.eachPoint(c, h, func(x []float64) {
				if i < len(w.list) {
					copy(boxEnd(&w.list[i], end), x)
				}
				i++
			})
		}
		t.under(since, key)
	}
}

// boxEnd returns the least coordinates of a box, or for end = 1 the greatest.
func boxEnd[B broadphase.Box](b *B, end int) []float64 {
	h := len(*b) / 2
	switch b := any(b).(type) {
	case *broadphase.Box2:
		return b[end*h : (end+1)*h]
	case *broadphase.Box3:
		return b[end*h : (end+1)*h]
	}
	return nil
}

func (w *boxes[B, V]) build(a *WorldAnswer, k int) *Error {
	for i := range w.list {
		b := &w.list[i]
		for j := range len(*b) / 2 {
			if (*b)[j] > (*b)[len(*b)/2+j] {
				return &Error{
					Path: fmt.Sprintf("max[%d][%d]", i, j), Code: collide.ErrNegativeSize,
					Message: fmt.Sprintf("%g is below %g, the least", (*b)[len(*b)/2+j], (*b)[j]),
				}
			}
		}
	}
	tree := &w.later
	if k == 0 {
		tree = &w.first
	}
	if err := tree.Build(w.list); err != nil { // checked above and by the reader: it cannot happen
		return &Error{Code: collide.ErrBadOption, Message: err.Error(), cause: err}
	}
	if e := tooManyPairs(tree, w.most); e != nil {
		return e
	}
	a.Pairs = tree.AppendPairs(a.Pairs)
	return nil
}

// relation compares coordinates: two boxes that meet only touch where one ends as the other begins,
// for then their difference ends at the origin.
func (w *boxes[B, V]) relation(a *WorldAnswer, i int) collide.Relation {
	x, y := &w.list[a.Pairs[i][0]], &w.list[a.Pairs[i][1]]
	h := len(*x) / 2
	for k := range h {
		if (*x)[k] == (*y)[h+k] || (*y)[k] == (*x)[h+k] {
			return collide.Touching
		}
	}
	return collide.Overlapping
}

func (w *boxes[B, V]) within(q *worldQuery) ([]int32, *Error) {
	var b B
	h := len(b) / 2
	for k := range h {
		b[k], b[h+k] = q.q[0][k], q.q[1][k]
	}
	return w.first.AppendWithin(nil, b), nil
}

// vec returns the coordinates of x.
func vec[V broadphase.Vec](x [3]float64) V {
	var v V
	for k := range len(v) {
		v[k] = x[k]
	}
	return v
}

func (w *boxes[B, V]) along(q *worldQuery) ([]int32, *Error) {
	var ids []int32
	for _, h := range w.first.AppendAlong(nil, vec[V](q.q[0]), vec[V](q.q[1]), q.limit) {
		ids = append(ids, h.ID)
	}
	slices.Sort(ids)
	return ids, nil
}

func (w *boxes[B, V]) nearest(q *worldQuery) ([]broadphase.Near, *Error) {
	return w.first.AppendNearest(nil, vec[V](q.q[0]), min(q.k, w.first.Len())), nil
}

func (w *boxes[B, V]) body(i int) (Body, error) {
	b := &w.list[i]
	h := len(*b) / 2
	var at, size [3]float64
	for k := range h {
		at[k], size[k] = float64(0.5*(*b)[k])+float64(0.5*(*b)[h+k]), (*b)[h+k]-(*b)[k]
	}
	if h == 2 {
		o, err := d2.Place(d2.Box{Size: vec2(size)}, d2.Pose{Pos: vec2(at)})
		return Body2(o), err
	}
	o, err := d3.Place(d3.Box{Size: vec3(size)}, d3.Pose{Pos: vec3(at)})
	return Body3(o), err
}
