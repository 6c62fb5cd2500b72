package solid_test

import (
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
)

// v returns a point.
func v(x, y float64) d2.Vec { return d2.Vec{X: x, Y: y} }

// place2 and place3 place a shape or fail.
func place2(t testing.TB, s d2.Shape, p d2.Pose) *d2.Object {
	t.Helper()
	o, err := d2.Place(s, p)
	if err != nil {
		t.Fatal(err)
	}
	return &o
}

func place3(t testing.TB, s d3.Shape, p d3.Pose) *d3.Object {
	t.Helper()
	o, err := d3.Place(s, p)
	if err != nil {
		t.Fatal(err)
	}
	return &o
}

// painted returns how many pixels of a page are not paper.
func painted(p *draw.Page) int {
	img := p.Raster(1, draw.Light)
	n := 0
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if img.RGBAAt(x, y) != (color.RGBA{255, 255, 255, 255}) {
				n++
			}
		}
	}
	return n
}

// shapes2 are shapes of every kind, flat and pointed ones too.
func shapes2(t testing.TB) []d2.Shape {
	hull := func(p ...d2.Vec) *d2.Hull {
		h, err := d2.NewHull(p)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	polygon, err := d2.NewPolygon([]d2.Vec{v(0, 0), v(1, 0), v(0.5, 0.6)})
	if err != nil {
		t.Fatal(err)
	}
	cores := []d2.Convex{
		d2.Circle{Radius: 0.5},
		d2.Capsule{Height: 0.6, Radius: 0.3},
		d2.Capsule{Height: 1},
		d2.Ellipse{Radii: v(0.5, 0.2)},
		d2.Box{Size: v(0.8, 0.6)},
		&d2.Box{Size: v(0.8, 0)}, polygon, hull(v(0, 0), v(1, 0), v(0.9, 0.5), v(0.2, 0.9)), hull(v(0, 0), v(1, 0)),
		hull(v(0, 0)),
		d2.Ellipse{Radii: v(0.5, 0)},
		d2.Circle{},
		lens2{},
	}
	var all []d2.Shape
	for _, c := range cores {
		all = append(all, c, d2.Rounded{Core: c, R: 0.15}, &d2.Rounded{Core: d2.Rounded{Core: c, R: 0.1}, R: 0.05})
	}
	return append(all, d2.HalfSpace{Normal: v(0.1, 1), Offset: 0.2})
}

// lens2 is a user's shape: the common part of two discs of radius 1, 1 apart.
type lens2 struct{}

func (lens2) Margin() float64 { return 0 }
func (lens2) Support(d d2.Vec) d2.Vec {
	d = d.Scale(1 / d.Len())
	s := math.Copysign(0.5, d.X)
	if p := d.Sub(v(s, 0)); p.X*s >= 0 {
		return p
	}
	return v(0, math.Copysign(math.Sqrt(0.75), d.Y))
}

// What a canvas paints of a shape is its box, within two pixels.
func TestObjectCoversItsBox(t *testing.T) {
	r, err := d2.NewCosSin(0.6, 0.8)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range shapes2(t) {
		if _, plane := s.(d2.HalfSpace); plane {
			continue
		}
		for _, size := range []float64{1, 1e7} {
			o := place2(t, s, d2.Pose{Pos: v(size, -2*size), Rot: r})
			p := draw.NewPage(200, 200)
			box := o.AABB()
			c := &solid.View{Canvas: p.Canvas(p.Bounds(), box, 20), Camera: solid.Front()}
			c.Object(o, draw.Style{Fill: draw.Ink, Stroke: draw.Ink, Width: 1})
			img := p.Raster(1, draw.Light)
			low, high := v(1e9, 1e9), v(-1, -1)
			for y := range 200 {
				for x := range 200 {
					if img.RGBAAt(x, y).R < 128 {
						low = v(min(low.X, float64(x)), min(low.Y, float64(y)))
						high = v(max(high.X, float64(x+1)), max(high.Y, float64(y+1)))
					}
				}
			}
			a, b := c.Point(v(box.Min.X, box.Max.Y)), c.Point(v(box.Max.X, box.Min.Y))
			if off := max(math.Abs(a.X-low.X), math.Abs(a.Y-low.Y), math.Abs(b.X-high.X), math.Abs(b.Y-high.Y)); off > 2.5 {
				t.Errorf("shape %d (%T) at %g: painted %v %v, box %v %v", i, s, size, low, high, a, b)
			}
		}
	}
}

// shapes3 are shapes of every kind, flat and pointed ones too, with their volumes where they are
// known, else -1.
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

// A mesh holds what its object holds: its support is that of the object's box within a hundredth of
// the size, its volume is that of the shape within a hundredth, its faces and normals point
// outward, and the normals are units.
func TestMeshOf(t *testing.T) {
	r, err := d3.NewQuat(0.48, 0.64, 0, 0.6)
	if err != nil {
		t.Fatal(err)
	}
	shapes, volumes := shapes3(t)
	for i, s := range shapes {
		for _, at := range []d3.Vec{{}, {X: 1e6, Y: -1e6, Z: 3}} {
			o := place3(t, s, d3.Pose{Pos: at, Rot: r})
			m := solid.MeshOf(o, at)
			checkMesh(t, i, s, o.AABB(), at, m, volumes[i])
		}
	}
}

// checkMesh checks the mesh m of shape i.
func checkMesh(t *testing.T, i int, s d3.Shape, box d3.AABB, at d3.Vec, m *solid.Mesh, volume float64) {
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
		m := solid.MeshOf(o, d3.Vec{})
		w := look(p, 30, 30, 8, m)
		w.Solids([]solid.Solid{{Mesh: m, Role: draw.A, Ghost: i%3 == 1}})
		if n := painted(p); n < 12 || n > 60*60 {
			t.Errorf("shape %d (%T): %d pixels painted", i, s, n)
		}
	}
}

