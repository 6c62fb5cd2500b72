package scene

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/bvh"
	"github.com/collide-go/collide/internal/crew"
	"github.com/collide-go/collide/internal/say"
)

// Verdict says what an answer means for a scene.
type Verdict uint8

// The verdicts, the worst last.
const (
	Clear     Verdict = iota // proved to be as far apart as the clearance
	Near                     // apart, and not proved to be as far apart as the clearance
	Undecided                // curved shapes about to touch
	Touch
	Meet // apart at the start, and in contact later
	Overlap
)

// verdicts are the words for the verdicts.
var verdicts = [...]string{"clear", "near", "undecided", "touch", "hit", "overlap"}

// String returns the word that flags use for v.
func (v Verdict) String() string { return verdicts[min(int(v), len(verdicts)-1)] }

// Verdict returns what the answer means where bodies must be a clearance apart. That of an error is
// Undecided.
func (a Answer) Verdict(clearance float64) Verdict {
	switch {
	case a.Err != nil || a.Relation == collide.Undecided:
		return Undecided
	case a.Relation == collide.Touching:
		return Touch
	case a.Relation == collide.Overlapping:
		return Overlap
	case a.Lower >= clearance:
		return Clear
	}
	return Near
}

// CheckOptions steer Check. The zero value means the documented defaults.
type CheckOptions struct {
	Query    QueryOptions  // without traces
	All      bool          // clear pairs are found too
	Workers  int           // how many goroutines answer; 0 means runtime.GOMAXPROCS(0)
	MaxFound int           // pairs that may be found; 0 means DefaultMaxFound
	Progress func(obj int) // unless nil, told by any goroutine how many more objects have met all before them
}

// DefaultMaxFound is how many pairs of a scene are found unless CheckOptions say otherwise: there
// may be as many as the square of the objects, and one takes up to a few kilobytes until it is
// reported.
const DefaultMaxFound = 1 << 20

// Found is a pair of objects of a scene, by their indices: the answer about them where they are at
// the start, and in a scene with motions when they first meet.
type Found struct {
	A, B    int
	Answer  Answer
	Impact  ImpactAnswer // where the scene Moves
	Verdict Verdict
	Rule    *Rule // that decides about the pair; nil for none
}

// AppendFields appends the fields of the Answer; in a scene that moves, the result, the time t and
// its bounds lower and upper of the Impact besides. The bounds of the distance are then called
// distance_lower and distance_upper.
func (f *Found) AppendFields(dst []byte, moves bool) []byte {
	if !moves {
		return f.Answer.AppendFields(dst)
	}
	dst = f.Impact.appendTimes(dst)
	return f.Answer.appendFields(append(dst, ','), `,"distance_lower":`, `,"distance_upper":`)
}

// Moves reports whether an object of s has a motion.
func (s *Scene) Moves() bool {
	return slices.ContainsFunc(s.Objects, func(o Object) bool { return !o.Motion.Rest() })
}

// withImpact returns what v, the verdict at the start, and an answer about what comes mean
// together.
func (v Verdict) withImpact(a *ImpactAnswer) Verdict {
	switch {
	case v == Touch || v == Overlap:
		return v
	case a.Err == nil && a.Verdict == collide.Hit:
		return Meet
	case a.Err != nil || a.Verdict != collide.Miss:
		return Undecided
	}
	return v
}

