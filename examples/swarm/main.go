// Command swarm moves 100 000 balls in a box, in space: all of them move in each frame, and those
// that touch bounce off each other. It prints how many touch, and a hash that is the same on every
// platform.
package main

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"log"
	"math"
	"math/rand/v2"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/d3/world"
)

const (
	count  = 100_000
	side   = 100.0 // of the box: a ball for each ten units of volume
	radius = 0.6
	dt     = 1.0 / 60
)

// swarm is balls that move. The value of a body is its velocity.
type swarm struct {
	world   *world.World[d3.Vec]
	handles []world.Handle
	poses   []d3.Pose
}

// newSwarm returns n balls at random places.
func newSwarm(n int) (*swarm, error) {
	w, err := world.New[d3.Vec](world.Options{})
	if err != nil {
		return nil, err
	}
	s := &swarm{world: w}
	r := rand.New(rand.NewPCG(1, 2))
	random := func(from, to float64) d3.Vec {
		x := func() float64 { return from + float64((to-from)*r.Float64()) }
		return d3.Vec{X: x(), Y: x(), Z: x()}
	}
	for range n {
		p := d3.Pose{Pos: random(radius, side-radius)}
		o, err := d3.Place(d3.Sphere{Radius: radius}, p)
		if err != nil {
			return nil, err
		}
		h, err := w.Add(&o, random(-3, 3), world.Body{})
		if err != nil {
			return nil, err
		}
		s.handles, s.poses = append(s.handles, h), append(s.poses, p)
	}
	return s, nil
}

// step moves all balls on by a frame, and returns how many pairs touch.
func (s *swarm) step() (touching int, err error) {
	for i, h := range s.handles {
		v, p := s.world.Value(h), &s.poses[i].Pos
		*p = p.Add(v.Scale(dt))
		for _, x := range [...]struct{ at, v *float64 }{{&p.X, &v.X}, {&p.Y, &v.Y}, {&p.Z, &v.Z}} {
			if *x.at < radius && *x.v < 0 || *x.at > side-radius && *x.v > 0 {
				*x.v = -*x.v
			}
		}
	}
	if err := s.world.MoveAll(s.handles, s.poses); err != nil {
		return 0, err
	}
	s.world.Step(world.StepOptions{})
	for p := range s.world.Pairs() {
		for c := range s.world.Contacts(p) {
			touching++
			a, b, n := s.world.Value(p.A), s.world.Value(p.B), c.Manifold.Normal
			if speed := b.Sub(*a).Dot(n); speed < 0 { // balls of one mass: they change places along the normal
				*a, *b = a.Add(n.Scale(speed)), b.Sub(n.Scale(speed))
			}
		}
	}
	return touching, nil
}

// hash returns the hash of all places.
func (s *swarm) hash() uint64 {
	h := fnv.New64a()
	var b [8]byte
	for i := range s.poses {
		p := &s.poses[i].Pos
		for _, x := range [...]float64{p.X, p.Y, p.Z} {
			binary.LittleEndian.PutUint64(b[:], math.Float64bits(x))
			h.Write(b[:])
		}
	}
	return h.Sum64()
}

func main() {
	s, err := newSwarm(count)
	if err != nil {
		log.Fatal(err)
	}
	for frame := range 5 {
		touching, err := s.step()
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("frame %d: %d pairs touch\n", frame, touching)
	}
	fmt.Printf("hash: %016x\n", s.hash())
}
