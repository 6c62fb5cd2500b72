// Command satcheck answers pair lines of the plane as `collide query` does, but by the separating axis test, so that its answers can be
// judged like others:
//
//	go run ./internal/satcheck < pairs.ndjson > answers.ndjson
//
// Every answer is held against GJK and EPA, every way of culling against every other bit for bit, and SATRelate against SAT. What does not agree
// is an error, as is a pair without polytopes. The exit status is 1 when a line got one.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/scene"
)

func main() {
	failed, err := run(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "satcheck:", err)
	}
	if err != nil || failed > 0 {
		os.Exit(1)
	}
}

// maxLine is the longest line.
const maxLine = 64 << 20

// checker has what answering takes.
type checker struct {
	sat, general *d2.Query
	decoder      *scene.Decoder
}

// run answers the lines of in and returns how many got an error.
func run(in io.Reader, out io.Writer) (failed int, err error) {
	c := checker{decoder: scene.NewDecoder(scene.Options{})}
	if c.sat, err = d2.NewQuery(d2.Options{}); err != nil {
		return 0, err
	}
	if c.general, err = d2.NewQuery(d2.Options{General: true}); err != nil {
		return 0, err
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 1<<16), maxLine)
	w := bufio.NewWriter(out)
	var buf []byte
	for n := 1; lines.Scan(); n++ {
		a, err := c.answer(lines.Bytes())
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
func (c *checker) answer(line []byte) (a scene.Answer, err error) {
	pair, err := c.decoder.Pair(line)
	if err != nil {
		return a, err
	}
	if pair.Dim != 2 {
		return a, fmt.Errorf("dimension %d", pair.Dim)
	}
	p, q := &pair.A2, &pair.B2
	ct, _, err := c.sat.SAT(p, q, d2.SATOptions{}, nil)
	if err != nil {
		return a, err
	}
	a = scene.Answer2(ct)
	a.ID, a.HasID = pair.ID, pair.HasID
	if e := c.general.Distance(p, q, nil); e.Relation != ct.Relation || !(e.Lower <= ct.Upper && ct.Lower <= e.Upper) {
		return a, fmt.Errorf("%v in [%v, %v] here, %v in [%v, %v] by GJK and EPA", ct.Relation, ct.Lower, ct.Upper, e.Relation, e.Lower, e.Upper)
	}
	for _, cull := range []d2.Cull{d2.CullNone, d2.CullSlab, d2.CullDepth} {
		other, _, _ := c.sat.SAT(p, q, d2.SATOptions{Cull: cull}, nil)
		rel, _, _ := c.sat.SATRelate(p, q, d2.SATOptions{Cull: cull}, nil)
		if other != ct || rel != ct.Relation {
			return a, fmt.Errorf("culling by %v gives %v %+v, not %+v", cull, rel, other, ct)
		}
	}
	return a, nil
}
