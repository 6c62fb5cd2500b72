// Command gen writes the corpus of the determinism gate: pair lines of every pair of shapes in both
// dimensions, degenerate ones included, in poses that touch, coincide, overlap, lie near and lie
// far.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math"
	"os"
)

// maker draws numbers from a fixed seed and counts the lines. The state is that of splitmix64.
type maker struct {
	state uint64
	count int
	out   *bufio.Writer
}

// unit returns a number of [-1, 1) with 53 random bits.
func (m *maker) unit() float64 {
	m.state += 0x9e3779b97f4a7c15
	z := m.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	z ^= z >> 31
	return float64(float64(z>>11)*0x1p-52) - 1
}

// vec returns n numbers of [-size, size).
func (m *maker) vec(n int, size float64) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = float64(m.unit() * size)
	}
	return v
}

// unitVec returns n numbers whose squares add to 1, rounding aside.
func (m *maker) unitVec(n int) []float64 {
	for {
		v := m.vec(n, 1)
		s := 0.0
		for _, x := range v {
			s += float64(x * x)
		}
		if s > 0.01 && s <= 1 {
			for i := range v {
				v[i] /= math.Sqrt(s)
			}
			return v
		}
	}
}

// line writes one pair.
func (m *maker) line(dim int, shapeA, poseA, shapeB, poseB map[string]any) error {
	text, err := json.Marshal(map[string]any{
		"id": fmt.Sprintf("%dd-%d", dim, m.count), "dim": dim,
		"a": map[string]any{"shape": shapeA, "pose": poseA},
		"b": map[string]any{"shape": shapeB, "pose": poseB},
	})
	if err != nil {
		return err
	}
	m.count++
	_, err = m.out.Write(append(text, '\n'))
	return err
}

// points draws n points whose coordinates have at most the given size.
func (m *maker) points(n, dim int, size float64) [][]float64 {
	p := make([][]float64, n)
	for i := range p {
		p[i] = m.vec(dim, size)
	}
	return p
}

func (m *maker) shapes3() []map[string]any {
	return []map[string]any{
		{"type": "sphere", "radius": 1},
		{"type": "sphere", "radius": 0},
		{"type": "capsule", "radius": 0.5, "height": 2},
		{"type": "capsule", "radius": 0, "height": 1},
		{"type": "box", "size": []float64{2, 2, 2}},
		{"type": "box", "size": []float64{3, 1e-3, 1e-3}},
		{"type": "box", "size": []float64{2, 3, 0}},
		{"type": "cylinder", "radius": 1, "height": 2},
		{"type": "cylinder", "radius": 0.7, "height": 0},
		{"type": "cone", "radius": 1, "height": 2},
		{"type": "cone", "radius": 0, "height": 1},
		{"type": "ellipsoid", "radii": []float64{1, 0.6, 0.3}},
		{"type": "ellipsoid", "radii": []float64{1, 0.5, 0}},
		{"type": "hull", "points": [][]float64{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}},
		{"type": "hull", "points": m.points(24, 3, 1)},
		{"type": "hull", "points": [][]float64{{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, 0}}},
		{"type": "hull", "points": [][]float64{{1, 2, 3}, {-1, 0, 1}, {0, 1, 2}}},
		{"type": "hull", "points": [][]float64{{0.25, 0.5, -1}}},
		{"type": "half-space", "normal": []float64{0, 0, 1}, "offset": -1},
		{"type": "half-space", "normal": []float64{1, 2, -2}, "offset": 0.5},
		{"type": "box", "size": []float64{1, 2, 1}, "rounding": 0.25},
		{"type": "hull", "points": m.points(8, 3, 1), "rounding": 0.1},
		{"type": "ellipsoid", "radii": []float64{0.9, 0.4, 0.7}, "rounding": 0.3},
	}
}

func (m *maker) shapes2() []map[string]any {
	return []map[string]any{
		{"type": "circle", "radius": 1},
		{"type": "circle", "radius": 0},
		{"type": "capsule", "radius": 0.5, "height": 2},
		{"type": "capsule", "radius": 0, "height": 1},
		{"type": "box", "size": []float64{2, 2}},
		{"type": "box", "size": []float64{3, 0}},
		{"type": "ellipse", "radii": []float64{1, 0.4}},
		{"type": "ellipse", "radii": []float64{1, 0}},
		{"type": "polygon", "points": [][]float64{{0, 0}, {2, 0}, {0, 1}}},
		{"type": "polygon", "points": [][]float64{{-1, 0}, {-1, 1}, {0, 1.5}, {0.5, 1.25}, {1, 1}, {1, -1}, {0, -1}}},
		{"type": "hull", "points": m.points(16, 2, 1)},
		{"type": "hull", "points": [][]float64{{0, 0}, {1, 1}, {2, 2}}},
		{"type": "hull", "points": [][]float64{{0.5, -0.25}}},
		{"type": "half-space", "normal": []float64{0, 1}, "offset": -1},
		{"type": "half-space", "normal": []float64{3, -4}, "offset": 2.5},
		{"type": "box", "size": []float64{1, 2}, "rounding": 0.25},
		{"type": "ellipse", "radii": []float64{0.8, 0.3}, "rounding": 0.2},
	}
}

