package main

import (
	"cmp"
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/scene"
)

// This file answers pairs of compounds, in both dimensions: compound2.go and compound3.go say what a pair of parts is. The
// derivations are in docs/math/decompose.md, section "Compounds".

// pairing is a pair of bodies as their parts.
type pairing interface {
	// boxes returns the boxes of the parts of each body.
	boxes() (a, b []box)
	// contact returns the answer about part i of A and part j of B, in the frames of the bodies.
	contact(i, j int) scene.Answer
	// hulls returns a lower bound of the signed distance of the convex hulls of the bodies, near is a contact of parts that is not apart.
	hulls(near *scene.Answer) float64
}

// partPair is a pair of parts that may matter.
type partPair struct {
	i, j  int
	bound float64 // of the signed distance, from below: that of the boxes
}

// answerParts returns the answer about two bodies made of parts.
//
// The pair with the least bound is asked first. After that only pairs with a bound up to the least upper bound so far can be
// nearer or deeper, and they come in the order of their bounds.
func answerParts(p pairing) scene.Answer {
	a, b := p.boxes()
	if len(a)*len(b) == 1 {
		return p.contact(0, 0)
	}
	u := searchParts(p, a, b)
	return u.answer(p)
}

// searchParts asks about the pairs of parts, whose boxes are given, until no other can be nearer or deeper.
func searchParts(p pairing, a, b []box) union {
	allA, allB := unionOf(a), unionOf(b)
	first := partPair{bound: math.Inf(1)}
	for i := range a {
		if boxDistance(&a[i], &allB) >= first.bound {
			continue
		}
		for j := range b {
			if d := boxDistance(&a[i], &b[j]); d < first.bound || i+j == 0 {
				first = partPair{i, j, d}
			}
		}
	}
	var u union
	u.add(first, p.contact(first.i, first.j))
	var columns []int // parts of B that may matter
	for j := range b {
		if boxDistance(&allA, &b[j]) <= u.upper {
			columns = append(columns, j)
		}
	}
	var rest []partPair
	for i := range a {
		if boxDistance(&a[i], &allB) > u.upper {
			continue
		}
		for _, j := range columns {
			if d := boxDistance(&a[i], &b[j]); d <= u.upper && (i != first.i || j != first.j) {
				rest = append(rest, partPair{i, j, d})
			}
		}
	}
	slices.SortFunc(rest, func(q, r partPair) int {
		return cmp.Or(cmp.Compare(q.bound, r.bound), cmp.Compare(q.i, r.i), cmp.Compare(q.j, r.j))
	})
	for _, q := range rest {
		if q.bound > u.upper {
			break
		}
		u.add(q, p.contact(q.i, q.j))
	}
	return u
}

// union is what is known about two bodies after some pairs of their parts.
type union struct {
	best         scene.Answer // of the least distance; of overlapping pairs alone, if there are any
	pair         partPair     // the one that best is about
	lower, upper float64      // the least of all pairs
	undecided    bool         // a pair is
	some         bool         // a pair has been added
}

// add takes the answer about a pair into account.
func (u *union) add(q partPair, a scene.Answer) {
	overlap, had := a.Relation == overlapping, u.best.Relation == overlapping
	d := cmp.Compare(a.Distance, u.best.Distance)
	for k := range a.PointA { // a tie: by the points, in a way that does not depend on which body comes first
		d = cmp.Or(d, cmp.Compare(a.PointA[k]+a.PointB[k], u.best.PointA[k]+u.best.PointB[k]))
	}
	d = cmp.Or(d, cmp.Compare(q.i, u.pair.i), cmp.Compare(q.j, u.pair.j))
	if !u.some || overlap && !had || overlap == had && d < 0 {
		u.best, u.pair = a, q
	}
	if !u.some {
		u.some, u.lower, u.upper = true, a.Lower, a.Upper
	}
	u.lower, u.upper = min(u.lower, a.Lower), min(u.upper, a.Upper)
	u.undecided = u.undecided || a.Relation == undecided
}

// The relations as answers spell them.
var (
	overlapping = collide.Overlapping.String()
	touching    = collide.Touching.String()
	undecided   = collide.Undecided.String()
	apart       = collide.Apart.String()
)

// answer returns the answer about the bodies: the contact of the deepest or nearest pair of parts, with the bounds of the bodies.
func (u *union) answer(p pairing) scene.Answer {
	a := u.best
	switch {
	case a.Relation == overlapping:
		a.Lower = min(a.Lower, p.hulls(&a))
	case u.undecided: // one of the pairs may overlap
		a.Relation = undecided
		a.Upper = u.upper
		a.Lower = min(u.lower, p.hulls(&a))
	case a.Relation == touching:
	default:
		a.Lower, a.Upper = u.lower, u.upper
	}
	return a
}

// widen makes the answer hold for bodies that are up to slack farther off than those asked about.
func widen(a *scene.Answer, slack float64) {
	if slack == 0 {
		return
	}
	a.Lower = math.Nextafter(a.Lower-slack, math.Inf(-1))
	a.Upper = math.Nextafter(a.Upper+slack, math.Inf(1))
	if a.Relation == apart && a.Lower > 0 || a.Relation == overlapping && a.Upper < 0 {
		return
	}
	a.Relation = undecided
	a.Lower, a.Upper = min(a.Lower, 0), max(a.Upper, 0)
	if a.Status == collide.Exact.String() {
		a.Status = collide.Rounding.String()
	}
}

// interval is the range of a box along one axis.
type interval struct{ min, max float64 }

// box holds something: its range along each axis, from minus to plus infinity along Z in the plane.
type box [3]interval

// unionOf returns the least box that holds the boxes.
func unionOf(boxes []box) box {
	all := boxes[0]
	for i := range boxes {
		for k, r := range boxes[i] {
			all[k] = interval{min(all[k].min, r.min), max(all[k].max, r.max)}
		}
	}
	return all
}

// boxDistance returns a lower bound of the signed distance of what two boxes hold: the distance of the boxes, or the least overlap of their ranges,
// negative. Infinite ranges overlap without end.
func boxDistance(a, b *box) float64 {
	inside, sum := math.Inf(-1), 0.0
	for k := range a {
		g := max(b[k].min-a[k].max, a[k].min-b[k].max)
		if !(g > inside) && !(g > 0) {
			continue
		}
		g = math.Nextafter(g, math.Inf(-1)) // a difference of doubles is off by half an ulp at most
		inside = max(inside, g)
		if g > 0 {
			sum += float64(g * g)
		}
	}
	if sum == 0 {
		return inside
	}
	return max(inside, float64(math.Sqrt(sum)*(1-0x1p-50))) // squares, sums and root are off by less than 4u
}