// Where two bodies run into each other, the picture shows the line in which their surfaces meet,
// and each surface on its own side: a z-buffer is exact there, a list of facets sorted by depth is
// not.
func TestSolidsMeet(t *testing.T) {
	left := solid.MeshOf(place3(t, d3.Box{Size: d3.Vec{X: 2, Y: 1, Z: 1}}, d3.Pose{}), d3.Vec{})
	right := solid.MeshOf(place3(t, d3.Sphere{Radius: 0.8}, d3.Pose{Pos: d3.Vec{X: 1}}), d3.Vec{})
	p := draw.NewPage(200, 120)
	w := look(p, -90, 0, 10, left, right)
	w.Solids([]solid.Solid{{Mesh: left, Role: draw.A}, {Mesh: right, Role: draw.B}})
	img := p.Raster(1, draw.Light)
	blue := func(at d3.Vec) bool {
		q := w.At(at)
		c := img.RGBAAt(int(q.X), int(q.Y))
		return c.B > c.R
	}
	// The front of the box is y = -0.5; the sphere is before it within sqrt(0.64 - 0.25) = 0.6245
	// of (1, 0).
	for _, c := range []struct {
		x, z float64
		want bool
	}{{0, 0, true}, {0.30, 0, true}, {0.45, 0, false}, {0.9, 0, false}, {1.5, 0, false}, {0.55, 0.46, true}, {0.9, 0.45, false}} {
		if got := blue(d3.Vec{X: c.x, Y: -2, Z: c.z}); got != c.want {
			t.Errorf("at (%v, %v): box in front %v, want %v", c.x, c.z, got, c.want)
		}
	}
}

