package decode

import (
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode/memory"
	"github.com/zetes-json/zetes/internal/shape"
)

// From Go types to nodes. A node knows how to decode one type: by a function, chosen here, and what that needs (the
// elements' node, a struct's fields, an array's length). Types that hold themselves make rings of nodes, so all nodes
// of one compilation are made first and published together.

// op names the decoders that loops call without going through a function value.
// The loops over members and elements switch on the op first: a jump in one function costs less than a call
// through node.run. All other decoders are opOther, and so are those of a kind that a configuration or method has
// changed: an op is a promise that its case in the loops does what node.run does.
type op uint8

const (
	opOther op = iota
	opBool
	opInt   // of 8 bytes
	opShort // int of fewer bytes
	opUint  // of any width
	opFloat32
	opFloat64
	opString
	opStruct
	opSlice
	opAny
	opPointer
	opBytes // of base64
	opFar   // only for fields: see afar
	opOnce  // only for fields: see single
)

// isScalar reports whether values of o, without methods of the caller's, are bools or numbers.
func (o op) isScalar() bool { return opBool <= o && o <= opFloat64 }

// decoder decodes the value at p, which is not white space, into dst, and returns the position after it, or -1.
type decoder func(s *state, t *node, p int, dst unsafe.Pointer) int

// node is how values of one Go type are decoded. Once published it does not change, but for what it has learned.
//
// A []map[string]int has a node whose elem is the map's, whose elem is the int's; a struct's leads on by its
// fields. run is never nil in a node that is published. It gets the node besides the value's place, so that one
// function serves all types of a kind.
//
// Nodes are shared by all runs of a configuration, at the same time. So what is written after publishing is atomic:
// problem, which is looked for right after it, and learned, whose values are hints or come out the same each time.
type node struct {
	run decoder
	memory.Layout
	traits
	len       int     // of an array
	entry     uintptr // of a map: the memory that one member takes, roughly, in bytes
	store     storer  // stores a member of a map, or nil
	elem      *node   // the node of the elements of a slice, array or map, of a pointer's pointee, or of the value in an opt.Value
	fields    *fields
	custom    *custom                                     // what is needed to call a codec, or nil
	optional  *shape.Optional                             // the layout of an opt.Value, or nil
	parse     func(text string, dst unsafe.Pointer) error // parses the text of a special type, or of the keys of a map; or nil
	word      mem.Ptr                                     // the type word of pointers to t, if a method of *t decodes it; or nil
	generated *generated                                  // what decodes it in place of a generated method, or nil
	pointer   reflect.Type                                // the only pointer type that leads to this node, if other pointers to the type lead to another node; or nil
	problem   atomic.Pointer[shape.Problem]               // why values can't be decoded, or nil
	learned
}

// traits are what is known of a type when its node is made. Nothing of it changes when the node is published.
type traits struct {
	op        op
	quoted    bool // a struct field with the tag option "string"
	text      bool // UnmarshalText decodes it, or it is a pointer to such a type
	nullKeeps bool // null leaves the value as it is
	keyKind   keyKind
	keyBits   uint8 // of a map with integer keys: their size in bits; else 0
	keyShift  uint8 // the lowest bit of such a key in a word in memory: 0, except on big-endian processors
	hides     bool  // a struct or map whose decoder can pass over the member of Call.Hidden
	special   shape.Special
}

// learned is what is found out about a type when that is first needed, and what a run leaves for the next one. length
// is that of the last slice or map, and sizes are guessed by it, within the run's budget; the types and pointers are
// results of reflection that are made once.
type learned struct {
	calls   atomic.Uint32 // whose code decoding calls: callsMethods and the bits beside it; 0 while not known
	methods atomic.Uint32 // whether the type has methods for decoding: noMethods and so on; 0 while not known
	length  atomic.Uint32 // the length of the last slice or map of the type
	inside  atomic.Pointer[pointers]
}

// nodes returns the nodes that the decoder has compiled under c.
func nodes(c *plan.Dialect) plan.TableOf[node] { return plan.TableOf[node]{Programs: c.Decoders} }

