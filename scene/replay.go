package scene

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/collide-go/collide/d2/world"
	"github.com/collide-go/collide/internal/wire"
)

// ReplayOptions steer a Replay. The zero value means the defaults.
type ReplayOptions struct {
	MaxMemory int64 // bytes that the world of a journal may take; 0 is 1 GiB
	Workers   int   // goroutines; 0 means GOMAXPROCS. No answer depends on it
}

// Replay does the calls of a journal once more, of a world of either dimension: what `collide
// replay` does. It must not be used by two goroutines at once.
//
// Journals are written by the Recorder of packages d2/world and d3/world. Values of bodies are
// passed over; a journal with shapes of the user's own is refused, as only their program knows
// them. The zero value is at the end of one, in the plane, with a world without bodies.
type Replay struct {
	Dim   int // 2 or 3
	world journal
}

// journal is a Replay of a dimension.
type journal interface {
	next() (f ReplayFrame, ok bool, err error)
	scene() *Scene
	cut(out io.Writer, n int) (int, error)
}

// ReplayFrame is what a journal holds from one Step to the next.
type ReplayFrame struct {
	Number             int   // from 0
	Offset             int64 // the byte where it begins
	Stepped            bool  // false for calls behind the last Step, which have no pairs and no hashes
	Calls, Queries     int   // before the Step
	Bodies             int   // there are after it
	Began, Stays       int   // pairs that the Step found, as the journal says
	Ended, Near        int
	Impacts            int
	Events             []ReplayEvent // of the Step, as the journal says, in order
	Recorded, Replayed uint64        // the hash of the world after the Step, as the journal says, and now
	Difference         *ReplayDifference
}

// ReplayEvent is a pair that began or ended touching.
type ReplayEvent struct {
	A, B, State, Relation string
	Began                 bool // as State says
}

// ReplayDifference is the first call of a frame that goes another way than when it was recorded.
type ReplayDifference struct {
	Offset int64  // the byte where it begins
	Call   string // the method's name
	Text   string // what differs
}

// NewReplay begins to read a journal.
//
// Errors: those of world.NewReplay, which name the byte and what to do.
func NewReplay(in io.Reader, o ReplayOptions) (*Replay, error) {
	b := bufio.NewReaderSize(in, 1<<16)
	head, err := b.Peek(wire.HeadLen)
	if err != nil && err != io.EOF {
		return nil, err
	}
	dim, err := wire.Dim(head, wire.Journal)
	if err != nil {
		return nil, err
	}
	r := &Replay{Dim: dim}
	if dim == 2 {
		r.world, err = newJournal2(b, o)
	} else {
		r.world, err = newJournal3(b, o)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Next does the calls up to the next Step, and the Step. ok is false at the end of the journal.
//
// That a frame goes another way is no error: its Difference tells. Errors: those of NewReplay about
// what is no journal, and of one that ends within a call.
func (r *Replay) Next() (f ReplayFrame, ok bool, err error) { return r.journal().next() }

// journal returns the replay of the world; that of the zero value is made.
func (r *Replay) journal() journal {
	if r.world == nil {
		r.Dim, r.world = 2, &journal2{new(world.Replay[struct{}])}
	}
	return r.world
}

// Cut writes a journal of its own to out: the world as it is after the frames so far, without its
// values, and the next n frames, or as many as there are. It returns how many those are. A replay
// of it goes the way that this one goes from here on.
//
// Errors: those of Next, and those of out.
func (r *Replay) Cut(out io.Writer, n int) (frames int, err error) { return r.journal().cut(out, n) }

// Scene returns the world as it is after the frames so far: an object for each body, named by its
// handle, static ones in one group, and to be ignored the pairs whose boxes meet and whose filters,
// or the program, let them not touch.
func (r *Replay) Scene() *Scene { return r.journal().scene() }

// appendHash appends a hash in quotes.
func appendHash(dst []byte, x uint64) []byte { return fmt.Appendf(dst, `"%016x"`, x) }

// AppendJSON appends the frame as a JSON object, without a line end; with its events where they are
// asked for.
func (f *ReplayFrame) AppendJSON(dst []byte, events bool) []byte {
	dst = strconv.AppendInt(append(dst, `{"frame":`...), int64(f.Number), 10)
	dst = fmt.Appendf(dst, `,"offset":%d,"calls":%d,"queries":%d,"bodies":%d`, f.Offset, f.Calls, f.Queries, f.Bodies)
	if f.Stepped {
		dst = fmt.Appendf(dst, `,"began":%d,"stays":%d,"ended":%d,"near":%d,"impacts":%d`,
			f.Began, f.Stays, f.Ended, f.Near, f.Impacts)
		dst = appendHash(append(dst, `,"recorded":`...), f.Recorded)
		dst = appendHash(append(dst, `,"replayed":`...), f.Replayed)
	}
	if events && f.Stepped {
		dst = append(dst, `,"events":[`...)
		for i, e := range f.Events {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendString(append(dst, `{"a":`...), e.A)
			dst = AppendString(append(dst, `,"b":`...), e.B)
			dst = fmt.Appendf(dst, `,"state":"%s","relation":"%s"}`, e.State, e.Relation)
		}
		dst = append(dst, ']')
	}
	dst = append(dst, `,"difference":`...)
	if d := f.Difference; d != nil {
		dst = fmt.Appendf(dst, `{"offset":%d,"call":"%s","text":`, d.Offset, d.Call)
		return append(AppendString(dst, d.Text), "}}"...)
	}
	return append(dst, "null}"...)
}

// staticGroup is the group of static bodies, which make no pairs with each other.
const staticGroup = "static"
