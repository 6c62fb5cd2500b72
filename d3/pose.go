package d3

// Pose places a body: a point x of its own frame is Rot.Apply(x) + Pos in the world. The zero value is the identity.
type Pose struct {
	Pos Vec
	Rot Rot
}
