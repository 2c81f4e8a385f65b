package decode

import (
	"bytes"
	"encoding/base64"
	"slices"
	"unsafe"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan/decode/memory"
	"github.com/zetes-json/zetes/internal/shape"
)

// Decoding arrays into slices, whose length is known only at the end, and into Go arrays. If the slice has no memory,
// the elements are decoded into a block of a slab (memory.Slab), which has space for many values of their type. If the
// block is too short, they move to a block of twice the size. The next slice gets the unused rest of the block.

// zeroSized has the address of empty slices, since [] becomes an empty slice that is not nil.
var zeroSized [0]uint64

// decodeSlice decodes the array at p into the slice at dst. null makes the slice nil, and [] makes it empty but not
// nil. A slice without memory gets memory from the slab, unless its elements have size 0 or are too large for slabs.
// Otherwise elementsGrowing decodes into the old elements, as encoding/json does.
func decodeSlice(s *state, t *node, p int, dst unsafe.Pointer) int {
	h := (*mem.SliceHeader)(dst)
	if s.At(p) != '[' {
		if s.IsNull(p) {
			*h = mem.SliceHeader{}
			return p + 4
		}
		return s.mismatch(t, p, dst)
	}
	if s.depth++; s.depth > maxDepth {
		return s.fail()
	}
	if p = s.Token(p + 1); s.At(p) == ']' {
		*h = mem.SliceHeader{Data: unsafe.Pointer(&zeroSized)}
		s.depth--
		return p + 1
	}
	if (s.undo.saving || s.undo.checked) && t.calls.Load()&(nestsKnown|nestsItself) != nestsKnown && t.nests() {
		return s.elementsInPlace(t, p, h)
	}
	if h.Cap > 0 || t.elem.Size == 0 || t.elem.Size > memory.SlabMost/4 {
		return s.elementsGrowing(t, p, h)
	}
	return s.elements(t, p, h)
}

// elements decodes an array into memory from the slab of the element type. h is a slice without memory of its own.
//
// For [1,2,3] into []int, if the slab has space for two ints:
//
//	take      base = that space, room = 2
//	1, 2      at base[0], base[1]
//	3         the space is full: a block for 4 or more, 1 and 2 move there, 3 is base[2]
//	]         h = {base, 3, 3}; the slab gets back what is left of the block after base[2]
//
// The capacity is the length, so that appending to the slice does not overwrite the next one.
func (s *state) elements(t *node, p int, h *mem.SliceHeader) int {
	et := t.elem
	b := s.memory.SlabOf(&et.Layout)
	// Take the unused memory out of the slab until the array ends, since an element may contain slices of the same
	// type. If the last slice of the type was longer than a block, and this is the first one in the input, allocate as
	// much memory at once, so that the elements need not move several times.
	var r memory.Spare
	first, long := b.First(), false
	if first {
		if n := s.elementsHint(t, p); uintptr(n)*et.Size > memory.SlabMost {
			r = s.memory.Long(b, n)
			long = true
		}
	}
	if !long {
		r = s.memory.Take(b)
	}
	base, room := r.P, r.N
	i, paid, start := 0, 0, p
	for more := true; more; {
		if i == room {
			s.charge((i-paid)*int(et.Size), start) // the limit on memory counts elements, not the size of blocks
			paid = i
			r = s.memory.Block(s.memory.SlabOf(&et.Layout), 2*i) // look it up again: a method may have replaced s.memory
			et.Move(r.P, base, i)
			base, room = r.P, r.N
		}
		if p, i = s.values(et, p, base, i, room); p < 0 {
			// The target gets the elements so far, as encoding/json does after the error of a method.
			*h = mem.SliceHeader{Data: base, Len: i, Cap: i}
			return -1
		}
		if p, more = s.Next(p, ']'); p < 0 {
			return s.fail()
		}
	}
	s.charge((i-paid)*int(et.Size), start)
	*h = mem.SliceHeader{Data: base, Len: i, Cap: i}
	s.memory.SlabOf(&et.Layout).Give(memory.Spare{P: base, N: room}, i)
	if first && (long || uintptr(i)*et.Size > memory.SlabMost) {
		t.remember(i)
		s.memory.Fill(s.memory.SlabOf(&et.Layout))
	}
	s.depth--
	return p
}

