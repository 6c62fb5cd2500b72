package explain

import (
	"cmp"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

// Course tells how the answer about a ray, about a shape that is swept, or about two bodies that
// move came about, in values. Time is the t of the answer: of a cast the parameter, of an impact
// the time.
type Course struct {
	Cast   *scene.Cast   // what was asked: a ray or a shape; nil for an impact
	Impact *scene.Impact // two bodies; nil for a cast
	Dim    int
	A, B   string // the names of the bodies; B of a ray is empty
	Units  string // a label of lengths; may be empty

	// The answer, bit for bit that of `collide cast` or `collide toi` about the same line.
	CastAnswer   scene.CastAnswer
	ImpactAnswer scene.ImpactAnswer

	// where the search looked, in its order; of a ray that for a point that is swept along it,
	// which proves the same; none for closed forms
	Steps   []Moment
	Samples []Moment // the whole course up to End, evenly spaced, for a plot
	End     float64  // a time beyond the contact, at most the last that was asked about
}

// Moment is what is known of the signed distance at a time.
type Moment struct {
	T              float64
	Until          float64      // of a step: up to here it has proved the bodies apart
	Exit           collide.Exit // of a step: why the search ended here, ExitNone where it went on
	Lower, Upper   float64      // bounds of the signed distance at T
	Normal         [3]float64   // unit, from A to B; zero where there is none
	PointA, PointB [3]float64   // the witness points
}

// samples is how many parts a plot has.
const samples = 160

// Cast returns how the answer about a ray or a swept shape comes about.
//
// The error is that of Query.Cast, and collide.ErrBadOption for an option that is not a number, or
// a cast of a point, which has no course: see Point. Cost: that of the cast and of some 200
// distances.
func Cast(c scene.Cast, o Options) (*Course, error) {
	r := &Course{Cast: &c, Dim: c.Dim, A: name(o.A, "A"), Units: o.Units}
	if c.Kind == scene.CastShape {
		r.B = name(o.B, "B")
	}
	if c.Kind == scene.CastPoint {
		return nil, refused(collide.ErrBadOption, "cast", float64(c.Kind))
	}
	err := r.ask(o, func(q *scene.Query) *scene.Error {
		r.CastAnswer = q.Cast(&c)
		return r.CastAnswer.Err
	})
	return r, err
}

// Impact returns how the answer about two bodies that move comes about.
//
// The error is that of Query.Impact, and collide.ErrBadOption for an option that is not a number,
// or for points that move, which have no course. Cost: that of the time of impact and of some 200
// distances.
func Impact(m scene.Impact, o Options) (*Course, error) {
	r := &Course{Impact: &m, Dim: m.Dim, A: name(o.A, "A"), B: name(o.B, "B"), Units: o.Units}
	if m.Kind != scene.ImpactBodies {
		return nil, refused(collide.ErrBadOption, "toi", float64(m.Kind))
	}
	err := r.ask(o, func(q *scene.Query) *scene.Error {
		r.ImpactAnswer = q.Impact(&m)
		return r.ImpactAnswer.Err
	})
	return r, err
}

// ask asks, and takes the steps from the trace and the samples from the course.
func (c *Course) ask(o Options, ask func(q *scene.Query) *scene.Error) error {
	var t2 d2.Trace // one of the two stays empty
	var t3 d3.Trace
	opt := o.query()
	opt.Trace2, opt.Trace3 = &t2, &t3
	q, err := scene.NewQuery(opt)
	if err != nil {
		return err
	}
	if e := ask(q); e != nil {
		return e
	}
	if c.Cast != nil && c.Cast.Kind == scene.CastRay {
		t2.Reset()
		t3.Reset()
		c.sweepPoint(q)
	}
	for i := range t2.Steps {
		s := &t2.Steps[i]
		c.step(s.Stage, Moment{
			T: s.Time, Until: s.Until, Exit: s.Exit, Lower: s.Lower, Upper: s.Upper,
			Normal: of2(s.Direction), PointA: of2(s.A), PointB: of2(s.B),
		})
	}
	for i := range t3.Steps {
		s := &t3.Steps[i]
		c.step(s.Stage, Moment{
			T: s.Time, Until: s.Until, Exit: s.Exit, Lower: s.Lower, Upper: s.Upper,
			Normal: of3(s.Direction), PointA: of3(s.A), PointB: of3(s.B),
		})
	}
	return c.sample(o)
}

// sweepPoint traces the search for a point that is swept along the ray, up to where the ray has
// passed the body. The ray itself has no steps: it is cut by the planes and surfaces of the body
// one after the other, in the order in which they stand there.
func (c *Course) sweepPoint(q *scene.Query) {
	_, point, err := c.At(0)
	if err != nil {
		return
	}
	_ = q.Cast(&scene.Cast{ // refused only for what is out of range: then there are no steps
		Kind: scene.CastShape, Dim: c.Dim, A: c.Cast.A, B: point, Translation: c.Cast.Direction,
		Max: min(c.Cast.Max, c.past()),
	})
}

// step adds a step of a stage. The walk of a cast takes several turns at a time, which are one
// step here: what is known after the last of them.
func (c *Course) step(stage collide.Stage, m Moment) {
	switch last := len(c.Steps) - 1; {
	case stage == collide.StageImpact:
		c.Steps = append(c.Steps, m)
	case stage != collide.StageCast:
	case last >= 0 && c.Steps[last].T == m.T:
		c.Steps[last].Until = max(c.Steps[last].Until, m.Until)
	default:
		c.Steps = append(c.Steps, Moment{T: m.T, Until: m.Until})
	}
}

// Last returns the last time that was asked about: the max of a cast, infinite for a ray without
// end, or the duration; 0 of the zero Course.
func (c *Course) Last() float64 {
	switch {
	case c.Cast != nil:
		return c.Cast.Max
	case c.Impact == nil:
		return 0
	}
	return cmp.Or(c.Impact.Duration, 1)
}

// Verdict returns the verdict of the answer.
func (c *Course) Verdict() collide.Verdict {
	if c.Cast != nil {
		return c.CastAnswer.Verdict
	}
	return c.ImpactAnswer.Verdict
}

// Times returns the time of contact and its bounds, all 0 for a miss.
func (c *Course) Times() (t, lower, upper float64) {
	switch {
	case c.Verdict() == collide.Miss:
		return 0, 0, 0
	case c.Cast != nil:
		return c.CastAnswer.T, c.CastAnswer.Lower, c.CastAnswer.Upper
	}
	return c.ImpactAnswer.T, c.ImpactAnswer.Lower, c.ImpactAnswer.Upper
}

// Contact returns the normal and the points of contact, of a ray its point twice; ok is false where
// there is no contact.
func (c *Course) Contact() (normal, pointA, pointB [3]float64, ok bool) {
	switch {
	case c.Verdict() == collide.Miss:
		return normal, pointA, pointB, false
	case c.Cast == nil:
		return c.ImpactAnswer.Normal, c.ImpactAnswer.PointA, c.ImpactAnswer.PointB, true
	case c.Cast.Kind == scene.CastRay:
		return c.CastAnswer.Normal, c.CastAnswer.Point, c.CastAnswer.Point, true
	}
	return c.CastAnswer.Normal, c.CastAnswer.PointA, c.CastAnswer.PointB, true
}

// At returns the bodies where they are at a time, rounded; of a ray b is its point, a ball of
// radius 0. The error is that of Place and Move, for a place beyond the range of numbers;
// collide.ErrEmpty of the zero Course, which has none.
func (c *Course) At(t float64) (a, b scene.Body, err error) {
	if m := c.Impact; m != nil {
		if a, err = m.MotionA.At(&m.A, t, c.Last()); err == nil {
			b, err = m.MotionB.At(&m.B, t, c.Last())
		}
		return a, b, err
	}
	k := c.Cast
	if k == nil {
		return a, b, collide.ErrEmpty
	}
	if k.Kind == scene.CastShape {
		b = k.B
		if k.Dim == 2 {
			p := b.O2.Pose()
			p.Pos = p.Pos.Add(d2.Vec{X: float64(t * k.Translation[0]), Y: float64(t * k.Translation[1])})
			return k.A, b, b.O2.Move(p)
		}
		p := b.O3.Pose()
		p.Pos = p.Pos.Add(d3.Vec{
			X: float64(t * k.Translation[0]), Y: float64(t * k.Translation[1]), Z: float64(t * k.Translation[2]),
		})
		return k.A, b, b.O3.Move(p)
	}
	at := k.Origin
	for i := range at {
		at[i] += float64(t * k.Direction[i])
	}
	b, err = pointBody(k.Dim, at)
	return k.A, b, err
}

// beyond is how much of the way to the contact is shown behind it.
const beyond = 0.25

// sample fills Samples and End. Moments at which a body is out of range are left out.
func (c *Course) sample(o Options) error {
	opt := o.query()
	if opt.MaxPairs > 0 {
		opt.MaxPairs = max(opt.MaxPairs/(samples+1), 1)
	}
	q, err := scene.NewQuery(opt)
	if err != nil {
		return err
	}
	c.End = c.end()
	for i := range samples + 1 {
		m := Moment{T: c.End * float64(i) / samples}
		m.Until = m.T
		if ok, err := c.measure(q, &m); err != nil {
			return err
		} else if ok {
			c.Samples = append(c.Samples, m)
		}
	}
	if c.Cast == nil {
		return nil
	}
	kept := c.Steps[:0] // the walk of a cast knows the distance in a scale of its own
	for _, m := range c.Steps {
		if ok, err := c.measure(q, &m); err != nil {
			return err
		} else if ok {
			kept = append(kept, m)
		}
	}
	if c.Steps = kept; len(kept) > 0 && c.Verdict() == collide.Miss { // what the last turn proved
		kept[len(kept)-1].Until = c.asked()
	}
	return nil
}

// measure fills in the signed distance at the time of m. It reports false where a body is out of
// range then.
func (c *Course) measure(q *scene.Query, m *Moment) (ok bool, err error) {
	a, b, err := c.At(m.T)
	if err != nil {
		return false, nil
	}
	d := q.Distance(&a, &b)
	if d.Err != nil {
		return false, d.Err
	}
	m.Lower, m.Upper, m.Normal, m.PointA, m.PointB = d.Lower, d.Upper, d.Normal, d.PointA, d.PointB
	return true, nil
}

// asked returns the last time, of a ray without end the one at which it has passed the body.
func (c *Course) asked() float64 {
	if c.Cast.Kind == scene.CastRay {
		return min(c.Last(), c.past())
	}
	return c.Last()
}

// end returns a time somewhat behind the contact, of a ray behind its exit, and for a miss the last
// one; of a ray that goes on for ever the one at which it has passed the body.
func (c *Course) end() float64 {
	t, _, _ := c.Times()
	last := c.Last()
	if c.Cast != nil {
		last = c.asked()
	}
	if c.Cast != nil && c.CastAnswer.HasExit && c.CastAnswer.Exit > t {
		t = c.CastAnswer.Exit
	}
	if t > 0 {
		last = min(last, t*(1+beyond))
	}
	return last
}

// past returns the t at which a ray is beyond the box of the body and about as far behind it as
// before.
func (c *Course) past() float64 {
	lo, hi := c.Cast.A.AABB()
	far, length := 0.0, 0.0
	for i, x := range c.Cast.Origin[:c.Dim] {
		if d := max(math.Abs(lo[i]-x), math.Abs(hi[i]-x)); d < math.MaxFloat64 {
			far += float64(d * d)
		}
		length += float64(c.Cast.Direction[i] * c.Cast.Direction[i])
	}
	if far == 0 || length == 0 {
		return 1
	}
	return (1 + beyond) * math.Sqrt(far/length)
}
