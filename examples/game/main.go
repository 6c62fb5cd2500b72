// Command game drops crates and a ball on a floor, and steps them at 60 Hz until they rest: the
// loop of a game, with a sweep over boxes, Touch for each pair that is left, a Cache for each pair,
// and impulses that are carried from step to step by the features of the points.
package main

import (
	"cmp"
	"fmt"
	"log"
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

const (
	dt       = 1.0 / 60
	gravity  = -9.8
	friction = 0.5
	slop     = 0.005 // overlap that is left alone, so that resting bodies keep touching
	correct  = 0.2   // share of the other overlap that a step takes away
	rounds   = 10    // of the solver
)

// body is a shape that moves, or not if its inverse mass is 0.
type body struct {
	object            d2.Object
	pos, vel          d2.Vec
	angle, spin       float64
	invMass, invTwist float64 // 1/mass, 1/moment of inertia
}

// point is a point of contact with the impulses that hold it.
type point struct {
	a, b             *body
	normal, ra, rb   d2.Vec // ra, rb: from the centres to the point
	massN, massT     float64
	bias             float64 // velocity that takes overlap away
	impulseN, across float64 // along the normal, and across
}

// pair is what is kept about two bodies from step to step.
type pair struct {
	cache  d2.Cache
	points map[collide.FeatureID]*point
}

// world is the floor, the bodies, and what is known of pairs of them.
type world struct {
	bodies []*body
	pairs  map[[2]int]*pair
	query  *d2.Query
}

// add places a body. Without mass it does not move.
func (w *world) add(s d2.Shape, pos d2.Vec, angle, mass, inertia float64) error {
	b := &body{pos: pos, angle: angle}
	if mass > 0 {
		b.invMass, b.invTwist = 1/mass, 1/inertia
	}
	rot, err := d2.NewAngle(angle)
	if err != nil {
		return err
	}
	b.object, err = d2.Place(s, d2.Pose{Pos: pos, Rot: rot})
	w.bodies = append(w.bodies, b)
	return err
}

// near calls f with each pair of bodies whose boxes overlap, the lower index first: a sweep from
// left to right.
func (w *world) near(f func(i, j int)) {
	boxes, order := make([]d2.AABB, len(w.bodies)), make([]int, len(w.bodies))
	for i, b := range w.bodies {
		boxes[i], order[i] = b.object.AABB(), i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(boxes[i].Min.X, boxes[j].Min.X), cmp.Compare(i, j))
	})
	for at, i := range order {
		for _, j := range order[at+1:] {
			if boxes[j].Min.X > boxes[i].Max.X {
				break
			}
			if boxes[i].Overlaps(boxes[j]) {
				f(min(i, j), max(i, j))
			}
		}
	}
}

// touching returns the points of all pairs that touch, with the impulses of the last step.
func (w *world) touching() []*point {
	var all []*point
	w.near(func(i, j int) {
		a, b := w.bodies[i], w.bodies[j]
		if a.invMass == 0 && b.invMass == 0 {
			return
		}
		p := w.pairs[[2]int{i, j}]
		if p == nil {
			p = &pair{}
			w.pairs[[2]int{i, j}] = p
		}
		relation, m := w.query.Touch(&a.object, &b.object, &p.cache)
		if relation == collide.Apart {
			p.points = nil
			return
		}
		points := map[collide.FeatureID]*point{}
		for _, mp := range m.Points[:m.N] {
			c := newPoint(a, b, m.Normal, mp)
			if old := p.points[mp.ID.Features()]; old != nil { // the same features as in the last step
				c.impulseN, c.across = old.impulseN, old.across
			}
			points[mp.ID.Features()] = c
			all = append(all, c)
		}
		p.points = points
	})
	return all
}