// Check answers the pairs of s and returns those that are not clear, or all of them if o says so,
// by the time at which they meet and then by their signed distance, equal ones in the order of the
// scene. The clearance is that of s, or of the rule that decides about the pair, and is asked for
// at the start. Pairs that may meet, and move, are found to meet where they get deeper than they
// are at the start, and than touching. What it returns does not depend on the number of workers.
//
// The error is collide.ErrBadOption for the options and for a clearance that is negative or NaN, or
// for a duration that is; ErrBadPattern for a rule; ErrTooLarge for more pairs than CheckOptions
// allow; or why ctx ended, which is asked between the pairs.
//
// Cost: that of Distance for each pair whose boxes are not farther apart than the clearance, for
// every pair with All, and n log n for the boxes of n objects; pairs inside one group, and those
// that rules ignore, cost n times the root of n at most, for each kind of objects that the rules
// tell apart. Where objects move, their boxes are those of all their way, and pairs cost what
// TimeOfImpact does besides.
func (s *Scene) Check(ctx context.Context, o CheckOptions) ([]Found, error) {
	if _, err := NewQuery(o.Query); err != nil {
		return nil, err
	}
	if !(s.Clearance >= 0) {
		return nil, &collide.Error{Code: collide.ErrBadOption, Path: "clearance", Index: -1, Value: s.Clearance}
	}
	if !(s.Duration >= 0) {
		return nil, &collide.Error{Code: collide.ErrBadOption, Path: "duration", Index: -1, Value: s.Duration}
	}
	if err := s.badRules(); err != nil {
		return nil, err
	}
	c := checker{scene: s, opt: o, pairs: newPairing(s), moves: s.Moves(), duration: cmp.Or(s.Duration, 1)}
	c.opt.MaxFound = cmp.Or(max(o.MaxFound, 0), DefaultMaxFound)
	if !o.All {
		c.grow()
	}
	if o.Workers <= 0 {
		c.opt.Workers = runtime.GOMAXPROCS(0)
	}
	var wait sync.WaitGroup
	for range min(c.opt.Workers, len(s.Objects), crew.Most) {
		wait.Go(func() { c.work(ctx) })
	}
	wait.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if most := c.opt.MaxFound; c.count.Load() > int64(most) {
		return nil, &Error{
			File: s.File, Path: "objects", Code: ErrTooLarge,
			Message: fmt.Sprintf("more than %s to report", say.Count(most, "pair")),
		}
	}
	slices.SortFunc(c.found, func(x, y *Found) int {
		return cmp.Or(cmp.Compare(x.Impact.meets(), y.Impact.meets()), cmp.Compare(x.Answer.Distance, y.Answer.Distance),
			cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
	})
	if len(c.found) == 0 {
		return nil, nil
	}
	found := make([]Found, len(c.found))
	for k, f := range c.found {
		found[k] = *f
	}
	return found, nil
}

// checker is a Check under way.
type checker struct {
	scene    *Scene
	opt      CheckOptions
	pairs    pairing
	moves    bool
	duration float64
	boxes    [][6]float64 // of the objects
	grown    [][6]float64 // those larger by the clearance that is asked for, all round, rounded outward
	groves   groves

	next  atomic.Int64 // object
	count atomic.Int64 // of pairs found; beyond the limit the work ends
	mu    sync.Mutex
	found []*Found // a Found is large to copy while lists grow and are put in order
}

// grow fills the boxes and the tree.
func (c *checker) grow() {
	out := func(x, by, toward float64) float64 {
		if by == 0 {
			return x
		}
		return math.Nextafter(x+by, toward)
	}
	c.boxes, c.grown = make([][6]float64, len(c.scene.Objects)), make([][6]float64, len(c.scene.Objects))
	for i := range c.boxes {
		o := &c.scene.Objects[i]
		lo, hi := o.Motion.sweptBox(&o.Body, c.duration)
		reach := c.pairs.reach(i)
		for k := range lo {
			c.boxes[i][k], c.boxes[i][k+3] = lo[k], hi[k]
			c.grown[i][k], c.grown[i][k+3] = out(lo[k], -reach, math.Inf(-1)), out(hi[k], reach, math.Inf(1))
		}
	}
	c.groves = newGroves(&c.pairs)
	c.groves.build(c.boxes)
}

// work takes one object after the other and answers its pairs with those before it.
func (c *checker) work(ctx context.Context) {
	q, err := NewQuery(c.opt.Query)
	if err != nil {
		return // Check has made one: this cannot be
	}
	var found []*Found
	var near bvh.Within[[6]float64]
	for ctx.Err() == nil && c.count.Load() <= int64(c.opt.MaxFound) {
		j := int(c.next.Add(1)) - 1
		if j >= len(c.scene.Objects) {
			break
		}
		for i := range c.before(&near, j) {
			if ctx.Err() != nil {
				return
			}
			if !c.pairs.checked(i, j) {
				continue
			}
			f := c.answer(q, i, j)
			if f.Verdict == Clear && !c.opt.All {
				continue
			}
			if c.count.Add(1) > int64(c.opt.MaxFound) {
				return
			}
			found = append(found, &f)
		}
		if c.opt.Progress != nil {
			c.opt.Progress(1)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.found = append(c.found, found...)
}

// answer answers a pair of objects.
func (c *checker) answer(q *Query, i, j int) Found {
	a, b := &c.scene.Objects[i], &c.scene.Objects[j]
	f := Found{A: i, B: j, Answer: q.Distance(&a.Body, &b.Body)}
	if r := c.pairs.rule(i, j); r >= 0 {
		f.Rule = &c.scene.Rules[r]
	}
	f.Verdict = c.scene.verdict(&f.Answer, f.Rule)
	if c.moves {
		f.Impact = q.Impact(&Impact{
			A: a.Body, B: b.Body, MotionA: a.Motion, MotionB: b.Motion, Duration: c.duration,
			Deepening: f.Rule != nil && f.Rule.MayMeet,
		})
		f.Verdict = f.Verdict.withImpact(&f.Impact)
	}
	return f
}

// before returns the objects before j that may have to be found with it.
func (c *checker) before(near *bvh.Within[[6]float64], j int) iter.Seq[int] {
	return func(yield func(int) bool) {
		if c.opt.All {
			for i := range j {
				if !yield(i) {
					return
				}
			}
			return
		}
		for i := range c.groves.near(near, j, &c.grown[j]) {
			if i < j && !yield(i) {
				return
			}
		}
	}
}

// Pairs returns the pairs to check as indices i < j of Objects, in order: all but those inside one
// group and those to ignore, by themselves or by a rule. Cost: quadratic in the number of objects
// for all of them; nothing is kept but what the rules say of each object.
func (s *Scene) Pairs() iter.Seq2[int, int] {
	return func(yield func(i, j int) bool) {
		p := newPairing(s)
		for i := range s.Objects {
			for j := i + 1; j < len(s.Objects); j++ {
				if p.checked(i, j) && !yield(i, j) {
					return
				}
			}
		}
	}
}

// CountPairs returns how many pairs there are to check. Cost: linear without rules; with rules
// linear in the number of objects and quadratic in that of the kinds of objects that they tell
// apart.
func (s *Scene) CountPairs() int {
	p := newPairing(s)
	if len(s.Rules) == 0 {
		return p.countPlain()
	}
	return p.tally().checked
}
