// Package tasks reads workloads of casts, points, motions and moving vertices: a text file with a
// pool of shapes and one kind of question about them.
//
// The records, one per line, in this order: "dim 2" or "dim 3"; "shape ID KIND NUMBERS..."; then
// one of
//
//	ray ID POSE ORIGIN DIRECTION MAX LO HI
//	point ID POSE POINT LO HI
//	sweep ID POSE ID POSE TRANSLATION MAX LO HI
//	motion ID POSE LINEAR ANGULAR CENTER ID POSE LINEAR ANGULAR CENTER DURATION LO HI
//	vertices vertex-face|edge-edge START END LO HI
//
// Shapes are sphere R, circle R, capsule HALF R, box HX HY HZ, cylinder HALF R, hull N POINTS...,
// polygon N POINTS..., with half extents, along Z in space and X in the plane, and compound N (ID
// POSE)...; a pose is "tx ty tz qx qy qz qw" or "x y cos sin"; ANGULAR is a number in the plane;
// the vertices are four points, vertex-edge three.
//
// LO and HI are what is known by another way. Of a point: bounds of its signed distance. Otherwise
// the bodies are proved apart, by more than the margin of the workload, before LO ("inf": all the
// time), and deeper in each other than that margin by HI ("inf": never, or unknown).
package tasks

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Work is a workload: one of the two, as Dim says.
type Work struct {
	Dim    int
	Kind   string // ray, point, sweep, motion, vertices
	Plane  []Task2
	Space  []Task3
	Known  []Known
	shapes map[string]any
}

// Task is a question about bodies of the type O, with the fields that its kind needs.
type Task[V, O, R, S, M any] struct {
	Point V
	Ray   R
	A     O
	Most  float64 // of t, with its end
	*Pair[V, O, S, M]
}

// Pair is what only sweeps, motions and vertices need. It stands apart, so that rays and points do
// not leave the cache for what they do not read.
type Pair[V, O, S, M any] struct {
	B          O
	Sweep      S
	MA, MB     M
	Start, End [4]V // in the plane three
	Edges      bool
}

// maker reads what the tasks of one dimension are made of.
type maker[V, O, R, S, M any] struct {
	vec     func(r *words) V
	object  func(w *Work, r *words) O
	ray     func(from, along V, most float64) (R, error)
	sweep   func(along V, most float64) (S, error)
	motion  func(r *words) M
	corners int // of moving vertices
}

// task reads a task of the given kind.
func (m *maker[V, O, R, S, M]) task(w *Work, kind string, r *words) (t Task[V, O, R, S, M]) {
	if kind != "ray" && kind != "point" {
		t.Pair = &Pair[V, O, S, M]{}
	}
	switch kind {
	case "ray":
		t.A = m.object(w, r)
		from, along := m.vec(r), m.vec(r)
		t.Ray = check(m.ray(from, along, r.most(&t.Most)))(r)
	case "point":
		t.A = m.object(w, r)
		t.Point = m.vec(r)
	case "sweep":
		t.A, t.B = m.object(w, r), m.object(w, r)
		along := m.vec(r)
		t.Sweep = check(m.sweep(along, r.most(&t.Most)))(r)
	case "motion":
		t.A, t.MA = m.object(w, r), m.motion(r)
		t.B, t.MB = m.object(w, r), m.motion(r)
		r.most(&t.Most)
	case "vertices":
		t.Most = 1
		t.Edges = r.word() == "edge-edge"
		for _, p := range [2]*[4]V{&t.Start, &t.End} {
			for i := range m.corners {
				p[i] = m.vec(r)
			}
		}
	default:
		r.err = fmt.Errorf("unknown record %q", kind)
	}
	return t
}

// check puts the error of a constructor down.
func check[T any](x T, err error) func(r *words) T {
	return func(r *words) T {
		if err != nil {
			r.fail("%w", err)
		}
		return x
	}
}

// list reads a count and so many things.
func list[T any](r *words, next func() T) []T {
	l := make([]T, r.count())
	for i := range l {
		l[i] = next()
	}
	return l
}

