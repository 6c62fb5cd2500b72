package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide/d2"
)

// body2 is a shape of a workload, with its name there and the radius about its frame's origin.
type body2 struct {
	id     string
	shape  d2.Shape
	radius float64
}

// placed2 is a body at a pose.
type placed2 struct {
	body2
	pose d2.Pose
}

func (w *writer) vec2(scale float64) d2.Vec {
	return d2.Vec{X: scale * w.signed(), Y: scale * w.signed()}
}

// direction2 returns a unit vector.
func (w *writer) direction2() d2.Vec {
	s, c := math.Sincos(2 * math.Pi * w.rng.Float64())
	return d2.Vec{X: c, Y: s}
}

func (w *writer) pose2(reach float64) d2.Pose {
	d := w.direction2()
	return d2.Pose{Pos: w.vec2(reach), Rot: must(d2.NewCosSin(d.X, d.Y))}
}

// print2 writes points.
func (w *writer) print2(points ...d2.Vec) {
	for _, p := range points {
		w.print(p.X, p.Y)
	}
}

// put2 writes a body and its pose.
func (w *writer) put2(b *placed2) {
	c, s := b.pose.Rot.CosSin()
	fmt.Fprint(w.out, " ", b.id)
	w.print2(b.pose.Pos)
	w.print(c, s)
}

// body2 draws a body of about unit size: circle, box, capsule, rod, polygonN, compoundN.
func (w *writer) body2(kind string) body2 {
	size := func() float64 { return 0.3 + 0.7*w.rng.Float64() }
	number := func(prefix string) int { return must(strconv.Atoi(strings.TrimPrefix(kind, prefix))) }
	switch {
	case kind == "circle":
		r := size()
		return body2{w.shape("circle", r), d2.Circle{Radius: r}, r}
	case kind == "capsule":
		h, r := size(), size()/2
		return body2{w.shape("capsule", h, r), d2.Capsule{Height: 2 * h, Radius: r}, h + r}
	case kind == "box" || kind == "rod":
		h := d2.Vec{X: size(), Y: size()}
		if kind == "rod" {
			h = d2.Vec{X: 1.5, Y: 0.02}
		}
		return body2{w.shape("box", h.X, h.Y), d2.Box{Size: h.Scale(2)}, h.Len()}
	case strings.HasPrefix(kind, "polygon"):
		n := number("polygon")
		angles := make([]float64, n) // one in each n-th of the turn, so that no edge is tiny
		for i := range angles {
			angles[i] = (float64(i) + 0.8*w.rng.Float64()) * 2 * math.Pi / float64(n)
		}
		slices.Sort(angles)
		points := make([]d2.Vec, n)
		numbers := []float64{float64(n)}
		stretch := d2.Vec{X: size(), Y: size()}
		for i, angle := range angles {
			s, c := math.Sincos(angle)
			points[i] = d2.Vec{X: c * stretch.X, Y: s * stretch.Y}
			numbers = append(numbers, points[i].X, points[i].Y)
		}
		return body2{w.shape("polygon", numbers...), must(d2.NewPolygon(points)), 1}
	}
	return w.compound2(number("compound"))
}

// compound2 draws a compound of n boxes.
func (w *writer) compound2(n int) body2 {
	parts := make([]d2.Part, n)
	ids := make([]string, n)
	for i := range parts {
		h := d2.Vec{X: w.between(0.1, 0.4), Y: w.between(0.1, 0.4)}
		ids[i] = w.shape("box", h.X, h.Y)
		parts[i] = d2.Part{Shape: d2.Box{Size: h.Scale(2)}, Pose: w.pose2(1)}
	}
	w.shapes++
	b := body2{fmt.Sprint("s", w.shapes), must(d2.NewCompound(parts)), math.Sqrt2 * 1.4}
	fmt.Fprintf(w.out, "shape %s compound %d", b.id, n)
	for i, p := range parts {
		w.put2(&placed2{body2{id: ids[i]}, p.Pose})
	}
	fmt.Fprintln(w.out)
	return b
}

// pool2 draws some bodies of a kind.
func (w *writer) pool2(kind string) (pool []body2) {
	for range 20 {
		pool = append(pool, w.body2(kind))
	}
	return pool
}

// pick2 places one of a pool.
func (w *writer) pick2(pool []body2) placed2 { return placed2{pool[w.rng.IntN(len(pool))], w.pose2(3)} }

// motion2 is a motion at constant velocities.
type motion2 struct {
	linear  d2.Vec
	angular float64
	center  d2.Vec
}

// at returns where b is at t.
func (b *placed2) at(m *motion2, t float64) d2.Object {
	p := b.pose
	s, c := math.Sincos(m.angular * t)
	p.Rot = must(d2.NewCosSin(c, s)).Mul(p.Rot)
	at := b.pose.Pos.Add(b.pose.Rot.Apply(m.center))
	p.Pos = at.Add(m.linear.Scale(t)).Sub(p.Rot.Apply(m.center))
	return must(d2.Place(b.shape, p))
}

// known2 is known for two bodies in motion.
func known2(a *placed2, ma *motion2, b *placed2, mb *motion2, duration, margin float64) (lo, hi float64) {
	speed := ma.linear.Sub(mb.linear).Len() + math.Abs(ma.angular)*(a.radius+ma.center.Len()) +
		math.Abs(mb.angular)*(b.radius+mb.center.Len())
	return known(func(t float64) (float64, float64) {
		x, y := a.at(ma, t), b.at(mb, t)
		c := d2.Distance(&x, &y)
		return c.Lower, c.Upper
	}, speed*(1+1e-9)+1e-12, duration, margin)
}

