package d2_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// turnOf is the exact sign of the turn at b.
func turnOf(a, b, c d2.Vec) int { return exact.Orient2D(a.X, a.Y, b.X, b.Y, c.X, c.Y) }

// twiceArea returns twice the signed area of a closed path, exactly.
func twiceArea(p []d2.Vec) *big.Rat {
	sum := new(big.Rat)
	r := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	for i, a := range p {
		b := p[(i+1)%len(p)]
		sum.Add(sum, new(big.Rat).Sub(new(big.Rat).Mul(r(a.X), r(b.Y)), new(big.Rat).Mul(r(a.Y), r(b.X))))
	}
	return sum
}

// inward counts the corners of a path that bend into the region, which lies on the left for sign 1
// of its area's sign.
func inward(p []d2.Vec, hole bool) int {
	sign := twiceArea(p).Sign()
	if hole {
		sign = -sign
	}
	var q []d2.Vec
	for i, v := range p {
		if v != p[(i+len(p)-1)%len(p)] {
			q = append(q, v)
		}
	}
	n := 0
	for i, v := range q {
		if turnOf(q[(i+len(q)-1)%len(q)], v, q[(i+1)%len(q)])*sign < 0 {
			n++
		}
	}
	return n
}

// checkPieces checks everything that Decompose promises about its pieces. It returns their number.
func checkPieces(t *testing.T, outer []d2.Vec, holes ...[]d2.Vec) int {
	t.Helper()
	pieces, err := d2.Decompose(outer, holes...)
	if err != nil {
		t.Fatalf("%v: %v", outer, err)
	}
	want := new(big.Rat).Abs(twiceArea(outer))
	corners := map[d2.Vec]bool{}
	r := inward(outer, false)
	for _, v := range outer {
		corners[d2.Vec{X: v.X + 0, Y: v.Y + 0}] = true
	}
	for _, h := range holes {
		want.Sub(want, new(big.Rat).Abs(twiceArea(h)))
		r += inward(h, true)
		for _, v := range h {
			corners[d2.Vec{X: v.X + 0, Y: v.Y + 0}] = true
		}
	}
	sum := new(big.Rat)
	for _, p := range pieces {
		v := p.Vertices()
		sum.Add(sum, twiceArea(v))
		for i := range v {
			if turnOf(v[i], v[(i+1)%len(v)], v[(i+2)%len(v)]) <= 0 {
				t.Fatalf("piece %v is not strictly convex", v)
			}
			if !corners[v[i]] {
				t.Fatalf("%v is no corner of the region", v[i])
			}
		}
	}
	if sum.Cmp(want) != 0 {
		f, _ := sum.Float64()
		g, _ := want.Float64()
		t.Fatalf("the areas add up to %v, not %v: %v", f/2, g/2, outer)
	}
	if n, h := len(pieces), len(holes); n > 2*r+1-h || n < (r+1)/2+1-h || n < 1 {
		t.Fatalf("%d pieces for %d inward corners and %d holes", n, r, h)
	} else if h == 0 && n > 4*((r+1)/2+1) {
		t.Fatalf("%d pieces are more than four times as many as needed", n)
	}
	return len(pieces)
}

// disjoint checks that no two pieces overlap.
func disjoint(t *testing.T, pieces []*d2.Polygon) {
	t.Helper()
	var o []d2.Object
	for _, p := range pieces {
		x, err := d2.Place(p, d2.Pose{})
		if err != nil {
			t.Fatal(err)
		}
		o = append(o, x)
	}
	for i := range o {
		for j := range i {
			if d2.Relate(&o[i], &o[j]) == collide.Overlapping {
				t.Fatalf("pieces %d and %d overlap", i, j)
			}
		}
	}
}

// pts makes points of pairs of numbers.
func pts(x ...float64) []d2.Vec {
	var p []d2.Vec
	for i := 0; i < len(x); i += 2 {
		p = append(p, d2.Vec{X: x[i], Y: x[i+1]})
	}
	return p
}

