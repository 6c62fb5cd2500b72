package mesh

import (
	"errors"
	"fmt"
	"strconv"
)

// The codes of an Error, found by errors.Is. The text of each is the word that Error prints.
var (
	ErrBadMesh     = errors.New("bad-mesh")    // wrong contents
	ErrTooLarge    = errors.New("too-large")   // more than a limit of Options allows
	ErrUnsupported = errors.New("unsupported") // right as far as it is known, but not read here; the message names it
)

// Error says what is wrong with a mesh file, and where.
type Error struct {
	Name    string // the file, as the caller named it; of a file inside a package "part.3mf/3D/3dmodel.model"
	Line    int    // of a text file, counted from 1; 0 in a binary file
	Offset  int64  // of a binary file: the byte at which the offending element starts; -1 in a text file
	Code    error  // ErrBadMesh, ErrTooLarge or ErrUnsupported; nil counts as ErrBadMesh
	Message string
	// what stands in the place of what should, cut to a length that fits a message; empty if that
	// says nothing
	Found string
}

// Error returns "name:line: code: text", for a binary file "name: byte offset: code: text", with
// the text of Text.
func (e *Error) Error() string { return fmt.Sprintf("%s: %v: %s", e.Where(), e.Unwrap(), e.Text()) }

// Text returns the message and what was found. The message alone quotes nothing of the file.
func (e *Error) Text() string {
	if e.Found == "" {
		return e.Message
	}
	return e.Message + ", not " + strconv.Quote(e.Found)
}

// Where returns the place, "name:line" or "name: byte offset".
func (e *Error) Where() string {
	if e.Line > 0 {
		return fmt.Sprintf("%s:%d", e.Name, e.Line)
	}
	return fmt.Sprintf("%s: byte %d", e.Name, e.Offset)
}

// Unwrap returns the code.
func (e *Error) Unwrap() error {
	if e.Code == nil {
		return ErrBadMesh
	}
	return e.Code
}

// coded returns err with another code, where it is an *Error.
func coded(code, err error) error {
	var e *Error
	if errors.As(err, &e) {
		e.Code = code
	}
	return err
}

// short returns s, cut to a length that fits a message.
func short(s []byte) string {
	if len(s) > 40 {
		return string(s[:40]) + "..."
	}
	return string(s)
}
