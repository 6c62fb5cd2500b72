package d3_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/oracle"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// The families below touch exactly by construction. Lengths are multiples of 25 and rotations are
// integer quaternions with q.q = 1, 4, 5 or 25, so that turned positions are exact doubles: the
// exact problem is the drawn one.

// solid is a body of a family: a polytope by its corners, grown by margins, at an exact pose.
type solid struct {
	core    [][3]float64
	box     [3]float64 // full size, where the core is a box
	segment float64    // height, where it is a segment
	margins []float64
	q       [4]int
	p       [3]float64
}

func block(x, y, z float64) solid {
	s := solid{box: [3]float64{x, y, z}}
	for i := range 8 {
		s.core = append(s.core, [3]float64{x / 2 * float64(1-i&1*2), y / 2 * float64(1-i>>1&1*2), z / 2 * float64(1-i>>2&1*2)})
	}
	return s
}

func pill(height float64, r ...float64) solid {
	return solid{core: [][3]float64{{0, 0, height / 2}, {0, 0, -height / 2}}, segment: height, margins: r}
}

func dot(r ...float64) solid { return solid{core: [][3]float64{{}}, margins: r} }

func hullOf(p ...[3]float64) solid { return solid{core: p} }

func (s solid) at(x, y, z float64) solid { s.p = [3]float64{x, y, z}; return s }

func (s solid) turned(x, y, z, w int) solid { s.q = [4]int{x, y, z, w}; return s }

func (s solid) grown(r ...float64) solid {
	s.margins = append(s.margins[:len(s.margins):len(s.margins)], r...)
	return s
}

// motion is an exact rigid motion and a scaling by a power of two.
type motion struct {
	q     [4]int
	shift [3]float64
	power int
}

// quatProduct returns p q, q first.
func quatProduct(p, q [4]int) [4]int {
	return [4]int{
		p[3]*q[0] + p[0]*q[3] + p[1]*q[2] - p[2]*q[1],
		p[3]*q[1] + p[1]*q[3] + p[2]*q[0] - p[0]*q[2],
		p[3]*q[2] + p[2]*q[3] + p[0]*q[1] - p[1]*q[0],
		p[3]*q[3] - p[0]*q[0] - p[1]*q[1] - p[2]*q[2],
	}
}

// turn returns R(q)/(q.q) v; it is exact where v is a multiple of q.q with a few bits.
func turn(q [4]int, v [3]float64) [3]float64 {
	x, y, z, w := float64(q[0]), float64(q[1]), float64(q[2]), float64(q[3])
	m := [3][3]float64{
		{w*w + x*x - y*y - z*z, 2 * (x*y - w*z), 2 * (x*z + w*y)},
		{2 * (x*y + w*z), w*w + y*y - x*x - z*z, 2 * (y*z - w*x)},
		{2 * (x*z - w*y), 2 * (y*z + w*x), w*w + z*z - x*x - y*y},
	}
	n := x*x + y*y + z*z + w*w
	var r [3]float64
	for i := range 3 {
		for k := range 3 {
			r[i] += m[i][k] * (v[k] / n)
		}
	}
	return r
}

// moved returns s after the motion; ok is false where a coordinate would have to be rounded.
func (s solid) moved(m motion) (r solid, ok bool) {
	r, ok = s, true
	if r.q == [4]int{} {
		r.q = [4]int{0, 0, 0, 1}
	}
	r.q = quatProduct(m.q, r.q)
	r.p = turn(m.q, s.p)
	for i := range 3 {
		x := r.p[i] + m.shift[i]
		ok = ok && x-m.shift[i] == r.p[i]
		r.p[i] = math.Ldexp(x, m.power)
	}
	up := func(v []float64) []float64 {
		out := make([]float64, len(v))
		for i := range v {
			out[i] = math.Ldexp(v[i], m.power)
		}
		return out
	}
	r.core = nil
	for _, c := range s.core {
		r.core = append(r.core, [3]float64(up(c[:])))
	}
	r.box, r.segment, r.margins = [3]float64(up(s.box[:])), math.Ldexp(s.segment, m.power), up(s.margins)
	return r, ok
}

// quat returns q as doubles near unit length, with the ratios exact.
func (s solid) quat() [4]float64 {
	n := 0
	for _, c := range s.q {
		n += c * c
	}
	k := math.Floor(0x1p20/math.Sqrt(float64(n))) * 0x1p-20
	return [4]float64{float64(s.q[0]) * k, float64(s.q[1]) * k, float64(s.q[2]) * k, float64(s.q[3]) * k}
}

