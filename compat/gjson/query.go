package gjson

import (
	"strconv"
	"strings"
)

// query is a part of a path such as #(age>45)#: it selects elements by what path leads to in them.
type query struct {
	path  string
	plan  *plan   // of path, while the query is in use
	most  int     // the most bytes that path makes
	op    byte    // =, <, >, ≤ as l, ≥ as g, % or 0: the value exists
	not   bool    // before = and %
	value string  // as it stands
	text  string  // the text of value, if that is a string
	num   float64 // the number that text is, or 0
	all   bool    // all elements, not only the first
}

// parseQuery returns the query at the start of path, the separator after it, and the rest of the path.
func parseQuery(path string) (q query, sep byte, rest string, ok bool) {
	if len(path) < 2 || path[0] != '#' || path[1] != '(' && path[1] != '[' {
		return q, 0, "", false
	}
	depth, op, after, end := 0, 0, 0, 0
	for i := 1; i < len(path) && end == 0; i++ {
		switch c := path[i]; c {
		case '\\':
			i++
		case '"':
			i = stringEnd(path, i) - 1
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				end = i
			}
		case '=', '<', '>', '%', '!':
			if depth != 1 || op > 0 {
				continue
			}
			next := byte(0)
			if i+1 < len(path) {
				next = path[i+1]
			}
			op, after = i, i+1
			switch {
			case c == '!' && (next == '=' || next == '%'):
				q.not, q.op, after = true, next, i+2
			case c == '!':
				op = 0
			case c == '<' && next == '=':
				q.op, after = 'l', i+2
			case c == '>' && next == '=':
				q.op, after = 'g', i+2
			case c == '=' && next == '=':
				q.op, after = c, i+2
			default:
				q.op = c
			}
			if op > 0 {
				i = after - 1
			}
		}
	}
	if end == 0 {
		return q, 0, "", false
	}
	if op == 0 {
		op, after = end, end
	}
	q.path, q.value = strings.TrimSpace(path[2:op]), strings.TrimSpace(path[after:end])
	q.text = q.value
	if len(q.value) > 1 && q.value[0] == '"' && q.value[len(q.value)-1] == '"' {
		q.text = unquote(q.value)
	}
	if q.text != "" && q.text[0] < 'A' {
		q.num, _ = strconv.ParseFloat(q.text, 64)
	}
	rest = path[end+1:]
	if strings.HasPrefix(rest, "#") {
		q.all, rest = true, rest[1:]
	}
	if rest == "" || rest[0] != '.' && rest[0] != '|' {
		return q, 0, "", true
	}
	return q, rest[0], rest[1:], true
}

// prepared returns q with the plan of its path, which makes up to most bytes. Paths of queries in that path get theirs
// when they are used.
func (q *query) prepared(most int) query {
	p := *q
	p.plan, p.most = planOf(q.path), most
	return p
}

// selects reports whether q, which is prepared, selects the element raw.
func (q *query) selects(raw string) bool {
	var v Result
	switch container := raw[0] == '{' || raw[0] == '['; {
	case !container && q.path != "":
		return false
	case !container:
		v = parseAt(raw)
	default:
		v = q.plan.in(raw, q.most)
	}
	text := q.text
	if like, ok := strings.CutPrefix(q.value, "~"); ok {
		if v, ok = asLike(v, like); !ok {
			return false
		}
		text = "true"
	}
	switch {
	case q.op == 0:
		return q.path != "" && v.Exists()
	case !v.Exists():
		return false
	}
	switch v.Type {
	case String:
		if q.op == '%' {
			return matches(v.Str, text) != q.not
		}
		return q.compares(strings.Compare(v.Str, text))
	case Number:
		switch n := q.num; {
		case q.op == '%':
			return false
		case v.Num < n:
			return q.compares(-1)
		case v.Num > n:
			return q.compares(1)
		}
		return q.compares(0)
	case True, False:
		switch q.op {
		case '=':
			return (v.Raw == text) != q.not
		case '<':
			return v.Type == False && text == "true"
		case 'l':
			return v.Type == False
		case '>':
			return v.Type == True && text == "false"
		case 'g':
			return v.Type == True
		}
	}
	return false
}

// compares reports whether q selects a value that is below, equal to, or above that of q.
func (q *query) compares(order int) bool {
	switch q.op {
	case '=':
		return (order == 0) != q.not
	case '<':
		return order < 0
	case 'l':
		return order <= 0
	case '>':
		return order > 0
	case 'g':
		return order >= 0
	}
	return false
}

// asLike returns true or false: whether v is what says in a wide sense. ok is false for a word that is not known.
func asLike(v Result, what string) (like Result, ok bool) {
	is := false
	switch what {
	case "*":
		is = v.Exists()
	case "null":
		is = v.Type == Null
	case "true":
		is = v.Bool()
	case "false":
		is = v.Type != JSON && !v.Bool()
		if v.Type == String {
			b, err := strconv.ParseBool(strings.ToLower(v.Str))
			is = err == nil && !b
		}
	default:
		return v, false
	}
	if is {
		return Result{Type: True, Raw: "true"}, true
	}
	return Result{Type: False, Raw: "false"}, true
}
