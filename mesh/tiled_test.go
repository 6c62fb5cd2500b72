package mesh_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/mesh"
)

// tiledMap is a map of 3 by 2 cells of 16 by 16 pixels. Tile 1 (gid 2) has an L at its left, tile 2
// (gid 3) a ball and a turned box.
const tiledMap = `{
  "type": "map", "version": "1.10", "tiledversion": "1.11.2", "orientation": "orthogonal", "renderorder": "right-down",
  "width": 3, "height": 2, "tilewidth": 16, "tileheight": 16, "infinite": false, "nextlayerid": 9, "nextobjectid": 9,
  "layers": [
    {"type": "tilelayer", "name": "ground", "id": 1, "width": 3, "height": 2, "x": 0, "y": 0, "opacity": 1, "visible": true,
     "properties": [{"name": "friction", "type": "float", "value": 0.50}],
     "data": [1, 2, 2147483650, 1073741826, 536870914, 0]},
    {"type": "group", "name": "things", "offsetx": 100, "offsety": 10, "layers": [
      {"type": "objectgroup", "name": "walls", "offsetx": 1, "draworder": "topdown", "objects": [
        {"id": 1, "name": "box", "type": "wall", "x": 10, "y": 20, "width": 4, "height": 2, "rotation": 90, "visible": true,
         "properties": [{"name": "oneWay", "type": "bool", "value": true}, {"name": "say", "value": "a\nb"},
           {"name": "who", "propertytype": "T", "type": "class", "value": {"x": [1, 2]}}]},
        {"id": 2, "name": "", "x": 0, "y": 0, "width": 6, "height": 4, "ellipse": true, "rotation": 0},
        {"id": 3, "name": "path", "x": 1, "y": 1, "width": 0, "height": 0, "rotation": 0, "polyline": [{"x": 0, "y": 0}, {"x": 5, "y": 0}, {"x": 5, "y": 5}]},
        {"id": 4, "name": "box", "x": 7, "y": 8, "width": 0, "height": 0, "point": true},
        {"id": 5, "name": "label", "x": 7, "y": 8, "width": 9, "height": 9, "text": {"text": "here"}},
        {"id": 6, "name": "crate", "gid": 3, "x": 50, "y": 60, "width": 32, "height": 16, "rotation": 0,
         "properties": [{"name": "mass", "type": "int", "value": 7}]}
      ]}
    ]},
    {"type": "imagelayer", "name": "sky", "image": "sky.png"}
  ],
  "properties": [{"name": "gravity", "type": "float", "value": -9.8}],
  "tilesets": [{"firstgid": 1, "name": "set", "tilewidth": 16, "tileheight": 16, "tilecount": 3, "columns": 3, "image": "set.png",
    "tiles": [
      {"id": 1, "objectgroup": {"type": "objectgroup", "objects": [
        {"id": 1, "x": 0, "y": 0, "width": 0, "height": 0, "rotation": 0, "polygon": [{"x": 0, "y": 0}, {"x": 4, "y": 0}, {"x": 4, "y": 12}, {"x": 10, "y": 12}, {"x": 10, "y": 16}, {"x": 0, "y": 16}]}]}},
      {"id": 2, "type": "heavy", "properties": [{"name": "mass", "type": "int", "value": 5}, {"name": "loot", "type": "file", "value": "a.png"}],
       "objectgroup": {"type": "objectgroup", "objects": [
        {"id": 1, "x": 2, "y": 4, "width": 6, "height": 6, "ellipse": true, "rotation": 0},
        {"id": 2, "x": 8, "y": 8, "width": 2, "height": 4, "rotation": 0}]}}
    ]}]
}`

