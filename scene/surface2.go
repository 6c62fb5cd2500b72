package scene

import "github.com/collide-go/collide/d2"

// chain returns the chain of the fields, nil where something is wrong.
func (d *Decoder) chain(f *fields) d2.Shape {
	points := d.vecs2(f)
	opt := d2.ChainOptions{Closed: f.boolean("closed")}
	if f.get("sided") != 0 && f.word("sided", []string{"both", "left"}) == 1 {
		opt.Sided = d2.SideLeft
	}
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