func TestDecomposeKnown(t *testing.T) {
	square := pts(0, 0, 10, 0, 10, 10, 0, 10)
	for _, c := range []struct {
		name   string
		pieces int
		outer  []d2.Vec
		holes  [][]d2.Vec
	}{
		{"square", 1, square, nil},
		{"clockwise triangle", 1, pts(0, 0, 0, 1, 1, 0), nil},
		{"collinear and repeated", 1, pts(0, 0, 1, 0, 1, 0, 2, 0, 2, 2, 1, 2, 0, 2, 0, 1), nil},
		{"L", 2, pts(0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2), nil},
		{"T", 2, pts(0, 0, 3, 0, 3, 1, 2, 1, 2, 3, 1, 3, 1, 1, 0, 1), nil},
		{"dart", 2, pts(0, 0, 4, 0, 1, 1, 0, 4), nil},
		{"square hole", 4, square, [][]d2.Vec{pts(4, 4, 6, 4, 6, 6, 4, 6)}},
		{"two holes", 7, square, [][]d2.Vec{pts(1, 1, 2, 1, 2, 2, 1, 2), pts(6, 6, 8, 6, 7, 8)}},
	} {
		if n := checkPieces(t, c.outer, c.holes...); n > c.pieces+1 || n < c.pieces && len(c.holes) == 0 {
			t.Errorf("%s: %d pieces, want %d or so", c.name, n, c.pieces)
		}
		pieces, _ := d2.Decompose(c.outer, c.holes...)
		disjoint(t, pieces)
		// Neither the winding nor the start changes anything.
		turned := slices.Clone(c.outer)
		slices.Reverse(turned)
		turned = append(turned[1:], turned[0])
		again, err := d2.Decompose(turned, c.holes...)
		if err != nil || fmt.Sprint(vertices(again)) != fmt.Sprint(vertices(pieces)) {
			t.Errorf("%s: other pieces for another way round: %v, %v", c.name, again, err)
		}
	}
}

// vertices lists the corners of the pieces.
func vertices(pieces []*d2.Polygon) (out [][]d2.Vec) {
	for _, p := range pieces {
		out = append(out, p.Vertices())
	}
	return out
}

// combPath returns a comb of n teeth, which has 2n - 2 inward corners or so.
func combPath(n int) []d2.Vec {
	var p []d2.Vec
	for i := range n {
		p = append(p, d2.Vec{X: float64(3 * i), Y: 5}, d2.Vec{X: float64(3*i + 1), Y: 5}, d2.Vec{X: float64(3*i + 1), Y: 0.25 * float64(i%3)}, d2.Vec{X: float64(3*i + 3), Y: 0.25 * float64(i%3)})
	}
	return append(p, d2.Vec{X: float64(3 * n), Y: -1}, d2.Vec{X: 0, Y: -1})
}

// starPath returns a path that is visible from the centre, with random radii on a grid: corners
// repeat X and Y and are often collinear.
func starPath(rng *rand.Rand, n int, size float64, c d2.Vec) []d2.Vec {
	var p []d2.Vec
	for i := range n {
		a := 2 * math.Pi * (float64(i) + 0.8*rng.Float64()) / float64(n)
		r := size * (0.2 + 0.8*rng.Float64())
		p = append(p, d2.Vec{X: c.X + math.Round(r*math.Cos(a)), Y: c.Y + math.Round(r*math.Sin(a))})
	}
	return p
}

