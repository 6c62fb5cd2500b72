package world

import "github.com/collide-go/collide/d3"

// This file has what differs from the other dimension in hashes.

// vec takes in a vector.
func (h *hasher) vec(v d3.Vec) {
	h.float(v.X)
	h.float(v.Y)
	h.float(v.Z)
}

// pose takes in a pose.
func (h *hasher) pose(p *d3.Pose) {
	h.vec(p.Pos)
	x, y, z, w := p.Rot.Quat()
	h.vec(d3.Vec{X: x, Y: y, Z: z})
	h.float(w)
}
