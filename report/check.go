package report

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/scene"
)

// Check is what was found in a scene, and what is known about it.
type Check struct {
	Scene   *scene.Scene
	Checked int // pairs
	Moves   bool
	Found   []scene.Found   // as Scene.Check returns it
	FailOn  []scene.Verdict // the verdicts that count as failures

	// What a baseline says: nil for none. States has the state of each pair of Found; Gone are the
	// contacts of the baseline that are not found.
	Baseline *scene.Baseline
	States   []scene.State
	Gone     []scene.Contact

	Log *Log // of frames; nil where the scene itself was checked

	Errors []*scene.Error // why the scene could not be read; the Scene has its name alone then

	notes map[[2]string]string // of the baseline, by the names of a pair
}

// NewCheck returns what was found in a scene: pairs that Scene.Check returned. Each verdict but
// clear counts as a failure. The baseline may be nil.
func NewCheck(s *scene.Scene, found []scene.Found, b *scene.Baseline) *Check {
	c := &Check{
		Scene: s, Checked: s.CountPairs(), Moves: s.Moves(), Found: found, Baseline: b,
		FailOn: allVerdicts(),
	}
	if b != nil {
		c.States, c.Gone = b.Compare(s, found)
		c.notes = make(map[[2]string]string, len(b.Contacts))
		for i := range b.Contacts {
			c.notes[[2]string{b.Contacts[i].A, b.Contacts[i].B}] = b.Contacts[i].Note
		}
	}
	return c
}

// NewFailed returns what reports say of a scene that cannot be read: a failure without errors, too.
func NewFailed(file string, errs []*scene.Error) *Check {
	if len(errs) == 0 {
		errs = []*scene.Error{{File: file, Code: scene.ErrFile, Message: "the scene cannot be read"}}
	}
	return &Check{Scene: &scene.Scene{File: file}, Errors: errs}
}

// whole returns what keeps a Check from being written, nil for nothing: a program may have put it
// together. A report that leaves out what it cannot name would pass where it should not.
func (c *Check) whole() error {
	if c == nil || c.Scene == nil {
		return errors.New("a Check without a Scene: NewCheck, NewFrames, NewLog and NewFailed make whole ones")
	}
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("the Check of %q: %s", c.Scene.File, fmt.Sprintf(format, args...))
	}
	n := len(c.Found)
	switch {
	case c.States != nil && len(c.States) != n:
		states := say.Count(len(c.States), "state")
		return wrong("%s, and %s: give each pair one, or none at all", say.Count(n, "pair"), states)
	case c.Log != nil && len(c.Log.Moments) != n:
		return wrong("%s, and %s: give each pair one", say.Count(n, "pair"), say.Count(len(c.Log.Moments), "moment"))
	}
	for i := range c.Found {
		f := &c.Found[i]
		switch {
		case !c.has(f.A) || !c.has(f.B):
			objects := say.Count(len(c.Scene.Objects), "object")
			return wrong("pair %d of objects %d and %d: the scene has %s", i, f.A, f.B, objects)
		case f.Verdict > scene.Overlap:
			return wrong("pair %d has the verdict %d, which there is not", i, f.Verdict)
		case c.States != nil && c.States[i] > scene.Gone:
			return wrong("pair %d has the state %d, which there is not", i, c.States[i])
		}
	}
	for i := range c.Gone {
		if v := c.Gone[i].Verdict; v == scene.Clear || v > scene.Overlap {
			return wrong("contact %d that is gone has the verdict %v, which is that of none", i, v)
		}
	}
	return nil
}

// whole returns what keeps one of the checks from being written, nil for nothing.
func whole(checks []*Check) error {
	for _, c := range checks {
		if err := c.whole(); err != nil {
			return err
		}
	}
	return nil
}

// has reports whether the scene has an object i.
func (c *Check) has(i int) bool { return i >= 0 && i < len(c.scene().Objects) }

