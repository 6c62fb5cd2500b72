package report

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/collide-go/collide/scene"
)

// SARIF writes the checks of some scenes as a log of the Static Analysis Results Interchange Format
// (version 2.1.0, [SARIF]), with one run: a rule for each verdict, and a result for each pair that
// is not clear, at the lines of its objects in the file of the scene. version is that of the
// program, which may be empty.
//
// The level of failures is error, of failures that are near or undecided warning, of all else note.
// The fingerprint of a result is a function of the names of its objects. With a baseline each
// result has a baselineState (new; updated where it is worse or better; unchanged; absent where it
// is gone), and those that it knows are suppressed. Notes about a scene are notifications, and so
// are the errors of one that cannot be read.
//
// The error is that of HTML.
func SARIF(w io.Writer, version string, checks ...*Check) error {
	if err := whole(checks); err != nil {
		return err
	}
	log := jsonStream{w: bufio.NewWriter(w)}
	log.open('{')
	log.member("$schema", sarifSchema)
	log.member("version", "2.1.0")
	log.key("runs")
	log.open('[')
	log.next()
	log.open('{')
	log.member("tool", sarifTool{sarifDriver{Name: "collide", Version: version, URI: homepage, Rules: sarifRules()}})
	log.member("invocations", []sarifInvocation{sarifInvocationOf(checks)})
	log.key("results")
	log.open('[')
	for _, c := range checks {
		c.sarifResults(&log)
	}
	log.close(']')
	log.member("columnKind", "unicodeCodePoints")
	log.close('}')
	log.close(']')
	log.close('}')
	return log.end()
}

// sarifInvocationOf returns what is said of the run as a whole: the errors of scenes, the
// differences of logs and the notes.
func sarifInvocationOf(checks []*Check) sarifInvocation {
	v := sarifInvocation{Successful: true}
	for _, c := range checks {
		note := func(level, text string, line int) {
			v.Notes = append(v.Notes, sarifNote{
				Level: level, Message: sarifText{text}, Locations: []sarifLocation{{Physical: c.physical(line)}},
			})
		}
		for _, e := range c.Errors {
			v.Successful = false
			note("error", e.Error(), e.Line)
		}
		if c.Log != nil && c.Log.Difference != "" {
			note("error", c.Log.Difference, 0)
		}
		for i := range c.Scene.Notes {
			n := &c.Scene.Notes[i]
			note("warning", n.Path+": "+n.Message, n.Line)
		}
	}
	return v
}

// sarifResults writes the results of a check one after the other: there may be millions.
func (c *Check) sarifResults(log *jsonStream) {
	for i := range c.Found {
		if c.Found[i].Verdict != scene.Clear {
			log.element(c.sarif(i))
		}
	}
	for i := range c.Gone {
		log.element(c.sarifGone(&c.Gone[i]))
	}
}

const (
	homepage    = "https://github.com/collide-go/collide"
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)

