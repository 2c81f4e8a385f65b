package decode

import (
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// From Go types to nodes. A node knows how to decode one type: by a function, chosen here, and what that needs (the
// elements' node, a struct's fields, an array's length). Types that hold themselves make rings of nodes, so all nodes
// of one compilation are made first and published together.

// op names the decoders that loops call without going through a function value.
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
	opHops // of a field alone: behind embedded pointers
)

// isScalar reports whether values of o, without methods of the caller's, are bools or numbers.
func (o op) isScalar() bool { return opBool <= o && o <= opFloat64 }

// decoder decodes the value at p, which is not white space, into dst, and returns the position after it, or -1.
type decoder func(s *state, t *node, p int, dst unsafe.Pointer) int

// node is how values of one Go type are decoded. Once published it does not change, but for what it has learned.
type node struct {
	run decoder
	traits
	len       int     // of an array
	size      uintptr // of a value, in bytes
	entry     uintptr // bytes that a member of a map takes, about
	store     storer  // stores a member of a map, or nil
	elem      *node   // of slices, arrays, pointers and maps; what an opt.Value holds
	fields    *fields
	custom    *custom                                     // of a codec, or nil
	optional  *shape.Optional                             // of an opt.Value, or nil
	parse     func(text string, dst unsafe.Pointer) error // of a special type, and for the keys of a map; or nil
	rtype     reflect.Type
	word      mem.Ptr                       // type word of pointers to a type whose method decodes it, or nil
	generated *plan.Config                  // of generated code that decodes it, or nil
	pointer   reflect.Type                  // of pointers that alone lead to this node, where others to rtype lead to another; or nil
	problem   atomic.Pointer[shape.Problem] // why values can't be decoded, or nil
	learned
}

// traits are what is known of a type when its node is made.
type traits struct {
	op          op
	slot        uint8 // of its slab: several types may have the same
	quoted      bool  // a struct field with the tag option "string"
	text        bool  // decoded by UnmarshalText, or a pointer that leads to such a type
	nullKeeps   bool  // null leaves the value as it is
	pointerFree bool  // values hold no pointers: they are copied and cleared as bytes, without the collector
	keyKind     keyKind
	special     shape.Special
}

// learned is what is found out about a type when that is first needed, and what a run leaves for the next one.
type learned struct {
	calls   atomic.Uint32                // what decoding hands the input on to: bits below, 0 while that is not known
	methods atomic.Uint32                // whether the type has some for decoding: see below; 0 while that is not known
	wanted  atomic.Uint32                // elements that the last run took from the slab
	length  atomic.Uint32                // of the last slice or map of the type
	slices  atomic.Pointer[reflect.Type] // []rtype
	arrays  [len(blockSizes)]atomic.Pointer[reflect.Type]
	inside  atomic.Pointer[pointers]
}

// sliceType returns the type of slices of t.
func (t *node) sliceType() reflect.Type {
	if st := t.slices.Load(); st != nil {
		return *st
	}
	st := reflect.SliceOf(t.rtype)
	t.slices.Store(&st)
	return st
}

// nodes returns the nodes that the decoder has compiled under c.
func nodes(c *plan.Config) plan.TableOf[node] { return plan.TableOf[node]{Programs: c.Decoders} }

// nodeFor returns the node of t under c.
func nodeFor(c *plan.Config, t reflect.Type) *node {
	if made := nodes(c).Get(mem.TypeWordOf(t)); made != nil {
		return made
	}
	k := &compiler{cfg: c, made: map[reflect.Type]*node{}}
	made := k.compileAll(t)
	k.try()
	return made
}

// compileAll makes the node of t and lets others see it.
func (c *compiler) compileAll(t reflect.Type) *node {
	c.cfg.Decoders.Lock.Lock()
	defer c.cfg.Decoders.Lock.Unlock()
	made := c.nodeOf(t)
	c.publish()
	return made
}

