package d2

// foot is a part of a core and the point of it that may be nearest the other core, as Newton's
// method looks for it: a vertex or an edge of a polygon, or an ellipse. docs/math/gjk.md, "Newton's
// method".
type foot struct {
	smooth bool
	n      int      // of a polygon: how many vertices
	id     [2]int32 // their numbers
	v      [2]Vec   // and places
	x      float64  // where the foot is on the edge: 0 at the first vertex, 1 at the second

	// what set makes of it for a direction
	p    Vec
	e    Vec     // the edge
	free int     // how many ways the foot is free to move: 1 on an edge
	bend float64 // the second derivative of the support function across the direction
}

// guess sets f to the part of the core o that the simplex s stands for: the vertices of o in it.
// other tells that o is the second body.
func (f *foot) guess(o *body, s *simplex, other bool) {
	*f = foot{smooth: o.kind == kindEllipse}
	for i := range s.n {
		id := s.p[i].ia
		if other {
			id = s.p[i].ib
		}
		if !f.smooth {
			f.add(o, id)
		}
	}
	if f.n > 1 {
		f.x = 0.5
	}
}

// add adds vertex id of o to f, and reports whether it is new there and there was room.
func (f *foot) add(o *body, id int32) bool {
	if f.n == len(f.id) || f.n > 0 && f.id[0] == id {
		return false
	}
	v, ok := o.at(id)
	if !ok {
		return false
	}
	f.id[f.n], f.v[f.n], f.x = id, v, 0
	f.n++
	return true
}

// set computes the foot for the unit direction d in the frame of o.
func (f *foot) set(o *body, d Vec) {
	f.free, f.bend = 0, 0
	if f.smooth {
		f.curve(o, d)
		return
	}
	f.p = f.v[0]
	if f.n > 1 {
		f.e, f.free = f.v[1].Sub(f.v[0]), 1
		f.p = f.p.Add(f.e.Scale(f.x))
	}
}

// curve is set for an ellipse: its support function is the length h of half times d, and the second
// derivative is the square of half times the tangent, less that of the foot along it, over h; less
// the disc inside.
func (f *foot) curve(o *body, d Vec) {
	f.p, _ = o.supportCurved(d)
	t := d.Perp()
	e, g := Vec{float64(o.half.X * d.X), float64(o.half.Y * d.Y)}, Vec{float64(o.half.X * t.X), float64(o.half.Y * t.Y)}
	h := e.Len()
	if !(h > 0) {
		return
	}
	p := e.Dot(g) / h
	f.bend = (g.Len2()-float64(p*p))/h - o.inner
}

// moved leaves a foot that a step has led beyond its edge at the vertex there, and reports whether
// it did.
func (f *foot) moved() bool {
	if f.n < 2 || f.x >= 0 && f.x <= 1 {
		return false
	}
	if f.x > 1 {
		f.id[0], f.v[0] = f.id[1], f.v[1]
	}
	f.n, f.x = 1, 0
	return true
}

// carriers returns the points of the core that the foot is the mean of, their weights, and their
// numbers.
func (f *foot) carriers() (p [2]Vec, w [2]float64, id [2]int32, n int) {
	if f.smooth {
		return [2]Vec{f.p}, [2]float64{1}, [2]int32{-1, -1}, 1
	}
	return f.v, [2]float64{1 - f.x, f.x}, f.id, f.n
}
