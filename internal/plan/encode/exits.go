package encode

import "unsafe"

// An exit is an op that calls a Go function, for example for a type with a MarshalJSON. If the ops for a type are a
// single exit, the function is called without the machine's loop: for []json.Number{"1", "2"} once for each element,
// and for []*T, if T has methods, once for each pointer.

// onlyExit returns the data of the op at pc if it is an exit and the only op of its block, otherwise nil.
func (pc *op) onlyExit() *exitInfo {
	if pc.code == opExit && pc.lit == 0 && pc.offset == 0 && pc.next(1).code == opEnd && pc.next(1).lit == 0 {
		return pc.exit()
	}
	return nil
}

// exits writes 1+more values, with commas between them, by calls of x.run. The first value lies at p, each other value
// size bytes after the value before it. It replaces machine.run, and like it raises m.depth by one while it runs.
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

// pointerTo adds an op for a pointer to values with the key in. If an exit alone writes these, the op calls its
// function. A block that is still being made, for a type that contains itself, has no ops yet.
func (w *builder) pointerTo(in blockKey, offset uintptr) {
	b := w.block(in)
	if b.first != nil {
		if to := b.first.onlyExit(); to != nil {
			run := func(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int {
				if p = *(*unsafe.Pointer)(p); p == nil {
					return putNull(m.base, n)
				}
				return to.run(m, to, p, n)
			}
			w.exit(&exitInfo{run: run, typ: to.typ, made: true}, offset)
			return
		}
	}
	w.emit(op{code: opPointer, offset: offset, sub: subOf(b)}, 4)
}
