// Command meshrace times queries about triangle meshes in turns with those of other libraries:
// distance and contact of two meshes, closest points, first hits of rays. All run on the core
// given, and report CPU time; the least of the rounds counts.
//
//	meshrace [-cpu 1] [-rounds 5] [-only far,near] -peer coal:distance,touch=models N...
//
// N is the number of triangles of the greater mesh: a bumpy ball, closed, of radius about 1. The
// second mesh is another one of a fifth of them. The poses are drawn: far apart, beside each other,
// near, and crossing. The drivers are in bench/meshes and bench/parry_mesh.
package main

import (
	"bufio"
	"encoding/binary"
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

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"golang.org/x/sys/unix"
)

func main() {
	runtime.LockOSThread()
	debug.SetGCPercent(-1)
	cpu := flag.Int("cpu", 1, "the core to run on")
	rounds := flag.Int("rounds", 5, "rounds")
	only := flag.String("only", "", "works, such as near,rays; all if empty")
	var peers peerList
	flag.Var(&peers, "peer", "name:works=command of a driver for these works, such as points,rays; may be given again")
	flag.Parse()
	var set unix.CPUSet
	set.Set(*cpu)
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		fail(err)
	}
	fmt.Printf("%9s %-16s %-6s %12s %7s  %s\n", "triangles", "work", "who", "ns each", "ratio", "sums")
	for _, arg := range flag.Args() {
		n, err := strconv.Atoi(arg)
		if err != nil {
			fail(err)
		}
		if err := race(n, *rounds, *only, peers); err != nil {
			fail(err)
		}
		runtime.GC()
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "meshrace:", err)
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

// body is a mesh as drawn.
type body struct {
	v []d3.Vec
	t [][3]int
}

// ball returns a closed mesh of about n triangles: rings around Z, pushed out and in by waves.
func ball(rng *rand.Rand, n int) (m body) {
	rings := int(math.Sqrt(float64(n) / 4))
	around := 2 * rings
	phase := [3]float64{rng.Float64() * 6, rng.Float64() * 6, rng.Float64() * 6}
	at := func(lat, lon float64) d3.Vec {
		r := 1 + 0.15*math.Sin(5*lon+phase[0])*math.Sin(lat)*math.Sin(4*lat+phase[1]) + 0.03*math.Sin(17*lat+phase[2])
		r *= 1 + 0.01*rng.Float64()
		return d3.Vec{X: r * math.Sin(lat) * math.Cos(lon), Y: r * math.Sin(lat) * math.Sin(lon), Z: r * math.Cos(lat)}
	}
	m.v = append(m.v, at(0, 0), at(math.Pi, 0))
	for i := range rings {
		for k := range around {
			m.v = append(m.v, at(math.Pi*float64(i+1)/float64(rings+1), 2*math.Pi*float64(k)/float64(around)))
		}
	}
	for k := range around {
		next := (k + 1) % around
		m.t = append(m.t, [3]int{0, 2 + k, 2 + next})
		for i := range rings - 1 {
			a, b := 2+i*around, 2+(i+1)*around
			m.t = append(m.t, [3]int{a + k, b + k, b + next}, [3]int{a + k, b + next, a + next})
		}
		last := 2 + (rings-1)*around
		m.t = append(m.t, [3]int{1, last + next, last + k})
	}
	return m
}

// rows returns m as the drivers read it.
func (m *body) rows() [][]float64 {
	r := [][]float64{{float64(len(m.v))}}
	for _, p := range m.v {
		r = append(r, []float64{p.X, p.Y, p.Z})
	}
	for _, t := range m.t {
		r = append(r, []float64{float64(t[0]), float64(t[1]), float64(t[2])})
	}
	return r
}

// place returns the surface at the origin.
func (m *body) place() d3.Object {
	mesh, err := d3.NewMesh(m.v, m.t, d3.MeshOptions{})
	if err != nil {
		fail(err)
	}
	o, err := d3.Place(mesh, d3.Pose{})
	if err != nil {
		fail(err)
	}
	return o
}

// unitVec returns a direction.
func unitVec(rng *rand.Rand) [3]float64 {
	v := [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
	l := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])
	return [3]float64{v[0] / l, v[1] / l, v[2] / l}
}

// ways are the distances of the origins of the two balls, and the size of the second one.
var ways = []struct {
	name     string
	from, to float64
}{{"far", 4, 6}, {"beside", 2.3, 2.6}, {"near", 2.0, 2.1}, {"crossing", 1.2, 1.7}}

// works draws the work of one way: poses, or points about the mesh, or rays.
func works(rng *rand.Rand, name string) (rows [][]float64) {
	for range 20 {
		u := unitVec(rng)
		q := [4]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		l := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
		for _, w := range ways {
			if w.name == name {
				d := w.from + (w.to-w.from)*rng.Float64()
				rows = append(rows, []float64{q[0] / l, q[1] / l, q[2] / l, q[3] / l, d * u[0], d * u[1], d * u[2]})
			}
		}
	}
	// Many, as the programs run by turns: a round begins with a mesh that is not in the processor's
	// caches, and a thousand queries mostly measure how long it takes to come from memory.
	for range 20000 {
		u, v := unitVec(rng), unitVec(rng)
		switch d := 0.2 + 1.5*rng.Float64(); name {
		case "points":
			rows = append(rows, []float64{d * u[0], d * u[1], d * u[2]})
		case "on":
			d = 1 + 0.1*rng.Float64()
			rows = append(rows, []float64{d * u[0], d * u[1], d * u[2]})
		case "rays":
			rows = append(rows, []float64{3 * u[0], 3 * u[1], 3 * u[2], v[0] - 2*u[0], v[1] - 2*u[1], v[2] - 2*u[2], 10})
		}
	}
	return rows
}

