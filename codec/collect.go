package codec

import "slices"

// AppendElements reads an array and appends its elements to dst, each read by read into a zero value.
// [Reader.String] and its like are made fit by a function of two lines. The result grows by doubling, which on long
// arrays takes less memory than append's own growth.
func AppendElements[T any](r *Reader, dst []T, read func(r *Reader, v *T)) []T {
	var zero T
	for range r.Array() {
		n := len(dst)
		if n == cap(dst) {
			dst = slices.Grow(dst, max(n, 4))
		}
		dst = append(dst, zero)
		read(r, &dst[n])
	}
	return dst
}

// SetMembers reads an object and puts the value of each member into m, read by read. Of members with the same name
// the last one stays.
func SetMembers[T any](r *Reader, m map[string]T, read func(r *Reader, v *T)) {
	for name := range r.Object() {
		var v T
		read(r, &v)
		m[name] = v
	}
}

// WriteElements writes an array of the elements of list, each by write. A nil list is an array too.
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

// WriteMembers writes an object of the entries of m in the order of their keys, each value written by write. A nil
// map is an object too. Entries of maps have no address: write gets the value, as (*Writer).String does.
func WriteMembers[T any](w *Writer, m map[string]T, write func(w *Writer, v T)) {
	w.BeginObject()
	from := len(w.keys)
	for k := range m {
		w.keys = append(w.keys, k)
	}
	// What write appends goes behind these, or into other memory.
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
