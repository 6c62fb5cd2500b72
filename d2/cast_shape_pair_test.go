package d2_test

import (
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/oracle"
)

// What the tests of casts of shapes have under the same name in the two dimensions.
type (
	vector   = d2.Vec
	shapeHit = d2.ShapeHit
	sweep    = d2.Sweep
	sweepOpt = d2.SweepOptions
)

var castShape = d2.CastShape

func vectorOf(v [3]float64) vector { return vector{v[0], v[1]} }

func newSweep(t *testing.T, v [3]float64, most float64, opt sweepOpt) sweep {
	t.Helper()
	s, err := d2.NewSweep(vectorOf(v), most, opt)
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
	x.Way, x.Time = [2]float64{v[0], v[1]}, time
	x.Margins = append([]float64{skin}, x.Margins...)
	return oracle.Solve2(a, b), true
}

type part = d2.Part

func compoundOf(t *testing.T, list []part) object {
	t.Helper()
	c, err := d2.NewCompound(list)
	if err != nil {
		t.Fatal(err)
	}
	o, err := d2.Place(c, d2.Pose{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// pointAt returns a point of the world as a body.
func pointAt(t *testing.T, at vector) *object {
	t.Helper()
	o, err := d2.Place(d2.Box{}, d2.Pose{Pos: at})
	if err != nil {
		t.Fatal(err)
	}
	return &o
}

// latticeBody draws a body of few bits.
func latticeBody(g *generator) (b body) {
	b.Kind = []string{"box", "box", "hull", "hull", "circle", "capsule"}[g.IntN(6)]
	b.CS = [][2]float64{{1, 0}, {1, 0}, {0, 1}, {0.6, 0.8}, {-0.28, 0.96}}[g.IntN(5)]
	switch b.Kind {
	case "box":
		for i := range b.Size {
			b.Size[i] = float64(g.IntN(5))
		}
	case "hull":
		b.Points = make([][2]float64, 1+g.IntN(6))
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

func coordinates(v vector) [3]float64 { return [3]float64{v.X, v.Y} }

// turnedPose returns a pose, and what turns vectors as it does.
func turnedPose(t *testing.T, g *generator) (d2.Pose, func([3]float64) [3]float64) {
	t.Helper()
	rot, err := d2.NewAngle(7 * g.Float64())
	if err != nil {
		t.Fatal(err)
	}
	at := vectorOf(coordinates(rot.Apply(d2.Vec{X: 4 * g.Float64()})))
	return d2.Pose{Pos: at, Rot: rot}, func(v [3]float64) [3]float64 { return coordinates(rot.Apply(vectorOf(v))) }
}