// The objects of SARIF, as far as they are written, with the names of its schema.
type (
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		URI     string      `json:"informationUri"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID            string      `json:"id"`
		Name          string      `json:"name"`
		Short         sarifText   `json:"shortDescription"`
		Full          sarifText   `json:"fullDescription"`
		Configuration sarifConfig `json:"defaultConfiguration"`
	}
	sarifConfig struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifInvocation struct {
		Successful bool        `json:"executionSuccessful"`
		Notes      []sarifNote `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNote struct {
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
	}
	sarifResult struct {
		RuleID       string              `json:"ruleId"`
		RuleIndex    int                 `json:"ruleIndex"`
		Level        string              `json:"level"`
		Message      sarifText           `json:"message"`
		Locations    []sarifLocation     `json:"locations"`
		Related      []sarifLocation     `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string   `json:"partialFingerprints"`
		State        string              `json:"baselineState,omitempty"`
		Suppressions *[]sarifSuppression `json:"suppressions,omitempty"`
		Properties   *sarifProperties    `json:"properties,omitempty"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Status        string `json:"status"`
		Justification string `json:"justification"`
	}
	sarifLocation struct {
		ID       int            `json:"id,omitempty"`
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifText     `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		Line int `json:"startLine"`
	}
	sarifLogical struct {
		Name string `json:"name"`
		Kind string `json:"kind"`
	}
	// sarifProperties is the answer, numbers as they read back.
	sarifProperties struct {
		Rule     string          `json:"rule,omitempty"`
		Asked    json.RawMessage `json:"asked,omitempty"`
		Relation string          `json:"relation"`
		Distance json.RawMessage `json:"distance"`
		Lower    json.RawMessage `json:"lower"`
		Upper    json.RawMessage `json:"upper"`
		Units    string          `json:"units,omitempty"`
		Frame    *int            `json:"frame,omitempty"`
		Time     json.RawMessage `json:"t,omitempty"`
		Earliest json.RawMessage `json:"earliest,omitempty"`
		Latest   json.RawMessage `json:"latest,omitempty"`
	}
)

// verdictRules are the verdicts that have a rule of SARIF, in the order of these.
var verdictRules = []struct {
	verdict           scene.Verdict
	name, short, full string
}{
	{
		scene.Overlap, "Overlap", "Bodies overlap.",
		"The interiors of two bodies have points in common, or they overlap deeper than is allowed.",
	},
	{scene.Touch, "Touch", "Bodies touch.", "Two bodies have points in common, and their interiors have none."},
	{scene.Meet, "Meet", "Bodies meet.", "Two bodies are apart at the start, and in contact later."},
	{
		scene.Near, "Near", "Bodies are nearer than is asked.",
		"Two bodies are apart, and not proved to be as far apart as the clearance.",
	},
	{
		scene.Undecided, "Undecided", "Whether bodies meet is undecided.",
		"The bracket of the distance of two curved bodies, or of their motion, holds both contact and none.",
	},
}

// sarifRules returns the rules.
func sarifRules() []sarifRule {
	var list []sarifRule
	for _, r := range verdictRules {
		list = append(list, sarifRule{
			ID: r.verdict.String(), Name: r.name, Short: sarifText{r.short}, Full: sarifText{r.full},
			Configuration: sarifConfig{levelOf(r.verdict)},
		})
	}
	return list
}

// levelOf returns the level of a failure.
func levelOf(v scene.Verdict) string {
	if v == scene.Near || v == scene.Undecided {
		return "warning"
	}
	return "error"
}

// sarifStates are the words of SARIF for the states.
var sarifStates = [...]string{
	scene.NewContact: "new", scene.Worse: "updated", scene.Better: "updated", scene.Known: "unchanged",
	scene.Gone: "absent",
}

// sarif returns the result of a pair.
func (c *Check) sarif(i int) sarifResult {
	f := &c.Found[i]
	a, b := &c.Scene.Objects[f.A], &c.Scene.Objects[f.B]
	r := c.sarifOf(f.Verdict, a.Name, b.Name)
	r.Message.Text = c.Sentence(f) + c.when(i) + " (" + c.bracket(i) + ")."
	if c.Fails(i) {
		r.Level = levelOf(f.Verdict)
	}
	r.Locations[0].Physical = c.physical(c.line(i, f.A))
	if p := c.physical(b.Line); p != nil && (c.Log == nil || !c.Log.Numbered) {
		r.Related = append(r.Related, sarifLocation{ID: 1, Physical: p, Message: &sarifText{b.Name}})
	}
	if f.Rule != nil {
		if p := c.physical(f.Rule.Line); p != nil {
			r.Related = append(r.Related, sarifLocation{ID: 2, Physical: p, Message: &sarifText{"rule " + f.Rule.Title()}})
		}
	}
	if c.States != nil {
		r.State, r.Suppressions = sarifStates[c.States[i]], &[]sarifSuppression{}
		if why := c.known(i); why != "" {
			*r.Suppressions = append(*r.Suppressions, sarifSuppression{"external", "accepted", why})
		}
	}
	r.Properties = c.properties(i)
	return r
}

// sarifOf returns a result about two objects, without what is only known of those that are there.
func (c *Check) sarifOf(v scene.Verdict, a, b string) sarifResult {
	index := 0
	for verdictRules[index].verdict != v {
		index++
	}
	sum := sha256.Sum256([]byte(min(a, b) + "\x00" + max(a, b)))
	return sarifResult{
		RuleID: v.String(), RuleIndex: index, Level: "note",
		Locations:    []sarifLocation{{Logical: []sarifLogical{{a, "object"}, {b, "object"}}}},
		Fingerprints: map[string]string{"pairOfNames/v1": hex.EncodeToString(sum[:16])},
	}
}

// sarifGone returns the result of a contact that is not found any more.
func (c *Check) sarifGone(g *scene.Contact) sarifResult {
	r := c.sarifOf(g.Verdict, g.A, g.B)
	r.Message.Text = goneSentence(g) + "."
	r.Locations[0].Physical = c.physical(1)
	r.State, r.Suppressions = sarifStates[scene.Gone], &[]sarifSuppression{}
	return r
}

// physical returns a line of the file of the scene, nil for a scene that is no file.
func (c *Check) physical(line int) *sarifPhysical {
	file := c.Scene.File
	if file == "" || file == "-" {
		return nil
	}
	u := url.URL{Path: filepath.ToSlash(file)}
	if strings.HasPrefix(u.Path, "/") {
		u.Scheme = "file"
	}
	p := &sarifPhysical{Artifact: sarifArtifact{u.String()}}
	if line > 0 {
		p.Region = &sarifRegion{line}
	}
	return p
}

// properties returns the answer about pair i of Found.
func (c *Check) properties(i int) *sarifProperties {
	f := &c.Found[i]
	text := func(x float64) json.RawMessage { return scene.AppendNumber(nil, x) }
	p := &sarifProperties{
		Relation: f.Answer.Relation.String(), Distance: text(f.Answer.Distance),
		Lower: text(f.Answer.Lower), Upper: text(f.Answer.Upper), Units: c.Scene.Units,
	}
	switch {
	case c.Log == nil:
		p.Asked = text(c.Scene.Asked(f))
	case c.Log.Numbered:
		p.Frame = &c.Log.Moments[i].Frame
	}
	if f.Rule != nil {
		p.Rule = f.Rule.Title()
	}
	if f.Verdict == scene.Meet {
		p.Time, p.Earliest, p.Latest = text(f.Impact.T), text(f.Impact.Lower), text(f.Impact.Upper)
	}
	return p
}
