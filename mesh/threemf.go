package mesh

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/collide-go/collide/d3"
)

// The namespaces of 3MF.
const (
	coreSpace       = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
	materialSpace   = "http://schemas.microsoft.com/3dmanufacturing/material/2015/02"
	productionSpace = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06"
	relationSpace   = "http://schemas.openxmlformats.org/package/2006/relationships"
	modelRelation   = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
)

// threeMFRefused are the extensions with shapes that are not read, by their namespaces.
var threeMFRefused = map[string]string{
	"http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02":   "beam lattice",
	"http://schemas.microsoft.com/3dmanufacturing/slice/2015/07":         "slice",
	"http://schemas.microsoft.com/3dmanufacturing/securecontent/2019/04": "secure content",
	"http://schemas.3mf.io/3dmanufacturing/volumetric/2022/01":           "volumetric",
	"http://schemas.3mf.io/3dmanufacturing/implicit/2023/12":             "implicit",
	"http://schemas.3mf.io/3dmanufacturing/booleanoperations/2023/07":    "boolean operations",
	"http://schemas.3mf.io/3dmanufacturing/displacement/2023/10":         "displacement",
}

// threeMFUnits are the units of 3MF.
var threeMFUnits = map[string]string{
	"micron": "um", "millimeter": "mm", "centimeter": "cm", "inch": "in", "foot": "ft", "meter": "m",
}

// mfKey names an object: its part of the package, and its number there.
type mfKey struct {
	path string
	id   int64
}

// mfObject is a mesh, or components.
type mfObject struct {
	line       int
	name       string
	mesh       *Mesh
	components []mfItem
}

// mfItem is an object at a place.
type mfItem struct {
	key  mfKey
	at   Transform
	line int
	name string // of an item of the build: its part number
}

// mfBases is a list of materials: which of Model.Materials they are.
type mfBases struct{ first, count int }

// mfPaint is what an object or a triangle is made of.
type mfPaint struct {
	list     int64 // the number of a list of materials, where listed is set
	listed   bool
	material int32 // which of Model.Materials it is, -1 for none
}

// threeMF is the state of read3MF.
type threeMF struct {
	*source
	files     map[string]*zip.File // by lower-case path without the first slash
	read      map[string]bool      // parts of the package that were read
	left      int64                // bytes that may still be unpacked
	objects   map[mfKey]*mfObject
	items     []mfItem // of the build
	unit      string
	points    int
	triangles int // of all meshes
	placed    int // triangles of all parts
	pieces    int // objects, components and lists of materials
	bases     map[mfKey]mfBases
	materials []string // the names of all bases

	x    *xmlText // of the part of the package at work
	path string
}

// read3MF reads a 3MF package: what its build places. Components may lie in other parts of the
// package, as the production extension has them. Each part of the package is read once, and may
// unpack to a hundred times its size and a megabyte at most [ThreeMF15].
func read3MF(s *source) (*Model, error) {
	if s.at == nil {
		data, err := s.readAll()
		if err != nil {
			return nil, err
		}
		s.at, s.size = bytes.NewReader(data), int64(len(data))
	}
	r := &threeMF{
		source: s, files: map[string]*zip.File{}, read: map[string]bool{}, left: s.opt.MaxBytes,
		objects: map[mfKey]*mfObject{}, bases: map[mfKey]mfBases{},
	}
	if err := r.open(); err != nil {
		return nil, err
	}
	root, err := r.root()
	if err != nil {
		return nil, err
	}
	if err := r.model(root, true); err != nil {
		return nil, err
	}
	m := &Model{Unit: r.unit}
	for i := range r.items {
		item := &r.items[i]
		identity := Identity()
		if err := r.place(m, item, &identity, root, item.name, 1); err != nil {
			return nil, err
		}
	}
	if len(m.Parts) == 0 {
		return nil, r.bad(root, 1, "no object in the build")
	}
	nameParts(m.Parts, "part")
	m.Materials = r.materials
	return m, nil
}

