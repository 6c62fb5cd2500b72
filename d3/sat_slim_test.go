package d3

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// TestSlimAgreesWithEPA holds the answers about balls and capsules deep in hulls to those of EPA:
// the brackets have a point in common, the points lie on the bodies' cores, and they are as far
// apart along the normal as the distance says.
func TestSlimAgreesWithEPA(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(31, 12))
	var slow Query
	slow.set(Options{Algorithm: collide.GJK})
	served, deep := [2]int{}, [2]int{}
	for turn := range 12000 {
		h := arcHull(t, r, turn%4)
		var slim Shape = Sphere{Radius: 0.1}
		long := turn / 4 % 2
		if long == 1 {
			slim = Capsule{Radius: 0.1, Height: []float64{0.3, 2, 1e-9, 1e9}[r.IntN(4)]}
		}
		pose := Pose{Pos: randomPoint(r).Scale([]float64{0, 0.1, 0.5, 1}[r.IntN(4)])}
		if r.IntN(3) > 0 {
			pose.Rot = randomRot(r)
		}
		if turn%4 == 1 && r.IntN(2) == 0 { // on faces, edges and corners of the lattice, and in the middle
			pose = Pose{Pos: Vec{float64(r.IntN(7)), float64(r.IntN(7)), float64(r.IntN(5))}.Scale(0.5)}
		}
		if r.IntN(4) == 0 {
			s := []float64{1e-12, 0x1p-40, 1e12, 0.3}[r.IntN(4)]
			h = scaledHull(t, h, s)
			if pose.Pos = pose.Pos.Scale(s); r.IntN(2) == 0 && long == 1 {
				slim = Capsule{Radius: 0.1 * s, Height: 0.3 * s}
			}
		}
		x, y := mustPlace(t, h, Pose{Rot: randomRot(r)}), mustPlace(t, slim, pose)
		if r.IntN(2) == 0 {
			x, y = y, x
		}
		var s solver
		s.defaults()
		s.prepare(x, y)
		var k, want core
		s.begin(nil)
		if s.gjkFloat(math.Inf(1), &want) != collide.ExitContains {
			continue
		}
		deep[long]++
		if !s.slim.solve(&s.sat, &s.run, &k) {
			continue
		}
		served[long]++
		if s.epa.flat(&s.run, &want) || !s.epa.start(&s.run, maxVertices, &want) {
			t.Fatalf("turn %d: no EPA", turn)
		}
		if k.lower > want.upper || k.upper < want.lower {
			t.Fatalf("turn %d: [%v, %v] by axes, [%v, %v] by EPA", turn, k.lower, k.upper, want.lower, want.upper)
		}
		slimHolds(t, turn, &s.run, &k)
		a, b := Distance(x, y), slow.Distance(x, y, nil)
		if a.Lower > b.Upper || a.Upper < b.Lower || a.Relation != b.Relation {
			t.Fatalf("turn %d: Distance %v [%v, %v], by EPA %v [%v, %v]",
				turn, a.Relation, a.Lower, a.Upper, b.Relation, b.Lower, b.Upper)
		}
	}
	for long := range 2 {
		// Of a segment 1e9 times as long as the hull the points are mostly not found.
		if deep[long] < 1000 || served[long] < deep[long]*8/10 {
			t.Errorf("%d of %d pairs by axes", served[long], deep[long])
		}
	}
}

// slimHolds checks an answer in itself: a bracket as wide as is allowed, a unit normal along which
// the witness is farthest, and the witness in its core, with the other core's point behind it.
func slimHolds(t *testing.T, turn int, r *run, k *core) {
	t.Helper()
	m := &r.m
	if w := r.allowance(); !(k.upper-k.lower <= w.At(k.lower)) || !(math.Abs(k.n.Len2()-1) < 8*unit) {
		t.Fatalf("turn %d: [%v, %v] along %v", turn, k.lower, k.upper, k.n)
	}
	tol := float64(256 * unit * m.reach)
	if d, _ := m.a.support(k.n); math.Abs(k.a.Dot(k.n)-d.Dot(k.n)) > tol {
		t.Fatalf("turn %d: the witness %v is not farthest along %v", turn, k.a, k.n)
	}
	b := m.rot.applyT(k.a.Add(k.n.Scale(k.dist)).Sub(m.t))
	for i, x := range []Vec{k.a, b} {
		o := []*body{&m.a, &m.b}[i]
		switch o.kind {
		case kindPoint:
			if !(x.Len() <= tol) {
				t.Fatalf("turn %d: %v is not the point of body %d", turn, x, i)
			}
		case kindSegment:
			if !(math.Abs(x.X) <= tol && math.Abs(x.Y) <= tol && math.Abs(x.Z) <= o.half.Z+tol) {
				t.Fatalf("turn %d: %v is not on the segment of body %d", turn, x, i)
			}
		default:
			for _, f := range o.hull.faceTable().axes.faces {
				if !(f.n.Dot(x)-f.n.Dot(o.vertex(f.v)) <= tol) {
					t.Fatalf("turn %d: %v is outside the hull of body %d", turn, x, i)
				}
			}
		}
	}
}

// TestSlimHasNoPast: an answer about a slim core is the same after any other.
func TestSlimHasNoPast(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 13))
	h := mustPlace(t, arcHull(t, r, 0), Pose{})
	ball := mustPlace(t, Sphere{Radius: 0.1}, Pose{})
	rod := mustPlace(t, Capsule{Radius: 0.1, Height: 0.5}, Pose{Rot: randomRot(r)})
	var q Query
	want, long := q.Distance(h, ball, nil), q.Distance(h, rod, nil)
	if want.Relation != collide.Overlapping || q.Distance(h, ball, nil) != want || q.Distance(h, rod, nil) != long {
		t.Errorf("%v, then another", want)
	}
}

// BenchmarkSlim times Distance of balls and capsules deep in hulls by axes in units of that by GJK
// and EPA, in turns.
func BenchmarkSlim(b *testing.B) {
	r := rand.New(rand.NewPCG(31, 14))
	var q, slow Query
	slow.set(Options{Algorithm: collide.GJK})
	for _, corners := range []int{8, 32, 128, 512} {
		p := make([]Vec, corners)
		for i := range p {
			p[i] = randomPoint(r).Unit()
		}
		h := mustPlace(b, mustHull(b, p), Pose{Rot: randomRot(r)})
		for _, c := range []struct {
			name  string
			shape Shape
		}{{"ball", Sphere{Radius: 0.2}}, {"capsule", Capsule{Radius: 0.2, Height: 0.3}}} {
			b.Run(fmt.Sprintf("%d/%s", corners, c.name), func(b *testing.B) {
				var in [16]*Object
				for i := range in {
					in[i] = mustPlace(b, c.shape, Pose{randomPoint(r).Unit().Scale(0.04 * float64(i)), randomRot(r)})
				}
				least, most := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
				for b.Loop() {
					t0 := time.Now()
					for _, o := range in {
						q.Distance(h, o, nil)
					}
					t1 := time.Now()
					for _, o := range in {
						slow.Distance(h, o, nil)
					}
					least, most = min(least, t1.Sub(t0)), min(most, time.Since(t1))
				}
				b.ReportMetric(float64(least)/float64(most), "ratio")
				b.ReportMetric(float64(least)/float64(len(in)), "ns/query")
			})
		}
	}
}
