package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/collide-go/collide/d3"
)

// body3 is a shape of a workload, with its name there and the radius about its frame's origin.
type body3 struct {
	id     string
	shape  d3.Shape
	radius float64
}

// placed3 is a body at a pose.
type placed3 struct {
	body3
	pose d3.Pose
}

// must returns x; what is drawn here is valid.
func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

func (w *writer) vec3(scale float64) d3.Vec {
	return d3.Vec{X: scale * w.signed(), Y: scale * w.signed(), Z: scale * w.signed()}
}

// direction3 returns a unit vector.
func (w *writer) direction3() d3.Vec {
	for {
		if v := w.vec3(1); v.Len() <= 1 && v.Len() > 0.1 {
			return v.Scale(1 / v.Len())
		}
	}
}

func (w *writer) pose3(reach float64) d3.Pose {
	for {
		x, y, z, s := w.signed(), w.signed(), w.signed(), w.signed()
		if n := math.Sqrt(x*x + y*y + z*z + s*s); n <= 1 && n > 0.1 {
			return d3.Pose{Pos: w.vec3(reach), Rot: must(d3.NewQuat(x/n, y/n, z/n, s/n))}
		}
	}
}

// print3 writes points.
func (w *writer) print3(points ...d3.Vec) {
	for _, p := range points {
		w.print(p.X, p.Y, p.Z)
	}
}

// put writes a body and its pose.
func (w *writer) put3(b *placed3) {
	x, y, z, s := b.pose.Rot.Quat()
	fmt.Fprint(w.out, " ", b.id)
	w.print3(b.pose.Pos)
	w.print(x, y, z, s)
}

// body3 draws a body of about unit size: sphere, box, capsule, cylinder, cone, ellipsoid, rod,
// hullN, compoundN.
func (w *writer) body3(kind string) body3 {
	size := func() float64 { return 0.3 + 0.7*w.rng.Float64() }
	number := func(prefix string) int { return must(strconv.Atoi(strings.TrimPrefix(kind, prefix))) }
	switch {
	case kind == "sphere":
		r := size()
		return body3{w.shape("sphere", r), d3.Sphere{Radius: r}, r}
	case kind == "capsule":
		h, r := size(), size()/2
		return body3{w.shape("capsule", h, r), d3.Capsule{Height: 2 * h, Radius: r}, h + r}
	case kind == "cylinder":
		h, r := size(), size()
		return body3{w.shape("cylinder", h, r), d3.Cylinder{Height: 2 * h, Radius: r}, h + r}
	case kind == "cone":
		h, r := size(), size()
		return body3{w.shape("cone", h, r), d3.Cone{Height: 2 * h, Radius: r}, h + r}
	case kind == "ellipsoid":
		v := d3.Vec{X: size(), Y: size(), Z: size()}
		return body3{w.shape("ellipsoid", v.X, v.Y, v.Z), d3.Ellipsoid{Radii: v}, max(v.X, v.Y, v.Z)}
	case kind == "box" || kind == "rod":
		h := d3.Vec{X: size(), Y: size(), Z: size()}
		if kind == "rod" {
			h = d3.Vec{X: 1.5, Y: 0.02, Z: 0.02}
		}
		return body3{w.shape("box", h.X, h.Y, h.Z), d3.Box{Size: h.Scale(2)}, h.Len()}
	case strings.HasPrefix(kind, "hull"):
		return w.hull3(number("hull"), d3.Vec{X: size(), Y: size(), Z: size()})
	}
	return w.compound3(number("compound"))
}

// hull3 draws a hull of n points of an ellipsoid.
func (w *writer) hull3(n int, radii d3.Vec) body3 {
	points := make([]d3.Vec, n)
	for i := range points {
		d := w.direction3()
		points[i] = d3.Vec{X: d.X * radii.X, Y: d.Y * radii.Y, Z: d.Z * radii.Z}
	}
	h := must(d3.NewHull(points))
	points = h.Vertices()
	numbers := []float64{float64(len(points))}
	if w.faces {
		numbers = append(numbers, float64(len(h.Faces())))
	}
	for _, p := range points {
		numbers = append(numbers, p.X, p.Y, p.Z)
	}
	if w.faces {
		for _, f := range h.Faces() {
			numbers = append(numbers, float64(f[0]), float64(f[1]), float64(f[2]))
		}
	}
	return body3{w.shape("hull", numbers...), h, 1}
}

