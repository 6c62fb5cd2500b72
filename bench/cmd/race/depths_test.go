package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDepths: the results of the variant touch are the relation of each pair and the depth of the
// deepest point of its manifold, and no depth of bodies apart.
func TestDepths(t *testing.T) {
	for _, row := range []struct {
		dim, shape, far, deep string
		want                  float64
	}{
		{"2", "polygon 4 1 2 -1 2 -1 -2 1 -2", "pair s 0 0 1 0 s 3 0 1 0", "pair s 0 0 1 0 s 1.5 0.25 1 0", -0.5},
		{"3", "box 1 2 3", "pair s 0 0 0 0 0 0 1 s 3 0 0 0 0 0 1", "pair s 0 0 0 0 0 0 1 s 1.5 0.25 0 0 0 0 1", -0.5},
	} {
		work := filepath.Join(t.TempDir(), "w.txt")
		text := strings.Join([]string{"dim " + row.dim, "shape s " + row.shape, row.far, row.deep, ""}, "\n")
		if err := os.WriteFile(work, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(t.TempDir(), "out")
		if err := run([]string{work, "touch", "1", out}); err != nil {
			t.Fatal(err)
		}
		list, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(strings.TrimSpace(string(list)), "\n") {
			var k, hit int
			var d float64
			if _, err := fmt.Sscan(line, &k, &hit, &d); err != nil {
				t.Fatal(err)
			}
			if k != i || hit != i || i == 0 && !math.IsNaN(d) || i == 1 && math.Abs(d-row.want) > 1e-12 {
				t.Errorf("dim %s: %q", row.dim, line)
			}
		}
	}
}
