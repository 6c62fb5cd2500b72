package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// widthBodies are bodies of ordinary sizes, and how many roundings of the lengths over the cosine
// between ray and normal a bracket of a hit may be off on either side.
func widthBodies(r *rand.Rand) []widthBody {
	u := func(a, b float64) float64 { return a + (b-a)*r.Float64() }
	points := make([]d3.Vec, 8+r.IntN(24))
	for i := range points {
		points[i] = d3.Vec{X: u(-1, 1), Y: u(-1, 1), Z: u(-1, 1)}
	}
	hull, err := d3.NewHull(points)
	if err != nil {
		panic(err)
	}
	box := d3.Box{Size: d3.Vec{X: u(0.2, 1.5), Y: u(0.2, 1.5), Z: u(0.001, 1.5)}}
	return []widthBody{
		{box, 512},
		{hull, 512},
		{d3.Sphere{Radius: u(0.2, 1.5)}, 4096},
		{d3.Capsule{Radius: u(0.01, 1.5), Height: u(0.2, 1.5)}, 4096},
		{d3.Cylinder{Radius: u(0.2, 1.5), Height: u(0.2, 1.5)}, 4096},
		{d3.Cone{Radius: u(0.2, 1.5), Height: u(0.2, 1.5)}, 4 * 4096},
		{d3.Ellipsoid{Radii: d3.Vec{X: u(0.2, 1.5), Y: u(0.2, 1.5), Z: u(0.05, 1)}}, 4096},
		{d3.Rounded{Core: box, R: u(0.05, 0.5)}, 4096},
	}
}

type widthBody struct {
	shape d3.Shape
	units float64
}

// TestCastRayIsNarrow: the bracket of a hit is a few roundings wide, over the cosine between ray
// and normal: also at the side of a capsule nearly along its axis, at a face nearly along the ray,
// and at a cone beside one of whose lines the ray goes.
func TestCastRayIsNarrow(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(31, 15))
	draw := func(s float64) d3.Vec {
		return d3.Vec{X: s * r.NormFloat64(), Y: s * r.NormFloat64(), Z: s * r.NormFloat64()}
	}
	hits := 0
	for range 3000 {
		for _, b := range widthBodies(r) {
			rot, err := d3.NewQuat(r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64())
			if err != nil || r.IntN(4) == 0 {
				rot = d3.Rot{}
			}
			o, err := d3.Place(b.shape, d3.Pose{Pos: draw(2), Rot: rot})
			if err != nil {
				t.Fatal(err)
			}
			at := o.Pose().Pos
			from, to := at.Add(draw(3)), at.Add(draw(0.4))
			ray, err := d3.NewRay(from, to.Sub(from).Scale(0.2+2*r.Float64()), math.MaxFloat64)
			if err != nil {
				t.Fatal(err)
			}
			h := d3.CastRay(&o, &ray)
			if h.Verdict != collide.Hit || h.T == 0 {
				continue
			}
			hits++
			d := ray.Direction()
			box := o.AABB()
			w := from.Sub(at)
			l := max(math.Abs(w.X), math.Abs(w.Y), math.Abs(w.Z), box.Max.Sub(box.Min).Len()/4) + h.T*d.Len()
			e := b.units * 0x1p-53 * l
			cos := math.Abs(h.Normal.Dot(d)) / d.Len()
			if most := 2*min(e/cos, math.Sqrt(e*l))/d.Len() + 0x1p-51*h.Upper; h.Upper-h.Lower > most {
				t.Errorf("%+v: %v wide, want %v, cosine %v: %+v", b.shape, h.Upper-h.Lower, most, cos, h)
			}
		}
	}
	if hits < 10000 {
		t.Errorf("%d hits", hits)
	}
}
