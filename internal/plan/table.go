package plan

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// slots is the size of a table's front: types beyond it still work, at the price of the map behind.
const slots = 1024

// Table maps type words to values of type P. Its front is an array addressed by the type word's own bits, read with one
// atomic load; behind stands a map with everything. A value, once there, stays for the life of the table.
// The zero Table is empty and ready. It must not be copied.
type Table[P any] struct {
	front [slots]atomic.Pointer[entry[P]]
	all   sync.Map // mem.Ptr (a type word) -> *entry[P]
}

type entry[P any] struct {
	word  mem.Ptr
	value *P
}

func slot(word mem.Ptr) uintptr {
	// Types are aligned to 8 at least and lie 32 bytes or more apart.
	w := uintptr(word) >> 5
	return (w ^ w>>10) % slots
}

// Get returns the value for a type word, or nil.
func (t *Table[P]) Get(word mem.Ptr) *P {
	if e := t.front[slot(word)].Load(); e != nil && e.word == word {
		return e.value
	}
	return t.getSlow(word)
}

// Recent is Get without a call, for types that were asked for last: it may return nil where Get does not.
func (t *Table[P]) Recent(word mem.Ptr) *P {
	if e := t.front[slot(word)].Load(); e != nil && e.word == word {
		return e.value
	}
	return nil
}

func (t *Table[P]) getSlow(word mem.Ptr) *P {
	v, ok := t.all.Load(word)
	if !ok {
		return nil
	}
	e := v.(*entry[P])
	t.front[slot(word)].Store(e)
	return e.value
}

// Put returns the value for a type word: the one that is there, else the given one, which is then there for good.
// Of several goroutines that compile one type at the same time all get the same program.
func (t *Table[P]) Put(word mem.Ptr, value *P) *P {
	v, _ := t.all.LoadOrStore(word, &entry[P]{word, value})
	e := v.(*entry[P])
	t.front[slot(word)].Store(e)
	return e.value
}

// program is an entry of Programs while nobody looks at it: the address of a machine's own type.
type program struct{ _ byte }

// TableOf is the Programs of a machine whose programs are of type P. A Config has Programs of two machines, of which it
// knows no types, for they stand above this package. Here alone the one becomes the other: looking a P up costs what
// looking up an address does.
//
// Promise: whoever looks into the same Programs does so with the same P.
type TableOf[P any] struct{ Programs *Programs }

// Get returns the program for a type word, or nil.
func (t TableOf[P]) Get(word mem.Ptr) *P { return (*P)(unsafe.Pointer(t.Programs.table.Get(word))) }

// Recent is Get without a call, for types that were asked for last: it may return nil where Get does not.
func (t TableOf[P]) Recent(word mem.Ptr) *P {
	return (*P)(unsafe.Pointer(t.Programs.table.Recent(word)))
}

// Put returns the program for a type word: the one that is there, else the given one, which is then there for good.
func (t TableOf[P]) Put(word mem.Ptr, p *P) *P {
	return (*P)(unsafe.Pointer(t.Programs.table.Put(word, (*program)(unsafe.Pointer(p)))))
}

// Bare returns the program for a type without the codec that the type itself may have, or nil.
func (t TableOf[P]) Bare(typ reflect.Type) *P {
	p, ok := t.Programs.bare.Load(typ)
	if !ok {
		return nil
	}
	return p.(*P)
}

// PutBare is Put for the programs that Bare returns.
func (t TableOf[P]) PutBare(typ reflect.Type, p *P) *P {
	got, _ := t.Programs.bare.LoadOrStore(typ, p)
	return got.(*P)
}
