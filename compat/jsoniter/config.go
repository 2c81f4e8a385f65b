package jsoniter

import (
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/modern-go/reflect2"
	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/stream"
)

// Config is a set of choices. Froze makes an [API] of it.
type Config struct {
	IndentionStep                 int    // spaces for each level of the output; 0 is compact output
	MarshalFloatWith6Digits       bool   // floats have at most six digits after the point
	EscapeHTML                    bool   // <, > and & are escaped in strings
	SortMapKeys                   bool   // maps are written in the order of their keys
	UseNumber                     bool   // numbers in interfaces are json.Number
	DisallowUnknownFields         bool   // a member without a field is an error
	TagKey                        string // the key of struct tags, empty for "json"
	OnlyTaggedField               bool   // fields without a tag are left out
	ValidateJsonRawMessage        bool   // the JSON of a RawMessage is checked when it is written
	ObjectFieldMustBeSimpleString bool   // no effect: names with escapes are read as others
	CaseSensitive                 bool   // names match fields only if they are equal
}

// API has the functions of this package, with the meaning of a [Config].
type API interface {
	IteratorPool
	StreamPool
	MarshalToString(v any) (string, error)
	Marshal(v any) ([]byte, error)
	MarshalIndent(v any, prefix, indent string) ([]byte, error)
	UnmarshalFromString(str string, v any) error
	Unmarshal(data []byte, v any) error
	Get(data []byte, path ...any) Any
	NewEncoder(writer io.Writer) *Encoder
	NewDecoder(reader io.Reader) *Decoder
	Valid(data []byte) bool
	RegisterExtension(extension Extension)
	DecoderOf(typ reflect2.Type) ValDecoder
	EncoderOf(typ reflect2.Type) ValEncoder
}

// ConfigDefault escapes HTML, writes maps in any order and does not check raw messages.
var ConfigDefault = Config{EscapeHTML: true}.Froze()

// ConfigCompatibleWithStandardLibrary has the meaning of encoding/json, with its errors.
var ConfigCompatibleWithStandardLibrary = Config{EscapeHTML: true, SortMapKeys: true, ValidateJsonRawMessage: true}.Froze()

// ConfigFastest does not escape HTML, and writes floats with at most six digits after the point.
var ConfigFastest = Config{MarshalFloatWith6Digits: true, ObjectFieldMustBeSimpleString: true}.Froze()

// frozen is the API of a Config. Its zetes.API is made anew when an extension or a codec is registered, so that types
// that were used before have it too.
type frozen struct {
	cfg   Config
	exact bool // errors are encoding/json's own

	mu         sync.Mutex
	extensions []Extension
	made       atomic.Pointer[engine]

	iterators, streams sync.Pool
}

// engine is a zetes.API, with what was registered when it was made.
type engine struct {
	api        *zetes.API
	compact    *zetes.API    // api without indentation
	plan       *plan.Dialect // of api
	cfg        Config
	exact      bool
	owner      *frozen
	generation uint64 // of the registry
	extensions []Extension
	custom     bool     // some codec or extension is registered
	encoders   sync.Map // what makes of a reflect.Type: encoderOf
	decoders   sync.Map
	structs    sync.Map // what describe makes of one
}

// Froze returns the API of cfg.
func (cfg Config) Froze() API {
	f := &frozen{cfg: cfg, exact: cfg.EscapeHTML && cfg.SortMapKeys && cfg.ValidateJsonRawMessage}
	f.iterators.New = func() any { return NewIterator(f) }
	f.streams.New = func() any { return NewStream(f, nil, 512) }
	return f
}

// zetes returns the configuration of zetes with cfg's meaning.
func (cfg Config) zetes() zetes.Config {
	return zetes.Config{
		Indent:        strings.Repeat(" ", max(cfg.IndentionStep, 0)),
		NoEscapeHTML:  !cfg.EscapeHTML,
		UnsortedMaps:  !cfg.SortMapKeys,
		ShortFloats:   cfg.MarshalFloatWith6Digits,
		UseNumber:     cfg.UseNumber,
		RejectUnknown: cfg.DisallowUnknownFields,
		TagKey:        cfg.TagKey,
		TaggedOnly:    cfg.OnlyTaggedField,
		ExactCase:     cfg.CaseSensitive,
		Codecs:        []codec.Codec{rawCodec, numberCodec, anyCodec},
		CodecsFor:     []func(reflect.Type) (codec.Codec, bool){implementersOfAny},
	}
}

