//go:build goexperiment.jsonv2 && go1.27

package zetes

import (
	"encoding/json"
	"encoding/json/jsontext"
	jsonv2 "encoding/json/v2"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/check"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/report"
	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file makes a Config read and write as encoding/json/v2 does. The engine of this module does so for most types.
// For values of the other types a codec calls encoding/json/v2: types with methods for JSON, and types or struct tags
// that the engine does not treat as version 2 does.

// V2 returns a Config that reads and writes as encoding/json/v2 does without options, for Go 1.27 and newer. It sets
// the fields listed here. They keep their usual meaning and may be changed; all other fields, such as Codecs and
// Limits, may be set too:
//
//   - ExactCase, NoEscapeHTML, UnsortedMaps, EmptySlices, EmptyMaps;
//   - StrictUTF8, RejectInvalidUTF8 and RejectDuplicates.
//
// The rest of version 2 has no field: "omitempty" leaves out what is written as null, "", [] or {}; "string" is for
// numbers; U+2028 and U+2029 are not escaped; an array has as many elements as its Go array; bytes are base64 without
// line breaks, in arrays too; a time.Duration has no form; methods of pointers are called for all values.
//
// The differences from encoding/json/v2:
//
//   - Errors are those of this package, with their places. Decoding goes on after a value that does not fit, and a
//     panic of a method that version 2 calls is an error.
//   - Decoding into a value that is not zero merges as encoding/json does: null leaves a number as it is, entries of
//     maps are replaced, and elements of slices are written over.
//   - Some values are written and read by calls of encoding/json/v2, one call for each value: values with methods for
//     JSON, and values of types whose tags or kinds only version 2 has, such as "case:ignore". MarshalJSONTo and
//     UnmarshalJSONFrom get an Encoder or Decoder that begins with their value. Inside of such structs, maps and
//     pointers, choices that version 2 does not have, such as Naming and Codecs, would have no effect. With such a
//     choice, values of these types are errors.
//   - Types of this module keep their meaning: opt.Value, [Union], opt.Unknown, and types with MarshalZetes or
//     UnmarshalZetes. Inside of a struct that is left to encoding/json/v2, an opt.Unknown is an error.
func V2() Config {
	return Config{
		ExactCase: true, NoEscapeHTML: true, UnsortedMaps: true, EmptySlices: true, EmptyMaps: true,
		StrictUTF8: true, RejectInvalidUTF8: true, RejectDuplicates: true,
		second: (*Config).secondMeaning,
	}
}

// secondMeaning changes m, which was made from c, so that types are compiled to behave as in encoding/json/v2.
func (c *Config) secondMeaning(m *plan.Meaning) {
	if c.NoEscapeHTML {
		m.Options |= option.PlainLines
	}
	m.Options |= option.OmitWritten | option.ExactArrays | option.ExactBase64 | option.ExactSpelling | option.OmitZeros
	if c.ExactCase {
		m.Options |= option.FoldDelimiters
	}
	m.Shape.Meaning = m.Options
	m.Release = option.Toolchain &^ (option.NullIsKey | option.ReuseBase64)
	v := &version2{Config: *c, chosen: m.Chosen, options: c.optionsV2()}
	rest := *c
	rest.ExactCase, rest.NoEscapeHTML, rest.UnsortedMaps, rest.EmptySlices, rest.EmptyMaps = false, false, false, false, false
	rest.StrictUTF8, rest.RejectInvalidUTF8, rest.RejectDuplicates, rest.RejectUnknown, rest.OmitZero = false, false, false, false, false
	rest.ASCII, rest.NoEscapeLines = false, false // these are choices about the whole text
	rest.Limits, rest.Prefix, rest.Indent, rest.Canonical, rest.second = Limits{}, "", "", false, nil
	rest.Comments, rest.JSON5, rest.ByteOrderMark = false, false, false // the input of a codec is JSON
	if len(rest.Codecs)+len(rest.Fields)+len(rest.Keys)+len(rest.CodecsFor) == 0 {
		rest.Codecs, rest.Fields, rest.Keys, rest.CodecsFor = nil, nil, nil, nil // an empty list means the same as nil
	}
	v.alone = reflect.ValueOf(rest).IsZero()
	m.Chosen = plan.Choose(v.codecOf)
	then := m.Finish
	m.Finish = func(b []byte, start int) ([]byte, error) {
		if m.Foreign.Load() && scan.DeeperThan(b[start:], wire.MaxDepth) >= 0 { // no decoder would read the output again
			return b, errDeep
		}
		if then == nil {
			return b, nil
		}
		return then(b, start)
	}
}

var errDeep = fmt.Errorf("json: more than %d levels of arrays and objects", wire.MaxDepth)

// optionsV2 returns options for encoding/json/v2 that express the choices of c.
func (c *Config) optionsV2() jsonv2.Options {
	return jsonv2.JoinOptions(
		jsonv2.MatchCaseInsensitiveNames(!c.ExactCase), json.MatchCaseSensitiveDelimiter(!c.ExactCase),
		jsontext.EscapeForHTML(!c.NoEscapeHTML), jsontext.EscapeForJS(!c.NoEscapeHTML),
		jsonv2.Deterministic(!c.UnsortedMaps), jsonv2.FormatNilSliceAsNull(!c.EmptySlices), jsonv2.FormatNilMapAsNull(!c.EmptyMaps),
		jsontext.AllowInvalidUTF8(!c.RejectInvalidUTF8), jsontext.AllowDuplicateNames(!c.RejectDuplicates),
		jsonv2.RejectUnknownMembers(c.RejectUnknown), jsonv2.OmitZeroStructFields(c.OmitZero),
	)
}

// version2 finds codecs for types that plans do not treat as encoding/json/v2 does.
type version2 struct {
	Config
	chosen  *plan.Chosen   // the codecs of the Config, or nil
	options jsonv2.Options // the options to call encoding/json/v2 with
	alone   bool           // options express every choice of the Config that concerns single values
}

// codecOf returns the codec for values of t, or nil.
func (v *version2) codecOf(t reflect.Type) *plan.Codec {
	if v.chosen != nil {
		if cd := v.chosen.Of(t); cd != nil {
			return cd
		}
	}
	writes, reads, whole := v.leaves(t)
	if !writes && !reads {
		return nil
	}
	if whole && !v.alone {
		return desk.Failing(t, fmt.Errorf("zetes: under V2 values of type %v are left to encoding/json/v2, which does not know all choices of this Config", t))
	}
	var enc func(*codec.Writer, any)
	var dec func(*codec.Reader, any)
	if writes {
		enc = func(w *codec.Writer, value any) {
			b, err := jsonv2.Marshal(value, v.options)
			if err != nil {
				w.Fail(err)
				return
			}
			w.Raw(b)
		}
	}
	if reads {
		dec = func(r *codec.Reader, value any) {
			if raw := r.Raw(); r.Err() == nil {
				if err := jsonv2.Unmarshal(raw, value, v.options); err != nil {
					r.Fail(explainedV2(raw, err))
				}
			}
		}
	}
	cd := codec.ForType(t, enc, dec)
	own := desk.Codec(&cd)
	if whole {
		own.Check = func(any, func(reflect.Type)) []error { return v.refused(t, map[reflect.Type]bool{}) }
	}
	return own
}

// explainedV2 returns err, which encoding/json/v2 has returned for raw, with its place in raw and with words that name
// no Go types.
func explainedV2(raw []byte, err error) error {
	at, ok := errors.AsType[*jsonv2.SemanticError](err)
	if !ok || at.ByteOffset < 0 || at.ByteOffset > int64(len(raw)) {
		return err
	}
	told := &report.Told{Reason: report.Program, Text: err.Error(), Words: report.NotTheInput, Err: err}
	typed := &json.UnmarshalTypeError{Value: locate.Kind(byte(at.JSONKind)), Type: at.GoType}
	switch about := new(report.About); {
	case at.GoType == nil || at.JSONKind == 0 && shape.MethodsOf(at.GoType).Pointer&shape.Unmarshals == 0: // it has no JSON form
	case at.Err == nil:
		told.Reason, told.Words = about.Words(typed, true, true, nil, nil)
	case errors.Is(at.Err, strconv.ErrRange), at.JSONKind == '0' && errors.Is(at.Err, strconv.ErrSyntax):
		typed.Value += " " + string(at.JSONValue)
		told.Reason, told.Words = about.Words(typed, true, true, nil, nil)
	case errors.Is(at.Err, jsonv2.ErrUnknownName):
		told.Reason, told.Words = report.UnknownMember, fmt.Sprintf("unknown member %q", at.JSONPointer.LastToken())
	case !strings.HasPrefix(at.Err.Error(), "Go struct "): // otherwise it is about the struct, not about raw
		told.Reason, told.Words = (&report.About{Code: fault.Codec}).Words(at.Err, false, true, nil, nil)
	}
	return inside{}.PlaceError(told, locate.Place{Seen: raw, Start: int(at.ByteOffset)}, string(at.JSONPointer))
}

// refused returns the errors about tags and fields with which encoding/json/v2 refuses every value of the struct types
// in t, or of t itself. To find them it decodes an object without members, for which encoding/json/v2 calls no methods
// of the fields' types. Types with methods are left out.
func (v *version2) refused(t reflect.Type, seen map[reflect.Type]bool) (errs []error) {
	if seen[t] {
		return nil
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return v.refused(t.Elem(), seen)
	case reflect.Struct:
		if m := shape.MethodsOf(t); m.Value|m.Pointer != 0 || shape.SpecialOf(t) != shape.Ordinary {
			return nil
		}
		if err := jsonv2.Unmarshal([]byte("{}"), reflect.New(t).Interface(), v.options); err != nil {
			return []error{err}
		}
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && f.Tag.Get("json") != "-" {
				errs = append(errs, v.refused(f.Type, seen)...)
			}
		}
	}
	return errs
}

