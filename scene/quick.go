package scene

import (
	"bytes"
	"context"
	"math"
	"unicode/utf8"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/decimal"
)

// A quickLine reads a pair line as it usually is, without a tree, and without a copy. It reads no
// line other than the tree would, and leaves every one to the tree that is wrong, about which there
// is something to note, or that holds what is rare: escapes, files, rotations in degrees.
//
// Each method reads what stands at pos and reports whether it could. If not, the line is given up.
type quickLine struct {
	d   *Decoder
	s   []byte
	pos int
}

// quickDepth is how deep lists and mappings of pair lines without compounds are inside each other.
const quickDepth = 6

// quickPair fills p from a line, and reports whether it could.
func (d *Decoder) quickPair(ctx context.Context, line []byte, p *Pair) bool {
	d.ready()
	line = bytes.TrimSuffix(line, []byte("\n"))
	if d.treeOnly || len(line) >= d.opt.MaxBytes || d.opt.MaxDepth < quickDepth || ctx.Err() != nil {
		return false
	}
	d.ctx, d.left, d.units = ctx, d.opt.MaxPoints, ""
	q := quickLine{d: d, s: line}
	return q.pair(p) && q.next() == 0 && q.pos == len(line)
}

// next skips white space and returns the byte behind it, 0 at the end.
func (q *quickLine) next() byte {
	for q.pos < len(q.s) {
		switch c := q.s[q.pos]; c {
		case ' ', '\t', '\r', '\n':
			q.pos++
		default:
			return c
		}
	}
	return 0
}

// is skips white space and the byte c, and reports whether it was there.
func (q *quickLine) is(c byte) bool {
	if q.next() != c {
		return false
	}
	q.pos++
	return true
}

// word reads a string that stands for itself.
func (q *quickLine) word() (s []byte, ok bool) {
	if !q.is('"') {
		return nil, false
	}
	start := q.pos
	for q.pos < len(q.s) {
		switch c := q.s[q.pos]; {
		case c == '"':
			q.pos++
			return q.s[start : q.pos-1], true
		case c == '\\' || c < ' ':
			return nil, false
		}
		q.pos++
	}
	return nil, false
}

// entry reads the key of the next entry of a mapping, of which n have been read, and the colon.
// done says that the mapping has ended instead.
func (q *quickLine) entry(n int) (key []byte, done, ok bool) {
	if n == 0 && !q.is('{') {
		return nil, false, false
	}
	if q.is('}') {
		return nil, true, true
	}
	if n > 0 && !q.is(',') {
		return nil, false, false
	}
	key, ok = q.word()
	return key, false, ok && q.is(':')
}

// number reads a number in range. It is not -0.
func (q *quickLine) number() (float64, bool) {
	q.next()
	x, end := decimal.Read(q.s, q.pos)
	ok := end > q.pos && math.Abs(x) <= collide.MaxMagnitude
	q.pos = end
	return x + 0, ok
}

// numbers reads a list of as many numbers as dst has.
func (q *quickLine) numbers(dst []float64) bool {
	for i := range dst {
		sign := byte(',')
		if i == 0 {
			sign = '['
		}
		if !q.is(sign) {
			return false
		}
		x, ok := q.number()
		if !ok {
			return false
		}
		dst[i] = x
	}
	return q.is(']')
}

// once marks a key as seen. It reports whether it was not.
func once(seen *uint, key uint) bool {
	before := *seen
	*seen |= key
	return before&key == 0
}

// The keys of a pair line.
const (
	seenID uint = 1 << iota
	seenDim
	seenA
	seenB
)

