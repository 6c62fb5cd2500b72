package main

import (
	"bytes"
	"testing"

	"github.com/collide-go/collide/scene"
)

// Of the bodies one in a hundred overlaps another, and none touches or is undecided.
func TestCrowd(t *testing.T) {
	var text, again bytes.Buffer
	write(&text, 3000, 1)
	write(&again, 3000, 1)
	if !bytes.Equal(text.Bytes(), again.Bytes()) {
		t.Error("the same flags give other bytes")
	}
	s, err := scene.Decode(t.Context(), &text, "crowd.json", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Check(t.Context(), scene.CheckOptions{})
	if err != nil || len(s.Objects) != 3000 || len(found) < 20 || len(found) > 45 {
		t.Errorf("%v, %d objects, %d pairs", err, len(s.Objects), len(found))
	}
	for _, f := range found {
		if f.Verdict != scene.Overlap {
			t.Errorf("%+v", f)
		}
	}
}
