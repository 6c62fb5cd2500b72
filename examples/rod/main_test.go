package main

import (
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/golden"
)

func Example() {
	main()
	// Output:
	// at both ends of the frame: miss
	// swept without its turn:    miss
	// from pose to pose:         miss
	// by its velocities:         hit at t = 0.238099374, known to 1e-10
}

// The time is that of a fine walk along the motion.
func TestImpact(t *testing.T) {
	rod, pin, err := bodies()
	if err != nil {
		t.Fatal(err)
	}
	m, err := d2.NewMotion(d2.Vec{X: drift}, spin, d2.Vec{})
	if err != nil {
		t.Fatal(err)
	}
	hit, err := d2.TimeOfImpact(&rod, &m, &pin, &d2.Motion{}, d2.ImpactOptions{})
	if err != nil || hit.Verdict != collide.Hit {
		t.Fatalf("%+v, %v", hit, err)
	}
	const steps = 100_000
	for i := range steps {
		at := float64(i) / steps
		moved := rod
		if err := moved.Move(m.At(d2.Pose{}, at, 1)); err != nil {
			t.Fatal(err)
		}
		if d2.Overlap(&moved, &pin) {
			if math.Abs(hit.T-at) > 1.0/steps {
				t.Errorf("t = %v, a walk finds %v", hit.T, at)
			}
			return
		}
	}
	t.Error("a walk finds no contact")
}

// The page shows what the program prints.
func TestPage(t *testing.T) {
	var text strings.Builder
	text.WriteString("$ go run ./examples/rod\n")
	if err := tests(&text); err != nil {
		t.Fatal(err)
	}
	golden.CompareBlock(t, "../../docs/casts.md", "console spin", text.String())
}
