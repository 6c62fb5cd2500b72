package main

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

// output is a stream that remembers the first error of writing, for those who write and do not
// look: cobra prints help and completion scripts that way.
type output struct {
	w   io.Writer
	err error
}

// Write writes to the stream.
func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}

// terminal reports whether a stream is a terminal.
func terminal(stream any) bool {
	if o, ok := stream.(*output); ok {
		stream = o.w
	}
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// tableColumns returns how wide a table on the stream may be: the variable COLUMNS, else the width
// of the terminal, else 0 for any.
func tableColumns(stream any) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if o, ok := stream.(*output); ok {
		stream = o.w
	}
	if f, ok := stream.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil {
			return n
		}
	}
	return 0
}

// colored reports whether words on the stream are to have colours: as the flag says, and for "auto"
// on a terminal, unless NO_COLOR is set or the terminal is a dumb one.
func colored(stream any, flag string) bool {
	if flag != "auto" {
		return flag == "always"
	}
	return terminal(stream) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
