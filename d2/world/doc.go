// Package world keeps many bodies that move, and tells which of them touch: pairs that began, stay
// and ended touching with their manifolds, bodies hit by rays and swept shapes, and what is near.
//
// A World holds bodies, which are placed shapes with a value of the user's. Add, Move and Remove
// change them; Step then finds all pairs that touch and tells what changed since the last Step;
// queries may be asked at any time.
//
// What a World answers depends on the bodies and their handles alone: not on the moves that brought
// them where they are, nor on bodies that were removed, nor on the number of cores. Everything that
// is listed comes in the order of handles. Nothing is allocated in a step once the work space has
// grown. Each number is a bracket or an exact verdict of package d2, of which this package only
// asks the pairs.
//
// A World can be kept as a Snapshot and brought back, written as bytes (Encode, Decode), and its
// calls recorded (Recorder) and done once more (Replay): always with the same bits. Hash says in a
// number whether two Worlds answer alike.
//
// A World must not be used by two goroutines at once. Step uses all cores by itself. Functions that
// are given to it, as Take and Keep are, may look at bodies (Value, Object, Body, MayTouch), and
// must not call anything else of it. If one of them panics, or a Support of the user's, so does the
// call, once no other core is at work; what the World holds then is undefined.
package world
