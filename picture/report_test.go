package picture_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/testkit/golden"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/picture"
	"github.com/collide-go/collide/scene"
)

// The shapes of the pairs that are drawn.
const (
	pentagon = `{"shape":{"type":"polygon","points":[[0,0],[4,-1],[5,2],[2,4],[-1,3]]}}`
	quad     = `{"shape":{"type":"polygon","points":[[0,0],[3,0],[4,2],[1,4]]},"pose":{"p":[%s],"angle":0.3}}`
	brick    = `{"shape":{"type":"box","size":[2,2,2]}}`
	plank    = `{"shape":{"type":"box","size":[2,1,2]},"pose":{"p":[%s],"rpy":[0.3,0.5,0.9]}}`
	wedge    = `{"shape":{"type":"hull","points":[[0,0,0],[2,0,0],[0,2,0],[0,0,2]]},"pose":{"p":[0.6,0.5,0.4]}}`
)

// drawn are the pairs of the golden files, by the names of those.
var drawn = []struct {
	name, a, b string
	options    explain.Options
}{
	{"polygons-overlapping", pentagon, fmt.Sprintf(quad, "2.5,1.5"), explain.Options{Algorithm: explain.EPA}},
	{"polygons-apart", pentagon, fmt.Sprintf(quad, "7.5,2.5"), explain.Options{Algorithm: explain.EPA}},
	{"polygons-sat", pentagon, fmt.Sprintf(quad, "2.5,1.5"), explain.Options{Algorithm: explain.SAT, Cull: d2.CullDepth}},
	{"walk", pentagon, fmt.Sprintf(quad, "2.5,1.5"), explain.Options{Algorithm: explain.Walk, Start: [2]float64{0, 1}}},
	{"rounded", strings.Replace(pentagon, `]]}`, `]],"rounding":0.5}`, 1), `{"shape":{"type":"circle","radius":1.2},"pose":{"p":[6.5,2.5]}}`, explain.Options{Algorithm: explain.EPA}},
	{"half-plane", pentagon, `{"shape":{"type":"half-space","normal":[0.3,1],"offset":-3}}`, explain.Options{Units: "m"}},
	{"ellipses", `{"shape":{"type":"ellipse","radii":[3,1]}}`, `{"shape":{"type":"ellipse","radii":[2,1]},"pose":{"p":[2.5,1.5],"angle":0.3}}`, explain.Options{Algorithm: explain.EPA}},
	{"boxes", brick, strings.Replace(brick, "}}", `},"pose":{"p":[0.3,2.2,0.2],"q":[0,0,0.3826834323650898,0.9238795325112867]}}`, 1), explain.Options{Algorithm: explain.EPA}},
	{"boxes-sat", brick, fmt.Sprintf(plank, "1.2,0.9,0.5"), explain.Options{Algorithm: explain.SAT}},
	{"sphere-hull", `{"shape":{"type":"sphere","radius":0.8}}`, wedge, explain.Options{Algorithm: explain.EPA}},
	{"cylinder-rounded", `{"shape":{"type":"cylinder","radius":1,"height":3}}`, strings.Replace(fmt.Sprintf(plank, "2.2,1.9,0.5"), `]}`, `],"rounding":0.3}`, 1), explain.Options{Algorithm: explain.EPA}},
	{"half-space", `{"shape":{"type":"half-space","normal":[0,0,1],"offset":0}}`, `{"shape":{"type":"cone","radius":1,"height":2},"pose":{"p":[0,0,1.3],"rpy":[0.4,0,0]}}`, explain.Options{}},
}

// pairOf decodes the pair of two bodies.
func pairOf(t testing.TB, id, a, b string) scene.Pair {
	t.Helper()
	name, err := json.Marshal(id)
	if err != nil {
		t.Fatal(err)
	}
	var failed error
	for _, dim := range []string{"2", "3"} {
		p, err := scene.DecodePair(context.Background(), []byte(`{"id":`+string(name)+`,"dim":`+dim+`,"a":`+a+`,"b":`+b+`}`), scene.Options{})
		if err == nil {
			return p
		}
		failed = errors.Join(failed, err)
	}
	t.Fatal(failed)
	return scene.Pair{}
}

