package mesh

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/collide-go/collide/d2"
)

// tiled is the state of DecodeMap.
type tiled struct {
	*source
	j          *jsonText
	m          Map
	cell       d2.Vec // size of a cell
	sets       []*tileset
	pieces     int
	points     int
	props      int // properties
	layerCount int
}

// tileset has the collision objects of tiles.
type tileset struct {
	first      int64
	size       d2.Vec // of a tile
	offset     d2.Vec
	count      int64
	columns    int64 // 0: each tile is an image of its own
	anchor     d2.Vec
	toGrid     bool
	collisions map[int64]*tile
}

// tile is a tile with collision objects, or of a size of its own.
type tile struct {
	pieces     []Piece
	size       d2.Vec // 0: that of the set
	class      string
	properties []Property
}

// readMap reads the map: first what stands around the layers, then these.
func (t *tiled) readMap() {
	j := t.j
	layers, width, height := -1, int64(0), int64(0)
	infinite, is := false, false
	j.mapping(map[string]func(){
		"type": func() { is = t.word("map") },
		"orientation": func() {
			at := t.start()
			if s := j.text(); s != "orthogonal" && j.err == nil {
				j.code(ErrUnsupported, at, "maps that are not orthogonal are not read")
			}
		},
		"infinite":   func() { infinite = j.boolean() },
		"width":      func() { width = j.whole(1 << 31) },
		"height":     func() { height = j.whole(1 << 31) },
		"tilewidth":  func() { t.cell.X = j.number() },
		"tileheight": func() { t.cell.Y = j.number() },
		"tilesets":   func() { j.list(func(int) { t.tileset() }) },
		"layers": func() {
			layers = t.start()
			j.skip()
		},
		"properties": func() { t.m.Properties = t.properties() },
	})
	j.done()
	if j.err != nil {
		return
	}
	if !is || layers < 0 || !(t.cell.X > 0 && t.cell.Y > 0) {
		j.failAt(0, "a map needs the type map, a tilewidth and tileheight above 0, and layers")
		return
	}
	if !infinite {
		t.m.Width, t.m.Height = float64(width)*t.cell.X, float64(height)*t.cell.Y
	}
	slices.SortStableFunc(t.sets, func(a, b *tileset) int { return int(a.first - b.first) })
	j.pos, j.path = layers, append(j.path[:0], "layers"...)
	j.list(func(int) { t.layer("", d2.Vec{}) })
}

func (t *tiled) start() int {
	t.j.peek()
	return t.j.pos
}

// word reads a string, and reports whether it is the one wanted.
func (t *tiled) word(want string) bool {
	at := t.start()
	if t.j.text() != want && t.j.err == nil {
		t.j.failAt(at, "%q is wanted", want)
	}
	return true
}

// name reads a name.
func (t *tiled) name() string {
	at := t.start()
	s := t.j.text()
	if len(s) > maxName {
		t.j.code(ErrTooLarge, at, "a name of more than %d bytes", maxName)
	}
	return s
}

// anchors are the places of a tile that lie at the place of its object, as parts of its size.
var anchors = map[string]d2.Vec{
	"unspecified": {Y: 1}, "topleft": {}, "top": {X: 0.5}, "topright": {X: 1}, "left": {Y: 0.5},
	"center": {X: 0.5, Y: 0.5}, "right": {X: 1, Y: 0.5}, "bottomleft": {Y: 1}, "bottom": {X: 0.5, Y: 1},
	"bottomright": {X: 1, Y: 1},
}

// tileset reads a tileset, or the name of its file.
func (t *tiled) tileset() {
	j := t.j
	at := t.start()
	s := &tileset{anchor: anchors["unspecified"], collisions: map[int64]*tile{}}
	source := ""
	sourceAt := 0
	t.tilesetKeys(s, map[string]func(){
		"firstgid": func() { s.first = j.whole(1<<28 - 1) },
		"source": func() {
			sourceAt = t.start()
			source = j.text()
		},
	})
	if j.err == nil && s.first == 0 {
		j.failAt(at, "a tileset needs a firstgid above 0")
	}
	if source != "" && j.err == nil {
		t.tilesetFile(s, source, sourceAt)
	}
	if len(t.sets) == t.opt.MaxParts {
		j.code(ErrTooLarge, at, "more than %d tilesets", t.opt.MaxParts)
	}
	t.sets = append(t.sets, s)
}

