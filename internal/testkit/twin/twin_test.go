// Package twin holds d2 and d3 together: the same exported names and signatures but for a short
// table, the same numbers for a scene of the plane in both, the same rounding idiom.
package twin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/collide-go/collide"

// root is the directory of the module, seen from this package.
const root = "../../.."

// pkg is a parsed package without its tests.
type pkg struct {
	path  string
	files map[string]*ast.File
	fset  *token.FileSet
}

// parse reads the Go files of a directory under the root that are for this platform.
func parse(t *testing.T, dir string) pkg {
	t.Helper()
	p := pkg{path: module + "/" + dir, files: map[string]*ast.File{}, fset: token.NewFileSet()}
	names, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if ok, err := build.Default.MatchFile(filepath.Split(name)); err != nil {
			t.Fatal(err)
		} else if !ok || strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(p.fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		p.files[filepath.Base(name)] = f
	}
	if len(p.files) == 0 {
		t.Fatalf("no Go files in %s", dir)
	}
	return p
}

// twins are the names of one idea in the two packages: the balls and their stretched kin are called
// by the words of the field.
var twins = map[string]string{
	"Circle":  "Sphere",
	"Ellipse": "Ellipsoid",
}

// only lists what one package has alone, or has with another signature, and why.
var only = map[string]string{
	"d2 func NewAngle":                 "an angle is a rotation of the plane; in space it needs an axis",
	"d2 func NewAngleDegrees":          "as NewAngle",
	"d3 func NewAxisAngleDegrees":      "as NewAxisAngle",
	"d3 func NewRPYDegrees":            "as NewRPY",
	"d2 func NewMotion":                "a turn of the plane is a number",
	"d2 method Motion.Velocities":      "as NewMotion",
	"d3 method Motion.Velocities":      "as NewMotion",
	"d3 func NewMotion":                "a turn of space has an axis",
	"d2 func VertexEdgeImpact":         "in the plane a vertex meets edges",
	"d2 method Query.VertexEdgeImpact": "as VertexEdgeImpact",
	"d3 func VertexFaceImpact":         "in space a vertex meets triangles",
	"d3 method Query.VertexFaceImpact": "as VertexFaceImpact",
	"d3 func EdgeEdgeImpact":           "in space edges meet",
	"d3 method Query.EdgeEdgeImpact":   "as EdgeEdgeImpact",
	"d2 func NewLookAt":                "a direction of the plane says all",
	"d3 func NewLookAt":                "in space a direction leaves the turn about it, which up settles",
	"d2 func NewMatrix":                "two rows",
	"d3 func NewMatrix":                "three rows",
	"d2 method Rot.Matrix":             "two rows",
	"d3 method Rot.Matrix":             "three rows",
	"d2 method AABB.Array":             "four numbers",
	"d3 method AABB.Array":             "six numbers",
	"d2 method Rot.Angle":              "as NewAngle",
	"d3 method Rot.AxisAngle":          "as NewAxisAngle",
	"d2 method Rot.Integrate":          "an angular velocity of the plane is a number",
	"d3 method Rot.Integrate":          "an angular velocity of space is a vector",
	"d2 const CullSlab":                "culling by a strip is an argument about curves of the plane",
	"d2 func NewCosSin":                "the plane's rotation is a cosine and a sine",
	"d3 func NewQuat":                  "the rotation of space is a quaternion",
	"d2 func NewChain":                 "a row of segments; in space surfaces are meshes of triangles",
	"d2 type Chain":                    "as NewChain",
	"d2 type ChainOptions":             "as NewChain",
	"d2 method Chain.Closed":           "as NewChain",
	"d2 method Chain.Len":              "as NewChain",
	"d2 method Chain.Margin":           "as NewChain",
	"d2 method Chain.Material":         "as NewChain",
	"d2 method Chain.Points":           "as NewChain",
	"d3 func NewMesh":                  "triangles; in the plane lines are chains of segments",
	"d3 type Mesh":                     "as NewMesh",
	"d3 type MeshOptions":              "as NewMesh",
	"d3 method Mesh.Len":               "as NewMesh",
	"d3 method Mesh.Margin":            "as NewMesh",
	"d3 method Mesh.Material":          "as NewMesh",
	"d3 method Mesh.Scaled":            "as NewMesh",
	"d3 method Mesh.Solid":             "as NewMesh",
	"d3 method Mesh.Triangles":         "as NewMesh",
	"d3 method Mesh.Vertices":          "as NewMesh",
	"d3 func NewHeightField":           "a surface over a grid of points; in the plane that is a chain",
	"d3 type HeightField":              "as NewHeightField",
	"d3 method HeightField.Heights":    "as NewHeightField",
	"d3 method HeightField.Len":        "as NewHeightField",
	"d3 method HeightField.Margin":     "as NewHeightField",
	"d3 method HeightField.Spacing":    "as NewHeightField",
	"d2 func NewGrid":                  "a map of tiles",
	"d2 type Grid":                     "as NewGrid",
	"d2 method Grid.Cell":              "as NewGrid",
	"d2 method Grid.Len":               "as NewGrid",
	"d2 method Grid.Margin":            "as NewGrid",
	"d2 method Grid.Rows":              "as NewGrid",
	"d2 func NewPolygon":               "a convex polygon with its corners in order; in space every hull is made from points",
	"d2 type Polygon":                  "as NewPolygon",
	"d2 method Polygon.Margin":         "as NewPolygon",
	"d2 method Polygon.Support":        "as NewPolygon",
	"d2 method Polygon.Vertices":       "as NewPolygon",
	"d3 type Cylinder":                 "a cylinder's shadow in the plane is a box",
	"d3 method Cylinder.Margin":        "as Cylinder",
	"d3 method Cylinder.Support":       "as Cylinder",
	"d3 type Cone":                     "a cone's shadow in the plane is a triangle",
	"d3 method Cone.Margin":            "as Cone",
	"d3 method Cone.Support":           "as Cone",
	"d2 method Vec.Cross":              "a number in the plane, a vector in space",
	"d3 method Vec.Cross":              "a number in the plane, a vector in space",
	"d2 type Vec":                      "two coordinates",
	"d3 type Vec":                      "three coordinates",
	"d2 func HullOf":                   "its constraint names two coordinates",
	"d3 func HullOf":                   "its constraint names three coordinates",
	"d2 method Rot.CosSin":             "the plane's rotation is a cosine and a sine",
	"d3 func NewAxisAngle":             "an axis makes sense in space alone",
	"d3 func NewRPY":                   "three angles make sense in space alone",
	"d2 type Step":                     "a simplex of the plane has three vertices",
	"d3 type Step":                     "a simplex of space has four vertices",
	"d2 type Manifold":                 "two points hold an edge",
	"d3 type Manifold":                 "four points hold a face",
	"d3 method Rot.Quat":               "the rotation of space is a quaternion",
	"d2 func CheckConvex":              "a path has an order to check; in space a set of points is convex or not: ConvexPosition",
	"d2 type Convexity":                "as CheckConvex",
	"d2 type Fault":                    "as CheckConvex",
	"d2 method Fault.String":           "as CheckConvex",
	"d2 method Chain.OneSided":         "as NewChain",
	"d2 method Grid.Material":          "as NewGrid",
	"d2 method Grid.Materials":         "as NewGrid",
	"d2 method Chain.Materials":        "as NewChain",
	"d3 method Mesh.Materials":         "as NewMesh",
	"d3 method HeightField.Materials":  "as NewHeightField",
	"d3 method HeightField.Material":   "as NewHeightField",
	"d3 func InspectMesh":              "triangles in space",
	"d3 type MeshReport":               "as InspectMesh",
	"d3 type MeshEdge":                 "as InspectMesh",
	"d3 type MeshCrossing":             "as InspectMesh",
	"d3 type MeshPart":                 "as InspectMesh",
	"d2 func Decompose":                "regions bounded by paths; a decomposition of solids is another problem",
	"d3 func Decompose":                "solids bounded by triangles; exact pieces of them would be too many",
	"d3 type DecomposeOptions":         "as Decompose",
	"d3 type Decomposition":            "as Decompose",
	"d3 method Hull.Simplify":          "parts of solids have hundreds of corners",
	"d2 type RegionError":              "as Decompose",
	"d2 method RegionError.Error":      "as Decompose",
	"d2 method RegionError.Unwrap":     "as Decompose",
	"d2 method RegionError.Path":       "as Decompose",
	"d2 const FaultNone":               "as CheckConvex",
	"d2 const FaultDegenerate":         "as CheckConvex",
	"d2 const FaultSpike":              "as CheckConvex",
	"d2 const FaultCrossing":           "as CheckConvex",
	"d2 const FaultTouching":           "as CheckConvex",
	"d2 const FaultReflex":             "as CheckConvex",
	"d2 const FaultWinding":            "as CheckConvex",
	"d2 const FaultOutside":            "as CheckConvex",
	"d2 const FaultNested":             "as CheckConvex",
	"d3 method Hull.Faces":             "a hull in space has faces; in the plane its points in order say all",
	"d3 func RestoreHull":              "as Hull.Faces",
}

