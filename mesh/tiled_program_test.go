//go:build programs

package mesh_test

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/collide-go/collide/mesh"
)

// TestTiledProgram has the program Tiled read tiledMap and write it again, with tilesets in the map
// and in files, and reads that. scripts/roundtrip.sh runs it.
func TestTiledProgram(t *testing.T) {
	program, err := exec.LookPath("tiled")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command(program, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen", "HOME="+dir)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	put := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 48, 16))); err != nil {
		t.Fatal(err)
	}
	put("set.png", picture.Bytes())
	put("in.tmj", with(tiledMap, `"image": "set.png"`, `"image": "set.png", "imagewidth": 48, "imageheight": 16, "margin": 0, "spacing": 0`))
	run("--export-map", "json", "in.tmj", "out.tmj")
	run("--export-map", "tmx", "in.tmj", "out.tmx") // and through the other format
	run("--export-map", "json", "out.tmx", "again.tmj")
	for _, name := range []string{"in.tmj", "out.tmj", "again.tmj"} {
		m, err := mesh.LoadMap(os.DirFS(dir), name, mesh.Options{})
		if err != nil {
			t.Fatal(err)
		}
		checkMap(t, m)
	}
}
