package main

import (
	"bytes"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// Casts of all kinds in both dimensions, all of which are answered right.
func TestCasts(t *testing.T) {
	var out bytes.Buffer
	if code := run([]string{"-n", "2000", "-seed", "9", "-casts"}, &out, io.Discard); code != 0 {
		t.Errorf("exit status %d:\n%s", code, out.String())
	}
	for _, want := range []string{
		"ray touch", "sweep hit", "point sweep miss", "point touching", "motion hit", "motion miss",
		"moving hit", "containment inside", "2D hull " + "hull", "3D hull " + "hull",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// spoiled spoils answers on their way to the checks.
type spoiled struct {
	caster
	timed func(*timed)
	near  func(*nearest)
	in    func(collide.Containment) collide.Containment
}

func (s *spoiled) spoil(a timed, err error) (timed, error) {
	if s.timed != nil {
		s.timed(&a)
	}
	return a, err
}

func (s *spoiled) ray(from, way xyz, limit float64) (timed, error) {
	return s.spoil(s.caster.ray(from, way, limit))
}

func (s *spoiled) sweep(way xyz, limit float64) (timed, error) {
	return s.spoil(s.caster.sweep(way, limit))
}

func (s *spoiled) impact(ma, mb motion, duration float64) (timed, error) {
	return s.spoil(s.caster.impact(ma, mb, duration))
}

func (s *spoiled) moving(start, end [4]xyz, edges bool) (timed, error) {
	return s.spoil(s.caster.moving(start, end, edges))
}

func (s *spoiled) closest(at xyz) (nearest, error) {
	n, err := s.caster.closest(at)
	if s.near != nil {
		s.near(&n)
	}
	return n, err
}

func (s *spoiled) contains() (collide.Containment, []xyz) {
	in, corners := s.caster.contains()
	if s.in != nil {
		in = s.in(in)
	}
	return in, corners
}

// Answers that are spoiled in each way that the checks look for are faults, of the sort that says
// so, in both dimensions.
func TestCastsFindFaults(t *testing.T) {
	missed := func(a *timed) { a.verdict, a.t, a.low, a.high = collide.Miss, 0, 0, 0 }
	late := func(a *timed) {
		if a.verdict == collide.Hit {
			a.low = a.high + 0.25*(1-a.high)
			a.t, a.high = a.low, a.low
		}
	}
	early := func(a *timed) {
		if a.verdict == collide.Hit {
			a.low, a.t, a.high = a.low/2, a.low/2, a.low/2
		}
	}
	unsure := func(a *timed) { a.verdict = collide.Unsure }
	for _, c := range []struct {
		kind  int
		sort  string
		spoil spoiled
	}{
		{0, "ray against sweep", spoiled{timed: missed}},
		{0, "ray unsure", spoiled{timed: unsure}},
		{0, "ray limit", spoiled{timed: func(a *timed) { a.status = collide.Limit }}},
		{0, "ray numbers", spoiled{timed: func(a *timed) { a.all = struct{ T float64 }{math.NaN()} }}},
		{1, "sweep early", spoiled{timed: late}},
		{1, "sweep early", spoiled{timed: missed}},
		{1, "sweep late", spoiled{timed: early}},
		{1, "sweep unsure", spoiled{timed: unsure}},
		{1, "sweep oracle", spoiled{timed: missed}},
		{2, "point bracket", spoiled{near: func(n *nearest) {
			n.distance += 1 + math.Abs(n.distance)
			n.lower, n.upper = n.distance, n.distance
		}}},
		{2, "point sum", spoiled{near: func(n *nearest) { n.point[0] += 1 + math.Abs(n.point[0]) }}},
		{2, "point relation", spoiled{near: func(n *nearest) { n.relation = collide.Touching }}},
		{2, "containment", spoiled{in: func(collide.Containment) collide.Containment { return collide.Inside }}},
		{3, "motion early", spoiled{timed: missed}},
		{3, "motion early", spoiled{timed: late}},
		{3, "motion late", spoiled{timed: early}},
		{4, "moving oracle", spoiled{timed: missed}},
		{4, "moving apart", spoiled{timed: early}},
		{4, "moving order", spoiled{timed: alternate()}},
		{4, "moving backwards", spoiled{timed: alternate()}},
	} {
		for dim := 2; dim <= 3; dim++ {
			if n := spoil(t, dim, c.kind, c.spoil, c.sort); n == 0 {
				t.Errorf("%dD: no %q found", dim, c.sort)
			}
		}
	}
}

// alternate returns a change to every fourth answer.
func alternate() func(*timed) {
	n := 0
	return func(a *timed) {
		if n++; n%4 == 0 && a.verdict == collide.Hit {
			a.verdict, a.t, a.low, a.high = collide.Miss, 0, 0, 0
		}
	}
}

// spoil asks 300 questions of one kind, spoils the answers and counts the faults of a sort.
func spoil(t *testing.T, dim, kind int, s spoiled, sort string) int {
	w, err := newWorker(&config{oracle: 40})
	if err != nil {
		t.Fatal(err)
	}
	w.tally = newTally()
	g2, g3 := shapegen.New2(11), shapegen.New3(11)
	for i := range 300 {
		var c *castCase
		if k := 5*i + kind; dim == 2 {
			c, err = w.cast2(k, g2)
		} else {
			c, err = w.cast3(k, g3)
		}
		if err != nil {
			continue
		}
		s.caster = c.caster
		c.caster = &s
		_ = c.cast() // counted
	}
	return w.tally.fault[sort]
}
