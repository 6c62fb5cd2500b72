//go:build !race

package world

// raceEnabled says that the race detector is on. Under it sync.Pool drops at random what it holds,
// and math/big and Motion.At take their work space from one: allocations are not counted.
const raceEnabled = false
