package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// queryFlags are the flags of `collide query`.
type queryFlags struct {
	solverFlags
	inputFlags
	manifold bool
}

// queryCommand returns `collide query`.
func (a *app) queryCommand() *cobra.Command {
	var f queryFlags
	cmd := &cobra.Command{
		Use:   "query [FILE|-]",
		Short: "Answer a stream of pairs, one JSON object per line",
		Long: `query reads pair lines (JSON, one per line) from FILE or standard input and writes an answer line for
each, in the order of the input, as soon as it can: no answer waits for more input. Memory does not grow
with the stream. A line that cannot be answered gets its error in place, and the rest goes on. Blank lines
are counted, but get no answer.

Answers hold the relation (apart, touching, overlapping, undecided), the signed distance with its proved
bounds lower and upper, the unit normal from A to B, and the witness points. With --manifold they hold the
points by which the bodies touch as well, on both surfaces, with ids that last while the same features touch;
none for a pair that is apart.

Mesh files come from the folder of --base and from nowhere else, unless --allow-files-outside says so: pair lines of
strangers read nothing but what is meant for them.

Exit status: 0 when every line was answered, 3 when some lines got an error, 2 when the input could not
be read or the command line is wrong.`,
		Example: `  collide query pairs.ndjson > answers.ndjson
  generate | collide query | jq -c 'select(.relation == "overlapping")'
  echo '{"id":"1","dim":3,"a":{"shape":{"type":"sphere","radius":1}},"b":{"shape":{"type":"box","size":[2,2,2]},"pose":{"p":[3,0,0]}}}' | collide query
  collide query --manifold pairs.ndjson | jq -c '.manifold[]'
  collide query --base meshes pairs.ndjson       mesh files of hulls are looked up in meshes/`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usageError(cmd, fmt.Errorf("query takes one file, not %d", len(args)))
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"ndjson", "jsonl", "json"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.query(cmd, args, f) },
	}
	f.solverFlags.register(cmd)
	f.solverFlags.registerAlgorithm(cmd)
	cmd.Flags().BoolVar(&f.manifold, "manifold", false,
		"also the points by which the bodies touch, of all pairs of parts of compounds")
	f.inputFlags.register(cmd, "the working directory")
	f.maxBytes(cmd, "max-line", "longest line in bytes; a longer one gets the error too-long")
	return cmd
}

// query runs `collide query`.
func (a *app) query(cmd *cobra.Command, args []string, f queryFlags) error {
	query, err := f.solverFlags.query()
	if err != nil {
		return usageError(cmd, err)
	}
	query.Manifold = f.manifold
	o, closer, err := f.options(".")
	if err != nil {
		return usageError(cmd, fmt.Errorf("--base: %w", err))
	}
	defer closer.Close()
	in := a.stdin
	var file *os.File
	if len(args) == 1 && args[0] != "-" {
		if file, err = os.Open(args[0]); err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	if terminal(in) && terminal(a.stderr) {
		fmt.Fprintln(a.stderr, "reading pair lines, a JSON object on each; Ctrl-D ends")
	}
	var notes noteList
	s := stream{
		workers: runtime.GOMAXPROCS(0),
		maxLine: o.MaxBytes,
		worker:  func() answerer { return a.pairAnswerer(cmd.Context(), o, query, &notes) },
	}
	if terminal(a.stderr) && !terminal(a.stdout) {
		p := newProgress(a.stderr, "lines", 0)
		in = p.share(in)
		p.start(progressDelay)
		defer p.stop()
		s.wrote = p.add
	}
	return a.answer(cmd.Context(), &s, in)
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

// answer runs s on in and sets the status.
func (a *app) answer(ctx context.Context, s *stream, in io.Reader) error {
	failed, err := s.run(ctx, in, a.stdout)
	if failed > 0 {
		a.status = statusSomeBad
	}
	return err
}

// pairAnswerer returns the answerer of pair lines. It is for one goroutine.
func (a *app) pairAnswerer(ctx context.Context, o scene.Options, q scene.QueryOptions, notes *noteList) answerer {
	s, err := scene.NewAnswerer(o, q)
	return func(dst, line []byte, number int, tooLong bool) ([]byte, bool) {
		var ans scene.Answer
		switch {
		case err != nil: // query has tried the flags: this cannot happen, and says so if it does
			ans.Err = &scene.Error{Code: collide.ErrBadOption, Message: err.Error()}
		case tooLong:
			ans.Err = &scene.Error{Code: scene.ErrTooLong, Message: fmt.Sprintf("the line is longer than %d bytes", o.MaxBytes)}
		default:
			var told []scene.Note
			ans, told = s.Answer(ctx, line)
			for _, n := range told {
				if n.Line = number; notes.first(&n) {
					fmt.Fprintln(a.stderr, n)
				}
			}
		}
		ans.Line = number
		return append(ans.AppendJSON(dst), '\n'), ans.Err == nil
	}
}
