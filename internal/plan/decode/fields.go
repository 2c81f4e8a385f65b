package decode

import (
	"reflect"
	"slices"
	"sync/atomic"
	"unicode/utf8"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/wire"
)

// The fields of a struct in order, each with a pattern of its name (mem.Pattern), with which a name in the input is
// compared. In {"id":1,"name":"x"} the name after "id" is expected to be the name of the next field, or of the field
// after it. Otherwise a table finds the field by its name, and then by the folded form of the name.

// field is a field of a struct: all that the loops need, in one cache line. The rest is in the struct far.
type field struct {
	head   mem.Pattern // the first 16 bytes of the name and its closing quote, as in an input without escapes
	offset uintptr     // the offset of the field in the struct, or of the embedded pointer that leads to it
	node   *node
	*far
	length int32 // the length of the name and the closing quote; 0 if the name has characters that JSON must escape
	op     op
}

// next returns the field after f, which may be the first of the two fields that end the list and match no name.
func (f *field) next() *field { return (*field)(unsafe.Add(unsafe.Pointer(f), unsafe.Sizeof(*f))) }

// in returns the address of f in the struct at dst, or of the embedded pointer that leads to f.
func (f *field) in(dst unsafe.Pointer) unsafe.Pointer { return unsafe.Add(dst, f.offset) }

type far struct {
	name   string      // the name in JSON, unescaped
	goName string      // the name of the Go field
	hops   []hop       // the embedded pointers on the way to the field, outermost first
	tail   mem.Pattern // the last 16 bytes of the name and its closing quote, if they are more than 16
	last   uintptr     // the field's offset in the struct that the last of these pointers leads to
	index  []int       // the field's index, as reflect has it
}

// hop is an embedded pointer on the way to a field.
type hop struct {
	offset   uintptr // the offset of the pointer in the struct in which it is embedded
	elem     *node   // the node of the struct to which it leads
	settable bool    // false: the pointer's type is unexported, so a nil pointer can't be replaced
}

// fields finds the field for the name of a member. There is one for each struct type.
type fields struct {
	list []field // the fields in declaration order; two fields that no name matches follow them in memory
	nameTable
	rules   *rules   // rules about absent and duplicate members, or nil
	rest    *field   // the field for members that have no field of their own: an opt.Unknown, a map or raw JSON; or nil
	keeps   bool     // rest is an opt.Unknown
	learned learning // spellings of names in another case, from earlier documents
}

// nameTable finds the index of a field by its name.
type nameTable struct {
	index      wire.NameIndex // finds exact names
	folded     map[string]int // finds folded names; nil if names match exactly only
	delimiters option.Set     // option.FoldDelimiters if it is set (then the keys of folded have no _ and no -), otherwise 0
	// plain is true if no name has an upper-case letter or a non-ASCII character, so that folding changes none.
	plain bool
	// begins and ends have a bit for the first and last byte of each name and folded name: bit number byte&31, which
	// folding does not change in ASCII. They show for most unknown names that they are unknown.
	begins, ends uint32
}

// first returns the first field. For a struct without fields it returns a field that matches no name.
func (f *fields) first() *field { return unsafe.SliceData(f.list) }

