package d2

import (
	"runtime"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/crew"
	"github.com/collide-go/collide/internal/num"
)

// Collision is what Collide returns about one pair.
type Collision struct {
	Contact  Contact
	Manifold Manifold
}

// DistanceAll appends to dst what Distance returns about each pair, in the order of the pairs, and
// returns the extended slice. The work is shared by all cores, and the bits are those of Queries
// with the options given, one pair after the other. Objects may be in many pairs.
//
// The error is that of NewQuery, and collide.ErrBadOption for options with a Trace; dst is then
// returned as it is. A panic of a user's Support is one here, once no other core is at work.
//
// Cost: that of the queries over runtime.GOMAXPROCS(0); beside the slice, a few hundred bytes for
// each core. Up to 64 pairs are answered by the caller alone. Source: as for Distance.
func DistanceAll(dst []Contact, pairs [][2]*Object, opt Options) ([]Contact, error) {
	return all(dst, pairs, opt, func(q *Query, a, b *Object, out *Contact) { q.DistanceInto(out, a, b, nil) })
}

// RelateAll is DistanceAll for what Relate returns.
//
// Cost and source: as for DistanceAll and Relate.
func RelateAll(dst []collide.Relation, pairs [][2]*Object, opt Options) ([]collide.Relation, error) {
	return all(dst, pairs, opt, func(q *Query, a, b *Object, out *collide.Relation) { *out = q.Relate(a, b, nil) })
}

// CollideAll is DistanceAll for what Collide returns.
//
// Cost and source: as for DistanceAll and Collide.
func CollideAll(dst []Collision, pairs [][2]*Object, opt Options) ([]Collision, error) {
	return all(dst, pairs, opt, func(q *Query, a, b *Object, out *Collision) {
		out.Manifold = Manifold{}
		q.CollideInto(&out.Contact, &out.Manifold, a, b, nil)
	})
}

// batchPairs is how many pairs a worker takes at a time: enough that taking them costs little, few
// enough that no worker waits long for the last one.
const batchPairs = 64

// all appends the answers of ask to dst. Which worker answers a pair makes no difference: a Query
// keeps nothing from one pair to the next.
func all[T any](
	dst []T, pairs [][2]*Object, opt Options, ask func(q *Query, a, b *Object, out *T),
) ([]T, error) {
	if err := opt.check(); err != nil {
		return dst, err
	}
	if opt.Trace != nil {
		return dst, num.CheckChoice("trace", 1, 0)
	}
	n := len(dst)
	dst = slices.Grow(dst, len(pairs))[:n+len(pairs)]
	out := dst[n:]
	var c crew.Crew
	c.Do(runtime.GOMAXPROCS(0), (len(pairs)+batchPairs-1)/batchPairs, func(k int) {
		q := pool.Get().(*Query)
		q.set(opt)
		for i := k * batchPairs; i < min((k+1)*batchPairs, len(pairs)); i++ {
			ask(q, pairs[i][0], pairs[i][1], &out[i])
		}
		q.set(Options{})
		pool.Put(q)
	})
	return dst, nil
}
