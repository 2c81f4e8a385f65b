package decode

import (
	"bytes"
	"encoding/base64"
	"slices"
	"unsafe"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
)

// Arrays: into slices, whose length shows at the end only, and into Go arrays. [1,2,3] into a slice that has no
// memory begins in a block of the element type's slab; if the block turns out too short the elements move to one
// twice as long, and what is left of a block goes back. Elements with methods need care: a method may change the
// slice that it is part of.

// sliceHeader is the layout of every slice.
// Slices of any type are read and written through it, whole headers at a time. Only Data is a pointer, as in a
// slice, so the collector and its write barriers see the same.
type sliceHeader struct {
	Data unsafe.Pointer
	Len  int
	Cap  int
}

// zeroSized is what empty slices point to.
// encoding/json makes []int{} for [], which is not nil: an address is needed, and one that keeps nothing alive
// will do.
var zeroSized [0]uint64

// decodeSlice decodes the array at p into the slice at dst: null makes that nil, and [] makes it empty, with an address
// that is not nil. A slice without memory is given some of the slab. What has a capacity is decoded over, as
// encoding/json does it, up to that capacity; elements that are too large for slabs, or have no size, go there too.
func decodeSlice(s *state, t *node, p int, dst unsafe.Pointer) int {
	h := (*sliceHeader)(dst)
	if s.At(p) != '[' {
		if s.IsNull(p) {
			*h = sliceHeader{}
			return p + 4
		}
		return s.mismatch(t, p, dst)
	}
	if s.depth++; s.depth > maxDepth {
		return s.fail()
	}
	if p = s.Token(p + 1); s.At(p) == ']' {
		*h = sliceHeader{Data: unsafe.Pointer(&zeroSized)}
		s.depth--
		return p + 1
	}
	if h.Cap > 0 || t.elem.size == 0 || t.elem.size > slabMost/4 {
		return s.elementsGrowing(t, p, h)
	}
	return s.elements(t, p, h)
}

// elements reads the elements of an array into a slab. h is a slice without memory of its own.
//
// For [1,2,3] into []int, with a rest of two ints in the slab:
//
//	take      base = rest, room = 2
//	1, 2      at base[0], base[1]
//	3         the rest is full: a block for 4 or more, 1 and 2 move there, 3 is base[2]
//	]         h = {base, 3, 3}; the slab gets back what is left of the block behind base[2]
//
// The capacity is the length: whoever appends to the slice must not write to what is the next one's.
func (s *state) elements(t *node, p int, h *sliceHeader) int {
	et := t.elem
	b := s.slabOf(et)
	// The memory is taken away while its end is open: an element may hold values of its own type. The first slice
	// of a run is often all there is of its type. Where the last such one was longer than a block, this one is
	// given as much at once: it would be moved several times.
	var r rest
	first, long := b.made == 0 && !b.shared, false
	if first {
		if n := s.elementsHint(t, p); uintptr(n)*et.size > slabMost {
			r.p, r.n = et.alloc(1 + s.guesses.Draw(n-1, et.size))
			b.made = r.n
			long = true
		}
	}
	if !long {
		r = s.take(b, et)
	}
	base, room := r.p, r.n
	i, paid, start := 0, 0, p
	for {
		// The block is full: the elements move to one of twice their number. What is charged for is elements, not
		// blocks.
		if i == room {
			s.charge((i-paid)*int(et.size), start)
			paid = i
			nb, nr := s.block(s.slabOf(et), et, 2*i) // a method may have been called: the memory is another one then
			et.move(nb, base, i)
			base, room = nb, nr
		}
		p, i = s.values(et, p, base, i, room)
		if p < 0 {
			// The target has what was decoded so far, for a method's or codec's error leaves it so. The rest of the
			// block is lost.
			*h = sliceHeader{base, i, i}
			return -1
		}
		if c := s.At(p); c == ']' {
			break
		} else if c != ',' {
			return s.fail()
		}
		p = s.Token(p + 1)
	}
	s.charge((i-paid)*int(et.size), start)
	*h = sliceHeader{base, i, i}
	s.slabOf(et).give(et, rest{base, room}, i)
	if first && (long || uintptr(i)*et.size > slabMost) {
		t.remember(i)
		s.fill(s.slabOf(et))
	}
	s.depth--
	return p + 1
}

