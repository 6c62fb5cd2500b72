package scene

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
)

// The codes of reading: sentinels, as those of package collide, that errors.Is finds in an *Error.
// The text of each is the code that files use. A shape or pose that is refused has one of the codes
// of package collide.
var (
	ErrSyntax             = errors.New("syntax")              // not parsable, invalid UTF-8, text after the value
	ErrUnknownField       = errors.New("unknown-field")       // a key that does not belong there
	ErrDuplicateField     = errors.New("duplicate-field")     // a key given twice
	ErrMissingField       = errors.New("missing-field")       // a key that is needed
	ErrWrongType          = errors.New("wrong-type")          // a string for a number, null for anything
	ErrUnknownType        = errors.New("unknown-type")        // no such shape in this dimension
	ErrConflictingFields  = errors.New("conflicting-fields")  // two rotations; points and a file
	ErrUnknownName        = errors.New("unknown-name")        // ignore names no object
	ErrBadPattern         = errors.New("bad-pattern")         // a pattern of names that is none
	ErrDuplicateName      = errors.New("duplicate-name")      // two objects of one name
	ErrUnsupportedVersion = errors.New("unsupported-version") // not version 1
	ErrBadMesh            = errors.New("bad-mesh")            // a mesh file with wrong contents
	ErrFile               = errors.New("file")                // a file that cannot be read
	ErrTooLong            = errors.New("too-long")            // a text above Options.MaxBytes
	ErrTooLarge           = collide.ErrTooLarge               // more points, depth or bytes than Options allow
	ErrCanceled           = errors.New("canceled")            // the context ended before the work did
)

// Error is what is wrong with a pair line, a scene or a file. errors.Is finds its Code, errors.As
// the *collide.Error of a shape or pose that was refused, and what package os said for ErrFile.
type Error struct {
	File    string // name of the scene; empty for a pair line
	Line    int    // from 1; 0 where there is none. Of a pair line: its caller counts lines, and sets this
	Path    string // the element, as in "a.shape.points[2]" or "objects[1].shape.size[0]"; empty for the whole
	Code    error  // a sentinel of this package or of package collide
	Message string // for people: what is wrong and, where that is known, what to do

	cause error
}

// Error returns "file:line: path: code: message" without the parts that do not apply.
func (e *Error) Error() string {
	var b strings.Builder
	switch {
	case e.File != "" && e.Line > 0:
		b.WriteString(e.File + ":" + strconv.Itoa(e.Line) + ": ")
	case e.File != "":
		b.WriteString(e.File + ": ")
	case e.Line > 0:
		b.WriteString("line " + strconv.Itoa(e.Line) + ": ")
	}
	if e.Path != "" {
		b.WriteString(e.Path + ": ")
	}
	b.WriteString(e.code())
	if e.Message != "" {
		b.WriteString(": " + e.Message)
	}
	return b.String()
}

// code returns the word of the formats for the code, "" where there is none.
func (e *Error) code() string {
	if e.Code == nil {
		return ""
	}
	return e.Code.Error()
}

// Unwrap returns the code, and what a lower layer said where there is something.
func (e *Error) Unwrap() []error {
	if e.cause == nil {
		return []error{e.Code}
	}
	return []error{e.Code, e.cause}
}

// at returns e with its path prefixed by a key or an index in brackets. It is nil when e is.
func (e *Error) at(segment string) *Error {
	if e != nil {
		e.Path = join(segment, e.Path)
	}
	return e
}

// index returns e with its path prefixed by [i].
func (e *Error) index(i int) *Error { return e.at("[" + strconv.Itoa(i) + "]") }

// join returns the path of an element inside the element a.
func join(a, b string) string {
	if a == "" || b == "" || b[0] == '[' {
		return a + b
	}
	return a + "." + b
}

