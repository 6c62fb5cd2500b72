package scene

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/say"
)

// Rule says what is asked of pairs of objects by their names. It is about the pairs whose names the
// patterns A and B match, one each, in either order.
//
// In a pattern * stands for any letters, slashes and none included, ? for any one letter, [abc],
// [a-z] and [!a-z] for one of some, and a backslash takes what follows it as it is.
type Rule struct {
	Name      string // for reports; may be empty
	A, B      string
	Ignore    bool    // the pairs are not checked
	Clearance float64 // how far apart they are to be, in place of the clearance of the scene
	MayMeet   bool    // they may touch, and overlap up to Depth; Clearance does not count
	Depth     float64
	Line      int
}

// Title returns the name of the rule, or where it has none its patterns.
func (r *Rule) Title() string {
	if r.Name != "" {
		return r.Name
	}
	return r.A + " | " + r.B
}

// Limits of rules, so that those of a stranger take neither memory nor time that the objects do
// not.
const (
	maxRules = 1000
	maxKinds = 1024 // of objects that rules tell apart
)

var keysRule = []string{"name", "a", "b", "clearance", "overlap", "ignore"}

// rules reads the list of rules at node i.
func (d *sceneDecoder) rules(i int32) {
	t := &d.tree
	if n := int(t.nodes[i].n); n > maxRules {
		t.report(t.fail(i, ErrTooLarge, say.Count(n, "rule")+" where "+strconv.Itoa(maxRules)+" are the most").at("rules"))
		return
	}
	for c := t.child(i); c != 0; c = t.nodes[c].next {
		since := t.here()
		d.scene.Rules = append(d.scene.Rules, d.rule(c))
		if since != t.here() {
			t.underIndex(since, len(d.scene.Rules)-1)
			t.under(since, "rules")
		}
	}
}

// rule reads the rule at node i.
func (d *sceneDecoder) rule(i int32) Rule {
	f := d.tree.open(i, keysRule)
	r := Rule{Name: strings.Clone(f.text("name")), Line: f.t.line(i)}
	r.A, r.B = d.patternOf(&f, "a"), d.patternOf(&f, "b")
	r.Clearance, r.Depth, r.MayMeet = f.size("clearance"), f.size("overlap"), f.get("overlap") != 0
	r.Ignore = f.boolean("ignore")
	var has []string
	for _, key := range keysRule[3:] {
		if f.get(key) != 0 {
			has = append(has, key)
		}
	}
	switch {
	case !f.ok:
	case len(has) == 0:
		f.need("clearance", "a rule says one of clearance, overlap and ignore: true")
	case len(has) > 1:
		f.conflict(has[1], "a rule says one of clearance, overlap and ignore, not "+listed(has, "and"))
	case f.get("ignore") != 0 && !r.Ignore:
		f.fail(f.t.fail(f.get("ignore"), ErrConflictingFields,
			"ignore: false says nothing; clearance: 0 makes a pair be checked that an earlier rule ignores").at("ignore"))
	}
	return r
}

// patternOf returns the pattern under a key.
func (d *sceneDecoder) patternOf(f *fields, key string) string {
	c := f.need(key, "a rule has two patterns of names, a and b")
	s := strings.Clone(f.text(key))
	if c == 0 || f.t.nodes[c].kind != text {
		return ""
	}
	if _, err := newPattern(s); err != nil {
		f.fail(f.t.fail(c, ErrBadPattern, quote(s)+": "+err.Error()).at(key))
	}
	return s
}

