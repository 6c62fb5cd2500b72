package main

import (
	"os"
	"testing"

	"github.com/collide-go/collide/internal/testkit/golden"
)

func Example() {
	main()
	// Output:
	// apart 1.5 between {1 0 0} and {2.5 0 0}
}

// The README shows this program, line by line.
func TestReadme(t *testing.T) {
	program, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	golden.CompareBlock(t, "../../README.md", "go", string(program))
}