// nodeFor returns the node of t under cfg, which it compiles at first use. If goroutines compile a type at the same
// time the first one publishes, and the others find its node when they get the lock.
func nodeFor(cfg *plan.Dialect, t reflect.Type) *node {
	if made := nodes(cfg).Get(mem.TypeWordOf(t)); made != nil {
		return made
	}
	c := &compiler{cfg: cfg, made: map[reflect.Type]*node{}}
	made := c.compileAll(t)
	c.try()
	return made
}

// compileAll makes and publishes the node of t. The configuration's lock is held meanwhile: types share the nodes of
// their parts, so that no other goroutine may compile one of them.
func (c *compiler) compileAll(t reflect.Type) *node {
	c.cfg.Decoders.Lock.Lock()
	defer c.cfg.Decoders.Lock.Unlock()
	if c.cfg.Refuses != nil && c.cfg.Refuses(t) {
		made := runNode(t, decodeFallback) // the node of a value without a pointer: nothing can be decoded into it
		nodes(c.cfg).Put(mem.TypeWordOf(t), made)
		return made
	}
	made := c.nodeOf(t)
	c.publish()
	return made
}

// publish lets other goroutines see the nodes, which are all finished by then. The ops of fields are copied first
// (finish): they are those of the fields' nodes, which in a ring of types are compiled after the struct. Nodes in more
// are reached through nodes in made alone, so they need no entry.
func (c *compiler) publish() {
	unique := c.cfg.Options.Has(option.UniqueNames)
	for _, t := range c.made {
		if t.fields != nil {
			t.fields.finish(unique)
		}
	}
	for _, t := range c.more {
		if t.fields != nil {
			t.fields.finish(unique)
		}
	}
	for rt, t := range c.made {
		nodes(c.cfg).Put(mem.TypeWordOf(rt), t)
	}
}

// compiler makes the nodes of a type and of all that it is made of. It is for one compilation, under the
// configuration's lock. type List struct{ Next *List } shows why made is needed: the node of List is entered before its
// fields are looked at, and the node of *List finds it there, unfinished.
type compiler struct {
	cfg  *plan.Dialect
	made map[reflect.Type]*node // new nodes, before they are published; a type that contains itself finds its own node here
	more []*node                // new nodes that the table does not have: only the nodes that point to them lead there

	plain map[reflect.Type]*node // those of more that are for a type without its methods, decoded by its kind
}

// newNode returns a node of t that knows the type alone.
func newNode(t reflect.Type) *node {
	n := new(node)
	n.Init(t)
	return n
}

// runNode returns a node of rt that run decodes.
func runNode(rt reflect.Type, run decoder) *node {
	t := newNode(rt)
	t.run = run
	return t
}

// nodeOf returns the node of rt where it is not reached through a pointer.
// It enters the node before it compiles it, so that a type that holds itself finds it. Methods of types without a
// name, as of struct{ T } that gets those of T, are called where the release does so.
func (c *compiler) nodeOf(rt reflect.Type) *node {
	if t := c.made[rt]; t != nil {
		return t
	}
	if made := nodes(c.cfg).Get(mem.TypeWordOf(rt)); made != nil {
		return made
	}
	t := newNode(rt)
	c.made[rt] = t
	c.compile(t, rt.Name() != "" || c.cfg.Release.Has(option.NamelessMethods))
	return t
}

// pointeeOf returns the node of what pointers of type p lead to: where the type of a value and the type of the
// pointer to it differ in whether methods are called, the value has two nodes.
func (c *compiler) pointeeOf(p reflect.Type) *node {
	rt := p.Elem()
	alone := rt.Name() != "" || c.cfg.Release.Has(option.NamelessMethods)
	behind := p.Name() == "" || c.cfg.Release.Has(option.NamedPointersCall)
	if alone == behind || c.cfg.Shape.MethodsOf(rt).Pointer&shape.Unmarshals == 0 && plan.SelfReader(rt) == nil {
		return c.nodeOf(rt)
	}
	t := newNode(rt)
	t.pointer = p
	c.more = append(c.more, t)
	c.compile(t, behind)
	return t
}

