package beside

import (
	"os"
	"path/filepath"
	"testing"
)

// What lies there is found, a folder that is not there is missing, and a file that is gone from one
// that is there is an error.
func TestFind(t *testing.T) {
	shared := t.TempDir()
	if err := os.MkdirAll(filepath.Join(shared, "cases", "deep"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		elem            []string
		missing, failed bool
	}{
		{[]string{"cases"}, false, false},
		{[]string{"cases", "deep"}, false, false},
		{[]string{"cases", "gone"}, false, true},
		{[]string{"robots", "gone"}, true, false},
	} {
		path, missing, err := find(shared, c.elem)
		if missing != c.missing || (err != nil) != c.failed {
			t.Errorf("%v: missing %v, error %v", c.elem, missing, err)
		}
		if want := filepath.Join(append([]string{shared}, c.elem...)...); !missing && path != want {
			t.Errorf("%v: %s, want %s", c.elem, path, want)
		}
	}
}

// The module is the one of this file.
func TestRoot(t *testing.T) {
	at, err := root()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(at, "internal", "testkit", "beside", "beside_test.go")); err != nil {
		t.Error(err)
	}
}
