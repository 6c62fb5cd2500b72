package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/scene"
)

// post sends the lines to the server and returns its answer.
func post(server *httptest.Server, lines string) (string, error) {
	response, err := http.Post(server.URL+"/pairs", "application/x-ndjson", strings.NewReader(lines))
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return string(body), err
}

func Example() {
	server := httptest.NewServer(handler())
	defer server.Close()
	answer, err := post(server, `
{"id":"near","dim":2,"a":{"shape":{"type":"circle","radius":1}},"b":{"shape":{"type":"circle","radius":1},"pose":{"p":[3,0]}}}
{"id":"secret","dim":3,"a":{"shape":{"type":"hull","file":"/etc/hosts"}},"b":{"shape":{"type":"sphere","radius":1}}}
{"id":"typo","dim":2,"a":{"shape":{"type":"circle","raduis":1}},"b":{"shape":{"type":"circle","radius":1}}}
`)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Print(answer)
	// Output:
	// {"id":"near","relation":"apart","distance":1,"lower":0.9999999999999929,"upper":1.000000000000007,"normal":[1,0],"point_a":[1,0],"point_b":[2,0],"local_a":[1,0],"local_b":[-1,0],"status":"exact","iterations":1}
	// {"id":"secret","line":3,"error":{"code":"file","path":"a.shape.file","message":"mesh files are not allowed here; give the points"}}
	// {"id":"typo","line":4,"error":{"code":"unknown-field","path":"a.shape.raduis","message":"did you mean radius? Known here: type, radius, rounding"}}
}

// A line that names shapes has no answer, and the lines behind it use them, as those of `collide
// query` do; what is wrong with it is told in its place.
func TestNamedShapes(t *testing.T) {
	server := httptest.NewServer(handler())
	defer server.Close()
	answer, err := post(server, `{"shapes":{"ball":{"type":"sphere","radius":1}}}
{"id":"1","dim":3,"a":{"shape":"ball"},"b":{"shape":"ball","pose":{"p":[3,0,0]}}}
{"shapes":{"ball":{"type":"sphere","radius":2}}}
`)
	lines := strings.Split(answer, "\n")
	if err != nil || len(lines) != 3 || !strings.HasPrefix(lines[0], `{"id":"1","relation":"apart","distance":1,`) ||
		!strings.HasPrefix(lines[1], `{"id":null,"line":3,"error":{"code":"duplicate-name"`) {
		t.Errorf("%v\n%s", err, answer)
	}
}

// Many clients at once get the bits that one gets.
func TestConcurrent(t *testing.T) {
	server := httptest.NewServer(handler())
	defer server.Close()
	var lines strings.Builder
	for i := range 200 {
		fmt.Fprintf(&lines, `{"id":"%d","dim":3,"a":{"shape":{"type":"cylinder","radius":1,"height":%d}},`+
			`"b":{"shape":{"type":"cone","radius":0.5,"height":2},"pose":{"p":[1,0.1,%d.25]}}}`+"\n", i, 1+i%7, i%5)
	}
	want, err := post(server, lines.String())
	if err != nil || strings.Count(want, `"relation"`) != 200 {
		t.Fatalf("%v, %d answers", err, strings.Count(want, `"relation"`))
	}
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() {
			if got, err := post(server, lines.String()); err != nil || got != want {
				t.Errorf("another answer, %v", err)
			}
		})
	}
	clients.Wait()
}

// A line that is too long gets its error in place, a request that is too long is refused, and the
// server goes on.
func TestLimits(t *testing.T) {
	server := httptest.NewServer(handler())
	defer server.Close()
	good := `{"dim":2,"a":{"shape":{"type":"circle","radius":1}},` +
		`"b":{"shape":{"type":"circle","radius":1}}}` + "\n"
	got, err := post(server, strings.Repeat(" ", maxLine)+good+good)
	if err != nil || strings.Count(got, `"too-long"`) != 1 || strings.Count(got, "overlapping") != 1 {
		t.Errorf("a long line: %v, %.200s", err, got)
	}
	request := httptest.NewRequest(http.MethodPost, "/pairs", strings.NewReader(strings.Repeat(good, maxBody/len(good)+1)))
	recorder := httptest.NewRecorder()
	if handler().ServeHTTP(recorder, request); recorder.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("a long request gets %d", recorder.Code)
	}
	crowd := `{"shape":{"type":"chain","points":[[0,0]` + strings.Repeat(`,[1,9],[0,0]`, 600) + `]}}`
	got, err = post(server, `{"dim":2,"a":`+crowd+`,"b":`+crowd+"}\n"+good)
	if err != nil || strings.Count(got, `"too-large"`) != 1 || strings.Count(got, "overlapping") != 1 {
		t.Errorf("a crowd: %v, %.200s", err, got)
	}
	if got, err = post(server, good); err != nil || !strings.Contains(got, "overlapping") {
		t.Errorf("afterwards: %v, %s", err, got)
	}
}

// A compound is answered by its parts, not by its hull, which the ball would overlap.
func TestCompound(t *testing.T) {
	d, err := newAnswerer()
	if err != nil {
		t.Fatal(err)
	}
	a, _ := d.Answer(t.Context(), []byte(`{"dim":2,"a":{"shape":{"type":"compound","parts":[`+
		`{"shape":{"type":"box","size":[4,1]}},{"shape":{"type":"box","size":[1,4]},"pose":{"p":[1.5,1.5]}}]}},`+
		`"b":{"shape":{"type":"circle","radius":0.2},"pose":{"p":[0.3,1]}}}`))
	if a.Err != nil || a.Relation != collide.Apart || a.Lower > 0.3 || a.Upper < 0.3 {
		t.Errorf("%+v", a)
	}
}

// Once the time is over, the next line gets an error and ends the answer.
func TestTime(t *testing.T) {
	d, err := newAnswerer()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	points := strings.Repeat("[1,2,3],[3,1,2],[2,3,1],[1,1,1],", 10000)
	a, _ := d.Answer(ctx, []byte(`{"dim":3,"a":{"shape":{"type":"hull","points":[`+strings.TrimSuffix(points, ",")+
		`]}},"b":{"shape":{"type":"sphere","radius":1}}}`))
	if a.Err == nil || a.Err.Code != scene.ErrCanceled {
		t.Errorf("a hull after the time is over: %+v", a.Err)
	}
}
