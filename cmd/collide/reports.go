package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/collide-go/collide/report"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// reportFlags say which reports are to be written, and where.
type reportFlags struct{ html, sarif, junit string }

// register adds the flags to cmd.
func (f *reportFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.html, "html", "", "also write a page of HTML with pictures to this file")
	cmd.Flags().StringVar(&f.sarif, "sarif", "", "also write the findings as SARIF 2.1.0 to this file")
	cmd.Flags().StringVar(&f.junit, "junit", "", "also write the findings as JUnit's XML to this file")
	for name, ending := range map[string]string{"html": "html", "sarif": "sarif", "junit": "xml"} {
		_ = cmd.RegisterFlagCompletionFunc(name, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{ending}, cobra.ShellCompDirectiveFilterFileExt
		})
	}
}

// outputs returns the flags and the files they name.
func (f *reportFlags) outputs() [][2]string {
	return [][2]string{{"html", f.html}, {"sarif", f.sarif}, {"junit", f.junit}}
}

// parse checks the flags together with all others.
func (f *reportFlags) parse(all *checkFlags) error { return distinct(all.outputs()) }

// distinct checks the flags together with others that name files.
func (f *reportFlags) distinct(others ...[2]string) error {
	return distinct(append(f.outputs(), others...))
}

// distinct returns an error where two flags name one file.
func distinct(outputs [][2]string) error {
	seen := map[string]string{}
	for _, o := range outputs {
		if o[1] == "" {
			continue
		}
		if other, ok := seen[o[1]]; ok {
			return fmt.Errorf("--%s and --%s would write the same file: %s", other, o[0], o[1])
		}
		seen[o[1]] = o[0]
	}
	return nil
}

// write writes the reports about what was found in some scenes.
func (f *reportFlags) write(checks []*report.Check, p *pictureFlags) error {
	for _, r := range []struct {
		file  string
		write func(w io.Writer) error
	}{
		{f.html, func(w io.Writer) error {
			return report.HTML(w, report.HTMLOptions{Width: p.width, Height: p.height, View: p.camera}, checks...)
		}},
		{f.sarif, func(w io.Writer) error { return report.SARIF(w, release(), checks...) }},
		{f.junit, func(w io.Writer) error { return report.JUnit(w, checks...) }},
	} {
		if r.file == "" {
			continue
		}
		if err := writeWhole(r.file, r.write); err != nil {
			return err
		}
	}
	return nil
}

// release returns the version of a released program, "" of any other.
func release() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return ""
}

// baselineFlags say which contacts are known.
type baselineFlags struct {
	read    string // the file of those that are
	written string // and of those that are to be
}

// register adds the flags to cmd.
func (f *baselineFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.read, "baseline", "",
		"contacts that are known: they fail only if they are deeper, or meet sooner, than this file says")
	cmd.Flags().StringVar(&f.written, "write-baseline", "", "write what is found to this file, as a baseline")
	for _, name := range []string{"baseline", "write-baseline"} {
		_ = cmd.RegisterFlagCompletionFunc(name, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"json"}, cobra.ShellCompDirectiveFilterFileExt
		})
	}
}

// accepts reports whether all that is found is known from now on.
func (f *baselineFlags) accepts() bool { return f.written != "" && f.read == "" }

// parse checks the flags, for so many scenes.
func (f *baselineFlags) parse(all *checkFlags, scenes int) error {
	switch {
	case f.read == "" && f.written == "":
		return nil
	case all.frames != "":
		return errors.New("a baseline is about a scene, not about the frames of --frames")
	case scenes != 1:
		return fmt.Errorf("a baseline is about one scene, not %d", scenes)
	}
	return nil
}

// load returns the baseline that the flags name, nil for none.
func (f *baselineFlags) load(ctx context.Context, limits *scene.Options) (*scene.Baseline, error) {
	if f.read == "" {
		return nil, nil
	}
	r, err := os.Open(f.read)
	if err != nil {
		return nil, fileError(f.read, err)
	}
	defer r.Close()
	return scene.DecodeBaseline(ctx, r, f.read, *limits)
}

// write writes what was found as a baseline, if the flags say so.
func (f *baselineFlags) write(r *listing) error {
	if f.written == "" {
		return nil
	}
	return writeWhole(f.written, scene.NewBaseline(r.Scene, r.Found, r.Baseline).Encode)
}