// quotedOf returns the node of a struct field of type rt with the tag option "string". {"N":"12"} and {"N":12} differ
// for it, so it is another node than that of rt, to which elem leads: behind one pointer, if rt is one.
func (c *compiler) quotedOf(rt reflect.Type) *node {
	t := newNode(rt)
	t.quoted = true
	t.elem = c.nodeOf(rt)
	if rt.Kind() == reflect.Pointer {
		t.elem = c.nodeOf(rt.Elem())
	}
	t.run = decodeQuoted
	return t
}

// hiddenOf returns the node of a field that is an embedded pointer of type rt, which can't be set. If it is sealed, its
// pointee is decoded by its kind alone.
func (c *compiler) hiddenOf(rt reflect.Type, sealed bool) *node {
	t := newNode(rt)
	if t.elem = c.pointeeOf(rt); sealed {
		t.elem = c.plainOf(rt.Elem())
	}
	t.run = decodeHidden
	return t
}

// plainOf returns a node of rt by its kind alone, for a type under compilation.
func (c *compiler) plainOf(rt reflect.Type) *node {
	t := c.plain[rt]
	if t != nil {
		return t
	}
	if c.plain == nil {
		c.plain = map[reflect.Type]*node{}
	}
	t = newNode(rt)
	t.methods.Store(uncalled)
	c.plain[rt] = t
	c.more = append(c.more, t)
	c.compileKind(t)
	if c.adapts() {
		extra().adapt(c, t)
	}
	return t
}

var anyType = reflect.TypeFor[any]()

// compile fills in t. With methods, the type's own methods are called. The first of these decides: a codec of the
// configuration, the row of a special type, an UnmarshalZetes method, UnmarshalJSONFrom, UnmarshalJSON, UnmarshalText,
// and at last the kind.
func (c *compiler) compile(t *node, methods bool) {
	if !c.codecOf(t, c.cfg.CodecOf(t.Type), "") {
		c.compileOwn(t, methods)
	}
	if c.adapts() {
		extra().adapt(c, t)
	}
}

// compileOwn is compile without the codec of the type itself.
// UnmarshalJSONFrom is left to the toolchain, for it reads from a decoder of the toolchain's. The methods of an
// interface type are those of what it holds, which is not known here.
func (c *compiler) compileOwn(t *node, methods bool) {
	if c.special(t, methods) {
		return
	}
	rt := t.Type
	if methods && rt.Kind() != reflect.Interface {
		if c.codecOf(t, plan.SelfReader(rt), "") {
			return
		}
		switch m := c.cfg.Shape.MethodsOf(rt).Pointer; {
		case m&shape.UnmarshalJSONFrom != 0:
			t.run = decodeFallback
			return
		case m&shape.UnmarshalJSON != 0:
			t.run, t.word = decodeMethod, mem.PointerWordOf(rt)
			if extra().generated != nil {
				extra().generated(t)
			}
			return
		case m&shape.UnmarshalText != 0:
			t.run, t.word, t.text = decodeText, mem.PointerWordOf(rt), true
			return
		}
	}
	c.compileKind(t)
}

