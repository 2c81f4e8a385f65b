package gjson

import (
	"hash/maphash"
	"math"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/json"
)

// This file has the functions that look into a text. Names and indexes at the start of a path are followed by package
// follow, over bitmaps of the text. The rest of the path is for find, which goes over the value that they lead to.

// Get returns the value at the end of path in json. Without such a value the Result does not exist, and the same holds
// if the text up to the end of the value is not JSON.
func Get(json, path string) Result { return get(json, path, true) }

// GetBytes is [Get] for bytes. The Result has a copy of the value.
func GetBytes(json []byte, path string) Result {
	return detached(get(mem.Frozen(json), path, true), json)
}

// GetMany returns the values at the ends of several paths.
func GetMany(json string, path ...string) []Result { return many(json, path, Get) }

// GetManyBytes is [GetMany] for bytes.
func GetManyBytes(json []byte, path ...string) []Result { return many(json, path, GetBytes) }

func many[T any](json T, paths []string, get func(T, string) Result) []Result {
	list := make([]Result, len(paths))
	for i, path := range paths {
		list[i] = get(json, path)
	}
	return list
}

// Parse returns the whole of json. All of it is checked: if it is not one JSON value, the Result does not exist.
func Parse(json string) Result {
	if !Valid(json) {
		return Result{}
	}
	return parse(json)
}

// ParseBytes is [Parse] for bytes, of which the Result has a copy.
func ParseBytes(json []byte) Result { return Parse(string(json)) }

// Valid reports whether json is one JSON value.
func Valid(json string) bool { return wire.Valid(mem.View(json)) }

// ValidBytes is [Valid] for bytes.
//
//go:fix inline
func ValidBytes(data []byte) bool { return json.Valid(data) }

// ForEachLine calls iterator with each value of JSON lines, until it returns false or a value is not JSON.
func ForEachLine(json string, iterator func(line Result) bool) {
	eachLine(json[:linesEnd(json)], iterator)
}

func eachLine(json string, iterator func(line Result) bool) {
	for c := (cursor{json: json}); c.next(); {
		if !iterator(c.result()) {
			return
		}
	}
}

// Unchecked has functions of this package that do not check what they pass over, as in gjson: they are faster. They are
// for text that is known to be JSON. For other text the results are any part of it.
var Unchecked unchecked

type unchecked struct{}

// Get is the function [Get] for a text that is known to be JSON.
func (unchecked) Get(json, path string) Result { return get(json, path, false) }

// GetBytes is the function [GetBytes] for a text that is known to be JSON.
func (unchecked) GetBytes(json []byte, path string) Result {
	return detached(get(mem.Frozen(json), path, false), json)
}

// GetMany is the function [GetMany] for a text that is known to be JSON.
func (u unchecked) GetMany(json string, path ...string) []Result { return many(json, path, u.Get) }

// GetManyBytes is the function [GetManyBytes] for a text that is known to be JSON.
func (u unchecked) GetManyBytes(json []byte, path ...string) []Result {
	return many(json, path, u.GetBytes)
}

// Parse is the function [Parse] for a text that is known to be JSON. It looks at the first value's beginning only.
func (unchecked) Parse(json string) Result { return parse(json) }

// ParseBytes is the function [ParseBytes] for a text that is known to be JSON.
func (unchecked) ParseBytes(json []byte) Result { return parse(string(json)) }

// ForEachLine is the function [ForEachLine] for a text that is known to be JSON.
func (unchecked) ForEachLine(json string, iterator func(line Result) bool) { eachLine(json, iterator) }

// plan is a path, split where the functions that follow it hand over to each other.
type plan struct {
	path  string
	steps []step        // the start of the path, for early; nil if early does not know its names
	tail  string        // the path after steps, for find, or ""
	names []follow.Step // the names and indexes at the start, for package follow
	rest  string        // the path after names, for find, or ""
	lines bool

	counts int // number of the steps if the last one is #, otherwise 0
}

