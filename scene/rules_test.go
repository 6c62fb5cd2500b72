package scene_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/scene"
)

// ruleScene returns a scene of unit balls in a row, 1.5 apart, with the names, and rules.
func ruleScene(t *testing.T, names []string, rules string) *scene.Scene {
	t.Helper()
	s, err := decodeRules(names, rules)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func decodeRules(names []string, rules string) (*scene.Scene, error) {
	var b strings.Builder
	b.WriteString("version: 1\ndim: 3\nobjects:\n")
	for i, n := range names {
		fmt.Fprintf(&b, "  - {name: %q, shape: {type: sphere, radius: 0.5}, pose: {p: [%v, 0, 0]}}\n", n, 1.5*float64(i))
	}
	b.WriteString("rules:\n" + rules)
	return scene.Decode(context.Background(), strings.NewReader(b.String()), "s.yaml", scene.Options{})
}

// TestRulePatterns: what a pattern matches, one name each.
func TestRulePatterns(t *testing.T) {
	for _, row := range []struct {
		pattern string
		yes, no []string
	}{
		{"pipe*", []string{"pipe", "pipe-1", "pipe/flange/bolt"}, []string{"a pipe", "Pipe", "pip"}},
		{"*/bolt-*", []string{"a/bolt-1", "a/b/bolt-"}, []string{"bolt-1", "a/bolt"}},
		{"*a*b*", []string{"ab", "xaxbx", "aab", "bab"}, []string{"ba", "a", "b"}},
		{"?", []string{"a", "ä", "/"}, []string{"ab", "äb"}},
		{"a??", []string{"abc", "aäö"}, []string{"ab", "abcd"}},
		{"[abc]x", []string{"ax", "cx"}, []string{"dx", "abcx", "x"}},
		{"[a-cx-z]", []string{"b", "y"}, []string{"d", "-"}},
		{"[!a-c]", []string{"d", "ä"}, []string{"b", "dd"}},
		{"[^a-c]", []string{"d"}, []string{"b"}},
		{"[-a]", []string{"-", "a"}, []string{"b"}},
		{"[a-]", []string{"-", "a"}, []string{"b"}},
		{`[\]]`, []string{"]"}, []string{"a"}},
		{`\*`, []string{"*"}, []string{"a", `\*`}},
		{`a\[1\]`, []string{"a[1]"}, []string{"a1"}},
		{"**", []string{"a", "a/b"}, nil},
		{"wall", []string{"wall"}, []string{"walls", "wal"}},
		{"*ab", []string{"ab", "aab", "abab"}, []string{"aba"}},
	} {
		for k, names := range [2][]string{row.yes, row.no} {
			for _, name := range names {
				s := ruleScene(t, []string{name, "the other"}, fmt.Sprintf("  - {a: %q, b: the other, ignore: true}\n", row.pattern))
				if got := s.RuleOf(0, 1) == 0; got != (k == 0) {
					t.Errorf("%q and the name %q: matches %v", row.pattern, name, got)
				}
			}
		}
	}
}

// The matching of patterns is that of regular expressions.
func TestRulePatternsRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	pieces := []string{"*", "*", "?", "a", "b", "[ab]", "[!a]", "ä"}
	meant := map[string]string{"*": "(?s:.*)", "?": "(?s:.)", "[!a]": "[^a]"}
	yes, total := 0, 0
	for range 300 {
		var pattern, expression string
		for range 1 + rng.IntN(6) {
			p := pieces[rng.IntN(len(pieces))]
			pattern += p
			if m, ok := meant[p]; ok {
				p = m
			}
			expression += p
		}
		re := regexp.MustCompile("^" + expression + "$")
		var names []string
		for len(names) < 20 {
			var name strings.Builder
			for range 1 + rng.IntN(6) {
				name.WriteString([]string{"a", "b", "ä", "/"}[rng.IntN(4)])
			}
			if !slices.Contains(names, name.String()) {
				names = append(names, name.String())
			}
		}
		s := ruleScene(t, append(names, "the other"), fmt.Sprintf("  - {a: %q, b: the other, ignore: true}\n", pattern))
		for i, name := range names {
			want := re.MatchString(name)
			if got := s.RuleOf(i, len(names)) == 0; got != want {
				t.Errorf("%q and %q: %v, want %v", pattern, name, got, want)
			}
			total++
			if want {
				yes++
			}
		}
	}
	if yes < total/20 || yes > total*19/20 {
		t.Errorf("%d of %d match", yes, total)
	}
}

