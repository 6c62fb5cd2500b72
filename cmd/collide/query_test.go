package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ballPair is a pair line of two balls of radius 1, their centres x apart.
func ballPair(id string, x float64) string {
	return fmt.Sprintf(`{"id":%q,"dim":3,"a":{"shape":{"type":"sphere","radius":1}},"b":{"shape":{"type":"sphere","radius":1},"pose":{"p":[%v,0,0]}}}`+"\n", id, x)
}

// answer is an answer line.
type answer struct {
	ID           *string
	Line         int
	Relation     string
	Distance     float64
	Lower, Upper float64
	Iterations   int
	Error        *struct{ Code, Path, Message string }
}

// answers returns the answer lines of the text.
func answers(t *testing.T, text string) []answer {
	t.Helper()
	var list []answer
	for line := range strings.Lines(text) {
		var a answer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		list = append(list, a)
	}
	return list
}

func TestQuery(t *testing.T) {
	in := ballPair("one", 3) +
		"\n" + // blank: counted, no answer
		"{broken\n" +
		ballPair("two", 2) +
		`{"id":"minus","dim":3,"a":{"shape":{"type":"sphere","radius":-1}},"b":{"shape":{"type":"sphere","radius":1}}}` + "\n" +
		`{"id":"planes","dim":2,"a":{"shape":{"type":"half-space","normal":[0,1],"offset":0}},"b":{"shape":{"type":"half-space","normal":[1,0],"offset":0}}}` + "\n" +
		`{"dim":2,"a":{"shape":{"type":"circle","radius":1}},"b":{"shape":{"type":"box","size":[2,2]},"pose":{"p":[0,5]}}}` + "\n" +
		ballPair(strings.Repeat("x", 2000), 0) +
		ballPair("last", 1.5)
	want := []struct {
		id, relation string
		distance     float64
		code, path   string
		line         int
	}{
		{"one", "apart", 1, "", "", 0},
		{"null", "", 0, "syntax", "", 3},
		{"two", "touching", 0, "", "", 0},
		{"minus", "", 0, "negative-size", "a.shape.radius", 5},
		{"planes", "overlapping", 0, "", "", 0},
		{"null", "apart", 3, "", "", 0},
		{"null", "", 0, "too-long", "", 8},
		{"last", "overlapping", -0.5, "", "", 0},
	}
	got := execute(in, "query", "--max-line", "1000")
	if got.status != statusSomeBad || got.stderr != "" {
		t.Errorf("status %d, stderr %q", got.status, got.stderr)
	}
	list := answers(t, got.stdout)
	if len(list) != len(want) {
		t.Fatalf("%d answers, want %d:\n%s", len(list), len(want), got.stdout)
	}
	for i, w := range want {
		a := list[i]
		id, code, path := "null", "", ""
		if a.ID != nil {
			id = *a.ID
		}
		if a.Error != nil {
			code, path = a.Error.Code, a.Error.Path
			if a.Error.Message == "" {
				t.Errorf("answer %d: an error without a message", i)
			}
		}
		if id != w.id || a.Relation != w.relation || math.Abs(a.Distance-w.distance) > 1e-15 || code != w.code || path != w.path || a.Line != w.line {
			t.Errorf("answer %d: %s %s %v %q at %q, line %d; want %+v", i, id, a.Relation, a.Distance, code, path, a.Line, w)
		}
	}
	if again := execute(in, "query", "--max-line", "1000"); again != got {
		t.Error("the same input gives another output")
	}
}

func TestQueryFile(t *testing.T) {
	good := file(t, "good.ndjson", ballPair("a", 3)+ballPair("b", 2))
	if got := execute("not read", "query", good); got.status != statusOK || len(answers(t, got.stdout)) != 2 {
		t.Errorf("status %d\n%s%s", got.status, got.stdout, got.stderr)
	}
}

// Mesh files of hulls are looked up in the directory of --base.
func TestQueryBase(t *testing.T) {
	dir := t.TempDir()
	const tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n"
	if err := os.WriteFile(filepath.Join(dir, "t.obj"), []byte(tetrahedron), 0o666); err != nil {
		t.Fatal(err)
	}
	line := `{"id":"t","dim":3,"a":{"shape":{"type":"hull","file":"t.obj"}},"b":{"shape":{"type":"sphere","radius":1},"pose":{"p":[-3,0,0]}}}` + "\n"
	got := execute(line, "query", "--base", dir)
	if list := answers(t, got.stdout); got.status != statusOK || len(list) != 1 || list[0].Distance != 2 {
		t.Errorf("with --base: status %d\n%s%s", got.status, got.stdout, got.stderr)
	}
	got = execute(line, "query")
	if list := answers(t, got.stdout); got.status != statusSomeBad || len(list) != 1 || list[0].Error.Code != "file" || list[0].Error.Path != "a.shape.file" {
		t.Errorf("without: status %d\n%s%s", got.status, got.stdout, got.stderr)
	}
}

