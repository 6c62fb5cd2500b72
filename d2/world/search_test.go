package world

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// crowd returns a World of random bodies, some of which were moved and not stepped since.
func crowd(t *testing.T, r *rand.Rand) *World[int] {
	t.Helper()
	w := newWorld(t, Options{Workers: 1, Margin: 0.3})
	stir(t, r, 60, w)
	w.Step(StepOptions{})
	stir(t, r, 60, w)
	if r.IntN(2) == 0 {
		add(t, w, floor(), d2.Pose{}, Body{Kind: Static})
	}
	return w
}

// randomWho returns which bodies to look at, and the same as a function.
func randomWho(r *rand.Rand, w *World[int]) (Who, func(Handle) bool) {
	all := slices.Collect(w.Bodies())
	out, odd := all[r.IntN(len(all))], all[r.IntN(len(all))]
	who := Who{Except: out, Sensors: r.IntN(2) == 0, Take: func(h Handle) bool { return h != odd }}
	if r.IntN(2) == 0 {
		who.Filter = Filter{Mask: 1, Category: uint64(r.IntN(3))}
	}
	return who, func(h Handle) bool {
		b := w.find(h)
		in := h != out && h != odd && (!b.sensor || who.Sensors)
		if who.Filter != (Filter{}) {
			in = in && b.filter.Category == 1
		}
		return in && (who.Filter.Category == 0 || b.filter.Mask&who.Filter.Category != 0)
	}
}

// TestCastRay compares rays at a World with rays at each of its bodies.
func TestCastRay(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	hits := 0
	for range 20 {
		w := crowd(t, r)
		for range 40 {
			who, in := randomWho(r, w)
			limit := math.Inf(1)
			if r.IntN(2) == 0 {
				limit = r.Float64() * 3
			}
			ray, err := d2.NewRay(randomPoint(r, 4), randomVec(r), limit)
			must(t, err)
			var want []RayHit
			for h := range w.Bodies() {
				if hit := d2.CastRay(w.Object(h), &ray); in(h) && hit.Verdict != collide.Miss {
					want = append(want, RayHit{h, hit})
				}
			}
			slices.SortStableFunc(want, func(a, b RayHit) int { return cmp.Compare(a.T, b.T) })
			if got := w.AppendRayHits(nil, &ray, who); !slices.Equal(got, want) {
				t.Fatalf("%v, want %v", got, want)
			}
			got, ok := w.CastRay(&ray, who)
			if ok != (len(want) > 0) || ok && got != want[0] || w.CastRayAny(&ray, who) != ok {
				t.Fatalf("%v %v, want %v", got, ok, want)
			}
			hits += len(want)
		}
	}
	if hits < 500 {
		t.Errorf("only %d hits", hits)
	}
}

// TestCastShape compares a shape swept through a World with its sweeps at each of the bodies.
func TestCastShape(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	hits := 0
	for range 20 {
		w := crowd(t, r)
		for k := range 20 {
			who, in := randomWho(r, w)
			o := place(t, randomShape(t, r), randomPose(t, r, 4))
			if k == 0 {
				o = place(t, floor(), d2.Pose{Pos: randomPoint(r, -6)})
			}
			s, err := d2.NewSweep(randomVec(r), r.Float64()*3, d2.SweepOptions{Skin: r.Float64() / 10, Deepening: r.IntN(2) == 0})
			must(t, err)
			var want ShapeHit
			found := false
			for h := range w.Bodies() {
				hit := d2.CastShape(w.Object(h), &o, &s)
				if in(h) && hit.Verdict != collide.Miss && (!found || hit.T < want.T) {
					want, found = ShapeHit{h, hit}, true
				}
			}
			got, ok := w.CastShape(&o, &s, who)
			if ok != found || got != want {
				t.Fatalf("%v %v, want %v %v", got, ok, want, found)
			}
			if ok {
				hits++
			}
		}
	}
	if hits < 100 {
		t.Errorf("only %d hits", hits)
	}
}

// TestWhatIsThere compares overlap, points and regions with a look at each of the bodies.
func TestWhatIsThere(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	found := 0
	for range 20 {
		w := crowd(t, r)
		for range 20 {
			who, in := randomWho(r, w)
			o, p := place(t, randomShape(t, r), randomPose(t, r, 4)), randomPoint(r, 4)
			box := region(p, randomPoint(r, 4))
			var overlaps, points []Overlap
			var boxes []Handle
			for h := range w.Bodies() {
				if !in(h) {
					continue
				}
				if rel := d2.Relate(w.Object(h), &o); rel != collide.Apart {
					overlaps = append(overlaps, Overlap{h, rel})
				}
				cl, err := d2.ClosestPoint(w.Object(h), p)
				must(t, err)
				if cl.Relation != collide.Apart {
					points = append(points, Overlap{h, cl.Relation})
				}
				if w.Object(h).AABB().Overlaps(box) {
					boxes = append(boxes, h)
				}
			}
			if got := w.AppendOverlapping(nil, &o, who); !slices.Equal(got, overlaps) {
				t.Fatalf("%v, want %v", got, overlaps)
			}
			if got, err := w.AppendAt(nil, p, who); err != nil || !slices.Equal(got, points) {
				t.Fatalf("%v %v, want %v", got, err, points)
			}
			if got := w.AppendRegion(nil, box, who); !slices.Equal(got, boxes) {
				t.Fatalf("%v, want %v", got, boxes)
			}
			found += len(points)
		}
	}
	if found < 20 {
		t.Errorf("only %d bodies at points", found)
	}
	w := newWorld(t, Options{})
	if _, err := w.AppendAt(nil, d2.Vec{X: math.NaN()}, Who{}); !errors.Is(err, collide.ErrNotFinite) {
		t.Errorf("error %v", err)
	}
}

// TestNear compares what is near with the distances of all bodies.
func TestNear(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for range 20 {
		w := crowd(t, r)
		for n := range 15 {
			who, in := randomWho(r, w)
			o, k, d := place(t, randomShape(t, r), randomPose(t, r, 6)), r.IntN(8), r.Float64()
			if n == 0 {
				o, k = place(t, floor(), d2.Pose{Pos: randomPoint(r, -6)}), 200
			}
			var want, within []Neighbor
			for h := range w.Bodies() {
				if in(h) {
					want = append(want, Neighbor{h, d2.Distance(w.Object(h), &o)})
				}
			}
			slices.SortStableFunc(want, func(a, b Neighbor) int { return cmp.Compare(a.Distance, b.Distance) })
			for _, nb := range want {
				if nb.Lower <= d {
					within = append(within, nb)
				}
			}
			if got := w.AppendNearest(nil, &o, k, who); !slices.Equal(got, want[:min(k, len(want))]) {
				t.Fatalf("%d nearest: %v, want %v", k, got, want[:min(k, len(want))])
			}
			if got, err := w.AppendWithin(nil, &o, d, who); err != nil || !slices.Equal(got, within) {
				t.Fatalf("within %v: %v %v, want %v", d, got, err, within)
			}
		}
	}
	w := newWorld(t, Options{})
	o := place(t, cube(1), d2.Pose{})
	if got := w.AppendNearest(nil, &o, 3, Who{}); len(got) > 0 {
		t.Errorf("near in an empty World: %v", got)
	}
	if _, err := w.AppendWithin(nil, &o, -1, Who{}); !errors.Is(err, collide.ErrBadOption) {
		t.Errorf("error %v", err)
	}
}
