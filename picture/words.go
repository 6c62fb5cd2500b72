package picture

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/say"
)

// stageWord returns the word that files use for a stage.
func stageWord(s collide.Stage) string {
	if s == explain.StageWalk {
		return explain.Walk.String()
	}
	return s.String()
}

// stageNames are what people call the stages.
var stageNames = [...]string{
	collide.StageGJK: "GJK", collide.StageEPA: "EPA", collide.StageSAT: "SAT", collide.StageClosed: "closed form",
	collide.StageExact: "exact arithmetic", explain.StageWalk: "the walk",
}

// boundWords say what the bounds of a stage are bounds of.
var boundWords = [...]string{
	collide.StageGJK: "distance of the cores", collide.StageEPA: "depth of the cores",
	collide.StageSAT:    "signed distance of the cores",
	collide.StageClosed: "distance of the cores", collide.StageExact: "signed distance", explain.StageWalk: "",
}

// reasons say in a sentence why a stage ended.
var reasons = [...]string{
	collide.ExitNone:  "",
	collide.ExitApart: "no point of A - B is nearer than the simplex: the bounds meet",
	collide.ExitNewton: "the simplex is new, from the surfaces of the curved cores, and this look proves it: the " +
		"bounds meet",
	collide.ExitContains:  "the simplex holds the origin, by exact signs: the cores have a point in common",
	collide.ExitUnsure:    "doubles cannot tell any more: the same loop goes on in integers",
	collide.ExitFar:       "the lower bound says all that was asked",
	collide.ExitLimit:     "the limit of iterations: the bounds are wide, but true",
	collide.ExitConverged: "no point of A - B lies farther out than the nearest side of the polytope: the bounds meet",
	collide.ExitRounding: "nothing lies beyond the nearest side by exact signs: that is as near as the grid of points " +
		"allows",
	collide.ExitBadSupport: "the support map of a user's shape contradicts itself",
	collide.ExitFlat:       "A - B has no inside: the depth is zero",
	collide.ExitArc: "both are bodies of revolution, about axes that are parallel, or nearly: the directions of half " +
		"a circle decide",
	collide.ExitCells: "many directions are nearly equally good: cells with a bound each cover all of them",
	collide.ExitDisc: "Newton's method found the least depth of the curved cores: derivatives prove it for a disc of " +
		"directions, the polytope for all others",
	collide.ExitManyEdges:  "too many sides of A - B are nearly as near as the nearest: the separating axes decide",
	collide.ExitSegments:   "a formula gives the nearest points of two points or segments",
	collide.ExitPointBox:   "a formula gives the nearest point of a box",
	collide.ExitSegmentBox: "a formula gives the nearest points of a segment and a box",
	collide.ExitPolygon:    "a formula gives the nearest point of a polygon, from all its edges",
	collide.ExitBoxes:      "their axis-aligned boxes have no common point",
	collide.ExitPointRound: "a formula gives the nearest point of a cylinder or cone, in the plane through its axis",
	collide.ExitPointEllipsoid: "a formula with one unknown, found by Newton's method, gives the nearest point of the " +
		"curved body",
	collide.ExitHalfSpace: "the lowest point along the normal of the half-space decides",
	collide.ExitSeparated: "the shadows on this axis do not overlap: apart",
	collide.ExitNoAxis:    "the shadows overlap on every axis: the least overlap is the depth",
	collide.ExitArcs: "along all other directions, points that were found overlap by at least this: the depth; the " +
		"algorithm sat tests every axis",
	collide.ExitUnsettled: "a gap or an overlap within rounding, or one that the axes do not measure: others go on",
	collide.ExitUnserved:  "the test has axes for points, segments, boxes and hulls alone, grown or not: others go on",

	collide.ExitDecidedApart: "zero was within the bounds, and exact arithmetic decides: apart",
	collide.ExitDecidedTouching: "zero was within the bounds, and exact arithmetic decides: touching, so the " +
		"distance is zero",
	collide.ExitDecidedOverlapping: "zero was within the bounds, and exact arithmetic decides: overlapping",
	collide.ExitDecidedUndecided:   "zero is within the bounds, and no exact way exists for this pair",
}

