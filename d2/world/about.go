package world

// Body returns how a body takes part, as Add, SetKind and SetFilter had it, with the zeros of its
// filter filled in. ok is false where there is no such body.
func (w *World[T]) Body(h Handle) (b Body, ok bool) {
	x := w.find(h)
	if x == nil {
		return Body{}, false
	}
	return Body{Filter: x.filter, Kind: x.kind, Sensor: x.sensor, Fast: x.fast}, true
}

// MayTouch reports whether kinds, filters and Ignore let Step ask about two bodies; not so where
// one is not there.
func (w *World[T]) MayTouch(a, b Handle) bool {
	x, y := w.find(a), w.find(b)
	return x != nil && y != nil && x != y && x.meets(y) &&
		!w.ignored[[2]Handle{min(a, b), max(a, b)}]
}
