package d3_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// bigFloat returns x with so many digits that what follows is as good as exact.
func bigFloat(x float64) *big.Float { return new(big.Float).SetPrec(2000).SetFloat64(x) }

func bigAdd(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(2000).Add(a, b) }
func bigSub(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(2000).Sub(a, b) }
func bigMul(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(2000).Mul(a, b) }

func bigDot(a, b [3]*big.Float) *big.Float {
	return bigAdd(bigAdd(bigMul(a[0], b[0]), bigMul(a[1], b[1])), bigMul(a[2], b[2]))
}

// implicit is a body as the set where a function is at most 0, from its definition alone.
type implicit struct {
	body *shapegen.Body3
	rows [3][3]*big.Float
	hull *d3.Hull
}

// implicitOf returns the function of a body; ok is false for kinds that have none here: hulls that
// are flat or rounded, and rounded curved bodies.
func implicitOf(b *shapegen.Body3) (f implicit, ok bool) {
	f.body = b
	if b.Curved() && len(b.Margins()) > 0 {
		return f, false
	}
	if b.Kind == "hull" {
		pts := make([]d3.Vec, len(b.Points))
		for i, p := range b.Points {
			pts[i] = d3.Vec{X: p[0], Y: p[1], Z: p[2]}
		}
		h, err := d3.NewHull(pts)
		if err != nil || h.Dim() < 3 || b.Rounded {
			return f, false
		}
		f.hull = h
	}
	q := [4]*big.Float{}
	for i, x := range b.Q {
		q[i] = bigFloat(x)
	}
	x, y, z, w := q[0], q[1], q[2], q[3]
	n := bigAdd(bigAdd(bigMul(x, x), bigMul(y, y)), bigAdd(bigMul(z, z), bigMul(w, w)))
	two := func(a, b, c, d *big.Float, s float64) *big.Float {
		v := bigAdd(bigMul(a, b), bigMul(bigMul(c, d), bigFloat(s)))
		return new(big.Float).SetPrec(2000).Quo(bigMul(v, bigFloat(2)), n)
	}
	one := func(a, b *big.Float) *big.Float {
		v := bigMul(bigAdd(bigMul(a, a), bigMul(b, b)), bigFloat(2))
		return bigSub(bigFloat(1), new(big.Float).SetPrec(2000).Quo(v, n))
	}
	f.rows = [3][3]*big.Float{
		{one(y, z), two(x, y, z, w, -1), two(x, z, y, w, 1)},
		{two(x, y, z, w, 1), one(x, z), two(y, z, x, w, -1)},
		{two(x, z, y, w, -1), two(y, z, x, w, 1), one(x, y)},
	}
	return f, true
}

// at returns the value at the point origin + t direction: negative inside.
func (f *implicit) at(c *rayCase, t float64) *big.Float {
	var x, p [3]*big.Float
	for i, v := range [3][3]float64{
		{c.origin.X, c.direction.X, f.body.P[0]}, {c.origin.Y, c.direction.Y, f.body.P[1]}, {c.origin.Z, c.direction.Z, f.body.P[2]},
	} {
		x[i] = bigSub(bigAdd(bigFloat(v[0]), bigMul(bigFloat(v[1]), bigFloat(t))), bigFloat(v[2]))
	}
	for i := range 3 {
		p[i] = bigDot([3]*big.Float{f.rows[0][i], f.rows[1][i], f.rows[2][i]}, x)
	}
	return f.own(p)
}

