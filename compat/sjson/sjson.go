package sjson

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/compat/gjson"
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/json"
)

// Options are hints, which have no effect: the input is never changed.
type Options struct {
	Optimistic     bool
	ReplaceInPlace bool
}

// mostNulls is the largest number of elements that are made before an element after the end of an array.
const mostNulls = 1 << 20

var (
	errText  = errors.New("sjson: the text is not JSON")
	errValue = errors.New("sjson: the value is not JSON")
	errDeep  = fmt.Errorf("sjson: the path and the value would make JSON nested more than %d deep", wire.MaxDepth)
)

// Set returns json with value at the end of path, and makes arrays and objects on the way. A path has names and
// indexes with dots between them: friends.2.last. The index -1 appends an element, :2 is the name 2, and a backslash
// takes the meaning of the character after it. Paths of package gjson with queries and wildcards change all values that
// they lead to, and make none.
func Set(json, path string, value any) (string, error) {
	raw, err := encode(value)
	if raw == "" {
		return json, err
	}
	out, failed := change(json, path, raw)
	return out, errors.Join(err, failed)
}

// SetOptions is [Set].
func SetOptions(json, path string, value any, opts *Options) (string, error) {
	return Set(json, path, value)
}

// SetBytes is [Set] for bytes. The result has memory of its own.
func SetBytes(json []byte, path string, value any) ([]byte, error) {
	out, err := Set(string(json), path, value)
	return []byte(out), err
}

// SetBytesOptions is [SetBytes].
func SetBytesOptions(json []byte, path string, value any, opts *Options) ([]byte, error) {
	return SetBytes(json, path, value)
}

// SetRaw is [Set] with a value that is JSON.
func SetRaw(json, path, value string) (string, error) {
	if !gjson.Valid(value) {
		return json, errValue
	}
	return change(json, path, value)
}

// SetRawOptions is [SetRaw].
func SetRawOptions(json, path, value string, opts *Options) (string, error) {
	return SetRaw(json, path, value)
}

// SetRawBytes is [SetRaw] for bytes. The result has memory of its own.
func SetRawBytes(json []byte, path string, value []byte) ([]byte, error) {
	out, err := SetRaw(string(json), path, string(value))
	return []byte(out), err
}

// SetRawBytesOptions is [SetRawBytes].
func SetRawBytesOptions(json []byte, path string, value []byte, opts *Options) ([]byte, error) {
	return SetRawBytes(json, path, value)
}

// Delete returns json without the value at the end of path, of several members with one name the first. The index -1
// is the last element. If there is no such value, it returns json. The text is checked up to the end of the array or
// object that loses something.
func Delete(json, path string) (string, error) {
	if strings.Trim(json, " \t\r\n") == "" {
		return json, nil
	}
	parts, simple := split(path)
	if !simple {
		return json, fmt.Errorf("sjson: the path %.40q may lead to several values, which can't be deleted", path)
	}
	from, to, passed := 0, len(json), 0 // the value that parts[:passed] lead to, or the text
	for i, p := range parts {
		last := p.name == "-1" && !p.member
		if !last && i < len(parts)-1 {
			continue
		}
		start, end, _ := place(json[from:to], parts[passed:i])
		if end < 0 {
			return json, broken(end)
		}
		from, to, passed = from+start, from+end, i
		if last && json[from] == '[' {
			n := gjson.Unchecked.Get(json[from:to], "#").Int()
			parts[i].name = strconv.FormatInt(n-1, 10)
		}
	}
	start, end, _ := place(json[from:to], parts[passed:])
	if end < 0 {
		return json, broken(end)
	}
	start, end = withComma(json[:to], from, from+start, from+end)
	return json[:start] + json[end:], nil
}

