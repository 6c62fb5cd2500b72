package bvh

import (
	"slices"
	"sync"
)

// AppendPairsBy is AppendPairs, or AppendMovedPairs, by several goroutines: the order is that of
// the tasks that the work is cut into, whoever does them.
func (t *Dynamic[B]) AppendPairsBy(out []Couple, moved bool, workers int) []Couple {
	all := uint32(1<<room - 1)
	if moved {
		all = 0
	}
	if workers <= 1 || t.Len() < parallel {
		return t.couples(out, all)
	}
	if moved && t.seeks() {
		return t.couples(out, all)
	}
	return t.share(out, t.cut(all), all, workers)
}

// share has goroutines do the tasks and joins what they find.
func (t *Dynamic[B]) share(out []Couple, tasks []two, all uint32, workers int) []Couple {
	results := make([][]Couple, len(tasks))
	var next sync.Mutex
	done := 0
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			c := coupler[B]{t: t, all: all, sure: t.sure()}
			for {
				next.Lock()
				k := done
				done++
				next.Unlock()
				if k >= len(tasks) {
					return
				}
				c.out = nil
				if e := tasks[k]; e.a == e.b {
					c.self(e.a, nil)
				} else {
					c.cross(e.a, e.b, nil)
				}
				results[k] = c.out
			}
		})
	}
	group.Wait()
	for _, r := range results {
		out = append(out, r...)
	}
	return out
}

// parallel is the number of items from which on goroutines pay: their start costs as much as some
// thousand pairs.
const parallel = 4096

// cut returns pairs of nodes that hold all pairs of items: a node with itself for the pairs below
// it.
func (t *Dynamic[B]) cut(all uint32) []two {
	var tasks []two
	for r := range int32(2) {
		if t.count[r] > 0 {
			tasks = append(tasks, two{r, r})
		}
	}
	if len(tasks) == 2 {
		tasks = append(tasks, two{0, 1})
	}
	tasks = slices.DeleteFunc(tasks, func(e two) bool {
		return uint32(t.nodes[e.a].moved|t.nodes[e.b].moved)|all == 0
	})
	for range 9 {
		var finer []two
		for _, e := range tasks {
			a, b := &t.nodes[e.a], &t.nodes[e.b]
			switch {
			case uint32(a.moved|b.moved)|all == 0 || e.a != e.b && !meet[B](a.span, b.span):
			case a.n > 0 || b.n > 0:
				finer = append(finer, e)
			case e.a == e.b:
				finer = append(finer, two{a.down, a.down}, two{a.down + 1, a.down + 1}, two{a.down, a.down + 1})
			default:
				finer = append(finer, two{a.down, b.down}, two{a.down, b.down + 1},
					two{a.down + 1, b.down}, two{a.down + 1, b.down + 1})
			}
		}
		if tasks = finer; len(tasks) > 1000 {
			break
		}
	}
	return tasks
}
