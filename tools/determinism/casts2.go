package main

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// casts2 asks about a pair in the plane and takes in the answers.
func (s *answers) casts2(id string, p *shapegen.Pair2, g *shapegen.Gen2) {
	a, b, err := p.Place()
	if err != nil {
		s.refused(id, err)
		return
	}
	s.bodies2(id, &a, &b, max(p.A.Extent(), p.B.Extent()), g)
	s.vertices2(id, p, direction2(g), g)
}

// direction2 returns a function that draws directions.
func direction2(g *shapegen.Gen2) func() d2.Vec {
	return func() d2.Vec { d := g.Direction(); return d2.Vec{X: d[0], Y: d[1]} }
}

// bodies2 asks about two bodies of the size given and takes in the answers.
func (s *answers) bodies2(id string, a, b *d2.Object, size float64, g *shapegen.Gen2) {
	draw := direction2(g)
	way := a.Pose().Pos.Sub(b.Pose().Pos)
	if g.IntN(2) == 0 || way == (d2.Vec{}) {
		way = draw().Scale(size)
	}
	from := b.Pose().Pos.Sub(way.Scale(float64(g.IntN(3))))
	for _, limit := range []float64{1, math.Inf(1)} {
		r, err := d2.NewRay(from, way, limit)
		s.answer(id, "ray", s.q2.CastRay(a, &r), err)
	}
	back := b.Pose()
	back.Pos = from
	if err := b.Move(back); err != nil {
		s.refused(id, err)
		return
	}
	for _, opt := range []d2.SweepOptions{{}, {Skin: size / 8}, {Deepening: true}} {
		sw, err := d2.NewSweep(way, 3, opt)
		s.answer(id, "sweep", s.q2.CastShape(a, b, &sw), err)
	}
	cl, err := s.q2.ClosestPoint(a, from.Add(draw().Scale(size*g.Float64())))
	s.answer(id, "point", cl, err)
	s.answer(id, "containment", s.q2.Contains(a, b), nil)
	rel, err := s.q2.RelateMargin(a, b, size/4, nil)
	s.answer(id, "margin", rel, err)
	ct, err := s.q2.DistanceWithin(a, b, size/4, nil)
	s.answer(id, "distance within", ct, err)
	s.motions2(id, a, b, way, g)
}

// motions2 moves both bodies, B by way.
func (s *answers) motions2(id string, a, b *d2.Object, way d2.Vec, g *shapegen.Gen2) {
	ma, err := d2.NewMotion(d2.Vec{}, 3*g.Float64(), d2.Vec{})
	if err != nil {
		s.refused(id, err)
		return
	}
	rot, err := d2.NewAngle(3 * g.Float64())
	if err != nil {
		s.refused(id, err)
		return
	}
	to := d2.Pose{Pos: b.Pose().Pos.Add(way), Rot: rot.Mul(b.Pose().Rot)}
	for k, ask := range []func() (d2.Motion, error){
		func() (d2.Motion, error) { return d2.NewMotion(way, g.Float64(), d2.Vec{}) },
		func() (d2.Motion, error) { return d2.NewMotionTo(b.Pose(), to, collide.Slerp) },
		func() (d2.Motion, error) { return d2.NewMotionTo(b.Pose(), to, collide.Screw) },
	} {
		mb, err := ask()
		if err != nil {
			s.refused(id, err)
			continue
		}
		out, err := s.q2.TimeOfImpact(a, &ma, b, &mb, d2.ImpactOptions{Duration: 2, Deepening: k == 0})
		s.answer(id, "motion", out, err)
		at := mb.At(b.Pose(), 0.75, 2)
		c, sn := at.Rot.CosSin()
		s.answer(id, "pose", struct {
			P    d2.Vec
			C, S float64
		}{at.Pos, c, sn}, nil)
	}
}

// vertices2 moves corners of the bodies, and points of a lattice.
func (s *answers) vertices2(id string, p *shapegen.Pair2, draw func() d2.Vec, g *shapegen.Gen2) {
	corners := append(p.A.Corners(), p.B.Corners()...)
	for k := range 2 {
		var start, end [3]d2.Vec
		for i := range start {
			if k == 0 && len(corners) > 0 {
				v, w := corners[g.IntN(len(corners))], corners[g.IntN(len(corners))]
				start[i], end[i] = d2.Vec{X: v[0], Y: v[1]}, d2.Vec{X: w[0], Y: w[1]}.Add(draw())
				continue
			}
			for _, v := range []*d2.Vec{&start[i], &end[i]} {
				*v = d2.Vec{X: float64(g.IntN(5)), Y: float64(g.IntN(5))}
			}
		}
		out, err := s.q2.VertexEdgeImpact(start, end)
		s.answer(id, "vertex", out, err)
	}
}
