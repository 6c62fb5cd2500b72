package main

import (
	"bytes"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide"
)

// Meshes, height fields, chains and grids against rationals.
func TestMeshes(t *testing.T) {
	var out bytes.Buffer
	if code := run([]string{"-n", "60", "-seed", "9", "-meshes"}, &out, io.Discard); code != 0 {
		t.Errorf("exit status %d:\n%s", code, out.String())
	}
	for _, want := range []string{
		"solid", "surface", "height field", "chain grid", "touching", "overlapping", "ray hit", "ray miss", "point apart",
		"one-sided chain polygon", "one-sided ray hit",
		"containment not inside",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// Answers about rays and points that are spoiled in each way that the checks look for are faults.
func TestMeshesFindFaults(t *testing.T) {
	rays := map[string]func(*rayTold){
		"verdict":  func(h *rayTold) { h.verdict = (h.verdict + 1) % 3 },
		"late":     func(h *rayTold) { h.low, h.t, h.high = 2*h.high+1, 2*h.high+1, 2*h.high+1 },
		"early":    func(h *rayTold) { h.low, h.t, h.high = h.low/2, h.low/2, h.low/2 },
		"wide":     func(h *rayTold) { h.low, h.high = h.low/2, 2*h.high+1 },
		"point":    func(h *rayTold) { h.point[0] += 1e-3 * (1 + math.Abs(h.point[0])) },
		"normal":   func(h *rayTold) { h.normal = xyz{-h.normal[0], -h.normal[1], -h.normal[2]} },
		"turned":   func(h *rayTold) { h.normal = xyz{h.normal[1], -h.normal[0], h.normal[2]} },
		"triangle": func(h *rayTold) { h.triangle++ },
		"exit":     func(h *rayTold) { h.hasExit = true },
	}
	points := map[string]func(*nearTold){
		"relation": func(n *nearTold) { n.relation = collide.Undecided },
		"bracket":  func(n *nearTold) { n.lower, n.distance, n.upper = n.lower+1, n.distance+1, n.upper+1 },
		"wide":     func(n *nearTold) { n.lower, n.upper = n.lower-1e9, n.upper+1e9 },
		"point":    func(n *nearTold) { n.point[0] += 1e-3 * (1 + math.Abs(n.point[0])) },
		"local":    func(n *nearTold) { n.local[1] += 1e-3 * (1 + math.Abs(n.local[1])) },
		"normal":   func(n *nearTold) { n.normal = xyz{} },
		"triangle": func(n *nearTold) { n.triangle = -2 },
	}
	for dim := 2; dim <= 3; dim++ {
		for name, spoil := range rays {
			if n := spoilMeshes(t, dim, spoil, nil); n == 0 {
				t.Errorf("%dD: no ray with a wrong %s is found", dim, name)
			}
		}
		for name, spoil := range points {
			if n := spoilMeshes(t, dim, nil, spoil); n == 0 {
				t.Errorf("%dD: no point with a wrong %s is found", dim, name)
			}
		}
		if n := spoilMeshes(t, dim, nil, nil); n != 0 {
			t.Errorf("%dD: %d faults of right answers", dim, n)
		}
	}
}

// spoilMeshes asks about some bodies, spoils the answers and counts the faults.
func spoilMeshes(t *testing.T, dim int, ray func(*rayTold), point func(*nearTold)) int {
	t.Helper()
	w, err := newWorker(&config{})
	if err != nil {
		t.Fatal(err)
	}
	w.tally = newTally()
	space, plane := newMeshMaker(3), newChainMaker(3)
	faults := 0
	for range 12 {
		space.scale, plane.scale = 1, 1
		f, m := &figure{}, &space.maker
		if dim == 2 {
			f, m = &plane.body(w.q2).figure, &plane.maker
		} else {
			f = &space.body(w.q3).figure
		}
		ask, near := f.ray, f.near
		f.ray = func(o, d xyz, limit float64) (rayTold, error) {
			h, err := ask(o, d, limit)
			if ray != nil {
				ray(&h)
			}
			return h, err
		}
		f.near = func(p xyz) (nearTold, error) {
			n, err := near(p)
			if point != nil {
				point(&n)
			}
			return n, err
		}
		if w.checkOne("", m, dim, f) != nil {
			faults++
		}
	}
	return faults
}

// Answers about pairs that are spoiled in each way that the checks look for are faults.
func TestMeshesFindFaultyPairs(t *testing.T) {
	for name, spoil := range map[string]func(*pairTold){
		"numbers":  func(p *pairTold) { p.all = struct{ X float64 }{math.Copysign(0, -1)} },
		"relate":   func(p *pairTold) { p.relation = collide.Undecided },
		"swap":     func(p *pairTold) { p.back.Distance++ },
		"bracket":  func(p *pairTold) { p.ct.Upper /= 2; p.ct.Distance, p.ct.Lower = p.ct.Upper, p.ct.Upper },
		"normal":   func(p *pairTold) { p.ct.Normal = xyz{} },
		"points":   func(p *pairTold) { p.ct.PointA[0]++ },
		"width":    func(p *pairTold) { p.ct.Lower /= 2 },
		"numbered": func(p *pairTold) { p.triangles[0] = 9999 },
		"local":    func(p *pairTold) { p.ct.LocalA[2] += 0.5 },
	} {
		w, err := newWorker(&config{})
		if err != nil {
			t.Fatal(err)
		}
		m := newMeshMaker(4)
		m.scale = 1
		found := 0
		for range 8 {
			a, b := m.body(w.q3), m.body(w.q3)
			if a.names == nil || w.overlap(a, b) {
				continue
			}
			told := w.askPair3(a, b)
			spoil(&told)
			if told.back = told.ct.Swapped(); name == "swap" {
				told.back.Distance++
			}
			if sort, _ := checkPair(&a.figure, &b.figure, &told, false, a.edgeways(b)); sort == name {
				found++
			}
		}
		if found == 0 {
			t.Errorf("no wrong %s is found", name)
		}
	}
}
