package d3

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// The double-double stage for shapes with margins. docs/math/exact.md.

// relateRounded is relate for cores with margins, r in all: overlapping is proved by a point of C
// nearer than r, apart by a plane with all of C farther than r beyond it. The point is the one that
// weights in doubles make: they need not be right, only positive.
func (k *ddRelation) relateRounded() (rel collide.Relation, sure bool) {
	bound := float64(quickSquare * float64(k.size*k.size))
	rr := k.r.Mul(k.r)
	for range quickTurns {
		lambda, ok := k.carrier()
		if !ok {
			return 0, false
		}
		var w ddVec
		var sum num.DD
		for i := range k.n {
			p := k.at(i).times(lambda[i])
			w, sum = w.add(&p), sum.Add(num.DD{Hi: lambda[i], Lo: 0})
		}
		if rr.Mul(sum.Mul(sum)).Sub(w.dot(&w)).Hi > bound {
			return collide.Overlapping, true
		}
		dir, ok := k.direction()
		if !ok {
			return 0, false
		}
		s, ia, ib := k.support(&dir)
		if s.Hi > 0 && s.Mul(s).Sub(rr.Mul(dir.dot(&dir))).Hi > bound {
			return collide.Apart, true
		}
		if !k.insert(ia, ib) {
			return 0, false
		}
	}
	return 0, false
}

// carrier reduces the simplex to what carries its point nearest the origin, as doubles see it, and
// returns the weights. ok is false where the origin seems to lie inside.
func (k *ddRelation) carrier() (lambda [4]float64, ok bool) {
	s := simplex{n: k.n}
	for i := range k.n {
		s.p[i] = vertex{w: k.p[i].near, ia: int32(i)}
	}
	if _, inside := s.nearest(); inside {
		return lambda, false
	}
	old := k.p
	for i := range s.n {
		k.p[i] = old[s.p[i].ia]
	}
	k.n = s.n
	return s.lambda, true
}
