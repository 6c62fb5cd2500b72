package d2

import (
	"math"
	"testing"
)

// TestCacheOfGarbageParts: any pair of parts in the cache is safe, of parts that are not there too.
func TestCacheOfGarbageParts(t *testing.T) {
	var q Query
	ball, ground := Circle{Radius: 1}, HalfSpace{Normal: Vec{Y: 1}, Offset: -9}
	c, err := NewCompound([]Part{{Shape: ball}, {Shape: ground}, {Shape: ball, Pose: Pose{Pos: Vec{X: 1.5}}}})
	if err != nil {
		t.Fatal(err)
	}
	a := mustPlace(t, c, Pose{})
	bits := []int32{0, 1, 2, 3, 4, -1, math.MaxInt32, math.MinInt32}
	for _, y := range []float64{5, 2, 0.5} {
		for _, shape := range []Shape{c, ball, HalfSpace{Normal: Vec{Y: -1}}} {
			b := mustPlace(t, shape, Pose{Pos: Vec{Y: y}})
			want, rel := q.Distance(a, b, nil), q.Relate(a, b, nil)
			for _, i := range bits {
				for _, j := range bits {
					if got := q.Distance(a, b, &Cache{parts: [2]int32{i, j}}); got != want {
						t.Fatalf("parts %d %d: %+v, want %+v", i, j, got, want)
					}
					if got := q.Relate(a, b, &Cache{parts: [2]int32{i, j}}); got != rel {
						t.Fatalf("parts %d %d: %v, want %v", i, j, got, rel)
					}
				}
			}
		}
	}
}
