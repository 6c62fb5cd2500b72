package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// casts answers n rays, sweeps, points, motions and moving vertices in each dimension, about pairs
// of the hard families in turn.
func (s *answers) casts(n int) {
	g3, g2 := shapegen.New3(2), shapegen.New2(2)
	for i := range n {
		p3 := g3.Hard(shapegen.Hard3[i%len(shapegen.Hard3)])
		p2 := g2.Hard(shapegen.Hard2[i%len(shapegen.Hard2)])
		if i%3 == 0 { // curved bodies and half-spaces among them
			p3, p2 = g3.Pair(), g2.Pair()
		}
		s.casts3(fmt.Sprintf("3d cast %d", i), &p3, g3)
		s.casts2(fmt.Sprintf("2d cast %d", i), &p2, g2)
	}
}

// answer takes in all fields of an answer, or the error in its place.
func (s *answers) answer(id, question string, a any, err error) {
	id += " " + question
	if err != nil {
		s.refused(id, err)
		return
	}
	s.fields(id, "", reflect.ValueOf(a))
	s.end(id)
}

// fields takes in the fields of a value. The upper bound of a ray's parameter may be infinite.
func (s *answers) fields(id, name string, v reflect.Value) {
	switch {
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			s.fields(id, v.Type().Field(i).Name, v.Field(i))
		}
	case v.CanFloat() && name == "Upper" && math.IsInf(v.Float(), 1) && v.Float() > 0:
		s.buf = append(s.buf, "inf"...)
	case v.CanFloat():
		s.floats(id, name, v.Float())
	case v.CanInt():
		s.buf = binary.LittleEndian.AppendUint64(s.buf, uint64(v.Int()))
	case v.CanUint():
		s.buf = binary.LittleEndian.AppendUint64(s.buf, v.Uint())
	case v.Kind() == reflect.Bool && v.Bool():
		s.buf = append(s.buf, 1)
	case v.Kind() == reflect.Bool:
		s.buf = append(s.buf, 0)
	default:
		panic("no way to hash a field of kind " + v.Kind().String())
	}
}

// casts3 asks about a pair in space and takes in the answers.
func (s *answers) casts3(id string, p *shapegen.Pair3, g *shapegen.Gen3) {
	a, b, err := p.Place()
	if err != nil {
		s.refused(id, err)
		return
	}
	s.bodies3(id, &a, &b, max(p.A.Extent(), p.B.Extent()), g)
	s.vertices3(id, p, direction3(g), g)
}

// direction3 returns a function that draws directions.
func direction3(g *shapegen.Gen3) func() d3.Vec {
	return func() d3.Vec { d := g.Direction(); return d3.Vec{X: d[0], Y: d[1], Z: d[2]} }
}

// bodies3 asks about two bodies of the size given and takes in the answers.
func (s *answers) bodies3(id string, a, b *d3.Object, size float64, g *shapegen.Gen3) {
	draw := direction3(g)
	way := a.Pose().Pos.Sub(b.Pose().Pos)
	if g.IntN(2) == 0 || way == (d3.Vec{}) {
		way = draw().Scale(size)
	}
	from := b.Pose().Pos.Sub(way.Scale(float64(g.IntN(3))))
	for _, limit := range []float64{1, math.Inf(1)} {
		r, err := d3.NewRay(from, way, limit)
		s.answer(id, "ray", s.q3.CastRay(a, &r), err)
	}
	back := b.Pose()
	back.Pos = from
	if err := b.Move(back); err != nil {
		s.refused(id, err)
		return
	}
	for _, opt := range []d3.SweepOptions{{}, {Skin: size / 8}, {Deepening: true}} {
		sw, err := d3.NewSweep(way, 3, opt)
		s.answer(id, "sweep", s.q3.CastShape(a, b, &sw), err)
	}
	cl, err := s.q3.ClosestPoint(a, from.Add(draw().Scale(size*g.Float64())))
	s.answer(id, "point", cl, err)
	s.answer(id, "containment", s.q3.Contains(a, b), nil)
	rel, err := s.q3.RelateMargin(a, b, size/4, nil)
	s.answer(id, "margin", rel, err)
	ct, err := s.q3.DistanceWithin(a, b, size/4, nil)
	s.answer(id, "distance within", ct, err)
	s.motions3(id, a, b, way, draw, g)
}

// motions3 moves both bodies, B by way.
func (s *answers) motions3(id string, a, b *d3.Object, way d3.Vec, draw func() d3.Vec, g *shapegen.Gen3) {
	ma, err := d3.NewMotion(d3.Vec{}, draw().Scale(3*g.Float64()), d3.Vec{})
	if err != nil {
		s.refused(id, err)
		return
	}
	rot, err := d3.NewAxisAngle(draw(), 3*g.Float64())
	if err != nil {
		s.refused(id, err)
		return
	}
	to := d3.Pose{Pos: b.Pose().Pos.Add(way), Rot: rot.Mul(b.Pose().Rot)}
	for k, ask := range []func() (d3.Motion, error){
		func() (d3.Motion, error) { return d3.NewMotion(way, draw(), d3.Vec{}) },
		func() (d3.Motion, error) { return d3.NewMotionTo(b.Pose(), to, collide.Slerp) },
		func() (d3.Motion, error) { return d3.NewMotionTo(b.Pose(), to, collide.Screw) },
	} {
		mb, err := ask()
		if err != nil {
			s.refused(id, err)
			continue
		}
		out, err := s.q3.TimeOfImpact(a, &ma, b, &mb, d3.ImpactOptions{Duration: 2, Deepening: k == 0})
		s.answer(id, "motion", out, err)
		at := mb.At(b.Pose(), 0.75, 2)
		x, y, z, w := at.Rot.Quat()
		s.answer(id, "pose", struct {
			P          d3.Vec
			X, Y, Z, W float64
		}{at.Pos, x, y, z, w}, nil)
	}
}

// vertices3 moves corners of the bodies, and points of a lattice.
func (s *answers) vertices3(id string, p *shapegen.Pair3, draw func() d3.Vec, g *shapegen.Gen3) {
	corners := append(p.A.Corners(), p.B.Corners()...)
	for k := range 2 {
		var start, end [4]d3.Vec
		for i := range start {
			if k == 0 && len(corners) > 0 {
				v, w := corners[g.IntN(len(corners))], corners[g.IntN(len(corners))]
				start[i], end[i] = d3.Vec{X: v[0], Y: v[1], Z: v[2]}, d3.Vec{X: w[0], Y: w[1], Z: w[2]}.Add(draw())
				continue
			}
			for _, v := range []*d3.Vec{&start[i], &end[i]} {
				*v = d3.Vec{X: float64(g.IntN(5)), Y: float64(g.IntN(5)), Z: float64(g.IntN(5))}
			}
		}
		out, err := s.q3.VertexFaceImpact(start, end)
		s.answer(id, "vertex", out, err)
		out, err = s.q3.EdgeEdgeImpact(start, end)
		s.answer(id, "edges", out, err)
	}
}
