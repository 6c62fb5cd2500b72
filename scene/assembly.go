package scene

import (
	"errors"
	"strings"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/mesh"
)

// assembly adds the parts of the file of an object: in space the convex hulls of the parts of a
// mesh file, in the plane the parts of a Tiled map. Each has the name, the group, the place and the
// motion of o, and its own name behind a slash.
func (d *sceneDecoder) assembly(f *fields, o Object) {
	t := &d.tree
	since := t.here()
	var bodies func(yield func(name string, b Body) bool) *Error
	if d.scene.Dim == 2 {
		bodies = d.mapParts(f)
	} else {
		bodies = d.meshParts(f)
	}
	if !f.ok || !t.clean(since) {
		return
	}
	e := bodies(func(name string, b Body) bool {
		part := o
		part.Body = b
		if name != "" {
			part.Name += "/" + name
		}
		part.Motion = d.motion(f.get("motion"), d.scene.Dim, &part.Body)
		d.add(f, part)
		return t.clean(since)
	})
	if e != nil {
		e.Line = t.line(f.get("file"))
		f.fail(e.at("file"))
	}
}

// meshParts returns a function that yields the hulls of the parts of a mesh file.
func (d *sceneDecoder) meshParts(f *fields) func(yield func(string, Body) bool) *Error {
	t := &d.tree
	key := hullKey{path: f.text("file"), scale: [3]float64{1, 1, 1}}
	f.factors(key.scale[:])
	key.unit = d.meshUnits(f)
	since := t.here()
	pose := d.pose3(f.get("pose"))
	t.under(since, "pose")
	return func(yield func(string, Body) bool) *Error {
		file, _ := d.fileAt(key.path)
		if file.err != nil {
			e := *file.err
			return &e
		}
		for i := range file.model.Parts {
			key.part = i + 1
			h, e := d.hullOf(key)
			if e != nil {
				return e
			}
			if h.note.Code != "" {
				t.note(f.get("file"), "file", h.note.Code, h.note.Message)
			}
			o, err := d3.Place(h.hull, pose)
			if err != nil {
				return t.refused(err, f.i)
			}
			if !yield(strings.Clone(file.model.Parts[i].Name), Body3(o)) {
				return nil
			}
		}
		return nil
	}
}

// mapParts returns a function that yields the parts of a Tiled map.
func (d *sceneDecoder) mapParts(f *fields) func(yield func(string, Body) bool) *Error {
	t := &d.tree
	path := f.text("file")
	scale := [2]float64{1, 1}
	f.factors(scale[:])
	if f.get("units") != 0 {
		f.conflict("units", "a map is in pixels; scale says how long these are")
	}
	since := t.here()
	pose := d.pose2(f.get("pose"))
	t.under(since, "pose")
	return func(yield func(string, Body) bool) *Error {
		m, outside, e := d.readMap(path)
		if e != nil {
			return e
		}
		by := mesh.Transform2{M: [2][2]float64{{scale[0], 0}, {0, scale[1]}}}
		for i := range m.Parts {
			p := &m.Parts[i]
			points := 0
			for k := range p.Pieces {
				points += len(p.Pieces[k].Figure.Points)
				p.Pieces[k].At = by.Mul(&p.Pieces[k].At)
			}
			if e := d.spendPoints(points); e != nil {
				return e
			}
			if e := d.canceled(); e != nil {
				return e
			}
			s, err := p.Shape()
			if err != nil {
				return badFigure(err, path, p.Name, outside)
			}
			o, err := d2.Place(s, pose)
			if err != nil {
				return t.refused(err, f.i)
			}
			if !yield(p.Name, Body2(o)) {
				return nil
			}
		}
		return nil
	}
}

// readMap reads a Tiled map.
func (d *sceneDecoder) readMap(path string) (m *mesh.Map, outside bool, e *Error) {
	name, e := d.fileName(path)
	if e != nil {
		return nil, false, e
	}
	d.used[name] = true
	d.progress("reading " + name)
	file, outside, e := d.openFile(name)
	if e != nil {
		return nil, outside, e
	}
	defer file.Close()
	m, err := mesh.DecodeMap(d.cancelable(file), name, d.meshOptions())
	if err != nil {
		return nil, outside, d.notRead(err, name, outside)
	}
	for _, side := range m.Files {
		d.used[side] = true
	}
	return m, outside, nil
}

// badFigure translates the error that figures of a map make no shape. About a file outside it does
// not say which.
func badFigure(err error, path, part string, outside bool) *Error {
	e := &Error{Code: ErrBadMesh, Message: path + ": a part that makes no shape", cause: err}
	var region *d2.RegionError
	if errors.As(err, &region) && !outside {
		e.Message = path + ": " + quote(part) + ": " + region.Error()
	}
	return e
}
