package main

import (
	"errors"
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// Chains with one side: for what has its middle somewhere, the edges that have that on their left
// or on their line are a chain as any other.

// oneSided returns the object of the chain a with one side.
func (a *chainBody) oneSided() (d2.Object, error) {
	whole := a.shape.(*d2.Chain)
	c, err := d2.NewChain(whole.Points(), d2.ChainOptions{Closed: whole.Closed(), OneSided: true})
	if err != nil {
		return d2.Object{}, err
	}
	return d2.Place(c, a.object.Pose())
}

// seenFrom returns the chain a with one side, whose object is o, as what has its middle at mid
// meets it.
func (a *chainBody) seenFrom(o *d2.Object, mid rvec) *chainBody {
	b := *a
	b.kind, b.object = "one-sided chain", *o
	b.facets, b.called = nil, map[int][][]rvec{}
	for i, list := range a.called {
		if e := list[0]; e[1].sub(e[0]).cross(mid.sub(e[0]))[2].Sign() >= 0 {
			b.facets, b.called[i] = append(b.facets, e), list
		}
	}
	return &b
}

// checkSided asks about the chain a with one side and a polygon, and about a ray and a point.
func (w *worker) checkSided(id string, m *chainMaker, a, b *chainBody) *fault {
	o, err := a.oneSided()
	if err != nil {
		return w.figureFault("one-sided place", id, err, &a.figure)
	}
	w.tally.kind["2D one-sided chain polygon"]++
	own := b.shape.(*d2.Polygon).Vertices()
	lo, hi := own[0], own[0]
	for _, v := range own {
		lo, hi = d2.Vec{X: min(lo.X, v.X), Y: min(lo.Y, v.Y)}, d2.Vec{X: max(hi.X, v.X), Y: max(hi.Y, v.Y)}
	}
	seen := a.seenFrom(&o, b.move(flat2(lo.Add(hi).Scale(0.5))))
	told := w.askPair2(seen, b)
	none := func(collide.Relation, collide.Relation) bool { return false }
	if len(seen.facets) == 0 {
		w.tally.relation["nothing to the left"]++
		if told.ct.Relation != collide.Apart || told.ct.Distance != math.MaxFloat64 || told.relation != collide.Apart {
			err = errors.New("no edge counts")
		}
	} else {
		_, err = checkPair(&seen.figure, &b.figure, &told, seen.overlaps(b), none)
	}
	if err != nil {
		return w.figureFault("one-sided pair", id, fmt.Errorf("%w\n%+v", err, told.all), &seen.figure, &b.figure)
	}
	return w.checkSidedFrom(id, m, a, &o)
}

// checkSidedFrom asks about rays and a point.
func (w *worker) checkSidedFrom(id string, m *chainMaker, a *chainBody, o *d2.Object) *fault {
	for range 2 {
		from, d, limit := m.drawRay(2, &a.figure)
		h, err := rayOf2(w.q2, o, from, d, limit)
		if err != nil {
			continue // out of range: refused
		}
		seen := a.seenFrom(o, rat(from))
		w.tally.relation["one-sided ray "+h.verdict.String()]++
		if err := seen.checkRay(&h, from, d, limit); err != nil {
			err = fmt.Errorf("%w\nray from %v along %v to %v: %+v", err, from, d, limit, h.all)
			return w.figureFault("one-sided ray", id, err, &seen.figure)
		}
	}
	p := m.drawPoint(2, &a.figure)
	n, err := nearOf2(w.q2, o, p)
	if err != nil {
		return nil
	}
	if seen := a.seenFrom(o, rat(p)); len(seen.facets) > 0 {
		if err := seen.checkNear(&n, p); err != nil {
			return w.figureFault("one-sided point", id, fmt.Errorf("%w\npoint %v: %+v", err, p, n.all), &seen.figure)
		}
	} else if n.relation != collide.Apart || n.distance != math.MaxFloat64 {
		return w.figureFault("one-sided point", id, fmt.Errorf("point %v: %+v", p, n.all), &a.figure)
	}
	return nil
}