// withComma returns the place of the member or element in the array or object at parent whose value is text[start:end],
// with the comma before it, or after the first one.
func withComma(text string, parent, start, end int) (int, int) {
	before := func(i int) int { return len(strings.TrimRight(text[:i], " \t\r\n")) }
	if text[parent] == '{' {
		start = before(before(start)-1) - 1 // the quote at the end of the name
		for escapes := 1; escapes%2 == 1; {
			start = strings.LastIndexByte(text[:start], '"')
			escapes = start - len(strings.TrimRight(text[:start], "\\"))
		}
	}
	if at := before(start); at > parent+1 {
		return at - 1, end
	} else if text[parent] == '{' {
		start = at
	}
	if next := len(text) - len(strings.TrimLeft(text[end:], " \t\r\n")); next < len(text) && text[next] == ',' {
		end = next + 1
	}
	return start, end
}

// DeleteOptions is [Delete].
func DeleteOptions(json, path string, options *Options) (string, error) { return Delete(json, path) }

// DeleteBytes is [Delete] for bytes. The result has memory of its own.
func DeleteBytes(json []byte, path string) ([]byte, error) {
	out, err := Delete(string(json), path)
	return []byte(out), err
}

// DeleteBytesOptions is [DeleteBytes].
func DeleteBytesOptions(json []byte, path string, options *Options) ([]byte, error) {
	return DeleteBytes(json, path)
}

// broken returns the error of a walk that ended so: a missing value is none.
func broken(end int) error {
	if end == follow.Bad {
		return errText
	}
	return nil
}

// part is a part of a path.
type part struct {
	name   string
	member bool // not an index, whatever the name
}

// index returns the index that p is, which is -1 after the last element. An empty name is the index 0 of an array that
// is made.
func (p part) index() (int, bool) {
	switch {
	case p.member || strings.Trim(p.name, "0123456789") != "":
		return -1, p.name == "-1" && !p.member
	case p.name == "":
		return 0, true
	}
	i, err := strconv.Atoi(p.name)
	return i, err == nil || errors.Is(err, strconv.ErrRange) // then i is the largest int
}

// split returns the parts of path. simple is false if package gjson has to find what it leads to.
func split(path string) (parts []part, simple bool) {
	var b []byte
	p := part{}
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c == '\\' && i+1 < len(path):
			i++
			b = append(b, path[i])
		case c == '.':
			p.name = string(b)
			parts, p, b = append(parts, p), part{}, b[:0]
		case c == ':' && len(b) == 0 && !p.member:
			p.member = true
		case c == '|' || c == '#' || c == '@' || c == '*' || c == '?':
			return nil, false
		default:
			b = append(b, c)
		}
	}
	p.name = string(b)
	return append(parts, p), true
}

// place returns the place of the value at the end of parts, or a negative end; then the value at start lacks the part
// with that number.
func place(json string, parts []part) (start, end, number int) {
	steps := make([]follow.Step, len(parts))
	for i, p := range parts {
		steps[i] = follow.NameStep(p.name)
		if index, ok := (part{name: p.name}).index(); ok && index >= 0 && p.name != "" {
			steps[i].Index, steps[i].IsIndex = index, true // a part that is no index is one of arrays that are there
		}
	}
	at, end := follow.Find(mem.View(json), steps, wire.MaxDepth, true, false)
	return at.Start, end, at.Steps
}

