package main

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// answers collects answers: a hash over the bits of every field, and what no answer may hold.
type answers struct {
	sum    hash.Hash
	count  int
	errors int       // how many of them are refusals
	bad    []string  // answers with NaN, an infinity or a negative zero
	list   io.Writer // gets a line per answer
	buf    []byte
	q2     *d2.Query
	q3     *d3.Query

	sat2   *d2.Query // by the separating axis test, and its trace
	trace2 d2.Trace
	sat3   *d3.Query // the same in space
	trace3 *d3.Trace
}

func newAnswers(list io.Writer) (*answers, error) {
	q2, err := d2.NewQuery(d2.Options{})
	if err != nil {
		return nil, err
	}
	q3, err := d3.NewQuery(d3.Options{})
	if err != nil {
		return nil, err
	}
	s := &answers{sum: sha256.New(), list: list, q2: q2, q3: q3, trace3: new(d3.Trace)}
	if s.sat2, err = d2.NewQuery(d2.Options{Algorithm: collide.SAT, Cull: d2.CullDepth, Trace: &s.trace2}); err != nil {
		return nil, err
	}
	s.sat3, err = d3.NewQuery(d3.Options{Algorithm: collide.SAT, Trace: s.trace3})
	return s, err
}

// String returns the hash so far.
func (s *answers) String() string { return hex.EncodeToString(s.sum.Sum(nil)) }

// end hashes the answer in the buffer and empties the buffer.
func (s *answers) end(id string) {
	s.sum.Write(s.buf)
	one := sha256.Sum256(s.buf)
	fmt.Fprintf(s.list, "%x %s\n", one[:8], id)
	s.buf = s.buf[:0]
	s.count++
}

// floats takes in some fields of the answer id.
func (s *answers) floats(id, field string, values ...float64) {
	for _, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) || (x == 0 && math.Signbit(x)) {
			s.bad = append(s.bad, fmt.Sprintf("%s: %s is %v", id, field, x))
		}
		s.buf = binary.LittleEndian.AppendUint64(s.buf, math.Float64bits(x))
	}
}

// words takes in the fields that are no numbers, and the count of iterations.
func (s *answers) words(r collide.Relation, st collide.Status, iterations int, alone collide.Relation) {
	s.buf = append(s.buf, byte(r), byte(st), byte(alone))
	s.buf = binary.LittleEndian.AppendUint64(s.buf, uint64(iterations))
}

// refused takes in an error in place of an answer.
func (s *answers) refused(id string, err error) {
	s.errors++
	s.buf = append(s.buf, err.Error()...)
	s.end(id)
}

// pair3 asks about two bodies and takes in the answers of Distance and Relate, of polytopes that of
// SAT, and the manifold.
func (s *answers) pair3(id string, a, b *d3.Object) {
	c := s.q3.Distance(a, b, nil)
	s.contact3(id, &c)
	s.words(c.Relation, c.Status, c.Iterations, s.q3.Relate(a, b, nil))
	s.trace3.Reset()
	if c := s.sat3.Distance(a, b, nil); len(s.trace3.Steps) > 0 && s.trace3.Steps[0].Exit != collide.ExitUnserved {
		_, axis := d3.SAT(a, b)
		s.contact3(id, &c)
		s.floats(id, "an axis", axis.X, axis.Y, axis.Z)
		s.words(c.Relation, c.Status, s.trace3.Tested, c.Relation)
	}
	_, mf := s.q3.Collide(a, b, nil)
	for _, p := range mf.Points[:mf.N] {
		s.floats(id, "a point of the manifold", p.Distance)
		for _, v := range [...]d3.Vec{p.PointA, p.PointB, p.LocalA, p.LocalB} {
			s.floats(id, "a point of the manifold", v.X, v.Y, v.Z)
		}
		s.buf = binary.LittleEndian.AppendUint64(s.buf, uint64(p.ID))
	}
	s.end(id)
}

// contact3 takes in the numbers of c.
func (s *answers) contact3(id string, c *d3.Contact) {
	s.floats(id, "distance or bracket", c.Distance, c.Lower, c.Upper)
	for _, v := range [...]d3.Vec{c.Normal, c.PointA, c.PointB, c.LocalA, c.LocalB} {
		s.floats(id, "a vector", v.X, v.Y, v.Z)
	}
}

// pair2 is pair3 for 2D.
func (s *answers) pair2(id string, a, b *d2.Object) {
	c := s.q2.Distance(a, b, nil)
	s.contact2(id, &c)
	s.words(c.Relation, c.Status, c.Iterations, s.q2.Relate(a, b, nil))
	s.trace2.Reset()
	if c := s.sat2.Distance(a, b, nil); len(s.trace2.Steps) > 0 && s.trace2.Steps[0].Exit != collide.ExitUnserved {
		s.contact2(id, &c)
		s.floats(id, "an axis", c.Normal.X, c.Normal.Y)
		s.words(c.Relation, c.Status, s.trace2.Tested, c.Relation)
	}
	_, mf := s.q2.Collide(a, b, nil)
	for _, p := range mf.Points[:mf.N] {
		s.floats(id, "a point of the manifold", p.Distance)
		for _, v := range [...]d2.Vec{p.PointA, p.PointB, p.LocalA, p.LocalB} {
			s.floats(id, "a point of the manifold", v.X, v.Y)
		}
		s.buf = binary.LittleEndian.AppendUint64(s.buf, uint64(p.ID))
	}
	s.end(id)
}

// contact2 takes in the numbers of c.
func (s *answers) contact2(id string, c *d2.Contact) {
	s.floats(id, "distance or bracket", c.Distance, c.Lower, c.Upper)
	for _, v := range [...]d2.Vec{c.Normal, c.PointA, c.PointB, c.LocalA, c.LocalB} {
		s.floats(id, "a vector", v.X, v.Y)
	}
}