// leaves reports whether values of type t are written, and whether they are read, by encoding/json/v2 instead of plans.
// whole reports that such a value may contain other values, which encoding/json/v2 then handles too.
func (v *version2) leaves(t reflect.Type) (writes, reads, whole bool) {
	switch special := shape.SpecialOf(t); special {
	case shape.Ordinary:
	case shape.Time, shape.OptionalValue, shape.Address:
		return false, false, false
	default:
		left := special != shape.Duration || !v.DurationsAsStrings
		return left, left, false
	}
	if t.Kind() == reflect.Interface {
		return shape.MethodsOf(t).Value&shape.Marshals != 0, false, true // version 2 writes a nil pointer in it as null
	}
	if t.Kind() != reflect.Pointer {
		m := shape.MethodsOf(t)
		if writer, reader := m.Pointer&shape.Marshals, m.Pointer&shape.Unmarshals; writer|reader != 0 {
			// Methods for text are called in the same way by both versions.
			texts := writer&^(shape.MarshalText|shape.AppendText) == 0 && m.Value&shape.Marshals == writer
			writes = !texts && plan.SelfWriter(t, true) == nil
			reads = reader&^shape.UnmarshalText != 0 && plan.SelfReader(t) == nil
			if (writer == 0 || reader == 0) && v.differs(t) {
				return writes || writer == 0, reads || reader == 0, true
			}
			return writes, reads, false
		}
	}
	left := v.differs(t)
	k := t.Kind()
	return left, left, left && (k == reflect.Map || k == reflect.Struct || k == reflect.Pointer)
}

