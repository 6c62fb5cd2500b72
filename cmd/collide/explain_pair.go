package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// subject is what is to be explained: one of the three.
type subject struct {
	pair   *scene.Pair
	cast   *scene.Cast
	impact *scene.Impact
}

// notes returns what is allowed in it, and may not be meant, and files the mesh files of it.
func (s *subject) notes() (notes []scene.Note, files []string) {
	switch {
	case s.pair != nil:
		return s.pair.Notes, s.pair.Files
	case s.cast != nil:
		return s.cast.Notes, s.cast.Files
	case s.impact != nil:
		return s.impact.Notes, s.impact.Files
	}
	return nil, nil
}

// choose returns what the flags ask for, from a scene or a file of lines, and sets the names and
// the unit in o.
func (a *app) choose(cmd *cobra.Command, file string, f *explainFlags, o *explain.Options) (subject, error) {
	in, folder := a.stdin, "."
	if file != "-" {
		r, err := os.Open(file)
		if err != nil {
			return subject{}, errors.Unwrap(err)
		}
		defer r.Close()
		in, folder = r, filepath.Dir(file)
	}
	data, err := io.ReadAll(io.LimitReader(in, int64(f.limits.MaxBytes)+1))
	if err != nil {
		return subject{}, err
	}
	lines := linesOf(data)
	if lines != nil {
		folder = "."
	}
	opt, closer, err := f.inputFlags.options(folder)
	if err != nil {
		return subject{}, err
	}
	defer closer.Close()
	progress := a.startProgress("", 0)
	opt.Progress = progress.now
	defer progress.stop()
	var what subject
	if lines != nil {
		what, err = fromLines(cmd.Context(), lines, file, f.pair, opt)
	} else {
		var s *scene.Scene
		if s, err = scene.Decode(cmd.Context(), bytes.NewReader(data), file, opt); err == nil {
			what, err = fromScene(s, f.pair, !cmd.Flags().Changed("algorithm"), o)
		}
	}
	notes, files := what.notes()
	if err == nil && f.picture != "" {
		err = notAnInput("picture", f.picture, file, opt.Files, files)
	}
	for _, n := range notes {
		fmt.Fprintln(a.stderr, n)
	}
	return what, err
}

// textLine is a line and where it stands.
type textLine struct {
	number int
	text   []byte
}

// lineKeys are the keys by which lines are told apart.
type lineKeys struct {
	A, B                struct{ Motion json.RawMessage }
	Cast, Toi           json.RawMessage
	Duration, Deepening json.RawMessage
}

// linesOf returns the lines of the text, nil if it looks like a scene. A text that is one JSON
// value is one line, however it is broken.
func linesOf(data []byte) []textLine {
	var keys map[string]json.RawMessage
	if json.NewDecoder(bytes.NewReader(data)).Decode(&keys) != nil ||
		keys["a"] == nil && keys["b"] == nil && keys["toi"] == nil && keys["shapes"] == nil {
		return nil
	}
	if json.Valid(data) {
		return []textLine{{1, bytes.TrimSpace(data)}}
	}
	var lines []textLine
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if line = bytes.TrimSpace(line); len(line) > 0 {
			lines = append(lines, textLine{number, line})
		}
	}
	return lines
}

// mixedDecoder decodes lines of all kinds.
type mixedDecoder struct {
	*scene.Decoder
	shapes *scene.Shapes
}

// decode returns what a line is about, and its id; nothing for one that names shapes.
func (d *mixedDecoder) decode(ctx context.Context, l textLine) (what subject, id string, has bool, err error) {
	if scene.IsShapes(l.text) {
		_, err := d.shapes.Define(ctx, l.text, l.number)
		return subject{}, "", false, err
	}
	d.SetLine(l.number)
	var keys lineKeys
	_ = json.Unmarshal(l.text, &keys) // the decoder says what is wrong
	switch {
	case keys.Cast != nil:
		c, err := d.Cast(ctx, l.text)
		return subject{cast: &c}, c.ID, c.HasID, err
	case keys.Toi != nil || keys.Duration != nil || keys.Deepening != nil || keys.A.Motion != nil || keys.B.Motion != nil:
		m, err := d.Impact(ctx, l.text)
		return subject{impact: &m}, m.ID, m.HasID, err
	}
	p, err := d.Pair(ctx, l.text)
	return subject{pair: &p}, p.ID, p.HasID, err
}

