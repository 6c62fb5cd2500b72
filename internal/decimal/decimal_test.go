package decimal

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// checkWrite holds Append to strconv.
func checkWrite(t *testing.T, x float64) {
	t.Helper()
	if got, want := string(Append(nil, x)), strconv.FormatFloat(x, 'g', -1, 64); got != want {
		t.Fatalf("Append(%b) = %s, want %s", x, got, want)
	}
}

// checkRead holds Read to strconv, with something behind the number.
func checkRead(t *testing.T, s string) {
	t.Helper()
	want, err := strconv.ParseFloat(s, 64)
	for _, behind := range []string{"", ",", "]          ", "\x00\xff\xfa:9/0"} {
		got, end := Read([]byte("["+s+behind), 1)
		if err != nil {
			if end != 1 {
				t.Fatalf("Read(%q) = %v to %d, strconv says %v", s, got, end, err)
			}
			continue
		}
		if math.Float64bits(got) != math.Float64bits(want) || end != 1+len(s) {
			t.Fatalf("Read(%q) = %b to %d, want %b to %d", s, got, end, want, 1+len(s))
		}
	}
}

// rounds returns how many draws a test makes.
func rounds() int {
	if testing.Short() {
		return 100_000
	}
	return 2_000_000
}

// TestPowers computes the table again, and its binary and decimal exponents.
func TestPowers(t *testing.T) {
	for q := leastPower; q <= greatestPower; q++ {
		ten := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(q, -q))), nil))
		if q < 0 {
			ten.Inv(ten)
		}
		shift := 127 - log2(q)
		if shift > 0 {
			ten.Mul(ten, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(shift))))
		} else {
			ten.Quo(ten, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(-shift))))
		}
		n := new(big.Int).Quo(ten.Num(), ten.Denom())
		p := powers[q-leastPower]
		got := new(big.Int).SetUint64(p.high)
		got.Lsh(got, 64).Add(got, new(big.Int).SetUint64(p.low))
		if n.BitLen() != 128 || n.Cmp(got) != 0 {
			t.Errorf("1e%d: %v, want %v", q, got, n)
		}
	}
	for e := -1000; e <= 1000; e++ {
		want := int(math.Floor(float64(e) * math.Log10(2)))
		if got := log10(e); got != want {
			t.Errorf("log10(2^%d) = %d, want %d", e, got, want)
		}
	}
}

// TestWrite draws doubles of any bits, of sizes as in scenes, of few digits, near the middle
// between two numbers of few digits, and all neighbours of powers.
func TestWrite(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range rounds() {
		x := r.Float64()*2 - 1
		checkWrite(t, x)
		checkWrite(t, x*exactTens[r.IntN(23)])
		checkWrite(t, x/exactTens[r.IntN(23)])
		checkWrite(t, math.Float64frombits(r.Uint64()))
		short := float64(r.Int64N(int64(exactTens[1+r.IntN(18)]))) / exactTens[r.IntN(23)]
		checkWrite(t, short)
		checkWrite(t, math.Nextafter(short, 1))
		checkWrite(t, float64(r.Uint64()>>r.IntN(64)))
	}
	for e := -1074; e < 1024; e++ {
		x := math.Ldexp(1, e)
		for range 5 {
			checkWrite(t, x)
			x = math.Nextafter(x, 0)
		}
		for q := range 23 {
			for _, y := range []float64{exactTens[q] * x, exactTens[q] / x, 5 * exactTens[q] * x} {
				checkWrite(t, y)
				checkWrite(t, -math.Nextafter(y, math.Inf(1)))
				checkWrite(t, math.Nextafter(y, 0))
			}
		}
	}
	for _, x := range []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, 5e-324} {
		checkWrite(t, x)
	}
	for i := -1_100_000; i < 1_100_000; i += 37 {
		checkWrite(t, float64(i))
		checkWrite(t, float64(i)/64)
		checkWrite(t, float64(i)/1000)
	}
}

// TestRead reads numbers of any length, those that doubles print as, and the middles between two
// doubles, a little more and a little less.
func TestRead(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range rounds() / 10 {
		x := (r.Float64()*2 - 1) * math.Pow(10, float64(r.IntN(40)-20))
		checkRead(t, strconv.FormatFloat(x, 'g', -1, 64))
		checkRead(t, strconv.FormatFloat(x, 'f', r.IntN(25), 64))
		checkRead(t, strconv.FormatFloat(x, 'e', r.IntN(25), 64))
		checkRead(t, strconv.FormatFloat(math.Float64frombits(r.Uint64()&^(1<<62)), 'g', -1, 64))
		checkRead(t, strconv.FormatUint(r.Uint64()>>r.IntN(64), 10)+"e"+strconv.Itoa(r.IntN(120)-60))
		middle := new(big.Float).SetFloat64(x)
		middle.SetPrec(200).Add(middle, big.NewFloat(math.Nextafter(x, 9e99))).Quo(middle, big.NewFloat(2))
		for _, digits := range []int{16, 17, 18, 60} {
			checkRead(t, middle.Text('e', digits))
			checkRead(t, middle.Text('f', digits))
		}
	}
	for k := range uint64(3000) { // integers between two doubles
		checkRead(t, strconv.FormatUint(1<<53+k, 10))
		checkRead(t, strconv.FormatUint(1<<63+k, 10))
		checkRead(t, strconv.FormatUint(math.MaxUint64-k, 10)+".0")
	}
	for _, s := range []string{
		"0", "-0", "0.0", "0e5", "-0e-99999", "0e99999999999999999999", "1e400", "-1e400", "1e-400", "5e-324", "2e-324",
		"1.7976931348623157e308", "1.7976931348623159e308", "0.00000000000000000000000000000001", "1e23", "8.5e22",
		"100000000000000000000000000000000000000000000000000", "9007199254740993", "9007199254740993.0000000000000001",
		strings.Repeat("9", 400), "0." + strings.Repeat("0", 400) + "1", "1E5", "1E+5", "1E-5", "12345678.12345678",
	} {
		checkRead(t, s)
	}
}

