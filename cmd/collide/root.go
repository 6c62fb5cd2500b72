package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// The exit statuses of the program.
const (
	statusOK      = 0 // everything answered; check: nothing collides
	statusFound   = 1 // check: a pair touches, overlaps, is undecided or is nearer than the clearance; --fail-on
	statusBad     = 2 // the input could not be read, or the command line is wrong
	statusSomeBad = 3 // query, cast, toi, bench: some lines got an error in place of an answer
)

// app is one run of the program: its streams, and the status that the command ends with.
type app struct {
	stdin  io.Reader
	stdout *output
	stderr io.Writer
	status int
}

// run executes the command line args and returns the exit status. It touches no stream but the
// three given. When ctx ends, so does the work.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{stdin: stdin, stdout: &output{w: stdout}, stderr: stderr}
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(a.stdout)
	root.SetErr(stderr)
	strict(root)
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = a.stdout.err
	}
	if err != nil && !brokenPipe(err) {
		a.fail(err)
	}
	return a.status
}

// fail reports err and makes the status that of bad input.
func (a *app) fail(err error) {
	a.status = statusBad
	fmt.Fprintf(a.stderr, "collide: %v\n", err)
}

// rootCommand returns the whole tree of commands.
func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "collide",
		Short: "Certified collision queries in 2D and 3D",
		Long: `collide tells which shapes touch or overlap, how deep and where, or how far apart they are.
Every distance comes with a proved lower and upper bound.`,
		Example: `  collide check examples/cell/cell.yaml     all pairs of a scene
  collide query < pairs.ndjson              a stream of pairs, an answer line for each
  collide cast < casts.ndjson               rays, points and shapes that are swept
  collide toi < motions.ndjson              when moving bodies first meet
  collide explain --pair a,b cell.yaml      one pair, step by step`,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cmd.SetOut(a.stderr)
			a.status = statusBad
			return cmd.Help()
		},
	}
	info, _ := debug.ReadBuildInfo()
	root.Version = versionLine(info) // --version: what the command of that name prints
	root.SetVersionTemplate("{{.Version}}\n")
	root.Flags().Bool("version", false, "print the version, as 'collide version' does")
	root.SetFlagErrorFunc(usageError)
	root.AddCommand(a.checkCommand(), a.queryCommand(), a.castCommand(), a.toiCommand(), a.worldCommand(),
		a.replayCommand(), a.explainCommand(), a.inspectCommand(), a.decomposeCommand(), a.benchCommand(),
		a.schemaCommand(), a.manCommand(), a.versionCommand())
	root.AddCommand(topics()...)
	return root
}

// strict makes help and completion refuse what they do not know, where cobra prints the usage and
// ends well. The output must be set before: completion keeps it.
func strict(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Args = func(_ *cobra.Command, args []string) error {
				if _, _, err := root.Find(args); err != nil {
					return errors.New(unknownTopic(root, args[0]))
				}
				return nil
			}
		case "completion":
			c.Args = nil
			c.RunE = func(cmd *cobra.Command, args []string) error {
				var shells []string
				for _, s := range cmd.Commands() {
					shells = append(shells, s.Name())
				}
				return usageError(cmd, fmt.Errorf("completion needs the name of a shell: %s", strings.Join(shells, ", ")))
			}
		}
	}
}

// unknownTopic says that help knows no such command or topic, and which may be meant.
func unknownTopic(root *cobra.Command, name string) string {
	s := fmt.Sprintf("no command or topic is called %q", name)
	if list := root.SuggestionsFor(name); len(list) > 0 {
		s += "; did you mean " + strings.Join(list, " or ") + "?"
	}
	return s + "\nRun 'collide help' for all of them"
}

// usageError adds to err where help is to be found.
func usageError(cmd *cobra.Command, err error) error {
	return fmt.Errorf("%w\nRun '%s --help' for usage", err, cmd.CommandPath())
}

// brokenPipe reports whether err says that nobody reads the output any more.
func brokenPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}