// differs reports whether plans write or read values of type t otherwise than encoding/json/v2, because of t's kind or
// tags.
func (v *version2) differs(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Chan, reflect.Func, reflect.Complex64, reflect.Complex128, reflect.UnsafePointer:
		return true // version 2 refuses null for such a type too
	case reflect.Pointer:
		return t.Name() != ""
	case reflect.Slice:
		return t.Elem().Kind() == reflect.Uint8 && t.Elem().PkgPath() != ""
	case reflect.Array:
		return t.Elem().Kind() == reflect.Uint8
	case reflect.Map:
		key := t.Key()
		if k := key.Kind(); k != reflect.String && (k < reflect.Int || k > reflect.Uintptr) || shape.SpecialOf(key) != shape.Ordinary {
			return !v.hasKey(key)
		}
		m := shape.MethodsOf(key)
		return m.Value|m.Pointer != 0 && !v.hasKey(key)
	case reflect.Struct:
		return !shape.KeepsRest(t) && v.TagKey == "" && v.Members == nil && !v.MoreTags && v.structDiffers(t, map[reflect.Type]bool{})
	}
	return false
}

// hasKey reports whether the Config has a codec for map keys of type t.
func (v *version2) hasKey(t reflect.Type) bool {
	return slices.ContainsFunc(v.Keys, func(k codec.Key) bool { return desk.Key(&k).Type == t })
}

// structDiffers reports whether plans would write or read the struct type t in another way than encoding/json/v2 does.
// within has the struct types that t is embedded in.
func (v *version2) structDiffers(t reflect.Type, within map[reflect.Type]bool) bool {
	if within[t] {
		return false
	}
	within[t] = true
	return !check.SameFields(t, func(f reflect.StructField) bool {
		if f.Anonymous {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			// Under KeepUnknown an opt.Unknown keeps members, whatever its tag says; otherwise its tag must not give it
			// a name.
			return shape.KeepsRest(f.Type) && (v.KeepUnknown || name == "")
		}
		return v.Unexported && !f.IsExported()
	}, func(p check.CommonField) bool {
		if p.Fold || p.Rest && !v.KeepUnknown { // a name that matches two members regardless of case is an error
			return false
		}
		if !p.Embedded && !p.Spelled {
			return true
		}
		m := shape.MethodsOf(p.Base)
		return m.Value|m.Pointer == 0 && !(p.Embedded && v.structDiffers(p.Base, within))
	})
}
