package gjson

import (
	"strings"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file has parts of paths that make JSON: {a,"name":b} and [a,b], whose values are those at the ends of paths, and
// literals such as !"text".

// literal returns the literal at the start of path, and the rest of the path with its separator.
func literal(path string) (r Result, rest string, ok bool) {
	text := path[1:]
	end := len(text)
	if text != "" && strings.IndexByte(`"{[(`, text[0]) >= 0 {
		end = valueEnd(text, 0)
	} else if i := strings.IndexAny(text, "|,]})"); i >= 0 {
		end = i
	}
	text, rest = text[:end], text[end:]
	if rest != "" && rest[0] != '.' && rest[0] != '|' {
		rest = ""
	}
	if r = parse(text); wire.Valid(mem.View(text)) || r.Type == Number && r.Num-r.Num != 0 {
		return r, rest, true
	}
	return Result{}, rest, true
}

// multipath returns what the multipath at the start of path makes of json, and the rest of the path with its separator.
func multipath(json, path string) (r Result, rest string, ok bool) {
	selectors, rest, ok := parseMultipath(path)
	if !ok || rest != "" && rest[0] != '.' && rest[0] != '|' {
		return r, "", false
	}
	object := path[0] == '{'
	l := list{path[0]}
	for _, s := range selectors {
		v := find(json, s.path)
		switch {
		case !v.Exists():
		case !object:
			l.add(v.Raw)
		case s.name != "" && s.name[0] == '"' && Valid(s.name):
			l.add(s.name, ":", v.Raw)
		case s.name != "":
			l.add(string(AppendJSONString(nil, s.name)), ":", v.Raw)
		default:
			l.add(string(AppendJSONString(nil, lastName(s.path))), ":", v.Raw)
		}
	}
	return Result{Type: JSON, Raw: l.end(path[0] + 2)}, rest, true // the brackets of a pair are two apart in ASCII
}

// selector is a path of a multipath, with the name that its value gets.
type selector struct{ name, path string }

// parseMultipath returns the selectors of the multipath at the start of path, and the path after it.
func parseMultipath(path string) (list []selector, rest string, ok bool) {
	depth, start, colon, modifier := 0, 1, 0, false
	add := func(end int) {
		s := selector{path: path[start:end]}
		if colon > 0 {
			s = selector{path[start:colon], path[colon+1 : end]}
		}
		list = append(list, s)
		start, colon, modifier = end+1, 0, false
	}
	for i := 0; i < len(path); i++ {
		switch path[i] {
		case '\\':
			i++
		case '"':
			i = stringEnd(path, i) - 1
		case '@':
			modifier = modifier || i == start || i > 0 && (path[i-1] == '.' || path[i-1] == '|')
		case '.', '|':
			modifier = false
		case ':':
			if depth == 1 && colon == 0 && !modifier {
				colon = i
			}
		case ',':
			if depth == 1 {
				add(i)
			}
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				add(i)
				return list, path[i+1:], true
			}
		}
	}
	return nil, "", false
}

// lastName returns the last part of path, or _ if that is no simple name.
func lastName(path string) string {
	i := len(path)
	for i > 0 && !((path[i-1] == '.' || path[i-1] == '|') && (i < 2 || path[i-2] != '\\')) {
		i--
	}
	name := path[i:]
	if strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || strings.ContainsRune(`[]{}()#|!`, c) }) {
		return "_"
	}
	return name
}