func (s solid) place(t *testing.T) *d3.Object {
	t.Helper()
	var c d3.Convex
	margins := s.margins
	switch {
	case s.box != [3]float64{}:
		c = d3.Box{Size: d3.Vec{X: s.box[0], Y: s.box[1], Z: s.box[2]}}
	case s.segment != 0 && len(margins) > 0:
		c, margins = d3.Capsule{Height: s.segment, Radius: margins[0]}, margins[1:]
	case len(s.core) == 1 && s.core[0] == [3]float64{} && len(margins) > 0:
		c, margins = d3.Sphere{Radius: margins[0]}, margins[1:]
	default:
		var p []d3.Vec
		for _, v := range s.core {
			p = append(p, d3.Vec{X: v[0], Y: v[1], Z: v[2]})
		}
		c = must(d3.NewHull(p))(t)
	}
	for _, r := range margins {
		c = d3.Rounded{Core: c, R: r}
	}
	return s.placeAs(t, c)
}

// placeAs places another shape at the pose of s.
func (s solid) placeAs(t *testing.T, c d3.Shape) *d3.Object {
	t.Helper()
	q := s.quat()
	o := must(d3.Place(c, d3.Pose{Pos: d3.Vec{X: s.p[0], Y: s.p[1], Z: s.p[2]}, Rot: must(d3.NewQuat(q[0], q[1], q[2], q[3]))(t)}))(t)
	return &o
}

func (s solid) oracle() *oracle.Body3 {
	return &oracle.Body3{Points: s.core, Q: s.quat(), P: s.p, Margins: s.margins}
}

var motions = func() (m []motion) {
	for _, q := range [][4]int{{0, 0, 0, 1}, {1, 1, 1, 1}, {0, 0, 1, 2}, {2, 0, 0, -1}, {1, 2, 2, 4}, {-4, 2, 1, 2}} {
		for _, s := range [][3]float64{{}, {1e7, -1e7, 1e7}} {
			for _, k := range []int{0, 300, -300} {
				m = append(m, motion{q, s, k})
			}
		}
	}
	return m
}()

// related fails unless every query says want.
func related(t *testing.T, what string, a, b *d3.Object, want collide.Relation) {
	t.Helper()
	for i, pair := range [2][2]*d3.Object{{a, b}, {b, a}} {
		if got := d3.Relate(pair[0], pair[1]); got != want {
			t.Errorf("%s, order %d: Relate says %v, want %v", what, i, got, want)
		}
		c := d3.Distance(pair[0], pair[1])
		if c.Relation != want || !(c.Lower <= c.Distance && c.Distance <= c.Upper) || math.Abs(c.Normal.Len()-1) > 4e-16 {
			t.Errorf("%s, order %d: want %v, got %+v", what, i, want, c)
		}
		if want == collide.Touching && (c.Distance != 0 || c.Lower != 0 || c.Upper != 0 || c.Status != collide.Exact) {
			t.Errorf("%s, order %d: touching with %+v", what, i, c)
		}
	}
}

// family is a pair that relates as said, and how it relates when B moves a little along n, and
// back.
type family struct {
	what      string
	a, b      solid
	want      collide.Relation
	n         [3]float64 // multiples of 25; zero: not moved
	out, back collide.Relation
}

