package shape

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/order"
	"github.com/zetes-json/zetes/internal/tag"
)

// Which members a struct has: its own fields and those of embedded structs, by the rules of Go and of
// encoding/json. If several fields have one name the least deep wins, then the field with a tag; if both are equal
// no field does:
//
//	type A struct{ X int }
//	type B struct{ X int; Y int }
//	type C struct{ A; B }            // Y alone: X is twice at the same depth

// Options are the choices that change a struct's fields. The zero value is encoding/json's choice.
// Naming is a function, so Options are compared by the address of the Config that holds them, never by ==.
type Options struct {
	Meaning    option.Set     // the choices about types
	Release    option.Release // those in which releases of encoding/json differ
	TagKey     string         // the keys of the struct tag with commas between them, of which the first that a field has counts; empty means "json"
	Naming     tag.Naming     // names fields whose tag has no name; nil keeps the Go name
	TaggedOnly bool           // fields without a tag are left out
	Unexported bool           // an unexported field whose tag has a name is a member
	OmitEmpty  bool           // every field has the tag option "omitempty"
	OmitZero   bool           // every field has the tag option "omitzero"
	KeepRest   bool           // an embedded Keeper takes members without a field
	Plain      bool           // the methods that zetes gen has written by the same Flags do not count
	Flags      Flags

	// Members returns the members that the struct type t is to have, of those that it has; nil changes nothing.
	Members func(t reflect.Type, fields []Field) ([]Field, error)

	// Named returns what is wrong with a field of type t whose struct tag "codec" has that name. nil: the tag means
	// nothing.
	Named func(name string, t reflect.Type) error
}

// Field is one member of a struct's JSON object.
type Field struct {
	Name   string
	Index  []int        // as for reflect.Type.FieldByIndex
	Path   []Hop        // the embedded pointers to step through, outermost first; nil for most fields
	Offset uintptr      // within the struct that the last hop leads to, or within the outermost struct
	Type   reflect.Type // as declared

	FieldChoices

	Owner      reflect.Type // the struct type that declares the field
	GoName     string
	Default    string // of the struct tag "default", if HasDefault
	HasDefault bool
	Codec      string   // of the struct tag "codec"
	Aliases    []string // further names that are read

	order int // breadth-first
}

// FieldChoices are what the tag, the type and the options say about how a field is read and written.
type FieldChoices struct {
	Tagged    bool // the name comes from the tag
	OmitEmpty bool
	OmitZero  bool
	Quoted    bool // the value stands inside a JSON string: the option "string" where encoding/json honours it
	String    bool // the option "string" is given, whatever the type
	Exact     bool // the name is never matched by folding
	Required  bool // the tag option "required"
	ReadOnly  bool // the member is written, and not read, and for the next one
	WriteOnly bool // it is the other way round: the options "readonly" and "writeonly" under option.OneWay
	More      tag.More
	Hidden    bool     // an embedded pointer to an unexported struct that has a name of its own: reflection can't set it
	Sealed    bool     // an embedded field of an unexported type with methods and a name of its own: reflection calls none
	Zero      ZeroTest // of OmitZero
}

// Hop is one embedded pointer: it lies at Offset in the current struct and leads to a struct of type Elem.
type Hop struct {
	Offset     uintptr
	Elem       reflect.Type
	Unexported bool // Elem is an unexported type: a nil pointer cannot be set
}

// ZeroTest is how OmitZero finds out whether a value is zero.
type ZeroTest uint8

// The tests.
const (
	ZeroPlain     ZeroTest = iota // by the value's memory, as reflect.Value.IsZero
	ZeroInterface                 // nil, holding a nil pointer, or by the IsZero method of the value held
	ZeroPointer                   // nil, or by the pointer's IsZero method
	ZeroValue                     // by the value's IsZero method
	ZeroAddress                   // by the IsZero method of the value's address; of a copy's if it has none
)

// IsZeroer is the interface of types that know when they are zero.
type IsZeroer interface{ IsZero() bool }

var isZeroerType = reflect.TypeFor[IsZeroer]()

// KnowsZero reports whether t or its pointer is an IsZeroer.
func KnowsZero(t reflect.Type) bool {
	return t.Implements(isZeroerType) || reflect.PointerTo(t).Implements(isZeroerType)
}

// Struct is a struct type's members.
type Struct struct {
	Fields []Field // in the order of encoding
	// Foreign marks a struct that uses what only the toolchain knows how to say: values are handed to encoding/json.
	Foreign bool
	// Problem is what is foreign about it, for configurations that the toolchain can't be asked about.
	Problem *Problem
	// Rest is where members without a field are kept, or nil.
	Rest *Rest
}

