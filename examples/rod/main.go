// Command rod spins a thin rod past a pin, once round in each frame, and asks four tests whether
// the two meet: at both ends of the frame, by sweeping the rod without its turn, by going from pose
// to pose, and by its velocities. The first three are what continuous collision detection often is;
// only the last one knows that the rod turns.
package main

import (
	"fmt"
	"io"
	"log"
	"math"
	"os"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

const (
	length = 2.0
	drift  = 0.2         // along X in a frame
	spin   = 2 * math.Pi // in a frame
)

// bodies returns the rod, along X about the origin, and the pin, above it.
func bodies() (rod, pin d2.Object, err error) {
	rod, err = d2.Place(d2.Capsule{Height: length, Radius: 0.005}, d2.Pose{})
	if err == nil {
		pin, err = d2.Place(d2.Circle{Radius: 0.01}, d2.Pose{Pos: d2.Vec{X: 0.1, Y: 0.9}})
	}
	return rod, pin, err
}

// endPose returns where the rod is at the end of the frame.
func endPose() (d2.Pose, error) {
	rot, err := d2.NewAngle(spin)
	return d2.Pose{Pos: d2.Vec{X: drift}, Rot: rot}, err
}

// discrete tells what a test at both ends of the frame says.
func discrete(rod, pin *d2.Object, end d2.Pose) (string, error) {
	after := *rod
	if err := after.Move(end); err != nil {
		return "", err
	}
	if d2.Overlap(rod, pin) || d2.Overlap(&after, pin) {
		return "hit", nil
	}
	return "miss", nil
}

// swept tells what a cast of the rod without its turn says.
func swept(rod, pin *d2.Object) (string, error) {
	way, err := d2.NewSweep(d2.Vec{X: drift}, 1, d2.SweepOptions{})
	return d2.CastShape(pin, rod, &way).Verdict.String(), err
}

// impact tells what the time of impact of the rod's motion says.
func impact(rod, pin *d2.Object, m d2.Motion) (string, error) {
	i, err := d2.TimeOfImpact(rod, &m, pin, &d2.Motion{}, d2.ImpactOptions{})
	if err != nil || i.Verdict != collide.Hit {
		return i.Verdict.String(), err
	}
	return fmt.Sprintf("%v at t = %.9f, known to %.0e", i.Verdict, i.T, i.Upper-i.Lower), nil
}

// tests writes what each test says.
func tests(w io.Writer) error {
	rod, pin, err := bodies()
	if err != nil {
		return err
	}
	end, err := endPose()
	if err != nil {
		return err
	}
	between, err1 := d2.NewMotionTo(d2.Pose{}, end, collide.Slerp)
	turning, err2 := d2.NewMotion(d2.Vec{X: drift}, spin, d2.Vec{})
	if err1 != nil || err2 != nil {
		return fmt.Errorf("%w %w", err1, err2)
	}
	for _, t := range []struct {
		name string
		run  func() (string, error)
	}{
		{"at both ends of the frame", func() (string, error) { return discrete(&rod, &pin, end) }},
		{"swept without its turn", func() (string, error) { return swept(&rod, &pin) }},
		{"from pose to pose", func() (string, error) { return impact(&rod, &pin, between) }},
		{"by its velocities", func() (string, error) { return impact(&rod, &pin, turning) }},
	} {
		said, err := t.run()
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%-26s %s\n", t.name+":", said)
	}
	return nil
}

func main() {
	if err := tests(os.Stdout); err != nil {
		log.Fatal(err)
	}
}
