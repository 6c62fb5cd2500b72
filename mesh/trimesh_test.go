//go:build programs

package mesh_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/collide-go/collide/mesh"
)

// python returns a command that runs testdata/judge_trimesh.py with the Python that COLLIDE_PYTHON
// names, or else python3, which must have trimesh. scripts/roundtrip.sh runs the tests.
func python(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	name := os.Getenv("COLLIDE_PYTHON")
	if name == "" {
		name = "python3"
	}
	if err := exec.Command(name, "-c", "import trimesh, networkx, lxml").Run(); err != nil {
		t.Fatal("no Python with trimesh, networkx and lxml: pip install trimesh networkx lxml, and name it in COLLIDE_PYTHON")
	}
	cmd := exec.Command(name, append([]string{filepath.Join("testdata", "judge_trimesh.py")}, args...)...)
	cmd.Stderr = os.Stderr
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	return cmd
}

// corners are the triangles of each part, by name.
type corners map[string][][3][3]float64

func cornersOf(m *mesh.Model) corners {
	out := corners{}
	for i := range m.Parts {
		p := &m.Parts[i]
		points := p.Points()
		list := make([][3][3]float64, 0, len(p.Mesh.Triangles))
		for _, t := range p.Triangles() {
			var c [3][3]float64
			for k, i := range t {
				c[k] = [3]float64{points[i].X, points[i].Y, points[i].Z}
			}
			list = append(list, c)
		}
		out[p.Name] = list
	}
	return out
}

// compare fails t unless both have the same triangles in the same order, to tolerance. A model of
// one part may have any name.
func compare(t *testing.T, name string, got, want corners, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d parts, want %d", name, len(got), len(want))
		return
	}
	for part, list := range want {
		mine, ok := got[part]
		if !ok && len(got) == 1 {
			for _, mine = range got {
			}
			ok = true
		}
		if !ok || len(mine) != len(list) {
			t.Errorf("%s: part %q has %d triangles, want %d (there: %v)", name, part, len(mine), len(list), ok)
			continue
		}
		worst := 0.0
		for i := range list {
			for k := range list[i] {
				for c := range list[i][k] {
					worst = max(worst, math.Abs(mine[i][k][c]-list[i][k][c]))
				}
			}
		}
		if !(worst <= tolerance) {
			t.Errorf("%s: part %q is off by %v", name, part, worst)
		}
	}
}

// TestTrimesh reads what trimesh writes, and has trimesh read what is written here, in each format:
// the same triangles, at the same places, under the same names.
func TestTrimesh(t *testing.T) {
	dir := t.TempDir()
	if err := python(t, "write", dir).Run(); err != nil {
		t.Fatal(err)
	}
	truths, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(truths) < 11 {
		t.Fatal(truths, err)
	}
	var scene *mesh.Model
	for _, path := range truths {
		name := filepath.Base(path[:len(path)-len(".json")])
		var want corners
		text, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(text, &want)
		}
		if err != nil {
			t.Fatal(err)
		}
		if name == "scene.obj" || name == "scene.3mf" { // objects there have names of their own
			want["rod_1"] = want["second rod"]
			delete(want, "second rod")
		}
		m, err := mesh.Load(os.DirFS(dir), name, mesh.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		compare(t, name, cornersOf(m), want, 1e-6)
		if name == "scene.glb" {
			scene = m
		}
	}
	if scene == nil {
		t.Fatal("no scene.glb")
	}
	writers := []struct {
		name  string
		write func(io.Writer, *mesh.Model) error
	}{{"a.stl", mesh.WriteSTL}, {"a.obj", mesh.WriteOBJ}, {"a.glb", mesh.WriteGLB}}
	args := []string{"read"}
	for _, w := range writers {
		var b bytes.Buffer
		if err := w.write(&b, scene); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, w.name)
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	out, err := python(t, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(out))
	for _, w := range writers {
		var got struct{ Parts corners }
		if err := d.Decode(&got); err != nil {
			t.Fatal(err)
		}
		want := cornersOf(scene)
		if w.name == "a.stl" {
			one := mesh.Model{Parts: []mesh.Part{{Mesh: scene.Merge(), At: mesh.Identity()}}}
			want = cornersOf(&one)
		}
		compare(t, w.name, got.Parts, want, 1e-6)
	}
}
