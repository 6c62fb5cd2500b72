package world

import (
	"testing"

	"github.com/collide-go/collide/d2"
)

// TestAbout holds Body and MayTouch to what was told, and to what Step lists.
func TestAbout(t *testing.T) {
	w := newWorld(t, Options{})
	told := []Body{
		{},
		{Kind: Static, Filter: Filter{Category: 2, Mask: 5, Group: 3}},
		{Kind: Static, Fast: true},
		{Sensor: true, Filter: Filter{Mask: 2}},
		{},
	}
	var all []Handle
	for _, b := range told {
		all = append(all, add(t, w, cube(1), d2.Pose{}, b))
	}
	for i, h := range all {
		told[i].Filter = told[i].Filter.set()
		if b, ok := w.Body(h); !ok || b != told[i] {
			t.Errorf("%v: %+v, want %+v", h, b, told[i])
		}
	}
	must(t, w.Ignore(all[4], all[0], true))
	w.Step(StepOptions{})
	touch := map[[2]Handle]bool{}
	for p := range w.Pairs() {
		touch[[2]Handle{p.A, p.B}] = true
	}
	for _, a := range all {
		for _, b := range all {
			if w.MayTouch(a, b) != touch[[2]Handle{min(a, b), max(a, b)}] {
				t.Errorf("%v and %v may touch: %v", a, b, w.MayTouch(a, b))
			}
		}
	}
	must(t, w.Remove(all[0]))
	if _, ok := w.Body(all[0]); ok || w.MayTouch(all[0], all[1]) {
		t.Error("a removed body is there")
	}
}
