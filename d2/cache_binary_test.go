package d2

import (
	"encoding"
	"math/rand/v2"
	"slices"
	"testing"
)

var (
	_ encoding.BinaryAppender    = (*Cache)(nil)
	_ encoding.BinaryMarshaler   = (*Cache)(nil)
	_ encoding.BinaryUnmarshaler = (*Cache)(nil)
)

// TestCacheBinary writes caches of queries as bytes and reads them back. Bytes that were changed or
// cut give an error or another cache, and in no case more than they hold.
func TestCacheBinary(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 5))
	q := new(Query)
	var own Cache
	sizes := map[int]bool{}
	for range 500 {
		a, b := mustPlace(t, randomConvex(r), Pose{}), mustPlace(t, randomConvex(r), Pose{Pos: randomPoint(r)})
		switch r.IntN(3) {
		case 0:
			q.Distance(a, b, &own)
		case 1:
			q.Touch(a, b, &own)
		default:
			own = Cache{parts: [2]int32{r.Int32N(9), r.Int32N(9)}, v: own.v}
		}
		data, err := own.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		sizes[len(data)] = true
		var c Cache
		if err := c.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		if again, _ := c.AppendBinary(nil); !slices.Equal(again, data) {
			t.Fatalf("%+v was %+v", c, own)
		}
		before := c
		if err := c.UnmarshalBinary(data[:r.IntN(len(data))]); err == nil || c != before {
			t.Fatalf("cut bytes: %v", err)
		}
		if err := c.UnmarshalBinary(append(data, 0)); err == nil || c != before {
			t.Fatalf("a byte too many: %v", err)
		}
		if !c.unpack(data) {
			t.Fatalf("%+v is read slowly", own)
		}
		data[r.IntN(len(data))] ^= byte(1 + r.IntN(255))
		var quick, slow Cache
		if quick.unpack(data) && (slow.unpackSlowly(data) != nil || quick != slow) {
			t.Fatalf("%x is %+v and %+v", data, quick, slow)
		}
		if c.UnmarshalBinary(data) == nil {
			q.Distance(a, b, &c)
		}
	}
	if len(sizes) < 4 {
		t.Errorf("only %d sizes of caches", len(sizes))
	}
}

// randomPoint returns a point of a cube at the origin.
func randomPoint(r *rand.Rand) Vec {
	return Vec{4 * (r.Float64() - 0.5), 4 * (r.Float64() - 0.5)}
}
