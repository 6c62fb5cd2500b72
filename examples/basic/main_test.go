package main

import (
	"os"
	"strings"
	"testing"
)

func Example() {
	main()
	// Output:
	// apart 1.5 between {1 0 0} and {2.5 0 0}
}

// The README shows this program, line by line.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(readme), "\n```go\n")
	shown, _, closed := strings.Cut(rest, "```\n")
	if !found || !closed {
		t.Fatal("the README has no Go program")
	}
	if shown != string(program) {
		t.Errorf("the README shows\n%s\nand the program is\n%s", shown, program)
	}
}
