package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// What doubles are certain of, integers say too: the verdict, and a bracket that holds theirs. Most
// points are drawn so that they are nearly in one plane at some time, near the rim.
func TestMovingStagesAgree(t *testing.T) {
	t.Parallel()
	n := 20000
	if testing.Short() {
		n = 4000
	}
	r := rand.New(rand.NewPCG(9, 8))
	number := func() float64 { return 2*r.Float64() - 1 }
	vec := func() Vec { return Vec{number(), number(), number()} }
	certain, parted, hits := 0, 0, 0
	for range n {
		var m moving
		m.edges = r.IntN(2) == 0
		flat := r.IntN(4) == 0 // nearly: in one plane all the time
		for i := range 4 {
			m.start[i] = vec()
			m.end[i] = m.start[i].Add(vec().Scale(math.Ldexp(1, -r.IntN(10))))
			if flat {
				m.start[i].Z = math.Ldexp(m.start[i].Z, -50-r.IntN(8))
				m.end[i].Z = math.Ldexp(m.end[i].Z, -50-r.IntN(8))
			}
		}
		if x := r.IntN(8); x < 4 { // a corner meets the rim, or nearly
			off := vec().Scale(math.Ldexp(1, -10*r.IntN(6)))
			m.end[x] = m.end[(x+2)%4].Add(off)
		}
		var want, got Impact
		want.Verdict = collide.Miss
		m.exactly(&want)
		if want.Verdict == collide.Hit {
			hits++
		}
		got.Verdict = collide.Miss
		if m.quick(&got) {
			certain++
			if got.Verdict != want.Verdict || got.Lower > want.Lower || got.Upper < want.Upper {
				t.Fatalf("%+v: %+v in doubles, %+v in integers", m, got, want)
			}
		}
		if m.planeApart() {
			if parted++; want.Verdict != collide.Miss {
				t.Fatalf("%+v: a plane parts them, %+v in integers", m, want)
			}
		}
		if m.boxesApart() && want.Verdict != collide.Miss {
			t.Fatalf("%+v: boxes are apart, %+v in integers", m, want)
		}
	}
	if certain < n/2 || parted < n/10 || hits < n/20 {
		t.Errorf("of %d, doubles are certain of %d, a plane parts %d, %d hit: too tame", n, certain, parted, hits)
	}
}
