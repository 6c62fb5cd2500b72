// Command bvhrace times the trees of package broadphase in turns with those of Parry: rebuild and
// all pairs, a tenth of the boxes moving, first hits of rays. Both run on the core given, and
// report thread CPU time; the least of the rounds counts.
//
//	bvhrace [-cpu 1] [-rounds 7] [-refine] -peer f64=parry_bvh -peer 'f32=parry_bvh f32' WORLD...
//
// A world is a kind and a number of boxes, as in uniform:10000; also clustered, mixed, city, line,
// duplicates and grid. Or it is a file that collide world reads, of which frame 0 is taken. With
// -refine our tree is refined after all pairs, out of the time.
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/collide-go/collide/broadphase"
	"golang.org/x/sys/unix"
)

func main() {
	runtime.LockOSThread()
	debug.SetGCPercent(-1)
	cpu := flag.Int("cpu", 1, "the core to run on")
	rounds := flag.Int("rounds", 7, "rounds")
	refine := flag.Bool("refine", false, "refine our tree after all pairs, out of the time")
	var peers peerList
	flag.Var(&peers, "peer", "name=command of a driver of bench/parry_bvh; may be given again")
	flag.Parse()
	var set unix.CPUSet
	set.Set(*cpu)
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		fail(err)
	}
	fmt.Printf("%-18s %-8s %-6s %9s %9s %9s %7s\n", "world", "work", "who", "update", "search", "ns each", "ratio")
	for _, world := range flag.Args() {
		if err := race(world, *rounds, *refine, peers); err != nil {
			fail(err)
		}
		runtime.GC()
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "bvhrace:", err)
	os.Exit(2)
}

// peerList is the flags -peer.
type peerList [][2]string

func (p *peerList) String() string { return fmt.Sprint(*p) }

// Set adds a peer.
func (p *peerList) Set(s string) error {
	name, command, ok := strings.Cut(s, "=")
	if !ok {
		return fmt.Errorf("name=command is wanted")
	}
	*p = append(*p, [2]string{name, command})
	return nil
}

// runner is one who takes part.
type runner struct {
	name string
	// do runs a work on its file and returns what it counts, and the nanoseconds of its two parts.
	do func(work, file string) ([]float64, error)
	in io.Writer
	// least nanoseconds of each work, and what was counted in the last round
	least map[string][2]float64
	count map[string][]float64
}

// race runs the works on one world.
func race(world string, rounds int, refine bool, peers peerList) error {
	boxes, err := read(world)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "bvhrace")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	rng := rand.New(rand.NewPCG(1, 2))
	list := []*runner{us(boxes, refine)}
	for _, p := range peers {
		r, err := start(p)
		if err != nil {
			return err
		}
		defer r.in.(io.Closer).Close()
		list = append(list, r)
	}
	file := func(name string, rows [][]float64) string {
		path := filepath.Join(dir, name)
		if err == nil {
			err = write(path, rows)
		}
		return path
	}
	all := make([][]float64, len(boxes))
	for i := range boxes {
		all[i] = boxes[i][:]
	}
	for _, r := range list[1:] {
		if _, err := r.do("boxes", file("boxes", all)); err != nil {
			return err
		}
	}
	for range rounds {
		moves := file("moves", someMoves(rng, boxes))
		rays := file("rays", someRays(rng, boxes))
		for _, work := range [][2]string{{"all", ""}, {"move", moves}, {"rays", rays}} {
			for _, r := range list {
				if err := r.run(work[0], work[1]); err != nil {
					return err
				}
			}
		}
	}
	if err != nil {
		return err
	}
	report(world, len(boxes), list)
	return nil
}

// run runs a work and keeps the least times.
func (r *runner) run(work, file string) error {
	out, err := r.do(work, file)
	if err != nil {
		return fmt.Errorf("%s: %s: %w", r.name, work, err)
	}
	n := len(out)
	t := [2]float64{out[n-2], out[n-1]}
	if work == "rays" {
		t = [2]float64{0, out[n-1]}
		out = append(out, 0)
	}
	if b, ok := r.least[work]; !ok || t[0]+t[1] < b[0]+b[1] {
		r.least[work] = t
	}
	r.count[work] = out[:n-2]
	return nil
}

// report prints the least times, for each box or ray, and those of the others in ours.
func report(world string, n int, list []*runner) {
	for _, work := range []string{"all", "move", "rays"} {
		each := map[string]float64{"all": float64(n), "move": float64(n) / 10, "rays": rayCount}[work]
		our := list[0].least[work]
		for _, r := range list {
			t := r.least[work]
			ratio := (our[0] + our[1]) / (t[0] + t[1])
			fmt.Printf("%-18s %-8s %-6s %9.1f %9.1f %9.1f %7.2f  %v\n", filepath.Base(world), work, r.name,
				t[0]/each, t[1]/each, (t[0]+t[1])/each, ratio, r.count[work])
		}
	}
}

// start starts a driver.
func start(p [2]string) (*runner, error) {
	words := strings.Fields(p[1])
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	r := &runner{name: p[0], in: in, least: map[string][2]float64{}, count: map[string][]float64{}}
	r.do = func(work, file string) ([]float64, error) {
		if _, err := fmt.Fprintln(in, work, file); err != nil {
			return nil, err
		}
		if !lines.Scan() {
			return nil, io.ErrUnexpectedEOF
		}
		var list []float64
		for _, w := range strings.Fields(lines.Text()) {
			x, err := strconv.ParseFloat(w, 64)
			if err != nil {
				return nil, err
			}
			list = append(list, x)
		}
		return list, nil
	}
	return r, cmd.Start()
}