// grown returns a simple polygon made of unit squares of a random tree on a grid: rectilinear, with
// many equal coordinates.
func grown(rng *rand.Rand, cells int) []d2.Vec {
	type cell struct{ x, y int }
	set := map[cell]bool{{0, 0}: true}
	list := []cell{{0, 0}}
	dirs := []cell{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	for tries := 0; len(list) < cells && tries < 50*cells; tries++ {
		at := list[rng.IntN(len(list))]
		d := dirs[rng.IntN(4)]
		c := cell{at.x + d.x, at.y + d.y}
		n := 0 // neighbours with corners, so that the boundary stays one simple path
		for dx := -1; dx <= 1; dx++ {
			for dy := -1; dy <= 1; dy++ {
				if set[cell{c.x + dx, c.y + dy}] && (c.x+dx != at.x || c.y+dy != at.y) {
					if dx*d.x+dy*d.y >= 0 {
						n++
					}
				}
			}
		}
		if !set[c] && n == 0 {
			set[c] = true
			list = append(list, c)
		}
	}
	// The boundary, edge by edge, the region on the left.
	next := map[cell]cell{}
	for _, c := range list {
		for _, e := range [][4]int{{0, -1, 0, 0}, {1, 0, 1, 0}, {0, 1, 1, 1}, {-1, 0, 0, 1}} {
			if set[cell{c.x + e[0], c.y + e[1]}] {
				continue
			}
			from := cell{c.x + e[2], c.y + e[3]}
			next[from] = cell{from.x - e[1], from.y + e[0]}
		}
	}
	start := cell{list[0].x, list[0].y}
	for c := range next {
		if c.x < start.x || c.x == start.x && c.y < start.y {
			start = c
		}
	}
	var p []d2.Vec
	for c := start; ; {
		p = append(p, d2.Vec{X: float64(c.x), Y: float64(c.y)})
		if c = next[c]; c == start {
			return p
		}
	}
}

// TestDecomposeRandom draws polygons of several kinds. Those that happen not to be simple must be
// refused with edges that really meet.
func TestDecomposeRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	simple, total := 0, 0
	for i := range 1500 {
		var p []d2.Vec
		var holes [][]d2.Vec
		switch i % 4 {
		case 0:
			p = starPath(rng, 3+rng.IntN(30), 4+40*rng.Float64(), d2.Vec{})
		case 1:
			p = grown(rng, 1+rng.IntN(60))
		case 2:
			p = pts(-50, -50, 50, -50, 50, 50, -50, 50)
			for range rng.IntN(6) {
				c := d2.Vec{X: float64(rng.IntN(80) - 40), Y: float64(rng.IntN(80) - 40)}
				holes = append(holes, starPath(rng, 3+rng.IntN(8), 8, c))
			}
		case 3: // the first corners of a small grid
			for range 3 + rng.IntN(6) {
				p = append(p, d2.Vec{X: float64(rng.IntN(6)), Y: float64(rng.IntN(6))})
			}
		}
		if turn := rng.Float64(); i%3 == 0 { // rotated, so that coordinates have all their digits
			rot, _ := d2.NewAngle(turn)
			for k := range p {
				p[k] = rot.Apply(p[k])
			}
			for _, h := range holes {
				for k := range h {
					h[k] = rot.Apply(h[k])
				}
			}
		}
		total++
		pieces, err := d2.Decompose(p, holes...)
		if err != nil {
			checkRefusal(t, err, p, holes)
			continue
		}
		simple++
		checkPieces(t, p, holes...)
		if i%8 < 4 {
			disjoint(t, pieces)
		}
	}
	if simple < total/3 || simple > total*9/10 {
		t.Errorf("%d of %d are simple", simple, total)
	}
}

// checkRefusal checks that the edges an error names have a point in common.
func checkRefusal(t *testing.T, err error, p []d2.Vec, holes [][]d2.Vec) {
	t.Helper()
	var e *d2.RegionError
	if !errors.As(err, &e) {
		if !errors.Is(err, collide.ErrDegenerate) && !errors.Is(err, collide.ErrEmpty) {
			t.Fatalf("%v: %v", p, err)
		}
		return
	}
	if e.Fault != d2.FaultCrossing && e.Fault != d2.FaultTouching {
		return
	}
	var o [2]d2.Object
	for i := range o {
		path := p
		if e.Paths[i] > 0 {
			path = holes[e.Paths[i]-1]
		}
		a := path[e.Edges[i]]
		b := a
		for k := 1; b == a; k++ {
			b = path[(e.Edges[i]+k)%len(path)]
		}
		h, _ := d2.NewHull([]d2.Vec{a, b})
		o[i], _ = d2.Place(h, d2.Pose{})
	}
	if rel := d2.Relate(&o[0], &o[1]); rel == collide.Apart {
		t.Fatalf("%v, but these edges are apart: %v %v", err, p, holes)
	}
}

