package zetes

import (
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/index"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// This file turns a Config into a plan.Meaning: bits, limits, codecs, and functions. Types are compiled from a Meaning.

// Freeze returns the API of c. The API compiles types for itself. Freeze panics with the error of [Config.Check] if
// there is one, so that its result can initialize a variable. The API keeps copies of all that c refers to.
func (c Config) Freeze() *API {
	if err := c.Check(); err != nil {
		panic(err)
	}
	c.keep()
	a := &API{c: c.share(), prefix: c.Prefix, indent: c.Indent, from: &origin{Config: c}}
	if a.c == nil {
		a.c = c.plan()
	}
	return a
}

// Check returns an error if choices of c contradict each other.
func (c Config) Check() error {
	var errs []error
	for _, row := range []struct {
		wrong bool
		what  string
	}{
		{c.UseNumber && c.ExactInts, "of UseNumber and ExactInts there can be but one"},
		{c.Alias && c.Intern, "of Alias and Intern there can be but one"},
		{c.Canonical && (c.Prefix != "" || c.Indent != ""), "of Canonical and Indent there can be but one"},
		{c.Canonical && c.ASCII, "of Canonical and ASCII there can be but one"},
		{c.RefuseReadOnly && !c.OneWay && c.Members == nil, "RefuseReadOnly means nothing without OneWay or Members, which say what is read-only"},
		{c.NonFinite > NonFiniteString, fmt.Sprintf("no such choice for NonFinite: %d", c.NonFinite)},
		{!shape.CanBeKeys(c.TagKey), fmt.Sprintf("TagKey %q can't stand in a struct tag", c.TagKey)},
	} {
		if row.wrong {
			errs = append(errs, errors.New(row.what))
		}
	}
	l := c.Limits
	for _, n := range []int{l.Bytes, l.Depth, l.Elements, l.String, l.Number, l.Digits, l.Values, l.Memory, l.OutputBytes, l.OutputDepth} {
		if n < 0 {
			errs = append(errs, fmt.Errorf("a limit is negative: %d", n))
		}
	}
	types := map[reflect.Type]bool{}
	for _, cd := range c.Codecs {
		errs = append(errs, checkCodec(cd, types))
	}
	keys := map[reflect.Type]bool{}
	for _, k := range c.Keys {
		switch t := desk.Key(&k).Type; {
		case t == nil:
			errs = append(errs, errors.New("a codec for keys was not made by codec.ForKey"))
		case keys[t]:
			errs = append(errs, fmt.Errorf("two codecs for keys of type %v", t))
		default:
			keys[t] = true
		}
	}
	fields := map[plan.FieldKey]bool{}
	for _, field := range c.Fields {
		f := desk.Field(&field)
		switch key := (plan.FieldKey{Struct: f.Struct, Name: f.Name}); {
		case f.Struct == nil:
			errs = append(errs, errors.New("a codec for a field was not made by codec.ForField"))
		case f.Err != nil:
			errs = append(errs, f.Err)
		case fields[key]:
			errs = append(errs, fmt.Errorf("two codecs for field %s of %v", f.Name, f.Struct))
		default:
			fields[key] = true
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("zetes: config: %w", err)
	}
	return nil
}

// options returns the choices of c for which an option.Set has a bit.
func (c *Config) options() option.Set {
	o, clears := option.V1, option.Set(0)
	clear := func(on bool, bit option.Set) { clears |= option.When(on, bit) }
	set := func(on bool, bit option.Set) { o |= option.When(on, bit) }
	clear(c.NoEscapeHTML, option.EscapeHTML)
	clear(c.UnsortedMaps, option.SortMapKeys)
	clear(c.EmptySlices, option.NilSliceAsNull)
	clear(c.EmptyMaps, option.NilMapAsNull)
	clear(c.ExactCase, option.FoldNames)
	set(c.NonFinite == NonFiniteNull, option.NonFiniteAsNull)
	set(c.NonFinite == NonFiniteString, option.NonFiniteAsString)
	set(c.LargeIntsAsStrings, option.LargeIntAsString)
	set(c.IntsAsStrings, option.LargeIntAsString|option.IntAsString)
	set(c.UncheckedMethods, option.MethodsUnchecked)
	set(c.ShortFloats, option.ShortFloats)
	set(c.UncheckedRaw, option.RawUnchecked)
	set(c.MoreTags, option.MoreTags|option.AliasTagged)
	set(c.BytesAsText, option.BytesAsText)
	set(c.ResetAbsent, option.ResetAbsent)
	set(c.DurationsAsStrings, option.DurationAsString)
	set(c.UseNumber, option.UseNumber)
	set(c.ExactInts, option.ExactNumbers)
	set(c.RejectUnknown, option.DisallowUnknownFields)
	set(c.RejectDuplicates, option.RejectDuplicateNames)
	set(c.RejectInvalidUTF8, option.RejectInvalidUTF8)
	set(c.Required, option.RequireTagged)
	set(c.RequireAll, option.RequireAll)
	set(c.Defaults, option.UseDefaults)
	set(c.Intern, option.InternStrings)
	set(c.Alias, option.AliasInput)
	set(c.Fuzzy, option.FuzzyDecode)
	set(c.OneWay, option.OneWay)
	set(c.Comments, option.Comments)
	set(c.JSON5, option.JSON5)
	set(c.ByteOrderMark, option.ByteOrderMark)
	// Under Canonical these choices are turned off, or would have no effect.
	clear(c.Canonical, option.EscapeHTML|option.SortMapKeys|option.RawUnchecked|option.MethodsUnchecked)
	set(c.Canonical || c.StrictUTF8, option.MarkInvalidUTF8)
	return o &^ clears
}

// finish returns the function that changes or checks each whole output under c (plan.Meaning.Finish), or nil if c needs
// none. foreign is the field Foreign of the same plan.Meaning.
func (c *Config) finish(foreign *atomic.Bool) func(b []byte, start int) ([]byte, error) {
	var form func(b []byte, start int) ([]byte, error)
	switch {
	case c.Canonical:
		form = index.Canonical
	case c.StrictUTF8:
		form = index.StrictUTF8(foreign)
	}
	if c.ASCII || c.NoEscapeLines {
		form = index.Escaped(form, c.ASCII)
	}
	if c.Limits.OutputBytes > 0 || c.Limits.OutputDepth > 0 {
		form = index.Limited(form, c.Limits)
	}
	return form
}

// share returns the configuration with the options of c that encoding/json's Encoder and Decoder have too, or nil if c
// departs from encoding/json in any other choice. All APIs with such a configuration share their compiled types.
func (c *Config) share() *plan.Dialect {
	const shared = option.EscapeHTML | option.UseNumber | option.DisallowUnknownFields
	o := c.options()
	if o&^shared != option.V1&^shared || c.Limits != (Limits{}) || c.ASCII || c.NoEscapeLines ||
		c.TagKey != "" || c.Naming != nil || c.TaggedOnly || c.Unexported || c.OmitEmpty || c.OmitZero || c.KeepUnknown || c.Members != nil || c.Objects != nil ||
		len(c.Codecs)+len(c.Fields)+len(c.Keys)+len(c.CodecsFor) > 0 || c.CodecNamed != nil || c.second != nil {
		return nil
	}
	return plan.V1.With(o)
}

// plan returns a configuration with the choices of c, under which types are compiled for c alone.
func (c *Config) plan() *plan.Dialect {
	p := plan.Meaning{
		Own:     true,
		Options: c.options(),
		Shape: shape.Options{
			Meaning: c.options(), TagKey: c.TagKey, Naming: c.Naming, TaggedOnly: c.TaggedOnly, Unexported: c.Unexported,
			OmitEmpty: c.OmitEmpty, OmitZero: c.OmitZero, KeepRest: c.KeepUnknown,
		},
		Limits:  c.Limits,
		Codecs:  map[reflect.Type]*plan.Codec{},
		Fields:  map[plan.FieldKey]*plan.Codec{},
		Keys:    map[reflect.Type]*loan.Key{},
		Objects: c.Objects,
		Foreign: new(atomic.Bool),
		BigInt: func(digits string) any {
			v, _ := new(big.Int).SetString(digits, 10)
			return v
		},
	}
	p.Finish = c.finish(p.Foreign)
	l := p.Limits
	l.Bytes, l.Digits, l.Memory, l.OutputBytes, l.OutputDepth = 0, 0, 0, 0, 0 // only the other limits need a check of the whole input
	p.ValidateFirst = p.Options&option.ValidateFirst != 0 || l != Limits{}
	for _, cd := range c.Codecs {
		parts := c.codec(cd)
		p.Codecs[parts.Type] = parts
	}
	for _, f := range c.Fields {
		field := desk.Field(&f)
		cd := c.skipNull(field.Codec)
		if field.Type != cd.Type {
			cd = desk.Behind(field.Type, cd)
		}
		p.Fields[plan.FieldKey{Struct: field.Struct, Name: field.Name}] = cd
	}
	for _, k := range c.Keys {
		parts := desk.Key(&k)
		p.Keys[parts.Type] = parts
	}
	if c.OneWay || c.Members != nil {
		p.Unread = c.unread
	}
	c.choose(&p)
	if c.Members != nil {
		p.Shape.Members = membersBy(c.Members)
	}
	if c.second != nil {
		c.second(c, &p)
	}
	return plan.New(p)
}

// ErrReadOnly is the error about a read-only member that is in the input, under Config.RefuseReadOnly.
var ErrReadOnly = errors.New("zetes: the member is read-only")

// unread returns the codec for read-only members whose fields have type t.
func (c *Config) unread(t reflect.Type) *plan.Codec {
	cd := codec.ForType(t, nil, func(r *codec.Reader, _ any) { r.Skip() })
	if c.RefuseReadOnly {
		cd = codec.ForType(t, nil, func(r *codec.Reader, _ any) { r.Fail(ErrReadOnly) })
	}
	return desk.Codec(&cd)
}

// codec converts cd to the type of codec that a plan holds, and applies CodecsSkipNull.
func (c *Config) codec(cd codec.Codec) *plan.Codec { return c.skipNull(desk.Codec(&cd)) }

// skipNull returns cd. Under CodecsSkipNull it returns instead a codec that skips null without calling cd.
func (c *Config) skipNull(cd *plan.Codec) *plan.Codec {
	if !c.CodecsSkipNull || cd.Read == nil {
		return cd
	}
	return desk.SkipsNull(cd)
}

// choose sets the functions of m that find codecs: for types by Config.CodecsFor, for names by Config.CodecNamed.
func (c *Config) choose(m *plan.Meaning) {
	if asked := append([]func(reflect.Type) (codec.Codec, bool)(nil), c.CodecsFor...); len(asked) > 0 {
		m.Chosen = plan.Choose(func(t reflect.Type) *plan.Codec {
			for _, f := range asked {
				cd, ok := f(t)
				if !ok {
					continue
				}
				own := c.codec(cd)
				if own.Type != t {
					return desk.Failing(t, fmt.Errorf("a function of Config.CodecsFor was asked for a codec for %v and returned one for %v", t, own.Type))
				}
				return own
			}
			return nil
		})
	}
	if c.CodecNamed == nil {
		return
	}
	n := &named{ask: c.CodecNamed, skipNull: c.codec}
	m.Named = n.codec
	m.Shape.Named = func(name string, t reflect.Type) error {
		if n.codec(name, t) == nil {
			return fmt.Errorf("there is no codec %q for its type", name)
		}
		return nil
	}
}

// named holds the codecs that Config.CodecNamed returned.
type named struct {
	ask      func(name string, t reflect.Type) (codec.Codec, bool)
	skipNull func(codec.Codec) *plan.Codec
	known    sync.Map // namedKey -> *plan.Codec; the codec is nil if CodecNamed has none
}

type namedKey struct {
	name string
	typ  reflect.Type
}

// codec returns the codec with the given name for values of type t. If there is none and t is a pointer type, it
// returns a codec that uses the one for the type that t points to. If there is none for that type either, it returns
// nil.
func (n *named) codec(name string, t reflect.Type) *plan.Codec {
	key := namedKey{name, t}
	if cd, ok := n.known.Load(key); ok {
		return cd.(*plan.Codec)
	}
	found := n.find(name, t)
	if found == nil && t.Kind() == reflect.Pointer {
		if pointee := n.find(name, t.Elem()); pointee != nil {
			found = desk.Behind(t, pointee)
		}
	}
	cd, _ := n.known.LoadOrStore(key, found)
	return cd.(*plan.Codec)
}

func (n *named) find(name string, t reflect.Type) *plan.Codec {
	if cd, ok := n.ask(name, t); ok {
		if parts := n.skipNull(cd); parts.Type == t {
			return parts
		}
	}
	return nil
}

// membersBy converts the function Config.Members to the function that [shape.Options] holds.
func membersBy(choose func(reflect.Type, []Member) []Member) func(reflect.Type, []shape.Field) ([]shape.Field, error) {
	return func(t reflect.Type, fields []shape.Field) ([]shape.Field, error) {
		members := make([]Member, len(fields))
		for i := range fields {
			f := &fields[i]
			members[i] = Member{Name: f.Name, OmitEmpty: f.OmitEmpty, OmitZero: f.OmitZero, ReadOnly: f.ReadOnly, WriteOnly: f.WriteOnly, Field: t.FieldByIndex(f.Index)}
			members[i].Field.Index = slices.Clone(f.Index)
		}
		var chosen []shape.Field
		names := map[string]bool{}
		for _, m := range choose(t, members) {
			i := slices.IndexFunc(fields, func(f shape.Field) bool { return slices.Equal(f.Index, m.Field.Index) })
			if i < 0 {
				return fields, fmt.Errorf("Config.Members has returned the member %q of a field %q that was none before", m.Name, m.Field.Name)
			}
			f := fields[i]
			f.Name, f.Aliases, f.OmitEmpty, f.OmitZero = m.Name, slices.Clone(m.Aliases), m.OmitEmpty, m.OmitZero
			f.ReadOnly, f.WriteOnly = m.ReadOnly, m.WriteOnly
			chosen = append(chosen, f)
			for _, name := range append([]string{m.Name}, m.Aliases...) {
				if names[name] {
					return fields, fmt.Errorf("Config.Members has returned the name %q twice", name)
				}
				names[name] = true
			}
		}
		return chosen, nil
	}
}
