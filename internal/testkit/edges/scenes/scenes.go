// Package scenes has scenes, lines and bodies for the sweeps of the packages that take them.
package scenes

import (
	"context"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/edges"
	"github.com/collide-go/collide/scene"
)

// Texts are scenes of both dimensions, with objects that touch, are near and far, move, are
// compounds and surfaces, and with groups and rules.
var Texts = []string{
	`{"version":1,"dim":3,"units":"m","clearance":0.5,"objects":[
	{"name":"a","shape":{"type":"box","size":[1,1,1]}},
	{"name":"b","group":"g","shape":{"type":"sphere","radius":1},"pose":{"p":[1,0,0]}},
	{"name":"c","group":"g","shape":{"type":"hull","points":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]},"pose":{"p":[0,1,0]}},
	{"name":"d","shape":{"type":"mesh","vertices":[[0,0,0],[1,0,0],[0,1,0]],"triangles":[[0,1,2]]}},
	{"name":"e","shape":{"type":"compound","parts":[{"shape":{"type":"cone","radius":1,"height":1}}]},
		"pose":{"p":[0,0,9]}},
	{"name":"f","shape":{"type":"half-space","normal":[0,0,1],"offset":-1}}],
	"ignore":[["a","c"]],"rules":[{"a":"a","b":"*","overlap":0.1}]}`,
	`{"version":1,"dim":2,"objects":[
	{"name":"a","shape":{"type":"box","size":[1,1]},"motion":{"linear":[1,0]}},
	{"name":"b","shape":{"type":"circle","radius":1},"pose":{"p":[3,0]},"motion":{"angular":1}},
	{"name":"c","shape":{"type":"chain","points":[[0,0],[1,0],[1,1]]}}]}`,
	`{"version":1,"dim":2,"objects":[
	{"name":"a","shape":{"type":"polygon","points":[[0,0],[1,0],[0,1]]}},
	{"name":"b","shape":{"type":"capsule","radius":1,"height":1}},
	{"name":"c","shape":{"type":"grid","cell":[1,1],"rows":[[1,0],[1,1]]}}]}`,
	`{"version":1,"dim":3,"objects":[{"name":"a","shape":{"type":"box","size":[1,1,1]}}]}`,
}

// Pairs, Casts and Impacts are lines.
var (
	Pairs = []string{
		`{"id":"p","dim":3,"a":{"shape":{"type":"box","size":[2,2,2]}},` +
			`"b":{"shape":{"type":"sphere","radius":1},"pose":{"p":[0,0,3]}}}`,
		`{"id":"p","dim":2,"a":{"shape":{"type":"box","size":[2,2]}},` +
			`"b":{"shape":{"type":"box","size":[1,1]},"pose":{"p":[1,0]}}}`,
		`{"dim":2,"a":{"shape":{"type":"polygon","points":[[0,0],[1,0],[0,1]]}},` +
			`"b":{"shape":{"type":"half-space","normal":[0,1],"offset":0}}}`,
	}
	Casts = []string{
		`{"id":"r","cast":"ray","dim":3,"a":{"shape":{"type":"sphere",` +
			`"radius":1}},"origin":[-3,0,0],"direction":[2,0,0],"max":5}`,
		`{"id":"p","cast":"point","dim":2,"a":{"shape":{"type":"box","size":[2,2]}},"point":[3,0.5]}`,
		`{"id":"s","cast":"shape","dim":3,"a":{"shape":{"type":"box","size":[1,9,9]}},` +
			`"b":{"shape":{"type":"sphere","radius":0.1},"pose":{"p":[-5,0,0]}},"translation":[10,0,0]}`,
	}
	Impacts = []string{
		`{"id":"v","toi":"vertex-face",` +
			`"start":[[0,0,1],[1,0,0],[-1,1,0],[-1,-1,0]],"end":[[0,0,-1],[1,0,0],[-1,1,0],[-1,-1,0]]}`,
		`{"id":"t","dim":2,"a":{"shape":{"type":"box","size":[1,1]},"motion":{"linear":[1,0]}},` +
			`"b":{"shape":{"type":"circle","radius":1},"pose":{"p":[3,0]}}}`,
	}
)

// Pool returns the scenes and what Check finds in them, the lines as they are and decoded, and
// bodies.
func Pool(t *testing.T) (pool []any) {
	t.Helper()
	ctx := context.Background()
	for _, text := range Texts {
		s := edges.Must(scene.Decode(ctx, strings.NewReader(text), "scene.json", scene.Options{}))(t)
		found := edges.Must(s.Check(ctx, scene.CheckOptions{All: true}))(t)
		pool = append(pool, s, found, []byte(text))
		for i := range found {
			pool = append(pool, found[i])
		}
		for i := range s.Objects {
			pool = append(pool, s.Objects[i].Body)
		}
	}
	d := scene.NewDecoder(scene.Options{})
	for _, line := range Pairs {
		pool = append(pool, []byte(line), edges.Must(d.Pair(ctx, []byte(line)))(t))
	}
	for _, line := range Casts {
		pool = append(pool, []byte(line), edges.Must(d.Cast(ctx, []byte(line)))(t))
	}
	for _, line := range Impacts {
		pool = append(pool, []byte(line), edges.Must(d.Impact(ctx, []byte(line)))(t))
	}
	return pool
}
