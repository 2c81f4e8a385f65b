package plan

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// slots is the size of the array Table.front. If a program uses more types, some are found only in Table.all.
const slots = 1024

// Table maps Go types to values of type P. Its key is the type word: the first word of an interface that holds a value
// of the type. The map all has all entries, which are never removed. The array front has recent entries, which one
// atomic load finds by bits of the type word. The zero Table is empty and ready for use. A Table must not be copied.
type Table[P any] struct {
	all   sync.Map // mem.Ptr (a type word) -> *entry[P]; it comes first, since that page was touched when it was allocated
	bare  sync.Map // reflect.Type -> *P, for Bare
	front [slots]atomic.Pointer[entry[P]]
}

type entry[P any] struct {
	word  mem.Ptr
	value *P
}

func slot(word mem.Ptr) uintptr {
	// A type descriptor has at least 32 bytes, so the shift keeps the bits in which neighbouring types differ.
	w := uintptr(word) >> 5
	return (w ^ w>>10) % slots
}

// Get returns the value for a type word, or nil if there is none.
func (t *Table[P]) Get(word mem.Ptr) *P {
	if p := t.Recent(word); p != nil {
		return p
	}
	v, ok := t.all.Load(word)
	if !ok {
		return nil
	}
	e := v.(*entry[P])
	t.front[slot(word)].Store(e)
	return e.value
}

// Recent returns the value for a type word if it was looked up recently. It is inlined, unlike Get.
func (t *Table[P]) Recent(word mem.Ptr) *P {
	if e := t.front[slot(word)].Load(); e != nil && e.word == word {
		return e.value
	}
	return nil
}

// Put stores value for a type word if there is none yet, and returns the stored value. It leaves front to Get: a type
// that is used only once would have touched a page of memory in vain.
func (t *Table[P]) Put(word mem.Ptr, value *P) *P {
	v, _ := t.all.LoadOrStore(word, &entry[P]{word, value})
	return v.(*entry[P]).value
}

// program stands for the types of the programs, which packages encode and decode declare and this package can't import.
// There are only pointers to it, which in fact point to those programs.
type program struct{ _ byte }

// TableOf returns the table of p. All code that uses p must use the same P, the type of its programs.
func TableOf[P any](p *Programs) *Table[P] { return (*Table[P])(unsafe.Pointer(&p.table)) }

// Bare returns the program that writes or reads a value of typ without the codec of typ, or nil if none was stored.
func (t *Table[P]) Bare(typ reflect.Type) *P {
	got, _ := t.bare.Load(typ)
	p, _ := got.(*P)
	return p
}

// PutBare stores a program for Bare if there is none yet, and returns the stored program.
func (t *Table[P]) PutBare(typ reflect.Type, p *P) *P {
	got, _ := t.bare.LoadOrStore(typ, p)
	return got.(*P)
}