// pair reads a pair line.
func (q *quickLine) pair(p *Pair) bool {
	var seen uint
	var id []byte
	dim, ok := q.dim()
	if !ok {
		return false
	}
	for n := 0; ; n++ {
		key, done, ok := q.entry(n)
		switch {
		case !ok:
			return false
		case done:
			if seen|seenID != seenID|seenDim|seenA|seenB {
				return false
			}
			p.ID, p.HasID, p.Dim, p.Notes, p.Files = "", seen&seenID != 0, dim, nil, nil
			if p.HasID {
				p.ID = string(id)
			}
			return true
		}
		switch string(key) {
		case "a":
			ok = once(&seen, seenA) && q.body(dim, &p.A)
		case "b":
			ok = once(&seen, seenB) && q.body(dim, &p.B)
		case "id":
			id, ok = q.word()
			ok = ok && once(&seen, seenID) && utf8.Valid(id)
		case "dim":
			var x float64
			x, ok = q.number()
			ok = ok && once(&seen, seenDim) && x == float64(dim)
		default:
			ok = false
		}
		if !ok {
			return false
		}
	}
}

// dim guesses the dimension, from a text that looks like that of its entry. The entry itself has to
// say the same.
func (q *quickLine) dim() (int, bool) {
	const key = `"dim":`
	at := indexAtEnds(q.s, key)
	if at < 0 {
		return 0, false
	}
	guess := quickLine{s: q.s, pos: at + len(key)}
	c := guess.next()
	return int(c - '0'), c == '2' || c == '3'
}

// endBytes is how much of a long line is searched at its ends first: between them stand its shapes.
const endBytes = 256

// indexAtEnds returns where key stands in s, -1 if it does not: near the start or near the end, if
// it stands there.
func indexAtEnds(s []byte, key string) int {
	if len(s) > 2*endBytes {
		if at := bytes.Index(s[:endBytes], []byte(key)); at >= 0 {
			return at
		}
		last := len(s) - endBytes
		if at := bytes.Index(s[last:], []byte(key)); at >= 0 {
			return last + at
		}
	}
	return bytes.Index(s, []byte(key))
}

// The keys of a body.
const (
	seenShape uint = 1 << iota
	seenPose
)

// body reads a body.
func (q *quickLine) body(dim int, b *Body) bool {
	var seen uint
	var shape quickShape
	var p2 d2.Pose
	var p3 d3.Pose
	for n := 0; ; n++ {
		key, done, ok := q.entry(n)
		switch {
		case !ok:
			return false
		case done:
			return seen&seenShape != 0 && shape.place(b, dim, &p2, &p3)
		}
		switch {
		case string(key) == "shape":
			ok = once(&seen, seenShape) && q.shape(dim, &shape)
		case string(key) != "pose" || !once(&seen, seenPose):
			ok = false
		case dim == 2:
			ok = q.pose2(&p2)
		default:
			ok = q.pose3(&p3)
		}
		if !ok {
			return false
		}
	}
}

// quickShape is a shape in one of the dimensions.
type quickShape struct {
	s2 d2.Shape
	s3 d3.Shape
}

// place places s as a body. It reports whether the shape and all its parts can be there.
func (s *quickShape) place(b *Body, dim int, p2 *d2.Pose, p3 *d3.Pose) bool {
	var err error
	b.Dim = dim
	parts := 0
	if dim == 2 {
		b.O2, err = d2.Place(s.s2, *p2)
		parts = parts2(s.s2)
	} else {
		b.O3, err = d3.Place(s.s3, *p3)
		parts = parts3(s.s3)
	}
	for i := 0; i < parts && err == nil; i++ {
		_, err = b.Part(i)
	}
	return err == nil
}

// shape reads a shape: one that is kept, one with a name, a simple one, or any other of whose text
// a tree makes one.
func (q *quickLine) shape(dim int, s *quickShape) bool {
	if q.next() == '"' {
		return q.named(dim, s)
	}
	d, start := q.d, q.pos
	text := q.s[start:]
	if k := d.kept.find(text, dim); k != nil {
		if d.left -= k.weight; d.left < 0 {
			return false
		}
		q.pos += len(k.text)
		s.s2, s.s3 = k.s2, k.s3
		return true
	}
	before := d.left
	if !q.simple(dim, s) {
		q.pos = start
		if !q.skip() || !d.shapeOf(q.s[start:q.pos], dim, s) {
			return false
		}
	}
	d.kept.keep(&keptShape{text: q.s[start:q.pos], dim: dim, weight: before - d.left, s2: s.s2, s3: s.s3})
	return true
}

