package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// decomposeCommand returns `collide decompose`.
func (a *app) decomposeCommand() *cobra.Command {
	var f inputFlags
	var o d3.DecomposeOptions
	cmd := &cobra.Command{
		Use:   "decompose REGION|MESH|-",
		Short: "Cut a polygon with holes, or a closed mesh, into convex pieces",
		Long: `decompose reads a region of the plane (YAML or JSON; '-' is standard input): the corners of its outer path as
points, and those of its holes, if there are any, as holes:

  {"points": [[0,0], [4,0], [4,4], [0,4]], "holes": [[[1,1], [2,1], [1,2]]]}

Paths may go either way round, with repeated and collinear points. It prints the region as a compound of convex
polygons, a shape for scenes and pair lines: one piece on each line. The corners of the pieces are corners of the
region, bit for bit, and together they fill it exactly. There are at most 2r+1 pieces for r corners that
bend inward, less one for each hole.

Of a file of a closed mesh (.stl, .obj, .ply, .off, .gltf, .glb, .3mf) it prints convex parts whose union holds the
solid and reaches no farther than --concavity out of it, proved, in the unit and the frame of the file:

  {"parts":[{"type":"hull","points":[..]},..],"concavity":0.0011,"at_least":2}

The concavity printed is the proved bound of what is printed, which is looked at no closer than was asked for: a box has
it, too. It is above what was asked for only where --max-parts or --max-corners leave no other way, or the work for it
is beyond the limits. That fewer parts than at_least cannot keep to what was asked for is proved, too.

Exit status: 0; 2 when the region or the mesh is bad, as when edges cross, a hole lies outside or an edge is open.`,
		Example: `  collide decompose bracket.json > bracket-shape.json
  collide decompose part.stl --concavity 0.5 > parts.json
  echo '{"points": [[0,0],[2,0],[2,1],[1,1],[1,2],[0,2]]}' | collide decompose -`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError(cmd, fmt.Errorf("decompose needs one file, or '-' for standard input"))
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return append([]string{"yaml", "yml", "json"}, meshEndings...), cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.MaxCorners > 0 && o.MaxCorners < 4 {
				return usageError(cmd, fmt.Errorf("--max-corners must be 0 or at least 4, not %d", o.MaxCorners))
			}
			if ending := strings.TrimPrefix(strings.ToLower(filepath.Ext(args[0])), "."); slices.Contains(meshEndings, ending) {
				return a.decomposeMesh(cmd, args[0], f.limits, o)
			}
			for _, name := range meshFlags {
				if cmd.Flags().Changed(name) {
					return usageError(cmd, fmt.Errorf("--%s is for mesh files", name))
				}
			}
			return a.decompose(cmd, args[0], f.limits)
		},
	}
	f.maxBytes(cmd, "max-bytes", "largest region or mesh in bytes")
	cmd.Flags().Var(&lengthFlag{p: &o.Concavity, unit: "the unit of the file"}, meshFlags[0],
		"how far parts of a mesh may reach out of it, a length of the file (0: 1/50 of its longest side)")
	cmd.Flags().Var(&wholeFlag{p: &o.MaxParts}, meshFlags[1], "most parts of a mesh (0: no limit)")
	cmd.Flags().Var(&wholeFlag{p: &o.MaxCorners}, meshFlags[2], "most corners of a part of a mesh (0: no limit)")
	return cmd
}

// meshEndings are the endings of files that decompose reads as meshes.
var meshEndings = []string{"stl", "obj", "ply", "off", "gltf", "glb", "3mf"}

// meshFlags are the flags for meshes.
var meshFlags = [3]string{"concavity", "max-parts", "max-corners"}

// decomposeMesh runs `collide decompose` on a mesh file.
func (a *app) decomposeMesh(cmd *cobra.Command, name string, l scene.Options, o d3.DecomposeOptions) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	dir := os.DirFS(filepath.Dir(name))
	m, err := mesh.Decode(f, filepath.Base(name), mesh.Options{Files: dir, MaxBytes: int64(l.MaxBytes)})
	if err != nil {
		return a.decomposeFailed(name, err)
	}
	one := m.Merge()
	p := a.startProgress("percent", 100)
	told := 0
	o.Progress = func(done float64) {
		if now := int(100 * done); now > told {
			p.add(now - told)
			told = now
		}
	}
	d, err := d3.Decompose(cmd.Context(), one.Points, mesh.Indices(one.Triangles), o)
	p.stop()
	if err != nil {
		return a.decomposeFailed(name, err)
	}
	_, err = a.stdout.Write(scene.AppendDecomposition(nil, d))
	return err
}

// decomposeFailed tells why a mesh file was refused.
func (a *app) decomposeFailed(name string, err error) error {
	a.status = statusBad
	fmt.Fprintf(a.stderr, "%s: %v\n", say.Printable(name), err)
	return nil
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
