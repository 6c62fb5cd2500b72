package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// choosePair returns the pair that the flags ask for, from a scene or a file of pair lines, and
// sets the names and the unit in o.
func (a *app) choosePair(cmd *cobra.Command, file string, f *explainFlags, o *explain.Options) (scene.Pair, error) {
	in, folder := a.stdin, "."
	if file != "-" {
		r, err := os.Open(file)
		if err != nil {
			return scene.Pair{}, errors.Unwrap(err)
		}
		defer r.Close()
		in, folder = r, filepath.Dir(file)
	}
	data, err := io.ReadAll(io.LimitReader(in, int64(f.limits.MaxBytes)+1))
	if err != nil {
		return scene.Pair{}, err
	}
	lines := pairLines(data)
	if lines != nil {
		folder = "."
	}
	opt, closer, err := f.inputFlags.options(folder)
	if err != nil {
		return scene.Pair{}, err
	}
	defer closer.Close()
	progress := a.startProgress("", 0)
	opt.Progress = progress.now
	defer progress.stop()
	var p scene.Pair
	if lines != nil {
		p, err = fromLines(cmd.Context(), lines, file, f.pair, opt)
	} else {
		var s *scene.Scene
		if s, err = scene.Decode(cmd.Context(), bytes.NewReader(data), file, opt); err == nil {
			p, err = fromScene(s, f.pair, o)
		}
	}
	if err == nil && f.picture != "" {
		err = notAnInput(f.picture, file, opt.Files, p.Files)
	}
	for _, n := range p.Notes {
		fmt.Fprintln(a.stderr, n)
	}
	return p, err
}

// pairLine is a pair line and where it stands.
type pairLine struct {
	number int
	text   []byte
}

// pairLines returns the pair lines of the text, nil if it looks like a scene. A text that is one
// JSON value is one line, however it is broken.
func pairLines(data []byte) []pairLine {
	var keys map[string]json.RawMessage
	if json.NewDecoder(bytes.NewReader(data)).Decode(&keys) != nil || keys["a"] == nil && keys["b"] == nil {
		return nil
	}
	if json.Valid(data) {
		return []pairLine{{1, bytes.TrimSpace(data)}}
	}
	var lines []pairLine
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if line = bytes.TrimSpace(line); len(line) > 0 {
			lines = append(lines, pairLine{number, line})
		}
	}
	return lines
}

// fromLines returns the pair with the id, or the only one.
func fromLines(ctx context.Context, lines []pairLine, file, id string, o scene.Options) (scene.Pair, error) {
	if id == "" && len(lines) > 1 {
		return scene.Pair{}, fmt.Errorf("%d pair lines: choose one by its id, with --pair ID", len(lines))
	}
	d := scene.NewDecoder(o)
	found, at := scene.Pair{}, 0
	for _, l := range lines {
		p, err := d.Pair(ctx, l.text)
		if id != "" && !(p.HasID && p.ID == id) {
			continue
		}
		if err != nil {
			for _, e := range sceneErrors(err) {
				e.File, e.Line = file, e.Line+l.number-1
			}
			return p, err
		}
		if at > 0 {
			return p, fmt.Errorf("lines %d and %d both have the id %q", at, l.number, id)
		}
		found, at = p, l.number
	}
	if at == 0 {
		return found, fmt.Errorf("no pair line has the id %q", id)
	}
	return found, nil
}

// fromScene returns the pair of objects with the names "A,B", or the only pair of the scene.
func fromScene(s *scene.Scene, names string, o *explain.Options) (scene.Pair, error) {
	i, j, err := twoObjects(s, names)
	if err != nil {
		return scene.Pair{}, err
	}
	a, b := &s.Objects[i], &s.Objects[j]
	o.A, o.B, o.Units = a.Name, b.Name, s.Units
	return scene.Pair{Dim: s.Dim, A: a.Body, B: b.Body, Notes: s.Notes, Files: s.Files}, nil
}

// twoObjects returns the indices of two different objects. A name may hold commas itself.
func twoObjects(s *scene.Scene, names string) (int, int, error) {
	if names == "" {
		if s.CountPairs() == 1 {
			for i, j := range s.Pairs() {
				return i, j, nil
			}
		}
		return 0, 0, fmt.Errorf("%s: choose two of them, with --pair A,B", count(len(s.Objects), "object"))
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
			return 0, 0, fmt.Errorf("no object is called %q", name)
		}
	}
	return 0, 0, fmt.Errorf("--pair takes two different names, as A,B, not %q", names)
}
