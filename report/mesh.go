package report

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
)

// Mesh is what was found in a mesh file.
type Mesh struct {
	File  string
	Model *mesh.Model
	Parts []mesh.Inspection
}

// Count returns how often the parts have a fault together.
func (m *Mesh) Count(f mesh.Fault) (n int) {
	for i := range m.Parts {
		n += m.Parts[i].Count(f)
	}
	return n
}

// AtLeast reports whether there may be more of a fault than Count says.
func (m *Mesh) AtLeast(f mesh.Fault) bool {
	return slices.ContainsFunc(m.Parts, func(i mesh.Inspection) bool { return i.AtLeast(f) })
}

// errNoModel is the error about the zero Mesh.
var errNoModel = errors.New("a Mesh of a report needs the Model that its Parts are found in")

// mostPlaces is how many places of each fault of a part a table lists.
const mostPlaces = 8

// MeshTable writes what was found in a mesh file for people: for each part its size, and what is
// wrong with it, with the first places of each fault, or with all. The error is that of w, or that
// there is no Model.
func MeshTable(w io.Writer, m *Mesh, all bool) error {
	if m.Model == nil {
		return errNoModel
	}
	t := meshTable{unit: m.Model.Unit, most: mostPlaces, materials: m.Model.Materials}
	if all {
		t.most = 1 << 30
	}
	points, triangles := m.Model.Size()
	fmt.Fprintf(&t.b, "%s: %s, %s, %s, %s", say.Printable(m.File), m.Model.Format, say.Count(len(m.Parts), "part"),
		say.Count(points, "point"), say.Count(triangles, "triangle"))
	if t.unit != "" {
		fmt.Fprintf(&t.b, ", in %s", t.unit)
	}
	t.b.WriteByte('\n')
	for k := range m.Parts {
		t.part(&m.Parts[k], k, len(m.Parts))
	}
	var faults []string
	for _, f := range mesh.Faults() {
		switch n := m.Count(f); {
		case m.AtLeast(f) && n == 0:
			faults = append(faults, fmt.Sprintf("perhaps %s", f))
		case m.AtLeast(f):
			faults = append(faults, fmt.Sprintf("at least %d %s", n, f))
		case n > 0:
			faults = append(faults, fmt.Sprintf("%d %s", n, f))
		}
	}
	t.b.WriteString("\n")
	if len(faults) == 0 {
		t.b.WriteString("no faults\n")
	} else {
		t.b.WriteString("faults: " + strings.Join(faults, ", ") + "\n")
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

// meshTable is a MeshTable under way.
type meshTable struct {
	b    strings.Builder
	unit string
	most int

	materials []string
}

// materialName returns the name of a material, or its number.
func materialName(names []string, k int) string {
	if k < len(names) && names[k] != "" {
		return say.Printable(names[k])
	}
	return "number " + strconv.Itoa(k)
}

// part writes part k of n.
func (t *meshTable) part(p *mesh.Inspection, k, n int) {
	t.b.WriteByte('\n')
	if n > 1 || p.Name != "" {
		fmt.Fprintf(&t.b, "%s: %s, %s\n", say.Printable(orNumber(p.Name, k)), say.Count(p.Points, "point"),
			say.Count(p.Triangles, "triangle"))
	}
	row := func(name, format string, args ...any) {
		fmt.Fprintf(&t.b, "  %-10s %s\n", name, fmt.Sprintf(format, args...))
	}
	size := p.Box.Max.Sub(p.Box.Min)
	row("box", "%s to %s%s, size %s", place(p.Box.Min), place(p.Box.Max), t.in(""), place(size))
	row("area", "%s%s", number(p.Area), t.in("2"))
	d := &p.Defects
	if d.Closed {
		row("volume", "%s%s", number(p.Volume), t.in("3"))
	} else {
		row("volume", "none: not closed")
	}
	row("center", "%s%s", place(p.Center), t.in(""))
	if len(d.Parts) > 1 {
		closed := 0
		for i := range d.Parts {
			if d.Parts[i].Closed {
				closed++
			}
		}
		row("pieces", "%d that do not hang together, %d of them closed", len(d.Parts), closed)
	}
	if len(t.materials) > 0 && len(p.Materials) > 0 {
		var list []string
		for k, n := range p.Materials {
			if n > 0 {
				list = append(list, fmt.Sprintf("%s (%d)", materialName(t.materials, k), n))
			}
		}
		row("materials", "%s", strings.Join(list, ", "))
	}
	t.edges(p)
	t.list("inside out", len(p.InsideOut), func(i int) string {
		q := &d.Parts[p.InsideOut[i]]
		return fmt.Sprintf("%s from %d on, volume %s", say.Count(q.Count, "triangle"), q.Triangle, number(q.Volume))
	})
	t.list("duplicate", len(d.Duplicates), func(i int) string {
		return fmt.Sprintf("triangle %d is %d again", d.Duplicates[i][1], d.Duplicates[i][0])
	})
	for _, l := range []struct {
		name, what string
		list       []int
	}{
		{"degenerate", "triangle %d has two equal corners", d.Degenerate},
		{"flat", "triangle %d has its corners on a line", d.Flat},
		{"unused", "point %d has no triangle", d.Unused},
	} {
		t.list(l.name, len(l.list), func(i int) string { return fmt.Sprintf(l.what, l.list[i]) })
	}
}

// edges writes what is wrong with edges.
func (t *meshTable) edges(p *mesh.Inspection) {
	t.list("hole", len(p.Holes), func(i int) string {
		h := &p.Holes[i]
		e := &h.Edges[0]
		return fmt.Sprintf("%s, %s%s around, about %s; the first from %s to %s, of triangle %d",
			say.Count(len(h.Edges), "edge"), number(rounded(h.Length)), t.in(""), place(h.Box.Center()),
			place(e.From), place(e.To), e.Triangles[0])
	})
	edge := func(e *d3.MeshEdge) string {
		return fmt.Sprintf("edge from %s to %s, of the triangles %s", place(e.From), place(e.To),
			strings.Trim(fmt.Sprint(e.Triangles), "[]"))
	}
	t.list("non-manif.", len(p.Defects.Many), func(i int) string { return edge(&p.Defects.Many[i]) })
	t.list("turned", len(p.Defects.Turned), func(i int) string { return edge(&p.Defects.Turned[i]) })
	t.list("crossing", len(p.Defects.Crossings), func(i int) string {
		c := &p.Defects.Crossings[i]
		plane := ""
		if c.Coplanar {
			plane = ", in one plane"
		}
		return fmt.Sprintf("triangles %d and %d at %s%s", c.A, c.B, place(c.At), plane)
	})
	if p.AtLeast(mesh.Crossing) {
		fmt.Fprintf(&t.b, "  %-10s perhaps more: too many lie close together, and from triangle %d on ", "crossing",
			p.Defects.Searched)
		t.b.WriteString("not all pairs were looked at\n")
	}
	if p.AtLeast(mesh.InsideOut) {
		fmt.Fprintf(&t.b, "  %-10s perhaps more: too many closed pieces all but lie in each other\n", "inside out")
	}
}

// list writes places, as many as there is room for.
func (t *meshTable) list(name string, n int, text func(i int) string) {
	for i := range min(n, t.most) {
		fmt.Fprintf(&t.b, "  %-10s %s\n", name, text(i))
	}
	if n > t.most {
		fmt.Fprintf(&t.b, "  %-10s and %d more\n", name, n-t.most)
	}
}

// in returns the unit with a power, after a space.
func (t *meshTable) in(power string) string {
	if t.unit == "" {
		return ""
	}
	if power != "" {
		power = "^" + power
	}
	return " " + say.Printable(t.unit) + power
}

// orNumber returns the name of a part, or its number.
func orNumber(name string, k int) string {
	if name == "" {
		return "part " + strconv.Itoa(k+1)
	}
	return name
}

// place returns a point for people.
func place(p d3.Vec) string { return "[" + vector([]float64{p.X, p.Y, p.Z}) + "]" }

// MeshJSON writes what was found in a mesh file as one JSON object, a part on each line. The error
// is that of w, or that there is no Model.
func MeshJSON(w io.Writer, m *Mesh) error {
	if m.Model == nil {
		return errNoModel
	}
	b := scene.AppendString([]byte(`{"version":1,"file":`), m.File)
	b = scene.AppendString(append(b, `,"format":`...), string(m.Model.Format))
	b = scene.AppendString(append(b, `,"units":`...), m.Model.Unit)
	b = append(b, `,"faults":{`...)
	for k, f := range mesh.Faults() {
		if k > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, `"%s":%d`, f, m.Count(f))
	}
	b = append(b, `},"parts":[`...)
	for k := range m.Parts {
		if k > 0 {
			b = append(b, ',')
		}
		b = appendPart(append(b, '\n'), &m.Parts[k], m.Model.Materials)
	}
	_, err := w.Write(append(b, "\n]}\n"...))
	return err
}

// appendPart appends a part.
func appendPart(b []byte, p *mesh.Inspection, materials []string) []byte {
	d := &p.Defects
	b = scene.AppendString(append(b, `{"name":`...), p.Name)
	b = fmt.Appendf(b, `,"points":%d,"triangles":%d,"closed":%t`, p.Points, p.Triangles, d.Closed)
	b = appendBox(b, p.Box)
	b = scene.AppendNumber(append(b, `,"area":`...), p.Area)
	b = append(b, `,"volume":`...)
	if d.Closed {
		b = scene.AppendNumber(b, p.Volume)
	} else {
		b = append(b, "null"...)
	}
	b = appendPlace(append(b, `,"center":`...), p.Center)
	var used []int
	for k, n := range p.Materials {
		if n > 0 && k < len(materials) {
			used = append(used, k)
		}
	}
	b = appendList(append(b, `,"materials":`...), len(used), func(b []byte, i int) []byte {
		b = scene.AppendString(append(b, `{"name":`...), materials[used[i]])
		return fmt.Appendf(b, `,"number":%d,"triangles":%d}`, used[i], p.Materials[used[i]])
	})
	b = appendList(append(b, `,"pieces":`...), len(d.Parts), func(b []byte, i int) []byte {
		q := &d.Parts[i]
		b = fmt.Appendf(b, `{"triangle":%d,"triangles":%d,"closed":%t`, q.Triangle, q.Count, q.Closed)
		b = scene.AppendNumber(append(appendBox(b, q.Box), `,"area":`...), q.Area)
		b = append(b, `,"volume":`...)
		if !q.Closed {
			return append(b, "null}"...)
		}
		return append(scene.AppendNumber(b, q.Volume), '}')
	})
	b = appendList(append(b, `,"holes":`...), len(p.Holes), func(b []byte, i int) []byte {
		h := &p.Holes[i]
		b = scene.AppendNumber(append(b, `{"length":`...), h.Length)
		return append(appendEdges(append(appendBox(b, h.Box), `,"edges":`...), h.Edges), '}')
	})
	b = appendEdges(append(b, `,"non_manifold":`...), d.Many)
	b = appendEdges(append(b, `,"turned":`...), d.Turned)
	b = appendList(append(b, `,"crossing":`...), len(d.Crossings), func(b []byte, i int) []byte {
		c := &d.Crossings[i]
		b = appendPlace(fmt.Appendf(b, `{"triangles":[%d,%d],"at":`, c.A, c.B), c.At)
		return fmt.Appendf(b, `,"coplanar":%t}`, c.Coplanar)
	})
	b = strconv.AppendInt(append(b, `,"searched":`...), int64(d.Searched), 10)
	b = appendInts(append(b, `,"inside_out":`...), p.InsideOut)
	b = strconv.AppendBool(append(b, `,"inside_out_more":`...), p.AtLeast(mesh.InsideOut))
	b = appendList(append(b, `,"duplicate":`...), len(d.Duplicates), func(b []byte, i int) []byte {
		return appendInts(b, d.Duplicates[i][:])
	})
	b = appendInts(append(b, `,"degenerate":`...), d.Degenerate)
	b = appendInts(append(b, `,"flat":`...), d.Flat)
	b = appendInts(append(b, `,"unused":`...), d.Unused)
	return append(b, '}')
}

// appendList appends a list of n values.
func appendList(b []byte, n int, add func(b []byte, i int) []byte) []byte {
	b = append(b, '[')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = add(b, i)
	}
	return append(b, ']')
}

func appendInts(b []byte, list []int) []byte {
	return appendList(b, len(list), func(b []byte, i int) []byte { return strconv.AppendInt(b, int64(list[i]), 10) })
}

func appendEdges(b []byte, list []d3.MeshEdge) []byte {
	return appendList(b, len(list), func(b []byte, i int) []byte {
		e := &list[i]
		b = appendPlace(append(b, `{"from":`...), e.From)
		b = appendPlace(append(b, `,"to":`...), e.To)
		return append(appendInts(append(b, `,"triangles":`...), e.Triangles), '}')
	})
}

func appendPlace(b []byte, p d3.Vec) []byte {
	x := [3]float64{p.X, p.Y, p.Z}
	return appendList(b, 3, func(b []byte, i int) []byte { return scene.AppendNumber(b, x[i]) })
}

func appendBox(b []byte, box d3.AABB) []byte {
	b = appendPlace(append(b, `,"min":`...), box.Min)
	return appendPlace(append(b, `,"max":`...), box.Max)
}
