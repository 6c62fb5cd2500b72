// Command crowd writes a scene of many bodies of which few touch, for `collide check`:
//
//	go run ./tools/crowd -n 100000 > crowd.json
//	time collide check --format ndjson crowd.json > found.ndjson
//
// Bodies of six kinds stand in a grid, turned at random. One in a hundred is shifted so that it
// overlaps its neighbour; the others are apart. The same flags give the same bytes on every
// platform.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
)

func main() {
	n := flag.Int("n", 100000, "number of bodies")
	seed := flag.Uint64("seed", 1, "seed of the random numbers")
	flag.Parse()
	w := bufio.NewWriter(os.Stdout)
	write(w, *n, *seed)
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
}

// write writes a scene of n bodies. Whether it could is for w to tell.
func write(w io.Writer, n int, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 2))
	fmt.Fprintln(w, `{"version":1,"dim":3,"objects":[`)
	side := 1
	for side*side*side < n {
		side++
	}
	for i := range n {
		if i > 0 {
			fmt.Fprintln(w, ",")
		}
		// Bodies reach 0.9 from their places at most, and neighbours are 2 apart. One that is
		// shifted to where the last one is overlaps it: all hold a ball of 0.2 about their places.
		x, y, z := 2*float64(i%side), 2*float64(i/side%side), 2*float64(i/side/side)
		if r.IntN(100) == 0 && i%side > 0 {
			x -= 1.9
		}
		fmt.Fprintf(w, `{"name":"body%d","shape":%s,"pose":{"p":[%v,%v,%v],"rpy_deg":[%d,%d,%d]}}`, i, shape(r), x, y, z,
			r.IntN(360), r.IntN(360), r.IntN(360))
	}
	fmt.Fprintln(w, "]}")
}

// shape returns a random shape that holds a ball of the radius 0.2 and lies in one of 0.9.
func shape(r *rand.Rand) string {
	size := func() float64 { return 0.4 + float64(0.6*r.Float64()) }
	switch r.IntN(6) {
	case 0:
		return fmt.Sprintf(`{"type":"sphere","radius":%v}`, size()/2)
	case 1:
		return fmt.Sprintf(`{"type":"capsule","radius":%v,"height":%v}`, size()/2, size()/2)
	case 2:
		return fmt.Sprintf(`{"type":"cylinder","radius":%v,"height":%v}`, size()/2, size())
	case 3:
		return fmt.Sprintf(`{"type":"ellipsoid","radii":[%v,%v,%v]}`, size()/2, size()/2, size()/2)
	case 4: // an octahedron
		a, b, c := size(), size(), size()
		a, b, c = a*0.9, b*0.9, c*0.9
		return fmt.Sprintf(`{"type":"hull","points":[[%v,0,0],[%v,0,0],[0,%v,0],[0,%v,0],[0,0,%v],[0,0,%v]]}`,
			a, -a, b, -b, c, -c)
	}
	return fmt.Sprintf(`{"type":"box","size":[%v,%v,%v]}`, size(), size(), size())
}
