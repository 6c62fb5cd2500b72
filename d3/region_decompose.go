package d3

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// This file cuts a solid into convex parts: the whole, if its hull will do; else cells
// (region_cells.go) are joined to few parts (region_cover.go), as far as some points just outside
// allow (region_shell.go), and each part's reach is proved (region_reach.go). A part that reaches
// too far gives more such points, and its cells are joined anew. docs/math/convex.md has the
// proofs.

// DecomposeOptions are the options of Decompose. The zero value means what is said here.
type DecomposeOptions struct {
	// Concavity is how far out of the solid a part may reach, a length; 0 for 1/50 of the longest
	// side of its AABB. No less than about 2^-23 of that side is looked for: what is as flat as
	// that in floats of 32 bits is flat. Decomposition.Concavity says what came out.
	Concavity float64
	// MaxParts is the greatest number of parts, 0 for no limit. Where they are too few for
	// Concavity, parts reach farther, and Decomposition.Concavity says how far.
	MaxParts int
	// MaxCorners is the greatest number of corners of a part, 0 for no limit, else at least 4. The
	// hull of so many corners holds the part that it stands for, and may reach farther than
	// Concavity.
	MaxCorners int
	// Progress, if not nil, is called from time to time with the share of the work that is done: it
	// does not fall, and is at most 1.
	Progress func(done float64)
}

// Decomposition is a set of convex parts whose union holds a solid.
//
// How far a part reaches is looked at until it is proved to be within the Concavity that was asked
// for, and no closer: of a part that does not reach out at all that is the bound, too.
type Decomposition struct {
	Parts     []*Hull
	AtLeast   int       // no fewer parts keep to the Concavity that was asked for: proved
	Concavity float64   // no part reaches farther out of the solid: proved, rounding included
	Reaches   []float64 // the same of each part
}

// Decompose returns convex parts, in the frame and the unit of the vertices, whose union holds the
// solid that the triangles bound and reaches no farther than o.Concavity out of it. The solid are
// the points with winding number 1 or more; triangles are counter-clockwise seen from outside.
// Components that cross or overlap are one solid, and hollows count as outside.
//
// Both is proved, for the doubles that are returned: see docs/math/convex.md. Parts may overlap.
// There are few of them, not the fewest: to find those is NP-hard. A solid whose hull reaches no
// farther is one part, that hull, its corners bit for bit. The parts come by volume, the greatest
// first. Where the work that a Concavity asks for is beyond the limits (20 000 cells), parts reach
// farther than it, and the Concavity returned says how far.
//
// Errors: those of NewMesh for a solid, with collide.ErrInsideOut also where the side of a triangle
// away from its normal is not inside; collide.ErrBadOption; and that of ctx once it has ended.
//
// Cost: some seconds for 1000 triangles and a Concavity of 1/50 of the size; it grows with the
// number of parts and with the square of the size over Concavity. A mesh that is convex takes n log
// n (BenchmarkDecomposeConvex). Sources: [Wei22] for the aim and for cuts across the axes,
// [Piyavskii72] for bounding a function by its slope.
func Decompose(ctx context.Context, vertices []Vec, triangles [][3]int, o DecomposeOptions) (*Decomposition, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	t, err := newTriMesh(vertices, triangles)
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(t.closed(), t.outward()); err != nil {
		return nil, err
	}
	return newDecomposer(ctx, t, o).run()
}

// check returns the first reason to refuse the options.
func (o *DecomposeOptions) check() error {
	bad := func(path string, value float64) error {
		return &collide.Error{Code: collide.ErrBadOption, Path: path, Index: -1, Value: value}
	}
	switch {
	case num.BadNumber(o.Concavity) != nil || o.Concavity < 0:
		return bad("concavity", o.Concavity)
	case o.MaxParts < 0:
		return bad("max_parts", float64(o.MaxParts))
	case o.MaxCorners < 0 || o.MaxCorners > 0 && o.MaxCorners < 4:
		return bad("max_corners", float64(o.MaxCorners))
	}
	return nil
}

// decomposer is the work on one solid. Lengths are those of the caller times 2^-shift.
type decomposer struct {
	ctx   context.Context
	o     DecomposeOptions
	shift int
	least int      // parts
	table *triMesh // as it came
	s     *surface
	whole *chunk
	limit float64
	folds []foldEdge
	reach reacher
	carve carver
	cover coverer
	ticks int
	done  float64
	stage [2]float64 // the share of the work that the present stage begins and ends with
}