// own is the value at a point of the body's frame.
func (f *implicit) own(p [3]*big.Float) *big.Float {
	b := f.body
	zero := bigFloat(0)
	most := func(v ...*big.Float) *big.Float {
		m := v[0]
		for _, x := range v {
			if x.Cmp(m) > 0 {
				m = x
			}
		}
		return m
	}
	abs := func(x *big.Float) *big.Float { return new(big.Float).SetPrec(2000).Abs(x) }
	over := func(x *big.Float, h float64) *big.Float { return bigSub(abs(x), bigFloat(h)) }
	r := zero
	for _, m := range b.Margins() {
		r = bigAdd(r, bigFloat(m))
	}
	round := func(v [3]*big.Float) *big.Float { return bigSub(bigDot(v, v), bigMul(r, r)) }
	h := b.Height / 2
	rho := bigAdd(bigMul(p[0], p[0]), bigMul(p[1], p[1]))
	switch b.Kind {
	case "sphere":
		return round(p)
	case "capsule":
		return round([3]*big.Float{p[0], p[1], most(over(p[2], h), zero)})
	case "box":
		o := [3]*big.Float{over(p[0], b.Size[0]/2), over(p[1], b.Size[1]/2), over(p[2], b.Size[2]/2)}
		if !b.Rounded || r.Sign() == 0 {
			return most(o[:]...)
		}
		return round([3]*big.Float{most(o[0], zero), most(o[1], zero), most(o[2], zero)})
	case "cylinder":
		return most(bigSub(rho, bigMul(bigFloat(b.Radius), bigFloat(b.Radius))), over(p[2], h))
	case "cone": // height |x| <= radius z, z from the apex
		z := bigMul(bigSub(bigFloat(h), p[2]), bigFloat(b.Radius))
		l := bigFloat(b.Height)
		return most(bigSub(bigMul(rho, bigMul(l, l)), bigMul(z, z)), over(p[2], h))
	case "ellipsoid":
		if b.Size[0] == b.Size[1] && b.Size[1] == b.Size[2] { // a sphere: its radius is a margin
			r = bigFloat(b.Size[0])
			return round(p)
		}
		s := bigFloat(-1)
		for i := range 3 {
			q := new(big.Float).SetPrec(2000).Quo(p[i], bigFloat(b.Size[i]))
			s = bigAdd(s, bigMul(q, q))
		}
		return s
	case "half-space":
		n := [3]*big.Float{bigFloat(b.Size[0]), bigFloat(b.Size[1]), bigFloat(b.Size[2])}
		return bigSub(bigDot(n, p), bigFloat(b.Offset))
	}
	return f.solid(p)
}

// solid is own for a hull: the greatest height above a face.
func (f *implicit) solid(p [3]*big.Float) *big.Float {
	var worst *big.Float
	v := f.hull.Vertices()
	at := func(i int) [3]*big.Float {
		return [3]*big.Float{bigFloat(v[i].X), bigFloat(v[i].Y), bigFloat(v[i].Z)}
	}
	sub := func(a, b [3]*big.Float) [3]*big.Float {
		return [3]*big.Float{bigSub(a[0], b[0]), bigSub(a[1], b[1]), bigSub(a[2], b[2])}
	}
	for _, t := range f.hull.Faces() {
		a := at(t[0])
		u, w := sub(at(t[1]), a), sub(at(t[2]), a)
		n := [3]*big.Float{
			bigSub(bigMul(u[1], w[2]), bigMul(u[2], w[1])), bigSub(bigMul(u[2], w[0]), bigMul(u[0], w[2])),
			bigSub(bigMul(u[0], w[1]), bigMul(u[1], w[0])),
		}
		if x := bigDot(n, sub(p, a)); worst == nil || x.Cmp(worst) > 0 {
			worst = x
		}
	}
	return worst
}

// TestCastRayBracket holds T, its bracket and the exit to the definition of the body: no point of
// the ray before Lower is in it, that at Upper is, and that at the exit is the last one.
func TestCastRayBracket(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := newRays(2)
	hits, turns := 0, 9000
	if testing.Short() {
		turns = 2000
	}
	for i := range turns {
		c, ok := r.next(t, rayFamilies[i%len(rayFamilies)])
		if !ok {
			continue
		}
		f, ok := implicitOf(&c.body)
		if !ok || c.body.Kind == "ellipsoid" && min(c.body.Size[0], c.body.Size[1], c.body.Size[2]) == 0 {
			continue
		}
		h := d3.CastRay(&c.object, &c.ray)
		if !checkOrder(t, &c, &h) {
			continue
		}
		hits++
		for _, s := range [3]float64{0, r.Float64(), 1 - 0x1p-50} {
			if u := h.Lower * s; u < h.Lower && f.at(&c, u).Sign() < 0 {
				t.Fatalf("%v: inside at %v, before %+v", &c, u, h)
			}
		}
		if h.Verdict != collide.Hit {
			continue
		}
		if h.Upper+4*(h.Upper-h.Lower) <= h.Exit && f.at(&c, h.Upper).Sign() > 0 {
			t.Fatalf("%v: outside at the upper bound of %+v", &c, h)
		}
		if m := h.T/2 + h.Exit/2; h.HasExit && m >= h.Upper && m <= h.Exit && f.at(&c, m).Sign() > 0 {
			t.Fatalf("%v: outside at %v, between the ends of %+v", &c, m, h)
		}
		// An exit is as exact as the place, 64u of the origin.
		place := 0x1p-47 * c.origin.Len() / c.direction.Len()
		if beyond := h.Exit + (h.Exit-h.T)*0x1p-20 + math.Abs(h.Exit)*0x1p-20 + place; h.HasExit && beyond < c.max && f.at(&c, beyond).Sign() < 0 {
			t.Fatalf("inside at %v, beyond the exit of %+v: %v", beyond, h, &c)
		}
	}
	if hits < turns/8 {
		t.Errorf("%d hits", hits)
	}
}

