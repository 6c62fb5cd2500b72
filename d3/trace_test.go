package d3

import (
	"math"
	"testing"
)

// TestTraceRecordsEveryTurn: one step per turn, of the algorithm that ran, with bounds that narrow to the answer.
func TestTraceRecordsEveryTurn(t *testing.T) {
	box := Box{Vec{2, 2, 2}}
	for _, row := range []struct {
		what string
		a, b Shape
		at   Vec
		last string
		gjk  bool // GJK took part
	}{
		{"two spheres have a closed form", Sphere{1}, Sphere{1}, Vec{3, 0, 0}, "closed", false},
		{"a half-space has one", HalfSpace{Vec{1, 0, 0}, 0}, box, Vec{3, 0, 0}, "closed", false},
		{"boxes apart need GJK", box, box, Vec{4, 1, 1}, "gjk", true},
		{"boxes that overlap need EPA", box, box, Vec{1.5, 0.5, 0.25}, "epa", true},
		{"curved shapes too", Ellipsoid{Vec{1, 2, 1}}, Cone{1, 2}, Vec{0.5, 0.25, 0}, "epa", true},
	} {
		var tr Trace
		q := newTestQuery(t, Options{Trace: &tr})
		a, b := mustPlace(t, row.a, Pose{}), mustPlace(t, row.b, Pose{Pos: row.at, Rot: Rot{0.1, 0.2, 0, 0.975}})
		c := q.Distance(a, b, nil)
		if c != Distance(a, b) {
			t.Errorf("%s: the trace changed the answer", row.what)
		}
		if len(tr.Steps) == 0 {
			t.Errorf("%s: no steps", row.what)
			continue
		}
		if n := len(tr.Steps); n < c.Iterations {
			t.Errorf("%s: %d steps of %d iterations", row.what, n, c.Iterations)
		}
		seen := map[string]bool{}
		for i, s := range tr.Steps {
			seen[s.Algorithm] = true
			if s.Size < 0 || s.Size > 4 || s.Algorithm == "epa" && s.Size != 3 || s.Algorithm == "gjk" && s.Size == 0 {
				t.Errorf("%s, step %d: %+v", row.what, i, s)
			}
			if s.Algorithm != "closed" && !(s.Lower <= s.Upper+1e-15) {
				t.Errorf("%s, step %d: lower %v, upper %v", row.what, i, s.Lower, s.Upper)
			}
			if s.Direction == (Vec{}) && s.Size > 1 || math.IsNaN(s.W.X+s.A.X+s.Lower+s.Upper) {
				t.Errorf("%s, step %d: %+v", row.what, i, s)
			}
		}
		if last := tr.Steps[len(tr.Steps)-1].Algorithm; last != row.last || seen["gjk"] != row.gjk {
			t.Errorf("%s: ended in %s, algorithms %v", row.what, last, seen)
		}
		n := len(tr.Steps)
		q.Distance(a, b, nil)
		if len(tr.Steps) != 2*n {
			t.Errorf("%s: %d steps after the second query, want %d", row.what, len(tr.Steps), 2*n)
		}
		if tr.Reset(); len(tr.Steps) != 0 || cap(tr.Steps) < 2*n {
			t.Errorf("%s: Reset leaves %d of %d", row.what, len(tr.Steps), cap(tr.Steps))
		}
	}
}

// TestTraceOfEPA: the faces that EPA took up, in order, never get nearer, and the support values bound the depth from above.
func TestTraceOfEPA(t *testing.T) {
	var tr Trace
	q := newTestQuery(t, Options{Trace: &tr})
	a := mustPlace(t, Ellipsoid{Vec{1, 0.8, 0.6}}, Pose{})
	b := mustPlace(t, Cylinder{0.5, 1}, Pose{Pos: Vec{0.5, 0.25, 0.125}, Rot: Rot{0.6, 0, 0, 0.8}})
	c := q.Distance(a, b, nil)
	lower := math.Inf(-1)
	steps := 0
	for _, s := range tr.Steps {
		if s.Algorithm != "epa" {
			continue
		}
		steps++
		if s.Lower < lower-1e-13 {
			t.Errorf("a face at %v after one at %v", s.Lower, lower)
		}
		lower = max(lower, s.Lower)
		if depth := s.Upper / q.m.scale; depth < -c.Upper {
			t.Errorf("a bound of %v, the depth is %v or more", depth, -c.Upper)
		}
	}
	if steps < 3 {
		t.Errorf("%d steps", steps)
	}
}
