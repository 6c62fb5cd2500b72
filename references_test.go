package collide_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every key that a comment or a page cites is in docs/references.md, and every one there is cited.
func TestReferences(t *testing.T) {
	text, err := os.ReadFile("docs/references.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^- \*\*\[(\w+)\]\*\*`).FindAllStringSubmatch(string(text), -1) {
		if known[m[1]] {
			t.Errorf("[%s] stands twice in docs/references.md", m[1])
		}
		known[m[1]] = true
	}
	if len(known) < 10 {
		t.Fatalf("only %d keys found in docs/references.md", len(known))
	}
	key := regexp.MustCompile(`\[([A-Z][A-Za-z]+\d\d+)[\],; ]`)
	cited := map[string]bool{"SARIF": true} // which has no year; report cites it
	err = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go" && filepath.Ext(path) != ".md":
			return nil
		}
		page, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range key.FindAllStringSubmatch(string(page), -1) {
			cited[m[1]] = cited[m[1]] || path != "docs/references.md"
			if !known[m[1]] {
				t.Errorf("%s cites [%s], which is not in docs/references.md", path, m[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for k := range known {
		if !cited[k] {
			t.Errorf("nothing cites [%s]", k)
		}
	}
}
