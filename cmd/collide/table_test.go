package main

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/collide-go/collide/scene"
)

// TestTableLong: a table takes time in proportion to its cells. Where the width of a column was
// found anew for each cell, 7000 rows took four seconds and these hours; and where names were cut
// by one letter at a time, each time through all rows, so did a long name.
func TestTableLong(t *testing.T) {
	const rows, room = 100_000, 60
	cols := []column{{head: "A", least: 8}, {head: "B", least: 8}, {head: "at", drop: 1}, {head: "µ", right: true}}
	for i := range rows {
		name := fmt.Sprint("b", i)
		if i == rows/2 {
			name = strings.Repeat("ö", 10_000)
		}
		add(cols, []string{name, "ball", "[1 2 3]", fmt.Sprint(i)})
	}
	cols, left := fit(cols, room)
	if len(left) != 1 || left[0] != "at" || tableWidth(cols) != room {
		t.Errorf("%d wide without %v, want %d without at", tableWidth(cols), left, room)
	}
	var b strings.Builder
	(&tableEncoder{}).write(&b, cols, func(int) scene.Verdict { return scene.Touch })
	lines := strings.Split(b.String(), "\n")
	if len(lines) != rows+2 {
		t.Fatalf("%d lines", len(lines))
	}
	for i, want := range map[int]string{
		0:          "A" + strings.Repeat(" ", 48) + "B" + strings.Repeat(" ", 9) + "µ",
		1:          "b0" + strings.Repeat(" ", 47) + "ball" + strings.Repeat(" ", 6) + "0",
		rows/2 + 1: strings.Repeat("ö", 46) + "…  ball  50000",
		rows:       "b99999" + strings.Repeat(" ", 43) + "ball  99999",
		rows + 1:   "",
	} {
		if lines[i] != want {
			t.Errorf("line %d: %q, want %q (%d runes)", i, lines[i], want, utf8.RuneCountInString(lines[i]))
		}
	}
}
