package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// TestRoundedBoxesInContact: grown boxes, face on face and corner to corner, that touch exactly,
// and an ulp to either side. SAT does not settle them, and what did has to leave behind what the
// exact path starts from.
func TestRoundedBoxesInContact(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 3))
	used := newTestQuery(t, Options{})
	eighths := func(n int) float64 { return float64(1+r.IntN(n)) / 8 }
	for range 3000 {
		ha, hb := Vec{eighths(16), eighths(16), eighths(16)}, Vec{eighths(16), eighths(16), eighths(16)}
		unit := eighths(4)
		margin := 5 * unit // of both together
		at := Vec{ha.X + hb.X + 3*unit, ha.Y + hb.Y + 4*unit, (ha.Z + hb.Z) * float64(r.IntN(2)) / 2}
		if r.IntN(2) == 0 {
			at = Vec{ha.X / 2, ha.Y + hb.Y + margin, hb.Z / 4}
		}
		ma := margin * float64(r.IntN(5)) / 4
		rot := Rot{}
		if r.IntN(2) == 0 { // the whole pair by a third of a turn
			rot = Rot{0.5, 0.5, 0.5, 0.5}
		}
		for i, want := range []collide.Relation{collide.Overlapping, collide.Touching, collide.Apart} {
			p := at
			p.Y = [3]float64{math.Nextafter(p.Y, 0), p.Y, math.Nextafter(p.Y, 9)}[i]
			if rot != (Rot{}) {
				p = Vec{p.Z, p.X, p.Y}
			}
			a := mustPlace(t, Rounded{Box{ha.Scale(2)}, ma}, Pose{Rot: rot})
			b := mustPlace(t, Rounded{Box{hb.Scale(2)}, margin - ma}, Pose{Pos: p, Rot: rot})
			for _, q := range []*Query{used, newTestQuery(t, Options{})} {
				if d, rel := q.Distance(a, b, nil), q.Relate(a, b, nil); d.Relation != want || rel != want {
					t.Fatalf("%v and %v at %v: Distance %v, Relate %v, want %v", a.Shape(), b.Shape(), p, d.Relation, rel, want)
				}
				if s, _, err := q.SAT(a, b, CullNone, nil); err != nil || s.Relation != want {
					t.Fatalf("%v and %v at %v: SAT %v, want %v, %v", a.Shape(), b.Shape(), p, s.Relation, want, err)
				}
			}
		}
	}
}