// fromLines returns what the line with the id is about, or the only line.
func fromLines(ctx context.Context, lines []textLine, file, id string, o scene.Options) (subject, error) {
	asking := 0
	for _, l := range lines {
		if !scene.IsShapes(l.text) {
			asking++
		}
	}
	if id == "" && asking > 1 {
		return subject{}, fmt.Errorf("%d lines: choose one by its id, with --pair ID%s", asking, listed(": ", idsOf(lines)))
	}
	o.Shapes = scene.NewShapes(o)
	d := mixedDecoder{scene.NewDecoder(o), o.Shapes}
	found, at := subject{}, 0
	for _, l := range lines {
		what, name, has, err := d.decode(ctx, l)
		if err == nil && what == (subject{}) || id != "" && !(has && name == id) && !scene.IsShapes(l.text) {
			continue
		}
		if err != nil {
			for _, e := range sceneErrors(err) {
				e.File, e.Line = file, e.Line+l.number-1
			}
			return what, err
		}
		if at > 0 {
			return what, fmt.Errorf("lines %d and %d both have the id %q", at, l.number, id)
		}
		found, at = what, l.number
	}
	if at == 0 {
		return found, fmt.Errorf("no line has the id %q%s", id, meant(id, idsOf(lines)))
	}
	return found, nil
}

// idsOf returns the ids of lines, in their order; what is no line of JSON has none.
func idsOf(lines []textLine) (ids []string) {
	for _, l := range lines {
		var key struct{ ID *string }
		if json.Unmarshal(l.text, &key) == nil && key.ID != nil {
			ids = append(ids, *key.ID)
		}
	}
	return ids
}

// meant returns what to say about a name that is not among some: the one that is meant, or all.
func meant(name string, of []string) string {
	if s := say.Nearest(name, of); s != "" {
		return fmt.Sprintf("; did you mean %q?", s)
	}
	return listed("; there are ", of)
}

// mostListed is how many names a message lists.
const mostListed = 20

// listed returns names behind a lead, "" for none; of many the first.
func listed(lead string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	shown := make([]string, min(len(names), mostListed))
	for i := range shown {
		shown[i] = say.Printable(names[i])
	}
	s := lead + strings.Join(shown, ", ")
	if more := len(names) - len(shown); more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}

// fromScene returns the pair of objects with the names "A,B", or the only pair of the scene; when
// they meet, if one of them moves and that may be asked.
func fromScene(s *scene.Scene, names string, moving bool, o *explain.Options) (subject, error) {
	i, j, err := twoObjects(s, names)
	if err != nil {
		return subject{}, err
	}
	a, b := &s.Objects[i], &s.Objects[j]
	o.A, o.B, o.Units = a.Name, b.Name, s.Units
	if moving && !(a.Motion.Rest() && b.Motion.Rest()) {
		return subject{impact: &scene.Impact{
			Dim: s.Dim, A: a.Body, B: b.Body, MotionA: a.Motion, MotionB: b.Motion, Duration: s.Duration,
			Notes: s.Notes, Files: s.Files,
		}}, nil
	}
	return subject{pair: &scene.Pair{Dim: s.Dim, A: a.Body, B: b.Body, Notes: s.Notes, Files: s.Files}}, nil
}

// twoObjects returns the indices of two different objects. A name may hold commas itself.
func twoObjects(s *scene.Scene, names string) (int, int, error) {
	if names == "" {
		if s.CountPairs() == 1 {
			for i, j := range s.Pairs() {
				return i, j, nil
			}
		}
		names := make([]string, len(s.Objects))
		for i := range names {
			names[i] = s.Objects[i].Name
		}
		return 0, 0, fmt.Errorf("%s: choose two of them, with --pair A,B%s", say.Count(len(names), "object"),
			listed(": ", names))
	}
	index := map[string]int{}
	for i := range s.Objects {
		index[s.Objects[i].Name] = i
	}
	for at, c := range names {
		if c != ',' {
			continue
		}
		i, okA := index[names[:at]]
		j, okB := index[names[at+1:]]
		if okA && okB && i != j {
			return i, j, nil
		}
	}
	for name := range strings.SplitSeq(names, ",") {
		if _, ok := index[name]; !ok {
			return 0, 0, fmt.Errorf("no object is called %q%s", name, meant(name, slices.Sorted(maps.Keys(index))))
		}
	}
	return 0, 0, fmt.Errorf("--pair takes two different names, as A,B, not %q", names)
}
