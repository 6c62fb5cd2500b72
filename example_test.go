package collide_test

import (
	"errors"
	"fmt"

	"github.com/collide-go/collide"
)

func ExampleRelation_String() {
	fmt.Println(collide.Apart, collide.Touching, collide.Overlapping, collide.Undecided)
	// Output:
	// apart touching overlapping undecided
}

func ExampleStatus_String() {
	fmt.Println(collide.Exact, collide.Converged, collide.Rounding, collide.Limit, collide.BadSupport)
	// Output:
	// exact converged rounding limit bad-support
}

func ExampleError_Error() {
	err := &collide.Error{Code: collide.ErrNegativeSize, Path: "size.x", Index: -1, Value: -1.5}
	fmt.Println(err.Error())
	// Output:
	// size.x: negative-size: -1.5
}

func ExampleError_Unwrap() {
	err := &collide.Error{Code: collide.ErrNegativeSize, Path: "size.x", Index: -1, Value: -1.5}
	fmt.Println(err.Unwrap() == collide.ErrNegativeSize, errors.Is(err, collide.ErrNegativeSize))
	// Output:
	// true true
}

// The points of a step are found again in the next one, though the normal then is that of the other
// body's face, which the whole ID tells.
func ExampleFeatureID_Features() {
	features := collide.Feature(collide.FeatureVertex, 2) |
		collide.Feature(collide.FeatureFace, 5)<<collide.FeatureSideBits
	impulse := map[collide.FeatureID]float64{features: 0.5}

	id := features | 1<<collide.FeatureOwnerShift | 9<<collide.FeaturePlaceShift
	fmt.Println(impulse[id], impulse[id.Features()])
	// Output:
	// 0 0.5
}
