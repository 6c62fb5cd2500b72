package world

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/wire"
)

// TestSnapshotSurfaces holds that a surface is written once, however many bodies have it or another
// one like it, and is the same when it is read: rays find what they found.
func TestSnapshotSurfaces(t *testing.T) {
	for _, make := range surfaces(t) {
		w := newWorld(t, Options{})
		s, like := make(), make()
		add(t, w, s, d3.Pose{}, Body{})
		one := len(encoded(t, w))
		for i := range 100 {
			add(t, w, s, d3.Pose{Pos: at(float64(12*i), 3)}, Body{})
			add(t, w, like, d3.Pose{Pos: at(float64(12*i), 6)}, Body{})
		}
		w.Step(StepOptions{})
		pairs := len(w.step.records)
		data := encoded(t, w)
		if len(data) > one+200*40+pairs*200 {
			t.Errorf("%T: %d bytes for 201 bodies, %d for one", s, len(data), one)
		}
		v := decoded(t, data, 0)
		alike(t, "at once", w, v)
		if v.bodies[0].object.Shape() != v.bodies[2].object.Shape() {
			t.Errorf("%T: two bodies of one shape have two", s)
		}
		if !bytes.Equal(encoded(t, v), data) {
			t.Errorf("%T: other bytes", s)
		}
		hits := 0
		for i := range 200 {
			from := at(float64(i)*5-0.3, 40)
			ray, err := d3.NewRay(from, at(0.1, -1), math.Inf(1))
			must(t, err)
			hit, ok := w.CastRay(&ray, Who{})
			again, okAgain := v.CastRay(&ray, Who{})
			if hit != again || ok != okAgain {
				t.Fatalf("%T: %+v, and %+v", s, hit, again)
			}
			if ok {
				hits++
				if hit.Triangle < 0 {
					t.Errorf("%T: %+v", s, hit)
				}
			}
		}
		if hits < 10 {
			t.Errorf("%T: only %d rays hit", s, hits)
		}
	}
}

// TestDecodeSurfaceRefused reads files of one surface that is none: each error names the byte and
// has the code of what is wrong.
func TestDecodeSurfaceRefused(t *testing.T) {
	head := wire.AppendFloat(wire.AppendFloat(wire.AppendHead(nil, wire.Snapshot, dim), 0), 0)
	head = wire.AppendUint(append(head, 0), 1)
	for name, row := range badSurfaces() {
		_, err := Decode(bytes.NewReader(slices.Concat(head, row.data, []byte{0, 0, 0, 0, 0, 0, 0, 0})), &numbers)
		var e *FormatError
		if !errors.As(err, &e) || !errors.Is(err, row.code) || e.Offset != int64(len(head)+row.at) {
			t.Errorf("%s: %v, want %v at byte %d", name, err, row.code, len(head)+row.at)
		}
	}
}

// badSurface is the bytes of a surface, and what is wrong with them where.
type badSurface struct {
	data []byte
	at   int
	code error
}

// badSurfaces returns surfaces that are refused.
func badSurfaces() map[string]badSurface {
	points := []d3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}
	faces := [][3]int{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}
	mesh := func(flags byte, points []d3.Vec, faces ...[3]int) []byte {
		b := wire.AppendUint(appendPoints([]byte{shapeMesh, flags}, points), uint64(len(faces)))
		for _, f := range faces {
			b = append(b, byte(f[0]), byte(f[1]), byte(f[2]))
		}
		return b
	}
	turned := slices.Clone(faces)
	for i := range turned {
		turned[i][0], turned[i][1] = turned[i][1], turned[i][0]
	}
	none := slices.Clone(points)
	none[2].Y = math.NaN()
	far := slices.Clone(points)
	far[3].X = 1e101
	field := func(dx float64, rows, wide byte, heights ...float64) []byte {
		b := append(wire.AppendFloat(wire.AppendFloat([]byte{shapeHeightField}, dx), 1), rows, wide)
		for _, h := range heights {
			b = wire.AppendFloat(b, h)
		}
		return b
	}
	const corners = 3 + 4*vecBytes + 1 // of the triangles
	return map[string]badSurface{
		"NaN":              {mesh(0, none, faces...), 3 + 2*vecBytes + 8, ErrDamaged},
		"too far":          {mesh(0, far, faces...), 0, collide.ErrOutOfRange},
		"no such corner":   {mesh(0, points, faces[0], [3]int{1, 2, 4}), corners + 5, ErrDamaged},
		"not closed":       {mesh(meshSolid, points, faces[:3]...), 0, collide.ErrNotClosed},
		"inside out":       {mesh(meshSolid, points, turned...), 0, collide.ErrInsideOut},
		"no triangles":     {mesh(0, points), 0, collide.ErrBadMesh},
		"no vertices":      {mesh(0, nil, faces...), 0, collide.ErrBadMesh},
		"what is a mesh":   {mesh(meshBits, points, faces...), 1, ErrDamaged},
		"a negative space": {field(-1, 2, 2, 0, 0, 0, 0), 0, collide.ErrNegativeSize},
		"one row":          {field(1, 1, 2, 0, 0), 0, collide.ErrBadMesh},
		"an empty row":     {field(1, 2, 0), 0, collide.ErrBadMesh},
		"no height":        {field(1, 2, 2, 0, math.Inf(1), 0, 0), 19 + 8, ErrDamaged},
		"a high height":    {field(1, 2, 2, 0, 1e101, 0, 0), 0, collide.ErrOutOfRange},
	}
}