func families() []family {
	const apart, touch, over = collide.Apart, collide.Touching, collide.Overlapping
	cube := block(50, 50, 50)
	x, xy, xyz := [3]float64{25, 0, 0}, [3]float64{25, 25, 0}, [3]float64{25, 25, 25}
	z := [3]float64{0, 0, 25}
	ridge := hullOf([3]float64{50, 0, 0}, [3]float64{-50, 0, 0}, [3]float64{0, 25, -50}, [3]float64{0, -25, -50})
	keel := hullOf([3]float64{0, 50, 0}, [3]float64{0, -50, 0}, [3]float64{25, 0, 50}, [3]float64{-25, 0, 50})
	skew := hullOf([3]float64{1 << 20, 1, 0}, [3]float64{-1 << 20, -1, 0}, [3]float64{25, 0, 50}, [3]float64{-25, 0, 50})
	spike := hullOf([3]float64{0, 0, 0}, [3]float64{50, 25, 25}, [3]float64{50, -25, 25}, [3]float64{50, 0, -25})
	sheet := hullOf([3]float64{25, 25, 0}, [3]float64{-25, 25, 0}, [3]float64{-25, -25, 0}, [3]float64{25, -25, 0})
	rod := hullOf([3]float64{0, 0, 50}, [3]float64{0, 0, -50})
	const tiny = 25 * 0x1p-60
	return []family{
		{"face on face", cube, cube.at(50, 25, 0), touch, x, apart, over},
		{"face on face of a turned box", cube, cube.at(50, 0, 25).turned(1, 1, 1, 1), touch, x, apart, over},
		{"parallel edges", cube, cube.at(50, 50, 25), touch, xy, apart, over},
		{"vertex on vertex", cube, cube.at(50, 50, 50), touch, xyz, apart, over},
		{"crossing edges", ridge, keel, touch, z, apart, over},
		{"nearly parallel edges that cross in one point", ridge, skew, touch, z, apart, over},
		{"vertex on face", cube, spike.at(25, 0, 0), touch, x, apart, over},
		{"vertex on edge", cube, spike.at(25, 25, 0), touch, x, apart, over},
		{"vertex on vertex of a hull", cube, spike.at(25, 25, 25), touch, x, apart, over},
		{"edge on face of a tilted box", cube, hullOf([3]float64{25, 0, 25}, [3]float64{25, 0, -25}, [3]float64{75, 50, 0}, [3]float64{75, -50, 0}), touch, x, apart, over},
		{"capsule along a face", cube, pill(50, 25).at(50, 0, 0), touch, x, apart, over},
		{"spheres at distance 3-4-5", dot(75), dot(50).at(75, 100, 0), touch, [3]float64{75, 100, 0}, apart, over},
		{"sphere and vertex at distance 2-3-6-7", cube, dot(175).at(75, 100, 175), touch, [3]float64{50, 75, 150}, apart, over},
		{"sphere and edge at distance 3-4-5", cube, dot(125).at(100, 125, 0), touch, [3]float64{75, 100, 0}, apart, over},
		{"capsule and vertex at distance 2-3-6-7", cube, pill(50, 175).at(75, 100, 200), touch, [3]float64{50, 75, 150}, apart, over},
		{"capsules side by side", pill(50, 25), pill(100, 100).at(75, 100, 25), touch, [3]float64{75, 100, 0}, apart, over},
		{"capsules end to end", pill(50, 25), pill(100, 50).at(0, 0, 150), touch, z, apart, over},
		{"nested roundings", cube.grown(25, 50), dot(25, 25).at(100, 125, 0), touch, [3]float64{75, 100, 0}, apart, over},
		{"margins whose sum is no double", dot(25, tiny).at(-tiny, 0, 0), dot(25).at(50, 0, 0), touch, [3]float64{}, 0, 0},
		{"margins whose sum rounds to the distance", dot(25, tiny), dot(25).at(50, 0, 0), over, [3]float64{}, 0, 0},
		{"margins a little less than the distance", dot(25).at(-tiny, 0, 0), dot(25).at(50, 0, 0), apart, [3]float64{}, 0, 0},
		{"a sheet on a face", cube, sheet.at(0, 0, 25), touch, z, apart, over},
		{"a sheet on a vertex", cube, sheet.at(50, 50, 25), touch, xy, apart, touch},
		{"a rod on a face", cube, rod.at(25, 0, 0), touch, x, apart, over},
		{"a rod through a face", cube, rod.at(0, 0, 50), over, [3]float64{}, 0, 0},
		{"a rod standing on a face", cube, rod.at(0, 0, 75), touch, z, apart, over},
		{"a rod along an edge", cube, rod.at(25, 25, 0), touch, xy, apart, over},
		{"a point on a face", cube, dot(0).at(25, 0, 0), touch, x, apart, over},
		{"a point on a vertex", cube, dot(0).at(25, 25, 25), touch, xyz, apart, over},
		{"a point at the centre", cube, dot(0), over, [3]float64{}, 0, 0},
		{"two points at one place", dot(0).at(25, 0, 0), dot(0).at(25, 0, 0), touch, x, apart, apart},
		{"two sheets in one plane that overlap in it", sheet, sheet.at(25, 0, 0), touch, z, apart, apart},
		{"two sheets that share an edge", sheet, sheet.at(50, 0, 0), touch, x, apart, touch},
		{"a sheet through a sheet", sheet, sheet.turned(1, 1, 1, 1), over, [3]float64{}, 0, 0},
		{"two rods that cross", rod, rod.turned(1, 1, 1, 1), touch, [3]float64{}, 0, 0},
		{"two rods in line, end on end", rod, rod.at(0, 0, 100), touch, z, apart, touch},
		{"a rod across a sheet's inside: the difference has volume", sheet, rod, over, [3]float64{}, 0, 0},
		{"one shape twice: every vertex of A - B is at the origin's place", cube, cube, over, [3]float64{}, 0, 0},
		{"a box in the corner of a larger one", cube, block(100, 100, 100).at(25, 25, 25), over, [3]float64{}, 0, 0},
		{"hulls that share an edge and overlap", spike, spike.turned(0, 0, 0, -1), over, [3]float64{}, 0, 0},
		{"hulls that share a vertex and overlap", spike, cube.at(25, 25, 25), over, [3]float64{}, 0, 0},
	}
}