// publish lets others see what was made, all of which is finished before the first part can be seen.
func (c *compiler) publish() {
	for _, x := range c.made {
		if x.fields != nil {
			x.fields.finish()
		}
	}
	for _, x := range c.more {
		if x.fields != nil {
			x.fields.finish()
		}
	}
	for rt, x := range c.made {
		nodes(c.cfg).Put(mem.TypeWordOf(rt), x)
	}
}

// compiler makes the nodes of a type and of all that it is made of.
type compiler struct {
	cfg  *plan.Config
	made map[reflect.Type]*node // not published yet; a type that holds itself finds its own node here
	more []*node                // made too, but found by those alone that lead to them
}

// slots counts the nodes made so far: their slabs go round.
var slots atomic.Uint32

// newNode returns a node of t that knows the type alone.
func newNode(t reflect.Type) *node {
	return &node{rtype: t, size: t.Size(), traits: traits{slot: uint8(slots.Add(1) % slabSlots), pointerFree: pointerFree(t)}}
}

// runNode returns a node of t that run decodes.
func runNode(t reflect.Type, run decoder) *node {
	x := newNode(t)
	x.run = run
	return x
}

// nodeOf returns the node of t where it is not reached through a pointer.
func (c *compiler) nodeOf(t reflect.Type) *node {
	if x := c.made[t]; x != nil {
		return x
	}
	if made := nodes(c.cfg).Get(mem.TypeWordOf(t)); made != nil {
		return made
	}
	x := newNode(t)
	c.made[t] = x
	c.compile(x, t.Name() != "" || c.cfg.Options.Has(option.NamelessMethods))
	return x
}

// pointeeOf returns the node of what pointers of type p lead to: where the type of a value and the type of the
// pointer to it differ in whether methods are called, the value has two nodes.
func (c *compiler) pointeeOf(p reflect.Type) *node {
	t := p.Elem()
	alone := t.Name() != "" || c.cfg.Options.Has(option.NamelessMethods)
	behind := p.Name() == "" || c.cfg.Options.Has(option.NamedPointersCall)
	if alone == behind || c.cfg.Shape.MethodsOf(t).Pointer&shape.Unmarshals == 0 && plan.SelfReader(t) == nil {
		return c.nodeOf(t)
	}
	x := newNode(t)
	x.pointer = p
	c.more = append(c.more, x)
	c.compile(x, behind)
	return x
}

// quotedOf returns the node of a struct field of type t with the tag option "string".
func (c *compiler) quotedOf(t reflect.Type) *node {
	x := newNode(t)
	x.quoted = true
	x.elem = c.nodeOf(t)
	if t.Kind() == reflect.Pointer {
		x.elem = c.nodeOf(t.Elem())
	}
	x.run = decodeQuoted
	return x
}

// hiddenOf returns the node of a field that is an embedded pointer of type t, which nobody can set.
func (c *compiler) hiddenOf(t reflect.Type) *node {
	x := newNode(t)
	x.elem = c.pointeeOf(t)
	x.run = decodeHidden
	return x
}

var anyType = reflect.TypeFor[any]()

// compile fills in x. With methods, the type's own methods are called.
func (c *compiler) compile(x *node, methods bool) {
	if !c.codecOf(x, c.cfg.CodecOf(x.rtype), "") {
		c.compileOwn(x, methods)
	}
	c.adapt(x)
}

// compileOwn is compile without the codec of the type itself.
func (c *compiler) compileOwn(x *node, methods bool) {
	if c.special(x, methods) {
		return
	}
	t := x.rtype
	if methods && t.Kind() != reflect.Interface {
		if c.codecOf(x, plan.SelfReader(t), "") {
			return
		}
		switch m := c.cfg.Shape.MethodsOf(t).Pointer; {
		case m&shape.UnmarshalJSONFrom != 0:
			x.run = decodeFallback
			return
		case m&shape.UnmarshalJSON != 0:
			x.run, x.word = decodeMethod, mem.TypeWordOf(reflect.PointerTo(t))
			x.generatedBy(plan.GeneratedReader(t))
			return
		case m&shape.UnmarshalText != 0:
			x.run, x.word, x.text = decodeText, mem.TypeWordOf(reflect.PointerTo(t)), true
			return
		}
	}
	c.compileKind(x)
}

