package encode

import "unsafe"

// An exit is an op that calls a Go function, for example for a type with a MarshalJSON. If the ops for a type are a
// single exit, the machine calls the function without its loop: for []json.Number{"1", "2"} once for each element, and
// for []*T, if T has methods, once for each pointer.

// onlyExit returns the data of the op at pc if it calls a Go function (opExit) and is the only op of its block.
// Otherwise it returns nil.
func (pc *op) onlyExit() *exitInfo {
	if pc.code == opExit && pc.lit == 0 && pc.offset == 0 && pc.next(1).code == opEnd && pc.next(1).lit == 0 {
		return pc.exit()
	}
	return nil
}

// exits writes 1+more values, with commas between them, by calls of the function x.run. The first value lies at p, each
// other value size bytes after the value before it. It replaces machine.run for values that are written by one Go
// function. It raises m.depth by one for all values together.
func (m *machine) exits(x *exitInfo, p unsafe.Pointer, n, more int, size uintptr) int {
	m.depth++
	for {
		if n = x.run(m, x, p, n); n < 0 {
			return n
		}
		if more--; more < 0 {
			break
		}
		n = m.put1(n, ',')
		if n > m.limit {
			if n = m.step(n); n < 0 {
				return n
			}
		}
		p = unsafe.Add(p, size)
	}
	m.depth--
	return m.room(n, 0)
}

// hopExit is the data of an op for a pointer: runHop follows the pointer, and to.run writes the value that it leads to.
type hopExit struct {
	exitInfo
	to *exitInfo
}

// pointerTo adds an op for a pointer; in is the block key of the values that it points to. If the block of these values
// is a single call of a Go function (opExit), the op follows the pointer and calls that function. A block that is still
// being made, for a type that contains itself, has no ops yet.
func (w *builder) pointerTo(in blockKey, offset uintptr) {
	b := w.block(in)
	if b.first != nil {
		if to := b.first.onlyExit(); to != nil {
			x := &hopExit{exitInfo{run: runHop, typ: to.typ, made: true}, to}
			w.exit(&x.exitInfo, offset)
			return
		}
	}
	w.emit(op{code: opPointer, offset: offset, sub: subOf(b)}, 4)
}

// runHop writes the value that the pointer at p leads to, by the function that writes such values, to.run. A nil
// pointer is written as null.
func runHop(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	q := *(*unsafe.Pointer)(p)
	if q == nil {
		return putNull(m.base, n)
	}
	to := (*hopExit)(unsafe.Pointer(x)).to
	return to.run(m, to, q, n)
}
