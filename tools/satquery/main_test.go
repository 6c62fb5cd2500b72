package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/beside"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// reply is what the test reads of an answer line.
type reply struct {
	ID       string
	Relation string
	Distance float64
	Lower    float64
	Upper    float64
	Error    *struct{ Code, Message string }
}

// ask runs the command on lines.
func ask(t *testing.T, in string) ([]reply, int) {
	t.Helper()
	var out bytes.Buffer
	failed, err := run(strings.NewReader(in), &out)
	if err != nil {
		t.Fatal(err)
	}
	var replies []reply
	for line := range strings.Lines(out.String()) {
		var r reply
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(line, err)
		}
		replies = append(replies, r)
	}
	return replies, failed
}

func TestAnswers(t *testing.T) {
	box := `{"shape":{"type":"box","size":[2,2,2]}`
	in := `{"id":"a","dim":3,"a":` + box + `},"b":` + box + `,"pose":{"p":[1.5,0,0]}}}
{"id":"b","dim":3,"a":` + box + `},"b":{"shape":{"type":"cone","radius":1,"height":1}}}
{"id":"c","dim":2,"a":{"shape":{"type":"circle","radius":1}},"b":{"shape":{"type":"ellipse","radii":[1,2]}}}
no pair
{"id":"d","dim":2,"a":{"shape":{"type":"box","size":[2,2]}},"b":{"shape":{"type":"circle","radius":1},"pose":{"p":[1.5,0]}}}
`
	got, failed := ask(t, in)
	if failed != 3 || len(got) != 5 || got[4].Error != nil || got[4].Distance != -0.5 || got[0].Error != nil || got[0].Distance != -0.5 || got[0].Relation != "overlapping" {
		t.Fatalf("%d failed: %+v", failed, got)
	}
	for _, r := range got[1:4] {
		if r.Error == nil || r.Error.Code != "sat" {
			t.Errorf("%+v", r)
		}
	}
}

// TestGenerated: no pair of polytopes gets an error, so SAT agrees with GJK and EPA about all of
// them.
func TestGenerated(t *testing.T) {
	g3 := shapegen.New3(81)
	g3.Only, g3.NoHalf = shapegen.Polytopes3, true
	g2 := shapegen.New2(82)
	g2.Only, g2.NoHalf = shapegen.Polytopes2, true
	var in strings.Builder
	const n = 2000
	for i := range n {
		if i%2 == 0 {
			p := g3.Pair()
			in.WriteString(p.Line(fmt.Sprint(i)) + "\n")
		} else {
			p := g2.Pair()
			in.WriteString(p.Line(fmt.Sprint(i)) + "\n")
		}
	}
	got, failed := ask(t, in.String())
	if failed != 0 || len(got) != n {
		t.Errorf("%d of %d lines failed", failed, len(got))
	}
	overlap := 0
	for i, r := range got {
		if r.Error != nil {
			t.Errorf("line %d: %+v", i+1, r.Error)
		}
		if r.Relation == "overlapping" {
			overlap++
		}
	}
	if overlap < 3*n/10 || overlap > 7*n/10 {
		t.Errorf("%d of %d overlap: not representative", overlap, n)
	}
}

// TestCases: the proved cases of polytopes.
func TestCases(t *testing.T) {
	f, err := os.Open(beside.Path(t, "cases", "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	judged := 0
	for lines.Scan() {
		var c struct {
			ID     string
			Dim    int
			A, B   json.RawMessage
			PA     json.RawMessage `json:"pose_a"`
			PB     json.RawMessage `json:"pose_b"`
			Expect struct {
				Error   string
				SD, Tol float64
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if c.Expect.Error != "" {
			continue
		}
		got, _ := ask(t, fmt.Sprintf(`{"id":%q,"dim":%d,"a":{"shape":%s,"pose":%s},"b":{"shape":%s,"pose":%s}}`, c.ID, c.Dim, c.A, c.PA, c.B, c.PB))
		r := got[0]
		if r.Error != nil {
			if !strings.Contains(r.Error.Message, errUnserved.Error()) {
				t.Errorf("%s: %s", c.ID, r.Error.Message)
			}
			continue
		}
		judged++
		if e := c.Expect; !(math.Abs(r.Distance-e.SD) <= e.Tol) || r.Lower > e.SD+e.Tol || r.Upper < e.SD-e.Tol {
			t.Errorf("%s: %v in [%v, %v], proved %v", c.ID, r.Distance, r.Lower, r.Upper, e.SD)
		}
	}
	if judged < 200 {
		t.Errorf("only %d cases judged", judged)
	}
}
