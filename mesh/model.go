package mesh

import (
	"slices"
	"strconv"

	"github.com/collide-go/collide/d3"
)

// Model is what a file holds: meshes, and where they lie.
type Model struct {
	Format Format
	// Unit is the unit of all lengths, as the format or the file says: "m" for glTF, one of "um",
	// "mm", "cm", "m", "in" and "ft" for 3MF. It is empty for STL, OBJ, PLY and OFF, which say
	// nothing.
	Unit  string
	Parts []Part // in the order of the file, at least one
	// Materials are the names of the materials that triangles have, by number: of OBJ in the order
	// in which faces come to them, of glTF and 3MF all of the file, where a name may be empty.
	Materials []string
	Files     []string // other files that were read, as Options.Files calls them
}

// Part is a named piece of a model. Parts that are instances of one piece share its mesh.
type Part struct {
	// Name is that in the file: of the solid in STL, of the object in OBJ (of the group where there
	// are no objects), of the node or else the mesh in glTF, of the object in 3MF. Where the file
	// has none it is the kind and the number, as in "node 3", or empty if there is one part only.
	// No two parts have one name: further ones get "#2", "#3" and so on behind it.
	Name string
	Mesh *Mesh     // nil for one without triangles
	At   Transform // from the frame of the mesh to that of the model
}

// Transform is an affine map: x goes to M x + T. The zero value maps everything to the origin.
type Transform struct {
	M [3][3]float64 // rows
	T d3.Vec
}

// Identity returns the map that moves nothing.
func Identity() Transform { return Transform{M: [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}} }

// Apply returns where p goes. No coordinate is -0.
func (t *Transform) Apply(p d3.Vec) d3.Vec {
	row := func(m *[3]float64, t float64) float64 {
		return float64(m[0]*p.X) + float64(m[1]*p.Y) + float64(m[2]*p.Z) + t + 0
	}
	return d3.Vec{X: row(&t.M[0], t.T.X), Y: row(&t.M[1], t.T.Y), Z: row(&t.M[2], t.T.Z)}
}

// Mul returns the map that first does u and then t.
func (t *Transform) Mul(u *Transform) Transform {
	var m Transform
	for i := range m.M {
		for j := range m.M[i] {
			m.M[i][j] = float64(t.M[i][0]*u.M[0][j]) + float64(t.M[i][1]*u.M[1][j]) + float64(t.M[i][2]*u.M[2][j])
		}
	}
	m.T = t.Apply(u.T)
	return m
}

// Mirrors reports whether t turns a right-handed frame into a left-handed one: its determinant is
// negative.
func (t *Transform) Mirrors() bool { return t.det() < 0 }

func (t *Transform) det() float64 {
	m := &t.M
	minor := func(i, j int) float64 { return float64(m[1][i]*m[2][j]) - float64(m[1][j]*m[2][i]) }
	return float64(m[0][0]*minor(1, 2)) - float64(m[0][1]*minor(0, 2)) + float64(m[0][2]*minor(0, 1))
}

// finite reports whether no number is NaN or infinite.
func (t *Transform) finite() bool {
	ok := finite(t.T)
	for _, row := range t.M {
		ok = ok && isFinite(row[0]) && isFinite(row[1]) && isFinite(row[2])
	}
	return ok
}

// mesh returns the mesh of the part.
func (p *Part) mesh() *Mesh {
	if p.Mesh == nil {
		return &Mesh{}
	}
	return p.Mesh
}

// Points returns the points of the part in the frame of the model: those of the mesh where At is
// the identity, else new ones.
func (p *Part) Points() []d3.Vec {
	if p.At == Identity() {
		return p.mesh().Points
	}
	return p.appendPoints(make([]d3.Vec, 0, len(p.mesh().Points)))
}

func (p *Part) appendPoints(dst []d3.Vec) []d3.Vec {
	for _, x := range p.mesh().Points {
		dst = append(dst, p.At.Apply(x))
	}
	return dst
}

// Triangles returns the triangles of the part, indices into Points: those of the mesh, turned round
// where At mirrors.
func (p *Part) Triangles() [][3]int32 {
	if !p.At.Mirrors() {
		return p.mesh().Triangles
	}
	return p.appendTriangles(make([][3]int32, 0, len(p.mesh().Triangles)), 0)
}

func (p *Part) appendTriangles(dst [][3]int32, first int32) [][3]int32 {
	mirrors := p.At.Mirrors()
	for _, t := range p.mesh().Triangles {
		if mirrors {
			t[1], t[2] = t[2], t[1]
		}
		dst = append(dst, [3]int32{t[0] + first, t[1] + first, t[2] + first})
	}
	return dst
}

// Size returns how many points and triangles all parts have together, each instance counted.
func (m *Model) Size() (points, triangles int) {
	for i := range m.Parts {
		mesh := m.Parts[i].mesh()
		points += len(mesh.Points)
		triangles += len(mesh.Triangles)
	}
	return points, triangles
}

