package decode

import (
	"iter"
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

// The fields of a struct as the decoder needs them: in order, with the words that a name is compared by. In
// {"id":1,"name":"x"} the name after "id" is expected to be that of the next field; if it is not, the one after
// that, and then a table finds the field by the name's length and bytes. Names that differ in case only are found
// last, in folded form.

// field is one member that a struct takes: what loops look at, in one cache line.
type field struct {
	head   mem.Pattern // the first 16 bytes of the name as most documents have it, closing quote included
	offset uintptr     // the offset in the struct of the field, or of the embedded pointer that leads to it
	node   *node
	*far
	length int32 // the length of the name and the closing quote; 0 if the name has characters that JSON must escape
	op     op
}

// next returns the field after f, in the end one that no name matches.
// Two such fields follow the last one and make this safe: no caller asks for the next field of the second.
func (f *field) next() *field { return (*field)(unsafe.Add(unsafe.Pointer(f), unsafe.Sizeof(*f))) }

// in returns the address of f in the struct at dst, or of the first embedded pointer that leads to f.
func (f *field) in(dst unsafe.Pointer) unsafe.Pointer { return unsafe.Add(dst, f.offset) }

// far is what a field's common case does without.
type far struct {
	name   string      // in JSON, unescaped
	goName string      // of the field
	hops   []hop       // the embedded pointers on the way to the field, outermost first
	tail   mem.Pattern // the last 16 bytes of a name that the head does not cover, closing quote included
	last   uintptr     // the field's offset in the struct that the last hop leads to
	index  []int       // the field's index, as reflect has it
}

// hop is an embedded pointer on the way to a field.
type hop struct {
	offset   uintptr // the offset of the pointer in the struct in which it is embedded
	elem     *node   // the node of the struct to which it leads
	settable bool    // false: the pointer's type is unexported, and a nil one can't be replaced
}

// fields is how a struct finds its members' places.
// It does not change once it is published. One is made for each struct type.
type fields struct {
	list []field // in the order of the fields; two more follow it, which no name matches
	nameTable
	rules *rules // what the options say about names and absent members, or nil
	rest  *field // takes members without a field, or nil

	learned learning // names in another case
}

// nameTable finds names in any order.
type nameTable struct {
	index wire.NameIndex // finds names as they are
	// folded finds fields by folded name; nil where names match exactly only.
	folded map[string]int
	// delimiters: the keys of folded have no _ and -, as option.FoldDelimiters wants.
	delimiters bool
	// plain: no name has an upper-case letter or a non-ASCII character, so that a key without any matches exactly
	// or not.
	plain bool
	// begins and ends have a bit for the first and last byte of each name and folded name: the low five bits, which
	// folding keeps in ASCII.
	begins, ends uint32
}

// first returns the first field, or one that no name matches.
func (f *fields) first() *field { return unsafe.SliceData(f.list) }

// loadFields makes the fields of the struct type of t. The two fields after the last one end the loop's search for the
// next name without a test: their pattern matches nothing.
func (c *compiler) loadFields(t *node) {
	found := shape.Fields(t.Type, &c.cfg.Shape)
	switch {
	case !c.cfg.Own && found.Foreign && t.methods.Load() != uncalled && !c.cfg.Shape.AnswersItself(t.Type, shape.UnmarshalJSON):
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
	f := &fields{list: newPatterns(names), nameTable: newTable(names)}
	t.hides = true
	if folds {
		if !c.cfg.Options.Has(option.UniqueNames) { // under which members are told apart by where they are in list
			f.learned.misses = make([]atomic.Uint32, len(names))
		}
		f.delimiters = c.cfg.Options.Has(option.FoldDelimiters)
		f.foldable(names, slices.Values(shape.FoldOrder(all, c.cfg.Release.Has(option.FoldBreadthFirst))))
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
			y.offset = sf.Path[0].Offset // the value is passed over: no pointer on the way to the field is followed
		} else {
			c.locate(y, sf.Path, sf.Offset)
		}
		y.node = c.fieldNode(sf)
	}
	if found.Rest != nil || c.cfg.Options&ruled != 0 {
		extra().byRules(c, t, &found, all, aliases)
	}
}

// newPatterns returns fields with the patterns of names, and nothing else.
// The list has the length of the names and two more places in memory, with patterns that no name has.
func newPatterns(names []string) []field {
	n := len(names)
	list := make([]field, n+2)
	for i, name := range names {
		list[i].setName(name)
	}
	for i := n; i < len(list); i++ {
		list[i].head = mem.NoPattern
	}
	return list[:n]
}

// newTable returns a table that finds names as they are.
func newTable(names []string) nameTable {
	f := nameTable{index: wire.IndexNames(names), plain: !slices.ContainsFunc(names, func(name string) bool { return !plainName(name) })}
	for _, name := range names {
		f.note(name)
	}
	return f
}

// note sets the bits for the first and last byte of name.
func (f *nameTable) note(name string) {
	if name != "" {
		f.begins |= 1 << (name[0] & 31)
		f.ends |= 1 << (name[len(name)-1] & 31)
	}
}

// unknown reports whether no name begins or ends as name does, which most unknown names show.
func (f *nameTable) unknown(name string) bool {
	if name == "" {
		return false
	}
	first, last := name[0], name[len(name)-1]
	return first|last < utf8.RuneSelf && f.begins>>(first&31)&(f.ends>>(last&31))&1 == 0
}

// foldable makes f, of these names, find them by their folded form too: of those that fold to the same the first in the
// order given.
func (f *nameTable) foldable(names []string, order iter.Seq[int]) {
	f.folded = make(map[string]int, len(names))
	for i := range order {
		k := f.foldedName(names[i])
		f.note(k)
		if _, ok := f.folded[k]; !ok {
			f.folded[k] = i
		}
	}
}

// fieldNode returns the node of a field: that of its type, unless its tag or a codec says otherwise. First a codec for
// the field decides, then its tag, then its type's methods.
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
	case c.hasCodec(f.Type) || c.unquoted(f.Type):
	case f.Quoted:
		return c.quotedOf(f.Type)
	case nullable && streams(f.Type):
		// The method learns of the option.
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

// streams reports whether t, or what it leads to as a pointer, is decoded by an UnmarshalJSONFrom method.
func streams(t reflect.Type) bool {
	for range maxPointers {
		if t.Kind() != pointerKind {
			break
		}
		t = t.Elem()
	}
	return shape.MethodsOf(t).Pointer&shape.UnmarshalJSONFrom != 0
}

// maxPointers bounds how many pointers to pointers are followed: type P *P has no end of them.
const maxPointers = 100

// locate says where y is: at offset in the struct at the end of path. A field of the struct itself, or of one that is
// embedded by value, has no hops: its offset is counted from the outer struct. Behind an embedded pointer offset is
// where the first pointer lies, and last where the field lies in the struct that the last pointer leads to.
func (c *compiler) locate(y *field, path []shape.Hop, offset uintptr) {
	y.offset, y.last = offset, offset
	for _, h := range path {
		y.hops = append(y.hops, hop{h.Offset, c.nodeOf(h.Elem), !h.Unexported})
	}
	if len(path) > 0 {
		y.offset = path[0].Offset
	}
}

// finish copies what loops look at from the fields' nodes, which are all made by now. A field after embedded pointers
// has an op of its own, so that the loop need not ask for hops with every field. So have all others if names are
// unique.
func (f *fields) finish(unique bool) {
	for i := range f.list {
		switch x := &f.list[i]; {
		case len(x.hops) > 0:
			x.op = opFar
		case unique:
			x.op = opOnce
		default:
			x.op = x.node.op
		}
	}
}

// setName prepares the comparison with a name that is expected next. For "id" the head is the three bytes i, d and the
// closing quote; of a name over 15 bytes the head has the first 16, and the tail the last 16.
func (f *field) setName(name string) {
	head, size := wire.NamePattern(name)
	f.head, f.length = head, int32(size)
	if size > 16 {
		long := name + `"`
		f.far = &far{tail: mem.PatternAt(unsafe.Pointer(unsafe.StringData(long[size-16:])), 16)}
	}
}

// matchesLong compares what the head leaves out of a longer name. The caller has compared that. The input ends at end.
//
// Up to 31 bytes head and tail overlap or meet, 16 bytes each with the quote; in a longer name something lies
// between them, so that all of it is compared once more.
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

// find returns the field that name belongs to, or nil. name may be a view of the input: it is compared, and not kept.
func (f *fields) find(name string) *field {
	if i := f.indexOf(name); i >= 0 {
		return &f.list[i]
	}
	return nil
}

// indexOf returns the index of the field that name belongs to, by exact name first, or -1. Names that differ in case
// are one for encoding/json: NAME finds the field name, unless there is a field NAME.
func (f *nameTable) indexOf(name string) int {
	if f.unknown(name) && !f.delimiters {
		return -1
	}
	if i := f.index.Find(name); i >= 0 {
		return i
	}
	if f.folded == nil || f.plain && plainName(name) && !f.delimiters {
		return -1
	}
	if i, ok := f.fold(name); ok {
		return i
	}
	return -1
}

// fold finds name by its folded form, which for ASCII is in upper case and made here without an allocation.
// The table's keys are in upper case (shape.FoldName), names of up to 64 bytes are turned into that on the stack.
func (f *nameTable) fold(name string) (int, bool) {
	var b [64]byte
	if len(name) > len(b) {
		i, ok := f.folded[f.foldedName(name)]
		return i, ok
	}
	n := 0
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= utf8.RuneSelf:
			i, ok := f.folded[f.foldedName(name)]
			return i, ok
		case f.delimiters && (c == '_' || c == '-'):
			continue
		case c-'a' < 26:
			c -= 'a' - 'A'
		}
		b[n] = c
		n++
	}
	i, ok := f.folded[string(b[:n])]
	return i, ok
}

// foldedName returns the key of folded for name.
func (f *nameTable) foldedName(name string) string {
	if f.delimiters {
		return shape.FoldFor(option.FoldDelimiters, name)
	}
	return shape.FoldName(name)
}

// plainName reports whether folding can't make name equal to another such name.
// The letters that fold to ASCII ones are not ASCII: the Kelvin sign folds to k, so a name with it is not plain.
func plainName(name string) bool {
	for i := range len(name) {
		if c := name[i]; c >= utf8.RuneSelf || c-'A' < 26 {
			return false
		}
	}
	return true
}
