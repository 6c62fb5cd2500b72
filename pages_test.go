package collide_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// maxColumns is the width of prose. Rendered pages do not care; terminals, reviews and eyes do.
const maxColumns = 100

var (
	// What may be wider: it cannot be broken without changing what it says.
	fenceLine   = regexp.MustCompile("^\\s*```")
	unbreakable = regexp.MustCompile(`^(\||    |<!--|\[!\[|\s*(?:[-*] )?!?\[[^\]]*\]\([^)]*\)[.,;:]?$|\s*\S+$)`)

	pageLink    = regexp.MustCompile(`(?:\]\(|src=")([^)"\s]+)[)"]`)
	pageHeading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	codeSpan    = regexp.MustCompile("`([^`\n]+)`")
	// A command that a reader may copy: go run or go test with what follows, or a script.
	goCommand = regexp.MustCompile(`\bgo (run|test|vet|build|install)((?: +(?:'[^']*'|[^\s;)&|#]+))+)`)
	script    = regexp.MustCompile(`(?:^|[\s(])((?:scripts/|\.ci/)[\w./-]+)`)
	subject   = regexp.MustCompile(`(?m)(?:^|\$ |\| |    )collide ([a-z]+)`)
	testName  = regexp.MustCompile(`^(?:Test|Benchmark|Fuzz|Example)[A-Z]\w*$`)
	fileName  = regexp.MustCompile(`^[\w.*/-]+\.(?:go|md|yaml|json|ndjson|sh|svg|png)$`)
	testFunc  = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz|Example)\w*)\(`)
	useLine   = regexp.MustCompile(`Use: +"([a-z]+)`)
)

// pages returns the text of every page of the repository by its path.
func pages(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, path := range files(t) {
		if filepath.Ext(path) != ".md" {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found[path] = string(text)
	}
	if len(found) < 20 {
		t.Fatalf("only %d pages", len(found))
	}
	return found
}

// files returns the paths of all files of the repository, without those of tests' own data.
func files(t *testing.T) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		hidden := strings.HasPrefix(d.Name(), ".") && d.Name() != ".ci" && d.Name() != ".github"
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (hidden || d.Name() == "testdata"):
			return filepath.SkipDir
		case !d.IsDir():
			found = append(found, filepath.ToSlash(path))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// The prose of every page is at most 100 columns wide.
func TestPagesWidth(t *testing.T) {
	for path, text := range pages(t) {
		code := false
		for i, line := range strings.Split(text, "\n") {
			if fenceLine.MatchString(line) {
				code = !code
				continue
			}
			if n := utf8.RuneCountInString(line); !code && n > maxColumns && !unbreakable.MatchString(line) {
				t.Errorf("%s:%d: %d columns", path, i+1, n)
			}
		}
	}
}

// Every table of a page has a head with a rule below it, and no blank line between its rows, which
// would make text of those behind it.
func TestPagesTables(t *testing.T) {
	rule := regexp.MustCompile(`^\|(?: *:?-+:? *\|)+$`)
	tables := 0
	for path, text := range pages(t) {
		code := false
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			if fenceLine.MatchString(line) {
				code = !code
			}
			if code || !strings.HasPrefix(line, "|") || i > 0 && strings.HasPrefix(lines[i-1], "|") {
				continue
			}
			tables++
			if i+1 == len(lines) || !rule.MatchString(lines[i+1]) {
				t.Errorf("%s:%d: a row without a head: %.60s", path, i+1, line)
			}
			for k := i + 1; k < len(lines) && strings.HasPrefix(lines[k], "|"); k++ {
				if a, b := strings.Count(columns(line), "|"), strings.Count(columns(lines[k]), "|"); a != b {
					t.Errorf("%s:%d: %d columns below %d", path, k+1, b-1, a-1)
				}
			}
		}
	}
	if tables < 30 {
		t.Errorf("only %d tables", tables)
	}
}

// columns returns a row without the bars that are text.
func columns(row string) string { return strings.ReplaceAll(row, `\|`, "") }

// Every pair line that a page shows is whole, so that it can be pasted.
func TestPagesPairs(t *testing.T) {
	count := 0
	for path, text := range pages(t) {
		for i, line := range strings.Split(text, "\n") {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, `{"id":`) {
				count++
				if !json.Valid([]byte(line)) {
					t.Errorf("%s:%d: no JSON: %.60s", path, i+1, line)
				}
			}
		}
	}
	if count < 5 {
		t.Errorf("only %d lines", count)
	}
}

