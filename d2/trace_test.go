package d2

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/decided"
)

// TestTraceExits: every way to end has its word, in the order in which the algorithms ran.
func TestTraceExits(t *testing.T) {
	box, flat := Box{Vec{2, 2}}, Box{Vec{2, 0}}
	for _, row := range []struct {
		what   string
		a, b   Shape
		at     Vec
		opt    Options
		relate bool
		want   string
	}{
		{"two balls have a closed form", Circle{1}, Circle{1}, Vec{3, 0}, Options{}, false, "closed: points and segments"},
		{"a ball and a box have one", Circle{1}, box, Vec{3, 0}, Options{}, false, "closed: point and box"},
		{"a half-space has one with every shape", HalfSpace{Normal: Vec{1, 0}}, box, Vec{3, 0}, Options{}, false, "closed: half-space"},
		{"a box that lies on a half-space takes integers", HalfSpace{Normal: Vec{1, 0}}, box, Vec{1, 0}, Options{}, false, "closed: half-space, exact: touching"},
		{"boxes apart", box, box, Vec{4, 1}, Options{Algorithm: collide.GJK}, false, "gjk: apart"},
		{"boxes apart by an edge", box, box, Vec{4, 1}, Options{}, false, "sat: separating axis"},
		{"boxes that overlap need EPA", box, box, Vec{1.5, 0.5}, Options{Algorithm: collide.GJK}, false, "gjk: contains the origin, epa: converged"},
		{"boxes that overlap have an edge of least overlap", box, box, Vec{1.5, 0.5}, Options{}, false, "sat: no separating axis"},
		{"boxes that touch need the exact path", box, box, Vec{2, 0.5}, Options{}, false, "sat: not settled by the axes, gjk: no progress in doubles, gjk: contains the origin, epa: converged, exact: touching"},
		{"boxes known to be apart are not measured", box, box, Vec{40, 1}, Options{Algorithm: collide.GJK}, true, "closed: boxes apart"},
		{"nor are rounded boxes whose AABBs meet", Rounded{box, 1}, Rounded{box, 1}, Vec{3.75, 3.75}, Options{Algorithm: collide.GJK}, true, "gjk: farther than asked"},
		{"one turn is not enough", box, Ellipse{Vec{1, 2}}, Vec{4, 1}, Options{MaxIterations: 1}, false, "gjk: iteration limit"},
		{"three turns are not enough inside", Ellipse{Vec{1, 2}}, Ellipse{Vec{2, 1}}, Vec{0.5, 0.25}, Options{MaxIterations: 3}, false, "gjk: contains the origin, epa: iteration limit"},
		{"boxes without thickness in one line", flat, flat, Vec{1, 0}, Options{}, false, "sat: not settled by the axes, gjk: no progress in doubles, gjk: contains the origin, epa: flat, exact: touching"},
	} {
		var tr Trace
		row.opt.Trace = &tr
		q, err := NewQuery(row.opt)
		if err != nil {
			t.Fatal(err)
		}
		a, errA := Place(row.a, Pose{})
		b, errB := Place(row.b, Pose{Pos: row.at})
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		var c Contact
		if row.relate {
			c.Relation = q.Relate(&a, &b, nil)
		} else {
			c = q.Distance(&a, &b, nil)
		}
		var got []string
		for i, s := range tr.Steps {
			if s.Exit != collide.ExitNone {
				got = append(got, s.Stage.String()+": "+s.Exit.String())
			}
			if f, _ := math.Frexp(s.Scale); f != 0.5 || i > 0 && s.Stage == collide.StageGJK && tr.Steps[i-1].Stage == collide.StageGJK && s.Scale != tr.Steps[i-1].Scale {
				t.Errorf("%s, step %d: scale %v", row.what, i, s.Scale)
			}
		}
		if said := strings.Join(got, ", "); said != row.want {
			t.Errorf("%s: %q, want %q", row.what, said, row.want)
		}
		last := tr.Steps[len(tr.Steps)-1]
		if last.Exit == collide.ExitNone {
			t.Errorf("%s: the last step does not say why it ended", row.what)
		}
		if last.Stage == collide.StageExact && last.Exit != decided.Exit(c.Relation) {
			t.Errorf("%s: the trace says %v, the answer %v", row.what, last.Exit, c.Relation)
		}
		if apart := last.Exit == collide.ExitApart; apart && !(math.Abs(last.Upper/last.Scale-c.Distance) < 1e-12) {
			t.Errorf("%s: %v in the caller's unit, want %v", row.what, last.Upper/last.Scale, c.Distance)
		}
	}
}

