package main

import (
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	box := `{"shape":{"type":"box","size":[2,2]}}`
	in := `{"id":"1","dim":2,"a":` + box + `,"b":{"shape":{"type":"circle","radius":1},"pose":{"p":[1.5,0]}}}
{"id":"2","dim":2,"a":` + box + `,"b":{"shape":{"type":"ellipse","radii":[1,2]}}}
`
	var out strings.Builder
	failed, err := run(strings.NewReader(in), &out)
	if failed != 1 || err != nil || !strings.Contains(out.String(), `"distance":-0.5`) || !strings.Contains(out.String(), "unsupported-pair") {
		t.Errorf("%d failed, %v:\n%s", failed, err, out.String())
	}
}
