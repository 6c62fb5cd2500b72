package d2

import "github.com/collide-go/collide"

// Velocities returns the velocities that NewMotion was given; ok is false for a motion of
// NewMotionTo.
func (m *Motion) Velocities() (linear Vec, angular float64, center Vec, ok bool) {
	return m.linear, m.angular, m.center, !m.posed
}

// Poses returns the poses and the path that NewMotionTo was given; ok is false for a motion of
// NewMotion.
func (m *Motion) Poses() (from, to Pose, path collide.Path, ok bool) {
	return m.from, m.to, m.path, m.posed
}