// bad returns an error about a line of a part of the package.
func (r *threeMF) bad(path string, line int, format string, args ...any) error {
	in := input{source: &source{name: r.name + "/" + path, opt: r.opt}}
	return in.failAt(line, 0, format, args...)
}

// open reads the directory of the package.
func (r *threeMF) open() error {
	z, err := zip.NewReader(r.at, r.size)
	if err != nil {
		in := &input{source: r.source}
		if bytes.HasPrefix(r.source.head, []byte("PK\x03\x04")) {
			return in.failAt(0, r.size, "the ZIP file that a 3MF file is ends early, or its end is damaged")
		}
		return in.failAt(0, 0, "not a ZIP file, which a 3MF file is")
	}
	if len(z.File) > r.opt.MaxParts {
		return r.tooManyParts()
	}
	for _, f := range z.File {
		name := partName(f.Name)
		if r.files[name] != nil {
			return (&input{source: r.source}).failAt(0, 0, "two files of one name in the package")
		}
		r.files[name] = f
	}
	return nil
}

// partName returns the name by which a part of a package is looked up: case does not count.
func partName(path string) string { return strings.ToLower(strings.TrimPrefix(path, "/")) }

// unpack calls f with a part of the package.
func (r *threeMF) unpack(path string, f func() error) error {
	file := r.files[partName(path)]
	if file == nil {
		return (&input{source: r.source}).failAt(0, 0, "the package lacks a part that it names, or %s", "_rels/.rels")
	}
	z, err := file.Open()
	if err != nil {
		return r.bad(path, 1, "a kind of packing that is not read")
	}
	defer z.Close()
	const ratio, free = 100, 1 << 20
	limit := min(int64(min(file.CompressedSize64, uint64(r.size)))*ratio+free, r.left)
	opt := r.opt
	opt.MaxBytes = limit
	in := newInput(&source{name: r.name + "/" + path, opt: opt, r: z, size: -1})
	x, old := newXML(in), r.x
	oldPath := r.path
	r.x, r.path = x, path
	err = f()
	if err == nil {
		_, err = x.element() // the end of the text, so that the checksum is read
	}
	r.x, r.path = old, oldPath
	r.left -= in.offset()
	var mine *Error
	switch {
	case err == nil:
		err = in.err
	case errors.As(err, &mine):
		return err
	}
	if err != nil && !errors.As(err, &mine) {
		line := x.line
		if errors.Is(err, zip.ErrChecksum) {
			return r.bad(path, line, "the checksum of the package is another one")
		}
		if errors.Is(err, zip.ErrFormat) || errors.Is(err, io.ErrUnexpectedEOF) ||
			errors.As(err, new(flate.CorruptInputError)) {
			return r.bad(path, line, "what is packed is damaged")
		}
	}
	return err
}

// root returns the path of the part of the package with the model.
func (r *threeMF) root() (string, error) {
	root := ""
	err := r.unpack("_rels/.rels", func() error {
		if _, err := r.x.element(); err != nil {
			return err
		}
		return r.x.children(relationSpace, func() error {
			typ, _ := r.x.attr("Type")
			target, _ := r.x.attr("Target")
			if string(typ) == modelRelation {
				if root != "" {
					return r.x.fail("two models in one package")
				}
				name, ok := unescapeXML(target)
				if root = strings.TrimPrefix(name, "/"); !ok || root == "" {
					return r.x.fail("the Target of a model is wanted")
				}
			}
			return r.x.skipElement()
		})
	})
	if err == nil && root == "" {
		err = r.bad("_rels/.rels", 1, "no relationship names the model of the package")
	}
	return root, err
}

// model reads the model in a part of the package. Of the root the build counts.
func (r *threeMF) model(path string, root bool) error {
	r.read[partName(path)] = true
	return r.unpack(path, func() error {
		x := r.x
		if _, err := x.element(); err != nil {
			return err
		}
		if x.space != coreSpace || string(x.local) != "model" {
			return x.fail("the element model of 3MF is wanted")
		}
		if err := r.head(root); err != nil {
			return err
		}
		return x.children(coreSpace, func() error {
			switch {
			case string(x.local) == "resources":
				return x.children(coreSpace, r.resource)
			case string(x.local) == "build" && root:
				return x.children(coreSpace, r.item)
			}
			return x.skipElement()
		})
	})
}

