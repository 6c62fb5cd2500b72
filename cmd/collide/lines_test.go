package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/collide-go/collide/internal/testkit/schemas"
)

// streamed are the commands that answer lines, each with a line that it answers with the result
// given, and another result that there is.
var streamed = map[string]struct{ line, key, result, other string }{
	"query": {strings.TrimSpace(ballPair("one", 3)), "relation", "apart", "touching"},
	"cast":  {`{"id":"one","cast":"ray","dim":3,"a":{"shape":{"type":"sphere","radius":1}},"origin":[-3,0,0],"direction":[1,0,0]}`, "result", "hit", "inside"},
	"toi":   {`{"id":"one","dim":3,"a":{"shape":{"type":"sphere","radius":1}},"b":{"shape":{"type":"sphere","radius":1},"pose":{"p":[3,0,0]},"motion":{"linear":[0,1,0]}}}`, "result", "miss", "hit"},
}

// answersOf returns the words under a key of each answer, or the codes of errors with their lines.
func answersOf(t *testing.T, text, key string) []string {
	t.Helper()
	var list []string
	for line := range strings.Lines(text) {
		var a map[string]any
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if e, ok := a["error"].(map[string]any); ok {
			list = append(list, fmt.Sprintf("%v %v", e["code"], a["line"]))
			continue
		}
		list = append(list, fmt.Sprint(a[key]))
	}
	return list
}

// Each command answers in order, with errors in place, and says in its status what there was.
func TestLines(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(streamed)) {
		c := streamed[name]
		in := c.line + "\n\n{broken\n" + c.line + "\r\n" + strings.Repeat("x", 900) + "\n{}\n" + c.line
		got := execute(in, name, "--max-line", "800")
		list := answersOf(t, got.stdout, c.key)
		if len(list) != 6 || got.status != statusSomeBad || got.stderr != "" {
			t.Fatalf("%s: %d answers, status %d, %q", name, len(list), got.status, got.stderr)
		}
		for i, want := range []string{c.result, "syntax 3", c.result, "too-long 5", "", c.result} {
			if want == "" {
				want = "missing-field 6"
			}
			if list[i] != want {
				t.Errorf("%s: answer %d is %q, want %q", name, i, list[i], want)
			}
		}
		path := file(t, "lines.ndjson", c.line)
		for _, run := range []struct {
			args   string
			status int
		}{
			{name + " " + path, statusOK},
			{name + " --fail-on " + c.result + " " + path, statusFound},
			{name + " --fail-on " + c.other + " " + path, statusOK},
			{name + " --fail-on " + c.other + "," + c.result + " " + path, statusFound},
			{name + " --fail-on never " + path, statusBad},
			{name + " --format xml " + path, statusBad},
			{name + " --tolerance -1 " + path, statusBad},
			{name + " --base no/such/folder " + path, statusBad},
			{name + " no/such/file", statusBad},
			{name + " a b", statusBad},
		} {
			if got := execute("", strings.Fields(run.args)...); got.status != run.status || run.status == statusBad && got.stderr == "" {
				t.Errorf("%s: status %d, %s", run.args, got.status, got.stderr)
			}
		}
		if got := execute(c.line+"\n{}", name, "--fail-on", c.result); got.status != statusSomeBad {
			t.Errorf("%s: an error, and something found: status %d", name, got.status)
		}
	}
}

// A line is answered while the input stays open, and so is one behind a line that names shapes.
func TestLinesWhileInputIsOpen(t *testing.T) {
	for name, c := range streamed {
		inR, inW := io.Pipe()
		outR, outW := io.Pipe()
		done := make(chan int)
		go func() { done <- run(context.Background(), []string{name}, inR, outW, io.Discard) }()
		buf := make([]byte, 4096)
		for i := range 5 {
			fmt.Fprintf(inW, `{"shapes":{"s%d":{"type":"sphere","radius":1}}}`+"\n"+c.line+"\n", i)
			n, err := outR.Read(buf)
			if err != nil || !strings.HasPrefix(string(buf[:n]), `{"id":"one","`+c.key+`":"`+c.result) {
				t.Fatalf("%s: %s, %v", name, buf[:n], err)
			}
		}
		inW.Close()
		if status := <-done; status != statusOK {
			t.Errorf("%s: status %d", name, status)
		}
	}
}

