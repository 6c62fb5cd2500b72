// Command server answers pair lines over HTTP: a POST to /pairs with one pair on each line gets an
// answer on each line, in order.
//
//	go run ./examples/server &
//	curl --data-binary @examples/tutorial/pentagons.ndjson localhost:8080/pairs
package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"time"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

// limits are what a stranger may ask for. Files are not among them: Options without Files refuses
// mesh files, so that no pair line reads anything of this machine.
const (
	maxBody   = 16 << 20 // bytes of a request
	maxLine   = 1 << 20  // bytes of a pair line
	maxPoints = 100_000  // of the hulls of a line
	maxTime   = 10 * time.Second
)

// desk answers pairs for one request. A Query is for one goroutine at a time.
type desk struct {
	decoder *scene.Decoder
	q2      *d2.Query
	q3      *d3.Query
}

// newDesk returns a desk with the default options.
func newDesk() (*desk, error) {
	q2, err2 := d2.NewQuery(d2.Options{})
	q3, err3 := d3.NewQuery(d3.Options{})
	options := scene.Options{MaxBytes: maxLine, MaxPoints: maxPoints}
	return &desk{scene.NewDecoder(options), q2, q3}, errors.Join(err2, err3)
}

// answer returns the answer to a pair line, or the error of a line that is no pair. ctx ends the
// making of large hulls.
func (d *desk) answer(ctx context.Context, line []byte) scene.Answer {
	if ctx.Err() != nil {
		return scene.Answer{Err: &scene.Error{Code: scene.Canceled, Message: "the request takes too long"}}
	}
	p, err := d.decoder.Pair(ctx, line)
	var a scene.Answer
	switch bad := (*scene.Error)(nil); {
	case errors.As(err, &bad):
		a.Err = bad
	case p.Dim == 2:
		a = scene.Answer2(d.q2.Distance(&p.A2, &p.B2, nil))
	default:
		a = scene.Answer3(d.q3.Distance(&p.A3, &p.B3, nil))
	}
	a.ID, a.HasID = p.ID, p.HasID
	return a
}

// pairs is the handler.
func pairs(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	d, err := newDesk()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), maxTime)
	defer cancel()
	w.Header().Set("Content-Type", "application/x-ndjson")
	out := bufio.NewWriter(w)
	defer out.Flush()
	var text []byte
	number := 0
	for line := range bytes.Lines(body) {
		if number++; len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		a := d.answer(ctx, line)
		a.Line = number // of the request; written with an error
		text = append(a.AppendJSON(text[:0]), '\n')
		if _, err := out.Write(text); err != nil || a.Err != nil && a.Err.Code == scene.Canceled {
			return // nobody listens any more, or it takes too long
		}
	}
}

// handler routes the requests.
func handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /pairs", pairs)
	return mux
}

func main() {
	server := &http.Server{
		Addr: "localhost:8080", Handler: handler(),
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: maxTime, WriteTimeout: 2 * maxTime,
	}
	log.Fatal(server.ListenAndServe())
}
