package report

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/picture"
	"github.com/collide-go/collide/scene"
)

// Log is what the reports of a log of frames say besides: of each pair when it first meets, and
// where the bodies are then.
type Log struct {
	File     string       // of the frames; "" where the Scene's file is the log
	Numbered bool         // the Moments have frames; else the Impacts of Found have times
	Frames   int          // how many there are, of a numbered log
	Moments  []Moment     // of each pair of Found
	First    *scene.Scene // as it is at the first contact; nil for no picture
	Unlisted int          // pairs that meet and are not in Found

	Difference string // a frame that goes another way than recorded; "" for none

	poses []*[2]scene.Pose // of A and B of each pair, in place of the Moments' At, which are ten times larger
}

// Moment is the first contact of a pair.
type Moment struct {
	At    *[2]scene.Body // A and B then; nil where NewFrames has made the Log
	Frame int
	Line  int // of the frame in the file; 0 for none
}

// NewLog returns what was found in a log about the objects of a scene, of which checked pairs were
// looked at. The Answer of each pair of found is about its bodies at its Moment. Each verdict but
// clear counts as a failure.
func NewLog(s *scene.Scene, checked int, found []scene.Found, l *Log) *Check {
	moves := l != nil && !l.Numbered
	return &Check{Scene: s, Checked: checked, Moves: moves, Found: found, FailOn: allVerdicts(), Log: l}
}

// NewFrames returns what Scene.CheckFrames found in the log of the name given; first is the First
// of its options. An Answer about the bodies where they first meet is added by q.
func NewFrames(s, first *scene.Scene, name string, met []scene.Met, q *scene.Query) *Check {
	l := &Log{File: name, First: first}
	l.Moments, l.poses = make([]Moment, len(met)), make([]*[2]scene.Pose, len(met))
	found := make([]scene.Found, 0, len(met))
	for i := range met {
		m := &met[i]
		l.poses[i] = m.At
		f := scene.Found{A: m.A, B: m.B, Impact: m.Impact, Verdict: scene.Clear}
		switch m.Impact.Verdict {
		case collide.Hit:
			f.Verdict = scene.Meet
		case collide.Miss:
		default:
			f.Verdict = scene.Undecided
		}
		if there := (&Check{Scene: s}); m.At != nil && there.has(m.A) && there.has(m.B) {
			a, b := l.bodies(s, i, &f)
			f.Answer = q.Distance(&a, &b)
		}
		found = append(found, f)
	}
	return NewLog(s, s.CountPairs(), found, l)
}

// bodies returns A and B of pair i, f, of a scene where they first meet, and where they are at the
// start if they do not.
func (l *Log) bodies(s *scene.Scene, i int, f *scene.Found) (a, b scene.Body) {
	if at := l.Moments[i].At; at != nil {
		return at[0], at[1]
	}
	a, b = s.Objects[f.A].Body, s.Objects[f.B].Body
	if i < len(l.poses) && l.poses[i] != nil { // where CheckFrames has moved them: there is no error
		a, _ = a.Moved(l.poses[i][0])
		b, _ = b.Moved(l.poses[i][1])
	}
	return a, b
}

// allVerdicts returns the verdicts but clear.
func allVerdicts() []scene.Verdict {
	return []scene.Verdict{scene.Near, scene.Undecided, scene.Touch, scene.Meet, scene.Overlap}
}

// logHead is Head of a log.
func (c *Check) logHead() string {
	s := c.scene()
	if c.Log.Numbered {
		return fmt.Sprintf("%dD, %s", s.Dim, say.Count(c.Log.Frames, "frame"))
	}
	n := say.Count(len(s.Objects), "object")
	return fmt.Sprintf("%dD, %s, over the frames of %s", s.Dim, n, say.Printable(c.Log.File))
}

// logSummary is Summary of a log.
func (c *Check) logSummary() string {
	var counts [scene.Overlap + 1]int
	for i := range c.Found {
		counts[min(c.Found[i].Verdict, scene.Overlap)]++
	}
	var parts []string
	for _, v := range []scene.Verdict{scene.Meet, scene.Overlap, scene.Touch, scene.Undecided} {
		if n := counts[v]; n > 0 {
			word := map[scene.Verdict]string{
				scene.Meet: "meet", scene.Overlap: "overlap when they first meet",
				scene.Touch: "touch when they first meet", scene.Undecided: "undecided",
			}[v]
			parts = append(parts, fmt.Sprintf("%d %s", n, word))
		}
	}
	if c.Log.Unlisted > 0 {
		parts = append(parts, fmt.Sprintf("%d more that meet are not listed", c.Log.Unlisted))
	}
	text := "no pair ever meets"
	if len(parts) > 0 {
		text = strings.Join(parts, ", ")
	}
	if c.Checked > 0 {
		return say.Count(c.Checked, "pair") + " checked: " + strings.Replace(text, "no pair ever", "none ever", 1)
	}
	return text
}

// when says in which frame a pair first meets, "" where the sentence tells the time.
func (c *Check) when(i int) string {
	if c.Log == nil || !c.Log.Numbered {
		return ""
	}
	return fmt.Sprintf(", first in frame %d", c.Log.Moments[i].Frame)
}

