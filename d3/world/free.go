package world

// freeList holds the free places of a World and gives the lowest first: a binary heap.
type freeList struct{ heap []int32 }

// give puts place i on the list.
func (f *freeList) give(i int) {
	h := append(f.heap, int32(i))
	k := len(h) - 1
	for k > 0 && h[(k-1)/2] > h[k] {
		h[(k-1)/2], h[k] = h[k], h[(k-1)/2]
		k = (k - 1) / 2
	}
	f.heap = h
}

// take removes the lowest place; ok is false where the list is empty.
func (f *freeList) take() (i int, ok bool) {
	h := f.heap
	if len(h) == 0 {
		return 0, false
	}
	i = int(h[0])
	n := len(h) - 1
	h[0], h = h[n], h[:n]
	for k := 0; ; {
		c := 2*k + 1
		if c >= n {
			break
		}
		if c+1 < n && h[c+1] < h[c] {
			c++
		}
		if h[k] <= h[c] {
			break
		}
		h[k], h[c] = h[c], h[k]
		k = c
	}
	f.heap = h
	return i, true
}