// exitWord returns the words for why a step ended its stage; empty where it went on.
func exitWord(s *explain.Step) string {
	if s.Stage == collide.StageEPA && s.Exit == collide.ExitLimit {
		return collide.Limit.String()
	}
	return s.Exit.String()
}

// reason returns exitWord as a sentence.
func reason(r *explain.Report, i int) string {
	s := &r.Steps[i]
	switch {
	case s.Exit == collide.ExitSeparated && r.Margin > 0: // what they are grown by may overlap
		return "the shadows on this axis do not overlap: the cores are apart"
	case s.Stage != explain.StageWalk:
		return reasons[s.Exit]
	}
	line := false // the points on a line through the origin decide
	for k := range r.Steps[:i] {
		line = line || r.Steps[k].Origin == explain.OnLine
	}
	switch {
	case s.Exit == collide.ExitDecidedApart && line:
		return "the points of A - B on that line all lie to one side of the origin"
	case s.Exit == collide.ExitDecidedTouching && line:
		return "the points of A - B on that line reach the origin from both sides, and nothing lies beyond it"
	case s.Exit == collide.ExitDecidedApart:
		return "W falls short of the origin, and nothing of A - B reaches farther this way"
	case s.Exit == collide.ExitDecidedTouching:
		return "the origin is a point of A - B, and nothing of A - B lies beyond it"
	case s.Exit == collide.ExitDecidedOverlapping:
		return "A - B reaches to all sides of the origin"
	}
	return ""
}

// simplexWords returns the words for a part of a simplex, as in "edge 1-3", by the numbers of its
// vertices.
func simplexWords(dim int, v []explain.Vertex) string {
	if len(v) == 0 {
		return ""
	}
	if len(v) > dim {
		return "inside"
	}
	names := make([]string, len(v))
	for i, x := range v {
		names[i] = strconv.Itoa(x.Number)
	}
	return [...]string{"vertex ", "edge ", "face ", "tetrahedron "}[min(len(v), 4)-1] + strings.Join(names, "-")
}

// regionWords returns the words for the part of the simplex that a step keeps.
func regionWords(dim int, s *explain.Step) string {
	if s.Stage == collide.StageEPA && len(s.Kept) > dim {
		return ""
	}
	return simplexWords(dim, s.Kept)
}

// axisWords returns the words for where an axis of SAT comes from.
func axisWords(r *explain.Report, a collide.Axis) string {
	side := "face "
	if r.Pair.Dim == 2 {
		side = "edge "
	}
	first, second := strconv.Itoa(int(a.A)), strconv.Itoa(int(a.B))
	if r.Pair.Dim == 3 && isBox(&r.Pair.A.O3) && isBox(&r.Pair.B.O3) { // numbered by their axes
		first, second = "XYZ"[a.A%3:a.A%3+1], "XYZ"[a.B%3:a.B%3+1]
	}
	switch a.Source {
	case collide.AxisFaceA:
		return side + first + " of A"
	case collide.AxisFaceB:
		return side + second + " of B"
	case collide.AxisEdges:
		return "edge " + first + " of A x edge " + second + " of B"
	case collide.AxisCached:
		return "axis of the last query"
	case collide.AxisNearest:
		return "between the nearest points"
	default:
		return ""
	}
}

// isBox reports whether the core of a body is a box, whose faces and edges are numbered by axes.
func isBox(o *d3.Object) bool {
	s := o.Shape()
	for {
		switch r := s.(type) {
		case d3.Rounded:
			s = r.Core
		case *d3.Rounded:
			s = r.Core
		case d3.Box, *d3.Box:
			return true
		default:
			return false
		}
	}
}

