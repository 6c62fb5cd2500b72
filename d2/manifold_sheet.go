package d2

import (
	"math"
	"slices"

	"github.com/collide-go/collide"
)

// A sheet is what a surface has under another body along a contact's normal: of each of its leaves
// that come so high, the edge or the corner that is highest. Edges in a row on one line are one;
// the points of a manifold over a sheet lie over ends of the other body's feature, and over ends of
// the rows. docs/math/manifold.md, "Surfaces".

// sheet is a surface's side of a pair, in the contact's frame.
type sheet struct {
	patch
	dist   float64
	tiles  []tile
	covers []tile // what lies on edges of the sheet
	next   []tile
	found  []clipped
	face   int32 // the number of its edges
}

// lay begins a sheet for the contact ct of a, a leaf of a surface of the extent given, and b.
func (k *sheet) lay(r *run, a, b *Object, ct *Contact, extent float64) {
	k.patch = patch{}
	k.dist = k.begin(r, a, b, ct)
	k.tiles, k.covers, k.found = k.tiles[:0], k.covers[:0], k.found[:0]
	k.size = min(b.extent, extent)
	if k.size == 0 {
		k.size = max(b.extent, extent)
	}
	k.size = float64(k.size * r.m.scale)
	k.afar(r.m.size, float64(extent*r.m.scale), float64(b.extent*r.m.scale), k.dist)
	if k.aligned() {
		k.stableLever = float64(stableFactor * k.size)
	}
	k.face = faceNumber(ct.Normal)
}

// faceNumber returns a number for the edges with the unit normal n, the same for normals that are
// equal but for rounding, nearly always.
func faceNumber(n Vec) int32 {
	sum := uint64(0)
	for _, x := range [2]float64{n.X, n.Y} {
		sum = mix(sum ^ math.Float64bits(math.Floor(float64(x*0x1p30)+0.5)+0))
	}
	return int32(sum >> (64 - collide.FeatureIndexBits))
}

// surfaceFeature is collide.Feature for a feature of a surface, of which there may be more than an
// index tells: what that has no room for goes where the place is.
func surfaceFeature(kind collide.FeatureKind, index int32) collide.FeatureID {
	id := collide.Feature(kind, index)
	if more := uint32(index) >> collide.FeatureIndexBits; more != 0 {
		id |= hash(uint64(more))
	}
	return id
}

// height returns the height of a point of A about the centre.
func (k *sheet) height(x Vec) float64 { return k.a.d.Dot(x) }

// top returns what a leaf has at its greatest height, and that height; level tells that it is an
// edge. center and scale are those of A's frame.
func (k *sheet) top(f *facet, center Vec, scale float64) (x tile, high float64, level bool) {
	var u, h [facetCorners]float64
	best := 0
	for i := range f.n {
		v := f.p[i].Sub(center).Scale(scale)
		if u[i], h[i] = k.a.t.Dot(v)+k.a.off.X, k.a.d.Dot(v); h[i] > h[best] {
			best = i
		}
	}
	x = tile{[2]float64{u[best], u[best]}, [2]float64{h[best], h[best]}, [2]int32{f.at[best], f.at[best]}}
	for i := range f.n {
		if i == best || h[best]-h[i] > float64(levelSlope*math.Abs(u[i]-u[best]))+float64(0x1p-49*k.reach) {
			continue
		}
		e := 1
		if u[i] < u[best] {
			e = 0
		}
		x.u[e], x.h[e], x.v[e], level = u[i], h[i], f.at[i], true
	}
	return x, h[best], level
}

// cover puts what a leaf that reaches through the level of the sheet, from below to above it, has
// there beside the sheet.
func (k *sheet) cover(f *facet, center Vec, scale, level float64) {
	low, high := math.Inf(1), math.Inf(-1)
	var x tile
	x.u = [2]float64{math.Inf(1), math.Inf(-1)}
	for i := range f.n {
		v := f.p[i].Sub(center).Scale(scale)
		h, u := k.a.d.Dot(v), k.a.t.Dot(v)+k.a.off.X
		low, high = min(low, h), max(high, h)
		if u < x.u[0] {
			x.u[0], x.v[0] = u, f.at[i]
		}
		if u > x.u[1] {
			x.u[1], x.v[1] = u, f.at[i]
		}
	}
	if slack := float64(levelSlack * k.reach); f.n > 2 && low <= level+slack && high > level+slack {
		x.h = [2]float64{level, level}
		k.covers = append(k.covers, x)
	}
}

// join makes one of tiles in a row, and takes from them what is covered.
func (k *sheet) join() {
	slack := float64(levelSlack * k.reach)
	slices.SortFunc(k.tiles, compareTiles)
	k.next = k.next[:0]
	for _, x := range k.tiles {
		if n := len(k.next) - 1; n >= 0 && x.u[0] <= k.next[n].u[1]+slack && math.Abs(x.h[0]-k.next[n].h[1]) <= slack {
			if y := &k.next[n]; x.u[1] > y.u[1] {
				y.u[1], y.h[1], y.v[1] = x.u[1], x.h[1], x.v[1]
			}
			continue
		}
		k.next = append(k.next, x)
	}
	k.tiles = k.tiles[:0]
	for i := 0; i < len(k.next); i++ {
		x := k.next[i]
		for _, c := range k.covers {
			if !(c.u[0] < x.u[1]-slack && c.u[1] > x.u[0]+slack) {
				continue
			}
			if c.u[1] < x.u[1]-slack { // what is beyond it
				y := x
				y.u[0], y.v[0] = c.u[1], c.v[1]
				k.next = append(k.next, y)
			}
			x.u[1], x.v[1] = c.u[0], c.v[0]
		}
		if x.u[1] >= x.u[0]-slack {
			k.tiles = append(k.tiles, x)
		}
	}
}