// The whole command answers while its input stays open.
func TestQueryAnswersWhileInputIsOpen(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan int)
	go func() { done <- run(context.Background(), []string{"query"}, inR, outW, io.Discard) }()
	r := bufio.NewReader(outR)
	for i := range 20 {
		fmt.Fprint(inW, ballPair(fmt.Sprint(i), float64(i)))
		line, err := r.ReadString('\n')
		if err != nil || !strings.HasPrefix(line, fmt.Sprintf(`{"id":"%d"`, i)) {
			t.Fatalf("answer %d: %q, %v", i, line, err)
		}
	}
	inW.Close()
	if status := <-done; status != statusOK {
		t.Errorf("status %d", status)
	}
}

// Lines of very different cost keep their order.
func TestQueryOrder(t *testing.T) {
	var in bytes.Buffer
	const lines = 3000
	for i := range lines {
		if i%500 != 7 {
			in.WriteString(ballPair(fmt.Sprint(i), float64(i)))
			continue
		}
		fmt.Fprintf(&in, `{"id":"%d","dim":3,"a":{"shape":{"type":"hull","points":[[0,0,0]`, i)
		for k := range 2000 {
			z := float64(k) / 2000
			fmt.Fprintf(&in, ",[%v,%v,%v]", math.Sqrt(z), math.Sqrt(1-z)/3, z)
		}
		in.WriteString(`]}},"b":{"shape":{"type":"sphere","radius":1},"pose":{"p":[5,0,0]}}}` + "\n")
	}
	got := execute(in.String(), "query")
	if got.status != statusOK {
		t.Fatalf("status %d, %s", got.status, got.stderr)
	}
	for i, a := range answers(t, got.stdout) {
		if a.ID == nil || *a.ID != fmt.Sprint(i) {
			t.Fatalf("answer %d has another's id", i)
		}
	}
}

// Any bytes get one answer for each line that is not blank, and the right status.
func FuzzQuery(f *testing.F) {
	f.Add([]byte(ballPair("a", 3) + "\n" + "{}"))
	f.Add([]byte(`{"dim":2,"a":{"shape":{"type":"compound","parts":[{"shape":{"type":"circle","radius":1}},{"shape":{"type":"box","size":[1,1]},"pose":{"p":[2,0]}}]}},"b":{"shape":{"type":"circle","radius":1}}}`))
	f.Add([]byte("\r\n\x00\n[[[[\n\xff\xfe"))
	f.Add([]byte(strings.Repeat("x", 300) + "\n" + ballPair("a", math.Inf(1))))
	f.Fuzz(func(t *testing.T, in []byte) {
		want := 0
		for line := range bytes.Lines(in) {
			line = bytes.TrimSuffix(line, []byte("\n"))
			if len(bytes.TrimSuffix(line, []byte("\r"))) > 250 || len(bytes.Trim(line, " \t\r")) > 0 {
				want++
			}
		}
		got := execute(string(in), "query", "--max-line", "250")
		list := answers(t, got.stdout)
		bad := 0
		for _, a := range list {
			if a.Error != nil {
				bad++
			}
		}
		if len(list) != want || (got.status == statusSomeBad) != (bad > 0) || got.stderr != "" {
			t.Errorf("%d answers of %d lines, %d errors, status %d, stderr %q", len(list), want, bad, got.status, got.stderr)
		}
	})
}

// TestQueryCrowds: a line of which more pairs of parts have boxes that meet than are allowed gets
// an error, however the pair is asked about, and one of as many an answer.
func TestQueryCrowds(t *testing.T) {
	const chain = `{"shape":{"type":"chain","points":[[0,0],[3,1],[0,2],[3,3]]}}`
	line := `{"id":"c","dim":2,"a":` + chain + `,"b":` + chain + "}\n"
	const refused = `"error":{"code":"too-large","path":"","message":"the boxes of more than 4 pairs of parts meet, of edges, triangles and cells"}`
	for _, flags := range [][]string{nil, {"--manifold"}} {
		for most, want := range map[string]string{"4": refused, "9": `"relation":"touching"`} {
			got := execute(line, append([]string{"query", "--max-part-pairs", most}, flags...)...)
			if !strings.Contains(got.stdout, want) || !strings.Contains(got.stdout, `"id":"c"`) {
				t.Errorf("%v, at most %s: %s%s", flags, most, got.stdout, got.stderr)
			}
		}
	}
}
