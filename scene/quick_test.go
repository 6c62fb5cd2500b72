package scene

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
)

// twins are an Answerer that reads lines the quick way and keeps shapes, and one that reads every
// line with a tree.
type twins struct {
	quick, tree *Answerer
	lines, read int // all, and those read the quick way
}

func newTwins(t testing.TB, o Options) *twins {
	t.Helper()
	if o.Shapes == nil {
		o.Shapes = NewShapes(o)
		if _, err := o.Shapes.Define(t.Context(), []byte(namedShapes), 1); err != nil {
			t.Fatal(err)
		}
	}
	var w twins
	for _, a := range []**Answerer{&w.quick, &w.tree} {
		s, err := NewAnswerer(o, QueryOptions{Manifold: true})
		if err != nil {
			t.Fatal(err)
		}
		*a = s
	}
	w.tree.decoder.treeOnly = true
	return &w
}

const namedShapes = `{"shapes":{"crate":{"type":"box","size":[1,2,3]},"coin":{"type":"circle","radius":0.1},` +
	`"chip":{"type":"polygon","points":[[0,0],[1,0],[0,1]]}}}`

// check holds both answers to a line to each other, byte for byte, and the pairs.
func (w *twins) check(t *testing.T, line []byte) {
	t.Helper()
	w.lines++
	kept := bytes.Clone(line)
	var p Pair
	if w.quick.decoder.quickPair(context.Background(), line, &p) {
		w.read++
	}
	a, quickNotes := w.quick.Answer(context.Background(), line)
	b, treeNotes := w.tree.Answer(context.Background(), line)
	if got, want := a.AppendJSON(nil), b.AppendJSON(nil); !bytes.Equal(got, want) {
		t.Fatalf("of %s\n%s\nwith a tree\n%s", line, got, want)
	}
	if !reflect.DeepEqual(quickNotes, treeNotes) {
		t.Fatalf("of %s\nnotes %v, with a tree %v", line, quickNotes, treeNotes)
	}
	if q, s := &w.quick.pair, &w.tree.pair; a.Err == nil &&
		(!sameBody(&q.A, &s.A) || !sameBody(&q.B, &s.B) || q.ID != s.ID || q.Dim != s.Dim) {
		t.Fatalf("of %s\nthe bodies differ:\n%v\n%v\n%v\n%v", line, q.A.O3, s.A.O3, q.B.O3, s.B.O3)
	}
	if !bytes.Equal(line, kept) {
		t.Fatalf("%s was written to", kept)
	}
}

// sameBody compares what bodies are made of, down to the bits but for -0, which no text leaves.
func sameBody(a, b *Body) bool {
	shapeA, poseA, okA := a.encode()
	shapeB, poseB, okB := b.encode()
	return a.Dim == b.Dim && bytes.Equal(shapeA, shapeB) && bytes.Equal(poseA, poseB) && okA == okB
}

