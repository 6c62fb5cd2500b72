package world

import (
	"math"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/wire"
)

// What meshes and height fields take in memory, about, while they are made and after.
const (
	vertexBytes   = 160
	triangleBytes = 320
	heightBytes   = 2*triangleBytes + 40
	rowBytes      = 64
)

// solidBytes is what the hull of a solid takes for each vertex, which the first overlap makes.
const solidBytes = hullBytes + 2*faceBytes

// appendSurface appends a mesh or a height field; ok is false for any other shape.
func appendSurface(b []byte, s d3.Shape) (out []byte, ok bool) {
	switch s := s.(type) {
	case *d3.Mesh:
		triangles := s.Triangles()
		materials := s.Materials()
		b = append(b, shapeMesh, bit(s.Solid(), meshSolid)|bit(len(materials) > 0, meshMaterials))
		b = wire.AppendUint(appendPoints(b, s.Vertices()), uint64(len(triangles)))
		for _, f := range triangles {
			for _, i := range f {
				b = wire.AppendUint(b, uint64(i))
			}
		}
		return appendMaterials(b, materials), true
	case *d3.HeightField:
		dx, dy := s.Spacing()
		rows := s.Heights()
		materials := s.Materials()
		kind := shapeHeightField
		if len(materials) > 0 {
			kind = shapeHeightFieldMaterials
		}
		b = wire.AppendFloat(wire.AppendFloat(append(b, kind), dx), dy)
		b = wire.AppendUint(wire.AppendUint(b, uint64(len(rows))), uint64(len(rows[0])))
		for _, row := range rows {
			for _, h := range row {
				b = wire.AppendFloat(b, h)
			}
		}
		return appendMaterials(b, materials), true
	}
	return b, false
}

// facets returns how many triangles a shape has that is made of these; 0 for others.
func facets(s d3.Shape) int {
	switch s := s.(type) {
	case *d3.Mesh:
		return s.Len()
	case *d3.HeightField:
		return s.Len()
	}
	return 0
}

// The bits of a mesh.
const (
	meshSolid byte = 1 << iota
	meshMaterials
	meshBits
)

// readSurface reads a mesh or a height field that appendSurface wrote.
func readSurface(r *wire.Reader, kind byte) (d3.Shape, error) {
	switch kind {
	case shapeMesh:
		return readMesh(r)
	case shapeHeightField:
		return readHeightField(r, false)
	case shapeHeightFieldMaterials:
		return readHeightField(r, true)
	}
	return nil, nil
}

// readMesh reads a mesh.
func readMesh(r *wire.Reader) (d3.Shape, error) {
	flags := r.Byte(meshBits-1, "what a mesh is")
	opt := d3.MeshOptions{Solid: flags&meshSolid != 0}
	each := int64(vertexBytes)
	if opt.Solid {
		each += solidBytes
	}
	points := readVertices(r, each, "a mesh")
	at := r.Offset()
	n := int(r.Uint(math.MaxInt32, "the number of triangles"))
	var triangles [][3]int
	for range n {
		if len(points) == 0 || !r.Spend(at, triangleBytes, "a mesh") {
			break
		}
		var f [3]int
		for k := range f {
			f[k] = int(r.Uint(uint64(len(points)-1), "a corner of a triangle"))
		}
		triangles = append(triangles, f)
	}
	if flags&meshMaterials != 0 {
		opt.Materials = readMaterials(r, len(triangles))
	}
	if r.Err() != nil {
		return nil, nil
	}
	return pointer(d3.NewMesh(points, triangles, opt))
}

// readHeightField reads a height field, with materials or not.
func readHeightField(r *wire.Reader, painted bool) (d3.Shape, error) {
	dx, dy := r.Number("a spacing"), r.Number("a spacing")
	at := r.Offset()
	n := r.Uint(math.MaxInt32, "the number of rows")
	wide := r.Uint(math.MaxInt32, "the number of heights in a row")
	var rows [][]float64
	for range n {
		var row []float64
		for range wide {
			if !r.Spend(at, heightBytes, "a height field") {
				return nil, nil
			}
			row = append(row, r.Float("a height"))
		}
		if !r.Spend(at, rowBytes, "a height field") {
			return nil, nil
		}
		rows = append(rows, row)
	}
	var materials []int32
	if painted {
		materials = readMaterials(r, 2*max(0, len(rows)-1)*max(0, int(wide)-1))
	}
	if r.Err() != nil {
		return nil, nil
	}
	return pointer(d3.NewHeightField(dx, dy, rows, materials...))
}
