package main

import (
	"strings"
	"testing"
)

// --max-part-pairs ends queries about bodies whose parts are all as near as any other: in lines, in
// scenes and in worlds. Without the flag 49 pairs are no crowd.
func TestMaxPartPairs(t *testing.T) {
	const (
		flag  = "--max-part-pairs"
		disc  = `{"shape":{"type":"circle","radius":1}}`
		crowd = `"shape":{"type":"compound","parts":[` + disc + "," + disc + "," + disc + "," + disc + "," + disc + "," + disc + "," + disc + "]}"
		two   = `"dim":2,"a":{` + crowd + `},"b":{` + crowd + `,"pose":{"p":[5,0]}`
	)
	scene := file(t, "crowds.yaml", `
version: 1
dim: 2
clearance: 4
objects:
  - {name: a, `+strings.ReplaceAll(strings.ReplaceAll(crowd, `"`, ""), ":", ": ")+`}
  - {name: b, `+strings.ReplaceAll(strings.ReplaceAll(crowd, `"`, ""), ":", ": ")+`, pose: {p: [5, 0]}}
`)
	const limit = `"status":"limit"`
	frame := `{"world":1,"dim":2,"shapes":[` + strings.Repeat(","+strings.TrimPrefix(crowd, `"shape":`), 2)[1:] + `],"frames":1}
{"frame":0,"poses":[{},{"p":[2,0]}]}
`
	for _, c := range []struct{ in, args, whole, cut string }{
		{"{" + two + "}}", "query", `"status":"exact"`, limit},
		{`{"cast":"shape",` + two + `},"translation":[-9,0]}`, "cast", `"result":"hit"`, limit},
		{"{" + two + `,"motion":{"linear":[-9,0]}}}`, "toi", `"result":"hit"`, limit},
		{"", "check --format json " + scene, `"status":"exact"`, limit},
		{"{" + two + "}}", "explain --format json -", `"status":"exact"`, limit},
		{frame, "world", "touching", "undecided"},
	} {
		whole := execute(c.in, strings.Fields(c.args)...)
		cut := execute(c.in, append(strings.Fields(c.args), flag, "5")...)
		if strings.Contains(whole.stdout, c.cut) || !strings.Contains(whole.stdout, c.whole) {
			t.Errorf("%s: %s%s", c.args, whole.stdout, whole.stderr)
		}
		if !strings.Contains(cut.stdout, c.cut) || cut.status != whole.status {
			t.Errorf("%s %s: %s%s", c.args, flag, cut.stdout, cut.stderr)
		}
		for _, bad := range []string{"0", "-1", "x"} {
			if got := execute(c.in, append(strings.Fields(c.args), flag, bad)...); got.status != statusBad || !strings.Contains(got.stderr, flag) {
				t.Errorf("%s %s %s: status %d, %s", c.args, flag, bad, got.status, got.stderr)
			}
		}
	}
}
