package jsondoc

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/relax"
	"github.com/zetes-json/zetes/internal/wire"
)

// Path is the path to one value: names of members and indexes of elements, the outermost first. It never changes and is
// safe for concurrent use. The zero Path leads to the whole document.
type Path follow.Path

// NewPath returns a path of steps. A step is a name, which is a string, an index, which is an integer from 0 on, or a
// Path, which stands for all of its steps. NewPath panics for anything else.
func NewPath(steps ...any) Path {
	list, err := follow.AppendSteps[Path](nil, steps)
	if err != nil {
		panic(err)
	}
	return Path(follow.PathOf(list))
}

// steps returns the steps of the path.
func (p Path) steps() []follow.Step { return follow.Path(p).Steps() }

// Pointer parses a JSON Pointer (RFC 6901), such as /statuses/0/user/name. In it ~1 stands for a slash and ~0 for a
// tilde.
func Pointer(pointer string) (Path, error) {
	if pointer == "" {
		return Path{}, nil
	}
	if pointer[0] != '/' {
		return Path{}, fmt.Errorf("jsondoc: the JSON Pointer %.40q does not begin with a slash", pointer)
	}
	list := make([]follow.Step, 0, strings.Count(pointer, "/"))
	for part := range strings.SplitSeq(pointer[1:], "/") {
		if strings.Count(part, "~") != strings.Count(part, "~0")+strings.Count(part, "~1") {
			return Path{}, fmt.Errorf("jsondoc: the JSON Pointer %.40q has a tilde without 0 or 1", pointer)
		}
		s := follow.NameStep(locate.UnescapeName(part))
		if i, ok := follow.Index(s.Name); ok {
			s.Index, s.IsIndex = i, true
		}
		list = append(list, s)
	}
	return Path(follow.PathOf(list)), nil
}

// MustPointer returns the path that [Pointer] returns. It panics if the pointer is not correct.
func MustPointer(pointer string) Path {
	p, err := Pointer(pointer)
	if err != nil {
		panic(err)
	}
	return p
}

// String returns the path as a JSON Pointer.
func (p Path) String() string {
	var b strings.Builder
	for _, s := range p.steps() {
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
// values begin. data may also be JSON5, with a byte order mark. The offset counts in data, as the Offset of a
// zetes.Located does. The Offset of a Value from JSON5 counts in the converted text, so it does not fit here.
func PathAt(data []byte, offset int) Path {
	var list []follow.Step
	offset = min(max(offset, 0), len(data))
	if !wire.Valid(data) {
		t := relax.Open(option.JSON5|option.ByteOrderMark, data, nil)
		data, offset = t.Plain, t.Within(offset)
	}
	for _, s := range locate.Find(data, offset).Steps() {
		if s.Index >= 0 {
			list = append(list, follow.IndexStep(s.Index))
		} else {
			list = append(list, follow.NameStep(s.Name))
		}
	}
	return Path(follow.PathOf(list))
}

// Normalized returns the path as a normalized path of RFC 9535, such as $['statuses'][0]['user'].
func (p Path) Normalized() string {
	b := []byte{'$'}
	for _, s := range p.steps() {
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

// Paths has several paths whose values one pass over a document finds. It never changes and is safe for concurrent use.
type Paths struct{ plan follow.Plan }

// NewPaths prepares paths, so that one pass finds their values.
func NewPaths(paths ...Path) *Paths {
	p := new(Paths)
	for _, path := range paths {
		p.plan.Add(path.steps())
	}
	p.plan.Prepare()
	return p
}

// Len returns the number of paths.
func (p *Paths) Len() int {
	if p == nil {
		return 0
	}
	return p.plan.Len()
}

// Get appends the values at the paths to dst, in the order of the paths, and returns the extended slice. A missing
// value is the zero Value; [Path.Get] says why it is missing. The only error is about bad JSON; then dst is returned
// unchanged.
func (p *Paths) Get(dst []Value, data []byte) ([]Value, error) {
	return Options{}.GetPaths(dst, data, p)
}

// Get returns the value at p in the JSON value data, as the function [Get] does.
func (p Path) Get(data []byte) (Value, error) { return Options{}.GetPath(data, p) }
