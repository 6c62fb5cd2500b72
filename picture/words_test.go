package picture_test

import (
	"bytes"
	"encoding/json"
	"log"
	"os"
	"strings"
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/picture"
	"github.com/collide-go/collide/scene"
)

// twoSquares returns two squares with sides of 2, their centres 3 apart.
func twoSquares() scene.Pair {
	square := d2.Box{Size: d2.Vec{X: 2, Y: 2}}
	a, err1 := d2.Place(square, d2.Pose{})
	b, err2 := d2.Place(square, d2.Pose{Pos: d2.Vec{X: 3}})
	if err1 != nil || err2 != nil {
		log.Fatal(err1, err2)
	}
	return scene.Pair{Dim: 2, A: scene.Body2(a), B: scene.Body2(b)}
}

func ExampleWriteTable() {
	r, err := explain.Pair(twoSquares(), explain.Options{Algorithm: explain.Walk, Start: [2]float64{0, 1}})
	if err != nil {
		log.Fatal(err)
	}
	if err := picture.WriteTable(os.Stdout, r); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 2D
	// A: box, corners (-1, -1) (1, -1) (1, 1) (-1, 1)
	// B: box, corners (2, -1) (4, -1) (4, 1) (2, 1)
	//
	// Walk: does A - B hold the origin?
	// step  direction  of A      of B     A - B        times direction  goes on with  the origin is
	// 1     (0, 1)     (1, 1)    (2, -1)  1: (-1, 2)   2                vertex 1
	// 2     (0, -1)    (-1, -1)  (4, 1)   2: (-5, -2)  2                edge 1-2      beside the segment
	// 3     (4, -4)    (1, -1)   (2, 1)   3: (-1, -2)  4                edge 1-3      beyond edge 1-3
	// 4     (4, 0)     (1, -1)   (2, -1)  4: (-1, 0)   -4
	// apart: W falls short of the origin, and nothing of A - B reaches farther this way
	//
	// Answer: apart (converged)
	//   distance    1
	//   lower       0.9999999999999823
	//   upper       1.0000000000000175
	//   normal      (1, 0)
	//   point of A  (1, 0)
	//   point of B  (2, 0)
}

func ExampleWriteJSON() {
	r, err := explain.Pair(twoSquares(), explain.Options{Algorithm: explain.Walk})
	if err != nil {
		log.Fatal(err)
	}
	if err := picture.WriteJSON(os.Stdout, r); err != nil {
		log.Fatal(err)
	}
	// Output:
	// {"version":1,"dim":2,"a":"A","b":"B","units":"","algorithm":"walk","margin":0,"notes":[],"steps":[
	// {"algorithm":"walk","direction":[1,0],"a":[1,-1],"b":[2,-1],"w":{"number":1,"at":[-1,0]},"dot":-1,"exit":"apart","reason":"W falls short of the origin, and nothing of A - B reaches farther this way"}
	// ],"answer":{"id":null,"relation":"apart","distance":1,"lower":0.9999999999999823,"upper":1.0000000000000175,"normal":[1,0],"point_a":[1,0],"point_b":[2,0],"local_a":[1,0],"local_b":[-1,0],"status":"converged","iterations":1}}
}

// TestJSON: the object can be read, its last member is the answer line, and nothing is lost.
func TestJSON(t *testing.T) {
	for i, d := range drawn {
		p := pairOf(t, d.name, d.a, d.b)
		r := reportOf(t, p, explain.Options{A: "left \"one\"", Units: "m", Algorithm: d.options.Algorithm})
		var b bytes.Buffer
		if err := picture.WriteJSON(&b, r); err != nil {
			t.Fatal(err)
		}
		text := b.Bytes()
		var got struct {
			Version, Dim int
			A, Algorithm string
			Steps        []struct {
				Algorithm string
				Direction []float64
				W         *struct {
					Number int
					At     []float64
				}
				Upper *float64
			}
			Answer struct{ Distance float64 }
		}
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("pair %d: %v\n%s", i, err, text)
		}
		if got.Version != 1 || got.Dim != p.Dim || got.A != r.A || len(got.Steps) != len(r.Steps) || got.Answer.Distance != r.Answer.Distance {
			t.Errorf("pair %d: %+v", i, got)
		}
		for k, s := range got.Steps {
			if s.Algorithm == "" || s.W != nil && (s.W.Number != r.Steps[k].W.Number || len(s.W.At) != p.Dim || s.W.At[1] != r.Steps[k].W.At[1]) {
				t.Errorf("pair %d, step %d: %+v", i, k, s)
			}
		}
		if want := `"answer":` + string(r.Answer.AppendJSON(nil)) + "}\n"; !strings.HasSuffix(string(text), want) {
			t.Errorf("pair %d does not end in %s", i, want)
		}
	}
}
