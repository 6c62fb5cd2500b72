package mesh_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide/mesh"
)

// paintedXML is a model with two lists of materials, one of colours, and triangles that have a
// material of their own, that of their object, one without a name, and none.
const paintedXML = `<?xml version="1.0" encoding="UTF-8"?>
<model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02">
 <resources>
  <basematerials id="5"><base name="red &amp; dark" displaycolor="#800000"/><base name="steel" displaycolor="#808080"/></basematerials>
  <m:colorgroup id="6"><m:color color="#FF0000"/></m:colorgroup>
  <basematerials id="7"><base name="oak" displaycolor="#804000"/></basematerials>
  <object id="1" pid="5" pindex="1"><mesh>
   <vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices>
   <triangles><triangle v1="0" v2="1" v3="2"/><triangle v1="1" v2="2" v3="0" pid="7" p1="0"/><triangle v1="2" v2="0" v3="1" pid="6" p1="9"/></triangles>
  </mesh></object>
  <object id="2"><mesh>
   <vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices>
   <triangles><triangle v1="0" v2="1" v3="2"/><triangle v1="1" v2="2" v3="0" pid="5" p1="0"/></triangles>
  </mesh></object>
  <object id="3"><mesh>
   <vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices>
   <triangles><triangle v1="0" v2="1" v3="2"/></triangles>
  </mesh></object>
 </resources>
 <build><item objectid="1"/><item objectid="2"/><item objectid="3"/></build>
</model>`

// TestMaterialsThreeMF: triangles have the material that they name, or that of their object.
func TestMaterialsThreeMF(t *testing.T) {
	m, err := mesh.Decode(bytes.NewReader(threeMF(paintedXML)), "a.3mf", mesh.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(m.Materials, []string{"red & dark", "steel", "oak"}) {
		t.Errorf("%q", m.Materials)
	}
	for k, want := range [][]int32{{1, 2, -1}, {-1, 0}, nil} {
		if got := m.Parts[k].Mesh.Materials; !slices.Equal(got, want) || (got == nil) != (want == nil) {
			t.Errorf("part %d has %v, want %v", k, got, want)
		}
	}
	if all := m.Merge().Materials; !slices.Equal(all, []int32{1, 2, -1, -1, 0, -1}) {
		t.Errorf("merged %v", all)
	}
	for why, row := range map[string]struct {
		from, to, message string
		code              error
		opt               mesh.Options
	}{
		"no such material": {`p1="0"/><triangle v1="2"`, `p1="1"/><triangle v1="2"`, "material 1; the 1 of list 7", mesh.ErrBadMesh, mesh.Options{}},
		"of the object":    {`pindex="1"`, `pindex="2"`, "material 2; the 2 of list 5", mesh.ErrBadMesh, mesh.Options{}},
		"negative":         {`pindex="1"`, `pindex="-1"`, "index of a material", mesh.ErrBadMesh, mesh.Options{}},
		"no number":        {`pid="7" p1="0"`, `pid="x" p1="0"`, "number of an object", mesh.ErrBadMesh, mesh.Options{}},
		"a list twice":     {`basematerials id="7"`, `basematerials id="5"`, "a second list of materials 5", mesh.ErrBadMesh, mesh.Options{}},
		"too many":         {"", "", "3", mesh.ErrTooLarge, mesh.Options{MaxParts: 2}},
		"a long name":      {`name="oak"`, `name="` + strings.Repeat("o", 5000) + `"`, "name of more than", mesh.ErrTooLarge, mesh.Options{}},
	} {
		text := strings.Replace(paintedXML, row.from, row.to, 1)
		if text == paintedXML && row.from != "" {
			t.Fatal(why)
		}
		m, err := mesh.Decode(bytes.NewReader(threeMF(text)), "a.3mf", row.opt)
		if m != nil || !errors.Is(err, row.code) || row.from != "" && !strings.Contains(err.Error(), row.message) {
			t.Errorf("%s: %v", why, err)
		}
	}
}

// The list of a triangle that names a place in one is that of its object, where it names none; a
// list without a place says nothing.
func TestMaterialsThreeMFOfObject(t *testing.T) {
	text := strings.NewReplacer(
		`pid="7" p1="0"`, `p1="0"`, `<object id="2">`, `<object id="2" pid="7">`, `pid="5" p1="0"`, `p1="0"`,
		`pid="6" p1="9"`, `pid="7"`,
	).Replace(paintedXML)
	m, err := mesh.Decode(bytes.NewReader(threeMF(text)), "a.3mf", mesh.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range [][]int32{{1, 0, 1}, {-1, 2}, nil} {
		if got := m.Parts[k].Mesh.Materials; !slices.Equal(got, want) {
			t.Errorf("part %d has %v, want %v", k, got, want)
		}
	}
}
