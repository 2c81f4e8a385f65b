package gjson

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file has the modifiers: functions from JSON to JSON that paths call by @name or @name:argument.

// DisableModifiers gives @ no meaning in paths.
var DisableModifiers = false

type modifier = func(json, arg string) string

// modifiers has all of them by name. A map is never changed after it was stored.
var (
	modifiers atomic.Pointer[map[string]modifier]
	adding    sync.Mutex
)

func init() {
	modifiers.Store(&map[string]modifier{
		"this":    func(json, _ string) string { return json },
		"valid":   modValid,
		"reverse": modReverse,
		"ugly":    modUgly,
		"pretty":  modPretty,
		"flatten": modFlatten,
		"join":    modJoin,
		"keys":    modKeys,
		"values":  modValues,
		"tostr":   func(json, _ string) string { return string(AppendJSONString(nil, json)) },
		"fromstr": modFromStr,
		"group":   modGroup,
		"dig":     modDig,
	})
}

// AddModifier makes paths call fn for @name. It replaces a modifier of the same name.
func AddModifier(name string, fn func(json, arg string) string) {
	adding.Lock()
	defer adding.Unlock()
	m := maps.Clone(*modifiers.Load())
	m[name] = fn
	modifiers.Store(&m)
}

// ModifierExists reports whether there is a modifier of that name. fn has no meaning.
func ModifierExists(name string, fn func(json, arg string) string) bool {
	_, ok := (*modifiers.Load())[name]
	return ok
}

// startsModifier reports whether path, which begins with @, calls a modifier.
func startsModifier(path string) bool {
	name := path[1:]
	if i := strings.IndexAny(name, ":.|"); i >= 0 {
		name = name[:i]
	}
	return !DisableModifiers && ModifierExists(name, nil)
}

// modified returns what the modifier at the start of path makes of json, and the rest of the path with its separator.
func modified(json, path string) (r Result, rest string, ok bool) {
	if !startsModifier(path) {
		return r, "", false
	}
	name, arg := path[1:], ""
	if i := strings.IndexAny(name, ":.|"); i >= 0 {
		name, rest = name[:i], name[i:]
	}
	if rest != "" && rest[0] == ':' {
		arg, rest = argument(rest[1:])
	}
	return parse((*modifiers.Load())[name](json, arg)), rest, true
}

// argument splits s, which begins with an argument, after that. JSON ends where it ends, other text at a pipe.
func argument(s string) (arg, rest string) {
	if s != "" && (s[0] == '{' || s[0] == '[' || s[0] == '"') {
		end := valueEnd(s, 0)
		arg, rest = s[:end], s[end:]
		if i := strings.IndexAny(rest, ".|"); i >= 0 {
			return arg, rest[i:]
		}
		return arg, ""
	}
	arg, _, _ = splitPipe(s)
	return arg, s[len(arg):]
}

// flag reports whether the argument has a member with that name that is true.
func flag(arg, name string) bool { return parse(arg).Get(name).Bool() }

func modValid(json, _ string) string {
	if !Valid(json) {
		return ""
	}
	return json
}

func modUgly(json, _ string) string {
	b := make([]byte, 0, len(json))
	for i := 0; i < len(json); {
		switch c := json[i]; {
		case c == '"':
			end := stringEnd(json, i)
			b = append(b, json[i:end]...)
			i = end
		case c > ' ':
			b = append(b, c)
			i++
		default:
			i++
		}
	}
	return mem.Frozen(b)
}

// list builds an array or object.
type list []byte

func (l *list) add(parts ...string) {
	if len(*l) > 1 {
		*l = append(*l, ',')
	}
	for _, part := range parts {
		*l = append(*l, part...)
	}
}

// addInside adds what is between the brackets of raw.
func (l *list) addInside(raw string) {
	if inside := strings.TrimSpace(raw[1:max(1, len(raw)-1)]); inside != "" {
		l.add(inside)
	}
}

func (l *list) end(bracket byte) string { return mem.Frozen(append(*l, bracket)) }

