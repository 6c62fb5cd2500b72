package d3

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// rats is a point in rational numbers.
type rats [3]*big.Rat

func ratsOf(p gridPoint) rats {
	return rats{new(big.Rat).SetInt64(p[0]), new(big.Rat).SetInt64(p[1]), new(big.Rat).SetInt64(p[2])}
}

func (a rats) dot(b rats) *big.Rat {
	s, t := new(big.Rat), new(big.Rat)
	for i := range 3 {
		s.Add(s, t.Mul(a[i], b[i]))
	}
	return s
}

// bruteNearest returns the point of the hull of p nearest the origin: the least of the feet of the
// origin on every sub-simplex that holds its foot. It solves the normal equations by elimination
// and shares nothing with nearestExact.
func bruteNearest(p []rats) rats {
	var best rats
	var least *big.Rat
	for set := 1; set < 1<<len(p); set++ {
		var sub []rats
		for i := range p {
			if set>>i&1 != 0 {
				sub = append(sub, p[i])
			}
		}
		x, ok := footInside(sub)
		if !ok {
			continue
		}
		if d := x.dot(x); least == nil || d.Cmp(least) < 0 {
			best, least = x, d
		}
	}
	return best
}

// footInside returns the foot of the origin on the affine hull of p if p is independent and holds
// it.
func footInside(p []rats) (rats, bool) {
	n := len(p) - 1
	var m [3][4]*big.Rat // the normal equations of foot = p0 + sum x_i (p_i - p0)
	edge := make([]rats, n)
	for i := range edge {
		edge[i] = rats{new(big.Rat).Sub(p[i+1][0], p[0][0]), new(big.Rat).Sub(p[i+1][1], p[0][1]), new(big.Rat).Sub(p[i+1][2], p[0][2])}
	}
	for i := range n {
		for j := range n {
			m[i][j] = edge[i].dot(edge[j])
		}
		m[i][n] = new(big.Rat).Neg(edge[i].dot(p[0]))
	}
	for i := range n { // the matrix is positive definite or the points are dependent: no pivoting
		if m[i][i].Sign() == 0 {
			return rats{}, false
		}
		for r := range n {
			if r == i {
				continue
			}
			f := new(big.Rat).Quo(m[r][i], m[i][i])
			for c := i; c <= n; c++ {
				m[r][c] = new(big.Rat).Sub(m[r][c], new(big.Rat).Mul(f, m[i][c]))
			}
		}
	}
	rest := big.NewRat(1, 1)
	x := rats{new(big.Rat).Set(p[0][0]), new(big.Rat).Set(p[0][1]), new(big.Rat).Set(p[0][2])}
	for i := range n {
		w := new(big.Rat).Quo(m[i][n], m[i][i])
		if w.Sign() < 0 {
			return rats{}, false
		}
		rest.Sub(rest, w)
		for k := range 3 {
			x[k].Add(x[k], new(big.Rat).Mul(w, edge[i][k]))
		}
	}
	return x, rest.Sign() >= 0
}

// simplexOf makes a simplex of grid points.
func simplexOf(g []gridPoint) simplex {
	var s simplex
	for i, p := range g {
		w := Vec{float64(p[0]), float64(p[1]), float64(p[2])}.Scale(1 / gridSize)
		s.p[i] = vertex{w: w, a: w, ia: int32(i), ib: -1}
		s.lambda[i] = 0.75 // stale on purpose
	}
	s.n = len(g)
	return s
}

// drawSimplex returns up to four grid points: small coordinates make degenerate ones frequent, full
// ones test the widths.
func drawSimplex(r *rand.Rand) []gridPoint {
	size := []int64{1, 1, 2, 3, 1000, 1<<51 - 1}[r.IntN(6)]
	g := make([]gridPoint, 1+r.IntN(4))
	for i := range g {
		for k := range 3 {
			g[i][k] = r.Int64N(2*size+1) - size
		}
	}
	switch r.IntN(6) {
	case 0: // two vertices at one place
		g[r.IntN(len(g))] = g[r.IntN(len(g))]
	case 1: // in a plane through the origin, or above it
		for i := range g {
			g[i][2] = g[0][2] * (size & 1)
		}
	case 2: // on a line
		for i := range g {
			g[i][0], g[i][1] = g[0][0], g[0][1]
		}
	case 3: // a vertex at the origin
		g[r.IntN(len(g))] = gridPoint{}
	}
	return g
}

