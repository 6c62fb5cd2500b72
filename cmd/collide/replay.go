package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/report"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// replayFlags are the flags of `collide replay`.
type replayFlags struct {
	format string
	events bool
	frame  int
	scene  bool // frame is to be printed as a scene
	cut    string
	memory int
	moments
}

// replayCommand returns `collide replay`.
func (a *app) replayCommand() *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay FILE|-",
		Short: "Do the calls of a recorded world once more, and find the first frame that goes another way",
		Long: `replay reads a journal, which the Recorder of the packages d2/world and d3/world wrote: a world, and
all that was called of it. It does the calls once more, and compares handles, answers of queries, and after each step
the hash of the world with those of the journal. It lists the frames, and ends with the first that goes another way,
and what differs: the program that recorded it changed the world behind the journal's back, or was of another version.

With --frame it prints the world after that frame as a scene, which check and explain read: bodies are named by their
handles, static ones are a group, and pairs that filters keep from touching are ignored.

With --cut FRAME or --cut FIRST-LAST it writes those frames as a journal of their own: the world as it is before the
first of them, and what was recorded from there on, byte for byte. Values of bodies are left out. What goes another way
in the whole journal does so in the cut; of a world that went another way before, the cut begins with the way it went
here, and a message says so.

A journal with shapes of a program's own is refused, as only that program knows them: it can replay and cut it itself,
with NewReplay and a Codec.

--html, --sarif and --junit write reports about the pairs that touch: each once, where it first does, with a picture of
the two. A frame that goes another way is a failure in them, and no pair is.

What is in the journal is checked; the world takes no more memory than --max-memory.

Exit status: 0 when all goes as recorded, 1 when a frame goes another way, 2 when the file is no journal, is damaged, or
ends within a call, after the frames before that.`,
		Example: `  collide replay bug.journal                     the frames, and the first that differs
  collide replay --events bug.journal            the pairs that began and ended touching in each
  collide replay --frame 130 bug.journal > f.yaml && collide explain --pair "body 3,body 7" f.yaml
  collide replay --cut 128-131 bug.journal > small.journal    four frames, which replay by themselves
  collide replay --html bug.html --junit bug.xml bug.journal    who first touched whom, and when
  collide replay --format csv bug.journal        for a spreadsheet`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError(cmd, fmt.Errorf("replay takes a journal, or '-' for standard input"))
			}
			return nil
		},
		ValidArgsFunction: filesWith("journal"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.scene = cmd.Flags().Changed("frame")
			return a.replay(cmd, args[0], f)
		},
	}
	choice(cmd, &f.format, "format", "table", "json", "ndjson", "csv")
	cmd.Flags().BoolVar(&f.events, "events", false, "list the pairs that began and ended touching in each frame")
	cmd.Flags().Var(&wholeFlag{p: &f.frame}, "frame", "print the world after this frame as a scene (YAML)")
	cmd.Flags().StringVar(&f.cut, "cut", "", "write the frames `FIRST-LAST`, or one, as a journal")
	f.moments.register(cmd)
	f.memory = 1 << 30
	cmd.Flags().Var(&wholeFlag{p: &f.memory, least: 1}, "max-memory", "bytes of memory that the world may take")
	return cmd
}

