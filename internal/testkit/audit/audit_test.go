package audit_test

import (
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/audit"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// spheres is a pair with a closed form: radii 1 and 0.5, centres 3 apart, or 1 apart when deep.
func spheres(deep bool) (*shapegen.Pair3, audit.Contact) {
	id := [4]float64{0, 0, 0, 1}
	p := &shapegen.Pair3{
		A: shapegen.Body3{Kind: "sphere", Radius: 1, Q: id, P: [3]float64{4, 0, 0}},
		B: shapegen.Body3{Kind: "sphere", Radius: 0.25, Rounded: true, Rounding: 0.25, Q: id, P: [3]float64{7, 0, 0}},
	}
	c := audit.Contact{
		Distance: 1.5, Lower: 1.5, Upper: 1.5, Relation: collide.Apart, Normal: [3]float64{1, 0, 0},
		PointA: [3]float64{5, 0, 0}, PointB: [3]float64{6.5, 0, 0},
		LocalA: [3]float64{1, 0, 0}, LocalB: [3]float64{-0.5, 0, 0},
	}
	if deep {
		p.B.P[0] = 5
		c.Distance, c.Lower, c.Upper, c.Relation = -0.5, -0.5, -0.5, collide.Overlapping
		c.PointB[0] = 4.5
	}
	return p, c
}

func TestCheckAccepts(t *testing.T) {
	for _, deep := range []bool{false, true} {
		p, c := spheres(deep)
		if err := audit.Of3(p).Check(&c); err != nil {
			t.Errorf("deep %v: %v", deep, err)
		}
	}
}

// Each way in which a library may go wrong is seen.
func TestCheckRefuses(t *testing.T) {
	rows := []struct {
		what  string
		spoil func(*audit.Contact)
	}{
		{"a normal that is flipped", func(c *audit.Contact) { c.Normal[0] = -1 }},
		{"witnesses exchanged", func(c *audit.Contact) {
			c.PointA, c.PointB, c.LocalA, c.LocalB = c.PointB, c.PointA, c.LocalB, c.LocalA
		}},
		{"a radius added twice", func(c *audit.Contact) {
			c.Distance, c.Lower, c.Upper = c.Distance-0.25, c.Lower-0.25, c.Upper-0.25
		}},
		{"a bracket that ends below the truth", func(c *audit.Contact) { c.Distance, c.Lower, c.Upper = 0.9*c.Distance, 0.9*c.Distance, 0.9*c.Distance }},
		{"a bracket that begins above the truth", func(c *audit.Contact) { c.Distance, c.Lower, c.Upper = 1.1*c.Distance, 1.1*c.Distance, 1.1*c.Distance }},
		{"an empty bracket", func(c *audit.Contact) { c.Lower, c.Upper = c.Upper+1e-15, c.Lower }},
		{"a wide bracket", func(c *audit.Contact) { c.Lower -= 1e-12 }},
		{"a relation that the bracket denies", func(c *audit.Contact) { c.Relation = collide.Touching }},
		{"an undecided pair of spheres", func(c *audit.Contact) { c.Relation, c.Lower, c.Upper = collide.Undecided, -1e-20, 1e-20 }},
		{"a negative zero", func(c *audit.Contact) { c.PointA[1] = math.Copysign(0, -1) }},
		{"no number", func(c *audit.Contact) { c.LocalB[2] = math.NaN() }},
		{"an infinite bracket", func(c *audit.Contact) { c.Lower = math.Inf(-1) }},
		{"a normal too long", func(c *audit.Contact) { c.Normal[0] = 1 + 1e-14 }},
		{"a witness off its sphere", func(c *audit.Contact) {
			c.LocalA[0], c.PointA[0], c.LocalB[0], c.PointB[0] = 1.1, 5.1, -0.4, c.PointB[0]+0.1
		}},
		{"a witness in the world that is not the local one", func(c *audit.Contact) { c.PointA[1], c.PointB[1] = 0.1, 0.1 }},
	}
	for _, r := range rows {
		for _, deep := range []bool{false, true} {
			p, c := spheres(deep)
			r.spoil(&c)
			if audit.Of3(p).Check(&c) == nil {
				t.Errorf("%s is not seen (deep %v)", r.what, deep)
			}
		}
	}
}

// The separation of a direction is a lower bound, equal for the best one.
func TestSeparation(t *testing.T) {
	p, c := spheres(false)
	s := audit.Of3(p)
	if got := s.Separation([3]float64{1, 0, 0}); got != c.Distance {
		t.Errorf("along the normal: %v, want %v", got, c.Distance)
	}
	if got := s.Separation([3]float64{0.6, 0.8, 0}); math.Abs(got-(0.6*3-1.5)) > 1e-15 {
		t.Errorf("aslant: %v, want %v", got, 0.6*3-1.5)
	}
	line := &shapegen.Pair2{
		A: shapegen.Body2{Kind: "half-space", Size: [2]float64{0, 4}, Offset: 8, CS: [2]float64{1, 0}},
		B: shapegen.Body2{Kind: "ellipse", Size: [2]float64{3, 1}, CS: [2]float64{0, 1}, P: [2]float64{0, 7}},
	}
	if got := audit.Of2(line).Separation([3]float64{}); got != 2 {
		t.Errorf("an ellipse on end over a half-space: %v, want 2", got)
	}
}
