package decode

import (
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/date"
	"github.com/zetes-json/zetes/internal/option"
)

func compileTime(_ *compiler, t *node) { t.run = decodeTime }

// decodeTime decodes into a time.Time: the plain forms here, all others by the type's own method.
func decodeTime(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.At(p) == '"' {
		if v, n := date.Read(unsafe.Add(s.In, p+1)); n > 0 && s.At(p+1+n) == '"' {
			*(*time.Time)(dst) = v
			return p + n + 2
		}
	}
	if s.options.Has(option.TimeByMethod) {
		return decodeMethod(s, t, p, dst)
	}
	if s.At(p) != '"' {
		if s.IsNull(p) {
			return p + 4
		}
		return s.mismatch(t, p, dst)
	}
	e := s.skipString(p)
	if e < 0 {
		return -1
	}
	var v time.Time
	if err := v.UnmarshalText(s.contents(p, e)); err != nil {
		return s.method(p, e, err)
	}
	*(*time.Time)(dst) = v
	return e
}