// cells is the data of the layer of tiledMap in other encodings.
func cells(compression string) string {
	var raw []byte
	for _, x := range []uint32{1, 2, 2147483650, 1073741826, 536870914, 0} {
		raw = binary.LittleEndian.AppendUint32(raw, x)
	}
	var b bytes.Buffer
	var w io.WriteCloser
	switch compression {
	case "zlib":
		w = zlib.NewWriter(&b)
	case "gzip":
		w = gzip.NewWriter(&b)
	}
	if w == nil {
		b.Write(raw)
	} else if _, err := w.Write(raw); err != nil || w.Close() != nil {
		panic(err)
	}
	return fmt.Sprintf(`"encoding": "base64", "compression": %q, "data": %q`, compression, base64.StdEncoding.EncodeToString(b.Bytes()))
}

const csvCells = `"data": [1, 2, 2147483650, 1073741826, 536870914, 0]`

// checkMap holds a map to what tiledMap says.
func checkMap(t *testing.T, m *mesh.Map) {
	t.Helper()
	var names, layers []string
	for _, p := range m.Parts {
		names = append(names, p.Name)
		layers = append(layers, p.Layer)
	}
	if got := strings.Join(names, ","); got != "ground,box,object 2,path,box#2,crate" {
		t.Fatalf("parts %s", got)
	}
	if layers[0] != "ground" || layers[1] != "things/walls" || m.Parts[1].Class != "wall" {
		t.Errorf("layers %v, class %q", layers, m.Parts[1].Class)
	}
	checkProperties(t, m)
	// The corner (10, 12) of the L: in cell (1, 0), mirrored in X in (2, 0), in Y in (0, 1), turned
	// over in (1, 1).
	for i, want := range []d2.Vec{{X: 26, Y: 12}, {X: 38, Y: 12}, {X: 10, Y: 20}, {X: 28, Y: 26}} {
		if got := m.Parts[0].Pieces[i].Points()[3]; got != want {
			t.Errorf("tile %d: %v, want %v", i, got, want)
		}
	}
	// Turned by 90 degrees about its own corner at (10+101, 20+10), X goes to Y.
	if got := m.Parts[1].Pieces[0].Points(); got[1] != (d2.Vec{X: 111, Y: 34}) || got[2] != (d2.Vec{X: 109, Y: 34}) {
		t.Errorf("box: %v", got)
	}
	if e := m.Parts[2].Pieces[0]; e.Figure.Kind != mesh.EllipseFigure || e.Points()[0] != (d2.Vec{X: 104, Y: 12}) || e.Figure.Radii != (d2.Vec{X: 3, Y: 2}) {
		t.Errorf("ellipse: %+v", e)
	}
	// The crate stands on (50+101, 60+10), twice as wide as its tile: the ball is an ellipse about
	// (2+3, 4+3).
	crate := m.Parts[5].Pieces
	if len(crate) != 2 || crate[0].Points()[0] != (d2.Vec{X: 161, Y: 61}) || crate[1].Points()[2] != (d2.Vec{X: 171, Y: 66}) {
		t.Errorf("crate: %+v %v %v", crate, crate[0].Points(), crate[1].Points())
	}
	for i := range m.Parts {
		s, err := m.Parts[i].Shape()
		if err != nil {
			t.Errorf("%s: %v", m.Parts[i].Name, err)
			continue
		}
		if o, err := d2.Place(s, d2.Pose{}); err != nil {
			t.Errorf("%s: %v", m.Parts[i].Name, err)
		} else if i == 5 {
			if box := o.AABB(); math.Abs(box.Min.X-155) > 1e-9 || math.Abs(box.Max.X-171) > 1e-9 || math.Abs(box.Min.Y-58) > 1e-9 {
				t.Errorf("crate: %v", box)
			}
		}
	}
}

