package mesh

import "slices"

// Property is a custom property of a Tiled map, an object or a layer.
type Property struct {
	Name string
	Type string // as in Tiled: string, int, float, bool, color, file, object, or class
	// Value is a text as it is, a number as it is written, "true" or "false", of an object its
	// number, and of a class its JSON.
	Value string
}

// Property returns the value of the custom property of that name; ok is false where there is none.
func (p *MapPart) Property(name string) (value string, ok bool) {
	return valueOf(p.Properties, name)
}

// Property returns the value of the map's own custom property of that name; ok is false where there
// is none.
func (m *Map) Property(name string) (value string, ok bool) { return valueOf(m.Properties, name) }

// valueOf returns the value of the property of that name.
func valueOf(list []Property, name string) (value string, ok bool) {
	k := slices.IndexFunc(list, func(p Property) bool { return p.Name == name })
	if k < 0 {
		return "", false
	}
	return list[k].Value, true
}

// properties reads custom properties. Those of maps older than Tiled 1.2, a mapping, are left out.
func (t *tiled) properties() (list []Property) {
	j := t.j
	if j.peek() == '{' {
		j.skip()
		return nil
	}
	j.list(func(int) {
		p, at, named := Property{Type: "string"}, t.start(), false
		j.mapping(map[string]func(){
			"name":  func() { p.Name, named = t.name(), true },
			"type":  func() { p.Type = t.name() },
			"value": func() { p.Value = t.value() },
		})
		if !named && j.err == nil {
			j.failAt(at, "a property needs a name")
		}
		if t.spendProperties(1, at) {
			list = append(list, p)
		}
	})
	return list
}

// value reads the value of a property.
func (t *tiled) value() string {
	j := t.j
	if j.peek() == '"' {
		return j.text()
	}
	at := j.pos
	if j.skip(); j.err != nil {
		return ""
	}
	return string(j.data[at:j.pos])
}

// spendProperties counts properties, and reports whether there may be so many.
func (t *tiled) spendProperties(n, pos int) bool {
	if t.props += n; t.props > 16*t.opt.MaxParts && t.j.err == nil {
		t.j.code(ErrTooLarge, pos, "more than %d properties", 16*t.opt.MaxParts)
	}
	return t.j.err == nil
}

// inherit gives an object of the map what its tile has and it has not: properties by their names,
// and the class.
func (t *tiled) inherit(p *MapPart, x *tile, pos int) {
	if p.Class == "" {
		p.Class = x.class
	}
	if len(x.properties) == 0 || !t.spendProperties(len(x.properties), pos) {
		return
	}
	own := p.Properties
	for _, q := range x.properties {
		if _, ok := valueOf(own, q.Name); !ok {
			p.Properties = append(p.Properties, q)
		}
	}
}
