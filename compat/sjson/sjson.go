package sjson

import (
	"errors"
	"fmt"
	"math"
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

// mostNulls is the largest number of elements that are made before elements after the ends of arrays.
const mostNulls = 1 << 20

var (
	errText  = errors.New("sjson: the text is not JSON")
	errValue = errors.New("sjson: the value is not JSON")
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

// Delete returns json without the value at the end of path. The index -1 is the last element. If there is no such
// value, it returns json. Of several members of one name the first one is taken out.
func Delete(json, path string) (string, error) {
	if strings.Trim(json, " \t\r\n") == "" {
		return json, nil
	}
	parts, simple := split(path)
	if !simple {
		return json, fmt.Errorf("sjson: the path %.40q may lead to several values, which can't be deleted", path)
	}
	if last := len(parts) - 1; parts[last].name == "-1" {
		start, end, _ := place(json, parts[:last])
		if end < 0 || json[start] != '[' {
			return json, broken(end)
		}
		n := gjson.Unchecked.Get(json[start:end], "#").Int()
		parts[last] = part{name: strconv.FormatInt(n-1, 10)}
	}
	start, end, _ := place(json, parts)
	if end < 0 {
		return json, broken(end)
	}
	// Text before the value has been read and is JSON: a bracket or a comma, and perhaps a name and a colon.
	before := strings.TrimRight(json[:start], " \t\r\n")
	if name, found := strings.CutSuffix(before, ":"); found {
		name = strings.TrimRight(name, " \t\r\n")
		before = strings.TrimRight(name[:openingQuote(name)], " \t\r\n")
	}
	if rest, found := strings.CutSuffix(before, ","); found {
		return rest + json[end:], nil
	}
	after := json[end:]
	if rest, found := strings.CutPrefix(strings.TrimLeft(after, " \t\r\n"), ","); found {
		after = rest
	}
	return before + after, nil
}

// openingQuote returns where the JSON string at the end of text begins.
func openingQuote(text string) int {
	i := strings.LastIndexByte(text[:len(text)-1], '"')
	for (i-len(strings.TrimRight(text[:i], `\`)))%2 == 1 { // a quote within the string
		i = strings.LastIndexByte(text[:i], '"')
	}
	return i
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

// index returns the index that p is in an array: digits, or -1 or nothing for the place after the last element.
func (p part) index() (int, bool) {
	if p.name == "-1" || p.name == "" {
		return -1, true
	}
	i, err := strconv.Atoi(p.name)
	return i, err == nil && '0' <= p.name[0] && p.name[0] <= '9'
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
		if index, ok := p.index(); ok && index >= 0 {
			steps[i].Index, steps[i].IsIndex = index, true
		}
	}
	w := follow.Begin(mem.View(json), true)
	defer w.End()
	return w.Path(steps, wire.MaxDepth)
}

// change returns text with raw at the end of path.
func change(text, path, raw string) (string, error) {
	parts, simple := split(path)
	if !simple {
		return changeFound(text, gjson.Get(text, path), raw), nil
	}
	if strings.TrimSpace(text) == "" {
		return madeAlone(parts, raw)
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
		if n := int(gjson.Unchecked.Get(text[start:end], "#").Int()); index > n {
			if index-n > mostNulls {
				return text, fmt.Errorf("sjson: the index %d is too far after the end of the array", index)
			}
			before = strings.Repeat("null,", index-n)
		}
	default:
		value, err := madeAlone(parts[number:], raw)
		if err != nil {
			return text, err
		}
		return text[:start] + value + text[end:], nil
	}
	value, err := made(parts[number+1:], raw)
	if err != nil {
		return text, err
	}
	at := len(strings.TrimRight(text[:end-1], " \t\r\n"))
	if at > start+1 {
		before = "," + before
	}
	return text[:at] + before + value + text[at:], nil
}

// madeAlone is made for what takes the place of a scalar or of a text without a value, where -1 is a name.
func madeAlone(parts []part, raw string) (string, error) {
	parts[0].member = parts[0].member || parts[0].name == "-1"
	return made(parts, raw)
}

// made returns raw within new arrays and objects, so that parts lead to it.
func made(parts []part, raw string) (string, error) {
	var b []byte
	nulls := 0
	for _, p := range parts {
		switch index, ok := p.index(); {
		case ok && !p.member && index > mostNulls-nulls:
			return "", fmt.Errorf("sjson: the index %d is too far after the end of the array", index)
		case ok && !p.member:
			nulls += max(index, 0)
			b = append(b, '[')
			for range index {
				b = append(b, "null,"...)
			}
		default:
			b = append(kernel.AppendString(append(b, '{'), p.name, &kernel.EscapeMinimal), ':')
		}
	}
	b = append(b, raw...)
	for i := len(parts) - 1; i >= 0; i-- {
		if _, ok := parts[i].index(); ok && !parts[i].member {
			b = append(b, ']')
		} else {
			b = append(b, '}')
		}
	}
	return string(b), nil
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

// quoted returns s as a JSON string.
func quoted(s string) string { return string(kernel.AppendString(nil, s, &kernel.EscapeMinimal)) }

// encode returns value as JSON. A float that JSON has no number for is a string, and an error too.
func encode(value any) (string, error) {
	switch v := value.(type) {
	case nil:
		return "null", nil
	case string:
		return quoted(v), nil
	case []byte:
		return quoted(string(v)), nil
	case float32:
		return encodeFloat(float64(v), 32)
	case float64:
		return encodeFloat(v, 64)
	}
	b, err := json.Marshal(value)
	return string(b), err
}

func encodeFloat(f float64, bits int) (string, error) {
	text := strconv.FormatFloat(f, 'f', -1, bits)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return `"` + text + `"`, fmt.Errorf("sjson: JSON has no number for %s", text)
	}
	return text, nil
}
