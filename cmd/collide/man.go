package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
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
		Long: `man writes a page for each command and help topic, collide.1, collide-check.1 and so on, to the folder,
which is made if it is not there.`,
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
			if err := doc.GenManTree(root, h, args[0]); err != nil {
				return err
			}
			for _, c := range root.Commands() {
				if c.IsAdditionalHelpTopicCommand() { // the tree leaves them out
					if err := topicPage(c, h, filepath.Join(args[0], "collide-"+c.Name()+".1")); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
}

// topicPage writes the page of a help topic.
func topicPage(c *cobra.Command, h *doc.GenManHeader, name string) error {
	var page bytes.Buffer
	own := *h
	own.Title = "" // that of the topic
	if err := doc.GenMan(c, &own, &page); err != nil {
		return err
	}
	return os.WriteFile(name, page.Bytes(), 0o666)
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
