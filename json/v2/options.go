//go:build goexperiment.jsonv2 && go1.27

package json

import (
	v1 "encoding/json"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"reflect"

	"github.com/zetes-json/zetes/internal/mem"
)

// Options are values of internal types of the standard library: an integer for one option that is true or false, and a
// pointer to a struct for a set of options. Reflection finds both types and their layout, and the bit of each option is
// found out by calling the public constructors, when the program starts. For an Options of another type, for an unknown
// bit, and if the constructors do not behave as expected, the standard library does the call. A call reads the words
// directly: by reflection, five options would take three times as long.

// flags is a set of options that are true. Each has the bit that it has in the standard library.
type flags uint64

// learned is what was found out about Options: their types, and the bits of the options.
type learned struct {
	words [4]uintptr // the type words of one option, of a set, of WithMarshalers and of WithUnmarshalers
	at    [2]int     // offsets of the words of a set: Flags.Presence and Flags.Values
	sound bool       // the constructors behave as expected
	known flags      // all bits that were learned, and the bits that inner returns

	allowDuplicates, allowInvalidUTF8, escapeHTML, escapeJS          flags
	preserveRaw, canonicalInts, canonicalFloats, reorderRaw          flags
	multiline, spaceAfterColon, spaceAfterComma                      flags
	deterministic, nilMapAsNull, nilSliceAsNull, omitZero            flags
	foldNames, rejectUnknown, stringify                              flags
	legacyMethods, arrayBytes, legacyBytes, nanoDurations, foldExact flags
	legacyMerge, legacyEmpty, looseBase64, looseTimes, legacyErrors  flags
	legacyStringify, anyLength                                       flags
	marshalers, unmarshalers                                         flags
}

var options = learn()

// learn finds out the bits of all options by calling their public constructors.
func learn() (l learned) {
	single, set := reflect.TypeOf(stdjson.Deterministic(true)), reflect.TypeOf(stdjson.JoinOptions())
	if single.Kind() != reflect.Uint64 || set.Kind() != reflect.Pointer || set.Elem().Kind() != reflect.Struct {
		return learned{}
	}
	l.words[0], l.words[1] = uintptr(mem.TypeWordOf(single)), uintptr(mem.TypeWordOf(set))
	at, ok := set.Elem().FieldByName("Flags")
	if !ok || len(at.Index) != 1 || at.Type.Kind() != reflect.Struct {
		return learned{}
	}
	for i, name := range []string{"Presence", "Values"} {
		word, ok := at.Type.FieldByName(name)
		if !ok || len(word.Index) != 1 || word.Type.Kind() != reflect.Uint64 {
			return learned{}
		}
		l.at[i] = int(at.Offset + word.Offset)
	}
	for _, x := range []struct {
		bit *flags
		of  func(bool) Options
	}{
		{&l.allowDuplicates, jsontext.AllowDuplicateNames}, {&l.allowInvalidUTF8, jsontext.AllowInvalidUTF8},
		{&l.escapeHTML, jsontext.EscapeForHTML}, {&l.escapeJS, jsontext.EscapeForJS},
		{&l.preserveRaw, jsontext.PreserveRawStrings}, {&l.reorderRaw, jsontext.ReorderRawObjects},
		{&l.canonicalInts, jsontext.CanonicalizeRawInts}, {&l.canonicalFloats, jsontext.CanonicalizeRawFloats},
		{&l.spaceAfterColon, jsontext.SpaceAfterColon}, {&l.spaceAfterComma, jsontext.SpaceAfterComma},
		{&l.multiline, jsontext.Multiline},

		{&l.deterministic, stdjson.Deterministic}, {&l.omitZero, stdjson.OmitZeroStructFields},
		{&l.nilMapAsNull, stdjson.FormatNilMapAsNull}, {&l.nilSliceAsNull, stdjson.FormatNilSliceAsNull},
		{&l.foldNames, stdjson.MatchCaseInsensitiveNames}, {&l.rejectUnknown, stdjson.RejectUnknownMembers},
		{&l.stringify, stdjson.StringifyNumbers},

		{&l.legacyMethods, v1.CallMethodsWithLegacySemantics}, {&l.legacyErrors, v1.ReportErrorsWithLegacySemantics},
		{&l.legacyMerge, v1.MergeWithLegacySemantics}, {&l.legacyEmpty, v1.OmitEmptyWithLegacySemantics},
		{&l.legacyBytes, v1.FormatBytesWithLegacySemantics}, {&l.legacyStringify, v1.StringifyWithLegacySemantics},
		{&l.arrayBytes, v1.FormatByteArrayAsArray}, {&l.nanoDurations, v1.FormatDurationAsNano},
		{&l.looseBase64, v1.ParseBytesWithLooseRFC4648}, {&l.looseTimes, v1.ParseTimeWithLooseRFC3339},
		{&l.foldExact, v1.MatchCaseSensitiveDelimiter}, {&l.anyLength, v1.UnmarshalArrayFromAnyLength},
	} {
		// An option has a bit of its own, and the lowest bit says whether it is true.
		on, off := x.of(true), x.of(false)
		bit, _, ok := l.join([]Options{on})
		if !ok || bit == 0 || bit&(bit-1) != 0 || bit&(l.known|1) != 0 || !l.means(bit, bit, on) || !l.means(0, bit, off) ||
			!l.means(bit, bit, v1.DefaultOptionsV1(), off, stdjson.JoinOptions(off, on)) {
			return learned{}
		}
		*x.bit = bit
		l.known |= bit
	}
	for i, bit := range []*flags{&l.marshalers, &l.unmarshalers} {
		o := []Options{stdjson.WithMarshalers(nil), stdjson.WithUnmarshalers(nil)}[i]
		l.words[2+i] = uintptr(mem.TypeWord(o))
		on, has, ok := l.join([]Options{stdjson.JoinOptions(o)})
		if !ok || on != has || has == 0 || has&(has-1) != 0 || has&(l.known|1) != 0 {
			return learned{}
		}
		*bit = has
		l.known |= has
	}
	l.known |= l.inner()
	l.sound = true
	return l
}

