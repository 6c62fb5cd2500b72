package main

import "github.com/spf13/cobra"

// shapesTopic is what `collide help shapes` prints.
const shapesTopic = `A shape is an object with a type and the keys of that type. It stands at "shape", beside "pose",
wherever a body is wanted: in scenes, pair lines, casts and motions.

    2D
      circle        radius
      ellipse       radii
      polygon       points: convex, in either winding
      chain         points, closed, sided, materials: segments from point to point, without an inside;
                    "sided":"left" leaves out contact from the right of the way
      grid          cell, rows, materials: tiles; rows of 0 and 1, the first at y = 0
    2D and 3D
      box           size: full extents
      capsule       radius, height: along X in 2D, along Z in 3D
      hull          points: their convex hull; in 3D a mesh file in their place: file, scale, units
      half-space    normal, offset: the points with normal . x <= offset
      compound      parts: shapes with poses
    3D
      sphere        radius
      cylinder      radius, height: along Z
      cone          radius, height: along Z, apex at +height/2
      ellipsoid     radii
      mesh          file, scale, units, or vertices, triangles, materials: a surface;
                    "solid":true: all that it encloses
      height-field  spacing, heights, materials: terrain over a grid of points

All but half-spaces, compounds, chains, grids, meshes and height fields take rounding, the radius of a ball by which
they are grown. materials are whole numbers, one for each edge, tile or triangle, that come back in answers.

A pose has a position p and in 2D angle, angle_deg or cos_sin, in 3D q, rpy, axis_angle, rpy_deg or axis_angle_deg.
'collide schema shapes' prints all of it for programs and editors.`

// filesTopic is what `collide help files` prints.
const filesTopic = `Files of meshes are read for "file" in hulls, meshes and objects of scenes, by inspect and by
decompose. The first bytes and the name tell what a file is.

    .stl          binary or text
    .obj          objects, groups, usemtl
    .ply          text, binary of either byte order
    .off          text
    .gltf .glb    2.0; nodes, instances, primitives' materials; in metres
    .3mf          components, base materials; in the unit of the file

Materials of OBJ, glTF and 3MF are numbers in the order in which 'collide inspect' lists their names; answers about a
mesh of the file have them. Files come from the folder of the scene, or of --base, and from nowhere else but with
--allow-files-outside.

Scenes are .json or .yaml; pairs, casts, motions and worlds are lines of JSON. 'collide schema' lists what is read and
written.`

// topics returns the help topics: commands that do nothing but explain.
func topics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "shapes", Short: "The shapes of scenes and lines, with their keys", Long: shapesTopic},
		{Use: "files", Short: "The files of meshes that are read", Long: filesTopic},
	}
}
