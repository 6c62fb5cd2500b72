package d2

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// polygonByDefinition says what NewPolygon must answer to finite points: nil when the path, less
// repeats and corners strictly between their neighbours, is the cycle of the hull's vertices, one
// way round or the other.
func polygonByDefinition(points []Vec) error {
	h, err := NewHull(points)
	if err != nil {
		return err
	}
	if h.dim < 2 {
		return collide.ErrDegenerate
	}
	path := slices.Clone(points)
	for changed := true; changed && len(path) > 2; {
		changed = false
		for i := 0; i < len(path) && len(path) > 2; i++ {
			a, b, c := path[(i+len(path)-1)%len(path)], path[i], path[(i+1)%len(path)]
			between := bigOrient(a, b, c) == 0 && lexCompare(a, b) == lexCompare(b, c)
			if a == b || between {
				path = slices.Delete(path, i, i+1)
				changed = true
				i--
			}
		}
	}
	for range 2 {
		if i := slices.Index(path, h.points[0]); i >= 0 && slices.Equal(slices.Concat(path[i:], path[:i]), h.points) {
			return nil
		}
		slices.Reverse(path)
	}
	return collide.ErrNotConvex
}

// codeOf returns the code of NewPolygon's error.
func codeOf(points []Vec) error {
	_, err := NewPolygon(points)
	var e *collide.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return err
}

func TestPolygonFollowsTheDefinition(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(43, 44))
	seen := map[error]int{}
	for i := range 25000 {
		p := make([]Vec, 3+r.IntN(6))
		for j := range p {
			p[j] = Vec{float64(r.IntN(4)), float64(r.IntN(4))}
		}
		switch i % 3 {
		case 0: // nearly always a polygon: the hull's own corners, one of them moved now and then
			if h, err := NewHull(p); err == nil {
				p = h.Vertices()
				if r.IntN(2) == 0 {
					p[r.IntN(len(p))].X++
				}
			}
		case 1:
			p = slices.Insert(p, r.IntN(len(p)), p[r.IntN(len(p))])
		}
		got, want := codeOf(p), polygonByDefinition(p)
		if got != want {
			t.Fatalf("%v: %v, want %v", p, got, want)
		}
		seen[got]++
	}
	if seen[nil] < 1000 || seen[collide.ErrNotConvex] < 1000 || seen[collide.ErrDegenerate] < 500 {
		t.Errorf("drawn: %v", seen)
	}
}

func TestPolygonErrors(t *testing.T) {
	star := []Vec{{0, 3}, {2, -3}, {-3, 1}, {3, 1}, {-2, -3}}
	tests := []struct {
		why    string
		points []Vec
		code   error
		index  int
		path   string
	}{
		{"one point", []Vec{{1, 1}}, collide.ErrDegenerate, -1, "points"},
		{"two distinct points", []Vec{{1, 1}, {2, 2}, {1, 1}, {2, 2}}, collide.ErrDegenerate, -1, "points"},
		{"all on one line", []Vec{{0, 0}, {1, 1}, {3, 3}, {2, 2}}, collide.ErrDegenerate, -1, "points"},
		{"the same point many times", []Vec{{1, 1}, {1, 1}, {1, 1}}, collide.ErrDegenerate, -1, "points"},
		{"a reflex corner", []Vec{{0, 0}, {4, 0}, {1, 1}, {0, 4}}, collide.ErrNotConvex, 2, "points[2]"},
		{"a reflex corner by 1e-9, clockwise", []Vec{{0, 4}, {2 - 1e-9, 2}, {4, 0}, {0, 0}}, collide.ErrNotConvex, 1, "points[1]"},
		{"a reflex corner by one ulp", []Vec{{0, 0}, {1, 0x1p-52}, {2, 0}, {1, 3}}, collide.ErrNotConvex, 1, "points[1]"},
		{"a bow-tie", []Vec{{0, 0}, {1, 1}, {1, 0}, {0, 1}}, collide.ErrNotConvex, 1, "points[1]"},
		{"a spike", []Vec{{0, 0}, {1, 0}, {1, 1}, {1, 5}, {1, 1}, {0, 1}}, collide.ErrNotConvex, 3, "points[3]"},
		{"a star that turns one way only", star, collide.ErrNotConvex, 3, "points[3]"},
		{"a triangle run through twice", []Vec{{0, 0}, {1, 0}, {0, 1}, {0, 0}, {1, 0}, {0, 1}}, collide.ErrNotConvex, 3, "points[3]"},
	}
	for _, tt := range tests {
		_, err := NewPolygon(tt.points)
		var e *collide.Error
		if !errors.As(err, &e) || e.Code != tt.code || e.Index != tt.index || e.Path != tt.path {
			t.Errorf("%s: %v (%+v), want %v at %d", tt.why, err, e, tt.code, tt.index)
		}
	}
}

// TestPolygonHasOneForm gives one polygon from every start, either way round, with repeats, corners
// within edges and zeros of either sign: the result must be the same bit for bit.
func TestPolygonHasOneForm(t *testing.T) {
	corners := []Vec{{0, 0}, {1, 0}, {2, 0}, {2, 0}, {3, 1}, {3, 2}, {2, 3}, {1, 3}, {0, 2}, {0, 1}}
	want, err := NewPolygon([]Vec{{0, 0}, {2, 0}, {3, 1}, {3, 2}, {2, 3}, {1, 3}, {0, 2}})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		for i := range corners {
			p := slices.Concat(corners[i:], corners[:i])
			for j := range p {
				if (i+j)%3 == 0 && p[j].X == 0 {
					p[j].X = math.Copysign(0, -1)
				}
			}
			got, err := NewPolygon(p)
			if err != nil {
				t.Fatalf("%v: %v", p, err)
			}
			if !sameBits(&got.hull, &want.hull) {
				t.Fatalf("%v gives %v, want %v", p, got.hull, want.hull)
			}
		}
		slices.Reverse(corners)
	}
}

func ExampleNewPolygon() {
	p, err := NewPolygon([]Vec{{1, 1}, {1, 0}, {0.5, 0}, {0, 0}, {0, 1}}) // clockwise
	fmt.Println(p.Vertices(), err)
	_, err = NewPolygon([]Vec{{0, 0}, {2, 0}, {0.5, 0.5}, {0, 2}})
	fmt.Println(err)
	// Output:
	// [{0 0} {1 0} {1 1} {0 1}] <nil>
	// points[2]: not-convex
}

func ExamplePolygon_Vertices() {
	p, err := NewPolygon([]Vec{{1, 0}, {0, 1}, {0, 0}})
	fmt.Println(p.Vertices(), err)
	// Output: [{0 0} {1 0} {0 1}] <nil>
}

func ExamplePolygon_Support() {
	p, err := NewPolygon([]Vec{{0, 0}, {1, 0}, {0, 1}})
	fmt.Println(p.Support(Vec{1, -1}), p.Margin(), err)
	// Output: {1 0} 0 <nil>
}
