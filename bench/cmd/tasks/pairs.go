package main

import (
	"fmt"
	"strings"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// Pairs of bodies, in the format of cmd/race: one file for each two kinds and each regime.

// regimes are the ways in which two bodies lie to each other. A share is one of the mean of their
// radii.
var regimes = []string{
	"far",     // the balls about them are 0.5 to 3 radii apart
	"near",    // 0.5 to 1.5 % apart
	"shallow", // 1 to 5 % deep
	"deep",    // their frames' origins are within 0.3 of the lesser radius
	"touch",   // within 1e-15 to 1e-6 of touching, on either side
}

// kinds3 and kinds2 are the pairs of kinds that are drawn.
var (
	kinds3 = [][2]string{
		{"sphere", "box"},
		{"capsule", "capsule"},
		{"capsule", "box"},
		{"box", "box"},
		{"cylinder", "cylinder"},
		{"cone", "box"},
		{"ellipsoid", "ellipsoid"},
		{"hull8", "hull8"},
		{"hull16", "hull16"},
		{"hull32", "hull32"},
		{"hull128", "hull128"},
		{"hull512", "hull512"},
		{"hull2048", "hull2048"},
	}
	kinds2 = [][2]string{
		{"circle", "circle"},
		{"circle", "polygon8"},
		{"capsule", "capsule"},
		{"capsule", "polygon8"},
		{"polygon4", "polygon4"},
		{"polygon8", "polygon8"},
		{"polygon16", "polygon16"},
		{"polygon64", "polygon64"},
	}
)

// nameOf returns the name of a pair of kinds.
func nameOf(k [2]string) string {
	if k[0] == k[1] {
		return k[0]
	}
	return strings.Join(k[:], "-")
}

// pairWorkloads returns the files of pairs.
func pairWorkloads() (list []workload) {
	for _, r := range regimes {
		for _, k := range kinds3 {
			list = append(list, workload{nameOf(k) + "." + r, 3, func(w *writer, n int) {
				w.faces = true
				w.pairs3(k, r, n)
			}})
		}
		for _, k := range kinds2 {
			list = append(list, workload{"2d-" + nameOf(k) + "." + r, 2, func(w *writer, n int) { w.pairs2(k, r, n) }})
		}
	}
	return list
}

// gap returns the signed distance that a pair of a regime is to have, in radii.
func (w *writer) gap(regime string) float64 {
	switch regime {
	case "near":
		return w.between(0.005, 0.015)
	case "shallow":
		return -w.between(0.01, 0.05)
	}
	return [...]float64{0, 1e-15, 1e-12, 1e-9, 1e-6}[w.rng.IntN(5)] * float64(2*w.rng.IntN(2)-1)
}

// settleTurns is how often a body is moved along the normal; pairs that are then not where they
// should be stay where they are: what is known of them does not come from here.
const settleTurns = 12

// pairs3 writes n pairs of two kinds in a regime.
func (w *writer) pairs3(kinds [2]string, regime string, n int) {
	a, b := w.pool3(kinds[0]), w.pool3(kinds[1])
	for range n {
		x, y := w.pick3(a), w.pick3(b)
		size := (x.radius + y.radius) / 2
		away := w.direction3()
		switch regime {
		case "far":
			y.pose.Pos = x.pose.Pos.Add(away.Scale(x.radius + y.radius + size*(0.5+2.5*w.rng.Float64())))
		case "deep":
			y.pose.Pos = x.pose.Pos.Add(away.Scale(0.3 * min(x.radius, y.radius) * w.rng.Float64()))
		default:
			y.pose.Pos = x.pose.Pos.Add(away.Scale(x.radius + y.radius))
			for want, turn := size*w.gap(regime), 0; turn < settleTurns; turn++ {
				p, q := must(d3.Place(x.shape, x.pose)), must(d3.Place(y.shape, y.pose))
				c := d3.Distance(&p, &q)
				y.pose.Pos = y.pose.Pos.Add(c.Normal.Scale(want - c.Distance))
			}
		}
		fmt.Fprint(w.out, "pair")
		w.put3(&x)
		w.put3(&y)
		fmt.Fprintln(w.out)
	}
}

// pairs2 is pairs3 in the plane.
func (w *writer) pairs2(kinds [2]string, regime string, n int) {
	a, b := w.pool2(kinds[0]), w.pool2(kinds[1])
	for range n {
		x, y := w.pick2(a), w.pick2(b)
		size := (x.radius + y.radius) / 2
		away := w.direction2()
		switch regime {
		case "far":
			y.pose.Pos = x.pose.Pos.Add(away.Scale(x.radius + y.radius + size*(0.5+2.5*w.rng.Float64())))
		case "deep":
			y.pose.Pos = x.pose.Pos.Add(away.Scale(0.3 * min(x.radius, y.radius) * w.rng.Float64()))
		default:
			y.pose.Pos = x.pose.Pos.Add(away.Scale(x.radius + y.radius))
			for want, turn := size*w.gap(regime), 0; turn < settleTurns; turn++ {
				p, q := must(d2.Place(x.shape, x.pose)), must(d2.Place(y.shape, y.pose))
				c := d2.Distance(&p, &q)
				y.pose.Pos = y.pose.Pos.Add(c.Normal.Scale(want - c.Distance))
			}
		}
		fmt.Fprint(w.out, "pair")
		w.put2(&x)
		w.put2(&y)
		fmt.Fprintln(w.out)
	}
}
