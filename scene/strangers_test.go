package scene_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

// jail returns a folder "in" with a mesh and links out of it, beside a secret, and the folder
// around both.
func jail(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	in := filepath.Join(dir, "in")
	for _, err := range []error{
		os.MkdirAll(filepath.Join(in, "sub"), 0o700),
		os.WriteFile(filepath.Join(dir, "secret.obj"), []byte("mysecret line\n"), 0o600),
		os.WriteFile(filepath.Join(dir, "fine.obj"), []byte(tetrahedron), 0o600),
		os.WriteFile(filepath.Join(in, "tet.obj"), []byte(tetrahedron), 0o600),
		os.WriteFile(filepath.Join(in, "own.obj"), []byte("ownword line\n"), 0o600),
		os.Symlink("../secret.obj", filepath.Join(in, "link.obj")),
		os.Symlink("../tet.obj", filepath.Join(in, "sub", "inside.obj")),
		os.Symlink("..", filepath.Join(in, "up")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"

// hullLine returns a pair line with the hull of a file.
func hullLine(file string) []byte {
	name := scene.AppendString(nil, file)
	return fmt.Appendf(nil, `{"dim":3,"a":{"shape":{"type":"hull","file":%s}},"b":%s}`, name, ball3)
}

// No text reaches a file outside the folder, or learns a word of one.
func TestFilesAreConfined(t *testing.T) {
	dir := jail(t)
	in := filepath.Join(dir, "in")
	root, err := os.OpenRoot(in)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	confined, open := scene.Options{Files: root.FS()}, scene.Options{Files: scene.AnyFile(in)}
	for _, c := range []struct {
		file               string
		none, inside, free string // code with no Files, with those of the folder, with any
	}{
		{"tet.obj", "file", "", ""},
		{"./sub/../tet.obj", "file", "", ""},
		{"sub/inside.obj", "file", "", ""}, // a link that stays inside
		{"own.obj", "file", "bad-mesh", "bad-mesh"},
		{"../secret.obj", "file", "file", "bad-mesh"},
		{"../fine.obj", "file", "file", ""},
		{"link.obj", "file", "file", "bad-mesh"},
		{"up/secret.obj", "file", "file", "bad-mesh"},
		{filepath.Join(dir, "secret.obj"), "file", "file", "bad-mesh"},
		{filepath.Join(in, "tet.obj"), "file", "file", ""},
		{"missing.obj", "file", "file", "file"},
		{"", "file", "file", "file"},
		{"..", "file", "file", "file"},
		{"sub", "file", "file", "file"},
		{"/dev/zero", "file", "file", "file"},
		{"tet.obj\x00", "file", "file", "file"},
	} {
		for i, o := range []scene.Options{{}, confined, open} {
			_, err := scene.DecodePair(context.Background(), hullLine(c.file), o)
			code, message := "", ""
			var e *scene.Error
			if errors.As(err, &e) {
				code, message = e.Code.Error(), e.Error()
			}
			if want := []string{c.none, c.inside, c.free}[i]; code != want || err != nil && e.Path != "a.shape.file" {
				t.Errorf("%q, way %d: %v, want %q", c.file, i, err, want)
			}
			if strings.Contains(message, "mysecret") {
				t.Errorf("%q, way %d: the error quotes a file outside: %s", c.file, i, message)
			}
			if c.file == "own.obj" && i > 0 && !strings.Contains(message, "ownword") {
				t.Errorf("way %d: of a file inside, what is wrong is shown: %s", i, message)
			}
		}
	}
}

// A scene reads the meshes of its own folder, and no others.
func TestLoadIsConfined(t *testing.T) {
	in := filepath.Join(jail(t), "in")
	for file, code := range map[string]string{"tet.obj": "", "../fine.obj": "file", "link.obj": "file", "up/fine.obj": "file"} {
		path := filepath.Join(in, "s.yaml")
		if err := os.WriteFile(path, []byte(with("{type: hull, file: "+file+"}", "{}", "")), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := scene.Load(context.Background(), path)
		var list scene.ErrorList
		if errors.As(err, &list) != (code != "") || code != "" && (list[0].Code.Error() != code || strings.Contains(list[0].Error(), "secret line")) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// Each limit is met by what is as large as it, and refuses one more.
func TestLimits(t *testing.T) {
	line := []byte(`{"dim":3,"a":{"shape":{"type":"compound","parts":[{"shape":{"type":"hull","points":[[0,0,0],[1,0,0]]}}]}},"b":{"shape":{"type":"hull","points":[[0,0,0]]}}}`)
	mesh := hullLine("tet.obj")
	files := os.DirFS(filepath.Join(jail(t), "in"))
	twice := []byte(strings.Replace(string(mesh), ball3, `{"shape":{"type":"hull","file":"tet.obj","scale":[1,2,3]}}`, 1))
	same := []byte(strings.Replace(string(mesh), ball3, `{"shape":{"type":"hull","file":"tet.obj"}}`, 1))
	for _, c := range []struct {
		why  string
		line []byte
		o    scene.Options
		code string
		path string
	}{
		{"bytes", line, scene.Options{MaxBytes: len(line)}, "", ""},
		{"one byte more", line, scene.Options{MaxBytes: len(line) - 1}, "too-long", ""},
		{"points", line, scene.Options{MaxPoints: 3}, "", ""},
		{"one point more", line, scene.Options{MaxPoints: 2}, "too-large", "b.shape.points"},
		{"two points more", line, scene.Options{MaxPoints: 1}, "too-large", "a.shape.parts[0].shape.points"},
		{"depth", line, scene.Options{MaxDepth: 8}, "", ""},
		{"one list deeper", line, scene.Options{MaxDepth: 6}, "too-large", ""},
		{"points of a mesh", mesh, scene.Options{Files: files, MaxPoints: 4}, "", ""},
		{"one point of a mesh more", mesh, scene.Options{Files: files, MaxPoints: 3}, "too-large", "a.shape.file"},
		{"a mesh used twice", twice, scene.Options{Files: files, MaxPoints: 7}, "too-large", "b.shape.file"},
		{"a hull used twice", same, scene.Options{Files: files, MaxPoints: 7}, "too-large", "b.shape.file"},
		{"both of them", twice, scene.Options{Files: files, MaxPoints: 8}, "", ""},
		{"bytes of a mesh", mesh, scene.Options{Files: files, MaxMeshBytes: len(tetrahedron)}, "", ""},
		{"one byte of a mesh more", mesh, scene.Options{Files: files, MaxMeshBytes: len(tetrahedron) - 1}, "too-large", "a.shape.file"},
	} {
		_, err := scene.DecodePair(context.Background(), c.line, c.o)
		var e *scene.Error
		if errors.As(err, &e) != (c.code != "") || c.code != "" && (e.Code.Error() != c.code || e.Path != c.path) {
			t.Errorf("%s: %v, want %s at %q", c.why, err, c.code, c.path)
		}
	}
}

// A line without room for a mesh leaves it to the next line.
func TestLimitIsOfOneLine(t *testing.T) {
	d := scene.NewDecoder(scene.Options{Files: os.DirFS(filepath.Join(jail(t), "in")), MaxPoints: 4})
	full := []byte(strings.Replace(string(hullLine("tet.obj")), ball3, `{"shape":{"type":"hull","file":"tet.obj"}}`, 1))
	for i, c := range []struct {
		line []byte
		ok   bool
	}{{full, false}, {hullLine("tet.obj"), true}, {full, false}, {hullLine("tet.obj"), true}} {
		p, err := d.Pair(context.Background(), c.line)
		if (err == nil) != c.ok || c.ok && (len(p.Files) != 1 || p.Files[0] != "tet.obj") {
			t.Errorf("line %d: %v %v", i, err, p.Files)
		}
	}
}

// endless is a file that goes on and on.
type endless struct{ read chan struct{} }

func (e endless) Open(string) (fs.File, error) { return e, nil }
func (e endless) Stat() (fs.FileInfo, error)   { return os.Stat("scene_test.go") }
func (e endless) Close() error                 { return nil }
func (e endless) Read(p []byte) (int, error) {
	select {
	case e.read <- struct{}{}:
	default:
	}
	time.Sleep(time.Millisecond)
	return min(len(p), 10), nil
}

// Where the context has ended before, no line is read: whether it could be read at once or not, by
// all that reads lines. The error has the id.
func TestEndedContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("the client is gone")
	cancel(cause)
	d := scene.NewDecoder(scene.Options{})
	ended := func(name, id string, err error) {
		var e *scene.Error
		if !errors.As(err, &e) || e.Code != scene.ErrCanceled || !errors.Is(err, cause) || id != "x" {
			t.Errorf("%s: id %q, error %v", name, id, err)
		}
	}
	p, err := scene.DecodePair(ctx, []byte(`{"id":"x","dim":3,"a":`+ball3+`,"b":`+ball3+`}`), scene.Options{})
	ended("DecodePair", p.ID, err)
	p, err = d.Pair(ctx, []byte(`{"id":"x","dim":3,"a":`+ball3+`,"b":`+ball3+`}`))
	ended("Pair", p.ID, err)
	c, err := d.Cast(ctx, []byte(`{"id":"x","cast":"point","dim":3,"a":`+ball3+`,"point":[1,2,3]}`))
	ended("Cast", c.ID, err)
	m, err := d.Impact(ctx, []byte(`{"id":"x","dim":3,"a":`+ball3+`,"b":`+ball3+`}`))
	ended("Impact", m.ID, err)
	_, err = scene.NewShapes(scene.Options{}).Define(ctx, []byte(`{"shapes":{"ball":{"type":"sphere","radius":1}}}`), 1)
	ended("Define", "x", err)
}

// When the context ends, so do the reading of a file, the making of a hull, and the reading of a
// scene.
func TestContextEndsReading(t *testing.T) {
	canceled := func(name string, err error) {
		var e *scene.Error
		if !errors.As(err, &e) || e.Code != scene.ErrCanceled || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	e := endless{read: make(chan struct{})}
	go func() { <-e.read; cancel() }()
	_, err := scene.DecodePair(ctx, hullLine("x.obj"), scene.Options{Files: e})
	canceled("a file without end", err)
	_, err = scene.DecodePair(ctx, []byte(`{"dim":3,"a":{"shape":{"type":"hull","points":[[0,0,0]]}},"b":`+ball3+`}`), scene.Options{})
	canceled("points", err)
	_, err = scene.Decode(ctx, strings.NewReader(cell), "s.yaml", scene.Options{})
	canceled("a scene", err)
	_, err = scene.Decompose(ctx, strings.NewReader(`{"points":[[0,0],[1,0],[0,1]]}`), "r.json", scene.Options{})
	canceled("a region", err)

	var b strings.Builder // a hull of 200 000 corners, which takes longer than this test may
	for i := range 200000 {
		x, y := float64(i%450)/450, float64(i/450)/450
		fmt.Fprintf(&b, "v %v %v %v\n", x, y, x*x+y*y)
	}
	b.WriteString("f 1 2 3\n")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "big.obj"), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	var at time.Time
	_, err = scene.DecodePair(ctx, hullLine("big.obj"), scene.Options{Files: os.DirFS(dir), Progress: func(what string) {
		if strings.HasPrefix(what, "making the hull of big.obj, 200000 points") {
			at = time.Now()
			cancel()
		}
	}})
	canceled("a hull", err)
	if at.IsZero() || time.Since(at) > 10*time.Second {
		t.Errorf("%v after the context ended", time.Since(at))
	}
}

// A list of points is read without nodes, to the same points and the same errors.
func TestPointsInBlocks(t *testing.T) {
	decode := func(points string) (*d3.Hull, error) {
		p, err := scene.DecodePair(context.Background(), []byte("{\"dim\":3,\"b\":"+ball3+",\n\"a\":{\"shape\":{\"type\":\"hull\",\n\"points\":"+points+"}}}"), scene.Options{})
		h, _ := p.A.O3.Shape().(*d3.Hull)
		return h, err
	}
	for _, c := range []struct{ text, same string }{
		{"[[0,0,0],[1,2,3],[4,5,-6e-1]]", "[[0,0,0],[1,2,3],[4,5,-0.6]]"},
		{" [ [ 0 ,\t0 , -0.0E0 ] ,\n [1,2,3],[4.0,5e0,-6.0e-1\r\n] ] ", "[[0,0,0],[1,2,3],[4,5,-0.6]]"},
	} {
		h, err := decode(c.text)
		want, err2 := decode(c.same)
		if err != nil || err2 != nil || fmt.Sprint(h.Vertices()) != fmt.Sprint(want.Vertices()) {
			t.Errorf("%s: %v %v", c.text, err, err2)
		}
	}
	for _, c := range []struct {
		text string
		line int
		path string
		code string
	}{
		{"[[0,0,0],\n[1,2,\n1e101]]", 5, "a.shape.points[1][2]", "out-of-range"},
		{"[[0,0,0],\n[1,2,\n1e400]]", 5, "a.shape.points[1][2]", "out-of-range"},
		{"[[0,0,0],\n[1,2]]", 4, "a.shape.points[1]", "wrong-dimension"},
		{"[[0,0,0],\n4]", 4, "a.shape.points[1]", "wrong-type"},
		{"[[0,0,0],\n[1,2,\"NaN\"]]", 4, "a.shape.points[1][2]", "not-finite"},
		{"[[0,0,0],\n[1,2,[3]]]", 4, "a.shape.points[1][2]", "wrong-type"},
		{"[[0,0,0],\n[1,2,03]]", 4, "", "syntax"},
		{"[[0,0,0],\n[1,2,3],]", 4, "", "syntax"},
		{"[[0,0,0],\n[1,2,3]", 4, "", "syntax"},
		{"[[0,0,0]\n[1,2,3]]", 4, "", "syntax"},
		{"[[0,0,0],\n[1,2,.5]]", 4, "", "syntax"},
		{"[[0,0,0],\n[1,2,1.]]", 4, "", "syntax"},
		{"[[0,0,0],\n[1,2,-]]", 4, "", "syntax"},
		{"[[0,0,0],\n[1,2,1e]]", 4, "", "syntax"},
		{"[]", 3, "a.shape.points", "empty"},
	} {
		_, err := decode(c.text)
		checkError(t, err, c.line, c.path, c.code)
	}
}
