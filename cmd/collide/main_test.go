package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// result is what a run of the command gave.
type result struct {
	status         int
	stdout, stderr string
}

// execute runs the command line on the text of its standard input.
func execute(stdin string, args ...string) result {
	var stdout, stderr bytes.Buffer
	status := run(context.Background(), args, strings.NewReader(stdin), &stdout, &stderr)
	return result{status, stdout.String(), stderr.String()}
}

// TestMain keeps the width of the tester's terminal out of the tables.
func TestMain(m *testing.M) {
	if err := os.Unsetenv("COLUMNS"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// file writes text to a new file of the test and returns its path.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCommandLine(t *testing.T) {
	scene := file(t, "empty.yaml", "version: 1\ndim: 3\nobjects: []\n")
	for _, c := range []struct {
		name           string
		args           string
		status         int
		stdout, stderr string // parts of the streams; "" means nothing there
	}{
		{"no command is an error, and tells what there is", "", 2, "", "Available Commands"},
		{"help", "--help", 0, "collide check examples/cell/cell.yaml", ""},
		{"help of check shows examples", "check --help", 0, "--format csv", ""},
		{"help of query shows examples", "query --help", 0, `| collide query`, ""},
		{"help of version shows an example", "help version", 0, "collide version", ""},
		{"the version", "version", 0, "collide ", ""},
		{"version takes nothing", "version now", 2, "", "now"},
		{"the version as a flag", "--version", 0, "collide ", ""},
		{"a misspelt command", "chek", 2, "", `no command is called "chek"; did you mean check?`},
		{"the beginning of two commands", "c", 2, "", "did you mean cast or check or completion?"},
		{"a word that is like none", "foo", 2, "", `no command is called "foo"` + "\n"},
		{"help about a word that is like none", "help foo", 2, "", `no command or topic is called "foo"` + "\n"},
		{"help about a misspelt topic", "help shaeps", 2, "", "did you mean shapes?"},
		{"an unknown flag", "check --frmat json x.yaml", 2, "", "collide check --help"},
		{"help about nothing that there is", "help draw", 2, "", `no command or topic is called "draw"` + "\n"},
		{"help about a misspelt command", "help chek", 2, "", "did you mean check?"},
		{"help about a topic", "help shapes", 0, "cylinder", ""},
		{"completion for no shell", "completion", 2, "", "the name of a shell: bash, fish, powershell, zsh"},
		{"completion for a shell that is none", "completion foo", 2, "", "the name of a shell"},
		{"completion", "completion bash", 0, "__start_collide", ""},
		{"completion of a flag", "__complete check --format j", 0, "json", "Completion"},
		{"check without a scene", "check", 2, "", "needs a scene"},
		{"an unknown format", "check --format xml " + scene, 2, "", `"xml"`},
		{"a negative clearance", "check --clearance -1 " + scene, 2, "", "-1"},
		{"a clearance that is no number", "check --clearance NaN " + scene, 2, "", "NaN"},
		{"an infinite clearance", "check --clearance Inf " + scene, 2, "", "Inf"},
		{"a negative tolerance", "check --tolerance -1 " + scene, 2, "", "--tolerance"},
		{"a negative limit", "query --max-iterations -1", 2, "", "0 or more"},
		{"an empty scene is clear", "check " + scene, 0, "no pairs to check", "there is no pair to check"},
		{"two files for query", "query a b", 2, "", "one file"},
		{"a limit of no bytes", "query --max-line 0", 2, "", "--max-line"},
		{"no such file", "query no/such/file", 2, "", "no/such/file"},
		{"a directory is no file", "query .", 2, "", "directory"},
		{"no such scene", "check no/such/scene.yaml", 2, "", "no/such/scene.yaml: file"},
		{"no line, no answer", "query", 0, "", ""},
		{"a dash is standard input", "query -", 0, "", ""},
	} {
		got := execute("", strings.Fields(c.args)...)
		ok := got.status == c.status
		for _, s := range [][2]string{{got.stdout, c.stdout}, {got.stderr, c.stderr}} {
			if s[1] == "" {
				ok = ok && s[0] == ""
			} else {
				ok = ok && strings.Contains(s[0], s[1])
			}
		}
		if !ok {
			t.Errorf("%s: collide %s: status %d, want %d\nstdout: %s\nstderr: %s", c.name, c.args, got.status, c.status, got.stdout, got.stderr)
		}
	}
}

// Nobody reads what is written: the command ends without a word, and says what it knows by then.
func TestBrokenPipe(t *testing.T) {
	line := `{"dim":3,"a":{"shape":{"type":"sphere","radius":1}},"b":{"shape":{"type":"sphere","radius":1}}}` + "\n"
	scene := file(t, "s.yaml", twoBalls(3))
	for _, args := range [][]string{{"query"}, {"check", scene}, {"check", "--format", "json", scene, scene}, {"version"}} {
		for _, cause := range []error{syscall.EPIPE, io.ErrClosedPipe} {
			var stderr bytes.Buffer
			w := &brokenWriter{err: fmt.Errorf("write: %w", cause)}
			if status := run(context.Background(), args, &endless{line: line}, w, &stderr); status != statusOK || stderr.Len() > 0 {
				t.Errorf("%v: status %d, stderr %q", args, status, stderr.String())
			}
		}
		var stderr bytes.Buffer
		w := &brokenWriter{err: errors.New("disk full")}
		if status := run(context.Background(), args, &endless{line: line}, w, &stderr); status != statusBad || !strings.Contains(stderr.String(), "disk full") {
			t.Errorf("%v on a full disk: status %d, stderr %q", args, status, stderr.String())
		}
	}
}

func TestVersionLine(t *testing.T) {
	info := &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"},
	}}
	if got := versionLine(info); !strings.HasPrefix(got, "collide v1.2.3 revision abc modified go") {
		t.Errorf("got %q", got)
	}
	if got := versionLine(nil); !strings.HasPrefix(got, "collide (unknown) go") {
		t.Errorf("without build information: %q", got)
	}
}

// lockedBuffer is a buffer that two goroutines may use.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func TestProgress(t *testing.T) {
	var none *progress
	none.add(1)
	none.now("this")
	none.stop()

	var quiet lockedBuffer
	p := newProgress(&quiet, "pairs", 10)
	p.start(time.Hour)
	p.add(5)
	p.stop()
	if quiet.String() != "" {
		t.Errorf("short work shows %q", quiet.String())
	}

	var shown lockedBuffer
	p = newProgress(&shown, "pairs", 10)
	p.start(0)
	p.add(5)
	for deadline := time.Now().Add(10 * time.Second); !strings.Contains(shown.String(), "5 of 10 pairs, 50 %"); {
		if time.Now().After(deadline) {
			t.Fatalf("long work shows %q", shown.String())
		}
		time.Sleep(time.Millisecond)
	}
	p.stop()
	if !strings.HasSuffix(shown.String(), "\r\x1b[K") {
		t.Errorf("the line is left behind: %q", shown.String())
	}
}