// checkRules notes the rules that decide nothing. i is the node of their list.
func (d *sceneDecoder) checkRules(i int32) {
	t := &d.tree
	p := plainPairing(&d.scene)
	p.findKinds(func() bool { return len(p.kinds) > maxKinds || d.canceled() != nil })
	if e := d.canceled(); e != nil {
		t.report(e)
		return
	}
	if len(p.kinds) > maxKinds {
		t.report(t.fail(i, ErrTooLarge, fmt.Sprintf("the rules tell more than %d kinds of objects apart",
			maxKinds)).at("rules"))
		return
	}
	sum := p.tally()
	d.count = sum.checked
	k := 0
	for c := t.child(i); c != 0; c = t.nodes[c].next {
		r := &d.scene.Rules[k]
		path := "rules[" + strconv.Itoa(k) + "]"
		switch {
		case sum.matched[k] == 0:
			t.note(c, path, UnmatchedRule, d.unmatched(r))
		case sum.decided[k] == 0:
			t.note(c, path, OverruledRule, fmt.Sprintf("later rules decide about %s that it matches",
				allOf(sum.matched[k], "pair")))
		}
		k++
	}
}

// allOf returns "the pair" or "all n pairs".
func allOf(n int, noun string) string {
	if n == 1 {
		return "the " + noun
	}
	return "all " + say.Count(n, noun)
}

// unmatched says why no pair matches a rule.
func (d *sceneDecoder) unmatched(r *Rule) string {
	for _, s := range []string{r.A, r.B} {
		p, _ := newPattern(s) // it has been tried
		if !slices.ContainsFunc(d.scene.Objects, func(o Object) bool { return p.matches(o.Name) }) {
			return "the rule is about no pair: no object matches " + quote(s)
		}
	}
	return "the rule is about no pair that is checked"
}

// Asked returns the least signed distance that is asked of a pair: its clearance, or minus the
// depth to which it may overlap.
func (s *Scene) Asked(f *Found) float64 {
	switch r := f.Rule; {
	case r == nil:
		return s.Clearance
	case r.MayMeet:
		return 0 - r.Depth
	default:
		return r.Clearance
	}
}

// verdict returns what the answer about a pair means where the rule, unless nil, decides.
func (s *Scene) verdict(a *Answer, r *Rule) Verdict {
	switch {
	case r == nil:
		return a.Verdict(s.Clearance)
	case r.MayMeet && a.Err == nil && a.Lower >= -r.Depth:
		return Clear
	}
	return a.Verdict(r.Clearance)
}

// RuleOf returns the index in Rules of the one that decides about a pair of objects: the last that
// is about it; -1 for none, and for objects that there are not. Whoever asks about many pairs asks
// Check.
func (s *Scene) RuleOf(i, j int) int {
	if !s.has(i) || !s.has(j) {
		return -1
	}
	p := newPairing(s)
	return p.rule(i, j)
}

// pairing says which pairs are to be checked, and what is asked of them.
type pairing struct {
	scene   *Scene
	ignored map[[2]int]bool
	kindOf  []int32 // of an object, the kind; nil without rules
	kinds   []kindOfObject
}

// kindOfObject are objects that the rules do not tell apart: bit r says that pattern A, or B, of
// rule r matches.
type kindOfObject struct {
	a, b  []uint64
	count int
}

// newPairing returns the pairing of a scene. Patterns that are none match nothing.
func newPairing(s *Scene) pairing {
	p := plainPairing(s)
	if len(s.Rules) > 0 {
		p.findKinds(func() bool { return false })
	}
	return p
}

// plainPairing returns the pairing of a scene without its rules.
func plainPairing(s *Scene) pairing {
	set := make(map[[2]int]bool, len(s.Ignore))
	for _, p := range s.Ignore {
		if i, j := min(p[0], p[1]), max(p[0], p[1]); 0 <= i && i < j && j < len(s.Objects) {
			set[[2]int{i, j}] = true
		}
	}
	return pairing{scene: s, ignored: set}
}