// find returns the shape that the next word names.
func find[S any](w *Work, r *words) S {
	s, ok := w.shapes[r.word()].(S)
	if !ok {
		r.fail("unknown shape")
	}
	return s
}

// Known is what another way proves.
type Known struct {
	Lo, Hi float64
	most   float64 // of t; 0 of a point
}

// room is by what share of the time, or of the unit of length, an answer may be off what is known.
const (
	roomTime   = 1e-3
	roomLength = 1e-6
)

// Fault returns what is wrong with an answer, "" if nothing is: missed, invented, early or late
// contact, a wrong side or distance. word and at are as in the results of drivers.
func (k Known) Fault(word string, at float64) string {
	switch word {
	case "miss":
		if !math.IsInf(k.Hi, 1) {
			return "missed"
		}
	case "hit", "touch":
		switch {
		case math.IsInf(k.Lo, 1):
			return "invented"
		case at < k.Lo-roomTime*k.most:
			return "early"
		case at > k.Hi+roomTime*k.most:
			return "late"
		}
	case "undecided":
	default:
		if word == "inside" && k.Lo > roomLength || word == "outside" && k.Hi < -roomLength {
			return "side"
		}
		if at < k.Lo-roomLength || at > k.Hi+roomLength {
			return "distance"
		}
	}
	return ""
}

// Len returns the number of tasks.
func (w *Work) Len() int { return len(w.Known) }

// words are the words of a line that are not read yet; the first error stays.
type words struct {
	w   []string
	err error
}

func (r *words) word() string {
	if len(r.w) == 0 {
		r.fail("too few words")
		return ""
	}
	s := r.w[0]
	r.w = r.w[1:]
	return s
}

func (r *words) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

func (r *words) number() float64 {
	x, err := strconv.ParseFloat(r.word(), 64)
	if err != nil {
		r.fail("%w", err)
	}
	return x
}

// most reads a number into x as well.
func (r *words) most(x *float64) float64 {
	*x = r.number()
	return *x
}

func (r *words) count() int {
	n, err := strconv.Atoi(r.word())
	if err != nil || n < 1 || n > 1<<20 {
		r.fail("bad count")
		return 0
	}
	return n
}

// Load reads a workload and places its bodies. The error names the line.
func Load(in io.Reader) (*Work, error) {
	w := &Work{shapes: map[string]any{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 1<<16), 64<<20)
	for n := 1; lines.Scan(); n++ {
		r := &words{w: strings.Fields(lines.Text())}
		if len(r.w) == 0 || strings.HasPrefix(r.w[0], "#") {
			continue
		}
		if w.line(r); r.err != nil {
			return nil, fmt.Errorf("line %d: %w", n, r.err)
		}
	}
	if w.Len() == 0 {
		return nil, fmt.Errorf("no tasks")
	}
	return w, lines.Err()
}

// line takes in one record.
func (w *Work) line(r *words) {
	switch kind := r.word(); {
	case kind == "dim":
		if w.Dim = r.count(); w.Dim != 2 && w.Dim != 3 {
			r.fail("dim %d", w.Dim)
		}
	case kind == "shape" && w.Dim == 2:
		id, name := r.word(), r.word()
		w.shapes[id] = w.shape2(name, r)
	case kind == "shape":
		id, name := r.word(), r.word()
		w.shapes[id] = w.shape3(name, r)
	case w.Kind != "" && w.Kind != kind:
		r.fail("a %s among tasks of the kind %s", kind, w.Kind)
	case w.Dim == 2:
		w.Kind = kind
		t := plane.task(w, kind, r)
		w.Plane = append(w.Plane, t)
		w.Known = append(w.Known, Known{r.number(), r.number(), t.Most})
	default:
		w.Kind = kind
		t := space.task(w, kind, r)
		w.Space = append(w.Space, t)
		w.Known = append(w.Known, Known{r.number(), r.number(), t.Most})
	}
}
