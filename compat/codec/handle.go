// Package codec has the names of github.com/ugorji/go/codec v1.3.2 that are about JSON, over zetes: [JsonHandle] with its
// options, [Encoder], [Decoder], [Selfer], extensions and [Raw]. A program that uses that library for JSON is moved by
// changing its import path. The page docs/migrate-ugorji.md lists what is different.
//
// An option that is not served is an error of each call. Input is JSON, and names in objects are strings.
//
// For new code, a Config of package zetes has these choices and more.
package codec

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zetes-json/zetes"
	zcodec "github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/codec/ready"
)

// Handle is a [JsonHandle].
type Handle interface {
	Name() string
	json() *JsonHandle
}

// TypeInfos has the keys of struct tags.
type TypeInfos struct{ tags []string }

// NewTypeInfos returns the keys of struct tags, of which the first counts that a field has.
func NewTypeInfos(tags []string) *TypeInfos { return &TypeInfos{slices.Clone(tags)} }

// EncodeOptions are choices about output.
type EncodeOptions struct {
	WriterBufferSize          int           // no effect
	ChanRecvTimeout           time.Duration // no effect: channels are an error
	StructToArray             bool          // structs are arrays of the values of their fields
	Canonical                 bool          // members of structs are sorted by their names; entries of maps always are
	CheckCircularRef          bool          // no effect: endless values are an error
	RecursiveEmptyCheck       bool          // not served
	Raw                       bool          // a Raw may be written, if it is JSON
	StringToRaw               bool          // not served
	OptimumSize               bool          // no effect
	NoAddressableReadonly     bool          // no effect
	NilCollectionToZeroLength bool          // nil slices and maps are [] and {}
}

// DecodeOptions are choices about input.
type DecodeOptions struct {
	MapType                       reflect.Type // what objects in an any become: map[string]any or map[any]any, which is the default without MapKeyAsString
	SliceType                     reflect.Type // nil or []any
	MaxInitLen                    int          // no effect: memory is taken as input comes
	MaxBytesLen                   int          // no effect
	ReaderBufferSize              int          // no effect
	MaxDepth                      int16        // of arrays and objects; 0 means 1024
	ErrorIfNoField                bool         // a member without a field is an error
	ErrorIfNoArrayExpand          bool         // not served
	SignedInteger                 bool         // integers in an any are int64; otherwise uint64 if they are not negative
	MapValueReset                 bool         // no effect: entries of maps start from zero
	SliceElementReset             bool         // not served
	InterfaceReset                bool         // an any is set even if it holds a pointer
	InternString                  bool         // equal short strings share memory
	PreferArrayOverSlice          bool         // not served
	DeleteOnNilMapValue           bool         // no effect, as in go/codec
	RawToString                   bool         // no effect: JSON has no bytes
	ZeroCopy                      bool         // no effect: strings are copies
	PreferPointerForStructOrArray bool         // no effect
	ValidateUnicode               bool         // text that is not UTF-8 is an error
}

// RPCOptions has no effect.
type RPCOptions struct{ RPCNoBuffer bool }

// BasicHandle has the options that are not about JSON in particular.
type BasicHandle struct {
	TypeInfos *TypeInfos // the keys of struct tags: nil means codec, then json
	DecodeOptions
	EncodeOptions
	RPCOptions
	TimeNotBuiltin  bool // a time.Time is written and read by its own methods
	ExplicitRelease bool // no effect, as in go/codec

	exts  map[reflect.Type]InterfaceExt
	impls map[reflect.Type]reflect.Type
	once  sync.Once
	api   *zetes.API
	err   error
}

var errUsed = errors.New("codec: the handle is in use already")

// SetExt is [JsonHandle.SetInterfaceExt].
func (x *BasicHandle) SetExt(rt reflect.Type, tag uint64, ext Ext) error { return x.setExt(rt, ext) }

func (x *BasicHandle) setExt(rt reflect.Type, ext InterfaceExt) error {
	switch {
	case x.api != nil:
		return errUsed
	case rt == nil || rt.Name() == "" || rt.Kind() == reflect.Interface:
		return fmt.Errorf("codec: an extension is for a named type that is not an interface, not for %v", rt)
	case x.exts == nil:
		x.exts = map[reflect.Type]InterfaceExt{}
	}
	x.exts[rt] = ext
	return nil
}

// AddExt returns an error: such extensions are for binary formats.
func (x *BasicHandle) AddExt(rt reflect.Type, tag byte, encfn func(reflect.Value) ([]byte, error), decfn func(reflect.Value, []byte) error) error {
	return errors.New("codec: AddExt is for binary formats: use SetInterfaceExt")
}

// Intf2Impl makes impl the type of new values in interfaces of type intf.
func (x *BasicHandle) Intf2Impl(intf, impl reflect.Type) error {
	switch {
	case x.api != nil:
		return errUsed
	case intf == nil || impl == nil || intf.Kind() != reflect.Interface || !impl.Implements(intf):
		return fmt.Errorf("codec: %v does not implement %v", impl, intf)
	case x.impls == nil:
		x.impls = map[reflect.Type]reflect.Type{}
	}
	x.impls[intf] = impl
	return nil
}

