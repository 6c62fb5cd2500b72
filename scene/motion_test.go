package scene_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

// decode returns the scene of a text.
func decode(t *testing.T, text string) *scene.Scene {
	t.Helper()
	s, err := scene.Decode(context.Background(), strings.NewReader(text), "s.yaml", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Motions of scenes follow the rules of those of lines.
func TestMotionFaultsInScenes(t *testing.T) {
	for _, f := range motionFaults {
		far := far3
		if f.dim == 2 {
			far = far2
		}
		text := fmt.Sprintf("{\"version\":1,\"dim\":%d,\n\"objects\":[\n{\"name\":\"x\",%s,\n\"motion\":%s}]}", f.dim, far, f.motion)
		path := "objects[0].motion"
		if f.path != "" {
			path += "." + f.path
		}
		for _, ext := range []string{"json", "yaml"} {
			_, err := scene.Decode(context.Background(), strings.NewReader(text), "s."+ext, scene.Options{})
			checkError(t, err, 4, path, f.code)
		}
		if beyond := f.code == "ambiguous-motion" || beyondSchema[f.code]; valid(t, compile(t, "scene"), text) != beyond {
			t.Errorf("%s: the schema says %v", f.why, !beyond)
		}
	}
	for _, duration := range []string{"0", "-1"} {
		text := `{"version":1,"dim":2,"objects":[],"duration":` + duration + `}`
		_, err := scene.Decode(context.Background(), strings.NewReader(text), "s.json", scene.Options{})
		checkError(t, err, 1, "duration", "bad-option")
	}
}

const movingScene = `version: 1
dim: 2
duration: 2
objects:
  - {name: wall, shape: {type: box, size: [0.2, 4]}}
  - {name: ball, shape: {type: circle, radius: 0.1}, pose: {p: [-5, 0]}, motion: {linear: [40, 0]}}
  - {name: rod, shape: {type: capsule, radius: 0.02, height: 3}, pose: {p: [3, 0]}, motion: {angular: 3.5}}
  - {name: late, shape: {type: box, size: [1, 1]}, pose: {p: [0, 9]}, motion: {to: {p: [0, 1], angle: 1}, path: screw}}
  - {name: inside, shape: {type: circle, radius: 0.05}, pose: {p: [0, -1.9]}}
`

// Check says of each pair when it meets, whatever the workers, and finds pairs far apart.
func TestCheckMotions(t *testing.T) {
	s := decode(t, movingScene)
	if !s.Moves() || s.Duration != 2 {
		t.Fatalf("%v %v", s.Moves(), s.Duration)
	}
	all, err := s.Check(t.Context(), scene.CheckOptions{All: true, Workers: 3})
	if err != nil || len(all) != 10 {
		t.Fatalf("%v, %d pairs", err, len(all))
	}
	q, err := scene.NewQuery(scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var meet []scene.Found
	last := 0.0
	for _, f := range all {
		a, b := &s.Objects[f.A], &s.Objects[f.B]
		want := q.Impact(&scene.Impact{A: a.Body, B: b.Body, MotionA: a.Motion, MotionB: b.Motion, Duration: 2})
		if !reflect.DeepEqual(f.Impact, want) || !reflect.DeepEqual(f.Answer, q.Distance(&a.Body, &b.Body)) {
			t.Errorf("%s and %s: %+v", a.Name, b.Name, f)
		}
		if f.Verdict != scene.Clear {
			meet = append(meet, f)
			if f.Impact.T < last {
				t.Errorf("%s and %s: t = %v after %v", a.Name, b.Name, f.Impact.T, last)
			}
			last = f.Impact.T
		}
	}
	if len(meet) < 3 || meet[0].Verdict != scene.Overlap || meet[0].Impact.T != 0 || meet[1].Verdict != scene.Meet ||
		math.Abs(meet[1].Impact.T-0.12) > 1e-9 {
		t.Errorf("%+v", meet)
	}
	for _, workers := range []int{1, 2, 5} {
		found, err := s.Check(t.Context(), scene.CheckOptions{Workers: workers})
		if err != nil || !reflect.DeepEqual(found, meet) {
			t.Errorf("%d workers: %v, %d pairs, want %d", workers, err, len(found), len(meet))
		}
	}
	s.Duration = -1
	if _, err := s.Check(t.Context(), scene.CheckOptions{}); err == nil {
		t.Error("a negative duration")
	}
}

// randomMotion returns a motion of a body, and its text.
func randomMotion(rng *rand.Rand, dim int) string {
	v := func(n int, size float64) string {
		var s []string
		for range n {
			s = append(s, fmt.Sprint(size*(rng.Float64()-0.5)))
		}
		return "[" + strings.Join(s, ",") + "]"
	}
	angular, turn := fmt.Sprint(9*rng.Float64()), `"angle":`+fmt.Sprint(3*rng.Float64())
	if dim == 3 {
		angular, turn = v(3, 9), `"rpy":`+v(3, 3)
	}
	switch rng.IntN(5) {
	case 0:
		return fmt.Sprintf(`{"linear":%s}`, v(dim, 20))
	case 1:
		return fmt.Sprintf(`{"angular":%s,"center":%s}`, angular, v(dim, 3))
	case 2:
		return fmt.Sprintf(`{"linear":%s,"angular":%s,"center":%s}`, v(dim, 20), angular, v(dim, 3))
	case 3:
		return fmt.Sprintf(`{"to":{"p":%s,%s}}`, v(dim, 20), turn)
	default:
		return fmt.Sprintf(`{"to":{"p":%s,%s},"path":"screw"}`, v(dim, 20), turn)
	}
}

// randomMoving returns a scene of bodies that move, some of them compounds.
func randomMoving(t *testing.T, rng *rand.Rand, dim, n int) *scene.Scene {
	t.Helper()
	still := randomScene(t, rng, dim, n)
	var text strings.Builder
	if err := still.Encode(&text); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text.String(), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "    shape: ") && rng.IntN(3) > 0 {
			lines[i] += "\n    motion: " + randomMotion(rng, dim)
		}
	}
	return decode(t, strings.Replace(strings.Join(lines, "\n"), "objects:", "duration: 1.5\nobjects:", 1))
}

// Check of a scene that moves finds what asking about every pair finds: no box is too small.
func TestCheckMotionsFindsAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 72))
	met := 0
	for k := range 20 {
		s := randomMoving(t, rng, 2+k%2, 8)
		s.Clearance = 0
		all, err := s.Check(t.Context(), scene.CheckOptions{All: true})
		if err != nil {
			t.Fatal(err)
		}
		found, err := s.Check(t.Context(), scene.CheckOptions{})
		if err != nil {
			t.Fatal(err)
		}
		want := map[[2]int]scene.Verdict{}
		for _, f := range all {
			if f.Verdict != scene.Clear {
				want[[2]int{f.A, f.B}] = f.Verdict
			}
			if f.Verdict == scene.Meet {
				met++
			}
		}
		for _, f := range found {
			if pair := [2]int{f.A, f.B}; want[pair] != f.Verdict {
				t.Errorf("%s and %s: %v, want %v", s.Objects[f.A].Name, s.Objects[f.B].Name, f.Verdict, want[pair])
			}
		}
		if len(found) != len(want) {
			t.Errorf("%d pairs found, want %d", len(found), len(want))
		}
	}
	if met < 20 {
		t.Errorf("only %d pairs meet", met)
	}
}

