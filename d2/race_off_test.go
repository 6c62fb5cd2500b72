//go:build !race

package d2_test

// raceEnabled says that the race detector is on.
const raceEnabled = false