// elementsGrowing decodes an array over the elements that the slice has capacity for, as encoding/json does, and then
// into memory that grows. A method of an element may change the slice, so its header is read and written only once.
// held is the old capacity, and kept the number of old elements that are saved so far.
func (s *state) elementsGrowing(t *node, p int, h *mem.SliceHeader) int {
	et := t.elem
	base, room, held, length := h.Data, h.Cap, h.Cap, h.Len
	i, kept, guessed := 0, 0, 0
	paid, start := room, p // the limit on memory does not count elements within the capacity
	for more := true; more; {
		// Set end, the index at which state.values returns: the preparations below are for the element there.
		end := room
		switch {
		case i < held:
			if i == kept && s.undo.saving {
				n := s.saveElements(t, p, base, i, held)
				if n < 0 {
					return -1
				}
				kept += n
			}
			if s.undo.saving {
				end = kept
			}
			if s.options.Has(option.MergeAnew) && !et.op.isScalar() {
				et.Zero(unsafe.Add(base, uintptr(i)*et.Size))
				end = i + 1
			}
		case i == room:
			s.charge((i-paid)*int(et.Size), start)
			paid = i
			n := 2 * i
			if i == 0 {
				guessed = s.memory.Guesses.Draw(max(s.elementsHint(t, p), 4)-1, et.Size)
				n = 1 + guessed
			}
			nb, nr := et.Alloc(n)
			et.Move(nb, base, i)
			base, room = nb, nr
			end = room
		}
		if p, i = s.values(et, p, base, i, end); p < 0 {
			// Releases of encoding/json differ in whether the slice keeps its length or ends here.
			if !s.cfg.Release.Has(option.KeepLength) {
				length = 0
			}
			*h = mem.SliceHeader{Data: base, Len: max(i, length), Cap: room}
			return -1
		}
		if p, more = s.Next(p, ']'); p < 0 {
			return s.fail()
		}
	}
	s.charge(max(i-paid, 0)*int(et.Size), start)
	*h = mem.SliceHeader{Data: base, Len: i, Cap: room}
	if guessed > 0 {
		s.memory.Guesses.Fill(min(i, guessed), et.Size)
	}
	if i > held || i > int(t.length.Load()) { // lists over old elements would change the hint back and forth
		t.remember(i)
	}
	s.depth--
	return p
}

// elementsInPlace decodes an array into a slice whose elements can hold the same slice, such as those of a type R []R.
// An element may be the very header h that is being decoded, so h is read and written for each element, and its
// capacity grows as in encoding/json, since the capacity decides which elements share memory. If an element has made h
// shorter than its index, encoding/json panics; here h grows.
func (s *state) elementsInPlace(t *node, p int, h *mem.SliceHeader) int {
	et, held, keeps, anew := t.elem, h.Cap, s.cfg.Release.Has(option.KeepLength), s.options.Has(option.MergeAnew)
	if !keeps {
		h.Len = held
	}
	// The elements at base up to index kept are saved. The memory at grown is new, so its elements need not be saved.
	var base, grown unsafe.Pointer
	i, kept, room := 0, 0, held
	for more := true; more; i++ {
		if keeps {
			room = h.Cap
		}
		if i >= room || i >= h.Cap {
			et.Grow(h, max(i+1-h.Len, 1))
			if room, grown = h.Cap, h.Data; !keeps {
				h.Len = room
			}
		}
		if i >= h.Len {
			h.Len = i + 1
		}
		if i >= held {
			s.charge(int(et.Size), p)
		}
		if s.undo.saving && h.Data != grown && (i >= kept || h.Data != base) {
			n := s.saveElements(t, p, h.Data, i, h.Cap)
			if n < 0 {
				return -1
			}
			base, kept = h.Data, i+n
		}
		at := unsafe.Add(h.Data, uintptr(i)*et.Size)
		if anew && grown == nil {
			et.Zero(at)
		}
		if p = et.run(s, et, p, at); p < 0 {
			if !keeps {
				h.Len = min(i+1, h.Cap)
			}
			return -1
		}
		if p, more = s.Next(p, ']'); p < 0 {
			return s.fail()
		}
	}
	if keeps {
		h.Len = min(i, h.Len)
	} else {
		h.Len = min(i, h.Cap)
	}
	t.remember(i)
	s.depth--
	return p
}

