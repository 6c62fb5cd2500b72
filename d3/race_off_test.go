//go:build !race

package d3_test

// raceEnabled says that the race detector is on.
const raceEnabled = false