// loadFields makes the fields of the struct type of t. If only encoding/json knows the meaning of a tag, it makes t a
// node that encoding/json decodes. If a configuration does not allow the struct, t accepts no value.
func (c *compiler) loadFields(t *node) {
	found := shape.Fields(t.Type, &c.cfg.Shape)
	switch {
	case !c.cfg.Own && found.Foreign && !t.uncalled && !c.cfg.Shape.AnswersItself(t.Type, shape.UnmarshalJSON):
		t.run, t.op = decodeFallback, opOther
		return
	case c.cfg.Own && found.Problem != nil:
		c.refuse(t, found.Problem)
		return
	}
	all, aliases := shape.Names(found.Fields)
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].Name
	}
	folds := slices.ContainsFunc(all, func(f shape.Field) bool { return !f.Exact })
	f := newFields(names)
	t.hides = true
	if folds {
		if !c.cfg.Options.Has(option.UniqueNames) { // with UniqueNames, state.once needs fields of f.list
			f.learned.misses = make([]atomic.Uint32, len(names))
		}
		f.delimiters, f.folded = c.cfg.Options&option.FoldDelimiters, make(map[string]int, len(names))
		for _, i := range shape.FoldOrder(all, c.cfg.Release.Has(option.FoldBreadthFirst)) {
			k := shape.FoldFor(f.delimiters, names[i])
			f.note(k)
			if _, ok := f.folded[k]; !ok { // the first of several names with the same folded form is found
				f.folded[k] = i
			}
		}
	}
	t.fields = f
	fars := make([]far, len(all))
	for i := range all {
		sf, y := &all[i], &f.list[i]
		if y.far != nil {
			fars[i] = *y.far
		}
		y.far = &fars[i]
		y.name, y.goName, y.index = sf.Name, sf.GoName, sf.Index
		if sf.ReadOnly && len(sf.Path) > 0 {
			y.offset = sf.Path[0].Offset // the value is skipped, so pointers on the way to the field are not followed
		} else {
			c.locate(y, sf.Path, sf.Offset)
		}
		y.node = c.fieldNode(sf)
	}
	if found.Rest != nil || c.cfg.Options&ruled != 0 {
		extra().byRules(c, t, &found, all, aliases)
	}
}

// newFields returns fields that are found by exact names. The two fields after them save next a test for the end.
func newFields(names []string) *fields {
	n := len(names)
	list := make([]field, n+2)
	list[n].head, list[n+1].head = mem.NoPattern, mem.NoPattern
	f := &fields{list: list[:n], nameTable: nameTable{index: wire.IndexNames(names), plain: true}}
	for i, name := range names {
		list[i].setName(name)
		f.note(name)
		f.plain = f.plain && plainName(name)
	}
	return f
}

func (f *nameTable) note(name string) {
	if name != "" {
		f.begins |= 1 << (name[0] & 31)
		f.ends |= 1 << (name[len(name)-1] & 31)
	}
}

// fieldNode returns the node of a field: a codec for the field decides first, then its tag, then its type.
func (c *compiler) fieldNode(f *shape.Field) *node {
	cd := c.cfg.FieldCodec(f)
	if f.ReadOnly {
		cd = c.cfg.Unread(f.Type)
	}
	if cd != nil && cd.Read != nil {
		t := newNode(f.Type)
		c.codecOf(t, cd, f.GoName)
		return t
	}
	switch sealed := f.Sealed && !c.cfg.Own; {
	case f.Hidden:
		return c.hiddenOf(f.Type, sealed)
	case sealed:
		return c.plainOf(f.Type)
	}
	if f.More != 0 {
		if t := extra().byOption(c, f); t != nil {
			return t
		}
	}
	nullable := c.cfg.Release.Has(option.NullInStrings) && f.String
	switch {
	case c.hasCodec(f.Type) || c.rowOf(withoutPointers(f.Type)).unquoted:
	case f.Quoted:
		return c.quotedOf(f.Type)
	case nullable && shape.MethodsOf(withoutPointers(f.Type)).Pointer&shape.UnmarshalJSONFrom != 0:
		// Only the standard library can pass the tag option on to the method.
		t := runNode(f.Type, decodeFallback)
		t.quoted = true
		return t
	case nullable && f.Type.Kind() == pointerKind:
		t := runNode(f.Type, decodeNullable)
		t.quoted, t.elem = true, c.nodeOf(f.Type)
		return t
	}
	return c.nodeOf(f.Type)
}

func withoutPointers(t reflect.Type) reflect.Type {
	for range maxPointers {
		if t.Kind() != reflect.Pointer {
			break
		}
		t = t.Elem()
	}
	return t
}

