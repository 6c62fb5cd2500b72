package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/golden"
)

// made are the pages whose blocks and pictures are made by the commands that stand in them, and how
// many blocks they have at least.
var made = map[string]int{"docs/tutorial.md": 10, "docs/casts.md": 4}

var (
	// A block to read: its name, and the command in its first line.
	tutorialBlock = regexp.MustCompile("(?m)^```console (\\S+)\n\\$ collide (.*)\n")
	// The command of a picture, in a comment above it, and the file it writes.
	tutorialPicture = regexp.MustCompile(`(?m)^<!-- \$ collide (.*--picture (docs/pictures/\S+)\.svg .*) -->$`)
	// A picture shown.
	tutorialImage = regexp.MustCompile(`!\[[^\]]+\]\((pictures/\S+)\.svg\)`)
	// A link to another page.
	tutorialLink = regexp.MustCompile(`\]\(([a-z][^):#]*)\)`)
)

// TestMadePages runs every command of these pages. What they print is in the page, byte for byte,
// and so are the pictures; go test -update rewrites both.
func TestMadePages(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	for page, blocks := range made {
		testMadePage(t, page, blocks)
	}
}

// testMadePage runs the commands of a page.
func testMadePage(t *testing.T, tutorial string, least int) {
	t.Helper()
	page, err := os.ReadFile(tutorial)
	if err != nil {
		t.Fatal(err)
	}
	blocks := tutorialBlock.FindAllStringSubmatch(string(page), -1)
	if len(blocks) < least {
		t.Errorf("%d blocks", len(blocks))
	}
	for _, b := range blocks {
		args, lines, cut := strings.Cut(b[2], " | head -")
		got := execute("", strings.Fields(args)...)
		if got.stderr != "" {
			t.Errorf("collide %s: %s", args, got.stderr)
			continue
		}
		if n, err := strconv.Atoi(lines); cut && err == nil {
			all := strings.SplitAfter(got.stdout, "\n")
			got.stdout = strings.Join(all[:min(n, len(all))], "")
		}
		golden.CompareBlock(t, tutorial, "console "+b[1], "$ collide "+b[2]+"\n"+got.stdout)
	}
	drawn := map[string]bool{}
	for _, p := range tutorialPicture.FindAllStringSubmatch(string(page), -1) {
		file := filepath.Join(t.ArtifactDir(), filepath.Base(p[2])+".svg")
		drawn[strings.TrimPrefix(p[2], "docs/")] = true
		args := strings.Fields(strings.Replace(p[1], p[2]+".svg", file, 1))
		if got := execute("", args...); got.stderr != "" {
			t.Errorf("collide %s: %s", p[1], got.stderr)
			continue
		}
		picture, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		golden.Compare(t, "../"+p[2]+".svg", string(picture))
	}
	for _, image := range tutorialImage.FindAllStringSubmatch(string(page), -1) {
		if !drawn[image[1]] {
			t.Errorf("no command makes %s", image[1])
		}
		delete(drawn, image[1])
	}
	for name := range drawn {
		t.Errorf("%s is made, but not shown", name)
	}
	for _, link := range tutorialLink.FindAllStringSubmatch(string(page), -1) {
		if _, err := os.Stat(filepath.Join("docs", filepath.FromSlash(link[1]))); err != nil {
			t.Error(err)
		}
	}
}
