package workload

import (
	"strings"
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

const sample3 = `dim 3
shape 0 box 0.5 1 2
shape 1 hull 4 4 0 0 0 1 0 0 0 1 0 0 0 1 0 2 1 0 1 3 0 3 2 1 2 3
shape 2 cone 1 0.5
pair 0 1 2 3 0 0 0 1 1 0 0 9 0.6 0 0 0.8 nan
pair 2 0 0 0 0 0 0 1 0 5 0 0 0 0 0 1 0.25
`

const sample2 = `dim 2
shape 0 polygon 3 0 0 1 0 0 1
shape 1 capsule 1 0.5
pair 0 1 2 0.6 0.8 1 3 4 1 0 nan
`

func TestLoad(t *testing.T) {
	w, err := Load(strings.NewReader(sample3), 0)
	if err != nil || w.Len() != 2 || w.Dim != 3 {
		t.Fatalf("got %+v, %v; want two pairs of dimension 3", w, err)
	}
	if got := w.Pairs3[0][0].Shape(); got != (d3.Box{Size: d3.Vec{X: 1, Y: 2, Z: 4}}) {
		t.Errorf("first shape is %v: half extents must be doubled", got)
	}
	if got := w.Pairs3[1][0].Shape(); got != (d3.Cone{Height: 2, Radius: 0.5}) {
		t.Errorf("cone is %v", got)
	}
	if got := w.Pairs3[0][1].Pose().Pos; got != (d3.Vec{Z: 9}) {
		t.Errorf("second body stands at %v", got)
	}
	w, err = Load(strings.NewReader(sample2), 0)
	if err != nil || w.Len() != 1 {
		t.Fatalf("got %+v, %v; want one pair", w, err)
	}
	if got := w.Pairs2[0][1].Shape(); got != (d2.Capsule{Height: 2, Radius: 0.5}) {
		t.Errorf("capsule is %v", got)
	}
}

func TestLoadLimit(t *testing.T) {
	w, err := Load(strings.NewReader(sample3), 1)
	if err != nil || w.Len() != 1 {
		t.Errorf("got %d pairs, %v; want 1", w.Len(), err)
	}
}

func TestLoadRefuses(t *testing.T) {
	for _, c := range []struct{ text, say string }{
		{"shape 0 sphere 1", "a shape before the dimension"},
		{"dim 4", "a dimension that does not exist"},
		{"dim 3\nshape 0 torus 1 2", "a shape that nobody knows"},
		{"dim 3\nshape 0 box 1 2", "a box with two extents"},
		{"dim 3\nshape 0 sphere x", "a word for a number"},
		{"dim 2\nshape 0 polygon 3 0 0 1 0", "fewer corners than said"},
		{"dim 2\nshape 0 polygon 999999999999 0 0 1 0", "a lying count"},
		{"dim 3\nshape 0 sphere 1\npair 0 0 0 0 0 0 0 1 1 0 0 0 0 0 0 1 nan", "a pair with a shape that is not there"},
		{"dim 3\nshape 0 sphere 1\npair 0 0 0", "a pair cut short"},
	} {
		if _, err := Load(strings.NewReader(c.text), 0); err == nil {
			t.Errorf("accepted %s", c.say)
		}
	}
}
