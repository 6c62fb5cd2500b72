package picture

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/testkit/golden"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/scene"
)

// worldOf returns the bodies and pairs of a scene.
func worldOf(t testing.TB, text string) (*scene.Scene, []scene.Found) {
	t.Helper()
	s, err := scene.Decode(t.Context(), strings.NewReader(text), "world.json", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Check(t.Context(), scene.CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s, found
}

const (
	world2 = `{"version":1,"dim":2,"objects":[
		{"name":"0","shape":{"type":"half-space","normal":[0,1],"offset":0}},
		{"name":"1","shape":{"type":"box","size":[2,2]},"pose":{"p":[0,1]}},
		{"name":"2","shape":{"type":"circle","radius":1},"pose":{"p":[1.5,2.5]}},
		{"name":"3","shape":{"type":"compound","parts":[{"shape":{"type":"box","size":[1,3]}},
			{"shape":{"type":"box","size":[3,1]},"pose":{"p":[1,1]}}]},"pose":{"p":[5,1.5]}},
		{"name":"4","shape":{"type":"capsule","radius":0.5,"height":2},"pose":{"p":[6,5],"cos_sin":[0.6,0.8]}},
		{"name":"5","shape":{"type":"box","size":[1,1]},"pose":{"p":[-3,4]}}]}`
	world3 = `{"version":1,"dim":3,"objects":[
		{"name":"0","shape":{"type":"box","size":[2,2,2]},"pose":{"p":[0,0,1]}},
		{"name":"1","shape":{"type":"sphere","radius":1},"pose":{"p":[1.5,0,2.5]}},
		{"name":"2","shape":{"type":"cylinder","radius":1,"height":2},"pose":{"p":[5,0,1]}},
		{"name":"3","shape":{"type":"capsule","radius":0.5,"height":2},"pose":{"p":[5,4,2],"q":[0.6,0,0,0.8]}},
		{"name":"4","shape":{"type":"box","size":[1,1,1]},"pose":{"p":[-3,4,0.5]}}]}`
)

// The picture of a world has its tree, its contacts and its events.
func TestWorldGolden(t *testing.T) {
	raced.Skip(t)
	for name, c := range map[string]struct {
		text   string
		events Events
	}{
		"world2": {world2, Events{Began: [][2]int{{1, 2}}, Ended: [][2]int{{3, 4}}}},
		"world3": {world3, Events{Began: [][2]int{{0, 1}}, Ended: [][2]int{{2, 3}}}},
	} {
		s, found := worldOf(t, c.text)
		p := World(s, found, c.events, Options{Width: 960, Height: 600, Title: name, Subtitle: "frame 1"})
		svg := svgOf(t, p.page)
		golden.CompareSVG(t, name+".svg", svg)
		golden.ComparePNG(t, name+".png", pngOf(t, p.page, draw.Light))
		for _, word := range []string{"tree", "began", "ended"} {
			if !strings.Contains(svg, ">"+word+"<") {
				t.Errorf("%s: no %s in the legend", name, word)
			}
		}
	}
}

// What is not there leaves no mark, and events of bodies that do not exist are left out.
func TestWorldWithoutEvents(t *testing.T) {
	raced.Skip(t)
	for _, text := range []string{world2, world3, `{"version":1,"dim":2,"objects":[]}`, `{"version":1,"dim":3,"objects":[]}`} {
		s, found := worldOf(t, text)
		e := Events{Began: [][2]int{{0, 9}}, Ended: [][2]int{{-1, 2}, {0, 9}}}
		var b bytes.Buffer
		if err := World(s, found, e, Options{}).SVG(&b); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), ">began<") || strings.Contains(b.String(), ">ended<") {
			t.Errorf("%.60s: events of nothing", text)
		}
	}
}

// Of many bodies only the boxes near the root are drawn.
func TestWorldOfMany(t *testing.T) {
	var list []string
	for i := range 400 {
		list = append(list, strings.ReplaceAll(`{"name":"#","shape":{"type":"circle","radius":0.4},"pose":{"p":[#,0]}}`, "#", strconv.Itoa(i)))
	}
	s, found := worldOf(t, `{"version":1,"dim":2,"objects":[`+strings.Join(list, ",")+`]}`)
	if n := len(found); n != 0 {
		t.Errorf("%d pairs", n)
	}
	p := World(s, found, Events{}, Options{})
	_, tree, _ := strings.Cut(svgOf(t, p.page), `"tree"`)
	tree, _, _ = strings.Cut(tree, "</g>")
	if n := strings.Count(tree, "<path") + strings.Count(tree, "<line"); n > 4*mostNodes2 || n < mostNodes2 {
		t.Errorf("%d lines", n)
	}
}
