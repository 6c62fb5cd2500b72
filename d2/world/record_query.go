package world

import (
	"math"
	"reflect"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/wire"
)

// The queries of a Recorder ask the World, and write what was asked, what Who.Take said of each
// body it was asked about, and the hash of the answer.

// query does a query of the kind c. told appends what it was told but for who; ask asks the World.
// It returns nothing: ask keeps the answer, and returns what of it is hashed.
func (r *Recorder[T]) query(c call, who *Who, told func(b []byte) []byte, ask func(who Who) any) {
	var asked []decision
	answer := ask(heard(who, &asked))
	if r.o == nil {
		return
	}
	args := told(nil) // may write a shape
	r.begin(c)
	r.b = append(appendWho(r.b, who, asked), args...)
	r.b = appendWord(r.b, hashOf(answer))
	r.end()
}

// heard returns who with a Take whose answers go to asked.
func heard(who *Who, asked *[]decision) Who {
	w := *who
	if take := w.Take; take != nil {
		w.Take = func(h Handle) bool {
			yes := take(h)
			*asked = append(*asked, decision{h, yes})
			return yes
		}
	}
	return w
}

// The bits of a Who.
const (
	whoSensors byte = 1 << iota
	whoTake
	whoBits
)

// appendWho appends a Who, with what its Take answered.
func appendWho(b []byte, who *Who, asked []decision) []byte {
	b = append(b, bit(who.Sensors, whoSensors)|bit(who.Take != nil, whoTake))
	b = wire.AppendUint(appendFilter(b, who.Filter), uint64(who.Except))
	if who.Take != nil {
		b = wire.AppendUint(b, uint64(len(asked)))
		for _, d := range asked {
			b = append(wire.AppendUint(b, uint64(d.body)), bit(d.yes, 1))
		}
	}
	return b
}

// hashOf returns the hash of all numbers in an answer: structs and slices of numbers.
func hashOf(answer any) uint64 {
	var h hasher
	h.value(reflect.ValueOf(answer))
	return h.sum
}

// value takes in a value.
func (h *hasher) value(v reflect.Value) {
	switch {
	case v.Kind() == reflect.Struct:
		for _, field := range v.Fields() {
			h.value(field)
		}
	case v.Kind() == reflect.Slice:
		h.int(v.Len())
		for i := range v.Len() {
			h.value(v.Index(i))
		}
	case v.CanFloat():
		h.float(v.Float())
	case v.CanInt():
		h.word(uint64(v.Int()))
	case v.CanUint():
		h.word(v.Uint())
	case v.Kind() == reflect.Bool:
		h.word(uint64(bit(v.Bool(), 1)))
	}
}

// object appends a placed shape that a query is about.
func (r *Recorder[T]) object(b []byte, o *d2.Object) []byte {
	return appendPose(wire.AppendUint(b, r.shape(o.Shape())), o.Pose())
}

// appendRay appends a ray.
func appendRay(b []byte, r *d2.Ray) []byte {
	return wire.AppendFloat(appendVec(appendVec(b, r.Origin()), r.Direction()), r.Limit())
}

// hitRay is the answer of CastRay.
type hitRay struct {
	hit RayHit
	ok  bool
}

// CastRay is World.CastRay.
func (r *Recorder[T]) CastRay(ray *d2.Ray, who Who) (RayHit, bool) {
	var a hitRay
	r.query(callCastRay, &who, func(b []byte) []byte { return appendRay(b, ray) }, func(who Who) any {
		a.hit, a.ok = r.World.CastRay(ray, who)
		return a
	})
	return a.hit, a.ok
}

// CastRayAny is World.CastRayAny.
func (r *Recorder[T]) CastRayAny(ray *d2.Ray, who Who) (meets bool) {
	r.query(callCastRayAny, &who, func(b []byte) []byte { return appendRay(b, ray) }, func(who Who) any {
		meets = r.World.CastRayAny(ray, who)
		return meets
	})
	return meets
}

// AppendRayHits is World.AppendRayHits.
func (r *Recorder[T]) AppendRayHits(dst []RayHit, ray *d2.Ray, who Who) []RayHit {
	n := len(dst)
	r.query(callAppendRayHits, &who, func(b []byte) []byte { return appendRay(b, ray) }, func(who Who) any {
		dst = r.World.AppendRayHits(dst, ray, who)
		return dst[n:]
	})
	return dst
}

