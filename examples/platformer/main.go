// Command platformer runs a game of the plane without a screen: a level of tiles, a runner, walkers
// that turn at edges and walls, coins, and bullets that fly farther in a frame than a tile is wide.
// It prints what happened, and a hash of 10 000 frames that is the same on every platform.
package main

import (
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"
	"log"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d2/world"
)

// level has a letter for each cell, a unit wide: # tile, o coin, w walker, r the runner.
//
//nolint:dupword // a picture
const level = `
##############################################
#                                            #
#    o   o                      o            #
#      #####    o   w         #####  o   o   #
#                 ######                 #####
#   o     o                o   o             #
#  ####    w             #####     w  o      #
#    o  ########  o        o     #####   #####
#  w          o       o   w        o         #
# r   o  ##      ########      ##  w    o    #
#     ######        o         ######      o  #
##############################################
`

const (
	dt      = 1.0 / 60
	gravity = -30.0
	run     = 7.0   // speed of the runner
	jump    = 14.0  // speed with which it leaves the ground
	muzzle  = 120.0 // speed of a bullet: two tiles a frame
	reload  = 25    // frames from bullet to bullet
	away    = 240   // frames until a coin is back
	near    = 0.02  // how near the ground counts as standing
)

// kind is what a body is.
type kind uint8

const (
	tiles kind = iota
	runner
	walker
	coin
	bullet
)

// thing is the value of a body.
type thing struct {
	kind     kind
	velocity d2.Vec
	half     d2.Vec // half its size
}

// game is a level under way.
type game struct {
	world  *world.World[thing]
	runner world.Handle
	input  *rand.Rand
	frame  int
	back   map[int][]d2.Vec // where coins come back, by frame
	right  bool             // the way the runner goes
	ready  int              // the frame from which it may shoot

	coins, shots, hits, turns int
	sum                       hash.Hash64
}

// add puts a body into the world.
func (g *game) add(s d2.Shape, t thing, at d2.Vec, b world.Body) (world.Handle, error) {
	o, err := d2.Place(s, d2.Pose{Pos: at})
	if err != nil {
		return 0, err
	}
	return g.world.Add(&o, t, b)
}

