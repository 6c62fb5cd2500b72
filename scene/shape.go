package scene

import "github.com/collide-go/collide"

// openShape returns the type of the shape at node i and its fields. own and others hold the shapes of this
// dimension and of the other one.
func (t *tree) openShape(i int32, own, others map[string][]string, dim string) (string, fields) {
	typeOnly := fields{t: t, i: i, keys: []string{"type"}}
	if t.nodes[i].kind != mapping {
		typeOnly.err = t.wrongType(i, "a shape")
		return "", typeOnly
	}
	typeOnly.at[0] = t.find(i, "type")
	typ := typeOnly.text("type")
	if typeOnly.err != nil {
		return "", typeOnly
	}
	if keys, ok := own[typ]; ok {
		return typ, t.open(i, keys)
	}
	message := quote(typ) + " is no shape"
	if _, ok := others[typ]; ok {
		message = quote(typ) + " is no shape in " + dim
	} else if typ == "compound" {
		message = "a part of a compound is no compound"
	}
	typeOnly.err = t.fail(typeOnly.at[0], UnknownType, message).at("type")
	return "", typeOnly
}

// otherDimension refuses keys that belong to the other dimension.
func (f *fields) otherDimension(keys ...string) {
	for _, k := range keys {
		if c := f.get(k); c != 0 && f.err == nil {
			e := &Error{Line: int(f.t.nodes[c].keyLine), Path: k, Code: collide.ErrWrongDimension.Error(), Message: "this belongs to the other dimension"}
			e.cause = collide.ErrWrongDimension
			f.err = e
		}
	}
}

// atMostOne refuses a second one of the given keys.
func (f *fields) atMostOne(keys ...string) {
	seen := ""
	for _, k := range keys {
		c := f.get(k)
		switch {
		case c == 0 || f.err != nil:
		case seen == "":
			seen = k
		default:
			f.err = &Error{Line: int(f.t.nodes[c].keyLine), Path: k, Code: ConflictingFields, Message: seen + " is given too"}
		}
	}
}

// rotation returns the error of f, or that of the constructor of the rotation that key holds.
func (f *fields) rotation(key string, err error) *Error {
	if f.err != nil || err == nil {
		return f.err
	}
	e := f.t.refused(err, f.i)
	e.Path = key
	e.Line = f.t.line(f.get(key))
	return e
}
