// Command planner moves an arm out of the way: the clearance of each link, its exact gradient by
// the joints from the normal and the witness point of the contact, and steps along the gradient
// until the arm keeps its distance. Then it looks how far the way to other places is clear, between
// samples too.
package main

import (
	"fmt"
	"log"
	"math"

	"github.com/collide-go/collide/d3"
)

const (
	clearance = 0.1  // metres that the arm keeps from the obstacles
	radius    = 0.05 // of its links
)

// joint turns what comes after it about an axis. Between it and the next joint lies a link along X.
type joint struct {
	axis   d3.Vec // unit, in the frame of the link before
	length float64
}

// arm is a chain of joints from the origin, with a capsule for each link.
type arm struct {
	joints []joint
	links  []d3.Object
	origin []d3.Vec // of the joints, in the world, as of the last set
	axis   []d3.Vec // of the joints, in the world
}

// newArm returns the arm, straight along X.
func newArm(joints ...joint) (*arm, error) {
	a := &arm{joints: joints, origin: make([]d3.Vec, len(joints)), axis: make([]d3.Vec, len(joints))}
	for _, j := range joints {
		link, err := d3.Place(d3.Capsule{Height: j.length, Radius: radius}, d3.Pose{})
		if err != nil {
			return nil, err
		}
		a.links = append(a.links, link)
	}
	return a, a.set(make([]float64, len(joints)))
}

// set moves the links to where the joints have the angles q, in radians.
func (a *arm) set(q []float64) error {
	alongX, err := d3.NewFromTo(d3.Vec{Z: 1}, d3.Vec{X: 1}) // a capsule lies along Z
	if err != nil {
		return err
	}
	var frame d3.Pose
	for i, j := range a.joints {
		a.origin[i], a.axis[i] = frame.Pos, frame.Rot.Apply(j.axis)
		turn, err := d3.NewAxisAngle(j.axis, q[i])
		if err != nil {
			return err
		}
		frame = frame.Mul(d3.Pose{Rot: turn})
		middle := d3.Pose{Pos: d3.Vec{X: j.length / 2}, Rot: alongX}
		if err := a.links[i].Move(frame.Mul(middle)); err != nil {
			return err
		}
		frame = frame.Mul(d3.Pose{Pos: d3.Vec{X: j.length}})
	}
	return nil
}

// nearest returns the contact of least distance of a link with an obstacle, and the link.
func (a *arm) nearest(obstacles []d3.Object) (least d3.Contact, link int) {
	least.Distance = math.Inf(1)
	for i := range a.links {
		for k := range obstacles {
			if c := d3.Distance(&a.links[i], &obstacles[k]); c.Distance < least.Distance {
				least, link = c, i
			}
		}
	}
	return least, link
}

// gradient returns how the signed distance c of the link changes with each joint. The distance is
// that of two points along the normal. Turning joint i moves the link's point with the velocity
// axis x (PointA - origin); the obstacle stays; and how the points slide on the surfaces does not
// count, since the surfaces lie across the normal. So
//
//	d Distance / d q[i] = -Normal . (axis[i] x (PointA - origin[i]))
//
// for the joints up to the link, and 0 for those after it.
func (a *arm) gradient(c d3.Contact, link int) []float64 {
	g := make([]float64, len(a.joints))
	for i := range g[:link+1] {
		velocity := a.axis[i].Cross(c.PointA.Sub(a.origin[i]))
		g[i] = -c.Normal.Dot(velocity)
	}
	return g
}

// retreat turns the joints, a little at a time, until the arm keeps the clearance, and returns the
// number of steps.
func (a *arm) retreat(q []float64, obstacles []d3.Object, say func(step int, c d3.Contact)) (int, error) {
	for step := range 100 {
		if err := a.set(q); err != nil {
			return step, err
		}
		c, link := a.nearest(obstacles)
		say(step, c)
		if c.Lower >= clearance { // proved, not only computed
			return step, nil
		}
		g, square := a.gradient(c, link), 0.0
		for _, x := range g {
			square += x * x
		}
		for i, x := range g {
			q[i] += min(0.05/math.Sqrt(square), 1.1*(clearance-c.Distance)/square) * x
		}
	}
	return 100, fmt.Errorf("no way out in 100 steps")
}

// farthest returns how far any point of a link can go at most while the joints turn from one
// configuration to another, each at a constant rate: for each joint before it the turn times the
// greatest distance of a point of the link from that joint.
func (a *arm) farthest(link int, from, to []float64) float64 {
	way, reach := 0.0, radius
	for i := link; i >= 0; i-- {
		reach += a.joints[i].length
		way += float64(math.Abs(to[i]-from[i]) * reach)
	}
	return way
}

// clear returns how far the way from one configuration to another is clear, 1 for all of it. Each
// sample proves the way up to where the first link may have come as far as its obstacle is away.
func (a *arm) clear(from, to []float64, obstacles []d3.Object) (t float64, err error) {
	const least = 1e-6 // steps below it say that something is met
	q := make([]float64, len(from))
	for t < 1 {
		for i := range q {
			q[i] = from[i] + float64(t*(to[i]-from[i]))
		}
		if err := a.set(q); err != nil {
			return t, err
		}
		step := 1.0
		for i := range a.links {
			way := a.farthest(i, from, to)
			for k := range obstacles {
				step = min(step, d3.Distance(&a.links[i], &obstacles[k]).Lower/way)
			}
		}
		if !(step > least) {
			return t, nil
		}
		t += step
	}
	return 1, nil
}

// cell returns an arm of three joints and the obstacles about it.
func cell() (*arm, []d3.Object, error) {
	a, err := newArm(
		joint{axis: d3.Vec{Z: 1}, length: 0.3},
		joint{axis: d3.Vec{Y: 1}, length: 0.5},
		joint{axis: d3.Vec{Y: 1}, length: 0.4},
	)
	if err != nil {
		return nil, nil, err
	}
	var obstacles []d3.Object
	for _, o := range []struct {
		shape d3.Shape
		at    d3.Vec
	}{
		{d3.HalfSpace{Normal: d3.Vec{Z: 1}, Offset: -0.5}, d3.Vec{}}, // the floor
		{d3.Box{Size: d3.Vec{X: 0.3, Y: 0.3, Z: 0.6}}, d3.Vec{X: 0.9, Y: 0.1, Z: -0.2}},
		{d3.Cylinder{Radius: 0.1, Height: 2}, d3.Vec{X: 0.4, Y: 0.5}},
	} {
		placed, err := d3.Place(o.shape, d3.Pose{Pos: o.at})
		if err != nil {
			return nil, nil, err
		}
		obstacles = append(obstacles, placed)
	}
	return a, obstacles, nil
}

func main() {
	a, obstacles, err := cell()
	if err != nil {
		log.Fatal(err)
	}
	q := []float64{0.1, 0.1, 0.2}
	steps, err := a.retreat(q, obstacles, func(step int, c d3.Contact) {
		fmt.Printf("step %d: %v, %.4f\n", step, c.Relation, c.Distance)
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("clear after %d steps, joints at %.3f\n", steps, q)
	for _, to := range [][]float64{{-1.5, -0.5, 0.4}, {2, 0.1, 0.2}} {
		t, err := a.clear(q, to, obstacles)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("the way to %.1f is clear up to %.4f\n", to, t)
	}
}