// head reads the attributes of a model.
func (r *threeMF) head(root bool) error {
	x := r.x
	unit := "mm"
	if word, ok := x.attr("unit"); ok {
		if unit = threeMFUnits[string(word)]; unit == "" {
			return (&words{input: x.input, word: word}).foundAt(x.line, "a unit of 3MF is wanted")
		}
	}
	if root {
		r.unit = unit
	} else if unit != r.unit {
		return coded(ErrUnsupported, x.fail("the unit is not that of the main model, in a part of the package"))
	}
	required, _ := x.attr("requiredextensions")
	for prefix := range bytes.FieldsSeq(required) {
		switch space := x.spaceOf(prefix); {
		case space == materialSpace || space == productionSpace || space == coreSpace:
		case threeMFRefused[space] != "":
			return coded(ErrUnsupported, x.fail("the %s extension is not read", threeMFRefused[space]))
		default:
			return coded(ErrUnsupported, x.fail("it requires an extension that is not read; materials and production are"))
		}
	}
	return nil
}

// resource reads an element of the resources.
func (r *threeMF) resource() error {
	x := r.x
	switch string(x.local) {
	case "basematerials":
		return r.baseMaterials()
	case "object":
	default:
		return x.skipElement()
	}
	if r.pieces++; r.pieces > 4*r.opt.MaxParts {
		return coded(ErrTooLarge, x.fail("more than %d objects and components", 4*r.opt.MaxParts))
	}
	o := &mfObject{line: x.line}
	id, err := r.id("id")
	if err != nil {
		return err
	}
	key := mfKey{partName(r.path), id}
	if r.objects[key] != nil {
		return x.fail("a second object %d", id)
	}
	if o.name, err = r.name3MF("name"); err != nil {
		return err
	}
	paint, err := r.paint("pindex", mfPaint{material: -1})
	if err != nil {
		return err
	}
	err = x.children(coreSpace, func() error {
		switch string(x.local) {
		case "mesh":
			if o.mesh != nil || o.components != nil {
				return x.fail("an object has one mesh, or components")
			}
			o.mesh = &Mesh{}
			return r.mesh(o.mesh, paint)
		case "components":
			if o.mesh != nil || o.components != nil {
				return x.fail("an object has one mesh, or components")
			}
			return x.children(coreSpace, func() error { return r.component(o) })
		}
		return x.skipElement()
	})
	if err == nil && o.mesh == nil && o.components == nil {
		return coded(ErrUnsupported, x.fail("object %d has neither a mesh nor components", id))
	}
	r.objects[key] = o
	return err
}

// baseMaterials reads a list of materials, of which the names are kept.
func (r *threeMF) baseMaterials() error {
	x := r.x
	if r.pieces++; r.pieces > 4*r.opt.MaxParts {
		return coded(ErrTooLarge, x.fail("more than %d objects, components and lists of materials", 4*r.opt.MaxParts))
	}
	id, err := r.id("id")
	if err != nil {
		return err
	}
	key := mfKey{partName(r.path), id}
	if _, ok := r.bases[key]; ok {
		return x.fail("a second list of materials %d", id)
	}
	b := mfBases{first: len(r.materials)}
	err = x.children(coreSpace, func() error {
		if string(x.local) != "base" {
			return x.skipElement()
		}
		if len(r.materials) == r.opt.MaxParts {
			return x.tooMany(r.opt.MaxParts, "materials")
		}
		name, err := r.name3MF("name")
		if err != nil {
			return err
		}
		r.materials = append(r.materials, name)
		b.count++
		return x.skipElement()
	})
	r.bases[key] = b
	return err
}

