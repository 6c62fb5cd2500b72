package scene

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/bvh"
	"github.com/collide-go/collide/internal/crew"
	"github.com/collide-go/collide/internal/decided"
	"github.com/collide-go/collide/internal/say"
)

// FrameOptions steer CheckFrames. The zero value means the documented defaults.
type FrameOptions struct {
	Options  Options      // how lines are read; the default of MaxBytes is that of a line
	Query    QueryOptions // without traces
	All      bool         // pairs that never meet are found too
	Workers  int          // how many goroutines answer; 0 means runtime.GOMAXPROCS(0)
	MaxFound int          // pairs that may be found; 0 means DefaultMaxFound
	Progress func(n int)  // unless nil, told how many more frames have been read

	// First, unless nil, becomes the scene as it is at the time T of the first contact, without
	// motions; at the end of the log where there is none.
	First *Scene
}

// Met is a pair of objects of a scene, by their indices, and when they first meet in a log.
type Met struct {
	A, B   int
	Impact ImpactAnswer // times are those of the log
	At     *[2]Pose     // with First of FrameOptions: where A and B are at the time T of the Impact, if they meet
}

// keysLogFrame are the keys of a frame.
var keysLogFrame = []string{"time", "poses"}

// CheckFrames returns the first contact of each pair of s over a log, r: lines {"time":number,
// "poses":{"name":{pose},..}}, times increasing. From one frame to the next an object moves from
// pose to pose by slerp (collide.Slerp); one that is not named rests, before its first frame at the
// pose of the scene. Motions of the scene do not count, and of its rules only which pairs they
// ignore. Pairs that never meet are left out, unless o says otherwise; first come those that meet
// first, equal ones in the order of the scene.
//
// A hit is apart in [0, Lower), proved, and in contact at some time of at most Upper, proved. What
// is undecided in one step may be a hit of a later one: Lower is then that of the first doubt.
//
// The error is an ErrorList about the line that cannot be read, with name as its File; or
// collide.ErrBadOption for the options; or why ctx ended. Half a turn from one frame to the next is
// collide.ErrAmbiguousMotion.
//
// Memory grows with the pairs that have met, not with the log. The code is ErrTooLarge, at the line
// where there are more of them than MaxFound of o, or before the log with All and more pairs.
//
// Cost: for each frame n log n for the boxes of n objects, and
// that of TimeOfImpact for each pair that has not met whose boxes do.
func (s *Scene) CheckFrames(ctx context.Context, r io.Reader, name string, o FrameOptions) ([]Met, error) {
	if _, err := NewQuery(o.Query); err != nil {
		return nil, err
	}
	f := newFollower(s, &o)
	if o.All && s.CountPairs() > f.most {
		e := f.tooMany()
		e.File, e.Path = s.File, "objects"
		return nil, ErrorList{e}
	}
	in := bufio.NewReader(contextReader{ctx, r})
	for number := 1; ; number++ {
		line, err := readLine(in, f.decoder.opt.MaxBytes)
		if err == io.EOF {
			break
		}
		var e *Error
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case errors.Is(err, ErrTooLong):
			e = &Error{Code: ErrTooLong, Message: fmt.Sprintf("the line is longer than %d bytes", f.decoder.opt.MaxBytes)}
		case err != nil:
			return nil, fileError(name, err)
		case len(bytes.TrimSpace(line)) > 0:
			e = f.frame(ctx, line)
		}
		if e != nil {
			e.File, e.Line = name, number
			return nil, ErrorList{e}
		}
		if o.Progress != nil {
			o.Progress(1)
		}
	}
	if !f.began {
		e := &Error{File: name, Code: collide.ErrEmpty, Message: "a log has at least one frame"}
		return nil, ErrorList{e}
	}
	if o.First != nil {
		f.snapshot(o.First)
	}
	return f.met(), nil
}

