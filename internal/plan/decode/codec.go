package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
)

// Values that codecs read. A codec gets a codec.Reader over the input, at the start of its value; the text has not been
// checked. Decoding goes on where the codec stops reading. Panics of codecs become errors.

// lending has the codec.Reader that a state lends to one codec after the other.
type lending struct {
	reader   *loan.Reader
	leased   bool  // the reader is being used by a codec
	guards   bool  // a deferred function around the whole decoding recovers panics of codecs
	coding   *node // the node whose codec was called last
	codingAt int   // the position of the value that the codec reads, plus one; 0 after it has returned
	offset   int64 // the offset of the decoded value in the document
}

type custom struct {
	codec *plan.Codec
	key   *loan.Key
	field string
}

// codecOf makes t a node whose values the codec cd reads. It returns false if cd cannot read. field is the name of the
// Go field for errors, or "" if the codec is for all values of the type.
func (c *compiler) codecOf(t *node, cd *plan.Codec, field string) bool {
	if cd == nil || cd.Read == nil && cd.Call == nil {
		return false
	}
	t.custom = &custom{codec: cd, field: field}
	t.run = decodeCodec
	if cd.Call != nil {
		t.run, t.word = decodeFunction, mem.PointerWordOf(t.Type)
	}
	return true
}

// hasCodec reports whether a codec, or an UnmarshalZetes method, reads values of t or of its pointees.
func (c *compiler) hasCodec(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer && c.cfg.CodecOf(t) == nil {
		t = t.Elem()
	}
	if cd := c.cfg.CodecOf(t); cd != nil && (cd.Read != nil || cd.Call != nil) {
		return true
	}
	return plan.SelfReader(t) != nil
}

// codecDepth is how many levels a codec counts as: codecs that call one another for one value must reach the limit too.
const codecDepth = 1

// decodeCodec lends the state's reader to the codec of t, for the value at p. The reader sees the whole input: for
// [1,2] into two values of a codec it is lent twice, at positions 1 and 3. Decoding continues where the codec has
// stopped. If that is not known, the value is skipped, which also checks it.
func decodeCodec(s *state, t *node, p int, dst unsafe.Pointer) int {
	if !s.checkIfSaving() {
		return -1
	}
	// A codec may decode a part of its value by a plan. That decoding gets another state, with a reader of its own.
	r := s.lending.reader
	if r == nil {
		r = loan.Codecs().NewReader()
		s.lending.reader = r
	}
	s.lending.leased = true
	var end int
	var err error
	if s.all != nil || !s.lending.guards {
		// lendGuarded is needed if all faults are wanted, since decoding then continues after a codec that panics, and
		// if the codec was found in an interface, since state.guarded was not called then.
		end, err = s.lendGuarded(t, p, dst)
	} else {
		s.lending.coding, s.lending.codingAt = t, p+1
		end, err = loan.Codecs().Read(r, t.custom.codec.Read, &s.Input, p, s.terms(p), maxDepth-s.depth, s.cfg.MostDigits(), dst)
		s.lending.codingAt = 0
	}
	if err != nil {
		return s.codecFailed(t, p, err)
	}
	if end >= 0 {
		return end
	}
	return s.skip(p)
}

// terms returns the conditions for decodings that the codec starts through the reader, for the value at p.
func (s *state) terms(p int) loan.Terms {
	return loan.Terms{Owner: s.cfg, Level: s.depth + codecDepth, Left: s.limit.left, Origin: s.lending.offset + int64(p-s.first)}
}

// lendGuarded calls the codec of t and turns a panic into an error, which costs some nanoseconds for each value.
//
//go:noinline
func (s *state) lendGuarded(t *node, p int, dst unsafe.Pointer) (end int, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = loan.Codecs().Panicked(v)
		}
	}()
	return loan.Codecs().Read(s.lending.reader, t.custom.codec.Read, &s.Input, p, s.terms(p), maxDepth-s.depth, s.cfg.MostDigits(), dst)
}

// guarded decodes the value at p into the t at dst, and recovers two kinds of panics: a panic of a codec becomes an
// error, and the panic at the limit on memory (overLimit) ends decoding.
//
//go:noinline
func (s *state) guarded(t *node, p int, dst unsafe.Pointer) (end int) {
	depth := s.depth
	s.lending.guards = true
	defer func() {
		s.lending.guards = false
		switch {
		case s.fault.Code == fault.MuchMemory:
			if _, ok := recover().(overLimit); ok {
				end, s.host.spoiled, s.depth = -1, true, depth
			}
		case s.lending.codingAt != 0:
			if v := recover(); v != nil {
				end = s.codecFailed(s.lending.coding, s.lending.codingAt-1, loan.Codecs().Panicked(v))
				s.host.spoiled = true
			}
		}
	}()
	return t.run(s, t, p, dst)
}

// codecFailed stores err, the error of the codec of t for the value at p. It returns the position at which decoding
// continues, or -1. Codecs read unchecked text, so if the value is not JSON, the fault is bad syntax instead of err. A
// guest does not test that: the test takes time proportional to the value, and each level of nesting may have a guest.
//
//go:noinline
func (s *state) codecFailed(t *node, p int, err error) int {
	s.lending.codingAt = 0
	loan.Codecs().TakeReader(s.lending.reader)
	s.lending.reader, s.lending.leased = nil, false // the codec may still use the old reader
	e := -1
	if !s.host.guest {
		if e = s.skip(p); e < 0 {
			return -1
		}
	}
	at, failure := loan.Codecs().Failure(err) // if err is from a codec inside this one, the error names that codec
	if failure == nil {
		at, failure = loan.Codecs().Failed(t.Type, t.custom.field, false, err)
	}
	locate.Base(p).MoveOffset(at)
	bad := fault.Fault{Code: fault.Codec, Offset: *at, Err: failure}
	if s.all != nil {
		s.collect(bad)
		return e
	}
	s.fault = bad
	return -1
}

// bareOf returns a node of rt that does not call a codec of the configuration for rt itself, for that codec's own use.
func bareOf(cfg *plan.Dialect, rt reflect.Type) *node {
	if known := nodes(cfg).Bare(rt); known != nil {
		return known
	}
	nodeFor(cfg, reflect.PointerTo(rt)) // compiles all types in rt, whose nodes the new one shares
	return nodes(cfg).PutBare(rt, compiled(cfg, func(c *compiler) *node {
		t := newNode(rt)
		c.all = append(c.all, t)
		c.compileOwn(t, true)
		return t
	}))
}