// newDecomposer returns the work on a closed table.
func newDecomposer(ctx context.Context, t *triMesh, o DecomposeOptions) *decomposer {
	d := &decomposer{ctx: ctx, o: o, table: t}
	used := make([]bool, len(t.points))
	for _, f := range t.tris {
		for _, v := range f {
			used[v] = true
		}
	}
	scaled := scaleToUnit(t.points)
	d.shift = scaleOf(scaled, t.points)
	points := make([]Vec, 0, len(scaled)) // those that triangles have
	for i, p := range scaled {
		if used[i] {
			points = append(points, p)
		}
	}
	d.s = newSurface(scaled, t.tris)
	d.whole = newChunk(points)
	d.limit = max(math.Ldexp(o.Concavity, -d.shift), float64(2*d.s.down))
	if o.Concavity == 0 {
		d.limit = d.s.size / 50
	}
	d.folds = foldsOf(t, scaled, d.s.size)
	d.reach = reacher{s: d.s, stop: ctx.Err}
	return d
}

// run returns the parts.
func (d *decomposer) run() (*Decomposition, error) {
	lots, err := d.parts(d.limit)
	for limit := d.limit; err == nil && d.o.MaxParts > 0 && len(lots) > d.o.MaxParts; {
		limit = max(1.25*limit, d.s.size/64)
		lots, err = d.parts(limit)
	}
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(lots, func(a, b *lot) int { return cmp.Compare(b.final.volume, a.final.volume) })
	out := &Decomposition{}
	for _, l := range lots {
		h, up, err := d.finish(l)
		if err != nil {
			return nil, err
		}
		up = math.Ldexp(up, d.shift)
		out.Parts, out.Reaches = append(out.Parts, h), append(out.Reaches, up)
		out.Concavity = max(out.Concavity, up)
	}
	out.AtLeast = d.least
	d.tell(1)
	return out, nil
}

// finish returns the hull of a lot, and how far it reaches at most.
func (d *decomposer) finish(l *lot) (*Hull, float64, error) {
	up := l.upper
	points := l.final.points
	if n := d.o.MaxCorners; n > 0 && len(points) > n {
		h, err := NewHull(points)
		if err != nil {
			return nil, 0, err
		}
		if h, _, err = h.Simplify(n); err != nil {
			return nil, 0, err
		}
		points = h.points
		_, up = d.reach.reach(newChunk(points), math.MaxFloat64, max(d.limit, up))
		if err := d.ctx.Err(); err != nil {
			return nil, 0, err
		}
	}
	out := make([]Vec, len(points))
	for i, p := range points {
		out[i] = ldexpVec(p, d.shift)
	}
	h, err := NewHull(out)
	return h, up, err
}

// parts returns lots that reach no farther than limit.
func (d *decomposer) parts(limit float64) ([]*lot, error) {
	most := limit
	if d.o.MaxParts == 1 {
		most = math.MaxFloat64
	}
	low, up := d.reach.reach(d.whole, most, limit)
	if err := d.ctx.Err(); err != nil {
		return nil, err
	}
	if up <= most {
		d.least = max(d.least, 1)
		return []*lot{{hull: d.whole, final: d.whole, upper: up}}, nil
	}
	worse := slices.Clone(d.reach.worse)
	d.begin(0, 0.15)
	if low > limit+float64(2*d.s.down) { // each part that is the only one holds the hull
		lots, err := d.halves(limit, slices.Clone(worse))
		if err != nil {
			return nil, err
		}
		if lots != nil {
			d.least = max(2, d.least)
			return lots, nil
		}
	}
	shell, err := newShell(d.s, limit, max(float64(shellStep*limit), d.s.size/shellMost), d.tick)
	if err != nil {
		return nil, err
	}
	shell.extra = append(shell.extra, worse...)
	var best []*lot
	work := 0
	if d.least == 0 {
		d.least = leastParts(d.s, d.whole.points, limit)
		if low > limit+float64(2*d.s.down) {
			d.least = max(2, d.least)
		}
	}
	for i, try := range decomposeTries {
		if i > 0 && (len(best) <= d.least || work > max(triesTris*len(d.s.tris), triesParts*len(best))) {
			break
		}
		if i > 0 && !try.strict && limit < float64(triesFine*d.s.size) {
			continue
		}
		share := func(i int) float64 { return 0.15 + float64(0.85*float64(i)/float64(len(decomposeTries))) }
		d.begin(share(i), share(i+1))
		lots, err := d.attempt(&try, shell, limit, best)
		if err != nil {
			return nil, err
		}
		work += d.cover.work - d.cover.spent
		if best == nil || len(lots) < len(best) {
			best = lots
		}
	}
	return best, nil
}