// TestNilTrace: a query without a trace takes every call, and allocates nothing for it.
func TestNilTrace(t *testing.T) {
	var r run
	var tr *Trace
	if n := testing.AllocsPerRun(10, func() {
		tr.gjk(&r, Vec{}, nil, nil)
		tr.gjkExact(&r, Vec{}, nil, nil)
		tr.gjkEnd(&r, collide.ExitLimit)
		tr.epa(&r, nil, nil, nil, nil, 0)
		tr.epaEnd(&r, collide.ExitLimit)
		tr.sat(&r, nil, 0, 0)
		tr.satEnd(&r, nil, collide.Apart, nil)
		tr.unserved()
		tr.closed(1, collide.ExitPointBox, Vec{}, Vec{}, 0)
		tr.halfSpace(nil, nil, false)
		tr.query(nil, nil, true)
		tr.start(&r, nil)
		tr.exact(1, nil)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestTraceTellsWhatWon: the simplex of each turn of GJK is the part of the one before that the
// region names, except before Newton's method; A, B and W belong together; a point of a step lies
// in the world where Frame says.
func TestTraceTellsWhatWon(t *testing.T) {
	for _, rel := range []string{"apart", "overlapping"} {
		a := mustPlace(t, Ellipse{Vec{1, 2}}, Pose{Pos: Vec{5, 3}, Rot: Rot{0.6, 0.8}})
		b := mustPlace(t, Box{Vec{2, 2}}, Pose{Pos: map[string]Vec{"apart": {9, 4}, "overlapping": {6, 4}}[rel]})
		var tr Trace
		q, err := NewQuery(Options{Trace: &tr})
		if err != nil {
			t.Fatal(err)
		}
		for _, pair := range [][2]*Object{{a, b}, {b, a}} {
			tr.Reset()
			q.Distance(pair[0], pair[1], nil)
			for i, s := range tr.Steps {
				first := pair[0]
				if s.Swapped {
					first = pair[1]
				}
				if s.Frame.Pos != first.pos || s.Frame.Rot != first.pose.Rot {
					t.Errorf("%s, step %d: frame %v", rel, i, s.Frame)
				}
				if d := s.A.Sub(s.B).Sub(s.W).Len(); !(d < 0x1p-50) {
					t.Errorf("%s, step %d: A - B is off W by %v", rel, i, d)
				}
				if s.Stage != collide.StageGJK || i+1 == len(tr.Steps) || tr.Steps[i+1].Stage != collide.StageGJK ||
					tr.Steps[i+1].Exit == collide.ExitNewton { // it has a simplex of its own

					continue
				}
				var stay []int8
				for k, w := range append(slices.Clone(s.Simplex[:s.Size]), s.W) {
					if next := tr.Steps[i+1]; slices.Contains(next.Simplex[:next.Size], w) {
						stay = append(stay, int8(k))
					}
				}
				if !slices.Equal(s.Region.Vertices[:s.Region.N], stay) {
					t.Errorf("%s, step %d: %v, but vertices %v stay", rel, i, s.Region, stay)
				}
			}
			if s := tr.Steps[len(tr.Steps)-1]; rel == "apart" && (s.Swapped != (pair[0] == b)) {
				t.Errorf("the step says swapped %v", s.Swapped)
			}
			if rel == "overlapping" && !slices.ContainsFunc(tr.Steps, func(s Step) bool { return s.Region.N == 3 && s.Exit == collide.ExitContains }) {
				t.Error("no step ends inside")
			}
		}
	}
}

// TestTraceShowsThePolygon: each turn of EPA shows a convex polygon around the origin, with the
// edge of the step first, and the new vertex of the turn is in the next.
func TestTraceShowsThePolygon(t *testing.T) {
	var tr Trace
	q, err := NewQuery(Options{Trace: &tr})
	if err != nil {
		t.Fatal(err)
	}
	q.Distance(mustPlace(t, Ellipse{Vec{1, 2}}, Pose{}), mustPlace(t, Box{Vec{2, 2}}, Pose{Pos: Vec{1, 0.5}, Rot: Rot{0.6, 0.8}}), nil)
	turns := 0
	for i, s := range tr.Steps {
		if s.Stage != collide.StageEPA {
			continue
		}
		turns++
		n := len(s.Vertices)
		if n < 3 || s.Vertices[0] != s.Simplex[0] || s.Vertices[1] != s.Simplex[1] {
			t.Fatalf("step %d: polygon %v, edge %v", i, s.Vertices, s.Simplex)
		}
		for k, v := range s.Vertices {
			next, after := s.Vertices[(k+1)%n], s.Vertices[(k+2)%n]
			if next.Sub(v).Cross(after.Sub(v)) <= 0 || v.Cross(next) < 0 {
				t.Errorf("step %d: no convex polygon around the origin: %v", i, s.Vertices)
			}
		}
		if s.Exit == collide.ExitNone && !slices.Contains(tr.Steps[i+1].Vertices, s.W) {
			t.Errorf("step %d: the next polygon lacks %v", i, s.W)
		}
	}
	if turns < 4 {
		t.Errorf("%d turns", turns)
	}
}
