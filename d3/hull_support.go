package d3

import "math"

// scanLimit is the number of points up to which support looks at all of them.
const scanLimit = 32

// Support returns a corner of h farthest along dir. Any direction with finite components will do, of any length;
// a zero one gets some corner.
func (h *Hull) Support(dir Vec) Vec {
	if len(h.points) == 0 {
		return Vec{}
	}
	_, k := math.Frexp(max(math.Abs(dir.X), math.Abs(dir.Y), math.Abs(dir.Z)))
	return h.points[h.support(ldexpVec(dir, -k), -1)]
}

// support returns the index of a vertex of local farthest along d. The hint, if it is not negative, is a vertex to start from.
func (h *Hull) support(d Vec, hint int32) int32 {
	if len(h.local) <= scanLimit {
		return scan(h.local, d)
	}
	if hint < 0 {
		hint = h.tableStart(d)
	}
	return h.climb(d, hint)
}

// scan returns the least index of an element of v that is greatest along d in floating point, 0 if there is none.
func scan(v []Vec, d Vec) int32 {
	best, at := math.Inf(-1), 0
	for i, p := range v {
		if t := p.Dot(d); t > best {
			best, at = t, i
		}
	}
	return int32(at)
}

func (h *Hull) fillStart() {}

func (h *Hull) tableStart(d Vec) int32 { return 0 }

func (h *Hull) climb(d Vec, from int32) int32 { return scan(h.local, d) }
