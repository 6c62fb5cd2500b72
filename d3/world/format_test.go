package world

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/collide-go/collide/d3"
)

// firstJournal is a journal of version 1, which every later version reads: of a World of some
// shapes with exact numbers, so that it is the same on every platform.
func firstJournal(t *testing.T) []byte {
	t.Helper()
	w := newWorld(t, Options{Margin: 0.25})
	var out bytes.Buffer
	rec := NewRecorder(w, numbers)
	hull, err := d3.NewHull(corners())
	must(t, err)
	pair, err := d3.NewCompound([]d3.Part{{Shape: cube(1)}, {Shape: hull, Pose: d3.Pose{Pos: at(0.5, 0.5)}}})
	must(t, err)
	both, err := d3.NewCompound([]d3.Part{{Shape: pair, Pose: d3.Pose{Rot: upsideDown(t)}}, {Shape: bean{x: 0.25, r: 0.5}}})
	must(t, err)
	add(t, w, floor(), d3.Pose{}, Body{Kind: Static})
	h := add(t, w, d3.Rounded{Core: hull, R: 0.25}, d3.Pose{Pos: at(0, 0.5)}, Body{Filter: Filter{Category: 3, Group: -1}})
	w.Step(StepOptions{})
	must(t, w.Move(h, d3.Pose{Pos: at(0.25, 0.5)}))
	must(t, rec.Start(&out))
	o := place(t, both, d3.Pose{Pos: at(1, 0.25)})
	c, err := rec.Add(&o, -5, Body{Fast: true})
	must(t, err)
	b, err := rec.Add(&o, 6, Body{Sensor: true})
	must(t, err)
	must(t, rec.Ignore(h, b, true))
	keep := func(_ *Pair, c *Contact) bool { return c.PartA != 0 }
	rec.Step(StepOptions{Leave: true, Keep: keep})
	must(t, rec.Move(c, d3.Pose{Pos: at(0.5, 0.25)}))
	must(t, rec.SetKind(h, Static))
	rec.AppendOverlapping(nil, &o, Who{Sensors: true, Take: func(h Handle) bool { return h != c }})
	must(t, rec.Remove(b))
	rec.Step(StepOptions{Keep: keep})
	must(t, rec.Stop())
	return out.Bytes()
}

// TestFormat reads the bytes of version 1 that were kept when it was new, what firstJournal gave
// then: they are calls of the same bodies still. Only what steps find may have other last bits.
func TestFormat(t *testing.T) {
	kept, err := os.ReadFile(filepath.Join("testdata", "journal-1.hex"))
	must(t, err)
	var data []byte
	for line := range bytes.Lines(kept) {
		if len(line) < 60 {
			continue // the length
		}
		b, err := hex.DecodeString(string(bytes.ReplaceAll(line[10:59], []byte(" "), nil)))
		must(t, err)
		data = append(data, b...)
	}
	then, err := NewReplay(bytes.NewReader(data), numbers)
	must(t, err)
	now, err := NewReplay(bytes.NewReader(firstJournal(t)), numbers)
	must(t, err)
	for n := range 2 {
		f, ok, err := then.Next()
		if err != nil || !ok || f.Difference != nil && f.Difference.Call != "Step" {
			t.Fatalf("frame %d: %+v %v", n, f.Difference, err)
		}
		g, ok, err := now.Next()
		if err != nil || !ok || g.Difference != nil || g.Calls != f.Calls || g.Queries != f.Queries || !slices.Equal(g.Events, f.Events) {
			t.Fatalf("frame %d: %+v and %+v %v", n, f, g, err)
		}
	}
	if w := then.World(); !slices.Equal(slices.Collect(w.Bodies()), slices.Collect(now.World().Bodies())) || w.Len() != 3 {
		t.Error("other bodies")
	}
}
