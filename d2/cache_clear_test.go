package d2_test

import "testing"

// TestCacheClear: a Cache that was used and cleared is empty, and leads to the answers that a new
// one leads to, and none.
func TestCacheClear(t *testing.T) {
	g := newGenerator(77)
	q := newQuery(t, options{})
	var used cache
	filled := 0
	for i := range 400 {
		p := g.Pair()
		a, b, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time from where the first ended
			q.Distance(&a, &b, &used)
			q.Relate(&a, &b, &used)
		}
		if !used.Empty() {
			filled++
		}
		if used.Clear(); !used.Empty() {
			t.Fatalf("pair %d: a cleared cache is not empty", i)
		}
		var fresh cache
		x, y := q.Distance(&a, &b, &used), q.Distance(&a, &b, &fresh)
		if x != y || used.Empty() != fresh.Empty() {
			t.Fatalf("pair %d: %+v with a cleared cache, %+v with a new one", i, x, y)
		}
		if z := q.Distance(&a, &b, nil); z != y {
			t.Fatalf("pair %d: %+v with an empty cache, %+v with none", i, y, z)
		}
	}
	if filled < 200 {
		t.Errorf("%d of 400 queries left something in the cache", filled)
	}
}
