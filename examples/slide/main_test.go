package main

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/testkit/golden"
)

func Example() {
	main()
	// Output:
	// ####################
	// #..                #
	// # ....             #
	// #####..            #
	// #     .... ###     #
	// #      ##..  ##    #
	// #         .. ##    #
	// #          ...#    #
	// #            ..    #
	// #             .....#
	// ####################
	// never nearer to a wall than 0.00100
}

// Walkers of any shape that are pushed about never come into a wall, and are never stuck: from
// where each way has led them they can go back.
func TestSlide(t *testing.T) {
	w, walls, err := level()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 8))
	for _, s := range []d2.Shape{
		d2.Circle{Radius: radius}, d2.Box{Size: d2.Vec{X: 0.5, Y: 0.8}}, d2.Capsule{Height: 0.3, Radius: 0.2},
	} {
		walker, err := d2.Place(s, d2.Pose{Pos: d2.Vec{X: 1.5, Y: 9.5}})
		if err != nil {
			t.Fatal(err)
		}
		gone, stops := 0.0, 0
		for range 3000 {
			way := d2.Vec{X: 2*r.Float64() - 1, Y: 2*r.Float64() - 1}
			from := walker.Pose().Pos
			if err := slide(w, &walker, way); err != nil {
				t.Fatal(err)
			}
			at := walker.Pose().Pos
			gone += at.Dist(from)
			if at.Dist(from) < 0.99*way.Len() {
				stops++
			}
			if c := d2.Distance(w.Object(walls), &walker); c.Lower < 0.99*skin {
				t.Fatalf("%T: from %v by %v to %v: %v, %v", s, from, way, at, c.Relation, c.Distance)
			}
		}
		if gone < 1000 || stops < 200 {
			t.Errorf("%T went %v, and was stopped %d times", s, gone, stops)
		}
	}
}

// The page shows what the program prints.
func TestPage(t *testing.T) {
	var text strings.Builder
	text.WriteString("$ go run ./examples/slide\n")
	if err := walk(&text); err != nil {
		t.Fatal(err)
	}
	golden.CompareBlock(t, "../../docs/casts.md", "console slide", text.String())
}