const maxPointers = 100 // how many pointers to pointers are followed at most, since type P *P would never end

// locate sets the offsets and hops of y, which is at offset in the struct that the embedded pointers in path lead to.
// Without pointers the offset counts from the outer struct, even if structs are embedded by value. With pointers
// y.offset is the offset of the first one, and y.last the offset of the field in the struct that the last one leads to.
func (c *compiler) locate(y *field, path []shape.Hop, offset uintptr) {
	y.offset, y.last = offset, offset
	for _, h := range path {
		y.hops = append(y.hops, hop{h.Offset, c.nodeOf(h.Elem), !h.Unexported})
	}
	if len(path) > 0 {
		y.offset = path[0].Offset
	}
}

// finish copies the ops of the fields' nodes, which are all complete now, to the fields, where the loops read them.
// Fields that need more than their node's decoder get an op for that.
func (f *fields) finish(unique bool) {
	for i := range f.list {
		switch x := &f.list[i]; {
		case f.rules != nil:
			x.op = opRuled
		case len(x.hops) > 0:
			x.op = opFar
		case unique:
			x.op = opOnce
		default:
			x.op = x.node.op
		}
	}
}

// parts iterates over the nodes of t's elements or pointee, of its fields, and of a map or raw JSON in fields.rest.
func (t *node) parts(yield func(*node) bool) {
	if t.elem != nil && !yield(t.elem) || t.fields == nil {
		return
	}
	f := t.fields
	for i := range f.list {
		if !yield(f.list[i].node) {
			return
		}
	}
	if f.rest != nil && !f.keeps {
		yield(f.rest.node)
	}
}

// setName sets the pattern with which name is compared in the input. For "id" f.head is i, d and the closing quote. For
// a name over 15 bytes f.head has the first 16 bytes, and f.tail the last 16, which include the quote.
func (f *field) setName(name string) {
	head, size := wire.NamePattern(name)
	f.head, f.length = head, int32(size)
	if size > 16 {
		long := name + `"`
		f.far = &far{tail: mem.PatternAt(unsafe.Pointer(unsafe.StringData(long[size-16:])), 16)}
	}
}

// matchesLong reports whether the name at p is the name of f, whose first 16 bytes equal f.head. f.head and f.tail
// cover names of up to 31 bytes; a longer name is then compared completely. The input ends at end.
//
//go:noinline
func (f *field) matchesLong(in unsafe.Pointer, p, end int) bool {
	e := p + int(f.length)
	if e > end || f.tail.DiffersAt(unsafe.Add(in, e-16)) {
		return false
	}
	n := len(f.name)
	return n < 32 || unsafe.String((*byte)(unsafe.Add(in, p)), n) == f.name
}

// find returns the field for name, or nil. It does not keep name.
func (f *fields) find(name string) *field {
	if i := f.indexOf(name); i >= 0 {
		return &f.list[i]
	}
	return nil
}

// indexOf returns the index of the field for name, or -1. The exact name is looked for first, as in encoding/json.
func (f *nameTable) indexOf(name string) int {
	if name != "" && f.delimiters == 0 {
		first, last := name[0], name[len(name)-1]
		if first|last < utf8.RuneSelf && f.begins>>(first&31)&(f.ends>>(last&31))&1 == 0 {
			return -1
		}
	}
	if i := f.index.Find(name); i >= 0 {
		return i
	}
	if f.folded == nil || f.plain && plainName(name) && f.delimiters == 0 {
		return -1
	}
	var space [64]byte // on the stack, so that folding a short name allocates nothing
	if i, ok := f.folded[string(shape.AppendFold(space[:0], f.delimiters, name))]; ok {
		return i
	}
	return -1
}

// plainName reports whether name has neither an upper-case letter nor a non-ASCII character (such as the Kelvin sign).
func plainName(name string) bool {
	for i := range len(name) {
		if c := name[i]; c >= utf8.RuneSelf || c-'A' < 26 {
			return false
		}
	}
	return true
}
