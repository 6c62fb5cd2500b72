package mesh

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"path/filepath"

	"github.com/collide-go/collide/d2"
)

// Map is what a Tiled map holds to collide with. Coordinates are those of the map: pixels, X to the
// right, Y down.
type Map struct {
	Width, Height float64   // of all cells; 0 for an infinite map
	Parts         []MapPart // in the order of the layers, and of the objects in them
	Files         []string  // tilesets that were read, as Options.Files calls them
	Properties    []Property
}

// MapPart is an object of a map, or all tiles of a layer that have collision objects.
type MapPart struct {
	// Name is that of the object, or else of the tile layer. Where there is none it is the kind and
	// the number, as in "object 12". No two parts have one name: further ones get "#2", "#3" and so
	// on behind it.
	Name  string
	Layer string // the names of the layer and the groups that it is in, the outermost first, with / between
	Class string // of the object, or else of the tile that it is; in older maps the type
	// Properties are the custom ones of the object, behind them those of the tile that it is whose
	// names it does not have; or those of the tile layer.
	Properties []Property
	Pieces     []Piece
}

// Piece is a figure at a place. Tiles of one kind share their figures.
type Piece struct {
	Figure *Figure
	At     Transform2 // from the frame of the figure to that of the map
}

// Figure is a collision object in its own frame.
type Figure struct {
	Kind FigureKind
	// Points are the corners of a polygon (three or more, in either order) or of a polyline (two or
	// more), or the centre of an ellipse, or the point.
	Points []d2.Vec
	Radii  d2.Vec // of an ellipse, along X and Y
}

// FigureKind is a kind of figure.
type FigureKind uint8

// The kinds of figures. Rectangles are polygons.
const (
	PolygonFigure FigureKind = iota
	PolylineFigure
	EllipseFigure
	PointFigure
)

// Transform2 is an affine map of the plane: x goes to M x + T. The zero value maps everything to
// the origin.
type Transform2 struct {
	M [2][2]float64 // rows
	T d2.Vec
}

// Apply returns where p goes. No coordinate is -0.
func (t *Transform2) Apply(p d2.Vec) d2.Vec {
	return d2.Vec{
		X: float64(t.M[0][0]*p.X) + float64(t.M[0][1]*p.Y) + t.T.X + 0,
		Y: float64(t.M[1][0]*p.X) + float64(t.M[1][1]*p.Y) + t.T.Y + 0,
	}
}

// Mul returns the map that first does u and then t.
func (t *Transform2) Mul(u *Transform2) Transform2 {
	var m Transform2
	for i := range m.M {
		for j := range m.M[i] {
			m.M[i][j] = float64(t.M[i][0]*u.M[0][j]) + float64(t.M[i][1]*u.M[1][j])
		}
	}
	m.T = t.Apply(u.T)
	return m
}

// shift returns the map that moves by v.
func shift(v d2.Vec) Transform2 { return Transform2{M: [2][2]float64{{1, 0}, {0, 1}}, T: v} }

// Points returns the points of the piece in the frame of the map; none for a piece without a
// figure.
func (p *Piece) Points() []d2.Vec {
	if p.Figure == nil {
		return nil
	}
	points := make([]d2.Vec, len(p.Figure.Points))
	for i, x := range p.Figure.Points {
		points[i] = p.At.Apply(x)
	}
	return points
}

// Shape returns the union of the pieces: polygons cut into convex ones, ellipses, and polylines and
// points as bodies without thickness.
//
// The error is that of d2.Decompose for a polygon that crosses itself, that of d2.NewCompound, or
// an *Error with the code ErrUnsupported for an ellipse that its tile shears.
func (p *MapPart) Shape() (*d2.Compound, error) {
	var parts []d2.Part
	for i := range p.Pieces {
		var err error
		if len(p.Pieces[i].Points()) == 0 {
			continue
		}
		if parts, err = p.Pieces[i].appendParts(parts); err != nil {
			return nil, err
		}
	}
	return d2.NewCompound(parts)
}