// hitShape is the answer of CastShape.
type hitShape struct {
	hit ShapeHit
	ok  bool
}

// CastShape is World.CastShape.
func (r *Recorder[T]) CastShape(o *d2.Object, s *d2.Sweep, who Who) (ShapeHit, bool) {
	var a hitShape
	told := func(b []byte) []byte {
		b = wire.AppendFloat(appendVec(r.object(b, o), s.Translation()), s.Limit())
		return append(wire.AppendFloat(b, s.Skin()), bit(s.Deepening(), 1))
	}
	r.query(callCastShape, &who, told, func(who Who) any {
		a.hit, a.ok = r.World.CastShape(o, s, who)
		return a
	})
	return a.hit, a.ok
}

// AppendOverlapping is World.AppendOverlapping.
func (r *Recorder[T]) AppendOverlapping(dst []Overlap, o *d2.Object, who Who) []Overlap {
	n := len(dst)
	r.query(callAppendOverlapping, &who, func(b []byte) []byte { return r.object(b, o) }, func(who Who) any {
		dst = r.World.AppendOverlapping(dst, o, who)
		return dst[n:]
	})
	return dst
}

// AppendAt is World.AppendAt. A point that is refused is not recorded.
func (r *Recorder[T]) AppendAt(dst []Overlap, p d2.Vec, who Who) (_ []Overlap, err error) {
	n := len(dst)
	if _, err := r.World.AppendAt(nil, p, Who{Take: func(Handle) bool { return false }}); err != nil {
		return dst, err
	}
	r.query(callAppendAt, &who, func(b []byte) []byte { return appendVec(b, p) }, func(who Who) any {
		dst, err = r.World.AppendAt(dst, p, who)
		return dst[n:]
	})
	return dst, err
}

// AppendRegion is World.AppendRegion.
func (r *Recorder[T]) AppendRegion(dst []Handle, box d2.AABB, who Who) []Handle {
	n := len(dst)
	r.query(callAppendRegion, &who, func(b []byte) []byte { return appendBox(b, box) }, func(who Who) any {
		dst = r.World.AppendRegion(dst, box, who)
		return dst[n:]
	})
	return dst
}

// appendBox appends a box, of which a side may be of any length.
func appendBox(b []byte, box d2.AABB) []byte { return appendVec(appendVec(b, box.Min), box.Max) }

// AppendNearest is World.AppendNearest.
func (r *Recorder[T]) AppendNearest(dst []Neighbor, o *d2.Object, k int, who Who) []Neighbor {
	n := len(dst)
	told := func(b []byte) []byte { return wire.AppendUint(r.object(b, o), uint64(max(0, min(k, math.MaxInt32)))) }
	r.query(callAppendNearest, &who, told, func(who Who) any {
		dst = r.World.AppendNearest(dst, o, k, who)
		return dst[n:]
	})
	return dst
}

// AppendWithin is World.AppendWithin. A distance that is refused is not recorded.
func (r *Recorder[T]) AppendWithin(dst []Neighbor, o *d2.Object, d float64, who Who) (_ []Neighbor, err error) {
	n := len(dst)
	if !(d >= 0) {
		return r.World.AppendWithin(dst, o, d, who)
	}
	told := func(b []byte) []byte { return wire.AppendFloat(r.object(b, o), d) }
	r.query(callAppendWithin, &who, told, func(who Who) any {
		dst, err = r.World.AppendWithin(dst, o, d, who)
		return dst[n:]
	})
	return dst, err
}

// cleared is the answer of Clearance.
type cleared struct {
	c  Clearance
	ok bool
}

// Clearance is World.Clearance.
func (r *Recorder[T]) Clearance(first, second Who) (Clearance, bool) {
	var a cleared
	var asked []decision
	told := func(b []byte) []byte { return appendWho(b, &second, asked) }
	r.query(callClearance, &first, told, func(first Who) any {
		a.c, a.ok = r.World.Clearance(first, heard(&second, &asked))
		return a
	})
	return a.c, a.ok
}
