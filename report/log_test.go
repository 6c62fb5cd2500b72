package report_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/golden"
	"github.com/collide-go/collide/report"
	"github.com/collide-go/collide/scene"
)

// drive is a log of frames of the yard: its round things go elsewhere.
const drive = `{"time":1,"poses":{"<script>alert(1)</script>":{"p":[7,7]},"tree/crown":{"p":[-9,2]},"tree/trunk":{"p":[-9,2]}}}
{"time":2,"poses":{"tree/crown":{"p":[-5,2]},"bad\u001b[31m\nname":{"p":[0,1.75]}}}
{"time":4,"poses":{"<script>alert(1)</script>":{"p":[2.5,0]},"tree/crown":{"p":[-1,2]}}}
`

// frames returns what is found of the yard in a log.
func frames(t *testing.T, file, log string, workers int) *report.Check {
	t.Helper()
	s, err := scene.Decode(t.Context(), strings.NewReader(yard), file, scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var first scene.Scene
	met, err := s.CheckFrames(t.Context(), strings.NewReader(log), "drive.ndjson", scene.FrameOptions{
		Workers: workers, First: &first, All: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	q, err := scene.NewQuery(scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return report.NewFrames(s, &first, "drive.ndjson", met, q)
}

// The reports of a log are what they were, with any number of goroutines.
func TestLogGolden(t *testing.T) {
	for kind := range writers {
		one := written(t, kind, frames(t, "sites/yard one.yaml", drive, 1))
		golden.Compare(t, "drive."+kind, one)
		if again := written(t, kind, frames(t, "sites/yard one.yaml", drive, 7)); again != one {
			t.Errorf("%s differs from run to run", kind)
		}
	}
}

// TestLogMemory: a pair that meets is kept with the poses of its bodies, not with the bodies, of
// which each takes some 780 bytes: 4000 for a pair, and at the end of a long list three times that.
func TestLogMemory(t *testing.T) {
	const n = 100
	var text strings.Builder
	text.WriteString("version: 1\ndim: 3\nobjects:\n")
	for i := range n {
		fmt.Fprintf(&text, "- {name: b%d, shape: {type: box, size: [1, 1, 1]}, pose: {p: [0, 0, %d]}}\n", i, 9*i)
	}
	poses := make(map[string]map[string][3]float64)
	for i := range n {
		poses[fmt.Sprint("b", i)] = map[string][3]float64{"p": {float64(i) / n}}
	}
	frame, err := json.Marshal(map[string]any{"time": 1, "poses": poses})
	if err != nil {
		t.Fatal(err)
	}
	s, err := scene.Decode(t.Context(), strings.NewReader(text.String()), "heap.yaml", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	q, err := scene.NewQuery(scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	kept := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := kept()
	var first scene.Scene
	met, err := s.CheckFrames(t.Context(), strings.NewReader("{\"time\":0,\"poses\":{}}\n"+string(frame)), "log",
		scene.FrameOptions{First: &first})
	if err != nil {
		t.Fatal(err)
	}
	c := report.NewFrames(s, &first, "log", met, q)
	each := int(kept()-before) / len(met)
	if len(met) != n*(n-1)/2 || len(c.Found) != len(met) || each > 1500 {
		t.Errorf("%d bytes for each of %d pairs", each, len(met))
	}
	runtime.KeepAlive(met)
	for i := range c.Found { // boxes that move to almost one place first touch
		if f := &c.Found[i]; f.Verdict != scene.Meet || !(f.Impact.T > 0) || f.Answer.Distance > 1e-9 || f.Answer.Distance < -1e-6 {
			t.Fatalf("%+v", f)
		}
	}
}

// Each pair that meets in a log is a finding of its own, at the time of its first contact, with a
// picture of the two and a bracket that agrees in all reports.
func TestLogFindings(t *testing.T) {
	c := frames(t, "yard.yaml", drive, 1)
	met := 0
	for i := range c.Found {
		f := &c.Found[i]
		if f.Verdict == scene.Clear {
			continue
		}
		met++
		if f.Verdict != scene.Meet || f.Impact.T < 1 || f.Impact.T > 4 {
			t.Errorf("%+v", f)
		}
		// where they are then they touch, but for what the bracket of the time leaves open
		if d := f.Answer.Distance; f.Impact.Lower > 1 && !(d < 1e-6 && d > -1e-6) {
			t.Errorf("%v at the first contact", d)
		}
	}
	page := written(t, "html", c)
	if n := strings.Count(page, `<div class="finding"`); n != met || strings.Count(page, "<svg") != met+1 || met < 3 {
		t.Errorf("%d findings of %d pairs, %d pictures", n, met, strings.Count(page, "<svg"))
	}
	if !strings.Contains(page, "The first contact, at t = 1.") || strings.Contains(page, "<script") {
		t.Error("no caption, or markup")
	}
	var l struct {
		Runs []struct {
			Results []struct {
				RuleID, Level string
				Properties    struct{ T, Earliest, Latest, Asked *float64 }
			}
		}
	}
	if err := json.Unmarshal([]byte(written(t, "sarif", c)), &l); err != nil || len(l.Runs[0].Results) != met {
		t.Fatalf("%v, %+v", err, l)
	}
	for _, r := range l.Runs[0].Results {
		if p := r.Properties; r.RuleID != "hit" || r.Level != "error" || p.T == nil || *p.T < *p.Earliest || *p.T > *p.Latest || p.Asked != nil {
			t.Errorf("%+v", r)
		}
	}
	var suites struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
	}
	if err := xml.Unmarshal([]byte(written(t, "xml", c)), &suites); err != nil || suites.Failures != met || suites.Tests != met+1 {
		t.Errorf("%v, %+v", err, suites)
	}
	c.FailOn = nil
	if page := written(t, "html", c); !strings.Contains(page, "nothing fails") || !strings.Contains(page, "that meet, and do not fail") {
		t.Error("pairs fail that do not count as failures")
	}
}

// A log in which nothing meets has a page with the scene at its end, and a case that passed.
func TestLogWithoutContact(t *testing.T) {
	var far []string
	for i, name := range []string{
		"shed", "<script>alert(1)</script>", "fence & gate", `bad\u001b[31m\nname`, "tree/crown", "tree/trunk",
	} {
		far = append(far, `"`+name+`":{"p":[0,`+strings.Repeat("9", i+1)+`]}`)
	}
	c := frames(t, "yard.yaml", `{"time":0,"poses":{`+strings.Join(far, ",")+"}}\n", 1)
	if page := written(t, "html", c); !strings.Contains(page, "none ever meets") || !strings.Contains(page, "the scene at the end") {
		t.Errorf("%.3000s", page)
	}
	if text := written(t, "xml", c); !strings.Contains(text, `tests="1" failures="0"`) {
		t.Error(text)
	}
}
