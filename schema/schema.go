// Package schema holds the JSON Schemas of what the command collide reads and writes.
//
//	scene, region              what check and decompose read
//	baseline                   what check --baseline reads, and --write-baseline writes
//	pair, cast, toi            the lines that query, cast and toi read, and explain
//	shapes                     the shapes, poses and motions of these
//	answer, check, explain     what query, check and explain write
//	cast-answer, toi-answer    what cast and toi write
//	world, world-answer        what world reads and writes, line by line
//	decomposition              what decompose writes of a mesh
//	inspect, bench             what inspect and bench write with --format json
//	replay, replay-frame       what replay writes: with --format json, and a line of ndjson
package schema

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed *.schema.json
var files embed.FS

// ending is what all files end with.
const ending = ".schema.json"

// Names returns the names of the schemas, sorted.
func Names() []string {
	entries, _ := files.ReadDir(".") // embedded: it cannot fail
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ending))
	}
	slices.Sort(names)
	return names
}

// Get returns the text of the schema of a name, JSON Schema of the draft 2020-12. References to
// other schemas are relative to its $id. The error is that there is no such schema.
func Get(name string) ([]byte, error) {
	text, err := files.ReadFile(name + ending)
	if err != nil {
		return nil, fmt.Errorf("no schema is called %q; there are %s", name, strings.Join(Names(), ", "))
	}
	return text, nil
}