// At puts a body where d2 and d3 put it; a body at rest stays.
func TestMotionAt(t *testing.T) {
	s := decode(t, movingScene)
	for i := range s.Objects {
		o := &s.Objects[i]
		for _, time := range []float64{0, 0.7, 2} {
			b, err := o.Motion.At(&o.Body, time, 2)
			if err != nil {
				t.Fatal(err)
			}
			if want := o.Motion.M2.At(o.O2.Pose(), time, 2); b.O2.Pose() != want {
				t.Errorf("%s at %v: %v, want %v", o.Name, time, b.O2.Pose(), want)
			}
			if o.Motion.Rest() != (o.Name == "wall" || o.Name == "inside") || o.Motion.Rest() && b.O2.Pose() != o.O2.Pose() {
				t.Errorf("%s rests: %v", o.Name, o.Motion.Rest())
			}
		}
	}
	ball, err := d3.Place(d3.Sphere{Radius: 1}, d3.Pose{})
	if err != nil {
		t.Fatal(err)
	}
	m3, err := d3.NewMotion(d3.Vec{X: 2}, d3.Vec{}, d3.Vec{})
	if err != nil {
		t.Fatal(err)
	}
	b, m := scene.Body3(ball), scene.Motion{M3: m3}
	if c, err := m.At(&b, 0.5, 1); err != nil || c.O3.Pose().Pos != (d3.Vec{X: 1}) {
		t.Errorf("%v, %v", c.O3.Pose(), err)
	}
}

