package d2

import (
	"bytes"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/wire"
)

// The bytes of a Cache: which fields there are, then those, numbers of features as whole numbers,
// vectors as the bits of their coordinates.
const (
	cacheVector    = 1 << 4 // above the number of vertices
	cacheSeparates = 1 << 5
	cacheParts     = 1 << 6
)

// AppendBinary appends a form of c that UnmarshalBinary reads, the same on every platform. What
// proves the depth of polygons is left out, which changes no answer. There is no error.
func (c *Cache) AppendBinary(b []byte) ([]byte, error) {
	head := byte(c.n)
	if c.v != (Vec{}) {
		head |= cacheVector
	}
	if c.separates {
		head |= cacheSeparates
	}
	if c.parts != [2]int32{} {
		head |= cacheParts
	}
	b = append(b, head)
	for i := range c.n {
		b = wire.AppendInt(wire.AppendInt(b, int64(c.ia[i])), int64(c.ib[i]))
	}
	if head&cacheVector != 0 {
		b = appendVec(b, c.v)
	}
	if head&cacheParts != 0 {
		b = wire.AppendInt(wire.AppendInt(b, int64(c.parts[0])), int64(c.parts[1]))
	}
	return b, nil
}

// MarshalBinary returns what AppendBinary appends.
func (c *Cache) MarshalBinary() ([]byte, error) { return c.AppendBinary(nil) }

// appendVec appends the bits of the coordinates of v.
func appendVec(b []byte, v Vec) []byte { return wire.AppendFloat(wire.AppendFloat(b, v.X), v.Y) }

// UnmarshalBinary sets c to what AppendBinary was told. Of bytes that it did not write the error
// names the first that cannot be, and c stays as it was; whatever it accepts is safe, as any Cache
// is.
func (c *Cache) UnmarshalBinary(data []byte) error {
	if c.unpack(data) {
		return nil
	}
	return c.unpackSlowly(data)
}

// unpackSlowly is UnmarshalBinary, with an error for what is wrong.
func (c *Cache) unpackSlowly(data []byte) error {
	r := wire.NewReader(bytes.NewReader(data), int64(len(data)))
	head := r.Byte(3|cacheVector|cacheSeparates|cacheParts, "what a cache holds")
	if head&0xf > 3 {
		r.Fail(wire.ErrDamaged, 0, nil, "a cache has at most three vertices, not %d", head&0xf)
	}
	n := Cache{n: int32(head & 3), separates: head&cacheSeparates != 0}
	for i := range n.n {
		n.ia[i], n.ib[i] = int32(r.Int("a vertex of a cache")), int32(r.Int("a vertex of a cache"))
	}
	if head&cacheVector != 0 {
		n.v = readVec(r)
	}
	if head&cacheParts != 0 {
		n.parts[0], n.parts[1] = int32(r.Int("a part of a cache")), int32(r.Int("a part of a cache"))
	}
	if r.More() {
		r.Fail(wire.ErrDamaged, r.Offset(), nil, "a cache has %d bytes more than it tells of", int64(len(data))-r.Offset())
	}
	if err := r.Err(); err != nil {
		return err
	}
	*c = n
	return nil
}

// readVec reads a vector of a cache: of any length that does not overflow.
func readVec(r *wire.Reader) Vec {
	at := r.Offset()
	v := Vec{r.Float("a vector of a cache"), r.Float("a vector of a cache")}
	if max(v.X, v.Y, -v.X, -v.Y) > collide.MaxMagnitude {
		r.Fail(wire.ErrDamaged, at, nil, "a vector of a cache is out of range")
	}
	return v
}

// unpack is UnmarshalBinary without the error: it reports whether it read data, and allocates
// nothing. What it does not read unpackSlowly may.
func (c *Cache) unpack(data []byte) bool {
	p := cachePiece{wire.Piece{Data: data}}
	head := p.Byte()
	if head&^(3|cacheVector|cacheSeparates|cacheParts) != 0 || head&0xf > 3 {
		return false
	}
	n := Cache{n: int32(head & 3), separates: head&cacheSeparates != 0}
	for i := range n.n {
		n.ia[i], n.ib[i] = p.Int(), p.Int()
	}
	if head&cacheVector != 0 {
		n.v = p.vec()
	}
	if head&cacheParts != 0 {
		n.parts[0], n.parts[1] = p.Int(), p.Int()
	}
	if p.Bad || len(p.Data) > 0 {
		return false
	}
	*c = n
	return true
}

// cachePiece is what is left of the bytes of a Cache.
type cachePiece struct{ wire.Piece }

// vec takes a vector.
func (p *cachePiece) vec() Vec {
	v := Vec{p.Float(), p.Float()}
	p.Bad = p.Bad || max(v.X, v.Y, -v.X, -v.Y) > collide.MaxMagnitude
	return v
}