func modReverse(json, _ string) string {
	r := parse(json)
	c, ok := r.cursor()
	if !ok {
		return json
	}
	var parts []string
	for c.next() {
		part := c.json[c.start:c.end]
		if c.object {
			part = c.name() + ":" + part
		}
		parts = append(parts, part)
	}
	slices.Reverse(parts)
	if c.object {
		return "{" + strings.Join(parts, ",") + "}"
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func modFlatten(json, arg string) string {
	r := parse(json)
	if !r.IsArray() {
		return json
	}
	l := list{'['}
	c, _ := r.cursor()
	if !flatten(&l, &c, flag(arg, "deep"), wire.MaxDepth-1) {
		return ""
	}
	return l.end(']')
}

// flatten adds the values of an array, and with deep those of all arrays in it. It returns false if arrays are nested
// more than most deep in it.
func flatten(l *list, c *cursor, deep bool, most int) bool {
	for c.step() {
		in, ok := c.inside()
		array := ok && !in.object
		if array && deep {
			if most == 0 || !flatten(l, &in, deep, most-1) {
				return false
			}
			c.end = in.end
			continue
		}
		if ok {
			c.end = valueEnd(c.json, c.start)
		}
		if raw := c.json[c.start:c.end]; array {
			l.addInside(raw)
		} else {
			l.add(raw)
		}
	}
	return true
}

func modJoin(json, arg string) string {
	r := parse(json)
	if !r.IsArray() {
		return json
	}
	l := list{'{'}
	if flag(arg, "preserve") {
		for c, _ := r.cursor(); c.next(); {
			if v := c.result(); v.IsObject() {
				l.addInside(v.Raw)
			}
		}
		return l.end('}')
	}
	var names, values []string
	places := map[string]int{}
	for c, _ := r.cursor(); c.next(); {
		v := c.result()
		m, ok := v.cursor()
		for ok && m.object && m.next() {
			name, value := m.name(), m.json[m.start:m.end]
			if at, known := places[unquote(name)]; known {
				values[at] = value
				continue
			}
			places[unquote(name)] = len(names)
			names, values = append(names, name), append(values, value)
		}
	}
	for i := range names {
		l.add(names[i], ":", values[i])
	}
	return l.end('}')
}

func modKeys(json, _ string) string { return each(json, func(c *cursor) string { return c.name() }) }

func modValues(json, _ string) string {
	if r := parse(json); r.IsArray() {
		return json
	}
	return each(json, func(c *cursor) string { return c.json[c.start:c.end] })
}

// each returns the array of what of returns for each member. For elements, and for a value that is no object, it is
// null and the value.
func each(json string, of func(*cursor) string) string {
	l := list{'['}
	r := parse(json)
	c, ok := r.cursor()
	switch {
	case !ok && r.Exists():
		c = cursor{json: r.Raw, end: len(r.Raw)}
		l.add(cmp.Or(of(&c), "null"))
	case ok:
		for c.next() {
			l.add(cmp.Or(of(&c), "null"))
		}
	}
	return l.end(']')
}

func modFromStr(json, _ string) string {
	if !Valid(json) {
		return ""
	}
	return parse(json).String()
}

func modGroup(json, _ string) string {
	r := parse(json)
	if !r.IsObject() {
		return ""
	}
	var rows []list
	for c, _ := r.cursor(); c.next(); {
		v := c.result()
		e, ok := v.cursor()
		for i := 0; ok && !e.object && e.next(); i++ {
			if i == len(rows) {
				rows = append(rows, list{'{'})
			}
			rows[i].add(c.name(), ":", e.json[e.start:e.end])
		}
	}
	l := list{'['}
	for i := range rows {
		l.add(rows[i].end('}'))
	}
	return l.end(']')
}

// mostMade returns the length of the longest value that a path makes of a text of n bytes. Paths such as
// [@this,@this].[@this,@this] double the length with each part, and what @dig finds may be in one another.
func mostMade(n int) int { return max(1<<20, 64*n) }

func modDig(json, arg string) string {
	r := parse(json)
	c := cursor{json: r.Raw, end: len(r.Raw)}
	raws, ok := c.nested(nil, wire.MaxDepth)
	if !ok {
		return ""
	}
	l := list{'['}
	for _, raw := range raws {
		if found := find(raw, arg, mostMade(len(json))); found.Exists() {
			if l.add(found.Raw); len(l) > mostMade(len(json)) {
				return ""
			}
		}
	}
	return l.end(']')
}

// nested appends the value that c is at and all arrays and objects in it, the outer ones first, and moves c to its end.
// ok is false if it is nested more than most deep.
func (c *cursor) nested(raws []string, most int) (all []string, ok bool) {
	at := len(raws)
	raws = append(raws, "")
	if in, ok := c.inside(); ok {
		if most == 0 {
			return nil, false
		}
		for in.step() {
			if in.end == in.start {
				if raws, ok = in.nested(raws, most-1); !ok {
					return nil, false
				}
			}
		}
		c.end = in.end
	}
	raws[at] = c.json[c.start:c.end]
	return raws, true
}

// appendString appends s as a JSON string, in which each byte that is not UTF-8 is the character U+FFFD.
func appendString(dst []byte, s string, html bool) []byte {
	o := option.Set(0)
	if html {
		o = option.EscapeHTML
	}
	return kernel.AppendString(dst, s, kernel.EscapeSetOf(o, asCharacter))
}

// asCharacter is a release that writes U+FFFD as a character.
var asCharacter = option.Toolchain &^ option.EscapeReplacement