// checkOrder checks what holds for every answer, and reports whether there is a contact.
func checkOrder(t *testing.T, c *rayCase, h *d3.RayHit) bool {
	t.Helper()
	if h.Verdict == collide.Miss {
		if *h != (d3.RayHit{Verdict: collide.Miss, Part: -1, Triangle: -1, Status: h.Status, Iterations: h.Iterations}) {
			t.Fatalf("%v: a miss with %+v", c, *h)
		}
		return false
	}
	if !(0 <= h.Lower && h.Lower <= h.T && h.T <= h.Upper && h.T <= c.max) || h.Upper > math.MaxFloat64 {
		t.Fatalf("%v: T out of order in %+v", c, *h)
	}
	if h.HasExit && !(h.T <= h.Exit && h.Exit <= c.max) || h.HasExit && h.Verdict == collide.Unsure {
		t.Fatalf("%v: exit out of order in %+v", c, *h)
	}
	if h.Point != c.ray.At(h.T) {
		t.Fatalf("%v: the point of %+v is not that at T", c, *h)
	}
	return h.Verdict != collide.Unsure
}

// TestCastRayNormal checks that normals are unit, face the ray, and that the plane through the
// point of contact across the normal supports the body; and that there is one just where the ray's
// line is not in the body before the origin.
func TestCastRayNormal(t *testing.T) {
	raced.Skip(t)
	r := newRays(3)
	count := 0
	for i := range 6000 {
		c, ok := r.next(t, rayFamilies[i%len(rayFamilies)])
		if !ok {
			continue
		}
		h := d3.CastRay(&c.object, &c.ray)
		if h.Verdict == collide.Miss || h.Verdict == collide.Unsure {
			continue
		}
		back, err := d3.NewRay(c.origin, c.direction.Neg(), math.Inf(1))
		if err != nil {
			t.Fatal(err)
		}
		b := d3.CastRay(&c.object, &back)
		// Exit is no bracket: one of 0 leaves open whether there is a point before the origin.
		behind := b.Verdict != collide.Miss && h.T == 0
		before := behind && (b.Exit > 1e-12 || !b.HasExit)
		if h.Normal == (d3.Vec{}) {
			if !behind {
				t.Fatalf("%v: no normal in %+v, and backwards %+v", &c, h, b)
			}
			continue
		}
		if before {
			t.Fatalf("%v: a normal in %+v, though the line is in the body before: %+v", &c, h, b)
		}
		count++
		n := h.Normal
		if math.Abs(n.Len()-1) > 4*0x1p-53 {
			t.Fatalf("%v: the normal of %+v has the length %v", &c, h, n.Len())
		}
		d := c.direction.Unit()
		if !(n.Dot(d) < 1e-6) {
			t.Fatalf("%v: the normal of %+v does not face the ray: %v", &c, h, n.Dot(d))
		}
		checkSupports(t, &c, &h)
	}
	if count < 500 {
		t.Errorf("%d normals", count)
	}
}