// paint reads the attributes pid, which names a list of materials, and index, a place in it. Where
// one is not there it is that of the object, or else of no material: so are lists of colours and
// textures, which have no names.
func (r *threeMF) paint(index string, object mfPaint) (p mfPaint, err error) {
	x := r.x
	p = object
	if _, ok := x.attr("pid"); ok {
		if p.list, err = r.id("pid"); err != nil {
			return p, err
		}
		p.listed = true
	}
	word, ok := x.attr(index)
	if !ok || !p.listed {
		return p, nil
	}
	k, ok := parseInt(word)
	if !ok || k < 0 {
		return p, (&words{input: x.input, word: word}).foundAt(x.line, "the index of a material is wanted in "+index)
	}
	b, ok := r.bases[mfKey{partName(r.path), p.list}]
	if !ok {
		p.material = -1
		return p, nil
	}
	if k >= int64(b.count) {
		return p, x.fail("material %d; the %d of list %d count from 0", k, b.count, p.list)
	}
	p.material = int32(b.first) + int32(k)
	return p, nil
}

// id reads an attribute that is the number of an object.
func (r *threeMF) id(name string) (int64, error) {
	word, _ := r.x.attr(name)
	id, ok := parseInt(word)
	if !ok || id < 1 || id >= 1<<31 {
		return 0, (&words{input: r.x.input, word: word}).foundAt(r.x.line, "the number of an object is wanted in "+name)
	}
	return id, nil
}

// name3MF reads an attribute that is a name.
func (r *threeMF) name3MF(name string) (string, error) {
	word, _ := r.x.attr(name)
	if len(word) > maxName {
		return "", coded(ErrTooLarge, r.x.fail("a name of more than %d bytes", maxName))
	}
	s, ok := unescapeXML(word)
	if !ok {
		return "", r.x.fail("a name with a character that there is not")
	}
	return s, nil
}

// component reads a component of an object.
func (r *threeMF) component(o *mfObject) error {
	if r.pieces++; r.pieces > 4*r.opt.MaxParts {
		return coded(ErrTooLarge, r.x.fail("more than %d objects and components", 4*r.opt.MaxParts))
	}
	item, err := r.placed3MF()
	if err != nil {
		return err
	}
	o.components = append(o.components, item)
	return r.x.skipElement()
}

// item reads an item of the build.
func (r *threeMF) item() error {
	if r.pieces++; r.pieces > 4*r.opt.MaxParts {
		return coded(ErrTooLarge, r.x.fail("more than %d items", 4*r.opt.MaxParts))
	}
	item, err := r.placed3MF()
	if err == nil {
		item.name, err = r.name3MF("partnumber")
	}
	if err != nil {
		return err
	}
	r.items = append(r.items, item)
	return r.x.skipElement()
}

// placed3MF reads the attributes of an object at a place.
func (r *threeMF) placed3MF() (mfItem, error) {
	x := r.x
	item := mfItem{at: Identity(), line: x.line, key: mfKey{path: partName(r.path)}}
	var err error
	if item.key.id, err = r.id("objectid"); err != nil {
		return item, err
	}
	if path, ok := x.attrIn(productionSpace, "path"); ok {
		name, good := unescapeXML(path)
		if !good || len(name) > maxName {
			return item, x.fail("a path that is none")
		}
		item.key.path = partName(name)
	}
	text, ok := x.attr("transform")
	if !ok {
		return item, nil
	}
	numbers := bytes.Fields(text)
	if len(numbers) != 12 {
		return item, x.fail("a transform has 12 numbers; there are %d", len(numbers))
	}
	var m [12]float64
	for k, word := range numbers {
		if m[k], ok = parseNumber(word); !ok {
			return item, (&words{input: x.input, word: word}).foundAt(x.line, "a finite decimal number is wanted")
		}
	}
	for i := range 3 {
		for k := range 3 {
			item.at.M[i][k] = m[3*k+i]
		}
	}
	item.at.T = d3.Vec{X: m[9], Y: m[10], Z: m[11]}
	return item, nil
}