// tilesetKeys reads a tileset into s, with more keys than those of a file.
func (t *tiled) tilesetKeys(s *tileset, more map[string]func()) {
	j := t.j
	keys := map[string]func(){
		"tilewidth":  func() { s.size.X = j.number() },
		"tileheight": func() { s.size.Y = j.number() },
		"tilecount":  func() { s.count = j.whole(1<<28 - 1) },
		"columns":    func() { s.columns = j.whole(1<<28 - 1) },
		"tileoffset": func() { s.offset = t.vec() },
		"objectalignment": func() {
			at := t.start()
			var ok bool
			if s.anchor, ok = anchors[j.text()]; !ok && j.err == nil {
				j.failAt(at, "an alignment of Tiled is wanted")
			}
		},
		"tilerendersize": func() { s.toGrid = j.text() == "grid" },
		"tiles":          func() { j.list(func(int) { t.tile(s) }) },
	}
	maps.Copy(keys, more)
	j.mapping(keys)
}

// vec reads a mapping of x and y.
func (t *tiled) vec() d2.Vec {
	var v d2.Vec
	t.j.mapping(map[string]func(){"x": func() { v.X = t.j.number() }, "y": func() { v.Y = t.j.number() }})
	return v
}

// tilesetFile reads a tileset out of a file.
func (t *tiled) tilesetFile(s *tileset, name string, at int) {
	j := t.j
	if strings.HasSuffix(strings.ToLower(name), ".tsx") {
		j.code(ErrUnsupported, at, "tilesets of XML (.tsx) are not read; export them as JSON (.tsj), or embed them")
		return
	}
	f, size, err := t.openFile(name)
	var mine *Error
	var missing *fs.PathError
	switch {
	case errors.As(err, &mine):
		j.code(mine.Unwrap(), at, "%s", mine.Message)
		return
	case errors.As(err, &missing):
		j.found(at, "a tileset that can be read is wanted ("+missing.Err.Error()+")", []byte(name))
		return
	case err != nil:
		j.err = err
		return
	}
	defer f.Close()
	side := &source{name: t.source.name + " (" + name + ")", opt: t.opt, r: f, size: size}
	data, err := side.readAll()
	if err != nil {
		j.err = err
		return
	}
	t.j = newJSON(data, -1, side)
	t.tilesetKeys(s, map[string]func(){"type": func() { t.word("tileset") }})
	t.j.done()
	if t.j.err != nil {
		j.err = t.j.err
	}
	t.j = j
}

// tile reads what a tileset says about a tile.
func (t *tiled) tile(s *tileset) {
	j := t.j
	at := t.start()
	id := int64(-1)
	x := &tile{}
	class := func() { x.class = t.name() }
	j.mapping(map[string]func(){
		"id":    func() { id = j.whole(1<<28 - 1) },
		"class": class, "type": class,
		"properties":  func() { x.properties = t.properties() },
		"imagewidth":  func() { x.size.X = j.number() },
		"imageheight": func() { x.size.Y = j.number() },
		"width":       func() { x.size.X = j.number() },
		"height":      func() { x.size.Y = j.number() },
		"objectgroup": func() {
			j.mapping(map[string]func(){"objects": func() {
				j.list(func(int) {
					if o := t.object(); o.piece.Figure != nil {
						x.pieces = append(x.pieces, o.piece)
					} else if o.gid != 0 {
						j.code(ErrUnsupported, at, "tiles as collision objects of tiles are not read")
					}
				})
			}})
		},
	})
	switch {
	case j.err != nil:
	case id < 0:
		j.failAt(at, "a tile needs an id")
	case s.collisions[id] != nil:
		j.failAt(at, "tile %d is given twice", id)
	case len(x.pieces) > 0 || x.size != d2.Vec{}:
		s.collisions[id] = x
	}
}

