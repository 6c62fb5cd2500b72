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
	// |...............                    ....                         |
	// |..............                  +...+                 #         |
	// |.............                 ....                    #         |
	// |............                ...                       #         |
	// |............             +..+                    .....#         |
	// |...........##          ...                  ..........#         |
	// |..........+##        ...+###########   ...............#         |
	// |..........####    +...................................#     ....|
	// |.........###### ................................................|
	// |................................................................|
	// |................................................................|
	// |............................................                    |
	// |..........................................####                  |
	// |....@.....................................####                  |
	// |...................##                +....####                  |
	// |...................##                     ####                  |
	// |...................##                                           |
	// |...................##                                           |
	// |...................##                                           |
	// |...................##                                           |
	// |...................##                                           |
	// |...................##                                           |
	// |....................                                            |
	// |......................                                          |
	// 698 cells in sight, 8 past a corner, 765 hidden
}

// What is in sight is what no point of a fine walk along the ray is in.
func TestSees(t *testing.T) {
	walls, err := room()
	if err != nil {
		t.Fatal(err)
	}
	q, err := d2.NewQuery(d2.Options{})
	if err != nil {
		t.Fatal(err)
	}
	count := map[byte]int{}
	watcher := d2.Vec{X: 33.25, Y: 3.75}
	for y := range height {
		for x := range width {
			cell := d2.Vec{X: float64(x) + 0.5, Y: float64(y) + 0.5}
			got, err := sees(q, &walls, watcher, cell)
			if err != nil {
				t.Fatal(err)
			}
			count[got]++
			deepest := math.Inf(1) // signed distance along the ray
			for i := 0; i <= 100 && got != '#'; i++ {
				c, err := q.ClosestPoint(&walls, watcher.Add(cell.Sub(watcher).Scale(float64(i)/100)))
				if err != nil || c.Relation == collide.Undecided {
					t.Fatal(err)
				}
				deepest = min(deepest, c.Distance)
			}
			if got == '.' && deepest <= 0 || got == ' ' && deepest > 0.3 {
				t.Errorf("%v: %q, and the ray comes as near as %v", cell, got, deepest)
			}
		}
	}
	if count['.'] < 300 || count[' '] < 300 || count['#'] < 30 {
		t.Errorf("%v", count)
	}
}

// The map is as wide and high as it says.
func TestView(t *testing.T) {
	var text strings.Builder
	if err := view(&text, d2.Vec{X: 60.5, Y: 20.5}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(text.String()), "\n")
	if len(lines) != height+1 || len(lines[0]) != width+2 || strings.Count(text.String(), "@") != 1 {
		t.Errorf("%d lines of %d", len(lines), len(lines[0]))
	}
}

// The page shows what the program prints.
func TestPage(t *testing.T) {
	var text strings.Builder
	text.WriteString("$ go run ./examples/sight\n")
	if err := view(&text, watcher); err != nil {
		t.Fatal(err)
	}
	golden.CompareBlock(t, "../../docs/casts.md", "console sight", text.String())
}
