package d2_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// bigFloat returns x with so many digits that what follows is as good as exact.
func bigFloat(x float64) *big.Float { return new(big.Float).SetPrec(2000).SetFloat64(x) }

func bigAdd(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(2000).Add(a, b) }
func bigSub(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(2000).Sub(a, b) }
func bigMul(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(2000).Mul(a, b) }

func bigDot(a, b [2]*big.Float) *big.Float {
	return bigAdd(bigMul(a[0], b[0]), bigMul(a[1], b[1]))
}

// implicit is a body as the set where a function is at most 0, from its definition alone.
type implicit struct {
	body    *shapegen.Body2
	c, s, n *big.Float // of the matrix of the pose, and the square of its length
	hull    *d2.Hull
}

// implicitOf returns the function of a body; ok is false for kinds that have none here: hulls that
// are flat or rounded, and rounded ellipses.
func implicitOf(b *shapegen.Body2) (f implicit, ok bool) {
	f.body = b
	if b.Curved() && len(b.Margins()) > 0 {
		return f, false
	}
	if b.Kind == "hull" || b.Kind == "polygon" {
		pts := make([]d2.Vec, len(b.Points))
		for i, p := range b.Points {
			pts[i] = d2.Vec{X: p[0], Y: p[1]}
		}
		h, err := d2.NewHull(pts)
		if err != nil || h.Dim() < 2 || b.Rounded {
			return f, false
		}
		f.hull = h
	}
	f.c, f.s = bigFloat(b.CS[0]), bigFloat(b.CS[1])
	f.n = bigAdd(bigMul(f.c, f.c), bigMul(f.s, f.s))
	return f, true
}

// at returns the value at the point origin + t direction: negative inside.
func (f *implicit) at(c *rayCase, t float64) *big.Float {
	var x [2]*big.Float
	for i, v := range [2][3]float64{
		{c.origin.X, c.direction.X, f.body.P[0]}, {c.origin.Y, c.direction.Y, f.body.P[1]},
	} {
		x[i] = bigSub(bigAdd(bigFloat(v[0]), bigMul(bigFloat(v[1]), bigFloat(t))), bigFloat(v[2]))
	}
	over := func(v *big.Float) *big.Float { return new(big.Float).SetPrec(2000).Quo(v, f.n) }
	return f.own([2]*big.Float{
		over(bigAdd(bigMul(f.c, x[0]), bigMul(f.s, x[1]))), over(bigSub(bigMul(f.c, x[1]), bigMul(f.s, x[0]))),
	})
}

// own is the value at a point of the body's frame.
func (f *implicit) own(p [2]*big.Float) *big.Float {
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
	over := func(x *big.Float, h float64) *big.Float {
		return bigSub(new(big.Float).SetPrec(2000).Abs(x), bigFloat(h))
	}
	r := zero
	for _, m := range b.Margins() {
		r = bigAdd(r, bigFloat(m))
	}
	// The matrix scales the core, and margins not.
	round := func(v [2]*big.Float) *big.Float { return bigSub(bigMul(bigDot(v, v), f.n), bigMul(r, r)) }
	switch b.Kind {
	case "circle":
		return round(p)
	case "capsule":
		return round([2]*big.Float{most(over(p[0], b.Height/2), zero), p[1]})
	case "box":
		o := [2]*big.Float{over(p[0], b.Size[0]/2), over(p[1], b.Size[1]/2)}
		if !b.Rounded || r.Sign() == 0 {
			return most(o[:]...)
		}
		return round([2]*big.Float{most(o[0], zero), most(o[1], zero)})
	case "ellipse":
		if b.Size[0] == b.Size[1] { // a circle: its radius is a margin
			r = bigFloat(b.Size[0])
			return round(p)
		}
		s := bigFloat(-1)
		for i := range 2 {
			q := new(big.Float).SetPrec(2000).Quo(p[i], bigFloat(b.Size[i]))
			s = bigAdd(s, bigMul(q, q))
		}
		return s
	case "half-space":
		return bigSub(bigDot([2]*big.Float{bigFloat(b.Size[0]), bigFloat(b.Size[1])}, p), bigFloat(b.Offset))
	}
	return f.solid(p)
}

// solid is own for a polygon: the greatest height above an edge.
func (f *implicit) solid(p [2]*big.Float) *big.Float {
	var worst *big.Float
	v := f.hull.Vertices()
	for i, a := range v {
		b := v[(i+1)%len(v)]
		ex, ey := bigSub(bigFloat(b.X), bigFloat(a.X)), bigSub(bigFloat(b.Y), bigFloat(a.Y))
		x := bigSub(bigMul(ey, bigSub(p[0], bigFloat(a.X))), bigMul(ex, bigSub(p[1], bigFloat(a.Y))))
		if worst == nil || x.Cmp(worst) > 0 {
			worst = x
		}
	}
	return worst
}