// inner returns the bits that the options of an Encoder or Decoder have in a call without options. The standard library
// uses these bits to mark that it has called a method; they are not options.
func (l *learned) inner() (bits flags) {
	p := probe{l: l}
	_, _ = stdjson.Marshal(&p)
	_ = stdjson.Unmarshal([]byte("null"), &p)
	return p.bits
}

// probe is a value whose methods store the bits of the options that they get.
type probe struct {
	l    *learned
	bits flags
}

func (p *probe) note(o Options) {
	if _, has, ok := p.l.join([]Options{o}); ok {
		p.bits |= has &^ 1
	}
}

// MarshalJSONTo implements MarshalerTo.
func (p *probe) MarshalJSONTo(enc *jsontext.Encoder) error {
	p.note(enc.Options())
	return enc.WriteToken(jsontext.Null)
}

// UnmarshalJSONFrom implements UnmarshalerFrom.
func (p *probe) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	p.note(dec.Options())
	return dec.SkipValue()
}

// means reports whether opts have a value for all options in mask, and exactly those in want are true.
func (l *learned) means(want, mask flags, opts ...Options) bool {
	on, has, ok := l.join(opts)
	return ok && on&mask == want && has&mask == mask
}

// join returns the options that opts set to true, on, and all options that opts set, has. Later options take
// precedence. It returns false if opts have an unknown type.
func (l *learned) join(opts []Options) (on, has flags, ok bool) {
	for _, o := range opts {
		switch word := uintptr(mem.TypeWord(o)); {
		case o == nil:
		case word == l.words[0]:
			v := flags(mem.Word(mem.DataWord(o), 0))
			bit := v &^ 1
			has |= bit
			if on &^= bit; v&1 != 0 {
				on |= bit
			}
		case word == l.words[1]:
			set := mem.DataWord(o)
			if set == nil {
				return 0, 0, false
			}
			bits := flags(mem.Word(set, l.at[0]))
			has |= bits
			on = (on &^ bits) | flags(mem.Word(set, l.at[1]))
		case word == l.words[2]:
			on, has = on|l.marshalers, has|l.marshalers
		case word == l.words[3]:
			on, has = on|l.unmarshalers, has|l.unmarshalers
		default:
			return 0, 0, false
		}
	}
	return on, has, true
}

// values returns the options that are true under opts. It returns false if an option is not known.
func (l *learned) values(opts []Options) (on flags, ok bool) {
	if !l.sound {
		return 0, false
	}
	on, has, ok := l.join(opts)
	return on, ok && has&^l.known == 0
}

// lastOf returns the value that opts have for the option of the given constructor, or T's zero value, nil, if they have
// none.
func lastOf[T any](opts []Options, of func(T) Options) (v T) {
	for _, o := range opts {
		if o == nil {
			continue
		}
		if x, ok := stdjson.GetOption(o, of); ok {
			v = x
		}
	}
	return v
}
