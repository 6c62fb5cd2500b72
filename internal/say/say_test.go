package say

import "testing"

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
