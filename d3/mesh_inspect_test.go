package d3

import (
	"math"
	"reflect"
	"slices"
	"testing"
)

// TestInspectMesh: a cube with one defect of each kind beside it.
func TestInspectMesh(t *testing.T) {
	p, f := cubeMesh(Vec{}, Vec{1, 2, 3})
	clean, err := InspectMesh(p, f)
	if err != nil {
		t.Fatal(err)
	}
	want := &MeshReport{
		Points: 8, Closed: true, Searched: 12,
		Parts: []MeshPart{{Count: 12, Box: AABB{Vec{}, Vec{1, 2, 3}}, Closed: true, Area: 22, Volume: 6}},
	}
	if !reflect.DeepEqual(clean, want) {
		t.Errorf("%+v\nwant %+v", clean, want)
	}
	p = append(p, Vec{9, 9, 9}, Vec{5, 0, 0}, Vec{6, 0, 0}, Vec{7, 0, 0}, Vec{5, 1, 0}, Vec{5, 0, 1}, Vec{5, -1, 0}, Vec{5, 0, 0})
	f = append(f,
		[3]int{9, 10, 9},   // 12 degenerate
		[3]int{9, 10, 11},  // 13 flat
		[3]int{9, 12, 13},  // 14
		[3]int{13, 15, 12}, // 15 the same once more, as 15 is 9
		[3]int{9, 12, 14},  // 16 flat edge with three
	)
	r, err := InspectMesh(p, f)
	if err != nil {
		t.Fatal(err)
	}
	if r.Points != 15 || r.Closed || !slices.Equal(r.Unused, []int{8}) || !slices.Equal(r.Degenerate, []int{12}) {
		t.Errorf("%+v", r)
	}
	if !slices.Equal(r.Flat, []int{13, 16}) || !slices.Equal(r.Duplicates, [][2]int{{14, 15}}) {
		t.Errorf("flat %v, duplicates %v", r.Flat, r.Duplicates)
	}
	if want := []MeshEdge{{p[9], p[12], []int{14, 15, 16}}}; !reflect.DeepEqual(r.Many, want) {
		t.Errorf("many %v, want %v", r.Many, want)
	}
	if want := []MeshEdge{{p[13], p[9], []int{14, 15}}, {p[12], p[13], []int{14, 15}}}; !reflect.DeepEqual(r.Turned, want) {
		t.Errorf("turned %v, want %v", r.Turned, want)
	}
	if len(r.Open) != 5 || r.Open[0].Triangles[0] != 13 || r.Open[4].Triangles[0] != 16 {
		t.Errorf("open %v", r.Open)
	}
	if len(r.Parts) != 2 || r.Parts[1].Closed || r.Parts[1].Triangle != 13 || r.Parts[1].Count != 4 || r.Parts[1].Volume != 0 {
		t.Errorf("parts %+v", r.Parts)
	}
}

// TestInspectMeshVolume: volumes far from the origin keep their digits, and turned parts are
// negative.
func TestInspectMeshVolume(t *testing.T) {
	p, f := cubeMesh(Vec{1e6, 1e6, 1e6}, Vec{1e6 + 1, 1e6 + 2, 1e6 + 3})
	q, g := cubeMesh(Vec{1e6 + 0.25, 1e6 + 0.25, 1e6 + 0.25}, Vec{1e6 + 0.75, 1e6 + 0.75, 1e6 + 0.75})
	p, f = joined(p, f, q, flipped(g))
	r, err := InspectMesh(p, f)
	if err != nil || len(r.Parts) != 2 || !r.Closed {
		t.Fatal(r, err)
	}
	if v, w := r.Parts[0].Volume, r.Parts[1].Volume; math.Abs(v-6) > 1e-12 || math.Abs(w+0.125) > 1e-12 {
		t.Errorf("volumes %v, %v", v, w)
	}
}

// TestInspectMeasures: area and volume of a box of triangles are those of the box at any size, as
// far as doubles go, and the sign of the volume also where that is below the least double.
func TestInspectMeasures(t *testing.T) {
	at, faces := cubeMesh(Vec{}, Vec{1, 2, 4})
	inside := slices.Clone(faces)
	for i, f := range inside {
		inside[i] = [3]int{f[0], f[2], f[1]}
	}
	for e := -1000; e <= 300; e += 50 {
		points := make([]Vec, len(at))
		for i, v := range at {
			points[i] = ldexpVec(v, e)
		}
		for _, c := range []struct {
			faces [][3]int
			sign  float64
		}{{faces, 1}, {inside, -1}} {
			r, err := InspectMesh(points, c.faces)
			if err != nil || len(r.Parts) != 1 {
				t.Fatal(r, err)
			}
			p := r.Parts[0]
			volume := math.Copysign(max(math.Ldexp(8, 3*e), math.SmallestNonzeroFloat64), c.sign)
			if p.Area != math.Ldexp(28, 2*e) || p.Volume != volume || !p.Closed {
				t.Errorf("size 2^%d: area %g, volume %g, want %g and %g", e, p.Area, p.Volume, math.Ldexp(28, 2*e), volume)
			}
		}
	}
}
