package shape

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/tag"
)

// The members of a struct are its own fields and the fields of embedded structs, by the rules of Go and of
// encoding/json. If several fields have the same name, the least deeply embedded one wins. If several of these are
// equally deep, the one whose tag has the name wins; if there is not exactly one, no field is a member:
//
//	type A struct{ X int }
//	type B struct{ X int; Y int }
//	type C struct{ A; B }            // only Y: X occurs twice at the same depth

// Options are the choices that change a struct's fields. The zero value means the rules of encoding/json.
type Options struct {
	Meaning    option.Set     // the options of the configuration
	Release    option.Release // the release of encoding/json whose rules apply
	TagKey     string         // keys of struct tags, separated by commas; a field's first one is used; "" means "json"
	Naming     tag.Naming     // names fields whose tag has no name; nil keeps the Go name
	TaggedOnly bool           // fields without a tag are left out
	Unexported bool           // an unexported field whose tag has a name is a member
	OmitEmpty  bool           // every field has the tag option "omitempty"
	OmitZero   bool           // every field has the tag option "omitzero"
	KeepRest   bool           // an embedded Keeper, or a field with the tag option "embed", takes unknown members
	Plain      bool           // methods that zetes gen has written with the same Flags are ignored
	Flags      Flags

	// Members may change the members of the struct type t; nil changes nothing.
	Members func(t reflect.Type, fields []Field) ([]Field, error)

	// Named returns an error if a field of type t may not have the struct tag "codec" with this name. If Named is
	// nil, that tag has no meaning.
	Named func(name string, t reflect.Type) error
}

// Field is one member of a struct's JSON object.
type Field struct {
	Name   string
	Index  []int        // the index of the field, as for reflect.Type.FieldByIndex
	Path   []Hop        // the embedded pointers that lead to the field, outermost first; nil for most fields
	Offset uintptr      // the offset of the field in the struct that the last hop leads to, or without hops in the outermost struct
	Type   reflect.Type // the type in the declaration of the field

	FieldChoices

	Owner      reflect.Type // the struct type that declares the field
	GoName     string
	Default    string // the text of the struct tag "default", if HasDefault
	HasDefault bool
	Codec      string   // the text of the struct tag "codec"
	Aliases    []string // further names that are accepted when reading

	order int // the position in breadth-first order
}

// FieldChoices say how a field is read and written, according to its tag, its type and the options.
type FieldChoices struct {
	Tagged    bool // the name comes from the tag
	OmitEmpty bool
	OmitZero  bool
	Quoted    bool // the value is written in a JSON string: encoding/json honours the option "string" for this type
	String    bool // the tag has the option "string", whatever the type is
	Exact     bool // the name must match exactly
	Required  bool // the tag option "required"
	ReadOnly  bool // the member is only written: tag option "readonly" under option.OneWay
	WriteOnly bool // the member is only read: tag option "writeonly" under option.OneWay
	More      tag.More
	Hidden    bool     // an embedded pointer to an unexported struct, with a name in its tag: reflection can't set it
	Sealed    bool     // an embedded field with a name in its tag, of an unexported type: reflection can't call its methods
	Zero      ZeroTest // the test for OmitZero
}

// Hop is an embedded pointer, at Offset in the struct that embeds it, to a struct of type Elem.
type Hop struct {
	Offset     uintptr
	Elem       reflect.Type
	Unexported bool // Elem is an unexported type: a nil pointer cannot be set
}

// ZeroTest says how to find out whether a value is zero.
type ZeroTest uint8

// Ways to test whether a value is zero.
const (
	ZeroPlain     ZeroTest = iota // reflect.Value.IsZero decides
	ZeroInterface                 // a nil interface or pointer is zero; otherwise the value's IsZero method decides
	ZeroPointer                   // a nil pointer is zero; otherwise its IsZero method decides
	ZeroValue                     // the value's IsZero method decides
	ZeroAddress                   // a pointer's IsZero method decides: of a pointer to a copy if the value has no address
)

// IsZeroer is the interface of types with a method that reports whether a value is zero.
type IsZeroer interface{ IsZero() bool }

var isZeroerType = reflect.TypeFor[IsZeroer]()