// placeWords returns the words for where the origin lies to a simplex of the walk.
func placeWords(s *explain.Step) string {
	edge := "edge " + strconv.Itoa(s.Edge[0]) + "-" + strconv.Itoa(s.Edge[1])
	switch s.Origin {
	case explain.OnLine:
		return "on the line through W across the direction"
	case explain.BesideSegment:
		return "beside the segment"
	case explain.OnSegment:
		return "on the segment"
	case explain.BeyondEdge:
		return "beyond " + edge
	case explain.OnEdge:
		return "on " + edge + " of the triangle"
	case explain.InsideTriangle:
		return "inside the triangle"
	default:
		return ""
	}
}

// notes returns what a reader should know besides. Numbers are written by a function.
func notes(r *explain.Report, number func(float64) string) []string {
	var list []string
	for _, n := range r.Notes {
		list = append(list, [...]string{
			explain.NoteCullSlab: "culling by slab is for the yes-or-no question; the depth takes all axes",
			explain.NoteClosed:   "a pair with a half-space takes its closed form alone",
			explain.NoteNoEPA:    "the cores are apart, so that GJK alone answers",
			explain.NoteEPALeft:  "the depth in the answer took EPA; the algorithm epa shows it",
			explain.NoteParts:    "the steps are those of the two parts that decide, the answer is that of the whole bodies",
		}[n])
	}
	if r.Algorithm == explain.SAT && r.Tested > 0 {
		list = append(list, strconv.Itoa(r.Tested)+" axes tested, "+strconv.Itoa(r.Skipped)+" left out")
	}
	if r.Margin > 0 {
		list = append(list, "the cores are grown by "+number(r.Margin)+" together, which comes off their signed distance")
	}
	return list
}

// stepName returns what step i is.
func (f *figure) stepName(i int) string {
	if f.steps[i].Best {
		return "SAT, the best axis"
	}
	return stageNames[f.steps[i].Stage]
}

// relations say how A and B lie to each other.
var relations = map[collide.Relation]string{
	collide.Apart: "are apart", collide.Touching: "touch", collide.Overlapping: "overlap",
	collide.Undecided: "cannot be told apart",
}

// title says what the picture is about.
func (f *figure) title() string {
	r := f.report
	s := r.A + " and " + r.B + " " + relations[r.Answer.Relation]
	if r.Pair.ID != "" {
		s = "Pair " + r.Pair.ID + ": " + s
	}
	return s
}

// facts returns the answer in words, in lines that fit.
func (f *figure) facts(width float64) []string {
	return wrapped(strings.Join(f.sentences(), " "), width, draw.Font{Size: 13})
}

// sentences returns the answer in words, and what else a reader should know.
func (f *figure) sentences() []string {
	w := &f.report.Answer
	text := "Signed distance " + digits(w.Distance, 6)
	if f.report.Units != "" {
		text += " " + f.report.Units
	}
	if digits(w.Lower, 6) == digits(w.Upper, 6) && w.Lower != w.Upper {
		text += ", certain within " + digits(w.Upper-w.Lower, 2)
	} else if w.Lower == -math.MaxFloat64 {
		text += ", certainly at most " + digits(w.Upper, 6)
	} else if w.Lower != w.Upper {
		text += ", certainly in [" + digits(w.Lower, 6) + ", " + digits(w.Upper, 6) + "]"
	}
	if f.normal != (d3.Vec{}) {
		text += "; normal from A to B " + f.vector(f.normal, 1)
	}
	out := []string{text + "; " + statusWords[w.Status] + ".", f.counts()}
	if f.space && f.difference.Smooth {
		out = append(out, "Curved surfaces are drawn from samples of their support points.")
	}
	for _, n := range notes(f.report, func(x float64) string { return digits(x, 6) }) {
		out = append(out, typeset(sentence(n)))
	}
	return out
}

// counts says how many steps there are of which stage.
func (f *figure) counts() string {
	var list []string
	for from := 0; from < len(f.steps); {
		to := from + 1
		for to < len(f.steps) && f.steps[to].Stage == f.steps[from].Stage {
			to++
		}
		list = append(list, say.Count(to-from, "step")+" of "+stageNames[f.steps[from].Stage])
		from = to
	}
	return "Shown: " + strings.Join(list, ", then ") + "."
}

