package d2_test

import (
	"testing"
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"math/rand/v2"
)

func TestZZ(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	q, _ := d2.NewQuery(d2.Options{})
	for _, kind := range []string{"flatbox", "segment", "box", "flatellipse"} {
		count := map[collide.Verdict]int{}
		plainc := map[collide.Verdict]int{}
		shown := 0
		for i := range 4000 {
			var s d2.Shape
			switch kind {
			case "flatbox":
				s = d2.Box{Size: d2.Vec{X: 2, Y: 0}}
			case "segment":
				s = d2.Capsule{Height: 2}
			case "box":
				s = d2.Box{Size: d2.Vec{X: 2, Y: 1}}
			case "flatellipse":
				s = d2.Ellipse{Radii: d2.Vec{X: 1, Y: 0}}
			}
			a, _ := d2.Place(s, d2.Pose{})
			y := []float64{0.5, 1, 1.5, 0.25, 0.75}[rng.IntN(5)]
			b, _ := d2.Place(d2.Ellipse{Radii: d2.Vec{X: 0.75, Y: 0.5}}, d2.Pose{Pos: d2.Vec{X: float64(rng.IntN(9)-4) / 4, Y: y}})
			if i%2 == 0 {
				a, b = b, a
			}
			w, err := d2.NewSweep(d2.Vec{X: float64(rng.IntN(5) - 2), Y: float64(rng.IntN(5)-2) / 2}, float64(rng.IntN(3)), d2.SweepOptions{Deepening: true})
			if err != nil {
				continue
			}
			h := q.CastShape(&a, &b, &w)
			w2, _ := d2.NewSweep(w.Translation(), w.Limit(), d2.SweepOptions{})
			p := q.CastShape(&a, &b, &w2)
			count[h.Verdict]++
			plainc[p.Verdict]++
			if h.Verdict == collide.Unsure && shown < 6 {
				shown++
				ct := q.Distance(&a, &b, nil)
				t.Logf("%s: B at %v by %v to %v: %+v\n plain %v, start %v [%v %v]", kind, b.Pose().Pos.Sub(a.Pose().Pos), w.Translation(), w.Limit(), h, p.Verdict, ct.Relation, ct.Lower, ct.Upper)
			}
		}
		t.Log(kind, count, "plain", plainc)
	}
}
