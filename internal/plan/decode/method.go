package decode

import (
	"encoding"
	"reflect"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/date"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// decodeMethod decodes by the UnmarshalJSON method of the value's address. The method sees the caller's own bytes.
func decodeMethod(s *state, t *typ, p int, dst unsafe.Pointer) int {
	e := s.skip(p)
	if e < 0 {
		return -1
	}
	u := reflect.NewAt(t.rtype, dst).Interface().(shape.Unmarshaler)
	if err := u.UnmarshalJSON(s.raw(p, e)); err != nil {
		return s.method(p, e, err)
	}
	return e
}

// decodeText decodes a string by the UnmarshalText method of the value's address.
func decodeText(s *state, t *typ, p int, dst unsafe.Pointer) int {
	if s.At(p) != '"' {
		return s.foreign(t, p, dst)
	}
	e := s.skipString(p)
	if e < 0 {
		return -1
	}
	u := reflect.NewAt(t.rtype, dst).Interface().(encoding.TextUnmarshaler)
	if err := u.UnmarshalText(s.contents(p, e)); err != nil {
		return s.method(p, e, err)
	}
	return e
}

// decodeRaw decodes into a json.RawMessage: the bytes as they are, into the memory it has if that is enough.
func decodeRaw(s *state, t *typ, p int, dst unsafe.Pointer) int {
	e := s.skip(p)
	if e < 0 {
		return -1
	}
	b := (*[]byte)(dst)
	*b = append((*b)[:0], s.input[p:e]...)
	return e
}

// decodeTime decodes into a time.Time: the plain forms here, all others by the type's own method.
func decodeTime(s *state, t *typ, p int, dst unsafe.Pointer) int {
	if s.At(p) == '"' {
		if v, n := date.Read(unsafe.Add(s.In, p+1)); n > 0 && s.At(p+1+n) == '"' {
			*(*time.Time)(dst) = v
			return p + n + 2
		}
	}
	if !s.cfg.Options.Has(option.TimeByMethod) {
		return s.foreign(t, p, dst)
	}
	return decodeMethod(s, t, p, dst)
}
