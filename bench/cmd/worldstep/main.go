// Command worldstep measures full steps of worlds of boxes that all move: the processor time of a
// step, the memory of bodies and pairs, and what a second core brings.
//
//	worldstep [-n 1000000] [-steps 5] [-density 0.75] [-workers 0] [-profile FILE] [time|memory|parallel]...
//
// Boxes of space, of sides 0.2 to 1 and turned any way, lie at random in a cube, about one touching
// pair a body. In each step all of them move by up to a tenth of a side and turn a little; a step
// is MoveAll and Step, with the manifolds of all that touch.
//
// time prints the least and the median of the processor times of the steps, of all threads
// together, and how it is shared between MoveAll and Step.
//
// memory prints what the heap holds for a body beyond its Object and value, in a world of bodies
// far apart, and what a touching pair adds, after steps.
//
// parallel prints the throughput of a world on two cores by that of two worlds of one worker each
// that step at the same time, turn by turn.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"sync"
	"time"
	"unsafe"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/d3/world"
	"golang.org/x/sys/unix"
)

func main() {
	n := flag.Int("n", 1_000_000, "number of bodies")
	steps := flag.Int("steps", 5, "number of steps measured")
	density := flag.Float64("density", 0.75, "bodies in a cube of side 1")
	workers := flag.Int("workers", 0, "workers of the world of time; 0 means all cores")
	profile := flag.String("profile", "", "file for a profile of the processor")
	flag.Parse()
	if err := run(*n, *steps, *density, *workers, *profile, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "worldstep:", err)
		os.Exit(2)
	}
}

