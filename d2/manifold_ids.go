package d2

import (
	"slices"

	"github.com/collide-go/collide"
)

// The IDs of the points of several manifolds of two bodies differ: docs/math/manifold.md, "IDs".

// idSet is the IDs of the points of the manifolds of two members: no two points have the same.
type idSet struct {
	n    int // of manifolds
	few  []collide.FeatureID
	many map[collide.FeatureID]struct{} // those of few too, once there are more than fewIDs
}

// fewIDs is how many IDs are looked through one by one.
const fewIDs = 64

// clear leaves the set empty.
func (u *idSet) clear() { u.n, u.few = 0, u.few[:0] }

// part takes the IDs of mf's points, and gives those other ones that are in the set.
func (u *idSet) part(mf *Manifold) {
	u.n++
	for i := range mf.Points[:mf.N] {
		p := &mf.Points[i]
		for turn := uint64(1); u.n > 1; turn++ {
			if mf.rename(i, p.ID); !u.has(p.ID) {
				break
			}
			p.ID = mark(p.ID, turn)
		}
	}
	for i := range mf.Points[:mf.N] {
		u.add(mf.Points[i].ID)
	}
}

// has reports whether the set has id.
func (u *idSet) has(id collide.FeatureID) bool {
	if len(u.few) <= fewIDs {
		return slices.Contains(u.few, id)
	}
	_, ok := u.many[id]
	return ok
}

// add puts id into the set.
func (u *idSet) add(id collide.FeatureID) {
	if u.few = append(u.few, id); len(u.few) <= fewIDs {
		return
	}
	if len(u.few) == fewIDs+1 {
		if u.many == nil {
			u.many = make(map[collide.FeatureID]struct{})
		}
		clear(u.many)
		for _, x := range u.few {
			u.many[x] = struct{}{}
		}
	}
	u.many[id] = struct{}{}
}

// rename gives point i of mf the ID, or another one where a point before has it: what is marked may
// fall together. It counts, so that no chain of marks leads back to where it began.
func (mf *Manifold) rename(i int, id collide.FeatureID) {
	for turn := uint64(i); mf.has(i, id); turn++ {
		id = mark(id, turn)
	}
	mf.Points[i].ID = id
}

// has reports whether one of the first n points of mf has the ID.
func (mf *Manifold) has(n int, id collide.FeatureID) bool {
	for k := range n {
		if mf.Points[k].ID == id {
			return true
		}
	}
	return false
}

// mark returns id with x in what tells points with the same features from each other.
func mark(id collide.FeatureID, x uint64) collide.FeatureID {
	low := id & (1<<collide.FeaturePlaceShift - 1)
	return low | hash(uint64(id>>collide.FeaturePlaceShift)+mix(x))
}