// checkProperties holds the custom properties of a map to those of tiledMap: the crate has its own
// mass, and of its tile the loot and the class.
func checkProperties(t *testing.T, m *mesh.Map) {
	t.Helper()
	if got := fmt.Sprint(m.Properties); got != "[{gravity float -9.8}]" {
		t.Errorf("of the map: %s", got)
	}
	for i, want := range map[int]string{
		0: "[{friction float 0.50}]",
		1: `[{oneWay bool true} {say string a` + "\n" + `b} {who class {"x": [1, 2]}}]`,
		2: "[]",
		5: "[{mass int 7} {loot file a.png}]",
	} {
		if got := fmt.Sprint(m.Parts[i].Properties); got != want {
			t.Errorf("of %s: %s, want %s", m.Parts[i].Name, got, want)
		}
	}
	if v, ok := m.Parts[1].Property("oneWay"); v != "true" || !ok {
		t.Errorf("oneWay: %q %v", v, ok)
	}
	if v, ok := m.Property("wind"); v != "" || ok {
		t.Errorf("wind: %q %v", v, ok)
	}
	if got := m.Parts[5].Class; got != "heavy" {
		t.Errorf("the class of the crate: %q", got)
	}
}

func TestTiled(t *testing.T) {
	texts := map[string][]byte{"csv": []byte(tiledMap)}
	for _, c := range []string{"", "zlib", "gzip"} {
		texts["base64 "+c] = with(tiledMap, csvCells, cells(c))
	}
	texts["chunks"] = with(tiledMap, csvCells, `"chunks": [{"x": 0, "y": 0, "width": 2, "height": 1, "data": [1, 2]},
		{"x": 2, "y": 0, "width": 1, "height": 1, "data": [2147483650]}, {"x": 0, "y": 1, "width": 2, "height": 1, "data": [1073741826, 536870914]}]`)
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			m, err := mesh.DecodeMap(bytes.NewReader(text), "a.tmj", mesh.Options{})
			if err != nil {
				t.Fatal(err)
			}
			checkMap(t, m)
		})
	}
	older := with(tiledMap, `[{"name": "gravity", "type": "float", "value": -9.8}]`, `{"gravity": "-9.8"}`)
	if m, err := mesh.DecodeMap(bytes.NewReader(older), "a.tmj", mesh.Options{}); err != nil || m.Properties != nil {
		t.Errorf("properties as before Tiled 1.2: %+v, %v", m, err)
	}
	start, end := strings.Index(tiledMap, `"name": "set"`), strings.LastIndex(tiledMap, "}]\n}")
	files := fstest.MapFS{
		"maps/a.tmj":        {Data: []byte(tiledMap[:start] + `"source": "sets/set.tsj"` + tiledMap[end:])},
		"maps/sets/set.tsj": {Data: []byte(`{"type": "tileset", ` + tiledMap[start:end] + "}")},
	}
	m, err := mesh.LoadMap(files, "maps/a.tmj", mesh.Options{})
	if err != nil {
		t.Fatal(err)
	}
	checkMap(t, m)
	if _, err := mesh.DecodeMap(bytes.NewReader(files["maps/a.tmj"].Data), "a.tmj", mesh.Options{}); !errors.Is(err, mesh.ErrUnsupported) {
		t.Errorf("a tileset in a file without leave: %v", err)
	}
}

