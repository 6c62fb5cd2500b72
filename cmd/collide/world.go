package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// worldFlags are the flags of `collide world`.
type worldFlags struct {
	hash    bool
	maxLine int
}

// worldCommand returns `collide world`.
func (a *app) worldCommand() *cobra.Command {
	var f worldFlags
	cmd := &cobra.Command{
		Use:   "world [FILE|-]",
		Short: "Find which of many boxes meet, frame by frame, and what lies near a point, a ray or a box",
		Long: `world reads boxes that move (JSON, one object per line) from FILE or standard input. The first line says
how many there are; each frame is a line with the least and the greatest coordinates of all of them, and is
answered by the pairs of boxes that meet, sorted, as soon as it is read. Boxes are closed: those that only touch
meet.

  {"world":1,"dim":2,"boxes":2,"frames":1}
  {"frame":0,"min":[[0,0],[1,1]],"max":[[1,1],[2,2]]}

Queries after the last frame are about the boxes of frame 0: which of them a region meets, which a ray meets, and
which are nearest to a point:

  {"id":"q1","query":"region","min":[0,0],"max":[0.5,0.5]}
  {"id":"q2","query":"ray","origin":[0,0],"direction":[1,1],"max":1.5}
  {"id":"q3","query":"nearest","point":[3,3],"k":1}

A line that cannot be answered gets its error in place, and the rest goes on. Memory grows with the number of
boxes and the longest line, not with the number of frames.

Exit status: 0 when every line was answered, 3 when some lines got an error, 2 when the input could not be read,
begins with no world, or ends before its last frame.`,
		Example: `  collide world boxes.ndjson
  collide world --hash < boxes.ndjson            the number of pairs of each frame, and their SHA-256
  collide world boxes.ndjson | jq -c '.pairs | length'`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usageError(cmd, fmt.Errorf("world takes one file, not %d", len(args)))
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"ndjson", "jsonl", "json"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.world(cmd, args, f) },
	}
	cmd.Flags().BoolVar(&f.hash, "hash", false, "the number of pairs of a frame and their SHA-256 in place of the pairs")
	cmd.Flags().IntVar(&f.maxLine, "max-line", scene.DefaultMaxBytes,
		"longest line in bytes; a longer one gets the error too-long")
	return cmd
}

// world runs `collide world`.
func (a *app) world(cmd *cobra.Command, args []string, f worldFlags) error {
	if f.maxLine <= 0 {
		return usageError(cmd, fmt.Errorf("--max-line is a number above 0, not %d", f.maxLine))
	}
	in := a.stdin
	if len(args) == 1 && args[0] != "-" {
		file, err := os.Open(args[0])
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	if terminal(in) && terminal(a.stderr) {
		fmt.Fprintln(a.stderr, "reading a world, a JSON object on each line; Ctrl-D ends")
	}
	var p *progress
	if terminal(a.stderr) && !terminal(a.stdout) {
		p = newProgress(a.stderr, "frames", 0)
		in = p.share(in)
		p.start(progressDelay)
		defer p.stop()
	}
	// a line of a box takes far more bytes than the box: the limit of lines is that of boxes too
	w := scene.NewWorld(scene.Options{MaxBytes: f.maxLine, MaxPoints: max(f.maxLine/4, scene.DefaultMaxPoints)},
		scene.WorldOptions{Hash: f.hash, Workers: runtime.GOMAXPROCS(0)})
	l := newLineReader(in, f.maxLine)
	var out []byte
	for {
		line, tooLong, ok := l.next()
		switch {
		case !ok && l.fill():
			continue
		case !ok && l.err != io.EOF:
			return l.err
		case !ok:
			return w.End()
		case !tooLong && len(bytes.Trim(line, " \t\r")) == 0:
			continue
		}
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		var err error
		if tooLong {
			out, ok, err = w.AppendTooLong(cmd.Context(), out[:0], l.number)
		} else {
			out, ok, err = w.AppendAnswer(cmd.Context(), out[:0], line, l.number)
		}
		if err != nil {
			return err
		}
		if !ok {
			a.status = statusSomeBad
		}
		if _, err := a.stdout.Write(out); err != nil {
			return err
		}
		p.add(1)
	}
}
