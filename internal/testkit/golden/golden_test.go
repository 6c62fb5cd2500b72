package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recorder is a test that notes its failures.
type recorder struct {
	testing.TB
	dir    string
	failed string
}

func (r *recorder) Helper()             {}
func (r *recorder) ArtifactDir() string { return r.dir }
func (r *recorder) Errorf(format string, args ...any) {
	r.failed += fmt.Sprintf(format, args...)
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.failed += fmt.Sprintf(format, args...)
	panic(r)
}

// failure returns what compare complains about.
func failure(t *testing.T, path, got string, rewrite bool) string {
	t.Helper()
	return failureOf(t, func(r *recorder) { compare(r, path, got, rewrite) })
}

// failureOf returns what f complains about.
func failureOf(t *testing.T, f func(r *recorder)) string {
	t.Helper()
	r := &recorder{TB: t, dir: t.TempDir()}
	func() {
		defer func() {
			if e := recover(); e != nil && e != any(r) {
				panic(e)
			}
		}()
		f(r)
	}()
	return r.failed
}

func TestCompareBlock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.md")
	block := func(word, got string, rewrite bool) string {
		return failureOf(t, func(r *recorder) { compareBlock(r, path, word, got, rewrite) })
	}
	page := "head\n```go\none\n```\n\n```text\ntwo\n```\ntail\n"
	if err := os.WriteFile(path, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	if f := block("text", "two\n", false); f != "" {
		t.Errorf("equal block: %s", f)
	}
	if f := block("text", "three\n", false); !strings.Contains(f, "line 1") {
		t.Errorf("another block: %q should name line 1", f)
	}
	if f := block("yaml", "two\n", false); !strings.Contains(f, "no block") {
		t.Errorf("missing block: %q", f)
	}
	if f := block("text", "three\n", true); f != "" {
		t.Errorf("update: %s", f)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != strings.Replace(page, "two", "three", 1) {
		t.Errorf("update wrote %q, %v", b, err)
	}
}

func TestCompare(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b.txt")
	if f := failure(t, path, "one\ntwo\n", false); !strings.Contains(f, "-update") {
		t.Errorf("missing file: %q should tell of -update", f)
	}
	if f := failure(t, path, "one\ntwo\n", true); f != "" {
		t.Errorf("update: %s", f)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "one\ntwo\n" {
		t.Errorf("update wrote %q, %v", b, err)
	}
	if f := failure(t, path, "one\ntwo\n", false); f != "" {
		t.Errorf("equal text: %s", f)
	}
	for got, want := range map[string]string{
		"one\nTWO\n":        "line 2",
		"one\ntwo":          "line 3",
		"one\ntwo\nthree\n": "line 3",
	} {
		if f := failure(t, path, got, false); !strings.Contains(f, want) {
			t.Errorf("got %q: %q should name %s", got, f, want)
		}
	}
}