// sentence writes words with a capital and a full stop.
func sentence(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + strings.TrimRight(s[size:], ".") + "."
}

// statusWords say how an answer came to its end.
var statusWords = map[collide.Status]string{
	collide.Exact: "exact", collide.Converged: "converged", collide.Rounding: "as far as doubles go",
	collide.Limit:      "stopped by the limit",
	collide.BadSupport: "the support function failed",
}

// wrapped breaks text at spaces into lines of a width; a longer word is shortened.
func wrapped(text string, width float64, font draw.Font) []string {
	var lines []string
	for word := range strings.SplitSeq(text, " ") {
		if n := len(lines); n > 0 && draw.TextWidth(lines[n-1]+" "+word, font) <= width {
			lines[n-1] += " " + word
			continue
		}
		lines = append(lines, shorten(word, width, font))
	}
	return lines
}

// digits writes x with n digits at most.
func digits(x float64, n int) string {
	if x == 0 {
		return "0"
	}
	s := strconv.FormatFloat(x, 'g', n, 64)
	if a := math.Abs(x); a >= 1e-4 && a < 1e6 {
		r, _ := strconv.ParseFloat(s, 64)
		s = strconv.FormatFloat(r, 'f', -1, 64)
	}
	return strings.ReplaceAll(s, "-", "−")
}

// vector writes a vector with four digits a coordinate; what is nearly nothing beside size is 0.
func (f *figure) vector(v d3.Vec, size float64) string { return f.vectorOf(v, size, 4) }

// vectorOf is vector with a number of digits.
func (f *figure) vectorOf(v d3.Vec, size float64, places int) string {
	list := make([]string, f.report.Pair.Dim)
	for i := range list {
		x := [...]float64{v.X, v.Y, v.Z}[i]
		if math.Abs(x) < 1e-9*size {
			x = 0
		}
		list[i] = digits(x, places)
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// bound returns what the bounds of a stage are bounds of; without margins the cores are the shapes.
func (f *figure) bound(s collide.Stage) string {
	if f.report.Margin == 0 {
		return strings.TrimSuffix(boundWords[s], " of the cores")
	}
	return boundWords[s]
}

// words returns what step i did: sentences in lines of a width, and its numbers.
func (f *figure) words(i int, width float64, font draw.Font) []string {
	t := &f.steps[i]
	out := wrapped(f.told(i), width, font)
	if s := axisWords(f.report, t.Axis); s != "" {
		out = append(out, typeset(s))
	}
	switch {
	case t.search == (d3.Vec{}):
	case t.Stage == collide.StageSAT:
		out = append(out, "axis "+f.vector(t.search, 1))
	case t.Stage == explain.StageWalk:
		out = append(out, "direction "+f.vector(vec(t.Direction), vec(t.Direction).Len()))
	default:
		out = append(out, "direction "+f.vector(t.search, 1))
	}
	if t.HasPoints && t.Stage == collide.StageClosed {
		out = append(out, "point of A "+f.vector(t.A.Add(f.from), f.size), "point of B "+f.vector(t.B.Add(f.from), f.size))
	} else if t.HasPoints {
		out = append(out, strconv.Itoa(t.W.Number)+" is "+f.vector(t.W.At, f.size))
	}
	if s := t.interval(); t.HasBounds && t.Stage != collide.StageSAT && s != "" {
		out = append(out, f.bound(t.Stage)+" "+s)
	}
	return out
}

// interval writes the bounds of a step, as one number where five digits do not tell them apart; a
// lower one of GJK below 0 says nothing.
func (t *turn) interval() string {
	lower, upper := t.Lower, t.Upper
	if lower <= 0 && lower < upper && t.Stage == collide.StageGJK {
		if math.IsInf(upper, 1) {
			return ""
		}
		return "at most " + digits(upper, 5)
	}
	from, to := digits(lower, 5), digits(upper, 5)
	switch {
	case math.IsInf(upper, 1):
		return "at least " + from
	case from == to:
		return from
	}
	return from + " to " + to
}
