// Command mutants shows that tests guard the certificates: it breaks the code in one small way
// after another and runs the tests that must notice.
//
//	go run ./tools/mutants             all of list.go
//	go run ./tools/mutants -run thin   those whose name matches
//	go run ./tools/mutants -thirds     each error constant divided by three
//
// Nothing in the tree is written: the broken file takes the place of the good one for the compiler
// alone. A mutant whose tests pass, do not build, or do not end in time survives, and the exit
// status is 1. Mutants that cannot be told from the code are listed with the argument and not run.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// mutant is one way to break the code.
type mutant struct {
	name, story string
	file        string
	from, to    string // the text replaced, which stands there once
	tests       string // a pattern for go test -run, in the package of the file
	equal       string // why no test can tell, for those that are not run
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is main with its surroundings as arguments.
func run(args []string, out, diagnostics io.Writer) int {
	fs := flag.NewFlagSet("mutants", flag.ContinueOnError)
	fs.SetOutput(diagnostics)
	match := fs.String("run", "", "run the mutants whose name matches this pattern alone")
	thirds := fs.Bool("thirds", false, "divide each error constant by three instead")
	limit := fs.Duration("timeout", 3*time.Minute, "a mutant that takes longer survives")
	if err := fs.Parse(args); err != nil {
		return 2
	}
	pattern, err := regexp.Compile(*match)
	if err != nil {
		fmt.Fprintln(diagnostics, "mutants:", err)
		return 2
	}
	all := mutants
	if *thirds {
		if all, err = divided(); err != nil {
			fmt.Fprintln(diagnostics, "mutants:", err)
			return 1
		}
	}
	survivors := 0
	for _, m := range all {
		if !pattern.MatchString(m.name) {
			continue
		}
		if m.equal != "" {
			fmt.Fprintf(out, "equal     %-28s %s\n", m.name, m.equal)
			continue
		}
		how, err := m.try(*limit)
		if err != nil {
			fmt.Fprintf(diagnostics, "mutants: %s: %v\n", m.name, err)
			return 1
		}
		if how == "" {
			survivors++
			how = "SURVIVED"
		}
		fmt.Fprintf(out, "%-9s %-28s %s\n", how, m.name, m.story)
	}
	fmt.Fprintf(out, "%d survivors\n", survivors)
	if survivors > 0 {
		return 1
	}
	return 0
}

// try runs the tests of m and returns "killed", or nothing for a mutant that survives.
func (m *mutant) try(limit time.Duration) (how string, err error) {
	good, err := os.ReadFile(filepath.FromSlash(m.file))
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(good), m.from); n != 1 {
		return "", fmt.Errorf("%s holds %q %d times, not once: bring list.go up to date", m.file, m.from, n)
	}
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	bad := filepath.Join(dir, filepath.Base(m.file))
	if err := os.WriteFile(bad, []byte(strings.Replace(string(good), m.from, m.to, 1)), 0o600); err != nil {
		return "", err
	}
	path, err := filepath.Abs(filepath.FromSlash(m.file))
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {path: bad}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		return "", err
	}
	return m.test(overlay, limit)
}

// test runs the tests of m with the overlay.
func (m *mutant) test(overlay string, limit time.Duration) (how string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit+time.Minute)
	defer cancel()
	pkg := "./" + filepath.ToSlash(filepath.Dir(m.file))
	cmd := exec.CommandContext(ctx, "go", "test", "-short", "-vet=off", "-overlay", overlay, "-timeout", limit.String(),
		"-run", m.tests, pkg)
	text, err := cmd.CombinedOutput()
	switch said := string(text); {
	case strings.Contains(said, "[build failed]"), strings.Contains(said, "[setup failed]"):
		return "", fmt.Errorf("does not build:\n%s", said)
	case strings.Contains(said, "no tests to run"):
		return "", fmt.Errorf("no test matches %q", m.tests)
	case err == nil, strings.Contains(said, "panic: test timed out"), ctx.Err() != nil:
		return "", nil
	case strings.Contains(said, "--- FAIL"):
		return "killed", nil
	default:
		return "", fmt.Errorf("%w\n%s", err, said)
	}
}

// tables are the files of error constants by the blocks of docs/math/rounding.md, in that order.
var tables = [][2]string{
	{"d2", "d2/vec_rounding.go"}, {"d3", "d3/vec_rounding.go"}, {"exact", "internal/exact/orient_rounding.go"},
}

// divided returns a mutant for each constant of the tables, divided by three.
func divided() (all []mutant, err error) {
	line := regexp.MustCompile(`(?m)^\t(\w+) += ([0-9.x p-]+?)( +//.*)?$`)
	for _, table := range tables {
		dir, file := table[0], table[1]
		text, err := os.ReadFile(filepath.FromSlash(file))
		if err != nil {
			return nil, err
		}
		page, err := os.ReadFile(filepath.FromSlash("docs/math/rounding.md"))
		if err != nil {
			return nil, err
		}
		_, block, _ := strings.Cut(string(page), "```"+dir+"\n")
		block, _, _ = strings.Cut(block, "```")
		for _, f := range line.FindAllStringSubmatch(string(text), -1) {
			m := mutant{
				name: dir + " " + f[1] + "/3", story: f[2] + " divided by three", file: file,
				from: f[0], to: strings.Replace(f[0], "= "+f[2], "= "+f[2]+" / 3.0", 1),
			}
			held := regexp.MustCompile(`(?m)^` + f[1] + ` .*  (by the climb|by the sum|by Test\w+|no: ).*$`)
			row := held.FindStringSubmatch(block)
			if row == nil {
				return nil, fmt.Errorf("docs/math/rounding.md has no row for %s of %s", f[1], dir)
			}
			switch row[1] {
			case "by the climb":
				m.tests = "^TestRounding$/^" + f[1] + "$"
			case "by the sum":
				m.tests = "^TestRoundingSums$"
			case "no: ":
				m.equal = row[0][strings.LastIndex(row[0], "no: "):]
			default:
				m.tests = "^" + strings.TrimPrefix(row[1], "by ") + "$"
			}
			all = append(all, m)
		}
	}
	return all, nil
}
