package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// Values that codecs read. The codec gets a codec.Reader over the input from the start of the value, which has not been
// checked. Decoding goes on where the codec stops reading. Its panics become errors.

// lending is the reader of a run for codecs.
type lending struct {
	reader   *loan.Reader
	leased   bool  // the reader is being used by a codec
	guards   bool  // panics of codecs are caught around the run
	coding   *node // the node of the codec that was called last
	codingAt int   // the position of its value plus one; 0 after it has returned
	offset   int64 // of the run's value in the document
}

// custom is the part of a node that only codecs need.
type custom struct {
	codec *plan.Codec
	key   *loan.Key
	field string
}

// codecOf makes t a node that cd reads, if cd reads. field is the Go name of the struct field that the codec is for,
// which errors name, or "" for a codec of the type.
func (c *compiler) codecOf(t *node, cd *plan.Codec, field string) bool {
	if cd == nil || cd.Read == nil {
		return false
	}
	t.custom = &custom{codec: cd, field: field}
	t.run = decodeCodec
	return true
}

// hasCodec reports whether values of t, or the pointees of pointers of type t, are read by codecs or read themselves.
func (c *compiler) hasCodec(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer && c.cfg.CodecOf(t) == nil {
		t = t.Elem()
	}
	if cd := c.cfg.CodecOf(t); cd != nil && cd.Read != nil {
		return true
	}
	return plan.SelfReader(t) != nil
}

// codecDepth is the number of levels that a codec counts as, in addition to the arrays and objects that it opens.
// Otherwise codecs that pass their value on to one another would never end.
const codecDepth = 1

// decodeCodec lends the state's reader to the codec of t, for the value at p. For [1,2] into two values of a codec the
// reader is lent twice, at 1 and at 3. It sees the whole input. Its terms have the depth that is left, the rest of the
// limit on memory, and the configuration.
//
// If the codec has read its whole value, decoding goes on after it. If it is not known how far the codec has read, the
// value is skipped, which also checks it.
func decodeCodec(s *state, t *node, p int, dst unsafe.Pointer) int {
	if !s.careful() {
		return -1
	}
	// Values that the codec reads through plans get other states, since the reader belongs to the codec.
	r := s.lending.reader
	if r == nil {
		r = loan.Codecs().NewReader()
		s.lending.reader = r
	}
	s.lending.leased = true
	var end int
	var err error
	if s.all != nil || !s.lending.guards {
		// Runs without a guard end here: decoding goes on after a codec that panics, or the search through the type has
		// not found the codec.
		end, err = s.lendGuarded(t, p, dst)
	} else {
		if s.lending.coding != t {
			s.lending.coding = t
		}
		s.lending.codingAt = p + 1
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

// terms are the terms on which s lends its reader for the value at p. A codec that decodes values from the reader finds
// there the configuration, and the rest of the limit on memory, which it shares.
func (s *state) terms(p int) loan.Terms {
	return loan.Terms{Owner: s.cfg, Level: s.depth + codecDepth, Left: s.limit.left, Origin: s.lending.offset + int64(p-s.first)}
}

// lendGuarded lends the reader to the codec of t, whose panic becomes an error.
//
// The deferred call costs some nanoseconds for each value. Runs that have one guard for all values (guarded) avoid it.
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

// guarded runs types that lend parts of the input to codecs. A panic of any of these becomes an error here, and so does
// the run's own panic at the limit on memory. Panics of other code go on. A codec that is found in an interface, where
// the type does not show it, has a guard of its own.
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

// codecFailed notes the error of the codec of t, which was to read the value at p, and returns where decoding goes on,
// or -1. If the value is not JSON that is the error instead, since codecs read unchecked text. Only the outermost state
// tests that, because each test takes time proportional to the value.
//
//go:noinline
func (s *state) codecFailed(t *node, p int, err error) int {
	s.lending.codingAt = 0
	loan.Codecs().TakeReader(s.lending.reader)
	s.lending.reader, s.lending.leased = nil, false // another reader replaces it
	e := -1
	if !s.host.guest {
		if e = s.skip(p); e < 0 {
			return -1
		}
	}
	at, failure := loan.Codecs().Failure(err) // the error names the innermost codec
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

// keyCodec makes the key for the name from p to e, quotes included, by a codec for keys. An error of the codec ends the
// run, like that of a codec for values.
func (s *state) keyCodec(t *node, p, e int, key reflect.Value) bool {
	key.Elem().SetZero()
	name, _ := s.text(p + 1)
	if err := t.custom.key.Parse(name, key.Interface()); err != nil {
		at, failure := loan.Codecs().Failed(t.Type.Key(), "", false, err)
		*at = int64(p)
		s.fault = fault.Fault{Code: fault.Codec, Offset: *at, Err: failure}
		return false
	}
	return true
}

// bareOf returns the node of rt without the codec that rt itself may have.
func bareOf(cfg *plan.Dialect, rt reflect.Type) *node {
	if known := nodes(cfg).Bare(rt); known != nil {
		return known
	}
	nodeFor(cfg, reflect.PointerTo(rt)) // for the types in rt, and if rt has no codec
	c := &compiler{cfg: cfg, made: map[reflect.Type]*node{}}
	t := c.compileBare(rt)
	c.try()
	t.try(cfg)
	return nodes(cfg).PutBare(rt, t)
}

// compileBare makes the node of rt without its codec.
func (c *compiler) compileBare(rt reflect.Type) *node {
	c.cfg.Decoders.Lock.Lock()
	defer c.cfg.Decoders.Lock.Unlock()
	t := newNode(rt)
	c.compileOwn(t, true)
	c.publish()
	if t.fields != nil {
		t.fields.finish(c.cfg.Options.Has(option.UniqueNames))
	}
	return t
}