// us returns the runner of package broadphase. Its pairs come as those of Parry do, in the order of
// the tree; sorted adds what it costs to sort them.
//
// With refine it is refined after all pairs, out of the time.
func us(boxes []broadphase.Box3, refine bool) *runner {
	var tree broadphase.Tree3
	if err := tree.Build(boxes); err != nil {
		fail(err)
	}
	tree.Settle()
	pairs := make([]broadphase.Pair, 0, 4*len(boxes)+100)
	r := &runner{name: "ours", least: map[string][2]float64{}, count: map[string][]float64{}}
	r.do = func(work, file string) ([]float64, error) {
		rows, err := doubles(file)
		if err != nil {
			return nil, err
		}
		pairs = pairs[:0]
		switch work {
		case "all":
			start := now()
			tree.Rebuild()
			built := now()
			pairs = tree.GatherPairs(pairs)
			end := now()
			if refine {
				tree.Refine()
			}
			return []float64{float64(len(pairs)), built - start, end - built}, nil
		case "move":
			ids := make([]int32, 0, len(rows)/7)
			to := make([]broadphase.Box3, 0, len(rows)/7)
			for ; len(rows) > 0; rows = rows[7:] {
				ids, to = append(ids, int32(rows[0])), append(to, broadphase.Box3(rows[1:7]))
			}
			start := now()
			tree.Settle()
			if err := tree.MoveAll(ids, to); err != nil {
				return nil, err
			}
			moved := now()
			pairs = tree.GatherMovedPairs(pairs)
			end := now()
			return []float64{float64(len(pairs)), moved - start, end - moved}, nil
		}
		hits, sum := 0, 0.0
		start := now()
		for ; len(rows) > 0; rows = rows[7:] {
			if h, ok := tree.First(broadphase.Vec3(rows[0:3]), broadphase.Vec3(rows[3:6]), rows[6]); ok {
				hits++
				sum += h.From
			}
		}
		return []float64{float64(hits), sum, now() - start}, nil
	}
	return r
}

// now returns the CPU time of this thread in nanoseconds.
func now() float64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		fail(err)
	}
	return float64(t.Nano())
}

// rayCount is the number of rays of a round. The programs run by turns, so that a round begins with
// a tree that is not in the processor's caches: 5000 rays mostly measured how long it takes to come
// from memory.
const rayCount = 100000

// someRays returns rays from place to place in the world.
func someRays(rng *rand.Rand, boxes []broadphase.Box3) [][]float64 {
	lo, hi := boxes[0], boxes[0]
	for _, b := range boxes {
		for k := range 3 {
			lo[k], hi[k] = min(lo[k], b[k]), max(hi[k], b[k+3])
		}
	}
	rays := make([][]float64, rayCount)
	for i := range rays {
		r := make([]float64, 7)
		for k := range 3 {
			from, to := lo[k]+rng.Float64()*(hi[k]-lo[k]), lo[k]+rng.Float64()*(hi[k]-lo[k])
			r[k], r[k+3] = from, to-from
		}
		r[6] = 1.5
		rays[i] = r
	}
	return rays
}

// someMoves returns a tenth of the boxes moved by up to a tenth of a mean side.
func someMoves(rng *rand.Rand, boxes []broadphase.Box3) [][]float64 {
	side := 0.0
	for _, b := range boxes {
		side += (b[3] - b[0]) / float64(len(boxes))
	}
	var rows [][]float64
	for _, i := range rng.Perm(len(boxes))[:len(boxes)/10] {
		b := boxes[i]
		for k := range 3 {
			d := (rng.Float64() - 0.5) * 0.2 * side
			b[k], b[k+3] = b[k]+d, b[k+3]+d
		}
		rows = append(rows, append([]float64{float64(i)}, b[:]...))
	}
	return rows
}

// read returns the boxes of a world.
func read(world string) ([]broadphase.Box3, error) {
	if name, n, ok := strings.Cut(world, ":"); ok && worlds[name] != nil {
		count, err := strconv.Atoi(n)
		if err != nil {
			return nil, err
		}
		return worlds[name](rand.New(rand.NewPCG(3, 4)), count), nil
	}
	f, err := os.Open(world)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d := json.NewDecoder(f)
	var head struct{ Dim, Boxes int }
	var frame struct{ Min, Max [][3]float64 }
	if err := d.Decode(&head); err != nil {
		return nil, err
	}
	if head.Dim != 3 || head.Boxes < 100 {
		return nil, fmt.Errorf("%s: %d boxes of dimension %d, at least 100 of space are wanted", world, head.Boxes, head.Dim)
	}
	if err := d.Decode(&frame); err != nil {
		return nil, err
	}
	boxes := make([]broadphase.Box3, head.Boxes)
	for i := range boxes {
		copy(boxes[i][:3], frame.Min[i][:])
		copy(boxes[i][3:], frame.Max[i][:])
	}
	return boxes, nil
}

// write writes rows of doubles to a file.
func write(path string, rows [][]float64) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for _, r := range rows {
		if err := binary.Write(w, binary.LittleEndian, r); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// doubles reads a file of doubles; none without a name.
func doubles(path string) ([]float64, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	list := make([]float64, len(data)/8)
	for i := range list {
		list[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
	}
	return list, nil
}
