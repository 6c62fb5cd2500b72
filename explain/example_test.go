package explain_test

import (
	"fmt"
	"log"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/scene"
)

// twoSquares returns two squares with sides of 2, their centres 3 apart.
func twoSquares() scene.Pair {
	square := d2.Box{Size: d2.Vec{X: 2, Y: 2}}
	a, err1 := d2.Place(square, d2.Pose{})
	b, err2 := d2.Place(square, d2.Pose{Pos: d2.Vec{X: 3}})
	if err1 != nil || err2 != nil {
		log.Fatal(err1, err2)
	}
	return scene.Pair{Dim: 2, A: scene.Body2(a), B: scene.Body2(b)}
}

func ExamplePair() {
	r, err := explain.Pair(twoSquares(), explain.Options{Algorithm: explain.GJK})
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range r.Steps {
		fmt.Printf("%v finds %v, goes on with %d vertices, exit %q\n", s.Stage, s.W.At[:2], len(s.Kept), s.Exit)
	}
	fmt.Println(r.Answer.Relation, r.Answer.Distance)
	// Output:
	// gjk finds [-1 2], goes on with 1 vertices, exit ""
	// gjk finds [-1 -2], goes on with 2 vertices, exit ""
	// gjk finds [-1 2], goes on with 2 vertices, exit "apart"
	// apart 1
}
