package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

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
