package say

import (
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for n, want := range map[int]string{0: "0 pairs", 1: "1 pair", 2: "2 pairs", -1: "-1 pairs"} {
		if got := Count(n, "pair"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for s, want := range map[string]string{
		"": "", "arm 3": "arm 3", `"x"`: `"x"`, "µm": "µm", "a\x1b[2J": `"a\x1b[2J"`, "two\nlines": `"two\nlines"`,
	} {
		if got := Printable(s); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
}

// TestNearest holds what counts as a slip of the finger: few edits for the length of the word,
// whatever the case.
func TestNearest(t *testing.T) {
	words := []string{"mast", "forearm", "Gripper", "x", "stop"}
	for s, want := range map[string]string{
		"forearn": "forearm", "foraerm": "forearm", "FOREARM": "forearm", "griper": "Gripper", "mst": "mast",
		"floor": "", "y": "", "": "", strings.Repeat("forearm", 6): "",
	} {
		if got := Nearest(s, words); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
