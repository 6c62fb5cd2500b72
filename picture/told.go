package picture

import (
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/explain"
)

// told returns in a plain sentence or two what step i did, and why its stage ended if it did.
func (f *figure) told(i int) string {
	t := &f.steps[i]
	var s string
	switch {
	case t.Stage == collide.StageSAT && t.search != (d3.Vec{}):
		s = f.toldAxis(t)
	case !t.HasPoints:
	case t.Stage == collide.StageGJK || t.Stage == explain.StageWalk:
		s = f.toldSimplex(t) + f.toldOrigin(t)
	case t.Stage == collide.StageEPA && t.Exit == collide.ExitNone && len(t.Simplex) == 0:
		s = "Newton's method found where A - B reaches least far. To prove it, a look beside that direction finds " +
			strconv.Itoa(t.W.Number) + ", which joins the polytope."
	case t.Stage == collide.StageEPA && t.Exit == collide.ExitNone:
		side := simplexWords(f.report.Pair.Dim, t.Step.Simplex)
		s = "The side of the polytope nearest to the origin is " + side + ". A - B goes on beyond it, to " +
			strconv.Itoa(t.W.Number) + ", which joins the polytope."
	}
	if why := reason(f.report, i); why != "" {
		s = strings.TrimSpace(s + " " + sentence(why))
	}
	return typeset(s)
}

// typeset writes words with the signs of print: the minus of A - B, whose line does not break, and
// the cross.
func typeset(s string) string {
	return strings.NewReplacer(" - ", "\u00a0−\u00a0", " x ", " × ").Replace(s)
}

// toldAxis says what an axis of SAT shows.
func (f *figure) toldAxis(t *turn) string {
	word, from, to := t.parting()
	long := digits(to-from, 6)
	switch {
	case t.Best && word == "gap":
		return "Of all axes this one has the largest gap, " + long + "."
	case t.Best:
		return "Of all axes this one has the least overlap, " + long + "."
	case word == "gap":
		return "The shadows on this axis leave a gap of " + long + "."
	}
	return "The shadows on this axis overlap by " + long + "."
}

// toldSimplex says from where GJK or the walk looked, and what it found.
func (f *figure) toldSimplex(t *turn) string {
	n := strconv.Itoa(t.W.Number)
	switch {
	case len(t.Simplex) == 0 && t.Dot < 0:
		return "The first look finds " + n + ", which falls short of the origin."
	case len(t.Simplex) == 0:
		return "The first look finds " + n + "."
	case t.Stage == explain.StageWalk && t.Dot < 0:
		return "The next look finds " + n + ", which falls short of the origin."
	case slices.ContainsFunc(t.Simplex, func(v vertex) bool { return v.Number == t.W.Number }):
		return "From " + simplexWords(4, t.Step.Simplex) + " toward the origin nothing lies farther than " + n + "."
	}
	return "From " + simplexWords(4, t.Step.Simplex) + " a look toward the origin finds " + n + "."
}

// toldOrigin says where the origin lies to the simplex with the point found, and which corners are
// dropped.
func (f *figure) toldOrigin(t *turn) string {
	var s string
	region := regionWords(f.report.Pair.Dim, &t.Step)
	switch place := placeWords(&t.Step); {
	case place != "":
		s = " The origin lies " + place
	case region == "inside":
		s = " The origin is inside"
	case region == "" || len(t.Simplex) == 0:
		return ""
	default:
		s = " The origin is nearest to " + region
	}
	if list := t.dropped(); len(list) > 0 && t.Origin != explain.OnLine {
		names := make([]string, len(list))
		for i, v := range list {
			names[i] = strconv.Itoa(v.Number)
		}
		s += ", so " + strings.Join(names, " and ") + map[bool]string{
			true:  " is dropped",
			false: " are dropped",
		}[len(list) == 1]
	}
	return s + "."
}

// dropped returns the vertices of the simplex and the point found that do not go on.
func (t *turn) dropped() (list []vertex) {
	if len(t.Kept) == 0 || t.Stage == collide.StageEPA {
		return nil
	}
	for _, v := range append(slices.Clone(t.Simplex), t.W) {
		kept := func(k explain.Vertex) bool { return k.Number == v.Number }
		if v.Number > 0 && !slices.ContainsFunc(t.Kept, kept) {
			list = append(list, v)
		}
	}
	return list
}
