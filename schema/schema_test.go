package schema_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/collide-go/collide/schema"
)

func ExampleNames() {
	fmt.Println(schema.Names())
	// Output: [answer baseline bench cast cast-answer check decomposition explain inspect pair region replay replay-frame scene shapes toi toi-answer world world-answer]
}

func ExampleGet() {
	text, err := schema.Get("pair")
	var s struct{ Title string }
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	fmt.Println(s.Title, err)
	_, err = schema.Get("pears")
	fmt.Println(err)
	// Output:
	// A pair line of collide query <nil>
	// no schema is called "pears"; there are answer, baseline, bench, cast, cast-answer, check, decomposition, explain, inspect, pair, region, replay, replay-frame, scene, shapes, toi, toi-answer, world, world-answer
}

// Every key that a person writes says in an editor what it is.
func TestHoverTexts(t *testing.T) {
	for _, name := range []string{"shapes", "scene", "pair", "cast", "toi", "region", "baseline"} {
		text, err := schema.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		var s map[string]any
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatal(err)
		}
		if s["$id"] != "https://github.com/collide-go/collide/raw/main/schema/"+name+".schema.json" {
			t.Errorf("%s: $id %v", name, s["$id"])
		}
		defs, _ := s["$defs"].(map[string]any)
		if defs == nil {
			defs = map[string]any{}
		}
		defs[""] = s
		for def, v := range defs {
			props, _ := v.(map[string]any)["properties"].(map[string]any)
			for key, p := range props {
				if d, _ := p.(map[string]any); d["description"] == nil && key != "shape" && key != "pose" {
					t.Errorf("%s: %s.%s has no description", name, def, key)
				}
			}
		}
	}
}

// reader looks for properties without a description in all schemas.
type reader struct {
	t       *testing.T
	schemas map[string]map[string]any
	count   int
}

// TestAllHoverTexts: every property of every schema says what it is, itself, by what it refers to,
// or by the schema of the same object beside a condition.
func TestAllHoverTexts(t *testing.T) {
	r := reader{t: t, schemas: map[string]map[string]any{}}
	for _, name := range schema.Names() {
		text, err := schema.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		var s map[string]any
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatal(err)
		}
		r.schemas[name+".schema.json"] = s
	}
	for file, s := range r.schemas {
		r.walk(file, file, s, nil)
	}
	if r.count < 500 {
		t.Errorf("only %d properties were found", r.count)
	}
}

// walk looks at a schema at a path; known are the properties that the schema around it describes.
func (r *reader) walk(file, path string, v any, known map[string]bool) {
	if list, ok := v.([]any); ok {
		for i, x := range list {
			r.walk(file, fmt.Sprintf("%s/%d", path, i), x, known)
		}
	}
	s, _ := v.(map[string]any)
	here := maps.Clone(known)
	if here == nil {
		here = map[string]bool{}
	}
	props, _ := s["properties"].(map[string]any)
	for key, p := range props {
		if r.count++; r.described(file, p, 0) {
			here[key] = true
		} else if !known[key] {
			r.t.Errorf("%s: %s has no description", path, key)
		}
	}
	for key, x := range s {
		switch key {
		case "if", "not", "contains":
		case "properties", "$defs":
			for name, y := range x.(map[string]any) {
				r.walk(file, path+"/"+name, y, nil)
			}
		case "then", "else", "allOf", "anyOf", "oneOf":
			r.walk(file, path+"/"+key, x, here)
		default:
			r.walk(file, path+"/"+key, x, nil)
		}
	}
}

// described reports whether a schema has a description, or refers to one that has.
func (r *reader) described(file string, v any, depth int) bool {
	s, ok := v.(map[string]any)
	if !ok || s["description"] != nil || depth > 9 {
		return ok && depth <= 9 || v == true // true: of any kind, and described elsewhere
	}
	ref, _ := s["$ref"].(string)
	name, place, ok := strings.Cut(ref, "#")
	if !ok {
		return false
	}
	if name != "" {
		file = name
	}
	var at any = r.schemas[file]
	for key := range strings.SplitSeq(strings.Trim(place, "/"), "/") {
		in, _ := at.(map[string]any)
		at = in[key]
	}
	return r.described(file, at, depth+1)
}
