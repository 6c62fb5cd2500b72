package draw_test

import (
	"math"
	"testing"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/draw"
	"github.com/collide-go/collide/internal/testkit/golden"
)

// shapes3 are shapes of every kind, flat and pointed ones too, with their volumes where they are known, else -1.
func shapes3(t testing.TB) (shapes []d3.Shape, volumes []float64) {
	hull := func(p ...d3.Vec) *d3.Hull {
		h, err := d3.NewHull(p)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	o, x, y, z := d3.Vec{}, d3.Vec{X: 1}, d3.Vec{Y: 1}, d3.Vec{Z: 1}
	add := func(c d3.Convex, volume, rounded float64) {
		shapes = append(shapes, c, d3.Rounded{Core: c, R: 0.2}, &d3.Rounded{Core: d3.Rounded{Core: c, R: 0.1}, R: 0.1})
		volumes = append(volumes, volume, rounded, rounded)
	}
	ball := func(r float64) float64 { return 4 * math.Pi / 3 * r * r * r }
	add(d3.Sphere{Radius: 0.5}, ball(0.5), ball(0.7))
	add(d3.Sphere{}, 0, ball(0.2))
	add(d3.Capsule{Height: 1, Radius: 0.3}, ball(0.3)+math.Pi*0.09, ball(0.5)+math.Pi*0.25)
	add(d3.Capsule{Height: 1}, 0, ball(0.2)+math.Pi*0.04)
	// Steiner's formula: volume + surface r + mean width 2 pi r^2 + ball.
	add(d3.Box{Size: d3.Vec{X: 1, Y: 2, Z: 3}}, 6, 6+22*0.2+6*math.Pi*0.04+ball(0.2))
	add(&d3.Box{Size: d3.Vec{X: 1, Y: 2}}, 0, 2*2*0.2+3*math.Pi*0.04+ball(0.2))
	add(d3.Cylinder{Radius: 1, Height: 2}, 2*math.Pi, 2*math.Pi+6*math.Pi*0.2+(2+math.Pi)*math.Pi*0.04+ball(0.2))
	add(d3.Cylinder{Radius: 1}, 0, 2*math.Pi*0.2+math.Pi*math.Pi*0.04+ball(0.2))
	add(d3.Cylinder{Height: 1}, 0, ball(0.2)+math.Pi*0.04)
	add(d3.Cone{Radius: 1, Height: 2}, 2*math.Pi/3, -1)
	add(d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 0.5, Z: 0.25}}, math.Pi/6, -1)
	add(d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 0.5}}, 0, -1)
	add(d3.Ellipsoid{Radii: d3.Vec{X: 1}}, 0, ball(0.2)+2*math.Pi*0.04)
	add(hull(o, x, y, z), 1.0/6, -1)
	add(hull(o, x, y), 0, -1)
	add(hull(o, x), 0, ball(0.2)+math.Pi*0.04)
	add(hull(o), 0, ball(0.2))
	add(drop{}, -1, -1)
	return shapes, volumes
}

// drop is a user's shape: the hull of the unit ball and the point (2, 0, 0).
type drop struct{}

func (drop) Margin() float64 { return 0.1 }
func (drop) Support(d d3.Vec) d3.Vec {
	if d.X > d.Len()/2 {
		return d3.Vec{X: 2}
	}
	return d.Scale(1 / d.Len())
}

// A mesh holds what its object holds: its support is that of the object's box within a hundredth of the size, its
// volume is that of the shape within a hundredth, its faces and normals point outward, and the normals are units.
func TestMeshOf(t *testing.T) {
	r, err := d3.NewQuat(0.48, 0.64, 0, 0.6)
	if err != nil {
		t.Fatal(err)
	}
	shapes, volumes := shapes3(t)
	for i, s := range shapes {
		for _, at := range []d3.Vec{{}, {X: 1e6, Y: -1e6, Z: 3}} {
			o := place3(t, s, d3.Pose{Pos: at, Rot: r})
			m := draw.MeshOf(o, at)
			checkMesh(t, i, s, o.AABB(), at, m, volumes[i])
		}
	}
}

// checkMesh checks the mesh m of shape i.
func checkMesh(t *testing.T, i int, s d3.Shape, box d3.AABB, at d3.Vec, m *draw.Mesh, volume float64) {
	t.Helper()
	if len(m.Points) == 0 || len(m.Points) != len(m.Normals) {
		t.Errorf("shape %d (%T %+v): %d points, %d normals", i, s, s, len(m.Points), len(m.Normals))
		return
	}
	low, high, mid := m.Points[0], m.Points[0], d3.Vec{}
	for k, p := range m.Points {
		low = d3.Vec{X: min(low.X, p.X), Y: min(low.Y, p.Y), Z: min(low.Z, p.Z)}
		high = d3.Vec{X: max(high.X, p.X), Y: max(high.Y, p.Y), Z: max(high.Z, p.Z)}
		mid = mid.Add(p.Scale(1 / float64(len(m.Points))))
		if math.Abs(m.Normals[k].Len()-1) > 1e-9 {
			t.Errorf("shape %d (%T): normal %v", i, s, m.Normals[k])
			return
		}
	}
	if off := max(low.Sub(box.Min.Sub(at)).Len(), high.Sub(box.Max.Sub(at)).Len()); off > 0.01*box.Size().Len()+1e-14*at.Len() {
		t.Errorf("shape %d (%T): mesh from %v to %v, box from %v to %v", i, s, low, high, box.Min.Sub(at), box.Max.Sub(at))
	}
	sum := 0.0
	for _, f := range m.Faces {
		a, b, c := m.Points[f[0]].Sub(mid), m.Points[f[1]].Sub(mid), m.Points[f[2]].Sub(mid)
		six := a.Dot(b.Cross(c))
		sum += six / 6
		if n := b.Sub(a).Cross(c.Sub(a)); n.Dot(m.Normals[f[0]].Add(m.Normals[f[1]]).Add(m.Normals[f[2]])) < -1e-12 {
			t.Errorf("shape %d (%T): face %v faces inward", i, s, f)
			return
		}
	}
	if size := box.Size(); volume >= 0 && math.Abs(sum-volume) > 0.01*max(volume, 1e-9*size.Len()) {
		t.Errorf("shape %d (%T %+v): volume %v, want %v", i, s, s, sum, volume)
	}
}