// mapObject is an object: a figure, or a tile.
type mapObject struct {
	pos         int
	name, class string
	properties  []Property
	id          int64
	piece       Piece // Figure is nil for a tile and a text
	gid         int64
	size        d2.Vec
	turn        Transform2 // about the place of the object, and there
}

// refuse returns a function that refuses the value that comes next.
func (t *tiled) refuse(what string) func() {
	return func() { t.j.code(ErrUnsupported, t.j.pos, "%s are not read", what) }
}

// object reads an object.
func (t *tiled) object() mapObject {
	j := t.j
	o := mapObject{pos: t.start()}
	var place d2.Vec
	angle := 0.0
	f := &Figure{}
	kinds, none := 0, false
	flag := func(kind FigureKind) func() {
		return func() {
			if j.boolean() {
				f.Kind = kind
				kinds++
			}
		}
	}
	corners := func(kind FigureKind, least int) func() {
		return func() {
			at := t.start()
			f.Kind = kind
			kinds++
			j.list(func(int) { f.Points = append(f.Points, t.vec()) })
			if len(f.Points) < least {
				j.failAt(at, "at least %d points are needed; there are %d", least, len(f.Points))
			}
		}
	}
	class := func() { o.class = t.name() }
	j.mapping(map[string]func(){
		"id": func() { o.id = j.whole(1 << 53) }, "name": func() { o.name = t.name() }, "class": class, "type": class,
		"properties": func() { o.properties = t.properties() },
		"x":          func() { place.X = j.number() }, "y": func() { place.Y = j.number() },
		"width": func() { o.size.X = j.number() }, "height": func() { o.size.Y = j.number() },
		"rotation": func() { angle = j.number() },
		"gid":      func() { o.gid = j.whole(1<<32 - 1) },
		"ellipse":  flag(EllipseFigure), "point": flag(PointFigure),
		"polygon": corners(PolygonFigure, 3), "polyline": corners(PolylineFigure, 2),
		"capsule": t.refuse("capsules"), "template": t.refuse("templates"),
		"text": func() {
			none = true
			j.skip()
		},
	})
	if j.err != nil {
		return o
	}
	rot, err := d2.NewAngleDegrees(angle)
	if kinds > 1 || o.size.X < 0 || o.size.Y < 0 || err != nil {
		j.failAt(o.pos, "an object has one figure, sizes that are not negative, and a rotation in degrees")
		return o
	}
	c := rot.Apply(d2.Vec{X: 1})
	o.turn = Transform2{M: [2][2]float64{{c.X, -c.Y}, {c.Y, c.X}}, T: place}
	if !none && o.gid == 0 {
		f.finish(kinds == 0, o.size)
		o.piece = Piece{Figure: f, At: o.turn}
		if t.points += len(f.Points); t.points > t.opt.MaxPoints {
			j.code(ErrTooLarge, o.pos, "more than %d points", t.opt.MaxPoints)
		}
	}
	return o
}

// finish gives a figure of a size its points: a rectangle if it is of no kind, a point if that has
// no extent.
func (f *Figure) finish(plain bool, size d2.Vec) {
	half := d2.Vec{X: size.X / 2, Y: size.Y / 2}
	switch {
	case plain && size == d2.Vec{} || f.Kind == PointFigure:
		f.Kind, f.Points = PointFigure, []d2.Vec{{}}
	case plain:
		f.Points = []d2.Vec{{}, {X: size.X}, size, {Y: size.Y}}
	case f.Kind == EllipseFigure:
		f.Points, f.Radii = []d2.Vec{half}, half
	}
}

// tileLayer is what a tile layer says beside its tiles.
type tileLayer struct {
	encoding, compression string
	width, height         int64
	data                  int // where it stands; -1: nowhere
	chunks                []tileLayer
	properties            []Property
	x, y                  int64 // of a chunk, in cells
	pos                   int
}