// appendParts appends convex parts whose union is the piece.
func (p *Piece) appendParts(parts []d2.Part) ([]d2.Part, error) {
	points := p.Points()
	switch p.Figure.Kind {
	case PolygonFigure:
		convex, err := d2.Decompose(points)
		for _, c := range convex {
			parts = append(parts, d2.Part{Shape: c})
		}
		return parts, err
	case PolylineFigure:
		for i := 1; i < len(points); i++ {
			h, err := d2.NewHull(points[i-1 : i+1])
			if err != nil {
				return nil, err
			}
			parts = append(parts, d2.Part{Shape: h})
		}
		return parts, nil
	case EllipseFigure:
		e, err := p.ellipse()
		return append(parts, e), err
	default:
		return append(parts, d2.Part{Shape: d2.Circle{}, Pose: d2.Pose{Pos: points[0]}}), nil
	}
}

// ellipse returns the ellipse at its place. Its semi-axes, which the map takes to two vectors, have
// to stay at right angles but for rounding: some units of 2^-53.
func (p *Piece) ellipse() (d2.Part, error) {
	column := func(k int, r float64) d2.Vec {
		return d2.Vec{X: float64(p.At.M[0][k] * r), Y: float64(p.At.M[1][k] * r)}
	}
	a, b := column(0, p.Figure.Radii.X), column(1, p.Figure.Radii.Y)
	la, lb := a.Len(), b.Len()
	if dot := a.Dot(b); dot > 0x1p-48*la*lb || -dot > 0x1p-48*la*lb {
		return d2.Part{}, &Error{Name: "map", Code: ErrUnsupported, Message: "an ellipse in a tile that is sheared"}
	}
	part := d2.Part{Shape: d2.Ellipse{Radii: d2.Vec{X: la, Y: lb}}, Pose: d2.Pose{Pos: p.At.Apply(p.Figure.Points[0])}}
	if la > 0 {
		rot, err := d2.NewCosSin(a.X/la, a.Y/la)
		part.Pose.Rot = rot
		return part, err
	}
	return part, nil
}

// LoadMap returns the map of a .tmj file of an FS, which also has the tilesets that it names.
//
// The error is an *Error for wrong contents or what is above a limit, and that of the FS for a file
// that cannot be read.
func LoadMap(fsys fs.FS, name string, o Options) (*Map, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // to open a pipe would wait for a writer
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrInvalid}
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if o.Files == nil {
		o.Files = fsys
	}
	return DecodeMap(f, name, o)
}

// DecodeMap returns the Tiled map in r: the JSON form, .tmj, of an orthogonal map [Tiled24]. Parts
// are the objects of object layers, tiles among them, and the tile layers whose tiles have
// collision objects in their tilesets. Tilesets may stand in the map or in files (.tsj) that it
// names. Layers count whether they are visible or not; images, texts and parallax do not. Custom
// properties are those of the map, of objects, their tiles and tile layers.
//
// At most 16 times Options.MaxParts pieces come of a map, and as many properties. The error is an
// *Error, or what r said when it could not read.
func DecodeMap(r io.Reader, name string, o Options) (*Map, error) {
	s, err := newSource(r, name, o.withDefaults())
	if err != nil {
		return nil, err
	}
	s.dir = path.Dir(filepath.ToSlash(name))
	data, err := s.readAll()
	if err != nil {
		return nil, err
	}
	t := &tiled{source: s, j: newJSON(data, -1, s)}
	if text := bytes.TrimLeft(data, "\ufeff \t\r\n"); len(text) > 0 && text[0] == '<' {
		t.j.code(ErrUnsupported, 0, "maps of XML (.tmx) are not read; export them as JSON (.tmj)")
	} else {
		t.readMap()
	}
	if t.j.err != nil {
		return nil, t.j.err
	}
	names := make([]*string, len(t.m.Parts))
	for i := range t.m.Parts {
		names[i] = &t.m.Parts[i].Name
	}
	tellApart(names)
	t.m.Files = s.named
	return &t.m, nil
}
