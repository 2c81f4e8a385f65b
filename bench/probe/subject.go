package probe

import (
	stdjson "encoding/json"

	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/lib"
)

// none is the answer of a library that cannot be asked.
const none = "-"

// subject is a library's way to data.Subject.
type subject struct {
	fresh     func() any
	plain     func(v any) *data.Subject // the same value
	marshal   func(v any) ([]byte, error)
	unmarshal func(b []byte, v any) error
}

// subjectOf returns nil where the library has no way.
func subjectOf(l *lib.Lib) *subject {
	identity := func(v any) *data.Subject { return v.(*data.Subject) }
	switch {
	case l.Missing != "":
		return nil
	case l.Marshal != nil && l.Unmarshal != nil:
		return &subject{func() any { return new(data.Subject) }, identity, l.Marshal, l.Unmarshal}
	case l.Typed == nil:
		return nil
	}
	for _, t := range l.Typed(lib.ProbeData) {
		if t.Marshal == nil {
			continue // a tree
		}
		plain := identity
		if t.Plain != nil {
			plain = func(v any) *data.Subject { return t.Plain(v).(*data.Subject) }
		}
		return &subject{t.New, plain, t.Marshal, t.Unmarshal}
	}
	return nil
}

func (s *subject) writeAll(v data.Subject) ([]byte, error) {
	p := s.fresh()
	*s.plain(p) = v
	return s.marshal(p)
}

// write returns one member of the output as it stands there, empty where it is left out.
func (s *subject) write(member string, v data.Subject) (string, error) {
	b, err := s.writeAll(v)
	if err != nil {
		return "", err
	}
	var all map[string]stdjson.RawMessage
	if stdjson.Unmarshal(b, &all) != nil {
		return string(b), nil
	}
	return string(all[member]), nil
}

// reads reports whether the library takes a good value for the member.
func (s *subject) reads(member, good string) bool {
	v := s.fresh()
	if s.unmarshal([]byte(`{"`+member+`":`+good+`}`), v) != nil {
		return false
	}
	var want data.Subject
	if stdjson.Unmarshal([]byte(`{"`+member+`":`+good+`}`), &want) != nil {
		return false
	}
	a, e1 := stdjson.Marshal(s.plain(v))
	b, e2 := stdjson.Marshal(want)
	return e1 == nil && e2 == nil && string(a) == string(b)
}

// read decodes text; the value is nil where the library has no way to the member.
func (s *subject) read(member, good, text string) (*data.Subject, error) {
	if !s.reads(member, good) {
		return nil, nil
	}
	v := s.fresh()
	err := s.unmarshal([]byte(text), v)
	return s.plain(v), err
}
