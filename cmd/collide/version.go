package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// versionCommand returns `collide version`.
func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version, the revision and the Go version",
		Example: "  collide version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			info, _ := debug.ReadBuildInfo()
			_, err := fmt.Fprintln(a.stdout, versionLine(info))
			return err
		},
	}
}

// versionLine says what info, nil if unknown, tells about the build.
func versionLine(info *debug.BuildInfo) string {
	version, revision, modified := "(unknown)", "", ""
	if info != nil {
		if info.Main.Version != "" {
			version = info.Main.Version
		}
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				revision = " revision " + s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				modified = " modified"
			}
		}
	}
	return fmt.Sprintf("collide %s%s%s %s %s/%s", version, revision, modified, runtime.Version(), runtime.GOOS,
		runtime.GOARCH)
}
