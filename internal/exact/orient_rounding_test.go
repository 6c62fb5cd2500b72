package exact

import (
	"math"
	"math/big"
	"testing"

	"github.com/collide-go/collide/internal/testkit/climb"
	"github.com/collide-go/collide/internal/testkit/golden"
)

// large returns x with 500 bits to go on with.
func large(x float64) *big.Float { return new(big.Float).SetPrec(500).SetFloat64(x) }

// minus returns p - q without rounding.
func minus(p, q [3]float64) (d [3]*big.Float) {
	for i := range 3 {
		d[i] = large(p[i])
		d[i].Sub(d[i], large(q[i]))
	}
	return d
}

// share returns |x - y| over the bound c u m. The last rounding of x, u |x|, does not count: it
// changes no sign.
func share(x float64, y *big.Float, c, m float64) float64 {
	if !(m > 0) {
		return math.NaN()
	}
	e, _ := large(0).Sub(large(x), y).Float64()
	return max(math.Abs(e)-unit*math.Abs(x), 0) / (c * unit * m)
}

// drawPoint returns a point with coordinates in (-1, 1), or one near the given.
func drawPoint(d *climb.Draw, near [3]float64) (p [3]float64) {
	k := d.Tiny(30)
	for i := range p {
		p[i] = near[i] + k*d.Signed()
	}
	return p
}

func shareOrient2(d *climb.Draw) float64 {
	a := drawPoint(d, [3]float64{})
	b, c := drawPoint(d, a), drawPoint(d, a)
	det, p := det2(b[0]-a[0], b[1]-a[1], c[0]-a[0], c[1]-a[1])
	u, v := minus(b, a), minus(c, a)
	exactly := large(0).Mul(u[0], v[1])
	return share(det, exactly.Sub(exactly, large(0).Mul(u[1], v[0])), orient2, p)
}

func shareOrient3(d *climb.Draw) float64 {
	a := drawPoint(d, [3]float64{})
	b, c, e := drawPoint(d, a), drawPoint(d, a), drawPoint(d, a)
	det, p := det3(&a, &b, &c, &e)
	u, v, w := minus(b, a), minus(c, a), minus(e, a)
	exactly := large(0)
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		x := large(0).Mul(u[j], v[k])
		x.Sub(x, large(0).Mul(u[k], v[j]))
		exactly.Add(exactly, x.Mul(x, w[i]))
	}
	return share(det, exactly, orient3, p)
}

func shareDots(d *climb.Draw) float64 {
	v, p := drawPoint(d, [3]float64{}), drawPoint(d, [3]float64{})
	q := drawPoint(d, p)
	diff, m := dots(&v, &p, &q)
	exactly := large(0)
	for i, x := range minus(p, q) {
		exactly.Add(exactly, x.Mul(x, large(v[i])))
	}
	return share(diff, exactly, compareDots, m)
}

// rounding is the table of the error constants of the predicates.
func rounding() []climb.Row {
	const bySum = "by the sum of its parts"
	return []climb.Row{
		climb.Of("orient2", orient2, "|l| + |r|", "a determinant of two differences", "the comment of orient.go", 0.35, shareOrient2, bySum),
		climb.Of("orient3", orient3, "six products", "a determinant of three differences", "the comment of orient.go", 0.2, shareOrient3, bySum),
		climb.Of("compareDots", compareDots, "three products", "an inner product with a difference", "the comment of CompareDots3D", 0.2, shareDots, bySum),
	}
}

// TestRounding climbs for inputs that use each error constant.
func TestRounding(t *testing.T) { climb.Check(t, rounding()) }

// TestRoundingPage holds the page to the table.
func TestRoundingPage(t *testing.T) {
	golden.CompareBlock(t, "../../docs/math/rounding.md", "exact", climb.Table(rounding()))
}

// TestRoundingSums holds each constant to the sum of the roundings that a term goes through, with
// what orient.go adds for those of second order and for products that underflow.
func TestRoundingSums(t *testing.T) {
	const spare = 0.5
	climb.Sum(t, "two differences, product", orient2, 2, 1, spare)
	climb.Sum(t, "three differences, two products, two sums", orient3, 3, 2, 2, spare)
	climb.Sum(t, "difference, product, two sums", compareDots, 1, 1, 2, spare)
}