// findKinds fills kindOf and kinds, unless stop ends it.
func (p *pairing) findKinds(stop func() bool) {
	rules := p.scene.Rules
	words := (len(rules) + 63) / 64
	patterns := p.patterns()
	p.kindOf = make([]int32, len(p.scene.Objects))
	known := map[string]int32{}
	sum := make([]uint64, 2*words)
	var key []byte
	for i := range p.scene.Objects {
		if stop() {
			return
		}
		clear(sum)
		name := p.scene.Objects[i].Name
		for k := range patterns {
			if u := &patterns[k]; u.matches(name) {
				for _, at := range u.at {
					sum[at%2*words+at/2/64] |= 1 << (at / 2 % 64)
				}
			}
		}
		key = key[:0]
		for _, w := range sum {
			key = strconv.AppendUint(append(key, ' '), w, 36)
		}
		k, ok := known[string(key)]
		if !ok {
			k = int32(len(p.kinds))
			known[string(key)] = k
			own := slices.Clone(sum)
			p.kinds = append(p.kinds, kindOfObject{a: own[:words], b: own[words:]})
		}
		p.kindOf[i] = k
		p.kinds[k].count++
	}
}

// usedPattern is a pattern, and where it stands: at 2r as A of rule r, at 2r+1 as B.
type usedPattern struct {
	*pattern
	at []int
}

// patterns returns the patterns of the rules, each once.
func (p *pairing) patterns() (list []usedPattern) {
	index := map[string]int{}
	for r := range p.scene.Rules {
		for k, text := range []string{p.scene.Rules[r].A, p.scene.Rules[r].B} {
			i, ok := index[text]
			if !ok {
				pat, err := newPattern(text)
				if err != nil {
					continue
				}
				i = len(list)
				index[text] = i
				list = append(list, usedPattern{pattern: pat})
			}
			list[i].at = append(list[i].at, 2*r+k)
		}
	}
	return list
}

// rule returns the index of the rule that decides about a pair, -1 for none.
func (p *pairing) rule(i, j int) int {
	if p.kindOf == nil {
		return -1
	}
	return p.kinds[p.kindOf[i]].rule(&p.kinds[p.kindOf[j]])
}

// rule returns the index of the rule that decides about objects of two kinds, -1 for none.
func (k *kindOfObject) rule(l *kindOfObject) int {
	for w := len(k.a) - 1; w >= 0; w-- {
		if m := k.about(l, w); m != 0 {
			return 64*w + bits.Len64(m) - 1
		}
	}
	return -1
}

// about returns word w of the set of rules about objects of two kinds.
func (k *kindOfObject) about(l *kindOfObject, w int) uint64 { return k.a[w]&l.b[w] | k.b[w]&l.a[w] }

// checked reports whether the pair i < j is to be checked.
func (p *pairing) checked(i, j int) bool {
	return !(len(p.ignored) > 0 && p.ignored[[2]int{i, j}]) && p.met(i, j)
}

// met reports whether objects of the group and the kind of i are to be checked with those of j,
// unless the scene ignores a pair by itself.
func (p *pairing) met(i, j int) bool {
	o := p.scene.Objects
	if g := o[i].Group; g != "" && g == o[j].Group {
		return false
	}
	r := p.rule(i, j)
	return r < 0 || !p.scene.Rules[r].Ignore
}

// reach returns the greatest clearance that is asked for about an object, of any pair it may be in.
func (p *pairing) reach(i int) float64 {
	most := p.scene.Clearance
	if p.kindOf == nil {
		return most
	}
	k := &p.kinds[p.kindOf[i]]
	for w := range k.a {
		for m := k.a[w] | k.b[w]; m != 0; m &= m - 1 {
			if r := &p.scene.Rules[64*w+bits.TrailingZeros64(m)]; !r.MayMeet {
				most = max(most, r.Clearance)
			}
		}
	}
	return most
}

// tally is how many pairs there are to check, and what rules have to do with them.
type tally struct {
	checked          int
	matched, decided []int // pairs that a rule matches, and about which it decides, by rule
}

