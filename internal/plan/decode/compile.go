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

// The compiler makes a node for each Go type. A node has a function that decodes the type, and what the function needs,
// such as the node of the elements or the fields of a struct. Types that contain themselves make rings of nodes, so all
// nodes of one compilation are made first and then published together.

// op names the decoders that the loops over members and elements call without a function value: a jump within one
// function costs less than a call through node.run. All other decoders have opOther, and so have nodes of these kinds
// if a configuration or a method changes how they are decoded.
type op uint8

const (
	opOther op = iota
	opBool
	opInt   // a signed integer of 8 bytes
	opShort // a signed integer of 1, 2 or 4 bytes
	opUint  // an unsigned integer of any width
	opFloat32
	opFloat64
	opString
	opStruct
	opSlice
	opAny
	opPointer
	opBytes // a []byte, read from base64
	opFar   // a field that is reached through an embedded pointer: see state.through
	opOnce  // a field under option.UniqueNames: see state.once
	opRuled // a field of a struct with rules: see state.ruled
)

func (o op) isScalar() bool { return opBool <= o && o <= opFloat64 }

// decoder decodes the value that starts at p into dst. It returns the position after the value, or -1 after a fault.
type decoder func(s *state, t *node, p int, dst unsafe.Pointer) int

// node says how values of one Go type are decoded. A []map[string]int has a node whose elem is the node of the map,
// whose elem is the node of int; the node of a struct leads to others through its fields. All decodings under a
// configuration share its nodes, so the fields that are written after publishing are atomic.
type node struct {
	run decoder // never nil in a published node; gets the node as an argument, so one function serves all types of a kind
	memory.Layout
	traits
	len       int     // the length of a Go array
	entry     uintptr // the memory that one member of a map takes, roughly, in bytes
	store     storer  // stores a member of a map; nil: reflection does
	elem      *node   // node of the elements of a slice, array or map, of a pointee, or of an opt.Value's value
	fields    *fields
	custom    *custom                                     // the codec that reads the values or keys, or nil
	optional  *shape.Optional                             // the layout of an opt.Value, or nil
	parse     func(text string, dst unsafe.Pointer) error // reads the text of a special type or of a key; or nil
	word      mem.Ptr                                     // type word of *t, if a method of *t decodes values; or nil
	generated *plan.Dialect                               // the configuration under which the type is decoded without its generated method, or nil
	pointer   reflect.Type                                // set if the node is only for the pointees of this pointer type: see pointeeOf
	problem   atomic.Pointer[shape.Problem]               // why values can't be decoded, or nil
	learned
}

// traits are properties of a type that are known when its node is made.
type traits struct {
	op        op
	quoted    bool // a struct field with the tag option "string"
	text      bool // UnmarshalText decodes the type, or the type that its pointers lead to
	nullKeeps bool // null leaves the value as it is
	keyKind   keyKind
	keyBits   uint8 // the size in bits of integer keys of a map; otherwise 0
	keyShift  uint8 // by how many bits such a key is shifted in a uint64, to come first in memory: 0 if little-endian
	hides     bool  // a struct or map whose decoder can ignore the member at Call.Hidden
	uncalled  bool  // the type may have methods for decoding, but they are not called
	special   shape.Special
}

// learned has properties of a type that are found when they are first needed, and a hint that changes: length.
type learned struct {
	calls  atomic.Uint32            // whether decoding calls methods or codecs: bits such as callsMethods; 0 while not known
	length atomic.Uint32            // the length of the last slice or map of the type
	inside atomic.Pointer[pointers] // where values have pointers, for saving them; nil while not known
}

func nodes(c *plan.Dialect) *plan.Table[node] { return plan.TableOf[node](c.Decoders) }

// nodeFor returns the node of t under cfg, which it compiles at first use. If several goroutines compile a type at the
// same time, the others find the node of the first one when they get the lock.
func nodeFor(cfg *plan.Dialect, t reflect.Type) *node {
	if made := nodes(cfg).Get(mem.TypeWordOf(t)); made != nil {
		return made
	}
	return compiled(cfg, func(c *compiler) *node {
		if cfg.Refuses != nil && cfg.Refuses(t) {
			// The node has no elem, so Call.target finds no target in it, and the call ends with fault.BadTarget.
			c.made[t] = runNode(t, decodeFallback)
			return c.made[t]
		}
		return c.nodeOf(t)
	})
}

