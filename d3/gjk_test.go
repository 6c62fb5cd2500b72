package d3

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// TestFloatLoopOutcomes: what each way to end promises about the pair.
func TestFloatLoopOutcomes(t *testing.T) {
	box := Box{Vec{2, 2, 2}}
	for _, row := range []struct {
		what string
		at   Vec
		far  float64
		want collide.Exit
	}{
		{"apart", Vec{4, 1, 0}, math.Inf(1), collide.ExitApart},
		{"farther than the caller cares", Vec{4, 1, 0}, 0.01, collide.ExitFar},
		{"deep inside", Vec{0.5, 0.25, 0.125}, math.Inf(1), collide.ExitContains},
	} {
		q := newQuery()
		q.setUp(mustPlace(t, box, Pose{}), mustPlace(t, box, Pose{Pos: row.at, Rot: Rot{0.1, 0.1, 0.1, 0.98}}))
		out, v, _ := q.walk(num.Noise, row.far)
		if out != row.want {
			t.Errorf("%s: outcome %d, want %d", row.what, out, row.want)
		}
		switch out {
		case collide.ExitContains:
			if s := q.s; !(s.n == 4 && s.holdsOrigin()) && s.n == 4 {
				t.Errorf("%s: the simplex does not hold the origin", row.what)
			}
		case collide.ExitApart, collide.ExitFar:
			if w, _ := q.s.point(); w.Sub(v).Len() > 0x1p-48 {
				t.Errorf("%s: the point of the simplex is %v, not %v", row.what, w, v)
			}
		default: // fails above
		}
	}
}

// TestExactLoopIsNearest: from any start the exact loop ends at the vertex pairs whose hull carries
// the nearest point of C, which is compared with the brute force over all vertices on the grid.
func TestExactLoopIsNearest(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1))
	contains := 0
	for range 150 {
		flat := math.Ldexp(1, -r.IntN(50))
		shape := func() Shape {
			return mustHull(t, each(onSphere(r, 4+r.IntN(2)), func(v Vec) Vec { return Vec{v.X, v.Y, v.Z * flat} }))
		}
		rot := randomRot(r)
		a := mustPlace(t, shape(), Pose{Rot: rot})
		b := mustPlace(t, shape(), Pose{onSphere(r, 1)[0].Scale(2.5 * r.Float64() * flat), rot})
		q := newQuery()
		q.setUp(a, b)
		out, found := q.walkExact(num.Noise)
		var all []gridPoint
		for ia := range a.corners() {
			for ib := range b.corners() {
				var p vertex
				q.m.at(ia, ib, &p)
				all = append(all, toGrid(p.w))
			}
		}
		if out == collide.ExitContains {
			contains++
			continue
		}
		if out != collide.ExitApart {
			t.Fatalf("outcome %d after %d turns", out, q.turns)
		}
		w, _ := q.s.point()
		n := found.d.Scale(-1 / found.d.Len())
		least := math.Inf(1)
		for _, g := range all {
			least = min(least, n.Dot(gridVector(g)))
		}
		// Bounds from below and above of the distance meet: nothing in C is nearer than w.
		if w.Len()-least > 2*num.Noise+8*unit+math.Ldexp(w.Len(), -29) {
			t.Fatalf("the simplex is at %v, C reaches down to %v", w.Len(), least)
		}
	}
	if contains < 10 || contains > 140 {
		t.Errorf("%d of 150 pairs overlap", contains)
	}
}

// TestStopAt: never below the noise, never above what was asked for.
func TestStopAt(t *testing.T) {
	for _, row := range []struct{ tol, d, want float64 }{
		{1e-9, 0.25, 0x1p-31}, {1e-12, 0.25, 1e-12}, {1e-3, 0x1p-20, 0x1p-49}, {1e-3, 0x1p-30, num.Noise}, {0, 1, num.Noise}, {1e-9, 0, num.Noise},
	} {
		if got := num.StopAt(row.tol, row.d); got != row.want {
			t.Errorf("%+v: %v", row, got)
		}
	}
}

// TestStartOfConcentricPairs: where no direction leads from A to B, the first one is +X.
func TestStartOfConcentricPairs(t *testing.T) {
	q := newQuery()
	q.setUp(mustPlace(t, Box{Vec{2, 4, 6}}, Pose{}), mustPlace(t, Box{Vec{2, 2, 2}}, Pose{}))
	if w := q.s.p[0].w; q.s.n != 1 || !(w.X > 0) || q.m.found.d != (Vec{1, 0, 0}) {
		t.Errorf("%d vertices, %v along %v", q.s.n, w, q.m.found.d)
	}
}

// TestNearlyParallelEdges: two long edges that cross at angles from 2^-4 down to 2^-60, at gaps
// from 2^-10 down to none. The distance is the gap itself, exactly.
func TestNearlyParallelEdges(t *testing.T) {
	for _, angle := range []int{4, 12, 20, 28, 36, 44, 52, 60} {
		for _, gap := range []float64{0x1p-10, 0x1p-20, 0x1p-30, 0x1p-40, 0x1p-50, 0} {
			e := math.Ldexp(1, -angle)
			a := mustPlace(t, mustHull(t, []Vec{{1, 0, 0}, {-1, 0, 0}, {0, 0.5, -1}, {0, -0.5, -1}}), Pose{})
			b := mustPlace(t, mustHull(t, []Vec{{1, e, gap}, {-1, -e, gap}, {0, 0.5, 1}, {0, -0.5, 1}}), Pose{})
			what := fmt.Sprintf("angle 2^-%d, gap %v", angle, gap)
			c := Distance(a, b)
			sane(t, what, c)
			want := collide.Apart
			if gap == 0 {
				want = collide.Touching
			}
			if c.Relation != want || gap < c.Lower || gap > c.Upper || c.Upper-c.Lower > 256*unit*4 {
				t.Errorf("%s: %+v", what, c)
			}
		}
	}
}

// TestWidthGrowsWithTheDistance pins the length that brackets are measured by, and the part of it
// that is kept for subtracting the margins: 8u of them and of the distance.
func TestWidthGrowsWithTheDistance(t *testing.T) {
	q := &run{tolerance: 1e-3, radius: 0.125, m: minkowski{size: 0.25}}
	for _, row := range []struct {
		curved    bool
		d, length float64
	}{{false, 0, 0.25}, {false, 0.5, 0.625}, {true, 0.5, 0.625}, {true, -1, 0.25}} {
		q.m.curved = row.curved
		w := q.allowance()
		rel := 256 * unit
		if row.curved {
			rel = 1e-3
		}
		if got, want := w.At(row.d), rel*row.length-8*unit*(0.125+max(row.d, 0)); math.Abs(got-want) > 1e-15*want {
			t.Errorf("curved %v at %v: %v, want %v", row.curved, row.d, got, want)
		}
	}
}
