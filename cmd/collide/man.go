package main

import (
	"errors"
	"os"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manCommand returns `collide man`.
func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write the man pages of collide to a folder",
		Long: `man writes a page for each command, collide.1, collide-check.1 and so on, to the folder, which is made if it is
not there.`,
		Example: `  collide man ~/.local/share/man/man1 && man collide-check`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError(cmd, errors.New("man takes one folder"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true // it would differ from day to day
			h := &doc.GenManHeader{Title: "COLLIDE", Section: "1", Source: "collide", Manual: "collide", Date: buildDate()}
			return doc.GenManTree(root, h, args[0])
		},
	}
}

// buildDate returns the date of the revision that the program was built from, nil if it is not
// known.
func buildDate() *time.Time {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	for _, s := range info.Settings {
		if t, err := time.Parse(time.RFC3339, s.Value); s.Key == "vcs.time" && err == nil {
			return &t
		}
	}
	return nil
}