// usualLines are lines of all kinds of shapes and poses, with numbers that r draws.
func usualLines(r *rand.Rand) (lines [][]byte) {
	x := func() string {
		return string(AppendNumber(nil, (r.Float64()-0.5)*[]float64{1e-9, 1, 1, 1, 1e9}[r.IntN(5)]))
	}
	s := func() string { return strings.TrimPrefix(x(), "-") }
	v := func(n int, f func() string) string {
		var list []string
		for range n {
			list = append(list, f())
		}
		return "[" + strings.Join(list, []string{",", ", ", " ,\t"}[r.IntN(3)]) + "]"
	}
	points := func(dim int) string { return v(3+r.IntN(9), func() string { return v(dim, x) }) }
	solids := func() []string {
		return []string{
			`{"type":"sphere","radius":` + s() + `}`, `{"type": "box", "size": ` + v(3, s) + `}`,
			`{"radius":` + s() + `,"type":"capsule","height":` + s() + `}`, `{"type":"ellipsoid","radii":` + v(3, s) + `}`,
			`{"type":"cylinder","radius":` + s() + `,"height":` + s() + `,"rounding":` + s() + `}`,
			`{"type":"cone","radius":` + s() + `,"height":` + s() + `,"rounding":0}`,
			`{"type":"hull","points":` + points(3) + `}`, `{"type":"half-space","normal":` + v(3, x) + `,"offset":` + x() + `}`,
			`"crate"`, `"coin"`,
		}
	}
	flats := func() []string {
		return []string{
			`{"type":"circle","radius":` + s() + `}`, `{"type":"box","size":` + v(2, s) + `,"rounding":` + s() + `}`,
			`{"type":"capsule","radius":` + s() + `,"height":` + s() + `}`, `{"type":"ellipse","radii":` + v(2, s) + `}`,
			`{"type":"hull","points":` + points(2) + `}`, `{"type":"polygon","points":` + points(2) + `}`,
			`{"type":"half-space","normal":` + v(2, x) + `,"offset":` + x() + `}`, `"chip"`, `"crate"`,
		}
	}
	rotations := []string{
		`"q":[0.6,0,0,0.8]`, `"q":[0,0,0,1]`, `"q":[1,0,0,0]`, `"rpy":` + v(3, x), `"rpy_deg":` + v(3, x), `"angle":` + x(),
		`"cos_sin":[0.6,0.8]`, `"q":` + v(4, x), `"axis_angle":` + v(4, x), `"q":[0,0,0,1],"rpy":[0,0,0]`, `"angle":7`,
	}
	pose := func(dim int) string {
		all := []string{"", `,"pose":{}`, `,"pose":{"p":` + v(dim, x) + `}`}
		if k := r.IntN(len(all) + 2); k < len(all) {
			return all[k]
		}
		return `,"pose":{"p":` + v(dim, x) + "," + rotations[r.IntN(len(rotations))] + "}"
	}
	for dim := 2; dim <= 3; dim++ {
		shapes := flats
		if dim == 3 {
			shapes = solids
		}
		for k := range shapes() {
			a, b := shapes()[k], shapes()[r.IntN(len(shapes()))]
			if r.IntN(5) == 0 {
				a = `{"type":"compound","parts":[{"shape":` + a + pose(dim) + `},{"shape":` + b + `}]}`
			}
			ba, bb := `{"shape":`+a+pose(dim)+"}", `{"shape":`+b+pose(dim)+"}"
			lines = append(lines,
				fmt.Appendf(nil, `{"id":"%d","dim":%d,"a":%s,"b":%s}`, k, dim, ba, bb),
				fmt.Appendf(nil, `{"a":%s,"dim":%d,"b":%s}`, ba, dim, bb),
				fmt.Appendf(nil, ` {"a": %s, "b" : %s, "dim": %d}`+"\r\n", ba, bb, dim))
		}
	}
	return lines
}

// broken returns the line with a few bytes changed.
func broken(r *rand.Rand, line []byte) []byte {
	line = bytes.Clone(line)
	for range 1 + r.IntN(3) {
		i := r.IntN(len(line))
		const odd = "{}[]\",:0123456789-+.eE \\\x00\xff\t\nabdiqp"
		c := odd[r.IntN(len(odd))]
		switch r.IntN(4) {
		case 0:
			line[i] = c
		case 1:
			line = append(line[:i], line[min(i+1, len(line)-1):]...)
		case 2:
			line = append(line[:i], append([]byte{c}, line[i:]...)...)
		case 3:
			k := min(i+r.IntN(40), len(line))
			line = append(line[:k], append(bytes.Clone(line[i:k]), line[k:]...)...)
		}
	}
	return line
}

// TestQuickLines draws lines, whole and broken, and answers them both ways; each whole one again,
// when its shapes are kept.
func TestQuickLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	w := newTwins(t, Options{})
	whole := newTwins(t, Options{})
	rounds := 20
	if testing.Short() {
		rounds = 3
	}
	for range rounds {
		for _, line := range usualLines(r) {
			whole.check(t, line)
			whole.check(t, line)
			for range 10 {
				w.check(t, broken(r, line))
			}
		}
	}
	if whole.read < whole.lines/8 || w.read > w.lines/2 || w.read < w.lines/200 {
		t.Errorf("%d of %d whole lines, %d of %d broken ones read the quick way", whole.read, whole.lines, w.read, w.lines)
	}
}

// TestQuickFiles answers the lines of the repository both ways.
func TestQuickFiles(t *testing.T) {
	for _, name := range []string{
		"../tools/determinism/testdata/corpus.ndjson", "../examples/tutorial/boxes.ndjson",
		"../examples/tutorial/squares.ndjson", "../examples/tutorial/pentagons.ndjson",
	} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		w := newTwins(t, Options{})
		for line := range bytes.Lines(text) {
			if w.lines < 1000 {
				w.check(t, line)
			}
		}
		if w.lines == 0 || w.read < w.lines/2 {
			t.Errorf("%s: %d of %d lines read the quick way", name, w.read, w.lines)
		}
	}
}