// tally counts. Cost: linear in the number of objects and quadratic in that of kinds, in all and in
// each group.
func (p *pairing) tally() tally {
	n := len(p.kinds)
	sum := tally{matched: make([]int, len(p.scene.Rules)), decided: make([]int, len(p.scene.Rules))}
	pairs := make([]int, n*n) // of kinds k <= l, at k*n+l
	for k := range p.kinds {
		pairs[k*n+k] = p.kinds[k].count * (p.kinds[k].count - 1) / 2
		for l := k + 1; l < n; l++ {
			pairs[k*n+l] = p.kinds[k].count * p.kinds[l].count
		}
	}
	for _, g := range p.groups() {
		for x, k := range g {
			pairs[int(k.kind)*n+int(k.kind)] -= k.count * (k.count - 1) / 2
			for _, l := range g[x+1:] {
				pairs[int(k.kind)*n+int(l.kind)] -= k.count * l.count
			}
		}
	}
	for pair := range p.ignored {
		if g := p.scene.Objects[pair[0]].Group; g == "" || g != p.scene.Objects[pair[1]].Group {
			k, l := p.kindOf[pair[0]], p.kindOf[pair[1]]
			pairs[int(min(k, l))*n+int(max(k, l))]--
		}
	}
	for k := range p.kinds {
		for l := k; l < n; l++ {
			if count := pairs[k*n+l]; count > 0 {
				sum.add(p, &p.kinds[k], &p.kinds[l], count)
			}
		}
	}
	return sum
}

// add counts pairs of two kinds.
func (sum *tally) add(p *pairing, k, l *kindOfObject, count int) {
	for w := range k.a {
		for m := k.about(l, w); m != 0; m &= m - 1 {
			sum.matched[64*w+bits.TrailingZeros64(m)] += count
		}
	}
	r := k.rule(l)
	if r >= 0 {
		sum.decided[r] += count
	}
	if r < 0 || !p.scene.Rules[r].Ignore {
		sum.checked += count
	}
}

// kindCount is how many objects are of a kind.
type kindCount struct {
	kind  int32
	count int
}

// groups returns of each group how many objects of each kind it has, in the order of the kinds.
func (p *pairing) groups() map[string][]kindCount {
	members := map[string][]int32{}
	for i := range p.scene.Objects {
		if g := p.scene.Objects[i].Group; g != "" {
			members[g] = append(members[g], p.kindOf[i])
		}
	}
	groups := make(map[string][]kindCount, len(members))
	for g, kinds := range members {
		slices.Sort(kinds)
		for _, k := range kinds {
			if list := groups[g]; len(list) == 0 || list[len(list)-1].kind != k {
				groups[g] = append(list, kindCount{kind: k})
			}
			groups[g][len(groups[g])-1].count++
		}
	}
	return groups
}

// countPlain is the number of pairs to check without rules.
func (p *pairing) countPlain() int {
	n := len(p.scene.Objects)
	count := n * (n - 1) / 2
	groups := make(map[string]int)
	for i := range p.scene.Objects {
		if g := p.scene.Objects[i].Group; g != "" {
			count -= groups[g] // the pairs with those before it
			groups[g]++
		}
	}
	for pair := range p.ignored {
		if g := p.scene.Objects[pair[0]].Group; g == "" || g != p.scene.Objects[pair[1]].Group {
			count--
		}
	}
	return count
}

// RulePairs returns how many pairs each of the Rules decides about.
func (s *Scene) RulePairs() []int {
	if len(s.Rules) == 0 {
		return nil
	}
	p := newPairing(s)
	return p.tally().decided
}

// badRules returns the error about rules that Check cannot take, nil for none.
func (s *Scene) badRules() error {
	for i := range s.Rules {
		r := &s.Rules[i]
		for k, p := range []string{r.A, r.B} {
			if _, err := newPattern(p); err != nil {
				return &Error{
					File: s.File, Line: r.Line, Path: fmt.Sprintf("rules[%d].%c", i, 'a'+k), Code: ErrBadPattern,
					Message: quote(p) + ": " + err.Error(),
				}
			}
		}
		if x := cmp.Or(r.Clearance, r.Depth); !(r.Clearance >= 0) || !(r.Depth >= 0) {
			return &collide.Error{Code: collide.ErrBadOption, Path: "rules.clearance", Index: i, Value: x}
		}
	}
	return nil
}
