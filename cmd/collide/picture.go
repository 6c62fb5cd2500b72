package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/picture"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// pictureFlags say whether a picture is to be written, and how.
type pictureFlags struct {
	file string
	size string
	view string

	width, height float64
	camera        *picture.View // nil for the best
}

// The limits of --picture-size. The largest is that of the largest screens; it takes seconds and
// 250 MB as PNG, and SVG can be enlarged without end.
const (
	leastPicture = 320
	mostPicture  = 4096
)

// register adds the flags to cmd.
func (f *pictureFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.file, "picture", "", "also draw the scene to this file: .svg or .png")
	cmd.Flags().StringVar(&f.size, "picture-size", "960x720", "width and height of the picture in pixels")
	cmd.Flags().StringVar(&f.view, "view", "",
		"where the viewer of a 3D picture stands, as AZIMUTH,ELEVATION in degrees (default: where the pairs are seen best)")
	_ = cmd.RegisterFlagCompletionFunc("picture", func(*cobra.Command, []string,
		string,
	) ([]string, cobra.ShellCompDirective) {
		return []string{"svg", "png"}, cobra.ShellCompDirectiveFilterFileExt
	})
}

// parse checks the flags.
func (f *pictureFlags) parse(scenes int) error {
	w, h, ok := strings.Cut(f.size, "x")
	width, err := strconv.Atoi(w)
	height, err2 := strconv.Atoi(h)
	if !ok || err != nil || err2 != nil || min(width, height) < leastPicture*3/4 || width < leastPicture ||
		max(width, height) > mostPicture {
		return fmt.Errorf("--picture-size must be WIDTHxHEIGHT, from %dx%d to %dx%d, not %q", leastPicture, leastPicture*3/4,
			mostPicture, mostPicture, f.size)
	}
	f.width, f.height = float64(width), float64(height)
	if f.view != "" {
		a, e, ok := strings.Cut(f.view, ",")
		azimuth, err := strconv.ParseFloat(strings.TrimSpace(a), 64)
		elevation, err2 := strconv.ParseFloat(strings.TrimSpace(e), 64)
		if !ok || err != nil || err2 != nil || !(azimuth >= -360 && azimuth <= 360) ||
			!(elevation >= -90 && elevation <= 90) {
			return fmt.Errorf("--view must be AZIMUTH,ELEVATION in degrees, -360 to 360 and -90 to 90, not %q", f.view)
		}
		f.camera = &picture.View{Azimuth: azimuth, Elevation: elevation}
	}
	if f.file == "" {
		return nil
	}
	if e := f.extension(); e != ".svg" && e != ".png" {
		return fmt.Errorf("--picture must end in .svg or .png, not %q", filepath.Base(f.file))
	}
	if scenes != 1 {
		return fmt.Errorf("--picture draws one scene, not %d", scenes)
	}
	return nil
}

// without returns the error about a flag that says how a picture looks where none is drawn; others
// are the flags besides --picture that draw some.
func (f *pictureFlags) without(cmd *cobra.Command, others ...string) error {
	drawn, goes := f.file != "", "--picture"
	for _, name := range others {
		drawn, goes = drawn || cmd.Flag(name).Changed, goes+" or --"+name
	}
	for _, name := range []string{"picture-size", "view", "picture-frame"} {
		if flag := cmd.Flag(name); !drawn && flag != nil && flag.Changed {
			return fmt.Errorf("--%s goes with %s", name, goes)
		}
	}
	return nil
}

// extension returns the ending of the picture's name, in lower case.
func (f *pictureFlags) extension() string { return strings.ToLower(filepath.Ext(f.file)) }

// writePicture draws a report to the file of the flags.
func (f *pictureFlags) writePicture(r *listing) error {
	page := f.draw(r)
	return writeWhole(f.file, func(w io.Writer) error {
		if f.extension() == ".png" {
			return page.PNG(w, 1, false)
		}
		return page.SVG(w)
	})
}

// draw returns the picture of a report.
func (f *pictureFlags) draw(r *listing) *picture.Picture {
	s := *r.Scene
	opt := picture.Options{
		Width: f.width, Height: f.height, View: f.camera, Units: say.Printable(s.Units),
		Title: say.Printable(filepath.Base(s.File)),
		Subtitle: fmt.Sprintf("%dD, %s, clearance %s; %s", s.Dim, say.Count(len(s.Objects), "object"), r.InUnits(s.Clearance),
			r.Summary()),
	}
	s.Objects = slices.Clone(s.Objects)
	for i := range s.Objects {
		s.Objects[i].Name = say.Printable(s.Objects[i].Name)
	}
	pairs := slices.DeleteFunc(slices.Clone(r.Found), func(p scene.Found) bool { return p.Verdict == scene.Clear })
	return picture.Scene(&s, pairs, opt)
}

// writeWhole writes a file under another name and renames it, so that there is all of it or what
// was there before.
func writeWhole(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return pathError(name, err)
	}
	defer os.RemoveAll(f.Name()) // nothing is left when all went well
	err = write(f)
	if err2 := f.Chmod(0o644); err == nil {
		err = err2
	}
	if err2 := f.Close(); err == nil {
		err = err2
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return pathError(name, err)
	}
	return nil
}

// pathError returns err about the file that the user named, not about the temporary one.
func pathError(name string, err error) error {
	var p *fs.PathError
	var l *os.LinkError
	if errors.As(err, &p) {
		err = p.Err
	} else if errors.As(err, &l) {
		err = l.Err
	}
	return fmt.Errorf("cannot write %s: %w", name, err)
}
