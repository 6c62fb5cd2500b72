package scene_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide/scene"
)

// decodeBaseline decodes a text.
func decodeBaseline(text string) (*scene.Baseline, error) {
	return scene.DecodeBaseline(context.Background(), strings.NewReader(text), "known.json", scene.Options{})
}

// checked returns what is found in a scene.
func checked(t *testing.T, s *scene.Scene, all bool) []scene.Found {
	t.Helper()
	found, err := s.Check(t.Context(), scene.CheckOptions{All: all})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// What was found is known afterwards, whatever the order of the objects, also when it has been
// written and read.
func TestBaselineKnows(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	contacts := 0
	for k := range 30 {
		s := randomScene(t, rng, 2+k%2, 2+rng.IntN(20))
		b := scene.NewBaseline(s, checked(t, s, k%3 == 0), nil)
		var text bytes.Buffer
		if err := b.Encode(&text); err != nil {
			t.Fatal(err)
		}
		read, err := decodeBaseline(text.String())
		if err != nil {
			t.Fatal(err)
		}
		var again bytes.Buffer
		if err := read.Encode(&again); err != nil || again.String() != text.String() {
			t.Fatalf("%v: %s\nis not\n%s", err, again.String(), text.String())
		}
		slices.Reverse(s.Objects)
		for i, p := range s.Ignore {
			n := len(s.Objects) - 1
			s.Ignore[i] = [2]int{n - p[1], n - p[0]}
		}
		found := checked(t, s, k%2 == 0)
		states, gone := read.Compare(s, found)
		for i, state := range states {
			if state != scene.Known {
				t.Errorf("%+v is %v", found[i], state)
			}
		}
		if len(gone) > 0 {
			t.Errorf("%v gone", gone)
		}
		var other bytes.Buffer
		if err := scene.NewBaseline(s, found, read).Encode(&other); err != nil || other.String() != text.String() {
			t.Errorf("%v: the order of the objects changes it:\n%s%s", err, other.String(), text.String())
		}
		contacts += len(b.Contacts)
	}
	if contacts < 100 {
		t.Errorf("only %d contacts", contacts)
	}
}

// TestBaselineStates: what differs, and is it worse.
func TestBaselineStates(t *testing.T) {
	s := ruleScene(t, []string{"b", "a"}, "  - {a: a, b: b, clearance: 0}\n")
	for _, row := range []struct {
		contact             string // of a and b in the baseline
		verdict             scene.Verdict
		lower, upper        float64
		want                scene.State
		goneToo             bool
		earliest, latest, t float64
	}{
		{contact: `"verdict":"overlap","distance":-2,"lower":-2.1,"upper":-1.9`, verdict: scene.Overlap, lower: -2.05, upper: -2, want: scene.Known},
		{contact: `"verdict":"overlap","distance":-2,"lower":-2.1,"upper":-1.9`, verdict: scene.Overlap, lower: -2.2, upper: -2.1, want: scene.Known},
		{contact: `"verdict":"overlap","distance":-2,"lower":-2.1,"upper":-1.9`, verdict: scene.Overlap, lower: -2.3, upper: -2.2, want: scene.Worse},
		{contact: `"verdict":"overlap","distance":-2,"lower":-2.1,"upper":-1.9`, verdict: scene.Overlap, lower: -1.8, upper: -1.7, want: scene.Better},
		{contact: `"verdict":"overlap","distance":-2,"lower":-2.1,"upper":-1.9`, verdict: scene.Touch, want: scene.Better},
		{contact: `"verdict":"overlap","distance":-2,"lower":-2.1,"upper":-1.9`, verdict: scene.Clear, lower: 1, upper: 1, want: scene.Better, goneToo: true},
		{contact: `"verdict":"touch","distance":0,"lower":0,"upper":0`, verdict: scene.Overlap, lower: -1e-17, upper: 0, want: scene.Worse},
		{contact: `"verdict":"touch","distance":0,"lower":0,"upper":0`, verdict: scene.Near, lower: 1, upper: 1, want: scene.Better},
		{contact: `"verdict":"near","distance":2,"lower":2,"upper":2`, verdict: scene.Near, lower: 1, upper: 1.5, want: scene.Worse},
		{contact: `"verdict":"near","distance":2,"lower":2,"upper":2`, verdict: scene.Near, lower: 1, upper: 2, want: scene.Known},
		{contact: `"verdict":"near","distance":2,"lower":2,"upper":2`, verdict: scene.Meet, lower: 2, upper: 2, want: scene.Worse},
		{contact: `"verdict":"hit","distance":2,"lower":2,"upper":2,"t":1,"earliest":0.9,"latest":1.1`, verdict: scene.Meet, lower: 1, upper: 1, earliest: 0.8, latest: 0.85, want: scene.Worse},
		{contact: `"verdict":"hit","distance":2,"lower":2,"upper":2,"t":1,"earliest":0.9,"latest":1.1`, verdict: scene.Meet, lower: 1, upper: 1, earliest: 0.8, latest: 0.95, want: scene.Known},
		{contact: `"verdict":"hit","distance":2,"lower":2,"upper":2,"t":1,"earliest":0.9,"latest":1.1`, verdict: scene.Meet, lower: 1, upper: 1, earliest: 1.2, latest: 1.2, want: scene.Better},
	} {
		b, err := decodeBaseline(`{"baseline":1,"dim":3,"units":"","contacts":[{"a":"b","b":"a",` + row.contact + `}]}`)
		if err != nil {
			t.Fatal(err)
		}
		f := scene.Found{A: 0, B: 1, Verdict: row.verdict}
		f.Answer.Lower, f.Answer.Upper = row.lower, row.upper
		f.Impact.Lower, f.Impact.Upper = row.earliest, row.latest
		states, gone := b.Compare(s, []scene.Found{f})
		if len(states) != 1 || states[0] != row.want || (len(gone) > 0) != row.goneToo {
			t.Errorf("%s and %v [%v, %v]: %v, gone %v; want %v", row.contact, row.verdict, row.lower, row.upper, states, gone, row.want)
		}
		if states, gone := b.Compare(s, nil); len(states) != 0 || len(gone) != 1 || gone[0].A != "a" {
			t.Errorf("nothing found: %v %v", states, gone)
		}
		b.Contacts[0].A = "other"
		if states, gone := b.Compare(s, []scene.Found{f}); len(gone) != 1 || row.verdict != scene.Clear && states[0] != scene.NewContact {
			t.Errorf("of another pair: %v %v", states, gone)
		}
	}
}

// Notes are kept, and numbers of any size, when a baseline is written anew.
func TestBaselineNotes(t *testing.T) {
	s := ruleScene(t, []string{"b", "a"}, "  - {a: a, b: b, clearance: 9}\n")
	old, err := decodeBaseline(`{"baseline":1,"dim":3,"units":"","contacts":[
		{"a":"b","b":"a","verdict":"near","distance":1,"lower":1,"upper":1,"note":"agreed \"so\""}]}`)
	if err != nil {
		t.Fatal(err)
	}
	found := checked(t, s, false)
	found[0].Answer.Lower, found[0].Answer.Upper = -math.MaxFloat64, math.Inf(1)
	b := scene.NewBaseline(s, found, old)
	var text bytes.Buffer
	if err := b.Encode(&text); err != nil {
		t.Fatal(err)
	}
	want := `{"baseline":1,"dim":3,"units":"","contacts":[
{"a":"a","b":"b","verdict":"near","distance":0.5,"lower":-1.7976931348623157e+308,"upper":"Infinity","note":"agreed \"so\""}
]}
`
	if text.String() != want {
		t.Errorf("%s", text.String())
	}
	b.File = "known.json"
	again, err := decodeBaseline(text.String())
	if err == nil {
		again.Contacts[0].Line = 0
	}
	if err != nil || !reflect.DeepEqual(again, b) {
		t.Errorf("%v: %+v, want %+v", err, again, b)
	}
	empty := scene.NewBaseline(s, nil, nil)
	text.Reset()
	if err := empty.Encode(&text); err != nil || text.String() != `{"baseline":1,"dim":3,"units":"","contacts":[]}`+"\n" {
		t.Errorf("%v %s", err, text.String())
	}
}

// TestBaselineErrors: what is refused, and where.
func TestBaselineErrors(t *testing.T) {
	const contact = `"verdict":"touch","distance":0,"lower":0,"upper":0`
	for text, want := range map[string]string{
		``:                                     "known.json:1: syntax",
		`{"version":1}`:                        "known.json:1: version: unknown-field",
		`{"baseline":2,"dim":3,"contacts":[]}`: "known.json:1: baseline: unsupported-version",
		`{"baseline":1,"dim":3}`:               "known.json:1: contacts: missing-field",
		`{"baseline":1,"dim":3,"contacts":[{"a":"x","b":"y"}]}`:                                                             "contacts[0].verdict: missing-field",
		`{"baseline":1,"dim":3,"contacts":[{"a":"x","b":"x",` + contact + `}]}`:                                             "contacts[0].b: duplicate-name",
		`{"baseline":1,"dim":3,"contacts":[{"a":"x","b":"y",` + contact + "},\n{\"a\":\"y\",\"b\":\"x\"," + contact + `}]}`: "known.json:2: contacts[1]: duplicate-name: the pair is also on line 1",
		`{"baseline":1,"dim":3,"contacts":[{"a":"x","b":"y","verdict":"clear","distance":0,"lower":0,"upper":0}]}`:          "contacts[0].verdict: unknown-type",
		`{"baseline":1,"dim":3,"contacts":[{"a":"x","b":"y","verdict":"touch","distance":0,"lower":1,"upper":0}]}`:          "contacts[0].lower: bad-option: lower is not above distance",
		`{"baseline":1,"dim":3,"contacts":[{"a":"x","b":"y","verdict":"touch","distance":"NaN","lower":1,"upper":0}]}`:      "contacts[0].distance: not-finite",
		`{"baseline":1,"dim":3,"contacts":[{"a":"x","b":"y","verdict":"touch","distance":1e999,"lower":1,"upper":0}]}`:      "contacts[0].distance: out-of-range",
		`{"baseline":1,"dim":3,"contacts":[{"a":"x","b":"y","verdict":"touch","distance":"0","lower":1,"upper":0}]}`:        "contacts[0].distance: wrong-type",
		`{"baseline":1,"dim":3,"contacts":[{"a":"x","b":"y","verdict":"hit","distance":0,"lower":0,"upper":0,"t":1}]}`:      "contacts[0].earliest: missing-field",
		`{"baseline":1,"dim":3,"contacts":[{"a":"x","b":"y",` + contact + `,"t":1}]}`:                                       "contacts[0].t: conflicting-fields",
		`{"baseline":1,"dim":3,"contacts":[{"a":1,"b":"y",` + contact + `}]}`:                                               "contacts[0].a: wrong-type",
	} {
		if _, err := decodeBaseline(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", text, err, want)
		}
	}
	if _, err := scene.DecodeBaseline(t.Context(), strings.NewReader(strings.Repeat(" ", 100)), "k", scene.Options{MaxBytes: 99}); err == nil ||
		!strings.Contains(err.Error(), "too-long: the baseline is longer than 99 bytes") {
		t.Errorf("too long: %v", err)
	}
	if fmt.Sprint(scene.NewContact, scene.Worse, scene.Better, scene.Known, scene.Gone) != "new worse better known gone" {
		t.Error("words")
	}
}

// FuzzBaseline: no text makes the decoder panic, and what it takes it writes so that it reads it
// back.
func FuzzBaseline(f *testing.F) {
	f.Add(`{"baseline":1,"dim":3,"units":"m","contacts":[{"a":"x","b":"y","verdict":"touch","distance":0,"lower":0,"upper":0}]}`)
	f.Add(`{"baseline":1,"dim":2,"contacts":[{"a":"x","b":"y","verdict":"hit","distance":1,"lower":1,"upper":"Infinity","t":1,"earliest":1,"latest":2,"note":"n"}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		b, err := decodeBaseline(text)
		if err != nil {
			return
		}
		var first, second bytes.Buffer
		if err := b.Encode(&first); err != nil {
			t.Fatal(err)
		}
		again, err := decodeBaseline(first.String())
		if err != nil {
			t.Fatalf("%v: %s", err, first.String())
		}
		if err := again.Encode(&second); err != nil || first.String() != second.String() {
			t.Errorf("%v: %s is not %s", err, second.String(), first.String())
		}
	})
}