// slug returns the anchor that a heading gets: lower case, punctuation gone, spaces turned to
// dashes.
func slug(heading string) string {
	keep := func(r rune) rune {
		switch {
		case r == ' ', r == '-':
			return '-'
		case r == '_', r >= 'a' && r <= 'z', r >= '0' && r <= '9', r > 127:
			return r
		}
		return -1
	}
	return strings.Map(keep, strings.ToLower(heading))
}

// Every link within the repository leads to a file that exists, and to a heading in it where it
// names one.
func TestPagesLinks(t *testing.T) {
	all := pages(t)
	for path, text := range all {
		for _, m := range pageLink.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			target := path
			if file != "" {
				target = filepath.ToSlash(filepath.Join(filepath.Dir(path), file))
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s: %v", path, m[1], err)
				continue
			}
			var anchors []string
			for _, h := range pageHeading.FindAllStringSubmatch(all[target], -1) {
				anchors = append(anchors, slug(h[1]))
			}
			if anchor != "" && !slices.Contains(anchors, anchor) {
				t.Errorf("%s links to %s: no such heading", path, m[1])
			}
		}
	}
}

// Every file, test and script that a page names in code exists, and so does every subcommand of
// collide.
func TestPagesNames(t *testing.T) {
	all, names, subcommands := files(t), map[string]bool{}, []string{"help", "completion"}
	for _, path := range all {
		if filepath.Ext(path) != ".go" {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range testFunc.FindAllStringSubmatch(string(text), -1) {
			names[m[1]] = true
		}
		if strings.HasPrefix(path, "cmd/collide/") {
			for _, m := range useLine.FindAllStringSubmatch(string(text), -1) {
				subcommands = append(subcommands, m[1])
			}
		}
	}
	for path, text := range pages(t) {
		for _, m := range codeSpan.FindAllStringSubmatch(text, -1) {
			if testName.MatchString(m[1]) && !names[m[1]] {
				t.Errorf("%s names %s, which is nowhere", path, m[1])
			}
			if fileName.MatchString(m[1]) && strings.HasPrefix(path, "docs/math/") && !exists(all, m[1]) {
				t.Errorf("%s names the file %s, which is nowhere", path, m[1])
			}
		}
		for _, m := range script.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(all, strings.TrimRight(m[1], ".")) {
				t.Errorf("%s names %s, which is nowhere", path, m[1])
			}
		}
		for _, m := range subject.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(subcommands, m[1]) {
				t.Errorf("%s has the command collide %s, which there is not", path, m[1])
			}
		}
	}
}

// Every Go block of a page about using the library stands in the program that the page is about,
// with less indentation perhaps, and every block of text in what the program's Example has to
// print.
func TestPagesPrograms(t *testing.T) {
	blocks := regexp.MustCompile("(?s)\n```(go|text)\n(.*?)```\n")
	flat := func(text string) string { return regexp.MustCompile(`\n\t+`).ReplaceAllString("\n"+text, "\n") }
	count := 0
	for path, text := range pages(t) {
		name, found := strings.CutPrefix(path, "docs/use-")
		if !found {
			continue
		}
		dir := filepath.Join("examples", strings.TrimSuffix(name, ".md"))
		program, err1 := os.ReadFile(filepath.Join(dir, "main.go"))
		tests, err2 := os.ReadFile(filepath.Join(dir, "main_test.go"))
		if err1 != nil || err2 != nil {
			t.Errorf("%s: %v, %v", path, err1, err2)
			continue
		}
		output := strings.ReplaceAll(string(tests), "\n\t// ", "\n")
		for _, m := range blocks.FindAllStringSubmatch(text, -1) {
			count++
			if m[1] == "go" && !strings.Contains(flat(string(program)), flat(m[2])) || m[1] == "text" && !strings.Contains(output, m[2]) {
				t.Errorf("%s: this is not in %s:\n%s", path, dir, m[2])
			}
		}
	}
	if count < 9 {
		t.Errorf("only %d blocks", count)
	}
}

// exists reports whether a file is named name, or matches it where it is a pattern, in any folder.
func exists(all []string, name string) bool {
	return slices.ContainsFunc(all, func(path string) bool {
		base, _ := filepath.Match(name, filepath.Base(path))
		return base || path == name || strings.HasSuffix(path, "/"+name)
	})
}

