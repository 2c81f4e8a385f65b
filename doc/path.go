package doc

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/locate"
)

// Path is the path to one value: names of members and indexes of elements, the outermost first. It never changes and is
// safe for concurrent use. The zero Path leads to the whole document.
type Path struct{ steps []follow.Step }

// NewPath returns a path of steps: names, which are strings, indexes, which are integers from 0 on, and Paths, which
// stand for all of their steps. It panics for anything else.
func NewPath(steps ...any) Path {
	p, err := newPath(steps)
	if err != nil {
		panic(err)
	}
	return p
}

func newPath(steps []any) (Path, error) {
	p := Path{make([]follow.Step, 0, len(steps))}
	for _, s := range steps {
		switch s := s.(type) {
		case string:
			p.steps = append(p.steps, follow.NameStep(s))
			continue
		case int:
			if s >= 0 {
				p.steps = append(p.steps, follow.IndexStep(s))
				continue
			}
		case Path:
			p.steps = append(p.steps, s.steps...)
			continue
		}
		switch v := reflect.ValueOf(s); {
		case v.CanInt() && v.Int() < 0:
			return Path{}, fmt.Errorf("doc: the index %d of a path: elements are counted from 0, and from their end by a Query alone", v.Int())
		case v.CanInt():
			p.steps = append(p.steps, follow.IndexStep(int(min(v.Int(), math.MaxInt))))
		case v.CanUint():
			p.steps = append(p.steps, follow.IndexStep(int(min(v.Uint(), math.MaxInt))))
		default:
			return Path{}, fmt.Errorf("doc: a %T in a path, whose steps are strings, integers and Paths", s)
		}
	}
	return p, nil
}

// Pointer parses a JSON Pointer (RFC 6901), such as /statuses/0/user/name. In it ~1 stands for a slash and ~0 for a
// tilde.
func Pointer(pointer string) (Path, error) {
	if pointer == "" {
		return Path{}, nil
	}
	if pointer[0] != '/' {
		return Path{}, fmt.Errorf("doc: the JSON Pointer %.40q does not begin with a slash", pointer)
	}
	p := Path{make([]follow.Step, 0, strings.Count(pointer, "/"))}
	for part := range strings.SplitSeq(pointer[1:], "/") {
		name, ok := unescapePointer(part)
		if !ok {
			return Path{}, fmt.Errorf("doc: the JSON Pointer %.40q has a tilde without 0 or 1", pointer)
		}
		s := follow.NameStep(name)
		if i, ok := pointerIndex(name); ok {
			s.Index, s.IsIndex = i, true
		}
		p.steps = append(p.steps, s)
	}
	return p, nil
}

// MustPointer is [Pointer] for pointers that are known to be correct. It panics if the pointer is not.
func MustPointer(pointer string) Path {
	p, err := Pointer(pointer)
	if err != nil {
		panic(err)
	}
	return p
}

func unescapePointer(part string) (name string, ok bool) {
	if !strings.Contains(part, "~") {
		return part, true
	}
	for i := range len(part) {
		if part[i] == '~' && (i+1 == len(part) || part[i+1] != '0' && part[i+1] != '1') {
			return "", false
		}
	}
	return strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~"), true
}

// pointerIndex returns a part of a pointer as an index, which has no sign and no leading zero.
func pointerIndex(part string) (int, bool) {
	if part == "" || part[0] < '0' || part[0] > '9' || part[0] == '0' && len(part) > 1 {
		return 0, false
	}
	i, err := strconv.Atoi(part)
	return i, err == nil || errors.Is(err, strconv.ErrRange) // then i is the largest int
}

// String returns the path as a JSON Pointer.
func (p Path) String() string {
	var b strings.Builder
	for _, s := range p.steps {
		b.WriteByte('/')
		if s.IsName {
			b.WriteString(locate.EscapeName(s.Name))
		} else {
			b.WriteString(strconv.Itoa(s.Index))
		}
	}
	return b.String()
}

// PathAt returns the path to the value that begins at data[offset] in the JSON value data. [Value.Offset] returns where
// values begin.
func PathAt(data []byte, offset int) Path {
	var p Path
	for _, s := range locate.Find(data, min(max(offset, 0), len(data))).Steps() {
		if s.Index >= 0 {
			p.steps = append(p.steps, follow.IndexStep(s.Index))
		} else {
			p.steps = append(p.steps, follow.NameStep(s.Name))
		}
	}
	return p
}

// Normalized returns the path as a normalized path of RFC 9535, such as $['statuses'][0]['user'].
func (p Path) Normalized() string {
	b := []byte{'$'}
	for _, s := range p.steps {
		b = append(b, '[')
		if s.IsName {
			b = appendQuoted(b, s.Name)
		} else {
			b = strconv.AppendInt(b, int64(s.Index), 10)
		}
		b = append(b, ']')
	}
	return string(b)
}

// appendQuoted appends a name in single quotes. It escapes only what must be escaped.
func appendQuoted(b []byte, name string) []byte {
	b = append(b, '\'')
	for _, c := range name {
		if i := strings.IndexRune("\b\f\n\r\t'\\", c); i >= 0 {
			b = append(b, '\\', "bfnrt'\\"[i])
		} else if c < ' ' {
			b = fmt.Appendf(b, "\\u%04x", c)
		} else {
			b = utf8.AppendRune(b, c)
		}
	}
	return append(b, '\'')
}

// Paths are several paths that one pass over a document answers. They never change and are safe for concurrent use.
type Paths struct {
	n    int
	plan follow.Plan
}

// NewPaths prepares paths for one pass.
func NewPaths(paths ...Path) *Paths {
	p := &Paths{n: len(paths)}
	for _, path := range paths {
		p.plan.Add(path.steps)
	}
	p.plan.Prepare()
	return p
}

// Len returns the number of paths.
func (p *Paths) Len() int {
	if p == nil {
		return 0
	}
	return p.n
}

// Get appends the values at the paths to dst, in the order of the paths, and returns the extended slice. A missing
// value is the zero Value; [Path.Get] says why it is missing. The only error is about bad JSON; then dst is returned
// unchanged.
func (p *Paths) Get(dst []Value, data []byte) ([]Value, error) {
	return Options{}.GetPaths(dst, data, p)
}

// Get returns the value at p in the JSON value data, as the function [Get] does.
func (p Path) Get(data []byte) (Value, error) { return Options{}.GetPath(data, p) }