// Rest is the place of an embedded Keeper.
type Rest struct {
	Path   []Hop
	Offset uintptr
	Type   reflect.Type
}

// Keeper is what keeps members that have no field: an opt.Unknown.
type Keeper interface {
	// AddNoCheck appends a member.
	AddNoCheck(name string, value []byte)
	// AppendMembers appends all members with commas between them.
	AppendMembers(dst []byte, escapeHTML bool) []byte
}

// KeepsRest reports whether a t, or what a pointer of type t leads to, is an opt.Unknown, which keeps members without a
// field. A struct that embeds one has its methods, and is a struct as others.
func KeepsRest(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.PkgPath() == optPackage && t.Name() == "Unknown"
}

// level is one struct in the breadth-first search: where it lies in the outermost one.
type level struct {
	typ    reflect.Type
	index  []int
	path   []Hop
	offset uintptr
	twice  bool // the type occurs more than once at this depth: its fields annihilate each other
}

// Fields returns the members of the struct type t as encoding/json finds them: embedded structs give theirs to the
// outer one, and of several members with one name the shallowest wins, then the one with a tag, else none.
func Fields(t reflect.Type, o *Options) Struct {
	s := find(t, o)
	fields := dominant(s.found)
	if o.Members != nil {
		var err error
		if fields, err = o.Members(t, fields); err != nil && s.problem == nil {
			s.problem = &Problem{Type: t, Err: err}
		}
	}
	return Struct{Fields: fields, Foreign: s.foreign, Problem: s.problem, Rest: s.rest}
}

// Flat reports whether no member is reached through an embedded pointer.
func (s *Struct) Flat() bool {
	return !slices.ContainsFunc(s.Fields, func(f Field) bool { return len(f.Path) > 0 })
}

// find searches t.
func find(t reflect.Type, o *Options) *search {
	s := &search{options: *o, visited: map[reflect.Type]bool{}, found: make([]Field, 0, t.NumField())}
	if s.options.TagKey == "" {
		s.options.TagKey = "json"
	}
	for current := []*level{{typ: t}}; len(current) > 0; {
		s.next, s.queued = nil, nil
		for _, l := range current {
			if !s.visited[l.typ] {
				s.visited[l.typ] = true
				s.scan(l)
			}
		}
		current = s.next
	}
	return s
}

// search is the state of one breadth-first search.
type search struct {
	options Options
	visited map[reflect.Type]bool   // at this depth or above
	next    []*level                // one depth further down
	queued  map[reflect.Type]*level // of next, by type; nil while there are none
	found   []Field
	foreign bool
	problem *Problem
	rest    *Rest
}

// scan adds the fields of a struct, and queues the structs that are embedded in it.
func (s *search) scan(l *level) {
	for i := range l.typ.NumField() {
		sf := l.typ.Field(i)
		text, hasTag := LookupTag(sf.Tag, s.options.TagKey)
		base, byPointer := sf.Type, sf.Type.Name() == "" && sf.Type.Kind() == reflect.Pointer
		if byPointer {
			base = base.Elem()
		}
		if s.passes(&sf, base, text, hasTag) {
			continue
		}
		if s.options.KeepRest && sf.Anonymous && KeepsRest(base) {
			if s.rest == nil {
				s.rest = &Rest{l.path, l.offset + sf.Offset, base}
				if byPointer {
					s.rest = &Rest{append(slices.Clip(l.path), Hop{s.rest.Offset, base, false}), 0, base}
				}
			}
			continue
		}
		parsed := tag.Parse(text, s.options.Release.Has(option.LenientTags))
		if parsed.Format {
			s.strange(l.typ, sf.Name)
		}
		index := sf.Index
		if len(l.index) > 0 {
			index = append(slices.Clip(l.index), i)
		}
		if parsed.Embed && !parsed.Named && base.Kind() != reflect.Struct {
			// A map or a raw value that holds the members without a field.
			s.strange(l.typ, sf.Name)
			continue
		}
		if base.Kind() == reflect.Struct && !parsed.Named && (parsed.Embed || sf.Anonymous) {
			s.queue(l, &sf, base, byPointer, index)
			continue
		}
		concealed := sf.Anonymous && !sf.IsExported()
		sealed := concealed && s.unreachable(base, parsed.OmitZero)
		if sealed {
			if s.options.Release.Has(option.DropUnreachable) {
				continue
			}
			s.foreign = true
		}
		f := s.field(l, &sf, text, &parsed)
		f.Index, f.Hidden, f.Sealed = index, concealed && byPointer, sealed
		if s.found = append(s.found, f); l.twice {
			s.found = append(s.found, f)
		}
	}
}

