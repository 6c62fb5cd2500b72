package audit_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/audit"
	"github.com/collide-go/collide/internal/testkit/beside"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// collide3 answers about a pair.
func collide3(t *testing.T, p *shapegen.Pair3) (audit.Contact, audit.Manifold) {
	t.Helper()
	a, b, err := p.Place()
	if err != nil {
		t.Fatal(err)
	}
	ct, mf := d3.Collide(&a, &b)
	return audit.Contact3(ct), audit.Manifold3(&mf)
}

// collide2 is collide3 in the plane.
func collide2(t *testing.T, p *shapegen.Pair2) (audit.Contact, audit.Manifold) {
	t.Helper()
	a, b, err := p.Place()
	if err != nil {
		t.Fatal(err)
	}
	ct, mf := d2.Collide(&a, &b)
	return audit.Contact2(ct), audit.Manifold2(&mf)
}

// Each way in which a manifold may be wrong is seen, at the last of its points as well as at the
// first.
func TestCheckManifoldRefuses(t *testing.T) {
	rows := []struct {
		what  string
		spoil func(m *audit.Manifold, p *audit.ManifoldPoint)
	}{
		{"a point beside its body", func(_ *audit.Manifold, p *audit.ManifoldPoint) {
			for _, v := range []*[3]float64{&p.PointA, &p.PointB, &p.LocalA, &p.LocalB} {
				v[0] *= 1.5
			}
		}},
		{"a point 1e-8 above its body", func(_ *audit.Manifold, p *audit.ManifoldPoint) { p.PointA[1] += 1e-8; p.PointB[1] += 1e-8 }},
		{"a point inside its body", func(_ *audit.Manifold, p *audit.ManifoldPoint) { p.LocalA[1] -= 1e-8; p.LocalB[1] -= 1e-8 }},
		{"a world point apart from the local one", func(_ *audit.Manifold, p *audit.ManifoldPoint) { p.PointB[1] += 1e-7 }},
		{"a local point of its own", func(_ *audit.Manifold, p *audit.ManifoldPoint) { p.LocalB[0] += 1e-7 }},
		{"the points exchanged", func(_ *audit.Manifold, p *audit.ManifoldPoint) { p.PointA, p.PointB = p.PointB, p.PointA }},
		{"a distance too large", func(_ *audit.Manifold, p *audit.ManifoldPoint) { p.Distance += 1e-9 }},
		{"a distance too small", func(_ *audit.Manifold, p *audit.ManifoldPoint) { p.Distance -= 1e-9 }},
		{"a distance of the wrong sign", func(_ *audit.Manifold, p *audit.ManifoldPoint) { p.Distance = -p.Distance }},
		{"an ID given twice", func(m *audit.Manifold, _ *audit.ManifoldPoint) { m.Points[0].ID = m.Points[1].ID }},
		{"a point given twice", func(m *audit.Manifold, _ *audit.ManifoldPoint) { m.Points = append(m.Points, m.Points[0]) }},
		{"no point", func(m *audit.Manifold, _ *audit.ManifoldPoint) { m.Points = nil }},
		{"a normal of its own", func(m *audit.Manifold, _ *audit.ManifoldPoint) { m.Normal[0] = 1e-16 }},
		{"a negative zero", func(_ *audit.Manifold, p *audit.ManifoldPoint) { p.LocalA[2] = math.Copysign(0, -1) }},
		{"no number", func(_ *audit.Manifold, p *audit.ManifoldPoint) { p.PointB[2] = math.NaN() }},
		{"a point at infinity", func(_ *audit.Manifold, p *audit.ManifoldPoint) { p.LocalB[0] = math.Inf(1) }},
	}
	p3 := &shapegen.Pair3{
		A: shapegen.Body3{Kind: "box", Size: [3]float64{2, 2, 2}, Q: [4]float64{0, 0, 0, 1}},
		B: shapegen.Body3{Kind: "box", Size: [3]float64{2, 2, 2}, Q: [4]float64{0, 0, 0, 1}, P: [3]float64{0.25, 1.9, 0.5}},
	}
	p2 := &shapegen.Pair2{
		A: shapegen.Body2{Kind: "box", Size: [2]float64{2, 2}, CS: [2]float64{1, 0}},
		B: shapegen.Body2{Kind: "box", Size: [2]float64{2, 2}, CS: [2]float64{1, 0}, P: [2]float64{0.25, 1.9}},
	}
	for _, in := range []struct {
		name  string
		scene *audit.Scene
		ask   func() (audit.Contact, audit.Manifold)
	}{
		{"3D", audit.Of3(p3), func() (audit.Contact, audit.Manifold) { return collide3(t, p3) }},
		{"2D", audit.Of2(p2), func() (audit.Contact, audit.Manifold) { return collide2(t, p2) }},
	} {
		c, m := in.ask()
		if err := in.scene.CheckManifold(&c, &m); err != nil || len(m.Points) < 2 {
			t.Fatalf("%s: %d points of two boxes: %v", in.name, len(m.Points), err)
		}
		for _, r := range rows {
			for i := range m.Points {
				c, m := in.ask()
				r.spoil(&m, &m.Points[i])
				if in.scene.CheckManifold(&c, &m) == nil {
					t.Errorf("%s: %s is not seen at point %d", in.name, r.what, i)
				}
			}
		}
	}
}

