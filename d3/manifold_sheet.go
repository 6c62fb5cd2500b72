package d3

import (
	"math"
	"slices"

	"github.com/collide-go/collide"
)

// A sheet is what a surface has under another body along a contact's normal: of each of its leaves
// that come so high, the face, the edge or the corner that is highest. A row of faces in one plane
// has inner edges, which are no edges of the surface; the points of a manifold over a sheet lie
// over corners of the other body's feature, over corners of the sheet, and where borders cross.
// docs/math/manifold.md, "Surfaces".

// lay begins a sheet for the contact ct of a, a leaf of a surface of the extent given, and b.
func (k *clipper) lay(m *minkowski, a, b *Object, ct *Contact, extent float64) {
	dist := float64(ct.Distance * m.scale)
	loose := k.features(m, a, b, ct, dist)
	k.sheet.tiles, k.p = k.sheet.tiles[:0], k.p[:0]
	k.size = min(b.extent, extent)
	if k.size == 0 {
		k.size = max(b.extent, extent)
	}
	k.size = float64(k.size * m.scale)
	k.afar(m.size, float64(extent*m.scale), float64(b.extent*m.scale), dist)
	k.stableLever = float64(stableFactor * k.size)
	if k.findLever(dist); loose && !k.aligned() {
		k.stableLever = -1
	}
	k.sheet.face = faceNumber(ct.Normal)
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
func (k *clipper) height(x Vec) float64 { return k.a.d.Dot(x) }

// faceNumber returns a number for the faces with the unit normal n, the same for normals that are
// equal but for rounding, nearly always.
func faceNumber(n Vec) int32 {
	sum := uint64(0)
	for _, x := range [3]float64{n.X, n.Y, n.Z} {
		sum = mix(sum ^ math.Float64bits(math.Floor(float64(x*0x1p30)+0.5)+0))
	}
	return int32(sum >> (64 - collide.FeatureIndexBits))
}

// top returns what a leaf has at its greatest height, and that height. edge + i is the number of
// the edge from corner i on; center and scale are those of A's frame.
func (k *clipper) top(f *facet, edge int32, center Vec, scale float64) (x tile, high float64) {
	var c [3]corner
	high = math.Inf(-1)
	best := 0
	for i := range f.n {
		v := f.p[i].Sub(center).Scale(scale)
		c[i].u, c[i].v, c[i].h = k.a.t1.Dot(v)+k.a.off.X, k.a.t2.Dot(v)+k.a.off.Y, k.a.d.Dot(v)
		if c[i].h > high {
			high, best = c[i].h, i
		}
	}
	for i := range f.n {
		du, dv := c[i].u-c[best].u, c[i].v-c[best].v
		if high-c[i].h <= float64(levelSlope*math.Sqrt(float64(du*du)+float64(dv*dv)))+0x1p-50 {
			y := &x.c[x.n] // field by field: a copy of what was just stored has to wait
			y.u, y.v, y.h, y.vertex, y.edge = c[i].u, c[i].v, c[i].h, f.at[i], edge+int32(i)
			x.n++
		}
	}
	if x.n == 2 && f.n == 3 && x.c[1].edge-x.c[0].edge == 2 { // corners 2 and 0
		x.c[0], x.c[1] = x.c[1], x.c[0]
	}
	return x, high
}

// addTile puts x into the sheet.
func (k *clipper) addTile(x *tile) {
	for i := range x.n {
		x.c[i].toward(&x.c[(i+1)%x.n])
	}
	k.sheet.tiles = append(k.sheet.tiles, *x)
}

// meetSheet makes the candidates over the sheet.
func (k *clipper) meetSheet() {
	for i := range k.b.c {
		k.cornerOver(i)
	}
	for i := range k.sheet.tiles {
		switch x := &k.sheet.tiles[i]; x.n {
		case 1:
			k.vertexUnder(&x.c[0])
		case 2:
			k.edgeUnder(&x.c[0], &x.c[1])
		case 3:
			for e := range x.c {
				if !x.inner[e] {
					k.edgeUnder(&x.c[e], &x.c[(e+1)%3])
				}
			}
		}
	}
	if k.b.r > 0 { // beside a margin smaller than touch there is no surface
		k.p = slices.DeleteFunc(k.p, func(c candidate) bool { return !(math.Abs(c.b.Z)+math.Abs(c.d) <= math.MaxFloat64) })
	}
}

// cornerOver makes the candidate at corner i of B's feature, if it lies over the sheet.
func (k *clipper) cornerOver(i int) {
	q := &k.b.c[i]
	for j := range k.sheet.tiles {
		x := &k.sheet.tiles[j]
		if !x.under(q.u, q.v) {
			continue
		}
		id := collide.Feature(collide.FeatureFace, k.sheet.face)
		switch x.n {
		case 1:
			id = surfaceFeature(collide.FeatureVertex, x.c[0].vertex)
		case 2:
			id = surfaceFeature(collide.FeatureEdge, x.c[0].edge)
		}
		if v := k.rimVertex(q.u, q.v); v >= 0 {
			id = surfaceFeature(collide.FeatureVertex, v)
		}
		other := collide.Feature(collide.FeatureVertex, q.vertex)
		if k.b.kind == collide.FeatureWhole {
			other = collide.Feature(collide.FeatureWhole, 0)
		}
		k.put(q.u, q.v, x.height(q.u, q.v), q.h, id, other, false)
		return
	}
}

// rimVertex returns the vertex of the sheet's rim within idSlack of u, v, -1 if there is
// none.
func (k *clipper) rimVertex(u, v float64) int32 {
	slack := float64(idSlack * k.size)
	for j := range k.sheet.tiles {
		x := &k.sheet.tiles[j]
		for e := range x.n {
			if x.n == 3 && x.inner[e] && x.inner[(e+2)%3] {
				continue
			}
			if c := &x.c[e]; math.Abs(c.u-u) <= slack && math.Abs(c.v-v) <= slack {
				return c.vertex
			}
		}
	}
	return -1
}

// vertexUnder makes the candidate at a corner of the sheet, if B's feature lies over it.
func (k *clipper) vertexUnder(p *corner) {
	s := &k.b
	var other collide.FeatureID
	switch {
	case len(s.c) < 2:
		return // the other way round, by cornerOver
	case s.kind == collide.FeatureFace:
		if !s.under(p.u, p.v) {
			return
		}
		other = collide.Feature(s.kind, s.index)
	default:
		if !s.c[0].carries(p.u, p.v) {
			return
		}
		other = collide.Feature(s.kind, s.index)
	}
	if i := k.near(s, p.u, p.v); i >= 0 {
		other = collide.Feature(collide.FeatureVertex, s.c[i].vertex)
	}
	k.put(p.u, p.v, p.h, s.core(p.u, p.v), surfaceFeature(collide.FeatureVertex, p.vertex), other, false)
}

// edgeUnder makes the candidates of an edge of the sheet from p to q: its ends where they lie under
// B's feature, and where it crosses that one's edges.
func (k *clipper) edgeUnder(p, q *corner) {
	k.vertexUnder(p)
	k.vertexUnder(q)
	s := &k.b
	n := len(s.c)
	if n == 2 {
		n = 1
	}
	for i := range n {
		if len(s.c) > 1 {
			k.edgesCross(p, q, i)
		}
	}
}

// edgesCross makes the candidate where the edge of the sheet from p to q and the one of B from
// corner i on cross, if they do.
func (k *clipper) edgesCross(p, q *corner, i int) {
	s := &k.b
	w, z := &s.c[i], s.next(i)
	x, y := w.beside(p.u, p.v), w.beside(q.u, q.v)
	f, g := p.beside(w.u, w.v), p.beside(z.u, z.v)
	if (x < 0) == (y < 0) || (f < 0) == (g < 0) || w.eu == 0 && w.ev == 0 {
		return
	}
	t, r := x/(x-y), f/(f-g)
	u, v, ok := p.common(p.u+float64(t*(q.u-p.u)), p.v+float64(t*(q.v-p.v)), w, z)
	if at := float64(r * w.long); w.long < p.long { // the shorter one is known better
		u, v, ok = w.common(w.u+float64(at*w.eu), w.v+float64(at*w.ev), p, q)
	}
	if !ok {
		return
	}
	id, other := surfaceFeature(collide.FeatureEdge, p.edge), collide.Feature(collide.FeatureEdge, w.edge)
	if j := k.rimVertex(u, v); j >= 0 {
		id = surfaceFeature(collide.FeatureVertex, j)
	}
	if j := k.nearEnd(s, int32(i), u, v); j >= 0 {
		other = collide.Feature(collide.FeatureVertex, s.c[j].vertex)
	}
	flat := math.Abs(float64(p.eu*w.ev)-float64(p.ev*w.eu)) < 1.0/stableFactor
	k.put(u, v, p.h+float64(t*(q.h-p.h)), s.border(int32(i), u, v), id, other, flat)
}

// put makes the candidate at u, v where the sheet has the height h and the core of B the height
// core; moving tells that it depends on the poses too much. Of candidates at one place the deeper
// one stays.
func (k *clipper) put(u, v, h, core float64, id, other collide.FeatureID, moving bool) {
	var c candidate
	c.set(k, u, v, h, k.b.height(u, v, core), false)
	if c.id = id | other<<collide.FeatureSideBits; moving ||
		math.Abs(c.d)+k.a.r+k.b.r+k.a.bend+k.b.bend > k.stableLever {
		c.id |= k.place(&c)
	}
	for i := range k.p {
		if p := &k.p[i]; k.same(p, &c) {
			if c.d < p.d {
				*p = c
			}
			return
		}
	}
	k.p = append(k.p, c)
}

// order brings the candidates in order around the outline that they span, and leaves out those in
// it and on its sides ([Andrew79]) but for the deepest.
func (k *clipper) order() {
	if len(k.p) < 2 {
		return
	}
	deep := k.p[0]
	for _, c := range k.p[1:] {
		if c.d < deep.d || c.d == deep.d && c.id < deep.id {
			deep = c
		}
	}
	slices.SortFunc(k.p, compareCandidates)
	all := k.p
	k.outline = k.outline[:0]
	flat := float64(0x1p-30 * k.size * k.size)
	for pass := range 2 {
		base := len(k.outline)
		for i := range all {
			c := &all[i]
			if pass == 1 {
				c = &all[len(all)-1-i]
			}
			for n := len(k.outline); n >= base+2 && cross(&k.outline[n-2], &k.outline[n-1], c) <= flat; n-- {
				k.outline = k.outline[:n-1]
			}
			k.outline = append(k.outline, *c)
		}
		k.outline = k.outline[:len(k.outline)-1] // the other pass begins with it
	}
	k.p, k.outline = k.outline, k.p
	if k.least() > deep.d {
		k.insert(&deep)
	}
}

// compareCandidates orders candidates by place.
func compareCandidates(p, q candidate) int {
	switch {
	case p.u != q.u:
		if p.u < q.u {
			return -1
		}
		return 1
	case p.v < q.v:
		return -1
	case p.v > q.v:
		return 1
	}
	return 0
}

// onSheet sets mf to the manifold over the sheet of a, a leaf of a surface, and b about the contact
// ct; own tells that its points are those of ct.Normal. It reports whether it found a point.
func (k *clipper) onSheet(r *run, a, b *Object, ct *Contact, own bool, mf *Manifold) bool {
	m := &r.m
	dist := float64(ct.Distance * m.scale)
	if k.feature(); len(k.sheet.tiles) > 0 && k.a.kind == collide.FeatureEdge && k.b.kind == collide.FeatureEdge {
		k.edges()
	}
	if len(k.p) == 0 {
		k.meetSheet()
	}
	slack := k.slack(r, dist)
	switch {
	case own && !(k.least()-dist <= slack): // no corner makes the deepest point
		c := k.own(a, b, ct, m.scale)
		k.deepen(&c)
	case len(k.p) == 0 && !k.below(a, b, ct, m.scale):
		return false
	}
	k.order()
	k.finish(dist, slack)
	mf.Normal = ct.Normal
	var w frame
	w.set(k, a, b, ct.Normal, m.scale)
	mf.N = len(k.p)
	for i := range k.p {
		w.point(&k.p[i], &mf.Points[i])
	}
	return true
}

// feature makes the first tile of the sheet with most corners the feature of A.
func (k *clipper) feature() {
	s := &k.a
	if len(k.sheet.tiles) == 0 {
		return
	}
	s.c = s.c[:0]
	for i := range k.sheet.tiles {
		if x := &k.sheet.tiles[i]; x.n > len(s.c) {
			s.c = append(s.c[:0], x.c[:x.n]...)
		}
	}
	s.slope, s.parts, s.disc = math.Inf(1), nil, false
	switch len(s.c) {
	case 1:
		s.kind, s.index = collide.FeatureVertex, s.c[0].vertex
	case 2:
		s.kind, s.index = collide.FeatureEdge, s.c[0].edge
	case 3:
		s.kind, s.index, s.slope, s.gu, s.gv = collide.FeatureFace, k.sheet.face, 0, 0, 0
	}
}

// below makes a candidate of ct's points, for a normal that is not theirs: at that of A, if B is
// over it, or at that of B, if the sheet is under it.
func (k *clipper) below(a, b *Object, ct *Contact, scale float64) bool {
	var c candidate
	x := k.a.seen(ct.LocalA.Sub(a.center).Scale(scale))
	u, v := x.X+k.a.off.X, x.Y+k.a.off.Y
	if h := k.b.ray(u, v); !math.IsInf(h, -1) {
		c.set(k, u, v, x.Z, h, false)
	} else {
		y := k.b.seen(ct.LocalB.Sub(b.center).Scale(scale))
		u, v = y.X+k.b.off.X, y.Y+k.b.off.Y
		i := 0
		for i < len(k.sheet.tiles) && !k.sheet.tiles[i].under(u, v) {
			i++
		}
		if i == len(k.sheet.tiles) {
			return false
		}
		c.set(k, u, v, k.sheet.tiles[i].height(u, v), y.Z, false)
	}
	c.id = k.facing() | k.place(&c)
	k.p = append(k.p, c)
	return true
}
