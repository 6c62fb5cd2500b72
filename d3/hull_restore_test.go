package d3

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// pointsOf returns random points: in a cube, on a coarse grid, or on few planes.
func pointsOf(r *rand.Rand, kind int) []Vec {
	points := make([]Vec, 1+r.IntN(40))
	for i := range points {
		switch kind {
		case 0:
			points[i] = Vec{r.Float64() - 0.5, r.Float64() - 0.5, r.Float64() - 0.5}
		case 1:
			points[i] = Vec{float64(r.IntN(4)), float64(r.IntN(4)), float64(r.IntN(4))}
		case 2:
			points[i] = Vec{float64(r.IntN(2)), float64(r.IntN(3)), r.Float64()}
		case 3:
			points[i] = Vec{float64(r.IntN(5)), float64(r.IntN(5)), 7}
		default:
			points[i] = Vec{2, 3, float64(r.IntN(3))}
		}
	}
	return points
}

// sameHull reports whether nothing is different.
func sameHull(h, g *Hull) bool {
	return h.center == g.center && h.radius == g.radius && h.box == g.box && h.dim == g.dim &&
		reflect.DeepEqual([]any{h.points, h.local, h.faces, h.adjStart, h.adj, h.start, h.cells, h.faceTable()},
			[]any{g.points, g.local, g.faces, g.adjStart, g.adj, g.start, g.cells, g.faceTable()})
}

// TestRestoreHull makes hulls from their vertices and faces: nothing may be different, the tables
// of faces and edges included. Faces that are not those of the hull are refused.
func TestRestoreHull(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(81, 2))
	other := 0
	for k := range 2000 {
		h, err := NewHull(pointsOf(r, k%5))
		if err != nil {
			t.Fatal(err)
		}
		faces := h.Faces()
		g, err := RestoreHull(h.Vertices(), faces)
		if err != nil {
			t.Fatalf("%d: %v", k, err)
		}
		if !sameHull(h, g) {
			t.Fatalf("%d: another hull", k)
		}
		if n, _ := NewHull(h.Vertices()); !reflect.DeepEqual(n.faces, h.faces) {
			other++
		}
		if len(faces) == 0 {
			faces = [][3]int{{0, 0, 0}}
		} else {
			spoil(r, &faces)
		}
		if g, err := RestoreHull(h.Vertices(), faces); err == nil && !reflect.DeepEqual(g.Faces(), faces) {
			t.Fatalf("%d: %v was taken for faces", k, faces)
		} else if err != nil && !errors.Is(err, collide.ErrNotConvex) {
			t.Fatalf("%d: %v", k, err)
		}
	}
	if other < 50 {
		t.Errorf("only %d hulls had faces that the vertices alone do not give", other)
	}
	if _, err := RestoreHull([]Vec{{}, {2, 0, 0}, {1, 0, 0}}, nil); !errors.Is(err, collide.ErrNotConvex) {
		t.Errorf("a vertex within an edge: %v", err)
	}
}

// spoil changes the faces at random.
func spoil(r *rand.Rand, faces *[][3]int) {
	f := *faces
	switch k := r.IntN(len(f)); r.IntN(5) {
	case 0:
		f[k][r.IntN(3)] = r.IntN(50) - 5
	case 1:
		*faces = f[:k]
	case 2:
		*faces = append(f, f[k])
	case 3:
		f[k], f[0] = f[0], f[k]
	default:
		f[k] = [3]int{f[k][1], f[k][2], f[k][0]}
	}
}
