package main

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/scene"
)

// ratVec is a point with rational coordinates.
type ratVec [2]*big.Rat

// rat returns x.
func rat(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// transformed returns p taken through a pose, exactly: the matrix of the stored cosine and sine.
func transformed(q d2.Pose, p ratVec) ratVec {
	c, s := q.Rot.CosSin()
	mul := func(a *big.Rat, b float64) *big.Rat { return new(big.Rat).Mul(a, rat(b)) }
	x := new(big.Rat).Sub(mul(p[0], c), mul(p[1], s))
	y := new(big.Rat).Add(mul(p[0], s), mul(p[1], c))
	return ratVec{x.Add(x, rat(q.Pos.X)), y.Add(y, rat(q.Pos.Y))}
}

// exactCorners returns the corners of the parts of a compound in the world, exactly.
func exactCorners(o *d2.Object) [][]ratVec {
	c := o.Shape().(*d2.Compound)
	var out [][]ratVec
	for i := range c.Len() {
		l := c.Part(i)
		var part []ratVec
		for _, v := range l.Shape.(*d2.Hull).Vertices() {
			part = append(part, transformed(o.Pose(), transformed(l.Pose, ratVec{rat(v.X), rat(v.Y)})))
		}
		out = append(out, part)
	}
	return out
}

// squaredToEdges returns the least squared distance of the corners of p from the edges of q,
// exactly.
func squaredToEdges(p, q []ratVec) *big.Rat {
	var best *big.Rat
	sub := func(a, b ratVec) ratVec { return ratVec{new(big.Rat).Sub(a[0], b[0]), new(big.Rat).Sub(a[1], b[1])} }
	dot := func(a, b ratVec) *big.Rat {
		r := new(big.Rat).Mul(a[0], b[0])
		return r.Add(r, new(big.Rat).Mul(a[1], b[1]))
	}
	for _, v := range p {
		for k, a := range q {
			e, w := sub(q[(k+1)%len(q)], a), sub(v, a)
			d := dot(w, w)
			if l := dot(e, e); l.Sign() > 0 {
				t := new(big.Rat).Quo(dot(w, e), l)
				if t.Sign() > 0 && t.Cmp(rat(1)) < 0 {
					d.Sub(d, t.Mul(t, dot(w, e)))
				} else if t.Sign() > 0 {
					r := sub(v, q[(k+1)%len(q)])
					d = dot(r, r)
				}
			}
			if best == nil || d.Cmp(best) < 0 {
				best = d
			}
		}
	}
	return best
}

// TestCompoundExactPoses compares the bounds of compounds of hulls at turned poses, near and far
// from the origin, with the distance in rational numbers, in which the poses are multiplied without
// rounding.
func TestCompoundExactPoses(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	q, err := scene.NewQuery(scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	tested := 0
	for range 120 {
		far := []float64{0, 1e3, 1e8}[rng.IntN(3)]
		pose := func(spread, off float64) string {
			return fmt.Sprintf(`{"p":[%v,%v],"angle":%v}`, off+spread*(rng.Float64()-0.5), off+spread*(rng.Float64()-0.5), 6*rng.Float64())
		}
		body := func() string {
			var parts []string
			for range 1 + rng.IntN(3) {
				var points []string
				for range 1 + rng.IntN(4) {
					points = append(points, fmt.Sprintf("[%v,%v]", rng.Float64(), rng.Float64()))
				}
				parts = append(parts, at(`{"type":"hull","points":[`+strings.Join(points, ",")+`]}`, pose(3, 0)))
			}
			return at(compound(parts...), pose(8, far))
		}
		p, err := scene.DecodePair(context.Background(), []byte(`{"dim":2,"a":`+body()+`,"b":`+body()+`}`), scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := q.Distance(&p.A, &p.B)
		if got.Relation != collide.Apart {
			continue
		}
		tested++
		var best *big.Rat
		for _, x := range exactCorners(&p.A.O2) {
			for _, y := range exactCorners(&p.B.O2) {
				for _, d := range []*big.Rat{squaredToEdges(x, y), squaredToEdges(y, x)} {
					if best == nil || d.Cmp(best) < 0 {
						best = d
					}
				}
			}
		}
		square := func(x float64) *big.Rat { return new(big.Rat).Mul(rat(x), rat(x)) }
		if best.Cmp(square(got.Lower)) < 0 || best.Cmp(square(got.Upper)) > 0 {
			d, _ := best.Float64()
			t.Fatalf("[%v, %v] does not hold %v", got.Lower, got.Upper, math.Sqrt(d))
		}
		if w := got.Upper - got.Lower; w > 1e-13*(10+far) {
			t.Fatalf("the bracket is %v wide at %v", w, far)
		}
	}
	if tested < 40 {
		t.Errorf("only %d pairs are apart", tested)
	}
}