// meet makes the candidates over the sheet: the ends of what B's feature and each tile have over
// each other.
func (k *sheet) meet() {
	b := &k.b
	lo, hi := b.u[0], b.u[0]
	if b.n == 2 {
		hi = b.u[1]
	}
	off := float64(touch * k.reach)
	for i := range k.tiles {
		x := &k.tiles[i]
		if !(max(lo, x.u[0]) <= min(hi, x.u[1])+off) {
			continue
		}
		k.end(x, 0)
		if x.u[1] > x.u[0] && hi > lo {
			k.end(x, 1)
		}
	}
}

// end makes the candidate at end i of what x and B's feature have over each other. Ends that are
// over each other up to idSlack are named both.
func (k *sheet) end(x *tile, i int) {
	b := &k.b
	own, other := collide.Feature(collide.FeatureEdge, k.face), b.facing()
	u, at := x.u[i], b.u[0]
	if b.n == 2 {
		at = b.u[i]
	}
	ahead := u - at
	if i == 1 {
		ahead = -ahead
	}
	if x.u[0] == x.u[1] || ahead >= -float64(idSlack*k.size) {
		own = surfaceFeature(collide.FeatureVertex, x.v[i])
	}
	if b.n == 2 && ahead <= float64(idSlack*k.size) {
		other = b.end(i)
	}
	if ahead < 0 || b.n == 1 {
		u = at
	}
	t := 0.0
	if w := x.u[1] - x.u[0]; w > 0 {
		t = max(0, min((u-x.u[0])/w, 1))
	}
	c := clipped{u: u, id: own | other<<collide.FeatureSideBits, b: b.place(u)}
	c.a = Vec{max(x.u[0], min(u, x.u[1])) - k.a.off.X, x.h[0] + float64(t*(x.h[1]-x.h[0]))}
	k.put(c)
}

// put keeps a candidate; of two at one place the deeper one.
func (k *sheet) put(c clipped) {
	c.d = -((c.a.Y + c.b.Y) + (k.a.off.Y + k.b.off.Y))
	if math.Abs(c.d)+k.a.r+k.b.r+k.a.bend+k.b.bend > k.stableLever {
		c.id |= k.place(&c)
	}
	for i := range k.found {
		p := &k.found[i]
		if p.id == c.id || math.Abs(p.u-c.u) <= float64(together*k.size) {
			if c.d < p.d {
				*p = c
			}
			return
		}
	}
	k.found = append(k.found, c)
}

// choose makes points of the candidates: the outermost, the deepest among them.
func (k *sheet) choose() {
	if k.n = min(len(k.found), 2); k.n == 0 {
		return
	}
	lo, hi, deep := &k.found[0], &k.found[0], &k.found[0]
	for i := range k.found {
		c := &k.found[i]
		if c.u < lo.u {
			lo = c
		}
		if c.u > hi.u {
			hi = c
		}
		if c.d < deep.d {
			deep = c
		}
	}
	if slack := k.slack(k.dist); deep.d < min(lo.d, hi.d)-slack {
		if deep.u-lo.u < hi.u-deep.u {
			lo = deep
		} else {
			hi = deep
		}
	}
	k.p = [2]clipped{*lo, *hi}
}

// onSheet sets mf to the manifold over the sheet of a, a leaf of a surface, and b about the contact
// ct; own tells that its points are those of ct.Normal. It reports whether it found a point.
func (k *sheet) onSheet(m *minkowski, a, b *Object, ct *Contact, own bool, mf *Manifold) bool {
	if k.meet(); len(k.tiles) > 0 {
		x := &k.tiles[0]
		k.a.n, k.a.u, k.a.h, k.a.v, k.a.edge, k.a.slope = 1, x.u, x.h, x.v, k.face, math.Inf(1)
		if x.u[1] > x.u[0] {
			k.a.n, k.a.slope = 2, 0
		}
	}
	mf.Normal = ct.Normal
	if k.choose(); own && (k.n == 0 || k.misses(k.dist)) {
		k.witness(a, b, ct, mf, m.scale)
		p := &mf.Points[0]
		p.PointB = p.PointA.Add(ct.Normal.Scale(p.Distance)).clean()
		return true
	}
	if k.n == 0 && !k.below(a, b, ct, m.scale) {
		return false
	}
	k.points(a, b, ct, mf, m.scale)
	return true
}

// below makes a candidate of ct's points, for a normal that is not theirs: at that of A, if B is
// over it, or at that of B, if the sheet is under it.
func (k *sheet) below(a, b *Object, ct *Contact, scale float64) bool {
	x := k.a.seen(ct.LocalA.Sub(a.center).Scale(scale))
	s := &k.b
	c := clipped{u: x.X + k.a.off.X, a: x}
	h := s.ray(c.u)
	off := float64(rayTolerance * (s.body.reach + s.r))
	far, _, _ := s.body.from(s.point(Vec{c.u - s.off.X, h}), off)
	if c.b = (Vec{c.u - s.off.X, h}); !(far <= s.r+off) {
		c.b = s.seen(ct.LocalB.Sub(b.center).Scale(scale))
		c.u = c.b.X + s.off.X
		i := 0
		for i < len(k.tiles) && !(c.u >= k.tiles[i].u[0] && c.u <= k.tiles[i].u[1]) {
			i++
		}
		if i == len(k.tiles) {
			return false
		}
		c.a = Vec{c.u - k.a.off.X, k.tiles[i].h[0]}
	}
	c.id = k.a.facing() | k.b.facing()<<collide.FeatureSideBits
	k.put(c)
	k.choose()
	return true
}