// saveElements saves old elements, from index i up to at most held, before the elements at position p overwrite them.
// It returns their number, or -1 if the input is not JSON. It saves as many as were decoded so far, or as the last
// array of the type had if that is more, so that few of 1,000 old elements are saved for [1,2].
func (s *state) saveElements(t *node, p int, base unsafe.Pointer, i, held int) int {
	et, least := t.elem, 4
	if et.Size <= 8 {
		least = 16
	}
	n := min(held-i, max(i, int(t.length.Load()), least), (s.N-p)/2+1)
	switch anew := s.options.Has(option.MergeAnew); {
	case et.op == opPointer && et.elem.op != opStruct && !anew:
		if !s.checkIfSaving() { // checking the input takes less time than saving pointees one by one
			return -1
		}
	case et.special == shape.RawMessage && !anew && !s.options.Has(option.Attempt):
		if !s.checkInput(&s.undo.ends) { // and so does finding the ends of all values at once
			return -1
		}
	case !s.save(et, unsafe.Add(base, uintptr(i)*et.Size), n, p):
		return -1
	case anew && et.Size > 0:
		s.undo.kept[len(s.undo.kept)-1].anew = true
	}
	return n
}

// elementsHint returns the number of elements for which the slice for the array at p gets memory at first: the length
// of the last slice of the type, but at most four times as many bytes as are left of the input.
func (s *state) elementsHint(t *node, p int) int {
	return min(int(t.length.Load()), 4*(s.N-p)/int(max(t.elem.Size, 1)))
}