// scene returns the Scene, an empty one where there is none.
func (c *Check) scene() *scene.Scene {
	if c.Scene == nil {
		return &scene.Scene{}
	}
	return c.Scene
}

// Fails reports whether pair i of Found is a failure: its verdict counts as one, and the baseline,
// if there is one, does not know it as it is. It panics where there is no pair i, as a slice does.
func (c *Check) Fails(i int) bool {
	return slices.Contains(c.FailOn, c.Found[i].Verdict) && (i >= len(c.States) || c.States[i].Fails())
}

// Failures returns how many pairs fail.
func (c *Check) Failures() int {
	n := 0
	for i := range c.Found {
		if c.Fails(i) {
			n++
		}
	}
	return n
}

// Names returns the names of A and B of a pair, "object 7" and the like for objects that the scene
// does not have.
func (c *Check) Names(f *scene.Found) (a, b string) {
	name := func(i int) string {
		if !c.has(i) {
			return "object " + strconv.Itoa(i)
		}
		return c.Scene.Objects[i].Name
	}
	return name(f.A), name(f.B)
}

// Duration returns how long the objects move.
func (c *Check) Duration() float64 { return cmp.Or(c.scene().Duration, 1) }

// InUnits returns a length with its unit.
func (c *Check) InUnits(x float64) string { return number(x) + c.unit() }

// Head says in a line what the scene is.
func (c *Check) Head() string {
	if len(c.Errors) > 0 {
		return "the scene cannot be read"
	}
	if c.Log != nil {
		return c.logHead()
	}
	s := c.scene()
	moving := ""
	if c.Moves {
		moving = ", moving until " + number(c.Duration())
	}
	objects := say.Count(len(s.Objects), "object")
	return fmt.Sprintf("%dD, %s, clearance %s%s", s.Dim, objects, c.InUnits(s.Clearance), moving)
}

// Summary says in a line how many pairs are what.
func (c *Check) Summary() string {
	if c.Log != nil {
		return c.logSummary()
	}
	var counts [scene.Overlap + 1]int
	s := c.scene()
	near := "nearer than " + c.InUnits(s.Clearance)
	for i := range c.Found {
		f := &c.Found[i]
		counts[min(f.Verdict, scene.Overlap)]++
		if f.Verdict == scene.Near && s.Asked(f) != s.Clearance {
			near = "nearer than is asked"
		}
	}
	left := c.Checked
	var parts []string
	for _, p := range []struct {
		verdict scene.Verdict
		text    string
	}{
		{scene.Overlap, "overlapping"},
		{scene.Touch, "touching"},
		{scene.Meet, "meeting later"},
		{scene.Undecided, "undecided"},
		{scene.Near, near},
	} {
		if n := counts[p.verdict]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, p.text))
			left -= n
		}
	}
	switch {
	case c.Checked == 0:
		return "no pairs to check"
	case len(parts) == 0:
		return say.Count(c.Checked, "pair") + " checked: all clear"
	}
	return fmt.Sprintf("%s checked: %s, %d clear", say.Count(c.Checked, "pair"), strings.Join(parts, ", "), left)
}

// Compared says in a line what the baseline makes of it; "" without one.
func (c *Check) Compared() string {
	if c.Baseline == nil {
		return ""
	}
	var counts [scene.Gone + 1]int
	for i := range min(len(c.Found), len(c.States)) {
		if c.Found[i].Verdict != scene.Clear {
			counts[min(c.States[i], scene.Gone)]++
		}
	}
	counts[scene.Gone] = len(c.Gone)
	var parts []string
	for _, s := range []scene.State{scene.NewContact, scene.Worse, scene.Better, scene.Known, scene.Gone} {
		if n := counts[s]; n > 0 || s == scene.NewContact {
			parts = append(parts, fmt.Sprintf("%d %s", n, s))
		}
	}
	return "by the baseline " + say.Printable(c.Baseline.File) + ": " + strings.Join(parts, ", ")
}