// passes reports whether a field has no part in JSON. base is its type or what that points to, text is what its tag
// says, if it has one.
func (s *search) passes(sf *reflect.StructField, base reflect.Type, text string, hasTag bool) bool {
	switch {
	case tag.Ignored(text):
		return true
	case sf.Anonymous:
		return !sf.IsExported() && base.Kind() != reflect.Struct
	case s.options.TaggedOnly && !hasTag:
		return true
	}
	return !sf.IsExported() && !(s.options.Unexported && tag.Parse(text, false).Named)
}

// field returns what is known of a member from its field, from what the tag says and from the choices. Where the field
// lies among those of embedded structs is scan's to say.
func (s *search) field(l *level, sf *reflect.StructField, text string, parsed *tag.Tag) Field {
	byDefault, hasDefault := sf.Tag.Lookup("default")
	byCodec := sf.Tag.Get("codec")
	if byCodec != "" && s.options.Named != nil && s.problem == nil {
		if err := s.options.Named(byCodec, sf.Type); err != nil {
			s.problem = &Problem{l.typ, sf.Name, err}
		}
	}
	second := s.options.Meaning&(option.EndAtFault|option.ExactSpelling) != 0 // the meaning of encoding/json/v2
	var more tag.More
	if s.options.Meaning.Has(option.MoreTags) {
		more = tag.ParseMore(text)
		if s.suits(more, sf, l.typ) != nil {
			more &^= tag.Intern | tag.NoCopy | tag.Raw | tag.Stringer // a refused struct has plain fields
		}
	}
	f := Field{
		Name: parsed.Name, Path: l.path, Offset: l.offset + sf.Offset, Type: sf.Type,
		Owner: l.typ, GoName: sf.Name, Default: byDefault, HasDefault: hasDefault, Codec: byCodec, order: len(s.found),
		FieldChoices: FieldChoices{
			Tagged: parsed.Named, Required: parsed.Required, String: parsed.String, More: more,
			Exact:     (parsed.Exact || more.Has(tag.Exact) || !s.options.Meaning.Has(option.FoldNames)) && !more.Has(tag.Fold) && !(parsed.Fold && second),
			OmitEmpty: parsed.OmitEmpty || s.options.OmitEmpty && !more.Has(tag.KeepEmpty),
			OmitZero:  parsed.OmitZero || s.options.OmitZero && !more.Has(tag.KeepZero),
			Quoted:    parsed.String && quotable(sf.Type, s.options.Release),
		},
	}
	if s.options.Meaning.Has(option.OneWay) {
		f.ReadOnly, f.WriteOnly = parsed.ReadOnly, parsed.WriteOnly
	}
	if f.OmitZero {
		f.Zero = zeroTest(sf.Type)
	}
	if !f.Tagged {
		if f.Name = sf.Name; s.options.Naming != nil {
			f.Name = s.options.Naming(sf.Name)
		}
	}
	return f
}

// CanBeKeys reports whether struct tags can have the keys, which stand with commas between them. There may be none.
func CanBeKeys(keys string) bool {
	return !strings.ContainsFunc(keys, func(r rune) bool { return r <= ' ' || r == ':' || r == '"' || r == 0x7f }) &&
		(keys == "" || !strings.Contains(","+keys+",", ",,"))
}

// LookupTag returns the text of the first of the keys, which stand with commas between them, that a struct tag has.
func LookupTag(t reflect.StructTag, keys string) (text string, ok bool) {
	for {
		key, rest, more := strings.Cut(keys, ",")
		if text, ok = t.Lookup(key); ok || !more {
			return text, ok
		}
		keys = rest
	}
}

// Names returns fields, followed by a copy of a field for each of its aliases, and the index in fields of the field
// that each copy is of. If no field has an alias, it returns fields itself.
func Names(fields []Field) (named []Field, of []int) {
	named = fields[:len(fields):len(fields)]
	for i := range fields {
		for _, alias := range fields[i].Aliases {
			f := fields[i]
			f.Name, f.Aliases, f.Required, f.HasDefault, f.OmitEmpty, f.order = alias, nil, false, false, true, len(named)+1<<20
			named, of = append(named, f), append(of, i)
		}
	}
	return named, of
}

