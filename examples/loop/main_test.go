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
	// frame 1: body 4 hits body 1
	// frame 1: body 1 and body 4 began
	// frame 18: body 0 and body 1 began
	// frame 32: body 0 and body 2 began
	// frame 42: body 0 and body 3 began
}

// docs/worlds.md shows the loop of main, line by line.
func TestPage(t *testing.T) {
	program, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, found := strings.Cut(string(program), "\tfor frame := range 60 {\n")
	body, _, closed := strings.Cut(body, "\n}\n")
	if !found || !closed {
		t.Fatal("main.go has no loop")
	}
	body = strings.ReplaceAll("\n\tfor frame := range 60 {\n"+body, "\n\t", "\n")
	golden.CompareBlock(t, "../../docs/worlds.md", "go", body[1:]+"\n")
}
