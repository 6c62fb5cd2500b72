package picture

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/scene"
)

// courseKind returns the word for what a course is about.
func courseKind(c *explain.Course) string {
	switch {
	case c.Cast == nil:
		return "motion"
	case c.Cast.Kind == scene.CastRay:
		return "ray"
	}
	return "shape"
}

// meets says what two bodies do, by the verdict: of a ray, and of bodies.
var meets = map[collide.Verdict][2]string{
	collide.Hit:    {"the ray meets %s", "%s and %s meet"},
	collide.Graze:  {"the ray touches %s", "%s and %s touch"},
	collide.Miss:   {"the ray misses %s", "%s and %s never meet"},
	collide.Unsure: {"whether the ray meets %s cannot be told", "whether %s and %s meet cannot be told"},
}

// title says what the picture is about.
func (f *courseFigure) title() string {
	s := ""
	if f.B == "" {
		s = fmt.Sprintf(meets[f.Verdict()][0], f.A)
	} else {
		s = fmt.Sprintf(meets[f.Verdict()][1], f.A, f.B)
	}
	id := ""
	switch {
	case f.Cast != nil:
		id = f.Cast.ID
	case f.Impact != nil:
		id = f.Impact.ID
	}
	if id != "" {
		return "Line " + id + ": " + s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// sentences returns the answer in words.
func (f *courseFigure) sentences() []string {
	t, lower, upper := f.Times()
	var out []string
	switch f.Verdict() {
	case collide.Miss:
		out = append(out, "Apart all the time, proved.")
	case collide.Unsure:
		out = append(out, "Apart up to t = "+digits(lower, 6)+", proved, and no more is known.")
	default:
		s := "Contact at t = " + digits(t, 9)
		if upper > lower {
			s += ", known to " + digits(upper-lower, 2)
		}
		out = append(out, s+".")
		if lower > 0 {
			out = append(out, "Before that they are apart, proved.")
		}
	}
	if f.Cast != nil && f.CastAnswer.HasExit {
		out = append(out, "The ray leaves at t = "+digits(f.CastAnswer.Exit, 9)+".")
	}
	if n := len(f.Steps); n > 0 {
		out = append(out, say.Count(n, "step")+" of the search.")
	}
	return out
}

// WriteCourse writes a course for people: the bodies, a line for each step of the search, or for
// some even times where there is none, and the answer. Numbers in tables are rounded to six digits;
// those of the answer are not. The error is that of w.
func WriteCourse(w io.Writer, c *explain.Course) error {
	pair := explain.Report{A: c.A, B: c.B}
	pair.Pair.Dim = c.Dim
	t := &table{Report: &pair}
	unit := ""
	if c.Units != "" {
		unit = ", in " + say.Printable(c.Units)
	}
	fmt.Fprintf(t, "%dD %s%s\n", c.Dim, courseKind(c), unit)
	if a, b, err := c.At(0); err == nil {
		pair.Pair.A, pair.Pair.B = a, b
		t.bodiesOf(c.B == "")
	}
	moments, head := shown(c), "proved apart to"
	if len(c.Steps) == 0 {
		head = ""
		t.WriteString("\nAt even times\n")
	} else {
		t.WriteString("\nThe search in time\n")
	}
	rows := [][]string{{"t", "distance from", "to", "normal", "of A", "of B", head}}
	for i := range moments {
		m := &moments[i]
		until := ""
		if head != "" {
			until = short(m.Until)
		}
		rows = append(rows, []string{
			short(m.T), short(m.Lower), short(m.Upper), t.vector(m.Normal), t.vector(m.PointA), t.vector(m.PointB), until,
		})
	}
	t.columns(rows)
	if n := len(c.Steps); n > 0 && exitWord(&explain.Step{Exit: c.Steps[n-1].Exit}) != "" {
		fmt.Fprintf(t, "%s\n", exitWord(&explain.Step{Exit: c.Steps[n-1].Exit}))
	}
	t.courseAnswer(c)
	_, err := io.WriteString(w, t.String())
	return err
}

// shown returns the moments that a reader is led through: the steps of the search, or some even
// times where there is none.
func shown(c *explain.Course) []explain.Moment {
	if len(c.Steps) > 0 {
		return c.Steps
	}
	var some []explain.Moment
	for i := 0; i < len(c.Samples); i += 16 {
		some = append(some, c.Samples[i])
	}
	return some
}

// courseAnswer writes the answer, every number in full.
func (t *table) courseAnswer(c *explain.Course) {
	status := c.ImpactAnswer.Status
	if c.Cast != nil {
		status = c.CastAnswer.Status
	}
	fmt.Fprintf(t, "\nAnswer: %s (%s)\n", c.Verdict(), status)
	for _, row := range t.contactRows(c) {
		fmt.Fprintf(t, "  %-11s %s\n", row[0], row[1])
	}
}

// contactRows returns the numbers of the answer with what they are; none for a miss.
func (t *table) contactRows(c *explain.Course) [][2]string {
	normal, a, b, ok := c.Contact()
	if !ok {
		return nil
	}
	time, lower, upper := c.Times()
	rows := [][2]string{{"t", number(time)}, {"lower", number(lower)}, {"upper", number(upper)}}
	if c.Cast != nil && c.CastAnswer.HasExit {
		rows = append(rows, [2]string{"exit", number(c.CastAnswer.Exit)})
	}
	if normal != [3]float64{} {
		rows = append(rows, [2]string{"normal", t.full(normal)})
	}
	if c.B == "" {
		return append(rows, [2]string{"point", t.full(a)})
	}
	return append(rows, [2]string{"point of A", t.full(a)}, [2]string{"point of B", t.full(b)})
}

// The form of a course as JSON (docs/formats.md).
type (
	courseJSON struct {
		Version int    `json:"version"`
		Dim     int    `json:"dim"`
		Kind    string `json:"kind"`
		A       string `json:"a"`
		B       string `json:"b,omitempty"`
		Units   string `json:"units"`
	}
	momentJSON struct {
		T      exact   `json:"t"`
		Until  *exact  `json:"until,omitempty"`
		Lower  exact   `json:"lower"`
		Upper  exact   `json:"upper"`
		Normal []exact `json:"normal"`
		PointA []exact `json:"point_a"`
		PointB []exact `json:"point_b"`
		Exit   string  `json:"exit,omitempty"`
	}
)

// WriteCourseJSON writes a course as one JSON object, a line for each step and each sample. The
// error is that of w.
func WriteCourseJSON(w io.Writer, c *explain.Course) error {
	head, err := json.Marshal(courseJSON{1, c.Dim, courseKind(c), c.A, c.B, c.Units})
	if err != nil {
		return err
	}
	out := append(head[:len(head)-1], `,"steps":[`...)
	if out, err = appendMoments(out, c, c.Steps, true); err != nil {
		return err
	}
	if out, err = appendMoments(append(out, `],"samples":[`...), c, c.Samples, false); err != nil {
		return err
	}
	out = append(out, `],"answer":`...)
	if c.Cast != nil {
		out = c.CastAnswer.AppendJSON(out)
	} else {
		out = c.ImpactAnswer.AppendJSON(out)
	}
	_, err = w.Write(append(out, "}\n"...))
	return err
}

// appendMoments appends moments, each on a line of its own.
func appendMoments(out []byte, c *explain.Course, moments []explain.Moment, steps bool) ([]byte, error) {
	numbers := func(v [3]float64) []exact {
		list := make([]exact, c.Dim)
		for i := range list {
			list[i] = exact(v[i])
		}
		return list
	}
	for i := range moments {
		m := &moments[i]
		j := momentJSON{
			T: exact(m.T), Lower: exact(m.Lower), Upper: exact(m.Upper), Normal: numbers(m.Normal),
			PointA: numbers(m.PointA), PointB: numbers(m.PointB), Exit: exitWord(&explain.Step{Exit: m.Exit}),
		}
		if steps {
			until := exact(m.Until)
			j.Until = &until
		}
		text, err := json.Marshal(j)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(out, '\n'), text...)
	}
	return out, nil
}