// exported lists the exported declarations of a package as "kind name" with their signatures.
func exported(p pkg) map[string]string {
	out := map[string]string{}
	for _, f := range p.files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				exportedFunc(p, d, out)
			case *ast.GenDecl:
				exportedSpecs(p, d, out)
			}
		}
	}
	return out
}

func exportedFunc(p pkg, d *ast.FuncDecl, out map[string]string) {
	if !d.Name.IsExported() {
		return
	}
	sig := text(p, &ast.FuncDecl{Name: ast.NewIdent("_"), Type: unnamed(d.Type)})
	if d.Recv == nil {
		out["func "+d.Name.Name] = sig
		return
	}
	recv := text(p, d.Recv.List[0].Type)
	if base := strings.TrimPrefix(recv, "*"); ast.IsExported(base) {
		out["method "+base+"."+d.Name.Name] = "(" + recv + ") " + sig
	}
}

func exportedSpecs(p pkg, d *ast.GenDecl, out map[string]string) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() {
				out["type "+s.Name.Name] = typeText(p, s.Type)
			}
		case *ast.ValueSpec:
			for _, n := range s.Names {
				if n.IsExported() {
					out[d.Tok.String()+" "+n.Name] = ""
				}
			}
		}
	}
}

// typeText describes the exported part of a type.
func typeText(p pkg, e ast.Expr) string {
	s, ok := e.(*ast.StructType)
	if !ok {
		return text(p, e)
	}
	var fields []string
	for _, f := range s.Fields.List {
		for _, n := range f.Names {
			if n.IsExported() {
				fields = append(fields, n.Name+" "+text(p, f.Type))
			}
		}
	}
	return "struct{" + strings.Join(fields, "; ") + "}"
}