// attempt returns lots that are found in one way. A sweep that does not find fewer than the best so
// far returns those.
func (d *decomposer) attempt(try *decomposeTry, shell *shell, limit float64, best []*lot) ([]*lot, error) {
	d.carve = carver{s: d.s, shell: shell, fold: d.folds, strict: try.strict, soft: plotsSoft, tick: d.tick}
	if try.sweep {
		d.carve.soft = min(2*plotsSoft, sweepPlots*len(best))
	}
	d.carve.grain = float64(d.s.size * try.grain)
	plots, err := d.carve.carve(d.carve.root(), 0)
	if err != nil {
		return nil, err
	}
	d.cover = coverer{
		shell: shell, plots: plots, slack: float64(0x1p-40 * d.s.size), near: limit, power: try.power, tick: d.tick,
		carve: &d.carve, fine: limit,
	}
	d.cover.begin()
	if try.sweep {
		if fewer, err := d.cover.sweeps(len(best)); !fewer || err != nil {
			return best, err
		}
	}
	err = d.settle(limit)
	return d.cover.lots, err
}

// settle joins plots and proves what comes out, until all is proved. Then it takes away lots by
// giving pieces of their plots to others, as long as fewer are proved, there are more than have to
// be, and the work is not too much.
func (d *decomposer) settle(limit float64) error {
	var kept []*lot
	most := 0
	for round := 0; ; round++ {
		if err := d.cover.gather(); err != nil {
			return err
		}
		if err := d.cover.thin(); err != nil {
			return err
		}
		bad, err := d.prove(limit, round >= repairRounds)
		if err != nil {
			return err
		}
		if bad > 0 {
			continue
		}
		if kept != nil && (round >= repairRounds || len(kept) <= len(d.cover.lots)) {
			break // what is proved is kept
		}
		if kept == nil {
			most = d.cover.work + pressWork*len(d.cover.lots)
		}
		kept = slices.Clone(d.cover.lots)
		if round >= repairRounds || len(kept) <= d.least {
			break
		}
		if fewer, err := d.cover.press(most); err != nil {
			return err
		} else if !fewer {
			break
		}
	}
	d.cover.lots = kept
	return nil
}

// decomposeTry is a way in which parts are looked for.
type decomposeTry struct {
	grain, power  float64 // how long plots are, of the size; see coverer.power
	strict, sweep bool    // cut at folds alone; sweep in place of joining pairs
}

// decomposeTries are the ways, in order.
var decomposeTries = [...]decomposeTry{
	{1, 1, true, false},
	{0.07, 0, false, true},
	{1, 1, false, false},
	{0.25, 0, true, false},
	{0.25, 1, false, false},
	{0.125, 1, true, false},
	{0.07, 1, false, false},
	{0.07, 0, true, false},
}

// How many hulls, weighed by their points, may have been made when another try begins: so many a
// triangle, or a part. Below a limit of triesFine of the size cuts must be at the folds, and no try
// makes others but the first.
const (
	triesFine  = 1.0 / 400
	triesTris  = 2
	triesParts = 150
)

// The steps of the search.
const (
	shellStep    = 0.5 // times the limit: from point to point of the shell
	shellMost    = 96  // the size over the least such step
	repairRounds = 30
	pressWork    = 800 // for each lot: hulls, weighed by their points, made to do without some
)

// prove proves each lot's reach, and breaks up those that reach too far; it returns how many do.
// For the last time it leaves them as they are.
func (d *decomposer) prove(limit float64, last bool) (bad int, err error) {
	var worst []*lot
	keep := make([]*lot, 0, len(d.cover.lots))
	for _, l := range d.cover.lots {
		if l.proved != l.hull {
			l.proved, l.final = l.hull, d.grown(l)
			_, l.upper = d.reach.reach(l.final, limit, limit)
			if err := cmp.Or(d.ctx.Err(), d.tick()); err != nil {
				return 0, err
			}
			d.cover.shell.add(d.reach.worse)
		}
		if l.upper <= limit || last || l.stuck {
			keep = append(keep, l)
		} else {
			worst = append(worst, l)
		}
	}
	d.cover.lots = keep
	for _, l := range worst {
		for _, m := range d.cover.undo(nil, l) {
			if len(m.plots) > 1 || len(l.plots) > 1 && !d.cover.shell.meets(m.hull) {
				d.cover.lots = append(d.cover.lots, m)
				continue
			}
			more, err := d.again(m.plots[0])
			if err != nil {
				return 0, err
			}
			for _, i := range more {
				d.cover.lots = append(d.cover.lots, d.cover.single(i))
			}
		}
	}
	return len(worst), nil
}

