package encode

import (
	"reflect"
	"unsafe"
)

// Large structs often have many members in a row that are left out, with zero memory. The machine looks for the next
// word that is not zero, which takes less time than a test per member, and continues with the test of the member that
// has this word. The word decides nothing: it may be the capacity of an empty slice.

// absence has the words of members in a row that may be left out, each of which is left out if its memory is zero.
type absence struct {
	offset uintptr // the offset of the first word
	ops    []int32 // for each word the index of its member's test; at the end the index of the op after the last member
}

// testInfo is what a test needs besides its op: a function, or the row that its member is in.
type testInfo struct {
	zero  func(p unsafe.Pointer) bool // for opTestExit: whether the member with the value at p is left out
	plain bool                        // zero leaves out zero memory
	words *absence                    // the words of the members in whose row this one is; nil if there are too few
	word  int                         // the first word to look at if this member is left out
	at    int32                       // the index of the test
}

// span is the place of a member that is left out if its memory is zero.
type span struct {
	test, after int     // the indexes of its test, and of the first op after it
	from, to    uintptr // its memory, as offsets from the address on which the block runs
	aligned     bool    // it begins at a multiple of the size of a word, as does the struct
}

// leastSpans is the number of members in a row from which on their words are looked at.
const leastSpans = 4

// absent connects the tests of members of the struct t at offset. Memory between them must be padding: a goroutine may
// change a field that is not a member, and the race detector would report that.
func (w *builder) absent(t reflect.Type, offset uintptr, spans []span) {
	for len(spans) > 0 {
		n, aligned := 1, spans[0].aligned
		for ; n < len(spans) && w.follows(t, offset, &spans[n-1], &spans[n]); n++ {
			aligned = aligned || spans[n].aligned
		}
		row, first, last := spans[:n], &spans[0], &spans[n-1]
		spans = spans[n:]
		begin, end := first.from&^(wordSize-1), (last.to+wordSize-1)&^(wordSize-1)
		if n < leastSpans || !aligned || !isPadding(t, begin-offset, first.from-offset) || !isPadding(t, last.to-offset, end-offset) {
			continue
		}
		a := &absence{offset: begin}
		for i := range row {
			s := &row[i]
			for begin+uintptr(len(a.ops))*wordSize < s.to {
				a.ops = append(a.ops, int32(s.test))
			}
			info := testInfo{words: a, word: int((s.to - begin) / wordSize), at: int32(s.test)}
			if x := w.ops[s.test].test(); x != nil {
				info.zero = x.zero
			}
			w.ops[s.test].sub = subOf(&info)
		}
		a.ops = append(a.ops, int32(last.after))
	}
}

// follows reports whether the test of b comes directly after the ops of a, and its memory after that of a. A member
// that is always written may be no more than text of the test after it.
func (w *builder) follows(t reflect.Type, offset uintptr, a, b *span) bool {
	return a.after == b.test && w.ops[b.test].lit == 0 && a.to <= b.from && b.from-a.to < wordSize && isPadding(t, a.to-offset, b.from-offset)
}

// isPadding reports whether no field of t lies between the offsets from and to.
func isPadding(t reflect.Type, from, to uintptr) bool {
	for i := range t.NumField() {
		if f := t.Field(i); from < to && f.Offset < to && f.Offset+f.Type.Size() > from {
			return false
		}
	}
	return true
}

// isAbsentIfZero reports whether a member with these tests is left out if its memory is zero. Methods and codecs decide
// for themselves.
func isAbsentIfZero(tests []op) bool {
	return len(tests) == 1 && (tests[0].code != opTestExit || tests[0].test().plain)
}

// skip returns the number of ops to skip after the test pc, whose member is left out.
func (m *machine) skip(pc *op, v unsafe.Pointer) int {
	x := pc.test()
	if x == nil || x.words == nil {
		return int(pc.jump)
	}
	ops, w := x.words.ops, x.word
	p := unsafe.Add(v, x.words.offset)
	for ; w < len(ops)-4; w += 4 {
		if four := (*[4]uintptr)(unsafe.Add(p, uintptr(w)*wordSize)); four[0]|four[1]|four[2]|four[3] != 0 {
			break
		}
	}
	for w < len(ops)-1 && *(*uintptr)(unsafe.Add(p, uintptr(w)*wordSize)) == 0 {
		w++
	}
	return max(int(pc.jump), int(ops[w]-x.at)-1)
}
