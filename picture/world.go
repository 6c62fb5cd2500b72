package picture

import (
	"cmp"
	"math"
	"slices"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/bvh"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/scene"
)

// Events are the pairs of a world, by the indices of its bodies, that began and that ended to be in
// contact with the frame that is drawn.
type Events struct {
	Began, Ended [][2]int
}

// World returns a picture of a frame of a world, which a World of package scene gives as a scene:
// that of Scene, with the boxes of a tree over the bodies, as the broad phase has them, rings about
// the contacts that began, and dashed lines between bodies whose contact ended. Of more than 200
// boxes, in space 40, those nearest the root are drawn.
//
// Cost: that of Scene.
func World(s *scene.Scene, pairs []scene.Found, e Events, opt Options) *Picture {
	bodies, marks := make([]body, len(s.Objects)), make([]pair, len(pairs))
	for i := range s.Objects {
		bodies[i] = bodyOf(&s.Objects[i])
	}
	for i := range pairs {
		marks[i] = pairOf(&pairs[i])
	}
	keys := []legendEntry{keyTree}
	if len(e.Began) > 0 {
		keys = append(keys, keyBegan)
	}
	if len(e.Ended) > 0 {
		keys = append(keys, keyEnded)
	}
	more := func(s *sceneSheet) []legendEntry { return s.worldMarks(&e) }
	return &Picture{drawWith(s.Dim, bodies, marks, opt, keys, more)}
}

// The largest numbers of boxes of the tree that are drawn, in the plane and in space, where each
// has twelve edges.
const (
	mostNodes2 = 200
	mostNodes3 = 40
)

// node is a box of the tree that is drawn.
type node struct {
	box   [6]float64
	depth int
}

// The styles of the marks of a world.
var (
	styleNode  = draw.Style{Stroke: draw.A, Width: 0.8, Dash: []float64{5, 3}}
	styleBegan = draw.Style{Stroke: draw.Ink, Width: 2}
	styleEnded = draw.Style{Stroke: draw.Clear, Width: 1.6, Dash: []float64{2, 3}}
)

// What the legend of a world has more than that of a scene.
var (
	keyTree  = legendEntry{draw.A, "tree", nodeMark}
	keyBegan = legendEntry{draw.Ink, "began", beganMark}
	keyEnded = legendEntry{draw.Clear, "ended", endedMark}
)

// worldMarks draws what a world has more than a scene, and returns the entries of the legend.
func (s *sceneSheet) worldMarks(e *Events) (keys []legendEntry) {
	nodes := s.nodes()
	s.page.Group("", "tree", "tree", func() {
		for _, n := range nodes {
			s.drawNode(&n)
		}
	})
	if len(nodes) > 0 {
		keys = append(keys, keyTree)
	}
	began := 0
	for i := range s.pairs {
		if p := &s.pairs[i]; slices.Contains(e.Began, [2]int{p.a, p.b}) {
			at := d3.Vec{
				X: float64(p.pointA.X/2) + float64(p.pointB.X/2), Y: float64(p.pointA.Y/2) + float64(p.pointB.Y/2),
				Z: float64(p.pointA.Z/2) + float64(p.pointB.Z/2),
			}
			s.view.Path(draw.Circle(s.view.At(at.Sub(s.center)), 10), styleBegan)
			began++
		}
	}
	if began > 0 {
		keys = append(keys, keyBegan)
	}
	ended := 0
	for _, p := range e.Ended {
		if min(p[0], p[1]) < 0 || max(p[0], p[1]) >= len(s.bodies) || !s.bodies[p[0]].finite || !s.bodies[p[1]].finite {
			continue
		}
		s.view.Line(s.middle(p[0]), s.middle(p[1]), styleEnded)
		ended++
	}
	if ended > 0 {
		keys = append(keys, keyEnded)
	}
	return keys
}

// middle returns the page point of the middle of the box of body i.
func (s *sceneSheet) middle(i int) d2.Vec {
	b := &s.bodies[i].box
	return s.view.At(b.Center().Sub(s.center))
}

// nodes returns the boxes of a tree over the bodies that have boxes, those nearest the root first.
func (s *sceneSheet) nodes() (nodes []node) {
	var boxes [][6]float64
	for i := range s.bodies {
		if b := &s.bodies[i]; b.finite {
			boxes = append(boxes, [6]float64{b.box.Min.X, b.box.Min.Y, b.box.Min.Z, b.box.Max.X, b.box.Max.Y, b.box.Max.Z})
		}
	}
	var tree bvh.Tree[[6]float64]
	tree.Build(boxes)
	tree.Each(func(box *[6]float64, depth int, leaf bool) {
		if !leaf {
			nodes = append(nodes, node{*box, depth})
		}
	})
	slices.SortStableFunc(nodes, func(a, b node) int { return cmp.Compare(a.depth, b.depth) })
	most := mostNodes2
	if s.solids != nil {
		most = mostNodes3
	}
	return nodes[:min(len(nodes), most)]
}

// drawNode draws the edges of a box: four in the plane, twelve in space.
func (s *sceneSheet) drawNode(n *node) {
	style := styleNode
	style.Width = max(styleNode.Width, 2-float64(0.4*float64(n.depth)))
	corner := func(k int) d2.Vec {
		p := d3.Vec{X: n.box[3*(k&1)], Y: n.box[1+3*(k>>1&1)], Z: n.box[2+3*(k>>2&1)]}
		return s.view.At(p.Sub(s.center))
	}
	flat := n.box[2] == n.box[5]
	for k := range 8 {
		for bit := 1; bit <= 4; bit *= 2 {
			if k&bit != 0 || flat && (bit == 4 || k >= 4) {
				continue
			}
			if p, q := corner(k), corner(k|bit); !math.IsNaN(p.X - q.X) {
				s.view.Line(p, q, style)
			}
		}
	}
}