// again cuts plot i, and returns the numbers of what it is now: nothing but itself where it is too
// small or they are too many.
func (d *decomposer) again(i int32) ([]int32, error) {
	x := d.cover.plots[i]
	if x.length() <= float64(plotLeast*d.s.size) || len(d.cover.plots) >= plotsHard {
		x.stuck = true
		return []int32{i}, nil
	}
	l, r := d.carve.split(x, false)
	var out []int32
	for _, half := range [2]*plot{l, r} {
		list, err := d.carve.carve(half, math.MaxInt32)
		if err != nil {
			return nil, err
		}
		for _, y := range list {
			out = append(out, int32(len(d.cover.plots)))
			d.cover.plots = append(d.cover.plots, y)
		}
	}
	return out, nil
}

// grown returns the hull of l, so much larger that it holds what rounding may have cost: all plots.
//
// Let a ball of radius r about o lie in the hull. Then the hull (1+f) times as large about o holds
// all points within f r of the hull.
func (d *decomposer) grown(l *lot) *chunk {
	slip := 0.0
	for _, p := range l.plots {
		slip = max(slip, d.cover.plots[p].slip)
	}
	if slip == 0 && l.hull.solid() {
		return l.hull
	}
	slip += float64(regionCut * unit * d.s.big) // rounding the corners once more
	points := l.hull.points
	out := make([]Vec, 0, len(points))
	if o, r := ballWithin(points, d.s.big); r > float64(4*slip) {
		f := slip / (r - slip)
		for _, p := range points {
			out = append(out, p.Add(p.Sub(o).Scale(f*(1+0x1p-40))))
		}
		return newChunk(out)
	}
	for _, p := range points {
		for i := range 8 {
			w := Vec{slip, slip, slip}
			for k := range int8(3) {
				if i>>k&1 == 1 {
					w = w.with(k, -slip)
				}
			}
			out = append(out, p.Add(w.Scale(2)))
		}
	}
	return newChunk(out)
}

// ballWithin returns a ball within the hull of the points: in a tetrahedron of four of them. The
// radius is 0 where rounding leaves that open.
//
// The six times volume v of the tetrahedron is off by 16u times the product of its edges e at one
// corner, where their differences of coordinates are not off by more than u of the coordinates.
func ballWithin(points []Vec, big float64) (o Vec, r float64) {
	seed, dim := firstSimplex(points)
	if dim < 3 {
		return o, 0
	}
	var p [4]Vec
	for i, k := range seed {
		p[i] = points[k]
		o = o.Add(p[i].Scale(0.25))
	}
	a, b, c := p[1].Sub(p[0]), p[2].Sub(p[0]), p[3].Sub(p[0])
	six := math.Abs(a.Cross(b).Dot(c))
	if !(six > float64(regionFlat*unit*a.Len()*b.Len()*c.Len())) {
		return o, 0
	}
	two := a.Cross(b).Len() + b.Cross(c).Len() + c.Cross(a).Len() + b.Sub(a).Cross(c.Sub(a)).Len()
	// The centroid is 3v/4A from a face of area A, with v the volume: at least that for the sum.
	return o, float64(0.5*six/two) - float64(regionSlack*unit*big)
}

// begin tells that a stage begins, which takes a share of the work.
func (d *decomposer) begin(from, to float64) {
	d.stage = [2]float64{from, to}
	d.ticks = 0
	d.tell(from)
}

// tick counts a step of the stage: the share done nears its end.
func (d *decomposer) tick() error {
	d.ticks++
	if d.ticks%64 == 0 {
		x := float64(d.ticks)
		d.tell(d.stage[0] + float64((d.stage[1]-d.stage[0])*(x/(x+2000))))
	}
	return d.ctx.Err()
}

// tell calls Progress.
func (d *decomposer) tell(done float64) {
	if d.done = max(d.done, done); d.o.Progress != nil {
		d.o.Progress(d.done)
	}
}