// layer reads a layer, in the group of that path, which is shifted.
func (t *tiled) layer(group string, by d2.Vec) {
	j := t.j
	pos := t.start()
	kind, name := "", ""
	l := tileLayer{data: -1, pos: pos}
	objects, layers := -1, -1
	later := func(at *int) func() {
		return func() {
			*at = t.start()
			j.skip()
		}
	}
	j.mapping(map[string]func(){
		"type": func() { kind = j.text() }, "name": func() { name = t.name() },
		"offsetx": func() { by.X += j.number() }, "offsety": func() { by.Y += j.number() },
		"encoding": func() { l.encoding = j.text() }, "compression": func() { l.compression = j.text() },
		"width": func() { l.width = j.whole(1 << 31) }, "height": func() { l.height = j.whole(1 << 31) },
		"data":    later(&l.data),
		"chunks":  func() { j.list(func(int) { l.chunks = append(l.chunks, t.chunk()) }) },
		"objects": later(&objects), "layers": later(&layers),
		"properties": func() { l.properties = t.properties() },
	})
	if t.layerCount++; t.layerCount > t.opt.MaxParts {
		j.code(ErrTooLarge, pos, "more than %d layers", t.opt.MaxParts)
	}
	if j.err != nil {
		return
	}
	where := strings.TrimPrefix(group+"/"+name, "/")
	if len(where) > t.opt.MaxDepth*maxName {
		j.code(ErrTooLarge, pos, "names of layers that are too long")
	}
	end := j.pos
	switch kind {
	case "tilelayer":
		t.tileLayer(&l, name, where, by)
	case "objectgroup":
		if objects >= 0 {
			j.pos = objects
			j.list(func(int) { t.mapObject(where, by) })
		}
	case "group":
		if layers >= 0 {
			j.pos = layers
			j.list(func(int) { t.layer(where, by) })
		}
	case "imagelayer":
	default:
		j.failAt(pos, "a layer needs a type: tilelayer, objectgroup, imagelayer or group")
	}
	j.pos = end
}

// chunk reads a piece of a layer of an infinite map.
func (t *tiled) chunk() tileLayer {
	j := t.j
	c := tileLayer{data: -1, pos: t.start()}
	cell := func(x *int64) func() {
		return func() {
			at := t.start()
			v := j.number()
			if *x = int64(v); float64(*x) != v || v < -1<<31 || v > 1<<31 {
				j.failAt(at, "a whole number is wanted")
			}
		}
	}
	j.mapping(map[string]func(){
		"x": cell(&c.x), "y": cell(&c.y),
		"width": func() { c.width = j.whole(1 << 31) }, "height": func() { c.height = j.whole(1 << 31) },
		"data": func() {
			c.data = t.start()
			j.skip()
		},
	})
	return c
}

// mapObject adds an object of an object layer.
func (t *tiled) mapObject(layer string, by d2.Vec) {
	o := t.object()
	if t.j.err != nil {
		return
	}
	p := MapPart{Name: o.name, Layer: layer, Class: o.class, Properties: o.properties}
	if p.Name == "" {
		p.Name = fmt.Sprintf("object %d", o.id)
	}
	move := shift(by)
	switch {
	case o.piece.Figure != nil:
		o.piece.At = move.Mul(&o.piece.At)
		p.Pieces = []Piece{o.piece}
	case o.gid != 0:
		s, x, frame := t.find(o.gid, o.pos)
		if x == nil {
			return
		}
		size := x.sizeIn(s)
		if !(size.X > 0 && size.Y > 0) {
			t.j.failAt(o.pos, "a tile of no size")
			return
		}
		scale := Transform2{M: [2][2]float64{{o.size.X / size.X, 0}, {0, o.size.Y / size.Y}}}
		scale.T = d2.Vec{X: -float64(s.anchor.X * o.size.X), Y: -float64(s.anchor.Y * o.size.Y)}
		at := move.Mul(&o.turn)
		at = at.Mul(&scale)
		at = at.Mul(&frame)
		p.Pieces = placed(nil, x, &at)
		t.inherit(&p, x, o.pos)
	}
	if len(p.Pieces) > 0 {
		t.add(p, o.pos)
	}
}

