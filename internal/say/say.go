// Package say has what the packages that write for people say in common.
package say

import (
	"strconv"
	"strings"
)

// Count returns "1 noun" or "n nouns".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// Printable returns s, quoted if it holds anything that is not to be sent to a terminal.
func Printable(s string) string {
	if strings.ContainsFunc(s, func(c rune) bool { return !strconv.IsPrint(c) }) {
		return strconv.Quote(s)
	}
	return s
}
