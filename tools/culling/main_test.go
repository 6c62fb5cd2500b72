package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// TestTables: the counted tables and the plot in docs are what the command gives.
func TestTables(t *testing.T) {
	cells := count()
	text, err := os.ReadFile("../../docs/culling.md")
	if err != nil {
		t.Fatal(err)
	}
	for mark, table := range map[string]string{"kept": keptTable(cells), "wrong": wrongTable(cells)} {
		if !strings.Contains(string(text), "<!-- "+mark+" -->\n\n"+table+"\n<!-- end of "+mark+" -->") {
			t.Errorf("docs/culling.md has another table %q: go run ./tools/culling -write docs", mark)
		}
	}
	svg, err := os.ReadFile("../../docs/culling.svg")
	if err != nil || string(svg) != keptPlot(cells) {
		t.Errorf("docs/culling.svg is another (%v): go run ./tools/culling -write docs", err)
	}
	for _, c := range cells {
		for k, m := range modes {
			o := c.modes[k]
			right := m.name != "both axes" && o.verdicts > 0
			exact := (m.name == "none" || m.name == "depth" || m.name == "depth, centre" || m.name == "depth, best vertex") && o.depths > 0
			if right || exact {
				t.Errorf("%s, %d vertices, %s: %+v", c.regime, c.n, m.name, o)
			}
		}
	}
}

// TestCountsAreTheLibrarys: on pairs that overlap d2 keeps as many axes as are counted here.
func TestCountsAreTheLibrarys(t *testing.T) {
	var trace d2.Trace
	bySlab, errSlab := d2.NewQuery(d2.Options{Algorithm: collide.SAT, Cull: d2.CullSlab, Trace: &trace})
	byDepth, errDepth := d2.NewQuery(d2.Options{Algorithm: collide.SAT, Cull: d2.CullDepth, Trace: &trace})
	if errSlab != nil || errDepth != nil {
		t.Fatal(errSlab, errDepth)
	}
	for _, regime := range []string{"shallow", "deep"} {
		for _, n := range []int{3, 8, 64} {
			s := scenes(regime, n)
			slab, depth, wantSlab, wantDepth := 0, 0, 0, 0
			for i, o := range objects(s) {
				trace.Reset()
				if bySlab.Relate(&o[0], &o[1], nil) != collide.Overlapping {
					continue
				}
				var countSlab, countDepth outcome
				countSlab.add(s[i], &modes[1])
				countDepth.add(s[i], &modes[2])
				slab, wantSlab = slab+trace.Tested, wantSlab+countSlab.kept
				byDepth.Distance(&o[0], &o[1], nil)
				depth, wantDepth = depth+trace.Tested, wantDepth+countDepth.kept
			}
			if slab != wantSlab || depth != wantDepth || slab == 0 {
				t.Errorf("%s, %d vertices: slab %d, counted %d; depth %d, counted %d", regime, n, slab, wantSlab, depth, wantDepth)
			}
		}
	}
}

// TestCounterexamples: the pairs of triangles that docs/math/sat.md shows are wrong as it says.
func TestCounterexamples(t *testing.T) {
	triangle := func(x ...float64) polygon {
		p := polygon{v: []d2.Vec{{X: x[0], Y: x[1]}, {X: x[2], Y: x[3]}, {X: x[4], Y: x[5]}}}
		p.center = p.box().Center()
		return p
	}
	for _, c := range []struct {
		mode            string
		a, b            polygon
		verdicts, depth int
	}{
		{"both axes", triangle(3, 1, 3, 0, 5, 0), triangle(4, 5, 0, 0, 2, 2), 1, 0},
		{"slab", triangle(3, 4, 1, 1, 4, 0), triangle(0, 2, 4, 2, 0, 3), 0, 1},
		{"depth, side", triangle(2, 3, 1, 1, 1, 0), triangle(2, 2, 0, 2, 3, 1), 0, 1},
		{"facing", triangle(1, 3, 3, 0, 2, 2), triangle(3, 2, 2, 3, 1, 0), 0, 1},
	} {
		k := slices.IndexFunc(modes, func(m mode) bool { return m.name == c.mode })
		var o outcome
		o.add(newScene(c.a, c.b), &modes[k])
		if o.verdicts != c.verdicts || o.depths != c.depth {
			t.Errorf("%s: %+v", c.mode, o)
		}
	}
}
