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

// otherwise are the first bytes of files that hold what is wanted, but in another form.
var otherwise = []struct{ head, what string }{
	{"\xff\xfe", "the text is in UTF-16: write it in UTF-8"},
	{"\xfe\xff", "the text is in UTF-16: write it in UTF-8"},
	{"\x1f\x8b", "the data is packed by gzip: unpack it first"},
	{"\x28\xb5\x2f\xfd", "the data is packed by zstd: unpack it first"},
	{"\xfd7zXZ", "the data is packed by xz: unpack it first"},
	{"PK\x03\x04", "the data is a zip archive: unpack it first"},
}

// Form returns what is to be done with data that begins with head and cannot be read as it is, ""
// where that tells nothing. No plain text begins so.
func Form(head string) string {
	for _, o := range otherwise {
		if strings.HasPrefix(head, o.head) {
			return o.what
		}
	}
	return ""
}
