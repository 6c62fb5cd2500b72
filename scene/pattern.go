package scene

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxPattern is the length in bytes of the longest pattern of names.
const maxPattern = 1 << 10

// pattern is a pattern of names: * stands for any letters, none included and slashes too, ? for any
// one letter, [abc], [a-z] and [!a-z] for one of some, and what follows a backslash for itself.
type pattern struct {
	prefix string // the letters that it begins with
	rest   []element
}

// element is a part of a pattern: a set of letters for one letter, or any letters.
type element struct {
	any  bool // any letters, none included
	not  bool // one letter outside of the ranges
	from []rune
	to   []rune
}

// newPattern returns the pattern of a text, or what is wrong with it.
func newPattern(s string) (*pattern, error) {
	if s == "" {
		return nil, fmt.Errorf("a pattern is not empty; * stands for any name")
	}
	if len(s) > maxPattern {
		return nil, fmt.Errorf("a pattern is no longer than %d bytes", maxPattern)
	}
	p := &pattern{}
	for s != "" {
		var e element
		var err error
		if e, s, err = nextElement(s); err != nil {
			return nil, err
		}
		last := len(p.rest) - 1
		switch {
		case last < 0 && e.one():
			p.prefix += string(e.from[0])
		case !e.any || last < 0 || !p.rest[last].any: // ** is *
			p.rest = append(p.rest, e)
		}
	}
	return p, nil
}

// one reports whether e stands for one letter only, which is not the stand-in for what is no
// letter.
func (e *element) one() bool {
	return !e.any && !e.not && len(e.from) == 1 && e.from[0] == e.to[0] && e.from[0] != utf8.RuneError
}

// nextElement returns the first element of s, which is not empty, and what is behind it.
func nextElement(s string) (e element, rest string, err error) {
	switch s[0] {
	case '*':
		return element{any: true}, s[1:], nil
	case '?':
		return element{not: true}, s[1:], nil
	case '[':
		return letterSet(s)
	}
	r, rest, err := letter(s)
	return element{from: []rune{r}, to: []rune{r}}, rest, err
}

// letter returns the first letter of s, that behind a backslash if s begins with one.
func letter(s string) (r rune, rest string, err error) {
	if s[0] == '\\' {
		if s = s[1:]; s == "" {
			return 0, "", fmt.Errorf("the pattern ends with a backslash, which takes the letter behind it as it is")
		}
	}
	r, n := utf8.DecodeRuneInString(s)
	return r, s[n:], nil
}

// letterSet returns the set that s begins with.
func letterSet(s string) (e element, rest string, err error) {
	rest = s[1:]
	if strings.HasPrefix(rest, "!") || strings.HasPrefix(rest, "^") {
		e.not, rest = true, rest[1:]
	}
	for rest != "" && rest[0] != ']' {
		var from, to rune
		if from, rest, err = letter(rest); err != nil {
			return e, "", err
		}
		to = from
		if len(rest) > 1 && rest[0] == '-' && rest[1] != ']' {
			if to, rest, err = letter(rest[1:]); err != nil {
				return e, "", err
			}
		}
		if from > to {
			return e, "", fmt.Errorf("%c-%c is no range: %c comes first", from, to, to)
		}
		e.from, e.to = append(e.from, from), append(e.to, to)
	}
	switch {
	case rest == "":
		return e, "", fmt.Errorf(`[ has no ]; a bracket that is part of a name is written \[`)
	case len(e.from) == 0:
		return e, "", fmt.Errorf(`[] has no letters; brackets that are part of a name are written \[\]`)
	}
	return e, rest[1:], nil
}

// takes reports whether e stands for the letter.
func (e *element) takes(r rune) bool {
	for k, from := range e.from {
		if from <= r && r <= e.to[k] {
			return !e.not
		}
	}
	return e.not
}

// matches reports whether the whole of a name is one of the pattern's. Cost: at most the product of
// the lengths.
func (p *pattern) matches(name string) bool {
	name, ok := strings.CutPrefix(name, p.prefix)
	if !ok {
		return false
	}
	at, list := 0, p.rest
	star, kept := -1, "" // the last * so far, and the name behind what it has taken
	for name != "" {
		r, n := utf8.DecodeRuneInString(name)
		switch {
		case at < len(list) && list[at].any:
			star, kept = at, name
			at++
		case at < len(list) && list[at].takes(r):
			at++
			name = name[n:]
		case star >= 0: // the * takes one letter more
			_, n := utf8.DecodeRuneInString(kept)
			kept = kept[n:]
			at, name = star+1, kept
		default:
			return false
		}
	}
	return at == len(list) || at == len(list)-1 && list[at].any
}
