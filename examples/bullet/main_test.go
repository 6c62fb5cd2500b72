package main

import (
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/golden"
)

func Example() {
	main()
	// Output:
	// frames/s  frames see the wall  casts see it  after [ms]
	//       24                false          true   18.225000
	//       30                false          true   18.225000
	//       60                false          true   18.225000
	//      120                false          true   18.225000
	//      144                false          true   18.225000
	//      240                false          true   18.225000
	//     1000                false          true   18.225000
	//   100000                 true          true   18.225000
}

// The time is that of the ball's way to the wall's near face, at any rate.
func TestShoot(t *testing.T) {
	want := (distance - 0.01/2 - radius) / speed
	for rate := 20; rate < 3000; rate += 7 {
		s, err := shoot(rate)
		if err != nil || !s.hit || math.Abs(s.time-want) > 1e-12 {
			t.Errorf("%d frames/s: %+v, %v, want %v", rate, s, err, want)
		}
	}
}

// The page shows what the program prints.
func TestPage(t *testing.T) {
	var text strings.Builder
	text.WriteString("$ go run ./examples/bullet\n")
	if err := shots(&text, rates...); err != nil {
		t.Fatal(err)
	}
	golden.CompareBlock(t, "../../docs/casts.md", "console bullet", text.String())
}
