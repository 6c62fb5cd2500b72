package mesh

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

// lineEnds are the ends that lines of text may have.
var lineEnds = []string{"\n", "\r\n", "\r"}

// texts are a tetrahedron in each format of text, with comments, names, blank lines and continued
// ones.
var texts = map[string]string{
	"a.obj": "# a\n\nmtllib a.mtl\no one # two\nv 0 0 0\nv 1 0 0 1 0 0\nv 0 1 \\\n0\nv 0 0 1\ng h\nusemtl red\nf 1 3 2\nf 1 2 4\nf 1 4 3 # x\ng\n" +
		"f 2 3 4\n",
	"a.stl": "solid a b\n facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\nendloop\nendfacet\nendsolid a b\n" +
		"solid c\n facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\nendloop\nendfacet\nendsolid\n",
	"a.off": "OFF # x\n4 4 6\n0 0 0\n1 0 0\n\n0 1 0 255 0 0\n0 0 1\n3 0 2 1\n3 0 1 3 1 0 0\n3 0 3 2\n# y\n3 1 2 3\n",
	"a.ply": "ply\nformat ascii 1.0\ncomment a\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n" +
		"element face 4\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n",
}

// TestLineEnds: CR, LF and CR LF end lines in every format of text, mixed ones too, and wherever
// the reader's pieces end.
func TestLineEnds(t *testing.T) {
	t.Parallel()
	for name, text := range texts {
		want, err := Decode(strings.NewReader(text), name, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, end := range []string{"\r\n", "\r", "mixed"} {
			lines := strings.Split(text, "\n")
			var b strings.Builder
			for k, l := range lines[:len(lines)-1] {
				b.WriteString(l)
				if end == "mixed" {
					b.WriteString(lineEnds[k%3])
				} else {
					b.WriteString(end)
				}
			}
			got, err := Decode(strings.NewReader(b.String()), name, Options{})
			if err != nil || !reflect.DeepEqual(got.Parts, want.Parts) {
				t.Errorf("%s with %q: %v", name, end, err)
			}
			got, err = Decode(iotest.OneByteReader(strings.NewReader(b.String())), name, Options{})
			if err != nil || !reflect.DeepEqual(got.Parts, want.Parts) {
				t.Errorf("%s with %q, byte by byte: %v", name, end, err)
			}
		}
	}
}

// TestLineEndsNumbers: an error has the number of its line, whatever ends lines.
func TestLineEndsNumbers(t *testing.T) {
	t.Parallel()
	for name, text := range texts {
		lines := strings.Split(text, "\n")
		for k, l := range lines {
			if !strings.HasPrefix(l, "v") && !strings.HasPrefix(l, "0 ") {
				continue
			}
			bad := append([]string(nil), lines...)
			bad[k] = strings.Replace(l, "0", "0x0", 1)
			for _, end := range lineEnds {
				_, err := Decode(strings.NewReader(strings.Join(bad, end)), name, Options{})
				var e *Error
				if !errors.As(err, &e) || e.Line != k+1 {
					t.Errorf("%s with %q, %q in line %d: %v", name, end, bad[k], k+1, err)
				}
			}
		}
	}
}

// TestLineEndsBinaryPLY: behind a header whose lines end with CR alone the numbers begin at once,
// with whatever byte.
func TestLineEndsBinaryPLY(t *testing.T) {
	t.Parallel()
	header := "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty uchar n\nproperty float x\nproperty float y\n" +
		"property float z\nend_header\n"
	for _, end := range lineEnds {
		for _, first := range []byte{'\n', '\r', ' ', 0} {
			data := append([]byte(strings.ReplaceAll(header, "\n", end)), first)
			for _, x := range []float32{1, 2, 3} {
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
			}
			m, err := Decode(bytes.NewReader(data), "a.ply", Options{})
			if err != nil || m.Parts[0].Points()[0].Z != 3 {
				t.Errorf("lines end with %q, the first byte is %q: %v", end, first, err)
			}
		}
	}
}

// TestSaysWhatIsWrong: a 3MF file that ends early is not told to be none, and an index of 0 not
// that there are too few points.
func TestSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, data, message string }{
		{"a.3mf", "PK\x03\x04" + strings.Repeat("\x00", 80), "byte 84: bad-mesh: the ZIP file that a 3MF file is ends early"},
		{"a.3mf", strings.Repeat("\x00", 80), "byte 0: bad-mesh: not a ZIP file"},
		{"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n", "a.obj:4: bad-mesh: index 0; points count from 1"},
		{"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -4 1 2\n", "a.obj:4: bad-mesh: index -4, but there are 3 points so far"},
	} {
		_, err := Decode(strings.NewReader(row.data), row.name, Options{})
		if err == nil || !strings.Contains(err.Error(), row.message) {
			t.Errorf("%q: %v, want %q", row.data, err, row.message)
		}
	}
}