// newPoint returns the point with what the solver needs to know.
func newPoint(a, b *body, n d2.Vec, mp d2.ManifoldPoint) *point {
	middle := mp.PointA.Add(mp.PointB).Scale(0.5)
	c := &point{a: a, b: b, normal: n, ra: middle.Sub(a.pos), rb: middle.Sub(b.pos)}
	mass := func(dir d2.Vec) float64 {
		ta, tb := c.ra.Cross(dir), c.rb.Cross(dir)
		return 1 / (a.invMass + b.invMass + ta*ta*a.invTwist + tb*tb*b.invTwist)
	}
	c.massN, c.massT = mass(n), mass(n.Perp())
	c.bias = correct / dt * max(0, -mp.Distance-slop)
	return c
}

// push gives B the impulse at the point, and A the opposite one.
func (c *point) push(impulse d2.Vec) {
	c.a.vel = c.a.vel.Sub(impulse.Scale(c.a.invMass))
	c.a.spin -= c.ra.Cross(impulse) * c.a.invTwist
	c.b.vel = c.b.vel.Add(impulse.Scale(c.b.invMass))
	c.b.spin += c.rb.Cross(impulse) * c.b.invTwist
}

// approach returns the velocity of B at the point as A sees it, along dir.
func (c *point) approach(dir d2.Vec) float64 {
	va := c.a.vel.Add(c.ra.Perp().Scale(c.a.spin))
	vb := c.b.vel.Add(c.rb.Perp().Scale(c.b.spin))
	return vb.Sub(va).Dot(dir)
}

// solve changes the impulses of the point so that the bodies do not approach there, and stick or
// slide.
func (c *point) solve() {
	was := c.impulseN
	c.impulseN = max(0, was+c.massN*(c.bias-c.approach(c.normal)))
	c.push(c.normal.Scale(c.impulseN - was))

	was, most := c.across, friction*c.impulseN
	c.across = min(max(was-c.massT*c.approach(c.normal.Perp()), -most), most)
	c.push(c.normal.Perp().Scale(c.across - was))
}

// step moves the world on by dt.
func (w *world) step() error {
	for _, b := range w.bodies {
		if b.invMass > 0 {
			b.vel.Y += gravity * dt
		}
	}
	points := w.touching()
	for _, c := range points {
		c.push(c.normal.Scale(c.impulseN).Add(c.normal.Perp().Scale(c.across)))
	}
	for range rounds {
		for _, c := range points {
			c.solve()
		}
	}
	for _, b := range w.bodies {
		b.pos = b.pos.Add(b.vel.Scale(dt))
		b.angle += b.spin * dt
		rot, err := d2.NewAngle(b.angle)
		if err != nil {
			return err
		}
		if err := b.object.Move(d2.Pose{Pos: b.pos, Rot: rot}); err != nil {
			return err
		}
	}
	return nil
}

// run builds the world and steps it for the given time.
func run(seconds float64) (*world, error) {
	q, err := d2.NewQuery(d2.Options{})
	w := &world{query: q, pairs: map[[2]int]*pair{}}
	crate := d2.Box{Size: d2.Vec{X: 1, Y: 1}}
	err = cmp.Or(err,
		w.add(d2.Box{Size: d2.Vec{X: 20, Y: 1}}, d2.Vec{Y: -0.5}, 0, 0, 0),
		w.add(crate, d2.Vec{Y: 0.6}, 0.02, 1, 1.0/6),
		w.add(crate, d2.Vec{X: 0.1, Y: 1.8}, -0.03, 1, 1.0/6),
		w.add(crate, d2.Vec{X: -0.1, Y: 3}, 0.05, 1, 1.0/6),
		w.add(d2.Circle{Radius: 0.5}, d2.Vec{X: 2.5, Y: 2}, 0, 1, 0.125))
	for range int(math.Round(seconds / dt)) {
		if err == nil {
			err = w.step()
		}
	}
	return w, err
}

func main() {
	w, err := run(4)
	if err != nil {
		log.Fatal(err)
	}
	for i, b := range w.bodies[1:] {
		fmt.Printf("body %d rests at height %.1f: %v\n", i+1, b.pos.Y, b.vel.Len() < 0.01 && math.Abs(b.spin) < 0.01)
	}
	fmt.Println("pairs that met:", len(w.pairs))
}
