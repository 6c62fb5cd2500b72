// Package layers holds the files of d2, d3 and their worlds to their layers: no file refers to one
// of a higher layer, files of different topics in one layer do not refer to each other, and no
// cycle of references has more than a few files.
package layers

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// Layer is a floor: its topics, each a list of names. A name stands for the file of that name and
// for all files that begin with it and an underscore; the longest name that fits counts.
type Layer struct {
	Number int
	Topics [][]string
}

// MostFiles is how many files of d2 and d3 may refer to each other in a cycle.
const MostFiles = 5

// MostWorldFiles is the same of their worlds: a World holds the work space of each of its stages,
// and each of them works on the World.
const MostWorldFiles = 7

// Table are the layers of d2 and d3.
var Table = []Layer{
	{1, [][]string{{"doc", "vec", "rot", "pose", "aabb", "check"}}}, // numbers and frames
	{2, [][]string{{"hull"}, {"mesh"}}},                             // a hull, a mesh, and their tables
	// what a user places
	{3, [][]string{{
		"shapes", "place", "object", "bounds", "order", "polytope", "box", "capsule", "circle", "sphere",
		"ellipse", "ellipsoid", "cylinder", "cone", "halfspace", "polygon",
	}}},
	// a pair, what may be spent, what was found, what is recorded
	{4, [][]string{{"minkowski", "run", "core", "trace", "cache", "integers"}}},
	{5, [][]string{{"gjk"}}}, // the distance of cores
	{6, [][]string{{"epa"}, {"sat"}, {"ring"}, {"relation"}, {"closed"}}}, // one topic each
	{7, [][]string{{"manifold"}}},                                         // features of one convex pair
	{8, [][]string{{"solve", "answer"}}},                                  // a convex pair, start to end
	{9, [][]string{{"cast"}, {"toi"}, {"point"}}},                         // built on 8, none knows another
	{10, [][]string{{"composite"}}},                                       // bodies of many parts
	// the user's doors; beside them what no query uses
	{11, [][]string{{"query", "batch"}, {"figures"}, {"region"}}},
}

// WorldTable are the layers of d2/world and d3/world.
var WorldTable = []Layer{
	{1, [][]string{{"doc", "handle", "filter", "free"}, {"space"}}}, // names; what the dimension decides
	{2, [][]string{{"body", "pair", "slab", "wire", "space_wire"}}}, // what is kept of bodies and pairs
	{3, [][]string{{"tree"}}}, // finds bodies by their boxes
	// the World, its stages, its queries
	{4, [][]string{{"world", "step", "share", "list", "course", "search", "clearance"}}},
	// what is told of a World, how it is hashed, written and read, and what it was
	{5, [][]string{{"about"}, {"hash", "space_hash"}, {"encode", "decode"}, {"snapshot"}}},
	{6, [][]string{{"record"}}},        // a World whose calls are written
	{7, [][]string{{"replay", "cut"}}}, // and done once more, or cut
}

// place is where a file belongs.
type place struct {
	layer int
	topic string
	name  string // that fits
}

// placeOf returns the place of a file in the table; ok is false where no name fits.
func placeOf(table []Layer, file string) (p place, ok bool) {
	base := strings.TrimSuffix(file, ".go")
	for _, l := range table {
		for _, topic := range l.Topics {
			for _, name := range topic {
				if (base == name || strings.HasPrefix(base, name+"_")) && len(name) > len(p.name) {
					p, ok = place{l.Number, topic[0], name}, true
				}
			}
		}
	}
	return p, ok
}

// Reference is a name that one file uses and another one declares.
type Reference struct {
	From, To string // file names
	Name     string
	At       token.Position
}

// References returns the references between the files of a package that was checked with info, in
// order of place.
func References(fset *token.FileSet, pkg *types.Package, files []*ast.File, info *types.Info) []Reference {
	var out []Reference
	for _, f := range files {
		from := filepath.Base(fset.Position(f.Pos()).Filename)
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			obj := info.Uses[id]
			if obj == nil || obj.Pkg() != pkg || !obj.Pos().IsValid() {
				return true
			}
			if to := filepath.Base(fset.Position(obj.Pos()).Filename); to != from {
				out = append(out, Reference{from, to, id.Name, fset.Position(id.Pos())})
			}
			return true
		})
	}
	return out
}

// Check returns what is wrong with the references between the files, of which most may refer to
// each other in a cycle, one line each.
func Check(table []Layer, most int, files []string, refs []Reference) []string {
	var faults []string
	places := map[string]place{}
	for _, f := range files {
		p, ok := placeOf(table, f)
		if !ok {
			faults = append(faults, f+" is in no layer")
			continue
		}
		places[f] = p
	}
	arrows := map[string][]string{}
	for _, r := range refs {
		from, okFrom := places[r.From]
		to, okTo := places[r.To]
		if !okFrom || !okTo {
			continue
		}
		if !slices.Contains(arrows[r.From], r.To) {
			arrows[r.From] = append(arrows[r.From], r.To)
		}
		switch {
		case to.layer > from.layer:
			faults = append(faults, fmt.Sprintf("%v: %s of layer %d uses %s of %s in layer %d", r.At, r.From, from.layer, r.Name,
				r.To, to.layer))
		case to.layer == from.layer && to.topic != from.topic:
			faults = append(faults, fmt.Sprintf("%v: topic %s uses %s of topic %s beside it", r.At, from.topic, r.Name,
				to.topic))
		}
	}
	for _, c := range cycles(arrows) {
		if len(c) > most {
			faults = append(faults, fmt.Sprintf("%d files form a cycle: %s", len(c), strings.Join(c, " ")))
		}
	}
	return faults
}

// cycles returns the sets of files that reach each other, in order: Tarjan's strongly connected
// components.
func cycles(arrows map[string][]string) [][]string {
	number, low, on := map[string]int{}, map[string]int{}, map[string]bool{}
	var stack []string
	var out [][]string
	var visit func(v string)
	visit = func(v string) {
		number[v] = len(number) + 1
		low[v] = number[v]
		stack, on[v] = append(stack, v), true
		for _, w := range arrows[v] {
			if number[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if on[w] {
				low[v] = min(low[v], number[w])
			}
		}
		if low[v] != number[v] {
			return
		}
		at := slices.Index(stack, v)
		c := slices.Clone(stack[at:])
		stack = stack[:at]
		for _, w := range c {
			on[w] = false
		}
		slices.Sort(c)
		out = append(out, c)
	}
	for _, v := range slices.Sorted(maps.Keys(arrows)) {
		if number[v] == 0 {
			visit(v)
		}
	}
	return out
}