// KnowsZero reports whether t or its pointer is an IsZeroer.
func KnowsZero(t reflect.Type) bool {
	return t.Implements(isZeroerType) || reflect.PointerTo(t).Implements(isZeroerType)
}

// Struct has the members of a struct type.
type Struct struct {
	Fields []Field // the members in the order of encoding
	// Foreign marks a struct with a tag whose meaning only encoding/json knows, which then reads and writes it.
	Foreign bool
	// Problem is an error about the struct, or nil. Under a configuration that departs from encoding/json, encoding and
	// decoding values of the struct return it.
	Problem *Problem
	// Rest is the field that takes members for which there is no other field, or nil.
	Rest *Rest
}

// Rest is the field of a struct that takes members for which there is no other field: an embedded Keeper, or a map or
// raw JSON with the tag option "embed".
type Rest struct {
	Path   []Hop
	Offset uintptr
	Type   reflect.Type // the type of the field; for a pointer the type it points to, and Path ends with the pointer
	Index  []int        // the index of the field, as for reflect.Type.FieldByIndex

	owner reflect.Type // the struct type that declares the field
}

// Map returns the field of r if it is a map or a pointer to a map, otherwise nil. The Field has the type of the map.
func (r *Rest) Map() *Field {
	if r == nil || r.Type.Kind() != reflect.Map {
		return nil
	}
	at := r.owner.Field(r.Index[len(r.Index)-1])
	return &Field{Name: at.Name, Index: r.Index, Type: r.Type, Owner: r.owner, GoName: at.Name}
}

// Keeper is the interface of opt.Unknown, which keeps members that have no field.
type Keeper interface {
	// AddNoCheck appends a member.
	AddNoCheck(name string, value []byte)
	// AppendMembers appends all members with commas between them.
	AppendMembers(dst []byte, escapeHTML bool) []byte
}

// KeepsRest reports whether t, or the type that it points to, is opt.Unknown itself. For a struct that embeds
// opt.Unknown, and so has its methods, it returns false.
func KeepsRest(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.PkgPath() == optPackage && t.Name() == "Unknown"
}

// level is one struct in the breadth-first search for fields, with its index, path and offset in the outermost struct.
type level struct {
	typ    reflect.Type
	index  []int
	path   []Hop
	offset uintptr
	twice  bool // the type occurs more than once at this depth, so its fields hide one another
}

// Fields returns the members of the struct type t, by the rules of encoding/json and the options o.
func Fields(t reflect.Type, o *Options) Struct {
	s := find(t, o)
	fields := dominant(s.found)
	if o.Members != nil {
		var err error
		if fields, err = o.Members(t, fields); err != nil && s.problem == nil {
			s.problem = &Problem{Type: t, Err: err}
		}
	}
	found := Struct{Fields: fields, Foreign: s.foreign, Problem: s.problem}
	if n := len(s.rests); n == 1 || n > 1 && !slices.ContainsFunc(s.rests, func(r Rest) bool { return !KeepsRest(r.Type) }) {
		found.Rest = &s.rests[0]
	}
	return found
}

// Flat reports whether no member is reached through an embedded pointer.
func (s *Struct) Flat() bool {
	return !slices.ContainsFunc(s.Fields, func(f Field) bool { return len(f.Path) > 0 })
}

// find searches t and its embedded structs for fields.
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
	visited map[reflect.Type]bool   // types that were searched
	next    []*level                // the structs at the next depth, which are searched later
	queued  map[reflect.Type]*level // the entries of next by type; nil while there are none
	found   []Field
	foreign bool
	problem *Problem
	rests   []Rest // the outermost fields that take members without a field
}

