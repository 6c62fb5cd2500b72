package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/beside"
)

// proved is a line with what is proved about its answer.
type proved struct {
	Line  json.RawMessage
	How   string
	Truth struct {
		Result, Relation *string
		T, Distance      []json.RawMessage // bounds: numbers, or their decimals as strings
		Width, Tol       float64           // how wide a bracket may be, by twice and by four times
		Normal           []float64
		Inside           bool
		Exit             []json.RawMessage
	}
	dim     int
	id      string
	kind    string
	longest float64 // of the time
}

// provedLines returns the cases of a file beside the repository, none where it is not there.
func provedLines(t *testing.T, path ...string) []proved {
	t.Helper()
	f, err := os.Open(beside.Path(t, append([]string{"next"}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []proved
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var p proved
		var line struct {
			ID       string
			Cast     string
			Dim      int
			Duration *float64
		}
		if err := json.Unmarshal(in.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(p.Line, &line); err != nil {
			t.Fatal(err)
		}
		p.id, p.kind, p.dim, p.longest = line.ID, line.Cast, line.Dim, 1
		if line.Duration != nil {
			p.longest = *line.Duration
		}
		list = append(list, p)
	}
	if err := in.Err(); err != nil || len(list) == 0 {
		t.Fatal(err)
	}
	return list
}

// exact returns the number of a bound.
func exact(t *testing.T, bound json.RawMessage) *big.Rat {
	t.Helper()
	x, ok := new(big.Rat).SetString(strings.Trim(string(bound), `"`))
	if !ok {
		t.Fatalf("no number: %s", bound)
	}
	return x
}

// provedAnswer is an answer line of cast or toi.
type provedAnswer struct {
	ID               string
	Result, Relation string
	T, Distance      *float64
	Lower, Upper     *float64
	Exit             *float64
	Normal           []float64
	Status           string
	Iterations       *int
	Error            *struct{ Code string }
}

// holds reports whether [lower, upper] meets the proved bounds, within an ulp or two of them.
func holds(t *testing.T, lower, upper float64, bounds []json.RawMessage) bool {
	t.Helper()
	lo, hi := exact(t, bounds[0]), exact(t, bounds[1])
	slack := new(big.Rat).Abs(hi)
	slack.Mul(slack, new(big.Rat).SetFloat64(0x1p-51))
	lo.Sub(lo, slack)
	hi.Add(hi, slack)
	return new(big.Rat).SetFloat64(lower).Cmp(hi) <= 0 && new(big.Rat).SetFloat64(upper).Cmp(lo) >= 0
}

// unitNear reports whether a normal is one, and near the proved one where there is such.
func unitNear(n, want []float64, dim int, near float64) bool {
	length, off := 0.0, 0.0
	for i, x := range n {
		length += x * x
		if len(want) > 0 {
			off += (x - want[i]) * (x - want[i])
		}
	}
	return len(n) == dim && math.Abs(math.Sqrt(length)-1) < 1e-12 && math.Sqrt(off) < near
}

// answerProved runs the command on the lines of the cases, in one stream, and gives each answer to
// judge, which says what is wrong.
func answerProved(t *testing.T, command string, cases []proved, judge func(p *proved, a *provedAnswer) string) {
	t.Helper()
	var in strings.Builder
	for i := range cases {
		in.Write(cases[i].Line)
		in.WriteByte('\n')
	}
	got := execute(in.String(), command)
	if got.status != statusOK {
		t.Errorf("status %d, %s", got.status, got.stderr)
	}
	answers := strings.Split(strings.TrimSuffix(got.stdout, "\n"), "\n")
	if len(answers) != len(cases) {
		t.Fatalf("%d answers to %d lines", len(answers), len(cases))
	}
	for i, text := range answers {
		var a provedAnswer
		if err := json.Unmarshal([]byte(text), &a); err != nil {
			t.Fatal(err)
		}
		p := &cases[i]
		why := ""
		switch {
		case a.ID != p.id:
			why = "another's answer"
		case a.Error != nil:
			why = "refused"
		case a.Iterations == nil || !strings.Contains("exact converged rounding limit", a.Status):
			why = "no ending"
		default:
			why = judge(p, &a)
		}
		if why != "" {
			t.Errorf("%s: %s\n%s\n%s", p.id, why, p.Line, text)
		}
	}
}

// The answers to all proved casts are right.
func TestCastProved(t *testing.T) {
	answerProved(t, "cast", provedLines(t, "cast", "cases-shared.jsonl"), func(p *proved, a *provedAnswer) string {
		if p.kind == "point" {
			return judgePoint(t, p, a)
		}
		return judgeCast(t, p, a)
	})
}

// judgePoint says what is wrong with the answer about a point.
func judgePoint(t *testing.T, p *proved, a *provedAnswer) string {
	t.Helper()
	truth := &p.Truth
	undecided := a.Relation == "undecided" && p.How == "bracket"
	switch {
	case a.Distance == nil || a.Lower == nil || a.Upper == nil || !(*a.Lower <= *a.Distance && *a.Distance <= *a.Upper):
		return "no bracket"
	case a.Relation != *truth.Relation && !undecided:
		return "the relation is " + *truth.Relation
	case !holds(t, *a.Lower, *a.Upper, truth.Distance):
		return fmt.Sprintf("the distance is %s", truth.Distance[0])
	case *a.Upper-*a.Lower > 4*truth.Tol:
		return "too wide"
	case !unitNear(a.Normal, truth.Normal, p.dim, 1e-6):
		return "the normal"
	}
	return ""
}

// judgeCast says what is wrong with the answer about a ray or a shape.
func judgeCast(t *testing.T, p *proved, a *provedAnswer) string {
	t.Helper()
	truth := &p.Truth
	if *truth.Result == "miss" || a.Result == "miss" {
		if *truth.Result != a.Result || a.T != nil || a.Lower != nil || a.Upper != nil || a.Normal != nil {
			return "the result is " + *truth.Result
		}
		return ""
	}
	undecided := a.Result == "undecided" && p.How == "bracket"
	switch {
	case a.T == nil || a.Lower == nil || a.Upper == nil || !(0 <= *a.Lower && *a.Lower <= *a.T && *a.T <= *a.Upper):
		return "no bracket"
	case a.Result != *truth.Result && !undecided:
		return "the result is " + *truth.Result
	case !holds(t, *a.Lower, *a.Upper, truth.T):
		return fmt.Sprintf("t is %s", truth.T[0])
	case *a.Upper-*a.Lower > 2*truth.Width+0x1p-51**a.Upper:
		return "too wide"
	case truth.Inside && a.Normal != nil:
		return "a normal from inside"
	case len(truth.Normal) > 0 && !unitNear(a.Normal, truth.Normal, p.dim, 1e-5):
		return "the normal"
	case p.kind == "ray" && (a.Exit == nil) != (truth.Exit == nil):
		return "the exit"
	}
	if p.kind == "ray" && truth.Exit != nil {
		exit, _ := exact(t, truth.Exit[0]).Float64()
		if math.Abs(*a.Exit-exit) > 1e4*truth.Width+1e-9*math.Abs(exit) {
			return fmt.Sprintf("the exit is %v", exit)
		}
	}
	return ""
}

// The answers to all proved motions are right, and so are those to moving points.
func TestImpactProved(t *testing.T) {
	for _, path := range [][]string{
		{"toi", "cases-shared.jsonl"},
		{"toi", "vertices-shared.jsonl"},
		{"toi", "benchmark", "ccd-queries.jsonl"},
	} {
		t.Run(path[len(path)-1], func(t *testing.T) {
			cases := provedLines(t, path...)
			answerProved(t, "toi", cases, func(p *proved, a *provedAnswer) string { return judgeImpact(t, p, a) })
		})
	}
}

// judgeImpact says what is wrong with the answer about a motion.
func judgeImpact(t *testing.T, p *proved, a *provedAnswer) string {
	t.Helper()
	truth := &p.Truth
	if truth.Result != nil && *truth.Result == "miss" || a.Result == "miss" {
		if truth.Result == nil || *truth.Result != a.Result || a.T != nil || a.Lower != nil || a.Upper != nil {
			return "no miss"
		}
		return ""
	}
	if a.T == nil || a.Lower == nil || a.Upper == nil ||
		!(0 <= *a.Lower && *a.Lower <= *a.T && *a.T <= *a.Upper && *a.Upper <= p.longest) {
		return "no bracket"
	}
	if len(truth.T) == 0 { // when is not proved
		if truth.Result != nil && a.Result != *truth.Result {
			return "the result is " + *truth.Result
		}
		return ""
	}
	first, _ := exact(t, truth.T[0]).Float64()
	last, _ := exact(t, truth.T[1]).Float64()
	switch {
	case a.Result == "undecided" && truth.Result == nil && math.Abs(*a.Lower-first) <= truth.Width:
		return ""
	case a.Result != "hit":
		return "undecided"
	case !holds(t, *a.Lower, *a.Upper, truth.T):
		return fmt.Sprintf("t is from %v to %v", first, last)
	case *a.Upper-*a.Lower > 2*truth.Width+(last-first)+1e-13*p.longest:
		return "too wide"
	case len(truth.Normal) > 0 && !unitNear(a.Normal, truth.Normal, p.dim, 1e-3):
		return "the normal"
	}
	return ""
}
