package main

import (
	"bytes"
	"os"
	"testing"
)

// The corpus in the repository is the one this command writes.
func TestCorpusIsCurrent(t *testing.T) {
	var got bytes.Buffer
	if err := write(&got); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../testdata/corpus.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Error("testdata/corpus.ndjson differs from what gen writes: run go generate ./tools/determinism")
	}
}
