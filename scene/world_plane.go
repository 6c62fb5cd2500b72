package scene

import (
	"slices"

	"github.com/collide-go/collide/broadphase"
	"github.com/collide-go/collide/d2"
	world2 "github.com/collide-go/collide/d2/world"
)

// planeWorld is the placedWorld of the plane. Bodies have their numbers for values.
type planeWorld struct {
	world   *world2.World[int32]
	objects []d2.Object // at the origin, until the World has them
	handles []world2.Handle
	crowd   crowdedBoxes[broadphase.Box2, broadphase.Vec2]
	poses   []d2.Pose
	first   []d2.Pose // of frame 0
}

// allOfPlane is who is asked about.
var allOfPlane = world2.Who{Sensors: true}

func (w *planeWorld) pose(d *Decoder, i int, node int32) { w.poses[i] = d.pose2(node) }

func (w *planeWorld) move() (int, error) {
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
		h, err := w.world.Add(&w.objects[i], int32(i), world2.Body{Sensor: true})
		if err != nil {
			return i, err
		}
		w.handles = append(w.handles, h)
	}
	w.objects = nil
	return 0, nil
}

func (w *planeWorld) keep() { w.first = slices.Clone(w.poses) }

func (w *planeWorld) back() error { return w.world.MoveAll(w.handles, w.first) }

func (w *planeWorld) crowded(most int) *Error {
	return w.crowd.check(len(w.handles), most, func(i int) broadphase.Box2 {
		return w.world.Object(w.handles[i]).AABB().Array()
	})
}

func (w *planeWorld) step(dst []broadphase.Pair) []broadphase.Pair {
	w.world.Step(world2.StepOptions{})
	for p := range w.world.Pairs() {
		if p.State == world2.Began || p.State == world2.Stays {
			dst = append(dst, broadphase.Pair{*w.world.Value(p.A), *w.world.Value(p.B)})
		}
	}
	return dst
}

func (w *planeWorld) answer(q *Query, p broadphase.Pair) Answer {
	a, b := Body2(*w.world.Object(w.handles[p[0]])), Body2(*w.world.Object(w.handles[p[1]]))
	return q.Distance(&a, &b)
}

func (w *planeWorld) count() int { return len(w.handles) }

func (w *planeWorld) body(i int) Body { return Body2(*w.world.Object(w.handles[i])) }

func (w *planeWorld) within(q *worldQuery) ([]int32, error) {
	corners := make([]d2.Vec, 4)
	for k := range corners {
		corners[k] = d2.Vec{X: q.q[k&1][0], Y: q.q[k>>1][1]}
	}
	hull, err := d2.NewHull(corners)
	if err != nil {
		return nil, err
	}
	o, err := d2.Place(hull, d2.Pose{})
	if err != nil {
		return nil, err
	}
	return w.touching(&o), nil
}

// touching returns the bodies in contact with o.
func (w *planeWorld) touching(o *d2.Object) (ids []int32) {
	for _, h := range w.world.AppendOverlapping(nil, o, allOfPlane) {
		ids = append(ids, *w.world.Value(h.Body))
	}
	return ids
}

func (w *planeWorld) along(q *worldQuery) ([]int32, error) {
	ray, err := d2.NewRay(vec2(q.q[0]), vec2(q.q[1]), q.limit)
	if err != nil {
		return nil, err
	}
	var ids []int32
	for _, h := range w.world.AppendRayHits(nil, &ray, allOfPlane) {
		ids = append(ids, *w.world.Value(h.Body))
	}
	slices.Sort(ids)
	return ids, nil
}

func (w *planeWorld) nearest(q *worldQuery) ([]broadphase.Near, error) {
	o, err := d2.Place(d2.Circle{}, d2.Pose{Pos: vec2(q.q[0])})
	if err != nil {
		return nil, err
	}
	k := min(q.k, len(w.handles))
	var list []broadphase.Near
	for _, n := range w.world.AppendNearest(nil, &o, k, allOfPlane) {
		near := broadphase.Near{ID: *w.world.Value(n.Body), Distance: n.Distance, Lower: n.Lower, Upper: n.Upper}
		list = append(list, near)
	}
	return nearestOf(list, w.touching(&o), k), nil
}
