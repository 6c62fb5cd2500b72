package main

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	var out bytes.Buffer
	if code := run([]string{"-n", "1000", "-seed", "5", "-slow", "10s", "-oracle", "50"}, &out, io.Discard); code != 0 {
		t.Errorf("exit status %d:\n%s", code, out.String())
	}
	for _, want := range []string{"1000 pairs", "overlapping", "converged", "2D ", "3D "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// Bodies with rings of equal depths: none of these ends at the limit.
func TestRings(t *testing.T) {
	var out bytes.Buffer
	if code := run([]string{"-n", "3000", "-seed", "7", "-slow", "10s", "-rings"}, &out, io.Discard); code != 0 {
		t.Errorf("exit status %d:\n%s", code, out.String())
	}
	if !strings.Contains(out.String(), "cylinder ellipsoid") || strings.Contains(out.String(), "2D ") {
		t.Errorf("not the right pairs:\n%s", out.String())
	}
}

// Hard pairs of both dimensions, all of which are answered right, manifolds and all.
func TestHard(t *testing.T) {
	var out bytes.Buffer
	if code := run([]string{"-n", "2000", "-seed", "8", "-slow", "10s", "-oracle", "0", "-hard"}, &out, io.Discard); code != 0 {
		t.Errorf("exit status %d:\n%s", code, out.String())
	}
	if !strings.Contains(out.String(), "3D hull "+"hull") || !strings.Contains(out.String(), "2D hull "+"hull") {
		t.Errorf("not the right pairs:\n%s", out.String())
	}
	if code := run([]string{"-family", "none"}, io.Discard, io.Discard); code != 2 {
		t.Errorf("a family that is none: exit status %d", code)
	}
}

// The same seed gives the same counts, however many goroutines share the work.
func TestRunIsRepeatable(t *testing.T) {
	counts := func(workers string) string {
		var out bytes.Buffer
		run([]string{"-n", "2500", "-seed", "6", "-workers", workers, "-slow", "10s", "-oracle", "0"}, &out, io.Discard)
		_, after, _ := strings.Cut(out.String(), " pairs in ")
		_, after, _ = strings.Cut(after, "\n")
		before, _, _ := strings.Cut(after, "oracle ")
		return before
	}
	if a, b := counts("1"), counts("3"); a != b {
		t.Errorf("one worker:\n%s\nthree:\n%s", a, b)
	}
}

func TestFaultIsCounted(t *testing.T) {
	w := worker{tally: newTally()}
	err := w.fault("swap", errors.New("other bits"))
	if err.Error() != "swap: other bits" || w.tally.fault["swap"] != 1 {
		t.Errorf("%v, %v", err, w.tally.fault)
	}
}
