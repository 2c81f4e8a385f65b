package encode

import (
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// From the type in an interface to a program, which is made once and kept by type and configuration. The type decides
// what the data word of the interface is, and what the program runs on:
//
//	struct{A, B int}  the address of the struct   inPlace
//	*struct{A int}    the pointer itself          byPointer: the program is that of the struct
//	map[string]int    the map, a pointer too      byMap
//	struct{P *int}    the pointer within          inWord: it is put into memory first, to have an address
//
// Compilation is under a lock, one for each configuration. Finding a program takes none.

// Program is what encodes values of one type under one configuration. Once published only addr and sizes change.
type Program struct {
	shape dataShape
	block *block                // the code for the values; for a pointer type, for its pointees
	info  *mapInfo              // for maps
	typ   reflect.Type          // the type of the values; for a pointer type the pointer type itself
	addr  atomic.Pointer[block] // the block for values that have an address, made when first needed
	sizes sizes                 // the sizes of the last results, to guess the next one
	alone code                  // what writes the values without a machine (alone.go), or opEnd: a machine writes them
	text  string                // if alone is opText, the text of every value: {} for struct{}

	local bool // the program of a pointer under a generated file's configuration: the pointee may lie on the stack (MarshalLocal)
}

// dataShape says what the data word of an interface is for a type.
type dataShape uint8

const (
	inPlace   dataShape = iota // the address of the value
	byPointer                  // the value, a pointer: the program runs on what it points to
	byMap                      // the value, a map
	inWord                     // the value itself, which is one pointer in memory but of no pointer type
)

// compiler makes blocks. It is used under the lock of its configuration's programs, so that all its blocks are complete
// whenever another goroutine sees one.
type compiler struct {
	cfg    *plan.Dialect
	blocks map[blockKey]*block
	maps   map[reflect.Type]*mapInfo
	open   map[reflect.Type]bool          // structs whose members are being added
	nested int                            // their number
	orNull struct{ slice, mapping flags } // the flag orNull where the configuration has nil as null

	complete bool // the compilation at hand has come to its end
}

// blockKey is what a block depends on besides the configuration.
type blockKey struct {
	typ    reflect.Type
	named  reflect.Type // the type by which errors of the value's own methods call it, if not typ
	addr   bool         // the value has an address, so that methods of its pointer are called
	quoted bool
	bare   bool // the type's own codec is left out
}

// programs returns the programs that the encoder has compiled under c.
func programs(c *plan.Dialect) plan.TableOf[Program] {
	return plan.TableOf[Program]{Programs: c.Encoders}
}

// compilerOf returns the compiler of cfg, with all the blocks that it has made before. The caller holds the lock.
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

// begin returns the compiler for one compilation, which ends with done. Where complete is not set by then, a naming
// function has panicked: what has been made so far may have holes, and is forgotten.
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

// compile makes the program of t, whose type word is word. Where several goroutines compile a type at the same time all
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
		// A type that is one pointer in memory lies in the data word itself, which then is nil for the zero value.
		if mem.DataWord(reflect.Zero(t).Interface()) == nil {
			p.shape = inWord
		} else {
			p.setAlone(c, blockKey{typ: t})
		}
	}
	c.complete = true
	return programs(cfg).Put(word, p)
}

// setAlone sets alone and text for a program that runs on values of key.
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

// addressable returns the block for values that have an address: methods of the pointer are called, which for the
// values in interfaces are not.
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
