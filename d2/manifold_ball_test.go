package d2

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// ballPolygon returns corners for a polygon of about the given size: random ones, those of a
// regular polygon, those of one with edges that are all but parallel, short or pointed, or of a
// lattice.
func ballPolygon(r *rand.Rand, size float64) []Vec {
	n := 3 + r.IntN(6)
	p := make([]Vec, n)
	turn := 2 * math.Pi * r.Float64()
	for i := range p {
		at := 2 * math.Pi * float64(i) / float64(n)
		p[i] = Vec{math.Cos(at + turn), math.Sin(at + turn)}
	}
	switch r.IntN(5) {
	case 0:
		for i := range p {
			p[i] = Vec{r.Float64(), r.Float64()}
		}
	case 1: // a corner so blunt that it may be taken for none
		m := p[0].Lerp(p[1], 0.5)
		p = append(p[:min(n, 7)], m.Scale(1+math.Ldexp(r.Float64(), -r.IntN(50))))
	case 2: // an edge so short that its direction may be lost
		p = append(p[:min(n, 7)], p[0].Add(Vec{0, math.Ldexp(r.Float64(), -r.IntN(50))}))
	case 3: // a thin one
		for i := range p {
			p[i].Y = math.Ldexp(p[i].Y, -r.IntN(30))
		}
	default:
	}
	off := Vec{}
	if r.IntN(3) == 0 {
		off = Vec{float64(r.IntN(3)), float64(r.IntN(3))}
	}
	for i := range p {
		if p[i] = p[i].Add(off).Scale(size); r.IntN(4) == 0 {
			p[i] = Vec{math.Round(4*p[i].X/size) / 4 * size, math.Round(4*p[i].Y/size) / 4 * size}
		}
	}
	return p
}

// ballPlace returns a place for a circle beside the polygon: by an edge, a corner, their borders,
// or anywhere.
func ballPlace(r *rand.Rand, h *Hull, size float64) Vec {
	i, table := r.IntN(len(h.points)), &h.table
	c, n := h.points[i], table.edges[i].n
	m := table.edges[(i+len(h.points)-1)%len(h.points)].n
	gap := size * math.Ldexp(2*r.Float64()-1, -r.IntN(40))
	switch r.IntN(9) {
	case 0: // by an edge
		return c.Lerp(h.points[(i+1)%len(h.points)], 1.5*r.Float64()-0.25).Add(n.Scale(gap))
	case 1: // by a corner, or as near as inside to two edges
		return c.Add(n.Add(m).Scale(gap))
	case 2: // where the region of the edge ends
		return c.Add(n.Scale(gap)).Add(n.perp().Scale(math.Ldexp(gap, -20-r.IntN(40))))
	case 3, 6, 7, 8: // where n is at the greatest slope, or at that of an edge's own normal
		s := []float64{maxSlope / math.Sqrt(1-maxSlope*maxSlope), aligned, clearSine}[r.IntN(3)]
		s *= 1 + math.Ldexp(2*r.Float64()-1, -r.IntN(56))
		return c.Add(n.Add(n.perp().Scale(-s)).Scale(math.Abs(gap)))
	case 4:
		return h.center.Add(Vec{gap, size * r.Float64()})
	}
	return Vec{size * (2*r.Float64() - 1), size * (2*r.Float64() - 1)}
}

// TestTouchBall holds the manifolds of circles and polygons that touchBall gives to those of
// Collide, bit for bit, in both orders.
func TestTouchBall(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(71, 2))
	q := new(Query)
	type key struct {
		rel    collide.Relation
		kind   collide.FeatureKind
		placed bool
	}
	seen := map[key]int{}
	n := 200000
	if testing.Short() {
		n = 40000
	}
	for range n {
		size := math.Ldexp(1, r.IntN(60)-30)
		h, err := NewHull(ballPolygon(r, size))
		if err != nil {
			t.Fatal(err)
		}
		if len(h.points) < 3 {
			continue
		}
		pose, at := Pose{Rot: randomRot(r)}, ballPlace(r, h, size)
		if r.IntN(3) == 0 {
			pose = Pose{Pos: Vec{size * float64(r.IntN(5)), 0}}
		}
		margin := size * []float64{0, r.Float64(), 1, math.Ldexp(r.Float64(), -r.IntN(30)), math.Ldexp(1, r.IntN(14))}[r.IntN(5)]
		var shape Shape = h
		if r.IntN(4) == 0 {
			shape = Rounded{h, size * math.Ldexp(r.Float64(), -r.IntN(20))}
		}
		x, y := mustPlace(t, shape, pose), mustPlace(t, Circle{margin}, Pose{Pos: pose.Pos.Add(pose.Rot.Apply(at)), Rot: randomRot(r)})
		for i, pair := range [2][2]*Object{{x, y}, {y, x}} {
			rel := collide.Undecided
			got := Manifold{Normal: Vec{7, 7}, N: 2}
			if suitsBall(x, y) {
				rel = got.touchBall(x, y, i == 0)
			}
			ct, want := q.Collide(pair[0], pair[1], nil)
			kind, _ := got.Points[0].ID.A()
			if i == 1 {
				kind, _ = got.Points[0].ID.B()
			}
			switch {
			case rel == collide.Undecided:
				kind = 0
			case rel == collide.Apart:
				got.Normal = Vec{}
			case got != want:
				t.Fatalf("%v %v %v %v:\n%+v\nnot\n%+v", h.points, x.pose, y.shape, y.pose, got, want)
			}
			seen[key{rel, kind, got.Points[0].ID>>collide.FeaturePlaceShift != 0}]++
			if rel != collide.Undecided && rel != ct.Relation {
				t.Fatalf("%v %v %v %v: %v, not %v", h.points, x.pose, y.shape, y.pose, rel, ct.Relation)
			}
		}
	}
	for _, k := range []key{
		{collide.Undecided, 0, false},
		{collide.Apart, 0, false},
		{collide.Overlapping, collide.FeatureEdge, false},
		{collide.Overlapping, collide.FeatureEdge, true},
		{collide.Overlapping, collide.FeatureVertex, false},
		{collide.Overlapping, collide.FeatureVertex, true},
	} {
		if seen[k] < n/500 {
			t.Errorf("%+v: %d of %v", k, seen[k], seen)
		}
	}
}
