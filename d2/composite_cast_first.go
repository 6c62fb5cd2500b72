package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// Which of many boxes a ray enters first is told from the table of the leaves: by brackets cruder
// than those of the short way, which is asked about one box alone, the one that comes first. Where
// that leaves a doubt, all are asked. docs/math/ray.md.

// firstBox is the box that a ray enters first of those looked at. A key is the bits of the least
// time of entry, the last ones replaced by the place of the box in the table.
type firstBox struct {
	key, next int64 // the least key and the second least
	doubt     int64 // negative where the ray may start in a box, or runs along one
}

const (
	firstPlace = firstBoxes - 1 // the bits of a key for the place
	firstNone  = 0x7ff << 52    // the key of no box, and the least of those that are missed
)

// foremost asks about the leaves of c, all boxes, and reports false for a doubt. No point of the
// ray in the body is farther than far.
func (w *partRay) foremost(c *union, speed, far float64, h *RayHit) bool {
	t, f, limit := &c.table, &w.boxes, w.end
	f.key, f.next, f.doubt = firstNone, firstNone, 0
	w.slack = w.eo + float64(2*far*w.ed) + float64(rayFirst*unit*w.size)
	least := float64(0x1p-18 * speed)
	if t.parts == nil {
		var list meetings
		met := t.meet(w.o, w.d, w.slack, w.size, 0, len(t.balls), &list)
		if w.turns += int(met); met <= 1 {
			return met == 0 || w.enterBox(t, list[0], firstNone, limit, h) != collide.Unsure
		}
		w.look(t, least, list[:met])
	} else {
		w.among(&t.tree, w.end, far)
		for {
			first, n, ok := w.search.NextLeaf(min(limit, far))
			if !ok {
				break
			}
			var list meetings
			met := t.meet(w.o, w.d, w.slack, w.size, first, n, &list)
			w.turns += int(met)
			w.look(t, least, list[:met])
			limit = min(limit, f.until())
		}
	}
	if f.key >= firstNone || f.doubt < 0 {
		return f.doubt >= 0
	}
	return w.enterBox(t, int32(f.key&firstPlace), f.next, limit, h) == collide.Hit
}

// enterBox asks about box k alone, of which the others that the ray may enter before limit have no
// lesser key than next. It is unsure also where the ray starts in it.
func (w *partRay) enterBox(t *leafTable, k int32, next int64, limit float64, h *RayHit) collide.Verdict {
	b, s := &t.list[k], &w.span
	v := s.box(b.axes, b.half, b.radius, w.o.Sub(b.at), w.d, w.eo, w.ed, w.end, &w.frame)
	if v != collide.Hit {
		return v
	}
	w.upper = s.in + s.errIn
	if !(s.in > 0 && w.upper < math.Float64frombits(uint64(next&^firstPlace)) && w.upper <= limit) {
		return collide.Unsure
	}
	w.frame.face(b.axes, b.half, s, h)
	w.at, w.first, w.lower = t.part(k), s.in, s.in-s.errIn
	return v
}

// until returns the time up to which others may come before the box that is first.
func (f *firstBox) until() float64 {
	if f.key >= firstNone {
		return math.MaxFloat64
	}
	return float64(math.Float64frombits(uint64(f.key|firstPlace)) * (1 + 0x1p-20))
}

// look looks at boxes of the table whose balls the ray meets.
//
// An end of a strip is off by w.slack times the inverse of the slope at most, if it is at a time of
// at most twice far. Later and earlier ones are off by less than 2^-20 of themselves, and so remain
// beyond all times at which the ray may be in the body. docs/math/ray.md.
func (w *partRay) look(t *leafTable, least float64, found []int32) {
	f, slack := &w.boxes, w.slack
	key, next, doubt := f.key, f.next, f.doubt
	for _, k := range found {
		b := &t.list[k]
		p, d := b.axes.applyT(w.o.Sub(b.at)), b.axes.applyT(w.d)
		xm, xh, xa := strip(p.X, 1/d.X, b.half.X)
		ym, yh, ya := strip(p.Y, 1/d.Y, b.half.Y)
		e := float64(slack * (xa + ya))
		lo := -min(xh-xm, yh-ym) - e
		end := min(xh+xm, yh+ym) + e
		miss := signs(end-lo, w.end-lo, end)
		doubt |= signs(1-float64((xa+ya)*least), 0, 0) | int64(math.Float64bits(lo))>>63&^miss
		in := int64(math.Float64bits(lo))
		in = in&^(in>>63|miss|firstPlace) | miss&firstNone | int64(k)
		key, next = min(key, in), min(next, max(key, in))
	}
	f.key, f.next, f.doubt = key, next, doubt
}

// signs returns -1 where one of three numbers is negative, else 0.
func signs(x, y, z float64) int64 {
	return int64(math.Float64bits(x)|math.Float64bits(y)|math.Float64bits(z)) >> 63
}
