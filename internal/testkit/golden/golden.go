// Package golden compares what a test got with a file under testdata or a block of a page. `go test
// -update` rewrites them.
package golden

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files with what the tests got")

// Compare fails t unless got equals the file testdata/name, byte for byte. What was got is then
// kept in the artifact directory of the test. With -update it writes the file instead, and never
// fails for a difference.
func Compare(t testing.TB, name, got string) {
	t.Helper()
	compare(t, filepath.Join("testdata", filepath.FromSlash(name)), got, *update)
}

// CompareBlock fails t unless got is what stands in the first block of a Markdown page that is
// fenced with the given word. With -update it rewrites the block instead.
func CompareBlock(t testing.TB, page, word, got string) {
	t.Helper()
	compareBlock(t, page, word, got, *update)
}

// compareBlock is CompareBlock with the flag.
func compareBlock(t testing.TB, page, word, got string, rewrite bool) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	open := "\n```" + word + "\n"
	before, rest, found := strings.Cut(string(text), open)
	want, after, closed := strings.Cut(rest, "```\n")
	switch {
	case !found || !closed:
		t.Fatalf("%s has no block fenced with %s", page, word)
	case rewrite:
		if err := write(page, before+open+got+"```\n"+after); err != nil {
			t.Fatal(err)
		}
	case got != want:
		t.Errorf("the block %s of %s differs\n%s", word, page, firstDifference([]byte(want), []byte(got)))
	}
}

// compare is Compare for any path.
func compare(t testing.TB, path, got string, rewrite bool) {
	t.Helper()
	if rewrite {
		if err := write(path, got); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	if got == string(want) {
		return
	}
	kept := filepath.Join(t.ArtifactDir(), filepath.Base(path))
	if err := write(kept, got); err != nil {
		t.Error(err)
	}
	t.Errorf("%s differs, got kept in %s\n%s", path, kept, firstDifference(want, []byte(got)))
}

// write writes the file and the directories above it.
func write(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o666)
}

// firstDifference shows the first line in which want and got differ.
func firstDifference(want, got []byte) string {
	w, g := bytes.Split(want, []byte("\n")), bytes.Split(got, []byte("\n"))
	for i := range max(len(w), len(g)) {
		if i >= len(w) || i >= len(g) || !bytes.Equal(w[i], g[i]) {
			return fmt.Sprintf("line %d\nwant %s\n got %s", i+1, lineOf(w, i), lineOf(g, i))
		}
	}
	return "no difference"
}

// lineOf returns line i, quoted, or that it is missing.
func lineOf(lines [][]byte, i int) string {
	if i >= len(lines) {
		return "(no such line)"
	}
	return fmt.Sprintf("%q", lines[i])
}