// Names stand for what the lines before have defined, however many lines are in flight.
func TestLinesWithNames(t *testing.T) {
	const steps = 300
	var in strings.Builder
	var want []string
	line := 0
	add := func(text string, answer string) {
		line++
		in.WriteString(text + "\n")
		if answer != "" {
			want = append(want, strings.ReplaceAll(answer, "LINE", fmt.Sprint(line)))
		}
	}
	for i := range steps {
		name := fmt.Sprintf("s%d", i)
		ask := `{"id":"x","cast":"point","dim":3,"a":{"shape":"` + name + `"},"point":[0,0,` + fmt.Sprint(i+3) + `]}`
		add(ask, "unknown-name LINE")
		add(fmt.Sprintf(`{"shapes":{%q:{"type":"sphere","radius":%d}}}`, name, i+1), "")
		add(ask, "outside")
		add(`{"shapes":{"`+name+`":{"type":"sphere","radius":1}}}`, "duplicate-name LINE")
		add(strings.Replace(ask, `"dim":3`, `"dim":2`, 1), "wrong-dimension LINE")
	}
	got := execute(in.String(), "cast")
	if list := answersOf(t, got.stdout, "relation"); !slices.Equal(list, want) || got.status != statusSomeBad {
		t.Fatalf("status %d, %d answers, want %d", got.status, len(list), len(want))
	}
	for range 3 {
		if again := execute(in.String(), "cast"); again != got {
			t.Fatal("the same input gives another output")
		}
	}
}

// The table has a line for each answer and each error, all of one width, and no cell that a
// spreadsheet takes for a formula.
func TestLinesCSV(t *testing.T) {
	hostile := map[string]string{
		"query": strings.Replace(ballPair("x", 3), `"x"`, `"=1+1"`, 1) + ballPair("@x", 1) + `{"id":"+x","dim":2}` + "\n",
		"cast": `{"id":"=1+1","cast":"ray","dim":2,"a":{"shape":{"type":"circle","radius":1}},"origin":[-3,0],"direction":[1,0]}
{"id":"-x","cast":"ray","dim":3,"a":{"shape":{"type":"sphere","radius":1}},"origin":[-3,9,0],"direction":[1,0,0]}
{"id":"@x","cast":"point","dim":3,"a":{"shape":{"type":"sphere","radius":1}},"point":[-3,9,0]}
{"id":"p","cast":"shape","dim":2,"a":{"shape":{"type":"compound","parts":[{"shape":{"type":"circle","radius":1}}]}},"b":{"shape":{"type":"circle","radius":1},"pose":{"p":[5,0]}},"translation":[-9,0]}
{"id":"\tx","cast":"ray","dim":2,"=1":0}
`,
		"toi": `{"id":"=1+1","dim":2,"a":{"shape":{"type":"circle","radius":1}},"b":{"shape":{"type":"circle","radius":1},"pose":{"p":[5,0]},"motion":{"linear":[-9,0]}}}
{"id":"-m","dim":2,"a":{"shape":{"type":"circle","radius":1}},"b":{"shape":{"type":"circle","radius":1},"pose":{"p":[5,0]}}}
{"toi":"vertex-face","start":[[0,0,1],[1,0,0],[-1,1,0],[-1,-1,0]],"end":[[0,0,-1],[1,0,0],[-1,1,0],[-1,-1,0]]}
{"id":"+x","toi":"=1","start":[],"end":[]}
`,
	}
	for name, in := range hostile {
		got := execute(in, name, "--format", "csv")
		records, err := csv.NewReader(strings.NewReader(got.stdout)).ReadAll()
		if err != nil || len(records) != strings.Count(in, "\n")+1 || got.status != statusSomeBad {
			t.Errorf("%s: %v, %d records, status %d", name, err, len(records), got.status)
			continue
		}
		plain := strings.Split(strings.TrimSpace(execute(in, name).stdout), "\n")
		for i, r := range records[1:] {
			var a map[string]any
			if err := json.Unmarshal([]byte(plain[i]), &a); err != nil {
				t.Fatal(err)
			}
			compareRecord(t, name, records[0], r, a)
		}
	}
}

// compareRecord holds a record to the answer line about the same input.
func compareRecord(t *testing.T, name string, head, record []string, a map[string]any) {
	t.Helper()
	for k, cell := range record {
		key := head[k]
		if cell != "" && strings.ContainsRune("=+@\t", rune(cell[0])) && cell != "+Inf" {
			t.Errorf("%s: %s is a formula: %q", name, key, cell)
		}
		var want any
		base, axis, _ := strings.Cut(key, "_")
		if i := strings.LastIndexByte(key, '_'); i > 0 {
			base, axis = key[:i], key[i+1:]
		}
		v, _ := a[base].([]any)
		e, _ := a["error"].(map[string]any)
		i := strings.Index("xyz", axis)
		switch {
		case key == "cast" || base == "part":
			continue
		case e != nil && (key == "code" || key == "path" || key == "message"):
			want = e[key]
		case v != nil && i >= 0 && i < len(v):
			want = v[i]
		case key == "result" && a[key] == nil:
			want = a["relation"] // where a point is
		default:
			want = a[key]
		}
		text := ""
		switch w := want.(type) {
		case string:
			text = w
		case float64:
			text = number(w)
		}
		if strings.TrimPrefix(cell, "'") != text {
			t.Errorf("%s: %s is %q, the answer says %v", name, key, cell, want)
		}
	}
}

