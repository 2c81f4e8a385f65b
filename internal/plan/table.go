package plan

import (
	"sync"
	"sync/atomic"

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
