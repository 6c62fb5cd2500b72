package scene

import (
	"math"
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/mesh"
)

// meshKey names a mesh made of a file.
type meshKey struct {
	hullKey
	solid bool
}

// meshEntry is a mesh, or why there is none.
type meshEntry struct {
	mesh *d3.Mesh
	err  *Error
}

// mesh3 returns the mesh of given vertices and triangles or of a file, nil where something is
// wrong.
func (d *Decoder) mesh3(f *fields) d3.Shape {
	t := &d.tree
	file, points := f.get("file"), max(f.get("vertices"), f.get("triangles"))
	solid := f.boolean("solid")
	switch {
	case file != 0 && points != 0:
		f.fail(t.fail(max(file, points), ErrConflictingFields, "vertices and triangles or a file, not both").at("file"))
		return nil
	case file != 0 && f.get("materials") != 0:
		e := t.fail(f.get("materials"), ErrConflictingFields, "the triangles of a file have the materials of the file")
		f.fail(e.at("materials"))
		return nil
	case file != 0:
		return d.meshFile(f, file, solid)
	}
	for _, k := range []string{"units", "scale"} {
		if c := f.get(k); c != 0 {
			f.fail(t.fail(c, ErrConflictingFields, k+" goes with a file").at(k))
		}
	}
	f.need("vertices", "a mesh needs vertices and triangles, or a file")
	f.need("triangles", "a mesh needs vertices and triangles, or a file")
	vertices, corners, materials := d.triples(f, "vertices"), d.triples(f, "triangles"), d.materials(f)
	if !f.ok {
		return nil
	}
	v, tri := make([]d3.Vec, len(vertices)), make([][3]int, len(corners))
	for i, x := range vertices {
		v[i] = d3.Vec{X: x[0], Y: x[1], Z: x[2]}
	}
	for i, x := range corners {
		for k, n := range x {
			// What is no number of a vertex is refused as one that is out of range.
			if tri[i][k] = -1; n >= 0 && n < math.MaxInt32 && n == math.Trunc(n) {
				tri[i][k] = int(n)
			}
		}
	}
	m, err := d3.NewMesh(v, tri, d3.MeshOptions{Solid: solid, Materials: materials})
	if err != nil {
		f.fail(t.refused(err, f.i))
		return nil
	}
	return m
}

// triples returns the numbers of a list of lists of three.
func (d *Decoder) triples(f *fields, key string) (list [][3]float64) {
	c := f.list(key, "a list of "+key)
	if c == 0 {
		f.ok = false
		return nil
	}
	since := d.tree.here()
	if d.spend(c) {
		list = make([][3]float64, 0, d.tree.nodes[c].n)
		d.eachPoint(c, 3, func(x []float64) { list = append(list, [3]float64(x)) })
	}
	d.tree.under(since, key)
	f.ok = f.ok && d.tree.clean(since)
	return list
}

// meshFile returns the mesh of the file named at node c.
func (d *Decoder) meshFile(f *fields, c int32, solid bool) d3.Shape {
	key := meshKey{hullKey: hullKey{path: f.text("file"), scale: [3]float64{1, 1, 1}}, solid: solid}
	f.factors(key.scale[:])
	key.unit = d.meshUnits(f)
	if !f.ok {
		return nil
	}
	m, e := d.meshOf(key)
	if e != nil {
		e.Line = d.tree.line(c)
		f.fail(e.at("file"))
		return nil
	}
	return m
}