// Every kind of shape shows in a shaded view.
func TestSolids(t *testing.T) {
	shapes, _ := shapes3(t)
	for i, s := range shapes {
		o := place3(t, s, d3.Pose{})
		p := draw.NewPage(60, 60)
		m := draw.MeshOf(o, d3.Vec{})
		w := p.View(p.Bounds(), draw.Camera{Azimuth: 30, Elevation: 30}, d3.Vec{}, []*draw.Mesh{m}, 8)
		w.Solids([]draw.Solid{{Mesh: m, Role: draw.A, Ghost: i%3 == 1}})
		if n := painted(p); n < 12 || n > 60*60 {
			t.Errorf("shape %d (%T): %d pixels painted", i, s, n)
		}
	}
}

// scene3 is a scene in space with pairs of every relation.
func scene3(t testing.TB, size float64, at d3.Vec) ([]draw.Body3, []draw.Pair3) {
	var bodies []draw.Body3
	place := func(name string, s d3.Shape, x, y, z float64) {
		p := d3.Vec{X: x, Y: y, Z: z}
		bodies = append(bodies, draw.Body3{Name: name, Object: place3(t, s, d3.Pose{Pos: at.Add(p.Scale(size))})})
	}
	place("ground", d3.HalfSpace{Normal: d3.Vec{Z: 1}}, 0, 0, 0)
	place("table", d3.Box{Size: d3.Vec{X: 4, Y: 3, Z: 0.4}.Scale(size)}, 0, 0, 1)
	place("ball", d3.Sphere{Radius: 0.5 * size}, 0.5, -0.5, 1.6)
	place("can", d3.Cylinder{Radius: 0.4 * size, Height: 1 * size}, -1, -0.5, 1.65)
	place("cone", d3.Cone{Radius: 0.5 * size, Height: 1.2 * size}, 1.2, 0.8, 1.9)
	place("egg", d3.Ellipsoid{Radii: d3.Vec{X: 0.3, Y: 0.3, Z: 0.5}.Scale(size)}, -1, 1, 2.4)
	place("soap", d3.Rounded{Core: d3.Box{Size: d3.Vec{X: 0.6, Y: 0.4, Z: 0.2}.Scale(size)}, R: 0.1 * size}, 2.2, -0.5, 0.5)
	var pairs []draw.Pair3
	for _, p := range [][2]int{{1, 3}, {1, 4}} {
		pairs = append(pairs, draw.Pair3{A: p[0], B: p[1], Contact: d3.Distance(bodies[p[0]].Object, bodies[p[1]].Object)})
	}
	return bodies, pairs
}

func TestScene3Golden(t *testing.T) {
	bodies, pairs := scene3(t, 1, d3.Vec{})
	p := draw.Scene3(bodies, pairs, draw.SceneOptions{Width: 480, Height: 360, Title: "space", Subtitle: "a scene", Units: "m"})
	golden.CompareSVG(t, "scene3.svg", svgOf(t, p))
	golden.ComparePNG(t, "scene3.png", pngOf(t, p, draw.Light))
}

// Where two bodies run into each other, the picture shows the line in which their surfaces meet, and each surface on
// its own side: a z-buffer is exact there, a list of facets sorted by depth is not.
func TestSolidsMeet(t *testing.T) {
	left := draw.MeshOf(place3(t, d3.Box{Size: d3.Vec{X: 2, Y: 1, Z: 1}}, d3.Pose{}), d3.Vec{})
	right := draw.MeshOf(place3(t, d3.Sphere{Radius: 0.8}, d3.Pose{Pos: d3.Vec{X: 1}}), d3.Vec{})
	p := draw.NewPage(200, 120)
	w := p.View(p.Bounds(), draw.Camera{Azimuth: -90}, d3.Vec{}, []*draw.Mesh{left, right}, 10)
	w.Solids([]draw.Solid{{Mesh: left, Role: draw.A}, {Mesh: right, Role: draw.B}})
	img := p.Raster(1, draw.Light)
	blue := func(at d3.Vec) bool {
		q := w.Point(at)
		c := img.RGBAAt(int(q.X), int(q.Y))
		return c.B > c.R
	}
	// The front of the box is y = -0.5; the sphere is before it within sqrt(0.64 - 0.25) = 0.6245 of (1, 0).
	for _, c := range []struct {
		x, z float64
		want bool
	}{{0, 0, true}, {0.30, 0, true}, {0.45, 0, false}, {0.9, 0, false}, {1.5, 0, false}, {0.55, 0.46, true}, {0.9, 0.45, false}} {
		if got := blue(d3.Vec{X: c.x, Y: -2, Z: c.z}); got != c.want {
			t.Errorf("at (%v, %v): box in front %v, want %v", c.x, c.z, got, c.want)
		}
	}
}
