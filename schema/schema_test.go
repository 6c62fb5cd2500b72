package schema_test

import (
	"encoding/json"
	"fmt"
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