// strange notes a field that only the toolchain can treat.
func (s *search) strange(owner reflect.Type, name string) {
	s.foreign = true
	if s.problem == nil {
		s.problem = &Problem{owner, name, errForeignTag}
	}
}

// queue notes an embedded struct for the next depth. If a type occurs twice there, only the first is searched,
// as encoding/json does.
func (s *search) queue(l *level, sf *reflect.StructField, base reflect.Type, byPointer bool, index []int) {
	if first := s.queued[base]; first != nil {
		first.twice = true
		return
	}
	n := &level{typ: base, index: index, path: l.path, offset: l.offset + sf.Offset}
	if byPointer {
		n.path = append(slices.Clip(l.path), Hop{Offset: n.offset, Elem: base, Unexported: !sf.IsExported()})
		n.offset = 0
	}
	if s.queued == nil {
		s.queued = map[reflect.Type]*level{}
	}
	s.queued[base] = n
	s.next = append(s.next, n)
}

// dominant returns, in index order, the one field of each name that hides the others.
func dominant(found []Field) []Field {
	if own(found) {
		return found
	}
	kept := Dominant(len(found), func(i int) Rank { return Rank{found[i].Name, found[i].Index, found[i].Tagged} })
	out := make([]Field, len(kept))
	for i, k := range kept {
		out[i] = found[k]
	}
	return out
}

// Rank is what decides which of the fields of one name hides the others.
type Rank struct {
	Name   string
	Index  []int
	Tagged bool
}

// Dominant returns, in index order, which of n fields are members: of each name the one that hides the others, or none.
func Dominant(n int, rank func(i int) Rank) []int {
	places := make([]int, n)
	for i := range places {
		places[i] = i
	}
	sortInts(places, func(i, j int) int {
		a, b := rank(i), rank(j)
		return cmp.Or(strings.Compare(a.Name, b.Name), len(a.Index)-len(b.Index), boolCompare(b.Tagged, a.Tagged), slices.Compare(a.Index, b.Index), i-j)
	})
	kept := places[:0]
	for len(places) > 0 {
		first, same := rank(places[0]), 1
		for same < len(places) && rank(places[same]).Name == first.Name {
			same++
		}
		if same == 1 {
			kept = append(kept, places[0])
		} else if next := rank(places[1]); len(first.Index) != len(next.Index) || first.Tagged != next.Tagged {
			kept = append(kept, places[0])
		}
		places = places[same:]
	}
	sortInts(kept, func(i, j int) int { return slices.Compare(rank(i).Index, rank(j).Index) })
	return kept
}

// own reports whether all fields in found are the struct's own, not promoted, and have different names. Then no field
// hides another one.
func own(found []Field) bool {
	names := make(map[string]struct{}, len(found))
	for i := range found {
		if len(found[i].Index) > 1 {
			return false
		}
		names[found[i].Name] = struct{}{}
	}
	return len(names) == len(found)
}

// sortInts sorts list, whose numbers compare tells apart.
func sortInts(list []int, compare func(a, b int) int) {
	order.Sort(len(list), func(i, j int) bool { return compare(list[i], list[j]) < 0 }, func(i, j int) { list[i], list[j] = list[j], list[i] })
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// quotable reports whether the option "string" has a meaning for a field of type t: a scalar, or a pointer to one.
func quotable(t reflect.Type, release option.Release) bool {
	if t.Kind() == reflect.Pointer && (t.Name() == "" || release.Has(option.QuoteNamedPointers)) {
		t = t.Elem()
	}
	switch k := t.Kind(); k {
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64:
		return true
	default:
		return reflect.Int <= k && k <= reflect.Uintptr
	}
}

// unreachable reports whether an embedded field of an unexported type would need calls that reflection forbids.
func (s *search) unreachable(t reflect.Type, omitZero bool) bool {
	m := s.options.MethodsOf(t)
	return m.Value|m.Pointer != 0 || omitZero && reflect.PointerTo(t).Implements(isZeroerType)
}

func zeroTest(t reflect.Type) ZeroTest {
	if Methodless(t) {
		return ZeroPlain
	}
	switch implements := t.Implements(isZeroerType); {
	case implements && t.Kind() == reflect.Interface:
		return ZeroInterface
	case implements && t.Kind() == reflect.Pointer:
		return ZeroPointer
	case implements:
		return ZeroValue
	case reflect.PointerTo(t).Implements(isZeroerType):
		return ZeroAddress
	}
	return ZeroPlain
}
