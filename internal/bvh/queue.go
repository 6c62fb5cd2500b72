package bvh

// entry is a pair of slots, one of each tree, or a node or leaf of one tree.
type entry struct {
	bound float64
	a, b  int32
}

// queue is a binary heap of entries with the least bound at the head.
type queue []entry

// push adds e.
func (q *queue) push(e entry) {
	*q = append(*q, e)
	h := *q
	i := len(h) - 1
	for i > 0 && e.bound < h[(i-1)/2].bound {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = e
}

// pop removes and returns the head. The queue must not be empty.
func (q *queue) pop() entry {
	h := *q
	head, e := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
	i := 0
	for {
		c := 2*i + 1
		if c+1 < len(h) && h[c+1].bound < h[c].bound {
			c++
		}
		if c >= len(h) || !(h[c].bound < e.bound) {
			break
		}
		h[i] = h[c]
		i = c
	}
	if len(h) > 0 {
		h[i] = e
	}
	return head
}

// next returns the entry with the least bound among l, r and the queue, and keeps the others. ok is
// false where that bound is above the limit.
func (q *queue) next(l, r entry, limit float64) (e entry, ok bool) {
	if r.bound < l.bound {
		l, r = r, l
	}
	if r.bound <= limit {
		q.push(r)
	}
	if len(*q) > 0 && (*q)[0].bound < l.bound {
		if l.bound <= limit {
			q.push(l)
		}
		l = q.pop()
	}
	return l, l.bound <= limit
}