// unnamed returns a function type without the names of its parameters.
func unnamed(f *ast.FuncType) *ast.FuncType {
	strip := func(l *ast.FieldList) *ast.FieldList {
		if l == nil {
			return nil
		}
		out := &ast.FieldList{}
		for _, f := range l.List {
			for range max(len(f.Names), 1) {
				out.List = append(out.List, &ast.Field{Type: f.Type})
			}
		}
		return out
	}
	return &ast.FuncType{TypeParams: f.TypeParams, Params: strip(f.Params), Results: strip(f.Results)}
}

// text prints a node on one line without comments.
func text(p pkg, n ast.Node) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, p.fset, n); err != nil {
		return err.Error()
	}
	var lines []string
	for l := range strings.Lines(b.String()) {
		l, _, _ = strings.Cut(l, "//")
		if l = strings.TrimSpace(l); l != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(strings.Fields(strings.Join(lines, "; ")), " ")
}

// inSpace replaces the words of the plane by those of space.
func inSpace(s string) string {
	for plane, space := range twins {
		words := strings.FieldsFunc(s, func(r rune) bool {
			return r != '_' && !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9')
		})
		if slices.Contains(words, plane) {
			s = strings.ReplaceAll(s, plane, space)
		}
	}
	return s
}

func TestSameNames(t *testing.T) {
	d2, d3 := map[string]string{}, exported(parse(t, "d3"))
	for k, v := range exported(parse(t, "d2")) {
		d2[inSpace(k)] = inSpace(v)
	}
	used := map[string]bool{}
	excused := func(side, name string) bool {
		_, ok := only[side+" "+name]
		used[side+" "+name] = ok
		return ok
	}
	for _, k := range slices.Sorted(maps.Keys(d2)) {
		other, ok := d3[k]
		switch {
		case !ok && !excused("d2", k):
			t.Errorf("d2 has %s %s, d3 has not", k, d2[k])
		case ok && other != d2[k] && !(excused("d2", k) && excused("d3", k)):
			t.Errorf("%s:\nd2 %s\nd3 %s", k, d2[k], other)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(d3)) {
		if _, ok := d2[k]; !ok && !excused("d3", k) {
			t.Errorf("d3 has %s %s, d2 has not", k, d3[k])
		}
	}
	for _, k := range slices.Sorted(maps.Keys(only)) {
		if !used[k] {
			t.Errorf("the exception %q is not used", k)
		}
	}
	if len(d2) < 30 {
		t.Errorf("only %d exported names were read", len(d2))
	}
}

// Files of one name hold the same ideas; these hold a shape that the other package has not, or
// calls otherwise.
func TestSameFiles(t *testing.T) {
	space := map[string]string{"circle.go": "sphere.go", "ellipse.go": "ellipsoid.go"}
	alone := map[string]string{
		"d2 polygon.go":                  "the polygon",
		"d2 composite_chain.go":          "the chain",
		"d2 composite_grid.go":           "the grid",
		"d2 composite_side.go":           "chains with one side",
		"d3 composite_mesh.go":           "the mesh",
		"d3 composite_height.go":         "the height field",
		"d3 composite_solid.go":          "solid meshes",
		"d3 composite_enclose.go":        "as composite_solid.go",
		"d2 region_simple.go":            "paths that cross",
		"d2 region_sweep.go":             "as region_simple.go",
		"d2 region_triangulate.go":       "triangles of a region",
		"d2 sat_cull.go":                 "culling by a strip is an argument about curves of the plane",
		"d2 sat_relate.go":               "in space it is short enough for sat_run.go",
		"d2 cast_shape_chain.go":         "the outline of a difference of polygons; in space it is a surface",
		"d3 cast_shape_portal.go":        "the surface of a difference; in the plane it is an outline: cast_shape_chain.go",
		"d2 sat_proof.go":                "in space EPA finds the depth of hulls: epa_proof.go",
		"d2 sat_small.go":                "polygons of few corners have a way of their own; boxes of space are in sat_box.go",
		"d2 manifold_small.go":           "as sat_small.go",
		"d2 relation_edges.go":           "as sat_small.go",
		"d2 sat_near.go":                 "along the outlines of polygons; in space GJK climbs",
		"d3 sat_box.go":                  "fifteen axes without a table; in the plane a box is a polygon with formulas",
		"d3 sat_soon.go":                 "two boxes; in the plane they are polygons of four edges, with a way of their own in sat_small.go",
		"d3 relation_boxes.go":           "as sat_soon.go",
		"d3 closed_boxes.go":             "as sat_soon.go",
		"d3 minkowski_boxes.go":          "as sat_soon.go",
		"d3 sat_plain.go":                "as sat_soon.go",
		"d3 sat_hull.go":                 "edges against edges, which the plane has not",
		"d3 sat_arcs.go":                 "as sat_hull.go",
		"d3 sat_gauss.go":                "as sat_hull.go",
		"d3 sat_slim.go":                 "a point or a segment in a hull; in the plane closed_beside.go has it from the start",
		"d3 cylinder.go":                 "the cylinder",
		"d3 relation_cylinder.go":        "as cylinder.go",
		"d3 relation_crossed.go":         "as cylinder.go",
		"d3 relation_tip.go":             "as cylinder.go",
		"d3 relation_cone.go":            "as cone.go",
		"d3 mesh_table.go":               "triangles in space",
		"d3 mesh_inspect.go":             "as mesh_table.go",
		"d3 mesh_winding.go":             "as mesh_table.go",
		"d3 mesh_cross.go":               "as mesh_table.go",
		"d3 mesh_cross_find.go":          "as mesh_table.go",
		"d3 mesh_cross_tree.go":          "as mesh_table.go",
		"d3 composite_interior.go":       "as mesh_table.go",
		"d3 composite_triangle_lead.go":  "as mesh_table.go",
		"d3 composite_triangle_pair.go":  "as mesh_table.go",
		"d3 composite_triangle_point.go": "as mesh_table.go",
		"d3 composite_triangle_ray.go":   "as mesh_table.go",
		"d3 cone.go":                     "the cone",
		"d3 region_cells.go":             "solids are cut into cells, regions into triangles",
		"d3 region_chunk.go":             "as region_cells.go",
		"d3 region_cones.go":             "as region_cells.go",
		"d3 region_cover.go":             "as region_cells.go",
		"d3 region_fold.go":              "as region_cells.go",
		"d3 region_dents.go":             "as region_cells.go",
		"d3 region_grow.go":              "as region_cells.go",
		"d3 region_halves.go":            "as region_cells.go",
		"d3 region_least.go":             "as region_cells.go",
		"d3 region_press.go":             "as region_cells.go",
		"d3 region_reach.go":             "as region_cells.go",
		"d3 region_shell.go":             "as region_cells.go",
		"d3 region_simplify.go":          "as region_cells.go",
		"d3 region_surface.go":           "as region_cells.go",
		"d3 hull_quick.go":               "in the plane the hull is a monotone chain, short enough for hull.go",
		"d3 hull_flat.go":                "flat sets in space; in the plane hull.go has the one case that is left, points on a line",
		"d3 hull_cells.go":               "corners by cells of directions; in the plane a climb has two ways to go, and is as short",
		"d3 hull_join.go":                "as hull_faces.go",
		"d3 hull_restore.go":             "as hull_faces.go",
		"d3 hull_faces.go":               "faces and edges of hulls; in the plane an edge is the vertex where it starts",
		"d3 gjk_aim.go":                  "only cylinders and cones have an axis and a curved surface about it; in the plane there is neither",
		"d3 relation_cap.go":             "a cap is a disc; in the plane it is an edge like any other",
		"d3 closed_round.go":             "a point beside a cylinder or cone is a problem in the plane of sides and corners; in the plane these are boxes and polygons",
		"d3 epa_proof.go":                "in the plane the axis test finds the depth of polygons: sat_proof.go",
		"d3 epa_disc.go":                 "in the plane a minimum of an ellipse has one direction on each side, and EPA is short",
		"d3 epa_disc_bound.go":           "as epa_disc.go",
		"d3 epa_faces.go":                "in the plane the polytope is a ring of edges, short enough for epa_run.go",
		"d3 manifold_beside.go":          "a capsule beside a box in one go; in the plane it is bars: manifold_bars.go",
		"d3 manifold_curved.go":          "the cylinder and the cone",
		"d3 manifold_lanes_amd64.go":     "a sphere beside a box, vectors of three numbers in four lanes; those of the plane have two",
		"d3 manifold_lanes_other.go":     "as manifold_lanes_amd64.go",
		"d3 manifold_reduce.go":          "in the plane no intersection has more points than are wanted",
		"d3 manifold_strip.go":           "a segment over a rectangle; in the plane edges face edges: manifold_bars.go",
		"d3 ring_arc.go":                 "rings of equal depths; in the plane there is no room for one",
		"d3 ring_arc_axis.go":            "as for ring_arc.go",
		"d3 ring_cells.go":               "as for ring_arc.go",
		"d3 ring_cells_bound.go":         "as for ring_arc.go",
		"d3 ring_cells_model.go":         "as for ring_arc.go",
		"d3 ring_cells_valley.go":        "as for ring_arc.go",
		"d3 ring_witness.go":             "as for ring_arc.go",
	}
	d3 := parse(t, "d3").files
	seen := map[string]bool{}
	for name := range parse(t, "d2").files {
		if s, ok := space[name]; ok {
			name = s
		}
		seen[name] = true
		if d3[name] == nil && alone["d2 "+name] == "" {
			t.Errorf("d2 has %s, d3 has not", name)
		}
	}
	for name := range d3 {
		if !seen[name] && alone["d3 "+name] == "" {
			t.Errorf("d3 has %s, d2 has not", name)
		}
	}
}

// listed is what go list says about a package.
type listed struct {
	ImportPath, Export string
	Standard           bool
}

// list runs go list.
func list(t *testing.T, args ...string) []listed {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Export,Standard"}, args...)...)
	cmd.Dir = root
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list %v: %v", args, err)
	}
	var all []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := dec.Decode(&l); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
}

