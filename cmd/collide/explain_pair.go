package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/scene"
)

// choosePair returns the pair that the flags ask for, from the text of a scene or of a file of pair lines, and sets the names and the unit
// in o.
func choosePair(data []byte, file string, f *explainFlags, o *explain.Options) (scene.Pair, error) {
	if lines := pairLines(data); lines != nil {
		return fromLines(lines, file, f)
	}
	base := filepath.Dir(file)
	if file == "-" {
		base = f.base
	}
	s, err := scene.Decode(bytes.NewReader(data), file, scene.Options{Base: base})
	if err != nil {
		return scene.Pair{}, err
	}
	return fromScene(s, f.pair, o)
}

// pairLine is a pair line and where it stands.
type pairLine struct {
	number int
	text   []byte
}

// pairLines returns the pair lines of the text, nil if it looks like a scene. A text that is one JSON value is one line, however it is
// broken.
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

// fromLines returns the pair with the id that the flags ask for, or the only one.
func fromLines(lines []pairLine, file string, f *explainFlags) (scene.Pair, error) {
	if f.pair == "" && len(lines) > 1 {
		return scene.Pair{}, fmt.Errorf("%d pair lines: choose one by its id, with --pair ID", len(lines))
	}
	d := scene.NewDecoder(scene.Options{Base: f.base})
	found, at := scene.Pair{}, 0
	for _, l := range lines {
		p, err := d.Pair(l.text)
		if f.pair != "" && !(p.HasID && p.ID == f.pair) {
			continue
		}
		if err != nil {
			for _, e := range sceneErrors(err) {
				e.File, e.Line = file, e.Line+l.number-1
			}
			return p, err
		}
		if at > 0 {
			return p, fmt.Errorf("lines %d and %d both have the id %q", at, l.number, f.pair)
		}
		found, at = p, l.number
	}
	if at == 0 {
		return found, fmt.Errorf("no pair line has the id %q", f.pair)
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
	return scene.Pair{Dim: s.Dim, A2: a.O2, B2: b.O2, A3: a.O3, B3: b.O3}, nil
}

// twoObjects returns the indices of two different objects. A name may hold commas itself.
func twoObjects(s *scene.Scene, names string) (int, int, error) {
	if names == "" {
		if pairs := s.Pairs(); len(pairs) == 1 {
			return pairs[0][0], pairs[0][1], nil
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
