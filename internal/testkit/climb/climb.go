// Package climb looks for inputs that use an error bound: a seeded hill climb over numbers, and the
// table of what it finds. Tests of the error constants of d2 and d3 are made of it.
package climb

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/collide-go/collide/internal/testkit/raced"
)

// Draw hands out the numbers of one input.
type Draw struct {
	x []float64
	n int
}

// Float returns the next number, in [0, 1). Numbers past the last begin again.
func (d *Draw) Float() float64 {
	v := d.x[d.n%len(d.x)]
	d.n++
	return v
}

// Signed returns a number of (-1, 1).
func (d *Draw) Signed() float64 { return 2*d.Float() - 1 }

// Int returns a number of 0 to n-1.
func (d *Draw) Int(n int) int { return int(d.Float() * float64(n)) }

// Tiny returns a positive number below 1, as often near 2^-bits as near 1.
func (d *Draw) Tiny(bits int) float64 {
	v := d.Float()
	return math.Ldexp(0.5+v/2, -int(d.Float()*float64(bits)))
}

// numbers is how many numbers an input has, and restarts how often a climb begins anew.
const (
	numbers  = 64
	restarts = 4
)

// Most returns the greatest value of f that a climb of that many steps finds. NaN counts as no
// input.
func Most(seed uint64, steps int, f func(d *Draw) float64) float64 {
	rng := rand.New(rand.NewPCG(seed, 8))
	most := 0.0
	for range restarts {
		x, y := make([]float64, numbers), make([]float64, numbers)
		for i := range x {
			x[i] = rng.Float64()
		}
		best := math.Inf(-1)
		for range steps / restarts {
			copy(y, x)
			for range 1 + rng.IntN(4) {
				change(rng, y)
			}
			if v := f(&Draw{x: y}); v >= best {
				best, x, y = v, y, x
			}
		}
		most = max(most, best)
	}
	return most
}

// change moves one number: anywhere, or by a step of any magnitude.
func change(rng *rand.Rand, x []float64) {
	i := rng.IntN(len(x))
	if rng.IntN(3) == 0 {
		x[i] = rng.Float64()
		return
	}
	v := x[i] + math.Ldexp(rng.Float64()-0.5, -rng.IntN(52))
	x[i] = v - math.Floor(v)
}

// Row is one error constant.
type Row struct {
	Name  string  // of the constant; of what is not a constant of the code, in words
	Value float64 // in units of u, or as Times says
	Times string  // what it is multiplied with
	What  string  // whose error it bounds
	Page  string  // where it is derived, below docs/math

	// Least is the share of the bound that the climb has to find, and Share the error of one input
	// over the bound.
	Least float64
	Share func(d *Draw) float64

	// Why tells what else holds the constant where Least is below a third: a sum of parts, a test;
	// or why nothing can.
	Why string
}

// Of returns a row.
func Of(name string, value float64, times, what, page string, least float64, share func(d *Draw) float64,
	why string,
) Row {
	return Row{Name: name, Value: value, Times: times, What: what, Page: page, Least: least, Share: share, Why: why}
}

// Check climbs for each row, for as many inputs as the time allows, and fails where the share is
// above 1 or below Least.
func Check(t *testing.T, rows []Row) {
	raced.Skip(t)
	steps := 20000
	if testing.Short() {
		steps = 4000
	}
	seen := map[string]bool{}
	for _, r := range rows {
		if seen[r.Name] {
			t.Errorf("%s stands there twice", r.Name)
		}
		seen[r.Name] = true
		t.Run(strings.ReplaceAll(r.Name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			if r.Share == nil {
				if r.Least != 0 || r.Why == "" {
					t.Error("a row without a climb says why")
				}
				return
			}
			if r.Least < 1.0/3 && r.Why == "" {
				t.Error("a row of which less than a third is used says what else holds it")
			}
			if r.Least < 0.1 && !strings.Contains(r.Why, "the climb cannot") {
				t.Error("a row of which less than a tenth is used says why")
			}
			most := Most(uint64(len(r.Name)), steps, r.Share)
			t.Logf("the largest error is %.3f of the bound", most)
			if !(most <= 1) {
				t.Errorf("the error is %v times the bound %v u", most, r.Value)
			}
			if !(most >= r.Least) {
				t.Errorf("the climb finds %.3f of the bound only, not %.3f", most, r.Least)
			}
		})
	}
}

// Table returns the rows as lines of text in columns.
func Table(rows []Row) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "constant\tvalue\ttimes\tbounds\tused\tderived in\ta third of it fails")
	for _, r := range rows {
		used, why := "", r.Why
		if r.Share != nil {
			used = strconv.FormatFloat(r.Least, 'g', -1, 64)
		}
		if why == "" {
			why = "by the climb"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.Name, number(r.Value), r.Times, r.What, used, r.Page, why)
	}
	_ = w.Flush() // to a Builder
	return b.String()
}

// number writes a constant: powers of two far below 1 as such.
func number(x float64) string {
	if f, e := math.Frexp(x); f == 0.5 && e < -20 {
		return fmt.Sprintf("2^%d", e-1)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// Sum fails unless the parts add up to no more than the whole.
func Sum(t *testing.T, what string, whole float64, parts ...float64) {
	t.Helper()
	sum := 0.0
	for _, p := range parts {
		sum += p
	}
	if !(sum <= whole*(1+1e-9)) {
		t.Errorf("%s: the parts %v make %v u, the constants %v u", what, parts, sum, whole)
	}
}

// Claim is a sentence or a row of a table in which a page quotes constants.
type Claim struct {
	Page   string // below docs/math
	Format string // of package fmt
	Values []any
}

// Says returns a claim.
func Says(page, format string, values ...any) Claim { return Claim{page, format, values} }

// CheckClaims fails for each claim that its page, below dir, does not hold with these values. Line
// breaks do not count.
func CheckClaims(t *testing.T, dir string, claims []Claim) {
	t.Helper()
	pages := map[string]string{}
	for _, c := range claims {
		if pages[c.Page] == "" {
			text, err := os.ReadFile(filepath.Join(dir, c.Page))
			if err != nil {
				t.Fatal(err)
			}
			pages[c.Page] = strings.Join(strings.Fields(string(text)), " ")
		}
		if want := fmt.Sprintf(c.Format, c.Values...); !strings.Contains(pages[c.Page], want) {
			t.Errorf("%s does not say %q", c.Page, want)
		}
	}
}
