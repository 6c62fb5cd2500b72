package d3

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
)

// TestSquares holds the relations that squares tell to those of the slow way, GJK and the integers,
// for bodies moved to within 1e-17 to 1 of their sizes of touching: from either side, swapped, on
// lattices and along each other, and at sizes whose squares leave the range of doubles. Early Touch
// agrees with both.
func TestSquares(t *testing.T) {
	r := rand.New(rand.NewPCG(44, 4))
	q, slow := new(Query), new(Query)
	slow.set(Options{Algorithm: collide.GJK})
	type key struct {
		least, most kind
		rel         collide.Relation
	}
	seen, n := map[key]int{}, 6000
	if testing.Short() {
		n = 1500
	}
	for range n {
		size := math.Ldexp(1, r.IntN(60)-30)
		if r.IntN(20) == 0 {
			size = math.Ldexp(1, 300-r.IntN(1000))
		}
		a, b := squareBody(t, r, size), squareBody(t, r, size*math.Ldexp(1, -r.IntN(2)*r.IntN(40)))
		for range 3 {
			ct := slow.Distance(a, b, nil)
			want := slow.Relate(a, b, nil)
			for i, rel := range [2]collide.Relation{squares(a, b), squares(b, a)} {
				if rel != collide.Undecided && rel != want {
					t.Fatalf("squares say %v (swapped: %v), in truth %v:\n%#v %v\n%#v %v", rel, i, want,
						a.Shape(), a.Pose(), b.Shape(), b.Pose())
				}
				seen[key{min(a.kind, b.kind), max(a.kind, b.kind), rel}]++
			}
			if rel, _ := q.Touch(a, b, nil); rel != want {
				t.Fatalf("Touch says %v, in truth %v", rel, want)
			}
			p := b.Pose() // nearer to contact, on either side
			off := ct.Distance + size*math.Ldexp(r.Float64()-0.5, -r.IntN(58))
			if p.Pos = p.Pos.Sub(ct.Normal.Scale(off)); b.Move(p) != nil {
				break
			}
		}
	}
	for least := kindPoint; least <= kindSegment; least++ {
		for most := least; most <= kindBox; most++ {
			for _, rel := range []collide.Relation{collide.Undecided, collide.Apart, collide.Overlapping} {
				if k := (key{least, most, rel}); seen[k] < n/100 {
					t.Errorf("%v: %d", k, seen[k])
				}
			}
		}
	}
}

// squareBody returns a body of the given size near the origin whose core is a point, a segment or a
// box.
func squareBody(t *testing.T, r *rand.Rand, size float64) *Object {
	x, y, m := size*r.Float64(), size*r.Float64(), size*math.Ldexp(r.Float64(), -r.IntN(12))
	shape := []Shape{
		Sphere{m},
		Capsule{x, m},
		Capsule{x, 0},
		Rounded{Box{Vec{x, y, size}}, m},
		Box{Vec{y, x, size * 0x1p-12}},
	}[r.IntN(5)]
	p := Pose{Pos: Vec{r.Float64(), r.Float64(), r.Float64()}.Scale(size), Rot: randomRot(r)}
	if r.IntN(2) == 0 { // on a lattice
		p.Pos, p.Rot = Vec{float64(r.IntN(9)), float64(r.IntN(9)), float64(r.IntN(9))}.Scale(size/4), Rot{}
	}
	return mustPlace(t, shape, p)
}

// plainNearest is nearestOnSegment that looks at the planes of all faces.
func plainNearest(h, t, v Vec, k float64) float64 {
	lo, hi := -k, k
	below, above := slopeFrom(h, t, v, lo), slopeFrom(h, t, v, hi)
	if below >= 0 {
		return lo
	}
	if above <= 0 {
		return hi
	}
	for i := range int8(3) {
		for _, side := range [2]float64{-h.along(i), h.along(i)} {
			s := (side - t.along(i)) / v.along(i)
			if !(s > lo && s < hi) {
				continue
			}
			switch g := slopeFrom(h, t, v, s); {
			case g < 0:
				lo, below = s, g
			case g > 0:
				hi, above = s, g
			default:
				return s
			}
		}
	}
	return max(lo, min(lo+float64((hi-lo)*(below/(below-above))), hi))
}

// TestNearestOnSegmentLeavesOut: the faces whose planes a segment does not reach change no bit of
// where it is nearest to a box, with ends on planes and along them, too.
func TestNearestOnSegmentLeavesOut(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 3))
	inner := 0
	for turn := range 300000 {
		h, at := randomPoint(r).abs(), randomPoint(r).Scale(2)
		v, k := randomPoint(r), 2*r.Float64()
		if turn%3 == 0 { // small integers: ends and planes meet
			h = Vec{float64(r.IntN(3)), float64(r.IntN(3)), float64(r.IntN(3))}
			at = Vec{float64(r.IntN(7) - 3), float64(r.IntN(7) - 3), float64(r.IntN(7) - 3)}
			v, k = Vec{float64(r.IntN(3) - 1), float64(r.IntN(3) - 1), float64(r.IntN(3) - 1)}, float64(1+r.IntN(3))
		}
		if v == (Vec{}) {
			continue
		}
		if turn%2 == 0 {
			v = v.Scale(1 / v.Len())
		}
		got, want := nearestOnSegment(h, at, v, k), plainNearest(h, at, v, k)
		if got != want {
			t.Fatalf("nearest at %v, with all faces at %v: box %v, from %v along %v, %v long", got, want, h, at, v, k)
		}
		if math.Abs(got) < k {
			inner++
		}
	}
	if inner < 100000 {
		t.Errorf("%d segments nearest between their ends", inner)
	}
}

// TestNearPad holds nearPad to squarePad for bodies that are just not apart: all lengths are then
// at most so many times the radii and margins, and nearly that along a diagonal.
func TestNearPad(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 4))
	worst := 0.0
	for range 20000 {
		radii, margins := r.Float64(), r.Float64()*math.Ldexp(1, -r.IntN(8))
		d := onSphere(r, 1)[0].Scale(radii + margins)
		if r.IntN(2) == 0 {
			d = Vec{1, -1, 1}.Scale((radii + margins) / math.Sqrt(3))
		}
		worst = max(worst, (big1(d)+radii+margins)/(radii+margins))
	}
	if most := float64(nearPad) / squarePad; worst > most || worst < most/3 {
		t.Errorf("all lengths are up to %v times the near ones, not %v", worst, most)
	}
}
