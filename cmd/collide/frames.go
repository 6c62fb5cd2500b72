package main

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/report"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// checkFrames checks the scene in a file over the log of the flags.
func (a *app) checkFrames(cmd *cobra.Command, file string, f *checkFlags, w io.Writer) error {
	if f.picture.file != "" {
		return usageError(cmd, errors.New("--picture draws a scene, not the frames of --frames"))
	}
	if file == "-" && f.frames == "-" {
		return usageError(cmd, errors.New("the scene and the frames cannot both be standard input"))
	}
	s, meshes, closer, err := a.load(cmd, file, &f.inputFlags)
	if err != nil {
		a.sceneFailed(file, err)
		return nil
	}
	defer closer.Close()
	if err := f.keepsInputs(s, file, meshes); err != nil {
		return usageError(cmd, err)
	}
	in := a.stdin
	if f.frames != "-" {
		log, err := os.Open(f.frames)
		if err != nil {
			a.sceneFailed(f.frames, fileError(f.frames, err))
			return nil
		}
		defer log.Close()
		in = log
	}
	o := scene.FrameOptions{Options: f.limits, All: f.all, MaxFound: f.maxFound}
	if o.Query, err = f.solverFlags.query(); err != nil {
		return usageError(cmd, err)
	}
	if f.reports != (reportFlags{}) {
		o.First = &scene.Scene{}
	}
	p := a.startFrames(&in)
	o.Progress = p.add
	met, err := s.CheckFrames(cmd.Context(), in, f.frames, o)
	p.stop()
	if len(sceneErrors(err)) > 0 {
		a.sceneFailed(f.frames, err)
		return nil
	}
	if err != nil {
		return err
	}
	if err := f.frameReports(s, met, &o); err != nil {
		return err
	}
	r := &log{scene: s, checked: s.CountPairs(), met: met}
	if a.status == statusOK && r.fails(f.failOn) {
		a.status = statusFound
	}
	switch f.format {
	case "json":
		return r.json(w)
	case "ndjson":
		return r.ndjson(w)
	case "csv":
		return r.csv(w)
	}
	return r.table(w, &tableEncoder{columns: tableColumns(a.stdout), color: colored(a.stdout, f.color)})
}

// keepsInputs returns an error where a report would overwrite the scene in a file, or its log.
func (f *checkFlags) keepsInputs(s *scene.Scene, file string, meshes fs.FS) error {
	for _, o := range f.outputs() {
		err := cmp.Or(notAnInput(o[0], o[1], file, meshes, s.Files), notAnInput(o[0], o[1], f.frames, nil, nil))
		if err != nil {
			return err
		}
	}
	return nil
}

// frameReports writes the reports that the flags ask for.
func (f *checkFlags) frameReports(s *scene.Scene, met []scene.Met, o *scene.FrameOptions) error {
	if o.First == nil {
		return nil
	}
	q, err := scene.NewQuery(o.Query)
	if err != nil {
		return err
	}
	c := report.NewFrames(s, o.First, f.frames, met, q)
	c.FailOn = f.verdicts()
	return f.reports.write([]*report.Check{c}, &f.picture)
}

// startFrames shows how much of a log has been read, as startProgress does.
func (a *app) startFrames(in *io.Reader) *progress {
	if !terminal(a.stderr) {
		return nil
	}
	p := newProgress(a.stderr, "frames", 0)
	*in = p.share(*in)
	p.start(progressDelay)
	return p
}

// log is what check found in a log of frames.
type log struct {
	scene   *scene.Scene
	checked int
	met     []scene.Met
}

// fails reports whether the log has what the words of --fail-on name.
func (r *log) fails(words []string) bool {
	return r.checked == 0 && slices.Contains(words, "empty") ||
		slices.ContainsFunc(r.met, func(m scene.Met) bool { return slices.Contains(words, m.Impact.Verdict.String()) })
}

// appendPair appends the fields of a pair, without the braces around them.
func (r *log) appendPair(dst []byte, m *scene.Met) []byte {
	dst = scene.AppendString(append(dst, `"a":`...), r.scene.Objects[m.A].Name)
	dst = scene.AppendString(append(dst, `,"b":`...), r.scene.Objects[m.B].Name)
	return m.Impact.AppendFields(append(dst, ','))
}

