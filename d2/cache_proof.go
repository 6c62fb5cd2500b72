package d2

import "math"

// This file keeps, from one query to the next, what proves a depth: docs/math/sat.md, "From frame
// to frame".

// proofKeys is how many blocks of edges a proof tells apart.
const proofKeys = 32

// proof tells of the edges of two polygons, in blocks, how deep they are at least. It is about two
// cores and a pose, and says so, for what it proves nothing else proves again.
//
// No edge of a block has a depth, as computed, below the key of the block less moved, in the
// caller's unit and the pose last seen.
type proof struct {
	a, b   coreName
	rot    mat2
	ta, tb Vec     // B's centre in A's frame, A's in B's
	moved  float64 // since the keys were set no depth has changed more in all
	block  int32   // how many edges of one core a block has; 0 where only the pose is kept
	best   int32   // the block of the least depth
	wait   int32   // how many queries leave the proof alone
	key    [proofKeys]float64
}

// coreName tells a polytope core from all others: a hull by its corners, which nobody changes, a
// box or a segment by its kind and its size. A flat box and a segment may have one size, and number
// their corners and edges differently.
type coreName struct {
	hull *Vec
	half Vec
	kind kind
}

// name returns the name of the core of o, a polytope; ok is false for cores that have none, as a
// facet has whose memory is that of others later. It is a hull without a table of headings.
func (o *Object) name() (n coreName, ok bool) {
	if o.kind == kindHull {
		return coreName{hull: &o.hull.local[0], kind: kindHull}, len(o.hull.table.first) > 0
	}
	return coreName{half: o.half, kind: o.kind}, true
}

// about reports whether p tells of edges of a and b.
func (p *proof) about(a, b *Object) bool {
	if p.block == 0 {
		return false
	}
	x, _ := a.name()
	y, _ := b.name()
	return p.a == x && p.b == y
}

// overlap returns the proof in c where the last query found an overlap; nil where not, and for nil.
func (c *Cache) overlap() *proof {
	if c == nil || c.separates {
		return nil
	}
	return &c.proof
}

// limit returns a key above which a depth is more than depth for certain.
func (p *proof) limit(depth float64) float64 {
	return depth + p.moved + float64(0x1p-50*(math.Abs(depth)+p.moved))
}

// keyOf returns the key of depth.
func (p *proof) keyOf(depth float64) float64 {
	k := depth + p.moved
	return k - float64(0x1p-50*math.Abs(k))
}