// replay runs `collide replay`.
func (a *app) replay(cmd *cobra.Command, file string, f replayFlags) error {
	cuts := cmd.Flags().Changed("cut")
	first, last, err := f.parse(cuts, file)
	if err != nil {
		return usageError(cmd, err)
	}
	in, name, closer, err := a.journal(file)
	if err != nil {
		return err
	}
	defer closer()
	p := a.startProgress("frames", 0)
	defer p.stop()
	r, err := scene.NewReplay(in, scene.ReplayOptions{MaxMemory: int64(f.memory)})
	if err != nil {
		return fmt.Errorf("%s: %w", say.Printable(name), err)
	}
	if cuts {
		return a.cutJournal(r, name, first, last)
	}
	out := frameWriters[f.format](a.stdout, name, r.Dim, f.events)
	if f.scene {
		out = noFrames{}
	}
	n := 0
	for {
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		frame, ok, err := r.Next()
		if err != nil {
			return fmt.Errorf("%s: frame %d: %w", say.Printable(name), n, firstOf(out.end(), err))
		}
		if !ok {
			break
		}
		if err := out.frame(&frame); err != nil {
			return err
		}
		n++
		p.add(1)
		if err := f.see(r, &frame); err != nil {
			return err
		}
		if frame.Difference != nil {
			a.differs(name, &frame, f.scene)
		}
		if f.scene && frame.Number == f.frame {
			return r.Scene().Encode(a.stdout)
		}
		if frame.Difference != nil && !f.scene {
			break
		}
	}
	if f.scene {
		return fmt.Errorf("%s has no frame %d: it has %s", say.Printable(name), f.frame, say.Count(n, "frame"))
	}
	f.log.Frames = n
	return firstOf(out.end(), f.write(name, r.Dim, 0, nil, &pictureFlags{}))
}

// journal opens a file, or standard input, and returns its name for people.
func (a *app) journal(file string) (in io.Reader, name string, closer func(), err error) {
	if file == "-" {
		return a.stdin, "standard input", func() {}, nil
	}
	r, err := os.Open(file)
	if err != nil {
		return nil, file, nil, fileError(file, err)
	}
	return r, file, func() { _ = r.Close() }, nil // it is only read
}

// differs takes note of a frame that goes another way, and says so where no table does.
func (a *app) differs(name string, frame *scene.ReplayFrame, aloud bool) {
	a.status = statusFound
	if aloud {
		fmt.Fprintf(a.stderr, "%s: frame %d goes another way than it was recorded\n", say.Printable(name), frame.Number)
	}
}

// parse checks what flags go together, and returns the frames to be cut out, if cuts.
func (f *replayFlags) parse(cuts bool, file string) (first, last int, err error) {
	only := f.events || f.format != "table"
	if f.scene && only {
		return 0, 0, errors.New("--frame prints a scene: neither --format nor --events goes with it")
	}
	if cuts {
		if f.scene || only || f.wanted() {
			return 0, 0, errors.New("--cut writes a journal: no --frame, --format, --events or report goes with it")
		}
		if first, last, err = frameRange(f.cut); err != nil {
			return 0, 0, fmt.Errorf("--cut %s: %w", say.Printable(f.cut), err)
		}
	}
	return first, last, f.parseReports(file)
}

// parseReports checks the flags of reports about a journal.
func (f *replayFlags) parseReports(file string) error {
	if f.scene && f.wanted() {
		return errors.New("--frame prints a scene: no report goes with it")
	}
	for _, o := range f.outputs() {
		if err := notAnInput(o[0], o[1], file, nil, nil); err != nil && o[1] != "" {
			return err
		}
	}
	return f.distinct()
}

// see takes down the pairs of a frame that are new, and what differs in it.
func (f *replayFlags) see(r *scene.Replay, frame *scene.ReplayFrame) error {
	if !f.wanted() {
		return nil
	}
	if d := frame.Difference; d != nil {
		f.log.Difference = fmt.Sprintf("frame %d goes another way, in %s at byte %d: %s", frame.Number, d.Call, d.Offset,
			d.Text)
	}
	var s *scene.Scene
	var q *scene.Query
	at := map[string]int{}
	for _, e := range frame.Events {
		if !e.Began || !f.isNew(e.A, e.B) {
			continue
		}
		if s == nil {
			s = r.Scene()
			for i := range s.Objects {
				at[s.Objects[i].Name] = i
			}
			var err error
			if q, err = scene.NewQuery(scene.QueryOptions{}); err != nil {
				return err
			}
			if f.log.First == nil {
				f.log.First = s
			}
		}
		i, ok := at[e.A]
		k, also := at[e.B]
		if !ok || !also {
			continue // gone behind the step
		}
		x, y := &s.Objects[i], &s.Objects[k]
		f.add(report.Moment{Frame: frame.Number}, x, y, q.Distance(&x.Body, &y.Body))
	}
	return nil
}

