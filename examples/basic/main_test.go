package main

import (
	"os"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/golden"
)

func Example() {
	main()
	// Output:
	// apart 1.5 between {1 0 0} and {2.5 0 0}
}

// The README shows the body of main, line by line.
func TestReadme(t *testing.T) {
	program, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, found := strings.Cut(string(program), "func main() {\n")
	body, _, closed := strings.Cut(body, "\n}\n")
	if !found || !closed {
		t.Fatal("main.go has no main")
	}
	body = strings.ReplaceAll("\n"+body, "\n\t", "\n")
	golden.CompareBlock(t, "../../README.md", "go", body[1:]+"\n")
}