func TestStandardLibraryAlone(t *testing.T) {
	pkgs := []string{".", "./d2", "./d3"}
	if _, err := os.Stat(filepath.Join(root, "broadphase")); err == nil {
		pkgs = append(pkgs, "./broadphase")
	}
	pkgs = append(pkgs, "./d2/world", "./d3/world")
	for _, l := range list(t, append([]string{"-deps"}, pkgs...)...) {
		rest, own := strings.CutPrefix(l.ImportPath, module)
		if !l.Standard && !own {
			t.Errorf("%s is needed, and is not of the standard library", l.ImportPath)
		}
		if own && (strings.HasPrefix(rest, "/internal/testkit/") || strings.HasPrefix(rest, "/tools/")) {
			t.Errorf("%s is for tests", l.ImportPath)
		}
	}
	// The two dimensions do not know each other.
	for _, l := range list(t, "-deps", "./d2", "./d2/world") {
		if l.ImportPath == module+"/d3" {
			t.Error("d2 imports d3")
		}
	}
	for _, l := range list(t, "-deps", "./d3", "./d3/world") {
		if l.ImportPath == module+"/d2" {
			t.Error("d3 imports d2")
		}
	}
}

// exports finds the export data of the packages that the given ones need.
func exports(t *testing.T, pkgs ...string) func(path string) (io.ReadCloser, error) {
	t.Helper()
	files := map[string]string{}
	for _, l := range list(t, append([]string{"-deps", "-export"}, pkgs...)...) {
		files[l.ImportPath] = l.Export
	}
	return func(path string) (io.ReadCloser, error) {
		if files[path] == "" {
			return nil, fmt.Errorf("no export data of %s: %w", path, fs.ErrNotExist)
		}
		return os.Open(files[path])
	}
}

