package mesh

import (
	"bytes"

	"github.com/collide-go/collide/d3"
)

// isOFF reports whether the first word of head is that of an OFF file.
func isOFF(head []byte) bool {
	word, _, _ := bytes.Cut(bytes.TrimLeft(head, " \t\r\n"), []byte("\n"))
	if fields := bytes.Fields(word); len(fields) > 0 {
		return bytes.HasSuffix(fields[0], []byte("OFF"))
	}
	return false
}

// offWords are the first words of the kinds of OFF that are read: with colours, normals and texture
// coordinates of the vertices, which are dropped.
var offWords = map[string]bool{
	"OFF": true, "COFF": true, "NOFF": true, "CNOFF": true, "STOFF": true, "STCOFF": true, "STNOFF": true, "STCNOFF": true,
}

// offReader is the state of readOFF.
type offReader struct {
	*words
	mesh Mesh
	n    int64 // of points that the file announces
}

// readOFF reads an OFF file of text: the word OFF, the numbers of vertices, faces and edges, then a
// line for each vertex and face. A face of n corners becomes the fan of n-2 triangles about its
// first corner [OFF94].
func readOFF(s *source) (*Model, error) {
	r := offReader{words: newWords(newInput(s))}
	faces, err := r.header()
	if err != nil {
		return nil, err
	}
	for range r.n {
		if err := r.vertex(); err != nil {
			return nil, err
		}
	}
	for range faces {
		if err := r.face(); err != nil {
			return nil, err
		}
	}
	if r.item() {
		return nil, r.found("the file goes on behind its last face; its end is wanted")
	}
	if r.err != nil {
		return nil, r.err
	}
	return s.modelOf(&flat{mesh: r.mesh}, nil)
}

// item reads the first word of the next line that has one, and reports whether there is one.
func (r *offReader) item() bool {
	for !r.inLine(false) {
		if !r.endLine() {
			return false
		}
	}
	return true
}

// header reads the first word and the numbers, and returns that of the faces.
func (r *offReader) header() (int64, error) {
	if !r.item() {
		return 0, r.fail("an empty file; an OFF file begins with the word OFF")
	}
	if !offWords[string(r.word)] {
		if bytes.HasSuffix(r.word, []byte("OFF")) {
			return 0, coded(ErrUnsupported, r.found("OFF files of other than three dimensions are not read; OFF is wanted"))
		}
		return 0, r.found("OFF is wanted, and a line end behind it")
	}
	if r.inLine(false) {
		if string(r.word) == "BINARY" {
			return 0, coded(ErrUnsupported, r.fail("binary OFF is not read; text is"))
		}
	} else if !r.item() {
		return 0, r.fail("file ends where the numbers of vertices, faces and edges should stand")
	}
	var n [3]int64
	for k := range n {
		if k > 0 && !r.inLine(false) {
			return 0, r.fail("the numbers of vertices, faces and edges are wanted; there are %d", k)
		}
		var ok bool
		if n[k], ok = parseInt(r.word); !ok || n[k] < 0 {
			return 0, r.found("a number of vertices, faces or edges is wanted")
		}
	}
	if err := r.endOfItem(); err != nil {
		return 0, err
	}
	return n[1], r.room(n[0], n[1])
}

// endOfItem refuses a further word in the line.
func (r *offReader) endOfItem() error {
	if r.inLine(false) {
		return r.found("the end of the line is wanted")
	}
	return nil
}

// room makes room for the vertices and faces that are announced, if the file can hold them.
func (r *offReader) room(points, faces int64) error {
	const line = 6 // bytes that a vertex has at least, as in "0 0 0" and a line end; a face has 8
	r.n = points
	room, fits := r.capacity(points, line)
	roomFaces, fitFaces := r.capacity(faces, line)
	switch {
	case points == 0:
		return r.fail("no points")
	case points > int64(r.opt.MaxPoints):
		return r.tooMany(r.opt.MaxPoints, "points")
	case faces > int64(r.opt.MaxTriangles):
		return r.tooMany(r.opt.MaxTriangles, "triangles")
	case (!fits || !fitFaces) && points+faces > 1:
		return r.fail("%d points and %d faces do not fit into the %d bytes of the file", points, faces, r.size)
	}
	r.mesh.Points = make([]d3.Vec, 0, room)
	r.mesh.Triangles = make([][3]int32, 0, roomFaces)
	return nil
}

// vertex reads the line of a vertex.
func (r *offReader) vertex() error {
	if !r.item() {
		return r.fail("file ends after %d of %d vertices", len(r.mesh.Points), r.n)
	}
	var x [3]float64
	for k := range x {
		if k > 0 && !r.inLine(false) {
			return r.fail("a vertex has 3 coordinates; there are %d", k)
		}
		var err error
		if x[k], err = r.number(); err != nil {
			return err
		}
	}
	r.mesh.Points = append(r.mesh.Points, d3.Vec{X: x[0], Y: x[1], Z: x[2]})
	r.skipLine()
	return nil
}

// face reads the line of a face: its number of corners, the corners, and a colour, which is
// dropped.
func (r *offReader) face() error {
	if !r.item() {
		return r.fail("file ends before its last face")
	}
	n, ok := parseInt(r.word)
	if !ok || n < 1 {
		return r.found("the number of corners of a face is wanted")
	}
	if n < 3 {
		return r.fail("a face has at least 3 corners; there are %d", n)
	}
	var t [3]int32
	for k := range n {
		if !r.inLine(false) {
			return r.fail("a face of %d corners has %d", n, k)
		}
		i, ok := parseInt(r.word)
		if !ok {
			return r.found("the index of a vertex is wanted")
		}
		if i < 0 || i >= r.n {
			return r.fail("index %d; the %d points count from 0", i, r.n)
		}
		if !r.mesh.fan(&t, int(min(k, 2)), int32(i), r.opt.MaxTriangles) {
			return r.tooMany(r.opt.MaxTriangles, "triangles")
		}
	}
	r.skipLine()
	return nil
}
