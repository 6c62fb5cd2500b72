package main

import "testing"

// TestAllowed: peers are judged in every query, manifolds by more room, and ours closely.
func TestAllowed(t *testing.T) {
	for _, row := range [][3]string{
		{"peer", "yes or no", "1e-4"},
		{"peer", "distance", "1e-4"},
		{"peer", "manifold", "1e-3"},
		{own, "yes or no", ""},
		{own, "distance", ""},
		{own, "manifold", "1e-9"},
	} {
		if got := allowed(row[0], row[1]); got != row[2] {
			t.Errorf("%s, %s: %q, want %q", row[0], row[1], got, row[2])
		}
	}
}
