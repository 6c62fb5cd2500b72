// Command certify holds the answers of programs about a workload of pairs to what can be proved of
// each pair.
//
//	certify [-verdicts] WORKLOAD OURS [NAME=RESULTS=TOLERANCE]...
//
// OURS are the answers of cmd/race, RESULTS those of a driver. It asks no query of the library: it
// reads the shapes for itself, and takes of our answers the normal and the points, which prove
// bounds of the signed distance whatever made them:
//
//   - the gap between the bodies along a direction is a lower bound, also of overlapping bodies;
//   - two points, each in its body, are no nearer to each other than the bodies;
//   - the least overlap along the normals of all faces and the cross products of all edges is the
//     depth of two polytopes.
//
// Bounds are computed in doubles, and good to 1e-11 of the size; answers are wrong if they are out
// of them by the tolerance times the size: where one says that bodies apart have a common point, or
// the other way round; where a distance or a depth is off, that of a manifold as well, unless
// -verdicts is given. Depths of curved bodies are held to the first bound alone, as none is known
// from the other side.
//
// It prints "wrong NAME WORKLOAD COUNT OF FIRST SILENT" for each program, ours first: how many
// pairs, of how many answers, the first such pair, -1 for none, and how many answers lack a
// distance.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// answer is a line of results. Numbers that are not given are NaN.
type answer struct {
	hit  int // 1 for a common point, 0 for none, -1 where the program failed
	d    float64
	n    vec
	a, b vec
}

// readAnswers reads results.
func readAnswers(path string) ([]answer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var list []answer
	for in := bufio.NewReader(f); ; {
		var i int
		var x answer
		_, err := fmt.Fscan(in, &i, &x.hit, &x.d, &x.n[0], &x.n[1], &x.n[2],
			&x.a[0], &x.a[1], &x.a[2], &x.b[0], &x.b[1], &x.b[2])
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil || i != len(list) {
			return nil, fmt.Errorf("%s: line %d: %w", path, len(list)+1, err)
		}
		list = append(list, x)
	}
}

// bracket are bounds of the signed distance of a pair, and its size.
type bracket struct{ lo, hi, size float64 }

// How many pairs of edges the depth of a pair may take: those of hulls of 512 corners, and where
// depths are not asked for those of 128, as a proof that they overlap.
const (
	mostEdges     = 3e6
	mostForProofs = 2e5
)

// known returns what our answer proves of a pair, by at most so many pairs of edges.
func (p *pair) known(x *answer, most int) bracket {
	k := bracket{math.Inf(-1), math.Inf(1), p.a.radius() + p.b.radius()}
	slack := 1e-11 * (k.size + p.a.at.length() + p.b.at.length())
	if l := x.n.length(); l > 0.5 {
		n := x.n.scale(1 / l)
		k.lo = p.gap(n) - slack
	}
	if p.a.holds(x.a, slack) && p.b.holds(x.b, slack) {
		k.hi = x.b.sub(x.a).length() + slack
	}
	if k.lo > 0 {
		return k
	}
	if depth, ok := p.depth(most); ok && depth >= 0 {
		k.lo, k.hi = -depth-slack, -depth+slack
	} else if x.d < 0 {
		k.hi = slack
	}
	return k
}

// wrong reports whether an answer contradicts what is known.
func (k bracket) wrong(x *answer, tolerance float64) bool {
	slack := tolerance * k.size
	switch {
	case x.hit < 0:
		return true
	case x.hit == 1 && k.lo > slack, x.hit == 0 && k.hi < -slack:
		return true
	case math.IsNaN(x.d):
		return false
	}
	return x.d < k.lo-slack || x.d > k.hi+slack
}

// run judges the programs.
func run(args []string) error {
	verdicts := len(args) > 0 && args[0] == "-verdicts"
	if verdicts {
		args = args[1:]
	}
	if len(args) < 2 {
		return errors.New("want [-verdicts] WORKLOAD OURS and NAME=RESULTS=TOLERANCE of each program")
	}
	pairs, err := load(args[0])
	if err != nil {
		return err
	}
	ours, err := readAnswers(args[1])
	if err != nil {
		return err
	}
	if len(ours) != len(pairs) {
		return fmt.Errorf("%s: %d answers about %d pairs", args[1], len(ours), len(pairs))
	}
	proved, most := make([]bracket, len(pairs)), int(mostEdges)
	if verdicts {
		most = mostForProofs
	}
	for i := range pairs {
		proved[i] = pairs[i].known(&ours[i], most)
	}
	name := strings.TrimSuffix(filepath.Base(args[0]), ".txt")
	report("collide", name, proved, ours, 1e-9)
	for _, s := range args[2:] {
		w := strings.Split(s, "=")
		if len(w) != 3 {
			return fmt.Errorf("%q: want NAME=RESULTS=TOLERANCE", s)
		}
		tolerance, err := strconv.ParseFloat(w[2], 64)
		if err != nil {
			return err
		}
		list, err := readAnswers(w[1])
		if err != nil {
			return err
		}
		for i := range list {
			if verdicts {
				list[i].d = math.NaN()
			}
		}
		report(w[0], name, proved, list, tolerance)
	}
	return nil
}

// report prints how many answers of a program are wrong.
func report(program, workload string, proved []bracket, list []answer, tolerance float64) {
	count, first, silent := 0, -1, 0
	for i := range min(len(list), len(proved)) {
		if math.IsNaN(list[i].d) {
			silent++
		}
		if proved[i].wrong(&list[i], tolerance) {
			if count++; first < 0 {
				first = i
			}
		}
	}
	fmt.Println("wrong", program, workload, count, len(list), first, silent)
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "certify:", err)
		os.Exit(1)
	}
}