// A scene with motions is written so that it reads back the same.
func TestEncodeMotions(t *testing.T) {
	rng := rand.New(rand.NewPCG(81, 82))
	for k := range 20 {
		s := randomMoving(t, rng, 2+k%2, 6)
		var text strings.Builder
		if err := s.Encode(&text); err != nil {
			t.Fatal(err)
		}
		again := decode(t, text.String())
		for i := range s.Objects {
			if s.Objects[i].Motion != again.Objects[i].Motion {
				t.Fatalf("%s\n%+v\n%+v", text.String(), s.Objects[i].Motion, again.Objects[i].Motion)
			}
		}
		if s.Duration != again.Duration {
			t.Errorf("duration %v, want %v", again.Duration, s.Duration)
		}
	}
}

// frameFaults holds a row for every rule of frames: the second of a log.
var frameFaults = []struct{ why, line, path, code string }{
	{"no JSON", `{"time":`, "", "syntax"},
	{"no mapping", `[]`, "", "wrong-type"},
	{"no time", `{"poses":{}}`, "time", "missing-field"},
	{"no poses", `{"time":2}`, "poses", "missing-field"},
	{"an unknown key", `{"time":2,"poses":{},"frame":1}`, "frame", "unknown-field"},
	{"a time before", `{"time":0.5,"poses":{}}`, "time", "bad-option"},
	{"the same time", `{"time":1,"poses":{}}`, "time", "bad-option"},
	{"a time that is none", `{"time":"NaN","poses":{}}`, "time", "not-finite"},
	{"an unknown name", `{"time":2,"poses":{"bell":{}}}`, "poses.bell", "unknown-name"},
	{"a name twice", `{"time":2,"poses":{"ball":{},"ball":{}}}`, "poses.ball", "duplicate-field"},
	{"a fault of a pose", `{"time":2,"poses":{"ball":{"p":[1]}}}`, "poses.ball.p", "wrong-dimension"},
	{"a pose that is none", `{"time":2,"poses":{"ball":[1,2]}}`, "poses.ball", "wrong-type"},
	{"poses that are none", `{"time":2,"poses":[]}`, "poses", "wrong-type"},
	{"half a turn", `{"time":2,"poses":{"ball":{"cos_sin":[-1,0]}}}`, "poses.ball", "ambiguous-motion"},
	{"too long", `{"time":2,"poses":{` + strings.Repeat(" ", 3000) + `}}`, "", "too-long"},
}

func TestFrameFaults(t *testing.T) {
	s := decode(t, movingScene)
	for _, f := range frameFaults {
		text := `{"time":1,"poses":{"ball":{"cos_sin":[1,0]}}}` + "\n\n" + f.line + "\n"
		o := scene.FrameOptions{Options: scene.Options{MaxBytes: 2000}}
		_, err := s.CheckFrames(t.Context(), strings.NewReader(text), "log", o)
		checkError(t, err, 3, f.path, f.code)
		if err != nil && !strings.HasPrefix(err.Error(), "log:3: ") {
			t.Errorf("%s: %v", f.why, err)
		}
	}
	_, err := s.CheckFrames(t.Context(), strings.NewReader("\n"), "log", scene.FrameOptions{})
	checkError(t, err, 0, "", "empty")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.CheckFrames(ended, strings.NewReader(`{"time":1,"poses":{}}`), "log", scene.FrameOptions{}); err == nil {
		t.Error("the context had ended")
	}
}

// bruteFrames returns the first contact of a pair over a log of poses, interval by interval.
func bruteFrames(t *testing.T, q *scene.Query, s *scene.Scene, i, j int, times []float64, poses []map[int]d2.Pose) (float64, bool) {
	t.Helper()
	at := map[int]d2.Pose{}
	for _, k := range []int{i, j} {
		at[k] = s.Objects[k].O2.Pose()
	}
	place := func(k int, p d2.Pose) scene.Body {
		o, err := d2.Place(s.Objects[k].O2.Shape(), p)
		if err != nil {
			t.Fatal(err)
		}
		return scene.Body2(o)
	}
	for f := range times {
		next := map[int]d2.Pose{}
		var m [2]scene.Motion
		for n, k := range []int{i, j} {
			next[k] = at[k]
			if p, ok := poses[f][k]; ok {
				next[k] = p
			}
			var err error
			from := at[k]
			if f == 0 {
				from = next[k]
			}
			if m[n].M2, err = d2.NewMotionTo(from, next[k], collide.Slerp); err != nil {
				t.Fatal(err)
			}
			at[k] = from
		}
		duration, since := 1.0, times[f]
		if f > 0 {
			duration, since = times[f]-times[f-1], times[f-1]
		}
		a := q.Impact(&scene.Impact{A: place(i, at[i]), B: place(j, at[j]), MotionA: m[0], MotionB: m[1], Duration: duration})
		if a.Verdict == collide.Hit {
			return since + a.T, true
		}
		at = next
	}
	return 0, false
}