// JsonHandle has the options for JSON. It must not change after its first use.
type JsonHandle struct {
	BasicHandle
	Indent          int8         // blanks for each level, or, if it is negative, tabs
	IntegerAsString byte         // 'A': all integers are written as strings; 'L': those beyond ±2^53
	HTMLCharsAsIs   bool         // <, > and & are not escaped
	PreferFloat     bool         // numbers in an any are float64
	TermWhitespace  bool         // each value of an Encoder has a blank after it
	MapKeyAsString  bool         // objects in an any become a map[string]any; keys are always written as strings
	RawBytesExt     InterfaceExt // how bytes are written and read
	TimeFormat      []string     // layouts of package time, or unix, unixmilli, unixmicro, unixnano; the first one is written
	BytesFormat     []string     // base64, base64url, base32, base32hex, base16, hex or array; the first one is written
}

// Name returns json.
func (h *JsonHandle) Name() string { return "json" }

func (h *JsonHandle) json() *JsonHandle { return h }

// SetInterfaceExt makes ext write and read values of the type rt. The tag has no meaning in JSON. [SelfExt] leaves them
// as they are without an extension.
func (h *JsonHandle) SetInterfaceExt(rt reflect.Type, tag uint64, ext InterfaceExt) error {
	return h.setExt(rt, ext)
}

// meaning returns the API with the options of h.
func (h *JsonHandle) meaning() (*zetes.API, error) {
	if h == nil {
		return nil, errors.New("codec: there is no JsonHandle")
	}
	h.once.Do(func() {
		for _, o := range []struct {
			name string
			set  bool
		}{
			{"RecursiveEmptyCheck", h.RecursiveEmptyCheck}, {"StringToRaw", h.StringToRaw}, {"ErrorIfNoArrayExpand", h.ErrorIfNoArrayExpand},
			{"SliceElementReset", h.SliceElementReset}, {"PreferArrayOverSlice", h.PreferArrayOverSlice},
			{"MapType", h.MapType != nil && h.MapType != reflect.TypeFor[map[string]any]() && h.MapType != reflect.TypeFor[map[any]any]()},
			{"SliceType", h.SliceType != nil && h.SliceType != reflect.TypeFor[[]any]()},
		} {
			if o.set && h.err == nil {
				h.err = fmt.Errorf("codec: the option %s is not served", o.name)
			}
		}
		for _, name := range h.BytesFormat {
			if bytesFormats[name] == nil && name != "array" {
				h.err = fmt.Errorf("codec: unknown BytesFormat %q", name)
			}
		}
		c := zetes.Config{
			NoEscapeHTML: h.HTMLCharsAsIs, NonFinite: zetes.NonFiniteNull, EmptySlices: h.NilCollectionToZeroLength, EmptyMaps: h.NilCollectionToZeroLength,
			IntsAsStrings: h.IntegerAsString == 'A', LargeIntsAsStrings: h.IntegerAsString == 'L',
			TagKey: "codec,json", ExactCase: true, Fuzzy: true, RejectUnknown: h.ErrorIfNoField, RejectInvalidUTF8: h.ValidateUnicode, Intern: h.InternString,
			Indent: strings.Repeat(" ", max(int(h.Indent), 0)) + strings.Repeat("\t", max(-int(h.Indent), 0)), Members: h.members,
			CodecsFor: []func(reflect.Type) (zcodec.Codec, bool){h.codecFor, ready.StructsAsArrays(func(t reflect.Type) bool { return h.StructToArray || h.option(t, "toarray") })},
			Keys:      []zcodec.Key{zcodec.ForKey(nil, anyKey), zcodec.ForKey(boolName, boolKey)},
			Limits:    zetes.Limits{Depth: int(h.MaxDepth)},
		}
		if h.MaxDepth <= 0 {
			c.Limits.Depth = 1024
		}
		if h.TypeInfos != nil {
			c.TagKey = strings.Join(h.TypeInfos.tags, ",")
		}
		h.api = c.Freeze()
	})
	return h.api, h.err
}

// option reports whether the field _struct of t has an option in its tag, which is for the whole struct.
func (h *JsonHandle) option(t reflect.Type, option string) bool {
	tags := []string{"codec", "json"}
	if h.TypeInfos != nil {
		tags = h.TypeInfos.tags
	}
	if f, ok := t.FieldByName("_struct"); ok {
		for _, key := range tags {
			if tag, ok := f.Tag.Lookup(key); ok {
				return slices.Contains(strings.Split(tag, ",")[1:], option)
			}
		}
	}
	return false
}

// members returns the members of a struct: omitempty leaves out zero structs and arrays too.
func (h *JsonHandle) members(t reflect.Type, members []zetes.Member) []zetes.Member {
	all := h.option(t, "omitempty")
	for i := range members {
		m := &members[i]
		m.OmitEmpty = m.OmitEmpty || all
		m.OmitZero = m.OmitZero || m.OmitEmpty
	}
	if h.Canonical {
		slices.SortFunc(members, func(a, b zetes.Member) int { return strings.Compare(a.Name, b.Name) })
	}
	return members
}
