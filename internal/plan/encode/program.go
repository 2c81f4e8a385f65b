package encode

import (
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// A value in an interface is written by the program for its type, which is compiled once for each type and
// configuration. In memory an interface is two words, one for the type and one for the data. The type also decides what
// the data word is, and on which address the program runs:
//
//	struct{A, B int}  the address of the struct   inPlace
//	*struct{A int}    the pointer itself          byPointer: the program is that of the struct
//	map[string]int    the map, a pointer too      byMap
//	struct{P *int}    the pointer in the struct   inWord: it is copied to memory first, so that it has an address

// Program writes the values of one type under one configuration. After it is published only addr and sizes change.
type Program struct {
	shape dataShape
	block *block                // the ops that write the values, or for a pointer type the values that they point to
	info  *mapInfo              // how the maps are written, if shape is byMap
	typ   reflect.Type          // the type of the values, which may be a pointer type
	addr  atomic.Pointer[block] // see addressable; made at first use
	sizes sizes                 // the sizes of the last results, a hint for the next one
	alone code                  // how appendAlone writes a value without a machine; opEnd: only a machine can write it
	text  string                // if alone is opText, the text of every value: {} for struct{}
	local bool                  // MarshalLocal may encode a value that is on the stack: see mayBeLocal
}

// dataShape says what the data word of an interface is for the values of a type.
type dataShape uint8

const (
	inPlace   dataShape = iota // the address of the value
	byPointer                  // the value, a pointer: the program runs on what it points to
	byMap                      // the value, a map
	inWord                     // the value itself: one pointer in memory, such as struct{P *int}
)

// compiler makes blocks. It is used under the lock of its configuration, so other goroutines see only complete blocks.
type compiler struct {
	cfg    *plan.Dialect
	blocks map[blockKey]*block
	maps   map[reflect.Type]*mapInfo
	open   map[reflect.Type]bool          // the structs whose members are being added
	nested int                            // the number of types in open
	orNull struct{ slice, mapping flags } // orNull if a nil slice or map is written as null, otherwise 0
}

// blockKey identifies a block of a compiler. One type may need several blocks: for example, a method with a pointer
// receiver is called only for values that have an address.
type blockKey struct {
	typ    reflect.Type
	named  reflect.Type // if not nil: the pointer type that errors of the value's methods name in place of typ
	addr   bool         // the value has an address, so methods with pointer receivers are called
	quoted bool         // the tag option "string" applies to the value
	bare   bool         // a codec for typ is not called for the value itself, only for values inside it
}

func programs(c *plan.Dialect) *plan.Table[Program] { return plan.TableOf[Program](c.Encoders) }

// compilerOf returns the compiler of cfg, which keeps its blocks. The caller must hold the lock.
func compilerOf(cfg *plan.Dialect) *compiler {
	if cfg.Encoders.Kept == nil {
		c := &compiler{cfg: cfg.Shared(), blocks: map[blockKey]*block{}, maps: map[reflect.Type]*mapInfo{}, open: map[reflect.Type]bool{}}
		if cfg.Options.Has(option.NilSliceAsNull) {
			c.orNull.slice = orNull
		}
		if cfg.Options.Has(option.NilMapAsNull) {
			c.orNull.mapping = orNull
		}
		cfg.Encoders.Kept = c
	}
	return cfg.Encoders.Kept.(*compiler)
}

// compiling returns the result of f, which compiles something under cfg. If a naming function of the user panics in f,
// blocks may be incomplete, so the compiler is dropped with all of them.
func compiling[T any](cfg *plan.Dialect, f func(c *compiler) T) T {
	cfg.Encoders.Lock.Lock()
	defer cfg.Encoders.Lock.Unlock()
	c := compilerOf(cfg)
	cfg.Encoders.Kept = nil
	made := f(c)
	cfg.Encoders.Kept = c
	return made
}

// compile makes the program of t, whose type word is word, or returns the one that another goroutine has made.
func compile(cfg *plan.Dialect, t reflect.Type, word unsafe.Pointer) *Program {
	return compiling(cfg, func(c *compiler) *Program {
		p := &Program{typ: t}
		coded := c.codecOf(t) != nil
		switch own := t.Kind() == reflect.Map && c.methodOf(t, false) == none && !coded && !c.choosing(); {
		case cfg.Refuses != nil && cfg.Refuses(t):
			w := &builder{compiler: c, typ: t, size: new(int)}
			w.exit(&exitInfo{run: runUnsupported, typ: t}, 0)
			p.block = new(block)
			w.finish(p.block)
		case t.Kind() == reflect.Pointer && !coded:
			in := c.pointee(t, false)
			p.shape, p.block, p.local = byPointer, c.block(in), cfg.Shape.Plain && mayBeLocal(t.Elem())
			p.setAlone(c, in)
		case own && c.mapOf(t) != nil:
			p.shape, p.info, p.block, p.alone = byMap, c.mapOf(t), c.block(blockKey{typ: t}), opMap
		default:
			p.block = c.block(blockKey{typ: t})
			// If a value is one pointer in memory, it is itself the data word, which is nil for the zero value.
			if mem.DataWord(reflect.Zero(t).Interface()) == nil {
				p.shape = inWord
			} else {
				p.setAlone(c, blockKey{typ: t})
			}
		}
		return programs(cfg).Put(word, p)
	})
}

// setAlone sets p.alone and p.text, by which appendAlone writes a value without a machine.
func (p *Program) setAlone(c *compiler, key blockKey) {
	w := &builder{compiler: c}
	p.alone = w.scalarOf(key)
	switch first := p.block.first; {
	case first.code == opEnd && first.lit > 0:
		p.alone, p.text = opText, string(first.text[:first.lit])
	case key.typ.Kind() == reflect.String && w.ordinary(key):
		p.alone = opString
	case key.typ.Kind() == reflect.Slice && first.code == opBytes:
		p.alone = opBytes
	case key.typ.Kind() == reflect.Interface && first.code == opAny:
		p.alone = opAny
	}
}

// addressable returns the block for values that have an address, so that methods with pointer receivers are called.
func (p *Program) addressable(cfg *plan.Dialect) *block {
	if b := p.addr.Load(); b != nil {
		return b
	}
	b := compiling(cfg, func(c *compiler) *block { return c.block(blockKey{typ: p.typ, addr: true}) })
	p.addr.Store(b)
	return b
}
