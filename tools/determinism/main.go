// Command determinism answers a fixed corpus of pairs and casts and prints one hash over the bits
// of every field of every answer, so that two platforms can be compared. It fails if an answer
// holds NaN, an infinity or a negative zero.
//
// Without options it answers the repository's own corpus, and pairs from shapegen with rays,
// sweeps, points, motions and moving vertices, also about meshes and their kin. Options name files
// of pair lines and workload files that it answers in their place.
package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/collide-go/collide/internal/testkit/shapegen"
	"github.com/collide-go/collide/internal/testkit/workload"
	"github.com/collide-go/collide/scene"
)

//go:generate sh -c "go run ./gen > testdata/corpus.ndjson"

//go:embed testdata/corpus.ndjson
var corpus []byte

// names collects the values of an option that may be given many times. A value may be a pattern.
type names []string

func (n *names) String() string { return fmt.Sprint(*n) }

// Set adds the files that match the pattern.
func (n *names) Set(pattern string) error {
	found, err := filepath.Glob(pattern)
	if err == nil && len(found) == 0 {
		err = os.ErrNotExist
	}
	*n = append(*n, found...)
	return err
}

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "determinism:", err)
		os.Exit(1)
	}
}

// run answers what the arguments name and writes the hash.
func run(args []string, out io.Writer) error {
	var cases, workloads names
	flags := flag.NewFlagSet("determinism", flag.ContinueOnError)
	flags.Var(&cases, "cases", "answer the pair lines of `FILE` (pattern, repeatable)")
	flags.Var(&workloads, "workload", "answer the pairs of the workload `FILE` (pattern, repeatable)")
	limit := flags.Int("n", 0, "at most so many pairs of each file; 0 means all")
	generate := flags.Int("generate", 1000, "with the corpus, so many random pairs of each dimension")
	each := flags.Bool("each", false, "print the hash of each answer too")
	if err := flags.Parse(args); err != nil {
		return err
	}
	list := io.Discard
	if *each {
		list = out
	}
	s, err := newAnswers(list)
	if err != nil {
		return err
	}
	if len(cases)+len(workloads) == 0 {
		if err := s.lines(bytes.NewReader(corpus), *limit); err != nil {
			return err
		}
		s.generated(*generate)
		s.casts(*generate)
		s.surfaces(*generate / 4)
	}
	read := func(files names, answer func(io.Reader, int) error) error {
		for _, name := range files {
			if err := answerFile(name, *limit, answer); err != nil {
				return err
			}
			fmt.Fprintln(list, name)
		}
		return nil
	}
	if err := read(cases, s.lines); err != nil {
		return err
	}
	if err := read(workloads, s.workload); err != nil {
		return err
	}
	fmt.Fprintln(out, s, s.count, "answers")
	for i, why := range s.bad {
		if i == 10 {
			break
		}
		fmt.Fprintln(os.Stderr, why)
	}
	if len(s.bad) > 0 {
		return fmt.Errorf("%d fields are not finite or are -0", len(s.bad))
	}
	return nil
}

// answerFile opens the file and hands it to answer.
func answerFile(name string, limit int, answer func(io.Reader, int) error) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := answer(f, limit); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// lines answers pair lines.
func (s *answers) lines(in io.Reader, limit int) error {
	r := bufio.NewReaderSize(in, 1<<16)
	for n := 0; limit <= 0 || n < limit; n++ {
		line, err := r.ReadBytes('\n')
		if len(line) > 0 {
			s.line(line)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// generated answers n random pairs of each dimension, most of them hard ones.
func (s *answers) generated(n int) {
	g3, g2 := shapegen.New3(1), shapegen.New2(1)
	for i := range n {
		p3, p2 := g3.Pair(), g2.Pair()
		s.line([]byte(p3.Line(fmt.Sprintf("3d generated %d", i))))
		s.line([]byte(p2.Line(fmt.Sprintf("2d generated %d", i))))
	}
}

// line answers one pair line; a refused one counts with its error.
func (s *answers) line(line []byte) {
	p, err := scene.DecodePair(context.Background(), line, scene.Options{})
	if err != nil {
		s.refused(p.ID, err)
		return
	}
	if p.Dim == 2 {
		s.pair2(p.ID, &p.A.O2, &p.B.O2)
		return
	}
	s.pair3(p.ID, &p.A.O3, &p.B.O3)
}

// workload answers the pairs of a workload.
func (s *answers) workload(in io.Reader, limit int) error {
	w, err := workload.Load(in, limit)
	if err != nil {
		return err
	}
	for i := range w.Pairs2 {
		s.pair2(fmt.Sprint(i), &w.Pairs2[i][0], &w.Pairs2[i][1])
	}
	for i := range w.Pairs3 {
		s.pair3(fmt.Sprint(i), &w.Pairs3[i][0], &w.Pairs3[i][1])
	}
	return nil
}