// add adds a part.
func (t *tiled) add(p MapPart, pos int) {
	if len(t.m.Parts) == t.opt.MaxParts {
		t.j.code(ErrTooLarge, pos, "more than %d parts", t.opt.MaxParts)
		return
	}
	if t.spend(len(p.Pieces), pos) {
		t.m.Parts = append(t.m.Parts, p)
	}
}

// spend counts pieces, and reports whether there may be so many.
func (t *tiled) spend(n, pos int) bool {
	if t.pieces += n; t.pieces > 16*t.opt.MaxParts {
		t.j.code(ErrTooLarge, pos, "more than %d pieces", 16*t.opt.MaxParts)
	}
	return t.j.err == nil
}

// placed appends the pieces of a tile at a place.
func placed(pieces []Piece, x *tile, at *Transform2) []Piece {
	for i := range x.pieces {
		pieces = append(pieces, Piece{Figure: x.pieces[i].Figure, At: at.Mul(&x.pieces[i].At)})
	}
	return pieces
}

// sizeIn returns the size of a tile of a set.
func (x *tile) sizeIn(s *tileset) d2.Vec {
	size := s.size
	if x.size.X > 0 {
		size.X = x.size.X
	}
	if x.size.Y > 0 {
		size.Y = x.size.Y
	}
	return size
}

// The bits of a cell beside the number of its tile.
const (
	flipX, flipY, flipDiagonal, flipHexagonal = 1 << 31, 1 << 30, 1 << 29, 1 << 28

	tileBits = flipHexagonal - 1
)

// find returns the set and the tile of a cell, and how it is turned within its box. The tile is nil
// where it has no collision objects.
func (t *tiled) find(gid int64, pos int) (*tileset, *tile, Transform2) {
	frame := shift(d2.Vec{})
	n := gid & tileBits
	k, found := slices.BinarySearchFunc(t.sets, n, func(s *tileset, n int64) int { return int(s.first - n) })
	if !found {
		k--
	}
	if n == 0 || k < 0 || t.sets[k].columns > 0 && t.sets[k].count > 0 && n-t.sets[k].first >= t.sets[k].count {
		t.j.failAt(pos, "tile %d is in no tileset", n)
		return nil, nil, frame
	}
	s := t.sets[k]
	x := s.collisions[n-s.first]
	if x == nil || len(x.pieces) == 0 {
		return s, nil, frame
	}
	size := x.sizeIn(s)
	if gid&flipDiagonal != 0 {
		if size.X != size.Y {
			t.j.code(ErrUnsupported, pos, "tiles that are turned and not square are not read")
			return s, nil, frame
		}
		frame.M = [2][2]float64{{0, 1}, {1, 0}}
	}
	if gid&flipX != 0 {
		frame = (&Transform2{M: [2][2]float64{{-1, 0}, {0, 1}}, T: d2.Vec{X: size.X}}).mul(frame)
	}
	if gid&flipY != 0 {
		frame = (&Transform2{M: [2][2]float64{{1, 0}, {0, -1}}, T: d2.Vec{Y: size.Y}}).mul(frame)
	}
	return s, x, frame
}

// mul is Mul of a value.
func (t *Transform2) mul(u Transform2) Transform2 { return t.Mul(&u) }

