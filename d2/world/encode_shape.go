package world

import (
	"errors"
	"fmt"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/wire"
)

// ErrOwnShape is the error about a shape of the user's own where the Codec does not say how it is
// written or read.
var ErrOwnShape = errors.New("a shape of the user's own, and the Codec has no function for it")

// bodyError says which body an error is about.
func bodyError(h Handle, err error) error { return fmt.Errorf("%v: %w", h, err) }

// shapeTable numbers shapes: those of equal bytes have one number, and so has a pointer to a shape
// that is made once, such as a hull or a mesh, wherever it stands.
type shapeTable struct {
	own   func(b []byte, s d2.Convex) ([]byte, error)
	out   func(def []byte) // is told of each new shape, in order
	ids   map[string]int
	known map[d2.Shape]int // pointers alone
	n     int              // numbers given
	free  [][]byte         // buffers
}

// newShapeTable returns an empty table. own writes shapes of the user's own, and may be nil.
func newShapeTable(own func(b []byte, s d2.Convex) ([]byte, error)) *shapeTable {
	return &shapeTable{own: own, ids: map[string]int{}, known: map[d2.Shape]int{}}
}

// id returns the number of a shape. One that is new is told to out after those that it is made of.
func (t *shapeTable) id(s d2.Shape) (int, error) {
	if pointed(s) {
		if id, ok := t.known[s]; ok {
			return id, nil
		}
	}
	var b []byte
	if n := len(t.free); n > 0 {
		b, t.free = t.free[n-1][:0], t.free[:n-1]
	}
	b, err := t.append(b, s)
	if err != nil {
		return 0, err
	}
	id, ok := t.ids[string(b)]
	if !ok {
		id = t.give(b)
	}
	if pointed(s) {
		t.known[s] = id
	}
	t.free = append(t.free, b)
	return id, nil
}

// give gives what a shape is the next number, and tells out.
func (t *shapeTable) give(def []byte) int {
	id := t.n
	t.n++
	if _, ok := t.ids[string(def)]; !ok {
		t.ids[string(def)] = id
	}
	t.out(def)
	return id
}

// next gives a shape the next number, also where it has one. The error is ErrOwnShape, or about a
// part of it that has no number yet.
func (t *shapeTable) next(s d2.Shape) error {
	want := t.n
	b, err := t.append(nil, s)
	if err != nil {
		return err
	}
	if id := t.give(b); id != want {
		return fmt.Errorf("shape %d is made of one that is not among those before it", want)
	}
	if pointed(s) {
		t.known[s] = want
	}
	return nil
}

// append appends what a shape is: its kind, and what it is made of.
func (t *shapeTable) append(b []byte, s d2.Shape) ([]byte, error) {
	if b, ok := appendSimple(b, s); ok {
		return b, nil
	}
	switch s := s.(type) {
	case d2.Rounded:
		core, err := t.id(s.Core)
		return wire.AppendFloat(wire.AppendUint(append(b, shapeRounded), uint64(core)), s.R), err
	case *d2.Compound:
		b = wire.AppendUint(append(b, shapeCompound), uint64(s.Len()))
		for i := range s.Len() {
			id, err := t.id(s.Part(i).Shape)
			if err != nil {
				return b, fmt.Errorf("part %d: %w", i, err)
			}
			poses := s.Poses(i)
			b = wire.AppendUint(wire.AppendUint(b, uint64(id)), uint64(len(poses)))
			for _, p := range poses {
				b = appendPose(b, p)
			}
		}
		return b, nil
	}
	if t.own == nil {
		return b, fmt.Errorf("%T: %w: give Codec.AppendShape", s, ErrOwnShape)
	}
	data, err := t.own(nil, s.(d2.Convex)) // Place takes no other shape of the user's own
	return wire.AppendBytes(append(b, shapeOwn), data), err
}
