package lanes

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// drawnFour is a node of n boxes.
type drawnFour struct {
	n         int
	low, high [4][3]float64
	kids      [4]int32
}

// keyed is the definition of what a search makes of the boxes of a node.
func (f *drawnFour) keyed(axes int, x *Sought) (all []Ranked) {
	for i := range f.n {
		var out []float64
		for k := range axes {
			if math.IsInf(f.low[i][k], 0) || math.IsInf(f.high[i][k], 0) {
				out = append(out, math.Inf(-1))
				continue
			}
			out = append(out, math.Abs(x.Twice[k]-(f.high[i][k]+f.low[i][k]))-((f.high[i][k]-f.low[i][k])+x.Sides[k]))
		}
		all = append(all, Ranked{wholeKey(out)&^fourPlace | int64(i), f.kids[i]})
	}
	slices.SortFunc(all, func(a, b Ranked) int {
		if a.Key > b.Key {
			return -1
		}
		return 1
	})
	return all
}

// TestFours holds Next, by vectors where the processor has them, and plain Go to the definition,
// key by key, in trees of a few nodes: the axes, the boxes, what is sought and the limits vary.
func TestFours(t *testing.T) {
	t.Logf("vectors: %v", vectors)
	r := rand.New(rand.NewPCG(20261128, 1))
	counts := map[string]int{}
	for range 20000 {
		axes, nodes := 2+r.IntN(2), make([]drawnFour, 1+r.IntN(6))
		var at [3]float64
		var x Sought
		boxed := r.IntN(2) == 0
		for k := range at {
			at[k] = number(r)
			if x.Twice[k] = 2 * at[k]; boxed {
				x.Sides[k] = math.Abs(number(r))
			}
		}
		f := MakeFours(axes)
		var keys []int64 // of all boxes
		for j := range nodes {
			d := &nodes[j]
			d.n = 1 + r.IntN(4)
			for i := range d.n {
				for k := range 3 {
					a, b := number(r), number(r)
					if r.IntN(4) == 0 {
						a = at[k]
					}
					d.low[i][k], d.high[i][k] = min(a, b), max(a, b)
					switch r.IntN(40) {
					case 0:
						d.low[i][k] = math.Inf(-1)
					case 1:
						d.high[i][k] = math.Inf(1)
					case 2:
						d.low[i][k], d.high[i][k] = math.Inf(-1), math.Inf(1)
					}
				}
				d.kids[i] = -1 - r.Int32N(1000)
			}
			if j+1 < len(nodes) {
				d.kids[r.IntN(d.n)] = int32(j + 1)
			}
			copy(f.Add(d.n, &d.low, &d.high)[:d.n], d.kids[:])
			for _, e := range d.keyed(axes, &x) {
				keys = append(keys, e.Key)
			}
		}
		if f.Len() != len(nodes) {
			t.Fatalf("%d nodes, not %d", f.Len(), len(nodes))
		}
		limit := int64(KeyFar - 1)
		var w, plain Wait
		w.Start()
		plain.Start()
		want := []Ranked{{math.MinInt64, 0}}
		for more := true; more; {
			if r.IntN(2) == 0 { // as near as one of them, or just nearer
				limit = min(limit, keys[r.IntN(len(keys))]-int64(r.IntN(2)))
			}
			more = false
			leaf := int32(0)
			for len(want) > 0 && !more {
				e := want[len(want)-1]
				want = want[:len(want)-1]
				switch {
				case e.Key > limit:
					counts["too far"]++
				case e.Kid < 0:
					leaf, more = e.Kid, true
				default:
					all := nodes[e.Kid].keyed(axes, &x)
					want = append(want, slices.DeleteFunc(all, func(e Ranked) bool { return e.Key > limit })...)
				}
			}
			got, ok := f.Next(&x, limit, &w)
			if got.Kid != leaf || ok != more || !slices.Equal(w.list[:w.top], want) {
				t.Fatalf("leaf %x %v, %x; the definition gives %d %v, %x", got, ok, w.list[:w.top], leaf, more, want)
			}
			if f.next(&x, limit, &plain); more != (plain.top >= 0) {
				t.Fatalf("in plain Go the list ends at %d", plain.top)
			}
			if more && (plain.list[plain.top].Kid != leaf || !slices.Equal(plain.list[:plain.top], want)) {
				t.Fatalf("in plain Go %x; the definition gives %d, %x", plain.list[:plain.top+1], leaf, want)
			}
			if more {
				counts["leaf"]++
			}
		}
		if _, ok := f.Next(&x, KeyFar-1, &w); ok || w.top != 0 {
			t.Fatalf("a leaf after the last one")
		}
		w.Start()
		if w.Clear(); w.top != 0 {
			t.Fatalf("%d entries in a list without any", w.top)
		}
	}
	if counts["leaf"] < 20000 || counts["too far"] < 5000 {
		t.Errorf("only %v", counts)
	}
}

// TestFoursTooDeep: a tree that has itself below it is told of, and nothing is written beside the
// list.
func TestFoursTooDeep(t *testing.T) {
	for axes := 2; axes <= 3; axes++ {
		f := MakeFours(axes)
		*f.Add(4, &[4][3]float64{}, &[4][3]float64{}) = [4]int32{}
		for _, next := range []func(*Wait){
			func(w *Wait) { f.Next(&Sought{}, KeyFar-1, w) },
			func(w *Wait) { f.next(&Sought{}, KeyFar-1, w) },
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Error("no panic")
					}
				}()
				list := new([2]Wait)
				list[0].Start()
				defer func() {
					if list[1] != (Wait{}) {
						t.Error("written beside the list")
					}
				}()
				next(&list[0])
			}()
		}
	}
}

// BenchmarkFours times a search of a full tree of 1024 leaves for the one nearest to a point.
func BenchmarkFours(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	f := MakeFours(3)
	var add func(low, high [3]float64, depth int) int32
	add = func(low, high [3]float64, depth int) int32 { // the quarters across two axes in turn
		var l, h [4][3]float64
		for i := range l {
			l[i], h[i] = low, high
			for k := range 2 {
				axis, mid := (depth+k)%3, 0.5*(low[(depth+k)%3]+high[(depth+k)%3])
				if i>>k&1 == 0 {
					h[i][axis] = mid
				} else {
					l[i][axis] = mid
				}
			}
		}
		node := f.Len()
		f.Add(4, &l, &h)
		for i := range l {
			kid := -1 - r.Int32N(1000)
			if depth < 4 {
				kid = add(l[i], h[i], depth+1)
			}
			f.Kids(node)[i] = kid
		}
		return int32(node)
	}
	add([3]float64{}, [3]float64{8, 8, 8}, 0)
	points := make([]Sought, 256)
	for i := range points {
		points[i].Twice = [3]float64{16 * r.Float64(), 16 * r.Float64(), 16 * r.Float64()}
	}
	var w Wait
	b.Run("vectors", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			w.Start()
			f.Next(&points[i&255], KeyFar-1, &w)
		}
	})
	b.Run("plain", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			w.Start()
			f.next(&points[i&255], KeyFar-1, &w)
		}
	})
}