// body is a body as files have it, of the kinds that findings were made with.
type body struct {
	Shape struct {
		Type           string
		Radius, Height float64
		Size           []float64
		Points         [][]float64
	}
	Pose struct {
		P, Q   []float64
		CosSin []float64 `json:"cos_sin"`
	}
}

// of3 returns the body in space.
func (b *body) of3() shapegen.Body3 {
	o := shapegen.Body3{Kind: b.Shape.Type, Radius: b.Shape.Radius, Height: b.Shape.Height, Q: [4]float64{0, 0, 0, 1}}
	copy(o.Size[:], b.Shape.Size)
	copy(o.P[:], b.Pose.P)
	copy(o.Q[:], b.Pose.Q)
	for _, p := range b.Shape.Points {
		o.Points = append(o.Points, [3]float64(p))
	}
	return o
}

// of2 returns the body in the plane.
func (b *body) of2() shapegen.Body2 {
	o := shapegen.Body2{Kind: b.Shape.Type, Radius: b.Shape.Radius, Height: b.Shape.Height, CS: [2]float64{1, 0}}
	copy(o.Size[:], b.Shape.Size)
	copy(o.P[:], b.Pose.P)
	copy(o.CS[:], b.Pose.CosSin)
	for _, p := range b.Shape.Points {
		o.Points = append(o.Points, [2]float64(p))
	}
	return o
}

// refused reports an error unless err is about a size out of range.
func refused(t *testing.T, id string, err error) {
	t.Helper()
	if !errors.Is(err, collide.ErrOutOfRange) {
		t.Errorf("%s: got %v, want a size out of range", id, err)
	}
}

// The manifolds of pairs that were once wrong are right, where the files with those pairs are
// there.
func TestCheckManifoldOfFindings(t *testing.T) {
	for _, name := range beside.Glob(t, "cases-*.ndjson", "findings") {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		tiny := strings.Contains(name, "tiny") // bodies below the least size
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var l struct {
				ID   string
				Dim  int
				A, B body
			}
			if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if l.Dim == 3 {
				p := shapegen.Pair3{A: l.A.of3(), B: l.B.of3()}
				if tiny {
					_, _, err = p.Place()
					refused(t, l.ID, err)
					continue
				}
				c, m := collide3(t, &p)
				err = audit.Of3(&p).CheckManifold(&c, &m)
			} else {
				p := shapegen.Pair2{A: l.A.of2(), B: l.B.of2()}
				if tiny {
					_, _, err = p.Place()
					refused(t, l.ID, err)
					continue
				}
				c, m := collide2(t, &p)
				err = audit.Of2(&p).CheckManifold(&c, &m)
			}
			if err != nil {
				t.Errorf("%s, %s: %v", filepath.Base(name), l.ID, err)
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}
