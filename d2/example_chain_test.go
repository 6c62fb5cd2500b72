package d2_test

import (
	"fmt"
	"log"

	"github.com/collide-go/collide/d2"
)

// A disc that rolls over a line: the answer names the edge below it.
func ExampleNewChain() {
	ground, err := d2.NewChain([]d2.Vec{{}, {X: 4}, {X: 8, Y: 3}}, d2.ChainOptions{Materials: []int32{7, 9}})
	if err != nil {
		log.Fatal(err)
	}
	a, err := d2.Place(ground, d2.Pose{})
	if err != nil {
		log.Fatal(err)
	}
	for _, at := range []d2.Vec{{X: 1, Y: 1}, {X: 5, Y: 2}} {
		b, err := d2.Place(d2.Circle{Radius: 0.5}, d2.Pose{Pos: at})
		if err != nil {
			log.Fatal(err)
		}
		ct := d2.Distance(&a, &b)
		fmt.Printf("%v by %.2f, edge %d of material %d\n", ct.Relation, ct.Distance, ct.TriangleA, ground.Material(ct.TriangleA))
	}
	// Output:
	// apart by 0.50, edge 0 of material 7
	// apart by 0.50, edge 1 of material 9
}
