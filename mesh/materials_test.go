package mesh

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// materialsOf returns the names of the materials of the triangles of a part, "" for none.
func materialsOf(m *Model, k int) (list []string) {
	for _, i := range m.Parts[k].Mesh.Materials {
		name := ""
		if i >= 0 {
			name = m.Materials[i]
		}
		list = append(list, name)
	}
	return list
}

// TestMaterialsOBJ: faces have the material that was named last, through groups and objects.
func TestMaterialsOBJ(t *testing.T) {
	const points = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
	for name, row := range map[string]struct {
		text  string
		parts [][]string
		names []string
	}{
		"none":                 {"f 1 2 3\nf 1 3 4\n", [][]string{nil}, nil},
		"from the start":       {"usemtl red\nf 1 2 3 4\nusemtl dark green\nf 1 3 4\nusemtl red\nf 1 2 4\n", [][]string{{"red", "red", "dark green", "red"}}, []string{"red", "dark green"}},
		"from the middle":      {"f 1 2 3 4\nusemtl red\nf 1 2 3 4\n", [][]string{{"", "", "red", "red"}}, []string{"red"}},
		"taken away":           {"usemtl red\nf 1 2 3\nusemtl\nf 1 2 4\n", [][]string{{"red", ""}}, []string{"red"}},
		"named, and never had": {"usemtl blue\nusemtl red\nf 1 2 3\nusemtl green\n", [][]string{{"red"}}, []string{"red"}},
		"over objects":         {"o a\nf 1 2 3\no b\nusemtl red\nf 1 2 4\no c\nf 2 3 4\n", [][]string{nil, {"red"}, {"red"}}, []string{"red"}},
		"over groups taken up": {"g a\nusemtl red\nf 1 2 3\ng b\nusemtl blue\nf 1 2 4\ng a\nf 2 3 4\n", [][]string{{"red", "blue"}, {"blue"}}, []string{"red", "blue"}},
	} {
		m, err := Decode(strings.NewReader(points+row.text), "a.obj", Options{})
		if err != nil {
			t.Fatal(name, err)
		}
		if !slices.Equal(m.Materials, row.names) || len(m.Parts) != len(row.parts) {
			t.Errorf("%s: %q, %d parts", name, m.Materials, len(m.Parts))
			continue
		}
		var all []string
		for k, want := range row.parts {
			if got := materialsOf(m, k); !slices.Equal(got, want) {
				t.Errorf("%s: part %d has %q, want %q", name, k, got, want)
			}
			if want == nil {
				want = make([]string, len(m.Parts[k].Mesh.Triangles))
			}
			all = append(all, want...)
		}
		merged := m.Merge()
		if row.names == nil {
			if merged.Materials != nil {
				t.Errorf("%s: %v", name, merged.Materials)
			}
			continue
		}
		if len(merged.Materials) != len(merged.Triangles) {
			t.Fatalf("%s: %d materials of %d triangles", name, len(merged.Materials), len(merged.Triangles))
		}
		one := Model{Parts: []Part{{Mesh: merged}}, Materials: m.Materials}
		if got := materialsOf(&one, 0); !slices.Equal(got, all) {
			t.Errorf("%s: merged %q, want %q", name, got, all)
		}
	}
	var many strings.Builder
	many.WriteString(points)
	for i := range 5 {
		fmt.Fprintf(&many, "usemtl m%d\nf 1 2 3\n", i)
	}
	if _, err := Decode(strings.NewReader(many.String()), "a.obj", Options{MaxParts: 4}); err == nil || !strings.Contains(err.Error(), "too-large") {
		t.Errorf("five materials where four are allowed: %v", err)
	}
}

// materialGLTF is a glTF file of two primitives over three points, with the given materials.
func materialGLTF(first, second, names string) string {
	var data []byte
	for _, x := range []float32{0, 0, 0, 1, 0, 0, 0, 1, 0} {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	return fmt.Sprintf(`{"asset":{"version":"2.0"},"nodes":[{"mesh":0},{"mesh":1}],
		"meshes":[{"primitives":[{"attributes":{"POSITION":0}%s},{"attributes":{"POSITION":0}%s}]},
			{"primitives":[{"attributes":{"POSITION":0}},{"attributes":{"POSITION":0}}]}],
		%s"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
		"bufferViews":[{"buffer":0,"byteLength":36}],
		"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,%s"}]}`,
		first, second, names, base64.StdEncoding.EncodeToString(data))
}

// TestMaterialsGLTF: triangles have the material of their primitive.
func TestMaterialsGLTF(t *testing.T) {
	const names = `"materials":[{"name":"steel","pbrMetallicRoughness":{"baseColorFactor":[1,0,0,1]}},{}],`
	for name, row := range map[string]struct {
		text string
		want []int32
	}{
		"none":       {materialGLTF("", "", names), nil},
		"the second": {materialGLTF("", `,"material":1`, names), []int32{-1, 1}},
		"both":       {materialGLTF(`,"material":0`, `,"material":1`, names), []int32{0, 1}},
	} {
		m, err := Decode(strings.NewReader(row.text), "a.gltf", Options{})
		if err != nil {
			t.Fatal(name, err)
		}
		if got := m.Parts[0].Mesh.Materials; !slices.Equal(got, row.want) || m.Parts[1].Mesh.Materials != nil {
			t.Errorf("%s: %v and %v, want %v", name, got, m.Parts[1].Mesh.Materials, row.want)
		}
		if !slices.Equal(m.Materials, []string{"steel", ""}) {
			t.Errorf("%s: %q", name, m.Materials)
		}
	}
	for text, want := range map[string]string{
		materialGLTF(`,"material":2`, "", names):              "bad-mesh: material 2, but there are 2",
		materialGLTF(`,"material":0`, "", ""):                 "bad-mesh: material 0, but there are 0",
		materialGLTF(`,"material":-1`, "", names):             "bad-mesh",
		materialGLTF("", "", `"materials":[{"name":7}],`):     "bad-mesh",
		materialGLTF("", "", `"materials":[{},{},{},{},{}],`): "too-large: materials: 5 elements; at most 4",
	} {
		_, err := Decode(strings.NewReader(text), "a.gltf", Options{MaxParts: 1})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