// look returns a view that fills a page with meshes.
func look(p *draw.Page, azimuth, elevation, room float64, meshes ...*solid.Mesh) *solid.View {
	c := solid.LookFrom(azimuth, elevation)
	var seen draw.Union
	for _, m := range meshes {
		seen.Add(c.ReachOf(m.Points...))
	}
	return &solid.View{Canvas: p.Canvas(p.Bounds(), seen.Box, room), Camera: c}
}

// Where faces of two bodies lie in one plane, the first is seen, everywhere: no speckles.
func TestCoplanarFaces(t *testing.T) {
	r, err := d3.NewQuat(0.1, 0.2, 0.3, math.Sqrt(1-0.14))
	if err != nil {
		t.Fatal(err)
	}
	one, two := d3.Vec{X: 0.3, Y: 0.1, Z: 0.7}, r.Apply(d3.Vec{X: 1.5})
	left := solid.MeshOf(place3(t, d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Pose{Pos: one, Rot: r}), d3.Vec{})
	right := solid.MeshOf(place3(t, d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Pose{Pos: one.Add(two), Rot: r}), d3.Vec{})
	p := draw.NewPage(300, 200)
	w := look(p, -60, 25, 10, left, right)
	w.Solids([]solid.Solid{{Mesh: left, Role: draw.A}, {Mesh: right, Role: draw.B}})
	img := p.Raster(1, draw.Light)
	at := func(x, z float64) color.RGBA {
		q := w.At(r.Apply(d3.Vec{X: x, Y: -1, Z: z}).Add(one))
		return img.RGBAAt(int(q.X), int(q.Y))
	}
	want := at(0.75, 0)
	if want.B <= want.R {
		t.Errorf("the shared part has the colour %v", want)
	}
	for i := range 40 * 40 {
		x, z := 0.6+float64(i%40)*0.0075, -0.8+float64(i/40)*0.04
		if got := at(x, z); got != want {
			t.Fatalf("at (%v, %v): %v, elsewhere %v", x, z, got, want)
		}
	}
}

// A surface of triangles is shaded as what has the same faces: the mesh of a box looks as the box
// does, as a solid and as a surface, from outside; a surface also shows its inner side.
func TestWholeSurfaces(t *testing.T) {
	box := d3.Box{Size: d3.Vec{X: 2, Y: 1, Z: 1}}
	corners := solid.BoxCorners(box.Size.Scale(0.5))
	h := solid.NewPolyhedron(corners)
	shot := func(s d3.Shape) *image.RGBA {
		p := draw.NewPage(120, 90)
		m := solid.MeshOf(place3(t, s, d3.Pose{Pos: d3.Vec{X: 1e6}}), d3.Vec{X: 1e6})
		look(p, -60, 25, 10, m).Solids([]solid.Solid{{Mesh: m, Role: draw.A}})
		return p.Raster(1, draw.Light)
	}
	want := shot(box)
	for _, whole := range []bool{true, false} {
		m, err := d3.NewMesh(h.Points, h.Faces, d3.MeshOptions{Solid: whole})
		if err != nil {
			t.Fatal(err)
		}
		if !solid.Whole(m) || solid.Whole(box) {
			t.Error("only the mesh is drawn as a whole")
		}
		if got := shot(m); !slices.Equal(got.Pix, want.Pix) {
			t.Errorf("solid %v: the mesh of a box does not look as the box", whole)
		}
	}
	field, err := d3.NewHeightField(1, 1, [][]float64{{0, 0.1}, {0.2, 0}})
	if err != nil {
		t.Fatal(err)
	}
	m := solid.MeshOf(place3(t, field, d3.Pose{}), d3.Vec{})
	for _, elevation := range []float64{60, -60} {
		p := draw.NewPage(60, 60)
		look(p, 30, elevation, 8, m).Solids([]solid.Solid{{Mesh: m, Role: draw.A}})
		if n := painted(p); n < 400 {
			t.Errorf("seen from elevation %v, a height field covers %d pixels", elevation, n)
		}
	}
}

