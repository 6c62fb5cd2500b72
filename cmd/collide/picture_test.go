package main

import (
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/golden"
)

// The pictures of the documentation are what check draws of the examples. After a change of the
// pictures:
//
//	go test ./cmd/collide -run TestPictures -update
func TestPictures(t *testing.T) {
	for _, name := range []string{"cell.svg", "cell.png", "plan.svg", "bracket.svg"} {
		scene := strings.TrimSuffix(name, filepath.Ext(name))
		path := filepath.Join(t.TempDir(), name)
		got := execute("", "check", "--picture", path, filepath.Join("../../examples", scene, scene+".yaml"))
		if got.status != statusFound || got.stderr != "" {
			t.Fatalf("%s: status %d\n%s", name, got.status, got.stderr)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		kept := "../../../docs/pictures/" + name // from testdata
		if filepath.Ext(name) == ".png" {
			golden.ComparePNG(t, kept, text)
		} else {
			golden.CompareSVG(t, kept, string(text))
		}
	}
}

func TestPictureFlags(t *testing.T) {
	plane := strings.NewReplacer("dim: 3", "dim: 2", "sphere", "circle", ", 0, 0]", ", 0]")
	good, other := file(t, "good.yaml", plane.Replace(twoBalls(1))), file(t, "other.yaml", plane.Replace(twoBalls(3)))
	bad := file(t, "bad.yaml", "version: 2")
	dir := t.TempDir()
	out := filepath.Join(dir, "x.svg")
	for _, c := range []struct {
		name, args string
		status     int
		stderr     string
		written    bool
	}{
		{"a picture beside the table", "--picture FILE GOOD", 1, "", true},
		{"upper case", "--picture " + filepath.Join(dir, "X.SVG") + " GOOD", 1, "", false},
		{"no such kind", "--picture x.jpg GOOD", 2, `.svg or .png, not "x.jpg"`, false},
		{"no kind", "--picture x GOOD", 2, ".svg or .png", false},
		{"two scenes", "--picture FILE GOOD OTHER", 2, "one scene, not 2", false},
		{"no such directory", "--picture " + filepath.Join(dir, "none", "x.png") + " GOOD", 2, "cannot write ", false},
		{"a directory", "--picture " + filepath.Join(dir, "is.svg") + " GOOD", 2, "cannot write ", false},
		{"a bad scene", "--picture FILE BAD", 2, "unsupported-version", false},
		{"a size", "--picture FILE --picture-size 400x300 GOOD", 1, "", true},
		{"a size of nothing", "--picture-size 400x300 GOOD", 2, "--picture-size goes with --picture or --html", false},
		{"a view of nothing", "--view 30,40 GOOD", 2, "--view goes with --picture or --html", false},
		{"half a size", "--picture FILE --picture-size 400 GOOD", 2, "WIDTHxHEIGHT", false},
		{"a size too small", "--picture FILE --picture-size 10x10 GOOD", 2, "320x240", false},
		{"a size too large", "--picture FILE --picture-size 400x99999 GOOD", 2, "4096x4096", false},
		{"a view", "--picture FILE --view 30,-45 GOOD", 1, "", true},
		{"no view", "--picture FILE --view up GOOD", 2, "AZIMUTH,ELEVATION", false},
		{"a view that is no number", "--picture FILE --view 0,NaN GOOD", 2, "AZIMUTH,ELEVATION", false},
	} {
		if err := os.RemoveAll(out); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(dir, "is.svg", "full"), 0o777); err != nil {
			t.Fatal(err)
		}
		args := strings.Fields(strings.NewReplacer("FILE", out, "GOOD", good, "OTHER", other, "BAD", bad).Replace(c.args))
		got := execute("", append([]string{"check"}, args...)...)
		_, err := os.Stat(out)
		if got.status != c.status || !strings.Contains(got.stderr, c.stderr) || c.stderr == "" && got.stderr != "" || c.written != (err == nil) {
			t.Errorf("%s: status %d, want %d with %q, written %v\n%s", c.name, got.status, c.status, c.stderr, err == nil, got.stderr)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left over: %v %v", left, err)
	}
}

// A picture that cannot be written whole leaves what was there.
func TestWriteWhole(t *testing.T) {
	path := file(t, "a.svg", "before")
	err := writeWhole(path, func(w io.Writer) error {
		fmt.Fprint(w, "half")
		return errors.New("no more")
	})
	if err == nil || !strings.Contains(err.Error(), "no more") || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "before" {
		t.Errorf("%q %v", text, err)
	}
}

// A picture of a scene without units, of the plane, in its size.
func TestPictureSize(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.png")
	scene := "version: 1\ndim: 2\nobjects:\n  - {name: a, shape: {type: circle, radius: 1}}\n"
	if got := execute(scene, "check", "--picture", path, "--picture-size", "500x400", "-"); got.status != 0 {
		t.Fatalf("status %d\n%s", got.status, got.stderr)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if s := img.Bounds().Size(); s.X != 500 || s.Y != 400 {
		t.Errorf("size %v", s)
	}
}
