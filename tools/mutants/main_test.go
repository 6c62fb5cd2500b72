package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The text that a mutant replaces stands in its file once, so that moved code is noticed at once
// and not when somebody runs them all. Every constant of the tables has a row on the page.
func TestListIsUpToDate(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	thirds, err := divided()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, m := range append(thirds, mutants...) {
		text, err := os.ReadFile(filepath.FromSlash(m.file))
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
		} else if n := strings.Count(string(text), m.from); n != 1 {
			t.Errorf("%s: %s holds %q %d times", m.name, m.file, m.from, n)
		}
		if names[m.name] {
			t.Errorf("two mutants are called %s", m.name)
		}
		names[m.name] = true
		if (m.tests == "") == (m.equal == "") {
			t.Errorf("%s has neither tests nor a reason, or both", m.name)
		}
	}
	if len(mutants) < 30 || len(thirds) < 80 {
		t.Errorf("%d mutants and %d constants only", len(mutants), len(thirds))
	}
}
