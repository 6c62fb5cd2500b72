package main

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/collide-go/collide/d3"
)

func Example() {
	parts, err := assembly("plate.obj", "wedge.obj")
	if err != nil {
		panic(err)
	}
	gate(os.Stdout, parts)
	// Output:
	// plate, left wedge: apart, 0.600 mm (proved: 0.600 to 0.600)
	// plate, right wedge: overlapping, -0.200 mm (proved: -0.200 to -0.200)
	//   at [5.00 -10.00 5.00], -0.200 mm
	//   at [35.00 -10.00 5.00], -0.200 mm
	//   at [35.00 10.00 5.00], -0.200 mm
	//   at [5.00 10.00 5.00], -0.200 mm
	//   move right wedge by [0.000 0.000 0.200] to part them
	// left wedge, right wedge: apart, 10.000 mm (proved: 10.000 to 10.000)
}

// The gate closes for a part that is too near, opens once it is moved as the gate says, and a
// missing file has a name.
func TestGate(t *testing.T) {
	parts, err := assembly("plate.obj", "wedge.obj")
	if err != nil {
		t.Fatal(err)
	}
	if gate(io.Discard, parts) {
		t.Error("the gate is open for a wedge in the plate")
	}
	c := d3.Distance(&parts[0].object, &parts[2].object)
	pose := parts[2].object.Pose()
	pose.Pos = pose.Pos.Add(c.MTV()).Add(c.Normal.Scale(1.01 * clearance))
	if err := parts[2].object.Move(pose); err != nil {
		t.Fatal(err)
	}
	if !gate(io.Discard, parts) {
		t.Error("the gate is closed for parts that keep the clearance")
	}
	if _, err := assembly("plate.obj", "none.obj"); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "none.obj") {
		t.Errorf("a missing file gives %v", err)
	}
	if _, err := assembly("notch.obj", "wedge.obj"); err == nil || !strings.Contains(err.Error(), "not convex") {
		t.Errorf("a part with a notch gives %v", err)
	}
}
