package golden

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"path/filepath"
	"strings"
	"testing"
)

// picture returns a PNG of four pixels, the first of them red at the given level.
func picture(t *testing.T, red uint8, level png.CompressionLevel) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	img.SetNRGBA(0, 0, color.NRGBA{R: red, A: 255})
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: level}).Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestComparePNG(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x", "a.png")
	try := func(got []byte, rewrite bool) string {
		return failureOf(t, func(r *recorder) { comparePNG(r, path, got, rewrite) })
	}
	if f := try(picture(t, 100, png.BestSpeed), false); !strings.Contains(f, "go test -update") {
		t.Errorf("missing file: %q", f)
	}
	if f := try(picture(t, 100, png.BestSpeed), true); f != "" {
		t.Errorf("rewriting: %q", f)
	}
	for _, c := range []struct {
		got  []byte
		want string
	}{
		{picture(t, 100, png.NoCompression), ""},
		{picture(t, 101, png.BestSpeed), ""},
		{picture(t, 102, png.BestSpeed), "1 pixels differ, first (0,0)"},
		{[]byte("no picture"), "png"},
	} {
		if f := try(c.got, false); (c.want == "") != (f == "") || !strings.Contains(f, c.want) {
			t.Errorf("want %q, got %q", c.want, f)
		}
	}
}

func TestCompareSVG(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.svg")
	svg := func(before string, red uint8, level png.CompressionLevel, after string) string {
		return before + dataPNG + base64.StdEncoding.EncodeToString(picture(t, red, level)) + `"` + after
	}
	try := func(got string, rewrite bool) string {
		return failureOf(t, func(r *recorder) { compareSVG(r, path, got, rewrite) })
	}
	good := svg("<a>\n", 100, png.BestSpeed, "<b>\n")
	if f := try(good, false); !strings.Contains(f, "go test -update") {
		t.Errorf("missing file: %q", f)
	}
	if f := try(good, true); f != "" {
		t.Errorf("rewriting: %q", f)
	}
	for _, c := range []struct{ got, want string }{
		{good, ""},
		{svg("<a>\n", 101, png.NoCompression, "<b>\n"), ""},
		{svg("<a>\n", 103, png.BestSpeed, "<b>\n"), "pixels differ"},
		{svg("<c>\n", 100, png.BestSpeed, "<b>\n"), "line 1"},
		{svg("<a>\n", 100, png.BestSpeed, "<c>\n"), "line 1"},
		{"<a>\n", "a picture more"},
		{good + good, "differs"},
	} {
		if f := try(c.got, false); (c.want == "") != (f == "") || !strings.Contains(f, c.want) {
			t.Errorf("want %q, got %q", c.want, f)
		}
	}
}