// compiled returns the node that build makes, and publishes all new nodes. The configuration's lock is held meanwhile:
// types share the nodes of their parts, so no other goroutine may compile one of them. Nodes that are not in made need
// no entry in the table, since only other nodes lead to them.
func compiled(cfg *plan.Dialect, build func(c *compiler) *node) *node {
	c := &compiler{cfg: cfg, made: map[reflect.Type]*node{}, plain: map[reflect.Type]*node{}}
	made := func() *node {
		cfg.Decoders.Lock.Lock()
		defer cfg.Decoders.Lock.Unlock()
		made := build(c)
		for _, t := range c.all {
			if t.fields != nil {
				t.fields.finish(cfg.Options.Has(option.UniqueNames))
			}
		}
		for rt, t := range c.made {
			nodes(cfg).Put(mem.TypeWordOf(rt), t)
		}
		return made
	}()
	for _, t := range c.all {
		t.try(cfg) // after publishing, since it needs complete types
	}
	return made
}

// compiler makes the nodes of one type and of all types in it, under the configuration's lock.
type compiler struct {
	cfg   *plan.Dialect
	made  map[reflect.Type]*node // new nodes, not published yet
	all   []*node                // the nodes in made, and nodes that only other nodes lead to
	plain map[reflect.Type]*node // the nodes in all that decode a type by its kind, without its methods
}

func newNode(t reflect.Type) *node {
	n := new(node)
	n.Init(t)
	return n
}

func runNode(rt reflect.Type, run decoder) *node {
	t := newNode(rt)
	t.run = run
	return t
}

// nodeOf returns the node of rt for values that are not reached through a pointer. It enters the node in made before it
// compiles the node, so that type List struct{ Next *List } finds its own node. A type without a name, such as struct{
// T }, may have the methods of T: some releases of encoding/json call these methods, others do not.
func (c *compiler) nodeOf(rt reflect.Type) *node {
	if t := c.made[rt]; t != nil {
		return t
	}
	if made := nodes(c.cfg).Get(mem.TypeWordOf(rt)); made != nil {
		return made
	}
	t := newNode(rt)
	c.made[rt] = t
	c.all = append(c.all, t)
	c.compile(t, c.direct(rt))
	return t
}

// direct reports whether methods are called for values of type t that no pointer leads to. Most types have no methods,
// so direct asks for that first: the names of types lie in memory that the process may not have touched yet.
func (c *compiler) direct(t reflect.Type) bool {
	return c.cfg.Release.Has(option.NamelessMethods) || shape.Methodless(t) || t.Name() != ""
}

// pointeeOf returns the node of the values that pointers of type p lead to. Some releases call methods only if the
// value's type has a name, others only if the pointer's type has none. If these differ, the value needs a second node.
func (c *compiler) pointeeOf(p reflect.Type) *node {
	rt := p.Elem()
	if c.cfg.Shape.MethodsOf(rt).Pointer&shape.Unmarshals == 0 && plan.SelfReader(rt) == nil {
		return c.nodeOf(rt)
	}
	throughPointer := p.Name() == "" || c.cfg.Release.Has(option.NamedPointersCall)
	if throughPointer == c.direct(rt) {
		return c.nodeOf(rt)
	}
	t := newNode(rt)
	t.pointer = p
	c.all = append(c.all, t)
	c.compile(t, throughPointer)
	return t
}

// quotedOf returns the node of a struct field of type rt with the tag option "string": it decodes {"N":"12"} and
// refuses {"N":12}. Its elem is the node of rt, or of the pointee if rt is a pointer.
func (c *compiler) quotedOf(rt reflect.Type) *node {
	if c.cfg.Options.Has(option.StringNumbers) {
		return c.nodeOf(rt) // under this option all numbers are read from strings
	}
	t := runNode(rt, decodeQuoted)
	if t.quoted = true; rt.Kind() == reflect.Pointer {
		rt = rt.Elem()
	}
	t.elem = c.nodeOf(rt)
	return t
}

// hiddenOf returns the node of an embedded pointer of type rt that can't be set, since its type is not exported. If
// sealed is true, reflection can't call the methods of the pointee, so it is decoded by its kind.
func (c *compiler) hiddenOf(rt reflect.Type, sealed bool) *node {
	t := runNode(rt, decodeHidden)
	if t.elem = c.pointeeOf(rt); sealed {
		t.elem = c.plainOf(rt.Elem())
	}
	return t
}

