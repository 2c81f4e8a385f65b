package decode

import (
	"errors"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
)

// custom is what a codec adds to a typ.
type custom struct {
	codec *codec.Codec
	key   *codec.Key
	word  unsafe.Pointer // the type word of pointers to what the codec reads
	field string
}

// codecOf makes x a typ that is read by cd, if that reads.
func (c *compiler) codecOf(x *typ, cd *codec.Codec, field string) bool {
	if cd == nil || !cd.Reads() {
		return false
	}
	x.custom = &custom{codec: cd, word: mem.TypeWordOf(reflect.PointerTo(x.rtype)), field: field}
	x.run = decodeCodec
	return true
}

// codecDepth is how many levels of nesting a codec counts for: its calls take more stack than a walker's.
const codecDepth = 10

func decodeCodec(s *state, t *typ, p int, dst unsafe.Pointer) int {
	e := s.skip(p)
	if e < 0 {
		return -1
	}
	// Codecs come back here by way of nested values, so the reader is theirs alone while they run.
	r := s.reader
	if s.reader = nil; r == nil {
		r = new(codec.Reader)
	}
	r.ResetBytes(s.data[p:e:e])
	r.Lend(s.cfg.Owner, s.depth+codecDepth)
	err := t.custom.codec.Read(r, mem.Interface(t.custom.word, dst))
	if err != nil {
		f := &codec.Failure{Type: t.rtype, Field: t.custom.field, Err: err}
		errors.As(err, &f) // the innermost codec is the one to name
		f.Offset += int64(p)
		bad := fault.Fault{Code: fault.Codec, Offset: f.Offset, Err: f}
		if s.all != nil {
			s.collect(bad)
			return e
		}
		s.fault = bad
		return -1
	}
	r.ResetBytes(nil)
	s.reader = r
	return e
}

// keyCodec makes the key of the name from p to e, quotes included, by a codec for keys.
func (s *state) keyCodec(t *typ, p, e int, key reflect.Value) bool {
	key.Elem().SetZero()
	name, _ := s.text(p + 1)
	if err := t.custom.key.Parse(name, key.Interface()); err != nil {
		s.fault = fault.Fault{Code: fault.Codec, Offset: int64(p), Err: &codec.Failure{
			Type: t.rtype.Key(), Offset: int64(p), Err: err,
		}}
		return false
	}
	return true
}

// BareTypeOf returns the Type of t without the codec that t itself may have.
func BareTypeOf(c *plan.Config, t reflect.Type) *Type {
	if x, ok := c.BareDecoders.Load(t); ok {
		return x.(*Type)
	}
	typeFor(c, reflect.PointerTo(t)) // what t is made of, where it has no codec
	compiling.Lock()
	defer compiling.Unlock()
	k := &compiler{cfg: c, made: map[reflect.Type]*typ{}}
	x := newTyp(t)
	k.compileOwn(x, true)
	k.publish()
	if x.fields != nil {
		x.fields.finish()
	}
	got, _ := c.BareDecoders.LoadOrStore(t, x)
	return got.(*Type)
}
