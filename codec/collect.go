package codec

import "slices"

// AppendElements reads an array and appends its elements to dst. read reads one element into a zero value. For elements
// that a method such as [Reader.String] reads, read is a function of two lines. The result grows by doubling, which
// takes less memory for long arrays than append does.
func AppendElements[T any](r *Reader, dst []T, read func(r *Reader, v *T)) []T {
	var zero T
	size := sizeOf[T]()
	for range r.Array() {
		n := len(dst)
		if !r.makes(1, size) {
			return dst
		}
		if n == cap(dst) {
			dst = slices.Grow(dst, max(n, 4))
		}
		dst = append(dst, zero)
		read(r, &dst[n])
	}
	return dst
}

// SetMembers reads an object and stores the value of each member in m; read reads a value. If a name is repeated, the
// last member counts.
func SetMembers[T any](r *Reader, m map[string]T, read func(r *Reader, v *T)) {
	size := sizeOf[string]() + sizeOf[T]()
	for name := range r.Object() {
		if !r.makes(1, size) {
			return
		}
		var v T
		read(r, &v)
		m[name] = v
	}
}

// WriteElements writes list as an array; write writes one element. A nil list is written as an empty array.
func WriteElements[T any](w *Writer, list []T, write func(w *Writer, v *T)) {
	if len(list) == 0 {
		w.emptyArray()
		return
	}
	w.BeginArray()
	for i := range list {
		write(w, &list[i])
	}
	w.EndArray()
}

// WriteMembers writes m as an object, sorted by its keys; write writes one value. A nil map is written as an empty
// object. Entries of maps have no address, so write gets a copy of the value, not a pointer.
func WriteMembers[T any](w *Writer, m map[string]T, write func(w *Writer, v T)) {
	w.BeginObject()
	from := len(w.keys)
	for k := range m {
		w.keys = append(w.keys, k)
	}
	// write may append keys to w.keys too: after these keys, or in newly allocated memory.
	keys := w.keys[from:]
	slices.Sort(keys)
	for _, k := range keys {
		w.Name(k)
		write(w, m[k])
	}
	clear(keys)
	w.keys = w.keys[:from]
	w.EndObject()
}