// TestQuickLimits answers lines near each limit both ways.
func TestQuickLimits(t *testing.T) {
	lines := usualLines(rand.New(rand.NewPCG(3, 4)))
	for n := range 14 {
		for _, o := range []Options{{MaxPoints: n}, {MaxDepth: n}, {MaxBytes: 40 * n}} {
			w := newTwins(t, Options{})
			o.Shapes = w.quick.decoder.opt.Shapes
			w = newTwins(t, o)
			for _, line := range lines {
				w.check(t, line)
				w.check(t, line)
			}
		}
	}
}

// TestQuickNames reads lines in another order than they come in: a shape of names is not kept.
func TestQuickNames(t *testing.T) {
	w := newTwins(t, Options{})
	if _, err := w.quick.decoder.opt.Shapes.Define(t.Context(), []byte(`{"shapes":{"late":{"type":"sphere","radius":1}}}`), 10); err != nil {
		t.Fatal(err)
	}
	parts := `{"shape":{"type":"compound","parts":[{ "shape" : "late" }]}}`
	line := []byte(`{"dim":3,"a":` + parts + `,"b":{"shape":"late"}}`)
	for _, number := range []int{11, 5, 12, 10} {
		w.quick.SetLine(number)
		w.tree.SetLine(number)
		w.check(t, line)
	}
}

// TestKeptBytes holds what is kept to its bound, whatever comes, and finds what came last.
func TestKeptBytes(t *testing.T) {
	var k keptShapes
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 3000 {
		text := fmt.Appendf(nil, `{"n":%d,"x":"%s"}`, i, strings.Repeat("x", r.IntN(1<<r.IntN(20))))
		k.keep(&keptShape{text: text, dim: 2 + i%2, weight: i})
		found := k.find(append(text, ",{}"...), 2+i%2)
		if len(text) <= keptBytes/4 && (found == nil || found.weight != i) || k.find(text, 3-i%2) != nil {
			t.Fatalf("of %d bytes: found %v", len(text), found)
		}
		sum := 0
		for s := range k.sets {
			for w := range k.sets[s].ways {
				sum += len(k.sets[s].ways[w].text)
				if c := cap(k.sets[s].ways[w].text); c > 2*len(k.sets[s].ways[w].text)+keyBytes+64 {
					t.Fatalf("room of %d bytes for %d", c, len(k.sets[s].ways[w].text))
				}
			}
		}
		if sum != k.bytes || sum > keptBytes {
			t.Fatalf("%d bytes kept, counted as %d", sum, k.bytes)
		}
	}
}

// TestQuickAllocations holds a line whose shapes are kept to its id and the margin of a body.
func TestQuickAllocations(t *testing.T) {
	s, err := NewAnswerer(Options{}, QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	line := []byte(`{"id":"k","dim":3,"a":{"shape":{"type":"box","size":[1,2,3]}},"b":{"shape":{"type":"sphere","radius":1},` +
		`"pose":{"p":[1.2345678901234567,0.1,-7e-3],"q":[0.6,0,0,0.8]}}}`)
	buf := make([]byte, 0, 4096)
	if n := testing.AllocsPerRun(100, func() { buf, _ = s.AppendAnswer(context.Background(), buf[:0], line, 1) }); n > 2 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzQuickPair(f *testing.F) {
	for _, line := range usualLines(rand.New(rand.NewPCG(7, 8))) {
		f.Add(string(line))
	}
	w := newTwins(f, Options{MaxPoints: 1000, MaxDepth: 12})
	f.Fuzz(func(t *testing.T, line string) { w.check(t, []byte(line)) })
}

func BenchmarkLine(b *testing.B) {
	r := rand.New(rand.NewPCG(9, 10))
	var lines [][]byte
	for range 64 {
		x := func() []byte { return AppendNumber(nil, r.Float64()) }
		lines = append(lines, fmt.Appendf(nil, `{"id":"%d","dim":3,"a":{"shape":{"type":"box","size":[%s,%s,%s]},"pose":{"p":[%s,%s,%s],`+
			`"q":[0.6,0,0,0.8]}},"b":{"shape":{"type":"box","size":[%s,%s,%s]},"pose":{"p":[%s,%s,%s],"q":[0,0.6,0,0.8]}}}`,
			r.IntN(1e6), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x()))
	}
	w := newTwins(b, Options{})
	buf := make([]byte, 0, 4096)
	for name, s := range map[string]*Answerer{"quick": w.quick, "tree": w.tree} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				buf, _ = s.AppendAnswer(context.Background(), buf[:0], lines[i%len(lines)], 1)
				i++
			}
		})
	}
}