// step is a name or an index, a pattern of names, or a query that selects one element.
type step struct {
	follow.Step
	wild  bool // the name is a pattern
	query *query
}

// plans has the plans of the paths that were used last. A path has one place.
var (
	plans [256]atomic.Pointer[plan]
	seed  = maphash.MakeSeed()
)

func planOf(path string) *plan {
	at := &plans[slot(path)%uint64(len(plans))]
	if p := at.Load(); p != nil && p.path == path {
		return p
	}
	p := &plan{path: strings.Clone(path), lines: strings.HasPrefix(path, "..")}
	p.split()
	if len(p.path) < 1<<10 {
		at.Store(p)
	}
	return p
}

// split finds the steps of p.
func (p *plan) split() {
	p.tail, p.rest = p.path, p.path
	known, names := true, true
	sep := byte('|')
	for more := !p.lines; more; {
		s := step{}
		if p.tail == "#" {
			// In an array # is the number of elements: the index that it lacks. In an object it is a name.
			s.Step = follow.Step{Name: "#", Index: math.MaxInt, IsName: true, IsIndex: true}
			p.counts, p.tail, more = len(p.steps)+1, "", false
		} else if special(p.tail) && (sep == '|' || p.tail[0] != '!') {
			q, after, rest, ok := parseQuery(p.tail)
			if !ok || q.all {
				break
			}
			// The text after a query is a path of its own, like the text after a pipe.
			s.query, p.tail, sep, more = &q, rest, '|', after != 0
		} else {
			part, after, rest := nextPart(p.tail)
			s.Step, s.wild = follow.NameStep(part.name), part.wild
			if i, err := strconv.ParseUint(part.name, 10, 31); err == nil { // 01 is one too
				s.Index, s.IsIndex = int(i), true
			}
			known = known && (part.wild || follow.Plain(part.name))
			p.tail, sep, more = rest, after, after != 0
		}
		if names = names && s.query == nil && !s.wild; names {
			p.names, p.rest = append(p.names, s.Step), p.tail
		}
		p.steps = append(p.steps, s)
	}
	if !known {
		p.steps = nil
	}
}

// slot returns a number for path. Most paths are short, and two loads are a fifth of the time of a hash.
func slot(path string) uint64 {
	if len(path) > 16 {
		return maphash.String(seed, path)
	}
	p, n := mem.Data(mem.View(path)), min(len(path), 8)
	return (mem.LoadShort(p, n)*31 + mem.LoadShort(mem.Add(p, uintptr(len(path)-n)), n)) * 0x9E3779B97F4A7C15 >> 32
}

// ends reports whether only # at the end of the path is left at at, and an array is there. The path is then about the
// number of its elements.
func (p *plan) ends(json string, at follow.Progress) bool {
	return at.Steps == p.counts-1 && json[at.Start] == '['
}

// special reports whether path does not begin with a name or an index.
func special(path string) bool {
	return path != "" && strings.IndexByte("#@![{", path[0]) >= 0
}

// get is Get, with checks or without.
//
// It makes the Result in place: a copy would wait for the stores before it.
func get(json, path string, checks bool) (r Result) {
	p := planOf(path)
	place, end := early(json, p.steps, checks)
	if end < 0 || p.tail != "" {
		return p.far(json, place, end, checks)
	}
	r.read(json[place.Start:end])
	r.Index = place.Start
	return r
}

