package bvh

import (
	"math"

	"github.com/collide-go/collide/internal/lanes"
)

// Turned boxes tell what meets from what does not, but along the line from one to another that is
// apart their corners reach far beyond what is in them. Cut boxes do less so, and what is far apart
// is told by them alone, in fewer steps [Klosowski98].

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
			if v < lo[k] {
				lo[k] = v
			}
			if v > hi[k] {
				hi[k] = v
			}
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
		if c[k] = a[k]; b[k] > a[k] {
			c[k] = b[k]
		}
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

// cutFirst raises the bounds of l and r, pairs of two children of the first tree and one node of
// the second, by cut boxes.
func (p *turnedPair) cutFirst(l, r *entry, limit float64) {
	p.second.Within(limit, p.pad)
	c := &p.b.cuts[l.b]
	gaps := p.second.CutGaps(&p.a.cuts[l.a], &p.a.cuts[r.a], c, c)
	l.bound, r.bound = max(l.bound, gaps[0]), max(r.bound, gaps[1])
}

// cutSecond is cutFirst for two children of the second tree and one node of the first.
func (p *turnedPair) cutSecond(l, r *entry, limit float64) {
	p.second.Within(limit, p.pad)
	c := &p.a.cuts[l.a]
	gaps := p.second.CutGaps(c, c, &p.b.cuts[l.b], &p.b.cuts[r.b])
	l.bound, r.bound = max(l.bound, gaps[0]), max(r.bound, gaps[2])
}

// ofLeaves returns the bound of two leaves by their turned boxes.
func (p *turnedPair) ofLeaves(e entry, limit float64) float64 {
	p.second.Within(limit, p.pad)
	a := &p.a.boxes[e.a]
	gap, _ := p.second.GapsTo(a, a, &p.b.boxes[e.b])
	return gap
}

// ofRoots returns the bound of both roots by their cut boxes.
func (p *turnedPair) ofRoots() float64 {
	p.second.Within(0, p.pad)
	return p.second.CutGaps(&p.a.cuts[0], &p.a.cuts[0], &p.b.cuts[0], &p.b.cuts[0])[0]
}
