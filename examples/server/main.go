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
	"io"
	"log"
	"net/http"
	"time"

	"github.com/collide-go/collide/scene"
)

// limits are what a stranger may ask for. Files are not among them: Options without Files refuses
// mesh files, so that no pair line reads anything of this machine.
const (
	maxBody   = 16 << 20 // bytes of a request
	maxLine   = 1 << 20  // bytes of a pair line
	maxPoints = 100_000  // of the hulls of a line
	maxPairs  = 1 << 20  // of parts of the two bodies of a line, where their boxes meet
	maxTime   = 10 * time.Second
)

// newAnswerer returns what answers the pair lines of one request. It is for one goroutine.
func newAnswerer() (*scene.Answerer, error) {
	return scene.NewAnswerer(scene.Options{
		MaxBytes: maxLine, MaxPoints: maxPoints, MaxPartPairs: maxPairs,
	}, scene.QueryOptions{})
}

// pairs is the handler.
func pairs(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	s, err := newAnswerer()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), maxTime)
	defer cancel()
	w.Header().Set("Content-Type", "application/x-ndjson")
	out := bufio.NewWriter(w)
	defer func() { _ = out.Flush() }() // a client that is gone cannot be told
	var text []byte
	number := 0
	for line := range bytes.Lines(body) {
		if number++; len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		text, _ = s.AppendAnswer(ctx, text[:0], line, number) // ctx ends the making of large hulls, too
		if len(text) == 0 {
			continue // a line that names shapes has no answer
		}
		if _, err := out.Write(append(text, '\n')); err != nil || ctx.Err() != nil {
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
