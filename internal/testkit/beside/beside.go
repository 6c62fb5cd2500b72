// Package beside finds the proved cases, robots and examples that may lie beside the repository, in
// the folder shared, and are not part of it. Tests that read them run wherever they are.
package beside

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Path returns the path of a file or folder below the folder shared, elem by elem. Where the first
// of these folders is not there the test is skipped; where it is, and the rest is not, the test
// fails: what a test reads cannot be moved without notice.
func Path(tb testing.TB, elem ...string) string {
	tb.Helper()
	root, err := root()
	if err != nil {
		tb.Fatal(err)
	}
	path, missing, err := find(filepath.Join(filepath.Dir(root), "shared"), elem)
	switch {
	case err != nil:
		tb.Fatal(err)
	case missing:
		tb.Skipf("%s is not part of the repository, and is not beside it", filepath.Join("shared", elem[0]))
	}
	return path
}

// Glob returns the paths that match a pattern in the folder at Path, one at least.
func Glob(tb testing.TB, pattern string, elem ...string) []string {
	tb.Helper()
	list, err := filepath.Glob(filepath.Join(Path(tb, elem...), filepath.FromSlash(pattern)))
	if err == nil && len(list) == 0 {
		err = fs.ErrNotExist
	}
	if err != nil {
		tb.Fatalf("%s in %s: %v", pattern, filepath.Join(elem...), err)
	}
	return list
}

// find returns the path of what elem names below the folder shared; missing tells that the first
// folder of it is not there.
func find(shared string, elem []string) (path string, missing bool, err error) {
	if _, err := os.Stat(filepath.Join(shared, elem[0])); errors.Is(err, fs.ErrNotExist) {
		return "", true, nil
	}
	path = filepath.Join(append([]string{shared}, elem...)...)
	_, err = os.Stat(path)
	return path, false, err
}

// root returns the folder of the module, above the one that a test runs in.
func root() (string, error) {
	at, err := os.Getwd()
	if err != nil {
		return "", err
	}
	// At the head of every turn no folder below at is that of the module.
	for {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return at, nil
		}
		up := filepath.Dir(at)
		if up == at {
			return "", errors.New("beside: no go.mod above the test")
		}
		at = up
	}
}