// logBracket is Bracket of a log, about pair i.
func (c *Check) logBracket(i int) string {
	f := &c.Found[i]
	s := "signed distance " + between(f.Answer.Distance, f.Answer.Lower, f.Answer.Upper, c.unit())
	switch {
	case c.Log.Numbered:
		return fmt.Sprintf("in frame %d %s", c.Log.Moments[i].Frame, s)
	case f.Verdict == scene.Clear:
		return ""
	case f.Verdict == scene.Undecided:
		return "apart before t = " + number(f.Impact.Lower) + ", and no more is known"
	}
	return "first contact at t = " + between(f.Impact.T, f.Impact.Lower, f.Impact.Upper, "") + "; then " + s
}

// logRows are the first rows of pair i of a log.
func (c *Check) logRows(i int) []htmlRow {
	f := &c.Found[i]
	w := &f.Answer
	var rows []htmlRow
	switch {
	case c.Log.Numbered:
		rows = append(rows, htmlRow{"first frame", strconv.Itoa(c.Log.Moments[i].Frame)})
	case f.Verdict == scene.Undecided:
		rows = append(rows, htmlRow{"apart before", number(f.Impact.Lower)})
	default:
		rows = append(rows, htmlRow{"time", between(f.Impact.T, f.Impact.Lower, f.Impact.Upper, "")})
	}
	return append(rows, htmlRow{"signed distance then", between(w.Distance, w.Lower, w.Upper, c.unit())})
}

// moment returns a scene of A and B of pair i where they first meet, and the pair in it.
func (c *Check) moment(i int) (*scene.Scene, *scene.Found) {
	f := c.Found[i]
	s := *c.Scene
	s.Objects = nil
	a, b := c.Log.bodies(c.Scene, i, &f)
	for k, body := range []scene.Body{a, b} {
		o := c.Scene.Objects[[2]int{f.A, f.B}[k]]
		o.Name, o.Motion, o.Body = say.Printable(o.Name), scene.Motion{}, body
		s.Objects = append(s.Objects, o)
	}
	f.A, f.B = 0, 1
	return &s, &f
}

// logPicture returns the picture of the scene at the first contact, and what stands under it; nil
// for none.
func (c *Check) logPicture(o *HTMLOptions) (*picture.Picture, string) {
	s := c.Log.First
	if s == nil || len(s.Objects) == 0 || len(s.Objects) > mostObjects {
		return nil, ""
	}
	index := make(map[string]int, len(s.Objects))
	for i := range s.Objects {
		index[s.Objects[i].Name] = i
	}
	caption := "No pair meets: the scene at the end."
	first := -1
	var pairs []scene.Found
	for i := range c.Found {
		f := c.Found[i]
		if f.Verdict == scene.Clear || f.Verdict == scene.Undecided && !c.Log.Numbered {
			continue
		}
		if first < 0 {
			first = i
			caption = "The first contact, at t = " + number(f.Impact.T) + "."
			if c.Log.Numbered {
				caption = fmt.Sprintf("The first contact, in frame %d.", c.Log.Moments[i].Frame)
			}
		}
		if f.Impact.T != c.Found[first].Impact.T || c.Log.Moments[i].Frame != c.Log.Moments[first].Frame {
			continue
		}
		a, b := c.Names(&f)
		var there, also bool
		if f.A, there = index[a]; !there {
			continue
		}
		if f.B, also = index[b]; also {
			pairs = append(pairs, f)
		}
	}
	shown := *s
	shown.Objects = slices.Clone(s.Objects)
	for i := range shown.Objects {
		shown.Objects[i].Name = say.Printable(shown.Objects[i].Name)
	}
	return picture.Scene(&shown, pairs, picture.Options{
		Width: o.Width, Height: o.Height, View: o.View, Units: say.Printable(s.Units),
	}), caption
}

// junitLog returns the suite of a log.
func (c *Check) junitLog(class string) junitSuite {
	s := junitSuite{Name: c.Scene.File, File: filepath.ToSlash(c.Scene.File)}
	for i := range c.Found {
		if c.Found[i].Verdict != scene.Clear {
			s.Cases = append(s.Cases, c.junitPair(i, class))
		}
	}
	rest := junitCase{Class: class, Name: "all other pairs", File: s.File, Out: "never meet"}
	if n := c.Checked - len(s.Cases) - c.Log.Unlisted; c.Checked > 0 {
		rest.Out = say.Count(n, "pair") + ", which never meet"
	}
	if c.Log.Unlisted > 0 {
		rest.Out += fmt.Sprintf("; %s that meet, which are not listed", say.Count(c.Log.Unlisted, "pair"))
	}
	s.Cases = append(s.Cases, rest)
	if d := c.Log.Difference; d != "" {
		k := junitCase{Class: class, Name: "the frames go as recorded", File: s.File}
		k.Failure = &junitFailure{Type: "difference", Message: d, Text: d}
		s.Cases = append(s.Cases, k)
	}
	return s
}
