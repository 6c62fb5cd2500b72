package world

import (
	"slices"
	"sync/atomic"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/crew"
)

// share is how workers share what a step does beside asking: runs of bodies, of pairs and of
// records.
type share struct {
	t    *stepper
	crew crew.Crew
	list []portion

	pairs [][2]int32 // of collect
	take  func(a, b Handle) bool
	s     *state
	tree  *tree // of collect; nil where records are asked about in their own order

	handles []Handle // of moveAll
	poses   []d2.Pose
	gone    []bool // of each handle: the body moved
	refused atomic.Bool

	work, look, pick, start, sum, count, merge, arrive, check, move func(k int) // made once
}

// portion is what became of one run.
type portion struct {
	from, n int // the first record, or entry of the list, and how many there are
	reborn  bool
}

// init makes the jobs.
func (d *share) init(t *stepper) {
	d.t = t
	d.work = t.work
	d.look, d.pick = d.lookAt, d.pickRun
	d.check, d.move = d.checkRun, d.moveRun
	d.start, d.sum, d.arrive = d.startRun, d.sumRun, d.arriveRun
	d.count, d.merge = d.countRun, d.mergeRun
}

// over does a job for each run of n things.
func (d *share) over(n int, job func(k int)) { d.crew.Do(len(d.t.queries), crew.Parts(n), job) }

// portions makes the list of runs of n things, at least one.
func (d *share) portions(n int) int {
	n = max(crew.Parts(n), 1)
	d.list = slices.Grow(d.list[:0], n)[:n]
	return n
}

// lookAt notes what collect asks about a run of bodies.
func (d *share) lookAt(k int) {
	t := d.t
	first, end := crew.Range(k, len(t.bodies))
	reborn := false
	for i := first; i < end; i++ {
		b := &t.bodies[i]
		t.plain[i], t.born[i] = b.plain(), b.generation
		reborn = reborn || i < len(t.oldBorn) && t.oldBorn[i] != b.generation
	}
	d.list[k].reborn = reborn
}

// collect makes the records of the pairs that the filters, kinds and take leave.
func (s *state) collect(pairs [][2]int32, take func(a, b Handle) bool) {
	t, d := &s.step, &s.step.share
	n := len(s.bodies)
	t.plain, t.born = slices.Grow(t.plain[:0], n)[:n], slices.Grow(t.born[:0], n)[:n]
	d.portions(n)
	d.list[0].reborn = false
	d.over(n, d.look)
	t.reborn = false
	for k := range d.list {
		t.reborn = t.reborn || d.list[k].reborn
	}
	for k := range t.oldSlabs {
		batch := batchOf(len(t.old))
		t.oldSlabs[k].uses = int32(max(min(batch, len(t.old)-k*batch), 0))
	}
	t.records = slices.Grow(t.records[:0], len(pairs))[:len(pairs)]
	d.s, d.pairs, d.take, d.tree = s, pairs, take, nil
	workers := len(t.queries)
	if take != nil {
		workers = 1
	}
	t.order = t.order[:0]
	if len(pairs) >= many {
		d.tree = &s.tree
	}
	// the first job is the order of bodies, which waits for nothing
	d.crew.Do(workers, d.portions(len(pairs))+1, d.pick)
	t.records = t.records[:d.join(t.records)]
	d.s, d.pairs, d.take, d.tree = nil, nil, nil, nil
}

// join moves the records of all runs together and returns their number.
func (d *share) join(records []record) int {
	n := 0
	for k := range d.list {
		p := &d.list[k]
		if n != p.from {
			copy(records[n:], records[p.from:p.from+p.n])
		}
		n += p.n
	}
	return n
}

// pickRun makes the records of a run of pairs. Old records of pairs that are not there any longer
// release their slabs.
func (d *share) pickRun(k int) {
	t, s := d.t, d.s
	if k--; k < 0 {
		if d.tree != nil {
			t.order = d.tree.boxes.AppendIDs(t.order)
		}
		return
	}
	first, end := crew.Range(k, len(d.pairs))
	last, to := t.oldBefore(d.pairs, first, k == 0), t.oldBefore(d.pairs, end, false)
	n := first
	for _, p := range d.pairs[first:end] {
		r := record{a: p[0], b: p[1], at: none}
		if !s.allows(&r, d.take) {
			continue
		}
		for last < to {
			order := t.compare(&t.old[last], &r)
			if order > 0 {
				break
			}
			if order < 0 {
				t.leave(last)
			} else {
				r.at = int32(last)
			}
			last++
		}
		t.records[n] = r
		n++
	}
	for ; last < to; last++ {
		t.leave(last)
	}
	d.list[k] = portion{from: first, n: n - first}
}

// oldBefore returns the number of old records before the k-th pair, all of them behind the last
// one, and none for all, which says that the first run begins with them.
func (t *stepper) oldBefore(pairs [][2]int32, k int, all bool) int {
	if all {
		return 0
	}
	if k == len(pairs) {
		return len(t.old)
	}
	return t.olderThan(&record{a: pairs[k][0], b: pairs[k][1]})
}