func TestNearestExactAgainstBruteForce(t *testing.T) {
	raced.Skip(t)
	r := rand.New(rand.NewPCG(3, 1))
	inside := 0
	for range 4000 {
		g := drawSimplex(r)
		p := make([]rats, len(g))
		for i := range g {
			p[i] = ratsOf(g[i])
		}
		want := bruteNearest(p)
		s := simplexOf(g)
		d := s.nearestExact()
		if l := want.dot(want); l.Sign() == 0 {
			inside++
			if d != (gridVec{}) {
				t.Fatalf("%v: the origin is in the simplex, and the direction is %v", g, d)
			}
			continue
		}
		// d must be a positive multiple of want.
		var dir rats
		for k := range 3 {
			dir[k] = new(big.Rat).SetInt(bigWide(d[k]))
		}
		for k := range 3 {
			j := (k + 1) % 3
			if new(big.Rat).Mul(dir[k], want[j]).Cmp(new(big.Rat).Mul(dir[j], want[k])) != 0 {
				t.Fatalf("%v: direction %v is not along %v", g, dir, want)
			}
		}
		if dir.dot(want).Sign() <= 0 {
			t.Fatalf("%v: direction %v points away from %v", g, dir, want)
		}
		for i := range s.n {
			if !(s.lambda[i] > 0) {
				t.Fatalf("%v: vertex %d is kept with the weight %v", g, s.p[i].ia, s.lambda[i])
			}
		}
		w, _ := s.point()
		near := Vec{ratFloat(want[0]), ratFloat(want[1]), ratFloat(want[2])}.Scale(1 / gridSize)
		if e := w.Sub(near).Len(); e > 0x1p-48 {
			t.Fatalf("%v: the weights %v stand for %v, the nearest point is %v", g, s.lambda[:s.n], w, near)
		}
	}
	if inside < 400 {
		t.Errorf("only %d simplices held the origin", inside)
	}
}

func ratFloat(x *big.Rat) float64 { f, _ := x.Float64(); return f }

// bigWide returns x as a big integer, by division with 2^31 through the public methods only.
func bigWide(x exact.Int256) *big.Int {
	z := new(big.Int)
	if x.Sign() == 0 {
		return z
	}
	// Subtract the leading part until nothing is left: each turn takes away at least 50 bits.
	for x.Sign() != 0 {
		f := x.Float()
		b, _ := new(big.Float).SetFloat64(f).Int(nil)
		z.Add(z, b)
		part := exact.Wide(1)
		if b.Sign() < 0 {
			part = exact.Wide(-1)
		}
		low := new(big.Int).Abs(b)
		shift := max(low.BitLen()-53, 0)
		part = part.Times(new(big.Int).Rsh(low, uint(shift)).Int64())
		for ; shift > 0; shift-- {
			part = part.Add(part)
		}
		x = x.Sub(part)
	}
	return z
}