// meshOf returns the mesh of a file. The error has neither line nor path.
func (d *Decoder) meshOf(key meshKey) (*d3.Mesh, *Error) {
	f, name := d.fileAt(key.path)
	if f.err != nil {
		e := *f.err
		return nil, &e
	}
	key.path = name
	if e := d.spendPoints(f.points(0)); e != nil {
		e.Message = name + ": " + e.Message
		return nil, e
	}
	if key.unit == (ratio{}) { // none is given beside the file
		key.unit = d.fileUnits(f.unit())
	}
	m, ok := d.meshes[key]
	if !ok {
		m = d.makeMesh(&key, f)
		if d.meshes == nil || len(d.meshes) >= maxCached {
			d.meshes = make(map[meshKey]meshEntry)
		}
		d.meshes[key] = m
	}
	if m.err != nil {
		e := *m.err
		return nil, &e
	}
	return m.mesh, nil
}

// makeMesh is meshOf of a file without the store. A scale that mirrors turns the triangles round.
func (d *Decoder) makeMesh(key *meshKey, f fileEntry) meshEntry {
	m := f.mesh(0)
	tri := mesh.Indices(m.Triangles)
	if (key.scale[0] < 0) != (key.scale[1] < 0) != (key.scale[2] < 0) {
		for i, t := range tri {
			tri[i] = [3]int{t[0], t[2], t[1]}
		}
	}
	body, err := d3.NewMesh(key.points(m.Points), tri, d3.MeshOptions{Solid: key.solid, Materials: m.Materials})
	if err != nil {
		e := d.tree.refused(err, 0)
		e.Path, e.Message = "", join(key.path, e.Path)+": "+e.Message
		return meshEntry{err: e}
	}
	return meshEntry{mesh: body}
}

// heightField returns the height field of the fields, nil where something is wrong.
func (d *Decoder) heightField(f *fields) d3.Shape {
	var spacing [2]float64
	f.sizes("spacing", spacing[:])
	rows := d.rows(f, "heights")
	materials := d.materials(f)
	if !f.ok {
		return nil
	}
	h, err := d3.NewHeightField(spacing[0], spacing[1], rows, materials...)
	if err != nil {
		f.fail(d.tree.refused(err, f.i))
		return nil
	}
	return h
}

// materials returns the numbers of the materials of triangles, edges or cells, nil for none.
func (d *Decoder) materials(f *fields) (list []int32) {
	c := f.list("materials", "a list of whole numbers")
	if c == 0 {
		return nil
	}
	since := d.tree.here()
	if !d.spend(c) {
		f.ok = false
		return nil
	}
	row := make([]float64, d.tree.nodes[c].n)
	d.tree.numbers(c, row)
	d.tree.under(since, "materials")
	f.ok = f.ok && d.tree.clean(since)
	list = make([]int32, len(row))
	for i, x := range row {
		if !(x >= -1 && x <= math.MaxInt32 && x == math.Trunc(x)) {
			if f.ok {
				e := &Error{Code: collide.ErrOutOfRange, Message: "a material is a whole number from 0 on, or -1 for none"}
				e.index(i).at("materials")
				e.Line = f.t.lineOf(f.i, e.Path)
				f.fail(e)
			}
			return nil
		}
		list[i] = int32(x)
	}
	return list
}

// rows returns the numbers of a list of lists of one length.
func (d *Decoder) rows(f *fields, key string) (rows [][]float64) {
	t := &d.tree
	c := f.list(key, "a list of rows")
	if c == 0 {
		f.ok = false
		return nil
	}
	since := t.here()
	k, width := 0, -1
	for r := t.child(c); r != 0; r = t.nodes[r].next {
		in := t.here()
		switch n := int(t.nodes[r].n); {
		case t.nodes[r].kind != list:
			t.report(t.wrongType(r, "a list of numbers"))
		case width >= 0 && n != width:
			t.report(t.fail(r, collide.ErrBadMesh, "rows of one length are needed, this one has "+say.Count(n, "number")+
				" in place of "+strconv.Itoa(width)))
		case d.spend(r):
			width = n
			row := make([]float64, n)
			t.numbers(r, row)
			rows = append(rows, row)
		}
		t.underIndex(in, k)
		k++
	}
	t.under(since, key)
	f.ok = f.ok && t.clean(since)
	return rows
}
