package d2_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

func TestCheckConvex(t *testing.T) {
	for _, c := range []struct {
		points []d2.Vec
		want   string // fault, corner, edges, point, repeated, collinear
	}{
		{pts(0, 0, 1, 0, 0, 1), "none -1 [-1 -1] {0 0} [] []"},
		{pts(0, 0, 0, 1, 0, 2, 0, 2, 2, 2), "none -1 [-1 -1] {0 0} [3] [1]"},
		{pts(0, 0, 1, 1, 2, 2), "degenerate -1 [-1 -1] {0 0} [] []"},
		{pts(1, 1, 1, 1, 1, 1), "degenerate -1 [-1 -1] {0 0} [0 1 2] []"},
		{pts(0, 0, 4, 0, 1, 1, 0, 4), "reflex 2 [-1 -1] {1 1} [] []"},
		{pts(0, 0, 2, 2, 2, 0, 0, 2), "crossing 1 [0 2] {1 1} [] []"},
		{pts(0, 0, 4, 0, 4, 4, 2, 0, 0, 4), "touching 3 [0 2] {2 0} [] []"},
		{pts(0, 0, 2, 0, 3, 0, 2, 0, 2, 2), "spike 2 [-1 -1] {3 0} [] [1]"},
		{pts(0, 3, 2, -3, -3, 1, 3, 1, -2, -3), "winding 3 [0 2] {0.6666666666666666 1} [] []"},
		{pts(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1), "winding 3 [0 2] {0 0} [] []"},
	} {
		got, err := d2.CheckConvex(c.points)
		if s := fmt.Sprint(got.Fault, got.Corner, got.Edges, got.Point, got.Repeated, got.Collinear); err != nil || s != c.want {
			t.Errorf("%v:\ngot  %s, %v\nwant %s", c.points, s, err, c.want)
		}
	}
	if _, err := d2.CheckConvex(nil); !errors.Is(err, collide.ErrEmpty) {
		t.Errorf("no points: %v", err)
	}
	if _, err := d2.CheckConvex(pts(0, math.Inf(1))); !errors.Is(err, collide.ErrNotFinite) {
		t.Errorf("an infinite point: %v", err)
	}
}

// TestCheckConvexAgrees: the test and NewPolygon are of one mind, and edges that cross do cross.
func TestCheckConvexAgrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	count := map[d2.Fault]int{}
	for range 20000 {
		p := make([]d2.Vec, 3+rng.IntN(4))
		for i := range p {
			p[i] = d2.Vec{X: float64(rng.IntN(4)), Y: float64(rng.IntN(4))}
		}
		c, err := d2.CheckConvex(p)
		if err != nil {
			t.Fatal(err)
		}
		count[c.Fault]++
		_, err = d2.NewPolygon(p)
		var e *collide.Error
		switch {
		case c.Fault == d2.FaultNone:
			if err != nil {
				t.Fatalf("%v: %v", p, err)
			}
		case !errors.As(err, &e) || e.Index != c.Corner || errors.Is(err, collide.ErrDegenerate) != (c.Fault == d2.FaultDegenerate):
			t.Fatalf("%v: %+v, but %v", p, c, err)
		}
		if c.Edges[0] >= 0 {
			_, err := d2.Decompose(p)
			if err == nil {
				t.Fatalf("%v: %+v, but it can be cut up", p, c)
			}
		} else if c.Fault == d2.FaultReflex {
			checkPieces(t, p)
		}
	}
	for f := d2.FaultNone; f <= d2.FaultWinding; f++ {
		if count[f] < 20 {
			t.Errorf("only %d of %v", count[f], f)
		}
	}
}

func TestConvexPosition(t *testing.T) {
	for _, c := range []struct {
		points []d2.Vec
		want   int
	}{
		{pts(0, 0), -1},
		{pts(0, 0, 0, 0), 1},
		{pts(0, 0, math.Copysign(0, -1), 0), 1},
		{pts(0, 0, 2, 0, 1, 0), 2},
		{pts(5, 5, 0, 0, 10, 0, 10, 10, 0, 10), 0},
		{pts(0, 0, 10, 10, 10, 0, 0, 10), -1},
	} {
		if got, err := d2.ConvexPosition(c.points); got != c.want || err != nil {
			t.Errorf("%v: %d, %v, want %d", c.points, got, err, c.want)
		}
	}
	if _, err := d2.ConvexPosition(nil); !errors.Is(err, collide.ErrEmpty) {
		t.Error(err)
	}
}

func TestFaultString(t *testing.T) {
	var words []string
	for f := d2.FaultNone; f <= d2.FaultNested+1; f++ {
		if w := f.String(); slices.Contains(words, w) || w == "" {
			t.Errorf("%q stands for two faults", w)
		} else {
			words = append(words, w)
		}
	}
}