// olderThan returns the number of old records before r.
func (t *stepper) olderThan(r *record) int {
	lo, hi := 0, len(t.old)
	for lo < hi {
		if m := (lo + hi) / 2; t.compare(&t.old[m], r) < 0 {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// leave says that no record of the step under way reads an old one.
func (t *stepper) leave(old int) { atomic.AddInt32(&t.oldSlabs[t.old[old].slab()].uses, -1) }

// allows reports whether filters, kinds, the pairs to ignore and take let the bodies of r touch. It
// marks a pair of a sensor.
func (s *state) allows(r *record, take func(a, b Handle) bool) bool {
	if plain := s.step.plain; !plain[r.a] || !plain[r.b] {
		a, b := &s.bodies[r.a], &s.bodies[r.b]
		if !a.meets(b) {
			return false
		}
		if a.sensor || b.sensor {
			r.word = sensorBit
		}
	}
	if len(s.ignored) > 0 || take != nil {
		a, b := s.handle(int(r.a)), s.handle(int(r.b))
		if s.ignored[[2]Handle{a, b}] || take != nil && !take(a, b) {
			return false
		}
	}
	return true
}

// lineRun is the number of bodies in a row of which line sums the records.
const lineRun = 512

// line sets the order in which records are asked about: those of a body in a row, and bodies as
// they lie in space, so that most of what is read lies in the cache.
func (t *stepper) line() {
	d := &t.share
	if len(t.records) < many {
		t.order = t.order[:0]
		return
	}
	t.first = slices.Grow(t.first[:0], len(t.bodies)+1)[:len(t.bodies)+1]
	d.over(len(t.records), d.start)
	n := (len(t.order) + lineRun - 1) / lineRun
	t.sums = slices.Grow(t.sums[:0], n+1)[:n+1]
	d.over(len(t.order), d.sum)
	sum := int32(0)
	for k := range t.sums {
		sum, t.sums[k] = sum+t.sums[k], sum
	}
}

// startRun sets the first records of the bodies behind that of the record before a run, up to that
// of its last one; of the last run up to the last body.
func (d *share) startRun(k int) {
	t := d.t
	first, end := crew.Range(k, len(t.records))
	body := int32(0)
	if first > 0 {
		body = t.records[first-1].a + 1
	}
	for i := first; i < end; i++ {
		for ; body <= t.records[i].a; body++ {
			t.first[body] = int32(i)
		}
	}
	if end == len(t.records) {
		for ; int(body) < len(t.first); body++ {
			t.first[body] = int32(end)
		}
	}
}

// sumRun sums the records of bodies that lie near each other.
func (d *share) sumRun(k int) {
	t := d.t
	first, end := crew.Range(k, len(t.order))
	for i := first; i < end; i += lineRun {
		sum := int32(0)
		for _, body := range t.order[i:min(i+lineRun, end)] {
			sum += t.first[body+1] - t.first[body]
		}
		t.sums[i/lineRun] = sum
	}
	if end == len(t.order) {
		t.sums[len(t.sums)-1] = 0
	}
}

// arriveRun ends the ways of a run of bodies.
func (d *share) arriveRun(k int) {
	first, end := crew.Range(k, len(d.t.bodies))
	for i := first; i < end; i++ {
		if b := &d.t.bodies[i]; b.travels {
			b.from, b.travels = b.object.Pose(), false
		}
	}
}

// moveAll is World.MoveAll by all workers. It reports false, and does nothing, where a move may be
// refused, or a body is named twice, which has to be done in order.
func (s *state) moveAll(handles []Handle, poses []d2.Pose) bool {
	d := &s.step.share
	n := len(handles)
	if len(s.step.queries) <= 1 || n <= crew.Part || !s.distinct(handles) {
		return false
	}
	d.s, d.handles, d.poses = s, handles, poses
	d.refused.Store(false)
	d.over(n, d.check)
	ok := !d.refused.Load()
	if ok {
		d.gone = slices.Grow(d.gone[:0], n)[:n]
		d.over(n, d.move)
		for k, h := range handles {
			if d.gone[k] {
				s.tree.move(h.place())
			}
		}
	}
	d.s, d.handles, d.poses = nil, nil, nil
	return ok
}

// distinct reports whether handles are of different places that there are.
func (s *state) distinct(handles []Handle) bool {
	seen := s.tree.hot // all false between two calls
	n := 0
	for _, h := range handles {
		i := h.place()
		if i >= len(seen) || seen[i] {
			break
		}
		seen[i] = true
		n++
	}
	for _, h := range handles[:n] {
		seen[h.place()] = false
	}
	return n == len(handles)
}

// checkRun notes whether a move of a run may be refused.
func (d *share) checkRun(k int) {
	first, end := crew.Range(k, len(d.handles))
	for i := first; i < end; i++ {
		if b := d.s.find(d.handles[i]); b == nil || b.own || !reachable(d.poses[i].Pos) {
			d.refused.Store(true)
			return
		}
	}
}

// moveRun moves a run of bodies.
func (d *share) moveRun(k int) {
	first, end := crew.Range(k, len(d.handles))
	for i := first; i < end; i++ {
		b, p := d.s.find(d.handles[i]), d.poses[i]
		if d.gone[i] = p != b.object.Pose(); d.gone[i] {
			d.s.tree.must(b.object.Move(p)) // it was checked
			b.travels = p != b.from
		}
	}
}