// TestRuleErrors: what is refused, and where.
func TestRuleErrors(t *testing.T) {
	for rules, want := range map[string]string{
		"  - {a: '', b: x, ignore: true}":                                `s.yaml:8: rules[0].a: bad-pattern: "": a pattern is not empty`,
		"  - {a: x, b: 'a[', ignore: true}":                              `s.yaml:8: rules[0].b: bad-pattern: "a[": [ has no ]`,
		"  - {a: x, b: 'a[]', ignore: true}":                             `rules[0].b: bad-pattern: "a[]": [] has no letters`,
		"  - {a: x, b: '[z-a]', ignore: true}":                           `rules[0].b: bad-pattern: "[z-a]": z-a is no range`,
		`  - {a: x, b: 'a\', ignore: true}`:                              `rules[0].b: bad-pattern: "a\\": the pattern ends with a backslash`,
		"  - {a: x, b: 'a', ignore: true, color: red}":                   `s.yaml:8: rules[0].color: unknown-field`,
		"  - {a: x, b: 'a', clearence: 1}":                               `did you mean clearance?`,
		"  - {a: x, clearance: 1}":                                       `s.yaml:8: rules[0].b: missing-field`,
		"  - {a: x, b: y}":                                               `s.yaml:8: rules[0].clearance: missing-field: a rule says one of`,
		"  - {a: x, b: y, clearance: 1, ignore: true}":                   `rules[0].ignore: conflicting-fields: a rule says one of clearance, overlap and ignore, not clearance and ignore`,
		"  - {a: x, b: y, ignore: false}":                                `rules[0].ignore: conflicting-fields: ignore: false says nothing`,
		"  - {a: x, b: y, clearance: -1}":                                `rules[0].clearance: negative-size`,
		"  - {a: x, b: y, overlap: -1}":                                  `rules[0].overlap: negative-size`,
		"  - {a: x, b: y, overlap: .nan}":                                `rules[0].overlap: not-finite`,
		"  - {a: x, b: y, clearance: 1}\n  - {a: 1, b: y, clearance: 1}": `s.yaml:9: rules[1].a: wrong-type`,
		"  - [x, y]": `rules[0]: wrong-type: a mapping is wanted`,
		"  {}":       `rules: wrong-type`,
		"  - {a: x, b: " + strings.Repeat("y", 1025) + ", clearance: 1}": `a pattern is no longer than 1024 bytes`,
		strings.Repeat("  - {a: x, b: y, clearance: 1}\n", 1001):         `rules: too-large: 1001 rules where 1000 are the most`,
	} {
		_, err := decodeRules([]string{"x", "y", "z"}, rules+"\n")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v\nwant %s", rules, err, want)
		}
	}
	// 2^11 kinds of objects are more than are told apart
	var names []string
	for i := range 2048 {
		names = append(names, fmt.Sprintf("%011b", i))
	}
	var rules strings.Builder
	for i := range 11 {
		fmt.Fprintf(&rules, "  - {a: '%s1%s', b: '*', clearance: 0}\n", strings.Repeat("?", i), strings.Repeat("?", 10-i))
	}
	if _, err := decodeRules(names, rules.String()); !errors.Is(err, scene.ErrTooLarge) {
		t.Errorf("2048 kinds: %v", err)
	}
}

