package say

import "strings"

// Nearest returns the word that is fewest edits away from s, "" if that is more than a third of its
// letters. Case does not count.
func Nearest(s string, of []string) string {
	best, least := "", 0
	if len(s) > 40 {
		return ""
	}
	s = strings.ToLower(s)
	for _, w := range of {
		if d := edits(s, strings.ToLower(w)); d <= max(len(w)/3, 1) && len(w) > 1 && (best == "" || d < least) {
			best, least = w, d
		}
	}
	return best
}

// edits returns how many insertions, deletions, changes and swaps of neighbours turn a into b
// (optimal string alignment: no letter is touched twice).
func edits(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			change := row[j]
			if a[i] != b[j] {
				change++
			}
			next[j+1] = min(change, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
