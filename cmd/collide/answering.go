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

// columns returns the names of the columns of a table.
func (k *lineKind) columns() []string {
	return append(slices.Concat([]string{"id"}, k.head), "line", "code", "path", "message")
}

// lineWorker answers lines, one after the other.
type lineWorker interface {
	answer(ctx context.Context, line []byte, number int) []scene.Note
	fail(err *scene.Error, number int)        // makes the error the answer to the line of that number
	failed() *scene.Error                     // what the last answer is instead of one, nil for nothing
	is(word string) bool                      // whether a word of --fail-on is that for the last answer
	id() string                               // of the last line, "" for none
	rows() [][]string                         // the last answer under the head of its kind, without id and error
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
	f.count(cmd, &f.limits.MaxPartPairs, maxPartPairs, scene.DefaultMaxPartPairs, maxPartPairsUsage)
	f.inputFlags.register(cmd, "the working directory")
	f.maxBytes(cmd, "max-line", "longest line in bytes; a longer one gets the error too-long")
	choice(cmd, &f.format, "format", "ndjson", "csv")
	cmd.Flags().StringSliceVar(&f.failOn, "fail-on", nil,
		"make the exit status 1 if an answer is one of "+strings.Join(kind.results, ", "))
	// fails for an unknown flag only
	_ = cmd.RegisterFlagCompletionFunc("fail-on", cobra.FixedCompletions(kind.results, cobra.ShellCompDirectiveNoFileComp))
	f.takeOneFile(cmd)
}

// takeOneFile makes cmd a command that reads one file of lines or standard input.
func (f *lineFlags) takeOneFile(cmd *cobra.Command) {
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

` + streamRules

// streamRules is what the help of each command that answers lines says.
const streamRules = `Answers come in the order of the input, as soon as they can: none waits for more input. Memory
does not grow with the stream, but for the shapes that are named first. A line that cannot be answered gets
its error in place, and the rest goes on. Blank lines are counted, but get no answer. --format csv writes a
table in place of answer lines.

Mesh files come from the folder of --base and from nowhere else, unless --allow-files-outside says so: lines of
strangers read nothing but what is meant for them.

Exit status: 0 when every line was answered, 3 when some lines got an error, 2 when the input could not
be read or the command line is wrong, else 1 when there is an answer that --fail-on names.`

// answerLines answers the lines of a file, or of standard input, on all cores.
func (a *app) answerLines(cmd *cobra.Command, args []string, f *lineFlags, q scene.QueryOptions, kind *lineKind) error {
	r, err := a.lineRun(cmd, args, f, kind)
	if err != nil {
		return err
	}
	defer r.close()
	r.input.Shapes = scene.NewShapes(r.input)
	return r.run(cmd.Context(), &stream{
		workers: runtime.GOMAXPROCS(0),
		worker: func() answerer {
			s, err := scene.NewAnswerer(r.input, q)
			if err != nil { // the flags have been tried: this cannot happen, and says so if it does
				return r.refuser(&scene.Error{Code: collide.ErrBadOption, Message: err.Error()})
			}
			return r.answerer(cmd.Context(), kind.worker(s))
		},
		define: func(line []byte, number int) ([]byte, bool, bool) { return r.define(cmd.Context(), line, number) },
	})
}

// lineRun is a run of a command that answers lines.
type lineRun struct {
	app    *app
	flags  *lineFlags
	kind   *lineKind
	input  scene.Options
	name   string // of what is read: a file, or - for standard input
	in     io.Reader
	closes []io.Closer
	notes  noteList
	found  atomic.Bool // an answer that --fail-on names
}

// lineRun checks the flags and opens what is to be read. What it returns is to be closed.
func (a *app) lineRun(cmd *cobra.Command, args []string, f *lineFlags, kind *lineKind) (r *lineRun, err error) {
	for _, w := range f.failOn {
		if err := oneOf("fail-on", w, kind.results); err != nil {
			return nil, usageError(cmd, err)
		}
	}
	r = &lineRun{app: a, flags: f, kind: kind, name: "-", in: a.stdin}
	var closer io.Closer
	if r.input, closer, err = f.options("."); err != nil {
		return nil, usageError(cmd, fmt.Errorf("--base: %w", err))
	}
	r.closes = append(r.closes, closer)
	if len(args) == 1 && args[0] != "-" {
		file, err := os.Open(args[0])
		if err != nil {
			r.close()
			return nil, err
		}
		r.name, r.in, r.closes = args[0], file, append(r.closes, file)
	}
	if terminal(r.in) && terminal(a.stderr) {
		fmt.Fprintf(a.stderr, "reading %s lines, a JSON object on each; Ctrl-D ends\n", kind.noun)
	}
	return r, nil
}

// close closes what has been opened.
func (r *lineRun) close() {
	for _, c := range r.closes {
		_ = c.Close() // it was only read
	}
}

// run runs s on the input and sets the status.
func (r *lineRun) run(ctx context.Context, s *stream) error {
	s.maxLine = r.input.MaxBytes
	in := r.in
	if terminal(r.app.stderr) && !terminal(r.app.stdout) {
		p := newProgress(r.app.stderr, "lines", 0)
		in = p.share(in)
		p.start(progressDelay)
		defer p.stop()
		s.wrote = p.add
	}
	if r.flags.format == "csv" {
		if _, err := r.app.stdout.Write(appendRecord(nil, r.kind.columns())); err != nil {
			return err
		}
	}
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
		w.fail(e, number)
		return r.write(nil, w, number), false, true
	}
	r.tell(notes, number)
	return nil, true, true
}

// answerer returns an answerer that lets w answer. It is for one goroutine.
func (r *lineRun) answerer(ctx context.Context, w lineWorker) answerer {
	return func(dst, line []byte, number int, tooLong bool) ([]byte, bool) {
		if tooLong {
			w.fail(r.tooLong(), number)
		} else {
			r.tell(w.answer(ctx, line, number), number)
		}
		ok := w.failed() == nil
		if ok && slices.ContainsFunc(r.flags.failOn, w.is) {
			r.found.Store(true)
		}
		return r.write(dst, w, number), ok
	}
}

// tooLong returns the error that a line is longer than the limit.
func (r *lineRun) tooLong() *scene.Error {
	message := fmt.Sprintf("the line is longer than %d bytes", r.input.MaxBytes)
	return &scene.Error{Code: scene.ErrTooLong, Message: message}
}

// refuser returns an answerer that answers each line with an error.
func (r *lineRun) refuser(e *scene.Error) answerer {
	w := r.kind.worker(nil)
	return func(dst, _ []byte, number int, _ bool) ([]byte, bool) {
		w.fail(e, number)
		return r.write(dst, w, number), false
	}
}

// write appends the last answer of w, with its line end, in the format of the flags.
func (r *lineRun) write(dst []byte, w lineWorker, number int) []byte {
	if r.flags.format != "csv" {
		start := len(dst)
		if dst = w.appendJSON(dst, number); len(dst) > start {
			dst = append(dst, '\n')
		}
		return dst
	}
	id := cell(w.id())
	if e := w.failed(); e != nil {
		record := append([]string{id}, make([]string, len(r.kind.head))...)
		return appendRecord(dst, append(record, strconv.Itoa(number), e.Code.Error(), cell(e.Path), cell(e.Message)))
	}
	for _, row := range w.rows() {
		dst = appendRecord(dst, append(slices.Concat([]string{id}, row), "", "", "", ""))
	}
	return dst
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