// elementsGrowing reads the elements of an array over those that the slice already has room for, as encoding/json
// does, and into memory that grows behind them. A method of an element's may change the slice that the element is
// part of: what the slice was at first is read once, and what it is at the end is written once.
// i is the element that comes next, of room that base has. The old elements are those up to held, the slice's
// capacity: encoding/json sees those behind the length too, when it decodes over them. Of these kept are put by.
// room grows beyond held at the first element that has no place, by a copy, so old memory is never written behind
// its capacity.
func (s *state) elementsGrowing(t *node, p int, h *sliceHeader) int {
	et := t.elem
	base, room, old := h.Data, h.Cap, h.Len
	i, guessed := 0, 0
	paid, start := room, p // what the slice has already costs nothing
	kept, held := 0, room  // elements that are put by, and how many there are
	leads := s.saving && et.leads()
	least := 4 // elements that are put by at once
	if et.size <= 8 {
		least = 16
	}
	for {
		// Empty objects write nothing over structs, so nothing is put by for them.
		if s.saving && i == kept && i < held && et.op == opStruct && s.emptyObject(p) && s.depth < maxDepth {
			p, i = s.emptyObjects(p, i, held)
			kept = i
			if c := s.At(p); c == ']' {
				break
			} else if c != ',' {
				return s.fail()
			}
			p = s.Token(p + 1)
			continue
		}
		// What the slice holds is put by as the decoder comes to it, as many elements at once as came before or as the
		// last array had: an array of 3 elements over a slice of 1,000 puts by few. Behind p the input has room for
		// half as many elements as bytes.
		if i == kept && s.saving && i < held {
			n := min(held-i, max(i, int(t.length.Load()), least), (s.N-p)/2+1)
			if !s.saveElements(et, unsafe.Add(base, uintptr(i)*et.size), n, p) {
				return -1
			}
			kept += n
		}
		if i == room {
			s.charge((i-paid)*int(et.size), start)
			paid = i
			n := 2 * i
			if i == 0 {
				guessed = s.guesses.Draw(max(s.elementsHint(t, p), 4)-1, et.size)
				n = 1 + guessed
			}
			nb, nr := et.alloc(n)
			et.move(nb, base, i)
			base, room = nb, nr
		}
		// Values must stop where elements begin that are not put by yet.
		end := room
		if s.saving && i < held {
			end = kept
		}
		if leads {
			p, i = s.ledValues(et, p, base, i, end)
		} else {
			p, i = s.values(et, p, base, i, end)
		}
		if p < 0 {
			// Decoding ends within an element. Releases differ in whether the slice is as long as it was before or ends
			// there.
			if s.options.Has(option.KeepLength) {
				*h = sliceHeader{base, max(i, old), room}
			} else {
				*h = sliceHeader{base, i, room}
			}
			return -1
		}
		if c := s.At(p); c == ']' {
			break
		} else if c != ',' {
			return s.fail()
		}
		p = s.Token(p + 1)
	}
	s.charge(max(i-paid, 0)*int(et.size), start)
	*h = sliceHeader{base, i, room}
	if guessed > 0 {
		s.guesses.Fill(min(i, guessed), et.size)
	}
	t.remember(i)
	s.depth--
	return p + 1
}

// emptyObject reports whether {} stands at p, without white space.
func (s *state) emptyObject(p int) bool { return s.At(p) == '{' && s.At(p+1) == '}' }

// emptyObjects passes over the empty objects from p on, the first of which is element i, as far as there are some
// and up to element end. It returns the position of the token behind the last one, and how many elements there are by
// then.
func (s *state) emptyObjects(p, i, end int) (e, next int) {
	for {
		i++
		p = s.Token(p + 2)
		if s.At(p) != ',' || i == end {
			return p, i
		}
		q := s.Token(p + 1)
		if !s.emptyObject(q) {
			return p, i
		}
		p = q
	}
}