// readLine returns the next line of r without its end, io.EOF after the last, and ErrTooLong for
// one above the limit.
func readLine(r *bufio.Reader, limit int) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > limit+2 {
			return nil, ErrTooLong
		}
		line = append(line, part...)
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(line) > 0:
			err = nil
		}
		return bytes.TrimRight(line, "\r\n"), err
	}
}

// follower follows the objects of a scene from frame to frame.
type follower struct {
	scene   *Scene
	opt     *FrameOptions
	decoder *Decoder
	index   map[string]int
	pairs   pairing
	queries []*Query // one for each worker

	began    bool
	time     float64 // of the frame before
	bodies   []Body  // at that time
	motions  []Motion
	moved    []bool // in the step
	boxes    [][6]float64
	groves   groves
	contacts map[[2]int]*Met // in the log: hits, and the first doubt about others
	most     int             // how many there may be
	count    atomic.Int64    // how many there are; beyond most the work ends

	first []Body // at the first contact, of a log that has one
}

// newFollower returns a follower before the first frame.
func newFollower(s *Scene, o *FrameOptions) *follower {
	n := len(s.Objects)
	f := &follower{
		scene: s, opt: o, decoder: NewDecoder(o.Options), index: make(map[string]int, n), pairs: newPairing(s),
		bodies: make([]Body, n), motions: make([]Motion, n), moved: make([]bool, n), boxes: make([][6]float64, n),
		contacts: make(map[[2]int]*Met), most: cmp.Or(max(o.MaxFound, 0), DefaultMaxFound),
	}
	f.groves = newGroves(&f.pairs)
	for i := range s.Objects {
		f.index[s.Objects[i].Name] = i
		f.bodies[i] = s.Objects[i].Body
	}
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for range min(workers, crew.Most) {
		q, _ := NewQuery(o.Query) // it has been tried
		f.queries = append(f.queries, q)
	}
	return f
}

// frame takes one more line.
func (f *follower) frame(ctx context.Context, line []byte) *Error {
	clear(f.motions)
	clear(f.moved)
	time, last := f.time, f.time
	var h head
	e := f.decoder.line(ctx, line, &h, func() { time = f.read() })
	if e != nil {
		return e
	}
	if !f.began {
		f.began, last = true, time
		for i := range f.moved { // all pairs are asked about
			f.moved[i] = true
		}
	}
	if f.step(ctx, last, time); f.count.Load() > int64(f.most) {
		return f.tooMany()
	}
	for i := range f.bodies {
		if b, err := f.motions[i].At(&f.bodies[i], 1, 1); err == nil { // pose has tried it
			f.bodies[i] = b
		}
	}
	f.time = time
	return canceled(ctx)
}

// tooMany returns the error that there are more pairs than may be found.
func (f *follower) tooMany() *Error {
	return &Error{Code: ErrTooLarge, Message: fmt.Sprintf("more than %s to report", say.Count(f.most, "pair"))}
}

// read reads the tree of a frame: the motions to its poses. It returns its time.
func (f *follower) read() float64 {
	d := f.decoder
	t := &d.tree
	m := t.open(root, keysLogFrame)
	c := m.need("time", "a frame has a time, and the poses of objects by their names")
	time := m.number("time")
	if c != 0 && m.ok && f.began && !(time > f.time) {
		message := fmt.Sprintf("times increase, and the frame before is at %v", f.time)
		m.fail(t.fail(c, collide.ErrBadOption, message).at("time"))
	}
	poses := m.need("poses", "the poses of objects, by their names")
	if poses == 0 {
		return time
	}
	if t.nodes[poses].kind != mapping {
		m.fail(t.wrongType(poses, "a mapping of names to poses").at("poses"))
		return time
	}
	for c := t.nodes[poses].first; c != 0 && len(t.errs) == 0; c = t.nodes[c].next {
		since := t.here()
		f.pose(c)
		if !t.clean(since) {
			t.under(since, join("poses", keySegment(strings.Clone(t.nodes[c].key))))
		}
	}
	return time
}

