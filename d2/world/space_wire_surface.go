package world

import (
	"math"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/wire"
)

// What chains and grids take in memory, about, while they are made and after: a point of a chain, a
// cell of a grid, a cell that is filled, a row.
const (
	chainBytes  = 240
	cellBytes   = 8
	filledBytes = 400
	rowBytes    = 64
)

// appendSurface appends a chain or a grid; ok is false for any other shape.
func appendSurface(b []byte, s d2.Shape) (out []byte, ok bool) {
	switch s := s.(type) {
	case *d2.Chain:
		materials := s.Materials()
		flags := bit(s.Closed(), chainClosed) | bit(s.OneSided(), chainOneSided) | bit(len(materials) > 0, chainMaterials)
		b = append(b, shapeChain, flags)
		return appendMaterials(appendPoints(b, s.Points()), materials), true
	case *d2.Grid:
		rows := s.Rows()
		materials := s.Materials()
		kind := shapeGrid
		if len(materials) > 0 {
			kind = shapeGridMaterials
		}
		b = appendVec(append(b, kind), s.Cell())
		b = wire.AppendUint(wire.AppendUint(b, uint64(len(rows))), uint64(len(rows[0])))
		for _, row := range rows {
			for i, on := range row { // eight cells a byte
				if i%8 == 0 {
					b = append(b, 0)
				}
				b[len(b)-1] |= bit(on, 1<<(i%8))
			}
		}
		return appendMaterials(b, materials), true
	}
	return b, false
}

// facets returns how many edges or cells a shape has that is made of these; 0 for others.
func facets(s d2.Shape) int {
	switch s := s.(type) {
	case *d2.Chain:
		return s.Len()
	case *d2.Grid:
		return s.Len()
	}
	return 0
}

// The bits of a chain.
const (
	chainClosed byte = 1 << iota
	chainMaterials
	chainOneSided
	chainBits
)

// readSurface reads a chain or a grid that appendSurface wrote.
func readSurface(r *wire.Reader, kind byte) (d2.Shape, error) {
	switch kind {
	case shapeChain:
		return readChain(r)
	case shapeGrid:
		return readGrid(r, false)
	case shapeGridMaterials:
		return readGrid(r, true)
	}
	return nil, nil
}

// readChain reads a chain.
func readChain(r *wire.Reader) (d2.Shape, error) {
	flags := r.Byte(chainBits-1, "what a chain is")
	opt := d2.ChainOptions{Closed: flags&chainClosed != 0, OneSided: flags&chainOneSided != 0}
	points := readVertices(r, chainBytes, "a chain")
	if flags&chainMaterials != 0 {
		n := len(points)
		if !opt.Closed {
			n = max(0, n-1)
		}
		opt.Materials = readMaterials(r, n)
	}
	if r.Err() != nil {
		return nil, nil
	}
	return pointer(d2.NewChain(points, opt))
}

// readGrid reads a grid, with materials or not.
func readGrid(r *wire.Reader, painted bool) (d2.Shape, error) {
	cell := d2.Vec{X: r.Number("a size"), Y: r.Number("a size")}
	at := r.Offset()
	n := r.Uint(math.MaxInt32, "the number of rows")
	wide := r.Uint(math.MaxInt32, "the number of cells in a row")
	var rows [][]bool
	for range n {
		if !r.Spend(at, rowBytes, "a grid") {
			return nil, nil
		}
		var row []bool
		var eight byte
		for i := range wide {
			if i%8 == 0 {
				eight = r.Byte(byte(1<<min(8, wide-i)-1), "the cells of a row")
			}
			on := eight>>(i%8)&1 != 0
			if need := cellBytes + int64(bit(on, 1))*filledBytes; !r.Spend(at, need, "a grid") {
				return nil, nil
			}
			row = append(row, on)
		}
		rows = append(rows, row)
	}
	var materials []int32
	if painted {
		materials = readMaterials(r, len(rows)*int(wide))
	}
	if r.Err() != nil {
		return nil, nil
	}
	return pointer(d2.NewGrid(cell, rows, materials...))
}