// The schemas of scenes and baselines say the same as the decoders, but of what no schema can see.
func TestRuleSchema(t *testing.T) {
	rules, known := compile(t, "scene.schema.json"), compile(t, "baseline.schema.json")
	for rule, ok := range map[string]bool{
		`{"a":"x","b":"y*[a-c]?\\*","clearance":0}`:       true,
		`{"name":"n","a":"[!x]","b":"[]]","overlap":1}`:   false,
		`{"name":"n","a":"[!x]","b":"[\\]]","overlap":1}`: true,
		`{"a":"x","b":"y","ignore":true}`:                 true,
		`{"a":"x","b":"y","ignore":false}`:                false,
		`{"a":"x","b":"y"}`:                               false,
		`{"a":"x","b":"y","clearance":1,"overlap":1}`:     false,
		`{"a":"x","b":"","clearance":1}`:                  false,
		`{"a":"x[","b":"y","clearance":1}`:                false,
		`{"a":"x\\","b":"y","clearance":1}`:               false,
		`{"a":"x","clearance":1}`:                         false,
		`{"a":"x","b":"y","clearance":-1}`:                false,
		`{"a":"x","b":"y","clearance":1,"other":1}`:       false,
	} {
		text := `{"version":1,"dim":3,"objects":[],"rules":[` + rule + `]}`
		_, err := scene.Decode(t.Context(), strings.NewReader(text), "s.json", scene.Options{})
		if valid(t, rules, text) != ok || (err == nil) != ok {
			t.Errorf("%s: the schema says %v, the decoder %v", rule, valid(t, rules, text), err)
		}
	}
	for contact, ok := range map[string]bool{
		`{"a":"x","b":"y","verdict":"touch","distance":0,"lower":0,"upper":"Infinity","note":"n"}`:         true,
		`{"a":"x","b":"y","verdict":"hit","distance":1,"lower":1,"upper":1,"t":1,"earliest":1,"latest":1}`: true,
		`{"a":"x","b":"y","verdict":"hit","distance":1,"lower":1,"upper":1,"t":1,"earliest":1}`:            false,
		`{"a":"x","b":"y","verdict":"touch","distance":1,"lower":1,"upper":1,"t":1}`:                       false,
		`{"a":"x","b":"y","verdict":"clear","distance":1,"lower":1,"upper":1}`:                             false,
		`{"a":"x","b":"y","verdict":"touch","distance":"NaN","lower":1,"upper":1}`:                         false,
		`{"a":"x","b":"y","verdict":"touch","lower":1,"upper":1}`:                                          false,
	} {
		text := `{"baseline":1,"dim":2,"units":"m","contacts":[` + contact + `]}`
		_, err := scene.DecodeBaseline(t.Context(), strings.NewReader(text), "b.json", scene.Options{})
		if valid(t, known, text) != ok || (err == nil) != ok {
			t.Errorf("%s: the schema says %v, the decoder %v", contact, valid(t, known, text), err)
		}
	}
}

// A rule that decides nothing is told of.
func TestRuleNotes(t *testing.T) {
	s := ruleScene(t, []string{"a", "b", "c"}, `  - {a: pipe*, b: a, clearance: 1}
  - {a: a, b: b, clearance: 1}
  - {a: a, b: "[ab]", clearance: 2}
  - {a: a, b: a, ignore: true}
`)
	var got []string
	for _, n := range s.Notes {
		got = append(got, n.String())
	}
	want := []string{
		`s.yaml:8: rules[0]: note: the rule is about no pair: no object matches "pipe*"`,
		`s.yaml:9: rules[1]: note: later rules decide about the pair that it matches`,
		`s.yaml:11: rules[3]: note: the rule is about no pair that is checked`,
	}
	for i := range want {
		if i >= len(got) || !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("%q, want %q", got, want)
			break
		}
	}
}

