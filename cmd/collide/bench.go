package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// benchFlags are the flags of `collide bench`.
type benchFlags struct {
	lineFlags
	queries []string
	seconds float64
}

// benchCommand returns `collide bench`.
func (a *app) benchCommand() *cobra.Command {
	f := benchFlags{seconds: 0.5}
	cmd := &cobra.Command{
		Use:   "bench [FILE|-]",
		Short: "Time the queries on pairs of your own",
		Long: `bench reads pair lines, as collide query does, and then asks about all pairs again and again, on one core:

  distance  signed distance with bounds, normal and witness points
  relate    apart, touching or overlapping
  touch     relate, and the points by which the bodies touch if they do
  manifold  distance and these points

A row tells of a query: ns, the nanoseconds of one in the fastest pass over all pairs, one after the other; p50,
p99 and max, over the pairs, of the least time of each when it is asked ` + strconv.Itoa(benchRepeats) +
			` times on end; the mean
number of iterations, where the answer tells it; and allocations a query. cold is without a cache, as collide query
asks; warm is with a cache that knows the pair from the same question before: the best case of bodies that move little
from frame to frame. Reading and placing are not timed.

All pairs are held in memory. Lines that name shapes count as they do for collide query; a line with an error is told
and left out.

Exit status: 0 when every line was a pair, 3 when some were not, 2 when there is none, when the input could not be read
or the command line is wrong.`,
		Example: `  collide bench pairs.ndjson
  collide bench --query relate,touch --seconds 3 pairs.ndjson
  collide bench --query distance --tolerance 1e-6 pairs.ndjson
  collide bench --format json pairs.ndjson | jq '.results[] | select(.start == "warm") | .ns'`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.bench(cmd, args, &f) },
	}
	f.solverFlags.register(cmd)
	f.registerAlgorithm(cmd)
	f.inputFlags.register(cmd, "the working directory")
	f.maxBytes(cmd, "max-line", "longest line in bytes; a longer one gets the error too-long")
	choice(cmd, &f.format, "format", "table", "json", "csv")
	cmd.Flags().StringSliceVar(&f.queries, "query", benchQueries, "what to ask: "+strings.Join(benchQueries, ", "))
	// fails for an unknown flag only
	_ = cmd.RegisterFlagCompletionFunc("query", cobra.FixedCompletions(benchQueries, cobra.ShellCompDirectiveNoFileComp))
	cmd.Flags().Var(&lengthFlag{p: &f.seconds, unit: "seconds"}, "seconds",
		"how long each row may take; it takes one pass at least")
	f.takeOneFile(cmd)
	return cmd
}

// bench runs `collide bench`.
func (a *app) bench(cmd *cobra.Command, args []string, f *benchFlags) error {
	for _, q := range f.queries {
		if err := oneOf("query", q, benchQueries); err != nil {
			return usageError(cmd, err)
		}
	}
	options, err := f.query()
	if err != nil {
		return usageError(cmd, err)
	}
	r, err := a.lineRun(cmd, args, &f.lineFlags, &pairs)
	if err != nil {
		return err
	}
	defer r.close()
	list, err := r.readPairs(cmd.Context())
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fmt.Errorf("%s: there is no pair to ask about", say.Printable(r.name))
	}
	b, err := newBench(list, options, time.Duration(f.seconds*float64(time.Second)))
	if err != nil {
		return err
	}
	p := a.startProgress("rows", 2*len(f.queries))
	defer p.stop()
	var rows []benchRow
	for _, query := range f.queries {
		for _, warm := range []bool{false, true} {
			row, err := b.time(cmd.Context(), query, warm)
			if err != nil {
				return err
			}
			rows = append(rows, row)
			p.add(1)
		}
	}
	p.stop()
	return writeBench(a.stdout, f.format, len(list), rows)
}

// readPairs reads all pairs. A line that is none is told, and makes the status that of some bad
// lines.
func (r *lineRun) readPairs(ctx context.Context) ([]benchPair, error) {
	var list []benchPair
	r.input.Shapes = scene.NewShapes(r.input)
	d := scene.NewDecoder(r.input)
	l := newLineReader(r.in, r.input.MaxBytes)
	for {
		line, tooLong, ok := l.next()
		if !ok && l.fill() {
			continue
		}
		if !ok {
			break
		}
		if len(strings.Trim(string(line), " \t\r")) == 0 && !tooLong {
			continue
		}
		p, err := r.readPair(ctx, d, line, l.number, tooLong)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		var e *scene.Error
		if errors.As(err, &e) {
			e.File, e.Line = r.name, l.number
			fmt.Fprintln(r.app.stderr, e)
			r.app.status = statusSomeBad
		} else if p.Dim != 0 {
			list = append(list, benchPair{a: p.A, b: p.B})
		}
	}
	if l.err == io.EOF {
		return list, nil
	}
	return nil, l.err
}

// readPair reads a line: no pair of one that names shapes.
func (r *lineRun) readPair(ctx context.Context, d *scene.Decoder, line []byte, number int, tooLong bool) (
	p scene.Pair, err error,
) {
	if tooLong {
		return p, r.tooLong()
	}
	if scene.IsShapes(line) {
		notes, err := r.input.Shapes.Define(ctx, line, number)
		r.tell(notes, number)
		return p, err
	}
	d.SetLine(number)
	p, err = d.Pair(ctx, line)
	r.tell(p.Notes, number)
	return p, err
}

// benchHead are the columns of a table of rows.
var benchHead = []string{"query", "start", "ns", "p50", "p99", "max", "iterations", "allocations"}

// writeBench writes the rows.
func writeBench(out io.Writer, format string, n int, rows []benchRow) error {
	w := bufio.NewWriter(out)
	switch format {
	case "json":
		fmt.Fprintf(w, `{"version":1,"pairs":%d,"results":[`, n)
		for i := range rows {
			if i > 0 {
				fmt.Fprint(w, ",")
			}
			r := &rows[i]
			c := r.cells()
			fmt.Fprintf(w, "\n"+`{"query":%q,"start":%q`, c[0], c[1])
			for k, name := range benchHead[2:] {
				if c[k+2] == "" {
					c[k+2] = "null"
				}
				fmt.Fprintf(w, `,%q:%s`, name, c[k+2])
			}
			fmt.Fprint(w, "}")
		}
		fmt.Fprintln(w, "\n]}")
	case "csv":
		fmt.Fprintln(w, strings.Join(benchHead, ","))
		for i := range rows {
			fmt.Fprintln(w, strings.Join(rows[i].cells(), ","))
		}
	default:
		fmt.Fprintf(w, "%s, times in ns\n\n", say.Count(n, "pair"))
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(t, strings.Join(benchHead, "\t")+"\t")
		for i := range rows {
			fmt.Fprintln(t, strings.Join(rows[i].cells(), "\t")+"\t")
		}
		_ = t.Flush() // to a buffer
	}
	return w.Flush()
}

// cells returns a row of the table; no iterations are an empty cell.
func (r *benchRow) cells() []string {
	start, iterations := "cold", ""
	if r.warm {
		start = "warm"
	}
	if r.iterations >= 0 {
		iterations = strconv.FormatFloat(r.iterations, 'f', 1, 64)
	}
	ns := func(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }
	return []string{
		r.query, start, ns(r.ns), ns(r.p50), ns(r.p99), ns(r.max), iterations, strconv.FormatFloat(r.allocations, 'f', 2, 64),
	}
}