// race runs all works on meshes of n triangles and a fifth of them.
func race(n, rounds int, only string, peers peerList) error {
	dir, err := os.MkdirTemp("", "meshrace")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	rng := rand.New(rand.NewPCG(1, 2))
	first, second := ball(rng, n), ball(rng, n/5)
	file := func(name string, rows [][]float64) string {
		path := filepath.Join(dir, name)
		if err == nil {
			err = write(path, rows)
		}
		return path
	}
	list := []*runner{us(&first, &second)}
	meshes := [2]string{file("first", first.rows()), file("second", second.rows())}
	for _, p := range peers {
		r, err := start(p)
		if err != nil {
			return err
		}
		defer r.in.(io.Closer).Close()
		for _, m := range meshes {
			if _, err := r.do("mesh", m); err != nil {
				return err
			}
		}
		list = append(list, r)
	}
	run := func(verb, name string) error {
		if only != "" && !strings.Contains(","+only+",", ","+name+",") {
			return nil
		}
		path := file(name, works(rng, name))
		return turns(list, rounds, len(first.t), verb, name, path)
	}
	for _, w := range ways {
		for _, verb := range []string{"distance", "touch"} {
			if err := run(verb, w.name); err != nil {
				return err
			}
		}
	}
	for _, w := range [][2]string{{"points", "points"}, {"points", "on"}, {"rays", "rays"}} {
		if err := run(w[0], w[1]); err != nil {
			return err
		}
	}
	return err
}

// turns runs a work in turns and prints the least times, and ours in those of the others.
func turns(list []*runner, rounds, n int, verb, name, path string) error {
	rows, err := doubles(path)
	if err != nil {
		return err
	}
	each := float64(len(rows)) / map[string]float64{"distance": 7, "touch": 7, "points": 3, "rays": 7}[verb]
	least, sums := make([]float64, len(list)), make([][]float64, len(list))
	for round := range rounds {
		for i, r := range list {
			if !r.knows(verb) {
				continue
			}
			out, err := r.do(verb, path)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", r.name, verb, err)
			}
			if t := out[len(out)-1]; round == 0 || t < least[i] {
				least[i] = t
			}
			sums[i] = out[:len(out)-1]
		}
	}
	for i, r := range list {
		if r.knows(verb) {
			fmt.Printf("%9d %-16s %-6s %12.0f %7.2f  %.9g\n",
				n, verb+" "+name, r.name, least[i]/each, least[0]/least[i], sums[i])
		}
	}
	return nil
}

// runner is one who takes part.
type runner struct {
	name  string
	verbs string // what it knows; all if empty
	do    func(verb, file string) ([]float64, error)
	in    io.Writer
}

func (r *runner) knows(verb string) bool { return r.verbs == "" || strings.Contains(r.verbs, verb) }

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
	r := &runner{in: in}
	r.name, r.verbs, _ = strings.Cut(p[0], ":")
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

// vec returns the first three of d as a vector.
func vec(d []float64) d3.Vec { return d3.Vec{X: d[0], Y: d[1], Z: d[2]} }

// raysOf makes the rays beforehand, as the drivers of others do.
func raysOf(rows []float64) (rays []d3.Ray) {
	for ; len(rows) > 0; rows = rows[7:] {
		ray, err := d3.NewRay(vec(rows), vec(rows[3:]), rows[6])
		if err != nil {
			fail(err)
		}
		rays = append(rays, ray)
	}
	return rays
}

// us returns our runner.
func us(first, second *body) *runner {
	a, b := first.place(), second.place()
	q, err := d3.NewQuery(d3.Options{})
	if err != nil {
		fail(err)
	}
	r := &runner{name: "ours"}
	r.do = func(verb, file string) ([]float64, error) {
		rows, err := doubles(file)
		if err != nil {
			return nil, err
		}
		sum, hits := 0.0, 0.0
		switch verb {
		case "points":
			start := now()
			for ; len(rows) > 0; rows = rows[3:] {
				c, err := q.ClosestPoint(&a, vec(rows))
				if err != nil {
					return nil, err
				}
				sum += c.Distance
			}
			return []float64{sum, now() - start}, nil
		case "rays":
			rays := raysOf(rows)
			start := now()
			for i := range rays {
				if h := q.CastRay(&a, &rays[i]); h.Verdict == collide.Hit {
					hits++
					sum += h.T
				}
			}
			return []float64{hits, sum, now() - start}, nil
		}
		var places []d3.Object // of the second mesh: peers get matrices, and no boxes about bodies
		for ; len(rows) > 0; rows = rows[7:] {
			rot, err := d3.NewQuat(rows[0], rows[1], rows[2], rows[3])
			if err != nil {
				return nil, err
			}
			if err := b.Move(d3.Pose{Rot: rot, Pos: vec(rows[4:])}); err != nil {
				return nil, err
			}
			places = append(places, b)
		}
		start := now()
		for i := range places {
			if verb == "distance" {
				ct := q.Distance(&a, &places[i], nil)
				sum += max(0, ct.Distance)
			} else if q.Overlap(&a, &places[i], nil) {
				sum++
			}
		}
		return []float64{sum, now() - start}, nil
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

// write writes rows of doubles to a file.
func write(path string, rows [][]float64) error {
	var data []byte
	for _, r := range rows {
		for _, x := range r {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
		}
	}
	return os.WriteFile(path, data, 0o600)
}

// doubles reads a file of doubles.
func doubles(path string) ([]float64, error) {
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
