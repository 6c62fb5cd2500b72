package world

import (
	"io"

	"github.com/collide-go/collide/internal/wire"
)

// Cut writes a journal of its own to out: the World as it is after the frames so far, and the next
// frames, n of them or as many as there are, byte for byte. A replay of it does what that of the
// whole journal does from here on: the same calls with the same answers, hashes and differences.
// It returns how many frames it wrote, of which calls behind the last Step are one. What comes
// behind them may be read on.
//
// Of a World that went another way before, it is the way it went here that the cut begins with.
//
// Errors: those of Next, where the frames before are written; those of out and of the Codec, and
// ErrOwnShape.
func (p *Replay[T]) Cut(out io.Writer, n int) (frames int, err error) {
	p.ready()
	o := wire.NewWriter(out)
	o.Write(wire.AppendHead(nil, wire.Journal, dim))
	p.d.w.encode(o, newShapeTable(p.d.c.AppendShape), p.d.c, p.d.shapes.list)
	for frames < n && o.Err() == nil {
		p.r.Keep()
		_, ok, failed := p.Next()
		if !ok || failed != nil {
			err = failed
			break
		}
		p.r.CopyTo(o)
		frames++
	}
	if failed := o.Flush(); err == nil {
		err = failed
	}
	return frames, err
}
