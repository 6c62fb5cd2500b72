package scene

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/bvh"
)

// heap returns a scene of n unit boxes in one place or some, in the groups that the function says.
func heap(t *testing.T, n, places int, group func(i int) string) *Scene {
	t.Helper()
	s := &Scene{Dim: 3}
	for i := range n {
		o, err := d3.Place(d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}, d3.Pose{Pos: d3.Vec{X: float64(i*7%places) / 2}})
		if err != nil {
			t.Fatal(err)
		}
		s.Objects = append(s.Objects, Object{Name: fmt.Sprintf("%c%d", 'a'+i%3, i), Group: group(i), Body: Body3(o)})
	}
	return s
}

// TestGrovesWork: of objects in one place that are not to be checked with each other, for their
// group or by a rule, no pairs are looked at, and of small groups few.
func TestGrovesWork(t *testing.T) {
	const n = 2000
	for name, s := range map[string]*Scene{
		"one group":    heap(t, n, 1, func(int) string { return "all" }),
		"small groups": heap(t, n, 1, func(i int) string { return fmt.Sprint(i % 100) }),
		"two kinds":    heap(t, n, 1, func(int) string { return "" }),
	} {
		most := 0
		switch name {
		case "small groups":
			most = n * 20
		case "two kinds":
			s.Rules = []Rule{{A: "*", B: "*", Ignore: true}, {A: "a1*", B: "b1*"}, {A: "a1*", B: "*", Ignore: true}}
		}
		c := checker{scene: s, pairs: newPairing(s), duration: 1}
		c.grow()
		var near bvh.Within[[6]float64]
		idle := 0
		for j := range s.Objects {
			for i := range c.before(&near, j) {
				if !c.pairs.checked(i, j) {
					idle++
				}
			}
		}
		if idle > most {
			t.Errorf("%s: %d pairs are looked at for nothing, want %d at most", name, idle, most)
		}
	}
}

// TestGrovesPairs: the pairs that are found are all those whose boxes meet and that are to be
// checked, whatever the groups and the rules, and so in a log.
func TestGrovesPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(95, 96))
	for round := range 60 {
		n := 1 + rng.IntN(60)
		groups := 1 + rng.IntN(9)
		s := heap(t, n, 1+rng.IntN(12), func(i int) string {
			if i%groups == 0 {
				return ""
			}
			return fmt.Sprint("g", i%groups)
		})
		if round%3 > 0 {
			s.Rules = []Rule{{A: "a*", B: "b*", Ignore: true}, {A: "*1", B: "*"}, {A: "c*", B: "c*", Ignore: round%2 == 0}}
		}
		for range rng.IntN(9) {
			s.Ignore = append(s.Ignore, [2]int{rng.IntN(n), rng.IntN(n)})
		}
		want := make(map[[2]int]bool)
		for i, j := range s.Pairs() {
			if s.Objects[i].O3.AABB().Overlaps(s.Objects[j].O3.AABB()) {
				want[[2]int{i, j}] = true
			}
		}
		found, err := s.Check(t.Context(), CheckOptions{})
		if err != nil {
			t.Fatal(err)
		}
		met, err := s.CheckFrames(t.Context(), strings.NewReader(`{"time":0,"poses":{}}`), "log", FrameOptions{})
		if err != nil || len(found) != len(want) || len(met) != len(want) {
			t.Fatalf("round %d: %d and %d of %d: %v", round, len(found), len(met), len(want), err)
		}
		for k := range found {
			if !want[[2]int{found[k].A, found[k].B}] || !want[[2]int{met[k].A, met[k].B}] {
				t.Fatalf("round %d: %v %v", round, found[k], met[k])
			}
		}
	}
}

// TestCheckMemory: what is allocated for a pair that is found is little more than the pair twice,
// however many there are: lists of whole pairs that grow take five times that.
func TestCheckMemory(t *testing.T) {
	s := heap(t, 200, 1, func(int) string { return "" })
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	found, err := s.Check(t.Context(), CheckOptions{Workers: 1})
	runtime.ReadMemStats(&after)
	if err != nil || len(found) != 200*199/2 {
		t.Fatalf("%d pairs: %v", len(found), err)
	}
	if each := (after.TotalAlloc - before.TotalAlloc) / uint64(len(found)); each > uint64(3*unsafe.Sizeof(Found{})) {
		t.Errorf("%d bytes for each pair of %d", each, unsafe.Sizeof(Found{}))
	}
}