// newGame returns the level at its start.
func newGame() (*game, error) {
	w, err := world.New[thing](world.Options{})
	if err != nil {
		return nil, err
	}
	g := &game{world: w, input: rand.New(rand.NewPCG(1, 2)), back: map[int][]d2.Vec{}, right: true, sum: fnv.New64a()}
	rows := strings.Split(strings.TrimSpace(level), "\n")
	var parts []d2.Part
	for i, row := range rows {
		y := float64(len(rows) - 1 - i)
		for x := 0; x < len(row); x++ {
			at := d2.Vec{X: float64(x) + 0.5, Y: y + 0.5}
			switch row[x] {
			case '#': // tiles beside each other are one box, so that nothing stumbles over their seams
				n := len(row[x:]) - len(strings.TrimLeft(row[x:], "#"))
				parts = append(parts, d2.Part{
					Shape: d2.Box{Size: d2.Vec{X: float64(n), Y: 1}},
					Pose:  d2.Pose{Pos: d2.Vec{X: float64(x) + float64(0.5*float64(n)), Y: y + 0.5}},
				})
				x += n - 1
			case 'o':
				err = g.addCoin(at)
			case 'r':
				g.runner, err = g.addActor(runner, at, d2.Vec{X: 0.6, Y: 0.9}, 0)
			case 'w':
				_, err = g.addActor(walker, at, d2.Vec{X: 0.8, Y: 0.6}, 2)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	ground, err := d2.NewCompound(parts)
	if err != nil {
		return nil, err
	}
	_, err = g.add(ground, thing{kind: tiles}, d2.Vec{}, world.Body{Kind: world.Static})
	return g, err
}

// addCoin puts a coin at a place: a sensor, which stops nothing.
func (g *game) addCoin(at d2.Vec) error {
	_, err := g.add(d2.Circle{Radius: 0.3}, thing{kind: coin}, at, world.Body{Kind: world.Static, Sensor: true})
	return err
}

// addActor puts a body that walks at a place. Walkers and the runner pass through each other, and
// are stopped on their way by tiles.
func (g *game) addActor(k kind, at, size d2.Vec, speed float64) (world.Handle, error) {
	t := thing{kind: k, velocity: d2.Vec{X: speed}, half: size.Scale(0.5)}
	return g.add(d2.Box{Size: size}, t, at, world.Body{Fast: true, Filter: world.Filter{Group: -1}})
}

// below returns how far the ground is below a point, up to a length; ok is false where there is
// none.
func (g *game) below(p d2.Vec, length float64, except world.Handle) (float64, bool) {
	ray, err := d2.NewRay(p, d2.Vec{Y: -1}, length)
	if err != nil {
		return 0, false
	}
	hit, ok := g.world.CastRay(&ray, world.Who{Except: except, Take: g.isTiles})
	return hit.T, ok
}

// isTiles reports whether a body is the ground.
func (g *game) isTiles(h world.Handle) bool { return g.world.Value(h).kind == tiles }

// stands reports whether the body h has ground below one of its feet.
func (g *game) stands(h world.Handle) bool {
	t, at := g.world.Value(h), g.world.Object(h).Pose().Pos
	for _, side := range []float64{-1, 1} {
		foot := d2.Vec{X: at.X + float64(side*t.half.X), Y: at.Y}
		if d, ok := g.below(foot, t.half.Y+near, h); ok && d >= t.half.Y-near {
			return true
		}
	}
	return false
}

// blocked reports whether the ground keeps the body h from going so far along x.
func (g *game) blocked(h world.Handle, x float64) (bool, error) {
	s, err := d2.NewSweep(d2.Vec{X: x}, 1, d2.SweepOptions{Deepening: true})
	if err != nil {
		return false, err
	}
	_, hit := g.world.CastShape(g.world.Object(h), &s, world.Who{Except: h, Take: g.isTiles})
	return hit, nil
}

// think changes the velocity of an actor.
func (g *game) think(h world.Handle) error {
	t, at := g.world.Value(h), g.world.Object(h).Pose().Pos
	stands := g.stands(h)
	switch {
	case stands && t.velocity.Y <= 0:
		t.velocity.Y = 0
	default:
		t.velocity.Y = max(t.velocity.Y+float64(gravity*dt), -25)
	}
	if t.kind == walker {
		ahead := d2.Vec{X: at.X + math.Copysign(t.half.X+0.05, t.velocity.X), Y: at.Y}
		if _, ok := g.below(ahead, t.half.Y+0.5, h); stands && !ok {
			t.velocity.X = -t.velocity.X
			g.turns++
		}
		return nil
	}
	if g.input.IntN(90) == 0 { // what a player would press
		g.right = !g.right
	}
	t.velocity.X = run
	if !g.right {
		t.velocity.X = -run
	}
	if blocked, err := g.blocked(h, math.Copysign(near, t.velocity.X)); blocked || err != nil {
		t.velocity.X = 0 // else it would hang at a wall, as each way into it ends at once
		return err
	}
	if stands && g.input.IntN(20) == 0 {
		t.velocity.Y = jump
	}
	return g.shoot(h)
}

// shoot lets the runner shoot now and then.
func (g *game) shoot(h world.Handle) error {
	if g.frame >= g.ready && g.input.IntN(10) == 0 {
		g.ready = g.frame + reload
		g.shots++
		v := d2.Vec{X: muzzle}
		if !g.right {
			v.X = -muzzle
		}
		at := g.world.Object(h).Pose().Pos
		_, err := g.add(d2.Circle{Radius: 0.08}, thing{kind: bullet, velocity: v}, at,
			world.Body{Fast: true, Filter: world.Filter{Group: -2}})
		return err
	}
	return nil
}

// step moves the game on by a frame.
func (g *game) step() error {
	for _, at := range g.back[g.frame] {
		if err := g.addCoin(at); err != nil {
			return err
		}
	}
	delete(g.back, g.frame)
	var actors []world.Handle // not bullets of this frame
	for h := range g.world.Bodies() {
		if k := g.world.Value(h).kind; k == runner || k == walker || k == bullet {
			actors = append(actors, h)
		}
	}
	for _, h := range actors {
		if g.world.Value(h).kind != bullet {
			if err := g.think(h); err != nil {
				return err
			}
		}
		p := g.world.Object(h).Pose()
		p.Pos = p.Pos.Add(g.world.Value(h).velocity.Scale(dt))
		if err := g.world.Move(h, p); err != nil {
			return err
		}
	}
	g.world.Step(world.StepOptions{Leave: true, Take: g.meet})
	if err := g.react(); err != nil {
		return err
	}
	g.record()
	g.frame++
	return nil
}

// meet reports whether a pair is one that the game is about: not the runner and its own bullets.
func (g *game) meet(a, b world.Handle) bool {
	x, y := g.world.Value(a).kind, g.world.Value(b).kind
	return !(x == runner && y == bullet || x == bullet && y == runner)
}

// react lets what moved be stopped, and what was hit or found go.
func (g *game) react() error {
	var gone []world.Handle
	for hit := range g.world.Impacts() {
		t := g.world.Value(hit.Body)
		if t.kind == bullet {
			gone = append(gone, hit.Body)
			if other := g.world.Value(hit.Other); other.kind == walker {
				g.hits++
				other.velocity.X = -other.velocity.X
			}
			continue
		}
		n := hit.Normal // out of the body that moves
		if into := t.velocity.Dot(n); into > 0 {
			walked := t.velocity.X
			t.velocity = t.velocity.Sub(n.Scale(into))
			if t.kind == walker && math.Abs(n.X) > 0.5 {
				t.velocity.X = -walked
				g.turns++
			}
		}
	}
	for p := range g.world.Events() {
		c, r := p.A, p.B
		if g.world.Value(c) == nil || g.world.Value(r) == nil {
			continue
		}
		if g.world.Value(c).kind == runner {
			c, r = r, c
		}
		if p.State == world.Began && g.world.Value(c).kind == coin && g.world.Value(r).kind == runner {
			g.coins++
			gone = append(gone, c)
			g.back[g.frame+away] = append(g.back[g.frame+away], g.world.Object(c).Pose().Pos)
		}
	}
	for _, h := range gone {
		if err := g.world.Remove(h); err != nil {
			return err
		}
	}
	return nil
}

// record adds the frame to the hash: the bits of all places and velocities.
func (g *game) record() {
	var b [8]byte
	write := func(x uint64) {
		binary.LittleEndian.PutUint64(b[:], x)
		g.sum.Write(b[:])
	}
	for h := range g.world.Bodies() {
		at, v := g.world.Object(h).Pose().Pos, g.world.Value(h).velocity
		for _, x := range [...]float64{at.X, at.Y, v.X, v.Y} {
			write(math.Float64bits(x))
		}
		write(uint64(h))
	}
}

// play returns a game after so many frames.
func play(frames int) (*game, error) {
	g, err := newGame()
	for err == nil && g.frame < frames {
		err = g.step()
	}
	return g, err
}

func main() {
	g, err := play(10000)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d coins, %d shots, %d hits, %d turns\n", g.coins, g.shots, g.hits, g.turns)
	fmt.Printf("hash of %d frames: %016x\n", g.frame, g.sum.Sum64())
}