// keySegment returns a key as it stands in a path: quoted unless it is a plain word.
func keySegment(key string) string {
	if key != "" && len(key) <= 40 && strings.Trim(key,
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == "" {
		return key
	}
	return "[" + quote(key) + "]"
}

// quote returns s in quotes, cut to a length that fits a message.
func quote(s string) string {
	if len(s) > 40 {
		return strconv.Quote(strings.ToValidUTF8(s[:40], "")) + "..."
	}
	return strconv.Quote(s)
}

// ErrorList is what is wrong with a scene, in the order of the file. It is never empty when it is
// returned as an error, and holds at most 100 errors.
type ErrorList []*Error

// maxErrors is the length at which reading a scene gives up.
const maxErrors = 100

// Error returns one line per error.
func (l ErrorList) Error() string {
	lines := make([]string, len(l))
	for i, e := range l {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the errors, for errors.Is and errors.As.
func (l ErrorList) Unwrap() []error {
	errs := make([]error, len(l))
	for i, e := range l {
		errs[i] = e
	}
	return errs
}

// messages explains the codes of package collide that no single number is to blame for.
var messages = map[error]string{
	collide.ErrEmpty:           "at least one point is needed",
	collide.ErrZeroQuaternion:  "a rotation needs a quaternion or an axis that is not zero",
	collide.ErrZeroNormal:      "a half-space needs a normal that is not zero",
	collide.ErrDegenerate:      "the points have no area; a hull takes them",
	collide.ErrZeroDirection:   "a ray needs a direction that is not zero",
	collide.ErrAmbiguousMotion: "half a turn has two shortest ways; a velocity says which",
	collide.ErrBadMesh:         "a mesh needs triangles of three different vertices each, by their numbers from 0",
	collide.ErrTooLarge:        "numbers of 32 bits count no more",
	collide.ErrNotClosed:       "a solid needs a triangle on each side of each edge",
	collide.ErrInsideOut:       "the triangles of a solid turn counter-clockwise, seen from outside",
	collide.ErrNotConvex:       "the corners are not those of a convex polygon; a hull takes any points",
}

// refused translates the error of a constructor of d2 or d3, made from the mapping at node i.
func (t *tree) refused(err error, i int32) *Error {
	e := refusal(err)
	e.Line = t.lineOf(i, e.Path)
	return e
}

// refusal translates the error of a constructor of d2 or d3. Its path names a field of the Go type;
// fields of one name here and there keep it.
func refusal(err error) *Error {
	var c *collide.Error
	if !errors.As(err, &c) {
		return &Error{Code: collide.ErrNilShape, Message: err.Error(), cause: err}
	}
	e := &Error{Code: c.Code, Path: filePath(c.Path), Message: messages[c.Code], cause: c}
	switch {
	case c.Code == collide.ErrBadMesh && c.Path == "materials":
		e.Message = "one material for each triangle, edge or cell is needed, not " + strconv.FormatFloat(c.Value, 'g', -1, 64)
	case c.Code == collide.ErrBadMesh && c.Path == "points":
		e.Message = "a chain needs two different points"
	case c.Code == collide.ErrBadMesh && strings.HasPrefix(c.Path, "rows"):
		e.Message = "a grid needs rows of one length, with a cell"
	case c.Code == collide.ErrBadMesh && strings.HasPrefix(c.Path, "heights"):
		e.Message = "a height field needs two rows or more, of two heights or more"
	case c.Code == collide.ErrBadMesh && strings.HasPrefix(c.Path, "triangles["):
		e.Message = "there is no vertex " + strconv.FormatFloat(c.Value, 'g', -1, 64) + "; vertices count from 0"
	}
	if c.Note != "" {
		e.Message = c.Note + "; " + e.Message
	}
	if e.Message == "" && (!math.IsNaN(c.Value) || c.Code == collide.ErrNotFinite || c.Code == collide.ErrBadOption) {
		e.Message = strconv.FormatFloat(c.Value, 'g', -1, 64)
		if c.Code == collide.ErrNotUnit || c.Code == collide.ErrNotUnitQuaternion {
			e.Message = "the length is " + e.Message + ", not 1"
		}
		if c.Code == collide.ErrOutOfRange {
			e.Message += beyond(e.Path, c.Value)
		}
		e.Message += leastOf[e.Path]
	}
	return e
}

// leastOf says of the numbers beside shapes how large they must be.
var leastOf = map[string]string{"max": "; it is 0 or more", "duration": "; it is above 0"}

// beyond says what the limit is that a size is below, and what to do.
func beyond(path string, v float64) string {
	switch {
	case v == 0 && (strings.HasPrefix(path, "spacing") || strings.HasPrefix(path, "cell")):
		return "; it is above 0"
	case v > 0 && v < collide.MinSize:
		return fmt.Sprintf("; sizes are 0 or at least %g: choose a smaller unit of length", collide.MinSize)
	}
	return ""
}

// filePath turns the path of a Go field, as in "core.points[2].y", into that of the file,
// "points[2][1]".
func filePath(p string) string {
	for strings.HasPrefix(p, "core.") {
		p = p[len("core."):]
	}
	switch p {
	case "core":
		return ""
	case "r":
		return "rounding"
	}
	for k, s := range []string{".x", ".y", ".z"} {
		if strings.HasSuffix(p, s) {
			return p[:len(p)-len(s)] + "[" + strconv.Itoa(k) + "]"
		}
	}
	return p
}