// engine returns the engine with all that is registered now.
func (f *frozen) engine() *engine {
	if e := f.made.Load(); e != nil && e.generation == registry.generation.Load() {
		return e
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.make()
}

// make makes the engine. The caller holds f.mu.
func (f *frozen) make() *engine {
	e := &engine{cfg: f.cfg, exact: f.exact, owner: f}
	var global []Extension
	global, e.generation, e.custom = registry.read()
	e.extensions = append(append(e.extensions, f.extensions...), global...)
	c := f.cfg.zetes()
	if e.custom = e.custom || len(f.extensions) > 0; e.custom {
		c.CodecsFor = append([]func(reflect.Type) (codec.Codec, bool){e.codecFor}, c.CodecsFor...)
		c.Members = e.members
	}
	if !e.exact {
		c.CodecsFor = append(c.CodecsFor, e.pointerKeys)
	}
	e.api = c.Freeze()
	e.plan, _, _ = root.Config(e.api)
	e.compact = e.api
	if c.Indent != "" {
		c.Indent = ""
		e.compact = c.Freeze()
	}
	f.made.Store(e)
	return e
}

// told returns err as callers of the configuration see it.
func (e *engine) told(err error) error {
	if e.exact {
		if place := (*zetes.Error)(nil); errors.As(err, &place) && error(place) == err {
			return place.Err
		}
	}
	return err
}

func (f *frozen) Marshal(v any) ([]byte, error) {
	e := f.engine()
	b, err := e.api.Marshal(v)
	if err != nil {
		return nil, e.told(err)
	}
	return b, nil
}

func (f *frozen) MarshalToString(v any) (string, error) {
	e := f.engine()
	s, err := e.api.MarshalString(v)
	if err != nil {
		return "", e.told(err)
	}
	return s, nil
}

func (f *frozen) MarshalIndent(v any, prefix, indent string) ([]byte, error) {
	e := f.engine()
	b, err := e.compact.MarshalIndent(v, prefix, indent)
	if err != nil {
		return nil, e.told(err)
	}
	return b, nil
}

func (f *frozen) Unmarshal(data []byte, v any) error {
	e := f.engine()
	if err := e.api.Unmarshal(data, v); err != nil {
		return e.placed(err, data, v)
	}
	return nil
}

func (f *frozen) UnmarshalFromString(str string, v any) error {
	e := f.engine()
	if err := e.api.UnmarshalString(str, v); err != nil {
		return e.placed(err, []byte(str), v)
	}
	return nil
}

func (f *frozen) Valid(data []byte) bool { return f.engine().api.Valid(data) }

func (f *frozen) Get(data []byte, path ...any) Any { return getAny(f, data, path) }

func (f *frozen) NewEncoder(writer io.Writer) *Encoder {
	e := f.engine()
	return &Encoder{e, stream.NewEncoder(writer, stream.Using(e.api))}
}

func (f *frozen) NewDecoder(reader io.Reader) *Decoder {
	e := f.engine()
	return &Decoder{e, stream.NewDecoder(reader, stream.Using(e.api))}
}

func (f *frozen) RegisterExtension(extension Extension) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.extensions = append(f.extensions, extension)
	f.make()
}

func (f *frozen) BorrowIterator(data []byte) *Iterator {
	return f.iterators.Get().(*Iterator).ResetBytes(data)
}

func (f *frozen) ReturnIterator(iter *Iterator) {
	if iter.lent {
		return // a decoder gives back the Iterator that it was lent: only reading does that
	}
	if iter.src != nil {
		iter.ResetBytes(nil)
	}
	// Its input stays until it is borrowed again, as in json-iterator, of which programs read after they gave it back.
	iter.Error, iter.Attachment, iter.level = nil, nil, 0
	f.iterators.Put(iter)
}

func (f *frozen) BorrowStream(writer io.Writer) *Stream {
	s := f.streams.Get().(*Stream)
	s.Reset(writer)
	return s
}

func (f *frozen) ReturnStream(s *Stream) {
	if s.lent {
		return // an encoder gives back the Stream that it was lent: only writing does that
	}
	s.reset()
	if cap(s.buf) <= maxKept {
		f.streams.Put(s)
	}
}

// reset drops all that s holds for its user, but for its buffer.
func (s *Stream) reset() {
	s.out, s.Error, s.Attachment, s.level, s.lent = nil, nil, nil, 0, false
}

// maxKept is the largest buffer of a Stream that is kept for the next one.
const maxKept = 64 << 10

// fallback is ConfigDefault, for values without a configuration.
var fallback *frozen

func init() { fallback = ConfigDefault.(*frozen) }

// frozenOf returns cfg, or ConfigDefault for an API that is not of this package.
func frozenOf(cfg API) *frozen {
	if f, ok := cfg.(*frozen); ok {
		return f
	}
	return fallback
}

// Marshal returns the JSON of v under [ConfigDefault].
func Marshal(v any) ([]byte, error) { return ConfigDefault.Marshal(v) }

