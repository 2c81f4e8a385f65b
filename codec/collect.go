package codec

import "slices"

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
