package twin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ownFiles are the files of the worlds that are written for each dimension.
var ownFiles = map[string]string{
	"joined_test.go":        "the floor and the way up of its dimension",
	"space.go":              "vectors, rotations and boxes",
	"space_hash.go":         "their coordinates",
	"space_wire.go":         "their bytes, and the shapes",
	"space_test.go":         "tests of those",
	"space_wire_test.go":    "tests of those",
	"space_wire_surface.go": "their form in files",
	"space_surface_test.go": "surfaces of each dimension",
	"example_test.go":       "an example of each dimension",
}

// ownWords are what else differs: the words of the plane before those of space.
var ownWords = strings.NewReplacer(
	"d2", "d3",
	"Circle{", "Sphere{",
	"States       [2]State", "States       [4]State", // the points of a manifold
	"math.Sqrt(float64(n))", "math.Cbrt(float64(n))", // the side of a crowd
	"randomPoint(r, 400)", "randomPoint(r, 60)",
	"float64(600 * (i % 2))", "float64(100 * (i % 2))",
	"randomPose(t, r, 20)", "randomPose(t, r, 8)",
)

// TestWorldFiles holds that the two worlds are the same text but for the files and words above:
// what is mended in one is mended in the other.
func TestWorldFiles(t *testing.T) {
	files := map[string]int{}
	for i, dir := range []string{"d2/world", "d3/world"} {
		list, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		if err != nil || len(list) < 20 {
			t.Fatal(dir, len(list), err)
		}
		for _, f := range list {
			files[filepath.Base(f)] |= 1 << i
		}
	}
	for name, in := range files {
		if in != 3 {
			t.Errorf("%s is in one of the worlds alone", name)
		}
		if ownFiles[name] != "" || in != 3 {
			continue
		}
		plane, err := os.ReadFile(filepath.Join(root, "d2/world", name))
		if err != nil {
			t.Fatal(err)
		}
		space, err := os.ReadFile(filepath.Join(root, "d3/world", name))
		if err != nil {
			t.Fatal(err)
		}
		p, s := strings.Split(ownWords.Replace(string(plane)), "\n"), strings.Split(string(space), "\n")
		for i := range max(len(p), len(s)) {
			if i >= len(p) || i >= len(s) || p[i] != s[i] {
				t.Errorf("%s: line %d is another one in the other world", name, i+1)
				break
			}
		}
	}
	for name := range ownFiles {
		if files[name] == 0 {
			t.Errorf("%s is not there", name)
		}
	}
}