// MarshalIndent returns the JSON of v with each element on a line of its own, as encoding/json's MarshalIndent does.
func MarshalIndent(v any, prefix, indent string) ([]byte, error) {
	return ConfigDefault.MarshalIndent(v, prefix, indent)
}

// MarshalToString is [Marshal] with a string as its result.
func MarshalToString(v any) (string, error) { return ConfigDefault.MarshalToString(v) }

// Unmarshal decodes data into the value that v points to, under [ConfigDefault].
func Unmarshal(data []byte, v any) error { return ConfigDefault.Unmarshal(data, v) }

// UnmarshalFromString is [Unmarshal] from a string.
func UnmarshalFromString(str string, v any) error { return ConfigDefault.UnmarshalFromString(str, v) }

// Valid reports whether data is one JSON value.
func Valid(data []byte) bool { return ConfigDefault.Valid(data) }

// Get returns the value at the end of a path in data: names, indexes, and '*' for all elements or members. The result is
// never nil; its LastError says why there is no value.
func Get(data []byte, path ...any) Any { return ConfigDefault.Get(data, path...) }

// NewEncoder returns an encoder to writer under [ConfigDefault].
func NewEncoder(writer io.Writer) *Encoder { return ConfigDefault.NewEncoder(writer) }

// NewDecoder returns a decoder of the values that reader has, under [ConfigDefault].
func NewDecoder(reader io.Reader) *Decoder { return ConfigDefault.NewDecoder(reader) }

// Encoder writes values to a stream, each in a line of its own.
type Encoder struct {
	e *engine
	s *stream.Encoder
}

// Encode writes val and a line break.
func (adapter *Encoder) Encode(val any) error { return adapter.e.told(adapter.s.Encode(val)) }

// SetEscapeHTML says whether <, > and & are escaped in strings.
func (adapter *Encoder) SetEscapeHTML(escapeHTML bool) { adapter.s.SetEscapeHTML(escapeHTML) }

// SetIndent makes each element stand on a line of its own, as encoding/json's SetIndent does.
func (adapter *Encoder) SetIndent(prefix, indent string) { adapter.s.SetIndent(prefix, indent) }

// Decoder reads values that follow each other in a stream.
type Decoder struct {
	e *engine
	s *stream.Decoder
}

// Decode reads the next value into the value that obj points to. At the end of the stream it returns io.EOF.
func (adapter *Decoder) Decode(obj any) error { return adapter.e.told(adapter.s.Decode(obj)) }

// More reports whether another value follows.
func (adapter *Decoder) More() bool { return adapter.s.More() }

// Buffered returns a reader of the text that is in memory and unread. It is valid until the next call.
func (adapter *Decoder) Buffered() io.Reader { return adapter.s.Buffered() }

// UseNumber makes numbers in interfaces json.Numbers.
func (adapter *Decoder) UseNumber() { adapter.s.UseNumber() }

// DisallowUnknownFields makes a member without a field an error.
func (adapter *Decoder) DisallowUnknownFields() { adapter.s.DisallowUnknownFields() }

// RawMessage is JSON text that is written and read as it is.
type RawMessage []byte

// rawCodec writes and reads a RawMessage as the JSON that it holds.
var rawCodec = codec.For(
	func(w *codec.Writer, v *RawMessage) {
		if *v == nil {
			w.Null()
		} else {
			w.Raw(*v)
		}
	},
	func(r *codec.Reader, v *RawMessage) {
		if r.Null() {
			*v = nil
		} else {
			*v = append((*v)[:0], r.Raw()...)
		}
	},
)

// Number is the text of a JSON number.
type Number string

// String returns the text.
func (n Number) String() string { return string(n) }

// Float64 returns the number as a float64.
func (n Number) Float64() (float64, error) { return strconv.ParseFloat(string(n), 64) }

// Int64 returns the number as an int64.
func (n Number) Int64() (int64, error) { return strconv.ParseInt(string(n), 10, 64) }

// CastJsonNumber returns the text of a json.Number or of a [Number].
func CastJsonNumber(val any) (string, bool) {
	switch n := val.(type) {
	case json.Number:
		return string(n), true
	case Number:
		return string(n), true
	}
	return "", false
}

// numberCodec writes and reads a Number as the number that it holds.
var numberCodec = codec.For(
	func(w *codec.Writer, v *Number) {
		if *v == "" {
			w.Int(0)
		} else {
			w.Number(string(*v))
		}
	},
	func(r *codec.Reader, v *Number) {
		switch r.Peek() {
		case codec.Null:
			r.Null()
			*v = ""
		case codec.String:
			*v = Number(r.String())
		default:
			*v = Number(r.Number())
		}
	},
)
