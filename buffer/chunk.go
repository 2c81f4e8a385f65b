package buffer

import (
	"math/bits"
	"sync/atomic"
)

// foreign is the class of memory that never goes to a pool.
const foreign = -1

// States of a chunk. Each change of state is a compare-and-swap, so a chunk that gets two owners causes a panic at
// once, before their outputs are mixed.
const (
	inUse uint32 = iota
	atRest
)

// chunk is one piece of memory: mem[r:w] is unsent content, mem[w:] is free. Invariant: 0 ≤ r ≤ w ≤ len(mem).
type chunk struct {
	mem   []byte
	r, w  int
	next  *chunk
	of    *list // the list of the Buffer or Reader that owns the chunk, or nil
	class int
	clear bool // mem[w:] is zero, except for bytes that callers wrote to the results of Reserve
	state atomic.Uint32
}

func (c *chunk) room() int      { return len(c.mem) - c.w }
func (c *chunk) unsent() []byte { return c.mem[c.r:c.w] }

// take returns an empty chunk of at least n bytes. Usually the chunk has one of the pools' sizes. If n is larger than
// all of them, the chunk has n bytes, and put will not add it to a pool.
func take(n int) *chunk {
	if n > maxChunk {
		return &chunk{mem: make([]byte, n), class: foreign, clear: true}
	}
	class := bits.Len(uint(max(n, 1)-1) / minChunk) // the least class with minChunk<<class ≥ n
	if c, ok := pools[class].Get().(*chunk); ok {
		if !c.state.CompareAndSwap(atRest, inUse) {
			panic("buffer: a chunk was handed out twice")
		}
		return c
	}
	return &chunk{mem: make([]byte, minChunk<<class), class: class, clear: true}
}

// put gives c back to its pool. The garbage collector frees the memory of class foreign, which has no pool.
func put(c *chunk) {
	if !c.state.CompareAndSwap(inUse, atRest) {
		panic("buffer: a chunk was released twice")
	}
	c.next, c.of, c.r, c.w, c.clear = nil, nil, 0, 0, false
	if c.class == foreign {
		c.mem = nil
		return
	}
	pools[c.class].Put(c)
}

// list is a linked list of chunks and the number of their unsent bytes.
type list struct {
	head, tail *chunk
	n          int
}

// copied reports whether l was made by copying a Buffer or Reader: the chunks of l then name another list as their
// owner, or none after they were given back to a pool.
func (l *list) copied() bool { return l.head != nil && (l.head.of != l || l.tail.of != l) }

// own makes l the owner of its chunks, after the list was moved to l.
func (l *list) own() {
	for c := l.head; c != nil; c = c.next {
		c.of = l
	}
}

func (l *list) push(c *chunk) {
	c.of = l
	if l.tail == nil {
		l.head = c
	} else {
		l.tail.next = c
	}
	l.tail = c
}

// drop gives all chunks back to their pools.
func (l *list) drop() {
	if l.head == nil {
		return
	}
	c := l.head
	*l = list{}
	for c != nil {
		next := c.next
		put(c)
		c = next
	}
}

// advance drops n bytes from the front, because they were sent. n must be at most l.n.
func (l *list) advance(n int) {
	l.n -= n
	for c := l.head; c != nil; c = l.head {
		k := c.w - c.r
		if n < k {
			c.r += n
			return
		}
		n -= k
		l.head = c.next
		if l.head == nil {
			l.tail = nil
		}
		put(c)
	}
}