// TestReadNone holds Read to the numbers of JSON: it stops where one ends.
func TestReadNone(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "-": 0, ".5": 0, "+1": 0, "01": 0, "-01": 0, "00": 0, "1.": 0, "1.e5": 0, "1e": 0, "1e+": 0, "1e+-5": 0,
		"a": 0, "NaN": 0, "Infinity": 0, "-a": 0, "e5": 0, "--1": 0,
		"0x10": 1, "1_000": 1, "1.5.5": 3, "1e5e5": 3, "1 2": 1, "1a": 1, "-0-": 2, "12345678/": 8, "12345678:": 8,
	} {
		if _, end := Read([]byte(s), 0); end != want {
			t.Errorf("Read(%q) ends at %d, want %d", s, end, want)
		}
	}
}

// TestEightDigits takes all fours of digits in both halves.
func TestEightDigits(t *testing.T) {
	for i := range uint32(10_000) {
		for _, n := range []uint32{i, i * 10_000, i*10_000 + i, i*10_000 + 9999 - i} {
			w := eightDigits(n)
			got, _ := digits(0, binary.LittleEndian.AppendUint64(nil, w), 0)
			if got != uint64(n) || !areDigits(w) || eight(w) != uint64(n) {
				t.Fatalf("%d becomes %x, read as %d", n, w, got)
			}
		}
	}
}

// TestDoubt holds the share of numbers that are left to strconv to one in a thousand, of those with
// 17 digits.
func TestDoubt(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	writing, reading := 0, 0
	const n = 100_000
	for range n {
		x := r.Float64() * exactTens[r.IntN(6)]
		if _, _, ok := shortest(x); !ok {
			writing++
		}
		if _, ok := scaled(1e16+uint64(r.Int64N(9e16)), -10-r.IntN(20)); !ok {
			reading++
		}
	}
	if writing > n/1000 || reading > n/1000 {
		t.Errorf("of %d numbers %d are not written, and %d not read, without strconv", n, writing, reading)
	}
}

func TestAllocations(t *testing.T) {
	buf := make([]byte, 0, 64)
	text := []byte("-0.00012345678901234567")
	if n := testing.AllocsPerRun(100, func() { buf = Append(buf[:0], 0.12345678901234567); Read(text, 0) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"1", "-1.5e-7", "123456789012345678901234567890", "0.1", "1e", "00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		_, end := Read([]byte(s), 0)
		if end > 0 {
			checkRead(t, s[:end])
		}
	})
}

func FuzzAppend(f *testing.F) {
	for _, x := range []float64{0.1, 1e22, 1.0 / 3, 5e-324} {
		f.Add(x)
	}
	f.Fuzz(func(t *testing.T, x float64) {
		if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
			return // 01 is no number; of the others no answer holds one
		}
		checkWrite(t, x)
		checkRead(t, strconv.FormatFloat(math.Abs(x), 'g', -1, 64)+"1")
	})
}

// benchNumbers are numbers as answers have them.
func benchNumbers() (list []float64) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 1000 {
		list = append(list, (r.Float64()*2-1)*exactTens[r.IntN(3)])
	}
	return list
}

func BenchmarkAppend(b *testing.B) {
	list, buf, i := benchNumbers(), make([]byte, 0, 64), 0
	for b.Loop() {
		buf = Append(buf[:0], list[i%1000])
		i++
	}
}

func BenchmarkAppendStrconv(b *testing.B) {
	list, buf, i := benchNumbers(), make([]byte, 0, 64), 0
	for b.Loop() {
		buf = strconv.AppendFloat(buf[:0], list[i%1000], 'g', -1, 64)
		i++
	}
}

func BenchmarkRead(b *testing.B) {
	var text [][]byte
	for _, x := range benchNumbers() {
		text = append(text, append(strconv.AppendFloat(nil, x, 'g', -1, 64), `,"more":7`...))
	}
	i := 0
	for b.Loop() {
		Read(text[i%1000], 0)
		i++
	}
}

func BenchmarkReadStrconv(b *testing.B) {
	var text []string
	for _, x := range benchNumbers() {
		text = append(text, strconv.FormatFloat(x, 'g', -1, 64))
	}
	i := 0
	for b.Loop() {
		_, _ = strconv.ParseFloat(text[i%1000], 64)
		i++
	}
}

// TestReadFar: digits and exponents that are far from 1, and bring each other back or not.
func TestReadFar(t *testing.T) {
	for _, zeros := range []int{1, 30, 9990, 9999, 10_000, 99_990, 1_000_005} {
		for _, e := range []int{-2_000_000, -zeros - 3, -zeros, zeros + 1, zeros + 4, 1_000_000, 2_000_000} {
			checkRead(t, fmt.Sprintf("0.%s1e%d", strings.Repeat("0", zeros), e))
			checkRead(t, fmt.Sprintf("1%se%d", strings.Repeat("0", zeros), e))
			checkRead(t, fmt.Sprintf("0.%s0e%d", strings.Repeat("0", zeros), e))
		}
	}
}
