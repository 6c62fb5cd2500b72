package explain_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/scene"
)

// TestMaxPairs: the limit holds for the query that is explained, and for all samples together.
func TestMaxPairs(t *testing.T) {
	// Diagonally between the discs of two places the boxes leave open how far away the others are.
	discs := strings.Repeat(`,{"shape":{"type":"circle","radius":1}}`, 20)
	crowd := `{"type":"compound","parts":[` + discs[1:] + "%s]}"
	a := fmt.Sprintf(crowd, strings.ReplaceAll(discs, "}}", `},"pose":{"p":[10,10]}}`))
	b := fmt.Sprintf(crowd, discs)
	decode := scene.NewDecoder(scene.Options{})
	k, err := decode.Cast(context.Background(), fmt.Appendf(nil,
		`{"cast":"shape","dim":2,"a":{"shape":%s},"b":{"shape":%s,"pose":{"p":[5,5]}},"translation":[-9,0]}`, a, b))
	if err != nil {
		t.Fatal(err)
	}
	apart := 5*math.Sqrt2 - 2
	p := scene.Pair{Dim: 2, A: k.A, B: k.B}
	whole, err := explain.Cast(k, explain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		most   int
		status collide.Status // of the pair
	}{{5, collide.Limit}, {2000, collide.Exact}} {
		o := explain.Options{MaxPairs: c.most}
		r, err := explain.Pair(p, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Answer.Status != c.status || !(r.Answer.Lower <= apart && r.Answer.Upper >= apart) {
			t.Errorf("at most %d pairs: %v, from %g to %g", c.most, r.Answer.Status, r.Answer.Lower, r.Answer.Upper)
		}
		course, err := explain.Cast(k, o)
		if err != nil {
			t.Fatal(err)
		}
		if len(course.Samples) != len(whole.Samples) {
			t.Fatalf("%d samples, without a limit %d", len(course.Samples), len(whole.Samples))
		}
		wide := 0
		for i, m := range course.Samples {
			w := whole.Samples[i]
			if !(m.Lower <= w.Upper && w.Lower <= m.Upper) {
				t.Errorf("at %g: from %g to %g, without a limit to %g", m.T, m.Lower, m.Upper, w.Upper)
			}
			if m.Upper-m.Lower > 0.1 {
				wide++
			}
		}
		if wide == 0 || wide == len(whole.Samples) {
			t.Errorf("at most %d pairs: %d of %d samples are wide", c.most, wide, len(whole.Samples))
		}
	}
}
