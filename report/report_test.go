package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/golden"
	"github.com/collide-go/collide/report"
	"github.com/collide-go/collide/scene"
)

// yard is a scene of the plane with every verdict but undecided, names that are markup, and rules.
const yard = `version: 1
dim: 2
units: m
clearance: 0.5
objects:
  - name: shed
    shape: {type: box, size: [4, 2]}
  - name: "<script>alert(1)</script>"
    shape: {type: circle, radius: 1}
    pose: {p: [2.5, 0]}
  - name: fence & gate
    shape: {type: box, size: [10, 0.5]}
    pose: {p: [0, -1.25]}
  - name: "bad\u001b[31m\nname"
    shape: {type: circle, radius: 0.5}
    pose: {p: [0, 1.75]}
  - name: tree/crown
    shape: {type: circle, radius: 1}
    pose: {p: [-4, 2]}
  - name: tree/trunk
    shape: {type: circle, radius: 0.75}
    pose: {p: [-4, 2]}
rules:
  - {name: "a tree is one", a: "tree/*", b: "tree/*", ignore: true}
  - {name: "=trees & sheds", a: shed, b: "tree/*", clearance: 2}
  - {a: shed, b: "fence*", overlap: 0}
  - {a: nothing, b: "*", clearance: 1}
`

// knownYard is a baseline of it.
const knownYard = `{"baseline":1,"dim":2,"units":"m","contacts":[
{"a":"shed","b":"bad\u001b[31m\nname","verdict":"near","distance":0.25,"lower":0.25,"upper":0.25,"note":"]]> & <b>fine</b>"},
{"a":"shed","b":"<script>alert(1)</script>","verdict":"overlap","distance":-0.25,"lower":-0.25,"upper":-0.25},
{"a":"shed","b":"</style>","verdict":"touch","distance":0,"lower":0,"upper":0}
]}`

