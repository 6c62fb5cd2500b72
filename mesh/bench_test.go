package mesh_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/mesh"
)

// torus returns a closed surface of 2 n^2 triangles, single precision.
func torus(n int) *mesh.Mesh {
	m := &mesh.Mesh{}
	for i := range n {
		si, ci := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		for j := range n {
			sj, cj := math.Sincos(2 * math.Pi * float64(j) / float64(n))
			p := d3.Vec{X: (3 + cj) * ci, Y: (3 + cj) * si, Z: sj}
			m.Points = append(m.Points, d3.Vec{X: float64(float32(p.X)), Y: float64(float32(p.Y)), Z: float64(float32(p.Z))})
		}
	}
	at := func(i, j int) int32 { return int32(i%n*n + j%n) }
	for i := range n {
		for j := range n {
			m.Triangles = append(m.Triangles, [3]int32{at(i, j), at(i+1, j), at(i+1, j+1)},
				[3]int32{at(i, j), at(i+1, j+1), at(i, j+1)})
		}
	}
	return m
}

// soup returns the mesh with points of their own for each triangle.
func soup(m *mesh.Mesh) *mesh.Mesh {
	s := &mesh.Mesh{}
	for i, t := range m.Triangles {
		for _, k := range t {
			p := m.Points[k]
			p.X += float64(i) // no two are equal
			s.Points = append(s.Points, p)
		}
		k := int32(3 * i)
		s.Triangles = append(s.Triangles, [3]int32{k, k + 1, k + 2})
	}
	return s
}

// ply returns the mesh as binary PLY.
func ply(m *mesh.Mesh, order binary.AppendByteOrder) []byte {
	name := "little"
	if order == binary.AppendByteOrder(binary.BigEndian) {
		name = "big"
	}
	b := fmt.Appendf(nil, "ply\nformat binary_%s_endian 1.0\nelement vertex %d\nproperty float x\nproperty float y\nproperty float z\n"+
		"element face %d\nproperty list uchar int vertex_indices\nend_header\n", name, len(m.Points), len(m.Triangles))
	for _, p := range m.Points {
		for _, x := range []float64{p.X, p.Y, p.Z} {
			b = order.AppendUint32(b, math.Float32bits(float32(x)))
		}
	}
	for _, t := range m.Triangles {
		b = append(b, 3)
		for _, k := range t {
			b = order.AppendUint32(b, uint32(k))
		}
	}
	return b
}

func modelOf(m *mesh.Mesh) *mesh.Model {
	return &mesh.Model{Parts: []mesh.Part{{Mesh: m, At: mesh.Identity()}}}
}

func written(write func(*bytes.Buffer) error) []byte {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// binaries are a mesh of 2 n^2 triangles in each kind of binary file.
func binaries(n int) map[string][]byte {
	m := torus(n)
	s := soup(m)
	return map[string][]byte{
		"closed.stl": written(func(b *bytes.Buffer) error { return mesh.WriteSTL(b, modelOf(m)) }),
		"soup.stl":   written(func(b *bytes.Buffer) error { return mesh.WriteSTL(b, modelOf(s)) }),
		"little.ply": ply(m, binary.LittleEndian),
		"big.ply":    ply(m, binary.BigEndian),
		"closed.glb": written(func(b *bytes.Buffer) error { return mesh.WriteGLB(b, modelOf(m)) }),
		"soup.glb":   written(func(b *bytes.Buffer) error { return mesh.WriteGLB(b, modelOf(s)) }),
	}
}

// BenchmarkRead reads binary files of half a million triangles: MB/s is what to look at.
func BenchmarkRead(b *testing.B) {
	for name, data := range binaries(500) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			start := cpuTime()
			for b.Loop() {
				if _, err := mesh.Read(data, name); err != nil {
					b.Fatal(err)
				}
			}
			if used := cpuTime() - start; used > 0 {
				b.ReportMetric(float64(b.N)*float64(len(data))/1e6/used.Seconds(), "MB/cpu-s")
			}
		})
	}
}

// Reading a binary file allocates at most three times its size in all, garbage included, so that it
// never holds more than that.
func TestMemory(t *testing.T) {
	for name, data := range binaries(200) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		m, err := mesh.Read(data, name)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		used := float64(after.TotalAlloc - before.TotalAlloc)
		t.Logf("%s: %.2f times %d bytes", name, used/float64(len(data)), len(data))
		if used > 3*float64(len(data)) {
			t.Errorf("%s: %.0f bytes for a file of %d", name, used, len(data))
		}
		runtime.KeepAlive(m)
	}
}