func TestHoldsOriginKeepsTheSmallestFace(t *testing.T) {
	for _, row := range []struct {
		what string
		g    []gridPoint
		keep []int32 // nil: the origin is not held
	}{
		{"the origin inside keeps all", []gridPoint{{-1, -1, -1}, {3, -1, -1}, {-1, 3, -1}, {-1, -1, 3}}, []int32{0, 1, 2, 3}},
		{"on the face 1 2 3", []gridPoint{{5, 5, 5}, {2, -1, -1}, {-1, 2, -1}, {-1, -1, 2}}, []int32{1, 2, 3}},
		{"on the edge 0 3", []gridPoint{{-2, 0, 0}, {0, 1, 0}, {0, 0, 1}, {4, 0, 0}}, []int32{0, 3}},
		{"at the vertex 2", []gridPoint{{1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {0, 0, 1}}, []int32{2}},
		{"one grid step outside the face", []gridPoint{{1, 1, 1}, {1 << 50, -1, 1}, {-1 << 50, 1 << 49, 1}, {-1 << 50, -1 << 50, 1 << 50}}, nil},
		{"flat, in its plane", []gridPoint{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, nil},
		{"all at one place, the origin", []gridPoint{{}, {}, {}, {}}, nil},
	} {
		for perm := range permutations(4) {
			g := make([]gridPoint, 4)
			for to, from := range perm {
				g[to] = row.g[from]
			}
			s := simplexOf(g)
			got := s.holdsOrigin()
			if got != (row.keep != nil) {
				t.Fatalf("%s: %v in the order %v", row.what, got, perm)
			}
			if !got {
				continue
			}
			kept := map[int32]bool{}
			for i := range s.n {
				kept[int32(perm[s.p[i].ia])] = true
			}
			if len(kept) != len(row.keep) {
				t.Fatalf("%s: kept %v in the order %v", row.what, kept, perm)
			}
			for _, k := range row.keep {
				if !kept[k] {
					t.Fatalf("%s: kept %v, not %d, in the order %v", row.what, kept, k, perm)
				}
			}
		}
	}
}

// permutations yields all orders of 0 to n-1.
func permutations(n int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		var walk func(p []int, used int) bool
		walk = func(p []int, used int) bool {
			if len(p) == n {
				return yield(p)
			}
			for i := range n {
				if used>>i&1 == 0 && !walk(append(p[:len(p):len(p)], i), used|1<<i) {
					return false
				}
			}
			return true
		}
		walk(nil, 0)
	}
}

func TestDetSignAtTheFilter(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	const full = 1 << 51
	unsure := 0
	for i := range 20000 {
		var a, b, c gridPoint
		for k := range 3 {
			a[k], b[k] = r.Int64N(2*full)-full, r.Int64N(2*full)-full
		}
		if i%4 == 0 { // a and b nearly in line: the determinant is less than the rounding of its products
			for k := range 3 {
				b[k] = a[k]/2 + r.Int64N(1<<45)
			}
		}
		// c near the plane of a and b, so that the determinant lies around the filter's bound or
		// below it.
		x, y := r.Float64()-0.5, r.Float64()-0.5
		for k := range 3 {
			c[k] = int64(x*float64(a[k])) + int64(y*float64(b[k])) + r.Int64N(257) - 128
		}
		u, v, w := gridVector(a), gridVector(b), gridVector(c)
		if d := u.Cross(v).Dot(w); d < 0x1p-48 && d > -0x1p-48 {
			unsure++
		}
		want := ratDet(a, b, c)
		if got := detSign(u, v, w); got != want {
			t.Fatalf("det %v %v %v: got %d, want %d", a, b, c, got, want)
		}
	}
	if unsure < 1000 || unsure > 19000 {
		t.Errorf("%d of 20000 determinants were below the filter: the boundary is not tested", unsure)
	}
}

func gridVector(p gridPoint) Vec {
	return Vec{float64(p[0]), float64(p[1]), float64(p[2])}.Scale(1 / gridSize)
}

// ratDet returns the sign of the determinant, by the permutation sum.
func ratDet(a, b, c gridPoint) int {
	rows := [3]gridPoint{a, b, c}
	sum := new(big.Int)
	for p := range permutations(3) {
		term := big.NewInt(1)
		for i, k := range p {
			term.Mul(term, big.NewInt(rows[i][k]))
		}
		if (p[0] > p[1]) != (p[0] > p[2]) != (p[1] > p[2]) {
			term.Neg(term)
		}
		sum.Add(sum, term)
	}
	return sum.Sign()
}
