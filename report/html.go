package report

import (
	"bytes"
	_ "embed" // the parts of the page
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/picture"
	"github.com/collide-go/collide/scene"
)

// The parts of a page.
var (
	//go:embed report.html
	page string
	//go:embed report.css
	style string
)

var pageTemplate = template.Must(template.New("report").Parse(page))

// HTMLOptions steer HTML. The zero value means the defaults.
type HTMLOptions struct {
	Width, Height float64       // of the picture of a scene; 0 means 960 and 720
	View          *picture.View // of scenes in 3D; nil means one that shows the pairs well
}

// Limits of a page, so that a browser opens it.
const (
	mostInsets  = 60   // findings of a scene with a picture of their own
	mostListed  = 500  // findings of a scene
	mostObjects = 5000 // of a scene with a picture: more are too small to be told apart
	insetWidth  = 372
	insetHeight = 280
)

// HTML writes the checks of some scenes as a page of HTML: for each scene a summary, a picture, the
// pairs that fail, each with a picture of its contact, its distance or depth with the bracket, its
// normal and its witness points, then the other pairs that are not clear, what a baseline says, the
// rules and the notes. The page needs no network, no script and no other file, is light or dark as
// the reader prefers, and can be printed. Of many findings the first ones have pictures.
//
// Names in the page are text, whatever they hold. The error is that of w, or says which Check that
// a program put together is not whole, and why: one without a Scene, or with pairs of objects that
// the scene does not have. Nothing is written then.
//
// Cost: that of picture.Scene for each scene, and some ten milliseconds for each of the pictures of
// contacts.
func HTML(w io.Writer, o HTMLOptions, checks ...*Check) error {
	doc := htmlPage{Style: template.CSS(picture.InlineStyle() + style)}
	if err := whole(checks); err != nil {
		return err
	}
	var names []string
	for k, c := range checks {
		doc.Scenes = append(doc.Scenes, c.html(&o, k))
		names = append(names, filepath.Base(c.Scene.File))
	}
	doc.Title = "collide: " + say.Printable(strings.Join(names, ", "))
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, &doc); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

type (
	htmlPage struct {
		Title  string
		Style  template.CSS
		Scenes []htmlScene
	}
	htmlScene struct {
		Title, Head, Verdict, Summary, Compared, NoPicture, Caption string
		Failures                                                    int
		Picture                                                     template.HTML
		Groups                                                      []htmlGroup
		Gone, Notes                                                 []string
		Rules                                                       []htmlRule
	}
	htmlGroup struct {
		Head, More string
		Folded     bool
		Findings   []htmlFinding
	}
	htmlFinding struct {
		ID, Verdict, State, A, B, Sentence string
		Picture                            template.HTML
		Rows                               []htmlRow
	}
	htmlRow  struct{ Name, Text string }
	htmlRule struct {
		Name, A, B, Asked string
		Pairs, Found      int
	}
)

// html returns the scene as it stands on a page, the number of which it is.
func (c *Check) html(o *HTMLOptions, number int) htmlScene {
	d := htmlScene{
		Title: say.Printable(c.Scene.File), Head: c.Head(), Summary: c.Summary(), Compared: c.Compared(),
		Failures: c.Failures(),
	}
	if len(c.Errors) > 0 {
		d.Verdict, d.Summary, d.Failures = c.Head(), "", 1
		d.Head = ""
		for _, e := range c.Errors {
			d.Notes = append(d.Notes, say.Printable(e.Error()))
		}
		return d
	}
	d.Verdict = "nothing fails"
	if d.Failures > 0 {
		d.Verdict = say.Count(d.Failures, "pair") + " fails"
		if d.Failures > 1 {
			d.Verdict = say.Count(d.Failures, "pair") + " fail"
		}
	}
	if c.Log != nil {
		c.htmlLog(o, number, &d)
		return d
	}
	if n := len(c.Scene.Objects); n > mostObjects {
		d.NoPicture = fmt.Sprintf("A picture shows up to %d objects, not %d.", mostObjects, n)
	} else if n > 0 {
		d.Picture = inline(c.picture(o))
	}
	c.groups(o, number, &d)
	for i := range c.Gone {
		d.Gone = append(d.Gone, goneSentence(&c.Gone[i]))
	}
	d.Rules = c.htmlRules()
	for _, n := range c.Scene.Notes {
		d.Notes = append(d.Notes, say.Printable(n.String()))
	}
	return d
}

// htmlLog fills in what a page says of a log.
func (c *Check) htmlLog(o *HTMLOptions, number int, d *htmlScene) {
	var p *picture.Picture
	if p, d.Caption = c.logPicture(o); p != nil {
		d.Picture = inline(p)
	}
	c.groups(o, number, d)
	if c.Log.Difference != "" {
		d.Verdict, d.Failures = say.Printable(c.Log.Difference), d.Failures+1
	}
	for _, n := range c.Scene.Notes {
		d.Notes = append(d.Notes, say.Printable(n.String()))
	}
}

