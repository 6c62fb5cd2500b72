// Package raced tells tests whether the race detector watches them.
package raced

import "testing"

// Skip skips a test of one goroutine and much arithmetic where the race detector is on: it has
// nothing to find there, and makes the test take ten times as long. All tests run without it, too.
func Skip(t *testing.T) {
	t.Helper()
	if on {
		t.Skip("one goroutine: nothing for the race detector")
	}
}
