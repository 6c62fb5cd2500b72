package broadphase_test

import (
	"fmt"

	"github.com/collide-go/collide/broadphase"
)

// Which of three boxes meet, and again after one has moved.
func Example() {
	var tree broadphase.Tree2
	if err := tree.Build([]broadphase.Box2{
		{0, 0, 2, 1}, // from (0, 0) to (2, 1)
		{2, 0, 3, 1}, // shares a side with the first
		{5, 0, 6, 1},
	}); err != nil {
		panic(err)
	}
	fmt.Println(tree.AppendPairs(nil))

	tree.Settle() // what moves from here on counts as moved
	if err := tree.Move(2, broadphase.Box2{2.5, 0.5, 3.5, 1.5}); err != nil {
		panic(err)
	}
	fmt.Println(tree.AppendMovedPairs(nil))
	fmt.Println(tree.AppendPairs(nil))
	// Output:
	// [[0 1]]
	// [[1 2]]
	// [[0 1] [1 2]]
}

// Ids are numbers of the caller: here the places of bodies in a list.
func ExampleTree_Insert() {
	var tree broadphase.Tree3
	err := tree.Insert(7, broadphase.Box3{0, 0, 0, 1, 1, 1})
	fmt.Println(tree.Len(), err)
	fmt.Println(tree.Insert(7, broadphase.Box3{5, 5, 5, 6, 6, 6}))
	fmt.Println(tree.Insert(8, broadphase.Box3{0, 3, 0, 1, 2, 1}))
	// Output:
	// 1 <nil>
	// id: bad-option: 7: a box has that id already; Move moves it
	// min[1]: negative-size: 3: the box goes from 3 to 2 there
}

// The first box on the way of a ray, as a shape behind it would be looked for: whoever is met at
// a parameter returns it as the new limit.
func ExampleTree_EachAlong() {
	var tree broadphase.Tree2
	if err := tree.Build([]broadphase.Box2{{1, -1, 2, 1}, {4, -1, 5, 1}, {8, 3, 9, 4}}); err != nil {
		panic(err)
	}
	nearest := int32(-1)
	tree.EachAlong(broadphase.Vec2{0, 0}, broadphase.Vec2{1, 0}, 10, func(id int32, from float64) float64 {
		nearest = id
		return from
	})
	fmt.Println(nearest)
	for hit := range tree.Along(broadphase.Vec2{0, 0}, broadphase.Vec2{1, 0}, 10) {
		fmt.Printf("%d at %.3f\n", hit.ID, hit.From)
	}
	// Output:
	// 0
	// 0 at 1.000
	// 1 at 4.000
}

// The two boxes nearest to a point.
func ExampleTree_AppendNearest() {
	var tree broadphase.Tree2
	if err := tree.Build([]broadphase.Box2{{0, 0, 1, 1}, {5, 0, 6, 1}, {9, 9, 10, 10}}); err != nil {
		panic(err)
	}
	for _, n := range tree.AppendNearest(nil, broadphase.Vec2{3, 0}, 2) {
		fmt.Println(n.ID, n.Distance, n.Lower <= n.Distance && n.Distance <= n.Upper)
	}
	// Output:
	// 0 2 true
	// 1 2 true
}

// What a box meets when it falls.
func ExampleTree_AppendSwept() {
	var tree broadphase.Tree2
	if err := tree.Build([]broadphase.Box2{{-10, -1, 10, 0}, {2, 3, 4, 4}}); err != nil {
		panic(err)
	}
	for _, hit := range tree.AppendSwept(nil, broadphase.Box2{3, 8, 5, 9}, broadphase.Vec2{0, -1}, 20) {
		fmt.Printf("%d after %.3f\n", hit.ID, hit.From)
	}
	// Output:
	// 1 after 4.000
	// 0 after 8.000
}

func ExampleBrute() {
	boxes := []broadphase.Box2{{0, 0, 1, 1}, {1, 1, 2, 2}, {3, 3, 4, 4}}
	fmt.Println(broadphase.Brute(nil, boxes), broadphase.Sweep(nil, boxes))
	// Output: [[0 1]] [[0 1]]
}