// compileKind fills in t by the kind of its type.
// nullKeeps is set for the kinds that null leaves as they are. Slices, maps, pointers and interfaces become nil by
// it, which their decoders see to. Channels, functions and complex numbers are the toolchain's to refuse.
func (c *compiler) compileKind(t *node) {
	rt := t.Type
	switch k := rt.Kind(); k {
	case reflect.Bool:
		t.run, t.op, t.nullKeeps = decodeBool, opBool, true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if t.run, t.op, t.nullKeeps = decodeInt, opShort, true; t.Size == 8 {
			t.op = opInt
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		t.run, t.op, t.nullKeeps = decodeUint, opUint, true
	case reflect.Float64:
		t.run, t.op, t.nullKeeps = decodeFloat64, opFloat64, true
	case reflect.Float32:
		t.run, t.op, t.nullKeeps = decodeFloat32, opFloat32, true
	case reflect.String:
		t.run, t.op, t.nullKeeps = decodeString, opString, true
	case reflect.Interface:
		if rt.NumMethod() == 0 {
			t.run, t.op = decodeAny, opAny
		} else {
			t.run = decodeInterface
		}
	case reflect.Pointer:
		t.run, t.op = decodePointer, opPointer
		if endless(rt) {
			t.run = decodeEndless
		}
		t.elem = c.pointeeOf(rt)
		t.text = t.elem.text
	case reflect.Slice:
		t.run, t.op = decodeSlice, opSlice
		if rt.Elem().Kind() == reflect.Uint8 {
			t.run, t.op = decodeBytes, opBytes
			if c.cfg.Options.Has(option.BytesAsText) {
				t.run, t.op = decodeTextBytes, opOther
			}
		}
		t.elem = c.nodeOf(rt.Elem())
	case reflect.Array:
		t.run, t.nullKeeps = decodeArray, true
		if rt.Elem().Kind() == reflect.Uint8 && c.cfg.Options.Has(option.ByteArrays) {
			t.run = decodeByteArray
			return
		}
		t.len = rt.Len()
		t.elem = c.nodeOf(rt.Elem())
	case reflect.Map:
		c.compileMap(t)
	case reflect.Struct:
		t.run, t.op, t.nullKeeps = decodeStruct, opStruct, true
		if c.cfg.Options.Has(option.UniqueNames) {
			t.run, t.op = extra().unique, opOther
		}
		c.loadFields(t)
	default:
		t.run = decodeFallback
	}
}

// Bits of node.calls. The common case looks at them once.
const (
	// callsMethods and callsCodecs have been found out
	callsKnown   = 1 << iota
	callsMethods // methods that the library's user wrote
	callsCodecs
	lastBroken // the last input was no JSON
)

// Values of node.methods.
const (
	noMethods = iota + 1
	someMethods
	uncalled // the type has methods, but the configuration does not call them
)

// callsMethods reports whether decoding a t may call methods of the caller's.
func (t *node) callsMethods() bool {
	n := t.calls.Load()
	if n&callsKnown == 0 {
		n = t.findCalls()
	}
	return n&callsMethods != 0
}

// lends reports whether decoding a t, which calls no methods, lends codecs parts of the input. callsMethods was
// asked before.
func (t *node) lends() bool { return t.calls.Load()&callsCodecs != 0 }

// findCalls looks through all parts of t, once. Types may be rings, so the search marks what it has seen. Two
// goroutines that search at the same time have the same result.
//
//go:noinline
func (t *node) findCalls() uint32 {
	n := t.calls.Load() | callsKnown
	t.search(map[*node]bool{}, &n)
	t.calls.Store(n)
	return n
}

// search adds to found what decoding a t may call: methods, codecs, or both. A codec for values may call anything, but
// through its reader, so the search ends there; after a codec for keys it goes on to the elements. The content of
// interfaces is not known here: before a method of it is called, the input is checked (sure).
func (t *node) search(seen map[*node]bool, found *uint32) {
	if t == nil || seen[t] {
		return
	}
	seen[t] = true
	if t.custom != nil {
		*found |= callsCodecs
		if t.keyKind != keyCodec {
			return
		}
	}
	switch {
	case t.special != shape.Ordinary && !rowFor(t.special).holds, t.generated != nil:
		return
	case t.keyKind == keyText && t.parse == nil, t.keyKind == keyJSON,
		t.fields == nil && t.elem == nil && shape.MethodsOf(t.Type).Pointer&shape.Unmarshals != 0,
		t.Type.Kind() == reflect.Map && t.keyKind == keyFallback:
		*found |= callsMethods
	}
	if t.fields != nil {
		for i := range t.fields.list {
			t.fields.list[i].node.search(seen, found)
		}
	}
	t.elem.search(seen, found)
}
