package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// lineKind is a kind of line that a command answers.
type lineKind struct {
	noun    string   // of a line, for messages
	results []string // the words of --fail-on
	head    []string // of a table of answers
	worker  func(s *scene.Answerer) lineWorker
}

// lineWorker answers lines, one after the other.
type lineWorker interface {
	answer(ctx context.Context, line []byte) []scene.Note
	fail(err *scene.Error)                    // makes the error the answer
	failed() *scene.Error                     // what the last answer is instead of one, nil for nothing
	result() string                           // the word for the last answer
	id() string                               // of the last line, "" for none
	columns() []string                        // the last answer under the head of its kind
	appendJSON(dst []byte, number int) []byte // appends the last answer, to the line of that number
}

// lineFlags are the flags of a command that answers lines.
type lineFlags struct {
	solverFlags
	inputFlags
	format string
	failOn []string
}

// register adds the flags to cmd.
func (f *lineFlags) register(cmd *cobra.Command, kind *lineKind) {
	f.solverFlags.register(cmd)
	f.inputFlags.register(cmd, "the working directory")
	f.maxBytes(cmd, "max-line", "longest line in bytes; a longer one gets the error too-long")
	choice(cmd, &f.format, "format", "ndjson", "csv")
	cmd.Flags().StringSliceVar(&f.failOn, "fail-on", nil,
		"make the exit status 1 if an answer is one of "+strings.Join(kind.results, ", "))
	// fails for an unknown flag only
	_ = cmd.RegisterFlagCompletionFunc("fail-on", cobra.FixedCompletions(kind.results, cobra.ShellCompDirectiveNoFileComp))
	cmd.ValidArgsFunction = filesWith("ndjson", "jsonl", "json")
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usageError(cmd, fmt.Errorf("%s takes one file, not %d", cmd.Name(), len(args)))
		}
		return nil
	}
}

// lineRules is what the help of each of these commands says about its lines.
const lineRules = `A line {"shapes":{"name":{..},..}} names shapes and has no answer; from then on "shape":"name" stands
for such a shape.

Answers come in the order of the input, as soon as they can: none waits for more input. Memory does not grow
with the stream, but for the shapes that it names. A line that cannot be answered gets its error in place,
and the rest goes on. Blank lines are counted, but get no answer. --format csv writes a table in place of
answer lines.

Mesh files come from the folder of --base and from nowhere else, unless --allow-files-outside says so: lines of
strangers read nothing but what is meant for them.

Exit status: 0 when every line was answered, 3 when some lines got an error, 2 when the input could not
be read or the command line is wrong, else 1 when there is an answer that --fail-on names.`

