package edges

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// box is a type as packages have them: made by a constructor, and of no use without.
type box struct{ parts []int }

func newBox(n int) (*box, error) {
	if n < 1 || n > 100 {
		return nil, errors.New("no")
	}
	return &box{make([]int, n)}, nil
}

func (b *box) Part(i int) int     { return b.parts[i] }
func (b *box) First() int         { return b.parts[0] }
func (b *box) Len() int           { return len(b.parts) }
func (b *box) Of(r io.Reader) int { n, _ := r.Read(b.parts2()); return n }
func (b *box) parts2() []byte     { return make([]byte, len(b.parts)) }

const source = `package p
type box struct{}
type Other struct{}
func New(n int) {}
func Far() {}
func (o *Other) Gone() {}
func (o *Other) hidden() {}
func hidden() {}
`

// TestSweep: what panics is told with the values that made it, once; and what is not called, too.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	test := "package p\nfunc Help() {}\nfunc (b *box) Len() {}\n"
	if err := os.WriteFile(filepath.Join(dir, "p_test.go"), []byte(test), 0o600); err != nil {
		t.Fatal(err)
	}
	faults, err := sweep(dir, &Package{
		Calls: 100, Funcs: map[string]any{"New": newBox}, Types: []any{&box{}}, Panics: map[string]bool{"box.Part": true},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"box.First({parts:[]}): runtime error: index out of range", "Far is not called", "Other.Gone is not called"}
	if len(faults) != len(want) {
		t.Fatalf("faults %q", faults)
	}
	for i, w := range want {
		if !strings.HasPrefix(faults[i], w) {
			t.Errorf("fault %q, want %q", faults[i], w)
		}
	}
}

// TestSweepKeeps: what a constructor returned is what methods are called with, and no test is good
// that sees zero values alone.
func TestSweepKeeps(t *testing.T) {
	whole := 0
	count := func(b *box) { whole += min(len(b.parts), 1) }
	_, err := sweep(t.TempDir(), &Package{
		Calls: 100, Types: []any{&box{}}, Funcs: map[string]any{"A": newBox, "B": count},
	})
	if err != nil || whole < 20 {
		t.Errorf("%d of 100 calls with a box that is whole, %v", whole, err)
	}
}

// TestEachPackage: each package that users import has a sweep.
func TestEachPackage(t *testing.T) {
	const root = "../../.."
	swept := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if path != root && (strings.HasPrefix(d.Name(), ".") || slices.Contains(notImported, d.Name())) {
			return filepath.SkipDir
		}
		here, err := parse(path)
		if err != nil || len(here.names) == 0 {
			return err
		}
		swept++
		text, err := os.ReadFile(filepath.Join(path, "edges_test.go"))
		if err != nil || !strings.Contains(string(text), "edges.Run(t,") {
			t.Errorf("%s exports %d functions and methods, and has no sweep: %v", path, len(here.names), err)
		}
		return nil
	})
	if err != nil || swept < 12 {
		t.Errorf("%d packages, %v", swept, err)
	}
}

// notImported are folders without packages that users import.
var notImported = []string{"internal", "cmd", "examples", "tools", "bench", "testdata", "docs", "scripts"}
