// Command worldserver keeps worlds of space in memory and answers over HTTP. A world is made of a
// scene, its objects move from then on, and each frame tells which of them touch.
//
//	go run ./examples/worldserver &
//	curl -X PUT --data-binary @examples/cell/cell.yaml localhost:8081/worlds/cell
//	curl --data '{"poses":{"part":{"p":[0,0,1]}}}' localhost:8081/worlds/cell/frames
//	curl 'localhost:8081/worlds/cell/ray?origin=0,0,9&direction=0,0,-1'
//	curl -X DELETE localhost:8081/worlds/cell
//
// An interrupt lets the requests under way end.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/d3/world"
	"github.com/collide-go/collide/scene"
)

// limits are what strangers may ask for. Files are not among them: Options without Files refuses
// mesh files, so that no scene reads anything of this machine.
type limits struct {
	worlds  int   // that are kept
	objects int   // of a world
	points  int   // of the hulls of a scene
	body    int64 // bytes of a request
	busy    int   // requests that are answered at a time; others are told to come back
}

// usual are the limits of main.
var usual = limits{worlds: 100, objects: 10_000, points: 100_000, body: 8 << 20, busy: 64}

// maxTime is how long a request may take.
const maxTime = 10 * time.Second

// room is one world. The value of a body is its name. Its lock is held while the world is asked: a
// World is for one goroutine at a time.
type room struct {
	mu     sync.Mutex
	world  *world.World[string]
	bodies map[string]world.Handle
}

// server is the worlds.
type server struct {
	limits limits
	busy   chan struct{}
	mu     sync.RWMutex // of rooms
	rooms  map[string]*room
}

func newServer(l limits) *server {
	return &server{limits: l, busy: make(chan struct{}, l.busy), rooms: map[string]*room{}}
}

// failure is an error with its status.
type failure struct {
	status int
	err    error
}

func (f *failure) Error() string { return f.err.Error() }

// fail returns an error with a status.
func fail(status int, err error) error { return &failure{status, err} }

// The errors of the server's own.
var (
	errNone    = fail(http.StatusNotFound, errors.New("there is no such world"))
	errFull    = fail(http.StatusInsufficientStorage, errors.New("no more worlds are kept"))
	errObjects = fail(http.StatusRequestEntityTooLarge, errors.New("the scene has too many objects"))
	errSpace   = fail(http.StatusBadRequest, errors.New("worlds are of space: dim is 3"))
	errBusy    = fail(http.StatusServiceUnavailable, errors.New("too many requests at a time"))
)

// handler routes the requests.
func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	for pattern, f := range map[string]func(r *http.Request) (any, error){
		"PUT /worlds/{name}":         s.put,
		"DELETE /worlds/{name}":      s.remove,
		"POST /worlds/{name}/frames": s.frame,
		"GET /worlds/{name}/ray":     s.ray,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, f) })
	}
	return mux
}

// serve answers a request by f.
func (s *server) serve(w http.ResponseWriter, r *http.Request, f func(r *http.Request) (any, error)) {
	var answer any
	err := errBusy
	select {
	case s.busy <- struct{}{}:
		defer func() { <-s.busy }()
		ctx, cancel := context.WithTimeout(r.Context(), maxTime)
		defer cancel()
		r = r.WithContext(ctx)
		r.Body = http.MaxBytesReader(w, r.Body, s.limits.body)
		answer, err = f(r)
	default:
	}
	w.Header().Set("Content-Type", "application/json")
	if err != nil {
		status := http.StatusBadRequest
		var known *failure
		var large *http.MaxBytesError
		switch {
		case errors.As(err, &known):
			status = known.status
		case errors.As(err, &large):
			status = http.StatusRequestEntityTooLarge
		}
		w.WriteHeader(status)
		answer = map[string]string{"error": err.Error()}
	}
	_ = json.NewEncoder(w).Encode(answer) // a client that is gone cannot be told
}

