// Command satquery answers pair lines as `collide query` does, but by the separating axis test, so
// that its answers can be judged like others:
//
//	go run ./tools/satquery < pairs.ndjson > answers.ndjson
//
// Only polytopes, rounded or not, have one here; any other line gets an error. Every answer is held
// against GJK and EPA, every way of culling against every other bit for bit, and Relate against
// Distance: what does not agree is an error as well. The exit status is 1 when a line got one.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
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

// checker has what answering takes: queries that go the general way beside those that test axes.
type checker struct {
	sat2           [3]*d2.Query // by Cull
	general2       *d2.Query
	sat3, general3 *d3.Query
	depth3         *d3.Query // sat3 with culling
	trace3         d3.Trace  // of sat3
	decoder        *scene.Decoder
}

func newChecker() (*checker, error) {
	c := &checker{decoder: scene.NewDecoder(scene.Options{})}
	var err [5]error
	for cull := range c.sat2 {
		var bad error
		c.sat2[cull], bad = d2.NewQuery(d2.Options{Algorithm: collide.SAT, Cull: d2.Cull(cull)})
		err[0] = errors.Join(err[0], bad)
	}
	c.general2, err[1] = d2.NewQuery(d2.Options{Algorithm: collide.GJK})
	c.sat3, err[2] = d3.NewQuery(d3.Options{Algorithm: collide.SAT, Trace: &c.trace3})
	c.general3, err[3] = d3.NewQuery(d3.Options{Algorithm: collide.GJK})
	c.depth3, err[4] = d3.NewQuery(d3.Options{Algorithm: collide.SAT, Cull: d3.CullDepth})
	return c, errors.Join(err[:]...)
}

// run answers the lines of in and returns how many got an error.
func run(in io.Reader, out io.Writer) (failed int, err error) {
	c, err := newChecker()
	if err != nil {
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
			a.Err = &scene.Error{Code: errSAT, Message: err.Error()}
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
	pair, err := c.decoder.Pair(context.Background(), line)
	if err != nil {
		return a, err
	}
	if pair.Dim == 2 {
		a, err = c.plane(&pair.A.O2, &pair.B.O2)
	} else {
		a, err = c.space(&pair.A.O3, &pair.B.O3)
	}
	a.ID, a.HasID = pair.ID, pair.HasID
	return a, err
}

// errSAT is the code of what the two do not agree about, and of what SAT does not take.
var errSAT = errors.New("sat")

// errUnserved refuses cores that are not both polytopes.
var errUnserved = errors.New("not for the separating axis test")

// plane answers about two bodies of the plane.
func (c *checker) plane(p, q *d2.Object) (a scene.Answer, err error) {
	for _, o := range [2]*d2.Object{p, q} {
		if _, err := o.Hull(); errors.Is(err, collide.ErrNotPolytope) {
			return a, errUnserved
		}
	}
	ct, _ := d2.SAT(p, q)
	for cull, by := range c.sat2 {
		other, rel := by.Distance(p, q, nil), by.Relate(p, q, nil)
		if other != ct || rel != ct.Relation {
			return a, fmt.Errorf("culling by %v gives %v %+v, not %+v", d2.Cull(cull), rel, other, ct)
		}
	}
	e := c.general2.Distance(p, q, nil)
	return scene.AnswerOf(ct), agree(ct.Relation, e.Relation, ct.Lower, ct.Upper, e.Lower, e.Upper)
}

// space answers about two bodies of space.
func (c *checker) space(p, q *d3.Object) (a scene.Answer, err error) {
	c.trace3.Reset()
	ct := c.sat3.Distance(p, q, nil)
	if c.trace3.Steps[0].Exit == collide.ExitUnserved {
		return a, errUnserved
	}
	rel, other, culled := c.sat3.Relate(p, q, nil), c.depth3.Distance(p, q, nil), c.depth3.Relate(p, q, nil)
	if other != ct || rel != ct.Relation || culled != rel {
		return a, fmt.Errorf("culling by %v gives %v %+v, not %v %+v", d3.CullDepth, culled, other, rel, ct)
	}
	e := c.general3.Distance(p, q, nil)
	return scene.AnswerOf(ct), agree(ct.Relation, e.Relation, ct.Lower, ct.Upper, e.Lower, e.Upper)
}

// agree returns an error unless both relations are one and both brackets meet.
func agree(here, there collide.Relation, lower, upper, otherLower, otherUpper float64) error {
	if here == there && otherLower <= upper && lower <= otherUpper {
		return nil
	}
	return fmt.Errorf("%v in [%v, %v] here, %v in [%v, %v] by GJK and EPA", here, lower, upper, there, otherLower,
		otherUpper)
}