// scan adds the fields of a struct, and queues its embedded structs.
func (s *search) scan(l *level) {
	for i := range l.typ.NumField() {
		sf := l.typ.Field(i)
		text, hasTag := LookupTag(sf.Tag, s.options.TagKey)
		base, byPointer := sf.Type, sf.Type.Name() == "" && sf.Type.Kind() == reflect.Pointer
		if byPointer {
			base = base.Elem()
		}
		if s.ignores(&sf, base, text, hasTag) {
			continue
		}
		index := sf.Index
		if len(l.index) > 0 {
			index = append(slices.Clip(l.index), i)
		}
		if s.options.KeepRest && sf.Anonymous && KeepsRest(base) {
			s.addRest(l, &sf, base, byPointer, index)
			continue
		}
		parsed := tag.Parse(text, s.options.Release.Has(option.LenientTags))
		if parsed.Format {
			s.noteForeign(l.typ, sf.Name, errForeignTag)
		}
		parsed.Embed = parsed.Embed && !parsed.Named && (s.options.KeepRest || s.options.Release.Has(option.LenientTags))
		if parsed.Embed && base.Kind() != reflect.Struct {
			switch {
			case !s.options.KeepRest:
				s.noteForeign(l.typ, sf.Name, errForeignTag)
			case !HoldsRest(base) || sf.Anonymous || text != ",embed":
				s.noteForeign(l.typ, sf.Name, errors.New("the tag option embed is for a struct, a json.RawMessage or a map whose keys are strings without methods, in a field of its own without a name and other options"))
			default:
				s.addRest(l, &sf, base, byPointer, index)
			}
			continue
		}
		if base.Kind() == reflect.Struct && (parsed.Embed || sf.Anonymous && !parsed.Named) {
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

// addRest stores a field that takes members for which there is no field. Only the outermost such field is used, and
// none of several at one depth, as in encoding/json/v2; but if all of them are Keepers, the first is used.
func (s *search) addRest(l *level, sf *reflect.StructField, base reflect.Type, byPointer bool, index []int) {
	r := Rest{l.path, l.offset + sf.Offset, base, index, l.typ}
	if byPointer {
		r.Path, r.Offset = append(slices.Clip(l.path), Hop{r.Offset, base, false}), 0
	}
	if len(s.rests) > 0 && len(s.rests[0].Index) < len(index) {
		return
	}
	if slices.ContainsFunc(s.rests, func(other Rest) bool {
		return other.owner == r.owner && !(KeepsRest(other.Type) && KeepsRest(base))
	}) {
		s.noteForeign(l.typ, sf.Name, errors.New("another field takes the members without a field too"))
	}
	if s.rests = append(s.rests, r); l.twice {
		s.rests = append(s.rests, r)
	}
}

// HoldsRest reports whether a t with the tag option "embed" can take members for which there is no field. A
// json.RawMessage can, and a map without methods whose keys are strings without methods.
func HoldsRest(t reflect.Type) bool {
	return t == rawType || t.Kind() == reflect.Map && t.Key().Kind() == reflect.String && SpecialOf(t.Key()) == Ordinary &&
		MethodsOf(t) == Methods{} && MethodsOf(t.Key()) == Methods{}
}

// ignores reports whether a field adds no member: it is not a member itself, and no fields of it are members. base is
// the field's type, or the type that it points to. text is the text of its tag, if hasTag is true.
func (s *search) ignores(sf *reflect.StructField, base reflect.Type, text string, hasTag bool) bool {
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

// field returns the Field for a struct field by its tag and the options. The caller sets Index, Hidden and Sealed.
func (s *search) field(l *level, sf *reflect.StructField, text string, parsed *tag.Tag) Field {
	byDefault, hasDefault := sf.Tag.Lookup("default")
	byCodec := sf.Tag.Get("codec")
	if byCodec != "" && s.options.Named != nil {
		if err := s.options.Named(byCodec, sf.Type); err != nil {
			s.note(l.typ, sf.Name, err)
		}
	}
	second := s.options.Meaning&(option.EndAtFault|option.ExactSpelling) != 0 // the rules of encoding/json/v2 apply
	var more tag.More
	if s.options.Meaning.Has(option.MoreTags) {
		more = tag.ParseMore(text)
		if !s.suits(more, sf, l.typ) {
			more &^= tag.Intern | tag.NoCopy | tag.Raw | tag.Stringer
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

// CanBeKeys reports whether keys, which are separated by commas, are possible keys of struct tags. There may be none.
func CanBeKeys(keys string) bool {
	return !strings.ContainsFunc(keys, func(r rune) bool { return r <= ' ' || r == ':' || r == '"' || r == 0x7f }) &&
		(keys == "" || !strings.Contains(","+keys+",", ",,"))
}

// LookupTag returns the text of the first of the keys that a struct tag has. keys are separated by commas.
func LookupTag(t reflect.StructTag, keys string) (text string, ok bool) {
	for {
		key, rest, more := strings.Cut(keys, ",")
		if text, ok = firstText(string(t), key); !ok {
			text, ok = t.Lookup(key)
		}
		if ok || !more {
			return text, ok
		}
		keys = rest
	}
}

// firstText returns the text of key if the struct tag begins with it, and the text has only printable ASCII characters
// and no escapes. This is the usual case, in which StructTag.Lookup takes some 700 instructions more.
func firstText(tag, key string) (text string, ok bool) {
	if text, ok = strings.CutPrefix(tag, key); !ok || !strings.HasPrefix(text, `:"`) {
		return "", false
	}
	text = text[2:]
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"':
			return text[:i], true
		case c == '\\' || c < ' ' || c > '~':
			return "", false
		}
	}
	return "", false
}

// Names returns fields, followed by a copy of a field for each alias. The slice originals has, for each copy, the index
// of the field that was copied. If there are no aliases, named is fields itself.
func Names(fields []Field) (named []Field, originals []int) {
	named = fields[:len(fields):len(fields)]
	for i := range fields {
		for _, alias := range fields[i].Aliases {
			f := fields[i]
			f.Name, f.Aliases, f.Required, f.HasDefault, f.OmitEmpty, f.order = alias, nil, false, false, true, len(named)+1<<20
			named, originals = append(named, f), append(originals, i)
		}
	}
	return named, originals
}

// noteForeign notes err about a field of the struct owner whose tag has a meaning that only encoding/json knows.
func (s *search) noteForeign(owner reflect.Type, name string, err error) {
	s.foreign = true
	s.note(owner, name, err)
}

// note stores an error about a field, unless an earlier one is stored.
func (s *search) note(owner reflect.Type, name string, err error) {
	if s.problem == nil {
		s.problem = &Problem{owner, name, err}
	}
}

// queue adds an embedded struct to the structs of the next depth. If a type occurs twice at that depth, only the
// first is searched, as in encoding/json.
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

// dominant returns the fields that are members, in index order: for each name the one that hides the others, if any.
func dominant(found []Field) []Field {
	if noneHides(found) {
		return found
	}
	places := make([]int, len(found))
	for i := range places {
		places[i] = i
	}
	sortInts(places, func(i, j int) int {
		a, b := &found[i], &found[j]
		return cmp.Or(strings.Compare(a.Name, b.Name), len(a.Index)-len(b.Index), untagged(a)-untagged(b), slices.Compare(a.Index, b.Index), i-j)
	})
	kept := places[:0]
	for len(places) > 0 {
		first, same := &found[places[0]], 1
		for same < len(places) && found[places[same]].Name == first.Name {
			same++
		}
		if same == 1 {
			kept = append(kept, places[0])
		} else if next := &found[places[1]]; len(first.Index) != len(next.Index) || first.Tagged != next.Tagged {
			kept = append(kept, places[0])
		}
		places = places[same:]
	}
	sortInts(kept, func(i, j int) int { return slices.Compare(found[i].Index, found[j].Index) })
	out := make([]Field, len(kept))
	for i, k := range kept {
		out[i] = found[k]
	}
	return out
}

// noneHides reports whether all fields in found are the struct's own and have different names, so that none is hidden.
func noneHides(found []Field) bool {
	names := make(map[string]struct{}, len(found))
	for i := range found {
		if len(found[i].Index) > 1 {
			return false
		}
		names[found[i].Name] = struct{}{}
	}
	return len(names) == len(found)
}

// sortInts sorts a short list by compare, which must not return 0. slices.SortFunc would add 15 KB to a program.
func sortInts(list []int, compare func(a, b int) int) {
	for i, x := range list {
		at, _ := slices.BinarySearchFunc(list[:i], x, compare)
		copy(list[at+1:i+1], list[at:i])
		list[at] = x
	}
}

// untagged returns 1 for a field whose name is not from a tag, otherwise 0.
func untagged(f *Field) int {
	if f.Tagged {
		return 0
	}
	return 1
}

// quotable reports whether the tag option "string" has an effect on a field of type t, a scalar or a pointer to one.
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

// unreachable reports whether an embedded field of the unexported type t has methods that an encoder or decoder would
// call. Reflection does not allow calling them.
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