// elementsHint guesses how many elements the array at p has: as many as the last one of the type, if they are not
// out of all proportion to the input that is left.
// Four times the rest of the input in bytes is the limit. It keeps one long array, decoded before, from making
// every short document behind it take as much.
func (s *state) elementsHint(t *node, p int) int {
	return min(int(t.length.Load()), 4*(s.N-p)/int(max(t.elem.size, 1)))
}

// values reads the elements of an array, of which the next is at p, into the values of t at base, from i up to end.
// It returns how far it has got in both: to the token behind the last value that it has read, or to -1.
// It goes from one element to the next without a return to the caller, which has the brackets and the memory. It comes
// back where something else than a comma follows, and where it has filled all up to end. At least one value is read.
func (s *state) values(t *node, p int, base unsafe.Pointer, i, end int) (e, next int) {
	if t.op.isScalar() {
		if t.size <= 2 && t.op != opBool {
			return s.shorts(t, p, base, i, end)
		}
		return s.scalars(t, p, base, i, end)
	}
	for {
		q := unsafe.Add(base, uintptr(i)*t.size)
		i++
		switch t.op {
		case opString:
			if s.At(p) == '"' {
				var v string
				if v, p = s.text(p + 1); p >= 0 {
					*(*string)(q) = v
				}
			} else {
				p = s.other(t, p, q)
			}
		case opStruct:
			p = decodeStruct(s, t, p, q)
		default:
			p = t.run(s, t, p, q)
		}
		if p < 0 {
			return -1, i
		}
		if p = s.Token(p); s.At(p) != ',' || i == end {
			return p, i
		}
		p = s.Token(p + 1)
	}
}

// shorts is values for integers of one and two bytes, which mostly come in runs.
func (s *state) shorts(t *node, p int, base unsafe.Pointer, i, end int) (e, next int) {
	for {
		n, e := num.ReadRun(unsafe.Add(s.In, p), unsafe.Add(base, uintptr(i)*t.size), end-i, t.size, t.op == opShort)
		if n > 0 {
			p, i = s.Token(p+e), i+n
		} else if p, i = s.scalars(t, p, base, i, i+1); p < 0 {
			return -1, i
		}
		if s.At(p) != ',' || i == end {
			return p, i
		}
		p = s.Token(p + 1)
	}
}

// scalars is values for runs of bools and numbers, [1,2,3,…: a loop of its own, in which less is looked at for each.
func (s *state) scalars(t *node, p int, base unsafe.Pointer, i, end int) (e, next int) {
	for {
		q, at := unsafe.Add(base, uintptr(i)*t.size), unsafe.Add(s.In, p)
		n, ok := 0, false
		switch t.op {
		case opBool:
			switch {
			case s.IsTrue(p):
				*(*bool)(q) = true
				n, ok = 4, true
			case s.IsFalse(p):
				*(*bool)(q) = false
				n, ok = 5, true
			}
		case opInt:
			var v int64
			if v, n, ok = num.ReadInt(at); ok {
				*(*int64)(q) = v
			}
		case opShort:
			var v int64
			v, n, ok = num.ReadInt(at)
			ok = ok && storeInt(q, t.size, v)
		case opUint:
			var v uint64
			v, n, ok = num.ReadUint(at)
			ok = ok && storeUint(q, t.size, v)
		case opFloat64:
			var v float64
			if v, n, ok = num.ReadFloat64(at); ok {
				*(*float64)(q) = v
			}
		case opFloat32:
			var v float32
			if v, n, ok = num.ReadFloat32(at); ok {
				*(*float32)(q) = v
			}
		}
		i++
		if ok {
			p += n
		} else if p = s.other(t, p, q); p < 0 {
			return -1, i
		}
		if p = s.Token(p); s.At(p) != ',' || i == end {
			return p, i
		}
		p = s.Token(p + 1)
	}
}