// The last rule about a pair decides, in whichever order its objects are; groups and pairs to
// ignore come before.
func TestRuleOrder(t *testing.T) {
	s := ruleScene(t, []string{"a", "b", "c", "d"}, `  - {a: "*", b: "*", clearance: 3}
  - {name: near, a: b, b: a, clearance: 0.4}
  - {a: c, b: "*", ignore: true}
  - {a: d, b: c, overlap: 0}
`)
	for pair, want := range map[[2]int]int{{0, 1}: 1, {1, 0}: 1, {0, 2}: 2, {0, 3}: 0, {2, 3}: 3, {1, 3}: 0} {
		if got := s.RuleOf(pair[0], pair[1]); got != want {
			t.Errorf("%v: rule %d, want %d", pair, got, want)
		}
	}
	if n := s.CountPairs(); n != 4 {
		t.Errorf("%d pairs, want 4", n)
	}
	if got := s.RulePairs(); !slices.Equal(got, []int{2, 1, 2, 1}) {
		t.Errorf("the rules decide about %v pairs", got)
	}
	found, err := s.Check(t.Context(), scene.CheckOptions{All: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range found {
		f := &found[i]
		asked, verdict := 3.0, scene.Near // 0.5 apart, or 2, or 3.5
		switch {
		case f.A == 0 && f.B == 1:
			asked, verdict = 0.4, scene.Clear
		case f.A == 2 && f.B == 3:
			asked, verdict = 0, scene.Clear
		case f.A == 0 && f.B == 3:
			verdict = scene.Clear
		}
		if f.Rule == nil || s.Asked(f) != asked || f.Verdict != verdict {
			t.Errorf("%d and %d: %v of %v by %+v, want %v of %v", f.A, f.B, f.Verdict, s.Asked(f), f.Rule, verdict, asked)
		}
	}
}

// Of pairs that may meet, those that overlap deeper are found: by the certified bound.
func TestRuleOverlap(t *testing.T) {
	const text = `{"version":1,"dim":3,"objects":[
		{"name":"pin","shape":{"type":"box","size":[1,1,1]}},
		{"name":"hole","shape":{"type":"box","size":[1,1,1]},"pose":{"p":[%v,0,0]}}],
		"rules":[{"a":"pin","b":"hole","overlap":%v}]}`
	for _, row := range []struct {
		x, overlap float64
		want       scene.Verdict
	}{
		{1, 0, scene.Clear},
		{1.5, 0, scene.Clear},
		{0.75, 0.2501, scene.Clear},
		{0.75, 0.125, scene.Overlap},
		{0.75, 0, scene.Overlap},
	} {
		s, err := scene.Decode(t.Context(), strings.NewReader(fmt.Sprintf(text, row.x, row.overlap)), "s.json", scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found, err := s.Check(t.Context(), scene.CheckOptions{All: true})
		if err != nil || len(found) != 1 || found[0].Verdict != row.want || s.Asked(&found[0]) != -row.overlap {
			t.Errorf("%v, %v: %+v %v", row.x, row.overlap, found, err)
		}
	}
}

// A pair that may meet, and moves, meets where it gets deeper.
func TestRuleMoving(t *testing.T) {
	const text = `{"version":1,"dim":3,"objects":[
		{"name":"floor","shape":{"type":"half-space","normal":[0,0,1],"offset":0}},
		{"name":"foot","shape":{"type":"box","size":[1,1,1]},"pose":{"p":[0,0,0.5]},"motion":{"linear":%s}}],
		"rules":[{"a":"foot","b":"floor","overlap":0}]}`
	for motion, want := range map[string]scene.Verdict{
		"[1,0,0]": scene.Clear, "[1,0,1]": scene.Clear, "[1,0,-0.5]": scene.Meet,
	} {
		s, err := scene.Decode(t.Context(), strings.NewReader(fmt.Sprintf(text, motion)), "s.json", scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found, err := s.Check(t.Context(), scene.CheckOptions{All: true})
		if err != nil || len(found) != 1 || found[0].Verdict != want {
			t.Errorf("%s: %+v %v, want %v", motion, found, err, want)
		}
	}
}

// randomRules gives a scene of randomScene rules about its names.
func randomRules(rng *rand.Rand, s *scene.Scene) {
	patterns := []string{"*", "o1*", "o?", "o[0-4]", "*[13579]", "o2?", "none"}
	for range 1 + rng.IntN(70) {
		r := scene.Rule{A: patterns[rng.IntN(len(patterns))], B: patterns[rng.IntN(len(patterns))]}
		switch rng.IntN(3) {
		case 0:
			r.Ignore = true
		case 1:
			r.MayMeet, r.Depth = true, rng.Float64()
		default:
			r.Clearance = 3 * rng.Float64()
		}
		s.Rules = append(s.Rules, r)
	}
}

// Whatever the rules, Check finds what asking about each pair finds, and the counts are those of
// the pairs.
func TestRulesRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	found, fine := 0, 0
	for k := range 40 {
		s := randomScene(t, rng, 2+k%2, 1+rng.IntN(30))
		randomRules(rng, s)
		pairs, decided := 0, make([]int, len(s.Rules))
		for i, j := range s.Pairs() {
			pairs++
			if r := s.RuleOf(i, j); r >= 0 && s.Rules[r].Ignore {
				t.Errorf("%d and %d are checked, and rule %d ignores them", i, j, r)
			} else if r >= 0 {
				decided[r]++
			}
		}
		for r, n := range s.RulePairs() {
			if !s.Rules[r].Ignore && n != decided[r] {
				t.Errorf("rule %d decides about %d pairs, not %d", r, decided[r], n)
			}
		}
		all, err := s.Check(t.Context(), scene.CheckOptions{All: true})
		if err != nil || len(all) != pairs || s.CountPairs() != pairs {
			t.Fatalf("%v: %d pairs of %d, %d counted", err, len(all), pairs, s.CountPairs())
		}
		var want [][2]int
		for i := range all {
			f := &all[i]
			r := s.RuleOf(f.A, f.B)
			if (r < 0) != (f.Rule == nil) || r >= 0 && f.Rule != &s.Rules[r] {
				t.Fatalf("the pair %d %d has another rule than %d", f.A, f.B, r)
			}
			if asked := s.Asked(f); (f.Verdict == scene.Clear) != (f.Answer.Lower >= asked && (f.Answer.Relation == collide.Apart || r >= 0 && f.Rule.MayMeet)) {
				t.Errorf("%v where %v is asked of %+v", f.Verdict, asked, f.Answer)
			}
			if f.Verdict != scene.Clear {
				want = append(want, [2]int{f.A, f.B})
				found++
			} else {
				fine++
			}
		}
		some, err := s.Check(t.Context(), scene.CheckOptions{})
		var got [][2]int
		for i := range some {
			got = append(got, [2]int{some[i].A, some[i].B})
		}
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v: %v, with All %v", err, got, want)
		}
	}
	if found < 200 || fine < 200 {
		t.Errorf("%d found, %d clear", found, fine)
	}
}

// Rules that a program makes are checked when they are used.
func TestRulesOfPrograms(t *testing.T) {
	s := ruleScene(t, []string{"a", "b"}, "  - {a: a, b: b, ignore: true}\n")
	s.Rules[0].A = "["
	if _, err := s.Check(t.Context(), scene.CheckOptions{}); !errors.Is(err, scene.ErrBadPattern) ||
		!strings.HasPrefix(err.Error(), "s.yaml:7: rules[0].a: bad-pattern") {
		t.Errorf("a bad pattern: %v", err)
	}
	if s.CountPairs() != 1 {
		t.Error("a bad pattern matches")
	}
	s.Rules[0] = scene.Rule{A: "a", B: "b", Clearance: -1}
	if _, err := s.Check(t.Context(), scene.CheckOptions{}); !errors.Is(err, collide.ErrBadOption) {
		t.Errorf("a negative clearance: %v", err)
	}
}

// Encode writes rules that Decode reads back.
func TestRulesEncode(t *testing.T) {
	s := ruleScene(t, []string{"a", "b"}, `  - {name: "a: b", a: "a*", b: 'b\*', clearance: 0.25}
  - {a: "?", b: "yes", overlap: 0}
  - {a: "[!x]", b: "*", ignore: true}
`)
	var b bytes.Buffer
	if err := s.Encode(&b); err != nil {
		t.Fatal(err)
	}
	again, err := scene.Decode(t.Context(), &b, "again.yaml", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Rules {
		s.Rules[i].Line, again.Rules[i].Line = 0, 0
	}
	if !slices.Equal(s.Rules, again.Rules) {
		t.Errorf("%+v, want %+v", again.Rules, s.Rules)
	}
}