// forbidden are the functions of package math that differ between platforms.
var forbidden = []string{
	"Hypot", "Sin", "Cos", "Sincos", "Tan", "Asin", "Acos", "Atan", "Atan2", "Sinh", "Cosh", "Tanh",
	"Exp", "Exp2", "Expm1", "Pow", "Log", "Log2", "Log10", "Log1p", "Cbrt", "Gamma",
}

// Every product of floats that feeds a sum or difference is rounded by a conversion, so that no
// compiler fuses the two; no function that differs between platforms is called; math.FMA stays in
// internal/exact and internal/trig, in functions that are not inlined elsewhere.
func TestRounding(t *testing.T) {
	dirs := map[string]int{"d2": 20, "d3": 20, "internal/exact": 20, "internal/num": 20, "internal/trig": 20} // sums of floats that are there
	lookup := exports(t, "./d2", "./d3", "./internal/exact", "./internal/num", "./internal/trig")
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		p := parse(t, dir)
		conf := types.Config{Importer: importer.ForCompiler(p.fset, "gc", lookup)}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
		var files []*ast.File
		for _, name := range slices.Sorted(maps.Keys(p.files)) {
			files = append(files, p.files[name])
		}
		if _, err := conf.Check(p.path, p.fset, files, info); err != nil {
			t.Fatal(err)
		}
		c := checker{info: info, exact: dir == "internal/exact" || dir == "internal/trig"}
		for _, f := range files {
			c.file(f)
		}
		for _, f := range c.faults {
			t.Errorf("%v: %s", p.fset.Position(f.pos), f.what)
		}
		if c.sums < dirs[dir] {
			t.Errorf("%s: only %d sums of floats were seen", dir, c.sums)
		}
	}
}

