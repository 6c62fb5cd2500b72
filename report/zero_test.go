package report_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/collide-go/collide/report"
	"github.com/collide-go/collide/scene"
)

// TestNotWhole: a Check that a program put together, and that cannot be written, is an error that
// says why, and nothing is written. They panicked.
func TestNotWhole(t *testing.T) {
	s := &scene.Scene{File: "s.yaml", Dim: 3, Objects: make([]scene.Object, 2)}
	found := []scene.Found{{A: 0, B: 1, Verdict: scene.Touch}}
	for name, c := range map[string]struct {
		check *report.Check
		want  string
	}{
		"nil":       {nil, "without a Scene: NewCheck"},
		"zero":      {&report.Check{}, "without a Scene: NewCheck"},
		"object":    {&report.Check{Scene: s, Found: []scene.Found{{A: 0, B: 1}, {A: 1, B: 2}}}, `"s.yaml": pair 1 of objects 1 and 2: the scene has 2 objects`},
		"below":     {&report.Check{Scene: s, Found: []scene.Found{{A: -1, B: 1}}}, "pair 0 of objects -1 and 1"},
		"verdict":   {&report.Check{Scene: s, Found: []scene.Found{{B: 1, Verdict: 99}}}, "pair 0 has the verdict 99"},
		"states":    {&report.Check{Scene: s, Found: found, States: []scene.State{0, 0}}, "1 pair, and 2 states: give each pair one, or none at all"},
		"state":     {&report.Check{Scene: s, Found: found, States: []scene.State{9}}, "pair 0 has the state 9"},
		"moments":   {&report.Check{Scene: s, Found: found, Log: &report.Log{}}, "1 pair, and 0 moments"},
		"gone":      {&report.Check{Scene: s, Gone: make([]scene.Contact, 1)}, "contact 0 that is gone has the verdict clear"},
		"all right": {&report.Check{Scene: s, Found: found}, ""},
	} {
		for form, write := range map[string]func(w io.Writer) error{
			"HTML":  func(w io.Writer) error { return report.HTML(w, report.HTMLOptions{}, c.check) },
			"JUnit": func(w io.Writer) error { return report.JUnit(w, c.check) },
			"SARIF": func(w io.Writer) error { return report.SARIF(w, "", c.check) },
		} {
			var b bytes.Buffer
			err := write(&b)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) || err != nil && b.Len() > 0 {
				t.Errorf("%s, %s: %v, want %q; %d bytes", name, form, err, c.want, b.Len())
			}
		}
	}
}

// TestZeroCheck: what a Check says in a line, it says without a Scene, too.
func TestZeroCheck(t *testing.T) {
	c := new(report.Check)
	f := &scene.Found{A: 7, Verdict: scene.Touch}
	if a, b := c.Names(f); a != "object 7" || b != "object 0" {
		t.Errorf("names %q and %q", a, b)
	}
	for got, want := range map[string]string{
		c.Sentence(f): "object 7 and object 0 touch", c.Head(): "0D, 0 objects, clearance 0", c.Summary(): "no pairs to check",
		c.InUnits(2): "2", c.Compared(): "",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if c.Duration() != 1 {
		t.Errorf("duration %v", c.Duration())
	}
}

// TestZeroMesh: a Mesh without a Model is an error.
func TestZeroMesh(t *testing.T) {
	var b bytes.Buffer
	for _, err := range []error{report.MeshJSON(&b, &report.Mesh{}), report.MeshTable(&b, &report.Mesh{}, true)} {
		if err == nil || !strings.Contains(err.Error(), "needs the Model") || b.Len() > 0 {
			t.Errorf("%v, and %d bytes", err, b.Len())
		}
	}
}