// check returns what is found in a scene.
func check(t *testing.T, name, text, known string, o scene.CheckOptions) *report.Check {
	t.Helper()
	s, err := scene.Decode(t.Context(), strings.NewReader(text), name, scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Check(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var b *scene.Baseline
	if known != "" {
		if b, err = scene.DecodeBaseline(t.Context(), strings.NewReader(known), "known.json", scene.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	return report.NewCheck(s, found, b)
}

// writers are the reports.
var writers = map[string]func(w io.Writer, checks ...*report.Check) error{
	"html": func(w io.Writer, c ...*report.Check) error {
		return report.HTML(w, report.HTMLOptions{Width: 640, Height: 480}, c...)
	},
	"sarif": func(w io.Writer, c ...*report.Check) error { return report.SARIF(w, "v1.2.3", c...) },
	"xml":   func(w io.Writer, c ...*report.Check) error { return report.JUnit(w, c...) },
}

// written returns a report.
func written(t *testing.T, kind string, checks ...*report.Check) string {
	t.Helper()
	var b bytes.Buffer
	if err := writers[kind](&b, checks...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The reports are what they were.
func TestGolden(t *testing.T) {
	c := check(t, "sites/yard one.yaml", yard, knownYard, scene.CheckOptions{All: true})
	for kind := range writers {
		golden.Compare(t, "yard."+kind, written(t, kind, c))
	}
}

// The bytes do not depend on the workers.
func TestDeterministic(t *testing.T) {
	for kind := range writers {
		one := written(t, kind, check(t, "y.yaml", yard, knownYard, scene.CheckOptions{Workers: 1}))
		for range 5 {
			if again := written(t, kind, check(t, "y.yaml", yard, knownYard, scene.CheckOptions{Workers: 7})); again != one {
				t.Fatalf("%s differs from run to run", kind)
			}
		}
	}
}

// No name of an object, a rule or a file, and no note, is markup.
func TestEscapes(t *testing.T) {
	c := check(t, `<img src="x">&.yaml`, yard, knownYard, scene.CheckOptions{})
	page := written(t, "html", c)
	for _, bad := range []string{"<script", "<img", "<b>", "\x1b", "&amp;amp;"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	if n := strings.Count(page, "</style>"); n != 1 {
		t.Errorf("%d ends of the style", n)
	}
	for _, url := range []string{"http:", "https:", "@import", "url("} {
		if strings.Contains(strings.ReplaceAll(page, "http://www.w3.org/2000/svg", ""), url) {
			t.Errorf("the page is not self-contained: %q", url)
		}
	}
	for _, want := range []string{"&lt;script&gt;alert(1)&lt;/script&gt;", "fence &amp; gate", "]]&gt; &amp; &lt;b&gt;fine&lt;/b&gt;"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// log is what a reader of SARIF sees.
type log struct {
	Version string
	Runs    []struct {
		Tool struct {
			Driver struct {
				Name, Version string
				Rules         []struct{ ID string }
			}
		}
		Invocations []struct {
			ExecutionSuccessful        bool
			ToolExecutionNotifications []struct {
				Level   string
				Message struct{ Text string }
			}
		}
		Results []struct {
			RuleID        string
			RuleIndex     int
			Level         string
			Message       struct{ Text string }
			BaselineState string
			Suppressions  []struct{ Kind, Justification string }
			Locations     []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI string }
					Region           struct{ StartLine int }
				}
				LogicalLocations []struct{ Name string }
			}
			PartialFingerprints map[string]string
			Properties          struct{ Distance, Lower, Upper float64 }
		}
	}
}

// largest counts what is written, and keeps the length of the longest piece.
type largest struct{ all, piece int }

func (l *largest) Write(p []byte) (int, error) {
	l.all += len(p)
	l.piece = max(l.piece, len(p))
	return len(p), nil
}

// TestOpenDepth: of bodies that overlap without bound no report says that they are 0 deep.
func TestOpenDepth(t *testing.T) {
	c := check(t, "planes.yaml", `version: 1
dim: 2
objects:
  - {name: floor, shape: {type: half-space, normal: [0, 1], offset: 0}}
  - {name: slope, shape: {type: half-space, normal: [1, 1], offset: 0}}
`, "", scene.CheckOptions{})
	if s := c.Sentence(&c.Found[0]); s != "floor and slope overlap, without a bound of the depth" {
		t.Error(s)
	}
	c.Found[0].Answer.Distance = -2
	if s := c.Sentence(&c.Found[0]); s != "floor and slope overlap, at least 2 deep" {
		t.Error(s)
	}
	for _, form := range []string{"sarif", "xml", "html"} {
		if text := written(t, form, c); strings.Contains(text, " 0 deep") || strings.Contains(text, "overlap, 2 deep") {
			t.Error(form)
		}
	}
}

// TestSARIFRefused: the error of what is written to comes back, and nothing is written after it.
func TestSARIFRefused(t *testing.T) {
	c := check(t, "yard.yaml", yard, "", scene.CheckOptions{All: true})
	for len(c.Found) < 500 {
		c.Found = append(c.Found, c.Found...)
	}
	w := refusing{left: 2}
	if err := report.SARIF(&w, "", c); !errors.Is(err, io.ErrClosedPipe) || w.left != -1 {
		t.Error(err, w.left)
	}
}

// refusing takes some pieces, and then no more.
type refusing struct{ left int }

func (r *refusing) Write(p []byte) (int, error) {
	if r.left--; r.left < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(p), nil
}

// TestSARIFOfMany: results are written one after the other, not held until all are there.
func TestSARIFOfMany(t *testing.T) {
	c := check(t, "yard.yaml", yard, "", scene.CheckOptions{All: true})
	for len(c.Found) < 5000 {
		c.Found = append(c.Found, c.Found...)
	}
	var w largest
	if err := report.SARIF(&w, "", c); err != nil {
		t.Fatal(err)
	}
	if w.all < 1<<20 || w.piece > 1<<16 {
		t.Errorf("%d bytes were written, %d of them at once", w.all, w.piece)
	}
}

// TestSARIF: each pair is a result at the line of its object, under its rule, with the bracket.
func TestSARIF(t *testing.T) {
	c := check(t, "sites/yard one.yaml", yard, knownYard, scene.CheckOptions{All: true})
	var l log
	if err := json.Unmarshal([]byte(written(t, "sarif", c)), &l); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(yard, "\n")
	run := l.Runs[0]
	seen := map[string]bool{}
	for _, r := range run.Results {
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("%s is rule %d", r.RuleID, r.RuleIndex)
		}
		at := r.Locations[0]
		if uri := at.PhysicalLocation.ArtifactLocation.URI; uri != "sites/yard%20one.yaml" {
			t.Errorf("the scene is at %s", uri)
		}
		if r.BaselineState == "absent" {
			continue
		}
		name := at.LogicalLocations[0].Name
		if line := lines[at.PhysicalLocation.Region.StartLine-1]; name != "bad\x1b[31m\nname" && !strings.Contains(line, name) {
			t.Errorf("%q is said to be in the line %q", name, line)
		}
		if p := r.Properties; !(p.Lower <= p.Distance && p.Distance <= p.Upper) {
			t.Errorf("%+v", p)
		}
		if (r.Level == "note") != (r.BaselineState == "unchanged" || len(r.Suppressions) > 0) {
			t.Errorf("%s: level %s, %s, %v", r.Message.Text, r.Level, r.BaselineState, r.Suppressions)
		}
		seen[r.BaselineState] = true
		if seen[r.PartialFingerprints["pairOfNames/v1"]] || len(r.PartialFingerprints["pairOfNames/v1"]) != 32 {
			t.Errorf("fingerprint %v", r.PartialFingerprints)
		}
		seen[r.PartialFingerprints["pairOfNames/v1"]] = true
	}
	if !seen["new"] || !seen["updated"] || !seen["unchanged"] || len(run.Results) < 5 || l.Version != "2.1.0" {
		t.Errorf("%d results, states %v", len(run.Results), seen)
	}
	if n := run.Invocations[0].ToolExecutionNotifications; len(n) != 1 || n[0].Level != "warning" || !strings.HasPrefix(n[0].Message.Text, "rules[3]: ") {
		t.Errorf("notes: %+v", n)
	}
	// without a baseline nothing is said of one
	if text := written(t, "sarif", check(t, "-", yard, "", scene.CheckOptions{})); strings.Contains(text, "baselineState") ||
		strings.Contains(text, "suppressions") || strings.Contains(text, "physicalLocation") {
		t.Error("a baseline, or a place in standard input")
	}
}

// TestJUnit: the counts are those of the cases, and all pairs are in one.
func TestJUnit(t *testing.T) {
	c := check(t, "sites/yard one.yaml", yard, knownYard, scene.CheckOptions{})
	var all struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Skipped  int `xml:"skipped,attr"`
		Suites   []struct {
			Tests int `xml:"tests,attr"`
			Cases []struct {
				Class   string `xml:"classname,attr"`
				Name    string `xml:"name,attr"`
				Failure *struct {
					Type string `xml:"type,attr"`
					Text string `xml:",chardata"`
				} `xml:"failure"`
				Skipped *struct{} `xml:"skipped"`
				Out     string    `xml:"system-out"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(written(t, "xml", c)), &all); err != nil {
		t.Fatal(err)
	}
	failures, skipped, pairs := 0, 0, 0
	names := map[string]bool{}
	for _, k := range all.Suites[0].Cases {
		if names[k.Class+k.Name] {
			t.Errorf("two cases are called %q %q", k.Class, k.Name)
		}
		names[k.Class+k.Name] = true
		pairs++
		n := 0
		switch {
		case k.Failure != nil:
			failures++
			if !strings.Contains(k.Failure.Text, "signed distance ") {
				t.Errorf("%q has no bracket", k.Failure.Text)
			}
		case k.Skipped != nil:
			skipped++
		case strings.HasSuffix(k.Out, "not found"):
			pairs--
		case k.Name == "all other pairs":
			if _, err := fmt.Sscanf(k.Out, "%d pair", &n); err != nil {
				t.Error(err)
			}
			pairs += n - 1
		}
	}
	if failures != all.Failures || failures != c.Failures() || failures == 0 || skipped != all.Skipped || skipped == 0 ||
		all.Tests != len(all.Suites[0].Cases) || pairs != c.Checked {
		t.Errorf("%d failures of %d, %d skipped, %d pairs of %d: %+v", failures, c.Failures(), skipped, pairs, c.Checked, all)
	}
}

// A scene that cannot be read is told of in all reports.
func TestFailed(t *testing.T) {
	_, err := scene.Decode(t.Context(), strings.NewReader("version: 1\ndim: 5\nobjects: <b>\n"), "bad.yaml", scene.Options{})
	var list scene.ErrorList
	if !errors.As(err, &list) || len(list) < 2 {
		t.Fatal(err)
	}
	bad := report.NewFailed("bad.yaml", list)
	good := check(t, "y.yaml", yard, "", scene.CheckOptions{})
	for kind, want := range map[string][]string{
		"html":  {"the scene cannot be read", "bad.yaml:2: dim:", "shed"},
		"sarif": {`"executionSuccessful": false`, `"bad.yaml:2: dim:`, `"startLine": 2`, `"uri": "bad.yaml"`, "shed"},
		"xml":   {`errors="1"`, `name="the scene can be read"`, `bad.yaml:2: dim:`, "shed"},
	} {
		text := written(t, kind, bad, good)
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s has no %s", kind, w)
			}
		}
	}
	if bad.Failures() != 0 || bad.Summary() != "no pairs to check" {
		t.Error("a scene that cannot be read has failures")
	}
}

// In space, and where bodies move, there is a picture for each finding as well.
func TestSpace(t *testing.T) {
	const text = `{"version":1,"dim":3,"objects":[
		{"name":"floor","shape":{"type":"half-space","normal":[0,0,1],"offset":0}},
		{"name":"crate","shape":{"type":"box","size":[1,1,1]},"pose":{"p":[0,0,2]},"motion":{"linear":[0,0,-3]}},
		{"name":"wall","shape":{"type":"half-space","normal":[1,0,0],"offset":-1}}]}`
	c := check(t, "fall.json", text, "", scene.CheckOptions{})
	page := written(t, "html", c)
	if n := strings.Count(page, "<svg"); n != 1+len(c.Found) || len(c.Found) < 2 {
		t.Errorf("%d pictures of %d findings", n, len(c.Found))
	}
	for _, want := range []string{"meet at t = 0.5", "distance at the start"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
}

// full is a stream that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestFull(t *testing.T) {
	c := check(t, "y.yaml", yard, "", scene.CheckOptions{})
	for kind, w := range writers {
		if w(full{}, c) == nil {
			t.Errorf("%s does not say that it could not be written", kind)
		}
	}
}

// A scene that cannot be read fails in every report, also where nobody says why.
func TestFailedWithoutErrors(t *testing.T) {
	c := report.NewFailed("lost.yaml", nil)
	var junit, sarif, page strings.Builder
	if err := errors.Join(report.JUnit(&junit, c), report.SARIF(&sarif, "", c), report.HTML(&page, report.HTMLOptions{}, c)); err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]struct{ text, want string }{
		"JUnit": {junit.String(), `tests="1" failures="0" skipped="0" errors="1"`},
		"SARIF": {sarif.String(), `"executionSuccessful": false`},
		"HTML":  {page.String(), "cannot be read"},
	} {
		if !strings.Contains(r.text, r.want) {
			t.Errorf("%s without %s:\n%s", name, r.want, r.text)
		}
	}
}