// change returns text with raw at the end of path.
func change(text, path, raw string) (string, error) {
	parts, simple := split(path)
	if !simple {
		return changeFound(text, gjson.Get(text, path), raw), nil
	}
	var s wire.Scanner
	s.ResetWithin(len(parts))
	if s.Scan(mem.View(raw)); s.TooDeep() {
		return text, errDeep
	}
	if strings.TrimSpace(text) == "" {
		value, err := made(top(parts), raw)
		return cmp.Or(value, text), err
	}
	start, end, number := place(text, parts)
	switch end {
	case follow.Bad:
		return text, errText
	case follow.Done:
	default:
		return text[:start] + raw + text[end:], nil
	}
	// Something on the way is missing, and comes to the end of an array or object, or takes the place of a scalar.
	start, end, _ = place(text, parts[:number])
	if end < 0 {
		return text, errText
	}
	p := parts[number]
	var before string
	switch text[start] {
	case '{':
		before = quoted(p.name) + ":"
	case '[':
		index, ok := p.index()
		if !ok {
			return text, fmt.Errorf("sjson: %.40q is no index of an array", p.name)
		}
		if index < 0 {
			break
		}
		// The array loses the white space between its elements, as in sjson.
		elements := gjson.Unchecked.Parse(text[start:end]).Array()
		if index-len(elements) > mostNulls {
			return text, fmt.Errorf("sjson: the index %d is too far after the end of the array", index)
		}
		value, err := made(parts[number+1:], raw)
		if err != nil {
			return text, err
		}
		b := append([]byte(text[:start]), '[')
		for _, e := range elements {
			b = append(append(b, e.Raw...), ',')
		}
		b = append(b, strings.Repeat("null,", max(index-len(elements), 0))...)
		return string(b) + value + text[end-1:], nil
	default:
		value, err := made(top(parts[number:]), raw)
		if err != nil {
			return text, err
		}
		return text[:start] + value + text[end:], nil
	}
	value, err := made(parts[number+1:], raw)
	if err != nil {
		return text, err
	}
	if strings.TrimLeft(text[start+1:end-1], " \t\r\n") != "" {
		before = "," + before
	}
	return text[:end-1] + before + value + text[end-1:], nil
}

// top returns the parts of a value that is made as a whole: -1 is a name at its top.
func top(parts []part) []part {
	parts[0].member = parts[0].member || parts[0].name == "-1"
	return parts
}

// made returns raw within new arrays and objects, so that parts lead to it.
func made(parts []part, raw string) (string, error) {
	var b, ends []byte
	nulls := 0
	for _, p := range parts {
		index, ok := p.index()
		if !ok {
			b = append(append(append(b, '{'), quoted(p.name)...), ':')
			ends = append(ends, '}')
			continue
		}
		if index > mostNulls-nulls {
			return "", fmt.Errorf("sjson: the index %d is too far after the end of the array", index)
		}
		nulls += max(index, 0)
		b = append(append(b, '['), strings.Repeat("null,", max(index, 0))...)
		ends = append(ends, ']')
	}
	slices.Reverse(ends)
	return string(slices.Concat(b, []byte(raw), ends)), nil
}

// changeFound returns text with raw in the place of what package gjson has found in it.
func changeFound(text string, found gjson.Result, raw string) string {
	if found.Indexes == nil {
		if !found.Exists() || found.Index == 0 {
			return text
		}
		return text[:found.Index] + raw + text[found.Index+len(found.Raw):]
	}
	var b strings.Builder
	done := 0
	found.ForEach(func(_, v gjson.Result) bool {
		if v.Index >= done && strings.HasPrefix(text[v.Index:], v.Raw) {
			b.WriteString(text[done:v.Index])
			b.WriteString(raw)
			done = v.Index + len(v.Raw)
		}
		return true
	})
	return b.String() + text[done:]
}

// quoted returns s as a JSON string. As in sjson, <, > and & are escaped only if s has another character that is
// escaped or is not ASCII.
func quoted(s string) string {
	set := kernel.EscapeMinimal
	if strings.ContainsFunc(s, func(c rune) bool { return c < ' ' || c == '"' || c == '\\' || c > 0x7f }) {
		set = kernel.EscapeHTML
	}
	return string(kernel.AppendString(nil, s, set))
}

// encode returns value as JSON. A float32 is written with the digits of a float64, as in sjson. A float that JSON has no
// number for is a string, and an error too.
func encode(value any) (string, error) {
	switch v := value.(type) {
	case nil:
		return "null", nil
	case string:
		return quoted(v), nil
	case []byte:
		return quoted(string(v)), nil
	case float32:
		return encodeFloat(float64(v))
	case float64:
		return encodeFloat(v)
	}
	b, err := json.Marshal(value)
	return string(b), err
}

func encodeFloat(f float64) (string, error) {
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return `"` + text + `"`, fmt.Errorf("sjson: JSON has no number for %s", text)
	}
	return text, nil
}
