package scene

import (
	"io"

	"github.com/collide-go/collide/d2/world"
)

// journal2 is a journal of the plane.
type journal2 struct {
	r *world.Replay[struct{}]
}

// newJournal2 begins to read a journal.
func newJournal2(in io.Reader, o ReplayOptions) (journal, error) {
	r, err := world.NewReplay(in, world.Codec[struct{}]{MaxMemory: o.MaxMemory, Workers: o.Workers})
	if err != nil {
		return nil, err
	}
	return &journal2{r}, nil
}

func (j *journal2) next() (ReplayFrame, bool, error) {
	f, ok, err := j.r.Next()
	if err != nil || !ok {
		return ReplayFrame{}, false, err
	}
	n := f.Found
	out := ReplayFrame{
		Number: f.Number, Offset: f.Offset, Stepped: f.Stepped, Calls: f.Calls, Queries: f.Queries, Bodies: f.Bodies,
		Began: n.Began, Stays: n.Stays, Ended: n.Ended, Near: n.Near, Impacts: n.Impacts,
		Recorded: f.Recorded, Replayed: f.Replayed,
	}
	for _, e := range f.Events {
		out.Events = append(out.Events, ReplayEvent{
			e.A.String(), e.B.String(), e.State.String(), e.Relation.String(), e.State == world.Began,
		})
	}
	if d := f.Difference; d != nil {
		out.Difference = &ReplayDifference{d.Offset, d.Call, d.Text}
	}
	return out, true, nil
}

func (j *journal2) cut(out io.Writer, n int) (int, error) { return j.r.Cut(out, n) }

func (j *journal2) scene() *Scene {
	w := j.r.World()
	s := &Scene{Version: 1, Dim: 2}
	index := map[world.Handle]int{}
	for h := range w.Bodies() {
		o, group := w.Object(h), ""
		if b, _ := w.Body(h); b.Kind == world.Static {
			group = staticGroup
		}
		index[h] = len(s.Objects)
		s.Objects = append(s.Objects, Object{Name: h.String(), Group: group, Body: Body2(*o)})
	}
	var near []world.Handle
	for a := range w.Bodies() {
		box := w.Object(a).AABB()
		near = w.AppendRegion(near[:0], box, world.Who{Sensors: true})
		for _, b := range near {
			i, k := index[a], index[b]
			if a < b && !w.MayTouch(a, b) && (s.Objects[i].Group == "" || s.Objects[k].Group == "") {
				s.Ignore = append(s.Ignore, [2]int{i, k})
			}
		}
	}
	return s
}
