package d3_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/decided"
	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/testkit/oracle"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// rayCase is a body and a ray with an end that is a double, so that both are bodies to other
// queries too.
type rayCase struct {
	body                   shapegen.Body3
	object                 d3.Object
	origin, direction, end d3.Vec
	max                    float64
	ray                    d3.Ray
}

func (c *rayCase) String() string {
	return fmt.Sprintf("ray from %v along %v to %v at %+v", c.origin, c.direction, c.max, c.body)
}

// rays draws rays at hard bodies.
type rays struct {
	*rand.Rand
	gen *shapegen.Gen3
}

func newRays(seed uint64) *rays {
	return &rays{rand.New(rand.NewPCG(seed, 7)), shapegen.New3(seed)}
}

// world returns the corner v of a body, rounded.
func world(b *shapegen.Body3, v [3]float64) d3.Vec {
	w := b.Turn(v)
	return d3.Vec{X: w[0] + b.P[0], Y: w[1] + b.P[1], Z: w[2] + b.P[2]}
}

// point returns a corner of a body, or a point of an edge or a triangle of corners.
func (r *rays) point(b *shapegen.Body3) d3.Vec {
	c := b.Corners()
	if len(c) == 0 {
		c = [][3]float64{{b.Radius, 0, b.Height / 2}, {0, 0, b.Height / 2}, {0, -b.Radius, -b.Height / 2}, {b.Size[0], 0, 0}}
	}
	p := world(b, c[r.IntN(len(c))])
	for _, f := range []float64{0.5, 0.25, 0.75}[:r.IntN(3)] {
		p = p.Lerp(world(b, c[r.IntN(len(c))]), f)
	}
	return p
}

// next returns a case of a family; ok is false where the end is no double.
func (r *rays) next(t *testing.T, family string) (c rayCase, ok bool) {
	var p shapegen.Pair3
	if family == "pair" {
		p = r.gen.Pair()
	} else {
		p = r.gen.Hard(family)
	}
	c.body = p.A
	a, err := p.A.Place()
	if err != nil {
		return c, false
	}
	c.object = a
	through := r.point(&p.A)
	switch from := r.point(&p.B); r.IntN(6) {
	case 0: // along an edge, or from corner to corner
		c.direction = r.point(&p.A).Sub(through)
	case 1: // along an axis
		c.direction = [3]d3.Vec{{X: 1}, {Y: -1}, {Z: 0.5}}[r.IntN(3)]
	case 2:
		c.direction = d3.Vec{X: float64(r.IntN(5) - 2), Y: float64(r.IntN(5) - 2), Z: float64(r.IntN(5) - 2)}
	default:
		c.direction = from.Sub(through)
	}
	if r.IntN(4) == 0 {
		c.direction = c.direction.Neg()
	}
	k := [5]float64{0, 1, 2, 0.5, 4}[r.IntN(5)]
	c.origin = through.Sub(c.direction.Scale(k))
	c.max = [5]float64{0, 1, 2, 0.5, 8}[r.IntN(5)]
	if r.IntN(4) == 0 {
		c.max = k
	}
	c.end = c.origin.Add(c.direction.Scale(c.max))
	for _, x := range [3][3]float64{
		{c.origin.X, c.direction.X, c.end.X}, {c.origin.Y, c.direction.Y, c.end.Y}, {c.origin.Z, c.direction.Z, c.end.Z},
	} {
		s := num.TwoSum(x[0], float64(x[1]*c.max))
		if s.Lo != 0 || float64(x[1]*c.max)/c.max != x[1] && c.max != 0 {
			return c, false
		}
	}
	c.ray, err = d3.NewRay(c.origin, c.direction, c.max)
	return c, err == nil
}

// relation returns what the oracle says about the body and the segment.
func (c *rayCase) relation(t *testing.T) (collide.Relation, bool) {
	b, ok := c.body.Oracle()
	if !ok {
		return collide.Undecided, false
	}
	o, e := c.origin, c.end
	seg := &oracle.Body3{Points: [][3]float64{{o.X, o.Y, o.Z}, {e.X, e.Y, e.Z}}, Q: [4]float64{0, 0, 0, 1}}
	return oracle.Solve3(b, seg).Relation, true
}

var rayFamilies = append([]string{"pair", "pair", "pair"}, shapegen.Hard3...)

// TestCastRayIsRelation holds the verdict to the relation of the body and the segment, by the
// oracle and by Relate.
func TestCastRayIsRelation(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	r := newRays(1)
	count := map[collide.Verdict]int{}
	turns := 12000
	if testing.Short() {
		turns = 3000
	}
	for i := range turns {
		c, ok := r.next(t, rayFamilies[i%len(rayFamilies)])
		if !ok {
			continue
		}
		h := d3.CastRay(&c.object, &c.ray)
		if rel, known := c.relation(t); known {
			count[h.Verdict]++
			if h.Verdict != decided.Verdict(rel) {
				t.Fatalf("%v: %v, the oracle says %v", &c, h.Verdict, rel)
			}
		}
		seg, err := d3.NewHull([]d3.Vec{c.origin, c.end})
		if err != nil {
			t.Fatal(err)
		}
		s, err := d3.Place(seg, d3.Pose{})
		if err != nil {
			continue // too small
		}
		if rel := d3.Relate(&c.object, &s); rel != collide.Undecided && h.Verdict != collide.Unsure && h.Verdict != decided.Verdict(rel) {
			t.Fatalf("%v: %v, Relate says %v", &c, h.Verdict, rel)
		}
	}
	for _, v := range [3]collide.Verdict{collide.Miss, collide.Graze, collide.Hit} {
		if count[v] < turns/50 {
			t.Errorf("%d of %v", count[v], v)
		}
	}
	if count[collide.Unsure] > 0 {
		t.Errorf("%d unsure polytopes", count[collide.Unsure])
	}
}
