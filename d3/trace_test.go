package d3

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/decided"
)

// TestTraceRecordsEveryTurn: one step per turn, of the algorithm that ran, with bounds that narrow
// to the answer.
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
		{"boxes that overlap have 15 axes", box, box, Vec{1.5, 0.5, 0.25}, "sat", false},
		{"a box and a cylinder need EPA", box, Cylinder{1, 2}, Vec{1.5, 0.5, 0.25}, "epa", true},
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
			seen[s.Stage.String()] = true
			face := 3
			if s.Exit == collide.ExitDisc {
				face = 0 // of the whole polytope
			}
			if s.Size < 0 || s.Size > 4 || s.Stage.String() == "epa" && s.Size != face || s.Stage.String() == "gjk" && s.Size == 0 && i > 0 {
				t.Errorf("%s, step %d: %+v", row.what, i, s)
			}
			if s.Stage.String() != "closed" && !(s.Lower <= s.Upper+1e-15) {
				t.Errorf("%s, step %d: lower %v, upper %v", row.what, i, s.Lower, s.Upper)
			}
			if s.Direction == (Vec{}) && s.Size > 1 || math.IsNaN(s.W.X+s.A.X+s.Lower+s.Upper) {
				t.Errorf("%s, step %d: %+v", row.what, i, s)
			}
		}
		if last := tr.Steps[len(tr.Steps)-1].Stage.String(); last != row.last || seen["gjk"] != row.gjk {
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

// TestTraceOfEPA: the faces that EPA took up, in order, never get nearer, and the support values
// bound the depth from above.
func TestTraceOfEPA(t *testing.T) {
	var tr Trace
	q := newTestQuery(t, Options{Trace: &tr})
	a := mustPlace(t, Ellipsoid{Vec{1, 0.8, 0.6}}, Pose{})
	b := mustPlace(t, Cylinder{0.5, 1}, Pose{Pos: Vec{0.5, 0.25, 0.125}, Rot: Rot{0.6, 0, 0, 0.8}})
	c := q.Distance(a, b, nil)
	lower := math.Inf(-1)
	steps := 0
	for _, s := range tr.Steps {
		if s.Stage.String() != "epa" {
			continue
		}
		steps++
		if s.Lower < lower-1e-13 {
			t.Errorf("a face at %v after one at %v", s.Lower, lower)
		}
		lower = max(lower, s.Lower)
		if depth := s.Upper/q.m.scale + a.inner; depth < -c.Upper {
			t.Errorf("a bound of %v, the depth is %v or more", depth, -c.Upper)
		}
	}
	if steps < 3 {
		t.Errorf("%d steps", steps)
	}
}

// TestTraceExits: every way to end has its word, in the order in which the algorithms ran.
func TestTraceExits(t *testing.T) {
	box, flat := Box{Vec{2, 2, 2}}, Box{Vec{2, 2, 0}}
	var corners []Vec
	for i := range int32(8) {
		corners = append(corners, mustPlace(t, box, Pose{}).corner(i))
	}
	for _, row := range []struct {
		what   string
		a, b   Shape
		at     Vec
		opt    Options
		relate bool
		want   string
	}{
		{"two balls have a closed form", Sphere{1}, Sphere{1}, Vec{3, 0, 0}, Options{}, false, "closed: points and segments"},
		{"a ball and a box have one", Sphere{1}, box, Vec{3, 0, 0}, Options{}, false, "closed: point and box"},
		{"a half-space has one with every shape", HalfSpace{Normal: Vec{1, 0, 0}}, box, Vec{3, 0, 0}, Options{}, false, "closed: half-space"},
		{"a box that lies on a half-space takes integers", HalfSpace{Normal: Vec{1, 0, 0}}, box, Vec{1, 0, 0}, Options{}, false, "closed: half-space, exact: touching"},
		{"boxes apart", box, box, Vec{4, 1, 0.5}, Options{}, false, "sat: separating axis"},
		{"boxes that overlap", box, box, Vec{1.5, 0.5, 0.25}, Options{}, false, "sat: no separating axis"},
		{"boxes with a face before a corner", box, box, Vec{2.25, 0.5, 0.25}, Options{}, false, "sat: separating axis"},
		{"boxes with an edge before an edge", box, box, Vec{2.25, 2.25, 0.25}, Options{}, false, "sat: not settled by the axes, gjk: apart"},
		{"capsules have no axes but a closed form", Capsule{2, 1}, Capsule{2, 1}, Vec{1.5, 0.5, 0.25}, Options{}, false, "closed: points and segments"},
		{"boxes that touch need the exact path", box, box, Vec{2, 0.5, 0.25}, Options{}, false, "sat: not settled by the axes, gjk: no progress in doubles, gjk: contains the origin, epa: converged, exact: touching"},
		{"boxes known to be apart are not measured", box, box, Vec{40, 1, 0.5}, Options{}, true, "closed: boxes apart"},
		{"nor are rounded boxes whose AABBs meet", Rounded{box, 1}, Rounded{box, 1}, Vec{3.75, 3.75, 0.5}, Options{}, true, "sat: not settled by the axes, gjk: farther than asked"},
		{"nor are cylinders", Cylinder{1, 2}, Cylinder{1, 2}, Vec{1.75, 1.75, 0.5}, Options{}, true, "gjk: farther than asked"},
		{"one turn is not enough", box, Ellipsoid{Vec{1, 2, 1.5}}, Vec{4, 1, 0.5}, Options{MaxIterations: 1}, false, "gjk: iteration limit"},
		{"three turns are not enough inside", Ellipsoid{Vec{1, 2, 1.5}}, Ellipsoid{Vec{2, 1, 1.25}}, Vec{0.5, 0.25, 0.125}, Options{MaxIterations: 3}, false, "gjk: contains the origin, epa: iteration limit"},
		{"boxes without thickness in one plane", flat, flat, Vec{1, 0, 0}, Options{}, false, "sat: not settled by the axes, gjk: no progress in doubles, gjk: contains the origin, epa: flat, exact: touching"},
		{"cylinders about one axis", Cylinder{1, 2}, Cylinder{0.5, 3}, Vec{0, 0, 1}, Options{}, false, "gjk: no progress in doubles, gjk: contains the origin, epa: half circle"},
		{"a box and a cylinder, by axes", box, Cylinder{1, 2}, Vec{4, 1, 0.5}, Options{Algorithm: collide.SAT, Tolerance: 1e-14}, false, "sat: not for these shapes, gjk: apart"},
		{"a hull and a cylinder, to the last digit", mustHull(t, corners), Cylinder{1, 2}, Vec{4, 1, 0.5}, Options{Tolerance: 1e-14}, false, "gjk: no progress in doubles, gjk: apart"},
		{"a box and a cylinder, related", box, Cylinder{1, 2}, Vec{1.875, 1.875, 0.5}, Options{Algorithm: collide.SAT}, true, "sat: not for these shapes, gjk: farther than asked"},
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
			if f, _ := math.Frexp(s.Scale); f != 0.5 || s.Scale != tr.Steps[0].Scale {
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
		if last.Stage.String() == "exact" && last.Exit != decided.Exit(c.Relation) {
			t.Errorf("%s: the trace says %v, the answer %v", row.what, last.Exit, c.Relation)
		}
		if apart := last.Exit == collide.ExitApart && last.Stage.String() == "gjk"; apart && !(math.Abs(last.Upper/last.Scale-c.Distance) < 1e-12) {
			t.Errorf("%s: %v in the caller's unit, want %v", row.what, last.Upper/last.Scale, c.Distance)
		}
	}
}

// TestTraceOfRings: where a half circle or cells took the place of EPA, the step has the witness
// points, in the frame of all steps.
func TestTraceOfRings(t *testing.T) {
	turned := Rot{0.1, 0.7, -0.5, 0.5}
	for _, row := range []struct {
		exit collide.Exit
		tilt Rot
		off  float64
	}{{collide.ExitArc, Rot{0, 0, 0, 1}, 0.1}, {collide.ExitCells, Rot{1e-5, 2e-6, 0, 1}, 1e-6}} {
		a := mustPlace(t, Cylinder{1, 4}, Pose{Pos: Vec{10, 20, 30}, Rot: turned})
		b := mustPlace(t, Cone{0.3, 1}, Pose{Pos: Vec{10, 20, 30}.Add(turned.Apply(Vec{row.off, 0, 0.2})), Rot: turned.Mul(row.tilt)})
		for _, pair := range [2][2]*Object{{a, b}, {b, a}} {
			var tr Trace
			c := newTestQuery(t, Options{Trace: &tr}).Distance(pair[0], pair[1], nil)
			st := tr.Steps[len(tr.Steps)-1]
			if st.Exit != row.exit {
				t.Errorf("ends with %v, want %v", st.Exit, row.exit)
			}
			p, q, n := st.Frame.Apply(st.A.Scale(1/st.Scale)), st.Frame.Apply(st.B.Scale(1/st.Scale)), st.Frame.Rot.Apply(st.Direction)
			if st.Swapped {
				p, q, n = q, p, n.Neg()
			}
			if off := p.Sub(c.PointA).Len() + q.Sub(c.PointB).Len() + n.Sub(c.Normal).Len(); off > 1e-13 {
				t.Errorf("%v: points %v and %v along %v, the answer has %v and %v along %v", row.exit, p, q, n, c.PointA, c.PointB, c.Normal)
			}
		}
	}
}

// TestNilTrace: a query without a trace takes every call, and allocates nothing for it.
func TestNilTrace(t *testing.T) {
	var q Query
	var tr *Trace
	if n := testing.AllocsPerRun(10, func() {
		tr.query(nil, nil, true)
		tr.start(&q.run)
		tr.gjk(&q.run, Vec{}, nil)
		tr.gjkExact(&q.run, Vec{}, nil)
		tr.gjkEnd(&q.run, collide.ExitLimit)
		tr.epa(&q.run, &q.epa, nil, nil, 0)
		tr.epaEnd(&q.run, collide.ExitLimit)
		tr.flat(&q.run)
		tr.settled(&q.run, nil, collide.ExitArc)
		tr.closed(1, collide.ExitPointBox, Vec{}, Vec{}, 0)
		tr.halfSpace(nil, nil, false)
		tr.satFace(&q.run, Vec{}, collide.Axis{})
		tr.satEdges(&q.run, &q.sat, 0, 0)
		tr.satBoxes(&q.run, 15)
		tr.satCounts(&q.sat)
		tr.satEnd(&q.run, collide.ExitUnsettled)
		tr.satDepth(&q.run, nil)
		tr.satArcs(&q.run, nil, nil)
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
		a := mustPlace(t, Cylinder{1, 2}, Pose{Pos: Vec{5, 3, 1}, Rot: Rot{0.6, 0, 0, 0.8}})
		b := mustPlace(t, Box{Vec{2, 2, 2}}, Pose{Pos: map[string]Vec{"apart": {9, 4, 2}, "overlapping": {6, 4, 1}}[rel]})
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
				if s.Stage.String() != "gjk" || i+1 == len(tr.Steps) || tr.Steps[i+1].Stage.String() != "gjk" ||
					tr.Steps[i+1].Exit == collide.ExitNewton { // it has a simplex of its own

					continue
				}
				var want collide.Region
				for k, w := range append(slices.Clone(s.Simplex[:s.Size]), s.W) {
					if next := tr.Steps[i+1]; slices.Contains(next.Simplex[:next.Size], w) {
						want.Vertices[want.N] = int8(k)
						want.N++
					}
				}
				if s.Region != want {
					t.Errorf("%s, step %d: %v, but vertices %v stay", rel, i, s.Region, want)
				}
			}
			if s := tr.Steps[len(tr.Steps)-1]; rel == "apart" && (s.Swapped != (pair[0] == b)) {
				t.Errorf("the step says swapped %v", s.Swapped)
			}
			if rel == "overlapping" && !slices.ContainsFunc(tr.Steps, func(s Step) bool { return s.Region.N == 4 && s.Exit == collide.ExitContains }) {
				t.Error("no step ends inside")
			}
		}
	}
}

// TestTraceShowsThePolytope: each turn of EPA shows a closed surface around the origin, with the
// face of the step first, and the new vertex of the turn is in the next.
func TestTraceShowsThePolytope(t *testing.T) {
	var tr Trace
	q := newTestQuery(t, Options{Trace: &tr})
	q.Distance(mustPlace(t, Ellipsoid{Vec{1, 2, 1.5}}, Pose{}), mustPlace(t, Box{Vec{2, 2, 2}}, Pose{Pos: Vec{1, 0.5, 0.25}, Rot: Rot{0.6, 0, 0, 0.8}}), nil)
	turns := 0
	for i, s := range tr.Steps {
		if s.Stage.String() != "epa" {
			continue
		}
		turns++
		edges := map[[2]int32]int{}
		for k, f := range s.Faces {
			a, b, c := s.Vertices[f[0]], s.Vertices[f[1]], s.Vertices[f[2]]
			if k == 0 && [3]Vec{a, b, c} != [3]Vec(s.Simplex[:3]) {
				t.Errorf("step %d: the first face is not that of the step", i)
			}
			if a.Dot(b.Cross(c)) < -1e-15 {
				t.Errorf("step %d: the origin is outside the face %v", i, f)
			}
			for j := range f {
				edges[[2]int32{f[j], f[(j+1)%3]}]++
			}
		}
		for e, n := range edges {
			if n != 1 || edges[[2]int32{e[1], e[0]}] != 1 {
				t.Errorf("step %d: the surface is open at %v", i, e)
			}
		}
		if s.Exit == collide.ExitNone && tr.Steps[i+1].Direction != s.Direction && !slices.Contains(tr.Steps[i+1].Vertices, s.W) {
			t.Errorf("step %d: the next polytope lacks %v", i, s.W)
		}
	}
	if turns < 4 {
		t.Errorf("%d turns", turns)
	}
}