// decodeArray decodes the array at p into the Go array at dst. Of [1,2,3] into a [2]int the 3 is passed over, and of
// [1] into one the second element becomes 0.
// A Go array has all its memory, so there is nothing to grow or to count: i is the element that comes next, and
// only what is too much or missing is special.
func decodeArray(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.At(p) != '[' {
		return s.other(t, p, dst)
	}
	if s.depth++; s.depth > maxDepth {
		return s.fail()
	}
	et := t.elem
	i := 0
	if p = s.Token(p + 1); s.At(p) != ']' {
		for {
			if i < t.len {
				p, i = s.values(et, p, dst, i, t.len)
			} else if p = s.skip(p); p >= 0 { // there are more than the Go array has
				p = s.Token(p)
			}
			if p < 0 {
				return -1
			}
			if c := s.At(p); c == ']' {
				break
			} else if c != ',' {
				return s.fail()
			}
			p = s.Token(p + 1)
		}
	}
	// Elements that the array does not have become zero.
	for ; i < t.len; i++ {
		et.zero(unsafe.Add(dst, uintptr(i)*et.size))
	}
	s.depth--
	return p + 1
}

// decodeTextBytes decodes a string, or an array of numbers, into a slice of bytes.
func decodeTextBytes(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.At(p) != '"' {
		return decodeSlice(s, t, p, dst)
	}
	b, e := s.textBytes(p)
	if e >= 0 {
		*(*[]byte)(dst) = b
	}
	return e
}

// textBytes returns the bytes that the string at p is.
func (s *state) textBytes(p int) ([]byte, int) {
	v, e := s.view(p + 1)
	if e < 0 {
		return nil, -1
	}
	return append(make([]byte, 0, len(v)), v...), e
}

// newBytes returns what text is as base64, in memory of its own. Where a text that comes later may be decoded into
// that, and is not base64, the capacity shows: it is as large as encoding/json makes it, without the padding.
func (s *state) newBytes(text []byte) ([]byte, error) {
	room := base64.StdEncoding.DecodedLen(len(text))
	if !s.options.Has(option.ReuseBase64) || len(text) == 0 {
		return kernel.AppendDecodeBase64(make([]byte, 0, room), text)
	}
	n := base64.RawStdEncoding.DecodedLen(len(bytes.TrimRight(text, "=")))
	if len(text) < 32 { // the kernel wants room for the padding too
		room = n
	}
	b, err := kernel.AppendDecodeBase64(slices.Grow([]byte{}, room), text)
	if (room+7)/8 != (n+7)/8 { // the allocator's sizes are multiples of 8
		b = append(slices.Grow([]byte(nil), n), b...)
	}
	return b, err
}

// grown returns a copy of b in memory that has grown by one element at a time, as encoding/json makes it.
func grown(b []byte) []byte {
	if cap(b) == 0 {
		return b
	}
	var c []byte
	for cap(c) < len(b) {
		c = slices.Grow(c[:cap(c)], 1)
	}
	return append(c[:0], b...)
}

// decodeBytes decodes base64 text, or an array of numbers, into a slice of bytes.
// "AQI=" is the bytes 1 and 2. Memory for all that a text of that length can stand for, here 3 bytes, is made at
// once. Text that is no base64 does not fit.
func decodeBytes(s *state, t *node, p int, dst unsafe.Pointer) int {
	to := (*[]byte)(dst)
	if s.At(p) != '"' {
		fresh := cap(*to) == 0
		if p = decodeSlice(s, t, p, dst); fresh && s.options.Has(option.ReuseBase64) {
			*to = grown(*to)
		}
		return p
	}
	v, e := s.view(p + 1)
	if e < 0 {
		return -1
	}
	var b []byte
	var err error
	// No more than the text's length is written to the bytes that are there, for what it stands for is shorter. Others
	// may see them, also those behind the result, to which package base64 writes some zeros.
	if s.options.Has(option.ReuseBase64) && cap(*to) > 0 {
		b = (*to)[:0]
		if n := min(cap(b), len(v)); s.saving && !s.save(nodesPutBy().byte, unsafe.Pointer(unsafe.SliceData(b)), n, whole) {
			return -1
		}
		b, err = base64.StdEncoding.AppendDecode(b, v)
	} else {
		b, err = s.newBytes(v)
	}
	if err == nil {
		*to = b
	} else if !s.decided() {
		s.mismatched(p, s.fieldError(t, string(s.input[p:e]), p-s.first, false))
	}
	return e
}
