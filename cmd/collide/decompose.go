package main

import (
	"fmt"
	"os"

	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// decomposeCommand returns `collide decompose`.
func (a *app) decomposeCommand() *cobra.Command {
	var f inputFlags
	cmd := &cobra.Command{
		Use:   "decompose REGION|-",
		Short: "Cut a polygon with holes into convex pieces, as a compound",
		Long: `decompose reads a region of the plane (YAML or JSON; '-' is standard input): the corners of its outer path as
points, and those of its holes, if there are any, as holes:

  {"points": [[0,0], [4,0], [4,4], [0,4]], "holes": [[[1,1], [2,1], [1,2]]]}

Paths may go either way round, with repeated and collinear points. It prints the region as a compound of convex
polygons, a shape for scenes and pair lines: one piece on each line. The corners of the pieces are corners of the
region, bit for bit, and together they fill it exactly. There are at most 2r+1 pieces for r corners that
bend inward, less one for each hole.

Exit status: 0; 2 when the region is bad, as when edges cross or a hole lies outside.`,
		Example: `  collide decompose bracket.json > bracket-shape.json
  echo '{"points": [[0,0],[2,0],[2,1],[1,1],[1,2],[0,2]]}' | collide decompose -`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError(cmd, fmt.Errorf("decompose needs one file, or '-' for standard input"))
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.decompose(cmd, args[0], f.limits) },
	}
	f.maxBytes(cmd, "max-bytes", "largest region in bytes")
	return cmd
}

// decompose runs `collide decompose` on the file.
func (a *app) decompose(cmd *cobra.Command, name string, o scene.Options) error {
	in := a.stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	pieces, err := scene.Decompose(cmd.Context(), in, name, o)
	if err != nil {
		a.sceneFailed(name, err)
		return nil
	}
	_, err = a.stdout.Write(scene.AppendCompound2(nil, pieces))
	return err
}