// named reads the name of a shape.
func (q *quickLine) named(dim int, s *quickShape) bool {
	name, ok := q.word()
	if !ok || q.d.opt.Shapes == nil {
		return false
	}
	n := q.d.opt.Shapes.find(string(name), q.d.number)
	if n == nil || dim == 2 && n.s2 == nil || dim == 3 && n.s3 == nil {
		return false
	}
	s.s2, s.s3 = n.s2, n.s3
	q.d.left -= n.weight
	return q.d.left >= 0
}

// skip goes to the end of the mapping that begins here, if no string in it has an escape. What it
// skips need not be well formed.
func (q *quickLine) skip() bool {
	for depth := 0; q.pos < len(q.s); {
		switch q.s[q.pos] {
		case '"':
			if _, ok := q.word(); !ok {
				return false
			}
			continue
		case '{':
			depth++
		case '}':
			depth--
		}
		q.pos++
		if depth <= 0 {
			return depth == 0
		}
	}
	return false
}

// shapeOf reads the shape that a text inside a body is, with a tree. It reports whether it is one
// of which the text says all, and about which there is nothing to note.
func (d *Decoder) shapeOf(text []byte, dim int, s *quickShape) bool {
	if bytes.Contains(text, []byte(`"file"`)) {
		return false
	}
	defer d.end()
	d.named = false
	t := &d.tree
	t.maxDepth = d.opt.MaxDepth - 2
	if t.parseJSON(string(text)) != nil {
		return false
	}
	ok := false
	if dim == 2 {
		s.s2, ok = planar.shape(d, root)
	} else {
		s.s3, ok = spatial.shape(d, root)
	}
	return ok && !d.named && t.here() == place{}
}

// The keys of simple shapes.
const (
	seenType uint = 1 << iota
	seenRadius
	seenHeight
	seenSize
	seenRadii
	seenRounding
)

// simpleSizes are the numbers of a simple shape.
type simpleSizes struct {
	radius, height, rounding float64
	list                     [3]float64
}

// simple reads a shape that a few sizes say.
func (q *quickLine) simple(dim int, s *quickShape) bool {
	var seen uint
	var typ []byte
	var x simpleSizes
	for n := 0; ; n++ {
		key, done, ok := q.entry(n)
		switch {
		case !ok:
			return false
		case done:
			return x.shape(string(typ), seen, dim, s)
		}
		switch string(key) {
		case "type":
			typ, ok = q.word()
			ok = ok && once(&seen, seenType)
		case "radius":
			x.radius, ok = q.size(&seen, seenRadius)
		case "height":
			x.height, ok = q.size(&seen, seenHeight)
		case "rounding":
			x.rounding, ok = q.size(&seen, seenRounding)
		case "size":
			ok = once(&seen, seenSize) && seen&seenRadii == 0 && q.sizes(x.list[:dim])
		case "radii":
			ok = once(&seen, seenRadii) && seen&seenSize == 0 && q.sizes(x.list[:dim])
		default:
			ok = false
		}
		if !ok {
			return false
		}
	}
}

// size reads a number that is not negative.
func (q *quickLine) size(seen *uint, key uint) (float64, bool) {
	x, ok := q.number()
	return x, ok && x >= 0 && once(seen, key)
}

// sizes reads a list of numbers that are not negative.
func (q *quickLine) sizes(dst []float64) bool {
	if !q.numbers(dst) {
		return false
	}
	for _, x := range dst {
		if x < 0 {
			return false
		}
	}
	return true
}

// shape returns the shape of a type with the keys that were seen; false if they are not all that it
// has, and no others.
func (x *simpleSizes) shape(typ string, seen uint, dim int, s *quickShape) bool {
	keys := seen &^ (seenType | seenRounding)
	if dim == 2 {
		s.s2 = x.shape2(typ, keys)
		if seen&seenRounding != 0 && s.s2 != nil {
			s.s2 = d2.Rounded{Core: s.s2.(d2.Convex), R: x.rounding}
		}
		return s.s2 != nil
	}
	s.s3 = x.shape3(typ, keys)
	if seen&seenRounding != 0 && s.s3 != nil {
		s.s3 = d3.Rounded{Core: s.s3.(d3.Convex), R: x.rounding}
	}
	return s.s3 != nil
}