// checkSupports checks that no point of the body is beyond the plane of contact.
func checkSupports(t *testing.T, c *rayCase, h *d3.RayHit) {
	t.Helper()
	p := c.object.Pose()
	own := p.Rot.ApplyInverse(h.Normal)
	x := h.Normal.Dot(h.Point.Sub(p.Pos))
	size := c.object.AABB().Size()
	speed := c.direction.Dist(d3.Vec{})
	length := c.origin.Dist(p.Pos) + speed*h.T
	width := (h.Upper - h.Lower) * speed
	var reach, margin float64
	switch s := c.object.Shape().(type) {
	case d3.HalfSpace:
		reach = s.Offset / s.Normal.Len()
		length += math.Abs(reach)
	case d3.Convex:
		far := s.Support(own)
		margin = s.Margin()
		reach = own.Dot(far) + margin
		length += size.Dist(d3.Vec{}) + far.Dist(d3.Vec{})
	}
	if margin > 0 && margin < 0x1p-25*length {
		return // rounding leaves nothing of the direction from the core
	}
	if over := reach - x; over > 1e-7*length+2*width+0x1p-49*c.origin.Dist(d3.Vec{}) {
		t.Fatalf("%v: the body reaches %v beyond the plane of %+v, %v long", c, over, *h, length)
	}
}

// TestCastRayFeature checks that the point of contact is on the feature that is named, of boxes and
// hulls, and that a plain hit of a face names the face.
func TestCastRayFeature(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	o := placeOrFail(t, d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Pose{})
	for _, c := range []struct {
		from, dir d3.Vec
		kind      collide.FeatureKind
		index     int32
	}{
		{d3.Vec{X: 4, Y: 0.5, Z: 0.25}, d3.Vec{X: -1}, collide.FeatureFace, 0},
		{d3.Vec{X: -4, Y: 0.5, Z: 0.25}, d3.Vec{X: 2}, collide.FeatureFace, 1},
		{d3.Vec{X: 0.5, Y: 4}, d3.Vec{Y: -1}, collide.FeatureFace, 2},
		{d3.Vec{X: 0.5, Y: -4}, d3.Vec{Y: 1}, collide.FeatureFace, 3},
		{d3.Vec{X: 0.5, Z: 4}, d3.Vec{Z: -1}, collide.FeatureFace, 4},
		{d3.Vec{X: 0.5, Z: -4}, d3.Vec{Z: 1}, collide.FeatureFace, 5},
		{d3.Vec{X: 3, Y: 3, Z: 3}, d3.Vec{X: -1, Y: -1, Z: -1}, collide.FeatureVertex, 0},
		{d3.Vec{X: -3, Y: -3, Z: -3}, d3.Vec{X: 1, Y: 1, Z: 1}, collide.FeatureVertex, 7},
		{d3.Vec{X: 3, Y: 3, Z: 0.5}, d3.Vec{X: -1, Y: -1}, collide.FeatureEdge, 8},
	} {
		r, _ := d3.NewRay(c.from, c.dir, math.Inf(1))
		h := d3.CastRay(o, &r)
		if k, i := h.Feature.A(); k != c.kind || i != c.index {
			t.Errorf("from %v: feature %v %d, not %v %d", c.from, k, i, c.kind, c.index)
		}
	}
	s := newSample(5)
	for range 200 {
		hull := s.hull(t, 4+rng.IntN(60))
		o := placeOrFail(t, hull, d3.Pose{})
		from := s.direction().Scale(4)
		r, _ := d3.NewRay(from, s.direction().Scale(0.2).Sub(from), math.Inf(1))
		h := d3.CastRay(o, &r)
		if h.Verdict == collide.Miss {
			continue // a small hull of few points
		}
		_, mf := d3.Collide(o, placeOrFail(t, d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}, d3.Pose{
			Pos: h.Point.Add(h.Normal.Scale(0.5)), Rot: must(d3.NewFromTo(d3.Vec{Z: 1}, h.Normal))(t),
		}))
		ka, ia := h.Feature.A()
		if ka != collide.FeatureFace {
			t.Fatalf("a ray at a face: %v %d", ka, ia)
		}
		for _, p := range mf.Points[:mf.N] {
			if k, i := p.ID.A(); k == collide.FeatureFace && i != ia {
				t.Errorf("the ray hits face %d, a box laid on it is on face %d", ia, i)
			}
		}
	}
}
