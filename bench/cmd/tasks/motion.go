package main

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// Pairs of bodies from frame to frame, and hulls of many sizes, in the format of cmd/race.

const (
	trajectories = 20
	frames       = 100
)

// modes are how two bodies that move lie to each other: 2 % of the mean of their radii apart, 10 %
// deep, or with the frames' origins half the lesser radius apart.
var modes = []string{"apart", "shallow", "deep"}

// gaps are the signed distances of the modes that keep one, in sizes.
var gaps = map[string]float64{"apart": 0.02, "shallow": -0.1}

// motionSteps are by how much of its size a body moves, and by how many radians it turns, from
// frame to frame.
var motionSteps = []float64{0.001, 0.01, 0.1}

// motionKinds are the pairs of kinds that move.
var (
	motionKinds3 = [][2]string{
		{"box", "box"},
		{"capsule", "box"},
		{"cylinder", "cylinder"},
		{"hull32", "hull32"},
		{"hull512", "hull512"},
	}
	motionKinds2 = [][2]string{{"capsule", "capsule"}, {"polygon8", "polygon8"}, {"polygon64", "polygon64"}}
)

// sizes are the corners of hulls by which growth is measured.
var sizes = []int{8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192}

// motionWorkloads returns the files of pairs that move, and of hulls near each other.
func motionWorkloads() (list []workload) {
	for _, mode := range modes {
		for _, step := range motionSteps {
			for _, k := range motionKinds3 {
				list = append(list, workload{fmt.Sprintf("%s.%s-%v", nameOf(k), mode, step), 3, func(w *writer, _ int) {
					w.faces = true
					w.frames3(k, mode, step)
				}})
			}
			for _, k := range motionKinds2 {
				list = append(list, workload{fmt.Sprintf("2d-%s.%s-%v", nameOf(k), mode, step), 2, func(w *writer, _ int) {
					w.frames2(k, mode, step)
				}})
			}
		}
	}
	for _, n := range sizes {
		kind := fmt.Sprint("hull", n)
		list = append(list, workload{kind + ".growth", 3, func(w *writer, n int) {
			w.faces = true
			w.pairs3([2]string{kind, kind}, "near", n)
		}})
	}
	return list
}

// nextFrame is how many settling steps follow those of the first frame.
const nextFrame = 3

// frames3 writes how pairs of two kinds move: each body turns about an axis of its own, and b moves
// to and fro about a place that keeps its distance from a.
func (w *writer) frames3(kinds [2]string, mode string, step float64) {
	a, b := w.pool3(kinds[0]), w.pool3(kinds[1])
	for range trajectories {
		x, y := w.pick3(a), w.pick3(b)
		size := (x.radius + y.radius) / 2
		away := w.direction3()
		y.pose.Pos = x.pose.Pos.Add(away.Scale(x.radius + y.radius))
		if mode == "deep" {
			y.pose.Pos = x.pose.Pos.Add(away.Scale(0.5 * min(x.radius, y.radius)))
		}
		turnX, turnY := w.turn3(step), w.turn3(step)
		for frame := range frames {
			x.pose.Rot, y.pose.Rot = turnX.Mul(x.pose.Rot), turnY.Mul(y.pose.Rot)
			turns := settleTurns
			if frame > 0 {
				turns = nextFrame
			}
			if mode == "deep" {
				turns = 0
			}
			for range turns {
				p, q := must(d3.Place(x.shape, x.pose)), must(d3.Place(y.shape, y.pose))
				c := d3.Distance(&p, &q)
				y.pose.Pos = y.pose.Pos.Add(c.Normal.Scale(size*gaps[mode] - c.Distance))
			}
			moved := y
			side := w.direction3().Scale(step * size / 2)
			moved.pose.Pos = moved.pose.Pos.Add(side.Sub(away.Scale(side.Dot(away))))
			fmt.Fprint(w.out, "pair")
			w.put3(&x)
			w.put3(&moved)
			fmt.Fprintln(w.out)
		}
	}
}

// turn3 returns a turn by an angle about an axis that is drawn.
func (w *writer) turn3(angle float64) d3.Rot {
	s, c := math.Sincos(angle / 2)
	axis := w.direction3()
	return must(d3.NewQuat(s*axis.X, s*axis.Y, s*axis.Z, c))
}

// frames2 is frames3 in the plane.
func (w *writer) frames2(kinds [2]string, mode string, step float64) {
	a, b := w.pool2(kinds[0]), w.pool2(kinds[1])
	for range trajectories {
		x, y := w.pick2(a), w.pick2(b)
		size := (x.radius + y.radius) / 2
		away := w.direction2()
		y.pose.Pos = x.pose.Pos.Add(away.Scale(x.radius + y.radius))
		if mode == "deep" {
			y.pose.Pos = x.pose.Pos.Add(away.Scale(0.5 * min(x.radius, y.radius)))
		}
		turnX, turnY := turn2(step), turn2(-step)
		for frame := range frames {
			x.pose.Rot, y.pose.Rot = turnX.Mul(x.pose.Rot), turnY.Mul(y.pose.Rot)
			turns := settleTurns
			if frame > 0 {
				turns = nextFrame
			}
			if mode == "deep" {
				turns = 0
			}
			for range turns {
				p, q := must(d2.Place(x.shape, x.pose)), must(d2.Place(y.shape, y.pose))
				c := d2.Distance(&p, &q)
				y.pose.Pos = y.pose.Pos.Add(c.Normal.Scale(size*gaps[mode] - c.Distance))
			}
			moved := y
			side := w.direction2().Scale(step * size / 2)
			moved.pose.Pos = moved.pose.Pos.Add(side.Sub(away.Scale(side.Dot(away))))
			fmt.Fprint(w.out, "pair")
			w.put2(&x)
			w.put2(&moved)
			fmt.Fprintln(w.out)
		}
	}
}

// turn2 returns a turn by an angle.
func turn2(angle float64) d2.Rot {
	s, c := math.Sincos(angle)
	return must(d2.NewCosSin(c, s))
}
