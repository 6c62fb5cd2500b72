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

	"github.com/collide-go/collide/internal/say"
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
	root.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return errors.New(unknown(root, "command", args[0]))
		}
		return nil
	}
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
				if found, _, err := root.Find(args); err != nil || found == root && len(args) > 0 {
					return errors.New(unknown(root, "command or topic", args[0]))
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

// unknown says that there is no such command, or whatever what is, and which may be meant: those
// that begin with the name, or else the one that differs from it by a slip of the finger.
func unknown(root *cobra.Command, what, name string) string {
	var names, meant []string
	for _, c := range root.Commands() {
		if strings.HasPrefix(c.Name(), strings.ToLower(name)) {
			meant = append(meant, c.Name())
		}
		names = append(names, c.Name())
	}
	if near := say.Nearest(name, names); near != "" && len(meant) == 0 {
		meant = []string{near}
	}
	s := fmt.Sprintf("no %s is called %q", what, name)
	if len(meant) > 0 && name != "" {
		s += "; did you mean " + strings.Join(meant, " or ") + "?"
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