// far is get after early, which has got to place and end.
func (p *plan) far(json string, place follow.Progress, end int, checks bool) Result {
	if p.lines {
		if checks {
			json = json[:linesEnd(json)]
		}
		return find(json, p.path, mostMade(len(json))).settled()
	}
	rest, missing := p.tail, end == follow.Done
	if end == follow.Bad && len(p.steps) <= len(p.names) && (len(p.names) > 0 || checks && special(p.rest)) {
		place, end = place.Onward(mem.View(json), p.names, wire.MaxDepth, checks, false)
		rest, missing = p.rest, checks || end == follow.Done
	}
	switch {
	case end == follow.Done && p.ends(json, place):
		return count(place.Index).settled()
	case end >= 0 && rest == "":
		return at(json, place.Start, end)
	case end >= 0:
		if r := find(json[place.Start:end], rest, mostMade(len(json))); r.Exists() {
			return r.moved(place.Start).settled()
		}
	case missing && rest == "" && place.Steps == 0:
		return Result{}
	}
	// A name on the way may come again, modifiers make something of no value, and text that is not JSON is read as far
	// as possible.
	return found(json, p.path, checks)
}

// found returns the value at the end of path in json. With checks there is none unless json is JSON up to the end of
// the value, or as a whole if the value is not a part of json.
func found(json, path string, checks bool) Result {
	r := find(json, path, mostMade(len(json)))
	if !checks || !r.Exists() {
		return r.settled()
	}
	if r.Index >= 0 && r.Indexes == nil {
		if !follow.Sound(mem.View(json[:r.Index+len(r.Raw)]), 0) || !Valid(r.Raw) {
			return Result{}
		}
		return r
	}
	var s wire.Scanner
	if _, st := s.Scan(mem.View(json)); st != wire.Done && (st != wire.More || !s.End()) {
		return Result{}
	}
	return r.settled()
}

// detached returns r, a part of json, with memory of its own.
func detached(r Result, text []byte) Result {
	if r.Raw == "" || !within(r.Raw, text) && !within(r.Str, text) {
		return r
	}
	old := r.Raw
	r.Raw = strings.Clone(old)
	if at := strings.Index(old, r.Str); r.Type == String && at >= 0 {
		r.Str = r.Raw[at : at+len(r.Str)]
	} else {
		r.Str = strings.Clone(r.Str)
	}
	return r
}

// within reports whether s lies in the memory of text.
func within(s string, text []byte) bool {
	if s == "" || len(text) == 0 {
		return false
	}
	at, first := uintptr(mem.Data(mem.View(s))), uintptr(mem.Data(text))
	return at >= first && at < first+uintptr(len(text))
}

// linesEnd returns the end of the JSON values at the start of text.
func linesEnd(text string) (end int) {
	var s wire.Scanner
	for b := mem.View(text); ; {
		end += wire.Space(b[end:])
		if end < len(b) && b[end] == ',' {
			end++
			continue
		}
		if end == len(b) {
			return end
		}
		s.ResetWithin(0)
		n, st := s.Scan(b[end:])
		if st != wire.Done && (st != wire.More || !s.End()) || end+n < len(b) && b[end+n] > ' ' && b[end+n] != ',' {
			return end
		}
		end += n
	}
}

// AppendJSONString appends s as a JSON string, as encoding/json writes it, with <, > and & escaped unless
// [SetEscapeHTML] says otherwise. Bytes that are not UTF-8 become the character U+FFFD.
func AppendJSONString(dst []byte, s string) []byte { return appendString(dst, s, !DisableEscapeHTML) }

// DisableEscapeHTML makes [AppendJSONString], and what uses it, leave <, > and & as they are.
var DisableEscapeHTML = false

// SetEscapeHTML sets [DisableEscapeHTML].
func SetEscapeHTML(escapeHTML bool) { DisableEscapeHTML = !escapeHTML }

// Escape returns the path to the member with the name comp, whose characters with a meaning get a backslash.
func Escape(comp string) string {
	if !strings.ContainsFunc(comp, escaped) {
		return comp
	}
	var b strings.Builder
	for _, c := range comp {
		if escaped(c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// escaped reports whether a character has a meaning in paths.
func escaped(c rune) bool {
	return c < ' ' || c < 0x7f && strings.IndexByte(`.|*?#@!\()[]{}<>=%"~:,`, byte(c)) >= 0
}