// Merge returns all parts as one mesh in the frame of the model: the mesh of the part where there
// is one that moves nothing, else a new one. Points of different parts are kept apart, but for
// those of STL, where equal ones are one.
func (m *Model) Merge() *Mesh {
	if len(m.Parts) == 1 && m.Parts[0].At == Identity() {
		return m.Parts[0].mesh()
	}
	points, triangles := m.Size()
	if m.Format == STL {
		return m.mergePoints(triangles)
	}
	all := &Mesh{Points: make([]d3.Vec, 0, points), Triangles: make([][3]int32, 0, triangles)}
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.mesh().Materials != nil && all.Materials == nil {
			all.Materials = slices.Repeat([]int32{-1}, len(all.Triangles))
		}
		all.Materials = append(all.Materials, p.mesh().Materials...)
		all.Triangles = p.appendTriangles(all.Triangles, int32(len(all.Points)))
		all.mark(-1)
		all.Points = p.appendPoints(all.Points)
	}
	return all
}

// mergePoints is Merge with equal points as one.
func (m *Model) mergePoints(triangles int) *Mesh {
	b := newBuilder(triangles)
	for i := range m.Parts {
		points := m.Parts[i].Points()
		for _, t := range m.Parts[i].Triangles() {
			for k, c := range t {
				t[k] = b.point(points[c])
			}
			b.mesh.Triangles = append(b.mesh.Triangles, t)
		}
	}
	return &b.mesh
}

// maxName is the longest name of a part.
const maxName = 1 << 10

// nameParts names the parts without a name by kind and number, and tells apart those of one name.
func nameParts(parts []Part, kind string) {
	if len(parts) == 1 {
		return
	}
	names := make([]*string, len(parts))
	for i := range parts {
		if names[i] = &parts[i].Name; parts[i].Name == "" {
			parts[i].Name = kind + " " + strconv.Itoa(i+1)
		}
	}
	tellApart(names)
}

// tellApart gives each name that has been before a number behind it.
func tellApart(names []*string) {
	last := make(map[string]int, len(names)) // the highest number of a name
	for _, n := range names {
		name := *n
		for last[name] > 0 {
			last[*n]++
			name = *n + "#" + strconv.Itoa(last[*n])
		}
		last[name]++
		*n = name
	}
}

// flat is the mesh of a file whose parts share their points.
type flat struct {
	mesh      Mesh
	runs      []run
	materials []string // by number
}

// run are the triangles from first on, up to the next run. Runs of one key are one part.
type run struct {
	first int
	runKey
}

type runKey struct {
	name string
	own  int // tells parts of one name apart
}

// modelOf returns the model of a file whose parts share their points.
func (s *source) modelOf(f *flat, err error) (*Model, error) {
	if err != nil {
		return nil, err
	}
	m := &Model{Parts: f.parts(), Materials: f.materials}
	if len(m.Parts) > s.opt.MaxParts {
		return nil, s.tooManyParts()
	}
	nameParts(m.Parts, "part")
	return m, nil
}

// parts returns the parts of f, each with the triangles of all runs of its key, and with the points
// that these use. Of one part the points are all.
func (f *flat) parts() []Part {
	var order []runKey
	sizes := map[runKey]int{}
	end := func(k int) int {
		if k+1 < len(f.runs) {
			return f.runs[k+1].first
		}
		return len(f.mesh.Triangles)
	}
	runs := map[runKey][]int{}
	for k, r := range f.runs {
		if end(k) == r.first {
			continue
		}
		if sizes[r.runKey] == 0 {
			order = append(order, r.runKey)
		}
		sizes[r.runKey] += end(k) - r.first
		runs[r.runKey] = append(runs[r.runKey], k)
	}
	if len(order) < 2 {
		one := Part{Mesh: &f.mesh, At: Identity()}
		if len(order) == 1 {
			one.Name = order[0].name
		}
		return []Part{one}
	}
	parts := make([]Part, 0, len(order))
	c := compactor{from: f.mesh.Points, index: make([]int32, len(f.mesh.Points))}
	for _, key := range order {
		c.start(sizes[key])
		for _, k := range runs[key] {
			c.add(f.mesh.Triangles[f.runs[k].first:end(k)], f.mesh.marked(f.runs[k].first, end(k)))
		}
		parts = append(parts, Part{Name: key.name, Mesh: c.take(), At: Identity()})
	}
	return parts
}

// compactor makes meshes of some triangles each over a list of points.
type compactor struct {
	from  []d3.Vec
	index []int32 // of a point in the mesh at work; before it is made, whether it has the point
	used  []int32
	mesh  *Mesh
}

func (c *compactor) start(triangles int) {
	c.mesh = &Mesh{Triangles: make([][3]int32, 0, triangles)}
	c.used = c.used[:0]
}

func (c *compactor) add(triangles [][3]int32, materials []int32) {
	for _, t := range triangles {
		for _, i := range t {
			if c.index[i] == 0 {
				c.index[i] = 1
				c.used = append(c.used, i)
			}
		}
	}
	c.mesh.Triangles = append(c.mesh.Triangles, triangles...)
	c.mesh.Materials = append(c.mesh.Materials, materials...)
}

// take returns the mesh, its points in the order of the file.
func (c *compactor) take() *Mesh {
	if !slices.ContainsFunc(c.mesh.Materials, func(m int32) bool { return m >= 0 }) {
		c.mesh.Materials = nil
	}
	slices.Sort(c.used)
	c.mesh.Points = make([]d3.Vec, len(c.used))
	for k, i := range c.used {
		c.mesh.Points[k] = c.from[i]
		c.index[i] = int32(k)
	}
	for k, t := range c.mesh.Triangles {
		c.mesh.Triangles[k] = [3]int32{c.index[t[0]], c.index[t[1]], c.index[t[2]]}
	}
	for _, i := range c.used {
		c.index[i] = 0
	}
	return c.mesh
}
