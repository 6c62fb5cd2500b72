// Package schemas validates texts against the JSON Schemas of the repository in tests.
package schemas

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/collide-go/collide/schema"
)

// Compile returns the schema of a name.
func Compile(t testing.TB, name string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	id := ""
	for _, n := range schema.Names() {
		text, err := schema.Get(n)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		at := doc.(map[string]any)["$id"].(string)
		if err := c.AddResource(at, doc); err != nil {
			t.Fatal(err)
		}
		if n == name {
			id = at
		}
	}
	s, err := c.Compile(id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Validate returns what is wrong with a JSON text by the schema, nil for nothing.
func Validate(t testing.TB, s *jsonschema.Schema, text string) error {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return s.Validate(v)
}
