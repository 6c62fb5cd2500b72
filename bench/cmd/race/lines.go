package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// body is a body in a line for the command. Its shape is a mapping, or a name.
type body struct {
	Shape any                  `json:"shape"`
	Pose  map[string][]float64 `json:"pose"`
}

// lines writes the pairs as the command reads them: each with its shapes, or after a line with all
// shapes by their names.
func (r *racer) lines(to io.Writer, named bool) error {
	out := bufio.NewWriter(to)
	enc := json.NewEncoder(out)
	names, shapes := map[string]string{}, map[string]any{} // names by what the shapes are in JSON
	list := make([]map[string]any, r.work.Len())
	for i := range list {
		pair := r.bodies(i)
		for k := range pair {
			if !named {
				continue
			}
			text, err := json.Marshal(pair[k].Shape)
			if err != nil {
				return err
			}
			name, ok := names[string(text)]
			if !ok {
				name = fmt.Sprint("s", len(names))
				names[string(text)], shapes[name] = name, pair[k].Shape
			}
			pair[k].Shape = name
		}
		list[i] = map[string]any{"id": fmt.Sprint(i), "dim": r.work.Dim, "a": pair[0], "b": pair[1]}
	}
	if named {
		if err := enc.Encode(map[string]any{"shapes": shapes}); err != nil {
			return err
		}
	}
	for _, line := range list {
		if err := enc.Encode(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

// bodies returns the bodies of pair i.
func (r *racer) bodies(i int) [2]body {
	if r.work.Dim == 2 {
		return [2]body{body2(&r.work.Pairs2[i][0]), body2(&r.work.Pairs2[i][1])}
	}
	return [2]body{body3(&r.work.Pairs3[i][0]), body3(&r.work.Pairs3[i][1])}
}

// body2 returns a body of the plane; workloads know no others.
func body2(o *d2.Object) body {
	p := o.Pose()
	c, s := p.Rot.CosSin()
	b := body{Pose: map[string][]float64{"p": {p.Pos.X, p.Pos.Y}, "cos_sin": {c, s}}}
	switch s := o.Shape().(type) {
	case d2.Circle:
		b.Shape = map[string]any{"type": "circle", "radius": s.Radius}
	case d2.Capsule:
		b.Shape = map[string]any{"type": "capsule", "radius": s.Radius, "height": s.Height}
	case interface{ Vertices() []d2.Vec }: // a polygon
		var points [][2]float64
		for _, v := range s.Vertices() {
			points = append(points, [2]float64{v.X, v.Y})
		}
		b.Shape = map[string]any{"type": "polygon", "points": points}
	}
	return b
}

// body3 is body2 in space.
func body3(o *d3.Object) body {
	p := o.Pose()
	x, y, z, w := p.Rot.Quat()
	b := body{Pose: map[string][]float64{"p": {p.Pos.X, p.Pos.Y, p.Pos.Z}, "q": {x, y, z, w}}}
	switch s := o.Shape().(type) {
	case d3.Sphere:
		b.Shape = map[string]any{"type": "sphere", "radius": s.Radius}
	case d3.Capsule:
		b.Shape = map[string]any{"type": "capsule", "radius": s.Radius, "height": s.Height}
	case d3.Cylinder:
		b.Shape = map[string]any{"type": "cylinder", "radius": s.Radius, "height": s.Height}
	case d3.Cone:
		b.Shape = map[string]any{"type": "cone", "radius": s.Radius, "height": s.Height}
	case d3.Box:
		b.Shape = map[string]any{"type": "box", "size": []float64{s.Size.X, s.Size.Y, s.Size.Z}}
	case d3.Ellipsoid:
		b.Shape = map[string]any{"type": "ellipsoid", "radii": []float64{s.Radii.X, s.Radii.Y, s.Radii.Z}}
	case *d3.Hull:
		var points [][3]float64
		for _, v := range s.Vertices() {
			points = append(points, [3]float64{v.X, v.Y, v.Z})
		}
		b.Shape = map[string]any{"type": "hull", "points": points}
	}
	return b
}

// The pairs of a batch, and the turns by which it is measured.
const (
	batchPairs = 1 << 17
	batchTurns = 9
)

// batch returns the share of the joint throughput of two queries that work at the same moment which
// DistanceAll reaches on two processors: the median over some turns.
func (r *racer) batch(turns int) (float64, error) {
	runtime.GOMAXPROCS(2)
	if r.work.Dim == 2 {
		return shareOf(turns, r.work.Pairs2, func(dst []d2.Contact, pairs [][2]*d2.Object) ([]d2.Contact, error) {
			return d2.DistanceAll(dst, pairs, d2.Options{})
		}, func() func(a, b *d2.Object) d2.Contact {
			q := new(d2.Query)
			return func(a, b *d2.Object) d2.Contact { return q.Distance(a, b, nil) }
		})
	}
	return shareOf(turns, r.work.Pairs3, func(dst []d3.Contact, pairs [][2]*d3.Object) ([]d3.Contact, error) {
		return d3.DistanceAll(dst, pairs, d3.Options{})
	}, func() func(a, b *d3.Object) d3.Contact {
		q := new(d3.Query)
		return func(a, b *d3.Object) d3.Contact { return q.Distance(a, b, nil) }
	})
}

// shareOf is batch for one dimension.
func shareOf[O, C any](
	turns int, work [][2]O, all func(dst []C, pairs [][2]*O) ([]C, error), query func() func(a, b *O) C,
) (float64, error) {
	pairs := make([][2]*O, batchPairs)
	for i := range pairs {
		p := &work[i%len(work)]
		pairs[i] = [2]*O{&p[0], &p[1]}
	}
	answers := make([]C, len(pairs))
	half := len(pairs) / 2
	asks := [2]func(a, b *O) C{query(), query()}
	alone := func() (rate float64) { // pairs a second of both together
		var wait sync.WaitGroup
		var rates [2]float64
		for k := range 2 {
			wait.Go(func() {
				start := time.Now()
				for i := k * half; i < (k+1)*half; i++ {
					answers[i] = asks[k](pairs[i][0], pairs[i][1])
				}
				rates[k] = float64(half) / time.Since(start).Seconds()
			})
		}
		wait.Wait()
		return rates[0] + rates[1]
	}
	var shares []float64
	for range max(3, min(turns, batchTurns)) {
		joint := alone()
		start := time.Now()
		var err error
		if answers, err = all(answers[:0], pairs); err != nil {
			return 0, err
		}
		shares = append(shares, float64(len(pairs))/time.Since(start).Seconds()/joint)
	}
	slices.Sort(shares)
	return shares[len(shares)/2], nil
}
