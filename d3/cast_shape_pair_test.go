package d3_test

import (
	"testing"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/oracle"
)

// What the tests of casts of shapes have under the same name in the two dimensions.
type (
	vector   = d3.Vec
	shapeHit = d3.ShapeHit
	sweep    = d3.Sweep
	sweepOpt = d3.SweepOptions
)

var castShape = d3.CastShape

func vectorOf(v [3]float64) vector { return vector{v[0], v[1], v[2]} }

func newSweep(t *testing.T, v [3]float64, most float64, opt sweepOpt) sweep {
	t.Helper()
	s, err := d3.NewSweep(vectorOf(v), most, opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// swept returns the exact relation of A and all that B sweeps by x v, 0 <= x <= time, with the
// margins grown by skin.
func swept(p *pair, v [3]float64, time, skin float64) (oracle.Answer, bool) {
	a, okA := p.A.Oracle()
	b, okB := p.B.Oracle()
	if !okA || !okB || a.Half && b.Half {
		return oracle.Answer{}, false
	}
	x := b
	if b.Half { // the half-space comes nearer: the points move the other way
		x = a
		v = [3]float64{-v[0], -v[1], -v[2]}
	}
	x.Way, x.Time = v, time
	x.Margins = append([]float64{skin}, x.Margins...)
	return oracle.Solve3(a, b), true
}

type part = d3.Part

func compoundOf(t *testing.T, list []part) object {
	t.Helper()
	c, err := d3.NewCompound(list)
	if err != nil {
		t.Fatal(err)
	}
	o, err := d3.Place(c, d3.Pose{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// pointAt returns a point of the world as a body.
func pointAt(t *testing.T, at vector) *object {
	t.Helper()
	o, err := d3.Place(d3.Box{}, d3.Pose{Pos: at})
	if err != nil {
		t.Fatal(err)
	}
	return &o
}

// latticeBody draws a body of few bits.
func latticeBody(g *generator) (b body) {
	b.Kind = []string{"box", "box", "hull", "hull", "sphere", "capsule"}[g.IntN(6)]
	b.Q = [][4]float64{{0, 0, 0, 1}, {0, 0, 0, 1}, {0.5, 0.5, 0.5, 0.5}, {0, 0, 0.6, 0.8}, {1, 0, 0, 0}}[g.IntN(5)]
	switch b.Kind {
	case "box":
		for i := range b.Size {
			b.Size[i] = float64(g.IntN(5))
		}
	case "hull":
		b.Points = make([][3]float64, 1+g.IntN(6))
		for i := range b.Points {
			for k := range b.Points[i] {
				b.Points[i][k] = float64(g.IntN(5) - 2)
			}
		}
	default:
		b.Radius, b.Height = float64(g.IntN(4))/2, float64(g.IntN(4))
	}
	if g.IntN(6) == 0 {
		b.Rounded, b.Rounding = true, 0.5
	}
	return b
}

func coordinates(v vector) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

// turnedPose returns a pose, and what turns vectors as it does.
func turnedPose(t *testing.T, g *generator) (d3.Pose, func([3]float64) [3]float64) {
	t.Helper()
	rot, err := d3.NewAxisAngle(vectorOf(g.Direction()), 6*g.Float64()-3)
	if err != nil {
		t.Fatal(err)
	}
	at := vectorOf(g.Direction()).Scale(4 * g.Float64())
	return d3.Pose{Pos: at, Rot: rot}, func(v [3]float64) [3]float64 { return coordinates(rot.Apply(vectorOf(v))) }
}
