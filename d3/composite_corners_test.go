package d3

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/testkit/raced"
)

// TestCornersHoldTheBox: the corners of the box around a part, turned with it, reach as far as the
// part itself along each of its axes, computed to hundreds of bits: for boxes near the origin and
// far from it, turned anyhow, and for parts of parts.
func TestCornersHoldTheBox(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(8, 12))
	for i := range 3000 {
		far := math.Ldexp(1, rng.IntN(40)-4)
		half := Vec{rng.Float64(), rng.Float64(), rng.Float64()}
		p := Part{Box{Size: half.Scale(2)}, Pose{Pos: randomIn(rng, far), Rot: randomRot(rng)}}
		if i%2 == 1 {
			c, err := NewCompound([]Part{p})
			if err != nil {
				t.Fatal(err)
			}
			p = Part{c, Pose{Pos: randomIn(rng, far), Rot: randomRot(rng)}}
		}
		c, err := NewCompound([]Part{p})
		if err != nil {
			t.Fatal(err)
		}
		l := &c.leaves[0]
		at, turns := bigVecOf(Vec{}), []Rot(nil)
		for k := len(l.chain) - 1; k >= 0; k-- {
			at = at.turned(l.chain[k].Rot, false)
			for j, x := range bigVecOf(l.chain[k].Pos) {
				at[j].Add(at[j], x)
			}
			turns = append(turns, l.chain[k].Rot)
		}
		corners := l.corners(nil)
		for k, h := range [3]float64{half.X, half.Y, half.Z} {
			for _, sign := range [2]float64{-1, 1} {
				var v Vec
				*[3]*float64{&v.X, &v.Y, &v.Z}[k] = sign
				n := bigVecOf(v)
				for _, r := range turns {
					n = n.turned(r, false)
				}
				most := bigNum(math.Inf(-1))
				for _, c := range corners {
					if d := bigVecOf(Vec{c[0], c[1], c[2]}).sub(at).dot(n); d.Cmp(most) > 0 {
						most = d
					}
				}
				if most.Cmp(bigNum(h)) < 0 {
					short, _ := new(big.Float).Sub(bigNum(h), most).Float64()
					t.Fatalf("part %d: the corners are %g short of side %d of %v", i, short, k, l.body.pose)
				}
			}
		}
	}
}

// TestSmallPartsStayStraight: a compound has turned boxes unless a part is too small beside the
// whole for single precision.
func TestSmallPartsStayStraight(t *testing.T) {
	for _, row := range []struct {
		size float64
		want bool
	}{{1, true}, {1e-3, true}, {1e-6, false}, {1e-12, false}, {0, false}} {
		c, err := NewCompound([]Part{
			{Box{Size: Vec{1, 1, 1}}, Pose{}},
			{Box{Size: Vec{row.size, row.size, row.size}}, Pose{Pos: Vec{X: 3}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := c.turned != nil; got != row.want {
			t.Errorf("size %v: turned boxes %v, want %v", row.size, got, row.want)
		}
	}
}