// reportOf explains a pair.
func reportOf(t testing.TB, p scene.Pair, o explain.Options) *explain.Report {
	t.Helper()
	r, err := explain.Pair(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// pictures returns a report as SVG and as HTML.
func pictures(t testing.TB, r *explain.Report) (svg, html string) {
	t.Helper()
	var s, h bytes.Buffer
	if err := picture.Report(r).SVG(&s); err != nil {
		t.Fatal(err)
	}
	if err := picture.HTML(&h, r); err != nil {
		t.Fatal(err)
	}
	return s.String(), h.String()
}

var (
	// What golden files leave out of pictures: the pixels of shaded views, which a new compressor
	// may pack otherwise.
	pixels = regexp.MustCompile(`(href="data:image/png;base64,)[^"]*`)
	// And of pages what they share.
	shared = regexp.MustCompile(`(?s)(<style>|<script>).*?(</style>|</script>)`)
)

// settle rounds an answer, and forgets how long it took, so that golden files tell of pictures
// alone.
func settle(w *scene.Answer) {
	round := func(x float64) float64 { return math.Round(x*1e9)/1e9 + 0 }
	w.Distance, w.Iterations = round(w.Distance), 1
	w.Lower, w.Upper = w.Distance, w.Distance
	for i := range 3 {
		w.Normal[i], w.PointA[i], w.PointB[i] = round(w.Normal[i]), round(w.PointA[i]), round(w.PointB[i])
	}
}

// TestExplainGolden compares pictures with those of testdata/explain: look at what changes before
// go test -update.
func TestExplainGolden(t *testing.T) {
	raced.Skip(t)
	for _, d := range drawn {
		t.Run(d.name, func(t *testing.T) {
			r := reportOf(t, pairOf(t, d.name, d.a, d.b), d.options)
			settle(&r.Answer)
			svg, html := pictures(t, r)
			sound(t, svg, html)
			if n := strings.Count(svg, "data:image/png"); (r.Pair.Dim == 3) != (n > 0) {
				t.Errorf("%d shaded views in %dD", n, r.Pair.Dim)
			}
			golden.Compare(t, "explain/"+d.name+".svg", pixels.ReplaceAllString(svg, "$1"))
			switch d.name {
			case "polygons-overlapping", "rounded", "sphere-hull":
				golden.Compare(t, "explain/"+d.name+".html", shared.ReplaceAllString(html, "$1$2"))
			}
		})
	}
}

var (
	// Where coordinates stand in SVG.
	coordinates = regexp.MustCompile(` (d|x|y|width|height|viewBox)="[^"]*"`)
	// Numbers that no picture may have among them, or in its data: not finite, -0, with an exponent
	// or more than five decimals.
	badNumber = regexp.MustCompile(`NaN|Inf|-0[^.0-9]|-0\.0+[^0-9]|\d[eE]|\d\.\d{6}`)
)

// sound checks what holds for every picture: well-formed XML, numbers that can be drawn, nothing
// fetched from elsewhere, a group or a mark for each step.
func sound(t *testing.T, svg, html string) {
	t.Helper()
	wellFormed(t, svg)
	for _, m := range coordinates.FindAllString(svg, -1) {
		if badNumber.MatchString(m) {
			t.Errorf("numbers %.100s", m)
		}
	}
	data := pageData(t, html)
	if m := badNumber.FindString(pointLists(data.Views)); m != "" {
		t.Errorf("number %q in HTML", m)
	}
	for _, text := range []string{svg, html} {
		for _, m := range regexp.MustCompile(`(src=|@import|url\(|https?://[^"]*)`).FindAllString(text, -1) {
			if m != "http://www.w3.org/2000/svg" {
				t.Errorf("%q reaches out of the picture", m)
			}
		}
	}
	for i := range data.Steps {
		if mark := fmt.Sprintf(`class="step n%d"`, i+1); data.Views == nil && strings.Count(html, mark) != 2 {
			t.Errorf("%q is there %d times, not in both views", mark, strings.Count(html, mark))
		}
	}
}

// pointLists returns the lists of numbers in the data of views.
func pointLists(views []byte) string {
	return strings.Join(regexp.MustCompile(`"(points|p|right|up|a|b|e|shells)":\[[^"]*`).FindAllString(string(views), -1), " ")
}

// wellFormed checks the XML.
func wellFormed(t *testing.T, svg string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// pageJSON is the data of a page.
type pageJSON struct {
	Steps []struct {
		Name string      `json:"name"`
		Rows [][2]string `json:"rows"`
	} `json:"steps"`
	Views json.RawMessage `json:"views"`
}

// pageData returns the data of a page.
func pageData(t *testing.T, html string) pageJSON {
	t.Helper()
	_, rest, ok := strings.Cut(html, `id="data">`)
	text, _, closed := strings.Cut(rest, "</script>")
	var d pageJSON
	if !ok || !closed {
		t.Fatal("the page has no data")
	}
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestExplainEscapes: whatever a name holds is text.
func TestExplainEscapes(t *testing.T) {
	const name = "</script><script>alert(1)</script><b a=\"x\" b='y'>&amp; ]]> <!-- \u2028 ünï"
	r := reportOf(t, pairOf(t, name, pentagon, fmt.Sprintf(quad, "2.5,1.5")), explain.Options{A: name + "A", B: name + "B", Units: "<m>"})
	svg, html := pictures(t, r)
	wellFormed(t, svg)
	for _, text := range []string{svg, html} {
		for _, bad := range []string{"<b a", "alert(1)</script>", "<script>alert", "<m>", "<!-- "} {
			if strings.Contains(text, bad) {
				t.Errorf("%q stands as it is", bad)
			}
		}
	}
	if n := strings.Count(html, "<script"); n != 2 {
		t.Errorf("%d scripts", n)
	}
	if !strings.Contains(svg, "&lt;/script&gt;&lt;script&gt;alert(1)") {
		t.Error("the name is not in the SVG")
	}
}

// TestExplainExtremes: any accepted numbers can be drawn.
func TestExplainExtremes(t *testing.T) {
	raced.Skip(t)
	ball := func(r, p string) string {
		return `{"shape":{"type":"sphere","radius":` + r + `},"pose":{"p":[` + p + `]}}`
	}
	cube := func(s, p string) string {
		return `{"shape":{"type":"box","size":[` + s + `]},"pose":{"p":[` + p + `]}}`
	}
	for name, pair := range map[string][2]string{
		"points":     {ball("0", "0,0,0"), ball("0", "0,0,0")},
		"concentric": {ball("1", "0,0,0"), ball("2", "0,0,0")},
		"tiny":       {cube("1e-200,1e-200,1e-200", "0,0,0"), ball("1e-201", "1e-200,1e-200,0")},
		"huge":       {cube("1e100,1e100,1e100", "0,0,0"), ball("1e99", "1e99,1e100,0")},
		"far":        {cube("1,1,1", "1e9,1e9,1e9"), ball("1", "1e9,1e9,1000000001")},
		"mixed":      {cube("1e6,1,1", "0,0,0"), ball("1e-6", "0,0,0.5")},
		"flat":       {`{"shape":{"type":"hull","points":[[0,0,0],[1,0,0],[0,1,0]]}}`, `{"shape":{"type":"hull","points":[[0.2,0.2,-1],[0.2,0.2,1]]}}`},
		"tiny 2D":    {cube("1e-200,1e-200", "0,0"), `{"shape":{"type":"circle","radius":1e-201},"pose":{"p":[1e-200,1e-200]}}`},
		"huge 2D":    {cube("1e100,1e100", "0,0"), `{"shape":{"type":"circle","radius":1e99},"pose":{"p":[1e99,1e100]}}`},
		"far 2D":     {cube("1,1", "1e15,-1e15"), cube("1,1", "1e15,-1e15")},
		"points 2D":  {cube("0,0", "1,2"), cube("0,0", "1,2")},
	} {
		t.Run(name, func(t *testing.T) {
			r := reportOf(t, pairOf(t, name, pair[0], pair[1]), explain.Options{})
			svg, html := pictures(t, r)
			sound(t, svg, html)
			if len(svg) > 2e6 || len(html) > 2e6 {
				t.Errorf("%d bytes of SVG, %d of HTML", len(svg), len(html))
			}
		})
	}
}

// TestExplainRepeats: a report has one picture.
func TestExplainRepeats(t *testing.T) {
	p := pairOf(t, "again", `{"shape":{"type":"sphere","radius":0.8}}`, wedge)
	svg, html := pictures(t, reportOf(t, p, explain.Options{}))
	if s, h := pictures(t, reportOf(t, p, explain.Options{})); s != svg || h != html {
		t.Error("the same pair gives other bytes")
	}
}

func ExampleReport() {
	line := `{"dim":2,"a":{"shape":{"type":"box","size":[2,2]}},"b":{"shape":{"type":"circle","radius":1},"pose":{"p":[3,1]}}}`
	pair, err := scene.DecodePair(context.Background(), []byte(line), scene.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := explain.Pair(pair, explain.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := picture.Report(r)
	width, _ := p.Size()
	fmt.Println(p.Title(), width)
	// Output: A and B are apart 800
}

func ExampleHTML() {
	line := `{"dim":2,"a":{"shape":{"type":"box","size":[2,2]}},"b":{"shape":{"type":"circle","radius":1},"pose":{"p":[3,1]}}}`
	pair, err := scene.DecodePair(context.Background(), []byte(line), scene.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := explain.Pair(pair, explain.Options{A: "table", B: "lamp"})
	if err != nil {
		fmt.Println(err)
		return
	}
	var html strings.Builder
	if err := picture.HTML(&html, r); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Contains(html.String(), "<title>table and lamp are apart</title>"))
	// Output: true
}
