package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/scene"
)

// JUnit writes the checks of some scenes in the form of JUnit's XML that services for tests read: a
// suite for each scene. A pair that fails is a case that failed, with the bracket; one that is not
// clear, and does not fail, a case that was skipped where a baseline knows it, else one that
// passed. Each rule of the scene has a case besides for all other pairs about which it decides, and
// so have the pairs without a rule. A contact of a baseline that is gone is a case that passed. A
// scene that cannot be read is a case with an error.
//
// The error is that of HTML.
func JUnit(w io.Writer, checks ...*Check) error {
	if err := whole(checks); err != nil {
		return err
	}
	all := junitSuites{Name: "collide"}
	for _, c := range checks {
		s := c.junit()
		all.Suites = append(all.Suites, s)
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Skipped += s.Skipped
		all.Errors += s.Errors
	}
	var b bytes.Buffer
	b.WriteString(xml.Header)
	e := xml.NewEncoder(&b)
	e.Indent("", " ")
	if err := e.Encode(&all); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err := w.Write(b.Bytes())
	return err
}

type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Errors   int         `xml:"errors,attr"`
		File     string      `xml:"file,attr,omitempty"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Line    int           `xml:"line,attr,omitempty"`
		Failure *junitFailure `xml:"failure"`
		Error   *junitFailure `xml:"error"`
		Skipped *junitSkipped `xml:"skipped"`
		Out     string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr"`
	}
)

// junit returns the suite of the scene.
func (c *Check) junit() junitSuite {
	s := junitSuite{Name: c.Scene.File, File: filepath.ToSlash(c.Scene.File)}
	base := filepath.Base(c.Scene.File)
	class := strings.TrimSuffix(base, filepath.Ext(base))
	if len(c.Errors) > 0 {
		e := c.Errors[0]
		k := junitCase{Class: class, Name: "the scene can be read", File: s.File, Line: e.Line}
		k.Error = &junitFailure{Type: fmt.Sprint(e.Code), Message: e.Error(), Text: scene.ErrorList(c.Errors).Error()}
		s.Cases, s.Tests, s.Errors = []junitCase{k}, 1, 1
		return s
	}
	if c.Log != nil {
		s = c.junitLog(class)
	} else {
		s.Cases = c.junitCases(class, s.File)
	}
	s.Tests = len(s.Cases)
	for i := range s.Cases {
		if s.Cases[i].Failure != nil {
			s.Failures++
		}
		if s.Cases[i].Skipped != nil {
			s.Skipped++
		}
	}
	return s
}

// junitCases returns the cases of a scene that was checked as it is.
func (c *Check) junitCases(class, file string) (cases []junitCase) {
	classOf := func(r *scene.Rule) string {
		if r == nil {
			return class
		}
		return class + ": " + r.Title()
	}
	left := map[*scene.Rule]int{nil: c.Checked}
	for i, n := range c.Scene.RulePairs() {
		if r := &c.Scene.Rules[i]; !r.Ignore {
			left[r] = n
			left[nil] -= n
		}
	}
	for i := range c.Found {
		f := &c.Found[i]
		if f.Verdict != scene.Clear {
			left[f.Rule]--
			cases = append(cases, c.junitPair(i, classOf(f.Rule)))
		}
	}
	rules := []*scene.Rule{nil}
	for i := range c.Scene.Rules {
		if r := &c.Scene.Rules[i]; !r.Ignore {
			rules = append(rules, r)
		}
	}
	for _, r := range rules {
		k := junitCase{Class: classOf(r), Name: "all other pairs", File: file, Out: say.Count(left[r], "pair") + ", clear"}
		if r != nil {
			k.Line = r.Line
		}
		cases = append(cases, k)
	}
	for i := range c.Gone {
		g := &c.Gone[i]
		cases = append(cases, junitCase{
			Class: class, Name: say.Printable(g.A) + " | " + say.Printable(g.B), File: file, Out: goneSentence(g),
		})
	}
	return cases
}

// junitPair returns the case of a pair.
func (c *Check) junitPair(i int, class string) junitCase {
	f := &c.Found[i]
	a, b := c.Names(f)
	k := junitCase{
		Class: class, Name: say.Printable(a) + " | " + say.Printable(b), File: filepath.ToSlash(c.Scene.File),
		Line: c.line(i, f.A),
	}
	text := c.Sentence(f) + c.when(i)
	details := c.bracket(i) + "\n" + c.where(f)
	switch why := c.known(i); {
	case c.Fails(i):
		k.Failure = &junitFailure{Type: f.Verdict.String(), Message: text, Text: details}
	case why != "":
		k.Skipped = &junitSkipped{text + ": " + why}
	default:
		k.Out = text + "\n" + details
	}
	return k
}

// line returns the line of object k of pair i in the file; 0 for none.
func (c *Check) line(i, k int) int {
	if c.Log != nil && c.Log.Numbered {
		return c.Log.Moments[i].Line
	}
	return c.Scene.Objects[k].Line
}

// bracket is Bracket of pair i of Found, also of a log.
func (c *Check) bracket(i int) string {
	if c.Log != nil {
		return c.logBracket(i)
	}
	return c.Bracket(&c.Found[i])
}

// contact returns the normal of a pair and its witness points; of one that meets later, those of
// then.
func contact(f *scene.Found) (normal, a, b [3]float64) {
	if f.Verdict == scene.Meet {
		return f.Impact.Normal, f.Impact.PointA, f.Impact.PointB
	}
	return f.Answer.Normal, f.Answer.PointA, f.Answer.PointB
}

// where says where the contact of a pair is.
func (c *Check) where(f *scene.Found) string {
	normal, a, b := contact(f)
	n := c.Scene.Dim
	s := fmt.Sprintf("normal %s, point of A %s, point of B %s", vector(normal[:n]), vector(a[:n]), vector(b[:n]))
	if f.Rule != nil {
		s += "\nrule " + say.Printable(f.Rule.Title())
	}
	return s
}

// vector returns the coordinates of v, with six digits.
func vector(v []float64) string {
	var s []string
	for _, x := range v {
		s = append(s, strings.TrimPrefix(fmt.Sprintf("%.6g", x+0), "+"))
	}
	return strings.Join(s, " ")
}
