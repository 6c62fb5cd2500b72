package tasks

import (
	"math"
	"strings"
	"testing"
)

// One task of each kind in both dimensions is read, with what is known of it.
func TestLoad(t *testing.T) {
	const space = `dim 3
shape s sphere 0.5
shape c compound 2 s 0 0 0 0 0 0 1 s 1 0 0 0 0 0 1
`
	const plane = `dim 2
shape s circle 0.5
shape p polygon 3 0 0 1 0 0 1
`
	for _, text := range []string{
		space + "ray c 0 0 0 0 0 0 1 -3 0 0 1 0 0 9 2.5 2.5",
		space + "point s 1 2 3 0 0 0 1 1 2 3 -0.5 -0.5",
		space + "sweep s 0 0 0 0 0 0 1 s 3 0 0 0 0 0 1 -4 0 0 1 0.5 0.5",
		space + "motion s 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 s 3 0 0 0 0 0 1 -4 0 0 0 0 1 0 0 0 1 0.5 0.5",
		space + "vertices edge-edge 0 0 0 1 0 0 0 1 1 0 -1 1 0 0 0 1 0 0 0 1 -1 0 -1 -1 0 inf",
		plane + "ray p 0 0 1 0 -3 0.25 1 0 9 3 3",
		plane + "point s 1 2 1 0 1 2 -0.5 -0.5",
		plane + "sweep s 0 0 1 0 s 3 0 1 0 -4 0 1 0.5 0.5",
		plane + "motion s 0 0 1 0 0 0 0 0 0 s 3 0 1 0 -4 0 1 0 0 1 0.5 0.5",
		plane + "vertices vertex-edge 0 1 -1 0 1 0 0 -1 -1 0 1 0 0 inf",
	} {
		w, err := Load(strings.NewReader(text))
		if err != nil || w.Len() != 1 || len(w.Plane)+len(w.Space) != 1 || !(w.Known[0].Lo <= w.Known[0].Hi) {
			t.Errorf("%q: %+v, %v", text, w, err)
		}
		if _, err := Load(strings.NewReader(text[:strings.LastIndexByte(text, ' ')])); err == nil {
			t.Errorf("%q is taken without its last word", text)
		}
	}
}

// Answers are held to what is known.
func TestFault(t *testing.T) {
	never := math.Inf(1)
	for _, c := range []struct {
		known Known
		word  string
		at    float64
		fault string
	}{
		{Known{0.5, 0.5, 1}, "hit", 0.5, ""},
		{Known{0.5, 0.5, 1}, "touch", 0.5005, ""},
		{Known{0.5, 0.5, 1}, "hit", 0.502, "late"},
		{Known{0.5, 0.5, 1}, "hit", 0.498, "early"},
		{Known{0.5, 0.5, 1}, "miss", 0, "missed"},
		{Known{0.5, never, 1}, "miss", 0, ""},
		{Known{0.5, never, 1}, "hit", 0.9, ""},
		{Known{never, never, 1}, "hit", 0.9, "invented"},
		{Known{never, never, 1}, "undecided", 0.9, ""},
		{Known{-0.5, -0.5, 0}, "inside", -0.5, ""},
		{Known{-0.5, -0.5, 0}, "outside", 0.5, "side"},
		{Known{-0.5, -0.5, 0}, "inside", -0.4, "distance"},
		{Known{0.5, 0.5, 0}, "inside", -0.5, "side"},
		{Known{0.5, 0.5, 0}, "outside", 0.51, "distance"},
	} {
		if got := c.known.Fault(c.word, c.at); got != c.fault {
			t.Errorf("%+v, %s at %v: %q, not %q", c.known, c.word, c.at, got, c.fault)
		}
	}
}