// compound3 draws a compound of n boxes.
func (w *writer) compound3(n int) body3 {
	parts := make([]d3.Part, n)
	ids := make([]string, n)
	for i := range parts {
		h := d3.Vec{X: w.between(0.1, 0.4), Y: w.between(0.1, 0.4), Z: w.between(0.1, 0.4)}
		ids[i] = w.shape("box", h.X, h.Y, h.Z)
		parts[i] = d3.Part{Shape: d3.Box{Size: h.Scale(2)}, Pose: w.pose3(1)}
	}
	w.shapes++
	b := body3{fmt.Sprint("s", w.shapes), must(d3.NewCompound(parts)), math.Sqrt(3) * 1.4}
	fmt.Fprintf(w.out, "shape %s compound %d", b.id, n)
	for i, p := range parts {
		w.put3(&placed3{body3{id: ids[i]}, p.Pose})
	}
	fmt.Fprintln(w.out)
	return b
}

// pool3 draws some bodies of a kind.
func (w *writer) pool3(kind string) (pool []body3) {
	for range 20 {
		pool = append(pool, w.body3(kind))
	}
	return pool
}

// pick3 places one of a pool.
func (w *writer) pick3(pool []body3) placed3 { return placed3{pool[w.rng.IntN(len(pool))], w.pose3(3)} }

// motion3 is a motion at constant velocities.
type motion3 struct{ linear, angular, center d3.Vec }

// at returns where b is at t.
func (b *placed3) at(m *motion3, t float64) d3.Object {
	p := b.pose
	if rate := m.angular.Len(); rate > 0 {
		p.Rot = must(d3.NewAxisAngle(m.angular, rate*t)).Mul(p.Rot)
	}
	c := b.pose.Pos.Add(b.pose.Rot.Apply(m.center))
	p.Pos = c.Add(m.linear.Scale(t)).Sub(p.Rot.Apply(m.center))
	return must(d3.Place(b.shape, p))
}

// known3 is known for two bodies in motion.
func known3(a *placed3, ma *motion3, b *placed3, mb *motion3, duration, margin float64) (lo, hi float64) {
	speed := ma.linear.Sub(mb.linear).Len() + ma.angular.Len()*(a.radius+ma.center.Len()) +
		mb.angular.Len()*(b.radius+mb.center.Len())
	return known(func(t float64) (float64, float64) {
		x, y := a.at(ma, t), b.at(mb, t)
		c := d3.Distance(&x, &y)
		return c.Lower, c.Upper
	}, speed*(1+1e-9)+1e-12, duration, margin)
}

// aim3 returns a start around a and a way that leads to about its centre (0), to the rim of its
// ball (1) or past it (2), so long that it would pass.
func (w *writer) aim3(a *placed3, reach float64, how int) (start, way d3.Vec) {
	d := w.direction3()
	side := d.Cross(w.direction3())
	side = side.Scale(1 / side.Len())
	off := []float64{0.4 * w.rng.Float64(), 0.9 + 0.2*w.rng.Float64(), 1.2}[how] * (a.radius + reach)
	distance := (a.radius + reach) * w.between(1.5, 10)
	start = a.pose.Pos.Sub(d.Scale(distance)).Add(side.Scale(off))
	return start, d.Scale(2 * distance)
}

// how3 draws how to aim: half at the centre.
func (w *writer) how3() int { return []int{0, 0, 1, 2}[w.rng.IntN(4)] }

// margin is what bodies of size one have to be apart or deep by, so that a verdict is known.
const margin = 1e-6

func rays3(kind string) func(w *writer, n int) {
	return func(w *writer, n int) {
		pool := w.pool3(kind)
		for range n {
			a := w.pick3(pool)
			start, way := w.aim3(&a, 0, w.how3())
			most := w.between(0.5, 4)
			fmt.Fprint(w.out, "ray")
			w.put3(&a)
			w.print3(start, way.Scale(1/most))
			w.print(most)
			point := placed3{body3{shape: d3.Sphere{}}, d3.Pose{Pos: start}}
			w.end(known3(&a, &motion3{}, &point, &motion3{linear: way.Scale(1 / most)}, most, margin))
		}
	}
}

