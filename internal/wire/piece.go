package wire

import (
	"encoding/binary"
	"math"
)

// Piece is what is left of bytes in memory that are taken from the front, as a Reader does but
// without a word on what is wrong, and without allocation. What a Piece takes a Reader takes too,
// and reads the same.
type Piece struct {
	Data []byte
	Bad  bool // something could not be; what was taken means nothing then
}

// Byte takes a byte.
func (p *Piece) Byte() byte {
	if len(p.Data) == 0 {
		p.Bad = true
		return 0
	}
	b := p.Data[0]
	p.Data = p.Data[1:]
	return b
}

// Int takes a whole number of either sign, which fits in 32 bits.
func (p *Piece) Int() int32 {
	x := uint64(0)
	for shift := 0; shift < 35; shift += 7 {
		b := p.Byte()
		x |= uint64(b&0x7f) << shift
		if b < 0x80 {
			p.Bad = p.Bad || x > math.MaxUint32
			return int32(x>>1) ^ -int32(x&1)
		}
	}
	p.Bad = true
	return 0
}

// Float takes a finite double.
func (p *Piece) Float() float64 {
	if len(p.Data) < 8 {
		p.Bad = true
		return 0
	}
	x := math.Float64frombits(binary.LittleEndian.Uint64(p.Data))
	p.Data = p.Data[8:]
	p.Bad = p.Bad || x-x != 0
	return x
}