// frameRange returns the first and the last of a range of frames: FIRST-LAST, or one.
func frameRange(text string) (first, last int, err error) {
	from, to, both := strings.Cut(text, "-")
	if !both {
		to = from
	}
	first, err = strconv.Atoi(from)
	if err == nil {
		last, err = strconv.Atoi(to)
	}
	if err != nil || first < 0 || last < first || last == math.MaxInt {
		return 0, 0, fmt.Errorf("a frame is wanted, or two as in 128-131, the lesser first")
	}
	return first, last, nil
}

// cutJournal writes the frames from first to last of a journal.
func (a *app) cutJournal(r *scene.Replay, name string, first, last int) error {
	name = say.Printable(name)
	for n := range first {
		frame, ok, err := r.Next()
		switch {
		case err != nil:
			return fmt.Errorf("%s: frame %d: %w", name, n, err)
		case !ok:
			return fmt.Errorf("%s has no frame %d: it has %s", name, first, say.Count(n, "frame"))
		case frame.Difference != nil && a.status == statusOK:
			a.status = statusFound
			fmt.Fprintf(a.stderr, "%s: frame %d, before the cut, goes another way than it was recorded\n", name, n)
		}
	}
	n, err := r.Cut(a.stdout, last-first+1)
	if err != nil {
		return fmt.Errorf("%s: frame %d: %w", name, first+n, err)
	}
	if first+n <= last {
		return fmt.Errorf("%s has no frame %d: it has %s", name, last, say.Count(first+n, "frame"))
	}
	return nil
}

// firstOf returns the first error.
func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// frameWriter writes the frames of a journal as they come.
type frameWriter interface {
	frame(f *scene.ReplayFrame) error
	end() error
}

// frameWriters are the formats.
var frameWriters = map[string]func(w io.Writer, file string, dim int, events bool) frameWriter{
	"table": func(w io.Writer, file string, dim int, events bool) frameWriter {
		return &frameTable{w: w, file: file, dim: dim, events: events}
	},
	"json": func(w io.Writer, file string, dim int, events bool) frameWriter {
		return &frameJSON{w: w, file: file, dim: dim, events: events}
	},
	"ndjson": func(w io.Writer, _ string, _ int, events bool) frameWriter { return &frameLines{w: w, events: events} },
	"csv": func(w io.Writer, _ string, _ int, events bool) frameWriter {
		return &frameCSV{w: csv.NewWriter(w), events: events}
	},
}

// noFrames writes no frames.
type noFrames struct{}

func (noFrames) frame(*scene.ReplayFrame) error { return nil }
func (noFrames) end() error                     { return nil }

// frameTable writes a table for people, whose columns are as wide as most numbers need.
type frameTable struct {
	w      io.Writer
	file   string
	dim, n int
	events bool
	last   scene.ReplayFrame
}

func (t *frameTable) frame(f *scene.ReplayFrame) error {
	var b []byte
	if t.n == 0 {
		b = fmt.Appendf(b, "%s: a world in %dD\n\n%s\n", say.Printable(t.file), t.dim,
			" frame   calls  queries  bodies   began   stays   ended    near  impacts  hash")
	}
	t.n++
	t.last = *f
	if f.Stepped {
		same := ""
		if f.Recorded != f.Replayed {
			same = fmt.Sprintf("  and now %016x", f.Replayed)
		}
		b = fmt.Appendf(b, "%6d  %6d  %7d  %6d  %6d  %6d  %6d  %6d  %7d  %016x%s\n", f.Number, f.Calls, f.Queries, f.Bodies,
			f.Began, f.Stays, f.Ended, f.Near, f.Impacts, f.Recorded, same)
	} else {
		b = fmt.Appendf(b, "%6d  %6d  %7d  %6d  without a step\n", f.Number, f.Calls, f.Queries, f.Bodies)
	}
	if t.events {
		for _, e := range f.Events {
			b = fmt.Appendf(b, "        %s: %s and %s, %s\n", e.State, e.A, e.B, e.Relation)
		}
	}
	_, err := t.w.Write(b)
	return err
}