// pose reads the pose of an object at node c.
func (f *follower) pose(c int32) {
	d := f.decoder
	t := &d.tree
	name := t.nodes[c].key
	i, ok := f.index[name]
	if !ok {
		t.report(t.fail(c, ErrUnknownName, "no object of the scene is called "+quote(name)))
		return
	}
	if f.moved[i] {
		t.report(t.fail(c, ErrDuplicateField, "the pose is given twice"))
		return
	}
	f.moved[i] = true
	since := t.here()
	b, m := f.bodies[i], &f.motions[i]
	var err error
	if b.Dim == 2 {
		if p := d.pose2(c); t.clean(since) && p != b.O2.Pose() {
			if m.M2, err = d2.NewMotionTo(b.O2.Pose(), p, collide.Slerp); err == nil || !f.began {
				err = b.O2.Move(p)
			}
		}
	} else if p := d.pose3(c); t.clean(since) && p != b.O3.Pose() {
		if m.M3, err = d3.NewMotionTo(b.O3.Pose(), p, collide.Slerp); err == nil || !f.began {
			err = b.O3.Move(p)
		}
	}
	if !f.began { // there is no way to the first pose
		f.bodies[i], *m = b, Motion{}
	}
	if err != nil {
		e := t.refused(err, c)
		e.Path = ""
		t.report(e)
	}
}

// step asks about the pairs that move from one time to the next, or, where these are equal, about
// all pairs.
func (f *follower) step(ctx context.Context, from, to float64) {
	for i := range f.bodies {
		lo, hi := f.motions[i].sweptBox(&f.bodies[i], 1)
		f.boxes[i] = [6]float64{lo[0], lo[1], lo[2], hi[0], hi[1], hi[2]}
	}
	f.groves.build(f.boxes)
	var next atomic.Int64
	var mu sync.Mutex // of found
	var wait sync.WaitGroup
	found := make(map[[2]int]*Met)
	for _, q := range f.queries {
		wait.Go(func() {
			var near bvh.Within[[6]float64]
			for ctx.Err() == nil && f.count.Load() <= int64(f.most) {
				j := int(next.Add(1)) - 1
				if j >= len(f.bodies) {
					return
				}
				if !f.moved[j] {
					continue
				}
				for i := range f.groves.near(&near, j, &f.boxes[j]) {
					if ctx.Err() != nil {
						return
					}
					pair, ask := f.ask(i, j)
					if !ask {
						continue
					}
					if a := f.impact(q, pair, from, to); a.Verdict != collide.Miss {
						if f.contacts[pair] == nil && f.count.Add(1) > int64(f.most) {
							return
						}
						met := f.meeting(pair, &a, from, to)
						mu.Lock()
						found[pair] = met
						mu.Unlock()
					}
				}
			}
		})
	}
	wait.Wait()
	f.remember(found, from, to)
	for pair, m := range found { // no order matters: the pairs differ
		f.note(pair, m)
	}
}

// at returns a body at a time between two of the log, from the first of which it moves.
func (f *follower) at(i int, t, from, to float64) Body {
	if t > from && to > from {
		if b, err := f.motions[i].At(&f.bodies[i], t-from, to-from); err == nil {
			return b
		}
	}
	return f.bodies[i]
}

// meeting returns a pair with its answer, which is not a miss.
func (f *follower) meeting(pair [2]int, a *ImpactAnswer, from, to float64) *Met {
	m := &Met{A: pair[0], B: pair[1], Impact: *a}
	if f.opt.First != nil {
		x, y := f.at(m.A, a.T, from, to), f.at(m.B, a.T, from, to)
		m.At = &[2]Pose{x.Pose(), y.Pose()}
	}
	return m
}

// remember keeps all bodies at the first contact of the log, if it is among what was found.
func (f *follower) remember(found map[[2]int]*Met, from, to float64) {
	if f.opt.First == nil || f.first != nil {
		return
	}
	least := math.Inf(1)
	for _, m := range found { // the least of all, in any order
		if m.Impact.Verdict == collide.Hit {
			least = min(least, m.Impact.T)
		}
	}
	if least <= to {
		f.first = make([]Body, len(f.bodies))
		for i := range f.first {
			f.first[i] = f.at(i, least, from, to)
		}
	}
}

