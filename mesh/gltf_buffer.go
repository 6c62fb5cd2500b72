package mesh

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"path"
	"strings"
)

// buffer reads a buffer: bytes in the text, or in a file.
func (g *gltfFile) buffer() gltfBuffer {
	j := g.j
	b := gltfBuffer{pos: g.start(), name: g.name}
	var uri []byte
	at := 0
	j.mapping(map[string]func(){
		"byteLength": func() { b.length = j.whole(1 << 53) },
		"uri": func() {
			at = g.start()
			raw, escaped := j.raw()
			if uri = raw; escaped {
				uri = []byte(j.unescape(raw))
			}
		},
		"extensions": g.extensions,
	})
	switch {
	case j.err != nil:
	case b.length == 0:
		j.failAt(b.pos, "a buffer needs a byteLength that is not 0")
	case uri == nil:
	case bytes.HasPrefix(uri, []byte("data:")):
		g.inText(&b, uri, at)
	default:
		g.inFile(&b, string(uri), at)
	}
	return b
}

// inText takes the bytes of a buffer out of a data URI.
func (g *gltfFile) inText(b *gltfBuffer, uri []byte, at int) {
	head, body, found := bytes.Cut(uri, []byte(","))
	if !found || !bytes.HasSuffix(head, []byte(";base64")) {
		g.j.failAt(at, "a data URI of base64 is wanted")
		return
	}
	text := base64At{text: body}
	if err := text.check(); err != nil {
		g.j.failAt(at, "a data URI with wrong base64: %v", err)
		return
	}
	if size := text.size(); size < b.length {
		g.j.failAt(at, "%d bytes, of which the URI has %d", b.length, size)
		return
	}
	b.at, b.base = text, g.j.base+1+int64(at)
	if g.j.base < 0 {
		b.name, b.base = g.name+" (data URI)", 0
	}
}

// base64At has the bytes that a text of base64 stands for.
type base64At struct{ text []byte }

// size returns how many bytes there are.
func (b base64At) size() int64 {
	return int64(len(b.text)/4*3 - (len(b.text) - len(bytes.TrimRight(b.text, "="))))
}

// check reads all bytes once.
func (b base64At) check() error {
	if _, err := io.Copy(io.Discard, base64.NewDecoder(base64.StdEncoding.Strict(), bytes.NewReader(b.text))); err != nil {
		return err
	}
	if bytes.ContainsAny(b.text, "\r\n") {
		return base64.CorruptInputError(bytes.IndexAny(b.text, "\r\n"))
	}
	return nil
}

// ReadAt reads the bytes from off on.
func (b base64At) ReadAt(p []byte, off int64) (int, error) {
	n := 0
	var three [3]byte
	for n < len(p) {
		q := int(off+int64(n)) / 3 * 4
		if q+4 > len(b.text) {
			return n, io.EOF
		}
		skip := int(off+int64(n)) % 3
		if whole := min((len(p)-n)/3, (len(b.text)-q)/4-1); skip == 0 && whole > 0 { // all but the last four letters
			k, err := base64.StdEncoding.Decode(p[n:], b.text[q:q+4*whole])
			if n += k; err != nil {
				return n, err
			}
			continue
		}
		k, err := base64.StdEncoding.Decode(three[:], b.text[q:q+4])
		if err != nil || k <= skip {
			return n, io.EOF
		}
		n += copy(p[n:], three[skip:k])
	}
	return n, nil
}

// inFile takes the bytes of a buffer out of a file in the folder of the glTF file, or below.
func (g *gltfFile) inFile(b *gltfBuffer, uri string, at int) {
	data, size, err := g.open(uri)
	var mine *Error
	var missing *fs.PathError
	switch {
	case err == nil && size < b.length:
		g.j.failAt(at, "%d bytes, of which the file has %d", b.length, size)
	case err == nil:
		b.at, b.name = data, path.Join(path.Dir(g.name), uri)
	case errors.As(err, &mine):
		g.j.code(mine.Unwrap(), at, "%s", mine.Message)
	case errors.As(err, &missing):
		g.j.found(at, "a file that can be read is wanted ("+missing.Err.Error()+")", []byte(uri))
	case g.j.err == nil:
		g.j.err = err
	}
}

// openFile opens a file that this one names, which is in the same folder or below, and returns it
// with its size; the caller closes it. The error is an *Error without a place, or what the FS said.
func (s *source) openFile(uri string) (fs.File, int64, error) {
	name, err := url.PathUnescape(uri)
	switch {
	case err != nil || strings.ContainsAny(name, ":\\") || !fs.ValidPath(path.Clean(name)) || path.Clean(name) == ".":
		return nil, 0, &Error{Code: ErrUnsupported, Message: "files outside the folder of this one are not read"}
	case s.opt.Files == nil:
		return nil, 0, &Error{Code: ErrUnsupported, Message: "a file that names other files, which are not allowed here; " +
			"one that holds all is read, such as .glb"}
	}
	name = path.Join(s.dir, name)
	info, err := fs.Stat(s.opt.Files, name)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() { // to open a pipe would wait for a writer
		return nil, 0, &fs.PathError{Op: "read", Path: name, Err: fs.ErrInvalid}
	}
	if info.Size() > s.opt.MaxBytes {
		return nil, 0, &Error{Code: ErrTooLarge, Message: "a file above the limit of bytes"}
	}
	s.named = append(s.named, name)
	f, err := s.opt.Files.Open(name)
	return f, info.Size(), err
}

// open is openFile of a buffer, of which any piece can be read. It is closed when g is.
func (g *gltfFile) open(uri string) (io.ReaderAt, int64, error) {
	const most = 1 << 10 // open files
	if len(g.closers) == most {
		return nil, 0, &Error{Code: ErrTooLarge, Message: "more than 1024 files of buffers"}
	}
	f, size, err := g.openFile(uri)
	if err != nil {
		return nil, 0, err
	}
	g.closers = append(g.closers, f)
	if at, ok := f.(io.ReaderAt); ok {
		return at, size, nil
	}
	side := &source{name: uri, opt: g.opt, r: f, size: size}
	data, err := side.readAll()
	if err != nil {
		return nil, 0, err
	}
	return bytes.NewReader(data), int64(len(data)), nil
}
