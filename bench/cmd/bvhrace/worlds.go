package main

import (
	"math"
	"math/rand/v2"

	"github.com/collide-go/collide/broadphase"
)

// worlds are the kinds of boxes that have names, by which n of them are made.
var worlds = map[string]func(rng *rand.Rand, n int) []broadphase.Box3{
	"uniform":    uniform,
	"clustered":  clustered,
	"mixed":      mixed,
	"city":       city,
	"line":       line,
	"duplicates": duplicates,
	"grid":       grid,
}

// around returns the box around a centre, with half its sides.
func around(c, h [3]float64) (b broadphase.Box3) {
	for k := range 3 {
		b[k], b[k+3] = c[k]-h[k], c[k]+h[k]
	}
	return b
}

// three returns three numbers from lo to hi.
func three(rng *rand.Rand, lo, hi float64) (v [3]float64) {
	for k := range v {
		v[k] = lo + rng.Float64()*(hi-lo)
	}
	return v
}

// uniform returns boxes of sides 0.2 to 1 of which each meets about two others.
func uniform(rng *rand.Rand, n int) []broadphase.Box3 {
	side := math.Cbrt(float64(n))
	boxes := make([]broadphase.Box3, n)
	for i := range boxes {
		for k := range 3 {
			c, h := rng.Float64()*side, 0.1+0.4*rng.Float64()
			boxes[i][k], boxes[i][k+3] = c-h, c+h
		}
	}
	return boxes
}

// clustered returns boxes around 32 places, most of them near one.
func clustered(rng *rand.Rand, n int) []broadphase.Box3 {
	var places [32][3]float64
	for i := range places {
		places[i] = three(rng, 0, 200)
	}
	boxes := make([]broadphase.Box3, n)
	for i := range boxes {
		c, w := places[rng.IntN(len(places))], three(rng, -1, 1)
		for k := range c {
			c[k] += 12 * w[k] * w[k] * w[k]
		}
		boxes[i] = around(c, three(rng, 0.05, 0.3))
	}
	return boxes
}

// mixed returns boxes of sides from 0.4 to 1000, few of them long.
func mixed(rng *rand.Rand, n int) []broadphase.Box3 {
	side := 40 * math.Cbrt(float64(n))
	boxes := make([]broadphase.Box3, n)
	for i := range boxes {
		size, h := math.Exp2(math.Floor(10*math.Pow(rng.Float64(), 16))), three(rng, 0.2, 0.5)
		boxes[i] = around(three(rng, 0, side), [3]float64{size * h[0], size * h[1], size * h[2]})
	}
	return boxes
}

// city returns blocks that touch wall to wall, and small things on the ground between and in them.
func city(rng *rand.Rand, n int) []broadphase.Box3 {
	m := int(math.Sqrt(0.7 * float64(n)))
	boxes := make([]broadphase.Box3, n)
	for i := range boxes {
		if i < m*m {
			x, y := float64(i%m), float64(i/m)
			boxes[i] = broadphase.Box3{x, y, 0, x + 1, y + 1, float64(rng.IntN(64))/4 + 0.25}
			continue
		}
		c := three(rng, 0, 1)
		boxes[i] = around([3]float64{c[0] * float64(m), c[1] * float64(m), 2 * c[2]}, three(rng, 0.05, 0.4))
	}
	return boxes
}

// line returns cubes along a line, of which each meets eight others.
func line(rng *rand.Rand, n int) []broadphase.Box3 {
	boxes := make([]broadphase.Box3, n)
	for i := range boxes {
		boxes[i] = around([3]float64{rng.Float64() * float64(n) / 4}, [3]float64{0.5, 0.5, 0.5})
	}
	return boxes
}

// duplicates returns an eighth as many boxes, each about eight times; one in four is a point.
func duplicates(rng *rand.Rand, n int) []broadphase.Box3 {
	some := make([]broadphase.Box3, max(1, n/8))
	for i := range some {
		h := three(rng, 0, 0.5)
		if i%4 == 0 {
			h = [3]float64{}
		}
		some[i] = around(three(rng, 0, 3*math.Cbrt(float64(len(some)))), h)
	}
	boxes := make([]broadphase.Box3, n)
	for i := range boxes {
		boxes[i] = some[rng.IntN(len(some))]
	}
	return boxes
}

// grid returns unit cells that touch on all sides, about n.
func grid(_ *rand.Rand, n int) []broadphase.Box3 {
	m := int(math.Round(math.Cbrt(float64(n))))
	boxes := make([]broadphase.Box3, m*m*m)
	for i := range boxes {
		x, y, z := float64(i%m), float64(i/m%m), float64(i/m/m)
		boxes[i] = broadphase.Box3{x, y, z, x + 1, y + 1, z + 1}
	}
	return boxes
}