// fault is a place that breaks the idiom.
type fault struct {
	pos  token.Pos
	what string
}

// checker walks a package.
type checker struct {
	info   *types.Info
	exact  bool
	sums   int
	faults []fault
}

func (c *checker) fault(n ast.Node, what string) { c.faults = append(c.faults, fault{n.Pos(), what}) }

// file checks one file.
func (c *checker) file(f *ast.File) {
	for _, d := range f.Decls {
		fn, _ := d.(*ast.FuncDecl)
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if (n.Op == token.ADD || n.Op == token.SUB) && c.float(n) {
					c.sums++
					c.operand(n.X)
					c.operand(n.Y)
				}
			case *ast.AssignStmt:
				if n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN {
					c.sums++
					c.operand(n.Rhs[0])
				}
			case *ast.SelectorExpr:
				c.call(fn, n)
			}
			return true
		})
	}
}

// float reports whether e is a floating-point value that is not constant.
func (c *checker) float(e ast.Expr) bool {
	tv := c.info.Types[e]
	if tv.Value != nil || tv.Type == nil {
		return false
	}
	b, ok := tv.Type.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsFloat|types.IsComplex) != 0
}

// operand checks one side of a sum.
func (c *checker) operand(e ast.Expr) {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
			continue
		case *ast.UnaryExpr:
			e = x.X
			continue
		case *ast.BinaryExpr:
			if x.Op == token.MUL && c.float(x) {
				c.fault(x, "a product that feeds a sum is not rounded: write float64(x*y)")
			}
		}
		return
	}
}

