package gjson

import "strings"

// This file has parts of paths that make JSON: {a,"name":b} and [a,b], whose values are those at the ends of paths, and
// literals such as !"text".

// literal returns the literal at the start of path, and the rest of the path with its separator. A number or
// string takes all up to a bracket that it does not open. ok is false for a word that is not known.
func literal(path string) (r Result, rest string, ok bool) {
	text := path[1:]
	end := strings.IndexAny(text, "|.")
	switch {
	case text == "":
		return Result{}, "", false
	case text[0] == '{' || text[0] == '[':
		end = valueEnd(text, 0)
	case text[0] == '"' || text[0] == '+' || text[0] == '-' || '0' <= text[0] && text[0] <= '9':
		end = openEnd(text)
	case end < 0:
		end = len(text)
		fallthrough
	default:
		switch strings.ToLower(text[:end]) {
		case "true", "false", "null", "nan", "inf":
		default:
			return Result{}, "", false
		}
	}
	if rest = text[end:]; rest != "" && rest[0] != '.' && rest[0] != '|' {
		rest = ""
	}
	if r = parse(text[:end]); !Valid(r.Raw) && (r.Type != Number || r.Num-r.Num == 0) {
		r = Result{} // what paths make is JSON, or NaN and the like
	}
	return r, rest, true
}

// openEnd returns the position of the first bracket of s that closes none in s, or its length.
func openEnd(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			i = stringEnd(s, i) - 1
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return len(s)
}

// multipath returns what the multipath at the start of path makes of json, and the rest of the path with its separator.
// It stops soon after most bytes.
func multipath(json, path string, most int) (r Result, rest string, ok bool) {
	selectors, rest, ok := parseMultipath(path)
	if !ok || rest != "" && rest[0] != '.' && rest[0] != '|' {
		return r, "", false
	}
	object := path[0] == '{'
	l := list{path[0]}
	for _, s := range selectors {
		v := find(json, s.path, most)
		if len(l) > most {
			break // find refuses it
		}
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
