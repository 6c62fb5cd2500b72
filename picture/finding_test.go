package picture

import (
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/golden"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/scene"
)

// findings returns a scene and what is found in it.
func findings(t *testing.T, text string) (*scene.Scene, []scene.Found) {
	t.Helper()
	s, err := scene.Decode(t.Context(), strings.NewReader(text), "s.json", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Check(t.Context(), scene.CheckOptions{All: true})
	if err != nil {
		t.Fatal(err)
	}
	return s, found
}

// TestFinding holds the picture of a contact in the plane to what it was.
func TestFinding(t *testing.T) {
	s, found := findings(t, `{"version":1,"dim":2,"units":"mm","objects":[
		{"name":"left","shape":{"type":"box","size":[2,4]}},
		{"name":"right & more","shape":{"type":"circle","radius":1},"pose":{"p":[1.8,0]}}]}`)
	p := Finding(s, &found[0], Options{Width: 360, Height: 270, Units: s.Units})
	if w, h := p.Size(); w != 360 || h != 270 || p.Title() != "left – right & more: 0.2 mm deep" {
		t.Errorf("%v by %v, %q", w, h, p.Title())
	}
	golden.CompareSVG(t, "finding.svg", svgOf(t, p.page))
}

// What cannot be drawn leaves an empty page, and anything else a page that is well-formed: far
// away, of half-spaces, tiny, without extent, on the way.
func TestFindingHard(t *testing.T) {
	raced.Skip(t)
	small := Options{Width: 320, Height: 240}
	for name, text := range map[string]string{
		"half-spaces": `{"version":1,"dim":3,"objects":[{"name":"a","shape":{"type":"half-space","normal":[0,0,1],"offset":0}},
			{"name":"b","shape":{"type":"half-space","normal":[0,0,-1],"offset":-1}}]}`,
		"far": `{"version":1,"dim":3,"objects":[{"name":"a","shape":{"type":"sphere","radius":1},"pose":{"p":[1e9,1e9,0]}},
			{"name":"b","shape":{"type":"sphere","radius":1},"pose":{"p":[1e9,1e9,1.5]}}]}`,
		"points": `{"version":1,"dim":2,"objects":[{"name":"a","shape":{"type":"circle","radius":0}},
			{"name":"b","shape":{"type":"circle","radius":0}}]}`,
		"sizes": `{"version":1,"dim":2,"objects":[{"name":"a","shape":{"type":"circle","radius":1e90}},
			{"name":"b","shape":{"type":"circle","radius":1e-90}}]}`,
		"moving": `{"version":1,"dim":3,"objects":[{"name":"a","shape":{"type":"box","size":[1,1,1]},"motion":{"linear":[4,0,0]}},
			{"name":"b","shape":{"type":"box","size":[1,1,1]},"pose":{"p":[3,0,0]}}]}`,
	} {
		s, found := findings(t, text)
		for i := range found {
			if text := svgOf(t, Finding(s, &found[i], small).page); !strings.Contains(text, "f-witness") {
				t.Errorf("%s has no witness points", name)
			}
			bad := found[i]
			bad.B = 7
			svgOf(t, Finding(s, &bad, small).page)
			bad = found[i]
			bad.Answer.PointA[0], bad.Impact.PointA[0] = math.NaN(), math.Inf(1)
			svgOf(t, Finding(s, &bad, small).page)
			bad = found[i]
			bad.Answer.Normal, bad.Impact.Normal = [3]float64{math.NaN()}, [3]float64{}
			svgOf(t, Finding(s, &bad, small).page)
		}
	}
}

// Of a pair that meets later the bodies stand where they are then.
func TestFindingMoves(t *testing.T) {
	s, found := findings(t, `{"version":1,"dim":2,"objects":[
		{"name":"a","shape":{"type":"box","size":[1,1]},"motion":{"linear":[4,0]}},
		{"name":"b","shape":{"type":"box","size":[1,1]},"pose":{"p":[3,0]}}]}`)
	there, _ := findings(t, `{"version":1,"dim":2,"objects":[
		{"name":"a","shape":{"type":"box","size":[1,1]},"pose":{"p":[2,0]}},
		{"name":"b","shape":{"type":"box","size":[1,1]},"pose":{"p":[3,0]}}]}`)
	if found[0].Verdict != scene.Meet || math.Abs(found[0].Impact.T-0.5) > 1e-9 {
		t.Fatalf("%+v", found[0])
	}
	found[0].Impact.T = 0.5 // where the bodies are at places that are written without rounding
	got := svgOf(t, Finding(s, &found[0], Options{}).page)
	if want := svgOf(t, Finding(there, &found[0], Options{}).page); got != want {
		t.Error("the bodies are not where they meet")
	}
}
