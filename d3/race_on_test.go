//go:build race

package d3_test

// raceEnabled says that the race detector is on. Under it sync.Pool drops at random what it holds,
// ours as well as that of math/big, whose scratch the exact path takes: allocations are not
// counted.
const raceEnabled = true