// shape2 returns the shape of the plane with these keys, nil for none.
func (x *simpleSizes) shape2(typ string, keys uint) d2.Shape {
	list := d2.Vec{X: x.list[0], Y: x.list[1]}
	switch {
	case typ == "box" && keys == seenSize:
		return d2.Box{Size: list}
	case typ == "circle" && keys == seenRadius:
		return d2.Circle{Radius: x.radius}
	case typ == "capsule" && keys == seenRadius|seenHeight:
		return d2.Capsule{Height: x.height, Radius: x.radius}
	case typ == "ellipse" && keys == seenRadii:
		return d2.Ellipse{Radii: list}
	}
	return nil
}

// shape3 is shape2 for space.
func (x *simpleSizes) shape3(typ string, keys uint) d3.Shape {
	list := d3.Vec{X: x.list[0], Y: x.list[1], Z: x.list[2]}
	switch {
	case typ == "box" && keys == seenSize:
		return d3.Box{Size: list}
	case typ == "sphere" && keys == seenRadius:
		return d3.Sphere{Radius: x.radius}
	case typ == "capsule" && keys == seenRadius|seenHeight:
		return d3.Capsule{Height: x.height, Radius: x.radius}
	case typ == "cylinder" && keys == seenRadius|seenHeight:
		return d3.Cylinder{Height: x.height, Radius: x.radius}
	case typ == "cone" && keys == seenRadius|seenHeight:
		return d3.Cone{Height: x.height, Radius: x.radius}
	case typ == "ellipsoid" && keys == seenRadii:
		return d3.Ellipsoid{Radii: list}
	}
	return nil
}

// The keys of a pose.
const (
	seenPos uint = 1 << iota
	seenRot
)

// pose2 reads a pose of the plane: a place, an angle of a turn at most, or cosine and sine.
func (q *quickLine) pose2(p *d2.Pose) bool {
	var seen uint
	var v [2]float64
	for n := 0; ; n++ {
		key, done, ok := q.entry(n)
		if done || !ok {
			return ok
		}
		switch string(key) {
		case "p":
			ok = q.numbers(v[:]) && once(&seen, seenPos)
			p.Pos = d2.Vec{X: v[0], Y: v[1]}
		case "cos_sin":
			ok = q.numbers(v[:]) && once(&seen, seenRot)
			if ok {
				var err error
				p.Rot, err = d2.NewCosSin(v[0], v[1])
				ok = err == nil
			}
		case "angle":
			var err error
			v[0], ok = q.number()
			if ok = ok && once(&seen, seenRot) && math.Abs(v[0]) <= 2*math.Pi; ok {
				p.Rot, err = d2.NewAngle(v[0])
				ok = err == nil
			}
		default:
			ok = false
		}
		if !ok {
			return false
		}
	}
}

// pose3 reads a pose of space: a place, a quaternion other than the half turn that is noted, or
// three angles of a turn at most.
func (q *quickLine) pose3(p *d3.Pose) bool {
	var seen uint
	var v [4]float64
	for n := 0; ; n++ {
		key, done, ok := q.entry(n)
		if done || !ok {
			return ok
		}
		var err error
		switch string(key) {
		case "p":
			ok = q.numbers(v[:3]) && once(&seen, seenPos)
			p.Pos = d3.Vec{X: v[0], Y: v[1], Z: v[2]}
		case "q":
			ok = q.numbers(v[:]) && once(&seen, seenRot) && v != [4]float64{1}
			if ok {
				p.Rot, err = d3.NewQuat(v[0], v[1], v[2], v[3])
			}
		case "rpy":
			ok = q.numbers(v[:3]) && once(&seen, seenRot) && max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2])) <= 2*math.Pi
			if ok {
				p.Rot, err = d3.NewRPY(v[0], v[1], v[2])
			}
		default:
			ok = false
		}
		if !ok || err != nil {
			return false
		}
	}
}