// answerLines answers the lines of a file, or of standard input.
func (a *app) answerLines(cmd *cobra.Command, args []string, f *lineFlags, q scene.QueryOptions, kind *lineKind) error {
	for _, w := range f.failOn {
		if err := oneOf("fail-on", w, kind.results); err != nil {
			return usageError(cmd, err)
		}
	}
	o, closer, err := f.options(".")
	if err != nil {
		return usageError(cmd, fmt.Errorf("--base: %w", err))
	}
	defer closer.Close()
	in := a.stdin
	if len(args) == 1 && args[0] != "-" {
		file, err := os.Open(args[0])
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	if terminal(in) && terminal(a.stderr) {
		fmt.Fprintf(a.stderr, "reading %s lines, a JSON object on each; Ctrl-D ends\n", kind.noun)
	}
	o.Shapes = scene.NewShapes(o)
	run := lineRun{app: a, flags: f, kind: kind, input: o, query: q}
	s := stream{
		workers: runtime.GOMAXPROCS(0),
		maxLine: o.MaxBytes,
		worker:  func() answerer { return run.answerer(cmd.Context()) },
		define:  func(line []byte, number int) ([]byte, bool, bool) { return run.define(cmd.Context(), line, number) },
	}
	if terminal(a.stderr) && !terminal(a.stdout) {
		p := newProgress(a.stderr, "lines", 0)
		in = p.share(in)
		p.start(progressDelay)
		defer p.stop()
		s.wrote = p.add
	}
	if f.format == "csv" {
		head := append(slices.Concat([]string{"id"}, kind.head), "line", "code", "path", "message")
		if _, err := a.stdout.Write(appendRecord(nil, head)); err != nil {
			return err
		}
	}
	return run.run(cmd.Context(), &s, in)
}

// lineRun is a run of a command that answers lines.
type lineRun struct {
	app   *app
	flags *lineFlags
	kind  *lineKind
	input scene.Options
	query scene.QueryOptions
	notes noteList
	found atomic.Bool // an answer that --fail-on names
}

// run runs s on in and sets the status.
func (r *lineRun) run(ctx context.Context, s *stream, in io.Reader) error {
	failed, err := s.run(ctx, in, r.app.stdout)
	switch {
	case failed > 0:
		r.app.status = statusSomeBad
	case r.found.Load():
		r.app.status = statusFound
	}
	return err
}

// tell writes the notes on a line that are the first of their kind to standard error.
func (r *lineRun) tell(notes []scene.Note, number int) {
	for _, n := range notes {
		if n.Line = number; r.notes.first(&n) {
			fmt.Fprintln(r.app.stderr, n)
		}
	}
}

// define reads a line that names shapes; done says whether it is one. out is the answer if
// something is wrong with it.
func (r *lineRun) define(ctx context.Context, line []byte, number int) (out []byte, ok, done bool) {
	if !scene.IsShapes(line) {
		return nil, true, false
	}
	notes, err := r.input.Shapes.Define(ctx, line, number)
	var e *scene.Error
	if errors.As(err, &e) {
		w := r.kind.worker(nil)
		w.fail(e)
		return r.write(nil, w, number), false, true
	}
	r.tell(notes, number)
	return nil, true, true
}

// answerer returns an answerer of lines. It is for one goroutine.
func (r *lineRun) answerer(ctx context.Context) answerer {
	s, err := scene.NewAnswerer(r.input, r.query)
	w := r.kind.worker(s)
	return func(dst, line []byte, number int, tooLong bool) ([]byte, bool) {
		switch {
		case err != nil: // the flags have been tried: this cannot happen, and says so if it does
			w.fail(&scene.Error{Code: collide.ErrBadOption, Message: err.Error()})
		case tooLong:
			message := fmt.Sprintf("the line is longer than %d bytes", r.input.MaxBytes)
			w.fail(&scene.Error{Code: scene.ErrTooLong, Message: message})
		default:
			s.SetLine(number)
			r.tell(w.answer(ctx, line), number)
		}
		ok := w.failed() == nil
		if ok && slices.Contains(r.flags.failOn, w.result()) {
			r.found.Store(true)
		}
		return r.write(dst, w, number), ok
	}
}

// write appends the last answer of w, with its line end, in the format of the flags.
func (r *lineRun) write(dst []byte, w lineWorker, number int) []byte {
	if r.flags.format != "csv" {
		return append(w.appendJSON(dst, number), '\n')
	}
	record := []string{cell(w.id())}
	if e := w.failed(); e != nil {
		record = append(record, make([]string, len(r.kind.head))...)
		record = append(record, strconv.Itoa(number), e.Code.Error(), cell(e.Path), cell(e.Message))
	} else {
		record = append(append(record, w.columns()...), "", "", "", "")
	}
	return appendRecord(dst, record)
}

// appendRecord appends a line of a table.
func appendRecord(dst []byte, record []string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write(record) // a buffer takes all
	w.Flush()
	return append(dst, b.Bytes()...)
}

// noteList tells which notes have not been seen. Each kind is worth telling once.
type noteList struct {
	mu   sync.Mutex
	seen map[string]bool
}

// first reports whether n is the first of its kind; of a mesh file, the first about that file.
func (l *noteList) first(n *scene.Note) bool {
	key := n.Code
	if n.Code == scene.ConcaveMesh || n.Code == scene.OpenMesh {
		key = n.Message
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	if l.seen[key] || len(l.seen) > 1000 {
		return false
	}
	l.seen[key] = true
	return true
}