// compileKind fills in x by the kind of its type.
func (c *compiler) compileKind(x *node) {
	t := x.rtype
	switch k := t.Kind(); k {
	case reflect.Bool:
		x.run, x.op, x.nullKeeps = decodeBool, opBool, true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if x.run, x.op, x.nullKeeps = decodeInt, opShort, true; x.size == 8 {
			x.op = opInt
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		x.run, x.op, x.nullKeeps = decodeUint, opUint, true
	case reflect.Float64:
		x.run, x.op, x.nullKeeps = decodeFloat64, opFloat64, true
	case reflect.Float32:
		x.run, x.op, x.nullKeeps = decodeFloat32, opFloat32, true
	case reflect.String:
		x.run, x.op, x.nullKeeps = decodeString, opString, true
	case reflect.Interface:
		if t.NumMethod() == 0 {
			x.run, x.op = decodeAny, opAny
		} else {
			x.run = decodeInterface
		}
	case reflect.Pointer:
		x.run, x.op = decodePointer, opPointer
		if endless(t) {
			x.run = decodeEndless
		}
		x.elem = c.pointeeOf(t)
		x.text = x.elem.text
	case reflect.Slice:
		x.run, x.op = decodeSlice, opSlice
		if t.Elem().Kind() == reflect.Uint8 {
			x.run, x.op = decodeBytes, opOther
			if c.cfg.Options.Has(option.BytesAsText) {
				x.run = decodeTextBytes
			}
		}
		x.elem = c.nodeOf(t.Elem())
	case reflect.Array:
		x.run, x.nullKeeps = decodeArray, true
		x.len = t.Len()
		x.elem = c.nodeOf(t.Elem())
	case reflect.Map:
		c.compileMap(x)
	case reflect.Struct:
		x.run, x.op, x.nullKeeps = decodeStruct, opStruct, true
		c.loadFields(x)
	default:
		x.run = decodeFallback
	}
}

// Bits of node.calls. The common case looks at them once.
const (
	callsKnown   = 1 << iota
	callsMethods // of the caller's
	callsCodecs
	lastBroken // the last input was no JSON
)

// Values of node.methods.
const (
	noMethods = iota + 1
	someMethods
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

// findCalls looks through all that t is made of, once.
//
//go:noinline
func (t *node) findCalls() uint32 {
	n := t.calls.Load() | callsKnown
	t.search(map[*node]bool{}, &n)
	t.calls.Store(n)
	return n
}

// search adds to found what decoding a t may call: methods, codecs, or both.
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
	case t.special != shape.Ordinary && !specials[t.special].holds, t.generated != nil:
		return
	case t.keyKind == keyText && t.parse == nil, t.keyKind == keyJSON,
		t.fields == nil && t.elem == nil && shape.MethodsOf(t.rtype).Pointer&shape.Unmarshals != 0,
		t.rtype.Kind() == reflect.Map && t.keyKind == keyFallback:
		*found |= callsMethods
	}
	if t.fields != nil {
		for i := range t.fields.list {
			t.fields.list[i].node.search(seen, found)
		}
	}
	t.elem.search(seen, found)
}

// pointerFree reports whether values of t hold no pointers.
func pointerFree(t reflect.Type) bool {
	switch k := t.Kind(); {
	case reflect.Bool <= k && k <= reflect.Complex128:
		return true
	case k == reflect.Array:
		return t.Len() == 0 || pointerFree(t.Elem())
	case k == reflect.Struct:
		for i := range t.NumField() {
			if !pointerFree(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return false
}