// plainOf returns a node that decodes rt by its kind, without its methods.
func (c *compiler) plainOf(rt reflect.Type) *node {
	if t := c.plain[rt]; t != nil {
		return t
	}
	t := newNode(rt)
	t.uncalled = true
	c.plain[rt] = t
	c.all = append(c.all, t)
	c.compileKind(t)
	if adapt := extra().adapt; adapt != nil {
		adapt(c, t)
	}
	return t
}

var anyType = reflect.TypeFor[any]()

// compile completes t. methods says whether the type's own methods may be called. The first of these decides: a codec,
// the row of a special type, UnmarshalZetes, UnmarshalJSONFrom, UnmarshalJSON, UnmarshalText, the kind.
func (c *compiler) compile(t *node, methods bool) {
	if !c.codecOf(t, c.cfg.CodecOf(t.Type), "") {
		c.compileOwn(t, methods)
	}
	if adapt := extra().adapt; adapt != nil {
		adapt(c, t)
	}
}

// compileOwn completes t like compile, but does not look for a codec of the configuration. UnmarshalJSONFrom needs a
// decoder of encoding/json/v2, so the standard library decodes types with that method. For interface types no methods
// are looked for: they are those of the value that an interface will hold.
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

// compileKind completes t by the kind of its type. nullKeeps is set for the kinds that null leaves unchanged. The
// standard library refuses channels, functions and complex numbers.
func (c *compiler) compileKind(t *node) {
	rt := t.Type
	switch k := rt.Kind(); k {
	default:
		t.run = decodeFallback
		if o := numericOp(k, t.Size); o != opOther {
			t.run, t.op, t.nullKeeps = decodeNumeric, o, true
		}
	case reflect.Bool:
		t.run, t.op, t.nullKeeps = decodeBool, opBool, true
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
	}
	if t.op.isScalar() && t.op != opBool && c.cfg.Options.Has(option.StringNumbers) {
		in := runNode(rt, t.run)
		in.op, in.nullKeeps = t.op, true
		t.run, t.op, t.elem, t.quoted = decodeQuoted, opOther, in, true
	}
}

// Bits of node.calls.
const (
	callsKnown   = 1 << iota // findCalls has run, so that callsMethods and callsCodecs are right
	callsMethods             // decoding may call methods that the user wrote
	callsCodecs              // decoding may lend the input to codecs
	lastBroken               // the last input was not JSON
	nestsKnown               // nests has run, so that nestsItself is right
	nestsItself              // an element of the slice can hold the same slice
)

// callsMethods reports whether decoding a t may call methods that the user wrote.
func (t *node) callsMethods() bool {
	n := t.calls.Load()
	if n&callsKnown == 0 {
		n = t.findCalls()
	}
	return n&callsMethods != 0
}

// lends reports whether decoding a t lends parts of the input to codecs. It must be called after callsMethods.
func (t *node) lends() bool { return t.calls.Load()&callsCodecs != 0 }

// nests reports whether the slice type of t contains itself with no pointer or map in between, as in type R []R.
func (t *node) nests() bool {
	n := t.calls.Load()
	if n&nestsKnown == 0 {
		n = nestsKnown
		if t.elem.holds(t.Type, map[*node]bool{}) {
			n |= nestsItself
		}
		t.calls.Or(n)
	}
	return n&nestsItself != 0
}

// holds reports whether a t can be or hold a value of type rt that no pointer leads to. seen has the searched nodes.
func (t *node) holds(rt reflect.Type, seen map[*node]bool) bool {
	if seen[t] || t.Type.Kind() == reflect.Pointer || t.Type.Kind() == reflect.Map {
		return false
	}
	seen[t] = true
	found := t.Type == rt
	for part := range t.parts {
		found = found || part.holds(rt, seen)
	}
	return found
}

// findCalls searches all parts of t for methods and codecs, and stores the result in t.calls.
//
//go:noinline
func (t *node) findCalls() uint32 {
	n := uint32(callsKnown)
	t.search(map[*node]bool{}, &n)
	return t.calls.Or(n) | n
}

// search sets the bits of found: whether decoding a t may call methods, codecs, or both. seen has the searched nodes. A
// codec for values may call anything, but only through its reader, so the search ends there; after a codec for keys it
// goes on to the elements. Before a method of a value in an interface is called, its decoder checks the input.
func (t *node) search(seen map[*node]bool, found *uint32) {
	if seen[t] {
		return
	}
	seen[t] = true
	if t.custom != nil && t.custom.codec != nil && t.custom.codec.Call != nil {
		*found |= callsMethods
		return
	}
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
	for part := range t.parts {
		part.search(seen, found)
	}
}