// groups fills in the pairs.
func (c *Check) groups(o *HTMLOptions, number int, d *htmlScene) {
	var fail, rest []int
	for i := range c.Found {
		switch {
		case c.Fails(i):
			fail = append(fail, i)
		case c.Found[i].Verdict != scene.Clear:
			rest = append(rest, i)
		}
	}
	insets := mostInsets
	if len(fail) > 0 {
		d.Groups = append(d.Groups, c.group(o, number, "Findings", fail, &insets))
	}
	if len(rest) > 0 {
		head := say.Count(len(rest), "pair") + " more that touch, overlap or are near, and do not fail"
		if c.Log != nil {
			head = say.Count(len(rest), "pair") + " that meet, and do not fail"
		}
		g := c.group(o, number, head, rest, &insets)
		g.Folded = c.Log == nil
		d.Groups = append(d.Groups, g)
	}
}

// picture returns the picture of the scene.
func (c *Check) picture(o *HTMLOptions) *picture.Picture {
	s := c.plain()
	pairs := slices.DeleteFunc(slices.Clone(c.Found), func(p scene.Found) bool { return p.Verdict == scene.Clear })
	return picture.Scene(s, pairs, picture.Options{
		Width: o.Width, Height: o.Height, View: o.View, Units: say.Printable(s.Units),
	})
}

// plain returns the scene with names that can be shown.
func (c *Check) plain() *scene.Scene {
	s := *c.Scene
	s.Objects = slices.Clone(s.Objects)
	for i := range s.Objects {
		s.Objects[i].Name = say.Printable(s.Objects[i].Name)
	}
	return &s
}

// group returns pairs of Found as they stand on a page. insets is how many may still have a
// picture.
func (c *Check) group(o *HTMLOptions, number int, head string, list []int, insets *int) htmlGroup {
	g := htmlGroup{Head: head}
	if more := len(list) - mostListed; more > 0 {
		g.More = fmt.Sprintf("And %s more, which the other formats list.", say.Count(more, "pair"))
		list = list[:mostListed]
	}
	s := c.plain()
	for _, i := range list {
		f := &c.Found[i]
		a, b := c.Names(f)
		h := htmlFinding{
			ID: fmt.Sprintf("s%d-p%d", number+1, i+1), Verdict: f.Verdict.String(), A: say.Printable(a), B: say.Printable(b),
			Sentence: c.Sentence(f) + c.when(i), Rows: c.rows(i),
		}
		if c.States != nil {
			h.State = c.States[i].String()
		}
		if *insets > 0 {
			*insets--
			if c.Log != nil {
				s, f = c.moment(i)
			}
			h.Picture = inline(picture.Finding(s, f, picture.Options{
				Width: insetWidth, Height: insetHeight, View: o.View, Units: say.Printable(s.Units),
			}))
		}
		g.Findings = append(g.Findings, h)
	}
	return g
}

// rows returns the table of a pair.
func (c *Check) rows(i int) []htmlRow {
	f := &c.Found[i]
	w := &f.Answer
	normal, a, b := contact(f)
	unit := c.unit()
	var rows []htmlRow
	add := func(name, text string) { rows = append(rows, htmlRow{name, text}) }
	switch {
	case c.Log != nil:
		rows = append(rows, c.logRows(i)...)
	case f.Verdict == scene.Meet:
		add("time", between(f.Impact.T, f.Impact.Lower, f.Impact.Upper, ""))
		add("distance at the start", between(w.Distance, w.Lower, w.Upper, unit))
	default:
		add("signed distance", between(w.Distance, w.Lower, w.Upper, unit))
	}
	if c.Log == nil {
		add("asked", "at least "+c.InUnits(c.Scene.Asked(f)))
	}
	n := c.Scene.Dim
	add("normal, A to B", vector(normal[:n]))
	add("point of A", vector(a[:n])+unit)
	add("point of B", vector(b[:n])+unit)
	if f.Rule != nil {
		add("rule", say.Printable(f.Rule.Title()))
	}
	if line := [2]int{c.Scene.Objects[f.A].Line, c.Scene.Objects[f.B].Line}; line[0] > 0 && line[1] > 0 {
		add("lines of the scene", strconv.Itoa(line[0])+" and "+strconv.Itoa(line[1]))
	}
	if why := c.known(i); why != "" {
		add("known", say.Printable(why))
	}
	return rows
}

// htmlRules returns the rules of the scene as they stand on a page.
func (c *Check) htmlRules() []htmlRule {
	found := map[*scene.Rule]int{}
	for i := range c.Found {
		if f := &c.Found[i]; f.Verdict != scene.Clear {
			found[f.Rule]++
		}
	}
	var list []htmlRule
	pairs := c.Scene.RulePairs()
	for i := range c.Scene.Rules {
		r := &c.Scene.Rules[i]
		h := htmlRule{
			Name: say.Printable(r.Name), A: say.Printable(r.A), B: say.Printable(r.B), Pairs: pairs[i], Found: found[r],
			Asked: "clearance " + c.InUnits(r.Clearance),
		}
		switch {
		case r.Ignore:
			h.Asked = "not checked"
		case r.MayMeet && r.Depth == 0:
			h.Asked = "may touch"
		case r.MayMeet:
			h.Asked = "may overlap, up to " + c.InUnits(r.Depth)
		}
		list = append(list, h)
	}
	return list
}

// inline returns a picture as SVG inside HTML. A writer into memory does not fail.
func inline(p *picture.Picture) template.HTML {
	var b strings.Builder
	_ = p.InlineSVG(&b)
	return template.HTML(b.String())
}
