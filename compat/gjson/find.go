package gjson

import (
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file answers paths that need more than names and indexes, a part at a time: find looks for the first part, and
// calls itself with the rest for the value that it finds. Nothing is checked: a text that is not JSON is read as if
// missing commas and colons were there, as gjson does.
//
// A dot leads from a value to its members and elements. A pipe gives a value, whatever it is, to the rest of the path,
// which makes a difference after lists: in a.#.b|0 the 0 is for the list of all b. Before modifiers and multipaths a dot
// means a pipe. A literal stands at the start or after a pipe: after a dot !true is a name.

// part is a part of a path that names members or an element.
type part struct {
	name string // without backslashes; with wild a pattern that still has them
	wild bool
}

// nextPart returns the first part of path, the separator after it, which is 0 at the end, and the rest of the path.
func nextPart(path string) (p part, sep byte, rest string) {
	i, backslash := 0, false
	for i < len(path) && path[i] != '.' && path[i] != '|' {
		switch path[i] {
		case '\\':
			backslash = true
			i++
		case '*', '?':
			p.wild = true
		}
		i++
	}
	i = min(i, len(path))
	p.name = path[:i]
	if backslash && !p.wild {
		p.name = unescape(p.name)
	}
	sep, rest = separator(path[i:])
	return p, sep, rest
}

// unescape removes backslashes, but for those that have one before them.
func unescape(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			if i++; i == len(s) {
				break
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

// separator returns the separator at the start of rest, and the path after it.
func separator(rest string) (sep byte, path string) {
	if rest == "" || rest[0] != '.' && rest[0] != '|' {
		return 0, ""
	}
	sep, path = rest[0], rest[1:]
	if path != "" && (path[0] == '[' || path[0] == '{' || path[0] == '@' && startsModifier(path)) {
		sep = '|'
	}
	return sep, path
}

// splitPipe splits path at its first pipe that is not within brackets or quotes.
func splitPipe(path string) (left, right string, ok bool) {
	depth := 0
	for i := 0; i < len(path); i++ {
		switch path[i] {
		case '\\':
			i++
		case '"':
			i = stringEnd(path, i) - 1
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '|':
			if depth <= 0 {
				return path[:i], path[i+1:], true
			}
		}
	}
	return path, "", false
}

// find returns the value at the end of path in json. Its Index counts from the start of json, or is made. Nothing that
// the path makes on the way is longer than most.
func find(json, path string, most int) Result {
	var r Result
	var rest string
	ok := false
	if path != "" {
		switch path[0] {
		case '@':
			r, rest, ok = modified(json, path)
		case '!':
			r, rest, ok = literal(path)
		case '[', '{':
			r, rest, ok = multipath(json, path, most)
		}
	}
	if ok {
		if len(r.Raw) > most {
			return Result{Index: made}
		}
		if r.Index = made; rest != "" {
			r = find(r.Raw, rest[1:], most)
			r.Index, r.Indexes = made, nil
		}
		return r
	}
	return below(json, path, most)
}

// below is find for a path that begins with a name or an index, whatever its first byte.
func below(json, path string, most int) Result {
	if strings.HasPrefix(path, "..") {
		return element(cursor{json: json, most: most}, path[2:])
	}
	switch i := spaceEnd(json, 0); {
	case i == len(json):
	case json[i] == '{':
		return member(cursor{json: json, end: i + 1, object: true, most: most}, path)
	case json[i] == '[':
		return element(cursor{json: json, end: i + 1, most: most}, path)
	}
	return Result{Index: made}
}

// in is find for the path of p.
func (p *plan) in(json string, most int) Result {
	if p.tail == "" {
		switch place, end := early(json, p.steps, false); {
		case end > 0:
			return at(json, place.Start, end)
		case end == follow.Done && p.ends(json, place):
			return count(place.Index)
		}
	}
	return find(json, p.path, most)
}

// onward returns the value that rest leads to from the value at c, after sep.
func (c *cursor) onward(sep byte, rest string) Result {
	if sep == 0 {
		return c.result()
	}
	raw := c.json[c.start:c.end]
	if sep == '.' && (raw == "" || raw[0] != '{' && raw[0] != '[') {
		return Result{Index: made}
	}
	r := Result{}
	if sep == '.' && strings.HasPrefix(rest, "!") {
		r = below(raw, rest, c.most)
	} else {
		r = find(raw, rest, c.most)
	}
	if sep == '|' && !r.Exists() {
		r.Index = ended
	}
	return r.moved(c.start)
}

// member returns the value at the end of path in an object. If a name comes again, and its first value does not have
// the rest of the path, the next one is tried.
func member(c cursor, path string) Result {
	p, sep, rest := nextPart(path)
	for c.next() {
		name := unquote(c.name())
		if p.wild && !matches(name, p.name) || !p.wild && name != p.name {
			continue
		}
		if r := c.onward(sep, rest); r.Exists() || sep != '.' || r.Index == ended {
			return r
		}
	}
	return missing(sep, rest, c.most)
}

// missing returns what rest makes of no value: after a pipe, modifiers and multipaths make something of it.
func missing(sep byte, rest string, most int) Result {
	if sep == '|' {
		return piped(Result{}, rest, most)
	}
	return Result{Index: made}
}

// element returns the value at the end of path in an array.
func element(c cursor, path string) Result {
	if path == "" || path[0] != '#' {
		p, sep, rest := nextPart(path)
		n, err := strconv.ParseUint(p.name, 10, 31)
		for ; err == nil && c.next(); n-- {
			if n == 0 {
				return c.onward(sep, rest)
			}
		}
		return missing(sep, rest, c.most)
	}
	q, sep, rest, ok := parseQuery(path)
	if ok {
		q = q.prepared(c.most)
	}
	switch {
	case !ok && len(path) > 1 && path[1] == '.': // the rest of the path for each element
		return c.collect(nil, path[2:], true)
	case !ok && len(path) > 1 && path[1] != '|':
		return Result{Index: made}
	case !ok:
		n := 0
		for c.next() {
			n++
		}
		if len(path) > 1 && path[1] == '|' {
			return piped(count(n), path[2:], c.most)
		}
		return count(n)
	case q.all:
		if sep == '|' {
			return piped(c.collect(&q, "", false), rest, c.most)
		}
		return c.collect(&q, rest, sep != 0)
	}
	for c.next() {
		if q.selects(c.json[c.start:c.end]) {
			if sep == 0 {
				return c.result()
			}
			return find(c.json[c.start:c.end], rest, c.most).moved(c.start)
		}
	}
	return missing(sep, rest, c.most)
}

// count returns a number that was made.
func count(n int) Result {
	return Result{Type: Number, Raw: strconv.Itoa(n), Num: float64(n), Index: made}
}

// piped returns what path leads to in r, which was made.
func piped(r Result, path string, most int) Result {
	r = find(r.Raw, path, most)
	r.Index, r.Indexes = made, nil
	return r
}

// collect returns the array of the elements that q selects, or of all without q; with each, of what path up to its first pipe leads to in
// each of them.
func (c *cursor) collect(q *query, path string, each bool) Result {
	var p *plan
	right, pipe := "", false
	if each {
		var left string
		left, right, pipe = splitPipe(path)
		p = planOf(left)
	}
	b, some := []byte{'['}, q == nil
	var indexes []int
	for c.next() {
		if q != nil && !q.selects(c.json[c.start:c.end]) {
			continue
		}
		some = true
		raw, at := c.json[c.start:c.end], c.start
		if each {
			r := p.in(raw, c.most)
			if !r.Exists() {
				continue
			}
			raw = r.Raw
			if r.Index >= 0 {
				at += r.Index
			}
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		if b = append(b, raw...); len(b) > c.most {
			return Result{Index: made}
		}
		indexes = append(indexes, at)
	}
	r := Result{Type: JSON, Raw: mem.Frozen(append(b, ']')), Index: made, Indexes: indexes}
	if pipe && some {
		return piped(r, right, c.most)
	}
	return r
}

// cursor goes over the elements of an array, the members of an object, or the lines of a text.
type cursor struct {
	json       string
	object     bool
	start, end int // of the value
	from, to   int // of the name
	most       int // the most bytes that a path makes, where the cursor follows one
}

// next moves to the next value.
func (c *cursor) next() bool {
	ok := c.step()
	if ok && c.end == c.start {
		c.end = valueEnd(c.json, c.start)
	}
	return ok
}

// step moves to the next value, but does not look for the end of an array or object: then c.end is c.start, until the
// caller has gone over what is inside. If there is no next value, c.end is the end of the array or object that c is in.
func (c *cursor) step() bool {
	i := c.end
	if c.object {
		for i < len(c.json) && c.json[i] != '"' {
			if c.json[i] == '}' {
				c.end = i + 1
				return false
			}
			i++
		}
		if c.from, c.to = i, stringEnd(c.json, i); !closed(c.json[i:c.to]) {
			c.end = len(c.json)
			return false
		}
		i = c.to
	}
	for i < len(c.json) && (c.json[i] <= ' ' || c.json[i] == ',' || c.json[i] == ':') {
		i++
	}
	if i >= len(c.json) || c.json[i] == '}' || c.json[i] == ']' {
		c.end = min(i+1, len(c.json))
		return false
	}
	c.start, c.end = i, i
	if c.json[i] == '{' || c.json[i] == '[' {
		return true
	}
	c.end = valueEnd(c.json, i)
	return c.json[i] != '"' || closed(c.json[i:c.end])
}

// inside returns a cursor over what is in the array or object that c is at. ok is false at another value.
func (c *cursor) inside() (in cursor, ok bool) {
	if c.start >= len(c.json) || c.json[c.start] != '{' && c.json[c.start] != '[' {
		return in, false
	}
	return cursor{json: c.json, end: c.start + 1, object: c.json[c.start] == '{'}, true
}

// closed reports whether the string raw has a quote at its end.
func closed(raw string) bool { return len(raw) > 1 && raw[len(raw)-1] == '"' }

func (c *cursor) name() string { return c.json[c.from:c.to] }

// result returns the value.
func (c *cursor) result() Result { return at(c.json, c.start, c.end) }

// spaceEnd returns the position of the first byte from i on that is not white space.
func spaceEnd(s string, i int) int {
	for i < len(s) && s[i] <= ' ' {
		i++
	}
	return i
}

// stringEnd returns the position after the string that begins at i, or len(s) if it has no end.
func stringEnd(s string, i int) int {
	for k := i + 1; k < len(s) && k < i+24 && s[k] != '\\'; k++ { // most are short
		if s[k] == '"' {
			return k + 1
		}
	}
	for from := i + 1; from < len(s); {
		quote := strings.IndexByte(s[from:], '"')
		if quote < 0 {
			break
		}
		quote += from
		backslashes := 0
		for s[quote-1-backslashes] == '\\' && quote-1-backslashes > i {
			backslashes++
		}
		if from = quote + 1; backslashes%2 == 0 {
			return from
		}
	}
	return len(s)
}

// valueEnd returns the position after the value that begins at i.
func valueEnd(s string, i int) int {
	if i >= len(s) {
		return len(s)
	}
	switch s[i] {
	case '"':
		return stringEnd(s, i)
	case '{', '[':
		if end := wire.PassUnchecked(mem.View(s), i+1, 1); end >= 0 {
			return end
		}
		return len(s)
	}
	from := i
	for i < len(s) && s[i] > ' ' && s[i] != ',' && s[i] != ']' && s[i] != '}' && s[i] != ':' {
		i++
	}
	return max(i, min(from+1, len(s)))
}

// matches reports whether s has the form of pattern, in which * stands for any text and ? for any character. A
// backslash takes the meaning of the character after it. It goes back to the last * only, so that the time is at most
// the product of both lengths.
func matches(s, pattern string) bool {
	star, again := -1, 0
	i, p := 0, 0
	for i < len(s) {
		if p < len(pattern) {
			switch c := pattern[p]; {
			case c == '*':
				star, again = p, i
				p++
				continue
			case c == '?':
				p++
				for i++; i < len(s) && s[i]&0xc0 == 0x80; i++ {
				}
				continue
			case c == '\\' && p+1 < len(pattern) && pattern[p+1] == s[i]:
				p += 2
				i++
				continue
			case c != '\\' && c == s[i]:
				p++
				i++
				continue
			}
		}
		if star < 0 {
			return false
		}
		again++
		i, p = again, star+1
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}