// tileLayer adds the tiles of a layer that have collision objects, as one part.
func (t *tiled) tileLayer(l *tileLayer, name, where string, by d2.Vec) {
	p := MapPart{Name: name, Layer: where, Properties: l.properties}
	if p.Name == "" {
		p.Name = fmt.Sprintf("layer %d", t.layerCount)
	}
	chunks := l.chunks
	if l.data >= 0 {
		chunks = append(chunks, *l)
	}
	cells := int64(0)
	for i := range chunks {
		c := &chunks[i]
		if t.j.err != nil {
			return
		}
		if c.height > 0 && c.width > int64(t.opt.MaxPoints)/c.height || cells > int64(t.opt.MaxPoints)-c.width*c.height {
			t.j.code(ErrTooLarge, c.pos, "a layer of more than %d cells", t.opt.MaxPoints)
			return
		}
		cells += c.width * c.height
		if c.data < 0 {
			t.j.failAt(c.pos, "a chunk needs data")
			return
		}
		t.j.pos = c.data
		t.cells(l, c, func(k, gid int64) {
			if gid != 0 {
				p.Pieces = t.cellAt(p.Pieces, gid, c.x+k%c.width, c.y+k/c.width, by, c.pos)
			}
		})
	}
	if len(p.Pieces) > 0 {
		t.pieces -= len(p.Pieces) // add counts them again
		t.add(p, l.pos)
	}
}

// cellAt appends the pieces of the tile in cell (x, y).
func (t *tiled) cellAt(pieces []Piece, gid, x, y int64, by d2.Vec, pos int) []Piece {
	if t.j.err != nil {
		return pieces
	}
	s, tile, frame := t.find(gid, pos)
	if tile == nil || !t.spend(len(tile.pieces), pos) {
		return pieces
	}
	size := tile.sizeIn(s)
	if s.toGrid && size != t.cell {
		t.j.code(ErrUnsupported, pos, "tiles that are drawn in the size of the cell are not read")
		return pieces
	}
	at := shift(d2.Vec{ // a tile stands on the lower left corner of its cell
		X: float64(float64(x)*t.cell.X) + s.offset.X + by.X,
		Y: float64(float64(y+1)*t.cell.Y) - size.Y + s.offset.Y + by.Y,
	})
	at = at.Mul(&frame)
	return placed(pieces, tile, &at)
}

// cells reads the data of a layer or a chunk, and calls f with each cell.
func (t *tiled) cells(l, c *tileLayer, f func(k, gid int64)) {
	j := t.j
	want := c.width * c.height
	if l.encoding == "" || l.encoding == "csv" {
		n := int64(0)
		j.list(func(int) {
			gid := j.whole(1<<32 - 1)
			if n < want && j.err == nil {
				f(n, gid)
			}
			n++
		})
		if n != want && j.err == nil {
			j.failAt(c.pos, "%d cells, but the width and height announce %d", n, want)
		}
		return
	}
	if l.encoding != "base64" {
		j.code(ErrUnsupported, c.pos, "an encoding that is not read; csv and base64 are")
		return
	}
	at := t.start()
	raw, escaped := j.raw()
	if escaped {
		raw = []byte(j.unescape(raw))
	}
	if j.err != nil {
		return
	}
	r, err := unpackCells(raw, l.compression)
	if errors.Is(err, ErrUnsupported) {
		j.code(ErrUnsupported, at, "layers packed by zstd or in another unknown way are not read; zlib and gzip are")
		return
	}
	var block [4096]byte
	k := int64(0)
	for err == nil && k < want {
		b := block[:min(int64(len(block)), 4*(want-k))]
		if _, err = io.ReadFull(r, b); err == nil {
			for i := 0; i < len(b); i += 4 {
				f(k, int64(binary.LittleEndian.Uint32(b[i:])))
				k++
			}
		}
	}
	if err == nil {
		if _, err = io.ReadFull(r, block[:1]); err == nil {
			j.failAt(at, "more cells than the width and height announce, %d", want)
			return
		}
	}
	if err != io.EOF || k < want {
		j.failAt(at, "cells that are damaged, or fewer than the width and height announce, %d", want)
	}
}

// unpackCells returns a reader of what a text of base64 holds.
func unpackCells(raw []byte, compression string) (io.Reader, error) {
	r := base64.NewDecoder(base64.StdEncoding, bytes.NewReader(raw))
	switch compression {
	case "":
		return r, nil
	case "zlib":
		return zlib.NewReader(r)
	case "gzip":
		return gzip.NewReader(r)
	}
	return nil, ErrUnsupported
}
