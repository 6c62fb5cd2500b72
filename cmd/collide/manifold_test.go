package main

import (
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/schemas"
)

// crates are pairs that touch in a face and in an edge, a compound that does, and a pair that is
// apart.
const crates = `{"id":"face","dim":3,"a":{"shape":{"type":"box","size":[2,2,2]}},"b":{"shape":{"type":"box","size":[1,1,1]},"pose":{"p":[0.25,0,1.5]}}}
{"id":"edge","dim":2,"a":{"shape":{"type":"box","size":[2,1]}},"b":{"shape":{"type":"box","size":[1,1]},"pose":{"p":[0.5,1]}}}
{"id":"part","dim":2,"a":{"shape":{"type":"compound","parts":[{"shape":{"type":"box","size":[2,1]}},{"shape":{"type":"box","size":[2,1]},"pose":{"p":[9,0]}}]}},"b":{"shape":{"type":"circle","radius":1},"pose":{"p":[9,1.5]}}}
{"id":"apart","dim":2,"a":{"shape":{"type":"circle","radius":1}},"b":{"shape":{"type":"circle","radius":1},"pose":{"p":[3,0]}}}
{"id":"bad","dim":2}
`

// query --manifold adds the points to what query writes otherwise, and the schema knows them.
func TestQueryManifold(t *testing.T) {
	plain, got := execute(crates, "query"), execute(crates, "query", "--manifold")
	if got.status != statusSomeBad || got.stderr != "" {
		t.Fatalf("%+v", got)
	}
	answer := schemas.Compile(t, "answer")
	want := strings.Split(plain.stdout, "\n")
	for i, line := range strings.Split(strings.TrimSpace(got.stdout), "\n") {
		before, points, with := strings.Cut(line, `,"manifold":`)
		if with {
			before += "}"
		}
		if before != want[i] || with != (i < 4) {
			t.Errorf("%s\nwant %s", line, want[i])
		}
		if n, parts := strings.Count(points, `"id":`), strings.Count(points, `"parts":[1,null]`); i < 4 && (n != []int{4, 2, 1, 0}[i] || parts != []int{0, 0, 1, 0}[i]) {
			t.Errorf("%d points, %d with parts: %s", n, parts, line)
		}
		if err := schemas.Validate(t, answer, line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// turned are polytopes that lie in no easy way.
const turned = `{"id":"3D","dim":3,"a":{"shape":{"type":"hull","points":[[0,0,0],[3,0,0],[0,2,0],[0,0,4],[2,2,2]]}},"b":{"shape":{"type":"box","size":[2,1,1]},"pose":{"p":[1,0.5,1],"rpy":[0.3,0.7,1.1]}}}
{"id":"2D","dim":2,"a":{"shape":{"type":"hull","points":[[0,0],[3,0],[4,2],[2,4],[0,3]]}},"b":{"shape":{"type":"box","size":[2,1]},"pose":{"p":[3,3],"angle":0.7}}}
`

// steps returns the iterations of each answer.
func steps(list []answer) (out []string) {
	for _, a := range list {
		out = append(out, strconv.Itoa(a.Iterations))
	}
	return out
}

// --algorithm is asked for by its word, in query and check alike, and does not change a relation.
func TestAlgorithmFlag(t *testing.T) {
	const cell = "../../examples/cell/cell.yaml"
	want := answers(t, execute(turned, "query").stdout)
	outputs := map[string]bool{}
	for _, word := range []string{"auto", "gjk", "sat"} {
		got := answers(t, execute(turned, "query", "--algorithm", word).stdout)
		for i := range want {
			if got[i].Relation != want[i].Relation || got[i].Lower > want[i].Upper || got[i].Upper < want[i].Lower {
				t.Errorf("%s: %+v, want %+v", word, got[i], want[i])
			}
		}
		outputs[strings.Join(steps(got), " ")] = true
		if c := execute("", "check", cell, "--algorithm", word); c.status != statusFound || c.stderr != "" {
			t.Errorf("%s: %+v", word, c)
		}
	}
	if len(outputs) < 2 {
		t.Errorf("every algorithm takes as many steps: %v", outputs)
	}
	for _, command := range [][]string{{"query"}, {"check", cell}} {
		if got := execute(crates, append(command, "--algorithm", "epa")...); got.status != statusBad || !strings.Contains(got.stderr, "auto, gjk, sat") {
			t.Errorf("%v: %+v", command, got)
		}
	}
}