// aim2 is aim3 in the plane.
func (w *writer) aim2(a *placed2, reach float64, how int) (start, way d2.Vec) {
	d := w.direction2()
	off := []float64{0.4 * w.rng.Float64(), 0.9 + 0.2*w.rng.Float64(), 1.2}[how] * (a.radius + reach)
	distance := (a.radius + reach) * w.between(1.5, 10)
	start = a.pose.Pos.Sub(d.Scale(distance)).Add(d2.Vec{X: -d.Y, Y: d.X}.Scale(off))
	return start, d.Scale(2 * distance)
}

func rays2(kind string) func(w *writer, n int) {
	return func(w *writer, n int) {
		pool := w.pool2(kind)
		for range n {
			a := w.pick2(pool)
			start, way := w.aim2(&a, 0, w.how3())
			most := w.between(0.5, 4)
			fmt.Fprint(w.out, "ray")
			w.put2(&a)
			w.print2(start, way.Scale(1/most))
			w.print(most)
			point := placed2{body2{shape: d2.Circle{}}, d2.Pose{Pos: start}}
			w.end(known2(&a, &motion2{}, &point, &motion2{linear: way.Scale(1 / most)}, most, margin))
		}
	}
}

func points2(kind string) func(w *writer, n int) {
	return func(w *writer, n int) {
		pool := w.pool2(kind)
		for range n {
			a := w.pick2(pool)
			p := a.pose.Pos.Add(w.direction2().Scale(a.radius * []float64{0.5, 1, 1.2, 5}[w.rng.IntN(4)] * w.rng.Float64()))
			fmt.Fprint(w.out, "point")
			w.put2(&a)
			w.print2(p)
			x, y := must(d2.Place(a.shape, a.pose)), must(d2.Place(d2.Circle{}, d2.Pose{Pos: p}))
			c := d2.Distance(&x, &y)
			w.end(c.Lower, c.Upper)
		}
	}
}

func sweeps2(kindA, kindB string) func(w *writer, n int) {
	return func(w *writer, n int) {
		poolA, poolB := w.pool2(kindA), w.pool2(kindB)
		for range n {
			a, b := w.pick2(poolA), w.pick2(poolB)
			start, way := w.aim2(&a, b.radius, w.how3())
			b.pose.Pos = start
			fmt.Fprint(w.out, "sweep")
			w.put2(&a)
			w.put2(&b)
			w.print2(way)
			w.print(1)
			w.end(known2(&a, &motion2{}, &b, &motion2{linear: way}, 1, margin))
		}
	}
}

// skin is how near bodies of size one are in contact for Box2D, and how deep they may be apart.
const skin = 0.02

func motions2(kindA, kindB string) func(w *writer, n int) {
	return func(w *writer, n int) {
		poolA, poolB := w.pool2(kindA), w.pool2(kindB)
		for range n {
			a, b := w.pick2(poolA), w.pick2(poolB)
			start, way := w.aim2(&a, b.radius, w.how3())
			b.pose.Pos = start
			rate := []float64{0, 1, 3, 10}[w.rng.IntN(4)]
			ma, mb := motion2{}, motion2{linear: way, angular: rate * w.signed(), center: w.vec2(0.2)}
			if w.rng.IntN(2) == 0 {
				ma = motion2{linear: w.vec2(0.3), angular: rate * w.signed()}
			}
			fmt.Fprint(w.out, "motion")
			for _, x := range []struct {
				b *placed2
				m *motion2
			}{{&a, &ma}, {&b, &mb}} {
				w.put2(x.b)
				w.print2(x.m.linear)
				w.print(x.m.angular)
				w.print2(x.m.center)
			}
			w.print(1)
			w.end(known2(&a, &ma, &b, &mb, 1, skin))
		}
	}
}

// vertices2 draws a vertex and an edge that move a little, far, or through each other.
func vertices2(w *writer, n int) {
	for range n {
		fmt.Fprint(w.out, "vertices vertex-edge")
		var start, end [3]d2.Vec
		speed := []float64{0.01, 0.3, 1, 3}[w.rng.IntN(4)]
		for k := range start {
			start[k] = w.vec2(1)
			end[k] = start[k].Add(w.vec2(speed))
		}
		w.print2(start[:]...)
		w.print2(end[:]...)
		w.end(0, math.Inf(1))
	}
}

func planeWorkloads() (all []workload) {
	add := func(name string, write func(*writer, int)) { all = append(all, workload{name, 2, write}) }
	for _, kind := range strings.Fields("circle box capsule polygon8 polygon16 polygon64 compound8 compound64") {
		add("2d-ray-"+kind, rays2(kind))
		add("2d-point-"+kind, points2(kind))
	}
	for _, pair := range strings.Fields("box,box circle,polygon8 polygon16,polygon16 capsule,box compound8,box") {
		a, b, _ := strings.Cut(pair, ",")
		add("2d-sweep-"+a+"-"+b, sweeps2(a, b))
	}
	for _, pair := range strings.Fields("box,box polygon8,polygon8 circle,polygon8 rod,box rod,rod") {
		a, b, _ := strings.Cut(pair, ",")
		add("2d-motion-"+a+"-"+b, motions2(a, b))
	}
	add("2d-vertices", vertices2)
	return all
}