// Sentence says what was found about a pair, without the bracket.
func (c *Check) Sentence(f *scene.Found) string {
	a, b := c.Names(f)
	a, b = say.Printable(a), say.Printable(b)
	d := c.InUnits(rounded(math.Abs(f.Answer.Distance)))
	switch f.Verdict {
	case scene.Overlap:
		s := fmt.Sprintf("%s and %s overlap%s", a, b, c.deep(f))
		if f.Rule != nil && f.Rule.MayMeet {
			s += fmt.Sprintf("; up to %s is allowed", c.InUnits(f.Rule.Depth))
		}
		return s
	case scene.Touch:
		return fmt.Sprintf("%s and %s touch", a, b)
	case scene.Meet:
		return fmt.Sprintf("%s and %s meet at t = %s", a, b, number(rounded(f.Impact.T)))
	case scene.Undecided:
		if c.Moves {
			return fmt.Sprintf("%s and %s: whether they meet is undecided", a, b)
		}
		return fmt.Sprintf("%s and %s: whether they touch is undecided", a, b)
	case scene.Near:
		return fmt.Sprintf("%s and %s are %s apart; %s is asked", a, b, d, c.InUnits(c.scene().Asked(f)))
	case scene.Clear:
	}
	if f.Answer.Distance < 0 {
		return fmt.Sprintf("%s and %s overlap%s, which is allowed", a, b, c.deep(f))
	}
	return fmt.Sprintf("%s and %s are %s apart", a, b, d)
}

// deep says, after a word, how deep two bodies overlap; of bodies that overlap without bound, as
// two half-spaces, as much as is known.
func (c *Check) deep(f *scene.Found) string {
	d := c.InUnits(rounded(math.Abs(f.Answer.Distance)))
	switch {
	case f.Answer.Lower != -math.MaxFloat64:
		return ", " + d + " deep"
	case f.Answer.Distance == 0:
		return ", without a bound of the depth"
	}
	return ", at least " + d + " deep"
}

// Bracket says between which numbers the signed distance is proved to be, and of a pair that meets
// later the time.
func (c *Check) Bracket(f *scene.Found) string {
	w := &f.Answer
	s := "signed distance " + between(w.Distance, w.Lower, w.Upper, c.unit())
	if c.Moves && f.Verdict == scene.Meet {
		s = "first contact at t = " + between(f.Impact.T, f.Impact.Lower, f.Impact.Upper, "") + "; at the start " + s
	}
	return s
}

// unit returns the unit of lengths with a space before it, "" for none.
func (c *Check) unit() string {
	units := c.scene().Units
	if units == "" {
		return ""
	}
	return " " + say.Printable(units)
}

// between returns a number with its bounds and the unit; where no lower bound is known, with the
// upper one.
func between(x, lower, upper float64, unit string) string {
	switch {
	case lower == upper:
		return number(x) + unit + ", exactly"
	case lower == -math.MaxFloat64:
		return fmt.Sprintf("%s, proved to be at most %s", number(x)+unit, number(upper)+unit)
	}
	return fmt.Sprintf("%s, proved between %s and %s", number(x)+unit, number(lower), number(upper)+unit)
}

// goneSentence says what is not found any more.
func goneSentence(g *scene.Contact) string {
	return fmt.Sprintf("%s and %s: %s in the baseline, and not found", say.Printable(g.A), say.Printable(g.B), g.Verdict)
}

// known says why a pair is no failure; "" if the baseline does not know it.
func (c *Check) known(i int) string {
	if c.States == nil || c.States[i].Fails() || c.Found[i].Verdict == scene.Clear {
		return ""
	}
	a, b := c.Names(&c.Found[i])
	if note := c.notes[[2]string{min(a, b), max(a, b)}]; note != "" {
		return note
	}
	return "in the baseline " + c.Baseline.File
}

// number returns the shortest text that reads back to x.
func number(x float64) string { return strconv.FormatFloat(x+0, 'g', -1, 64) }

// rounded returns x with four digits.
func rounded(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 4, 64), 64)
	if err != nil {
		return x
	}
	return y
}