// run measures what the words name; time without words.
func run(n, steps int, density float64, workers int, profile string, words []string) error {
	if n < 1 || steps < 1 || !(density > 0) {
		return errors.New("-n, -steps and -density must be above 0")
	}
	if profile != "" {
		f, err := os.Create(profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	if len(words) == 0 {
		words = []string{"time"}
	}
	for _, w := range words {
		var err error
		switch w {
		case "time":
			err = measureTime(n, steps, density, workers)
		case "memory":
			err = measureMemory(n, density)
		case "parallel":
			err = measureParallel(n, steps, density)
		default:
			err = fmt.Errorf("%q is not time, memory or parallel", w)
		}
		if err != nil {
			return err
		}
		debug.FreeOSMemory()
	}
	return nil
}

// crowd is a world of boxes that move.
type crowd struct {
	w       *world.World[struct{}]
	rng     *rand.Rand
	handles []world.Handle
	poses   []d3.Pose
}

// newCrowd returns n boxes at random places.
func newCrowd(n int, density float64, workers int) (*crowd, error) {
	w, err := world.New[struct{}](world.Options{Workers: workers})
	if err != nil {
		return nil, err
	}
	c := &crowd{w: w, rng: rand.New(rand.NewPCG(1, uint64(n)))}
	side := math.Cbrt(float64(n) / density)
	for range n {
		shape := d3.Box{Size: d3.Vec{X: c.size(), Y: c.size(), Z: c.size()}}
		place := d3.Vec{X: side * c.rng.Float64(), Y: side * c.rng.Float64(), Z: side * c.rng.Float64()}
		turn, err := c.turn(1, 0)
		if err != nil {
			return nil, err
		}
		o, err := d3.Place(shape, d3.Pose{Pos: place, Rot: turn})
		if err != nil {
			return nil, err
		}
		h, err := w.Add(&o, struct{}{}, world.Body{})
		if err != nil {
			return nil, err
		}
		c.handles, c.poses = append(c.handles, h), append(c.poses, o.Pose())
	}
	return c, nil
}

func (c *crowd) size() float64 { return 0.2 + 0.8*c.rng.Float64() }

// sign returns a number from -1 to 1.
func (c *crowd) sign() float64 { return 2*c.rng.Float64() - 1 }

// turn returns a turn about a random axis, by any angle for a w of 0, by less the greater w is.
func (c *crowd) turn(by, w float64) (d3.Rot, error) {
	x, y, z, w := by*c.sign(), by*c.sign(), by*c.sign(), w+by*c.sign()
	r := math.Sqrt(x*x + y*y + z*z + w*w)
	return d3.NewQuat(x/r, y/r, z/r, w/r)
}

// aim draws the next poses.
func (c *crowd) aim() error {
	for i := range c.poses {
		p := &c.poses[i]
		p.Pos = p.Pos.Add(d3.Vec{X: 0.06 * c.sign(), Y: 0.06 * c.sign(), Z: 0.06 * c.sign()})
		turn, err := c.turn(0.05, 1)
		if err != nil {
			return err
		}
		p.Rot = turn.Mul(p.Rot)
	}
	return nil
}

// step moves all and steps. It returns the processor time of both.
func (c *crowd) step() (move, step time.Duration, err error) {
	start := now()
	if err := c.w.MoveAll(c.handles, c.poses); err != nil {
		return 0, 0, err
	}
	moved := now()
	c.w.Step(world.StepOptions{})
	return moved - start, now() - moved, nil
}

// touching returns the number of pairs in contact.
func (c *crowd) touching() int {
	n := 0
	for p := range c.w.Pairs() {
		if p.State != world.Ended {
			n++
		}
	}
	return n
}

// now returns the processor time of all threads.
func now() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// measureTime prints the times of steps.
func measureTime(n, steps int, density float64, workers int) error {
	c, err := newCrowd(n, density, workers)
	if err != nil {
		return err
	}
	var list [][2]time.Duration
	for i := range steps + 2 {
		if err := c.aim(); err != nil {
			return err
		}
		runtime.GC()
		m, s, err := c.step()
		if err != nil {
			return err
		}
		if i >= 2 { // the lists have grown by then
			list = append(list, [2]time.Duration{m, s})
		}
	}
	slices.SortFunc(list, func(a, b [2]time.Duration) int { return int(a[0] + a[1] - b[0] - b[1]) })
	least, median := list[0], list[len(list)/2]
	fmt.Printf("time: %d bodies, %d touching pairs: %.3f s a step (MoveAll %.3f, Step %.3f), median %.3f\n",
		n, c.touching(), (least[0] + least[1]).Seconds(), least[0].Seconds(), least[1].Seconds(),
		(median[0] + median[1]).Seconds())
	return nil
}

// heap returns the bytes that are in use.
func heap() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// measureMemory prints the memory of bodies and pairs.
func measureMemory(n int, density float64) error {
	var sizes [2]float64
	var pairs [2]int
	for k, d := range [2]float64{1e-9, density} {
		before := heap()
		c, err := newCrowd(n, d, 0)
		if err != nil {
			return err
		}
		for range 4 {
			if err := c.aim(); err != nil {
				return err
			}
			if _, _, err := c.step(); err != nil {
				return err
			}
		}
		own := float64(cap(c.handles))*8 + float64(cap(c.poses))*float64(unsafe.Sizeof(d3.Pose{}))
		sizes[k], pairs[k] = heap()-before-own, c.touching()
		runtime.KeepAlive(c)
	}
	object := float64(unsafe.Sizeof(d3.Object{}))
	fmt.Printf("memory: %.0f bytes a body beyond its Object of %.0f, %.0f more a touching pair (%d)\n",
		sizes[0]/float64(n)-object, object, (sizes[1]-sizes[0])/float64(pairs[1]-pairs[0]), pairs[1])
	return nil
}

// measureParallel prints the throughput of two cores by that of two runs of one.
func measureParallel(n, steps int, density float64) error {
	if runtime.NumCPU() < 2 {
		return errors.New("parallel needs two cores")
	}
	runtime.GOMAXPROCS(2)
	var crowds [3]*crowd
	for k, workers := range [3]int{2, 1, 1} {
		var err error
		if crowds[k], err = newCrowd(n, density, workers); err != nil {
			return err
		}
	}
	debug.SetGCPercent(-1)
	defer debug.SetGCPercent(100)
	var times [3][]float64
	for i := range steps + 2 {
		for _, c := range crowds {
			if err := c.aim(); err != nil {
				return err
			}
		}
		var t [3]float64
		t[0] = wall(crowds[0])
		var wait sync.WaitGroup
		for k := 1; k < 3; k++ {
			wait.Go(func() { t[k] = wall(crowds[k]) })
		}
		wait.Wait()
		for k := range t {
			if i >= 2 {
				times[k] = append(times[k], t[k])
			}
		}
	}
	var ratios []float64
	for i, t := range times[0] {
		ratios = append(ratios, (1/t)/(1/times[1][i]+1/times[2][i]))
	}
	slices.Sort(ratios)
	fmt.Printf("parallel: %d bodies: %.3f s on two cores, %.3f and %.3f s on one each: throughput %.2f "+
		"(median of the rounds %.2f)\n", n, slices.Min(times[0]), slices.Min(times[1]), slices.Min(times[2]),
		1/slices.Min(times[0])/(1/slices.Min(times[1])+1/slices.Min(times[2])), ratios[len(ratios)/2])
	return nil
}

// wall returns the seconds of a step by the clock.
func wall(c *crowd) float64 {
	start := time.Now()
	if _, _, err := c.step(); err != nil {
		panic(err)
	}
	return time.Since(start).Seconds()
}
