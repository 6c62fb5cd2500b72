package d2

import (
	"math"
	"math/rand/v2"
	"testing"
)

// checkRing fails unless the live edges of e are one closed ring, counter-clockwise, strictly
// convex, around the origin, and no live edge lies nearer than the least key says.
func checkRing(t *testing.T, e *epa) {
	t.Helper()
	start, live := int32(-1), 0
	for i := range e.edges {
		if !e.edges[i].dead {
			start, live = int32(i), live+1
		}
	}
	i := start
	for range live {
		f := &e.edges[i]
		next := &e.edges[f.next]
		if f.dead || next.prev != i {
			t.Fatalf("edge %d: dead %v, followed by %d, which follows %d", i, f.dead, f.next, next.prev)
		}
		a, b, c := e.verts[f.v].g, e.verts[next.v].g, e.verts[e.edges[next.next].v].g
		if b.sub(a).cross(c.sub(b)).Sign() <= 0 {
			t.Fatalf("no strict corner at %v between %v and %v", b, a, c)
		}
		if a.cross(b).Sign() < 0 {
			t.Fatalf("the origin lies beyond the edge %v %v", a, b)
		}
		p, q := e.verts[f.v].w, e.verts[next.v].w
		if d := p.Cross(q.Sub(p)) / q.Sub(p).Len(); math.Abs(d-f.d) > 2*errD {
			t.Fatalf("edge %d lies at %v, not %v", i, d, f.d)
		}
		i = f.next
	}
	if i != start || live < 3 {
		t.Fatalf("%d live edges do not close", live)
	}
}

func TestPolygonStaysClosedAndConvex(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	q, _ := NewQuery(Options{})
	grown := 0
	for range 3000 {
		shapes := [2]Convex{Ellipse{Vec{rng.Float64(), rng.Float64()}}, Box{Vec{rng.Float64(), rng.Float64() / 8}}}
		if rng.IntN(2) == 0 {
			shapes[1] = Ellipse{Vec{rng.Float64(), math.Ldexp(rng.Float64(), -rng.IntN(40))}}
		}
		a := placed(t, shapes[0], Vec{}, rng.Float64())
		b := placed(t, shapes[1], Vec{rng.Float64() / 4, rng.Float64() / 4}, rng.Float64())
		q.epa.edges = q.epa.edges[:0]
		if c := q.Distance(&a, &b, nil); len(q.epa.edges) > 0 {
			checkRing(t, &q.epa)
			grown++
			if !(c.Lower <= c.Upper) {
				t.Fatalf("%v %v: %+v", shapes[0], shapes[1], c)
			}
		}
	}
	if grown < 1000 {
		t.Fatalf("only %d polygons grew", grown)
	}
}

// The depth of random polygons against h(n) of all edge normals of both: one of them is the least
// ([Ericson05], 5.2.1).
func TestDepthAgainstAllNormals(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	overlapping := 0
	for range 2000 {
		var hulls [2]*Hull
		var objects [2]Object
		for i := range hulls {
			points := make([]Vec, 3+rng.IntN(12))
			for k := range points {
				points[k] = Vec{rng.Float64() - 0.5, rng.Float64() - 0.5}
			}
			hulls[i], _ = NewHull(points)
			objects[i] = placed(t, hulls[i], Vec{rng.Float64() / 2, rng.Float64() / 2}, rng.Float64()*6)
		}
		c := Distance(&objects[0], &objects[1])
		if c.Distance >= 0 {
			continue
		}
		overlapping++
		least := math.Inf(1)
		for i, h := range hulls {
			o, other := &objects[i], &objects[1-i]
			for k, p := range h.points {
				n := o.axes().apply(h.points[(k+1)%len(h.points)].Sub(p).perp().Neg())
				n = n.Scale(1 / n.Len())
				top := o.pos.Add(o.axes().apply(p.Sub(o.center))).Dot(n)
				low := math.Inf(1)
				for _, r := range hulls[1-i].points {
					low = min(low, other.pos.Add(other.axes().apply(r.Sub(other.center))).Dot(n))
				}
				least = min(least, top-low)
			}
		}
		if math.Abs(-c.Distance-least) > 1e-14 {
			t.Fatalf("depth %v, the normals say %v", -c.Distance, least)
		}
	}
	if overlapping < 500 {
		t.Fatalf("only %d pairs overlap", overlapping)
	}
}

// placed places a shape turned by an angle.
func placed(t *testing.T, s Shape, pos Vec, angle float64) Object {
	t.Helper()
	r, err := NewAngle(angle)
	if err != nil {
		t.Fatal(err)
	}
	o, err := Place(s, Pose{pos, r})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestInnerDisc: an ellipse less the disc that its centre keeps is convex, and grown by that disc
// it is the ellipse.
func TestInnerDisc(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 3))
	for range 2000 {
		h := Vec{1 - 1e-3*r.Float64(), math.Ldexp(r.Float64(), -r.IntN(12))}
		o := mustPlace(t, Ellipse{h}, Pose{})
		var b body
		b.fill(o, 1)
		b.inner = o.inner
		d := onCircle(r, 2)
		m, n := d[0].Scale(1/d[0].Len()), d[1].Scale(1/d[1].Len())
		p, _ := b.support(m)
		x, _ := b.support(n)
		whole := Vec{h.X * n.X, h.Y * n.Y}.Len()
		if math.Abs(x.Dot(n)+o.inner-whole) > 16*unit {
			t.Fatalf("%v along %v: %v and %v, the ellipse has %v", h, n, x.Dot(n), o.inner, whole)
		}
		if p.Dot(n) > x.Dot(n)+16*unit {
			t.Fatalf("%v: the point along %v lies beyond that along %v", h, m, n)
		}
	}
	for _, row := range []struct{ h, want Vec }{{Vec{1, 0}, Vec{}}, {Vec{2, 1}, Vec{X: 0.5}}, {Vec{1e100, 5e99}, Vec{X: 2.5e99}}} {
		if got := innerRadius(row.h); got > row.want.X || got < row.want.X*(1-0x1p-48) {
			t.Errorf("%v: %v, want a little below %v", row.h, got, row.want.X)
		}
	}
}

// TestNearlyDiscs: ellipses that are nearly discs, about nearly one centre, where all directions
// are all but equally good ways out.
func TestNearlyDiscs(t *testing.T) {
	for _, e := range []float64{1e-12, 1e-9, 1e-6, 1e-3, 1e-2} {
		for _, at := range []Vec{{}, {e, 0}, {e / 3, e / 7}} {
			a, b := mustPlace(t, Ellipse{Vec{1, 1 + e}}, Pose{}), mustPlace(t, Ellipse{Vec{0.5 * (1 + e/2), 0.5}}, Pose{Pos: at})
			c := Distance(a, b)
			if c.Iterations > 60 || c.Upper-c.Lower > 1e-9*a.extent {
				t.Errorf("%v off a disc, centre at %v: %v after %d iterations, [%v, %v]", e, at, c.Status, c.Iterations, c.Lower, c.Upper)
			}
		}
	}
}
