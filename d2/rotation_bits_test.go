package d2

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"
)

// TestRotationBits holds the bits of all constructors, and of what is made from rotations, to those
// of every platform. Run it on another one with GOARCH set. A change of the hash is a change of
// answers.
func TestRotationBits(t *testing.T) {
	const want = 0xc43e9064a697d985
	rng := rand.New(rand.NewPCG(11, 11))
	h := fnv.New64a()
	put := func(xs ...float64) {
		for _, x := range xs {
			if math.IsNaN(x) {
				t.Fatal("NaN")
			}
			_ = binary.Write(h, binary.LittleEndian, math.Float64bits(x))
		}
	}
	rot := func(r Rot, err error) Rot {
		if err != nil {
			t.Fatal(err)
		}
		c, s := r.CosSin()
		put(c, s, r.Angle())
		return r
	}
	for range 3000 {
		a, b, x := hardVec(rng), hardVec(rng), float64(rng.Float64()*40)-20
		r, s := rot(NewAngle(x)), rot(NewAngleDegrees(x*30))
		f, l := rot(NewFromTo(a.normal(), b.normal())), rot(NewLookAt(a.normal()))
		m := rot(NewMatrix(f.Matrix()))
		p := Pose{b.Unit(), rot(r.Slerp(s, x))}
		q, err := p.Lerp(Pose{a.Unit(), rot(l.Integrate(x, 0.1)).Mul(m)}, 0.25)
		if err != nil {
			t.Fatal(err)
		}
		rot(q.Rot, nil)
		v := q.ApplyInverse(a.Unit().Perp())
		put(v.X, v.Y, a.Dist(b))
	}
	if got := h.Sum64(); got != want {
		t.Errorf("the hash is %#x, want %#x", got, uint64(want))
	}
}