// mesh reads a mesh: the vertices, then the triangles, which are made of what the object is where
// they do not say otherwise.
func (r *threeMF) mesh(m *Mesh, object mfPaint) error {
	x := r.x
	err := x.children(coreSpace, func() error {
		switch string(x.local) {
		case "vertices":
			if m.Points != nil {
				return x.fail("vertices twice in a mesh")
			}
			return x.children(coreSpace, func() error { return r.vertex(m) })
		case "triangles":
			if m.Points == nil || m.Triangles != nil {
				return x.fail("a mesh has vertices, and then triangles")
			}
			return x.children(coreSpace, func() error { return r.triangle(m, object) })
		}
		return x.skipElement()
	})
	if err == nil && len(m.Triangles) == 0 {
		return x.fail("a mesh without triangles")
	}
	return err
}

// vertex reads a vertex.
func (r *threeMF) vertex(m *Mesh) error {
	x := r.x
	var c [3]float64
	for k, name := range [3]string{"x", "y", "z"} {
		word, _ := x.attr(name)
		var ok bool
		if c[k], ok = parseNumber(word); !ok {
			return (&words{input: x.input, word: word}).foundAt(x.line, "a vertex has finite numbers x, y and z")
		}
	}
	if r.points++; r.points > r.opt.MaxPoints {
		return x.tooMany(r.opt.MaxPoints, "points")
	}
	m.Points = append(m.Points, d3.Vec{X: c[0], Y: c[1], Z: c[2]})
	return x.skipElement()
}

// triangle reads a triangle of a mesh of an object.
func (r *threeMF) triangle(m *Mesh, object mfPaint) error {
	x := r.x
	var t [3]int32
	for k, name := range [3]string{"v1", "v2", "v3"} {
		word, _ := x.attr(name)
		i, ok := parseInt(word)
		if !ok {
			return (&words{input: x.input, word: word}).foundAt(x.line, "a triangle has indices v1, v2 and v3")
		}
		if i < 0 || i >= int64(len(m.Points)) {
			return x.fail("index %d; the %d points count from 0", i, len(m.Points))
		}
		t[k] = int32(i)
	}
	if r.triangles++; r.triangles > r.opt.MaxTriangles {
		return x.tooMany(r.opt.MaxTriangles, "triangles")
	}
	paint, err := r.paint("p1", object)
	if err != nil {
		return err
	}
	if paint.material >= 0 && m.Materials == nil { // those before have none
		m.Materials = slices.Repeat([]int32{-1}, len(m.Triangles))
	}
	m.Triangles = append(m.Triangles, t)
	m.mark(paint.material)
	return x.skipElement()
}

// place adds the parts of an object at a place in a frame, in the part of the package from.
func (r *threeMF) place(m *Model, item *mfItem, frame *Transform, from, name string, depth int) error {
	if depth > r.opt.MaxDepth {
		return coded(ErrTooLarge, r.bad(from, item.line, "components more than %d deep", r.opt.MaxDepth))
	}
	if !r.read[item.key.path] && r.files[item.key.path] != nil {
		if err := r.model(item.key.path, false); err != nil {
			return err
		}
	}
	o := r.objects[item.key]
	if o == nil {
		return r.bad(from, item.line, "there is no object %d", item.key.id)
	}
	at := frame.Mul(&item.at)
	if !at.finite() {
		return r.bad(from, item.line, "the place is beyond the range of doubles")
	}
	if o.name != "" {
		name = o.name
	}
	for i := range o.components {
		if err := r.place(m, &o.components[i], &at, item.key.path, name, depth+1); err != nil {
			return err
		}
	}
	if o.mesh == nil {
		return nil
	}
	if len(m.Parts) == r.opt.MaxParts {
		return r.tooManyParts()
	}
	if r.placed += len(o.mesh.Triangles); r.placed > r.opt.MaxTriangles {
		return coded(ErrTooLarge, r.bad(from, item.line, "more than %d triangles with those of instances",
			r.opt.MaxTriangles))
	}
	m.Parts = append(m.Parts, Part{Name: name, Mesh: o.mesh, At: at})
	return nil
}