// values decodes elements of an array, the first at p, into the values of type t at base, from index i up to end. It
// stops when these are filled, or when no comma follows an element. e is the position of the token after the last
// element, or -1 after a fault; next is the index of the next element. It decodes at least one element.
func (s *state) values(t *node, p int, base unsafe.Pointer, i, end int) (e, next int) {
	if t.op.isScalar() {
		if t.Size <= 2 && t.op != opBool {
			return s.shorts(t, p, base, i, end)
		}
		return s.scalars(t, p, base, i, end)
	}
	for {
		q := unsafe.Add(base, uintptr(i)*t.Size)
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

// shorts is state.values for integers of one and two bytes. num.ReadRun reads several of them at once.
func (s *state) shorts(t *node, p int, base unsafe.Pointer, i, end int) (e, next int) {
	for {
		n, e := num.ReadRun(unsafe.Add(s.In, p), unsafe.Add(base, uintptr(i)*t.Size), end-i, t.Size, t.op == opShort)
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

// scalars is state.values for bools and numbers.
func (s *state) scalars(t *node, p int, base unsafe.Pointer, i, end int) (e, next int) {
	for {
		q, at := unsafe.Add(base, uintptr(i)*t.Size), unsafe.Add(s.In, p)
		n, ok := 0, false
		switch t.op { // as in op.read, but without a call
		case opBool:
			switch {
			case s.IsTrue(p):
				*(*bool)(q), n, ok = true, 4, true
			case s.IsFalse(p):
				*(*bool)(q), n, ok = false, 5, true
			}
		case opInt:
			var v int64
			if v, n, ok = num.ReadInt(at); ok {
				*(*int64)(q) = v
			}
		case opShort:
			var v int64
			v, n, ok = num.ReadInt(at)
			ok = ok && storeInt(q, t.Size, v)
		case opUint:
			var v uint64
			v, n, ok = num.ReadUint(at)
			ok = ok && storeUint(q, t.Size, v)
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

// decodeArray decodes the array at p into the Go array at dst. For [1,2,3] into a [2]int the 3 is skipped.
func decodeArray(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.At(p) != '[' {
		return s.other(t, p, dst)
	}
	if s.depth++; s.depth > maxDepth {
		return s.fail()
	}
	et := t.elem
	i, from := 0, p
	if p = s.Token(p + 1); s.At(p) != ']' {
		for {
			if i < t.len {
				end := t.len
				if s.undo.saving && s.options.Has(option.MergeAnew) {
					et.Zero(unsafe.Add(dst, uintptr(i)*et.Size))
					end = i + 1
				}
				p, i = s.values(et, p, dst, i, end)
			} else if s.options.Has(option.ExactArrays | option.EndAtFault) {
				return s.fail()
			} else if p = s.unknown(p); p >= 0 { // the Go array has fewer elements than the JSON array
				p = s.Token(p)
				i++
			}
			if p < 0 {
				return -1
			}
			if !s.IsComma(p) {
				break
			}
			p = s.Token(p + 1)
		}
		if s.At(p) != ']' {
			return s.fail()
		}
	}
	if i != t.len && s.options.Has(option.ExactArrays) {
		if s.options.Has(option.EndAtFault) {
			return s.fail()
		}
		s.misfit(t, from, p+1, "array of another length")
	}
	for ; i < t.len; i++ { // the remaining elements become zero
		et.Zero(unsafe.Add(dst, uintptr(i)*et.Size))
	}
	s.depth--
	return p + 1
}

// decodeByteArray decodes base64 text of exactly the array's length into a Go array of bytes, for encoding/json/v2.
func decodeByteArray(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.At(p) != '"' {
		return s.other(t, p, dst)
	}
	v, e := s.view(p + 1)
	if e < 0 {
		return -1
	}
	to := unsafe.Slice((*byte)(dst), t.Size)
	whole := base64.RawStdEncoding.EncodedLen(len(to))
	if len(v) != base64.StdEncoding.EncodedLen(len(to)) || len(bytes.TrimRight(v, "=")) != whole {
		return s.fail()
	}
	if n, err := base64.StdEncoding.Decode(to, v); err != nil || n != len(to) {
		return s.fail()
	}
	return e
}

// decodeTextBytes decodes a string, whose bytes are taken as they are, or an array of numbers, into a []byte.
func decodeTextBytes(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.At(p) != '"' {
		return decodeSlice(s, t, p, dst)
	}
	v, e := s.view(p + 1)
	if e >= 0 {
		*(*[]byte)(dst) = append(make([]byte, 0, len(v)), v...)
	}
	return e
}

// newBytes decodes base64 text into new memory. In releases with ReuseBase64 later base64 text is decoded over that
// memory, so its capacity matters: it is the capacity that encoding/json gives it, without the bytes for padding.
func (s *state) newBytes(text []byte) ([]byte, error) {
	room := base64.StdEncoding.DecodedLen(len(text))
	if !s.cfg.Release.Has(option.ReuseBase64) || len(text) == 0 {
		return kernel.AppendDecodeBase64(make([]byte, 0, room), text)
	}
	n := base64.RawStdEncoding.DecodedLen(len(bytes.TrimRight(text, "=")))
	if len(text) < 32 { // for a longer text the kernel needs space for the padding too
		room = n
	}
	b, err := kernel.AppendDecodeBase64(slices.Grow([]byte{}, room), text)
	// The allocator rounds room and n up to multiples of 8. If these differ, b has too large a capacity.
	if (room+7)/8 != (n+7)/8 {
		b = append(slices.Grow([]byte(nil), n), b...)
	}
	return b, err
}

// decodeBytes decodes base64 text, or an array of numbers, into a []byte: "AQI=" is the bytes 1 and 2.
func decodeBytes(s *state, t *node, p int, dst unsafe.Pointer) int {
	to := (*[]byte)(dst)
	if s.At(p) != '"' {
		if s.options.Has(option.ExactBase64) && s.At(p) == '[' {
			return s.unfit(t, p, "array")
		}
		fresh := cap(*to) == 0
		if p = decodeSlice(s, t, p, dst); fresh && cap(*to) > 0 && s.cfg.Release.Has(option.ReuseBase64) {
			var c []byte
			//lint:ignore S1011 the capacity is that after single appends, as in encoding/json
			for _, x := range *to {
				c = append(c, x)
			}
			*to = c
		}
		return p
	}
	v, e := s.view(p + 1)
	if e < 0 {
		return -1
	}
	var b []byte
	var err error
	// Save all bytes that AppendDecode may overwrite: it also writes some zeros after the result.
	if s.cfg.Release.Has(option.ReuseBase64) && cap(*to) > 0 {
		b = (*to)[:0]
		if !s.saveBytes(b, len(v), p) {
			return -1
		}
		b, err = base64.StdEncoding.AppendDecode(b, v)
	} else {
		b, err = s.newBytes(v)
	}
	if err == nil {
		if s.options.Has(option.ExactBase64) && len(v) != base64.StdEncoding.EncodedLen(len(b)) {
			return s.unfit(t, p, "string with line breaks")
		}
		*to = b
	} else if s.options.Has(option.EndAtFault) {
		return s.stop(t, p)
	} else if !s.decided() {
		s.mismatched(t, p, s.fieldError(t, string(s.input[p:e]), p-s.first, false))
	}
	return e
}
