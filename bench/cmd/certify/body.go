package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

// vec is a vector; of the plane, the third coordinate is 0.
type vec [3]float64

func (a vec) add(b vec) vec     { return vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vec) sub(b vec) vec     { return vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vec) dot(b vec) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vec) length() float64   { return math.Sqrt(a.dot(a)) }

func (a vec) scale(s float64) vec { return vec{s * a[0], s * a[1], s * a[2]} }

func (a vec) cross(b vec) vec {
	return vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// shape is a shape of a workload: the kind, its numbers, and of a polytope its corners, the outward
// normals of its faces and its edges.
type shape struct {
	kind    string
	x       []float64
	corners []vec
	planes  []plane
	edges   []edge
	polygon bool // of the plane
}

// plane holds a polytope where n.x <= off.
type plane struct {
	n   vec
	off float64
}

// edge is a direction with the normals of the faces on its two sides.
type edge struct {
	along vec
	n     [2]vec
}

// body is a shape at a place.
type body struct {
	*shape
	at  vec
	rot [3]vec // rows
}

type pair struct{ a, b body }

// local returns the coordinates of a direction of the world in the body's frame, world the other
// way round.
func (b *body) local(d vec) (v vec) {
	for i, row := range b.rot {
		v = v.add(row.scale(d[i]))
	}
	return v
}

func (b *body) world(v vec) vec { return vec{b.rot[0].dot(v), b.rot[1].dot(v), b.rot[2].dot(v)} }

// most returns the greatest value of n.x over the body.
func (b *body) most(n vec) float64 { return n.dot(b.at) + b.reach(b.local(n)) }

// reach returns the greatest value of n.x over the shape in its own frame.
func (s *shape) reach(n vec) float64 {
	flat := math.Hypot(n[0], n[1])
	switch s.kind {
	case "sphere", "circle":
		return s.x[0] * n.length()
	case "capsule":
		axis := n[2]
		if s.polygon {
			axis = n[0]
		}
		return s.x[0]*math.Abs(axis) + s.x[1]*n.length()
	case "cylinder":
		return s.x[0]*math.Abs(n[2]) + s.x[1]*flat
	case "cone":
		return max(s.x[0]*n[2], s.x[1]*flat-s.x[0]*n[2])
	case "ellipsoid":
		return vec{s.x[0] * n[0], s.x[1] * n[1], s.x[2] * n[2]}.length()
	}
	most := math.Inf(-1)
	for _, c := range s.corners {
		most = max(most, n.dot(c))
	}
	return most
}

// gap returns the gap between the bodies along n, out of the first.
func (p *pair) gap(n vec) float64 { return -p.b.most(n.scale(-1)) - p.a.most(n) }

// radius returns a bound of the distance of the shape's points from its frame's origin.
func (s *shape) radius() float64 {
	switch s.kind {
	case "sphere", "circle":
		return s.x[0]
	case "capsule", "cylinder", "cone":
		return s.x[0] + s.x[1]
	case "ellipsoid":
		return max(s.x[0], s.x[1], s.x[2])
	}
	r := 0.0
	for _, c := range s.corners {
		r = max(r, c.length())
	}
	return r
}

// holds reports whether a point is in the body, but for slack.
func (b *body) holds(p vec, slack float64) bool {
	s, v := b.shape, b.local(p.sub(b.at))
	flat := math.Hypot(v[0], v[1])
	switch s.kind {
	case "sphere", "circle":
		return v.length() <= s.x[0]+slack
	case "capsule":
		k := 2
		if s.polygon {
			k = 0
		}
		v[k] -= min(max(v[k], -s.x[0]), s.x[0])
		return v.length() <= s.x[1]+slack
	case "cylinder":
		return math.Abs(v[2]) <= s.x[0]+slack && flat <= s.x[1]+slack
	case "cone":
		side := math.Hypot(2*s.x[0], s.x[1])
		return v[2] >= -s.x[0]-slack && (2*s.x[0]*flat+s.x[1]*(v[2]-s.x[0]))/side <= slack
	case "ellipsoid":
		w := vec{v[0] / s.x[0], v[1] / s.x[1], v[2] / s.x[2]}
		return w.length() <= 1+slack/min(s.x[0], s.x[1], s.x[2])
	}
	for _, f := range s.planes {
		if f.n.dot(v) > f.off+slack {
			return false
		}
	}
	return true
}

// load reads the pairs of a workload.
func load(path string) (pairs []pair, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<26)
	dim, pool := 0, map[string]*shape{}
	for lines.Scan() {
		w := strings.Fields(lines.Text())
		switch w[0] {
		case "dim":
			dim, err = strconv.Atoi(w[1])
		case "shape":
			pool[w[1]], err = newShape(dim, w[2], w[3:])
		case "pair":
			k := map[int]int{2: 4, 3: 7}[dim] // words of a pose
			var p pair
			for i, b := range []*body{&p.a, &p.b} {
				v := w[1+i*(k+1):]
				if b.shape = pool[v[0]]; b.shape == nil {
					return nil, fmt.Errorf("%s: no shape %q", path, v[0])
				}
				if err = b.place(dim, v[1:k+1]); err != nil {
					break
				}
			}
			pairs = append(pairs, p)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return pairs, lines.Err()
}

// numbers reads words.
func numbers(words []string) ([]float64, error) {
	v := make([]float64, len(words))
	for i, w := range words {
		var err error
		if v[i], err = strconv.ParseFloat(w, 64); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// place reads a pose: a point, and a unit quaternion or a cosine and a sine.
func (b *body) place(dim int, words []string) error {
	v, err := numbers(words)
	if err != nil {
		return err
	}
	if dim == 2 {
		c, s := v[2], v[3]
		l := math.Hypot(c, s)
		c, s = c/l, s/l
		b.at, b.rot = vec{v[0], v[1]}, [3]vec{{c, -s}, {s, c}, {0, 0, 1}}
		return nil
	}
	x, y, z, w := v[3], v[4], v[5], v[6]
	l := math.Sqrt(x*x + y*y + z*z + w*w)
	x, y, z, w = x/l, y/l, z/l, w/l
	b.at = vec{v[0], v[1], v[2]}
	b.rot = [3]vec{
		{1 - 2*(y*y+z*z), 2 * (x*y - z*w), 2 * (x*z + y*w)},
		{2 * (x*y + z*w), 1 - 2*(x*x+z*z), 2 * (y*z - x*w)},
		{2 * (x*z - y*w), 2 * (y*z + x*w), 1 - 2*(x*x+y*y)},
	}
	return nil
}

// newShape reads a shape.
func newShape(dim int, kind string, words []string) (*shape, error) {
	v, err := numbers(words)
	if err != nil {
		return nil, err
	}
	s := &shape{kind: kind, x: v, polygon: dim == 2}
	switch kind {
	case "box":
		err = s.addBox()
	case "hull":
		err = s.addHull(v)
	case "polygon":
		s.addPolygon(v)
	}
	return s, err
}

// addBox adds the corners and faces of a box.
func (s *shape) addBox() error {
	for i := range 8 {
		var c vec
		for k := range c {
			c[k] = s.x[k] * float64(i>>k&1*2-1)
		}
		s.corners = append(s.corners, c)
	}
	return s.addFaces([][3]int{
		{0, 4, 6},
		{0, 6, 2},
		{1, 3, 7},
		{1, 7, 5},
		{0, 1, 5},
		{0, 5, 4},
		{2, 6, 7},
		{2, 7, 3},
		{0, 2, 3},
		{0, 3, 1},
		{4, 5, 7},
		{4, 7, 6},
	})
}

// addHull adds the corners and faces of a hull.
func (s *shape) addHull(v []float64) error {
	n, m := int(v[0]), int(v[1])
	if len(v) != 2+3*n+3*m {
		return fmt.Errorf("a hull of %d corners and %d faces with %d numbers", n, m, len(v))
	}
	for c := v[2 : 2+3*n]; len(c) > 0; c = c[3:] {
		s.corners = append(s.corners, vec(c[:3]))
	}
	var faces [][3]int
	for f := v[2+3*n:]; len(f) > 0; f = f[3:] {
		faces = append(faces, [3]int{int(f[0]), int(f[1]), int(f[2])})
	}
	return s.addFaces(faces)
}

// addFaces adds planes and edges. The faces must close a surface that has all corners on its inner
// side.
func (s *shape) addFaces(faces [][3]int) error {
	half, slack := map[[2]int]vec{}, 1e-12*s.radius()
	for _, f := range faces {
		n := s.corners[f[1]].sub(s.corners[f[0]]).cross(s.corners[f[2]].sub(s.corners[f[0]]))
		if !(n.length() > 0) {
			return fmt.Errorf("face %v has no area", f)
		}
		n = n.scale(1 / n.length())
		p := plane{n, n.dot(s.corners[f[0]])}
		for i, c := range s.corners {
			if n.dot(c) > p.off+slack {
				return fmt.Errorf("corner %d is outside of face %v", i, f)
			}
		}
		s.planes = append(s.planes, p)
		for k := range f {
			half[[2]int{f[k], f[(k+1)%3]}] = n
		}
	}
	if len(half) != 3*len(faces) {
		return fmt.Errorf("an edge has two faces on one side")
	}
	for _, f := range faces {
		for k := range f {
			i, j := f[k], f[(k+1)%3]
			n, ok := half[[2]int{j, i}]
			if !ok {
				return fmt.Errorf("the edge from %d to %d is open", i, j)
			}
			if i < j {
				s.edges = append(s.edges, edge{s.corners[j].sub(s.corners[i]), [2]vec{half[[2]int{i, j}], n}})
			}
		}
	}
	return nil
}

// addPolygon adds the corners and sides of a polygon, counter-clockwise.
func (s *shape) addPolygon(v []float64) {
	for c := v[1:]; len(c) > 1; c = c[2:] {
		s.corners = append(s.corners, vec{c[0], c[1]})
	}
	for i, c := range s.corners {
		d := s.corners[(i+1)%len(s.corners)].sub(c)
		n := vec{d[1], -d[0]}
		n = n.scale(1 / n.length())
		s.planes = append(s.planes, plane{n, n.dot(c)})
	}
}

// depth returns the least overlap of two polytopes along the normals of their faces and the cross
// products of edges; ok is false for other bodies, and for hulls of more than most pairs of edges.
func (p *pair) depth(most int) (d float64, ok bool) {
	if len(p.a.planes) == 0 || len(p.b.planes) == 0 || len(p.a.edges)*len(p.b.edges) > most {
		return 0, false
	}
	d = math.Inf(1)
	for _, f := range p.a.planes {
		d = min(d, -p.gap(p.a.world(f.n)))
	}
	for _, f := range p.b.planes {
		d = min(d, -p.gap(p.b.world(f.n).scale(-1)))
	}
	var others []edge
	for _, e := range p.b.edges { // in the frame of a, as edges of -B
		o := edge{along: p.a.local(p.b.world(e.along))}
		for k := range o.n {
			o.n[k] = p.a.local(p.b.world(e.n[k])).scale(-1)
		}
		others = append(others, o)
	}
	for i := range p.a.edges {
		for j := range others {
			if n, ok := normal(&p.a.edges[i], &others[j]); ok {
				d = min(d, -p.gap(p.a.world(n)))
			}
		}
	}
	return d, true
}

// normal returns the outward normal of the face of the Minkowski difference that two edges span, if
// they span one: their arcs on the sphere of normals cross. Where that is close, it says yes: any
// direction will do for a bound.
func normal(e, f *edge) (n vec, ok bool) {
	const near = 1e-9
	n = e.along.cross(f.along)
	l := n.length()
	if !(l > 1e-12*e.along.length()*f.along.length()) {
		return n, false
	}
	n = n.scale(1 / l)
	if n.dot(e.n[0].add(e.n[1])) < 0 {
		n = n.scale(-1)
	}
	// n lies on both arcs: on the inner side of both ends, along the arc.
	for _, x := range []*edge{e, f} {
		c := x.n[0].cross(x.n[1])
		if c.dot(x.n[0].cross(n)) < -near || c.dot(n.cross(x.n[1])) < -near || n.dot(x.n[0].add(x.n[1])) < -near {
			return n, false
		}
	}
	return n, true
}
