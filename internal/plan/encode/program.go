package encode

import (
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// A value in an interface is written by the program for its type: a list of instructions (ops), which is compiled once
// for each type and configuration. In memory an interface is two words, one for the type and one for the data. The type
// also decides what the data word is, and on which address the program runs:
//
//	struct{A, B int}  the address of the struct   inPlace
//	*struct{A int}    the pointer itself          byPointer: the program is that of the struct
//	map[string]int    the map, a pointer too      byMap
//	struct{P *int}    the pointer in the struct   inWord: it is copied to memory first, so that it has an address
//
// Each configuration has a lock for compiling. Finding a program takes no lock.

// Program has what is needed to encode values of one type under one configuration. All goroutines share it, so after it
// is published only addr and sizes change.
type Program struct {
	shape dataShape
	block *block                // the ops that write the values, or for a pointer type the values that they point to
	info  *mapInfo              // how the maps are written, if shape is byMap
	typ   reflect.Type          // the type of the values, which may be a pointer type
	addr  atomic.Pointer[block] // the block for values that have an address, made when first needed
	sizes sizes                 // the sizes of the last results, used as a hint for the next result
	alone code                  // how appendAlone writes a value without a machine; opEnd if only a machine can write it
	text  string                // if alone is opText, the text of every value: {} for struct{}

	local bool // MarshalLocal may encode a value that is on the stack: see mayBeLocal
}

// dataShape says what the data word of an interface is if the interface has a value of one type.
type dataShape uint8

const (
	inPlace   dataShape = iota // the address of the value
	byPointer                  // the value, a pointer: the program runs on what it points to
	byMap                      // the value, a map
	inWord                     // the value itself: it is one pointer in memory, but its type is not a pointer type
)

// compiler makes blocks, the lists of ops that write values. It is used only while the lock of its configuration is
// held. So when another goroutine sees one of its blocks, all of them are complete.
type compiler struct {
	cfg    *plan.Dialect
	blocks map[blockKey]*block
	maps   map[reflect.Type]*mapInfo
	open   map[reflect.Type]bool          // the structs whose members are being added
	nested int                            // the number of types in open
	orNull struct{ slice, mapping flags } // the flag orNull if such a nil value is written as null, otherwise 0

	complete bool // true when the current compilation has ended without a panic
}

// blockKey identifies a block, the list of ops that write the values of one type. A compiler makes one block for each
// key. One type may need several blocks: for example, a method with a pointer receiver is called only for values that
// have an address.
type blockKey struct {
	typ    reflect.Type
	named  reflect.Type // if not nil: the pointer type that errors of the value's methods name in place of typ
	addr   bool         // the value has an address, so methods with pointer receivers are called
	quoted bool         // the tag option "string" applies to the value
	bare   bool         // a codec for typ is not called for the value itself, only for values inside it
}

// programs returns the table of the programs that were compiled under c.
func programs(c *plan.Dialect) *plan.Table[Program] { return plan.TableOf[Program](c.Encoders) }

// compilerOf returns the compiler of cfg, which has all blocks that it has made before. The caller must hold the
// lock.
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

// begin returns the compiler for one compilation, which must end with a call of done. If done finds that complete is
// not set, a naming function of the user has panicked. The blocks made so far may be incomplete then, and are
// dropped.
func begin(cfg *plan.Dialect) (c *compiler, done func()) {
	cfg.Encoders.Lock.Lock()
	c = compilerOf(cfg)
	c.complete = false
	return c, func() {
		if !c.complete {
			cfg.Encoders.Kept = nil
		}
		cfg.Encoders.Lock.Unlock()
	}
}

// compile makes the program of t, whose type word is word. If several goroutines compile a type at the same time, all
// get the program that was published first.
func compile(cfg *plan.Dialect, t reflect.Type, word unsafe.Pointer) *Program {
	c, done := begin(cfg)
	defer done()
	p := &Program{typ: t}
	coded := c.codecOf(t) != nil
	if cfg.Refuses != nil && cfg.Refuses(t) {
		w := &builder{compiler: c, typ: t, size: new(int)}
		w.exit(&exitInfo{run: runUnsupported, typ: t}, 0)
		p.block = new(block)
		w.finish(p.block)
		c.complete = true
		return programs(cfg).Put(word, p)
	}
	switch own := t.Kind() == reflect.Map && c.methodOf(t, false) == none && !coded && !c.cfg.Options.Has(option.ChosenMembers); {
	case t.Kind() == reflect.Pointer && !coded:
		p.shape, p.block, p.local = byPointer, c.block(c.pointee(t, false)), cfg.Shape.Plain && mayBeLocal(t.Elem())
		p.setAlone(c, c.pointee(t, false))
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
	c.complete = true
	return programs(cfg).Put(word, p)
}

// setAlone sets the fields alone and text of p, by which values of key are written without a machine.
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
// p.block is for values in interfaces, which have no address.
func (p *Program) addressable(cfg *plan.Dialect) *block {
	if b := p.addr.Load(); b != nil {
		return b
	}
	c, done := begin(cfg)
	defer done()
	b := c.block(blockKey{typ: p.typ, addr: true})
	c.complete = true
	p.addr.Store(b)
	return b
}
