package scene

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// The codes of notes.
const (
	LargeAngle     = "large-angle"      // an angle above a full turn: degrees under a key for radians?
	HalfTurn       = "half-turn"        // the quaternion [1, 0, 0, 0]: the identity with w first?
	ConcaveMesh    = "concave-mesh"     // the hull of a mesh holds more than the mesh
	OpenMesh       = "open-mesh"        // a mesh without an inside: whether it is convex is not known
	MixedUnits     = "mixed-units"      // some mesh files have units, and some have not
	NothingToCheck = "nothing-to-check" // a scene without a pair to check
	UnmatchedRule  = "unmatched-rule"   // a rule about no pair to check
	OverruledRule  = "overruled-rule"   // a rule about pairs about which later rules decide, all of them
)

// Note is something in a text that is allowed, and may not be what was meant.
type Note struct {
	File    string // name of the scene; empty for a pair line
	Line    int    // from 1
	Path    string // the element
	Code    string // a constant of this package
	Message string
}

// errNote stands in the place of a code.
var errNote = errors.New("note")

// String returns "file:line: path: note: message" without the parts that do not apply.
func (n Note) String() string {
	e := Error{File: n.File, Line: n.Line, Path: n.Path, Code: errNote, Message: n.Message}
	return e.Error()
}

// note notes something about node i.
func (t *tree) note(i int32, path, code, message string) {
	if len(t.notes) < maxErrors {
		t.notes = append(t.notes, Note{Line: t.line(i), Path: strings.Clone(path), Code: code, Message: message})
	}
}

// radians notes an angle of key that is more than a full turn.
func (f *fields) radians(key, degrees string, angles ...float64) {
	for _, x := range angles {
		if math.Abs(x) > 2*math.Pi {
			f.t.note(f.get(key), key, LargeAngle, "an angle of "+strconv.FormatFloat(x, 'g', -1, 64)+
				" radians is more than a full turn; degrees go under "+degrees)
			return
		}
	}
}
