// Command bullet shoots a ball of 5 mm at 400 m/s at a wall of 1 cm, at several frame rates. A
// check of each frame sees it only where a frame happens to end within 2 cm; a cast of each frame's
// way finds the wall always, and the same time and place whatever the rate.
package main

import (
	"fmt"
	"io"
	"log"
	"os"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

const (
	speed    = 400.0 // m/s
	radius   = 0.005
	distance = 7.3 // from the muzzle to the middle of the wall
	duration = 0.05
)

// rates are the frame rates of the table.
var rates = []int{24, 30, 60, 120, 144, 240, 1000, 100_000}

// shot is what is seen of the ball at a frame rate.
type shot struct {
	rate   int
	frames bool // a frame ends with the ball at the wall
	hit    bool // the way of a frame does
	time   float64
}

// shoot follows the ball frame by frame.
func shoot(rate int) (s shot, err error) {
	wall, err1 := d3.Place(d3.Box{Size: d3.Vec{X: 0.01, Y: 2, Z: 2}}, d3.Pose{Pos: d3.Vec{X: distance}})
	ball, err2 := d3.Place(d3.Sphere{Radius: radius}, d3.Pose{})
	step := 1 / float64(rate)
	way, err3 := d3.NewSweep(d3.Vec{X: speed * step}, 1, d3.SweepOptions{})
	for _, err := range []error{err1, err2, err3} {
		if err != nil {
			return s, err
		}
	}
	s.rate = rate
	for i := 0; float64(i)*step < duration; i++ {
		at := d3.Pose{Pos: d3.Vec{X: speed * step * float64(i)}}
		if err := ball.Move(at); err != nil {
			return s, err
		}
		s.frames = s.frames || d3.Overlap(&ball, &wall)
		if h := d3.CastShape(&wall, &ball, &way); h.Verdict != collide.Miss && !s.hit {
			s.hit, s.time = true, (float64(i)+h.T)*step
		}
	}
	return s, nil
}

// shots writes a table of frame rates.
func shots(w io.Writer, rates ...int) error {
	fmt.Fprintln(w, "frames/s  frames see the wall  casts see it  after [ms]")
	for _, rate := range rates {
		s, err := shoot(rate)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%8d  %19v  %12v  %10.6f\n", s.rate, s.frames, s.hit, 1e3*s.time)
	}
	return nil
}

func main() {
	if err := shots(os.Stdout, rates...); err != nil {
		log.Fatal(err)
	}
}