func (t *frameTable) end() error {
	if d := t.last.Difference; d != nil {
		_, err := fmt.Fprintf(t.w, "\nframe %d goes another way, in %s at byte %d: %s\n", t.last.Number, d.Call, d.Offset,
			d.Text)
		return err
	}
	if t.n == 0 {
		_, err := fmt.Fprintf(t.w, "%s: a world in %dD, and no calls\n", say.Printable(t.file), t.dim)
		return err
	}
	_, err := fmt.Fprintf(t.w, "\n%s as recorded\n", say.Count(t.n, "frame"))
	return err
}

// frameLines writes a JSON object a line.
type frameLines struct {
	w      io.Writer
	events bool
	b      []byte
}

func (l *frameLines) frame(f *scene.ReplayFrame) error {
	l.b = append(f.AppendJSON(l.b[:0], l.events), '\n')
	_, err := l.w.Write(l.b)
	return err
}

func (l *frameLines) end() error { return nil }

// frameJSON writes one JSON object, a frame a line.
type frameJSON struct {
	w      io.Writer
	file   string
	dim, n int
	events bool
	same   bool
	b      []byte
}

// begin writes what stands before the frames.
func (j *frameJSON) begin() {
	j.b = scene.AppendString(append(j.b[:0], `{"version":1,"journal":`...), j.file)
	j.b = strconv.AppendInt(append(j.b, `,"dim":`...), int64(j.dim), 10)
	j.b, j.same = append(j.b, `,"frames":[`...), true
}

func (j *frameJSON) frame(f *scene.ReplayFrame) error {
	if j.n == 0 {
		j.begin()
	} else {
		j.b = append(j.b[:0], ',')
	}
	j.n++
	j.same = j.same && f.Difference == nil
	j.b = f.AppendJSON(append(j.b, '\n'), j.events)
	_, err := j.w.Write(j.b)
	return err
}

func (j *frameJSON) end() error {
	if j.b = j.b[:0]; j.n == 0 {
		j.begin()
	} else {
		j.b = append(j.b, '\n')
	}
	_, err := j.w.Write(fmt.Appendf(j.b, "],\"same\":%t}\n", j.same))
	return err
}

// frameCSV writes a head line, and then a line for each frame. With events there is a line for each
// of them, with a frame's own columns before it.
type frameCSV struct {
	w      *csv.Writer
	events bool
	headed bool
}

func (c *frameCSV) frame(f *scene.ReplayFrame) error {
	if !c.headed {
		c.head()
	}
	row := []string{strconv.Itoa(f.Number), strconv.FormatInt(f.Offset, 10)}
	for _, n := range []int{f.Calls, f.Queries, f.Bodies, f.Began, f.Stays, f.Ended, f.Near, f.Impacts} {
		row = append(row, strconv.Itoa(n))
	}
	if f.Stepped {
		row = append(row, fmt.Sprintf("%016x", f.Recorded), fmt.Sprintf("%016x", f.Replayed))
	} else {
		row = append(row, "", "")
	}
	if d := f.Difference; d != nil {
		row = append(row, d.Call+": "+cell(d.Text))
	} else {
		row = append(row, "")
	}
	if !c.events {
		_ = c.w.Write(row) // Error tells
	}
	for _, e := range f.Events {
		if c.events {
			_ = c.w.Write(append(row[:len(row):len(row)], e.A, e.B, e.State, e.Relation))
		}
	}
	if c.events && len(f.Events) == 0 {
		_ = c.w.Write(append(row, "", "", "", ""))
	}
	c.w.Flush()
	return c.w.Error()
}

// head writes the names of the columns.
func (c *frameCSV) head() {
	row := []string{
		"frame", "offset", "calls", "queries", "bodies", "began", "stays", "ended", "near", "impacts", "recorded", "replayed",
		"difference",
	}
	if c.events {
		row = append(row, "a", "b", "state", "relation")
	}
	_ = c.w.Write(row)
	c.headed = true
}

func (c *frameCSV) end() error {
	if !c.headed {
		c.head()
	}
	c.w.Flush()
	return c.w.Error()
}