// put makes a world of a scene, in place of an old one of that name.
func (s *server) put(r *http.Request) (any, error) {
	o := scene.Options{MaxBytes: int(s.limits.body), MaxPoints: s.limits.points}
	c, err := scene.Decode(r.Context(), r.Body, "scene", o)
	switch {
	case err != nil:
		return nil, err
	case c.Dim != 3:
		return nil, errSpace
	case len(c.Objects) > s.limits.objects:
		return nil, errObjects
	}
	w, err := world.New[string](world.Options{Margin: c.Clearance})
	if err != nil {
		return nil, err
	}
	at := &room{world: w, bodies: make(map[string]world.Handle, len(c.Objects))}
	for i := range c.Objects {
		h, err := w.Add(&c.Objects[i].O3, c.Objects[i].Name, world.Body{})
		if err != nil {
			return nil, err
		}
		at.bodies[c.Objects[i].Name] = h
	}
	for _, p := range c.Ignore {
		a, b := at.bodies[c.Objects[p[0]].Name], at.bodies[c.Objects[p[1]].Name]
		if err := w.Ignore(a, b, true); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if name := r.PathValue("name"); s.rooms[name] != nil || len(s.rooms) < s.limits.worlds {
		s.rooms[name] = at
		return map[string]int{"objects": len(c.Objects)}, nil
	}
	return nil, errFull
}

// remove forgets a world.
func (s *server) remove(r *http.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := r.PathValue("name")
	if s.rooms[name] == nil {
		return nil, errNone
	}
	delete(s.rooms, name)
	return struct{}{}, nil
}

// find returns the world of a request, locked.
func (s *server) find(r *http.Request) (*room, error) {
	s.mu.RLock()
	at := s.rooms[r.PathValue("name")]
	s.mu.RUnlock()
	if at == nil {
		return nil, errNone
	}
	at.mu.Lock()
	return at, nil
}

// pair is two objects in the answer to a frame.
type pair struct {
	A, B     string
	State    string
	Relation string
}

// placing is a pose as a frame has it: a position, and a quaternion x, y, z, w. Both may be left
// out. They are slices, as an array would take lists of other lengths, too.
type placing struct{ P, Q []float64 }

// pose returns the pose.
func (to *placing) pose() (p d3.Pose, err error) {
	switch len(to.P) {
	case 0:
	case 3:
		p.Pos = d3.Vec{X: to.P[0], Y: to.P[1], Z: to.P[2]}
	default:
		return p, errors.New("p has three numbers")
	}
	switch len(to.Q) {
	case 0:
	case 4:
		p.Rot, err = d3.NewQuat(to.Q[0], to.Q[1], to.Q[2], to.Q[3])
	default:
		err = errors.New("q has four numbers")
	}
	return p, err
}

// frame moves objects, and answers by the pairs that touch, began to, or ended.
func (s *server) frame(r *http.Request) (any, error) {
	var asked struct{ Poses map[string]placing }
	in := json.NewDecoder(r.Body)
	in.DisallowUnknownFields()
	if err := in.Decode(&asked); err != nil {
		return nil, err
	}
	at, err := s.find(r)
	if err != nil {
		return nil, err
	}
	defer at.mu.Unlock()
	handles, poses := []world.Handle{}, []d3.Pose{}
	for name, to := range asked.Poses {
		p, err := to.pose()
		h, ok := at.bodies[name]
		if !ok {
			err = errors.New("there is no such object")
		}
		if err == nil { // before anything moves: a frame is taken whole, or not at all
			o := *at.world.Object(h)
			err = o.Move(p)
		}
		if err != nil {
			return nil, errors.New(strconv.Quote(name) + ": " + err.Error())
		}
		handles, poses = append(handles, h), append(poses, p)
	}
	if err := at.world.MoveAll(handles, poses); err != nil {
		return nil, err
	}
	at.world.Step(world.StepOptions{})
	pairs := []pair{}
	name := func(h world.Handle) string { return *at.world.Value(h) }
	for p := range at.world.Pairs() {
		pairs = append(pairs, pair{name(p.A), name(p.B), p.State.String(), p.Relation.String()})
	}
	return map[string]any{"pairs": pairs}, nil
}

// ray answers by the first object that a ray meets.
func (s *server) ray(r *http.Request) (any, error) {
	origin, err := vector(r.FormValue("origin"))
	direction, err2 := vector(r.FormValue("direction"))
	if err := cmp.Or(err, err2); err != nil {
		return nil, err
	}
	ray, err := d3.NewRay(origin, direction, 1e6)
	if err != nil {
		return nil, err
	}
	at, err := s.find(r)
	if err != nil {
		return nil, err
	}
	defer at.mu.Unlock()
	hit, ok := at.world.CastRay(&ray, world.Who{})
	if !ok {
		return map[string]any{"object": nil}, nil
	}
	return map[string]any{"object": *at.world.Value(hit.Body), "t": hit.T, "lower": hit.Lower, "upper": hit.Upper}, nil
}

// vector reads three numbers.
func vector(s string) (d3.Vec, error) {
	var x [3]float64
	parts := strings.Split(s, ",")
	if len(parts) != 3 {
		return d3.Vec{}, errors.New("three numbers are wanted, as 0,0,1")
	}
	for i, p := range parts {
		var err error
		if x[i], err = strconv.ParseFloat(p, 64); err != nil {
			return d3.Vec{}, err
		}
	}
	return d3.Vec{X: x[0], Y: x[1], Z: x[2]}, nil
}

// run serves until ctx ends, and then lets the requests under way end.
func run(ctx context.Context, l net.Listener, h http.Handler) error {
	s := &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: maxTime, WriteTimeout: 2 * maxTime}
	ended := make(chan error, 1)
	go func() {
		<-ctx.Done()
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*maxTime)
		defer cancel()
		ended <- s.Shutdown(late)
	}()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-ended
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	l, err := net.Listen("tcp", "localhost:8081")
	if err != nil {
		log.Fatal(err)
	}
	if err := run(ctx, l, newServer(usual).handler()); err != nil {
		log.Fatal(err)
	}
}
