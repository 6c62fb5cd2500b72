package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// ask sends a request and returns the status and the answer.
func ask(url, method, path, body string) (int, string, error) {
	r, err := http.NewRequest(method, url+path, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer.StatusCode, strings.TrimSpace(string(text)), err
}

const balls = `{"version":1,"dim":3,"objects":[
	{"name":"floor","shape":{"type":"half-space","normal":[0,0,1],"offset":0}},
	{"name":"ball","shape":{"type":"sphere","radius":1},"pose":{"p":[0,0,5]}},
	{"name":"box","shape":{"type":"box","size":[1,1,1]},"pose":{"p":[5,0,0.25]}}],"ignore":[["floor","box"]]}`

func Example() {
	server := httptest.NewServer(newServer(usual).handler())
	defer server.Close()
	for _, r := range [][3]string{
		{"PUT", "/worlds/a", balls},
		{"POST", "/worlds/a/frames", `{}`},
		{"POST", "/worlds/a/frames", `{"poses":{"ball":{"p":[0,0,1]}}}`},
		{"POST", "/worlds/a/frames", `{"poses":{"ball":{"p":[0,0,0.5]}}}`},
		{"POST", "/worlds/a/frames", `{"poses":{"ball":{"p":[4,0,3],"q":[1,0,0,0]}}}`},
		{"GET", "/worlds/a/ray?origin=4,0,9&direction=0,0,-1", ""},
		{"GET", "/worlds/a/ray?origin=4,0,9&direction=0,0,1", ""},
		{"POST", "/worlds/a/frames", `{"poses":{"cube":{"p":[0,0,1]}}}`},
		{"DELETE", "/worlds/a", ""},
		{"DELETE", "/worlds/a", ""},
	} {
		status, answer, err := ask(server.URL, r[0], r[1], r[2])
		fmt.Println(r[0], status, answer, err)
	}
	// Output:
	// PUT 200 {"objects":3} <nil>
	// POST 200 {"pairs":[]} <nil>
	// POST 200 {"pairs":[{"A":"floor","B":"ball","State":"began","Relation":"touching"}]} <nil>
	// POST 200 {"pairs":[{"A":"floor","B":"ball","State":"stays","Relation":"overlapping"}]} <nil>
	// POST 200 {"pairs":[{"A":"floor","B":"ball","State":"ended","Relation":"apart"}]} <nil>
	// GET 200 {"lower":4.9999999999999085,"object":"ball","t":5,"upper":5.0000000000000915} <nil>
	// GET 200 {"object":null} <nil>
	// POST 400 {"error":"\"cube\": there is no such object"} <nil>
	// DELETE 200 {} <nil>
	// DELETE 404 {"error":"there is no such world"} <nil>
}

// A pose of too few or too many numbers is refused: what is missing is not taken for zeros.
func TestPoses(t *testing.T) {
	server := httptest.NewServer(newServer(usual).handler())
	defer server.Close()
	if status, answer, err := ask(server.URL, "PUT", "/worlds/a", balls); status != http.StatusOK {
		t.Fatal(answer, err)
	}
	for pose, want := range map[string]string{
		`"p":[0,0]`:                 `"ball\": p has three numbers`,
		`"p":[0,0,5,1]`:             `"ball\": p has three numbers`,
		`"q":[0,0,1]`:               `"ball\": q has four numbers`,
		`"p":[0,0,5],"q":[0,0,1]`:   `"ball\": q has four numbers`,
		`"q":[0,0,0,2]`:             `"ball\": q: not-unit-quaternion`,
		`"p":[0,0,5],"q":[1,0,0,0]`: `{"pairs":[]}`,
	} {
		_, answer, err := ask(server.URL, "POST", "/worlds/a/frames", `{"poses":{"ball":{`+pose+`}}}`)
		if err != nil || !strings.Contains(answer, want) {
			t.Errorf("%s: %s, %v, want %s", pose, answer, err, want)
		}
	}
}

// Each limit is told by its status, and the server goes on.
func TestLimits(t *testing.T) {
	server := httptest.NewServer(newServer(limits{worlds: 2, objects: 3, points: 20, body: 2000, busy: 4}).handler())
	defer server.Close()
	hull := `{"version":1,"dim":3,"objects":[{"name":"a","shape":{"type":"hull","points":[` + strings.Repeat("[1,2,3],", 30) + `[0,0,0]]}}]}`
	for i, c := range []struct {
		method, path, body string
		status             int
	}{
		{"PUT", "/worlds/a", balls, 200},
		{"PUT", "/worlds/b", balls, 200},
		{"PUT", "/worlds/c", balls, http.StatusInsufficientStorage},
		{"PUT", "/worlds/b", balls, 200},
		{"PUT", "/worlds/b", strings.Replace(balls, `{"name":"floor"`, `{"name":"more","shape":{"type":"sphere","radius":1}},{"name":"floor"`, 1), http.StatusRequestEntityTooLarge},
		{"PUT", "/worlds/b", balls + strings.Repeat(" ", 2000), http.StatusRequestEntityTooLarge},
		{"POST", "/worlds/b/frames", `{"poses":{` + strings.Repeat(" ", 2000) + `}}`, http.StatusRequestEntityTooLarge},
		{"PUT", "/worlds/b", hull, 400},
		{"PUT", "/worlds/b", `{"version":1,"dim":2,"objects":[]}`, 400},
		{"PUT", "/worlds/b", strings.Replace(balls, `{"type":"sphere","radius":1}`, `{"type":"hull","file":"/etc/hosts"}`, 1), 400},
		{"POST", "/worlds/b/frames", `{"poses":{"ball":{"p":[0,0,1e300]}}}`, 400},
		{"POST", "/worlds/b/frames", `{"poses":{"ball":{"p":[0,0,1],"q":[0,0,0,9]}}}`, 400},
		{"POST", "/worlds/b/frames", `{"pose":{}}`, 400},
		{"GET", "/worlds/b/ray?origin=1,2&direction=0,0,1", "", 400},
		{"GET", "/worlds/b/ray?origin=1,2,3&direction=0,0,0", "", 400},
		{"GET", "/worlds/none/ray?origin=1,2,3&direction=0,0,1", "", 404},
		{"POST", "/worlds/b/frames", `{}`, 200},
	} {
		status, answer, err := ask(server.URL, c.method, c.path, c.body)
		if err != nil || status != c.status {
			t.Errorf("%d: %v, status %d, want %d: %s", i, err, status, c.status, answer)
		}
	}
}

// Where as many requests are answered as may be, others are refused at once.
func TestBusy(t *testing.T) {
	s := newServer(limits{worlds: 1, objects: 10, points: 10, body: 1000, busy: 1})
	s.busy <- struct{}{}
	server := httptest.NewServer(s.handler())
	defer server.Close()
	if status, answer, err := ask(server.URL, "PUT", "/worlds/a", balls); status != http.StatusServiceUnavailable {
		t.Errorf("%v, status %d: %s", err, status, answer)
	}
}

// Many clients at once, each with a world of its own and one that they share: each gets what it
// would get alone, and no request is lost.
func TestLoad(t *testing.T) {
	const clients, frames = 16, 60
	server := httptest.NewServer(newServer(usual).handler())
	defer server.Close()
	play := func(name string) (string, error) {
		var all strings.Builder
		status, answer, err := ask(server.URL, "PUT", "/worlds/"+name, balls)
		for k := range frames {
			if err != nil || status != 200 {
				return "", fmt.Errorf("status %d: %s, %w", status, answer, err)
			}
			all.WriteString(answer)
			body := fmt.Sprintf(`{"poses":{"ball":{"p":[%d,0,%d]}}}`, k%7, k%3)
			if status, answer, err = ask(server.URL, "POST", "/worlds/"+name+"/frames", body); err == nil && status == 200 {
				all.WriteString(answer)
				status, answer, err = ask(server.URL, "GET", "/worlds/"+name+"/ray?origin=5,0,9&direction=0,0,-1", "")
			}
		}
		return all.String(), err
	}
	want, err := play("alone")
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	var wait sync.WaitGroup
	for i := range clients {
		wait.Go(func() {
			if got, err := play(fmt.Sprint(i)); err != nil || got != want {
				t.Errorf("client %d: %v, or another answer", i, err)
			}
			status, answer, err := ask(server.URL, "POST", "/worlds/alone/frames", `{}`)
			if err != nil || status != 200 {
				t.Errorf("the shared world: %v, status %d: %s", err, status, answer)
			}
		})
	}
	wait.Wait()
	t.Logf("%.0f requests a second", clients*(2*frames+2)/time.Since(start).Seconds())
}

// A server that is told to end answers the request under way, and takes no other.
func TestShutdown(t *testing.T) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	began, end := make(chan struct{}), make(chan struct{})
	slow := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(began)
		<-end
		fmt.Fprint(w, "done")
	})
	ctx, stop := context.WithCancel(t.Context())
	ended, answered := make(chan error, 1), make(chan string, 1)
	go func() { ended <- run(ctx, l, slow) }()
	url := "http://" + l.Addr().String()
	go func() {
		_, answer, err := ask(url, "GET", "/", "")
		answered <- fmt.Sprint(answer, err)
	}()
	<-began
	stop()
	for { // until it takes no more
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			break
		}
		_ = c.Close()
	}
	close(end)
	if got := <-answered; got != "done<nil>" {
		t.Errorf("the request under way got %s", got)
	}
	if err := <-ended; err != nil && !errors.Is(err, http.ErrServerClosed) {
		t.Error(err)
	}
}
