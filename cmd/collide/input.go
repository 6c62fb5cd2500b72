package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// inputFlags say what may be read: from where, and how much of it.
type inputFlags struct {
	base    string
	outside bool
	limits  scene.Options
}

// register adds the flags to cmd. base is the default of --base, as the help tells it.
func (f *inputFlags) register(cmd *cobra.Command, base string) {
	cmd.Flags().StringVar(&f.base, "base", "",
		"folder that mesh files come from, and none from outside of it (default: "+base+")")
	cmd.Flags().BoolVar(&f.outside, "allow-files-outside", false,
		"read mesh files outside that folder too; for input that you trust")
	f.count(cmd, &f.limits.MaxPoints, "max-points", scene.DefaultMaxPoints,
		"most points of hulls and polygons in a scene or pair line, those of meshes included")
	f.count(cmd, &f.limits.MaxDepth, "max-depth", scene.DefaultMaxDepth, "most lists and mappings inside each other")
	f.count(cmd, &f.limits.MaxMeshBytes, "max-mesh-bytes", scene.DefaultMaxMeshBytes, "largest mesh file in bytes")
}

// count adds a flag for a limit.
func (f *inputFlags) count(cmd *cobra.Command, p *int, name string, value int, usage string) {
	cmd.Flags().Var(&wholeFlag{p: p, least: 1}, name, usage)
	cmd.Flag(name).DefValue = fmt.Sprint(value)
	*p = value
}

// maxBytes adds a flag for the longest text.
func (f *inputFlags) maxBytes(cmd *cobra.Command, name, usage string) {
	f.limits.MaxBytes = scene.DefaultMaxBytes
	cmd.Flags().Var(&wholeFlag{p: &f.limits.MaxBytes, least: 1}, name, usage)
}

// options returns the options for input whose mesh files come from folder unless --base says
// otherwise, and what is to be closed in the end.
func (f *inputFlags) options(folder string) (scene.Options, io.Closer, error) {
	o := f.limits
	if f.base != "" {
		folder = f.base
	}
	if f.outside {
		o.Files = scene.AnyFile(folder)
		return o, io.NopCloser(nil), nil
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return o, nil, err
	}
	o.Files = root.FS()
	return o, root, nil
}

// notAnInput returns an error if the file that is to be written, as the flag says, is among the
// files read: one by name, or mesh files.
func notAnInput(flag, out, in string, files fs.FS, meshes []string) error {
	old, err := os.Stat(out)
	if err != nil {
		return nil // there is nothing to lose; that it cannot be written is told later
	}
	for i := -1; i < len(meshes); i++ {
		var info fs.FileInfo
		if i < 0 {
			info, err = os.Stat(in)
		} else {
			info, err = fs.Stat(files, meshes[i])
		}
		if err == nil && os.SameFile(old, info) {
			return fmt.Errorf("--%s would overwrite an input: %s", flag, out)
		}
	}
	return nil
}

// load reads the scene file, or standard input for "-". Pairs of half-spaces that would have to be
// checked are errors of reading, so that every pair of the scene has an answer. It returns where
// its mesh files are as well, until closed.
func (a *app) load(cmd *cobra.Command, file string, f *inputFlags) (
	s *scene.Scene, files fs.FS, closer io.Closer, err error,
) {
	in, folder := a.stdin, "."
	if file != "-" {
		r, err := os.Open(file)
		if err != nil {
			return nil, nil, nil, fileError(file, err)
		}
		defer r.Close()
		in, folder = r, filepath.Dir(file)
	}
	o, closer, err := f.options(folder)
	if err != nil {
		return nil, nil, nil, err
	}
	p := a.startProgress("", 0)
	o.Progress = p.now
	s, err = scene.Decode(cmd.Context(), in, file, o)
	p.stop()
	if err != nil {
		closer.Close()
		return nil, nil, nil, err
	}
	for _, n := range s.Notes {
		fmt.Fprintln(a.stderr, n)
	}
	return s, o.Files, closer, nil
}

// fileError returns the error that a scene could not be read.
func fileError(name string, err error) error {
	message := err.Error()
	var p *fs.PathError
	if errors.As(err, &p) {
		message = p.Err.Error()
	}
	return scene.ErrorList{{File: name, Code: scene.ErrFile, Message: message}}
}