// rotation3 returns a rotation: none, exact ones, one that is nearly none, or any.
func (m *maker) rotation3(k int) []float64 {
	switch k % 6 {
	case 0:
		return []float64{0, 0, 0, 1}
	case 1:
		return []float64{0.6, 0, 0, 0.8}
	case 2:
		return []float64{0.5, 0.5, -0.5, 0.5}
	case 3:
		return []float64{1e-9, -1e-12, 1e-16, 1}
	}
	return m.unitVec(4)
}

func (m *maker) rotation2(k int) []float64 {
	switch k % 6 {
	case 0:
		return []float64{1, 0}
	case 1:
		return []float64{0.6, 0.8}
	case 2:
		return []float64{0, -1}
	case 3:
		return []float64{1, 1e-9}
	}
	return m.unitVec(2)
}

// offset returns where the second body stands: concentric, on a lattice where faces meet exactly,
// far down an axis, or anywhere at a distance that makes about half of the pairs overlap.
func (m *maker) offset(k, dim int) []float64 {
	v := make([]float64, dim)
	switch k % 8 {
	case 0:
	case 1:
		v[k/8%dim] = 2
	case 2:
		v[k/8%dim] = -1.5
	case 3:
		for i := range v {
			v[i] = float64(i%2) + 1
		}
	case 4:
		v[dim-1] = 1e3
	case 5:
		return m.vec(dim, 1e-3)
	default:
		return m.vec(dim, 2.5)
	}
	return v
}

// pairs writes variants pairs for each unordered pair of shapes.
func (m *maker) pairs(dim, variants int, shapes []map[string]any) error {
	key, rotation := "q", m.rotation3
	if dim == 2 {
		key, rotation = "cos_sin", m.rotation2
	}
	k := 0
	for i, a := range shapes {
		for _, b := range shapes[i:] {
			for range variants {
				at := make([]float64, dim)
				if k%5 == 0 {
					at = m.vec(dim, 1e4)
				}
				to := m.offset(k, dim)
				for i := range to {
					to[i] += at[i]
				}
				poseA := map[string]any{"p": at, key: rotation(k / 2)}
				poseB := map[string]any{"p": to, key: rotation(k / 3)}
				if err := m.line(dim, a, poseA, b, poseB); err != nil {
					return err
				}
				k++
			}
		}
	}
	return nil
}

// rings writes pairs of curved bodies deep in each other, about nearly one axis or centre, in which
// many directions are all but equally good ways out.
func (m *maker) rings() error {
	outer := []map[string]any{
		{"type": "cylinder", "radius": 1, "height": 4},
		{"type": "cone", "radius": 1, "height": 4},
		{"type": "ellipsoid", "radii": []float64{1, 1.00005, 3}},
		{"type": "ellipsoid", "radii": []float64{1, 0.99996, 1.0001}},
	}
	inner := []map[string]any{
		{"type": "cylinder", "radius": 0.3, "height": 1},
		{"type": "cone", "radius": 0.2, "height": 1},
		{"type": "capsule", "radius": 0.1, "height": 1},
		{"type": "box", "size": []float64{1e-6, 1e-5, 1}},
		{"type": "ellipsoid", "radii": []float64{0.3, 0.30002, 1}},
		{"type": "ellipsoid", "radii": []float64{1e-4, 5e-5, 0.5}},
		{"type": "ellipsoid", "radii": []float64{1, 1.00004, 0.9999}},
	}
	for _, a := range outer {
		for _, b := range inner {
			q := append(m.vec(2, 1e-5), 0, 1)
			to := append(m.vec(2, 1e-5), float64(0.25*m.unit()))
			if err := m.line(3, a, map[string]any{"p": m.vec(3, 0), "q": []float64{0, 0, 0, 1}}, b,
				map[string]any{"p": to, "q": q}); err != nil {
				return err
			}
		}
	}
	return nil
}

// write writes the corpus.
func write(w io.Writer) error {
	m := &maker{state: 7, out: bufio.NewWriter(w)}
	if err := m.pairs(3, 2, m.shapes3()); err != nil {
		return err
	}
	if err := m.pairs(2, 2, m.shapes2()); err != nil {
		return err
	}
	if err := m.rings(); err != nil {
		return err
	}
	return m.out.Flush()
}

func main() {
	if err := write(os.Stdout); err != nil {
		log.Fatal(err)
	}
}
