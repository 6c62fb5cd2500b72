// Command satquery answers pair lines as `collide query` does, but by the separating axis test, so that its answers can be judged like others:
//
//	go run ./internal/satquery < pairs.ndjson > answers.ndjson
//
// Only polytopes of space have one here; any other line gets an error. Every answer is held against the one by Distance: brackets that do not
// meet, or relations that differ, are an error as well. The exit status is 1 when a line got one.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

func main() {
	failed, err := run(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "satquery:", err)
	}
	if err != nil || failed > 0 {
		os.Exit(1)
	}
}

// maxLine is the longest line; a hull of 2048 corners takes about 200 kB.
const maxLine = 64 << 20

// run answers the lines of in and returns how many got an error.
func run(in io.Reader, out io.Writer) (failed int, err error) {
	q, err := d3.NewQuery(d3.Options{})
	if err != nil {
		return 0, err
	}
	d := scene.NewDecoder(scene.Options{})
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 1<<16), maxLine)
	w := bufio.NewWriter(out)
	var buf []byte
	for n := 1; lines.Scan(); n++ {
		a, err := answer(q, d, lines.Bytes())
		if err != nil {
			failed++
			a.Err = &scene.Error{Code: "sat", Message: err.Error()}
		}
		a.Line = n
		buf = append(a.AppendJSON(buf[:0]), '\n')
		if _, err := w.Write(buf); err != nil {
			return failed, err
		}
	}
	if err := lines.Err(); err != nil {
		return failed, err
	}
	return failed, w.Flush()
}

// answer answers a line.
func answer(q *d3.Query, d *scene.Decoder, line []byte) (a scene.Answer, err error) {
	pair, err := d.Pair(line)
	if err != nil {
		return a, err
	}
	if pair.Dim != 3 {
		return a, fmt.Errorf("dimension %d", pair.Dim)
	}
	c, _, err := q.SAT(&pair.A3, &pair.B3, d3.SATOptions{}, nil)
	if err != nil {
		return a, err
	}
	a = scene.Answer3(c)
	a.ID, a.HasID = pair.ID, pair.HasID
	if e := q.Distance(&pair.A3, &pair.B3, nil); e.Relation != c.Relation || !(e.Lower <= c.Upper && c.Lower <= e.Upper) {
		return a, fmt.Errorf("%v in [%v, %v] here, %v in [%v, %v] by Distance", c.Relation, c.Lower, c.Upper, e.Relation, e.Lower, e.Upper)
	}
	return a, nil
}
