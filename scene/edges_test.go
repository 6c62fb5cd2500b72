package scene_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/edges"
	"github.com/collide-go/collide/internal/testkit/edges/scenes"
	"github.com/collide-go/collide/scene"
)

// edgeLines are lines of worlds.
var edgeLines = []string{
	`{"world":1,"dim":2,"boxes":2,"frames":1}`,
	`{"world":1,"dim":2,"shapes":[{"type":"circle","radius":1},{"type":"box","size":[2,2]}],"frames":2}`,
	`{"frame":0,"poses":[{},{"p":[3,0]}]}`,
	`{"frame":0,"min":[[0,0],[1,1]],"max":[[1,1],[2,2]]}`,
	`{"id":"q1","query":"region","min":[0,0],"max":[0.5,0.5]}`,
	`{"id":"q2","query":"nearest","point":[3,3],"k":1}`,
	`{"shapes":{"name":{"type":"circle","radius":1}}}`,
}

// edgeWorld returns a World that has read its first frames.
func edgeWorld(t *testing.T, lines ...int) *scene.World {
	t.Helper()
	w := edges.Must(scene.NewWorld(scene.Options{}, scene.WorldOptions{}))(t)
	for i, k := range lines {
		edges.Must(discard(w.Answer(context.Background(), []byte(edgeLines[k]), i+1)))(t)
	}
	return w
}

func discard(a *scene.WorldAnswer, _ []scene.Note, err error) (*scene.WorldAnswer, error) {
	return a, err
}

// TestEdges: nothing that is exported panics, whatever it is called with.
func TestEdges(t *testing.T) {
	pool := append(scenes.Pool(t), fstest.MapFS{"x": {}, "x.obj": {Data: []byte("v 0 0 0\n")}}, (*scene.Baseline)(nil),
		(*scene.Shapes)(nil), (*d2.Trace)(nil), (*d3.Trace)(nil), (*scene.Rule)(nil),
		context.Background())
	for _, l := range edgeLines {
		pool = append(pool, []byte(l))
	}
	edges.Run(t, &edges.Package{
		Calls: 200,
		Pool:  pool,
		Fresh: []any{
			func() io.Reader { return strings.NewReader(scenes.Texts[0]) },
			func() io.Reader { return strings.NewReader(scenes.Texts[1]) },
			func() *scene.World { return edgeWorld(t, 0) },
			func() *scene.World { return edgeWorld(t, 0, 3) },
			func() *scene.World { return edgeWorld(t, 1, 2) },
		},
		Funcs: map[string]any{
			"AnswerOf": scene.AnswerOf[d3.Contact], "AnyFile": scene.AnyFile, "AppendCompound2": scene.AppendCompound2,
			"AppendContacts": scene.AppendContacts, "AppendDecomposition": scene.AppendDecomposition,
			"AppendNumber": scene.AppendNumber, "AppendString": scene.AppendString, "Body2": scene.Body2, "Body3": scene.Body3,
			"CastAnswerOf": scene.CastAnswerOf[d2.RayHit], "Decode": scene.Decode, "DecodeBaseline": scene.DecodeBaseline,
			"DecodePair": scene.DecodePair, "Decompose": scene.Decompose, "ImpactAnswerOf": scene.ImpactAnswerOf[d3.Impact],
			"IsShapes": scene.IsShapes, "Load": scene.Load, "NewAnswerer": scene.NewAnswerer, "NewBaseline": scene.NewBaseline,
			"NewDecoder": scene.NewDecoder, "NewQuery": scene.NewQuery, "NewReplay": scene.NewReplay,
			"NewShapes": scene.NewShapes, "NewWorld": scene.NewWorld,
		},
		Types: []any{
			scene.Answer{},
			scene.Answerer{},
			scene.Baseline{},
			scene.Body{},
			scene.CastAnswer{},
			scene.CastKind(0),
			scene.Contact{},
			scene.Decoder{},
			scene.Error{},
			scene.ErrorList{},
			scene.Found{},
			scene.ImpactAnswer{},
			scene.Motion{},
			scene.Note{},
			scene.Query{},
			scene.Replay{},
			scene.ReplayFrame{},
			scene.Rule{},
			scene.Scene{},
			scene.Shapes{},
			scene.State(0), scene.Verdict(0),
			scene.World{},
			scene.WorldAnswer{},
		},
	})
}
