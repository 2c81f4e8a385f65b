package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/plan"
)

// Values that codecs read. The codec gets a codec.Reader over the input where the value starts; nobody has checked
// the value before. When it returns, the end of what it has read is where decoding goes on. Its panics become
// errors.

// custom is what a codec adds to a node.
type custom struct {
	codec *plan.Codec
	key   *loan.Key
	field string
}

// codecOf makes t a node that is read by cd, if that reads.
// field is the name in Go of the struct field that the codec is for, for errors, or "" for a codec of the type.
func (c *compiler) codecOf(t *node, cd *plan.Codec, field string) bool {
	if cd == nil || cd.Read == nil {
		return false
	}
	t.custom = &custom{codec: cd, field: field}
	t.run = decodeCodec
	return true
}

// hasCodec reports whether values of t, or what pointers of type t lead to, are read by codecs, or read themselves.
func (c *compiler) hasCodec(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer && c.cfg.CodecOf(t) == nil {
		t = t.Elem()
	}
	if cd := c.cfg.CodecOf(t); cd != nil && cd.Read != nil {
		return true
	}
	return plan.SelfReader(t) != nil
}

// codecDepth is how many levels of nesting a codec counts for, besides the arrays and objects that it opens: codecs
// that hand their value on to one another would never end.
const codecDepth = 1

// decodeCodec lends the state's reader to the codec of t, at the value at p. Of [1,2] into two values of a codec
// the reader is lent twice, first at 1, then at 3. It sees the whole input, and is told how deep it may go, what
// is left of the limit on memory, and whose configuration is at work (terms).
//
// A codec that has read its value whole returns behind it, and the state goes on there. Where it can't be told how
// far the codec has read, the value is passed over, which also checks it.
func decodeCodec(s *state, t *node, p int, dst unsafe.Pointer) int {
	if !s.careful() {
		return -1
	}
	// Values that the codec reads by way of plans get states of their own: the reader is the codec's alone.
	r := s.reader
	if r == nil {
		r = loan.Codecs().NewReader()
		s.reader = r
	}
	s.leased = true
	var end int
	var err error
	if s.all != nil || !s.guards {
		// Decoding goes on behind a codec that panics, or nobody has seen the codec coming.
		end, err = s.lendGuarded(t, p, dst)
	} else {
		if s.coding != t {
			s.coding = t
		}
		s.codingAt = p + 1
		end, err = loan.Codecs().Read(r, t.custom.codec.Read, &s.Input, p, s.terms(), maxDepth-s.depth, s.cfg.Limits.MostDigits(), dst)
		s.codingAt = 0
	}
	if err != nil {
		return s.codecFailed(t, p, err)
	}
	if end >= 0 {
		return end
	}
	return s.skip(p)
}

// terms are what s lends its reader on. A codec that decodes values by the reader finds the configuration there, and
// what is left of the limit on values, which it shares.
func (s *state) terms() loan.Terms {
	return loan.Terms{Owner: s.cfg, Level: s.depth + codecDepth, Left: s.left}
}

// lendGuarded lends the reader to the codec of t, whose panic becomes an error.
//
// The deferred call costs some nanoseconds for each value, which runs avoid that have a guard around all
// (guarded).
//
//go:noinline
func (s *state) lendGuarded(t *node, p int, dst unsafe.Pointer) (end int, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = loan.Codecs().Panicked(v)
		}
	}()
	return loan.Codecs().Read(s.reader, t.custom.codec.Read, &s.Input, p, s.terms(), maxDepth-s.depth, s.cfg.Limits.MostDigits(), dst)
}

// guarded runs types that lend codecs parts of the input. What those panic with becomes an error here, once for all
// that are called, as does the run's own panic where a limit on memory is met. Panics of other code go on. A codec that
// is met behind an interface, which tells nothing of it, has a guard of its own.
//
//go:noinline
func (s *state) guarded(t *node, p int, dst unsafe.Pointer) (end int) {
	depth := s.depth
	s.guards = true
	defer func() {
		s.guards = false
		switch {
		case s.fault.Code == fault.MuchMemory:
			if _, ok := recover().(overLimit); ok {
				end, s.spoiled, s.depth = -1, true, depth
			}
		case s.codingAt != 0:
			if v := recover(); v != nil {
				end = s.codecFailed(s.coding, s.codingAt-1, loan.Codecs().Panicked(v))
				s.spoiled = true
			}
		}
	}()
	return t.run(s, t, p, dst)
}

// codecFailed notes the error of the codec of t, which was to read the value at p, and returns where decoding goes
// on, or -1. That the value is no JSON is said in its place: codecs read what has not been checked. Only the
// outermost state looks for that, for each time takes as long as the value is.
//
//go:noinline
func (s *state) codecFailed(t *node, p int, err error) int {
	s.codingAt = 0
	loan.Codecs().TakeReader(s.reader)
	s.reader, s.leased = nil, false // another one takes its place
	e := -1
	if !s.guest {
		if e = s.skip(p); e < 0 {
			return -1
		}
	}
	at, failure := loan.Codecs().Failure(err) // the innermost codec is the one to name
	if failure == nil {
		at, failure = loan.Codecs().Failed(t.rtype, t.custom.field, false, err)
	}
	*at += int64(p)
	bad := fault.Fault{Code: fault.Codec, Offset: *at, Err: failure}
	if s.all != nil {
		s.collect(bad)
		return e
	}
	s.fault = bad
	return -1
}

// keyCodec makes the key of the name from p to e, quotes included, by a codec for keys.
// An error of the codec ends the run, as that of a codec for values does.
func (s *state) keyCodec(t *node, p, e int, key reflect.Value) bool {
	key.Elem().SetZero()
	name, _ := s.text(p + 1)
	if err := t.custom.key.Parse(name, key.Interface()); err != nil {
		at, failure := loan.Codecs().Failed(t.rtype.Key(), "", false, err)
		*at = int64(p)
		s.fault = fault.Fault{Code: fault.Codec, Offset: *at, Err: failure}
		return false
	}
	return true
}

// bareOf returns the node of rt without the codec that rt itself may have.
func bareOf(cfg *plan.Config, rt reflect.Type) *node {
	if known := nodes(cfg).Bare(rt); known != nil {
		return known
	}
	nodeFor(cfg, reflect.PointerTo(rt)) // what rt is made of, where it has no codec
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
		t.fields.finish()
	}
	return t
}
