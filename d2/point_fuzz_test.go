package d2_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// FuzzClosestPoint asks about any body and any point: no number that is none, a bracket that goes
// with the relation and meets that of Distance, and margins that agree with it.
func FuzzClosestPoint(f *testing.F) {
	rng := rand.New(rand.NewPCG(41, 12))
	for range 200 {
		data := make([]byte, 40+rng.IntN(160))
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := &input{data}
		a, ok := in.object(t)
		if !ok {
			return
		}
		p := in.vec()
		cl, err := d2.ClosestPoint(&a, p)
		old := d2.Vec{X: 7, Y: 8}
		into := d2.Closest{
			Relation: collide.Undecided, Distance: 7, Lower: 7, Upper: 7, Point: old, Normal: old, Local: old,
			Feature: 7, Part: 7, Triangle: 7, Status: collide.Limit, Iterations: 7,
		}
		if e := new(d2.Query).ClosestPointInto(&into, &a, p); into != cl || (e == nil) != (err == nil) {
			t.Fatalf("%+v, %v into a used answer, %+v, %v", into, e, cl, err)
		}
		if err != nil {
			return
		}
		if !(cl.Lower <= cl.Distance && cl.Distance <= cl.Upper) || math.IsInf(cl.Distance, 0) ||
			!(math.Abs(cl.Normal.Len()-1) < 1e-12) {
			t.Fatalf("%+v", cl)
		}
		if err := localIsPoint(&a, &cl); err != nil {
			t.Fatal(err)
		}
		if math.Abs(cl.Distance) > 0x1p999 { // Distance takes planes to lie no farther off
			return
		}
		b, err := d2.Place(d2.Circle{}, d2.Pose{Pos: p})
		if err != nil {
			t.Fatal(err)
		}
		ct := d2.Distance(&a, &b)
		if ct.Lower > cl.Upper || cl.Lower > ct.Upper ||
			ct.Relation != cl.Relation && ct.Relation != collide.Undecided && cl.Relation != collide.Undecided {
			t.Fatalf("%+v\n%+v", cl, ct)
		}
		for _, d := range []float64{cl.Distance, -cl.Distance, cl.Lower, 0, 1} {
			rel, err := d2.RelateMargin(&a, &b, d)
			if err != nil || ct.Lower > d && rel != collide.Apart || ct.Upper < d && rel != collide.Overlapping {
				t.Fatalf("RelateMargin %v: %v %v, %+v", d, rel, err, ct)
			}
		}
		in2 := d2.Contains(&a, &b)
		if in2 == collide.Inside && cl.Lower > 0 || in2 == collide.NotInside && cl.Upper < 0 {
			t.Fatalf("%v, %+v", in2, cl)
		}
	})
}