// TestCap: in a view that is small beside a ball, about a point of it, what lies below the tangent
// plane is the ball and what lies above is not, whatever the radius. The facets of its mesh alone
// are as far from the point as the view is wide, and more.
func TestCap(t *testing.T) {
	n := d3.Vec{X: 0.36, Y: 0.48, Z: 0.8}
	for _, radius := range []float64{20, 300, 1e4, 1e8, 1e12} {
		o := place3(t, d3.Sphere{Radius: radius}, d3.Pose{Pos: n.Scale(-radius)})
		b := solid.Body3(o, d3.Vec{})
		m := solid.MeshOf(o, d3.Vec{})
		for _, back := range []d3.Vec{{X: 0.8, Y: -0.6}, {X: -0.8, Y: 0.6}, {X: 0.48, Y: 0.64, Z: -0.6}} {
			camera := solid.LookAlong(back) // across n
			view := &solid.View{
				Canvas: draw.NewPage(100, 100).Canvas(d2.AABB{Max: v(100, 100)}, d2.AABB{Min: v(-1, -1), Max: v(1, 1)}, 0),
				Camera: camera,
			}
			without, with := view.Layer(1), view.Layer(1)
			without.Add(m, 1)
			whole := &solid.Mesh{}
			whole.Add(m)
			whole.Add(solid.Cap(&b, n, 1.0/64))
			with.Add(whole, 1)
			up := view.Direction(n)
			missed := 0
			for i := -40; i <= 40; i++ {
				along := v(50, 50).Add(v(up.Y, -up.X).Scale(float64(i)))
				drop := float64(i*i) / (2 * 50 * radius) // of the ball, in pixels
				if id, _ := with.ID(along.Add(up.Scale(3))); id != 0 {
					t.Fatalf("radius %g, back %v: %d pixels to the side the ball is above its tangent plane", radius, back, i)
				}
				if id, _ := with.ID(along.Sub(up.Scale(3 + drop))); id != 1 {
					t.Fatalf("radius %g, back %v: %d pixels to the side there is nothing", radius, back, i)
				}
				if id, _ := without.ID(along.Sub(up.Scale(3 + drop))); id != 1 {
					missed++
				}
			}
			if radius >= 1e4 && missed == 0 {
				t.Errorf("radius %g: the mesh alone would do", radius)
			}
		}
	}
}

// TestPolyhedronScaled: the facets and edges of a polyhedron are those of one of another size, also
// where a difference of two bodies is larger than a body may be. At 1e100 the picture had none.
func TestPolyhedronScaled(t *testing.T) {
	points := slices.Concat(solid.Around(1), solid.BoxCorners(d3.Vec{X: 0.9, Y: 0.8, Z: 0.7}))
	one := solid.NewPolyhedron(points)
	if len(one.Faces) < 30 || len(one.Edges) < 40 {
		t.Fatal(len(one.Faces), len(one.Edges))
	}
	for _, e := range []int{-900, -300, 5, 200, 300, 333} {
		far := make([]d3.Vec, len(points))
		for i, p := range points {
			far[i] = p.Scale(math.Ldexp(1, e))
		}
		m := solid.NewPolyhedron(far)
		if !slices.Equal(m.Faces, one.Faces) || !slices.Equal(m.Facet, one.Facet) || !slices.Equal(m.Edges, one.Edges) ||
			!slices.Equal(m.Normal, one.Normal) {
			t.Errorf("2^%d: %d faces, %d edges", e, len(m.Faces), len(m.Edges))
		}
		for i, p := range m.Points {
			if p != one.Points[i].Scale(math.Ldexp(1, e)) {
				t.Fatalf("2^%d: point %d", e, i)
			}
		}
	}
	if m := solid.NewPolyhedron([]d3.Vec{{X: math.Inf(1)}, {}, {Y: 1}, {Z: 1}}); len(m.Points) > 0 {
		t.Error("a polyhedron of what is not finite")
	}
}