func TestExactFamilies(t *testing.T) {
	raced.Skip(t)
	tested := 0
	for _, f := range families() {
		for i, m := range motions {
			what := fmt.Sprintf("%s, %+v", f.what, m)
			if tested += checkFamily(t, what, f.a, f.b, m, f.want, i == 0); t.Failed() {
				t.FailNow()
			}
			if f.n == [3]float64{} {
				continue
			}
			for _, step := range []float64{0x1p-44, 0x1p-40, 0x1p-26} {
				for sign, want := range map[float64]collide.Relation{1: f.out, -1: f.back} {
					b := f.b
					exact := true
					for k := range 3 {
						d := f.n[k] * step * sign
						b.p[k] += d
						exact = exact && b.p[k]-f.b.p[k] == d
					}
					if !exact {
						continue
					}
					tested += checkFamily(t, fmt.Sprintf("%s, by %v", what, sign*step), f.a, b, m, want, i == 0)
				}
			}
			if t.Failed() {
				t.FailNow()
			}
		}
	}
	if tested < 4000 {
		t.Errorf("only %d pairs were exact", tested)
	}
}

// checkFamily tests one pair after a motion, and the claim itself against the oracle. It returns 0
// where the motion rounds.
func checkFamily(t *testing.T, what string, a, b solid, m motion, want collide.Relation, check bool) int {
	t.Helper()
	a, okA := a.moved(m)
	b, okB := b.moved(m)
	if !okA || !okB {
		return 0
	}
	if check {
		if got := oracle.Solve3(a.oracle(), b.oracle()).Relation; got != want {
			t.Errorf("%s: the oracle says %v, the family %v", what, got, want)
		}
	}
	related(t, what, a.place(t), b.place(t), want)
	return 1
}

// TestExactAgainstOracle: lattice hulls near contact, turned by integer quaternions, where nothing
// is known but by integers.
func TestExactAgainstOracle(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 1))
	seen := map[collide.Relation]int{}
	draw := func() solid {
		s := solid{}
		for range 1 + r.IntN(7) {
			s.core = append(s.core, [3]float64{float64(r.IntN(5)-2) * 25, float64(r.IntN(5)-2) * 25, float64(r.IntN(5)-2) * 25})
		}
		s.q = [][4]int{{0, 0, 0, 1}, {1, 1, 1, 1}, {0, 0, 1, 2}, {1, 2, 2, 4}}[r.IntN(4)]
		if r.IntN(4) == 0 {
			s.margins = []float64{25 * float64(r.IntN(3))}
		}
		return s
	}
	for range 5000 {
		a, b := draw(), draw()
		b = b.at(float64(r.IntN(7)-3)*25, float64(r.IntN(7)-3)*25, float64(r.IntN(7)-3)*25)
		if r.IntN(2) == 0 {
			b.q = a.q
		}
		want := oracle.Solve3(a.oracle(), b.oracle()).Relation
		seen[want]++
		related(t, fmt.Sprintf("%+v, %+v", a, b), a.place(t), b.place(t), want)
		if t.Failed() {
			t.FailNow()
		}
	}
	for _, rel := range []collide.Relation{collide.Apart, collide.Touching, collide.Overlapping} {
		if seen[rel] < 100 {
			t.Errorf("only %d pairs are %v", seen[rel], rel)
		}
	}
}
