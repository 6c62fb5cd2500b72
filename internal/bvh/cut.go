package bvh

import (
	"math"

	"github.com/collide-go/collide/internal/lanes"
)

// Turned boxes tell what meets from what does not, but along the line from one to another that is
// apart their corners reach far beyond what is in them. Cut boxes, which are k-DOPs, do less so,
// and what is far apart is told by them alone, in fewer steps [Klosowski98].

// cutOf returns the cut box of the points, with coordinates up to 1.
//
// Two sums and what the caller has rounded are off by less than 2^-49: the pad of 2^-47 is more.
func cutOf(points [][3]float64) (c lanes.Cut) {
	var lo, hi [lanes.CutMiddle]float64 // along each direction and against it
	for k := range hi {
		lo[k], hi[k] = math.Inf(1), math.Inf(-1)
	}
	for i := range points {
		x, y, z := points[i][0], points[i][1], points[i][2]
		for k, v := range [...]float64{
			x, y - x, y, x + y, z - x - y, z - y, x - y + z, z - x, z, x + z, y - x + z, y + z, x + y + z,
		} {
			lo[k], hi[k] = min(lo[k], v), max(hi[k], v)
		}
	}
	for k := range hi {
		c[lanes.CutMiddle+1+k] = math.Nextafter32(float32(hi[k]+0x1p-47), 4)
		c[lanes.CutMiddle-1-k] = math.Nextafter32(float32(-lo[k]+0x1p-47), 4)
	}
	centreCut(&c)
	return c
}

// joined returns the cut box that holds both.
func joined(a, b *lanes.Cut) (c lanes.Cut) {
	for k := range 2*lanes.CutMiddle + 1 {
		c[k] = max(a[k], b[k])
	}
	centreCut(&c)
	return c
}

// centreCut sets the centre of c to that of the box about it.
func centreCut(c *lanes.Cut) {
	for k, step := range [3]int{1, 3, 9} {
		c[lanes.CutCentre+k] = float32(0.5 * (c[lanes.CutMiddle+step] - c[lanes.CutMiddle-step]))
	}
}

// manyItems is from how many items of both trees on cut boxes are a gain. The shares are those in
// the extents of both trees: of boxes that are told by cut boxes while they may meet, and how deep
// the cut boxes of the trees overlap at most for that.
const (
	manyItems  = 16
	largeShare = 1.0 / 16
	deepShare  = 1.0 / 32
)

// byCuts reports whether the pairs of nodes below e are told by cut boxes.
//
// Of boxes that may meet turned ones tell more, but for large ones beside each other: much of these
// is empty.
func (s *Closest[B]) byCuts(e entry) bool {
	if e.bound > 0 {
		return true
	}
	if math.IsNaN(float64(s.large)) {
		s.large = float32(math.Inf(1))
		if all := extent(s.a.box(0)) + extent(s.b.box(0)); s.turned.ofRoots() > -float64(deepShare*all) {
			s.large = float32(largeShare * all)
		}
	}
	return extent(s.a.box(e.a))+extent(s.b.box(e.b)) > float64(s.large)
}

// descendCuts is descend where both trees have cut boxes.
func (s *Closest[B]) descendCuts(e entry, limit float64, guess bool) (i, j int32, bnd float64, ok bool) {
	t := &s.turned
	t.second.Within(limit, t.pad)
	for {
		k, h := s.a.kid(e.a), s.b.kid(e.b)
		l, r := e, e
		switch cut := s.byCuts(e); {
		case k >= 0 && h >= 0 && similar(s.a.box(e.a), s.b.box(e.b)):
			if cut {
				l, r = s.cutBoth(e, limit)
			} else {
				l, r = s.splitBoth(nil, e, limit)
			}
		case k >= 0 && (h < 0 || extent(s.a.box(e.a)) >= extent(s.b.box(e.b))):
			if l.a, r.a = 2*k, 2*k+1; cut {
				t.cutFirst(&l, &r)
			} else {
				s.splitFirst(nil, &l, &r, limit)
			}
		case h >= 0:
			if l.b, r.b = 2*h, 2*h+1; cut {
				t.cutSecond(&l, &r)
			} else {
				s.splitSecond(nil, &l, &r, limit)
			}
		default:
			if cut && !s.turn(&e, limit, guess) {
				return 0, 0, 0, false
			}
			s.from = e.bound
			s.rest.start(s.a.run(k), s.b.run(h))
			i, j, _ = s.rest.next()
			return i, j, e.bound, true
		}
		if e, ok = s.next(l, r, limit, guess); !ok {
			return 0, 0, 0, false
		}
	}
}

// turn raises the bound of e, two leaves told by cut boxes, by their turned boxes, which tell more
// of two items. It reports whether e is still the one to take, and keeps it where another one is.
func (s *Closest[B]) turn(e *entry, limit float64, guess bool) bool {
	before := e.bound
	if e.bound = max(before, s.turned.ofLeaves(*e)); !(e.bound <= limit) {
		return false
	}
	if guess || !(e.bound > max(before, 0)) || len(s.under) == 0 && (len(s.queue) == 0 || e.bound <= s.queue[0].bound) {
		return true
	}
	s.queue.push(*e)
	return false
}

// cutBoth returns two pairs of children of e, the best among them, by cut boxes, and keeps the
// other two.
func (s *Closest[B]) cutBoth(e entry, limit float64) (l, r entry) {
	t, n, m := &s.turned, 2*s.a.kid(e.a), 2*s.b.kid(e.b)
	gaps := t.second.CutGaps(&t.a.cuts[n], &t.a.cuts[n+1], &t.b.cuts[m], &t.b.cuts[m+1])
	l, r = entry{max(e.bound, gaps[0]), n, m}, entry{max(e.bound, gaps[1]), n + 1, m}
	u, v := entry{max(e.bound, gaps[2]), n, m + 1}, entry{max(e.bound, gaps[3]), n + 1, m + 1}
	return s.better(l, r, u, v, limit)
}

// cutFirst raises the bounds of l and r, pairs of two children of the first tree and one node of
// the second, by cut boxes.
func (p *turnedPair) cutFirst(l, r *entry) {
	c := &p.b.cuts[l.b]
	gaps := p.second.CutGaps(&p.a.cuts[l.a], &p.a.cuts[r.a], c, c)
	l.bound, r.bound = max(l.bound, gaps[0]), max(r.bound, gaps[1])
}

// cutSecond is cutFirst for two children of the second tree and one node of the first.
func (p *turnedPair) cutSecond(l, r *entry) {
	c := &p.a.cuts[l.a]
	gaps := p.second.CutGaps(c, c, &p.b.cuts[l.b], &p.b.cuts[r.b])
	l.bound, r.bound = max(l.bound, gaps[0]), max(r.bound, gaps[2])
}

// ofLeaves returns the bound of two leaves by their turned boxes.
func (p *turnedPair) ofLeaves(e entry) float64 {
	a := &p.a.boxes[e.a]
	gap, _ := p.second.GapsTo(a, a, &p.b.boxes[e.b])
	return gap
}

// ofRoots returns the bound of both roots by their cut boxes.
func (p *turnedPair) ofRoots() float64 {
	return p.second.CutGaps(&p.a.cuts[0], &p.a.cuts[0], &p.b.cuts[0], &p.b.cuts[0])[0]
}
