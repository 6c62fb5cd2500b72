package bvh

import "math"

// Around finds the items of one tree near a point, as good as nearest first. The zero value is
// ready for Start.
type Around[B Box] struct {
	tree  *Tree[B]
	twice [3]float64 // the coordinates of the point, doubled
	stack []entry
}

// Start begins a search in t for items near the point x. In the plane its third coordinate is not
// read. The sides of all boxes must be finite.
func (s *Around[B]) Start(t *Tree[B], x *[3]float64) {
	s.tree, s.stack = t, s.stack[:0]
	for k, v := range x {
		s.twice[k] = 2 * v
	}
	if t.Len() > 0 {
		s.stack = append(s.stack, entry{bound: beside(s, &t.nodes[0].box)})
	}
}

// Next returns one more item whose box has a signed distance from the point, negative inside, of at
// most limit, to 8u of the greatest coordinates of box and point: the caller adds that to limit,
// which may fall from call to call. Of two boxes side by side in the tree the nearer one comes
// first. ok is false where none is left.
func (s *Around[B]) Next(limit float64) (item int32, ok bool) {
	limit = rank(limit)
	// At the head of every turn each item that is still to come is below a node on the stack.
	for len(s.stack) > 0 {
		e := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if !(e.bound <= limit) {
			continue
		}
		n := &s.tree.nodes[e.a]
		for !n.isLeaf() {
			far := n.right
			l, r := &s.tree.nodes[n.left], &s.tree.nodes[far]
			x, y := beside(s, &l.box), beside(s, &r.box)
			if y < x {
				x, y, far, l = y, x, n.left, r
			}
			if y <= limit {
				s.stack = append(s.stack, entry{bound: y, a: far})
			}
			if !(x <= limit) {
				break
			}
			n = l
		}
		if n.isLeaf() {
			return n.right, true
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