// TestCastRayBracket holds T, its bracket and the exit to the definition of the body: no point of
// the ray before Lower is in it, that at Upper is, and that at the exit is the last one.
func TestCastRayBracket(t *testing.T) {
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
		if !ok || c.body.Kind == "ellipse" && min(c.body.Size[0], c.body.Size[1]) == 0 {
			continue
		}
		h := d2.CastRay(&c.object, &c.ray)
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
func checkOrder(t *testing.T, c *rayCase, h *d2.RayHit) bool {
	t.Helper()
	if h.Verdict == collide.Miss {
		if *h != (d2.RayHit{Verdict: collide.Miss, Part: -1, Triangle: -1, Status: h.Status, Iterations: h.Iterations}) {
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
	r := newRays(3)
	count := 0
	for i := range 6000 {
		c, ok := r.next(t, rayFamilies[i%len(rayFamilies)])
		if !ok {
			continue
		}
		h := d2.CastRay(&c.object, &c.ray)
		if h.Verdict == collide.Miss || h.Verdict == collide.Unsure {
			continue
		}
		back, err := d2.NewRay(c.origin, c.direction.Neg(), math.Inf(1))
		if err != nil {
			t.Fatal(err)
		}
		b := d2.CastRay(&c.object, &back)
		// Exit is no bracket: one of 0 leaves open whether there is a point before the origin.
		behind := b.Verdict != collide.Miss && h.T == 0
		before := behind && (b.Exit > 1e-12 || !b.HasExit)
		if h.Normal == (d2.Vec{}) {
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
func checkSupports(t *testing.T, c *rayCase, h *d2.RayHit) {
	t.Helper()
	p := c.object.Pose()
	own := p.Rot.ApplyInverse(h.Normal)
	x := h.Normal.Dot(h.Point.Sub(p.Pos))
	size := c.object.AABB().Size()
	speed := c.direction.Dist(d2.Vec{})
	length := c.origin.Dist(p.Pos) + speed*h.T
	width := (h.Upper - h.Lower) * speed
	var reach, margin float64
	switch s := c.object.Shape().(type) {
	case d2.HalfSpace:
		reach = s.Offset / s.Normal.Len()
		length += math.Abs(reach)
	case d2.Convex:
		far := s.Support(own)
		margin = s.Margin()
		reach = own.Dot(far) + margin
		length += size.Dist(d2.Vec{}) + far.Dist(d2.Vec{})
	}
	if margin > 0 && margin < 0x1p-25*length {
		return // rounding leaves nothing of the direction from the core
	}
	if over := reach - x; over > 1e-7*length+2*width+0x1p-49*c.origin.Dist(d2.Vec{}) {
		t.Fatalf("%v: the body reaches %v beyond the plane of %+v, %v long", c, over, *h, length)
	}
}

// TestCastRayFeature checks that the point of contact is on the feature that is named, of boxes and
// hulls.
func TestCastRayFeature(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	o := placeOrFail(t, d2.Box{Size: d2.Vec{X: 2, Y: 2}}, d2.Pose{})
	for _, c := range []struct {
		from, dir d2.Vec
		kind      collide.FeatureKind
		index     int32
	}{
		{d2.Vec{X: 4, Y: 0.5}, d2.Vec{X: -1}, collide.FeatureEdge, 0},
		{d2.Vec{X: -4, Y: 0.5}, d2.Vec{X: 2}, collide.FeatureEdge, 1},
		{d2.Vec{X: 0.5, Y: 4}, d2.Vec{Y: -1}, collide.FeatureEdge, 2},
		{d2.Vec{X: 0.5, Y: -4}, d2.Vec{Y: 1}, collide.FeatureEdge, 3},
		{d2.Vec{X: 3, Y: 3}, d2.Vec{X: -1, Y: -1}, collide.FeatureVertex, 0},
		{d2.Vec{X: -3, Y: -3}, d2.Vec{X: 1, Y: 1}, collide.FeatureVertex, 3},
	} {
		r, _ := d2.NewRay(c.from, c.dir, math.Inf(1))
		h := d2.CastRay(o, &r)
		if k, i := h.Feature.A(); k != c.kind || i != c.index {
			t.Errorf("from %v: feature %v %d, not %v %d", c.from, k, i, c.kind, c.index)
		}
	}
	for range 300 {
		pts := make([]d2.Vec, 3+rng.IntN(60))
		for i := range pts {
			pts[i] = d2.Vec{X: rng.Float64() - 0.5, Y: rng.Float64() - 0.5}.Unit()
		}
		hull, _ := d2.NewHull(pts)
		from := d2.Vec{X: rng.Float64() - 0.5, Y: rng.Float64() - 0.5}.Unit().Scale(4)
		r, _ := d2.NewRay(from, d2.Vec{X: rng.Float64() - 0.5, Y: rng.Float64() - 0.5}.Sub(from), math.Inf(1))
		h := d2.CastRay(placeOrFail(t, hull, d2.Pose{}), &r)
		if h.Verdict == collide.Miss {
			continue // a small hull of few points
		}
		v := hull.Vertices()
		k, i := h.Feature.A()
		a, b := v[i], v[(int(i)+1)%len(v)]
		e := b.Sub(a)
		if k != collide.FeatureEdge || math.Abs(e.Unit().Cross(h.Point.Sub(a))) > 1e-12 || math.Abs(h.Normal.Dot(e)) > 1e-12 {
			t.Fatalf("the point of %+v is not on edge %d of %v", h, i, v)
		}
	}
}
