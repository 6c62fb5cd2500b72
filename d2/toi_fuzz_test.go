package d2_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// motion returns a motion, or false if it was refused with one of the promised errors.
func (in *input) motion(t *testing.T) (d2.Motion, bool) {
	var m d2.Motion
	var err error
	switch in.byte() % 4 {
	case 0:
		return m, true
	case 1:
		var p, q d2.Pose
		if p, err = in.pose(); err == nil {
			if q, err = in.pose(); err == nil {
				m, err = d2.NewMotionTo(p, q, collide.Path(in.byte()%2))
			}
		}
	default:
		m, err = d2.NewMotion(in.vec(), in.number(), in.vec())
	}
	var e *collide.Error
	if err != nil && !errors.As(err, &e) {
		t.Fatalf("refused with %v, which is no collide.Error", err)
	}
	return m, err == nil
}

// FuzzTimeOfImpact looks for answers that are no numbers, out of order or plainly wrong.
func FuzzTimeOfImpact(f *testing.F) {
	rng := rand.New(rand.NewPCG(13, 14))
	for range 300 {
		data := make([]byte, 60+rng.IntN(200))
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := &input{data}
		duration := in.size()
		a, okA := in.object(t)
		ma, okMA := in.motion(t)
		b, okB := in.object(t)
		mb, okMB := in.motion(t)
		if !okA || !okB || !okMA || !okMB {
			return
		}
		q, err := d2.NewQuery(d2.Options{MaxIterations: 64})
		if err != nil {
			t.Fatal(err)
		}
		out, err := q.TimeOfImpact(&a, &ma, &b, &mb, d2.ImpactOptions{Duration: duration, Deepening: in.byte()%4 == 0})
		if err != nil {
			if !errors.Is(err, collide.ErrBadOption) {
				t.Fatal(err)
			}
			return
		}
		checkNumbers(t, out, duration)
	})
}

// checkNumbers checks that the numbers of an answer are finite and in order.
func checkNumbers(t *testing.T, out d2.Impact, duration float64) {
	t.Helper()
	if duration == 0 {
		duration = 1
	}
	numbers := []float64{out.T, out.Lower, out.Upper, out.Separation}
	for _, v := range []d2.Vec{out.Normal, out.PointA, out.PointB} {
		numbers = append(numbers, v.X, v.Y)
	}
	for _, x := range numbers {
		if math.IsNaN(x) || math.IsInf(x, 0) || x == 0 && math.Signbit(x) {
			t.Fatalf("%+v", out)
		}
	}
	if !(0 <= out.Lower && out.Lower <= out.T && out.T <= out.Upper && out.Upper <= duration) {
		t.Fatalf("out of order: %+v", out)
	}
	if out.Verdict == collide.Miss && out.Upper != 0 || out.Verdict == collide.Graze {
		t.Fatalf("%+v", out)
	}
	if out.Verdict == collide.Hit && out.Status != collide.BadSupport && math.Abs(out.Normal.Len()-1) > 1e-12 {
		t.Fatalf("normal of %+v", out)
	}
}
