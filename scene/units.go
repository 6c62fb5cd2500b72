package scene

import (
	"fmt"
	"maps"
	"slices"
)

// ratio is num/den, both exact.
type ratio struct{ num, den float64 }

// micrometres are the units that convert into each other.
var micrometres = []struct {
	name string
	um   int64
}{{"um", 1}, {"mm", 1e3}, {"cm", 1e4}, {"m", 1e6}, {"km", 1e9}, {"in", 25400}, {"ft", 304800}}

// lengthUnit returns how many micrometres a unit has, 0 for one that is not known.
func lengthUnit(name string) int64 {
	for _, u := range micrometres {
		if u.name == name {
			return u.um
		}
	}
	return 0
}

// fileUnits returns the unit that a mesh file says it is in, in that of the scene: 1 where either
// has none that is known here.
func (d *Decoder) fileUnits(unit string) ratio {
	from, to := lengthUnit(unit), lengthUnit(d.units)
	if from == 0 || to == 0 {
		return ratio{1, 1}
	}
	return ratioOf(from, to)
}

// ratioOf returns from/to in lowest terms.
func ratioOf(from, to int64) ratio {
	g := from
	for r := to; r != 0; {
		g, r = r, g%r
	}
	return ratio{float64(from / g), float64(to / g)}
}

// meshUnits returns the unit that is given beside a mesh file, in that of the scene; zero where
// none is given.
func (d *Decoder) meshUnits(f *fields) ratio {
	c := f.get("units")
	name := f.text("units")
	if c == 0 || !f.ok {
		return ratio{}
	}
	t := &d.tree
	var names []string
	for _, u := range micrometres {
		names = append(names, u.name)
	}
	from, to := lengthUnit(name), lengthUnit(d.units)
	switch {
	case from == 0:
		f.fail(t.fail(c, ErrUnknownName,
			fmt.Sprintf("%s is no unit known here; there are %s", quote(name), listed(names, "and"))).at("units"))
		return ratio{}
	case to == 0:
		message := "the file has units, so the scene needs them too: one of " + listed(names, "and")
		if d.units != "" {
			message = fmt.Sprintf("the scene is in %s, which is none of %s, so that nothing converts into it", quote(d.units),
				listed(names, "and"))
		}
		f.fail(t.fail(c, ErrConflictingFields, message).at("units"))
		return ratio{}
	}
	return ratioOf(from, to)
}

// hasUnits reports whether a mesh file that was read says in which unit it is.
func (d *Decoder) hasUnits(file string) bool {
	name, e := d.fileName(file)
	return e == nil && d.files[name].unit() != ""
}

// mixedUnits notes mesh files without units beside others that have them. shapes are the nodes of
// the shapes of the objects of a scene, 0 for an object that has none.
func (d *Decoder) mixedUnits(shapes []int32) {
	t := &d.tree
	some := false
	without := map[string]int{} // object by file
	var visit func(i int32, object int)
	visit = func(i int32, object int) {
		if i == 0 || t.nodes[i].kind != mapping {
			return
		}
		some = some || t.find(i, "units") != 0
		if c := t.find(i, "file"); c != 0 && t.find(i, "units") == 0 && !d.hasUnits(t.nodes[c].text) {
			if _, seen := without[t.nodes[c].text]; !seen {
				without[t.nodes[c].text] = object
			}
		}
		if parts := t.find(i, "parts"); parts != 0 && t.nodes[parts].kind == list {
			for c := t.child(parts); c != 0; c = t.nodes[c].next {
				visit(t.find(c, "shape"), object)
			}
		}
	}
	for k, i := range shapes {
		visit(i, k)
	}
	if !some {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(without)) {
		k := without[name]
		t.note(shapes[k], fmt.Sprintf("objects[%d].shape", k), MixedUnits,
			quote(name)+" has no units, as other mesh files here have; its numbers are taken as "+d.units)
	}
}