// The first contacts of a log are those that each pair has by itself, whatever the workers.
func TestCheckFrames(t *testing.T) {
	rng := rand.New(rand.NewPCG(91, 92))
	q, err := scene.NewQuery(scene.QueryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	hits := 0
	for range 10 {
		s := randomScene(t, rng, 2, 7)
		var log strings.Builder
		var times []float64
		var poses []map[int]d2.Pose
		time := 5 * rng.Float64()
		for range 6 {
			frame := map[int]d2.Pose{}
			var list []string
			for k := range s.Objects {
				if rng.IntN(3) == 0 {
					continue
				}
				x, y, angle := 15*rng.Float64(), 15*rng.Float64(), 2*rng.Float64()
				rot, err := d2.NewAngle(angle)
				if err != nil {
					t.Fatal(err)
				}
				frame[k] = d2.Pose{Pos: d2.Vec{X: x, Y: y}, Rot: rot}
				list = append(list, fmt.Sprintf(`"o%d":{"p":[%v,%v],"angle":%v}`, k, x, y, angle))
			}
			fmt.Fprintf(&log, `{"time":%v,"poses":{%s}}`+"\n", time, strings.Join(list, ","))
			times, poses = append(times, time), append(poses, frame)
			time += 0.1 + rng.Float64()
		}
		all, err := s.CheckFrames(t.Context(), strings.NewReader(log.String()), "log", scene.FrameOptions{All: true, Workers: 3})
		if err != nil || len(all) != s.CountPairs() {
			t.Fatalf("%v, %d pairs of %d", err, len(all), s.CountPairs())
		}
		var met []scene.Met
		last := math.Inf(-1)
		for _, m := range all {
			want, hit := bruteFrames(t, q, s, m.A, m.B, times, poses)
			i := &m.Impact
			if hit != (i.Verdict == collide.Hit) || hit && (math.Abs(i.T-want) > 1e-7 || !(i.Lower <= i.T && i.T <= i.Upper) || i.T < last) {
				t.Errorf("%d and %d: %+v, want %v %v", m.A, m.B, i, want, hit)
			}
			if hit {
				hits++
				last = i.T
			}
			if i.Verdict != collide.Miss {
				met = append(met, m)
			}
		}
		for _, workers := range []int{1, 4} {
			again, err := s.CheckFrames(t.Context(), strings.NewReader(log.String()), "log", scene.FrameOptions{Workers: workers})
			if err != nil || !reflect.DeepEqual(again, met) {
				t.Errorf("%d workers: %v, %d pairs, want %d", workers, err, len(again), len(met))
				for i := range min(len(again), len(met)) {
					if !reflect.DeepEqual(again[i], met[i]) {
						t.Errorf("%+v\nwant\n%+v", again[i], met[i])
					}
				}
			}
		}
	}
	if hits < 30 {
		t.Errorf("only %d pairs meet", hits)
	}
}

// Any bytes are a log or get an error that names the line.
func FuzzFrames(f *testing.F) {
	f.Add([]byte(`{"time":1,"poses":{"ball":{"p":[1,2]}}}` + "\n" + `{"time":2,"poses":{"ball":{"p":[9,2],"angle":1}}}`))
	for _, c := range frameFaults {
		f.Add([]byte(`{"time":1,"poses":{}}` + "\n" + c.line))
	}
	f.Fuzz(func(t *testing.T, log []byte) {
		s := decode(t, movingScene)
		o := scene.FrameOptions{All: true, Options: scene.Options{MaxBytes: 5000}, Query: scene.QueryOptions{MaxIterations: 100}}
		met, err := s.CheckFrames(t.Context(), strings.NewReader(string(log)), "log", o)
		if (err == nil) != (len(met) == s.CountPairs()) {
			t.Errorf("%d pairs, %v", len(met), err)
		}
	})
}
