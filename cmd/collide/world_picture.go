package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/collide-go/collide/broadphase"
	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/picture"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// mostDrawn is the largest number of bodies of a picture: more are too small to be told apart.
const mostDrawn = 5000

// worldPicture draws a frame of a world.
type worldPicture struct {
	pictureFlags
	frame  int               // -1 for the last
	input  string            // its name
	before []broadphase.Pair // of the frame before
	page   *picture.Picture
}

// register adds the flags to cmd.
func (f *worldPicture) register(cmd *cobra.Command) {
	f.pictureFlags.register(cmd)
	cmd.Flag("picture").Usage = "also draw a frame to this file, .svg or .png, with events and the boxes of a tree"
	cmd.Flags().Var(&wholeFlag{p: &f.frame}, "picture-frame", "the frame to draw (default: the last)")
	f.frame = -1
}

// see is told of each answer, and draws the frame that is wanted.
func (f *worldPicture) see(w *scene.World, a *scene.WorldAnswer, opt scene.QueryOptions) error {
	if f.file == "" || a == nil || a.Frame < 0 || a.Err != nil {
		return nil
	}
	wanted := f.frame
	if _, frames := w.Progress(); wanted < 0 {
		wanted = frames - 1
	}
	switch a.Frame {
	case wanted - 1:
		f.before = slices.Clone(a.Pairs)
	case wanted:
		return f.draw(w, a, opt)
	}
	return nil
}

// draw draws the frame that was answered last.
func (f *worldPicture) draw(w *scene.World, a *scene.WorldAnswer, opt scene.QueryOptions) error {
	s, err := w.Scene()
	if err != nil {
		return fmt.Errorf("frame %d cannot be drawn: %w", a.Frame, err)
	}
	if len(s.Objects) > mostDrawn {
		return fmt.Errorf("a picture shows up to %d bodies, not %d", mostDrawn, len(s.Objects))
	}
	q, err := scene.NewQuery(opt)
	if err != nil {
		return err
	}
	found := make([]scene.Found, len(a.Pairs))
	var e picture.Events
	for i, p := range a.Pairs {
		pair := [2]int{int(p[0]), int(p[1])}
		found[i] = scene.Found{A: pair[0], B: pair[1]}
		if i < len(a.Answers) {
			found[i].Answer = a.Answers[i]
		} else {
			found[i].Answer = q.Distance(&s.Objects[pair[0]].Body, &s.Objects[pair[1]].Body)
		}
		found[i].Verdict = found[i].Answer.Verdict(0)
		if !slices.Contains(f.before, p) {
			e.Began = append(e.Began, pair)
		}
	}
	for _, p := range f.before {
		if !slices.Contains(a.Pairs, p) {
			e.Ended = append(e.Ended, [2]int{int(p[0]), int(p[1])})
		}
	}
	f.page = picture.World(s, found, e, picture.Options{
		Width: f.width, Height: f.height, View: f.camera, Title: say.Printable(filepath.Base(f.input)),
		Subtitle: fmt.Sprintf("frame %d: %dD, %s, %s in contact, %d began, %d ended", a.Frame, s.Dim,
			bodies(len(s.Objects)), say.Count(len(found), "pair"), len(e.Began), len(e.Ended)),
	})
	return nil
}

// bodies returns "1 body" or "n bodies".
func bodies(n int) string {
	if n == 1 {
		return "1 body"
	}
	return fmt.Sprintf("%d bodies", n)
}

// write writes the picture, if there is one.
func (f *worldPicture) write() error {
	switch {
	case f.file == "":
		return nil
	case f.page == nil && f.frame >= 0:
		return fmt.Errorf("frame %d cannot be drawn: it is missing, or has an error; frames count from 0", f.frame)
	case f.page == nil:
		return errors.New("the last frame cannot be drawn: it is missing, or has an error")
	}
	return writeWhole(f.file, func(w io.Writer) error {
		if f.extension() == ".png" {
			return f.page.PNG(w, 1, false)
		}
		return f.page.SVG(w)
	})
}
