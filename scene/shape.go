package scene

import (
	"slices"

	"github.com/collide-go/collide"
)

// form is what a shape of the formats is written with.
type form struct {
	name string
	need []string // keys that must be there
	more []string // and keys that may be
}

// forms2 and forms3 are the shapes of each dimension, in the order in which messages list them.
var (
	forms2 = []form{
		{"circle", []string{"radius"}, rounding},
		{"box", []string{"size"}, rounding},
		{"capsule", []string{"radius", "height"}, rounding},
		{"ellipse", []string{"radii"}, rounding},
		{"polygon", []string{"points"}, rounding},
		{"hull", nil, []string{"points", "file", "scale", "units", "rounding"}},
		{"half-space", []string{"normal", "offset"}, nil},
		{"compound", []string{"parts"}, nil},
		{"chain", []string{"points"}, []string{"closed", "sided", "materials"}},
		{"grid", []string{"cell", "rows"}, []string{"materials"}},
	}
	forms3 = []form{
		{"sphere", []string{"radius"}, rounding},
		{"box", []string{"size"}, rounding},
		{"capsule", []string{"radius", "height"}, rounding},
		{"cylinder", []string{"radius", "height"}, rounding},
		{"cone", []string{"radius", "height"}, rounding},
		{"ellipsoid", []string{"radii"}, rounding},
		{"hull", nil, []string{"points", "file", "scale", "units", "rounding"}},
		{"half-space", []string{"normal", "offset"}, nil},
		{"compound", []string{"parts"}, nil},
		{"mesh", nil, []string{"file", "scale", "units", "vertices", "triangles", "solid", "materials"}},
		{"height-field", []string{"spacing", "heights"}, []string{"materials"}},
	}
	rounding = []string{"rounding"}
)

// keysType are the keys that are known before the type is.
var keysType = []string{"type"}

// names2 and names3 are the names of the forms, keys2 and keys3 their keys in the same order.
var (
	names2, keys2 = namesAndKeys(forms2)
	names3, keys3 = namesAndKeys(forms3)
)

// namesAndKeys returns the names of forms and all their keys.
func namesAndKeys(forms []form) (names []string, keys [][]string) {
	for _, f := range forms {
		names = append(names, f.name)
		keys = append(keys, slices.Concat([]string{"type"}, f.need, f.more))
	}
	return names, keys
}

// openShape returns the type of the shape at node i, "" if there is none, and its fields.
func (t *tree) openShape(i int32, dim int) (string, fields) {
	typeOnly := fields{t: t, i: i, keys: keysType, ok: true}
	if t.nodes[i].kind != mapping {
		typeOnly.fail(t.wrongType(i, "a shape"))
		return "", typeOnly
	}
	forms, names, keys := forms3, names3, keys3
	if dim == 2 {
		forms, names, keys = forms2, names2, keys2
	}
	if typeOnly.at[0] = t.find(i, "type"); typeOnly.at[0] == 0 {
		typeOnly.need("type", "one of "+listed(names, "or"))
	}
	typ := typeOnly.text("type")
	if !typeOnly.ok {
		return "", typeOnly
	}
	k := slices.Index(names, typ)
	if k < 0 {
		message, there := quote(typ)+" is no shape in "+map[int]string{2: "2D", 3: "3D"}[dim]+"; ", "there are "+listed(names,
			"and")
		if s := suggestShape(typ, dim, names); s != "" {
			message, there = message+"did you mean "+s+"? ", capital(there)
		}
		typeOnly.fail(t.fail(typeOnly.at[0], ErrUnknownType, message+there).at("type"))
		return "", typeOnly
	}
	f := t.open(i, keys[k])
	for _, key := range forms[k].need {
		if f.get(key) == 0 {
			f.need(key, "a "+typ+" needs "+listed(forms[k].need, "and"))
		}
	}
	return typ, f
}

// otherDimension refuses a key that belongs to the other dimension, and says what to write in its
// place.
func (f *fields) otherDimension(key, instead string) {
	if c := f.get(key); c != 0 {
		f.fail(&Error{
			Line: int(f.t.nodes[c].keyLine), Path: key, Code: collide.ErrWrongDimension, cause: collide.ErrWrongDimension,
			Message: "this belongs to the other dimension; " + instead,
		})
	}
}

// atMostOne refuses a second one of the given keys.
func (f *fields) atMostOne(keys ...string) {
	seen := ""
	for _, k := range keys {
		switch {
		case f.get(k) == 0:
		case seen == "":
			seen = k
		default:
			f.conflict(k, seen+" is given too; one rotation is enough")
		}
	}
}

// conflict refuses a key that goes not with another.
func (f *fields) conflict(key, message string) {
	f.fail(&Error{
		Line: int(f.t.nodes[f.get(key)].keyLine), Path: key, Code: ErrConflictingFields, Message: message,
	})
}

// rotation reports the error of the constructor of the rotation that key holds.
func (f *fields) rotation(key string, err error) {
	if err != nil {
		e := f.t.refused(err, f.i)
		e.Path = key
		e.Line = f.t.line(f.get(key))
		f.fail(e)
	}
}

// list returns the node of the list of a key, 0 if it is not there or no list.
func (f *fields) list(key, what string) int32 {
	c := f.get(key)
	if c != 0 && f.t.nodes[c].kind != list {
		f.fail(f.t.wrongType(c, what).at(key))
		return 0
	}
	return c
}

// The keys of poses of either dimension, then those of the other one.
var (
	keysPose2 = []string{"p", "angle", "angle_deg", "cos_sin", "q", "rpy", "axis_angle", "rpy_deg", "axis_angle_deg"}
	keysPose3 = []string{"p", "q", "rpy", "axis_angle", "rpy_deg", "axis_angle_deg", "angle", "angle_deg", "cos_sin"}
)

const (
	ownPose2 = 4 // of keysPose2
	ownPose3 = 6 // of keysPose3
)
