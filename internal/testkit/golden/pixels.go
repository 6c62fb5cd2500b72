package golden

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ComparePNG is Compare for a picture: its pixels must be those of the golden one within one level
// of each channel, because an encoder may change.
func ComparePNG(t testing.TB, name string, got []byte) {
	t.Helper()
	comparePNG(t, filepath.Join("testdata", filepath.FromSlash(name)), got, *update)
}

// CompareSVG is Compare for SVG: pictures inside it, as data of PNG, are compared as ComparePNG
// does.
func CompareSVG(t testing.TB, name, got string) {
	t.Helper()
	compareSVG(t, filepath.Join("testdata", filepath.FromSlash(name)), got, *update)
}

// comparePNG is ComparePNG for any path.
func comparePNG(t testing.TB, path string, got []byte, rewrite bool) {
	t.Helper()
	if rewrite {
		if want, err := os.ReadFile(path); err == nil && samePNG(want, got) == nil {
			return // no new bytes for the same picture
		}
		if err := write(path, string(got)); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	if err := samePNG(want, got); err != nil {
		kept := keep(t, path, string(got))
		t.Errorf("%s differs, got kept in %s\n%v", path, kept, err)
	}
}

// compareSVG is CompareSVG for any path.
func compareSVG(t testing.TB, path, got string, rewrite bool) {
	t.Helper()
	read, err := os.ReadFile(path)
	want := string(read)
	diff := err
	if err == nil {
		diff = sameSVG(want, got)
	}
	switch {
	case diff == nil:
	case rewrite:
		if err := write(path, got); err != nil {
			t.Fatal(err)
		}
	case err != nil:
		t.Fatalf("%v (go test -update writes it)", err)
	default:
		t.Errorf("%s differs, got kept in %s\n%v", path, keep(t, path, got), diff)
	}
}

// keep stores what a test got in its artifact directory and returns where.
func keep(t testing.TB, path, got string) string {
	t.Helper()
	kept := filepath.Join(t.ArtifactDir(), filepath.Base(path))
	if err := write(kept, got); err != nil {
		t.Error(err)
	}
	return kept
}

// dataPNG is how a picture inside SVG begins; it ends with a quote.
const dataPNG = `data:image/png;base64,`

// sameSVG returns what is different, or nil.
func sameSVG(want, got string) error {
	for {
		w, wrest, wfound := strings.Cut(want, dataPNG)
		g, grest, gfound := strings.Cut(got, dataPNG)
		switch {
		case w != g:
			return errors.New(firstDifference([]byte(w), []byte(g)))
		case wfound != gfound:
			return fmt.Errorf("a picture more: want %v, got %v", wfound, gfound)
		}
		if !wfound {
			return nil
		}
		var wpng, gpng string
		wpng, want, _ = strings.Cut(wrest, `"`)
		gpng, got, _ = strings.Cut(grest, `"`)
		wbytes, err := base64.StdEncoding.DecodeString(wpng)
		if err != nil {
			return err
		}
		gbytes, err := base64.StdEncoding.DecodeString(gpng)
		if err != nil {
			return err
		}
		if err := samePNG(wbytes, gbytes); err != nil {
			return err
		}
	}
}

// samePNG returns what is different, or nil.
func samePNG(want, got []byte) error {
	w, err := png.Decode(bytes.NewReader(want))
	if err != nil {
		return fmt.Errorf("golden picture: %w", err)
	}
	g, err := png.Decode(bytes.NewReader(got))
	if err != nil {
		return err
	}
	if w.Bounds() != g.Bounds() {
		return fmt.Errorf("size: want %v, got %v", w.Bounds().Size(), g.Bounds().Size())
	}
	var first image.Point
	n := 0
	for y := w.Bounds().Min.Y; y < w.Bounds().Max.Y; y++ {
		for x := w.Bounds().Min.X; x < w.Bounds().Max.X; x++ {
			if !near(w.At(x, y), g.At(x, y)) {
				if n == 0 {
					first = image.Pt(x, y)
				}
				n++
			}
		}
	}
	if n > 0 {
		return fmt.Errorf("%d pixels differ, first %v: want %v, got %v", n, first, w.At(first.X, first.Y),
			g.At(first.X, first.Y))
	}
	return nil
}

// near reports whether two colours, times their opacity, differ by one level at most in each
// channel.
func near(a, b color.Color) bool {
	p, q := color.RGBAModel.Convert(a).(color.RGBA), color.RGBAModel.Convert(b).(color.RGBA)
	same := func(x, y uint8) bool { return max(x, y)-min(x, y) <= 1 }
	return same(p.R, q.R) && same(p.G, q.G) && same(p.B, q.B) && same(p.A, q.A)
}