// Every package in a go command of a page exists, and what it asks for by -run or -bench has a
// match there.
func TestPagesGoCommands(t *testing.T) {
	count := 0
	for path, text := range pages(t) {
		for _, m := range goCommand.FindAllStringSubmatch(strings.ReplaceAll(text, "`", "\n"), -1) {
			words := strings.Fields(m[2])
			dirs, patterns := packages(words), map[string]string{}
			for i, w := range words {
				if (w == "-run" || w == "-bench") && i+1 < len(words) {
					patterns[w] = strings.Trim(words[i+1], "'")
				}
			}
			for _, dir := range dirs {
				count++
				checkCommand(t, path, m[0], dir, patterns)
			}
		}
	}
	if count < 20 {
		t.Errorf("only %d packages found in commands", count)
	}
}

// packages returns the folders that the words of a command name, in the repository or in its module
// bench.
func packages(words []string) []string {
	var dirs []string
	for _, w := range words {
		if strings.HasPrefix(w, "./") && !strings.HasSuffix(w, "...") {
			w = strings.TrimRight(w, ".,")
			if _, err := os.Stat(w); err != nil {
				w = "bench/" + w
			}
			dirs = append(dirs, w)
		}
	}
	return dirs
}

// checkCommand fails t unless dir holds a package with a match for each pattern.
func checkCommand(t *testing.T, page, command, dir string, patterns map[string]string) {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(sources) == 0 {
		t.Errorf("%s: %s: no package %s", page, command, dir)
		return
	}
	for flag, pattern := range patterns {
		if pattern == "^$" || pattern == "." {
			continue
		}
		want := map[string]string{"-run": "Test", "-bench": "Benchmark"}[flag]
		for part := range strings.SplitSeq(pattern, "|") {
			part, _, _ = strings.Cut(part, "/")
			if !matches(t, sources, want, part) {
				t.Errorf("%s: %s: nothing in %s matches %s", page, command, dir, part)
			}
		}
	}
}

// matches reports whether one of the sources declares a function of the given kind whose name
// matches part.
func matches(t *testing.T, sources []string, kind, part string) bool {
	t.Helper()
	re, err := regexp.Compile(part)
	if err != nil {
		t.Error(err)
		return false
	}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range testFunc.FindAllStringSubmatch(string(text), -1) {
			if strings.HasPrefix(m[1], kind) && re.MatchString(m[1]) {
				return true
			}
		}
	}
	return false
}

// TestCommentsWidth holds comments in Go to the columns of prose, a tab counting four. What is set
// as code, and the output of an example, cannot be broken.
func TestCommentsWidth(t *testing.T) {
	comments := 0
	for _, path := range files(t) {
		if filepath.Ext(path) != ".go" {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		output := false
		for i, line := range strings.Split(string(text), "\n") {
			prose, isComment := strings.CutPrefix(strings.TrimSpace(line), "//")
			if !isComment {
				output = false
				continue
			}
			comments++
			output = output || strings.HasPrefix(prose, " Output:") || strings.HasPrefix(prose, " Unordered output:")
			width := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
			if width > maxColumns && !output && !strings.HasPrefix(prose, "\t") {
				t.Errorf("%s:%d: a comment of %d columns", path, i+1, width)
			}
		}
	}
	if comments < 1000 {
		t.Errorf("only %d lines of comment", comments)
	}
}

// TestErrorConstantsHaveNames: in d2 and d3 no code but the table of error constants has a number
// of roundings in it.
func TestErrorConstantsHaveNames(t *testing.T) {
	number := regexp.MustCompile(`(^|[^A-Za-z0-9_.])[0-9][0-9a-fx.p+-]*\s*\*\s*unit\b|\bunit\s*\*\s*[0-9]`)
	lines := 0
	for _, path := range files(t) {
		dir, name := filepath.Split(filepath.ToSlash(path))
		if dir != "d2/" && dir != "d3/" || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") ||
			name == "vec_rounding.go" {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			code, _, _ := strings.Cut(line, "//")
			if lines++; number.MatchString(code) {
				t.Errorf("%s:%d: a number of roundings without a name: %s", path, i+1, strings.TrimSpace(code))
			}
		}
	}
	if lines < 10000 {
		t.Errorf("only %d lines", lines)
	}
}