// call checks a use of package math.
func (c *checker) call(fn *ast.FuncDecl, n *ast.SelectorExpr) {
	id, ok := n.X.(*ast.Ident)
	if !ok {
		return
	}
	if p, ok := c.info.Uses[id].(*types.PkgName); !ok || p.Imported().Path() != "math" {
		return
	}
	if slices.Contains(forbidden, n.Sel.Name) {
		c.fault(n, "math."+n.Sel.Name+" differs between platforms")
	}
	if n.Sel.Name != "FMA" {
		return
	}
	switch {
	case !c.exact:
		c.fault(n, "math.FMA outside internal/exact and internal/trig")
	case fn == nil || !noinline(fn):
		c.fault(n, "math.FMA in a function that may be inlined")
	}
}

// noinline reports whether the function is marked go:noinline.
func noinline(fn *ast.FuncDecl) bool {
	if fn.Doc == nil {
		return false
	}
	return slices.ContainsFunc(fn.Doc.List, func(l *ast.Comment) bool { return l.Text == "//go:noinline" })
}

// The check itself can fail.
func TestRoundingIsChecked(t *testing.T) {
	rows := []struct {
		what, body string
		faults     int
	}{
		{"a bare product", "return x*y + z", 1},
		{"both sides", "return x*y - z*x", 2},
		{"in brackets and behind a sign", "return z - (-(x * y))", 1},
		{"through +=", "z += x * y; return z", 1},
		{"rounded", "return float64(x*y) + z", 0},
		{"a product of sums", "return (x + y) * z", 0},
		{"a quotient", "return x/y + z", 0},
		{"integers", "i, j := 1, 2; return float64(i*j + 1)", 0},
		{"constants", "return 2*3.5 + x", 0},
		{"a sine", "return math.Sin(x)", 1},
		{"a fused product", "return math.FMA(x, y, z)", 1},
		{"a root", "return math.Sqrt(x)", 0},
	}
	lookup := exports(t, "math")
	for _, r := range rows {
		fset := token.NewFileSet()
		src := "package p\n\nimport \"math\"\n\nvar _ = math.Pi\n\nfunc f(x, y, z float64) float64 { " + r.body + " }\n"
		f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
		conf := types.Config{Importer: importer.ForCompiler(fset, "gc", lookup)}
		if _, err := conf.Check("p", fset, []*ast.File{f}, info); err != nil {
			t.Fatal(err)
		}
		c := checker{info: info}
		c.file(f)
		if len(c.faults) != r.faults {
			t.Errorf("%s: %d faults, want %d: %v", r.what, len(c.faults), r.faults, c.faults)
		}
	}
}