// snapshot makes s the scene at the first contact.
func (f *follower) snapshot(s *Scene) {
	*s = *f.scene
	s.Objects = slices.Clone(s.Objects)
	for i := range s.Objects {
		s.Objects[i].Motion, s.Objects[i].Body = Motion{}, f.bodies[i]
		if f.first != nil {
			s.Objects[i].Body = f.first[i]
		}
	}
}

// ask returns the pair of i and j, which moves, the lower one first, and whether j is to ask about
// it: it is to be checked, has not met yet, and i does not ask as well.
func (f *follower) ask(i, j int) (pair [2]int, ask bool) {
	pair = [2]int{min(i, j), max(i, j)}
	if i == j || f.moved[i] && i > j || !f.pairs.checked(pair[0], pair[1]) {
		return pair, false
	}
	c := f.contacts[pair]
	return pair, c == nil || c.Impact.Verdict != collide.Hit
}

// impact returns the answer about a pair between two times of the log, or about the bodies as they
// are where these are equal.
func (f *follower) impact(q *Query, pair [2]int, from, to float64) ImpactAnswer {
	i, j := pair[0], pair[1]
	if from == to {
		c := q.Distance(&f.bodies[i], &f.bodies[j])
		a := ImpactAnswer{Dim: c.Dim, Verdict: decided.Verdict(c.Relation), T: to, Lower: to, Upper: to}
		if a.Verdict == collide.Graze {
			a.Verdict = collide.Hit
		}
		a.Normal, a.PointA, a.PointB, a.Separation = c.Normal, c.PointA, c.PointB, max(c.Upper, 0)
		a.HasParts, a.PartA, a.PartB, a.Status, a.Iterations = c.HasParts, c.PartA, c.PartB, c.Status, c.Iterations
		return a
	}
	duration := to - from
	a := q.Impact(&Impact{
		A: f.bodies[i], B: f.bodies[j], MotionA: f.motions[i], MotionB: f.motions[j], Duration: duration,
	})
	if a.Err != nil { // nothing is known of what comes
		a = ImpactAnswer{Dim: f.scene.Dim, Verdict: collide.Unsure, Upper: duration, Status: collide.Limit}
	}
	// The duration and these sums are rounded: by less than two units of the later time.
	slack := float64(0x1p-51 * max(math.Abs(from), math.Abs(to)))
	if a.Lower > 0 {
		a.Lower = min(max(from+a.Lower-slack, from), to)
	} else {
		a.Lower = from
	}
	if a.Upper > 0 {
		a.Upper = min(max(from+a.Upper+slack, from), to)
	} else {
		a.Upper = from
	}
	a.T = min(max(from+a.T, a.Lower), a.Upper)
	return a
}

// note takes a pair down. A doubt stays the beginning of what is not known.
func (f *follower) note(pair [2]int, m *Met) {
	old := f.contacts[pair]
	switch {
	case old == nil:
		f.contacts[pair] = m
	case m.Impact.Verdict == collide.Hit:
		m.Impact.Lower = old.Impact.Lower
		f.contacts[pair] = m
	}
}

// met returns what has been found.
func (f *follower) met() []Met {
	list := make([]Met, 0, len(f.contacts))
	for _, m := range f.contacts {
		if m.Impact.Verdict == collide.Unsure {
			m.Impact.Upper = f.time
		}
		list = append(list, *m)
	}
	if f.opt.All {
		for i, j := range f.scene.Pairs() {
			if f.contacts[[2]int{i, j}] == nil {
				miss := ImpactAnswer{Dim: f.scene.Dim, Verdict: collide.Miss, PartA: -1, PartB: -1}
				list = append(list, Met{A: i, B: j, Impact: miss})
			}
		}
	}
	slices.SortFunc(list, func(x, y Met) int {
		return cmp.Or(cmp.Compare(x.Impact.meets(), y.Impact.meets()), cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
	})
	return list
}
