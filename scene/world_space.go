package scene

import (
	"slices"

	"github.com/collide-go/collide/broadphase"
	"github.com/collide-go/collide/d3"
	world3 "github.com/collide-go/collide/d3/world"
)

// spaceWorld is the placedWorld of space. Bodies have their numbers for values.
type spaceWorld struct {
	world   *world3.World[int32]
	objects []d3.Object // at the origin, until the World has them
	handles []world3.Handle
	crowd   crowdedBoxes[broadphase.Box3, broadphase.Vec3]
	poses   []d3.Pose
	first   []d3.Pose // of frame 0
}

// allOfSpace is who is asked about.
var allOfSpace = world3.Who{Sensors: true}

func (w *spaceWorld) pose(d *Decoder, i int, node int32) { w.poses[i] = d.pose3(node) }

func (w *spaceWorld) move() (int, error) {
	if w.objects == nil {
		for i, h := range w.handles {
			if err := w.world.Move(h, w.poses[i]); err != nil {
				return i, err
			}
		}
		return 0, nil
	}
	for i := range w.objects {
		if err := w.objects[i].Move(w.poses[i]); err != nil {
			return i, err
		}
	}
	for i := range w.objects {
		h, err := w.world.Add(&w.objects[i], int32(i), world3.Body{Sensor: true})
		if err != nil {
			return i, err
		}
		w.handles = append(w.handles, h)
	}
	w.objects = nil
	return 0, nil
}

func (w *spaceWorld) keep() { w.first = slices.Clone(w.poses) }

func (w *spaceWorld) back() error { return w.world.MoveAll(w.handles, w.first) }

func (w *spaceWorld) crowded(most int) *Error {
	return w.crowd.check(len(w.handles), most, func(i int) broadphase.Box3 {
		return w.world.Object(w.handles[i]).AABB().Array()
	})
}

func (w *spaceWorld) step(dst []broadphase.Pair) []broadphase.Pair {
	w.world.Step(world3.StepOptions{})
	for p := range w.world.Pairs() {
		if p.State == world3.Began || p.State == world3.Stays {
			dst = append(dst, broadphase.Pair{*w.world.Value(p.A), *w.world.Value(p.B)})
		}
	}
	return dst
}

func (w *spaceWorld) answer(q *Query, p broadphase.Pair) Answer {
	a, b := Body3(*w.world.Object(w.handles[p[0]])), Body3(*w.world.Object(w.handles[p[1]]))
	return q.Distance(&a, &b)
}

func (w *spaceWorld) count() int { return len(w.handles) }

func (w *spaceWorld) body(i int) Body { return Body3(*w.world.Object(w.handles[i])) }

func (w *spaceWorld) within(q *worldQuery) ([]int32, error) {
	corners := make([]d3.Vec, 8)
	for k := range corners {
		corners[k] = d3.Vec{X: q.q[k&1][0], Y: q.q[k>>1&1][1], Z: q.q[k>>2][2]}
	}
	hull, err := d3.NewHull(corners)
	if err != nil {
		return nil, err
	}
	o, err := d3.Place(hull, d3.Pose{})
	if err != nil {
		return nil, err
	}
	return w.touching(&o), nil
}

// touching returns the bodies in contact with o.
func (w *spaceWorld) touching(o *d3.Object) (ids []int32) {
	for _, h := range w.world.AppendOverlapping(nil, o, allOfSpace) {
		ids = append(ids, *w.world.Value(h.Body))
	}
	return ids
}

func (w *spaceWorld) along(q *worldQuery) ([]int32, error) {
	ray, err := d3.NewRay(vec3(q.q[0]), vec3(q.q[1]), q.limit)
	if err != nil {
		return nil, err
	}
	var ids []int32
	for _, h := range w.world.AppendRayHits(nil, &ray, allOfSpace) {
		ids = append(ids, *w.world.Value(h.Body))
	}
	slices.Sort(ids)
	return ids, nil
}

func (w *spaceWorld) nearest(q *worldQuery) ([]broadphase.Near, error) {
	o, err := d3.Place(d3.Sphere{}, d3.Pose{Pos: vec3(q.q[0])})
	if err != nil {
		return nil, err
	}
	k := min(q.k, len(w.handles))
	var list []broadphase.Near
	for _, n := range w.world.AppendNearest(nil, &o, k, allOfSpace) {
		near := broadphase.Near{ID: *w.world.Value(n.Body), Distance: n.Distance, Lower: n.Lower, Upper: n.Upper}
		list = append(list, near)
	}
	return nearestOf(list, w.touching(&o), k), nil
}
