package world

import "github.com/collide-go/collide/d2"

// This file has what differs from the other dimension in hashes.

// vec takes in a vector.
func (h *hasher) vec(v d2.Vec) {
	h.float(v.X)
	h.float(v.Y)
}

// pose takes in a pose.
func (h *hasher) pose(p *d2.Pose) {
	h.vec(p.Pos)
	c, s := p.Rot.CosSin()
	h.float(c)
	h.float(s)
}