// tiledLies are lies in maps.
func tiledLies() []lie {
	m := func(why, from, to string, code error, message string) lie {
		return lie{"Tiled: " + why, "a.tmj", with(tiledMap, from, to), code, message}
	}
	bad, large, not := mesh.ErrBadMesh, mesh.ErrTooLarge, mesh.ErrUnsupported
	var bomb bytes.Buffer
	w := zlib.NewWriter(&bomb)
	if _, err := w.Write(make([]byte, 1<<26)); err != nil || w.Close() != nil {
		panic(err)
	}
	packed := func(data string) string { return `"encoding": "base64", "compression": "zlib", "data": "` + data + `"` }
	return []lie{
		{"Tiled: a map of XML", "a.tmx", []byte("\ufeff<?xml version=\"1.0\"?>\n<map/>"), not, "export them as JSON (.tmj)"},
		m("another type", `"type": "map"`, `"type": "mop"`, bad, `"map" is wanted`),
		m("isometric", `orthogonal`, `isometric`, not, "orthogonal"),
		m("no size of cells", `"tilewidth": 16, "tileheight": 16, "infinite"`, `"infinite"`, bad, "tilewidth"),
		m("a cell too few", "536870914, 0]", "536870914]", bad, "5 cells"),
		m("a cell too many", "536870914, 0]", "536870914, 0, 0]", bad, "7 cells"),
		m("a thousand million cells", `"id": 1, "width": 3, "height": 2`, `"id": 1, "width": 1000000, "height": 1000`, large, "cells"),
		m("sixty million cells", `"id": 1, "width": 3, "height": 2`, `"id": 1, "width": 60000, "height": 1000`, bad, "6 cells"),
		m("a tile of no set", "[1, 2,", "[7, 2,", bad, "tile 7"),
		m("half a tile", "[1, 2,", "[1, 2.5,", bad, "whole number"),
		m("zstd", csvCells, strings.Replace(packed("AAAA"), "zlib", "zstd", 1), not, "zstd"),
		m("no base64", csvCells, packed("****"), bad, "damaged"),
		m("a bomb", csvCells, packed(base64.StdEncoding.EncodeToString(bomb.Bytes())), bad, "more cells"),
		m("an unknown encoding", csvCells, strings.Replace(packed("AAAA"), "base64", "hex", 1), not, "encoding"),
		m("a tileset of XML", `"name": "set"`, `"source": "a.tsx"`, not, ".tsx"),
		m("a tileset elsewhere", `"name": "set"`, `"source": "/etc/passwd"`, not, "outside"),
		m("a tileset without a number", `"firstgid": 1`, `"firstgid": 0`, bad, "firstgid"),
		m("a tile twice", `{"id": 2, "type"`, `{"id": 1, "type"`, bad, "twice"),
		m("a template", `"name": "path"`, `"template": "a.tj"`, not, "templates"),
		m("a polygon of two points", `[{"x": 0, "y": 0}, {"x": 5, "y": 0}, {"x": 5, "y": 5}]`, `[{"x": 0, "y": 0}]`, bad, "at least 2"),
		m("properties of no name", `"name": "oneWay", `, "", bad, "a property needs a name"),
		m("a million properties", `[{"name": "friction"`, "["+strings.Repeat(`{"name":""},`, 1<<20)+`{"name": "friction"`, large, "properties"),
		m("a property that is no value", `"value": 7`, `"value": ,`, bad, "is wanted"),
		m("two figures", `"ellipse": true, "rotation": 0}`, `"ellipse": true, "point": true, "rotation": 0}`, bad, "one figure"),
		m("a negative width", `"width": 4, "height": 2`, `"width": -4, "height": 2`, bad, "negative"),
		m("a layer of an unknown type", "imagelayer", "voxellayer", bad, "a layer needs a type"),
		m("groups in groups", `{"type": "imagelayer"`, strings.Repeat(`{"type":"group","layers":[`, 100)+strings.Repeat("]}", 100)+`,{"type": "imagelayer"`, large, "deep"),
	}
}

// TestTiledLies reads maps that lie.
func TestTiledLies(t *testing.T) {
	for _, l := range tiledLies() {
		t.Run(l.why, func(t *testing.T) {
			m, err := mesh.DecodeMap(bytes.NewReader(l.data), l.name, mesh.Options{})
			checkLie(t, &l, m != nil, err)
		})
	}
}

// FuzzTiled reads maps.
func FuzzTiled(f *testing.F) {
	f.Add([]byte(tiledMap))
	f.Add(with(tiledMap, csvCells, cells("zlib")))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := mesh.DecodeMap(bytes.NewReader(data), "a.tmj", mesh.Options{MaxParts: 1000})
		if err != nil {
			var e *mesh.Error
			if m != nil || !errors.As(err, &e) || (e.Line > 0) == (e.Offset >= 0) {
				t.Fatalf("%v, %#v", m, err)
			}
			return
		}
		for i := range m.Parts {
			for k := range m.Parts[i].Pieces {
				m.Parts[i].Pieces[k].Points()
			}
			if len(m.Parts[i].Pieces) < 50 {
				_, err := m.Parts[i].Shape()
				_ = err // a polygon may cross itself
			}
		}
	})
}
