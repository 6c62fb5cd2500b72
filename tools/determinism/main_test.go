package main

import (
	"bytes"
	"context"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

// A corpus of refused lines would test nothing: every pair has an answer.
func TestCorpusIsAnswered(t *testing.T) {
	for line := range bytes.Lines(corpus) {
		_, err := scene.DecodePair(context.Background(), line, scene.Options{})
		if err != nil {
			t.Errorf("got %v for %.60s...", err, line[bytes.LastIndex(line, []byte(`"id"`)):])
		}
	}
}

// The hash is a function of the input, and one changed bit changes it.
func TestHash(t *testing.T) {
	hash := func(text string) string {
		s, err := newAnswers(io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.lines(strings.NewReader(text), 0); err != nil || len(s.bad) > 0 {
			t.Fatal(err, s.bad)
		}
		return s.String()
	}
	const text = `{"id":"x","dim":3,"a":{"shape":{"type":"sphere","radius":1}},"b":{"shape":{"type":"sphere","radius":1},"pose":{"p":[4,0,0]}}}`
	moved := strings.Replace(text, "4,0,0", "4.000000000000001,0,0", 1)
	refused := strings.Replace(text, "sphere", "torus", 1)
	if first, again := hash(text), hash(text); first != again {
		t.Error("the same pair has two hashes")
	}
	if hash(text) == hash(moved) || hash(text) == hash(refused) || hash(text) == hash(text+"\n"+text) {
		t.Error("different answers have one hash")
	}
}

// Casts are taken in with every field, and two runs have one hash.
func TestCasts(t *testing.T) {
	fresh := func() *answers {
		s, err := newAnswers(io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	first, again, more := fresh(), fresh(), fresh()
	first.casts(60)
	again.casts(60)
	more.casts(61)
	if first.String() != again.String() || first.String() == more.String() || len(first.bad) > 0 {
		t.Error("hashes", first, again, more, "bad", first.bad)
	}
	if first.count < 60*30 || first.errors > 60 { // some 32 answers of each pair, few of them refused
		t.Errorf("%d answers, %d refused", first.count, first.errors)
	}
	seen := map[string]any{}
	for _, a := range []any{
		d3.RayHit{},
		d3.RayHit{T: 1},
		d3.RayHit{HasExit: true},
		d3.RayHit{Normal: d3.Vec{Z: 1}},
		d3.RayHit{Part: 1},
		d3.RayHit{Feature: 1},
		d3.RayHit{Status: 1},
		d3.RayHit{Verdict: 1},
		d3.RayHit{Upper: math.Inf(1)},
	} {
		s := fresh()
		if s.answer("x", "ray", a, nil); seen[s.String()] != nil || len(s.bad) > 0 {
			t.Errorf("%+v and %+v have one hash, or are bad: %v", a, seen[s.String()], s.bad)
		}
		seen[s.String()] = a
	}
	s := fresh()
	if s.answer("x", "ray", d3.RayHit{Lower: math.NaN()}, nil); len(s.bad) != 1 {
		t.Error("NaN is not told:", s.bad)
	}
}

// Surfaces are asked about, few of the answers are refusals, and two runs have one hash.
func TestSurfaces(t *testing.T) {
	var hashes [3]string
	for i, n := range []int{30, 30, 31} {
		s, err := newAnswers(io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		if s.surfaces(n); s.count < n*25 || s.errors > n || len(s.bad) > 0 {
			t.Errorf("%d answers, %d refused, bad: %v", s.count, s.errors, s.bad)
		}
		hashes[i] = s.String()
	}
	if hashes[0] != hashes[1] || hashes[0] == hashes[2] {
		t.Error(hashes)
	}
}
