package bvh

import "math"

// Around finds the items of one tree near a point, as good as nearest first. The zero value is
// ready for Start.
type Around[B Box] struct {
	tree  *Tree[B]
	twice [3]float64 // the coordinates of the point, doubled
	stack []entry    // nodes and leaves
	rest  rest
	near  float64 // the rank of the leaf of the rest
}

// Start begins a search in t for items near the point x. In the plane its third coordinate is not
// read. The sides of all boxes must be finite.
func (s *Around[B]) Start(t *Tree[B], x *[3]float64) {
	s.tree, s.stack, s.rest.items = t, s.stack[:0], nil
	for k, v := range x {
		s.twice[k] = 2 * v
	}
	if t.Len() > 0 {
		s.stack = append(s.stack, entry{bound: beside(s, t.box(0)), a: t.kid(0)})
	}
}

// Next returns one more item whose box, or that of its leaf, has a signed distance from the point,
// negative inside, of at most limit, to 8u of the greatest coordinates of box and point: the caller
// adds that to limit, which may fall from call to call. Of two boxes side by side in the tree the
// nearer one comes first. ok is false where none is left.
func (s *Around[B]) Next(limit float64) (item int32, ok bool) {
	limit = rank(limit)
	if len(s.rest.items) > 0 && s.near <= limit {
		return s.rest.next()
	}
	// At the head of every turn each item that is still to come is below an entry of the stack.
	for len(s.stack) > 0 {
		e := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if !(e.bound <= limit) {
			continue
		}
		k := e.a
		s.near = e.bound
		for k >= 0 {
			n := &s.tree.nodes[k]
			x, y := beside(s, &n.box[0]), beside(s, &n.box[1])
			near, far := n.kid[0], n.kid[1]
			if y < x {
				x, y, near, far = y, x, far, near
			}
			if y <= limit {
				s.stack = append(s.stack, entry{bound: y, a: far})
			}
			if k, s.near = near, x; !(x <= limit) {
				break
			}
		}
		if k < 0 && s.near <= limit {
			s.rest.items = s.tree.run(k)
			return s.rest.next()
		}
	}
	return 0, false
}

// rank returns what beside makes of a signed distance, rounded up: it rises with the distance, and
// takes no root.
func rank(distance float64) float64 {
	if distance <= 0 {
		return 2 * distance
	}
	return float64(float64(float64(16*distance)*distance)*(1+0x1p-49)) + math.SmallestNonzeroFloat64
}

// beside returns the rank of the signed distance of the point from the box.
//
// Along an axis |2x - (lo + hi)| - (hi - lo) is twice the distance from the range, and that and its
// magnitude are four times the distance outside: no comparison, which would be mispredicted.
func beside[B Box](s *Around[B], b *B) float64 {
	h := len(*b) / 2
	x := math.Abs(s.twice[0]-((*b)[h]+(*b)[0])) - ((*b)[h] - (*b)[0])
	y := math.Abs(s.twice[1]-((*b)[h+1]+(*b)[1])) - ((*b)[h+1] - (*b)[1])
	p, q := x+math.Abs(x), y+math.Abs(y)
	sum, most := float64(p*p)+float64(q*q), x
	if h == 3 {
		z := math.Abs(s.twice[2]-((*b)[h+h-1]+(*b)[h-1])) - ((*b)[h+h-1] - (*b)[h-1])
		r := z + math.Abs(z)
		sum += float64(r * r)
		if z > most {
			most = z
		}
	}
	if sum > 0 {
		return sum
	}
	if y > most {
		most = y
	}
	return most
}