func points3(kind string) func(w *writer, n int) {
	return func(w *writer, n int) {
		pool := w.pool3(kind)
		for range n {
			a := w.pick3(pool)
			p := a.pose.Pos.Add(w.direction3().Scale(a.radius * []float64{0.5, 1, 1.2, 5}[w.rng.IntN(4)] * w.rng.Float64()))
			fmt.Fprint(w.out, "point")
			w.put3(&a)
			w.print3(p)
			x, y := must(d3.Place(a.shape, a.pose)), must(d3.Place(d3.Sphere{}, d3.Pose{Pos: p}))
			c := d3.Distance(&x, &y)
			w.end(c.Lower, c.Upper)
		}
	}
}

func sweeps3(kindA, kindB string) func(w *writer, n int) {
	return func(w *writer, n int) {
		poolA, poolB := w.pool3(kindA), w.pool3(kindB)
		for range n {
			a, b := w.pick3(poolA), w.pick3(poolB)
			start, way := w.aim3(&a, b.radius, w.how3())
			b.pose.Pos = start
			fmt.Fprint(w.out, "sweep")
			w.put3(&a)
			w.put3(&b)
			w.print3(way)
			w.print(1)
			w.end(known3(&a, &motion3{}, &b, &motion3{linear: way}, 1, margin))
		}
	}
}

func motions3(kindA, kindB string) func(w *writer, n int) {
	return func(w *writer, n int) {
		poolA, poolB := w.pool3(kindA), w.pool3(kindB)
		for range n {
			a, b := w.pick3(poolA), w.pick3(poolB)
			start, way := w.aim3(&a, b.radius, w.how3())
			b.pose.Pos = start
			rate := []float64{0, 1, 3, 10}[w.rng.IntN(4)]
			ma, mb := motion3{}, motion3{linear: way, angular: w.vec3(rate), center: w.vec3(0.2)}
			if w.rng.IntN(2) == 0 {
				ma = motion3{linear: w.vec3(0.3), angular: w.vec3(rate)}
			}
			fmt.Fprint(w.out, "motion")
			for _, x := range []struct {
				b *placed3
				m *motion3
			}{{&a, &ma}, {&b, &mb}} {
				w.put3(x.b)
				w.print3(x.m.linear, x.m.angular, x.m.center)
			}
			w.print(1)
			w.end(known3(&a, &ma, &b, &mb, 1, 1e-4))
		}
	}
}

// vertices3 draws four points of a cube that move a little, far, or through each other. Nothing is
// known of them but that there is an answer.
func vertices3(w *writer, n int) {
	for i := range n {
		fmt.Fprint(w.out, "vertices ", []string{"vertex-face", "edge-edge"}[i%2])
		var start, end [4]d3.Vec
		speed := []float64{0.01, 0.3, 1, 3}[w.rng.IntN(4)]
		for k := range start {
			start[k] = w.vec3(1)
			end[k] = start[k].Add(w.vec3(speed))
		}
		w.print3(start[:]...)
		w.print3(end[:]...)
		w.end(0, math.Inf(1))
	}
}

func spaceWorkloads() (all []workload) {
	add := func(name string, write func(*writer, int)) { all = append(all, workload{name, 3, write}) }
	for _, kind := range strings.Fields("sphere box capsule cylinder hull16 hull64 hull512 compound8 compound64") {
		add("3d-ray-"+kind, rays3(kind))
		add("3d-point-"+kind, points3(kind))
	}
	for _, pair := range strings.Fields("box,box sphere,box capsule,capsule hull32,hull32 hull32,box " +
		"cylinder,hull32 compound8,box") {
		a, b, _ := strings.Cut(pair, ",")
		add("3d-sweep-"+a+"-"+b, sweeps3(a, b))
	}
	for _, pair := range strings.Fields("box,box hull32,hull32 capsule,box sphere,hull32 rod,box rod,rod") {
		a, b, _ := strings.Cut(pair, ",")
		add("3d-motion-"+a+"-"+b, motions3(a, b))
	}
	add("3d-vertices", vertices3)
	return all
}
