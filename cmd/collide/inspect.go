package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/report"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// inspectFlags are the flags of `collide inspect`.
type inspectFlags struct {
	format    string
	failOn    []string
	all       bool
	bytes     int
	triangles int
}

// faultWords are the words of --fail-on.
func faultWords() []string {
	var words []string
	for _, f := range mesh.Faults() {
		words = append(words, f.String())
	}
	return words
}

// mostInspected is the default of --max-triangles: a gigabyte or two of tables.
const mostInspected = 1 << 24

// inspectCommand returns `collide inspect`.
func (a *app) inspectCommand() *cobra.Command {
	var f inspectFlags
	cmd := &cobra.Command{
		Use:   "inspect FILE...",
		Short: "Tell what is in mesh files, and what is wrong with them",
		Long: `inspect reads mesh files (STL, OBJ, PLY, OFF, glTF, GLB, 3MF) and tells of each part how large it is,
whether it is closed, and what is wrong with it, with the places:

  empty         no triangle with three different corners
  open          edges of one triangle: the rims of holes, told hole by hole
  non-manifold  edges of more than two triangles
  turned        edges whose two triangles do not agree on which side is out
  crossing      pairs of triangles that meet elsewhere than in a corner or an edge of both
  inside-out    closed pieces whose triangles are turned inside, hollows aside
  duplicate     triangles with the corners of an earlier one
  degenerate    triangles with two equal corners
  flat          triangles with three corners on one line
  unused        points without a triangle

Points with equal coordinates are one, so that soups of triangles are judged by their places; there is no tolerance.
Triangles and points have the numbers that they have in the part, counted from 0. Lengths are in the unit of the file;
volume, area and center are rounded, all else is exact.

The search for crossings ends with 100 000 of a part, and where so many triangles lie close together that it takes
too long: the report then says from which triangle on not all pairs were looked at, and counts "at least" so many.
So does the search for hollows where very many closed pieces all but lie in each other.

Exit status: 0 when no part has a fault that --fail-on names, 1 when one has or the search for one ended early,
2 when a file cannot be read.`,
		Example: `  collide inspect part.stl
  collide inspect --all assembly.glb                   every place, not the first of each kind
  collide inspect --format json part.stl | jq '.parts[].holes | length'
  collide inspect --fail-on open,inside-out *.stl      for a build`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError(cmd, errors.New("inspect needs a mesh file"))
			}
			return nil
		},
		ValidArgsFunction: filesWith("stl", "obj", "ply", "off", "gltf", "glb", "3mf"),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.inspect(cmd, args, &f) },
	}
	choice(cmd, &f.format, "format", "table", "json")
	words := faultWords()
	cmd.Flags().StringSliceVar(&f.failOn, "fail-on", words[:6], "what makes the exit status 1: "+strings.Join(words, ", "))
	// fails for an unknown flag only
	_ = cmd.RegisterFlagCompletionFunc("fail-on", cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	cmd.Flags().BoolVar(&f.all, "all", false, "list all places of each fault in the table")
	f.bytes, f.triangles = mesh.DefaultMaxBytes, mostInspected
	cmd.Flags().Var(&wholeFlag{p: &f.bytes, least: 1}, "max-mesh-bytes", "largest mesh file in bytes")
	cmd.Flags().Var(&wholeFlag{p: &f.triangles, least: 1}, "max-triangles",
		"most triangles of a file, those of instances included")
	return cmd
}

// inspect runs `collide inspect` on the files.
func (a *app) inspect(cmd *cobra.Command, files []string, f *inspectFlags) error {
	words := faultWords()
	for _, w := range f.failOn {
		if err := oneOf("fail-on", w, words); err != nil {
			return usageError(cmd, err)
		}
	}
	w := bufio.NewWriter(a.stdout)
	for k, file := range files {
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		m, err := inspectFile(file, f)
		var bad *mesh.Error
		if errors.As(err, &bad) {
			a.status = statusBad
			fmt.Fprintln(a.stderr, err)
			continue
		}
		if err != nil {
			a.sceneFailed(file, err)
			continue
		}
		if f.format == "json" {
			err = report.MeshJSON(w, m)
		} else {
			if k > 0 {
				fmt.Fprintln(w)
			}
			err = report.MeshTable(w, m, f.all)
		}
		if err != nil {
			return err
		}
		found := slices.ContainsFunc(mesh.Faults(), func(x mesh.Fault) bool {
			return slices.Contains(f.failOn, x.String()) && (m.Count(x) > 0 || m.AtLeast(x))
		})
		if found && a.status == statusOK {
			a.status = statusFound
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return w.Flush()
}

// inspectFile reads and inspects a file, whose own files come from its folder.
func inspectFile(file string, f *inspectFlags) (*report.Mesh, error) {
	root, err := os.OpenRoot(filepath.Dir(file))
	if err != nil {
		return nil, fileError(file, err)
	}
	defer root.Close()
	model, err := mesh.Load(root.FS(), filepath.Base(file), mesh.Options{
		MaxBytes: int64(f.bytes), MaxTriangles: f.triangles,
	})
	if err != nil {
		return nil, meshFailed(file, err)
	}
	parts, err := model.Inspect()
	if err != nil {
		return nil, scene.ErrorList{{File: say.Printable(file), Code: scene.ErrBadMesh, Message: err.Error()}}
	}
	return &report.Mesh{File: file, Model: model, Parts: parts}, nil
}

// meshFailed returns the error of reading a mesh file, with the file as it was given.
func meshFailed(file string, err error) error {
	var e *mesh.Error
	if !errors.As(err, &e) {
		return fileError(file, err)
	}
	named := *e
	if named.Name == filepath.Base(file) {
		named.Name = say.Printable(file)
	}
	return &named
}