// json writes one object, its pairs on lines of their own.
func (r *log) json(w io.Writer) error {
	s := r.scene
	out := scene.AppendString([]byte(`{"version":1,"scene":`), s.File)
	out = scene.AppendString(append(out, `,"units":`...), s.Units)
	out = fmt.Appendf(out, `,"objects":%d,"checked":%d,"pairs":[`, len(s.Objects), r.checked)
	for i := range r.met {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(r.appendPair(append(out, "\n{"...), &r.met[i]), '}')
	}
	if len(r.met) > 0 {
		out = append(out, '\n')
	}
	_, err := w.Write(append(out, "]}\n"...))
	return err
}

// ndjson writes a line for each pair.
func (r *log) ndjson(w io.Writer) error {
	var out []byte
	for i := range r.met {
		out = append(r.appendPair(append(out[:0], '{'), &r.met[i]), "}\n"...)
		if _, err := w.Write(out); err != nil {
			return err
		}
	}
	return nil
}

// csv writes a head line, and then a line for each pair.
func (r *log) csv(to io.Writer) error {
	w := csv.NewWriter(to)
	if err := w.Write(slices.Concat([]string{"a", "b"}, impactLines.head)); err != nil {
		return err
	}
	for i := range r.met {
		m := &r.met[i]
		worker := impactWorker{ans: m.Impact}
		names := []string{cell(r.scene.Objects[m.A].Name), cell(r.scene.Objects[m.B].Name)}
		if err := w.Write(append(names, worker.rows()[0]...)); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// table writes a table for people.
func (r *log) table(w io.Writer, e *tableEncoder) error {
	var b strings.Builder
	s := r.scene
	fmt.Fprintf(&b, "%s: %dD, %s\n", say.Printable(s.File), s.Dim, say.Count(len(s.Objects), "object"))
	if len(r.met) > 0 {
		b.WriteByte('\n')
		cols, left := fit(r.columns(), e.columns)
		e.write(&b, cols, func(i int) scene.Verdict { return meeting(&r.met[i].Impact) })
		if len(left) > 0 {
			fmt.Fprintf(&b, "(no room for %s)\n", strings.Join(left, ", "))
		}
		b.WriteByte('\n')
	}
	b.WriteString(r.summary())
	_, err := io.WriteString(w, b.String())
	return err
}

// meeting returns the verdict whose colour the result of an impact has.
func meeting(a *scene.ImpactAnswer) scene.Verdict {
	switch a.Verdict {
	case collide.Hit:
		return scene.Meet
	case collide.Miss:
		return scene.Clear
	default:
		return scene.Undecided
	}
}

// columns returns the columns of the table.
func (r *log) columns() []column {
	cols := []column{
		{head: "result"},
		{head: "t", right: true},
		{head: "up to", right: true, drop: 2},
		{head: "A", least: 8},
		{head: "B", least: 8},
		{head: "normal", drop: 1},
		{head: "at", drop: 3},
	}
	end, middle := 0.0, 0.0
	for i := range r.met {
		a := &r.met[i].Impact
		end = max(end, a.T, -a.T)
		for _, m := range middleOf(a.PointA, a.PointB) {
			middle = max(middle, m, -m)
		}
	}
	places := decimals(middle, 4)
	wide := len(fixed(-middle, places))
	for i := range r.met {
		m := &r.met[i]
		cells := meetingCells(&m.Impact, decimals(end, 7))
		cells = append(cells, say.Printable(r.scene.Objects[m.A].Name), say.Printable(r.scene.Objects[m.B].Name))
		if m.Impact.Verdict == collide.Miss {
			cells = append(cells, "", "")
		} else {
			cells = append(cells, vector(m.Impact.Normal, r.scene.Dim, 2, len("-0.00")),
				vector(middleOf(m.Impact.PointA, m.Impact.PointB), r.scene.Dim, places, wide))
		}
		add(cols, cells)
	}
	return cols
}

// summary says in a line how many pairs meet.
func (r *log) summary() string {
	hits, doubts := 0, 0
	for i := range r.met {
		switch r.met[i].Impact.Verdict {
		case collide.Hit:
			hits++
		case collide.Unsure:
			doubts++
		default:
		}
	}
	switch {
	case r.checked == 0:
		return "no pairs to check\n"
	case hits+doubts == 0:
		return say.Count(r.checked, "pair") + " checked: none ever meets\n"
	case doubts == 0:
		return fmt.Sprintf("%s checked: %d meet\n", say.Count(r.checked, "pair"), hits)
	}
	return fmt.Sprintf("%s checked: %d meet, %d undecided\n", say.Count(r.checked, "pair"), hits, doubts)
}