// A manifold has no place in a table.
func TestManifoldCSV(t *testing.T) {
	if got := execute("", "query", "--manifold", "--format", "csv"); got.status != statusBad || !strings.Contains(got.stderr, "--manifold") {
		t.Errorf("%v", got)
	}
}

// Mesh files come from the folder of --base, also those of shapes with a name.
func TestLinesBase(t *testing.T) {
	dir := t.TempDir()
	const tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n"
	if err := os.WriteFile(filepath.Join(dir, "t.obj"), []byte(tetrahedron), 0o666); err != nil {
		t.Fatal(err)
	}
	in := `{"shapes":{"t":{"type":"hull","file":"t.obj"}}}
{"id":"t","cast":"point","dim":3,"a":{"shape":"t"},"point":[-3,0,0]}
`
	if got := execute(in, "cast", "--base", dir); got.status != statusOK || !slices.Equal(answersOf(t, got.stdout, "distance"), []string{"3"}) {
		t.Errorf("%v", got)
	}
	if got := execute(in, "cast"); got.status != statusSomeBad || !slices.Equal(answersOf(t, got.stdout, ""), []string{"file 1", "unknown-name 2"}) {
		t.Errorf("%v", got)
	}
	open := "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n"
	if err := os.WriteFile(filepath.Join(dir, "t.obj"), []byte(open), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := execute(in, "cast", "--base", dir); strings.Count(got.stderr, "note") != 1 || !strings.HasPrefix(got.stderr, "line 1: ") {
		t.Errorf("a note about a shape with a name: %q", got.stderr)
	}
}

// Memory does not grow with the stream, nor with shapes beyond their limit.
func TestLinesMemory(t *testing.T) {
	for name, c := range streamed {
		var before runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		var most atomic.Uint64
		pad := strings.Repeat(" ", 100_000)
		lines := c.line + pad + "\n" + `{"shapes":{"n":{"type":"sphere","radius":1}}}` + pad + "\n"
		in := &repeat{line: lines, left: 300, each: func() {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most.Store(max(most.Load(), m.HeapAlloc))
		}}
		status := run(t.Context(), []string{name, "--max-line", "1000000"}, in, io.Discard, io.Discard)
		if status != statusSomeBad { // the name is given again
			t.Errorf("%s: status %d", name, status)
		}
		if limit := 2*before.HeapAlloc + 64<<20; most.Load() > limit || most.Load() == 0 {
			t.Errorf("%s: %d MiB in use, %d before", name, most.Load()>>20, before.HeapAlloc>>20)
		}
	}
}

// What the commands write is of their schemas, and their examples of input are too.
func TestLinesAreOfTheirSchemas(t *testing.T) {
	for name, out := range map[string]string{"query": "answer", "cast": "cast-answer", "toi": "toi-answer"} {
		in := map[string]string{"query": "pair"}[name]
		if in == "" {
			in = name
		}
		read, written := schemas.Compile(t, in), schemas.Compile(t, out)
		c := streamed[name]
		if err := schemas.Validate(t, read, c.line); err != nil {
			t.Error(err)
		}
		for line := range strings.Lines(execute(c.line+"\n{}\n", name).stdout) {
			if err := schemas.Validate(t, written, line); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
}

// Any bytes get one answer for each line that is neither blank nor names shapes, and the same ones
// again.
func FuzzLines(f *testing.F) {
	for _, name := range slices.Sorted(maps.Keys(streamed)) {
		f.Add([]byte(streamed[name].line+"\n{}\n"), byte(len(name)))
	}
	f.Add([]byte(`{"shapes":{"a":{"type":"circle","radius":1}}}`+"\n"+`{"cast":"point","dim":2,"a":{"shape":"a"},"point":[1,2]}`), byte(4))
	f.Fuzz(func(t *testing.T, in []byte, which byte) {
		names := slices.Sorted(maps.Keys(streamed))
		name := names[int(which)%len(names)]
		least, most := 0, 0
		for line := range bytes.Lines(in) {
			line = bytes.TrimSuffix(line, []byte("\n"))
			if len(bytes.TrimSuffix(line, []byte("\r"))) > 400 || len(bytes.Trim(line, " \t\r")) > 0 {
				most++
				if !bytes.Contains(line, []byte("{")) {
					least++
				}
			}
		}
		got := execute(string(in), name, "--max-line", "400")
		n := len(answersOf(t, got.stdout, ""))
		if n < least || n > most {
			t.Errorf("%d answers of %d to %d lines", n, least, most)
		}
		if again := execute(string(in), name, "--max-line", "400"); again.stdout != got.stdout || again.status != got.status {
			t.Error("the same input gives another output")
		}
	})
}
