package scene

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/mesh"
)

// meantKeys are words that people write for the keys of the formats.
var meantKeys = map[string]string{
	"position": "p", "pos": "p", "translation": "p", "origin": "p", "xyz": "p",
	"quaternion": "q", "quat": "q", "orientation": "q", "rotation": "q", "euler": "rpy", "axisangle": "axis_angle",
	"r": "radius", "diameter": "radius", "length": "height", "h": "height",
	"extents": "size", "dimensions": "size", "half_extents": "size", "sizes": "size",
	"vertices": "points", "corners": "points", "mesh": "file", "path": "file", "filename": "file",
	"children": "parts", "shapes": "parts", "dimension": "dim", "unit": "units", "bodies": "objects", "geometry": "shape",
}

// meantShapes are words that people write for the shapes, by dimension: 2, then 3.
var meantShapes = map[string][2]string{
	"cube": {"box", "box"}, "cuboid": {"box", "box"}, "rectangle": {"box", "box"}, "rect": {"box", "box"},
	"square": {"box", "box"},
	"ball":   {"circle", "sphere"}, "disc": {"circle", "cylinder"}, "disk": {"circle", "cylinder"},
	"sphere": {"circle", "sphere"}, "circle": {"circle", "sphere"}, "point": {"circle", "sphere"},
	"ellipse": {"ellipse", "ellipsoid"}, "ellipsoid": {"ellipse", "ellipsoid"},
	"plane": {"half-space", "half-space"}, "halfspace": {"half-space", "half-space"},
	"half_space": {"half-space", "half-space"},
	"halfplane":  {"half-space", "half-space"}, "half-plane": {"half-space", "half-space"},
	"ground": {"half-space", "half-space"},
	"mesh":   {"polygon", "hull"}, "convex": {"hull", "hull"}, "polytope": {"polygon", "hull"},
	"polyhedron": {"polygon", "hull"},
	"polygon":    {"polygon", "hull"}, "triangle": {"polygon", "hull"}, "segment": {"capsule", "capsule"},
	"line": {"capsule", "capsule"},
	"pill": {"capsule", "capsule"}, "stadium": {"capsule", "capsule"}, "cylinder": {"box", "cylinder"},
	"cone":  {"polygon", "cone"},
	"union": {"compound", "compound"}, "group": {"compound", "compound"},
}

// meshForScene returns err about the text of a scene, or where its name is that of a mesh, what to
// do instead.
func meshForScene(name string, err error) error {
	ext := mesh.Format(strings.TrimPrefix(strings.ToLower(filepath.Ext(name)), "."))
	formats := []mesh.Format{mesh.STL, mesh.OBJ, mesh.PLY, mesh.OFF, mesh.GLTF, mesh.GLB, mesh.ThreeMF}
	if !slices.Contains(formats, ext) || errors.Is(err, ErrCanceled) || errors.Is(err, ErrFile) {
		return err
	}
	return ErrorList{{
		File: name, Code: ErrSyntax,
		Message: `a mesh is no scene: an object of a scene names its file, as {"name":"part","file":` +
			quote(filepath.Base(name)) + `}; 'collide inspect' tells what is in it`,
	}}
}

// elsewhere tells who reads what has a key that is not known where it stands.
var elsewhere = map[string]string{
	"cast": "lines with cast are for 'collide cast'", "toi": "lines with toi are for 'collide toi'",
	"motion": "lines of bodies with a motion are for 'collide toi'", "world": "worlds are for 'collide world'",
	"shapes":  "a line that names shapes begins with them, and has no answer",
	"objects": "scenes are for 'collide check'", "holes": "regions are for 'collide decompose'",
}

// inside tells which mapping a key belongs in that stands beside it.
var inside = map[string]string{
	"type": "shape", "radius": "shape", "height": "shape", "size": "shape", "radii": "shape", "rounding": "shape",
	"points": "shape", "parts": "shape", "normal": "shape", "offset": "shape", "solid": "shape",
	"p": "pose", "q": "pose", "rpy": "pose", "rpy_deg": "pose", "axis_angle": "pose", "axis_angle_deg": "pose",
	"angle": "pose", "angle_deg": "pose", "cos_sin": "pose",
}

// misplaced says where a key, or what a writer of it may have meant, belongs instead: in one of the
// mappings beside it; "" where that is not known.
func misplaced(key string, beside []string) string {
	if meant, ok := meantKeys[strings.ToLower(key)]; ok {
		key = meant
	}
	if key == "motion" && slices.Contains(beside, "b") {
		return "motion stands in a or b, in lines for 'collide toi'"
	}
	if in := inside[key]; slices.Contains(beside, in) {
		return key + " stands in the " + in
	}
	return ""
}

// suggestKey returns the index of the key that a writer of word may have meant, -1 for none.
func suggestKey(word string, keys []string) int {
	if k := slices.Index(keys, meantKeys[strings.ToLower(word)]); k >= 0 {
		return k
	}
	return slices.Index(keys, say.Nearest(word, keys))
}

// suggestShape returns the shape of the dimension that a writer of word may have meant, "" for
// none.
func suggestShape(word string, dim int, shapes []string) string {
	if m, ok := meantShapes[strings.ToLower(word)]; ok {
		return m[dim-2]
	}
	return say.Nearest(word, shapes)
}

// numberHint says what to do about a string that stands where a number should, "" if nothing comes
// to mind.
func numberHint(s string) string {
	s = strings.TrimSpace(s)
	end := len(s)
	for end > 0 && !isDecimal(s[:end]) {
		end--
	}
	unit := strings.ToLower(strings.TrimSpace(s[end:]))
	switch {
	case end == len(s) && s != "":
		return ": leave out the quotes"
	case end > 0 && (unit == "deg" || unit == "\u00b0" || strings.HasPrefix(unit, "degree")):
		return ": angles in degrees have keys of their own, such as rpy_deg and angle_deg"
	case end > 0 && unit == "rad":
		return ": write " + s[:end] + ", angles are in radians"
	case end > 0 && strings.Trim(unit, "abcdefghijklmnopqrstuvwxyz\u00b5'\"") == "":
		return ": write " + s[:end] + "; the unit stands once, as units at the top of the scene"
	case strings.Contains(s, ",") && isDecimal(strings.Replace(s, ",", ".", 1)):
		return ": write " + strings.Replace(s, ",", ".", 1)
	case strings.HasPrefix(strings.TrimLeft(s, "+-"), "0") || strings.Contains(s, "_"):
		return ": only plain decimal numbers are read"
	}
	return ""
}

// capital returns s with its first letter, of ASCII, in upper case.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// short returns s, cut to a length that fits a message. The result shares no memory with s.
func short(s string) string {
	if len(s) > 40 {
		return s[:40] + "..."
	}
	return strings.Clone(s)
}

// listed returns the words as "a, b and c".
func listed(words []string, and string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " " + and + " " + words[last]
}
