package d3

import (
	"math"
	"slices"
)

// This file keeps points that no part may hold: some that lie just too far out of the solid. They
// decide nothing, but a part that holds none of them is likely to keep the bound.

// shell is a set of points in a tree of boxes.
type shell struct {
	points []Vec
	nodes  []shellNode
	extra  []Vec   // found later, on the boundary of a part that reached too far
	clear  float64 // how far parts stay away from those
	planes []int32
}

// shellNode is a box of the tree: the left child is the next node, a leaf has count > 0 points.
type shellNode struct {
	lo, hi       Vec
	right        int32
	first, count int32
}

const shellLeaf = 6

// newShell returns points about c away from the solid, about step from each other.
func newShell(s *surface, c, step float64, tick func() error) (*shell, error) {
	h := &shell{clear: float64(0x1p-9 * c)}
	m := shellMaker{s, h, c, float64(0.5 * step), tick}
	root := reachBox{s.box.Min.Add(s.box.Max).Scale(0.5), float64(0.5 * s.size)}
	if err := m.sample(root, math.MaxFloat64, false); err != nil {
		return nil, err
	}
	if len(h.points) > 0 {
		h.build(0, len(h.points))
	}
	return h, nil
}

// shellMaker makes a shell: of each cube of half a side finest that the shell may cross, a point.
type shellMaker struct {
	s         *surface
	shell     *shell
	c, finest float64
	tick      func() error
}

// sample adds the points of a cube, the middle of which is no farther than most from the surface.
// Outside says that the cube is known to lie out of the solid.
func (m *shellMaker) sample(x reachBox, most float64, outside bool) error {
	far := float64(x.half * math.Sqrt(3))
	d, _, q := m.s.nearest(x.mid, most)
	if d+far <= m.c {
		return nil
	}
	if d >= far && !outside {
		if w, on := m.s.winding(x.mid); on || w > 0 {
			return nil
		}
		outside = true
	}
	if d-far > m.c && x.half < m.s.size/8 {
		return nil
	}
	if x.half <= m.finest {
		m.add(x.mid, q, d, outside)
		return nil
	}
	if err := m.tick(); err != nil {
		return err
	}
	var eight [8]reachBox
	x.cut(&eight)
	most = d + float64(far*(1+0x1p-20)) + m.s.down
	for i := range eight {
		if err := m.sample(eight[i], most, outside); err != nil {
			return err
		}
	}
	return nil
}

// add adds a point near p, which is d from its nearest point q of the surface: on the way from
// there, as far as the shell.
func (m *shellMaker) add(p, q Vec, d float64, outside bool) {
	if !(d > 0) {
		return
	}
	if !outside {
		if w, on := m.s.winding(p); on || w > 0 {
			return
		}
	}
	out := float64(m.c * (1 + 0x1p-10))
	at := q.Add(p.Sub(q).Scale(out / d))
	if e, _, _ := m.s.nearest(at, out); e >= float64(m.c*(1+0x1p-11)) && m.s.box.Contains(at) {
		m.shell.points = append(m.shell.points, at)
	} else if d > out {
		m.shell.points = append(m.shell.points, p)
	}
}

// build adds the node of the points from lo to hi.
func (h *shell) build(lo, hi int) {
	at := len(h.nodes)
	h.nodes = append(h.nodes, shellNode{})
	list := h.points[lo:hi]
	n := shellNode{lo: list[0], hi: list[0]}
	for _, p := range list {
		n.lo, n.hi = minVec(n.lo, p), maxVec(n.hi, p)
	}
	if len(list) <= shellLeaf {
		n.first, n.count = int32(lo), int32(len(list))
		h.nodes[at] = n
		return
	}
	axis := longestAxis(n.hi.Sub(n.lo))
	slices.SortFunc(list, func(a, b Vec) int {
		x, y := a.along(axis), b.along(axis)
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return compareVec(a, b)
	})
	half := (lo + hi) / 2
	h.build(lo, half)
	n.right = int32(len(h.nodes))
	h.nodes[at] = n
	h.build(half, hi)
}

// meets reports whether b holds one of the points.
func (h *shell) meets(b *chunk) bool {
	for _, p := range h.extra {
		if b.contains(p, h.clear) {
			return true
		}
	}
	if len(h.nodes) == 0 {
		return false
	}
	h.planes = h.planes[:0]
	for i := range b.planes {
		h.planes = append(h.planes, int32(i))
	}
	return h.search(b, 0, 0, len(h.planes))
}

// search looks below node i. Only the planes in h.planes[from:to] cut its box.
func (h *shell) search(b *chunk, i int32, from, to int) bool {
	n := &h.nodes[i]
	if beside(n.lo, n.hi, b.lo, b.hi) {
		return false
	}
	mid, half := n.lo.Add(n.hi).Scale(0.5), n.hi.Sub(n.lo).Scale(0.5)
	h.planes = h.planes[:to]
	for k := from; k < to; k++ {
		at := h.planes[k]
		p := &b.planes[at]
		g := p.n.Dot(mid) - p.off
		r := float64(math.Abs(p.n.X)*half.X) + float64(math.Abs(p.n.Y)*half.Y) + float64(math.Abs(p.n.Z)*half.Z)
		if g-r > 0 {
			return false
		}
		if g+r > 0 {
			h.planes = append(h.planes, at)
		}
	}
	end := len(h.planes)
	if end == to {
		return true
	}
	if n.count > 0 {
		for _, p := range h.points[n.first : n.first+n.count] {
			in := true
			for _, at := range h.planes[to:end] {
				if f := &b.planes[at]; f.n.Dot(p) > f.off {
					in = false
					break
				}
			}
			if in {
				return true
			}
		}
		return false
	}
	return h.search(b, i+1, to, end) || h.search(b, n.right, to, end)
}

// contains reports whether p lies in b, or no farther than room out of one face, about.
func (b *chunk) contains(p Vec, room float64) bool {
	for i := range b.planes {
		if f := &b.planes[i]; f.n.Dot(p) > f.off+room {
			return false
		}
	}
	return b.solid()
}

// add adds points that a part has held.
func (h *shell) add(points []Vec) { h.extra = append(h.extra, points...) }
