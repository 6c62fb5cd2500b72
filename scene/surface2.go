package scene

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// chain returns the chain of the fields, nil where something is wrong.
func (d *Decoder) chain(f *fields) d2.Shape {
	points := d.vecs2(f)
	opt := d2.ChainOptions{Closed: f.boolean("closed")}
	opt.OneSided = f.get("sided") != 0 && f.word("sided", []string{"both", "left"}) == 1
	opt.Materials = d.materials(f)
	if !f.ok {
		return nil
	}
	c, err := d2.NewChain(points, opt)
	if err != nil {
		f.fail(d.tree.refused(err, f.i))
		return nil
	}
	return c
}

// grid returns the grid of the fields, nil where something is wrong.
func (d *Decoder) grid(f *fields) d2.Shape {
	cell := f.sizes2("cell")
	numbers := d.rows(f, "rows")
	rows := make([][]bool, len(numbers))
	for j, row := range numbers {
		rows[j] = make([]bool, len(row))
		for i, x := range row {
			if x != 0 && x != 1 && f.ok {
				e := &Error{Code: collide.ErrOutOfRange, Message: "a cell is 0 or 1"}
				e.index(i).index(j).at("rows")
				e.Line = f.t.lineOf(f.i, e.Path)
				f.fail(e)
			}
			rows[j][i] = x == 1
		}
	}
	materials := d.materials(f)
	if !f.ok {
		return nil
	}
	g, err := d2.NewGrid(cell, rows, materials...)
	if err != nil {
		f.fail(d.tree.refused(err, f.i))
		return nil
	}
	return g
}
