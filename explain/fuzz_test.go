package explain_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/decided"
	"github.com/collide-go/collide/scene"
)

// FuzzPair explains whatever can be decoded, by every algorithm: no panic, and an end with its
// reason.
func FuzzPair(f *testing.F) {
	text, err := os.ReadFile("../tools/determinism/testdata/corpus.ndjson")
	if err != nil {
		f.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if i%20 == 0 && len(line) < 2000 {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, line string) {
		p, err := scene.DecodePair(context.Background(), []byte(line), scene.Options{})
		if err != nil {
			return
		}
		for _, algorithm := range []explain.Algorithm{explain.Auto, explain.GJK, explain.EPA, explain.SAT, explain.Walk} {
			r, err := explain.Pair(p, explain.Options{Algorithm: algorithm, Minkowski: true})
			if err != nil {
				continue
			}
			if last := &r.Steps[len(r.Steps)-1]; last.Exit == collide.ExitNone {
				t.Errorf("%v: the last step does not say why it ended", algorithm)
			}
			if last := &r.Steps[len(r.Steps)-1]; algorithm == explain.Walk && r.Answer.Relation != collide.Undecided && p.A.Parts() == 0 && p.B.Parts() == 0 &&
				last.Exit != decided.Exit(r.Answer.Relation) {
				t.Errorf("the walk says %v, Distance %v", last.Exit, r.Answer.Relation)
			}
		}
	})
}