func TestDecomposeRefuses(t *testing.T) {
	square := pts(0, 0, 10, 0, 10, 10, 0, 10)
	for _, c := range []struct {
		want  string
		outer []d2.Vec
		holes [][]d2.Vec
	}{
		{"edges outer[0] and outer[2] cross at (1, 1)", pts(0, 0, 2, 2, 2, 0, 0, 2), nil},
		{"edges outer[0] and outer[2] touch at (1, 0)", pts(0, 0, 2, 0, 2, 2, 1, 0, 0, 2), nil},
		{"outer[2] is the tip of a spike at (3, 0)", pts(0, 0, 2, 0, 3, 0, 2, 0, 2, 2), nil},
		{"holes[0] lies outside outer", square, [][]d2.Vec{pts(20, 0, 21, 0, 20, 1)}},
		{"holes[1] lies inside holes[0]", square, [][]d2.Vec{pts(1, 1, 9, 1, 9, 9, 1, 9), pts(4, 4, 5, 4, 4, 5)}},
		{"edges outer[0] and holes[0][0] touch at (1, 0)", square, [][]d2.Vec{pts(1, 0, 2, 1, 1, 1)}},
		{"edges holes[0][1] and holes[1][0] cross at (3.5, 2)", square, [][]d2.Vec{pts(1, 1, 4, 1, 3, 3), pts(3, 2, 8, 2, 8, 8)}},
		{"outer: degenerate", pts(0, 0, 1, 1, 2, 2, 0, 0), nil},
		{"holes[0]: degenerate", square, [][]d2.Vec{pts(1, 1, 2, 2)}},
		{"outer: empty", nil, nil},
		{"holes[1]: empty", square, [][]d2.Vec{pts(1, 1, 2, 1, 1, 2), nil}},
		{"outer[1].y: not-finite: NaN", pts(0, 0, 1, math.NaN(), 1, 1), nil},
		{"holes[0][2].x: out-of-range: 1e+101", square, [][]d2.Vec{pts(1, 1, 2, 2, 1e101, 0)}},
	} {
		pieces, err := d2.Decompose(c.outer, c.holes...)
		if err == nil || err.Error() != c.want || pieces != nil {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// TestDecomposeLarge is about the cost: 10 000 corners in a fraction of the time that it allows,
// which is generous for slow machines.
func TestDecomposeLarge(t *testing.T) {
	raced.Skip(t)
	rng := rand.New(rand.NewPCG(7, 8))
	star := make([]d2.Vec, 10000)
	for i := range star {
		a := 2 * math.Pi * float64(i) / float64(len(star))
		r := 1 + 0.5*rng.Float64()
		star[i] = d2.Vec{X: r * math.Cos(a), Y: r * math.Sin(a)}
	}
	for name, p := range map[string][]d2.Vec{"star": star, "comb": combPath(2500)} {
		start := time.Now()
		n := checkPieces(t, p)
		if d := time.Since(start); d > 10*time.Second {
			t.Errorf("%s: %d pieces in %v", name, n, d)
		} else {
			t.Logf("%s: %d pieces in %v", name, n, d)
		}
	}
}

func FuzzDecompose(f *testing.F) {
	f.Add([]byte{0, 0, 4, 0, 4, 4, 2, 2, 0, 4})
	f.Add([]byte{0, 0, 9, 0, 9, 9, 0, 9, 255, 3, 3, 5, 3, 4, 5})
	f.Fuzz(func(t *testing.T, data []byte) {
		var paths [][]d2.Vec
		var p []d2.Vec
		for i := 0; i+1 < len(data) && i < 200; {
			if data[i] == 255 {
				paths = append(paths, p)
				p = nil
				i++
				continue
			}
			p = append(p, d2.Vec{X: float64(data[i]%16) / 3, Y: float64(data[i+1]%16) / 3})
			i += 2
		}
		paths = append(paths, p)
		if _, err := d2.Decompose(paths[0], paths[1:]...); err != nil {
			checkRefusal(t, err, paths[0], paths[1:])
			return
		}
		checkPieces(t, paths[0], paths[1:]...)
	})
}

// TestDecomposeUntangled draws points on a grid and untangles the path over them: while two edges
// cross, the part between them is reversed, and a corner that touches something is dropped. The
// edges come from the errors, so these are tested too. What remains is crooked and full of
// collinear corners and equal coordinates.
func TestDecomposeUntangled(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	done, inner := 0, 0
	for range 400 {
		size := 6 + rng.IntN(60)
		p := make([]d2.Vec, 6+rng.IntN(40))
		for i := range p {
			p[i] = d2.Vec{X: float64(rng.IntN(size)), Y: float64(rng.IntN(size))}
		}
		for range 3000 {
			_, err := d2.Decompose(p)
			var e *d2.RegionError
			if !errors.As(err, &e) {
				if err == nil {
					done++
					checkPieces(t, p)
					pieces, _ := d2.Decompose(p)
					disjoint(t, pieces)
					inner += inward(p, false)
				}
				break
			}
			i, j := e.Edges[0], e.Edges[1]
			if e.Fault == d2.FaultCrossing {
				slices.Reverse(p[i+1 : j+1])
			} else {
				p = slices.Delete(p, j, j+1)
			}
		}
	}
	if done < 300 || inner < 2000 {
		t.Errorf("%d polygons with %d inward corners", done, inner)
	}
}
